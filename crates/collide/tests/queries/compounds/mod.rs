//! Compounds and height fields, against loops over their children and answers by hand.

mod brute_force;
mod budgets;
mod by_hand;
mod fields;
mod memory;
mod one_child;
mod sweeps;

use std::sync::Arc;

use dodgem_collide::math::Pose;
use dodgem_collide::shape::{
    Capsule, Child, Compound, Cone, ConvexHull, Cuboid, Cylinder, HalfSpace, Sphere,
};
use dodgem_collide::{BuildOptions, Model, Shape};
use dodgem_oracle::meshes;
use dodgem_oracle::random::{self, between};
use glam::Vec3;
use rand::RngExt;
use rand_pcg::Pcg32;

pub fn compound(children: Vec<Child>) -> Shape {
    Shape::Compound(Compound::new(children).unwrap().into())
}

pub fn child(shape: Shape, pose: Pose) -> Child {
    Child {
        shape,
        pose,
        tag: 0,
    }
}

pub fn cuboid(half: Vec3) -> Shape {
    Shape::Cuboid(Cuboid::new(half).unwrap())
}

pub fn at(x: f32, y: f32, z: f32) -> Pose {
    Pose::from_translation(Vec3::new(x, y, z)).unwrap()
}

pub fn mesh(raw: &meshes::Raw) -> Shape {
    let model = Model::build(&raw.mesh(), &BuildOptions::default()).unwrap();
    Shape::Mesh(Arc::new(model))
}

/// Any shape but a half-space or a compound, of about this size (m).
pub fn any_child(rng: &mut Pcg32, size: f32) -> Shape {
    let mut length = || size * between(rng, 0.1, 0.8);
    let (a, b, c) = (length(), length(), length());
    match rng.random_range(0..9) {
        0 => Shape::Sphere(Sphere::new(a).unwrap()),
        1 | 2 => cuboid(Vec3::new(a, b, c)),
        3 => Shape::Capsule(Capsule::new(a, b).unwrap()),
        4 => Shape::Cylinder(Cylinder::new(a, b).unwrap()),
        5 => Shape::Cone(Cone::new(a, b).unwrap()),
        6 => {
            let points: Vec<Vec3> = (0..12).map(|_| random::in_cube(rng, 0.6 * size)).collect();
            Shape::Hull(Arc::new(ConvexHull::from_points(&points).unwrap()))
        }
        7 => mesh(&meshes::torus(6, 5, 0.5 * size, 0.2 * size)),
        _ => mesh(&meshes::sheet(3, size, 0.2 * size)),
    }
}

/// Some children in a cube of this half width (m), at random poses or in a row that only just touches.
pub fn any_children(rng: &mut Pcg32, count: usize, width: f32, size: f32) -> Vec<Child> {
    (0..count)
        .map(|number| {
            let pose = random::pose(rng, width);
            let tag = number as u32;
            match rng.random_range(0..4) {
                0 => Child {
                    shape: cuboid(Vec3::splat(0.25 * size)),
                    pose: at(0.5 * size * number as f32, 0.0, 0.0),
                    tag,
                },
                _ => Child {
                    shape: any_child(rng, size),
                    pose,
                    tag,
                },
            }
        })
        .collect()
}

/// A compound, a half-space, or a shape that is neither.
pub fn any_shape(rng: &mut Pcg32, size: f32) -> Shape {
    match rng.random_range(0..8) {
        0 => {
            let normal = random::direction(rng);
            Shape::HalfSpace(HalfSpace::new(normal, size * between(rng, -1.0, 1.0)).unwrap())
        }
        1..4 => any_child(rng, size),
        _ => {
            let count = rng.random_range(1..=12);
            compound(any_children(rng, count, size, 0.4 * size))
        }
    }
}

/// The children of a shape with the poses at which they stand; a shape that is no compound is its own.
pub fn parts<'s>(shape: &'s Shape, pose: &Pose) -> Vec<(&'s Shape, Pose)> {
    match shape {
        Shape::Compound(all) => (all.children().iter())
            .map(|child| (&child.shape, child.placed_by(pose)))
            .collect(),
        other => vec![(other, *pose)],
    }
}
