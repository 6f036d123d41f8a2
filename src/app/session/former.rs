//! Keeps the scenes that restarts replaced, so that a restart can be undone like any other act.

use std::mem::swap;
use std::sync::Arc;

use crate::app::params::{FORMER_BYTES, FORMER_SCENES};
use crate::app::session::Session;
use crate::app::unsaved::SceneSlot;
use crate::game::tape::{Made, Tape, Wheel};
use crate::game::{Round, RoundOptions};
use crate::level::{Level, Mode};

/// The part of a session's state that a restart replaces.
pub(super) struct Former {
    source: String,
    level: Level,
    file_level: Level,
    file_text: Option<Arc<str>>,
    is_in_no_file: bool,
    fingerprint: String,
    round: Round,
    options: RoundOptions,
    wheel: Option<Wheel>,
    origin: Option<Tape>,
    altered: bool,
    saved: Option<Made>,
    kept: Option<SceneSlot>,
}

/// The scenes that undo and redo of restarts can return to.
#[derive(Default)]
pub(super) struct Formers {
    /// The replaced scenes; the latest is at the end.
    before: Vec<Former>,
    /// The scene left by the last undo of a restart, and the number of undone acts in the restored scene then.
    after: Option<(Former, usize)>,
}

impl Formers {
    /// Drops the scene for redo, because something new was done.
    pub fn go_on(&mut self) {
        self.after = None;
    }
}

/// The kind of act that an undo reverted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undone {
    /// Nothing was left to undo.
    Nothing,
    /// The last act of the hand.
    Act,
    /// The driving since the last act of the hand.
    Drive,
    /// The restart of the scene.
    Restart,
}

impl Session {
    /// Replaces the round; in free play it keeps the old scene if `made` says that it was changed, and returns
    /// true. The caller must then update the rest of the session, which still belongs to the old round.
    pub(super) fn set_aside(&mut self, round: Round, made: bool) -> bool {
        let keeps = self.round.mode() == Mode::Free && made && self.guide.is_none();
        let round = std::mem::replace(&mut self.round, round);
        self.formers.go_on();
        if keeps {
            let former = Former {
                source: self.source.clone(),
                level: self.level.clone(),
                file_level: self.file_level.clone(),
                file_text: self.file_text.clone(),
                is_in_no_file: self.is_in_no_file,
                fingerprint: self.fingerprint.clone(),
                round,
                options: self.options,
                wheel: self.wheel.take(),
                origin: self.origin.take(),
                altered: self.altered,
                saved: self.saved.take(),
                kept: self.kept.take(),
            };
            self.formers.before.push(former);
            self.forget_old_formers();
        }
        keeps
    }

    /// Drops the oldest scenes while their number or the memory of their snapshots is over the limit.
    fn forget_old_formers(&mut self) {
        let before = &mut self.formers.before;
        let size = |former: &Former| former.wheel.as_ref().map_or(0, Wheel::size);
        while before.len() > FORMER_SCENES
            || before.len() > 1 && before.iter().map(size).sum::<usize>() > FORMER_BYTES
        {
            before.remove(0);
        }
    }

    /// True if the next undo reverts a restart: nothing has been done in the scene since then.
    pub(super) fn undoes_restart(&self) -> bool {
        let acts = self.wheel.as_ref().is_some_and(Wheel::has_acts);
        !acts && self.guide.is_none() && !self.formers.before.is_empty()
    }

    /// Returns to the scene before the restart.
    pub(super) fn undo_restart(&mut self) -> bool {
        let Some(mut former) = self.formers.before.pop() else {
            return false;
        };
        self.change_places(&mut former);
        let undone = self.wheel.as_ref().map_or(0, Wheel::undone);
        self.formers.after = Some((former, undone));
        true
    }

    /// True if the next redo repeats a restart.
    pub(super) fn redoes_restart(&self) -> bool {
        let undone = self.wheel.as_ref().map_or(0, Wheel::undone);
        let after = self.formers.after.as_ref();
        after.is_some_and(|(_, then)| undone <= *then)
    }

