//! The triggers of a round: their effects, and changes of their list.

use std::sync::Arc;

use dodgem_physics::StateHasher;

use crate::Round;
use crate::triggers::{Firing, Origin, Said, Watched};
use dodgem_scene::arena::{ActorId, HandError};
use dodgem_scene::level::{Clip, Then, TriggerKey, TriggerSpec, is_meant};
use dodgem_scene::params::TRIGGER_FIRINGS;

impl Round {
    /// Fires the triggers of the last step.
    pub(super) fn fire_triggers(&mut self) {
        if self.triggers.is_empty() {
            return;
        }
        let step = self.course.running_steps();
        let watched = Watched {
            scene: &self.scene,
            arena: &self.arena,
            crew: &self.crew,
            step,
        };
        let firings = self.triggers.fired(&watched);
        let specs = Arc::clone(self.scene.triggers());
        for firing in &firings {
            if !self.triggers.counts(*firing, step) {
                continue;
            }
            let effects = specs.get(firing.trigger).map_or(&[][..], |spec| &spec.then);
            for (index, effect) in effects.iter().enumerate() {
                self.perform_effect(*firing, (index, effect), step);
            }
            if effects.iter().any(|effect| matches!(effect, Then::Restart)) {
                // The other events of the step belong to the time before.
                break;
            }
        }
        self.triggers.rest(firings);
    }

    fn perform_effect(&mut self, firing: Firing, (index, effect): (usize, &Then), step: u64) {
        let now = *self.arena.settings();
        let done = match effect {
            Then::Motor { joint, drive } => {
                self.scene.drive(&mut self.arena, joint, *drive);
                Ok(())
            }
            Then::LetGo { joint } => self.scene.let_go(&mut self.arena, joint),
            Then::Join { joint } => self.edit(|scene, arena| scene.join_by_name(arena, joint)),
            Then::Add { thing } => {
                let clip = Clip::one((**thing).clone());
                self.edit(|scene, arena| scene.add(arena, &clip))
            }
            Then::Remove { thing } => self.each_meant(thing, firing, Round::remove),
            Then::Push { thing, impulse } => {
                self.each_meant(thing, firing, |round, id| round.arena.push(id, *impulse))
            }
            Then::Gravity { down } => self.arena.set_surroundings(*down, now.air, now.wind),
            Then::Wind { velocity, air } => {
                let air = air.unwrap_or(now.air);
                self.arena.set_surroundings(now.gravity, air, *velocity)
            }
            Then::Count { counter, add } => {
                self.triggers.count(counter, *add);
                Ok(())
            }
            Then::Score { points } => {
                self.give_points(firing.by, *points);
                Ok(())
            }
            Then::Say { seconds, .. } => {
                self.triggers.say(Said {
                    trigger: firing.trigger,
                    effect: index,
                    until: step + (f64::from(*seconds) * 120.0).round() as u64,
                });
                Ok(())
            }
            Then::Restart => self.restart_scene(step),
        };
        if let Err(why) = done {
            let scene = &self.scene;
            (self.triggers).note_refused(scene, firing.trigger, why.to_string());
        }
    }

    /// Gives points to the car that fired a trigger, otherwise to the first player.
    fn give_points(&mut self, by: Option<ActorId>, points: u32) {
        if self.rules.counts() {
            let car = by.and_then(|id| self.crew.car_of(id));
            let score = self.judge.score_mut();
            score.give(car.unwrap_or(score.player), points);
        }
    }

    /// Returns the scene to its origin. Score and clock of the round go on, and the hand lets go.
    fn restart_scene(&mut self, step: u64) -> Result<(), HandError> {
        let Some(origin) = self.triggers.origin().map(Arc::clone) else {
            return Err(HandError::Gone);
        };
        let Origin { scene, arena, cars } = &*origin;
        let restored = self.arena.restore(arena);
        restored.map_err(|error| HandError::Refused(error.to_string()))?;
        self.arena.let_go();
        // To hide is no change of the scene, so it outlasts a restart.
        let before = std::mem::replace(&mut self.scene, Arc::clone(scene));
        if !self.scene.hides_as(&before) {
            Arc::make_mut(&mut self.scene).hide_as_in(&before);
        }
        self.return_cars(cars);
        self.triggers.begin_again(step);
        self.readouts.begin(&self.scene, &self.arena);
        Ok(())
    }

