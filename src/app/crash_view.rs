//! Chooses a camera position that shows a crash well.

use glam::Vec3;

use crate::app::free_camera::FreeCamera;
use crate::app::params::{CRASH_FAR, CRASH_HIGH, CRASH_NEAR, CRASH_TURN};
use crate::arena::ActorId;
use crate::game::Round;
use crate::game::tape::CrashAt;

/// Returns a camera beside the two cars of a crash, with the arena behind them: on their outer side, or on
/// the other side if a wall is in the way. The crash is `to_the_right` metres to the right of the picture's
/// middle.
pub fn beside(round: &Round, crash: &CrashAt, to_the_right: f32) -> FreeCamera {
    let pair = crash.pair.map(|car| round.cars()[car].actor);
    beside_pair(round, pair, crash.point, to_the_right, 1.0)
}

/// Like [`beside`], for any two bodies and a point between them; `farther` scales the distance.
pub fn beside_pair(
    round: &Round,
    [a, b]: [ActorId; 2],
    point: Vec3,
    to_the_right: f32,
    farther: f32,
) -> FreeCamera {
    let far = CRASH_FAR * farther;
    let place = |id: ActorId| round.arena().actor(id).pose.translation();
    let along = place(b) - place(a);
    let along = Vec3::new(along.x, 0.0, along.z);
    let along = along.try_normalize().unwrap_or(Vec3::X);
    let across = along.cross(Vec3::Y);
    let middle = Vec3::new(point.x, 0.3, point.z);
    let outwards = match across.dot(middle) >= 0.0 {
        true => across,
        false => -across,
    };
    // If a wall is in the way, the camera takes the other side.
    let clear = |eye: Vec3| round.arena().border().clearance(eye) > 0.3;
    let side = match clear(middle + outwards * far) {
        true => outwards,
        false => -outwards,
    };
    let eye = middle + side * far + Vec3::Y * CRASH_HIGH * farther;
    aimed(eye, middle, to_the_right)
}

/// Returns a camera at `eye` that shows a point `to_the_right` metres to the right of the picture's middle.
fn aimed(eye: Vec3, point: Vec3, to_the_right: f32) -> FreeCamera {
    let right = (point - eye).cross(Vec3::Y).normalize_or_zero();
    FreeCamera::at(eye, point - right * to_the_right)
}

/// Turns the camera of [`beside`] towards a car that approaches or leaves the crash, so that a panel on the
/// left does not hide the car. Once the car arrives, the crash is at the given offset again.
pub fn turned_to(camera: &FreeCamera, car: Vec3, crash: &CrashAt, to_the_right: f32) -> FreeCamera {
    let (eye, _) = camera.view();
    let middle = Vec3::new(crash.point.x, 0.3, crash.point.z);
    let way = (car - middle).with_y(0.0);
    let length = way.length();
    // Beyond twice [`CRASH_NEAR`], the camera looks at the car itself, up to [`CRASH_TURN`] from the crash.
    let far = (2.0 * (length - CRASH_NEAR)).clamp(0.0, length.min(CRASH_TURN));
    let point = middle + way.normalize_or_zero() * far;
    // Scaled with the distance, so that the offset in the picture stays constant.
    let share = eye.distance(point) / eye.distance(middle);
    aimed(eye, point, to_the_right * share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::render::scene::{CameraView, FIELD_OF_VIEW};
    use glam::Vec2;

    #[test]
    fn a_car_on_its_way_to_a_crash_is_seen_beside_the_panel() {
        let crash = CrashAt {
            step: 100,
            speed: 9.0,
            pair: [0, 1],
            point: Vec3::new(3.0, 0.4, -2.0),
        };
        let eye = crash.point + Vec3::new(0.0, CRASH_HIGH, CRASH_FAR);
        let screen = Vec2::new(1280.0, 720.0);
        let seen = |camera: &FreeCamera, place: Vec3| {
            let (eye, look) = camera.view();
            let view = CameraView::wide(eye, look, screen.x / screen.y, FIELD_OF_VIEW);
            view.project(place, screen).expect("it is before it").0.x
        };
        // The panel's widths with text of normal and of largest size.
        for (aside, panel) in [(2.5, 680.0), (3.3, 862.0)] {
            let still = aimed(eye, Vec3::new(3.0, 0.3, -2.0), aside);
            let mut hidden = 0;
            for far in [0.8, 2.0, 3.0, 4.0] {
                let near = Vec3::new(0.7, 0.0, 0.7);
                for way in [Vec3::NEG_X, Vec3::X, -near, near] {
                    let car = crash.point + way * far;
                    let turned = turned_to(&still, car, &crash, aside);
                    let x = seen(&turned, car);
                    assert!((panel..1275.0).contains(&x), "{x} for {car}");
                    hidden += u32::from(!(panel..1275.0).contains(&seen(&still, car)));
                }
            }
            assert!(hidden > 2, "it need not turn: {hidden}");
            assert_eq!(turned_to(&still, crash.point, &crash, aside), still);
        }
    }
}
