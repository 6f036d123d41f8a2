//! Draws the title screen.

use glam::Vec2;
use macroquad::color::Color;

use crate::app::area::Area;
use crate::app::input::{Command, Seats};
use crate::app::level_list::{ListedLevel, Teams};
use crate::app::names::shorten;
use crate::app::screens::Canvas;
use crate::app::screens::key_words::key_of;
use crate::app::screens::scroll::{draw_scroll_bar, first_shown};
use crate::app::screens::title::Title;
use crate::app::spots::Spot;
use crate::app::ui::{Align, ink};
use crate::game::{BestKey, Medal};
use crate::level::{LevelFolder, Mode};
use crate::platform::IN_BROWSER;

/// Largest number of levels shown for one player; the list scrolls. Each further player takes one line.
const LINES: usize = 7;
/// The letter sizes for a level's description; the largest that fits is used.
const TOLD: [f32; 3] = [19.0, 17.0, 15.0];
/// The heights of a line of the list and of the text below it, in units.
const LIST_STEP: f32 = 42.0;
const TEXT_STEP: f32 = 25.0;
/// The first baseline of the list, in units.
const TOP: f32 = 212.0;
/// The baseline of the folders, in units.
const FOLDERS: f32 = 172.0;

impl Title {
    /// Draws the list and everything around it.
    pub(super) fn draw_all(&self, canvas: &Canvas<'_>) {
        let ui = canvas.ui;
        ui.fill(
            Vec2::ZERO,
            Vec2::new(500.0, ui.size.y),
            ink::fade(ink::NIGHT, 0.80),
        );
        ui.fill(Vec2::new(500.0, 0.0), Vec2::new(5.0, ui.size.y), ink::GOLD);
        // Messages are placed beside the list.
        ui.keep_clear(Vec2::ZERO, Vec2::new(505.0, ui.size.y));
        self.draw_name(canvas);
        self.draw_list(canvas);
        self.draw_players(canvas);
        let keys = &canvas.state.settings.keys;
        let parts = [
            (Command::Confirm, "play"),
            (Command::Cups, "cups, round of the day"),
            (Command::Recordings, "recordings"),
            (Command::Settings, "settings"),
            (Command::Help, "help"),
            (Command::Quit, "quit"),
        ];
        let parts = parts.map(|(command, word)| {
            let key = keys.shown(command);
            let key = key.split(" or ").next().unwrap_or_default();
            (format!("{key} {word}"), Some(Spot::Command(command)))
        });
        // A page is closed instead.
        let parts = match IN_BROWSER {
            true => &parts[..parts.len() - 1],
            false => &parts[..],
        };
        let (first, second) = parts.split_at(2);
        for (line, up) in [(first, 42.0), (second, 16.0)] {
            let at = Vec2::new(36.0, ui.size.y - up);
            ui.buttons(line, at, 18.0, ink::CREAM);
        }
    }

    fn draw_name(&self, canvas: &Canvas<'_>) {
        let ui = canvas.ui;
        // The letters hop one after another.
        let mut x = 36.0;
        for (index, letter) in "DODGEM".chars().enumerate() {
            let text = letter.to_string();
            let phase = self.time * 2.4 - index as f32 * 0.55;
            let hop = phase.sin().max(0.0).powi(6) * 9.0;
            let color = [ink::CORAL, ink::GOLD, ink::MINT][index % 3];
            x += ui.bold(&text, Vec2::new(x, 106.0 - hop), 96.0, color, Align::Left) + 2.0;
        }
        let confirm = key_of(canvas.state, 0, Command::Confirm);
        let chosen = self
            .chosen(&canvas.state.files.levels)
            .map(|entry| entry.folder);
        let at_school = chosen == Some(LevelFolder::School);
        let (line, color) = match canvas.state.rounds.is_new_player() {
            true => (
                match at_school {
                    true => format!("New here? {confirm} begins the lesson."),
                    false => "New here? The lessons are in School.".to_owned(),
                },
                ink::MINT,
            ),
            false => (
                "Drive into everybody. Then look inside.".to_owned(),
                ink::CREAM,
            ),
        };
        ui.text(&line, Vec2::new(38.0, 146.0), 20.0, color, Align::Left);
    }

