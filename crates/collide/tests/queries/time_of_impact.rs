//! The promise of `time_of_impact`: disjoint at every time before the one returned, and near at
//! that time. Checked by dense sampling with the exact `collide` and distances in f64.

use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::query::Moving;
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::{
    Budget, BuildOptions, Collision, Counters, Model, PairCache, Placed, Query, VolumeKind,
};
use dodgem_oracle::{long_run, mesh, meshes, random};
use glam::{Quat, Vec3};
use rand_pcg::Pcg32;

fn model(raw: &meshes::Raw) -> Model {
    Model::build(&raw.mesh(), &BuildOptions::default()).expect("a sound mesh")
}

fn sweep(a: &Model, ma: &Motion, b: &Model, mb: &Motion, duration: f32) -> (Sweep, Counters) {
    let mut query = Query::default();
    let options = SweepOptions::default();
    let found = query.time_of_impact(
        Moving::new(a, ma),
        Moving::new(b, mb),
        duration,
        &options,
        &mut PairCache::default(),
    );
    (found.value, found.cost)
}

fn meet(a: &Model, pa: &Pose, b: &Model, pb: &Pose, query: &mut Query) -> bool {
    query.intersect(Placed::new(a, pa), Placed::new(b, pb)) != Collision::Clear
}

fn turning(translation: Vec3, velocity: Vec3, spin: Vec3) -> Motion {
    let pose = Pose::from_translation(translation).unwrap();
    Motion::new(pose, velocity, spin, Vec3::ZERO).unwrap()
}

#[test]
fn a_turning_beam_meets_a_wall_at_the_time_known_by_hand() {
    // The corner (2, .1) of the beam is at height 2 sin t + .1 cos t: 1 m at 0.472920 s.
    let beam = model(&meshes::cuboid(Vec3::new(2.0, 0.1, 0.1)));
    let wall = model(&meshes::cuboid(Vec3::new(5.0, 0.5, 5.0)));
    let turn = turning(Vec3::ZERO, Vec3::ZERO, Vec3::Z);
    let rest = Motion::resting(Pose::from_translation(Vec3::Y * 1.5).unwrap());
    for (found, side) in [
        (sweep(&beam, &turn, &wall, &rest, 1.0).0, 1.0),
        (sweep(&wall, &rest, &beam, &turn, 1.0).0, -1.0),
    ] {
        let Sweep::Impact {
            time,
            point_a,
            point_b,
            normal,
        } = found
        else {
            panic!("{found:?}");
        };
        // The corner crosses the last 0.1 mm in 0.1 mm / 1.74 m/s.
        assert!((0.472_920 - 6e-5..=0.472_921).contains(&time), "{time}");
        assert!(normal.abs_diff_eq(Vec3::Y * side, 1e-3), "{normal}");
        assert!((point_a.y - 1.0).abs() < 2e-4 && (point_b.y - 1.0).abs() < 2e-4);
    }
}

#[test]
fn a_fast_plate_does_not_pass_through_a_thin_one() {
    let plate = model(&meshes::sheet(4, 1.0, 0.0));
    let rest = Motion::resting(Pose::IDENTITY);
    for speed in [1.0f32, 50.0, 1000.0, 1e5] {
        let falling = turning(Vec3::new(0.2, 3.0, 0.1), Vec3::NEG_Y * speed, Vec3::ZERO);
        let (found, counters) = sweep(&plate, &rest, &plate, &falling, 10.0 / speed);
        let Sweep::Impact { time, .. } = found else {
            panic!("{speed} m/s: {found:?}");
        };
        let error = (time * speed - 3.0).abs();
        assert!(error < 2e-4, "{speed} m/s: {error}");
        assert!(counters.advancement_steps < 20);
    }
}

/// A case of two moving meshes, from slow to absurd.
struct Case {
    name: String,
    a: Model,
    motion_a: Motion,
    b: Model,
    motion_b: Motion,
    duration: f32,
}

