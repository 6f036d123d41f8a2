//! The key presses and touches of a frame in order; two presses of one key count as two.

use glam::Vec2;
use macroquad::input::KeyCode;
use macroquad::input::utils::{register_input_subscriber, repeat_all_miniquad_input};
use macroquad::miniquad::{EventHandler, KeyMods, TouchPhase};

use crate::app::input::CONTROL;
use crate::app::input::touch::TouchEvent;

/// Listens to the window's key events. macroquad's own `is_key_pressed` cannot tell one press in a
/// frame from two.
pub struct KeyPresses {
    subscriber: usize,
    pressed: Recorder,
}

impl KeyPresses {
    /// Starts to listen. The window must be open.
    pub fn new() -> Self {
        KeyPresses {
            subscriber: register_input_subscriber(),
            pressed: Recorder::default(),
        }
    }

    /// The keys pressed since the last call, in order.
    pub fn take(&mut self) -> &[KeyPress] {
        self.pressed.keys.clear();
        self.pressed.touches.clear();
        repeat_all_miniquad_input(&mut self.pressed, self.subscriber);
        &self.pressed.keys
    }

    /// The changes of fingers found by the last call of [`KeyPresses::take`]; `scale` is in pixels per unit.
    pub(super) fn touches(&self, scale: f32) -> Vec<TouchEvent> {
        let in_units = |event: &TouchEvent| TouchEvent {
            at: event.at / scale,
            ..*event
        };
        self.pressed.touches.iter().map(in_units).collect()
    }
}

/// One press of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyPress {
    pub key: KeyCode,
    /// True if it is a repeat of a key that is held.
    pub repeats: bool,
    /// True if Ctrl was held at the press. Its state at the end of a slow frame may differ.
    pub with_control: bool,
}

#[derive(Default)]
struct Recorder {
    keys: Vec<KeyPress>,
    /// With positions in pixels.
    touches: Vec<TouchEvent>,
    control: bool,
}

impl EventHandler for Recorder {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    fn key_down_event(&mut self, key: KeyCode, mods: KeyMods, repeat: bool) {
        // The release of Ctrl may have happened outside the window, unseen.
        self.control = key == CONTROL || (self.control && mods.ctrl);
        self.keys.push(KeyPress {
            key,
            repeats: repeat,
            with_control: self.control,
        });
    }

    fn key_up_event(&mut self, key: KeyCode, _: KeyMods) {
        self.control &= key != CONTROL;
    }

    fn touch_event(&mut self, phase: TouchPhase, finger: u64, x: f32, y: f32) {
        let at = Vec2::new(x, y);
        self.touches.push(TouchEvent { phase, finger, at });
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
        let press = |key, repeats| KeyPress {
            key,
            repeats,
            with_control: false,
        };
        let [tab, a] = [KeyCode::Tab, KeyCode::A];
        let expected = [(tab, false), (a, false), (a, true), (tab, false)];
        assert_eq!(
            recorder.keys,
            expected.map(|(key, repeats)| press(key, repeats))
        );
    }

    #[test]
    fn a_key_is_one_with_control_only_between_that_ones_press_and_release() {
        let mut recorder = Recorder::default();
        let held = KeyMods {
            ctrl: true,
            ..KeyMods::default()
        };
        recorder.key_down_event(KeyCode::S, KeyMods::default(), false);
        recorder.key_down_event(CONTROL, held, false);
        recorder.key_down_event(KeyCode::S, held, false);
        recorder.key_up_event(CONTROL, KeyMods::default());
        recorder.key_down_event(KeyCode::S, KeyMods::default(), false);
        let with: Vec<bool> = recorder.keys.iter().map(|one| one.with_control).collect();
        assert_eq!(with, [false, true, true, false]);
    }
}
