//! The pairs of children of two shapes that may be near each other: the descent of both trees, the nearest
//! pair first.

use glam::Vec3;

use crate::bvh::Node;
use crate::math::{Aabb, Motion, Pose};
use crate::query::compound::pending::PendingPair;
use crate::query::context::QueryContext;
use crate::query::pair::PairQueries;
use crate::query::stage::Stage;
use crate::shape::{AnyShape, Compound, HalfSpace, ShapeRef};

/// One side of a walk: the children of a compound, or one shape with its box.
#[derive(Clone, Copy)]
pub(super) struct Side<'s> {
    shape: &'s AnyShape<'s>,
    bounds: Aabb,
    is_whole: bool,
}

impl<'s> Side<'s> {
    pub fn new(shape: &'s AnyShape<'s>) -> Self {
        let bounds = match shape {
            AnyShape::Simple(shape) => shape.aabb(&Pose::IDENTITY),
            AnyShape::Compound(compound) => *compound.local_aabb(),
        };
        Side {
            shape,
            bounds,
            is_whole: false,
        }
    }

    /// A shape that is not split into children: the other side of a compound.
    pub fn whole(shape: &'s AnyShape<'s>) -> Self {
        Side {
            is_whole: true,
            ..Side::new(shape)
        }
    }

    /// A box around it in its own frame, in metres; meaningless for a half-space.
    pub fn bounds(&self) -> &Aabb {
        &self.bounds
    }

    /// The compound whose children are compared, if it is one.
    pub fn compound(&self) -> Option<&'s Compound> {
        match self.shape {
            AnyShape::Compound(compound) if !self.is_whole => Some(compound),
            _ => None,
        }
    }

    pub fn half_space(&self) -> Option<&'s HalfSpace> {
        match self.shape {
            AnyShape::Simple(ShapeRef::HalfSpace(half_space)) => Some(half_space),
            _ => None,
        }
    }

    /// A child by its number; a shape that is no compound is its own child.
    pub fn child(&self, number: u32) -> ShapeRef<'s> {
        match self.shape {
            AnyShape::Simple(shape) => *shape,
            AnyShape::Compound(compound) => compound.shape_of(number),
        }
    }

    /// The pose of a child if the whole is at `pose`.
    pub fn child_pose(&self, number: u32, pose: &Pose) -> Pose {
        match self.compound() {
            None => *pose,
            Some(compound) => compound.children()[number as usize].placed_by(pose),
        }
    }

    /// The motion of a child if the whole has this motion.
    pub fn child_motion(&self, number: u32, motion: &Motion) -> Motion {
        match self.compound() {
            None => *motion,
            Some(compound) => compound.children()[number as usize].moved_by(motion),
        }
    }

    /// An upper bound of the distance of a child's points from the origin of the whole, in metres.
    pub fn child_reach(&self, number: u32) -> f32 {
        self.compound().map_or_else(
            || self.reach(),
            |compound| reach(&compound.children()[number as usize].aabb()),
        )
    }

    /// An upper bound of the distance of its points from its origin, in metres.
    pub fn reach(&self) -> f32 {
        reach(&self.bounds)
    }

    fn node(&self, index: u32) -> Option<&'s Node<Aabb>> {
        Some(&self.compound()?.nodes()[index as usize])
    }

    fn volume(&self, index: u32) -> &Aabb {
        self.node(index).map_or(&self.bounds, |node| &node.volume)
    }

    fn first_child(&self, index: u32) -> Option<u32> {
        self.node(index)?.first_child()
    }

    /// The number of the child in a leaf.
    fn number(&self, index: u32) -> u32 {
        let leaf = self.node(index).and_then(Node::piece);
        leaf.zip(self.compound())
            .map_or(0, |(leaf, compound)| compound.child_of(leaf))
    }
}

/// A table of algorithms: it calls the function with the row for two shapes, once.
pub(crate) type Table = fn([ShapeRef<'_>; 2], &mut dyn FnMut(&dyn PairQueries));

/// Two sides, and the table that answers questions about their children.
#[derive(Clone, Copy)]
pub(super) struct Sides<'s> {
    pub each: [Side<'s>; 2],
    pub table: Table,
}

impl Sides<'_> {
    /// Calls `question` with the row of the table for two children.
    pub fn ask<R>(&self, pair: [u32; 2], question: impl FnOnce(&dyn PairQueries) -> R) -> R {
        let shapes = [0, 1].map(|i: usize| self.each[i].child(pair[i]));
        let (mut question, mut answer) = (Some(question), None);
        (self.table)(shapes, &mut |row| {
            answer = question.take().map(|question| question(row));
        });
        answer.unwrap_or_else(|| unreachable!("the table has a row for any two shapes"))
    }
}

/// The effect of a query about two children on the walk.
pub(super) struct Step {
    /// Pairs farther apart than this (m) need not be visited; if it is negative, no pair.
    pub limit: f32,
    /// The stage that decided, if the answer about the two is the best for the whole so far.
    pub decided_by: Option<Stage>,
}

/// The end of a walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum WalkEnd {
    /// All pairs were visited that could matter.
    Done,
    /// The budget was spent: all pairs that were not visited are at least this far apart, in metres.
    Cut { bound: f32 },
}

