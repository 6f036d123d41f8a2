//! The countdown and the running round.

use glam::Vec2;

use crate::app::input::{Command, Presses};
use crate::app::screens::over::RoundOver;
use crate::app::screens::pause::Pause;
use crate::app::screens::{Canvas, Next, Screen};
use crate::app::session::Happening;
use crate::app::state::AppState;
use crate::app::ui::{Align, ink};
use crate::game::RoundPhase;

/// A round that runs.
#[derive(Debug, Default)]
pub struct Play;

/// Seconds after the start during which "GO!" stays.
const GO_SECONDS: f32 = 0.8;

impl Screen for Play {
    fn name(&self) -> &'static str {
        "round"
    }

    fn update(&mut self, state: &mut AppState, presses: &Presses, seconds: f64) -> Next {
        if presses.has(Command::Pause) {
            if state.help {
                state.help = false;
            } else {
                return Next::Go(Box::new(Pause::new()));
            }
        }
        if presses.has(Command::Restart) {
            state.restart();
        }
        if presses.has(Command::Camera) {
            state.change_camera();
        }
        if state.help {
            // A player cannot drive while reading.
            state.sound.motor(None);
            return Next::Stay;
        }
        // With debug views on, actors are drawn where their volumes are.
        state.session.exact = !state.views.is_empty();
        let happenings = state.run(seconds);
        if happenings.contains(&Happening::Over) {
            let new_best = state.record();
            return Next::Go(Box::new(RoundOver::new(new_best)));
        }
        Next::Stay
    }

    fn draw(&self, canvas: &Canvas<'_>) {
        crate::app::screens::draw_round(canvas);
        let ui = canvas.ui;
        let session = &canvas.state.session;
        let middle = ui.size * Vec2::new(0.5, 0.42);
        match session.round.phase() {
            RoundPhase::Countdown { left } => {
                let number = left.ceil().max(1.0);
                let part = number - left;
                let size = 190.0 - 60.0 * part;
                let text = format!("{number:.0}");
                let color = ink::fade(ink::GOLD, (1.25 - part).clamp(0.2, 1.0));
                ui.bold(
                    &text,
                    middle + Vec2::Y * (size * 0.36),
                    size,
                    color,
                    Align::Center,
                );
                hints(canvas);
            }
            RoundPhase::Running { left } if session.level.duration - left < GO_SECONDS => {
                let part = (session.level.duration - left) / GO_SECONDS;
                let color = ink::fade(ink::MINT, 1.0 - part * part);
                ui.bold(
                    "GO!",
                    middle + Vec2::Y * 60.0,
                    170.0 + 30.0 * part,
                    color,
                    Align::Center,
                );
            }
            _ => {}
        }
    }
}

fn hints(canvas: &Canvas<'_>) {
    let ui = canvas.ui;
    let keys = &canvas.state.settings.keys;
    let name = &canvas.state.session.level.name;
    let first = format!("{name}: crash into the others as often as you can");
    let second = format!(
        "WASD or arrows drive  ·  {} boost  ·  {} brake  ·  {} camera  ·  {} help",
        keys.shown(Command::Boost)
            .split(" or ")
            .next()
            .unwrap_or_default(),
        keys.shown(Command::Brake),
        keys.shown(Command::Camera),
        keys.shown(Command::Help),
    );
    let base = Vec2::new(ui.size.x * 0.5 + 60.0, ui.size.y - 96.0);
    let width = ui.width(&first, 24.0).max(ui.width(&second, 20.0)) + 48.0;
    ui.fill(
        base - Vec2::X * (width * 0.5),
        Vec2::new(width, 82.0),
        ink::PANEL,
    );
    ui.text(
        &first,
        base + Vec2::Y * 33.0,
        24.0,
        ink::GOLD,
        Align::Center,
    );
    ui.text(
        &second,
        base + Vec2::Y * 64.0,
        20.0,
        ink::CREAM,
        Align::Center,
    );
}
