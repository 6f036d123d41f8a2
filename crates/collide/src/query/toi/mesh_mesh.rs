//! The time of impact of two moving, turning meshes.

use crate::bounding::{BoundingSphere, Kdop6, Kdop14, Kdop18, Kdop26};
use crate::budget::{Budget, Meter};
use crate::counters::Counters;
use crate::math::{Aabb, Motion};
use crate::model::{AnyTree, Model, with_tree};
use crate::query::scratch::Scratch;
use crate::query::toi::closed_form::point_sphere;
use crate::query::toi::convex::{Parted, Start};
use crate::query::toi::kinematics::Courses;
use crate::query::toi::node_pair::{Balls, PairCache, SameKind};
use crate::query::toi::time_interval::Extent;
use crate::query::toi::tree_search::{Found, Search, SearchMemory};
use crate::query::toi::triangle_pair::{Meeting, Nearness};
use crate::query::toi::warm_start::SweepMemory;
use crate::query::toi::{Sweep, SweepOptions};

/// Memory that sweeps use again and again.
#[derive(Clone, Debug, Default)]
pub(crate) struct SweepScratch {
    search: SearchMemory,
    sphere: PairCache<BoundingSphere>,
    aabb: PairCache<Aabb>,
    kdop6: PairCache<Kdop6>,
    kdop14: PairCache<Kdop14>,
    kdop18: PairCache<Kdop18>,
    kdop26: PairCache<Kdop26>,
}

/// When do two models that move and turn first touch?
///
/// Looks at the times from 0 to `duration` (s) of both motions. Surfaces, not solids: what moves
/// inside a closed mesh touches it when it reaches its surface. The promise of [`Sweep`] holds for
/// the motions' poses as [`Motion::pose_at`] rounds them. The times of (a, b) and (b, a) differ by
/// less than the target distance takes to cross.
///
/// Method: conservative advancement (Mirtich 1996) on two trees of bounding volumes, as described
/// in the source file `tree_search.rs`.
#[expect(
    clippy::too_many_arguments,
    reason = "two moving models, how long, how near, and what it may cost"
)]
pub fn time_of_impact(
    a: &Model,
    motion_a: &Motion,
    b: &Model,
    motion_b: &Motion,
    duration: f32,
    options: &SweepOptions,
    budget: Budget,
    scratch: &mut Scratch,
) -> Sweep {
    let mut memory = SweepMemory::default();
    time_of_impact_remembering(
        a,
        motion_a,
        b,
        motion_b,
        duration,
        options,
        budget,
        &mut memory,
        scratch,
    )
}

/// [`time_of_impact`] that begins with what the last sweep of the same two bodies has left, and
/// leaves something for the next one: quicker where their paths have changed little. The promise
/// is the same; times differ by less than the target distance takes to cross.
#[expect(
    clippy::too_many_arguments,
    reason = "two moving models, how long, how near, what it may cost and what is known"
)]
pub fn time_of_impact_remembering(
    a: &Model,
    motion_a: &Motion,
    b: &Model,
    motion_b: &Motion,
    duration: f32,
    options: &SweepOptions,
    budget: Budget,
    memory: &mut SweepMemory,
    scratch: &mut Scratch,
) -> Sweep {
    let duration = f64::from(duration.max(0.0));
    let pair = Pair {
        a,
        motion_a,
        b,
        motion_b,
    };
    let mut counters = Counters {
        queries: 1,
        ..Counters::default()
    };
    let sweep = pair.sweep(duration, options, budget, &mut counters, memory, scratch);
    scratch.counters = counters;
    sweep
}

