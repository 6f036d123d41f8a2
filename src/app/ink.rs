//! Colours of the screens.

use macroquad::color::Color;

pub const CREAM: Color = Color::new(0.98, 0.93, 0.82, 1.0);
pub const GOLD: Color = Color::new(1.0, 0.78, 0.26, 1.0);
pub const CORAL: Color = Color::new(0.96, 0.36, 0.29, 1.0);
pub const MINT: Color = Color::new(0.45, 0.92, 0.70, 1.0);
pub const GREY: Color = Color::new(0.74, 0.74, 0.82, 1.0);
pub const NIGHT: Color = Color::new(0.05, 0.05, 0.13, 1.0);
pub const PANEL: Color = Color::new(0.05, 0.05, 0.13, 0.74);
pub const SOLID: Color = Color::new(0.05, 0.05, 0.13, 0.97);

/// Multiplies the colour's opacity by `opacity`.
pub const fn fade(color: Color, opacity: f32) -> Color {
    Color::new(color.r, color.g, color.b, color.a * opacity)
}
