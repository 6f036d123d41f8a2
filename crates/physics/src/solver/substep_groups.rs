//! How many substeps the solver makes, for each group of bodies that touch each other.
//!
//! A pass over the contacts lets a contact take up only as much momentum as its lighter body has. What lies on a
//! light body sinks meanwhile, and the impulse of the contact grows from substep to substep: in one of length `h`
//! by the mass `m` of the body below times the speed of sinking. That is a spring of stiffness `m / h^2`, and it
//! gives way by `F h^2 / m` under the load `F`. In a pile these springs stand in a row: the top sinks by `A h^2`,
//! where `A` is the sum of `F / m` along the way down to the ground. It is the square of the height of a tower of
//! equal boxes, and the ratio of masses where a heavy one lies on a light one. The substeps are so short that
//! nothing sinks by more than [`MAX_SAG_SKINS`] of the skin that bodies keep: beyond the slop contacts push apart
//! what they should hold, and the pile never comes to rest.
//!
//! All joints of a world are solved together, so all that hangs on joints is in one group.
//!
//! Loads follow from masses and from what rests on what, not from impulses: a pile has to have its substeps in
//! the step in which it is set up. A body shares its load equally among what it rests on.

use crate::by_body::ByBody;
use crate::disjoint_sets::DisjointSets;
use crate::params::{LEAST_SUBSTEPS, MAX_SAG_SKINS, MAX_SUBSTEPS};
use crate::reserve::reserve;
use crate::solver::solver_body::SolverBody;

/// A movable body rests on another one.
#[derive(Clone, Copy, Debug)]
struct Support {
    upper: u32,
    /// None for a body that nothing moves.
    lower: Option<u32>,
}

/// What a body carries, and what carries it.
#[derive(Clone, Copy, Debug, Default)]
struct Load {
    /// Its own weight and its share of the loads on it, in N.
    force: f64,
    /// How many bodies it rests on.
    supports: u32,
    /// It rests on a body that nothing moves.
    on_fixed: bool,
    /// The bodies on it whose loads are not known yet.
    waiting: u32,
    /// The sum of load over mass along the longest way to the ground, in m/s^2; 0 if there is none.
    sag: f64,
}

/// The groups of bodies that are solved with the same number of substeps.
#[derive(Clone, Debug, Default)]
pub(crate) struct SubstepGroups {
    supports: Vec<Support>,
    loads: Vec<Load>,
    /// By upper body: the movable bodies that it rests on.
    below: ByBody<u32>,
    /// Bodies from the top down, each after all that rest on it.
    order: Vec<u32>,
    /// Bodies that touch each other.
    islands: DisjointSets,
    /// A body that a joint moves.
    jointed: Option<u32>,
    /// By body, of the roots of islands: the substeps that the island needs.
    needed: Vec<u32>,
    /// The numbers of substeps of the groups, ascending.
    counts: Vec<u32>,
    /// By group: its bodies, in ascending order.
    members: ByBody<u32>,
}

/// Bodies that are solved together.
#[derive(Clone, Copy, Debug)]
pub(super) struct SubstepGroup<'g> {
    pub substeps: u32,
    /// Whether the joints are among them.
    pub has_joints: bool,
    pub members: &'g [u32],
}

/// What the number of substeps depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct SubstepRule {
    /// For piles that carry little, as `Settings::substeps`.
    pub substeps: u32,
    /// The length of a step, in seconds.
    pub step: f64,
    /// In metres.
    pub skin: f64,
}

impl SubstepRule {
    /// The substeps where every body rests on the ground: half of those of a pile, in which what a body rests
    /// on has to learn of its weight first.
    fn without_piles(&self) -> u32 {
        (self.substeps / 2)
            .max(LEAST_SUBSTEPS)
            .min(self.substeps)
            .max(1)
    }

    /// The substeps of a pile whose top sinks by `sag` m/s^2 times the square of a substep. They grow by halves
    /// and thirds, so that they change seldom and piles share groups.
    fn of_pile(&self, sag: f64) -> u32 {
        let least = self.substeps.max(1);
        let needed = self.step * (sag / (MAX_SAG_SKINS * self.skin)).sqrt();
        let most = MAX_SUBSTEPS.max(least);
        let mut doubled = least;
        while f64::from(doubled) < needed && doubled < most {
            let half_more = doubled + doubled / 2;
            if f64::from(half_more) >= needed && half_more > doubled {
                doubled = half_more;
            } else {
                doubled *= 2;
            }
        }
        doubled.min(most)
    }
}

impl SubstepGroups {
    /// Makes room for so many of each.
    pub fn reserve(&mut self, bodies: usize, pairs: usize) {
        reserve(&mut self.supports, pairs);
        reserve(&mut self.loads, bodies);
        self.below.reserve(bodies, pairs);
        reserve(&mut self.order, bodies);
        self.islands.reserve(bodies);
        reserve(&mut self.needed, bodies);
        reserve(&mut self.counts, 32);
        self.members.reserve(bodies, bodies);
    }

