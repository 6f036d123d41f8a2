//! A stadium: full stands, floodlights, screens and flags under a summer sky.

use glam::{Quat, Vec3};

use crate::app::render::mesh::{MeshData, MeshMaterial};
use crate::app::render::outline::FloorOutline;
use crate::app::render::scene::Sprite;
use crate::app::render::world::props::{
    along, bar, block, facing, flag, ground, lamp, turned_block,
};
use crate::app::render::world::{CLEAR, Site, crowd};

/// Number of rows of seats, and the depth and rise of a row in metres.
const ROWS: usize = 11;
const DEPTH: f32 = 1.15;
const RISE: f32 = 0.72;
/// The distance from the border at which the stands end, and their height, in metres.
const END: f32 = CLEAR + 1.0 + DEPTH * ROWS as f32;
const TOP: f32 = 1.1 + RISE * ROWS as f32;

/// Builds the stadium.
pub fn build(site: &mut Site<'_>) {
    let data = &mut site.mesh.far;
    let turf = MeshMaterial::dull(74, 138, 66);
    let light_turf = MeshMaterial::dull(86, 152, 74);
    let way_round = MeshMaterial::dull(168, 168, 166);
    let rings = [
        (2.2, turf),
        (4.4, light_turf),
        (CLEAR - 0.9, turf),
        (CLEAR + 1.0, way_round),
        (END + 30.0, MeshMaterial::dull(138, 142, 140)),
        (170.0, MeshMaterial::dull(112, 138, 104)),
    ];
    ground(data, site.outline, &rings);
    roof(data, site.outline);
    masts(data, site.outline);
    screens(data, site.outline);
    let stands = crowd::Tier {
        out: CLEAR + 1.0,
        low: 1.1,
        rows: ROWS,
        depth: DEPTH,
        rise: RISE,
        step: 1.15,
    };
    let seats = [
        MeshMaterial::dull(38, 82, 156),
        MeshMaterial::dull(54, 104, 184),
    ];
    crowd::tier(site, &stands, crowd::SUMMER, Some(seats));
}

/// Adds a white ring over the last rows, on posts, with flags on top.
fn roof(data: &mut MeshData, outline: &FloorOutline) {
    let white = MeshMaterial::glossy(236, 240, 246);
    let under = MeshMaterial::dull(150, 162, 180);
    let steel = MeshMaterial::dull(170, 178, 190);
    let high = TOP + 3.4;
    let inner = along(outline, END - 5.0, 4.2);
    let count = inner.len();
    let border = along(outline, END + 0.8, 4.2);
    for index in 0..count {
        let next = (index + 1) % count;
        let outer = |index: usize| border[index * border.len() / count].0;
        let (a, b) = (
            inner[index].0 + Vec3::Y * (high - 0.7),
            inner[next].0 + Vec3::Y * (high - 0.7),
        );
        let (c, d) = (outer(next) + Vec3::Y * high, outer(index) + Vec3::Y * high);
        data.quad([b, a, d, c], white);
        data.quad([a, b, c, d], under);
        let lip = Vec3::Y * 0.5;
        data.quad([b, a, a - lip, b - lip], MeshMaterial::glossy(206, 44, 50));
        data.quad([a, b, b - lip, a - lip], MeshMaterial::glossy(206, 44, 50));
        if index % 3 == 0 {
            bar(
                data,
                outer(index),
                outer(index) + Vec3::Y * high,
                0.22,
                steel,
            );
        }
        if index % 6 == 0 {
            let cloths = [
                MeshMaterial::glossy(220, 60, 54),
                MeshMaterial::glossy(250, 206, 70),
                MeshMaterial::glossy(60, 130, 214),
                MeshMaterial::glossy(240, 240, 236),
            ];
            let foot = d - Vec3::Y * 0.1;
            flag(data, foot, 4.4, facing(border[0].1), cloths[index / 6 % 4]);
        }
    }
}

/// The positions of the floodlights.
fn mast_heads(outline: &FloorOutline) -> [Vec3; 4] {
    [0.125, 0.375, 0.625, 0.875]
        .map(|part| outline.beside(part, END + 5.0) + Vec3::Y * (TOP + 15.0))
}

fn masts(data: &mut MeshData, outline: &FloorOutline) {
    let steel = MeshMaterial::dull(190, 196, 204);
    for head in mast_heads(outline) {
        let foot = Vec3::new(head.x, 0.0, head.z);
        bar(data, foot, head, 0.45, steel);
        let turn = facing(-foot);
        let lean = Quat::from_rotation_y(turn) * Quat::from_rotation_x(-0.35);
        turned_block(data, head, Vec3::new(4.0, 2.2, 0.25), lean, steel);
        for column in 0..6 {
            for row in 0..3 {
                let x = (column as f32 - 2.5) * 1.25;
                let y = (row as f32 - 1.0) * 1.3;
                let place = head + lean * Vec3::new(x, y, -0.3);
                let glass = MeshMaterial::glowing(255, 250, 232);
                turned_block(data, place, Vec3::new(0.5, 0.5, 0.08), lean, glass);
            }
        }
    }
}

/// Adds two big screens above the short sides that show a car.
fn screens(data: &mut MeshData, outline: &FloorOutline) {
    let half = outline.half_sizes();
    for side in [-1.0f32, 1.0] {
        let place = Vec3::new(0.0, TOP + 5.8, side * (half.y + END - 2.0));
        let turn = facing(Vec3::NEG_Z * side);
        let frame = MeshMaterial::dull(30, 34, 44);
        block(data, place, Vec3::new(8.4, 3.6, 0.4), turn, frame);
        let spin = Quat::from_rotation_y(turn);
        let mut tile = |x: f32, y: f32, wide: f32, high: f32, paint: [u8; 3], front: f32| {
            let middle = place + spin * Vec3::new(x, y, -0.42 - front);
            let [red, green, blue] = paint;
            let glass = MeshMaterial::glowing(red, green, blue);
            block(data, middle, Vec3::new(wide, high, 0.03), turn, glass);
        };
        tile(0.0, 0.0, 8.0, 3.2, [14, 46, 104], 0.0);
        tile(0.0, -2.5, 8.0, 0.5, [220, 160, 40], 0.05);
        // A bumper car made of rectangles: ring, body, seat, pole.
        tile(0.0, -1.1, 3.6, 0.5, [24, 24, 30], 0.1);
        tile(0.0, -0.3, 3.1, 0.5, [206, 40, 40], 0.1);
        tile(-0.9, 0.5, 1.1, 0.4, [206, 40, 40], 0.1);
        tile(1.3, 0.5, 0.5, 0.5, [140, 70, 50], 0.1);
        tile(2.2, 1.0, 0.1, 1.7, [190, 196, 206], 0.1);
        tile(0.3, 0.95, 0.55, 0.5, [240, 190, 150], 0.12);
    }
}

/// A glow in front of the floodlights.
pub fn lights(outline: &FloorOutline, eye: Vec3, sprites: &mut Vec<Sprite>) {
    for head in mast_heads(outline) {
        sprites.push(lamp(head, 6.5, Vec3::new(0.5, 0.48, 0.42), eye));
    }
}
