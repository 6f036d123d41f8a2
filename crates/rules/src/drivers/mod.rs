//! Computer drivers: they take a run-up, attack, drive off to an open place, and look for the next target.
//!
//! A driver's goal is its [`Plan`]. Its steering follows from the plan in every step: towards the plan's
//! place, around obstacles, away from walls. All drivers share this logic; characters (`styles.rs`) and skill
//! (`difficulty.rs`) are numbers.

mod difficulty;
mod draw;
mod foresight;
mod obstacles;
mod pilot;
mod places;
mod plan;
mod steering;
mod stuck;
mod styles;
mod targets;
mod terrain;
mod view;
mod walls;

use glam::{Vec2, Vec3};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

use dodgem_physics::STEP_SECONDS;
use dodgem_scene::arena::Controls;

use crate::drivers::difficulty::Skill;
use crate::drivers::plan::Plan;
use crate::drivers::steering::{Own, Wants};
use crate::drivers::stuck::Stuck;
use crate::drivers::styles::Character;
use crate::drivers::view::Seen;
use crate::params::{
    BLOCKED_BY_CAR, BLOCKED_NOSE, BLOCKED_NOSE_ANGLE, BLOCKED_SPEED, BOOST_DISTANCE,
    INTERCEPT_SECONDS, KEY_THRESHOLD, THINK_SECONDS, THREAT_SECONDS, WAY_SECONDS,
};
use dodgem_scene::level::Style;

pub use crate::drivers::difficulty::Difficulty;
pub use crate::drivers::draw::draw_intents;
pub use crate::drivers::pilot::{Pilot, PilotKind};
pub use crate::drivers::plan::{DriverState, DriverWords};
pub(super) use crate::drivers::terrain::Terrain;
pub(super) use crate::drivers::view::DriverView;

/// The driver of one car.
#[derive(Clone, Debug)]
pub struct Driver {
    character: Character,
    skill: Skill,
    car: usize,
    random: Pcg32,
    plan: Plan,
    /// Time until the plan expires, in seconds.
    plan_left: f32,
    /// Remaining time of the run-up that a hit interrupted, in seconds.
    run_up_left: f32,
    /// Time since the last touch, in seconds.
    since_touch: f32,
    /// Time until it notices that touch, in seconds; None once it has.
    notices: Option<f32>,
    /// Car that it touched last.
    last: Option<usize>,
    /// Cars that it has touched, as a bit per car.
    met: u64,
    /// Time until it looks around again, in seconds.
    look_left: f32,
    /// Place and velocity of its target at the last look, extrapolated since then.
    seen: (Vec2, Vec2),
    /// Aiming error for this plan, in radians.
    aim_error: f32,
    /// Place to dodge another car, if one threatens it.
    dodge: Option<Vec2>,
    /// Corner of an obstacle to round first, and the time until it is updated, in seconds.
    detour: Option<Vec2>,
    way_left: f32,
    stuck: Stuck,
    /// Controls from the last prediction, and the time until the next one, in seconds.
    thought: Controls,
    think_left: f32,
    /// True if it spends boost on this plan.
    boosts: bool,
}

/// Intention of a driver, for the debug views.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DriverIntent {
    /// State of the driver.
    pub state: DriverState,
    /// Target car, as an index in the level's list.
    pub car: Option<usize>,
    /// Current destination, in metres.
    pub heads_for: Vec3,
    /// Place where its run-up begins, if it drives there, in metres.
    pub run_up: Option<Vec3>,
}

impl Driver {
    /// Creates a driver for the car with this index, with its own random numbers.
    pub fn new(style: Style, difficulty: Difficulty, car: usize, seed: u64) -> Self {
        Driver::with_skill(Character::of(style), difficulty.skill(), car, seed)
    }

    /// Sets its skill to that of a difficulty.
    pub(super) fn set_difficulty(&mut self, difficulty: Difficulty) {
        self.skill = difficulty.skill();
    }

