//! Sequential impulses on contacts.
//!
//! Every contact is three rows: one along the normal, which may only push (or pull as far as the
//! adhesion goes), and two across it, whose impulse together stays in the circle of friction. A
//! pass goes over all contacts and gives each what it lacks; passes repeat until nothing changes.
//! The impulses of the last step are where the next one starts, so that a pile at rest is solved
//! before the first pass.
//!
//! There are two rounds. In the first one contacts that are nearer than the skin also push apart;
//! its velocities are those of the step's *path*. In the second one they do not; its velocities
//! are those that the bodies *keep*. So keeping bodies apart gives them no energy.
//!
//! Source: Catto, "Iterative dynamics with temporal coherence" (GDC 2005) and, for the two rounds,
//! his "Solver2D" (2024), there called relaxation.

use glam::{DMat3, DVec3};

use super::pairs::Contact;

/// What the solver knows of a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mover {
    pub velocity: DVec3,
    pub turning: DVec3,
    pub inverse_mass: f64,
    pub inverse_inertia: DMat3,
    pub center: DVec3,
}

impl Mover {
    /// Something that nothing moves.
    pub fn resting(center: DVec3) -> Mover {
        Mover {
            velocity: DVec3::ZERO,
            turning: DVec3::ZERO,
            inverse_mass: 0.0,
            inverse_inertia: DMat3::ZERO,
            center,
        }
    }

    /// The velocity of its matter at an arm from the centre of mass.
    fn at(&self, arm: DVec3) -> DVec3 {
        self.velocity + self.turning.cross(arm)
    }
}

/// One direction of one contact.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    direction: DVec3,
    /// `I^-1 (arm x direction)` of both bodies.
    turn_a: DVec3,
    turn_b: DVec3,
    arm_a: DVec3,
    arm_b: DVec3,
    /// 1 / (how much the relative velocity changes for 1 N s).
    mass: f64,
}

impl Row {
    fn new(direction: DVec3, arm_a: DVec3, arm_b: DVec3, a: &Mover, b: &Mover) -> Row {
        let lever_a = arm_a.cross(direction);
        let lever_b = arm_b.cross(direction);
        let (turn_a, turn_b) = (a.inverse_inertia * lever_a, b.inverse_inertia * lever_b);
        let give = a.inverse_mass + b.inverse_mass + turn_a.dot(lever_a) + turn_b.dot(lever_b);
        Row {
            direction,
            turn_a,
            turn_b,
            arm_a: lever_a,
            arm_b: lever_b,
            mass: if give > 0.0 { 1.0 / give } else { 0.0 },
        }
    }

    /// The velocity of b's point relative to a's, along the row.
    fn speed(&self, a: &Mover, b: &Mover) -> f64 {
        self.direction.dot(b.velocity - a.velocity) + self.arm_b.dot(b.turning)
            - self.arm_a.dot(a.turning)
    }

    fn apply(&self, impulse: f64, a: &mut Mover, b: &mut Mover) {
        let push = self.direction * impulse;
        a.velocity -= push * a.inverse_mass;
        a.turning -= self.turn_a * impulse;
        b.velocity += push * b.inverse_mass;
        b.turning += self.turn_b * impulse;
    }
}

/// A contact made ready.
#[derive(Clone, Copy, Debug)]
struct Joint {
    a: usize,
    b: usize,
    normal: Row,
    across: [Row; 2],
    /// The relative speed along the normal that the contact asks for at least: negative where
    /// there is room to approach.
    room: f64,
    /// The same with the push that brings the bodies back to their skin.
    push_target: f64,
    /// What adhesion may pull, and the friction of that pull, in N s.
    pull: f64,
    friction: f64,
    rolling: f64,
    roll_mass: [f64; 2],
    push: f64,
    rub: [f64; 2],
    roll: [f64; 2],
}

/// What one solution is to do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub step: f64,
    pub skin: f64,
    pub push_speed: f64,
    pub iterations: u32,
}

/// Memory of the solver, used again in every step.
#[derive(Clone, Debug, Default)]
pub(super) struct Solver {
    joints: Vec<Joint>,
    paths: Vec<(DVec3, DVec3)>,
}

/// The share of the missing distance that one step gives back.
const PUSH_SHARE: f64 = 0.2;

/// A pass that changes no velocity by more than this, in m/s, is the last one.
const SETTLED: f64 = 1e-7;

impl Solver {
    /// Solves contacts between movers and stores the impulses in the contacts. Returns the
    /// velocities of the paths (linear, angular) by mover; the movers keep the others.
    pub fn solve(
        &mut self,
        movers: &mut [Mover],
        contacts: &mut [Contact],
        task: &Task,
    ) -> &[(DVec3, DVec3)] {
        self.joints.clear();
        for contact in contacts.iter().filter(|c| c.active) {
            self.joints.push(Joint::new(contact, movers, task));
        }
        for joint in &mut self.joints {
            joint.warm_start(movers);
        }
        self.passes(movers, task.iterations, true);
        self.paths.clear();
        let paths = movers.iter().map(|m| (m.velocity, m.turning));
        self.paths.extend(paths);
        self.passes(movers, task.iterations.div_ceil(2), false);
        let active = contacts.iter_mut().filter(|c| c.active);
        for (contact, joint) in active.zip(&self.joints) {
            contact.push = joint.push;
            let along = |rows: [f64; 2]| {
                joint.across[0].direction * rows[0] + joint.across[1].direction * rows[1]
            };
            contact.rub = along(joint.rub);
            contact.roll = along(joint.roll);
        }
        &self.paths
    }

