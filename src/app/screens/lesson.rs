//! The display of a lesson: the current task, a mark at its place, and the result.

use glam::Vec2;

use crate::app::input::Command;
use crate::app::params::TASK_SECONDS;
use crate::app::screens::key_words::{key_of, with_keys};
use crate::app::screens::{Canvas, leaving, marks};
use crate::app::state::{AppState, Verdict, lesson::after_lesson};
use crate::app::ui::{Align, ink};
use crate::console;
use crate::game::{Medal, Round};
use crate::level::Deed;

/// The task's panel: left upper corner, width, letter size and line height, in units.
const AT: Vec2 = Vec2::new(16.0, 12.0);
const WIDTH: f32 = 440.0;
const LETTERS: f32 = 24.0;
const LINE: f32 = 29.0;

/// Draws the current task, and a mark over its place.
pub fn draw(canvas: &Canvas<'_>) {
    let (ui, session) = (canvas.ui, &canvas.state.session);
    let round = &session.round;
    let count = round.level().tasks.len();
    let done = round.tasks_done();
    let words = match round.task() {
        Some(task) => with_keys(canvas.state, 0, &task.words),
        None => "all done!".to_owned(),
    };
    let lines = ui.wrap(&words, LETTERS, WIDTH - 36.0);
    let size = Vec2::new(WIDTH, 52.0 + LINE * lines.len() as f32);
    // With large letters the time may reach here.
    let corner = Vec2::new(AT.x, ui.below_panels(AT.x, AT.y, size));
    ui.panel(corner, size, ink::SOLID);
    let flashes = session.task_flash > 0.0 && done > 0;
    let head = match flashes {
        true => (done_in_words(done, session.tasks_at_once, count), ink::MINT),
        false => (
            format!("task {} of {count}", (done + 1).min(count)),
            ink::GREY,
        ),
    };
    ui.text(
        &head.0,
        corner + Vec2::new(18.0, 28.0),
        19.0,
        head.1,
        Align::Left,
    );
    // The message about a done task leaves no room for the times.
    if let Some(text) = times(round).filter(|_| !flashes) {
        let at = corner + Vec2::new(WIDTH - 18.0, 28.0);
        ui.text(&text, at, 16.0, ink::GREY, Align::Right);
    }
    let color = match round.task() {
        Some(_) => ink::CREAM,
        None => ink::MINT,
    };
    for (line, text) in lines.iter().enumerate() {
        let at = corner + Vec2::new(18.0, 60.0 + LINE * line as f32);
        ui.text(text, at, LETTERS, color, Align::Left);
    }
    // A fading frame shows that a task was done.
    let flash = session.task_flash / TASK_SECONDS;
    ui.frame(corner, size, 3.0, ink::fade(ink::MINT, flash));
    draw_mark(canvas);
}

/// Text about the tasks just done: `last` is the latest, `at_once` their number, `count` the number of all tasks.
fn done_in_words(last: usize, at_once: usize, count: usize) -> String {
    let first = (last + 1).saturating_sub(at_once);
    let numbers: Vec<String> = (first..=last).map(|one| one.to_string()).collect();
    let all = console::and(&numbers);
    match at_once {
        0 | 1 => format!("✓ task {last} of {count} is done"),
        _ => format!("✓ tasks {all} of {count} are done"),
    }
}

/// The time limits for the better medals.
fn times(round: &Round) -> Option<String> {
    let level = round.level();
    let spec = level.medals_of(round.mode())?;
    let (silver, gold) = (
        level.lesson_seconds(spec.silver),
        level.lesson_seconds(spec.gold),
    );
    Some(format!("gold {gold:.0} s  ·  silver {silver:.0} s"))
}

/// Draws a sign over the zone of the task.
fn draw_mark(canvas: &Canvas<'_>) {
    let round = &canvas.state.session.round;
    let zones = round.scene().zones();
    if let Some(zone) = round.task_zone().and_then(|zone| zones.get(zone)) {
        let place = zone.pose.translation();
        let far = canvas.state.session.own_place().distance(place);
        marks::draw_goal(canvas, place, &format!("{far:.0} m"));
    }
}

