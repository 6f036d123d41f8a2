//! A tin on a kitchen table: a checked cloth, a rolled-up lid, lemon, salt, a fork, and a window.

use glam::{Quat, Vec2, Vec3};

use crate::app::render::mesh::{MeshData, MeshMaterial};
use crate::app::render::outline::{FloorOutline, way};
use crate::app::render::world::props::{bar, block, turned_block};
use crate::app::render::world::{CLEAR, Site};

const SILVER: MeshMaterial = MeshMaterial {
    shine: 255,
    narrow: 110,
    ..MeshMaterial::dull(206, 208, 210)
};

/// Half the side of the table, in metres.
const TABLE: f32 = 62.0;

/// Builds the table.
pub fn build(site: &mut Site<'_>) {
    let half = site.outline.half_sizes();
    let data = &mut site.mesh.far;
    cloth(data, site.outline);
    kitchen(data);
    lid(data, half);
    let at = |part: f32, out: f32| site.outline.beside(part, out);
    lemon(data, at(0.08, 13.0), 4.6, 0.3);
    lemon(data, at(0.13, 15.5), 4.6, 1.1);
    half_lemon(data, at(0.93, 14.5), 4.2);
    shaker(data, at(0.36, 18.0), MeshMaterial::glossy(240, 240, 240));
    shaker(data, at(0.40, 22.0), MeshMaterial::glossy(84, 62, 54));
    fork(data, at(0.66, CLEAR + 7.0), half.max_element());
    olives(data, at(0.84, 12.0));
    olives(data, at(0.55, 13.0));
    glass(data, at(0.47, 24.0));
    sardine(data, at(0.22, 17.0), 0.5, 3.4);
    sardine(data, at(0.79, 16.5), 2.3, 3.0);
    sardine(data, at(0.32, 15.5), -0.4, 2.8);
    bread(data, at(0.60, 20.0));
}

/// Adds squares of red, pink and white over the whole table, but not under the tin.
fn cloth(data: &mut MeshData, outline: &FloorOutline) {
    let side = 2.6;
    let count = (TABLE / side) as i32;
    let white = MeshMaterial::dull(244, 236, 224);
    let pink = MeshMaterial::dull(226, 132, 120);
    let red = MeshMaterial::dull(200, 62, 56);
    for row in -count..count {
        for column in -count..count {
            let (x, z) = (column as f32 * side, row as f32 * side);
            let paint = match (row.rem_euclid(2), column.rem_euclid(2)) {
                (0, 0) => white,
                (1, 1) => red,
                _ => pink,
            };
            let inside = |x: f32, z: f32| outline.clearance(Vec2::new(x, z)) > 0.3;
            let corners = [(x, z), (x, z + side), (x + side, z + side), (x + side, z)];
            if corners.iter().all(|&(x, z)| inside(x, z)) {
                continue;
            }
            let places = corners.map(|(x, z)| Vec3::new(x, -0.03, z));
            data.quad_with_normals(places, [Vec3::Y; 4], paint);
        }
    }
}

/// Adds the kitchen behind the table: tiled walls, a bright window and curtains.
fn kitchen(data: &mut MeshData) {
    let plaster = MeshMaterial::dull(240, 214, 166);
    let tiles = MeshMaterial::glossy(120, 178, 180);
    let wood = MeshMaterial::dull(170, 112, 70);
    let seam = MeshMaterial::dull(206, 224, 220);
    let edge = TABLE + 2.0;
    for side in 0..4 {
        let spin = Quat::from_rotation_y(side as f32 * std::f32::consts::FRAC_PI_2);
        let turn = side as f32 * std::f32::consts::FRAC_PI_2;
        let at = |x: f32, y: f32, z: f32| spin * Vec3::new(x, y, -z);
        let wide = |half_high: f32, half_deep: f32| Vec3::new(100.0, half_high, half_deep);
        for (place, half, material) in [
            (at(0.0, -2.2, edge), Vec3::new(TABLE + 4.0, 2.0, 2.0), wood),
            (at(0.0, 10.0, 96.0), wide(14.0, 1.0), tiles),
            (at(0.0, 62.0, 97.0), wide(40.0, 1.0), plaster),
            (at(0.0, 24.5, 95.0), wide(0.9, 1.2), wood),
            (at(0.0, 12.0, 94.9), wide(0.22, 0.06), seam),
        ] {
            block(data, place, half, turn, material);
        }
        for line in -9..=9 {
            let place = at(line as f32 * 10.0, 10.0, 94.9);
            block(data, place, Vec3::new(0.22, 14.0, 0.06), turn, seam);
        }
    }
    let sky = MeshMaterial::glowing(176, 220, 250);
    let frame = MeshMaterial::glossy(250, 246, 236);
    let window = Vec3::new(6.0, 46.0, -94.0);
    block(data, window, Vec3::new(28.0, 19.0, 0.4), 0.0, frame);
    for (x, y) in [(-13.4, 9.2), (13.4, 9.2), (-13.4, -9.2), (13.4, -9.2)] {
        let pane = window + Vec3::new(x, y, 0.5);
        block(data, pane, Vec3::new(12.4, 8.2, 0.1), 0.0, sky);
    }
    for side in [-1.0f32, 1.0] {
        for fold in 0..6 {
            let x = side * (22.0 + 3.0 * fold as f32);
            let place = window + Vec3::new(x, 2.0, 1.6 + 0.8 * (fold % 2) as f32);
            let paint = if fold % 2 == 0 {
                MeshMaterial::dull(222, 92, 76)
            } else {
                MeshMaterial::dull(240, 128, 100)
            };
            block(data, place, Vec3::new(1.6, 24.0, 0.5), 0.0, paint);
        }
    }
}

