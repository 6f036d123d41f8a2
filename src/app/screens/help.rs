//! All keys, over whatever is on screen; in free play first what a hand can do.

use glam::Vec2;

use crate::app::input::{COMMANDS, Command};
use crate::app::screens::Canvas;
use crate::app::ui::{Align, ink};

/// Draws the help.
pub fn draw(canvas: &Canvas<'_>) {
    if canvas.state.help_of_hand {
        draw_hand(canvas);
        return;
    }
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
        "Sandbox: drag a thing and let go; in pause it is placed (Ctrl snaps). F2 adds, changes, joins, saves: docs/sandbox.md.",
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

/// What a hand can do, with the keys for it.
fn draw_hand(canvas: &Canvas<'_>) {
    let ui = canvas.ui;
    let keys = |command| canvas.state.settings.keys.shown(command);
    let lines = [
        (
            "drag",
            "The hand pulls by a spring, whose force is told. Let go while it moves, and the thing flies on. Wheel: nearer and farther; right button: it turns.".to_owned(),
        ),
        (
            "pause",
            format!("{}: time stands still, and the hand places, without force and never into something. With Ctrl in steps.", keys(Command::Pause)),
        ),
        (
            "camera",
            "WASD, E and Q fly; with nothing in the hand the right button turns, the wheel goes ahead.".to_owned(),
        ),
        (
            "add",
            format!("{}: the panels. Click something, then the scene: bricks, walls, zones, joints, cars. {} takes the wheel of your car, and after its cameras flies again.", keys(Command::Panels), keys(Command::Camera)),
        ),
        (
            "change",
            format!("Double click: the panel of a thing. {} copies it, {} fixes or frees it, {} takes it out, {} cuts its joints.", keys(Command::Duplicate), keys(Command::Freeze), keys(Command::Delete), keys(Command::Cut)),
        ),
        (
            "throw",
            format!("Hold {} and let go: a ball flies to where the pointer is.", keys(Command::Throw)),
        ),
        (
            "undo",
            format!("{} takes back what the hand did last, with all that came of it, as far as to the beginning; {} does it again.", keys(Command::Undo), keys(Command::Redo)),
        ),
        (
            "keep",
            format!("{} saves the scene as a level of your own; {} keeps the recording, which the list of the title shows.", keys(Command::Save), keys(Command::KeepRound)),
        ),
        (
            "gamepad",
            "Right stick: the pointer; right shoulder: holds, let go: throws; left shoulder: throws a ball; stick pressed: turns; cross: nearer and farther.".to_owned(),
        ),
    ];
    let wide = 1000.0;
    let size = Vec2::new(wide, 640.0);
    let at = (ui.size - size) * 0.5;
    ui.fill(Vec2::ZERO, ui.size, ink::fade(ink::NIGHT, 0.55));
    ui.panel(at, size, ink::fade(ink::NIGHT, 0.97));
    let title = at + Vec2::new(34.0, 54.0);
    ui.text("The sandbox", title, 38.0, ink::GOLD, Align::Left);
    let mut y = at.y + 104.0;
    for (name, text) in lines {
        ui.text(
            name,
            Vec2::new(at.x + 130.0, y),
            20.0,
            ink::MINT,
            Align::Right,
        );
        for line in ui.wrap(&text, 19.0, wide - 190.0) {
            ui.text(
                &line,
                Vec2::new(at.x + 152.0, y),
                19.0,
                ink::CREAM,
                Align::Left,
            );
            y += 25.0;
        }
        y += 10.0;
    }
    let below = Vec2::new(at.x + 34.0, at.y + size.y - 22.0);
    let last = format!(
        "A first quarter of an hour: docs/sandbox.md.   {} again: all keys.",
        keys(Command::Help)
    );
    ui.text(&last, below, 17.0, ink::GREY, Align::Left);
}
