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
//! The rows of all joints are solved together by a sparse factorisation (`joint_matrix.rs`), by Newton's
//! method for what turns within the substep; joints that hang together too densely, or all if
//! [`Settings::direct_joints`](crate::Settings::direct_joints) is off, by passes of Gauss and Seidel.
//!
//! Limits and motors of limited force join by an active set: a row that would exceed its bounds is held at
//! the bound and leaves the equations; one that would come off its bound enters them again. A limited row is
//! so as exact as the others, and a rope carries what a rod would.
//!
//! What overlaps in time with an impact is not solved again: a body whose path is cut short leaves a joint
//! open, which closes in the next steps, no faster than `JOINT_CLOSING_SPEED`.

use glam::DVec3;

use crate::body::Body;
use crate::body_motion::BodyMotion;
use crate::joint::{Joint, JointKind, Joints, MAX_ROWS};
use crate::params::{
    ITERATED_JOINT_DAMPING_RATIO, ITERATED_JOINT_HERTZ, JOINT_CLOSING_SPEED, JOINT_COMPLIANCE, JOINT_PASSES, JOINT_TOLERANCE, LIMIT_TOLERANCE,
    MAX_JOINT_ROUNDS, OPEN_JOINT,
};
use crate::solver::joint_bodies::JointBody;
use crate::solver::joint_matrix::{JointLink, JointMatrix};
use crate::solver::joint_rows::{RowLaw, RowShape, RowShapes, wound};
use crate::solver::solver_body::BodyDeltas;
use dodgem_collide::math::CenterFrame;

/// What the solver reads of joints and bodies.
#[derive(Clone, Copy)]
pub(super) struct JointProblem<'p> {
    pub joints: &'p [Joint],
    pub bodies: &'p [Body],
}

/// A joint with a body that can be moved.
#[derive(Clone, Copy, Debug)]
struct ActiveJoint {
    /// Its index in the list of all.
    joint: usize,
    /// The places of its bodies in the solver's list.
    bodies: [u32; 2],
    /// The impulses on its body in this step: linear, and about the anchor.
    load: [DVec3; 2],
}

/// Whether the impulse of a row is sought, or held where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RowState {
    Free,
    AtLeast,
    AtMost,
    Off,
}

#[derive(Clone, Copy, Debug)]
struct Row {
    shape: RowShape,
    /// How an impulse of 1 changes the velocities of both bodies: linear, angular.
    answers: [[DVec3; 2]; 2],
    /// How an impulse of 1 changes the row's own speed.
    response: f64,
    /// The same with the joint's own other rows held: what the frequency of a spring refers to.
    stiffness_response: f64,
    state: RowState,
    /// The speed by which the row misses what it wants.
    missing: f64,
    /// What is to be added to the change of its number, in 1/s.
    pull: f64,
    /// How much it gives way, for an impulse of 1: springs, and a little all rows.
    give: f64,
    softness: f64,
    /// The impulse: before the way, and after it (until then that of the last substep). And the bounds of
    /// both together.
    impulse: f64,
    late: f64,
    bounds: [f64; 2],
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
    /// Whether joints hold a body of the world.
    pub fn holds(&self, body: usize) -> bool {
        self.is_active() && self.places[body] != 0
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
        for (index, joint) in joints.list().iter().enumerate() {
            let moves = |i: usize| bodies[i].is_dynamic() && !motions[i].fixed;
            let ids = joint.bodies.map(|id| id.map(|id| id.index()));
            if !ids.into_iter().flatten().any(moves) {
                continue;
            }
            let places = ids.map(|id| id.map_or(0, |i| self.place(i, bodies, motions)));
            self.active.push(ActiveJoint {
                joint: index,
                bodies: places,
                load: [DVec3::ZERO; 2],
            });
            let rows = RowShapes::new(joint, Joints::frames(joint, bodies));
            let movable = |place: u32| self.bodies[place as usize].movable.then_some(place);
            self.links.push(JointLink {
                bodies: places.map(movable),
                rows: rows.list().len(),
            });
        }
    }

    fn place(&mut self, index: usize, bodies: &[Body], motions: &[BodyMotion]) -> u32 {
        if self.places[index] == 0 {
            let stays = motions[index].fixed;
            self.places[index] = self.bodies.len() as u32;
            let body = JointBody::new(index as u32, &bodies[index], stays);
            self.bodies.push(body);
        }
        self.places[index]
    }

