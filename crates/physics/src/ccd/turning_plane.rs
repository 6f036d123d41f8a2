//! Two bodies that a plane keeps apart which turns on the way.
//!
//! A plane that stands still (see `separating_plane.rs`) soon runs into bodies that lie close to each other and
//! turn: a box that rolls over another one swings its face through any such plane that it did not
//! touch a moment ago. A plane that turns with them parts them as long as anything does. Where the
//! hulls are nearest at two times of their paths tells from which direction to which it has to turn;
//! in between it turns evenly.
//!
//! How the gap across it changes is seen best in a frame that turns with the plane, at the rate `f`.
//! There a body that turns at `w` turns at `d = w - f`, and a point of it at `r` from its centre is
//! accelerated by `d x (d x r) + (d x f) x r`, and the centres' difference `c`, which changes evenly
//! by `v` in the world, by `f x (f x c - 2 v)`. (Take the derivatives of `R^T (c + v t + Q r)`.) With
//! these bounds the gap stays above a parabola through its values at both ends, as in `separating_plane.rs`.
//! Where that is too coarse the path is cut in two and the hulls are looked at in the middle.

use glam::DVec3;

use crate::ccd::separating_plane::{PairContext, PairPlacement};
use crate::manifold::hull_contacts::NearestPoints;

/// Walks to the nearest points of the hulls at most.
const MOST_WALKS: usize = 14;

/// How often a part of a path is cut in two at most.
const MOST_CUTS: usize = 7;

/// How often a part is halved without a look at the hulls.
const MOST_HALVINGS: u32 = 2;

/// A direction that shows this share of the hulls' distance is good enough.
const GOOD_ENOUGH: f64 = 0.9;

/// Bodies that begin nearer than the least distance keep this share of theirs.
const KEPT: f64 = 0.9;

/// A plane that turns by more than this from one look to the next, in radians, is lost.
const MOST_TURN: f64 = 1.0;

/// What planes that turn tell of two paths.
#[expect(
    clippy::large_enum_variant,
    reason = "an answer on the stack, kept nowhere; a box would be memory asked for in every step"
)]
pub(crate) enum TurningPlaneResult {
    /// The bodies stay as far apart as they should.
    Clear,
    /// They do so until a moment, when the hulls are nearest there. Whether they soon come too near
    /// then is not known.
    Until(PairPlacement, NearestPoints),
    /// Their hulls overlap or nearly touch as they begin.
    Unknown,
}

