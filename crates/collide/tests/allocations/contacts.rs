//! Contacts, rays and points allocate nothing once their memory has grown.

use std::sync::Arc;

use dodgem_collide::shape::{Cuboid, Cylinder, HalfSpace};
use dodgem_collide::{BuildOptions, Model, PairCache, Placed, Query, Shape};
use dodgem_oracle::counting::allocations;
use dodgem_oracle::{meshes, random};
use glam::Vec3;

#[test]
fn a_second_round_of_the_same_queries_allocates_nothing() {
    let build = |raw: meshes::Raw| {
        let model = Model::build(&raw.mesh(), &BuildOptions::default()).unwrap();
        Shape::Mesh(Arc::new(model))
    };
    let shapes = [
        build(meshes::uv_sphere(10, 14, 1.0)),
        build(meshes::torus(16, 8, 0.8, 0.3)),
        build(meshes::sheet(12, 2.0, 0.1)),
        Shape::Cuboid(Cuboid::new(Vec3::splat(0.5)).unwrap()),
        Shape::Cylinder(Cylinder::new(0.5, 0.4).unwrap()),
        Shape::HalfSpace(HalfSpace::new(Vec3::Y, -0.3).unwrap()),
    ];
    let mut query = Query::default();
    let mut out = Vec::new();
    let mut round = |seed: u64| {
        let (mut rng, mut found) = (random::rng(seed), 0);
        let before = allocations();
        for _ in 0..60 {
            let (a, b) = (random::pose(&mut rng, 0.8), random::pose(&mut rng, 0.8));
            for one in &shapes {
                for other in &shapes {
                    query.contacts(
                        Placed::new(one, &a),
                        Placed::new(other, &b),
                        0.05,
                        &mut PairCache::default(),
                        &mut out,
                    );
                    found += out.len();
                }
                let (from, way) = (b.translation() * 3.0, -b.translation());
                query.ray(Placed::new(one, &a), from, way, 10.0);
                query.contains(Placed::new(one, &a), b.translation());
            }
        }
        (allocations() - before, found)
    };
    let (grown, _) = round(1);
    let (again, found) = round(1);
    assert!(grown > 0 && found > 1000, "{grown}, {found}");
    assert_eq!(again, 0);
}
