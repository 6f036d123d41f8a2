//! How a driver keeps off walls: it turns away while there is room for it, and brakes if not.

use glam::Vec2;

use crate::arena::Border;
use crate::game::drivers::steering::Own;
use crate::game::drivers::terrain::over;
use crate::params::{WALL_ESCAPE, WALL_MARGIN, WALL_REACTION};

/// Where to head instead, and whether to brake.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Escape {
    pub place: Vec2,
    pub brake: bool,
}

/// The way inwards from a place, square to the nearest border; a unit vector.
pub(super) fn inwards(border: &Border, place: Vec2) -> Vec2 {
    let at = |x: f32, y: f32| border.clearance(over(place + Vec2::new(x, y)));
    let slope = Vec2::new(at(0.1, 0.0) - at(-0.1, 0.0), at(0.0, 0.1) - at(0.0, -0.1));
    slope.try_normalize().unwrap_or(Vec2::ZERO)
}

/// Where to head so as not to run into the border, if the car is about to. `meets_at` is how far off
/// the car is that the driver wants to hit: it does not mind a wall behind that.
pub(super) fn escape(
    border: &Border,
    own: &Own,
    aim: Vec2,
    meets_at: Option<f32>,
) -> Option<Escape> {
    let room = border.clearance(over(own.here)) - own.radius * WALL_MARGIN;
    let inwards = inwards(border, own.here);
    let closing = -own.velocity.dot(inwards);
    if closing <= 0.5 || meets_at.is_some_and(|distance| distance < room) {
        return None;
    }
    let speed = own.velocity.length();
    let reaction = closing * WALL_REACTION;
    // A turn at the tightest leads this far towards the wall before it leads along it.
    let along = (1.0 - (closing / speed).powi(2)).max(0.0).sqrt();
    let turn = own.turning_circle() * (1.0 - along) + reaction;
    let stop = closing * closing / (2.0 * own.brake) + reaction;
    if room > turn {
        return None;
    }
    // Along the wall to the side where the aim is, and inwards.
    let side = Vec2::new(-inwards.y, inwards.x);
    let wanted = side.dot(aim - own.here) + side.dot(own.velocity);
    let side = if wanted < 0.0 { -side } else { side };
    Some(Escape {
        place: own.here + (side + inwards) * WALL_ESCAPE,
        brake: room < stop.min(turn) * 0.7 && closing > 0.5 * own.top_speed,
    })
}

/// A place, pulled in if it is so near to the border that the car cannot be there.
pub(super) fn pulled_in(border: &Border, own: &Own, place: Vec2) -> Vec2 {
    let missing = own.radius * WALL_MARGIN - border.clearance(over(place));
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
            radius: 1.0,
            height: 0.0,
            top_speed: 6.0,
            pull: 5.0,
            pull_back: 3.5,
            brake: 8.0,
            hold: 8.8,
            turn_rate: 2.6,
            turn_radius: 1.6,
        }
    }

    const HALL: Border = Border::Rectangle {
        width: 20.0,
        depth: 20.0,
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
    fn on_ice_it_turns_sooner() {
        let ice = Own {
            hold: 2.0,
            brake: 2.0,
            ..own(0.0, 6.0)
        };
        assert!(escape(&HALL, &ice, Vec2::new(9.0, 3.0), None).is_some());
    }

    #[test]
    fn no_place_is_nearer_to_the_wall_than_a_car_can_be() {
        let place = pulled_in(&HALL, &own(0.0, 0.0), Vec2::new(9.9, -9.9));
        assert!(HALL.clearance(over(place)) > 0.5, "{place}");
    }
}
