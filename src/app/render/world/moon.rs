//! The moon: craters and hills, a base of domes, a rocket, and the Earth in a black sky.

use glam::{Quat, Vec3};

use crate::app::render::mesh::{MeshData, MeshMaterial};
use crate::app::render::outline::{FloorOutline, way};
use crate::app::render::scene::Sprite;
use crate::app::render::world::props::{Dice, bar, block, flag, ground, hills, lamp, turned_block};
use crate::app::render::world::{CLEAR, Site, crowd};

const DUST: MeshMaterial = MeshMaterial::dull(134, 134, 140);
const WHITE: MeshMaterial = MeshMaterial::glossy(226, 230, 236);

/// Builds the moon.
pub fn build(site: &mut Site<'_>) {
    let data = &mut site.mesh.far;
    let rings = [
        (2.0, MeshMaterial::dull(112, 112, 120)),
        (CLEAR + 3.0, DUST),
        (CLEAR + 22.0, MeshMaterial::dull(124, 124, 132)),
        (190.0, MeshMaterial::dull(112, 112, 120)),
    ];
    ground(data, site.outline, &rings);
    let slopes = (
        MeshMaterial::dull(104, 104, 114),
        MeshMaterial::dull(152, 152, 160),
    );
    hills(data, 125.0, (7.0, 24.0), slopes, 9);
    craters(data, site.outline);
    let far = |part: f32, out: f32| site.outline.beside(part, out);
    for (part, out, size) in [
        (0.22, 19.0, 6.0),
        (0.29, 24.0, 8.0),
        (0.35, 18.0, 4.6),
        (0.62, 22.0, 6.4),
    ] {
        dome(data, far(part, out), size);
    }
    bar(
        data,
        far(0.22, 19.0) + Vec3::Y,
        far(0.29, 24.0) + Vec3::Y,
        1.0,
        WHITE,
    );
    bar(
        data,
        far(0.29, 24.0) + Vec3::Y,
        far(0.35, 18.0) + Vec3::Y,
        1.0,
        WHITE,
    );
    rocket(data, far(0.13, 28.0));
    dish(data, far(0.44, 22.0));
    dish(data, far(0.86, 24.0));
    lander(data, far(0.72, 18.0));
    flag(
        data,
        far(0.05, 14.0),
        5.5,
        0.4,
        MeshMaterial::glossy(214, 60, 52),
    );
    flag(
        data,
        far(0.57, 14.0),
        5.5,
        1.2,
        MeshMaterial::glossy(64, 130, 214),
    );
    earth(data);
    let standing = crowd::Tier {
        out: CLEAR + 0.8,
        low: 0.0,
        rows: 2,
        depth: 1.2,
        rise: 0.0,
        step: 1.7,
    };
    let suits = crowd::Dress {
        shirts: &[[232, 234, 240], [232, 234, 240], [236, 150, 60]],
        hat: Some([236, 238, 244]),
    };
    crowd::tier(site, &standing, suits, None);
}

/// Adds craters with low rims and dark bottoms, and some rocks.
fn craters(data: &mut MeshData, outline: &FloorOutline) {
    let mut dice = Dice::new(29);
    for _ in 0..46 {
        let share = dice.next();
        let out = CLEAR + 3.0 + 52.0 * share * share;
        let foot = outline.beside(dice.next(), out);
        let size = dice.between(0.7, 2.8) * (1.0 + share);
        let high = size * 0.16;
        let profile = [(size * 1.5, -0.05), (size, high), (size * 0.78, 0.02)];
        data.lathe(foot, &profile, 12, DUST);
        let bottom = [(size * 0.8, 0.0), (0.0, 0.03)];
        data.lathe(foot, &bottom, 12, MeshMaterial::dull(92, 92, 100));
    }
    for _ in 0..60 {
        let out = dice.between(CLEAR + 2.0, 50.0);
        let foot = outline.beside(dice.next(), out);
        let size = dice.between(0.15, 0.8);
        let rock = [(size, 0.0), (size * 0.9, size * 0.5), (0.0, size * 0.9)];
        data.lathe(foot, &rock, 5, MeshMaterial::dull(116, 116, 124));
    }
}

/// Adds a dome with a ring of lit windows and a mast.
fn dome(data: &mut MeshData, foot: Vec3, size: f32) {
    let at = |angle: f32| {
        let (sin, cos) = angle.sin_cos();
        (cos * size, sin * size)
    };
    let base = [(size * 1.06, 0.0), (size * 1.06, size * 0.14)];
    data.lathe(foot, &base, 16, MeshMaterial::dull(122, 128, 144));
    data.lathe(foot, &[at(0.1), at(0.3)], 16, WHITE);
    for window in 0..12 {
        let part = window as f32 / 12.0;
        let lit = MeshMaterial::glowing(255, 214, 130);
        let middle = foot + way(part) * size * 0.94 + Vec3::Y * size * 0.38;
        let spin = Quat::from_rotation_y(part * std::f32::consts::TAU);
        turned_block(
            data,
            middle,
            Vec3::new(0.1, size * 0.07, size * 0.12),
            spin,
            lit,
        );
    }
    let glass = [at(0.3), at(0.5), at(0.8), at(1.1), at(1.4), (0.0, size)];
    data.lathe(foot, &glass, 16, WHITE);
    bar(
        data,
        foot + Vec3::Y * size,
        foot + Vec3::Y * (size + 2.0),
        0.06,
        DUST,
    );
}

