//! The places at which marks avoid cars and each other.

use glam::{Vec2, Vec3};

use crate::app::area::Area;
use crate::app::params::screens::marks_layout::REACH;
use crate::app::screens::Canvas;

/// Places around `at` for a box of half size `half` beside a box of half size `other`, in rings: first in the
/// direction `first`, then further away from it to both sides.
pub(super) fn around(
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

/// The area of a car for the top camera, whatever its heading.
pub(super) fn car_from_above(canvas: &Canvas<'_>, place: Vec3) -> Option<Area> {
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
