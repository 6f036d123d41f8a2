//! Two bodies that a plane keeps apart need no sweep.
//!
//! Let a direction `n` be fixed, and look at how far the bodies are apart along it at two times of
//! their paths: the gap there. Between these times a point at `r` from its body's centre of mass
//! moves along `n` as the centre does, evenly, and as its turning takes it, with an acceleration of
//! at most `|w| |n x w| |r|`: a body that turns about `n` moves nothing along it. So within a time
//! `T` its height stays within `|w| |n x w| |r| T^2 x (1 - x) / 2` of what lies between its heights
//! at both ends, at the share `x` of the time. The same is true of what of a body reaches farthest,
//! and of the gap. Where that bound is too coarse for all of a path it is looked at in parts: with
//! every halving it is four times as fine.
//!
//! So a car that slides and spins over a floor, or along another one, is known to stay clear for
//! the price of four looks at the corners of hulls. Which plane? The one of the last step, that of
//! the nearest contact and the one between the centres; and if none of them will do, the walk of
//! Gilbert, Johnson and Keerthi finds the one that parts the hulls best where the bodies are too
//! near. What no plane can tell, the sweep does.
//!
//! The gap that was seen as a step began is brought along with the plane: at the step's end it is
//! less by what the centres came nearer along it and by the chords of what turning moved. Who hardly
//! moves so needs no look for some steps.

use glam::{DQuat, DVec3};

use crate::body::Body;
use crate::body_motion::BodyMotion;
use crate::ccd::pair::{PairSweep, WorldView};
use crate::manifold::hull_contacts::{GjkCache, HullPair, NearestPoints};
use crate::pair_cache::{PairState, SeparatingPlane};
use dodgem_collide::Shape;
use dodgem_collide::shape::SupportMap;

/// How often a path is halved at most.
const MOST_HALVINGS: u32 = 3;

/// Bodies that begin nearer than the least distance keep this share of theirs.
const KEPT: f64 = 0.9;

/// Hulls that come nearer than they should, and nearer than this share of the gap that they begin
/// with, are parted by nothing: less than planes that turn ask for, `KEPT` of a gap of which they may
/// see no more than `GOOD_ENOUGH`.
const NEARER: f64 = 0.8;

/// How often a plane is looked for at most.
const MOST_SEARCHES: usize = 2;

/// A plane that parts hulls by this share of their distance is good enough.
const GOOD_ENOUGH: f64 = 0.9;

impl Body {
    /// How far the body reaches from its centre of mass along a direction of length 1 in its own
    /// frame, in metres: at least what is so, and hardly more.
    /// For `near`, see [`ConvexProxy::farthest`](crate::proxy::convex_proxy::ConvexProxy::farthest).
    pub(crate) fn reach_along(&self, local: DVec3, near: &mut u32) -> f64 {
        match self.as_solid() {
            Some(solid) => {
                let point = solid.support(local) - self.local_center.as_dvec3();
                point.dot(local) + solid.margin()
            }
            None => self.outline.reach_along(local, near),
        }
    }

    /// The point of its hull that reaches farthest along a direction of length 1 in its own frame,
    /// from its centre of mass, and the corner's number if the hull has some.
    pub(crate) fn farthest(&self, local: DVec3, near: u32) -> (u32, DVec3) {
        match self.as_solid() {
            Some(solid) => {
                let point = solid.support(local) - self.local_center.as_dvec3();
                (0, point + local * solid.margin())
            }
            None => self.outline.farthest(local, near),
        }
    }

    /// The shape, unless its outline tells how far it reaches.
    fn as_solid(&self) -> Option<&dyn SupportMap> {
        match &self.shape {
            Shape::Sphere(sphere) => Some(sphere),
            Shape::Cuboid(cuboid) => Some(cuboid),
            Shape::Capsule(capsule) => Some(capsule),
            Shape::Cylinder(cylinder) => Some(cylinder),
            Shape::Cone(cone) => Some(cone),
            Shape::Hull(_) | Shape::Mesh(_) => None,
        }
    }
}

