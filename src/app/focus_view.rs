//! Chooses a camera position from which the bodies in focus are seen: inside the hall, outside all bodies, with
//! nothing in the way.

use std::collections::BTreeSet;

use dodgem_physics::{Body, BodyId, Filter};
use glam::{Quat, Vec3};

use crate::app::free_camera::FreeCamera;
use crate::app::params::window::focus_view::{CLEAR, SAMPLES};
use crate::app::params::{CRASH_FAR, FOCUS_FARTHER, FOCUS_LARGEST, MOST_HIDING};
use crate::arena::{ActorId, Arena};

/// Turns about the vertical from the best direction, in degrees, the preferred first.
const TURNS: [f32; 12] = [
    0.0, 180.0, 25.0, -25.0, 155.0, -155.0, 50.0, -50.0, 90.0, -90.0, 130.0, -130.0,
];
/// Angles above the horizontal, in degrees, the preferred first.
const RISES: [f32; 4] = [25.0, 42.0, 60.0, 78.0];
/// Shares of the preferred distance: near a wall the camera comes nearer.
const NEARER: [f32; 4] = [1.0, 0.75, 0.55, 0.35];

/// Returns a camera that shows two bodies, which may be the same one. `point` lies between them, and appears
/// `to_the_right` metres to the right of the picture's middle.
pub fn on_pair(arena: &Arena, pair: [ActorId; 2], point: Vec3, to_the_right: f32) -> FreeCamera {
    let [one, other] = pair.map(|id| middle_of(arena, id));
    let sizes = pair.map(|id| arena.actor(id).radius.min(FOCUS_LARGEST));
    let span = one.distance(other).min(FOCUS_LARGEST * 4.0) + sizes[0] + sizes[1];
    let far = (CRASH_FAR * FOCUS_FARTHER).max(span * 1.5);
    let along = (other - one).with_y(0.0).try_normalize().unwrap_or(Vec3::X);
    let across = along.cross(Vec3::Y);
    let middle = point.with_y(point.y.max(CLEAR));
    // The arena is behind the bodies if the camera is on their outer side.
    let side = match across.dot(middle) >= 0.0 {
        true => across,
        false => -across,
    };
    let mut best: Option<(usize, Vec3)> = None;
    for nearer in NEARER {
        for rise in RISES {
            for turn in TURNS {
                let flat = Quat::from_rotation_y(turn.to_radians()) * side;
                let (up, out) = rise.to_radians().sin_cos();
                let eye = middle + (flat * out + Vec3::Y * up) * far * nearer;
                if !is_free(arena, eye) {
                    continue;
                }
                let seen = pair.iter().map(|id| seen_of(arena, eye, *id)).sum();
                if seen == 2 * SAMPLES {
                    return aimed(eye, middle, to_the_right);
                }
                if best.is_none_or(|(most, _)| seen > most) {
                    best = Some((seen, eye));
                }
            }
        }
    }
    let above = middle + Vec3::new(0.01, far, 0.01);
    aimed(best.map_or(above, |(_, eye)| eye), middle, to_the_right)
}

fn aimed(eye: Vec3, point: Vec3, to_the_right: f32) -> FreeCamera {
    let way = point - eye;
    // From above there is no right side; and from near, less aside.
    let aside = to_the_right * (way.length() / CRASH_FAR).min(1.0);
    let right = way.cross(Vec3::Y).normalize_or_zero();
    FreeCamera::at(eye, point - right * aside)
}

/// True if a camera can be there: inside the hall and in no body.
fn is_free(arena: &Arena, eye: Vec3) -> bool {
    let heights = arena.settings().heights;
    let inside = arena.border().clearance(eye) > CLEAR;
    inside
        && eye.y > CLEAR
        && eye.y < heights.ceiling - CLEAR
        && arena
            .world()
            .containing(eye, &Default::default())
            .is_empty()
}

/// Returns the actors that hide some of the bodies in focus from the eye, at most [`MOST_HIDING`] at each point.
pub fn hiding(arena: &Arena, eye: Vec3, focus: &[ActorId]) -> BTreeSet<ActorId> {
    let own: BTreeSet<BodyId> = (focus.iter())
        .filter_map(|id| arena.actors().get(id.index()))
        .map(|actor| actor.body)
        .collect();
    let mut hiding = BTreeSet::new();
    let mut passed = own;
    for point in focus.iter().flat_map(|id| points_of(arena, eye, *id)) {
        for _ in 0..MOST_HIDING {
            let accepts = |body: &Body| !passed.contains(&body.id());
            let filter = Filter {
                accepts: Some(&accepts),
                ..Filter::default()
            };
            let Some(hit) = arena.world().pick(eye, point, &filter) else {
                break;
            };
            passed.insert(hit.body);
            hiding.extend(arena.owner(hit.body).actor());
        }
    }
    hiding
}