/// Two sides whose children are compared.
pub(super) struct Walk<'w> {
    pub sides: [Side<'w>; 2],
    /// A lower bound of the distance (m) or of the time of impact (s) of the contents of two boxes, each in the
    /// frame of its side; infinite if they never meet. It may depend on the limit. It is no lower for two boxes
    /// inside these.
    pub bound: &'w dyn Fn([&Aabb; 2], f32) -> f32,
}

impl Walk<'_> {
    /// Visits the pairs of children whose bound is at most the limit. Leaves the children that decided in the
    /// context, and returns the stage that did.
    pub fn run(
        &self,
        mut limit: f32,
        context: &mut QueryContext,
        mut visit: impl FnMut([u32; 2], &mut QueryContext) -> Step,
    ) -> (WalkEnd, Stage) {
        let mut stack = std::mem::take(&mut context.pending);
        stack.clear();
        let (mut decided_by, mut children) = (Stage::Tree, [0; 2]);
        let mut end = WalkEnd::Done;
        self.push(&mut stack, [0; 2], limit);
        while let Some(next) = stack.pop() {
            if next.bound > limit {
                continue;
            }
            if !context.meter.take() {
                stack.push(next);
                let bounds = stack.iter().map(|pending| pending.bound);
                let bound = bounds.fold(f32::INFINITY, f32::min);
                end = WalkEnd::Cut { bound };
                break;
            }
            context.counters.volume_tests += 1;
            if self.split(&mut stack, next.nodes, limit) {
                continue;
            }
            context.counters.volume_overlaps += 1;
            let pair = [0, 1].map(|i: usize| self.sides[i].number(next.nodes[i]));
            let step = context.part(|context| visit(pair, context));
            limit = step.limit;
            if let Some(stage) = step.decided_by {
                (children, decided_by) = (pair, stage);
            }
            if limit < 0.0 {
                break;
            }
        }
        context.pending = stack;
        context.children = children;
        (end, decided_by)
    }

    /// Replaces a pair of nodes by those below the larger one, the nearer one last; false for two leaves.
    fn split(&self, stack: &mut Vec<PendingPair>, nodes: [u32; 2], limit: f32) -> bool {
        let [a, b] = self.sides;
        let below = [a.first_child(nodes[0]), b.first_child(nodes[1])];
        let is_first_larger = || size(a.volume(nodes[0])) >= size(b.volume(nodes[1]));
        let pairs = match below {
            [None, None] => return false,
            [Some(first), Some(_)] if is_first_larger() => {
                [[first, nodes[1]], [first + 1, nodes[1]]]
            }
            [Some(first), None] => [[first, nodes[1]], [first + 1, nodes[1]]],
            [_, Some(first)] => [[nodes[0], first], [nodes[0], first + 1]],
        };
        let start = stack.len();
        (pairs.into_iter()).for_each(|pair| self.push(stack, pair, limit));
        if let [first, second] = stack[start..]
            && first.bound < second.bound
        {
            stack.swap(start, start + 1);
        }
        true
    }

    fn push(&self, stack: &mut Vec<PendingPair>, nodes: [u32; 2], limit: f32) {
        let volumes = [0, 1].map(|i: usize| self.sides[i].volume(nodes[i]));
        let bound = (self.bound)(volumes, limit);
        if bound <= limit && bound < f32::INFINITY {
            stack.push(PendingPair { nodes, bound });
        }
    }
}

/// No point of a box is farther from the origin, in metres.
fn reach(bounds: &Aabb) -> f32 {
    bounds.min.abs().max(bounds.max.abs()).length()
}

fn size(bounds: &Aabb) -> f32 {
    bounds.extents().element_sum()
}

/// Two shapes at their poses, one of them a compound or both.
#[derive(Clone, Copy)]
pub(super) struct PlacedPair<'p> {
    pub sides: Sides<'p>,
    pub poses: [&'p Pose; 2],
}

impl PlacedPair<'_> {
    /// Calls `question` with the row of the table for two children, and their poses.
    pub fn ask<R>(
        &self,
        pair: [u32; 2],
        question: impl FnOnce(&dyn PairQueries, [&Pose; 2]) -> R,
    ) -> R {
        let sides = &self.sides.each;
        let poses = [0, 1].map(|i: usize| sides[i].child_pose(pair[i], self.poses[i]));
        (self.sides).ask(pair, |row| question(row, poses.each_ref()))
    }

    /// The middle of each side's box in the world, in metres.
    pub fn middles(&self) -> [Vec3; 2] {
        [0, 1].map(|i: usize| self.poses[i].transform_point(self.sides.each[i].bounds.center()))
    }
}
