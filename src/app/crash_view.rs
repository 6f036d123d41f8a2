//! From where a crash is seen best.

use glam::Vec3;

use crate::app::free_camera::FreeCamera;
use crate::app::params::{CRASH_FAR, CRASH_HIGH};
use crate::arena::ActorId;
use crate::game::Round;
use crate::game::tape::CrashAt;

/// A camera beside the two cars of a crash, as they stand in the round now, with the arena behind them: on their
/// outer side, unless a wall is there. They are so many metres to the right of the picture's middle.
pub fn beside(round: &Round, crash: &CrashAt, to_the_right: f32) -> FreeCamera {
    let pair = crash.pair.map(|car| round.cars()[car].actor);
    beside_pair(round, pair, crash.point, to_the_right, 1.0)
}

/// As [`beside`] of any two bodies, and a point between them; from so many times as far.
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
    // Where a wall would be in the way, the other side.
    let clear = |eye: Vec3| round.arena().border().clearance(eye) > 0.3;
    let side = match clear(middle + outwards * far) {
        true => outwards,
        false => -outwards,
    };
    let eye = middle + side * far + Vec3::Y * CRASH_HIGH * farther;
    let right = (middle - eye).cross(Vec3::Y).normalize_or_zero();
    FreeCamera::at(eye, middle - right * to_the_right)
}