/// Adds the lid, rolled up on its key behind the tin.
fn lid(data: &mut MeshData, half: Vec2) {
    let z = -(half.y + CLEAR + 3.4);
    let wide = half.x * 0.85;
    let turns = 26;
    let spiral = |step: usize| {
        let angle = step as f32 / 10.0 * std::f32::consts::TAU;
        let radius = 2.6 - 0.05 * step as f32;
        Vec3::new(0.0, 2.7 + radius * angle.cos(), z + radius * angle.sin())
    };
    for step in 0..turns {
        let (a, b) = (spiral(step), spiral(step + 1));
        let side = Vec3::X * wide;
        let material = if step % 5 < 2 {
            MeshMaterial::glossy(246, 206, 70)
        } else {
            SILVER
        };
        data.quad([a - side, a + side, b + side, b - side], material);
        data.quad([b - side, b + side, a + side, a - side], SILVER);
    }
    let key = Vec3::new(wide + 0.6, 2.7, z);
    bar(data, Vec3::new(-wide - 0.6, 2.7, z), key, 0.18, SILVER);
    for step in 0..10 {
        let at = |step: usize| {
            let angle = step as f32 / 10.0 * std::f32::consts::TAU;
            key + Vec3::new(1.5 - 1.5 * angle.cos(), 1.3 * angle.sin(), 0.0)
        };
        bar(data, at(step), at(step + 1), 0.16, SILVER);
    }
}

/// Adds a tilted slice of lemon.
fn lemon(data: &mut MeshData, foot: Vec3, size: f32, lean: f32) {
    let turn = Quat::from_rotation_y(lean * 3.0) * Quat::from_rotation_x(1.1);
    let middle = foot + Vec3::Y * (size * 0.9);
    let at =
        |part: f32, share: f32, up: f32| middle + turn * (way(part) * size * share + Vec3::Y * up);
    for step in 0..18 {
        let (from, to) = (step as f32 / 18.0, (step + 1) as f32 / 18.0);
        let peel = MeshMaterial::glossy(246, 206, 46);
        data.quad(
            [
                at(from, 1.0, -0.35),
                at(to, 1.0, -0.35),
                at(to, 1.0, 0.35),
                at(from, 1.0, 0.35),
            ],
            peel,
        );
        let white = MeshMaterial::dull(252, 244, 214);
        let flesh = MeshMaterial::glossy(250, 224, 104);
        for up in [0.35f32, -0.35] {
            let face = |inner: f32, outer: f32, material: MeshMaterial, data: &mut MeshData| {
                let mut corners = [
                    at(from, inner, up),
                    at(from, outer, up),
                    at(to, outer, up),
                    at(to, inner, up),
                ];
                if up < 0.0 {
                    corners.reverse();
                }
                data.quad(corners, material);
            };
            face(0.88, 1.0, white, data);
            face(0.0, 0.88, if step % 3 == 2 { white } else { flesh }, data);
        }
    }
}

/// Adds half a lemon that lies on its cut side.
fn half_lemon(data: &mut MeshData, foot: Vec3, size: f32) {
    let peel = MeshMaterial::glossy(246, 206, 46);
    let profile = [
        (size, 0.0),
        (size * 0.96, size * 0.4),
        (size * 0.7, size * 0.86),
        (size * 0.25, size * 1.1),
        (size * 0.18, size * 1.3),
        (0.0, size * 1.36),
    ];
    data.lathe(foot, &profile, 18, peel);
}

/// Adds a shaker with a silver cap.
fn shaker(data: &mut MeshData, foot: Vec3, filling: MeshMaterial) {
    let body = [(3.6, 0.0), (3.6, 1.0), (2.9, 8.0)];
    data.lathe(foot, &body, 10, filling);
    let cap = [
        (3.0, 8.0),
        (3.0, 9.0),
        (2.4, 10.4),
        (0.9, 11.3),
        (0.0, 11.4),
    ];
    data.lathe(foot, &cap, 10, SILVER);
}

