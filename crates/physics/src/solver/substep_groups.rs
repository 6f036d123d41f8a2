//! The number of substeps of each body: all its rules are here.
//!
//! Bodies that touch each other or that joints hold together form an island. Each island gets
//!
//! * [`Settings::substeps`](crate::Settings::substeps), if any of its bodies rests on movable ones only, or has
//!   a joint with limits, a motor or a spring; else half of them, because the ground under a body needs no
//!   time to take up its weight, joints that only hold are solved exactly, and columns are solved directly
//!   (`columns.rs`);
//! * more by the load that it carries, as far as the last step has not carried it
//!   ([`SubstepRules::carried_load`]): so many that the top of a pile sinks
//!   by at most [`MAX_SAG_SKINS`] of the skin while its impulses grow to its weight (`carried_loads.rs`);
//! * more by the pull of its joints ([`SubstepRules::joint_pull`]): so many that no body swings by more than
//!   [`MAX_JOINT_SWING`] in one between the joints that pull it, or across its rods (`joints/swing.rs`).
//!
//! All islands with one number form a group, and a group is solved together, so that four of its pairs are
//! computed side by side. Groups are solved in order from few substeps to many. The load is known in advance;
//! the pull is that of the last step. An island whose joints turn out to pull more than that, or that find no
//! solution, moves on to a group of twice as many, and is solved again there. The number for an island does
//! not depend on other islands.
//!
//! A solution that only shows where the paths of a crowd lead ([`SubstepRule::predicts`]) gives loads no more than
//! `Settings::substeps`; what they need follows once all contacts are known.

use crate::by_body::ByBody;
use crate::disjoint_sets::DisjointSets;
use crate::params::{
    LEAST_SUBSTEPS, MAX_CONTACT_SOLUTIONS, MAX_JOINT_REFINEMENT, MAX_JOINT_SOLUTIONS,
    MAX_JOINT_SWING, MAX_ROD_REFINEMENT, MAX_SAG_SKINS, MAX_SUBSTEPS, MAX_TREE_REFINEMENT,
};
use crate::reserve::reserve;
use crate::settings::SubstepRules;
use crate::solver::carried_loads::CarriedLoads;
use crate::solver::solver_body::SolverBody;

/// The conditions for the number of substeps that do not depend on the island.
#[derive(Clone, Copy, Debug)]
pub(super) struct SubstepRule {
    pub rules: SubstepRules,
    /// The number for piles that carry little and joints that pull little: `Settings::substeps`.
    pub substeps: u32,
    /// The length of a step, in seconds.
    pub step: f64,
    /// The skin, in metres.
    pub skin: f64,
    /// The numbers of joints and of contacts that are solved in the step.
    pub joints: usize,
    pub contacts: usize,
    /// True for a solution that only shows where paths lead: loads get no more substeps than the settings specify.
    pub predicts: bool,
}

impl SubstepRule {
    /// The number if every body rests on the ground, hangs on joints that only hold, or touches nothing.
    fn of_ground(&self) -> u32 {
        (self.substeps / 2)
            .max(LEAST_SUBSTEPS)
            .min(self.substeps)
            .max(1)
    }

    /// The number for a pile whose top sinks by `sag` m/s^2 times the square of a substep. Numbers grow by
    /// halves and thirds, so that they seldom change and piles share groups.
    fn of_load(&self, sag: f64) -> u32 {
        let least = self.substeps.max(1);
        if !self.rules.carried_load {
            return least;
        }
        let needed = self.step * (sag / (MAX_SAG_SKINS * self.skin)).sqrt();
        let affordable = (MAX_CONTACT_SOLUTIONS / self.contacts.max(1)) as u32;
        let most = MAX_SUBSTEPS.min(affordable).max(least);
        let mut substeps = least;
        while f64::from(substeps) < needed && substeps < most {
            let half_more = substeps + substeps / 2;
            if f64::from(half_more) >= needed && half_more > substeps {
                substeps = half_more;
            } else {
                substeps *= 2;
            }
        }
        substeps.min(most)
    }

