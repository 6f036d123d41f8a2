//! Spheres around moving bodies: the first stage of a sweep.

use glam::DVec3;

use crate::Model;
use crate::math::Motion;
use crate::query::toi::closed_form::point_sphere;
use crate::query::toi::pose_rounding::PoseRounding;
use crate::shape::SupportMap;

/// A sphere around a body's centre of rotation that contains the body. Rotation maps it to itself,
/// so it moves straight.
pub(crate) struct MovingSphere {
    /// The centre in the world at time 0, in metres.
    pub center: DVec3,
    /// The velocity of the centre, in m/s.
    pub velocity: DVec3,
    pub radius: f64,
    /// The distance of the body's origin from the centre of rotation, in metres.
    pub arm: f64,
}

impl MovingSphere {
    pub(crate) fn new(shape: &dyn SupportMap, motion: &Motion) -> Self {
        let center = motion.local_center().as_dvec3();
        let [low, high] = shape.core_box();
        let farthest = (low - center).abs().max((high - center).abs());
        let radius = farthest.length() + shape.margin();
        MovingSphere::with_radius(motion, radius)
    }

    pub(crate) fn with_radius(motion: &Motion, radius: f64) -> Self {
        MovingSphere {
            center: motion.start().center,
            velocity: motion.linear_velocity(),
            radius,
            arm: motion.local_center().as_dvec3().length(),
        }
    }
}

/// The largest distance of a point of a model from its centre of rotation, in metres.
pub(crate) fn radius_about_center(model: &Model, motion: &Motion) -> f64 {
    let arm = (model.center - motion.local_center()).as_dvec3().length();
    (arm + f64::from(model.radius)) * (1.0 + 1e-6)
}

/// The times (s) at which two spheres are within a distance (m) of each other, from a closed form;
/// a little early and late, for rounding.
pub(crate) fn overlap_times(spheres: &[MovingSphere; 2], distance: f64) -> Option<[f64; 2]> {
    let [a, b] = spheres;
    let reach = (a.radius + b.radius) * (1.0 + 1e-12) + distance;
    point_sphere(b.center - a.center, b.velocity - a.velocity, reach)
        .map(|[first, last]| [first * (1.0 - 1e-12), last * (1.0 + 1e-12)])
}

/// The target distance in metres, raised if the rounding of poses to f32 may be more than half of it.
/// Only the times until `end` (s) count at which the spheres of the bodies overlap.
pub(crate) fn resolvable_target(
    asked: f64,
    motions: [&Motion; 2],
    spheres: &[MovingSphere; 2],
    end: f64,
) -> f64 {
    let reach = [0, 1].map(|i| spheres[i].arm + spheres[i].radius);
    let asked = asked.max(0.0);
    if PoseRounding::is_far_below(asked, motions, end, reach) {
        return asked;
    }
    let rounding = PoseRounding::new(motions[0], motions[1]);
    let over = |times: [f64; 2]| asked.max(2.0 * rounding.over(times, reach));
    let target = over([0.0, end]);
    if target == asked {
        return asked;
    }
    // Long paths: the times after the two have passed each other do not matter.
    overlap_times(spheres, 2.0 * target)
        .filter(|times| times[0] < end)
        .map_or(target, |[first, last]| over([first, last.min(end)]))
}
