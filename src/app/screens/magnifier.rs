//! The magnifier: a window of ten centimetres around the nearest points of the pair in focus.

use glam::{Vec2, Vec3};
use macroquad::color::Color;

use dodgem_collide::math::{Pose, closest_on_triangle};
use dodgem_collide::{DebugKind, Model};

use crate::app::area::Area;
use crate::app::input::Command;
use crate::app::params::screens::magnifier::{ABOVE, DECIDES, EDGE, GAUGES, LEFT};
use crate::app::params::{MAGNIFIED, MAGNIFIER, MAGNIFIER_LARGE};
use crate::app::screens::Canvas;
use crate::app::ui::{Align, Ui, ink};
use crate::app::words::{LookingWords, fill};
use crate::arena::{Focus, SweepOf};

/// Draws it if it is on and two bodies are in focus. The panel of numbers takes its place while shown.
pub fn draw(canvas: &Canvas<'_>) {
    let state = canvas.state;
    let pair = state.display.views.focus.as_ref().and_then(Focus::pair);
    let Some(pair) = pair.filter(|_| state.display.magnifies && !state.display.numbers) else {
        return;
    };
    let words = &state.settings.words().looking;
    let arena = state.session.round.arena();
    let Some(near) = arena.nearest_at(pair, &state.display.views) else {
        return;
    };
    let ui = canvas.ui;
    let left = match state.session.guide() {
        // A recording shows no gauges, so the window is at the margin, left of the things in focus.
        Some(_) => EDGE,
        None => LEFT.max(GAUGES * canvas.letters() + canvas.beside_menu()),
    };
    let foot = ui.size.y - canvas.foot - ABOVE;
    if near.gap > MAGNIFIED {
        let gap = format!("{:.2}", near.gap);
        let text = fill(words.too_far, &[("gap", &gap)]);
        let size = Vec2::new(ui.width(&text, 17.0) + 28.0, 34.0);
        let low = Vec2::new(left, foot - size.y);
        ui.panel(low, size, ink::SOLID);
        let at = low + Vec2::new(16.0, 23.0);
        ui.text(&text, at, 17.0, ink::CREAM, Align::Left);
        return;
    }
    let size = Vec2::splat(match state.display.magnifier_is_large {
        true => MAGNIFIER_LARGE,
        false => MAGNIFIER,
    });
    let low = Vec2::new(left, foot - size.y);
    ui.panel(
        low - Vec2::splat(6.0),
        size + Vec2::new(12.0, 34.0),
        ink::SOLID,
    );
    ui.fill(low, size, ink::NIGHT);
    let middle = (near.points[0] + near.points[1]) * 0.5;
    let lens = Lens::new(middle, canvas.view().eye, low, size.x);
    let window = Window { lens, low, size };
    for (number, (id, pose)) in (0..).zip(pair.into_iter().zip(&near.poses)) {
        let color = canvas.sink.palette().of_number(number);
        let point = near.points[number as usize];
        window.draw_surface(ui, (&arena.actor(id).model, pose), point, color);
    }
    for line in canvas.sink.deciding_lines() {
        let [red, green, blue, _] = line.color;
        let color = Color::new(red, green, blue, 1.0);
        let ends = [line.from, line.to].map(Vec3::from_array);
        window.draw_line(ui, ends, line.style[0].min(3.0), color);
    }
    window.draw_line(ui, near.points, 3.0, ink::CREAM);
    let lens = window.lens;
    draw_numbers(canvas, &lens, low, size);
    let base = low + Vec2::new(8.0, size.y - 10.0);
    let corner = low + Vec2::new(2.0, size.y - 34.0);
    ui.fill(corner, Vec2::new(60.0, 32.0), ink::fade(ink::NIGHT, 0.85));
    ui.line(
        base,
        base + Vec2::X * (size.x * 0.1 / (MAGNIFIED * 10.0)),
        3.0,
        ink::CREAM,
    );
    ui.text("1 cm", base - Vec2::Y * 6.0, 15.0, ink::CREAM, Align::Left);
    let when = moment(words, near.sweep, arena.steps());
    let text = match near.gap {
        0.0 => fill(words.touch, &[("moment", &when)]),
        gap => {
            let gap = format!("{:.2}", gap * 1000.0);
            fill(words.gap, &[("gap", &gap), ("moment", &when)])
        }
    };
    let at = low + Vec2::new(0.0, size.y + 19.0);
    let key = state.settings.key_names().shown(Command::Magnify);
    let lines = match state.display.magnifier_is_large {
        true => fill(words.closes, &[("key", &key)]),
        false => fill(words.enlarges, &[("key", &key)]),
    };
    let above = low + Vec2::new(size.x * 0.5, 16.0);
    // The lines of the views must not cross the words.
    let strip = Vec2::new(size.x, 22.0);
    ui.fill(low, strip, ink::fade(ink::NIGHT, 0.85));
    ui.text(&lines, above, 13.0, ink::GREY, Align::Center);
    // Shrinks the text to the width of the panel.
    let letters = 15.0 * (size.x / ui.width(&text, 15.0)).min(1.0);
    ui.text(&text, at, letters, ink::CREAM, Align::Left);
}

/// The moment that the magnifier shows, in words.
fn moment(words: &LookingWords, sweep: Option<SweepOf>, step: u64) -> String {
    match sweep {
        None => fill(words.now, &[("step", &step)]),
        Some(SweepOf::Step { age }) => fill(words.at_impact, &[("seconds", &format!("{age:.2}"))]),
        Some(SweepOf::Ahead) => words.ahead.to_owned(),
    }
}

/// The window of the magnifier.
struct Window {
    lens: Lens,
    low: Vec2,
    size: Vec2,
}

