//! The screen of contests: the round of the day, and the cups.

use glam::Vec2;

use crate::app::area::Area;
use crate::app::input::{Command, Presses};
use crate::app::params::screens::cups::{DAYS, FOOT, STEP, TOP, TOP_ALONE, WIDE};
use crate::app::screens::canvas::{Canvas, list_letters};
use crate::app::screens::edges::Edges;
use crate::app::screens::menu::fill_row;
use crate::app::screens::screen::Screen;
use crate::app::sheet::List;
use crate::app::sound::Cue;
use crate::app::spots::Spot;
use crate::app::state::{Goal, Next, Order, ReadContext, Rounds, ScreenContext, day_best};
use crate::app::ui::{Align, Ui, ink};
use crate::app::words::{counted, fill};
use crate::game::{CUPS, CupSpec, Day, Difficulty, RoundPhase};
use dodgem_rules::params::CUP_ROUNDS;

/// The screen that lists the contests.
#[derive(Debug)]
pub struct Cups {
    /// 0 is the round of the day; the cups follow.
    selected: usize,
    today: Day,
}

impl Cups {
    /// Creates the list with the round of the day selected.
    pub fn new() -> Self {
        Cups {
            selected: 0,
            today: Day::today(),
        }
    }

    /// Creates the list with a cup selected.
    pub fn at(cup: usize) -> Self {
        Cups {
            selected: cup + 1,
            ..Cups::new()
        }
    }

    fn begin(&self) -> Order {
        match self.selected.checked_sub(1) {
            None => Order::BeginDay,
            Some(cup) => Order::BeginCup(cup),
        }
    }

    fn begin_anew(&self, rounds: &Rounds) -> Next {
        match self.selected.checked_sub(1) {
            Some(cup) if rounds.cup_under_way(&CUPS[cup]).is_some() => {
                Next::Do(Order::BeginCupAnew(cup))
            }
            _ => Next::Stay,
        }
    }
}

impl Screen for Cups {
    fn name(&self) -> &'static str {
        "cups"
    }

    fn update(&mut self, context: &mut ScreenContext<'_>, presses: &Presses, seconds: f64) -> Next {
        context.session.exact = !context.display.views.is_empty();
        context.run(seconds);
        if context.session.round.phase() == RoundPhase::Over && !context.is_loading {
            context.order(Order::ShowKnownLevel);
        }
        // The level list is read further, because it provides the names of the levels.
        context.levels.read_on(context.library);
        if presses.has(Command::Quit) {
            return Next::Quit;
        }
        if presses.has(Command::Pause) || presses.has(Command::Cups) {
            return Next::Go(Goal::Title);
        }
        let (_, down) = presses.moved();
        let harder = presses.count(Command::Camera) as i32;
        context.order(Order::ChangeDifficulty(harder));
        let count = CUPS.len() + 1;
        if down != 0 {
            self.selected = (self.selected as i32 + down).rem_euclid(count as i32) as usize;
            context.media.sound.cue(Cue::Tick);
        }
        let picked = presses.picked().filter(|line| *line < count);
        let begins = picked == Some(self.selected);
        if let Some(line) = picked.filter(|_| !begins) {
            self.selected = line;
            context.media.sound.cue(Cue::Tick);
        }
        if begins || presses.has(Command::Confirm) {
            return Next::Do(self.begin());
        } else if presses.has(Command::Delete) || presses.has(Command::Restart) {
            return self.begin_anew(context.rounds);
        }
        Next::Stay
    }

    fn looks_elsewhere(&self) -> bool {
        true
    }

    fn edges(&self, state: &ReadContext<'_>) -> Edges {
        Edges::of_list(FOOT, list_letters(state))
    }

    fn show(&self, canvas: &Canvas<'_>) {
        canvas.in_list_letters(|canvas| self.draw_all(canvas));
    }
}

