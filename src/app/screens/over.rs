//! The result of a round.

use glam::Vec2;
use macroquad::color::Color;

use crate::app::input::{Command, Presses};
use crate::app::screens::hud::shorten;
use crate::app::screens::{Canvas, Next, Play, Screen, Title};
use crate::app::state::AppState;
use crate::app::ui::{Align, ink};

/// Seconds for which a press does nothing, so that a player who drives on does not skip the result.
const WAIT: f64 = 0.7;
/// Most lines of the table.
const LINES: usize = 10;

/// The end screen.
#[derive(Debug)]
pub struct RoundOver {
    new_best: bool,
    shown: f64,
}

impl RoundOver {
    /// The result that is a new best, or is not.
    pub fn new(new_best: bool) -> Self {
        Self {
            new_best,
            shown: 0.0,
        }
    }
}

impl Screen for RoundOver {
    fn name(&self) -> &'static str {
        "result"
    }

    fn update(&mut self, state: &mut AppState, presses: &Presses, seconds: f64) -> Next {
        self.shown += seconds;
        state.run(seconds);
        state.sound.motor(None);
        if presses.has(Command::Pause) && state.help {
            state.help = false;
            return Next::Stay;
        }
        if presses.has(Command::Camera) {
            state.change_camera();
        }
        if self.shown < WAIT {
            return Next::Stay;
        }
        if presses.has(Command::Restart) || presses.has(Command::Confirm) {
            state.restart();
            return Next::Go(Box::new(Play));
        }
        if presses.has(Command::Pause) {
            return Next::Go(Box::new(Title::new(state)));
        }
        if presses.has(Command::Quit) {
            return Next::Quit;
        }
        Next::Stay
    }

    fn draw(&self, canvas: &Canvas<'_>) {
        crate::app::screens::marks::draw(canvas);
        let ui = canvas.ui;
        let state = canvas.state;
        let score = state.session.round.score();
        let ranking = score.ranking();
        let lines = ranking.len().min(LINES);
        let size = Vec2::new(620.0, 330.0 + 31.0 * lines as f32);
        let slide = ((1.0 - self.shown as f32 * 3.0).max(0.0)).powi(2) * 300.0;
        let at = (ui.size - size) * 0.5 + Vec2::Y * slide;
        ui.panel(at, size, ink::SOLID);
        let middle = at.x + size.x * 0.5;
        ui.text(
            "Time is up!",
            Vec2::new(middle, at.y + 56.0),
            40.0,
            ink::CORAL,
            Align::Center,
        );
        let unit = state.session.round.mode().unit(score.total);
        let words = format!("{} {unit}", score.total);
        ui.text(
            &words,
            Vec2::new(middle, at.y + 128.0),
            62.0,
            ink::CREAM,
            Align::Center,
        );
        if self.new_best {
            let beat = 1.0 + 0.06 * (self.shown as f32 * 6.0).sin();
            let place = Vec2::new(middle, at.y + 176.0);
            ui.text("★ NEW BEST ★", place, 34.0 * beat, ink::GOLD, Align::Center);
        } else {
            let best = state
                .best_crashes()
                .map_or("no best here yet".to_owned(), |best| {
                    format!("your best here: {best}")
                });
            ui.text(
                &best,
                Vec2::new(middle, at.y + 174.0),
                24.0,
                ink::GREY,
                Align::Center,
            );
        }
        let head = at.y + 220.0;
        for (text, x, align) in [
            ("car", 96.0, Align::Left),
            ("crashes", 400.0, Align::Right),
            ("hardest", 560.0, Align::Right),
        ] {
            ui.text(text, Vec2::new(at.x + x, head), 17.0, ink::GREY, align);
        }
        for (line, car) in ranking.into_iter().take(lines).enumerate() {
            let y = head + 30.0 + 31.0 * line as f32;
            let view = &state.session.round.cars()[car];
            let result = &score.cars[car];
            let [red, green, blue] = view.paint.to_array();
            ui.fill(
                Vec2::new(at.x + 50.0, y - 18.0),
                Vec2::new(34.0, 23.0),
                Color::new(red, green, blue, 1.0),
            );
            let bright = red * 0.3 + green * 0.6 + blue * 0.1 > 0.55;
            let on_paint = if bright { ink::NIGHT } else { ink::CREAM };
            ui.text(
                &(car + 1).to_string(),
                Vec2::new(at.x + 67.0, y),
                19.0,
                on_paint,
                Align::Center,
            );
            let color = if view.slot.is_some() {
                ink::GOLD
            } else {
                ink::CREAM
            };
            ui.text(
                &shorten(&view.name, 22),
                Vec2::new(at.x + 96.0, y),
                22.0,
                color,
                Align::Left,
            );
            ui.text(
                &result.tally.total.to_string(),
                Vec2::new(at.x + 400.0, y),
                22.0,
                color,
                Align::Right,
            );
            let hardest = format!("{:.1} m/s", result.tally.hardest);
            ui.text(
                &hardest,
                Vec2::new(at.x + 560.0, y),
                22.0,
                color,
                Align::Right,
            );
        }
        let keys = &state.settings.keys;
        let hint = format!(
            "{} again   ·   {} title   ·   {} quit",
            keys.shown(Command::Restart),
            keys.shown(Command::Pause),
            keys.shown(Command::Quit)
        );
        ui.text(
            &hint,
            Vec2::new(middle, at.y + size.y - 26.0),
            23.0,
            ink::CREAM,
            Align::Center,
        );
    }
}
