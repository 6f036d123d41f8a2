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
//! a light body under a great load would not survive gets more substeps (`swing.rs` measures, `solver/substep_groups.rs`
//! decides). If there is no solution still (a chain drawn straight has no place to go to), joints are solved as if all went
//! straight, which adds no energy, and open.
//!
//! The joints of a group of substeps are solved at a time: [`JointSolver`] takes them from [`StepJoints`], and puts back
//! there what comes out.
//!
//! Limits and motors of limited force join by an active set: a row that would exceed its bounds is held at
//! the bound and leaves the equations; one that would come off its bound enters them again. A limited row is
//! so as exact as the others, and a rope carries what a rod would. Rows that go beyond their bounds are brought there before
//! anything else is applied: with them free the equations may ask for impulses without end. A row of limits is held to one of
//! its two limits as long as it gives an impulse, and a motor that drives against it stalls. Angles count their turns, from
//! the speed at which they change.
//!
//! Joints that form trees are as good as rigid; those of loops, which may say the same twice, give way a little (`trees.rs`).
//! Rows along which bodies with locked axes cannot move drop out (`row.rs`).
//!
//! A body in a chain of joints, or one that hinges, sliders and the like guide, does not meet others alone: what its path would
//! run into becomes a speculative contact (`ccd/speculative_contacts.rs`), solved with the joints, so that all that hang
//! together feel it in the same step. Only what hangs on rods, ropes or grabs of the world bounces by itself. What is not foreseen is an impact of that body alone: its path is cut, its joints open, and close in the next steps,
//! no faster than `JOINT_CLOSING_SPEED`.

mod acceleration;
mod bodies;
mod elimination;
mod geometry;
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
use crate::params::{CONTACT_JOINT_TOLERANCE, IMMOVABLE_ROW};
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
use crate::solver::substep_groups::SubstepGroup;
use dodgem_collide::math::CenterFrame;

/// What the solver reads of joints and bodies.
#[derive(Clone, Copy)]
pub(super) struct JointProblem<'p> {
    pub joints: &'p Joints,
    pub bodies: &'p [Body],
    pub motions: &'p [BodyMotion],
}

/// A joint with a body that can be moved.
#[derive(Clone, Copy, Debug)]
struct ActiveJoint {
    /// Its place in the list of all.
    joint: u32,
    /// The places of its bodies in the list of the step, or in that of the group.
    bodies: [u32; 2],
    /// The impulses on its body in this step: linear, and about the anchor.
    load: [DVec3; 2],
    /// The linear one in this substep.
    held: DVec3,
    /// The coordinate where the bodies are, with all turns. And the axis about which the bodies turn it: none if it is no
    /// angle, or nothing drives it.
    coordinate: f64,
    axis: DVec3,
    /// It is part of a tree: see `trees.rs`.
    in_tree: bool,
}

impl ActiveJoint {
    /// About where the coordinate is after so many seconds at the present velocities.
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
    /// The group's own; the first one is the world.
    bodies: Vec<JointBody>,
    /// Where the bodies would come to.
    ahead: Vec<CenterFrame>,
    /// By place in the list of the step: that in the group's; 0 if it is not there.
    places: Vec<u32>,
    active: Vec<ActiveJoint>,
    /// By active joint of the group: its place in the list of the step.
    sources: Vec<u32>,
    links: Vec<JointLink>,
    matrix: JointMatrix,
    rows: Vec<Row>,
    /// The states for which the matrix was factorised here; empty if it was not.
    factorised: Vec<RowState>,
    changes: Vec<f64>,
    acceleration: Acceleration,
    /// By row: the impulse and the state with which a solution began.
    first_guess: Vec<(f64, RowState)>,
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
    /// Whether the group has any joints.
    pub fn is_active(&self) -> bool {
        !self.active.is_empty()
    }

