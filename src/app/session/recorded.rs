//! Recordings of a session: made while it is played, shown, gone back in, and shown over it.

use glam::Vec3;

use dodgem_collide::math::Pose;
use dodgem_physics::STEP_SECONDS;

use crate::app::camera::CameraKind;
use crate::app::clock::FixedClock;
use crate::app::effects::Effects;
use crate::app::session::Session;
use crate::game::tape::{Guide, NoWheel, Player, Recorder, Tape, Wheel};
use crate::game::{Round, RoundOptions};
use crate::level::Library;
use crate::params::{REWIND_SECONDS, REWIND_STEPS};

/// How many steps are between two snapshots of a round that is played, and how many of them are kept: one
/// more than fit into the time, so that all of it can be gone back to.
const SNAPSHOTS: (u64, usize) = (
    REWIND_STEPS,
    (REWIND_SECONDS * 120 / REWIND_STEPS) as usize + 1,
);

impl Session {
    /// A session that shows a recording from its beginning.
    pub fn of_recording(player: Player, camera: CameraKind) -> Self {
        let (guide, level, models, round) = player.into_parts();
        let options = *round.options();
        let source = guide.tape().head.source.clone();
        let mut session = Session::new(source, level, round, options, camera);
        session.guide = Some(guide);
        session.models = Some(models);
        session
    }

    /// Whether the level is that of a recording, and no file's.
    pub fn is_of_recording(&self) -> bool {
        self.models.is_some()
    }

    /// From here on a recorded round goes on with people at the wheel, who drive by what is told in words,
    /// in their order. It counts for no best.
    ///
    /// # Errors
    /// [`NoWheel`] says why not; the recording is shown on.
    pub fn take_wheel(&mut self, seats: &[String]) -> Result<(), NoWheel> {
        let Some(guide) = &self.guide else {
            return Ok(());
        };
        let wheel = guide.take_wheel(&mut self.round, seats, SNAPSHOTS)?;
        self.origin = Some(guide.tape().clone());
        self.guide = None;
        self.wheel = Some(wheel);
        self.altered = true;
        // Whoever begins again plays the level as it is.
        self.options = RoundOptions {
            humans: seats.len(),
            duration: None,
            countdown: RoundOptions::default().countdown,
            ..self.options
        };
        // At the usual speed, and what replays lost is not this round's.
        self.clock = FixedClock::new(STEP_SECONDS);
        self.effects = Effects::new(self.options.seed);
        self.exact = false;
        self.moved = 0.0;
        self.start = self.watched().pose.translation();
        self.camera.whole = self.humans() != 1;
        Ok(())
    }

    /// After how many steps the round was taken over from a recording, if it was.
    pub fn taken_at(&self) -> Option<u64> {
        self.wheel.as_ref().and_then(Wheel::taken_at)
    }

    /// How many of the round's players are not here, and drive as they were recorded.
    pub fn absent(&self) -> usize {
        let here = self.wheel.as_ref().map_or(usize::MAX, Wheel::people);
        self.humans().saturating_sub(here)
    }

    /// The recording that the round goes on from, if it was taken over.
    pub fn origin(&self) -> Option<&Tape> {
        self.origin.as_ref()
    }

    /// Notes the round that has just begun, driven by the people of those seats.
    pub fn record(&mut self, library: &Library, seats: Vec<String>) {
        let library = self.models.as_ref().unwrap_or(library);
        let recorder = Recorder::new(&self.round, library, &self.source, seats);
        // Without a recording the round is played all the same.
        self.wheel = recorder
            .ok()
            .map(|recorder| Wheel::new(recorder, &self.round, SNAPSHOTS));
    }

    /// The recording of the round so far.
    pub fn recording(&self) -> Option<Tape> {
        self.wheel.as_ref().map(Wheel::tape)
    }

    /// What leads the round, if it is a recorded one.
    pub fn guide(&self) -> Option<&Guide> {
        self.guide.as_ref()
    }

    /// Goes to where a recorded round was after so many steps.
    pub fn seek(&mut self, steps: u64) {
        if let Some(guide) = &mut self.guide {
            guide.seek(&mut self.round, steps);
            self.show_moment();
        }
    }

    /// Plays a recorded round up to so many steps further than it has been played. Says whether all of
    /// it has been played then.
    pub fn scan(&mut self, steps: u64) -> bool {
        let Some(guide) = &mut self.guide else {
            return true;
        };
        let all = guide.tape().steps();
        let target = (guide.scanned() + steps).min(all);
        guide.seek(&mut self.round, target);
        target >= all
    }

    /// Goes so many steps back in a round that is played, as far as that is kept; it counts for no best
    /// then. Says whether it went.
    pub fn rewind(&mut self, steps: u64) -> bool {
        let target = self.round.steps().saturating_sub(steps);
        let Some(wheel) = &mut self.wheel else {
            return false;
        };
        if !wheel.rewind(&mut self.round, target) {
            return false;
        }
        self.altered = true;
        self.show_moment();
        true
    }

    /// Shows a moment to which the round has jumped.
    pub(super) fn show_moment(&mut self) {
        self.effects = Effects::new(self.options.seed);
        self.draw_anew();
        self.clock.settle();
        self.exact = true;
        self.camera.cut();
        self.follow(0.0);
        if let Some(ghost) = &mut self.ghost {
            ghost.seek(self.round.steps());
        }
    }

    /// Shows another round of the level over this one, or none.
    pub fn set_ghost(&mut self, ghost: Option<Player>) {
        self.ghost = ghost.map(|mut ghost| {
            ghost.seek(self.round.steps());
            Box::new(ghost)
        });
    }

    /// The round that is shown over this one.
    pub fn ghost(&self) -> Option<&Player> {
        self.ghost.as_deref()
    }

    /// Where a car of the ghost's round is to be drawn.
    pub fn ghost_pose(&self, ghost: &Player, car: usize) -> Pose {
        let round = ghost.round();
        if let Some(pose) = recorded_pose(ghost.guide(), round, car) {
            return pose;
        }
        // One that is at its end stands.
        let moves = !self.exact && round.steps() == self.round.steps();
        let share = if moves { self.clock.fraction() } else { 1.0 };
        let actor = round.arena().actor(round.cars()[car].actor);
        actor.previous_pose.interpolate(&actor.pose, share)
    }
}

/// Where a recording that cannot be repeated has a car.
pub(super) fn recorded_pose(guide: &Guide, round: &Round, car: usize) -> Option<Pose> {
    if guide.tape().head.repeatable {
        return None;
    }
    let poses = (guide.tape()).poses_after(round.steps(), round.cars().len());
    let pose = poses.get(car)?;
    let turn = glam::Quat::from_array(pose.turn.map(|part| f32::from(part) / 32767.0));
    Pose::new(turn.normalize(), Vec3::from_array(pose.place)).ok()
}
