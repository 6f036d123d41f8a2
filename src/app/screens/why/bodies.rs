//! The two bodies of an explanation in the scene: the focus on them and the camera beside them.

use dodgem_physics::BodyId;
use glam::Vec3;

use crate::app::crash_view::Seen;
use crate::app::free_camera::FreeCamera;
use crate::app::params::explanation::bodies::{FARTHER, LEFT_OF_PANEL};
use crate::app::words::Words;
use crate::arena::{ActorId, Arena, Focus};
use crate::game::Round;

/// Returns the bodies of two actors, with a description of them.
pub fn pair_of(arena: &Arena, pair: [ActorId; 2], words: &Words) -> ([BodyId; 2], String) {
    let [a, b] = pair.map(|id| arena.actor(id));
    let names = words.views.names.pair([&a.name, &b.name]);
    ([a.body, b.body], names)
}

/// Returns the focus on two bodies, as far as they are actors.
pub fn focus_on(arena: &Arena, ids: [BodyId; 2]) -> Option<Focus> {
    match actors_of(arena, ids) {
        [Some(a), Some(b)] => Some(Focus::Pair([a, b])),
        [Some(one), None] | [None, Some(one)] => Some(Focus::One(one)),
        [None, None] => None,
    }
}

/// Returns a camera beside two bodies, of which at least one is an actor. It looks at their point across the normal
/// there; without a point, at their middle.
pub fn camera_beside(
    round: &Round,
    ids: [BodyId; 2],
    point: Option<[Vec3; 2]>,
) -> Option<FreeCamera> {
    let arena = round.arena();
    let pair = match actors_of(arena, ids) {
        [Some(a), Some(b)] => [a, b],
        [Some(one), None] | [None, Some(one)] => [one, one],
        [None, None] => return None,
    };
    let place = |id: ActorId| arena.actor(id).pose.translation();
    let middle = (place(pair[0]) + place(pair[1])) * 0.5;
    let apart = place(pair[0]).distance(place(pair[1]));
    let size = pair.map(|id| arena.actor(id).radius);
    let farther = FARTHER * ((apart + size[0].max(size[1])) / 3.0).clamp(0.6, 6.0);
    let [point, along] = point.unwrap_or([middle, place(pair[1]) - place(pair[0])]);
    let seen = Seen {
        bodies: pair,
        point,
        along,
    };
    Some(seen.camera(round, -LEFT_OF_PANEL * farther, farther))
}

/// Returns the middle of the upper side of the box around an actor, in metres; None for the hall and shapes without
/// an end.
pub fn top_of(arena: &Arena, id: BodyId) -> Option<Vec3> {
    let actor = arena.actor(arena.actor_of(id)?);
    let shape = arena.world().body(id)?.collider().shape();
    let bounds = shape.aabb(&actor.pose);
    let top = ((bounds.min + bounds.max) * 0.5).with_y(bounds.max.y);
    top.is_finite().then_some(top)
}

/// The actors of two bodies that are actors.
fn actors_of(arena: &Arena, ids: [BodyId; 2]) -> [Option<ActorId>; 2] {
    ids.map(|id| arena.actor_of(id))
}