    /// Forgets everything; there are so many bodies.
    pub fn clear(&mut self, bodies: usize) {
        self.supports.clear();
        self.loads.clear();
        self.loads.resize(bodies, Load::default());
        self.islands.reset(bodies);
        self.jointed = None;
    }

    /// Records that a body rests on another one, `None` if nothing moves that.
    pub fn add_support(&mut self, upper: u32, lower: Option<u32>) {
        let load = &mut self.loads[upper as usize];
        load.supports += 1;
        load.on_fixed |= lower.is_none();
        if let Some(lower) = lower {
            self.loads[lower as usize].waiting += 1;
        }
        self.supports.push(Support { upper, lower });
    }

    /// Records that two bodies touch that can move both.
    pub fn join(&mut self, a: u32, b: u32) {
        self.islands.join(a, b);
    }

    /// Records that a joint can move a body.
    pub fn add_jointed(&mut self, body: u32) {
        match self.jointed {
            Some(other) => self.islands.join(body, other),
            None => self.jointed = Some(body),
        }
    }

    /// The substeps of the group with the joints, if there are any; good once the groups are formed.
    pub fn substeps_of_joints(&self) -> Option<u32> {
        self.jointed.map(|body| self.needed[body as usize])
    }

    /// Whether any body rests on movable bodies alone.
    pub fn is_pile(&self) -> bool {
        self.loads.iter().any(Load::is_on_movable)
    }

    /// Forms the groups.
    pub fn build(&mut self, bodies: &[SolverBody], rule: &SubstepRule) {
        self.needed.clear();
        self.needed.resize(bodies.len(), rule.without_piles());
        self.counts.clear();
        if self.is_pile() || self.jointed.is_some() {
            self.find_loads(bodies);
            if let Some(jointed) = self.jointed {
                // Joints go by the substeps, too.
                let root = self.islands.root(jointed) as usize;
                self.needed[root] = rule.of_pile(0.0);
            }
            for (body, load) in (0..).zip(&self.loads) {
                if load.is_on_movable() {
                    let root = self.islands.root(body) as usize;
                    self.needed[root] = self.needed[root].max(rule.of_pile(load.sag));
                }
            }
            for body in 0..bodies.len() {
                // The root has the lowest index of its island: it is done already.
                let root = self.islands.root(body as u32) as usize;
                self.needed[body] = self.needed[root];
            }
            for (body, needed) in bodies.iter().zip(&self.needed) {
                if body.is_movable() && !self.counts.contains(needed) {
                    self.counts.push(*needed);
                }
            }
            self.counts.sort_unstable();
        } else {
            self.counts.push(rule.without_piles());
        }
        let (counts, needed) = (&self.counts, &self.needed);
        let all = (0..).zip(needed).filter_map(|(body, needed)| {
            let group = counts.binary_search(needed).ok()?;
            Some((group as u32, body))
        });
        self.members.sort(counts.len(), all);
    }

    /// Finds what each body carries, from the top down, and how far it sinks, from the ground up.
    fn find_loads(&mut self, bodies: &[SolverBody]) {
        let movable = self.supports.iter();
        let movable = movable.filter_map(|s| s.lower.map(|lower| (s.upper, lower)));
        self.below.sort(bodies.len(), movable);
        self.order.clear();
        for (index, (load, body)) in (0..).zip(self.loads.iter_mut().zip(bodies)) {
            if body.is_movable() {
                load.force = body.acceleration.length() / body.inverse_mass;
            }
            if load.waiting == 0 && load.supports > 0 {
                self.order.push(index);
            }
        }
        let mut next = 0;
        while let Some(&upper) = self.order.get(next) {
            next += 1;
            let share = self.loads[upper as usize].share();
            for lower in self.below.of(upper) {
                let load = &mut self.loads[*lower as usize];
                load.force += share;
                load.waiting -= 1;
                if load.waiting == 0 {
                    self.order.push(*lower);
                }
            }
        }
        for upper in self.order.iter().rev() {
            let load = self.loads[*upper as usize];
            let share = load.share();
            let below = self.below.of(*upper);
            let on_fixed = f64::from(load.supports) - below.len() as f64;
            let mut sag = on_fixed * share * bodies[*upper as usize].inverse_mass;
            for lower in below {
                sag +=
                    self.loads[*lower as usize].sag + share * bodies[*lower as usize].inverse_mass;
            }
            self.loads[*upper as usize].sag = sag / f64::from(load.supports);
        }
    }

    /// The groups, each solved by itself.
    pub fn iter(&self) -> impl Iterator<Item = SubstepGroup<'_>> {
        let of_joints = self.substeps_of_joints();
        (0..)
            .zip(&self.counts)
            .map(move |(group, substeps)| SubstepGroup {
                substeps: *substeps,
                has_joints: of_joints == Some(*substeps),
                members: self.members.of(group),
            })
    }

    /// Whether a movable body is in the group with so many substeps.
    pub fn is_in(&self, body: u32, substeps: u32) -> bool {
        self.needed[body as usize] == substeps
    }
}

