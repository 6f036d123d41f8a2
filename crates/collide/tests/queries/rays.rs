//! Rays and points against brute force in f64, and through every edge and corner.

use dodgem_collide::math::Pose;
use dodgem_collide::mesh::TriMesh;
use dodgem_collide::{
    Budget, BuildOptions, Containment, Model, Placed, Query, RayCast, VolumeKind,
};
use dodgem_oracle::random::{self, Placement, between};
use dodgem_oracle::{mesh, meshes};
use glam::Vec3;
use rand::RngExt;
use rand_pcg::Pcg32;

fn build(rng: &mut Pcg32, raw: &meshes::Raw) -> Model {
    let options = BuildOptions {
        volume: random::pick(rng, &VolumeKind::ALL),
        max_piece_triangles: rng.random_range(1..=10),
        ..BuildOptions::default()
    };
    Model::build(&raw.mesh(), &options).unwrap()
}

fn cast(model: &Model, pose: &Pose, origin: Vec3, direction: Vec3, max_time: f32) -> RayCast {
    let mut query = Query::default();
    query
        .ray(Placed::new(model, pose), origin, direction, max_time)
        .value
}

fn where_is(model: &Model, pose: &Pose, point: Vec3) -> Containment {
    Query::default()
        .contains(Placed::new(model, pose), point)
        .value
}

#[test]
fn a_ray_meets_what_brute_force_says_it_meets() {
    let mut rng = random::rng(71);
    let (mut hits, mut clears) = (0, 0);
    for round in 0..400 {
        let scale = meshes::any_scale(&mut rng);
        let (name, raw) = meshes::any(&mut rng);
        let raw = raw.scaled(scale);
        let model = build(&mut rng, &raw);
        let pose = random::pose(&mut rng, scale);
        let soup = mesh::kept(&model, &pose);
        for _ in 0..10 {
            let origin = pose.translation() + random::in_cube(&mut rng, 1.5 * scale);
            let goal = pose.translation() + random::in_cube(&mut rng, 0.8 * scale);
            let direction = (goal - origin) * random::log_between(&mut rng, 1e-3, 1e3);
            if direction == Vec3::ZERO {
                continue;
            }
            let truth = mesh::ray(origin.as_dvec3(), direction.as_dvec3(), &soup);
            let found = cast(&model, &pose, origin, direction, f32::INFINITY);
            let place = format!("round {round}, {name}: {found:?}, not {truth:?}");
            // Rays that graze an edge may have either answer; brute force, which is not watertight,
            // also tests rays beside it.
            let grazes = || {
                let side = direction.any_orthonormal_pair();
                let slack = 1e-6 * scale;
                let beside = [side.0, -side.0, side.1, -side.1].map(|by| {
                    let from = (origin + by * slack).as_dvec3();
                    mesh::ray(from, direction.as_dvec3(), &soup).map(|(time, _)| time)
                });
                let near = |t: f64| {
                    let time = truth.map_or(f64::INFINITY, |(time, _)| time);
                    t == time || (t - time).abs() <= 1e-3 * time.abs()
                };
                !beside.iter().all(|t| near(t.unwrap_or(f64::INFINITY)))
            };
            match (found, truth) {
                (RayCast::Clear, None) => clears += 1,
                (
                    RayCast::Hit {
                        time,
                        point,
                        normal,
                        triangle,
                    },
                    Some((expected, _)),
                ) => {
                    hits += 1;
                    let close = (f64::from(time) - expected).abs() <= 1e-6 * expected.abs();
                    assert!(close || grazes(), "{place}");
                    if close {
                        assert!(normal.dot(direction) <= 0.0, "{place}");
                        assert!((normal.length() - 1.0).abs() < 1e-5, "{place}");
                        let struck = mesh::soup(model.mesh(), &pose)[triangle as usize];
                        let off = mesh::point_distance(point.as_dvec3(), &[struck]).distance;
                        assert!(off <= 1e-5 * f64::from(scale), "{place}: {off}");
                    }
                }
                _ => assert!(grazes(), "{place}"),
            }
            // The time bounds the search from above.
            if let RayCast::Hit { time, .. } = found {
                let short = cast(&model, &pose, origin, direction, time * 0.999);
                assert!(time == 0.0 || short == RayCast::Clear, "{place}");
            }
        }
    }
    assert!(hits > 1000 && clears > 500, "{hits} hits, {clears} clears");
}

#[test]
fn no_ray_slips_through_a_closed_surface_at_an_edge_or_a_corner() {
    let mut rng = random::rng(72);
    for raw in [
        meshes::uv_sphere(12, 16, 1.0),
        meshes::cuboid(Vec3::new(0.3, 0.4, 0.5)),
        meshes::torus(12, 8, 0.7, 0.3).with(meshes::uv_sphere(5, 7, 2.0)),
    ] {
        let model = build(&mut rng, &raw);
        let pose = random::pose(&mut rng, 2.0);
        let place = Placement::of(&pose);
        // From the middle outwards, through every corner and points on every edge.
        for triangle in &raw.triangles {
            let corners = triangle.map(|v| raw.vertices[v as usize]);
            for (from, to) in [(0, 1), (1, 2), (2, 0)] {
                for part in [0.0, 0.5, between(&mut rng, 0.0, 1.0)] {
                    let goal = corners[from].lerp(corners[to], part);
                    let origin = place.point(Vec3::new(0.01, 0.02, 0.03)).as_vec3();
                    let goal = place.point(goal).as_vec3();
                    let found = cast(&model, &pose, origin, goal - origin, f32::INFINITY);
                    assert!(matches!(found, RayCast::Hit { .. }), "{goal}: {found:?}");
                }
            }
        }
    }
}

