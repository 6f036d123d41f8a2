//! Marks over the scene: numbers over cars, signs at crashes, labels of debug views. They avoid the
//! panels of the picture and each other.

mod goals;
mod labels;
mod layout;
mod plates;
mod signs;
mod threats;

use crate::app::area::Area;
use crate::app::camera::CameraKind;
use crate::app::screens::marks::layout::car_from_above;
use crate::app::screens::{Canvas, card, overlay};
use crate::arena::View;

pub use crate::app::screens::marks::goals::{draw_balls, draw_goal};
pub use crate::app::screens::marks::threats::draw_threats;

/// Draws all marks. The panels must be drawn before, so that their places are known.
pub fn draw(canvas: &Canvas<'_>) {
    draw_with(canvas, true);
}

/// Like [`draw`] for a paused picture: without the signs, which would hide the scene.
pub fn draw_still(canvas: &Canvas<'_>) {
    draw_with(canvas, false);
}

fn draw_with(canvas: &Canvas<'_>, with_signs: bool) {
    let over: Vec<Area> = overlay::places(canvas, true).areas().collect();
    canvas.in_parts(|part| draw_in_part(part, &over, with_signs));
}

/// Draws the marks of a part of the picture, off the areas in `over` that cover the whole picture.
fn draw_in_part(canvas: &Canvas<'_>, over: &[Area], with_signs: bool) {
    let mut room = overlay::room(canvas);
    let over = over.iter().map(|area| canvas.ui.here(*area));
    room.taken.extend(over);
    card::draw_in_scene(canvas, &mut room);
    labels::draw_notes(canvas, &mut room);
    let cars = cars_from_above(canvas);
    plates::draw(canvas, &cars, &mut room);
    // The signs would cover the lines of the sweeps.
    let has_views = canvas.has_views();
    if with_signs && !(has_views && canvas.state.display.views.has(View::Sweeps)) {
        signs::draw(canvas, &cars, &mut room);
    }
    if has_views {
        labels::draw(canvas, &mut room);
    }
}

/// The areas of the cars for the top camera; none for other cameras.
fn cars_from_above(canvas: &Canvas<'_>) -> Vec<Area> {
    let session = canvas.state.session;
    if canvas.sight().camera.kind != CameraKind::Top {
        return Vec::new();
    }
    let places = session
        .round
        .cars()
        .iter()
        .map(|car| session.drawn_pose(car.actor));
    places
        .filter_map(|pose| car_from_above(canvas, pose.translation()))
        .collect()
}
