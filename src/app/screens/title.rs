//! The title: the levels to choose from, the players, and behind it a round of the chosen level.

use glam::Vec2;
use macroquad::color::Color;

use crate::app::input::{Command, Presses, Seats};
use crate::app::screens::hud::shorten;
use crate::app::screens::overlay::in_a_line;
use crate::app::screens::scroll::{draw_scroll_bar, first_shown};
use crate::app::screens::{Canvas, Next, Play, Recordings, Screen};
use crate::app::sound::Cue;
use crate::app::state::AppState;
use crate::app::ui::{Align, ink};
use crate::app::watch::Stamp;
use crate::game::{BestKey, Difficulty, RoundPhase};
use crate::level::{self, Level, LevelEntry, LevelError, Library, Mode};

/// Seconds that a level stays selected before its round is shown behind the list.
const SHOW_AFTER: f64 = 0.35;
/// Most levels in the list at once; it scrolls.
const LINES: usize = 7;
/// The height of a line of the list, and of one of the text below it.
const LIST_STEP: f32 = 42.0;
const TEXT_STEP: f32 = 25.0;
/// The first baseline of the list.
const TOP: f32 = 192.0;
/// Seconds between two looks for levels that came, went or changed.
const LOOK_SECONDS: f64 = 0.5;

/// A level of the list.
#[derive(Debug, Clone)]
struct TitleEntry {
    source: String,
    /// Whether it is one of the user's own.
    yours: bool,
    /// What its file was like when it was read.
    stamp: Option<Stamp>,
    name: String,
    /// What it is like, or what is wrong with it.
    about: Result<String, String>,
    /// Cars, people that can drive, seconds.
    numbers: String,
    /// The level, if it can be played.
    level: Option<Box<Level>>,
    /// That of the level.
    fingerprint: String,
}

impl TitleEntry {
    /// What would count in a round of it.
    fn mode(&self, wanted: Option<Mode>) -> Mode {
        let Some(level) = &self.level else {
            return Mode::default();
        };
        let wanted = wanted.filter(|mode| level.plays(*mode));
        wanted.unwrap_or(level.mode)
    }
}

/// The title screen.
#[derive(Debug)]
pub struct Title {
    entries: Vec<TitleEntry>,
    selected: usize,
    /// Seconds since the selection changed.
    waited: f64,
    /// Seconds since the folders were looked at.
    since_look: f64,
    time: f32,
}

impl Title {
    /// The title, the level last played selected.
    pub fn new(state: &mut AppState) -> Self {
        let entries = read_levels(&state.library, &[]);
        let selected = entries
            .iter()
            .position(|entry| entry.source == state.session.source);
        state.sound.motor(None);
        state.error = None;
        let source = state.session.source.clone();
        if state.playing
            && let Err(error) = state.show_level(&source)
        {
            state.error = Some(error);
            state.playing = false;
        }
        Self {
            entries,
            selected: selected.unwrap_or(0),
            waited: 0.0,
            since_look: 0.0,
            time: 0.0,
        }
    }

    /// The title after a recording: its level, if it is one of the list, is shown anew.
    pub fn after_replay(state: &mut AppState) -> Self {
        state.show_known_level();
        Title::new(state)
    }

    fn chosen(&self) -> Option<&TitleEntry> {
        self.entries.get(self.selected)
    }

    fn choose(&mut self, state: &mut AppState, down: i32) {
        let count = self.entries.len() as i32;
        if count > 0 && down != 0 {
            self.selected = (self.selected as i32 + down).rem_euclid(count) as usize;
            self.waited = 0.0;
            // Every level is first shown as it was meant.
            state.mode = None;
            state.sound.cue(Cue::Tick);
        }
    }

    /// What counts in the chosen level: the next of the modes that it can be played in.
    fn change_mode(&mut self, state: &mut AppState) {
        let Some(entry) = self.chosen() else { return };
        let Some(level) = &entry.level else { return };
        let modes: Vec<Mode> = Mode::ALL
            .into_iter()
            .filter(|mode| level.plays(*mode))
            .collect();
        let now = entry.mode(state.mode);
        let place = modes.iter().position(|mode| *mode == now);
        let next = modes[(place.unwrap_or(0) + 1) % modes.len()];
        state.mode = Some(next);
        state.sound.cue(Cue::Tick);
    }

