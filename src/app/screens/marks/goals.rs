//! Signs over places to reach: the zone of a task, the ball for a goal. For a place outside the picture the sign is
//! at the edge and points to it.

use crate::app::words::fill;
use std::collections::BTreeSet;

use glam::{Vec2, Vec3};
use macroquad::color::Color;

use crate::app::params::screens::marks_goals::{FOOT, HEAD, LETTERS, OVER, SIDES, TIP};
use crate::app::screens::Canvas;
use crate::app::ui::{Align, Ui, ink};

/// Draws a sign with words over a place.
pub fn draw_goal(canvas: &Canvas<'_>, place: Vec3, words: &str) {
    let ui = canvas.ui;
    let seen = (canvas.view()).project(place.with_y(place.y + OVER), ui.size);
    let Some((at, _)) = seen else {
        let behind = canvas.state.settings.words().play.behind;
        let text = fill(behind, &[("words", &words)]);
        let at = Vec2::new(ui.size.x * 0.5, ui.size.y - 64.0);
        let half = Vec2::new(ui.width(&text, LETTERS) * 0.5 + 14.0, 17.0);
        ui.backing(at - half, half * 2.0, ink::SOLID);
        ui.text(&text, at + Vec2::Y * 7.0, LETTERS, ink::GOLD, Align::Center);
        return;
    };
    let low = Vec2::new(SIDES, HEAD);
    let high = (ui.size - Vec2::new(SIDES, FOOT)).max(low);
    let shown = at.clamp(low, high);
    draw_sign(ui, shown, way_to(at - shown), words, ink::GOLD);
}

/// Draws words around a place, with a tip that points in a direction.
pub fn draw_sign(ui: &Ui, at: Vec2, way: Vec2, words: &str, color: Color) {
    let half = Vec2::new(ui.width(words, LETTERS) * 0.5 + 12.0, 16.0);
    // All of the sign, with its tip, stays inside the picture and off the panels at the edge.
    let reach = half.x + TIP;
    let at = at.with_x(at.x.clamp(reach, (ui.size.x - reach).max(reach)));
    let top = ui.below_panels(at.x - half.x, at.y - half.y, half * 2.0);
    let at = at.with_y(top + half.y);
    ui.backing(at - half, half * 2.0, ink::SOLID);
    let base = at + Vec2::Y * 7.0;
    ui.text(words, base, LETTERS, color, Align::Center);
    let base = at + way * half;
    let side = way.perp() * (TIP * 0.75);
    ui.triangle([base + way * TIP, base + side, base - side], color);
}

/// Direction of the tip of a sign that was moved by `-beyond` into the picture: down to a target below it, else
/// towards the edge beyond which the target lies.
fn way_to(beyond: Vec2) -> Vec2 {
    match beyond.x.abs() > 1.0 && beyond.x.abs() >= beyond.y.abs() {
        true => Vec2::X * beyond.x.signum(),
        false if beyond.y < -1.0 => Vec2::NEG_Y,
        false => Vec2::Y,
    }
}

/// Draws a sign for each ball or other thing with a goal that is outside the picture.
pub fn draw_balls(canvas: &Canvas<'_>) {
    let (ui, session) = (canvas.ui, canvas.state.session);
    let (round, arena) = (&session.round, session.round.arena());
    let Some(own) = canvas.sight().car(round) else {
        return;
    };
    let own = arena.actor(round.cars()[own].actor).pose.translation();
    let balls: BTreeSet<_> = arena.zones().iter().filter_map(|zone| zone.goal).collect();
    for ball in balls.into_iter().filter(|ball| arena.is_present(*ball)) {
        let actor = arena.actor(ball);
        let place = session.drawn_pose(ball).translation();
        let seen = canvas.view().project(place, ui.size);
        let inside =
            seen.is_some_and(|(at, _)| at.cmpge(Vec2::ZERO).all() && at.cmple(ui.size).all());
        if !inside {
            let far = own.distance(place);
            draw_goal(
                canvas,
                place,
                &format!(
                    "{}, {far:.0} m",
                    canvas.state.settings.words().views.names.label(&actor.name)
                ),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_points_down_at_what_is_seen_and_aside_at_what_is_not() {
        assert_eq!(way_to(Vec2::ZERO), Vec2::Y);
        assert_eq!(way_to(Vec2::new(-400.0, 30.0)), Vec2::NEG_X);
        assert_eq!(way_to(Vec2::new(90.0, 0.0)), Vec2::X);
        assert_eq!(way_to(Vec2::new(20.0, -90.0)), Vec2::NEG_Y);
        assert_eq!(way_to(Vec2::new(20.0, 90.0)), Vec2::Y);
    }
}
