//! Mesh sweeps where they are hardest: spinning blades, thin plates, needles, rings within rings,
//! near misses, faces that stay parallel, bodies that start 0.2 mm apart, absurd speeds.
//!
//! A reference steps through each case by what the distance allows at the fastest approach, so
//! that nothing can slip through between two of its looks.

use crate::oracle;

use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::query::Moving;
use dodgem_collide::query::toi::{Sweep, SweepOptions, time_of_impact};
use dodgem_collide::{Budget, BuildOptions, Counters, Model, Scratch, distance_approx};
use glam::{Quat, Vec3};
use oracle::mesh;
use oracle::meshes::{self, Raw};
use oracle::random::{self, between};
use rand::RngExt;
use rand_pcg::Pcg32;

const TARGET: f64 = 1e-4;

/// Two meshes in motion.
struct Case {
    name: &'static str,
    a: Raw,
    motion_a: Motion,
    b: Raw,
    motion_b: Motion,
    duration: f32,
}

/// No faster than 200 turns in the duration: sampling more takes long.
fn at_most_200_turns(spin: Vec3, duration: f32) -> Vec3 {
    spin.clamp_length_max(200.0 * std::f32::consts::TAU / duration)
}

fn motion(pose: Pose, velocity: Vec3, spin: Vec3) -> Motion {
    Motion::new(pose, velocity, spin, Vec3::ZERO).unwrap()
}

fn at(translation: Vec3) -> Pose {
    Pose::from_translation(translation).unwrap()
}

/// Two crossed blades, a centimetre wide and a millimetre thick, around the y axis.
fn rotor() -> Raw {
    let blade = |x: f32, z: f32| meshes::cuboid(Vec3::new(x, 5e-4, z));
    blade(1.0, 5e-3).with(blade(5e-3, 1.0))
}

fn spinning_blades(rng: &mut Pcg32) -> Case {
    let spin = random::pick(rng, &[50.0, 200.0, 500.0]);
    let speed = random::log_between(rng, 1.0, 1000.0);
    // Through the disc of the blades, or in it from the side.
    let from = random::direction(rng) * 1.5;
    let to = random::in_cube(rng, 0.6);
    let bullet = random::pick(rng, &[0.004f32, 0.03, 0.3]);
    let tumble = random::direction(rng) * between(rng, 0.0, 500.0);
    Case {
        name: "spinning blades",
        a: rotor(),
        motion_a: motion(Pose::IDENTITY, Vec3::ZERO, Vec3::Y * spin),
        b: meshes::cuboid(Vec3::splat(bullet)),
        motion_b: motion(at(from), (to - from).normalize() * speed, tumble),
        duration: (3.0 / speed).min(0.4),
    }
}

fn two_rotors(rng: &mut Pcg32) -> Case {
    let away = random::direction(rng) * between(rng, 1.0, 2.0);
    let pose = Pose::new(random::rotation(rng), away).unwrap();
    let speed = random::log_between(rng, 0.5, 300.0);
    let axis = pose.rotation() * Vec3::Y;
    Case {
        name: "two rotors",
        a: rotor(),
        motion_a: motion(Pose::IDENTITY, Vec3::ZERO, Vec3::Y * 500.0),
        b: rotor(),
        motion_b: motion(pose, -away.normalize() * speed, axis * 311.0),
        duration: (1.5 / speed).min(0.05),
    }
}

fn thin_plates(rng: &mut Pcg32) -> Case {
    let thickness = random::pick(rng, &[0.0f32, 1e-4, 1e-3]);
    let plate = |thickness: f32| {
        if thickness == 0.0 {
            meshes::sheet(3, 2.0, 0.0)
        } else {
            meshes::cuboid(Vec3::new(1.0, thickness, 1.0))
        }
    };
    let tilt = random::pick(rng, &[0.0f32, 1e-4, 0.3, 1.57]);
    let turned = Quat::from_axis_angle(random::direction(rng), tilt);
    let speed = random::pick(rng, &[1.0f32, 100.0, 1000.0]);
    let height = between(rng, 0.5, 2.0);
    let aside = Vec3::new(between(rng, -2.6, 2.6), height, between(rng, -2.6, 2.6));
    let spin = random::direction(rng) * random::pick(rng, &[0.0f32, 0.0, 3.0, 500.0]);
    let duration = 1.5 * height / speed;
    let spin = at_most_200_turns(spin, duration);
    Case {
        name: "thin plates",
        a: plate(thickness),
        motion_a: motion(Pose::IDENTITY, Vec3::ZERO, Vec3::ZERO),
        b: plate(1e-3),
        motion_b: motion(Pose::new(turned, aside).unwrap(), Vec3::NEG_Y * speed, spin),
        duration,
    }
}