/// [`time_of_impact`] without a budget, with the instants (s) that its search looked at on the way and
/// until which the pair is apart, in order. For looking inside; it allocates.
pub fn time_of_impact_traced(
    a: &Model,
    motion_a: &Motion,
    b: &Model,
    motion_b: &Motion,
    duration: f32,
    options: &SweepOptions,
    scratch: &mut Scratch,
) -> (Sweep, Vec<f64>) {
    scratch.sweep.search.trace = Some(Vec::new());
    let all = Budget::Unlimited;
    let found = time_of_impact(a, motion_a, b, motion_b, duration, options, all, scratch);
    let mut instants = scratch.sweep.search.trace.take().unwrap_or_default();
    let safe = f64::from(found.safe_time(duration));
    instants.retain(|instant| *instant < safe);
    if matches!(found, Sweep::Impact { .. }) {
        instants.push(safe);
    }
    instants.sort_unstable_by(f64::total_cmp);
    instants.dedup();
    (found, instants)
}

/// Searches with the volumes that the two trees have in common.
fn run(search: &mut Search<'_>, start: Start, scratch: &mut SweepScratch) -> Found {
    let memory = &mut scratch.search;
    macro_rules! same_kind {
        ($a:expr, $b:expr, $cache:ident) => {{
            let mut pairs = SameKind::new($a, $b, &mut scratch.$cache);
            search.run(start, &mut pairs, memory)
        }};
    }
    match (&search.a.tree, &search.b.tree) {
        (AnyTree::Sphere(a), AnyTree::Sphere(b)) => same_kind!(a, b, sphere),
        (AnyTree::Aabb(a), AnyTree::Aabb(b)) => same_kind!(a, b, aabb),
        (AnyTree::Kdop6(a), AnyTree::Kdop6(b)) => same_kind!(a, b, kdop6),
        (AnyTree::Kdop14(a), AnyTree::Kdop14(b)) => same_kind!(a, b, kdop14),
        (AnyTree::Kdop18(a), AnyTree::Kdop18(b)) => same_kind!(a, b, kdop18),
        (AnyTree::Kdop26(a), AnyTree::Kdop26(b)) => same_kind!(a, b, kdop26),
        (a, b) => with_tree!(a, a => with_tree!(b, b => {
            search.run(start, &mut Balls::new(a, b), memory)
        })),
    }
}

/// No point of the model is farther from the centre of its turn, m.
fn reach_from_center(model: &Model, motion: &Motion) -> f64 {
    let arm = (model.center - motion.local_center()).as_dvec3().length();
    (arm + f64::from(model.radius)) * (1.0 + 1e-6)
}

/// The two bodies and how they move.
struct Pair<'q> {
    a: &'q Model,
    motion_a: &'q Motion,
    b: &'q Model,
    motion_b: &'q Motion,
}

