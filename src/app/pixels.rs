//! The window in pixels of the screen. macroquad measures in larger ones where the system enlarges its windows, which
//! would blur the picture.

use glam::Vec2;
use macroquad::camera::{Camera2D, set_camera};
use macroquad::math::vec2;
use macroquad::miniquad::window::{dpi_scale, screen_size, set_window_size};

/// Returns the size of the window.
pub fn window_size() -> Vec2 {
    Vec2::from(screen_size())
}

/// Asks the system for a size of the window.
pub fn request_window_size(wide: u32, high: u32) {
    set_window_size(wide, high);
}

/// Returns the position of the mouse.
pub fn mouse() -> Vec2 {
    Vec2::from(macroquad::input::mouse_position()) * dpi_scale()
}

/// Makes 2D drawing use pixels of the screen for a window of that size, from the upper left corner.
pub fn draw_in_pixels(size: Vec2) {
    set_camera(&Camera2D {
        target: vec2(size.x, size.y) * 0.5,
        zoom: vec2(2.0 / size.x.max(1.0), 2.0 / size.y.max(1.0)),
        ..Camera2D::default()
    });
}
