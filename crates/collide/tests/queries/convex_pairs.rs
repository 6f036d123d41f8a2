//! GJK and EPA against closed forms, the f64 references, and certificates that need neither.

use dodgem_collide::Relative;
use dodgem_collide::internals::{self as convex_pair, EpaScratch, Separation, WarmStart};
use dodgem_collide::math::{Pose, closest_of_segments};
use dodgem_collide::shape::{Capsule, Cone, ConvexHull, Cuboid, Cylinder, Sphere, SupportMap};
use dodgem_oracle::random::{self, Placement, between};
use dodgem_oracle::{convex as reference, meshes};
use glam::{DVec3, Quat, Vec3};
use rand::RngExt;
use rand_pcg::Pcg32;

type Solid = Box<dyn SupportMap>;

fn separate(a: &dyn SupportMap, pose_a: &Pose, b: &dyn SupportMap, pose_b: &Pose) -> Separation {
    let relative = Relative::new(pose_a, pose_b);
    convex_pair::separation(
        a,
        b,
        &relative,
        &mut WarmStart::default(),
        &mut EpaScratch::default(),
    )
}

fn solid(rng: &mut Pcg32, size: f32) -> (&'static str, Solid) {
    let kind = rng.random_range(0..8);
    let mut length = || size * between(rng, 0.2, 1.0);
    match kind {
        0 => ("sphere", Box::new(Sphere::new(length()).unwrap())),
        1 => {
            let half = Vec3::new(length(), length(), length());
            ("cuboid", Box::new(Cuboid::new(half).unwrap()))
        }
        2 => (
            "capsule",
            Box::new(Capsule::new(length(), length()).unwrap()),
        ),
        3 => (
            "cylinder",
            Box::new(Cylinder::new(length(), length()).unwrap()),
        ),
        4 => ("cone", Box::new(Cone::new(length(), length()).unwrap())),
        5 => {
            let half = Vec3::new(length(), length() * 1e-4, length() * 1e-4);
            ("needle", Box::new(Cuboid::new(half).unwrap()))
        }
        6 => {
            let half = Vec3::new(length(), length() * 1e-3, length());
            ("plate", Box::new(Cuboid::new(half).unwrap()))
        }
        _ => {
            let count = rng.random_range(4..80);
            let points = meshes::ball_points(rng, count, size, true);
            ("hull", Box::new(ConvexHull::from_points(&points).unwrap()))
        }
    }
}

/// The farthest reach of a solid at a pose along a direction.
fn reach(solid: &dyn SupportMap, at: &Placement, direction: DVec3) -> f64 {
    let local = at.rotation.conjugate() * direction;
    let far = at.rotation * solid.support(local) + at.translation;
    far.dot(direction) + solid.margin() * direction.length()
}

/// The gap of the solids along a direction; negative if their projections overlap.
fn gap(a: (&Solid, &Placement), b: (&Solid, &Placement), direction: DVec3) -> f64 {
    -reach(b.0.as_ref(), b.1, -direction) - reach(a.0.as_ref(), a.1, direction)
}

#[test]
fn every_answer_carries_its_proof() {
    let mut rng = random::rng(31);
    let (mut apart, mut deep) = (0, 0);
    for round in 0..20_000 {
        let size = meshes::any_scale(&mut rng);
        let (name_a, a) = solid(&mut rng, size);
        let (name_b, b) = solid(&mut rng, size);
        let pose_a = random::pose(&mut rng, size);
        let mut pose_b = random::pose(&mut rng, size * 1.3);
        if round % 20 == 0 {
            // Same place and turn: centres coincide, faces are parallel.
            pose_b = pose_a;
        }
        let found = separate(a.as_ref(), &pose_a, b.as_ref(), &pose_b);
        let (at_a, at_b) = (Placement::of(&pose_a), Placement::of(&pose_b));
        let label = format!("round {round}: {name_a} {name_b} of {size} m: {found:?}");
        let round_core = |name| matches!(name, "cylinder" | "cone");
        let curved = round_core(name_a) || round_core(name_b);
        // On one axis all directions around are equally near, and EPA's vertices run out.
        let part = match (curved, pose_b == pose_a) {
            (false, _) => 2e-8,
            (true, false) => 1e-6,
            (true, true) => 1e-3,
        };
        let slack = f64::from(size) * part;

        // The gap along the normal is the distance of the solids, or minus the depth of their overlap.
        let normal = at_a.rotation * found.normal;
        assert!((normal.length() - 1.0).abs() < 1e-9, "{label}");
        let along = gap((&a, &at_a), (&b, &at_b), normal);
        assert!(
            (along - found.distance).abs() < slack,
            "{label}: gap {along}"
        );
        // No direction does better (for a distance, none parts them by more).
        for _ in 0..30 {
            let other = (normal
                + random::direction(&mut rng).as_dvec3() * f64::from(between(&mut rng, 0.0, 1.0)))
            .normalize();
            let other = gap((&a, &at_a), (&b, &at_b), other);
            assert!(other <= found.distance + slack, "{label}: {other}");
        }
        // The points are on the solids and span the distance along the normal.
        let span = (found.point_b - found.point_a) - found.normal * found.distance;
        assert!(span.length() < slack * 10.0, "{label}: {}", span.length());
        let world = |p: DVec3| at_a.rotation * p + at_a.translation;
        for (solid, at, point) in [(&a, &at_a, found.point_a), (&b, &at_b, found.point_b)] {
            for _ in 0..10 {
                let direction = random::direction(&mut rng).as_dvec3();
                let over = world(point).dot(direction) - reach(solid.as_ref(), at, direction);
                assert!(over < slack, "{label}: {over} outside");
            }
        }
        if found.distance > 0.0 {
            apart += 1
        } else {
            deep += 1
        }
    }
    assert!(apart > 2000 && deep > 2000, "{apart} {deep}");
}

