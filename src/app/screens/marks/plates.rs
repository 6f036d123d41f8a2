//! Badges over cars with their number and colour, so that cars can be told apart by either.

use glam::{Vec2, Vec3};
use macroquad::color::Color;

use crate::app::area::{Area, Room};
use crate::app::camera::CameraKind;
use crate::app::params::screens::marks_plates::{HEIGHT, OFF_CARS, READABLE, RINGS};
use crate::app::parts::Whose;
use crate::app::screens::marks::layout::{around, car_from_above};
use crate::app::screens::{Canvas, people};
use crate::app::ui::{Align, ink};
use crate::game::CarView;

/// Half the width and the length of a badge's point, in units.
const POINT: Vec2 = Vec2::new(6.0, 9.0);

/// A badge to draw.
struct Plate<'a> {
    car: &'a CarView,
    text: String,
    /// The letter size, in units.
    size: f32,
    half: Vec2,
    far: f32,
    /// The point that it marks.
    target: Vec2,
    /// With the top camera the area of the car, which must stay visible.
    body: Option<Area>,
}

/// Draws the badges. A car with a readable number needs none, and with the top camera only players' cars have
/// one, so that badges do not bury the cars. Players' come first, then the nearest; a badge without a free place
/// is omitted, unless it is a player's.
pub fn draw(canvas: &Canvas<'_>, cars: &[Area], room: &mut Room) {
    let mut plates: Vec<Plate<'_>> = plates(canvas).collect();
    plates.sort_by(|a, b| {
        (a.car.slot.is_none(), a.far)
            .partial_cmp(&(b.car.slot.is_none(), b.far))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    for plate in plates {
        let half = plate.half + Vec2::splat(2.0);
        let place = match plate.body {
            Some(body) => {
                let other = (body.high - body.low) * 0.5 + Vec2::splat(POINT.y);
                let middle = (body.high + body.low) * 0.5;
                let places = |rings| around(middle, half, other, Vec2::NEG_Y, rings);
                // A place off other cars is preferred, if there is one nearby.
                let mut empty = room.clone();
                empty.taken.extend(cars);
                let best = empty.first_free(half, places(OFF_CARS));
                room.take(half, best.into_iter().chain(places(RINGS)))
            }
            None => room.take(half, places_over(plate.target, half)),
        };
        // Under a panel the car itself is hidden, so its badge would point at nothing.
        let seen = room.within.holds(&Area::around(plate.target, Vec2::ZERO))
            && !canvas.ui.covers(plate.target);
        match (place, plate.car.slot) {
            (Some(place), _) => draw_plate(canvas, &plate, place),
            // A player's badge may cover something, but not in a player's own part, and not the numbers.
            (None, Some(_))
                if seen && canvas.whose() == Whose::All && !canvas.state.display.numbers =>
            {
                let place = plate.target - Vec2::Y * (half.y + POINT.y);
                draw_plate(canvas, &plate, room.within.clamp(place, half));
            }
            (None, _) => {}
        }
    }
}

fn plates<'a>(canvas: &Canvas<'a>) -> impl Iterator<Item = Plate<'a>> {
    let (ui, session, view) = (canvas.ui, canvas.state.session, canvas.view());
    let sight = canvas.sight();
    let kind = sight.camera.kind;
    let above = kind == CameraKind::Top;
    let follows = matches!(kind, CameraKind::Chase | CameraKind::Hood);
    let watched = sight.watched(&session.round);
    let cars = session.round.cars().iter().enumerate();
    cars.filter_map(move |(index, car)| {
        let own = car.slot.is_some();
        // A car that fell is under the floor; one in focus has its name on a post.
        let focus = canvas
            .state
            .display
            .views
            .focus
            .filter(|_| !above && canvas.has_views());
        if session.round.is_out(index) || focus.is_some_and(|focus| focus.has(car.actor)) {
            return None;
        }
        if follows && Some(car.actor) == watched || above && !own {
            return None;
        }
        let place = session.drawn_pose(car.actor).translation();
        let lift = if above { 0.0 } else { HEIGHT };
        let (target, far) = view.project(place + Vec3::Y * lift, ui.size)?;
        // The mark of a team is worth a badge even where the number is readable.
        if !own && far < READABLE && car.team.is_none() {
            return None;
        }
        // Distant badges are smaller, but stay readable.
        let size = (200.0 / far).clamp(15.0, 25.0);
        let text = match car.slot {
            Some(_) if session.humans() == 1 => canvas.state.settings.words().play.you.to_owned(),
            Some(slot) => format!("P{}", slot + 1),
            None => car.number.to_string(),
        };
        let text = people::of_team(car.team, &text);
        let wide = (ui.width(&text, size) * 0.5 + 6.0).max(size * 0.62);
        Some(Plate {
            car,
            text,
            size,
            half: Vec2::new(wide, size * 0.62),
            far,
            target,
            body: if above {
                car_from_above(canvas, place)
            } else {
                None
            },
        })
    })
}