fn needles(rng: &mut Pcg32) -> Case {
    let away = random::direction(rng) * between(rng, 0.1, 1.5);
    let speed = random::log_between(rng, 0.5, 1000.0);
    let duration = (2.5 / speed).min(0.5);
    let spin = |rng: &mut Pcg32| {
        let turns = random::log_between(rng, 0.1, 200.0) / duration;
        random::direction(rng) * turns.min(500.0)
    };
    let aim = (random::in_cube(rng, 0.4) - away).normalize();
    let start = Pose::new(random::rotation(rng), away).unwrap();
    Case {
        name: "needles",
        a: meshes::needle(2.0),
        motion_a: motion(random::pose(rng, 0.01), Vec3::ZERO, spin(rng)),
        b: meshes::needle(2.0),
        motion_b: motion(start, aim * speed, spin(rng)),
        duration,
    }
}

fn tori_through_rings(rng: &mut Pcg32) -> Case {
    // The hole is 1.4 m wide; the small ring just fits, or just not.
    let outer = between(rng, 0.55, 0.75);
    let speed = random::log_between(rng, 1.0, 1000.0);
    let tilt = Quat::from_axis_angle(random::direction(rng), between(rng, 0.0, 0.3));
    let aside = random::in_cube(rng, 0.08) * Vec3::new(1.0, 0.0, 1.0);
    let duration = 2.4 / speed;
    let turn = |rng: &mut Pcg32| random::log_between(rng, 1.0, 300.0) / duration;
    let spin = random::direction(rng) * random::pick(rng, &[0.0, 1.0]) * turn(rng).min(500.0);
    let ring_spin = Vec3::Y * random::pick(rng, &[0.0, 0.3]) * turn(rng).min(500.0);
    Case {
        name: "a ring through a ring",
        a: meshes::torus(14, 6, 1.0, 0.3),
        motion_a: motion(Pose::IDENTITY, Vec3::ZERO, ring_spin),
        b: meshes::torus(10, 5, outer - 0.15, 0.15),
        motion_b: motion(
            Pose::new(tilt, aside + Vec3::Y * 1.2).unwrap(),
            Vec3::NEG_Y * speed,
            spin,
        ),
        duration,
    }
}

fn grazing(rng: &mut Pcg32) -> Case {
    // Past each other's sides, nearer and farther than the target distance.
    let gap = random::pick(rng, &[-1e-3f32, -1e-5, 0.0, 3e-5, 6e-5, 1.2e-4, 1e-3]);
    let speed = random::log_between(rng, 0.1, 1000.0);
    let from = Vec3::new(-1.7, 1.0 + gap, between(rng, -0.4, 0.4));
    let spin = Vec3::Y * random::pick(rng, &[0.0f32, 2.0, 500.0]);
    let spin = at_most_200_turns(spin, 3.4 / speed);
    let (a, b) = if rng.random_bool(0.5) {
        let half = Vec3::splat(0.5);
        (meshes::cuboid(half), meshes::cuboid(half))
    } else {
        (meshes::uv_sphere(8, 12, 0.5), meshes::uv_sphere(8, 12, 0.5))
    };
    Case {
        name: "grazing",
        a,
        motion_a: motion(Pose::IDENTITY, Vec3::ZERO, spin),
        b,
        motion_b: motion(at(from), Vec3::X * speed, Vec3::ZERO),
        duration: 3.4 / speed,
    }
}

