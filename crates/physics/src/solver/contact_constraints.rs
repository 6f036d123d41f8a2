//! Contacts made ready, four side by side.
//!
//! Every contact has three directions: along the normal, and two across it.

use glam::{DVec3, Vec3};
use wide::f32x4;

use crate::manifold::point::ManifoldPoint;
use crate::solver::Problem;
use crate::solver::graph_coloring::{Group, Groups, NOTHING};
use crate::solver::simd::{Vectors, inverse_or_zero};
use crate::solver::solver_body::{Four, SolverBody, States, split};

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
    /// How pushes change the velocities across, for 1 N s.
    pub coupling: [f32x4; 2],
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
    #[inline(always)]
    fn angular_give<const BOTH: bool>(&self, other: &Direction) -> f32x4 {
        let of_b = self.lever_b.dot(other.lever_b);
        if BOTH {
            of_b + self.lever_a.dot(other.lever_a)
        } else {
            of_b
        }
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

/// A contact as its row needs it, seen from its first body or from the one that cannot move: four
/// numbers at a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ready {
    /// And how far the surfaces are beyond the skin.
    normal: f32x4,
    /// From the centres of the bodies; and what adhesion may pull in a step, and the friction.
    arm_a: f32x4,
    arm_b: f32x4,
    /// The relative velocity, and the push of the last step.
    velocity: f32x4,
    rub: f32x4,
}

impl Ready {
    /// The contact of two bodies; `swapped` if the first one is to be seen as the second.
    pub fn new(
        contact: &ManifoldPoint,
        [a, b]: [&SolverBody; 2],
        velocity: DVec3,
        swapped: bool,
        skin: f64,
    ) -> Ready {
        let way = if swapped { -1.0 } else { 1.0 };
        let [a, b] = if swapped { [b, a] } else { [a, b] };
        let gap = contact.distance - skin;
        // Glue holds only what touches.
        let pull = if gap <= 0.5 * skin {
            contact.material.adhesion
        } else {
            0.0
        };
        Ready {
            normal: packed(contact.normal * way, gap as f32),
            arm_a: packed(contact.point - a.center, pull),
            arm_b: packed(contact.point - b.center, contact.material.friction),
            velocity: packed(velocity * way, contact.normal_impulse),
            rub: single(contact.tangent_impulse * way as f32),
        }
    }

    /// No contact.
    const NOTHING: Ready = Ready {
        normal: f32x4::new([0.0, 0.0, 0.0, FAR]),
        arm_a: f32x4::ZERO,
        arm_b: f32x4::ZERO,
        velocity: f32x4::ZERO,
        rub: f32x4::ZERO,
    };
}

fn packed(v: DVec3, fourth: f32) -> f32x4 {
    f32x4::from([v.x as f32, v.y as f32, v.z as f32, fourth])
}

fn single(v: Vec3) -> f32x4 {
    f32x4::from([v.x, v.y, v.z, 0.0])
}

/// What is known before the rows are made.
pub(super) struct Known<'k> {
    pub contacts: &'k [ManifoldPoint],
    pub problem: &'k Problem<'k>,
    pub states: &'k States,
}

