//! The display of a lesson: the current task, a mark at its place, and the result.

use std::fmt::Display;

use glam::Vec2;

use crate::app::area::Area;
use crate::app::input::Command;
use crate::app::params::TASK_SECONDS;
use crate::app::params::screens::lesson::{
    AT, CHOICE_GAP, HEAD, LETTERS, LINE, RESULT_WIDTH, TIMES, WIDTH,
};
use crate::app::screens::key_words::{key_of, with_keys};
use crate::app::screens::{Canvas, leaving, marks};
use crate::app::spots::Spot;
use crate::app::state::{
    ReadContext, Verdict,
    lesson::{after_lesson, choices},
};
use crate::app::ui::{Align, ink};
use crate::app::words::{Words, fill};
use crate::game::{Medal, Round};
use crate::level::Deed;
use dodgem_scene::params::QUESTION_POINTS;

/// Draws the current task, and a mark over its place.
pub fn draw(canvas: &Canvas<'_>) {
    let (ui, session) = (canvas.ui, canvas.state.session);
    let round = &session.round;
    let count = round.level().tasks.len();
    let done = round.tasks_done();
    let words = canvas.state.settings.words();
    let text = match round.task() {
        Some(task) => with_keys(canvas.state, 0, &task.words),
        None => words.lesson.all_done.to_owned(),
    };
    let left = AT.x + canvas.left;
    let wide = WIDTH.min(ui.size.x - left - AT.x);
    let lines = ui.wrap(&text, LETTERS, wide - 36.0);
    let flashes = session.task_flash > 0.0 && done > 0;
    let head = match flashes {
        true => (
            done_in_words(words, done, session.tasks_at_once, count),
            ink::MINT,
        ),
        false => {
            let number = (done + 1).min(count);
            let parts: [(&str, &dyn Display); 2] = [("number", &number), ("count", &count)];
            (fill(words.lesson.task, &parts), ink::GREY)
        }
    };
    // The message about a done task leaves no room for the times, nor do the answers to a question.
    let hides_times = flashes || choices(session).is_some();
    let times = times(words, round).filter(|_| !hides_times);
    let times = times.map(|text| {
        let beside = ui.width(&head.0, HEAD) + ui.width(&text, TIMES) + 52.0 <= wide;
        (text, if beside { 0.0 } else { LINE - 4.0 })
    });
    let more = times.as_ref().map_or(0.0, |(_, below)| *below);
    let size = Vec2::new(wide, 52.0 + more + LINE * lines.len() as f32);
    // With large letters the time may reach here.
    let corner = Vec2::new(left, ui.below_panels(left, AT.y, size));
    ui.panel(corner, size, ink::SOLID);
    let first = corner + Vec2::new(18.0, 28.0);
    ui.text(&head.0, first, HEAD, head.1, Align::Left);
    if let Some((text, below)) = times {
        let text = ui.fitting(&text, TIMES, wide - 36.0);
        let at = corner + Vec2::new(wide - 18.0, 28.0 + below);
        ui.text(&text, at, TIMES, ink::GREY, Align::Right);
    }
    let color = match round.task() {
        Some(_) => ink::CREAM,
        None => ink::MINT,
    };
    for (line, text) in lines.iter().enumerate() {
        let at = corner + Vec2::new(18.0, 60.0 + more + LINE * line as f32);
        ui.text(text, at, LETTERS, color, Align::Left);
    }
    // A fading frame shows that a task was done.
    let flash = session.task_flash / TASK_SECONDS;
    ui.frame(corner, size, 3.0, ink::fade(ink::MINT, flash));
    draw_mark(canvas);
}

