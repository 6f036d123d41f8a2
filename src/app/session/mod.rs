//! A round that is being shown: the round itself, its clock, its camera and what crashes leave in
//! the air.

mod begin;
mod former;
mod hand;
mod landings;
mod monitor;
mod needs;
mod recorded;
mod shown;
mod sight;
mod watched;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use glam::{Vec2, Vec3};

use crate::arena::Controls;
use dodgem_collide::math::Pose;
use dodgem_physics::STEP_SECONDS;

use crate::app::camera::Block;
use crate::app::clock::FixedClock;
use crate::app::drawn::DrawnCars;
use crate::app::effects::Effects;
use crate::app::params::{STEPS_LONGEST, TASK_SECONDS};
use crate::app::session::former::Formers;
use crate::app::session::landings::{Flights, Landing};
use crate::app::session::monitor::Monitor;
use crate::app::session::recorded::recorded_pose;
use crate::app::skids::Skids;
use crate::app::sound::Stuff;
use crate::app::units::SpeedUnit;
use crate::app::unsaved::SceneSlot;
use crate::arena::{Actor, ActorId};
use crate::game::tape::{Guide, Made, Player, Tape, Wheel};
use crate::game::{CarView, Pilot, Round, RoundOptions, RoundPhase};
use crate::level::{Level, Library};

pub use crate::app::session::former::Undone;
pub use crate::app::session::needs::{Need, NeedWatch};
pub use crate::app::session::sight::Sight;

/// Something that happened in the steps of a frame, for the ear and the screens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Happening {
    /// The countdown shows a new number.
    Count,
    /// The round began.
    Go,
    /// Another one of the last seconds, in which hits count double.
    Final,
    /// A task of a lesson was done.
    Task,
    /// The round ended.
    Over,
    /// A car had left the hall and is back where it started.
    PutBack {
        /// Its index in the round's list of cars.
        car: usize,
    },
    /// A thing came into its goal.
    Goal,
    /// A car fell off the edge and is out, or lost a life.
    Fall,
    /// A bump of that strength from 0 to 1 at a place; `own` if the player was part of it.
    Bump {
        place: Vec3,
        strength: f32,
        own: bool,
        /// What was hit.
        stuff: Stuff,
        /// The players who felt it: a bit for each slot.
        players: u8,
    },
}

/// A round with everything that shows it.
pub struct Session {
    /// What the level was loaded by.
    pub source: String,
    pub level: Level,
    /// What its file said when the round last followed it.
    pub file_level: Level,
    /// The text of it. None if it has no file, or if that was never read.
    pub file_text: Option<Arc<str>>,
    /// True if no file says the level that it begins as.
    pub is_in_no_file: bool,
    /// The person's work on the scene when a file last said it; none if no file ever did.
    saved: Option<Made>,
    /// The place in which the scene is kept by itself until it is saved.
    pub kept: Option<SceneSlot>,
    /// Scenes that were begun anew, to be gone back to.
    formers: Formers,
    /// That of the level.
    pub fingerprint: String,
    pub round: Round,
    pub clock: FixedClock,
    /// How the whole picture looks at it, and where several people play how each of them does.
    pub sight: Sight,
    pub sights: Vec<Sight>,
    pub effects: Effects,
    pub skids: Skids,
    /// The cars as they are drawn.
    pub drawn: DrawnCars,
    flights: Flights,
    /// What stands in the way of the camera.
    blocks: Vec<Block>,
    /// How excited the spectators are, 0 to 1.
    pub cheer: f32,
    /// Seconds since the session began, for lamps and the like.
    pub time: f32,
    /// What is drawn faintly, and is not pointed at.
    pub hidden: BTreeSet<ActorId>,
    /// Draws actors where they are rather than on the way there.
    pub exact: bool,
    /// In which unit signs tell speeds.
    pub speeds: SpeedUnit,
    options: RoundOptions,
    /// The length of the player's way in metres and where it began.
    pub moved: f32,
    pub start: Vec3,
    /// How many tasks were done when it was last looked at, and the seconds for which it still shows that one was.
    tasks_seen: usize,
    pub task_flash: f32,
    /// How many tasks were done by what was done last.
    pub tasks_at_once: usize,
    /// Whether it was gone back in time since that was last asked.
    rewound: bool,
    /// The numbers of the last steps.
    pub monitor: Monitor,
    /// Whether the round went on in another way than by itself.
    altered: bool,
    /// Notes the round while a person plays it, and the snapshots to go back to.
    wheel: Option<Wheel>,
    /// Leads the round, if it is a recorded one.
    guide: Option<Guide>,
    /// Another round of the level that is shown over this one.
    ghost: Option<Box<Player>>,
    /// The models of a recording, if the level is of one.
    models: Option<Arc<Library>>,
    /// The recording that the round goes on from, if it was taken over.
    origin: Option<Tape>,
    /// The engine's name that a reload or a restart gets a new number for.
    pub generation: u64,
}

