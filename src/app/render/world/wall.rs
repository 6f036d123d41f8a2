//! The wall around the floor, in the style that the mood selects.

use glam::Vec3;

use crate::app::render::mesh::MeshMaterial;
use crate::app::render::outline::BorderPoint;
use crate::app::render::world::Site;
use crate::level::WallKind;

/// Height of the wall in metres; low enough to look over.
pub const HEIGHT: f32 = 0.62;

const RUBBER: MeshMaterial = MeshMaterial {
    color: [34, 34, 40],
    shine: 70,
    narrow: 50,
    glow: 0,
    painted: 0,
};
const STEEL: MeshMaterial = MeshMaterial {
    color: [150, 156, 170],
    shine: 200,
    narrow: 160,
    glow: 0,
    painted: 0,
};

/// The materials of a wall, from the floor up.
struct Dress {
    kerb: MeshMaterial,
    /// The panels in their order along the border.
    panels: &'static [MeshMaterial],
    cap: MeshMaterial,
    back: MeshMaterial,
}

const RED: MeshMaterial = MeshMaterial::glossy(206, 38, 36);
const WHITE: MeshMaterial = MeshMaterial::glossy(238, 232, 220);

fn dress(kind: WallKind) -> Dress {
    match kind {
        WallKind::Striped => Dress {
            kerb: RUBBER,
            panels: &[RED, WHITE],
            cap: RUBBER,
            back: STEEL,
        },
        WallKind::Boards => Dress {
            kerb: MeshMaterial::glossy(244, 200, 40),
            panels: &const {
                const BOARD: MeshMaterial = MeshMaterial::glossy(240, 244, 248);
                [
                    BOARD,
                    BOARD,
                    BOARD,
                    MeshMaterial::glossy(40, 96, 190),
                    MeshMaterial::glossy(40, 96, 190),
                    BOARD,
                    BOARD,
                    BOARD,
                    MeshMaterial::glossy(208, 44, 52),
                    MeshMaterial::glossy(208, 44, 52),
                ]
            },
            cap: MeshMaterial::glossy(200, 40, 48),
            back: MeshMaterial::dull(210, 218, 228),
        },
        WallKind::Banners => Dress {
            kerb: MeshMaterial::dull(230, 230, 226),
            panels: &const {
                [
                    MeshMaterial::glossy(20, 70, 168),
                    MeshMaterial::glossy(20, 70, 168),
                    MeshMaterial::glossy(244, 244, 240),
                    MeshMaterial::glossy(230, 170, 30),
                    MeshMaterial::glossy(230, 170, 30),
                    MeshMaterial::glossy(20, 20, 28),
                    MeshMaterial::glossy(206, 40, 44),
                    MeshMaterial::glossy(206, 40, 44),
                    MeshMaterial::glossy(244, 244, 240),
                    MeshMaterial::glossy(26, 140, 84),
                    MeshMaterial::glossy(26, 140, 84),
                    MeshMaterial::glossy(20, 20, 28),
                ]
            },
            cap: MeshMaterial::glossy(236, 238, 242),
            back: STEEL,
        },
        WallKind::Blocks => Dress {
            kerb: MeshMaterial::dull(104, 102, 98),
            panels: &const {
                const STONE: MeshMaterial = MeshMaterial::dull(170, 166, 158);
                const PALE: MeshMaterial = MeshMaterial::dull(184, 179, 170);
                [
                    MeshMaterial::dull(236, 190, 30),
                    STONE,
                    PALE,
                    STONE,
                    MeshMaterial::dull(40, 40, 42),
                ]
            },
            cap: MeshMaterial::dull(196, 190, 180),
            back: MeshMaterial::dull(150, 146, 140),
        },
        WallKind::Hull => Dress {
            kerb: MeshMaterial::dull(58, 62, 76),
            panels: &const {
                const PLATE: MeshMaterial = MeshMaterial::glossy(204, 208, 216);
                [
                    PLATE,
                    PLATE,
                    PLATE,
                    MeshMaterial::glossy(236, 120, 36),
                    PLATE,
                    PLATE,
                    PLATE,
                    MeshMaterial::glowing(120, 220, 255),
                ]
            },
            cap: MeshMaterial::dull(92, 98, 116),
            back: STEEL,
        },
        WallKind::Metal => Dress {
            kerb: MeshMaterial {
                shine: 255,
                narrow: 120,
                ..MeshMaterial::dull(150, 152, 150)
            },
            panels: &const {
                const LABEL: MeshMaterial = MeshMaterial::glossy(34, 96, 160);
                [
                    LABEL,
                    LABEL,
                    LABEL,
                    LABEL,
                    MeshMaterial::glossy(246, 206, 70),
                ]
            },
            cap: MeshMaterial {
                shine: 255,
                narrow: 120,
                ..MeshMaterial::dull(222, 216, 196)
            },
            back: MeshMaterial::glossy(34, 96, 160),
        },
        WallKind::Neon => Dress {
            kerb: MeshMaterial::dull(14, 12, 30),
            panels: &const {
                const DARK: MeshMaterial = MeshMaterial::glossy(30, 24, 62);
                [
                    DARK,
                    DARK,
                    MeshMaterial::glowing(255, 60, 190),
                    DARK,
                    DARK,
                    MeshMaterial::glowing(40, 220, 255),
                ]
            },
            cap: MeshMaterial::glowing(60, 200, 255),
            back: MeshMaterial::dull(24, 20, 52),
        },
    }
}

/// Builds the wall.
pub fn build(site: &mut Site<'_>) {
    let (outline, data) = (site.outline, &mut site.mesh.near);
    let dress = dress(site.look.wall);
    let border = outline.border();
    // Three short pieces form a panel on a round border; one does on a straight border.
    let per_panel = if outline.is_round() { 3 } else { 1 };
    for (index, from) in border.iter().enumerate() {
        let to = border[(index + 1) % border.len()];
        let paint = dress.panels[(index / per_panel) % dress.panels.len()];
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
        strip((0.0, 0.0), (0.0, 0.2), dress.kerb, -1.0);
        strip((0.0, 0.2), (0.06, 0.22), dress.kerb, -0.3);
        strip((0.06, 0.22), (0.10, 0.52), paint, -0.9);
        strip((0.10, 0.52), (0.04, 0.55), dress.cap, -0.8);
        strip((0.04, 0.55), (0.10, HEIGHT), dress.cap, -0.55);
        strip((0.10, HEIGHT), (0.30, HEIGHT), dress.cap, 0.0);
        strip((0.30, HEIGHT), (0.36, 0.5), dress.cap, 0.6);
        strip((0.36, 0.5), (0.4, -0.03), dress.back, 1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::render::look::Look;
    use crate::app::render::outline::FloorOutline;
    use crate::app::render::world::WorldMesh;
    use crate::arena::Border;
    use crate::level::Mood;

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
