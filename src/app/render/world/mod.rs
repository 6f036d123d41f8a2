//! The surroundings of the floor: the wall, and a world behind it. They take no part in the
//! simulation.
//!
//! Nothing within [`CLEAR`] of the border is higher than the wall, because the cameras move there
//! when a car stands at the wall, and nothing may hide it.

mod crowd;
mod fairground;
mod heights;
mod moon;
mod pit;
mod props;
mod rink;
mod stadium;
mod table;
mod wall;
mod yard;

use glam::Vec3;

use crate::app::render::look::Look;
use crate::app::render::mesh::MeshData;
use crate::app::render::outline::FloorOutline;
use crate::app::render::scene::{CROWD_GROUPS, Sprite};
use crate::level::World;
use dodgem_scene::params::PIT_MARGIN;

/// Width of the zone around the border that is free for cameras, in metres.
pub const CLEAR: f32 = 7.5;

/// The meshes around an arena.
#[derive(Debug, Default)]
pub struct WorldMesh {
    /// The part that the floor mirrors.
    pub near: MeshData,
    /// The other parts.
    pub far: MeshData,
    /// Spectators, in groups that jump in turn.
    pub crowd: [MeshData; CROWD_GROUPS],
}

/// The input and the output of building a world.
struct Site<'a> {
    /// The border, or the outer edge of the pit around an open one.
    outline: &'a FloorOutline,
    look: &'a Look,
    mesh: WorldMesh,
}

/// The outline that a world surrounds: the border, or the outer edge of the pit around an open one.
pub fn surrounded(outline: &FloorOutline, open: bool) -> FloorOutline {
    outline.grown(if open { PIT_MARGIN } else { 0.0 })
}

/// Builds the surroundings of an arena; an open one has a pit instead of a wall.
pub fn build(outline: &FloorOutline, open: bool, look: &Look) -> WorldMesh {
    let around = surrounded(outline, open);
    let mut site = Site {
        outline: &around,
        look,
        mesh: WorldMesh::default(),
    };
    if open {
        pit::build(&mut site, outline);
    } else {
        wall::build(&mut site);
    }
    props::stars(&mut site.mesh.far, look.stars);
    match look.world {
        World::Fairground => fairground::build(&mut site),
        World::Rink => rink::build(&mut site),
        World::Stadium => stadium::build(&mut site),
        World::Yard => yard::build(&mut site),
        World::Moon => moon::build(&mut site),
        World::Table => table::build(&mut site),
        World::Heights => heights::build(&mut site),
    }
    site.mesh
}

/// Adds the lights of a world at a time in seconds, as seen from `eye`.
pub fn lights(
    outline: &FloorOutline,
    look: &Look,
    time: f32,
    eye: Vec3,
    sprites: &mut Vec<Sprite>,
) {
    match look.world {
        World::Fairground => fairground::lights(outline, time, eye, sprites),
        World::Rink => rink::snow(outline, time, sprites),
        World::Stadium => stadium::lights(outline, eye, sprites),
        World::Heights => heights::lights(time, eye, sprites),
        World::Moon => moon::lights(outline, time, eye, sprites),
        World::Yard | World::Table => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Border;
    use crate::level::Mood;

    const WORLDS: [World; 7] = [
        World::Fairground,
        World::Rink,
        World::Stadium,
        World::Yard,
        World::Moon,
        World::Table,
        World::Heights,
    ];

    #[test]
    fn around_the_border_no_world_has_anything_that_a_camera_could_look_into() {
        for outline in [
            FloorOutline::new(Border::Round { radius: 5.6 }),
            FloorOutline::new(Border::Rectangle {
                width: 32.0,
                depth: 22.0,
            }),
        ] {
            for world in WORLDS {
                let look = Look::of(&Mood {
                    world,
                    ..Mood::default()
                });
                let built = build(&outline, false, &look);
                let meshes = [&built.near, &built.far].into_iter().chain(&built.crowd);
                for vertex in meshes.flat_map(|mesh| &mesh.vertices) {
                    let [x, y, z] = vertex.position;
                    let outside = -outline.clearance(glam::Vec2::new(x, z));
                    assert!(
                        y <= wall::HEIGHT || outside > CLEAR - 0.6,
                        "{world:?}: {y} m high {outside} m outside the border"
                    );
                    assert!(vertex.position.iter().all(|value| value.is_finite()));
                }
            }
        }
    }

    #[test]
    fn no_world_is_empty_or_too_much_to_draw() {
        let stadium = FloorOutline::new(Border::Round { radius: 32.0 });
        for world in WORLDS {
            let look = Look::of(&Mood {
                world,
                crowd: Some(1.0),
                ..Mood::default()
            });
            let built = build(&stadium, true, &look);
            let meshes = [&built.near, &built.far].into_iter().chain(&built.crowd);
            let corners: usize = meshes.map(|mesh| mesh.vertices.len()).sum();
            assert!((2_000..60_000).contains(&corners), "{world:?}: {corners}");
        }
    }
}
