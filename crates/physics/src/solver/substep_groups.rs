//! How many substeps each body gets: all that decides it is here.
//!
//! Bodies that touch each other or that joints hold together form an island. Each island gets
//!
//! * [`Settings::substeps`](crate::Settings::substeps), if any of its bodies rests on movable ones alone or hangs
//!   on a joint; else half of them, as what a body rests on need not learn of its weight first;
//! * more by the load that it carries ([`SubstepRules::carried_load`]): so many that the top of a pile sinks by no more
//!   than [`MAX_SAG_SKINS`] of the skin while its impulses grow to what it weighs (`carried_loads.rs`);
//! * more by the pull of its joints ([`SubstepRules::joint_pull`]): so many that no body swings by more than
//!   [`MAX_JOINT_SWING`] in one between the joints that pull it, or across its rods (`joints/swing.rs`).
//!
//! All islands of one number form a group, and a group is solved at once, so that four pairs of it go side by side.
//! Groups follow each other from few substeps to many. The load is known before; the pull is that of the last step. An island whose joints turn out
//! to pull more than that, or that find no solution, moves on to a group of twice as many, and is solved
//! again there. What an island gets depends on no other one.

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

/// What the number of substeps depends on beside the island.
#[derive(Clone, Copy, Debug)]
pub(super) struct SubstepRule {
    pub rules: SubstepRules,
    /// Of piles that carry little and joints that pull little, as `Settings::substeps`.
    pub substeps: u32,
    /// The length of a step, in seconds.
    pub step: f64,
    /// In metres.
    pub skin: f64,
    /// How many joints and contacts are solved in the step.
    pub joints: usize,
    pub contacts: usize,
}

impl SubstepRule {
    /// Where every body rests on the ground and no joint holds any.
    fn of_ground(&self) -> u32 {
        (self.substeps / 2)
            .max(LEAST_SUBSTEPS)
            .min(self.substeps)
            .max(1)
    }

    /// For a pile whose top sinks by `sag` m/s^2 times the square of a substep. They grow by halves and thirds, so that they
    /// change seldom and piles share groups.
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

    /// For a body that joints pull so. They double, as each change of a swing's substeps costs or feeds it a little energy.
    fn of_pull(&self, pull: &Pull) -> u32 {
        let mut substeps = self.substeps.max(1);
        while let Some(finer) = self.finer(substeps, pull) {
            substeps = finer;
        }
        substeps
    }

    /// Whether so many substeps follow such a swing.
    fn follows(&self, substeps: u32, swing: f64) -> bool {
        self.step * swing.sqrt() <= MAX_JOINT_SWING * f64::from(substeps)
    }

    /// The next number if joints pull too much for one; none if they do not, or get no more.
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

/// How strongly joints pulled a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pull {
    pub body: u32,
    /// The square of the frequency at which it swings, in 1/s^2.
    pub swing: f64,
    /// The same across its rods, as a share of what a substep follows.
    pub across: f64,
    /// Its joints form a tree.
    pub in_tree: bool,
    /// The joints found no solution.
    pub failed: bool,
}

/// The islands of a step, their numbers of substeps, and the groups of those with the same number.
#[derive(Clone, Debug, Default)]
pub(crate) struct SubstepGroups {
    loads: CarriedLoads,
    islands: DisjointSets,
    /// What joints pulled in the last step.
    pulls: Vec<Pull>,
    /// By body: the substeps of its island.
    needed: Vec<u32>,
    /// The numbers of substeps of the groups, ascending.
    counts: Vec<u32>,
    /// By group: its movable bodies, in ascending order.
    members: ByBody<u32>,
}

/// Bodies that are solved together.
#[derive(Clone, Copy, Debug)]
pub(super) struct SubstepGroup<'g> {
    pub substeps: u32,
    pub members: &'g [u32],
    needed: &'g [u32],
}

impl SubstepGroup<'_> {
    /// Whether a movable body is in it.
    pub fn has(&self, body: u32) -> bool {
        self.needed[body as usize] == self.substeps
    }
}

impl SubstepGroups {
    /// Makes room for so many of each.
    pub fn reserve(&mut self, bodies: usize, pairs: usize) {
        self.loads.reserve(bodies, pairs);
        self.islands.reserve(bodies);
        reserve(&mut self.pulls, bodies);
        reserve(&mut self.needed, bodies);
        reserve(&mut self.counts, 32);
        self.members.reserve(bodies, bodies);
    }

    /// Forgets everything; there are so many bodies.
    pub fn clear(&mut self, bodies: usize) {
        self.loads.clear(bodies);
        self.islands.reset(bodies);
        self.pulls.clear();
    }

    /// Records that a body rests on another one, `None` if nothing moves that.
    pub fn add_support(&mut self, upper: u32, lower: Option<u32>) {
        self.loads.add_support(upper, lower);
    }

    /// Records that two bodies that can move touch each other or are joined.
    pub fn join(&mut self, a: u32, b: u32) {
        self.islands.join(a, b);
    }

    /// Records how strongly joints pulled a movable body in the last step.
    pub fn add_pull(&mut self, pull: Pull) {
        self.pulls.push(pull);
    }

    /// Whether any body rests on movable bodies alone.
    #[cfg(test)]
    pub fn is_pile(&self) -> bool {
        self.loads.is_pile()
    }

