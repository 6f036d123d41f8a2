//! High above a city at night: towers with lit windows, streets far below, an airship. The module
//! `pit` builds the platform.

use glam::{Quat, Vec3};

use crate::app::render::mesh::{MeshData, MeshMaterial};
use crate::app::render::outline::{FloorOutline, way};
use crate::app::render::scene::Sprite;
use crate::app::render::world::Site;
use crate::app::render::world::props::{Dice, bar, block, lamp};

/// Depth of the streets below the floor, in metres.
const DEPTH: f32 = 62.0;

const GLOWS: [[u8; 3]; 4] = [
    [255, 60, 190],
    [40, 220, 255],
    [255, 170, 60],
    [150, 90, 255],
];

fn glow(color: [u8; 3]) -> MeshMaterial {
    MeshMaterial::glowing(color[0], color[1], color[2])
}

/// Builds the city.
pub fn build(site: &mut Site<'_>) {
    let data = &mut site.mesh.far;
    streets(data);
    towers(data, site.outline);
    airship(data);
}

/// Adds lines of light far below.
fn streets(data: &mut MeshData) {
    let ground = MeshMaterial::dull(16, 12, 30);
    let far = 210.0;
    let low = -DEPTH;
    let corners = [(-far, far), (far, far), (far, -far), (-far, -far)];
    let places = corners.map(|(x, z)| Vec3::new(x, low, z));
    data.quad_with_normals(places, [Vec3::Y; 4], ground);
    let mut dice = Dice::new(13);
    for line in -9..=9 {
        let place = line as f32 * 20.0 + 10.0;
        let color = glow(dice.pick(&[
            [255, 150, 60],
            [255, 196, 120],
            [255, 80, 120],
            [90, 170, 255],
        ]));
        let wide = 0.9;
        let flat = |a: Vec3, b: Vec3, data: &mut MeshData| {
            let side = (b - a).normalize_or_zero().cross(Vec3::Y) * wide;
            data.quad_with_normals(
                [a + side, b + side, b - side, a - side],
                [Vec3::Y; 4],
                color,
            );
        };
        let high = low + 0.3;
        flat(
            Vec3::new(place, high, far),
            Vec3::new(place, high, -far),
            data,
        );
        flat(
            Vec3::new(-far, high, place),
            Vec3::new(far, high, place),
            data,
        );
    }
}

/// Adds towers between the streets; near ones stay below the platform.
fn towers(data: &mut MeshData, outline: &FloorOutline) {
    let mut dice = Dice::new(37);
    let half = outline.half_sizes();
    for row in -8..=8 {
        for column in -8..=8 {
            let at = Vec3::new(column as f32 * 20.0, -DEPTH, row as f32 * 20.0);
            let outside = (at.x.abs() - half.x).max(at.z.abs() - half.y);
            let far = Vec3::new(at.x, 0.0, at.z).length();
            if far > 168.0 || outside < 7.0 || dice.next() < 0.18 {
                continue;
            }
            let top = if outside < 22.0 {
                dice.between(-40.0, -9.0)
            } else {
                dice.between(-30.0, 12.0 + 0.16 * far)
            };
            let size = Vec3::new(
                dice.between(4.0, 7.0),
                (top + DEPTH) * 0.5,
                dice.between(4.0, 7.0),
            );
            tower(data, at + Vec3::Y * size.y, size, far, &mut dice);
        }
    }
}

