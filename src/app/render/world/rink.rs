//! A frozen lake in winter: snow, fir trees, huts and mountains, and falling snow.

use glam::{Quat, Vec3};

use crate::app::render::mesh::{MeshData, MeshMaterial};
use crate::app::render::outline::{FloorOutline, way};
use crate::app::render::scene::Sprite;
use crate::app::render::world::props::{
    Dice, along, bar, block, facing, fir, flag, ground, hills, turned_block,
};
use crate::app::render::world::{CLEAR, Site, crowd};

const SNOW: MeshMaterial = MeshMaterial::dull(232, 240, 248);

/// Builds the winter landscape.
pub fn build(site: &mut Site<'_>) {
    let data = &mut site.mesh.far;
    let trodden = MeshMaterial::dull(206, 218, 232);
    let rings = [
        (1.2, SNOW),
        (CLEAR + 4.0, trodden),
        (CLEAR + 16.0, SNOW),
        (160.0, MeshMaterial::dull(222, 232, 244)),
    ];
    ground(data, site.outline, &rings);
    let rock = MeshMaterial::dull(112, 130, 158);
    hills(
        data,
        132.0,
        (16.0, 44.0),
        (rock, MeshMaterial::dull(246, 250, 255)),
        3,
    );
    let reach = site.outline.reach();
    woods(data, reach);
    for (part, wide) in [(0.13, 1.0), (0.40, 1.3), (0.61, 0.9), (0.88, 1.15)] {
        hut(data, site.outline.beside(part, 19.0), wide);
    }
    bunting(data, site.outline);
    let benches = crowd::Tier {
        out: CLEAR + 0.6,
        low: 0.25,
        rows: 3,
        depth: 0.95,
        rise: 0.42,
        step: 0.85,
    };
    let wood = [
        MeshMaterial::dull(150, 106, 74),
        MeshMaterial::dull(172, 126, 90),
    ];
    let dress = crowd::Dress {
        shirts: &[
            [196, 48, 56],
            [40, 92, 176],
            [240, 190, 60],
            [52, 132, 96],
            [236, 236, 240],
            [120, 66, 150],
            [226, 110, 50],
        ],
        hat: Some([206, 60, 66]),
    };
    crowd::tier(site, &benches, dress, Some(wood));
}

/// Adds fir trees with snow on their tips, denser near the lake.
fn woods(data: &mut MeshData, reach: f32) {
    let mut dice = Dice::new(11);
    let needles = [
        MeshMaterial::dull(40, 84, 72),
        MeshMaterial::dull(52, 96, 80),
        MeshMaterial::dull(34, 70, 66),
    ];
    for _ in 0..110 {
        let share = dice.next();
        let far = reach * 1.45 + 17.0 + 52.0 * share * share;
        let foot = way(dice.next()) * far;
        let height = dice.between(4.0, 9.5);
        let paint = dice.pick(&needles);
        fir(data, foot, height, paint, SNOW);
    }
}

/// Adds a wooden hut with snow on its roof and light in its windows.
fn hut(data: &mut MeshData, foot: Vec3, size: f32) {
    let turn = facing(-foot);
    let spin = Quat::from_rotation_y(turn);
    let wood = MeshMaterial::dull(126, 82, 56);
    let half = Vec3::new(3.0, 1.5, 2.2) * size;
    block(data, foot + Vec3::Y * half.y, half, turn, wood);
    for side in [-1.0f32, 1.0] {
        let lean = spin * Quat::from_rotation_x(side * 0.62);
        let middle = foot + spin * Vec3::new(0.0, half.y * 2.0 + 0.75 * size, side * 1.15 * size);
        let plate = Vec3::new(half.x + 0.4, 0.16 * size, 1.7 * size);
        turned_block(data, middle, plate, lean, SNOW);
    }
    let gable = |x: f32| {
        let at = |z: f32, y: f32| foot + spin * Vec3::new(x, y, z);
        [
            at(-half.z, half.y * 2.0),
            at(half.z, half.y * 2.0),
            at(0.0, half.y * 2.0 + 1.5 * size),
        ]
    };
    let [a, b, c] = gable(-half.x);
    data.quad([a, b, c, c], wood);
    let [a, b, c] = gable(half.x);
    data.quad([b, a, c, c], wood);
    let warm = MeshMaterial::glowing(255, 190, 96);
    for x in [-1.5f32, 1.5] {
        let middle = foot + spin * Vec3::new(x * size, 1.6 * size, -half.z);
        block(data, middle, Vec3::new(0.55, 0.5, 0.06) * size, turn, warm);
    }
    let door = foot + spin * Vec3::new(0.0, 0.95 * size, -half.z);
    let dark = MeshMaterial::dull(74, 48, 38);
    block(data, door, Vec3::new(0.5, 0.95, 0.05) * size, turn, dark);
}

/// Adds posts with small flags between them, behind the benches.
fn bunting(data: &mut MeshData, outline: &FloorOutline) {
    let cloths = [
        MeshMaterial::glossy(206, 52, 60),
        MeshMaterial::glossy(46, 104, 190),
        MeshMaterial::glossy(244, 200, 60),
    ];
    let pole = MeshMaterial::dull(140, 110, 84);
    let posts = along(outline, CLEAR + 4.4, 9.0);
    for (index, &(at, out, _)) in posts.iter().enumerate() {
        let next = posts[(index + 1) % posts.len()].0;
        if index % 4 == 0 {
            flag(data, at, 6.0, facing(out), cloths[index / 4 % 3]);
        } else {
            bar(data, at, at + Vec3::Y * 4.0, 0.07, pole);
        }
        for place in 1..10 {
            let part = place as f32 / 10.0;
            let sag = 4.0 * part * (1.0 - part) * 0.7;
            let top = at.lerp(next, part) + Vec3::Y * (3.95 - sag);
            let side = (next - at).normalize_or_zero() * 0.2;
            let cloth = cloths[place % 3];
            let corners = [top - side, top - Vec3::Y * 0.5, top + side, top + side];
            data.quad(corners, cloth);
            data.quad([corners[2], corners[1], corners[0], corners[0]], cloth);
        }
    }
}

/// The snowflakes that fall over the rink, at a time in seconds.
pub fn snow(outline: &FloorOutline, time: f32, sprites: &mut Vec<Sprite>) {
    let mut dice = Dice::new(23);
    let half = outline.half_sizes();
    for _ in 0..110 {
        let (x, z, fall, phase) = (
            dice.between(-1.0, 1.0) * (half.x + 6.0),
            dice.between(-1.0, 1.0) * (half.y + 6.0),
            dice.between(0.5, 1.1),
            dice.next() * 7.0,
        );
        let height = 7.0 - (time * fall + phase * 2.0).rem_euclid(7.0);
        let sway = Vec3::new(
            (time * 0.9 + phase).sin(),
            0.0,
            (time * 0.7 + phase * 2.0).cos(),
        );
        let at = Vec3::new(x, height, z) + sway * 0.5;
        sprites.push(Sprite::puff(at, dice.between(0.03, 0.06), 1.0, 0.85));
    }
}
