//! One step of the world, phase by phase.

use crate::ccd::step::ContinuousCollision;
use crate::forces::apply_gravity_and_drag;
use crate::manifold::contact_update::update_contacts;
use crate::report::StepReport;
use crate::settings::Settings;
use crate::solver::StepSolution;
use crate::step_context::StepContext;
use crate::step_forces::Forces;
use crate::timing::{Phase, Stopwatch};
use crate::vehicle::{Vehicle, VehicleId};
use crate::world::questions::state_hash;
use crate::world::stillness::still_steps;
use crate::world::{StepMemory, World};

impl World {
    /// Simulates one step and returns its report.
    pub fn step(&mut self) -> &StepReport {
        self.step_with(|_, _, _| {})
    }

    /// [`World::step`] with forces that depend on the motion of bodies in this very step: `push` is called
    /// for each vehicle once its wheels have pushed it.
    pub fn step_with(
        &mut self,
        mut push: impl FnMut(&mut Forces, VehicleId, &Vehicle),
    ) -> &StepReport {
        if self.step_still() {
            return &self.report;
        }
        let World {
            settings,
            materials,
            bodies,
            near,
            pairs,
            islands,
            vehicles,
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
        let mut watch = Stopwatch::start(frame.clock);
        report.clear();
        if materials.take_change() {
            pairs.take_over_materials(materials, &mut bodies.list);
            vehicles
                .iter()
                .for_each(|(_, vehicle)| vehicle.wake(bodies));
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
        let hashes = frame.hashes_phases;
        let mut end = |phase, context: &mut StepContext, bodies: &_, joints: &_| {
            context.report.times.add(phase, watch.lap());
            if hashes {
                context.report.phase_hashes[phase as usize] =
                    state_hash(context.steps, bodies, joints);
            }
        };

        islands.wake(settings, bodies, pairs, joints, vehicles);
        if !vehicles.is_empty() {
            along_x.sort(&bodies.motions, vehicles.len());
        }
        let mut forces = Forces {
            context,
            bodies,
            along_x,
        };
        for (id, vehicle) in vehicles.iter_mut() {
            // The body exists, because its vehicles are removed with it.
            if vehicle.apply_forces(&mut forces).is_ok() {
                push(&mut forces, VehicleId(id), vehicle);
            }
        }
        apply_gravity_and_drag(settings, bodies);
        end(Phase::Forces, context, &bodies.list, joints);

        let share = near.update(settings, bodies);
        pairs.update(bodies, joints, &near.pairs);
        end(Phase::BroadPhase, context, &bodies.list, joints);

        update_contacts(context, bodies, pairs);
        end(Phase::Contacts, context, &bodies.list, joints);

        let mut solution = StepSolution {
            context,
            bodies,
            pairs,
            joints,
            memory: solver,
        };
        solution.solve(prediction);
        end(Phase::Solver, context, &bodies.list, joints);

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
            pairs,
            joints,
            listed: &near.boxes,
            near: &near.pairs,
            contact_events,
            memory: collision,
        };
        collisions.advance_bodies();
        if share < 1.0 {
            bodies.wait(settings.step);
        }
        near.note_strays(&collision.unlisted_bodies);
        end(Phase::ContinuousCollision, context, &bodies.list, joints);

        bodies.recover_lost(context.report);
        bodies.record_displacements(settings.step, context.report);
        pairs.update_gap_bounds(bodies);
        joints.count_turns(&bodies.list, settings.step);
        contact_events.update(settings, bodies, pairs, context.report);
        islands.put_to_sleep(settings, bodies, pairs, joints, vehicles);
        context.report.finish(context.queries, bodies, pairs);
        context.steps += 1;
        *steps = context.steps;
        *still = still_steps(*still, bodies, vehicles);
        if let Some(left) = &mut frame.time_left {
            *left = context.queries.left;
        }
        end(Phase::Islands, context, &bodies.list, joints);
        &self.report
    }
}