    /// The number for a body with this pull. Numbers double, because each change of a swing's substeps costs or
    /// adds a little energy.
    fn of_pull(&self, pull: &Pull) -> u32 {
        let mut substeps = match pull.driven {
            true => self.substeps.max(1),
            false => self.of_ground(),
        };
        while let Some(finer) = self.finer(substeps, pull) {
            substeps = finer;
        }
        substeps
    }

    /// True if this number of substeps resolves such a swing.
    fn follows(&self, substeps: u32, swing: f64) -> bool {
        self.step * swing.sqrt() <= MAX_JOINT_SWING * f64::from(substeps)
    }

    /// The next number if joints pull too much for this one; `None` if they do not, or no more are allowed.
    fn finer(&self, substeps: u32, pull: &Pull) -> Option<u32> {
        let times = match () {
            () if !self.follows(substeps, pull.across) => MAX_ROD_REFINEMENT,
            () if !self.follows(substeps, pull.swing) && pull.in_tree => MAX_TREE_REFINEMENT,
            () if pull.failed || !self.follows(substeps, pull.swing) => MAX_JOINT_REFINEMENT,
            () => return None,
        };
        let affordable = (MAX_JOINT_SOLUTIONS / self.joints.max(1)) as u32;
        let most = self.substeps.max(1).saturating_mul(times).min(affordable);
        let finer = substeps.saturating_mul(2).min(most);
        (self.rules.joint_pull && finer > substeps).then_some(finer)
    }
}

/// The pull of joints on a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pull {
    pub body: u32,
    /// True if limits, motors or springs act on it.
    pub driven: bool,
    /// The square of the frequency at which it swings, in 1/s^2.
    pub swing: f64,
    /// That square for swings across its rods, scaled by the finer limit for rods.
    pub across: f64,
    /// True if its joints form a tree.
    pub in_tree: bool,
    /// True if the joints found no solution.
    pub failed: bool,
}

/// The islands of a step, their numbers of substeps, and the groups of islands with equal numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct SubstepGroups {
    pub(super) loads: CarriedLoads,
    islands: DisjointSets,
    /// The pulls of joints in the last step.
    pulls: Vec<Pull>,
    /// For each body, the substeps of its island.
    needed: Vec<u32>,
    /// The numbers of substeps of the groups, ascending.
    counts: Vec<u32>,
    /// For each group, its movable bodies, in ascending order.
    members: ByBody<u32>,
    is_coarse: bool,
}

/// Bodies that are solved together.
#[derive(Clone, Copy, Debug)]
pub(super) struct SubstepGroup<'g> {
    pub substeps: u32,
    pub members: &'g [u32],
    needed: &'g [u32],
    pub loads: &'g CarriedLoads,
}

impl SubstepGroup<'_> {
    /// True if a movable body is in the group.
    pub fn has(&self, body: u32) -> bool {
        self.needed[body as usize] == self.substeps
    }
}

impl SubstepGroups {
    /// Reserves memory for these numbers of bodies and pairs.
    pub fn reserve(&mut self, bodies: usize, pairs: usize) {
        self.loads.reserve(bodies, pairs);
        self.islands.reserve(bodies);
        reserve(&mut self.pulls, bodies);
        reserve(&mut self.needed, bodies);
        reserve(&mut self.counts, 32);
        self.members.reserve(bodies, bodies);
    }

    /// Clears everything for this number of bodies.
    pub fn clear(&mut self, bodies: usize) {
        self.loads.clear(bodies);
        self.islands.reset(bodies);
        self.pulls.clear();
    }

    /// Records that two movable bodies touch each other or are joined.
    pub fn join(&mut self, a: u32, b: u32) {
        self.islands.join(a, b);
        self.loads.add_tie(a);
    }

    /// Records that something else than a movable body touches a movable body or holds it.
    pub fn add_tie(&mut self, body: u32) {
        self.loads.add_tie(body);
    }

