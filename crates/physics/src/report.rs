//! The report of a step.

use glam::{DQuat, DVec3, Vec3};
use serde::Serialize;

use crate::bodies::Bodies;
use crate::body::{Body, BodyId};
use crate::contact_events::ContactEvent;
use crate::joint::BrokenJoint;
use crate::pair_cache::OverlappingPairs;
use crate::reserve::{Reserved, copy, reserve};
use crate::settings::ImpactRule;
use crate::shape_queries::ShapeQueries;
use crate::{PHASES, PhaseTimes};
use dodgem_collide::Counters;
use dodgem_collide::coder::Coder;
use dodgem_collide::query::SweepRecord;
use dodgem_collide::query::{Stage, StageCounts};

/// A collision of two bodies that closed faster than [`Settings::rest_speed`](crate::Settings::rest_speed).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// The time, in seconds from the start of the step.
    pub time: f32,
    /// The point in the world, in metres.
    pub point: Vec3,
    /// The normal from `a` to `b`, of length 1.
    pub normal: Vec3,
    /// The body with the lower index.
    pub a: BodyId,
    /// The other body.
    pub b: BodyId,
    /// The size of the impulse that each gave the other, in N s.
    pub impulse: f32,
    /// Their closing speed along the normal, in m/s.
    pub relative_speed: f32,
    /// The index of the sweep that found it in [`StepReport::sweep_records`]; `None` if no work was left for
    /// a sweep, and a spent budget counts as a hit.
    pub sweep: Option<u32>,
    /// The stage of the query that fixed the time; `None` if a spent budget counted as a hit.
    pub decided_by: Option<Stage>,
    /// Both bodies before and after it.
    pub effect: ImpactEffect,
}

/// A body at an impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImpactState {
    /// The centre of mass in the world, in metres.
    pub center: DVec3,
    /// The rotation.
    pub rotation: DQuat,
    /// The velocity of the centre, in m/s.
    pub velocity: DVec3,
    /// The angular velocity, in rad/s.
    pub angular_velocity: DVec3,
    /// The kinetic energy, in joules; 0 for a body that no impulse moves.
    pub energy: f64,
}

impl ImpactState {
    /// The present state of a body.
    pub(crate) fn of(body: &Body) -> ImpactState {
        ImpactState {
            center: body.center,
            rotation: body.rotation,
            velocity: body.velocity,
            angular_velocity: body.angular_velocity(),
            energy: body.kinetic_energy(),
        }
    }
}

/// The effect of an impact: both bodies just before and after it, and the rule that it followed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImpactEffect {
    /// The bodies before the impact.
    pub before: [ImpactState; 2],
    /// The bodies after it.
    pub after: [ImpactState; 2],
    /// Momentum in kg m/s that the impact gave each body ahead: that of the step's forces until the step's end,
    /// for bodies that part hardly or not at all. It is part of the difference of the velocities.
    pub given: [DVec3; 2],
    /// The rule that the impact followed: [`ImpactRule::Impulse`] where a custom rule left it alone.
    pub rule: ImpactRule,
    /// The restitution and the friction of the pair at the nearest contact.
    pub restitution: f32,
    /// See `restitution`.
    pub friction: f32,
    /// The number of places at which the two touched.
    pub contacts: u32,
}

/// A meeting that discrete collision misses: within the step the two meet, and at its end they are apart, or overlap
/// so deep that their contacts push them on through each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Miss {
    /// The body with the lower index.
    pub a: BodyId,
    /// The other body.
    pub b: BodyId,
    /// The time at which they met, in seconds from the start of the step.
    pub time: f32,
    /// The point in the world where they met, in metres.
    pub point: Vec3,
}

/// The outcome of a pair's query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PairEnd {
    /// The pair stays apart for the rest of the step.
    Clear,
    /// The pair meets.
    Meets,
    /// The budget ended before the answer was known, or there was none left for the pair.
    Cut,
}

/// A pair that was swept, or should have been.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairTurn {
    /// The body with the lower index.
    pub a: BodyId,
    /// The other body.
    pub b: BodyId,
    /// The outcome.
    pub end: PairEnd,
    /// The budget, in work units; [`u64::MAX`] means no limit.
    pub allowed: u64,
    /// The cost, in work units.
    pub used: u64,
}

impl PairTurn {
    /// Codes it for a compact copy, behind another one in the list.
    pub(crate) fn code_behind(&mut self, coder: &mut impl Coder, before: &PairTurn) {
        let PairTurn {
            a,
            b,
            end,
            allowed,
            used,
        } = self;
        a.code(coder, before.a);
        b.code(coder, before.b);
        let (mut meets, mut is_cut) = (*end == PairEnd::Meets, *end == PairEnd::Cut);
        coder.flags([&mut meets, &mut is_cut]);
        *end = match (meets, is_cut) {
            (true, _) => PairEnd::Meets,
            (_, true) => PairEnd::Cut,
            _ => PairEnd::Clear,
        };
        *allowed = coder.word(*allowed, before.allowed);
        *used = coder.word(*used, 0);
    }
}

