//! An L of two boxes, and answers about it that were worked out by hand.

use dodgem_collide::math::{MassProperties, Motion, Pose};
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::shape::{Child, HalfSpace, Sphere};
use dodgem_collide::{
    Containment, Distance, DistanceOptions, Moving, PairCache, Placed, Query, RayCast, Shape,
};
use glam::{Quat, Vec3};

use super::{at, child, compound, cuboid};

/// A beam of 2 m along X, .5 m high and deep, and on its end at -X a post of 2 m.
fn ell() -> Shape {
    let beam = Child {
        tag: 7,
        ..child(cuboid(Vec3::new(1.0, 0.25, 0.25)), Pose::IDENTITY)
    };
    let post = Child {
        tag: 8,
        ..child(cuboid(Vec3::new(0.25, 1.0, 0.25)), at(-0.75, 1.25, 0.0))
    };
    compound(vec![beam, post])
}

#[test]
fn what_is_in_the_crook_of_an_l_is_outside() {
    let ell = ell();
    let here = Placed::new(&ell, &Pose::IDENTITY);
    let mut query = Query::default();
    let ball = Shape::Sphere(Sphere::new(0.25).unwrap());
    // .25 m beside the post and 1 m above the beam.
    let there = at(0.0, 1.5, 0.0);
    let placed = Placed::new(&ball, &there);
    assert!(!query.intersect(here, placed).is_hit());
    let found = query.distance(
        here,
        placed,
        &DistanceOptions::EXACT,
        &mut PairCache::default(),
    );
    match *found {
        Distance::Apart {
            distance,
            point_a,
            point_b,
            ..
        } => {
            assert!((distance - 0.25).abs() < 1e-6, "{distance}");
            assert!(
                point_a.distance(Vec3::new(-0.5, 1.5, 0.0)) < 1e-6,
                "{point_a}"
            );
            assert!(
                point_b.distance(Vec3::new(-0.25, 1.5, 0.0)) < 1e-6,
                "{point_b}"
            );
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(found.children, [1, 0]);
    let Shape::Compound(all) = &ell else {
        unreachable!()
    };
    assert_eq!(all.children()[1].tag, 8);
    let mut is_in = |x, y| query.contains(here, Vec3::new(x, y, 0.1));
    assert_eq!(is_in(0.0, 1.5), Containment::Outside);
    assert_eq!(is_in(-0.75, 1.5), Containment::Inside);
    assert_eq!(is_in(0.9, 0.0), Containment::Inside);
    // From inside of the beam the post is hit from below; the beam is not.
    let up = query.ray(here, Vec3::new(-0.75, 0.0, 0.0), Vec3::Y, 9.0);
    assert!(
        matches!(
            *up,
            RayCast::Hit {
                time: 0.25,
                normal: Vec3::NEG_Y,
                ..
            }
        ),
        "{up:?}"
    );
}

#[test]
fn a_ball_that_falls_into_the_crook_meets_the_beam() {
    let ell = ell();
    let ball = Shape::Sphere(Sphere::new(0.25).unwrap());
    let rest = Motion::resting(Pose::IDENTITY);
    // From 2.5 m down to .5 m at 4 m/s, .05 m beside the post.
    let fall = Motion::new(at(-0.2, 2.5, 0.0), Vec3::Y * -4.0, Vec3::ZERO, Vec3::ZERO).unwrap();
    let mut query = Query::default();
    let options = SweepOptions::default();
    for swapped in [false, true] {
        let (a, b) = (Moving::new(&ell, &rest), Moving::new(&ball, &fall));
        let cache = &mut PairCache::default();
        let found = match swapped {
            false => query.time_of_impact(a, b, 1.0, &options, cache),
            true => query.time_of_impact(b, a, 1.0, &options, cache),
        };
        match *found {
            Sweep::Impact { time, normal, .. } => {
                assert!((time - 0.5).abs() < 1e-4 && time < 0.5, "{time}");
                let up = if swapped { Vec3::NEG_Y } else { Vec3::Y };
                assert!(normal.distance(up) < 1e-5, "{normal}");
                assert_eq!(found.children, [0, 0]);
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_turning_l_swings_its_post_against_a_wall() {
    let ell = ell();
    // Turned by a right angle about Z, the post lies along -X from -.25 to -2.25. It turns about the origin
    // at one radian a second, and its outer corner is sqrt(2.25^2 + 1) m away.
    let turn = Pose::new(
        Quat::from_rotation_z(std::f32::consts::FRAC_PI_2),
        Vec3::ZERO,
    )
    .unwrap();
    let spin = Motion::new(turn, Vec3::ZERO, Vec3::Z, Vec3::ZERO).unwrap();
    let wall = Shape::HalfSpace(HalfSpace::new(Vec3::X, -2.4).unwrap());
    let rest = Motion::resting(Pose::IDENTITY);
    let mut query = Query::default();
    let (a, b) = (Moving::new(&ell, &spin), Moving::new(&wall, &rest));
    let cache = &mut PairCache::default();
    let found = query.time_of_impact(a, b, 3.0, &SweepOptions::default(), cache);
    // The post's outer corners are at (-2.25, -1) and (-2.25, -.5); only the first is farther from the axis than
    // 2.4. It turns away from the wall and comes back to it all round: from its angle of atan2(-1, -2.25) to the
    // angle at which its x is -2.4, above the middle.
    let far = (2.25_f64 * 2.25 + 1.0).sqrt();
    let start = (-1.0_f64).atan2(-2.25);
    let goal = (-2.4 / far).acos();
    let expected = (goal - start).rem_euclid(std::f64::consts::TAU);
    let longer = query.time_of_impact(a, b, 7.0, &SweepOptions::default(), cache);
    let Sweep::Impact { time, .. } = *longer else {
        panic!("{longer:?}");
    };
    assert!(
        (f64::from(time) - expected).abs() < 1e-3,
        "{time}, not {expected}"
    );
    assert_eq!((found.value, longer.children), (Sweep::Clear, [1, 0]));
}

#[test]
fn mass_adds_up_and_overlaps_count_twice() {
    // Two cubes of 1 m and 1 kg/m^3 with their centres at -1 and 1 on X.
    let cube = |x: f32| child(cuboid(Vec3::splat(0.5)), at(x, 0.0, 0.0));
    let dumbbell = compound(vec![cube(-1.0), cube(1.0)]);
    let found = MassProperties::of_shape(&dumbbell, 1.0).unwrap().unwrap();
    assert_eq!((found.mass, found.center_of_mass), (2.0, Vec3::ZERO));
    // 1/6 each about their own centres, and 1 each from there to the middle about Y and Z.
    let expected = Vec3::new(1.0 / 3.0, 1.0 / 3.0 + 2.0, 1.0 / 3.0 + 2.0);
    let diagonal = Vec3::new(
        found.inertia.x_axis.x,
        found.inertia.y_axis.y,
        found.inertia.z_axis.z,
    );
    assert!(diagonal.distance(expected) < 1e-6, "{diagonal}");
    // Turned, the moments turn with it.
    let turn = Pose::new(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2), Vec3::Y).unwrap();
    let beam = compound(vec![
        child(cuboid(Vec3::new(1.0, 0.1, 0.1)), turn),
        cube(0.0),
    ]);
    let found = MassProperties::of_shape(&beam, 1.0).unwrap().unwrap();
    // A beam of .08 kg along Y at height 1 and a cube of 1 kg at 0: the middle is at .08 / 1.08.
    let height = 0.08 / 1.08;
    assert!((found.mass - 1.08).abs() < 1e-6);
    assert!(found.center_of_mass.distance(Vec3::Y * height) < 1e-6);
    // About Y: the beam's (0.2^2 + 0.2^2) / 12 a kilogram, and the cube's sixth.
    let about = 0.08 * 0.08 / 12.0 + 1.0 / 6.0;
    assert!(
        (found.inertia.y_axis.y - about).abs() < 1e-6,
        "{}",
        found.inertia
    );
    // About X: (2^2 + .2^2) / 12 a kilogram, a sixth, and both masses about their middle.
    let across = 0.08 * 4.04 / 12.0 + 1.0 / 6.0 + 0.08 / 1.08;
    assert!(
        (found.inertia.x_axis.x - across).abs() < 1e-6,
        "{}",
        found.inertia
    );
    // Two in one place weigh twice as much.
    let twice = compound(vec![cube(1.0), cube(1.0)]);
    let found = MassProperties::of_shape(&twice, 3.0).unwrap().unwrap();
    assert_eq!((found.mass, found.center_of_mass), (6.0, Vec3::X));
    assert!((found.inertia.x_axis.x - 1.0).abs() < 1e-6);
}
