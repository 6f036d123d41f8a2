//! A step of a round, seen from both ends: the bodies before it, and the arena after it.

use dodgem_collide::math::{CenterFrame, Motion};
use dodgem_physics::{Body, BodyId, Impact, World};
use glam::{DQuat, DVec3};

use crate::Round;
use crate::tape::Guide;
use dodgem_scene::arena::{Arena, Met};

/// A body before a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyBefore {
    id: BodyId,
    pub frame: CenterFrame,
    /// Momentum, in kg m/s.
    pub momentum: DVec3,
    /// Kinetic energy, in joules.
    pub energy: f64,
}

/// The bodies of an arena before a step.
#[derive(Clone, Debug)]
pub struct StepStart {
    bodies: Vec<BodyBefore>,
}

impl StepStart {
    /// Copies the state of all bodies of an arena between two steps.
    pub fn of(arena: &Arena) -> StepStart {
        let before = |body: &Body| BodyBefore {
            id: body.id(),
            frame: body.frame(),
            momentum: momentum_of(body),
            energy: body.kinetic_energy(),
        };
        StepStart {
            bodies: arena.world().bodies().map(before).collect(),
        }
    }

    /// Returns a body before the step; None if it was not there.
    pub(super) fn body(&self, id: BodyId) -> Option<&BodyBefore> {
        self.bodies.iter().find(|body| body.id == id)
    }
}

/// Makes a step of a recorded round (from 1) and returns what `look` finds in it. None if the recording does not
/// reach it.
pub fn look_at_step<R>(
    guide: &mut Guide,
    round: &mut Round,
    step: u64,
    look: impl FnOnce(&Moment) -> R,
) -> Option<R> {
    if step == 0 || step > guide.steps() {
        return None;
    }
    if round.steps() + 1 != step {
        guide.seek(round, step - 1);
    }
    // The step begins with what the acts before it leave behind.
    if !guide.perform_acts(round) {
        return None;
    }
    let start = StepStart::of(round.arena());
    guide.step(round);
    let is_there = round.steps() == step;
    is_there.then(|| {
        look(&Moment {
            start: &start,
            arena: round.arena(),
            step,
        })
    })
}

/// A step that an arena has just made.
#[derive(Clone, Copy)]
pub struct Moment<'m> {
    /// The bodies before the step.
    pub start: &'m StepStart,
    /// The arena after the step.
    pub arena: &'m Arena,
    /// The number of the step in the round, from 1. A restart by a trigger sets back the arena's own count.
    pub step: u64,
}

impl<'m> Moment<'m> {
    /// Returns the world after the step.
    pub(super) fn world(&self) -> &'m World {
        self.arena.world()
    }

    /// Returns the time at which the step began, in seconds of the round.
    pub(super) fn begin(&self) -> f64 {
        let settings = self.world().settings();
        settings.seconds_of(self.step - 1)
    }

    /// Returns the impacts of the step in which an actor took part, in the order of [`Arena::events`].
    pub(super) fn impacts(&self) -> impl Iterator<Item = &'m Impact> + use<'m> {
        let arena = self.arena;
        let is_actor = move |id: BodyId| matches!(arena.met_of(id), Met::Actor(_));
        let all = self.world().report().impacts.iter();
        all.filter(move |impact| is_actor(impact.a) || is_actor(impact.b))
    }

    /// Returns the path of a body through the step; None if it was not there before or is gone after it.
    pub(super) fn path(&self, id: BodyId) -> Option<Path> {
        let end = self.world().body(id)?.frame();
        let mut knots = vec![(0.0, self.start.body(id)?.frame)];
        for impact in &self.world().report().impacts {
            let side = [impact.a, impact.b].iter().position(|body| *body == id);
            if let Some(side) = side {
                let at = impact.effect.before[side];
                let frame = CenterFrame::new(at.center, at.rotation);
                knots.push((f64::from(impact.time), frame));
            }
        }
        knots.push((self.world().settings().step, end));
        Some(Path { knots })
    }
}

