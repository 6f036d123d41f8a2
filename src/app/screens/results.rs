//! The panel with a round's result: its meaning for the players, and the table of the cars.

mod layout;

use std::cmp::Ordering;
use std::fmt::Display;

use glam::Vec2;

use crate::game::seconds_of;

use crate::app::input::Command;
use crate::app::params::screens::results::MOST_LARGE;
use crate::app::params::screens::results::{LEFT, WIDTH};
use crate::app::params::screens::results_layout::{FIRST, OWN_LINE, SUMMARY, WON};
use crate::app::screens::Canvas;
use crate::app::screens::results::layout::{Layout, Said};
use crate::app::screens::{leaving, lesson, people};
use crate::app::settings::AppSettings;
use crate::app::state::{Contest, ReadContext, Verdict, day_best};
use crate::app::ui::{Align, ink};
use crate::app::words::{Words, counted, fill};
use crate::game::{CUPS, Medal, Round, Team, is_task_done};
use crate::level::Mode;
use dodgem_rules::params::CUP_ROUNDS;

pub use crate::app::screens::results::layout::moved;

/// Text size of the result as a factor, from the player's setting for rounds; 1 is the layout's normal size.
pub fn letters(settings: &AppSettings) -> f32 {
    settings.round_text.min(MOST_LARGE)
}

/// The medal that the round won, and the total for the next one.
fn medals(round: &Round, words: &Words) -> Option<String> {
    let spec = round.level().medals_of(round.mode())?;
    let score = round.score();
    let text = &words.result;
    let won = |medal: Medal| fill(text.won_medal, &[("medal", &words.medal(medal))]);
    let from = |(medal, total): (Medal, u32)| {
        fill(
            text.to_medal,
            &[("medal", &words.medal(medal)), ("total", &total)],
        )
    };
    let mut said = match (Medal::of(spec, score.total), Medal::next(spec, score.total)) {
        (Some(medal), Some(next)) => format!("{} {}", won(medal), from(next)),
        (Some(medal), None) => won(medal),
        (None, Some(next)) => from(next),
        (None, None) => return None,
    };
    if let Some(task) = spec.task {
        let done = match is_task_done(&task, score) {
            true => text.star_done,
            false => text.star_for,
        };
        said += &format!("  ·  {}", fill(done, &[("task", &words.medal_task(&task))]));
    }
    Some(said)
}

/// True if the single player's total wins a medal.
fn has_medal(round: &Round) -> bool {
    let spec = round.level().medals_of(round.mode());
    spec.is_some_and(|spec| Medal::of(spec, round.score().total).is_some())
}

/// The meaning of the round for the contest that it belongs to.
fn contest(state: &ReadContext<'_>) -> Option<String> {
    let words = &state.settings.words().result;
    match state.rounds.contest.as_ref()? {
        Contest::Day { day, is_best: true } if state.session.round.score().total > 0 => {
            Some(fill(words.day_new, &[("day", day)]))
        }
        Contest::Day { day, .. } => {
            let best = day_best(state.rounds, state.levels, *day)?;
            Some(fill(words.day_best, &[("day", day), ("best", &best)]))
        }
        Contest::Cup { cup, run } => {
            let last = run.rounds().last()?;
            let given: Vec<String> = (0..run.people)
                .map(|slot| match run.people {
                    1 => format!("+{}", last[slot]),
                    _ => format!("{} +{}", people::mark(slot), last[slot]),
                })
                .collect();
            let parts: [(&str, &dyn Display); 4] = [
                ("cup", &CUPS[*cup].name),
                ("round", &run.rounds().len()),
                ("rounds", &CUP_ROUNDS),
                ("given", &given.join(", ")),
            ];
            Some(fill(words.in_cup, &parts))
        }
    }
}

