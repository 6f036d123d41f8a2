//! What is left to do when contacts are solved: blows bounce, and paths that would still end too
//! near are turned aside.

use wide::f32x4;

use super::super::pairs::Contact;
use super::groups::NOTHING;
use super::mover::{Mover, State};
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
        for group in &self.groups.list {
            let [mut a, mut b] = [group.a, group.b].map(|at| self.states.speeds(at));
            for (n, rows) in (0..).zip(&self.rows[group.range()]) {
                let bounce = group.contacts(problem.chosen, n).map(|index| {
                    let contact = (index != NOTHING).then(|| &contacts[index as usize]);
                    contact.map_or(0.0, |c| c.bounce as f32)
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
        self.states.weigh_places();
        let aims = Aims::new(task);
        // The gaps are no longer needed; their place takes the pushes.
        for rows in &mut self.rows {
            rows.gap = f32x4::ZERO;
        }
        for pass in 0..PATH_PASSES {
            let mut worst = f32x4::ZERO;
            for n in 0..self.groups.list.len() {
                let last = self.groups.list.len() - 1;
                let group = &self.groups.list[if pass % 2 == 0 { n } else { last - n }];
                let [mut a, mut b] = [group.a, group.b].map(|at| self.states.ways(at));
                let mut changed = false;
                let all = &mut self.rows[group.range()];
                for n in 0..all.len() {
                    let last = all.len() - 1;
                    let rows = &mut all[if pass % 2 == 0 { n } else { last - n }];
                    let lacks = aims.lacks(rows, rows.gap_after::<true>(aims.time, &a, &b));
                    let push = (rows.gap + lacks * rows.mass).fast_max(f32x4::ZERO);
                    if push.fast_max(rows.gap).simd_le(f32x4::ZERO).all() {
                        continue;
                    }
                    let change = push - rows.gap;
                    rows.gap = push;
                    worst = worst.fast_max(lacks);
                    rows.normal.apply::<true>(change, &mut a, &mut b);
                    changed = true;
                }
                if changed {
                    self.states.set_ways(group.a, &a);
                    self.states.set_ways(group.b, &b);
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
