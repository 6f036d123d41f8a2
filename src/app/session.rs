//! A round that is being shown: the round itself, its clock, its camera and what crashes leave in
//! the air.

use glam::{Vec2, Vec3};

use dodgem_collide::math::Pose;
use dodgem_physics::{Controls, STEP_SECONDS};

use crate::app::camera::{Camera, CameraKind, Target};
use crate::app::clock::FixedClock;
use crate::app::effects::Effects;
use crate::arena::{Actor, ActorId, Met};
use crate::game::{Crash, Round, RoundOptions, RoundPhase, is_credited};
use crate::level::{self, Level, LevelError, Library};

/// Something that happened in the steps of a frame, for the ear and the screens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Happening {
    /// The countdown shows a new number.
    Count,
    /// The round began.
    Go,
    /// Another one of the last seconds, in which hits count double.
    Final,
    /// The round ended.
    Over,
    /// A car had left the hall and is back where it started.
    PutBack {
        /// Its index in the round's list of cars.
        car: usize,
    },
    /// A bump of that strength from 0 to 1 at a place; `own` if the player was part of it.
    Bump {
        place: Vec3,
        strength: f32,
        own: bool,
    },
}

/// A round with everything that shows it.
pub struct Session {
    /// What the level was loaded by.
    pub source: String,
    pub level: Level,
    /// That of the level.
    pub fingerprint: String,
    pub round: Round,
    pub clock: FixedClock,
    pub camera: Camera,
    pub effects: Effects,
    /// Seconds since the session began, for lamps and the like.
    pub time: f32,
    /// Draws actors where they are rather than on the way there.
    pub exact: bool,
    options: RoundOptions,
    /// The length of the player's way in metres and where it began.
    pub moved: f32,
    pub start: Vec3,
    /// Share of the last crash that still shows on the counter, from 1 to 0.
    pub flash: f32,
    /// The work units of the busiest step of late, and how many steps ago that was.
    busiest: (u64, u32),
    /// Whether the round went on in another way than by itself.
    altered: bool,
    /// The engine's name that a reload or a restart gets a new number for.
    pub generation: u64,
}

/// For so many steps a busy one is remembered: long enough to read its number.
const BUSY_STEPS: u32 = 120;

/// A car stands if its roof points up by at least this much (the cosine of its tilt).
const STANDS: f32 = 0.5;

/// The speed of a crash in m/s that counts as full strength.
const FULL_STRENGTH: f32 = 7.0;

impl Session {
    /// Loads a level and begins a round.
    ///
    /// # Errors
    /// What is wrong with the level.
    pub fn load(
        library: &Library,
        source: &str,
        options: RoundOptions,
        camera: CameraKind,
    ) -> Result<Self, LevelError> {
        let level = level::load(library, source)?;
        let round = Round::with_options(&level, library, options)?;
        let mut session = Self {
            source: source.to_owned(),
            fingerprint: level.fingerprint(),
            level,
            round,
            clock: FixedClock::new(STEP_SECONDS),
            camera: Camera::new(camera),
            effects: Effects::new(options.seed),
            time: 0.0,
            exact: false,
            options,
            moved: 0.0,
            start: Vec3::ZERO,
            flash: 0.0,
            busiest: (0, 0),
            altered: false,
            generation: 0,
        };
        session.start = session.watched().pose.translation();
        session.follow(0.0);
        Ok(session)
    }

    /// Begins again with another seed.
    ///
    /// # Errors
    /// If a model of the level can no longer be read; the session goes on as it was.
    pub fn restart(&mut self, library: &Library, seed: u64) -> Result<(), LevelError> {
        let options = RoundOptions {
            seed,
            ..self.options
        };
        self.round = Round::with_options(&self.level, library, options)?;
        self.options = options;
        self.effects = Effects::new(seed);
        self.begin_again();
        Ok(())
    }

    /// Reads the level's file again and begins the round anew.
    ///
    /// # Errors
    /// What is wrong with the file; the session goes on with the level as it was.
    pub fn reload(&mut self, library: &Library) -> Result<(), LevelError> {
        library.forget_models();
        let level = level::load(library, &self.source)?;
        self.round = Round::with_options(&level, library, self.options)?;
        self.fingerprint = level.fingerprint();
        self.level = level;
        self.begin_again();
        Ok(())
    }

    fn begin_again(&mut self) {
        self.clock.settle();
        self.camera.cut();
        self.moved = 0.0;
        self.flash = 0.0;
        self.busiest = (0, 0);
        self.altered = false;
        self.generation += 1;
        self.start = self.watched().pose.translation();
    }

    /// Whether the round was slowed down, sped up or stepped by hand.
    pub fn is_altered(&self) -> bool {
        self.altered
    }

    /// The work units of the busiest step of the last second.
    pub fn busiest(&self) -> u64 {
        self.busiest.0
    }

