//! Sequential impulses on contacts, in small steps.
//!
//! Every contact is three rows: one along the normal, which may only push (or pull as far as the
//! adhesion goes), and two across it, whose impulse together stays in the circle of friction.
//!
//! The step is cut into a few substeps. In each one forces act, the impulses of the last substep
//! are the first guess, one pass over all contacts gives each what it lacks, bodies move (here only:
//! the sweep decides later how far they really go), and a second pass takes back the velocity that
//! served to push bodies apart. Many small steps with one pass hold a pile far better than one step
//! with many passes: an error moves bodies by the square of the time that it lasts, and the
//! contacts see it in the next substep. What the bodies have moved in all is their path's velocity;
//! what velocity they have in the end, they keep.
//!
//! Source: Macklin, Storey et al., "Small steps in physics simulation" (SCA 2019), and Catto's
//! "Solver2D" (2024), there called "soft step": contacts that are too near push like a strongly
//! damped spring.

mod parting;

use glam::{DMat3, DVec3};

use super::pairs::Contact;

/// What the solver knows of a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mover {
    pub velocity: DVec3,
    pub turning: DVec3,
    /// What forces add to the velocity, in m/s^2.
    pub acceleration: DVec3,
    /// How far it has gone and turned (a small angle, as a vector) since the start of the step.
    pub moved: DVec3,
    pub turned: DVec3,
    pub inverse_mass: f64,
    pub inverse_inertia: DMat3,
    pub inertia: DMat3,
    pub center: DVec3,
}

impl Mover {
    /// Something that nothing moves.
    pub fn resting(center: DVec3) -> Mover {
        Mover {
            velocity: DVec3::ZERO,
            turning: DVec3::ZERO,
            acceleration: DVec3::ZERO,
            moved: DVec3::ZERO,
            turned: DVec3::ZERO,
            inverse_mass: 0.0,
            inverse_inertia: DMat3::ZERO,
            inertia: DMat3::ZERO,
            center,
        }
    }