/// Draws the panel `shown` seconds after the round's end, with the table scrolled by `passed` lines.
pub fn draw(canvas: &Canvas<'_>, verdict: Verdict, passed: usize, shown: f32) {
    let (ui, state) = (canvas.ui, canvas.state);
    let words = state.settings.words();
    let round = &state.session.round;
    if round.mode() == Mode::Lesson {
        lesson::draw_result(canvas, verdict, shown);
        return;
    }
    let score = round.score();
    let ranking = score.ranking();
    let drivers = people::drivers(round);
    let (news, is_new) = news(verdict, state);
    let won = contest(state)
        .or(medals(round, state.settings.words()))
        .filter(|_| drivers.len() == 1);
    let said = Said {
        won: won.is_some(),
        news: !news.is_empty(),
    };
    let layout = Layout::of(round, said, letters(state.settings));
    let passed = passed.min(ranking.len().saturating_sub(layout.lines));
    let listed = people::listed(&ranking, &people::kept(round), layout.lines, passed);
    let left_out = ranking.len() - listed.len();
    let slide = ((1.0 - shown * 3.0).max(0.0)).powi(2) * 300.0;
    // At the left, because the slow motion is shown beside it.
    let size = Vec2::new(WIDTH, layout.height);
    let at = Vec2::new(LEFT, (ui.size.y - size.y) * 0.5 + slide);
    ui.panel(at, size, ink::SOLID);
    let line = |text: &str, y: f32, size: f32, color| {
        let at = at + Vec2::new(WIDTH * 0.5, y);
        // A long text is shrunk to fit.
        let fits = ((WIDTH - 44.0) / ui.width(text, size).max(1.0)).min(1.0);
        ui.text(text, at, size * fits, color, Align::Center);
    };
    line(&ended(round, words), 50.0, 34.0, ink::CORAL);
    let beat = 1.0 + 0.05 * (shown * 6.0).sin();
    if drivers.len() > 1 {
        let best = match score.team_totals() {
            Some(totals) => won_by(totals, words),
            None => crowned(&places(round, &drivers), words),
        };
        line(&best, 98.0, 38.0, ink::CREAM);
        for (index, (slot, car)) in drivers.iter().copied().enumerate() {
            let at = at + Vec2::Y * (layout.own + OWN_LINE * index as f32);
            let best = matches!(verdict, Verdict::Best { .. }) && car == score.player;
            draw_own(canvas, at, slot, car, best.then_some(beat));
        }
        line(&news, layout.news, 19.0, ink::GREY);
    } else {
        let unit = words.unit(round.mode(), score.total);
        line(&format!("{} {unit}", score.total), 112.0, 58.0, ink::CREAM);
        line(&summary(state), SUMMARY, 22.0, ink::CREAM);
        match is_new {
            true => line(&news, layout.news + 2.0, 22.0 * beat, ink::GOLD),
            false => line(&news, layout.news, 21.0, ink::GREY),
        }
    }
    if let Some(text) = won {
        line(&text, WON, 19.0, ink::GOLD);
    }
    draw_table(canvas, at + Vec2::Y * layout.head, &layout, &listed);
    if left_out > 0 {
        let at = at + Vec2::new(118.0, layout.more);
        let more = match left_out {
            1 => words.result.more_car.to_owned(),
            count => fill(words.result.more_cars, &[("count", &count)]),
        };
        ui.text(&more, at, 18.0, ink::GREY, Align::Left);
    }
    line(&keys(state), layout.keys, 20.0, ink::CREAM);
}

/// The heading about the end of the round.
fn ended(round: &Round, words: &Words) -> String {
    let score = round.score();
    let own = round.cars().get(score.player).and_then(|car| car.team);
    match (score.team_totals().zip(own), round.people() > 1) {
        (Some((totals, own)), false) => own_team(totals, own, words),
        _ => ended_alone(round, words).to_owned(),
    }
}

/// The larger and the smaller total, and the winner; `None` for a draw.
fn winner([blue, orange]: [u32; 2]) -> (u32, u32, Option<Team>) {
    match blue.cmp(&orange) {
        Ordering::Greater => (blue, orange, Some(Team::Blue)),
        Ordering::Less => (orange, blue, Some(Team::Orange)),
        Ordering::Equal => (blue, orange, None),
    }
}

/// The winning team, in words.
fn won_by(totals: [u32; 2], words: &Words) -> String {
    let (more, less, team) = winner(totals);
    let team = team.map(|team| format!("{} {}", team.mark(), words.team(team)));
    let text = match team {
        Some(_) => words.result.team_wins,
        None => words.result.team_draw,
    };
    let team = team.unwrap_or_default();
    fill(text, &[("team", &team), ("more", &more), ("less", &less)])
}

/// The winning team, in words for a single player in the team `own`.
fn own_team(totals: [u32; 2], own: Team, words: &Words) -> String {
    match winner(totals) {
        (more, less, Some(team)) if team == own => fill(
            words.result.own_team_wins,
            &[("team", &own.mark()), ("more", &more), ("less", &less)],
        ),
        _ => won_by(totals, words),
    }
}

/// The heading for a round without teams.
fn ended_alone(round: &Round, words: &Words) -> &'static str {
    let score = round.score();
    let words = &words.result;
    let fell = |car: usize| round.is_out(car);
    match (round.mode(), round.people() > 1) {
        (Mode::KnockOut, true) => words.over,
        (Mode::KnockOut, false) if fell(score.player) => words.knocked_out,
        (Mode::KnockOut, false) if score.place == 1 => words.you_win,
        (_, false) if score.place == 1 => words.time_up_win,
        _ => words.time_up,
    }
}

/// The slot and the place of each player.
fn places(round: &Round, drivers: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let score = round.score();
    let place = |&(slot, car): &(usize, usize)| (slot, score.place_of(car));
    drivers.iter().map(place).collect()
}