/// Draws the answers to choose from below the task.
pub fn draw_choices(canvas: &Canvas<'_>) {
    let (ui, session) = (canvas.ui, canvas.state.session);
    let Some(choices) = choices(session) else {
        return;
    };
    let texts: Vec<Vec<String>> = choices
        .iter()
        .map(|choice| ui.wrap(choice, LETTERS, WIDTH - 80.0))
        .collect();
    let lines: usize = texts.iter().map(Vec::len).sum();
    let height = 52.0 + LINE * lines as f32 + CHOICE_GAP * texts.len() as f32;
    let size = Vec2::new(WIDTH, height);
    let corner = Vec2::new(AT.x, ui.below_head(AT.x, AT.y, size));
    ui.panel(corner, size, ink::SOLID);
    ui.frame(corner, size, 3.0, ink::GOLD);
    let mut top = corner.y + 14.0;
    for (index, text) in texts.iter().enumerate() {
        let low = Vec2::new(corner.x + 12.0, top);
        let bar = Vec2::new(WIDTH - 24.0, LINE * text.len() as f32 + CHOICE_GAP);
        ui.spot(Area::of(low, bar), Spot::Line(index));
        if index == session.choice {
            ui.fill(low, bar, ink::fade(ink::CORAL, 0.55));
        }
        let (sign, color) = match session.round.is_wrong(index as u32) {
            true => ("✗", ink::GREY),
            false if index == session.choice => ("▶", ink::CREAM),
            false => ("", ink::CREAM),
        };
        let sign_at = low + Vec2::new(10.0, 25.0);
        ui.text(sign, sign_at, 20.0, color, Align::Left);
        for (line, text) in text.iter().enumerate() {
            let at = low + Vec2::new(40.0, 25.0 + LINE * line as f32);
            ui.text(text, at, LETTERS, color, Align::Left);
        }
        top += bar.y;
    }
    let keys = key_of(canvas.state, 0, Command::Confirm);
    let words = &canvas.state.settings.words().lesson;
    let hint = fill(words.choose, &[("key", &keys)]);
    let foot = Vec2::new(corner.x + 18.0, corner.y + height - 14.0);
    ui.text(&hint, foot, 16.0, ink::GREY, Align::Left);
}

/// Text about the tasks just done: `last` is the latest, `at_once` their number, `count` the number of all tasks.
fn done_in_words(words: &Words, last: usize, at_once: usize, count: usize) -> String {
    let first = (last + 1).saturating_sub(at_once);
    let numbers: Vec<String> = (first..=last).map(|one| one.to_string()).collect();
    let lesson = &words.lesson;
    match at_once {
        0 | 1 => fill(lesson.done_one, &[("number", &last), ("count", &count)]),
        _ => {
            let all = words.list(&numbers);
            let parts: [(&str, &dyn Display); 2] = [("numbers", &all), ("count", &count)];
            fill(lesson.done_many, &parts)
        }
    }
}

