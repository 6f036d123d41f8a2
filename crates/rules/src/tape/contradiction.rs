//! Contradictions between a recording and its round.
//!
//! Hashes, phases, number of steps and result are compared with the round while it is played; people, mode,
//! models and all else are compared with the level before.

use std::collections::BTreeSet;

use dodgem_collide::mesh::text::one_line;

use crate::tape::{Guide, Head, Outcome, POSE_STEPS, Parting, Player, TakenOver, Tape, TapeError};
use crate::{Round, RoundPhase};
use dodgem_scene::arena::HandError;
use dodgem_scene::level::Mode;

/// A statement of a recording that differs from its round.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Contradiction {
    /// The state after a step differs.
    #[error("it diverges at {0}")]
    State(Parting),
    /// The state after a step is equal, but not the one after a phase of it.
    #[error("after {0} the state is not as recorded, after the whole step it is")]
    Phase(Parting),
    /// An act is refused.
    #[error("its act {number}, before step {step}, cannot be done: {error}")]
    Act {
        /// Number of the act, from 1.
        number: usize,
        /// The step after it, from 1.
        step: u64,
        /// Reason of the refusal.
        error: HandError,
    },
    /// It continues after the end of its round.
    #[error("it states {stated} steps, its round is over after {given}")]
    Steps {
        /// Steps of the recording.
        stated: u64,
        /// Steps of the round.
        given: u64,
    },
    /// The result differs.
    #[error("it states {}, its round gives {}", result_in_words(*stated), result_in_words(*given))]
    Result {
        /// Result of the recording, if it has one.
        stated: Option<Outcome>,
        /// Result of the round, if it is over.
        given: Option<Outcome>,
    },
    /// The name of the level differs.
    #[error(
        "it states the level {}, its level is {}",
        one_line(stated),
        one_line(given)
    )]
    Level {
        /// Name in the header.
        stated: String,
        /// Name in the level.
        given: String,
    },
    /// The mode differs.
    #[error("it states that {} counted, in its round {} does", stated.name(), given.name())]
    Mode {
        /// Mode of the recording.
        stated: Mode,
        /// Mode of the round.
        given: Mode,
    },
    /// One has teams, the other has not.
    #[error(
        "it states that there were {} teams, its level says otherwise",
        if *stated { "two" } else { "no" }
    )]
    Teams {
        /// True if the recording has teams.
        stated: bool,
    },
    /// Its level has too few player cars.
    #[error("it states {stated} players, its level has cars for {given}")]
    People {
        /// Number of players in the recording.
        stated: usize,
        /// Number of player cars in the level.
        given: usize,
    },
    /// One can be repeated, the other cannot, because its budget is real time.
    #[error(
        "it states that its round {} on a budget of real time, its level says otherwise",
        if *repeatable { "did not run" } else { "ran" }
    )]
    Repeatable {
        /// True if the recording is marked as one that can be repeated.
        repeatable: bool,
    },
    /// The recorded takeover of a car is impossible.
    #[error("it states that the wheel of car {} was taken over after step {}: {why}", taken.car, taken.at)]
    Wheel {
        /// Step and car of the takeover.
        taken: TakenOver,
        /// Reason why it is impossible.
        why: &'static str,
    },
    /// A model in it is not used by its level, or a used model is missing.
    #[error("it states other models than its level uses: {}", one_line(name))]
    Models {
        /// The first of them.
        name: String,
    },
    /// The number of recorded poses does not match the cars and steps.
    #[error("it states {stated} places of cars, there would be {given}")]
    Places {
        /// Number of poses in the recording.
        stated: usize,
        /// Expected number of poses.
        given: usize,
    },
}

impl Contradiction {
    /// Returns the first step whose state differs from the recording, if the states differ.
    pub fn step(&self) -> Option<u64> {
        match self {
            Contradiction::State(parting) | Contradiction::Phase(parting) => Some(parting.step),
            _ => None,
        }
    }
}

fn result_in_words(result: Option<Outcome>) -> String {
    match result {
        Some(Outcome { total, place, cars }) => {
            format!("a total of {total} and place {place} of {cars}")
        }
        None => "no result".to_owned(),
    }
}

