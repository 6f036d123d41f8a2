//! Chooses a camera position that shows a crash well.

use std::f32::consts::PI;

use dodgem_physics::{Body, Filter};
use glam::{Quat, Vec3};

use crate::app::free_camera::FreeCamera;
use crate::app::params::{CRASH_FAR, CRASH_HIGH, CRASH_LOW, CRASH_NEAR, CRASH_SPACE, CRASH_TURN};
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
    let place = |id: ActorId| round.arena().actor(id).pose.translation();
    let seen = Seen {
        bodies: [a, b],
        point,
        along: place(b) - place(a),
    };
    seen.camera(round, to_the_right, farther)
}

/// The things that a camera beside a crash has to show.
pub struct Seen {
    /// The bodies; a body that hits the hall is both of them.
    pub bodies: [ActorId; 2],
    /// The point at which they meet.
    pub point: Vec3,
    /// The direction across which the camera looks: from one to the other.
    pub along: Vec3,
}

impl Seen {
    /// Returns a camera beside the bodies, with the arena behind them, that shows the point `to_the_right` metres to
    /// the right of the picture's middle. It takes the first of its places that is inside the arena, and from which
    /// neither the point nor a body is hidden; if there is none, the least bad one.
    pub fn camera(&self, round: &Round, to_the_right: f32, farther: f32) -> FreeCamera {
        let along = self.along.with_y(0.0).try_normalize().unwrap_or(Vec3::X);
        let across = along.cross(Vec3::Y);
        let middle = self.point.with_y(self.point.y.max(CRASH_LOW));
        let outwards = match across.dot(middle) >= 0.0 {
            true => across,
            false => -across,
        };
        let mut best: Option<(u32, Vec3)> = None;
        for (far, high, turn) in places() {
            let side = Quat::from_rotation_y(turn) * outwards;
            let eye = middle + (side * (CRASH_FAR * far) + Vec3::Y * (CRASH_HIGH * high)) * farther;
            let faults = self.faults(round, eye);
            if best.is_none_or(|(least, _)| faults < least) {
                best = Some((faults, eye));
            }
            if faults == 0 {
                break;
            }
        }
        let eye = best.map_or(middle + Vec3::Y * CRASH_HIGH, |(_, eye)| eye);
        aimed(eye, middle, to_the_right)
    }

    /// Counts the faults of a place for the camera by their weight: outside the arena or behind a thing, the point
    /// hidden, a body hidden.
    fn faults(&self, round: &Round, eye: Vec3) -> u32 {
        let arena = round.arena();
        let own = self.bodies.map(|id| arena.actor(id).body);
        let others = |body: &Body| !own.contains(&body.id());
        let scenery = Filter {
            accepts: Some(&others),
            ..Filter::default()
        };
        let is_behind = |place: Vec3, filter: &Filter<'_>, room: f32| {
            let first = arena.world().pick(eye, place, filter);
            first.is_some_and(|hit| hit.distance < eye.distance(place) - room)
        };
        // A ray that begins inside a solid does not meet it, so scenery is also looked at from the other end.
        let back = (eye - self.point).normalize_or_zero();
        let from = self.point + back * CRASH_SPACE;
        let is_shut = arena.world().pick(from, eye, &scenery).is_some()
            || arena.border().clearance(eye) <= 0.3;
        let hides_point = is_behind(self.point, &Filter::default(), CRASH_SPACE);
        let hidden = self.bodies.iter().filter(|id| {
            let actor = arena.actor(**id);
            let but_it = |body: &Body| body.id() != actor.body;
            let filter = Filter {
                accepts: Some(&but_it),
                ..Filter::default()
            };
            is_behind(actor.model.aabb(&actor.pose).center(), &filter, 0.0)
        });
        8 * u32::from(is_shut) + 3 * u32::from(hides_point) + hidden.count() as u32
    }
}

/// The places of a camera around a crash, the best first: factors on its distance and its height, and the angle from
/// the outer side.
fn places() -> impl Iterator<Item = (f32, f32, f32)> {
    let turns = [
        0.0, 1.0, 0.15, -0.15, 0.85, -0.85, 0.3, -0.3, 0.7, -0.7, 0.5, -0.5,
    ];
    let heights = [
        (1.0, 1.0),
        (0.8, 1.6),
        (0.55, 0.8),
        (0.45, 2.4),
        (0.6, 0.35),
        (0.35, 0.25),
    ];
    heights
        .into_iter()
        .flat_map(move |(far, high)| turns.into_iter().map(move |turn| (far, high, turn * PI)))
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
    use crate::app::params::render::scene::FIELD_OF_VIEW;
    use crate::app::render::scene::CameraView;
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
