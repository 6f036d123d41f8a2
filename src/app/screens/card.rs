//! The card of a scene with a question: title and question, its readouts as large numbers, and what to press
//! and to change. The trails of readouts and the numbers at their bodies are drawn in the scene.

use std::fmt::Display;

use glam::{Vec2, Vec3};
use macroquad::color::Color;

use crate::app::area::Room;
use crate::app::params::screens::card::{
    FORMULA_LINES, GAP, INSIDE, LABEL, MANY, MARGIN, MOST_PLATES, MOST_RISE, NUMBER, PLATE,
    QUESTION, SMALL, SMALL_STEP, STEP, TITLE, UNIT, WIDE,
};
use crate::app::screens::key_words::with_keys;
use crate::app::screens::{Canvas, overlay};
use crate::app::ui::{Align, Ui, ink};
use crate::app::words::fill;
use crate::game::Reading;
use crate::level::Mode;

/// A line of the card.
enum Line {
    Text(String, f32, Color),
    Readout {
        label: String,
        number: String,
        unit: &'static str,
        /// The formula with its value, in lines.
        beside: Vec<String>,
    },
}

impl Line {
    fn height(&self, many: bool) -> f32 {
        match self {
            Line::Text(_, size, _) => size * 1.3,
            Line::Readout { beside, .. } => {
                let formula = SMALL_STEP * beside.len() as f32;
                formula + if many { STEP * 0.75 } else { STEP }
            }
        }
    }
}

/// Draws the card, if the scene has a question.
pub fn draw(canvas: &Canvas<'_>) {
    let round = &canvas.state.session.round;
    let card = round.scene().card();
    if card.is_empty() || round.mode() != Mode::Free || canvas.state.display.numbers {
        return;
    }
    let ui = canvas.ui;
    let wide = WIDE.min(ui.size.x * 0.45);
    let right = overlay::room(canvas).within.high.x - MARGIN;
    let at_left = right - wide;
    let readings = round.readings();
    let many = readings.len() > MANY;
    let top = ui.below_head(at_left, MARGIN, Vec2::new(wide, 1.0));
    let most = ui.size.y - top - MARGIN;
    let lines = fitting(canvas, &readings, wide - 2.0 * INSIDE, (most, many));
    let size = Vec2::new(wide, height(&lines, many));
    let at = Vec2::new(at_left, top);
    ui.panel(at, size, ink::PANEL);
    let mut y = at.y + INSIDE * 0.5;
    for line in &lines {
        draw_line(
            ui,
            line,
            Vec2::new(at.x + INSIDE, y),
            wide - 2.0 * INSIDE,
            many,
        );
        y += line.height(many);
    }
}

fn height(lines: &[Line], many: bool) -> f32 {
    let sum: f32 = lines.iter().map(|line| line.height(many)).sum();
    sum + INSIDE
}

/// The lines that fit into that height: first without the words of what to do, then with fewer readouts.
fn fitting(
    canvas: &Canvas<'_>,
    readings: &[Reading],
    wide: f32,
    (most, many): (f32, bool),
) -> Vec<Line> {
    let mut lines = head(canvas, wide);
    lines.extend(
        readings
            .iter()
            .map(|reading| line_of(canvas, reading, wide)),
    );
    let foot = foot(canvas, wide);
    if height(&lines, many) + height(&foot, many) - INSIDE <= most {
        lines.extend(foot);
        return lines;
    }
    let mut left = 0;
    while height(&lines, many) > most && lines.len() > 1 {
        lines.truncate(lines.len() - 1 - usize::from(left > 0));
        left += 1;
        let text = canvas.state.settings.words().looking.more;
        let text = fill(text, &[("count", &left)]);
        lines.push(Line::Text(text, LABEL, ink::GREY));
    }
    lines
}

/// Title and question.
fn head(canvas: &Canvas<'_>, wide: f32) -> Vec<Line> {
    let session = canvas.state.session;
    let name = canvas.ui.fitting(&session.level.name, TITLE, wide);
    let mut lines = vec![Line::Text(name, TITLE, ink::GOLD)];
    let question = &session.round.scene().card().question;
    let wrapped = canvas.ui.wrap(question, QUESTION, wide).into_iter();
    lines.extend(wrapped.map(|text| Line::Text(text, QUESTION, ink::CREAM)));
    lines
}

/// The words of what to press and to change.
fn foot(canvas: &Canvas<'_>, wide: f32) -> Vec<Line> {
    let card = canvas.state.session.round.scene().card();
    let words = &canvas.state.settings.words().looking;
    let press = with_keys(canvas.state, 0, &card.press);
    let mut lines = Vec::new();
    let change = with_keys(canvas.state, 0, words.change);
    for (word, text, color) in [
        (words.press, press, ink::MINT),
        (&change, card.change.clone(), ink::GREY),
    ] {
        if !text.is_empty() {
            if lines.is_empty() {
                lines.push(Line::Text(String::new(), GAP, color));
            }
            let text = fill(word, &[("text", &text)]);
            let wrapped = canvas.ui.wrap(&text, SMALL + 1.0, wide).into_iter();
            lines.extend(wrapped.map(|text| Line::Text(text, SMALL + 1.0, color)));
        }
    }
    lines
}

