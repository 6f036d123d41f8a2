//! Foresight: a driver simulates several courses ahead and takes the one with the highest value.
//!
//! The simulation moves the car along each course within the limits of its motor and tyres, while the others
//! continue as they move. A course ends at its first touch. Its value is the points of that touch, less the
//! cost of time, boost and a lost run-up.

use glam::Vec2;

use crate::drivers::difficulty::Skill;
use crate::drivers::steering::Own;
use crate::drivers::terrain::over;
use crate::drivers::{DriverView, Seen};
use crate::is_credited;
use crate::params::{
    FORESEEN_ARCS, FORESEEN_BOOST_COST, FORESEEN_CARS, FORESEEN_DISC, FORESEEN_HIT_COST,
    FORESEEN_OFFSET, FORESEEN_POWER_WORTH, FORESEEN_SECONDS, FORESEEN_SLOWEST,
    FORESEEN_SPEED_WORTH, FORESEEN_SWITCH, FORESEEN_TICK, FORESEEN_TIME_COST, FORESEEN_TURN,
    FORESEEN_WALL_COST, INTERCEPT_SECONDS, RUN_UP_SPEED, WALL_MARGIN,
};
use crate::rules::{flat_side, power, run_up_of, side_factor};
use dodgem_scene::arena::Controls;

/// A course to simulate.
#[derive(Clone, Copy)]
enum Way {
    /// Two arcs, each with a steering value from -1 to 1.
    Arcs(f32, f32),
    /// Pursuit of a near car, by its index in `near`.
    Chase(usize),
}

/// Inputs of a prediction.
struct Foresight<'a> {
    view: &'a DriverView<'a>,
    car: usize,
    own: &'a Own,
    near: [Option<Seen>; FORESEEN_CARS],
    /// Factor on the horizon compared with a nimble car.
    stretch: f32,
    /// Strength of the car's boost, and the boost that is left, in seconds.
    boost: (f32, f32),
    /// Value of a second and of a unit of power, in points per m/s of top speed.
    time_cost: f32,
    power_worth: f32,
    /// Assumed grip of the other cars' tyres, in m/s2.
    others_hold: f32,
    /// Latest meeting that it searches for, in seconds.
    meets_within: f32,
}

/// State of the car at a moment of a course.
#[derive(Clone, Copy)]
struct Moment {
    own: Own,
    /// Duration of its run-up so far, in seconds.
    run_up: f32,
    /// Boost spent so far, in seconds.
    spent: f32,
}

/// Returns the factor on all durations compared with a nimble car.
pub(super) fn stretch(own: &Own) -> f32 {
    (own.top_speed / own.pull.max(0.1)).clamp(1.0, FORESEEN_SLOWEST)
}

/// Returns the first controls of the best course.
pub(super) fn best(view: &DriverView<'_>, car: usize, own: &Own, skill: &Skill) -> Controls {
    let patience = skill.patience;
    let stretch = stretch(own);
    let boost = view.boost(car);
    let reach = 2.0 * own.top_speed * FORESEEN_SECONDS * stretch;
    let mut near = [None; FORESEEN_CARS];
    let others = view.others(car);
    let others = others.filter(|other| other.place.distance(own.here) < reach);
    for (slot, other) in near.iter_mut().zip(others) {
        *slot = Some(other);
    }
    let foresight = Foresight {
        view,
        car,
        own,
        near,
        stretch,
        boost,
        time_cost: between(FORESEEN_TIME_COST, patience),
        power_worth: between(FORESEEN_POWER_WORTH, patience),
        others_hold: if skill.knows_slides {
            own.hold
        } else {
            f32::INFINITY
        },
        meets_within: match skill.knows_slides {
            true => INTERCEPT_SECONDS * stretch,
            false => INTERCEPT_SECONDS,
        },
    };
    let arcs = FORESEEN_ARCS.into_iter();
    let arcs = arcs.flat_map(|first| [-1.0, 0.0, 1.0].map(|second| Way::Arcs(first, second)));
    let chases = (0..FORESEEN_CARS).map(Way::Chase);
    let mut best = (f32::NEG_INFINITY, Controls::default());
    for way in arcs.chain(chases) {
        for boosts in [true, false] {
            if let Some((worth, steer)) = foresight.follow(way, boosts)
                && worth > best.0
            {
                let controls = Controls {
                    throttle: 1.0,
                    steer,
                    brake: false,
                    boost: boosts,
                };
                best = (worth, controls);
            }
        }
    }
    best.1
}