fn tower(data: &mut MeshData, middle: Vec3, half: Vec3, far: f32, dice: &mut Dice) {
    let shade = dice.pick(&[
        MeshMaterial::dull(36, 32, 62),
        MeshMaterial::dull(44, 34, 70),
        MeshMaterial::dull(28, 30, 54),
    ]);
    block(data, middle, half, 0.0, shade);
    let roof = middle + Vec3::Y * half.y;
    let color = dice.pick(&GLOWS);
    if dice.next() < 0.55 {
        let edge = Vec3::new(half.x + 0.1, 0.22, half.z + 0.1);
        block(data, roof, edge, 0.0, glow(color));
        // Only the edge glows.
        let top = Vec3::new(half.x - 0.15, 0.06, half.z - 0.15);
        block(data, roof + Vec3::Y * 0.25, top, 0.0, shade);
    }
    if dice.next() < 0.3 {
        bar(
            data,
            roof,
            roof + Vec3::Y * dice.between(3.0, 9.0),
            0.14,
            shade,
        );
    }
    // Rows of windows on the two sides that face the middle; fewer on distant towers.
    let lit = glow(dice.pick(&[
        [255, 206, 120],
        [255, 232, 190],
        [130, 210, 255],
        [255, 140, 200],
    ]));
    let rows = if far > 90.0 { 4 } else { 8 };
    for row in 0..rows {
        let y = half.y * 2.0 - 2.2 - row as f32 * 2.6;
        if y < 2.0 {
            break;
        }
        for side in 0..2 {
            if dice.next() < 0.25 {
                continue;
            }
            let (wide, out) = if side == 0 {
                let out = Vec3::X * -middle.x.signum() * half.x;
                (Vec3::Z * half.z, out)
            } else {
                (Vec3::X * half.x, Vec3::Z * -middle.z.signum() * half.z)
            };
            // A few adjacent panes.
            let from = dice.pick(&[-0.86f32, -0.5, -0.14, 0.22]);
            let to = from + dice.pick(&[0.26, 0.26, 0.62]);
            let high = Vec3::Y * (y - half.y);
            let place = middle + out * 1.01 + high;
            let corners = [
                place + wide * from - Vec3::Y * 0.45,
                place + wide * to - Vec3::Y * 0.45,
                place + wide * to + Vec3::Y * 0.45,
                place + wide * from + Vec3::Y * 0.45,
            ];
            let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
            let corners = if normal.dot(out) > 0.0 {
                corners
            } else {
                let [a, b, c, d] = corners;
                [d, c, b, a]
            };
            data.quad(corners, lit);
        }
    }
}

/// Adds an airship with glowing stripes.
fn airship(data: &mut MeshData) {
    let middle = Vec3::new(38.0, 26.0, -96.0);
    let spin = Quat::from_rotation_y(0.4) * Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
    let profile = [
        (0.0, -15.0),
        (2.6, -12.0),
        (4.4, -5.0),
        (4.6, 2.0),
        (3.4, 9.0),
        (0.6, 14.0),
    ];
    let segments = 12;
    for pair in profile.windows(2) {
        for step in 0..segments {
            let at = |(wide, along): (f32, f32), step: usize| {
                let around = way(step as f32 / segments as f32) * wide;
                middle + spin * (around + Vec3::Y * along)
            };
            let corners = [
                at(pair[0], step),
                at(pair[0], step + 1),
                at(pair[1], step + 1),
                at(pair[1], step),
            ];
            let paint = if step % 4 == 0 {
                glow(GLOWS[0])
            } else {
                MeshMaterial::dull(120, 116, 160)
            };
            data.quad(corners, paint);
        }
    }
    let cabin = middle - Vec3::Y * 5.0;
    block(
        data,
        cabin,
        Vec3::new(2.6, 0.8, 0.9),
        0.4,
        glow([255, 220, 150]),
    );
}

/// The lights of cars that fly between the towers.
pub fn lights(time: f32, eye: Vec3, sprites: &mut Vec<Sprite>) {
    let mut dice = Dice::new(91);
    for _ in 0..46 {
        let lane = (dice.next() * 14.0).floor() * 20.0 - 130.0;
        let high = dice.between(-52.0, -12.0);
        let speed = dice.between(6.0, 15.0) * if dice.next() < 0.5 { 1.0 } else { -1.0 };
        let along = (dice.next() * 300.0 + time * speed).rem_euclid(300.0) - 150.0;
        let across = dice.next() < 0.5;
        let at = if across {
            Vec3::new(along, high, lane)
        } else {
            Vec3::new(lane, high, along)
        };
        let color = if speed > 0.0 {
            Vec3::new(1.0, 0.9, 0.7)
        } else {
            Vec3::new(1.0, 0.25, 0.25)
        };
        sprites.push(lamp(at, 0.8, color * 0.8, eye));
    }
}