impl Cups {
    fn draw_all(&self, canvas: &Canvas<'_>) {
        let ui = canvas.ui;
        let words = &canvas.state.settings.words().cups;
        let top = top(ui);
        let size = Vec2::new(WIDE, ui.size.y);
        ui.fill(Vec2::ZERO, size, ink::fade(ink::NIGHT, 0.86));
        ui.fill(Vec2::new(WIDE, 0.0), Vec2::new(5.0, ui.size.y), ink::GOLD);
        ui.keep_clear(Vec2::ZERO, Vec2::new(WIDE + 5.0, ui.size.y));
        let at = Vec2::new(36.0, 68.0);
        ui.bold(words.title, at, 46.0, ink::GOLD, Align::Left);
        let about = [words.about_cup, words.about_day];
        let about = if top < TOP { &about[..0] } else { &about[..] };
        for (line, text) in about.iter().enumerate() {
            let at = Vec2::new(36.0, 98.0 + 24.0 * line as f32);
            let shrinks = ((WIDE - 60.0) / ui.width(text, 18.0).max(1.0)).min(1.0);
            ui.text(text, at, 18.0 * shrinks, ink::CREAM, Align::Left);
        }
        let count = CUPS.len() + 1;
        let area = Area::of(
            Vec2::new(24.0, top - 32.0),
            Vec2::new(WIDE - 29.0, STEP * count as f32),
        );
        let list = List::around("cups", area, STEP, (self.selected, count));
        ui.list(&list, |ui, line| {
            self.draw_line(&Canvas { ui, ..*canvas }, line);
        });
        let y = top + STEP * count as f32 + 6.0;
        let told = match self.selected.checked_sub(1) {
            None => self.told_of_days(canvas.state),
            Some(cup) => told_of_cup(canvas.state, &CUPS[cup]),
        };
        let room = ((ui.size.y - 50.0 - y) / 25.0).max(0.0) as usize;
        for (line, text) in told.iter().take(room).enumerate() {
            let at = Vec2::new(36.0, y + 25.0 * line as f32);
            let color = if line == 0 { ink::MINT } else { ink::CREAM };
            ui.text(text, at, 18.0, color, Align::Left);
        }
        let keys = canvas.state.settings.key_names();
        let cup = self.selected.checked_sub(1).map(|cup| &CUPS[cup]);
        let under_way = cup.is_some_and(|cup| canvas.state.rounds.cup_under_way(cup).is_some());
        let enter = if under_way { words.go_on } else { words.drive };
        let mut hint = vec![
            (enter.to_owned(), Some(Spot::Command(Command::Confirm))),
            (words.choose.to_owned(), None),
        ];
        if cup.is_some() && !under_way {
            let all = canvas.state.settings.words();
            let key = keys.first(Command::Camera);
            let skill = all.difficulty(canvas.state.rounds.difficulty);
            let drivers = fill(all.title.drivers, &[("key", &key), ("skill", &skill)]);
            hint.push((drivers, Some(Spot::Command(Command::Camera))));
        }
        if under_way {
            let anew = fill(words.start_over, &[("key", &keys.shown(Command::Delete))]);
            hint.push((anew, Some(Spot::Command(Command::Delete))));
        }
        hint.push((words.back.to_owned(), Some(Spot::Command(Command::Pause))));
        let at = Vec2::new(36.0, ui.size.y - 24.0);
        ui.buttons_within(&hint, at, 18.0, WIDE - 50.0);
    }

