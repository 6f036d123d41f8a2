//! The panel of the engine's numbers: times by phase with curves over ten seconds, counters, memory, energy and
//! momentum.

use std::fmt::Display;
use std::time::Duration;

use glam::Vec2;
use macroquad::color::Color;

use crate::app::area::Area;
use crate::app::input::Command;
use crate::app::params::screens::numbers::{AT, EDGE, LETTERS, MARGIN, SMALL, STEP, WIDE};
use crate::app::screens::Canvas;
use crate::app::ui::{Align, Ui, ink};
use crate::app::words::{NumberWords, fill};
use crate::arena::Focus;
use crate::console::rounded;
use crate::game::seconds_of;
use crate::monitor::{Curve, StepRow, Summary};

/// The right ends of the four numbers, and the left end and width of the curve, in units.
const ENDS: [f32; 4] = [220.0, 274.0, 328.0, 382.0];
const CURVE: (f32, f32) = (394.0, 100.0);

/// A quantity with a curve: name, function of a step's row, and number of decimals.
type Quantity = (fn(&NumberWords) -> &'static str, Curve, usize);

const TIMES: [Quantity; 7] = [
    (|words| words.step, |row| ms(row, 0), 3),
    (|words| words.forces, |row| ms(row, 1), 3),
    (|words| words.broad_phase, |row| ms(row, 2), 3),
    (|words| words.contacts, |row| ms(row, 3), 3),
    (|words| words.solver, |row| ms(row, 4), 3),
    (|words| words.continuous, |row| ms(row, 5), 3),
    (|words| words.islands, |row| ms(row, 6), 3),
];
const COUNTS: [Quantity; 7] = [
    (|words| words.pairs, |row| row.pairs as f64, 0),
    (|words| words.sweeps, |row| row.sweeps as f64, 0),
    (|words| words.searches, |row| row.searches as f64, 0),
    (|words| words.held, |row| row.contacts as f64, 0),
    (|words| words.cuts, |row| row.cuts as f64, 0),
    (|words| words.work, |row| row.work as f64, 0),
    (|words| words.energy, |row| row.energy / 1000.0, 1),
];

fn ms(row: &StepRow, lap: usize) -> f64 {
    row.laps()[lap].as_secs_f64() * 1000.0
}

/// Draws the panel, if it is on, in the text size of the round as far as it has room.
pub fn draw(canvas: &Canvas<'_>) {
    if !canvas.state.display.numbers {
        return;
    }
    let lines = lines(canvas);
    let room = WIDE - 2.0 * MARGIN;
    let wrapped = lines
        .iter()
        .flat_map(|line| canvas.ui.wrap(line, LETTERS, room));
    let lines: Vec<String> = wrapped.collect();
    // A head row, and the rows of both tables with their own heads.
    let rows = 3 + TIMES.len() + COUNTS.len() + lines.len();
    let size = Vec2::new(WIDE, STEP * (rows as f32 + 1.0));
    let fits = (canvas.ui.size.y - 2.0 * EDGE) / size.y;
    let times = canvas.letters().min(fits).max(1.0);
    canvas.enlarged(times, |canvas| draw_panel(canvas, size, &lines));
}

fn draw_panel(canvas: &Canvas<'_>, size: Vec2, lines: &[String]) {
    let state = canvas.state;
    let corner = Vec2::new(AT.x, canvas.ui.below_head(AT.x, AT.y, size));
    let ui = &canvas.ui.part(Area::of(corner, size));
    let canvas = &Canvas { ui, ..*canvas };
    ui.panel(Vec2::ZERO, size, ink::SOLID);
    let keys = state.settings.key_names();
    let words = &state.settings.words().numbers;
    let history = &state.session.monitor.history;
    let key = keys.shown(Command::Numbers);
    let head = match history.rows().len() {
        0 => fill(words.no_data, &[("key", &key)]),
        steps => fill(
            words.last,
            &[
                ("key", &key),
                ("seconds", &format!("{:.1}", seconds_of(steps as u64))),
                ("save", &keys.shown(Command::SaveNumbers)),
            ],
        ),
    };
    let mut y = 26.0;
    ui.text(&head, Vec2::new(16.0, y), LETTERS, ink::GOLD, Align::Left);
    y += STEP;
    let timed = history.rows().any(|row| row.times.total() > Duration::ZERO);
    head_row(
        ui,
        words,
        if timed {
            words.by_phase
        } else {
            words.from_next
        },
        y,
    );
    for row in TIMES {
        y += STEP;
        draw_row(canvas, row, y, ink::MINT);
    }
    y += STEP;
    head_row(ui, words, words.per_step, y);
    for row in COUNTS {
        y += STEP;
        draw_row(canvas, row, y, ink::GOLD);
    }
    for line in lines {
        y += STEP;
        ui.text(line, Vec2::new(MARGIN, y), LETTERS, ink::CREAM, Align::Left);
    }
}

/// The lines below the tables.
fn lines(canvas: &Canvas<'_>) -> Vec<String> {
    let state = canvas.state;
    let words = &state.settings.words().numbers;
    let mut lines = vec![words.curves.to_owned()];
    if let Some(last) = state.session.monitor.history.last() {
        let [x, up, z] = last.momentum;
        let size = (x * x + up * up + z * z).sqrt();
        let [size, x, up, z] = [size, x, up, z].map(|part| rounded(part as f32, 0));
        lines.push(words.all_bodies.to_owned());
        let parts: [(&str, &dyn Display); 4] = [("size", &size), ("x", &x), ("up", &up), ("z", &z)];
        lines.push(fill(words.momentum, &parts));
        lines.push(fill(
            words.asleep,
            &[("asleep", &last.asleep), ("waiting", &last.waiting)],
        ));
    }
    lines.push(memory(canvas));
    lines.extend(focus(canvas));
    if state.display.magnifies {
        lines.push(words.close.to_owned());
    }
    lines
}

fn head_row(ui: &Ui, words: &NumberWords, name: &str, y: f32) {
    ui.text(name, Vec2::new(16.0, y), LETTERS, ink::GREY, Align::Left);
    for (end, word) in ENDS
        .into_iter()
        .zip([words.now, words.mean, "99 %", words.worst])
    {
        let at = Vec2::new(end, y);
        ui.text(word, at, LETTERS, ink::GREY, Align::Right);
    }
    let (left, right) = (Vec2::new(CURVE.0, y), Vec2::new(CURVE.0 + CURVE.1, y));
    ui.text("-10 s", left, SMALL, ink::GREY, Align::Left);
    ui.text(
        "-5 s",
        (left + right) * 0.5,
        SMALL,
        ink::GREY,
        Align::Center,
    );
    ui.text(words.now, right, SMALL, ink::GREY, Align::Right);
}

fn draw_row(canvas: &Canvas<'_>, (name, of, digits): Quantity, y: f32, color: Color) {
    let ui = canvas.ui;
    let name = name(&canvas.state.settings.words().numbers);
    let history = &canvas.state.session.monitor.history;
    let Summary {
        now,
        mean,
        p99,
        worst,
    } = history.summary(of);
    ui.text(name, Vec2::new(24.0, y), LETTERS, ink::CREAM, Align::Left);
    for (column, value) in [now, mean, p99, worst].into_iter().enumerate() {
        let at = Vec2::new(ENDS[column], y);
        // The mean of counts has a fraction.
        let digits = if column == 1 { digits.max(1) } else { digits };
        ui.text(&fitting(value, digits), at, LETTERS, color, Align::Right);
    }
    draw_curve(ui, &history.curve(of, CURVE.1 as usize / 2), y, color);
}

/// Formats a number for its column: from 100 on with at most one decimal, from 10 000 on in thousands.
fn fitting(value: f64, digits: usize) -> String {
    let digits = match value.abs() {
        size if size < 99.95 => digits,
        size if size < 999.95 => digits.min(1),
        _ => 0,
    };
    match value.abs() < 9999.5 {
        true => format!("{value:.digits$}"),
        false => format!("{:.0} k", value / 1000.0),
    }
}

/// Draws a curve from 0, or the smallest value if that is negative, up to the largest value.
fn draw_curve(ui: &Ui, values: &[Option<f64>], y: f32, color: Color) {
    let low = Vec2::new(CURVE.0, y - STEP + 5.0);
    let size = Vec2::new(CURVE.1, STEP - 3.0);
    ui.fill(low, size, ink::fade(ink::GREY, 0.16));
    // The axes: time along the foot, with a tick for each 2.5 s.
    let foot = low + Vec2::Y * size.y;
    ui.line(foot, low + size, 1.0, ink::GREY);
    ui.line(low, foot, 1.0, ink::GREY);
    for tick in 1..=4 {
        let at = foot + Vec2::X * (size.x * tick as f32 / 4.0);
        ui.line(at, at - Vec2::Y * 3.0, 1.0, ink::GREY);
    }
    let known = || values.iter().flatten().copied();
    let least = known().fold(0.0, f64::min);
    let most = known().fold(least + 1e-9, f64::max);
    let place = |index: usize, value: f64| {
        let along = index as f32 / (values.len().max(2) - 1) as f32;
        let up = ((value - least) / (most - least)) as f32;
        low + size * Vec2::new(along, 1.0 - up)
    };
    for index in 1..values.len() {
        if let (Some(a), Some(b)) = (values[index - 1], values[index]) {
            ui.line(place(index - 1, a), place(index, b), 1.5, color);
        }
    }
}

/// The memory of the models and of the program.
fn memory(canvas: &Canvas<'_>) -> String {
    let mut seen: Vec<*const dodgem_collide::Model> = Vec::new();
    let mut bytes = 0;
    for actor in canvas.state.session.round.arena().actors() {
        let model = std::sync::Arc::as_ptr(&actor.model);
        if !seen.contains(&model) {
            seen.push(model);
            bytes += actor.model.memory().total();
        }
    }
    let words = &canvas.state.settings.words().numbers;
    let size = format!("{:.0}", bytes as f64 / 1000.0);
    let text = if seen.len() == 1 {
        words.memory_one
    } else {
        words.memory
    };
    let models = fill(text, &[("count", &seen.len()), ("size", &size)]);
    match crate::monitor::resident_bytes() {
        Some(all) => {
            let size = format!("{:.0}", all as f64 / 1e6);
            fill(words.program, &[("models", &models), ("size", &size)])
        }
        None => models,
    }
}

/// Speed, height, mass and energy of the bodies in focus.
fn focus(canvas: &Canvas<'_>) -> Vec<String> {
    let arena = canvas.state.session.round.arena();
    let words = canvas.state.settings.words();
    let bodies = canvas
        .state
        .display
        .views
        .focus
        .iter()
        .flat_map(Focus::bodies);
    bodies
        .map(|id| {
            let actor = arena.actor(id);
            let body = &arena.world()[actor.body];
            let spin = actor.angular_velocity.length().to_degrees();
            fill(
                words.numbers.body,
                &[
                    ("name", &words.views.names.label(&actor.name)),
                    ("speed", &format!("{:.2}", actor.velocity.length())),
                    ("spin", &format!("{spin:.0}")),
                    ("up", &rounded(actor.pose.translation().y, 2)),
                    ("mass", &format!("{:.0}", actor.mass)),
                    ("energy", &format!("{:.0}", body.kinetic_energy())),
                ],
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::fitting;

    #[test]
    fn large_numbers_are_told_in_thousands() {
        let told = [
            (12.345, 2),
            (142.0916, 3),
            (2317.4, 1),
            (9999.4, 0),
            (53651.3, 1),
            (-262_311.0, 0),
        ];
        let told = told.map(|(value, digits)| fitting(value, digits));
        assert_eq!(told, ["12.35", "142.1", "2317", "9999", "54 k", "-262 k"]);
    }
}
