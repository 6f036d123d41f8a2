//! Times of impact of moving shapes against closed forms and f64 references that step through time.
use crate::oracle;

use std::sync::Arc;

use dodgem_collide::math::{Motion, Placement, Pose, Screw};
use dodgem_collide::mesh::TriMesh;
use dodgem_collide::narrow_phase::convex_pair::separation;
use dodgem_collide::narrow_phase::{EpaScratch, WarmStart};
use dodgem_collide::query::Moving;
use dodgem_collide::query::toi::convex_pair;
use dodgem_collide::query::toi::convex_pair::RootFinder;
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::shape;
use dodgem_collide::shape::time_of_impact;
use dodgem_collide::shape::{Capsule, Cone, ConvexHull, Cuboid, Cylinder, Sphere, SupportMap};
use dodgem_collide::{
    Budget, BuildOptions, Counters, Model, Relative, Shape, ShapeScratch, VolumeKind,
};
use glam::{DQuat, Quat, Vec3};
use oracle::meshes;
use oracle::random::{self, between};
use rand::RngExt;
use rand_pcg::Pcg32;

const TARGET: f64 = 1e-4;

/// None: by way of shapes, with formulas where there are some.
const FINDERS: [Option<RootFinder>; 4] = [
    Some(RootFinder::Advancement),
    Some(RootFinder::Bilateral),
    Some(RootFinder::Best),
    None,
];

fn moving(at: Pose, velocity: Vec3, spin: Vec3) -> Motion {
    Motion::new(at, velocity, spin, Vec3::ZERO).unwrap()
}

fn at(translation: Vec3) -> Pose {
    Pose::from_translation(translation).unwrap()
}

fn cuboid(x: f32, y: f32, z: f32) -> Shape {
    Shape::Cuboid(Cuboid::new(Vec3::new(x, y, z)).unwrap())
}

fn sweep(a: &Shape, motion_a: &Motion, b: &Shape, motion_b: &Motion, duration: f32) -> Sweep {
    time_of_impact(
        Moving::new(a, motion_a),
        Moving::new(b, motion_b),
        duration,
        &SweepOptions::default(),
        Budget::Unlimited,
        &mut ShapeScratch::default(),
    )
}

fn impact_time(found: Sweep) -> f64 {
    match found {
        Sweep::Impact { time, .. } => f64::from(time),
        other => panic!("no impact: {other:?}"),
    }
}

/// The surface of a box as a model.
fn box_model(half: Vec3) -> Shape {
    let model = Model::build(&meshes::cuboid(half).mesh(), &BuildOptions::default());
    Shape::Mesh(Arc::new(model.unwrap()))
}

