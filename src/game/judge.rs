//! Scoring of a step: crashes, falls, zones, and the end of a decided round.

use dodgem_physics::STEPS_PER_SECOND;

use crate::arena::{ActorImpact, HandError, InZone, ZoneEffect, seconds_of};
use crate::game::round::Round;
use crate::game::rules::{self, Gain, Meeting, Motion, award, is_credited, is_out};
use crate::game::{Crash, Fall, Feat};
use crate::level::{Mode, ZoneSpec};

/// State of a car in a zone that gives points to a car that is alone in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holding {
    /// It is alone there and gets points.
    Alone {
        /// Points per second.
        points: u32,
    },
    /// It gets nothing, because it is not alone.
    Shared {
        /// Another car in the zone.
        with: usize,
        /// Number of further cars there.
        more: usize,
    },
    /// It gets nothing, because it has not used the throttle for a while.
    Idle,
}

impl Round {
    /// Adds a zone to the scene.
    pub(super) fn add_zone(&mut self, zone: &ZoneSpec) -> Result<(), HandError> {
        self.edit(|scene, arena| scene.add_zone(arena, zone))?;
        self.goal_touches.push(None);
        Ok(())
    }

    /// Removes a zone.
    pub(super) fn remove_zone(&mut self, zone: usize) -> Result<(), HandError> {
        self.edit(|scene, arena| scene.remove_zone(arena, zone))?;
        self.goal_touches.remove(zone);
        Ok(())
    }

    /// Stores the motion of each car before a step, because a crash is credited by the speeds before it.
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
                power: self.history.power(index),
            };
        }
    }

    /// Counts the events of the last step.
    pub(super) fn judge(&mut self) {
        for index in 0..self.arena.events().len() {
            let impact = self.arena.events()[index];
            if let Some((a, b)) = self.crashed(&impact) {
                self.count_crash(a, b, &impact);
            }
        }
        for car in 0..self.cars.len() {
            let place = self.arena.actor(self.cars[car].actor).pose.translation();
            if is_out(place.y) && self.knock_out.stands(car) {
                match self.counts() {
                    true => self.count_fall(car),
                    // In a game without an end no car is ever out.
                    false => self.arena.put_back(self.cars[car].actor),
                }
            }
        }
        self.judge_zones();
        self.judge_task();
        self.bring_back();
        if !self.falls.is_empty() && self.knock_out.is_decided() {
            self.decide_round();
        }
    }

    /// Counts actors in zones.
    fn judge_zones(&mut self) {
        let whole_second = self.running_steps().is_multiple_of(STEPS_PER_SECOND as u64);
        for index in 0..self.arena.in_zones().len() {
            let InZone { zone, actor } = self.arena.in_zones()[index];
            let car = self.car_of(actor);
            let car = car.filter(|car| self.knock_out.stands(*car));
            match (&self.arena.zones()[zone].effect, car) {
                (ZoneEffect::Score { points }, Some(car)) if whole_second && self.counts() => {
                    if let Holding::Alone { points } = self.holding_of(zone, car, *points) {
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

    /// Returns the state of a car in a scoring zone, if it is in one.
    pub fn holding(&self, car: usize) -> Option<Holding> {
        if !self.counts() || !self.knock_out.stands(car) {
            return None;
        }
        let actor = self.cars.get(car)?.actor;
        let mut inside = self.arena.in_zones().iter();
        inside.find_map(|one| match &self.arena.zones()[one.zone].effect {
            ZoneEffect::Score { points } if one.actor == actor => {
                Some(self.holding_of(one.zone, car, *points))
            }
            _ => None,
        })
    }

    /// Returns the state of a car in the given scoring zone.
    fn holding_of(&self, zone: usize, car: usize, points: u32) -> Holding {
        let inside = self.arena.in_zones().iter().filter(|one| one.zone == zone);
        let cars = inside.filter_map(|one| self.car_of(one.actor));
        let mut others = cars.filter(|other| *other != car && self.knock_out.stands(*other));
        match others.next() {
            Some(with) => Holding::Shared {
                with,
                more: others.count(),
            },
            // A car that was pushed there and does nothing gets nothing.
            None if !self.history.is_driven(car, self.step) => Holding::Idle,
            None => Holding::Alone { points },
        }
    }

    /// Returns the two cars of an impact, if it counts as a crash.
    fn crashed(&self, impact: &ActorImpact) -> Option<(usize, usize)> {
        let (a, b) = (self.car_of(impact.a)?, self.car_of(impact.met.actor()?)?);
        let hard = impact.relative_speed >= self.level().crash_speed;
        let both_in = self.knock_out.stands(a) && self.knock_out.stands(b);
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
        // A hit on a team mate gives nothing and costs nothing.
        let allied = self.allied(a, b);
        let mut feat = Feat::of(&meeting);
        let (mut gains, mut losses) = ([Gain::default(); 2], [0; 2]);
        for (side, (by, on)) in [(a, b), (b, a)].into_iter().enumerate() {
            let piles_up = self.history.piles_up(by, step);
            let credited = is_credited(shares[side]) && !allied;
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
                mode if mode.rates_hits() && credited => {
                    let toward = if on == a {
                        -impact.normal
                    } else {
                        impact.normal
                    };
                    let hit = rules::side(&self.motions[on], -toward);
                    let power = self.motions[by].power;
                    award(speed * shares[side], power, hit, repeats, is_final)
                }
                Mode::Crashes if credited => Gain {
                    points: 1,
                    ..Gain::default()
                },
                _ => Gain::default(),
            };
            if self.mode() == Mode::Lesson {
                // Only its tasks give points.
                continue;
            }
            self.score.give_hit(by, &gains[side]);
            if gains[side].side > 1.0 {
                let share = rules::lost_share(self.options.difficulty);
                let loss = share * gains[side].points as f32;
                losses[1 - side] = self.score.take(on, loss.round() as u32);
            }
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
            losses,
            feat,
        });
    }

    fn count_fall(&mut self, car: usize) {
        let by = self.knock_out.note_fall(car, self.step);
        let out = self.knock_out.is_out(car);
        let at = out.then(|| seconds_of(self.running_steps()));
        self.score.count_fall(car, at);
        self.falls.push(Fall {
            time: seconds_of(self.step),
            point: self.arena.actor(self.cars[car].actor).pose.translation(),
            car,
            by,
            out,
        });
        if let Some(by) = by.filter(|_| self.mode() == Mode::KnockOut) {
            self.score.give(by, 1);
        }
    }

    /// Puts fallen cars back that have waited long enough and have a life left.
    fn bring_back(&mut self) {
        for car in 0..self.cars.len() {
            if self.knock_out.comes_back(car, self.step) {
                self.arena.put_back(self.cars[car].actor);
                self.history.note_touch(car);
            }
        }
    }

    /// Ends the round, because fewer than two cars have a life left.
    fn decide_round(&mut self) {
        let last = self.knock_out.last_standing();
        if let Some(last) = last.filter(|_| self.mode() == Mode::KnockOut) {
            self.score.give(last, 1);
        }
        self.first_over_step = self.first_over_step.min(self.step);
    }
}
