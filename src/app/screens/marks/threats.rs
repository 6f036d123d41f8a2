//! Signs at the edges of the picture for cars that approach the player unseen.

use glam::{Vec2, Vec3};

use crate::app::camera::CameraKind;
use crate::app::params::screens::marks_threats::{BESIDE, FOOT, GAUGES, LOW, SIDE};
use crate::app::params::{THREAT_METRES, THREAT_SECONDS, THREAT_SPEED, THREATS};
use crate::app::render::scene::CameraView;
use crate::app::screens::Canvas;
use crate::app::screens::marks::goals::draw_sign;
use crate::app::ui::ink;
use crate::game::CarView;

/// The seconds until a car arrives, from its offset `way` (m) and velocity (m/s) relative to the player's car; `None`
/// if it does not approach, or not soon.
fn seconds_until(way: Vec3, velocity: Vec3) -> Option<f32> {
    let far = way.length();
    let closing = -velocity.dot(way.normalize_or_zero());
    let soon = closing >= THREAT_SPEED && far <= THREAT_METRES && far <= closing * THREAT_SECONDS;
    soon.then_some(far / closing)
}

/// The position of a sign for a place outside the picture, in shares of the picture, and its direction.
fn place_of(view: &CameraView, place: Vec3) -> (Vec2, Vec2) {
    let clip = view.view_projection * place.extend(1.0);
    let side = if clip.x < 0.0 { -1.0 } else { 1.0 };
    // Distances to the right and ahead, in metres.
    let (right, ahead) = (clip.x.abs() / view.scale.x, clip.w);
    match ahead < 0.0 && right < -ahead {
        true => {
            let beside = BESIDE.max(0.35 * right / -ahead);
            (Vec2::new(0.5 + side * beside, 1.0 - FOOT), Vec2::Y)
        }
        false => {
            let x = if side < 0.0 { SIDE } else { 1.0 - SIDE };
            (Vec2::new(x, LOW), Vec2::X * side)
        }
    }
}

/// Draws signs for the cars that approach from outside the picture, the soonest first.
pub fn draw_threats(canvas: &Canvas<'_>) {
    let (ui, session, view) = (canvas.ui, canvas.state.session, canvas.view());
    let (round, sight) = (&session.round, canvas.sight());
    let follows = matches!(sight.camera.kind, CameraKind::Chase | CameraKind::Hood);
    let Some(own) = sight.car(round).filter(|_| follows && !canvas.has_views()) else {
        return;
    };
    let actor = |car: &CarView| round.arena().actor(car.actor);
    let me = actor(&round.cars()[own]);
    let cars = round.cars().iter().enumerate();
    let mut coming: Vec<(f32, &CarView, Vec3)> = cars
        .filter(|(index, car)| {
            let mate = car.team.is_some() && car.team == round.cars()[own].team;
            *index != own && !round.is_out(*index) && !mate
        })
        .filter_map(|(_, car)| {
            let other = actor(car);
            let way = other.pose.translation() - me.pose.translation();
            let seconds = seconds_until(way, other.velocity - me.velocity)?;
            let place = session.drawn_pose(car.actor).translation();
            let seen = view.project(place, ui.size);
            let inside =
                seen.is_some_and(|(at, _)| at.cmpge(Vec2::ZERO).all() && at.cmple(ui.size).all());
            (!inside).then_some((seconds, car, place))
        })
        .collect();
    coming.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (_, car, place) in coming.into_iter().take(THREATS) {
        let (at, way) = place_of(view, place);
        let mut at = at * ui.size;
        if way == Vec2::Y {
            // The gauges are at the bottom left.
            at.x = at.x.max(GAUGES);
        }
        let words = format!("{} {}", car.number, car.name);
        draw_sign(ui, at, way, &words, ink::CORAL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::params::render::scene::FIELD_OF_VIEW;

    #[test]
    fn a_car_that_comes_soon_is_a_threat_and_one_that_leaves_is_none() {
        let behind = Vec3::new(0.0, 0.0, 6.0);
        let with = |speed: f32| seconds_until(behind, Vec3::new(0.0, 0.0, -speed));
        assert_eq!(with(6.0), Some(1.0));
        assert_eq!(with(-6.0), None, "it leaves");
        assert_eq!(with(THREAT_SPEED * 0.9), None, "it is slow");
        let far = Vec3::X * (THREAT_METRES + 1.0);
        assert_eq!(seconds_until(far, Vec3::X * -40.0), None);
    }

    #[test]
    fn signs_are_at_the_side_where_the_car_is_or_at_the_foot() {
        // The camera looks along -Z.
        let view = CameraView::wide(
            Vec3::Y,
            Vec3::new(0.0, 1.0, -5.0),
            16.0 / 9.0,
            FIELD_OF_VIEW,
        );
        let at = |x: f32, z: f32| place_of(&view, Vec3::new(x, 1.0, z));
        let (right, way) = at(9.0, -1.0);
        assert!(right.x > 0.9 && way == Vec2::X, "{right} {way}");
        let (left, way) = at(-9.0, 4.0);
        assert!(left.x < 0.1 && way == Vec2::NEG_X, "{left} {way}");
        let (behind, way) = at(0.5, 6.0);
        assert!(behind.x > 0.6 && behind.x < 0.7, "{behind}");
        assert_eq!((way, behind.y), (Vec2::Y, 1.0 - FOOT));
        assert!(at(-3.0, 4.0).0.x < 0.4);
    }
}
