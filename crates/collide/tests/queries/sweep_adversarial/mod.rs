//! Mesh sweeps where they are hardest: see `cases.rs`.
//!
//! A reference steps through each case: each step is as long as the distance allows at the fastest
//! approach, so that no contact lies between two of its instants.

mod cases;

use cases::{Case, KINDS, at, case, motion};
use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::query::{Moving, Placed};
use dodgem_collide::{BuildOptions, Counters, DistanceOptions, Model, PairCache, Query};
use dodgem_oracle::meshes::{self, Raw};
use dodgem_oracle::{long_run, mesh, random};
use glam::{Quat, Vec3};

const TARGET: f64 = 1e-4;

/// A case with its models, and memory for queries.
struct Checked<'c> {
    label: String,
    case: &'c Case,
    models: [Model; 2],
    query: Query,
}

/// The result of a sweep.
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
        let query = &mut self.query;
        let (a, b) = (Placed::new(a, &at_a), Placed::new(b, &at_b));
        let found = query.distance(
            a,
            b,
            &DistanceOptions {
                absolute: 0.0,
                relative: part,
            },
            &mut PairCache::default(),
        );
        f64::from(found.lower_bound())
    }

    fn sweep(&mut self, swapped: bool) -> (Sweep, Counters) {
        let [a, b] = &self.models;
        let mut sides = [(a, &self.case.motion_a), (b, &self.case.motion_b)];
        if swapped {
            sides.swap(0, 1);
        }
        let [(a, motion_a), (b, motion_b)] = sides;
        let options = SweepOptions::default();
        let (duration, query) = (self.case.duration, &mut self.query);
        let found = query.time_of_impact(
            Moving::new(a, motion_a),
            Moving::new(b, motion_b),
            duration,
            &options,
            &mut PairCache::default(),
        );
        let cost = found.cost;
        (
            if swapped {
                found.swapped()
            } else {
                found.value
            },
            cost,
        )
    }

    /// A bound of the speed at which two points approach, in m/s.
    fn fastest(&self) -> f64 {
        let of = |motion: &Motion, raw: &Raw| {
            motion.linear_velocity().length()
                + motion.angular_velocity().length() * f64::from(raw.radius())
        };
        of(&self.case.motion_a, &self.case.a) + of(&self.case.motion_b, &self.case.b)
    }

    /// Bound of the rounding error of poses in f32, in metres.
    fn resolution(&self) -> f64 {
        let far = |motion: &Motion, raw: &Raw| {
            let start = motion.start_pose().translation().length();
            start
                + motion.linear_velocity().length() as f32 * self.case.duration
                + 4.0 * raw.radius()
        };
        let case = self.case;
        let far = far(&case.motion_a, &case.a) + far(&case.motion_b, &case.b);
        2.4e-7 * f64::from(far)
    }

    /// Steps to `until` (s), each as long as the distance allows but at least a small part of all.
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
        // The order may only choose between times at which the pair is equally near.
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

/// Checks cases of all kinds, prints the outcomes, and returns their counts by kind.
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
            query: Query::default(),
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

/// `SWEPT_PAIRS=1000000 cargo test --release -p dodgem-collide --test queries sweep_adversarial --
/// --ignored --nocapture`
#[test]
#[ignore = "a million pairs take hours; 20,000 some minutes"]
fn the_hardest_motions_keep_the_promise_a_million_times() {
    let pairs = long_run::count("SWEPT_PAIRS", 20_000);
    long_run::on_all_cores(1_000_000..1_000_000 + pairs, 500, |seeds| {
        check_cases(seeds, 600.0);
    });
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
                    query: Query::default(),
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
