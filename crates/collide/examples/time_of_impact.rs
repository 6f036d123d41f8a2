//! When do two moving bodies meet? A sweep finds it where tests at single times miss it.
//!
//! A rod spins at 10 turns a second past a plate of 2 mm. Tests at the ends of steps see them apart,
//! because the rod passes through the plate in between. The sweep reports the time of impact, and a
//! sweep that is stopped by its budget reports a time that is surely before it.
//! Run it with `cargo run --release -p dodgem-collide --example time_of_impact`.

use std::f32::consts::TAU;

use dodgem_collide::glam::Vec3;
use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::shape::ConvexHull;
use dodgem_collide::{Budget, BuildOptions, Model, Moving, PairCache, Placed, Query};

/// The duration of one step, in seconds.
const STEP: f32 = 1.0 / 60.0;

/// A model of a box with these half edge lengths, in metres.
fn cuboid(half: Vec3) -> Result<Model, Box<dyn std::error::Error>> {
    let sign = |i: u32, bit: u32| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
    let corners: Vec<Vec3> = (0..8)
        .map(|i| Vec3::new(sign(i, 0), sign(i, 1), sign(i, 2)) * half)
        .collect();
    let mesh = ConvexHull::from_points(&corners)?.to_mesh()?;
    Ok(Model::build(&mesh, &BuildOptions::default())?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let plate = cuboid(Vec3::new(1.0, 0.001, 1.0))?;
    let rod = cuboid(Vec3::new(0.5, 0.01, 0.01))?;

    // The plate lies still; the rod spins about Z above it, and its ends reach below the plate.
    let rest = Motion::resting(Pose::IDENTITY);
    let start = Pose::from_translation(Vec3::new(0.0, 0.45, 0.0))?;
    let spin = Vec3::new(0.0, 0.0, 10.0 * TAU);
    let turning = Motion::new(start, Vec3::ZERO, spin, Vec3::ZERO)?;

    let mut query = Query::default();
    println!("tests at single times:");
    for step in 0..=3 {
        // Every half turn takes three steps: the rod is level at the first and at the last of them.
        let time = STEP * step as f32;
        let (a, b) = (rest.pose_at(time), turning.pose_at(time));
        let hit = query
            .intersect(Placed::new(&plate, &a), Placed::new(&rod, &b))
            .is_hit();
        println!("  {time:.4} s: {}", if hit { "hit" } else { "clear" });
    }

    let duration = 3.0 * STEP;
    let options = SweepOptions::default();
    println!("\none sweep over {duration:.4} s:");
    for budget in [Budget::Unlimited, Budget::Work(20), Budget::Work(5)] {
        query.budget = budget;
        let (a, b) = (Moving::new(&plate, &rest), Moving::new(&rod, &turning));
        // The cache is new for each budget, so that no sweep profits from the one before.
        let sweep = query.time_of_impact(a, b, duration, &options, &mut PairCache::default());
        let work = sweep.cost.work();
        match *sweep {
            Sweep::Impact { time, point_b, .. } => {
                println!("  {budget:?}: impact after {time:.6} s at {point_b:.3}, work {work}");
            }
            Sweep::Cut { safe_time, .. } => {
                println!("  {budget:?}: cut; surely disjoint until {safe_time:.6} s, work {work}");
            }
            Sweep::Clear => println!("  {budget:?}: clear, work {work}"),
            Sweep::Overlapping { point } => println!("  overlapping at the start, at {point:.3}"),
        }
    }
    Ok(())
}