/// A body on its path.
#[derive(Clone, Copy)]
pub(crate) struct MovingBody<'s> {
    pub body: &'s Body,
    motion: &'s BodyMotion,
    pub turning: DVec3,
    pub reach: f64,
}

/// Where two bodies are at a time of their paths.
#[derive(Clone, Copy)]
pub(crate) struct PairPlacement {
    pub time: f64,
    pub places: [(DVec3, DQuat); 2],
}

/// Two bodies on their paths.
pub(crate) struct PairContext<'s> {
    pub both: [MovingBody<'s>; 2],
    /// Where their hulls were nearest when somebody last asked.
    pub gjk_cache: GjkCache,
    /// How far they are apart at least, in metres, where the last direction that was tried began.
    begin: f64,
}

/// What a search for a plane that stands still finds for two paths.
pub(crate) enum PlaneSearchResult {
    /// This plane keeps the bodies apart; its gap is the one at the path's start.
    Separating(SeparatingPlane),
    /// The hulls come too near: no plane separates them, whichever way it turns.
    TooClose,
    /// No separating plane was found.
    Unknown,
}

/// What a plane across one direction shows for a path.
pub(crate) enum PlaneTest {
    /// The plane separates the bodies on all of the path.
    Separates,
    /// The plane does not show that; at this placement the gap fails.
    Fails(PairPlacement),
}

impl PairContext<'_> {
    pub fn placement(&self, time: f64) -> PairPlacement {
        PairPlacement {
            time,
            places: self.both.map(|t| t.motion.place(t.body, time)),
        }
    }

    /// How far the bodies are apart along a direction, in metres.
    pub fn gap(&mut self, placement: &PairPlacement, n: DVec3) -> f64 {
        let [a, b] = &self.both;
        let [at_a, at_b] = &placement.places;
        (at_b.0 - at_a.0).dot(n)
            - a.body.reach_along(
                at_a.1.conjugate() * n,
                &mut self.gjk_cache.support_vertices[0],
            )
            - b.body.reach_along(
                at_b.1.conjugate() * -n,
                &mut self.gjk_cache.support_vertices[1],
            )
    }

    /// The distance of the balls around the bodies' centres along a direction, in metres.
    fn bounding_ball_gap(&self, placement: &PairPlacement, n: DVec3) -> f64 {
        let [a, b] = &self.both;
        (placement.places[1].0 - placement.places[0].0).dot(n) - a.reach - b.reach
    }

    /// The nearest points of the hulls at a moment: see [`HullPair::nearest`].
    pub fn nearest(
        &mut self,
        at: &PairPlacement,
        toward: DVec3,
        enough: f64,
    ) -> Option<NearestPoints> {
        let hulls = HullPair {
            bodies: self.both.map(|t| t.body),
            places: at.places,
        };
        hulls.nearest(toward, enough, &mut self.gjk_cache)
    }

    /// Whether a direction shows that they stay `least` metres apart from one moment to another,
    /// or, if they begin nearer, that they get hardly nearer than they begin.
    pub fn test_plane(
        &mut self,
        from: &PairPlacement,
        to: &PairPlacement,
        n: DVec3,
        least: f64,
    ) -> PlaneTest {
        // What turns stays in its ball.
        self.begin = self.bounding_ball_gap(from, n);
        if self.begin > least && self.bounding_ball_gap(to, n) > least {
            return PlaneTest::Separates;
        }
        let first = self.gap(from, n);
        self.begin = first;
        let least = least.min(first * KEPT);
        if least <= 0.0 {
            return PlaneTest::Fails(*from);
        }
        // Along the direction nothing is faster than its centre and its turning take it.
        let turns = self.both.map(|t| n.cross(t.turning).length() * t.reach);
        let [before, after] = [from, to].map(|at| at.places[1].0 - at.places[0].0);
        let nearing = (before - after).dot(n).max(0.0);
        if first - nearing - (turns[0] + turns[1]) * (to.time - from.time) >= least {
            return PlaneTest::Separates;
        }
        let last = self.gap(to, n);
        if last < least {
            return PlaneTest::Fails(*to);
        }
        let [one, other] = self.both.map(|t| t.turning.length());
        let bend = 0.5 * (one * turns[0] + other * turns[1]);
        self.chord_separates([(from, first), (to, last)], n, bend, least, MOST_HALVINGS)
    }

    /// The same from the gaps at both ends.
    fn chord_separates(
        &mut self,
        [(from, first), (to, last)]: [(&PairPlacement, f64); 2],
        n: DVec3,
        bend: f64,
        least: f64,
        halvings: u32,
    ) -> PlaneTest {
        let span = to.time - from.time;
        // first + x (last - first) - sag x (1 - x) at the share x of the time.
        let sag = bend * span * span;
        let lowest = if sag > (last - first).abs() {
            let x = 0.5 * (1.0 - (last - first) / sag);
            first - sag * x * x
        } else {
            first.min(last)
        };
        if lowest >= least {
            return PlaneTest::Separates;
        }
        let middle = self.placement(0.5 * (from.time + to.time));
        if halvings == 0 {
            return PlaneTest::Fails(middle);
        }
        let gap = self.gap(&middle, n);
        if gap < least {
            return PlaneTest::Fails(middle);
        }
        let middle = (&middle, gap);
        for half in [[(from, first), middle], [middle, (to, last)]] {
            let found = self.chord_separates(half, n, bend, least, halvings - 1);
            if matches!(found, PlaneTest::Fails(_)) {
                return found;
            }
        }
        PlaneTest::Separates
    }
}

