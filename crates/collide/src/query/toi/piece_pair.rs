//! Separation of two pieces of two moving bodies by their hulls. Pieces are nearly their own hulls,
//! so one test here replaces tests of all pairs of their triangles.

use glam::{DVec3, Mat3, Vec3};
use wide::f32x4;

use crate::narrow_phase::gjk::{DifferenceSet, gjk};
use crate::narrow_phase::simplex::Simplex;
use crate::params;
use crate::params::MAX_PIECE_TRIANGLES;
use crate::piece::{Piece, PieceBlock, PieceStore, farthest};
use crate::query::toi::kinematics::{AngularMotion, AxisMotion, Kinematics};
use crate::query::toi::time_interval::TimeInterval;

/// Blocks of a piece's points, at most: every triangle may have its own corners.
const MAX_BLOCKS: usize = (3 * MAX_PIECE_TRIANGLES).div_ceil(4);

/// The points of a piece in the first body's frame.
pub(super) struct PiecePoints {
    blocks: [PieceBlock; MAX_BLOCKS],
    used: usize,
    /// No point is farther from the body's axis of rotation, m.
    from_axis: f32,
}

/// Heights (m) and rates (m/s) of a piece's points along a direction.
#[derive(Clone, Copy)]
pub(super) struct PointsAlongAxis {
    heights: [[f32; 4]; MAX_BLOCKS],
    rates: [[f32; 4]; MAX_BLOCKS],
    used: usize,
}

impl PointsAlongAxis {
    /// The lowest and the highest point, m, and the lowest and the highest rate, m/s.
    fn extremes(&self) -> [f32; 4] {
        let mut low = f32x4::splat(f32::INFINITY);
        let (mut high, mut slow, mut fast) = (-low, low, -low);
        for (heights, rates) in self.heights.iter().zip(&self.rates).take(self.used) {
            let (heights, rates) = (f32x4::new(*heights), f32x4::new(*rates));
            (low, high) = (low.fast_min(heights), high.fast_max(heights));
            (slow, fast) = (slow.fast_min(rates), fast.fast_max(rates));
        }
        let least = |lanes: f32x4| lanes.to_array().into_iter().fold(f32::INFINITY, f32::min);
        let largest = |lanes: f32x4| {
            lanes
                .to_array()
                .into_iter()
                .fold(f32::NEG_INFINITY, f32::max)
        };
        [least(low), largest(high), least(slow), largest(fast)]
    }

    /// [`PointsAlongAxis::extremes`] of three of the points.
    fn extremes_of(&self, corners: [u8; 3]) -> [f32; 4] {
        let at = |table: &[[f32; 4]; MAX_BLOCKS]| {
            corners.map(|corner| table[usize::from(corner) / 4][usize::from(corner) % 4])
        };
        let (heights, rates) = (at(&self.heights), at(&self.rates));
        let [a, b, c] = heights;
        let [u, v, w] = rates;
        [
            a.min(b).min(c),
            a.max(b).max(c),
            u.min(v).min(w),
            u.max(v).max(w),
        ]
    }
}

impl PiecePoints {
    /// The points of a piece of the first body.
    pub(super) fn of_first(store: &PieceStore, piece: &Piece, kinematics: &Kinematics) -> Self {
        let mut points = PiecePoints::empty();
        for block in &store.blocks[piece.blocks()] {
            points.blocks[points.used] = *block;
            points.used += 1;
        }
        points.about(&kinematics.angular_a)
    }

    /// The points of a piece of the second body.
    pub(super) fn of_second(store: &PieceStore, piece: &Piece, kinematics: &Kinematics) -> Self {
        let (r, t) = (
            &kinematics.relative.rotation_f32,
            kinematics.relative.translation_f32,
        );
        let mut points = PiecePoints::empty();
        for block in &store.blocks[piece.blocks()] {
            let [x, y, z] = block.map(f32x4::new);
            let row = |axis: usize| {
                let sum = x * r.x_axis[axis] + y * r.y_axis[axis] + z * r.z_axis[axis];
                (sum + f32x4::splat(t[axis])).to_array()
            };
            points.blocks[points.used] = [row(0), row(1), row(2)];
            points.used += 1;
        }
        points.about(&kinematics.angular_b)
    }

    fn empty() -> Self {
        PiecePoints {
            blocks: [[[0.0; 4]; 3]; MAX_BLOCKS],
            used: 0,
            from_axis: 0.0,
        }
    }

    fn blocks(&self) -> &[PieceBlock] {
        &self.blocks[..self.used]
    }

