//! A recording on the screen: played, stepped, and gone through along a time line.

use std::time::{Duration, Instant};

use glam::Vec2;

use crate::app::camera::CameraKind;
use crate::app::film::{self, Film};
use crate::app::input::{Command, Presses};
use crate::app::screens::{Canvas, Next, Screen, Title};
use crate::app::state::AppState;
use crate::app::ui::{Align, Ui, ink};

/// So long the recording is played ahead in each frame, until all of it is known.
const SCAN: Duration = Duration::from_millis(12);
/// Steps played ahead at a time.
const SCAN_STEPS: u64 = 12;
/// Steps of a second.
const SECOND: u64 = 120;
/// The time line: its distance from the left, the right and the lower edge, and its height.
const MARGIN: f32 = 60.0;
const LIFT: f32 = 52.0;
const HEIGHT: f32 = 14.0;

/// A recording that is being shown.
#[derive(Debug, Default)]
pub struct Replay {
    paused: bool,
    /// Whether all of it has been played once: before that nothing is shown.
    known: bool,
    /// Whether the mouse holds the time line.
    held: bool,
    /// Whether it was playing when the mouse took hold.
    resume: bool,
}

impl Replay {
    /// Goes so many steps on or back from where it is.
    fn go(state: &mut AppState, steps: i64) {
        let here = state.session.round.steps();
        state.session.seek(here.saturating_add_signed(steps));
    }

    /// Goes to the next crash on the time line, or to the first one after the last.
    fn go_to_crash(state: &mut AppState) {
        let here = state.session.round.steps();
        let Some(guide) = state.session.guide() else {
            return;
        };
        let marks = || guide.marks().iter().map(|mark| mark.steps);
        // A little before it, so that it can be seen coming.
        let before = |steps: u64| steps.saturating_sub(SECOND / 2);
        let next = marks().map(before).find(|steps| *steps > here);
        if let Some(steps) = next.or_else(|| marks().map(before).next()) {
            state.session.seek(steps);
        }
    }

    /// What the mouse does with the time line.
    fn drag(&mut self, state: &mut AppState) {
        use macroquad::input::{MouseButton, is_mouse_button_down, mouse_position};
        let size = Vec2::new(
            macroquad::window::screen_width(),
            macroquad::window::screen_height(),
        );
        let unit = Ui::pixels_a_unit(size);
        let (x, y) = mouse_position();
        let (at, size) = (Vec2::new(x, y) / unit, size / unit);
        let down = is_mouse_button_down(MouseButton::Left);
        let over = (at.y - (size.y - LIFT)).abs() < HEIGHT * 1.5;
        if down && !self.held && over {
            (self.held, self.resume, self.paused) = (true, !self.paused, true);
        }
        if !down && self.held {
            (self.held, self.paused) = (false, !self.resume);
        }
        if self.held
            && let Some(guide) = state.session.guide()
        {
            let share = ((at.x - MARGIN) / (size.x - 2.0 * MARGIN)).clamp(0.0, 1.0);
            let target = (share * guide.tape().steps() as f32).round() as u64;
            if target != state.session.round.steps() {
                state.session.seek(target);
            }
        }
    }
}

