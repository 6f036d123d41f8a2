//! What is written over the scene: numbers over cars, signs at crashes, labels of debug views.

use glam::{Vec2, Vec3};
use macroquad::color::Color;

use crate::app::camera::CameraKind;
use crate::app::effects::Sign;
use crate::app::params::SIGN_SECONDS;
use crate::app::render::lines::look_of;
use crate::app::screens::Canvas;
use crate::app::screens::overlay::LEGEND_ROOM;
use crate::app::ui::{Align, ink};

/// Most labels of debug views on screen.
const MOST_LABELS: usize = 60;
/// The size of their letters in units, and how many lines up one may go past others; who finds no
/// place is left out.
const LABEL_SIZE: f32 = 15.0;
const MOST_RISES: usize = 7;

/// So much of the top of the screen is the clock's and the tables', in units.
const HUD_HEIGHT: f32 = 84.0;

/// How far over its place a panel hangs, so that the number of a car there stays readable.
const PANEL_RISE: f32 = 96.0;

/// Draws all of them.
pub fn draw(canvas: &Canvas<'_>) {
    draw_numbers(canvas);
    // The signs hang just where this view has its lines.
    if !canvas.state.views.sweeps {
        // The players' own first: they get the places nearest to their crashes.
        let signs = || canvas.state.session.effects.signs().iter().rev();
        let mut taken = Vec::new();
        for sign in (signs().filter(|sign| sign.own)).chain(signs().filter(|sign| !sign.own)) {
            draw_sign(canvas, sign, &mut taken);
        }
    }
    draw_labels(canvas);
}

/// The labels of debug views, the nearest first: they get the places nearest to what they name.
fn draw_labels(canvas: &Canvas<'_>) {
    let seen = canvas.sink.labels.iter().filter_map(|label| {
        let (at, far) = canvas.view.project(label.at, canvas.ui.size)?;
        Some((far, at, label))
    });
    let mut seen: Vec<_> = seen.take(MOST_LABELS).collect();
    seen.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut taken = Vec::new();
    for (_, at, label) in seen {
        let [red, green, blue, _] = look_of(label.kind).color;
        let color = Color::new(red, green, blue, 1.0);
        if label.text.lines().count() > 1 {
            draw_note(canvas, &label.text, at, color);
        } else {
            draw_label(canvas, &label.text, at, color, &mut taken);
        }
    }
}

/// A label of one line over its place, not on one of those `taken` before it (corner and size); a
/// thin line leads down to its place if it had to go up.
fn draw_label(
    canvas: &Canvas<'_>,
    text: &str,
    at: Vec2,
    color: Color,
    taken: &mut Vec<(Vec2, Vec2)>,
) {
    let ui = canvas.ui;
    let half = Vec2::new(ui.width(text, LABEL_SIZE) * 0.5 + 3.0, LABEL_SIZE * 0.55);
    let middle = Vec2::new(at.x, at.y - LABEL_SIZE * 0.36);
    let steps = (0..MOST_RISES).map(|step| Vec2::new(0.0, -2.05 * step as f32));
    let Some(place) = free_place(middle, half, steps, taken) else {
        return;
    };
    taken.push((place - half, half * 2.0));
    if place.y < middle.y {
        let foot = Vec2::new(place.x, place.y + half.y);
        ui.line(foot, at, 1.0, ink::fade(color, 0.6));
    }
    let base = Vec2::new(at.x, place.y + LABEL_SIZE * 0.36);
    ui.bold(text, base, LABEL_SIZE, color, Align::Center);
}

