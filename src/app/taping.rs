//! The recording of the round that is played, and going back in it.

use dodgem_physics::Controls;

use crate::game::Round;
use crate::game::tape::{Recorder, Tape, Timeline};
use crate::params::{REWIND_SECONDS, REWIND_STEPS};

/// Notes a round while it is played.
pub struct Taping {
    recorder: Recorder,
    timeline: Timeline,
}

impl Taping {
    /// For a round that has not begun.
    pub fn new(recorder: Recorder, round: &Round) -> Self {
        // One more than fit into the time, so that all of it can be gone back to.
        let most = (REWIND_SECONDS * 120 / REWIND_STEPS) as usize + 1;
        let mut timeline = Timeline::new(REWIND_STEPS, most);
        timeline.note(round);
        Taping { recorder, timeline }
    }

    /// Makes a step of the round and notes it.
    pub fn step(&mut self, round: &mut Round, controls: &[Controls]) {
        self.recorder.step(round, controls);
        self.timeline.note(round);
    }

    /// The recording so far.
    pub fn tape(&self) -> Tape {
        self.recorder.tape()
    }

    /// Takes the round back to where it was after so many steps, from where it goes on anew. Says
    /// whether that is kept.
    pub fn rewind(&mut self, round: &mut Round, target: u64) -> bool {
        let recorder = &self.recorder;
        let reached = self
            .timeline
            .seek(round, target, |step| recorder.hands_at(step));
        if reached {
            self.recorder.rewind(target);
            self.timeline.forget_after(target);
        }
        reached
    }
}
