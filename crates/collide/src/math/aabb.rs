//! Axis-aligned boxes.

use glam::Vec3;

/// An axis-aligned box, both corners included: boxes that share a single point overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// The corner with the least coordinates, in metres.
    pub min: Vec3,
    /// The corner with the greatest coordinates, in metres.
    pub max: Vec3,
}

impl Aabb {
    /// The empty box: every union with it gives the other box.
    pub const EMPTY: Aabb = Aabb {
        min: Vec3::INFINITY,
        max: Vec3::NEG_INFINITY,
    };

    /// A box from its two corners.
    pub const fn new(min: Vec3, max: Vec3) -> Self {
        Aabb { min, max }
    }

    /// The box with the given middle and half edge lengths.
    pub fn from_center(center: Vec3, half_extents: Vec3) -> Self {
        Aabb::new(center - half_extents, center + half_extents)
    }

    /// The smallest box around the points; [`Aabb::EMPTY`] if there are none.
    pub fn from_points(points: impl IntoIterator<Item = Vec3>) -> Self {
        points
            .into_iter()
            .fold(Aabb::EMPTY, |bounds, point| bounds.including(point))
    }

    /// This box grown to hold `point`.
    #[must_use]
    pub fn including(self, point: Vec3) -> Self {
        Aabb::new(self.min.min(point), self.max.max(point))
    }

    /// The smallest box that holds both.
    #[must_use]
    pub fn union(self, other: Aabb) -> Self {
        Aabb::new(self.min.min(other.min), self.max.max(other.max))
    }

    /// This box with every face moved outwards by `margin` metres.
    #[must_use]
    pub fn expanded(self, margin: f32) -> Self {
        Aabb::new(self.min - margin, self.max + margin)
    }

    /// True if the boxes share a point. Touching counts.
    pub fn overlaps(&self, other: &Aabb) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// True if the point lies inside or on the border.
    pub fn contains(&self, point: Vec3) -> bool {
        self.min.cmple(point).all() && point.cmple(self.max).all()
    }

    /// The middle.
    pub fn center(&self) -> Vec3 {
        self.min * 0.5 + self.max * 0.5
    }

    /// Half the edge lengths.
    pub fn half_extents(&self) -> Vec3 {
        self.max * 0.5 - self.min * 0.5
    }

    /// The edge lengths.
    pub fn extents(&self) -> Vec3 {
        self.max - self.min
    }

    /// The area of all six faces, in square metres.
    pub fn surface_area(&self) -> f32 {
        let e = self.extents();
        2.0 * (e.x * e.y + e.y * e.z + e.z * e.x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_that_share_one_corner_overlap() {
        let a = Aabb::new(Vec3::ZERO, Vec3::ONE);
        let b = Aabb::new(Vec3::ONE, Vec3::splat(2.0));
        assert!(a.overlaps(&b) && b.overlaps(&a));
        assert!(!a.overlaps(&Aabb::new(Vec3::splat(1.0001), Vec3::splat(2.0))));
    }

    #[test]
    fn the_empty_box_is_neutral_in_a_union_and_overlaps_nothing() {
        let a = Aabb::from_center(Vec3::X, Vec3::ONE);
        assert_eq!(Aabb::EMPTY.union(a), a);
        assert!(!Aabb::EMPTY.overlaps(&a));
    }

    #[test]
    fn area_of_a_known_box() {
        let a = Aabb::new(Vec3::ZERO, Vec3::new(1.0, 2.0, 3.0));
        assert_eq!(a.surface_area(), 22.0);
    }
}
