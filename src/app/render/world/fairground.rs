//! A fairground in the evening: booths, tents, lamps with strings of bulbs, and a big wheel behind.

use glam::Vec3;

use crate::app::render::mesh::{MeshData, MeshMaterial};
use crate::app::render::outline::{FloorOutline, way};
use crate::app::render::scene::Sprite;
use crate::app::render::world::props::{along, bar, block, facing, ground, lamp};
use crate::app::render::world::{CLEAR, Site, crowd};

/// Height of the lamps' heads, in metres.
const LAMP_HEIGHT: f32 = 4.6;
/// Number of lamp posts.
const LAMPS: usize = 12;
/// Distance of the lamps from the border, in metres: behind the people.
const LAMP_OUT: f32 = CLEAR + 2.6;

const CREAM: MeshMaterial = MeshMaterial::dull(226, 214, 190);

/// Builds the fairground.
pub fn build(site: &mut Site<'_>) {
    let data = &mut site.mesh.far;
    let planks = MeshMaterial::dull(92, 70, 66);
    let grass = MeshMaterial::dull(58, 56, 52);
    ground(
        data,
        site.outline,
        &[
            (CLEAR, planks),
            (CLEAR + 4.0, MeshMaterial::dull(74, 58, 62)),
            (150.0, grass),
        ],
    );
    for foot in lamp_feet(site.outline) {
        lamp_post(data, foot);
    }
    fence(data, site.outline);
    booths(data, site.outline);
    tents(data, site.outline.reach());
    big_wheel(data, site.outline.reach());
    let standing = crowd::Tier {
        out: CLEAR + 0.5,
        low: 0.0,
        rows: 2,
        depth: 0.8,
        rise: 0.0,
        step: 0.8,
    };
    crowd::tier(site, &standing, crowd::SUMMER, None);
}

/// The feet of the lamp posts.
fn lamp_feet(outline: &FloorOutline) -> Vec<Vec3> {
    let places = along(outline, LAMP_OUT, 1.0);
    (0..LAMPS)
        .map(|lamp| places[lamp * places.len() / LAMPS].0)
        .collect()
}

fn lamp_post(data: &mut MeshData, foot: Vec3) {
    let steel = MeshMaterial::dull(96, 92, 112);
    data.lathe(
        foot,
        &[
            (0.16, 0.0),
            (0.12, 0.12),
            (0.06, 0.2),
            (0.05, LAMP_HEIGHT - 0.1),
        ],
        6,
        steel,
    );
    data.lathe(
        foot + Vec3::Y * LAMP_HEIGHT,
        &[(0.05, -0.1), (0.16, 0.0), (0.09, 0.14), (0.0, 0.17)],
        8,
        MeshMaterial::glowing(255, 214, 140),
    );
}

/// Adds a rail that keeps people off the wall, low enough to look over.
fn fence(data: &mut MeshData, outline: &FloorOutline) {
    let rail = MeshMaterial::glossy(196, 160, 70);
    let places = along(outline, CLEAR, 1.9);
    for (index, &(at, _, _)) in places.iter().enumerate() {
        let next = places[(index + 1) % places.len()].0;
        bar(data, at, at + Vec3::Y * 0.6, 0.035, rail);
        bar(data, at + Vec3::Y * 0.57, next + Vec3::Y * 0.57, 0.03, rail);
    }
}

/// Adds booths with striped awnings and bright prizes.
fn booths(data: &mut MeshData, outline: &FloorOutline) {
    let cloths = [
        MeshMaterial::dull(206, 66, 58),
        MeshMaterial::dull(46, 124, 160),
        MeshMaterial::dull(222, 166, 54),
        MeshMaterial::dull(122, 72, 150),
    ];
    let places = along(outline, CLEAR + 7.0, 6.6);
    for (index, &(at, out, _)) in places.iter().enumerate() {
        if index % 3 == 2 {
            continue;
        }
        let turn = facing(-out);
        let side = out.cross(Vec3::Y);
        let cloth = cloths[index % cloths.len()];
        let wood = MeshMaterial::dull(120, 84, 62);
        let up = |height: f32| at + Vec3::Y * height;
        block(data, up(0.5), Vec3::new(1.9, 0.5, 0.5), turn, wood);
        block(
            data,
            up(1.4) + out * 1.5,
            Vec3::new(2.0, 1.4, 0.1),
            turn,
            wood,
        );
        let shelf = MeshMaterial::glowing(250, 196, 110);
        block(
            data,
            up(1.5) + out * 1.36,
            Vec3::new(1.8, 0.6, 0.05),
            turn,
            shelf,
        );
        for toy in 0..5 {
            let place = up(1.1) + out * 1.2 + side * (toy as f32 - 2.0) * 0.65;
            let paint = cloths[(toy + index + 1) % cloths.len()];
            data.lathe(place, &[(0.0, 0.0), (0.24, 0.22), (0.0, 0.5)], 6, paint);
        }
        for stripe in 0..8 {
            let from = side * (stripe as f32 - 4.0) * 0.52;
            let to = from + side * 0.52;
            let (front, back) = (up(2.1) - out * 0.9, up(3.0) + out * 1.5);
            let paint = if stripe % 2 == 0 { cloth } else { CREAM };
            data.quad([front + from, front + to, back + to, back + from], paint);
            let hang = Vec3::Y * 0.35;
            let edge = [
                front + from - hang,
                front + to - hang,
                front + to,
                front + from,
            ];
            data.quad(edge, paint);
        }
    }
}

