//! Half-spaces against distance queries of the triangles.

use std::sync::Arc;

use super::*;
use crate::budget::{Budget, Meter};
use crate::math::Pose;
use crate::mesh::TriMesh;
use crate::query::contacts::ColliderContacts;
use crate::query::context::QueryContext;
use crate::query::hull_pair::GjkCache;
use crate::query::test_bodies::{END, TestBody, distance, distance_to_point};
use crate::shape::proxy::HalfSpaces;
use crate::shape::{Capsule, Cone, ConvexHull, Cuboid, Cylinder, Shape, Sphere};
use crate::{BuildOptions, Model};
use glam::{Quat, Vec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

const HALF: Vec3 = Vec3::new(1.5, 1.0, 2.0);

/// A room whose walls have `cells` squares each way. `hole` leaves out the floor's middle square.
fn room(cells: u32, hole: bool) -> Shape {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for side in 0..6 {
        let axes = [Vec3::X, Vec3::Y, Vec3::Z];
        let (out, u, v) = (axes[side % 3], axes[(side + 1) % 3], axes[(side + 2) % 3]);
        let sign = if side < 3 { 1.0 } else { -1.0 };
        let (first, row) = (vertices.len() as u32, cells + 1);
        for i in 0..row * row {
            let place = |k: u32| 2.0 * k as f32 / cells as f32 - 1.0;
            let unit = out * sign + u * (place(i % row) * sign) + v * place(i / row);
            vertices.push(unit * HALF);
        }
        for i in 0..cells * cells {
            if hole && side == 4 && i == cells * cells / 2 {
                continue;
            }
            let c = first + i / cells * row + i % cells;
            triangles.extend([[c, c + 1, c + row], [c + 1, c + row + 1, c + row]]);
        }
    }
    let mesh = TriMesh::new(vertices, triangles).unwrap();
    Shape::Mesh(
        Model::build(&mesh, &BuildOptions::default())
            .unwrap()
            .into(),
    )
}

fn solid(random: &mut Pcg32) -> Shape {
    let mut size = || random.random_range(0.05..0.15);
    let (a, b, c) = (size(), size(), size());
    match random.random_range(0..7) {
        0 => Shape::Sphere(Sphere::new(a).unwrap()),
        1 => Shape::Capsule(Capsule::new(a, b).unwrap()),
        2 => Shape::Cylinder(Cylinder::new(a, b).unwrap()),
        3 => Shape::Cone(Cone::new(a, b).unwrap()),
        4 => Shape::Cuboid(Cuboid::new(Vec3::new(a, b, c)).unwrap()),
        kind => {
            let mut number = || random.random_range(-0.15..0.15);
            let points: Vec<Vec3> = (0..12)
                .map(|_| Vec3::new(number(), number(), number()))
                .collect();
            let hull = ConvexHull::from_points(&points).unwrap();
            if kind == 5 {
                return Shape::Hull(hull.into());
            }
            let mesh = hull.to_mesh().unwrap();
            Shape::Mesh(
                Model::build(&mesh, &BuildOptions::default())
                    .unwrap()
                    .into(),
            )
        }
    }
}

/// A room that moves and turns, and a solid close to one of its walls, an edge or a corner; and the
/// index of the solid.
fn among(random: &mut Pcg32, room: &Shape, case: u32) -> ([TestBody; 2], usize) {
    let mut number = |size: f32| random.random_range(-size..size);
    let mut turn = || {
        let four = [0; 4].map(|_| number(1.0));
        Quat::from_array(four).normalize()
    };
    let at = Pose::new(turn(), Vec3::new(7.0, -3.0, 2.0)).unwrap();
    let own = turn();
    let spin = if case.is_multiple_of(3) { 0.1 } else { 25.0 };
    let mut any = |size: f32| Vec3::new(number(size), number(size), number(size));
    let drift = any(4.0);
    let shell = TestBody::fixed(room.clone(), at).moving(drift, any(3.0));
    let velocity = drift + any(3.0);
    let angular_velocity = any(spin);
    let (toward, depth) = (any(1.0), any(1.0));
    let shape = solid(random);
    // As deep into a corner as it can go, then out of some walls.
    let view = Pose::new(own, Vec3::ZERO).unwrap();
    let bounds = shape.aabb(&view);
    let gap = Vec3::splat(2e-3) * (depth.abs() + 1e-3);
    let corner = Vec3::select(
        toward.cmpgt(Vec3::ZERO),
        HALF - bounds.max - gap,
        -HALF - bounds.min + gap,
    );
    let middle = toward * 0.6 * HALF;
    let place = Vec3::select(
        (toward * 7.0).fract().abs().cmpgt(Vec3::splat(0.5)),
        corner,
        middle,
    );
    let inside = at.rotation() * own;
    let pose = Pose::new(inside, at.transform_point(place)).unwrap();
    let solid = TestBody::free(shape, pose).moving(velocity, angular_velocity);
    if case.is_multiple_of(2) {
        ([shell, solid], 1)
    } else {
        ([solid, shell], 0)
    }
}

fn apart(bodies: &[TestBody; 2], time: f64, scratch: &mut QueryContext) -> f64 {
    distance(bodies.each_ref().map(|body| body.placed_at(time)), scratch)
}

/// The distance at which impacts are reported, in metres.
const TARGET: f64 = 2.5e-4;

/// The error of distances of f32 poses some metres from the origin.
const ROUNDING: f64 = 6e-6;

/// While half-spaces report a solid clear of them, or until the time of impact, the triangles are
/// that far off at every sample; and at the impact they are near.
#[test]
fn nothing_comes_near_half_spaces_before_the_time_of_impact() {
    let mut random = Pcg32::seed_from_u64(31);
    let mut scratch = QueryContext::default();
    let rooms = [room(1, false), room(6, false), room(3, true)];
    let (mut clear, mut near, mut meet, mut beyond, mut above_hole) = (0, 0, 0, 0, 0);
    for case in 0..900 {
        let (bodies, _) = among(&mut random, &rooms[case as usize % 3], case);
        let first = apart(&bodies, 0.0, &mut scratch);
        let both = bodies.each_ref().map(TestBody::on_path);
        let (meter, trace) = (&mut Meter::new(Budget::Unlimited), &mut Default::default());
        let mut pair = ProxyPair::new(&both, GjkCache::default(), meter, trace);
        let known = &mut NearHalfSpaces::default();
        let gaps = |until: f64, scratch: &mut QueryContext| {
            let times = (0..=40).map(|i| until * f64::from(i) / 40.0);
            let gaps = times.map(|t| apart(&bodies, t, scratch));
            gaps.fold(9.0, f64::min)
        };
        match clearance(&mut pair, [0.0, END], TARGET, known) {
            HalfSpaceClearance::Clear => {
                clear += 1;
                let min_gap = (HALF_SPACE_CLEAR_SHARE * TARGET).min(KEPT_GAP_SHARE * first);
                let found = gaps(END, &mut scratch);
                assert!(found >= min_gap - ROUNDING, "{case}: {found} of {first}");
            }
            HalfSpaceClearance::Near => near += 1,
            HalfSpaceClearance::Unknown => continue,
        }
        let found = time_of_impact(&mut pair, [0.0, END], TARGET, known);
        let min_gap = TARGET.min(0.5 * first) * DESCENT_TARGET_SHARE;
        match found {
            Some(Sweep::Impact { time, normal, .. }) => {
                meet += 1;
                let time = f64::from(time);
                let found = gaps(time, &mut scratch);
                assert!(found >= min_gap - ROUNDING, "{case}: {found} of {first}");
                let there = apart(&bodies, time, &mut scratch);
                assert!(there <= TARGET + ROUNDING, "{case}: {there}");
                let both = bodies.each_ref().map(|body| body.placed_at(time));
                let meter = &mut Meter::new(Budget::Unlimited);
                match gap(both, &mut PairCache::default(), meter) {
                    Some(gap) => {
                        assert!((gap - there).abs() < ROUNDING, "{case}: {gap} for {there}")
                    }
                    // The nearest plane may have its hole below the solid, which meets another one.
                    None => {
                        assert!(case % 3 == 2, "{case}: it is over a wall");
                        above_hole += 1;
                    }
                }
                // From the first to the second: the normal that keeps the solid off leads inwards.
                let centers = both.map(|placed| placed.frame.center);
                assert!(
                    (centers[1] - centers[0]).dot(normal.as_dvec3()) < 0.0,
                    "{case}"
                );
            }
            Some(Sweep::Clear) => {
                let found = gaps(END, &mut scratch);
                assert!(found >= min_gap - ROUNDING, "{case}: {found} of {first}");
            }
            Some(other) => panic!("{other:?}"),
            None => beyond += 1,
        }
    }
    assert!(
        clear > 200 && near > 200 && meet > 150,
        "{clear}, {near}, {meet}"
    );
    assert!(beyond < 60 && above_hole < 3, "{beyond}, {above_hole}");
}

/// Contacts with half-spaces are those of the triangles: equally far, and on both bodies.
#[test]
fn contacts_with_half_spaces_are_on_both_bodies() {
    let mut random = Pcg32::seed_from_u64(32);
    let mut scratch = QueryContext::default();
    let rooms = [room(1, false), room(6, false), room(3, true)];
    let tolerance = 4e-3;
    let (mut known, mut several) = (0, 0);
    for case in 0..900 {
        let (bodies, index) = among(&mut random, &rooms[case as usize % 3], case);
        let gap = apart(&bodies, 0.0, &mut scratch);
        let mut out = Vec::new();
        let both = bodies.each_ref().map(TestBody::placed);
        scratch.begin(Budget::Unlimited);
        let mut query = ColliderContacts {
            both,
            tolerance,
            cache: &mut PairCache::default(),
            context: &mut scratch,
        };
        let found = query.half_space_contacts(&mut out);
        let Some(min_gap) = found else { continue };
        known += 1;
        assert!(min_gap <= gap + ROUNDING, "{case}: {min_gap} for {gap}");
        let nearest = out.iter().map(|p| p.distance).fold(tolerance, f64::min);
        assert!(
            (nearest - gap.min(tolerance)).abs() < ROUNDING,
            "{case}: {nearest} for {gap}"
        );
        let mut normals: Vec<DVec3> = out.iter().map(|p| p.normal).collect();
        normals.dedup_by(|p, q| p.distance(*q) < 1e-9);
        several += usize::from(normals.len() > 1);
        for at in &out {
            assert!(at.normal.is_normalized() && at.distance <= tolerance);
            for (placed, sign) in both.into_iter().zip([-0.5, 0.5]) {
                let place = at.point + at.normal * (sign * at.distance);
                let off = distance_to_point(placed, place, &mut scratch);
                assert!(off < 2.0 * ROUNDING, "{case}: {off} beside body {index}");
            }
        }
    }
    assert!(known > 600 && several > 80, "{known} and {several}");
}

/// A hull, and a mesh of one plane more than allowed, have no half-spaces.
#[test]
fn only_meshes_of_few_planes_have_half_spaces() {
    let lump = |count: usize| {
        let mut random = Pcg32::seed_from_u64(33);
        let mut number = || random.random_range(-1.0_f32..1.0);
        let points: Vec<Vec3> = (0..count)
            .map(|_| Vec3::new(number(), number(), number()).normalize())
            .collect();
        let mesh = ConvexHull::from_points(&points).unwrap().to_mesh().unwrap();
        HalfSpaces::new(&mesh)
    };
    assert!(!lump(100).is_empty());
    assert!(lump(200).is_empty());
}

/// A half-space with a hole in it is not whole: not every point within its border has a triangle below it.
#[test]
fn a_half_space_with_a_hole_is_not_whole() {
    for (hole, is_wall) in [(false, true), (true, false)] {
        let Shape::Mesh(model) = room(3, hole) else {
            panic!("a mesh");
        };
        let model: Arc<Model> = model;
        let walls = HalfSpaces::new(model.mesh());
        let near = walls.near(DVec3::NEG_Y * 0.9);
        let floor = walls.half_space(near.numbers().next().unwrap());
        assert!(
            floor.normal.distance(DVec3::NEG_Y) < 1e-6 || floor.normal.distance(DVec3::Y) < 1e-6
        );
        let below = DVec3::new(1.2, -1.0, 1.7);
        assert_eq!(floor.is_covered_at(below, 0.1), is_wall);
        assert!(!floor.is_covered_at(below, 0.4));
    }
}
