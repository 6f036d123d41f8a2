//! The panels over every screen: the legend of the views, messages, and the errors of a level.

use glam::Vec2;

use crate::app::area::{Area, Room};
use crate::app::input::Command;
use crate::app::level_list::in_a_line;
use crate::app::names::shorten;
use crate::app::params::PACE_TOLD;
use crate::app::params::screens::overlay::{
    ERROR_FOOT, ERROR_WIDTH, FOOT_GAP, MESSAGE_LETTERS, MESSAGE_STEP, MOST_LETTERS, MOST_LINES,
    PANEL_GAP, SIGN, SIGN_LETTERS, SIGN_PART, SIGN_PASSES, SIGN_SMALL,
};
use crate::app::parts::Part;
use crate::app::screens::Canvas;
use crate::app::screens::legend::Legend;
use crate::app::state::Loading;
use crate::app::ui::{Align, Ui, ink};
use crate::app::words::{LookingWords, RoundWords, fill};
use crate::arena::Focus;
use crate::game::RoundPhase;
use crate::level::LevelError;

/// Draws the legend, if wanted, and the message.
pub fn draw(canvas: &Canvas<'_>, with_legend: bool) {
    let places = places(canvas, with_legend);
    if let Some(legend) = &places.legend {
        legend.draw(canvas);
    }
    if let Some(message) = &places.message {
        draw_message(canvas.ui, message);
    }
}

/// A placed message.
struct Message {
    lines: Vec<String>,
    /// The letter size, in units.
    letters: f32,
    fade: f32,
    at: Vec2,
    size: Vec2,
}

/// The legend and the message with their places, off the panels drawn so far.
pub struct Places {
    legend: Option<Legend>,
    message: Option<Message>,
}

impl Places {
    /// The areas that they cover.
    pub fn areas(&self) -> impl Iterator<Item = Area> {
        let legend = self.legend.iter().map(Legend::area);
        let message = self.message.iter();
        legend.chain(message.map(|message| Area::of(message.at, message.size)))
    }
}

/// The free room of the picture beside the screen's own panels.
pub fn room(canvas: &Canvas<'_>) -> Room {
    let gap = Vec2::splat(PANEL_GAP);
    let grown = |area: &Area| Area {
        low: area.low - gap,
        high: area.high + gap,
    };
    let least = Vec2::splat(PANEL_GAP);
    let most = canvas.ui.size - Vec2::new(0.0, canvas.foot) - gap;
    let most = most.with_x(most.x.min(right_end(&canvas.ui.panels(), canvas.ui.size)));
    Room {
        within: Area {
            low: least,
            high: most,
        },
        taken: canvas.ui.panels().iter().map(grown).collect(),
    }
}

/// The right end of the room in a picture of that size: the left edge of a panel that covers the whole right side.
fn right_end(panels: &[Area], size: Vec2) -> f32 {
    let ends = panels.iter().filter(|panel| {
        let tall = panel.size().y >= size.y - 1.0;
        tall && panel.high.x >= size.x - 1.0 && panel.low.x > 0.0
    });
    let ends = ends.map(|panel| panel.low.x - PANEL_GAP);
    ends.fold(size.x - PANEL_GAP, f32::min)
}

/// Places the legend and the message; the legend comes first, because it stays longer.
pub fn places(canvas: &Canvas<'_>, with_legend: bool) -> Places {
    let mut room = room(canvas);
    room.within.high.y -= FOOT_GAP;
    let with_legend = with_legend && canvas.has_views() && !is_filmed(canvas);
    let legend = with_legend.then(|| legend(canvas)).flatten();
    room.taken.extend(legend.iter().map(Legend::area));
    Places {
        message: message(canvas, &room, with_legend),
        legend,
    }
}

/// True if a film is taken that does not show the legend.
fn is_filmed(canvas: &Canvas<'_>) -> bool {
    canvas.state.film.is_some() && !canvas.state.settings.film_legend
}