/// Adds a fork about as long as the arena.
fn fork(data: &mut MeshData, foot: Vec3, reach: f32) {
    let along = Vec3::new(foot.z, 0.0, -foot.x).normalize_or_zero();
    let side = along.cross(Vec3::Y);
    let turn = Quat::from_rotation_arc(Vec3::NEG_Z, along);
    let up = Vec3::Y * 0.4;
    let handle = foot - along * (reach * 0.3 + 4.0) + up;
    turned_block(
        data,
        handle,
        Vec3::new(0.8, 0.25, reach * 0.7 + 4.0),
        turn,
        SILVER,
    );
    let neck = foot + along * (reach * 0.4 + 2.0) + up;
    turned_block(data, neck, Vec3::new(2.4, 0.25, 2.2), turn, SILVER);
    for prong in 0..4 {
        let place = neck + along * 5.4 + side * (prong as f32 - 1.5) * 1.4;
        turned_block(data, place, Vec3::new(0.4, 0.22, 3.4), turn, SILVER);
    }
}

/// Adds three olives, stuffed with red.
fn olives(data: &mut MeshData, foot: Vec3) {
    for (x, z, size) in [(0.0, 0.0, 1.9), (3.7, 1.2, 1.7), (1.4, 3.6, 1.8)] {
        let middle = foot + Vec3::new(x, size, z);
        let at = |angle: f32| (size * angle.cos(), size * angle.sin());
        let green = MeshMaterial::glossy(116, 132, 44);
        let profile = [at(-1.4), at(-0.9), at(-0.3), at(0.3), at(0.9), at(1.25)];
        data.lathe(middle, &profile, 12, green);
        let red = MeshMaterial::glossy(206, 50, 40);
        data.lathe(middle, &[at(1.25), (0.0, size * 0.94)], 8, red);
    }
}

/// Adds a glass of milk.
fn glass(data: &mut MeshData, foot: Vec3) {
    let milk = MeshMaterial::glossy(246, 244, 238);
    data.lathe(foot, &[(4.4, 0.0), (5.2, 12.0), (0.0, 12.1)], 16, milk);
    let rim = MeshMaterial::glossy(206, 226, 232);
    data.lathe(foot, &[(5.2, 12.0), (5.6, 16.0)], 16, rim);
}

/// Adds a sardine that lies beside the tin.
fn sardine(data: &mut MeshData, foot: Vec3, turn: f32, size: f32) {
    let spin = Quat::from_rotation_y(turn);
    let ring = |along: f32, wide: f32, high: f32, step: usize| {
        let angle = step as f32 / 8.0 * std::f32::consts::TAU;
        let place = Vec3::new(angle.cos() * wide, high + angle.sin() * high, along);
        foot + spin * (place * size)
    };
    let rings = [
        (-1.6, 0.03, 0.22),
        (-1.2, 0.26, 0.3),
        (-0.4, 0.4, 0.38),
        (0.6, 0.3, 0.32),
        (1.3, 0.1, 0.26),
    ];
    for pair in rings.windows(2) {
        let ((a, wide_a, high_a), (b, wide_b, high_b)) = (pair[0], pair[1]);
        for step in 0..8 {
            let back = (1..3).contains(&step);
            let scale = if back {
                MeshMaterial::glossy(64, 96, 136)
            } else {
                SILVER
            };
            let corners = [
                ring(a, wide_a, high_a, step),
                ring(b, wide_b, high_b, step),
                ring(b, wide_b, high_b, step + 1),
                ring(a, wide_a, high_a, step + 1),
            ];
            let [p, q, r, s] = corners;
            data.quad([s, r, q, p], scale);
        }
    }
    let tail = |x: f32, y: f32, z: f32| foot + spin * (Vec3::new(x, y, z) * size);
    let corners = [
        tail(0.0, 0.26, 1.25),
        tail(0.0, 0.75, 2.0),
        tail(0.0, 0.3, 1.75),
        tail(0.0, 0.0, 2.0),
    ];
    data.quad(corners, SILVER);
    let [a, b, c, d] = corners;
    data.quad([d, c, b, a], SILVER);
    for side in [-1.0f32, 1.0] {
        let eye = foot + spin * (Vec3::new(side * 0.24, 0.4, -1.2) * size);
        block(
            data,
            eye,
            Vec3::splat(0.06 * size),
            turn,
            MeshMaterial::dull(20, 22, 28),
        );
    }
}

/// Adds a slice of bread.
fn bread(data: &mut MeshData, foot: Vec3) {
    let crust = MeshMaterial::dull(172, 112, 58);
    let crumb = MeshMaterial::dull(240, 214, 164);
    let turn = foot.x;
    block(
        data,
        foot + Vec3::Y * 0.8,
        Vec3::new(6.4, 0.8, 6.4),
        turn,
        crust,
    );
    block(
        data,
        foot + Vec3::Y * 0.85,
        Vec3::new(5.9, 0.82, 5.9),
        turn,
        crumb,
    );
}