    /// Shows the chosen level behind the list, and again when its round is over.
    fn show_chosen(&mut self, state: &mut AppState) {
        let Some(entry) = self.entries.get(self.selected) else {
            return;
        };
        let other = entry.source != state.session.source;
        let over = state.session.round.phase() == RoundPhase::Over;
        if entry.about.is_err() || !(over || other && self.waited > SHOW_AFTER) {
            return;
        }
        let source = entry.source.clone();
        if let Err(error) = state.show_level(&source) {
            self.entries[self.selected].about = Err(in_short(&error));
        }
    }

    /// Reads the levels that came or changed, or all of them again; the same one stays chosen.
    fn refresh(&mut self, library: &Library, again: bool) {
        let before = std::mem::take(&mut self.entries);
        let chosen = before.get(self.selected).map(|entry| entry.source.clone());
        self.entries = read_levels(library, if again { &[] } else { &before });
        let mut sources = self.entries.iter().map(|entry| Some(&entry.source));
        let last = self.entries.len().saturating_sub(1);
        self.selected = sources
            .position(|source| source == chosen.as_ref())
            .unwrap_or(self.selected.min(last));
    }
}

/// The levels to choose from; those that are as `known` are not read again.
fn read_levels(library: &Library, known: &[TitleEntry]) -> Vec<TitleEntry> {
    let read = |found: LevelEntry| {
        let stamp = Stamp::of_level(library, &found.source);
        let same = |entry: &&TitleEntry| entry.source == found.source && entry.stamp == stamp;
        match known.iter().find(same) {
            Some(entry) => entry.clone(),
            None => read_level(library, found, stamp),
        }
    };
    library.levels().into_iter().map(read).collect()
}

fn read_level(library: &Library, found: LevelEntry, stamp: Option<Stamp>) -> TitleEntry {
    let LevelEntry { source, yours } = found;
    let (name, about, numbers, level) = match level::load(library, &source) {
        Ok(mut level) => {
            let numbers = format!(
                "{} cars  ·  {} s  ·  up to {} at this screen",
                level.cars.len(),
                level.duration,
                level.player_slots().max(1)
            );
            let name = level.name.clone();
            let description = std::mem::take(&mut level.description);
            (name, Ok(description), numbers, Some(Box::new(level)))
        }
        Err(error) => {
            let file = std::path::Path::new(&source).file_stem();
            let name = file.map(|name| name.to_string_lossy().into_owned());
            let numbers = "cannot be played".to_owned();
            (
                name.unwrap_or_default(),
                Err(in_short(&error)),
                numbers,
                None,
            )
        }
    };
    TitleEntry {
        source,
        yours,
        stamp,
        name,
        about,
        numbers,
        fingerprint: level
            .as_ref()
            .map_or_else(String::new, |level| level.fingerprint()),
        level,
    }
}

/// The first problem of a level, and how many more there are.
fn in_short(error: &LevelError) -> String {
    let first = error.problems().first();
    let first = first.map(in_a_line).unwrap_or_default();
    match error.problems().len() + error.more() {
        0 | 1 => first,
        count => format!("{first}\nand {} more", count - 1),
    }
}

