//! Joints in the substeps of the solver.
//!
//! In every substep joints are solved twice (RATTLE: Andersen, "Rattle: a velocity version of the Shake algorithm", J.
//! Comput. Phys. 52, 1983):
//!
//! 1. Before the bodies go: impulses along the present slopes, such that the joints are closed where the
//!    bodies *come to*, turned as they then are. Motors and springs act here.
//! 2. Where they have come to: impulses along the slopes there, such that no joint opens.
//!
//! Together the two are symmetric in time. So energy wanders about its value and does not leave it, whereas
//! soft constraints with a correction of places, as contacts have, lose some in every substep.
//!
//! Each time they take turns with the contacts of their bodies until no joint opens by what those change, a few
//! rounds at most: joints have the last word on where bodies come to, contacts on how fast they are then.
//!
//! The rows of all joints are solved together by a sparse factorisation (`matrix.rs`, in the order of
//! `elimination.rs`), and again for what turns within the substep, until they fit where the bodies come to
//! (`system.rs`, faster by `acceleration.rs`); joints that hang together too densely, or all if
//! [`Settings::direct_joints`](crate::Settings::direct_joints) is off, by passes of Gauss and Seidel (`passes.rs`). What
//! a light body under a great load would not survive is solved in finer substeps (`refinement.rs`). If there is no solution
//! still (a chain drawn straight has no place to go to), joints are solved as if all went straight, which adds no energy, and
//! open.
//!
//! Limits and motors of limited force join by an active set: a row that would exceed its bounds is held at
//! the bound and leaves the equations; one that would come off its bound enters them again. A limited row is
//! so as exact as the others, and a rope carries what a rod would.
//!
//! A body in a chain of joints does not meet others alone: what its path would run into becomes a speculative contact
//! (`ccd/speculative_contacts.rs`), solved with the joints, so that all that hang together feel it in the same step. What
//! is not foreseen is an impact of that body alone: its path is cut, its joints open, and close in the next steps,
//! no faster than `JOINT_CLOSING_SPEED`.

mod acceleration;
mod bodies;
mod elimination;
mod geometry;
mod matrix;
mod passes;
mod refinement;
mod row;
mod system;

use glam::DVec3;

use crate::body::Body;
use crate::body_motion::BodyMotion;
use crate::joint::{JointKind, Joints, MAX_ROWS};
use crate::params::{CONTACT_JOINT_TOLERANCE, JOINT_COMPLIANCE, SQUEEZED_JOINT};
use crate::reserve::reserve;
use crate::solver::joints::acceleration::Acceleration;
use crate::solver::joints::bodies::JointBody;
use crate::solver::joints::elimination::JointLink;
pub(crate) use crate::solver::joints::geometry::JointRows;
use crate::solver::joints::geometry::RowLaw;
use crate::solver::joints::matrix::JointMatrix;
use crate::solver::joints::row::{Row, RowState, held_response, openness};
use crate::solver::solver_body::BodyDeltas;
use dodgem_collide::math::CenterFrame;

/// What the solver reads of joints and bodies.
#[derive(Clone, Copy)]
pub(super) struct JointProblem<'p> {
    pub joints: &'p Joints,
    pub bodies: &'p [Body],
}

/// A joint with a body that can be moved.
#[derive(Clone, Copy, Debug)]
struct ActiveJoint {
    /// Its place in the list of all.
    joint: u32,
    /// The places of its bodies in the solver's list.
    bodies: [u32; 2],
    /// The impulses on its body in this step: linear, and about the anchor.
    load: [DVec3; 2],
    /// The linear one in this substep.
    held: DVec3,
}

/// Memory of the joints' solution.
#[derive(Clone, Debug, Default)]
pub(super) struct JointSolver {
    substep: f64,
    bodies: Vec<JointBody>,
    /// Where the bodies would come to.
    ahead: Vec<CenterFrame>,
    /// By body of the world: its place in `bodies`; 0 (the world) if no joint holds it.
    places: Vec<u32>,
    active: Vec<ActiveJoint>,
    links: Vec<JointLink>,
    matrix: JointMatrix,
    rows: Vec<Row>,
    /// The states for which the matrix was factorised here; empty if it was not.
    factorised: Vec<RowState>,
    changes: Vec<f64>,
    acceleration: Acceleration,
    /// By row: the impulse and the state with which a solution began.
    first_guess: Vec<(f64, RowState)>,
    /// A solution was not found in this step.
    failed: bool,
    /// The greatest stiffness of a body in this step: see `refinement.rs`.
    stiffness: f64,
}

