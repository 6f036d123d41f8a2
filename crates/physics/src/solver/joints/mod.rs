//! Joints in the substeps of the solver.
//!
//! In every substep joints are solved twice (RATTLE: Andersen, "Rattle: a velocity version of the Shake
//! algorithm", J. Comput. Phys. 52, 1983):
//!
//! 1. Before the bodies move: impulses along the present slopes, such that the joints are closed at the frames
//!    that the bodies *reach*, their rotation included. Motors and springs act here.
//! 2. At the frames that they have reached: impulses along the slopes there, such that no joint opens.
//!
//! Together the two are symmetric in time. So energy oscillates about its value without drift, whereas soft
//! constraints with a correction of positions, as for contacts, lose some in every substep.
//!
//! Each time they take turns with the contacts of their bodies until these no longer open a joint, a few
//! turns at most: joints have the last word on the frames that bodies reach, contacts on the velocities
//! after that. As long as contacts follow, one round of the joints' solution suffices.
//!
//! The rows of all joints are solved together by a sparse factorisation (`assembly.rs` and `matrix.rs`, in
//! the order of `elimination.rs`), and again because of the rotation within the substep, until they fit at the frames that
//! the bodies reach (`system.rs`, faster by `acceleration.rs`). Joints that are connected too densely, or all
//! if [`Settings::direct_joints`](crate::Settings::direct_joints) is off, are solved by Gauss-Seidel passes
//! (`passes.rs`). Islands in which a light body under a great load would be unstable get more substeps
//! (`swing.rs` measures, `solver/substep_groups.rs` decides). If there still is no solution (a chain drawn
//! straight cannot reach its target), joints are solved with linearised equations, which add no energy, and
//! open.
//!
//! The joints of one group of substeps are solved at a time: [`JointSolver`] takes them from [`StepJoints`],
//! and stores the results there (`group.rs`).
//!
//! Limits and motors of limited force join by an active set: a row that would exceed its bounds is held at
//! the bound and leaves the equations; one that would come off its bound enters them again. A limited row is
//! thus as exact as the others, and a rope carries as much as a rod. Rows that go beyond their bounds are
//! brought to them before any other change is applied: with them free the equations may demand unbounded
//! impulses. A row of limits stays at one of its two limits as long as it gives an impulse, and a motor that
//! drives against it stalls. Angles count their whole turns, from the speed at which they change.
//!
//! Joints that form trees are nearly rigid; those of loops, whose rows may be redundant, yield a little
//! (`trees.rs`). Rows along which bodies with locked axes cannot move drop out (`row.rs`).
//!
//! A body in a chain of joints, or one guided by hinges, sliders and similar joints, does not collide alone:
//! any obstacle on its path becomes a speculative contact (`ccd/speculative_contacts.rs`), solved with the
//! joints, so that all connected bodies respond in the same step. Only a body on rods, ropes or grabs of the
//! world bounces separately. An obstacle that was not predicted is an impact of that body alone: its path is
//! cut, its joints open, and close in the next steps, no faster than `JOINT_CLOSING_SPEED`.

mod acceleration;
mod assembly;
mod blocks;
mod bodies;
mod elimination;
mod geometry;
mod group;
mod matrix;
mod passes;
mod row;
mod step_joints;
mod swing;
mod system;
mod trees;

use glam::DVec3;

use crate::body::Body;
use crate::body_motion::BodyMotion;
use crate::joint::{JointKind, Joints, MAX_ROWS};
use crate::params::{
    CONTACT_JOINT_TOLERANCE, GUESSED_JOINT_TOLERANCE, IMMOVABLE_ROW, JOINT_TOLERANCE,
};
use crate::reserve::reserve;
use crate::solver::joints::acceleration::Acceleration;
use crate::solver::joints::bodies::JointBody;
use crate::solver::joints::elimination::JointLink;
use crate::solver::joints::geometry::RowLaw;
pub(crate) use crate::solver::joints::geometry::{JointRows, Near};
use crate::solver::joints::matrix::JointMatrix;
use crate::solver::joints::row::{Row, RowState, drop_dependent, held_response, openness};
pub(super) use crate::solver::joints::step_joints::StepJoints;
use crate::solver::solver_body::BodyDeltas;
use dodgem_collide::math::CenterFrame;

/// The joints and bodies that the solver reads.
#[derive(Clone, Copy)]
pub(super) struct JointProblem<'p> {
    pub joints: &'p Joints,
    pub bodies: &'p [Body],
    pub motions: &'p [BodyMotion],
}

