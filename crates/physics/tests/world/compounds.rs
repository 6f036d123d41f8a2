//! Bodies of several shapes, and ground by its heights.

use dodgem_collide::math::Pose;
use dodgem_collide::query::DistanceOptions;
use dodgem_collide::scenes;
use dodgem_collide::shape::{Capsule, Child, Compound, HalfSpace, HeightField};
use dodgem_collide::{PairCache, Placed, Query, Shape};
use dodgem_oracle::random::Placement;
use dodgem_oracle::triangle::Triangle;
use dodgem_oracle::{field, mesh as oracle, meshes};
use dodgem_physics::{BodyDesc, BodyId, Mass, MaterialId, SnapshotError, World};
use glam::{DVec3, Vec3};

use crate::scene::*;

fn compound(children: impl IntoIterator<Item = (Shape, Pose)>) -> Shape {
    let child = |(shape, pose)| Child {
        shape,
        pose,
        tag: 0,
    };
    let children = children.into_iter().map(child).collect();
    Shape::Compound(Compound::new(children).expect("children").into())
}

/// A beam of 2 m with a post of 2 m on its end.
fn ell() -> Shape {
    compound([
        (block(2.0, 0.5, 0.5), at(0.0, 0.0, 0.0)),
        (block(0.5, 2.0, 0.5), at(-0.75, 1.25, 0.0)),
    ])
}

fn fixed(world: &mut World, shape: Shape, material: MaterialId) {
    let desc = BodyDesc {
        material,
        ..BodyDesc::fixed(shape, Pose::IDENTITY)
    };
    world.add(desc).expect("a fixed body");
}

/// Steps for some seconds; in no step may anything overlap.
fn run(world: &mut World, seconds: u32) {
    for step in 0..seconds * 120 {
        world.step();
        assert_eq!(world.report().overlapping, 0, "step {step}");
    }
}

fn floors() -> [Shape; 3] {
    let plane = HalfSpace::new(Vec3::Y, 0.0).expect("a plane");
    let tile = |i: i32| {
        let (x, z) = ((i % 3 - 1) as f32, (i / 3 - 1) as f32);
        (block(4.0, 1.0, 4.0), at(4.0 * x, -0.5, 4.0 * z))
    };
    let level = HeightField::new([12.0, 12.0], 9, &[0.0; 81]).expect("a field");
    [
        Shape::HalfSpace(plane),
        compound((0..9).map(tile)),
        Shape::HeightField(level.into()),
    ]
}

#[test]
fn an_l_comes_to_rest_as_it_stands_or_as_it_falls() {
    for floor in floors() {
        let mut world = earth();
        let material = surface(&mut world, 0.1, 0.6);
        fixed(&mut world, floor, material);
        let upright = add(&mut world, ell(), at(-2.0, 0.8, 0.0), 20.0, material);
        let pose = turned(Vec3::new(2.5, 2.5, 0.0), Vec3::new(1.0, 2.0, 0.5), 1.2);
        let tumbling = add(&mut world, ell(), pose, 20.0, material);
        run(&mut world, 15);
        // Both halves have equal weight: the middle is at (-.375, .625) of the beam's centre, above the beam.
        let center = world[upright].center();
        let expected = DVec3::new(-2.375, 0.875, 0.0);
        assert!(center.distance(expected) < 5e-3, "{center}");
        for id in [upright, tumbling] {
            let body = &world[id];
            assert!(body.is_asleep(), "{} at {:?}", body.center(), body.pose());
            assert!(
                body.center().y > 0.2 && body.debt() < 0.1,
                "{}",
                body.center()
            );
        }
    }
}

#[test]
fn an_arch_that_falls_over_a_ball_leaves_it_alone() {
    for floor in floors() {
        let mut world = earth();
        let material = surface(&mut world, 0.0, 0.6);
        fixed(&mut world, floor, material);
        let inside = add(&mut world, ball(0.3), at(0.0, 0.305, 0.0), 1.0, material);
        let arch = compound([
            (block(2.0, 0.4, 1.0), at(0.0, 0.5, 0.0)),
            (block(0.4, 1.0, 1.0), at(-0.8, -0.2, 0.0)),
            (block(0.4, 1.0, 1.0), at(0.8, -0.2, 0.0)),
        ]);
        let over = add(&mut world, arch, at(0.0, 3.0, 0.0), 50.0, material);
        run(&mut world, 6);
        let (middle, top) = (world[inside].center(), world[over].pose());
        assert!(middle.distance(DVec3::Y * 0.3) < 0.02, "{middle}");
        // Its feet end .7 m below its origin.
        let foot = top.translation();
        assert!(foot.distance(Vec3::Y * 0.7) < 5e-3, "{foot}");
    }
}