    /// Keeps the current state as the one to which a restart returns, if a trigger restarts the scene.
    pub(super) fn keep_origin(&mut self) {
        if self.triggers.restarts() {
            let cars = self.crew.cars();
            self.triggers.set_origin(&self.scene, &self.arena, cars);
        }
    }

    /// Applies an effect to all present actors of a name, or to the one that fired the trigger.
    fn each_meant(
        &mut self,
        name: &str,
        firing: Firing,
        apply: impl Fn(&mut Round, ActorId) -> Result<(), HandError>,
    ) -> Result<(), HandError> {
        let mut result = Ok(());
        for index in 0..self.arena.actors().len() as u32 {
            let id = ActorId(index);
            let actor = self.arena.actor(id);
            let is_it = match name.is_empty() {
                true => firing.by == Some(id),
                false => is_meant(name, &actor.name),
            };
            if is_it && !actor.is_gone() {
                result = result.and(apply(self, id));
            }
        }
        result
    }

    /// Adds a trigger as the last one.
    pub(crate) fn add_trigger(&mut self, trigger: &TriggerSpec) -> Result<(), HandError> {
        let count = self.scene.triggers().len();
        self.edit(|scene, arena| scene.add_trigger(arena, trigger))?;
        self.take_triggers(|index| (index < count).then_some(index));
        Ok(())
    }

    /// Replaces a trigger, which begins anew.
    pub(crate) fn change_trigger(
        &mut self,
        changed: usize,
        trigger: &TriggerSpec,
    ) -> Result<(), HandError> {
        self.edit(|scene, arena| scene.change_trigger(arena, changed, trigger))?;
        self.take_triggers(|index| (index != changed).then_some(index));
        Ok(())
    }

    /// Removes a trigger.
    pub(crate) fn remove_trigger(&mut self, removed: usize) -> Result<(), HandError> {
        self.edit(|scene, _| scene.remove_trigger(removed))?;
        self.take_triggers(|index| Some(index + usize::from(index >= removed)));
        Ok(())
    }

    fn take_triggers(&mut self, kept: impl Fn(usize) -> Option<usize>) {
        let step = self.course.running_steps();
        self.triggers.take(&self.scene, step, kept);
    }

    /// Presses or releases a key of triggers.
    pub(crate) fn press(&mut self, key: TriggerKey, down: bool) -> Result<(), HandError> {
        match self.triggers.press(key, down) {
            true => Ok(()),
            false => Err(HandError::Refused(format!(
                "the key {key} is in that state already"
            ))),
        }
    }

    /// Returns the keys that fire triggers, each with true while it is held.
    pub fn trigger_keys(&self) -> impl Iterator<Item = (TriggerKey, bool)> {
        let keys = self.triggers.keys();
        keys.map(|key| (key, self.triggers.holds(key)))
    }

    /// Returns the counters of the triggers with their numbers, in the order of their first use.
    pub fn counters(&self) -> impl Iterator<Item = (&str, i32)> {
        self.triggers.counters()
    }

    /// Returns the text that a trigger shows now.
    pub fn said(&self) -> Option<String> {
        self.triggers.said(&self.scene, self.course.running_steps())
    }

    /// Returns the trouble that the triggers had so far, a sentence.
    pub fn trigger_trouble(&self) -> Option<String> {
        match (self.triggers.is_over(), self.triggers.refused()) {
            (true, _) => Some(format!(
                "the triggers fired more than {TRIGGER_FIRINGS} times in a second; the rest of that second was left out"
            )),
            (false, refused) => refused.map(str::to_owned),
        }
    }

    /// Returns a fingerprint of everything that the next step depends on, as [`Arena::state_hash`]; the
    /// state of triggers is part of it, if there are any.
    ///
    /// [`Arena::state_hash`]: dodgem_scene::arena::Arena::state_hash
    pub fn state_hash(&self) -> u64 {
        let arena = self.arena.state_hash();
        if self.triggers.is_empty() {
            return arena;
        }
        let mut hasher = StateHasher::default();
        hasher.integer(arena);
        self.triggers.hash(&mut hasher);
        hasher.finish()
    }
}
