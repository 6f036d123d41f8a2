//! The legend of the debug views: the views that are on, the meaning of their lines, and numbers of the last step.

mod samples;

use glam::Vec2;

use dodgem_collide::DebugKind;
use dodgem_collide::query::Stage;

use crate::app::area::{Area, Room};
use crate::app::input::{Command, VIEW_COMMANDS};
use crate::app::render::lines::Drawn;
use crate::app::render::looks::look_of;
use crate::app::screens::Canvas;
use crate::app::screens::cost_bars::{draw_bar, draw_heat, rows_of_budget};
use crate::app::screens::legend::samples::draw_sample;
use crate::app::screens::legend_row::Row;
use crate::app::ui::{Align, Ui, ink};
use crate::arena::{ActorId, View};
use crate::game::Round;

/// The width of a legend of one column with sentences and without, and its distance from the right edge, in
/// units; the room ends a little closer to the edge.
const WIDE: f32 = 484.0;
const WIDTH: f32 = 304.0;
const MARGIN: f32 = 12.0;
/// The width of a column's texts if there are several columns: three fit side by side.
const NARROW: f32 = 380.0;
/// The indents of a kind's name (right of its sample line) and of an explaining sentence, in units.
const SAMPLE: f32 = 60.0;
const INDENT: f32 = 14.0;
/// The horizontal margin of a column, and the sum of the vertical margins, in units.
const LEFT: f32 = 16.0;
const AROUND: f32 = 20.0;
/// The letter size for breaking texts into lines, and how much smaller sentences are.
const LETTERS: f32 = 14.0;
const SMALLER: f32 = 1.0;
/// Largest number of views with explanations; more would make the legend too high.
const MOST_EXPLAINED: usize = 1;
/// Largest number of views whose lines and numbers are listed.
const MOST_LISTED: usize = 3;
/// Usual number of line kinds in a view. Kinds come and go between steps, and the legend should not jump
/// between one column and two.
const KINDS_OF_A_VIEW: usize = 3;

/// A layout of the legend's rows.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Set {
    columns: usize,
    /// Distance between rows, and letter size, in units.
    step: f32,
    letters: f32,
}

/// The possible layouts, the most readable first.
const SETS: [Set; 4] = [
    set(1, 18.0, 15.0),
    set(1, 17.0, 14.0),
    set(2, 17.0, 14.0),
    set(3, 17.0, 14.0),
];

const fn set(columns: usize, step: f32, letters: f32) -> Set {
    Set {
        columns,
        step,
        letters,
    }
}

impl Set {
    fn rows_of_a_column(&self, rows: usize) -> usize {
        rows.div_ceil(self.columns)
    }

    /// The size of a legend with that many rows; `widest` is the width of the widest.
    fn size(&self, rows: usize, widest: f32) -> Vec2 {
        let height = AROUND + self.step * self.rows_of_a_column(rows) as f32;
        let columns = self.columns as f32;
        let width = columns * (widest + LEFT) + LEFT;
        match self.columns {
            // A minimum width, so that it does not jump when a number gets longer.
            1 if widest + 2.0 * LEFT <= WIDTH => Vec2::new(WIDTH, height),
            1 => Vec2::new(WIDE.max(width), height),
            _ => Vec2::new(width, height),
        }
    }
}

impl Row {
    fn width(&self, ui: &Ui, letters: f32) -> f32 {
        match self {
            Row::Text(text, _) => ui.width(text, letters),
            Row::About(text) => INDENT + ui.width(text, letters - SMALLER),
            Row::Kind(look, about) => {
                SAMPLE
                    + ui.width(&format!("{}  ", look.name), letters)
                    + ui.width(about, letters - SMALLER)
            }
            Row::Bar(_) => WIDE - 2.0 * LEFT,
            Row::Heat { .. } => NARROW,
        }
    }
}

/// A placed legend.
pub struct Legend {
    rows: Vec<Row>,
    set: Set,
    /// The width of a column, in units.
    column: f32,
    at: Vec2,
    size: Vec2,
}