impl Screen for Replay {
    fn name(&self) -> &'static str {
        "replay"
    }

    fn update(&mut self, state: &mut AppState, presses: &Presses, seconds: f64) -> Next {
        if presses.has(Command::Pause) {
            if state.help {
                state.help = false;
                return Next::Stay;
            }
            return Next::Go(Box::new(Title::after_replay(state)));
        }
        // Its keys are those of the camera that flies.
        let flies = state.session.camera.kind == CameraKind::Free;
        if presses.has(Command::Quit) && !flies {
            return Next::Quit;
        }
        if !self.known {
            let begin = Instant::now();
            while begin.elapsed() < SCAN && !self.known {
                self.known = state.session.scan(SCAN_STEPS);
            }
            if self.known {
                state.session.seek(0);
            }
            return Next::Stay;
        }
        if state.film.is_some() {
            // A picture of the film for each frame, however long that takes.
            self.paused = true;
            state.session.exact = true;
            for _ in 0..film::STEPS {
                state.single_step();
            }
            return Next::Stay;
        }
        if presses.has(Command::Film) {
            let size = (
                macroquad::window::screen_width() as u32,
                macroquad::window::screen_height() as u32,
            );
            match Film::new(size) {
                Ok(film) => state.film = Some(film),
                Err(error) => state.say(error.to_string()),
            }
            return Next::Stay;
        }
        if presses.turns(Command::Brake) {
            self.paused = !self.paused;
            state.session.clock.settle();
        }
        let forwards = presses.count(Command::SingleStep) as i64;
        let back = presses.count(Command::StepBack) as i64;
        let held_back = state.devices.holds(Command::StepBack, &state.settings.keys);
        if forwards + back > 0 || held_back {
            self.paused = true;
            let back = if held_back { back.max(1) } else { back };
            Replay::go(state, forwards - back);
        }
        let (right, _) = presses.moved();
        if right != 0 && !flies {
            Replay::go(state, i64::from(right) * SECOND as i64);
        }
        if presses.has(Command::Confirm) {
            Replay::go_to_crash(state);
        }
        if presses.has(Command::Restart) {
            state.session.seek(0);
            self.paused = false;
        }
        let camera = presses.count(Command::Camera) + presses.count(Command::NextCamera);
        for _ in 0..camera {
            state.change_to_any_camera();
        }
        state.fly(seconds as f32);
        self.drag(state);
        state.session.exact = self.paused || !state.views.is_empty();
        if self.paused || state.help {
            state.session.follow(seconds as f32);
        } else {
            state.run(seconds);
        }
        state.sound.motor(None);
        Next::Stay
    }

    fn draw(&self, canvas: &Canvas<'_>) {
        if !self.known {
            draw_reading(canvas);
            return;
        }
        crate::app::screens::marks::draw(canvas);
        if let Some(film) = &canvas.state.film {
            // Nothing else is to be seen in it but how far it is.
            let wide = canvas.ui.size.x * film.share();
            let at = Vec2::new(0.0, canvas.ui.size.y - 4.0);
            canvas.ui.fill(at, Vec2::new(wide, 4.0), ink::CORAL);
            return;
        }
        crate::app::screens::hud::draw_standings(canvas);
        self.draw_head(canvas);
        self.draw_time_line(canvas);
    }
}

/// How far the recording has been played once.
fn draw_reading(canvas: &Canvas<'_>) {
    let (ui, session) = (canvas.ui, &canvas.state.session);
    let Some(guide) = session.guide() else {
        return;
    };
    let share = guide.scanned() as f32 / guide.tape().steps().max(1) as f32;
    let size = Vec2::new(460.0, 96.0);
    let at = (ui.size - size) * 0.5;
    ui.fill(Vec2::ZERO, ui.size, ink::fade(ink::NIGHT, 0.7));
    ui.panel(at, size, ink::SOLID);
    let text = format!("Playing the recording once: {:.0} %", share * 100.0);
    let middle = at + Vec2::new(size.x * 0.5, 40.0);
    ui.text(&text, middle, 22.0, ink::CREAM, Align::Center);
    let bar = at + Vec2::new(30.0, 58.0);
    ui.bar(bar, Vec2::new(size.x - 60.0, 16.0), share, ink::MINT);
}

