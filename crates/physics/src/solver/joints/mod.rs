//! Joints in the substeps of the solver.
//!
//! In every substep joints are solved twice, each time before the contacts, which have the last word
//! (RATTLE: Andersen, "Rattle: a velocity version of the Shake algorithm", J. Comput. Phys. 52, 1983):
//!
//! 1. Before the bodies go: impulses along the present slopes, such that the joints are closed where the
//!    bodies *come to*, turned as they then are. Motors and springs act here.
//! 2. Where they have come to: impulses along the slopes there, such that no joint opens.
//!
//! Together the two are symmetric in time. So energy wanders about its value and does not leave it, whereas
//! soft constraints with a correction of places, as contacts have, lose some in every substep.
//!
//! The rows of all joints are solved together by a sparse factorisation (`matrix.rs`), by Newton's
//! method for what turns within the substep; joints that hang together too densely, or all if
//! [`Settings::direct_joints`](crate::Settings::direct_joints) is off, by passes of Gauss and Seidel.
//!
//! Limits and motors of limited force join by an active set: a row that would exceed its bounds is held at
//! the bound and leaves the equations; one that would come off its bound enters them again. A limited row is
//! so as exact as the others, and a rope carries what a rod would.
//!
//! What overlaps in time with an impact is not solved again: a body whose path is cut short leaves a joint
//! open, which closes in the next steps, no faster than `JOINT_CLOSING_SPEED`.

mod bodies;
mod geometry;
mod matrix;
mod passes;
mod row;
mod system;

use glam::DVec3;

use crate::body::Body;
use crate::body_motion::BodyMotion;
use crate::joint::{JointKind, Joints, MAX_ROWS};
use crate::params::{JOINT_COMPLIANCE, JOINT_TOLERANCE, MAX_JOINT_ROUNDS, MAX_RELEASES};
use crate::reserve::reserve;
use crate::solver::joints::bodies::JointBody;
pub(crate) use crate::solver::joints::geometry::JointRows;
use crate::solver::joints::geometry::RowLaw;
use crate::solver::joints::matrix::{JointLink, JointMatrix};
use crate::solver::joints::row::{Row, RowState, held_response, openness};
use crate::solver::solver_body::BodyDeltas;
use dodgem_collide::math::CenterFrame;

/// What the solver reads of joints and bodies.
#[derive(Clone, Copy)]
pub(super) struct JointProblem<'p> {
    pub joints: &'p Joints,
    pub bodies: &'p [Body],
}

/// How joints hold a body, as far as what it meets is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum JointHold {
    /// Not at all.
    None,
    /// It hangs on the world alone: it bounces by itself.
    Alone,
    /// Other movable bodies hang on it: they feel what it meets.
    Chain,
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
}

impl JointSolver {
    /// How joints hold a body of the world.
    pub fn hold_of(&self, body: usize) -> JointHold {
        if !self.is_active() || self.places[body] == 0 {
            return JointHold::None;
        }
        self.bodies[self.places[body] as usize].hold
    }

    /// The bodies of the world that joints can move.
    pub fn movable_bodies(&self) -> impl Iterator<Item = u32> + '_ {
        let movable = self.bodies.iter().filter(|body| body.movable);
        movable.map(|body| body.index)
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
            let [one, other] = places.map(|place| self.bodies[place as usize].movable);
            if one && other {
                for place in places {
                    self.bodies[place as usize].hold = JointHold::Chain;
                }
            }
            self.active.push(ActiveJoint {
                joint: place,
                bodies: places,
                load: [DVec3::ZERO; 2],
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
            let stays = motions[index].is_resting();
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
            let impulses = shapes.list().iter().zip(joint.impulses);
            self.rows
                .extend(impulses.map(|(shape, both)| Row::new(*shape, both.map(f64::from))));
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
        let (mut before, mut is_same) = (f64::INFINITY, false);
        for round in 0..MAX_JOINT_ROUNDS {
            let worst = self.find_missing_ahead(problem);
            if is_same && worst > before && worst > JOINT_TOLERANCE {
                // Newton's method has gone too far.
                self.take_half_back();
                continue;
            }
            let released = round < MAX_RELEASES && self.release();
            if round > 0 && !released && worst < JOINT_TOLERANCE {
                break;
            }
            let bounded = self.solve_free(false) | self.limit_grabs(problem);
            (before, is_same) = (worst, !released && !bounded);
        }
        self.write(deltas);
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
        for round in 0..MAX_JOINT_ROUNDS {
            self.find_missing_here();
            if round < MAX_RELEASES {
                self.release();
            }
            if !self.solve_free(true) {
                break;
            }
        }
        for (index, active) in (0..).zip(&mut self.active) {
            for row in &self.rows[self.matrix.rows(index)] {
                let impulse = row.impulse + row.late;
                active.load[0] += row.shape.direction * impulse;
                if row.shape.direction == DVec3::ZERO {
                    active.load[1] += row.shape.levers[1] * impulse;
                }
            }
        }
        self.write(deltas);
    }

    fn write(&mut self, deltas: &mut BodyDeltas) {
        for body in &mut self.bodies {
            body.write_velocity(deltas);
        }
    }

    /// Takes over what contacts have changed of velocities.
    pub fn read(&mut self, deltas: &BodyDeltas) {
        for body in &mut self.bodies {
            body.read_velocity(deltas);
        }
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

    /// Keeps the impulses for the next step, and what the joints held.
    pub fn store(&self, joints: &mut Joints, step: f64) {
        for (index, active) in (0..).zip(&self.active) {
            let joint = joints.at_mut(active.joint);
            let rows = &self.rows[self.matrix.rows(index)];
            for (kept, row) in joint.impulses.iter_mut().zip(rows) {
                *kept = [row.impulse as f32, row.late as f32];
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
    }
}

/// Gives both bodies of a joint an impulse along a row.
fn push(bodies: &mut [JointBody], active: &ActiveJoint, row: &Row, impulse: f64) {
    for (side, place) in active.bodies.into_iter().enumerate() {
        bodies[place as usize].push(&row.shape, side, impulse);
    }
}
