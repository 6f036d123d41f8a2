//! The numbers of a running round: time, points and standings.

use std::fmt::Display;

use glam::Vec2;
use macroquad::color::Color;

use crate::game::seconds_of;

use crate::app::camera::CameraKind;
use crate::app::input::Command;
use crate::app::names::shorten;
use crate::app::params::screens::edges::HEAD;
use crate::app::params::screens::hud::CAR_MARGIN;
use crate::app::params::screens::hud::{
    LINES, OWN_HEAD, SAID_HEAD, SAID_LETTERS, STANDINGS, STANDINGS_ROOM,
};
use crate::app::params::{NEED_LETTERS, SUM_LETTERS, SUM_SECONDS};
use crate::app::parts::Whose;
use crate::app::screens::key_words::with_keys;
use crate::app::screens::{Canvas, card, lesson, marks, people, split};
use crate::app::session::HitSum;
use crate::app::state::Contest;
use crate::app::ui::{Align, ink};
use crate::app::words::{Words, fill};
use crate::game::{CarView, ENTRANTS, Holding, Round, RoundPhase, Team};
use crate::level::Mode;

/// Draws what concerns all players: the time and notes, and in an undivided picture also the first player's points
/// and the standings.
pub fn draw(canvas: &Canvas<'_>) {
    let round = &canvas.state.session.round;
    if round.mode() == Mode::Lesson {
        draw_time(canvas);
        lesson::draw(canvas);
    } else if round.counts() {
        draw_time(canvas);
        draw_teams(canvas);
        if !canvas.is_split() && !is_countdown(round) {
            // With several players each has a panel with these numbers.
            if canvas.state.session.humans() <= 1 {
                draw_counter(canvas);
            }
            draw_standings(canvas);
        }
    }
    card::draw(canvas);
    draw_said(canvas);
    draw_notes(canvas);
}

/// True during the countdown: there is nothing to count, and the hints need the room.
fn is_countdown(round: &Round) -> bool {
    matches!(round.phase(), RoundPhase::Countdown { .. })
}

/// Draws what concerns only the player of a part of the picture.
pub fn draw_own(canvas: &Canvas<'_>) {
    let whose = canvas.whose();
    if whose != Whose::All {
        let round = &canvas.state.session.round;
        // In a quarter the standings would hide the round; the gauges show the player's place.
        let counts = round.counts() && !is_countdown(round);
        let large = canvas.ui.size.element_product() > STANDINGS_ROOM;
        let places = round.mode() != Mode::Lesson;
        if places && (whose == Whose::Nobody && round.counts() || large && counts) {
            draw_standings(canvas);
        }
        if whose != Whose::Nobody {
            draw_notes(canvas);
        }
    }
    if matches!(
        canvas.state.session.round.phase(),
        RoundPhase::Running { .. }
    ) && whose != Whose::Nobody
    {
        marks::draw_balls(canvas);
        marks::draw_threats(canvas);
    }
    draw_sum(canvas);
}

/// Draws the text that a trigger shows, below the time.
fn draw_said(canvas: &Canvas<'_>) {
    let ui = canvas.ui;
    let Some(text) = canvas.state.session.round.said() else {
        return;
    };
    let lines = ui.wrap(&text, SAID_LETTERS, ui.size.x * 0.5);
    let widths = lines.iter().map(|line| ui.width(line, SAID_LETTERS));
    let step = SAID_LETTERS + 6.0;
    let size = Vec2::new(
        widths.fold(0.0, f32::max) + 40.0,
        step * lines.len() as f32 + 16.0,
    );
    let left = (ui.size.x - size.x) * 0.5;
    let at = Vec2::new(left, ui.below_panels(left, SAID_HEAD, size));
    ui.panel(at, size, ink::SOLID);
    for (line, text) in lines.iter().enumerate() {
        let place = Vec2::new(ui.size.x * 0.5, at.y + step * (line as f32 + 0.86));
        ui.text(text, place, SAID_LETTERS, ink::GOLD, Align::Center);
    }
}

/// Draws the sum of points of the player's last hit, large and low in the middle.
fn draw_sum(canvas: &Canvas<'_>) {
    let Some((sum, age)) = &canvas.sight().sum else {
        // A player who studies views needs no hints.
        if !canvas.has_views() {
            draw_need(canvas);
        }
        return;
    };
    let words = canvas.state.settings.words();
    let (text, color) = match sum {
        HitSum::Gained(gain) => (words.gain(gain), ink::GOLD),
        HitSum::Lost(points, name) => {
            let parts: [(&str, &dyn Display); 2] = [("points", points), ("name", name)];
            (fill(words.round.lost, &parts), ink::CORAL)
        }
    };
    let fade = ((SUM_SECONDS - age) * 3.0).clamp(0.0, 1.0);
    split::draw_words(canvas, &text, SUM_LETTERS, color, fade);
}

