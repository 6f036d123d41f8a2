//! The surroundings of the floor: the wall, and a world behind it. They take no part in the
//! simulation.
//!
//! Nothing within 7.5 metres of the border is higher than the wall, because the cameras move there
//! when a car stands at the wall, and nothing may hide it.

mod props;
mod scenery;
mod site;
mod wall;

use glam::Vec3;

use crate::app::render::look::Look;
use crate::app::render::outline::FloorOutline;
use crate::app::render::scene::Sprite;
use crate::app::render::world::scenery::{Pen, Scenery};
use crate::app::render::world::site::Site;
pub use crate::app::render::world::site::WorldMesh;
use dodgem_scene::params::PIT_MARGIN;

/// The outline that a world surrounds: the border, or the outer edge of the pit around an open one.
pub fn surrounded(outline: &FloorOutline, open: bool) -> FloorOutline {
    outline.grown(if open { PIT_MARGIN } else { 0.0 })
}

/// Builds the surroundings of an arena; an open one has a pit instead of a wall.
pub fn build(outline: &FloorOutline, open: bool, look: &Look) -> WorldMesh {
    let scenery = scenery::of_world(look.world);
    let mut mesh = WorldMesh::default();
    if open {
        mesh = draw_pieces(scenery::of_pit(scenery.pit), outline, look, mesh);
    }
    let around = surrounded(outline, open);
    let mut site = Site {
        outline: &around,
        look,
        mesh,
    };
    if !open {
        wall::build(&mut site);
    }
    props::stars(&mut site.mesh.far, look.stars);
    draw_pieces(scenery, &around, look, site.mesh)
}

/// Adds the pieces of a scenery around an outline to a mesh.
fn draw_pieces(
    scenery: &Scenery,
    outline: &FloorOutline,
    look: &Look,
    mesh: WorldMesh,
) -> WorldMesh {
    let mut site = Site {
        outline,
        look,
        mesh,
    };
    let mut pen = Pen::new(&mut site, &scenery.materials);
    scenery.draw(&scenery.pieces, &mut pen);
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
    let scenery = scenery::of_world(look.world);
    let mut site = Site {
        outline,
        look,
        mesh: WorldMesh::default(),
    };
    let mut pen = Pen::new(&mut site, &scenery.materials);
    (pen.time, pen.eye) = (time, eye);
    scenery.draw(&scenery.lights, &mut pen);
    sprites.append(&mut pen.sprites);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::params::render::world_wall::HEIGHT;
    use crate::arena::Border;
    use crate::level::{Mood, World};
    use dodgem_scene::params::PIT_DEPTH;

    /// Width of the zone around the border that is free for cameras, in metres.
    const CLEAR: f32 = 7.5;

    #[test]
    fn around_the_border_no_world_has_anything_that_a_camera_could_look_into() {
        for outline in [
            FloorOutline::new(Border::Round { radius: 5.6 }),
            FloorOutline::new(Border::Rectangle {
                width: 32.0,
                depth: 22.0,
            }),
        ] {
            for world in World::ALL {
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
                        y <= HEIGHT || outside > CLEAR - 0.6,
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
        for world in World::ALL {
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

    #[test]
    fn the_mats_of_the_pit_lie_where_cars_land() {
        let floor = FloorOutline::new(Border::Round { radius: 12.0 });
        let built = build(&floor, true, &Look::of(&Mood::default()));
        let deep = (built.far.vertices.iter())
            .map(|vertex| vertex.position)
            .filter(|[_, y, _]| *y <= -PIT_DEPTH);
        let outside = deep.map(|[x, y, z]| {
            assert_eq!(y, -PIT_DEPTH);
            x.hypot(z) - 12.0
        });
        let farthest = outside.fold(0.0, f32::max);
        assert!((PIT_MARGIN..PIT_MARGIN + 0.5).contains(&farthest));
    }
}
