//! Contacts made ready, four side by side.
//!
//! Every contact has three directions: along the normal, and two across it.

use glam::DVec3;
use wide::f32x4;

use super::super::pairs::Contact;
use super::Task;
use super::groups::{Group, Groups, NOTHING};
use super::lanes::{Vectors, inverse_or_zero};
use super::mover::{Four, Mover, States};

/// Where there is no contact, the surfaces are so far apart, in metres.
const FAR: f32 = 1e9;

/// Of two directions whose answers to impulses are as good as the same, in single precision, the
/// two are not told apart.
const SAME: f32 = 1e-6;

/// Four contacts, or fewer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rows {
    pub normal: Direction,
    pub across: [Direction; 2],
    /// 1 / (how much the relative velocity changes for 1 N s), along the normal.
    pub mass: f32x4,
    /// The inverse of how the velocities across answer impulses across (a symmetric matrix: its
    /// corner, its edge, its other corner), and of the most that they can change for 1 N s.
    pub across_mass: [f32x4; 3],
    pub slide_mass: f32x4,
    /// How far the surfaces are beyond the skin, in metres: at the start of the step, and now.
    pub first_gap: f32x4,
    pub gap: f32x4,
    /// What adhesion may pull in a substep, in N s.
    pub pull: f32x4,
    pub friction: f32x4,
    /// The impulses: along the normal, and across it.
    pub push: f32x4,
    pub rub: [f32x4; 2],
    /// The greatest push so far.
    pub most_push: f32x4,
}

/// One direction of four contacts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Direction {
    pub along: Vectors,
    /// The levers on both bodies, in the bodies' own scales.
    pub lever_a: Vectors,
    pub lever_b: Vectors,
    /// The relative velocity along it at the start of the step.
    pub speed: f32x4,
}

impl Direction {
    /// By how much b's points have become faster than a's, or have gone farther. Unless `BOTH` can
    /// move, a does not.
    #[inline(always)]
    pub fn change<const BOTH: bool>(&self, a: &Four, b: &Four) -> f32x4 {
        if BOTH {
            let linear = self.along.dot(b.linear - a.linear);
            linear + self.lever_b.dot(b.angular) - self.lever_a.dot(a.angular)
        } else {
            self.along.dot(b.linear) + self.lever_b.dot(b.angular)
        }
    }

    /// Gives b an impulse, and a the opposite one.
    #[inline(always)]
    pub fn apply<const BOTH: bool>(&self, impulse: f32x4, a: &mut Four, b: &mut Four) {
        b.linear += self.along * (impulse * b.inverse_mass);
        b.angular += self.lever_b * impulse;
        if BOTH {
            a.linear -= self.along * (impulse * a.inverse_mass);
            a.angular -= self.lever_a * impulse;
        }
    }

    /// How impulses along this direction change the speed along another one, but for what
    /// directions across each other have not in common.
    fn angular_give(&self, other: &Direction) -> f32x4 {
        self.lever_a.dot(other.lever_a) + self.lever_b.dot(other.lever_b)
    }
}

/// What four contacts need against rolling.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rolling {
    /// The lever arm of rolling friction, in metres.
    pub arm: f32x4,
    /// 1 / (how much the relative turning changes for 1 N m s) across the normal.
    pub mass: f32x4,
    /// Both directions across, as levers.
    pub a: [Vectors; 2],
    pub b: [Vectors; 2],
    /// The relative turning about them at the start of the step.
    pub speed: [f32x4; 2],
    pub roll: [f32x4; 2],
}

/// What there is of four contacts, a lane each.
#[derive(Default)]
struct Lanes {
    normal: [[f32; 4]; 3],
    arm_a: [[f32; 4]; 3],
    arm_b: [[f32; 4]; 3],
    velocity: [[f32; 4]; 3],
    rub: [[f32; 4]; 3],
    gap: [f32; 4],
    pull: [f32; 4],
    friction: [f32; 4],
    push: [f32; 4],
}

fn set(rows: &mut [[f32; 4]; 3], lane: usize, v: DVec3) {
    rows[0][lane] = v.x as f32;
    rows[1][lane] = v.y as f32;
    rows[2][lane] = v.z as f32;
}

/// What is known before the rows are made.
pub(super) struct Known<'k> {
    pub contacts: &'k [Contact],
    /// The relative velocities at the contacts, of b's point to a's.
    pub velocities: &'k [DVec3],
    pub movers: &'k [Mover],
    pub states: &'k States,
    pub task: &'k Task,
}

