//! The panel of an explanation: its stages, the words of the present one, and its figure.

use glam::Vec2;

use crate::app::area::Area;
use crate::app::input::{Command, KeyMap};
use crate::app::screens::why::list::{Which, first_of};
use crate::app::screens::why::shown::{Shown, Subject};
use crate::app::screens::why::{boxes, curve, tables, trees};
use crate::app::spots::Spot;
use crate::app::ui::{Align, Ui, ink};

/// Size of the letters and height of a line, in units.
const LETTERS: f32 = 16.0;
const LINE: f32 = 20.0;
/// The panel's share of the picture's width, and its limits in units.
const SHARE: f32 = 0.47;
const WIDE: [f32; 2] = [380.0, 640.0];
/// Space around the text, in units.
const AROUND: f32 = 14.0;
/// Height of the row of stages, in units.
const STAGES: f32 = 14.0;
/// The least height at which a figure is drawn, in units.
const LEAST_FIGURE: f32 = 60.0;

/// Draws the panel at the right side. Returns its left edge.
pub fn draw(ui: &Ui, shown: &Shown, keys: &KeyMap, which: Which) -> f32 {
    let wide = (ui.size.x * SHARE).clamp(WIDE[0], WIDE[1]);
    let corner = Vec2::new(ui.size.x - wide, 0.0);
    ui.panel(corner, Vec2::new(wide, ui.size.y), ink::SOLID);
    let room = wide - 2.0 * AROUND;
    let mut base = corner + Vec2::new(AROUND, 24.0);
    let title = ui.fitting(&shown.title(), LETTERS + 2.0, room);
    ui.bold(&title, base, LETTERS + 2.0, ink::GOLD, Align::Left);
    base.y += 10.0;
    draw_stages(ui, shown, base, room);
    base.y += STAGES + LINE + 2.0;
    let count = shown.sentences.len();
    let stage = format!("{} of {count}: {}", shown.at + 1, shown.stage());
    let taken = ui.text(&stage, base, LETTERS, ink::MINT, Align::Left);
    if let Some(words) = words_of_instant(shown) {
        // In large letters it takes a line of its own.
        if taken + ui.width(&words, LETTERS - 2.0) + AROUND > room {
            base.y += LINE;
        }
        let end = base + Vec2::X * room;
        ui.text(&words, end, LETTERS - 2.0, ink::GREY, Align::Right);
    }
    let text = shown.sentences.get(shown.at).map_or("", |one| &one.text);
    for line in ui.wrap(text, LETTERS, room) {
        base.y += LINE;
        ui.text(&line, base, LETTERS, ink::CREAM, Align::Left);
    }
    let foot = draw_keys(ui, keys, which, corner.x + AROUND, room);
    let figure = Area {
        low: base + Vec2::Y * 12.0,
        high: Vec2::new(base.x + room, foot - 6.0),
    };
    if figure.size().y >= LEAST_FIGURE {
        draw_figure(ui, shown, figure);
    }
    corner.x
}

/// Draws a box for each stage, which can be pressed: the present one is filled, the deciding one has a dot.
fn draw_stages(ui: &Ui, shown: &Shown, at: Vec2, room: f32) {
    let count = shown.sentences.len().max(1);
    let step = room / count as f32;
    let decided = shown.sweep().and_then(|sweep| sweep.decided_by);
    for (index, sentence) in shown.sentences.iter().enumerate() {
        let corner = at + Vec2::X * (step * index as f32);
        let size = Vec2::new(step - 3.0, STAGES);
        let under = ui.spot(Area::of(corner, size), Spot::Line(index));
        let color = match (index == shown.at, under) {
            (true, _) => ink::GOLD,
            (false, true) => ink::CREAM,
            (false, false) => ink::fade(ink::CREAM, 0.25),
        };
        ui.fill(corner, size, color);
        if decided.is_some_and(|stage| stage.name() == sentence.stage) {
            let middle = corner + size * 0.5;
            ui.fill(middle - 3.0, Vec2::splat(6.0), ink::CORAL);
        }
    }
}

/// The number of the instant within the advancement.
fn words_of_instant(shown: &Shown) -> Option<String> {
    let steps = &shown.sweep()?.advancement;
    if shown.stage() != "advancement" {
        return None;
    }
    let step = steps.get(shown.instant)?;
    let by = step.stage.map_or("the budget", |stage| stage.name());
    Some(format!(
        "instant {} of {}: {:.3} ms, by {by}",
        shown.instant + 1,
        steps.len(),
        step.time * 1000.0
    ))
}

/// Draws the keys at the foot. Returns the upper edge of their lines.
fn draw_keys(ui: &Ui, keys: &KeyMap, which: Which, left: f32, room: f32) -> f32 {
    let first = |command| first_of(keys.shown(command));
    let lines = [
        format!(
            "← → step  ·  ↑ ↓ stage  ·  {} list  ·  {} back to the round",
            first(Command::Confirm),
            first(Command::Why)
        ),
        format!(
            "{} {} previous, next crash of: {} ({} changes)",
            first(Command::StepBack),
            first(Command::SingleStep),
            which.name(),
            first(Command::LastCrash)
        ),
        "click two bodies: why did they not meet?  ·  WASD flies".to_owned(),
    ];
    let top = ui.size.y - 8.0 - 18.0 * lines.len() as f32;
    for (index, line) in lines.iter().enumerate() {
        let at = Vec2::new(left, top + 18.0 * (index as f32 + 0.8));
        let line = ui.fitting(line, LETTERS - 3.0, room);
        ui.text(&line, at, LETTERS - 3.0, ink::GREY, Align::Left);
    }
    top
}

fn draw_figure(ui: &Ui, shown: &Shown, area: Area) {
    match (&shown.subject, shown.stage()) {
        (Subject::Apart(miss), _) => curve::draw_miss(ui, area, miss, shown.at),
        (Subject::Met(found, _), "schedule" | "budget") => {
            tables::draw_schedule(ui, area, &found.schedule);
        }
        (Subject::Met(found, _), "broad phase") => {
            boxes::draw(ui, area, &found.broad, &found.bodies);
        }
        (Subject::Met(found, _), "velocities" | "momentum" | "energy") => {
            if let Some(balance) = &found.impact {
                tables::draw_balance(ui, area, (balance, &found.bodies), shown.scales());
            }
        }
        (Subject::Met(found, _), "whole step") => {
            tables::draw_step(ui, area, &found.whole_step);
        }
        (_, "tree" | "trees") => match shown.sweep().and_then(|sweep| sweep.descent.as_ref()) {
            Some(descent) => trees::draw(ui, area, descent, shown.nodes),
            None => draw_sweep(ui, shown, area),
        },
        _ => draw_sweep(ui, shown, area),
    }
}

fn draw_sweep(ui: &Ui, shown: &Shown, area: Area) {
    if let (Some(sweep), Some(instant)) = (shown.sweep(), shown.shown_instant()) {
        curve::draw_sweep(ui, area, sweep, instant);
    }
}

/// Draws a line of text in the middle, while the answer is worked out.
pub fn draw_waiting(ui: &Ui, text: &str) {
    let size = Vec2::new(ui.width(text, 20.0) + 48.0, 48.0);
    let at = (ui.size - size) * 0.5;
    ui.panel(at, size, ink::SOLID);
    let base = at + Vec2::new(24.0, 31.0);
    ui.text(text, base, 20.0, ink::CREAM, Align::Left);
}