    /// Repeats the restart that was undone.
    pub(super) fn redo_restart(&mut self) -> bool {
        let Some((mut former, _)) = self.formers.after.take() else {
            return false;
        };
        self.change_places(&mut former);
        self.formers.before.push(former);
        true
    }

    fn change_places(&mut self, other: &mut Former) {
        swap(&mut self.source, &mut other.source);
        swap(&mut self.level, &mut other.level);
        swap(&mut self.file_level, &mut other.file_level);
        swap(&mut self.file_text, &mut other.file_text);
        swap(&mut self.is_in_no_file, &mut other.is_in_no_file);
        swap(&mut self.fingerprint, &mut other.fingerprint);
        swap(&mut self.round, &mut other.round);
        swap(&mut self.options, &mut other.options);
        swap(&mut self.wheel, &mut other.wheel);
        swap(&mut self.origin, &mut other.origin);
        swap(&mut self.altered, &mut other.altered);
        swap(&mut self.saved, &mut other.saved);
        swap(&mut self.kept, &mut other.kept);
        self.ghost = None;
        self.generation += 1;
        self.show_moment();
    }

    /// True if a person changed the scene and no file contains that state.
    pub fn is_unsaved(&self) -> bool {
        let free = self.round.mode() == Mode::Free && self.guide.is_none();
        free && self.wheel.is_some() && self.saved != Some(self.made())
    }

    /// The person's changes to the scene so far.
    pub fn made(&self) -> Made {
        self.wheel.as_ref().map_or_else(Made::default, Wheel::made)
    }

    /// Records that a file contains the scene's initial state; the scene is saved if nothing was changed.
    pub fn note_begun_saved(&mut self) {
        match self.made() == Made::default() {
            true => self.note_saved(),
            false => self.saved = None,
        }
    }

    /// Records that no file contains the scene, which is kept in a slot until the player saves it.
    pub fn note_unsaved(&mut self, kept: SceneSlot) {
        (self.saved, self.kept) = (None, Some(kept));
    }

