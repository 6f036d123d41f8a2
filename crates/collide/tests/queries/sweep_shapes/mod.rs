//! Times of impact of moving shapes.

mod closed_forms;
mod extremes;
mod half_spaces;
mod random_pairs;

use std::sync::Arc;

use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::query::Moving;
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::shape::Cuboid;
use dodgem_collide::{BuildOptions, Model, PairCache, Query, Shape};
use dodgem_oracle::meshes;
use glam::Vec3;

/// The default target distance of a sweep, m.
pub const TARGET: f64 = 1e-4;

pub fn moving(at: Pose, velocity: Vec3, spin: Vec3) -> Motion {
    Motion::new(at, velocity, spin, Vec3::ZERO).unwrap()
}

pub fn at(translation: Vec3) -> Pose {
    Pose::from_translation(translation).unwrap()
}

pub fn cuboid(x: f32, y: f32, z: f32) -> Shape {
    Shape::Cuboid(Cuboid::new(Vec3::new(x, y, z)).unwrap())
}

pub fn sweep(a: &Shape, motion_a: &Motion, b: &Shape, motion_b: &Motion, duration: f32) -> Sweep {
    Query::default()
        .time_of_impact(
            Moving::new(a, motion_a),
            Moving::new(b, motion_b),
            duration,
            &SweepOptions::default(),
            &mut PairCache::default(),
        )
        .value
}

pub fn impact_time(found: Sweep) -> f64 {
    match found {
        Sweep::Impact { time, .. } => f64::from(time),
        other => panic!("no impact: {other:?}"),
    }
}

/// The surface of a box as a model.
pub fn box_model(half: Vec3) -> Shape {
    let model = Model::build(&meshes::cuboid(half).mesh(), &BuildOptions::default());
    Shape::Mesh(Arc::new(model.unwrap()))
}
