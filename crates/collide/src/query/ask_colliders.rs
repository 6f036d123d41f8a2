//! The queries of [`Query`] about two colliders in f64, made for a simulation.

use glam::DVec3;

use crate::query::collider::{
    ColliderSweep, Crossing, SweepLimits, SweepRecord, SweepTrace, have_hulls,
};
use crate::query::contacts::{ColliderContacts, ContactPoint};
use crate::query::toi::Sweep;
use crate::query::{Answer, MovingCollider, PairCache, PlacedCollider, Query, Stage};
use crate::shape::Collider;

/// Queries about two moving colliders. Both motions use one clock, on which they may start at different
/// times. Each `cache` belongs to the pair in this order.
///
/// A simulation runs the cheap stages for many pairs first and continues with a few of them:
///
/// ```
/// use dodgem_collide::glam::{DQuat, DVec3, Vec3};
/// use dodgem_collide::math::{CenterFrame, Motion};
/// use dodgem_collide::query::toi::{Sweep, SweepOptions};
/// use dodgem_collide::query::{MovingCollider, PairCache, Stage, SweepLimits};
/// use dodgem_collide::shape::{Collider, Cuboid};
/// use dodgem_collide::{Query, Shape};
///
/// // A box of 1 m that falls on another one, 1 m below it, and turns.
/// let cuboid = Cuboid::new(Vec3::splat(0.5))?;
/// let collider = Collider::new(Shape::Cuboid(cuboid), Vec3::ZERO);
/// let at = |y: f64| CenterFrame::new(DVec3::Y * y, DQuat::IDENTITY);
/// let lower = MovingCollider::new(&collider, Motion::resting_at(at(0.0), 0.0));
/// let falling = Motion::from_frame(at(2.0), 0.0, DVec3::Y * -10.0, DVec3::Y * 3.0);
/// let upper = MovingCollider::new(&collider, falling);
///
/// // Kept of the two from one query to the next, and memory that all queries share.
/// let (mut cache, mut query) = (PairCache::default(), Query::default());
/// let options = SweepOptions { target: 1e-4 };
/// let until = |end| SweepLimits { start: 0.0, end, min_gap: 2e-5, options };
///
/// // In the next 1/120 s a plane keeps them apart.
/// let both = [lower, upper];
/// let found = query.up_to(Stage::Plane).sweep(&both, &until(1.0 / 120.0), &mut cache);
/// assert_eq!(found, Sweep::Clear);
///
/// // In the next second none does: they meet after a tenth of it.
/// let found = query.up_to(Stage::Plane).sweep(&both, &until(1.0), &mut cache);
/// assert!(matches!(*found, Sweep::Cut { .. }));
/// match *query.after(Stage::Plane).sweep(&both, &until(1.0), &mut cache) {
///     Sweep::Impact { time, .. } => assert!((time - 0.1).abs() < 1e-4),
///     other => panic!("they meet, not {other:?}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Query {
    /// Finds the time of impact of two moving colliders, from the start of the limits to their end.
    ///
    /// [`Stage::Plane`] tests half-spaces and planes that may keep the two apart; later stages look for the
    /// impact.
    pub fn sweep(
        &mut self,
        both: &[MovingCollider; 2],
        limits: &SweepLimits,
        cache: &mut PairCache,
    ) -> Answer<Sweep<DVec3>> {
        let mut sweep = self.begin_sweep(both, limits, cache);
        let found = sweep.run();
        self.context().end(found)
    }

    /// [`Query::sweep`] that returns its inputs too, so that it can be repeated later.
    pub fn recorded_sweep(
        &mut self,
        both: &[MovingCollider; 2],
        limits: &SweepLimits,
        cache: &mut PairCache,
    ) -> SweepRecord {
        let (before, range) = (*cache, self.context().next_range);
        let answer = self.sweep(both, limits, cache);
        SweepRecord {
            motions: [0, 1].map(|i: usize| both[i].motion),
            limits: *limits,
            budget: self.budget,
            stages: self.stages(),
            range,
            cache: before,
            answer,
        }
    }

    /// True if two colliders that are `gap` metres apart along `n`, of length 1, at time 0 are proved to stay
    /// apart along it until the end: the centres' approach and the rotation of both cannot close the gap. False
    /// for motions that do not both start at time 0. It takes no work units.
    pub fn keeps_gap(
        &self,
        both: &[MovingCollider; 2],
        limits: &SweepLimits,
        n: DVec3,
        gap: f64,
    ) -> bool {
        let SweepLimits { end, min_gap, .. } = *limits;
        let starts_then = |moving: &MovingCollider| moving.motion.start_time() == 0.0;
        let may = self.stages().has(Stage::Plane) && have_hulls(both);
        if !may || gap < min_gap || !both.iter().all(starts_then) {
            return false;
        }
        let moved = |i: usize| {
            let motion = &both[i].motion;
            motion.frame_at(end).center - motion.start().center
        };
        let mut gap = gap + (moved(1) - moved(0)).dot(n).min(0.0);
        for moving in both {
            gap -= n.cross(moving.turning()).length() * moving.reach() * end;
        }
        gap >= min_gap
    }

    /// True if the plane that the cache holds from an earlier query, with the gap stored there, keeps the two
    /// apart until the end. It takes no work units.
    pub fn keeps_plane(
        &self,
        both: &[MovingCollider; 2],
        limits: &SweepLimits,
        cache: &PairCache,
    ) -> bool {
        self.keeps_gap(both, limits, cache.plane.normal, cache.plane.gap)
    }

    /// Finds out by planes and hulls if the paths may bring the two together.
    pub fn crossing(
        &mut self,
        both: &[MovingCollider; 2],
        limits: &SweepLimits,
        cache: &mut PairCache,
    ) -> Answer<Crossing> {
        let found = self.begin_sweep(both, limits, cache).crossing();
        self.context().end_part(found)
    }

    /// The distance of the two in metres, `time` seconds after the start of the limits; 0 if they overlap.
    /// None if the budget ends before it is known.
    pub fn gap_at(
        &mut self,
        both: &[MovingCollider; 2],
        limits: &SweepLimits,
        time: f32,
        cache: &mut PairCache,
    ) -> Answer<Option<f64>> {
        let found = self.begin_sweep(both, limits, cache).distance_at(time);
        self.context().end_part(found)
    }

    /// True if distance queries prove that the two, `gap` metres apart at the start of the limits, stay apart
    /// for `time` seconds. False if the budget ends before.
    pub fn stays_open(
        &mut self,
        both: &[MovingCollider; 2],
        limits: &SweepLimits,
        [gap, time]: [f64; 2],
        cache: &mut PairCache,
    ) -> Answer<bool> {
        let found = self
            .begin_sweep(both, limits, cache)
            .stays_open([gap, time]);
        self.context().end_part(found)
    }

    fn begin_sweep<'q>(
        &'q mut self,
        both: &'q [MovingCollider<'q>; 2],
        limits: &SweepLimits,
        cache: &'q mut PairCache,
    ) -> ColliderSweep<'q> {
        ColliderSweep {
            both,
            limits: *limits,
            cache,
            context: self.begin(),
        }
    }
}

