//! The phases of a step from the broad phase on, among all bodies or among the present ones.

use crate::aside::{Aside, Lists, Part};
use crate::bodies::Bodies;
use crate::body::Body;
use crate::broad_phase::NearPairs;
use crate::ccd::speculative_contacts::SpeculativeContacts;
use crate::ccd::step::{CollisionMemory, ContinuousCollision};
use crate::contact_events::ContactEvents;
use crate::islands::Islands;
use crate::joint::Joints;
use crate::manifold::contact_update::update_contacts;
use crate::pair_cache::OverlappingPairs;
use crate::settings::Settings;
use crate::solver::{SolverMemory, StepSolution};
use crate::step_context::StepContext;
use crate::supports::Supports;
use crate::timing::Phase;

/// The parts of a world that the phases use beside bodies and joints.
pub(super) struct Phases<'w> {
    pub near: &'w mut NearPairs,
    pub pairs: &'w mut OverlappingPairs,
    pub islands: &'w mut Islands,
    pub supports: &'w Supports,
    pub contact_events: &'w mut ContactEvents,
    pub solver: &'w mut SolverMemory,
    pub prediction: &'w mut SpeculativeContacts,
    pub collision: &'w mut CollisionMemory,
}

/// The end of an attempt at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attempt {
    /// The step is done.
    Done,
    /// A path may meet a body that was set aside and is present now; the pairs are those of the last step.
    Reached,
}

impl Phases<'_> {
    /// Runs the phases among the present bodies, again if they meet others, and calls `end` after each.
    pub fn run_present(
        &mut self,
        context: &mut StepContext,
        (bodies, joints): (&mut Bodies, &mut Joints),
        (aside, part): (&mut Aside, &mut Part),
        mut end: impl FnMut(Phase, &mut StepContext, &[Body], &Joints),
    ) {
        if aside.is_empty() {
            self.run(context, (bodies, joints), aside, end);
            return;
        }
        loop {
            part.take(aside, &mut self.lists(bodies, joints));
            let own = (&mut part.bodies, &mut part.joints);
            if self.run(context, own, aside, &mut end) == Attempt::Done {
                break;
            }
            part.give_up(&mut self.lists(bodies, joints));
            aside.admit(self.pairs, self.contact_events);
            context.begin_again();
        }
        part.put_back(aside, &mut self.lists(bodies, joints));
        self.near.end_part(part.bodies.places());
        aside.report(context.report);
    }

    fn lists<'l>(&'l mut self, bodies: &'l mut Bodies, joints: &'l mut Joints) -> Lists<'l> {
        Lists {
            bodies,
            joints,
            pairs: self.pairs,
            events: self.contact_events,
        }
    }

    /// Runs the phases among these bodies, and calls `end` after each.
    fn run(
        &mut self,
        context: &mut StepContext,
        (bodies, joints): (&mut Bodies, &mut Joints),
        aside: &mut Aside,
        mut end: impl FnMut(Phase, &mut StepContext, &[Body], &Joints),
    ) -> Attempt {
        let settings = context.settings;
        let share = self.near.update(settings, bodies);
        if !aside.is_empty() && self.call_near(bodies, aside) {
            return Attempt::Reached;
        }
        self.pairs.update(bodies, joints, &self.near.pairs);
        end(Phase::BroadPhase, context, &bodies.list, joints);

        update_contacts(context, bodies, self.pairs);
        end(Phase::Contacts, context, &bodies.list, joints);

        let mut solution = StepSolution {
            context,
            bodies,
            pairs: self.pairs,
            joints,
            memory: self.solver,
        };
        solution.solve(self.prediction);
        end(Phase::Solver, context, &bodies.list, joints);

        self.advance_bodies(context, bodies, joints, share);
        let reach = |boxes: &CollisionMemory, aside: &mut Aside| {
            let boxes = boxes.unlisted_boxes.iter();
            boxes.filter(|bounds| aside.call_near(bounds)).count() > 0
        };
        if !aside.is_empty() && reach(self.collision, aside) {
            self.pairs.return_to_last_step();
            return Attempt::Reached;
        }
        self.near.note_strays(&self.collision.unlisted_bodies);
        end(Phase::ContinuousCollision, context, &bodies.list, joints);

        bodies.recover_lost(context.report);
        bodies.record_displacements(settings.step, context.report);
        self.pairs.update_gap_bounds(bodies);
        joints.count_turns(&bodies.list, settings.step);
        (self.contact_events).update(settings, bodies, self.pairs, context.report);
        (self.islands).put_to_sleep(settings, bodies, self.pairs, joints, self.supports);
        (context.report).finish(context.queries, bodies, self.pairs);
        Attempt::Done
    }

    /// Makes the bodies present that a moving or new body may meet. Returns true if there are any.
    fn call_near(&self, bodies: &Bodies, aside: &mut Aside) -> bool {
        let mut any = false;
        for (body, motion) in bodies.iter() {
            if !motion.is_resting() || body.is_new {
                any |= aside.call_near(&motion.bounds);
            }
        }
        any
    }

    /// Advances all bodies through the share of the step for which the pairs are known; then they wait.
    fn advance_bodies(
        &mut self,
        context: &mut StepContext,
        bodies: &mut Bodies,
        joints: &Joints,
        share: f64,
    ) {
        let settings = context.settings;
        // With a share of 0 nothing moves.
        if share == 0.0 {
            bodies.wait(settings.step);
        }
        let moving = if share > 0.0 { share } else { 1.0 };
        let shortened = Settings {
            step: settings.step * moving,
            ..*settings
        };
        let mut collisions = ContinuousCollision {
            context: &mut StepContext {
                settings: &shortened,
                materials: context.materials,
                viewers: context.viewers,
                steps: context.steps,
                queries: &mut *context.queries,
                report: &mut *context.report,
            },
            bodies,
            pairs: self.pairs,
            joints,
            listed: &self.near.boxes,
            near: &self.near.pairs,
            contact_events: self.contact_events,
            memory: self.collision,
        };
        collisions.advance_bodies();
        if share < 1.0 {
            bodies.wait(settings.step);
        }
    }
}
