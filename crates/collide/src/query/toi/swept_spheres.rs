//! The time of impact of two spheres whose centres move straight, in closed form.

use glam::DVec3;

use crate::math::Motion;
use crate::query::toi::bounding_spheres::{MovingSphere, resolvable_target};
use crate::query::toi::closed_form::sphere_sphere;
use crate::query::toi::{DistanceThresholds, Sweep, SweepRequest, round_time_down, valid_duration};

/// `radii` (m) of spheres about the origins of two bodies whose origins move straight.
pub(crate) fn time_of_impact(
    motions: [&Motion; 2],
    radii: [f64; 2],
    request: &SweepRequest,
) -> Sweep {
    let end = valid_duration(request.duration);
    let spheres = [0, 1].map(|i| MovingSphere {
        center: motions[i].start_pose().translation().as_dvec3(),
        velocity: motions[i].linear_velocity(),
        radius: radii[i],
        arm: 0.0,
    });
    let [a, b] = &spheres;
    let (offset, velocity) = (b.center - a.center, b.velocity - a.velocity);
    let touching = radii[0] + radii[1];
    let start = offset.length() - touching;
    if start <= 0.0 {
        // The middle of the part of the line through their centres that both spheres cover.
        let away = offset.length();
        let near = (-radii[0]).max(away - radii[1]);
        let far = radii[0].min(away + radii[1]);
        let depth = 0.5 * (near + far);
        let point = a.center + offset.normalize_or(DVec3::Y) * depth;
        return Sweep::Overlapping {
            point: point.as_vec3(),
        };
    }
    let target = resolvable_target(request.options.target, motions, &spheres, end);
    let stop = DistanceThresholds::from_start(target, start).stop();
    let Some(time) = sphere_sphere(offset, velocity, [touching, stop]).filter(|t| *t < end) else {
        return Sweep::Clear;
    };
    let point = a.center + a.velocity * time;
    let normal = (offset + velocity * time).normalize_or(DVec3::Y);
    let away = (offset + velocity * time).length();
    Sweep::Impact {
        time: round_time_down(time),
        point_a: (point + normal * radii[0]).as_vec3(),
        point_b: (point + normal * (away - radii[1])).as_vec3(),
        normal: normal.as_vec3(),
    }
}
