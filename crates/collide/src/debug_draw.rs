//! Debug drawing: lines and labels with a meaning, and no colour.
//!
//! What can be drawn has a method `draw(&self, sink)` or the like. A sink is a renderer, a list in
//! a test, or a file. The library owns no renderer, so code without a window gets the same lines.

use glam::Vec3;

use crate::math::Aabb;

/// What a debug line or label means. The sink chooses colour, width and dashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DebugKind {
    /// An edge of a triangle of a mesh.
    Wireframe,
    /// The border of a grid cell of the broad phase that holds no body.
    Cell,
    /// The border of a grid cell that holds a body.
    OccupiedCell,
    /// The bounds of a body.
    Bounds,
    /// A pair that the narrow phase tested and found disjoint.
    PairTested,
    /// A pair that the narrow phase found in contact.
    PairHit,
    /// A pair whose test was stopped by its budget.
    PairCut,
    /// A bounding volume of an inner node.
    Volume,
    /// A bounding volume of a leaf.
    VolumeLeaf,
    /// The border of a convex piece.
    Piece,
    /// A contact point.
    Contact,
    /// A contact normal.
    Normal,
    /// A velocity.
    Velocity,
    /// Where a body that steers itself is bound for.
    Goal,
    /// A force or an impulse.
    Force,
    /// A body at an instant of a sweep.
    Sweep,
    /// A body where a sweep ended.
    SweepEnd,
    /// The nearest points of two bodies.
    Nearest,
}

/// Receives the lines and labels of a debug view, in world coordinates (metres).
pub trait DebugSink {
    /// A straight line from `a` to `b`.
    fn line(&mut self, a: Vec3, b: Vec3, kind: DebugKind);

    /// A label at a place.
    fn text(&mut self, at: Vec3, text: &str, kind: DebugKind);
}

/// Draws the twelve edges of a box.
pub fn draw_aabb(bounds: &Aabb, sink: &mut dyn DebugSink, kind: DebugKind) {
    let corner = |bits: usize| {
        Vec3::new(
            if bits & 1 == 0 {
                bounds.min.x
            } else {
                bounds.max.x
            },
            if bits & 2 == 0 {
                bounds.min.y
            } else {
                bounds.max.y
            },
            if bits & 4 == 0 {
                bounds.min.z
            } else {
                bounds.max.z
            },
        )
    };
    for from in 0..8 {
        for bit in [1, 2, 4] {
            if from & bit == 0 {
                sink.line(corner(from), corner(from | bit), kind);
            }
        }
    }
}

/// Draws the outline of the rectangle between two corners, on the plane `y = height`.
pub fn draw_floor_rectangle(
    min: Vec3,
    max: Vec3,
    height: f32,
    sink: &mut dyn DebugSink,
    kind: DebugKind,
) {
    let corners = [
        Vec3::new(min.x, height, min.z),
        Vec3::new(max.x, height, min.z),
        Vec3::new(max.x, height, max.z),
        Vec3::new(min.x, height, max.z),
    ];
    for i in 0..4 {
        sink.line(corners[i], corners[(i + 1) % 4], kind);
    }
}

/// A sink that keeps all lines and labels: for tests and for callers without a window.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DebugList {
    /// The lines, in the order of drawing.
    pub lines: Vec<(Vec3, Vec3, DebugKind)>,
    /// The labels, in the order of drawing.
    pub texts: Vec<(Vec3, String, DebugKind)>,
}

impl DebugList {
    /// How many lines of one kind there are.
    pub fn count(&self, kind: DebugKind) -> usize {
        self.lines.iter().filter(|line| line.2 == kind).count()
    }
}

impl DebugSink for DebugList {
    fn line(&mut self, a: Vec3, b: Vec3, kind: DebugKind) {
        self.lines.push((a, b, kind));
    }

    fn text(&mut self, at: Vec3, text: &str, kind: DebugKind) {
        self.texts.push((at, text.to_owned(), kind));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_has_twelve_edges_each_along_one_axis() {
        let mut list = DebugList::default();
        let bounds = Aabb::new(Vec3::ZERO, Vec3::new(1.0, 2.0, 3.0));
        draw_aabb(&bounds, &mut list, DebugKind::Bounds);
        assert_eq!(list.count(DebugKind::Bounds), 12);
        let total: f32 = list.lines.iter().map(|(a, b, _)| a.distance(*b)).sum();
        assert_eq!(total, 4.0 * (1.0 + 2.0 + 3.0));
    }

    #[test]
    fn a_floor_rectangle_is_closed_and_lies_at_its_height() {
        let mut list = DebugList::default();
        let (min, max) = (Vec3::new(-1.0, 5.0, -2.0), Vec3::new(1.0, 9.0, 2.0));
        draw_floor_rectangle(min, max, 0.0, &mut list, DebugKind::Cell);
        assert_eq!(list.lines.len(), 4);
        for i in 0..4 {
            assert_eq!(list.lines[i].1, list.lines[(i + 1) % 4].0);
            assert_eq!(list.lines[i].0.y, 0.0);
        }
    }
}
