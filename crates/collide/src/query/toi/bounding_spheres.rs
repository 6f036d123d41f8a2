//! What is known of moving bodies before anything is looked at: the balls that they stay in.

use glam::DVec3;

use crate::math::Motion;
use crate::query::toi::SweepOptions;
use crate::query::toi::closed_form::point_sphere;
use crate::shape::SupportMap;

/// A ball around a body's centre of turn that holds the body: it does not turn out of itself.
pub(crate) struct Ball {
    /// In the world at time 0.
    pub center: DVec3,
    /// In m/s.
    pub velocity: DVec3,
    pub radius: f64,
    /// From the body's origin to the centre, in metres.
    pub arm: f64,
}

impl Ball {
    pub(crate) fn new(shape: &dyn SupportMap, motion: &Motion) -> Self {
        let center = motion.local_center().as_dvec3();
        let [low, high] = shape.core_box();
        let farthest = (low - center).abs().max((high - center).abs());
        let radius = farthest.length() + shape.margin();
        Ball::with_radius(motion, radius)
    }

    pub(crate) fn with_radius(motion: &Motion, radius: f64) -> Self {
        let center = motion.local_center().as_dvec3();
        Ball {
            center: motion.placement_at(0.0).point(center),
            velocity: motion.linear_velocity().as_dvec3(),
            radius,
            arm: center.length(),
        }
    }
}

/// The times at which two balls are within a distance (m) of each other: closed, as they move
/// straight; a little early and late.
pub(crate) fn balls_meet(balls: &[Ball; 2], distance: f64) -> Option<[f64; 2]> {
    let [a, b] = balls;
    let reach = (a.radius + b.radius) * (1.0 + 1e-12) + distance;
    point_sphere(b.center - a.center, b.velocity - a.velocity, reach)
        .map(|[first, last]| [first * (1.0 - 1e-12), last * (1.0 + 1e-12)])
}

/// The target distance in metres, raised where bodies that move so have places that f32 could not
/// tell half of it.
pub(crate) fn resolved_target(
    options: &SweepOptions,
    bodies: [(&Motion, &Ball); 2],
    end: f64,
) -> f64 {
    let out = bodies.map(|(motion, ball)| {
        let places = [0.0, end].map(|time| motion.placement_at(time).translation);
        ball.arm + ball.radius + places[0].abs().max(places[1].abs()).max_element()
    });
    f64::from(options.target.max(0.0)).max(4.0 * f64::from(f32::EPSILON) * out[0].max(out[1]))
}
