//! The bodies that joints hold, within a step.
//!
//! The contact solver treats a step as straight: directions, levers and inertia stay as they were at its
//! start. A pendulum solved in this way loses a few per cent of its energy in a second. So bodies in joints
//! have in addition a true state, in double precision, that follows its curve through the substeps: position,
//! rotation, velocity and angular momentum. Between impulses it moves as a free body does
//! (`free_rotation.rs`), and forces act half before and half after the motion of a substep (Störmer and
//! Verlet).
//!
//! Contacts see such a body by its differences from the start of the step, as they see all others, and their
//! changes of these differences are applied as impulses to the true state.

use glam::{DMat3, DQuat, DVec3};

use crate::body::Body;
use crate::solver::joints::geometry::{RowGeometry, rotation_vector};
use crate::solver::solver_body::{BodyDeltas, DeltaVectors};
use dodgem_collide::math::{CenterFrame, turned};

/// A body that joints hold.
#[derive(Clone, Debug)]
pub(super) struct JointBody {
    /// Its index in the world; `u32::MAX` for the world itself.
    pub index: u32,
    pub movable: bool,
    /// The inverse mass along each axis of the world: 0 where the body is held.
    inverse_mass: DVec3,
    /// 1 along the axes along which it can move, else 0.
    free: DVec3,
    /// Its state at the start of the step.
    start: CenterFrame,
    start_velocity: DVec3,
    start_spin: DVec3,
    /// From the body's own scale of spin (see `solver_body.rs`) to angular velocity, and back.
    root: DMat3,
    unroot: DMat3,
    /// Its state now.
    pub at: CenterFrame,
    pub velocity: DVec3,
    pub momentum: DVec3,
    inverse_inertia: DMat3,
    /// For a body with locked axes: the projection that removes the part of an angular momentum about them.
    unlocked: Option<DMat3>,
    /// The velocity that forces add in a substep, and the part of it that acts after the motion.
    kick: DVec3,
    late_kick: DVec3,
    /// The changes of velocity and angular momentum by contacts in a substep.
    pushed: [DVec3; 2],
    /// The differences of velocity and spin, and of position and rotation, as last written.
    written: DeltaVectors,
    /// The sum of its joints' arms times their forces, `a F^T`, in N m.
    pub strain: DMat3,
    /// The sum of its rods' forces over their lengths, in N/m.
    pub across: f64,
    /// The squares of the greatest frequencies at which these let it swing, in 1/s^2: by turning, and across
    /// its rods.
    pub swings: [f64; 2],
    /// True if its joints form a tree: see `trees.rs`.
    pub in_tree: bool,
    /// True if limits, motors or springs act on it.
    pub driven: bool,
    /// The number of the set of bodies that joints hold together.
    pub set: u32,
    /// True if no solution of its joints was found.
    pub failed: bool,
    /// The changes of velocity and angular velocity during a search for impulses.
    pub change: [DVec3; 2],
}

impl JointBody {
    /// The world, or a missing body: it does not move.
    pub fn world() -> JointBody {
        let at = CenterFrame::new(DVec3::ZERO, DQuat::IDENTITY);
        JointBody {
            index: u32::MAX,
            movable: false,
            inverse_mass: DVec3::ZERO,
            free: DVec3::ZERO,
            start: at,
            start_velocity: DVec3::ZERO,
            start_spin: DVec3::ZERO,
            root: DMat3::ZERO,
            unroot: DMat3::ZERO,
            at,
            velocity: DVec3::ZERO,
            momentum: DVec3::ZERO,
            inverse_inertia: DMat3::ZERO,
            unlocked: None,
            kick: DVec3::ZERO,
            late_kick: DVec3::ZERO,
            pushed: [DVec3::ZERO; 2],
            written: DeltaVectors::default(),
            strain: DMat3::ZERO,
            across: 0.0,
            swings: [0.0; 2],
            in_tree: false,
            driven: false,
            set: 0,
            failed: false,
            change: [DVec3::ZERO; 2],
        }
    }

