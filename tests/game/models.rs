//! The committed models equal the output of their generator and are sound: of the right size, closed,
//! wound outward, without slivers.

#[path = "../../examples/make_models/models/mod.rs"]
mod generated;

use std::collections::BTreeMap;
use std::path::Path;

use glam::{DVec3, Vec3};

use dodgem_collide::mesh::obj::{self, ObjModel};

fn committed(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/models");
    std::fs::read(folder.join(name)).unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

fn load(name: &str) -> ObjModel {
    obj::parse(&committed(name)).unwrap_or_else(|fault| panic!("{name}:{fault}"))
}

fn names() -> impl Iterator<Item = &'static str> {
    generated::all().into_iter().map(|(name, _)| name)
}

fn corners(model: &ObjModel, triangle: usize) -> [DVec3; 3] {
    model
        .mesh
        .corner_points(triangle)
        .map(|point| point.as_dvec3())
}

#[test]
fn the_committed_files_are_what_the_generator_makes() {
    for (name, parts) in generated::all() {
        assert!(
            generated::obj_text(name, &parts).as_bytes() == committed(name),
            "{name} differs: run `cargo run --example make_models --no-default-features`"
        );
    }
}

#[test]
fn every_model_has_the_detail_it_is_meant_to_have() {
    for (name, range) in [
        ("bumper_car.obj", 880..=930),
        ("truck.obj", 880..=1000),
        ("post.obj", 50..=400),
        ("tyre_stack.obj", 50..=400),
        ("crate.obj", 50..=400),
        ("barrier.obj", 50..=400),
    ] {
        let count = load(name).mesh.triangles().len();
        assert!(range.contains(&count), "{name} has {count} triangles");
    }
}

#[test]
fn every_edge_is_used_once_in_each_direction() {
    for name in names() {
        let model = load(name);
        let mut uses: BTreeMap<(u32, u32), usize> = BTreeMap::new();
        for &[a, b, c] in model.mesh.triangles() {
            for edge in [(a, b), (b, c), (c, a)] {
                *uses.entry(edge).or_default() += 1;
            }
        }
        for (&(a, b), &count) in &uses {
            assert_eq!(count, 1, "{name}: edge {a} -> {b} is used {count} times");
            let back = uses.contains_key(&(b, a));
            assert!(back, "{name}: nothing lies across the edge {a} -> {b}");
        }
    }
}

/// Triangles connected by shared vertices, as lists of triangle numbers.
fn shells(model: &ObjModel) -> Vec<Vec<usize>> {
    fn root(of: &mut [usize], mut vertex: usize) -> usize {
        while of[vertex] != vertex {
            of[vertex] = of[of[vertex]];
            vertex = of[vertex];
        }
        vertex
    }
    let mut of: Vec<usize> = (0..model.mesh.vertices().len()).collect();
    for triangle in model.mesh.triangles() {
        let [a, b, c] = triangle.map(|corner| root(&mut of, corner as usize));
        of[b] = a;
        of[c] = a;
        // `b` or `c` may have been `a`'s own root; `a` stays one.
        of[a] = a;
    }
    let mut shells: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, triangle) in model.mesh.triangles().iter().enumerate() {
        let shell = root(&mut of, triangle[0] as usize);
        shells.entry(shell).or_default().push(index);
    }
    shells.into_values().collect()
}

#[test]
fn every_closed_surface_of_a_model_encloses_a_positive_volume() {
    for name in names() {
        let model = load(name);
        for shell in shells(&model) {
            // Six times the volume, summed from the shell's own first corner.
            let origin = corners(&model, shell[0])[0];
            let volume: f64 = shell
                .iter()
                .map(|&triangle| corners(&model, triangle).map(|p| p - origin))
                .map(|[a, b, c]| a.dot(b.cross(c)) / 6.0)
                .sum();
            assert!(
                volume > 1e-5,
                "{name}: {} triangles from number {} enclose {volume} cubic metres",
                shell.len(),
                shell[0]
            );
        }
    }
}

#[test]
fn no_triangle_is_a_sliver() {
    for name in names() {
        let model = load(name);
        for triangle in 0..model.mesh.triangles().len() {
            let [a, b, c] = corners(&model, triangle);
            let area = (b - a).cross(c - a).length() / 2.0;
            let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
            // The least height is twice the area over the longest side.
            let height = 2.0 * area / longest;
            assert!(
                height > 0.004 && height / longest > 0.01,
                "{name}: triangle {triangle} is {height} m by {longest} m"
            );
        }
    }
}

#[test]
fn no_two_vertices_of_a_part_lie_on_each_other_within_a_shell() {
    for name in names() {
        let model = load(name);
        for shell in shells(&model) {
            let mut places: BTreeMap<[u32; 3], u32> = BTreeMap::new();
            for triangle in shell {
                for corner in model.mesh.triangles()[triangle] {
                    let point = model.mesh.vertices()[corner as usize];
                    let seen = places.entry(point.to_array().map(f32::to_bits));
                    let first = *seen.or_insert(corner);
                    assert_eq!(first, corner, "{name}: vertices share the place {point}");
                }
            }
        }
    }
}

#[test]
fn every_model_stands_on_the_floor_in_the_middle() {
    for name in names() {
        let bounds = load(name).mesh.aabb();
        assert!((0.0..0.1).contains(&bounds.min.y), "{name}: {bounds:?}");
        let middle = (bounds.min + bounds.max) / 2.0;
        assert!(middle.x.abs() < 0.02 && middle.z.abs() < 0.02, "{name}");
    }
}

#[test]
fn the_bumper_car_has_its_size_and_its_bumper_is_the_widest_part() {
    let model = load("bumper_car.obj");
    let bounds = model.mesh.aabb();
    let size = bounds.max - bounds.min;
    let close = |a: f32, b: f32| (a - b).abs() < 0.03;
    assert!(close(size.x, 1.2) && close(size.z, 1.9), "{size}");
    assert!(close(bounds.max.y, 2.2), "{size}");
    for part in &model.parts {
        let points = part
            .triangles
            .clone()
            .flat_map(|triangle| model.mesh.corner_points(triangle));
        let reach = points.fold(Vec3::ZERO, |reach, p| reach.max(p.abs()));
        if part.name == "rubber" {
            assert!(close(reach.x, 0.6) && close(reach.z, 0.95), "{reach}");
        } else {
            assert!(reach.x < 0.55 && reach.z < 0.9, "{}: {reach}", part.name);
        }
    }
}

#[test]
fn the_bumper_car_looks_along_negative_z() {
    let model = load("bumper_car.obj");
    let middle = |name: &str| {
        let part = model.parts.iter().find(|part| part.name == name);
        let range = part
            .unwrap_or_else(|| panic!("no {name}"))
            .triangles
            .clone();
        let count = range.len() as f32;
        let points = range.flat_map(|triangle| model.mesh.corner_points(triangle));
        points.sum::<Vec3>() / (3.0 * count)
    };
    assert!(middle("light").z < -0.6, "the headlights are in front");
    assert!(middle("seat").z > 0.1, "the seat is behind");
    assert!(
        middle("dark").z < middle("seat").z,
        "the wheel is before it"
    );
}

#[test]
fn every_part_is_named_after_a_material() {
    let materials = ["rubber", "paint", "seat", "metal", "dark", "light", "wood"];
    for name in names() {
        for part in load(name).parts {
            assert!(
                materials.contains(&part.name.as_str()),
                "{name}: {}",
                part.name
            );
        }
    }
}
