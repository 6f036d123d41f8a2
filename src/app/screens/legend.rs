//! The legend of the debug views: the views that are on, the meaning of their lines, and numbers of the last step.

mod samples;

use std::fmt::Display;

use glam::Vec2;

use dodgem_collide::DebugKind;
use dodgem_collide::query::Stage;

use crate::app::area::{Area, Room};
use crate::app::input::Command;
use crate::app::params::screens::legend::{
    AROUND, INDENT, KINDS_OF_A_VIEW, LEFT, LETTERS, MARGIN, MOST_LISTED, SAMPLE, SHARE, SMALLER,
    STEP, WIDE, WIDTH,
};
use crate::app::params::{HEAT_SCALE, NEW_SECONDS};
use crate::app::render::lines::Drawn;
use crate::app::render::looks::look_of;
use crate::app::screens::Canvas;
use crate::app::screens::cost_bars::{draw_bar, draw_heat, rows_of_budget};
use crate::app::screens::legend::samples::draw_sample;
use crate::app::screens::legend_row::Row;
use crate::app::ui::{Align, Ui, ink};
use crate::app::words::{NumberWords, Words, fill};
use crate::arena::{ActorId, View};
use crate::game::Round;

/// The amount of text, the most first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Detail {
    /// Each line and number with its sentence.
    All,
    /// Each line with its sentence, and numbers without.
    Lines,
    /// Names of lines, and numbers.
    Names,
    /// Name and first number of each view in full.
    Views,
    /// A row for each view.
    Rows,
    /// One row.
    One,
}

impl Detail {
    const EACH: [Detail; 6] = [
        Detail::All,
        Detail::Lines,
        Detail::Names,
        Detail::Views,
        Detail::Rows,
        Detail::One,
    ];

    /// The width of the texts, in units.
    fn wide(self) -> f32 {
        match self {
            Detail::All | Detail::Lines => WIDE - 2.0 * LEFT,
            Detail::Names | Detail::Views | Detail::Rows | Detail::One => WIDTH - 2.0 * LEFT,
        }
    }
}

impl Row {
    fn width(&self, ui: &Ui) -> f32 {
        match self {
            Row::Text(text, ..) => ui.width(text, LETTERS),
            Row::About(text) => INDENT + ui.width(text, LETTERS - SMALLER),
            Row::Kind(_, [name, sentence], about) => {
                let name = ui.width(&format!("{name}  "), LETTERS);
                let about = about.then(|| ui.width(sentence, LETTERS - SMALLER));
                SAMPLE + name + about.unwrap_or_default()
            }
            Row::Bar(_) => Detail::All.wide(),
            Row::Heat { of, most, .. } => {
                ui.width(of, LETTERS) + HEAT_SCALE + ui.width(most, LETTERS)
            }
        }
    }

    /// The sentence that is shown when the pointer is on it.
    fn sentence(&self) -> &'static str {
        match self {
            Row::Text(_, _, sentence) => sentence,
            Row::Kind(_, [_, sentence], false) => sentence,
            _ => "",
        }
    }
}

/// A placed legend.
pub struct Legend {
    rows: Vec<Row>,
    at: Vec2,
    size: Vec2,
    /// The text size, by which its units are larger than those of the picture.
    letters: f32,
}

impl Legend {
    /// Lays out the legend of the views that are on, at the right or left, with as much text as there is room for;
    /// `None` if even one row would cover something.
    pub fn new(canvas: &Canvas<'_>, room: &Room, letters: f32) -> Option<Self> {
        let ui = canvas.ui;
        let on = canvas.sink.views.len();
        let kinds = canvas.sink.views.iter().map(|drawn| drawn.kinds.len());
        let unusual = (KINDS_OF_A_VIEW * on).saturating_sub(kinds.sum());
        let least = match on {
            _ if on > MOST_LISTED => Detail::Views,
            1 if is_new(canvas) => Detail::All,
            _ => Detail::Names,
        };
        // In a divided picture it hides no more of a part than of the whole.
        let parts = canvas.parts.iter();
        let areas = parts.map(|part| most_of(part.within(ui.size).size()));
        let most = areas.fold(f32::INFINITY, f32::min);
        let details = Detail::EACH.into_iter().filter(|detail| *detail >= least);
        for detail in details {
            let rows = rows(canvas, detail);
            let spare = if detail < Detail::Views { unusual } else { 0 };
            let widest = rows.iter().map(|row| row.width(ui)).fold(0.0, f32::max);
            let size = size_of(rows.len(), widest.ceil(), detail);
            let usual = size_of(rows.len() + spare, widest.ceil(), detail);
            if let Some(at) = place(usual, most, room) {
                return Some(Self {
                    rows,
                    at,
                    size,
                    letters,
                });
            }
        }
        None
    }

