//! The time line of a recording, with its crashes and keys; and the head that describes the recording.

use std::fmt::Display;

use glam::Vec2;

use crate::game::seconds_of;

use crate::app::input::Command;
use crate::app::key_names::KeyNames;
use crate::app::params::screens::time_line::{FOOT, HEIGHT, LIFT, MARGIN};
use crate::app::params::screens::time_line::{MOMENTS, PENNANT};
use crate::app::screens::Canvas;
use crate::app::session::Session;
use crate::app::ui::{Align, ink};
use crate::app::words::{ReplayWords, Words, fill};
use crate::game::RoundPhase;
use crate::game::tape::Mark;

/// Draws the share of the recording that has been played ahead.
pub fn draw_reading(canvas: &Canvas<'_>) {
    let (ui, session) = (canvas.ui, canvas.state.session);
    let Some(guide) = session.guide() else {
        return;
    };
    let share = guide.scanned() as f32 / guide.steps().max(1) as f32;
    let size = Vec2::new(460.0, 96.0);
    let at = (ui.size - size) * 0.5;
    ui.fill(Vec2::ZERO, ui.size, ink::fade(ink::NIGHT, 0.7));
    ui.panel(at, size, ink::SOLID);
    let words = &canvas.state.settings.words().replay;
    let percent = format!("{:.0}", share * 100.0);
    let text = match guide.acts_done(&session.round) {
        (done, acts) if done < acts => {
            let parts: [(&str, &dyn Display); 3] =
                [("percent", &percent), ("done", &done), ("acts", &acts)];
            fill(words.reading_acts, &parts)
        }
        _ => fill(words.reading, &[("percent", &percent)]),
    };
    let middle = at + Vec2::new(size.x * 0.5, 40.0);
    ui.text(&text, middle, 22.0, ink::CREAM, Align::Center);
    let bar = at + Vec2::new(30.0, 58.0);
    ui.bar(bar, Vec2::new(size.x - 60.0, 16.0), share, ink::MINT);
}