    /// The points with their distance from the axis about which their body rotates.
    fn about(mut self, turn: &AngularMotion) -> Self {
        let (center, angular_velocity) = (turn.center, turn.angular_velocity);
        let mut largest = f32x4::ZERO;
        for block in self.blocks() {
            let [x, y, z] = [0, 1, 2].map(|axis| f32x4::new(block[axis]) - center[axis]);
            let cross = [
                y * angular_velocity.z - z * angular_velocity.y,
                z * angular_velocity.x - x * angular_velocity.z,
                x * angular_velocity.y - y * angular_velocity.x,
            ];
            let squared = cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2];
            largest = largest.fast_max(squared);
        }
        let squared = largest.to_array().into_iter().fold(0.0, f32::max);
        self.from_axis = squared.sqrt() * turn.inverse_rate;
        self
    }

    /// The point farthest along a direction.
    fn support(&self, direction: Vec3) -> Vec3 {
        let mut largest = f32x4::splat(f32::NEG_INFINITY);
        let mut points = [f32x4::ZERO; 3];
        for block in self.blocks() {
            let block = block.map(f32x4::new);
            let [x, y, z] = block;
            let along = x * direction.x + y * direction.y + z * direction.z;
            let farther = along.simd_gt(largest);
            largest = farther.select(along, largest);
            for (point, lanes) in points.iter_mut().zip(block) {
                *point = farther.select(lanes, *point);
            }
        }
        let largest = largest.to_array();
        let mut best = 0;
        for lane in 1..4 {
            best = if largest[lane] > largest[best] {
                lane
            } else {
                best
            };
        }
        Vec3::from_array(points.map(|lanes| lanes.to_array()[best]))
    }

    fn along(&self, direction: Vec3, gradient: Vec3, center: Vec3) -> PointsAlongAxis {
        let mut along = PointsAlongAxis {
            heights: [[0.0; 4]; MAX_BLOCKS],
            rates: [[0.0; 4]; MAX_BLOCKS],
            used: self.used,
        };
        for (number, block) in self.blocks().iter().enumerate() {
            let [x, y, z] = block.map(f32x4::new);
            let height = x * direction.x + y * direction.y + z * direction.z;
            let rate = (x - center.x) * gradient.x
                + (y - center.y) * gradient.y
                + (z - center.z) * gradient.z;
            along.heights[number] = height.to_array();
            along.rates[number] = rate.to_array();
        }
        along
    }
}

/// For each triangle of a piece: its lowest and highest corner along a direction, m, and the lowest
/// and highest rate, m/s.
pub(super) type TriangleExtremes = [[f32; 4]; MAX_PIECE_TRIANGLES];

/// Two pieces at one instant, along a direction that separates their hulls.
pub(super) struct PieceSeparation {
    axis: AxisMotion,
    a: PointsAlongAxis,
    b: PointsAlongAxis,
    from_axes: [f32; 2],
    min_gap: f32,
    step: f32,
}

impl PieceSeparation {
    /// Searches for a direction. `None` if no direction shows a gap above `min_gap` (m), which
    /// includes the rounding of the points.
    pub(super) fn new(
        a: &PiecePoints,
        b: &PiecePoints,
        toward: Vec3,
        kinematics: &Kinematics,
        min_gap: f32,
    ) -> Option<Self> {
        let direction = separating_direction(a, b, toward)?;
        let axis = AxisMotion::new(direction, kinematics);
        let [gradient_a, gradient_b] = axis.rate_gradients();
        let mut separation = PieceSeparation {
            axis,
            a: a.along(direction, gradient_a, kinematics.angular_a.center),
            b: b.along(direction, gradient_b, kinematics.angular_b.center),
            from_axes: [a.from_axis, b.from_axis],
            min_gap,
            step: 0.0,
        };
        separation.step = separation.step(separation.a.extremes(), separation.b.extremes());
        (separation.step > 0.0).then_some(separation)
    }

    /// The time (s) for which the hulls are proved to stay apart.
    pub(super) fn safe_step(&self) -> f32 {
        self.step
    }

    /// The extremes of both pieces' triangles along the direction. Triangles are given by the
    /// indices of their points.
    pub(super) fn of_triangles(&self, [a, b]: [&[[u8; 3]]; 2]) -> [TriangleExtremes; 2] {
        [(&self.a, a), (&self.b, b)].map(|(along, triangles)| {
            let mut ends = [[0.0; 4]; MAX_PIECE_TRIANGLES];
            for (ends, corners) in ends.iter_mut().zip(triangles) {
                *ends = along.extremes_of(*corners);
            }
            ends
        })
    }

    /// The time (s) for which two triangles are proved to stay apart, with extremes from
    /// [`PieceSeparation::of_triangles`]; 0 if the direction does not separate them.
    pub(super) fn safe_step_of(&self, a: [f32; 4], b: [f32; 4]) -> f32 {
        self.step(a, b).max(0.0)
    }

    fn step(&self, a: [f32; 4], b: [f32; 4]) -> f32 {
        let clearance = b[0] - a[1] - self.min_gap;
        self.axis
            .safe_step_at(clearance, a[3] - b[2], self.from_axes)
    }
}

/// The points of two pieces on the way to a direction that separates them.
struct PieceSearch<'p> {
    both: [&'p PiecePoints; 2],
    /// The largest gap so far (m), and its direction, of length 1 from the first to the second.
    best: Option<(f64, Vec3)>,
}