/// A motion of about `duration` seconds, roughly `toward` a position.
fn any_motion(rng: &mut Pcg32, start: Pose, toward: Vec3, speed: f32, duration: f32) -> Motion {
    let astray = random::direction(rng) * random::between(rng, 0.0, 0.8);
    let direction = (toward + astray).normalize_or_zero();
    let spin = match random::pick(rng, &[0, 1, 2]) {
        0 => 0.0,
        // Less than one revolution in all.
        1 => random::log_between(rng, 0.01, 5.0) / duration,
        // Up to twenty revolutions.
        _ => random::log_between(rng, 1.0, 125.0) / duration,
    };
    let spin = random::direction(rng) * spin.min(500.0);
    let center = random::in_cube(rng, 0.3);
    Motion::new(start, direction * speed, spin, center).unwrap()
}

fn case(seed: u64) -> Case {
    let mut rng = random::rng(seed);
    let scale = meshes::any_scale(&mut rng);
    let (name_a, raw_a) = meshes::any(&mut rng);
    let (name_b, raw_b) = meshes::any(&mut rng);
    let (raw_a, raw_b) = (raw_a.scaled(scale), raw_b.scaled(scale));
    let volume = random::pick(&mut rng, &VolumeKind::ALL);
    let mut options = BuildOptions {
        volume,
        ..BuildOptions::default()
    };
    let a = Model::build(&raw_a.mesh(), &options).unwrap();
    if seed.is_multiple_of(5) {
        options.volume = random::pick(&mut rng, &VolumeKind::ALL);
    }
    let b = Model::build(&raw_b.mesh(), &options).unwrap();
    let far = random::between(&mut rng, 0.5, 4.0) * scale;
    let away = random::direction(&mut rng) * far;
    let pose_a = random::pose(&mut rng, 0.3 * scale);
    let pose_b = Pose::new(random::rotation(&mut rng), pose_a.translation() + away).unwrap();
    // Fast or slow, they travel up to some of their sizes.
    let speeds = [0, 1].map(|_| random::log_between(&mut rng, 0.1, 1000.0));
    let travel = random::between(&mut rng, 0.1, 3.0) * far.max(scale);
    let duration = travel / (speeds[0] + speeds[1]);
    let [toward_b, toward_a] = [away, -away].map(Vec3::normalize);
    let motion_a = any_motion(&mut rng, pose_a, toward_b, speeds[0], duration);
    let motion_b = any_motion(&mut rng, pose_b, toward_a, speeds[1], duration);
    Case {
        name: format!("seed {seed}: {name_a} and {name_b}, size {scale}, {volume:?}"),
        a,
        motion_a,
        b,
        motion_b,
        duration,
    }
}

