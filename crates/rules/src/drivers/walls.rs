//! Avoidance of walls: a driver turns away while there is room for it, otherwise it brakes.

use glam::Vec2;

use crate::drivers::steering::Own;
use crate::drivers::terrain::over;
use crate::params::{OPEN_RESERVE, WALL_ESCAPE, WALL_MARGIN, WALL_REACTION};
use dodgem_scene::arena::Border;

/// Edge of the floor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rim<'a> {
    pub border: &'a Border,
    /// True if there is no wall.
    pub is_open: bool,
}

impl Rim<'_> {
    /// Returns the extra distance that a driver keeps from an open edge, in metres.
    pub(super) fn reserve(&self) -> f32 {
        if self.is_open { OPEN_RESERVE } else { 0.0 }
    }
}

/// Evasive destination, with or without braking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Escape {
    pub place: Vec2,
    pub brake: bool,
}

/// Returns the direction inwards from a place, square to the nearest border; a unit vector.
pub(super) fn inwards(border: &Border, place: Vec2) -> Vec2 {
    let at = |x: f32, y: f32| border.clearance(over(place + Vec2::new(x, y)));
    let slope = Vec2::new(at(0.1, 0.0) - at(-0.1, 0.0), at(0.0, 0.1) - at(0.0, -0.1));
    slope.try_normalize().unwrap_or(Vec2::ZERO)
}

/// Returns the destination that avoids the border, if the car is about to run into it. `meets_at` is the
/// distance of the car to hit, in metres: a wall behind that car does not matter.
pub(super) fn escape(rim: &Rim<'_>, own: &Own, aim: Vec2, meets_at: Option<f32>) -> Option<Escape> {
    let border = rim.border;
    let room = border.clearance(over(own.here)) - own.radius * WALL_MARGIN - rim.reserve();
    let inwards = inwards(border, own.here);
    let closing = -own.velocity.dot(inwards);
    let meets_before = meets_at.is_some_and(|distance| distance < room);
    if closing <= 0.5 || (meets_before && !rim.is_open) {
        return None;
    }
    let speed = own.velocity.length();
    let reaction = closing * WALL_REACTION;
    // Distance towards the wall within which the tightest turn becomes parallel to it.
    let along = (1.0 - (closing / speed).powi(2)).max(0.0).sqrt();
    let turn = own.turning_circle() * (1.0 - along) + reaction;
    let stop = closing * closing / (2.0 * own.brake) + reaction;
    if room > turn {
        return None;
    }
    // Along the wall, on the side of the destination, and inwards.
    let side = Vec2::new(-inwards.y, inwards.x);
    let wanted = side.dot(aim - own.here) + side.dot(own.velocity);
    let side = if wanted < 0.0 { -side } else { side };
    // A car bounces off a wall, but falls over an open edge.
    let brake = match rim.is_open {
        true => room < stop,
        false => room < stop.min(turn) * 0.7 && closing > 0.5 * own.top_speed,
    };
    let inwards = if brake { inwards * 3.0 } else { inwards };
    Some(Escape {
        place: own.here + (side + inwards) * WALL_ESCAPE,
        brake,
    })
}

/// Returns a place, moved inwards if the car cannot be so near to the border.
pub(super) fn pulled_in(rim: &Rim<'_>, own: &Own, place: Vec2) -> Vec2 {
    let border = rim.border;
    let missing = own.radius * WALL_MARGIN + rim.reserve() - border.clearance(over(place));
    if missing <= 0.0 {
        return place;
    }
    place + inwards(border, place) * missing
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(x: f32, speed: f32) -> Own {
        Own {
            here: Vec2::new(x, 0.0),
            ahead: Vec2::X,
            velocity: Vec2::X * speed,
            ..Own::AT_REST
        }
    }

    const SQUARE: Border = Border::Rectangle {
        width: 20.0,
        depth: 20.0,
    };
    const HALL: Rim<'_> = Rim {
        border: &SQUARE,
        is_open: false,
    };
    const PLATFORM: Rim<'_> = Rim {
        border: &SQUARE,
        is_open: true,
    };

    #[test]
    fn a_driver_turns_before_the_wall_and_only_there() {
        let aim = Vec2::new(9.0, 3.0);
        assert_eq!(escape(&HALL, &own(0.0, 6.0), aim, None), None);
        let near = escape(&HALL, &own(6.0, 6.0), aim, None).expect("a wall ahead");
        assert!(near.place.x < 6.0 && near.place.y > 0.0, "{near:?}");
        assert_eq!(escape(&HALL, &own(6.0, -6.0), aim, None), None, "it leaves");
        assert_eq!(escape(&HALL, &own(6.0, 6.0), aim, Some(2.0)), None);
    }

    #[test]
    fn at_an_open_edge_it_brakes_even_if_a_car_is_before_it() {
        let aim = Vec2::new(9.5, 0.0);
        assert_eq!(escape(&HALL, &own(6.5, 6.0), aim, Some(1.0)), None);
        let edge = escape(&PLATFORM, &own(6.5, 6.0), aim, Some(1.0)).expect("an edge ahead");
        assert!(edge.brake && edge.place.x < 6.5, "{edge:?}");
    }

    #[test]
    fn on_ice_it_turns_sooner() {
        let ice = Own {
            hold: 2.0,
            brake: 2.0,
            ..own(1.0, 6.0)
        };
        assert_eq!(
            escape(&HALL, &own(1.0, 6.0), Vec2::new(9.0, 3.0), None),
            None
        );
        assert!(escape(&HALL, &ice, Vec2::new(9.0, 3.0), None).is_some());
    }

    #[test]
    fn no_place_is_nearer_to_the_wall_than_a_car_can_be() {
        let place = pulled_in(&HALL, &own(0.0, 0.0), Vec2::new(9.9, -9.9));
        assert!(SQUARE.clearance(over(place)) > 0.5, "{place}");
    }
}
