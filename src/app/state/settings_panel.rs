//! Runs the settings panel: its changes take effect at once and are saved.

use egui::Context;
use macroquad::input::{KeyCode, is_key_down};

use crate::app::input::{Command, Presses, name_of};
use crate::app::settings;
use crate::app::sound::Cue;
use crate::app::state::AppState;
use crate::game::Difficulty;

/// The lines that PageUp and PageDown scroll.
const PAGE_LINES: i32 = 6;

impl AppState {
    /// Gives the keys to the open panel: Esc closes it, and a key that it waits for is assigned. Returns the
    /// remaining presses.
    pub fn keys_for_settings(&mut self, mut presses: Presses) -> Presses {
        let Some(panel) = &mut self.covers.settings_panel else {
            return presses;
        };
        if panel.waits_for_button() {
            if presses.keys().contains(&KeyCode::Escape) {
                panel.take_key(&mut self.settings.keys, None);
            } else if let Some(button) = presses.pad_buttons().last() {
                panel.take_button(&mut self.settings, *button);
                self.keep_settings();
            }
            return Presses::default();
        }
        if panel.waits() {
            if let Some(key) = presses.keys().last().copied() {
                let name = match key {
                    KeyCode::Escape => None,
                    // Ctrl alone is ignored: it is part of a combination.
                    KeyCode::LeftControl => return Presses::default(),
                    key => name_of(key, is_key_down(KeyCode::LeftControl)),
                };
                panel.take_key(&mut self.settings.keys, name.as_deref());
                self.keep_settings();
            }
            return Presses::default();
        }
        // While a name is typed, keys are letters.
        if !panel.takes_text() {
            for key in presses.keys() {
                match key {
                    KeyCode::Left => panel.step(-1, 0),
                    KeyCode::Right => panel.step(1, 0),
                    KeyCode::Up => panel.step(0, -1),
                    KeyCode::Down => panel.step(0, 1),
                    KeyCode::PageUp => panel.step(0, -PAGE_LINES),
                    KeyCode::PageDown => panel.step(0, PAGE_LINES),
                    _ => {}
                }
            }
        }
        let closes = presses.has(Command::Pause) || presses.has(Command::Settings);
        if closes && !panel.takes_text() {
            self.covers.settings_panel = None;
        }
        presses.forget_keys();
        presses.only(&[Command::FullScreen, Command::Screenshot])
    }

    /// Shows the panel and applies its changes.
    pub fn use_settings(&mut self, context: &Context) {
        let Some(panel) = &mut self.covers.settings_panel else {
            return;
        };
        let window = self.settings.window;
        let used = panel.show(context, &mut self.settings);
        if self.settings.window != window && !self.settings.full_screen {
            let (wide, high) = self.settings.window;
            macroquad::window::request_new_screen_size(wide as f32, high as f32);
        }
        if used.closes {
            self.covers.settings_panel = None;
        }
        self.media.sound.set_volumes(self.settings.volumes());
        if used.done {
            self.display.show_full_screen(self.settings.full_screen);
            self.rounds.difficulty = self.settings.difficulty;
            self.keep_settings();
        }
    }

    /// Changes the computer's skill for the next rounds: up for 1, down for -1.
    pub fn change_difficulty(&mut self, right: i32) {
        if right == 0 {
            return;
        }
        let all = Difficulty::ALL;
        let place = all.iter().position(|one| *one == self.rounds.difficulty);
        let next = (place.unwrap_or(0) as i32 + right).rem_euclid(all.len() as i32);
        self.rounds.difficulty = all[next as usize];
        self.settings.difficulty = self.rounds.difficulty;
        self.keep_settings();
        self.media.sound.cue(Cue::Tick);
    }

    /// Lowers the detail if pictures are too slow, and shows a message. Slow pictures while a film is made or
    /// a level loads do not count.
    pub fn look_at_pictures(&mut self, seconds: f64) {
        if self.media.film.is_some() || self.media.packer.is_some() || self.is_loading() {
            return;
        }
        let said =
            (self.display.detail).look(self.settings.detail, self.display.frame_seconds, seconds);
        if let Some(said) = said {
            self.notices.say(said);
        }
    }

    /// Saves the settings, and shows the error if that fails.
    pub fn keep_settings(&mut self) {
        if let Err(why) = settings::keep(&self.settings) {
            self.notices
                .say(format!("the settings are not saved: {why}"));
        }
    }
}