    fn draw_list(&self, canvas: &Canvas<'_>) {
        let ui = canvas.ui;
        let all = canvas.state.files.levels.entries();
        let folder = self
            .chosen(&canvas.state.files.levels)
            .map(|entry| entry.folder);
        draw_folders(canvas, all, folder);
        // The levels of a folder are contiguous.
        let before = all
            .iter()
            .take_while(|entry| Some(entry.folder) != folder)
            .count();
        let entries: Vec<&ListedLevel> = all
            .iter()
            .filter(|entry| Some(entry.folder) == folder)
            .collect();
        let selected = self.selected.saturating_sub(before);
        let most = lines_for(canvas.state.players.seats.count());
        let first = first_shown(selected, most, entries.len());
        let shown = entries.len().min(most);
        for (line, entry) in entries.iter().skip(first).take(most).enumerate() {
            let at = Vec2::new(36.0, TOP + LIST_STEP * line as f32);
            let chosen = first + line == selected;
            let (corner, size) = (at + Vec2::new(-12.0, -30.0), Vec2::new(452.0, 40.0));
            let spot = Spot::Line(before + first + line);
            let under = ui.spot(Area::of(corner, size), spot);
            if under && !chosen {
                ui.fill(corner, size, ink::fade(ink::CREAM, 0.12));
            }
            if chosen {
                ui.fill(corner, size, ink::CORAL);
                ui.text(
                    "▶",
                    at + Vec2::new(-2.0, -2.0),
                    18.0,
                    ink::CREAM,
                    Align::Left,
                );
            }
            let color = if entry.about.is_err() {
                ink::GREY
            } else {
                ink::CREAM
            };
            draw_entry(canvas, entry, at, chosen, color);
        }
        let at = Vec2::new(482.0, TOP - 30.0);
        draw_scroll_bar(ui, at, LIST_STEP, first, most, entries.len());
        let Some(entry) = self.chosen(&canvas.state.files.levels) else {
            ui.text(
                "There are no levels.",
                Vec2::new(36.0, TOP),
                24.0,
                ink::CORAL,
                Align::Left,
            );
            return;
        };
        let y = TOP + LIST_STEP * shown as f32 + 4.0;
        ui.text(
            &entry.numbers(canvas.state.rounds.mode),
            Vec2::new(36.0, y),
            18.0,
            ink::MINT,
            Align::Left,
        );
        let (text, color) = match &entry.about {
            Ok(text) => (text, ink::CREAM),
            Err(text) => (text, ink::CORAL),
        };
        let first = y + 28.0;
        // Keeps the last line clear of the line below it.
        let room = (players_line(canvas) - 9.0 - first).max(0.0);
        let room = |letters: f32| (room / step_of(letters)) as usize + 1;
        let fits = |part: &str, letters: f32| ui.wrap(part, letters, 436.0).len() <= room(letters);
        let least = TOLD[TOLD.len() - 1];
        let mut sizes = TOLD.into_iter();
        let letters = sizes.find(|letters| fits(text, *letters)).unwrap_or(least);
        let text = whole_sentences(text, |part| fits(part, letters));
        let (lines, room) = (ui.wrap(text, letters, 436.0), room(letters));
        for (line, text) in lines.iter().take(room).enumerate() {
            let last = line + 1 == room && lines.len() > room;
            let text = if last {
                format!("{text} …")
            } else {
                text.clone()
            };
            let at = Vec2::new(36.0, first + step_of(letters) * line as f32);
            ui.text(&text, at, letters, color, Align::Left);
        }
    }

