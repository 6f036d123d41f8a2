//! Draws the title screen.

use glam::Vec2;
use macroquad::color::Color;

use crate::app::area::Area;
use crate::app::input::{Command, Seat};
use crate::app::level_list::{ListedLevel, Teams};
use crate::app::names::shorten;
use crate::app::params::screens::title_drawn::{
    ABOUT, FOLDERS, LINES, LIST_STEP, NAME, SENTENCE, TALL, TEXT_STEP, TOP, WIDE,
};
use crate::app::screens::Canvas;
use crate::app::screens::key_words::key_of;
use crate::app::screens::menu::draw_row;
use crate::app::screens::search::Search;
use crate::app::screens::title::Title;
use crate::app::sheet::List;
use crate::app::spots::Spot;
use crate::app::ui::{Align, Ui, ink};
use crate::app::words::{Words, fill};
use crate::game::{BestKey, Medal};
use crate::level::{LevelFolder, Mode};
use crate::platform::IN_BROWSER;

/// The letter sizes for a level's description; the largest that fits is used.
const TOLD: [f32; 3] = [19.0, 17.0, 15.0];

/// The distance by which everything lies lower because of the game's name, in units.
fn down(ui: &Ui) -> f32 {
    if ui.size.y >= TALL { NAME } else { 0.0 }
}

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
        let (keys, words) = (canvas.state.settings.key_names(), words(canvas));
        let parts = [
            (Command::Confirm, words.title.play),
            (Command::Cups, words.title.cups),
            (Command::Recordings, words.title.recordings),
            (Command::Settings, words.title.settings),
            (Command::Help, words.title.help),
            (Command::Quit, words.common.quit),
        ];
        // A page is closed instead.
        let parts = parts.into_iter();
        let parts = parts.filter(|(command, _)| !(IN_BROWSER && *command == Command::Quit));
        let parts = parts.map(|(command, word)| {
            let key = keys.first(command);
            (format!("{key} {word}"), Some(Spot::Command(command)))
        });
        let parts: Vec<_> = parts.collect();
        let (first, second) = parts.split_at(2);
        for (line, up) in [(first, 42.0), (second, 16.0)] {
            let at = Vec2::new(36.0, ui.size.y - up);
            buttons(ui, line, at, 18.0, ink::CREAM);
        }
    }

    fn draw_name(&self, canvas: &Canvas<'_>) {
        let ui = canvas.ui;
        // The letters hop one after another.
        let mut x = 36.0;
        let name = if down(ui) > 0.0 { "DODGEM" } else { "" };
        for (index, letter) in name.chars().enumerate() {
            let text = letter.to_string();
            let phase = self.time * 2.4 - index as f32 * 0.55;
            let hop = phase.sin().max(0.0).powi(6) * 9.0;
            let color = [ink::CORAL, ink::GOLD, ink::MINT][index % 3];
            x += ui.bold(&text, Vec2::new(x, 106.0 - hop), 96.0, color, Align::Left) + 2.0;
        }
        let confirm = key_of(canvas.state, 0, Command::Confirm);
        let chosen = self.chosen(canvas.state.levels).map(|entry| entry.folder);
        let at_school = chosen == Some(LevelFolder::School);
        let words = &words(canvas).title;
        let (line, color) = match canvas.state.rounds.is_new_player() {
            true => (
                match at_school {
                    true => fill(words.begins_lesson, &[("key", &confirm)]),
                    false => words.join.to_owned(),
                },
                ink::MINT,
            ),
            false => (words.tagline.to_owned(), ink::CREAM),
        };
        let at = Vec2::new(38.0, SENTENCE + down(ui));
        let shrinks = (WIDE / ui.width(&line, 20.0).max(1.0)).min(1.0);
        ui.text(&line, at, 20.0 * shrinks, color, Align::Left);
    }

    fn draw_list(&self, canvas: &Canvas<'_>) {
        let ui = canvas.ui;
        let levels = canvas.state.levels;
        match &self.search {
            Some(search) => draw_search(canvas, search),
            None => self.draw_folders(canvas),
        }
        let listed = self.listed(levels);
        let selected = listed.iter().position(|index| *index == self.selected);
        let selected = selected.unwrap_or(0);
        let top = TOP + down(ui);
        let most = lines_in(players_line(canvas) - top);
        let shown = listed.len().min(most);
        let area = Area::of(
            Vec2::new(24.0, top - 30.0),
            Vec2::new(463.0, LIST_STEP * most as f32),
        );
        let list = List::around("levels", area, LIST_STEP, (selected, listed.len()));
        ui.list(&list, |ui, line| {
            let entry = &levels.entries()[listed[line]];
            let chosen = listed[line] == self.selected;
            let row = Area::of(Vec2::ZERO, Vec2::new(452.0, 40.0));
            let under = ui.spot(row, Spot::Line(listed[line]));
            let at = Vec2::new(12.0, 30.0);
            draw_row(ui, row, at, (chosen, under));
            let color = if entry.about.is_err() {
                ink::GREY
            } else {
                ink::CREAM
            };
            draw_entry(&Canvas { ui, ..*canvas }, entry, at, chosen, color);
        });
        let words = words(canvas);
        let Some(entry) = self.chosen(levels).filter(|_| !listed.is_empty()) else {
            let text = match self.search {
                Some(_) => words.title.none_found,
                None => words.title.no_levels,
            };
            let at = Vec2::new(36.0, top);
            ui.text(text, at, 22.0, ink::CORAL, Align::Left);
            return;
        };
        let y = top + LIST_STEP * shown as f32 + 4.0;
        ui.text(
            &entry.numbers(canvas.state.rounds.mode, words),
            Vec2::new(36.0, y),
            18.0,
            ink::MINT,
            Align::Left,
        );
        draw_about(canvas, entry, y + 28.0);
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
        let choices = self.choices(canvas);
        buttons(ui, &choices, Vec2::new(36.0, base), 19.0, ink::MINT);
        let base = base + TEXT_STEP;
        let words = words(canvas);
        let pads = match canvas.state.players.devices.pads.count() {
            0 => words.title.plug.to_owned(),
            _ => words.title.pad_joins.to_owned(),
        };
        let key = canvas
            .state
            .settings
            .key_names()
            .shown(Command::SecondPlayer);
        // Players for whom the level has no car see that before the start.
        let level = self.chosen(canvas.state.levels);
        let level = level.and_then(|entry| entry.level.as_ref());
        let room = level.map_or(seats.len(), |level| level.player_slots());
        let free = level.is_some_and(|level| level.own_mode() == Mode::Free);
        for (slot, seat) in seats.iter().enumerate() {
            let how = seat_in_words(words, seat);
            let mut text = fill(
                words.title.player,
                &[("number", &(slot + 1)), ("how", &how)],
            );
            let color = if slot < room { ink::GOLD } else { ink::GREY };
            if slot >= room {
                let note = match free && slot == 0 {
                    true => words.title.no_car_free,
                    false => words.title.no_car,
                };
                text += &format!("  ·  {note}");
            }
            let at = Vec2::new(36.0, base + 25.0 * slot as f32);
            let shrinks = (WIDE / ui.width(&text, 19.0).max(1.0)).min(1.0);
            ui.text(&text, at, 19.0 * shrinks, color, Align::Left);
        }
        // Once the second player has joined, the key lets that player leave.
        let second = match seats.iter().any(|seat| seat.half == Some(1)) {
            true => fill(words.title.second_leaves, &[("key", &key)]),
            false => fill(words.title.second, &[("key", &key)]),
        };
        let parts = [
            (second, Some(Spot::Command(Command::SecondPlayer))),
            (pads, None),
        ];
        let at = Vec2::new(36.0, base + 25.0 * seats.len() as f32);
        buttons(ui, &parts, at, 16.0, ink::GREY);
    }

    /// The choices for a round of the selected level, with their keys: only those that make a difference there.
    fn choices(&self, canvas: &Canvas<'_>) -> Vec<(String, Option<Spot>)> {
        let (state, words) = (canvas.state, words(canvas));
        let key = |command: Command| state.settings.key_names().first(command);
        let mut choices = Vec::new();
        let Some(entry) = self.chosen(state.levels) else {
            return choices;
        };
        if entry.has_drivers() {
            let skill = words.difficulty(state.rounds.difficulty);
            let parts: [(&str, &dyn std::fmt::Display); 2] =
                [("key", &key(Command::Camera)), ("skill", &skill)];
            let text = fill(words.title.drivers, &parts);
            choices.push((text, Some(Spot::Command(Command::Camera))));
        }
        if entry.modes().len() > 1 {
            let mode = words.mode(entry.mode(state.rounds.mode));
            let text = format!("{}: {mode}", key(Command::Mode));
            choices.push((text, Some(Spot::Command(Command::Mode))));
        }
        let teams = match entry.teams(state.rounds.mode, state.rounds.teams) {
            Teams::None => return choices,
            Teams::Off => format!("{}: {}", key(Command::Teams), words.title.teams_off),
            Teams::Chosen => format!("{}: {}", key(Command::Teams), words.title.teams_two),
            Teams::OfLevel => words.title.teams_two.to_owned(),
        };
        choices.push((teams, Some(Spot::Command(Command::Teams))));
        choices
    }

    /// Draws the groups that contain levels between the arrows that change them, and the key to search.
    fn draw_folders(&self, canvas: &Canvas<'_>) {
        let (ui, levels) = (canvas.ui, canvas.state.levels);
        let words = words(canvas);
        let folders = Self::folders(levels);
        let chosen = self.chosen(levels).map(|entry| entry.folder);
        let here = folders.iter().position(|(one, _)| Some(*one) == chosen);
        let here = here.unwrap_or(0) as i32;
        let find = canvas.state.settings.key_names().shown(Command::LastCrash);
        let find = format!("{find} {}", words.title.search);
        let mut parts = vec![("◀".to_owned(), Some(Spot::Move(-1, 0)), false)];
        for (place, (folder, _)) in folders.iter().enumerate() {
            // The group that is shown already stays; a press on it begins no round.
            let spot = Spot::Move(place as i32 - here, 0);
            let name = words.folder(*folder).to_owned();
            parts.push((name, Some(spot), place as i32 == here));
        }
        parts.push(("▶".to_owned(), Some(Spot::Move(1, 0)), false));
        parts.push((find, Some(Spot::Command(Command::LastCrash)), false));
        let wide = |size: f32| -> f32 { parts.iter().map(|(text, ..)| ui.width(text, size)).sum() };
        let (mut size, mut gap) = (19.0, 16.0);
        let room = WIDE - gap * (parts.len() - 1) as f32;
        size *= (room / wide(size)).min(1.0);
        gap = ((WIDE - wide(size)) / (parts.len() - 1) as f32).min(gap);
        let mut at = Vec2::new(36.0, FOLDERS + down(ui));
        for (text, spot, is_here) in &parts {
            let area = Area::of(at - Vec2::Y * 21.0, Vec2::new(ui.width(text, size), 29.0));
            let under = spot.is_some_and(|spot| ui.spot(area, spot));
            let color = match is_here {
                true => ink::GOLD,
                false if under => ink::CREAM,
                false => ink::GREY,
            };
            let wide = ui.text(text, at, size, color, Align::Left);
            if *is_here {
                ui.fill(at + Vec2::new(0.0, 5.0), Vec2::new(wide, 2.0), color);
            }
            at.x += wide + gap;
        }
    }
}

