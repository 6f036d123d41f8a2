//! Where two recordings part.

use std::fmt;

use serde::Serialize;

use dodgem_physics::{Phase, STEP_SECONDS};

use crate::game::Round;
use crate::game::tape::record::low_bits;
use crate::game::tape::script::Script;
use crate::game::tape::{Head, PHASES, Player, Tape, TapeError};

/// What came of comparing two recordings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// How many steps both have.
    pub steps: u64,
    /// How many steps each has.
    pub lengths: [u64; 2],
    /// Whether both were simulated again by this program; if not, their hashes were compared, as they
    /// were recorded by a program whose rounds go differently.
    pub simulated: bool,
    /// What of the rounds' options differs, in words.
    pub options: Vec<String>,
    /// Where they part; None if they are equal as far as both go.
    pub parting: Option<Parting>,
}

/// The first difference of two recordings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Parting {
    /// The step, from 1.
    pub step: u64,
    /// The phase of that step after which the states differ first, if that is known.
    pub phase: Option<&'static str>,
    /// Whether the players' controls differ in that step or before.
    pub controls_differ: bool,
    /// The body that differs first, if that is known.
    pub body: Option<BodyDifference>,
}

impl fmt::Display for Parting {
    /// The step, its time, and the phase if that is known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.step as f32 * STEP_SECONDS;
        write!(f, "step {} ({seconds:.3} s)", self.step)?;
        match self.phase {
            Some(phase) => write!(f, ", after its phase \"{phase}\""),
            None => Ok(()),
        }
    }
}

/// By how much a body differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BodyDifference {
    /// Its name.
    pub name: String,
    /// Between its centres of mass, in metres.
    pub metres: f64,
    /// Between its velocities, in m/s.
    pub metres_per_second: f64,
    /// Between its orientations, in degrees.
    pub degrees: f64,
    /// Between its angular velocities, in rad/s.
    pub radians_per_second: f64,
    /// How many bodies differ.
    pub bodies: usize,
}

impl Parting {
    /// Where the states part, of which no more is known.
    pub(super) fn at(step: u64, phase: Option<&'static str>) -> Self {
        Parting {
            step,
            phase,
            controls_differ: false,
            body: None,
        }
    }
}

/// A recording's round that is made again, and what of it is held against another one. Nothing is kept of the
/// way: an hour takes no more memory than a second.
struct Again<'a> {
    tape: &'a Tape,
    round: Round,
    script: Script,
}

impl<'a> Again<'a> {
    fn new(tape: &'a Tape) -> Result<Self, TapeError> {
        let (_, _, _, mut round) = Player::new(tape.clone())?.into_parts();
        round.hash_phases(true);
        let script = Script::of(&tape.changes, &tape.acts);
        Ok(Again {
            tape,
            round,
            script,
        })
    }

    /// Makes a step; the hash of the state after it, and whether it is the recorded one.
    fn step(&mut self) -> (u64, bool) {
        self.script.step(&mut self.round);
        let hash = hash_of(&self.round);
        let recorded = self.tape.hash_after(self.round.steps());
        (hash, recorded == Some(low_bits(hash)))
    }
}

/// Simulates both recordings again and finds the first step, phase and body that differ. How many steps have
/// been made is told on the way.
///
/// # Errors
/// [`TapeError`] if one of them cannot be played.
pub fn compare(a: &Tape, b: &Tape, progress: &mut dyn FnMut(u64)) -> Result<Comparison, TapeError> {
    let mut comparison = Comparison {
        steps: a.steps().min(b.steps()),
        lengths: [a.steps(), b.steps()],
        simulated: true,
        options: differing_options(a, b),
        parting: None,
    };
    if !a.head.repeatable || !b.head.repeatable {
        comparison.simulated = false;
        comparison.parting = stored_parting(a, b);
        return Ok(comparison);
    }
    let (mut one, mut two) = (Again::new(a)?, Again::new(b)?);
    for step in 1..=comparison.steps {
        let ((hash, recorded), (other_hash, other_recorded)) = (one.step(), two.step());
        if !recorded || !other_recorded {
            // This program's rounds are not theirs: what they wrote down is all there is.
            comparison.simulated = false;
            comparison.parting = stored_parting(a, b);
            break;
        }
        if hash != other_hash {
            let (one, two) = (&one.round, &two.round);
            comparison.parting = Some(Parting {
                controls_differ: controls_differ(a, b, step),
                body: first_body(one, two),
                ..Parting::at(step, first_phase(phases_of(one), phases_of(two)))
            });
            break;
        }
        progress(step);
    }
    Ok(comparison)
}

fn hash_of(round: &Round) -> u64 {
    round.arena().state_hash()
}

/// What a step hashed after its phases.
pub(super) fn phases_of(round: &Round) -> [u32; PHASES] {
    round.arena().world().report().phase_hashes.map(low_bits)
}

/// The first phase after which the hashes differ.
pub(super) fn first_phase(a: [u32; PHASES], b: [u32; PHASES]) -> Option<&'static str> {
    let differs = a.iter().zip(&b).position(|(a, b)| a != b)?;
    Some(Phase::ALL[differs].name())
}

