//! `dodgem bisect`: finds where two builds of the program play a recording differently.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;
use glam::{Quat, Vec3};
use serde::Serialize;

use dodgem_physics::STEP_SECONDS;

use crate::commands::output::{Failure, print, print_json, shown};

/// Find the first step, phase and body in which two builds play a recording differently
///
/// The exit code is 1 if a recording differs, 3 if none differs but a build cannot play one, 2 if there is none.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The program of one build
    good: PathBuf,
    /// The program of the other one
    bad: PathBuf,
    /// A recording, or a folder of recordings (*.tape)
    recording: PathBuf,
    /// Print one JSON list
    #[arg(long)]
    json: bool,
}

/// The comparison of one recording.
#[derive(Debug, Serialize)]
struct Found {
    recording: String,
    /// The number of steps that both made.
    steps: u64,
    /// The first difference; `None` if all steps are equal.
    difference: Option<Difference>,
    /// The reason why a build cannot play it; then nothing is compared.
    failure: Option<String>,
}

#[derive(Debug, Serialize)]
struct Difference {
    step: u64,
    /// The first phase after which the states differ; `None` if one build ends there, or an act or a control
    /// before the step made the difference.
    phase: Option<String>,
    /// The body that differs most; `None` if no place or velocity shows the difference.
    body: Option<BodyDifference>,
    /// The number of bodies that differ at the end of the step.
    bodies: usize,
}

#[derive(Debug, Serialize)]
struct BodyDifference {
    name: String,
    metres: f32,
    degrees: f32,
    metres_per_second: f32,
    radians_per_second: f32,
}

/// Plays the recordings by both programs and prints the first difference of each.
pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let recordings = recordings(&arguments.recording)?;
    let folder = tempfile::tempdir().map_err(|error| Failure::Program(error.to_string()))?;
    let mut found = Vec::new();
    for recording in &recordings {
        let compared = compare([&arguments.good, &arguments.bad], recording, folder.path());
        found.push(compared.unwrap_or_else(|failure| Found {
            recording: shown(recording),
            steps: 0,
            difference: None,
            failure: Some(failure),
        }));
    }
    match arguments.json {
        true => print_json(&found)?,
        false => found.iter().try_for_each(|one| print(&describe(one)))?,
    }
    let differ = found.iter().filter(|one| one.difference.is_some()).count();
    let failures: Vec<&str> = (found.iter())
        .filter_map(|one| one.failure.as_deref())
        .collect();
    match (differ, failures.first()) {
        (0, None) => Ok(()),
        (0, Some(first)) => Err(Failure::Program(format!(
            "{} of {} recordings cannot be compared: {first}",
            failures.len(),
            found.len()
        ))),
        _ => Err(Failure::Input(format!(
            "{differ} of {} recordings differ",
            found.len()
        ))),
    }
}

fn recordings(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed = |error| Failure::Call(format!("{}: {error}", shown(path)));
    if !std::fs::metadata(path).map_err(failed)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut list = Vec::new();
    for entry in std::fs::read_dir(path).map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        if file.extension().is_some_and(|ending| ending == "tape") {
            list.push(file);
        }
    }
    list.sort();
    match list.is_empty() {
        true => Err(Failure::Call(format!("{}: no *.tape in it", shown(path)))),
        false => Ok(list),
    }
}

fn compare(programs: [&Path; 2], recording: &Path, folder: &Path) -> Result<Found, String> {
    let told = |options: [&str; 2]| -> Result<[String; 2], String> {
        Ok([
            numbers(programs[0], recording, folder, options)?,
            numbers(programs[1], recording, folder, options)?,
        ])
    };
    let hashes = told(["--hashes", ""])?;
    let lines = hashes.each_ref().map(|text| text.lines().skip(1).count());
    let steps = lines[0].min(lines[1]) as u64;
    let mut found = Found {
        recording: shown(recording),
        steps,
        difference: None,
        failure: None,
    };
    let [a, b] = hashes.each_ref().map(|text| text.lines());
    let names: Vec<&str> = a.clone().next().unwrap_or_default().split(',').collect();
    let parting = a.zip(b).skip(1).find(|(a, b)| a != b);
    let Some((a, b)) = parting else {
        if lines[0] != lines[1] {
            found.difference = Some(Difference {
                step: steps + 1,
                phase: None,
                body: None,
                bodies: 0,
            });
        }
        return Ok(found);
    };
    let values = a.split(',').zip(b.split(',')).zip(&names).skip(2);
    let phase = values.filter(|((a, b), _)| a != b).map(|(_, name)| *name);
    let phase = phase.map(str::to_owned).next();
    let step = a.split(',').next().and_then(|step| step.parse().ok());
    let step: u64 = step.ok_or_else(|| unreadable(programs[0]))?;
    let only = format!("{step}-{step}");
    let [a, b] = told(["--paths", &only])?;
    // One build may have a body that the other one has not.
    let rows =
        |text| -> BTreeMap<&str, &str> { str::lines(text).skip(1).filter_map(row).collect() };
    let (a, b) = (rows(a.as_str()), rows(b.as_str()));
    let mut bodies: Vec<BodyDifference> = (a.iter())
        .filter_map(|(body, one)| Some((one, b.get(body)?)))
        .filter(|(one, other)| one != other)
        .map(|(one, other)| body_difference(one, other).ok_or_else(|| unreadable(programs[1])))
        .collect::<Result<_, _>>()?;
    let alone = a.keys().filter(|body| !b.contains_key(*body)).count()
        + b.keys().filter(|body| !a.contains_key(*body)).count();
    let count = bodies.len() + alone;
    let size = |one: &BodyDifference| one.metres + one.metres_per_second + one.radians_per_second;
    bodies.sort_by(|a, b| size(b).total_cmp(&size(a)));
    found.difference = Some(Difference {
        step,
        phase,
        body: bodies.into_iter().next(),
        bodies: count,
    });
    Ok(found)
}