/// Draws the description of the recording, with its problems.
pub fn draw_head(canvas: &Canvas<'_>) {
    let (ui, session) = (canvas.ui, canvas.state.session);
    let Some(guide) = session.guide() else {
        return;
    };
    let head = &guide.tape().head;
    let all = canvas.state.settings.words();
    let words = &all.replay;
    let who = all.people(usize::from(head.humans));
    let skill = all.difficulty(head.difficulty);
    let about: [(&str, &dyn Display); 3] = [("seed", &head.seed), ("who", &who), ("skill", &skill)];
    let title = fill(words.title, &[("name", &session.level.name)]);
    let mut lines = vec![
        (title, 26.0, ink::GOLD),
        (fill(words.about, &about), 17.0, ink::CREAM),
    ];
    if !guide.is_repeatable() {
        lines.push((words.timed.to_owned(), 17.0, ink::CORAL));
    }
    if let Some(text) = taken_in_words(all, guide.tape().taken_over()) {
        lines.push((text, 17.0, ink::MINT));
    }
    if let Some(contradiction) = guide.contradiction() {
        let text = match contradiction.step() {
            Some(step) => fill(words.not_as, &[("step", &step)]),
            None => fill(words.not_consistent, &[("what", &contradiction)]),
        };
        lines.push((text, 17.0, ink::CORAL));
    }
    lines.push((words.marks.to_owned(), 15.0, ink::GREY));
    let speed = session.clock.speed();
    if speed != 1.0 {
        let text = fill(all.notices.speed, &[("speed", &speed)]);
        lines.push((text, 17.0, ink::MINT));
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

/// The moments of the takeovers, in one line of limited length.
fn taken_in_words(words: &Words, taken: impl Iterator<Item = u64>) -> Option<String> {
    let mut moments: Vec<u64> = taken.collect();
    moments.dedup();
    let shown = moments.iter().take(MOMENTS);
    let shown: Vec<String> = shown
        .map(|at| format!("{:.1} s", seconds_of(*at)))
        .collect();
    let times = match moments.len().saturating_sub(MOMENTS) {
        _ if shown.is_empty() => return None,
        0 => words.list(&shown),
        more => {
            let parts: [(&str, &dyn Display); 2] = [("times", &shown.join(", ")), ("count", &more)];
            let text = match more {
                1 => words.replay.one_more,
                _ => words.replay.more_times,
            };
            fill(text, &parts)
        }
    };
    Some(fill(words.replay.taken, &[("times", &times)]))
}

/// A mark above the time line.
#[derive(Clone, Copy, Debug, PartialEq)]
struct MarkAt {
    /// Position from the picture's left edge, in units.
    x: f32,
    /// Strength of the hardest crash there, in m/s.
    strength: f32,
    /// True if a player took part in one of the crashes.
    own: bool,
}

/// Merges marks that are closer than `apart` units, so that no more are drawn than the line has room for. The
/// marks must be in order.
fn merged(marks: impl Iterator<Item = MarkAt>, apart: f32) -> impl Iterator<Item = MarkAt> {
    let mut marks = marks.peekable();
    std::iter::from_fn(move || {
        let mut one = marks.next()?;
        while let Some(next) = marks.next_if(|next| next.x - one.x < apart) {
            one.strength = one.strength.max(next.strength);
            one.own |= next.own;
        }
        Some(one)
    })
}

/// True if a player took part in the crash. Cars of later crashes may not exist yet at the present step.
pub fn is_of_people(session: &Session, mark: &Mark) -> bool {
    let cars = session.round.cars();
    let people = |car: usize| cars.get(car).is_some_and(|car| car.slot.is_some());
    people(mark.crash.a) || people(mark.crash.b)
}

/// Draws the time line with its crashes, and the keys.
pub fn draw(canvas: &Canvas<'_>, paused: bool) {
    let (ui, session) = (canvas.ui, canvas.state.session);
    let words = &canvas.state.settings.words().replay;
    let Some(guide) = session.guide() else {
        return;
    };
    let (all, here) = (guide.steps().max(1), session.round.steps());
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
    // Jumps into the part that has been played ahead are immediate.
    bar(x(guide.scanned()), ink::fade(ink::CREAM, 0.30));
    bar(x(here), ink::MINT);
    let marks = guide.marks().iter().map(|mark| MarkAt {
        x: x(mark.steps),
        strength: mark.crash.strength,
        own: is_of_people(session, mark),
    });
    for MarkAt { x, strength, own } in merged(marks, 1.0) {
        let high = 6.0 + (strength * 1.6).min(20.0);
        let color = if own { ink::GOLD } else { ink::GREY };
        let tip = Vec2::new(x, top - high);
        ui.fill(tip - Vec2::X, Vec2::new(2.0, high), color);
        if own {
            ui.fill(tip - Vec2::splat(3.0), Vec2::splat(6.0), color);
        }
    }
    let taken = guide.tape().taken_over().map(|at| MarkAt {
        x: x(at),
        strength: 0.0,
        own: true,
    });
    for pennant in merged(taken, PENNANT) {
        // A pennant marks a takeover: before it another driver drove.
        let foot = Vec2::new(pennant.x, top);
        let pole = Vec2::new(2.0, 32.0);
        ui.fill(foot - Vec2::Y * pole.y, pole + Vec2::Y * HEIGHT, ink::MINT);
        let tip = foot - Vec2::Y * pole.y;
        let pennant = [tip, tip + Vec2::new(16.0, 6.0), tip + Vec2::Y * 12.0];
        ui.triangle(pennant, ink::MINT);
        let word = tip + Vec2::new(20.0, 11.0);
        ui.text(words.taken_here, word, 14.0, ink::MINT, Align::Left);
    }
    let knob = Vec2::new(x(here), top + HEIGHT * 0.5);
    ui.fill(
        knob - Vec2::new(4.0, 13.0),
        Vec2::new(8.0, 26.0),
        ink::CREAM,
    );
    let state = match (here >= all, paused) {
        (true, _) => words.the_end,
        (false, true) => words.paused,
        (false, false) => words.playing,
    };
    let clock = match session.round.phase() {
        RoundPhase::Countdown { .. } => words.countdown.to_owned(),
        // Free play has no end.
        RoundPhase::Running { .. } if !session.round.counts() => words.free.to_owned(),
        RoundPhase::Running { left } => fill(words.left, &[("seconds", &format!("{left:.1}"))]),
        RoundPhase::Over => words.over.to_owned(),
    };
    let (now, end) = (
        format!("{:.2}", seconds_of(here)),
        format!("{:.1}", seconds_of(all)),
    );
    let parts: [(&str, &dyn Display); 4] = [
        ("now", &now),
        ("all", &end),
        ("clock", &clock),
        ("state", &state),
    ];
    let now = fill(words.now, &parts);
    let at = Vec2::new(MARGIN, ui.size.y - 36.0);
    ui.text(&now, at, 18.0, ink::MINT, Align::Left);
    let [first, second] = hints(words, canvas.state.settings.key_names());
    let at = Vec2::new(ui.size.x - MARGIN, ui.size.y - 36.0);
    ui.text(&first, at, 17.0, ink::GOLD, Align::Right);
    let at = Vec2::new(ui.size.x * 0.5, ui.size.y - 12.0);
    ui.text(&second, at, 16.0, ink::CREAM, Align::Center);
}

/// The actions and the keys for moving through the recording.
fn hints(words: &ReplayWords, keys: KeyNames<'_>) -> [String; 2] {
    let first = |command| keys.first(command);
    [
        fill(
            words.keys,
            &[
                ("wheel", &first(Command::TakeWheel)),
                ("next", &first(Command::Confirm)),
                ("why", &first(Command::Why)),
                ("back", &keys.last(Command::Pause)),
            ],
        ),
        fill(
            words.more_keys,
            &[
                ("play", &first(Command::Brake)),
                ("back", &first(Command::StepBack)),
                ("on", &first(Command::SingleStep)),
                ("again", &first(Command::Restart)),
                ("camera", &first(Command::NextCamera)),
                ("slower", &first(Command::Slower)),
                ("faster", &first(Command::Faster)),
                ("film", &first(Command::Film)),
                ("help", &first(Command::Help)),
            ],
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_at_one_place_are_one_with_the_most_of_each() {
        let mark = |x, strength, own| MarkAt { x, strength, own };
        let marks = [
            mark(3.0, 2.0, false),
            mark(3.4, 7.0, false),
            mark(3.9, 1.0, true),
            mark(4.0, 1.0, false),
            mark(9.0, 1.0, false),
        ];
        let drawn: Vec<MarkAt> = merged(marks.into_iter(), 1.0).collect();
        let expected = [
            mark(3.0, 7.0, true),
            mark(4.0, 1.0, false),
            mark(9.0, 1.0, false),
        ];
        assert_eq!(drawn, expected);
        // The number of marks is limited by the length of the line.
        let many = (0..100_000).map(|index| mark(index as f32 * 0.01, 1.0, false));
        assert!(merged(many, 1.0).count() <= 1000);
    }

    #[test]
    fn the_moments_of_taking_over_are_told_on_one_line() {
        let words = crate::app::words::Language::English.words();
        let told = |steps: &[u64]| taken_in_words(words, steps.iter().copied());
        assert_eq!(told(&[]), None);
        assert_eq!(told(&[120]).unwrap(), "taken over after 1.0 s");
        assert_eq!(
            told(&[120, 120, 240]).unwrap(),
            "taken over after 1.0 s and 2.0 s"
        );
        let many: Vec<u64> = (1..=32).map(|second| second * 120).collect();
        let said = told(&many).unwrap();
        assert_eq!(
            said,
            "taken over after 1.0 s, 2.0 s, 3.0 s, 4.0 s and 28 more times"
        );
    }
}
