//! Height fields: ground by its heights.

use dodgem_collide::math::{MassProperties, Motion, Pose};
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::shape::{Capsule, HeightField, HeightFieldError, Sphere};
use dodgem_collide::{Containment, Moving, PairCache, Placed, Query, RayCast, Shape};
use dodgem_oracle::random::{self, between};
use dodgem_oracle::{field as oracle, mesh};
use glam::{DVec3, Vec3};
use rand_pcg::Pcg32;

use super::{at, child, compound, cuboid};

fn field(sides: [f32; 2], columns: usize, heights: &[f32]) -> Shape {
    Shape::HeightField(HeightField::new(sides, columns, heights).unwrap().into())
}

/// Returns the time and the normal of a ray's first hit.
fn hit(shape: &Shape, origin: Vec3, direction: Vec3) -> Option<(f32, Vec3)> {
    let placed = Placed::new(shape, &Pose::IDENTITY);
    match *Query::default().ray(placed, origin, direction, f32::INFINITY) {
        RayCast::Hit { time, normal, .. } => Some((time, normal)),
        _ => None,
    }
}

#[test]
fn a_cell_is_split_from_its_first_corner_to_its_last() {
    // One cell of 2 m by 4 m, whose corner at +X -Z is 1 m up: the other three and half of the cell are level.
    let ground = field([2.0, 4.0], 2, &[0.0, 1.0, 0.0, 0.0]);
    let down = |x: f32, z: f32| hit(&ground, Vec3::new(x, 5.0, z), Vec3::NEG_Y);
    let (time, normal) = down(-0.5, 1.0).unwrap();
    assert_eq!((time, normal), (5.0, Vec3::Y));
    // On the other side it rises .5 on 1 along X and .25 on 1 along -Z.
    let (time, normal) = down(0.5, -1.0).unwrap();
    assert!((time - 4.5).abs() < 1e-6, "{time}");
    assert!(
        normal.distance(Vec3::new(-0.5, 1.0, 0.25).normalize()) < 1e-6,
        "{normal}"
    );
    // Along the diagonal it is level, and at the corner 1 m up.
    assert!((down(0.25, 0.5).unwrap().0 - 5.0).abs() < 1e-6);
    assert!((down(1.0, -2.0).unwrap().0 - 4.0).abs() < 1e-6);
    // A field stops rays from both sides; beside it they hit nothing.
    assert_eq!(
        hit(&ground, Vec3::new(-0.5, -3.0, 1.0), Vec3::Y),
        Some((3.0, Vec3::NEG_Y))
    );
    assert_eq!(down(1.01, 0.0), None);
    let placed = Placed::new(&ground, &Pose::IDENTITY);
    let place = Query::default().contains(placed, Vec3::new(0.0, -1.0, 0.0));
    assert_eq!(place, Containment::NotClosed);
}

fn hills(rng: &mut Pcg32, columns: usize, rows: usize) -> Vec<f32> {
    (0..columns * rows)
        .map(|_| between(rng, 0.0, 0.5))
        .collect()
}

#[test]
fn rays_balls_and_heights_agree() {
    let mut rng = random::rng(2512);
    let (columns, rows) = (23, 17);
    let heights = hills(&mut rng, columns, rows);
    let ground = field([22.0, 8.0], columns, &heights);
    let truth = |x: f64, z: f64| oracle::height_at([22.0, 8.0], columns, &heights, x, z);
    let soup = oracle::soup([22.0, 8.0], columns, &heights);
    for _ in 0..500 {
        let place = Vec3::new(
            between(&mut rng, -10.9, 10.9),
            3.0,
            between(&mut rng, -3.9, 3.9),
        );
        let (time, normal) = hit(&ground, place, Vec3::NEG_Y).unwrap();
        let expected = 3.0 - truth(f64::from(place.x), f64::from(place.z));
        assert!(
            (f64::from(time) - expected).abs() < 1e-5,
            "{place}: {time}, not {expected}"
        );
        assert!(normal.y > 0.0);
        // A ball falls until it is as near as the sweep's target.
        let ball = Shape::Sphere(Sphere::new(0.3).unwrap());
        let start = Pose::from_translation(place).unwrap();
        let fall = Motion::new(start, Vec3::NEG_Y * 4.0, Vec3::ZERO, Vec3::ZERO).unwrap();
        let rest = Motion::resting(Pose::IDENTITY);
        let (a, b) = (Moving::new(&ground, &rest), Moving::new(&ball, &fall));
        let options = SweepOptions::default();
        let cache = &mut PairCache::default();
        let found = Query::default().time_of_impact(a, b, 1.0, &options, cache);
        let Sweep::Impact { time, .. } = *found else {
            panic!("{place}: {found:?}");
        };
        let center = place.as_dvec3() - DVec3::Y * 4.0 * f64::from(time);
        let gap = mesh::point_distance(center, &soup).distance - f64::from(0.3_f32);
        let most = options.target + 2e-6;
        assert!((0.0..=most).contains(&gap), "{place}: {gap}");
    }
}