/// Lets a program play a recording and returns the table that it writes.
fn numbers(
    program: &Path,
    recording: &Path,
    folder: &Path,
    [option, steps]: [&str; 2],
) -> Result<String, String> {
    let table = folder.join("numbers.csv");
    // A program that wrote nothing must not pass off the table of another one.
    let _ = std::fs::remove_file(&table);
    let mut call = Command::new(program);
    call.arg("replay").arg(recording).arg(option).arg(&table);
    if !steps.is_empty() {
        call.args(["--every", "1", "--steps", steps]);
    }
    let failed = |what: String| {
        format!(
            "{} cannot play {}: {what}",
            shown(program),
            shown(recording)
        )
    };
    let ended = call.stdin(Stdio::null()).output();
    let ended = ended.map_err(|error| failed(error.to_string()))?;
    if !ended.status.success() {
        let said = String::from_utf8_lossy(&ended.stderr);
        let first = said
            .lines()
            .next()
            .unwrap_or("it gives no reason")
            .to_owned();
        return Err(failed(match ended.status.code() {
            Some(2) => format!("it does not know `replay {option}`: it is too old ({first})"),
            _ => first,
        }));
    }
    std::fs::read_to_string(&table).map_err(|error| failed(format!("it wrote no table: {error}")))
}

/// Returns a line of a table of places by the number of its body.
fn row(line: &str) -> Option<(&str, &str)> {
    Some((line.split(',').nth(2)?, line))
}

fn unreadable(program: &Path) -> String {
    format!("{}: its table cannot be read", shown(program))
}

/// Reads a line of both tables of places; the numbers follow the name, which may hold commas.
fn body_difference(a: &str, b: &str) -> Option<BodyDifference> {
    let numbers = |line: &str| -> Option<[f32; 13]> {
        let mut fields: Vec<f32> = Vec::new();
        for field in line.rsplit(',').take(13) {
            fields.push(field.parse().ok()?);
        }
        fields.reverse();
        fields.try_into().ok()
    };
    let (one, other) = (numbers(a)?, numbers(b)?);
    let distance = |from: usize| {
        let of = |all: &[f32; 13]| Vec3::new(all[from], all[from + 1], all[from + 2]);
        of(&one).distance(of(&other))
    };
    let turn = |all: &[f32; 13]| Quat::from_xyzw(all[3], all[4], all[5], all[6]);
    // The angle of unequal turns is too small for f32 near 0; the chord is not.
    let (p, q) = (turn(&one), turn(&other));
    let chord = (p - q).length().min((p + q).length());
    Some(BodyDifference {
        name: a
            .splitn(4, ',')
            .nth(3)?
            .rsplitn(14, ',')
            .nth(13)?
            .to_owned(),
        metres: distance(0),
        degrees: (2.0 * chord).to_degrees(),
        metres_per_second: distance(7),
        radians_per_second: distance(10),
    })
}

fn describe(found: &Found) -> String {
    let Found {
        recording,
        steps,
        difference,
        failure,
    } = found;
    if let Some(failure) = failure {
        return format!("{recording}: not compared: {failure}\n");
    }
    let Some(difference) = difference else {
        return format!("{recording}: equal for {steps} steps\n");
    };
    let seconds = difference.step as f32 * STEP_SECONDS;
    let mut text = format!(
        "{recording}: differs from step {} ({seconds:.3} s)",
        difference.step
    );
    if let Some(phase) = &difference.phase {
        text += &format!(", after its phase \"{phase}\"");
    }
    if let Some(body) = &difference.body {
        text += &format!(
            "; most: {}, by {:.3e} m, {:.3e} degrees, {:.3e} m/s and {:.3e} rad/s; {} bodies differ",
            body.name,
            body.metres,
            body.degrees,
            body.metres_per_second,
            body.radians_per_second,
            difference.bodies
        );
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_has_the_size_of_what_differs() {
        let line =
            |x: &str, turn: &str| format!("7,0.058333,2,\"a, b\",{x},2,3,{turn},0,0,1,4,5,6,7,8,9");
        let found = body_difference(&line("1", "0"), &line("1.5", "0")).unwrap();
        assert_eq!(
            (found.name.as_str(), found.metres, found.degrees),
            ("\"a, b\"", 0.5, 0.0)
        );
        assert_eq!(
            (found.metres_per_second, found.radians_per_second),
            (0.0, 0.0)
        );
        // A turn by the angle `2 asin(0.001)` about x: 0.1146 degrees.
        let found = body_difference(&line("1", "0"), &line("1", "0.001")).unwrap();
        assert!((found.degrees - 0.1146).abs() < 1e-3, "{}", found.degrees);
        assert!(body_difference("7,0.1,2,car", "7,0.1,2,car").is_none());
    }
}