/// The work and the results of a step's queries, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct QueryCounters {
    /// Times of impact.
    pub sweeps: Counters,
    /// Searches for contacts.
    pub contacts: Counters,
    /// Rays of forces.
    pub rays: Counters,
}

impl std::ops::AddAssign for QueryCounters {
    fn add_assign(&mut self, other: QueryCounters) {
        self.sweeps += other.sweeps;
        self.contacts += other.contacts;
        self.rays += other.rays;
    }
}

/// The stages that decided the queries of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Decisions {
    /// The deciding stages of all impacts.
    pub impacts: StageCounts,
    /// The deciding stages of all sweeps of pairs whose paths may cross.
    pub sweeps: StageCounts,
    /// The deciding stages of all queries for contacts.
    pub contacts: StageCounts,
}

impl std::ops::AddAssign for Decisions {
    fn add_assign(&mut self, other: Decisions) {
        self.impacts += other.impacts;
        self.sweeps += other.sweeps;
        self.contacts += other.contacts;
    }
}

/// The report of the last step.
#[derive(Clone, Debug, Default)]
pub struct StepReport {
    /// The impacts, in the order of their times.
    pub impacts: Vec<Impact>,
    /// The meetings that went unnoticed, in the order of their times; none unless collision is discrete: see
    /// [`Settings::continuous`](crate::Settings::continuous).
    pub misses: Vec<Miss>,
    /// The contacts and meetings of sensors that began in this step, and those that ended since the last one,
    /// also by the removal of a body, sorted by the places of the bodies. A body that flies through a sensor
    /// within a step begins a meeting in that step and ends it in the next one.
    pub began: Vec<ContactEvent>,
    /// See [`StepReport::began`].
    pub ended: Vec<ContactEvent>,
    /// The joints that broke, in the order of their places in the world.
    pub broken: Vec<BrokenJoint>,
    /// The sweeps that found the impacts, in the order of these: see [`Impact::sweep`].
    pub sweep_records: Vec<SweepRecord>,
    /// The swept pairs, in that order, repeated after every impact.
    pub turns: Vec<PairTurn>,
    /// The pairs whose contacts needed a search of their whole shapes, with its outcome: [`PairEnd::Meets`]
    /// with contacts, [`PairEnd::Clear`] without. If it was cut, the pair keeps the contacts of the step
    /// before that still apply.
    pub searches: Vec<PairTurn>,
    /// The counters of the queries.
    pub queries: QueryCounters,
    /// The stages that decided the queries.
    pub decided: Decisions,
    /// The durations of the phases, if the world has a clock.
    pub times: PhaseTimes,
    /// The state's hash after each phase, if [`World::hash_phases`](crate::World::hash_phases) enabled it;
    /// else all zero.
    pub phase_hashes: [u64; PHASES],
    /// The number of pairs that the broad phase found.
    pub pairs: usize,
    /// The number of contact points at which the solver held two bodies apart.
    pub contacts: usize,
    /// The number of swept pairs, counted again after every impact.
    pub sweeps: u64,
    /// The number of sweeps that the budget cut.
    pub cuts: u64,
    /// The work units of all sweeps. Those of contacts are in the counters.
    pub work: u64,
    /// The number of times at which something happened within the step: impacts, touches, turns.
    pub events: u64,
    /// The number of pairs that overlapped when they were swept, and of those that sleep inside each other
    /// because they were put to sleep there: only bodies that were placed inside each other overlap. The
    /// solver pushes them apart while they are awake.
    pub overlapping: u64,
    /// The number of bodies that stopped before the end of the step and wait there.
    pub waiting: u32,
    /// The sum of the times that they lack, in seconds.
    pub debt: f64,
    /// The number of sleeping bodies.
    pub asleep: u32,
    /// The number of bodies put back and stopped because their numbers left the range of floats.
    pub lost: u32,
}

impl StepReport {
    /// Reserves memory for these numbers of items.
    pub(super) fn reserve(&mut self, counts: &Reserved) {
        reserve(&mut self.impacts, counts.events);
        reserve(&mut self.began, counts.pairs);
        reserve(&mut self.ended, counts.pairs);
        reserve(&mut self.sweep_records, counts.events);
        reserve(&mut self.turns, counts.pairs + counts.events);
        reserve(&mut self.searches, counts.pairs);
    }

    /// Reserves memory for this number of breaking joints.
    pub(super) fn reserve_broken(&mut self, joints: usize) {
        reserve(&mut self.broken, joints);
    }

