//! The screen of the countdown and the running round.

use crate::app::params::screens::graphs::LEFT;
use crate::app::words::fill;
use glam::Vec2;

use crate::game::seconds_of;

use crate::app::grip::HandUse;
use crate::app::input::{Command, Presses, Source};
use crate::app::params::screens::play::{GO_SECONDS, LESSON_WAITS};
use crate::app::screens::canvas::Canvas;
use crate::app::screens::edges::Edges;
use crate::app::screens::graphs;
use crate::app::screens::hints::{hints, keys_of_players};
use crate::app::screens::round::draw_panels;
use crate::app::screens::screen::Screen;
use crate::app::screens::{leaving, lesson, marks};
use crate::app::session::Happening;
use crate::app::sound::Cue;
use crate::app::state::{
    self, Goal, Next, ReadContext, ScreenContext, ToExplain, cameras, hand_in_round,
};
use crate::app::ui::{Align, ink};
use crate::game::RoundPhase;
use crate::level::Mode;

/// The screen of a running round.
#[derive(Debug, Default)]
pub struct Play;

impl Screen for Play {
    fn name(&self) -> &'static str {
        "round"
    }

    fn update(&mut self, context: &mut ScreenContext<'_>, presses: &Presses, seconds: f64) -> Next {
        if presses.has(Command::Pause) {
            return Next::Go(Goal::Pause);
        }
        if presses.has(Command::Restart) {
            return leaving::restart(context.session, context.rounds, context.settings.words());
        }
        context.change_cameras(presses);
        if context.covers.help {
            // A player cannot drive while reading.
            return Next::Stay;
        }
        // The gamepads' button for it is the brake while they drive.
        let mut sources = presses.sources(Command::Why);
        if sources.any(|source| !matches!(source, Source::Pad(_))) {
            return Next::Explain(ToExplain::default());
        }
        if presses.turns(Command::Probe) {
            return Next::Probe;
        }
        if presses.has(Command::StepBack) {
            // The round rewinds, and pauses there.
            context
                .session
                .rewind(presses.count(Command::StepBack) as u64);
            return Next::Go(Goal::Pause);
        }
        if let Some(next) = answer(context, presses) {
            context.session.follow(seconds as f32);
            return next;
        }
        if context.waits(seconds as f32) {
            // After a takeover and at the start of a lesson, the round waits for the player.
            context.session.follow(seconds as f32);
            return Next::Stay;
        }
        // With debug views on, actors are drawn at the exact poses to which the views belong.
        context.session.exact = !context.display.views.is_empty();
        if !context.session.round.arena().has_driven_joints() {
            // In a level with driven joints the camera's keys drive those instead.
            cameras::fly(context.session, &context.players.devices, seconds as f32);
        }
        let happenings = context.run(seconds);
        if happenings.contains(&Happening::Over) {
            let verdict = context.record();
            return Next::Go(Goal::RoundOver(verdict));
        }
        Next::Stay
    }

    fn hand(&self, state: &ReadContext<'_>) -> HandUse {
        match state.covers.help {
            true => HandUse::None,
            false => hand_in_round(state.session, state.hand),
        }
    }

    fn splits(&self) -> bool {
        true
    }

    fn edges(&self, state: &ReadContext<'_>) -> Edges {
        Edges::of_round(state.session.humans())
    }

    fn draw(&self, canvas: &Canvas<'_>) {
        draw_panels(canvas);
        canvas.in_letters(lesson::draw_choices);
        graphs::draw(canvas, LEFT);
        let ui = canvas.ui;
        let session = canvas.state.session;
        let middle = ui.size * Vec2::new(0.5, 0.42);
        let waits = canvas.state.players.wait > 0.0;
        let counts = matches!(session.round.phase(), RoundPhase::Countdown { .. });
        if waits {
            draw_taken(canvas);
        }
        // A lesson gives its own instructions and keys.
        let is_lesson = session.round.mode() == Mode::Lesson;
        let below = match counts && !waits && !is_lesson {
            true => hints(canvas),
            false => 0.0,
        };
        marks::draw(canvas);
        if waits {
            return;
        }
        match session.round.phase() {
            RoundPhase::Countdown { left } => {
                let number = left.ceil().max(1.0);
                let part = number - left;
                let size = 190.0 - 60.0 * part;
                let text = format!("{number:.0}");
                let color = ink::fade(ink::GOLD, (1.25 - part).clamp(0.2, 1.0));
                let middle = Vec2::new(middle.x, middle.y.max(below + 85.0));
                ui.bold(
                    &text,
                    middle + Vec2::Y * (size * 0.36),
                    size,
                    color,
                    Align::Center,
                );
            }
            RoundPhase::Running { .. } if state::lesson::awaits_driver(session) => {
                let text = canvas.state.settings.words().play.lesson_waits;
                let place = middle + Vec2::Y * 60.0;
                ui.bold(text, place, LESSON_WAITS, ink::MINT, Align::Center);
            }
            RoundPhase::Running { .. }
                if session.round.counts()
                    && state::lesson::choices(session).is_none()
                    && seconds_of(session.round.running_steps()) < GO_SECONDS =>
            {
                let part = seconds_of(session.round.running_steps()) / GO_SECONDS;
                let color = ink::fade(ink::MINT, 1.0 - part * part);
                ui.bold(
                    canvas.state.settings.words().play.go,
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

/// Takes the answer to a lesson's question, for which the round waits. None without a question.
fn answer(context: &mut ScreenContext<'_>, presses: &Presses) -> Option<Next> {
    let count = state::lesson::choices(context.session)?.len();
    let before = context.session.choice.min(count - 1);
    let (_, down) = presses.moved();
    let moved = (before as i32 + down).rem_euclid(count as i32) as usize;
    let at = presses.picked().or(presses.pointed());
    context.session.choice = at.filter(|line| *line < count).unwrap_or(moved);
    if context.session.choice != before {
        context.media.sound.cue(Cue::Tick);
    }
    if presses.picked().is_some() || presses.has(Command::Confirm) {
        state::lesson::answer(context.session, context.display, context.notices);
    }
    Some(Next::Stay)
}

/// Tells players who have just taken over so, with the time for which the round still waits.
fn draw_taken(canvas: &Canvas<'_>) {
    let ui = canvas.ui;
    let left = canvas.state.players.wait.ceil();
    let words = &canvas.state.settings.words().play;
    let wait = fill(words.waits, &[("seconds", &format!("{left:.0}"))]);
    let mut lines = vec![
        (words.taken.to_owned(), 46.0, ink::GOLD),
        (wait, 26.0, ink::CREAM),
    ];
    lines.extend(keys_of_players(canvas).map(|text| (text, 20.0, ink::GREY)));
    let widths = lines.iter().map(|(text, size, _)| ui.width(text, *size));
    let size = Vec2::new(
        widths.fold(0.0, f32::max) + 60.0,
        36.0 + 36.0 * lines.len() as f32,
    );
    // Above the car, which is in the middle.
    let left = (ui.size.x - size.x) * 0.5;
    let at = Vec2::new(left, ui.below_head(left, 128.0, size));
    ui.panel(at, size, ink::SOLID);
    for (line, (text, letters, color)) in lines.iter().enumerate() {
        let place = Vec2::new(ui.size.x * 0.5, at.y + 52.0 + 36.0 * line as f32);
        ui.text(text, place, *letters, *color, Align::Center);
    }
}
