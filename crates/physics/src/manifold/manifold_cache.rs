//! The cached manifold of a body on the face of a box, valid for any sliding of the body there.
//!
//! A body on a flat face touches it with the same corners as long as it does not tilt: sliding, and
//! turning about the normal, change no height. So the heights of the corners in contact are recomputed
//! exactly. All other corners come no nearer than the body sinks and tilts. Only when that has
//! added up to more than a limit are all corners visited again.

use glam::DVec3;

use crate::body::Body;
use crate::manifold::contact_point::ContactPoint;
use dodgem_collide::query::FaceManifold;

/// Appends the old contacts of two bodies, moved to where the bodies are now, to `out`. Returns a lower
/// bound of the bodies' distance, in metres. None, and no contacts, if a corner may have come nearer by
/// more than `most` metres, or if the body is near the face's border.
pub(crate) fn follow_on_face(
    face: &FaceManifold,
    bodies: [&Body; 2],
    most: f64,
    old: &[ContactPoint],
    out: &mut Vec<ContactPoint>,
) -> Option<f64> {
    let moved = face.moved(bodies.map(Body::placed), most)?;
    let (turn, of_floor, normal) = (moved.turn, moved.of_floor, moved.normal);
    let other = bodies[usize::from(!face.second)];
    let mut lower_bound = moved.others;
    let first = out.len();
    out.extend_from_slice(old);
    for contact in &mut out[first..] {
        let (corner, on_floor) = if face.second {
            (contact.local_a, &mut contact.local_b)
        } else {
            (contact.local_b, &mut contact.local_a)
        };
        let arm = turn * corner;
        let distance = moved.height + arm.dot(normal);
        lower_bound = lower_bound.min(distance);
        *on_floor = of_floor.transpose() * (moved.from_floor + arm - normal * distance);
        (contact.normal, contact.local_normal) = if face.second {
            (-normal, turn.transpose() * -normal)
        } else {
            (normal, DVec3::AXES[usize::from(face.axis)] * face.side)
        };
        contact.point = other.center + arm - normal * (0.5 * distance);
        contact.distance = distance;
        contact.active = true;
    }
    if lower_bound <= 0.0 {
        out.truncate(first);
        return None;
    }
    Some(lower_bound)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifold::contact_update::update_contacts;
    use crate::world::Parts;
    use crate::{BodyDesc, Settings, World};
    use dodgem_collide::broad_phase::Pair;
    use dodgem_collide::math::Pose;
    use dodgem_collide::query::{PairCache, Stage};
    use dodgem_collide::shape::{ConvexHull, Cuboid};
    use dodgem_collide::{Query, Shape};
    use glam::{Quat, Vec3};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    /// Lumps that slide, spin and tilt a little on a box: the kept contacts have the heights of corners,
    /// and no corner is lower than the returned bound.
    #[test]
    fn contacts_that_are_kept_are_where_the_corners_are() {
        let mut random = Pcg32::seed_from_u64(8);
        let (mut kept, mut dropped) = (0, 0);
        for case in 0..600 {
            let mut number = |size: f32| random.random_range(-size..size);
            let points: Vec<Vec3> = (0..20)
                .map(|_| Vec3::new(number(0.4), number(0.3).max(-0.2), number(0.4)))
                .collect();
            let hull = ConvexHull::from_points(&points).unwrap();
            let tilted = Quat::from_xyzw(number(0.3), number(0.3), number(0.3), 1.0).normalize();
            let floor = Pose::new(tilted, Vec3::new(number(9.0), 7.0, number(9.0))).unwrap();
            let cuboid = Shape::Cuboid(Cuboid::new(Vec3::new(3.0, 0.5, 3.0)).unwrap());
            let b = Body::new(BodyDesc::fixed(cuboid, floor), std::iter::empty()).unwrap();
            let mut place = |size: f32, height: f32, tilt: f32, turn: f32| {
                let at = Vec3::new(number(size), height, number(size));
                let turn = Quat::from_xyzw(number(tilt), turn, number(tilt), 1.0).normalize();
                Pose::new(tilted * turn, floor.transform_point(at)).unwrap()
            };
            let lump = Shape::Hull(hull.clone().into());
            let first = place(1.0, 0.702, 0.004, 0.3);
            let mut a = Body::new(BodyDesc::dynamic(lump, first), std::iter::empty()).unwrap();
            let mut out = Vec::new();
            let mut cache = PairCache::default();
            let mut query = Query::default();
            let both = [a.placed(), b.placed()];
            let known = (query.after(Stage::Plane).up_to(Stage::Convex))
                .contacts_of(both, 0.009, &mut cache, &mut out);
            let (Some(face_manifold), Some(_)) = (cache.face, *known) else {
                continue;
            };
            if out.is_empty() {
                continue;
            }
            let turned = case % 2 == 0;
            let face_manifold = FaceManifold {
                second: !turned,
                ..face_manifold
            };
            let old: Vec<ContactPoint> = (out.iter())
                .map(|point| {
                    let mut point = *point;
                    point.normal *= if turned { -1.0 } else { 1.0 };
                    let bodies = if turned { [&b, &a] } else { [&a, &b] };
                    ContactPoint::new(bodies, &point)
                })
                .collect();
            a.place(&place(2.0, 0.702, 0.005, 2.0));
            let mut new = vec![old[0]];
            let bodies = if turned { [&b, &a] } else { [&a, &b] };
            let followed = follow_on_face(&face_manifold, bodies, 0.003, &old, &mut new);
            let Some(lower_bound) = followed else {
                assert_eq!(new.len(), 1);
                dropped += 1;
                continue;
            };
            kept += 1;
            assert!(new.len() == 1 + old.len());
            let corners = hull.vertices().iter().map(|v| {
                let arm = a.rotation * (v.as_dvec3() - a.local_center().as_dvec3());
                let local = b.rotation.conjugate() * (a.center + arm - b.center);
                local.y - 0.5
            });
            let heights: Vec<f64> = corners.collect();
            let lowest = heights.iter().copied().fold(f64::INFINITY, f64::min);
            assert!(
                lower_bound <= lowest + 1e-9,
                "{case}: {lower_bound} for {lowest}"
            );
            for (contact, old) in new[1..].iter().zip(&old) {
                let near = |height: &&f64| (**height - contact.distance).abs() < 1e-6;
                assert!(heights.iter().find(near).is_some());
                assert_eq!(contact.feature, old.feature);
                // It is where it would be if it were moved along with both bodies.
                let mut again = *contact;
                again.follow(bodies[0], bodies[1]);
                assert!((again.distance - contact.distance).abs() < 1e-12);
                assert!(again.point.distance(contact.point) < 1e-12);
                assert!(again.normal.distance(contact.normal) < 1e-12);
                let up = b.rotation * DVec3::Y * if turned { 1.0 } else { -1.0 };
                assert!(up.distance(contact.normal) < 1e-12);
            }
        }
        assert!(kept > 100 && dropped > 30, "{kept} and {dropped}");
    }

    /// Lumps that move and spin just above a floor: where the test says that they stay clear of it, all
    /// of their corners do.
    #[test]
    fn what_stands_clear_does_not_come_down() {
        let mut random = Pcg32::seed_from_u64(9);
        let (mut clear, mut not, mut low) = (0, 0, 0);
        for case in 0..600 {
            let mut number = |size: f32| random.random_range(-size..size);
            let points: Vec<Vec3> = (0..20)
                .map(|_| Vec3::new(number(0.4), number(0.3).max(-0.2), number(0.4)))
                .collect();
            let hull = ConvexHull::from_points(&points).unwrap();
            let lowest = points.iter().map(|p| p.y).fold(f32::INFINITY, f32::min);
            let mut world = World::new(Settings::default()).unwrap();
            let floor = Shape::Cuboid(Cuboid::new(Vec3::new(9.0, 0.5, 9.0)).unwrap());
            let below = Pose::from_translation(Vec3::Y * -0.5).unwrap();
            let height = 0.003 + number(0.002) - lowest;
            let yaw = Quat::from_xyzw(0.0, number(1.0), 0.0, 1.0).normalize();
            let at = Pose::new(yaw, Vec3::new(number(3.0), height, 0.0)).unwrap();
            let spin = if case % 2 == 0 { 0.2 } else { 2.0 };
            let lump = BodyDesc {
                velocity: Vec3::new(number(9.0), number(0.4), number(9.0)),
                angular_velocity: Vec3::new(number(spin), number(5.0), number(spin)),
                ..BodyDesc::dynamic(Shape::Hull(hull.clone().into()), at)
            };
            let (first, second) = (BodyDesc::fixed(floor, below), lump);
            let lump: u32 = if case % 3 == 0 {
                world.add(second).unwrap();
                world.add(first).unwrap();
                0
            } else {
                world.add(first).unwrap();
                world.add(second).unwrap();
                1
            };
            let mut parts = Parts::of(&mut world);
            parts.find_pairs();
            update_contacts(&mut parts.context, parts.bodies, parts.pairs);
            let end = parts.context.settings.step;
            let (body, motion) = parts.bodies.both_mut(lump);
            motion.plan(body, end);
            let pair = Pair { a: 0, b: 1 };
            let said = parts.ask_about(pair, |sweep| sweep.clears_face());
            let (body, motion) = (parts.bodies.body(lump), parts.bodies.motion(lump));
            let mut lower_bound = f64::INFINITY;
            for sample in 0..=32 {
                let frame = motion.frame_at(body, end * f64::from(sample) / 32.0);
                for v in hull.vertices() {
                    let corner = v.as_dvec3() - body.local_center().as_dvec3();
                    lower_bound = lower_bound.min((frame.center + frame.rotation * corner).y);
                }
            }
            let enough = parts.context.settings.least_gap();
            assert!(
                !said || lower_bound >= enough - 1e-9,
                "{case}: {lower_bound}"
            );
            low += usize::from(lower_bound < enough);
            clear += usize::from(said);
            not += usize::from(!said && lower_bound >= enough);
        }
        assert!(
            clear > 150 && low > 50 && not < 200,
            "{clear}, {low}, {not}"
        );
    }
}
