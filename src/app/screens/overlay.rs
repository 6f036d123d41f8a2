//! What lies over every screen: the legend of the views, messages, and what is wrong with a level.

use std::path::Path;

use glam::Vec2;
use macroquad::color::Color;

use dodgem_collide::query::{Stage, Stages};

use crate::app::input::Command;
use crate::app::render::lines::{LineLook, look_of};
use crate::app::screens::Canvas;
use crate::app::screens::hud::shorten;
use crate::app::ui::{Align, Ui, ink};
use crate::arena::Views;
use crate::console::counted;
use crate::game::Round;
use crate::level::{LevelError, Problem};

/// What the legend of the views takes of the screen's width, its margin included.
pub const LEGEND_ROOM: f32 = 320.0;
/// So many views are explained; the legend of more would be too high.
const MOST_EXPLAINED: usize = 2;
/// The switches of the views, in the order of their names.
const VIEW_COMMANDS: [Command; 8] = [
    Command::Wireframe,
    Command::Grid,
    Command::Tree,
    Command::Pieces,
    Command::Contacts,
    Command::Sweeps,
    Command::Velocities,
    Command::Budget,
];

/// Draws all of it.
pub fn draw(canvas: &Canvas<'_>) {
    if !canvas.state.views.is_empty() {
        draw_legend(canvas);
    }
    draw_message(canvas);
    draw_error(canvas);
}

/// What the lines mean, with the numbers of the last step.
fn draw_legend(canvas: &Canvas<'_>) {
    let ui = canvas.ui;
    let (state, sink) = (canvas.state, canvas.sink);
    let stats = state.session.round.arena().stats();
    let mut notes = vec![format!(
        "{}, {}, {} cut",
        counted(stats.pairs, "pair"),
        counted(stats.tests.len(), "sweep"),
        stats.cuts + stats.search_cuts
    )];
    notes.push(format!("work {} of {} units", stats.used, stats.budget));
    let most = state.session.busiest();
    notes.push(format!("up to {most} in the last second"));
    if stats.waiting > 0 {
        let lacks = stats.debt * 1000.0;
        notes.push(format!("{} wait, {lacks:.1} ms behind", stats.waiting));
    }
    notes.extend(engine_notes(&state.session.round));
    if state.views.tree {
        notes.push(format!(
            "tree level {} (0 is the root)",
            state.views.tree_level
        ));
    }
    if sink.left_out > 0 {
        notes.push(format!("{} lines left out", sink.left_out));
    }
    let heads = view_heads(canvas);
    let rows = heads.len() + sink.kinds.len() + notes.len();
    let height = 20.0 + 24.0 * rows as f32;
    let left = ui.size.x - LEGEND_ROOM;
    let at = Vec2::new(left, ui.size.y - canvas.foot_from(left) - 14.0 - height);
    ui.panel(at, Vec2::new(LEGEND_ROOM - 16.0, height), ink::SOLID);
    let mut y = at.y + 26.0;
    for (text, color) in heads {
        ui.text(&text, Vec2::new(at.x + 18.0, y), 17.0, color, Align::Left);
        y += 24.0;
    }
    for kind in &sink.kinds {
        let look = look_of(*kind);
        draw_sample(ui, &look, Vec2::new(at.x + 18.0, y - 6.0));
        ui.text(
            look.name,
            Vec2::new(at.x + 86.0, y),
            18.0,
            ink::CREAM,
            Align::Left,
        );
        y += 24.0;
    }
    for note in notes {
        ui.text(
            &note,
            Vec2::new(at.x + 18.0, y),
            17.0,
            ink::MINT,
            Align::Left,
        );
        y += 24.0;
    }
}

/// The views that are on, each with its key; what it shows, if there is room.
fn view_heads(canvas: &Canvas<'_>) -> Vec<(String, Color)> {
    let (ui, state) = (canvas.ui, canvas.state);
    let on = state.views.names_on();
    let mut heads = Vec::new();
    for ((name, about), command) in Views::NAMES.into_iter().zip(VIEW_COMMANDS) {
        if !on.contains(&name) {
            continue;
        }
        let key = state.settings.keys.shown(command);
        heads.push((format!("view {key}: {name}"), ink::GOLD));
        if on.len() <= MOST_EXPLAINED {
            // What `shot` alone understands comes after a semicolon.
            let about = about.split(';').next().unwrap_or_default();
            let lines = ui.wrap(about, 17.0, LEGEND_ROOM - 46.0);
            heads.extend(lines.into_iter().map(|line| (line, ink::GREY)));
        }
    }
    heads
}

/// Which stages of the queries may decide in this level, and which decided its impacts.
fn engine_notes(round: &Round) -> Vec<String> {
    let stages = round.arena().settings().stages;
    let may = match stages {
        Stages::ALL => "every stage may decide".to_owned(),
        Stages::TREES_ONLY => "only trees may decide".to_owned(),
        _ => format!(
            "{} of {} stages may decide",
            stages.iter().count(),
            Stage::COUNT
        ),
    };
    let impacts = round.decided().impacts;
    let decided = Stage::ALL.into_iter().filter_map(|stage| {
        let count = impacts.of(Some(stage));
        (count > 0).then(|| format!("{} by {}", counted(count as usize, "impact"), stage.name()))
    });
    let by_time = !round.arena().is_repeatable();
    let by_time = by_time.then(|| "timed: cannot be repeated".to_owned());
    [may].into_iter().chain(by_time).chain(decided).collect()
}

