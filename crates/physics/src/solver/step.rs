//! The entry point of the solver: contacts and forces change the velocities of all bodies that touch
//! something.
//!
//! Contacts exist where bodies are near each other at the start of the step. In a crowd the paths that follow
//! from the solution may lead to others: a [`ContactPrediction`] adds those, and all are solved again from
//! the start.

use glam::DVec3;

use crate::bodies::Bodies;
use crate::body::BodyKind;
use crate::body_motion::BodyMotion;
use crate::islands::Islands;
use crate::joint::Joints;
use crate::pair_cache::OverlappingPairs;
use crate::params::{LEAST_PATH_DISTANCE, SPECULATIVE_ROUNDS};
use crate::reserve::{Reserved, reserve};
use crate::settings::Settings;
use crate::solver::joints::JointProblem;
use crate::solver::{
    ContactProblem, HeldBody, RestingPlanes, SelectedContacts, SolvedMotion, Solver, SolverBody,
    SolverParameters, SubstepGroups, SubstepRule,
};
use crate::step_context::StepContext;
use dodgem_collide::broad_phase::Pair;

/// A rule that finds the contacts that the solved paths would cause.
pub(crate) trait ContactPrediction {
    /// Examines all bodies before contacts are solved. Returns true if there is anything to predict.
    fn begin(&mut self, settings: &Settings, bodies: &Bodies, pairs: &OverlappingPairs) -> bool;

    /// Adds contacts that the currently solved paths would cause. Returns true if they are worth another solution.
    fn add(
        &mut self,
        context: &mut StepContext,
        bodies: &mut Bodies,
        pairs: &mut OverlappingPairs,
    ) -> bool;
}

/// The solver and its memory, reused in every step.
#[derive(Clone, Debug, Default)]
pub(crate) struct SolverMemory {
    pub(super) solver: Solver,
    /// All bodies at the start of the step.
    pub(super) bodies: Vec<SolverBody>,
    /// The contacts to solve.
    pub(super) selected: SelectedContacts,
    /// The bodies that cannot move along some axis.
    held: Vec<HeldBody>,
    pub(super) planes: RestingPlanes,
    pub(super) groups: SubstepGroups,
    /// Velocity, angular momentum and motion of all bodies before the contacts are solved.
    before: Vec<(DVec3, DVec3, BodyMotion)>,
    islands: Islands,
    /// For each body, true if it is kinematic and squeezes bodies that joints hold.
    squeezing: Vec<bool>,
}

impl SolverMemory {
    /// Reserves memory for these numbers of items.
    pub fn reserve(&mut self, counts: &Reserved) {
        let Reserved {
            bodies,
            pairs,
            contacts,
            ..
        } = *counts;
        reserve(&mut self.bodies, bodies);
        reserve(&mut self.before, bodies);
        reserve(&mut self.held, bodies);
        reserve(&mut self.squeezing, bodies);
        self.islands.reserve(counts);
        self.selected.reserve(pairs, contacts);
        self.planes.reserve(bodies);
        self.groups.reserve(bodies, pairs);
        self.solver.reserve(bodies, pairs, contacts);
    }

    /// Reserves memory for these joints.
    pub fn reserve_joints(&mut self, joints: &Joints) {
        let bodies = self.bodies.capacity();
        self.solver.joints.reserve(joints.count(), bodies);
    }
}

/// The solution of one step, with everything that it reads and changes.
pub(crate) struct StepSolution<'s, 'c> {
    pub context: &'s mut StepContext<'c>,
    pub bodies: &'s mut Bodies,
    pub pairs: &'s mut OverlappingPairs,
    pub joints: &'s mut Joints,
    pub memory: &'s mut SolverMemory,
}

impl StepSolution<'_, '_> {
    /// Solves all contacts, and those that `prediction` adds, with all joints. Overloaded joints break.
    pub fn solve(&mut self, prediction: &mut impl ContactPrediction) {
        self.solve_predicted(prediction);
        let joints = &self.memory.solver.joints.all;
        joints.store(self.joints, self.context.settings.step);
        (self.joints).break_overloaded(&mut self.bodies.list, &mut self.context.report.broken);
    }

    fn solve_predicted(&mut self, prediction: &mut impl ContactPrediction) {
        self.init_solver_bodies();
        self.begin_joints();
        let joints = &self.memory.solver.joints.all;
        joints.mark_held(self.joints, &mut self.bodies.motions);
        self.count_neighbours();
        let predicts = prediction.begin(self.context.settings, self.bodies, self.pairs);
        if predicts || self.memory.solver.joints.all.is_active() {
            self.remember_motions();
        }
        self.solve_and_wait(predicts);
        if !predicts {
            return;
        }
        for _ in 0..SPECULATIVE_ROUNDS {
            if !prediction.add(self.context, self.bodies, self.pairs) {
                break;
            }
            self.forget_solution();
            self.solve_and_wait(true);
        }
        if self.memory.groups.is_coarse() {
            self.forget_solution();
            self.solve_and_wait(false);
        }
    }

