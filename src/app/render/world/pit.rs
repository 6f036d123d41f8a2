//! The surroundings of a platform with open edges: its rim, its sides, and the pit that catches falling
//! cars. High above a city the pit is a net.

use glam::Vec3;

use crate::app::render::mesh::{MeshData, MeshMaterial};
use crate::app::render::outline::{BorderPoint, FloorOutline};
use crate::app::render::world::Site;
use crate::app::render::world::props::bar;
use crate::level::World;
use dodgem_scene::params::{PIT_DEPTH, PIT_MARGIN};

/// Depth of the platform's body below the floor, in metres.
const BODY: f32 = 1.6;

/// Builds the rim of the floor and the pit around it.
pub fn build(site: &mut Site<'_>, floor: &FloorOutline) {
    let high_up = site.look.world == World::Heights;
    rim(&mut site.mesh.near, floor, high_up);
    let data = &mut site.mesh.far;
    if high_up {
        net(data, floor);
        pillar(data, floor);
    } else {
        hole(data, floor);
    }
}

/// Adds a strip along a border between two lines, each given by (offset outwards, height) in metres.
fn strip(
    data: &mut MeshData,
    border: &[BorderPoint],
    top: (f32, f32),
    bottom: (f32, f32),
    paint: impl Fn(usize) -> MeshMaterial,
) {
    for (index, from) in border.iter().enumerate() {
        let to = &border[(index + 1) % border.len()];
        let corners = [
            from.offset(bottom.0, bottom.1),
            to.offset(bottom.0, bottom.1),
            to.offset(top.0, top.1),
            from.offset(top.0, top.1),
        ];
        data.quad(corners, paint(index));
    }
}

/// Adds the edge: a two-coloured warning, a line of light, and the side of the platform.
fn rim(data: &mut MeshData, floor: &FloorOutline, high_up: bool) {
    let border = floor.border();
    let stripe = |index: usize| match (high_up, (index / 2) % 2) {
        (true, 0) => MeshMaterial::glowing(255, 60, 190),
        (true, _) => MeshMaterial::dull(40, 24, 70),
        (false, 0) => MeshMaterial::glossy(206, 38, 36),
        (false, _) => MeshMaterial::glossy(238, 232, 220),
    };
    strip(data, &border, (0.0, 0.0), (0.0, -0.28), stripe);
    let lamp = if high_up {
        MeshMaterial::glowing(40, 220, 255)
    } else {
        MeshMaterial::dull(250, 206, 60)
    };
    strip(data, &border, (0.0, -0.28), (0.05, -0.40), |_| lamp);
    let side = if high_up {
        MeshMaterial::dull(58, 50, 96)
    } else {
        MeshMaterial::dull(120, 112, 108)
    };
    strip(data, &border, (0.05, -0.40), (-0.15, -BODY), |_| side);
    let under = MeshMaterial::dull(34, 28, 56);
    strip(data, &border, (-0.15, -BODY), (-2.6, -BODY - 1.4), |_| {
        under
    });
}

/// Adds a net between masts, in which fallen cars stay visible.
fn net(data: &mut MeshData, floor: &FloorOutline) {
    let border = floor.border();
    let rope = MeshMaterial {
        glow: 110,
        ..MeshMaterial::dull(250, 226, 150)
    };
    let low = -PIT_DEPTH - 0.02;
    let flat = |data: &mut MeshData, a: Vec3, b: Vec3, wide: f32| {
        let side = (b - a).normalize_or_zero().cross(Vec3::Y) * wide;
        data.quad_with_normals([a + side, b + side, b - side, a - side], [Vec3::Y; 4], rope);
    };
    let inner = -2.4;
    for (index, from) in border.iter().enumerate() {
        let to = &border[(index + 1) % border.len()];
        flat(
            data,
            from.offset(inner, low),
            from.offset(PIT_MARGIN, low),
            0.035,
        );
        for ring in 0..=12 {
            let out = inner + (PIT_MARGIN - inner) * ring as f32 / 12.0;
            let wide = if ring == 12 { 0.12 } else { 0.035 };
            flat(data, from.offset(out, low), to.offset(out, low), wide);
        }
    }
    let steel = MeshMaterial::dull(86, 78, 130);
    for point in border.iter().step_by((border.len() / 12).max(1)) {
        let foot = point.offset(PIT_MARGIN + 0.2, -PIT_DEPTH - 1.5);
        let head = point.offset(PIT_MARGIN + 0.8, -PIT_DEPTH + 3.6);
        bar(data, foot, head, 0.14, steel);
        let lamp = MeshMaterial::glowing(255, 60, 190);
        bar(data, head, head + Vec3::Y * 0.5, 0.2, lamp);
        // A stay holds the mast to the platform.
        bar(data, point.offset(-2.0, -BODY - 1.6), foot, 0.07, steel);
    }
}

/// Adds the pillar from the platform down to the streets.
fn pillar(data: &mut MeshData, floor: &FloorOutline) {
    let wide = floor.half_sizes().min_element();
    let steel = MeshMaterial::dull(52, 46, 88);
    let profile = [
        (wide * 0.3, -62.0),
        (wide * 0.26, -18.0),
        (wide * 0.8, -BODY - 1.0),
    ];
    data.lathe(Vec3::ZERO, &profile, 16, steel);
    for height in [-10.0f32, -16.0, -22.0, -30.0, -40.0] {
        let ring = [(wide * 0.46, height), (wide * 0.46, height + 0.5)];
        let glow = MeshMaterial::glowing(40, 220, 255);
        data.lathe(Vec3::ZERO, &ring, 16, glow);
    }
}

/// Adds a pit in the ground: mats to land on, and its sides.
fn hole(data: &mut MeshData, floor: &FloorOutline) {
    let border = floor.border();
    let low = -PIT_DEPTH;
    let mats = [
        MeshMaterial::dull(44, 104, 170),
        MeshMaterial::dull(214, 72, 62),
        MeshMaterial::dull(240, 190, 70),
    ];
    let cut = 4;
    for part in 0..cut {
        let at = |part: usize| -2.6 + (PIT_MARGIN + 2.6) * part as f32 / cut as f32;
        let paint = |index: usize| mats[(index / 6 + part) % mats.len()];
        strip(data, &border, (at(part), low), (at(part + 1), low), paint);
    }
    let earth = MeshMaterial::dull(96, 84, 78);
    for (index, from) in border.iter().enumerate() {
        let to = &border[(index + 1) % border.len()];
        let out = PIT_MARGIN + 0.2;
        let corners = [
            to.offset(out, low),
            from.offset(out, low),
            from.offset(out, -0.03),
            to.offset(out, -0.03),
        ];
        data.quad(corners, earth);
    }
}
