//! Tables of an explanation: momentum and energy before and after, their givers, and the budget.

use glam::{DVec3, Vec2};
use macroquad::color::Color;

use crate::app::area::Area;
use crate::app::screens::why::caption;
use crate::app::screens::why::shown::{CONTACTS, PIECES};
use crate::app::spots::Spot;
use crate::app::ui::{Align, Ui, ink};
use crate::game::explain::{
    Giver, ImpactBalance, NamedBody, ScheduleStage, StepBalance, SweepStage, numbers,
};

const LETTERS: f32 = 13.5;
const LINE: f32 = 18.0;
/// Up to this width, in units, a table has no decimals.
const NARROW: f32 = 450.0;

/// A row: its name, the values before and after, and the colour.
type Row = (String, String, String, Color);

/// Draws momentum and energy of an impact, with those who gave a part of the momentum. The scales are those of the
/// arrows in the scene: the largest velocity (m/s) and the impulse (N s).
pub fn draw_balance(
    ui: &Ui,
    area: Area,
    (balance, names): (&ImpactBalance, &[NamedBody; 2]),
    scales: Option<(f64, DVec3)>,
) {
    // The words about the arrows come first: of a long table the end may have no room.
    let words = scales.map_or(0.0, |(fastest, impulse)| {
        let text = format!(
            "arrows, 2 m long: {fastest:.1} m/s (grey before, gold after), {:.0} N s (red; green: its friction)",
            impulse.length()
        );
        caption::draw(ui, &text, area.low, area.size().x)
    });
    let area = Area {
        low: area.low + Vec2::Y * words,
        ..area
    };
    let vector = |v: DVec3| vector(v, area);
    let mut rows: Vec<Row> = vec![head("momentum, kg m/s: x, y, z")];
    let of = |row: usize| &balance.bodies[row];
    for (index, name) in names.iter().enumerate() {
        let (before, after) = (of(index).momentum_before, of(index).momentum_after);
        rows.push((name.name.clone(), vector(before), vector(after), ink::CREAM));
    }
    let sum = |pick: fn(&crate::game::explain::Change) -> DVec3| -> DVec3 {
        balance.bodies.iter().map(pick).sum()
    };
    let (before, after) = (
        sum(|one| one.momentum_before),
        sum(|one| one.momentum_after),
    );
    rows.push(("both".to_owned(), vector(before), vector(after), ink::GOLD));
    rows.extend(balance.givers.iter().map(|giver| given(giver, area)));
    let missing = match balance.conserves {
        true if balance.missing == DVec3::ZERO => "0".to_owned(),
        true => format!("{:.0e} (rounding)", balance.missing.length()),
        false => vector(balance.missing),
    };
    rows.push((
        "not given by anyone".to_owned(),
        String::new(),
        missing,
        ink::CORAL,
    ));
    rows.push(head("energy of motion, J"));
    for (index, name) in names.iter().enumerate() {
        let (before, after) = (of(index).energy_before, of(index).energy_after);
        rows.push((name.name.clone(), number(before), number(after), ink::CREAM));
    }
    let before: f64 = balance.bodies.iter().map(|one| one.energy_before).sum();
    let after = before + balance.energy;
    rows.push(("both".to_owned(), number(before), number(after), ink::GOLD));
    draw_rows(ui, area, &rows);
}

/// Draws momentum and energy of two bodies over a whole step.
pub fn draw_step(ui: &Ui, area: Area, balance: &StepBalance) {
    let vector = |v: DVec3| vector(v, area);
    let [before, after] = balance.momentum.map(vector);
    let mut rows: Vec<Row> = vec![
        head("momentum of both, kg m/s"),
        ("sum".to_owned(), before, after, ink::GOLD),
    ];
    rows.extend(balance.givers.iter().map(|giver| given(giver, area)));
    let rest = "grip, drag, friction, the rest".to_owned();
    rows.push((rest, String::new(), vector(balance.rest), ink::CORAL));
    rows.push(head("energy of motion, J"));
    let [before, after] = balance.energy.map(number);
    rows.push(("sum".to_owned(), before, after, ink::GOLD));
    draw_rows(ui, area, &rows);
}

/// Draws the work of the pair's sweeps and of all pairs as bars.
pub fn draw_schedule(ui: &Ui, area: Area, schedule: &ScheduleStage) {
    let mut bars: Vec<(String, u64, u64)> = Vec::new();
    for turn in &schedule.turns {
        if let Some(allowed) = turn.allowed {
            let name = format!("sweep {} of {}: {}", turn.place, schedule.of, turn.end);
            bars.push((name, turn.used, allowed));
        }
    }
    bars.push(("all pairs".to_owned(), schedule.used, schedule.budget));
    let mut at = area.low + Vec2::Y * LINE;
    for (name, used, of) in bars {
        if at.y + LINE * 1.6 > area.high.y {
            return;
        }
        let text = format!("{name}, {used} of {of} units");
        ui.text(&text, at, LETTERS, ink::CREAM, Align::Left);
        let share = used as f32 / of.max(1) as f32;
        let bar = Vec2::new(area.size().x, 10.0);
        ui.bar(at + Vec2::Y * 6.0, bar, share, ink::GOLD);
        at.y += LINE * 2.2;
    }
}

/// Draws a line for each tested pair of convex pieces, around the chosen one; a press chooses it.
pub fn draw_pieces(ui: &Ui, area: Area, sweep: &SweepStage, chosen: Option<usize>) {
    let lines = sweep.pieces.iter().map(|visit| {
        let ([a, b], [from, to]) = (visit.pieces, visit.interval.map(|time| time * 1000.0));
        let found = if visit.apart { "apart" } else { "advanced" };
        format!("pieces {a} and {b}: {found} from {from:.3} to {to:.3} ms")
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

fn head(text: &str) -> Row {
    let (before, after) = ("before".to_owned(), "after".to_owned());
    (text.to_owned(), before, after, ink::MINT)
}

fn given(giver: &Giver, area: Area) -> Row {
    let name = format!("given by {}", giver.name);
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