impl Load {
    fn is_on_movable(&self) -> bool {
        self.supports > 0 && !self.on_fixed
    }

    /// The load on each body that it rests on, in N.
    fn share(&self) -> f64 {
        self.force / f64::from(self.supports.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    const RULE: SubstepRule = SubstepRule {
        substeps: 8,
        step: 1.0 / 120.0,
        skin: 1e-3,
    };

    /// Bodies of some kilograms, each on the one before it, the first on the ground.
    fn column(masses: &[f64]) -> SubstepGroups {
        let bodies: Vec<_> = masses.iter().map(|mass| heavy(*mass)).collect();
        let mut groups = SubstepGroups::default();
        groups.clear(bodies.len());
        groups.add_support(0, None);
        for upper in 1..bodies.len() as u32 {
            groups.join(upper - 1, upper);
            groups.add_support(upper, Some(upper - 1));
        }
        groups.build(&bodies, &RULE);
        groups
    }

    fn heavy(mass: f64) -> SolverBody {
        let mut body = SolverBody::immovable(DVec3::ZERO);
        body.inverse_mass = 1.0 / mass;
        body.acceleration = DVec3::NEG_Y * 10.0;
        body
    }

    #[test]
    fn loads_add_up_from_the_top_and_sags_from_the_ground() {
        let groups = column(&[1.0, 2.0, 4.0]);
        let forces: Vec<_> = groups.loads.iter().map(|load| load.force).collect();
        assert_eq!(forces, [70.0, 60.0, 40.0]);
        let sags: Vec<_> = groups.loads.iter().map(|load| load.sag).collect();
        // The ground under the first: 70 N on 1 kg; then 60 N on 1 kg, and 40 N on 2 kg.
        assert_eq!(sags, [70.0, 130.0, 150.0]);
    }

    #[test]
    fn a_body_on_two_gives_half_of_its_load_to_each() {
        let bodies = [heavy(1.0), heavy(1.0), heavy(3.0)];
        let mut groups = SubstepGroups::default();
        groups.clear(3);
        for lower in [0, 1] {
            groups.add_support(lower, None);
            groups.add_support(2, Some(lower));
            groups.join(lower, 2);
        }
        groups.build(&bodies, &RULE);
        let forces: Vec<_> = groups.loads.iter().map(|load| load.force).collect();
        assert_eq!(forces, [25.0, 25.0, 30.0]);
        assert_eq!(groups.loads[2].sag, 25.0 + 15.0);
    }

    #[test]
    fn bodies_that_rest_on_each_other_in_a_ring_have_no_way_to_the_ground() {
        let bodies = [heavy(1.0); 3];
        let mut groups = SubstepGroups::default();
        groups.clear(3);
        for (upper, lower) in [(0, 1), (1, 2), (2, 0)] {
            groups.add_support(upper, Some(lower));
            groups.join(upper, lower);
        }
        groups.build(&bodies, &RULE);
        assert_eq!(groups.counts, [8]);
    }

    #[test]
    fn substeps_follow_the_root_of_the_sag() {
        assert_eq!(
            [1, 2, 3, 8].map(|substeps| SubstepRule { substeps, ..RULE }.without_piles()),
            [1, 2, 2, 4]
        );
        // 2,160 m/s^2 are 150 mm in a step of 1/120 s: 22.4 substeps make .3 mm of it.
        assert_eq!(RULE.of_pile(2_160.0), 24);
        assert_eq!(RULE.of_pile(4.0 * 2_160.0), 48);
        assert_eq!(RULE.of_pile(1.0), 8);
        assert_eq!(RULE.of_pile(f64::INFINITY), MAX_SUBSTEPS);
        let few = |substeps| SubstepRule { substeps, ..RULE }.of_pile(2_160.0);
        assert_eq!([1, 2, 4, 1_000].map(few), [24, 24, 24, 1_000]);
    }

    #[test]
    fn a_pile_does_not_cost_what_stands_elsewhere() {
        let masses = [1.0; 30];
        let mut bodies: Vec<_> = masses.map(heavy).to_vec();
        bodies.push(heavy(1.0));
        let mut groups = SubstepGroups::default();
        groups.clear(31);
        groups.add_support(0, None);
        groups.add_support(30, None);
        for upper in 1..30 {
            groups.add_support(upper, Some(upper - 1));
            groups.join(upper, upper - 1);
        }
        groups.build(&bodies, &RULE);
        let found: Vec<_> = groups
            .iter()
            .map(|g| (g.substeps, g.members.len()))
            .collect();
        // 4,650 m/s^2: 32.8 substeps.
        assert_eq!(found, [(4, 1), (48, 30)]);
        assert!(groups.is_in(30, 4) && groups.is_in(29, 48));
    }
}
