//! `dodgem lab`: the methods of the sources on the same scenes, against the exact truth.

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use serde::Serialize;

use dodgem::storage::{self, Stored};
use dodgem_lab::experiment::{self, EXPERIMENTS, Experiment, Results, Size, Table};
use dodgem_lab::judge::{self, ForeignAnswer, Scenes};
use dodgem_lab::registry::{self, Method, Row};
use dodgem_lab::report::{self, Judged};
use dodgem_lab::scene::convex;

use crate::commands::output::{Failure, print, print_json, shown};

const EXPLAINED: &str = "\
Without a NAME, every method is judged and every experiment is run: a table tells how many answers were
wrong and how many operations a question took. The counts are the same on every machine.
A NAME of a method judges that method and times it; a NAME of an experiment runs it (--list has both).
To try another engine, write the scenes, let a program of yours write an answer a line, such as
  {\"index\": 0, \"hit\": true, \"distance\": 0.5}
and judge these lines with --answers.
docs/lab.md has the results.";

/// Try the collision methods of the sources, each on its own, against the exact truth
#[derive(Debug, Args)]
#[command(after_help = EXPLAINED)]
pub struct Arguments {
    /// A method or an experiment; all if none is named
    name: Option<String>,
    /// List the methods and the experiments
    #[arg(long, exclusive = true)]
    list: bool,
    /// A tenth of the scenes: some seconds in all
    #[arg(long)]
    quick: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Write tables (CSV), pictures (SVG) and everything (JSON) to a folder
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Write the page of results (docs/lab.md)
    #[arg(long, value_name = "FILE", conflicts_with = "name")]
    page: Option<PathBuf>,
    /// Write the pairs of convex bodies with their exact answers, as JSON lines
    #[arg(long, value_name = "FILE", conflicts_with_all = ["name", "answers", "out", "page"])]
    scenes: Option<PathBuf>,
    /// Judge the answers of another engine about these pairs, as JSON lines
    #[arg(long, value_name = "FILE", conflicts_with_all = ["name", "out", "page"])]
    answers: Option<PathBuf>,
}

/// The largest file of answers, in bytes: some thousand for each pair.
const ANSWER_BYTES: u64 = 32 << 20;

/// The file of everything in the folder of results.
const EVERYTHING: &str = "lab.json";

/// Everything that was found.
#[derive(Default, Serialize)]
struct Found {
    methods: Vec<Judged>,
    experiments: Results,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let size = if arguments.quick {
        Size::Quick
    } else {
        Size::Full
    };
    if arguments.list {
        return print(&report::list());
    }
    if let Some(file) = &arguments.scenes {
        check(file)?;
        return write(file, &convex::json_lines(&convex::mixed(size.pairs(), 1)));
    }
    if let Some(file) = &arguments.answers {
        return judge_answers(file, size);
    }
    let named = arguments.name.as_deref().map(named).transpose()?;
    // Checked before the work, which would otherwise be lost.
    if let Some(file) = &arguments.page {
        check(file)?;
    }
    if let Some(folder) = &arguments.out {
        fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
        check(&folder.join(EVERYTHING))?;
    }
    let found = match named {
        Some(named) => find(named, size, arguments.json)?,
        None => Found {
            methods: report::judge_all(size),
            experiments: all_experiments(size),
        },
    };
    if let Some(file) = &arguments.page {
        write(file, &report::page(&found.methods))?;
    }
    if let Some(folder) = &arguments.out {
        write_all(folder, &found)?;
    }
    if arguments.json {
        return print_json(&found);
    }
    tables(&found)
        .iter()
        .try_for_each(|table| print(&(report::text(table) + "\n")))
}

/// The work that a name on the command line stands for.
enum Named {
    Experiment(&'static Experiment),
    Method(&'static Row),
}

fn named(name: &str) -> Result<Named, Failure> {
    if let Some(experiment) = experiment::find(name) {
        return Ok(Named::Experiment(experiment));
    }
    if let Some(row) = registry::find(name) {
        return Ok(Named::Method(row));
    }
    let names = registry::ROWS.iter().map(|row| row.id);
    let names = names.chain(EXPERIMENTS.iter().map(|experiment| experiment.id));
    let nearest = names
        .max_by(|a, b| strsim::jaro_winkler(a, name).total_cmp(&strsim::jaro_winkler(b, name)));
    let name = dodgem_collide::mesh::text::one_line(name);
    let nearest = nearest.unwrap_or_default();
    Err(Failure::Call(format!(
        "the lab has no {name}; did you mean {nearest}? `dodgem lab --list` has all names"
    )))
}

fn find(named: Named, size: Size, json: bool) -> Result<Found, Failure> {
    let row = match named {
        Named::Method(row) => row,
        Named::Experiment(experiment) => {
            if !json {
                print(&format!("{}: {}\n\n", experiment.id, experiment.page))?;
            }
            return Ok(Found {
                experiments: (experiment.run)(size),
                ..Found::default()
            });
        }
    };
    if !json {
        return judge_row(row, size);
    }
    let scenes = Scenes::new(size.pairs());
    let judged = judge::judge(row, &scenes).map(|score| Judged { row, score });
    Ok(Found {
        methods: judged.into_iter().collect(),
        ..Found::default()
    })
}

/// Judges one method and prints the time of a question.
fn judge_row(row: &'static Row, size: Size) -> Result<Found, Failure> {
    if let Method::Mentioned(reason) = row.method {
        print(&format!("{} is only mentioned: {reason}\n", row.id))?;
        return Ok(Found::default());
    }
    print(&format!("{}: {}\n", row.id, row.about))?;
    print(&format!("source {}; {}\n", row.source, row.paper))?;
    let scenes = Scenes::new(size.pairs());
    let mut times = Vec::new();
    let mut score = None;
    for _ in 0..5 {
        let begin = Instant::now();
        score = judge::judge(row, &scenes);
        times.push(begin.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    let Some(score) = score else {
        return Ok(Found::default());
    };
    let micros = 1e6 * times[times.len() / 2] / score.asked as f64;
    print(&format!(
        "{micros:.2} microseconds a question, judge included (median of five runs)\n\n"
    ))?;
    Ok(Found {
        methods: vec![Judged { row, score }],
        ..Found::default()
    })
}

fn all_experiments(size: Size) -> Results {
    let mut all = Results::default();
    for experiment in EXPERIMENTS {
        let results = (experiment.run)(size);
        all.tables.extend(results.tables);
        all.curves.extend(results.curves);
    }
    all
}

fn judge_answers(file: &Path, size: Size) -> Result<(), Failure> {
    let bytes = match storage::read(file, ANSWER_BYTES).map_err(|error| failed(file, error))? {
        Stored::Bytes(bytes) => bytes,
        Stored::Missing => return Err(failed(file, "there is no such file")),
        Stored::TooLarge => {
            let most = ANSWER_BYTES >> 20;
            return Err(failed(file, format!("the file is larger than {most} MiB")));
        }
    };
    let text = String::from_utf8(bytes).map_err(|error| failed(file, error))?;
    let mut answers = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let answer: ForeignAnswer = serde_json::from_str(line)
            .map_err(|error| Failure::Input(format!("{}:{}: {error}", shown(file), number + 1)))?;
        answers.push(answer);
    }
    let score = judge::foreign(&answers, &convex::mixed(size.pairs(), 1));
    print_json(&score)?;
    match score.faults() {
        faults if faults.is_empty() => Ok(()),
        faults => Err(failed(file, faults.join("; "))),
    }
}

fn tables(found: &Found) -> Vec<Table> {
    let mut tables = Vec::new();
    if !found.methods.is_empty() {
        tables.push(report::judged_table(&found.methods));
    }
    tables.extend(found.experiments.tables.iter().cloned());
    tables
}

fn write(file: &Path, text: &str) -> Result<(), Failure> {
    storage::write_output(file, text.as_bytes()).map_err(|error| failed(file, error))
}

fn check(file: &Path) -> Result<(), Failure> {
    storage::check_output(file).map_err(|error| failed(file, error))
}

fn failed(path: &Path, reason: impl Display) -> Failure {
    Failure::Input(format!("{}: {reason}", shown(path)))
}

fn write_all(folder: &Path, found: &Found) -> Result<(), Failure> {
    let name = |title: &str, ending: &str| {
        let words = title.split(|c: char| !c.is_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        folder.join(format!("{}.{ending}", words.join("-").to_lowercase()))
    };
    for table in tables(found) {
        write(&name(&table.title, "csv"), &report::csv(&table))?;
    }
    for curves in &found.experiments.curves {
        write(&name(&curves.title, "svg"), &report::svg(curves))?;
    }
    let json = serde_json::to_string_pretty(found).map_err(Failure::input)?;
    write(&folder.join(EVERYTHING), &(json + "\n"))
}
