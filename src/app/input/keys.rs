//! The key presses of a frame, in their order: two of the same key are two.

use macroquad::input::KeyCode;
use macroquad::input::utils::{register_input_subscriber, repeat_all_miniquad_input};
use macroquad::miniquad::{EventHandler, KeyMods};

/// Listens to the window's keys. The library's own question, whether a key was pressed in this
/// frame, cannot tell one press from two.
pub struct KeyPresses {
    subscriber: usize,
    pressed: Recorder,
}

impl KeyPresses {
    /// Listens from now on. The window must be open.
    pub fn new() -> Self {
        KeyPresses {
            subscriber: register_input_subscriber(),
            pressed: Recorder::default(),
        }
    }

    /// The keys pressed since the last call, in their order, each with whether it is a held key that repeats.
    pub fn take(&mut self) -> &[(KeyCode, bool)] {
        self.pressed.keys.clear();
        repeat_all_miniquad_input(&mut self.pressed, self.subscriber);
        &self.pressed.keys
    }
}

#[derive(Default)]
struct Recorder {
    keys: Vec<(KeyCode, bool)>,
}

impl EventHandler for Recorder {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    fn key_down_event(&mut self, key: KeyCode, _: KeyMods, repeat: bool) {
        self.keys.push((key, repeat));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presses_are_kept_in_their_order_and_repeats_are_told() {
        let mut recorder = Recorder::default();
        for (key, repeat) in [
            (KeyCode::Tab, false),
            (KeyCode::A, false),
            (KeyCode::A, true),
            (KeyCode::Tab, false),
        ] {
            recorder.key_down_event(key, KeyMods::default(), repeat);
        }
        let [tab, a] = [KeyCode::Tab, KeyCode::A];
        let expected = [(tab, false), (a, false), (a, true), (tab, false)];
        assert_eq!(recorder.keys, expected);
    }
}
