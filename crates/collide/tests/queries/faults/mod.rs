//! Faults of queries that were found from outside, each with the tests that failed before it was mended and
//! keep it from coming back. A test carries its cause and the cut-off that was measured; some are controls:
//! they show that a reference is sound.

mod bounds;
mod contacts;
mod early_stops;

use std::sync::Arc;

use dodgem_collide::math::Pose;
use dodgem_collide::mesh::TriMesh;
use dodgem_collide::shape::{Cuboid, Sphere};
use dodgem_collide::{BuildOptions, Model, Shape};
use glam::Vec3;

/// A mesh made ready with the default options.
fn model(mesh: &TriMesh) -> Arc<Model> {
    Arc::new(Model::build(mesh, &BuildOptions::default()).expect("a sound mesh"))
}

/// A cube by its edge (m).
fn cube(edge: f32) -> Shape {
    Shape::Cuboid(Cuboid::new(Vec3::splat(0.5 * edge)).expect("a size"))
}

fn ball(radius: f32) -> Shape {
    Shape::Sphere(Sphere::new(radius).expect("a radius"))
}

fn at(x: f32, y: f32, z: f32) -> Pose {
    Pose::from_translation(Vec3::new(x, y, z)).expect("a place")
}