    /// Records the pull of joints on a movable body in the last step.
    pub fn add_pull(&mut self, pull: Pull) {
        self.loads.add_tie(pull.body);
        self.pulls.push(pull);
    }

    /// True if any body rests on movable bodies only.
    #[cfg(test)]
    pub fn is_pile(&self) -> bool {
        self.loads.is_pile()
    }

    /// True if any load of the last solution got fewer substeps than it needs.
    pub fn is_coarse(&self) -> bool {
        self.is_coarse
    }

    /// Assigns a number of substeps to each island, and forms the groups.
    pub fn build(&mut self, bodies: &[SolverBody], rule: &SubstepRule) {
        self.is_coarse = false;
        self.needed.clear();
        self.needed.resize(bodies.len(), rule.of_ground());
        if self.loads.is_pile() || !self.pulls.is_empty() {
            self.loads.find(bodies, rule.step);
            self.loads.find_columns(&mut self.islands);
            let coarse = &mut self.is_coarse;
            let by_load = self.loads.piled().map(|(body, sag)| {
                let (needed, least) = (rule.of_load(sag), rule.substeps.max(1));
                *coarse |= rule.predicts && needed > least;
                (body, if rule.predicts { least } else { needed })
            });
            let by_pull = self.pulls.iter();
            let by_pull = by_pull.map(|pull| (pull.body, rule.of_pull(pull)));
            for (body, substeps) in by_load.chain(by_pull) {
                let root = self.islands.root(body) as usize;
                self.needed[root] = self.needed[root].max(substeps);
            }
            self.spread();
        }
        self.form(bodies);
    }

    /// Moves the islands whose joints pulled too much for the group with this number of substeps on to finer
    /// groups. Returns true if there were any.
    pub fn refine(
        &mut self,
        substeps: u32,
        pulls: impl Iterator<Item = Pull>,
        bodies: &[SolverBody],
        rule: &SubstepRule,
    ) -> bool {
        let mut any = false;
        for pull in pulls {
            if let Some(finer) = rule.finer(substeps, &pull) {
                let root = self.islands.root(pull.body) as usize;
                self.needed[root] = finer;
                any = true;
            }
        }
        if any {
            self.spread();
            self.form(bodies);
        }
        any
    }

    /// Copies the number of each island's root to all its bodies.
    fn spread(&mut self) {
        for body in 0..self.needed.len() {
            // The root has the lowest index of its island, so its number is final already.
            let root = self.islands.root(body as u32) as usize;
            self.needed[body] = self.needed[root];
        }
    }

    /// Sorts the movable bodies into groups.
    fn form(&mut self, bodies: &[SolverBody]) {
        let Self { counts, needed, .. } = self;
        counts.clear();
        let movable = (0..).zip(bodies.iter().zip(needed.iter()));
        let movable = movable.filter(|(_, (body, _))| body.is_movable());
        let movable = movable.map(|(index, (_, needed))| (index, *needed));
        for (_, needed) in movable.clone() {
            // Neighbours mostly have equal numbers.
            if counts.last() != Some(&needed) && !counts.contains(&needed) {
                counts.push(needed);
            }
        }
        counts.sort_unstable();
        let group_of = |needed: u32| counts.iter().position(|count| *count == needed);
        let all = movable.filter_map(|(body, needed)| Some((group_of(needed)? as u32, body)));
        self.members.sort(counts.len(), all);
    }

    /// True if a movable body is in the group with this number of substeps.
    pub fn is_in(&self, body: u32, substeps: u32) -> bool {
        self.needed[body as usize] == substeps
    }

