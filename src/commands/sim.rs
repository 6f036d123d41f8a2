//! `dodgem sim`: plays a round without a window.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::Serialize;

use dodgem::game::seconds_of;
use dodgem::game::tape::{Recorder, Tape};
use dodgem::game::{
    CarScore, Difficulty, Flow, Pilot, PilotKind, Reading, Round, RoundOptions, RoundPhase, Score,
    Team,
};
use dodgem::level::{Level, Library, Mode, open};
use dodgem::monitor::{StepRow, check_table, csv, now, write_table};
use dodgem_collide::Counters;
use dodgem_collide::mesh::text::one_line;
use dodgem_collide::query::{Stage, StageCounts};
use dodgem_physics::{Decisions, PhaseTimes, QueryCounters, STEPS_PER_SECOND};

use super::exports::Exports;
use super::output::{Failure, print, print_json};
use super::timing::Spread;
use super::values::seconds;
use crate::commands::params::FREE_SECONDS;

/// Play a round without a window
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name or path of the level
    level: String,
    /// Length of the round in seconds; by default the level's, or 30 s in a level without a clock
    #[arg(long, value_parser = seconds)]
    seconds: Option<f32>,
    /// Seed of the round
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write a recording of the round here, for `replay` and `diff`
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Write a table here, a line for each step: times by phase, counters, energy, momentum
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    #[command(flatten)]
    exports: Exports,
    /// Driver of the player's car; by default the computer
    ///
    /// idle does nothing, hold holds full throttle, mash presses random keys; beginner, expert and
    /// master are scripted people; the others are the styles of the computer's drivers.
    #[arg(long, value_name = "WHO", value_parser = player())]
    player: Option<PilotKind>,
    /// Skill of the computer's drivers
    #[arg(long, default_value = Difficulty::default().word(), value_parser = difficulty())]
    difficulty: Difficulty,
    /// Play in two teams, in a level of points or crashes with four cars or more
    #[arg(long)]
    teams: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn player() -> impl TypedValueParser<Value = PilotKind> {
    PossibleValuesParser::new(PilotKind::ALL.map(PilotKind::word))
        .try_map(|word| PilotKind::of_word(&word).ok_or("no such driver"))
}

fn difficulty() -> impl TypedValueParser<Value = Difficulty> {
    PossibleValuesParser::new(Difficulty::ALL.map(Difficulty::word))
        .try_map(|word| Difficulty::of_word(&word).ok_or("no such difficulty"))
}

/// The result of a round. With the same level and seed, every call gives the same values, except for `ms`.
#[derive(Debug, Serialize)]
struct RoundReport {
    level: String,
    seed: u64,
    mode: Mode,
    /// The driver of the player's car; `None` for the computer, which drives all others.
    player: Option<&'static str>,
    difficulty: &'static str,
    /// Steps for which the round ran, after the countdown.
    steps: u64,
    seconds: f32,
    /// `None` where nothing is counted.
    score: Option<Score>,
    /// The totals of the two teams, the player's first; `None` without teams.
    #[serde(skip_serializing_if = "Option::is_none")]
    team_totals: Option<[u32; 2]>,
    impacts: u64,
    /// The counters of the level's triggers by name; left out without any.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    counters: BTreeMap<String, i32>,
    /// The readouts of the level at the end; left out without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    readouts: Vec<ReadoutReport>,
    /// The trouble that the triggers had; left out without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    trigger_trouble: Option<String>,
    /// True if the same call gives the same result: false if the level's budget is in real time.
    repeatable: bool,
    /// The hash of the round's state at the end, 16 hex digits.
    hash: String,
    /// The stages that decided the queries of the round; cuts are counted under `cut`.
    decided: Decisions,
    queries: QueryCounters,
    ms: PhaseSpreads,
    /// The liveliness of the round, once per second.
    flow: Vec<Flow>,
}

#[derive(Debug, Serialize)]
struct PhaseSpreads {
    step: Spread,
    drive: Spread,
    broad: Spread,
    contacts: Spread,
    solve: Spread,
    sweep: Spread,
    settle: Spread,
}

/// A readout of the level at the end of the round.
#[derive(Debug, Serialize)]
struct ReadoutReport {
    label: String,
    /// `None` where there is no value, such as the time of a hit that did not happen.
    value: Option<f64>,
    unit: &'static str,
    /// The value of the formula beside it.
    #[serde(skip_serializing_if = "Option::is_none")]
    formula: Option<f64>,
    /// The line of text.
    #[serde(skip)]
    line: String,
}