impl PairContext<'_> {
    /// Whether planes that turn show that two bodies stay apart from one time to another.
    pub fn stay_apart(&mut self, times: [f64; 2], least: f64, toward: DVec3) -> bool {
        matches!(
            self.follow_turning_planes(times, least, toward, true),
            TurningPlaneResult::Clear
        )
    }

    /// Follows two bodies from one time to another with planes that part them.
    pub fn follow_until_close(
        &mut self,
        times: [f64; 2],
        least: f64,
        toward: DVec3,
    ) -> TurningPlaneResult {
        self.follow_turning_planes(times, least, toward, false)
    }

    /// The same; to the end or not at all, if only that is asked.
    fn follow_turning_planes(
        &mut self,
        [start, end]: [f64; 2],
        least: f64,
        toward: DVec3,
        whole: bool,
    ) -> TurningPlaneResult {
        let first = self.placement(start);
        let Some(nearest) = self.nearest(&first, toward, GOOD_ENOUGH) else {
            return TurningPlaneResult::Unknown;
        };
        let least = least.min(KEPT * nearest.gap);
        let mut low = (first, nearest);
        // The ends of the parts that are still to be seen to, the nearest last.
        let mut ends = [end; MOST_CUTS + 1];
        let mut known: [Option<(PairPlacement, NearestPoints)>; MOST_CUTS + 1] = Default::default();
        let mut count = 1;
        for _ in 0..MOST_WALKS {
            let top = count - 1;
            let high = known[top].take().or_else(|| {
                let placement = self.placement(ends[top]);
                let found = self.nearest(&placement, low.1.normal, GOOD_ENOUGH)?;
                Some((placement, found))
            });
            let clear = high.as_ref().is_some_and(|high| {
                high.1.gap >= least && self.separates_turning([&low, high], least)
            });
            if clear {
                let Some(high) = high else { break };
                low = high;
                count -= 1;
                if count == 0 {
                    return TurningPlaneResult::Clear;
                }
                continue;
            }
            let is_near = high.as_ref().is_none_or(|high| high.1.gap < least);
            if count > MOST_CUTS || (whole && is_near) {
                break;
            }
            ends[count] = 0.5 * (low.0.time + ends[top]);
            known[top] = high;
            known[count] = None;
            count += 1;
        }
        TurningPlaneResult::Until(low.0, low.1)
    }

    /// Whether a plane that turns evenly from one direction to another keeps them apart.
    fn separates_turning(
        &mut self,
        ends: [&(PairPlacement, NearestPoints); 2],
        least: f64,
    ) -> bool {
        let [(from, first), (to, last)] = ends;
        let span = to.time - from.time;
        let normals = [first.normal, last.normal];
        let axis = normals[0].cross(normals[1]);
        let angle = libm::atan2(axis.length(), normals[0].dot(normals[1]));
        if angle > MOST_TURN {
            return false;
        }
        let frame = axis.normalize_or_zero() * (angle / span);
        let mut bend = 0.0;
        for body in &self.both {
            let relative = body.turning - frame;
            let rate = relative.length();
            let across = normals.map(|n| n.cross(relative).length());
            let across = (across[0].max(across[1]) + 0.5 * angle * rate).min(rate);
            bend += (relative.cross(frame).length() + rate * across) * body.reach;
        }
        let centers = [from, to].map(|m| m.places[1].0 - m.places[0].0);
        let velocity = (centers[1] - centers[0]) / span;
        let centers = centers.map(|c| (frame.cross(c) - velocity * 2.0).length());
        bend += frame.length() * centers[0].max(centers[1]);
        let ends = [(from, normals[0], first.gap), (to, normals[1], last.gap)];
        self.turning_chord(ends, 0.5 * bend, least, MOST_HALVINGS)
    }

    /// The same from the gaps at both ends, for gaps that change by no more than twice `bend`
    /// per second, squared.
    fn turning_chord(
        &mut self,
        [(from, n_from, first), (to, n_to, last)]: [(&PairPlacement, DVec3, f64); 2],
        bend: f64,
        least: f64,
        halvings: u32,
    ) -> bool {
        let span = to.time - from.time;
        let sag = bend * span * span;
        let lowest = if sag > (last - first).abs() {
            let x = 0.5 * (1.0 - (last - first) / sag);
            first - sag * x * x
        } else {
            first.min(last)
        };
        if lowest >= least {
            return true;
        }
        if halvings == 0 {
            return false;
        }
        let middle = self.placement(0.5 * (from.time + to.time));
        let n = (n_from + n_to).normalize_or_zero();
        let gap = self.gap(&middle, n);
        if gap < least {
            return false;
        }
        let middle = (&middle, n, gap);
        self.turning_chord([(from, n_from, first), middle], bend, least, halvings - 1)
            && self.turning_chord([middle, (to, n_to, last)], bend, least, halvings - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyDesc, Settings, World};
    use dodgem_collide::broad_phase::Pair;
    use dodgem_collide::math::Pose;
    use dodgem_collide::shape::{Capsule, Cone, Cuboid, Cylinder, Sphere};
    use dodgem_collide::{Budget, Shape, ShapeScratch, shape};
    use glam::{Quat, Vec3};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    /// Two bodies that are about to fly.
    fn about_to_fly(shapes: [Shape; 2], poses: [Pose; 2], velocities: [[Vec3; 2]; 2]) -> World {
        let mut world = World::new(Settings::default()).unwrap();
        for ((shape, pose), [velocity, turning]) in shapes.into_iter().zip(poses).zip(velocities) {
            let desc = BodyDesc {
                velocity,
                angular_velocity: turning,
                ..BodyDesc::dynamic(shape, pose)
            };
            world.add(desc).unwrap();
        }
        world.find_pairs();
        let end = world.settings.step;
        for (body, motion) in world.bodies.iter().zip(&mut world.motions) {
            motion.plan(body, end);
        }
        world
    }

    fn follow(world: &World, least: f64) -> TurningPlaneResult {
        let pair = Pair { a: 0, b: 1 };
        let near = world.pairs.find(pair).map(|at| world.pairs.pairs[at]);
        let near = near.unwrap_or(crate::pair_cache::PairState::new(pair));
        let toward = world.bodies[1].center - world.bodies[0].center;
        let end = world.settings.step;
        let mut context = world.view().context(&near);
        context.follow_until_close([0.0, end], least, toward)
    }

    fn apart(world: &World, time: f64, scratch: &mut ShapeScratch) -> f64 {
        let [a, b] = [0, 1].map(|i| {
            let (body, motion) = (&world.bodies[i], &world.motions[i]);
            let (center, rotation) = motion.place(body, time);
            (&body.shape, body.pose_from(center, rotation))
        });
        let found = shape::distance(a.0, &a.1, b.0, &b.1, Budget::Unlimited, scratch);
        f64::from(found.lower_bound())
    }

    /// Solids that fly and spin close to each other: as long as planes are said to part them they
    /// are apart, wherever one looks; and most that stay apart are known to.
    #[test]
    fn what_planes_part_is_apart() {
        let mut random = Pcg32::seed_from_u64(5);
        let mut scratch = ShapeScratch::default();
        let least = 2e-5;
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
                let [p, q] = &poses;
                let all = Budget::Unlimited;
                let found = shape::distance(&shapes[0], p, &shapes[1], q, all, &mut scratch);
                way -= found.lower_bound() - wanted;
            }
            let mut any = |size: f32| Vec3::new(number(size), number(size), number(size));
            let part = if case % 2 == 0 { 1.5 } else { 0.0 };
            let velocities = [
                [any(1.0), any(25.0)],
                [any(1.0) + towards * part, any(25.0)],
            ];
            let world = about_to_fly(shapes, poses, velocities);
            let end = world.settings.step;
            let gaps = |until: f64, scratch: &mut ShapeScratch| {
                let times = (0..=40).map(|i| until * f64::from(i) / 40.0);
                times.map(|t| apart(&world, t, scratch)).fold(1.0, f64::min)
            };
            let stays = gaps(end, &mut scratch) > 2.0 * least;
            apart_all += usize::from(stays);
            match follow(&world, least) {
                TurningPlaneResult::Clear => {
                    clear += 1;
                    let gap = gaps(end, &mut scratch);
                    assert!(gap >= 0.9 * least - 2e-6, "{case}: {gap}");
                }
                TurningPlaneResult::Until(placement, nearest) => {
                    until += 1;
                    let gap = gaps(placement.time, &mut scratch);
                    assert!(gap >= 0.9 * least - 2e-6, "{case}: {gap}");
                    let there = apart(&world, placement.time, &mut scratch);
                    assert!(nearest.gap <= there + 2e-6, "{case}");
                }
                TurningPlaneResult::Unknown => {}
            }
        }
        assert!(until > 50 && apart_all > 200, "{until} and {apart_all}");
        assert!(10 * clear >= 9 * apart_all, "{clear} of {apart_all}");
    }

    /// A box that rolls over another one's top about its edge: no plane that stands still parts them.
    #[test]
    fn a_box_that_rolls_over_another_one_is_known_to_clear_it() {
        let cuboid = || Shape::Cuboid(Cuboid::new(Vec3::splat(0.1)).unwrap());
        // Level at first; it turns about the edge that is at (-0.1, 0.1, z).
        let top = Pose::new(Quat::IDENTITY, Vec3::Y * 0.2001).unwrap();
        let turning = Vec3::Z * 20.0;
        let velocity = turning.cross(Vec3::new(0.1, 0.1, 0.0)) + Vec3::Y * 0.3;
        let velocities = [[Vec3::ZERO; 2], [velocity, turning]];
        let world = about_to_fly([cuboid(), cuboid()], [Pose::IDENTITY, top], velocities);
        assert!(matches!(follow(&world, 2e-5), TurningPlaneResult::Clear));
    }
}
