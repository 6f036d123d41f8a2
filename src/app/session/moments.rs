//! The moments of a round that its result tells: the crashes and falls of the players' cars, by step.

use std::cmp::Reverse;

use glam::{Vec2, Vec3};

use crate::app::params::{FALL_WORTH, MOMENTS_KEPT, PLACE_EDGE, PLACE_MIDDLE};
use crate::game::tape::CrashAt;
use crate::game::{Crash, Fall, Gain, Round, Tally, is_credited};
use crate::level::Mode;

/// The crashes and falls of players' cars, in the order of their steps.
#[derive(Debug, Default)]
pub struct Moments {
    events: Vec<(u64, Event)>,
}

#[derive(Debug, Clone, Copy)]
enum Event {
    Crash(Crash),
    Fall(Fall),
}

/// A moment that was good or bad for a player's car.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moment {
    /// Step of the round, countdown included.
    pub step: u64,
    /// Time since the round began, countdown included, as in its replay, in seconds.
    pub time: f32,
    /// The player's car and the other one, as indices in the round's list.
    pub car: usize,
    pub other: Option<usize>,
    pub kind: MomentKind,
    pub region: Region,
    /// The crash; `None` for a fall.
    pub crash: Option<CrashAt>,
}

/// The kind of a moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MomentKind {
    /// The car drove into the other one: the calculation of its points, and the closing speed in m/s.
    Hit { gain: Gain, speed: f32 },
    /// The other car drove into it: points lost, and the closing speed in m/s.
    WasHit { lost: u32, speed: f32 },
    /// It pushed the other car over the edge.
    Pushed,
    /// It fell over the edge.
    Fell,
}

/// A region of the arena, by the distance from its middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Region {
    Middle,
    Halfway,
    Edge,
}

impl Region {
    /// The region of a point in an arena that extends `reach` metres from its middle along x and z.
    fn of(point: Vec3, reach: Vec2) -> Region {
        let share = Vec2::new(point.x, point.z).abs() / reach.max(Vec2::splat(f32::MIN_POSITIVE));
        match share.max_element() {
            share if share < PLACE_MIDDLE => Region::Middle,
            share if share < PLACE_EDGE => Region::Halfway,
            _ => Region::Edge,
        }
    }
}

/// The reason of a total of 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum WhyZero {
    /// The car drove into nobody.
    NoHit,
    /// Its hits were too weak to count.
    WeakHits,
    /// It pushed nobody over the edge.
    NobodyFell,
    /// Hits of others took all that it had won: the points, the car that took most of them with its part, and the
    /// region where most were lost.
    Lost {
        won: u32,
        most: u32,
        by: usize,
        region: Region,
    },
}

impl Moments {
    /// Notes the crashes and falls of the round's last step. Call it after each step.
    pub fn note(&mut self, round: &Round) {
        let step = round.steps();
        // A rewound round takes another course from here.
        let known = self.events.partition_point(|(one, _)| *one < step);
        self.events.truncate(known);
        let person = |car: usize| round.cars().get(car).is_some_and(|car| car.slot.is_some());
        let crashes = round.crashes().iter().copied();
        let crashes = crashes.filter(|crash| person(crash.a) || person(crash.b));
        let falls = round.falls().iter().copied();
        let falls = falls.filter(|fall| person(fall.car) || fall.by.is_some_and(person));
        let events = crashes.map(Event::Crash).chain(falls.map(Event::Fall));
        let room = MOMENTS_KEPT.saturating_sub(self.events.len());
        self.events
            .extend(events.take(room).map(|event| (step, event)));
    }

    /// The moments of a car.
    fn of_car<'a>(&'a self, round: &'a Round, car: usize) -> impl Iterator<Item = Moment> + 'a {
        let reach = round.arena().border().half_extents();
        self.events.iter().flat_map(move |(step, event)| {
            let kinds: [Option<(Option<usize>, MomentKind)>; 2] = match event {
                Event::Crash(crash) if crash.involves(car) => kinds_of_crash(crash, car),
                Event::Fall(fall) if fall.car == car => [Some((fall.by, MomentKind::Fell)), None],
                Event::Fall(fall) if fall.by == Some(car) => {
                    [Some((Some(fall.car), MomentKind::Pushed)), None]
                }
                _ => [None, None],
            };
            let (time, point, crash) = match event {
                Event::Crash(crash) => (crash.time, crash.point, Some(CrashAt::new(*step, crash))),
                Event::Fall(fall) => (fall.time, fall.point, None),
            };
            let kinds = kinds.into_iter().flatten();
            kinds.map(move |(other, kind)| Moment {
                step: *step,
                time,
                car,
                other,
                kind,
                region: Region::of(point, reach),
                crash,
            })
        })
    }