/// Lines of text on a panel over a place, inside the picture.
fn draw_note(canvas: &Canvas<'_>, text: &str, at: Vec2, color: Color) {
    let ui = canvas.ui;
    let lines = text.lines().count() as f32;
    let widths = text.lines().map(|line| ui.width(line, 15.0));
    let size = Vec2::new(widths.fold(0.0, f32::max) + 24.0, 18.0 * lines + 14.0);
    let corner = at - Vec2::new(size.x * 0.5, size.y + PANEL_RISE);
    // Not under the numbers at the top, nor under the legend at the right.
    let least = Vec2::new(16.0, 118.0);
    let most = ui.size - size - Vec2::new(LEGEND_ROOM + 8.0, canvas.foot + 8.0);
    let corner = corner.clamp(least, most.max(least));
    let foot = corner + Vec2::new(size.x * 0.5, size.y);
    if foot.y < at.y {
        let side = Vec2::X * 4.0;
        ui.triangle([foot - side, foot + side, at], color);
    }
    ui.fill(corner, size, ink::fade(ink::NIGHT, 0.82));
    for (line, text) in text.lines().enumerate() {
        let place = corner + Vec2::new(12.0, 22.0 + 18.0 * line as f32);
        ui.text(text, place, 15.0, color, Align::Left);
    }
}

/// Nearer than this the number on a car itself can be read from beside, in metres.
const PLATE_READABLE: f32 = 9.0;

/// A badge over a car with its number, in its colour: told apart by both. Cars whose own plates can
/// be read have none, and from above only those of people, so that badges do not bury the cars.
fn draw_numbers(canvas: &Canvas<'_>) {
    let (ui, session) = (canvas.ui, &canvas.state.session);
    let kind = session.camera.kind;
    let follows = matches!(kind, CameraKind::Chase | CameraKind::Hood);
    // Those of people lie over the others in a crowd.
    let cars = || session.round.cars().iter().enumerate();
    let others = cars().filter(|(_, car)| car.slot.is_none());
    for (index, car) in others.chain(cars().filter(|(_, car)| car.slot.is_some())) {
        let own = car.slot.is_some();
        if follows && car.actor == session.watched_id() || kind == CameraKind::Top && !own {
            continue;
        }
        let pose = session.drawn_pose(car.actor);
        let height = if kind == CameraKind::Top { 3.4 } else { 1.95 };
        let Some((at, far)) = canvas
            .view
            .project(pose.translation() + Vec3::Y * height, ui.size)
        else {
            continue;
        };
        if !own && far < PLATE_READABLE {
            continue;
        }
        // Far badges are smaller, but stay readable.
        let size = (200.0 / far).clamp(15.0, 25.0);
        let [red, green, blue] = car.paint.to_array();
        let text = match car.slot {
            Some(_) if session.humans() == 1 => "YOU".to_owned(),
            Some(slot) => format!("P{}", slot + 1),
            None => (index + 1).to_string(),
        };
        let half = Vec2::new(
            (ui.width(&text, size) * 0.5 + 6.0).max(size * 0.62),
            size * 0.62,
        );
        let edge = if own { ink::GOLD } else { ink::CREAM };
        let point = [
            at + Vec2::new(-6.0, half.y),
            at + Vec2::new(6.0, half.y),
            at + Vec2::Y * (half.y + 9.0),
        ];
        ui.triangle(point, edge);
        ui.fill(
            at - half - Vec2::splat(2.0),
            half * 2.0 + Vec2::splat(4.0),
            edge,
        );
        ui.fill(
            at - half,
            half * 2.0,
            Color::new(red * 0.85, green * 0.85, blue * 0.85, 1.0),
        );
        let bright = red * 0.3 + green * 0.6 + blue * 0.1 > 0.55;
        let color = if bright { ink::NIGHT } else { ink::CREAM };
        ui.text(
            &text,
            at + Vec2::Y * (size * 0.36),
            size,
            color,
            Align::Center,
        );
    }
}