/// Adds a red and white rocket, as in old comics.
fn rocket(data: &mut MeshData, foot: Vec3) {
    let red = MeshMaterial::glossy(206, 48, 44);
    let up = foot + Vec3::Y * 2.0;
    data.lathe(up, &[(0.9, 0.0), (1.9, 3.0), (2.2, 7.0)], 14, WHITE);
    data.lathe(up, &[(2.2, 7.0), (2.1, 8.2)], 14, red);
    data.lathe(up, &[(2.1, 8.2), (1.7, 11.5)], 14, WHITE);
    data.lathe(up, &[(1.7, 11.5), (0.9, 14.0), (0.0, 15.6)], 14, red);
    for fin in 0..4 {
        let out = way(fin as f32 / 4.0 + 0.125);
        let points = [
            up + out * 1.4 + Vec3::Y * 3.4,
            up + out * 3.6 - Vec3::Y * 2.0,
            up + out * 2.6 - Vec3::Y * 2.0,
            up + out * 1.0 + Vec3::Y * 0.6,
        ];
        data.quad(points, red);
        let [a, b, c, d] = points;
        data.quad([d, c, b, a], red);
    }
    let round = MeshMaterial::glowing(150, 220, 255);
    let eye = up + Vec3::Y * 8.9;
    for part in [0.0, 0.25, 0.5, 0.75] {
        let middle = eye + way(part) * 1.95;
        block(data, middle, Vec3::splat(0.42), part, round);
    }
}

/// Adds a dish antenna.
fn dish(data: &mut MeshData, foot: Vec3) {
    let top = foot + Vec3::Y * 3.2;
    bar(data, foot, top, 0.2, DUST);
    let lean = Quat::from_rotation_z(0.7) * Quat::from_rotation_y(foot.x);
    let ring = |share: f32, height: f32, step: usize| {
        let around = way(step as f32 / 12.0);
        top + lean * (around * share + Vec3::Y * height)
    };
    for step in 0..12 {
        let (a, b) = (ring(2.6, 1.1, step), ring(2.6, 1.1, step + 1));
        let (c, d) = (ring(0.3, 0.1, step + 1), ring(0.3, 0.1, step));
        data.quad([a, b, c, d], WHITE);
        data.quad([d, c, b, a], MeshMaterial::dull(176, 180, 190));
    }
    bar(data, top, top + lean * (Vec3::Y * 1.9), 0.06, DUST);
}

/// Adds a lander on four legs in golden foil.
fn lander(data: &mut MeshData, foot: Vec3) {
    let foil = MeshMaterial {
        shine: 230,
        narrow: 90,
        ..MeshMaterial::dull(214, 160, 60)
    };
    let middle = foot + Vec3::Y * 2.2;
    data.lathe(
        middle,
        &[(1.4, -0.7), (1.8, -0.5), (1.8, 0.5), (1.4, 0.7)],
        8,
        foil,
    );
    data.lathe(
        middle,
        &[(1.1, 0.7), (1.3, 1.4), (0.9, 2.3), (0.0, 2.5)],
        8,
        WHITE,
    );
    for leg in 0..4 {
        let out = way(leg as f32 / 4.0 + 0.125);
        bar(data, middle + out * 1.5, foot + out * 3.0, 0.09, DUST);
        block(
            data,
            foot + out * 3.0 + Vec3::Y * 0.06,
            Vec3::new(0.4, 0.06, 0.4),
            0.0,
            DUST,
        );
    }
}

/// Adds the Earth, with land and clouds.
fn earth(data: &mut MeshData) {
    let middle = Vec3::new(-58.0, 62.0, -170.0);
    let size = 21.0;
    let (rows, columns) = (16, 28);
    let at = |row: usize, column: usize| {
        let high = (row as f32 / rows as f32 - 0.5) * std::f32::consts::PI;
        way(column as f32 / columns as f32) * high.cos() + Vec3::Y * high.sin()
    };
    for row in 0..rows {
        for column in 0..columns {
            let corners = [
                at(row, column),
                at(row, column + 1),
                at(row + 1, column + 1),
                at(row + 1, column),
            ];
            let here = (corners[0] + corners[2]) * 0.5;
            let wave = |x: f32, y: f32, z: f32| (here.x * x + here.y * y + here.z * z).sin();
            let land = wave(3.1, 2.0, -1.4) + wave(-2.2, 4.1, 2.6) + 0.6 * wave(6.0, -3.0, 5.0);
            let cloud = wave(5.2, 9.0, 1.4) + wave(-7.1, 3.6, 8.0);
            let paint = if here.y.abs() > 0.9 || cloud > 1.25 {
                [250, 252, 255]
            } else if land > 0.7 {
                [84, 152, 78]
            } else if land > 0.5 {
                [196, 178, 118]
            } else {
                [44, 104, 196]
            };
            let material = MeshMaterial {
                glow: 120,
                shine: 40,
                ..MeshMaterial::dull(paint[0], paint[1], paint[2])
            };
            let places = corners.map(|corner| middle + corner * size);
            data.quad_with_normals(places, corners, material);
        }
    }
}

/// The blinking beacons of the base, and the glow of the Earth.
pub fn lights(outline: &FloorOutline, time: f32, eye: Vec3, sprites: &mut Vec<Sprite>) {
    for (index, (part, out, high)) in [
        (0.22, 19.0, 8.2),
        (0.29, 24.0, 10.2),
        (0.35, 18.0, 6.8),
        (0.62, 22.0, 8.6),
    ]
    .into_iter()
    .enumerate()
    {
        let at = outline.beside(part, out) + Vec3::Y * high;
        let on = ((time * 0.9 + index as f32 * 0.4).fract() < 0.35) as u8;
        let color = Vec3::new(1.0, 0.25, 0.2) * f32::from(on);
        sprites.push(lamp(at, 0.9, color, eye));
    }
    // The Earth's atmosphere.
    let earth = Vec3::new(-58.0, 62.0, -170.0);
    sprites.push(Sprite::glow(earth, 34.0, Vec3::new(0.16, 0.26, 0.5)));
}
