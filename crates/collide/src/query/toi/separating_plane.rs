//! Two colliders that a plane keeps apart on all of their paths need no sweep.
//!
//! Both tests look at the gap across the plane at two times of the paths. In between the gap stays above a
//! parabola through its two values, as its second derivative is bounded (`plane_turn.rs`).
//!
//! # Planes that stand still
//!
//! Its rate is 0, so the centres' motion does not bend the gap across it, and a body that turns about the
//! normal moves nothing along it. If the bound is too coarse for the whole path, the path is halved: each
//! halving makes the bound four times as fine.
//!
//! So four support queries prove that a body that slides and spins over a floor, or along another body,
//! stays clear. The planes tried are the one of the last step, the one of the nearest contact and the
//! one between the centres. If none of them separates the bodies, GJK (Gilbert, Johnson and Keerthi)
//! finds the plane that separates the hulls best at the placement at which the gap failed. If no plane
//! does, the pair is swept.
//!
//! The gap at the start of a step is kept with the plane: by the step's end it shrinks at most by
//! the approach of the centres along `n` and by the chords of the turning. So a pair that hardly
//! moves needs no support query for some steps.
//!
//! # Planes that turn
//!
//! A plane that stands still fails soon for bodies that lie close to each other and
//! turn: a box that rolls over another one swings its face through every plane that it did not
//! touch before. A plane that turns with the bodies separates them as long as any plane does. The
//! directions between the nearest points of the hulls at two times are the plane's first and last
//! normal; in between it turns at a constant rate.
//!
//! If that plane does not separate long enough, the hulls' nearest points at an earlier time are used
//! (`advance.rs`).

use glam::DVec3;

use crate::params::{
    KEPT_GAP_SHARE, MAX_PLANE_HALVINGS, MAX_PLANE_TURN, MAX_TURNING_PLANE_SEARCHES,
    PLANE_GJK_SHARE, TOO_CLOSE_SHARE,
};
use crate::query::hull_pair::NearestPoints;
use crate::query::toi::DistanceThresholds;
use crate::query::toi::advance::{Advanced, Instant, Look, MovingLeaves, advance};
use crate::query::toi::gap_bound::GapBound;
use crate::query::toi::plane_turn::PlaneTurn;
use crate::query::toi::proxy_pair::{PairPlacement, ProxyPair};
use crate::query::{SeparatingPlane, Stage};

/// The result of a search for a plane that stands still and separates two bodies on their paths.
pub(crate) enum PlaneSearchResult {
    /// This plane keeps the bodies apart; its gap is the one at the path's start.
    Separating(SeparatingPlane),
    /// The hulls come too near: no plane separates them, not even one that turns.
    TooClose,
    /// No separating plane was found.
    Unknown,
}

/// The result of testing a plane across one direction on two paths.
pub(crate) enum PlaneTest {
    /// The plane separates the bodies on all of the path.
    Separates,
    /// The plane does not show that; at this placement the gap fails.
    Fails(PairPlacement),
}

