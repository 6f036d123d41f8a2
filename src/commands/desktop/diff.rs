//! `dodgem diff`: finds the first difference of two recordings.

use std::path::PathBuf;

use clap::Args;

use dodgem::console::Progress;
use dodgem::game::tape::{Comparison, compare};

use crate::commands::output::{Failure, print, print_json, shown};
use crate::commands::values::read_tape;

/// Find the first step, phase and body in which two recordings differ
#[derive(Debug, Args)]
pub struct Arguments {
    /// A recording
    a: PathBuf,
    /// The other one
    b: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Compares the recordings and prints the result.
pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (a, b) = (read_tape(&arguments.a)?, read_tape(&arguments.b)?);
    let mut progress = Progress::new("comparing", a.steps().min(b.steps()));
    let comparison = compare(&a, &b, &mut |done| progress.at(done));
    drop(progress);
    let comparison = comparison.map_err(Failure::input)?;
    match arguments.json {
        true => print_json(&comparison)?,
        false => print(&describe(&comparison))?,
    }
    let names = [&arguments.a, &arguments.b].into_iter();
    let told = names.zip(&comparison.contradictions);
    let told =
        told.filter_map(|(name, found)| Some(format!("{}: {}", shown(name), found.as_ref()?)));
    let told: Vec<String> = told.collect();
    match told.is_empty() {
        true => Ok(()),
        false => Err(Failure::Input(told.join("\n"))),
    }
}

fn describe(comparison: &Comparison) -> String {
    let Comparison {
        steps,
        lengths,
        simulated,
        options,
        done_differs,
        done,
        parting,
        contradictions,
    } = comparison;
    let mut text = String::new();
    for option in options {
        text += &format!("different from the start: {option}\n");
    }
    if !simulated {
        text += "this program's rounds are not theirs: only the recorded hashes were compared\n";
    }
    let Some(parting) = parting else {
        let longer = match lengths {
            [a, b] if a == b => String::new(),
            [a, b] => format!("; one has {a} steps, the other {b}"),
        };
        if let Some(step) = done_differs {
            text += &format!("from step {step} on different things were done\n");
        }
        let what = match (simulated, contradictions.iter().any(Option::is_some)) {
            (true, false) => "equal for",
            _ => "the recorded hashes are equal for",
        };
        return text + &format!("{what} {steps} steps{longer}\n");
    };
    if let Some(step) = done_differs {
        let told = |words: &[String]| match words.is_empty() {
            true => "nothing".to_owned(),
            false => words.join("; "),
        };
        if done.iter().any(|words| !words.is_empty()) {
            text += &format!("before step {step}, first: {}\n", told(&done[0]));
            text += &format!("before step {step}, second: {}\n", told(&done[1]));
        }
    }
    text += &format!("they differ from {parting} on");
    text += match parting.controls_differ {
        true => "; the players did not do the same until then\n",
        false => "; the players did the same until then\n",
    };
    if let Some(body) = &parting.body {
        text += &format!(
            "first body: {}, by {:.3e} m, {:.3e} degrees, {:.3e} m/s and {:.3e} rad/s; {} bodies differ\n",
            body.name,
            body.metres,
            body.degrees,
            body.metres_per_second,
            body.radians_per_second,
            body.bodies
        );
    }
    text
}