impl Replay {
    /// What is shown, and what is the matter with it.
    fn draw_head(&self, canvas: &Canvas<'_>) {
        let (ui, session) = (canvas.ui, &canvas.state.session);
        let Some(guide) = session.guide() else {
            return;
        };
        let head = &guide.tape().head;
        let who = match head.seats.is_empty() {
            true => "computers only".to_owned(),
            false => head.seats.join(", "),
        };
        let mut lines = vec![
            (format!("Replay: {}", session.level.name), 26.0, ink::GOLD),
            (
                format!(
                    "seed {}  ·  {} drivers  ·  {who}",
                    head.seed,
                    head.difficulty.word()
                ),
                17.0,
                ink::CREAM,
            ),
        ];
        if let Some(step) = guide.diverged() {
            let text = format!("not as recorded from step {step} on: another build made it");
            lines.push((text, 17.0, ink::CORAL));
        }
        let speed = session.clock.speed();
        if speed != 1.0 {
            lines.push((format!("speed {speed} x"), 17.0, ink::MINT));
        }
        let widths = lines.iter().map(|(text, size, _)| ui.width(text, *size));
        let width = widths.fold(0.0, f32::max) + 40.0;
        ui.panel(
            Vec2::new(16.0, 12.0),
            Vec2::new(width, 22.0 + 26.0 * lines.len() as f32),
            ink::PANEL,
        );
        for (line, (text, size, color)) in lines.iter().enumerate() {
            let at = Vec2::new(34.0, 42.0 + 26.0 * line as f32);
            ui.text(text, at, *size, *color, Align::Left);
        }
    }

    fn draw_time_line(&self, canvas: &Canvas<'_>) {
        let (ui, session) = (canvas.ui, &canvas.state.session);
        let Some(guide) = session.guide() else {
            return;
        };
        let (all, here) = (guide.tape().steps().max(1), session.round.steps());
        let top = ui.size.y - LIFT - HEIGHT * 0.5;
        ui.fill(
            Vec2::new(0.0, top - 42.0),
            Vec2::new(ui.size.x, ui.size.y - top + 42.0),
            ink::PANEL,
        );
        let wide = ui.size.x - 2.0 * MARGIN;
        let x = |steps: u64| MARGIN + wide * steps as f32 / all as f32;
        let bar = |to: f32, color| {
            ui.fill(
                Vec2::new(MARGIN, top),
                Vec2::new(to - MARGIN, HEIGHT),
                color,
            );
        };
        bar(MARGIN + wide, ink::fade(ink::CREAM, 0.18));
        // What has been played ahead can be gone to at once.
        bar(x(guide.scanned()), ink::fade(ink::CREAM, 0.30));
        bar(x(here), ink::MINT);
        let people = |car: usize| session.round.cars()[car].slot.is_some();
        for mark in guide.marks() {
            let own = people(mark.crash.a) || people(mark.crash.b);
            let high = 6.0 + (mark.crash.strength * 1.6).min(20.0);
            let color = if own { ink::GOLD } else { ink::GREY };
            ui.fill(
                Vec2::new(x(mark.steps) - 1.0, top - high),
                Vec2::new(2.0, high),
                color,
            );
        }
        let knob = Vec2::new(x(here), top + HEIGHT * 0.5);
        ui.fill(
            knob - Vec2::new(4.0, 13.0),
            Vec2::new(8.0, 26.0),
            ink::CREAM,
        );
        let seconds = |steps: u64| steps as f32 / SECOND as f32;
        let state = if self.paused { "paused" } else { "playing" };
        let now = format!("{:.2} of {:.1} s  ·  {state}", seconds(here), seconds(all));
        let y = ui.size.y - 14.0;
        ui.text(&now, Vec2::new(MARGIN, y), 18.0, ink::MINT, Align::Left);
        let keys = &canvas.state.settings.keys;
        let first = |command| {
            keys.shown(command)
                .split(" or ")
                .next()
                .unwrap_or_default()
                .to_owned()
        };
        let hint = format!(
            "{} play/pause  ·  {} {} step  ·  ← → 1 s  ·  Enter next crash  ·  {} camera  ·  {} {} speed  ·  {} film  ·  Esc back",
            first(Command::Brake),
            first(Command::StepBack),
            first(Command::SingleStep),
            first(Command::NextCamera),
            first(Command::Slower),
            first(Command::Faster),
            first(Command::Film),
        );
        let at = Vec2::new(ui.size.x - MARGIN, y);
        ui.text(&hint, at, 16.0, ink::CREAM, Align::Right);
    }
}
