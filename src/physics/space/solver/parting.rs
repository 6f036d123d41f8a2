//! What is left to do when contacts are solved: blows bounce, and paths that would still end too
//! near are turned aside.

use wide::f32x4;

use super::super::pairs::Contact;
use super::groups::{Group, NOTHING};
use super::mover::{Four, Mover, State, States};
use super::rows::Rows;
use super::{Problem, Solver, Task};

/// Passes over the paths that end too near, at most, and the share of the distance to keep that
/// may be lacking.
const PATH_PASSES: usize = 12;
const CLOSE_ENOUGH: f64 = 0.05;

impl Solver {
    /// Lets the blows part that the solution has stopped. Each part by itself, so together they
    /// could part faster than all energy allows that there was; then less of all of it.
    pub(super) fn bounce(&mut self, problem: &Problem, contacts: &[Contact]) {
        let movers = problem.movers;
        self.before.clone_from(&self.states.list);
        for group in self.groups.list.iter().filter(|group| group.bounces) {
            let [mut a, mut b] = [group.a, group.b].map(|at| self.states.speeds(at));
            for (n, rows) in (0..).zip(&self.rows[group.range()]) {
                let bounce = group.contacts(problem.chosen, n).map(|index| {
                    let contact = (index != NOTHING).then(|| &contacts[index as usize]);
                    contact.map_or(0.0, |c| c.bounce)
                });
                let bounce = f32x4::from(bounce);
                let zero = f32x4::ZERO;
                let bounces = bounce.simd_gt(zero) & rows.most_push.simd_gt(zero);
                let speed = rows.normal.speed + rows.normal.change::<true>(&a, &b);
                let missing = ((bounce - speed) * rows.mass).fast_max(-rows.push);
                let push = missing & bounces;
                rows.normal.apply::<true>(push, &mut a, &mut b);
            }
            self.states.set_speeds(group.a, &a);
            self.states.set_speeds(group.b, &b);
        }
        let energy = movers.iter().map(Mover::first_energy).sum();
        let after = energy_of(movers, &self.states.list);
        if after <= energy {
            return;
        }
        // The energy is convex on the way from the velocities without to those with.
        let without = energy_of(movers, &self.before);
        let share = if after > without {
            ((energy - without) / (after - without)).clamp(0.0, 1.0)
        } else {
            0.0
        };
        for (state, before) in self.states.list.iter_mut().zip(&self.before) {
            *state = before.between(state, share as f32);
        }
    }

    /// Turns aside the paths that still end too near: what the substeps have left over, and what
    /// a pile's weight has pressed together. Only paths, not velocities: the sweep shall find
    /// nothing to stop, and nobody gets faster.
    pub(super) fn part_paths(&mut self, task: &Task) {
        let aims = Aims::new(task);
        let Solver {
            groups,
            states,
            rows,
            turned,
            ..
        } = self;
        states.weigh_places();
        turned.clear();
        turned.resize(states.list.len(), 0);
        let groups = &groups.list;
        for pass in 0..PATH_PASSES {
            let mut worst = f32x4::ZERO;
            for n in 0..groups.len() {
                let last = groups.len() - 1;
                let group = &groups[if pass % 2 == 0 { n } else { last - n }];
                let rows = &mut rows[group.range()];
                let mut lacking = false;
                if pass == 0 {
                    for rows in &mut *rows {
                        lacking |= aims.lacks(rows, rows.gap).simd_gt(f32x4::ZERO).any();
                        // The gaps are no longer needed; their place takes the pushes.
                        rows.gap = f32x4::ZERO;
                    }
                }
                // Where nothing has changed since the last look there is nothing to do.
                let moves: &[[u32; 4]] = if group.both {
                    &[group.a, group.b]
                } else {
                    &[group.b]
                };
                let is_new = |body: &u32| usize::from(turned[*body as usize]) > pass;
                let mut bodies = moves.iter().flatten();
                if !lacking && !bodies.any(is_new) {
                    continue;
                }
                let changed = if group.both {
                    aims.part::<true>(group, rows, states, pass % 2 == 0)
                } else {
                    aims.part::<false>(group, rows, states, pass % 2 == 0)
                };
                if let Some(lacks) = changed {
                    worst = worst.fast_max(lacks);
                    for body in moves.iter().flatten() {
                        turned[*body as usize] = pass as u8 + 2;
                    }
                    // Nobody has no path.
                    turned[states.list.len() - 1] = 0;
                }
            }
            if worst.simd_le(aims.close_enough).all() {
                break;
            }
        }
    }
}

/// How far apart paths are to end.
struct Aims {
    time: f32x4,
    skin: f32x4,
    keep: f32x4,
    /// No path is moved aside by more than this.
    most: f32x4,
    close_enough: f32x4,
}

impl Aims {
    fn new(task: &Task) -> Aims {
        let all = |x: f64| f32x4::splat(x as f32);
        Aims {
            time: all(task.step),
            skin: all(task.skin),
            keep: all(task.keep),
            most: all(task.push_speed * task.step),
            close_enough: all(CLOSE_ENOUGH * task.keep),
        }
    }

    /// Turns the paths of a group's bodies aside. By how much the ends of those were too near that it
    /// has changed; none if there was nothing to change.
    fn part<const BOTH: bool>(
        &self,
        group: &Group,
        all: &mut [Rows],
        states: &mut States,
        forward: bool,
    ) -> Option<f32x4> {
        let mut a = Four::default();
        if BOTH {
            a = states.ways(group.a);
        }
        let mut b = states.ways(group.b);
        let mut worst = None;
        for n in 0..all.len() {
            let last = all.len() - 1;
            let rows = &mut all[if forward { n } else { last - n }];
            let lacks = self.lacks(rows, rows.gap_after::<BOTH>(self.time, &a, &b));
            let push = (rows.gap + lacks * rows.mass).fast_max(f32x4::ZERO);
            if push.fast_max(rows.gap).simd_le(f32x4::ZERO).all() {
                continue;
            }
            let change = push - rows.gap;
            rows.gap = push;
            worst = Some(worst.unwrap_or(f32x4::ZERO).fast_max(lacks));
            rows.normal.apply::<BOTH>(change, &mut a, &mut b);
        }
        if worst.is_some() {
            if BOTH {
                states.set_ways(group.a, &a);
            }
            states.set_ways(group.b, &b);
        }
        worst
    }

    /// How much nearer than wanted the paths end, if they end at a gap beyond the skin.
    #[inline(always)]
    fn lacks(&self, rows: &Rows, end: f32x4) -> f32x4 {
        let distance = rows.first_gap + self.skin;
        let wanted = self.keep.fast_min(distance + self.most);
        wanted - (end + self.skin)
    }
}

/// Of all bodies, in joules.
fn energy_of(movers: &[Mover], states: &[State]) -> f64 {
    let both = movers.iter().zip(states);
    both.map(|(mover, state)| mover.energy(state)).sum()
}