impl<'s> WorldView<'s> {
    /// Two bodies on their paths.
    pub(crate) fn context(&self, state: &PairState) -> PairContext<'s> {
        let both = [state.pair.a, state.pair.b].map(|i| {
            let (body, motion) = (&self.bodies[i as usize], &self.motions[i as usize]);
            let turning = if motion.moves() {
                motion.turning
            } else {
                DVec3::ZERO
            };
            MovingBody {
                body,
                motion,
                turning,
                reach: f64::from(body.reach),
            }
        });
        PairContext {
            both,
            gjk_cache: state.gjk_cache,
            begin: f64::NEG_INFINITY,
        }
    }
}

impl PairSweep<'_> {
    /// Whether a plane keeps two bodies at least `least` metres apart on their paths from `start`,
    /// seconds into the step, to its end. Planes across the given directions are tried first.
    pub(crate) fn find_plane(
        &mut self,
        start: f64,
        least: f64,
        directions: &[DVec3],
    ) -> PlaneSearchResult {
        let mut context = self.view.context(self.state);
        let end = self.view.settings.step;
        let found = context.find_plane([start, end], least, directions);
        self.state.gjk_cache = context.gjk_cache;
        if let PlaneSearchResult::Separating(plane) = found {
            let known = &mut self.state.plane;
            if start == 0.0 {
                *known = plane;
            } else if known.normal != plane.normal {
                *known = SeparatingPlane::across(plane.normal);
            }
        }
        found
    }
}