    /// Gives each island its number of substeps, and forms the groups.
    pub fn build(&mut self, bodies: &[SolverBody], rule: &SubstepRule) {
        self.needed.clear();
        self.needed.resize(bodies.len(), rule.of_ground());
        if self.loads.is_pile() || !self.pulls.is_empty() {
            self.loads.find(bodies);
            let by_load = self.loads.piled();
            let by_load = by_load.map(|(body, sag)| (body, rule.of_load(sag)));
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

    /// Moves the islands on to finer groups whose joints pulled too much for the group with so many substeps.
    /// Returns whether there were any.
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

    /// Gives all bodies the number of their island's root.
    fn spread(&mut self) {
        for body in 0..self.needed.len() {
            // The root has the lowest index of its island: it is done already.
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
            // Neighbours mostly have the same number.
            if counts.last() != Some(&needed) && !counts.contains(&needed) {
                counts.push(needed);
            }
        }
        counts.sort_unstable();
        let group_of = |needed: u32| counts.iter().position(|count| *count == needed);
        let all = movable.filter_map(|(body, needed)| Some((group_of(needed)? as u32, body)));
        self.members.sort(counts.len(), all);
    }

    /// Whether a movable body is in the group with so many substeps.
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
    };

    /// Bodies of 1 kg, the first 30 a tower, the others by themselves on the ground.
    fn tower_and(others: usize) -> (SubstepGroups, Vec<SolverBody>) {
        let mut body = SolverBody::immovable(DVec3::ZERO);
        body.inverse_mass = 1.0;
        body.acceleration = DVec3::NEG_Y * 10.0;
        let bodies = vec![body; 30 + others];
        let mut groups = SubstepGroups::default();
        groups.clear(bodies.len());
        for upper in 0..bodies.len() as u32 {
            let is_on_ground = upper == 0 || upper >= 30;
            groups.add_support(upper, (!is_on_ground).then(|| upper - 1));
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
        // 2,160 m/s^2 are 150 mm in a step of 1/120 s: 22.4 substeps make .3 mm of it.
        assert_eq!(RULE.of_load(2_160.0), 24);
        assert_eq!(RULE.of_load(4.0 * 2_160.0), 48);
        assert_eq!(RULE.of_load(1.0), 8);
        assert_eq!(RULE.of_load(f64::INFINITY), MAX_SUBSTEPS);
        // 4,000 contacts get 100 substeps, and 50,000 no more than the settings say.
        let crowd = |contacts| SubstepRule { contacts, ..RULE }.of_load(f64::INFINITY);
        assert_eq!(
            [1_500, 4_000, 50_000, 500_000].map(crowd),
            [MAX_SUBSTEPS, 100, 8, 8]
        );
        let few = |substeps| SubstepRule { substeps, ..RULE }.of_load(2_160.0);
        assert_eq!([1, 2, 4, 1_000].map(few), [24, 24, 24, 1_000]);
    }

    #[test]
    fn substeps_follow_the_frequency_of_the_swing() {
        // 2,160 rad/s are 18 rad in a step: 15 substeps of 1.2 rad.
        let swing = |rate: f64| pull(0, rate * rate);
        assert_eq!(RULE.of_pull(&swing(2_160.0)), 16);
        assert!(RULE.follows(15, 2_159.0 * 2_159.0) && !RULE.follows(15, 2_161.0 * 2_161.0));
        assert_eq!(RULE.of_pull(&swing(f64::INFINITY)), 64);
        let finer = |substeps| RULE.finer(substeps, &swing(1e9));
        assert_eq!(
            [8, 24, 48, 64].map(finer),
            [Some(16), Some(48), Some(64), None]
        );
        // A light mass between rods gets as many as it needs.
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
        // A thousand joints get 16 substeps, two thousand no more than the settings say: 2,000 times 8 are 16,000.
        let crowd = |joints| SubstepRule { joints, ..RULE }.of_pull(&swing(f64::INFINITY));
        assert_eq!(
            [250, 500, 1_000, 2_000, 100_000].map(crowd),
            [64, 32, 16, 8, 8]
        );
    }

    #[test]
    fn a_rule_that_is_off_asks_for_nothing() {
        let rules = SubstepRules {
            carried_load: false,
            joint_pull: false,
        };
        let off = SubstepRule { rules, ..RULE };
        assert_eq!((off.of_load(1e9), off.of_pull(&pull(0, 1e9))), (8, 8));
    }

    #[test]
    fn a_pile_does_not_cost_what_stands_elsewhere() {
        let (mut groups, bodies) = tower_and(1);
        groups.build(&bodies, &RULE);
        // 4,650 m/s^2: 32.8 substeps.
        assert_eq!(sizes(&groups), [(4, 1), (48, 30)]);
        let coarse = groups.after(0).expect("a group");
        assert!(coarse.has(30) && !coarse.has(29));
    }

    #[test]
    fn joints_that_pull_refine_their_own_island_alone() {
        let (mut groups, bodies) = tower_and(4);
        groups.join(31, 32);
        // 120 rad/s times 8 substeps times 1.2 rad: 1,152 rad/s is the most for eight.
        for (body, swing) in [(31, 0.0), (32, 1e6), (33, 0.0)] {
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
