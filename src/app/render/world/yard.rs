//! An industrial yard by day: containers, sheds, a crane, chimneys, and workers on a break.

use glam::{Quat, Vec3};

use crate::app::render::mesh::{MeshData, MeshMaterial};
use crate::app::render::outline::{FloorOutline, way};
use crate::app::render::world::props::{Dice, along, bar, block, facing, ground};
use crate::app::render::world::{CLEAR, Site, crowd};

const CONTAINERS: [[u8; 3]; 6] = [
    [178, 62, 48],
    [44, 96, 136],
    [62, 122, 88],
    [206, 146, 50],
    [120, 126, 132],
    [136, 72, 60],
];

/// Builds the yard.
pub fn build(site: &mut Site<'_>) {
    let data = &mut site.mesh.far;
    let tar = MeshMaterial::dull(104, 102, 100);
    let gravel = MeshMaterial::dull(150, 138, 118);
    let rings = [
        (1.0, MeshMaterial::dull(126, 122, 116)),
        (CLEAR - 1.0, tar),
        (CLEAR + 14.0, gravel),
        (160.0, MeshMaterial::dull(142, 140, 100)),
    ];
    ground(data, site.outline, &rings);
    fence(data, site.outline);
    containers(data, site.outline);
    let far = |part: f32, out: f32| site.outline.beside(part, out);
    shed(data, far(0.25, 40.0));
    shed(data, far(0.66, 46.0));
    crane(data, far(0.1, 34.0));
    for (part, high) in [(0.42, 26.0), (0.45, 31.0), (0.86, 28.0)] {
        chimney(data, far(part, 58.0), high);
    }
    trees(data, site.outline.reach());
    let standing = crowd::Tier {
        out: CLEAR + 0.9,
        low: 0.0,
        rows: 1,
        depth: 0.8,
        rise: 0.0,
        step: 1.6,
    };
    let workers = crowd::Dress {
        shirts: &[
            [240, 126, 36],
            [236, 206, 60],
            [240, 126, 36],
            [64, 92, 140],
        ],
        hat: Some([250, 214, 60]),
    };
    crowd::tier(site, &standing, workers, None);
}

/// Adds posts and rails of a fence, behind the people.
fn fence(data: &mut MeshData, outline: &FloorOutline) {
    let steel = MeshMaterial::dull(150, 156, 152);
    let places = along(outline, CLEAR + 2.2, 3.0);
    for (index, &(at, _, _)) in places.iter().enumerate() {
        let next = places[(index + 1) % places.len()].0;
        bar(data, at, at + Vec3::Y * 2.3, 0.05, steel);
        for height in [0.3, 0.8, 1.3, 1.8, 2.2] {
            let up = Vec3::Y * height;
            bar(data, at + up, next + up, 0.018, steel);
        }
    }
}

/// Adds stacks of containers with ribs, and gaps with pallets.
fn containers(data: &mut MeshData, outline: &FloorOutline) {
    let mut dice = Dice::new(41);
    for (index, (at, out, _)) in along(outline, CLEAR + 7.0, 8.2).into_iter().enumerate() {
        if index % 5 == 3 {
            pallets(data, at, out, &mut dice);
            continue;
        }
        let high = [1usize, 2, 1, 3, 2, 1][index % 6];
        for level in 0..high {
            let [red, green, blue] = dice.pick(&CONTAINERS);
            let paint = MeshMaterial::dull(red, green, blue);
            let share = |value: u8| (f32::from(value) * 0.8) as u8;
            let rib = MeshMaterial::dull(share(red), share(green), share(blue));
            let turn = facing(out) + dice.between(-0.05, 0.05);
            let spin = Quat::from_rotation_y(turn);
            let middle = at + out * 0.5 + Vec3::Y * (1.3 + 2.62 * level as f32);
            block(data, middle, Vec3::new(3.1, 1.28, 1.25), turn, paint);
            for step in 0..9 {
                let x = (step as f32 - 4.0) * 0.66;
                let place = middle + spin * Vec3::new(x, 0.0, 1.27);
                block(data, place, Vec3::new(0.14, 1.1, 0.05), turn, rib);
            }
        }
    }
}

/// Adds a few crates and drums in a gap.
fn pallets(data: &mut MeshData, at: Vec3, out: Vec3, dice: &mut Dice) {
    let side = out.cross(Vec3::Y);
    let wood = MeshMaterial::dull(176, 132, 84);
    for place in [-2.0f32, -0.6, 0.8] {
        let size = dice.between(0.5, 0.72);
        let middle = at + side * place + Vec3::Y * size;
        block(data, middle, Vec3::splat(size), dice.next(), wood);
    }
    for place in [2.0f32, 2.8] {
        let drum = MeshMaterial::glossy(40, 92, 160);
        let foot = at + side * place;
        data.lathe(foot, &[(0.34, 0.0), (0.34, 0.95), (0.0, 0.97)], 8, drum);
    }
}