impl Session {
    /// Whether the round was slowed down, sped up or stepped by hand, and no lesson asks for that.
    pub fn is_altered(&self) -> bool {
        self.altered && !self.may_interfere()
    }

    /// The seed of the round.
    pub fn seed(&self) -> u64 {
        self.options.seed
    }

    /// How many people drive.
    pub fn humans(&self) -> usize {
        self.round.people()
    }

    /// Lets the time of a frame pass: as many steps as are due, each with the same controls, and as there is
    /// time for.
    pub fn advance(&mut self, seconds: f64, controls: &[Controls]) -> Vec<Happening> {
        self.advance_within(STEPS_LONGEST, seconds, controls)
    }

    fn advance_within(
        &mut self,
        longest: Duration,
        seconds: f64,
        controls: &[Controls],
    ) -> Vec<Happening> {
        let mut happenings = Vec::new();
        self.altered |= self.clock.speed() != 1.0;
        self.round.begin_frame();
        let begin = Instant::now();
        let due = self.clock.advance(seconds);
        for made in 0..due {
            if made > 0 && begin.elapsed() > longest {
                self.clock.give_up(due - made);
                break;
            }
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

    /// Plays that many seconds at once, as fast as it goes, with these at the wheels of the people's cars.
    pub fn skip(&mut self, seconds: f32, pilots: &mut [Pilot]) {
        let steps = (f64::from(seconds) / f64::from(STEP_SECONDS)).round() as u64;
        let mut unheard = Vec::new();
        for _ in 0..steps {
            let controls = pilots.iter_mut().map(|pilot| pilot.controls(&self.round));
            let controls: Vec<Controls> = controls.collect();
            self.step(&controls, &mut unheard);
            self.pass(STEP_SECONDS);
            unheard.clear();
        }
        self.exact = true;
    }

    fn step(&mut self, controls: &[Controls], happenings: &mut Vec<Happening>) {
        self.formers.go_on();
        let before = self.round.phase();
        let place = self.own_place();
        match (&mut self.guide, &mut self.wheel) {
            (Some(guide), _) => {
                guide.step(&mut self.round);
            }
            (None, Some(wheel)) => wheel.step(&mut self.round, controls),
            (None, None) => self.round.step(controls),
        }
        if let Some(ghost) = &mut self.ghost
            && ghost.round().steps() < self.round.steps()
        {
            ghost.step();
        }
        self.moved += (self.own_place() - place).length();
        for sight in &mut self.sights {
            sight.note_way(&self.round);
        }
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
        let done = self.round.tasks_done();
        if done > self.tasks_seen {
            happenings.push(Happening::Task);
            (self.task_flash, self.tasks_at_once) = (TASK_SECONDS, done - self.tasks_seen);
        }
        self.tasks_seen = done;
        for crash in self.round.crashes().to_vec() {
            happenings.push(self.show(&crash));
        }
        self.show_touches(happenings);
        let landings: Vec<Landing> = self.flights.step(&self.round).collect();
        happenings.extend(landings.into_iter().map(|one| self.show_landing(one)));
        if matches!(before, RoundPhase::Running { .. }) {
            self.show_goals(happenings);
        }
        self.monitor.note(self.round.arena());
        let stats = self.round.arena().stats();
        let put_back = &stats.put_back;
        let cars = self.round.cars().iter().enumerate();
        let cars = cars.filter(|(_, car)| put_back.contains(&car.actor));
        happenings.extend(cars.map(|(car, _)| Happening::PutBack { car }));
    }

    fn pass(&mut self, seconds: f32) {
        self.time += seconds;
        self.task_flash = (self.task_flash - seconds).max(0.0);
        self.effects.update(seconds);
        self.drawn.update(self.round.arena(), seconds);
        self.skids.update(self.round.arena());
        self.cheer *= (-0.8 * seconds).exp();
        for sight in std::iter::once(&mut self.sight).chain(&mut self.sights) {
            sight.pass(&self.round, seconds);
        }
        self.follow(seconds);
    }

    /// Where an actor is to be drawn: between its poses of the last two steps.
    pub fn pose_of(&self, actor: &Actor) -> Pose {
        let car = |car: &CarView| std::ptr::eq(self.round.arena().actor(car.actor), actor);
        if let Some(guide) = &self.guide
            && let Some(car) = self.round.cars().iter().position(car)
            && let Some(pose) = recorded_pose(guide, &self.round, car)
        {
            return pose;
        }
        if self.exact {
            actor.pose
        } else {
            actor
                .previous_pose
                .interpolate(&actor.pose, self.clock.fraction())
        }
    }

    /// Where an actor is drawn: as [`Session::pose_of`], but a blow holds the picture for a moment.
    pub fn drawn_pose(&self, id: ActorId) -> Pose {
        let pose = self.pose_of(self.round.arena().actor(id));
        if self.exact {
            pose
        } else {
            self.drawn.pose(id.index(), pose)
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
    use crate::app::camera::CameraKind;

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
    fn a_frame_makes_one_step_at_least_and_gives_up_those_there_is_no_time_for() {
        let mut shown = session();
        for frame in 1..=60 {
            shown.advance_within(Duration::ZERO, 0.05, &[]);
            assert_eq!(shown.round.steps(), frame);
        }
        // One of six is made.
        assert!((shown.clock.pace() - 1.0 / 6.0).abs() < 0.02);
        assert!((shown.clock.debt() - 60.0 * 5.0 / 120.0).abs() < 0.05);
        // No step was left out: the round is the one that it is.
        let library = Library::new(Vec::new());
        let mut plain = Round::new(&shown.level, &library, 1).unwrap();
        (0..60).for_each(|_| plain.step(&[]));
        assert_eq!(plain.arena().state_hash(), shown.round.arena().state_hash());
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
    fn falls_and_goals_of_a_running_round_are_told_and_excite() {
        let full = Controls {
            throttle: 1.0,
            ..Controls::default()
        };
        // The player drives over the edge; and a ball begins in a goal, where it counts from the start on.
        let folder = tempfile::tempdir().unwrap();
        let football = folder.path().join("football.ron");
        let text = include_str!("../../../levels/football.ron");
        let ball = "Ball(radius: 0.8), at: (0.0, 0.0, 0.0)";
        assert!(text.contains(ball));
        let moved = text.replace(ball, "Ball(radius: 0.8), at: (16.0, 0.0, 0.0)");
        std::fs::write(&football, moved).unwrap();
        for (source, wanted) in [
            ("knockout", Happening::Fall),
            (football.to_str().unwrap(), Happening::Goal),
        ] {
            let library = Library::new(Vec::new());
            let options = RoundOptions::default();
            let mut shown = Session::load(&library, source, options, CameraKind::Chase).unwrap();
            let mut frames = 0;
            while !shown.advance(1.0 / 60.0, &[full]).contains(&wanted) {
                assert!(
                    matches!(shown.round.phase(), RoundPhase::Countdown { .. }) || frames < 1200
                );
                frames += 1;
            }
            assert!(frames > 100, "not in the countdown");
            assert!(shown.cheer > 0.9);
        }
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
        let car = shown.own().unwrap();
        let half = shown.pose_of(car).translation();
        let ends = (car.previous_pose.translation(), car.pose.translation());
        let middle = ends.0.lerp(ends.1, shown.clock.fraction());
        assert!(half.distance(middle) < 1e-4 && (0.4..0.6).contains(&shown.clock.fraction()));
    }
}