/// Places the legend in the text size, inside the only part with views if it fits there, off the bodies in focus if
/// there is room beside them.
fn legend(canvas: &Canvas<'_>) -> Option<Legend> {
    let letters = canvas.letters();
    canvas.enlarged(letters, |canvas| {
        let mut room = room(canvas);
        room.within.high.y -= FOOT_GAP / letters;
        let beside = Room {
            taken: [room.taken.clone(), focus(canvas)].concat(),
            ..room.clone()
        };
        let part = only_with_views(canvas.parts).and_then(|part| {
            let part = part.within(canvas.ui.size);
            let mut inside = beside.clone();
            inside.within.low = beside.within.low.max(part.low + PANEL_GAP);
            inside.within.high = beside.within.high.min(part.high - PANEL_GAP);
            Legend::new(canvas, &inside, letters)
        });
        part.or_else(|| Legend::new(canvas, &beside, letters))
            .or_else(|| Legend::new(canvas, &room, letters))
    })
}

/// The areas of the bodies in focus.
fn focus(canvas: &Canvas<'_>) -> Vec<Area> {
    let session = canvas.state.session;
    let bodies = canvas.state.display.views.focus.iter();
    let bodies = bodies.flat_map(Focus::bodies);
    let areas = bodies.filter_map(|id| {
        let view = canvas.view();
        let actor = session.round.arena().actor(id);
        let (at, far) = view.project(session.drawn_pose(id).translation(), canvas.ui.size)?;
        let half = actor.radius * view.scale.y * canvas.ui.size.y * 0.5 / far;
        // A body that fills the picture leaves no room beside it.
        (half < canvas.ui.size.y * 0.4).then(|| Area::around(at, Vec2::splat(half)))
    });
    areas.collect()
}

/// The only part of a divided picture with debug views; `None` if there are several.
fn only_with_views(parts: &[Part]) -> Option<&Part> {
    let mut with = parts.iter().filter(|part| part.views);
    let only = with.next().filter(|_| with.next().is_none())?;
    (parts.len() > 1).then_some(only)
}

/// Places the message: below the time in a divided picture, else as low as possible, above the panels that are
/// there, where it covers neither the time nor the results. `with_pace` allows one about a slow computer.
fn message(canvas: &Canvas<'_>, room: &Room, with_pace: bool) -> Option<Message> {
    let words = &canvas.state.settings.words().common;
    let loading = canvas.state.loading;
    let loading = loading.filter(|loading| !loading.is_waited_for());
    let loading = loading.and_then(Loading::told);
    let loading = loading.map(|(name, _)| fill(words.loading, &[("name", &name)]));
    let lasting = |text| (text, 1.0);
    let (text, left) = loading
        .map(lasting)
        .or_else(|| canvas.state.notices.message.clone())
        .or_else(|| {
            // The pace does not matter if no one plays, or the round is over.
            let round = &canvas.state.session.round;
            let runs = canvas.state.session.playing && round.phase() != RoundPhase::Over;
            let pace = canvas.state.session.clock.pace();
            let words = &canvas.state.settings.words().round;
            slowed(words, pace)
                .filter(|_| runs && with_pace)
                .map(lasting)
        })?;
    let ui = canvas.ui;
    // Larger letters take more room, but leave the margins.
    let letters = MESSAGE_LETTERS * canvas.letters();
    let broken = |room: f32| {
        let lines = ui.wrap(&text, letters, room);
        let widths = lines.iter().map(|line| ui.width(line, letters));
        let wide = widths.fold(0.0, f32::max) + 44.0;
        let size = Vec2::new(wide, 20.0 + MESSAGE_STEP * letters * lines.len() as f32);
        (lines, size)
    };
    let placed = MESSAGE_WIDTHS.into_iter().find_map(|wide| {
        let (lines, size) = broken(wide);
        let at = match canvas.is_split() {
            false => place_of_message(room.within.high.x + PANEL_GAP, size, room)?,
            // Lower it would cover the cars of half of the players.
            true => {
                let left = (ui.size.x - size.x) * 0.5;
                Vec2::new(left, room.highest(left, size)?)
            }
        };
        Some((lines, size, at))
    });
    let (lines, size, at) = placed.unwrap_or_else(|| {
        // Without free room it covers something, but stays readable.
        let (lines, size) = broken(MESSAGE_WIDTHS[0]);
        let left = (ui.size.x - size.x) * 0.5;
        let at = Vec2::new(left, room.within.high.y - size.y);
        (lines, size, at)
    });
    Some(Message {
        lines,
        letters,
        fade: (left * 2.0).min(1.0),
        at,
        size,
    })
}