/// The equations that are solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Solution {
    /// Joints are closed where their bodies come to.
    Ahead,
    /// They do not open at the velocities before the way: as far as a straight line tells.
    Linear,
    /// They do not open at the velocities after the way.
    Late,
}

impl JointSolver {
    /// Whether a joint holds a body of the world.
    pub fn holds(&self, body: usize) -> bool {
        self.is_active() && self.places[body] != 0
    }

    /// Marks the bodies that joints hold, and those that they hold to other movable ones.
    pub fn mark_held(&self, motions: &mut [BodyMotion]) {
        for active in &self.active {
            let both = active.bodies.map(|place| &self.bodies[place as usize]);
            let is_chain = both.iter().all(|body| body.movable);
            for body in both.into_iter().filter(|body| body.movable) {
                let contact = &mut motions[body.index as usize].contact;
                contact.held = true;
                contact.in_chain |= is_chain;
            }
        }
    }

    /// Whether there is anything to solve.
    pub fn is_active(&self) -> bool {
        !self.active.is_empty()
    }

    /// Takes over the joints and their bodies as the step begins.
    pub fn begin(&mut self, joints: &Joints, bodies: &[Body], motions: &[BodyMotion]) {
        self.active.clear();
        self.bodies.clear();
        if joints.is_empty() {
            return;
        }
        self.places.clear();
        self.places.resize(bodies.len(), 0);
        self.bodies.push(JointBody::world());
        self.links.clear();
        for (place, joint) in (0..).zip(joints.iter()) {
            let moves = |i: usize| bodies[i].is_dynamic() && !motions[i].is_resting();
            let ids = joint.bodies.map(|index| index.map(|i| i as usize));
            if !ids.into_iter().flatten().any(moves) {
                continue;
            }
            let places = ids.map(|id| id.map_or(0, |i| self.place(i, bodies, motions)));
            self.active.push(ActiveJoint {
                joint: place,
                bodies: places,
                load: [DVec3::ZERO; 2],
                held: DVec3::ZERO,
            });
            let rows = JointRows::new(joint, joint.frames_of(bodies));
            let movable = |place: u32| self.bodies[place as usize].movable.then_some(place);
            self.links.push(JointLink {
                bodies: places.map(movable),
                rows: rows.list().len(),
            });
        }
    }

    fn place(&mut self, index: usize, bodies: &[Body], motions: &[BodyMotion]) -> u32 {
        if self.places[index] == 0 {
            let stays = !motions[index].is_under_way();
            self.places[index] = self.bodies.len() as u32;
            let body = JointBody::new(index as u32, &bodies[index], stays);
            self.bodies.push(body);
        }
        self.places[index]
    }

    /// Makes the rows of the step ready.
    pub fn prepare(
        &mut self,
        problem: &JointProblem,
        motions: &[BodyMotion],
        time: f64,
        direct: bool,
    ) {
        self.substep = time;
        (self.failed, self.stiffness) = (false, 0.0);
        for body in &mut self.bodies {
            if body.movable {
                let motion = &motions[body.index as usize];
                body.set_force(motion.forces.acting, time, motion.contact.touching);
            }
        }
        self.matrix.set_links(&self.links, direct);
        self.rows.clear();
        for active in &self.active {
            let joint = problem.joints.at(active.joint);
            let shapes = JointRows::new(joint, self.frames(active));
            let pulls = shapes.list().iter().zip(joint.pulls);
            let impulses = |both: [f32; 2]| both.map(|pull| f64::from(pull) * time);
            self.rows
                .extend(pulls.map(|(shape, both)| Row::new(*shape, impulses(both))));
        }
        self.changes.clear();
        self.changes.resize(self.rows.len(), 0.0);
        self.place_rows(problem);
    }