    /// A body at the start of the step; `stays` if it does not move in this step.
    pub fn new(index: u32, body: &Body, stays: bool) -> JointBody {
        let mut joint_body = JointBody {
            index,
            at: body.frame(),
            start: body.frame(),
            ..JointBody::world()
        };
        if stays {
            return joint_body;
        }
        joint_body.velocity = body.velocity;
        joint_body.start_velocity = body.velocity;
        joint_body.start_spin = body.angular_velocity();
        if body.is_dynamic() {
            let turn = DMat3::from_quat(body.rotation);
            joint_body.movable = true;
            joint_body.free = body.free;
            joint_body.inverse_mass = body.free * body.inverse_mass;
            joint_body.root = turn * body.inertia.inverse_root;
            joint_body.unroot =
                body.inertia.inverse_root.transpose() * body.inertia.tensor * turn.transpose();
            joint_body.momentum = body.angular_momentum;
            joint_body.inverse_inertia = body.inertia.inverse_in_world(body.rotation);
            joint_body.unlocked =
                (body.locked().rotation != [false; 3]).then(|| unlocked(body, body.rotation));
        }
        joint_body
    }

    /// The body with its state at the start of the step.
    pub fn at_start(self) -> JointBody {
        JointBody {
            at: self.start,
            swings: [0.0; 2],
            failed: false,
            ..self
        }
    }

    /// Its frame at the start of the step.
    pub fn start(&self) -> CenterFrame {
        self.start
    }

    /// Sets the effect of forces: half of it acts after the motion, unless contacts hold the body, because
    /// they are solved before the motion.
    pub fn set_force(&mut self, acceleration: DVec3, substep: f64, touches: bool) {
        if self.movable {
            self.kick = self.free * acceleration * substep;
            self.late_kick = if touches {
                DVec3::ZERO
            } else {
                self.kick * 0.5
            };
        }
    }

    /// A bound of its angular acceleration by a torque of 1 N m, in 1/(kg m^2).
    pub fn greatest_yielding(&self) -> f64 {
        let squares = |column: DVec3| column.length_squared();
        let inverse = &self.inverse_inertia;
        (squares(inverse.x_axis) + squares(inverse.y_axis) + squares(inverse.z_axis)).sqrt()
    }

    /// Its inverse inertia times a tensor, in the axes of the world.
    pub fn turn_by(&self, tensor: DMat3) -> DMat3 {
        self.inverse_inertia * tensor
    }

    /// A bound of its acceleration by a force of 1 N, in 1/kg.
    pub fn greatest_inverse_mass(&self) -> f64 {
        self.inverse_mass.max_element()
    }

    /// Twice the kinetic energy of its spin, and of its whole motion, in joules.
    pub fn energies(&self) -> [f64; 2] {
        let turns = self.momentum.dot(self.spin());
        let inverse_mass = self.greatest_inverse_mass();
        let moves = match inverse_mass > 0.0 {
            true => self.velocity.length_squared() / inverse_mass,
            false => 0.0,
        };
        [turns, turns + moves]
    }

    pub fn spin(&self) -> DVec3 {
        if self.movable {
            self.inverse_inertia * self.momentum
        } else {
            self.start_spin
        }
    }

    /// A bound of the row's change of speed by this body for an impulse of 1 along the row, for any locked
    /// axes.
    pub fn greatest_answer(&self, row: &RowGeometry, side: usize) -> f64 {
        self.greatest_inverse_mass() * row.direction.length_squared()
            + self.greatest_yielding() * row.levers[side].length_squared()
    }

    /// The changes of velocity and angular velocity by an impulse of 1 along a row.
    pub fn answer(&self, row: &RowGeometry, side: usize) -> [DVec3; 2] {
        let sign = if side == 1 { 1.0 } else { -1.0 };
        [
            row.direction * self.inverse_mass * sign,
            self.inverse_inertia * (row.levers[side] * sign),
        ]
    }

    /// Applies an impulse along a row.
    pub fn push(&mut self, row: &RowGeometry, side: usize, impulse: f64) {
        if self.movable {
            let signed = if side == 1 { impulse } else { -impulse };
            self.velocity += row.direction * self.inverse_mass * signed;
            let turn = row.levers[side] * signed;
            self.momentum += self.unlocked.map_or(turn, |unlocked| unlocked * turn);
        }
    }

