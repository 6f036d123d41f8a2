//! Times of impact of shapes whose exact times are known.

use std::sync::Arc;

use dodgem_collide::internals::{EpaScratch, WarmStart, separation};
use dodgem_collide::math::{Motion, Pose, Screw};
use dodgem_collide::mesh::TriMesh;
use dodgem_collide::query::Moving;
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::shape::Sphere;
use dodgem_collide::{BuildOptions, Model, PairCache, Query, Relative, Shape};
use dodgem_oracle::random::{self, between};
use glam::Vec3;

use super::random_pairs::{check, solid};
use super::{TARGET, at, box_model, cuboid, impact_time, moving, sweep};

#[test]
fn a_long_box_that_turns_meets_a_wall_at_the_known_time() {
    let turning = moving(Pose::IDENTITY, Vec3::ZERO, Vec3::Z);
    let wall_at = Motion::resting(at(Vec3::Y * 2.0));
    let half = Vec3::new(2.0, 0.1, 0.1);
    let solids = (cuboid(2.0, 0.1, 0.1), cuboid(5.0, 1.0, 5.0));
    let surfaces = (box_model(half), box_model(Vec3::new(5.0, 1.0, 5.0)));
    // 2 sin t + 0.1 cos t = 1; the corner then moves towards the wall at 1.74 m/s. A target below
    // the resolution of f32 there is raised.
    let pairs = [
        (&solids.0, &solids.1),
        (&surfaces.0, &solids.1),
        (&solids.0, &surfaces.1),
        (&surfaces.0, &surfaces.1),
    ];
    for (target, error) in [(1e-4, 6e-5), (1e-6, 3e-5)] {
        for (a, b) in pairs {
            let found = Query::default().time_of_impact(
                Moving::new(a, &turning),
                Moving::new(b, &wall_at),
                1.0,
                &SweepOptions { target },
                &mut PairCache::default(),
            );
            let early = 0.472_920 - impact_time(found.value);
            assert!(early > -5e-7 && early < error, "{early}: {found:?}");
        }
    }
}

#[test]
fn spheres_meet_when_their_closed_form_says() {
    let mut rng = random::rng(61);
    let (mut hits, mut misses) = (0, 0);
    for _ in 0..3000 {
        let (r, s) = (between(&mut rng, 0.05, 1.0), between(&mut rng, 0.05, 1.0));
        let (from, to) = (
            random::in_cube(&mut rng, 5.0),
            random::in_cube(&mut rng, 5.0),
        );
        // Aimed at each other, and past each other.
        let drift = random::in_cube(&mut rng, 20.0);
        let speed = random::log_between(&mut rng, 1.0, 100.0);
        let aim = (to - from + random::in_cube(&mut rng, 2.0)).normalize();
        let velocities = [drift + aim * speed, drift];
        // Rotation about their centres changes nothing.
        let spin = random::in_cube(&mut rng, 500.0);
        let [a, b] = [r, s].map(|radius| Shape::Sphere(Sphere::new(radius).unwrap()));
        let motion_a = moving(at(from), velocities[0], spin);
        let motion_b = moving(at(to), velocities[1], -spin);
        let found = sweep(&a, &motion_a, &b, &motion_b, 1.0);
        let offset = to.as_dvec3() - from.as_dvec3();
        let velocity = velocities[1].as_dvec3() - velocities[0].as_dvec3();
        let radius = f64::from(r) + f64::from(s);
        // Solves |offset + velocity t| = radius, for contact and for the target distance.
        let first = |radius: f64| {
            let (half_b, c) = (
                offset.dot(velocity),
                offset.length_squared() - radius * radius,
            );
            let root = (half_b * half_b - velocity.length_squared() * c).sqrt();
            let time = (-half_b - root) / velocity.length_squared();
            (0.0..=1.0).contains(&time).then_some(time)
        };
        if offset.length() < radius {
            assert!(matches!(found, Sweep::Overlapping { .. }), "{found:?}");
        } else if let Some(time) = first(radius) {
            hits += 1;
            let found = impact_time(found);
            let soonest = first(radius + 1.001 * TARGET).unwrap_or(0.0);
            assert!(found <= time && found >= soonest - 1e-7, "{found} {time}");
        } else if first(radius + 1.001 * TARGET).is_none() {
            misses += 1;
            assert_eq!(found, Sweep::Clear);
        }
    }
    assert!(hits > 300 && misses > 300, "{hits} {misses}");
}

#[test]
fn a_screw_between_two_poses_is_swept_like_any_motion() {
    let mut rng = random::rng(64);
    let post = cuboid(0.1, 3.0, 0.1);
    let rest = Motion::resting(Pose::IDENTITY);
    let rod = cuboid(1.0, 0.05, 0.05);
    let (mut hits, mut clear) = (0, 0);
    for round in 0..300 {
        // From one side of the post to the other, with up to half a turn on the way.
        let way = random::direction(&mut rng);
        let from = Pose::new(random::rotation(&mut rng), way * 2.0).unwrap();
        let aside = random::in_cube(&mut rng, 1.5);
        let to = Pose::new(random::rotation(&mut rng), aside - way * 2.0).unwrap();
        let screw = Screw::between(&from, &to);
        let motion = screw.motion(1.0).unwrap();
        let distance = |time: f64| {
            let places = [screw.placement_at(time), rest.placement_at(0.0)];
            let relative = Relative::of_placements(&places[0], &places[1]);
            let warm = &mut WarmStart::default();
            let epa = &mut EpaScratch::default();
            separation(solid(&rod), solid(&post), &relative, warm, epa).distance
        };
        if distance(0.0) < 0.01 {
            continue;
        }
        let found = sweep(&rod, &motion, &post, &rest, 1.0);
        // Half a revolution and the path, and their rounding to f32.
        let fastest = 4.0 * (2.0 + 2.0) + 8.0;
        match check(&format!("round {round}"), found, distance, 1.0, fastest) {
            true => hits += 1,
            false => clear += 1,
        }
    }
    assert!(hits > 50 && clear > 50, "{hits} {clear}");
}

#[test]
fn a_small_fast_ball_meets_a_thin_triangle() {
    let triangle = [[-1.0, 0.0, -1.0], [1.0, 0.0, -1.0], [0.0, 0.0, 2.0]].map(Vec3::from);
    let mesh = TriMesh::new(triangle.to_vec(), vec![[0, 1, 2]]).unwrap();
    let model = Model::build(&mesh, &BuildOptions::default()).unwrap();
    let (sheet, ball) = (
        Shape::Mesh(Arc::new(model)),
        Shape::Sphere(Sphere::new(0.01).unwrap()),
    );
    for speed in [1.0, 200.0, 1e4] {
        let falling = moving(at(Vec3::Y * 5.0), Vec3::NEG_Y * speed, Vec3::ONE * 400.0);
        let rest = Motion::resting(Pose::IDENTITY);
        let found = sweep(&ball, &falling, &sheet, &rest, 100.0 / speed);
        let early = 4.99 / f64::from(speed) - impact_time(found);
        assert!(
            (0.0..=1.1e-4 / f64::from(speed)).contains(&early) || early.abs() < 1e-6,
            "{early}"
        );
    }
}
