//! Discrete orientation polytopes: 3, 7, 9 or 13 slabs with fixed directions.

use glam::Vec3;
use wide::{bytemuck, f32x4};

use crate::bounding::kdop_axes::{axes, cone_terms};
use crate::bounding::{MAX_AXES, Volume, slab_volume};
use crate::math::relative_pose::Relative;

/// The k-DOP with `N` slabs (k = 2 N): the points p with `low[i] <= axis[i].p <= high[i]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kdop<const N: usize> {
    low: [f32; N],
    high: [f32; N],
}

/// The 6-DOP: coordinate axes only.
pub type Kdop6 = Kdop<3>;
/// The 14-DOP: coordinate axes and the cube's corner directions.
pub type Kdop14 = Kdop<7>;
/// The 18-DOP: coordinate axes and the cube's edge directions. Source 1's volume, and the default.
pub type Kdop18 = Kdop<9>;
/// The 26-DOP: coordinate axes, corner directions and edge directions.
pub type Kdop26 = Kdop<13>;

/// Transforms a volume of the second frame into the first, two axes of the first frame at a time. Two lanes
/// hold the lower limit and the negated upper limit along one axis, two more lanes those along the other. In
/// this form a negative axis swaps the two limits.
#[derive(Clone, Debug)]
pub struct KdopFrame {
    /// The terms that bound each axis by limits of the volume.
    steps: [[TermPair; 3]; GROUPS],
    /// The translation along each axis, less the margin for lower and plus for upper limits.
    shifts: [[f32; 4]; GROUPS],
}

/// One term of each of two axes.
#[derive(Clone, Copy, Debug, Default)]
struct TermPair {
    /// The limits that each term reads: the index of the axis, plus [`NEGATED`] if they are swapped.
    from: [u8; 2],
    /// The weight of each term, stored twice: for its lower and its upper limit.
    weights: [f32; 4],
}

/// The number of pairs of axes.
const GROUPS: usize = MAX_AXES.div_ceil(2);

/// The index at which the swapped limits start in [`Kdop::limits`].
const NEGATED: u8 = 16;

impl<const N: usize> Kdop<N> {
    /// The lower limits along the axes, in metres.
    pub fn low(&self) -> &[f32; N] {
        &self.low
    }

    /// The upper limits along the axes, in metres.
    pub fn high(&self) -> &[f32; N] {
        &self.high
    }

    /// The pairs (lower limit, negated upper limit), and from index [`NEGATED`] on the same pairs swapped.
    /// Each pair is one word, so that it is loaded at once.
    #[inline(always)]
    fn limits(&self) -> [u64; 32] {
        let mut words = [0; 32];
        for start in chunks::<N>() {
            let low = load_four(&self.low, start);
            let against = -load_four(&self.high, start);
            let pairs = [
                low.unpack_lo(against),
                low.unpack_hi(against),
                against.unpack_lo(low),
                against.unpack_hi(low),
            ];
            let [[a, b], [c, d], [e, f], [g, h]]: [[u64; 2]; 4] = bytemuck::cast(pairs);
            words[start..start + 4].copy_from_slice(&[a, b, c, d]);
            let start = start + usize::from(NEGATED);
            words[start..start + 4].copy_from_slice(&[e, f, g, h]);
        }
        words
    }

    fn extent(&self, axis: usize) -> f32 {
        self.high[axis] - self.low[axis]
    }

    /// The edge of the volume on the two planes `first` and `second` (0..2N; odd numbers are upper
    /// limits), if there is one.
    fn edge(&self, first: usize, second: usize) -> Option<(Vec3, Vec3)> {
        let plane = |index: usize| {
            let (axis, upper) = (index / 2, index % 2 == 1);
            let normal = axes(N)[axis];
            if upper {
                (normal, self.high[axis])
            } else {
                (-normal, -self.low[axis])
            }
        };
        let ((n1, d1), (n2, d2)) = (plane(first), plane(second));
        let direction = n1.cross(n2);
        let squared = direction.length_squared();
        if squared < 1e-6 {
            return None;
        }
        let origin = (d1 * n2.cross(direction) + d2 * direction.cross(n1)) / squared;
        let slack = 1e-5 * (self.size() + 1e-30);
        let (mut enter, mut leave) = (f32::NEG_INFINITY, f32::INFINITY);
        for index in (0..2 * N).filter(|&index| index != first && index != second) {
            let (normal, offset) = plane(index);
            let rate = normal.dot(direction);
            let room = offset + slack - normal.dot(origin);
            if rate.abs() < 1e-6 {
                if room < 0.0 {
                    return None;
                }
            } else if rate > 0.0 {
                leave = leave.min(room / rate);
            } else {
                enter = enter.max(room / rate);
            }
        }
        let long_enough = (leave - enter) * squared.sqrt() > 4.0 * slack;
        (long_enough && enter.is_finite() && leave.is_finite())
            .then(|| (origin + direction * enter, origin + direction * leave))
    }
}