    fn frames(&self, active: &ActiveJoint) -> [CenterFrame; 2] {
        active.bodies.map(|place| self.bodies[place as usize].at)
    }

    /// Works the slopes out where the bodies are.
    fn place_rows(&mut self, problem: &JointProblem) {
        self.factorised.clear();
        for (index, active) in (0..).zip(&self.active) {
            let bodies = active.bodies.map(|place| &self.bodies[place as usize]);
            let shapes = JointRows::new(problem.joints.at(active.joint), bodies.map(|b| b.at));
            let rows = &mut self.rows[self.matrix.rows(index)];
            for (row, shape) in rows.iter_mut().zip(shapes.list()) {
                row.shape = *shape;
                row.answers = [0, 1].map(|side| bodies[side].answer(shape, side));
                row.response = row.speed_of(&row.answers);
            }
            let softness = JOINT_COMPLIANCE + openness(rows);
            for row in &mut *rows {
                row.softness = softness * row.response;
            }
            for at in 0..rows.len() {
                if let RowLaw::Spring(..) = rows[at].shape.law {
                    rows[at].stiffness_response = held_response(rows, at);
                }
            }
        }
    }

    /// The first solution of a substep.
    pub fn begin_substep(
        &mut self,
        deltas: &mut BodyDeltas,
        problem: &JointProblem,
        is_first: bool,
    ) {
        for body in &mut self.bodies {
            body.begin(deltas, is_first);
        }
        let time = self.substep;
        for (index, active) in (0..).zip(&self.active) {
            let is_grab = problem.joints.at(active.joint).kind == JointKind::Grab;
            let range = self.matrix.rows(index);
            for row in &mut self.rows[range] {
                row.begin(time, is_grab, self.matrix.is_direct(index));
                push(&mut self.bodies, active, row, row.impulse);
            }
        }
        self.solve_ahead(problem);
        self.write(deltas);
    }

    /// Solves the first equations again after contacts have changed velocities, if any joint would open by that.
    /// Returns whether one would.
    pub fn solve_again(&mut self, deltas: &mut BodyDeltas, problem: &JointProblem) -> bool {
        if self.find_missing_ahead(problem) < CONTACT_JOINT_TOLERANCE {
            return false;
        }
        self.solve_ahead(problem);
        self.write(deltas);
        true
    }

    /// The bodies go where their velocities lead, `time` seconds into the step then.
    pub fn advance(&mut self, deltas: &mut BodyDeltas, problem: &JointProblem, time: f64) {
        for body in &mut self.bodies {
            let of = problem.bodies.get(body.index as usize);
            let there = body.ahead(of, self.substep);
            body.go(there, of);
            body.write_place(deltas, time);
        }
    }

    /// The second solution of a substep.
    pub fn relax(&mut self, deltas: &mut BodyDeltas, problem: &JointProblem) {
        self.place_rows(problem);
        for (index, active) in (0..).zip(&self.active) {
            for row in &mut self.rows[self.matrix.rows(index)] {
                row.begin_late();
                push(&mut self.bodies, active, row, row.late);
            }
        }
        self.solve_here();
        self.write(deltas);
    }

    /// Solves the second equations again after contacts have changed velocities, if any joint opens by that.
    /// Returns whether one does.
    pub fn relax_again(&mut self, deltas: &mut BodyDeltas) -> bool {
        if self.find_missing_here(Solution::Late) < CONTACT_JOINT_TOLERANCE {
            return false;
        }
        self.solve_here();
        self.write(deltas);
        true
    }

    /// Ends a substep: counts what the joints held.
    pub fn end_substep(&mut self, problem: &JointProblem) {
        for (index, active) in (0..).zip(&mut self.active) {
            let mut held = DVec3::ZERO;
            for row in &self.rows[self.matrix.rows(index)] {
                let impulse = row.impulse + row.late;
                held += row.shape.direction * impulse;
                if row.shape.direction == DVec3::ZERO {
                    active.load[1] += row.shape.levers[1] * impulse;
                }
            }
            active.load[0] += held;
            active.held = held;
        }
        self.note_stiffness(problem);
    }

