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
use crate::ccd::pair::{PairSweep, Still};
use crate::manifold::hull_contacts::{GjkCache, HullPair, NearestPoints};
use crate::pair_cache::{PairState, Plane};
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
    /// For `near`, see [`ConvexProxy::farthest`](crate::proxy::convex_proxy::Outline::farthest).
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
pub(crate) struct Traveller<'s> {
    pub body: &'s Body,
    flight: &'s BodyMotion,
    pub turning: DVec3,
    pub reach: f64,
}

/// Where two bodies are at a time of their paths.
#[derive(Clone, Copy)]
pub(crate) struct Moment {
    pub time: f64,
    pub places: [(DVec3, DQuat); 2],
}

/// Two bodies on their paths.
pub(crate) struct Travellers<'s> {
    pub both: [Traveller<'s>; 2],
    /// Where their hulls were nearest when somebody last asked.
    pub warm: GjkCache,
    /// How far they are apart at least, in metres, where the last direction that was tried began.
    begin: f64,
}

/// What planes that stand still show of two paths.
pub(crate) enum Between {
    /// This plane keeps the bodies apart; its gap is that at the path's start.
    Plane(Plane),
    /// Their hulls come too near: no plane can part them, whichever way it turns.
    Meet,
    /// No plane was found that parts them.
    Unknown,
}

/// What a direction shows.
pub(crate) enum Parts {
    /// The bodies stay as far apart as they should.
    Always,
    /// It does not show that, for what comes nearest at this moment.
    Not(Moment),
}

impl Travellers<'_> {
    pub fn moment(&self, time: f64) -> Moment {
        Moment {
            time,
            places: self.both.map(|t| t.flight.place(t.body, time)),
        }
    }

    /// How far the bodies are apart along a direction, in metres.
    pub fn gap(&mut self, moment: &Moment, n: DVec3) -> f64 {
        let [a, b] = &self.both;
        let [at_a, at_b] = &moment.places;
        (at_b.0 - at_a.0).dot(n)
            - a.body
                .reach_along(at_a.1.conjugate() * n, &mut self.warm.tops[0])
            - b.body
                .reach_along(at_b.1.conjugate() * -n, &mut self.warm.tops[1])
    }

    /// The distance of the balls around the bodies' centres along a direction, in metres.
    fn balls(&self, moment: &Moment, n: DVec3) -> f64 {
        let [a, b] = &self.both;
        (moment.places[1].0 - moment.places[0].0).dot(n) - a.reach - b.reach
    }

    /// The nearest points of the hulls at a moment: see [`HullPair::nearest`].
    pub fn nearest(&mut self, at: &Moment, toward: DVec3, enough: f64) -> Option<NearestPoints> {
        let hulls = HullPair {
            bodies: self.both.map(|t| t.body),
            places: at.places,
        };
        hulls.nearest(toward, enough, &mut self.warm)
    }

    /// Whether a direction shows that they stay `least` metres apart from one moment to another,
    /// or, if they begin nearer, that they get hardly nearer than they begin.
    pub fn parted(&mut self, from: &Moment, to: &Moment, n: DVec3, least: f64) -> Parts {
        // What turns stays in its ball.
        self.begin = self.balls(from, n);
        if self.begin > least && self.balls(to, n) > least {
            return Parts::Always;
        }
        let first = self.gap(from, n);
        self.begin = first;
        let least = least.min(first * KEPT);
        if least <= 0.0 {
            return Parts::Not(*from);
        }
        // Along the direction nothing is faster than its centre and its turning take it.
        let turns = self.both.map(|t| n.cross(t.turning).length() * t.reach);
        let [before, after] = [from, to].map(|at| at.places[1].0 - at.places[0].0);
        let nearing = (before - after).dot(n).max(0.0);
        if first - nearing - (turns[0] + turns[1]) * (to.time - from.time) >= least {
            return Parts::Always;
        }
        let last = self.gap(to, n);
        if last < least {
            return Parts::Not(*to);
        }
        let [one, other] = self.both.map(|t| t.turning.length());
        let bend = 0.5 * (one * turns[0] + other * turns[1]);
        self.chord_parts([(from, first), (to, last)], n, bend, least, MOST_HALVINGS)
    }

    /// The same from the gaps at both ends.
    fn chord_parts(
        &mut self,
        [(from, first), (to, last)]: [(&Moment, f64); 2],
        n: DVec3,
        bend: f64,
        least: f64,
        halvings: u32,
    ) -> Parts {
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
            return Parts::Always;
        }
        let middle = self.moment(0.5 * (from.time + to.time));
        if halvings == 0 {
            return Parts::Not(middle);
        }
        let gap = self.gap(&middle, n);
        if gap < least {
            return Parts::Not(middle);
        }
        let middle = (&middle, gap);
        for half in [[(from, first), middle], [middle, (to, last)]] {
            let found = self.chord_parts(half, n, bend, least, halvings - 1);
            if matches!(found, Parts::Not(_)) {
                return found;
            }
        }
        Parts::Always
    }
}

impl<'s> Still<'s> {
    /// Two bodies on their paths.
    pub(crate) fn travellers(&self, near: &PairState) -> Travellers<'s> {
        let both = [near.pair.a, near.pair.b].map(|i| {
            let (body, flight) = (&self.bodies[i as usize], &self.flights[i as usize]);
            let turning = if flight.moves() {
                flight.turning
            } else {
                DVec3::ZERO
            };
            Traveller {
                body,
                flight,
                turning,
                reach: f64::from(body.reach),
            }
        });
        Travellers {
            both,
            warm: near.warm,
            begin: f64::NEG_INFINITY,
        }
    }
}

impl PairSweep<'_> {
    /// Whether a plane keeps two bodies at least `least` metres apart on their paths from `start`,
    /// seconds into the step, to its end. Planes across the given directions are tried first.
    pub(crate) fn plane_between(
        &mut self,
        start: f64,
        least: f64,
        directions: &[DVec3],
    ) -> Between {
        let mut travellers = self.still.travellers(self.near);
        let end = self.still.settings.step;
        let found = travellers.plane_between([start, end], least, directions);
        self.near.warm = travellers.warm;
        if let Between::Plane(plane) = found {
            let known = &mut self.near.plane;
            if start == 0.0 {
                *known = plane;
            } else if known.normal != plane.normal {
                *known = Plane::across(plane.normal);
            }
        }
        found
    }
}

impl Travellers<'_> {
    /// The plane across the direction that was just tried.
    fn plane(&self, normal: DVec3) -> Between {
        let gap = self.begin;
        Between::Plane(Plane { normal, gap })
    }

    fn plane_between(&mut self, times: [f64; 2], least: f64, directions: &[DVec3]) -> Between {
        let [from, to] = times.map(|time| self.moment(time));
        let mut worst = None;
        for n in directions.iter().filter(|n| **n != DVec3::ZERO) {
            match self.parted(&from, &to, *n, least) {
                Parts::Always => return self.plane(*n),
                Parts::Not(moment) => worst = worst.or(Some((moment, *n))),
            }
        }
        let Some((mut moment, mut n)) = worst else {
            return Between::Unknown;
        };
        for _ in 0..MOST_SEARCHES {
            let Some(nearest) = self.nearest(&moment, n, GOOD_ENOUGH) else {
                return Between::Meet;
            };
            n = nearest.normal;
            if nearest.distance < least.min(NEARER * self.gap(&from, n)) {
                return Between::Meet;
            }
            match self.parted(&from, &to, n, least) {
                Parts::Always => return self.plane(n),
                Parts::Not(next) => moment = next,
            }
        }
        Between::Unknown
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
