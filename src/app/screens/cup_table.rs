//! The screen after a round of a cup: the table, and at the end the podium.

use glam::Vec2;

use crate::app::input::{Command, Presses};
use crate::app::params::screens::cup_table::{HEIGHTS, LEFT, LINE, STEP, WIDTH};
use crate::app::screens::canvas::Canvas;
use crate::app::screens::edges::Edges;
use crate::app::screens::leaving;
use crate::app::screens::people;
use crate::app::screens::screen::Screen;
use crate::app::spots::Spot;
use crate::app::state::{Contest, Goal, Next, Order, ReadContext, Rounds, ScreenContext};
use crate::app::ui::{Align, ink};
use crate::app::words::fill;
use crate::game::{CUPS, CupRun, ENTRANTS, Entrant, rival_dress};
use crate::level::Paint;
use dodgem_rules::params::CUP_ROUNDS;

/// The screen with the table of the running cup.
#[derive(Debug, Default)]
pub struct CupTable {
    shown: f64,
}

impl CupTable {
    fn cup(rounds: &Rounds) -> Option<(usize, &CupRun)> {
        match &rounds.contest {
            Some(Contest::Cup { cup, run }) => Some((*cup, run)),
            _ => None,
        }
    }
}

impl Screen for CupTable {
    fn name(&self) -> &'static str {
        "table"
    }

    fn update(&mut self, context: &mut ScreenContext<'_>, presses: &Presses, seconds: f64) -> Next {
        self.shown += seconds;
        context.run(seconds);
        if presses.has(Command::Quit) {
            return Next::Quit;
        }
        if presses.has(Command::Pause) {
            return Next::Go(Goal::Title);
        }
        if presses.has(Command::Restart) {
            return leaving::restart(context.session, context.rounds, context.settings.words());
        }
        if presses.has(Command::Confirm) {
            match CupTable::cup(context.rounds) {
                Some((cup, run)) if run.is_over() => {
                    context.order(Order::LeaveContest);
                    return Next::Go(Goal::Cups(Some(cup)));
                }
                _ => return Next::Do(Order::BeginNextRound),
            }
        }
        Next::Stay
    }

    fn edges(&self, _: &ReadContext<'_>) -> Edges {
        Edges::default()
    }

    fn show(&self, canvas: &Canvas<'_>) {
        let Some((cup, run)) = CupTable::cup(canvas.state.rounds) else {
            return;
        };
        draw_table(canvas, cup, run);
        if run.is_over() {
            draw_podium(canvas, run, self.shown as f32);
        }
        draw_keys(canvas, cup, run);
    }
}

/// The name, colour and number of an entrant.
fn look(state: &ReadContext<'_>, run: &CupRun, entrant: usize) -> (String, Paint, String) {
    let round = &state.session.round;
    match run.entrants()[entrant] {
        Entrant::Person(slot) => {
            let mark = people::mark(slot);
            match run.cars(round)[entrant].map(|car| &round.cars()[car]) {
                Some(car) => {
                    let name = people::called(state.settings.words(), car, run.people, 18);
                    (name, car.paint, car.number.to_string())
                }
                None => (mark.clone(), Paint::DEFAULT, mark),
            }
        }
        Entrant::Rival(rival) => {
            let dress = rival_dress(rival);
            let paint = Paint::parse(&dress.paint).unwrap_or(Paint::DEFAULT);
            (dress.name, paint, dress.number.to_string())
        }
    }
}

/// The heading of the table.
fn head(state: &ReadContext<'_>, run: &CupRun) -> String {
    let (all, driven) = (state.settings.words(), run.rounds().len());
    let words = &all.cups;
    if !run.is_over() {
        return fill(
            words.after_round,
            &[("round", &driven), ("rounds", &CUP_ROUNDS)],
        );
    }
    let (place, _) = run.best_person();
    let best = run.table().into_iter().find(|(one, _)| *one < run.people);
    let who = best.map_or_else(String::new, |(entrant, _)| look(state, run, entrant).0);
    let is_you = who == all.views.names.you;
    match (place, is_you) {
        (1, true) => words.you_win.to_owned(),
        (1, false) => fill(words.wins, &[("who", &who)]),
        (place, true) => fill(words.you_come, &[("place", &(all.ordinal)(place))]),
        (place, false) => fill(
            words.comes,
            &[("who", &who), ("place", &(all.ordinal)(place))],
        ),
    }
}

