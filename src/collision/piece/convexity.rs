//! When two triangles may share a convex piece: source 1's three conditions.

use glam::DVec3;

/// A triangle with what the conditions ask of it.
#[derive(Clone, Debug)]
pub(crate) struct Facet {
    pub points: [DVec3; 3],
    /// Numbers of the corners' places; equal places have equal numbers.
    pub corners: [u32; 3],
    /// Unit normal.
    pub normal: DVec3,
    /// The plane is `normal.p = offset`.
    pub offset: f64,
    /// How far from a plane a corner may lie and still count as on it, in metres.
    slack: f64,
}

impl Facet {
    pub(crate) fn new(points: [DVec3; 3], corners: [u32; 3]) -> Self {
        let [a, b, c] = points;
        let normal = (b - a).cross(c - a).normalize_or_zero();
        let reach = points.iter().map(|p| p.abs().max_element());
        Facet {
            points,
            corners,
            normal,
            offset: normal.dot(a),
            slack: reach.fold(0.0, f64::max) * f64::from(f32::EPSILON),
        }
    }

    pub(crate) fn center(&self) -> DVec3 {
        (self.points[0] + self.points[1] + self.points[2]) / 3.0
    }

    fn shares_corner(&self, other: &Facet) -> bool {
        self.corners.iter().any(|c| other.corners.contains(c))
    }

    /// The least and greatest signed distance of `other`'s corners from this plane.
    fn range(&self, other: &Facet) -> (f64, f64) {
        let [p, q, r] = other
            .points
            .map(|point| self.normal.dot(point) - self.offset);
        (p.min(q).min(r), p.max(q).max(r))
    }

    /// Source 1's conditions, in its order: (a) both normals point to the same side of the
    /// surface; (b) neither front sees the other; (c) if they share no vertex, neither crosses
    /// the other's plane.
    ///
    /// (a) is read as: the normals are less than a right angle apart. Two back-to-back sheets,
    /// or the two sides of a thin plate, would pass (b) and (c) though their union bounds nothing
    /// convex that faces one way.
    pub(crate) fn joins(&self, other: &Facet) -> bool {
        if self.normal.dot(other.normal) <= 0.0 {
            return false;
        }
        let slack = self.slack.max(other.slack);
        let (seen_low, seen_high) = self.range(other);
        if seen_high > slack {
            return false;
        }
        let (back_low, back_high) = other.range(self);
        if back_high > slack {
            return false;
        }
        let crosses = |low: f64, high: f64| low < -slack && high > slack;
        self.shares_corner(other) || !(crosses(seen_low, seen_high) || crosses(back_low, back_high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facet(points: [[f64; 3]; 3], corners: [u32; 3]) -> Facet {
        Facet::new(points.map(DVec3::from_array), corners)
    }

    #[test]
    fn a_ridge_joins_and_a_valley_does_not() {
        let left = facet([[0., 0., 0.], [0., 0., 1.], [1., 0., 0.]], [0, 1, 2]);
        // Shares the edge (0,0,1)-(1,0,0); falls away (ridge) or rises (valley).
        let ridge = facet([[0., 0., 1.], [1., -0.5, 1.], [1., 0., 0.]], [1, 3, 2]);
        let valley = facet([[0., 0., 1.], [1., 0.5, 1.], [1., 0., 0.]], [1, 3, 2]);
        assert!(left.normal.y > 0.9);
        assert!(left.joins(&ridge) && ridge.joins(&left));
        assert!(!left.joins(&valley) && !valley.joins(&left));
    }

    #[test]
    fn the_two_sides_of_a_sheet_do_not_join() {
        let up = facet([[0., 0., 0.], [0., 0., 1.], [1., 0., 0.]], [0, 1, 2]);
        let down = facet([[0., 0., 0.], [1., 0., 0.], [0., 0., 1.]], [0, 2, 1]);
        assert!(!up.joins(&down));
    }

    #[test]
    fn coplanar_neighbours_join() {
        let left = facet([[0., 0., 0.], [0., 0., 1.], [1., 0., 0.]], [0, 1, 2]);
        let right = facet([[0., 0., 1.], [1., 0., 1.], [1., 0., 0.]], [1, 3, 2]);
        assert!(left.joins(&right));
    }
}