/// Names the best of several players, given by slot and place.
fn crowned(places: &[(usize, usize)], words: &Words) -> String {
    let best = places.iter().map(|(_, place)| *place).min();
    let first = places.iter().filter(|(_, place)| Some(*place) == best);
    let first: Vec<String> = first.map(|(slot, _)| people::mark(*slot)).collect();
    let who = words.list(&first);
    let text = match (best, first.len()) {
        (Some(1), 1) => words.result.wins,
        (Some(1), _) => words.result.win,
        _ => words.result.best_here,
    };
    fill(text, &[("who", &who)])
}

/// Draws the result of one of several players; `best` is the pulse of a new best result.
fn draw_own(canvas: &Canvas<'_>, at: Vec2, slot: usize, car: usize, best: Option<f32>) {
    let ui = canvas.ui;
    let round = &canvas.state.session.round;
    let score = round.score();
    let tally = &score.cars[car].tally;
    let view = &round.cars()[car];
    let corner = at + Vec2::new(24.0, -18.0);
    let field = Vec2::new(38.0, 24.0);
    people::chip(ui, view.paint, &people::mark(slot), corner, field, 19.0);
    let words = canvas.state.settings.words();
    let total = format!("{} {}", tally.total, words.unit(round.mode(), tally.total));
    let place = words.place(score.place_of(car), score.cars.len());
    let hit = match tally.crashes {
        0 => words.result.no_hit.to_owned(),
        _ => {
            let speed = canvas.state.settings.speeds.of(tally.hardest);
            fill(words.result.hardest, &[("speed", &speed)])
        }
    };
    for (text, x, align) in [
        (total, 208.0, Align::Right),
        (place, 220.0, Align::Left),
        (hit, 334.0, Align::Left),
    ] {
        ui.text(&text, at + Vec2::X * x, 19.0, ink::CREAM, align);
    }
    if let Some(beat) = best {
        let at = at + Vec2::X * 600.0;
        let text = format!("★ {}", words.result.new_best);
        ui.text(&text, at, 16.0 * beat, ink::GOLD, Align::Right);
    }
}

/// A single player's place and hits, in words.
fn summary(state: &ReadContext<'_>) -> String {
    let round = &state.session.round;
    let score = round.score();
    let own = &score.cars[score.player].tally;
    let words = state.settings.words();
    let place = words.place(score.place, score.cars.len());
    let hits = counted(own.crashes as usize, words.result.hit, words.result.hits);
    let mut summary = format!("{place}  ·  {hits}");
    if own.crashes > 0 {
        let speed = state.settings.speeds.of(own.hardest);
        summary += &format!(", {}", fill(words.result.the_hardest, &[("speed", &speed)]));
    }
    if own.lost > 0 {
        summary += &format!("  ·  {}", fill(words.result.lost, &[("count", &own.lost)]));
    }
    summary
}

/// A comparison with the best result, and true if it is celebrated. With several players only the first one's
/// result is compared, and that player's line celebrates it.
fn news(verdict: Verdict, state: &ReadContext<'_>) -> (String, bool) {
    let score = state.session.round.score();
    let several = state.session.humans() > 1;
    let words = &state.settings.words().result;
    match verdict {
        _ if several && state.rounds.contest.is_some() => {
            (contest(state).unwrap_or_default(), true)
        }
        Verdict::Best { .. } if several => (String::new(), true),
        Verdict::Best { before } => {
            let more = match before {
                Some(before) => score.total - before,
                // A first result beats nothing.
                None => return (words.first_here.to_owned(), false),
            };
            // A player who came in behind without a medal is not cheered.
            match score.place == 1 || has_medal(&state.session.round) {
                true => (fill(words.new_best_by, &[("count", &more)]), true),
                false => (fill(words.best_so_far_by, &[("count", &more)]), false),
            }
        }
        Verdict::Behind(Some(best)) => {
            let text = if several {
                words.best_of_first
            } else {
                words.own_best
            };
            (fill(text, &[("best", &best)]), false)
        }
        Verdict::Behind(None) => (
            (state.rounds)
                .old_words(state.session, state.settings.words())
                .unwrap_or_default(),
            false,
        ),
        Verdict::TakenOver { at } => {
            let seconds = format!("{:.1}", seconds_of(at));
            (fill(words.taken_over, &[("seconds", &seconds)]), false)
        }
        Verdict::Altered => (words.altered.to_owned(), false),
    }
}