fn draw_table(canvas: &Canvas<'_>, cup: usize, run: &CupRun) {
    let (ui, state) = (canvas.ui, canvas.state);
    let words = state.settings.words();
    let size = Vec2::new(WIDTH, 190.0 + LINE * ENTRANTS as f32);
    let at = Vec2::new(LEFT, (ui.size.y - size.y) * 0.5 - 30.0);
    ui.panel(at, size, ink::SOLID);
    let text = |text: &str, x: f32, y: f32, letters: f32, color, align| {
        ui.text(text, at + Vec2::new(x, y), letters, color, align);
    };
    text(words.cup(cup)[0], 28.0, 52.0, 36.0, ink::GOLD, Align::Left);
    text(&head(state, run), 28.0, 90.0, 25.0, ink::CREAM, Align::Left);
    let columns: [f32; CUP_ROUNDS] = std::array::from_fn(|round| 380.0 + 62.0 * round as f32);
    let line = 132.0;
    text(
        words.result.head_place,
        28.0,
        line,
        17.0,
        ink::GREY,
        Align::Left,
    );
    text(words.cups.round, 340.0, line, 17.0, ink::GREY, Align::Right);
    for (round, x) in columns.into_iter().enumerate() {
        let number = (round + 1).to_string();
        text(&number, x, line, 17.0, ink::GREY, Align::Right);
    }
    text(words.cups.sum, 690.0, line, 17.0, ink::GREY, Align::Right);
    let sums = run.sums();
    for (row, (entrant, place)) in run.table().into_iter().enumerate() {
        let y = line + 40.0 + LINE * row as f32;
        let (name, paint, number) = look(state, run, entrant);
        let own = entrant < run.people;
        let color = if own { ink::GOLD } else { ink::CREAM };
        text(
            &(words.ordinal)(place),
            28.0,
            y,
            20.0,
            ink::GREY,
            Align::Left,
        );
        let corner = at + Vec2::new(80.0, y - 19.0);
        people::chip(ui, paint, &number, corner, Vec2::new(36.0, 25.0), 19.0);
        text(&name, 130.0, y, 24.0, color, Align::Left);
        for (x, round) in columns.into_iter().zip(run.rounds()) {
            text(&round[entrant].to_string(), x, y, 22.0, color, Align::Right);
        }
        text(
            &sums[entrant].to_string(),
            690.0,
            y,
            26.0,
            color,
            Align::Right,
        );
    }
}

/// Draws the best three on a podium, the winner in the middle.
fn draw_podium(canvas: &Canvas<'_>, run: &CupRun, shown: f32) {
    let ui = canvas.ui;
    let middle = (LEFT + WIDTH + ui.size.x) * 0.5;
    let foot = ui.size.y * 0.5 + 170.0;
    let table = run.table();
    for (rank, side) in [(0, 0.0), (1, -1.0), (2, 1.0)] {
        let (entrant, place) = table[rank];
        let (name, paint, number) = look(canvas.state, run, entrant);
        // They appear one after another, the winner last.
        let begun = 0.35 * (2 - rank) as f32;
        let share = ((shown - begun) * 2.5).clamp(0.0, 1.0);
        let height = HEIGHTS[rank] * share;
        let corner = Vec2::new(middle + side * STEP - STEP * 0.5, foot - height);
        let steps = [ink::GOLD, ink::GREY, ink::CORAL];
        ui.fill(corner, Vec2::new(STEP - 4.0, height), steps[rank]);
        let top = corner + Vec2::X * (STEP * 0.5 - 2.0);
        if share < 1.0 {
            continue;
        }
        ui.bold(
            &place.to_string(),
            top + Vec2::Y * 48.0,
            44.0,
            ink::NIGHT,
            Align::Center,
        );
        let chip = Vec2::new(46.0, 32.0);
        people::chip(ui, paint, &number, top - Vec2::new(23.0, 40.0), chip, 24.0);
        let color = if entrant < run.people {
            ink::GOLD
        } else {
            ink::CREAM
        };
        let wide = ui.width(&name, 21.0) + 16.0;
        let back = top - Vec2::new(wide * 0.5, 76.0);
        ui.fill(back, Vec2::new(wide, 30.0), ink::SOLID);
        ui.text(&name, top - Vec2::Y * 54.0, 21.0, color, Align::Center);
        if rank == 0 {
            let beat = 1.0 + 0.08 * (shown * 5.0).sin();
            ui.text(
                "★",
                top - Vec2::Y * 92.0,
                44.0 * beat,
                ink::GOLD,
                Align::Center,
            );
        }
    }
}

fn draw_keys(canvas: &Canvas<'_>, cup: usize, run: &CupRun) {
    let (ui, keys) = (canvas.ui, canvas.state.settings.key_names());
    let words = &canvas.state.settings.words().cups;
    let next = match run.is_over() {
        true => words.to_cups.to_owned(),
        false => {
            let level = CUPS[cup].levels[run.next_round()];
            let mut entries = canvas.state.levels.entries().iter();
            let name = entries
                .find(|entry| entry.source == level)
                .map_or(level, |entry| &entry.name);
            let round = run.next_round() + 1;
            fill(words.next_round, &[("round", &round), ("level", &name)])
        }
    };
    let mut parts = vec![(next, Some(Spot::Command(Command::Confirm)))];
    if run.second_chance {
        let again = fill(words.again, &[("key", &keys.shown(Command::Restart))]);
        parts.push((again, Some(Spot::Command(Command::Restart))));
    }
    parts.push((
        words.to_title.to_owned(),
        Some(Spot::Command(Command::Pause)),
    ));
    let at = Vec2::new(LEFT, ui.size.y - 60.0);
    ui.panel(at, Vec2::new(WIDTH, 40.0), ink::SOLID);
    ui.buttons(&parts, at + Vec2::new(20.0, 27.0), 19.0, ink::CREAM);
}