/// Adds a shed with a sawtooth roof.
fn shed(data: &mut MeshData, foot: Vec3) {
    let turn = facing(-foot);
    let spin = Quat::from_rotation_y(turn);
    let brick = MeshMaterial::dull(160, 96, 78);
    block(
        data,
        foot + Vec3::Y * 3.6,
        Vec3::new(16.0, 3.6, 6.0),
        turn,
        brick,
    );
    let glass = MeshMaterial::glossy(150, 190, 206);
    let tiles = MeshMaterial::dull(96, 92, 98);
    for tooth in 0..5 {
        let x = -16.0 + 6.4 * tooth as f32;
        let at = |x: f32, y: f32, z: f32| foot + spin * Vec3::new(x, y, z);
        let (a, b) = (at(x, 7.2, -6.0), at(x, 7.2, 6.0));
        let (c, d) = (at(x, 10.4, 6.0), at(x, 10.4, -6.0));
        let (e, f) = (at(x + 6.4, 7.2, 6.0), at(x + 6.4, 7.2, -6.0));
        data.quad([b, a, d, c], glass);
        data.quad([c, d, f, e], tiles);
        data.quad([a, f, d, d], brick);
        data.quad([e, b, c, c], brick);
        for window in 0..2 {
            let middle = at(x + 1.8 + 2.9 * window as f32, 4.0, -6.02);
            block(data, middle, Vec3::new(0.9, 1.5, 0.05), turn, glass);
        }
    }
}

/// Adds a gantry crane with a container on its hook.
fn crane(data: &mut MeshData, foot: Vec3) {
    let yellow = MeshMaterial::glossy(240, 178, 36);
    let turn = facing(-foot);
    let spin = Quat::from_rotation_y(turn);
    let at = |x: f32, y: f32, z: f32| foot + spin * Vec3::new(x, y, z);
    for x in [-9.0f32, 9.0] {
        for z in [-3.0f32, 3.0] {
            bar(
                data,
                at(x, 0.0, z),
                at(x * 0.92, 16.0, z * 0.5),
                0.45,
                yellow,
            );
        }
        bar(data, at(x, 6.0, -2.7), at(x, 6.0, 2.7), 0.3, yellow);
    }
    let beam = Vec3::new(14.0, 0.8, 0.9);
    block(data, at(0.0, 16.4, 0.0), beam, turn, yellow);
    let dark = MeshMaterial::dull(52, 52, 58);
    block(
        data,
        at(3.0, 15.2, 0.0),
        Vec3::new(1.4, 0.9, 1.2),
        turn,
        dark,
    );
    for x in [1.4f32, 4.6] {
        bar(data, at(x, 8.0, 0.0), at(x, 15.0, 0.0), 0.05, dark);
    }
    let load = MeshMaterial::dull(178, 62, 48);
    block(
        data,
        at(3.0, 6.8, 0.0),
        Vec3::new(3.1, 1.28, 1.25),
        turn,
        load,
    );
}

/// Adds a brick chimney with white and red rings.
fn chimney(data: &mut MeshData, foot: Vec3, high: f32) {
    let brick = MeshMaterial::dull(172, 106, 86);
    let white = MeshMaterial::dull(232, 226, 214);
    for (low, top, paint) in [
        (0.0, 0.8, brick),
        (0.8, 0.86, white),
        (0.86, 0.92, MeshMaterial::dull(186, 58, 50)),
        (0.92, 1.0, white),
    ] {
        let wide = |share: f32| 1.7 - 0.7 * share;
        let profile = [(wide(low), low * high), (wide(top), top * high)];
        data.lathe(foot, &profile, 10, paint);
    }
}

/// Adds round trees behind everything.
fn trees(data: &mut MeshData, reach: f32) {
    let mut dice = Dice::new(71);
    let leaves = [
        MeshMaterial::dull(98, 132, 62),
        MeshMaterial::dull(122, 146, 66),
        MeshMaterial::dull(80, 116, 64),
    ];
    for _ in 0..46 {
        let foot = way(dice.next()) * (reach * 1.5 + dice.between(52.0, 84.0));
        let size = dice.between(2.4, 4.2);
        let trunk = MeshMaterial::dull(96, 74, 56);
        data.lathe(foot, &[(0.3, 0.0), (0.22, size)], 5, trunk);
        let crown = [
            (0.0, size * 0.7),
            (size * 0.8, size * 1.1),
            (size * 0.85, size * 1.7),
            (size * 0.4, size * 2.2),
            (0.0, size * 2.3),
        ];
        data.lathe(foot, &crown, 7, dice.pick(&leaves));
    }
}
