//! Marks over the scene: numbers over cars, signs at crashes, labels of debug views. They avoid the
//! panels of the picture and each other.

mod goals;
mod labels;
mod plates;
mod signs;
mod threats;

use glam::{Vec2, Vec3};

use crate::app::area::Area;
use crate::app::camera::CameraKind;
use crate::app::screens::{Canvas, overlay};
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
    labels::draw_notes(canvas, &mut room);
    let cars = cars_from_above(canvas);
    plates::draw(canvas, &cars, &mut room);
    // The signs would cover the lines of the sweeps.
    let has_views = canvas.has_views();
    if with_signs && !(has_views && canvas.state.views.has(View::Sweeps)) {
        signs::draw(canvas, &cars, &mut room);
    }
    if has_views {
        labels::draw(canvas, &mut room);
    }
}

/// Places around `at` for a box of half size `half` beside a box of half size `other`, in rings: first in the
/// direction `first`, then further away from it to both sides.
fn around(
    at: Vec2,
    half: Vec2,
    other: Vec2,
    first: Vec2,
    rings: usize,
) -> impl Iterator<Item = Vec2> {
    const TURNS: [f32; 8] = [0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 4.0];
    let begin = first.to_angle();
    let reach = half + other;
    (0..rings).flat_map(move |ring| {
        TURNS.into_iter().map(move |turn| {
            let way = Vec2::from_angle(begin + turn * std::f32::consts::FRAC_PI_4);
            // Lies on the edge of the box in which the two would overlap.
            let share = (way.abs() / reach.max(Vec2::splat(0.1))).max_element();
            at + way / share * (1.02 + 0.6 * ring as f32)
        })
    })
}

/// The areas of the cars for the top camera; none for other cameras.
fn cars_from_above(canvas: &Canvas<'_>) -> Vec<Area> {
    let session = &canvas.state.session;
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

/// The area of a car for the top camera, whatever its heading.
fn car_from_above(canvas: &Canvas<'_>, place: Vec3) -> Option<Area> {
    /// Half the length of a car with its ring, in metres.
    const REACH: f32 = 1.1;
    let (at, _) = canvas.view().project(place, canvas.ui.size)?;
    let (side, _) = canvas
        .view()
        .project(place + Vec3::X * REACH, canvas.ui.size)?;
    Some(Area::around(at, Vec2::splat(at.distance(side))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn around_something_nothing_lies_on_it_and_the_wished_side_comes_first() {
        let (at, half, other) = (
            Vec2::new(300.0, 300.0),
            Vec2::new(60.0, 20.0),
            Vec2::splat(30.0),
        );
        let places: Vec<Vec2> = around(at, half, other, Vec2::NEG_Y, 2).collect();
        assert_eq!(places.len(), 16);
        assert!(places[0].distance(Vec2::new(300.0, 300.0 - 51.0)) < 0.01);
        for place in places {
            let one = Area::around(place, half);
            assert!(!one.overlaps(&Area::around(at, other)), "{place}");
        }
    }
}
