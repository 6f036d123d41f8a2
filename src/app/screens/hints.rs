//! The aim of the round and its keys, shown during the countdown.

use std::fmt::Display;

use glam::{Vec2, Vec3};
use macroquad::color::Color;

use crate::app::input::Command;
use crate::app::key_names::KeyNames;
use crate::app::names::shorten;
use crate::app::params::screens::hints::{
    GAUGES, HINTS_EDGE, HINTS_LOW, HINTS_SMALL, HINTS_TOP, HINTS_WIDTH, LARGE, MOST_LARGE,
};
use crate::app::params::screens::hud::CAR_MARGIN;
use crate::app::screens::key_words::key_of;
use crate::app::screens::{Canvas, people, split};
use crate::app::state::Contest;
use crate::app::ui::{Align, Ui, ink};
use crate::app::words::{Words, fill};
use crate::game::{CarView, Difficulty, Team};
use crate::level::Mode;

/// Draws the aim of the round and its keys during the countdown, at the place where they hide the fewest cars.
/// Returns how far down they reach if they are at the top, else 0, in units.
pub fn hints(canvas: &Canvas<'_>) -> f32 {
    let mut keys: Vec<String> = keys_of_players(canvas).collect();
    if canvas.is_split() {
        // Each player's own keys are in that player's part; the common keys are the last line.
        let common = keys.pop();
        split::draw_keys(canvas, &keys);
        keys = common.into_iter().collect();
    }
    let mut lines = briefing(canvas, canvas.letters() >= LARGE);
    lines.extend(keys.into_iter().map(|text| (text, 20.0, ink::CREAM)));
    let times = canvas.letters().min(MOST_LARGE);
    times * canvas.enlarged(times, |canvas| draw_lines(canvas, &lines))
}

/// The aim of the round, and its peculiarities unless it is to be short.
fn briefing(canvas: &Canvas<'_>, short: bool) -> Vec<(String, f32, Color)> {
    let session = canvas.state.session;
    let special = session.level.description.split_inclusive(". ").next();
    let special = shorten(special.unwrap_or_default().trim_end(), 100);
    let name = shorten(&session.level.name, 30);
    let mode = session.round.mode();
    let words = canvas.state.settings.words();
    let aim = match words.mode(mode) == name {
        true => words.aim(mode).to_owned(),
        false => format!("{}: {}", words.mode(mode), words.aim(mode)),
    };
    let takes = mode == Mode::Points && session.round.options().difficulty != Difficulty::Easy;
    let mut lines = vec![(aim, 22.0, ink::CREAM)];
    if takes {
        lines.push((words.hints.losses.to_owned(), 20.0, ink::CREAM));
    }
    if session.round.score().team_totals().is_some() {
        let [one, other] = Team::ALL.map(|team| people::team_in_words(words, &session.round, team));
        let text = fill(words.hints.against, &[("one", &one), ("other", &other)]);
        let text = format!("{text}  ·  {}", words.hints.team_hits);
        lines.push((text, 20.0, ink::MINT));
    }
    match special.is_empty() || short {
        true => lines.insert(0, (name, 24.0, ink::GOLD)),
        false => lines.insert(0, (format!("{name}: {special}"), 24.0, ink::GOLD)),
    }
    if let Some(contest) = &canvas.state.rounds.contest {
        let text = match contest {
            Contest::Cup { .. } => {
                let parts: [(&str, &dyn Display); 2] =
                    [("cup", &contest.name(words)), ("mark", &people::RIVAL)];
                fill(words.hints.rivals, &parts)
            }
            Contest::Day { .. } => contest.name(words),
        };
        lines.insert(0, (text, 20.0, ink::MINT));
    }
    lines
}