    /// The frame that it reaches in a substep with its present velocities.
    pub fn ahead(&self, body: Option<&Body>, substep: f64) -> CenterFrame {
        if !self.movable {
            let rotation = turned(self.at.rotation, self.start_spin, substep);
            return CenterFrame::new(self.at.center + self.velocity * substep, rotation);
        }
        let center = self.at.center + (self.velocity - self.late_kick) * substep;
        let exact =
            body.and_then(|body| (body.inertia).turned(self.at.rotation, self.momentum, substep));
        let rotation = exact.unwrap_or_else(|| turned(self.at.rotation, self.spin(), substep));
        CenterFrame::new(center, rotation)
    }

    /// Moves to a frame.
    pub fn go(&mut self, at: CenterFrame, body: Option<&Body>) {
        self.at = at;
        if let (true, Some(body)) = (self.movable, body) {
            self.inverse_inertia = body.inertia.inverse_in_world(at.rotation);
            if self.unlocked.is_some() {
                let unlocked = unlocked(body, at.rotation);
                self.momentum = unlocked * self.momentum;
                self.unlocked = Some(unlocked);
            }
        }
    }

    /// True if it is locked along or about some axis.
    pub fn is_locked(&self) -> bool {
        self.unlocked.is_some() || (self.movable && self.free != DVec3::ONE)
    }

    /// Begins a substep: forces act, and contacts act as in the last substep. In the first one their effect
    /// is known from the differences, which already contain the forces.
    pub fn begin(&mut self, deltas: &BodyDeltas, is_first: bool) {
        if !self.movable {
            return;
        }
        if is_first {
            let delta = deltas.vectors(self.index);
            let forces = self.free * deltas.gain(self.index);
            let turn = self.unroot.transpose() * delta.spin;
            self.pushed = [delta.velocity - forces, turn];
        }
        self.velocity += self.kick + self.pushed[0];
        self.momentum += self.pushed[1];
    }

    /// Writes the differences of velocity.
    pub fn write_velocity(&mut self, deltas: &mut BodyDeltas) {
        if self.movable {
            let velocity = self.velocity - self.start_velocity;
            let spin = self.unroot * (self.spin() - self.start_spin);
            deltas.set_velocity(self.index, velocity, spin);
            self.written = deltas.vectors(self.index);
        }
    }

    /// Applies the changes of the velocities by contacts. Returns true if there were any.
    pub fn read_velocity(&mut self, deltas: &BodyDeltas) -> bool {
        let mut any = false;
        if self.movable {
            let delta = deltas.vectors(self.index);
            let linear = delta.velocity - self.written.velocity;
            let spin = delta.spin - self.written.spin;
            if linear != DVec3::ZERO || spin != DVec3::ZERO {
                let turn = self.unroot.transpose() * spin;
                self.velocity += linear;
                self.momentum += turn;
                self.pushed[0] += linear;
                self.pushed[1] += turn;
                self.written = delta;
                any = true;
            }
        }
        any
    }

    /// Writes the differences of position and rotation, `time` seconds into the step.
    pub fn write_place(&mut self, deltas: &mut BodyDeltas, time: f64) {
        if self.movable {
            let moved = self.at.center - self.start.center - self.start_velocity * time;
            let turn = rotation_vector(self.at.rotation * self.start.rotation.conjugate());
            let turned = self.unroot * (turn - self.start_spin * time);
            deltas.set_place(self.index, moved, turned);
            self.written = deltas.vectors(self.index);
        }
    }

    /// Applies the change of its frame by position correction.
    pub fn read_place(&mut self, deltas: &BodyDeltas) {
        if self.movable {
            let delta = deltas.vectors(self.index);
            let turn = self.root * (delta.turned - self.written.turned);
            self.at.center += delta.moved - self.written.moved;
            if turn != DVec3::ZERO {
                self.at.rotation = turned(self.at.rotation, turn, 1.0);
            }
        }
    }

    /// The displacement and the rotation in the step, in metres and radians.
    pub fn displacement(&self) -> (DVec3, DVec3) {
        (
            self.at.center - self.start.center,
            rotation_vector(self.at.rotation * self.start.rotation.conjugate()),
        )
    }
}

/// The projection to the axes of a body that are not locked, in the world.
fn unlocked(body: &Body, rotation: DQuat) -> DMat3 {
    let turn = DMat3::from_quat(rotation);
    turn * (body.inertia.tensor * body.inertia.inverse) * turn.transpose()
}
