//! The help pages, drawn over any screen: the keys, and the use of the hand.

#[cfg(not(target_family = "wasm"))]
mod lab;
mod row;

use glam::Vec2;
use std::fmt::Display;

use crate::app::area::Area;
use crate::app::input::Command;
use crate::app::params::screens::help::{EDGE, FOOT, LEAST_ROW, SIZE, TOP, WORDS};
use crate::app::params::screens::help_row::{ROW, TEXT};
use crate::app::screens::Canvas;
use crate::app::screens::help::row::Row;
use crate::app::sheet::List;
use crate::app::spots::Spot;
use crate::app::state::HelpPage;
use crate::app::ui::{Align, ink};
use crate::app::words::{HelpWords, fill};

impl HelpPage {
    fn name(self, words: &HelpWords) -> &'static str {
        match self {
            HelpPage::Drive => words.drive,
            HelpPage::Cameras => words.cameras,
            HelpPage::Replay => words.replay,
            HelpPage::Views => words.views,
            HelpPage::Sandbox => words.sandbox,
            #[cfg(not(target_family = "wasm"))]
            HelpPage::Lab => words.lab,
        }
    }

    /// The commands whose keys the page shows; for the sandbox they appear in its text.
    fn commands(self) -> &'static [Command] {
        match self {
            HelpPage::Drive => &[
                Command::Forward,
                Command::Backward,
                Command::Left,
                Command::Right,
                Command::Brake,
                Command::Boost,
                Command::Restart,
                Command::Pause,
                Command::Confirm,
                Command::Quit,
                Command::SecondPlayer,
                Command::Mode,
                Command::Teams,
                Command::Recordings,
                Command::Settings,
                Command::Cups,
                Command::FullScreen,
                Command::Help,
            ],
            HelpPage::Cameras => &[
                Command::Camera,
                Command::LookBack,
                Command::Split,
                Command::NextCamera,
                Command::SingleStep,
                Command::StepBack,
                Command::Slower,
                Command::Faster,
                Command::Screenshot,
                Command::Reload,
            ],
            HelpPage::Replay => &[
                Command::KeepRound,
                Command::Ghost,
                Command::TakeWheel,
                Command::Why,
                Command::Graphs,
                Command::Film,
                Command::Delete,
            ],
            HelpPage::Views => &[
                Command::Wireframe,
                Command::Grid,
                Command::Tree,
                Command::Pieces,
                Command::Contacts,
                Command::Sweeps,
                Command::Velocities,
                Command::Budget,
                Command::ShallowerTree,
                Command::DeeperTree,
                Command::ViewsOff,
                Command::ViewsPart,
                Command::Palette,
                Command::Point,
                Command::LastCrash,
                Command::NearestPair,
                Command::Probe,
                Command::Magnify,
                Command::Numbers,
                Command::SaveNumbers,
            ],
            HelpPage::Sandbox => &[
                Command::Hand,
                Command::Throw,
                Command::Freeze,
                Command::Duplicate,
                Command::Undo,
                Command::Redo,
                Command::Cut,
                Command::SelectAll,
                Command::CopyText,
                Command::PasteText,
                Command::Panels,
                Command::Save,
            ],
            #[cfg(not(target_family = "wasm"))]
            HelpPage::Lab => &[],
        }
    }

    /// Further sentences at the bottom of the page.
    fn words(self, words: &HelpWords) -> Vec<&'static str> {
        match self {
            HelpPage::Drive => vec![words.drive_pad, words.drive_mouse],
            HelpPage::Cameras => vec![words.cameras_free, words.cameras_pause],
            HelpPage::Replay => vec![words.replay_all, words.replay_keys, words.replay_ghost],
            HelpPage::Views => vec![words.views_one, words.views_focus],
            HelpPage::Sandbox => vec![words.sandbox_tour],
            #[cfg(not(target_family = "wasm"))]
            HelpPage::Lab => vec![words.lab_command],
        }
    }
}

/// Draws the help, in the letters of lists.
pub fn draw(canvas: &Canvas<'_>) {
    canvas.in_list_letters(draw_all);
}

