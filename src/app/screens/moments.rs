//! The best and the worst moments of a round, each a way to its replay, and the reason of a total of 0.

use std::fmt::Display;

use glam::Vec2;

use crate::app::area::Area;
use crate::app::input::Command;
use crate::app::params::NAME_LETTERS;
use crate::app::params::screens::moments::{
    CLOSE, EDGE, HEADING, LETTERS, LINE, MARGIN, MOST, WIDTH,
};
use crate::app::screens::{Canvas, people};
use crate::app::session::{Moment, MomentKind, Region, Session, WhyZero};
use crate::app::spots::Spot;
use crate::app::state::ReadContext;
use crate::app::ui::{Align, Ui, ink};
use crate::app::words::{Words, counted, fill};
use crate::level::Mode;

/// The moments of the players' cars, the good ones first.
pub fn listed(session: &Session) -> [Vec<Moment>; 2] {
    let round = &session.round;
    if matches!(round.mode(), Mode::Lesson | Mode::Free) {
        return [Vec::new(), Vec::new()];
    }
    let cars: Vec<usize> = people::drivers(round)
        .into_iter()
        .map(|(_, car)| car)
        .collect();
    session.moments.best_and_worst(round, &cars, MOST)
}

/// The moment of that index, counted through both lists.
pub fn numbered(session: &Session, index: usize) -> Option<Moment> {
    let [best, worst] = listed(session);
    best.into_iter().chain(worst).nth(index)
}

/// The number of moments in both lists.
pub fn count(session: &Session) -> usize {
    listed(session).iter().map(Vec::len).sum()
}

/// The width of the panel right of `left`, in units.
fn width(ui: &Ui, left: f32) -> f32 {
    WIDTH.min(ui.size.x - left - 2.0 * EDGE)
}

/// True if letters are so large that the panel leaves no room below it.
pub fn is_narrow(ui: &Ui, left: f32) -> bool {
    width(ui, left) < WIDTH
}

/// Draws the panel at the upper right, right of `left`, with one of the moments selected.
pub fn draw(canvas: &Canvas<'_>, left: f32, selected: Option<usize>) {
    let (ui, state) = (canvas.ui, canvas.state);
    let words = state.settings.words();
    let [best, worst] = listed(state.session);
    let why = why_zero(state);
    if best.is_empty() && worst.is_empty() && why.is_none() {
        return;
    }
    let (wide, narrow) = (width(ui, left), is_narrow(ui, left));
    let room = wide - 2.0 * MARGIN;
    let why = why.map_or_else(Vec::new, |why| ui.wrap(&why, HEADING, room));
    // A moment that does not fit takes two lines; in a narrow panel lines are closer together.
    let texts = |moments: &[Moment]| -> Vec<Vec<String>> {
        let texts = moments
            .iter()
            .map(|one| format!("▶ {}", in_words(state, one, narrow)));
        texts.map(|text| two_lines(ui, &text, room)).collect()
    };
    let (best, worst) = (texts(&best), texts(&worst));
    let rows = |texts: &[Vec<String>], none: &str| match texts {
        [] => ui.wrap(none, LETTERS, room).len(),
        texts => texts.iter().map(Vec::len).sum::<usize>(),
    };
    let result = &words.result;
    let keys = match best.is_empty() && worst.is_empty() {
        true => Vec::new(),
        false => ui.wrap(&keys(state), LETTERS, room),
    };
    let rows = rows(&best, result.no_hit_yet) + rows(&worst, result.no_worst);
    let lines = why.len() + 2 + rows + keys.len();
    let step = if narrow { CLOSE } else { LINE };
    let size = Vec2::new(wide, step * lines as f32 + 34.0);
    let at = Vec2::new(ui.size.x - size.x - EDGE, EDGE);
    ui.panel(at, size, ink::SOLID);
    let mut line = at + Vec2::new(MARGIN, 28.0);
    for text in why {
        ui.text(&text, line, HEADING, ink::GOLD, Align::Left);
        line.y += step;
    }
    let mut index = 0;
    let lists = [
        (result.best_moments, best, result.no_hit_yet, ink::MINT),
        (result.worst_moments, worst, result.no_worst, ink::CORAL),
    ];
    for (heading, moments, none, color) in lists {
        ui.text(heading, line, HEADING, color, Align::Left);
        line.y += step;
        if moments.is_empty() {
            for text in ui.wrap(none, LETTERS, room) {
                ui.text(&text, line, LETTERS, ink::GREY, Align::Left);
                line.y += step;
            }
        }
        for texts in moments {
            let corner = line + Vec2::new(-MARGIN * 0.5, -step * 0.76);
            let field = Vec2::new(wide - MARGIN, step * texts.len() as f32);
            let under = ui.spot(Area::of(corner, field), Spot::Line(index));
            if selected == Some(index) {
                ui.fill(corner, field, ink::CORAL);
            } else if under {
                ui.fill(corner, field, ink::fade(ink::CREAM, 0.15));
            }
            for text in texts {
                ui.text(&text, line, LETTERS, ink::CREAM, Align::Left);
                line.y += step;
            }
            index += 1;
        }
        line.y += 3.0;
    }
    for text in keys {
        ui.text(&text, line, LETTERS, ink::GREY, Align::Left);
        line.y += step;
    }
}