impl ProxyPair<'_> {
    /// Tests if a plane across `n` keeps the bodies `min_gap` metres apart from one placement to another
    /// or, if they start nearer, keeps most of their gap.
    pub fn test_plane(
        &mut self,
        from: &PairPlacement,
        to: &PairPlacement,
        n: DVec3,
        min_gap: f64,
    ) -> PlaneTest {
        self.note_instant(Stage::Plane, from.time);
        self.begin = f64::NEG_INFINITY;
        if !self.meter.take() {
            return PlaneTest::Fails(*from);
        }
        // Rotation keeps a body in its bounding ball.
        self.begin = self.bounding_ball_gap(from, n);
        if self.begin > min_gap && self.bounding_ball_gap(to, n) > min_gap {
            return PlaneTest::Separates;
        }
        let first = self.measured_gap(from, n);
        self.begin = first;
        let min_gap = min_gap.min(first * KEPT_GAP_SHARE);
        if min_gap <= 0.0 {
            return PlaneTest::Fails(*from);
        }
        // A point moves along the direction at most as fast as its centre and its rotation together.
        let [a, b] = self.both;
        let turns = [a, b].map(|t| n.cross(t.turning()).length() * t.reach());
        let [before, after] = [from, to].map(PairPlacement::between);
        let nearing = (before - after).dot(n).max(0.0);
        if first - nearing - (turns[0] + turns[1]) * (to.time - from.time) >= min_gap {
            return PlaneTest::Separates;
        }
        let last = self.gap(to, n);
        if last < min_gap {
            return PlaneTest::Fails(*to);
        }
        let bend = self.bend_of_turning(&PlaneTurn::fixed(n));
        let ends = [(from, first), (to, last)];
        self.chord_separates(ends, n, bend, min_gap, MAX_PLANE_HALVINGS)
    }

    /// Tests the plane by the gaps at both ends and half of the bound on their second derivative; halves the
    /// path up to `halvings` times.
    fn chord_separates(
        &mut self,
        [(from, first), (to, last)]: [(&PairPlacement, f64); 2],
        n: DVec3,
        bend: f64,
        min_gap: f64,
        halvings: u32,
    ) -> PlaneTest {
        let span = to.time - from.time;
        let sag = bend * span * span;
        if (GapBound { first, last, sag }).lowest() >= min_gap {
            return PlaneTest::Separates;
        }
        let middle = self.placement(0.5 * (from.time + to.time));
        if halvings == 0 {
            return PlaneTest::Fails(middle);
        }
        self.note_instant(Stage::Plane, middle.time);
        let gap = self.gap(&middle, n);
        if gap < min_gap {
            return PlaneTest::Fails(middle);
        }
        let middle = (&middle, gap);
        for half in [[(from, first), middle], [middle, (to, last)]] {
            let found = self.chord_separates(half, n, bend, min_gap, halvings - 1);
            if matches!(found, PlaneTest::Fails(_)) {
                return found;
            }
        }
        PlaneTest::Separates
    }

    /// The plane across the direction that was just tested.
    fn plane(&self, normal: DVec3) -> PlaneSearchResult {
        let gap = self.begin;
        PlaneSearchResult::Separating(SeparatingPlane { normal, gap })
    }

    /// Searches for a plane that keeps the two at least `min_gap` metres apart from one time (s) to
    /// another. Planes across the given directions are tried first.
    pub fn find_plane(
        &mut self,
        times: [f64; 2],
        min_gap: f64,
        directions: &[DVec3],
    ) -> PlaneSearchResult {
        let [from, to] = times.map(|time| self.placement(time));
        let mut worst = None;
        for n in directions.iter().filter(|n| **n != DVec3::ZERO) {
            match self.test_plane(&from, &to, *n, min_gap) {
                PlaneTest::Separates => return self.plane(*n),
                PlaneTest::Fails(placement) => worst = worst.or(Some((placement, *n))),
            }
        }
        let Some((placement, n)) = worst else {
            return PlaneSearchResult::Unknown;
        };
        let Some(nearest) = self.nearest(&placement, n, PLANE_GJK_SHARE) else {
            return PlaneSearchResult::TooClose;
        };
        let n = nearest.normal;
        if nearest.distance < min_gap.min(TOO_CLOSE_SHARE * self.gap(&from, n)) {
            return PlaneSearchResult::TooClose;
        }
        match self.test_plane(&from, &to, n, min_gap) {
            PlaneTest::Separates => self.plane(n),
            PlaneTest::Fails(_) => PlaneSearchResult::Unknown,
        }
    }
}

/// The result of testing turning planes on two paths.
#[expect(
    clippy::large_enum_variant,
    reason = "it lives on the stack only; a box would allocate in every step"
)]
pub(crate) enum TurningPlaneResult {
    /// The bodies stay as far apart as they should.
    Clear,
    /// They do so until this placement, where these points of the hulls are nearest. They may come
    /// too near soon after.
    Until(PairPlacement, NearestPoints),
    /// The hulls overlap or nearly touch at the start.
    Unknown,
}

impl ProxyPair<'_> {
    /// Returns true if turning planes keep the two bodies `min_gap` metres apart from one time (s) to another.
    pub fn turning_planes_separate(
        &mut self,
        times: [f64; 2],
        min_gap: f64,
        toward: DVec3,
    ) -> bool {
        matches!(
            self.follow_turning_planes(times, min_gap, toward, true),
            TurningPlaneResult::Clear
        )
    }

    /// Follows two bodies from one time to another with turning planes, as far as these separate them.
    pub fn follow_until_close(
        &mut self,
        times: [f64; 2],
        min_gap: f64,
        toward: DVec3,
    ) -> TurningPlaneResult {
        self.follow_turning_planes(times, min_gap, toward, false)
    }

    /// [`ProxyPair::follow_until_close`] that with `whole` stops as soon as the end cannot be reached.
    fn follow_turning_planes(
        &mut self,
        [start, end]: [f64; 2],
        min_gap: f64,
        toward: DVec3,
        whole: bool,
    ) -> TurningPlaneResult {
        self.note_instant(Stage::Plane, start);
        let mut steps = TurningSteps {
            pair: self,
            least: f64::NEG_INFINITY,
            searches: 0,
            latest: None,
        };
        let Some(first) = steps.search(start, toward) else {
            return TurningPlaneResult::Unknown;
        };
        let min_gap = min_gap.min(KEPT_GAP_SHARE * first.gap);
        steps.least = if whole { min_gap } else { f64::NEG_INFINITY };
        let thresholds = DistanceThresholds {
            target: min_gap,
            min_gap,
        };
        match advance(&mut steps, first, end, &thresholds) {
            Advanced::Separated(_) => TurningPlaneResult::Clear,
            Advanced::Reached(at) | Advanced::Stalled { at, .. } => {
                TurningPlaneResult::Until(at.state.0, at.state.1)
            }
        }
    }
}