#[test]
fn a_ray_into_a_box_knows_when_and_where_and_how() {
    let mesh = meshes::cuboid(Vec3::new(1.0, 2.0, 3.0)).mesh();
    let model = Model::build(&mesh, &BuildOptions::default()).unwrap();
    let pose = Pose::from_translation(Vec3::X * 10.0).unwrap();
    let found = cast(
        &model,
        &pose,
        Vec3::new(1.0, 0.5, -0.7),
        Vec3::X * 2.0,
        100.0,
    );
    let RayCast::Hit {
        time,
        point,
        normal,
        triangle,
    } = found
    else {
        panic!("{found:?}");
    };
    assert_eq!(
        (time, point, normal),
        (4.0, Vec3::new(9.0, 0.5, -0.7), Vec3::NEG_X)
    );
    assert!(
        mesh.corner_points(triangle as usize)
            .iter()
            .all(|p| p.x == -1.0)
    );
    // From inside it meets the far side's back.
    let from_inside = cast(&model, &pose, Vec3::X * 10.0, Vec3::Y, 100.0);
    assert!(
        matches!(
            from_inside,
            RayCast::Hit {
                time: 2.0,
                normal: Vec3::NEG_Y,
                ..
            }
        ),
        "{from_inside:?}"
    );
    // On the surface it meets it at once.
    let here = cast(&model, &pose, Vec3::new(9.0, 0.1, 0.2), Vec3::X, 100.0);
    assert!(matches!(here, RayCast::Hit { time: 0.0, .. }), "{here:?}");
    // Away from it, beside it, too short, and rays that are none.
    let origin = Vec3::new(1.0, 0.5, -0.7);
    assert_eq!(
        cast(&model, &pose, origin, Vec3::NEG_X, 100.0),
        RayCast::Clear
    );
    assert_eq!(cast(&model, &pose, origin, Vec3::Y, 100.0), RayCast::Clear);
    assert_eq!(cast(&model, &pose, origin, Vec3::X, 7.99), RayCast::Clear);
    for bad in [
        Vec3::ZERO,
        Vec3::new(f32::NAN, 1.0, 0.0),
        Vec3::new(f32::INFINITY, 0.0, 0.0),
    ] {
        assert_eq!(cast(&model, &pose, origin, bad, 100.0), RayCast::Clear);
        let from = if bad == Vec3::ZERO {
            Vec3::splat(f32::NAN)
        } else {
            bad
        };
        assert_eq!(cast(&model, &pose, from, Vec3::X, 100.0), RayCast::Clear);
    }
    assert_eq!(
        cast(&model, &pose, origin, Vec3::X, f32::NAN),
        RayCast::Clear
    );
}

#[test]
fn a_ray_that_is_cut_short_names_a_safe_time() {
    let mut rng = random::rng(73);
    let mut cuts = 0;
    for _ in 0..100 {
        let (_, raw) = meshes::any(&mut rng);
        let model = build(&mut rng, &raw);
        let pose = random::pose(&mut rng, 1.0);
        let origin = random::in_cube(&mut rng, 3.0);
        let direction = pose.translation() - origin;
        let mut query = Query::default();
        let mut run = |budget| {
            let limit = f32::INFINITY;
            query.budget = budget;
            query.ray(Placed::new(&model, &pose), origin, direction, limit)
        };
        let whole = run(Budget::Unlimited);
        for work in 0..40 {
            match *run(Budget::Work(work)) {
                RayCast::Cut { safe_time } => {
                    cuts += 1;
                    assert!(safe_time >= 0.0);
                    if let RayCast::Hit { time, .. } = *whole {
                        assert!(safe_time <= time, "{safe_time} after {time}");
                    }
                }
                other => assert_eq!(other, whole.value),
            }
        }
    }
    assert!(cuts > 500, "{cuts}");
}