/// A sign over its crash, or from above beside it on the outer side: never on the cars that it
/// celebrates, nor on one of the signs `taken` before it (corner and size).
fn draw_sign(canvas: &Canvas<'_>, sign: &Sign, taken: &mut Vec<(Vec2, Vec2)>) {
    let ui = canvas.ui;
    let above = canvas.state.session.camera.kind == CameraKind::Top;
    let rise = if above { 0.0 } else { 1.2 + 0.35 * sign.age };
    let Some((at, far)) = canvas.view.project(sign.place + Vec3::Y * rise, ui.size) else {
        return;
    };
    if at.cmplt(Vec2::splat(-80.0)).any() || at.cmpgt(ui.size + Vec2::splat(80.0)).any() {
        return;
    }
    // It pops up larger than it stays, and fades at the end.
    let pop = 1.0 + 0.7 * (-sign.age * 14.0).exp() - 0.9 * (-sign.age * 40.0).exp();
    let left = 1.0 - sign.age / SIGN_SECONDS;
    let fade = (left * 4.0).min(1.0);
    let near = if sign.own {
        1.0
    } else {
        (7.0 / far).clamp(0.30, 0.5)
    };
    let size = (26.0 + 40.0 * sign.strength) * near * pop.max(0.1);
    let half = Vec2::new(ui.width(sign.word, size) * 0.5 + size * 1.3, size * 1.5);
    let inside = half * 1.05;
    // Below the clock and what else is at the top.
    let highest = inside + Vec2::Y * HUD_HEIGHT;
    let lowest = (ui.size - inside - Vec2::Y * canvas.foot).max(highest);
    let outwards = (at - ui.size * 0.5).normalize_or(Vec2::NEG_Y);
    let beside = if above {
        // Past the cars, however large they are in the picture.
        outwards * (half.length() + 1.6 * ui.size.y / far)
    } else {
        Vec2::NEG_Y * half.y
    };
    let at = (at + beside).clamp(highest, lowest);
    let moves = moves_of_a_sign(outwards.x < 0.0);
    let at = free_place(at, half, moves, taken).unwrap_or(at);
    let at = at.clamp(highest, lowest);
    taken.push((at - half, half * 2.0));
    let hot = if sign.strength > 0.7 {
        ink::CORAL
    } else {
        ink::GOLD
    };
    ui.burst(
        at,
        half * 1.10,
        sign.lean,
        ink::fade(ink::NIGHT, 0.75 * fade),
    );
    ui.burst(at, half, sign.lean, ink::fade(hot, fade));
    ui.burst(
        at,
        half * 0.82,
        sign.lean + 0.1,
        ink::fade(ink::CREAM, fade),
    );
    ui.leaning(sign.word, at, size, sign.lean, ink::fade(ink::NIGHT, fade));
    if !sign.detail.is_empty() {
        let below = at + Vec2::Y * (half.y + 24.0 * near.max(0.7));
        let color = ink::fade(ink::CREAM, fade);
        ui.bold(
            &sign.detail,
            below,
            24.0 * near.max(0.7),
            color,
            Align::Center,
        );
    }
}

/// Moves of a sign in half sizes, tried in turn: up, aside, and far up.
fn moves_of_a_sign(to_the_left: bool) -> [Vec2; 5] {
    let side = if to_the_left { -1.0 } else { 1.0 };
    [
        Vec2::ZERO,
        Vec2::new(0.0, -2.05),
        Vec2::new(side * 2.05, 0.0),
        Vec2::new(side * -2.05, 0.0),
        Vec2::new(0.0, -4.1),
    ]
}

/// Where something of those half sizes fits that is to be at `at`: the first of those moves (in half
/// sizes) that leads past all that is `taken` (corner and size).
fn free_place(
    at: Vec2,
    half: Vec2,
    moves: impl IntoIterator<Item = Vec2>,
    taken: &[(Vec2, Vec2)],
) -> Option<Vec2> {
    let free = |place: &Vec2| {
        let (low, high) = (*place - half, *place + half);
        let mut others = taken.iter();
        others.all(|&(corner, size)| low.cmpge(corner + size).any() || high.cmple(corner).any())
    };
    moves.into_iter().map(|by| at + by * half).find(free)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_goes_where_no_other_is() {
        let half = Vec2::new(60.0, 40.0);
        let at = Vec2::new(300.0, 300.0);
        let mut taken = vec![(at - half, half * 2.0)];
        for _ in 0..2 {
            let place = free_place(at, half, moves_of_a_sign(false), &taken).unwrap();
            for (corner, size) in &taken {
                let middle = *corner + *size * 0.5;
                assert!((place - middle).abs().cmpge(half).any(), "{place}");
            }
            taken.push((place - half, half * 2.0));
        }
        assert_eq!(free_place(at, half, [Vec2::ZERO], &taken), None);
    }
}
