//! Contacts of round shapes on floors, near the touch, against heights in f64. A solver needs contacts that never
//! report too large a distance and whose normal is that of the surface.

use std::f32::consts::{FRAC_PI_2, PI, TAU};
use std::sync::Arc;

use dodgem_collide::math::Pose;
use dodgem_collide::shape::{Capsule, Cone, ConvexHull, Cuboid, Cylinder, Sphere};
use dodgem_collide::{
    BuildOptions, ContactPoint, ContactsEnd, Model, PairCache, Placed, Query, Shape,
};
use dodgem_oracle::meshes;
use dodgem_oracle::random::{self, between, log_between};
use glam::{DQuat, DVec3, Quat, Vec3};
use rand::RngExt;
use rand_pcg::Pcg32;

pub(crate) const TOLERANCE: f32 = 0.01;

pub(crate) fn find(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> Vec<ContactPoint> {
    let (mut out, mut query) = (Vec::new(), Query::default());
    let ended = query.contacts(
        Placed::new(a, pose_a),
        Placed::new(b, pose_b),
        TOLERANCE,
        &mut PairCache::default(),
        &mut out,
    );
    assert_eq!(ended, ContactsEnd::Done);
    out
}

pub(crate) fn deepest(found: &[ContactPoint]) -> Option<&ContactPoint> {
    found
        .iter()
        .min_by(|p, q| p.distance.total_cmp(&q.distance))
}

fn model(raw: &meshes::Raw) -> Shape {
    let built = Model::build(&raw.mesh(), &BuildOptions::default()).unwrap();
    Shape::Mesh(Arc::new(built))
}

/// A pose in f64.
struct Place {
    turn: DQuat,
    at: DVec3,
}

impl Place {
    fn of(pose: &Pose) -> Self {
        Place {
            turn: pose.rotation().as_dquat().normalize(),
            at: pose.translation().as_dvec3(),
        }
    }

    /// A place of the world, seen from here.
    fn own(&self, world: DVec3) -> DVec3 {
        self.turn.inverse() * (world - self.at)
    }
}

/// The reach of a round shape from its centre along a unit direction, in metres.
fn reach(shape: &Shape, way: DVec3) -> f64 {
    let level = way.x.hypot(way.z);
    match shape {
        Shape::Sphere(s) => f64::from(s.radius()),
        Shape::Capsule(c) => f64::from(c.half_length()) * way.y.abs() + f64::from(c.radius()),
        Shape::Cylinder(c) => {
            f64::from(c.half_height()) * way.y.abs() + f64::from(c.radius()) * level
        }
        Shape::Cone(c) => {
            let half = f64::from(c.half_height());
            (half * way.y).max(-half * way.y + f64::from(c.radius()) * level)
        }
        _ => unreachable!("not round"),
    }
}

/// The distance of a point from a round shape's surface, in metres.
fn off(shape: &Shape, p: DVec3) -> f64 {
    let level = p.x.hypot(p.z);
    match shape {
        Shape::Sphere(s) => (p.length() - f64::from(s.radius())).abs(),
        Shape::Capsule(c) => {
            let half = f64::from(c.half_length());
            let core = DVec3::Y * p.y.clamp(-half, half);
            (p.distance(core) - f64::from(c.radius())).abs()
        }
        Shape::Cylinder(c) => {
            let (out, up) = (
                level - f64::from(c.radius()),
                p.y.abs() - f64::from(c.half_height()),
            );
            if out > 0.0 && up > 0.0 {
                out.hypot(up)
            } else {
                out.max(up).abs()
            }
        }
        Shape::Cone(c) => {
            let (half, radius) = (f64::from(c.half_height()), f64::from(c.radius()));
            let side = ((level - radius) * 2.0 * half + (p.y + half) * radius)
                / (2.0 * half).hypot(radius);
            side.max(-half - p.y).abs()
        }
        _ => unreachable!("not round"),
    }
}

pub(crate) fn any_round(rng: &mut Pcg32) -> Shape {
    let kind = rng.random_range(0..7);
    let mut length = || between(rng, 0.05, 0.8);
    match kind {
        0 => Shape::Sphere(Sphere::new(length()).unwrap()),
        1 => Shape::Capsule(Capsule::new(length(), length()).unwrap()),
        2 | 3 => Shape::Cone(Cone::new(length(), length()).unwrap()),
        _ => Shape::Cylinder(Cylinder::new(length(), length()).unwrap()),
    }
}

/// Upright, lying, upside down, on the side of a cone, or anyhow; then tilted by little or nothing.
fn any_turn(rng: &mut Pcg32, shape: &Shape) -> Quat {
    let slope = match shape {
        Shape::Cone(c) => libm::atanf(c.radius() / (2.0 * c.half_height())),
        _ => 0.0,
    };
    let base = match rng.random_range(0..5) {
        0 => Quat::IDENTITY,
        1 => Quat::from_rotation_z(FRAC_PI_2),
        2 => Quat::from_rotation_z(PI),
        3 => Quat::from_rotation_z(FRAC_PI_2 + slope),
        _ => random::rotation(rng),
    };
    let tilt = match rng.random_range(0..3) {
        0 => 0.0,
        _ => log_between(rng, 1e-7, 0.3),
    };
    let axis = random::direction(rng);
    Quat::from_rotation_y(between(rng, 0.0, TAU)) * Quat::from_axis_angle(axis, tilt) * base
}

/// A random gap from touching to nearly the tolerance, or an overlap by up to `depth`, in metres.
pub(crate) fn any_gap(rng: &mut Pcg32, depth: f32) -> f32 {
    match rng.random_range(0..7) {
        0 => 0.0,
        1..=3 => log_between(rng, 1e-7, 0.0099),
        _ => -log_between(rng, 1e-7, depth),
    }
}

/// Checks the contacts of a round shape over a floor. Returns two flags: it lay on a rim, and on a
/// line. Everything is in the frame of the floor, whose top is at height `top`.
fn check(shape: &Shape, found: &[ContactPoint], floor: &Place, own: &Place, top: f64) -> [bool; 2] {
    let up = floor.turn * DVec3::Y;
    let height = |world: DVec3| floor.own(world).y - top;
    let truth = height(own.at) - reach(shape, own.turn.inverse() * -up);
    let least = deepest(found).expect("a contact").distance;
    assert!((least - truth).abs() < 1e-6, "{least}, {truth}");
    let most = match shape {
        Shape::Sphere(_) => 1,
        Shape::Capsule(_) => 2,
        _ => 4,
    };
    assert!(found.len() <= most);
    for c in found {
        let turned = c.normal.distance(up);
        assert!(turned < 1e-5, "a normal is {turned} off");
        let (on_floor, on_shape) = (c.point_a(), c.point_b());
        assert!(height(on_floor).abs() < 3e-6);
        assert!((height(on_shape) - c.distance).abs() < 3e-6);
        // For a lying capsule the point of the higher end is slightly inside.
        let hair = f64::from(matches!(shape, Shape::Capsule(_))) * 2e-4;
        assert!(off(shape, own.own(on_shape)) < 3e-6 + hair);
    }
    let axis = (own.turn.inverse() * -up).y;
    let (level, lean) = (axis.abs(), (1.0 - axis * axis).max(0.0).sqrt());
    let places: Vec<DVec3> = found.iter().map(|c| floor.own(c.point_b())).collect();
    let within = |rise: f64| truth + rise < 0.0099;
    let rim = match shape {
        Shape::Cylinder(c) => f64::from(c.radius()),
        Shape::Cone(c) if axis < 0.0 => f64::from(c.radius()),
        _ => 0.0,
    };
    let mut seen = [false; 2];
    if rim > 0.0 && lean < 0.0199 && within(2.0 * rim * lean) {
        assert_eq!(found.len(), 4);
        let orders = [[0, 1, 2, 3], [0, 2, 1, 3], [0, 1, 3, 2]];
        let area = |[i, j, k, l]: [usize; 4]| {
            (places[k] - places[i])
                .cross(places[l] - places[j])
                .length()
                * 0.5
        };
        let area = orders.into_iter().map(area).fold(0.0, f64::max);
        assert!(area > 1.4 * rim * rim, "{area} of {}", rim * rim);
        seen[0] = true;
    }
    let half = match shape {
        Shape::Cylinder(c) => f64::from(c.half_height()),
        Shape::Capsule(c) => f64::from(c.half_length()),
        _ => 0.0,
    };
    if half > 0.0 && level < 0.0199 && within(2.0 * half * level) {
        assert_eq!(found.len(), 2);
        assert!(places[0].distance(places[1]) > 1.95 * half);
        seen[1] = true;
    }
    seen
}

#[test]
fn a_round_shape_over_a_floor_is_as_near_as_it_is_and_rests_on_all_that_it_can() {
    let mut rng = random::rng(1);
    let slab = Vec3::new(5.0, 0.5, 5.0);
    let raw = meshes::cuboid(slab);
    let hull = ConvexHull::from_points(&raw.vertices).unwrap();
    let floors = [
        ("box", Shape::Cuboid(Cuboid::new(slab).unwrap()), 0.5),
        ("hull", Shape::Hull(Arc::new(hull)), 0.5),
        ("mesh", model(&raw), 0.5),
        ("sheet", model(&meshes::sheet(20, 10.0, 0.0)), 0.0),
    ];
    let mut seen = [0; 2];
    for case in 0..40_000 {
        let shape = any_round(&mut rng);
        let (name, floor, top) = &floors[rng.random_range(0..4_usize)];
        let floor_pose = match rng.random_range(0..2) {
            0 => Pose::IDENTITY,
            _ => random::pose(&mut rng, 3.0),
        };
        let turn = any_turn(&mut rng, &shape);
        let gap = any_gap(&mut rng, 0.02);
        let down = turn.as_dquat().normalize().inverse() * DVec3::NEG_Y;
        let height = top + reach(&shape, down) + f64::from(gap);
        let [x, z] = [0, 1].map(|_| between(&mut rng, -2.0, 2.0));
        let local = Pose::new(turn, Vec3::new(x, height as f32, z)).unwrap();
        let pose = floor_pose.mul(&local);
        let (frame, own) = (Place::of(&floor_pose), Place::of(&pose));
        let found = find(floor, &floor_pose, &shape, &pose);
        let back = find(&shape, &pose, floor, &floor_pose);
        let least = |found: &[ContactPoint]| deepest(found).map(|c| c.distance);
        let checked = std::panic::catch_unwind(|| {
            // Several sets of four points span a rim equally well, and any may be chosen, but the deepest is fixed.
            assert_eq!(found.len(), back.len());
            let (one, other) = (least(&found).unwrap(), least(&back).unwrap());
            assert!((one - other).abs() < 1e-6, "{one}, {other}");
            check(&shape, &found, &frame, &own, *top)
        });
        let Ok(kinds) = checked else {
            panic!("case {case}: {shape:?} on {name}, {gap}: {found:#?}, {back:#?}");
        };
        seen = [0, 1].map(|i| seen[i] + usize::from(kinds[i]));
    }
    assert!(seen[0] > 6000 && seen[1] > 3000, "{seen:?}");
}