#[test]
fn a_field_is_the_mesh_that_it_tells_of_also_in_a_compound() {
    let mut rng = random::rng(2513);
    let heights = hills(&mut rng, 9, 9);
    let field = HeightField::new([4.0, 4.0], 9, &heights).unwrap();
    assert_eq!(
        (field.samples(), field.model().mesh().triangles().len()),
        ([9, 9], 128)
    );
    let surface = Shape::Mesh(field.model().clone());
    let ground = Shape::HeightField(field.into());
    let mass =
        [&ground, &surface].map(|shape| MassProperties::of_shape(shape, 2.0).unwrap().unwrap());
    assert_eq!(mass[0].mass, mass[1].mass);
    let both = compound(vec![
        child(ground.clone(), at(0.0, -0.3, 0.0)),
        child(cuboid(Vec3::ONE), at(9.0, 0.0, 0.0)),
    ]);
    let rod = Shape::Capsule(Capsule::new(0.3, 0.2).unwrap());
    let mut seen = 0;
    for _ in 0..100 {
        let pose = random::pose(&mut rng, 1.5);
        let mut query = Query::default();
        let mut ask = |shape: &Shape, place: &Pose| {
            let mut out = Vec::new();
            let (a, b) = (Placed::new(shape, place), Placed::new(&rod, &pose));
            query.contacts(a, b, 0.05, &mut PairCache::default(), &mut out);
            out
        };
        for lift in [Pose::IDENTITY, at(0.0, -0.3, 0.0)] {
            let (found, expected) = (ask(&ground, &lift), ask(&surface, &lift));
            assert_eq!(found, expected);
        }
        let found = ask(&both, &Pose::IDENTITY);
        assert_eq!(found, ask(&surface, &at(0.0, -0.3, 0.0)));
        seen += found.len();
    }
    assert!(seen > 30, "{seen}");
}

#[test]
fn faults_are_named() {
    let new = |sides, columns, heights: &[f32]| {
        HeightField::new(sides, columns, heights).map(|field| field.samples())
    };
    let flat = [0.0; 6];
    assert_eq!(new([1.0, 1.0], 3, &flat), Ok([3, 2]));
    assert_eq!(
        new([1.0, 1.0], 1, &flat),
        Err(HeightFieldError::Samples(1, 6))
    );
    assert_eq!(
        new([1.0, 1.0], 0, &flat),
        Err(HeightFieldError::Samples(0, 0))
    );
    assert_eq!(
        new([1.0, 1.0], 6, &flat),
        Err(HeightFieldError::Samples(6, 1))
    );
    assert_eq!(
        new([1.0, 1.0], 1025, &[0.0; 2050]),
        Err(HeightFieldError::Samples(1025, 2))
    );
    let (expected, given) = (6, 7);
    let error = HeightFieldError::Count { expected, given };
    assert_eq!(new([1.0, 1.0], 3, &[0.0; 7]), Err(error));
    assert_eq!(
        new([1.0, -1.0], 3, &flat),
        Err(HeightFieldError::Side(-1.0))
    );
    let mut broken = flat;
    broken[4] = f32::INFINITY;
    let (sample, height) = (4, f32::INFINITY);
    let error = HeightFieldError::Height { sample, height };
    assert_eq!(new([1.0, 1.0], 3, &broken), Err(error));
    broken[4] = f32::NAN;
    let named = new([1.0, 1.0], 3, &broken).unwrap_err().to_string();
    assert!(
        named.starts_with("height 4 is NaN m; it must be"),
        "{named}"
    );
}