    /// Makes the rows of the step ready.
    pub fn prepare(&mut self, problem: &JointProblem, motions: &[BodyMotion], time: f64, direct: bool) {
        self.substep = time;
        for body in &mut self.bodies {
            if body.movable {
                let motion = &motions[body.index as usize];
                body.set_force(motion.acceleration, time, motion.touching);
            }
        }
        self.matrix.set_links(&self.links, direct);
        self.rows.clear();
        for active in &self.active {
            let joint = &problem.joints[active.joint];
            let shapes = RowShapes::new(joint, self.frames(active));
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
            let shapes = RowShapes::new(&problem.joints[active.joint], bodies.map(|b| b.at));
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
    pub fn begin_substep(&mut self, deltas: &mut BodyDeltas, problem: &JointProblem, is_first: bool) {
        for body in &mut self.bodies {
            body.begin(deltas, is_first);
        }
        let time = self.substep;
        for (index, active) in (0..).zip(&self.active) {
            let is_grab = problem.joints[active.joint].kind == JointKind::Grab;
            let range = self.matrix.rows(index);
            for row in &mut self.rows[range] {
                row.begin(time, is_grab, self.matrix.is_direct(index));
                push(&mut self.bodies, active, row, row.impulse);
            }
        }
        for round in 0..MAX_JOINT_ROUNDS {
            let worst = self.find_missing_ahead(problem);
            let changed = self.release();
            if round > 0 && !changed && worst < JOINT_TOLERANCE {
                break;
            }
            self.solve_free(false);
            self.limit_grabs(problem);
        }
        self.write(deltas);
    }

    /// By how much the rows miss what they want where the bodies would come to; the worst of the free ones.
    fn find_missing_ahead(&mut self, problem: &JointProblem) -> f64 {
        let (time, mut worst) = (self.substep, 0.0_f64);
        self.ahead.clear();
        for body in &self.bodies {
            let of = problem.bodies.get(body.index as usize);
            self.ahead.push(body.ahead(of, time));
        }
        for (index, active) in (0..).zip(&self.active) {
            let at = active.bodies.map(|place| self.ahead[place as usize]);
            let shapes = RowShapes::new(&problem.joints[active.joint], at);
            let range = self.matrix.rows(index);
            for (row, there) in self.rows[range].iter_mut().zip(shapes.list()) {
                let change = there.value - row.shape.value;
                let is_angle = row.shape.direction == DVec3::ZERO;
                let change = if is_angle { wound(change) } else { change };
                row.missing = change / time + row.pull + (row.give + row.softness) * row.impulse;
                if row.state == RowState::Free {
                    worst = worst.max(row.missing.abs());
                }
            }
        }
        worst
    }

    /// Frees the rows that would come off their bounds. Returns whether there were any.
    fn release(&mut self) -> bool {
        let mut any = false;
        for row in &mut self.rows {
            let comes_off = match row.state {
                RowState::AtLeast => row.missing < -JOINT_TOLERANCE,
                RowState::AtMost => row.missing > JOINT_TOLERANCE,
                RowState::Free | RowState::Off => false,
            };
            if comes_off {
                row.state = RowState::Free;
                any = true;
            }
        }
        any
    }

    /// Solves for the free rows and applies what is found, within the bounds. Returns whether a row has come
    /// to its bound.
    fn solve_free(&mut self, is_late: bool) -> bool {
        self.factorise();
        for (change, row) in self.changes.iter_mut().zip(&self.rows) {
            let is_free = row.state == RowState::Free;
            *change = if is_free { -row.missing } else { 0.0 };
        }
        self.iterate();
        self.matrix.solve(&mut self.changes);
        let mut any = false;
        for (index, active) in (0..).zip(&self.active) {
            for at in self.matrix.rows(index) {
                let row = &mut self.rows[at];
                if row.state != RowState::Free {
                    continue;
                }
                let (change, state) = row.bounded(self.changes[at], is_late);
                row.state = state;
                any |= state != RowState::Free;
                if is_late {
                    row.late += change;
                } else {
                    row.impulse += change;
                }
                push(&mut self.bodies, active, row, change);
            }
        }
        any
    }

    /// Scales down what grabs pull too strongly; they keep that for the rest of the substep.
    fn limit_grabs(&mut self, problem: &JointProblem) {
        for (index, active) in (0..).zip(&self.active) {
            let joint = &problem.joints[active.joint];
            if joint.kind != JointKind::Grab {
                continue;
            }
            let rows = &mut self.rows[self.matrix.rows(index)];
            let total = rows.iter().map(|row| row.impulse * row.impulse).sum::<f64>();
            let most = match rows.first().map(|row| row.shape.law) {
                Some(RowLaw::Spring(_, force)) => force * self.substep,
                _ => f64::INFINITY,
            };
            if total.sqrt() > most {
                for row in rows {
                    let change = row.impulse * (most / total.sqrt() - 1.0);
                    row.impulse += change;
                    row.state = RowState::Off;
                    push(&mut self.bodies, active, row, change);
                }
            }
        }
    }

    /// Passes of Gauss and Seidel over the joints that are not solved directly.
    fn iterate(&mut self) {
        if self.matrix.joints().all(|joint| self.matrix.is_direct(joint)) {
            return;
        }
        for body in &mut self.bodies {
            body.change = [DVec3::ZERO; 2];
        }
        let wanted = |row: &Row| match row.state {
            RowState::Free => -row.missing,
            _ => 0.0,
        };
        for at in (self.matrix.joints())
            .filter(|joint| !self.matrix.is_direct(*joint))
            .flat_map(|joint| self.matrix.rows(joint))
        {
            self.changes[at] = 0.0;
        }
        for pass in 0..JOINT_PASSES {
            let count = self.active.len();
            for n in 0..count {
                let index = if pass % 2 == 0 { n } else { count - 1 - n };
                if self.matrix.is_direct(index as u32) {
                    continue;
                }
                let active = self.active[index];
                let range = self.matrix.rows(index as u32);
                let mut found = [0.0; MAX_ROWS];
                let found = &mut found[..range.len()];
                let rows = &self.rows[range.clone()];
                let changes = active.bodies.map(|place| self.bodies[place as usize].change);
                for ((found, row), at) in found.iter_mut().zip(rows).zip(range.clone()) {
                    if row.state == RowState::Free {
                        let give = row.give + row.softness;
                        *found = wanted(row) - row.speed_of(&changes) - give * self.changes[at];
                    }
                }
                self.matrix.solve_alone(index as u32, found);
                for ((found, row), at) in found.iter().zip(rows).zip(range) {
                    self.changes[at] += found;
                    for side in 0..2 {
                        let change = &mut self.bodies[active.bodies[side] as usize].change;
                        change[0] += row.answers[side][0] * *found;
                        change[1] += row.answers[side][1] * *found;
                    }
                }
            }
        }
    }

    /// Fills and factorises the matrix for the rows that are free, unless that was done already.
    fn factorise(&mut self) {
        let same = self.factorised.len() == self.rows.len()
            && self.rows.iter().zip(&self.factorised).all(|(row, state)| {
                (row.state == RowState::Free) == (*state == RowState::Free)
            });
        if same {
            return;
        }
        self.factorised.clear();
        self.factorised.extend(self.rows.iter().map(|row| row.state));
        for joint in self.matrix.joints() {
            let range = self.matrix.rows(joint);
            let rows = &self.rows[range];
            let block = self.matrix.diagonal(joint);
            for (i, row) in rows.iter().enumerate() {
                for (j, other) in rows.iter().enumerate() {
                    block[i * rows.len() + j] = match (row.state, other.state) {
                        (RowState::Free, RowState::Free) => row.speed_of(&other.answers),
                        _ => 0.0,
                    };
                }
                block[i * rows.len() + i] += match row.state {
                    RowState::Free => row.give + row.softness,
                    _ => 1.0,
                };
            }
        }
        for index in 0..self.matrix.blocks.len() {
            let joints = self.matrix.blocks[index].joints;
            let [one, other] = joints.map(|joint| self.active[joint as usize].bodies);
            let [rows, columns] = joints.map(|joint| &self.rows[self.matrix.rows(joint)]);
            let block = self.matrix.block(index);
            for (i, row) in rows.iter().enumerate() {
                for (j, column) in columns.iter().enumerate() {
                    let mut sum = 0.0;
                    if row.state == RowState::Free && column.state == RowState::Free {
                        for (side, body) in one.into_iter().enumerate() {
                            for (of, same) in other.into_iter().enumerate() {
                                if body == same {
                                    sum += row.speed_at(side, &column.answers[of]);
                                }
                            }
                        }
                    }
                    block[i * columns.len() + j] = sum;
                }
            }
        }
        self.matrix.factorise();
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
        for _ in 0..MAX_JOINT_ROUNDS {
            self.find_missing_here();
            self.release();
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

    /// By how much the velocities of the rows miss what they want.
    fn find_missing_here(&mut self) {
        for (index, active) in (0..).zip(&self.active) {
            let velocities = active.bodies.map(|place| {
                let body = &self.bodies[place as usize];
                [body.velocity, body.spin()]
            });
            for row in &mut self.rows[self.matrix.rows(index)] {
                let target = match row.shape.law {
                    RowLaw::Speed(target, _) => target,
                    _ => 0.0,
                };
                row.missing = row.speed_of(&velocities) - target;
            }
        }
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
            let given = (solved.velocity - body.velocity, solved.spin() - body.angular_velocity());
            (body.velocity, body.angular_momentum) = (solved.velocity, solved.momentum);
            motion.acceleration = DVec3::ZERO;
            motion.given = (given.0 / step, given.1 / step);
            motion.gain = body.kinetic_energy() - motion.energy;
            motion.keeps_spin = true;
            motion.follows_joints = true;
            motion.touching = true;
            let push = (moved / step - body.velocity, turned / step - body.angular_velocity());
            motion.push = push;
        }
    }

    /// Keeps the impulses for the next step, and what the joints held.
    pub fn store(&self, joints: &mut [Joint], step: f64) {
        if self.active.is_empty() {
            return;
        }
        let mut active = (0..).zip(&self.active).peekable();
        for (n, joint) in joints.iter_mut().enumerate() {
            let Some((index, active)) = active.next_if(|(_, active)| active.joint == n) else {
                continue;
            };
            let rows = &self.rows[self.matrix.rows(index)];
            for (kept, row) in joint.impulses.iter_mut().zip(rows) {
                *kept = [row.impulse as f32, row.late as f32];
            }
            joint.note_load(active.load[0] / step, active.load[1] / step);
        }
    }
}

/// How much an open joint gives way, as a share: where two joints hold the same two bodies, or joints form a
/// loop, and some are open, the equations ask for what would take violent forces.
fn openness(rows: &[Row]) -> f64 {
    let held = rows.iter().filter(|row| row.shape.law == RowLaw::Hold);
    let open = held.map(|row| row.shape.value * row.shape.value).sum::<f64>();
    (open / (OPEN_JOINT * OPEN_JOINT)).min(1.0)
}

/// How an impulse of 1 along a row changes its speed if the rows that are held rigidly stay: the last pivot of a
/// Cholesky factorisation.
fn held_response(rows: &[Row], at: usize) -> f64 {
    let mut order = [at; MAX_ROWS];
    let mut count = 0;
    for (index, row) in rows.iter().enumerate() {
        if row.shape.law == RowLaw::Hold {
            order[count] = index;
            count += 1;
        }
    }
    let mut lower = [[0.0; MAX_ROWS]; MAX_ROWS];
    for i in 0..=count {
        for j in 0..=i {
            let entry = rows[order[i]].speed_of(&rows[order[j]].answers);
            let sum: f64 = (0..j).map(|k| lower[i][k] * lower[j][k]).sum();
            lower[i][j] = if i != j {
                (entry - sum) / lower[j][j]
            } else if i == count {
                // What is held altogether has a spring in vain.
                return (entry - sum).max(JOINT_COMPLIANCE * entry);
            } else {
                (entry - sum).max(JOINT_COMPLIANCE * entry).sqrt()
            };
        }
    }
    rows[at].response
}

/// Gives both bodies of a joint an impulse along a row.
fn push(bodies: &mut [JointBody], active: &ActiveJoint, row: &Row, impulse: f64) {
    for (side, place) in active.bodies.into_iter().enumerate() {
        bodies[place as usize].push(&row.shape, side, impulse);
    }
}

impl Row {
    fn new(shape: RowShape, [impulse, late]: [f64; 2]) -> Row {
        Row {
            shape,
            answers: [[DVec3::ZERO; 2]; 2],
            response: 0.0,
            stiffness_response: 0.0,
            state: RowState::Free,
            missing: 0.0,
            pull: 0.0,
            give: 0.0,
            softness: 0.0,
            impulse,
            late,
            bounds: [f64::NEG_INFINITY, f64::INFINITY],
        }
    }

    /// Begins a substep: the impulse of the last one is the first guess.
    fn begin(&mut self, time: f64, is_grab: bool, is_direct: bool) {
        let value = self.shape.value;
        let fastest = JOINT_CLOSING_SPEED;
        (self.give, self.bounds) = (0.0, [f64::NEG_INFINITY, f64::INFINITY]);
        // What iterations leave unsolved would make a rigid joint shake.
        let (mut rate, mut give) = (1.0 / time, 0.0);
        if !is_direct {
            let omega = std::f64::consts::TAU * ITERATED_JOINT_HERTZ;
            let damping = 2.0 * ITERATED_JOINT_DAMPING_RATIO + time * omega;
            (rate, give) = (omega / damping, self.response / (time * omega * damping));
        }
        match self.shape.law {
            RowLaw::Hold => {
                self.pull = (value * rate).clamp(-fastest, fastest);
                self.give = give;
            }
            RowLaw::Limit => {
                let rate = if value > 0.0 { 1.0 / time } else { rate };
                self.pull = (value * rate).max(-fastest);
                self.give = give;
                self.bounds[0] = 0.0;
            }
            RowLaw::Speed(target, force) => {
                self.pull = -target;
                self.bounds = [-force * time, force * time];
            }
            RowLaw::Spring(spring, force) => {
                let omega = std::f64::consts::TAU * f64::from(spring.hertz);
                // The spring is looked at where the substep begins (then no energy is lost), or, the stiffer
                // it is, where the substep ends (then it cannot shake).
                let later = (time * omega).min(1.0);
                let damping = 2.0 * f64::from(spring.damping_ratio) + later * time * omega;
                self.pull = value * (omega / damping);
                self.give = self.stiffness_response / (time * omega * damping);
                if !is_grab {
                    self.bounds = [-force * time, force * time];
                }
            }
        }
        let [least, most] = self.bounds;
        self.impulse = self.impulse.clamp(least, most);
        self.state = match () {
            () if least == most => RowState::Off,
            () if self.impulse <= least => RowState::AtLeast,
            () if self.impulse >= most => RowState::AtMost,
            () => RowState::Free,
        };
    }

    /// Begins the second solution: springs have acted already, and limits act only where they are reached.
    fn begin_late(&mut self) {
        self.give = 0.0;
        self.state = match self.shape.law {
            RowLaw::Hold => RowState::Free,
            RowLaw::Spring(..) => RowState::Off,
            RowLaw::Limit if self.impulse > 0.0 => RowState::Free,
            RowLaw::Limit if self.shape.value < LIMIT_TOLERANCE => RowState::AtLeast,
            RowLaw::Limit => RowState::Off,
            RowLaw::Speed(..) => self.state,
        };
        // What the last substep ended with is the first guess, as far as the bounds let it.
        self.late = match self.state {
            RowState::Free => {
                let [least, most] = self.bounds;
                (self.impulse + self.late).clamp(least, most) - self.impulse
            }
            _ => 0.0,
        };
    }

    /// A change of the impulse, brought within the bounds, and what state that leaves.
    fn bounded(&self, change: f64, is_late: bool) -> (f64, RowState) {
        let [least, most] = self.bounds;
        let now = self.impulse + if is_late { self.late } else { 0.0 };
        let wanted = now + change;
        if wanted < least {
            (least - now, RowState::AtLeast)
        } else if wanted > most {
            (most - now, RowState::AtMost)
        } else {
            (change, RowState::Free)
        }
    }

    /// The row's speed for velocities (linear, angular) of one body.
    fn speed_at(&self, side: usize, velocity: &[DVec3; 2]) -> f64 {
        let speed =
            self.shape.direction.dot(velocity[0]) + self.shape.levers[side].dot(velocity[1]);
        if side == 1 { speed } else { -speed }
    }

    /// The row's speed for changes of the velocities of both bodies.
    fn speed_of(&self, velocities: &[[DVec3; 2]; 2]) -> f64 {
        self.speed_at(0, &velocities[0]) + self.speed_at(1, &velocities[1])
    }
}
