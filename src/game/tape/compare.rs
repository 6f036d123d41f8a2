//! Where two recordings part.

use std::fmt;

use serde::Serialize;

use dodgem_physics::{Phase, STEP_SECONDS};

use crate::game::Round;
use crate::game::tape::record::low_bits;
use crate::game::tape::script::Script;
use crate::game::tape::{PHASES, Player, Recorder, Tape, TapeError};

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

/// Simulates both recordings again and finds the first step, phase and body that differ.
///
/// # Errors
/// [`TapeError`] if one of them cannot be played.
pub fn compare(a: &Tape, b: &Tape) -> Result<Comparison, TapeError> {
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
    let mut players = [Player::new(a.clone())?, Player::new(b.clone())?];
    for player in &mut players {
        player.round_mut().hash_phases(true);
    }
    for step in 1..=comparison.steps {
        for player in &mut players {
            player.step();
        }
        if players
            .iter()
            .any(|player| player.guide().diverged().is_some())
        {
            // This program's rounds are not theirs: what they wrote down is all there is.
            comparison.simulated = false;
            comparison.parting = stored_parting(a, b);
            return Ok(comparison);
        }
        let [one, two] = &players;
        if hash_of(one.round()) != hash_of(two.round()) {
            comparison.parting = Some(Parting {
                step,
                phase: first_phase(phases_of(one.round()), phases_of(two.round())),
                controls_differ: controls_differ(a, b, step),
                body: first_body(one.round(), two.round()),
            });
            break;
        }
    }
    Ok(comparison)
}

/// Plays a recording again, and finds the first step after which the state is not the recorded one, with the
/// phase if that was recorded: at whole seconds.
///
/// # Errors
/// [`TapeError`] if it cannot be played.
pub fn divergence(tape: &Tape) -> Result<Option<Parting>, TapeError> {
    let (guide, _, _, mut round) = Player::new(tape.clone())?.into_parts();
    let mut again = Recorder::again(tape);
    for step in 0..tape.steps() {
        again.step(&mut round, &guide.hands_at(step));
        if tape.hash_after(step + 1) != Some(low_bits(hash_of(&round))) {
            break;
        }
    }
    Ok(stored_parting(tape, &again.tape()))
}

fn hash_of(round: &Round) -> u64 {
    round.arena().state_hash()
}

fn phases_of(round: &Round) -> [u32; PHASES] {
    round.arena().world().report().phase_hashes.map(low_bits)
}

fn first_phase(a: [u32; PHASES], b: [u32; PHASES]) -> Option<&'static str> {
    let differs = a.iter().zip(&b).position(|(a, b)| a != b)?;
    Some(Phase::ALL[differs].name())
}

/// Whether different things were done in the first so many steps.
fn controls_differ(a: &Tape, b: &Tape, steps: u64) -> bool {
    let [a, b] = [a, b].map(|tape| Script::of(&tape.changes));
    (0..steps).any(|step| a.at(step) != b.at(step))
}

/// Where the stored hashes part: the phase is known only at whole seconds.
fn stored_parting(a: &Tape, b: &Tape) -> Option<Parting> {
    let mut steps = 1..=a.steps().min(b.steps());
    let step = steps.find(|step| a.hash_after(*step) != b.hash_after(*step))?;
    let phases = a.phases_of(step).zip(b.phases_of(step));
    Some(Parting {
        step,
        phase: phases.and_then(|(a, b)| first_phase(a, b)),
        controls_differ: controls_differ(a, b, step),
        body: None,
    })
}

/// The first body whose state differs, and how many do.
fn first_body(a: &Round, b: &Round) -> Option<BodyDifference> {
    let (one, two) = (a.arena(), b.arena());
    let hall = one.world().bodies().len() - one.actors().len();
    let pairs = one.world().bodies().iter().zip(two.world().bodies());
    let mut differing = pairs.enumerate().filter(|(_, (a, b))| {
        a.center() != b.center()
            || a.velocity() != b.velocity()
            || a.angular_momentum() != b.angular_momentum()
            || a.pose() != b.pose()
    });
    let (index, (first, other)) = differing.next()?;
    let turn = first
        .pose()
        .rotation()
        .dot(other.pose().rotation())
        .abs()
        .min(1.0);
    let actor = index
        .checked_sub(hall)
        .and_then(|index| one.actors().get(index));
    Some(BodyDifference {
        name: actor.map_or_else(|| "the hall".to_owned(), |actor| actor.name.clone()),
        metres: first.center().distance(other.center()),
        metres_per_second: first.velocity().distance(other.velocity()),
        radians_per_second: (first.angular_velocity()).distance(other.angular_velocity()),
        degrees: f64::from(2.0 * libm::acosf(turn)).to_degrees(),
        bodies: 1 + differing.count(),
    })
}

/// What of two rounds was different from the start, in words.
fn differing_options(a: &Tape, b: &Tape) -> Vec<String> {
    let (a, b) = (&a.head, &b.head);
    let mut words = Vec::new();
    let mut note = |name: &str, one: String, two: String| {
        if one != two {
            words.push(format!("{name}: {one} and {two}"));
        }
    };
    note("program", a.program.clone(), b.program.clone());
    note("level", a.source.clone(), b.source.clone());
    note("seed", a.seed.to_string(), b.seed.to_string());
    note("people", a.humans.to_string(), b.humans.to_string());
    let strength = |head: &super::Head| head.difficulty.word().to_owned();
    note("difficulty", strength(a), strength(b));
    note("seats", a.seats.join(", "), b.seats.join(", "));
    let seconds = |head: &super::Head| {
        let own = head.duration.map(|seconds| format!("{seconds} s"));
        own.unwrap_or_else(|| "the level's".to_owned())
    };
    note("duration", seconds(a), seconds(b));
    if a.level != b.level && a.source == b.source {
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
        let comparison = compare(&tape, &tape).unwrap();
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
        let comparison = compare(&a, &b).unwrap();
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
    fn where_this_programs_round_parts_from_a_recording_is_named() {
        let tape = short_tape();
        assert_eq!(divergence(&tape).unwrap(), None);
        // From the second's last step on, whose phases are known: the solver found something else.
        let mut other = tape.clone();
        other.hashes[119..].iter_mut().for_each(|hash| *hash ^= 1);
        other.phases[0][3..].iter_mut().for_each(|hash| *hash ^= 1);
        let parting = divergence(&other).unwrap().expect("it differs");
        let told = "step 120 (1.000 s), after its phase \"solver\"";
        assert_eq!(parting.to_string(), told);
        assert!(!parting.controls_differ);
        let mut other = tape;
        other.hashes[49] ^= 1;
        let parting = divergence(&other).unwrap().expect("it differs");
        assert_eq!(parting.to_string(), "step 50 (0.417 s)");
    }

    #[test]
    fn recordings_of_another_program_are_compared_by_their_hashes() {
        let a = short_tape();
        let mut b = a.clone();
        for hash in &mut b.hashes[49..] {
            *hash ^= 1;
        }
        let comparison = compare(&a, &b).unwrap();
        assert!(!comparison.simulated);
        let parting = comparison.parting.unwrap();
        assert_eq!((parting.step, parting.phase), (50, None));
        b.hashes.clone_from(&a.hashes);
        b.hashes[119] ^= 1;
        b.phases[0][3] ^= 1;
        let parting = compare(&a, &b).unwrap().parting.unwrap();
        assert_eq!((parting.step, parting.phase), (120, Some("solver")));
    }
}