    /// The seed of the round.
    pub fn seed(&self) -> u64 {
        self.options.seed
    }

    /// How many people drive.
    pub fn humans(&self) -> usize {
        self.options.humans.min(self.level.player_slots())
    }

    /// Lets the time of a frame pass: as many steps as are due, each with the same controls.
    pub fn advance(&mut self, seconds: f64, controls: &[Controls]) -> Vec<Happening> {
        let mut happenings = Vec::new();
        self.altered |= self.clock.speed() != 1.0;
        self.round.begin_frame();
        for _ in 0..self.clock.advance(seconds) {
            self.step(controls, &mut happenings);
        }
        self.pass(seconds as f32 * self.clock.speed() as f32);
        happenings
    }

    /// Makes one step and shows its end.
    pub fn single_step(&mut self, controls: &[Controls]) -> Vec<Happening> {
        let mut happenings = Vec::new();
        self.altered = true;
        self.step(controls, &mut happenings);
        self.clock.settle();
        self.pass(STEP_SECONDS);
        happenings
    }

    /// Plays that many seconds at once, as fast as it goes.
    pub fn skip(&mut self, seconds: f32) {
        let steps = (f64::from(seconds) / f64::from(STEP_SECONDS)).round() as u64;
        let mut unheard = Vec::new();
        for _ in 0..steps {
            self.step(&[], &mut unheard);
            self.pass(STEP_SECONDS);
            unheard.clear();
        }
        self.exact = true;
    }

    fn step(&mut self, controls: &[Controls], happenings: &mut Vec<Happening>) {
        let before = self.round.phase();
        let place = self.watched().pose.translation();
        self.round.step(controls);
        self.moved += (self.watched().pose.translation() - place).length();
        let after = self.round.phase();
        match (before, after) {
            (RoundPhase::Countdown { left: before }, RoundPhase::Countdown { left })
                if before.ceil() > left.ceil() || self.round.time() <= STEP_SECONDS * 1.5 =>
            {
                happenings.push(Happening::Count);
            }
            (RoundPhase::Countdown { .. }, RoundPhase::Countdown { .. }) => {}
            (RoundPhase::Countdown { .. }, _) => happenings.push(Happening::Go),
            (RoundPhase::Running { .. }, RoundPhase::Over) => happenings.push(Happening::Over),
            (RoundPhase::Running { left: before }, RoundPhase::Running { left })
                if self.round.is_final() && before.ceil() > left.ceil() =>
            {
                happenings.push(Happening::Final);
            }
            _ => {}
        }
        for crash in self.round.crashes().to_vec() {
            happenings.push(self.show(&crash));
        }
        self.show_touches(happenings);
        let stats = self.round.arena().stats();
        let (most, age) = self.busiest;
        self.busiest = if stats.used >= most || age >= BUSY_STEPS {
            (stats.used, 0)
        } else {
            (most, age + 1)
        };
        let put_back = &stats.put_back;
        let cars = self.round.cars().iter().enumerate();
        let cars = cars.filter(|(_, car)| put_back.contains(&car.actor));
        happenings.extend(cars.map(|(car, _)| Happening::PutBack { car }));
    }

    /// A counted crash: sparks, a sign, a shake.
    fn show(&mut self, crash: &Crash) -> Happening {
        let strength = (crash.strength / FULL_STRENGTH).clamp(0.05, 1.0);
        let cars = self.round.cars();
        let own = [crash.a, crash.b]
            .iter()
            .any(|car| cars[*car].slot.is_some());
        let place = crash.point + Vec3::Y * 0.35;
        let (word, detail) = self.praise(crash);
        self.effects.crash(place, strength, word, detail, own);
        if own {
            self.camera.shake(0.25 + 0.75 * strength);
            self.flash = 1.0;
        }
        Happening::Bump {
            place,
            strength,
            own,
        }
    }

    /// What the sign of a crash says: to a player who drove it what it was and what it gave, to one
    /// who was hit by whom.
    fn praise(&self, crash: &Crash) -> (Option<&'static str>, String) {
        let cars = self.round.cars();
        let person = |car: &usize| cars[*car].slot.is_some();
        let drove = |car: &usize| is_credited(crash.share_of(*car));
        let people = || [crash.a, crash.b].into_iter().filter(person);
        let Some(car) = people().find(drove).or(people().next()) else {
            return (None, String::new());
        };
        let other = crash.a + crash.b - car;
        let (name, speed) = (crash.feat.name(), crash.strength);
        match (drove(&car), crash.gain_of(car)) {
            (true, 0) => (Some(name), format!("{speed:.1} m/s")),
            (true, gain) => (Some(name), format!("+{gain}  ·  {speed:.1} m/s")),
            (false, _) => (None, format!("by {}", cars[other].name)),
        }
    }

