//! The result of a round.

use glam::Vec2;
use macroquad::color::Color;

use dodgem_physics::seconds_of;

use crate::app::input::{Command, Presses};
use crate::app::screens::highlight::Highlight;
use crate::app::screens::hud::{ordinal, shorten};
use crate::app::screens::naming::{Named, Naming};
use crate::app::screens::{Canvas, Next, Play, Replay, Screen, title_after};
use crate::app::session::Session;
use crate::app::state::{AppState, Verdict};
use crate::app::tapes;
use crate::app::ui::{Align, ink};
use crate::console::counted;
use crate::level::Mode;

/// Seconds for which a press does nothing, so that a player who drives on does not skip the result.
const WAIT: f64 = 0.7;
/// Most lines of the table.
const LINES: usize = 8;

/// The end screen.
#[derive(Debug)]
pub struct RoundOver {
    verdict: Verdict,
    shown: f64,
    /// The hardest hit, until somebody has seen enough of it.
    highlight: Highlighting,
    /// The name under which the recording is to be kept, while it is typed.
    naming: Option<Naming>,
}

/// Whether the hardest hit is shown.
#[derive(Debug)]
enum Highlighting {
    /// It is to be looked for.
    Wanted,
    /// It is looked for or shown.
    On(Box<Highlight>),
    /// There is none, or it was skipped.
    Off,
}

impl RoundOver {
    /// The result, and what became of it.
    pub fn new(verdict: Verdict) -> Self {
        Self {
            verdict,
            shown: 0.0,
            highlight: Highlighting::Wanted,
            naming: None,
        }
    }

    /// Looks for the hardest hit and shows it, once the table stands.
    fn go_on(&mut self, state: &AppState, seconds: f64) {
        if self.shown < WAIT {
            return;
        }
        match &mut self.highlight {
            Highlighting::Wanted => {
                let found = state.session.recording().and_then(Highlight::new);
                self.highlight =
                    found.map_or(Highlighting::Off, |found| Highlighting::On(Box::new(found)));
            }
            Highlighting::On(highlight) => {
                if !highlight.update(seconds) {
                    self.highlight = Highlighting::Off;
                }
            }
            Highlighting::Off => {}
        }
    }

    fn hit(&self) -> Option<&Highlight> {
        match &self.highlight {
            Highlighting::On(highlight) => Some(highlight),
            Highlighting::Wanted | Highlighting::Off => None,
        }
    }

    /// What was new about it, and whether that is to be celebrated.
    fn news(&self, state: &AppState) -> (String, bool) {
        let score = state.session.round.score();
        match self.verdict {
            Verdict::Best { before } => {
                let place = match score.place {
                    1 => String::new(),
                    place => format!(" in {} place", ordinal(place)),
                };
                let more = match before {
                    Some(before) => format!("{} more than before", score.total - before),
                    None => "the first one here".to_owned(),
                };
                (format!("★ NEW BEST{place} ★  {more}"), true)
            }
            Verdict::Behind(Some(best)) => (format!("your best here: {best}"), false),
            Verdict::Behind(None) => (state.old_words().unwrap_or_default(), false),
            Verdict::TakenOver { at } => {
                let seconds = seconds_of(at);
                let text = format!("taken over after {seconds:.1} s: counts for no best");
                (text, false)
            }
            Verdict::Altered => {
                let text = "slowed down, sped up or stepped: counts for no best";
                (text.to_owned(), false)
            }
        }
    }
}

/// Keeps the recording of the round under a name.
fn keep(state: &mut AppState, name: &str) {
    let Some(tape) = state.session.recording() else {
        return;
    };
    let said = match tapes::save_as(&tape, name) {
        Ok(path) => format!("saved: {}", path.display()),
        Err(error) => error.to_string(),
    };
    state.say(said);
}