fn tents(data: &mut MeshData, radius: f32) {
    let colors = [
        (MeshMaterial::dull(196, 62, 58), CREAM),
        (MeshMaterial::dull(58, 112, 160), CREAM),
        (
            MeshMaterial::dull(214, 160, 54),
            MeshMaterial::dull(120, 60, 120),
        ),
    ];
    for tent in 0..9 {
        let part = tent as f32 / 9.0 + 0.03 * ((tent * 7 % 5) as f32 - 2.0) / 2.0;
        let foot = way(part) * (radius * 1.25 + 24.0 + (tent * 5 % 7) as f32 * 2.0);
        let size = 4.2 + (tent * 3 % 4) as f32 * 1.1;
        let (first, second) = colors[tent % colors.len()];
        let segments = 16;
        for segment in 0..segments {
            let cloth = if segment % 2 == 0 { first } else { second };
            let at = |step: usize, wide: f32, high: f32| {
                foot + way(step as f32 / segments as f32) * wide + Vec3::Y * high
            };
            let (a, b) = (segment, segment + 1);
            let mut wall = |low: (f32, f32), high: (f32, f32)| {
                let corners = [
                    at(a, low.0, low.1),
                    at(b, low.0, low.1),
                    at(b, high.0, high.1),
                    at(a, high.0, high.1),
                ];
                data.quad(corners, cloth);
            };
            wall((size, 0.0), (size, size * 0.7));
            wall((size * 1.12, size * 0.66), (0.05, size * 1.65));
        }
        let top = foot + Vec3::Y * size * 1.65;
        bar(data, top, top + Vec3::Y * 1.2, 0.05, first);
        let tip = top + Vec3::Y * 1.2;
        let cloth = [
            tip - Vec3::Y * 0.5,
            tip - Vec3::new(-1.0, 0.35, 0.0),
            tip,
            tip,
        ];
        data.quad(cloth, first);
        data.quad([cloth[1], cloth[0], cloth[3], cloth[3]], first);
    }
}

/// The hub of the big wheel, and its radius in metres.
fn wheel_place(radius: f32) -> (Vec3, f32) {
    (Vec3::new(-11.0, 13.5, -(radius * 1.2 + 40.0)), 11.5)
}

fn big_wheel(data: &mut MeshData, radius: f32) {
    let (hub, size) = wheel_place(radius);
    let steel = MeshMaterial::dull(112, 104, 140);
    for side in [-1.0f32, 1.0] {
        bar(
            data,
            Vec3::new(hub.x + side * 6.0, 0.0, hub.z),
            hub,
            0.3,
            steel,
        );
    }
    let spokes = 14;
    for spoke in 0..spokes {
        let at = |step: usize| {
            let angle = step as f32 / spokes as f32 * std::f32::consts::TAU;
            hub + Vec3::new(angle.cos(), angle.sin(), 0.0) * size
        };
        bar(data, hub, at(spoke), 0.06, steel);
        bar(data, at(spoke), at(spoke + 1), 0.1, steel);
    }
}

/// The lights of the fairground at a time in seconds.
pub fn lights(outline: &FloorOutline, time: f32, eye: Vec3, sprites: &mut Vec<Sprite>) {
    let feet = lamp_feet(outline).into_iter();
    let heads: Vec<Vec3> = feet.map(|foot| foot + Vec3::Y * LAMP_HEIGHT).collect();
    for (index, head) in heads.iter().enumerate() {
        sprites.push(lamp(*head, 1.0, Vec3::new(0.55, 0.36, 0.16), eye));
        let next = heads[(index + 1) % heads.len()];
        string_of_bulbs(*head, next, index, time, eye, sprites);
    }
    wheel_lights(outline.reach(), time, sprites);
}

const BULBS: [Vec3; 4] = [
    Vec3::new(1.0, 0.42, 0.30),
    Vec3::new(1.0, 0.82, 0.35),
    Vec3::new(0.45, 0.95, 0.60),
    Vec3::new(0.45, 0.70, 1.0),
];

fn string_of_bulbs(
    from: Vec3,
    to: Vec3,
    first: usize,
    time: f32,
    eye: Vec3,
    sprites: &mut Vec<Sprite>,
) {
    let count = 10;
    for bulb in 1..count {
        let part = bulb as f32 / count as f32;
        let sag = 4.0 * part * (1.0 - part) * 0.55;
        let at = from.lerp(to, part) - Vec3::Y * (sag + 0.06);
        let index = first * count + bulb;
        let wave = (time * 2.2 - index as f32 * 0.7).sin() * 0.5 + 0.5;
        let color = BULBS[index % BULBS.len()];
        sprites.push(lamp(at, 0.2, color * (0.75 + 0.75 * wave), eye));
    }
}

fn wheel_lights(radius: f32, time: f32, sprites: &mut Vec<Sprite>) {
    let (hub, size) = wheel_place(radius);
    let turn = |part: f32| {
        let angle = part * std::f32::consts::TAU + time * 0.12;
        Vec3::new(angle.cos(), angle.sin(), 0.0)
    };
    let spokes = 14;
    for spoke in 0..spokes {
        let way = turn(spoke as f32 / spokes as f32);
        for bulb in 1..=6 {
            let at = hub + way * (size * bulb as f32 / 6.0);
            let color = BULBS[(bulb + spoke) % BULBS.len()];
            let wide = if bulb == 6 { 0.75 } else { 0.32 };
            sprites.push(Sprite::glow(at, wide, color * 0.9));
        }
    }
    for bulb in 0..56 {
        let at = hub + turn(bulb as f32 / 56.0) * size;
        let warm = Vec3::new(1.0, 0.8, 0.5) * 0.8;
        sprites.push(Sprite::glow(at, 0.3, warm));
    }
}
