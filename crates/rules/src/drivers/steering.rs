//! Steering: converts a destination into controls. Pure geometry, without state.

use std::f32::consts::FRAC_PI_2;

use glam::{Vec2, Vec3};

use dodgem_physics::GRAVITY;
use dodgem_scene::arena::Controls;

use crate::params::{
    BACKWARDS, BOOST_ANGLE, SLIDE_CORRECTION, STEER_GAIN, THROWN_BACK, TIGHT_ANGLE,
};
use dodgem_scene::arena::{Actor, CarSettings, GroundSettings};

/// Returns a point or direction as seen from above: x and z.
pub(super) fn floor(point: Vec3) -> Vec2 {
    Vec2::new(point.x, point.z)
}

/// Returns the angle from one direction to another, in radians; right is positive.
pub(super) fn angle_between(ahead: Vec2, to: Vec2) -> f32 {
    if to == Vec2::ZERO {
        return 0.0;
    }
    libm::atan2f(to.dot(Vec2::new(-ahead.y, ahead.x)), to.dot(ahead))
}

/// A driver's model of its own car: pose, velocity, and the limits of motor and tyres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Own {
    pub here: Vec2,
    /// Forward direction, a unit vector.
    pub ahead: Vec2,
    /// Velocity, in m/s.
    pub velocity: Vec2,
    /// Distance from the middle to a corner, in metres.
    pub radius: f32,
    /// Height above the floor, in metres.
    pub height: f32,
    /// Top speed of the motor, in m/s.
    pub top_speed: f32,
    /// Acceleration from rest, limited by the tyres, in m/s2.
    pub pull: f32,
    /// Acceleration in reverse, limited by the tyres, in m/s2.
    pub pull_back: f32,
    /// Deceleration by the brake, limited by the tyres, in m/s2.
    pub brake: f32,
    /// Grip of the tyres, in m/s2.
    pub hold: f32,
    /// Maximum turn rate, in rad/s.
    pub turn_rate: f32,
    /// Radius of the tightest circle, in metres.
    pub turn_radius: f32,
}

#[cfg(test)]
impl Own {
    /// A standard car at rest in the middle, for tests.
    pub(super) const AT_REST: Own = Own {
        here: Vec2::ZERO,
        ahead: Vec2::NEG_Y,
        velocity: Vec2::ZERO,
        radius: 1.0,
        height: 0.0,
        top_speed: 6.0,
        pull: 5.0,
        pull_back: 3.5,
        brake: 8.0,
        hold: 8.8,
        turn_rate: 2.6,
        turn_radius: 1.6,
    };
}

impl Own {
    pub(super) fn of(me: &Actor, settings: &CarSettings, ground: &GroundSettings) -> Own {
        let hold = settings.grip * ground.grip * GRAVITY;
        let pull = settings.acceleration.min(hold);
        Own {
            here: floor(me.pose.translation()),
            ahead: floor(me.forward()).try_normalize().unwrap_or(Vec2::NEG_Y),
            velocity: floor(me.velocity),
            radius: me.radius,
            height: me.pose.translation().y,
            top_speed: settings.top_speed,
            pull,
            pull_back: (settings.acceleration * settings.reverse).min(hold),
            brake: settings.braking.min(hold),
            hold,
            turn_rate: settings.turn_rate.to_radians(),
            turn_radius: settings.turn_radius,
        }
    }

    /// Returns the forward speed, in m/s; negative in reverse.
    pub(super) fn forwards(&self) -> f32 {
        self.velocity.dot(self.ahead)
    }

    /// Returns the angle from the front to a place, in radians; right is positive.
    pub(super) fn bearing(&self, place: Vec2) -> f32 {
        angle_between(self.ahead, place - self.here)
    }

    /// Returns the radius of the tightest turn at the current speed, in metres.
    pub(super) fn turning_circle(&self) -> f32 {
        let speed = self.velocity.length();
        let by_rate = speed / self.turn_rate.max(0.1);
        let by_grip = speed * speed / self.hold.max(0.1);
        self.turn_radius.max(by_rate).max(by_grip)
    }

    /// Returns the maximum turn rate at the current speed, in rad/s.
    fn turning(&self) -> f32 {
        let by_grip = self.hold / self.velocity.length().max(0.1);
        self.turn_rate.min(by_grip).max(0.1)
    }

    /// Returns the time to get under way to a place, in seconds: to turn there and to change the velocity.
    pub(super) fn effort(&self, place: Vec2) -> f32 {
        let way = (place - self.here).normalize_or_zero();
        let wanted = way * self.velocity.dot(way).max(self.top_speed * 0.5);
        let turn = angle_between(self.ahead, way).abs() / self.turning();
        let push = (wanted - self.velocity).length() / self.pull.max(0.1);
        turn.max(push) + 0.3 * turn.min(push)
    }