/// What the slow motion shows, and how to be rid of it.
fn draw_caption(canvas: &Canvas<'_>, words: &str) {
    let ui = canvas.ui;
    let keys = &canvas.state.settings.keys;
    let skip = keys.shown(Command::Brake);
    let skip = skip.split(" or ").next().unwrap_or_default();
    let why = keys.shown(Command::Why);
    let skip = format!("slow motion  ·  {why} why did they crash?  ·  {skip} skips it");
    let width = ui.width(words, 22.0).max(ui.width(&skip, 17.0)) + 40.0;
    let at = Vec2::new(ui.size.x - width - 20.0, ui.size.y - 96.0);
    ui.panel(at, Vec2::new(width, 72.0), ink::PANEL);
    let place = at + Vec2::new(20.0, 31.0);
    ui.text(words, place, 22.0, ink::GOLD, Align::Left);
    ui.text(&skip, place + Vec2::Y * 27.0, 17.0, ink::CREAM, Align::Left);
}

impl Screen for RoundOver {
    fn name(&self) -> &'static str {
        "result"
    }

    fn update(&mut self, state: &mut AppState, presses: &Presses, seconds: f64) -> Next {
        self.shown += seconds;
        state.run(seconds);
        state.sound.motor(None);
        self.go_on(state, seconds);
        if let Some(naming) = &mut self.naming {
            match naming.update(presses) {
                Named::Typing => return Next::Stay,
                Named::Done(name) => keep(state, &name),
                Named::Left => {}
            }
            self.naming = None;
            return Next::Stay;
        }
        if self.shown > WAIT && presses.has(Command::Brake) {
            self.highlight = Highlighting::Off;
        }
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
        if presses.has(Command::NextCamera)
            && let Some(tape) = state.session.recording()
        {
            match state.show_recording(tape) {
                Ok(()) => return Next::Go(Box::new(Replay::default())),
                Err(error) => state.say(error.to_string()),
            }
        }
        if presses.has(Command::Why)
            && let (Some(crash), Some(tape)) = (
                self.hit().and_then(Highlight::crash),
                state.session.recording(),
            )
        {
            match state.show_recording(tape) {
                Ok(()) => return Next::Go(Box::new(Replay::of_crash(crash))),
                Err(error) => state.say(error.to_string()),
            }
        }
        if presses.has(Command::KeepRound) {
            let path = std::path::Path::new(&state.session.source);
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            self.naming = Some(Naming::new(&name));
        }
        if presses.has(Command::Pause) {
            return Next::Go(Box::new(title_after(state)));
        }
        if presses.has(Command::Quit) {
            return Next::Quit;
        }
        Next::Stay
    }

    fn takes_text(&self) -> bool {
        self.naming.is_some()
    }

    fn shown<'a>(&'a self, state: &'a AppState) -> &'a Session {
        self.hit()
            .and_then(Highlight::shown)
            .unwrap_or(&state.session)
    }

    fn draw(&self, canvas: &Canvas<'_>) {
        if let Some(words) = self.hit().and_then(Highlight::words) {
            draw_caption(canvas, &words);
        } else {
            crate::app::screens::marks::draw(canvas);
        }
        let ui = canvas.ui;
        let state = canvas.state;
        let score = state.session.round.score();
        let ranking = score.ranking();
        let lines = ranking.len().min(LINES);
        let size = Vec2::new(620.0, 300.0 + 31.0 * lines as f32);
        let slide = ((1.0 - self.shown as f32 * 3.0).max(0.0)).powi(2) * 300.0;
        // At the left: the hit is seen beside it.
        let at = Vec2::new(40.0, (ui.size.y - size.y) * 0.5 + slide);
        ui.panel(at, size, ink::SOLID);
        let middle = at.x + size.x * 0.5;
        let round = &state.session.round;
        let ended = match (round.mode(), round.is_out(score.player), score.place) {
            (Mode::KnockOut, true, _) => "You were knocked out",
            (Mode::KnockOut, false, 1) => "You win!",
            (_, _, 1) => "Time is up: you win!",
            _ => "Time is up!",
        };
        let line = |text: &str, y: f32, size: f32, color: Color| {
            let at = Vec2::new(middle, at.y + y);
            ui.text(text, at, size, color, Align::Center);
        };
        line(ended, 50.0, 34.0, ink::CORAL);
        let unit = round.mode().unit(score.total);
        line(&format!("{} {unit}", score.total), 112.0, 58.0, ink::CREAM);
        let own = &score.cars[score.player].tally;
        let place = format!("{} of {}", ordinal(score.place), score.cars.len());
        let mut summary = format!("{place}  ·  {}", counted(own.crashes as usize, "hit"));
        if own.crashes > 0 {
            summary += &format!("  ·  your best hit: {:.1} m/s", own.hardest);
        }
        line(&summary, 146.0, 22.0, ink::CREAM);
        let (news, is_new) = self.news(state);
        let beat = 1.0 + 0.05 * (self.shown as f32 * 6.0).sin();
        match is_new {
            true => line(&news, 184.0, 22.0 * beat, ink::GOLD),
            false => line(&news, 182.0, 21.0, ink::GREY),
        }
        let head = at.y + 220.0;
        for (text, x, align) in [
            ("place, car", 24.0, Align::Left),
            (state.session.round.mode().unit(2), 380.0, Align::Right),
            ("hits", 460.0, Align::Right),
            ("best hit", 590.0, Align::Right),
        ] {
            ui.text(text, Vec2::new(at.x + x, head), 17.0, ink::GREY, align);
        }
        let mut shown: Vec<usize> = ranking.into_iter().take(lines).collect();
        // The player is always in the table.
        if !shown.contains(&score.player)
            && let Some(last) = shown.last_mut()
        {
            *last = score.player;
        }
        for (line, car) in shown.into_iter().enumerate() {
            let y = head + 30.0 + 31.0 * line as f32;
            let view = &state.session.round.cars()[car];
            let result = &score.cars[car];
            let [red, green, blue] = view.paint.to_array();
            let place = ordinal(score.place_of(car));
            let left = Vec2::new(at.x + 24.0, y);
            ui.text(&place, left, 19.0, ink::GREY, Align::Left);
            ui.fill(
                Vec2::new(at.x + 72.0, y - 18.0),
                Vec2::new(34.0, 23.0),
                Color::new(red, green, blue, 1.0),
            );
            let bright = red * 0.3 + green * 0.6 + blue * 0.1 > 0.55;
            let on_paint = if bright { ink::NIGHT } else { ink::CREAM };
            ui.text(
                &(car + 1).to_string(),
                Vec2::new(at.x + 89.0, y),
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
                &shorten(&view.name, 18),
                Vec2::new(at.x + 118.0, y),
                22.0,
                color,
                Align::Left,
            );
            let tally = &result.tally;
            let out = match tally.out_at {
                Some(seconds) => format!("out at {seconds:.0} s   "),
                None => String::new(),
            };
            let hardest = match tally.crashes {
                0 => "-".to_owned(),
                _ => format!("{:.1} m/s", tally.hardest),
            };
            for (text, x) in [
                (format!("{out}{}", tally.total), 380.0),
                (tally.crashes.to_string(), 460.0),
                (hardest, 590.0),
            ] {
                let at = Vec2::new(at.x + x, y);
                ui.text(&text, at, 22.0, color, Align::Right);
            }
        }
        let keys = &state.settings.keys;
        let hint = format!(
            "{} again  ·  {} watch it  ·  {} keep it  ·  {} title  ·  {} quit",
            keys.shown(Command::Restart),
            keys.shown(Command::NextCamera),
            keys.shown(Command::KeepRound),
            keys.shown(Command::Pause)
                .rsplit(" or ")
                .next()
                .unwrap_or_default(),
            keys.shown(Command::Quit)
        );
        ui.text(
            &hint,
            Vec2::new(middle, at.y + size.y - 26.0),
            20.0,
            ink::CREAM,
            Align::Center,
        );
        if let Some(naming) = &self.naming {
            naming.draw(ui);
        }
    }
}