    /// The area that it covers, in units of the picture.
    pub fn area(&self) -> Area {
        Area::of(self.at * self.letters, self.size * self.letters)
    }

    /// Draws the legend, and the sentence of the row under the pointer.
    pub fn draw(&self, canvas: &Canvas<'_>) {
        let words = &canvas.state.settings.words().numbers;
        canvas.enlarged(self.letters, |canvas| self.draw_rows(canvas.ui, words));
    }

    fn draw_rows(&self, ui: &Ui, words: &NumberWords) {
        ui.panel(self.at, self.size, ink::SOLID);
        let mut told = "";
        for (line, row) in self.rows.iter().enumerate() {
            let left = self.at.x + LEFT;
            let y = self.at.y + AROUND * 0.5 + STEP * (line as f32 + 0.5);
            let base = Vec2::new(left, y + LETTERS * 0.36);
            let wide = self.size.x - 2.0 * LEFT;
            let area = Area::of(
                Vec2::new(self.at.x, y - STEP * 0.5),
                Vec2::new(self.size.x, STEP),
            );
            let pointed = !row.sentence().is_empty() && ui.is_pointed_at(area);
            if pointed {
                told = row.sentence();
                ui.fill(area.low, area.size(), ink::fade(ink::GREY, 0.25));
            }
            match row {
                Row::Text(text, color, _) => {
                    ui.text(text, base, LETTERS, *color, Align::Left);
                }
                Row::About(text) => {
                    let base = base + Vec2::X * INDENT;
                    ui.text(text, base, LETTERS - SMALLER, ink::GREY, Align::Left);
                }
                Row::Kind(look, [name, sentence], about) => {
                    draw_sample(ui, look, Vec2::new(left, y));
                    let base = base + Vec2::X * SAMPLE;
                    let name = format!("{name}  ");
                    let wide = ui.text(&name, base, LETTERS, ink::CREAM, Align::Left);
                    let base = base + Vec2::X * wide;
                    let about = if *about { sentence } else { "" };
                    ui.text(about, base, LETTERS - SMALLER, ink::GREY, Align::Left);
                }
                Row::Bar(bar) => {
                    draw_bar(ui, (bar, words), Vec2::new(left, y), wide, LETTERS);
                }
                Row::Heat { palette, of, most } => {
                    draw_heat(ui, (*palette, of, most), Vec2::new(left, y), LETTERS);
                }
            }
        }
        self.draw_sentence(ui, told);
    }

    /// Draws a sentence below the legend, or above it if there is no room.
    fn draw_sentence(&self, ui: &Ui, sentence: &str) {
        if sentence.is_empty() {
            return;
        }
        let lines = ui.wrap(sentence, LETTERS, self.size.x - 2.0 * LEFT);
        let size = Vec2::new(self.size.x, AROUND + STEP * lines.len() as f32);
        let below = self.at.y + self.size.y + 2.0;
        let top = match below + size.y <= ui.size.y {
            true => below,
            false => self.at.y - size.y - 2.0,
        };
        let at = Vec2::new(self.at.x, top);
        ui.panel(at, size, ink::SOLID);
        for (line, text) in lines.iter().enumerate() {
            let y = AROUND * 0.5 + STEP * (line as f32 + 0.5) + LETTERS * 0.36;
            let base = at + Vec2::new(LEFT, y);
            ui.text(text, base, LETTERS, ink::CREAM, Align::Left);
        }
    }
}

/// The size of a legend with that many rows; `widest` is the width of the widest.
fn size_of(rows: usize, widest: f32, detail: Detail) -> Vec2 {
    // A least width, so that it does not jump when a number gets longer.
    let least = match detail {
        Detail::One => 0.0,
        _ => detail.wide() + 2.0 * LEFT,
    };
    let width = least.max(widest + 2.0 * LEFT);
    Vec2::new(width, AROUND + STEP * rows as f32)
}

