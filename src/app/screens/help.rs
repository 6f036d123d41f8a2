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
    let lines = [
        "Gamepad: stick and triggers drive, A boost and confirm, B brake, Y camera, X restart, Start pause, Back (Select) list.",
        "A view asks one question about what the engine did; its panel says what each line, word and number means.",
        "A body or a pair in focus (I or middle button) is shown in full, all else faintly. Pause, then step with the full stop.",
        "Gamepad in the sandbox: right stick points, right shoulder holds and throws, left shoulder throws a ball, stick pressed turns.",
        "Sandbox: drag a thing and let go; in pause it is placed (Ctrl snaps). F2 adds, changes, joins, saves. Right drag and wheel: camera.",
        "All views with a picture each, and every word explained: docs/views.md.   F1 or Esc closes this.",
    ];
    let rows = COMMANDS.len().div_ceil(2);
    // As wide apart as there is room for over the lines below.
    let apart = (size.y - 78.0 - 24.0 * lines.len() as f32 - 8.0) / rows as f32;
    for (index, (command, name, _)) in COMMANDS.iter().enumerate() {
        let column = (index / rows) as f32;
        let row = (index % rows) as f32;
        let place = at + Vec2::new(34.0 + 520.0 * column, 78.0 + apart * row);
        let keys = canvas.state.settings.keys.shown(*command);
        ui.text(
            &keys,
            place + Vec2::X * 196.0,
            16.0,
            ink::MINT,
            Align::Right,
        );
        ui.text(name, place + Vec2::X * 214.0, 16.0, ink::CREAM, Align::Left);
    }
    let below = at + Vec2::new(34.0, 86.0 + apart * rows as f32);
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
