//! The symbols of joints, the outline of the chosen zone, and the handles with the axis letters.

use glam::{Vec2, Vec3};
use macroquad::color::Color;

use crate::app::handle_use::HandleUse;
use crate::app::handles::{Effect, Handle, Handles, metres_per_unit};
use crate::app::joint_shapes;
use crate::app::params::JOINT_UNITS;
use crate::app::screens::Canvas;
use crate::app::state::handles::{drawn_joints, object_of};
use crate::app::ui::{Align, ink};
use crate::level::JointSpec;

/// The colours of the axes; letters name them too.
const AXES: [(Color, &str); 3] = [
    (ink::CORAL, "X"),
    (ink::MINT, "Y"),
    (Color::new(0.45, 0.66, 1.0, 1.0), "Z"),
];

/// Draws joints, the chosen zone, and the handles.
pub fn draw(canvas: &Canvas<'_>) {
    let state = canvas.state;
    let (panels, hand) = (state.panels, state.hand);
    let round = &state.session.round;
    if panels.open {
        let chosen = panels.joint();
        for (index, joint, metres) in drawn_joints(round, canvas.view(), canvas.ui.size) {
            let is_chosen = chosen == Some(index);
            symbol(
                canvas,
                &joint,
                metres,
                if is_chosen { ink::GOLD } else { ink::CREAM },
            );
        }
    }
    let used = panels.handle.as_ref().filter(|used| used.down);
    let Some(object) = object_of(panels, hand.does, round) else {
        return;
    };
    if let Some((_, joint)) = used.and_then(|used| used.joint()) {
        let far = joint.at.map_or(1.0, |at| at.distance(canvas.view().eye));
        let metres = JOINT_UNITS * metres_per_unit(canvas.view(), canvas.ui.size, far);
        symbol(canvas, &joint, metres, ink::GOLD);
    }
    let corners = used.and_then(HandleUse::corners);
    if let Some(corners) = corners.or_else(|| object.corners()) {
        outline(canvas, &corners);
    }
    let list = used.map_or_else(|| object.handles(), |used| used.handles());
    let handles = Handles::new(list, canvas.view(), canvas.ui.size);
    let lit = match used {
        Some(used) => Some((used.drag.handle.effect, used.drag.handle.index)),
        None => hand.near.map(|near| (near.effect, near.index)),
    };
    for handle in &handles.list {
        let is_lit = lit == Some((handle.effect, handle.index));
        draw_handle(canvas, &handles, handle, is_lit);
    }
}

fn draw_handle(canvas: &Canvas<'_>, handles: &Handles, handle: &Handle, is_lit: bool) {
    let ui = canvas.ui;
    let line = handles.line(handle, canvas.view(), ui.size);
    let (color, letter) = AXES[handle.index % 3];
    let color = if is_lit { ink::GOLD } else { color };
    let wide = if is_lit { 4.0 } else { 2.5 };
    if handle.effect == Effect::Size {
        for at in line {
            ui.fill(at - Vec2::splat(7.0), Vec2::splat(14.0), ink::NIGHT);
            ui.fill(at - Vec2::splat(5.0), Vec2::splat(10.0), color);
        }
        return;
    }
    for ends in line.windows(2) {
        ui.line(ends[0], ends[1], wide + 2.0, ink::fade(ink::NIGHT, 0.7));
    }
    for ends in line.windows(2) {
        ui.line(ends[0], ends[1], wide, color);
    }
    if let ([foot, tip], Effect::Move) = (&line[..], handle.effect) {
        let way = (*tip - *foot).normalize_or(Vec2::NEG_Y);
        let across = way.perp() * 6.0;
        ui.triangle([*tip + way * 12.0, *tip + across, *tip - across], color);
        let at = *tip + way * 24.0 + Vec2::Y * 6.0;
        ui.bold(letter, at, 16.0, color, Align::Center);
    }
}

/// Draws the symbol of a joint, seen through things.
fn symbol(canvas: &Canvas<'_>, joint: &JointSpec, metres: f32, color: Color) {
    let lines = joint_shapes::lines(joint, metres);
    for (wide, color) in [(4.5, ink::fade(ink::NIGHT, 0.6)), (2.0, color)] {
        for [from, to] in &lines {
            segment(canvas, *from, *to, wide, color);
        }
    }
}

/// Draws the edges of a box.
fn outline(canvas: &Canvas<'_>, corners: &[Vec3; 8]) {
    for from in 0..8_usize {
        for bit in (0..3).filter(|bit| from >> bit & 1 == 0) {
            segment(
                canvas,
                corners[from],
                corners[from | 1 << bit],
                2.0,
                ink::GOLD,
            );
        }
    }
}

fn segment(canvas: &Canvas<'_>, from: Vec3, to: Vec3, wide: f32, color: Color) {
    let seen = [from, to].map(|end| canvas.view().project(end, canvas.ui.size));
    if let [Some((from, _)), Some((to, _))] = seen {
        canvas.ui.line(from, to, wide, color);
    }
}
