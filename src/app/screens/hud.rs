//! The numbers of a running round: time, what the player has, standings.

use glam::Vec2;
use macroquad::color::Color;

use dodgem_physics::seconds_of;

use crate::app::camera::CameraKind;
use crate::app::screens::Canvas;
use crate::app::ui::{Align, ink};
use crate::game::{CarView, RoundPhase};

/// Draws all of them.
pub fn draw(canvas: &Canvas<'_>) {
    draw_time(canvas);
    draw_counter(canvas);
    draw_standings(canvas);
    draw_notes(canvas);
}

fn draw_time(canvas: &Canvas<'_>) {
    let ui = canvas.ui;
    let session = &canvas.state.session;
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
    // The last seconds beat.
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

fn draw_counter(canvas: &Canvas<'_>) {
    let ui = canvas.ui;
    let session = &canvas.state.session;
    let (round, score) = (&session.round, session.round.score());
    panel(canvas, Vec2::new(16.0, 12.0), Vec2::new(236.0, 96.0));
    let grown = 54.0 + 16.0 * session.flash;
    let color = if session.flash > 0.0 {
        ink::GOLD
    } else {
        ink::CREAM
    };
    let wide = ui.text(
        &score.total.to_string(),
        Vec2::new(34.0, 68.0),
        grown,
        color,
        Align::Left,
    );
    let label = round.mode().unit(score.total);
    let at = Vec2::new(44.0 + wide, 66.0);
    ui.text(label, at, 21.0, ink::CREAM, Align::Left);
    let place = format!("{} of {}", ordinal(score.place), score.cars.len());
    let below = match (round.is_out(score.player), canvas.state.best_total()) {
        (true, _) => format!("{place}  ·  you are out"),
        (false, Some(best)) => format!("{place}  ·  best {best}"),
        (false, None) => place,
    };
    ui.text(&below, Vec2::new(34.0, 96.0), 17.0, ink::CREAM, Align::Left);
}

/// What is special about this moment: the last seconds count double, the game runs slower than
/// it should or than it was asked to. Each on a line of its own below the time.
fn draw_notes(canvas: &Canvas<'_>) {
    let (ui, session) = (canvas.ui, &canvas.state.session);
    let clock = &session.clock;
    let mut notes = Vec::new();
    if let Some(at) = session.taken_at() {
        let text = format!(
            "taken over after {:.1} s: counts for no best",
            seconds_of(at)
        );
        notes.push((text, 18.0, ink::MINT));
    }
    if session.round.is_final() {
        notes.push(("HITS COUNT DOUBLE".to_owned(), 26.0, ink::GOLD));
    }
    if clock.speed() != 1.0 {
        let text = format!("speed {} x: counts for no best", clock.speed());
        notes.push((text, 18.0, ink::CREAM));
    }
    if canvas.state.playing && clock.debt() >= 0.5 {
        let lost = clock.debt();
        let text = format!("{lost:.1} s lost: this machine draws too slowly");
        notes.push((text, 18.0, ink::CREAM));
    }
    let mut top = 84.0;
    for (text, size, color) in notes {
        let half = Vec2::new(ui.width(&text, size) * 0.5 + 14.0, size * 0.5 + 4.0);
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

/// A panel of the running round. From above, where the picture is a map of the arena, it lets a car
/// below it shine through.
pub fn panel(canvas: &Canvas<'_>, at: Vec2, size: Vec2) {
    let session = &canvas.state.session;
    let low = at - Vec2::splat(CAR_MARGIN);
    let high = at + size + Vec2::splat(CAR_MARGIN);
    let covers = |car: &CarView| {
        let place = session.drawn_pose(car.actor).translation();
        let seen = canvas.view.project(place, canvas.ui.size);
        seen.is_some_and(|(at, _)| at.cmpge(low).all() && at.cmple(high).all())
    };
    let clear = session.camera.kind == CameraKind::Top && session.round.cars().iter().any(covers);
    let color = if clear {
        ink::fade(ink::PANEL, 0.45)
    } else {
        ink::PANEL
    };
    canvas.ui.panel(at, size, color);
}

/// A car whose middle is this near to a panel is partly below it, in units.
const CAR_MARGIN: f32 = 14.0;

/// Most lines of the standings.
const LINES: usize = 8;

/// The cars that are ahead, the player's always among them.
pub fn draw_standings(canvas: &Canvas<'_>) {
    let ui = canvas.ui;
    let round = &canvas.state.session.round;
    let score = round.score();
    let ranking = score.ranking();
    let lines = ranking.len().min(LINES);
    let (width, left) = (206.0, ui.size.x - 222.0);
    let size = Vec2::new(width, 14.0 + 25.0 * lines as f32);
    panel(canvas, Vec2::new(left, 12.0), size);
    let mut shown: Vec<usize> = ranking.iter().copied().take(lines).collect();
    // The player is always in the list.
    if !shown.contains(&score.player)
        && let Some(last) = shown.last_mut()
    {
        *last = score.player;
    }
    for (line, car) in shown.into_iter().enumerate() {
        let base = Vec2::new(left, 36.0 + 25.0 * line as f32);
        let view = &round.cars()[car];
        let [red, green, blue] = view.paint.to_array();
        ui.fill(
            base + Vec2::new(12.0, -15.0),
            Vec2::new(26.0, 19.0),
            Color::new(red, green, blue, 1.0),
        );
        let dark = red * 0.3 + green * 0.6 + blue * 0.1 > 0.55;
        let on_paint = if dark { ink::NIGHT } else { ink::CREAM };
        let number = (car + 1).to_string();
        ui.text(
            &number,
            base + Vec2::new(25.0, 0.0),
            16.0,
            on_paint,
            Align::Center,
        );
        let own = view.slot.is_some();
        let color = match (own, round.is_out(car)) {
            (true, _) => ink::GOLD,
            (false, true) => ink::GREY,
            (false, false) => ink::CREAM,
        };
        let name = shorten(&view.name, 12);
        ui.text(&name, base + Vec2::X * 46.0, 18.0, color, Align::Left);
        let total = match round.is_out(car) {
            true => format!("out  {}", score.cars[car].tally.total),
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

/// The text, cut to that many characters.
pub fn shorten(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let start: String = text.chars().take(most - 1).collect();
    format!("{}…", start.trim_end())
}

/// A place as it is said: 1st, 2nd, 3rd, 4th.
pub fn ordinal(place: usize) -> String {
    let ending = match (place % 100, place % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{place}{ending}")
}

#[cfg(test)]
mod tests {
    use super::{ordinal, shorten};

    #[test]
    fn long_names_are_cut_with_a_mark() {
        assert_eq!(shorten("Dora", 8), "Dora");
        assert_eq!(shorten("Maximiliane", 6), "Maxim…");
    }

    #[test]
    fn places_are_said_as_people_say_them() {
        let said: Vec<String> = [1, 2, 3, 4, 11, 12, 13, 21, 22].map(ordinal).to_vec();
        let expected = "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd";
        assert_eq!(said.join(" "), expected);
    }
}