/// Draws a hint that the player seems to need, in place of the sum.
fn draw_need(canvas: &Canvas<'_>) {
    let sight = canvas.sight();
    let Some((need, left)) = sight.needs.shown() else {
        return;
    };
    let slot = match sight.whose {
        Whose::Seat(slot) => slot,
        Whose::All | Whose::Nobody => 0,
    };
    let text = with_keys(canvas.state, slot, canvas.state.settings.words().need(need));
    let fade = (left * 3.0).clamp(0.0, 1.0);
    split::draw_words(canvas, &text, NEED_LETTERS, ink::MINT, fade);
}

fn draw_time(canvas: &Canvas<'_>) {
    let ui = canvas.ui;
    let session = canvas.state.session;
    let options = session.round.options();
    let duration = options.duration.unwrap_or(session.level.duration);
    let (left, urgent) = match session.round.phase() {
        RoundPhase::Countdown { .. } => (duration, false),
        RoundPhase::Running { left } => (left, left <= 5.0),
        RoundPhase::Over => (0.0, true),
    };
    let middle = Vec2::new(ui.size.x * 0.5, 0.0);
    ui.backing(
        middle + Vec2::new(-95.0, 10.0),
        Vec2::new(190.0, 68.0),
        ink::PANEL,
    );
    let color = if urgent { ink::CORAL } else { ink::CREAM };
    // The number pulses in the last seconds.
    let beat = if urgent {
        4.0 * (left.fract() - 0.5).max(0.0)
    } else {
        0.0
    };
    let text = format!("{left:.1}");
    ui.text(
        &text,
        middle + Vec2::new(0.0, 58.0),
        46.0 + beat * 3.0,
        color,
        Align::Center,
    );
    let share = (left / duration.max(0.1)).clamp(0.0, 1.0);
    ui.fill(
        middle + Vec2::new(-95.0, 74.0),
        Vec2::new(190.0 * share, 4.0),
        color,
    );
}

/// Draws the sums of the teams at both sides of the time.
fn draw_teams(canvas: &Canvas<'_>) {
    let ui = canvas.ui;
    let round = &canvas.state.session.round;
    let Some(totals) = round.score().team_totals() else {
        return;
    };
    let size = Vec2::new(140.0, 68.0);
    for (index, (team, total)) in Team::ALL.into_iter().zip(totals).enumerate() {
        // Beside the time, which is 190 units wide.
        let left = [-101.0 - size.x, 101.0][index];
        let at = Vec2::new(ui.size.x * 0.5 + left, 10.0);
        ui.backing(at, size, ink::PANEL);
        let [red, green, blue] = team.paint().to_array();
        let bar = Vec2::new(size.x, 6.0);
        let color = Color::new(red, green, blue, 1.0);
        ui.fill(at + Vec2::Y * (size.y - bar.y), bar, color);
        let middle = at + Vec2::X * size.x * 0.5;
        let who = people::team_in_words(canvas.state.settings.words(), round, team);
        let who = ui.fitting(&who, 17.0, size.x - 8.0);
        let base = middle + Vec2::Y * 20.0;
        ui.text(&who, base, 17.0, ink::CREAM, Align::Center);
        let base = middle + Vec2::Y * 54.0;
        ui.text(&total.to_string(), base, 34.0, ink::CREAM, Align::Center);
    }
}

fn draw_counter(canvas: &Canvas<'_>) {
    let ui = canvas.ui;
    let session = canvas.state.session;
    let (round, score) = (&session.round, session.round.score());
    // With large letters the time and the teams' sums may reach here.
    let (size, left) = (Vec2::new(236.0, 96.0), 16.0 + canvas.beside_menu());
    let corner = Vec2::new(left, ui.below_panels(left, 12.0, size));
    panel(canvas, corner, size);
    let flash = canvas.sight().flash;
    let grown = 54.0 + 16.0 * flash;
    let color = if flash > 0.0 { ink::GOLD } else { ink::CREAM };
    let wide = ui.text(
        &score.total.to_string(),
        corner + Vec2::new(18.0, 56.0),
        grown,
        color,
        Align::Left,
    );
    let words = canvas.state.settings.words();
    let label = words.unit(round.mode(), score.total);
    let at = corner + Vec2::new(28.0 + wide, 54.0);
    ui.text(label, at, 21.0, ink::CREAM, Align::Left);
    // In a cup only the places among its entrants give points.
    let in_cup = match &canvas.state.rounds.contest {
        Some(Contest::Cup { run, .. }) => run.place_of(round, score.player),
        _ => None,
    };
    let place = match in_cup {
        Some(place) => words.place(place, ENTRANTS),
        None => words.place(score.place, score.cars.len()),
    };
    let place = match round.mode() {
        Mode::KnockOut if !round.is_out(score.player) => {
            format!("{place}  ·  {}", words.lives(round.lives(score.player)))
        }
        _ => place,
    };
    let below = match (
        round.is_out(score.player),
        canvas.state.rounds.best_total(canvas.state.session),
    ) {
        (true, _) => format!("{place}  ·  {}", words.round.you_out),
        (false, Some(best)) => {
            let best = fill(words.round.best, &[("best", &best)]);
            format!("{place}  ·  {best}")
        }
        (false, None) => place,
    };
    let at = corner + Vec2::new(18.0, 84.0);
    ui.text(&below, at, 17.0, ink::CREAM, Align::Left);
}