impl<const N: usize> Volume for Kdop<N> {
    type Frame = KdopFrame;

    const NAME: &'static str = match N {
        3 => "6-DOP",
        7 => "14-DOP",
        9 => "18-DOP",
        _ => "26-DOP",
    };

    fn around(points: impl Iterator<Item = Vec3> + Clone) -> Self {
        let mut volume = Kdop {
            low: [f32::INFINITY; N],
            high: [f32::NEG_INFINITY; N],
        };
        let mut reach = 0.0f32;
        for point in points {
            for (i, axis) in axes(N).iter().enumerate() {
                let along = axis.dot(point);
                volume.low[i] = volume.low[i].min(along);
                volume.high[i] = volume.high[i].max(along);
            }
            reach = reach.max(point.abs().max_element());
        }
        // Products with the diagonal axes are rounded; the coordinate axes are exact.
        for i in 3..N {
            volume.low[i] -= reach * (4.0 * f32::EPSILON);
            volume.high[i] += reach * (4.0 * f32::EPSILON);
        }
        volume
    }

    #[inline]
    fn around_blocks(blocks: &[[[f32; 4]; 3]]) -> Self {
        let mut low = [f32x4::splat(f32::INFINITY); MAX_AXES + 3];
        let mut high = [f32x4::splat(f32::NEG_INFINITY); MAX_AXES + 3];
        let mut reach = f32x4::splat(0.0);
        for block in blocks {
            let [x, y, z] = block.map(f32x4::new);
            for (i, axis) in axes(N).iter().enumerate() {
                let along = x * axis.x + y * axis.y + z * axis.z;
                low[i] = low[i].fast_min(along);
                high[i] = high[i].fast_max(along);
            }
            reach = reach.fast_max(x.abs()).fast_max(y.abs()).fast_max(z.abs());
        }
        let r = reach.to_array();
        let reach = maximum(maximum(r[0], r[1]), maximum(r[2], r[3])) * (4.0 * f32::EPSILON);
        // Products with the diagonal axes are rounded, as in `around`.
        let rounding =
            |at: usize| f32x4::new([0, 1, 2, 3].map(|i| if at + i < 3 { 0.0 } else { reach }));
        let mut volume = Kdop {
            low: [0.0; N],
            high: [0.0; N],
        };
        for group in 0..N.div_ceil(4) {
            let at = 4 * group;
            let l = f32x4::transpose([low[at], low[at + 1], low[at + 2], low[at + 3]]);
            let h = f32x4::transpose([high[at], high[at + 1], high[at + 2], high[at + 3]]);
            let l = l[0].fast_min(l[1]).fast_min(l[2].fast_min(l[3])) - rounding(at);
            let h = h[0].fast_max(h[1]).fast_max(h[2].fast_max(h[3])) + rounding(at);
            let count = (N - at).min(4);
            volume.low[at..at + count].copy_from_slice(&l.to_array()[..count]);
            volume.high[at..at + count].copy_from_slice(&h.to_array()[..count]);
        }
        volume
    }

    #[inline]
    fn union(&self, other: &Self) -> Self {
        let mut result = *self;
        for i in 0..N {
            result.low[i] = minimum(self.low[i], other.low[i]);
            result.high[i] = maximum(self.high[i], other.high[i]);
        }
        result
    }

    fn frame(relative: &Relative, margin: f32) -> KdopFrame {
        let mut frame = KdopFrame {
            steps: [[TermPair::default(); 3]; GROUPS],
            shifts: [[0.0; 4]; GROUPS],
        };
        let to_second = relative.rotation_f32.transpose();
        for (i, &axis) in axes(N).iter().enumerate() {
            let shift = axis.dot(relative.translation_f32);
            let (group, lane) = (i / 2, i % 2);
            frame.shifts[group][2 * lane] = shift - margin;
            frame.shifts[group][2 * lane + 1] = -(shift + margin);
            let terms = cone_terms(N, to_second * axis);
            for (step, term) in frame.steps[group].iter_mut().zip(terms) {
                step.from[lane] = term.axis as u8 | if term.negative { NEGATED } else { 0 };
                step.weights[2 * lane] = term.weight;
                step.weights[2 * lane + 1] = term.weight;
            }
        }
        frame
    }

    #[inline]
    fn moved(&self, frame: &KdopFrame) -> Self {
        let limits = self.limits();
        let mut result = *self;
        for group in 0..N.div_ceil(2) {
            let mut sum = f32x4::new(frame.shifts[group]);
            for step in &frame.steps[group] {
                // The mask shows the compiler that the index is in range.
                let [p, q] = step.from.map(|from| limits[usize::from(from & 31)]);
                let pair: f32x4 = bytemuck::cast([p, q]);
                sum += pair * f32x4::new(step.weights);
            }
            let sums = sum.to_array();
            for lane in 0..if 2 * group + 1 < N { 2 } else { 1 } {
                result.low[2 * group + lane] = sums[2 * lane];
                result.high[2 * group + lane] = -sums[2 * lane + 1];
            }
        }
        result
    }

    #[inline(always)]
    fn clearance(&self, other: &Self) -> f32 {
        // Two independent maxima, so that the processor computes them in parallel.
        let (mut ahead, mut behind) = (
            f32x4::splat(f32::NEG_INFINITY),
            f32x4::splat(f32::NEG_INFINITY),
        );
        for start in compared::<N>() {
            ahead = ahead.fast_max(load_four(&self.low, start) - load_four(&other.high, start));
            behind = behind.fast_max(load_four(&other.low, start) - load_four(&self.high, start));
        }
        let [a, b, c, d] = ahead.fast_max(behind).to_array();
        let most = maximum(maximum(a, b), maximum(c, d));
        if N % 4 != 1 {
            return most;
        }
        let (ahead, behind) = (
            self.low[N - 1] - other.high[N - 1],
            other.low[N - 1] - self.high[N - 1],
        );
        maximum(most, maximum(ahead, behind))
    }

    #[inline(always)]
    fn overlaps(&self, other: &Self) -> bool {
        let mut apart = f32x4::splat(0.0);
        for start in compared::<N>() {
            apart |= load_four(&self.low, start).simd_gt(load_four(&other.high, start))
                | load_four(&other.low, start).simd_gt(load_four(&self.high, start));
        }
        let last = N % 4 == 1
            && (self.low[N - 1] > other.high[N - 1]) | (other.low[N - 1] > self.high[N - 1]);
        (apart.to_bitmask() == 0) & !last
    }

    #[inline]
    fn distance_bound(&self, other: &Self) -> f32 {
        self.clearance(other)
    }

    fn grown(&self, margin: f32) -> Self {
        let mut result = *self;
        for i in 0..N {
            result.low[i] -= margin;
            result.high[i] += margin;
        }
        result
    }

    #[inline]
    fn size(&self) -> f32 {
        self.extent(0) + self.extent(1) + self.extent(2)
    }

    fn volume(&self) -> f32 {
        let mut planes = Vec::with_capacity(2 * N);
        for (axis, (&low, &high)) in axes(N).iter().zip(self.low.iter().zip(&self.high)) {
            let axis = axis.as_dvec3();
            let length = axis.length();
            planes.push((axis / length, f64::from(high) / length));
            planes.push((-axis / length, -f64::from(low) / length));
        }
        slab_volume::volume(&planes, self.center().as_dvec3(), f64::from(self.size())) as f32
    }

    #[inline(always)]
    fn box_limits(&self) -> (f32x4, f32x4) {
        (load_four(&self.low, 0), load_four(&self.high, 0))
    }

    fn center(&self) -> Vec3 {
        let [x, y, z] = [0, 1, 2].map(|i| 0.5 * self.low[i] + 0.5 * self.high[i]);
        Vec3::new(x, y, z)
    }

    fn border_points(&self) -> [Vec3; 2] {
        let longest = (1..3).fold(0, |best, axis| {
            if self.extent(axis) > self.extent(best) {
                axis
            } else {
                best
            }
        });
        let mut points = [self.center(); 2];
        points[0][longest] = self.low[longest];
        points[1][longest] = self.high[longest];
        points
    }

    fn outline(&self, line: &mut dyn FnMut(Vec3, Vec3)) {
        for first in 0..2 * N {
            for second in first + 1..2 * N {
                if let Some((from, to)) = self.edge(first, second) {
                    line(from, to);
                }
            }
        }
    }
}

/// The starts of groups of four lanes that cover `N` values; three values repeat the last.
#[inline(always)]
fn chunks<const N: usize>() -> impl Iterator<Item = usize> {
    (0..N.div_ceil(4)).map(|chunk| (4 * chunk).min(N.saturating_sub(4)))
}

/// The starts of the groups for comparisons. Unlike `chunks`, it leaves out a single last axis, which the
/// caller compares by itself: loading three others with it takes longer.
#[inline(always)]
fn compared<const N: usize>() -> impl Iterator<Item = usize> {
    chunks::<N>().take(if N % 4 == 1 { N / 4 } else { N.div_ceil(4) })
}

#[inline(always)]
fn load_four<const N: usize>(values: &[f32; N], start: usize) -> f32x4 {
    f32x4::new(std::array::from_fn(|lane| {
        values[(start + lane).min(N - 1)]
    }))
}

/// `f32::min` without its handling of NaN, which costs a branch; limits are never NaN.
#[inline(always)]
fn minimum(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// `f32::max` without its handling of NaN.
#[inline(always)]
fn maximum(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}
