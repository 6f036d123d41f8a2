//! What stands around the floor: the striped wall, lamps with strings of bulbs, tents and a big
//! wheel behind. None of it takes part in the simulation.

use glam::Vec3;

use crate::app::render::mesh::{MeshData, MeshMaterial};
use crate::app::render::outline::{BorderPoint, FloorOutline, way};
use crate::app::render::scene::Sprite;

/// Height of the wall in metres.
pub const WALL_HEIGHT: f32 = 0.62;
/// Height of the lamps' heads in metres.
const LAMP_HEIGHT: f32 = 3.1;
/// Number of lamp posts.
const LAMPS: usize = 12;

const RED: MeshMaterial = MeshMaterial::glossy(206, 38, 36);
const WHITE: MeshMaterial = MeshMaterial::glossy(238, 232, 220);
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
const GROUND: MeshMaterial = MeshMaterial {
    color: [60, 50, 62],
    shine: 0,
    narrow: 0,
    glow: 0,
    painted: 0,
};

fn turn(part: f32) -> f32 {
    part * std::f32::consts::TAU
}

/// The meshes around an arena: first what the floor mirrors, then the rest.
pub fn build(outline: &FloorOutline) -> (MeshData, MeshData) {
    let mut near = MeshData::default();
    wall(&mut near, outline);
    lamp_posts(&mut near, outline);
    let mut far = MeshData::default();
    ground(&mut far, outline);
    tents(&mut far, outline.reach());
    big_wheel(&mut far, outline.reach());
    (near, far)
}

/// The ground outside, a little lower than the floor: from the border to the horizon.
fn ground(data: &mut MeshData, outline: &FloorOutline) {
    let border = outline.border();
    for (index, from) in border.iter().enumerate() {
        let to = border[(index + 1) % border.len()];
        let far = |point: &BorderPoint| point.at.normalize_or_zero() * 150.0 - Vec3::Y * 0.03;
        let (a, b) = (from.offset(0.2, -0.02), to.offset(0.2, -0.02));
        data.quad_with_normals([a, far(from), far(&to), b], [Vec3::Y; 4], GROUND);
    }
}

fn wall(data: &mut MeshData, outline: &FloorOutline) {
    let border = outline.border();
    // Three short pieces make a panel where the border bends, one where it is straight.
    let per_panel = if outline.is_round() { 3 } else { 1 };
    for (index, from) in border.iter().enumerate() {
        let to = border[(index + 1) % border.len()];
        let paint = if (index / per_panel) % 2 == 0 {
            RED
        } else {
            WHITE
        };
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
        // From the floor up the inside, over the top and down the outside: a rubber kerb, the
        // painted panel, and a rounded rubber top.
        strip((0.0, 0.0), (0.0, 0.2), RUBBER, -1.0);
        strip((0.0, 0.2), (0.06, 0.22), RUBBER, -0.3);
        strip((0.06, 0.22), (0.10, 0.52), paint, -0.9);
        strip((0.10, 0.52), (0.04, 0.55), RUBBER, -0.8);
        strip((0.04, 0.55), (0.10, WALL_HEIGHT), RUBBER, -0.55);
        strip((0.10, WALL_HEIGHT), (0.30, WALL_HEIGHT), RUBBER, 0.0);
        strip((0.30, WALL_HEIGHT), (0.36, 0.5), RUBBER, 0.6);
        strip((0.36, 0.5), (0.4, -0.03), STEEL, 1.0);
    }
}

/// Where the lamp posts stand.
fn lamp_feet(outline: &FloorOutline) -> Vec<Vec3> {
    let border = outline.border();
    (0..LAMPS)
        .map(|lamp| border[lamp * border.len() / LAMPS].offset(0.62, 0.0))
        .collect()
}

fn lamp_posts(data: &mut MeshData, outline: &FloorOutline) {
    for foot in lamp_feet(outline) {
        data.lathe(
            foot,
            &[
                (0.16, 0.0),
                (0.12, 0.12),
                (0.05, 0.2),
                (0.045, LAMP_HEIGHT - 0.1),
            ],
            8,
            STEEL,
        );
        let bulb = MeshMaterial::glowing(255, 214, 140);
        let head = foot + Vec3::Y * LAMP_HEIGHT;
        data.lathe(
            head,
            &[
                (0.05, -0.1),
                (0.13, -0.04),
                (0.15, 0.04),
                (0.09, 0.12),
                (0.0, 0.15),
            ],
            10,
            bulb,
        );
    }
}

