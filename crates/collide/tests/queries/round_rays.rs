//! Rays at balls, capsules, cylinders and cones: answers by hand, and against a march along the ray in f64.

use dodgem_collide::glam::{DVec3, Vec3};
use dodgem_collide::math::Pose;
use dodgem_collide::shape::{Capsule, Cone, Cylinder, Sphere};
use dodgem_collide::{Placed, Query, RayCast, Shape};
use dodgem_oracle::random::{self, Placement, between, log_between};
use rand::RngExt;
use rand_pcg::Pcg32;

fn ball(radius: f32) -> Shape {
    Shape::Sphere(Sphere::new(radius).unwrap())
}

fn capsule(half: f32, radius: f32) -> Shape {
    Shape::Capsule(Capsule::new(half, radius).unwrap())
}

fn cylinder(half: f32, radius: f32) -> Shape {
    Shape::Cylinder(Cylinder::new(half, radius).unwrap())
}

fn cone(half: f32, radius: f32) -> Shape {
    Shape::Cone(Cone::new(half, radius).unwrap())
}

fn cast(shape: &Shape, pose: &Pose, origin: Vec3, direction: Vec3) -> RayCast {
    Query::default()
        .ray(Placed::new(shape, pose), origin, direction, f32::INFINITY)
        .value
}

/// The time and the normal of a ray at a shape at the origin that has to hit.
fn hit(shape: &Shape, origin: [f32; 3], direction: [f32; 3]) -> (f32, Vec3) {
    match cast(shape, &Pose::IDENTITY, origin.into(), direction.into()) {
        RayCast::Hit { time, normal, .. } => (time, normal),
        other => panic!("{origin:?} along {direction:?}: {other:?}"),
    }
}

fn misses(shape: &Shape, origin: [f32; 3], direction: [f32; 3]) {
    let found = cast(shape, &Pose::IDENTITY, origin.into(), direction.into());
    assert_eq!(found, RayCast::Clear, "{origin:?} along {direction:?}");
}

/// A ball as small as a point stood for the ray: within 1 mm of the surface it started inside, a miss by
/// .8 mm was a hit, and a grazing ray hit 8 mm early.
#[test]
fn a_ray_is_no_tube() {
    let half = ball(0.5);
    let (time, normal) = hit(&half, [0.5005, 0.0, 0.0], [-1.0, 0.0, 0.0]);
    assert!((time - 0.0005).abs() < 1e-7, "{time}");
    assert_eq!(normal, Vec3::X);
    misses(&half, [-2.0, 0.0, 0.5008], [1.0, 0.0, 0.0]);
    let (time, _) = hit(&half, [-2.0, 0.0, 0.4999], [1.0, 0.0, 0.0]);
    // In f64 the root of .25 - .4999^2 is .0099995; the number that f32 has for .4999 makes it .0099988.
    let side = f64::from(0.4999_f32);
    let expected = 2.0 - (0.25 - side * side).sqrt();
    assert!((f64::from(time) - expected).abs() < 1e-7, "{time}");
    assert!((expected - 1.990_000_5).abs() < 1e-6, "{expected}");
}

