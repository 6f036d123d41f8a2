//! Samples of the debug views' lines for the legend.

use glam::Vec2;
use macroquad::color::Color;

use crate::app::params::screens::legend_samples::{LONG, SAMPLE_LETTERS};
use crate::app::render::looks::{LineLook, Shape};
use crate::app::ui::{Align, Ui};

/// Draws a sample of a kind of line; `at` is the middle of its left side.
pub(super) fn draw_sample(ui: &Ui, look: &LineLook, at: Vec2) {
    let [red, green, blue, _] = look.color;
    let color = Color::new(red, green, blue, 1.0);
    let line = |from: Vec2, to: Vec2| draw_dashed(ui, look, at + from, at + to, color);
    let cross = |half: f32| {
        let middle = Vec2::X * (LONG * 0.5);
        for side in [-half, half] {
            let arm = Vec2::new(half, side);
            let (from, to) = (at + middle - arm, at + middle + arm);
            ui.line(from, to, look.width, color);
        }
    };
    let (start, end) = (Vec2::ZERO, Vec2::X * LONG);
    match look.shape {
        Shape::Line => line(start, end),
        Shape::Frame => {
            let corners = [
                (8.0, -6.0),
                (LONG - 8.0, -6.0),
                (LONG - 8.0, 6.0),
                (8.0, 6.0),
            ];
            let corners = corners.map(|(x, y)| Vec2::new(x, y));
            (0..4).for_each(|side| line(corners[side], corners[(side + 1) % 4]));
        }
        Shape::Cross { small } => cross(if small { 4.0 } else { 7.0 }),
        Shape::Arrow => {
            line(start, end);
            for side in [-5.0, 5.0] {
                line(end, end + Vec2::new(-9.0, side));
            }
        }
        Shape::Cone => {
            let foot = Vec2::new(LONG * 0.5, 7.0);
            let rim = [
                Vec2::new(LONG * 0.5 - 14.0, -7.0),
                Vec2::new(LONG * 0.5 + 14.0, -7.0),
            ];
            line(foot, rim[0]);
            line(rim[0], rim[1]);
            line(rim[1], foot);
        }
        Shape::Ring => {
            let rim = |part: usize| {
                let angle = part as f32 / 16.0 * std::f32::consts::TAU;
                Vec2::new(LONG * 0.5 + 18.0 * angle.cos(), 6.0 * angle.sin())
            };
            (0..16).for_each(|part| line(rim(part), rim(part + 1)));
        }
        Shape::Number => {
            let base = at + Vec2::new(LONG * 0.5, 5.0);
            ui.text("12", base, SAMPLE_LETTERS, color, Align::Center);
        }
    }
    if look.cross {
        cross(7.0);
    }
}

/// Draws a line of a sample, with its dashes.
fn draw_dashed(ui: &Ui, look: &LineLook, from: Vec2, to: Vec2, color: Color) {
    let length = from.distance(to);
    if look.dash == 0.0 || length < 1.0 {
        return ui.line(from, to, look.width, color);
    }
    let way = (to - from) / length;
    // The dash length at a distance of eight metres in a picture 720 units high.
    let dash = (look.dash * 75.0).clamp(4.0, 32.0);
    let mut begin = 0.0;
    while begin < length {
        let end = (begin + dash * 0.6).min(length);
        ui.line(from + way * begin, from + way * end, look.width, color);
        begin += dash;
    }
}