    /// Bumps that do not count (walls, obstacles, a second touch): a few sparks and a softer sound.
    fn show_touches(&mut self, happenings: &mut Vec<Happening>) {
        let counted: Vec<Vec3> = self
            .round
            .crashes()
            .iter()
            .map(|crash| crash.point)
            .collect();
        let impacts = self.round.arena().events().to_vec();
        for impact in impacts {
            let shown = counted
                .iter()
                .any(|point| point.distance(impact.point) < 0.01);
            if shown || impact.relative_speed < 1.2 {
                continue;
            }
            let strength = (impact.relative_speed / FULL_STRENGTH).clamp(0.0, 1.0) * 0.6;
            let place = impact.point + Vec3::Y * 0.25;
            self.effects
                .sparks(place, 3 + (strength * 16.0) as usize, 1.5 + 3.0 * strength);
            let player = self.watched_id();
            let own = self.humans() > 0 && (impact.a == player || impact.met == Met::Actor(player));
            if own {
                self.camera.shake(0.35 * strength);
            }
            happenings.push(Happening::Bump {
                place,
                strength,
                own,
            });
        }
    }

    fn pass(&mut self, seconds: f32) {
        self.time += seconds;
        self.flash = (self.flash - seconds * 1.6).max(0.0);
        self.effects.update(seconds);
        self.follow(seconds);
    }

    /// Lets the camera follow for that many seconds, also while the round stands still.
    pub fn follow(&mut self, seconds: f32) {
        let actor = self.watched();
        let pose = self.pose_of(actor);
        let forward = pose.transform_vector(Vec3::NEG_Z);
        // While the car tumbles, the camera looks on from where it is.
        let stands = pose.transform_vector(Vec3::Y).y > STANDS;
        let target = Target {
            position: pose.translation(),
            forward: if stands { forward } else { Vec3::ZERO },
            speed: actor.velocity.dot(forward),
        };
        self.camera.update(&target, seconds);
    }

    /// The car that the camera follows and the numbers on screen belong to: the first player's.
    pub fn watched_id(&self) -> ActorId {
        self.round.cars()[self.round.score().player].actor
    }

    /// That car.
    pub fn watched(&self) -> &Actor {
        self.round.arena().actor(self.watched_id())
    }

    /// Where an actor is to be drawn: between its poses of the last two steps.
    pub fn pose_of(&self, actor: &Actor) -> Pose {
        if self.exact {
            actor.pose
        } else {
            actor
                .previous_pose
                .interpolate(&actor.pose, self.clock.fraction())
        }
    }

    /// The half sizes of the arena along x and z in metres.
    pub fn reach(&self) -> Vec2 {
        self.round.arena().border().half_extents()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session() -> Session {
        let library = Library::new(Vec::new());
        Session::load(
            &library,
            "classic",
            RoundOptions::default(),
            CameraKind::Chase,
        )
        .unwrap()
    }

    #[test]
    fn frames_make_the_same_round_as_steps() {
        let mut shown = session();
        let full = Controls {
            throttle: 1.0,
            ..Controls::default()
        };
        for _ in 0..300 {
            shown.advance(1.0 / 60.0, &[full]);
        }
        let library = Library::new(Vec::new());
        let mut plain = Round::new(&shown.level, &library, 1).unwrap();
        let steps = shown.round.arena().steps();
        assert!((598..=600).contains(&steps), "{steps}");
        for _ in 0..steps {
            plain.step(&[full]);
        }
        assert_eq!(plain.arena().state_hash(), shown.round.arena().state_hash());
        assert!(shown.moved > 1.0);
    }

    #[test]
    fn a_round_counts_down_begins_and_ends_once() {
        let mut shown = session();
        let mut heard = Vec::new();
        for _ in 0..(34 * 60) {
            heard.extend(shown.advance(1.0 / 60.0, &[]));
        }
        let count = |wanted: Happening| heard.iter().filter(|what| **what == wanted).count();
        assert_eq!(count(Happening::Count), 3);
        assert_eq!((count(Happening::Go), count(Happening::Over)), (1, 1));
        assert!(
            heard
                .iter()
                .any(|what| matches!(what, Happening::Bump { .. }))
        );
    }

    #[test]
    fn between_two_steps_a_car_is_drawn_between_its_poses() {
        let mut shown = session();
        let full = Controls {
            throttle: 1.0,
            ..Controls::default()
        };
        for _ in 0..600 {
            shown.single_step(&[full]);
        }
        shown.advance(0.5 / 120.0, &[full]);
        let car = shown.watched();
        let half = shown.pose_of(car).translation();
        let ends = (car.previous_pose.translation(), car.pose.translation());
        let middle = ends.0.lerp(ends.1, shown.clock.fraction());
        assert!(half.distance(middle) < 1e-4 && (0.4..0.6).contains(&shown.clock.fraction()));
    }
}