#[test]
fn answers_by_hand() {
    let rod = capsule(1.0, 0.5);
    assert_eq!(
        hit(&rod, [-2.0, 0.5, 0.0], [0.5, 0.0, 0.0]),
        (3.0, Vec3::NEG_X)
    );
    assert_eq!(
        hit(&rod, [0.0, 4.0, 0.0], [0.0, -2.0, 0.0]),
        (1.25, Vec3::Y)
    );
    // The upper end at height 1.3: .3 above the ball's centre, .4 beside it.
    let (time, normal) = hit(&rod, [3.0, 1.3, 0.0], [-1.0, 0.0, 0.0]);
    assert!((time - 2.6).abs() < 1e-6 && normal.distance(Vec3::new(0.8, 0.6, 0.0)) < 1e-6);
    misses(&rod, [3.0, 1.501, 0.0], [-1.0, 0.0, 0.0]);

    let can = cylinder(1.0, 0.5);
    assert_eq!(
        hit(&can, [-2.0, 0.5, 0.0], [1.0, 0.0, 0.0]),
        (1.5, Vec3::NEG_X)
    );
    assert_eq!(hit(&can, [0.3, 4.0, 0.3], [0.0, -1.0, 0.0]), (3.0, Vec3::Y));
    assert_eq!(
        hit(&can, [0.0, -4.0, 0.1], [0.0, 1.0, 0.0]),
        (3.0, Vec3::NEG_Y)
    );
    misses(&can, [0.4, 4.0, 0.4], [0.0, -1.0, 0.0]);

    // 2 m high, with a radius of 1 m at its base: at height 0 it is 0.5 m wide, and rises 2 on 1.
    let hat = cone(1.0, 1.0);
    let (time, normal) = hit(&hat, [-3.0, 0.0, 0.0], [1.0, 0.0, 0.0]);
    assert_eq!(time, 2.5);
    assert!(normal.distance(Vec3::new(-2.0, 1.0, 0.0).normalize()) < 1e-6);
    assert_eq!(
        hit(&hat, [0.5, -3.0, 0.0], [0.0, 1.0, 0.0]),
        (2.0, Vec3::NEG_Y)
    );
    assert_eq!(hit(&hat, [0.5, 3.0, 0.0], [0.0, -1.0, 0.0]).0, 3.0);
    assert_eq!(hit(&hat, [0.0, 3.0, 0.0], [0.0, -1.0, 0.0]).0, 2.0);
    // Down along the mantle's slope, a quarter of a metre inside it: in through the far side.
    let (time, normal) = hit(&hat, [-1.25, 2.0, 0.0], [1.0, -2.0, 0.0]);
    assert!(
        (time - 0.875).abs() < 1e-6 && normal.x < 0.0,
        "{time} {normal}"
    );
    // The mirror image of the cone, above its apex, is no part of it.
    misses(&hat, [-3.0, 2.0, 0.0], [1.0, 0.0, 0.0]);
}

#[test]
fn touching_is_a_hit_and_passing_is_not() {
    for (shape, top) in [
        (ball(0.5), 0.5),
        (capsule(1.0, 0.5), 1.5),
        (cylinder(1.0, 0.5), 1.0),
        (cone(1.0, 0.5), 1.0),
    ] {
        assert!(hit(&shape, [-2.0, top, 0.0], [1.0, 0.0, 0.0]).0 >= 1.5);
        misses(&shape, [-2.0, top.next_up(), 0.0], [1.0, 0.0, 0.0]);
    }
    for shape in [ball(0.5), capsule(1.0, 0.5), cylinder(1.0, 0.5)] {
        assert_eq!(hit(&shape, [-2.0, 0.0, 0.5], [1.0, 0.0, 0.0]).0, 2.0);
        misses(&shape, [-2.0, 0.0, 0.5_f32.next_up()], [1.0, 0.0, 0.0]);
        // On the surface it hits at once, outwards and inside not at all.
        assert_eq!(hit(&shape, [-0.5, 0.0, 0.0], [1.0, 0.0, 0.0]).0, 0.0);
        misses(&shape, [-0.5, 0.0, 0.0], [-1.0, 0.0, 0.0]);
        misses(&shape, [-0.4, 0.0, 0.0], [1.0, 0.0, 0.0]);
    }
    misses(&cone(1.0, 0.5), [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]);
}

/// A convex function of a point, in metres: 0 on the surface of a solid, negative inside. It is written
/// independently of the crate.
fn height(shape: &Shape, p: DVec3) -> f64 {
    let flat = p.x.hypot(p.z);
    match shape {
        Shape::Sphere(ball) => p.length() - f64::from(ball.radius()),
        Shape::Capsule(rod) => {
            let half = f64::from(rod.half_length());
            let nearest = DVec3::Y * p.y.clamp(-half, half);
            p.distance(nearest) - f64::from(rod.radius())
        }
        Shape::Cylinder(can) => {
            let (half, radius) = (f64::from(can.half_height()), f64::from(can.radius()));
            (flat - radius).max(p.y.abs() - half)
        }
        Shape::Cone(hat) => {
            let (half, radius) = (f64::from(hat.half_height()), f64::from(hat.radius()));
            let rise = 2.0 * half;
            let side = (flat * rise - radius * (half - p.y)) / rise.hypot(radius);
            side.max(-half - p.y)
        }
        _ => unreachable!(),
    }
}