/// The keys that choose, replay and explain a moment.
fn keys(state: &ReadContext<'_>) -> String {
    let names = state.settings.key_names();
    let (watch, why) = (names.shown(Command::NextCamera), names.shown(Command::Why));
    let text = state.settings.words().result.moment_keys;
    fill(text, &[("watch", &watch), ("why", &why)])
}

/// Breaks a text into at most two lines; the second one is cut if it is too long.
fn two_lines(ui: &Ui, text: &str, room: f32) -> Vec<String> {
    let mut lines = ui.wrap(text, LETTERS, room);
    if lines.len() > 2 {
        let rest = lines.split_off(1).join(" ");
        lines.push(ui.fitting(&rest, LETTERS, room));
    }
    lines
}

/// The name of a car, with the player's mark if there are several.
fn name_of(state: &ReadContext<'_>, car: Option<usize>) -> String {
    let words = state.settings.words();
    let round = &state.session.round;
    let car = car.and_then(|car| round.cars().get(car));
    // A car that the hand added may be gone.
    car.map_or_else(
        || words.result.a_car.to_owned(),
        |car| people::called(words, car, round.people(), NAME_LETTERS),
    )
}

fn region(words: &Words, region: Region) -> &'static str {
    match region {
        Region::Middle => words.result.at_middle,
        Region::Halfway => words.result.halfway,
        Region::Edge => words.result.at_edge,
    }
}

/// A moment as a line; a short one has no calculation and no place.
fn in_words(state: &ReadContext<'_>, moment: &Moment, short: bool) -> String {
    let words = state.settings.words();
    let result = &words.result;
    let counts_points = state.session.round.mode() == Mode::Points;
    let (name, place) = (name_of(state, moment.other), region(words, moment.region));
    let own = format!("{}: ", name_of(state, Some(moment.car)));
    let own = if state.session.humans() > 1 {
        own
    } else {
        String::new()
    };
    let said = |text: &str, count: u32, speed: f32| {
        // The place follows the last comma.
        let text = match text.rsplit_once(", ") {
            Some((head, _)) if short => head,
            _ => text,
        };
        let speed = state.settings.speeds.of(speed);
        let parts: [(&str, &dyn Display); 4] = [
            ("count", &count),
            ("name", &name),
            ("speed", &speed),
            ("place", &place),
        ];
        fill(text, &parts)
    };
    let told = match moment.kind {
        MomentKind::Hit { gain, .. } if counts_points && short => {
            format!("+{}: {}", gain.points, said(result.you_hit, 0, gain.speed))
        }
        MomentKind::Hit { gain, .. } if counts_points => fill(
            result.hit_for,
            &[("name", &name), ("sum", &words.gain(&gain))],
        ),
        MomentKind::Hit { speed, .. } => said(result.you_hit, 0, speed),
        MomentKind::WasHit { lost: 0, speed } => said(result.was_hit, 0, speed),
        MomentKind::WasHit { lost, speed } => said(result.was_hit_for, lost, speed),
        MomentKind::Pushed => said(result.pushed, 0, 0.0),
        MomentKind::Fell if moment.other.is_some() => said(result.fell_by, 0, 0.0),
        MomentKind::Fell => said(result.fell, 0, 0.0),
    };
    format!("{:.1} s  {own}{told}", moment.time)
}

/// The reason of a single player's total of 0, in words.
fn why_zero(state: &ReadContext<'_>) -> Option<String> {
    let (session, words) = (state.session, state.settings.words());
    let round = &session.round;
    if round.people() != 1 {
        return None;
    }
    let result = &words.result;
    let why = session.moments.why_zero(round, round.score().player)?;
    Some(match why {
        WhyZero::NoHit => result.zero_no_hit.to_owned(),
        WhyZero::WeakHits => result.zero_weak.to_owned(),
        WhyZero::NobodyFell => result.zero_nobody_fell.to_owned(),
        WhyZero::Lost {
            won,
            most,
            by,
            region: place,
        } => {
            let name = name_of(state, Some(by));
            let won = counted(won as usize, result.point, result.points_many);
            let place = region(words, place);
            let parts: [(&str, &dyn Display); 4] = [
                ("won", &won),
                ("most", &most),
                ("name", &name),
                ("place", &place),
            ];
            fill(result.zero_lost, &parts)
        }
    })
}