    fn write(&mut self, deltas: &mut BodyDeltas) {
        for body in &mut self.bodies {
            body.write_velocity(deltas);
        }
    }

    /// Takes over what contacts have changed of velocities. Returns whether they have changed any.
    pub fn read(&mut self, deltas: &BodyDeltas) -> bool {
        let mut any = false;
        for body in &mut self.bodies {
            any |= body.read_velocity(deltas);
        }
        any
    }

    /// Takes over what position correction has changed of places.
    pub fn read_places(&mut self, deltas: &BodyDeltas) {
        for body in &mut self.bodies {
            body.read_place(deltas);
        }
    }

    /// Gives the bodies their velocities at the end of the step, and paths that end where the substeps did.
    pub fn take_over(&self, bodies: &mut [Body], motions: &mut [BodyMotion], step: f64) {
        for solved in self.bodies.iter().filter(|body| body.movable) {
            let body = &mut bodies[solved.index as usize];
            let motion = &mut motions[solved.index as usize];
            let (moved, turned) = solved.displacement();
            let given = (
                solved.velocity - body.velocity,
                solved.spin() - body.angular_velocity(),
            );
            (body.velocity, body.angular_momentum) = (solved.velocity, solved.momentum);
            motion.forces.acting = DVec3::ZERO;
            motion.forces.given = (given.0 / step, given.1 / step);
            motion.energy.gain = body.kinetic_energy() - motion.energy.own;
            motion.turn.keeps_spin = true;
            motion.turn.follows_joints = true;
            motion.contact.touching = true;
            let push = (
                moved / step - body.velocity,
                turned / step - body.angular_velocity(),
            );
            motion.push.velocities = push;
        }
    }

    /// The bodies of the joints that the solution has opened further: something squeezes what they hold.
    pub fn opened<'s>(&'s self, problem: &'s JointProblem) -> impl Iterator<Item = u32> + 's {
        let opens = |active: &&ActiveJoint| {
            let joint = problem.joints.at(active.joint);
            let bodies = active.bodies.map(|place| &self.bodies[place as usize]);
            let strain = |frames| JointRows::new(joint, frames).strain();
            let [before, after] = [bodies.map(|body| body.start()), bodies.map(|body| body.at)];
            strain(after) > strain(before) + SQUEEZED_JOINT
        };
        let opened = self.active.iter().filter(opens);
        let indices = opened.flat_map(|active| active.bodies.map(|at| &self.bodies[at as usize]));
        indices
            .filter(|body| body.index != u32::MAX)
            .map(|body| body.index)
    }

    /// Keeps the impulses for the next step, and what the joints held.
    pub fn store(&self, joints: &mut Joints, step: f64) {
        for (index, active) in (0..).zip(&self.active) {
            let joint = joints.at_mut(active.joint);
            let rows = &self.rows[self.matrix.rows(index)];
            for (kept, row) in joint.pulls.iter_mut().zip(rows) {
                *kept = [row.impulse, row.late].map(|impulse| (impulse / self.substep) as f32);
            }
            joint.note_load(active.load[0] / step, active.load[1] / step);
        }
    }

    /// Makes room for so many joints and bodies.
    pub fn reserve(&mut self, joints: usize, bodies: usize) {
        reserve(&mut self.bodies, 2 * joints + 1);
        reserve(&mut self.ahead, 2 * joints + 1);
        reserve(&mut self.places, bodies);
        reserve(&mut self.active, joints);
        reserve(&mut self.links, joints);
        reserve(&mut self.rows, joints * MAX_ROWS);
        reserve(&mut self.factorised, joints * MAX_ROWS);
        reserve(&mut self.changes, joints * MAX_ROWS);
        reserve(&mut self.first_guess, joints * MAX_ROWS);
        self.matrix.reserve(joints, MAX_ROWS);
        self.acceleration.reserve(joints * MAX_ROWS);
    }
}

/// Gives both bodies of a joint an impulse along a row.
fn push(bodies: &mut [JointBody], active: &ActiveJoint, row: &Row, impulse: f64) {
    for (side, place) in active.bodies.into_iter().enumerate() {
        bodies[place as usize].push(&row.shape, side, impulse);
    }
}