/// The times for the better medals, or the number of right answers.
fn times(words: &Words, round: &Round) -> Option<String> {
    let level = round.level();
    let spec = level.medals_of(round.mode())?;
    let [gold, silver] = match level.questions() {
        0 => [spec.gold, spec.silver].map(|total| format!("{:.0} s", level.lesson_seconds(total))),
        _ => [spec.gold, spec.silver].map(|total| {
            let right = total / QUESTION_POINTS;
            fill(words.lesson.right, &[("count", &right)])
        }),
    };
    let parts: [(&str, &dyn Display); 4] = [
        ("gold", &words.medal(Medal::Gold)),
        ("best", &gold),
        ("silver", &words.medal(Medal::Silver)),
        ("second", &silver),
    ];
    Some(fill(words.lesson.medals, &parts))
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
    let words = state.settings.words();
    let lesson = &words.lesson;
    let round = &state.session.round;
    let result = round
        .lesson_seconds()
        .map(|seconds| match round.level().questions() {
            0 => format!("{seconds:.1} s"),
            count => {
                let right = round.right_answers();
                let parts: [(&str, &dyn Display); 2] = [("count", &right), ("all", &count)];
                fill(lesson.right_at_once, &parts)
            }
        });
    let tasks = &round.level().tasks;
    let wide = RESULT_WIDTH - 84.0;
    let rows: Vec<Vec<String>> = tasks
        .iter()
        .map(|task| ui.wrap(&with_keys(state, 0, &task.words), 20.0, wide))
        .collect();
    let lines: usize = rows.iter().map(Vec::len).sum();
    let head = if result.is_some() { 176.0 } else { 92.0 };
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
    match result {
        Some(result) => {
            line(lesson.lesson_done, 50.0, 34.0, ink::MINT);
            line(&result, 108.0, 54.0, ink::CREAM);
            let news = [medal(words, round), news(words, round, verdict)];
            let news: Vec<String> = news.into_iter().flatten().collect();
            line(&news.join("  ·  "), 144.0, 20.0, ink::GOLD);
        }
        None => {
            let (done, count) = (round.tasks_done(), tasks.len());
            let text = fill(lesson.time_up, &[("done", &done), ("count", &count)]);
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

/// The medal that the time won, and the time for the next one.
fn medal(words: &Words, round: &Round) -> Option<String> {
    let level = round.level();
    let spec = level.medals_of(round.mode())?;
    let total = round.score().total;
    let won = Medal::of(spec, total).map(|medal| {
        let medal = words.medal(medal);
        fill(words.result.won_medal, &[("medal", &medal)])
    });
    let next = Medal::next(spec, total).map(|(medal, total)| {
        let limit = words.lesson_score(level, total);
        let form = match level.questions() {
            0 => words.lesson.within,
            _ => words.lesson.medal_at,
        };
        fill(form, &[("medal", &words.medal(medal)), ("limit", &limit)])
    });
    let both: Vec<String> = won.into_iter().chain(next).collect();
    (!both.is_empty()).then(|| both.join("  ·  "))
}

/// Text that compares the time with the best one.
fn news(words: &Words, round: &Round, verdict: Verdict) -> Option<String> {
    match verdict {
        Verdict::Best { before: None } => None,
        Verdict::Best { before: Some(_) } => Some(words.lesson.new_best.to_owned()),
        Verdict::Behind(Some(best)) => {
            let best = words.lesson_score(round.level(), best);
            Some(fill(words.lesson.your_best, &[("best", &best)]))
        }
        Verdict::Behind(None) => None,
        Verdict::TakenOver { .. } | Verdict::Altered => Some(words.lesson.no_best.to_owned()),
    }
}

/// The choices after the lesson with their keys, the way on first.
fn keys(state: &ReadContext<'_>) -> [String; 2] {
    let words = &state.settings.words().lesson;
    let key = |command| key_of(state, 0, command);
    let again = key(Command::Restart);
    let round = &state.session.round;
    let wheel = round.task().is_some_and(|task| task.deed == Deed::Wheel);
    let on = match (
        after_lesson(state.session, state.levels),
        round.is_lesson_done(),
    ) {
        (Some(_), _) => fill(words.next, &[("key", &key(Command::Confirm))]),
        (None, false) if wheel => fill(words.round_again, &[("key", &key(Command::NextCamera))]),
        (None, true) => words.well_done.to_owned(),
        (None, false) => {
            let parts: [(&str, &dyn Display); 2] =
                [("key", &key(Command::Confirm)), ("again", &again)];
            fill(words.tries_again, &parts)
        }
    };
    let again = match on.starts_with(&again) {
        true => String::new(),
        false => fill(words.again, &[("key", &again)]),
    };
    let title = state.settings.key_names().last(Command::Pause);
    let parts: [(&str, &dyn Display); 2] =
        [("watch", &key(Command::NextCamera)), ("title", &title)];
    let quit = leaving::quit_word(state.settings, "  ·  ");
    let rest = format!("{again}{}{quit}", fill(words.ways, &parts));
    [on, rest]
}

#[cfg(test)]
mod tests {
    use super::done_in_words;
    use crate::app::words::Language;

    #[test]
    fn all_tasks_that_one_hit_did_are_named() {
        let said = |last, at_once| done_in_words(Language::English.words(), last, at_once, 3);
        assert_eq!(said(1, 1), "✓ task 1 of 3 is done");
        assert_eq!(said(3, 2), "✓ tasks 2 and 3 of 3 are done");
    }
}
