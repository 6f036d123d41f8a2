//! A camera that the player flies freely.

use crate::app::params::{
    FREE_FARTHEST, FREE_HIGHEST, FREE_LOWEST, FREE_SPEED, FREE_STEEPEST, FREE_TURN,
};
use glam::{Vec2, Vec3};

/// The position and direction of a free camera.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FreeCamera {
    eye: Vec3,
    /// The direction as yaw to the left of -Z and pitch upwards, in radians.
    yaw: f32,
    pitch: f32,
}

impl FreeCamera {
    /// Creates a camera at `eye` that looks at a point.
    pub fn at(eye: Vec3, look: Vec3) -> Self {
        let way = (look - eye).normalize_or_zero();
        FreeCamera {
            eye,
            yaw: (-way.x).atan2(-way.z),
            pitch: way
                .y
                .clamp(-1.0, 1.0)
                .asin()
                .clamp(-FREE_STEEPEST, FREE_STEEPEST),
        }
    }

    /// Returns the unit vector in which it looks.
    fn forward(&self) -> Vec3 {
        let flat = self.pitch.cos();
        Vec3::new(
            -self.yaw.sin() * flat,
            self.pitch.sin(),
            -self.yaw.cos() * flat,
        )
    }

    /// Turns to the right and up, in radians.
    pub fn look(&mut self, turn: Vec2) {
        self.yaw -= turn.x;
        self.pitch = (self.pitch + turn.y).clamp(-FREE_STEEPEST, FREE_STEEPEST);
    }

    /// Moves forward by that many metres.
    pub fn go_ahead(&mut self, far: f32) {
        self.fly(Vec3::Z, Vec2::ZERO, far / FREE_SPEED);
    }

    /// Flies for that many seconds: `way` is right, up and forward, `turn` is right and up, each from -1 to
    /// 1.
    pub fn fly(&mut self, way: Vec3, turn: Vec2, seconds: f32) {
        self.look(turn * FREE_TURN * seconds);
        let forward = self.forward();
        let right = forward.cross(Vec3::Y).normalize_or_zero();
        let moved = right * way.x + Vec3::Y * way.y + forward * way.z;
        let limit = Vec3::new(FREE_FARTHEST, FREE_HIGHEST, FREE_FARTHEST);
        let low = Vec3::new(-FREE_FARTHEST, FREE_LOWEST, -FREE_FARTHEST);
        self.eye = (self.eye + moved * (FREE_SPEED * seconds)).clamp(low, limit);
    }

    /// Returns the eye and a point that it looks at.
    pub fn view(&self) -> (Vec3, Vec3) {
        (self.eye, self.eye + self.forward())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_looks_at_the_point_it_was_given_and_flies_there() {
        let mut camera = FreeCamera::at(Vec3::new(3.0, 2.0, 5.0), Vec3::new(-1.0, 0.5, -2.0));
        let (eye, look) = camera.view();
        let wanted = (Vec3::new(-1.0, 0.5, -2.0) - eye).normalize();
        assert!((look - eye).distance(wanted) < 1e-5);
        camera.fly(Vec3::Z, Vec2::ZERO, 0.5);
        let (there, _) = camera.view();
        assert!(((there - eye) - wanted * (FREE_SPEED * 0.5)).length() < 1e-4);
    }

    #[test]
    fn it_never_leaves_its_box_or_turns_over() {
        let mut camera = FreeCamera::at(Vec3::Y, Vec3::ZERO);
        for _ in 0..10_000 {
            camera.fly(Vec3::new(1.0, 1.0, 1.0), Vec2::new(0.3, 1.0), 0.05);
        }
        let (eye, look) = camera.view();
        assert!(eye.abs().max_element() <= FREE_FARTHEST && eye.y <= FREE_HIGHEST);
        assert!((look - eye).y < 1.0);
    }
}