fn draw_all(canvas: &Canvas<'_>) {
    let ui = canvas.ui;
    let size = SIZE.min(ui.size - EDGE);
    let at = (ui.size - size) * 0.5;
    let (page, table) = (
        canvas.state.covers.help_page,
        &canvas.state.settings.words().help,
    );
    ui.fill(Vec2::ZERO, ui.size, ink::fade(ink::NIGHT, 0.55));
    ui.panel(at, size, ink::fade(ink::NIGHT, 0.97));
    draw_tabs(canvas, at, size.x - 68.0);
    let words: Vec<String> = (page.words(table).iter())
        .flat_map(|text| ui.wrap(text, 17.0, size.x - 68.0))
        .collect();
    let column = match page {
        HelpPage::Sandbox => 130.0,
        #[cfg(not(target_family = "wasm"))]
        HelpPage::Lab => 170.0,
        _ => 250.0,
    };
    let rows = rows(canvas, size.x - column - 60.0);
    let room = size.y - TOP - FOOT - WORDS * words.len() as f32 - 8.0;
    let shown = ((room / LEAST_ROW) as usize).max(1);
    let apart = (room / rows.len().max(1) as f32).clamp(LEAST_ROW, ROW);
    let last = rows.len().saturating_sub(shown);
    canvas.state.covers.help_last.set(last);
    let first = canvas.state.covers.help_line.min(last);
    let area = Area::of(
        at + Vec2::Y * (TOP - 20.0),
        Vec2::new(size.x - 11.0, apart * shown.min(rows.len()) as f32),
    );
    let list = List {
        name: page.name(table),
        area,
        step: apart,
        count: rows.len(),
        first,
        selected: first,
    };
    ui.list(&list, |ui, line| {
        let (row, place) = (&rows[line], Vec2::new(column, 20.0));
        ui.text(&row.name, place, TEXT, ink::MINT, Align::Right);
        for (far, text) in &row.texts {
            let place = place + Vec2::X * (22.0 + far);
            ui.text(text, place, row.letters, row.color, Align::Left);
        }
    });
    #[cfg(not(target_family = "wasm"))]
    if page == HelpPage::Lab {
        lab::draw_list(canvas, at + Vec2::new(34.0, TOP), room);
    }
    let below = at.y + size.y - FOOT - WORDS * words.len() as f32;
    for (line, text) in words.iter().enumerate() {
        let place = Vec2::new(at.x + 34.0, below + WORDS * line as f32);
        ui.text(text, place, 17.0, ink::GREY, Align::Left);
    }
    let mut parts = vec![
        ("◀".to_owned(), Some(Spot::Move(-1, 0))),
        (table.pages.to_owned(), Some(Spot::Move(1, 0))),
        (table.close.to_owned(), Some(Spot::Command(Command::Pause))),
    ];
    if shown < rows.len() {
        parts.push(("▲".to_owned(), Some(Spot::Move(0, -1))));
        parts.push(("▼".to_owned(), Some(Spot::Move(0, 1))));
    }
    let foot = Vec2::new(at.x + 34.0, at.y + size.y - 22.0);
    ui.buttons(&parts, foot, 18.0, ink::CREAM);
}

/// Draws the names of the pages in a row of at most that width, in units.
fn draw_tabs(canvas: &Canvas<'_>, at: Vec2, room: f32) {
    let (ui, table) = (canvas.ui, &canvas.state.settings.words().help);
    let all: Vec<&str> = HelpPage::ALL.iter().map(|one| one.name(table)).collect();
    let gaps = 34.0 * (all.len() - 1) as f32;
    let wide: f32 = all.iter().map(|name| ui.width(name, 27.0)).sum();
    let letters = 27.0 * ((room - gaps) / wide.max(1.0)).min(1.0);
    let mut x = at.x + 34.0;
    for (number, name) in all.into_iter().enumerate() {
        let place = Vec2::new(x, at.y + 54.0);
        let wide = ui.width(name, letters);
        let area = Area::of(place - Vec2::Y * 30.0, Vec2::new(wide, 40.0));
        let under = ui.spot(area, Spot::Line(number));
        let is_open = HelpPage::ALL[number] == canvas.state.covers.help_page;
        let color = match (is_open, under) {
            (true, _) => ink::GOLD,
            (false, true) => ink::CREAM,
            (false, false) => ink::GREY,
        };
        ui.text(name, place, letters, color, Align::Left);
        if is_open {
            ui.fill(place + Vec2::Y * 8.0, Vec2::new(wide, 3.0), color);
        }
        x += wide + 34.0;
    }
}