#[test]
fn spheres_and_capsules_have_their_closed_forms() {
    let mut rng = random::rng(32);
    for _ in 0..5000 {
        let (r, s) = (between(&mut rng, 0.1, 1.0), between(&mut rng, 0.1, 1.0));
        let (pose_a, pose_b) = (random::pose(&mut rng, 1.5), random::pose(&mut rng, 1.5));
        let centres = pose_a
            .translation()
            .as_dvec3()
            .distance(pose_b.translation().as_dvec3());
        let spheres = separate(
            &Sphere::new(r).unwrap(),
            &pose_a,
            &Sphere::new(s).unwrap(),
            &pose_b,
        );
        let expected = centres - f64::from(r) - f64::from(s);
        assert!(
            (spheres.distance - expected).abs() < 1e-12,
            "{spheres:?}, not {expected}"
        );

        let (h, k) = (between(&mut rng, 0.1, 2.0), between(&mut rng, 0.1, 2.0));
        let (a, b) = (Capsule::new(h, r).unwrap(), Capsule::new(k, s).unwrap());
        let ends = |pose: &Pose, h: f32| [-h, h].map(|y| pose.transform_point(Vec3::Y * y));
        let (p, q) = closest_of_segments(ends(&pose_a, h), ends(&pose_b, k));
        let expected = p.as_dvec3().distance(q.as_dvec3()) - f64::from(r + s);
        let capsules = separate(&a, &pose_a, &b, &pose_b);
        assert!(
            (capsules.distance - expected).abs() < 2e-6,
            "{capsules:?}, not {expected}"
        );
    }
}

#[test]
fn a_sphere_and_a_box_have_their_closed_form() {
    let mut rng = random::rng(33);
    for _ in 0..5000 {
        let half = random::in_cube(&mut rng, 1.0).abs() + Vec3::splat(0.1);
        let radius = between(&mut rng, 0.1, 1.0);
        let center = random::in_cube(&mut rng, 2.5);
        let offset = center.abs().as_dvec3() - half.as_dvec3();
        let outside = offset.max(DVec3::ZERO).length();
        let expected = outside + offset.max_element().min(0.0) - f64::from(radius);
        let (cuboid, sphere) = (Cuboid::new(half).unwrap(), Sphere::new(radius).unwrap());
        let at = Pose::from_translation(center).unwrap();
        let found = separate(&cuboid, &Pose::IDENTITY, &sphere, &at);
        assert!(
            (found.distance - expected).abs() < 1e-9,
            "{found:?}, not {expected}"
        );
    }
}

#[test]
fn polyhedra_have_the_distance_and_depth_of_the_reference() {
    let mut rng = random::rng(34);
    for round in 0..400 {
        let points = |rng: &mut Pcg32| {
            let count = rng.random_range(4..14);
            let mut points = meshes::ball_points(rng, count, 1.0, true);
            if round % 4 == 0 {
                points.iter_mut().for_each(|p| p.y *= 1e-3);
            }
            points
        };
        let (points_a, points_b) = (points(&mut rng), points(&mut rng));
        let (pose_a, pose_b) = (random::pose(&mut rng, 0.8), random::pose(&mut rng, 0.8));
        let polytope = |points: &[Vec3], pose: &Pose| {
            let at = Placement::of(pose);
            reference::Polytope::hull(&points.iter().map(|p| at.point(*p)).collect::<Vec<_>>())
        };
        let (a, b) = (polytope(&points_a, &pose_a), polytope(&points_b, &pose_b));
        let hull = |points: &[Vec3]| ConvexHull::from_points(points).unwrap();
        let found = separate(&hull(&points_a), &pose_a, &hull(&points_b), &pose_b);
        let (depth, _) = reference::gap(&a, &b);
        let expected = if depth > 0.0 {
            reference::distance(&a, &b).distance
        } else {
            depth
        };
        assert!(
            (found.distance - expected).abs() < 1e-9,
            "round {round}: {found:?}, not {expected}"
        );
    }
}