    fn with_skill(character: Character, skill: Skill, car: usize, seed: u64) -> Self {
        Driver {
            character,
            skill,
            car,
            random: Pcg32::new(seed, car as u64),
            plan: Plan::None,
            plan_left: 0.0,
            run_up_left: f32::INFINITY,
            since_touch: f32::INFINITY,
            notices: None,
            last: None,
            met: 0,
            look_left: 0.0,
            seen: (Vec2::ZERO, Vec2::ZERO),
            aim_error: 0.0,
            dodge: None,
            detour: None,
            way_left: 0.0,
            stuck: Stuck::default(),
            think_left: 0.0,
            thought: Controls::default(),
            boosts: false,
        }
    }

    /// Returns the controls for the next step.
    pub(super) fn controls(&mut self, view: &DriverView<'_>) -> Controls {
        let Some(own) = view.own(self.car) else {
            // It makes a new plan once the car is back.
            self.plan = Plan::None;
            return Controls::default();
        };
        self.feel(view);
        self.follow_plan(view, &own);
        self.look(view, &own);
        if self.stuck.reverses(&own, STEP_SECONDS) {
            return Controls {
                throttle: -1.0,
                steer: self.stuck.steer,
                ..Controls::default()
            };
        }
        let mut controls = self.drive(view, &own);
        if self.foresees(view, &own) {
            self.think_left -= STEP_SECONDS;
            if self.think_left <= 0.0 {
                self.think_left = self.skill.reaction.max(THINK_SECONDS);
                self.thought = foresight::best(view, self.car, &own, &self.skill);
            }
            controls = self.thought;
        }
        if self.skill.keys {
            return as_keys(controls);
        }
        Controls {
            throttle: controls.throttle * self.skill.throttle,
            ..controls
        }
    }

    /// True if it is near enough to its target to predict; predictions are in points, so only where points
    /// count.
    fn foresees(&self, view: &DriverView<'_>, own: &Own) -> bool {
        if !view.points {
            return false;
        }
        let attacks = matches!(self.plan, Plan::Attack(_)) && self.dodge.is_none();
        let speed = own.velocity.length().max(0.5 * own.top_speed).max(0.1);
        let seconds = self.seen.0.distance(own.here) / speed;
        match self.skill.foresight {
            f32::INFINITY => true,
            most => attacks && self.detour.is_none() && seconds < most * foresight::stretch(own),
        }
    }

    /// Notices touches after the reaction time.
    fn feel(&mut self, view: &DriverView<'_>) {
        self.since_touch += STEP_SECONDS;
        let touched = (0..view.cars.len()).find(|other| (view.touched)(self.car, *other));
        if let Some(other) = touched {
            self.last = Some(other);
            // A level has at most as many cars as there are bits.
            self.met |= 1 << (other % 64);
            self.since_touch = 0.0;
            if self.notices.is_none() {
                let push = if self.plan.leaves() {
                    0.0
                } else {
                    self.character.push
                };
                self.notices = Some(self.skill.reaction + push);
            }
        }
        if let Some(left) = &mut self.notices {
            *left -= STEP_SECONDS;
            if *left <= 0.0 {
                self.notices = None;
                self.run_up_left = if self.plan.leaves() {
                    self.plan_left
                } else {
                    f32::INFINITY
                };
                self.plan = Plan::None;
                self.plan_left = 0.0;
            }
        }
    }

    /// Looks at other cars at the interval of its skill, and at obstacles more often.
    fn look(&mut self, view: &DriverView<'_>, own: &Own) {
        self.seen.0 += self.seen.1 * STEP_SECONDS;
        self.look_left -= STEP_SECONDS;
        if self.look_left <= 0.0 {
            self.look_left += self.skill.reaction.max(STEP_SECONDS);
            if let Plan::Attack(car) = self.plan
                && let Some(other) = view.seen(car)
            {
                self.seen = (other.place, other.velocity * self.skill.lead);
            }
            let threat = targets::threat(view, self.car, own, THREAT_SECONDS);
            self.dodge = threat
                .filter(|_| self.character.dodges)
                .map(|threat| threat.escape);
            if let Some(threat) = threat.filter(|_| !self.character.dodges) {
                self.face(view, own, threat.car);
            }
            self.follow_temptation(view, own);
        }
        self.way_left -= STEP_SECONDS;
        if self.way_left <= 0.0 {
            self.way_left = WAY_SECONDS;
            let aim = self.aim(own);
            self.detour = obstacles::detour(view.terrain, view.arena.border(), own, aim);
        }
    }

