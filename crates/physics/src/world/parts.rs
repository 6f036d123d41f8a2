//! The parts of a world, for tests of their functions.

use crate::aside::Aside;
use crate::bodies::Bodies;
use crate::bodies_along_x::BodiesAlongX;
use crate::broad_phase::NearPairs;
use crate::ccd::pair::{PairSweep, ask_about};
use crate::contact_events::ContactEvents;
use crate::joint::Joints;
use crate::pair_cache::OverlappingPairs;
use crate::solver::SolverMemory;
use crate::step_context::StepContext;
use crate::world::World;
use dodgem_collide::broad_phase::Pair;

/// The parts of a world between two steps.
pub(crate) struct Parts<'w> {
    pub context: StepContext<'w>,
    pub bodies: &'w mut Bodies,
    pub near: &'w mut NearPairs,
    pub pairs: &'w mut OverlappingPairs,
    pub joints: &'w mut Joints,
    pub contact_events: &'w mut ContactEvents,
    pub along_x: &'w mut BodiesAlongX,
    pub aside: &'w mut Aside,
    pub solver: &'w SolverMemory,
}

impl Parts<'_> {
    /// The parts of a world.
    pub(crate) fn of(world: &mut World) -> Parts<'_> {
        Parts {
            context: StepContext {
                settings: &world.settings,
                materials: &world.materials,
                viewers: &world.frame.viewers,
                steps: world.steps,
                queries: &mut world.memory.queries,
                report: &mut world.report,
            },
            bodies: &mut world.bodies,
            near: &mut world.near,
            pairs: &mut world.pairs,
            joints: &mut world.joints,
            contact_events: &mut world.contact_events,
            along_x: &mut world.memory.along_x,
            aside: &mut world.aside,
            solver: &world.memory.solver,
        }
    }

    /// Finds the pairs of a step as the step itself does.
    pub(crate) fn find_pairs(&mut self) {
        self.near.update(self.context.settings, self.bodies);
        self.pairs
            .update(self.bodies, self.joints, &self.near.pairs);
    }

    /// Runs a function on the sweep of a pair.
    pub(crate) fn ask_about<R>(&mut self, pair: Pair, ask: impl FnOnce(&mut PairSweep) -> R) -> R {
        let known = self.pairs.find(pair);
        ask_about(pair, known, &mut self.context, self.bodies, self.pairs, ask)
    }
}