    /// Of moving and turning, in joules; 0 if nothing moves it.
    fn energy(&self) -> f64 {
        if self.inverse_mass == 0.0 {
            return 0.0;
        }
        let spin = self.turning.dot(self.inertia * self.turning);
        0.5 * (self.velocity.length_squared() / self.inverse_mass + spin)
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

    /// How far b's point has gone from a's along the row since the start of the step.
    fn way(&self, a: &Mover, b: &Mover) -> f64 {
        self.direction.dot(b.moved - a.moved) + self.arm_b.dot(b.turned) - self.arm_a.dot(a.turned)
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
    /// The inverse of how the velocities across answer impulses across, and the most that they
    /// can change for 1 N s.
    across_mass: [[f64; 2]; 2],
    across_give: f64,
    /// How far the surfaces are beyond the skin at the start of the step, in metres.
    gap: f64,
    /// What adhesion may pull in a substep, in N s.
    pull: f64,
    friction: f64,
    rolling: f64,
    roll_mass: f64,
    push: f64,
    rub: [f64; 2],
    roll: [f64; 2],
    /// How fast it is to part if it ever pushed, and whether it did.
    bounce: f64,
    pushed: bool,
}

/// What one solution is to do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub step: f64,
    pub skin: f64,
    /// So much nearer than the skin contacts are left in peace: what holds a pile must not come
    /// and go with the last digits.
    pub slop: f64,
    /// So much nearer than the skin the sweep lets no bodies come.
    pub hard: f64,
    pub push_speed: f64,
    /// Paths end no nearer than this, in metres, where contacts can see to it.
    pub keep: f64,
    pub substeps: u32,
}

/// A substep: how long it is, and how contacts push apart what is too near.
#[derive(Clone, Copy, Debug)]
struct Substep {
    time: f64,
    slop: f64,
    hard: f64,
    push_speed: f64,
    /// The spring's answer: speed per metre, and how much of the impulses it lets through.
    rate: f64,
    mass_share: f64,
    impulse_share: f64,
}

/// The share of the push speed at which bodies part that are nearer than the sweep lets them come.
const HARD_SHARE: f64 = 0.1;

/// The frequency of the spring that parts bodies, in Hz, and its damping ratio.
const SPRING_HERTZ: f64 = 120.0;
const SPRING_DAMPING: f64 = 10.0;

impl Substep {
    fn new(task: &Task) -> Substep {
        let time = task.step / f64::from(task.substeps.max(1));
        // A spring faster than the substeps can follow would shake.
        let hertz = SPRING_HERTZ.min(0.25 / time);
        let omega = std::f64::consts::TAU * hertz;
        let damping = 2.0 * SPRING_DAMPING + time * omega;
        let stiffness = time * omega * damping;
        Substep {
            time,
            slop: task.slop,
            hard: task.hard,
            push_speed: task.push_speed,
            rate: omega / damping,
            mass_share: stiffness / (1.0 + stiffness),
            impulse_share: 1.0 / (1.0 + stiffness),
        }
    }
}

/// Memory of the solver, used again in every step.
#[derive(Clone, Debug, Default)]
pub(super) struct Solver {
    joints: Vec<Joint>,
    paths: Vec<(DVec3, DVec3)>,
}

impl Solver {
    /// Solves contacts between movers, which gain `accelerations` (m/s^2) meanwhile, and stores the
    /// impulses in the contacts. Returns the mean velocities of the paths (linear, angular) by
    /// mover; the movers keep the last ones.
    pub fn solve(
        &mut self,
        movers: &mut [Mover],
        contacts: &mut [Contact],
        task: &Task,
    ) -> &[(DVec3, DVec3)] {
        let blows = contacts.iter().any(|c| c.active && c.bounce > 0.0);
        let energy: f64 = if blows {
            movers.iter().map(Mover::energy).sum()
        } else {
            0.0
        };
        self.joints.clear();
        for contact in contacts.iter().filter(|c| c.active) {
            self.joints.push(Joint::new(contact, movers, task));
        }
        let substep = Substep::new(task);
        for _ in 0..task.substeps.max(1) {
            for mover in movers.iter_mut() {
                mover.velocity += mover.acceleration * substep.time;
            }
            for joint in &mut self.joints {
                joint.warm_start(movers);
            }
            // Every second pass goes backwards: so the weight of a pile reaches the floor, and the
            // floor's answer the top, however the bodies are numbered.
            for joint in self.joints.iter_mut().rev() {
                joint.solve(movers, &substep, true);
            }
            for mover in movers.iter_mut() {
                mover.moved += mover.velocity * substep.time;
                mover.turned += mover.turning * substep.time;
            }
            for joint in &mut self.joints {
                joint.solve(movers, &substep, false);
            }
        }
        self.bounce(movers, energy);
        for (contact, joint) in contacts.iter_mut().filter(|c| c.active).zip(&self.joints) {
            contact.push = joint.push;
            let along = |rows: [f64; 2]| {
                joint.across[0].direction * rows[0] + joint.across[1].direction * rows[1]
            };
            contact.rub = along(joint.rub);
            contact.roll = along(joint.roll);
        }
        self.paths.clear();
        let per_second = 1.0 / task.step;
        let paths = movers.iter();
        let paths = paths.map(|m| (m.moved * per_second, m.turned * per_second));
        self.paths.extend(paths);
        self.part_paths(movers, task);
        &self.paths
    }
}

impl Joint {
    fn new(contact: &Contact, movers: &[Mover], task: &Task) -> Joint {
        let (a, b) = (contact.a as usize, contact.b as usize);
        let (ma, mb) = (&movers[a], &movers[b]);
        let (arm_a, arm_b) = (contact.point - ma.center, contact.point - mb.center);
        let row = |direction| Row::new(direction, arm_a, arm_b, ma, mb);
        let (first, second) = contact.normal.any_orthonormal_pair();
        let across = [row(first), row(second)];
        let (across_mass, across_give) = both_across(&across, ma, mb);
        let both = ma.inverse_inertia + mb.inverse_inertia;
        let give = [first, second].map(|t| t.dot(both * t));
        let give = give[0].max(give[1]);
        let gap = contact.distance - task.skin;
        // Glue holds only what touches.
        let pull = if gap <= 0.5 * task.skin {
            f64::from(contact.material.adhesion) * task.step / f64::from(task.substeps.max(1))
        } else {
            0.0
        };
        Joint {
            a,
            b,
            normal: row(contact.normal),
            across,
            across_mass,
            across_give,
            gap,
            pull,
            friction: f64::from(contact.material.friction),
            rolling: f64::from(contact.material.rolling),
            roll_mass: if give > 0.0 { 1.0 / give } else { 0.0 },
            push: contact.push.max(-pull),
            bounce: contact.bounce,
            pushed: false,
            rub: [first, second].map(|t| t.dot(contact.rub)),
            roll: [first, second].map(|t| t.dot(contact.roll)),
        }
    }