/// The extents of the hills in x and z (m), and the number of their heights in a row.
const HILLS: ([f32; 2], usize) = ([16.0, 16.0], 33);

/// Hills of a metre, in a basin.
fn hills() -> Vec<f32> {
    let height = |i: i32| {
        let (x, z) = ((i % 33) as f32 - 16.0, (i / 33) as f32 - 16.0);
        let ripple = 0.4 * (0.7 * x).sin() * (0.9 * z).cos();
        ripple + 0.02 * (x * x + z * z)
    };
    (0..33 * 33).map(height).collect()
}

/// The distance of a compound's child from triangles, in metres, computed in f64.
fn gap_to(child: &Child, pose: &Pose, ground: &[Triangle]) -> f64 {
    let pose = child.placed_by(pose);
    let own = Placement::of(&pose);
    let rounded = |core: [Vec3; 2], radius: f32| {
        // A triangle with two corners in one place is a segment.
        let [p, q] = core.map(|end| own.point(end));
        oracle::distance(&[[p, q, q]], ground).distance - f64::from(radius)
    };
    match &child.shape {
        Shape::Sphere(ball) => rounded([Vec3::ZERO; 2], ball.radius()),
        Shape::Capsule(rod) => {
            let end = Vec3::Y * rod.half_length();
            rounded([end, -end], rod.radius())
        }
        Shape::Cuboid(block) => {
            let raw = meshes::cuboid(block.half_extents());
            oracle::distance(&oracle::soup(&raw.mesh(), &pose), ground).distance
        }
        Shape::Mesh(model) => oracle::distance(&oracle::soup(model.mesh(), &pose), ground).distance,
        other => panic!("{other:?} is in no compound here"),
    }
}

#[test]
fn compounds_land_on_hills() {
    let mut world = earth();
    let material = surface(&mut world, 0.2, 0.7);
    let (sides, columns) = HILLS;
    let heights = hills();
    let ground = HeightField::new(sides, columns, &heights).expect("a field");
    fixed(&mut world, Shape::HeightField(ground.into()), material);
    let rod = Shape::Capsule(Capsule::new(0.3, 0.1).expect("a size"));
    let dumbbell = compound([
        (ball(0.25), at(0.0, 0.4, 0.0)),
        (rod, Pose::IDENTITY),
        (ball(0.25), at(0.0, -0.4, 0.0)),
    ]);
    let lump = scenes::sphere(6, 8, 0.3).expect("a mesh");
    let mixed = compound([
        (block(0.8, 0.2, 0.3), at(0.0, 0.0, 0.0)),
        (mesh(&lump), at(0.5, 0.1, 0.0)),
    ]);
    let shapes = [ell(), dumbbell, mixed];
    let mut ids: Vec<BodyId> = Vec::new();
    for i in 0..9 {
        let place = Vec3::new(
            1.6 * (i % 3) as f32 - 1.6,
            3.0 + 1.2 * i as f32,
            0.4 * i as f32 - 1.6,
        );
        let desc = BodyDesc {
            mass: Mass::Density(200.0),
            material,
            angular_velocity: Vec3::new(1.0, 0.5, -2.0),
            velocity: Vec3::new(0.0, -4.0, 0.5),
            ..BodyDesc::dynamic(
                shapes[i % 3].clone(),
                turned(place, Vec3::ONE, 0.5 * i as f64),
            )
        };
        ids.push(world.add(desc).expect("a body"));
    }
    run(&mut world, 20);
    let sides = sides.map(f64::from);
    let ground = field::soup(sides, columns, &heights);
    let skin = world.settings().skin;
    let mut query = Query::default();
    // The bodies that lie on the ground, and those that touch each other.
    let (mut carried, mut pairs) = (Vec::new(), Vec::new());
    for &id in &ids {
        let body = &world[id];
        let (center, speed, pose) = (body.center(), body.velocity().length(), body.pose());
        assert!(
            speed < 0.05 && body.debt() < 0.2,
            "{center}: {speed} m/s, {} s",
            body.debt()
        );
        let Shape::Compound(all) = body.shape() else {
            panic!("{:?}", body.shape());
        };
        let gaps = all
            .children()
            .iter()
            .map(|child| gap_to(child, &pose, &ground));
        let gap = gaps.fold(f64::INFINITY, f64::min);
        assert!(gap > 0.0, "in the ground at {center}");
        // A child that does not cross the ground is above it if one of its points is.
        for child in all.children() {
            let middle = Placement::of(&child.placed_by(&pose)).translation;
            let level = field::height_at(sides, columns, &heights, middle.x, middle.z);
            assert!(middle.y > level, "{middle} is below the ground at {level}");
        }
        if gap < 2.0 * skin {
            carried.push(id);
        }
        for &other in ids.iter().filter(|other| **other != id) {
            let (other_body, poses) = (&world[other], [pose, world[other].pose()]);
            let (a, b) = (
                Placed::new(body.shape(), &poses[0]),
                Placed::new(other_body.shape(), &poses[1]),
            );
            let found = query.distance(a, b, &DistanceOptions::EXACT, &mut PairCache::default());
            let gap = f64::from(found.distance().expect("no limit"));
            assert!(gap > 0.0, "in another body at {center}");
            if gap < 2.0 * skin {
                pairs.push((id, other));
            }
        }
    }
    // All lie on the ground, or on bodies that lie on it.
    for _ in &ids {
        let next = pairs
            .iter()
            .filter(|(below, above)| carried.contains(below) && !carried.contains(above));
        let next: Vec<BodyId> = next.map(|(_, above)| *above).collect();
        carried.extend(next);
    }
    for id in ids {
        let center = world[id].center();
        assert!(
            carried.contains(&id),
            "nothing carries the body at {center}"
        );
    }
}

