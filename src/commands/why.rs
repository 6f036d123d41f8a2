//! `dodgem why`: explains a crash of a recording, or why two bodies did not meet.

use std::path::PathBuf;

use clap::{ArgGroup, Args};
use serde::Serialize;

use dodgem::console::Progress;
use dodgem::game::explain::{CrashLine, Explainer, Explanation, NearMiss, Sentence, Why};

use super::{Failure, print, print_json, read_tape, shown};

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
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// An answer with its sentences, for programs.
#[derive(Serialize)]
struct Told<'t, T> {
    sentences: Vec<Sentence>,
    explanation: &'t T,
}

/// Answers the question.
pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let tape = read_tape(&arguments.file)?;
    let name = shown(&arguments.file);
    let told = |text: String| Failure::Input(format!("{name}: {text}"));
    let mut explainer = Explainer::new(tape).map_err(|error| told(error.to_string()))?;
    if !explainer.player().guide().is_repeatable() {
        return Err(told(
            "its level has a budget of real time, so the round cannot be repeated and explained"
                .to_owned(),
        ));
    }
    if let (Some(pair), Some(at)) = (&arguments.pair, arguments.at) {
        let [a, b] = pair.as_slice() else {
            return Err(Failure::Call("--pair takes two bodies".to_owned()));
        };
        let why = explainer.pair([a, b], at).map_err(told)?;
        check_repeats(&explainer).map_err(told)?;
        return match why {
            Why::Met(met) => tell_explanation(&met, arguments.json),
            Why::Apart(apart) => tell_near_miss(&apart, arguments.json),
        };
    }
    let mut progress = Progress::new("playing it again", explainer.steps());
    let crashes = explainer.crashes(&mut |step| progress.at(step));
    drop(progress);
    check_repeats(&explainer).map_err(told)?;
    let Some(number) = arguments.crash else {
        return match arguments.json {
            true => print_json(&crashes),
            false => print(&list(&crashes)),
        };
    };
    let crash = number.checked_sub(1).and_then(|index| crashes.get(index));
    let Some(crash) = crash else {
        let range = match crashes.len() {
            0 => "it has no impacts".to_owned(),
            count => format!("its impacts have the numbers 1 to {count}; --list shows them"),
        };
        return Err(told(format!("there is no impact {number}: {range}")));
    };
    match explainer.crash(crash) {
        Some(explanation) => tell_explanation(&explanation, arguments.json),
        None => Err(told(format!(
            "impact {number} cannot be explained: one of its bodies was removed in that step"
        ))),
    }
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

fn tell_explanation(explanation: &Explanation, json: bool) -> Result<(), Failure> {
    tell(explanation.sentences(), explanation, json)
}

fn tell_near_miss(near_miss: &NearMiss, json: bool) -> Result<(), Failure> {
    tell(near_miss.sentences(), near_miss, json)
}

fn tell(sentences: Vec<Sentence>, explanation: &impl Serialize, json: bool) -> Result<(), Failure> {
    if json {
        return print_json(&Told {
            sentences,
            explanation,
        });
    }
    let lines = sentences.iter();
    let lines = lines.map(|one| format!("{:<12} {}\n", one.stage, one.text));
    print(&lines.collect::<String>())
}