/// Draws the result; `shown` is the time since the end, in seconds.
pub fn draw_result(canvas: &Canvas<'_>, verdict: Verdict, shown: f32) {
    let (ui, state) = (canvas.ui, canvas.state);
    let round = &state.session.round;
    let seconds = round.lesson_seconds();
    let tasks = &round.level().tasks;
    let wide = RESULT_WIDTH - 84.0;
    let rows: Vec<Vec<String>> = tasks
        .iter()
        .map(|task| ui.wrap(&with_keys(state, 0, &task.words), 20.0, wide))
        .collect();
    let lines: usize = rows.iter().map(Vec::len).sum();
    let head = if seconds.is_some() { 176.0 } else { 92.0 };
    let size = Vec2::new(
        RESULT_WIDTH,
        head + 26.0 * lines as f32 + 8.0 * rows.len() as f32 + 76.0,
    );
    let slide = ((1.0 - shown * 3.0).max(0.0)).powi(2) * 300.0;
    let at = Vec2::new(40.0, ((ui.size.y - size.y) * 0.5).max(12.0) + slide);
    ui.panel(at, size, ink::SOLID);
    let line = |text: &str, y: f32, size: f32, color| {
        let at = at + Vec2::new(RESULT_WIDTH * 0.5, y);
        ui.text(text, at, size, color, Align::Center);
    };
    match seconds {
        Some(seconds) => {
            line("Lesson done!", 50.0, 34.0, ink::MINT);
            line(&format!("{seconds:.1} s"), 108.0, 54.0, ink::CREAM);
            let news = [medal(round), news(round, verdict)];
            let news: Vec<String> = news.into_iter().flatten().collect();
            line(&news.join("  ·  "), 144.0, 20.0, ink::GOLD);
        }
        None => {
            let (done, count) = (round.tasks_done(), tasks.len());
            let text = format!("Time is up: {done} of {count} done");
            line(&text, 50.0, 34.0, ink::CORAL);
        }
    }
    let mut y = head;
    for (index, row) in rows.iter().enumerate() {
        let done = index < round.tasks_done();
        let (sign, color) = match done {
            true => ("✓".to_owned(), ink::MINT),
            false => ((index + 1).to_string(), ink::CREAM),
        };
        ui.text(&sign, at + Vec2::new(30.0, y), 20.0, color, Align::Left);
        for text in row {
            ui.text(text, at + Vec2::new(58.0, y), 20.0, color, Align::Left);
            y += 26.0;
        }
        y += 8.0;
    }
    let keys = keys(state);
    line(&keys[0], size.y - 48.0, 22.0, ink::GOLD);
    line(&keys[1], size.y - 20.0, 18.0, ink::CREAM);
}

const RESULT_WIDTH: f32 = 620.0;

/// The medal that the time won, and the time for the next one.
fn medal(round: &Round) -> Option<String> {
    let level = round.level();
    let spec = level.medals_of(round.mode())?;
    let total = round.score().total;
    let won = Medal::of(spec, total).map(|medal| format!("{} medal!", medal.word()));
    let next = Medal::next(spec, total).map(|(medal, total)| {
        format!(
            "{} within {:.1} s",
            medal.word(),
            level.lesson_seconds(total)
        )
    });
    let both: Vec<String> = won.into_iter().chain(next).collect();
    (!both.is_empty()).then(|| both.join("  ·  "))
}

/// Text that compares the time with the best one.
fn news(round: &Round, verdict: Verdict) -> Option<String> {
    match verdict {
        Verdict::Best { before: None } => None,
        Verdict::Best { before: Some(_) } => Some("★ NEW BEST ★".to_owned()),
        Verdict::Behind(Some(best)) => {
            let seconds = round.level().lesson_seconds(best);
            Some(format!("your best: {seconds:.1} s"))
        }
        Verdict::Behind(None) => None,
        Verdict::TakenOver { .. } | Verdict::Altered => Some("cannot set a best".to_owned()),
    }
}

/// The choices after the lesson with their keys, the way on first.
fn keys(state: &AppState) -> [String; 2] {
    let key = |command| key_of(state, 0, command);
    let again = key(Command::Restart);
    let round = &state.session.round;
    let wheel = round.task().is_some_and(|task| task.deed == Deed::Wheel);
    let on = match (
        after_lesson(&state.session, &state.files.levels),
        round.is_lesson_done(),
    ) {
        (Some(_), _) => format!("{} next", key(Command::Confirm)),
        (None, false) if wheel => format!("{} shows the round again", key(Command::NextCamera)),
        (None, true) => "well done".to_owned(),
        (None, false) => format!("{} or {again} tries again", key(Command::Confirm)),
    };
    let back = state.settings.keys.shown(Command::Pause);
    let again = match on.starts_with(&again) {
        true => String::new(),
        false => format!("{again} again  ·  "),
    };
    let rest = format!(
        "{again}{} watch it  ·  {} title{}",
        key(Command::NextCamera),
        back.rsplit(" or ").next().unwrap_or_default(),
        leaving::quit_word(&state.settings, "  ·  ")
    );
    [on, rest]
}

#[cfg(test)]
mod tests {
    use super::done_in_words;

    #[test]
    fn all_tasks_that_one_hit_did_are_named() {
        assert_eq!(done_in_words(1, 1, 3), "✓ task 1 of 3 is done");
        assert_eq!(done_in_words(3, 2, 3), "✓ tasks 2 and 3 of 3 are done");
    }
}
