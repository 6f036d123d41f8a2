//! Tables of an explanation: momentum and energy before and after, their givers, and the budget.

use std::fmt::Display;

use glam::{DVec3, Vec2};
use macroquad::color::Color;

use crate::app::area::Area;
use crate::app::params::explanation::shown::{CONTACTS, PIECES};
use crate::app::params::explanation::tables::{LETTERS, LINE, NARROW};
use crate::app::screens::why::caption;
use crate::app::spots::Spot;
use crate::app::ui::{Align, Ui, ink};
use crate::app::words::{WhyWords, Words, fill};
use crate::game::explain::{
    Giver, ImpactBalance, NamedBody, ScheduleStage, StepBalance, SweepStage, numbers,
};

/// A row: its name, the values before and after, and the colour.
type Row = (String, String, String, Color);

/// Draws momentum and energy of an impact, with the sources of a part of the momentum. The scales are those of the
/// arrows in the scene: the largest velocity (m/s) and the impulse (N s).
pub fn draw_balance(
    (ui, all): (&Ui, &Words),
    area: Area,
    (balance, names): (&ImpactBalance, &[NamedBody; 2]),
    scales: Option<(f64, DVec3)>,
) {
    // The words about the arrows come first: of a long table the end may have no room.
    let words = &all.why;
    let about = scales.map_or(0.0, |(fastest, impulse)| {
        let (speed, impulse) = (number(fastest), format!("{:.0}", impulse.length()));
        let text = fill(words.arrows, &[("speed", &speed), ("impulse", &impulse)]);
        caption::draw(ui, &text, area.low, area.size().x)
    });
    let area = Area {
        low: area.low + Vec2::Y * about,
        ..area
    };
    let vector = |v: DVec3| vector(v, area);
    let mut rows: Vec<Row> = vec![head(words, words.momentum)];
    let label = |body: &NamedBody| all.views.names.label(&body.name);
    let of = |row: usize| &balance.bodies[row];
    for (index, name) in names.iter().enumerate() {
        let (before, after) = (of(index).momentum_before, of(index).momentum_after);
        rows.push((label(name), vector(before), vector(after), ink::CREAM));
    }
    let sum = |pick: fn(&crate::game::explain::Change) -> DVec3| -> DVec3 {
        balance.bodies.iter().map(pick).sum()
    };
    let (before, after) = (
        sum(|one| one.momentum_before),
        sum(|one| one.momentum_after),
    );
    rows.push((
        words.both.to_owned(),
        vector(before),
        vector(after),
        ink::GOLD,
    ));
    rows.extend(balance.givers.iter().map(|giver| given(giver, area, all)));
    let missing = match balance.conserves {
        true if balance.missing == DVec3::ZERO => "0".to_owned(),
        true => {
            let missing = format!("{:.0e}", balance.missing.length());
            fill(words.rounding, &[("missing", &missing)])
        }
        false => vector(balance.missing),
    };
    rows.push((
        words.not_given.to_owned(),
        String::new(),
        missing,
        ink::CORAL,
    ));
    rows.push(head(words, words.energy));
    for (index, name) in names.iter().enumerate() {
        let (before, after) = (of(index).energy_before, of(index).energy_after);
        rows.push((label(name), number(before), number(after), ink::CREAM));
    }
    let before: f64 = balance.bodies.iter().map(|one| one.energy_before).sum();
    let after = before + balance.energy;
    rows.push((
        words.both.to_owned(),
        number(before),
        number(after),
        ink::GOLD,
    ));
    draw_rows(ui, area, &rows);
}

/// Draws momentum and energy of two bodies over a whole step.
pub fn draw_step((ui, all): (&Ui, &Words), area: Area, balance: &StepBalance) {
    let words = &all.why;
    let vector = |v: DVec3| vector(v, area);
    let [before, after] = balance.momentum.map(vector);
    let mut rows: Vec<Row> = vec![
        head(words, words.momentum_both),
        (words.sum.to_owned(), before, after, ink::GOLD),
    ];
    rows.extend(balance.givers.iter().map(|giver| given(giver, area, all)));
    let rest = words.rest.to_owned();
    rows.push((rest, String::new(), vector(balance.rest), ink::CORAL));
    rows.push(head(words, words.energy));
    let [before, after] = balance.energy.map(number);
    rows.push((words.sum.to_owned(), before, after, ink::GOLD));
    draw_rows(ui, area, &rows);
}

