//! Half-spaces whose origin is far from the other shape.

use dodgem_collide::math::Pose;
use dodgem_collide::shape::{HalfSpace, Sphere};
use dodgem_collide::{DistanceOptions, PairCache, Placed, Query, RayCast, Shape};
use dodgem_oracle::random::{self, Placement, between, log_between};
use glam::{DVec3, Vec3};

use super::half_space;

/// The height of the origin above the plane `y = offset` of a half-space at a pose whose translation is in whole
/// metres, by whole numbers: exact until the last division. None if the quaternion needs more than 31 bits.
fn exact_height_of_origin(pose: &Pose, offset: f32) -> Option<f64> {
    let (unit, scale) = (f64::from(1_u32 << 31), 30);
    let parts = pose.rotation().to_array().map(|v| f64::from(v) * unit);
    if parts.iter().any(|v| v.fract() != 0.0) {
        return None;
    }
    let [x, y, z, w] = parts.map(|v| v as i128);
    let square = x * x + y * y + z * z + w * w;
    let up = [
        2 * (x * y - w * z),
        square - 2 * (x * x + z * z),
        2 * (y * z + w * x),
    ];
    let along = up.iter().zip(pose.translation().to_array());
    let along: i128 = along.map(|(n, t)| n * t as i128).sum();
    let offset = (f64::from(offset) * f64::from(1 << scale)) as i128;
    let height = -(along << scale) - offset * square;
    Some(height as f64 / (square as f64 * f64::from(1 << scale)))
}

#[test]
fn bounds_are_safe_where_a_pose_and_an_offset_nearly_cancel() {
    let mut rng = random::rng(77);
    let mut query = Query::default();
    let radius = 2.0_f32.powi(-20);
    let ball = Shape::Sphere(Sphere::new(radius).unwrap());
    let mut near = 0;
    for round in 0..8000 {
        let far = random::direction(&mut rng) * log_between(&mut rng, 1.0, 9e7);
        let pose = Pose::new(random::rotation(&mut rng), far.round()).unwrap();
        let place = Placement::of(&pose);
        let offset = -(place.rotation * DVec3::Y).dot(place.translation);
        let offset = (offset as f32).next_down();
        let Some(height) = exact_height_of_origin(&pose, offset) else {
            continue;
        };
        let plane = half_space(Vec3::Y, offset);
        let (a, b) = (
            Placed::new(&plane, &pose),
            Placed::new(&ball, &Pose::IDENTITY),
        );
        let found = query
            .distance(a, b, &DistanceOptions::EXACT, &mut PairCache::default())
            .lower_bound();
        let exact = (height - f64::from(radius)).max(0.0);
        assert!(f64::from(found) <= exact, "{round}: {found} for {exact}");
        near += usize::from(found > 0.0);
    }
    assert!(near > 2000, "{near}");
}

/// A plane is as exact far from its origin as near it.
#[test]
fn rays_meet_a_plane_far_from_its_origin() {
    let mut rng = random::rng(76);
    let mut query = Query::default();
    for round in 0..500 {
        let plane =
            HalfSpace::new(random::direction(&mut rng), between(&mut rng, -9.0, 9.0)).unwrap();
        let pose = random::pose(&mut rng, 1.0);
        let place = Placement::of(&pose);
        let normal = place.rotation * plane.normal().as_dvec3().normalize();
        let height =
            |point: DVec3| normal.dot(point - place.translation) - f64::from(plane.offset());
        // Somewhere on the plane, 1 km to 100 km away, and up from there.
        let far =
            random::direction(&mut rng).as_dvec3() * f64::from(log_between(&mut rng, 1e3, 1e5));
        let above = far - normal * (height(far) - 50.0);
        let (origin, along) = (above.as_vec3(), random::direction(&mut rng));
        let rate = normal.dot(along.as_dvec3());
        if rate > -0.02 {
            continue;
        }
        let exact = -height(origin.as_dvec3()) / rate;
        let shape = Shape::HalfSpace(plane);
        let RayCast::Hit { time, .. } = *query.ray(Placed::new(&shape, &pose), origin, along, 1e5)
        else {
            panic!("{round}: missed");
        };
        let off = (f64::from(time) - exact).abs();
        assert!(off <= 1e-6 * exact, "{round}: {time} for {exact}");
    }
}