impl ReadoutReport {
    fn of(reading: &Reading) -> Self {
        let Reading { label, unit, .. } = reading;
        let formula = reading.formula.as_ref();
        let beside = formula.map_or(String::new(), |(text, value)| {
            let said = format!(", {} = {} {unit}", one_line(text), reading.number(*value));
            said.trim_end().to_owned()
        });
        ReadoutReport {
            label: label.clone(),
            value: reading.value,
            unit,
            formula: formula.and_then(|(_, value)| *value),
            line: format!(
                "{}{beside}\n",
                format!("{}: {} {unit}", one_line(label), reading.shown()).trim_end()
            ),
        }
    }
}

/// Plays the round and prints its result.
pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let report = play(arguments)?;
    match arguments.json {
        true => print_json(&report),
        false => print(&describe(&report)),
    }
}

fn play(arguments: &Arguments) -> Result<RoundReport, Failure> {
    let library = Library::standard();
    let (placed, _) = open(&library, &arguments.level).map_err(Failure::input)?;
    let level = Arc::clone(placed.scene.level());
    let free = (level.own_mode() == Mode::Free).then_some(FREE_SECONDS);
    let options = RoundOptions {
        seed: arguments.seed,
        humans: usize::from(arguments.player.is_some()),
        difficulty: arguments.difficulty,
        duration: arguments.seconds.or(free),
        teams: arguments.teams,
        ..RoundOptions::default()
    };
    if arguments.teams && !level.plays_in_teams(level.own_mode()) {
        return Err(no_teams(&level));
    }
    let mut round = Round::begin(placed, options);
    round.set_clock(Some(now));
    let mut pilot = match arguments.player {
        None => None,
        Some(kind) => Some(Pilot::new(kind, &round, 0).ok_or_else(|| no_player(&level))?),
    };
    let mut recorder = match &arguments.record {
        None => None,
        Some(path) => {
            // Checked before the round, which would otherwise be lost.
            Tape::check_output(path).map_err(Failure::input)?;
            Some(Recorder::new(&round, &library).map_err(Failure::input)?)
        }
    };
    if let Some(path) = &arguments.csv {
        // Checked before the round, which would otherwise be lost.
        check_table(path).map_err(Failure::input)?;
    }
    let mut exporter = arguments.exports.begin(&round)?;
    let (mut times, mut flow, mut rows) = (Vec::new(), Vec::new(), Vec::new());
    while round.phase() != RoundPhase::Over {
        let runs = matches!(round.phase(), RoundPhase::Running { .. });
        let controls = pilot.as_mut().map(|pilot| pilot.controls(&round));
        let controls = controls.as_slice();
        match &mut recorder {
            Some(recorder) => recorder.step(&mut round, controls),
            None => round.step(controls),
        }
        exporter.note(&round)?;
        if runs {
            times.push(round.arena().stats().times);
            if arguments.csv.is_some() {
                rows.push(StepRow::of(round.arena()));
            }
            if round.running_steps().is_multiple_of(STEPS_PER_FLOW) {
                flow.push(Flow::of(&round));
            }
        }
    }
    if let Some((recorder, path)) = recorder.zip(arguments.record.as_ref()) {
        recorder.tape().write(path).map_err(Failure::input)?;
    }
    if let Some(path) = &arguments.csv {
        write_table(path, csv(rows.iter()).as_bytes()).map_err(Failure::input)?;
    }
    exporter.write(&round)?;
    let steps = round.running_steps();
    Ok(RoundReport {
        level: arguments.level.clone(),
        seed: arguments.seed,
        mode: round.mode(),
        player: arguments.player.map(PilotKind::word),
        difficulty: arguments.difficulty.word(),
        steps,
        seconds: seconds_of(steps),
        score: round.counts().then(|| round.score().clone()),
        team_totals: round.score().team_totals(),
        impacts: round.impacts(),
        counters: counters_of(&round),
        readouts: round.readings().iter().map(ReadoutReport::of).collect(),
        trigger_trouble: round.trigger_trouble(),
        repeatable: round.arena().is_repeatable(),
        hash: format!("{:016x}", round.state_hash()),
        decided: *round.decided(),
        queries: *round.arena().totals(),
        ms: PhaseSpreads::of(&times),
        flow,
    })
}

/// Returns the counters of a round's triggers by name.
fn counters_of(round: &Round) -> BTreeMap<String, i32> {
    let counters = round.counters();
    counters
        .map(|(name, count)| (name.to_owned(), count))
        .collect()
}

/// The steps between two entries of `flow`: one second.
const STEPS_PER_FLOW: u64 = STEPS_PER_SECOND as u64;

pub(super) fn no_teams(level: &Level) -> Failure {
    let name = &level.name;
    Failure::Input(format!(
        "\"{name}\" cannot be played in two teams: they need points or crashes, and four cars or more; leave out --teams"
    ))
}