/// Draws a sign in the middle while the player waits for a load, so that a press is seen to have had an effect.
pub fn draw_waiting(canvas: &Canvas<'_>) {
    let (ui, state) = (canvas.ui, canvas.state);
    let loading = state.loading;
    let loading = loading.filter(|loading| loading.is_waited_for());
    let Some((name, seconds)) = loading.and_then(Loading::told) else {
        return;
    };
    let words = &state.settings.words().common;
    let size = Vec2::new(SIGN, 118.0);
    let at = (ui.size - size) * 0.5;
    ui.panel(at, size, ink::SOLID);
    ui.frame(at, size, 2.0, ink::GOLD);
    let text = fill(words.loading, &[("name", &name)]);
    let text = ui.fitting(&text, SIGN_LETTERS, SIGN - 44.0);
    ui.text(
        &text,
        at + Vec2::new(24.0, 42.0),
        SIGN_LETTERS,
        ink::CREAM,
        Align::Left,
    );
    let rail = Vec2::new(SIGN - 48.0, 8.0);
    let place = at + Vec2::new(24.0, 58.0);
    ui.fill(place, rail, ink::fade(ink::CREAM, 0.15));
    let way = (seconds * SIGN_PASSES).fract() * (1.0 + SIGN_PART) - SIGN_PART;
    let (low, high) = (way.max(0.0), (way + SIGN_PART).min(1.0));
    let part = Vec2::new(rail.x * (high - low), rail.y);
    ui.fill(place + Vec2::X * (rail.x * low), part, ink::GOLD);
    let key = state.settings.key_names().last(Command::Pause);
    let text = fill(words.cancels, &[("key", &key)]);
    ui.text(
        &text,
        at + Vec2::new(24.0, 98.0),
        SIGN_SMALL,
        ink::GREY,
        Align::Left,
    );
}

/// The widths to which a message is wrapped, in units; the first that finds room is used.
const MESSAGE_WIDTHS: [f32; 3] = [700.0, 460.0, 300.0];

/// A message about a game that runs too slowly.
fn slowed(words: &RoundWords, pace: f64) -> Option<String> {
    let percent = format!("{:.0}", pace * 100.0);
    (pace < PACE_TOLD).then(|| fill(words.slow, &[("percent", &percent)]))
}

/// Chooses the place of a message: in the middle, or further left (beside a legend of several columns) or right
/// (beside a list) if that is lower; `None` if there is no room.
fn place_of_message(width: f32, size: Vec2, room: &Room) -> Option<Vec2> {
    let middle = (width - size.x) * 0.5;
    let right = (width - size.x - 16.0).max(0.0);
    let places = [middle, middle * 0.6, middle * 0.3, right].map(|x| {
        let y = room.lowest(x, size);
        Vec2::new(x, y.unwrap_or(room.within.low.y))
    });
    let [first, others @ ..] = places;
    let lower = |best: Vec2, place: Vec2| {
        if place.y > best.y + size.y {
            place
        } else {
            best
        }
    };
    let best = others.into_iter().fold(first, lower);
    (best.y > room.within.low.y).then_some(best)
}

