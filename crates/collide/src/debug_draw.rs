//! Debug drawing: lines and labels with a meaning, and no colour.
//!
//! An object that can be drawn has a method `draw(&self, sink)` or similar. A sink is a renderer, a list in a
//! test, or a file. The library owns no renderer, so code without a window gets the same lines.

use glam::Vec3;
use serde::Deserialize;

use crate::math::Aabb;
use crate::params::BAR_LANE;

/// Declares the kinds of debug lines, and the list of all.
macro_rules! debug_kinds {
    ($($(#[$doc:meta])* $kind:ident,)*) => {
        /// The meaning of a debug line or label. The sink chooses colour, width and dashes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
        pub enum DebugKind {
            $($(#[$doc])* $kind,)*
        }

        impl DebugKind {
            /// All kinds.
            pub const ALL: [DebugKind; [$(stringify!($kind)),*].len()] = [$(DebugKind::$kind),*];
        }
    };
}

debug_kinds! {
    /// An edge of a triangle of a mesh.
    Wireframe,
    /// The border of a grid cell of the broad phase that holds no body.
    Cell,
    /// The border of a grid cell that holds a body.
    OccupiedCell,
    /// The bounds of a body.
    Bounds,
    /// The interval of a body along an axis on which the broad phase sorts bodies.
    Interval,
    /// A pair that the broad phase compared and rejected: the boxes are apart.
    PairRejected,
    /// A pair that the broad phase accepted and the narrow phase found disjoint.
    PairTested,
    /// A pair that the narrow phase found in contact.
    PairHit,
    /// A pair whose test was stopped by its budget.
    PairCut,
    /// A bounding volume of an inner node.
    Volume,
    /// A bounding volume of a leaf.
    VolumeLeaf,
    /// A bounding volume that a query proved to be apart from all volumes that it was tested with.
    VolumeApart,
    /// A line from the volume of a node to that of a child that a query visited.
    NodeLink,
    /// The direction along which two volumes are apart.
    SeparatingAxis,
    /// The border of a convex piece.
    Piece,
    /// A contact point.
    Contact,
    /// A contact point of a short time ago.
    PastContact,
    /// A contact normal.
    Normal,
    /// The impulse of an impact.
    Impulse,
    /// The cone around a normal in which a contact's force lies.
    FrictionCone,
    /// A velocity.
    Velocity,
    /// The place that a body which steers itself is bound for.
    Goal,
    /// A force.
    Force,
    /// A body at an instant of a sweep.
    Sweep,
    /// A body where a sweep ended.
    SweepEnd,
    /// A body at an instant that no step has reached yet, if nothing disturbs it.
    LookAhead,
    /// The nearest points of two bodies.
    Nearest,
    /// The body in focus.
    Focus,
    /// The cost of a body: labels only.
    Cost,
}

/// The prominence of the following lines among others of their kind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum DebugTone {
    /// The usual look of the kind.
    #[default]
    Plain,
    /// In the background.
    Faint,
    /// One of many similar items, by its number: it should differ in look from its neighbours.
    Number(u32),
}

/// Receives the lines and labels of a debug view, in world coordinates (metres).
pub trait DebugSink {
    /// A straight line from `a` to `b`.
    fn line(&mut self, a: Vec3, b: Vec3, kind: DebugKind);

    /// A label at a place.
    fn text(&mut self, at: Vec3, text: &str, kind: DebugKind);

    /// Sets the tone of the following lines and labels. Sinks without tones do nothing.
    fn tone(&mut self, _tone: DebugTone) {}
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

/// Draws the intervals of boxes along an axis (0 to 2) as bars beside all of them: on the floor, or upright
/// for the axis y. Overlapping bars lie in different lanes, so that they appear side by side.
pub fn draw_sorted_axis(boxes: &[Aabb], axis: usize, sink: &mut dyn DebugSink) {
    let Some(first) = boxes.first() else {
        return;
    };
    let all = boxes.iter().fold(*first, |all, one| all.union(*one));
    let aside = if axis == 2 { Vec3::X } else { Vec3::Z };
    let base = Vec3::new(all.min.x, 0.0, all.min.z);
    let mut head = base - aside * (2.0 * BAR_LANE);
    head[axis] = all.max[axis] + BAR_LANE;
    let name = ["axis x", "axis y (up)", "axis z"][axis.min(2)];
    sink.text(head, name, DebugKind::Interval);
    let mut order: Vec<&Aabb> = boxes.iter().collect();
    order.sort_by(|a, b| a.min[axis].total_cmp(&b.min[axis]));
    // The end of the last bar in each lane.
    let mut lanes: Vec<f32> = Vec::new();
    for body in order {
        let free = lanes.iter().position(|end| *end < body.min[axis]);
        let lane = free.unwrap_or(lanes.len());
        match lanes.get_mut(lane) {
            Some(end) => *end = body.max[axis],
            None => lanes.push(body.max[axis]),
        }
        let beside = base - aside * (BAR_LANE * (lane as f32 + 2.0));
        let at = |along: f32| {
            let mut place = beside;
            place[axis] = along;
            place
        };
        sink.line(at(body.min[axis]), at(body.max[axis]), DebugKind::Interval);
    }
}

/// A sink that keeps all lines and labels, for tests and for callers without a window.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DebugList {
    /// The lines, in the order of drawing.
    pub lines: Vec<(Vec3, Vec3, DebugKind)>,
    /// The labels, in the order of drawing.
    pub texts: Vec<(Vec3, String, DebugKind)>,
}

impl DebugList {
    /// The number of lines of one kind.
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
    fn bars_that_overlap_lie_in_different_lanes_and_others_share_one() {
        let at = |x: f32| Aabb::from_center(Vec3::new(x, 0.5, 0.0), Vec3::splat(0.5));
        let mut list = DebugList::default();
        // The bars reach from -0.5 to 0.5, from 0.2 to 1.2, and from 2.5 to 3.5.
        draw_sorted_axis(&[at(3.0), at(0.0), at(0.7)], 0, &mut list);
        let ends: Vec<[f32; 2]> = list.lines.iter().map(|(a, b, _)| [a.x, b.x]).collect();
        assert_eq!(ends, [[-0.5, 0.5], [0.7 - 0.5, 0.7 + 0.5], [2.5, 3.5]]);
        let lanes: Vec<f32> = list
            .lines
            .iter()
            .map(|(a, b, _)| (a.z + b.z) * 0.5)
            .collect();
        assert!(lanes[0] == lanes[2] && (lanes[0] - lanes[1] - BAR_LANE).abs() < 1e-6);
        // All lanes lie beside the bodies, which begin at -0.5.
        assert!(lanes.iter().all(|z| *z < -0.5));
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
