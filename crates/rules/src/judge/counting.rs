//! Counts the events of a step: crashes, falls, zones, touches and run-ups.

use dodgem_physics::STEPS_PER_SECOND;

use crate::crew::Crew;
use crate::judge::{Case, Judge, Rules};
use crate::params::RUN_UP_SPEED;
use crate::rules::{self, Gain, Meeting, Motion, award, is_credited, is_out};
use crate::{Crash, Fall, Feat};
use dodgem_scene::arena::{ActorId, ActorImpact, Arena, InZone, ZoneEffect, seconds_of};
use dodgem_scene::level::Mode;

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

/// A scoring zone with the actors in it.
struct Inside<'a> {
    arena: &'a Arena,
    crew: &'a Crew,
    zone: usize,
}

impl Judge {
    /// Stores the motion of each car before a step, because a crash is credited by the speeds before it.
    pub fn note_motions(&mut self, arena: &Arena, crew: &Crew, step: u64) {
        for (index, car) in crew.cars().iter().enumerate() {
            let actor = arena.actor(car.actor);
            if crew.controls()[car.actor.index()].throttle != 0.0 {
                self.history.note_gas(index, step + 1);
            }
            self.motions[index] = Motion {
                velocity: actor.velocity,
                forward: actor.forward(),
                in_air: actor.car().is_some_and(|car| car.wheels_down == 0),
                driven: self.history.is_driven(index, step + 1),
                power: self.history.power(index),
            };
        }
    }

    /// Counts impacts, crashes, falls and zones of the last step.
    pub fn count(&mut self, case: &mut Case<'_>) {
        self.impacts += case.arena.events().len() as u64;
        self.decided += case.arena.stats().decided;
        for index in 0..case.arena.events().len() {
            let impact = case.arena.events()[index];
            if let Some((a, b)) = self.crashed(case, &impact) {
                self.count_crash(case, [a, b], &impact);
            }
        }
        for (car, view) in case.crew.cars().iter().enumerate() {
            let place = case.arena.actor(view.actor).pose.translation();
            if is_out(place.y) && self.knock_out.stands(car) {
                match case.rules.counts() {
                    true => self.count_fall(case, car),
                    // In a game without an end no car is ever out.
                    false => case.arena.put_back(view.actor),
                }
            }
        }
        self.count_zones(case);
    }

    /// Brings fallen cars back, and ends the round if it is decided.
    pub fn close(&mut self, case: &mut Case<'_>) {
        self.bring_back(case);
        if !self.falls.is_empty() && self.knock_out.is_decided() {
            self.decide_round(case);
        }
    }

    /// Counts actors in zones.
    fn count_zones(&mut self, case: &mut Case<'_>) {
        let running = case.course.running_steps();
        let whole_second = running.is_multiple_of(STEPS_PER_SECOND as u64);
        let counts = case.rules.counts();
        for index in 0..case.arena.in_zones().len() {
            let InZone { zone, actor } = case.arena.in_zones()[index];
            let car = case.crew.car_of(actor);
            let car = car.filter(|car| self.knock_out.stands(*car));
            match (&case.arena.zones()[zone].effect, car) {
                (ZoneEffect::Score { points }, Some(car)) if whole_second && counts => {
                    let inside = Inside {
                        arena: &*case.arena,
                        crew: case.crew,
                        zone,
                    };
                    let holding = self.holding_of(&inside, car, *points, case.course.step());
                    if let Holding::Alone { points } = holding {
                        self.score.give(car, points);
                    }
                }
                (ZoneEffect::Out, Some(car)) => match counts {
                    true => self.count_fall(case, car),
                    false => case.arena.put_back(actor),
                },
                (ZoneEffect::Goal { points, .. }, None)
                    if case.arena.zones()[zone].goal == Some(actor) =>
                {
                    let points = *points;
                    let by = self.goal_touches[zone].take();
                    if let Some(by) = by.filter(|_| counts) {
                        self.score.give(by, points);
                    }
                    case.arena.put_back(actor);
                }
                _ => {}
            }
        }
    }

    /// Returns the state of a car in a scoring zone, if it is in one.
    pub fn holding(&self, arena: &Arena, crew: &Crew, car: usize, step: u64) -> Option<Holding> {
        if !self.knock_out.stands(car) {
            return None;
        }
        let actor = crew.cars().get(car)?.actor;
        let mut inside = arena.in_zones().iter();
        inside.find_map(|one| match &arena.zones()[one.zone].effect {
            ZoneEffect::Score { points } if one.actor == actor => {
                let zone = one.zone;
                let inside = Inside { arena, crew, zone };
                Some(self.holding_of(&inside, car, *points, step))
            }
            _ => None,
        })
    }

    /// Returns the state of a car in the given scoring zone.
    fn holding_of(&self, inside: &Inside<'_>, car: usize, points: u32, step: u64) -> Holding {
        let all = inside.arena.in_zones().iter();
        let actors = all.filter(|one| one.zone == inside.zone);
        let cars = actors.filter_map(|one| inside.crew.car_of(one.actor));
        let mut others = cars.filter(|other| *other != car && self.knock_out.stands(*other));
        match others.next() {
            Some(with) => Holding::Shared {
                with,
                more: others.count(),
            },
            // A car that was pushed there and does nothing gets nothing.
            None if !self.history.is_driven(car, step) => Holding::Idle,
            None => Holding::Alone { points },
        }
    }

