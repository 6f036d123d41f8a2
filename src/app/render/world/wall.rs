//! The wall around the floor, in the style that the mood selects.

use std::sync::LazyLock;

use glam::Vec3;
use serde::Deserialize;

use crate::app::asset;
use crate::app::params::render::world_wall::HEIGHT;
use crate::app::render::mesh::MeshMaterial;
use crate::app::render::outline::BorderPoint;
use crate::app::render::world::scenery::Materials;
use crate::app::render::world::site::Site;
use crate::level::WallKind;

/// The file of the materials of walls.
const WALLS: &str = include_str!("../../../../assets/scenery/walls.ron");

/// The materials of all walls.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Walls {
    materials: Materials,
    walls: Vec<Dress>,
}

/// The names of the materials of a wall, from the floor up.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Dress {
    wall: WallKind,
    kerb: String,
    /// The panels in their order along the border.
    panels: Vec<String>,
    cap: String,
    back: String,
}

/// The walls, read once from the file in the program.
fn walls() -> &'static Walls {
    static READ: LazyLock<Walls> = LazyLock::new(|| asset::read("scenery/walls.ron", WALLS));
    &READ
}

impl Walls {
    /// The materials of a wall; a test finds each kind in the file.
    fn dress(&self, kind: WallKind) -> &Dress {
        let found = self.walls.iter().find(|dress| dress.wall == kind);
        found.unwrap_or(&self.walls[0])
    }

    fn material(&self, name: &str) -> MeshMaterial {
        self.materials[name].get()
    }
}

/// Builds the wall.
pub fn build(site: &mut Site<'_>) {
    let (outline, data) = (site.outline, &mut site.mesh.near);
    let dress = walls().dress(site.look.wall);
    let [kerb, cap, back] =
        [&dress.kerb, &dress.cap, &dress.back].map(|name| walls().material(name));
    let panels: Vec<MeshMaterial> = dress
        .panels
        .iter()
        .map(|name| walls().material(name))
        .collect();
    let border = outline.border();
    // Three short pieces form a panel on a round border; one does on a straight border.
    let per_panel = if outline.is_round() { 3 } else { 1 };
    for (index, from) in border.iter().enumerate() {
        let to = border[(index + 1) % border.len()];
        let paint = panels[(index / per_panel) % panels.len()];
        let side = (to.at - from.at).normalize_or_zero().cross(Vec3::Y);
        let outward = |point: &BorderPoint| if outline.is_round() { point.out } else { side };
        let mut strip = |low: (f32, f32), high: (f32, f32), material: MeshMaterial, tilt: f32| {
            let corners = [
                to.offset(low.0, low.1),
                from.offset(low.0, low.1),
                from.offset(high.0, high.1),
                to.offset(high.0, high.1),
            ];
            let normal = |point: &BorderPoint| {
                (outward(point) * tilt + Vec3::Y * (1.0 - tilt.abs())).normalize()
            };
            let (first, second) = (normal(&to), normal(from));
            data.quad_with_normals(corners, [first, second, second, first], material);
        };
        // From the floor up the inside, over the top and down the outside: a kerb, the painted panel,
        // and a rounded top.
        strip((0.0, 0.0), (0.0, 0.2), kerb, -1.0);
        strip((0.0, 0.2), (0.06, 0.22), kerb, -0.3);
        strip((0.06, 0.22), (0.10, 0.52), paint, -0.9);
        strip((0.10, 0.52), (0.04, 0.55), cap, -0.8);
        strip((0.04, 0.55), (0.10, HEIGHT), cap, -0.55);
        strip((0.10, HEIGHT), (0.30, HEIGHT), cap, 0.0);
        strip((0.30, HEIGHT), (0.36, 0.5), cap, 0.6);
        strip((0.36, 0.5), (0.4, -0.03), back, 1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::render::look::Look;
    use crate::app::render::outline::FloorOutline;
    use crate::app::render::world::site::WorldMesh;
    use crate::arena::Border;
    use crate::level::Mood;

    #[test]
    fn every_wall_has_its_materials_in_the_file() {
        for kind in [
            WallKind::Striped,
            WallKind::Boards,
            WallKind::Banners,
            WallKind::Blocks,
            WallKind::Hull,
            WallKind::Metal,
            WallKind::Neon,
        ] {
            let dress = walls().dress(kind);
            assert_eq!(dress.wall, kind);
            let names = [&dress.kerb, &dress.cap, &dress.back];
            for name in names.into_iter().chain(&dress.panels) {
                assert!(walls().materials.contains_key(name), "{kind:?}: {name}");
            }
        }
    }

    #[test]
    fn the_wall_stands_outside_the_floor_and_faces_inwards() {
        let mut site = Site {
            outline: &FloorOutline::new(Border::Round { radius: 10.0 }),
            look: &Look::of(&Mood::default()),
            mesh: WorldMesh::default(),
        };
        build(&mut site);
        let data = site.mesh.near;
        assert!(data.vertices.iter().all(|vertex| {
            let [x, y, z] = vertex.position;
            x.hypot(z) > 9.99 && y <= HEIGHT
        }));
        let corners = &data.indices[0..3];
        let [a, b, c] =
            [0, 1, 2].map(|slot| Vec3::from(data.vertices[corners[slot] as usize].position));
        let face = (b - a).cross(c - a);
        assert!(
            face.dot(a * Vec3::new(1.0, 0.0, 1.0)) < 0.0,
            "seen from inside"
        );
    }
}
