//! The hand on screen: the thing under it, the thing that it holds, and its force.

use crate::app::words::fill;
use glam::{Vec2, Vec3};
use macroquad::color::Color;

use crate::app::grip::HandUse;
use crate::app::params::THROW_SECONDS;
use crate::app::params::panels::side::WIDTH as PANELS_WIDTH;
use crate::app::params::screens::hand::INSTRUCTION_TOP;
use crate::app::screens::{Canvas, handles};
use crate::app::ui::{Align, ink};
use crate::arena::ActorId;

/// Draws the marks of the hand in the scene, below the panels: the selection, the held thing, and the band.
pub fn draw_marks(canvas: &Canvas<'_>) {
    let (ui, hand) = (canvas.ui, canvas.state.hand);
    if hand.does == HandUse::None {
        return;
    }
    canvas.in_parts(draw_selected);
    canvas.in_parts(draw_held);
    canvas.in_parts(handles::draw);
    if let Some(band) = hand.band {
        let (corner, size) = band.area();
        ui.fill(corner, size, ink::fade(ink::MINT, 0.12));
        ui.frame(corner, size, 1.5, ink::MINT);
    }
}

/// Draws the hand, if it is in use.
pub fn draw(canvas: &Canvas<'_>) {
    let (ui, state) = (canvas.ui, canvas.state);
    let hand = state.hand;
    if hand.does == HandUse::None {
        return;
    }
    if let Some(at) = state.players.devices.pad_pointer.place() {
        cursor(canvas, at, hand.does);
    }
    let panels = state.panels;
    if let Some(text) = panels
        .instruction(&state.settings.words().build)
        .filter(|_| panels.open)
    {
        let free = ui.size.x - PANELS_WIDTH * state.settings.panel_text;
        let size = 18.0;
        let at = Vec2::new(free * 0.5, INSTRUCTION_TOP);
        let wide = ui.width(&text, size) + 28.0;
        ui.fill(
            at - Vec2::new(wide * 0.5, 21.0),
            Vec2::new(wide, 30.0),
            ink::SOLID,
        );
        ui.text(&text, at, size, ink::GOLD, Align::Center);
    }
    if let Some(charge) = hand.charge {
        let size = Vec2::new(160.0, 12.0);
        let at = Vec2::new((ui.size.x - size.x) * 0.5, ui.size.y * 0.62);
        ui.bar(at, size, charge / THROW_SECONDS, ink::GOLD);
        ui.text(
            state.settings.words().play.throws,
            at - Vec2::Y * 6.0 + Vec2::X * 80.0,
            18.0,
            ink::CREAM,
            Align::Center,
        );
    }
}

/// Draws a box with marked corners around each selected thing, and their number above the first one.
fn draw_selected(canvas: &Canvas<'_>) {
    let state = canvas.state;
    let arena = state.session.round.arena();
    let selected = &state.panels.selected;
    if selected.len() < 2 {
        return;
    }
    let mut top: Option<Vec2> = None;
    for id in selected.iter().filter(|id| arena.is_present(**id)) {
        outline(canvas, *id, ink::NIGHT, 4.0);
        let at = outline(canvas, *id, ink::MINT, 2.0);
        for corner in corners(canvas, *id).into_iter().flatten() {
            canvas
                .ui
                .fill(corner - Vec2::splat(2.5), Vec2::splat(5.0), ink::MINT);
        }
        top = match (top, at) {
            (Some(top), Some(at)) if top.y <= at.y => Some(top),
            (top, at) => at.or(top),
        };
    }
    if let Some(top) = top {
        let text = fill(
            state.settings.words().play.selected,
            &[("count", &selected.len())],
        );
        let at = top - Vec2::Y * 28.0;
        canvas.ui.text(&text, at, 18.0, ink::MINT, Align::Center);
    }
}

