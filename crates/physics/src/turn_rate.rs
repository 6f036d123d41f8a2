//! The rate at which a free body turns within a step, and its turning if nothing is near.
//!
//! A body of uneven inertia turns in parts of a quarter of a radian, each with its own angular velocity. A
//! body that spins by thousands of radians a second would take hundreds of parts, each with its sweeps: see
//! [`TurnRate`].

use glam::{DQuat, DVec3};

use crate::body::{Body, BodyKind};
use crate::body_motion::{BodyMotion, MotionState};
use crate::params::FEW_TURNS;
use dodgem_collide::math::turned;

/// The rate at which a free body turns within a step.
pub(super) struct TurnRate {
    /// The longest time in seconds for which one angular velocity may represent its rotation.
    pub longest: f64,
    /// The share of its spin with which it turns: less than 1 if it spins so fast that it would take too many
    /// parts.
    pub share: f64,
}

impl TurnRate {
    /// The rate of a body with this rotation, in a step whose shortest parts take `least` seconds.
    pub fn of(body: &Body, rotation: DQuat, least: f64) -> TurnRate {
        let longest = (body.inertia).longest_turn(rotation, body.angular_momentum);
        TurnRate {
            longest: longest.max(least),
            share: (longest / least).min(1.0),
        }
    }

    /// The angular velocity with which it turns for the next `span` seconds. A slowed body follows the
    /// rotation of a free one, only later, so that momentum and energy are conserved.
    pub fn mean_turning(&self, body: &Body, rotation: DQuat, span: f64) -> DVec3 {
        let (momentum, span) = (body.angular_momentum, span * self.share);
        (body.inertia).mean_angular_velocity(rotation, momentum, span) * self.share
    }
}

/// True if a body takes more than a few parts to turn for this time.
pub(super) fn takes_many_turns(body: &Body, seconds: f64) -> bool {
    let longest = (body.inertia).longest_turn(body.rotation, body.angular_momentum);
    seconds > FEW_TURNS * longest
}

impl BodyMotion {
    /// Plans the turning again for the whole rest of the step, if it would otherwise take many parts: the body
    /// reaches the final rotation of these parts with one angular velocity. It is only valid for a body with
    /// nothing near, because the rotation in between differs. Returns true if the turning is one path now.
    pub fn plan_turn_at_once(&mut self, body: &Body, end: f64) -> bool {
        let is_free = self.state == MotionState::Free && body.kind == BodyKind::Dynamic;
        let is_pushed = self.push.velocities.1 != DVec3::ZERO;
        if !is_free || is_pushed || self.turn.keeps_spin || self.turn.follows_joints {
            return false;
        }
        let left = end - self.path.time;
        let first = TurnRate::of(body, body.rotation, end / self.most_turns);
        if left <= FEW_TURNS * first.longest {
            return false;
        }
        let (mut rotation, mut after) = (body.rotation, 0.0);
        while after < left {
            let rate = TurnRate::of(body, rotation, end / self.most_turns);
            let span = rate.longest.min(left - after);
            rotation = turned(rotation, rate.mean_turning(body, rotation, span), span);
            after += span;
        }
        // Both quaternions give one rotation; the sign is chosen for the shorter way.
        let whole = rotation * body.rotation.conjugate();
        let whole = if whole.w < 0.0 { -whole } else { whole };
        let axis = DVec3::new(whole.x, whole.y, whole.z);
        let angle = 2.0 * libm::atan2(axis.length(), whole.w);
        self.path.turning = axis.normalize_or_zero() * (angle / left);
        self.path.turn_end = f64::INFINITY;
        self.path.change();
        true
    }
}
