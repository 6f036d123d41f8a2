//! A separating plane that stands still.
//!
//! Let the normal `n` be fixed, and let the gap be the distance of the bodies along `n`. Between two
//! times a point at `r` from its body's centre of mass moves along `n` as the centre does, at a
//! constant speed, and as its turning `w` takes it, with an acceleration of at most
//! `|w| |n x w| |r|`: a body that turns about `n` moves nothing along it. So within a time `T` the
//! point's height differs by at most `|w| |n x w| |r| T^2 x (1 - x) / 2` from the straight line
//! between its heights at both ends, at the share `x` of the time. The same holds for the body's
//! farthest point, and for the gap. If that bound is too coarse for the whole path, the path is
//! halved: each halving makes the bound four times as fine.
//!
//! So a car that slides and spins over a floor, or along another car, is known to stay clear for
//! four support queries. The planes tried are the one of the last step, the one of the nearest
//! contact and the one between the centres. If none of them separates the bodies, GJK (Gilbert,
//! Johnson and Keerthi) finds the plane that separates the hulls best where the gap failed. If no
//! plane does, the pair is swept.
//!
//! The gap at the start of a step is kept with the plane: by the step's end it shrinks at most by
//! the approach of the centres along `n` and by the chords of the turning. So a pair that hardly
//! moves needs no support query for some steps.

use glam::DVec3;

use super::lowest_of_parabola;
use crate::ccd::pair::PairSweep;
use crate::ccd::pair_context::{PairContext, PairPlacement};
use crate::pair_cache::SeparatingPlane;
use crate::params::{
    KEPT_GAP_SHARE, MAX_PLANE_HALVINGS, MAX_PLANE_SEARCHES, PLANE_GJK_SHARE, TOO_CLOSE_SHARE,
};

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
    /// Whether a plane across a direction keeps the bodies `min_gap` metres apart from one placement to
    /// another or, if they start nearer, keeps most of their gap.
    pub fn test_plane(
        &mut self,
        from: &PairPlacement,
        to: &PairPlacement,
        n: DVec3,
        min_gap: f64,
    ) -> PlaneTest {
        // A body stays in its bounding ball, however it turns.
        self.begin = self.bounding_ball_gap(from, n);
        if self.begin > min_gap && self.bounding_ball_gap(to, n) > min_gap {
            return PlaneTest::Separates;
        }
        let first = self.gap(from, n);
        self.begin = first;
        let min_gap = min_gap.min(first * KEPT_GAP_SHARE);
        if min_gap <= 0.0 {
            return PlaneTest::Fails(*from);
        }
        // No point moves faster along the direction than its centre and its turning take it.
        let turns = self.both.map(|t| n.cross(t.turning).length() * t.reach);
        let [before, after] = [from, to].map(|at| at.places[1].0 - at.places[0].0);
        let nearing = (before - after).dot(n).max(0.0);
        if first - nearing - (turns[0] + turns[1]) * (to.time - from.time) >= min_gap {
            return PlaneTest::Separates;
        }
        let last = self.gap(to, n);
        if last < min_gap {
            return PlaneTest::Fails(*to);
        }
        let [one, other] = self.both.map(|t| t.turning.length());
        let bend = 0.5 * (one * turns[0] + other * turns[1]);
        self.chord_separates(
            [(from, first), (to, last)],
            n,
            bend,
            min_gap,
            MAX_PLANE_HALVINGS,
        )
    }

    /// The same, from the gaps at both ends and half of the bound on their second derivative.
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
        if lowest_of_parabola(first, last, sag) >= min_gap {
            return PlaneTest::Separates;
        }
        let middle = self.placement(0.5 * (from.time + to.time));
        if halvings == 0 {
            return PlaneTest::Fails(middle);
        }
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
}

impl PairSweep<'_> {
    /// Whether a plane keeps two bodies at least `min_gap` metres apart on their paths from `start`,
    /// seconds into the step, to its end. Planes across the given directions are tried first. The
    /// plane that was found is kept in the pair's state.
    pub(crate) fn find_plane(
        &mut self,
        start: f64,
        min_gap: f64,
        directions: &[DVec3],
    ) -> PlaneSearchResult {
        let mut context = self.view.context(self.state);
        let end = self.view.settings.step;
        let found = context.find_plane([start, end], min_gap, directions);
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
    /// The plane across the direction that was just tested.
    fn plane(&self, normal: DVec3) -> PlaneSearchResult {
        let gap = self.begin;
        PlaneSearchResult::Separating(SeparatingPlane { normal, gap })
    }

    fn find_plane(
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
        let Some((mut placement, mut n)) = worst else {
            return PlaneSearchResult::Unknown;
        };
        for _ in 0..MAX_PLANE_SEARCHES {
            let Some(nearest) = self.nearest(&placement, n, PLANE_GJK_SHARE) else {
                return PlaneSearchResult::TooClose;
            };
            n = nearest.normal;
            if nearest.distance < min_gap.min(TOO_CLOSE_SHARE * self.gap(&from, n)) {
                return PlaneSearchResult::TooClose;
            }
            match self.test_plane(&from, &to, n, min_gap) {
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
    use dodgem_collide::Shape;
    use dodgem_collide::math::Pose;
    use dodgem_collide::shape::{ConvexHull, Cuboid};
    use glam::{Quat, Vec3};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    /// Lumps that are pulled together on a floor and stirred: the gaps kept from step to step are never
    /// wider than what the corners say, and often not much narrower.
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

    /// How many gaps were known after the steps, and how many of them to at least a half.
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