impl Legend {
    /// Lays out the legend of the views that are on, at the right, where all of it fits.
    pub fn new(canvas: &Canvas<'_>, room: &Room) -> Self {
        let rows = rows(canvas);
        let kinds: usize = canvas
            .sink
            .views
            .iter()
            .map(|drawn| drawn.kinds.len())
            .sum();
        let on = canvas.sink.views.len();
        let usual = match on > MOST_LISTED {
            true => rows.len(),
            false => rows.len() + (KINDS_OF_A_VIEW * on).saturating_sub(kinds),
        };
        let widest = |letters: f32| {
            let widths = rows.iter().map(|row| row.width(canvas.ui, letters));
            widths.fold(0.0, f32::max).ceil()
        };
        let right = room.within.high.x - MARGIN;
        let (set, at, size) = place(rows.len(), usual, widest, right, room);
        Self {
            column: (size.x - LEFT) / set.columns as f32,
            rows,
            set,
            at,
            size,
        }
    }

    /// The area that it covers.
    pub fn area(&self) -> Area {
        Area::of(self.at, self.size)
    }

    /// Draws the legend.
    pub fn draw(&self, canvas: &Canvas<'_>) {
        let ui = canvas.ui;
        ui.panel(self.at, self.size, ink::SOLID);
        let high = self.set.rows_of_a_column(self.rows.len());
        let letters = self.set.letters;
        for (index, row) in self.rows.iter().enumerate() {
            let (column, line) = (index / high, index % high);
            let left = self.at.x + LEFT + self.column * column as f32;
            let y = self.at.y + AROUND * 0.5 + self.set.step * (line as f32 + 0.5);
            let base = Vec2::new(left, y + letters * 0.36);
            let wide = self.column - LEFT;
            match row {
                Row::Text(text, color) => {
                    ui.text(text, base, letters, *color, Align::Left);
                }
                Row::About(text) => {
                    let base = base + Vec2::X * INDENT;
                    ui.text(text, base, letters - SMALLER, ink::GREY, Align::Left);
                }
                Row::Kind(look, about) => {
                    draw_sample(ui, look, Vec2::new(left, y));
                    let base = base + Vec2::X * SAMPLE;
                    let name = format!("{}  ", look.name);
                    let wide = ui.text(&name, base, letters, ink::CREAM, Align::Left);
                    let base = base + Vec2::X * wide;
                    ui.text(about, base, letters - SMALLER, ink::GREY, Align::Left);
                }
                Row::Bar(bar) => draw_bar(ui, bar, Vec2::new(left, y), wide, letters),
                Row::Heat { palette, of, most } => {
                    draw_heat(ui, (*palette, of, *most), Vec2::new(left, y), letters);
                }
            }
        }
    }
}

/// Chooses layout, position and size for that many rows: the first layout with room for the usual number of
/// rows, at the right edge and as high as possible, because the cars drive lower in the picture.
fn place(
    rows: usize,
    usual: usize,
    widest: impl Fn(f32) -> f32,
    right: f32,
    room: &Room,
) -> (Set, Vec2, Vec2) {
    let placed = SETS.into_iter().find_map(|set| {
        let most = set.size(rows.max(usual), widest(set.letters));
        let left = right - most.x;
        room.highest(left, most)?;
        let size = set.size(rows, widest(set.letters));
        let top = room.highest(left, size)?;
        Some((set, Vec2::new(left, top), size))
    });
    placed.unwrap_or_else(|| {
        // No layout fits: the smallest one is placed inside the picture, over other things.
        let [.., set] = SETS;
        let size = set.size(rows, widest(set.letters));
        let corner = Vec2::new(right, room.within.high.y) - size;
        let corner = corner.max(room.within.low);
        (set, corner, size)
    })
}