/// Draws lines where they hide the fewest cars; returns how far down they reach if they are at the top, else 0.
fn draw_lines(canvas: &Canvas<'_>, lines: &[(String, f32, Color)]) -> f32 {
    let ui = canvas.ui;
    let wide = Hints::wide(ui, lines);
    let above = match canvas.state.session.humans() {
        0 | 1 => 142.0,
        _ => 180.0,
    };
    let middle = (ui.size.x - wide.size.x) * 0.5;
    let narrow = Hints::narrow(ui, lines);
    let right = ui.size.x - HINTS_EDGE - narrow.size.x;
    let low = Hints::low(ui, lines);
    let foot = Vec2::new(
        (GAUGES + ui.size.x - HINTS_EDGE - low.size.x) * 0.5,
        ui.size.y - 6.0 - low.size.y,
    );
    let places = [
        (&low, foot),
        (&wide, Vec2::new(middle, ui.size.y - above - wide.size.y)),
        (&wide, Vec2::new(middle, HINTS_TOP)),
        // The gauges are at the left.
        (&narrow, Vec2::new(right, HINTS_TOP)),
        (&narrow, Vec2::new(HINTS_EDGE, HINTS_TOP)),
    ];
    // All places are below the panels in the upper corners.
    let places = places.map(|(hints, at)| {
        let top = ui.below_head(at.x, at.y, hints.size);
        (hints, at.with_y(top))
    });
    if canvas.is_split() {
        let (wide, at) = places[2];
        wide.draw(ui, at);
        return at.y + wide.size.y;
    }
    let costs = places.map(|(hints, corner)| hidden(canvas, corner, hints.size));
    let best = (0..places.len()).min_by_key(|place| costs[*place]);
    let best = best.unwrap_or_default();
    let (chosen, corner) = places[best];
    chosen.draw(ui, corner);
    match best {
        2 => corner.y + chosen.size.y,
        _ => 0.0,
    }
}

/// The hints, laid out in lines.
struct Hints {
    lines: Vec<(String, f32, Color)>,
    size: Vec2,
    /// Distance between two lines, in units.
    line: f32,
}

impl Hints {
    /// Lays them out for the width of the picture; longer lines are broken.
    fn wide(ui: &Ui, lines: &[(String, f32, Color)]) -> Self {
        let room = ui.size.x - 2.0 * HINTS_EDGE - 48.0;
        Self::new(ui, lines, |size| size, room, 31.0)
    }

    /// Lays them out for the bottom of the picture, beside the gauges.
    fn low(ui: &Ui, lines: &[(String, f32, Color)]) -> Self {
        let room = ui.size.x - GAUGES - HINTS_EDGE - 36.0;
        Self::new(ui, lines, |_| HINTS_LOW, room, 23.0)
    }

    /// Lays them out in small letters for the side of the picture.
    fn narrow(ui: &Ui, lines: &[(String, f32, Color)]) -> Self {
        Self::new(ui, lines, |_| HINTS_SMALL, HINTS_WIDTH, 25.0)
    }

    fn new(
        ui: &Ui,
        lines: &[(String, f32, Color)],
        letters: impl Fn(f32) -> f32,
        room: f32,
        line: f32,
    ) -> Self {
        let broken = lines.iter().flat_map(|(text, size, color)| {
            let size = letters(*size);
            let parts = ui.wrap(text, size, room);
            parts.into_iter().map(move |part| (part, size, *color))
        });
        let lines: Vec<_> = broken.collect();
        let widths = lines.iter().map(|(text, size, _)| ui.width(text, *size));
        Self {
            size: Vec2::new(
                widths.fold(0.0, f32::max) + 36.0,
                16.0 + line * lines.len() as f32,
            ),
            lines,
            line,
        }
    }

    fn draw(&self, ui: &Ui, corner: Vec2) {
        ui.backing(corner, self.size, ink::SOLID);
        for (line, (text, size, color)) in self.lines.iter().enumerate() {
            let y = corner.y + 4.0 + self.line * (0.92 + line as f32);
            let at = Vec2::new(corner.x + self.size.x * 0.5, y);
            ui.text(text, at, *size, *color, Align::Center);
        }
    }
}