    /// Returns the place to steer at to reach a place: on slippery ground the car slides, and the nose has to
    /// compensate.
    fn against_slide(&self, place: Vec2) -> Vec2 {
        let to = place - self.here;
        let Some(way) = to.try_normalize() else {
            return place;
        };
        let slide = self.velocity - way * self.velocity.dot(way);
        let drift = slide * (slide.length() * SLIDE_CORRECTION / self.hold.max(0.1));
        place - drift.clamp_length_max(to.length())
    }

    /// True if a place at an angle lies within the tightest turning circle: a car that steers at it would
    /// circle around it.
    fn circles(&self, place: Vec2, angle: f32) -> bool {
        let chord = 2.0 * self.turning_circle() * libm::sinf(angle.abs().min(1.57));
        angle.abs() > TIGHT_ANGLE && place.distance(self.here) < chord
    }

    /// True if the car would circle around a place.
    pub(super) fn goes_round(&self, place: Vec2) -> bool {
        self.circles(place, self.bearing(place))
    }

    /// Returns the steering value to a place.
    pub(super) fn steer_to(&self, place: Vec2) -> f32 {
        self.steer(self.bearing(self.against_slide(place)))
    }

    /// Returns full throttle to a place. Braking helps only where the place is within the turning circle, the
    /// speed makes that circle so wide, and the driver wants to hit the place.
    pub(super) fn drive_to(&self, place: Vec2, wants: Wants) -> Controls {
        let angle = self.bearing(self.against_slide(place));
        let tight = wants.meet && self.circles(place, angle);
        let too_fast = self.forwards() > 1.0 && self.turning_circle() > self.turn_radius;
        Controls {
            throttle: 1.0,
            steer: self.steer(angle),
            brake: wants.brake || (tight && too_fast),
            boost: wants.boost && angle.abs() < BOOST_ANGLE,
        }
    }

    /// Returns the steering value for an angle.
    fn steer(&self, angle: f32) -> f32 {
        let rolling_back = -self.forwards();
        // A car that is thrown back stops soonest with straight wheels.
        if rolling_back > THROWN_BACK && angle.abs() < FRAC_PI_2 {
            return 0.0;
        }
        // Steering turns the nose the other way while the car rolls back.
        let side = if rolling_back > BACKWARDS { -1.0 } else { 1.0 };
        (angle * side * STEER_GAIN).clamp(-1.0, 1.0)
    }

    /// Returns the place where another car will be when this one arrives, if it continues as now; `lead` is
    /// the fraction of its motion that is predicted, `longest` the limit in seconds.
    pub(super) fn intercept(&self, place: Vec2, velocity: Vec2, lead: f32, longest: f32) -> Vec2 {
        let speed = self.velocity.length().max(self.top_speed * 0.7);
        let mut meet = place;
        for _ in 0..3 {
            let time = (meet.distance(self.here) / speed).min(longest);
            meet = place + velocity * (time * lead);
        }
        meet
    }
}

/// Options on the way to a place.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wants {
    /// True to hit the place, not only to come near.
    pub meet: bool,
    pub boost: bool,
    pub brake: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own() -> Own {
        Own::AT_REST
    }

    #[test]
    fn a_driver_steers_to_the_side_where_the_place_is_at_full_throttle() {
        let right = own().drive_to(Vec2::new(5.0, 5.0), Wants::default());
        assert_eq!(
            (right.throttle, right.steer, right.brake),
            (1.0, 1.0, false)
        );
        let left = own().drive_to(Vec2::new(-0.5, -8.0), Wants::default());
        assert!(left.steer < 0.0 && left.steer > -0.5, "{}", left.steer);
    }

    #[test]
    fn on_ice_the_nose_points_against_the_slide() {
        let sliding = Own {
            velocity: Vec2::new(4.0, 0.0),
            hold: 1.5,
            ..own()
        };
        let ahead = Vec2::new(0.0, -12.0);
        assert!(sliding.drive_to(ahead, Wants::default()).steer < -0.5);
        let dry = Own {
            hold: 10.0,
            ..sliding
        };
        assert!(dry.drive_to(ahead, Wants::default()).steer > -0.4);
    }

    #[test]
    fn a_car_that_crosses_is_met_ahead_of_where_it_is() {
        let crossing = own().intercept(Vec2::new(0.0, -4.2), Vec2::new(3.0, 0.0), 1.0, 3.0);
        assert!(crossing.x > 2.0 && crossing.y == -4.2, "{crossing}");
        let unseen = own().intercept(Vec2::new(0.0, -4.2), Vec2::new(3.0, 0.0), 0.0, 3.0);
        assert_eq!(unseen, Vec2::new(0.0, -4.2));
    }
}