fn parallel_faces(rng: &mut Pcg32) -> Case {
    // A box over a plain of triangles: along it, down on it, turning about the upright.
    let gap = random::log_between(rng, 1e-4, 0.3);
    let speed = random::log_between(rng, 0.1, 300.0);
    let down = random::pick(rng, &[0.0f32, 0.0, 1e-3, 0.1, 1.0]);
    let velocity = Vec3::new(1.0, -down, between(rng, -1.0, 1.0)) * speed;
    let from = Vec3::new(-1.5, 0.3 + gap, between(rng, -0.5, 0.5));
    let spin = Vec3::Y * random::pick(rng, &[0.0f32, 0.0, 4.0, 500.0]);
    let spin = at_most_200_turns(spin, 3.0 / speed);
    Case {
        name: "parallel faces",
        a: meshes::sheet(8, 6.0, 0.0),
        motion_a: motion(Pose::IDENTITY, Vec3::ZERO, Vec3::ZERO),
        b: meshes::cuboid(Vec3::new(0.5, 0.3, 0.4)),
        motion_b: motion(at(from), velocity, spin),
        duration: 3.0 / speed,
    }
}

/// Two bodies of any kind that start 0.2 mm apart.
fn near_starts(rng: &mut Pcg32) -> Option<Case> {
    let ((_, a), (_, b)) = (meshes::any(rng), meshes::any(rng));
    let pose_a = random::pose(rng, 0.1);
    let away = random::direction(rng) * 4.0;
    let pose_b = Pose::new(random::rotation(rng), away).ok()?;
    let soups = [
        mesh::soup(&a.mesh(), &pose_a),
        mesh::soup(&b.mesh(), &pose_b),
    ];
    let nearest = mesh::distance(&soups[0], &soups[1]);
    if nearest.distance < 0.01 {
        return None;
    }
    let normal = (nearest.b - nearest.a) / nearest.distance;
    // Moved along the line of the nearest points, they may meet elsewhere first: then the check
    // finds them overlapping, or nearer.
    let shift = normal * (nearest.distance - 2e-4);
    let pose_b = Pose::new(pose_b.rotation(), away - shift.as_vec3()).ok()?;
    let speed = random::log_between(rng, 0.01, 1000.0);
    let along = random::direction(rng);
    let velocity = match rng.random_range(0..3) {
        0 => along,
        1 => -normal.as_vec3(),
        _ => along.cross(normal.as_vec3()),
    };
    let spin = random::direction(rng) * random::pick(rng, &[0.0f32, 1.0, 500.0]);
    Some(Case {
        name: "a start 0.2 mm apart",
        a,
        motion_a: motion(pose_a, Vec3::ZERO, spin),
        b,
        motion_b: motion(pose_b, velocity * speed, Vec3::ZERO),
        duration: (1.0 / speed).min(0.05),
    })
}

fn case(kind: u64, rng: &mut Pcg32) -> Option<Case> {
    Some(match kind {
        0 => spinning_blades(rng),
        1 => two_rotors(rng),
        2 => thin_plates(rng),
        3 => needles(rng),
        4 => tori_through_rings(rng),
        5 => grazing(rng),
        6 => parallel_faces(rng),
        _ => return near_starts(rng),
    })
}

const KINDS: u64 = 8;

/// A case with its models, and memory for queries.
struct Checked<'c> {
    label: String,
    case: &'c Case,
    models: [Model; 2],
    scratch: Scratch,
}

/// What a sweep ended with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Clear,
    Impact,
    Overlapping,
}