    /// Records that a file contains the scene's present state.
    pub fn note_saved(&mut self) {
        self.saved = Some(self.made());
        if let Some(kept) = self.kept.take() {
            kept.remove();
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::app::camera::CameraKind;
    use crate::game::Act;
    use crate::level::{Library, Solid, ThingSpec};

    struct Setup {
        session: Session,
        library: Arc<Library>,
    }

    fn sandbox() -> Setup {
        let library = Arc::new(Library::new(Vec::new()));
        let options = RoundOptions {
            humans: 0,
            countdown: 0.0,
            ..RoundOptions::default()
        };
        let mut session =
            Session::load(&library, "sandbox/sandbox", options, CameraKind::Free).unwrap();
        session.record(&library);
        Setup { session, library }
    }

    impl Setup {
        fn add(&mut self, name: &str, x: f32) {
            let thing = ThingSpec {
                name: name.to_owned(),
                solid: Some(Solid::Ball { radius: 0.5 }),
                at: Some(Vec3::new(x, 0.0, 0.0)),
                ..ThingSpec::default()
            };
            let thing = Box::new(thing);
            self.session.act(Act::Add { thing }).unwrap();
        }

        fn run(&mut self, frames: u32) {
            for _ in 0..frames {
                self.session.advance(1.0 / 60.0, &[]);
            }
        }

        /// Restarts as the key R does.
        fn restart(&mut self) {
            let options = self.session.options_with_seed(1);
            let round = Round::with_options(&self.session.file_level, &self.library, options);
            self.session.begin_again(round.unwrap(), options);
            self.session.record(&self.library);
        }

        fn names(&self) -> Vec<String> {
            let actors = self.session.round.arena().actors().iter();
            let present = actors.filter(|actor| !actor.is_gone());
            present.map(|actor| actor.name.to_string()).collect()
        }

        fn hash(&self) -> u64 {
            self.session.round.state_hash()
        }
    }

    #[test]
    fn a_restart_is_taken_back_with_all_that_was_built_and_its_recording_goes_on() {
        let mut setup = sandbox();
        let empty = setup.names();
        setup.add("one", 0.0);
        setup.run(30);
        setup.add("two", 3.0);
        setup.run(30);
        let (built, hash) = (setup.names(), setup.hash());
        setup.restart();
        assert_eq!((setup.names(), setup.session.round.steps()), (empty, 0));
        // Neither the passage of time nor a restart of an untouched scene changes it.
        setup.run(20);
        setup.restart();
        assert_eq!(setup.session.undo(), Undone::Restart);
        assert_eq!((setup.names(), setup.hash()), (built.clone(), hash));
        // The history and the recording from before the restart are still there.
        assert_eq!(setup.session.undo(), Undone::Act);
        assert_eq!(setup.names(), built[..built.len() - 1]);
        assert!(setup.session.redo());
        assert_eq!((setup.names(), setup.hash()), (built, hash));
        setup.run(30);
        let tape = setup.session.recording().unwrap();
        let mut player = crate::game::tape::Player::new(tape).unwrap();
        while player.step() {}
        assert_eq!(player.guide().contradiction(), None);
        assert_eq!(player.round().state_hash(), setup.hash());
        // Undo stops at the empty initial scene.
        assert_eq!(setup.session.undo(), Undone::Act);
        assert_eq!(setup.session.undo(), Undone::Act);
        assert_eq!(setup.session.undo(), Undone::Nothing);
    }

    #[test]
    fn a_restart_that_was_taken_back_is_done_again_after_what_was_taken_back_later() {
        let mut setup = sandbox();
        let empty = setup.names();
        setup.add("one", 0.0);
        setup.run(10);
        let built = setup.names();
        setup.restart();
        assert_eq!(setup.session.undo(), Undone::Restart);
        assert_eq!(setup.session.undo(), Undone::Act);
        assert_eq!(setup.names(), empty);
        assert!(setup.session.can_redo() && setup.session.redo());
        assert_eq!(setup.names(), built);
        assert!(setup.session.can_redo() && setup.session.redo());
        assert_eq!((setup.names(), setup.session.round.steps()), (empty, 0));
        assert!(!setup.session.can_redo());
        assert_eq!(setup.session.undo(), Undone::Restart);
        assert_eq!(setup.names(), built);
        // A new act ends the redo history.
        setup.add("two", 3.0);
        assert!(!setup.session.can_redo());
    }

    #[test]
    fn acts_after_a_restart_are_taken_back_before_it_and_old_scenes_are_bounded() {
        let mut setup = sandbox();
        for number in 0..FORMER_SCENES + 2 {
            setup.add(&format!("of {number}"), 0.0);
            setup.run(5);
            setup.restart();
        }
        setup.add("last", 0.0);
        assert_eq!(setup.session.undo(), Undone::Act);
        for number in (2..FORMER_SCENES + 2).rev() {
            assert_eq!(setup.session.undo(), Undone::Restart);
            let name = format!("of {number}");
            assert_eq!(setup.names().last(), Some(&name));
            assert_eq!(setup.session.undo(), Undone::Act);
        }
        assert_eq!(setup.session.undo(), Undone::Nothing);
    }

    #[test]
    fn a_scene_is_unsaved_from_what_is_built_on_until_that_is_saved_or_taken_back() {
        let mut setup = sandbox();
        assert!(!setup.session.is_unsaved());
        let (from, velocity) = (Vec3::new(0.0, 2.0, 0.0), Vec3::X);
        setup.session.act(Act::Throw { from, velocity }).unwrap();
        setup.run(5);
        assert!(!setup.session.is_unsaved(), "a ball that was thrown");
        setup.add("one", 3.0);
        assert!(setup.session.is_unsaved());
        assert_eq!(setup.session.undo(), Undone::Act);
        assert!(!setup.session.is_unsaved(), "taken back");
        assert!(setup.session.redo() && setup.session.is_unsaved());
        setup.session.note_saved();
        setup.run(5);
        assert!(!setup.session.is_unsaved());
        assert_eq!(setup.session.undo(), Undone::Act);
        assert!(setup.session.is_unsaved(), "the file says more");
        setup.add("other", 3.0);
        assert!(setup.session.is_unsaved(), "as many, but another");
        setup.restart();
        assert!(!setup.session.is_unsaved());
        assert_eq!(setup.session.undo(), Undone::Restart);
        assert!(setup.session.is_unsaved());
    }
}