#[test]
fn points_are_where_the_winding_number_says() {
    let mut rng = random::rng(74);
    let (mut inside, mut outside) = (0, 0);
    for round in 0..300 {
        let scale = meshes::any_scale(&mut rng);
        let raw = match rng.random_range(0..6) {
            0 => meshes::uv_sphere(7, 10, 1.0),
            1 => meshes::torus(10, 6, 0.7, 0.3),
            2 => meshes::cuboid(Vec3::splat(0.6)),
            3 => meshes::plate(1.5),
            4 => meshes::shells(2, 5, 1.0),
            // A hollow.
            _ => meshes::uv_sphere(7, 10, 1.0).with(meshes::uv_sphere(6, 8, 0.6).inside_out()),
        };
        let raw = raw.scaled(scale);
        let model = build(&mut rng, &raw);
        let pose = random::pose(&mut rng, scale);
        let soup = mesh::kept(&model, &pose);
        for _ in 0..10 {
            let local = random::in_cube(&mut rng, 1.0) * scale;
            let point = pose.transform_point(local);
            let winding = mesh::winding_number(point.as_dvec3(), &soup).round();
            let near = mesh::point_distance(point.as_dvec3(), &soup).distance;
            if near < 1e-6 * f64::from(scale) {
                continue;
            }
            let found = where_is(&model, &pose, point);
            let expected = if winding == 0.0 {
                outside += 1;
                Containment::Outside
            } else {
                inside += 1;
                Containment::Inside
            };
            assert_eq!(found, expected, "round {round}: {winding}, {near} away");
        }
    }
    assert!(inside > 500 && outside > 500, "{inside}, {outside}");
}

#[test]
fn rays_through_corners_and_edges_count_right() {
    // Every coordinate is a small whole number, so that rays from lattice points run along edges
    // and faces and through corners all the time.
    let model = |raw: &meshes::Raw| Model::build(&raw.mesh(), &BuildOptions::default()).unwrap();
    let step = meshes::cuboid(Vec3::splat(2.0));
    let tower = meshes::cuboid(Vec3::new(1.0, 4.0, 1.0)).moved(Vec3::Y * 6.0);
    let model = model(&step.with(tower));
    for x in -4..=4 {
        for y in -4..=11 {
            for z in -4..=4 {
                let point = Vec3::new(x as f32, y as f32, z as f32);
                let half = |low: Vec3, high: Vec3| {
                    let (inside, touching) = (
                        point.cmpgt(low).all() && point.cmplt(high).all(),
                        point.cmpge(low).all() && point.cmple(high).all(),
                    );
                    (inside, touching && !inside)
                };
                let one = half(Vec3::splat(-2.0), Vec3::splat(2.0));
                let two = half(Vec3::new(-1.0, 2.0, -1.0), Vec3::new(1.0, 10.0, 1.0));
                let expected = if one.1 || two.1 {
                    Containment::OnSurface
                } else if one.0 || two.0 {
                    Containment::Inside
                } else {
                    Containment::Outside
                };
                assert_eq!(
                    where_is(&model, &Pose::IDENTITY, point),
                    expected,
                    "{point}"
                );
            }
        }
    }
}

#[test]
fn what_is_open_has_no_inside_and_what_is_wound_wrongly_has() {
    let pose = Pose::IDENTITY;
    let build = |raw: &meshes::Raw| Model::build(&raw.mesh(), &BuildOptions::default()).unwrap();
    let mut open = meshes::cuboid(Vec3::ONE);
    open.triangles.pop();
    assert_eq!(
        where_is(&build(&open), &pose, Vec3::ZERO),
        Containment::NotClosed
    );
    let fan = build(&meshes::fan(9, 1.0));
    assert_eq!(where_is(&fan, &pose, Vec3::ZERO), Containment::NotClosed);
    let mut turned = meshes::cuboid(Vec3::ONE);
    turned.triangles[3].swap(0, 1);
    turned.triangles[8].swap(0, 1);
    let turned = build(&turned);
    assert_eq!(
        where_is(&turned, &pose, Vec3::splat(0.3)),
        Containment::Inside
    );
    assert_eq!(
        where_is(&turned, &pose, Vec3::splat(1.3)),
        Containment::Outside
    );
    let inside_out = build(&meshes::cuboid(Vec3::ONE).inside_out());
    assert_eq!(
        where_is(&inside_out, &pose, Vec3::splat(0.3)),
        Containment::Inside
    );
    let far = where_is(&inside_out, &pose, Vec3::splat(f32::NAN));
    assert_eq!(far, Containment::Outside);
    let mut query = Query::default();
    query.budget = Budget::Work(1);
    let cut = query.contains(Placed::new(&inside_out, &pose), Vec3::ZERO);
    assert_eq!((cut.value, cut.cost.cuts), (Containment::Cut, 1));
}

#[test]
fn far_from_the_origin_points_are_told_apart_as_finely_as_they_can_be_named() {
    let mesh: TriMesh = meshes::uv_sphere(8, 12, 1.0).mesh();
    let model = Model::build(&mesh, &BuildOptions::default()).unwrap();
    let pose = Pose::from_translation(Vec3::new(1e4, -2e4, 3e4)).unwrap();
    let soup = mesh::kept(&model, &pose);
    let mut rng = random::rng(75);
    for _ in 0..300 {
        let point = pose.translation() + random::in_cube(&mut rng, 1.1);
        let found = where_is(&model, &pose, point);
        let near = mesh::point_distance(point.as_dvec3(), &soup).distance;
        let inside = mesh::contains(point.as_dvec3(), &soup);
        if found == Containment::OnSurface {
            assert!(near < 0.004, "{near}");
        } else {
            assert_eq!(found == Containment::Inside, inside, "{point}, {near}");
        }
    }
}
