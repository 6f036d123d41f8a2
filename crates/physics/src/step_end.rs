//! What a step leaves behind for the next one: bodies with sound numbers, and lower bounds of the gaps of
//! pairs.

use crate::World;
use crate::body::Body;
use crate::body_motion::BodyMotion;
use crate::displacement::{Displacement, approach_in_larger_frame};
use crate::params::{FARTHEST_FROM_ORIGIN, LONG_TURN};

impl World {
    /// Puts bodies back where the step began, at rest, if forces have driven their numbers out of
    /// range.
    pub(super) fn recover_lost_bodies(&mut self) {
        for (body, flight) in self.bodies.iter_mut().zip(&mut self.motions) {
            if body.is_finite() && body.center.abs().max_element() < FARTHEST_FROM_ORIGIN {
                continue;
            }
            (body.center, body.rotation) = (flight.start.center, flight.start.rotation);
            body.fall_asleep();
            body.asleep = false;
            *flight = BodyMotion::resting(body.shape().aabb(&body.pose()));
            flight.start = body.frame();
            self.report.lost += 1;
        }
    }

    /// Records how far every body came in the step, and how much time those that wait still lack.
    pub(super) fn record_displacements(&mut self) {
        let step = self.settings.step;
        for (body, flight) in self.bodies.iter_mut().zip(&mut self.motions) {
            flight.moved = if flight.fixed {
                Displacement::default()
            } else {
                Displacement::new(flight.start, body.frame(), body.reach())
            };
            if flight.waiting && !flight.fixed {
                let lacks = step - flight.time;
                body.debt += lacks;
                self.report.debt += lacks;
                self.report.waiting += 1;
            }
        }
    }

    /// Lowers what is known of the gaps of pairs by how far their bodies can have approached each
    /// other in the step.
    pub(super) fn update_gap_bounds(&mut self) {
        for near in &mut self.pairs.pairs {
            let (a, b) = (near.pair.a, near.pair.b);
            let [one, other] = [a, b].map(|i| &self.motions[i as usize]);
            if near.gap > 0.0 && !(one.fixed && other.fixed) {
                let mut approach = one.moved.approach(&other.moved);
                if one.moved.has_turned(LONG_TURN) || other.moved.has_turned(LONG_TURN) {
                    let bodies = [a, b].map(|i| &self.bodies[i as usize]);
                    let to = bodies.map(Body::frame);
                    let reach = bodies.map(Body::reach);
                    approach = approach.min(approach_in_larger_frame(
                        [one.start, other.start],
                        to,
                        reach,
                    ));
                }
                near.moved += approach;
            }
            let plane = &mut near.cache.plane;
            if plane.gap > 0.0 {
                plane.gap -= one.moved.approach_along(&other.moved, plane.normal);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyDesc, Settings};
    use dodgem_collide::Shape;
    use dodgem_collide::math::Pose;
    use dodgem_collide::shape::{ConvexHull, Cuboid};
    use glam::{DVec3, Quat, Vec3};
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
                let (n, pair, said) = (near.cache.plane.normal, near.pair, near.cache.plane.gap);
                if pair.a == 0 || said <= 0.0 {
                    continue;
                }
                let reach = |i: u32, n: DVec3| {
                    let body = &world.bodies[i as usize];
                    let middle = body.local_center().as_dvec3();
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
