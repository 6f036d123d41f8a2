//! Random moving shapes against f64 references that step through time.

use std::sync::Arc;

use dodgem_collide::internals::{EpaScratch, WarmStart, separation};
use dodgem_collide::math::{Motion, Placement, Pose};
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::query::{Moving, Placed, Stage, Stages};
use dodgem_collide::shape::{Capsule, Cone, ConvexHull, Cylinder, Sphere, SupportMap};
use dodgem_collide::{
    BuildOptions, DistanceOptions, Model, PairCache, Query, Relative, Shape, VolumeKind,
};
use dodgem_oracle::random::{self, between};
use dodgem_oracle::{long_run, meshes};
use glam::{DQuat, Vec3};
use rand::RngExt;
use rand_pcg::Pcg32;

use super::{TARGET, cuboid};

/// The stages that may decide; and true if the shapes are swapped in the query.
const WAYS: [(Stages, bool); 4] = [
    (Stages::ALL, false),
    (Stages::ALL, true),
    (Stages::ALL.without(Stage::ClosedForm), false),
    (Stages::TREES_ONLY, true),
];

/// A motion's placement at a time (s), by glam's own rotations.
fn placed(motion: &Motion, time: f64) -> Placement {
    let start = motion.start_pose();
    let center = motion.local_center().as_dvec3();
    let from = start.rotation().as_dquat().normalize();
    let turn = DQuat::from_scaled_axis(motion.angular_velocity() * time);
    let world = from * center + start.translation().as_dvec3() + motion.linear_velocity() * time;
    let rotation = turn * from;
    Placement {
        rotation,
        translation: world - rotation * center,
    }
}

/// The first time (s) at which the distance is 0, or infinity. Each step is as long as the distance
/// allows at the fastest approach, but at least a small part of the whole.
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

/// Checks an answer against the distance function at all times. Returns true if it is an impact.
pub fn check(
    label: &str,
    found: Sweep,
    mut distance: impl FnMut(f64) -> f64,
    duration: f32,
    fastest: f64,
) -> bool {
    let label = format!("{label}: {found:?}");
    let start = distance(0.0);
    let target = TARGET.min(0.5 * start);
    // The rounding of a time to f32.
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
        Sweep::Cut { safe_time, .. } => {
            let met = first_meeting(&mut distance, f64::from(safe_time), fastest);
            assert!(met.is_infinite(), "{label}: meet at {met}");
            // Advancement alone needs some steps for every revolution near each other.
            let plain = label.contains("Some(Advancement)");
            assert!(plain, "{label}: cut without a budget");
        }
    }
    false
}

pub fn any_solid(rng: &mut Pcg32) -> Shape {
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

pub fn solid(shape: &Shape) -> &dyn SupportMap {
    match shape {
        Shape::Sphere(s) => s,
        Shape::Cuboid(s) => s,
        Shape::Capsule(s) => s,
        Shape::Cylinder(s) => s,
        Shape::Cone(s) => s,
        Shape::Hull(s) => s.as_ref(),
        _ => panic!("not a convex solid"),
    }
}

/// Two motions that bring bodies of about a metre near each other within the duration (s) given
/// with them, slowly or very fast, rotating much, a little or not at all.
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

/// A bound of the speed at which points of two bodies approach each other, if all their points are
/// within `reach` of the origins.
fn fastest(a: &Motion, b: &Motion, reach: f64) -> f64 {
    let of = |m: &Motion| {
        let arm = reach + f64::from(m.local_center().length());
        m.linear_velocity().length() + m.angular_velocity().length() * arm
    };
    of(a) + of(b) + 1e-3
}

#[test]
fn solids_are_apart_until_the_impact_and_near_at_it() {
    let (hits, clear) = check_solids(62, 1000);
    assert!(hits > 500 && clear > 300, "{hits} {clear}");
}

/// `SWEPT_PAIRS=1000000 cargo test --release -p dodgem-collide --test queries sweep_shapes --
/// --ignored --nocapture`
#[test]
#[ignore = "a million pairs take an hour"]
fn many_shapes_are_apart_until_the_impact_and_near_at_it() {
    let pairs = long_run::count("SWEPT_PAIRS", 100_000) / 2;
    long_run::on_all_cores(1_000_000..1_000_000 + pairs, 500, |part| {
        check_solids(part.start, (part.end - part.start) as u32);
        check_solids_and_meshes(part.start, (part.end - part.start) as u32);
    });
}

/// Checks random pairs of solids by all of [`WAYS`]. Returns the numbers of pairs that met and that did not.
fn check_solids(seed: u64, rounds: u32) -> (u32, u32) {
    let mut rng = random::rng(seed);
    let (mut hits, mut clear) = (0, 0);
    let mut steps = [0; 4];
    let mut query = Query::default();
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
        let sides = [Moving::new(&a, &motion_a), Moving::new(&b, &motion_b)];
        let mut times = [0.0; 4];
        for (i, (stages, is_swapped)) in WAYS.into_iter().enumerate() {
            query.set_stages(stages);
            let first = usize::from(is_swapped);
            let (options, cache) = (SweepOptions::default(), &mut PairCache::default());
            let (one, other) = (sides[first], sides[1 - first]);
            let found = query.time_of_impact(one, other, duration, &options, cache);
            let label = format!(
                "round {round}, {stages:?} {is_swapped}: {a:?} {motion_a:?} {b:?} {motion_b:?}"
            );
            steps[i] += found.cost.advancement_steps;
            times[i] = f64::from(found.safe_time(duration));
            match check(&label, found.value, distance, duration, fastest) {
                true => hits += 1,
                false => clear += 1,
            }
        }
        // The stages and the order may only choose other places between half of the target
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

/// Checks random pairs of a solid and a mesh. Returns the numbers of pairs that met and that did not.
fn check_solids_and_meshes(seed: u64, rounds: u32) -> (u32, u32) {
    let mut rng = random::rng(seed);
    let mut query = Query::default();
    let mut asking = Query::default();
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
            let (a, b) = (Placed::new(a, &poses[0]), Placed::new(b, &poses[1]));
            let found = asking.distance(a, b, &DistanceOptions::EXACT, &mut PairCache::default());
            f64::from(found.lower_bound())
        };
        let found = query.time_of_impact(
            Moving::new(a, &motion_a),
            Moving::new(b, &motion_b),
            duration,
            &SweepOptions::default(),
            &mut PairCache::default(),
        );
        steps += found.cost.advancement_steps;
        let label = format!("round {round}: {name} and {solid:?}, {motion_a:?}, {motion_b:?}");
        let fastest = fastest(&motion_a, &motion_b, 2.5);
        match check(&label, found.value, &mut distance, duration, fastest) {
            true => hits += 1,
            false => clear += 1,
        }
    }
    println!("{hits} hits, {clear} clear, {steps} steps");
    (hits, clear)
}
