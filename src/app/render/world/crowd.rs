//! Spectators with a shirt and a head each, in groups that jump in turn.

use glam::Vec3;

use crate::app::render::mesh::{MeshData, MeshMaterial};
use crate::app::render::scene::CROWD_GROUPS;
use crate::app::render::world::Site;
use crate::app::render::world::props::{Dice, along};

/// Largest number of spectators on a tier; more would cost more than they add.
const MOST: usize = 1700;

const SHIRTS: [[u8; 3]; 10] = [
    [214, 58, 52],
    [52, 112, 200],
    [240, 196, 62],
    [66, 158, 92],
    [238, 236, 228],
    [150, 84, 190],
    [236, 128, 48],
    [60, 186, 190],
    [226, 112, 160],
    [70, 76, 96],
];

const SKINS: [[u8; 3]; 4] = [
    [244, 204, 170],
    [222, 168, 124],
    [164, 108, 76],
    [108, 70, 52],
];

/// The clothes of spectators.
#[derive(Clone, Copy)]
pub struct Dress {
    /// The possible colours of shirts.
    pub shirts: &'static [[u8; 3]],
    /// The colour of all hats, if they wear any.
    pub hat: Option<[u8; 3]>,
}

/// Shirts of all colours and bare heads.
pub const SUMMER: Dress = Dress {
    shirts: &SHIRTS,
    hat: None,
};

/// Adds a spectator at `foot` that faces the direction `look`.
pub fn person(data: &mut MeshData, foot: Vec3, look: Vec3, dress: Dress, dice: &mut Dice) {
    let dull = |[red, green, blue]: [u8; 3]| MeshMaterial {
        shine: 0,
        ..MeshMaterial::dull(red, green, blue)
    };
    let shirt = dull(dice.pick(dress.shirts));
    let skin = dull(dice.pick(&SKINS));
    let side = Vec3::Y.cross(look).normalize_or_zero();
    let size = dice.between(0.88, 1.12);
    // They lean back a little, so that they are visible from above too.
    let at = |x: f32, y: f32| foot + (side * x + Vec3::Y * y - look * y * 0.35) * size;
    let normal = (look + Vec3::Y * 0.5).normalize_or_zero();
    let mut face = |corners: [(f32, f32); 4], material: MeshMaterial| {
        data.quad_with_normals(corners.map(|(x, y)| at(x, y)), [normal; 4], material);
    };
    face(
        [(-0.2, 0.0), (0.2, 0.0), (0.27, 0.62), (-0.27, 0.62)],
        shirt,
    );
    // Three faces that form an octagon are round enough at this distance.
    face(
        [(-0.08, 0.62), (0.08, 0.62), (0.15, 0.7), (-0.15, 0.7)],
        skin,
    );
    face(
        [(-0.15, 0.7), (0.15, 0.7), (0.15, 0.86), (-0.15, 0.86)],
        skin,
    );
    let hair = dress.hat.map_or_else(
        || dull(dice.pick(&[[52, 38, 32], [120, 76, 40], [206, 168, 92], [34, 32, 38]])),
        dull,
    );
    face(
        [(-0.155, 0.84), (0.155, 0.84), (0.09, 0.96), (-0.09, 0.96)],
        hair,
    );
    // Some of them wave.
    if dice.next() < 0.22 {
        let arm = if dice.next() < 0.5 { 1.0 } else { -1.0 };
        let (near, far) = (0.2 * arm, 0.42 * arm);
        let mut corners = [
            (near, 0.5),
            (far, 0.95),
            (far - 0.1 * arm, 0.98),
            (near - 0.06 * arm, 0.6),
        ];
        if arm < 0.0 {
            corners.reverse();
        }
        face(corners, skin);
    }
}

/// Rows of spectators around the border: start, height, and size of the rows, in metres.
pub struct Tier {
    pub out: f32,
    pub low: f32,
    pub rows: usize,
    pub depth: f32,
    pub rise: f32,
    /// Distance between spectators, in metres.
    pub step: f32,
}

/// Places spectators on a tier; with `steps` it also builds the tier.
pub fn tier(site: &mut Site<'_>, tier: &Tier, dress: Dress, steps: Option<[MeshMaterial; 2]>) {
    let mut dice = Dice::new(tier.rows as u32 + 17);
    let rows = 0..tier.rows;
    let lines: Vec<_> = rows
        .map(|row| {
            let out = tier.out + tier.depth * row as f32;
            (out, tier.low + tier.rise * row as f32)
        })
        .collect();
    if let Some(materials) = steps {
        for (row, &(out, height)) in lines.iter().enumerate() {
            step(site, out, height, tier, materials[row % 2]);
        }
        back(site, tier, materials[0]);
    }
    let places = lines.iter().map(|&(out, height)| {
        let line = along(site.outline, out + tier.depth * 0.5, tier.step);
        (line, height)
    });
    let places: Vec<_> = places.collect();
    let all: usize = places.iter().map(|(line, _)| line.len()).sum();
    let taken = site.look.crowd * (MOST as f32 / all.max(1) as f32).min(1.0);
    for (line, height) in places {
        for (at, out, _) in line {
            if dice.next() >= taken {
                continue;
            }
            let shift = out.cross(Vec3::Y) * dice.between(-0.2, 0.2) * tier.step;
            let group = (dice.next() * CROWD_GROUPS as f32) as usize % CROWD_GROUPS;
            let foot = at + shift + Vec3::Y * height;
            person(&mut site.mesh.crowd[group], foot, -out, dress, &mut dice);
        }
    }
}

/// Adds one step of a tier: its front and its top.
fn step(site: &mut Site<'_>, out: f32, height: f32, tier: &Tier, material: MeshMaterial) {
    let border = site.outline.border();
    let coarse: Vec<_> = border.iter().step_by(stride(site)).collect();
    for (index, from) in coarse.iter().enumerate() {
        let to = coarse[(index + 1) % coarse.len()];
        let inside = -(from.out + to.out).normalize_or_zero();
        let low = height - tier.rise.max(0.35);
        site.mesh.far.quad_with_normals(
            [
                to.offset(out, low),
                from.offset(out, low),
                from.offset(out, height),
                to.offset(out, height),
            ],
            [inside; 4],
            material,
        );
        site.mesh.far.quad_with_normals(
            [
                to.offset(out, height),
                from.offset(out, height),
                from.offset(out + tier.depth, height),
                to.offset(out + tier.depth, height),
            ],
            [Vec3::Y; 4],
            material,
        );
    }
}

/// Adds the back of a tier, for a camera behind it.
fn back(site: &mut Site<'_>, tier: &Tier, material: MeshMaterial) {
    let out = tier.out + tier.depth * tier.rows as f32;
    let top = tier.low + tier.rise * (tier.rows as f32 - 1.0) + 0.6;
    let border = site.outline.border();
    let coarse: Vec<_> = border.iter().step_by(stride(site)).collect();
    for (index, from) in coarse.iter().enumerate() {
        let to = coarse[(index + 1) % coarse.len()];
        let corners = [
            from.offset(out, -0.03),
            to.offset(out, -0.03),
            to.offset(out, top),
            from.offset(out, top),
        ];
        site.mesh.far.quad(corners, material);
        let [a, b, c, d] = corners;
        site.mesh.far.quad([b, a, d, c], material);
    }
}

/// Stride along the border: round tiers can have longer pieces than the wall; straight ones keep their corners.
fn stride(site: &Site<'_>) -> usize {
    if site.outline.is_round() { 3 } else { 1 }
}