/// The path of a body through a step, between the moments at which its place is known: the begin of the step,
/// its impacts, and the end. Between them it is taken to move straight and to turn at a constant rate.
#[derive(Clone, Debug)]
pub struct Path {
    /// Times in seconds from the start of the step, rising, with the frames of the body.
    knots: Vec<(f64, CenterFrame)>,
}

impl Path {
    /// Returns the times at which the motion may change, in seconds from the start of the step.
    pub fn times(&self) -> impl Iterator<Item = f64> + '_ {
        self.knots.iter().map(|knot| knot.0)
    }

    /// Returns the motion over an interval between two of the times of this or another path of the step, on the
    /// clock of the step.
    pub fn motion(&self, [from, to]: [f64; 2]) -> Motion {
        let middle = 0.5 * (from + to);
        let pairs = self.knots.windows(2);
        let around = pairs.rev().find(|pair| pair[0].0 <= middle);
        let Some([(begin, first), (end, last)]) = around else {
            return Motion::resting_at(self.knots[0].1, 0.0);
        };
        let span = end - begin;
        if first == last || span <= 0.0 {
            return Motion::resting_at(*first, 0.0);
        }
        let velocity = (last.center - first.center) / span;
        let turning = rotation_between(first.rotation, last.rotation) / span;
        Motion::from_frame(*first, *begin, velocity, turning)
    }

    /// Returns the frames at all known moments.
    pub(super) fn frames(&self) -> impl Iterator<Item = CenterFrame> + '_ {
        self.knots.iter().map(|knot| knot.1)
    }
}

/// Returns the rotation vector (rad, in the world) from one rotation to another, the shorter way.
fn rotation_between(from: DQuat, to: DQuat) -> DVec3 {
    let turn = (to * from.conjugate()).normalize();
    let turn = if turn.w < 0.0 { -turn } else { turn };
    let axis = DVec3::new(turn.x, turn.y, turn.z);
    let sine = axis.length();
    match sine > 0.0 {
        true => axis * (2.0 * libm::atan2(sine, turn.w) / sine),
        false => DVec3::ZERO,
    }
}

/// Returns the momentum of a body, in kg m/s; 0 for one that no impulse moves.
pub(super) fn momentum_of(body: &Body) -> DVec3 {
    match body.is_dynamic() {
        true => body.velocity() * body.mass(),
        false => DVec3::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::Explainer;
    use crate::tape::Recorder;
    use crate::{Act, RoundOptions};
    use dodgem_scene::level::{Library, load};
    use glam::{Quat, Vec3};

    #[test]
    fn a_step_begins_with_what_the_acts_before_it_leave_behind() {
        let library = Library::new(Vec::new());
        let level = load(&library, "sandbox/tower").unwrap();
        let mut round = Round::with_options(&level, &library, RoundOptions::default()).unwrap();
        let mut recorder = Recorder::new(&round, &library).unwrap();
        let mut actors = round.arena().actors().iter();
        let actor = actors.position(|one| !one.is_fixed()).unwrap();
        let id = round.arena().actors()[actor].body;
        let frame = |round: &Round| round.arena().world().body(id).unwrap().frame();
        let mut frames = Vec::new();
        for step in 0..30 {
            if step == 20 {
                let act = Act::Place {
                    actor: actor as u32,
                    place: Vec3::new(9.0, 4.0, 8.0),
                    turn: Quat::IDENTITY,
                };
                recorder.act(&mut round, act).unwrap();
            }
            frames.push(frame(&round));
            recorder.step(&mut round, &[]);
        }
        assert!(frames[19].center.distance(frames[20].center) > 1.0);
        let mut explainer = Explainer::new(recorder.tape()).unwrap();
        // Played for the first time, again at once, and after a jump back.
        for step in [20, 21, 21, 30, 21, 20] {
            let begin = explainer.at_step(step, |moment| {
                let path = moment.path(id).unwrap();
                (moment.start.body(id).unwrap().frame, path.frames().next())
            });
            let expected = frames[step as usize - 1];
            assert_eq!(begin, Some((expected, Some(expected))), "{step}");
        }
        assert_eq!(explainer.player().guide().contradiction(), None);
    }
}
