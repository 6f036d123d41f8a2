//! What a recording states and its round does not give.
//!
//! Hashes, phases, number of steps and the result are held against the round while it is played; people, mode,
//! models and all else against the level before.

use std::collections::BTreeSet;

use dodgem_collide::mesh::text::one_line;

use crate::arena::HandError;
use crate::game::tape::{
    Guide, Head, Outcome, POSE_STEPS, Parting, Player, TakenOver, Tape, TapeError,
};
use crate::game::{Round, RoundPhase};
use crate::level::Mode;

/// Something that a recording states and its round does not give.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Contradiction {
    /// The state after a step is another one.
    #[error("it diverges at {0}")]
    State(Parting),
    /// The state after a step is the same, but not after a phase of it.
    #[error("after {0} the state is not as recorded, after the whole step it is")]
    Phase(Parting),
    /// The hand did something that cannot be done there.
    #[error("its act {number}, before step {step}, cannot be done: {error}")]
    Act {
        /// Which of its acts, from 1.
        number: usize,
        /// The step that comes after it, from 1.
        step: u64,
        /// Why not.
        error: HandError,
    },
    /// It goes on after the end of its round.
    #[error("it states {stated} steps, its round is over after {given}")]
    Steps {
        /// So many.
        stated: u64,
        /// So many.
        given: u64,
    },
    /// It ends with another result.
    #[error("it states {}, its round gives {}", result_in_words(*stated), result_in_words(*given))]
    Result {
        /// This one, if any.
        stated: Option<Outcome>,
        /// This one, if it is over.
        given: Option<Outcome>,
    },
    /// Its level has another name.
    #[error(
        "it states the level {}, its level is {}",
        one_line(stated),
        one_line(given)
    )]
    Level {
        /// This one.
        stated: String,
        /// This one.
        given: String,
    },
    /// Something else counts in its level.
    #[error("it states that {} counted, in its round {} does", stated.name(), given.name())]
    Mode {
        /// This.
        stated: Mode,
        /// This.
        given: Mode,
    },
    /// Its round is one of teams, or it is not.
    #[error(
        "it states that there were {} teams, its level says otherwise",
        if *stated { "two" } else { "no" }
    )]
    Teams {
        /// What it states.
        stated: bool,
    },
    /// Its level has fewer cars for people.
    #[error("it states {stated} players, its level has cars for {given}")]
    People {
        /// So many.
        stated: usize,
        /// For so many.
        given: usize,
    },
    /// Whether it can be repeated.
    #[error(
        "it states that its round {} on a budget of real time, its level says otherwise",
        if *repeatable { "did not run" } else { "ran" }
    )]
    Repeatable {
        /// What it states.
        repeatable: bool,
    },
    /// A wheel was taken that nobody can have taken.
    #[error("it states that the wheel of car {} was taken over after step {}: {why}", taken.car, taken.at)]
    Wheel {
        /// When, and of which car.
        taken: TakenOver,
        /// Why it cannot be.
        why: &'static str,
    },
    /// It holds a model that its level does not use, or one that is used is not in it.
    #[error("it states other models than its level uses: {}", one_line(name))]
    Models {
        /// The first of them.
        name: String,
    },
    /// It holds the places of other cars, or of other steps.
    #[error("it states {stated} places of cars, there would be {given}")]
    Places {
        /// So many.
        stated: usize,
        /// So many.
        given: usize,
    },
}

impl Contradiction {
    /// The step from which on the round is not the recorded one, if it is that.
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

/// Plays a recording again and holds all that it states against what its round gives: the first thing that is
/// not so. How many steps have been made is told on the way.
///
/// # Errors
/// [`TapeError`] if it cannot be played, or not be repeated.
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

/// A recording that is played once, from its beginning on. Nothing is kept of the way: an hour takes no more memory
/// than a second.
pub(super) struct Checked {
    pub guide: Guide,
    pub round: Round,
}

impl Checked {
    /// It has not begun. If asked for, each step hashes its phases.
    pub fn new(player: Player, hash_phases: bool) -> Self {
        let (mut guide, _, _, round) = player.into_parts();
        guide.keep_nothing(hash_phases);
        Checked { guide, round }
    }

    /// Makes a step; false at the end.
    pub fn step(&mut self) -> bool {
        self.guide.step(&mut self.round)
    }
}

/// Holds what a recording states of its level against the level, whose round has not begun.
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

/// The models of a recording are those of its level, each once.
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

/// Wheels are taken of players' cars, or of the first player's if the computer drove all.
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

/// Whether the wheels that were taken where the round is could be.
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