/// Checks a case by `samples` times; returns 0 for clear, 1 for an impact, 2 for an overlap.
fn check(case: &Case, samples: u32, query: &mut Query) -> usize {
    let Case {
        name,
        a,
        motion_a,
        b,
        motion_b,
        duration,
    } = case;
    let (found, counters) = sweep(a, motion_a, b, motion_b, *duration);
    let meets_at = |time: f32, query: &mut Query| {
        meet(
            a,
            &motion_a.pose_at(time),
            b,
            &motion_b.pose_at(time),
            query,
        )
    };
    let (outcome, safe) = match found {
        Sweep::Clear => (0, *duration),
        Sweep::Impact { time, .. } => (1, time),
        Sweep::Overlapping { .. } => (2, 0.0),
        Sweep::Cut { safe_time, .. } => (3, safe_time),
    };
    if outcome == 2 {
        let soup_a = mesh::soup(a.mesh(), &motion_a.pose_at(0.0));
        let soup_b = mesh::soup(b.mesh(), &motion_b.pose_at(0.0));
        let truth = mesh::relation(&soup_a, &soup_b).witness.distance;
        let reach = a.bounding_sphere().1
            + b.bounding_sphere().1
            + motion_a.start_pose().translation().length();
        assert!(
            truth <= f64::from(reach) * 1e-5,
            "{name}: apart by {truth} but {found:?}"
        );
        return outcome;
    }
    for sample in 0..samples {
        // Evenly, and closer and closer to the time returned.
        let time = if sample % 4 == 3 {
            safe * (1.0 - 0.5f32.powi((sample / 4 % 24) as i32))
        } else {
            safe * sample as f32 / samples as f32
        };
        assert!(
            !meets_at(time, query),
            "{name}: they meet at {time} before {found:?}, {counters:?}"
        );
    }
    assert!(!meets_at(safe, query), "{name}: they meet at {found:?}");
    if let Sweep::Impact {
        time,
        point_a,
        point_b,
        normal,
    } = found
    {
        let soup_a = mesh::soup(a.mesh(), &motion_a.pose_at(time));
        let soup_b = mesh::soup(b.mesh(), &motion_b.pose_at(time));
        let distance = mesh::relation(&soup_a, &soup_b).witness.distance;
        let far = |m: &Motion| {
            f64::from(
                m.start_pose().translation().length() + m.linear_velocity().length() as f32 * time,
            )
        };
        let size = f64::from(a.local_aabb().extents().length() + b.local_aabb().extents().length());
        let resolution = 1.2e-7 * (far(motion_a) + far(motion_b) + 8.0 * size);
        // The time is rounded to f32.
        let speed = (motion_a.linear_velocity().length() + motion_b.linear_velocity().length())
            + (motion_a.angular_velocity().length() + motion_b.angular_velocity().length()) * size;
        let near = 1e-4f64.max(4.0 * resolution) + resolution + speed * f64::from(time) * 1.2e-7;
        assert!(distance <= near, "{name}: {distance} apart at {found:?}");
        assert!((normal.length() - 1.0).abs() < 1e-5, "{name}: {normal}");
        let on_a = mesh::point_distance(point_a.as_dvec3(), &soup_a).distance;
        let on_b = mesh::point_distance(point_b.as_dvec3(), &soup_b).distance;
        assert!(on_a.max(on_b) < near, "{name}: {on_a}, {on_b}");
    }
    outcome
}

#[test]
fn random_swept_pairs_are_disjoint_before_the_time_returned() {
    let mut query = Query::default();
    let mut outcomes = [0; 4];
    for seed in 0..1500 {
        outcomes[check(&case(seed), 96, &mut query)] += 1;
    }
    println!("{outcomes:?}");
    assert!(outcomes[0] > 300 && outcomes[1] > 300, "{outcomes:?}");
    assert_eq!(outcomes[3], 0, "cut without a budget: {outcomes:?}");
}

/// `SWEPT_PAIRS=1000000 cargo test --release -p dodgem-collide --test queries time_of_impact --
/// --ignored`
#[test]
#[ignore = "millions of samples: minutes to hours"]
fn many_random_swept_pairs() {
    let count = long_run::count("SWEPT_PAIRS", 100_000);
    long_run::on_all_cores(1_000_000..1_000_000 + count, 500, |seeds| {
        let mut query = Query::default();
        let mut outcomes = [0; 4];
        for seed in seeds {
            outcomes[check(&case(seed), 200, &mut query)] += 1;
        }
        println!("clear, impact, overlapping, cut: {outcomes:?}");
    });
}

#[test]
fn any_budget_of_work_only_makes_the_time_earlier() {
    let blade = model(&meshes::torus(12, 8, 1.0, 0.3));
    let tilted = Pose::new(Quat::from_rotation_x(1.2), Vec3::new(3.5, 0.1, 0.0)).unwrap();
    let a = turning(Vec3::ZERO, Vec3::X * 2.0, Vec3::new(1.0, 9.0, 0.5));
    let b = Motion::new(tilted, Vec3::NEG_X, Vec3::new(0.0, 3.0, 7.0), Vec3::ZERO).unwrap();
    let (full, counters) = sweep(&blade, &a, &blade, &b, 1.0);
    let Sweep::Impact { time, .. } = full else {
        panic!("{full:?}")
    };
    let work = counters.work();
    assert!(work > 50, "too easy: {work}");
    let mut query = Query::default();
    let options = SweepOptions::default();
    let mut latest = 0.0f32;
    for units in 0..=work {
        query.budget = Budget::Work(units);
        let cut = query.time_of_impact(
            Moving::new(&blade, &a),
            Moving::new(&blade, &b),
            1.0,
            &options,
            &mut PairCache::default(),
        );
        match *cut {
            Sweep::Cut { safe_time, .. } => {
                assert!(
                    (0.0..=time).contains(&safe_time),
                    "{units} of {work}: {safe_time} after {time}"
                );
                latest = latest.max(safe_time);
            }
            other => assert!(
                units >= work && other == full,
                "{units} of {work}: {other:?}"
            ),
        }
        assert!(cut.cost.work() <= units);
    }
    assert!(latest > 0.0, "every cut gives up at the start");
}

