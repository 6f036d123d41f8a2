//! Lessons: the tasks of a level in order, and the score for completing them.

use std::mem::discriminant;

use glam::Vec3;

use dodgem_physics::STEP_SECONDS;

use crate::Act;
use crate::course::Course;
use crate::crew::Crew;
use crate::judge::Judge;
use crate::params::STANDING_SPEED;
use crate::rules::{Side, is_credited, side_factor};
use dodgem_scene::arena::{ActorId, Arena};
use dodgem_scene::level::scene::Scene;
use dodgem_scene::level::{Deed, HitSide, Mode, TaskSpec};
use dodgem_scene::params::{LESSON_POINTS, QUESTION_POINTS};

/// Progress of the first player in the tasks of the level.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct LessonBook {
    /// Number of completed tasks.
    done: usize,
    /// Progress in the next one, in its unit: seconds, or degrees to the left.
    amount: f32,
    /// Number of questions that were answered right at once.
    right: u32,
    /// The wrong choices of the current question so far, as bits.
    wrong: u32,
}

/// The parts of a round that tell if a task is done.
pub(super) struct Lecture<'a> {
    pub mode: Mode,
    pub scene: &'a Scene,
    pub arena: &'a Arena,
    pub crew: &'a Crew,
}

impl LessonBook {
    /// Returns the current task; None outside a lesson or once all tasks are complete.
    pub fn task<'s>(&self, mode: Mode, scene: &'s Scene) -> Option<&'s TaskSpec> {
        match mode {
            Mode::Lesson => scene.level().tasks.get(self.done),
            _ => None,
        }
    }

    /// Returns the number of completed tasks.
    pub fn done(&self) -> usize {
        self.done
    }

    /// Returns the number of questions that were answered right at once.
    pub fn right_answers(&self) -> u32 {
        self.right
    }

    /// True if a choice of the current question was tried and is wrong.
    pub fn is_wrong(&self, choice: u32) -> bool {
        self.wrong & bit(choice) != 0
    }

    /// Returns the zone of the current task, by its index in the scene.
    pub fn zone(&self, mode: Mode, scene: &Scene) -> Option<usize> {
        let zone = self.task(mode, scene)?.deed.zone()?;
        let mut zones = scene.zones().iter();
        zones.position(|one| one.spec.name == zone)
    }

    /// True if completed tasks referred to a zone, by its index in the scene, and no remaining task does.
    pub fn is_zone_done(&self, scene: &Scene, zone: usize) -> bool {
        let Some(name) = scene.zones().get(zone).map(|one| &one.spec.name) else {
            return false;
        };
        let of_zone = |task: &TaskSpec| task.deed.zone() == Some(name);
        let (done, left) = scene.level().tasks.split_at(self.done);
        done.iter().any(of_zone) && !left.iter().any(of_zone)
    }

    /// Counts the last step for the current task, and for the tasks after it: a player who did more than
    /// required need not repeat it.
    pub fn judge(&mut self, lecture: &Lecture<'_>, judge: &mut Judge, course: &mut Course) {
        let (mode, scene) = (lecture.mode, lecture.scene);
        let first = self.done;
        let mut before = self.amount;
        while let Some(task) = self.task(mode, scene) {
            let (done, amount) = self.judge_deed(&task.deed, before, lecture, judge);
            self.amount = amount;
            if !done {
                return;
            }
            let step = course.step();
            self.count_task(scene, judge, course, step);
            // An equal task must be done again.
            let done = scene.level().tasks.get(first..self.done);
            let next = self.task(mode, scene).map(|task| &task.deed);
            if (done.into_iter().flatten()).any(|task| Some(&task.deed) == next) {
                return;
            }
            match self.last_deeds(scene) {
                Some([last, next]) if discriminant(last) == discriminant(next) => {}
                _ => before = 0.0,
            }
        }
    }

    /// Returns the deed that was completed last and the next one.
    fn last_deeds<'s>(&self, scene: &'s Scene) -> Option<[&'s Deed; 2]> {
        let tasks = scene.level().tasks.get(self.done.checked_sub(1)?..)?;
        let [last, next, ..] = tasks else { return None };
        Some([&last.deed, &next.deed])
    }

    /// Returns true if the step completed a deed, and the progress in it.
    fn judge_deed(
        &self,
        deed: &Deed,
        before: f32,
        lecture: &Lecture<'_>,
        judge: &Judge,
    ) -> (bool, f32) {
        let player = judge.score().player;
        let Some(view) = lecture.crew.cars().get(player) else {
            return (false, 0.0);
        };
        let arena = lecture.arena;
        let actor = arena.actor(view.actor);
        let within = |what: Option<ActorId>| {
            let mut inside = arena.in_zones().iter();
            let zone = self.zone(lecture.mode, lecture.scene);
            inside.any(|one| Some(one.zone) == zone && Some(one.actor) == what)
        };
        match deed {
            Deed::Through { .. } => (within(Some(view.actor)), 0.0),
            Deed::Stop { .. } => {
                let stands = actor.velocity.length() < STANDING_SPEED;
                (stands && within(Some(view.actor)), 0.0)
            }
            Deed::Bring { thing, .. } => {
                let mut actors = arena.actors().iter();
                let index = actors.position(|one| *one.name == **thing);
                let id = index.map(|index| ActorId(index as u32));
                (within(id), 0.0)
            }
            Deed::Hit { speed, power, into } => {
                let least = match into {
                    HitSide::Any => side_factor(Side::Front),
                    HitSide::SideOrRear => side_factor(Side::Flank),
                    HitSide::Rear => side_factor(Side::Rear),
                };
                let hit = judge.crashes().iter().any(|crash| {
                    let gain = crash.gain_of(player);
                    crash.involves(player)
                        && is_credited(crash.share_of(player))
                        && gain.speed >= *speed
                        && gain.power >= *power
                        && gain.side >= least
                });
                (hit, 0.0)
            }
            Deed::Boost { seconds } => {
                let boosting = actor.car().is_some_and(|car| car.boosting);
                let amount = if boosting { before + STEP_SECONDS } else { 0.0 };
                (amount >= *seconds, amount)
            }
            Deed::Land { seconds } => {
                let flies = actor.car().is_some_and(|car| car.wheels_down == 0);
                match flies {
                    true => (false, before + STEP_SECONDS),
                    false => (before >= *seconds, 0.0),
                }
            }
            Deed::BrakeTurn { degrees } => {
                let brakes = lecture.crew.controls()[view.actor.index()].brake;
                let turned = turn_between(judge.motion_before(player).forward, actor.forward());
                let amount = if brakes {
                    before + turned.to_degrees()
                } else {
                    0.0
                };
                (amount.abs() >= *degrees, amount)
            }
            Deed::Take | Deed::Throw => (false, 0.0),
            Deed::View(_) | Deed::Magnify | Deed::Rewind | Deed::Wheel => (false, 0.0),
            Deed::Answer { .. } => (false, 0.0),
        }
    }

    /// Counts an act of the hand, or a deed that the window reports, while the round runs.
    pub fn judge_act(
        &mut self,
        act: &Act,
        (mode, scene): (Mode, &Scene),
        judge: &mut Judge,
        course: &mut Course,
    ) {
        let done = match (self.task(mode, scene).map(|task| &task.deed), act) {
            (Some(Deed::Take), Act::Take { .. }) | (Some(Deed::Throw), Act::Throw { .. }) => true,
            (Some(wanted), Act::Did { deed }) => wanted.is_of_window() && wanted == deed,
            (Some(Deed::Answer { choices, right }), Act::Answer { choice }) => {
                self.answer(*choice, *right, choices.len())
            }
            _ => false,
        };
        if done {
            // The round must still be running in this step, so that it ends after a step, as it does by the
            // clock.
            let over = course.step() + 1;
            self.count_task(scene, judge, course, over);
        }
    }

    /// Counts an answer; returns true if it is right. One that does not exist counts nothing.
    fn answer(&mut self, choice: u32, right: u32, choices: usize) -> bool {
        if choice == right {
            self.right += u32::from(self.wrong == 0);
            return true;
        }
        if (choice as usize) < choices {
            self.wrong |= bit(choice);
        }
        false
    }

    /// Completes the current task; after the last one the round ends after `over` steps.
    fn count_task(&mut self, scene: &Scene, judge: &mut Judge, course: &mut Course, over: u64) {
        *self = LessonBook {
            done: self.done + 1,
            amount: 0.0,
            right: self.right,
            wrong: 0,
        };
        if self.done >= scene.level().tasks.len() {
            let points = match scene.level().questions() {
                0 => (course.left_from(over) * LESSON_POINTS).round() as u32,
                _ => self.right * QUESTION_POINTS,
            };
            let score = judge.score_mut();
            score.give(score.player, points.max(1));
            course.end_at(over);
        }
    }
}

/// Returns the bit of a choice; 0 beyond those that a level can have.
fn bit(choice: u32) -> u32 {
    1_u32.checked_shl(choice).unwrap_or(0)
}

/// Returns the angle from one direction to another to the left, as seen from above, in radians.
fn turn_between(from: Vec3, to: Vec3) -> f32 {
    let (from, to) = (glam::Vec2::new(from.x, from.z), glam::Vec2::new(to.x, to.z));
    libm::atan2f(to.perp_dot(from), to.dot(from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_to_the_left_counts_up() {
        let quarter = std::f32::consts::FRAC_PI_2;
        assert!((turn_between(Vec3::NEG_Z, Vec3::NEG_X) - quarter).abs() < 1e-6);
        assert!((turn_between(Vec3::NEG_Z, Vec3::X) + quarter).abs() < 1e-6);
        // A vertical direction has no heading.
        assert_eq!(turn_between(Vec3::Y, Vec3::NEG_Z), 0.0);
    }
}