/// Two hulls at a time, and their nearest points.
type HullInstant = Instant<(PairPlacement, NearestPoints)>;

/// The nearest points of two hulls, from one time to another.
struct TurningSteps<'s, 'p> {
    pair: &'s mut ProxyPair<'p>,
    /// The search fails if the gap is smaller than this, in metres.
    least: f64,
    /// The number of GJK runs so far.
    searches: usize,
    /// The latest instant that was searched: every step looks at the end again.
    latest: Option<HullInstant>,
}

/// No nearest points are found: the hulls overlap, or the search has cost enough.
struct NoPlane;

impl TurningSteps<'_, '_> {
    fn search(&mut self, time: f64, toward: DVec3) -> Option<HullInstant> {
        if let Some(latest) = self.latest.filter(|latest| latest.time == time) {
            return Some(latest);
        }
        self.searches += 1;
        let at = self.pair.placement(time);
        let nearest = self.pair.nearest(&at, toward, PLANE_GJK_SHARE)?;
        let found = Instant {
            time,
            gap: nearest.gap,
            state: (at, nearest),
        };
        if self.latest.is_none_or(|latest| latest.time < time) {
            self.latest = Some(found);
        }
        Some(found)
    }
}

impl MovingLeaves for TurningSteps<'_, '_> {
    type State = (PairPlacement, NearestPoints);
    type Stop = NoPlane;
    const MAX_STEPS: u64 = MAX_TURNING_PLANE_SEARCHES as u64;

    fn find(&mut self, time: f64, last: &HullInstant) -> Result<HullInstant, NoPlane> {
        self.pair.note_instant(Stage::Plane, time);
        self.search(time, last.state.1.normal).ok_or(NoPlane)
    }

    /// Measures along a direction that turns at a constant rate to that of the nearest points then.
    fn look(&mut self, from: &HullInstant, time: f64) -> Result<Look, NoPlane> {
        if self.searches >= MAX_TURNING_PLANE_SEARCHES {
            return Err(NoPlane);
        }
        let (at, first) = &from.state;
        let there = self.search(time, first.normal);
        let gap = there.map_or(0.0, |there| there.gap);
        if gap < self.least {
            return Err(NoPlane);
        }
        let unknown = Look {
            gap,
            bend: f64::INFINITY,
        };
        let Some(Instant {
            state: (to, last), ..
        }) = there
        else {
            return Ok(unknown);
        };
        let span = time - from.time;
        let plane = PlaneTurn::between([first.normal, last.normal], span);
        if 2.0 * plane.angle > MAX_PLANE_TURN {
            return Ok(unknown);
        }
        let between = [at.between(), to.between()];
        let velocity = (between[1] - between[0]) / span;
        let bend = self.pair.bend_of_turning(&plane) + plane.bend_of_centers(between, velocity);
        Ok(Look { gap, bend })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Budget, Meter};
    use crate::math::Pose;
    use crate::query::context::QueryContext;
    use crate::query::hull_pair::GjkCache;
    use crate::query::test_bodies::{END, TestBody, distance};
    use crate::shape::{Capsule, Cone, Cuboid, Cylinder, Shape, Sphere};
    use glam::{Quat, Vec3};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    /// Two bodies at the start of their paths.
    fn on_paths(shapes: [Shape; 2], poses: [Pose; 2], velocities: [[Vec3; 2]; 2]) -> [TestBody; 2] {
        let mut all = poses.into_iter().zip(velocities);
        shapes.map(|shape| {
            let (pose, [velocity, spin]) = all.next().unwrap();
            TestBody::free(shape, pose).moving(velocity, spin)
        })
    }

    fn follow(bodies: &[TestBody; 2], min_gap: f64) -> TurningPlaneResult {
        let both = bodies.each_ref().map(TestBody::on_path);
        let (meter, trace) = (&mut Meter::new(Budget::Unlimited), &mut Default::default());
        let mut pair = ProxyPair::new(&both, GjkCache::default(), meter, trace);
        let toward = bodies[1].start.center - bodies[0].start.center;
        pair.follow_until_close([0.0, END], min_gap, toward)
    }

