//! Choice of the car that a driver attacks.

use glam::Vec2;

use crate::drivers::steering::{Own, angle_between};
use crate::drivers::styles::Character;
use crate::drivers::{DriverView, Seen};
use crate::params::{
    CROWD_RADIUS, DODGE_LENGTH, INTERCEPT_SECONDS, PASSING_SHARE, SLOW_SHARE, TARGET_BLOCKED,
    TARGET_CROWD, TARGET_LUCK, TARGET_NEAR, TARGET_NEW, TARGET_NO_RUN_UP, TARGET_REPEAT,
    TARGET_VALUE, TEMPTING_CLOSING, TEMPTING_EFFORT, THREAT_MISS, THREAT_SPEED, UNAWARE_ANGLE,
};
use crate::rules::{flat_side, side_factor};

/// Cars that a driver has met.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// The car that it touched last.
    pub last: Option<usize>,
    /// All cars that it touched, as a bit per car.
    pub met: u64,
    /// Weight of the expected points of a hit, 0 to 1.
    pub reads: f32,
}

/// Limits of a search for a target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Within {
    /// Minimum distance of the car, in metres.
    pub distance: f32,
    /// Maximum cost of the car, in seconds.
    pub seconds: f32,
}

impl Within {
    /// No limits.
    pub(super) const ALL: Within = Within {
        distance: 0.0,
        seconds: f32::INFINITY,
    };
}

/// Returns the best car to attack, by the seconds that it takes and the preferences of the character; new
/// cars come before the one it has just hit.
pub(super) fn choose_target(
    view: &DriverView<'_>,
    car: usize,
    own: &Own,
    character: &Character,
    known: Known,
    within: Within,
    mut luck: impl FnMut() -> f32,
) -> Option<usize> {
    let mut best = (within.seconds, None);
    for other in view.rivals(car) {
        if other.place.distance(own.here) < within.distance {
            continue;
        }
        let mut cost = cost(view, car, own, character, &other) + TARGET_LUCK * luck();
        if known.last == Some(other.car) {
            cost += TARGET_REPEAT;
        }
        if known.met & (1 << (other.car % 64)) == 0 {
            cost -= TARGET_NEW;
        }
        if known.reads > 0.0 {
            let value = value(view, car, own, &other);
            cost += known.reads * TARGET_VALUE * (1.0 - value);
        }
        if cost < best.0 {
            best = (cost, Some(other.car));
        }
    }
    best.1
}

/// Returns the value of a hit on a car, relative to a hit on the front of a standing one.
fn value(view: &DriverView<'_>, car: usize, own: &Own, other: &Seen) -> f32 {
    let meet = own.intercept(other.place, other.velocity, 1.0, INTERCEPT_SECONDS);
    let way = (meet - own.here).normalize_or_zero();
    let side = side_factor(flat_side(other.ahead, -way));
    // On a car that drives away, only the remaining speed counts.
    let left = 1.0 - (other.velocity.dot(way) / own.top_speed.max(0.1)).clamp(0.0, 1.0);
    side * left * (view.again)(car, other.car)
}

fn cost(view: &DriverView<'_>, car: usize, own: &Own, character: &Character, other: &Seen) -> f32 {
    let to = other.place - own.here;
    let distance = to.length();
    let meet = own.intercept(other.place, other.velocity, 1.0, INTERCEPT_SECONDS);
    let way = meet.distance(own.here) / (own.top_speed * 0.7);
    let mut cost = way + own.effort(meet);
    if distance < TARGET_NEAR * own.radius {
        cost += TARGET_NO_RUN_UP;
    }
    let margin = own.radius * PASSING_SHARE;
    if view
        .terrain
        .first_on(own.here, other.place, margin)
        .is_some()
    {
        cost += TARGET_BLOCKED;
    }
    let near =
        |third: &Seen| third.car != other.car && third.place.distance(other.place) < CROWD_RADIUS;
    cost += TARGET_CROWD * view.others(car).filter(near).count() as f32;
    if other.human {
        cost -= character.for_people;
    }
    if other.velocity.length() < SLOW_SHARE * own.top_speed {
        cost -= character.for_slow;
    }
    if angle_between(other.ahead, -to).abs() > UNAWARE_ANGLE {
        cost -= character.for_unaware;
    }
    cost
}

/// Returns a car right in front that is worth a detour.
pub(super) fn tempting(view: &DriverView<'_>, car: usize, own: &Own, sight: f32) -> Option<usize> {
    let nearest = TARGET_NEAR * own.radius;
    let margin = own.radius * PASSING_SHARE;
    let in_front = |other: &Seen| {
        let distance = other.place.distance(own.here);
        let closing = (own.velocity - other.velocity).dot(other.place - own.here);
        (nearest..sight).contains(&distance)
            && closing > distance * TEMPTING_CLOSING * own.top_speed
            && own.effort(other.place) < TEMPTING_EFFORT
            && view
                .terrain
                .first_on(own.here, other.place, margin)
                .is_none()
    };
    let mut others = view.rivals(car).filter(in_front);
    others.next().map(|other| other.car)
}

/// A car that is about to come very near, and the place to dodge it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threat {
    pub car: usize,
    pub escape: Vec2,
}

/// Returns the car that comes very near first, within `seconds`, if both continue as now.
pub(super) fn threat(view: &DriverView<'_>, car: usize, own: &Own, seconds: f32) -> Option<Threat> {
    let mut soonest = (seconds, None);
    for other in view.others(car) {
        let (gap, motion) = (other.place - own.here, other.velocity - own.velocity);
        let time = -gap.dot(motion) / motion.length_squared().max(0.01);
        let miss = gap + motion * time;
        let comes = other.velocity.length() > THREAT_SPEED && other.velocity.dot(gap) < 0.0;
        if comes && (0.0..soonest.0).contains(&time) && miss.length() < THREAT_MISS * own.radius {
            // Square to its path, on the side where the own car already is.
            let way = other.velocity.normalize_or_zero();
            let side = Vec2::new(-way.y, way.x);
            let side = if side.dot(gap) > 0.0 { -side } else { side };
            let escape = own.here + side * DODGE_LENGTH + own.ahead * (0.5 * DODGE_LENGTH);
            let threat = Threat {
                car: other.car,
                escape,
            };
            soonest = (time, Some(threat));
        }
    }
    soonest.1
}