fn draw_message(ui: &Ui, message: &Message) {
    let fade = message.fade;
    ui.panel(message.at, message.size, ink::fade(ink::SOLID, fade));
    for (line, text) in message.lines.iter().enumerate() {
        let letters = message.letters;
        let down = 9.0 + letters * (1.0 + MESSAGE_STEP * line as f32);
        let place = message.at + Vec2::new(24.0, down);
        let color = ink::fade(ink::CREAM, fade);
        ui.text(text, place, letters, color, Align::Left);
    }
}

/// A line of an error on screen.
enum ErrorRow {
    Text(String),
    /// A line of the level file, with the number of characters before the error.
    Excerpt(String, usize),
}

/// The lines about a level's errors, as many as fit.
fn rows_of(ui: &Ui, error: &LevelError, words: &LookingWords) -> Vec<ErrorRow> {
    let mut rows = Vec::new();
    let problems = error.problems();
    for (index, problem) in problems.iter().enumerate() {
        let lines = ui.wrap(&in_a_line(problem), 19.0, ERROR_WIDTH - 60.0);
        if index > 0 && rows.len() + lines.len() + 2 > MOST_LINES {
            let left = problems.len() + error.more() - index;
            rows.push(ErrorRow::Text(fill(words.more, &[("count", &left)])));
            return rows;
        }
        rows.extend(lines.into_iter().take(MOST_LINES - 2).map(ErrorRow::Text));
        if let Some(excerpt) = &problem.excerpt {
            let text = excerpt.text.trim_start();
            let blank = excerpt.text.chars().count() - text.chars().count();
            let caret = excerpt.caret.saturating_sub(blank);
            rows.push(ErrorRow::Excerpt(shorten(text, MOST_LETTERS), caret));
        }
    }
    rows
}

/// Draws the errors of the level until the player closes them.
pub fn draw_error(canvas: &Canvas<'_>) {
    let Some(error) = &canvas.state.notices.error else {
        return;
    };
    let ui = canvas.ui;
    let words = canvas.state.settings.words();
    let rows = rows_of(ui, error, &words.looking);
    let size = Vec2::new(ERROR_WIDTH, 104.0 + 25.0 * rows.len() as f32);
    let at = place_of_error(&room(canvas), size, canvas.state.session.playing);
    ui.panel(at, size, ink::fade(ink::NIGHT, 0.96));
    ui.frame(at, size, 2.0, ink::CORAL);
    let title = words.notices.level_errors;
    ui.text(
        title,
        at + Vec2::new(26.0, 38.0),
        24.0,
        ink::CORAL,
        Align::Left,
    );
    for (line, row) in rows.iter().enumerate() {
        let place = at + Vec2::new(26.0, 70.0 + 25.0 * line as f32);
        match row {
            ErrorRow::Text(text) => {
                ui.text(text, place, 19.0, ink::CREAM, Align::Left);
            }
            ErrorRow::Excerpt(text, caret) => draw_excerpt(ui, place, text, *caret),
        }
    }
    let hint = words.notices.fix_level;
    ui.text(
        hint,
        at + Vec2::new(26.0, size.y - 16.0),
        17.0,
        ink::GREY,
        Align::Left,
    );
}

/// Chooses the place of a level's errors: beside a panel that covers the right side, in a round at the top, because
/// the player's car is in the lower half.
fn place_of_error(room: &Room, size: Vec2, playing: bool) -> Vec2 {
    let left = ((room.within.high.x + PANEL_GAP - size.x) * 0.5).max(0.0);
    let top = match playing {
        // Without free room it covers something, but stays readable.
        true => room.highest(left, size).unwrap_or(FOOT_GAP),
        false => room.within.high.y - size.y - ERROR_FOOT,
    };
    Vec2::new(left, top)
}