    /// Adds the results of the step's queries, and the state of the bodies at its end.
    pub(super) fn finish(
        &mut self,
        queries: &mut ShapeQueries,
        bodies: &Bodies,
        pairs: &OverlappingPairs,
    ) {
        self.pairs = pairs.pairs.len();
        // Sleeping bodies were not swept, so their overlaps are counted here.
        let rest = |index: u32| bodies.motion(index).is_resting();
        let asleep = (pairs.pairs.iter()).filter(|near| rest(near.pair.a) && rest(near.pair.b));
        self.overlapping += asleep.filter(|near| pairs.is_overlapping(near)).count() as u64;
        self.asleep = bodies.list.iter().filter(|body| body.is_asleep()).count() as u32;
        self.queries.sweeps += queries.sweep_counters;
        self.queries.contacts += queries.contact_counters;
        // Most sweeps foretold an impact that another one, which came first, prevented.
        for impact in &mut self.impacts {
            let record = (impact.sweep).and_then(|index| queries.sweep_records.get(index as usize));
            impact.sweep = record.map(|_| self.sweep_records.len() as u32);
            self.sweep_records.extend(record);
        }
        self.decided.contacts = queries.contacts_decided;
        for impact in &self.impacts {
            self.decided.impacts.count(impact.decided_by);
        }
    }

    /// Copies another report into the memory of this one, without the lists that snapshots pack.
    pub(super) fn copy_unpacked(&mut self, other: &StepReport) {
        let mut lists = self.take_lists();
        copy(&mut lists.impacts, &other.impacts);
        copy(&mut lists.misses, &other.misses);
        copy(&mut lists.began, &other.began);
        copy(&mut lists.ended, &other.ended);
        copy(&mut lists.broken, &other.broken);
        lists.sweep_records.clear();
        lists.turns.clear();
        lists.searches.clear();
        let StepReport {
            impacts,
            misses,
            began,
            ended,
            broken,
            sweep_records,
            turns,
            searches,
            ..
        } = lists;
        *self = StepReport {
            impacts,
            misses,
            began,
            ended,
            broken,
            sweep_records,
            turns,
            searches,
            ..*other
        };
    }

    /// Clears the report and keeps its memory.
    pub(super) fn clear(&mut self) {
        *self = self.take_lists();
        self.impacts.clear();
        self.misses.clear();
        self.began.clear();
        self.ended.clear();
        self.broken.clear();
        self.sweep_records.clear();
        self.turns.clear();
        self.searches.clear();
    }

    /// A report with only the lists of this one, which has none afterwards.
    fn take_lists(&mut self) -> StepReport {
        use std::mem::take;
        StepReport {
            impacts: take(&mut self.impacts),
            misses: take(&mut self.misses),
            began: take(&mut self.began),
            ended: take(&mut self.ended),
            broken: take(&mut self.broken),
            sweep_records: take(&mut self.sweep_records),
            turns: take(&mut self.turns),
            searches: take(&mut self.searches),
            ..StepReport::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use crate::{BodyDesc, Settings, World};
    use dodgem_collide::Shape;
    use dodgem_collide::math::Pose;
    use dodgem_collide::query::toi::Sweep;
    use dodgem_collide::shape::{HalfSpace, Sphere};

    /// Balls in a row hit a floor and each other: in a step, most sweeps foretell impacts that never happen.
    #[test]
    fn every_impact_names_its_sweep_and_no_other_sweep_is_reported() {
        let mut world = World::new(Settings::default()).unwrap();
        let floor = Shape::HalfSpace(HalfSpace::new(Vec3::Y, 0.0).unwrap());
        world.add(BodyDesc::fixed(floor, Pose::IDENTITY)).unwrap();
        for number in 0..12_u8 {
            let at = Vec3::new(
                0.41 * f32::from(number % 4),
                0.5 + 0.41 * f32::from(number / 4),
                0.0,
            );
            let ball = Shape::Sphere(Sphere::new(0.2).unwrap());
            let body = BodyDesc {
                velocity: Vec3::new(3.0 - 2.0 * f32::from(number % 4), -9.0, 0.0),
                ..BodyDesc::dynamic(ball, Pose::from_translation(at).unwrap())
            };
            world.add(body).unwrap();
        }
        let mut impacts = 0;
        for _ in 0..60 {
            world.step();
            let report = world.report();
            for impact in &report.impacts {
                let record = &report.sweep_records[impact.sweep.unwrap() as usize];
                let Sweep::Impact { point_a, .. } = record.answer.value else {
                    panic!("{record:?}");
                };
                assert!(point_a.distance(impact.point.as_dvec3()) < 0.01);
            }
            assert_eq!(report.sweep_records.len(), report.impacts.len());
            impacts += report.impacts.len();
        }
        assert!(impacts > 15, "{impacts}");
    }
}