impl Pair<'_> {
    fn sweep(
        &self,
        duration: f64,
        options: &SweepOptions,
        budget: Budget,
        counters: &mut Counters,
        known: &mut SweepMemory,
        scratch: &mut Scratch,
    ) -> Sweep {
        let resolution = self.resolution(duration);
        let target = f64::from(options.target).max(4.0 * resolution);
        let Some([begin, end]) = self.balls_meet(target, duration) else {
            counters.volume_tests = 1;
            return Sweep::Clear;
        };
        let courses = Courses::new(self.motion_a, self.motion_b);
        let reach = [(self.a, self.motion_a), (self.b, self.motion_b)]
            .map(|(model, motion)| reach_from_center(model, motion));
        let mut meter = Meter::new(budget);
        let mut near = Nearness {
            target,
            keep: 0.5 * target,
        };
        loop {
            let extent = Extent {
                reach,
                coordinates: self.a.reach + self.b.reach,
                keep: near.keep,
            };
            let models = [self.a, self.b];
            let mut search = Search::new(models, &courses, near, extent, end, &mut meter, counters);
            let memory = &mut scratch.sweep.search;
            let witness = known.witness.take();
            let shows_all = witness.is_some_and(|witness| search.recall(witness, begin, memory));
            let found = if shows_all || matches!(search.best, Found::AtStart(_)) {
                search.best
            } else {
                let end = search.end;
                match search.wholes(memory).follow(begin, end, known.toward) {
                    Parted::Always(toward) => {
                        known.toward = Some(toward);
                        search.best
                    }
                    Parted::Spent(safe) => Found::Unknown { safe },
                    Parted::Until(start) => {
                        known.toward = Some(start.toward);
                        run(&mut search, start, &mut scratch.sweep)
                    }
                }
            };
            known.witness = match found {
                Found::AtStart(_) => witness,
                _ => search.witness,
            };
            match found {
                Found::Nothing => return Sweep::Clear,
                Found::Unknown { safe } => {
                    counters.cuts = 1;
                    return Sweep::Cut {
                        safe_time: round_down(safe),
                    };
                }
                Found::Meeting(meeting) => {
                    counters.hits = 1;
                    return self.impact(&meeting);
                }
                // Nearer at the start than the target: meant is then to come nearer still.
                Found::AtStart(meeting) if meeting.distance > 2.0 * resolution => {
                    near.target = 0.5 * meeting.distance;
                    near.keep = (0.5 * near.target).max(resolution);
                }
                Found::AtStart(meeting) => {
                    counters.hits = 1;
                    let place = self.motion_a.placement_at(0.0);
                    let point = place.point(0.5 * (meeting.point_a + meeting.point_b));
                    return Sweep::Overlapping {
                        point: point.as_vec3(),
                    };
                }
            }
        }
    }

    /// What rounding may add to or take from a distance, in metres: that of the poses in f32, of
    /// moved places and of computed rates.
    fn resolution(&self, duration: f64) -> f64 {
        let side = |model: &Model, motion: &Motion| {
            let far = motion.start().translation().as_dvec3().length();
            let travel = motion.linear_velocity().as_dvec3().length() * duration;
            (far + travel, 4.0 * f64::from(model.reach))
        };
        let ((far_a, reach_a), (far_b, reach_b)) =
            (side(self.a, self.motion_a), side(self.b, self.motion_b));
        f64::from(f32::EPSILON) * (far_a + far_b + 2.0 * (reach_a + reach_b))
    }

    /// When balls around the centres of turn come within `target` of each other, and when they part
    /// or the time is over: they do not turn out of themselves, so all that counts is the straight
    /// motion of the centres. None if they never do before `duration`.
    fn balls_meet(&self, target: f64, duration: f64) -> Option<[f64; 2]> {
        let ball = |model: &Model, motion: &Motion| {
            let center = motion.start().rotation().as_dquat().normalize()
                * motion.local_center().as_dvec3()
                + motion.start().translation().as_dvec3();
            (center, reach_from_center(model, motion))
        };
        let (center_a, radius_a) = ball(self.a, self.motion_a);
        let (center_b, radius_b) = ball(self.b, self.motion_b);
        let velocity =
            self.motion_b.linear_velocity().as_dvec3() - self.motion_a.linear_velocity().as_dvec3();
        let reach = (radius_a + radius_b) * (1.0 + 1e-9) + target;
        let [first, last] = point_sphere(center_b - center_a, velocity, reach)?;
        // A little early and late.
        let [first, last] = [first * (1.0 - 1e-9), last * (1.0 + 1e-9)];
        (first <= duration).then_some([first, last.min(duration)])
    }

    fn impact(&self, meeting: &Meeting) -> Sweep {
        let place = self.motion_a.placement_at(meeting.time);
        Sweep::Impact {
            time: round_down(meeting.time),
            point_a: place.point(meeting.point_a).as_vec3(),
            point_b: place.point(meeting.point_b).as_vec3(),
            normal: (place.rotation * meeting.normal).as_vec3(),
        }
    }
}

/// The largest f32 that is not later.
fn round_down(time: f64) -> f32 {
    let rounded = time as f32;
    if f64::from(rounded) > time {
        rounded.next_down().max(0.0)
    } else {
        rounded
    }
}