    /// Solves everything, again if kinematic bodies have to wait; see [`SubstepRule::predicts`].
    fn solve_and_wait(&mut self, predicts: bool) {
        self.solve_once(predicts);
        if self.waits_for_squeezed_joints() {
            self.solve_once(predicts);
        }
    }

    /// Makes kinematic bodies wait for the whole step if the solution shows that they squeeze bodies that
    /// joints hold, because these joints would open. Returns true if everything is to be solved again.
    fn waits_for_squeezed_joints(&mut self) -> bool {
        if !self.memory.solver.joints.all.is_active() || !self.find_squeezing() {
            return false;
        }
        self.forget_solution();
        let step = self.context.settings.step;
        for index in 0..self.bodies.len() as u32 {
            if self.memory.squeezing[index as usize] {
                let (body, motion) = self.bodies.both_mut(index);
                motion.wait(body, step);
            }
        }
        self.init_solver_bodies();
        self.remember_motions();
        self.begin_joints();
        true
    }

    /// Finds the moving kinematic bodies that touch or hold an island with an opening joint. Returns true if
    /// there are any.
    fn find_squeezing(&mut self) -> bool {
        let SolverMemory {
            solver,
            islands,
            squeezing,
            ..
        } = &mut *self.memory;
        let bodies = &*self.bodies;
        let is_moved = |index: u32| {
            let (body, motion) = (bodies.body(index), bodies.motion(index));
            body.kind() == BodyKind::Kinematic && !body.is_fixed() && motion.is_under_way()
        };
        if !(0..bodies.len() as u32).any(is_moved) {
            return false;
        }
        let problem = JointProblem {
            joints: self.joints,
            bodies: &bodies.list,
            motions: &bodies.motions,
        };
        islands.group(bodies, self.pairs, self.joints);
        islands.forget_rest();
        let mut any = false;
        for index in solver.joints.all.opened(&problem) {
            islands.stir(index);
            any = true;
        }
        squeezing.clear();
        squeezing.resize(bodies.len(), false);
        if !any {
            return false;
        }
        let touching = self.pairs.pairs.iter().filter(|near| near.count > 0);
        let all = touching.map(|near| near.pair).chain(self.joints.pairs());
        let mut found = false;
        for Pair { a, b } in all {
            for (one, other) in [(a, b), (b, a)] {
                // A joint to a kinematic body belongs to its own island.
                if is_moved(one) && (islands.is_stirred(other) || islands.is_stirred(one)) {
                    squeezing[one as usize] = true;
                    found = true;
                }
            }
        }
        found
    }

    /// Takes over the motion of all bodies.
    fn init_solver_bodies(&mut self) {
        let solver_bodies = &mut self.memory.bodies;
        solver_bodies.clear();
        let held = &mut self.memory.held;
        held.clear();
        let all = (0..).zip(&self.bodies.list);
        held.extend(all.filter_map(|(index, body)| HeldBody::new(index, body)));
        for (body, motion) in self.bodies.iter() {
            let stays = motion.is_resting() && body.is_dynamic() || motion.is_waiting();
            let mut solver_body = if stays {
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
        self.begin_joints();
    }

    /// Takes over the joints and the motion of their bodies.
    fn begin_joints(&mut self) {
        let Bodies { list, motions, .. } = &*self.bodies;
        (self.memory.solver.joints.all).begin(self.joints, list, motions);
    }

    /// Lets contacts, joints and forces change the velocities of the bodies that touch something or hang on
    /// joints. The other bodies keep their velocities and accelerations.
    fn solve_once(&mut self, predicts: bool) {
        self.select_contacts();
        let SolverMemory {
            solver,
            bodies: solver_bodies,
            selected,
            held,
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
            rules: settings.substep_rules,
            substeps: settings.substeps,
            step: settings.step,
            skin: settings.skin,
            joints: solver.joints.all.count(),
            contacts: selected.active.len(),
            predicts,
        };
        for [one, other] in solver.joints.all.chained() {
            groups.join(one, other);
        }
        for pull in solver.joints.all.pulls() {
            groups.add_pull(pull);
        }
        groups.build(solver_bodies, &rule);
        self.context.report.contacts = selected.active.len();
        let problem = ContactProblem {
            bodies: solver_bodies,
            selected,
            joints: JointProblem {
                joints: self.joints,
                bodies: &self.bodies.list,
                motions: &self.bodies.motions,
            },
            direct_joints: settings.direct_joints,
            held,
            parameters: &parameters,
            rule: &rule,
        };
        solver.solve(&problem, groups, &mut self.pairs.contacts);
        for (index, (body, motion)) in self.bodies.iter_mut().enumerate() {
            let is_free = !motion.contact.touching || !solver.has_pushed(index);
            if is_free || motion.is_resting() || !body.is_dynamic() {
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
        solver.joints.all.take_over(list, motions, settings.step);
        for (body, motion) in list
            .iter_mut()
            .zip(motions)
            .filter(|(body, _)| body.is_held())
        {
            body.velocity *= body.free;
            motion.push.velocities.0 *= body.free;
        }
    }
}