fn draw_sample(ui: &Ui, look: &LineLook, at: Vec2) {
    let [red, green, blue, _] = look.color;
    let color = Color::new(red, green, blue, 1.0);
    let length = 54.0;
    let dash = if look.dash == 0.0 {
        length
    } else {
        (look.dash * 28.0).clamp(3.0, 16.0)
    };
    let mut from = 0.0;
    while from < length {
        let to = (from + dash * 0.6).min(length);
        let to = if look.dash == 0.0 { length } else { to };
        ui.line(at + Vec2::X * from, at + Vec2::X * to, look.width, color);
        from += dash.max(1.0);
    }
    if look.cross {
        for side in [-7.0, 7.0] {
            let middle = at + Vec2::X * (length * 0.5);
            ui.line(
                middle - Vec2::new(7.0, side),
                middle + Vec2::new(7.0, side),
                look.width,
                color,
            );
        }
    }
}

/// A message is put beside the players' panels if this much of the screen's width is left, in units.
const LEAST_MESSAGE: f32 = 400.0;

fn draw_message(canvas: &Canvas<'_>) {
    let Some((text, left)) = &canvas.state.message else {
        return;
    };
    let ui = canvas.ui;
    let fade = (left * 2.0).min(1.0);
    // At the foot, where neither the time nor the results are; beside the players' panels if there is room.
    let beside = canvas.foot_reach;
    let room = ui.size.x - beside - 16.0;
    let is_beside = canvas.foot > 0.0 && room >= LEAST_MESSAGE;
    let width = if is_beside { room - 44.0 } else { 700.0 };
    let lines = ui.wrap(text, 20.0, width);
    let widest = lines
        .iter()
        .map(|line| ui.width(line, 20.0))
        .fold(0.0, f32::max);
    let size = Vec2::new(widest + 44.0, 20.0 + 27.0 * lines.len() as f32);
    let at = match is_beside {
        true => Vec2::new(beside, ui.size.y - size.y - 14.0),
        false => Vec2::new(
            (ui.size.x - size.x) * 0.5,
            ui.size.y - canvas.foot - size.y - 8.0,
        ),
    };
    ui.panel(at, size, ink::fade(ink::SOLID, fade));
    for (line, text) in lines.iter().enumerate() {
        let place = at + Vec2::new(24.0, 29.0 + 27.0 * line as f32);
        ui.text(text, place, 20.0, ink::fade(ink::CREAM, fade), Align::Left);
    }
}

/// Most lines of an error on screen.
const MOST_LINES: usize = 10;
/// The most characters of a level's line that fit.
const MOST_LETTERS: usize = 84;

/// A line of an error on screen.
enum ErrorRow {
    Text(String),
    /// A line of the level file, with the number of characters before the place that is meant.
    Excerpt(String, usize),
}

/// A problem as the screen has room for it: the file without its folders.
pub fn in_a_line(problem: &Problem) -> String {
    let mut problem = problem.clone();
    if let Some(name) = Path::new(&problem.path).file_name() {
        problem.path = name.to_string_lossy().into_owned();
    }
    problem.to_string()
}

/// What is wrong with a level, as far as it fits.
fn rows_of(ui: &Ui, error: &LevelError) -> Vec<ErrorRow> {
    let mut rows = Vec::new();
    let problems = error.problems();
    for (index, problem) in problems.iter().enumerate() {
        let lines = ui.wrap(&in_a_line(problem), 19.0, 860.0);
        if index > 0 && rows.len() + lines.len() + 2 > MOST_LINES {
            let left = problems.len() + error.more() - index;
            rows.push(ErrorRow::Text(format!("and {left} more")));
            return rows;
        }
        rows.extend(lines.into_iter().take(MOST_LINES - 2).map(ErrorRow::Text));
        if let Some(excerpt) = &problem.excerpt {
            let text = excerpt.text.trim_start();
            let blank = excerpt.text.chars().count() - text.chars().count();
            let caret = excerpt.caret.saturating_sub(blank);
            rows.push(ErrorRow::Excerpt(shorten(text, MOST_LETTERS), caret));
        }
    }
    rows
}

fn draw_error(canvas: &Canvas<'_>) {
    let Some(error) = &canvas.state.error else {
        return;
    };
    let ui = canvas.ui;
    let rows = rows_of(ui, error);
    let size = Vec2::new(920.0, 104.0 + 25.0 * rows.len() as f32);
    let at = Vec2::new((ui.size.x - size.x) * 0.5, ui.size.y - size.y - 112.0);
    ui.panel(at, size, ink::fade(ink::NIGHT, 0.96));
    ui.frame(at, size, 2.0, ink::CORAL);
    let title = "The level cannot be used. The last good one goes on.";
    ui.text(
        title,
        at + Vec2::new(26.0, 38.0),
        24.0,
        ink::CORAL,
        Align::Left,
    );
    for (line, row) in rows.iter().enumerate() {
        let place = at + Vec2::new(26.0, 70.0 + 25.0 * line as f32);
        match row {
            ErrorRow::Text(text) => {
                ui.text(text, place, 19.0, ink::CREAM, Align::Left);
            }
            ErrorRow::Excerpt(text, caret) => draw_excerpt(ui, place, text, *caret),
        }
    }
    let hint = "mend the file and save it   ·   Enter closes this";
    ui.text(
        hint,
        at + Vec2::new(26.0, size.y - 16.0),
        17.0,
        ink::GREY,
        Align::Left,
    );
}

/// A line of the level file, with a mark under the place that is meant.
fn draw_excerpt(ui: &Ui, place: Vec2, text: &str, caret: usize) {
    let place = place + Vec2::X * 22.0;
    ui.text(text, place, 17.0, ink::GREY, Align::Left);
    let before: String = text.chars().take(caret).collect();
    let tip = place + Vec2::new(ui.width(&before, 17.0) + 4.0, 2.0);
    let foot = Vec2::new(5.0, 7.0);
    let corners = [tip, tip + foot, tip + Vec2::new(-foot.x, foot.y)];
    ui.triangle(corners, ink::CORAL);
}