/// Draws the table of those cars; `at` is the left end of its head's baseline.
fn draw_table(canvas: &Canvas<'_>, at: Vec2, layout: &Layout, cars: &[usize]) {
    let ui = canvas.ui;
    let letters = layout.letters();
    let small = letters.min(19.0);
    let round = &canvas.state.session.round;
    let score = round.score();
    let words = canvas.state.settings.words();
    for (text, x, align) in [
        (words.result.head_place, 24.0, Align::Left),
        (words.unit(round.mode(), 2), 380.0, Align::Right),
        (words.result.hits, 460.0, Align::Right),
        (words.result.head_hardest, 590.0, Align::Right),
    ] {
        ui.text(text, at + Vec2::X * x, 17.0, ink::GREY, align);
    }
    for (line, car) in cars.iter().copied().enumerate() {
        let at = at + Vec2::Y * (FIRST + layout.line * line as f32);
        let view = &round.cars()[car];
        let place = (words.ordinal)(score.place_of(car));
        ui.text(&place, at + Vec2::X * 24.0, small, ink::GREY, Align::Left);
        // Leaves a gap between the colour fields of two lines.
        let field = Vec2::new(34.0, (layout.line - 3.0).min(23.0));
        let corner = at + Vec2::new(72.0, -letters * 0.36 - field.y * 0.5);
        people::chip(
            ui,
            view.paint,
            &view.number.to_string(),
            corner,
            field,
            small,
        );
        let color = match view.slot {
            Some(_) => ink::GOLD,
            None => ink::CREAM,
        };
        let name = people::called(canvas.state.settings.words(), view, round.people(), 18);
        let name = people::of_team(view.team, &name);
        let name = people::of_cup(
            &canvas.state.session.round,
            canvas.state.rounds.contest.as_ref(),
            car,
            name,
        );
        ui.text(&name, at + Vec2::X * 118.0, letters, color, Align::Left);
        let tally = &score.cars[car].tally;
        let out = match tally.out_at {
            Some(seconds) => {
                let seconds = format!("{seconds:.0}");
                fill(words.result.out_at, &[("seconds", &seconds)]) + "   "
            }
            None => String::new(),
        };
        let hardest = match tally.crashes {
            0 => "-".to_owned(),
            _ => canvas.state.settings.speeds.of(tally.hardest),
        };
        for (text, x) in [
            (format!("{out}{}", tally.total), 380.0),
            (tally.crashes.to_string(), 460.0),
            (hardest, 590.0),
        ] {
            ui.text(&text, at + Vec2::X * x, letters, color, Align::Right);
        }
    }
}

/// The next actions with their keys.
fn keys(state: &ReadContext<'_>) -> String {
    let keys = state.settings.key_names();
    let again = keys.shown(Command::Restart);
    let words = &state.settings.words().result;
    let with_key = |key: &str, word: &str| format!("{key} {word}");
    let mut parts = match &state.rounds.contest {
        Some(Contest::Cup { run, .. }) => {
            let mut parts = vec![with_key(&keys.first(Command::Confirm), words.table)];
            if run.second_chance {
                parts.push(with_key(&again, words.second_chance));
            }
            parts
        }
        _ => vec![with_key(&again, words.again)],
    };
    parts.push(with_key(&keys.shown(Command::NextCamera), words.watch));
    if !matches!(&state.rounds.contest, Some(Contest::Cup { .. })) {
        parts.push(with_key(&keys.shown(Command::KeepRound), words.keep));
        parts.push(with_key(&keys.shown(Command::CopyText), words.link));
    }
    parts.push(with_key(&keys.last(Command::Pause), words.title));
    parts.join("  ·  ") + &leaving::quit_word(state.settings, "  ·  ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::words::Language;

    #[test]
    fn the_best_of_several_players_is_named() {
        let words = Language::English.words();
        let crowned = |places: &[(usize, usize)]| crowned(places, words);
        assert_eq!(crowned(&[(0, 4), (1, 1)]), "P2 wins!");
        assert_eq!(crowned(&[(0, 1), (1, 3), (2, 1)]), "P1 and P3 win!");
        assert_eq!(
            crowned(&[(0, 18), (1, 17), (2, 19)]),
            "Best at this screen: P2"
        );
        assert_eq!(crowned(&[(0, 5), (1, 5)]), "Best at this screen: P1 and P2");
    }

    #[test]
    fn the_team_with_the_larger_sum_wins() {
        let words = Language::English.words();
        let won_by = |totals| won_by(totals, words);
        let own_team = |totals, own| own_team(totals, own, words);
        assert_eq!(won_by([812, 640]), "● Blue wins, 812 to 640!");
        assert_eq!(won_by([5, 640]), "■ Orange wins, 640 to 5!");
        assert_eq!(won_by([7, 7]), "No team wins: 7 to 7");
        assert_eq!(
            own_team([5, 640], Team::Orange),
            "Your team ■ wins, 640 to 5!"
        );
        assert_eq!(own_team([5, 640], Team::Blue), won_by([5, 640]));
    }
}
