//! The state of a round, to be shown, recorded or compared.

use std::collections::BTreeSet;
use std::sync::Arc;

use dodgem_collide::math::Aabb;
use dodgem_physics::{Clock, Decisions};
use glam::{Quat, Vec3};

use crate::follow::followed;
use crate::judge::Holding;
use crate::params::TOGETHER_STILL;
use crate::readouts::{Reading, Trail};
use crate::together::{members, moved, pose_of};
use crate::{
    Act, CarView, Crash, Displacement, DriverIntent, Fall, Round, RoundOptions, RoundPhase, Score,
    seconds_of,
};
use dodgem_scene::arena::{Actor, ActorId, Arena, HandError};
use dodgem_scene::level::scene::{KeptScene, Scene};
use dodgem_scene::level::{ActorLook, Clip, Level, Library, Mode, ModelAsset, TaskSpec};

impl Round {
    /// Returns the number of steps so far, including the countdown.
    pub fn steps(&self) -> u64 {
        self.course.step()
    }

    /// Returns the phase of the round.
    pub fn phase(&self) -> RoundPhase {
        self.course.phase()
    }

    /// Returns the round's time in seconds, including the countdown.
    pub fn time(&self) -> f32 {
        seconds_of(self.course.step())
    }

    /// Returns the number of steps in which crashes counted.
    pub fn running_steps(&self) -> u64 {
        self.course.running_steps()
    }

    /// True if the round is in its last seconds, in which hits count double.
    pub fn is_final(&self) -> bool {
        self.rules.is_final(&self.course)
    }

    /// Returns the options of the round.
    pub fn options(&self) -> &RoundOptions {
        &self.options
    }

    /// Returns the mode: that of the options if the level allows it, otherwise the level's.
    pub fn mode(&self) -> Mode {
        self.rules.mode
    }

    /// True if the round has a clock and an end, and points or crashes are counted.
    pub fn counts(&self) -> bool {
        self.rules.counts()
    }

    /// Returns the content of the scene.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Returns the level.
    pub fn level(&self) -> &Level {
        self.scene.level()
    }

    /// Returns the readouts of the level, as they are shown.
    pub fn readings(&self) -> Vec<Reading> {
        let count = |name: &str| {
            let mut counters = self.counters();
            counters
                .find(|(one, _)| *one == name)
                .map(|(_, count)| count)
        };
        self.readouts.readings(&self.scene, &self.arena, count)
    }

    /// Returns the trails that the level draws.
    pub fn trails(&self) -> impl Iterator<Item = &Trail> {
        self.readouts.trails()
    }

    /// Returns the look of an actor.
    pub fn look(&self, actor: ActorId) -> &ActorLook {
        self.scene.look(actor)
    }

    /// Returns the visual model of an actor.
    pub fn asset(&self, actor: ActorId) -> &Arc<ModelAsset> {
        &self.look(actor).asset
    }

    /// Returns the current scene as a level that starts in this state. Scores are not part of it.
    pub fn kept(&self) -> KeptScene {
        let cars = self.cars().iter().map(|car| (car.actor, &*car.spec));
        self.scene.kept(&self.arena, cars)
    }

    /// Returns the arena.
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// Sets or removes the arena's clock for its statistics.
    pub fn set_clock(&mut self, clock: Option<Clock>) {
        self.arena.set_clock(clock);
    }

    /// Turns the recording of contacts for the contact view on or off.
    pub fn remember_contacts(&mut self, wanted: bool) {
        self.arena.remember_contacts(wanted);
    }

    /// Returns the cars: the level's in its order, then those added by hand.
    pub fn cars(&self) -> &[CarView] {
        self.crew.cars()
    }

    /// Returns the car of the player in a slot.
    pub fn player_actor(&self, slot: usize) -> Option<&Actor> {
        self.crew.player_actor(slot, &self.arena)
    }

    /// Returns the number of cars that people drive now.
    pub fn people(&self) -> usize {
        self.crew.people()
    }

    /// Returns the car given to a player who has none: the level's first player car.
    pub fn free_seat(&self) -> usize {
        self.crew.free_seat()
    }

    /// True if it is a round of two teams.
    pub fn has_teams(&self) -> bool {
        self.cars().iter().any(|car| car.team.is_some())
    }

    /// Returns the intention of a car's computer driver; None for a player's car, for a car that is out, and
    /// before and after the round.
    pub fn intent(&self, car: usize) -> Option<DriverIntent> {
        let drives = self.cars()[car].slot.is_none() && self.stands(car);
        (self.course.runs() && drives).then(|| self.crew.intent(car))
    }

    /// Returns the result so far.
    pub fn score(&self) -> &Score {
        self.judge.score()
    }

    /// Returns the crashes of the last step.
    pub fn crashes(&self) -> &[Crash] {
        self.judge.crashes()
    }

    /// Returns the falls of the last step.
    pub fn falls(&self) -> &[Fall] {
        self.judge.falls()
    }

    /// Returns the number of impacts while the round ran, including those on walls and things.
    pub fn impacts(&self) -> u64 {
        self.judge.impacts()
    }

    /// Returns the number of decisions by each query stage for impacts, sweeps and contacts while the round
    /// ran.
    pub fn decided(&self) -> &Decisions {
        self.judge.decided()
    }

