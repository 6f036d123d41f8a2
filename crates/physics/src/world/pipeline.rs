//! One step of the world, phase by phase.

use crate::aside::Settled;
use crate::body::Body;
use crate::forces::apply_gravity_and_drag;
use crate::islands::RestingWorld;
use crate::joint::Joints;
use crate::report::StepReport;
use crate::step_context::StepContext;
use crate::step_forces::Forces;
use crate::timing::{Phase, Stopwatch};
use crate::world::phases::Phases;
use crate::world::questions::state_hash;
use crate::world::stillness::still_steps;
use crate::world::{StepMemory, World};

impl World {
    /// Simulates one step and returns its report.
    pub fn step(&mut self) -> &StepReport {
        if !self.step_still() {
            self.take_step(|_| {});
        }
        &self.report
    }

    /// [`World::step`] with forces that depend on the motion of bodies in this very step: `push` is called once,
    /// before gravity and the air act. It may push any body at any time, so no such step is cut short because
    /// everything sleeps.
    pub fn step_with(&mut self, push: impl FnOnce(&mut Forces)) -> &StepReport {
        self.take_step(push);
        self.disturb();
        &self.report
    }

    /// True if bodies may be set aside: a hash of a phase is that of all bodies, and the schedule of a limited
    /// budget counts them.
    fn may_set_aside(&self) -> bool {
        !self.frame.hashes_phases && self.settings.work_per_step == u64::MAX
    }

    fn take_step(&mut self, push: impl FnOnce(&mut Forces)) {
        let hashes = self.frame.hashes_phases;
        let mut watch = Stopwatch::start(self.frame.clock);
        let mut end = |phase, context: &mut StepContext, bodies: &[Body], joints: &Joints| {
            context.report.times.add(phase, watch.lap());
            if hashes {
                context.report.phase_hashes[phase as usize] =
                    state_hash(context.steps, bodies, joints);
            }
        };
        let may_set_aside = self.may_set_aside();
        let World {
            settings,
            materials,
            bodies,
            aside,
            part,
            near,
            pairs,
            islands,
            supports,
            joints,
            contact_events,
            report,
            steps,
            still_steps: still,
            frame,
            memory,
            asking: _,
        } = self;
        let StepMemory {
            queries,
            along_x,
            solver,
            prediction,
            collision,
        } = memory;
        report.clear();
        let materials_change = materials.take_change();
        if materials_change || !may_set_aside {
            aside.call_all();
        }
        aside.call_supports(supports.of(bodies), bodies);
        aside.admit(pairs, contact_events);
        if materials_change {
            pairs.take_over_materials(materials, &mut bodies.list);
            supports.wake_all(bodies);
        }
        queries.begin(frame.time_left.unwrap_or(settings.work_per_step), settings);
        let mut step = StepContext {
            settings,
            materials,
            viewers: &frame.viewers,
            steps: *steps,
            queries,
            report,
        };
        let context = &mut step;

        aside.list_joints(joints, bodies);
        let resting = RestingWorld {
            settings,
            aside,
            pairs,
            joints,
            supports,
        };
        islands.wake(&resting, bodies);
        along_x.begin();
        supports.clear();
        push(&mut Forces {
            context,
            bodies,
            along_x,
            aside,
            supports,
        });
        aside.call_supports(supports.of(bodies), bodies);
        aside.admit(pairs, contact_events);
        apply_gravity_and_drag(settings, aside, bodies);
        end(Phase::Forces, context, &bodies.list, joints);

        let mut phases = Phases {
            near,
            pairs,
            islands,
            supports,
            contact_events,
            solver,
            prediction,
            collision,
        };
        phases.run_present(context, (bodies, joints), (aside, part), &mut end);
        if may_set_aside {
            let settled = Settled {
                bodies,
                joints,
                near: &phases.near.pairs,
            };
            aside.note_supports(supports.of(bodies));
            aside.end_step(&settled, phases.pairs, phases.contact_events);
        }
        context.steps += 1;
        *steps = context.steps;
        *still = still_steps(*still, bodies, aside);
        if let Some(left) = &mut frame.time_left {
            *left = context.queries.left;
        }
        end(Phase::Islands, context, &bodies.list, joints);
    }
}