/// The largest area of a legend in a picture of that size.
fn most_of(picture: Vec2) -> f32 {
    SHARE * picture.element_product()
}

/// The upper left corner of a legend of that size in a picture: as high as possible at the right, because the cars
/// drive lower, or at the left; `None` if its area is over `most` or it would cover something.
fn place(size: Vec2, most: f32, room: &Room) -> Option<Vec2> {
    if size.element_product() > most {
        return None;
    }
    let right = room.within.high.x - MARGIN - size.x;
    let left = room.within.low.x + MARGIN;
    let mut places = [right, left, (left + right) * 0.5].into_iter();
    places.find_map(|x| Some(Vec2::new(x, room.highest(x, size)?)))
}

/// True if the only view that is on was seen for a short time so far.
fn is_new(canvas: &Canvas<'_>) -> bool {
    let mut views = canvas.sink.views.iter();
    let seen = |drawn: &Drawn| canvas.state.display.seen(drawn.view);
    !canvas.is_split() && views.all(|drawn| seen(drawn) < NEW_SECONDS)
}

/// The rows of the legend: for each view its name and key and its lines, then all numbers.
fn rows(canvas: &Canvas<'_>, detail: Detail) -> Vec<Row> {
    let (state, sink) = (canvas.state, canvas.sink);
    let all = state.settings.words();
    let words = &all.legend;
    if detail == Detail::One {
        let keys = sink
            .views
            .iter()
            .map(|drawn| key_of_view(canvas, drawn.view));
        let keys: Vec<String> = keys.collect();
        let text = fill(words.views, &[("keys", &keys.join(" "))]);
        return vec![Row::Text(text, ink::GOLD, "")];
    }
    let wrapped = |text: &str| canvas.ui.wrap(text, LETTERS, detail.wide()).into_iter();
    let mut rows = Vec::new();
    if let Some(focus) = &state.display.views.focus {
        let names = focus.bodies().into_iter();
        let names: Vec<String> = names
            .map(|id| name_with_number(&state.session.round, id, all))
            .collect();
        let text = fill(words.focus, &[("names", &all.list(&names))]);
        rows.extend(wrapped(&text).map(|line| Row::Text(line, ink::CREAM, "")));
    }
    for drawn in &sink.views {
        match detail {
            Detail::Views | Detail::Rows => rows.extend(rows_in_short(canvas, drawn, detail)),
            _ => rows_of_view(canvas, drawn, detail, &mut rows),
        }
    }
    if detail < Detail::Views {
        for drawn in &sink.views {
            numbers_of_view(canvas, drawn, detail, &mut rows);
        }
    }
    if sink.left_out > 0 {
        let text = fill(words.left_out, &[("count", &sink.left_out)]);
        rows.extend(wrapped(&text).map(|line| Row::Text(line, ink::CORAL, "")));
    }
    let keys = |command| state.settings.key_names().shown(command);
    if detail <= Detail::Lines {
        let text = fill(
            words.keys,
            &[
                ("point", &keys(Command::Point)),
                ("crash", &keys(Command::LastCrash)),
                ("near", &keys(Command::NearestPair)),
                ("magnify", &keys(Command::Magnify)),
            ],
        );
        rows.push(Row::Text(text, ink::CREAM, ""));
    } else if detail == Detail::Names {
        let text = words.point.to_owned();
        rows.push(Row::Text(text, ink::GREY, ""));
    }
    rows
}

fn key_of_view(canvas: &Canvas<'_>, view: View) -> String {
    let keys = canvas.state.settings.key_names();
    keys.shown(Command::of_view(view))
}

