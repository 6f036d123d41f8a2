//! The legend of the debug views: which are on, what their lines mean, the numbers of the last step.

use glam::Vec2;
use macroquad::color::Color;

use dodgem_collide::DebugKind;
use dodgem_collide::query::{Stage, Stages};

use crate::app::area::{Area, Room};
use crate::app::input::Command;
use crate::app::render::lines::{LineLook, look_of};
use crate::app::screens::Canvas;
use crate::app::ui::{Align, Ui, ink};
use crate::arena::Views;
use crate::console::counted;
use crate::game::Round;

/// The width of a legend of one column, and how far it ends from the right edge, in units.
const WIDTH: f32 = 304.0;
const MARGIN: f32 = 16.0;
/// Where a kind's name begins, past the sample of its line.
const SAMPLE: f32 = 66.0;
/// What a legend has around its rows, at the left and in all.
const LEFT: f32 = 16.0;
const AROUND: f32 = 20.0;
/// So many views are explained; the legend of more would be too high.
const MOST_EXPLAINED: usize = 2;
/// So many kinds of lines a view has, and so many notes there are, as a rule: kinds come and go from
/// step to step, and the legend is not to jump between one column and two.
const KINDS_OF_A_VIEW: usize = 2;
const USUAL_NOTES: usize = 7;
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

/// How the rows of a legend stand.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Set {
    columns: usize,
    /// From one row to the next, and the size of the letters.
    step: f32,
    letters: f32,
}

/// The ways in which it may stand, the most readable first.
const SETS: [Set; 5] = [
    set(1, 24.0, 17.0),
    set(1, 19.0, 15.0),
    set(2, 19.0, 15.0),
    set(3, 19.0, 15.0),
    set(4, 19.0, 15.0),
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

    /// The size of a legend of that many rows, the widest of which is that wide.
    fn size(&self, rows: usize, widest: f32) -> Vec2 {
        let height = AROUND + self.step * self.rows_of_a_column(rows) as f32;
        match self.columns {
            1 => Vec2::new(WIDTH, height),
            columns => Vec2::new(columns as f32 * (widest + LEFT) + LEFT, height),
        }
    }
}

/// A row of it.
enum Row {
    Text(String, Color),
    Kind(DebugKind),
}

impl Row {
    fn width(&self, ui: &Ui, letters: f32) -> f32 {
        match self {
            Row::Text(text, _) => ui.width(text, letters),
            Row::Kind(kind) => SAMPLE + ui.width(look_of(*kind).name, letters),
        }
    }
}

/// A legend in its place.
pub struct Legend {
    rows: Vec<Row>,
    set: Set,
    /// The width of a column.
    column: f32,
    at: Vec2,
    size: Vec2,
}

impl Legend {
    /// That of the views that are on, at the right, where there is room for all of it.
    pub fn new(canvas: &Canvas<'_>, room: &Room) -> Self {
        let mut rows = view_heads(canvas);
        let notes = notes(canvas);
        let on = canvas.state.views.names_on().len();
        let usual = rows.len() + KINDS_OF_A_VIEW * on + notes.len().max(USUAL_NOTES);
        rows.extend(canvas.sink.kinds.iter().copied().map(Row::Kind));
        rows.extend(notes.into_iter().map(|note| Row::Text(note, ink::MINT)));
        let widest = |letters: f32| {
            let widths = rows.iter().map(|row| row.width(canvas.ui, letters));
            widths.fold(0.0, f32::max).ceil()
        };
        let right = canvas.ui.size.x - MARGIN;
        let (set, at, size) = place(rows.len(), usual, widest, right, room);
        Self {
            column: (size.x - LEFT) / set.columns as f32,
            rows,
            set,
            at,
            size,
        }
    }

    /// What it takes of the picture.
    pub fn area(&self) -> Area {
        Area::of(self.at, self.size)
    }

