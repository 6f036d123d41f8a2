//! A bound of the second derivative of the gap across a turning plane, which all sweeps of convex leaves use.
//!
//! The plane turns at a constant rate `f`: 0 if it stands still, that of a body if it is fixed to the body.
//! In the frame that turns with it a body that turns at `w` turns at `d = w - f`. A point of it at `r` from
//! its centre is accelerated by `d x (d x r) + (d x f) x r`, and the difference `c` of the centres, which
//! changes by the constant `v` in the world, by `f x (f x c - 2 v)`. (Differentiate `R^T (c + v t + Q r)`
//! twice.) Along the plane's normal `n` these are at most `(|n x d| |d| + |d x f|) |r|` and
//! `|n x f| |f x c - 2 v|`, which is largest at an end of the time because `c` moves straight. The gap of two
//! bodies is a difference of two such heights, extreme over their points, so the sum bounds its second
//! derivative from above.

use glam::DVec3;

use crate::params::MAX_NORMAL_TURN;

/// The angular velocity (rad/s) at which the normal between two bodies is expected to go on turning, if it turned from
/// the first to the second of two normals in `span` seconds: nearest points that slide over edges turn it steadily.
pub(crate) fn expected_turning([first, second]: [DVec3; 2], span: f64) -> DVec3 {
    // Only small angles are expected again, for which the sine is the angle.
    first.cross(second) / span
}

/// A plane that turns at a constant rate, in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaneTurn {
    /// Its angular velocity, in rad/s.
    pub rate: DVec3,
    /// Its normal at one time or at several, each of length 1.
    pub normals: [DVec3; 2],
    /// At any time the normal is at most this angle, in radians, from one of those.
    pub angle: f64,
}

impl PlaneTurn {
    /// A plane that stands still, across a direction of length 1.
    pub fn fixed(normal: DVec3) -> Self {
        PlaneTurn {
            rate: DVec3::ZERO,
            normals: [normal; 2],
            angle: 0.0,
        }
    }

    /// The plane that turns from one normal to another in `span` seconds, by the smaller angle.
    pub fn between(normals: [DVec3; 2], span: f64) -> Self {
        let axis = normals[0].cross(normals[1]);
        let angle = libm::atan2(axis.length(), normals[0].dot(normals[1]));
        PlaneTurn {
            rate: axis.normalize_or_zero() * (angle / span),
            normals,
            angle: 0.5 * angle,
        }
    }

    /// The plane across `normal` that turns for `span` seconds at a `rate` (rad/s) across its normal; one that stands
    /// still if that is too much for an expectation: [`MAX_NORMAL_TURN`].
    pub fn ahead(normal: DVec3, rate: DVec3, span: f64) -> Self {
        let speed = rate.length();
        let angle = speed * span;
        if speed == 0.0 || angle > MAX_NORMAL_TURN {
            return PlaneTurn::fixed(normal);
        }
        let (sine, cosine) = libm::sincos(angle);
        let last = (normal * cosine + rate.cross(normal) * (sine / speed)).normalize();
        PlaneTurn {
            rate,
            normals: [normal, last],
            angle: 0.5 * angle,
        }
    }

    /// The largest part of a vector across the normal.
    fn across(&self, vector: DVec3) -> f64 {
        let length = vector.length();
        let [first, last] = self.normals.map(|normal| normal.cross(vector).length());
        (first.max(last) + self.angle * length).min(length)
    }

    /// Half of the bound on the second derivative of a body's height, in m/s^2. The body turns at
    /// `turning` (rad/s); no point is farther than `reach` metres from its centre, or from its axis if the
    /// plane stands still.
    pub fn bend_of_turning(&self, turning: DVec3, reach: f64) -> f64 {
        let relative = turning - self.rate;
        let bend = self.across(relative) * relative.length() + relative.cross(self.rate).length();
        0.5 * bend * reach
    }

    /// Half of the bound on the second derivative of the height between the bodies' centres, in m/s^2.
    /// `between` is their difference (m) at both ends of the time, `velocity` its rate (m/s).
    pub fn bend_of_centers(&self, between: [DVec3; 2], velocity: DVec3) -> f64 {
        if self.rate == DVec3::ZERO {
            return 0.0;
        }
        let [first, last] = between.map(|c| (self.rate.cross(c) - 2.0 * velocity).length());
        // The plane turns about an axis that keeps its angle to the normal.
        0.5 * self.normals[0].cross(self.rate).length() * first.max(last)
    }
}
