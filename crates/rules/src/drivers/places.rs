//! Open places, to which a driver goes for a run-up.

use glam::Vec2;

use crate::drivers::steering::{Own, angle_between};
use crate::drivers::terrain::over;
use crate::drivers::walls::pulled_in;
use crate::drivers::{DriverView, Seen};
use crate::params::{
    OPEN_FORESIGHT, OPEN_LANE, PASSING_SHARE, RUN_UP_LENGTHS, RUN_UP_RANGE, RUN_UP_SHARE,
    RUN_UP_WAYS, WALL_MARGIN, WEIGHT_BLOCKED, WEIGHT_EFFORT, WEIGHT_LUCK, WEIGHT_OBSTACLE,
};

/// Returns the usual length of a run-up in an arena, in metres.
pub(super) fn run_up_length(view: &DriverView<'_>) -> f32 {
    let half = view.arena.border().half_extents().min_element();
    (half * RUN_UP_SHARE).clamp(RUN_UP_RANGE.0, RUN_UP_RANGE.1)
}

/// Returns the best of several places around the car: open, soon reached, and without cars on the way. `luck`
/// returns random numbers from 0 to 1.
pub(super) fn open_place(
    view: &DriverView<'_>,
    car: usize,
    own: &Own,
    length: f32,
    mut luck: impl FnMut() -> f32,
) -> Vec2 {
    let turn = luck();
    let mut best = (f32::NEG_INFINITY, Vec2::ZERO);
    for way in 0..RUN_UP_WAYS {
        let angle = (way as f32 + turn) * std::f32::consts::TAU / RUN_UP_WAYS as f32;
        let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
        for share in RUN_UP_LENGTHS {
            let place = own.here + Vec2::new(sin, cos) * (length * share);
            let worth = worth(view, car, own, place, length) + WEIGHT_LUCK * luck();
            if worth > best.0 {
                best = (worth, place);
            }
        }
    }
    pulled_in(&view.rim(), own, best.1)
}

/// Returns the value of a place for a run-up; an open place without drawbacks has 1.
fn worth(view: &DriverView<'_>, car: usize, own: &Own, place: Vec2, length: f32) -> f32 {
    let margin = own.radius * WALL_MARGIN + view.rim().reserve();
    let missing = margin - view.arena.border().clearance(over(place));
    if missing > 0.0 {
        return -10.0 - missing;
    }
    let mut worth = -WEIGHT_EFFORT * own.effort(place);
    let margin = own.radius * PASSING_SHARE;
    if view.terrain.is_blocked(place, margin) {
        worth -= 2.0;
    } else if view.terrain.first_on(own.here, place, margin).is_some() {
        worth -= WEIGHT_OBSTACLE;
    }
    let way = (place - own.here).normalize_or_zero();
    let mut room = length;
    for Seen {
        place: at,
        velocity,
        ..
    } in view.others(car)
    {
        let soon = at + velocity * OPEN_FORESIGHT;
        room = room.min(soon.distance(place));
        let to = at - own.here;
        let along = to.dot(way);
        let in_lane = angle_between(way, to).abs() < 1.2 && (to - way * along).length() < OPEN_LANE;
        if in_lane && along < length {
            worth -= WEIGHT_BLOCKED * (1.0 - along / length);
        }
    }
    worth + room / length
}