/// Draws a level's description or its error, from the baseline `first` down to the line above the choices.
fn draw_about(canvas: &Canvas<'_>, entry: &ListedLevel, first: f32) {
    let ui = canvas.ui;
    let (text, color) = match &entry.about {
        Ok(text) => (text, ink::CREAM),
        Err(text) => (text, ink::CORAL),
    };
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

/// The table of words.
fn words(canvas: &Canvas<'_>) -> &'static Words {
    canvas.state.settings.words()
}

/// Draws a line of buttons in letters that shrink until it fits.
fn buttons(ui: &Ui, parts: &[(String, Option<Spot>)], at: Vec2, size: f32, color: Color) {
    let texts: Vec<&str> = parts.iter().map(|(text, _)| text.as_str()).collect();
    let wide = ui.width(&texts.join("  ·  "), size);
    ui.buttons(parts, at, size * (WIDE / wide.max(1.0)).min(1.0), color);
}

/// Draws the field of a search, with the keys that end it.
fn draw_search(canvas: &Canvas<'_>, search: &Search) {
    let ui = canvas.ui;
    let words = &words(canvas).title;
    let at = Vec2::new(36.0, FOLDERS + down(ui));
    let wide = ui.text(words.finds, at, 19.0, ink::GOLD, Align::Left) + 8.0;
    search.draw_line(ui, at + Vec2::X * wide, (WIDE * 0.6 - wide, 19.0));
    let end = at + Vec2::X * WIDE;
    ui.text(words.search_keys, end, 16.0, ink::GREY, Align::Right);
}

/// The devices of a player, in words.
fn seat_in_words(words: &Words, seat: &Seat) -> String {
    let words = &words.title;
    let keys = match (seat.keyboard, seat.half) {
        (true, _) => Some(words.keyboard),
        (_, Some(0)) => Some(words.wasd),
        (_, Some(_)) => Some(words.arrows),
        _ => None,
    };
    match (keys, seat.pad) {
        (Some(keys), Some(_)) => fill(words.and_pad, &[("keys", &keys)]),
        (Some(keys), None) => keys.to_owned(),
        (None, Some(pad)) => format!("{} {}", words.gamepad, pad + 1),
        (None, None) => words.waits_for_pad.to_owned(),
    }
}

/// The number of levels that a list of that height shows, with room for the numbers of one.
fn lines_in(room: f32) -> usize {
    (((room - ABOUT) / LIST_STEP) as usize).clamp(1, LINES)
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
    let (ui, words) = (canvas.ui, words(canvas));
    let name = shorten(&entry.name, if entry.yours { 18 } else { 24 });
    let width = ui.text(&name, at + Vec2::X * 26.0, 26.0, color, Align::Left);
    if entry.yours {
        let color = if chosen { ink::CREAM } else { ink::MINT };
        let at = at + Vec2::X * (26.0 + width + 12.0);
        // A saved level has the name of the one that it was made from, so its file name is shown too.
        let mut entries = canvas.state.levels.entries().iter();
        let text =
            match entries.any(|other| other.name == entry.name && other.source != entry.source) {
                true => format!("{}: {}", words.common.yours, entry.file_name()),
                false => words.common.yours.to_owned(),
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
        let medal = medal.map_or(String::new(), |medal| format!("{}  ", words.medal(medal)));
        let star = if bests.is_some_and(|bests| bests.is_task_done(&key)) {
            "★ "
        } else {
            ""
        };
        let best = match (key.mode, &entry.level) {
            (Mode::Lesson, Some(level)) => words.lesson_score(level, best.total),
            _ => format!("{} {}", words.title.best, best.total),
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

    #[test]
    fn the_list_shows_a_line_at_least_and_leaves_room_for_the_numbers() {
        for room in 0..800 {
            let room = room as f32;
            let lines = lines_in(room);
            assert!((1..=LINES).contains(&lines));
            let used = LIST_STEP * lines as f32 + ABOUT;
            assert!(lines == 1 || used <= room, "{lines} lines in {room}");
        }
        // The usual screen: below the name and the groups, above one player.
        assert_eq!(lines_in(580.0 - TOP - NAME), LINES);
    }
}