/// A joint with at least one movable body.
#[derive(Clone, Copy, Debug)]
struct ActiveJoint {
    /// Its place in the list of all joints.
    joint: u32,
    /// The places of its bodies in the list of the step, or in that of the group.
    bodies: [u32; 2],
    /// The impulses on its body in this step: linear, and about the anchor.
    load: [DVec3; 2],
    /// The linear impulse in this substep.
    held: DVec3,
    /// The coordinate for the present frames, with all turns; and the axis about which the bodies turn it: 0
    /// if it is no angle, or nothing drives it.
    coordinate: f64,
    axis: DVec3,
    /// True if it is part of a tree: see `trees.rs`.
    in_tree: bool,
}

impl ActiveJoint {
    /// An estimate of the coordinate after `time` seconds at the present velocities.
    fn near(&self, bodies: &[JointBody], time: f64) -> Near {
        if self.axis == DVec3::ZERO {
            return Near(self.coordinate);
        }
        let [other, body] = self.bodies.map(|place| bodies[place as usize].spin());
        Near(self.coordinate + self.axis.dot(body - other) * time)
    }
}

/// The solution of a group's joints, and its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct JointSolver {
    /// All joints of the step.
    pub all: StepJoints,
    substep: f64,
    /// The bodies of the group; the first one is the world.
    bodies: Vec<JointBody>,
    /// The frames that the bodies would reach; empty if the velocities have changed since.
    ahead: Vec<CenterFrame>,
    /// For each place in the list of the step, the place in the group's list; 0 if it is not there.
    places: Vec<u32>,
    active: Vec<ActiveJoint>,
    /// For each active joint of the group, its place in the list of the step.
    sources: Vec<u32>,
    links: Vec<JointLink>,
    matrix: JointMatrix,
    rows: Vec<Row>,
    /// The states for which the matrix was factorised; empty if it was not.
    factorised: Vec<RowState>,
    changes: Vec<f64>,
    /// The joints with any row that has a law other than to be held.
    bounded: Vec<u32>,
    /// Reusable memory for the rows of one joint.
    shapes: JointRows,
    acceleration: Acceleration,
    /// True while rounds converge so slowly that they are mixed.
    accelerates: bool,
    /// True if a contact of the group touches any of the bodies.
    touches: bool,
    /// True if the last solution consists of one round only.
    is_rough: bool,
    /// For each row, the impulse and the state at the start of a solution.
    first_guess: Vec<(f64, RowState)>,
}

/// The equations that are solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Solution {
    /// Joints are closed at the frames that their bodies reach.
    Ahead,
    /// They do not open at the velocities before the motion, in a linear approximation.
    Linear,
    /// They do not open at the velocities after the motion.
    Late,
}

impl JointSolver {
    /// True if the group has any joints.
    pub fn is_active(&self) -> bool {
        !self.active.is_empty()
    }