#[test]
fn touching_counts_and_a_hair_apart_does_not() {
    let cube = Cuboid::new(Vec3::splat(0.5)).unwrap();
    let ball = Sphere::new(0.5).unwrap();
    let (cylinder, cone) = (
        Cylinder::new(0.5, 0.5).unwrap(),
        Cone::new(0.5, 0.5).unwrap(),
    );
    let capsule = Capsule::new(0.25, 0.25).unwrap();
    let solids: [&dyn SupportMap; 5] = [&cube, &ball, &cylinder, &cone, &capsule];
    for a in solids {
        for b in solids {
            // All five reach from -0.5 to 0.5 on the Y axis.
            for (height, meets) in [(1.0, true), (1.0 - 1e-6, true), (1.0 + 1e-6, false)] {
                let at = Pose::from_translation(Vec3::Y * height).unwrap();
                let relative = Relative::new(&Pose::IDENTITY, &at);
                let found = convex_pair::within(a, b, &relative, 0.0, &mut WarmStart::default());
                assert_eq!(found, meets, "{height}");
                let distance = separate(a, &Pose::IDENTITY, b, &at).distance;
                assert!(
                    (distance - (f64::from(height) - 1.0)).abs() < 1e-7,
                    "{distance}"
                );
            }
        }
    }
}

#[test]
fn order_and_a_common_pose_change_nothing() {
    let mut rng = random::rng(35);
    for _ in 0..3000 {
        let ((name_a, a), (name_b, b)) = (solid(&mut rng, 1.0), solid(&mut rng, 1.0));
        let (pose_a, pose_b) = (random::pose(&mut rng, 1.0), random::pose(&mut rng, 1.0));
        let found = separate(a.as_ref(), &pose_a, b.as_ref(), &pose_b);
        let swapped = separate(b.as_ref(), &pose_b, a.as_ref(), &pose_a);
        assert!(
            (found.distance - swapped.distance).abs() < 2e-5,
            "{name_a} {name_b}: {found:?} {swapped:?}"
        );
        let common = random::pose(&mut rng, 3.0);
        let moved = separate(
            a.as_ref(),
            &common.mul(&pose_a),
            b.as_ref(),
            &common.mul(&pose_b),
        );
        assert!(
            (found.distance - moved.distance).abs() < 2e-5,
            "{name_a} {name_b}: {found:?} {moved:?}"
        );
    }
}

#[test]
fn a_warm_start_changes_the_work_and_not_the_answer() {
    let mut rng = random::rng(36);
    for _ in 0..300 {
        let ((name_a, a), (name_b, b)) = (solid(&mut rng, 1.0), solid(&mut rng, 1.0));
        let from = random::in_cube(&mut rng, 2.5);
        let (to, turn) = (random::in_cube(&mut rng, 2.5), random::rotation(&mut rng));
        let mut warm = WarmStart::default();
        let mut query = EpaScratch::default();
        for step in 0..20 {
            let t = step as f32 / 19.0;
            let pose = Pose::new(Quat::IDENTITY.lerp(turn, t), from.lerp(to, t)).unwrap();
            let relative = Relative::new(&Pose::IDENTITY, &pose);
            let found =
                convex_pair::separation(a.as_ref(), b.as_ref(), &relative, &mut warm, &mut query);
            let cold = separate(a.as_ref(), &Pose::IDENTITY, b.as_ref(), &pose);
            let off = (found.distance - cold.distance).abs();
            assert!(off < 2e-5, "{name_a} {name_b}: {found:?} {cold:?}");
        }
    }
}

#[test]
fn tolerances_and_approximations_keep_their_word() {
    let mut rng = random::rng(37);
    for _ in 0..3000 {
        let ((name_a, a), (name_b, b)) = (solid(&mut rng, 1.0), solid(&mut rng, 1.0));
        let (pose_a, pose_b) = (random::pose(&mut rng, 2.0), random::pose(&mut rng, 2.0));
        let relative = Relative::new(&pose_a, &pose_b);
        let exact = separate(a.as_ref(), &pose_a, b.as_ref(), &pose_b).distance;
        let label = format!("{name_a} {name_b}: {exact}");
        let warm = &mut WarmStart::default();
        let mut within = |t| convex_pair::within(a.as_ref(), b.as_ref(), &relative, t, warm);
        if exact > 1e-4 {
            assert!(
                within(exact + 1e-6) && !within(exact - 1e-6) && !within(0.0),
                "{label}"
            );
        } else if exact < -1e-4 {
            assert!(within(0.0), "{label}");
        }
        for (absolute, part) in [(0.0, 0.0), (0.1, 0.0), (0.0, 0.3)] {
            let warm = &mut WarmStart::default();
            let (a, b) = (a.as_ref(), b.as_ref());
            let slab = convex_pair::separating_slab(a, b, &relative, absolute, part, warm);
            let found = slab.map_or(0.0, |slab| slab.gap.max(0.0));
            let truth = exact.max(0.0);
            assert!(found <= truth + 1e-6, "{label}: {found}");
            assert!(
                found >= truth - absolute.max(part * truth) - 1e-6,
                "{label}: {found}"
            );
        }
    }
}
