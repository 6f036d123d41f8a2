//! Recordings of a session: made during play, played back, rewound, taken over, and drawn over it as a ghost.

use std::sync::Arc;

use glam::Vec3;

use dodgem_collide::math::Pose;
use dodgem_physics::STEP_SECONDS;

use crate::app::camera::CameraKind;
use crate::app::clock::FixedClock;
use crate::app::effects::Effects;
use crate::app::session::Session;
use crate::arena::ActorId;
use crate::game::explain::{Moment, look_at_step};
use crate::game::tape::{Guide, NoWheel, Player, Recorder, RoundCopy, Tape, Wheel};
use crate::game::{Round, RoundOptions};
use crate::level::Library;
use dodgem_rules::params::{REWIND_SECONDS, REWIND_STEPS};

/// Steps between two snapshots of a played round, and the number of snapshots kept: one more than fit into
/// the rewind time, so that the whole of it can be reached.
const SNAPSHOTS: (u64, usize) = (
    REWIND_STEPS,
    (REWIND_SECONDS * 120 / REWIND_STEPS) as usize + 1,
);

impl Session {
    /// Creates a session that plays a recording from its beginning.
    pub fn of_recording(player: Player, camera: CameraKind) -> Self {
        let (guide, level, models, round) = player.into_parts();
        let options = *round.options();
        let source = guide.tape().head.level.clone();
        let mut session = Session::new(source, level, round, options, camera);
        session.guide = Some(guide);
        session.models = Some(Arc::new(models));
        session
    }

    /// True if the level comes from a recording rather than from a file.
    pub fn is_of_recording(&self) -> bool {
        self.models.is_some()
    }

    /// Lets `people` players take over a recorded round at its present moment. It cannot set a best result.
    ///
    /// # Errors
    /// [`NoWheel`] if no player can take over here; playback then continues.
    pub fn take_wheel(&mut self, people: usize) -> Result<(), NoWheel> {
        let Some(guide) = &self.guide else {
            return Ok(());
        };
        let wheel = guide.take_wheel(&mut self.round, people, SNAPSHOTS)?;
        self.origin = Some(guide.tape().clone());
        self.guide = None;
        self.saved = Some(wheel.made());
        self.wheel = Some(wheel);
        self.altered = true;
        // A restart plays the level with its usual countdown and duration.
        self.options = RoundOptions {
            humans: people,
            duration: None,
            countdown: RoundOptions::default().countdown,
            ..self.options
        };
        // The clock is reset to normal speed, without the time that the playback lost.
        self.clock = FixedClock::new(STEP_SECONDS);
        self.effects = Effects::new(self.options.seed);
        self.exact = false;
        self.moved = 0.0;
        self.start = self.own_place();
        self.seat_sights();
        Ok(())
    }

    /// The number of steps after which the round was taken over from a recording; `None` if it was not.
    pub fn taken_at(&self) -> Option<u64> {
        self.wheel.as_ref().and_then(Wheel::taken_at)
    }

    /// The number of players who are not at this screen; their cars follow the recording.
    pub fn absent(&self) -> usize {
        let here = self.wheel.as_ref().map_or(usize::MAX, Wheel::people);
        self.humans().saturating_sub(here)
    }

    /// The recording that was taken over, if the round continues one.
    pub fn origin(&self) -> Option<&Tape> {
        self.origin.as_ref()
    }

    /// Starts to record the round, which has just begun.
    pub fn record(&mut self, library: &Arc<Library>) {
        let recorder = Recorder::new(&self.round, self.library(library));
        // If recording is impossible, the round is played without it.
        self.wheel = recorder
            .ok()
            .map(|recorder| Wheel::new(recorder, &self.round, SNAPSHOTS));
    }

    /// The recording of the round so far.
    pub fn recording(&self) -> Option<Tape> {
        self.wheel.as_ref().map(Wheel::tape)
    }

    /// Keeps the recording of the round so far, so that later ones of the round are its branches. None if the round is
    /// not recorded, and no result if it has not begun.
    pub fn keep_recording<R, E>(
        &mut self,
        keep: impl FnOnce(&Tape) -> Result<R, E>,
    ) -> Option<Option<Result<R, E>>> {
        let wheel = self.wheel.as_mut()?;
        let tape = wheel.tape();
        if tape.steps() == 0 {
            return Some(None);
        }
        let kept = keep(&tape);
        if kept.is_ok() {
            wheel.note_kept(&tape);
        }
        Some(Some(kept))
    }

    /// True if the recording so far is kept already.
    pub fn is_kept(&self) -> bool {
        self.wheel.as_ref().is_some_and(Wheel::is_kept)
    }