    /// Returns the factor of a car's run-up on its next hit, at least 1.
    pub fn power(&self, car: usize) -> f32 {
        self.judge.power(car)
    }

    /// Returns the state of a car in a scoring zone, if it is in one.
    pub fn holding(&self, car: usize) -> Option<Holding> {
        let step = self.course.step();
        let holding = || self.judge.holding(&self.arena, &self.crew, car, step);
        self.counts().then(holding).flatten()
    }

    /// True if a car, by its index in the level's list, is on the floor: it is not out and does not wait to
    /// come back after a fall.
    pub fn stands(&self, car: usize) -> bool {
        self.judge.stands(car)
    }

    /// Returns the number of lives that a car has left; each fall costs one.
    pub fn lives(&self, car: usize) -> u32 {
        self.judge.knock_out().lives(car)
    }

    /// Returns the time until a fallen car is back, in seconds; None if it stands or is out.
    pub fn back_in(&self, car: usize) -> Option<f32> {
        let at = self.judge.knock_out().back_at(car)?;
        Some(seconds_of(at.saturating_sub(self.course.step())))
    }

    /// True if a car has no life left.
    pub fn is_out(&self, car: usize) -> bool {
        self.judge.knock_out().is_out(car)
    }

    /// Returns the current task; None outside a lesson or once all tasks are complete.
    pub fn task(&self) -> Option<&TaskSpec> {
        self.lesson.task(self.mode(), &self.scene)
    }

    /// Returns the number of completed tasks.
    pub fn tasks_done(&self) -> usize {
        self.lesson.done()
    }

    /// Returns the number of questions of the lesson that were answered right at once.
    pub fn right_answers(&self) -> u32 {
        self.lesson.right_answers()
    }

    /// True if a choice of the current question was tried and is wrong.
    pub fn is_wrong(&self, choice: u32) -> bool {
        self.lesson.is_wrong(choice)
    }

    /// True if this is a lesson and all its tasks are complete.
    pub fn is_lesson_done(&self) -> bool {
        self.mode() == Mode::Lesson && self.task().is_none()
    }

    /// Returns the time for all tasks, in seconds, if they are complete.
    pub fn lesson_seconds(&self) -> Option<f32> {
        let done = self.is_lesson_done() && self.phase() == RoundPhase::Over;
        done.then(|| seconds_of(self.running_steps()))
    }

    /// Returns the zone of the current task, by its index in the scene.
    pub fn task_zone(&self) -> Option<usize> {
        self.lesson.zone(self.mode(), &self.scene)
    }

    /// True if completed tasks referred to a zone, by its index in the scene, and no remaining task does.
    pub fn is_zone_done(&self, zone: usize) -> bool {
        self.lesson.is_zone_done(&self.scene, zone)
    }

    /// Returns the acts that turn the scene of `before` into that of `after`, two versions of its file.
    /// Things are identified by name, those without one by their index. None if more changed than a running
    /// scene allows.
    pub fn followed(&self, before: &Level, after: &Level, library: &Library) -> Option<Vec<Act>> {
        followed(self, before, after, library)
    }

    /// Returns the act that moves and turns actors together, as far as there is room on the way; None if nothing
    /// would move.
    ///
    /// # Errors
    /// [`HandError::Outside`] if a pose leaves the range of f32.
    pub fn dragged(
        &self,
        ids: &BTreeSet<ActorId>,
        drag: &Displacement,
    ) -> Result<Option<Act>, HandError> {
        let (way, turn, about) = (drag.way, drag.turn, drag.about);
        let by = match drag.slides {
            true => self.arena().slide(ids, way, drag.gap),
            false => {
                let free = self.arena().free_way(ids, way, drag.gap);
                way.clamp_length_max(free)
            }
        };
        if by.length() < TOGETHER_STILL && turn == Quat::IDENTITY {
            return Ok(None);
        }
        let things = moved(&members(self, ids), |_, pose| {
            let place = about + turn * (pose.translation() - about) + by;
            pose_of((turn * pose.rotation()).normalize(), place)
        })?;
        let goes_on = true;
        Ok(Some(Act::Arrange { things, goes_on }))
    }

    /// Returns actors as they are now, with the joints between them, moved by `by`, in metres.
    pub fn clip(&self, ids: &BTreeSet<ActorId>, by: Vec3) -> Clip {
        let ids: Vec<ActorId> = ids.iter().copied().collect();
        let mut clip = self.scene().clip(self.arena(), &ids);
        clip.move_by(by);
        clip
    }

    /// Returns the box around actors.
    pub fn box_around(&self, ids: &BTreeSet<ActorId>) -> Option<Aabb> {
        let all = members(self, ids).into_iter().map(|member| member.bounds);
        all.reduce(Aabb::union)
    }

    /// Returns the things that are like one: of the same form, model and material.
    pub fn things_like(&self, id: ActorId) -> BTreeSet<ActorId> {
        let form = |id: ActorId| {
            let thing = self.scene().thing(id)?;
            Some((thing.solid, thing.model, thing.scale, thing.material))
        };
        let wanted = form(id);
        let all = (0..self.arena().actors().len() as u32).map(ActorId);
        let like = all.filter(|other| *other == id || wanted.is_some() && form(*other) == wanted);
        like.collect()
    }
}
