//! Plans of a driver and the choice of the next one.

use glam::Vec2;

use dodgem_physics::STEP_SECONDS;
use dodgem_scene::texts;

use crate::drivers::places::{open_place, run_up_length};
use crate::drivers::steering::Own;
use crate::drivers::targets::{Known, Within, choose_target, tempting};
use crate::drivers::terrain::Ramp;
use crate::drivers::{Driver, DriverView, chance};
use crate::params::{
    ARRIVED_SECONDS, AWAY_SECONDS, CRUISE_LENGTH, DIRECT_LENGTH, DIRECT_SECONDS, FACE_EFFORT,
    PLAN_EXTRA_SECONDS, PLAN_PATIENCE, RAMP_ALIGNED, RAMP_EFFORT, RAMP_NEAR, RUN_UP_SECONDS,
    RUN_UP_WAY, TEMPTED_AFTER,
};

texts! {
    /// The states of drivers.
    DriverWords {
        waits: "waits",
        attacks: "attacks",
        attacks_one: "attacks {name}",
        runs_up: "runs up",
        cruises: "cruises",
        jumps: "jumps",
        dodges: "dodges",
        reverses: "reverses",
    }
}

/// Current plan of a driver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Plan {
    /// No plan yet.
    None,
    /// Hit a car.
    Attack(usize),
    /// Leave the last crash for a place from which the next attack begins.
    RunUp(Vec2),
    /// Drive around.
    Cruise(Vec2),
    /// Jump: first to the ramp's entry, then over it.
    Ramp { ramp: Ramp, on: bool },
}

/// State of a driver, for the debug views.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DriverState {
    /// It has no plan.
    Waits,
    /// It attacks a car.
    Attacks,
    /// It drives off for a run-up.
    RunsUp,
    /// It drives around.
    Cruises,
    /// It drives to a ramp, or is on it.
    Jumps,
    /// It dodges a car.
    Dodges,
    /// It was stuck and reverses.
    Reverses,
}

impl DriverState {
    /// Returns its word on screen.
    pub fn word(self, words: &DriverWords) -> &'static str {
        match self {
            DriverState::Waits => words.waits,
            DriverState::Attacks => words.attacks,
            DriverState::RunsUp => words.runs_up,
            DriverState::Cruises => words.cruises,
            DriverState::Jumps => words.jumps,
            DriverState::Dodges => words.dodges,
            DriverState::Reverses => words.reverses,
        }
    }
}

impl Plan {
    pub(super) fn state(&self) -> DriverState {
        match self {
            Plan::None => DriverState::Waits,
            Plan::Attack(_) => DriverState::Attacks,
            Plan::RunUp(_) => DriverState::RunsUp,
            Plan::Cruise(_) => DriverState::Cruises,
            Plan::Ramp { .. } => DriverState::Jumps,
        }
    }

    /// Returns its destination, unless it is a car.
    pub(super) fn place(&self) -> Vec2 {
        match *self {
            Plan::None | Plan::Attack(_) => Vec2::ZERO,
            Plan::RunUp(place) | Plan::Cruise(place) => place,
            Plan::Ramp { ramp, on: false } => ramp.entry,
            Plan::Ramp { ramp, on: true } => ramp.exit,
        }
    }

    /// True if it already leads away from a crash.
    pub(super) fn leaves(&self) -> bool {
        matches!(self, Plan::RunUp(_))
    }
}

impl Driver {
    /// Makes the next plan when this one is complete or has expired.
    pub(super) fn follow_plan(&mut self, view: &DriverView<'_>, own: &Own) {
        self.plan_left -= STEP_SECONDS;
        let near = own.radius + own.velocity.length() * ARRIVED_SECONDS;
        let arrived = self.plan.place().distance(own.here) < near;
        let late = self.plan_left <= 0.0;
        match self.plan {
            Plan::None => self.drive_off(view, own),
            Plan::RunUp(_) | Plan::Cruise(_) if arrived || late => self.seek(view, own),
            // Otherwise it would circle around that car.
            Plan::Attack(_) if late && self.skill.runs_up && own.goes_round(self.seen.0) => {
                self.run_up(view, own);
            }
            Plan::Attack(_) if late => self.seek(view, own),
            Plan::Ramp { ramp, on: false } => {
                let on = own.bearing(ramp.exit).abs() < RAMP_ALIGNED
                    && ramp.entry.distance(own.here) < RAMP_NEAR;
                if on {
                    self.plan = Plan::Ramp { ramp, on };
                    self.boosts = true;
                } else if late {
                    self.seek(view, own);
                }
            }
            Plan::Ramp { on: true, .. } if arrived || late => self.seek(view, own),
            _ => {}
        }
    }

    /// After a touch, drives away from it. At the start, or without the skill of run-ups, attacks a car at
    /// once.
    fn drive_off(&mut self, view: &DriverView<'_>, own: &Own) {
        let touched = self.since_touch < AWAY_SECONDS;
        if !touched || !self.skill.runs_up {
            return self.seek(view, own);
        }
        if self.chance() < self.character.ramps && self.take_ramp(view, own) {
            return;
        }
        if !self.attack_at_once(view, own) {
            self.run_up(view, own);
        }
    }