    /// The playback of the recording, if the round is a recorded one.
    pub fn guide(&self) -> Option<&Guide> {
        self.guide.as_ref()
    }

    /// Copies the round with its recording so far, to look at its past. None if it is not recorded.
    pub fn copy(&self) -> Option<RoundCopy> {
        let own = self.wheel.as_ref().map(Wheel::copy);
        own.or_else(|| self.guide.as_ref().map(Guide::copy))
    }

    /// Makes a step of a recorded round (from 1) and returns what `look` finds in it. The display still shows the
    /// moment before; [`Session::seek`] updates it. None if the recording does not reach the step.
    pub fn look_at<R>(&mut self, step: u64, look: impl FnOnce(&Moment<'_>) -> R) -> Option<R> {
        look_at_step(self.guide.as_mut()?, &mut self.round, step, look)
    }

    /// Jumps in a recorded round to its state after that many steps.
    pub fn seek(&mut self, steps: u64) {
        if let Some(guide) = &mut self.guide {
            guide.seek(&mut self.round, steps);
            self.show_moment();
        }
    }

    /// Plays a recorded round one act or step further to find its marks. Returns true if all of it has been played.
    pub fn scan(&mut self) -> bool {
        let done = match &mut self.guide {
            Some(guide) => guide.scan(&mut self.round),
            None => true,
        };
        self.note_plots(true);
        done
    }

    /// Rewinds a played round by that many steps, as far as snapshots reach; it then cannot set a best result.
    /// Returns true if it moved.
    pub fn rewind(&mut self, steps: u64) -> bool {
        let target = self.round.steps().saturating_sub(steps);
        let Some(wheel) = &mut self.wheel else {
            return false;
        };
        // Earlier snapshots are sparser, so a held rewind would be too slow there.
        let far = target < wheel.quick_from() || target == self.round.steps();
        if far || !wheel.rewind(&mut self.round, target) {
            return false;
        }
        self.altered = true;
        self.rewound = true;
        self.formers.go_on();
        self.show_moment();
        true
    }

    /// Returns true if the round was rewound since the last call.
    pub fn take_rewound(&mut self) -> bool {
        std::mem::take(&mut self.rewound)
    }

    /// Updates the display after the round has jumped to another moment.
    pub(super) fn show_moment(&mut self) {
        self.effects = Effects::new(self.options.seed);
        self.skids.jump_to(self.round.arena().steps());
        self.draw_anew();
        self.tasks_seen = self.round.tasks_done();
        self.monitor.jump(self.round.arena());
        self.note_plots(true);
        self.clock.settle();
        self.exact = true;
        self.all_sights().for_each(|sight| sight.camera.cut());
        self.follow(0.0);
        if let Some(ghost) = &mut self.ghost {
            ghost.seek(self.round.steps());
        }
    }

    /// Draws another round of the level over this one, or none.
    pub fn set_ghost(&mut self, ghost: Option<Player>) {
        self.ghost = ghost.map(|mut ghost| {
            ghost.seek(self.round.steps());
            Box::new(ghost)
        });
    }

    /// True if the round drawn over this one is the same one as it goes on without the changes since some moment.
    pub fn has_unchanged_run(&self) -> bool {
        self.ghost.as_ref().is_some_and(|ghost| ghost.goes_on())
    }

    /// The round that is drawn over this one.
    pub fn ghost(&self) -> Option<&Player> {
        self.ghost.as_deref()
    }

    /// The pose in which an actor of the ghost's round is drawn.
    pub fn ghost_actor_pose(&self, ghost: &Player, id: ActorId) -> Pose {
        let round = ghost.round();
        let moves = !self.exact && round.steps() == self.round.steps();
        let share = if moves { self.clock.fraction() } else { 1.0 };
        let actor = round.arena().actor(id);
        actor.previous_pose.interpolate(&actor.pose, share)
    }

    /// The pose in which a car of the ghost's round is drawn.
    pub fn ghost_pose(&self, ghost: &Player, car: usize) -> Pose {
        let round = ghost.round();
        if let Some(pose) = recorded_pose(ghost.guide(), round, car) {
            return pose;
        }
        // A ghost whose recording has ended stands still.
        self.ghost_actor_pose(ghost, round.cars()[car].actor)
    }
}

/// The stored pose of a car in a recording that cannot be simulated again.
pub(super) fn recorded_pose(guide: &Guide, round: &Round, car: usize) -> Option<Pose> {
    if guide.is_repeatable() {
        return None;
    }
    let poses = (guide.tape()).poses_after(round.steps(), round.cars().len());
    let pose = poses.get(car)?;
    let turn = glam::Quat::from_array(pose.turn.map(|part| f32::from(part) / 32767.0));
    Pose::new(turn.normalize(), Vec3::from_array(pose.place)).ok()
}

#[cfg(test)]
mod tests {
    use crate::arena::Controls;

