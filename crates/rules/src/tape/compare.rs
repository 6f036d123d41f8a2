//! Comparison of two recordings: the first difference.

use std::fmt;

use serde::Serialize;

use dodgem_physics::{Phase, STEP_SECONDS};

use crate::Round;
use crate::act_words::{ActWords, words_of_act};
use crate::tape::contradiction::Checked;
use crate::tape::record::low_bits;
use crate::tape::script::Script;
use crate::tape::{Contradiction, Head, PHASES, Player, Tape, TapeError};
use dodgem_scene::arena::Controls;

/// Result of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Number of steps that both have.
    pub steps: u64,
    /// Number of steps of each.
    pub lengths: [u64; 2],
    /// True if both were simulated again by this program. Otherwise their stored hashes were compared,
    /// because another version with different results recorded them.
    pub simulated: bool,
    /// Differences in the rounds' options, as text.
    pub options: Vec<String>,
    /// First step whose inputs, by players or by hand, differ; None if there is none.
    pub done_differs: Option<u64>,
    /// That which each did before that step and the other did not, in words; empty if it is not known.
    pub done: [Vec<String>; 2],
    /// First difference; None if they are equal as far as both go.
    pub parting: Option<Parting>,
    /// First contradiction between each recording and its round, as text.
    pub contradictions: [Option<String>; 2],
}

/// The first difference between two recordings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Parting {
    /// The step, from 1.
    pub step: u64,
    /// First phase of that step after which the states differ, if known.
    pub phase: Option<&'static str>,
    /// True if the players' controls or acts differ in that step or before.
    pub controls_differ: bool,
    /// First body that differs, if known.
    pub body: Option<BodyDifference>,
}

impl fmt::Display for Parting {
    /// Writes the step, its time, and the phase if known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.step as f32 * STEP_SECONDS;
        write!(f, "step {} ({seconds:.3} s)", self.step)?;
        match self.phase {
            Some(phase) => write!(f, ", after its phase \"{phase}\""),
            None => Ok(()),
        }
    }
}

/// Difference between the states of a body.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BodyDifference {
    /// Name of the body.
    pub name: String,
    /// Distance of its centres of mass, in metres.
    pub metres: f64,
    /// Difference of its velocities, in m/s.
    pub metres_per_second: f64,
    /// Angle between its orientations, in degrees.
    pub degrees: f64,
    /// Difference of its angular velocities, in rad/s.
    pub radians_per_second: f64,
    /// Number of bodies that differ.
    pub bodies: usize,
}

impl Parting {
    /// Creates a difference of which only step and phase are known.
    pub(super) fn at(step: u64, phase: Option<&'static str>) -> Self {
        Parting {
            step,
            phase,
            controls_differ: false,
            body: None,
        }
    }
}

/// Simulates both recordings again. Returns the first step, phase and body that differ, and the first
/// contradiction of each with its own round. `progress` receives the number of steps made.
///
/// # Errors
/// [`TapeError`] if one of them cannot be played.
pub fn compare(a: &Tape, b: &Tape, progress: &mut dyn FnMut(u64)) -> Result<Comparison, TapeError> {
    let mut comparison = Comparison {
        steps: a.steps().min(b.steps()),
        lengths: [a.steps(), b.steps()],
        simulated: true,
        options: differing_options(a, b),
        done_differs: first_done_differently(a, b),
        done: [Vec::new(), Vec::new()],
        parting: None,
        contradictions: [None, None],
    };
    let mut both = [checked(a)?, checked(b)?];
    for step in 1..=comparison.steps {
        if !both.iter().all(|one| one.goes_as_recorded()) {
            break;
        }
        if comparison.done_differs == Some(step)
            && let [Some(one), Some(two)] = both.each_ref().map(Again::round)
        {
            comparison.done = done_in_words([a, b], step, [one, two]);
        }
        both.iter_mut().for_each(Again::step);
        if !both.iter().all(|one| one.goes_as_recorded()) {
            break;
        }
        let [Some(one), Some(two)] = both.each_ref().map(Again::round) else {
            break;
        };
        if hash_of(one) != hash_of(two) {
            comparison.parting = Some(Parting {
                controls_differ: comparison.done_differs.is_some_and(|first| first <= step),
                body: first_body(one, two),
                ..Parting::at(step, first_phase(phases_of(one), phases_of(two)))
            });
            break;
        }
        progress(step);
    }
    if !both.iter().all(|one| one.goes_as_recorded()) {
        // This program simulates them differently, so only their stored hashes can be compared.
        comparison.simulated = false;
        comparison.parting = stored_parting(a, b);
    }
    // Each recording is checked against its own round to its end.
    let mut rest = |one: Again| {
        let Again::Round(mut one) = one else {
            return one.contradiction();
        };
        while one.guide.contradiction().is_none() && one.step() {
            progress(one.round.steps());
        }
        one.guide.contradiction().cloned()
    };
    comparison.contradictions = both.map(|one| rest(one).map(|found| found.to_string()));
    Ok(comparison)
}

/// A recording that is simulated again.
enum Again {
    /// Its round.
    Round(Box<Checked>),
    /// Contradiction between the recording and its own level.
    False(Contradiction),
    /// Its budget was real time, so the round cannot be repeated.
    Timed,
}

