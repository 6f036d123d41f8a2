//! Results as text, Markdown, CSV, JSON and SVG.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde::Serialize;

use crate::experiment::{Curves, EXPERIMENTS, Size, Table};
use crate::judge::{Scenes, Score, judge};
use crate::methods::{self, METHODS};
use crate::registry::{Method, ROWS, Row};

/// A method with its score.
#[derive(Clone, Debug, Serialize)]
pub struct Judged {
    /// The method.
    pub row: &'static Row,
    /// Its score.
    pub score: Score,
}

/// Judges all methods that are not only mentioned.
pub fn judge_all(size: Size) -> Vec<Judged> {
    let scenes = Scenes::new(size.pairs());
    let judged = ROWS.iter().filter_map(|row| {
        let score = judge(row, &scenes)?;
        Some(Judged { row, score })
    });
    judged.collect()
}

/// The list of all methods and experiments.
pub fn list() -> String {
    let mut text = String::new();
    for row in ROWS {
        let about = match row.method {
            Method::Mentioned(reason) => format!("mentioned only: {reason}"),
            _ => row.about.to_owned(),
        };
        let _ = writeln!(
            text,
            "{:20} {:12} {about}\n{:34}source {}",
            row.id,
            row.stage.name(),
            "",
            row.source
        );
        if !row.limits.is_empty() {
            let _ = writeln!(text, "{:34}limit: {}", "", row.limits_in_words());
        }
    }
    let mut stage = "";
    for method in METHODS {
        if method.stage != stage {
            stage = method.stage;
            let _ = writeln!(text, "\nmethods of the sources, {stage}:");
        }
        let _ = writeln!(text, "{:50} {}", method.name, method.rows.join(", "));
        if !method.engine.is_empty() {
            let _ = writeln!(text, "{:50} engine: {}", "", method.engine);
        }
    }
    let _ = writeln!(text, "\n{}\n", methods::summary());
    for experiment in EXPERIMENTS {
        let _ = writeln!(
            text,
            "{:20} {:12} {}",
            experiment.id, "experiment", experiment.about
        );
    }
    text
}

/// The table of the judge: one row per method.
pub fn judged_table(judged: &[Judged]) -> Table {
    let columns = [
        "method",
        "source",
        "questions",
        "wrong",
        "operations per question",
        "limits",
    ];
    let rows = judged.iter().map(|Judged { row, score }| {
        vec![
            row.id.to_owned(),
            row.source.to_owned(),
            score.asked.to_string(),
            wrong(score).to_string(),
            operations(score),
            row.limits_in_words(),
        ]
    });
    Table {
        title: "all methods against the truth".to_owned(),
        columns: columns.map(String::from).into(),
        rows: rows.collect(),
    }
}

/// All wrong answers.
fn wrong(score: &Score) -> u64 {
    score.missed + score.false_hits + score.touching_missed + score.partial
}

/// The counts by which methods are compared, with their names. Iterations are left out: what they do is counted.
fn counts(score: &Score) -> Vec<(&'static str, u64)> {
    let ops = score.ops.named().into_iter().skip(1);
    ops.chain([("loose", score.loose)]).collect()
}

/// A mean per question; empty for none.
fn mean(score: &Score, count: u64) -> String {
    let mean = score.per_question(count);
    match count {
        0 => String::new(),
        // Rare events keep their digits.
        _ if mean < 0.1 => format!("{mean:.3}"),
        _ => format!("{mean:.1}"),
    }
}

/// The mean counts per question that are not zero.
fn operations(score: &Score) -> String {
    let counts = counts(score).into_iter().filter(|(_, count)| *count > 0);
    let text = counts.map(|(name, count)| format!("{} {name}", mean(score, count)));
    text.collect::<Vec<_>>().join(", ")
}

/// The wrong answers and the mean counts of the methods of one stage.
fn stage_table(judged: &[&Judged]) -> Table {
    let all = judged.iter().flat_map(|judged| counts(&judged.score));
    let used: BTreeSet<&str> = all.filter(|(_, n)| *n > 0).map(|(name, _)| name).collect();
    let is_used = |name: &str| used.contains(name);
    let first = judged.first().map(|judged| counts(&judged.score));
    let names = first.into_iter().flatten().map(|(name, _)| name);
    let columns = ["method", "wrong"].into_iter();
    let columns = columns.chain(names.filter(|name| is_used(name)));
    let rows = judged.iter().map(|Judged { row, score }| {
        let counts = counts(score).into_iter();
        let counts = counts.filter(|(name, _)| is_used(name));
        let mut cells = vec![row.id.to_owned(), wrong(score).to_string()];
        cells.extend(counts.map(|(_, count)| mean(score, count)));
        cells.push(row.limits_in_words());
        cells
    });
    Table {
        title: String::new(),
        columns: columns.chain(["limits"]).map(String::from).collect(),
        rows: rows.collect(),
    }
}

/// A table as text with aligned columns.
pub fn text(table: &Table) -> String {
    let all = || std::iter::once(&table.columns).chain(&table.rows);
    let width = |i: usize| all().map(|row| row[i].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..table.columns.len()).map(width).collect();
    let mut text = format!("{}\n", table.title);
    for row in all() {
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .map(|(cell, &width)| format!("{cell:width$}"))
            .collect();
        let _ = writeln!(text, "  {}", cells.join("  ").trim_end());
    }
    text
}