impl Foresight<'_> {
    /// Returns the value of a course in points, and its first steering value. None if the course is
    /// impossible.
    fn follow(&self, way: Way, boosts: bool) -> Option<(f32, f32)> {
        if boosts && self.boost.1 < FORESEEN_TICK {
            return None;
        }
        let mut at = Moment {
            own: *self.own,
            run_up: run_up_of((self.view.power)(self.car)),
            spent: 0.0,
        };
        let begins = self.steer(way, &at, 0.0)?;
        let ticks = (FORESEEN_SECONDS * self.stretch / FORESEEN_TICK) as u32;
        for tick in 0..ticks {
            let time = tick as f32 * FORESEEN_TICK;
            let steer = self.steer(way, &at, time)?;
            self.advance(&mut at, steer, boosts);
            if let Some(worth) = self.touch(&at, time + FORESEEN_TICK) {
                return Some((worth, begins));
            }
        }
        let gained = power(at.run_up) - (self.view.power)(self.car);
        let seconds = FORESEEN_SECONDS * self.stretch;
        let worth = self.power_worth * gained - self.time_cost * seconds;
        let faster = at.own.forwards() - self.own.velocity.length();
        Some((
            worth * self.own.top_speed - self.boost_cost(&at) + FORESEEN_SPEED_WORTH * faster,
            begins,
        ))
    }

    /// Returns the steering value at a time of a course.
    fn steer(&self, way: Way, at: &Moment, time: f32) -> Option<f32> {
        match way {
            Way::Arcs(first, second) => match time < FORESEEN_SWITCH * self.stretch {
                true => Some(first),
                false => Some(second),
            },
            Way::Chase(number) => {
                let other = self.near[number]?;
                let (place, velocity, _) = foreseen(&other, time, self.others_hold);
                let meet = at.own.intercept(place, velocity, 1.0, self.meets_within);
                Some(at.own.steer_to(meet))
            }
        }
    }

    /// Advances the car by one tick.
    fn advance(&self, at: &mut Moment, steer: f32, boosts: bool) {
        let own = &mut at.own;
        let share = if boosts && at.spent < self.boost.1 {
            at.spent += FORESEEN_TICK;
            self.boost.0
        } else {
            1.0
        };
        let rate = own
            .turn_rate
            .min(own.forwards().abs() / own.turn_radius.max(0.1));
        let turn = steer * rate * own.forwards().signum() * FORESEEN_TICK;
        own.ahead = own.ahead.rotate(unit(turn));
        let room = (1.0 - own.forwards() / (own.top_speed * share).max(0.1)).clamp(0.0, 1.0);
        let pull = own.pull * share * room.sqrt() * FORESEEN_TICK;
        let slide = own.velocity - own.ahead * own.forwards();
        // The grip limits the sum of both, along and across the car.
        let wanted = own.ahead * pull - slide;
        own.velocity += wanted.clamp_length_max(own.hold * FORESEEN_TICK);
        own.here += own.velocity * FORESEEN_TICK;
        if own.forwards() > RUN_UP_SPEED * own.top_speed {
            at.run_up += FORESEEN_TICK;
        }
    }

    /// Returns the value of a course that ends here, if the car touches something.
    fn touch(&self, at: &Moment, time: f32) -> Option<f32> {
        let lost = self.power_worth * ((self.view.power)(self.car) - 1.0);
        let so_far = -(lost + self.time_cost * time) * self.own.top_speed - self.boost_cost(at);
        let rim = self.view.rim();
        let room = |place: Vec2| rim.border.clearance(over(place)) - rim.reserve();
        let margin = WALL_MARGIN * at.own.radius;
        if room(at.own.here) < margin && room(at.own.here) < room(self.own.here) {
            return Some(so_far - FORESEEN_WALL_COST * self.own.top_speed);
        }
        let blocked = |place: Vec2| self.view.terrain.is_blocked(place, FORESEEN_DISC);
        if blocked(at.own.here) && !blocked(self.own.here) {
            return Some(so_far - FORESEEN_WALL_COST * self.own.top_speed);
        }
        let hits = self.near.iter().flatten();
        let mut hits = hits.filter_map(|other| self.hit(at, other, time));
        hits.next().map(|points| so_far + points)
    }

    /// Returns the points of a hit with another car, if they meet: the car's own points less a fraction of
    /// the other's.
    fn hit(&self, at: &Moment, other: &Seen, time: f32) -> Option<f32> {
        let own = &at.own;
        let (place, velocity, ahead) = foreseen(other, time, self.others_hold);
        let normal = normal((own.here, own.ahead), (place, ahead))?;
        let closing = (own.velocity - velocity).dot(normal);
        let toward = [own.velocity.dot(normal), -velocity.dot(normal)].map(|v| v.max(0.0));
        let whole = (toward[0] + toward[1]).max(closing);
        if closing <= 0.0 {
            return None;
        }
        if (self.view.allied)(self.car, other.car) {
            // A hit on a team mate counts like a wall.
            return Some(-FORESEEN_WALL_COST * self.own.top_speed);
        }
        let points =
            |speed: f32, power: f32, hit: Vec2, from: Vec2| match is_credited(speed / whole) {
                true => closing * speed / whole * power * side_factor(flat_side(hit, from)),
                false => 0.0,
            };
        let given = points(toward[0], power(at.run_up), ahead, -normal);
        let taken = points(toward[1], (self.view.power)(other.car), own.ahead, normal);
        let again = (self.view.again)(self.car, other.car);
        Some((given - FORESEEN_HIT_COST * taken) * again)
    }

    fn boost_cost(&self, at: &Moment) -> f32 {
        FORESEEN_BOOST_COST * self.own.top_speed * at.spent
    }
}

