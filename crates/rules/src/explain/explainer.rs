//! Plays a recording to a moment and explains it.

use dodgem_physics::{BodyId, World};
use serde::Serialize;

use crate::explain::moment::{Moment, look_at_step};
use crate::explain::named::NamedBody;
use crate::explain::near_miss::NearMiss;
use crate::explain::{Explanation, PairSearch, explain_impact, find_body};
use crate::params::{NEAR_MISS_MEASURES, NEAR_MISS_STEPS};
use crate::tape::{Player, Tape, TapeError};
use dodgem_scene::arena::{Arena, Met, nearest_points};

/// An impact of a recording, in the list of all of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CrashLine {
    /// Its number, from 1.
    pub number: usize,
    /// The number of the step, from 1.
    pub step: u64,
    /// The time, in seconds of the round's clock.
    pub time: f64,
    /// The bodies.
    pub bodies: [NamedBody; 2],
    /// The closing speed, in m/s.
    pub speed: f32,
    /// The impulse, in N s.
    pub impulse: f32,
    /// Its place among the impacts of its step.
    pub index: usize,
}

/// The answer about two bodies at a time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Why {
    /// They met in the step.
    Met(Box<Explanation>),
    /// They did not meet.
    Apart(Box<NearMiss>),
}

/// A recording with a round of its own, in which moments are explained.
pub struct Explainer {
    player: Player,
}

impl Explainer {
    /// Prepares a recording.
    ///
    /// # Errors
    /// [`TapeError`] if the recording cannot be played.
    pub fn new(tape: Tape) -> Result<Explainer, TapeError> {
        Ok(Explainer {
            player: Player::new(tape)?,
        })
    }

    /// Returns the number of steps that can be explained.
    pub fn steps(&self) -> u64 {
        self.player.guide().steps()
    }

    /// Returns the player of the recording.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// Makes a step of the recording (from 1) and returns what `look` finds in it. None if the recording does
    /// not reach it.
    pub fn at_step<R>(&mut self, step: u64, look: impl FnOnce(&Moment) -> R) -> Option<R> {
        let (guide, round) = self.player.parts_mut();
        look_at_step(guide, round, step, look)
    }

    /// Lists all impacts in which a car or a thing took part, in their order. `progress` gets the step.
    pub fn crashes(&mut self, progress: &mut dyn FnMut(u64)) -> Vec<CrashLine> {
        let mut found: Vec<CrashLine> = Vec::new();
        for step in 1..=self.steps() {
            progress(step);
            let before = found.len();
            self.at_step(step, |moment| {
                for (index, impact) in moment.impacts().enumerate() {
                    found.push(CrashLine {
                        number: before + index + 1,
                        step,
                        time: moment.begin() + f64::from(impact.time),
                        bodies: [impact.a, impact.b].map(|id| NamedBody::of(moment.arena, id)),
                        speed: impact.relative_speed,
                        impulse: impact.impulse,
                        index,
                    });
                }
            });
        }
        found
    }

    /// Explains an impact of the list. None if the recording does not reach it, or a body is gone after it.
    pub fn crash(&mut self, crash: &CrashLine) -> Option<Explanation> {
        self.at_step(crash.step, |moment| {
            let impact = moment.impacts().nth(crash.index)?;
            explain_impact(moment, impact)
        })?
    }

    /// Explains two bodies, by name or number, around a time in seconds of the round's clock: their impact in
    /// that step or the nearest one within a second, else their nearest contact, else why they did not meet.
    /// `progress` gets the share of the steps that were looked at, from 0 to 1.
    ///
    /// # Errors
    /// A message if a body is unknown, if both are one, or if the time is outside the recording.
    pub fn pair(
        &mut self,
        names: [&str; 2],
        time: f64,
        progress: &mut dyn FnMut(f32),
    ) -> Result<Why, String> {
        let steps = self.steps();
        let last = seconds_of_steps(steps);
        if !(0.0..=last).contains(&time) {
            return Err(match time > last {
                true => format!("{time} s is after the end: the recording lasts {last:.2} s"),
                false => format!(
                    "{time} s is no time of the recording, which lasts from 0 to {last:.2} s"
                ),
            });
        }
        let step =
            ((time * f64::from(dodgem_physics::STEPS_PER_SECOND)) as u64 + 1).clamp(1, steps);
        let found = self.at_step(step, |moment| bodies_of(moment, names));
        let ids = found.ok_or("the recording has no steps")??;
        let from = step.saturating_sub(NEAR_MISS_STEPS).max(1);
        let to = (step + NEAR_MISS_STEPS).min(steps);
        let mut search = PairSearch::new(ids, step, [from, to]);
        while let Some(at) = search.next() {
            progress(search.share());
            if self.at_step(at, |moment| search.note(moment)).is_none() {
                break;
            }
        }
        if let Some(at) = search.met() {
            let met = self.at_step(at, |moment| search.explain(moment));
            let met = met
                .flatten()
                .ok_or("one of the two came or went when they met")?;
            return Ok(Why::Met(Box::new(met)));
        }
        while !search.refine(NEAR_MISS_MEASURES) {}
        let gone = "the two are not both there at that time";
        let apart = search.finish().ok_or(gone)?;
        Ok(Why::Apart(Box::new(apart)))
    }
}

/// Returns the duration of steps, in seconds.
fn seconds_of_steps(steps: u64) -> f64 {
    steps as f64 / f64::from(dodgem_physics::STEPS_PER_SECOND)
}

/// Finds two bodies by name or number; of a part of the hall, the body nearest to the other one.
fn bodies_of(moment: &Moment, names: [&str; 2]) -> Result<[BodyId; 2], String> {
    let met = [
        find_body(moment.arena, names[0])?,
        find_body(moment.arena, names[1])?,
    ];
    if met[0] == met[1] {
        return Err(format!("{} and {} are one body", names[0], names[1]));
    }
    let (arena, world) = (moment.arena, moment.world());
    match met {
        [Met::Actor(a), Met::Actor(b)] => Ok([a, b].map(|id| arena.actor(id).body)),
        [Met::Actor(a), part @ Met::Hall(_)] => {
            let own = arena.actor(a).body;
            Ok([own, nearest_of(arena, world, part, own)?])
        }
        [part @ Met::Hall(_), Met::Actor(b)] => {
            let own = arena.actor(b).body;
            Ok([nearest_of(arena, world, part, own)?, own])
        }
        _ => Err("one of the two has to be a car or a thing".to_owned()),
    }
}

/// Returns the body of a part of the hall that is nearest to another body.
fn nearest_of(arena: &Arena, world: &World, part: Met, own: BodyId) -> Result<BodyId, String> {
    let mut query = dodgem_collide::Query::default();
    let mut nearest: Option<(f64, BodyId)> = None;
    let Some(body) = world.body(own) else {
        return Err("the body is gone".to_owned());
    };
    for other in world.bodies().filter(|one| arena.met_of(one.id()) == part) {
        let colliders = [body, other].map(|one| one.collider());
        let frames = [body, other].map(|one| one.frame());
        let distance = nearest_points(colliders, frames, &mut query).map_or(0.0, |found| found.0);
        if nearest.is_none_or(|(least, _)| distance < least) {
            nearest = Some((distance, other.id()));
        }
    }
    let nearest = nearest.ok_or(format!("this round has no {}", arena.name_of(part)))?;
    Ok(nearest.1)
}