    /// Returns the destination of the plan, without regard to obstacles.
    fn aim(&self, own: &Own) -> Vec2 {
        if let Some(place) = self.dodge {
            return place;
        }
        match self.plan {
            Plan::None => Vec2::ZERO,
            Plan::Attack(_) => {
                let (place, velocity) = self.seen;
                let meet = own.intercept(place, velocity, 1.0, INTERCEPT_SECONDS);
                let to = meet - own.here;
                meet + Vec2::new(-to.y, to.x) * self.aim_error
            }
            Plan::RunUp(place) | Plan::Cruise(place) => place,
            Plan::Ramp { ramp, on } => {
                if on {
                    ramp.exit
                } else {
                    ramp.entry
                }
            }
        }
    }

    fn drive(&mut self, view: &DriverView<'_>, own: &Own) -> Controls {
        let aim = self.aim(own);
        let attacks = matches!(self.plan, Plan::Attack(_)) && self.dodge.is_none();
        let rim = view.rim();
        let distance = aim.distance(own.here);
        let flies = matches!(self.plan, Plan::Ramp { on: true, .. });
        let meets_at = if attacks {
            Some(distance)
        } else {
            flies.then_some(0.0)
        };
        let goal = self.detour.unwrap_or_else(|| match attacks {
            true => aim,
            false => walls::pulled_in(&rim, own, aim),
        });
        let escape = walls::escape(&rim, own, goal, meets_at);
        let place = escape.map_or(goal, |escape| escape.place);
        let angle = own.bearing(place);
        let blocked = angle.abs() > BLOCKED_NOSE_ANGLE && self.is_nose_blocked(view, own);
        if blocked || self.stuck.notice(own, STEP_SECONDS) {
            self.stuck.back_off(own, angle);
        }
        let (nearest, farthest) = BOOST_DISTANCE;
        own.drive_to(
            place,
            Wants {
                meet: attacks && self.detour.is_none(),
                boost: self.boosts
                    && escape.is_none()
                    && (flies || (attacks && (nearest..farthest).contains(&distance))),
                brake: escape.is_some_and(|escape| escape.brake),
            },
        )
    }

    /// True if the car's nose is at a wall, an obstacle or another car.
    fn is_nose_blocked(&self, view: &DriverView<'_>, own: &Own) -> bool {
        let nose = own.here + own.ahead * (own.radius + BLOCKED_NOSE);
        let at_car = |other: Seen| other.place.distance(nose) < BLOCKED_BY_CAR * own.radius;
        own.velocity.length() < BLOCKED_SPEED
            && (view.arena.border().clearance(terrain::over(nose)) < 0.0
                || view.terrain.is_blocked(nose, 0.0)
                || view.others(self.car).any(at_car))
    }

    /// Returns a random number from 0 to below 1, of 24 bits, so that it is exact in f32.
    fn chance(&mut self) -> f32 {
        chance(&mut self.random)
    }

    /// Returns its current intention.
    pub fn intent(&self) -> DriverIntent {
        let heads_for = self.detour.or(self.dodge).unwrap_or(match self.plan {
            Plan::Attack(_) => self.seen.0,
            _ => self.plan.place(),
        });
        DriverIntent {
            state: self.state(),
            car: match self.plan {
                Plan::Attack(car) => Some(car),
                _ => None,
            },
            heads_for: terrain::over(heads_for),
            run_up: match self.plan {
                Plan::RunUp(place) => Some(terrain::over(place)),
                _ => None,
            },
        }
    }

    fn state(&self) -> DriverState {
        if self.stuck.reverse_left > 0.0 {
            return DriverState::Reverses;
        }
        if self.dodge.is_some() {
            return DriverState::Dodges;
        }
        self.plan.state()
    }
}

/// Returns the controls as keys give them: full or none.
fn as_keys(controls: Controls) -> Controls {
    let key = |x: f32| {
        if x.abs() > KEY_THRESHOLD {
            x.signum()
        } else {
            0.0
        }
    };
    Controls {
        throttle: key(controls.throttle),
        steer: key(controls.steer),
        ..controls
    }
}

/// Returns a random number from 0 to below 1, of 24 bits, so that it is exact in f32.
fn chance(random: &mut Pcg32) -> f32 {
    (random.next_u32() >> 8) as f32 / (1 << 24) as f32
}