/// The lines of the open page, broken at a width in units.
fn rows(canvas: &Canvas<'_>, wide: f32) -> Vec<Row> {
    let page = canvas.state.covers.help_page;
    let rows = match page {
        HelpPage::Sandbox => hand_rows(canvas),
        #[cfg(not(target_family = "wasm"))]
        HelpPage::Lab => return lab::rows(canvas, wide),
        _ => key_rows(canvas, page),
    };
    let broken = rows.into_iter().flat_map(|(name, text)| {
        let lines = canvas.ui.wrap(&text, TEXT, wide).into_iter();
        let name = std::iter::once(name).chain(std::iter::repeat(String::new()));
        let rows = name.zip(lines).map(|(name, line)| Row::new(name, line));
        rows.collect::<Vec<Row>>()
    });
    broken.collect()
}

/// A page's keys and their meanings.
fn key_rows(canvas: &Canvas<'_>, page: HelpPage) -> Vec<(String, String)> {
    let keys = canvas.state.settings.key_names();
    let words = canvas.state.settings.words();
    let row = |command: &Command| {
        let keys = keys.shown(*command);
        (keys, (words.meaning)(*command).to_owned())
    };
    page.commands().iter().map(row).collect()
}

/// The uses of the hand, with their keys.
fn hand_rows(canvas: &Canvas<'_>) -> Vec<(String, String)> {
    let settings = canvas.state.settings;
    let words = &settings.words().building;
    let lines = [
        (words.drag, words.drag_about),
        (words.pause, words.pause_about),
        (words.camera, words.camera_about),
        (words.add, words.add_about),
        (words.change, words.change_about),
        (words.several, words.several_about),
        (words.throw, words.throw_about),
        (words.undo, words.undo_about),
        (words.keep, words.keep_about),
        (words.gamepad, words.gamepad_about),
    ];
    let keys = [
        ("pause", Command::Pause),
        ("panels", Command::Panels),
        ("camera", Command::Camera),
        ("copy", Command::Duplicate),
        ("freeze", Command::Freeze),
        ("delete", Command::Delete),
        ("cut", Command::Cut),
        ("throw", Command::Throw),
        ("hand", Command::Hand),
        ("undo", Command::Undo),
        ("redo", Command::Redo),
        ("save", Command::Save),
        ("keep", Command::KeepRound),
    ];
    let keys = keys.map(|(name, command)| (name, settings.key_names().shown(command)));
    let parts = keys
        .each_ref()
        .map(|(name, key)| (*name, key as &dyn Display));
    let lines = lines.into_iter();
    lines
        .map(|(name, text)| (name.to_owned(), fill(text, &parts)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::COMMANDS;
    use crate::app::words::Language;

    #[test]
    fn every_key_is_on_one_page() {
        for (command, name, _) in COMMANDS {
            let pages = HelpPage::ALL.iter();
            let on = pages.filter(|page| page.commands().contains(command));
            assert_eq!(on.count(), 1, "{name}");
        }
    }

    #[test]
    fn pages_go_around() {
        assert_eq!(HelpPage::Drive.step(-1), HelpPage::Lab);
        assert_eq!(HelpPage::Lab.step(1), HelpPage::Drive);
        assert_eq!(HelpPage::Drive.step(3), HelpPage::Views);
        assert_eq!(HelpPage::numbered(4), Some(HelpPage::Sandbox));
        assert_eq!(HelpPage::numbered(6), None);
    }

    #[test]
    fn in_normal_letters_all_lines_have_room_over_the_words_of_their_page() {
        let table = &Language::English.words().help;
        for &page in HelpPage::ALL {
            // The sandbox has eighteen lines; a line of the words holds 110 letters. The experiments are scrolled.
            let rows = match page {
                HelpPage::Sandbox => 18,
                _ => page.commands().len(),
            };
            let lines = |text: &&str| text.chars().count().div_ceil(110);
            let words: usize = page.words(table).iter().map(lines).sum();
            let room = SIZE.y - TOP - FOOT - WORDS * words as f32 - 8.0;
            assert!(LEAST_ROW * rows as f32 <= room, "{page:?}");
        }
    }
}