impl PairContext<'_> {
    /// The plane across the direction that was just tried.
    fn plane(&self, normal: DVec3) -> PlaneSearchResult {
        let gap = self.begin;
        PlaneSearchResult::Separating(SeparatingPlane { normal, gap })
    }

    fn find_plane(
        &mut self,
        times: [f64; 2],
        least: f64,
        directions: &[DVec3],
    ) -> PlaneSearchResult {
        let [from, to] = times.map(|time| self.placement(time));
        let mut worst = None;
        for n in directions.iter().filter(|n| **n != DVec3::ZERO) {
            match self.test_plane(&from, &to, *n, least) {
                PlaneTest::Separates => return self.plane(*n),
                PlaneTest::Fails(placement) => worst = worst.or(Some((placement, *n))),
            }
        }
        let Some((mut placement, mut n)) = worst else {
            return PlaneSearchResult::Unknown;
        };
        for _ in 0..MOST_SEARCHES {
            let Some(nearest) = self.nearest(&placement, n, GOOD_ENOUGH) else {
                return PlaneSearchResult::TooClose;
            };
            n = nearest.normal;
            if nearest.distance < least.min(NEARER * self.gap(&from, n)) {
                return PlaneSearchResult::TooClose;
            }
            match self.test_plane(&from, &to, n, least) {
                PlaneTest::Separates => return self.plane(n),
                PlaneTest::Fails(next) => placement = next,
            }
        }
        PlaneSearchResult::Unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyDesc, Settings, World};
    use dodgem_collide::math::Pose;
    use dodgem_collide::shape::{ConvexHull, Cuboid};
    use glam::{Quat, Vec3};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    /// Lumps that are pulled together on a floor and stirred: what is brought along of the gaps between
    /// them from step to step is never more than what their corners say, and often much of it.
    #[test]
    fn gaps_along_planes_that_are_brought_along_are_no_wider_than_they_are() {
        let (mut known, mut kept) = (0, 0);
        for seed in 17..21 {
            let (world, hulls) = lumps_on_a_floor(seed);
            let [some, close] = stir(world, &hulls);
            known += some;
            kept += close;
        }
        assert!(known > 300 && kept > 80, "{kept} of {known}");
    }

    fn lumps_on_a_floor(seed: u64) -> (World, Vec<ConvexHull>) {
        let mut random = Pcg32::seed_from_u64(seed);
        let mut world = World::new(Settings::default()).unwrap();
        let floor = Shape::Cuboid(Cuboid::new(Vec3::new(9.0, 0.5, 9.0)).unwrap());
        let below = Pose::from_translation(Vec3::Y * -0.5).unwrap();
        world.add(BodyDesc::fixed(floor, below)).unwrap();
        let mut hulls = Vec::new();
        for i in 0..16 {
            let mut number = |size: f32| random.random_range(-size..size);
            let points: Vec<Vec3> = (0..24)
                .map(|_| Vec3::new(number(0.3), number(0.2), number(0.3)))
                .collect();
            let hull = ConvexHull::from_points(&points).unwrap();
            let turn = Quat::from_xyzw(number(0.2), number(1.0), number(0.2), 1.0).normalize();
            let (x, z) = ((i % 4) as f32 - 1.5, (i / 4) as f32 - 1.5);
            let pose = Pose::new(turn, Vec3::new(x, 0.4, z)).unwrap();
            let shape = Shape::Hull(hull.clone().into());
            world.add(BodyDesc::dynamic(shape, pose)).unwrap();
            hulls.push(hull);
        }
        (world, hulls)
    }

    /// How many gaps were known after steps, and how many of them by half or more.
    fn stir(mut world: World, hulls: &[ConvexHull]) -> [usize; 2] {
        let [mut known, mut kept] = [0, 0];
        for step in 0..400 {
            for i in 1..=hulls.len() {
                let id = world.id(i);
                let body = world.body(id);
                let inward = -body.center() * DVec3::new(1.0, 0.0, 1.0);
                let aside = inward.cross(DVec3::Y) * if step % 80 < 20 { 4.0 } else { 0.0 };
                let force = (inward.normalize_or_zero() * 6.0 + aside) * body.mass();
                world.add_force(id, force);
            }
            world.step();
            for near in &world.pairs.pairs {
                let (n, pair, said) = (near.plane.normal, near.pair, near.plane.gap);
                if pair.a == 0 || said <= 0.0 {
                    continue;
                }
                let reach = |i: u32, n: DVec3| {
                    let body = &world.bodies[i as usize];
                    let middle = body.local_center.as_dvec3();
                    let place = |v: DVec3| body.center + body.rotation * (v - middle);
                    let corners = hulls[i as usize - 1].vertices().iter();
                    let heights = corners.map(|v| place(v.as_dvec3()).dot(n));
                    heights.fold(f64::NEG_INFINITY, f64::max)
                };
                let gap = -reach(pair.a, n) - reach(pair.b, -n);
                assert!(said <= gap + 1e-9, "{step}: {said} for {gap}");
                known += 1;
                kept += usize::from(said >= 0.5 * gap);
            }
        }
        [known, kept]
    }
}
