//! The time line of a recording, with its crashes and the keys; and over it what is shown.

use glam::Vec2;

use dodgem_physics::seconds_of;

use crate::app::input::{Command, KeyMap};
use crate::app::screens::Canvas;
use crate::app::ui::{Align, ink};
use crate::game::RoundPhase;
use crate::game::tape::CrashAt;

/// The time line: its distance from the left, the right and the lower edge, and its height.
pub const MARGIN: f32 = 60.0;
pub const LIFT: f32 = 76.0;
pub const HEIGHT: f32 = 14.0;
/// So much of the lower edge is the time line's, its marks included.
pub const FOOT: f32 = LIFT + HEIGHT * 0.5 + 36.0;

/// How far the recording has been played once.
pub fn draw_reading(canvas: &Canvas<'_>) {
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

/// What is shown, and what is the matter with it.
pub fn draw_head(canvas: &Canvas<'_>) {
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
    if !head.repeatable {
        let text = "ran on a budget of real time: only its pictures were kept";
        lines.push((text.to_owned(), 17.0, ink::CORAL));
    }
    for at in guide.tape().taken_over() {
        let text = format!("taken over after {:.1} s", seconds_of(at));
        lines.push((text, 17.0, ink::MINT));
    }
    if let Some(step) = guide.diverged().filter(|_| head.repeatable) {
        let text = format!("not as recorded from step {step} on: another build made it");
        lines.push((text, 17.0, ink::CORAL));
    }
    lines.push((
        "marks below: crashes, longer is harder, those with a head are the players'".to_owned(),
        15.0,
        ink::GREY,
    ));
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

/// The line with the crashes on it, and the keys.
pub fn draw(canvas: &Canvas<'_>, paused: bool, crash: Option<&CrashAt>) {
    let (ui, session) = (canvas.ui, &canvas.state.session);
    let Some(guide) = session.guide() else {
        return;
    };
    let (all, here) = (guide.tape().steps().max(1), session.round.steps());
    let top = ui.size.y - LIFT - HEIGHT * 0.5;
    ui.fill(
        Vec2::new(0.0, ui.size.y - FOOT),
        Vec2::new(ui.size.x, FOOT),
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
        let tip = Vec2::new(x(mark.steps), top - high);
        ui.fill(tip - Vec2::X, Vec2::new(2.0, high), color);
        if own {
            ui.fill(tip - Vec2::splat(3.0), Vec2::splat(6.0), color);
        }
    }
    for at in guide.tape().taken_over() {
        // A pennant over the line: before it somebody else drove.
        let foot = Vec2::new(x(at), top);
        let pole = Vec2::new(2.0, 32.0);
        ui.fill(foot - Vec2::Y * pole.y, pole + Vec2::Y * HEIGHT, ink::MINT);
        let tip = foot - Vec2::Y * pole.y;
        let pennant = [tip, tip + Vec2::new(16.0, 6.0), tip + Vec2::Y * 12.0];
        ui.triangle(pennant, ink::MINT);
        let word = tip + Vec2::new(20.0, 11.0);
        ui.text("taken over", word, 14.0, ink::MINT, Align::Left);
    }
    if let Some(crash) = crash {
        // The one that is asked about.
        let head = Vec2::new(x(crash.step), top + HEIGHT + 2.0);
        let side = Vec2::new(7.0, 11.0);
        let corners = [head, head + side, head + Vec2::new(-side.x, side.y)];
        ui.triangle(corners, ink::CORAL);
    }
    let knob = Vec2::new(x(here), top + HEIGHT * 0.5);
    ui.fill(
        knob - Vec2::new(4.0, 13.0),
        Vec2::new(8.0, 26.0),
        ink::CREAM,
    );
    let state = match (here >= all, paused) {
        (true, _) => "the end",
        (false, true) => "paused",
        (false, false) => "playing",
    };
    let clock = match session.round.phase() {
        RoundPhase::Countdown { .. } => "countdown".to_owned(),
        RoundPhase::Running { left } => format!("round: {left:.1} s left"),
        RoundPhase::Over => "round: over".to_owned(),
    };
    let now = format!(
        "{:.2} of {:.1} s  ·  {clock}  ·  {state}",
        seconds_of(here),
        seconds_of(all)
    );
    let at = Vec2::new(MARGIN, ui.size.y - 36.0);
    ui.text(&now, at, 18.0, ink::MINT, Align::Left);
    let [first, second] = hints(&canvas.state.settings.keys, crash.is_some());
    let at = Vec2::new(ui.size.x - MARGIN, ui.size.y - 36.0);
    ui.text(&first, at, 17.0, ink::GOLD, Align::Right);
    let at = Vec2::new(ui.size.x * 0.5, ui.size.y - 12.0);
    ui.text(&second, at, 16.0, ink::CREAM, Align::Center);
}

/// What can be done here, and how the recording is gone through.
fn hints(keys: &KeyMap, asked: bool) -> [String; 2] {
    let first = |command| {
        let shown = keys.shown(command);
        shown.split(" or ").next().unwrap_or_default().to_owned()
    };
    let why = match asked {
        true => "no more of this crash",
        false => "why this crash?",
    };
    [
        format!(
            "{} take the wheel here  ·  {} next crash  ·  {} {why}  ·  {} back",
            first(Command::TakeWheel),
            first(Command::Confirm),
            first(Command::Why),
            keys.shown(Command::Pause)
                .rsplit(" or ")
                .next()
                .unwrap_or_default(),
        ),
        format!(
            "{} play/pause  ·  {} {} step  ·  ← → 1 s  ·  {} again  ·  {} camera  ·  {} {} speed  ·  {} film  ·  {} all keys",
            first(Command::Brake),
            first(Command::StepBack),
            first(Command::SingleStep),
            first(Command::Restart),
            first(Command::NextCamera),
            first(Command::Slower),
            first(Command::Faster),
            first(Command::Film),
            first(Command::Help),
        ),
    ]
}
