//! Support mappings: the description of a convex shape that GJK and EPA use.

use glam::DVec3;

use crate::params;

/// A convex shape: a core, given by its support points, and a margin around it.
///
/// A ball is a point with a margin and a capsule a segment with one. That makes distances of round shapes
/// exact; iteration over support points of the round surface would only converge to them. Everything is in
/// f64, from the input to the answer of a query on convex shapes: for single pairs it costs the same, and
/// touching and thin shapes keep their digits.
pub trait SupportMap {
    /// The point of the core farthest along `direction`, in the shape's own coordinates (m). The
    /// direction may have any length but 0.
    fn support(&self, direction: DVec3) -> DVec3;

    /// Like [`SupportMap::support`], for a sequence of directions that change little. `hint` is 0 for the
    /// first call; each call stores there the start of the next one.
    fn support_near(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        let _ = hint;
        self.support(direction)
    }

    /// The distance by which the shape extends beyond its core, in metres.
    fn margin(&self) -> f64 {
        0.0
    }

    /// A point inside the core, or on it if it has no inside, in metres.
    fn center(&self) -> DVec3 {
        DVec3::ZERO
    }

    /// Two opposite corners of the box around the core: the least coordinates and the greatest.
    fn core_box(&self) -> [DVec3; 2] {
        [-1.0, 1.0].map(|sign| {
            let reach = DVec3::AXES.map(|axis| self.support(axis * sign).dot(axis));
            DVec3::from_array(reach)
        })
    }

    /// An upper bound of the distance (m) of the core's points from the line through `point` along
    /// `axis` (of length 1). It bounds their speed when the shape rotates about this line.
    ///
    /// The default is the bound for the box around the core.
    fn reach_around(&self, point: DVec3, axis: DVec3) -> f64 {
        farthest_from_line(corners(self.core_box()), point, axis)
    }

    /// An upper bound of the distance (m) of the core's points from a point: that for the box around the core.
    fn reach_from(&self, point: DVec3) -> f64 {
        farthest_from_point(self.core_box(), point)
    }
}

/// True if a point belongs to the support feature of `best`, the highest point along `normal`: it is no
/// deeper than `params::SUPPORT_SLOPE` allows at its distance from `best`.
#[inline]
pub(crate) fn is_on_support_feature(best: DVec3, point: DVec3, normal: DVec3) -> bool {
    let back = best - point;
    let depth = back.dot(normal);
    depth <= 0.0
        || depth * depth <= params::SUPPORT_SLOPE * params::SUPPORT_SLOPE * back.length_squared()
}

/// The distance of the farthest corner of the box between two opposite corners from a point, all in metres.
pub(crate) fn farthest_from_point([low, high]: [DVec3; 2], point: DVec3) -> f64 {
    (low - point).abs().max((high - point).abs()).length()
}

/// The eight corners of the box between two opposite corners.
pub(crate) fn corners([low, high]: [DVec3; 2]) -> [DVec3; 8] {
    std::array::from_fn(|i| {
        let pick = |bit: usize| {
            if i >> bit & 1 == 0 {
                low[bit]
            } else {
                high[bit]
            }
        };
        DVec3::new(pick(0), pick(1), pick(2))
    })
}

/// The largest distance of the points from the line through `point` along `axis` (of length 1).
pub(crate) fn farthest_from_line(
    points: impl IntoIterator<Item = DVec3>,
    point: DVec3,
    axis: DVec3,
) -> f64 {
    let squared = points
        .into_iter()
        .map(|p| (p - point).cross(axis).length_squared());
    squared.fold(0.0, f64::max).sqrt()
}
