//! Reads the mouse as the pointer.

use glam::Vec2;
use macroquad::input::{
    KeyCode, MouseButton, is_key_down, is_mouse_button_down, is_mouse_button_pressed,
    is_mouse_button_released, mouse_wheel,
};

use crate::app::input::{CONTROL, Command, Devices, KeyMap};
use crate::app::params::{TWICE_SECONDS, TWICE_UNITS};
use crate::app::pixels;

/// The pointer's state in a frame.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pointer {
    /// Position, in units of the screen.
    pub at: Vec2,
    /// Movement since the last frame, in units.
    pub moved: Vec2,
    /// True if it is over an element of the screen instead of the scene.
    pub covered: bool,
    /// True in the frame in which the grab begins, and while it lasts.
    pub pressed: bool,
    pub down: bool,
    /// True in the frame in which the grab ends.
    pub released: bool,
    /// True in the frame of a double click.
    pub twice: bool,
    /// True if placed things snap to whole steps.
    pub snaps: bool,
    /// True if a press adds to the selection.
    pub adds: bool,
    /// True while it turns the grabbed thing.
    pub turned: bool,
    /// Rotation of the mouse wheel: 1 for one notch away from you.
    pub wheel: f32,
    /// True while the throw key is held.
    pub throws: bool,
}

impl Devices {
    /// Reads the pointer; `scale` is in pixels per unit.
    pub fn pointer(&mut self, scale: f32, keys: &KeyMap) -> Pointer {
        let at = pixels::mouse() / scale;
        let moved = at - self.pointer_at.replace(at).unwrap_or(at);
        let (_, wheel) = mouse_wheel();
        let pressed = is_mouse_button_pressed(MouseButton::Left);
        let mut twice = false;
        if pressed {
            self.touch.mouse_pressed();
            let now = macroquad::time::get_time();
            let near = |(time, place): (f64, Vec2)| {
                now - time < TWICE_SECONDS && place.distance(at) < TWICE_UNITS
            };
            twice = self.pressed_at.take().is_some_and(near);
            // A third press counts as the first of a new double click.
            self.pressed_at = (!twice).then_some((now, at));
        }
        let mouse = Pointer {
            at,
            moved,
            covered: false,
            pressed,
            released: is_mouse_button_released(MouseButton::Left),
            twice,
            snaps: is_key_down(CONTROL),
            adds: is_key_down(KeyCode::LeftShift) || is_key_down(KeyCode::RightShift),
            down: is_mouse_button_down(MouseButton::Left),
            turned: is_mouse_button_down(MouseButton::Right),
            // Some systems report a notch as 1, others as 120.
            wheel: wheel.clamp(-1.0, 1.0),
            throws: keys.keys(Command::Throw).any(is_key_down),
        };
        match self.touch.hand() {
            None => Pointer {
                // A thumb on a button is no hand.
                down: mouse.down && !self.touch.has_mouse(),
                ..mouse
            },
            // The window's mouse jumps to the second finger, and is released with it.
            Some(hand) => Pointer {
                at: hand.at,
                moved: hand.moved,
                pressed: hand.pressed,
                down: true,
                released: hand.released,
                twice: mouse.twice && !hand.turned,
                turned: hand.turned,
                wheel: hand.wheel,
                ..mouse
            },
        }
    }
}
