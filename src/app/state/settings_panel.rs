//! Runs the settings panel: its changes take effect at once and are saved.

use egui::Context;
use macroquad::input::{KeyCode, is_key_down};

use crate::app::input::{Command, Presses, name_of};
use crate::app::params::window::state_settings_panel::PAGE_LINES;
use crate::app::pixels;
use crate::app::settings::{self, AppSettings};
use crate::app::sound::Cue;
use crate::app::state::covers::Covers;
use crate::app::state::display::Display;
use crate::app::state::media::Media;
use crate::app::state::notices::Notices;
use crate::app::state::rounds::Rounds;
use crate::app::words::fill;
use crate::game::Difficulty;

/// Gives the keys to the open panel: Esc closes it, and a key that it waits for is assigned. Returns the
/// remaining presses.
pub fn keys_for_settings(
    covers: &mut Covers,
    settings: &mut AppSettings,
    notices: &mut Notices,
    mut presses: Presses,
) -> Presses {
    let Some(panel) = &mut covers.settings_panel else {
        return presses;
    };
    if panel.waits_for_button() {
        if presses.keys().contains(&KeyCode::Escape) {
            panel.take_key(settings, None);
        } else if let Some(button) = presses.pad_buttons().last() {
            panel.take_button(settings, *button);
            keep_settings(settings, notices);
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
            panel.take_key(settings, name.as_deref());
            keep_settings(settings, notices);
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
        covers.settings_panel = None;
    }
    presses.forget_keys();
    presses.only(&[Command::FullScreen, Command::Screenshot])
}

/// Shows the panel and applies its changes.
pub fn use_settings(
    covers: &mut Covers,
    settings: &mut AppSettings,
    display: &mut Display,
    rounds: &mut Rounds,
    media: &mut Media,
    notices: &mut Notices,
    context: &Context,
) {
    let Some(panel) = &mut covers.settings_panel else {
        return;
    };
    let now = pixels::window_size();
    let used = panel.show(context, settings, (now.x as u32, now.y as u32));
    if let Some((wide, high)) = used.window.filter(|_| !settings.full_screen) {
        pixels::request_window_size(wide, high);
    }
    if used.closes {
        covers.settings_panel = None;
    }
    media.sound.set_volumes(settings.volumes());
    if used.done {
        display.show_full_screen(settings.full_screen);
        rounds.difficulty = settings.difficulty;
        keep_settings(settings, notices);
    }
}

/// Changes the computer's skill for the next rounds: up for 1, down for -1.
pub fn change_difficulty(
    rounds: &mut Rounds,
    settings: &mut AppSettings,
    media: &mut Media,
    notices: &mut Notices,
    right: i32,
) {
    if right == 0 {
        return;
    }
    let all = Difficulty::ALL;
    let place = all.iter().position(|one| *one == rounds.difficulty);
    let next = (place.unwrap_or(0) as i32 + right).rem_euclid(all.len() as i32);
    rounds.difficulty = all[next as usize];
    settings.difficulty = rounds.difficulty;
    keep_settings(settings, notices);
    media.sound.cue(Cue::Tick);
}

/// Lowers the detail if pictures are too slow, and shows a message. Slow pictures while a film is made or
/// a level loads do not count.
pub fn look_at_pictures(
    display: &mut Display,
    media: &Media,
    settings: &AppSettings,
    notices: &mut Notices,
    (seconds, is_loading): (f64, bool),
) {
    if media.film.is_some() || media.packer.is_some() || is_loading {
        return;
    }
    if (display.detail).look(settings.detail, display.frame_seconds, seconds) {
        notices.say(notices.words().low_rate);
    }
}

/// Saves the settings, and shows the error if that fails.
pub fn keep_settings(settings: &AppSettings, notices: &mut Notices) {
    if let Err(why) = settings::keep(settings) {
        let text = notices.words().settings_lost;
        notices.say(fill(text, &[("why", &why)]));
    }
}