/// Draws a line of the level file with a mark under the error.
fn draw_excerpt(ui: &Ui, place: Vec2, text: &str, caret: usize) {
    let place = place + Vec2::X * 22.0;
    ui.text(text, place, 17.0, ink::GREY, Align::Left);
    let before: String = text.chars().take(caret).collect();
    let tip = place + Vec2::new(ui.width(&before, 17.0) + 4.0, 2.0);
    let foot = Vec2::new(5.0, 7.0);
    let corners = [tip, tip + foot, tip + Vec2::new(-foot.x, foot.y)];
    ui.triangle(corners, ink::CORAL);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_game_that_is_too_slow_is_told_to_be() {
        let words = &crate::app::words::Language::English.words().round;
        assert_eq!(slowed(words, 1.0), None);
        assert_eq!(slowed(words, 0.95), None);
        let told = slowed(words, 0.402).unwrap();
        assert!(told.contains("40 %"), "{told}");
    }

    #[test]
    fn a_level_s_errors_are_inside_the_picture_beside_the_sandbox_s_panel() {
        let size = Vec2::new(ERROR_WIDTH, 154.0);
        let panel = Area::of(Vec2::new(980.0, 0.0), Vec2::new(300.0, 720.0));
        let mut room = Room {
            within: Area::of(Vec2::splat(4.0), Vec2::new(972.0, 712.0)),
            taken: vec![panel],
        };
        let at = place_of_error(&room, size, true);
        assert_eq!(at, Vec2::new(110.0, 4.0));
        // The time is at the top.
        (room.taken).push(Area::of(Vec2::new(400.0, 4.0), Vec2::new(200.0, 60.0)));
        assert_eq!(place_of_error(&room, size, true).y, 64.0);
        // Nothing is free.
        (room.taken).push(Area::of(Vec2::ZERO, Vec2::new(980.0, 720.0)));
        assert_eq!(place_of_error(&room, size, true).y, FOOT_GAP);
    }

    #[test]
    fn a_message_is_at_the_foot_beside_a_legend_and_over_a_panel() {
        let area = |[x, y, wide, high]: [f32; 4]| Area::of(Vec2::new(x, y), Vec2::new(wide, high));
        let place = |taken: &[[f32; 4]]| {
            let room = Room {
                within: area([4.0, 4.0, 1272.0, 702.0]),
                taken: taken.iter().copied().map(area).collect(),
            };
            place_of_message(1280.0, Vec2::new(580.0, 47.0), &room).expect("room")
        };
        assert_eq!(place(&[]), Vec2::new(350.0, 659.0));
        // A legend of one column is right of the message, one of two columns begins at 794.
        assert_eq!(place(&[[960.0, 400.0, 304.0, 306.0]]).x, 350.0);
        let beside = place(&[[794.0, 400.0, 470.0, 306.0]]);
        assert_eq!(beside, Vec2::new(350.0 * 0.6, 659.0));
        // The players' panels fill the bottom, so the message is above them.
        let over = place(&[[12.0, 590.0, 1044.0, 120.0]]);
        assert_eq!(over, Vec2::new(350.0, 543.0));
        // Beside a list there is no room for a message this wide.
        let room = Room {
            within: area([4.0, 4.0, 1272.0, 702.0]),
            taken: vec![area([0.0, 0.0, 729.0, 720.0])],
        };
        let place = |wide: f32| place_of_message(1280.0, Vec2::new(wide, 47.0), &room);
        assert_eq!(
            (place(580.0), place(500.0).map(|at| at.x)),
            (None, Some(764.0))
        );
    }

    #[test]
    fn a_panel_over_all_of_the_right_ends_the_picture_and_a_list_at_the_left_does_not() {
        let size = Vec2::new(1280.0, 720.0);
        let end = |x: f32, wide: f32, high: f32| {
            let panel = Area::of(Vec2::new(x, 0.0), Vec2::new(wide, high));
            right_end(&[panel], size)
        };
        assert_eq!(end(800.0, 480.0, 720.0), 796.0);
        assert_eq!(end(0.0, 500.0, 720.0), 1276.0, "the title's list");
        assert_eq!(end(1054.0, 226.0, 222.0), 1276.0, "standings");
    }
}