/// The rows of a view among many: its name and its first number, in one row unless there is room for more.
fn rows_in_short(canvas: &Canvas<'_>, drawn: &Drawn, detail: Detail) -> Vec<Row> {
    let words = canvas.state.settings.words().views;
    let (title, arena) = (
        words.title(drawn.view).0,
        canvas.state.session.round.arena(),
    );
    let notes = arena.view_notes(drawn.view, &canvas.state.display.views, words);
    let number = notes.first().map_or("", |note| &note.text);
    let key = key_of_view(canvas, drawn.view);
    let text = format!("{key} {title}: {number}");
    let (text, about) = (
        text.trim_end_matches(": "),
        arena.view_about(drawn.view, words),
    );
    let lines = match detail {
        Detail::Rows => vec![canvas.ui.fitting(text, LETTERS, detail.wide())],
        _ => canvas.ui.wrap(text, LETTERS, detail.wide()),
    };
    let row = |line| Row::Text(line, ink::GOLD, about);
    lines.into_iter().map(row).collect()
}

/// The name of a body; for a car with the number on its plates.
fn name_with_number(round: &Round, id: ActorId, words: &Words) -> String {
    let label = |name: &str| words.views.names.label(name);
    match round.cars().iter().find(|car| car.actor == id) {
        Some(car) => fill(
            words.legend.number,
            &[("name", &label(&car.name)), ("number", &car.number)],
        ),
        None => label(&round.arena().actor(id).name),
    }
}

fn rows_of_view(canvas: &Canvas<'_>, drawn: &Drawn, detail: Detail, rows: &mut Vec<Row>) {
    let (ui, state, palette) = (canvas.ui, canvas.state, canvas.sink.palette());
    let arena = state.session.round.arena();
    let explains = detail <= Detail::Lines;
    let (words, views) = (&state.settings.words().legend, state.settings.words().views);
    let about = arena.view_about(drawn.view, views);
    let key = key_of_view(canvas, drawn.view);
    let title = views.title(drawn.view).0;
    let title = fill(words.view, &[("key", &key), ("title", &title)]);
    rows.push(Row::Text(
        title,
        ink::GOLD,
        if explains { "" } else { about },
    ));
    if explains {
        let lines = ui.wrap(about, LETTERS - SMALLER, detail.wide() - INDENT);
        rows.extend(lines.into_iter().map(Row::About));
    }
    let wrapped = |text: &str| ui.wrap(text, LETTERS, detail.wide()).into_iter();
    if drawn.kinds.iter().all(|kind| *kind == DebugKind::Focus) {
        let text = arena.nothing_to_show(drawn.view, &state.display.views, views);
        rows.extend(wrapped(text).map(|line| Row::Text(line, ink::CREAM, "")));
    }
    if drawn.crowded {
        let sentence = match state.display.views.focus {
            None => words.nearest_focus,
            Some(_) => words.nearest,
        };
        let text = words.crowd.to_owned();
        rows.push(Row::Text(text, ink::CREAM, sentence));
    }
    for kind in &drawn.kinds {
        let (name, about) = views.line(*kind);
        rows.push(Row::Kind(look_of(*kind, palette), [name, about], explains));
    }
    if drawn.view == View::Budget {
        rows_of_budget(canvas, detail == Detail::All, rows);
    }
}

/// Adds the numbers of a view, with their sentences if there is room.
fn numbers_of_view(canvas: &Canvas<'_>, drawn: &Drawn, detail: Detail, rows: &mut Vec<Row>) {
    let (ui, state) = (canvas.ui, canvas.state);
    let round = &state.session.round;
    let wrapped = |text: &str| ui.wrap(text, LETTERS, detail.wide()).into_iter();
    let words = state.settings.words();
    let steps = state.display.words_of_lab(drawn.view);
    if !steps.is_empty() {
        let keys = |command| state.settings.key_names().shown(command);
        let (back, on) = (keys(Command::ShallowerTree), keys(Command::DeeperTree));
        let probe = keys(Command::Probe);
        let parts: [(&str, &dyn Display); 3] = [("back", &back), ("on", &on), ("probe", &probe)];
        let about = fill(words.legend.lab_keys, &parts);
        for text in steps.into_iter().chain([about]) {
            rows.extend(
                wrapped(&text).map(|line| Row::Text(line, ink::MINT, words.legend.lab_about)),
            );
        }
        return;
    }
    let refused = state.display.refusal_of_lab(drawn.view);
    for line in refused.iter().flat_map(|text| wrapped(text)) {
        rows.push(Row::Text(line, ink::CORAL, words.legend.lab_about));
    }
    for note in round
        .arena()
        .view_notes(drawn.view, &state.display.views, words.views)
    {
        let all = detail == Detail::All;
        let sentence = if all { "" } else { note.about };
        rows.extend(wrapped(&note.text).map(|line| Row::Text(line, ink::MINT, sentence)));
        if all {
            let lines = ui.wrap(note.about, LETTERS - SMALLER, detail.wide() - INDENT);
            rows.extend(lines.into_iter().map(Row::About));
        }
    }
    if drawn.view == View::Sweeps {
        for text in decided(round, words) {
            let lines = wrapped(&text);
            rows.extend(lines.map(|text| Row::Text(text, ink::MINT, words.legend.stages_about)));
        }
    }
}

