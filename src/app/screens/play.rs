//! The countdown and the running round.

use glam::{Vec2, Vec3};

use dodgem_physics::seconds_of;

use crate::app::input::{Command, Presses};
use crate::app::screens::hud::{CAR_MARGIN, shorten};
use crate::app::screens::over::RoundOver;
use crate::app::screens::pause::Pause;
use crate::app::screens::{Canvas, Edges, Next, Screen, draw_panels, marks};
use crate::app::session::Happening;
use crate::app::state::AppState;
use crate::app::ui::{Align, ink};
use crate::game::{CarView, RoundPhase};

/// A round that runs.
#[derive(Debug, Default)]
pub struct Play;

/// Seconds after the start during which "GO!" stays.
const GO_SECONDS: f32 = 0.8;

impl Screen for Play {
    fn name(&self) -> &'static str {
        "round"
    }

    fn update(&mut self, state: &mut AppState, presses: &Presses, seconds: f64) -> Next {
        if presses.has(Command::Pause) {
            if state.help {
                state.help = false;
            } else {
                return Next::Go(Box::new(Pause::new()));
            }
        }
        if presses.has(Command::Restart) {
            state.restart();
        }
        if presses.has(Command::Camera) {
            state.change_camera();
        }
        if state.help {
            // A player cannot drive while reading.
            state.sound.motor(None);
            return Next::Stay;
        }
        if presses.has(Command::StepBack) {
            // Back in time: the round waits where it was, and goes on from there.
            state
                .session
                .rewind(presses.count(Command::StepBack) as u64);
            return Next::Go(Box::new(Pause::new()));
        }
        if state.wait > 0.0 && state.waits(seconds as f32) {
            // Taken over just now.
            state.sound.motor(None);
            state.session.follow(seconds as f32);
            return Next::Stay;
        }
        // With debug views on, actors are drawn where their volumes are.
        state.session.exact = !state.views.is_empty();
        let happenings = state.run(seconds);
        if happenings.contains(&Happening::Over) {
            let verdict = state.record();
            return Next::Go(Box::new(RoundOver::new(verdict)));
        }
        Next::Stay
    }

    fn edges(&self, state: &AppState) -> Edges {
        Edges::of_round(state.session.humans())
    }

    fn draw(&self, canvas: &Canvas<'_>) {
        draw_panels(canvas);
        let ui = canvas.ui;
        let session = &canvas.state.session;
        let middle = ui.size * Vec2::new(0.5, 0.42);
        let waits = canvas.state.wait > 0.0;
        let counts = matches!(session.round.phase(), RoundPhase::Countdown { .. });
        if waits {
            draw_taken(canvas);
        }
        let below = if counts && !waits { hints(canvas) } else { 0.0 };
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
            RoundPhase::Running { .. }
                if seconds_of(session.round.running_steps()) < GO_SECONDS =>
            {
                let part = seconds_of(session.round.running_steps()) / GO_SECONDS;
                let color = ink::fade(ink::MINT, 1.0 - part * part);
                ui.bold(
                    "GO!",
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

/// Whoever has just taken the wheel is told so, with how long the round still stands.
fn draw_taken(canvas: &Canvas<'_>) {
    let ui = canvas.ui;
    let left = canvas.state.wait.ceil();
    let wait = format!("drive, and the round goes on  ·  or wait: {left:.0}");
    let mut lines = vec![
        ("YOU HAVE THE WHEEL".to_owned(), 46.0, ink::GOLD),
        (wait, 26.0, ink::CREAM),
    ];
    lines.extend(keys_of_players(canvas).map(|text| (text, 20.0, ink::GREY)));
    let widths = lines.iter().map(|(text, size, _)| ui.width(text, *size));
    let size = Vec2::new(
        widths.fold(0.0, f32::max) + 60.0,
        36.0 + 36.0 * lines.len() as f32,
    );
    // Over the car, which is in the middle.
    let at = Vec2::new((ui.size.x - size.x) * 0.5, 128.0);
    ui.panel(at, size, ink::SOLID);
    for (line, (text, letters, color)) in lines.iter().enumerate() {
        let place = Vec2::new(ui.size.x * 0.5, at.y + 52.0 + 36.0 * line as f32);
        ui.text(text, place, *letters, *color, Align::Center);
    }
}

/// What there is to do and with which keys, while the countdown runs: at the top or at the bottom, where it
/// hides fewer cars. Says how far down it reaches if it is at the top, else 0.
fn hints(canvas: &Canvas<'_>) -> f32 {
    let ui = canvas.ui;
    let session = &canvas.state.session;
    let special = session.level.description.split_inclusive(". ").next();
    let special = shorten(special.unwrap_or_default().trim_end(), 100);
    let name = shorten(&session.level.name, 30);
    let mode = session.round.mode();
    let mut lines = vec![(format!("{}: {}", mode.name(), mode.aim()), 22.0, ink::CREAM)];
    match special.is_empty() {
        true => lines.insert(0, (name, 24.0, ink::GOLD)),
        false => lines.insert(0, (format!("{name}: {special}"), 24.0, ink::GOLD)),
    }
    lines.extend(keys_of_players(canvas).map(|text| (text, 20.0, ink::CREAM)));
    let widths = lines.iter().map(|(text, size, _)| ui.width(text, *size));
    let widest = widths.fold(0.0, f32::max);
    // Between the panels in the upper corners.
    let scale = ((ui.size.x - HINTS_BESIDE) / widest).min(1.0);
    let size = Vec2::new(widest * scale + 48.0, 18.0 + 31.0 * lines.len() as f32);
    let above = if session.humans() > 1 { 150.0 } else { 112.0 };
    let left = (ui.size.x - size.x) * 0.5;
    let places = [ui.size.y - above - size.y, HINTS_TOP].map(|top| Vec2::new(left, top));
    let [low, high] = places.map(|corner| hidden(canvas, corner, size));
    let corner = places[usize::from(high < low)];
    ui.backing(corner, size, ink::SOLID);
    for (line, (text, size, color)) in lines.iter().enumerate() {
        let at = Vec2::new(ui.size.x * 0.5, corner.y + 31.0 + 31.0 * line as f32);
        ui.text(text, at, *size * scale, *color, Align::Center);
    }
    match high < low {
        true => corner.y + size.y,
        false => 0.0,
    }
}

/// Where the hints begin if they are at the top: below the time.
const HINTS_TOP: f32 = 84.0;

/// What the panels beside them and their own margins take from the width.
const HINTS_BESIDE: f32 = 2.0 * 252.0 + 2.0 * 12.0 + 48.0;

/// How much a box hides: a car of the computer counts 1, one of a person here more than all of those.
fn hidden(canvas: &Canvas<'_>, corner: Vec2, size: Vec2) -> u32 {
    let session = &canvas.state.session;
    let covered = |car: &&CarView| {
        let middle = session.drawn_pose(car.actor).translation() + Vec3::Y * 0.5;
        let reach = Vec3::Y * 0.7;
        let seen = |place: Vec3| canvas.view.project(place, canvas.ui.size);
        [middle - reach, middle, middle + reach]
            .into_iter()
            .any(|place| {
                seen(place).is_some_and(|(at, _)| {
                    at.cmpge(corner - CAR_MARGIN).all()
                        && at.cmple(corner + size + CAR_MARGIN).all()
                })
            })
    };
    let cars = session.round.cars().iter().filter(covered);
    cars.map(|car| if car.slot.is_some() { 100 } else { 1 })
        .sum()
}

/// For each player with which keys to drive; what all have in common comes last.
fn keys_of_players(canvas: &Canvas<'_>) -> impl Iterator<Item = String> {
    let keys = &canvas.state.settings.keys;
    let one = |command: Command, half: usize| {
        let shown = keys.shown(command);
        let mut names = shown.split(" or ");
        let first = names.clone().next().unwrap_or_default().to_owned();
        names.nth(half).map_or(first, str::to_owned)
    };
    let people = canvas.state.seats.list();
    let seats = people
        .iter()
        .enumerate()
        .take(canvas.state.session.humans());
    let mut lines: Vec<String> = seats
        .map(|(slot, seat)| {
            let who = match people.len() {
                1 => String::new(),
                _ => format!("player {}: ", slot + 1),
            };
            let what = match (seat.keyboard, seat.half, seat.pad) {
                (true, _, _) => format!(
                    "WASD or arrows drive  ·  {} boost  ·  {} brake",
                    one(Command::Boost, 0),
                    one(Command::Brake, 0)
                ),
                (_, Some(half), _) => format!(
                    "{} drive  ·  {} boost  ·  {} brake",
                    ["WASD", "arrows"][half.min(1)],
                    one(Command::Boost, half),
                    one(Command::Brake, half)
                ),
                (_, _, Some(_)) => {
                    "left stick and triggers drive  ·  A boost  ·  B brake".to_owned()
                }
                _ => "press any button of a gamepad".to_owned(),
            };
            who + &what
        })
        .collect();
    let common = format!(
        "{} camera  ·  {} restart  ·  {} help",
        one(Command::Camera, 0),
        one(Command::Restart, 0),
        one(Command::Help, 0)
    );
    match &mut lines[..] {
        [only] => *only = format!("{only}  ·  {common}"),
        _ => lines.push(common),
    }
    lines.into_iter()
}