fn no_player(level: &Level) -> Failure {
    let name = &level.name;
    Failure::Input(format!(
        "\"{name}\" has no car for a player; leave out --player"
    ))
}

impl PhaseSpreads {
    fn of(times: &[PhaseTimes]) -> Self {
        let spread = |pick: fn(&PhaseTimes) -> std::time::Duration| {
            Spread::of(times.iter().map(pick).collect())
        };
        PhaseSpreads {
            step: spread(PhaseTimes::total),
            drive: spread(|times| times.forces),
            broad: spread(|times| times.broad_phase),
            contacts: spread(|times| times.contacts),
            solve: spread(|times| times.solver),
            sweep: spread(|times| times.continuous_collision),
            settle: spread(|times| times.islands),
        }
    }
}

fn describe(report: &RoundReport) -> String {
    let RoundReport {
        score, queries, ms, ..
    } = report;
    let line = |car: &CarScore| {
        let team = car
            .team
            .map_or(String::new(), |team| format!("{} ", team.mark()));
        format!(
            "  {:<16} {:>5} {:<10}  hits {:>3}, the hardest at {:.1} m/s\n",
            format!("{team}{}", car.name),
            car.tally.total,
            report.mode.unit(car.tally.total),
            car.tally.crashes,
            car.tally.hardest
        )
    };
    let table = |score: &Score| -> String {
        let lines = score.ranking().into_iter();
        lines.map(|car| line(&score.cars[car])).collect()
    };
    let cars = score.as_ref().map_or_else(String::new, table);
    let result = match score {
        Some(score) => format!(
            "score {} {}, place {}, ",
            score.total,
            report.mode.unit(score.total),
            score.place
        ),
        None => "nothing is counted, ".to_owned(),
    };
    let timed = match report.repeatable {
        true => "",
        false => "the budget is one of real time: this round cannot be repeated\n",
    };
    let trouble = report.trigger_trouble.iter();
    let trouble: String = trouble
        .map(|text| format!("{}\n", one_line(text)))
        .collect();
    let counters = report.counters.iter();
    let counters: String = counters
        .map(|(name, count)| format!("counter {}: {count}\n", one_line(name)))
        .collect();
    let readouts = report.readouts.iter();
    let readouts: String = readouts.map(|one| &one.line[..]).collect();
    let teams = report.team_totals.map_or_else(String::new, |totals| {
        let said = |(team, total): (Team, u32)| format!("{} {}: {total}", team.mark(), team.name());
        let teams = Team::ALL.into_iter().zip(totals).map(said);
        format!("{}\n", teams.collect::<Vec<_>>().join(", "))
    });
    format!(
        "{} with seed {}: {} steps, {:.2} s\n\
         {result}{} impacts, state hash {}\n{teams}{cars}\
         {}{}{}\
         {}{}{}{timed}{readouts}{counters}{trouble}\
         a step took {:.3} ms on average, {:.3} ms at 99 %, {:.3} ms at worst\n",
        one_line(&report.level),
        report.seed,
        report.steps,
        report.seconds,
        report.impacts,
        report.hash,
        counted("sweeps", &queries.sweeps),
        counted("searches for contacts", &queries.contacts),
        counted("rays", &queries.rays),
        decided("impacts", &report.decided.impacts),
        // The cheap stages answer most of them without a query.
        decided("questions about motion", &report.decided.sweeps),
        decided("questions about contacts", &report.decided.contacts),
        ms.step.mean,
        ms.step.p99,
        ms.step.worst,
    )
}

/// Returns the stages that decided, in order; stages that decided nothing are left out.
fn decided(name: &str, counts: &StageCounts) -> String {
    let stages = Stage::ALL.map(|stage| (stage.name(), counts.of(Some(stage))));
    let cut = [("cut", counts.of(None))];
    let parts = stages
        .into_iter()
        .chain(cut)
        .filter(|(_, count)| *count > 0);
    let parts: Vec<String> = parts
        .map(|(stage, count)| format!("{stage} {count}"))
        .collect();
    let all = stages_sum(counts);
    format!("{all} {name}, decided by: {}\n", parts.join(", "))
}

/// Returns the number of all decisions, cuts included.
fn stages_sum(counts: &StageCounts) -> u64 {
    let stages = Stage::ALL.into_iter().map(Some).chain([None]);
    stages.map(|stage| counts.of(stage)).sum()
}

fn counted(name: &str, counters: &Counters) -> String {
    format!(
        "{} {name}: {} volume tests, {} primitive tests, {} hits, {} cut\n",
        counters.queries,
        counters.volume_tests,
        counters.primitive_tests,
        counters.hits,
        counters.cuts,
    )
}
