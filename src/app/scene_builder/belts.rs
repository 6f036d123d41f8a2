//! Arrows on moving surfaces (belts), which show the direction and speed of the surface.

use glam::{Mat4, Quat, Vec2, Vec3};

use crate::app::params::window::scene_builder_belts::{APART, OVER, SHARE, WIDEST};
use crate::app::render::Renderer;
use crate::app::render::mesh::{Instance, MeshData, MeshMaterial};
use crate::app::scene_builder::{Bodies, SceneBuilder, flat};
use crate::app::session::Session;
use crate::arena::ActorId;
use crate::level::ActorLook;

/// Bright belts get dark arrows, dark belts bright ones.
const DARK: [f32; 3] = [0.13, 0.13, 0.2];
const BRIGHT: [f32; 3] = [0.96, 0.85, 0.45];

/// Builds an arrow of width 1 that points along +X, in the x-z plane.
fn arrow() -> MeshData {
    let painted = MeshMaterial {
        painted: 255,
        ..MeshMaterial::dull(255, 255, 255)
    };
    let mut data = MeshData::default();
    let (reach, thick) = (0.38, 0.26);
    for side in [-0.5, 0.5] {
        let tip = [Vec3::X * reach, Vec3::X * (reach - thick)];
        let end = [0.0, -thick].map(|back| Vec3::new(back, 0.0, side));
        // Wound so that the front faces up.
        let corners = match side < 0.0 {
            true => [tip[0], end[0], end[1], tip[1]],
            false => [tip[0], tip[1], end[1], end[0]],
        };
        data.quad(corners, painted);
    }
    data
}

/// Yields each arrow's position along a belt, measured from its middle, after `seconds`, with its size:
/// arrows grow and shrink near the ends.
fn places(length: f32, speed: f32, seconds: f32) -> impl Iterator<Item = (f32, f32)> {
    let count = (length / APART).floor().max(1.0);
    let apart = length / count;
    let begun = (speed * seconds).rem_euclid(apart);
    (0..count as u32).map(move |place| {
        let along = begun + apart * place as f32;
        let from_end = along.min(length - along);
        (along - length * 0.5, (from_end / 0.35).clamp(0.0, 1.0))
    })
}

impl SceneBuilder {
    /// Adds the arrows of all belts.
    pub(super) fn belts(
        &mut self,
        session: &Session,
        renderer: &mut Renderer,
        bodies: &mut Bodies,
    ) {
        let round = &session.round;
        let actors = round.arena().actors().iter().enumerate();
        let things = actors.filter(|(_, actor)| !actor.is_gone() && !actor.is_car());
        let shown = |id: &ActorId| !round.scene().is_hidden(*id);
        let things = things
            .map(|(index, _)| ActorId(index as u32))
            .filter(shown)
            .filter_map(|id| {
                let look = round.look(id);
                // The drawn pose is computed for belts only.
                (flat(look.belt) != Vec3::ZERO).then(|| (look, session.drawn_pose(id)))
            });
        let sheets = round
            .scene()
            .patches()
            .iter()
            .map(|patch| (&patch.look, patch.pose));
        let moving = sheets.filter(|(look, _)| flat(look.belt) != Vec3::ZERO);
        for (look, pose) in moving.chain(things) {
            let mesh = *self
                .arrow
                .get_or_insert_with(|| renderer.add_mesh(&arrow()));
            let list = bodies.entry(mesh).or_default();
            list.extend(
                arrows(look, session.time)
                    .map(|(place, tint)| Instance::new(pose.to_mat4() * place, tint)),
            );
        }
    }
}

/// Yields the arrows on the top of a body, in its local axes, with their colour.
fn arrows(look: &ActorLook, seconds: f32) -> impl Iterator<Item = (Mat4, [f32; 3])> {
    let bounds = look.asset.shape.mesh.aabb();
    let (middle, half) = (bounds.center(), bounds.half_extents());
    let way = flat(look.belt).normalize_or(Vec3::X);
    // The extents of the bounding box along the belt and across.
    let along = Vec2::new(way.x, way.z).abs();
    let length = 2.0 * Vec2::new(half.x, half.z).dot(along);
    let width = 2.0 * Vec2::new(half.x, half.z).dot(along.perp().abs());
    let wide = (width * SHARE).min(WIDEST);
    let [red, green, blue] = look.paint.map_or([0.5; 3], |paint| paint.to_array());
    let tint = match red * 0.3 + green * 0.6 + blue * 0.1 > 0.4 {
        true => DARK,
        false => BRIGHT,
    };
    let turn = Quat::from_rotation_arc(Vec3::X, way);
    let top = middle + Vec3::Y * (half.y + OVER);
    places(length, flat(look.belt).length(), seconds).map(move |(place, size)| {
        let at = Mat4::from_rotation_translation(turn, top + way * place);
        (at * Mat4::from_scale(Vec3::splat(wide * size)), tint)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_run_with_the_belt_and_are_on_it() {
        let at = |seconds: f32| -> Vec<(f32, f32)> { places(7.0, 3.0, seconds).collect() };
        assert_eq!(at(0.0).len(), 5);
        for seconds in [0.0, 0.1, 0.46, 12.3] {
            for (place, size) in at(seconds) {
                assert!(place.abs() <= 3.5 && (0.0..=1.0).contains(&size), "{place}");
            }
        }
        // A tenth of a second at 3 m/s.
        assert!((at(0.1)[2].0 - at(0.0)[2].0 - 0.3).abs() < 1e-5);
    }

    #[test]
    fn an_arrow_is_seen_from_above() {
        let data = arrow();
        for corners in data.indices.chunks_exact(3) {
            let [a, b, c] = [0, 1, 2]
                .map(|corner| Vec3::from(data.vertices[corners[corner] as usize].position));
            assert!((b - a).cross(c - a).y > 0.0);
        }
    }
}