    fn draw_line(&self, canvas: &Canvas<'_>, line: usize) {
        let (ui, state) = (canvas.ui, canvas.state);
        let words = &state.settings.words().cups;
        let base = Vec2::new(12.0, 32.0);
        let area = Area::of(Vec2::ZERO, Vec2::new(WIDE - 40.0, STEP - 8.0));
        let under = ui.spot(area, Spot::Line(line));
        let chosen = line == self.selected;
        fill_row(ui, area, (chosen, under));
        let (name, about, won) = match line.checked_sub(1) {
            None => {
                let best = day_best(state.rounds, state.levels, self.today);
                let level = level_name(state, self.today.level());
                let about = fill(words.day_about, &[("day", &self.today), ("level", &level)]);
                let won = best.map_or(words.day_none.to_owned(), |best| {
                    fill(words.day_best, &[("best", &best)])
                });
                (words.day, about, won)
            }
            Some(cup) => {
                let [name, told] = state.settings.words().cup(cup);
                let cup = &CUPS[cup];
                let about = match state.rounds.cup_under_way(cup) {
                    Some(run) => under_way(state, run.next_round(), run.difficulty),
                    None => told.to_owned(),
                };
                (name, about, won(state, cup))
            }
        };
        ui.text(name, base, 27.0, ink::CREAM, Align::Left);
        let color = if chosen { ink::CREAM } else { ink::GREY };
        ui.text(&about, base + Vec2::Y * 24.0, 17.0, color, Align::Left);
        let color = if chosen { ink::CREAM } else { ink::GOLD };
        let at = base + Vec2::X * (WIDE - 70.0);
        ui.text(&won, at, 20.0, color, Align::Right);
    }

    /// The best results of the previous days.
    fn told_of_days(&self, state: &ReadContext<'_>) -> Vec<String> {
        let words = &state.settings.words().cups;
        let mut lines = vec![words.day_often.to_owned()];
        let Some(best) = &state.rounds.best else {
            return lines;
        };
        let before = best.contests().days().filter(|(day, _)| *day < self.today);
        lines.extend(before.take(DAYS).map(|(day, kept)| {
            let level = level_name(state, day.level());
            fill(
                words.day_before,
                &[("day", &day), ("level", &level), ("best", &kept.total)],
            )
        }));
        lines
    }
}

/// The first baseline of the list: with large letters, that of one without the lines about it.
fn top(ui: &Ui) -> f32 {
    let rows = STEP * (CUPS.len() + 1) as f32;
    if TOP + rows + 130.0 <= ui.size.y {
        TOP
    } else {
        TOP_ALONE
    }
}

/// The progress of a cup under way.
fn under_way(state: &ReadContext<'_>, round: usize, difficulty: Difficulty) -> String {
    let words = state.settings.words();
    let skill = words.difficulty(difficulty);
    fill(
        words.cups.under_way,
        &[
            ("round", &(round + 1)),
            ("rounds", &CUP_ROUNDS),
            ("skill", &skill),
        ],
    )
}

/// The result in a cup at the selected difficulty.
fn won(state: &ReadContext<'_>, cup: &CupSpec) -> String {
    let contests = state.rounds.best.as_ref().map(|best| best.contests());
    let result = contests.and_then(|contests| contests.result(cup.name, state.rounds.difficulty));
    let words = state.settings.words();
    let skill = words.difficulty(state.rounds.difficulty);
    match result {
        None => fill(words.cups.not_won, &[("skill", &skill)]),
        Some(result) => {
            let star = if result.place == 1 { "★ " } else { "" };
            let (one, several) = (words.result.point, words.result.points_many);
            let points = counted(result.points as usize, one, several);
            let place = format!("{star}{}", (words.ordinal)(result.place));
            fill(
                words.cups.won,
                &[("place", &place), ("points", &points), ("skill", &skill)],
            )
        }
    }
}

fn told_of_cup(state: &ReadContext<'_>, cup: &CupSpec) -> Vec<String> {
    let words = &state.settings.words().cups;
    let names = cup.levels.map(|level| level_name(state, level));
    vec![
        names.join("  ·  "),
        words.points_rule.to_owned(),
        words.again_rule.to_owned(),
    ]
}

/// The name of a level that comes with the game.
fn level_name(state: &ReadContext<'_>, source: &str) -> String {
    let mut entries = state.levels.entries().iter();
    let found = entries.find(|entry| entry.source == source);
    found.map_or_else(|| source.to_owned(), |entry| entry.name.clone())
}