impl Checked<'_> {
    fn distance(&mut self, time: f64) -> f64 {
        self.distance_within(time, 0.0)
    }

    /// The distance at a time, exact or less by at most this part of it.
    fn distance_within(&mut self, time: f64, part: f32) -> f64 {
        let [a, b] = &self.models;
        let [at_a, at_b] =
            [&self.case.motion_a, &self.case.motion_b].map(|m| m.pose_at(time as f32));
        let (budget, scratch) = (Budget::Unlimited, &mut self.scratch);
        let found = distance_approx(a, &at_a, b, &at_b, 0.0, part, budget, scratch);
        f64::from(found.lower_bound() / (1.0 + part))
    }

    fn sweep(&mut self, swapped: bool) -> (Sweep, Counters) {
        let [a, b] = &self.models;
        let mut sides = [(a, &self.case.motion_a), (b, &self.case.motion_b)];
        if swapped {
            sides.swap(0, 1);
        }
        let [(a, motion_a), (b, motion_b)] = sides;
        let options = SweepOptions::default();
        let (duration, scratch) = (self.case.duration, &mut self.scratch);
        let budget = Budget::Unlimited;
        let found = time_of_impact(
            Moving::new(a, motion_a),
            Moving::new(b, motion_b),
            duration,
            &options,
            budget,
            scratch,
        );
        let counters = self.scratch.counters;
        (if swapped { found.swapped() } else { found }, counters)
    }

    /// No two points approach faster, in m/s.
    fn fastest(&self) -> f64 {
        let of = |motion: &Motion, raw: &Raw| {
            f64::from(motion.linear_velocity().length())
                + f64::from(motion.angular_velocity().length() * raw.radius())
        };
        of(&self.case.motion_a, &self.case.a) + of(&self.case.motion_b, &self.case.b)
    }

    /// What rounding of poses to f32 may do, in metres.
    fn resolution(&self) -> f64 {
        let far = |motion: &Motion, raw: &Raw| {
            let start = motion.start().translation().length();
            start + motion.linear_velocity().length() * self.case.duration + 4.0 * raw.radius()
        };
        let case = self.case;
        let far = far(&case.motion_a, &case.a) + far(&case.motion_b, &case.b);
        2.4e-7 * f64::from(far)
    }

    /// Steps to `until`, by what the distance allows but at least by a small part of all.
    fn assert_apart(&mut self, until: f64, samples: f64, found: &Sweep) {
        let fastest = self.fastest();
        let mut time = 0.0;
        loop {
            let apart = self.distance_within(time, 0.5);
            let label = &self.label;
            assert!(
                apart > 0.0,
                "{label}: they meet at {time} of {until}, {found:?}"
            );
            if time >= until {
                return;
            }
            time = (time + (apart / fastest).max(until / samples)).min(until);
        }
    }

    fn check(&mut self, samples: f64) -> (Outcome, u64) {
        let (found, counters) = self.sweep(false);
        let (other, _) = self.sweep(true);
        let label = format!("{}: {found:?}, swapped {other:?}", self.label);
        let start = self.distance(0.0);
        let steps = counters.advancement_steps;
        let outcome = match found {
            Sweep::Overlapping { .. } => {
                assert!(start <= 4.0 * self.resolution(), "{label}: {start} apart");
                assert!(matches!(other, Sweep::Overlapping { .. }), "{label}");
                return (Outcome::Overlapping, steps);
            }
            Sweep::Cut { .. } => panic!("{label}: cut without a budget, {counters:?}"),
            Sweep::Clear => Outcome::Clear,
            Sweep::Impact { time, .. } => {
                let case = self.case;
                let soup_a = mesh::soup(&case.a.mesh(), &case.motion_a.pose_at(time));
                let soup_b = mesh::soup(&case.b.mesh(), &case.motion_b.pose_at(time));
                let apart = mesh::distance(&soup_a, &soup_b).distance;
                let resolution = self.resolution();
                // Its time is rounded down.
                let rounding = self.fastest() * f64::from(time) * 1.2e-7;
                let near = TARGET.max(8.0 * resolution) + resolution + rounding;
                assert!(apart <= near, "{label}: {apart} apart");
                Outcome::Impact
            }
        };
        let times = [found, other].map(|found| f64::from(found.safe_time(self.case.duration)));
        self.assert_apart(times[0].max(times[1]), samples, &found);
        // The order may only choose between moments that are equally near.
        if times[0] != times[1] {
            let kept = 0.4 * TARGET.min(0.5 * start) - self.resolution();
            for i in 0..=8 {
                let time = times[0] + (times[1] - times[0]) * f64::from(i) / 8.0;
                let apart = self.distance(time);
                assert!(apart >= kept, "{label}: {apart} apart at {time}");
            }
        }
        (outcome, steps)
    }
}