/// The possible places of a badge of that half size above its target: just above, then aside and higher, because
/// others may be in the way.
fn places_over(target: Vec2, half: Vec2) -> impl Iterator<Item = Vec2> {
    const MOVES: [(f32, f32); 7] = [
        (0.0, 0.0),
        (-1.3, -0.4),
        (1.3, -0.4),
        (0.0, -2.1),
        (-2.1, -1.0),
        (2.1, -1.0),
        (0.0, -4.2),
    ];
    let first = target - Vec2::Y * (half.y + POINT.y);
    let moves = MOVES.into_iter();
    moves.map(move |(x, y)| first + half * Vec2::new(x, y))
}

fn draw_plate(canvas: &Canvas<'_>, plate: &Plate<'_>, at: Vec2) {
    let (ui, half) = (canvas.ui, plate.half);
    let [red, green, blue] = plate.car.paint.to_array();
    let edge = if plate.car.slot.is_some() {
        ink::GOLD
    } else {
        ink::CREAM
    };
    let (foot, tip) = point_of(at, half, plate.target);
    let side = (tip - foot).perp().normalize_or_zero() * POINT.x;
    ui.triangle([foot + side, foot - side, tip], edge);
    ui.fill(
        at - half - Vec2::splat(2.0),
        half * 2.0 + Vec2::splat(4.0),
        edge,
    );
    ui.fill(
        at - half,
        half * 2.0,
        Color::new(red * 0.85, green * 0.85, blue * 0.85, 1.0),
    );
    let bright = red * 0.3 + green * 0.6 + blue * 0.1 > 0.55;
    let color = if bright { ink::NIGHT } else { ink::CREAM };
    let base = at + Vec2::Y * (plate.size * 0.36);
    ui.text(&plate.text, base, plate.size, color, Align::Center);
}

/// The start of a badge's point, on its edge, and its end, towards the target.
fn point_of(at: Vec2, half: Vec2, target: Vec2) -> (Vec2, Vec2) {
    let way = (target - at).normalize_or(Vec2::Y);
    let share = (way.abs() / half).max_element();
    let foot = at + way / share;
    (foot, foot + way * POINT.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_badge_points_from_its_edge_at_its_car() {
        let half = Vec2::new(20.0, 10.0);
        let at = Vec2::new(100.0, 100.0);
        let (foot, tip) = point_of(at, half, Vec2::new(100.0, 300.0));
        assert_eq!(
            (foot, tip),
            (Vec2::new(100.0, 110.0), Vec2::new(100.0, 119.0))
        );
        let (foot, tip) = point_of(at, half, Vec2::new(0.0, 100.0));
        assert_eq!(
            (foot, tip),
            (Vec2::new(80.0, 100.0), Vec2::new(71.0, 100.0))
        );
    }

    #[test]
    fn a_badge_stands_over_its_place_unless_another_does() {
        let half = Vec2::new(20.0, 12.0);
        let target = Vec2::new(300.0, 300.0);
        let mut room = Room {
            within: Area::of(Vec2::ZERO, Vec2::new(1280.0, 720.0)),
            taken: Vec::new(),
        };
        let first = room.take(half, places_over(target, half));
        // The badge is 12 units high and its point 9 units long below its middle.
        assert_eq!(first, Some(Vec2::new(300.0, 279.0)));
        let second = room.take(half, places_over(target, half)).unwrap();
        assert!(second.y <= 279.0 - 24.0, "{second}");
        assert_eq!(second, Vec2::new(300.0, 279.0 - 25.2));
    }
}
