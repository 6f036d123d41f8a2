//! The numbers of a running round: time, crashes, speed, boost, standings.

use glam::Vec2;
use macroquad::color::Color;

use crate::app::screens::Canvas;
use crate::app::ui::{Align, ink};
use crate::game::RoundPhase;

/// Draws all of them.
pub fn draw(canvas: &Canvas<'_>) {
    draw_time(canvas);
    draw_counter(canvas);
    draw_standings(canvas);
    draw_gauges(canvas);
    draw_debt(canvas);
}

fn draw_time(canvas: &Canvas<'_>) {
    let ui = canvas.ui;
    let session = &canvas.state.session;
    let duration = session.level.duration;
    let (left, urgent) = match session.round.phase() {
        RoundPhase::Countdown { .. } => (duration, false),
        RoundPhase::Running { left } => (left, left <= 5.0),
        RoundPhase::Over => (0.0, true),
    };
    let middle = Vec2::new(ui.size.x * 0.5, 0.0);
    ui.fill(
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
    let score = session.round.score();
    ui.panel(Vec2::new(16.0, 12.0), Vec2::new(196.0, 96.0), ink::PANEL);
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
    let label = session.round.mode().unit(score.total);
    ui.text(
        label,
        Vec2::new(44.0 + wide, 66.0),
        21.0,
        ink::CREAM,
        Align::Left,
    );
    let best = match canvas.state.best_crashes() {
        Some(best) => format!("your best here: {best}"),
        None => "no best here yet".to_owned(),
    };
    ui.text(&best, Vec2::new(34.0, 96.0), 17.0, ink::GREY, Align::Left);
}

/// Time that was given up is said, not hidden.
fn draw_debt(canvas: &Canvas<'_>) {
    let clock = &canvas.state.session.clock;
    let slow = clock.speed() != 1.0;
    let owes = canvas.state.playing && clock.debt() >= 0.5;
    if !owes && !slow {
        return;
    }
    let mut text = String::new();
    if slow {
        text = format!("speed {} x", clock.speed());
    }
    if owes {
        let gap = if text.is_empty() { "" } else { "  ·  " };
        text = format!(
            "{text}{gap}{:.1} s lost: this machine draws too slowly",
            clock.debt()
        );
    }
    let at = Vec2::new(canvas.ui.size.x * 0.5, 100.0);
    canvas.ui.bold(&text, at, 16.0, ink::GREY, Align::Center);
}

/// Most lines of the standings.
const LINES: usize = 8;

fn draw_standings(canvas: &Canvas<'_>) {
    let ui = canvas.ui;
    let round = &canvas.state.session.round;
    let score = round.score();
    let ranking = score.ranking();
    let lines = ranking.len().min(LINES);
    let (width, left) = (206.0, ui.size.x - 222.0);
    ui.panel(
        Vec2::new(left, 12.0),
        Vec2::new(width, 14.0 + 25.0 * lines as f32),
        ink::PANEL,
    );
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
        let color = if own { ink::GOLD } else { ink::CREAM };
        let name = shorten(&view.name, 14);
        ui.text(&name, base + Vec2::X * 46.0, 18.0, color, Align::Left);
        let total = score.cars[car].tally.total.to_string();
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

fn draw_gauges(canvas: &Canvas<'_>) {
    let ui = canvas.ui;
    let session = &canvas.state.session;
    let actor = session.watched();
    let Some(car) = actor.car() else {
        return;
    };
    let base = Vec2::new(16.0, ui.size.y - 96.0);
    ui.panel(base, Vec2::new(246.0, 82.0), ink::PANEL);
    let speed = actor.velocity.length();
    let wide = ui.text(
        &format!("{speed:.1}"),
        base + Vec2::new(18.0, 42.0),
        36.0,
        ink::CREAM,
        Align::Left,
    );
    ui.text(
        "m/s",
        base + Vec2::new(26.0 + wide, 42.0),
        18.0,
        ink::GREY,
        Align::Left,
    );
    let top = car.settings.top_speed.max(0.1);
    let at = base + Vec2::new(124.0, 22.0);
    ui.bar(at, Vec2::new(108.0, 18.0), speed / top, ink::MINT);
    let store = car.settings.boost.seconds;
    if store > 0.0 {
        ui.text(
            "boost",
            base + Vec2::new(18.0, 69.0),
            18.0,
            ink::GREY,
            Align::Left,
        );
        let color = if car.boosting { ink::CORAL } else { ink::GOLD };
        ui.bar(
            base + Vec2::new(124.0, 54.0),
            Vec2::new(108.0, 16.0),
            car.boost_left / store,
            color,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::shorten;

    #[test]
    fn long_names_are_cut_with_a_mark() {
        assert_eq!(shorten("Dora", 8), "Dora");
        assert_eq!(shorten("Maximiliane", 6), "Maxim…");
    }
}
