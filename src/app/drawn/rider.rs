//! The driver's movements: leaning in turns, bracing before a hit, looking towards it, raising the arms in
//! flight.

use glam::{Quat, Vec3};

use crate::app::params::{RIDER_FORESIGHT, RIDER_SCARY, RIDER_SIGHT};
use crate::arena::Actor;

/// A driver's posture; all values are smoothed.
#[derive(Debug, Clone, Default)]
pub struct Rider {
    /// The lean to the right and forwards, in radians.
    lean: f32,
    bow: f32,
    /// The rates of lean and bow, in rad/s.
    lean_rate: f32,
    bow_rate: f32,
    /// The turn of the head to the left, in radians.
    head: f32,
    /// The direction of the last hit in the car's axes, and the remaining time of looking at it, in seconds.
    startled: Vec3,
    startle: f32,
    /// The degree of bracing and of raised arms, from 0 to 1.
    brace: f32,
    arms: f32,
    /// The position of the steering wheel, from -1 (left) to 1 (right).
    wheel: f32,
    velocity: Vec3,
    time: f32,
}

/// The rotations of a driver's parts, relative to the hip of a driver at rest.
#[derive(Debug, Clone, Copy)]
pub struct Posture {
    pub torso: Quat,
    pub head: Quat,
    /// The degree of raised arms from 0 to 1, and the steering wheel from -1 to 1.
    pub arms: f32,
    pub wheel: f32,
    /// The swing of waving arms, in radians.
    pub wave: f32,
    /// The degree of ducking, from 0 to 1.
    pub brace: f32,
}

impl Rider {
    /// Applies a hit from a side, with a hardness from 0 to 1.
    pub fn hit(&mut self, side: Vec3, hard: f32) {
        if hard < 0.12 {
            return;
        }
        // By inertia, the body moves towards the hit side.
        self.lean_rate += side.x * 9.0 * hard;
        self.bow_rate += -side.z * 9.0 * hard;
        self.startled = side;
        self.startle = 0.35 + 0.65 * hard;
    }

    /// Applies a landing with a hardness from 0 to 1: the driver nods.
    pub fn land(&mut self, hard: f32) {
        self.bow_rate += 7.0 * hard;
    }

    /// Advances by a frame of that many seconds.
    pub fn update(&mut self, actor: &Actor, all: &[Actor], seconds: f32) {
        let Some(car) = actor.car() else {
            return;
        };
        let seconds = seconds.clamp(0.0, 0.1);
        if seconds <= 0.0 {
            return;
        }
        self.time += seconds;
        let near = |rate: f32| 1.0 - (-rate * seconds).exp();
        let steer = car.controls.steer.clamp(-1.0, 1.0);
        let speed = actor.velocity.dot(actor.forward());
        let felt = actor
            .pose
            .inverse_transform_vector(actor.velocity - self.velocity)
            / seconds;
        self.velocity = actor.velocity;
        // The driver leans into the turn, and backwards when the car accelerates.
        let lean = steer * (speed / 6.0).clamp(-1.0, 1.0) * 0.30;
        let bow = (felt.z / 60.0).clamp(-0.16, 0.16);
        swing(&mut self.lean, &mut self.lean_rate, lean, seconds);
        swing(&mut self.bow, &mut self.bow_rate, bow, seconds);
        self.wheel += (steer - self.wheel) * near(14.0);

        let threat = threat(actor, all);
        let brace = if threat.is_some() { 1.0 } else { 0.0 };
        self.brace += (brace - self.brace) * near(if brace > 0.5 { 16.0 } else { 5.0 });
        self.startle = (self.startle - seconds).max(0.0);
        let flies = car.wheels_down == 0 && actor.pose.translation().y.abs() > 0.22;
        let arms = if flies { 1.0 } else { 0.0 };
        self.arms += (arms - self.arms) * near(if flies { 13.0 } else { 7.0 });

        let look = if self.startle > 0.0 {
            to_the_left(self.startled)
        } else if let Some(other) = threat {
            to_the_left(other)
        } else {
            -steer * 0.45
        };
        self.head += (look.clamp(-1.35, 1.35) - self.head) * near(13.0);
    }

    /// Returns the current posture.
    pub fn posture(&self) -> Posture {
        let lean = self.lean.clamp(-0.6, 0.6);
        let bow = (self.bow + 0.16 * self.brace).clamp(-0.5, 0.6);
        Posture {
            torso: Quat::from_rotation_z(-lean) * Quat::from_rotation_x(-bow),
            head: Quat::from_rotation_y(self.head)
                * Quat::from_rotation_z(-lean * 0.5)
                * Quat::from_rotation_x(-bow * 0.6),
            arms: self.arms,
            wheel: self.wheel,
            wave: (self.time * 17.0).sin() * 0.35 * self.arms,
            brace: self.brace,
        }
    }
}

/// Advances a damped oscillation towards `rest`.
fn swing(angle: &mut f32, rate: &mut f32, rest: f32, seconds: f32) {
    let steps = (seconds * 240.0).ceil().max(1.0);
    let part = seconds / steps;
    for _ in 0..steps as u32 {
        *rate += ((rest - *angle) * 170.0 - *rate * 15.0) * part;
        *angle = (*angle + *rate * part).clamp(-0.8, 0.8);
    }
}

/// Returns the angle of a direction in the car's axes, to the left of straight ahead.
fn to_the_left(side: Vec3) -> f32 {
    (-side.x).atan2(-side.z)
}

/// Returns the direction, in the car's axes, of the nearest car that is about to hit this one.
fn threat(actor: &Actor, all: &[Actor]) -> Option<Vec3> {
    let mut nearest: Option<(f32, Vec3)> = None;
    for other in all.iter().filter(|other| other.is_car()) {
        let way = other.pose.translation() - actor.pose.translation();
        let far = way.length();
        if !(0.1..RIDER_SIGHT).contains(&far) {
            continue;
        }
        let closing = (actor.velocity - other.velocity).dot(way / far);
        let gap = (far - actor.radius - other.radius).max(0.0);
        if closing > RIDER_SCARY
            && gap < closing * RIDER_FORESIGHT
            && nearest.is_none_or(|(best, _)| gap < best)
        {
            nearest = Some((gap, actor.pose.inverse_transform_vector(way / far)));
        }
    }
    nearest.map(|(_, side)| side)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_turns_to_the_side_of_the_hit() {
        assert!((to_the_left(Vec3::NEG_X) - 1.57).abs() < 0.01);
        assert!((to_the_left(Vec3::X) + 1.57).abs() < 0.01);
        assert!(to_the_left(Vec3::NEG_Z).abs() < 0.01);
    }

    #[test]
    fn a_body_that_was_thrown_comes_to_rest() {
        let (mut angle, mut rate) = (0.0, 6.0);
        let mut most = 0.0f32;
        for _ in 0..120 {
            swing(&mut angle, &mut rate, 0.0, 0.016);
            most = most.max(angle);
        }
        assert!(most > 0.15 && angle.abs() < 0.01, "{most} {angle}");
    }
}