/// Outlines the thing under the hand or held by it, and shows the pulling force.
fn draw_held(canvas: &Canvas<'_>) {
    let (ui, state) = (canvas.ui, canvas.state);
    let hand = state.hand;
    let held = hand.grip.map(|grip| grip.actor);
    // The round may have been replaced since `hand.over` was set.
    let over = hand.over.filter(|_| hand.moves);
    let about = held.or(over.map(|(id, _)| id));
    if let Some(id) = about.filter(|id| state.session.round.arena().is_present(*id)) {
        let color = if held.is_some() {
            ink::GOLD
        } else {
            ink::CREAM
        };
        let top = outline(canvas, id, color, 1.5);
        let name = &state.session.round.arena().actor(id).name;
        let name = state.settings.words().views.names.label(name);
        if let Some(at) = top {
            ui.text(&name, at - Vec2::Y * 8.0, 18.0, color, Align::Center);
        }
    }
    let arena = state.session.round.arena();
    if let (Some(grip), Some(hold)) = (hand.grip, arena.hold()) {
        let pose = state.session.drawn_pose(hold.actor);
        let ends = [pose.transform_point(hold.point), grip.target];
        let [Some((from, _)), Some((to, _))] = ends.map(|end| canvas.view().project(end, ui.size))
        else {
            return;
        };
        ui.line(from, to, 3.0, ink::GOLD);
        let force = arena.hand_force().length();
        let text = match force >= 1000.0 {
            true => format!("{:.1} kN", force / 1000.0),
            false => format!("{force:.0} N"),
        };
        ui.text(
            &text,
            to + Vec2::new(14.0, 34.0),
            18.0,
            ink::GOLD,
            Align::Left,
        );
    }
}

/// Draws the pointer that a pad moves, with the meaning of the pad's buttons.
fn cursor(canvas: &Canvas<'_>, at: Vec2, does: HandUse) {
    let ui = canvas.ui;
    for way in [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y] {
        ui.line(at + way * 5.0, at + way * 16.0, 4.0, ink::NIGHT);
        ui.line(at + way * 6.0, at + way * 15.0, 2.0, ink::CREAM);
    }
    let words = &canvas.state.settings.words().play;
    let takes = match does {
        HandUse::Place => words.pad_places,
        _ => words.pad_pulls,
    };
    let text = fill(words.pad_hand, &[("takes", &takes)]);
    let line = Vec2::new(ui.size.x * 0.5, ui.size.y - 14.0);
    ui.text(&text, line, 17.0, ink::CREAM, Align::Center);
}

/// Returns the corners of the box of an actor on the screen, where they are in view.
fn corners(canvas: &Canvas<'_>, id: ActorId) -> [Option<Vec2>; 8] {
    let actor = canvas.state.session.round.arena().actor(id);
    let pose = canvas.state.session.drawn_pose(id);
    let bounds = actor.model.local_aabb();
    let corner = |index: usize| {
        let pick = |axis: usize| match index >> axis & 1 {
            0 => bounds.min[axis],
            _ => bounds.max[axis],
        };
        let corner = Vec3::new(pick(0), pick(1), pick(2));
        canvas
            .view()
            .project(pose.transform_point(corner), canvas.ui.size)
    };
    std::array::from_fn(|index| corner(index).map(|(at, _)| at))
}

/// Draws the box of an actor; returns the middle of its upper edge on the screen.
fn outline(canvas: &Canvas<'_>, id: ActorId, color: Color, width: f32) -> Option<Vec2> {
    let corners = corners(canvas, id);
    for from in 0..8_usize {
        for axis in (0..3).filter(|axis| from >> axis & 1 == 0) {
            if let (Some(a), Some(b)) = (corners[from], corners[from | 1 << axis]) {
                canvas.ui.line(a, b, width, color);
            }
        }
    }
    let seen = || corners.iter().flatten().copied();
    let middle = seen().fold(Vec2::ZERO, |sum, at| sum + at) / seen().count().max(1) as f32;
    let top = seen().map(|at| at.y).fold(f32::INFINITY, f32::min);
    top.is_finite().then(|| Vec2::new(middle.x, top))
}