    /// Returns the two cars of an impact, if it counts as a crash.
    fn crashed(&self, case: &Case<'_>, impact: &ActorImpact) -> Option<(usize, usize)> {
        let (a, b) = (
            case.crew.car_of(impact.a)?,
            case.crew.car_of(impact.met.actor()?)?,
        );
        let hard = impact.relative_speed >= case.rules.crash_speed;
        let both_in = self.knock_out.stands(a) && self.knock_out.stands(b);
        let mut before = self.crashes.iter();
        let new = self.contacts.were_apart(a, b, case.course.step())
            && !before.any(|crash| crash.involves(a) && crash.involves(b));
        (hard && both_in && new).then_some((a, b))
    }

    fn count_crash(&mut self, case: &Case<'_>, [a, b]: [usize; 2], impact: &ActorImpact) {
        let (step, speed) = (case.course.step(), impact.relative_speed);
        let Rules {
            mode, difficulty, ..
        } = case.rules;
        let meeting = Meeting {
            normal: impact.normal,
            speed,
            motions: [self.motions[a], self.motions[b]],
        };
        let shares = meeting.shares();
        let repeats = self.history.note_pair(a, b, step);
        let is_final = case.rules.is_final(case.course);
        // A hit on a team mate gives nothing and costs nothing.
        let allied = case.crew.allied(a, b);
        let mut feat = Feat::of(&meeting);
        let (mut gains, mut losses) = ([Gain::default(); 2], [0; 2]);
        for (side, (by, on)) in [(a, b), (b, a)].into_iter().enumerate() {
            let piles_up = self.history.piles_up(by, step);
            let credited = is_credited(shares[side]) && !allied;
            if credited && case.rules.counts() {
                self.score.count_hit(by, speed);
                self.knock_out.note_hit(by, on, step);
                if self.history.is_double(by, on, step) {
                    feat = Feat::Double;
                }
            }
            if piles_up {
                feat = Feat::PileUp;
            }
            gains[side] = match mode {
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
            if mode == Mode::Lesson {
                // Only its tasks give points.
                continue;
            }
            self.score.give_hit(by, &gains[side]);
            if gains[side].side > 1.0 {
                let share = rules::lost_share(difficulty);
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

    fn count_fall(&mut self, case: &Case<'_>, car: usize) {
        let step = case.course.step();
        let by = self.knock_out.note_fall(car, step);
        let out = self.knock_out.is_out(car);
        let at = out.then(|| seconds_of(case.course.running_steps()));
        self.score.count_fall(car, at);
        let actor = case.arena.actor(case.crew.cars()[car].actor);
        self.falls.push(Fall {
            time: seconds_of(step),
            point: actor.pose.translation(),
            car,
            by,
            out,
        });
        if let Some(by) = by.filter(|_| case.rules.mode == Mode::KnockOut) {
            self.score.give(by, 1);
        }
    }

    /// Puts fallen cars back that have waited long enough and have a life left.
    fn bring_back(&mut self, case: &mut Case<'_>) {
        for (car, view) in case.crew.cars().iter().enumerate() {
            if self.knock_out.comes_back(car, case.course.step()) {
                case.arena.put_back(view.actor);
                self.history.note_touch(car);
            }
        }
    }

    /// Ends the round, because fewer than two cars have a life left.
    fn decide_round(&mut self, case: &mut Case<'_>) {
        let last = self.knock_out.last_standing();
        if let Some(last) = last.filter(|_| case.rules.mode == Mode::KnockOut) {
            self.score.give(last, 1);
        }
        let step = case.course.step();
        case.course.end_at(step);
    }

    /// Records the touches of the last step.
    pub fn note_contacts(&mut self, arena: &Arena, crew: &Crew, step: u64) {
        for (a, b) in arena.touching() {
            match (crew.car_of(a), crew.car_of(b)) {
                (Some(a), Some(b)) => self.contacts.touch(a, b, step),
                (Some(car), None) => self.note_goal_touch(arena, b, car),
                (None, Some(car)) => self.note_goal_touch(arena, a, car),
                (None, None) => {}
            }
        }
    }

    /// Records that a car touched a thing, if it is the thing of a goal.
    fn note_goal_touch(&mut self, arena: &Arena, thing: ActorId, car: usize) {
        for (zone, touch) in arena.zones().iter().zip(&mut self.goal_touches) {
            if zone.goal == Some(thing) {
                *touch = Some(car);
            }
        }
    }

    /// Records the cars that drove fast in the last step, and those that touched something.
    pub fn note_run_ups(&mut self, arena: &Arena, crew: &Crew) {
        for (index, car) in crew.cars().iter().enumerate() {
            let actor = arena.actor(car.actor);
            let ahead = actor.velocity.dot(actor.forward());
            let top = actor
                .car()
                .map_or(f32::INFINITY, |car| car.settings.top_speed);
            if ahead > RUN_UP_SPEED * top {
                self.history.note_fast(index);
            }
        }
        let pairs = arena.touching().flat_map(|(a, b)| [a, b]);
        for actor in pairs.chain(arena.touching_wall()) {
            if let Some(car) = crew.car_of(actor) {
                self.history.note_touch(car);
            }
        }
    }
}
