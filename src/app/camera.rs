//! The cameras: behind the player's car, above the arena, and slowly around it.

use glam::{Vec2, Vec3};

use crate::app::render::scene::{CameraView, FIELD_OF_VIEW};

/// Which camera.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CameraKind {
    /// Behind the player's car.
    Chase,
    /// Above the arena.
    Top,
    /// Around the arena: the title's and, on request, a picture's.
    Orbit,
}

impl CameraKind {
    /// The camera of that name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "chase" => Some(Self::Chase),
            "top" => Some(Self::Top),
            "orbit" => Some(Self::Orbit),
            _ => None,
        }
    }
}

/// Metres behind the car, and above the floor.
const BEHIND: f32 = 4.6;
const ABOVE: f32 = 2.55;
/// How quickly the camera follows, in 1/s: higher is stiffer.
const FOLLOW: f32 = 5.0;
const TURN: f32 = 3.6;

/// What the camera looks at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Target {
    pub position: Vec3,
    /// Unit direction in which the car looks.
    pub forward: Vec3,
    /// Speed in m/s along that direction.
    pub speed: f32,
}

/// A camera that follows smoothly and shakes at crashes.
#[derive(Debug, Clone)]
pub struct Camera {
    pub kind: CameraKind,
    /// Direction in which the chase camera looks, smoothed.
    heading: Vec3,
    place: Vec3,
    settled: bool,
    /// Strength of the shake now, from 0 to 1.
    shake: f32,
    time: f32,
}

impl Camera {
    /// A camera that has not looked at anything yet.
    pub fn new(kind: CameraKind) -> Self {
        Self {
            kind,
            heading: Vec3::NEG_Z,
            place: Vec3::ZERO,
            settled: false,
            shake: 0.0,
            time: 0.0,
        }
    }

    /// Jumps to its target at the next update instead of gliding there.
    pub fn cut(&mut self) {
        self.settled = false;
    }

    /// Starts to shake with that strength from 0 to 1.
    pub fn shake(&mut self, strength: f32) {
        self.shake = self.shake.max(strength.clamp(0.0, 1.0));
    }

    /// Follows the target for that many seconds.
    pub fn update(&mut self, target: &Target, seconds: f32) {
        let seconds = seconds.clamp(0.0, 0.25);
        self.time += seconds;
        self.shake *= (-5.5 * seconds).exp();
        let flat = Vec3::new(target.forward.x, 0.0, target.forward.z).normalize_or_zero();
        let wanted = if flat == Vec3::ZERO {
            self.heading
        } else {
            flat
        };
        if self.settled {
            self.heading = turn_towards(self.heading, wanted, 1.0 - (-TURN * seconds).exp());
            let pull = 1.0 - (-FOLLOW * 2.4 * seconds).exp();
            self.place = self.place.lerp(target.position, pull);
        } else {
            (self.heading, self.place, self.settled) = (wanted, target.position, true);
        }
    }

    /// The view into an arena that reaches so far from its middle along x and z.
    pub fn view(&self, reach: Vec2, aspect: f32) -> CameraView {
        let (eye, look) = match self.kind {
            CameraKind::Chase => {
                let eye = self.place - self.heading * BEHIND + Vec3::Y * ABOVE;
                (
                    keep_inside(eye, reach),
                    self.place + self.heading * 2.6 + Vec3::Y * 0.55,
                )
            }
            CameraKind::Top => top_view(reach, aspect),
            CameraKind::Orbit => {
                let angle = 0.6 + self.time * 0.09;
                let far = (reach.max_element() * 0.98).min(17.0);
                let eye = Vec3::new(angle.sin() * far, 4.2, angle.cos() * far);
                (eye, Vec3::new(0.0, 0.2, 0.0))
            }
        };
        let shift = self.shake_offset();
        CameraView::look(eye + shift, look + shift * 0.6, aspect)
    }

    fn shake_offset(&self) -> Vec3 {
        let phase = self.time * 47.0;
        let wave = Vec3::new(
            phase.sin(),
            (phase * 1.31 + 1.0).sin(),
            (phase * 0.87 + 2.0).sin(),
        );
        wave * (0.16 * self.shake * self.shake)
    }
}