/// Plays a recording again and compares all its statements with its round. Returns the first contradiction.
/// `progress` receives the number of steps made.
///
/// # Errors
/// [`TapeError`] if it cannot be played or repeated.
pub fn verify(
    tape: &Tape,
    progress: &mut dyn FnMut(u64),
) -> Result<Option<Contradiction>, TapeError> {
    let player = match Player::new(tape.clone()) {
        Err(TapeError::False(contradiction)) => return Ok(Some(contradiction)),
        other => other?,
    };
    let mut checked = Checked::new(player, false);
    if !checked.guide.is_repeatable() {
        return Err(TapeError::Timed);
    }
    while checked.guide.contradiction().is_none() && checked.step() {
        progress(checked.round.steps());
    }
    Ok(checked.guide.contradiction().cloned())
}

/// A recording that is played once from its start, without snapshots: an hour needs no more memory than a
/// second.
pub(super) struct Checked {
    pub guide: Guide,
    pub round: Round,
}

impl Checked {
    /// Prepares the playback; `hash_phases` makes each step hash its phases.
    pub fn new(player: Player, hash_phases: bool) -> Self {
        let (mut guide, _, _, round) = player.into_parts();
        guide.keep_nothing(hash_phases);
        Checked { guide, round }
    }

    /// Makes a step; returns false at the end.
    pub fn step(&mut self) -> bool {
        self.guide.step(&mut self.round)
    }
}

/// Compares the statements of a recording with its level, before the round begins.
pub(super) fn check_level(tape: &Tape, round: &Round) -> Result<(), Contradiction> {
    let (head, level) = (&tape.head, round.level());
    if head.level != level.name {
        return Err(Contradiction::Level {
            stated: head.level.clone(),
            given: level.name.clone(),
        });
    }
    if head.mode != round.mode() {
        let (stated, given) = (head.mode, round.mode());
        return Err(Contradiction::Mode { stated, given });
    }
    if let Some(stated) = tape.teams.filter(|stated| *stated != round.has_teams()) {
        return Err(Contradiction::Teams { stated });
    }
    let (stated, given) = (usize::from(head.humans), level.player_slots());
    if stated > given {
        return Err(Contradiction::People { stated, given });
    }
    let repeatable = head.repeatable;
    if repeatable != round.arena().is_repeatable() {
        return Err(Contradiction::Repeatable { repeatable });
    }
    check_models(tape, round)?;
    let frames = tape.steps().div_ceil(POSE_STEPS) as usize;
    let given = if repeatable {
        0
    } else {
        frames * round.cars().len()
    };
    if tape.poses.len() != given {
        let stated = tape.poses.len();
        return Err(Contradiction::Places { stated, given });
    }
    check_seats(head, round)
}

/// Checks that the recording contains exactly the models of its level, each once.
fn check_models(tape: &Tape, round: &Round) -> Result<(), Contradiction> {
    let used = round.level().used_models();
    let mut held = BTreeSet::new();
    let twice = tape.models.iter().find(|one| !held.insert(&*one.name));
    let other = || used.symmetric_difference(&held).next().copied();
    match twice.map(|one| &*one.name).or_else(other) {
        Some(name) => Err(Contradiction::Models {
            name: name.to_owned(),
        }),
        None => Ok(()),
    }
}

/// Checks that the taken cars are players' cars, or the first player's if the computer drove all.
fn check_seats(head: &Head, round: &Round) -> Result<(), Contradiction> {
    let is_players = |car: usize| match head.humans {
        0 => car == round.score().player,
        _ => round.cars().get(car).is_some_and(|car| car.slot.is_some()),
    };
    let mut taken = head.taken.iter();
    match taken.find(|taken| !is_players(usize::from(taken.car))) {
        Some(taken) => Err(Contradiction::Wheel {
            taken: *taken,
            why: "no player drove it",
        }),
        None => Ok(()),
    }
}

/// Checks that a takeover at the current step is possible.
pub(super) fn check_wheels(head: &Head, round: &Round) -> Result<(), Contradiction> {
    let why = match round.is_out(round.score().player) {
        _ if round.phase() == RoundPhase::Over => "the round was over",
        true => "the player's car was out of the round",
        false => return Ok(()),
    };
    let mut here = head.taken.iter().filter(|taken| taken.at == round.steps());
    match here.next() {
        Some(taken) => Err(Contradiction::Wheel { taken: *taken, why }),
        None => Ok(()),
    }
}