#[test]
fn a_long_box_that_turns_meets_a_wall_at_the_known_time() {
    let turning = moving(Pose::IDENTITY, Vec3::ZERO, Vec3::Z);
    let wall_at = Motion::resting(at(Vec3::Y * 2.0));
    let half = Vec3::new(2.0, 0.1, 0.1);
    let solids = (cuboid(2.0, 0.1, 0.1), cuboid(5.0, 1.0, 5.0));
    let surfaces = (box_model(half), box_model(Vec3::new(5.0, 1.0, 5.0)));
    // 2 sin t + 0.1 cos t = 1, and a target below f32's resolution there is raised; the corner moves towards the wall at 1.74 m/s then.
    let pairs = [
        (&solids.0, &solids.1),
        (&surfaces.0, &solids.1),
        (&solids.0, &surfaces.1),
        (&surfaces.0, &surfaces.1),
    ];
    for (target, error) in [(1e-4, 6e-5), (1e-6, 3e-5)] {
        for (a, b) in pairs {
            let found = time_of_impact(
                Moving::new(a, &turning),
                Moving::new(b, &wall_at),
                1.0,
                &SweepOptions { target },
                Budget::Unlimited,
                &mut ShapeScratch::default(),
            );
            let early = 0.472_920 - impact_time(found);
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
        // A spin about their middles changes nothing.
        let spin = random::in_cube(&mut rng, 500.0);
        let [a, b] = [r, s].map(|radius| Shape::Sphere(Sphere::new(radius).unwrap()));
        let motion_a = moving(at(from), velocities[0], spin);
        let motion_b = moving(at(to), velocities[1], -spin);
        let found = sweep(&a, &motion_a, &b, &motion_b, 1.0);
        let offset = to.as_dvec3() - from.as_dvec3();
        let velocity = velocities[1].as_dvec3() - velocities[0].as_dvec3();
        let radius = f64::from(r) + f64::from(s);
        // |offset + velocity t| = radius, and the same for where the target distance is reached.
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

/// A motion's place at a time, by way of glam's own rotations.
fn placed(motion: &Motion, time: f64) -> Placement {
    let start = motion.start();
    let center = motion.local_center().as_dvec3();
    let from = start.rotation().as_dquat().normalize();
    let turn = DQuat::from_scaled_axis(motion.angular_velocity().as_dvec3() * time);
    let world =
        from * center + start.translation().as_dvec3() + motion.linear_velocity().as_dvec3() * time;
    let rotation = turn * from;
    Placement {
        rotation,
        translation: world - rotation * center,
    }
}

/// Steps through time as far as nothing can have met, but at least by a small part of the whole:
/// the first time at which the distance is 0, or infinity.
fn first_meeting(mut distance: impl FnMut(f64) -> f64, until: f64, fastest: f64) -> f64 {
    let mut time = 0.0;
    let mut last = false;
    loop {
        let apart = distance(time);
        if apart <= 0.0 {
            return time;
        }
        if last {
            return f64::INFINITY;
        }
        time += (apart / fastest).max(until * 5e-4);
        (time, last) = (time.min(until), time >= until);
    }
}

/// Holds an answer against what the distance function says at all times.
fn check(
    label: &str,
    found: Sweep,
    mut distance: impl FnMut(f64) -> f64,
    duration: f32,
    fastest: f64,
) -> bool {
    let label = format!("{label}: {found:?}");
    let start = distance(0.0);
    let target = TARGET.min(0.5 * start);
    // What f32 makes of a time.
    let slack = 1e-7 * f64::from(duration) * fastest + 1e-9;
    match found {
        Sweep::Overlapping { .. } => assert!(start < 1e-9, "{label}: {start} m apart"),
        Sweep::Clear => {
            let met = first_meeting(&mut distance, f64::from(duration), fastest);
            assert!(met.is_infinite(), "{label}: meet at {met}");
        }
        Sweep::Impact { time, .. } => {
            let time = f64::from(time);
            let met = first_meeting(&mut distance, time, fastest);
            assert!(met.is_infinite(), "{label}: meet at {met}");
            let apart = distance(time);
            assert!(apart <= target + slack, "{label}: {apart} m apart");
            return true;
        }
        Sweep::Cut { safe_time } => {
            let met = first_meeting(&mut distance, f64::from(safe_time), fastest);
            assert!(met.is_infinite(), "{label}: meet at {met}");
            // Advancement alone needs some steps for every turn near each other.
            let plain = label.contains("Some(Advancement)");
            assert!(plain, "{label}: cut without a budget");
        }
    }
    false
}

fn any_solid(rng: &mut Pcg32) -> Shape {
    let kind = rng.random_range(0..8);
    let mut length = || between(rng, 0.1, 0.8);
    match kind {
        0 => Shape::Sphere(Sphere::new(length()).unwrap()),
        1 => cuboid(length(), length(), length()),
        2 => Shape::Capsule(Capsule::new(length(), length()).unwrap()),
        3 => Shape::Cylinder(Cylinder::new(length(), length()).unwrap()),
        4 => Shape::Cone(Cone::new(length(), length()).unwrap()),
        5 => cuboid(2.0 * length(), 0.01, 0.02),
        6 => cuboid(length(), 1e-3, length()),
        _ => {
            let points = meshes::ball_points(rng, 20, 0.6, false);
            Shape::Hull(Arc::new(ConvexHull::from_points(&points).unwrap()))
        }
    }
}

fn solid(shape: &Shape) -> &dyn SupportMap {
    match shape {
        Shape::Sphere(s) => s,
        Shape::Cuboid(s) => s,
        Shape::Capsule(s) => s,
        Shape::Cylinder(s) => s,
        Shape::Cone(s) => s,
        Shape::Hull(s) => s.as_ref(),
        Shape::Mesh(_) => panic!("not a solid"),
    }
}

/// Two motions that bring bodies of about a metre near each other within the duration (s) given
/// with them, slowly or very fast, turning much, a little or not at all.
fn any_motions(rng: &mut Pcg32) -> (Motion, Motion, f32) {
    let distance = between(rng, 0.3, 4.0);
    let away = random::direction(rng) * distance;
    let aim = (away + random::in_cube(rng, 0.8)).normalize();
    let drift = random::in_cube(rng, 1.0) * random::pick(rng, &[0.0, 1.0, 300.0]);
    let speed = match rng.random_range(0..4) {
        0 => random::log_between(rng, 0.01, 0.1),
        1 => 1000.0,
        _ => random::log_between(rng, 0.1, 100.0),
    };
    let duration = (between(rng, 0.5, 2.0) * distance / speed).min(1.0);
    let turns = rng.random_bool(0.7);
    let mut motion = |from: Vec3, velocity: Vec3| {
        let spin = match rng.random_range(0..4) {
            _ if !turns => 0.0,
            0 => 0.0,
            1 => (60.0 / duration).min(500.0),
            _ => random::log_between(rng, 0.05, 30.0) / duration,
        };
        Motion::new(
            Pose::new(random::rotation(rng), from).unwrap(),
            velocity,
            random::direction(rng) * spin.min(500.0),
            random::in_cube(rng, 0.2) * random::pick(rng, &[0.0, 1.0]),
        )
        .unwrap()
    };
    let a = motion(Vec3::ZERO, drift + aim * speed);
    let b = motion(away, drift);
    (a, b, duration)
}

/// A bound of how fast points of two bodies whose points are within `reach` of their origins can
/// approach each other.
fn fastest(a: &Motion, b: &Motion, reach: f64) -> f64 {
    let of = |m: &Motion| {
        let arm = reach + f64::from(m.local_center().length());
        f64::from(m.linear_velocity().length()) + f64::from(m.angular_velocity().length()) * arm
    };
    of(a) + of(b) + 1e-3
}

#[test]
fn solids_are_apart_until_the_impact_and_near_at_it() {
    let (hits, clear) = check_solids(62, 1000);
    assert!(hits > 500 && clear > 300, "{hits} {clear}");
}

/// `SWEPT_PAIRS=1000000 cargo test --release --test sweep_shapes -- --ignored --nocapture`
#[test]
#[ignore = "a million pairs take an hour"]
fn many_shapes_are_apart_until_the_impact_and_near_at_it() {
    let pairs = std::env::var("SWEPT_PAIRS").ok();
    let pairs = pairs.and_then(|n| n.parse().ok()).unwrap_or(100_000);
    check_solids(1062, pairs / 2);
    check_solids_and_meshes(1063, pairs / 2);
}

/// Checks random pairs of solids by every root finder; how often they met, and how often not.
fn check_solids(seed: u64, rounds: u32) -> (u32, u32) {
    let mut rng = random::rng(seed);
    let (mut hits, mut clear) = (0, 0);
    let mut steps = [0; 4];
    let mut scratch = ShapeScratch::default();
    for round in 0..rounds {
        let (a, b) = (any_solid(&mut rng), any_solid(&mut rng));
        let (motion_a, motion_b, duration) = any_motions(&mut rng);
        let distance = |time: f64| {
            let (place_a, place_b) = (placed(&motion_a, time), placed(&motion_b, time));
            let relative = Relative::of_placements(&place_a, &place_b);
            let warm = &mut WarmStart::default();
            separation(
                solid(&a),
                solid(&b),
                &relative,
                warm,
                &mut EpaScratch::default(),
            )
            .distance
        };
        let fastest = fastest(&motion_a, &motion_b, 1.7);
        let sides = [(&a, &motion_a), (&b, &motion_b)].map(|(shape, motion)| Moving {
            shape: solid(shape),
            motion,
        });
        let mut times = [0.0; 4];
        for (i, finder) in FINDERS.into_iter().enumerate() {
            let mut counters = Counters::default();
            let options = SweepOptions::default();
            let budget = Budget::Unlimited;
            let found = if let Some(finder) = finder {
                let (a, b, counters) = (sides[i % 2], sides[1 - i % 2], &mut counters);
                convex_pair::time_of_impact(a, b, duration, &options, finder, budget, counters)
            } else {
                let (a, b) = ((&a, &motion_a), (&b, &motion_b));
                let found = time_of_impact(
                    Moving::new(a.0, a.1),
                    Moving::new(b.0, b.1),
                    duration,
                    &options,
                    budget,
                    &mut scratch,
                );
                counters = *scratch.counters();
                found
            };
            let label = format!("round {round}, {finder:?}: {a:?} {motion_a:?} {b:?} {motion_b:?}");
            steps[i] += counters.advancement_steps;
            times[i] = f64::from(found.safe_time(duration));
            match check(&label, found, distance, duration, fastest) {
                true => hits += 1,
                false => clear += 1,
            }
        }
        // The root finder and the order may only choose other places between half of the target
        // distance and all of it.
        let kept = 0.49 * TARGET.min(0.5 * distance(0.0).max(0.0));
        let (first, last) = (
            times.into_iter().fold(f64::INFINITY, f64::min),
            times.into_iter().fold(0.0, f64::max),
        );
        for i in 0..=20 {
            let time = first + (last - first) * f64::from(i) / 20.0;
            let apart = distance(time).max(0.0);
            assert!(apart >= kept, "round {round}: {times:?}, {apart} at {time}");
        }
    }
    println!("{hits} hits, {clear} clear, steps {steps:?}");
    (hits, clear)
}

#[test]
fn solids_and_meshes_are_apart_until_the_impact_and_near_at_it() {
    let (hits, clear) = check_solids_and_meshes(63, 700);
    assert!(hits > 200 && clear > 150, "{hits} {clear}");
}

/// The same for a solid and a mesh.
fn check_solids_and_meshes(seed: u64, rounds: u32) -> (u32, u32) {
    let mut rng = random::rng(seed);
    let mut scratch = ShapeScratch::default();
    let mut asking = ShapeScratch::default();
    let (mut hits, mut clear, mut steps) = (0, 0, 0);
    for round in 0..rounds {
        let (name, raw) = meshes::any(&mut rng);
        let options = BuildOptions {
            volume: random::pick(&mut rng, &VolumeKind::ALL),
            max_piece_triangles: rng.random_range(1..=10),
            ..BuildOptions::default()
        };
        let Ok(model) = Model::build(&raw.mesh(), &options) else {
            continue;
        };
        let (surface, solid) = (Shape::Mesh(Arc::new(model)), any_solid(&mut rng));
        let (motion_a, motion_b, duration) = any_motions(&mut rng);
        let (a, b) = if rng.random_bool(0.5) {
            (&surface, &solid)
        } else {
            (&solid, &surface)
        };
        let mut distance = |time: f64| {
            let poses = [&motion_a, &motion_b].map(|motion| motion.pose_at(time as f32));
            let asking = &mut asking;
            let found = shape::distance(a, &poses[0], b, &poses[1], Budget::Unlimited, asking);
            f64::from(found.lower_bound())
        };
        let found = time_of_impact(
            Moving::new(a, &motion_a),
            Moving::new(b, &motion_b),
            duration,
            &SweepOptions::default(),
            Budget::Unlimited,
            &mut scratch,
        );
        steps += scratch.counters().advancement_steps;
        let label = format!("round {round}: {name} and {solid:?}, {motion_a:?}, {motion_b:?}");
        let fastest = fastest(&motion_a, &motion_b, 2.5);
        match check(&label, found, &mut distance, duration, fastest) {
            true => hits += 1,
            false => clear += 1,
        }
    }
    println!("{hits} hits, {clear} clear, {steps} steps");
    (hits, clear)
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
        // Half a turn and the way, and what f32 makes of them.
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

#[test]
fn what_lies_or_slides_on_a_mesh_takes_few_steps() {
    let floor = Model::build(
        &meshes::sheet(40, 8.0, 0.0).mesh(),
        &BuildOptions::default(),
    );
    let floor = Shape::Mesh(Arc::new(floor.unwrap()));
    let ground = cuboid(8.0, 0.5, 8.0);
    let rests = [
        Motion::resting(Pose::IDENTITY),
        Motion::resting(at(Vec3::NEG_Y * 0.5)),
    ];
    let half = 0.3;
    let mut scratch = ShapeScratch::default();
    for gap in [1e-3f32, 9e-5, 1e-6] {
        for (below, rest) in [&floor, &ground].into_iter().zip(&rests) {
            for solid in [
                cuboid(half, half, half),
                Shape::Sphere(Sphere::new(half).unwrap()),
                Shape::Cylinder(Cylinder::new(half, half).unwrap()),
            ] {
                // Away from the lines between triangles, along the floor, and turning on it.
                let start = at(Vec3::new(0.03, half + gap, -0.07));
                let motions = [
                    moving(start, Vec3::ZERO, Vec3::ZERO),
                    moving(start, Vec3::X * 20.0, Vec3::ZERO),
                    moving(start, Vec3::new(3.0, 0.2, 1.0), Vec3::ZERO),
                    moving(start, Vec3::ZERO, Vec3::Y * 30.0),
                ];
                for motion in motions {
                    let found = time_of_impact(
                        Moving::new(below, rest),
                        Moving::new(&solid, &motion),
                        0.1,
                        &SweepOptions::default(),
                        Budget::Unlimited,
                        &mut scratch,
                    );
                    let counters = scratch.counters();
                    let label = format!("{solid:?} {gap} above, {motion:?}: {counters:?}");
                    assert_eq!(found, Sweep::Clear, "{label}");
                    let seen = counters.triangle_tests.max(1);
                    assert!(counters.advancement_steps <= 4 * seen + 40, "{label}");
                }
            }
        }
    }
}

#[test]
fn any_budget_only_makes_the_time_earlier() {
    let torus = Model::build(
        &meshes::torus(24, 12, 1.0, 0.3).mesh(),
        &BuildOptions::default(),
    );
    let ring = Shape::Mesh(Arc::new(torus.unwrap()));
    let rod = Shape::Capsule(Capsule::new(0.4, 0.1).unwrap());
    let turned = Pose::new(Quat::from_rotation_x(1.2), Vec3::new(3.5, 0.1, 0.0)).unwrap();
    let motion_a = moving(Pose::IDENTITY, Vec3::X * 2.0, Vec3::new(1.0, 9.0, 0.5));
    let motion_b = moving(turned, Vec3::NEG_X, Vec3::new(0.0, 3.0, 7.0));
    let mut scratch = ShapeScratch::default();
    for a in [&ring, &cuboid(1.0, 0.3, 0.7)] {
        let mut ask = |budget| {
            let options = SweepOptions::default();
            let (b, scratch) = (&rod, &mut scratch);
            let found = time_of_impact(
                Moving::new(a, &motion_a),
                Moving::new(b, &motion_b),
                1.0,
                &options,
                budget,
                scratch,
            );
            (found, scratch.counters().work())
        };
        let (full, work) = ask(Budget::Unlimited);
        let time = impact_time(full);
        let mut latest = 0.0f32;
        for units in 0..work {
            let (found, done) = ask(Budget::Work(units));
            let Sweep::Cut { safe_time } = found else {
                panic!("{units} of {work}: {found:?}");
            };
            assert!(f64::from(safe_time) <= time, "{units} of {work}: {found:?}");
            assert!(done <= units);
            latest = latest.max(safe_time);
        }
        assert_eq!(ask(Budget::Work(work)).0, full);
        assert!(latest > 0.0, "every cut gives up at the start");
    }
}

#[test]
fn absurd_motions_end_soon_and_on_the_safe_side() {
    let ring = Model::build(
        &meshes::torus(8, 6, 1.0, 0.3).mesh(),
        &BuildOptions::default(),
    );
    let shapes = [
        Shape::Mesh(Arc::new(ring.unwrap())),
        cuboid(0.5, 0.2, 0.7),
        Shape::Sphere(Sphere::new(0.4).unwrap()),
        Shape::Capsule(Capsule::new(0.4, 0.1).unwrap()),
    ];
    let mut scratch = ShapeScratch::default();
    for duration in [f32::NAN, -1.0, 0.0, 1e-30, 1.0, 1e20, f32::INFINITY] {
        for (speed, spin) in [
            (0.0, 0.0),
            (1e30, 0.0),
            (0.1, 1e5),
            (1e20, 1e15),
            (1e-30, 1e-30),
        ] {
            let start = at(Vec3::new(3.0, 0.1, 0.2));
            let towards = moving(start, Vec3::NEG_X * speed, Vec3::new(1.0, 2.0, 0.5) * spin);
            let turning = moving(Pose::IDENTITY, Vec3::ZERO, Vec3::new(0.1, 1.0, 0.3) * spin);
            for (i, a) in shapes.iter().enumerate() {
                for (j, b) in shapes.iter().enumerate() {
                    if i == 0 && j == 0 {
                        continue;
                    }
                    let options = SweepOptions { target: f32::NAN };
                    let budget = Budget::Work(20_000);
                    let found = time_of_impact(
                        Moving::new(a, &turning),
                        Moving::new(b, &towards),
                        duration,
                        &options,
                        budget,
                        &mut scratch,
                    );
                    let lasts = duration > 0.0 && duration.is_finite();
                    if !lasts {
                        assert_eq!(found, Sweep::Clear, "{i} {j} {duration}");
                    }
                    let safe = found.safe_time(1e20);
                    assert!(safe >= 0.0, "{i} {j} {duration} {speed} {spin}: {found:?}");
                    // They are 3 m apart and less than 2.8 m large together.
                    if lasts && spin == 0.0 && speed == 1e30 && duration == 1.0 {
                        assert!(safe > 1e-31 && safe < 3.1e-30, "{i} {j}: {found:?}");
                    }
                }
            }
        }
    }
}
