//! The test if two triangles may share a convex piece: source 1's three conditions (Aleš Daneu, *Algoritmi za
//! odkrivanje trkov*, diploma thesis, University of Ljubljana, 2002).

use glam::{DVec3, Vec3};

/// A triangle with the data that the conditions need.
#[derive(Clone, Debug)]
pub(crate) struct Facet {
    pub points: [Vec3; 3],
    /// Numbers of the welded corners: equal positions have equal numbers.
    pub corners: [u32; 3],
    /// Unit normal.
    pub normal: DVec3,
    /// The plane is `normal.p = offset`.
    pub offset: f64,
    /// The distance in metres within which a corner counts as on a plane.
    tolerance: f64,
}

impl Facet {
    pub(crate) fn new(points: [Vec3; 3], corners: [u32; 3]) -> Self {
        let [a, b, c] = points.map(|p| p.as_dvec3());
        let normal = (b - a).cross(c - a).normalize_or_zero();
        let reach = points.iter().map(|p| f64::from(p.abs().max_element()));
        Facet {
            points,
            corners,
            normal,
            offset: normal.dot(a),
            tolerance: reach.fold(0.0, f64::max) * f64::from(f32::EPSILON),
        }
    }

    pub(crate) fn center(&self) -> DVec3 {
        let [a, b, c] = self.points;
        (a.as_dvec3() + b.as_dvec3() + c.as_dvec3()) / 3.0
    }

    /// The greatest signed distance of `other`'s corners from this plane.
    #[inline]
    fn greatest_height(&self, other: &Facet) -> f64 {
        let height = |point: Vec3| self.normal.dot(point.as_dvec3()) - self.offset;
        // `f64::max` handles NaN, which takes time and does not occur.
        let higher = |p: f64, q: f64| if p > q { p } else { q };
        let [p, q, r] = other.points;
        higher(higher(height(p), height(q)), height(r))
    }

    /// Source 1's conditions: (a) both normals point to the same side of the surface; (b) neither
    /// triangle is in front of the other; (c) if they share no vertex, neither crosses the other's
    /// plane. A triangle that is nowhere in front of a plane does not cross it, so (b) implies (c).
    ///
    /// (a) is taken as: the angle between the normals is less than a right angle. Two back-to-back
    /// sheets, or the two sides of a thin plate, would pass (b) and (c), but they are no convex
    /// surface that faces one way.
    #[inline]
    pub(crate) fn may_share_piece(&self, other: &Facet) -> bool {
        let tolerance = if self.tolerance > other.tolerance {
            self.tolerance
        } else {
            other.tolerance
        };
        // Evaluated without branches, which are hard to predict on creased surfaces.
        (self.normal.dot(other.normal) > 0.0)
            & (self.greatest_height(other) <= tolerance)
            & (other.greatest_height(self) <= tolerance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facet(points: [[f32; 3]; 3], corners: [u32; 3]) -> Facet {
        Facet::new(points.map(Vec3::from_array), corners)
    }

    #[test]
    fn a_ridge_joins_and_a_valley_does_not() {
        let left = facet([[0., 0., 0.], [0., 0., 1.], [1., 0., 0.]], [0, 1, 2]);
        // The second triangle shares the edge (0,0,1)-(1,0,0); it falls away (ridge) or rises (valley).
        let ridge = facet([[0., 0., 1.], [1., -0.5, 1.], [1., 0., 0.]], [1, 3, 2]);
        let valley = facet([[0., 0., 1.], [1., 0.5, 1.], [1., 0., 0.]], [1, 3, 2]);
        assert!(left.normal.y > 0.9);
        assert!(left.may_share_piece(&ridge) && ridge.may_share_piece(&left));
        assert!(!left.may_share_piece(&valley) && !valley.may_share_piece(&left));
    }

    #[test]
    fn the_two_sides_of_a_sheet_do_not_join() {
        let up = facet([[0., 0., 0.], [0., 0., 1.], [1., 0., 0.]], [0, 1, 2]);
        let down = facet([[0., 0., 0.], [1., 0., 0.], [0., 0., 1.]], [0, 2, 1]);
        assert!(!up.may_share_piece(&down));
    }

    #[test]
    fn coplanar_neighbours_join() {
        let left = facet([[0., 0., 0.], [0., 0., 1.], [1., 0., 0.]], [0, 1, 2]);
        let right = facet([[0., 0., 1.], [1., 0., 1.], [1., 0., 0.]], [1, 3, 2]);
        assert!(left.may_share_piece(&right));
    }
}