impl Screen for Title {
    fn name(&self) -> &'static str {
        "title"
    }

    fn update(&mut self, state: &mut AppState, presses: &Presses, seconds: f64) -> Next {
        self.time += seconds as f32;
        self.waited += seconds;
        if presses.has(Command::Pause) && state.help {
            state.help = false;
            return Next::Stay;
        }
        if presses.has(Command::Quit) {
            return Next::Quit;
        }
        // The first press of a pad's button makes its player join; only the next one chooses.
        let mut joined = false;
        for pad in std::mem::take(&mut state.devices.joining) {
            if state.seats.join(pad) {
                joined = true;
                let count = state.seats.count();
                state.say(format!("a gamepad joins as player {count}"));
            }
        }
        // On a gamepad the button that takes the wheel of a recording leads to them.
        if presses.has(Command::Recordings) || presses.has(Command::TakeWheel) && !joined {
            return Next::Go(Box::new(Recordings::new()));
        }
        if presses.turns(Command::SecondPlayer) {
            state.seats.toggle_second_on_keyboard();
        }
        let (right, down) = presses.moved();
        self.choose(state, down);
        change_difficulty(state, right);
        for _ in 0..presses.count(Command::Mode) {
            self.change_mode(state);
        }
        self.since_look += seconds;
        if presses.has(Command::Reload) {
            self.refresh(&state.library, true);
        } else if self.since_look > LOOK_SECONDS {
            self.since_look = 0.0;
            self.refresh(&state.library, false);
        }
        self.show_chosen(state);
        state.session.exact = !state.views.is_empty();
        state.run(seconds);
        if presses.has(Command::Confirm)
            && !joined
            && let Some(entry) = self.chosen()
        {
            if state.seats.count() > 1 {
                state.camera = crate::app::camera::CameraKind::Top;
            }
            let source = entry.source.clone();
            match state.begin(&source) {
                Ok(()) => return Next::Go(Box::new(Play)),
                Err(error) => state.error = Some(error),
            }
        }
        Next::Stay
    }

    fn draw(&self, canvas: &Canvas<'_>) {
        let ui = canvas.ui;
        ui.fill(
            Vec2::ZERO,
            Vec2::new(500.0, ui.size.y),
            ink::fade(ink::NIGHT, 0.80),
        );
        ui.fill(Vec2::new(500.0, 0.0), Vec2::new(5.0, ui.size.y), ink::GOLD);
        self.draw_name(canvas);
        self.draw_list(canvas);
        self.draw_players(canvas);
        let keys = &canvas.state.settings.keys;
        let hint = format!(
            "Enter play  ·  {} recordings  ·  {} help  ·  {} quit",
            keys.shown(Command::Recordings),
            keys.shown(Command::Help),
            keys.shown(Command::Quit)
        );
        ui.text(
            &hint,
            Vec2::new(36.0, ui.size.y - 24.0),
            19.0,
            ink::CREAM,
            Align::Left,
        );
    }
}

impl Title {
    fn draw_name(&self, canvas: &Canvas<'_>) {
        let ui = canvas.ui;
        // The letters bump each other.
        let mut x = 36.0;
        for (index, letter) in "DODGEM".chars().enumerate() {
            let text = letter.to_string();
            let phase = self.time * 2.4 - index as f32 * 0.55;
            let hop = phase.sin().max(0.0).powi(6) * 9.0;
            let color = [ink::CORAL, ink::GOLD, ink::MINT][index % 3];
            x += ui.bold(&text, Vec2::new(x, 106.0 - hop), 96.0, color, Align::Left) + 2.0;
        }
        let line = "Drive into everybody. Then look inside.";
        ui.text(line, Vec2::new(38.0, 146.0), 20.0, ink::CREAM, Align::Left);
    }