    /// The group with the fewest substeps above a number.
    pub fn after(&self, substeps: u32) -> Option<SubstepGroup<'_>> {
        let group = self.counts.partition_point(|count| *count <= substeps);
        let substeps = *self.counts.get(group)?;
        Some(SubstepGroup {
            substeps,
            members: self.members.of(group as u32),
            needed: &self.needed,
            loads: &self.loads,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    const RULE: SubstepRule = SubstepRule {
        rules: SubstepRules {
            carried_load: true,
            joint_pull: true,
        },
        substeps: 8,
        step: 1.0 / 120.0,
        skin: 1e-3,
        joints: 4,
        contacts: 40,
        predicts: false,
    };

    /// Bodies of 1 kg, the first 30 a tower that is no column, the others separate on the ground.
    fn tower_and(others: usize) -> (SubstepGroups, Vec<SolverBody>) {
        let mut body = SolverBody::immovable(DVec3::ZERO);
        body.inverse_mass = 1.0;
        body.acceleration = DVec3::NEG_Y * 10.0;
        let bodies = vec![body; 30 + others];
        let mut groups = SubstepGroups::default();
        groups.clear(bodies.len());
        for upper in 0..bodies.len() as u32 {
            let is_on_ground = upper == 0 || upper >= 30;
            let lower = if is_on_ground { 0 } else { upper - 1 };
            groups.loads.add_support(upper, lower, !is_on_ground);
            if !is_on_ground {
                groups.join(upper, upper - 1);
            }
        }
        (groups, bodies)
    }

    fn sizes(groups: &SubstepGroups) -> Vec<(u32, usize)> {
        let mut found = Vec::new();
        while let Some(group) = groups.after(found.last().map_or(0, |(substeps, _)| *substeps)) {
            found.push((group.substeps, group.members.len()));
        }
        found
    }

    fn pull(body: u32, swing: f64) -> Pull {
        Pull {
            body,
            driven: false,
            swing,
            across: 0.0,
            in_tree: false,
            failed: false,
        }
    }

    #[test]
    fn substeps_follow_the_root_of_the_sag() {
        assert_eq!(
            [1, 2, 3, 8].map(|substeps| SubstepRule { substeps, ..RULE }.of_ground()),
            [1, 2, 2, 4]
        );
        // 1,296 m/s^2 are 90 mm in a step of 1/120 s; 22.4 substeps reduce this to 0.18 mm.
        assert_eq!(RULE.of_load(1_296.0), 24);
        assert_eq!(RULE.of_load(4.0 * 1_296.0), 48);
        assert_eq!(RULE.of_load(1.0), 8);
        assert_eq!(RULE.of_load(f64::INFINITY), MAX_SUBSTEPS);
        // 4,000 contacts get 100 substeps, and 50,000 no more than the settings specify.
        let crowd = |contacts| SubstepRule { contacts, ..RULE }.of_load(f64::INFINITY);
        assert_eq!(
            [1_500, 4_000, 50_000, 500_000].map(crowd),
            [MAX_SUBSTEPS, 100, 8, 8]
        );
        let few = |substeps| SubstepRule { substeps, ..RULE }.of_load(1_296.0);
        assert_eq!([1, 2, 4, 1_000].map(few), [24, 24, 24, 1_000]);
    }

    #[test]
    fn substeps_follow_the_frequency_of_the_swing() {
        // 2,160 rad/s are 18 rad in a step: 15 substeps of 1.2 rad.
        let swing = |rate: f64| pull(0, rate * rate);
        assert_eq!(RULE.of_pull(&swing(0.0)), 4);
        let driven = Pull {
            driven: true,
            ..swing(0.0)
        };
        assert_eq!(RULE.of_pull(&driven), 8);
        assert_eq!(RULE.of_pull(&swing(2_160.0)), 16);
        assert!(RULE.follows(15, 2_159.0 * 2_159.0) && !RULE.follows(15, 2_161.0 * 2_161.0));
        assert_eq!(RULE.of_pull(&swing(f64::INFINITY)), 64);
        let finer = |substeps| RULE.finer(substeps, &swing(1e9));
        assert_eq!(
            [8, 24, 48, 64].map(finer),
            [Some(16), Some(48), Some(64), None]
        );
        // A light mass between rods gets as many substeps as it needs.
        let across = Pull {
            across: 1e12,
            ..pull(0, 0.0)
        };
        assert_eq!(RULE.of_pull(&across), 8 * MAX_ROD_REFINEMENT);
        let in_tree = Pull {
            in_tree: true,
            ..pull(0, 1e12)
        };
        assert_eq!(RULE.of_pull(&in_tree), 8 * MAX_TREE_REFINEMENT);
        let failed = Pull {
            failed: true,
            ..pull(0, 0.0)
        };
        assert_eq!(
            [8, 64].map(|now| RULE.finer(now, &failed)),
            [Some(16), None]
        );
        // A thousand joints get 16 substeps, two thousand as many as the settings specify: 2,000 times 8
        // are 16,000. A hundred thousand get those of joints that only hold.
        let crowd = |joints| SubstepRule { joints, ..RULE }.of_pull(&swing(f64::INFINITY));
        assert_eq!(
            [250, 500, 1_000, 2_000, 100_000].map(crowd),
            [64, 32, 16, 8, 4]
        );
    }

    #[test]
    fn a_rule_that_is_off_asks_for_nothing() {
        let rules = SubstepRules {
            carried_load: false,
            joint_pull: false,
        };
        let off = SubstepRule { rules, ..RULE };
        assert_eq!((off.of_load(1e9), off.of_pull(&pull(0, 1e9))), (8, 4));
    }

    #[test]
    fn a_column_takes_as_many_substeps_as_bodies_on_the_ground() {
        let (mut groups, bodies) = tower_and(1);
        groups.add_tie(0);
        groups.build(&bodies, &RULE);
        assert_eq!(sizes(&groups), [(4, 31)]);
    }

    #[test]
    fn a_pile_does_not_cost_what_stands_elsewhere() {
        let (mut groups, bodies) = tower_and(1);
        groups.build(&bodies, &RULE);
        // 4,650 m/s^2 need 32.8 substeps.
        assert_eq!(sizes(&groups), [(4, 1), (48, 30)]);
        let coarse = groups.after(0).expect("a group");
        assert!(coarse.has(30) && !coarse.has(29));
    }

    #[test]
    fn a_prediction_takes_few_substeps_and_says_so() {
        let solved = |predicts: bool, stands: bool| {
            let (mut groups, bodies) = tower_and(1);
            if !stands {
                groups.clear(bodies.len());
            }
            groups.build(&bodies, &SubstepRule { predicts, ..RULE });
            (sizes(&groups), groups.is_coarse())
        };
        assert_eq!(solved(true, true), (vec![(4, 1), (8, 30)], true));
        assert_eq!(solved(false, true), (vec![(4, 1), (48, 30)], false));
        // Bodies on the ground alone are solved as ever.
        assert_eq!(solved(true, false), (vec![(4, 31)], false));
    }

    #[test]
    fn joints_that_pull_refine_their_own_island_alone() {
        let (mut groups, bodies) = tower_and(4);
        groups.join(31, 32);
        // 120 steps/s times 8 substeps times 1.2 rad: eight substeps resolve at most 1,152 rad/s.
        for (body, swing) in [(31, 0.0), (32, 1e6), (33, 1e6)] {
            groups.add_pull(pull(body, swing));
        }
        groups.build(&bodies, &RULE);
        assert_eq!(sizes(&groups), [(4, 1), (8, 3), (48, 30)]);
        let turned_out = [pull(31, 2e6), pull(32, 0.0), pull(33, 1e6)];
        assert!(groups.refine(8, turned_out.into_iter(), &bodies, &RULE));
        assert_eq!(sizes(&groups), [(4, 1), (8, 1), (16, 2), (48, 30)]);
        let failed = Pull {
            failed: true,
            ..pull(32, 0.0)
        };
        assert!(groups.refine(16, [failed].into_iter(), &bodies, &RULE));
        assert!(!groups.refine(64, [failed].into_iter(), &bodies, &RULE));
        assert_eq!(sizes(&groups), [(4, 1), (8, 1), (32, 2), (48, 30)]);
    }
}