/// Whether different things were done in the first so many steps.
fn controls_differ(a: &Tape, b: &Tape, steps: u64) -> bool {
    let [a, b] = [a, b].map(|tape| Script::of(&tape.changes, &tape.acts));
    (0..steps).any(|step| a.at(step) != b.at(step) || a.acts_at(step) != b.acts_at(step))
}

/// Where the stored hashes part: the phase is known only at whole seconds.
fn stored_parting(a: &Tape, b: &Tape) -> Option<Parting> {
    let mut steps = 1..=a.steps().min(b.steps());
    let step = steps.find(|step| a.hash_after(*step) != b.hash_after(*step))?;
    let phases = a.phases_of(step).zip(b.phases_of(step));
    Some(Parting {
        step,
        controls_differ: controls_differ(a, b, step),
        ..Parting::at(step, phases.and_then(|(a, b)| first_phase(a, b)))
    })
}

/// The first body whose state differs, and how many do.
fn first_body(a: &Round, b: &Round) -> Option<BodyDifference> {
    let (one, two) = (a.arena(), b.arena());
    let pairs = one.world().bodies().zip(two.world().bodies());
    let mut differing = pairs.filter(|(a, b)| {
        a.center() != b.center()
            || a.velocity() != b.velocity()
            || a.angular_momentum() != b.angular_momentum()
            || a.pose() != b.pose()
    });
    let (first, other) = differing.next()?;
    let turn = first
        .pose()
        .rotation()
        .dot(other.pose().rotation())
        .abs()
        .min(1.0);
    let actor = (one.actors().iter()).find(|actor| actor.body == first.id());
    Some(BodyDifference {
        name: actor.map_or_else(|| "the hall".to_owned(), |actor| actor.name.to_string()),
        metres: first.center().distance(other.center()),
        metres_per_second: first.velocity().distance(other.velocity()),
        radians_per_second: (first.angular_velocity()).distance(other.angular_velocity()),
        degrees: f64::from(2.0 * libm::acosf(turn)).to_degrees(),
        bodies: 1 + differing.count(),
    })
}

/// What of two rounds was different from the start, in words.
fn differing_options(a: &Tape, b: &Tape) -> Vec<String> {
    let mut words = Vec::new();
    let mut note = |name: &str, said: &dyn Fn(&Head) -> String| {
        let (one, two) = (said(&a.head), said(&b.head));
        if one != two {
            words.push(format!("{name}: {one} and {two}"));
        }
    };
    note("program", &|head| head.program.clone());
    note("level", &|head| head.level.clone());
    note("what counts", &|head| head.mode.name().to_owned());
    note("seed", &|head| head.seed.to_string());
    note("people", &|head| head.humans.to_string());
    note("difficulty", &|head| head.difficulty.word().to_owned());
    note("duration", &|head| {
        let own = head.duration.map(|seconds| format!("{seconds} s"));
        own.unwrap_or_else(|| "the level's".to_owned())
    });
    note("countdown", &|head| format!("{} s", head.countdown));
    if a.level != b.level && a.head.level == b.head.level {
        words.push("the level's text".to_owned());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tape::tests_support::{recorded, short_tape};

    #[test]
    fn a_recording_equals_itself() {
        let tape = short_tape();
        let comparison = compare(&tape, &tape, &mut |_| {}).unwrap();
        assert!(comparison.simulated && comparison.options.is_empty());
        assert_eq!((comparison.steps, comparison.parting), (130, None));
    }

    /// The player of one brakes from step 100 on; forces are the first phase that differs.
    #[test]
    fn the_first_step_phase_and_body_that_differ_are_named() {
        let (a, _) = recorded("classic", 300);
        let mut b = a.clone();
        let mut steps = 0;
        for change in &mut b.changes {
            steps += change.after;
            if steps >= 100 {
                change.buttons |= 1;
            }
        }
        // Recorded as it would have gone.
        let mut player = Player::new(b.clone()).unwrap();
        for step in 0..300 {
            player.step();
            b.hashes[step] = low_bits(hash_of(player.round()));
        }
        let comparison = compare(&a, &b, &mut |_| {}).unwrap();
        let parting = comparison.parting.expect("they differ");
        assert!(comparison.simulated && parting.controls_differ);
        assert!((100..110).contains(&parting.step), "{parting:?}");
        assert_eq!(parting.phase, Some("forces"));
        let body = parting.body.unwrap();
        assert_eq!((body.name.as_str(), body.bodies), ("You", 1));
        assert!(
            body.metres_per_second > 0.0 && body.metres_per_second < 1.0,
            "{body:?}"
        );
    }

    #[test]
    fn recordings_of_another_program_are_compared_by_their_hashes() {
        let a = short_tape();
        let mut b = a.clone();
        for hash in &mut b.hashes[49..] {
            *hash ^= 1;
        }
        let comparison = compare(&a, &b, &mut |_| {}).unwrap();
        assert!(!comparison.simulated);
        let parting = comparison.parting.unwrap();
        assert_eq!((parting.step, parting.phase), (50, None));
        b.hashes.clone_from(&a.hashes);
        b.hashes[119] ^= 1;
        b.phases[0][3] ^= 1;
        let parting = compare(&a, &b, &mut |_| {}).unwrap().parting.unwrap();
        assert_eq!((parting.step, parting.phase), (120, Some("solver")));
    }
}
