//! The title: the levels to choose from, who plays, and behind it a round of the chosen level.

use glam::Vec2;

use crate::app::input::{Command, Presses, Seats};
use crate::app::screens::hud::shorten;
use crate::app::screens::{Canvas, Next, Play, Screen};
use crate::app::sound::Cue;
use crate::app::state::State;
use crate::app::ui::{Align, ink};
use crate::game::Phase;
use crate::level;
use crate::level::Library;

/// Seconds that a level stays selected before its round is shown behind the list.
const SHOW_AFTER: f64 = 0.35;
/// Most levels in the list at once; it scrolls.
const LINES: usize = 7;

/// A level of the list.
#[derive(Debug, Clone)]
struct Entry {
    source: String,
    name: String,
    /// What it is like, or what is wrong with it.
    about: Result<String, String>,
    /// Cars, people that can drive, seconds.
    numbers: String,
}

/// The title screen.
#[derive(Debug)]
pub struct Title {
    entries: Vec<Entry>,
    selected: usize,
    /// Seconds since the selection changed.
    waited: f64,
    time: f32,
}

impl Title {
    /// The title, the level last played selected.
    pub fn new(state: &mut State) -> Self {
        let entries = read_levels(&state.library);
        let selected = entries
            .iter()
            .position(|entry| entry.source == state.session.source);
        state.sound.motor(None);
        state.error = None;
        let source = state.session.source.clone();
        if state.playing
            && let Err(error) = state.show_level(&source)
        {
            state.error = Some(error.to_string());
            state.playing = false;
        }
        Self {
            entries,
            selected: selected.unwrap_or(0),
            waited: 0.0,
            time: 0.0,
        }
    }

    fn chosen(&self) -> Option<&Entry> {
        self.entries.get(self.selected)
    }

    fn choose(&mut self, state: &mut State, down: i32) {
        let count = self.entries.len() as i32;
        if count > 0 && down != 0 {
            self.selected = (self.selected as i32 + down).rem_euclid(count) as usize;
            self.waited = 0.0;
            state.sound.cue(Cue::Tick);
        }
    }

    /// Shows the chosen level behind the list, and again when its round is over.
    fn show_chosen(&mut self, state: &mut State) {
        let Some(entry) = self.entries.get(self.selected) else {
            return;
        };
        let other = entry.source != state.session.source;
        let over = state.session.round.phase() == Phase::Over;
        if entry.about.is_err() || !(over || other && self.waited > SHOW_AFTER) {
            return;
        }
        let source = entry.source.clone();
        if let Err(error) = state.show_level(&source) {
            self.entries[self.selected].about = Err(error.to_string());
        }
    }
}

fn read_levels(library: &Library) -> Vec<Entry> {
    let read = |source: String| match level::load(library, &source) {
        Ok(level) => Entry {
            name: level.name.clone(),
            about: Ok(level.description.clone()),
            numbers: format!(
                "{} cars  ·  {} s  ·  up to {} at this screen",
                level.cars.len(),
                level.duration,
                level.player_slots().max(1)
            ),
            source,
        },
        Err(error) => Entry {
            name: source.clone(),
            about: Err(error.to_string()),
            numbers: "cannot be played".to_owned(),
            source,
        },
    };
    library.level_names().into_iter().map(read).collect()
}

impl Screen for Title {
    fn name(&self) -> &'static str {
        "title"
    }

    fn update(&mut self, state: &mut State, presses: &Presses, seconds: f64) -> Next {
        self.time += seconds as f32;
        self.waited += seconds;
        if presses.has(Command::Pause) && state.help {
            state.help = false;
            return Next::Stay;
        }
        if presses.has(Command::Quit) {
            return Next::Quit;
        }
        // The first press of a pad's button says who is there; only the next one chooses.
        let mut joined = false;
        for pad in std::mem::take(&mut state.devices.joining) {
            if state.seats.join(pad) {
                joined = true;
                let count = state.seats.count();
                state.say(format!("a gamepad joins as player {count}"));
            }
        }
        if presses.has(Command::SecondPlayer) {
            state.seats.toggle_second_on_keyboard();
        }
        self.choose(state, presses.moved().1);
        if presses.has(Command::Reload) {
            self.entries = read_levels(&state.library);
            self.selected = self.selected.min(self.entries.len().saturating_sub(1));
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
                Err(error) => state.error = Some(error.to_string()),
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
            "Enter play  ·  ↑ ↓ choose  ·  {} help  ·  {} quit",
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
        let line = "Crash as often as you can. Then look inside.";
        ui.text(line, Vec2::new(38.0, 146.0), 20.0, ink::CREAM, Align::Left);
    }

    fn draw_list(&self, canvas: &Canvas<'_>) {
        let ui = canvas.ui;
        let first = self
            .selected
            .saturating_sub(LINES - 1)
            .min(self.entries.len().saturating_sub(LINES));
        let top = 196.0;
        for (line, entry) in self.entries.iter().skip(first).take(LINES).enumerate() {
            let at = Vec2::new(36.0, top + 42.0 * line as f32);
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
            ui.text(
                &shorten(&entry.name, 24),
                at + Vec2::X * 26.0,
                26.0,
                color,
                Align::Left,
            );
            let best = canvas
                .state
                .best
                .as_ref()
                .and_then(|best| best.best(&entry.source));
            if let Some(best) = best {
                let text = format!("best {}", best.crashes);
                let color = if chosen { ink::CREAM } else { ink::GOLD };
                ui.text(&text, at + Vec2::X * 428.0, 19.0, color, Align::Right);
            }
        }
        let Some(entry) = self.chosen() else {
            ui.text(
                "There are no levels.",
                Vec2::new(36.0, top),
                24.0,
                ink::CORAL,
                Align::Left,
            );
            return;
        };
        let y = top + 42.0 * self.entries.len().min(LINES) as f32 + 8.0;
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
        for (line, text) in ui.wrap(text, 19.0, 436.0).iter().take(5).enumerate() {
            ui.text(
                text,
                Vec2::new(36.0, y + 30.0 + 25.0 * line as f32),
                19.0,
                color,
                Align::Left,
            );
        }
    }

    fn draw_players(&self, canvas: &Canvas<'_>) {
        let ui = canvas.ui;
        let seats = canvas.state.seats.list();
        let base = ui.size.y - 66.0 - 25.0 * seats.len() as f32;
        ui.fill(
            Vec2::new(36.0, base - 24.0),
            Vec2::new(428.0, 1.5),
            ink::fade(ink::CREAM, 0.4),
        );
        for (slot, seat) in seats.iter().enumerate() {
            let text = format!("player {}: {}", slot + 1, Seats::describe(seat));
            let at = Vec2::new(36.0, base + 25.0 * slot as f32);
            ui.text(&text, at, 19.0, ink::GOLD, Align::Left);
        }
        let pads = match canvas.state.devices.pads.count() {
            0 => "plug in a gamepad to join".to_owned(),
            _ => "any gamepad button joins".to_owned(),
        };
        let key = canvas.state.settings.keys.shown(Command::SecondPlayer);
        let text = format!("{key}: second player  ·  {pads}");
        let at = Vec2::new(36.0, base + 25.0 * seats.len() as f32);
        ui.text(&text, at, 16.0, ink::GREY, Align::Left);
    }
}
