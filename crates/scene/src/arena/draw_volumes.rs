//! The tree view: the bounding volumes of one level, or those that a query of a pair visited.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::Vec3;

use dodgem_collide::math::Pose;
use dodgem_collide::{DebugKind, DebugSink, Model, Shape};

use crate::arena::debug_draw::each_actor;
use crate::arena::{Arena, Focus, PairTrace, Views};
use crate::params::SEPARATING_AXES_DRAWN;

/// Result of a query for one node of one of two trees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VisitedNode {
    /// Its number in its tree; 0 is the root.
    pub node: u32,
    /// The number of its parent; the root is its own parent.
    pub parent: u32,
    /// True if it is separated from every volume of the other body that it was tested against.
    pub apart: bool,
    /// If so, the separating direction of the last test (a unit vector in the world) and the gap along it in
    /// metres.
    pub axis: Option<(Vec3, f32)>,
}

/// The nodes of one tree that a query visited.
#[derive(Clone, Debug)]
pub struct VisitedTree {
    /// Model that the tree belongs to.
    pub model: Arc<Model>,
    /// Pose of the body when the sweep ended.
    pub pose: Pose,
    /// The visited nodes, each once, in ascending order.
    pub nodes: Vec<VisitedNode>,
}

impl PairTrace {
    /// Returns the nodes of both trees that the query visited; None if one of the two has no tree.
    pub fn visited(&self, arena: &Arena) -> Option<[VisitedTree; 2]> {
        let [one, other] = self.bodies.map(|id| arena.world().body(id));
        let bodies = [one?, other?];
        let poses = self.poses(bodies, self.end());
        let turn = poses[0].rotation();
        let mut out = [0, 1].map(|side: usize| {
            let Shape::Mesh(model) = bodies[side].shape() else {
                return None;
            };
            let parents = model.node_parents();
            let mut nodes: BTreeMap<u32, VisitedNode> = BTreeMap::new();
            for visit in &self.tree.nodes {
                let node = visit.nodes[side];
                let away = if side == 0 {
                    visit.direction
                } else {
                    -visit.direction
                };
                let axis = visit.apart.then(|| (turn * away, visit.gap));
                let known = nodes.entry(node).or_insert(VisitedNode {
                    node,
                    parent: parents.get(node as usize).copied().unwrap_or(0),
                    apart: true,
                    axis: None,
                });
                known.apart &= visit.apart;
                known.axis = axis.or(known.axis);
            }
            let nodes = nodes.into_values();
            let nodes = nodes.map(|node| VisitedNode {
                axis: node.axis.filter(|_| node.apart),
                ..node
            });
            Some(VisitedTree {
                model: Arc::clone(model),
                pose: poses[side],
                nodes: nodes.collect(),
            })
        });
        Some([out[0].take()?, out[1].take()?])
    }
}

pub(super) fn draw_trees(arena: &Arena, views: &Views, sink: &mut dyn DebugSink) {
    let pair = views.focus.as_ref().and_then(Focus::pair);
    let trace = pair.and_then(|pair| arena.pair_trace(pair));
    let visited = trace.and_then(|trace| trace.visited(arena));
    let Some(visited) = visited else {
        each_actor(arena, views, sink, |actor, sink| {
            (actor.model).draw_volumes(&actor.pose, views.tree_level, sink);
        });
        return;
    };
    visited.iter().for_each(|tree| draw_visited(tree, sink));
}

/// Draws the nodes of one tree that a query visited, a line from each parent to its children, and the last
/// separating axes.
fn draw_visited(tree: &VisitedTree, sink: &mut dyn DebugSink) {
    let VisitedTree { model, pose, nodes } = tree;
    let center = |node: u32| model.node_center(node).map(|at| pose.transform_point(at));
    let mut axes: Vec<(Vec3, Vec3, f32)> = Vec::new();
    for visited in nodes {
        let kind = match (visited.apart, model.is_leaf(visited.node)) {
            (true, _) => DebugKind::VolumeApart,
            (false, true) => DebugKind::VolumeLeaf,
            (false, false) => DebugKind::Volume,
        };
        model.draw_node(pose, visited.node, kind, sink);
        let (Some(here), Some(parent)) = (center(visited.node), center(visited.parent)) else {
            continue;
        };
        if visited.node != visited.parent {
            sink.line(parent, here, DebugKind::NodeLink);
        }
        if let Some((direction, gap)) = visited.axis {
            axes.push((here, direction, gap));
        }
    }
    // Only the narrowest gaps, where the query had to look closely.
    axes.sort_by(|a, b| a.2.total_cmp(&b.2));
    for (at, direction, gap) in axes.into_iter().take(SEPARATING_AXES_DRAWN) {
        let half = (0.5 * gap).clamp(0.05, 0.4);
        sink.line(at, at + direction * (2.0 * half), DebugKind::SeparatingAxis);
    }
}
