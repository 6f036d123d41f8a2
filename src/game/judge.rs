//! What the impacts of a step count for: crashes, falls, the end of a round that is decided.

use dodgem_physics::STEPS_PER_SECOND;

use crate::arena::{ActorImpact, InZone, ZoneEffect, seconds_of};
use crate::game::round::Round;
use crate::game::rules::{Meeting, Motion, award, is_credited, is_out, is_real};
use crate::game::{Crash, Fall, Feat};
use crate::level::Mode;

impl Round {
    /// Notes how the cars move before a step, as crashes belong to who drove before them.
    pub(super) fn note_motions(&mut self) {
        for (index, car) in self.cars.iter().enumerate() {
            let actor = self.arena.actor(car.actor);
            if self.controls[car.actor.index()].throttle != 0.0 {
                self.history.note_gas(index, self.step + 1);
            }
            self.motions[index] = Motion {
                velocity: actor.velocity,
                forward: actor.forward(),
                in_air: actor.car().is_some_and(|car| car.wheels_down == 0),
                driven: self.history.is_driven(index, self.step + 1),
            };
        }
    }

    /// Counts what happened in the step that was just made.
    pub(super) fn judge(&mut self) {
        for index in 0..self.arena.events().len() {
            let impact = self.arena.events()[index];
            if let Some((a, b)) = self.crashed(&impact) {
                self.count_crash(a, b, &impact);
            }
        }
        for car in 0..self.cars.len() {
            let place = self.arena.actor(self.cars[car].actor).pose.translation();
            if is_out(place.y) && !self.knock_out.is_out(car) {
                match self.counts() {
                    true => self.count_fall(car),
                    // Nobody is out of a game without an end.
                    false => self.arena.put_back(self.cars[car].actor),
                }
            }
        }
        self.judge_zones();
        if !self.falls.is_empty() && self.knock_out.standing() <= 1 {
            self.decide_round();
        }
    }

    /// Counts what is in zones.
    fn judge_zones(&mut self) {
        let whole_second = self.running_steps().is_multiple_of(STEPS_PER_SECOND as u64);
        for index in 0..self.arena.in_zones().len() {
            let InZone { zone, actor } = self.arena.in_zones()[index];
            let car = self.car_of(actor);
            let car = car.filter(|car| !self.knock_out.is_out(*car));
            match (&self.arena.zones()[zone].effect, car) {
                (ZoneEffect::Score { points }, Some(car)) if whole_second && self.counts() => {
                    let points = *points;
                    if self.cars_in(zone) == 1 {
                        self.score.give(car, points);
                    }
                }
                (ZoneEffect::Out, Some(car)) => match self.counts() {
                    true => self.count_fall(car),
                    false => self.arena.put_back(self.cars[car].actor),
                },
                (ZoneEffect::Goal { points, .. }, None)
                    if self.arena.zones()[zone].goal == Some(actor) =>
                {
                    let points = *points;
                    let by = self.goal_touches[zone].take();
                    if let Some(by) = by.filter(|_| self.counts()) {
                        self.score.give(by, points);
                    }
                    self.arena.put_back(actor);
                }
                _ => {}
            }
        }
    }

    /// How many cars are in a zone.
    fn cars_in(&self, zone: usize) -> usize {
        let inside = self.arena.in_zones().iter().filter(|one| one.zone == zone);
        let cars = inside.filter_map(|one| self.car_of(one.actor));
        cars.filter(|car| !self.knock_out.is_out(*car)).count()
    }

    /// The two cars of an impact, if it counts as a crash.
    fn crashed(&self, impact: &ActorImpact) -> Option<(usize, usize)> {
        let (a, b) = (self.car_of(impact.a)?, self.car_of(impact.met.actor()?)?);
        let hard = impact.relative_speed >= self.level.crash_speed;
        let both_in = !self.knock_out.is_out(a) && !self.knock_out.is_out(b);
        let mut before = self.crashes.iter();
        let new = self.contacts.were_apart(a, b, self.step)
            && !before.any(|crash| crash.involves(a) && crash.involves(b));
        (hard && both_in && new).then_some((a, b))
    }

    fn count_crash(&mut self, a: usize, b: usize, impact: &ActorImpact) {
        let (step, speed) = (self.step, impact.relative_speed);
        let meeting = Meeting {
            normal: impact.normal,
            speed,
            motions: [self.motions[a], self.motions[b]],
        };
        let shares = meeting.shares();
        let repeats = self.history.note_pair(a, b, step);
        let is_final = self.is_final();
        let mut feat = Feat::of(&meeting);
        let mut gains = [0; 2];
        for (side, (by, on)) in [(a, b), (b, a)].into_iter().enumerate() {
            let piles_up = self.history.piles_up(by, step);
            let credited = is_credited(shares[side]);
            if credited && self.counts() {
                self.score.count_hit(by, speed);
                self.knock_out.note_hit(by, on, step);
                if self.history.is_double(by, on, step) {
                    feat = Feat::Double;
                }
            }
            if piles_up {
                feat = Feat::PileUp;
            }
            gains[side] = match self.mode() {
                Mode::Points if credited => {
                    let first = is_real(speed) && self.history.is_first_hit(by, on);
                    award(speed, shares[side], repeats, first, is_final)
                }
                Mode::Crashes if credited => 1,
                _ => 0,
            };
            self.score.give(by, gains[side]);
        }
        self.crashes.push(Crash {
            time: seconds_of(step),
            point: impact.point,
            a,
            b,
            strength: speed,
            impulse: impact.impulse,
            shares,
            gains,
            feat,
        });
    }

    fn count_fall(&mut self, car: usize) {
        let by = self.knock_out.note_fall(car, self.step);
        self.score.put_out(car, seconds_of(self.running_steps()));
        self.falls.push(Fall {
            time: seconds_of(self.step),
            point: self.arena.actor(self.cars[car].actor).pose.translation(),
            car,
            by,
        });
        if let Some(by) = by.filter(|_| self.mode() == Mode::KnockOut) {
            self.score.give(by, 1);
        }
    }

    /// Ends the round, as nobody is left to meet.
    fn decide_round(&mut self) {
        let last = self.knock_out.last_standing();
        if let Some(last) = last.filter(|_| self.mode() == Mode::KnockOut) {
            self.score.give(last, 1);
        }
        self.first_over_step = self.first_over_step.min(self.step);
    }
}
