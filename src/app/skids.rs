//! Skid marks of sliding tyres on the floor.

use std::collections::VecDeque;

use glam::{Vec2, Vec3};

use crate::app::params::{FADING_SKIDS, MOST_SKIDS, SKID_SLIP};
use crate::app::render::scene::Shadow;
use crate::arena::{Actor, Arena};

/// The shortest piece of a mark in metres, and the longest: beyond it the car has jumped.
const PIECE: (f32, f32) = (0.10, 1.2);

/// A piece of a tyre's mark.
#[derive(Debug, Clone, Copy)]
struct Mark {
    from: Vec2,
    to: Vec2,
    strength: f32,
    /// The step of the round in which it was made.
    step: u64,
}

/// Returns the slip speed of a car's tyres in m/s, if at least three wheels touch the ground and the slip is
/// noticeable.
pub fn slip_of(actor: &Actor) -> Option<f32> {
    let car = actor.car()?;
    let right = actor.pose.transform_vector(Vec3::X);
    let sideways = actor.velocity.dot(right).abs();
    let ahead = actor.velocity.dot(actor.forward());
    // Wheels that brake or drive against the motion slide, too.
    let against = car.controls.brake || car.controls.throttle * ahead < -1.0;
    let braked = if against { ahead.abs() * 0.6 } else { 0.0 };
    let slip = sideways.max(braked);
    (car.wheels_down >= 3 && slip >= SKID_SLIP.0).then_some(slip)
}

/// Returns the strength, from 0 to 1, of a slip in m/s.
pub fn strength_of_slip(slip: f32) -> f32 {
    ((slip - SKID_SLIP.0) / (SKID_SLIP.1 - SKID_SLIP.0)).clamp(0.0, 1.0)
}

/// All marks on the floor.
#[derive(Debug, Clone, Default)]
pub struct Skids {
    marks: VecDeque<Mark>,
    /// The positions of each actor's rear tyres at the start of the current piece.
    last: Vec<Option<[Vec2; 2]>>,
}

impl Skids {
    /// Updates the marks of all cars; call it once per frame.
    pub fn update(&mut self, arena: &Arena) {
        let actors = arena.actors();
        self.last.resize(actors.len(), None);
        for (actor, last) in actors.iter().zip(&mut self.last) {
            let height = actor.pose.translation().y;
            let Some(slip) = slip_of(actor).filter(|_| height.abs() <= 0.12) else {
                *last = None;
                continue;
            };
            let wheel = |x: f32| {
                let at = actor.pose.transform_point(Vec3::new(x, 0.0, 0.55));
                Vec2::new(at.x, at.z)
            };
            let now = [wheel(-0.4), wheel(0.4)];
            let Some(before) = *last else {
                *last = Some(now);
                continue;
            };
            let length = before[0].distance(now[0]).max(before[1].distance(now[1]));
            if length < PIECE.0 {
                continue;
            }
            *last = Some(now);
            if length > PIECE.1 {
                continue;
            }
            let strength = strength_of_slip(slip).max(0.15);
            for (from, to) in before.into_iter().zip(now) {
                self.marks.push_back(Mark {
                    from,
                    to,
                    strength,
                    step: arena.steps(),
                });
            }
            while self.marks.len() > MOST_SKIDS {
                self.marks.pop_front();
            }
        }
    }

    /// Removes the marks made after a step to which the round has jumped.
    pub fn jump_to(&mut self, step: u64) {
        self.marks.retain(|mark| mark.step <= step);
        self.last.clear();
    }

    /// Adds the marks to a floor; `brightness` is negative for dark marks.
    pub fn draw(&self, brightness: f32, shadows: &mut Vec<Shadow>) {
        let spare = MOST_SKIDS - self.marks.len();
        for (index, mark) in self.marks.iter().enumerate() {
            let &Mark {
                from, to, strength, ..
            } = mark;
            let age = ((index + spare) as f32 / FADING_SKIDS as f32).min(1.0);
            let along = to - from;
            let Some(way) = along.try_normalize() else {
                continue;
            };
            let middle = (from + to) * 0.5;
            shadows.push(Shadow {
                place: [middle.x, middle.y, way.x, way.y],
                // The renderer expects darkness, so the sign is reversed.
                shape: [
                    along.length() * 0.5 + 0.02,
                    0.065,
                    0.03,
                    -brightness * strength * age,
                ],
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Controls;
    use crate::game::{Round, RoundOptions};
    use crate::level::{Library, load};

    #[test]
    fn cars_that_drive_about_leave_marks_and_those_that_stand_do_not() {
        let library = Library::new(Vec::new());
        let level = load(&library, "classic").unwrap();
        let mut round = Round::with_options(&level, &library, RoundOptions::default()).unwrap();
        let mut skids = Skids::default();
        let drive = |round: &mut Round, skids: &mut Skids, throttle: f32, brake: bool| {
            let controls = Controls {
                throttle,
                brake,
                ..Controls::default()
            };
            round.step(&[controls]);
            skids.update(round.arena());
        };
        for _ in 0..350 {
            drive(&mut round, &mut skids, 0.0, false);
        }
        assert!(skids.marks.is_empty(), "nobody has moved yet");
        for step in 0..1800 {
            let brakes = step % 90 > 60;
            drive(&mut round, &mut skids, 1.0, brakes);
        }
        assert!(!skids.marks.is_empty() && skids.marks.len() <= MOST_SKIDS);
        let mut shadows = Vec::new();
        skids.draw(-0.3, &mut shadows);
        // Going back to a step removes the marks made after it, and no others.
        let half = skids.marks[skids.marks.len() / 2].step;
        let before = skids.marks.iter().filter(|mark| mark.step <= half).count();
        let mut back = skids.clone();
        back.jump_to(half);
        assert!(before > 0 && before < skids.marks.len());
        assert_eq!(back.marks.len(), before);
        let fits = |mark: &Shadow| (0.0..=0.3).contains(&mark.shape[3]);
        assert!(shadows.iter().all(fits));
    }
}