fn line_of(canvas: &Canvas<'_>, reading: &Reading, wide: f32) -> Line {
    let ui = canvas.ui;
    let beside = reading.formula.as_ref().map(|(text, value)| {
        // The value comes first, because a very long formula is cut off.
        let value = format!("{} {}", reading.number(*value), reading.unit);
        let words = &canvas.state.settings.words().looking;
        let parts: [(&str, &dyn Display); 2] = [("value", &value.trim_end()), ("formula", text)];
        let text = fill(words.computed, &parts);
        let lines = ui.wrap(&text, SMALL, wide).into_iter();
        lines.take(FORMULA_LINES).collect()
    });
    let beside = beside.unwrap_or_default();
    Line::Readout {
        label: reading.label.clone(),
        number: reading.shown(),
        unit: reading.unit,
        beside,
    }
}

/// Draws a line whose upper left corner is at `at`.
fn draw_line(ui: &Ui, line: &Line, at: Vec2, wide: f32, many: bool) {
    match line {
        Line::Text(text, size, color) => {
            ui.text(text, at + Vec2::Y * *size, *size, *color, Align::Left);
        }
        Line::Readout {
            label,
            number,
            unit,
            beside,
        } => {
            let size = if many { NUMBER * 0.75 } else { NUMBER };
            let base = at + Vec2::Y * (size * 0.95);
            let unit_wide = ui.width(unit, LABEL).max(UNIT);
            let end = base + Vec2::X * (wide - unit_wide - 6.0);
            let taken = ui.text(number, end, size, ink::CREAM, Align::Right);
            let at_unit = end + Vec2::X * 6.0;
            ui.text(unit, at_unit, LABEL, ink::CREAM, Align::Left);
            let room = wide - unit_wide - taken - 16.0;
            let label = ui.fitting(label, LABEL, room);
            ui.text(&label, base, LABEL, ink::CREAM, Align::Left);
            for (line, text) in beside.iter().enumerate() {
                let text = ui.fitting(text, SMALL, wide);
                let base = base + Vec2::Y * (SMALL_STEP * (line + 1) as f32);
                ui.text(&text, base, SMALL, ink::MINT, Align::Left);
            }
        }
    }
}

/// Draws the first readout of each body beside it, and the trails.
pub fn draw_in_scene(canvas: &Canvas<'_>, room: &mut Room) {
    let session = canvas.state.session;
    let round = &session.round;
    if round.mode() != Mode::Free || round.scene().card().readouts.is_empty() {
        return;
    }
    draw_trails(canvas);
    if canvas.has_views() {
        // Its own labels need the room.
        return;
    }
    let mut told = Vec::new();
    for reading in round.readings() {
        let Some(body) = reading.body.filter(|body| !told.contains(body)) else {
            continue;
        };
        told.push(body);
        if told.len() > MOST_PLATES || round.arena().actor(body).is_gone() {
            continue;
        }
        let actor = round.arena().actor(body);
        let place = session.drawn_pose(body).translation();
        let over = place + Vec3::Y * (actor.radius.min(MOST_RISE) + 0.15);
        let Some((at, _)) = canvas.view().project(over, canvas.ui.size) else {
            continue;
        };
        let text = format!("{} {}", reading.shown(), reading.unit);
        draw_plate(canvas, text.trim_end(), at, room);
    }
}

fn draw_plate(canvas: &Canvas<'_>, text: &str, at: Vec2, room: &mut Room) {
    let ui = canvas.ui;
    let half = Vec2::new(ui.width(text, PLATE) * 0.5 + 6.0, PLATE * 0.62);
    let places = (0..4).map(|step| at - Vec2::Y * (half.y * (1.0 + 2.1 * step as f32)));
    let Some(place) = room.take(half, places) else {
        return;
    };
    ui.fill(place - half, half * 2.0, ink::fade(ink::NIGHT, 0.7));
    let base = place + Vec2::Y * (PLATE * 0.36);
    ui.text(text, base, PLATE, ink::CREAM, Align::Center);
}

fn draw_trails(canvas: &Canvas<'_>) {
    let ui = canvas.ui;
    let seen = |place: &Vec3| canvas.view().project(*place, ui.size).map(|(at, _)| at);
    for trail in canvas.state.session.round.trails() {
        let path: Vec<Option<Vec2>> = trail.path.iter().map(seen).collect();
        for pair in path.windows(2) {
            if let [Some(from), Some(to)] = pair {
                ui.line(*from, *to, 2.0, ink::GOLD);
            }
        }
        for at in trail.hits.iter().filter_map(seen) {
            for arm in [Vec2::new(6.0, 6.0), Vec2::new(6.0, -6.0)] {
                ui.line(at - arm, at + arm, 2.5, ink::CORAL);
            }
        }
    }
}