    /// The best and the worst moments of these cars, at most `most` of each, the best and the worst first.
    pub fn best_and_worst(&self, round: &Round, cars: &[usize], most: usize) -> [Vec<Moment>; 2] {
        let all = || cars.iter().flat_map(|car| self.of_car(round, *car));
        let first = |good: bool| {
            let mut moments: Vec<Moment> = all().filter(|one| one.is_good() == good).collect();
            moments.sort_by_key(|one| (Reverse(one.worth()), one.step, one.car));
            moments.truncate(most);
            moments
        };
        [first(true), first(false)]
    }

    /// The reason why a car has a total of 0; `None` if it has points, or if the reason is unknown.
    pub fn why_zero(&self, round: &Round, car: usize) -> Option<WhyZero> {
        let tally = &round.score().cars.get(car)?.tally;
        let moments: Vec<Moment> = self.of_car(round, car).collect();
        why_zero(round.mode(), tally, &moments)
    }
}

/// The reason of a total of 0 of a car with these moments.
fn why_zero(mode: Mode, tally: &Tally, moments: &[Moment]) -> Option<WhyZero> {
    if tally.total > 0 {
        return None;
    }
    let won: u32 = moments.iter().map(Moment::won).sum();
    match mode {
        Mode::KnockOut => return Some(WhyZero::NobodyFell),
        Mode::Points | Mode::Crashes if tally.crashes == 0 => return Some(WhyZero::NoHit),
        Mode::Points | Mode::Crashes if won == 0 => return Some(WhyZero::WeakHits),
        Mode::Points | Mode::Crashes => {}
        Mode::Free | Mode::Lesson => return None,
    }
    let lost = |of: &dyn Fn(&Moment) -> bool| -> u32 {
        moments.iter().filter(|one| of(one)).map(Moment::lost).sum()
    };
    let others = moments.iter().filter(|one| one.lost() > 0);
    let by = others.filter_map(|one| one.other);
    let by = by.max_by_key(|by| lost(&|one| one.other == Some(*by)))?;
    let regions = [Region::Middle, Region::Halfway, Region::Edge].into_iter();
    let region = regions.max_by_key(|region| lost(&|one| one.region == *region))?;
    let most = lost(&|one| one.other == Some(by));
    Some(WhyZero::Lost {
        won,
        most,
        by,
        region,
    })
}

/// The kinds of a crash for one of its cars: its hit, and the other one's.
fn kinds_of_crash(crash: &Crash, car: usize) -> [Option<(Option<usize>, MomentKind)>; 2] {
    let (other, speed) = (crash.a + crash.b - car, crash.strength);
    let gain = crash.gain_of(car);
    let drove = is_credited(crash.share_of(car));
    let lost = crash.loss_of(car);
    let was_hit = lost > 0 || !drove && is_credited(crash.share_of(other));
    [
        drove.then_some((Some(other), MomentKind::Hit { gain, speed })),
        was_hit.then_some((Some(other), MomentKind::WasHit { lost, speed })),
    ]
}

impl Moment {
    fn is_good(&self) -> bool {
        matches!(self.kind, MomentKind::Hit { .. } | MomentKind::Pushed)
    }

    /// Points that it gave and took.
    fn won(&self) -> u32 {
        match self.kind {
            MomentKind::Hit { gain, .. } => gain.points,
            _ => 0,
        }
    }

    fn lost(&self) -> u32 {
        match self.kind {
            MomentKind::WasHit { lost, .. } => lost,
            _ => 0,
        }
    }

