//! What is left to do when contacts are solved: blows bounce, and paths that would still end too
//! near are turned aside.

use wide::f32x4;

use crate::by_body::ByBody;
use crate::manifold::point::ManifoldPoint;
use crate::reserve::reserve;
use crate::solver::contact_constraints::Rows;
use crate::solver::graph_coloring::{Group, NOTHING};
use crate::solver::solver_body::{Four, SolverBody, State, States};
use crate::solver::{Problem, Solver, Task};

/// Passes over the paths that end too near, at most, and the share of the distance to keep that
/// may be lacking, or be too much: else all of a jam would go on moving by less and less.
const PATH_PASSES: usize = 16;
const CLOSE_ENOUGH: f64 = 0.25;

impl Solver {
    /// Lets the blows part that the solution has stopped. Each part by itself, so together they
    /// could part faster than all energy allows that there was; then less of all of it.
    pub(super) fn bounce(&mut self, problem: &Problem, contacts: &[ManifoldPoint]) {
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
        let energy = movers.iter().map(SolverBody::first_energy).sum();
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
            due,
            ..
        } = self;
        let groups = &groups.list;
        due.begin(groups.len());
        for (n, group) in groups.iter().enumerate() {
            let mut lacking = f32x4::ZERO;
            for rows in &mut rows[group.range()] {
                lacking |= aims.lacks(rows, rows.gap).simd_gt(aims.close_enough);
                // The gaps are no longer needed; their place takes the pushes.
                rows.gap = f32x4::ZERO;
            }
            if lacking.any() {
                due.add(n);
            }
        }
        if due.is_nothing() {
            return;
        }
        states.weigh_places();
        due.find_groups(groups, states.list.len());
        for pass in 0..PATH_PASSES {
            let forward = pass % 2 == 0;
            while let Some(n) = due.take(forward) {
                let group = &groups[n];
                let rows = &mut rows[group.range()];
                let changed = if group.both {
                    aims.part::<true>(group, rows, states, forward)
                } else {
                    aims.part::<false>(group, rows, states, forward)
                };
                if changed != 0 {
                    let turned = group.moving();
                    let turned = turned.filter(|(lane, _)| changed & (1 << lane) != 0);
                    turned.for_each(|(_, body)| due.has_turned(body, n, forward));
                }
            }
            if !due.goes_on() {
                break;
            }
        }
    }
}

/// The groups that have to be looked at: those with a body whose path has changed since the last look.
#[derive(Clone, Debug, Default)]
pub(super) struct Due {
    /// By group, as bits: in this pass, and in the next one.
    now: Vec<u64>,
    next: Vec<u64>,
    /// The groups that each body is in.
    groups: ByBody<u32>,
}

impl Due {
    /// Makes room for so many.
    pub fn reserve(&mut self, bodies: usize, groups: usize) {
        reserve(&mut self.now, groups.div_ceil(64));
        reserve(&mut self.next, groups.div_ceil(64));
        self.groups.reserve(bodies, 8 * groups);
    }

    /// Forgets everything; there are so many groups.
    fn begin(&mut self, groups: usize) {
        for bits in [&mut self.now, &mut self.next] {
            bits.clear();
            bits.resize(groups.div_ceil(64), 0);
        }
    }

    fn add(&mut self, group: usize) {
        self.now[group / 64] |= 1 << (group % 64);
    }

    fn is_nothing(&self) -> bool {
        self.now.iter().all(|bits| *bits == 0)
    }

    /// Finds out which groups each body is in.
    fn find_groups(&mut self, groups: &[Group], bodies: usize) {
        let all = (0..).zip(groups);
        let all = all.flat_map(|(n, group)| group.moving().map(move |(_, body)| (body, n)));
        self.groups.sort(bodies, all);
    }

    /// The next group of this pass, from the first on or from the last back.
    fn take(&mut self, forward: bool) -> Option<usize> {
        let is_some = |bits: &u64| *bits != 0;
        let (at, bit) = if forward {
            let at = self.now.iter().position(is_some)?;
            (at, self.now[at].trailing_zeros())
        } else {
            let at = self.now.iter().rposition(is_some)?;
            (at, 63 - self.now[at].leading_zeros())
        };
        self.now[at] &= !(1 << bit);
        Some(64 * at + bit as usize)
    }

    /// Notes that a group has changed a body's path: those of its groups that are still to come in
    /// this pass see it there, all others in the next one.
    fn has_turned(&mut self, body: u32, by: usize, forward: bool) {
        for group in self.groups.of(body) {
            let group = *group as usize;
            let comes = if forward { group > by } else { group < by };
            let bits = if comes { &mut self.now } else { &mut self.next };
            bits[group / 64] |= 1 << (group % 64);
        }
    }

    /// Ends a pass; whether there is anything to do in the next one.
    fn goes_on(&mut self) -> bool {
        std::mem::swap(&mut self.now, &mut self.next);
        !self.is_nothing()
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

    /// Turns the paths of a group's bodies aside where they end too near, or farther aside than they
    /// have to be. The lanes in which it did, as bits.
    fn part<const BOTH: bool>(
        &self,
        group: &Group,
        all: &mut [Rows],
        states: &mut States,
        forward: bool,
    ) -> u32 {
        let mut a = Four::default();
        if BOTH {
            a = states.ways(group.a);
        }
        let mut b = states.ways(group.b);
        let mut changed = f32x4::ZERO;
        for n in 0..all.len() {
            let last = all.len() - 1;
            let rows = &mut all[if forward { n } else { last - n }];
            let lacks = self.lacks(rows, rows.gap_after::<BOTH>(self.time, &a, &b));
            let too_far = rows.gap.simd_gt(f32x4::ZERO) & lacks.simd_lt(-self.close_enough);
            let is_off = lacks.simd_gt(self.close_enough) | too_far;
            if is_off.none() {
                continue;
            }
            let push = (rows.gap + lacks * rows.mass).fast_max(f32x4::ZERO);
            let change = (push - rows.gap) & is_off;
            rows.gap += change;
            changed |= is_off;
            rows.normal.apply::<BOTH>(change, &mut a, &mut b);
        }
        let changed = changed.to_bitmask();
        if changed != 0 {
            if BOTH {
                states.set_ways(group.a, &a);
            }
            states.set_ways(group.b, &b);
        }
        changed
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
fn energy_of(movers: &[SolverBody], states: &[State]) -> f64 {
    let both = movers.iter().zip(states);
    both.map(|(mover, state)| mover.energy(state)).sum()
}
