//! The time line of a recording, with its crashes and keys; and the head that describes the recording.

use glam::Vec2;

use crate::game::seconds_of;

use crate::app::input::{Command, KeyMap};
use crate::app::screens::Canvas;
use crate::app::screens::people::people_in_words;
use crate::app::session::Session;
use crate::app::ui::{Align, ink};
use crate::console;
use crate::game::RoundPhase;
use crate::game::tape::Mark;

/// The time line's distances from the sides and from the lower edge, and its height, in units.
pub const MARGIN: f32 = 60.0;
pub const LIFT: f32 = 76.0;
pub const HEIGHT: f32 = 14.0;
/// The height at the lower edge for the time line and its marks, in units.
pub const FOOT: f32 = LIFT + HEIGHT * 0.5 + 36.0;

/// Largest number of takeovers that are listed one by one.
const MOMENTS: usize = 4;
/// The width of a takeover's pennant with its word, in units; closer ones are merged.
const PENNANT: f32 = 84.0;

/// Draws the share of the recording that has been played ahead.
pub fn draw_reading(canvas: &Canvas<'_>) {
    let (ui, session) = (canvas.ui, &canvas.state.session);
    let Some(guide) = session.guide() else {
        return;
    };
    let share = guide.scanned() as f32 / guide.steps().max(1) as f32;
    let size = Vec2::new(460.0, 96.0);
    let at = (ui.size - size) * 0.5;
    ui.fill(Vec2::ZERO, ui.size, ink::fade(ink::NIGHT, 0.7));
    ui.panel(at, size, ink::SOLID);
    let text = match guide.acts_done(&session.round) {
        (done, acts) if done < acts => format!(
            "Playing the recording once: {:.0} %, {done} of {acts} acts",
            share * 100.0
        ),
        _ => format!("Playing the recording once: {:.0} %", share * 100.0),
    };
    let middle = at + Vec2::new(size.x * 0.5, 40.0);
    ui.text(&text, middle, 22.0, ink::CREAM, Align::Center);
    let bar = at + Vec2::new(30.0, 58.0);
    ui.bar(bar, Vec2::new(size.x - 60.0, 16.0), share, ink::MINT);
}

/// Draws the description of the recording, with its problems.
pub fn draw_head(canvas: &Canvas<'_>) {
    let (ui, session) = (canvas.ui, &canvas.state.session);
    let Some(guide) = session.guide() else {
        return;
    };
    let head = &guide.tape().head;
    let who = people_in_words(usize::from(head.humans));
    let mut lines = vec![
        (format!("Replay: {}", session.level.name), 26.0, ink::GOLD),
        (
            format!(
                "seed {}  ·  driven by {who}  ·  {} drivers",
                head.seed,
                head.difficulty.word()
            ),
            17.0,
            ink::CREAM,
        ),
    ];
    if !guide.is_repeatable() {
        let text = "ran on a budget of real time: only its positions were kept";
        lines.push((text.to_owned(), 17.0, ink::CORAL));
    }
    if let Some(text) = taken_in_words(guide.tape().taken_over()) {
        lines.push((text, 17.0, ink::MINT));
    }
    if let Some(contradiction) = guide.contradiction() {
        let text = match contradiction.step() {
            Some(step) => format!("not as recorded from step {step} on: another build made it"),
            None => format!("not consistent: {contradiction}"),
        };
        lines.push((text, 17.0, ink::CORAL));
    }
    lines.push((
        "marks below: crashes; taller = harder; with a dot = a player's".to_owned(),
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

/// The moments of the takeovers, in one line of limited length.
fn taken_in_words(taken: impl Iterator<Item = u64>) -> Option<String> {
    let mut moments: Vec<u64> = taken.collect();
    moments.dedup();
    let shown = moments.iter().take(MOMENTS);
    let shown: Vec<String> = shown
        .map(|at| format!("{:.1} s", seconds_of(*at)))
        .collect();
    let words = match moments.len().saturating_sub(MOMENTS) {
        _ if shown.is_empty() => return None,
        0 => console::and(&shown),
        more => format!("{} and {more} more times", shown.join(", ")),
    };
    Some(format!("taken over after {words}"))
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
    let (ui, session) = (canvas.ui, &canvas.state.session);
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
        ui.text("taken over", word, 14.0, ink::MINT, Align::Left);
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
        // Free play has no end.
        RoundPhase::Running { .. } if !session.round.counts() => "free play".to_owned(),
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
    let [first, second] = hints(&canvas.state.settings.keys);
    let at = Vec2::new(ui.size.x - MARGIN, ui.size.y - 36.0);
    ui.text(&first, at, 17.0, ink::GOLD, Align::Right);
    let at = Vec2::new(ui.size.x * 0.5, ui.size.y - 12.0);
    ui.text(&second, at, 16.0, ink::CREAM, Align::Center);
}

/// The actions and the keys for moving through the recording.
fn hints(keys: &KeyMap) -> [String; 2] {
    let first = |command| {
        let shown = keys.shown(command);
        shown.split(" or ").next().unwrap_or_default().to_owned()
    };
    [
        format!(
            "{} take the wheel here  ·  {} next crash  ·  {} why this crash?  ·  {} back",
            first(Command::TakeWheel),
            first(Command::Confirm),
            first(Command::Why),
            keys.shown(Command::Pause)
                .rsplit(" or ")
                .next()
                .unwrap_or_default(),
        ),
        format!(
            "{} play/pause  ·  {} {} step  ·  ← → 1 s  ·  ↑ ↓ players' crashes  ·  {} again  ·  {} camera  ·  {} {} speed  ·  {} film  ·  {} all keys",
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
        let told = |steps: &[u64]| taken_in_words(steps.iter().copied());
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