/// Draws notes about this moment, such as the last seconds that count double or a speed that spoils the best, one
/// below another under the time. Notes for one player also appear in that player's part.
fn draw_notes(canvas: &Canvas<'_>) {
    let ui = canvas.ui;
    let own_part = matches!(canvas.whose(), Whose::Seat(_));
    let notes = notes(canvas).into_iter();
    let shown = notes.filter(|note| note.own || !own_part);
    let mut top = if own_part { OWN_HEAD } else { HEAD };
    for Note {
        text, size, color, ..
    } in shown
    {
        let half = Vec2::new(ui.width(&text, size) * 0.5 + 14.0, size * 0.5 + 4.0);
        // The time may reach into a part, and with large letters the points and standings reach here.
        top = ui.below_panels(ui.size.x * 0.5 - half.x, top, half * 2.0);
        let middle = Vec2::new(ui.size.x * 0.5, top + half.y);
        ui.backing(middle - half, half * 2.0, ink::SOLID);
        ui.text(
            &text,
            middle + Vec2::Y * (size * 0.36),
            size,
            color,
            Align::Center,
        );
        top += half.y * 2.0 + 4.0;
    }
}

/// A note below the time.
struct Note {
    text: String,
    size: f32,
    color: Color,
    /// True if it concerns a single player.
    own: bool,
}

impl Note {
    fn new(text: impl Into<String>, size: f32, color: Color, own: bool) -> Self {
        Self {
            text: text.into(),
            size,
            color,
            own,
        }
    }
}

fn notes(canvas: &Canvas<'_>) -> Vec<Note> {
    let session = canvas.state.session;
    let (clock, round, sight) = (&session.clock, &session.round, canvas.sight());
    let words = &canvas.state.settings.words().round;
    let mut notes = Vec::new();
    let runs = matches!(round.phase(), RoundPhase::Running { .. });
    if let Some(at) = session.taken_at().filter(|_| !session.may_interfere()) {
        let seconds = format!("{:.1}", seconds_of(at));
        let text = fill(words.taken_over, &[("seconds", &seconds)]);
        notes.push(Note::new(text, 18.0, ink::MINT, false));
    }
    let alone = session.humans() == 1 || matches!(canvas.whose(), Whose::Seat(_));
    if let Some(player) = sight.car(round).filter(|_| alone) {
        if round.is_out(player) {
            notes.push(Note::new(words.you_are_out, 26.0, ink::CORAL, true));
        }
        if let Some(left) = round.back_in(player) {
            let left = format!("{left:.1}");
            let text = fill(words.back_in, &[("seconds", &left)]);
            notes.push(Note::new(text, 26.0, ink::GOLD, true));
        }
        if let Some(holding) = round.holding(player).filter(|_| runs) {
            let (text, color) = holding_in_words(canvas.state.settings.words(), holding, round);
            notes.push(Note::new(text, 26.0, color, true));
        }
        if let Some(car) = sight.stand_in(round) {
            let label = canvas
                .state
                .settings
                .words()
                .views
                .names
                .label(&round.cars()[car].name);
            let name = shorten(&label, 12);
            let again = canvas.state.settings.key_names().shown(Command::Restart);
            let text = fill(words.you_watch, &[("name", &name), ("key", &again)]);
            notes.push(Note::new(text, 18.0, ink::CREAM, true));
        }
    }
    if round.is_final() {
        notes.push(Note::new(words.double, 26.0, ink::GOLD, false));
    }
    if clock.speed() != 1.0 {
        let text = fill(words.speed, &[("speed", &clock.speed())]);
        notes.push(Note::new(text, 18.0, ink::CREAM, false));
    } else if canvas.state.session.playing && session.is_altered() && session.taken_at().is_none() {
        notes.push(Note::new(words.altered, 18.0, ink::CREAM, false));
    }
    if !alone && follows_first(sight.camera.kind, session.humans()) {
        notes.push(Note::new(words.follows_first, 18.0, ink::CREAM, false));
    }
    notes
}