    fn draw_list(&self, canvas: &Canvas<'_>) {
        let ui = canvas.ui;
        let first = first_shown(self.selected, LINES, self.entries.len());
        let shown = self.entries.len().min(LINES);
        for (line, entry) in self.entries.iter().skip(first).take(LINES).enumerate() {
            let at = Vec2::new(36.0, TOP + LIST_STEP * line as f32);
            let chosen = first + line == self.selected;
            if chosen {
                ui.fill(
                    at + Vec2::new(-12.0, -30.0),
                    Vec2::new(452.0, 40.0),
                    ink::CORAL,
                );
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
        draw_scroll_bar(ui, at, LIST_STEP, first, LINES, self.entries.len());
        let Some(entry) = self.chosen() else {
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
            &entry.numbers,
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
        let room = ((players_line(canvas) - first) / TEXT_STEP).max(0.0) as usize + 1;
        let lines = ui.wrap(text, 19.0, 436.0);
        for (line, text) in lines.iter().take(room).enumerate() {
            let last = line + 1 == room && lines.len() > room;
            let text = if last {
                format!("{text} …")
            } else {
                text.clone()
            };
            let at = Vec2::new(36.0, first + TEXT_STEP * line as f32);
            ui.text(&text, at, 19.0, color, Align::Left);
        }
    }

    fn draw_players(&self, canvas: &Canvas<'_>) {
        let ui = canvas.ui;
        let seats = canvas.state.seats.list();
        let line = players_line(canvas);
        let base = line + 24.0;
        ui.fill(
            Vec2::new(36.0, line),
            Vec2::new(428.0, 1.5),
            ink::fade(ink::CREAM, 0.4),
        );
        let mode = self.chosen().map(|entry| entry.mode(canvas.state.mode));
        let choices = format!(
            "◀ ▶ drivers: {}  ·  {}: {}",
            canvas.state.difficulty.word(),
            canvas.state.settings.keys.shown(Command::Mode),
            mode.unwrap_or_default().name(),
        );
        let at = Vec2::new(36.0, base);
        ui.text(&choices, at, 19.0, ink::MINT, Align::Left);
        let base = base + TEXT_STEP;
        let pads = match canvas.state.devices.pads.count() {
            0 => "plug in a gamepad to join".to_owned(),
            _ => "any gamepad button joins".to_owned(),
        };
        let key = canvas.state.settings.keys.shown(Command::SecondPlayer);
        // More people than the level has cars for are told so before they start.
        let room = (self.chosen().and_then(|entry| entry.level.as_ref()))
            .map_or(seats.len(), |level| level.player_slots());
        for (slot, seat) in seats.iter().enumerate() {
            let (note, color) = match slot < room {
                true => ("", ink::GOLD),
                false => (" (watches: no car here)", ink::GREY),
            };
            let text = format!("player {}: {}{note}", slot + 1, Seats::describe(seat));
            let at = Vec2::new(36.0, base + 25.0 * slot as f32);
            ui.text(&text, at, 19.0, color, Align::Left);
        }
        let text = format!("{key}: second player  ·  {pads}");
        let at = Vec2::new(36.0, base + 25.0 * seats.len() as f32);
        ui.text(&text, at, 16.0, ink::GREY, Align::Left);
    }
}

/// The next stronger or weaker drivers.
fn change_difficulty(state: &mut AppState, right: i32) {
    if right == 0 {
        return;
    }
    let all = Difficulty::ALL;
    let place = all.iter().position(|one| *one == state.difficulty);
    let next = (place.unwrap_or(0) as i32 + right).rem_euclid(all.len() as i32);
    state.difficulty = all[next as usize];
    state.sound.cue(Cue::Tick);
}

/// The height of the line above the choices and the players.
fn players_line(canvas: &Canvas<'_>) -> f32 {
    let seats = canvas.state.seats.count() as f32;
    canvas.ui.size.y - 90.0 - TEXT_STEP * (seats + 1.0)
}

/// A level's name, whether it is the user's own, and the best result in it.
fn draw_entry(canvas: &Canvas<'_>, entry: &TitleEntry, at: Vec2, chosen: bool, color: Color) {
    let ui = canvas.ui;
    let name = shorten(&entry.name, if entry.yours { 18 } else { 24 });
    let width = ui.text(&name, at + Vec2::X * 26.0, 26.0, color, Align::Left);
    if entry.yours {
        let color = if chosen { ink::CREAM } else { ink::MINT };
        let at = at + Vec2::X * (26.0 + width + 12.0);
        ui.text("yours", at, 17.0, color, Align::Left);
    }
    let best = canvas.state.best.as_ref();
    let key = BestKey {
        level: entry.fingerprint.clone(),
        mode: entry.mode(canvas.state.mode.filter(|_| chosen)),
        difficulty: canvas.state.difficulty,
    };
    if let Some(best) = best.and_then(|best| best.best(&key)) {
        let text = format!("best {}", best.total);
        let color = if chosen { ink::CREAM } else { ink::GOLD };
        ui.text(&text, at + Vec2::X * 428.0, 19.0, color, Align::Right);
    }
}
