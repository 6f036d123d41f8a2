//! Recordings of a session: made while it is played, shown, gone back in, and shown over it.

use glam::Vec3;

use dodgem_collide::math::Pose;

use crate::app::camera::CameraKind;
use crate::app::effects::Effects;
use crate::app::session::Session;
use crate::app::taping::Taping;
use crate::arena::Actor;
use crate::game::tape::{Guide, Player, Recorder, Tape};
use crate::level::Library;

impl Session {
    /// A session that shows a recording from its beginning.
    pub fn of_recording(player: Player, camera: CameraKind) -> Self {
        let (guide, level, _, round) = player.into_parts();
        let options = *round.options();
        let source = guide.tape().head.source.clone();
        let mut session = Session::new(source, level, round, options, camera);
        session.guide = Some(guide);
        session
    }

    /// Notes the round that has just begun, driven by the people of those seats.
    pub fn record(&mut self, library: &Library, seats: Vec<String>) {
        let recorder = Recorder::new(&self.round, library, &self.source, seats);
        // Without a recording the round is played all the same.
        self.tape = recorder
            .ok()
            .map(|recorder| Taping::new(recorder, &self.round));
    }

    /// The recording of the round so far.
    pub fn recording(&self) -> Option<Tape> {
        self.tape.as_ref().map(Taping::tape)
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
        let Some(tape) = &mut self.tape else {
            return false;
        };
        if !tape.rewind(&mut self.round, target) {
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

    /// Where a recording that cannot be repeated has an actor.
    pub(super) fn recorded_pose(&self, actor: &Actor) -> Option<Pose> {
        let guide = self.guide.as_ref()?;
        if guide.tape().head.repeatable {
            return None;
        }
        let cars = self.round.cars();
        let car = cars
            .iter()
            .position(|car| std::ptr::eq(self.round.arena().actor(car.actor), actor))?;
        let poses = guide.tape().poses_after(self.round.steps(), cars.len());
        let pose = poses.get(car)?;
        let turn = glam::Quat::from_array(pose.turn.map(|part| f32::from(part) / 32767.0));
        Pose::new(turn.normalize(), Vec3::from_array(pose.place)).ok()
    }
}