    /// Takes over the joints of a group, and makes their rows ready for substeps of `time` seconds.
    pub fn begin_group(
        &mut self,
        group: &SubstepGroup,
        problem: &JointProblem,
        time: f64,
        direct: bool,
    ) {
        self.substep = time;
        self.active.clear();
        self.bodies.clear();
        if !self.all.is_active() {
            return;
        }
        self.take_joints(group);
        for body in &mut self.bodies {
            if body.movable {
                let motion = &problem.motions[body.index as usize];
                body.set_force(motion.forces.acting, time, motion.contact.touching);
            }
        }
        self.links.clear();
        self.rows.clear();
        for (active, source) in self.active.iter().zip(&self.sources) {
            let joint = problem.joints.at(active.joint);
            let shapes = JointRows::new(joint, self.frames(active), Near(active.coordinate));
            let movable = |place: u32| self.bodies[place as usize].movable.then_some(place);
            self.links.push(JointLink {
                bodies: active.bodies.map(movable),
                rows: shapes.list().len(),
            });
            let pulls = shapes.list().iter().zip(self.all.pulls[*source as usize]);
            let impulses = |both: [f32; 2]| both.map(|pull| f64::from(pull) * time);
            self.rows
                .extend(pulls.map(|(shape, both)| Row::new(*shape, impulses(both))));
        }
        self.matrix.set_links(&self.links, direct);
        self.changes.clear();
        self.changes.resize(self.rows.len(), 0.0);
        self.place_rows(problem, 0.0);
    }

    /// Takes the joints of a group's movable bodies.
    fn take_joints(&mut self, group: &SubstepGroup) {
        self.sources.clear();
        self.bodies.push(JointBody::world());
        self.places.clear();
        self.places.resize(self.all.bodies.len(), 0);
        for (source, active) in (0..).zip(&self.all.active) {
            let in_group = |place: u32| {
                let body = &self.all.bodies[place as usize];
                body.movable && group.has(body.index)
            };
            if !active.bodies.into_iter().any(in_group) {
                continue;
            }
            for at in active.bodies.map(|place| place as usize) {
                if at != 0 && self.places[at] == 0 {
                    self.places[at] = self.bodies.len() as u32;
                    self.bodies.push(self.all.bodies[at].clone().at_start());
                }
            }
            self.sources.push(source);
            self.active.push(ActiveJoint {
                bodies: active.bodies.map(|place| self.places[place as usize]),
                ..*active
            });
        }
    }

    /// Puts back what came out for those that still are in the group.
    pub fn end_group(&mut self, is_in_group: impl Fn(u32) -> bool) {
        let stays = |body: &JointBody| !body.movable || is_in_group(body.index);
        for body in self.bodies.iter().filter(|body| body.index != u32::MAX) {
            if stays(body) {
                let place = self.all.places[body.index as usize];
                self.all.bodies[place as usize] = body.clone();
            }
        }
        let found = (0..).zip(self.active.iter().zip(&self.sources));
        for (index, (active, source)) in found {
            if active
                .bodies
                .iter()
                .all(|place| stays(&self.bodies[*place as usize]))
            {
                let kept = &mut self.all.active[*source as usize];
                (kept.load, kept.coordinate) = (active.load, active.coordinate);
                let rows = &self.rows[self.matrix.rows(index)];
                for (kept, row) in self.all.pulls[*source as usize].iter_mut().zip(rows) {
                    *kept = [row.impulse, row.late].map(|impulse| (impulse / self.substep) as f32);
                }
            }
        }
    }

    fn frames(&self, active: &ActiveJoint) -> [CenterFrame; 2] {
        active.bodies.map(|place| self.bodies[place as usize].at)
    }

    /// Works the slopes out where the bodies are, which they have come to in so many seconds.
    fn place_rows(&mut self, problem: &JointProblem, since: f64) {
        self.factorised.clear();
        for (index, active) in (0..).zip(&mut self.active) {
            let near = active.near(&self.bodies, since);
            let bodies = active.bodies.map(|place| &self.bodies[place as usize]);
            let joint = problem.joints.at(active.joint);
            let shapes = JointRows::new(joint, bodies.map(|b| b.at), near);
            if let Some(coordinate) = shapes.driven {
                active.coordinate = coordinate.value;
                if coordinate.direction == DVec3::ZERO {
                    active.axis = coordinate.levers[1];
                }
            }
            let rows = &mut self.rows[self.matrix.rows(index)];
            let is_locked = bodies.iter().any(|body| body.is_locked());
            for (row, shape) in rows.iter_mut().zip(shapes.list()) {
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
        self.place_rows(problem, self.substep);
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
        self.measure_substep(problem);
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

    /// Makes room for so many joints and bodies.
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