impl DifferenceSet for PieceSearch<'_> {
    type Vertex = ();

    #[inline]
    fn support(&mut self, toward: DVec3, length: f64) -> Option<(DVec3, ())> {
        let direction = direction_of(toward, length)?;
        let [a, b] = self.both;
        let corner = (b.support(-direction) - a.support(direction)).as_dvec3();
        let gap = corner.dot(direction.as_dvec3());
        if gap > self.best.map_or(0.0, |(gap, _)| gap) {
            self.best = Some((gap, direction));
        }
        Some((corner, ()))
    }

    #[inline]
    fn is_enough(&self, upper: f64) -> bool {
        (self.best).is_some_and(|(gap, _)| gap >= params::PIECE_DIRECTION_SHARE * upper)
    }
}

/// The direction of a vector (m) of that length, unless that has none.
#[inline]
fn direction_of(toward: DVec3, length: f64) -> Option<Vec3> {
    let direction = (toward / length).as_vec3();
    direction.is_finite().then_some(direction)
}

/// A direction of length 1, from the first hull to the second, along which the gap is a large share
/// of their distance: GJK, ended early. `None` if it finds none.
fn separating_direction(a: &PiecePoints, b: &PiecePoints, toward: Vec3) -> Option<Vec3> {
    let mut search = PieceSearch {
        both: [a, b],
        best: None,
    };
    gjk(
        &mut search,
        &mut Simplex::default(),
        toward.as_dvec3(),
        params::MAX_PIECE_SUPPORTS,
    );
    search.best.map(|(_, direction)| direction)
}

/// The hull of a leaf of the second body, as far as a direction over a time interval needs it.
pub(super) trait LeafHull {
    /// The point farthest along a direction of length 1, in the body's own frame, m.
    fn farthest(&self, direction: Vec3) -> Vec3;

    /// Its height along that direction, m.
    fn height(&self, direction: Vec3) -> f32;
}

impl LeafHull for [PieceBlock] {
    #[inline]
    fn farthest(&self, direction: Vec3) -> Vec3 {
        farthest(self, direction)
    }

    #[inline]
    fn height(&self, direction: Vec3) -> f32 {
        farthest_along(self, direction)
    }
}

/// A piece and a leaf of the second body at the end of a time interval, on the way to a direction that
/// separates them throughout it.
struct HullSearchOver<'p, H: ?Sized> {
    a: &'p [PieceBlock],
    b: &'p H,
    interval: &'p TimeInterval,
    to_second: Mat3,
    /// The direction, and the gap (m) at the end.
    found: Option<(Vec3, f32)>,
    /// The gap of the last direction (m).
    gap: f32,
}

impl<H: LeafHull + ?Sized> DifferenceSet for HullSearchOver<'_, H> {
    type Vertex = ();

    #[inline]
    fn support(&mut self, toward: DVec3, length: f64) -> Option<(DVec3, ())> {
        let direction = direction_of(toward, length)?;
        let relative = &self.interval.at_end.relative;
        let point_a = farthest(self.a, direction);
        let local_b = self.b.farthest(-(self.to_second * direction));
        let point_b = relative.rotation_f32 * local_b + relative.translation_f32;
        let corner = point_b - point_a;
        self.gap = corner.dot(direction) - self.interval.min_gap;
        if self.gap > 0.0 {
            let ([local_a, local_b], offsets) = (
                self.interval.local_directions(direction),
                self.interval.origin_offsets(direction),
            );
            let begin = offsets[0] - farthest_along(self.a, local_a[0]) - self.b.height(local_b[0]);
            let bound = self.interval.curvature_bound(direction);
            if bound.keeps_gap_open(begin, self.gap) {
                self.found = Some((direction, self.gap));
                return None;
            }
        }
        Some((corner.as_dvec3(), ()))
    }

    #[inline]
    fn is_enough(&self, upper: f64) -> bool {
        self.gap > 0.0 && f64::from(self.gap) >= params::PIECE_DIRECTION_SHARE * upper
    }
}

/// A direction that separates a piece of the first body from the hull of a leaf of the second throughout a time
/// interval, and the gap (m) at its end. `toward` is tried first.
pub(super) fn separating_direction_over<H: LeafHull + ?Sized>(
    a: &[PieceBlock],
    b: &H,
    interval: &TimeInterval,
    toward: Vec3,
) -> Option<(Vec3, f32)> {
    let mut search = HullSearchOver {
        a,
        b,
        interval,
        to_second: interval.at_end.relative.rotation_f32.transpose(),
        found: None,
        gap: 0.0,
    };
    gjk(
        &mut search,
        &mut Simplex::default(),
        toward.as_dvec3(),
        params::MAX_PIECE_SUPPORTS,
    );
    search.found
}

/// The greatest height of the points along a direction, m.
fn farthest_along(blocks: &[PieceBlock], direction: Vec3) -> f32 {
    let [x, y, z] = direction.to_array().map(f32x4::splat);
    let mut largest = f32x4::splat(f32::NEG_INFINITY);
    for block in blocks {
        let [px, py, pz] = block.map(f32x4::new);
        largest = largest.fast_max(px * x + py * y + pz * z);
    }
    largest
        .to_array()
        .into_iter()
        .fold(f32::NEG_INFINITY, f32::max)
}