/// The cost of what a box hides: 1 for a car of the computer, 100 for one of a player here.
fn hidden(canvas: &Canvas<'_>, corner: Vec2, size: Vec2) -> u32 {
    let session = canvas.state.session;
    let covered = |car: &&CarView| {
        let middle = session.drawn_pose(car.actor).translation() + Vec3::Y * 0.5;
        let reach = Vec3::Y * 0.7;
        let seen = |place: Vec3| canvas.view().project(place, canvas.ui.size);
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

/// One line per player with the keys for driving; with several players a last line has the common keys.
pub fn keys_of_players(canvas: &Canvas<'_>) -> impl Iterator<Item = String> {
    let state = canvas.state;
    let (keys, all) = (state.settings.key_names(), state.settings.words());
    let words = &all.hints;
    let people = state.players.seats.list();
    let seats = people.iter().enumerate().take(state.session.humans());
    let mut lines: Vec<String> = seats
        .map(|(slot, seat)| {
            let who = match people.len() {
                1 => String::new(),
                _ => fill(words.player, &[("number", &(slot + 1))]),
            };
            let key = |command: Command| key_of(state, slot, command);
            let camera = || fill(words.camera, &[("key", &key(Command::Camera))]);
            let drive = match (seat.keyboard, seat.half) {
                (true, _) => match [0, 1].map(|half| driving_keys(keys, half, all)) {
                    [Some(one), Some(other)] => {
                        fill(words.either, &[("one", &one), ("other", &other)])
                    }
                    [one, other] => one.or(other).unwrap_or_else(|| words.no_key.to_owned()),
                },
                (false, Some(half)) => {
                    driving_keys(keys, half, all).unwrap_or_else(|| words.no_key.to_owned())
                }
                (false, None) if seat.pad.is_some() => {
                    let (forward, backward) = (key(Command::Forward), key(Command::Backward));
                    let parts: [(&str, &dyn Display); 2] =
                        [("forward", &forward), ("backward", &backward)];
                    fill(words.stick, &parts)
                }
                (false, None) => return who + words.waits,
            };
            // A key map of an earlier version has no camera key for the second half of the keyboard. A single
            // player's is among the common keys.
            let half = seat.half.unwrap_or_default();
            let has_camera = seat.half.is_none() || keys.at(Command::Camera, half).is_some();
            let camera = match !seat.keyboard && has_camera {
                true => camera(),
                false => String::new(),
            };
            let (boost, brake) = (key(Command::Boost), key(Command::Brake));
            let parts: [(&str, &dyn Display); 3] =
                [("keys", &drive), ("boost", &boost), ("brake", &brake)];
            format!("{who}{}{camera}", fill(words.drive, &parts))
        })
        .collect();
    let key = |command: Command| key_of(state, 0, command);
    let common = fill(
        words.common,
        &[
            ("restart", &key(Command::Restart)),
            ("help", &key(Command::Help)),
        ],
    );
    match &mut lines[..] {
        [only] if people[0].keyboard => {
            let camera = fill(words.camera, &[("key", &key(Command::Camera))]);
            *only = format!("{only}{camera}  ·  {common}");
        }
        [only] => *only = format!("{only}  ·  {common}"),
        _ => {
            let screen = fill(words.screen, &[("key", &keys.shown(Command::Split))]);
            lines.push(common + &screen);
        }
    }
    lines.into_iter()
}

/// The four driving keys at that index, by their usual name such as `WASD` or that of the arrows; `None` if one is
/// missing.
fn driving_keys(keys: KeyNames<'_>, number: usize, words: &Words) -> Option<String> {
    let all = [
        Command::Forward,
        Command::Left,
        Command::Backward,
        Command::Right,
    ];
    let names = all.map(|command| keys.at(command, number));
    let [Some(forward), Some(left), Some(backward), Some(right)] = names else {
        return None;
    };
    let names = [forward, left, backward, right];
    let arrows = [
        words.keys.up,
        words.keys.left,
        words.keys.down,
        words.keys.right,
    ];
    Some(match names.iter().all(|name| name.chars().count() == 1) {
        _ if names == arrows => words.title.arrows.to_owned(),
        true => names.concat(),
        false => names.join(" "),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::KeyMap;
    use crate::app::words::Language;

    #[test]
    fn the_keys_that_drive_are_named_as_one_says() {
        let (mut keys, words) = (KeyMap::default(), Language::English.words());
        let said = |keys: &KeyMap| {
            let names = KeyNames::new(keys, words);
            [0, 1, 2].map(|number| driving_keys(names, number, words))
        };
        let both = [Some("WASD".to_owned()), Some("arrows".to_owned()), None];
        assert_eq!(said(&keys), both);
        keys.give(Command::Forward, 0, "Space");
        assert_eq!(said(&keys)[0].as_deref(), Some("Space A S D"));
    }
}