    /// Draws it.
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
            match row {
                Row::Text(text, color) => {
                    ui.text(text, base, letters, *color, Align::Left);
                }
                Row::Kind(kind) => {
                    let look = look_of(*kind);
                    draw_sample(ui, &look, Vec2::new(left, y));
                    let base = base + Vec2::X * SAMPLE;
                    ui.text(look.name, base, letters, ink::CREAM, Align::Left);
                }
            }
        }
    }
}

/// How a legend of that many rows stands, where, and how large it is: the first way in which there
/// is room for as many as is usual, at the right edge and as low as it goes.
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
        room.lowest(left, most)?;
        let size = set.size(rows, widest(set.letters));
        let top = room.lowest(left, size)?;
        Some((set, Vec2::new(left, top), size))
    });
    placed.unwrap_or_else(|| {
        // Nowhere: on the least that it can be on.
        let [.., set] = SETS;
        let size = set.size(rows, widest(set.letters));
        let corner = Vec2::new(right, room.within.high.y) - size;
        (set, corner, size)
    })
}

/// The numbers of the last step.
fn notes(canvas: &Canvas<'_>) -> Vec<String> {
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
    notes.push(format!("busiest step of late: {most}"));
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
    notes
}

/// The views that are on, each with its key; what it shows, if there is room.
fn view_heads(canvas: &Canvas<'_>) -> Vec<Row> {
    let (ui, state) = (canvas.ui, canvas.state);
    let on = state.views.names_on();
    let mut heads = Vec::new();
    for ((name, about), command) in Views::NAMES.into_iter().zip(VIEW_COMMANDS) {
        if !on.contains(&name) {
            continue;
        }
        let key = state.settings.keys.shown(command);
        heads.push(Row::Text(format!("view {key}: {name}"), ink::GOLD));
        if on.len() <= MOST_EXPLAINED {
            // What `shot` alone understands comes after a semicolon.
            let about = about.split(';').next().unwrap_or_default();
            let lines = ui.wrap(about, 17.0, WIDTH - LEFT - 12.0);
            heads.extend(lines.into_iter().map(|line| Row::Text(line, ink::GREY)));
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
        (count > 0).then(|| {
            let impacts = counted(count as usize, "impact");
            format!("{impacts} so far by {}", stage.name())
        })
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

    /// The ranking of eight cars, the hint of the countdown, the panel of player 4.
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
    fn a_short_legend_stands_at_the_lower_right() {
        let (set, area) = placed(8, 8, &[RANKING]);
        assert_eq!(set, SETS[0]);
        // Eight rows of 24 and 20 around them, up from 706.
        assert_eq!(area.low, Vec2::new(960.0, 494.0));
        assert_eq!(area.high, Vec2::new(1264.0, 706.0));
    }

    #[test]
    fn a_long_one_takes_more_columns_and_covers_nothing() {
        // 32 rows of 19 are more than the 476 below the ranking.
        assert_eq!(placed(32, 32, &[RANKING]).0.columns, 2);
        // Over the panel of player 4 there are 360: 16 rows, but not 20.
        assert_eq!(placed(32, 32, &[RANKING, PANEL]).0.columns, 2);
        assert_eq!(placed(40, 40, &[RANKING, PANEL]).0.columns, 3);
        // Between the ranking and the hint there are 263.
        let (set, area) = placed(32, 32, &[RANKING, HINT]);
        assert_eq!(set.columns, 3);
        assert_eq!(area.high.y, 493.0);
    }

    #[test]
    fn it_stays_in_its_columns_when_a_few_kinds_come_or_go() {
        for rows in 22..32 {
            assert_eq!(placed(rows, 31, &[RANKING]).0, SETS[2], "{rows}");
        }
        // As high as what is there needs: eleven rows.
        assert_eq!(
            placed(22, 31, &[RANKING]).1.low.y,
            706.0 - 20.0 - 11.0 * 19.0
        );
    }

    #[test]
    fn letters_shrink_before_it_takes_a_second_column() {
        assert_eq!(placed(20, 20, &[RANKING]).0, SETS[1]);
    }
}
