//! Contact times in closed form against times calculated by hand and against references that step
//! through time by the exact distance.

use dodgem_collide::Relative;
use dodgem_collide::internals::{EpaScratch, WarmStart, separation};
use dodgem_collide::internals::{
    MovingBox, box_box, point_capsule, point_sphere, sphere_plane, sphere_sphere, sphere_triangle,
};
use dodgem_collide::math::Placement;
use dodgem_collide::shape::Cuboid;
use dodgem_oracle::{random, triangle};
use glam::{DMat3, DVec3, Vec3};
use rand::RngExt;

const TRIANGLE: [DVec3; 3] = [DVec3::ZERO, DVec3::X, DVec3::Z];

fn v(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

#[test]
fn points_and_spheres_meet_spheres_and_planes_when_hands_say() {
    let ahead = point_sphere(v(-5.0, 0.0, 0.0), v(2.0, 0.0, 0.0), 1.0);
    assert_eq!(ahead, Some([2.0, 3.0]));
    // 3-4-5: enters at (-4, 3), leaves at (4, 3).
    let [enters, leaves] = point_sphere(v(-10.0, 3.0, 0.0), DVec3::X, 5.0).unwrap();
    assert!((enters - 6.0).abs() < 1e-12 && (leaves - 14.0).abs() < 1e-12);
    // Tangent, past, behind, inside, at rest in and out.
    assert_eq!(
        point_sphere(v(-4.0, 1.0, 0.0), DVec3::X, 1.0),
        Some([4.0, 4.0])
    );
    assert_eq!(point_sphere(v(-4.0, 1.01, 0.0), DVec3::X, 1.0), None);
    assert_eq!(point_sphere(v(4.0, 0.0, 0.0), DVec3::X, 1.0), None);
    assert_eq!(
        point_sphere(v(0.5, 0.0, 0.0), DVec3::X, 1.0),
        Some([0.0, 0.5])
    );
    assert_eq!(
        point_sphere(v(0.5, 0.0, 0.0), DVec3::ZERO, 1.0),
        Some([0.0, f64::INFINITY])
    );
    assert_eq!(point_sphere(v(1.5, 0.0, 0.0), DVec3::ZERO, 1.0), None);
    assert_eq!(
        sphere_sphere(v(0.0, 9.0, 0.0), v(0.0, -3.0, 0.0), [1.0, 2.0]),
        Some(2.0)
    );
    let times = sphere_plane(v(0.0, 5.0, 0.0), v(0.0, -2.0, 0.0), 1.0, DVec3::Y, 0.0);
    assert_eq!(times, Some([2.0, 3.0]));
}

#[test]
fn spheres_meet_triangles_when_hands_say() {
    let ball = |from: DVec3, velocity: DVec3| sphere_triangle(from, velocity, 0.5, TRIANGLE);
    // On the face; on the edge from beside (3-4-5: 0.3 beside, 0.4 above); on the corner.
    assert_eq!(ball(v(0.25, 3.0, 0.25), v(0.0, -2.0, 0.0)), Some(1.25));
    let edge = ball(v(0.5, 3.0, -0.3), v(0.0, -2.0, 0.0)).unwrap();
    assert!((edge - 1.3).abs() < 1e-12, "{edge}");
    let corner = ball(v(-0.3, 3.0, 0.0), v(0.0, -2.0, 0.0)).unwrap();
    assert!((corner - 1.3).abs() < 1e-12, "{corner}");
    assert_eq!(ball(v(-0.51, 3.0, 0.2), v(0.0, -2.0, 0.0)), None);
    assert_eq!(ball(v(0.2, 0.4, 0.2), DVec3::Y), Some(0.0));
}

#[test]
fn points_meet_capsules_when_hands_say() {
    assert_eq!(
        point_capsule(v(0.0, 3.0, 0.0), -DVec3::Y, -DVec3::X, DVec3::X, 1.0),
        Some(2.0)
    );
    assert_eq!(
        point_capsule(v(4.0, 0.0, 0.0), -DVec3::X, -DVec3::X, DVec3::X, 1.0),
        Some(2.0)
    );
}

const LONGEST: f64 = 20.0;

/// The first time at which a distance is within a micrometre of 0, if it never shrinks faster than by
/// `speed` (m/s); none if not before [`LONGEST`].
fn march(distance: impl Fn(f64) -> f64, speed: f64) -> Option<f64> {
    let mut time = 0.0;
    while time <= LONGEST {
        let apart = distance(time);
        if apart < 1e-6 {
            return Some(time);
        }
        time += apart / speed;
    }
    None
}

/// Holds an answer against a march.
fn agree(label: &str, found: Option<f64>, distance: impl Fn(f64) -> f64, speed: f64) -> bool {
    let marched = march(&distance, speed);
    match (found.filter(|time| *time <= LONGEST), marched) {
        (None, None) => false,
        (Some(found), Some(marched)) => {
            // The march ends a micrometre away, which may be long before for a grazing contact.
            assert!(marched <= found + 1e-9, "{label}: {found}, not {marched}");
            let apart = distance(found);
            assert!(apart < 1e-9, "{label}: {apart} apart at {found}");
            for i in 1..20 {
                let time = marched + (found - marched) * f64::from(i) / 20.0;
                assert!(found == 0.0 || distance(time) > -1e-12, "{label}: {found}");
            }
            true
        }
        (found, marched) => {
            // Only a pass within the micrometre at which the march ends may differ.
            let nearest = marched.map_or(0.0, &distance);
            assert!(
                found.is_none() && nearest > 0.0,
                "{label}: {found:?}, not {marched:?}"
            );
            false
        }
    }
}

#[test]
fn all_agree_with_a_march() {
    let mut rng = random::rng(82);
    let mut hits = [0; 3];
    for round in 0..3000 {
        let from = random::in_cube(&mut rng, 3.0).as_dvec3();
        let aim = random::in_cube(&mut rng, 1.2).as_dvec3() - from;
        let mut velocity = aim * f64::from(random::between(&mut rng, 0.1, 2.0));
        if rng.random_bool(0.2) {
            // Along the axes planes are parallel to.
            velocity = velocity.round();
        }
        if velocity == DVec3::ZERO {
            continue;
        }
        let speed = velocity.length();
        let radius = f64::from(random::between(&mut rng, 0.01, 0.6));
        let at = |time: f64| from + velocity * time;
        let corners: [DVec3; 3] =
            std::array::from_fn(|_| random::in_cube(&mut rng, 1.0).as_dvec3().round());
        let found = sphere_triangle(from, velocity, radius, corners);
        let distance = |time: f64| {
            let nearest = triangle::closest_on_triangle(at(time), corners);
            nearest.distance(at(time)) - radius
        };
        let label = format!("{round}: {from} {velocity} {radius} {corners:?}");
        hits[0] += u32::from(agree(&label, found, distance, speed));

        let [start, end, _] = corners;
        let found = point_capsule(from, velocity, start, end, radius);
        let distance = |time: f64| {
            let nearest = triangle::closest_on_segment(at(time), start, end);
            nearest.distance(at(time)) - radius
        };
        hits[1] += u32::from(agree(&label, found, distance, speed));

        let found = sphere_sphere(from, velocity, [radius, 0.4]);
        let distance = |time: f64| at(time).length() - radius - 0.4;
        hits[2] += u32::from(agree(&label, found, distance, speed));
    }
    assert!(hits.iter().all(|&hits| hits > 500), "{hits:?}");
}

#[test]
fn boxes_meet_when_their_shadows_do_on_all_directions() {
    let mut rng = random::rng(83);
    let (mut hits, mut misses) = (0, 0);
    for round in 0..1500 {
        let mut half = || random::in_cube(&mut rng, 0.8).abs() + Vec3::splat(0.02);
        let (a, b) = (half(), half());
        let rotation = if round % 4 == 0 {
            glam::DQuat::IDENTITY
        } else {
            random::rotation(&mut rng).as_dquat().normalize()
        };
        let from = random::in_cube(&mut rng, 4.0).as_dvec3();
        let velocity = (random::in_cube(&mut rng, 1.5).as_dvec3() - from) * 0.7;
        let (solid_a, solid_b) = (Cuboid::new(a).unwrap(), Cuboid::new(b).unwrap());
        let distance = |time: f64| {
            let place = |rotation, translation| Placement {
                rotation,
                translation,
            };
            let relative = Relative::of_placements(
                &place(glam::DQuat::IDENTITY, DVec3::ZERO),
                &place(rotation, from + velocity * time),
            );
            let (warm, epa) = (&mut WarmStart::default(), &mut EpaScratch::default());
            separation(&solid_a, &solid_b, &relative, warm, epa).distance
        };
        let moving = MovingBox {
            half_extents: b.as_dvec3(),
            rotation: DMat3::from_quat(rotation),
            from,
            velocity,
        };
        let found = box_box(a.as_dvec3(), &moving, 0.0);
        let label = format!("{round}: {a} {b} {rotation:?} {from} {velocity}");
        let first = found.map(|times| times[0]);
        match agree(&label, first, distance, velocity.length()) {
            true => hits += 1,
            false => misses += 1,
        }
        if let Some([first, last]) = found
            && last.is_finite()
            && last > first + 1e-6
        {
            let inside = [first + 1e-7, 0.5 * (first + last), last - 1e-7];
            assert!(
                inside.into_iter().all(|time| distance(time) < 1e-7),
                "{label}"
            );
            assert!(distance(last + 1e-6) > 0.0, "{label}");
        }
        // A gap makes it earlier, never later, and never clear.
        let wider = box_box(a.as_dvec3(), &moving, 0.1);
        if let Some(first) = first {
            let wider = wider.unwrap()[0];
            let apart = distance(wider);
            assert!(
                wider <= first && apart < 0.1 * 3.0f64.sqrt() + 1e-9,
                "{label}: {apart}"
            );
            assert!(wider == 0.0 || apart > 0.1 - 1e-9, "{label}: {apart}");
        }
    }
    assert!(hits > 400 && misses > 200, "{hits} {misses}");
}