/// Checks cases of all kinds, prints what came out, and returns the counts of outcomes by kind.
fn check_cases(seeds: std::ops::Range<u64>, samples: f64) -> [[u32; 3]; KINDS as usize] {
    let mut counts = [[0; 3]; KINDS as usize];
    let mut names = [""; KINDS as usize];
    let mut steps = [(0, 0); KINDS as usize];
    for seed in seeds {
        let kind = seed % KINDS;
        let mut rng = random::rng(seed);
        let Some(case) = case(kind, &mut rng) else {
            continue;
        };
        let models = [&case.a, &case.b]
            .map(|raw| Model::build(&raw.mesh(), &BuildOptions::default()).unwrap());
        let mut checked = Checked {
            label: format!("seed {seed}, {}", case.name),
            case: &case,
            models,
            scratch: Scratch::default(),
        };
        let (outcome, taken) = checked.check(samples);
        let kind = kind as usize;
        counts[kind][outcome as usize] += 1;
        names[kind] = case.name;
        steps[kind] = (steps[kind].0 + taken, steps[kind].1.max(taken));
    }
    for kind in 0..KINDS as usize {
        let [clear, impact, overlapping] = counts[kind];
        let all = u64::from(clear + impact + overlapping).max(1);
        println!(
            "{}: {clear} clear, {impact} impacts, {overlapping} overlapping; steps: mean {:.1}, most {}",
            names[kind],
            steps[kind].0 as f64 / all as f64,
            steps[kind].1
        );
    }
    counts
}

#[test]
fn the_hardest_motions_keep_the_promise() {
    for (kind, [clear, impact, _]) in check_cases(0..KINDS * 50, 120.0).into_iter().enumerate() {
        assert!(
            clear > 2 && impact > 5,
            "kind {kind}: {clear} clear, {impact} impacts"
        );
    }
}

/// `SWEPT_PAIRS=1000000 cargo test --release --test sweep_adversarial -- --ignored --nocapture`
#[test]
#[ignore = "a million pairs take hours; 20,000 some minutes"]
fn the_hardest_motions_keep_the_promise_a_million_times() {
    let pairs = std::env::var("SWEPT_PAIRS").ok();
    let pairs = pairs.and_then(|n| n.parse().ok()).unwrap_or(20_000);
    check_cases(1_000_000..1_000_000 + pairs, 600.0);
}

#[test]
fn what_rests_on_a_floor_takes_few_steps() {
    let floor = meshes::sheet(10, 6.0, 0.0);
    for (name, body) in [
        ("box", meshes::cuboid(Vec3::splat(0.3))),
        ("sphere", meshes::uv_sphere(10, 14, 0.3)),
        (
            "ring",
            meshes::torus(16, 8, 0.3, 0.1).turned(Quat::from_rotation_x(0.2)),
        ),
    ] {
        let lowest = body
            .vertices
            .iter()
            .map(|v| v.y)
            .fold(f32::INFINITY, f32::min);
        for gap in [1e-6f32, 1e-5, 5e-5, 2e-4, 5e-3] {
            let start = at(Vec3::new(0.13, gap - lowest, -0.21));
            for (velocity, spin) in [
                (Vec3::ZERO, Vec3::ZERO),
                (Vec3::X * 30.0, Vec3::ZERO),
                (Vec3::ZERO, Vec3::Y * 40.0),
                (Vec3::Y * 0.1, Vec3::ZERO),
                (Vec3::new(2.0, 0.0, 3.0), Vec3::Y * 3.0),
                // A step of gravity.
                (Vec3::NEG_Y * 0.08, Vec3::ZERO),
            ] {
                let case = Case {
                    name,
                    a: floor.clone(),
                    motion_a: Motion::resting(Pose::IDENTITY),
                    b: body.clone(),
                    motion_b: motion(start, velocity, spin),
                    duration: 1.0 / 120.0,
                };
                let models = [&case.a, &case.b]
                    .map(|raw| Model::build(&raw.mesh(), &BuildOptions::default()).unwrap());
                let mut checked = Checked {
                    label: format!("{name} {gap} m above, {velocity}, {spin}"),
                    case: &case,
                    models,
                    scratch: Scratch::default(),
                };
                let (outcome, steps) = checked.check(20.0);
                let label = &checked.label;
                assert!(steps <= 12, "{label}: {steps} steps");
                if gap >= 1e-5 && velocity.y >= 0.0 && spin.length() != 3.0 && name != "ring" {
                    assert_eq!(outcome, Outcome::Clear, "{label}");
                }
            }
        }
    }
}
