//! The labels of debug views: words at a place, and panels of several lines.

use dodgem_collide::DebugKind;
use glam::Vec2;
use macroquad::color::Color;

use crate::app::area::Room;
use crate::app::params::screens::marks_labels::{LABEL_SIZE, MOST_LABELS, MOST_RISES, PANEL_RISE};
use crate::app::render::lines::Label;
use crate::app::render::looks::look_of;
use crate::app::screens::Canvas;
use crate::app::ui::{Align, ink};

/// Draws the labels of one line, the nearest first, so that they get the best places.
pub fn draw(canvas: &Canvas<'_>, room: &mut Room) {
    for (at, label) in seen(canvas, |label| label.text.lines().count() <= 1) {
        // The focus labels bodies with their names.
        let text = match label.kind {
            DebugKind::Focus => canvas.state.settings.words().views.names.label(&label.text),
            _ => label.text.clone(),
        };
        draw_label(canvas, &text, at, color_of(canvas, label), room);
    }
}

/// Draws the labels of several lines, on panels.
pub fn draw_notes(canvas: &Canvas<'_>, room: &mut Room) {
    for (at, label) in seen(canvas, |label| label.text.lines().count() > 1) {
        draw_note(canvas, &label.text, at, color_of(canvas, label), room);
    }
}

/// The labels in the picture with their positions, the nearest first.
fn seen<'a>(canvas: &Canvas<'a>, wanted: impl Fn(&Label) -> bool) -> Vec<(Vec2, &'a Label)> {
    // Labels of bodies out of focus would be unreadable.
    let labels = canvas.sink.labels.iter().filter(|label| !label.faint);
    let labels = labels.filter_map(|label| {
        let (at, far) = canvas.view().project(label.at, canvas.ui.size)?;
        Some((far, at, label))
    });
    let mut seen: Vec<_> = labels.filter(|(_, _, label)| wanted(label)).collect();
    seen.sort_by(|a, b| a.0.total_cmp(&b.0));
    seen.truncate(MOST_LABELS);
    seen.into_iter().map(|(_, at, label)| (at, label)).collect()
}

fn color_of(canvas: &Canvas<'_>, label: &Label) -> Color {
    let [red, green, blue, _] = look_of(label.kind, canvas.sink.palette()).color;
    Color::new(red, green, blue, 1.0)
}

/// Draws a label of one line above its place; if it had to move up, a thin line leads down to the place.
fn draw_label(canvas: &Canvas<'_>, text: &str, at: Vec2, color: Color, room: &mut Room) {
    let ui = canvas.ui;
    let half = Vec2::new(ui.width(text, LABEL_SIZE) * 0.5 + 3.0, LABEL_SIZE * 0.55);
    let middle = Vec2::new(at.x, at.y - LABEL_SIZE * 0.36);
    let steps = (0..MOST_RISES).map(|step| middle - Vec2::Y * (2.05 * half.y * step as f32));
    let Some(place) = room.take(half, steps) else {
        return;
    };
    if place.y < middle.y {
        let foot = Vec2::new(place.x, place.y + half.y);
        ui.line(foot, at, 1.0, ink::fade(color, 0.6));
    }
    let base = Vec2::new(at.x, place.y + LABEL_SIZE * 0.36);
    ui.bold(text, base, LABEL_SIZE, color, Align::Center);
}

/// Draws lines of text on a panel above a place, inside the picture.
fn draw_note(canvas: &Canvas<'_>, text: &str, at: Vec2, color: Color, room: &mut Room) {
    let ui = canvas.ui;
    let lines = text.lines().count() as f32;
    let widths = text.lines().map(|line| ui.width(line, 15.0));
    let size = Vec2::new(widths.fold(0.0, f32::max) + 24.0, 18.0 * lines + 14.0);
    let half = size * 0.5;
    let wished = room
        .within
        .clamp(at - Vec2::Y * (half.y + PANEL_RISE), half);
    let Some(place) = room.take(half, places_of_a_note(wished, half)) else {
        return;
    };
    let foot = place + Vec2::Y * half.y;
    if foot.y < at.y {
        let side = Vec2::X * 4.0;
        ui.triangle([foot - side, foot + side, at], color);
    }
    ui.fill(place - half, size, ink::fade(ink::NIGHT, 0.82));
    for (line, text) in text.lines().enumerate() {
        let base = place - half + Vec2::new(12.0, 22.0 + 18.0 * line as f32);
        ui.text(text, base, 15.0, color, Align::Left);
    }
}

/// The possible places of a panel of that half size: the wished one, then lower and higher ones, then these
/// further and further aside.
fn places_of_a_note(wished: Vec2, half: Vec2) -> impl Iterator<Item = Vec2> {
    const ASIDE: [f32; 7] = [0.0, -0.5, 0.5, -1.0, 1.0, -1.6, 1.6];
    const ALONG: [f32; 9] = [0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 3.0, 4.0];
    ASIDE.into_iter().flat_map(move |x| {
        ALONG
            .into_iter()
            .map(move |y| wished + half * Vec2::new(x, y))
    })
}