/// Text and colour for a player in a zone that gives points to a car alone in it.
fn holding_in_words(words: &Words, holding: Holding, round: &Round) -> (String, Color) {
    let texts = &words.round;
    match holding {
        Holding::Alone { points } => (fill(texts.alone, &[("points", &points)]), ink::GOLD),
        Holding::Idle => (texts.alone_idle.to_owned(), ink::CORAL),
        Holding::Shared { with, more } => {
            let other = &round.cars()[with];
            let name = people::called(words, other, round.people(), 12);
            let name = people::of_team(other.team, &name);
            let others = match more {
                0 => name,
                more => fill(texts.and_more, &[("name", &name), ("count", &more)]),
            };
            (fill(texts.shared, &[("who", &others)]), ink::CORAL)
        }
    }
}

/// True if the camera follows only the first player's car, of several.
fn follows_first(kind: CameraKind, people: usize) -> bool {
    let follows = matches!(
        kind,
        CameraKind::Chase | CameraKind::Hood | CameraKind::Side
    );
    people > 1 && follows
}

/// Draws a panel of the running round. With the top camera, where the picture is a map of the arena, it is
/// translucent over a car.
pub fn panel(canvas: &Canvas<'_>, at: Vec2, size: Vec2) {
    let session = canvas.state.session;
    let low = at - Vec2::splat(CAR_MARGIN);
    let high = at + size + Vec2::splat(CAR_MARGIN);
    let covers = |car: &CarView| {
        let place = session.drawn_pose(car.actor).translation();
        let seen = canvas.view().project(place, canvas.ui.size);
        seen.is_some_and(|(at, _)| at.cmpge(low).all() && at.cmple(high).all())
    };
    let clear =
        canvas.sight().camera.kind == CameraKind::Top && session.round.cars().iter().any(covers);
    let color = if clear {
        ink::fade(ink::PANEL, 0.45)
    } else {
        ink::PANEL
    };
    canvas.ui.panel(at, size, color);
}

/// Draws the best cars with their places; the players' cars are always among them.
pub fn draw_standings(canvas: &Canvas<'_>) {
    let ui = canvas.ui;
    let round = &canvas.state.session.round;
    // The views' legend needs the place more, and no one drives with views on.
    if canvas.has_views() || round.mode() == Mode::Lesson {
        return;
    }
    let score = round.score();
    let listed = people::listed(&score.ranking(), &people::kept(round), LINES, 0);
    let lines = listed.len();
    let (width, left) = (STANDINGS, ui.size.x - STANDINGS - 16.0);
    let size = Vec2::new(width, 14.0 + 25.0 * lines as f32);
    // The time may reach into a part of the picture.
    let top = ui.below_panels(left, 12.0, size);
    panel(canvas, Vec2::new(left, top), size);
    for (line, car) in listed.into_iter().enumerate() {
        let base = Vec2::new(left, top + 24.0 + 25.0 * line as f32);
        let view = &round.cars()[car];
        let place = score.place_of(car).to_string();
        ui.text(&place, base + Vec2::X * 32.0, 16.0, ink::GREY, Align::Right);
        let (corner, field) = (base + Vec2::new(38.0, -15.0), Vec2::new(26.0, 19.0));
        people::chip(
            ui,
            view.paint,
            &view.number.to_string(),
            corner,
            field,
            16.0,
        );
        let own = view.slot.is_some();
        let color = match (own, round.is_out(car)) {
            (true, _) => ink::GOLD,
            (false, true) => ink::GREY,
            (false, false) => ink::CREAM,
        };
        let marked = view.team.is_some() || canvas.state.rounds.contest.is_some();
        let most = if marked { 10 } else { 12 };
        let name = people::called(canvas.state.settings.words(), view, round.people(), most);
        let name = people::of_team(view.team, &name);
        let name = people::of_cup(round, canvas.state.rounds.contest.as_ref(), car, name);
        ui.text(&name, base + Vec2::X * 72.0, 18.0, color, Align::Left);
        let total = match round.is_out(car) {
            true => {
                let out = canvas.state.settings.words().round.out;
                format!("{out}  {}", score.cars[car].tally.total)
            }
            false => score.cars[car].tally.total.to_string(),
        };
        ui.text(
            &total,
            base + Vec2::X * (width - 12.0),
            18.0,
            color,
            Align::Right,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::{CameraKind, follows_first, shorten};

    #[test]
    fn long_names_are_cut_with_a_mark() {
        assert_eq!(shorten("Dora", 8), "Dora");
        assert_eq!(shorten("Maximiliane", 6), "Maxim…");
    }

    #[test]
    fn several_players_are_told_whom_a_camera_follows() {
        let said = follows_first;
        assert!(said(CameraKind::Chase, 2) && said(CameraKind::Side, 4));
        assert!(!said(CameraKind::Top, 2) && !said(CameraKind::Free, 2));
        assert!(!said(CameraKind::Chase, 1));
    }
}