impl Known<'_> {
    /// Makes all rows, and what is against rolling if anything rolls.
    pub fn prepare(&self, groups: &Groups, rows: &mut Vec<Rows>, rolling: &mut Vec<Rolling>) {
        rows.clear();
        rolling.clear();
        for group in &groups.list {
            self.rows(groups, group, rows);
        }
        let rolls = |c: &Contact| c.active && c.material.rolling > 0.0;
        if self.contacts.iter().any(rolls) {
            for group in &groups.list {
                for (n, rows) in (0..).zip(&rows[group.range()]) {
                    rolling.push(self.rolling(groups, group, n, rows));
                }
            }
        }
    }

    fn rows(&self, groups: &Groups, group: &Group, out: &mut Vec<Rows>) {
        let roots = [group.a, group.b].map(|at| self.states.roots(at));
        let [a, b] = [group.a, group.b].map(|at| self.states.speeds(at));
        let linear = a.inverse_mass + b.inverse_mass;
        for n in 0..group.count {
            let lanes = self.lanes(group, groups.contacts(group, n));
            let normal = Vectors::from_rows(lanes.normal);
            let arms = [lanes.arm_a, lanes.arm_b].map(Vectors::from_rows);
            let velocity = Vectors::from_rows(lanes.velocity);
            let direction = |along: Vectors| Direction {
                along,
                lever_a: roots[0].transposed_times(arms[0].cross(along)),
                lever_b: roots[1].transposed_times(arms[1].cross(along)),
                speed: along.dot(velocity),
            };
            let across = normal.across();
            let rub = Vectors::from_rows(lanes.rub);
            let rub = across.map(|along| along.dot(rub));
            let across = across.map(direction);
            let normal = direction(normal);
            let (across_mass, slide_mass) = masses_across(&across, linear);
            let gap = f32x4::from(lanes.gap);
            let pull = f32x4::from(lanes.pull);
            let push = f32x4::from(lanes.push).fast_max(-pull);
            // Nothing rubs that is not held.
            let held = (push + pull).simd_gt(f32x4::ZERO);
            let rub = rub.map(|rub| rub & held);
            out.push(Rows {
                mass: inverse_or_zero(linear + normal.angular_give(&normal)),
                normal,
                across,
                across_mass,
                slide_mass,
                first_gap: gap,
                gap,
                pull,
                friction: f32x4::from(lanes.friction),
                push,
                rub,
                most_push: f32x4::ZERO,
            });
        }
    }

    fn lanes(&self, group: &Group, contacts: [u32; 4]) -> Lanes {
        let task = self.task;
        let mut lanes = Lanes {
            gap: [FAR; 4],
            ..Lanes::default()
        };
        for (lane, index) in contacts.into_iter().enumerate() {
            if index == NOTHING {
                continue;
            }
            let contact = &self.contacts[index as usize];
            let way = if group.swapped[lane] { -1.0 } else { 1.0 };
            let [a, b] = [group.a, group.b].map(|at| &self.movers[at[lane] as usize]);
            set(&mut lanes.normal, lane, contact.normal * way);
            set(&mut lanes.arm_a, lane, contact.point - a.center);
            set(&mut lanes.arm_b, lane, contact.point - b.center);
            set(
                &mut lanes.velocity,
                lane,
                self.velocities[index as usize] * way,
            );
            set(&mut lanes.rub, lane, contact.rub * way);
            let gap = contact.distance - task.skin;
            lanes.gap[lane] = gap as f32;
            // Glue holds only what touches.
            if gap <= 0.5 * task.skin {
                let substep = task.step / f64::from(task.substeps.max(1));
                lanes.pull[lane] = contact.material.adhesion * substep as f32;
            }
            lanes.friction[lane] = contact.material.friction;
            lanes.push[lane] = contact.push as f32;
        }
        lanes
    }

    /// What a group's n-th row needs against rolling.
    fn rolling(&self, groups: &Groups, group: &Group, n: u32, rows: &Rows) -> Rolling {
        let mut turning = [[0.0; 4]; 3];
        let mut roll = [[0.0; 4]; 3];
        let mut arm = [0.0; 4];
        for (lane, index) in groups.contacts(group, n).into_iter().enumerate() {
            if index == NOTHING {
                continue;
            }
            let contact = &self.contacts[index as usize];
            let way = if group.swapped[lane] { -1.0 } else { 1.0 };
            let [a, b] = [group.a, group.b].map(|at| &self.movers[at[lane] as usize]);
            set(&mut turning, lane, b.turning - a.turning);
            set(&mut roll, lane, contact.roll * way);
            arm[lane] = contact.material.rolling;
        }
        let [turning, roll] = [turning, roll].map(Vectors::from_rows);
        let [root_a, root_b] = [group.a, group.b].map(|at| self.states.roots(at));
        let across = rows.across.map(|direction| direction.along);
        let a = across.map(|along| root_a.transposed_times(along));
        let b = across.map(|along| root_b.transposed_times(along));
        let give = [0, 1].map(|i| a[i].dot(a[i]) + b[i].dot(b[i]));
        let held = (rows.push + rows.pull).simd_gt(f32x4::ZERO);
        Rolling {
            arm: f32x4::from(arm),
            mass: inverse_or_zero(give[0].fast_max(give[1])),
            a,
            b,
            speed: across.map(|along| along.dot(turning)),
            roll: across.map(|along| along.dot(roll) & held),
        }
    }
}

/// How two directions together answer impulses: the inverse of the matrix, and that of a bound on
/// its greatest eigenvalue.
fn masses_across(across: &[Direction; 2], linear: f32x4) -> ([f32x4; 3], f32x4) {
    let [one, other] = across;
    let first = linear + one.angular_give(one);
    let both = one.angular_give(other);
    let second = linear + other.angular_give(other);
    let most = first.fast_max(second) + both.abs();
    let slide = inverse_or_zero(most);
    let determinant = first * second - both * both;
    let sound = determinant.simd_gt(most * most * f32x4::splat(SAME));
    let share = inverse_or_zero(determinant);
    let mass = [
        sound.bitselect(second * share, slide),
        (-both * share) & sound,
        sound.bitselect(first * share, slide),
    ];
    (mass, slide)
}