/// Returns place, velocity and direction of another car after some seconds; `hold` is the grip of its tyres,
/// in m/s2. The car turns for a short time, then drives straight ahead.
fn foreseen(other: &Seen, seconds: f32, hold: f32) -> (Vec2, Vec2, Vec2) {
    let turns = seconds.min(FORESEEN_TURN);
    // Its nose turns at its spin, but its path turns no faster than the tyres hold.
    let most = hold / other.velocity.length().max(0.1);
    let spin = other.spin.clamp(-most, most);
    let turn = unit(spin * turns);
    // The chord of an arc has half the angle of the arc.
    let chord = other.velocity.rotate(unit(spin * turns * 0.5)) * turns;
    let velocity = other.velocity.rotate(turn);
    let place = other.place + chord + velocity * (seconds - turns);
    (
        place,
        velocity,
        other.ahead.rotate(unit(other.spin * turns)),
    )
}

/// Interpolates linearly between two numbers.
fn between(range: (f32, f32), share: f32) -> f32 {
    range.0 + (range.1 - range.0) * share
}

/// Returns the unit vector at an angle in radians.
fn unit(angle: f32) -> Vec2 {
    Vec2::new(libm::cosf(angle), libm::sinf(angle))
}

/// Returns the normal at which two cars touch, given by place and direction; None if they are apart. Each car
/// is modelled as two discs, one behind the other.
fn normal(a: (Vec2, Vec2), b: (Vec2, Vec2)) -> Option<Vec2> {
    let mut nearest = Vec2::INFINITY;
    if a.0.distance(b.0) > 2.0 * (FORESEEN_DISC + FORESEEN_OFFSET) {
        return None;
    }
    for i in [FORESEEN_OFFSET, -FORESEEN_OFFSET] {
        for j in [FORESEEN_OFFSET, -FORESEEN_OFFSET] {
            let apart = (b.0 + b.1 * j) - (a.0 + a.1 * i);
            if apart.length_squared() < nearest.length_squared() {
                nearest = apart;
            }
        }
    }
    (nearest.length() < 2.0 * FORESEEN_DISC).then(|| nearest.normalize_or_zero())
}