    fn draw_players(&self, canvas: &Canvas<'_>) {
        let ui = canvas.ui;
        let seats = canvas.state.players.seats.list();
        let line = players_line(canvas);
        let base = line + 24.0;
        ui.fill(
            Vec2::new(36.0, line),
            Vec2::new(428.0, 1.5),
            ink::fade(ink::CREAM, 0.4),
        );
        let mode = self
            .chosen(&canvas.state.files.levels)
            .map(|entry| entry.mode(canvas.state.rounds.mode));
        let drivers = format!("◀ ▶ drivers: {}", canvas.state.rounds.difficulty.word());
        let mode = format!(
            "{}: {}",
            canvas.state.settings.keys.shown(Command::Mode),
            mode.unwrap_or_default().name(),
        );
        let mut choices = vec![
            (drivers, Some(Spot::Move(1, 0))),
            (mode, Some(Spot::Command(Command::Mode))),
        ];
        let state = canvas.state;
        let teams = self
            .chosen(&state.files.levels)
            .map(|entry| entry.teams(state.rounds.mode, state.rounds.teams));
        let key = state.settings.keys.shown(Command::Teams);
        let teams = match teams {
            None | Some(Teams::None) => None,
            Some(Teams::Off) => Some(format!("{key}: teams off")),
            Some(Teams::Chosen) => Some(format!("{key}: 2 teams")),
            Some(Teams::OfLevel) => Some("2 teams".to_owned()),
        };
        choices.extend(teams.map(|text| (text, Some(Spot::Command(Command::Teams)))));
        // The letters shrink if the choices are too long.
        let texts: Vec<&str> = choices.iter().map(|(text, _)| text.as_str()).collect();
        let wide = ui.width(&texts.join("  ·  "), 19.0);
        let size = 19.0 * (428.0 / wide).min(1.0);
        ui.buttons(&choices, Vec2::new(36.0, base), size, ink::MINT);
        let base = base + TEXT_STEP;
        let pads = match canvas.state.players.devices.pads.count() {
            0 => "plug in a gamepad to join".to_owned(),
            _ => "any gamepad button joins".to_owned(),
        };
        let key = canvas.state.settings.keys.shown(Command::SecondPlayer);
        // Players for whom the level has no car see that before the start.
        let room = (self
            .chosen(&canvas.state.files.levels)
            .and_then(|entry| entry.level.as_ref()))
        .map_or(seats.len(), |level| level.player_slots());
        for (slot, seat) in seats.iter().enumerate() {
            let (note, color) = match slot < room {
                true => ("", ink::GOLD),
                false => (" (no car here: watches)", ink::GREY),
            };
            let text = format!("player {}: {}{note}", slot + 1, Seats::describe(seat));
            let at = Vec2::new(36.0, base + 25.0 * slot as f32);
            ui.text(&text, at, 19.0, color, Align::Left);
        }
        // Once the second player has joined, the key lets that player leave.
        let second = match seats.iter().any(|seat| seat.half == Some(1)) {
            true => format!("{key}: second player leaves"),
            false => format!("{key}: second player"),
        };
        let parts = [
            (second, Some(Spot::Command(Command::SecondPlayer))),
            (pads, None),
        ];
        let at = Vec2::new(36.0, base + 25.0 * seats.len() as f32);
        ui.buttons(&parts, at, 16.0, ink::GREY);
    }
}

/// Draws the folders that contain levels, with the selected one marked.
fn draw_folders(canvas: &Canvas<'_>, entries: &[ListedLevel], chosen: Option<LevelFolder>) {
    let mut x = 38.0;
    for folder in LevelFolder::ALL {
        if !entries.iter().any(|entry| entry.folder == folder) {
            continue;
        }
        let (at, name) = (Vec2::new(x, FOLDERS), folder.name());
        let first = entries.iter().position(|entry| entry.folder == folder);
        let area = Area::of(
            at - Vec2::Y * 20.0,
            Vec2::new(canvas.ui.width(name, 19.0), 27.0),
        );
        let under = canvas.ui.spot(area, Spot::Line(first.unwrap_or(0)));
        let color = match chosen == Some(folder) {
            true => ink::GOLD,
            false if under => ink::CREAM,
            false => ink::GREY,
        };
        let wide = canvas.ui.text(name, at, 19.0, color, Align::Left);
        if chosen == Some(folder) {
            let line = at + Vec2::new(0.0, 5.0);
            canvas.ui.fill(line, Vec2::new(wide, 2.0), color);
        }
        x += wide + 24.0;
    }
}

