//! The solver's door: contacts and forces change the velocities of all bodies that touch something.
//!
//! Contacts are where bodies are near each other as the step begins. In a crowd the paths that follow from
//! the solution may lead to others: a [`ContactPrediction`] adds those, and all are solved again from the
//! start.

use glam::DVec3;

use crate::bodies::Bodies;
use crate::body_motion::BodyMotion;
use crate::pair_cache::OverlappingPairs;
use crate::params::{LEAST_PATH_DISTANCE, LEAST_SUBSTEPS, SPECULATIVE_ROUNDS};
use crate::reserve::{Reserved, reserve};
use crate::settings::Settings;
use crate::solver::{
    ContactProblem, SelectedContacts, SolvedMotion, Solver, SolverBody, SolverParameters,
};
use crate::step_context::StepContext;

/// A rule that finds contacts that the solved paths would bring.
pub(crate) trait ContactPrediction {
    /// Looks at all bodies before contacts are solved. Returns whether there is anything to predict.
    fn begin(&mut self, settings: &Settings, bodies: &Bodies, pairs: &OverlappingPairs) -> bool;

    /// Adds contacts that the paths as they are solved now would bring. Returns whether there were any.
    fn add(
        &mut self,
        context: &mut StepContext,
        bodies: &mut Bodies,
        pairs: &mut OverlappingPairs,
    ) -> bool;
}

/// The solver and its memory, used again in every step.
#[derive(Clone, Debug, Default)]
pub(crate) struct SolverMemory {
    solver: Solver,
    /// All bodies as the step begins.
    pub(super) bodies: Vec<SolverBody>,
    /// The contacts that are solved.
    pub(super) selected: SelectedContacts,
    /// Velocity, angular momentum and motion of all bodies before the contacts are solved.
    before: Vec<(DVec3, DVec3, BodyMotion)>,
}

impl SolverMemory {
    /// Makes room for so many of each.
    pub fn reserve(&mut self, counts: &Reserved) {
        let Reserved {
            bodies,
            pairs,
            contacts,
            ..
        } = *counts;
        reserve(&mut self.bodies, bodies);
        reserve(&mut self.before, bodies);
        self.selected.reserve(bodies, pairs, contacts);
        self.solver.reserve(bodies, pairs, contacts);
    }
}

/// The solution of one step, with all that it reads and changes.
pub(crate) struct StepSolution<'s, 'c> {
    pub context: &'s mut StepContext<'c>,
    pub bodies: &'s mut Bodies,
    pub pairs: &'s mut OverlappingPairs,
    pub memory: &'s mut SolverMemory,
}

impl StepSolution<'_, '_> {
    /// Solves all contacts, and those that `prediction` adds.
    pub fn solve(&mut self, prediction: &mut impl ContactPrediction) {
        self.init_solver_bodies();
        self.count_neighbours();
        if !prediction.begin(self.context.settings, self.bodies, self.pairs) {
            return self.solve_once();
        }
        self.remember_motions();
        self.solve_once();
        for _ in 0..SPECULATIVE_ROUNDS {
            if !prediction.add(self.context, self.bodies, self.pairs) {
                break;
            }
            self.forget_solution();
            self.solve_once();
        }
    }

    /// Takes over how all bodies move.
    fn init_solver_bodies(&mut self) {
        let solver_bodies = &mut self.memory.bodies;
        solver_bodies.clear();
        for (body, motion) in self.bodies.iter() {
            let mut solver_body = if motion.is_resting() && body.is_dynamic() {
                SolverBody::immovable(body.center)
            } else {
                SolverBody::new(body)
            };
            solver_body.acceleration = motion.forces.acting;
            solver_body.up = -motion.forces.acting.normalize_or_zero();
            solver_bodies.push(solver_body);
        }
    }

    fn remember_motions(&mut self) {
        let before = &mut self.memory.before;
        before.clear();
        let all = self.bodies.iter();
        before.extend(all.map(|(body, motion)| (body.velocity, body.angular_momentum, *motion)));
    }

    fn forget_solution(&mut self) {
        for ((body, motion), before) in self.bodies.iter_mut().zip(&self.memory.before) {
            (body.velocity, body.angular_momentum, *motion) = *before;
        }
    }

    /// Lets contacts and forces change the velocities of the bodies that touch something. The
    /// others keep theirs, and their acceleration.
    fn solve_once(&mut self) {
        self.select_contacts();
        let SolverMemory {
            solver,
            bodies: solver_bodies,
            selected,
            ..
        } = &mut *self.memory;
        let settings = self.context.settings;
        let parameters = SolverParameters {
            step: settings.step,
            skin: settings.skin,
            slop: settings.slop(),
            hard: settings.skin - settings.target() + crate::params::tune("hard",0.0),
            push_speed: settings.push_speed,
            least_distance: crate::params::tune("least",LEAST_PATH_DISTANCE) * settings.target(),
            substeps: substeps(crate::params::tune("sub",settings.substeps as f64) as u32, selected.is_pile()),
        };
        self.context.report.contacts = selected.active.len();
        if crate::params::tune("print", 0.0) > 0.0 && self.context.steps % (crate::params::tune("print", 0.0) as u64) == 0 {
            let mut c = selected.carried.clone();
            c.sort_by(f64::total_cmp);
            let n = c.len();
            eprintln!("step {} carried: median {:.1} 90% {:.1} 99% {:.1} max {:.1} of {}", self.context.steps, c[n/2], c[n*9/10], c[n*99/100], c[n-1], n);
        }
        let problem = ContactProblem {
            bodies: solver_bodies,
            selected,
            parameters: &parameters,
        };
        solver.solve(&problem, &mut self.pairs.contacts);
        for (index, (body, motion)) in self.bodies.iter_mut().enumerate() {
            if !motion.contact.touching || motion.is_resting() || !body.is_dynamic() {
                continue;
            }
            let SolvedMotion {
                velocity,
                angular_velocity,
                push,
            } = solver.solved_motion(&solver_bodies[index], index, &parameters);
            body.velocity += velocity;
            body.angular_momentum += body.inertia.times(body.rotation, angular_velocity);
            motion.forces.acting = DVec3::ZERO;
            motion.forces.given = (velocity / settings.step, angular_velocity / settings.step);
            motion.energy.gain = body.kinetic_energy() - motion.energy.own;
            motion.turn.keeps_spin = true;
            motion.push.velocities = push;
        }
    }
}

/// How many substeps the solver makes. Substeps are what holds piles, in which what a body rests on has
/// to learn of its weight first; where every body rests on the ground half of them do as well.
fn substeps(most: u32, is_pile: bool) -> u32 {
    if is_pile {
        most.max(1)
    } else {
        (most / 2).max(LEAST_SUBSTEPS).min(most).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_piles_take_all_parts() {
        assert_eq!([1, 2, 3, 8].map(|most| substeps(most, true)), [1, 2, 3, 8]);
        assert_eq!([1, 2, 3, 8].map(|most| substeps(most, false)), [1, 2, 2, 4]);
        assert_eq!(substeps(0, false), 1);
    }
}
