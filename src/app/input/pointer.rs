//! The pointer: the mouse.

use glam::Vec2;
use macroquad::input::{
    MouseButton, is_key_down, is_mouse_button_down, is_mouse_button_pressed,
    is_mouse_button_released, mouse_position, mouse_wheel,
};

use crate::app::input::{CONTROL, Command, Devices, KeyMap};
use crate::app::params::{TWICE_SECONDS, TWICE_UNITS};

/// What the pointer does in a frame.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pointer {
    /// Where it is, in units of the screen.
    pub at: Vec2,
    /// How far it has moved since the last frame, in units.
    pub moved: Vec2,
    /// It is over something of the screen that is no scene.
    pub covered: bool,
    /// It began to take hold in this frame, and it holds.
    pub pressed: bool,
    pub down: bool,
    /// It let go in this frame.
    pub released: bool,
    /// It was pressed a second time at the same place.
    pub twice: bool,
    /// What it places snaps to whole steps.
    pub snaps: bool,
    /// It turns what it holds.
    pub turned: bool,
    /// How far its wheel has turned: 1 for a notch away.
    pub wheel: f32,
    /// A throw is held.
    pub throws: bool,
}

impl Devices {
    /// Reads the pointer on a screen with so many pixels a unit.
    pub fn pointer(&mut self, scale: f32, keys: &KeyMap) -> Pointer {
        let at = Vec2::from(mouse_position()) / scale;
        let moved = at - self.pointer_at.replace(at).unwrap_or(at);
        let (_, wheel) = mouse_wheel();
        let pressed = is_mouse_button_pressed(MouseButton::Left);
        let mut twice = false;
        if pressed {
            let now = macroquad::time::get_time();
            let near = |(time, place): (f64, Vec2)| {
                now - time < TWICE_SECONDS && place.distance(at) < TWICE_UNITS
            };
            twice = self.pressed_at.take().is_some_and(near);
            // A third press is a first one again.
            self.pressed_at = (!twice).then_some((now, at));
        }
        Pointer {
            at,
            moved,
            covered: false,
            pressed,
            released: is_mouse_button_released(MouseButton::Left),
            twice,
            snaps: is_key_down(CONTROL),
            down: is_mouse_button_down(MouseButton::Left),
            turned: is_mouse_button_down(MouseButton::Right),
            // Some systems count a notch as 1, others as 120.
            wheel: wheel.clamp(-1.0, 1.0),
            throws: keys.keys(Command::Throw).any(is_key_down),
        }
    }
}
