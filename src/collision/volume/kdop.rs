//! Discrete orientation polytopes: 3, 7, 9 or 13 slabs with fixed directions.

use glam::Vec3;

use super::axes::{Term, axes, cone};
use super::{MAX_AXES, Volume};
use crate::collision::relative::Relative;

/// The k-DOP with `N` slabs (k = 2 N): the points p with `low[i] <= axis[i].p <= high[i]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kdop<const N: usize> {
    low: [f32; N],
    high: [f32; N],
}

/// Coordinate axes only.
pub type Kdop6 = Kdop<3>;
/// Coordinate axes and the cube's corner directions.
pub type Kdop14 = Kdop<7>;
/// Coordinate axes and the cube's edge directions: source 1's volume, and the default.
pub type Kdop18 = Kdop<9>;
/// All of them.
pub type Kdop26 = Kdop<13>;

/// How a volume of the second frame is brought into the first: per axis of the first frame, the
/// terms that bound it by limits of the volume, and what the translation adds.
#[derive(Clone, Debug)]
pub struct KdopFrame {
    terms: [[Term; 3]; MAX_AXES],
    /// The translation along each axis, less the margin (for `low`) and plus it (for `high`).
    shift_low: [f32; MAX_AXES],
    shift_high: [f32; MAX_AXES],
}

impl<const N: usize> Kdop<N> {
    /// The lower limits along the axes, in metres.
    pub fn low(&self) -> &[f32; N] {
        &self.low
    }

    /// The upper limits along the axes, in metres.
    pub fn high(&self) -> &[f32; N] {
        &self.high
    }

    fn extent(&self, axis: usize) -> f32 {
        self.high[axis] - self.low[axis]
    }

    /// The segment in which the planes `first` and `second` (0..2N; odd ones are upper limits)
    /// meet inside the volume.
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
        // Sums along the diagonal axes are rounded; the coordinate axes are exact.
        for i in 3..N {
            volume.low[i] -= reach * (4.0 * f32::EPSILON);
            volume.high[i] += reach * (4.0 * f32::EPSILON);
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
            terms: [[Term::default(); 3]; MAX_AXES],
            shift_low: [0.0; MAX_AXES],
            shift_high: [0.0; MAX_AXES],
        };
        let to_second = relative.rotation_f32.transpose();
        for (i, &axis) in axes(N).iter().enumerate() {
            frame.terms[i] = cone(N, to_second * axis);
            let shift = axis.dot(relative.translation_f32);
            frame.shift_low[i] = shift - margin;
            frame.shift_high[i] = shift + margin;
        }
        frame
    }

    #[inline]
    fn moved(&self, frame: &KdopFrame) -> Self {
        let mut result = *self;
        for i in 0..N {
            let (mut low, mut high) = (frame.shift_low[i], frame.shift_high[i]);
            for term in &frame.terms[i] {
                // The volume's support along the term's direction, and against it.
                let (with, against) = if term.negative {
                    (-self.low[term.axis], -self.high[term.axis])
                } else {
                    (self.high[term.axis], self.low[term.axis])
                };
                high += term.weight * with;
                low += term.weight * against;
            }
            result.low[i] = low;
            result.high[i] = high;
        }
        result
    }

    #[inline]
    fn overlaps(&self, other: &Self) -> bool {
        let mut apart = false;
        for i in 0..N {
            apart |= (self.low[i] > other.high[i]) | (other.low[i] > self.high[i]);
        }
        !apart
    }

    #[inline]
    fn distance_bound(&self, other: &Self) -> f32 {
        let mut gap = f32::NEG_INFINITY;
        for i in 0..N {
            gap = maximum(gap, self.low[i] - other.high[i]);
            gap = maximum(gap, other.low[i] - self.high[i]);
        }
        gap
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

/// `f32::min` without its care for NaN, which costs a branch; limits are never NaN.
#[inline(always)]
fn minimum(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// `f32::max` without its care for NaN.
#[inline(always)]
fn maximum(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}