impl Known<'_> {
    /// Makes all rows, and what is against rolling if anything rolls.
    pub fn prepare(&self, groups: &Groups, rows: &mut Vec<Rows>, rolling: &mut Vec<Rolling>) {
        rolling.clear();
        // What is left of the last step is written over.
        rows.resize(groups.rows, Rows::default());
        for group in &groups.list {
            let rows = &mut rows[group.range()];
            if group.both {
                self.rows::<true>(group, rows);
            } else {
                self.rows::<false>(group, rows);
            }
        }
        if self.problem.chosen.rolls {
            for group in &groups.list {
                for (n, rows) in (0..).zip(&rows[group.range()]) {
                    rolling.push(self.rolling(group, n, rows));
                }
            }
        }
    }

    fn rows<const BOTH: bool>(&self, group: &Group, out: &mut [Rows]) {
        let root_b = self.states.roots(group.b);
        let mut root_a = root_b;
        let mut linear = self.states.speeds(group.b).inverse_mass;
        if BOTH {
            root_a = self.states.roots(group.a);
            linear += self.states.speeds(group.a).inverse_mass;
        }
        let per_part = 1.0 / self.problem.task.substeps as f32;
        let part = f32x4::splat(self.problem.task.step as f32 * per_part);
        let per_part = f32x4::splat(per_part);
        for (n, rows) in (0..).zip(out) {
            let four = group.places(n).map(|place| match place {
                Some(place) => &self.problem.chosen.ready[place],
                None => &Ready::NOTHING,
            });
            let (normal, gap) = split(four.map(|ready| ready.normal));
            let (arm_a, pull) = split(four.map(|ready| ready.arm_a));
            let (arm_b, friction) = split(four.map(|ready| ready.arm_b));
            let (velocity, push) = split(four.map(|ready| ready.velocity));
            let (rub, _) = split(four.map(|ready| ready.rub));
            let (pull, push) = (pull * part, push * per_part);
            let direction = |along: Vectors| Direction {
                along,
                lever_a: if BOTH {
                    root_a.transposed_times(arm_a.cross(along))
                } else {
                    Vectors::default()
                },
                lever_b: root_b.transposed_times(arm_b.cross(along)),
                speed: along.dot(velocity),
            };
            let across = normal.across();
            let push = push.fast_max(-pull);
            // Nothing rubs that is not held.
            let held = (push + pull).simd_gt(f32x4::ZERO);
            rows.rub = across.map(|along| (along.dot(rub) * per_part) & held);
            rows.normal = direction(normal);
            rows.across = across.map(direction);
            rows.mass = inverse_or_zero(linear + rows.normal.angular_give::<BOTH>(&rows.normal));
            (rows.across_mass, rows.slide_mass) = masses_across::<BOTH>(&rows.across, linear);
            rows.coupling = [0, 1].map(|i| rows.normal.angular_give::<BOTH>(&rows.across[i]));
            (rows.first_gap, rows.gap) = (gap, gap);
            (rows.pull, rows.friction, rows.push) = (pull, friction, push);
            rows.most_push = f32x4::ZERO;
        }
    }

    /// What a group's n-th row needs against rolling.
    fn rolling(&self, group: &Group, n: u32, rows: &Rows) -> Rolling {
        let per_part = 1.0 / self.problem.task.substeps as f32;
        let (mut turning, mut roll) = ([f32x4::ZERO; 4], [f32x4::ZERO; 4]);
        for (lane, index) in group
            .contacts(self.problem.chosen, n)
            .into_iter()
            .enumerate()
        {
            if index == NOTHING {
                continue;
            }
            let contact = &self.contacts[index as usize];
            let way = if group.swapped[lane] { -1.0 } else { 1.0 };
            let movers = self.problem.movers;
            let [a, b] = [group.a, group.b].map(|at| &movers[at[lane] as usize]);
            turning[lane] = packed(b.turning - a.turning, contact.material.rolling);
            roll[lane] = single(contact.rolling_impulse * (way as f32 * per_part));
        }
        let ((turning, arm), (roll, _)) = (split(turning), split(roll));
        let [root_a, root_b] = [group.a, group.b].map(|at| self.states.roots(at));
        let across = rows.across.map(|direction| direction.along);
        let a = across.map(|along| root_a.transposed_times(along));
        let b = across.map(|along| root_b.transposed_times(along));
        let give = [0, 1].map(|i| a[i].dot(a[i]) + b[i].dot(b[i]));
        let held = (rows.push + rows.pull).simd_gt(f32x4::ZERO);
        Rolling {
            arm,
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
fn masses_across<const BOTH: bool>(across: &[Direction; 2], linear: f32x4) -> ([f32x4; 3], f32x4) {
    let [one, other] = across;
    let first = linear + one.angular_give::<BOTH>(one);
    let both = one.angular_give::<BOTH>(other);
    let second = linear + other.angular_give::<BOTH>(other);
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
