//! `dodgem why`: explains a crash of a recording, or why two bodies did not meet.

use std::path::PathBuf;

use clap::{ArgGroup, Args};
use serde::Serialize;

use dodgem::console::{self, Progress};
use dodgem::game::explain::{CrashLine, ExplainWords, Explainer, Sentence, Why};
use dodgem::game::tape::Tape;

use crate::commands::output::{Failure, print, shown, write};
use crate::commands::values::read_tape;

/// Explain a crash of a recording, or why two bodies did not meet
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("question").required(true).args(["list", "crash", "pair"])))]
pub struct Arguments {
    /// The recording
    file: PathBuf,
    /// List all impacts with their numbers
    #[arg(long)]
    list: bool,
    /// Explain the impact with this number in the list
    #[arg(long, value_name = "N")]
    crash: Option<usize>,
    /// Explain two bodies: names of cars or things, wall, floor, or numbers
    #[arg(long, num_args = 2, value_names = ["A", "B"], requires = "at")]
    pair: Option<Vec<String>>,
    /// The time for --pair, in seconds of the recording
    #[arg(long, value_name = "S", requires = "pair")]
    at: Option<f64>,
    /// Print one JSON object, or a list of them
    #[arg(long)]
    json: bool,
}

/// The words of the summary.
const ENGLISH: &ExplainWords = &ExplainWords::ENGLISH;

/// The parts in which progress is shown.
const PERCENT: u64 = 100;

/// An answer with its sentences, for programs.
#[derive(Serialize)]
struct Told<'t, T> {
    summary: String,
    sentences: Vec<Sentence>,
    explanation: &'t T,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let tape = read_tape(&arguments.file)?;
    let told = |error| Failure::Input(format!("{}: {error}", shown(&arguments.file)));
    let answer = answer(arguments, tape).map_err(told)?;
    match arguments.json {
        true => write(&(console::printable_json(&answer) + "\n")),
        false => print(&answer),
    }
}

/// Answers the question about a recording, in words or as JSON.
///
/// # Errors
/// A message if the recording cannot be played again, or has no such impact, body or time.
fn answer(arguments: &Arguments, tape: Tape) -> Result<String, String> {
    let mut explainer = Explainer::new(tape).map_err(|error| error.to_string())?;
    if !explainer.player().guide().is_repeatable() {
        return Err(
            "its level has a budget of real time, so the round cannot be repeated".to_owned(),
        );
    }
    if let (Some(pair), Some(at)) = (&arguments.pair, arguments.at) {
        // The command line takes two.
        let [a, b] = [&pair[0], &pair[1]];
        let mut shown = Progress::new("looking at the two", PERCENT);
        let mut progress = |share: f32| shown.at((share * PERCENT as f32) as u64);
        let why = explainer.pair([a, b], at, &mut progress)?;
        drop(shown);
        check_repeats(&explainer)?;
        return match why {
            Why::Met(met) => {
                let words = (met.summary(ENGLISH), met.sentences(ENGLISH));
                told(words, &*met, arguments.json)
            }
            Why::Apart(apart) => {
                let words = (apart.summary(ENGLISH), apart.sentences(ENGLISH));
                told(words, &*apart, arguments.json)
            }
        };
    }
    let mut progress = Progress::new("playing it again", explainer.steps());
    let crashes = explainer.crashes(&mut |step| progress.at(step));
    drop(progress);
    check_repeats(&explainer)?;
    let Some(number) = arguments.crash else {
        return match arguments.json {
            true => json(&crashes),
            false => Ok(list(&crashes)),
        };
    };
    let crash = number.checked_sub(1).and_then(|index| crashes.get(index));
    let crash = crash.ok_or_else(|| match crashes.len() {
        0 => format!("there is no impact {number}: it has none"),
        count => format!(
            "there is no impact {number}: its impacts have the numbers 1 to {count}; --list shows them"
        ),
    })?;
    let explanation = explainer.crash(crash).ok_or_else(|| {
        format!("impact {number} cannot be explained: one of its bodies came or went in that step")
    })?;
    let words = (explanation.summary(ENGLISH), explanation.sentences(ENGLISH));
    told(words, &explanation, arguments.json)
}

/// Refuses a recording whose round differs here, because another round would be explained.
fn check_repeats(explainer: &Explainer) -> Result<(), String> {
    match explainer.player().guide().contradiction() {
        Some(contradiction) => Err(format!(
            "this program's round is not the recorded one: {contradiction}"
        )),
        None => Ok(()),
    }
}

fn list(crashes: &[CrashLine]) -> String {
    let line = |crash: &CrashLine| {
        let [a, b] = crash.bodies.each_ref().map(|body| match body.number {
            Some(number) => format!("{} ({number})", body.name),
            None => body.name.clone(),
        });
        format!(
            "{:>5}  {:9.4} s  step {:>6}  {:6.2} m/s  {:9.1} N s  {a} and {b}\n",
            crash.number, crash.time, crash.step, crash.speed, crash.impulse
        )
    };
    match crashes.is_empty() {
        true => "no impacts\n".to_owned(),
        false => crashes.iter().map(line).collect(),
    }
}

/// Returns an answer as JSON, or as its summary and a line for each stage.
fn told(
    (summary, sentences): (String, Vec<Sentence>),
    explanation: &impl Serialize,
    as_json: bool,
) -> Result<String, String> {
    if as_json {
        return json(&Told {
            summary,
            sentences,
            explanation,
        });
    }
    let lines = sentences.iter();
    let lines = lines.map(|one| format!("{:<12} {}\n", one.stage, one.text));
    Ok(format!("{summary}\n\n") + &lines.collect::<String>())
}

fn json(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string_pretty(value).map_err(|error| error.to_string())
}