    /// Computes the slopes at the frames that the bodies have reached in `since` seconds.
    fn place_rows(&mut self, problem: &JointProblem, since: f64) {
        self.factorised.clear();
        for (index, active) in (0..).zip(&mut self.active) {
            let near = active.near(&self.bodies, since);
            let bodies = active.bodies.map(|place| &self.bodies[place as usize]);
            let joint = problem.joints.at(active.joint);
            self.shapes.find(joint, bodies.map(|b| b.at), near);
            if let Some(coordinate) = self.shapes.driven {
                active.coordinate = coordinate.value;
                if coordinate.direction == DVec3::ZERO {
                    active.axis = coordinate.levers[1];
                }
            }
            let rows = &mut self.rows[self.matrix.rows(index)];
            let is_locked = bodies.iter().any(|body| body.is_locked());
            for (row, shape) in rows.iter_mut().zip(self.shapes.list()) {
                row.shape = *shape;
                row.answers = [0, 1].map(|side| bodies[side].answer(shape, side));
                row.response = row.speed_of(&row.answers);
                if is_locked {
                    let unlocked = [0, 1].map(|side| bodies[side].greatest_answer(shape, side));
                    if row.response <= IMMOVABLE_ROW * (unlocked[0] + unlocked[1]) {
                        row.make_immovable();
                    }
                }
            }
            if is_locked {
                drop_dependent(rows);
            }
            let softness = active.compliance(self.matrix.is_direct(index)) + openness(rows);
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
        self.stall();
        let worst = self.find_missing_ahead(problem);
        self.is_rough = self.touches;
        if self.is_rough {
            self.improve_ahead(problem);
        } else {
            self.solve_ahead(problem, worst, GUESSED_JOINT_TOLERANCE);
        }
        self.write(deltas);
    }

    /// Solves the first equations again after contacts have changed velocities, if this would open any joint:
    /// by one round only as long as contacts follow. Returns true if it would.
    pub fn solve_again(
        &mut self,
        deltas: &mut BodyDeltas,
        problem: &JointProblem,
        is_last: bool,
    ) -> bool {
        let changed = self.read(deltas);
        if !(changed || self.is_rough) {
            return false;
        }
        let worst = self.find_missing_ahead(problem);
        if changed && worst < CONTACT_JOINT_TOLERANCE {
            return false;
        }
        self.is_rough = changed && !is_last;
        if self.is_rough {
            self.improve_ahead(problem);
        } else {
            self.solve_ahead(problem, worst, JOINT_TOLERANCE);
        }
        self.write(deltas);
        changed
    }

    /// Moves the bodies by their velocities; afterwards it is `time` seconds into the step.
    pub fn advance(&mut self, deltas: &mut BodyDeltas, problem: &JointProblem, time: f64) {
        for (place, body) in self.bodies.iter_mut().enumerate() {
            let of = problem.bodies.get(body.index as usize);
            let known = self.ahead.get(place).copied();
            body.go(known.unwrap_or_else(|| body.ahead(of, self.substep)), of);
            if self.touches {
                body.write_place(deltas, time);
            }
        }
    }

    /// The second solution of a substep.
    pub fn relax(&mut self, deltas: &mut BodyDeltas, problem: &JointProblem) {
        self.place_rows(problem, self.substep);
        for (index, active) in (0..).zip(&self.active) {
            for row in &mut self.rows[self.matrix.rows(index)] {
                row.begin_late();
                push(&mut self.bodies, active, row, row.late);
            }
        }
        let worst = self.find_missing_here(Solution::Late);
        self.solve_here(worst);
        self.write(deltas);
    }

    /// Solves the second equations again after contacts have changed velocities, if this opens any joint.
    /// Returns true if it does.
    pub fn relax_again(&mut self, deltas: &mut BodyDeltas) -> bool {
        let worst = self.find_missing_here(Solution::Late);
        if worst < CONTACT_JOINT_TOLERANCE {
            return false;
        }
        self.solve_here(worst);
        self.write(deltas);
        true
    }

    /// Ends a substep: sums up the joints' loads.
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
        self.measure_substep(problem);
    }

    fn write(&mut self, deltas: &mut BodyDeltas) {
        if self.touches {
            for body in &mut self.bodies {
                body.write_velocity(deltas);
            }
        }
    }

    /// Declares that contacts of the group touch its bodies or not. If none does, nothing but joints moves
    /// them, and the differences that contacts see are not kept.
    pub fn set_touches(&mut self, touches: bool) {
        self.touches = touches;
    }

    /// Applies the changes of velocities by contacts. Returns true if there were any.
    pub fn read(&mut self, deltas: &BodyDeltas) -> bool {
        let mut any = false;
        if self.touches {
            for body in &mut self.bodies {
                any |= body.read_velocity(deltas);
            }
        }
        if any {
            self.ahead.clear();
        }
        any
    }

    /// Applies the changes of frames by position correction.
    pub fn read_places(&mut self, deltas: &BodyDeltas) {
        if self.touches {
            for body in &mut self.bodies {
                body.read_place(deltas);
            }
        }
    }

    /// Reserves memory for these numbers of joints and bodies.
    pub fn reserve(&mut self, joints: usize, bodies: usize) {
        self.all.reserve(joints, bodies);
        reserve(&mut self.bodies, 2 * joints + 1);
        reserve(&mut self.ahead, 2 * joints + 1);
        reserve(&mut self.places, 2 * joints + 1);
        reserve(&mut self.active, joints);
        reserve(&mut self.sources, joints);
        reserve(&mut self.links, joints);
        reserve(&mut self.rows, joints * MAX_ROWS);
        reserve(&mut self.factorised, joints * MAX_ROWS);
        reserve(&mut self.changes, joints * MAX_ROWS);
        reserve(&mut self.bounded, joints);
        reserve(&mut self.first_guess, joints * MAX_ROWS);
        self.matrix.reserve(joints, MAX_ROWS);
        self.acceleration.reserve(joints * MAX_ROWS);
    }
}

/// Applies an impulse along a row to both bodies of a joint.
fn push(bodies: &mut [JointBody], active: &ActiveJoint, row: &Row, impulse: f64) {
    for (side, place) in active.bodies.into_iter().enumerate() {
        bodies[place as usize].push(&row.shape, side, impulse);
    }
}