/// Draws the work of the pair's sweeps and of all pairs as bars.
pub fn draw_schedule(ui: &Ui, area: Area, schedule: &ScheduleStage, words: &WhyWords) {
    let mut bars: Vec<(String, u64, u64)> = Vec::new();
    for turn in &schedule.turns {
        if let Some(allowed) = turn.allowed {
            let end = match turn.end {
                "Clear" => words.end_clear,
                "Meets" => words.end_meets,
                _ => words.end_cut,
            };
            let parts: [(&str, &dyn Display); 3] = [
                ("place", &turn.place),
                ("count", &schedule.of),
                ("end", &end),
            ];
            let name = fill(words.sweep_of, &parts);
            bars.push((name, turn.used, allowed));
        }
    }
    bars.push((words.all_pairs.to_owned(), schedule.used, schedule.budget));
    let mut at = area.low + Vec2::Y * LINE;
    for (name, used, of) in bars {
        if at.y + LINE * 1.6 > area.high.y {
            return;
        }
        let parts: [(&str, &dyn Display); 3] = [("name", &name), ("used", &used), ("of", &of)];
        let text = fill(words.units, &parts);
        ui.text(&text, at, LETTERS, ink::CREAM, Align::Left);
        let share = used as f32 / of.max(1) as f32;
        let bar = Vec2::new(area.size().x, 10.0);
        ui.bar(at + Vec2::Y * 6.0, bar, share, ink::GOLD);
        at.y += LINE * 2.2;
    }
}

/// Draws a line for each tested pair of convex pieces, around the chosen one; a press chooses it.
pub fn draw_pieces(
    ui: &Ui,
    area: Area,
    (sweep, words): (&SweepStage, &WhyWords),
    chosen: Option<usize>,
) {
    let lines = sweep.pieces.iter().map(|visit| {
        let ([a, b], [from, to]) = (visit.pieces, visit.interval.map(|time| time * 1000.0));
        let text = match visit.apart {
            true => words.pieces_apart,
            false => words.pieces_advanced,
        };
        let [from, to] = [from, to].map(|ms| format!("{ms:.3}"));
        let parts: [(&str, &dyn Display); 4] = [("a", &a), ("b", &b), ("from", &from), ("to", &to)];
        fill(text, &parts)
    });
    draw_list(ui, area, lines.collect(), (PIECES, chosen));
}

/// Draws a line for each contact; a press chooses it.
pub fn draw_contacts(ui: &Ui, area: Area, lines: Vec<String>, chosen: Option<usize>) {
    draw_list(ui, area, lines, (CONTACTS, chosen));
}

/// Draws numbered lines of which one is chosen. If there is no room for all, the chosen one is among the shown.
fn draw_list(ui: &Ui, area: Area, lines: Vec<String>, (spots, chosen): (usize, Option<usize>)) {
    let room = (area.size().y / LINE) as usize;
    let first = chosen.map_or(0, |at| (at + 1).saturating_sub(room.max(1)));
    for (row, (index, line)) in (lines.iter().enumerate().skip(first).take(room)).enumerate() {
        let at = area.low + Vec2::Y * (LINE * row as f32);
        let box_of_line = Area::of(at, Vec2::new(area.size().x, LINE));
        let under = ui.spot(box_of_line, Spot::Line(spots + index));
        let color = match (chosen == Some(index), under) {
            (true, _) => ink::GOLD,
            (false, true) => ink::CREAM,
            (false, false) => ink::GREY,
        };
        let mark = if chosen == Some(index) { "▶ " } else { "" };
        let text = format!("{mark}{}. {line}", index + 1);
        let text = ui.fitting(&text, LETTERS, area.size().x);
        ui.text(
            &text,
            at + Vec2::Y * (LINE - 4.0),
            LETTERS,
            color,
            Align::Left,
        );
    }
}

fn head(words: &WhyWords, text: &str) -> Row {
    let (before, after) = (words.before.to_owned(), words.after.to_owned());
    (text.to_owned(), before, after, ink::MINT)
}

fn given(giver: &Giver, area: Area, words: &Words) -> Row {
    let name = (words.explain.balance).giver(&giver.by, &words.views.names);
    let name = fill(words.why.given, &[("name", &name)]);
    (name, String::new(), vector(giver.momentum, area), ink::MINT)
}

/// Draws rows as far as there is room.
fn draw_rows(ui: &Ui, area: Area, rows: &[Row]) {
    let ends = [0.64, 1.0].map(|share| area.low.x + area.size().x * share);
    let mut base = area.low;
    for (name, before, after, color) in rows {
        if base.y + LINE > area.high.y {
            break;
        }
        base.y += LINE;
        for (text, x) in [(before, ends[0]), (after, ends[1])] {
            ui.text(text, Vec2::new(x, base.y), LETTERS, *color, Align::Right);
        }
        let next = if before.is_empty() { after } else { before };
        let end = if before.is_empty() { ends[1] } else { ends[0] };
        let room = end - area.low.x - ui.width(next, LETTERS) - 8.0;
        let name = ui.fitting(name, LETTERS, room);
        ui.text(&name, base, LETTERS, *color, Align::Left);
    }
}

/// Formats a vector for a table in that area: in a narrow one without decimals.
fn vector(v: DVec3, area: Area) -> String {
    numbers(v, usize::from(area.size().x > NARROW))
}

fn number(value: f64) -> String {
    format!("{value:.1}")
}