/// A tray of five boxes, shot at by compounds that are faster than its walls are thick.
#[test]
fn nothing_leaves_a_tray_whose_walls_are_children() {
    let mut world = earth();
    let material = surface(&mut world, 0.5, 0.4);
    let wall = |x: f32, z: f32| {
        let size = if x == 0.0 { [6.0, 0.1] } else { [0.1, 6.0] };
        (block(size[0], 4.0, size[1]), at(x, 2.0, z))
    };
    let lid = (block(6.2, 0.1, 6.2), at(0.0, 4.05, 0.0));
    let floor = (block(6.2, 0.1, 6.2), at(0.0, -0.05, 0.0));
    let walls = [
        wall(3.0, 0.0),
        wall(-3.0, 0.0),
        wall(0.0, 3.0),
        wall(0.0, -3.0),
    ];
    fixed(
        &mut world,
        compound(walls.into_iter().chain([lid, floor])),
        material,
    );
    let ids: Vec<BodyId> = (0..6)
        .map(|i| {
            let place = Vec3::new(2.2 * (i % 2) as f32 - 1.1, 1.0, 1.9 * (i / 2) as f32 - 1.9);
            let desc = BodyDesc {
                mass: Mass::Kilograms(10.0),
                material,
                velocity: Vec3::new(60.0, 25.0 * i as f32, 90.0 - 35.0 * i as f32),
                angular_velocity: Vec3::new(5.0, -9.0, 3.0),
                ..BodyDesc::dynamic(small_ell(), at(place.x, place.y, place.z))
            };
            world.add(desc).expect("a body")
        })
        .collect();
    for step in 0..600 {
        world.step();
        assert_eq!(world.report().overlapping, 0, "step {step}");
        for id in &ids {
            let center = world[*id].center();
            let is_in = center.x.abs() < 3.0 && center.z.abs() < 3.0;
            assert!(
                is_in && center.y > 0.0 && center.y < 4.0,
                "step {step}: {center}"
            );
        }
    }
}

fn small_ell() -> Shape {
    compound([
        (block(0.8, 0.2, 0.2), at(0.0, 0.0, 0.0)),
        (block(0.2, 0.8, 0.2), at(-0.3, 0.5, 0.0)),
    ])
}

#[test]
fn a_snapshot_of_another_compound_is_told_and_brings_it() {
    let world_of = |tag: u32| {
        let mut world = earth();
        let child = Child {
            shape: ball(0.5),
            pose: at(0.5, 0.0, 0.0),
            tag,
        };
        let shape = Shape::Compound(Compound::new(vec![child]).expect("a child").into());
        world
            .add(BodyDesc::dynamic(shape, Pose::IDENTITY))
            .expect("a body");
        world
    };
    let (mut one, other) = (world_of(1), world_of(2));
    let (own, foreign) = (one.snapshot(), other.snapshot());
    one.step();
    assert!(one.accepts(&own).is_ok());
    assert_eq!(one.accepts(&foreign), Err(SnapshotError::Body { index: 0 }));
    one.restore(&foreign).expect("any world can");
    assert!(one.accepts(&foreign).is_ok() && one.accepts(&own).is_err());
    let body = one.bodies().next().expect("a body");
    let Shape::Compound(compound) = body.shape() else {
        panic!("a compound")
    };
    assert_eq!(compound.children()[0].tag, 2);
}
