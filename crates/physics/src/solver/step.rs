//! The solver's door: contacts and forces change the velocities of all bodies that touch something.
//!
//! Contacts are where bodies are near each other as the step begins. In a crowd the paths that follow from
//! the solution may lead to others: a [`ContactPrediction`] adds those, and all are solved again from the
//! start.

use glam::DVec3;

use crate::bodies::Bodies;
use crate::body_motion::BodyMotion;
use crate::joint::Joints;
use crate::pair_cache::OverlappingPairs;
use crate::params::{LEAST_PATH_DISTANCE, SPECULATIVE_ROUNDS};
use crate::reserve::{Reserved, reserve};
use crate::settings::Settings;
use crate::solver::joints::JointProblem;
use crate::solver::{
    ContactProblem, RestingPlanes, SelectedContacts, SolvedMotion, Solver, SolverBody,
    SolverParameters, SubstepGroups, SubstepRule,
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
    pub(super) solver: Solver,
    /// All bodies as the step begins.
    pub(super) bodies: Vec<SolverBody>,
    /// The contacts that are solved.
    pub(super) selected: SelectedContacts,
    pub(super) planes: RestingPlanes,
    pub(super) groups: SubstepGroups,
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
        self.selected.reserve(pairs, contacts);
        self.planes.reserve(bodies);
        self.groups.reserve(bodies, pairs);
        self.solver.reserve(bodies, pairs, contacts);
    }

    /// Makes room for these joints.
    pub fn reserve_joints(&mut self, joints: &Joints) {
        let bodies = self.bodies.capacity();
        self.solver.joints.reserve(joints.count(), bodies);
    }
}

/// The solution of one step, with all that it reads and changes.
pub(crate) struct StepSolution<'s, 'c> {
    pub context: &'s mut StepContext<'c>,
    pub bodies: &'s mut Bodies,
    pub pairs: &'s mut OverlappingPairs,
    pub joints: &'s mut Joints,
    pub memory: &'s mut SolverMemory,
}

impl StepSolution<'_, '_> {
    /// Solves all contacts, and those that `prediction` adds, with all joints. Joints that held too much break.
    pub fn solve(&mut self, prediction: &mut impl ContactPrediction) {
        self.solve_predicted(prediction);
        let joints = &self.memory.solver.joints;
        joints.store(self.joints, self.context.settings.step);
        (self.joints).break_overloaded(&mut self.bodies.list, &mut self.context.report.broken);
    }

    fn solve_predicted(&mut self, prediction: &mut impl ContactPrediction) {
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
        let Bodies { list, motions, .. } = &*self.bodies;
        (self.memory.solver.joints).begin(self.joints, list, motions);
        self.select_contacts();
        let SolverMemory {
            solver,
            bodies: solver_bodies,
            selected,
            groups,
            ..
        } = &mut *self.memory;
        let settings = self.context.settings;
        let parameters = SolverParameters {
            step: settings.step,
            skin: settings.skin,
            slop: settings.slop(),
            hard: settings.skin - settings.target(),
            push_speed: settings.push_speed,
            least_distance: LEAST_PATH_DISTANCE * settings.target(),
        };
        let rule = SubstepRule {
            substeps: settings.substeps,
            step: settings.step,
            skin: settings.skin,
        };
        for body in solver.joints.movable_bodies() {
            groups.add_jointed(body);
        }
        groups.build(solver_bodies, &rule);
        self.context.report.contacts = selected.active.len();
        let problem = ContactProblem {
            bodies: solver_bodies,
            selected,
            groups,
            joints: JointProblem {
                joints: self.joints,
                bodies: &self.bodies.list,
            },
            parameters: &parameters,
        };
        if let Some(substeps) = groups.substeps_of_joints() {
            let substep = settings.step / f64::from(substeps);
            let direct = settings.direct_joints;
            (solver.joints).prepare(&problem.joints, &self.bodies.motions, substep, direct);
        }
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
        let Bodies { list, motions, .. } = &mut *self.bodies;
        solver.joints.take_over(list, motions, settings.step);
    }
}