/// The rows of the legend: for each view its name and key, its lines, and its numbers, with explanations if
/// there is room.
fn rows(canvas: &Canvas<'_>) -> Vec<Row> {
    let (state, sink) = (canvas.state, canvas.sink);
    let explains = sink.views.len() <= MOST_EXPLAINED && !canvas.is_split();
    let mut rows = Vec::new();
    if let Some(focus) = &state.display.views.focus {
        let names = focus.bodies().into_iter();
        let names: Vec<String> = names
            .map(|id| name_with_number(&state.session.round, id))
            .collect();
        let text = format!("in focus (white rings): {}", names.join(" and "));
        let wide = if explains { WIDE - 2.0 * LEFT } else { NARROW };
        let lines = canvas.ui.wrap(&text, LETTERS, wide).into_iter();
        rows.extend(lines.map(|line| Row::Text(line, ink::CREAM)));
    }
    // The lists of many views would cover the scene.
    let names = sink.views.len() > MOST_LISTED;
    for drawn in &sink.views {
        match names {
            true => rows.push(title_of(canvas, drawn.view)),
            false => rows_of_view(canvas, drawn, explains, &mut rows),
        }
    }
    if sink.left_out > 0 {
        let text = format!("{} lines left out: too many to be drawn", sink.left_out);
        rows.push(Row::Text(text, ink::CORAL));
    }
    let keys = |command| state.settings.keys.shown(command);
    rows.push(match explains {
        true => Row::Text(
            format!(
                "focus: {} pointer, {} last crash, {} nearest; {} magnifier",
                keys(Command::Point),
                keys(Command::LastCrash),
                keys(Command::NearestPair),
                keys(Command::Magnify)
            ),
            ink::CREAM,
        ),
        false if names => Row::Text("turn views off to see explanations".to_owned(), ink::GREY),
        false if canvas.is_split() => {
            let text = "explanations: without split screen";
            Row::Text(text.to_owned(), ink::GREY)
        }
        false => Row::Text("one view alone shows explanations".to_owned(), ink::GREY),
    });
    rows
}

/// The name of a view with its key.
fn title_of(canvas: &Canvas<'_>, view: View) -> Row {
    let keys = &canvas.state.settings.keys;
    let key = keys.shown(VIEW_COMMANDS[view as usize]);
    Row::Text(format!("view {key}: {}", view.title().0), ink::GOLD)
}

/// The name of a body; for a car with the number on its plates.
fn name_with_number(round: &Round, id: ActorId) -> String {
    match round.cars().iter().find(|car| car.actor == id) {
        Some(car) => format!("{}, number {}", car.name, car.number),
        None => round.arena().actor(id).name.to_string(),
    }
}

fn rows_of_view(canvas: &Canvas<'_>, drawn: &Drawn, explains: bool, rows: &mut Vec<Row>) {
    let (ui, state, palette) = (canvas.ui, canvas.state, canvas.sink.palette());
    let wide = match explains {
        true => WIDE - 2.0 * LEFT,
        false => NARROW,
    };
    let wrapped = |text: &str, indent: f32| {
        let letters = if indent > 0.0 {
            LETTERS - SMALLER
        } else {
            LETTERS
        };
        ui.wrap(text, letters, wide - indent)
    };
    let round = &state.session.round;
    rows.push(title_of(canvas, drawn.view));
    if explains {
        let about = round.arena().view_about(drawn.view);
        rows.extend(wrapped(about, INDENT).into_iter().map(Row::About));
    }
    if drawn.kinds.iter().all(|kind| *kind == DebugKind::Focus) {
        let text = round
            .arena()
            .nothing_to_show(drawn.view, &state.display.views);
        let lines = wrapped(text, 0.0).into_iter();
        rows.extend(lines.map(|line| Row::Text(line, ink::CREAM)));
    }
    if drawn.crowded {
        let text = match state.display.views.focus {
            None => "a crowd: only the nearest are drawn in full; focus a body to see its own",
            Some(_) => "a crowd: only the nearest are drawn in full",
        };
        let lines = wrapped(text, 0.0).into_iter();
        rows.extend(lines.map(|line| Row::Text(line, ink::CREAM)));
    }
    for kind in &drawn.kinds {
        let look = look_of(*kind, palette);
        let about = if explains { look.about } else { "" };
        rows.push(Row::Kind(look, about.to_owned()));
    }
    if drawn.view == View::Budget {
        rows_of_budget(canvas, explains, rows);
    }
    for note in round.arena().view_notes(drawn.view, &state.display.views) {
        rows.extend(
            wrapped(&note.text, 0.0)
                .into_iter()
                .map(|line| Row::Text(line, ink::MINT)),
        );
        if explains {
            rows.extend(wrapped(note.about, INDENT).into_iter().map(Row::About));
        }
    }
    if drawn.view == View::Sweeps {
        let lines = decided(round).flat_map(|text| wrapped(&text, 0.0));
        rows.extend(lines.map(|text| Row::Text(text, ink::MINT)));
    }
}