    fn apart(bodies: &[TestBody; 2], time: f64, scratch: &mut QueryContext) -> f64 {
        distance(bodies.each_ref().map(|body| body.placed_at(time)), scratch)
    }

    /// Solids that move and spin close to each other: while turning planes separate them, distance
    /// queries find them apart; and turning planes prove most of those that stay apart.
    #[test]
    fn what_planes_part_is_apart() {
        let mut random = Pcg32::seed_from_u64(5);
        let mut scratch = QueryContext::default();
        let min_gap = 2e-5;
        let (mut clear, mut apart_all, mut until) = (0, 0, 0);
        for case in 0..600 {
            let mut number = |size: f32| random.random_range(-size..size);
            let mut shape = || {
                let [a, b, c] = [0; 3].map(|_| 0.09 + number(0.05));
                match (number(3.0) + 3.0) as u32 {
                    0 => Shape::Sphere(Sphere::new(a).unwrap()),
                    1 => Shape::Capsule(Capsule::new(a, b).unwrap()),
                    2 => Shape::Cylinder(Cylinder::new(a, b).unwrap()),
                    3 => Shape::Cone(Cone::new(a, b).unwrap()),
                    _ => Shape::Cuboid(Cuboid::new(Vec3::new(a, b, c)).unwrap()),
                }
            };
            let shapes = [shape(), shape()];
            let mut turn = || {
                let axis = [0; 4].map(|_| number(1.0));
                Quat::from_array(axis).normalize()
            };
            let turns = [turn(), turn()];
            let towards = Vec3::new(number(1.0), number(1.0), number(1.0)).normalize();
            // From afar on to a small gap.
            let (mut way, wanted) = (1.0_f32, 1e-4 + 1e-3 * number(1.0).abs());
            let mut poses = turns.map(|turn| Pose::new(turn, Vec3::ZERO).unwrap());
            for _ in 0..30 {
                poses[1] = Pose::new(turns[1], towards * way).unwrap();
                let bodies = on_paths(shapes.clone(), poses, [[Vec3::ZERO; 2]; 2]);
                way -= apart(&bodies, 0.0, &mut scratch) as f32 - wanted;
            }
            let mut any = |size: f32| Vec3::new(number(size), number(size), number(size));
            let part = if case % 2 == 0 { 1.5 } else { 0.0 };
            let velocities = [
                [any(1.0), any(25.0)],
                [any(1.0) + towards * part, any(25.0)],
            ];
            let bodies = on_paths(shapes, poses, velocities);
            let gaps = |until: f64, scratch: &mut QueryContext| {
                let times = (0..=40).map(|i| until * f64::from(i) / 40.0);
                times
                    .map(|t| apart(&bodies, t, scratch))
                    .fold(1.0, f64::min)
            };
            let stays = gaps(END, &mut scratch) > 2.0 * min_gap;
            apart_all += usize::from(stays);
            match follow(&bodies, min_gap) {
                TurningPlaneResult::Clear => {
                    clear += 1;
                    let gap = gaps(END, &mut scratch);
                    assert!(gap >= 0.9 * min_gap - 2e-6, "{case}: {gap}");
                }
                TurningPlaneResult::Until(placement, nearest) => {
                    until += 1;
                    let gap = gaps(placement.time, &mut scratch);
                    assert!(gap >= 0.9 * min_gap - 2e-6, "{case}: {gap}");
                    let there = apart(&bodies, placement.time, &mut scratch);
                    assert!(nearest.gap <= there + 2e-6, "{case}");
                }
                TurningPlaneResult::Unknown => {}
            }
        }
        assert!(until > 50 && apart_all > 200, "{until} and {apart_all}");
        assert!(10 * clear >= 9 * apart_all, "{clear} of {apart_all}");
    }

    /// A box that rolls over another one's top about its edge: no plane that stands still separates them.
    #[test]
    fn a_box_that_rolls_over_another_one_is_known_to_clear_it() {
        let cuboid = || Shape::Cuboid(Cuboid::new(Vec3::splat(0.1)).unwrap());
        // Level at first; it turns about the edge that is at (-0.1, 0.1, z).
        let top = Pose::new(Quat::IDENTITY, Vec3::Y * 0.2001).unwrap();
        let turning = Vec3::Z * 20.0;
        let velocity = turning.cross(Vec3::new(0.1, 0.1, 0.0)) + Vec3::Y * 0.3;
        let velocities = [[Vec3::ZERO; 2], [velocity, turning]];
        let bodies = on_paths([cuboid(), cuboid()], [Pose::IDENTITY, top], velocities);
        assert!(matches!(follow(&bodies, 2e-5), TurningPlaneResult::Clear));
    }
}