impl Window {
    fn draw_line(&self, ui: &Ui, ends: [Vec3; 2], width: f32, color: Color) {
        let ends = ends.map(|end| self.lens.place(end));
        if let Some([from, to]) = clipped(ends, self.low, self.size) {
            ui.line(from, to, width, color);
        }
    }

    /// Draws the triangles of a body: those nearest to a point, which decide, in full, and the others faintly.
    fn draw_surface(&self, ui: &Ui, (model, pose): (&Model, &Pose), point: Vec3, color: Color) {
        let mesh = model.mesh();
        let corner = |index: u32| pose.transform_point(mesh.vertices()[index as usize]);
        let near: Vec<([Vec3; 3], f32)> = (mesh.triangles().iter())
            .map(|triangle| {
                let corners = triangle.map(corner);
                (
                    corners,
                    closest_on_triangle(point, corners).0.distance(point),
                )
            })
            .filter(|(_, far)| *far < MAGNIFIED)
            .collect();
        let least = near
            .iter()
            .map(|(_, far)| *far)
            .fold(f32::INFINITY, f32::min);
        for (corners, far) in &near {
            let (width, color) = match *far <= least + DECIDES {
                true => (2.5, color),
                false => (1.0, ink::fade(color, 0.3)),
            };
            for side in 0..3 {
                self.draw_line(ui, [corners[side], corners[(side + 1) % 3]], width, color);
            }
        }
    }
}

/// Draws the numbers of the instants beside their lines, the last first; a number moves down past those in its way.
fn draw_numbers(canvas: &Canvas<'_>, lens: &Lens, low: Vec2, size: Vec2) {
    let inside = Area::of(low, size);
    let mut drawn: Vec<Area> = Vec::new();
    let labels = canvas.sink.labels.iter().rev();
    for label in labels.filter(|label| label.kind == DebugKind::Nearest && !label.faint) {
        let line = lens.place(label.at);
        let places = (0..8).map(|down| line + Vec2::new(14.0, 15.0 * down as f32));
        let mut areas = places.map(|at| Area::around(at, Vec2::splat(7.0)));
        let free = areas.find(|area| !drawn.iter().any(|other| other.overlaps(area)));
        if let Some(area) = free.filter(|area| inside.holds(area)) {
            let base = (area.low + area.high) * 0.5 + Vec2::Y * 5.0;
            (canvas.ui).text(&label.text, base, 14.0, ink::CREAM, Align::Center);
            canvas
                .ui
                .line(line, Vec2::new(area.low.x, base.y - 5.0), 1.0, ink::GREY);
            drawn.push(area);
        }
    }
}

/// A parallel projection, so that lengths across the line of sight are true.
struct Lens {
    middle: Vec3,
    right: Vec3,
    up: Vec3,
    center: Vec2,
    /// Scale, in units per metre.
    scale: f32,
}

impl Lens {
    fn new(middle: Vec3, eye: Vec3, low: Vec2, size: f32) -> Self {
        let forward = (middle - eye).try_normalize().unwrap_or(Vec3::NEG_Z);
        let right = forward.cross(Vec3::Y).try_normalize().unwrap_or(Vec3::X);
        Lens {
            middle,
            right,
            up: right.cross(forward),
            center: low + Vec2::splat(size * 0.5),
            scale: size / MAGNIFIED,
        }
    }

    fn place(&self, point: Vec3) -> Vec2 {
        let offset = point - self.middle;
        let across = Vec2::new(offset.dot(self.right), -offset.dot(self.up));
        self.center + across * self.scale
    }
}

/// The part of a line that is inside a rectangle (Liang and Barsky 1984).
fn clipped([from, to]: [Vec2; 2], low: Vec2, size: Vec2) -> Option<[Vec2; 2]> {
    let way = to - from;
    let (mut enters, mut leaves) = (0.0_f32, 1.0_f32);
    for axis in 0..2 {
        let [near, far] = [low[axis] - from[axis], low[axis] + size[axis] - from[axis]];
        if way[axis].abs() < 1e-9 {
            if near > 0.0 || far < 0.0 {
                return None;
            }
            continue;
        }
        let (a, b) = (near / way[axis], far / way[axis]);
        enters = enters.max(a.min(b));
        leaves = leaves.min(a.max(b));
    }
    (enters <= leaves).then(|| [from + way * enters, from + way * leaves])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_at_the_edges_of_the_window() {
        let (low, size) = (Vec2::new(10.0, 10.0), Vec2::splat(20.0));
        let cut = |from: [f32; 2], to: [f32; 2]| clipped([from.into(), to.into()], low, size);
        let through = cut([0.0, 20.0], [40.0, 20.0]);
        assert_eq!(
            through,
            Some([Vec2::new(10.0, 20.0), Vec2::new(30.0, 20.0)])
        );
        let inside = cut([12.0, 12.0], [14.0, 13.0]);
        assert_eq!(inside, Some([Vec2::new(12.0, 12.0), Vec2::new(14.0, 13.0)]));
        assert_eq!(cut([0.0, 0.0], [5.0, 40.0]), None);
        assert_eq!(cut([0.0, 5.0], [40.0, 5.0]), None);
    }

    #[test]
    fn ten_centimetres_fill_the_window() {
        let lens = Lens::new(Vec3::ZERO, Vec3::Z * 5.0, Vec2::ZERO, 300.0);
        assert!(lens.place(Vec3::ZERO).distance(Vec2::splat(150.0)) < 1e-3);
        let right = lens.place(Vec3::X * 0.05);
        assert!(right.distance(Vec2::new(300.0, 150.0)) < 1e-2, "{right}");
        let up = lens.place(Vec3::Y * 0.05);
        assert!(up.distance(Vec2::new(150.0, 0.0)) < 1e-2, "{up}");
    }
}
