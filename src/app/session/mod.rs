//! A round on screen: the round itself, its clock, its cameras and the effects of its crashes.

mod begin;
mod former;
mod hand;
mod landings;
mod moments;
mod monitor;
mod needs;
mod recorded;
mod shown;
mod sight;
mod watched;

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
use crate::app::session::moments::Moments;
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
pub use crate::app::session::moments::{Moment, MomentKind, Region, WhyZero};
pub use crate::app::session::needs::{Need, NeedWatch};
pub use crate::app::session::sight::{HitSum, Sight};

/// An event in the steps of a frame, for sounds and screens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Happening {
    /// The countdown shows a new number.
    Count,
    /// The round began.
    Go,
    /// Another of the final seconds began, in which hits count double.
    Final,
    /// A task of a lesson was done.
    Task,
    /// The round ended.
    Over,
    /// A car that had left the hall was put back at its start.
    PutBack {
        /// Its index in the round's list of cars.
        car: usize,
    },
    /// A thing entered its goal.
    Goal,
    /// A car fell over the edge: it is out, or lost a life.
    Fall,
    /// An impact at a place; `strength` is from 0 to 1, and `own` is true if the player's car took part.
    Bump {
        place: Vec3,
        strength: f32,
        own: bool,
        /// The material that was hit.
        stuff: Stuff,
        /// The players who felt it, one bit for each slot.
        players: u8,
    },
}

/// A round with everything needed to show it.
pub struct Session {
    /// True if a player at this screen drives in the round.
    pub playing: bool,
    /// The path or name from which the level was loaded.
    pub source: String,
    pub level: Level,
    /// The content of the level's file when the round last followed it.
    pub file_level: Level,
    /// The text of that file. `None` if the player has none, as of a scene from a link, which stays so if that changes.
    pub file_text: Option<Arc<str>>,
    /// True if no file contains the level in its initial state.
    pub is_in_no_file: bool,
    /// The person's changes at the last save; `None` if no file contains the scene.
    saved: Option<Made>,
    /// The slot in which the unsaved scene is kept.
    pub kept: Option<SceneSlot>,
    /// The scenes that restarts replaced.
    formers: Formers,
    /// The level's fingerprint.
    pub fingerprint: String,
    pub round: Round,
    pub clock: FixedClock,
    /// The view of the whole picture, and with several players one view for each.
    pub sight: Sight,
    pub sights: Vec<Sight>,
    pub effects: Effects,
    pub skids: Skids,
    /// The poses and shapes in which cars are drawn.
    pub drawn: DrawnCars,
    flights: Flights,
    /// Obstacles that can block the camera's view.
    blocks: Vec<Block>,
    /// Excitement of the spectators, 0 to 1.
    pub cheer: f32,
    /// Seconds since the session began, for animations such as lamps.
    pub time: f32,
    /// True if actors are drawn at their exact poses, without interpolation between steps.
    pub exact: bool,
    /// The unit in which signs show speeds.
    pub speeds: SpeedUnit,
    options: RoundOptions,
    /// Distance that the player's car has travelled, in metres, and its starting point.
    pub moved: f32,
    pub start: Vec3,
    /// The number of done tasks at the last step, and the seconds for which the screen still shows a new one.
    tasks_seen: usize,
    pub task_flash: f32,
    /// The number of tasks done in the latest step that did any.
    pub tasks_at_once: usize,
    /// The selected answer to the question of the current task.
    pub choice: usize,
    /// True if the round was rewound since [`Session::take_rewound`] last asked.
    rewound: bool,
    /// The crashes and falls that the result tells.
    pub moments: Moments,
    /// Measurements of the last steps.
    pub monitor: Monitor,
    /// True if the player interfered with the round, so that it cannot set a best result.
    altered: bool,
    /// Records the round while a person plays it, and keeps the snapshots for rewinding.
    wheel: Option<Wheel>,
    /// Plays the recording, if the round is a recorded one.
    guide: Option<Guide>,
    /// Another round of the level that is drawn over this one.
    ghost: Option<Box<Player>>,
    /// The models of the recording that the level comes from, if any.
    models: Option<Arc<Library>>,
    /// The recording that was taken over, if the round continues one.
    origin: Option<Tape>,
    /// Number that grows with each new round, so that panels notice that the scene is another one.
    pub generation: u64,
}

impl Session {
    /// True if the player interfered with the round (speed, steps, rewind, hand) and no lesson asks for it.
    pub fn is_altered(&self) -> bool {
        self.altered && !self.may_interfere()
    }

    /// The seed of the round.
    pub fn seed(&self) -> u64 {
        self.options.seed
    }

    /// The number of human players in the round.
    pub fn humans(&self) -> usize {
        self.round.people()
    }

    /// Advances by the time of a frame in seconds: makes the steps that are due, all with the same controls, as far
    /// as there is time for them.
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

    /// Simulates that many seconds at once; the given pilots drive the players' cars.
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
            ghost.step_beside(controls);
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
        self.moments.note(&self.round);
        self.show_touches(happenings);
        let landings: Vec<Landing> = self.flights.step(&self.round).collect();
        happenings.extend(landings.into_iter().map(|one| self.show_landing(one)));
        if matches!(before, RoundPhase::Running { .. }) {
            self.show_goals(happenings);
        }
        self.monitor.note(self.round.arena());
        self.note_plots(false);
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

    /// The pose in which an actor is drawn: interpolated between its last two steps.
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

    /// The drawn pose of an actor: like [`Session::pose_of`], but held for a moment after a hard hit.
    pub fn drawn_pose(&self, id: ActorId) -> Pose {
        let pose = self.pose_of(self.round.arena().actor(id));
        if self.exact {
            pose
        } else {
            self.drawn.pose(id.index(), pose)
        }
    }

    /// Half the size of the arena along x and z, in metres.
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
        assert_eq!(plain.arena().state_hash(), shown.round.state_hash());
        assert!(shown.moved > 1.0);
    }

    #[test]
    fn a_frame_makes_one_step_at_least_and_gives_up_those_there_is_no_time_for() {
        let mut shown = session();
        for frame in 1..=60 {
            shown.advance_within(Duration::ZERO, 0.05, &[]);
            assert_eq!(shown.round.steps(), frame);
        }
        // One of six due steps is made.
        assert!((shown.clock.pace() - 1.0 / 6.0).abs() < 0.02);
        assert!((shown.clock.debt() - 60.0 * 5.0 / 120.0).abs() < 0.05);
        // Steps were delayed, not skipped: the round equals one made step by step.
        let library = Library::new(Vec::new());
        let mut plain = Round::new(&shown.level, &library, 1).unwrap();
        (0..60).for_each(|_| plain.step(&[]));
        assert_eq!(plain.arena().state_hash(), shown.round.state_hash());
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
        // The player drives over the edge, and a ball starts in a goal, where it counts as soon as the round runs.
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