/// Returns the number of points of a body, of [`SAMPLES`], that are seen from the eye.
fn seen_of(arena: &Arena, eye: Vec3, id: ActorId) -> usize {
    let actor = arena.actor(id);
    let is_seen = |point: &Vec3| {
        let hit = arena.world().pick(eye, *point, &Default::default());
        hit.is_none_or(|hit| hit.body == actor.body)
    };
    let points = points_of(arena, eye, id);
    points.iter().filter(|point| is_seen(point)).count()
}

/// Returns points of a body across the view from the eye; none of a body that is gone.
fn points_of(arena: &Arena, eye: Vec3, id: ActorId) -> Vec<Vec3> {
    let actor = arena.actors().get(id.index());
    let Some(body) = actor.and_then(|actor| arena.world().body(actor.body)) else {
        return Vec::new();
    };
    let bounds = body.shape().aabb(&body.pose());
    let middle = (bounds.min + bounds.max) * 0.5;
    let half = (bounds.max - bounds.min) * 0.4;
    let across = (middle - eye).cross(Vec3::Y).normalize_or_zero();
    let aside = across * (half * across.abs()).length().min(FOCUS_LARGEST);
    let points: [Vec3; SAMPLES] = [middle, middle + aside, middle - aside];
    points.to_vec()
}

fn middle_of(arena: &Arena, id: ActorId) -> Vec3 {
    arena.actor(id).pose.translation()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Round;
    use crate::level::{Library, parse};

    fn round(text: &str) -> Round {
        let library = Library::new(Vec::new());
        let level = parse(&library, "t", text).unwrap_or_else(|error| panic!("{error}"));
        Round::new(&level, &library, 1).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Two balls in a yard with walls on three sides, under a beam, and in a corner of the hall.
    const YARD: &str = r#"(name: "Y", mode: Free, arena: Rectangle(width: 10.0, depth: 10.0), things: [
        (name: "a", solid: Ball(radius: 0.3), at: (4.0, 0.0, 4.3)),
        (name: "b", solid: Ball(radius: 0.3), at: (4.3, 0.0, 3.0)),
        (name: "wall", solid: Box(width: 0.2, height: 4.0, length: 3.0), at: (3.0, 0.0, 3.5), kind: Fixed),
        (name: "back", solid: Box(width: 1.8, height: 4.0, length: 0.2), at: (4.1, 0.0, 1.8), kind: Fixed),
    ])"#;

    #[test]
    fn both_bodies_are_seen_from_inside_the_hall() {
        let round = round(YARD);
        let arena = round.arena();
        let pair = [ActorId(0), ActorId(1)];
        let point = Vec3::new(4.15, 0.3, 3.6);
        let (eye, look) = on_pair(arena, pair, point, -1.4).view();
        assert!(is_free(arena, eye), "{eye}");
        for id in pair {
            assert_eq!(seen_of(arena, eye, id), SAMPLES, "from {eye}");
            let place = arena.actor(id).pose.translation();
            let angle = (place - eye).angle_between(look - eye).to_degrees();
            assert!(angle < 35.0, "{angle} degrees aside, from {eye}");
        }
    }

    #[test]
    fn all_that_hides_a_body_is_found_and_not_the_body() {
        let text = r#"(name: "H", mode: Free, arena: Rectangle(width: 20.0, depth: 20.0), things: [
            (name: "a", solid: Ball(radius: 0.3), at: (0.0, 0.0, 0.0)),
            (name: "wall", solid: Box(width: 3.0, height: 2.0, length: 0.2), at: (0.0, 0.0, 2.0), kind: Fixed),
            (name: "third", solid: Box(width: 3.0, height: 2.0, length: 0.2), at: (0.0, 0.0, 3.0)),
            (name: "aside", solid: Box(width: 1.0, height: 2.0, length: 0.2), at: (5.0, 0.0, 3.0)),
            (name: "behind", solid: Box(width: 1.0, height: 2.0, length: 0.2), at: (0.0, 0.0, -3.0))])"#;
        let round = round(text);
        let found = hiding(round.arena(), Vec3::new(0.0, 0.5, 8.0), &[ActorId(0)]);
        assert_eq!(found, BTreeSet::from([ActorId(1), ActorId(2)]));
        let above = hiding(round.arena(), Vec3::new(0.0, 8.0, 0.1), &[ActorId(0)]);
        assert_eq!(above, BTreeSet::new());
    }

    #[test]
    fn a_body_without_any_free_side_is_seen_from_above() {
        let text = r#"(name: "T", mode: Free, arena: Rectangle(width: 4.0, depth: 4.0), ceiling: 2.0, things: [
            (name: "a", solid: Box(width: 3.9, height: 1.9, length: 3.9), at: (0.0, 0.0, 0.0), kind: Fixed)])"#;
        let round = round(text);
        let camera = on_pair(round.arena(), [ActorId(0); 2], Vec3::Y, 0.0);
        let (eye, _) = camera.view();
        assert!(eye.y > 2.0 && eye.is_finite(), "{eye}");
    }
}