    fn warm_start(&mut self, movers: &mut [Mover]) {
        let [a, b] = two(movers, self.a, self.b);
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

    /// Gives what the contact lacks. Only in the first pass of a substep does it push apart.
    fn solve(&mut self, movers: &mut [Mover], substep: &Substep, apart: bool) {
        let [a, b] = two(movers, self.a, self.b);
        let gap = self.gap + self.normal.way(a, b);
        let (mut speed, mut mass_share, mut impulse_share) = (0.0, 1.0, 0.0);
        if gap > 0.0 {
            speed = -gap / substep.time;
        } else if gap < -substep.slop && apart {
            speed = (-(gap + substep.slop) * substep.rate).min(substep.push_speed);
            (mass_share, impulse_share) = (substep.mass_share, substep.impulse_share);
            if gap < -substep.hard {
                // Nearer than the sweep lets bodies come: no spring, they have to part.
                speed = speed.max(substep.push_speed * HARD_SHARE);
                (mass_share, impulse_share) = (1.0, 0.0);
            }
        }
        let missing = (speed - self.normal.speed(a, b)) * self.normal.mass * mass_share;
        let push = self.push + missing - impulse_share * self.push;
        let change = push.max(-self.pull) - self.push;
        self.push += change;
        self.pushed |= self.push > 0.0;
        self.normal.apply(change, a, b);

        let hold = (self.push + self.pull).max(0.0);
        if self.rolling > 0.0 {
            self.solve_rolling(hold, a, b);
        }
        let before = self.rub;
        self.rub = self.friction_for(self.friction * hold, a, b);
        for (i, row) in self.across.iter().enumerate() {
            row.apply(self.rub[i] - before[i], a, b);
        }
    }

    /// The impulse across that stops the sliding, or what the circle of friction leaves of it: then
    /// it points against the sliding. (Each direction's own effective mass would not do: where
    /// they differ, the impulse would end up askew, and too small along the way.)
    fn friction_for(&self, limit: f64, a: &Mover, b: &Mover) -> [f64; 2] {
        let sliding = [0, 1].map(|i| self.across[i].speed(a, b));
        let stop = |row: [f64; 2]| row[0] * sliding[0] + row[1] * sliding[1];
        let holding: [f64; 2] = std::array::from_fn(|i| self.rub[i] - stop(self.across_mass[i]));
        if holding[0] * holding[0] + holding[1] * holding[1] <= limit * limit {
            return holding;
        }
        if self.across_give == 0.0 {
            return [0.0; 2];
        }
        let pull: [f64; 2] = std::array::from_fn(|i| self.rub[i] - sliding[i] / self.across_give);
        let size = (pull[0] * pull[0] + pull[1] * pull[1]).sqrt();
        let share = if size > limit { limit / size } else { 1.0 };
        pull.map(|p| p * share)
    }

    fn solve_rolling(&mut self, hold: f64, a: &mut Mover, b: &mut Mover) {
        let relative = b.turning - a.turning;
        let wanted: [f64; 2] = std::array::from_fn(|i| {
            self.roll[i] - self.across[i].direction.dot(relative) * self.roll_mass
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
    }
}

/// How two directions together answer impulses: the inverse of the matrix, and a bound on its
/// greatest eigenvalue.
fn both_across(rows: &[Row; 2], a: &Mover, b: &Mover) -> ([[f64; 2]; 2], f64) {
    let give = |i: usize, j: usize| {
        let along = (a.inverse_mass + b.inverse_mass) * rows[i].direction.dot(rows[j].direction);
        along + rows[i].turn_a.dot(rows[j].arm_a) + rows[i].turn_b.dot(rows[j].arm_b)
    };
    let (first, both, second) = (give(0, 0), give(0, 1), give(1, 1));
    let determinant = first * second - both * both;
    let most = first.max(second) + both.abs();
    if determinant <= 1e-12 * most * most {
        return ([[0.0; 2]; 2], most);
    }
    let (p, q, r) = (
        second / determinant,
        -both / determinant,
        first / determinant,
    );
    ([[p, q], [q, r]], most)
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