/// The number of levels shown at once: each further player takes one line.
fn lines_for(players: usize) -> usize {
    LINES.saturating_sub(players.saturating_sub(1)).max(1)
}

/// The height of a line with that letter size.
fn step_of(letters: f32) -> f32 {
    letters * (TEXT_STEP / TOLD[0])
}

/// The y coordinate of the line above the choices and the players.
fn players_line(canvas: &Canvas<'_>) -> f32 {
    let seats = canvas.state.players.seats.count() as f32;
    canvas.ui.size.y - 90.0 - TEXT_STEP * (seats + 1.0)
}

/// Draws a level's name, the mark of the user's own levels, and its best result.
fn draw_entry(canvas: &Canvas<'_>, entry: &ListedLevel, at: Vec2, chosen: bool, color: Color) {
    let ui = canvas.ui;
    let name = shorten(&entry.name, if entry.yours { 18 } else { 24 });
    let width = ui.text(&name, at + Vec2::X * 26.0, 26.0, color, Align::Left);
    if entry.yours {
        let color = if chosen { ink::CREAM } else { ink::MINT };
        let at = at + Vec2::X * (26.0 + width + 12.0);
        // A saved level has the name of the one that it was made from, so its file name is shown too.
        let mut entries = canvas.state.files.levels.entries().iter();
        let text =
            match entries.any(|other| other.name == entry.name && other.source != entry.source) {
                true => format!("yours: {}", entry.file_name()),
                false => "yours".to_owned(),
            };
        let text = ui.fitting(&text, 17.0, (428.0 - 38.0 - width).max(44.0));
        ui.text(&text, at, 17.0, color, Align::Left);
    }
    let bests = canvas.state.rounds.best.as_ref();
    let state = canvas.state;
    let in_teams = chosen && entry.teams(state.rounds.mode, state.rounds.teams) == Teams::Chosen;
    let level = match in_teams {
        true => &entry.team_fingerprint,
        false => &entry.fingerprint,
    };
    let key = BestKey {
        level: level.clone(),
        mode: entry.mode(canvas.state.rounds.mode.filter(|_| chosen)),
        difficulty: canvas.state.rounds.difficulty,
    };
    if let Some(best) = bests.and_then(|bests| bests.best(&key)) {
        let spec = entry
            .level
            .as_ref()
            .filter(|_| !in_teams)
            .and_then(|level| level.medals_of(key.mode));
        let medal = spec.and_then(|spec| Medal::of(spec, best.total));
        let medal = medal.map_or(String::new(), |medal| format!("{}  ", medal.word()));
        let star = if bests.is_some_and(|bests| bests.is_task_done(&key)) {
            "★ "
        } else {
            ""
        };
        let best = match (key.mode, &entry.level) {
            (Mode::Lesson, Some(level)) => format!("{:.1} s", level.lesson_seconds(best.total)),
            _ => format!("best {}", best.total),
        };
        let text = format!("{star}{medal}{best}");
        let color = if chosen { ink::CREAM } else { ink::GOLD };
        ui.text(&text, at + Vec2::X * 428.0, 19.0, color, Align::Right);
    }
}

/// As many whole sentences as fit; the complete text if not even the first one does.
fn whole_sentences(text: &str, fits: impl Fn(&str) -> bool) -> &str {
    let ends = text.match_indices(". ").map(|(at, _)| at + 1);
    let parts = ends.chain([text.len()]).map(|end| &text[..end]);
    let fitting = parts.take_while(|part| fits(part));
    fitting.last().unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_without_room_ends_with_a_sentence() {
        let text = "One. Two two. Three three three.";
        let within = |room: usize| whole_sentences(text, |part| part.len() <= room);
        assert_eq!(within(40), text);
        assert_eq!(within(20), "One. Two two.");
        assert_eq!(within(5), "One.");
        assert_eq!(within(2), text, "it is cut, and says so");
    }
}