fn tents(data: &mut MeshData, radius: f32) {
    let colors = [
        (
            MeshMaterial::dull(196, 62, 58),
            MeshMaterial::dull(226, 214, 190),
        ),
        (
            MeshMaterial::dull(58, 112, 160),
            MeshMaterial::dull(226, 214, 190),
        ),
        (
            MeshMaterial::dull(214, 160, 54),
            MeshMaterial::dull(120, 60, 120),
        ),
    ];
    for tent in 0..9 {
        let part = tent as f32 / 9.0 + 0.03 * ((tent * 7 % 5) as f32 - 2.0) / 2.0;
        let foot = way(part) * (radius + 15.0 + (tent * 5 % 7) as f32 * 1.6);
        let size = 3.2 + (tent * 3 % 4) as f32 * 0.7;
        let (first, second) = colors[tent % colors.len()];
        let segments = 16;
        for segment in 0..segments {
            let cloth = if segment % 2 == 0 { first } else { second };
            let at = |step: usize, wide: f32, high: f32| {
                foot + way(step as f32 / segments as f32) * wide + Vec3::Y * high
            };
            let (a, b) = (segment, segment + 1);
            data.quad(
                [
                    at(a, size, 0.0),
                    at(b, size, 0.0),
                    at(b, size, size * 0.7),
                    at(a, size, size * 0.7),
                ],
                cloth,
            );
            let (eave, top) = (size * 1.12, size * 1.65);
            data.quad(
                [
                    at(a, eave, size * 0.66),
                    at(b, eave, size * 0.66),
                    at(b, 0.05, top),
                    at(a, 0.05, top),
                ],
                cloth,
            );
        }
    }
}

/// Where the big wheel stands: its hub, and its radius.
fn wheel_place(radius: f32) -> (Vec3, f32) {
    (Vec3::new(-9.0, 12.5, -(radius + 34.0)), 10.5)
}

fn big_wheel(data: &mut MeshData, radius: f32) {
    let (hub, size) = wheel_place(radius);
    let leg = MeshMaterial::dull(92, 88, 120);
    for side in [-1.0f32, 1.0] {
        let foot = Vec3::new(hub.x + side * 5.5, 0.0, hub.z);
        let wide = Vec3::new(0.28, 0.0, 0.0);
        data.quad([foot - wide, foot + wide, hub + wide, hub - wide], leg);
    }
    let _ = size;
}

/// The lights of the surroundings at a time in seconds.
pub fn lights(outline: &FloorOutline, time: f32, sprites: &mut Vec<Sprite>) {
    let heads: Vec<Vec3> = lamp_feet(outline)
        .into_iter()
        .map(|foot| foot + Vec3::Y * LAMP_HEIGHT)
        .collect();
    for (lamp, head) in heads.iter().enumerate() {
        sprites.push(Sprite::glow(*head, 0.85, Vec3::new(0.55, 0.36, 0.16)));
        string_of_bulbs(*head, heads[(lamp + 1) % heads.len()], lamp, time, sprites);
    }
    wheel_lights(outline.reach(), time, sprites);
    stars(sprites);
}

const BULBS: [Vec3; 4] = [
    Vec3::new(1.0, 0.42, 0.30),
    Vec3::new(1.0, 0.82, 0.35),
    Vec3::new(0.45, 0.95, 0.60),
    Vec3::new(0.45, 0.70, 1.0),
];

fn string_of_bulbs(from: Vec3, to: Vec3, lamp: usize, time: f32, sprites: &mut Vec<Sprite>) {
    let count = 9;
    for bulb in 1..count {
        let part = bulb as f32 / count as f32;
        let sag = 4.0 * part * (1.0 - part) * 0.55;
        let at = from.lerp(to, part) - Vec3::Y * (sag + 0.06);
        let index = lamp * count + bulb;
        let wave = (time * 2.2 - index as f32 * 0.7).sin() * 0.5 + 0.5;
        let color = BULBS[index % BULBS.len()];
        sprites.push(Sprite::glow(at, 0.17, color * (0.75 + 0.75 * wave)));
    }
}

fn wheel_lights(radius: f32, time: f32, sprites: &mut Vec<Sprite>) {
    let (hub, size) = wheel_place(radius);
    let spokes = 14;
    for spoke in 0..spokes {
        let angle = turn(spoke as f32 / spokes as f32) + time * 0.12;
        let way = Vec3::new(angle.cos(), angle.sin(), 0.0);
        for bulb in 1..=6 {
            let at = hub + way * (size * bulb as f32 / 6.0);
            let color = BULBS[(bulb + spoke) % BULBS.len()];
            let wide = if bulb == 6 { 0.75 } else { 0.32 };
            sprites.push(Sprite::glow(at, wide, color * 0.9));
        }
    }
    for bulb in 0..56 {
        let angle = turn(bulb as f32 / 56.0) + time * 0.12;
        let at = hub + Vec3::new(angle.cos(), angle.sin(), 0.0) * size;
        sprites.push(Sprite::glow(at, 0.3, Vec3::new(1.0, 0.8, 0.5) * 0.8));
    }
}

/// Stars high in the sky, always the same ones.
fn stars(sprites: &mut Vec<Sprite>) {
    let mut state = 12_345u32;
    let mut next = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 24) as f32
    };
    for _ in 0..90 {
        let round = way(next());
        let height = 0.25 + 0.7 * next();
        let flat = (1.0 - height * height).max(0.0).sqrt();
        let at = (round * flat + Vec3::Y * height) * 200.0;
        let bright = 0.25 + 0.6 * next();
        sprites.push(Sprite::glow(
            at,
            0.4 + 0.4 * next(),
            Vec3::new(0.85, 0.9, 1.0) * bright,
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wall_stands_outside_the_floor_and_faces_inwards() {
        let mut data = MeshData::default();
        wall(&mut data, &FloorOutline::Round { radius: 10.0 });
        assert!(data.vertices.iter().all(|vertex| {
            let [x, y, z] = vertex.position;
            x.hypot(z) > 9.99 && y <= WALL_HEIGHT
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
