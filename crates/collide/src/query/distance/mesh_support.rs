//! The farthest point of a mesh along a direction. Its tree is descended, the farther-reaching child
//! first.

use glam::Vec3;

use crate::bounding::DistanceBounds;
use crate::budget::Meter;
use crate::bvh::Tree;
use crate::counters::Counters;
use crate::model::{AnyTree, Model, with_tree};
use crate::piece::PieceStore;

/// A vertex of a mesh and its projection on a direction, in metres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MeshSupport {
    pub along: f32,
    pub point: Vec3,
}

/// The stack, the budget and the counters of a search for support points.
pub(crate) struct SupportSearch<'q> {
    pub stack: &'q mut Vec<(u32, f32)>,
    pub meter: &'q mut Meter,
    pub counters: &'q mut Counters,
}

impl SupportSearch<'_> {
    /// The vertex of the model that lies farthest along a direction of length 1, if it lies farther
    /// than `least` metres. `Err` if the budget ended before it was known.
    pub(crate) fn farthest(
        &mut self,
        model: &Model,
        direction: Vec3,
        least: f32,
    ) -> Result<Option<MeshSupport>, BudgetSpent> {
        with_tree!(&model.tree, tree => {
            self.search(tree, &model.store, direction, least, false)
        })
    }

    /// Returns true if any vertex of the model lies farther than `limit` metres along a direction of
    /// length 1.
    pub(super) fn reaches_beyond(
        &mut self,
        model: &Model,
        direction: Vec3,
        limit: f32,
    ) -> Result<bool, BudgetSpent> {
        let found = with_tree!(&model.tree, tree => {
            self.search(tree, &model.store, direction, limit, true)
        });
        Ok(found?.is_some())
    }

    fn search<V: DistanceBounds>(
        &mut self,
        tree: &Tree<V>,
        store: &PieceStore,
        direction: Vec3,
        mut least: f32,
        any: bool,
    ) -> Result<Option<MeshSupport>, BudgetSpent> {
        let toward = V::toward(direction);
        let nodes = tree.nodes();
        let reach = |node: u32| nodes[node as usize].volume.reach(&toward);
        let mut best = None;
        self.stack.clear();
        self.count_volume_test()?;
        self.stack.push((0, reach(0)));
        while let Some((mut node, mut bound)) = self.stack.pop() {
            while bound > least {
                let Some(child) = nodes[node as usize].first_child() else {
                    if !self.meter.take() {
                        return Err(BudgetSpent);
                    }
                    self.counters.primitive_tests += 1;
                    self.counters.piece_tests += 1;
                    let piece = nodes[node as usize].piece().unwrap_or(0);
                    for point in store.vertices(store.pieces[piece as usize]) {
                        let along = direction.dot(point);
                        if along > least {
                            least = along;
                            best = Some(MeshSupport { along, point });
                        }
                    }
                    if any && best.is_some() {
                        return Ok(best);
                    }
                    break;
                };
                self.count_volume_test()?;
                self.count_volume_test()?;
                let (left, right) = (reach(child), reach(child + 1));
                let ((near, next), (far, later)) = if left >= right {
                    ((child, left), (child + 1, right))
                } else {
                    ((child + 1, right), (child, left))
                };
                if later > least {
                    self.stack.push((far, later));
                }
                (node, bound) = (near, next);
            }
        }
        Ok(best)
    }

    fn count_volume_test(&mut self) -> Result<(), BudgetSpent> {
        if !self.meter.take() {
            return Err(BudgetSpent);
        }
        self.counters.volume_tests += 1;
        Ok(())
    }
}

/// The budget is spent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BudgetSpent;
