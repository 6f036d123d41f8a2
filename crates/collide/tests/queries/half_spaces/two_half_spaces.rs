//! Two half-spaces.

use dodgem_collide::math::Pose;
use dodgem_collide::{Distance, DistanceOptions, PairCache, Placed, Query};
use dodgem_oracle::random::{self, Placement, between, log_between};
use glam::{Quat, Vec3};

use super::{at, floor, half_space};

#[test]
fn two_half_spaces_meet_unless_they_face_each_other_across_a_gap() {
    let mut query = Query::default();
    let (plane, identity) = (floor(), Pose::IDENTITY);
    let ground = Placed::new(&plane, &identity);
    // A ceiling at 3 m, one on the floor and one at -0.5 m.
    for (height, gap) in [(3.0, 3.0), (0.0, 0.0), (-0.5, -0.5_f32)] {
        let (upper, pose) = (half_space(Vec3::NEG_Y, 0.0), at(5.0, height, 1.0));
        let ceiling = Placed::new(&upper, &pose);
        let found = query.distance(
            ground,
            ceiling,
            &DistanceOptions::EXACT,
            &mut PairCache::default(),
        );
        assert_eq!(found.distance(), Some(gap.max(0.0)), "{found:?}");
        assert_eq!(query.intersect(ground, ceiling).is_hit(), gap <= 0.0);
        let deepest = query
            .deepest_contact(ground, ceiling, 4.0)
            .contact()
            .unwrap();
        assert!(
            (deepest.distance - f64::from(gap)).abs() < 1e-6,
            "{deepest:?}"
        );
        assert!(
            deepest.normal.distance(glam::DVec3::Y) < 1e-6,
            "{deepest:?}"
        );
        let mut found = Vec::new();
        query.contacts(ground, ceiling, 4.0, &mut PairCache::default(), &mut found);
        assert_eq!(found.len(), 1);
        assert!(
            (found[0].distance - f64::from(gap)).abs() < 1e-6,
            "{found:?}"
        );
    }
    // All others have points in common, and no deepest one.
    let mut rng = random::rng(73);
    for round in 0..2000 {
        let tilt = match round % 3 {
            0 => Quat::from_rotation_x(std::f32::consts::PI - log_between(&mut rng, 1e-5, 1.0)),
            1 => Quat::from_rotation_y(between(&mut rng, -3.0, 3.0)),
            _ => random::rotation(&mut rng),
        };
        let pose = Pose::new(tilt, random::in_cube(&mut rng, 50.0)).unwrap();
        let other = Placed::new(&plane, &pose);
        let Distance::Meet { point } = *query.distance(
            ground,
            other,
            &DistanceOptions::EXACT,
            &mut PairCache::default(),
        ) else {
            panic!("{tilt}: no common point");
        };
        let far = f64::from(point.abs().max_element());
        let into = Placement::of(&pose);
        let local = into.rotation.conjugate() * (point.as_dvec3() - into.translation);
        let slack = 1e-6 * far.max(50.0);
        assert!(
            f64::from(point.y) < slack && local.y < slack,
            "{tilt} {point} {local}"
        );
        assert!(
            query
                .deepest_contact(ground, other, 1.0)
                .contact()
                .is_none()
        );
        let mut found = Vec::new();
        query.contacts(ground, other, 1.0, &mut PairCache::default(), &mut found);
        assert!(found.is_empty());
    }
}