/// The number of this round's impacts that each stage decided.
fn decided(round: &Round, words: &Words) -> impl Iterator<Item = String> + use<> {
    let impacts = round.decided().impacts;
    let by: Vec<String> = Stage::ALL
        .into_iter()
        .filter_map(|stage| {
            let count = impacts.of(Some(stage));
            let name = words.views.stages.name(stage);
            let parts: [(&str, &dyn Display); 2] = [("count", &count), ("stage", &name)];
            (count > 0).then(|| fill(words.legend.decided_by, &parts))
        })
        .collect();
    let text = fill(words.legend.decided, &[("stages", &by.join(", "))]);
    (!by.is_empty()).then_some(text).into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PICTURE: Vec2 = Vec2::new(1280.0, 720.0);

    fn room(taken: &[[f32; 4]]) -> Room {
        let area = |[x, y, wide, high]: [f32; 4]| Area::of(Vec2::new(x, y), Vec2::new(wide, high));
        Room {
            within: area([4.0, 4.0, 1272.0, 702.0]),
            taken: taken.iter().copied().map(area).collect(),
        }
    }

    /// Areas that are taken: the ranking of eight cars, the menu of the pause, a pair in the middle.
    const RANKING: [f32; 4] = [1054.0, 8.0, 214.0, 222.0];
    const MENU: [f32; 4] = [16.0, 128.0, 270.0, 470.0];
    const PAIR: [f32; 4] = [420.0, 200.0, 400.0, 400.0];

    #[test]
    fn a_legend_stands_at_the_upper_right_and_covers_nothing() {
        let size = size_of(8, 200.0, Detail::Names);
        assert_eq!(size, Vec2::new(304.0, 156.0));
        assert_eq!(
            place(size, most_of(PICTURE), &room(&[])),
            Some(Vec2::new(960.0, 4.0))
        );
        let taken = [RANKING, MENU, PAIR];
        let at = place(size, most_of(PICTURE), &room(&taken)).expect("below the ranking");
        assert_eq!(at, Vec2::new(960.0, 230.0));
        let area = Area::of(at, size);
        assert!(room(&taken).taken.iter().all(|one| !one.overlaps(&area)));
    }

    #[test]
    fn it_goes_left_or_away_where_the_right_is_taken() {
        let size = size_of(8, 200.0, Detail::Names);
        let right = [640.0, 0.0, 640.0, 720.0];
        let at = place(size, most_of(PICTURE), &room(&[right])).expect("room at the left");
        assert_eq!(at, Vec2::new(16.0, 4.0));
        assert_eq!(
            place(size, most_of(PICTURE), &room(&[[0.0, 0.0, 1280.0, 720.0]])),
            None
        );
    }

    #[test]
    fn none_takes_more_than_a_fifth_of_the_picture() {
        for detail in Detail::EACH {
            for rows in 1..60 {
                let size = size_of(rows, 440.0, detail);
                let share = size.element_product() / PICTURE.element_product();
                let placed = place(size, most_of(PICTURE), &room(&[]));
                assert_eq!(placed.is_some(), share <= 0.2, "{detail:?} {rows}");
                // With text of 150 %, the picture has fewer units.
                let small = PICTURE / 1.5;
                let placed = place(size, most_of(small), &room(&[]));
                let share = size.element_product() / small.element_product();
                assert!(placed.is_none() || share <= 0.2, "{detail:?} {rows}");
            }
        }
        // One row always fits.
        let one = size_of(1, 100.0, Detail::One);
        assert!(place(one, most_of(Vec2::new(640.0, 360.0)), &room(&[])).is_some());
    }
}