    /// Its rank among the good or the bad ones: falls before points, points before speeds.
    fn worth(&self) -> (u32, u32) {
        match self.kind {
            // Finite and not negative.
            MomentKind::Hit { gain, speed } => (gain.points, (speed * 1000.0) as u32),
            MomentKind::WasHit { lost, speed } => (lost, (speed * 1000.0) as u32),
            MomentKind::Pushed | MomentKind::Fell => (FALL_WORTH, 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Difficulty, RoundOptions};
    use crate::level::{Library, load};

    fn round(level: &str) -> Round {
        let library = Library::new(Vec::new());
        let level = load(&library, level).unwrap();
        let options = RoundOptions {
            difficulty: Difficulty::Medium,
            humans: 1,
            ..RoundOptions::default()
        };
        Round::with_options(&level, &library, options).unwrap()
    }

    fn crash(time: f32, (by, on): (usize, usize), points: u32, lost: u32) -> Crash {
        let gain = Gain {
            points,
            ..Gain::default()
        };
        Crash {
            time,
            point: Vec3::new(0.1, 0.0, 0.1),
            a: by,
            b: on,
            strength: 5.0 + time,
            impulse: 900.0,
            shares: [1.0, 0.0],
            gains: [gain, Gain::default()],
            losses: [0, lost],
            feat: crate::game::Feat::TBone,
        }
    }

    fn moments(list: Vec<(u64, Crash)>) -> Moments {
        let events = list.into_iter();
        Moments {
            events: events
                .map(|(step, crash)| (step, Event::Crash(crash)))
                .collect(),
        }
    }

    #[test]
    fn the_best_and_the_worst_moments_are_ranked_by_their_points() {
        let round = round("classic");
        let own = round.score().player;
        let (one, other) = ((own + 1) % 4, (own + 2) % 4);
        let moments = moments(vec![
            (600, crash(5.0, (own, one), 10, 0)),
            (700, crash(6.0, (one, own), 30, 15)),
            (800, crash(7.0, (own, other), 40, 0)),
            (900, crash(8.0, (other, own), 8, 4)),
            (950, crash(8.5, (other, one), 90, 45)),
            (999, crash(9.0, (own, one), 2, 0)),
        ]);
        let [best, worst] = moments.best_and_worst(&round, &[own], 2);
        let steps = |list: &[Moment]| -> Vec<u64> { list.iter().map(|one| one.step).collect() };
        assert_eq!(steps(&best), [800, 600]);
        // The explanation opens at the crash of the chosen moment.
        let crash = best[1].crash.map(|crash| (crash.step, crash.pair));
        assert_eq!(crash, Some((600, [own, one])));
        assert_eq!(steps(&worst), [700, 900]);
        assert_eq!(
            (worst[0].other, worst[0].region),
            (Some(one), Region::Middle)
        );
        assert_eq!(worst[0].time, 6.0);
    }

    #[test]
    fn a_total_of_nothing_says_who_took_it_and_where() {
        let round = round("classic");
        let own = round.score().player;
        assert_eq!(round.score().cars[own].tally.total, 0);
        let nothing = moments(Vec::new());
        assert_eq!(nothing.why_zero(&round, own), Some(WhyZero::NoHit));
        assert_eq!(nothing.why_zero(&round, 99), None, "no such car");
        let (one, other) = ((own + 1) % 4, (own + 2) % 4);
        let all = moments(vec![
            (600, crash(5.0, (own, one), 20, 0)),
            (700, crash(6.0, (one, own), 12, 6)),
            (800, crash(7.0, (other, own), 20, 10)),
            (900, crash(8.0, (one, own), 16, 8)),
        ]);
        let list: Vec<Moment> = all.of_car(&round, own).collect();
        let tally = Tally {
            crashes: 1,
            lost: 20,
            ..Tally::default()
        };
        let lost = WhyZero::Lost {
            won: 20,
            most: 14,
            by: one,
            region: Region::Middle,
        };
        assert_eq!(why_zero(Mode::Points, &tally, &list), Some(lost));
        let weak = why_zero(Mode::Points, &tally, &list[1..]);
        assert_eq!(weak, Some(WhyZero::WeakHits));
        let fell = why_zero(Mode::KnockOut, &tally, &list);
        assert_eq!(fell, Some(WhyZero::NobodyFell));
        let some = Tally { total: 1, ..tally };
        assert_eq!(why_zero(Mode::Points, &some, &list), None);
    }

    #[test]
    fn a_round_that_is_played_again_from_an_earlier_step_forgets_what_came_after() {
        let mut round = round("classic");
        let mut noted = Moments::default();
        for _ in 0..120 * 20 {
            round.begin_frame();
            round.step(&[]);
            noted.note(&round);
        }
        let own = round.score().player;
        let [best, worst] = noted.best_and_worst(&round, &[own], 99);
        assert!(!best.is_empty() || !worst.is_empty(), "an idle car is hit");
        let mut again = self::round("classic");
        again.begin_frame();
        again.step(&[]);
        noted.note(&again);
        assert!(noted.events.is_empty());
    }

    #[test]
    fn the_region_of_a_point_follows_the_arena() {
        let reach = Vec2::new(10.0, 20.0);
        let region = |x: f32, z: f32| Region::of(Vec3::new(x, 0.0, z), reach);
        assert_eq!(region(0.0, 0.0), Region::Middle);
        assert_eq!(region(0.0, 12.0), Region::Halfway);
        assert_eq!(region(-9.5, 0.0), Region::Edge);
        assert_eq!(Region::of(Vec3::X, Vec2::ZERO), Region::Edge);
    }
}