    fn passes(&mut self, movers: &mut [Mover], count: u32, apart: bool) {
        for _ in 0..count {
            let mut most = 0.0_f64;
            for joint in &mut self.joints {
                most = most.max(joint.solve(movers, apart));
            }
            if most < SETTLED {
                break;
            }
        }
    }
}

impl Joint {
    fn new(contact: &Contact, movers: &[Mover], task: &Task) -> Joint {
        let (a, b) = (contact.a as usize, contact.b as usize);
        let (ma, mb) = (&movers[a], &movers[b]);
        let (arm_a, arm_b) = (contact.point - ma.center, contact.point - mb.center);
        let row = |direction| Row::new(direction, arm_a, arm_b, ma, mb);
        let (first, second) = contact.normal.any_orthonormal_pair();
        let normal = row(contact.normal);
        let across = [row(first), row(second)];
        let gap = contact.distance - task.skin;
        let room = -gap.max(0.0) / task.step;
        let push = (-gap * PUSH_SHARE / task.step).clamp(0.0, task.push_speed);
        let both = ma.inverse_inertia + mb.inverse_inertia;
        let roll_mass = [first, second].map(|t| {
            let give = t.dot(both * t);
            if give > 0.0 { 1.0 / give } else { 0.0 }
        });
        Joint {
            a,
            b,
            normal,
            across,
            room,
            push_target: room.max(push),
            // Glue holds only what touches.
            pull: if gap <= 0.5 * task.skin {
                f64::from(contact.material.adhesion) * task.step
            } else {
                0.0
            },
            friction: f64::from(contact.material.friction),
            rolling: f64::from(contact.material.rolling),
            roll_mass,
            push: contact.push,
            rub: [first, second].map(|t| t.dot(contact.rub)),
            roll: [first, second].map(|t| t.dot(contact.roll)),
        }
    }

    fn warm_start(&mut self, movers: &mut [Mover]) {
        let [a, b] = two(movers, self.a, self.b);
        self.push = self.push.max(-self.pull);
        self.normal.apply(self.push, a, b);
        for (row, impulse) in self.across.iter().zip(self.rub) {
            row.apply(impulse, a, b);
        }
        if self.rolling > 0.0 {
            let turn =
                self.across[0].direction * self.roll[0] + self.across[1].direction * self.roll[1];
            a.turning -= a.inverse_inertia * turn;
            b.turning += b.inverse_inertia * turn;
        }
    }

    /// Gives what the contact lacks; returns the greatest change of a relative speed, in m/s.
    fn solve(&mut self, movers: &mut [Mover], apart: bool) -> f64 {
        let [a, b] = two(movers, self.a, self.b);
        let mut most = 0.0_f64;

        let hold = (self.push + self.pull).max(0.0);
        if self.rolling > 0.0 {
            most = most.max(self.solve_rolling(hold, a, b));
        }
        let wanted: [f64; 2] = std::array::from_fn(|i| {
            let row = &self.across[i];
            self.rub[i] - row.speed(a, b) * row.mass
        });
        let limit = self.friction * hold;
        let size = (wanted[0] * wanted[0] + wanted[1] * wanted[1]).sqrt();
        let scale = if size > limit { limit / size } else { 1.0 };
        for (i, row) in self.across.iter().enumerate() {
            let change = wanted[i] * scale - self.rub[i];
            self.rub[i] += change;
            row.apply(change, a, b);
            if row.mass > 0.0 {
                most = most.max(change.abs() / row.mass);
            }
        }

        let target = if apart { self.push_target } else { self.room };
        let missing = (target - self.normal.speed(a, b)) * self.normal.mass;
        let change = (self.push + missing).max(-self.pull) - self.push;
        self.push += change;
        self.normal.apply(change, a, b);
        if self.normal.mass > 0.0 {
            most = most.max(change.abs() / self.normal.mass);
        }
        most
    }

    fn solve_rolling(&mut self, hold: f64, a: &mut Mover, b: &mut Mover) -> f64 {
        let relative = b.turning - a.turning;
        let wanted: [f64; 2] = std::array::from_fn(|i| {
            self.roll[i] - self.across[i].direction.dot(relative) * self.roll_mass[i]
        });
        let limit = self.rolling * hold;
        let size = (wanted[0] * wanted[0] + wanted[1] * wanted[1]).sqrt();
        let scale = if size > limit { limit / size } else { 1.0 };
        let mut turn = DVec3::ZERO;
        for (i, row) in self.across.iter().enumerate() {
            turn += row.direction * (wanted[i] * scale - self.roll[i]);
            self.roll[i] = wanted[i] * scale;
        }
        a.turning -= a.inverse_inertia * turn;
        b.turning += b.inverse_inertia * turn;
        let arm = self.rolling.max(1e-3);
        (a.inverse_inertia * turn + b.inverse_inertia * turn).length() * arm
    }
}

/// Two different movers at once.
fn two(movers: &mut [Mover], a: usize, b: usize) -> [&mut Mover; 2] {
    if a < b {
        let (low, high) = movers.split_at_mut(b);
        [&mut low[a], &mut high[0]]
    } else {
        let (low, high) = movers.split_at_mut(a);
        [&mut high[0], &mut low[b]]
    }
}

/// The relative velocity of b's matter to a's at a contact.
pub(super) fn relative_velocity(contact: &Contact, a: &Mover, b: &Mover) -> DVec3 {
    b.at(contact.point - b.center) - a.at(contact.point - a.center)
}
