//! A badge over a car with its number, in its colour: told apart by both.

use glam::{Vec2, Vec3};
use macroquad::color::Color;

use crate::app::area::{Area, Room};
use crate::app::camera::CameraKind;
use crate::app::parts::Whose;
use crate::app::screens::marks::{around, car_from_above};
use crate::app::screens::{Canvas, people};
use crate::app::ui::{Align, ink};
use crate::game::CarView;

/// Nearer than this the number on a car itself can be read from beside, in metres.
const READABLE: f32 = 9.0;
/// How far over its car's place a badge hangs, in metres.
const HEIGHT: f32 = 1.95;
/// How far a badge's point reaches out of it, and half its width, in units.
const POINT: Vec2 = Vec2::new(6.0, 9.0);
/// So many rings around its car are tried from above: past a panel that the car is under.
const RINGS: usize = 8;
/// In so many of them a place is looked for that is on no other car.
const OFF_CARS: usize = 3;

/// A badge that is to be drawn.
struct Plate<'a> {
    car: &'a CarView,
    text: String,
    /// The size of its letters.
    size: f32,
    half: Vec2,
    far: f32,
    /// What it points at.
    target: Vec2,
    /// From above the car, which must stay in sight.
    body: Option<Area>,
}

/// Draws those that are needed: cars whose own plates can be read have none, and from above only
/// those of people, so that badges do not bury the cars. People's come first, then the nearest: who
/// finds no place is left out, but for people's.
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
                // Off other cars too, if that is not far away.
                let mut empty = room.clone();
                empty.taken.extend(cars);
                let best = empty.first_free(half, places(OFF_CARS));
                room.take(half, best.into_iter().chain(places(RINGS)))
            }
            None => room.take(half, places_over(plate.target, half)),
        };
        let seen = room.within.holds(&Area::around(plate.target, Vec2::ZERO));
        match (place, plate.car.slot) {
            (Some(place), _) => draw_plate(canvas, &plate, place),
            // Better on something else than nowhere; but not on what a player alone reads.
            (None, Some(_)) if seen && canvas.whose() == Whose::All && !canvas.state.numbers => {
                let place = plate.target - Vec2::Y * (half.y + POINT.y);
                draw_plate(canvas, &plate, room.within.clamp(place, half));
            }
            (None, _) => {}
        }
    }
}

fn plates<'a>(canvas: &Canvas<'a>) -> impl Iterator<Item = Plate<'a>> {
    let (ui, session, view) = (canvas.ui, &canvas.state.session, canvas.view());
    let sight = canvas.sight();
    let kind = sight.camera.kind;
    let above = kind == CameraKind::Top;
    let follows = matches!(kind, CameraKind::Chase | CameraKind::Hood);
    let watched = sight.watched(&session.round);
    let cars = session.round.cars().iter().enumerate();
    cars.filter_map(move |(index, car)| {
        let own = car.slot.is_some();
        // Who fell is under the floor, and who is in focus has the name on a post.
        let focus = canvas
            .state
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
        // Of a team the mark is worth more than a number that can be read anyway.
        if !own && far < READABLE && car.team.is_none() {
            return None;
        }
        // Far badges are smaller, but stay readable.
        let size = (200.0 / far).clamp(15.0, 25.0);
        let text = match car.slot {
            Some(_) if session.humans() == 1 => "YOU".to_owned(),
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

/// Where a badge of half that size may stand over what it points at: just over it, then aside and
/// higher, for others may stand there.
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
    // Whichever way it turns.
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

/// Where the point of a badge begins, on its edge, and where it ends, towards its target.
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
        // Twelve units of it and nine of its point below its middle.
        assert_eq!(first, Some(Vec2::new(300.0, 279.0)));
        let second = room.take(half, places_over(target, half)).unwrap();
        assert!(second.y <= 279.0 - 24.0, "{second}");
        assert_eq!(second, Vec2::new(300.0, 279.0 - 25.2));
    }
}