#[test]
fn what_starts_near_and_slides_or_leaves_is_not_held() {
    let floor = model(&meshes::sheet(10, 4.0, 0.0));
    let block = model(&meshes::cuboid(Vec3::splat(0.5)));
    let rest = Motion::resting(Pose::IDENTITY);
    // The last but two: hardly farther apart than the target, which alone would be an impact at once.
    for gap in [1e-3f32, 2e-4, 1.8e-4, 1.01e-4, 9e-5, 2e-5] {
        let start = Vec3::new(-0.7, 0.5 + gap, 0.1);
        for velocity in [Vec3::X * 3.0, Vec3::Y, Vec3::new(1.0, 0.5, 0.3), Vec3::ZERO] {
            let (found, counters) = sweep(
                &floor,
                &rest,
                &block,
                &turning(start, velocity, Vec3::ZERO),
                0.5,
            );
            assert_eq!(found, Sweep::Clear, "{gap} above, {velocity}");
            assert!(counters.advancement_steps < 10, "{gap}: {counters:?}");
        }
        let (found, _) = sweep(
            &floor,
            &rest,
            &block,
            &turning(start, Vec3::NEG_Y, Vec3::ZERO),
            0.5,
        );
        let Sweep::Impact { time, .. } = found else {
            panic!("{gap}: {found:?}")
        };
        assert!(time <= gap && gap - time <= 1e-4, "{gap}: {time}");
    }
}

#[test]
fn hundreds_of_turns_are_followed_to_the_end() {
    let floor = model(&meshes::cuboid(Vec3::new(1.0, 1e-3, 1.0)));
    let plate = model(&meshes::cuboid(Vec3::new(1.0, 1e-3, 1.0)));
    let rest = Motion::resting(Pose::IDENTITY);
    for height in [1.9f32, 2.6] {
        for axis in [Vec3::X, Vec3::Y, Vec3::Z, Vec3::new(0.6, 0.0, 0.8)] {
            let falling = turning(Vec3::Y * height, Vec3::NEG_Y, axis * 500.0);
            let (found, counters) = sweep(&floor, &rest, &plate, &falling, 2.0);
            let label = format!("from {height} about {axis}: {found:?}, {counters:?}");
            // Flat it falls to the floor; else its lowest corner reaches down once in half a revolution.
            let reach = 2e-3 + axis.cross(Vec3::Y).length() * if axis.x == 0.6 { 1.4 } else { 1.0 };
            let meets = height - reach;
            if meets > 2.0 {
                assert_eq!(found, Sweep::Clear, "{label}");
                continue;
            }
            let Sweep::Impact { time, .. } = found else {
                panic!("{label}")
            };
            assert!(
                (meets - 2e-3..meets + 9e-3).contains(&time),
                "{label}, expected {meets}"
            );
        }
    }
}

#[test]
fn what_meets_at_the_start_is_overlapping() {
    let block = model(&meshes::cuboid(Vec3::splat(0.5)));
    let rest = Motion::resting(Pose::IDENTITY);
    for x in [0.3f32, 1.0] {
        let (found, _) = sweep(
            &block,
            &rest,
            &block,
            &turning(Vec3::X * x, Vec3::X, Vec3::ZERO),
            1.0,
        );
        assert!(matches!(found, Sweep::Overlapping { .. }), "{x}: {found:?}");
    }
}