/// The number of this round's impacts that each stage decided.
fn decided(round: &Round) -> impl Iterator<Item = String> {
    let impacts = round.decided().impacts;
    let by: Vec<String> = Stage::ALL
        .into_iter()
        .filter_map(|stage| {
            let count = impacts.of(Some(stage));
            (count > 0).then(|| format!("{count} by {}", stage.name()))
        })
        .collect();
    let text = format!("impacts of this round decided: {}", by.join(", "));
    (!by.is_empty()).then_some(text).into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(taken: &[[f32; 4]]) -> Room {
        let area = |[x, y, wide, high]: [f32; 4]| Area::of(Vec2::new(x, y), Vec2::new(wide, high));
        Room {
            within: area([4.0, 4.0, 1272.0, 702.0]),
            taken: taken.iter().copied().map(area).collect(),
        }
    }

    /// Areas that are taken: the ranking of eight cars, the countdown's hints, the panel of player 4.
    const RANKING: [f32; 4] = [1054.0, 8.0, 214.0, 222.0];
    const HINT: [f32; 4] = [165.0, 493.0, 950.0, 118.0];
    const PANEL: [f32; 4] = [798.0, 590.0, 258.0, 120.0];

    fn placed(rows: usize, usual: usize, taken: &[[f32; 4]]) -> (Set, Area) {
        let room = room(taken);
        let (set, at, size) = place(rows, usual, |letters| letters * 14.0, 1264.0, &room);
        let area = Area::of(at, size);
        assert!(room.within.holds(&area), "{area:?}");
        for other in &room.taken {
            assert!(!area.overlaps(other), "{area:?} {other:?}");
        }
        (set, area)
    }

    #[test]
    fn a_short_legend_stands_at_the_upper_right() {
        let (set, area) = placed(8, 8, &[RANKING]);
        assert_eq!(set, SETS[0]);
        // Eight rows of 18 units and 20 around them, below the ranking.
        assert_eq!(area.low, Vec2::new(960.0, 230.0));
        assert_eq!(area.high, Vec2::new(1264.0, 394.0));
        // Without a ranking it starts at the upper edge.
        assert_eq!(placed(8, 8, &[]).1.low.y, 4.0);
    }

    #[test]
    fn a_long_one_takes_more_columns_and_covers_nothing() {
        // 32 rows of 17 units need more than the 476 below the ranking.
        assert_eq!(placed(32, 32, &[RANKING]).0.columns, 2);
        // Above the panel of player 4 there are 360 units: enough for 16 rows, not for 21.
        assert_eq!(placed(32, 32, &[RANKING, PANEL]).0.columns, 2);
        assert_eq!(placed(42, 42, &[RANKING, PANEL]).0.columns, 3);
        // Between the ranking and the hints there are 263 units.
        let (set, area) = placed(32, 32, &[RANKING, HINT]);
        assert_eq!(set.columns, 3);
        assert_eq!(area.low.y, 230.0);
        assert!(area.high.y <= 493.0);
    }

    #[test]
    fn it_stays_in_its_columns_when_a_few_kinds_come_or_go() {
        for rows in 22..32 {
            assert_eq!(placed(rows, 31, &[RANKING]).0, SETS[2], "{rows}");
        }
        // Its height fits its present rows: eleven per column.
        let few = placed(22, 31, &[RANKING]).1;
        assert_eq!(few.high.y, 230.0 + 20.0 + 11.0 * 17.0);
    }

    #[test]
    fn letters_shrink_before_it_takes_a_second_column() {
        assert_eq!(placed(26, 26, &[RANKING]).0, SETS[1]);
    }
}