    use super::*;
    use crate::game::RoundPhase;
    use crate::game::tape::{recorded_as, short_tape};
    use crate::level::ClockSpec;

    /// A session at that step of a recording.
    fn shown(tape: Tape, at: u64) -> Session {
        let player = Player::new(tape).unwrap();
        let mut session = Session::of_recording(player, CameraKind::Chase);
        session.seek(at);
        session
    }

    /// Takes over a recording at that step and drives for a while.
    fn driven_on(tape: Tape, at: u64, people: usize) -> Session {
        let mut session = shown(tape, at);
        session.take_wheel(people).unwrap();
        let back = Controls {
            throttle: -1.0,
            steer: 0.5,
            ..Controls::default()
        };
        for _ in 0..60 {
            session.advance(1.0 / 60.0, &[back; 2]);
        }
        session
    }

    /// Plays the new recording and compares the final state with the round's.
    fn goes_again(session: &Session) {
        let tape = session.recording().expect("it is noted");
        let taken = tape.taken_over().next();
        assert_eq!(taken, session.taken_at());
        let mut player = Player::new(tape).unwrap();
        while player.step() {}
        assert_eq!(player.guide().contradiction(), None);
        let hash = player.round().state_hash();
        assert_eq!(hash, session.round.state_hash());
    }

    #[test]
    fn the_wheel_can_be_taken_before_the_first_step_in_the_countdown_and_after_the_last_step() {
        // The countdown has 60 steps; the recording ends in the middle of its round.
        let last = short_tape().steps();
        for at in [0, 1, 30, 60, 61, last] {
            let session = driven_on(short_tape(), at, 1);
            assert!(session.guide().is_none() && session.is_altered());
            assert_eq!(session.taken_at(), Some(at));
            let made = session.round.steps() - at;
            assert!((118..=120).contains(&made), "{made} steps from {at} on");
            goes_again(&session);
        }
    }

    #[test]
    fn at_the_end_of_the_round_nobody_can_and_it_is_shown_on() {
        let whole = || {
            let (tape, _) = recorded_as("classic", 300, |_, options| options.duration = Some(1.0));
            tape
        };
        let over = whole().steps();
        let mut session = shown(whole(), over);
        assert_eq!(session.round.phase(), RoundPhase::Over);
        let refused = session.take_wheel(1).unwrap_err().to_string();
        assert!(refused.contains("go back first"), "{refused}");
        assert!(session.guide().is_some() && !session.is_altered());
        // A step earlier it is possible.
        session.seek(179);
        assert_ne!(session.round.phase(), RoundPhase::Over);
        session.take_wheel(1).unwrap();
    }

    #[test]
    fn of_two_players_those_who_are_not_here_drive_as_recorded() {
        let two = || recorded_as("classic", 400, |_, options| options.humans = 2).0;
        for (people, absent) in [(1, 1), (2, 0)] {
            let session = driven_on(two(), 200, people);
            assert_eq!((session.humans(), session.absent()), (2, absent));
            goes_again(&session);
            let tape = session.recording().unwrap();
            let hands = |tape: Tape| Player::new(tape).unwrap().guide().hands_at(300);
            let (now, before) = (hands(tape), hands(two()));
            assert_ne!(now[0], before[0], "the first player is here");
            assert_eq!(now[1] == before[1], absent == 1, "{people}");
        }
    }

    #[test]
    fn of_a_round_on_real_time_it_says_why_not() {
        let (timed, _) = recorded_as("classic", 130, |level, _| {
            level.engine.clock = ClockSpec::Time;
        });
        let mut session = shown(timed, 100);
        let refused = session.take_wheel(1).unwrap_err();
        assert!(matches!(refused, NoWheel::Timed), "{refused}");
        assert!(refused.to_string().contains("real time"), "{refused}");
        assert!(session.guide().is_some(), "it is shown on");
    }

    #[test]
    fn of_one_that_goes_differently_now_the_wheel_is_taken_of_what_is_seen() {
        let (mut other, _) = recorded_as("classic", 400, |_, _| {});
        other.head.seed += 1;
        let parted = shown(other.clone(), 400).guide().unwrap().diverged();
        let parted = parted.expect("it goes differently");
        for at in [parted - 1, parted, 300] {
            let session = driven_on(other.clone(), at, 1);
            goes_again(&session);
        }
    }
}