fn checked(tape: &Tape) -> Result<Again, TapeError> {
    match Player::new(tape.clone()) {
        Err(TapeError::False(contradiction)) => Ok(Again::False(contradiction)),
        Err(error) => Err(error),
        Ok(player) => {
            let checked = Checked::new(player, true);
            Ok(match checked.guide.is_repeatable() {
                true => Again::Round(Box::new(checked)),
                false => Again::Timed,
            })
        }
    }
}

impl Again {
    /// True if this program's round equals the recorded one so far.
    fn goes_as_recorded(&self) -> bool {
        matches!(self, Again::Round(one) if one.guide.contradiction().is_none())
    }

    fn round(&self) -> Option<&Round> {
        match self {
            Again::Round(one) => Some(&one.round),
            _ => None,
        }
    }

    /// Makes a step, if there is one more.
    fn step(&mut self) {
        if let Again::Round(one) = self {
            one.step();
        }
    }

    fn contradiction(self) -> Option<Contradiction> {
        match self {
            Again::Round(one) => one.guide.contradiction().cloned(),
            Again::False(contradiction) => Some(contradiction),
            Again::Timed => None,
        }
    }
}

fn hash_of(round: &Round) -> u64 {
    round.state_hash()
}

/// Returns the hashes after the phases of the last step.
pub(super) fn phases_of(round: &Round) -> [u32; PHASES] {
    round.arena().world().report().phase_hashes.map(low_bits)
}

/// Returns the first phase after which the hashes differ.
pub(super) fn first_phase(a: [u32; PHASES], b: [u32; PHASES]) -> Option<&'static str> {
    let differs = a.iter().zip(&b).position(|(a, b)| a != b)?;
    Some(Phase::ALL[differs].name())
}

/// Returns the first step, of those that both have, whose inputs differ.
fn first_done_differently(a: &Tape, b: &Tape) -> Option<u64> {
    let steps = a.steps().min(b.steps());
    let [a, b] = [a, b].map(|tape| Script::of(&tape.changes, &tape.acts));
    let differs = |step: &u64| a.at(*step) != b.at(*step) || a.acts_at(*step) != b.acts_at(*step);
    (0..steps).find(differs).map(|step| step + 1)
}

/// Returns in words the acts and controls of each recording before a step that the other one has not.
fn done_in_words(tapes: [&Tape; 2], step: u64, rounds: [&Round; 2]) -> [Vec<String>; 2] {
    let scripts = tapes.map(|tape| Script::of(&tape.changes, &tape.acts));
    let before = step - 1;
    let of = |one: usize| {
        let other = 1 - one;
        let acts = |script: usize| scripts[script].acts_at(before).iter().map(|one| &one.act);
        let own = acts(one).filter(|act| acts(other).all(|known| known != *act));
        let mut words: Vec<String> = own
            .map(|act| words_of_act(act, rounds[one].arena(), &ActWords::ENGLISH))
            .collect();
        let hands = [one, other].map(|script| scripts[script].at(before));
        let cars = rounds[one].cars().iter();
        let driven = cars.filter_map(|car| Some((&car.name, car.slot?)));
        for (name, slot) in driven {
            let [own, others] = hands.map(|hands| hands.get(slot).copied().unwrap_or_default());
            if own != others {
                words.push(format!("{name} drives {}", controls_in_words(own)));
            }
        }
        words
    };
    [of(0), of(1)]
}

fn controls_in_words(controls: Controls) -> String {
    let Controls {
        throttle,
        steer,
        brake,
        boost,
    } = controls;
    let mut words = format!("with throttle {throttle:.2} and steering {steer:.2}");
    for (on, word) in [(brake, ", brake"), (boost, ", boost")] {
        words += if on { word } else { "" };
    }
    words
}

/// Returns the first difference of the stored hashes; the phase is known only at whole seconds.
fn stored_parting(a: &Tape, b: &Tape) -> Option<Parting> {
    let mut steps = 1..=a.steps().min(b.steps());
    let step = steps.find(|&step| {
        let stated = a.hash_after(step).zip(b.hash_after(step));
        stated.is_some_and(|(a, b)| a != b)
    })?;
    let phases = a.phases_of(step).zip(b.phases_of(step));
    Some(Parting {
        step,
        controls_differ: first_done_differently(a, b).is_some_and(|first| first <= step),
        ..Parting::at(step, phases.and_then(|(a, b)| first_phase(a, b)))
    })
}

/// Returns the first body whose state differs, and the number of such bodies.
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

/// Returns the differences in the options of two rounds, as text.
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
    use crate::tape::samples::{recorded, short_tape};

    #[test]
    fn a_recording_equals_itself() {
        let tape = short_tape();
        let comparison = compare(&tape, &tape, &mut |_| {}).unwrap();
        assert!(comparison.simulated && comparison.options.is_empty());
        assert_eq!((comparison.steps, comparison.parting), (130, None));
    }

    /// In one recording the player brakes from step 100 on, so forces are the first phase that differs.
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
        // Record the hashes of the changed round.
        let mut player = Player::new(b.clone()).unwrap();
        for step in 0..300 {
            player.step();
            b.hashes[step] = low_bits(hash_of(player.round()));
        }
        let comparison = compare(&a, &b, &mut |_| {}).unwrap();
        let parting = comparison.parting.expect("they differ");
        assert!(comparison.simulated && parting.controls_differ);
        let told = comparison.done.each_ref().map(|words| words.join("; "));
        assert!(told[0].starts_with("You drives with throttle"), "{told:?}");
        assert!(
            told[1].ends_with(", brake") && told[0] != told[1],
            "{told:?}"
        );
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