impl Query {
    /// Writes the contacts of two colliders at most `tolerance` metres apart to `out`, a few for each flat
    /// patch. `cache` belongs to the pair in this order.
    ///
    /// Returns a lower bound of the colliders' distance in metres; `None`, and no contacts, if the stages that
    /// ran or the budget did not suffice. [`Stage::Plane`] decides if a plane shows a gap larger than the
    /// tolerance; [`Stage::Convex`] finds the contacts by half-spaces, hulls or the face of a box, for a unit
    /// of work for each plane; later stages search the shapes.
    pub fn contacts_of(
        &mut self,
        both: [PlacedCollider; 2],
        tolerance: f64,
        cache: &mut PairCache,
        out: &mut Vec<ContactPoint>,
    ) -> Answer<Option<f64>> {
        let context = self.begin();
        let mut query = ColliderContacts {
            both,
            tolerance,
            cache,
            context,
        };
        let found = query.run(out);
        context.end_contacts(found, !out.is_empty())
    }
}

impl SweepRecord {
    /// Repeats the sweep and records its steps. `colliders` must be those of the recorded sweep, in its order.
    /// It allocates: it is made for debug views.
    pub fn repeat(&self, colliders: [&Collider; 2], query: &mut Query) -> SweepTrace {
        let both = [0, 1].map(|i: usize| MovingCollider::new(colliders[i], self.motions[i]));
        let mut cache = self.cache;
        let (budget, stages) = (query.budget, query.stages());
        query.budget = self.budget;
        query.set_stages(self.stages);
        let context = query.context();
        context.next_range = self.range;
        context.trace.start();
        let record = query.recorded_sweep(&both, &self.limits, &mut cache);
        query.budget = budget;
        query.set_stages(stages);
        let trace = query.context().trace.stop();
        let safe = record.safe_until();
        let mut instants = trace.instants_before(safe);
        instants.push(safe);
        // Bounding volumes that are apart know no end.
        let mut findings = trace.findings;
        let end = self.limits.end;
        (findings.iter_mut()).for_each(|one| one.time = one.time.min(end));
        let is_of_triangles = record.answer.decided_by == Some(Stage::Triangles);
        SweepTrace {
            record,
            instants,
            nodes: trace.visits,
            pieces: trace.pieces,
            steps: trace.steps,
            gjk: trace.gjk,
            findings,
            triangles: cache.triangles_of_impact().filter(|_| is_of_triangles),
        }
    }
}