/// A table in Markdown.
pub fn markdown(table: &Table) -> String {
    // Without blanks: the page has a limit of words, and each bar alone would be one.
    let line = |cells: &[String]| format!("|{}|\n", cells.join("|"));
    let mut text = line(&table.columns);
    text += &format!("|{}\n", "---|".repeat(table.columns.len()));
    for row in &table.rows {
        text += &line(row);
    }
    text
}

/// A table as comma-separated values.
pub fn csv(table: &Table) -> String {
    let cell = |cell: &String| {
        let quoted = cell.contains([',', '"', '\n']);
        if quoted {
            format!("\"{}\"", cell.replace('"', "\"\""))
        } else {
            cell.clone()
        }
    };
    let all = std::iter::once(&table.columns).chain(&table.rows);
    let lines = all.map(|row| row.iter().map(cell).collect::<Vec<_>>().join(",") + "\n");
    lines.collect()
}

/// The size of a picture, and of its margins (px).
const PICTURE: [f64; 2] = [800.0, 480.0];
const MARGINS: [f64; 4] = [70.0, 200.0, 40.0, 50.0];

/// Curves as a picture with logarithmic axes.
pub fn svg(curves: &Curves) -> String {
    let points = || curves.curves.iter().flat_map(|(_, points)| points);
    let range = |axis: usize| {
        let values = points().map(|p| p[axis].max(1e-12).log10());
        let range = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| {
            (l.min(v), h.max(v))
        });
        if range.0 < range.1 {
            range
        } else {
            (range.0 - 1.0, range.0 + 1.0)
        }
    };
    let [left, right, top, bottom] = MARGINS;
    let place = |p: &[f64; 2]| {
        let part = |axis: usize| {
            let (low, high) = range(axis);
            (p[axis].max(1e-12).log10() - low) / (high - low)
        };
        let x = left + part(0) * (PICTURE[0] - left - right);
        let y = PICTURE[1] - bottom - part(1) * (PICTURE[1] - top - bottom);
        (x, y)
    };
    let [width, height] = PICTURE;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"{left}\" y=\"20\" font-size=\"14\">{}</text>\n\
         <text x=\"{left}\" y=\"{}\">{} (logarithmic)</text>\n\
         <text x=\"15\" y=\"{}\" transform=\"rotate(-90 15 {})\">{} (logarithmic)</text>\n",
        curves.title,
        height - 10.0,
        curves.axes[0],
        height - bottom,
        height - bottom,
        curves.axes[1],
    );
    for axis in 0..2 {
        let (low, high) = range(axis);
        for power in low.ceil() as i32..=high.floor() as i32 {
            let mut at = [10.0_f64.powi(power); 2];
            at[1 - axis] = 10.0_f64.powf(range(1 - axis).0);
            let (x, y) = place(&at);
            let (x, y) = if axis == 0 {
                (x, y + 14.0)
            } else {
                (x - 30.0, y)
            };
            let _ = writeln!(
                text,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"#666\">1e{power}</text>"
            );
        }
    }
    for (i, (name, points)) in curves.curves.iter().enumerate() {
        // Colours that stay apart: the golden angle on the colour wheel.
        let color = format!("hsl({},70%,40%)", (i * 137) % 360);
        let places: Vec<String> = points
            .iter()
            .map(place)
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        let _ = writeln!(
            text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\"/>\n\
             <text x=\"{}\" y=\"{}\" fill=\"{color}\">{name}</text>",
            places.join(" "),
            width - right + 10.0,
            top + 14.0 * i as f64,
        );
    }
    text + "</svg>\n"
}

/// The head of the page of results.
const PAGE: &str = "\
# The lab

`dodgem lab --quick --page docs/lab.md` writes this page; a test compares it. Each method is a file in
`crates/lab/src/`, in plain f64, judged against the exact truth: i128 decides pairs with integer corners. Wrong
answers are allowed only where a limit explains them. Numbers are means per question; *loose* are volumes that overlap
though their contents are apart. `dodgem lab --list` has the sources.

To add a method, write a file with a `ROW` and name it in `crates/lab/src/registry.rs`. To try another engine,
`dodgem lab --scenes FILE` writes pairs and answers as JSON lines, and `dodgem lab --answers FILE` judges lines
such as `{\"index\": 0, \"hit\": true, \"distance\": 0.5}`.

";

/// The page `docs/lab.md`.
pub fn page(judged: &[Judged]) -> String {
    let mut text = PAGE.to_owned();
    for stage in judged.chunk_by(|a, b| a.row.stage == b.row.stage) {
        let table = stage_table(&stage.iter().collect::<Vec<_>>());
        text += &format!(
            "**{}**\n\n{}\n",
            stage[0].row.stage.name(),
            markdown(&table)
        );
    }
    let mentioned = ROWS
        .iter()
        .filter(|row| matches!(row.method, Method::Mentioned(_)));
    let names: Vec<&str> = mentioned.map(|row| row.id).collect();
    text += &format!(
        "{}. Only mentioned: {}.\n",
        methods::summary(),
        names.join(", ")
    );
    text
}