    /// Plans a run-up at an open place.
    fn run_up(&mut self, view: &DriverView<'_>, own: &Own) {
        let length = run_up_length(view) * self.character.run_up;
        let random = &mut self.random;
        let place = open_place(view, self.car, own, length, || chance(random));
        self.begin(Plan::RunUp(place), own, place);
        let longest = RUN_UP_SECONDS + RUN_UP_WAY / own.pull.max(0.1);
        self.plan_left =
            (self.plan_left.min(longest * self.character.run_up)).min(self.run_up_left);
    }

    /// After a run-up, plans an attack, or a cruise to another place.
    fn seek(&mut self, view: &DriverView<'_>, own: &Own) {
        if self.chance() < self.character.cruises {
            if self.chance() < self.character.ramps && self.take_ramp(view, own) {
                return;
            }
            return self.cruise(view, own);
        }
        let known = self.known();
        let random = &mut self.random;
        let luck = || chance(random);
        let target = choose_target(
            view,
            self.car,
            own,
            &self.character,
            known,
            Within::ALL,
            luck,
        );
        match target {
            Some(car) => self.attack(view, own, car),
            None => self.cruise(view, own),
        }
    }

    /// Attacks if a car is far enough away that the way to it serves as a run-up. Returns true if it does.
    fn attack_at_once(&mut self, view: &DriverView<'_>, own: &Own) -> bool {
        if self.character.dodges {
            return false;
        }
        let within = Within {
            distance: run_up_length(view) * self.character.run_up * DIRECT_LENGTH,
            seconds: DIRECT_SECONDS + 0.5 * own.top_speed / own.pull.max(0.1),
        };
        let known = self.known();
        let (random, character) = (&mut self.random, &self.character);
        let luck = || chance(random);
        let target = choose_target(view, self.car, own, character, known, within, luck);
        if let Some(car) = target {
            self.attack(view, own, car);
        }
        target.is_some()
    }

    fn known(&self) -> Known {
        Known {
            last: self.last,
            met: self.met,
            reads: self.skill.reads,
        }
    }

    fn cruise(&mut self, view: &DriverView<'_>, own: &Own) {
        let length = run_up_length(view) * self.character.run_up * CRUISE_LENGTH;
        let random = &mut self.random;
        let place = open_place(view, self.car, own, length, || chance(random));
        self.begin(Plan::Cruise(place), own, place);
    }

    fn attack(&mut self, view: &DriverView<'_>, own: &Own, car: usize) {
        let Some(other) = view.seen(car) else { return };
        self.begin(Plan::Attack(car), own, other.place);
        self.aim_error = self.skill.aim_error * (self.chance() * 2.0 - 1.0);
        self.seen = (other.place, other.velocity * self.skill.lead);
    }

    /// Plans to take the ramp that it can reach soonest, if one is near. Returns true if it does.
    fn take_ramp(&mut self, view: &DriverView<'_>, own: &Own) -> bool {
        let effort = |ramp: &Ramp| {
            let way = ramp.entry.distance(own.here) / (own.top_speed * 0.7);
            own.effort(ramp.entry) + way
        };
        let ramps = view.terrain.ramps.iter();
        let best = ramps.min_by(|a, b| effort(a).total_cmp(&effort(b)));
        let Some(ramp) = best.copied().filter(|ramp| effort(ramp) < RAMP_EFFORT) else {
            return false;
        };
        self.begin(Plan::Ramp { ramp, on: false }, own, ramp.entry);
        self.plan_left += ramp.entry.distance(ramp.exit) / (own.top_speed * 0.5);
        true
    }

    /// Begins a plan, with a time limit that allows for the way to a place.
    fn begin(&mut self, plan: Plan, own: &Own, place: Vec2) {
        self.plan = plan;
        let way = own.here.distance(place) / (own.top_speed * 0.7);
        self.plan_left = (way + own.effort(place)) * PLAN_PATIENCE + PLAN_EXTRA_SECONDS;
        self.boosts = self.chance() < self.skill.boost * self.character.boost;
        self.detour = None;
        self.way_left = 0.0;
    }

    /// Meets an approaching car head-on, if it can turn to it in time.
    pub(super) fn face(&mut self, view: &DriverView<'_>, own: &Own, car: usize) {
        let on_its_way = matches!(self.plan, Plan::RunUp(_) | Plan::Cruise(_));
        let can = |place| own.effort(place) < FACE_EFFORT;
        let rival = !(view.allied)(self.car, car);
        if on_its_way && rival && view.seen(car).is_some_and(|other| can(other.place)) {
            self.attack(view, own, car);
        }
    }

    /// Leaves its way for a car right in front, once it is clear of the last crash.
    pub(super) fn follow_temptation(&mut self, view: &DriverView<'_>, own: &Own) {
        let sight = match self.plan {
            Plan::RunUp(_) | Plan::Cruise(_) => self.character.temptation,
            // A nearer car on the way to the target.
            Plan::Attack(_) => {
                (self.seen.0.distance(own.here) * 0.6).min(self.character.temptation)
            }
            Plan::None | Plan::Ramp { .. } => return,
        };
        if self.since_touch < TEMPTED_AFTER || self.dodge.is_some() {
            return;
        }
        if matches!(self.plan, Plan::RunUp(_)) && self.attack_at_once(view, own) {
            return;
        }
        if let Some(car) = tempting(view, self.car, own, sight) {
            self.attack(view, own, car);
        }
    }
}
