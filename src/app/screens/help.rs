//! All keys, over whatever is on screen.

use glam::Vec2;

use crate::app::input::COMMANDS;
use crate::app::screens::Canvas;
use crate::app::ui::{Align, ink};

/// Draws the help.
pub fn draw(canvas: &Canvas<'_>) {
    let ui = canvas.ui;
    let size = Vec2::new(1060.0, 700.0);
    let at = (ui.size - size) * 0.5;
    ui.fill(Vec2::ZERO, ui.size, ink::fade(ink::NIGHT, 0.55));
    ui.panel(at, size, ink::fade(ink::NIGHT, 0.97));
    ui.text(
        "Keys",
        at + Vec2::new(34.0, 50.0),
        38.0,
        ink::GOLD,
        Align::Left,
    );
    let rows = COMMANDS.len().div_ceil(2);
    for (index, (command, name, _)) in COMMANDS.iter().enumerate() {
        let column = (index / rows) as f32;
        let row = (index % rows) as f32;
        let place = at + Vec2::new(34.0 + 520.0 * column, 82.0 + 24.5 * row);
        let keys = canvas.state.settings.keys.shown(*command);
        ui.text(
            &keys,
            place + Vec2::X * 196.0,
            18.0,
            ink::MINT,
            Align::Right,
        );
        ui.text(name, place + Vec2::X * 214.0, 18.0, ink::CREAM, Align::Left);
    }
    let below = at + Vec2::new(34.0, 84.0 + 24.5 * rows as f32);
    let lines = [
        "Gamepad: stick and triggers drive, A boost and confirm, B brake, Y camera, X restart, Start pause, Back (Select) list.",
        "Views draw what the engine did: 2 which pairs were swept in the last step and how that ended, 3 their 18-sided",
        "volumes, 6 how each crash was found. Drivers and plates do not collide: views leave them out. A unit of work is one",
        "test of two volumes or shapes; a step may spend so many. Pause, then step with the full stop.   F1 or Esc closes this.",
    ];
    for (line, text) in lines.iter().enumerate() {
        ui.text(
            text,
            below + Vec2::Y * (24.0 * line as f32),
            17.0,
            ink::GREY,
            Align::Left,
        );
    }
}