/// The least height along a line of a convex solid, whose height is a convex function: golden sections.
fn lowest(shape: &Shape, from: DVec3, along: DVec3, [mut low, mut high]: [f64; 2]) -> (f64, f64) {
    for _ in 0..200 {
        let third = (high - low) / 3.0;
        let at = |t: f64| height(shape, from + along * t);
        if at(low + third) < at(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    let t = 0.5 * (low + high);
    (t, height(shape, from + along * t))
}

/// Returns the distance to the surface along the line, in metres, and the least height on the line.
fn march(shape: &Shape, from: DVec3, along: DVec3, reach: f64) -> (Option<f64>, f64) {
    let middle = -from.dot(along);
    let (deepest, depth) = lowest(shape, from, along, [middle - reach, middle + reach]);
    if depth > 0.0 {
        return (None, depth);
    }
    let (mut out, mut inside) = (middle - reach, deepest);
    for _ in 0..200 {
        let half = 0.5 * (out + inside);
        match height(shape, from + along * half) > 0.0 {
            true => out = half,
            false => inside = half,
        }
    }
    (Some(out), depth)
}

/// The direction in which the height over a solid of about this size rises, at a place of its surface; `None` near
/// an edge, where the height has a kink.
fn rise(shape: &Shape, place: DVec3, size: f64) -> Option<DVec3> {
    let step = 1e-6 * size;
    let at = |p: DVec3| {
        let slope = |axis: DVec3| height(shape, p + axis * step) - height(shape, p - axis * step);
        DVec3::new(slope(DVec3::X), slope(DVec3::Y), slope(DVec3::Z)).normalize()
    };
    let middle = at(place);
    let beside = middle.any_orthonormal_vector() * (30.0 * step);
    let around = [beside, -beside, middle.cross(beside), beside.cross(middle)];
    let is_smooth = around
        .iter()
        .all(|by| at(place + *by).distance(middle) < 0.02);
    is_smooth.then_some(middle)
}

fn any_round(rng: &mut Pcg32, size: f32) -> Shape {
    let mut of = || size * log_between(rng, 0.05, 1.0);
    let (a, b) = (of(), of());
    match rng.random_range(0..4) {
        0 => ball(a),
        1 => capsule(a, b),
        2 => cylinder(a, b),
        _ => cone(a, b),
    }
}

#[test]
fn rays_meet_what_a_march_along_them_meets() {
    let mut rng = random::rng(2601);
    let (mut hits, mut clears, mut inside, mut normals) = (0, 0, 0, 0);
    for round in 0..6000 {
        let size = random::pick(&mut rng, &[1e-3, 0.03, 1.0, 30.0, 1e3]);
        let shape = any_round(&mut rng, size);
        let pose = random::pose(&mut rng, 3.0 * size);
        let reach = 4.0 * f64::from(size);
        let away = size * log_between(&mut rng, 0.3, 30.0);
        let goal = pose.translation() + random::in_cube(&mut rng, 0.8 * size);
        let origin = goal + random::direction(&mut rng) * away;
        let direction = (goal - origin) * log_between(&mut rng, 1e-3, 1e3);
        let place = Placement::of(&pose);
        let to_local = place.rotation.conjugate();
        let from = to_local * (origin.as_dvec3() - place.translation);
        let length = direction.as_dvec3().length();
        let along = to_local * direction.as_dvec3() / length;
        let (truth, depth) = march(&shape, from, along, reach);
        let told = format!("round {round}: {shape:?}, {truth:?}, depth {depth}");
        // The error of the reference itself.
        let unsure = 1e-9 * f64::from(size + away);
        if depth.abs() < unsure || height(&shape, from).abs() < unsure {
            continue;
        }
        match (cast(&shape, &pose, origin, direction), truth) {
            (RayCast::Clear, None) => clears += 1,
            (RayCast::Clear, Some(way)) => {
                assert!(way < 0.0, "{told}");
                inside += 1;
            }
            (
                RayCast::Hit {
                    time,
                    point,
                    normal,
                    ..
                },
                Some(way),
            ) => {
                hits += 1;
                let found = f64::from(time) * length;
                // A grazing ray goes a long way for a small height.
                let off = height(&shape, from + along * found).abs();
                let rounding = 2e-7 * way;
                assert!(off <= unsure + rounding, "{told}: {off}");
                let near = (found - way).abs() <= 1e-6 * f64::from(size) + rounding;
                assert!(near || depth > -1e-6 * f64::from(size), "{told}: {found}");
                let coarse = 1e-6 * (point.abs().max_element() + size);
                let ahead = origin.as_dvec3() + direction.as_dvec3() * f64::from(time);
                assert!(
                    point.as_dvec3().distance(ahead) < f64::from(coarse),
                    "{told}"
                );
                assert!((normal.length() - 1.0).abs() < 1e-6, "{told}");
                assert!(normal.dot(direction) <= 1e-5 * direction.length(), "{told}");
                // The height rises the fastest along the normal. At an edge there is none, and the reported hit of
                // a grazing ray may be far from the true one.
                let here = from + along * found;
                if let Some(expected) = rise(&shape, here, f64::from(size)) {
                    let off = (to_local * normal.as_dvec3()).distance(expected);
                    assert!(off < 5e-5, "{told}: the normal is off by {off}");
                    normals += 1;
                }
            }
            (other, _) => panic!("{told}: {other:?}"),
        }
    }
    let all = format!("{hits} hits, {normals} normals, {clears} clears, {inside} from inside");
    let has_all = hits > 1000 && 10 * normals > 9 * hits && clears > 1000 && inside > 50;
    assert!(has_all, "{all}");
}

#[test]
fn a_ray_that_is_too_short_or_too_long_for_f32_hits_nothing() {
    let half = ball(0.5);
    let placed = Placed::new(&half, &Pose::IDENTITY);
    let mut query = Query::default();
    let origin = Vec3::X * 2.0;
    assert_eq!(
        query.ray(placed, origin, Vec3::NEG_X, 1.4999),
        RayCast::Clear
    );
    assert!(matches!(
        *query.ray(placed, origin, Vec3::NEG_X, 1.5),
        RayCast::Hit { time: 1.5, .. }
    ));
    let slow = Vec3::X * -1e-39;
    assert_eq!(
        query.ray(placed, origin, slow, f32::INFINITY),
        RayCast::Clear
    );
    let fast = query.ray(placed, Vec3::X * 3e38, Vec3::X * -3e38, 1.0);
    assert!(matches!(*fast, RayCast::Hit { time: 1.0, .. }), "{fast:?}");
    // A thousand kilometres away f32 has steps of 62.5 mm.
    let mut rng = random::rng(1);
    for _ in 0..20 {
        let size = between(&mut rng, 0.1, 1.0);
        let pose = Pose::from_translation(Vec3::new(1e6, 0.0, 0.0)).unwrap();
        let RayCast::Hit { time, normal, .. } = cast(&ball(size), &pose, Vec3::ZERO, Vec3::X)
        else {
            panic!("a ball of {size} m is missed");
        };
        let off = f64::from(time) - (1e6 - f64::from(size));
        assert!(off.abs() <= 0.0625, "{size}: {off} m off");
        assert_eq!(normal, Vec3::NEG_X, "{size}");
        let beside = cast(&ball(size), &pose, Vec3::Y * (1.001 * size), Vec3::X);
        assert_eq!(beside, RayCast::Clear, "{size}");
    }
}