/// Turns a flat unit direction towards another by a share of the angle between them.
fn turn_towards(from: Vec3, to: Vec3, share: f32) -> Vec3 {
    let angle = from.cross(to).y.atan2(from.dot(to));
    glam::Quat::from_rotation_y(angle * share) * from
}

/// The chase camera may leave the arena, but not so far that the lamps stand in its way.
fn keep_inside(eye: Vec3, reach: Vec2) -> Vec3 {
    let limit = reach + Vec2::splat(0.4);
    let flat = Vec2::new(eye.x, eye.z).clamp(-limit, limit);
    let round = (reach.x - reach.y).abs() < 1e-3;
    let flat = if round {
        flat.clamp_length_max(limit.x)
    } else {
        flat
    };
    // What the camera loses in distance it gains in height, to keep the car in view.
    let lost = (Vec2::new(eye.x, eye.z) - flat).length();
    Vec3::new(flat.x, eye.y + lost * 0.35, flat.y)
}

/// High above, a little to the south, so far that the whole arena is in the picture.
fn top_view(reach: Vec2, aspect: f32) -> (Vec3, Vec3) {
    let half = (FIELD_OF_VIEW * 0.5).tan();
    // Room for the walls, and in depth for the panels at the top.
    let shown = reach + Vec2::new(1.5, 2.2);
    let height = (shown.y / half).max(shown.x / (half * aspect.max(0.1)));
    let middle = Vec3::new(0.0, 0.0, reach.y * 0.06);
    (Vec3::new(0.0, height, height * 0.22), middle)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: Vec2 = Vec2::new(1280.0, 720.0);

    fn target() -> Target {
        Target {
            position: Vec3::new(2.0, 0.0, 1.0),
            forward: Vec3::X,
            speed: 3.0,
        }
    }

    #[test]
    fn the_chase_camera_sees_its_car_in_the_lower_half_and_what_is_before_it_above() {
        let mut camera = Camera::new(CameraKind::Chase);
        camera.update(&target(), 0.016);
        let view = camera.view(Vec2::splat(11.0), SCREEN.x / SCREEN.y);
        let (car, _) = view.project(target().position, SCREEN).unwrap();
        assert!(
            (car.x - 640.0).abs() < 20.0 && car.y > 360.0 && car.y < 700.0,
            "{car}"
        );
        let (ahead, _) = view.project(Vec3::new(8.0, 0.0, 1.0), SCREEN).unwrap();
        assert!(ahead.y < car.y);
    }

    #[test]
    fn the_top_camera_sees_every_border_of_any_arena() {
        for reach in [
            Vec2::splat(11.0),
            Vec2::new(16.0, 7.0),
            Vec2::new(6.0, 12.0),
        ] {
            let camera = Camera::new(CameraKind::Top);
            let view = camera.view(reach, SCREEN.x / SCREEN.y);
            for corner in [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y] {
                let at = Vec3::new(corner.x * reach.x, 0.0, corner.y * reach.y);
                let (seen, _) = view.project(at, SCREEN).unwrap();
                assert!(
                    seen.cmpge(Vec2::ZERO).all() && seen.cmple(SCREEN).all(),
                    "{reach} {seen}"
                );
            }
        }
    }

    #[test]
    fn the_camera_turns_the_short_way_and_arrives() {
        let mut camera = Camera::new(CameraKind::Chase);
        camera.update(
            &Target {
                forward: Vec3::new(-0.1, 0.0, 1.0).normalize(),
                ..target()
            },
            0.01,
        );
        let wanted = Vec3::new(0.1, 0.0, 1.0).normalize();
        for _ in 0..300 {
            camera.update(
                &Target {
                    forward: wanted,
                    ..target()
                },
                0.016,
            );
            assert!(camera.heading.z > 0.9, "never around the back");
        }
        assert!(camera.heading.dot(wanted) > 0.9999);
    }

    #[test]
    fn a_shake_dies_down_and_without_one_nothing_moves() {
        let mut camera = Camera::new(CameraKind::Chase);
        camera.update(&target(), 0.016);
        assert_eq!(camera.shake_offset(), Vec3::ZERO);
        camera.shake(1.0);
        assert!(camera.shake_offset().length() > 0.01);
        for _ in 0..120 {
            camera.update(&target(), 0.016);
        }
        assert!(camera.shake_offset().length() < 1e-4);
    }
}
