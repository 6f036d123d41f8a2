//! The support points of a compound, by a descent of its tree, the higher child first.

use glam::DVec3;

use crate::math::{Aabb, Placement};
use crate::model::Model;
use crate::shape::compound::{Child, Compound};
use crate::shape::support_map::corners;
use crate::shape::{BoundedShape, ShapeRef, SupportMap};

/// The child that reaches farthest along a direction so far.
struct Farthest {
    direction: DVec3,
    number: u32,
    point: DVec3,
    height: f64,
}

impl Compound {
    /// The number of the child with the farthest point along a direction of length 1, and that point. For a
    /// large mesh without a known hull, a corner of its box takes the place of its farthest point.
    ///
    /// `near` is the number of a likely child, such as the last answer: the search begins there.
    pub(crate) fn farthest(&self, direction: DVec3, near: u32) -> (u32, DVec3) {
        let mut best = Farthest {
            direction,
            number: 0,
            point: DVec3::ZERO,
            height: f64::NEG_INFINITY,
        };
        let near = if (near as usize) < self.children.len() {
            near
        } else {
            0
        };
        self.compare(near, &mut best);
        self.climb(0, &mut best);
        (best.number, best.point)
    }

    /// Compares the children below a node of the tree.
    fn climb(&self, node: u32, best: &mut Farthest) {
        let node = &self.nodes()[node as usize];
        if height_of_box(&node.volume, best.direction) <= best.height {
            return;
        }
        let Some(first) = node.first_child() else {
            if let Some(leaf) = node.piece() {
                self.compare(self.child_of(leaf), best);
            }
            return;
        };
        let height = |node: u32| height_of_box(&self.nodes()[node as usize].volume, best.direction);
        let order = match height(first) >= height(first + 1) {
            true => [first, first + 1],
            false => [first + 1, first],
        };
        order.into_iter().for_each(|node| self.climb(node, best));
    }

    fn compare(&self, number: u32, best: &mut Farthest) {
        let point = self.children[number as usize].support(best.direction);
        let height = point.dot(best.direction);
        if height > best.height {
            (best.number, best.point, best.height) = (number, point, height);
        }
    }
}

/// The greatest coordinate of a box's points along a direction.
fn height_of_box(bounds: &Aabb, direction: DVec3) -> f64 {
    let farther = |axis: usize| {
        let (low, high) = (f64::from(bounds.min[axis]), f64::from(bounds.max[axis]));
        (low * direction[axis]).max(high * direction[axis])
    };
    farther(0) + farther(1) + farther(2)
}

impl SupportMap for Compound {
    fn support(&self, direction: DVec3) -> DVec3 {
        self.farthest(direction.normalize(), 0).1
    }
}

impl Child {
    /// Its point farthest along a direction of length 1, both in the compound's frame.
    fn support(&self, direction: DVec3) -> DVec3 {
        let placement = Placement::from(&self.pose);
        let local = placement.rotation.conjugate() * direction;
        let point = match self.simple() {
            ShapeRef::Bounded(BoundedShape::Mesh(model)) => mesh_support(model, local),
            ShapeRef::Bounded(shape) => shape.as_convex().map_or(DVec3::ZERO, |solid| {
                solid.support(local) + local * solid.margin()
            }),
            // A half-space cannot be a child.
            ShapeRef::HalfSpace(_) => DVec3::ZERO,
        };
        placement.point(point)
    }
}

/// The corner of a mesh's hull, or of its box if the hull is not known, that is farthest along a direction.
fn mesh_support(model: &Model, direction: DVec3) -> DVec3 {
    let higher = |best: DVec3, next: DVec3| match next.dot(direction) > best.dot(direction) {
        true => next,
        false => best,
    };
    let bounds = model.local_aabb();
    let all = corners([bounds.min.as_dvec3(), bounds.max.as_dvec3()]);
    let hull = model.hull.corners().reduce(higher);
    hull.or_else(|| all.into_iter().reduce(higher))
        .unwrap_or(all[0])
}
