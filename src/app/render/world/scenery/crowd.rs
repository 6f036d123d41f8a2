//! Spectators with a shirt and a head each, in groups that jump in turn.

use std::sync::LazyLock;

use glam::Vec3;
use serde::Deserialize;

use crate::app::asset;
use crate::app::params::SPECTATORS;
use crate::app::params::render::scene::CROWD_GROUPS;
use crate::app::render::mesh::{MeshData, MeshMaterial};
use crate::app::render::outline::FloorOutline;
use crate::app::render::world::props::{Dice, along};
use crate::app::render::world::scenery::pen::Pen;

/// A colour of red, green and blue from 0 to 255.
type Rgb = [u8; 3];

/// The colours of people.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct People {
    shirts: Vec<Rgb>,
    skins: Vec<Rgb>,
    hair: Vec<Rgb>,
}

/// The file of the colours of people.
const PEOPLE: &str = include_str!("../../../../../assets/scenery/people.ron");

/// The colours of people, read once from the file in the program.
fn people() -> &'static People {
    static READ: LazyLock<People> = LazyLock::new(|| asset::read("scenery/people.ron", PEOPLE));
    &READ
}

/// Rows of spectators around the border.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tier {
    /// The distance of the first row from the border, and its height, in metres.
    pub out: f32,
    #[serde(default)]
    pub low: f32,
    pub rows: usize,
    /// The depth and the rise of a row, and the distance of spectators, in metres.
    pub depth: f32,
    #[serde(default)]
    pub rise: f32,
    pub step: f32,
    /// The colours of shirts, if these are not of all colours.
    pub shirts: Option<Vec<Rgb>>,
    /// The colour of all hats, if they wear any.
    pub hat: Option<Rgb>,
    /// The materials of the steps that they stand on, if there are steps.
    pub steps: Option<[String; 2]>,
}

impl Tier {
    /// Places the spectators, and builds the steps.
    pub fn draw(&self, pen: &mut Pen<'_, '_>) {
        let mut dice = Dice::new(self.rows as u32 + 17);
        let line = |row: usize| {
            let out = self.out + self.depth * row as f32;
            (out, self.low + self.rise * row as f32)
        };
        let lines: Vec<_> = (0..self.rows).map(line).collect();
        if let Some(steps) = &self.steps {
            let paints = [0, 1].map(|step| pen.material(&steps[step]));
            for (row, &line) in lines.iter().enumerate() {
                self.step(pen, line, paints[row % 2]);
            }
            self.back(pen, paints[0]);
        }
        let places = lines.iter().map(|&(out, height)| {
            let line = along(pen.site.outline, out + self.depth * 0.5, self.step);
            (line, height)
        });
        let places: Vec<_> = places.collect();
        let all: usize = places.iter().map(|(line, _)| line.len()).sum();
        let most = SPECTATORS as f32 / all.max(1) as f32;
        let taken = pen.site.look.crowd * most.min(1.0);
        let shirts = self.shirts.as_ref().unwrap_or(&people().shirts);
        for (line, height) in places {
            for (at, out, _) in line {
                if dice.next() >= taken {
                    continue;
                }
                let shift = out.cross(Vec3::Y) * dice.between(-0.2, 0.2) * self.step;
                let group = (dice.next() * CROWD_GROUPS as f32) as usize % CROWD_GROUPS;
                let foot = at + shift + Vec3::Y * height;
                let shirt = dice.pick(shirts);
                let data = &mut pen.site.mesh.crowd[group];
                add_person(data, [foot, -out], (shirt, self.hat), &mut dice);
            }
        }
    }

    /// Adds one step: its front and its top.
    fn step(&self, pen: &mut Pen<'_, '_>, (out, height): (f32, f32), paint: MeshMaterial) {
        let outline = pen.site.outline;
        let border = outline.border();
        let coarse: Vec<_> = border.iter().step_by(stride(outline)).collect();
        for (index, from) in coarse.iter().enumerate() {
            let to = coarse[(index + 1) % coarse.len()];
            let inside = -(from.out + to.out).normalize_or_zero();
            let low = height - self.rise.max(0.35);
            let front = [
                to.offset(out, low),
                from.offset(out, low),
                from.offset(out, height),
                to.offset(out, height),
            ];
            let top = [
                to.offset(out, height),
                from.offset(out, height),
                from.offset(out + self.depth, height),
                to.offset(out + self.depth, height),
            ];
            let data = pen.mesh();
            data.quad_with_normals(front, [inside; 4], paint);
            data.quad_with_normals(top, [Vec3::Y; 4], paint);
        }
    }

    /// Adds the back of the steps, for a camera behind it.
    fn back(&self, pen: &mut Pen<'_, '_>, paint: MeshMaterial) {
        let out = self.out + self.depth * self.rows as f32;
        let top = self.low + self.rise * (self.rows as f32 - 1.0) + 0.6;
        let outline = pen.site.outline;
        let border = outline.border();
        let coarse: Vec<_> = border.iter().step_by(stride(outline)).collect();
        for (index, from) in coarse.iter().enumerate() {
            let to = coarse[(index + 1) % coarse.len()];
            let corners = [
                from.offset(out, -0.03),
                to.offset(out, -0.03),
                to.offset(out, top),
                from.offset(out, top),
            ];
            let data = pen.mesh();
            data.quad(corners, paint);
            let [a, b, c, d] = corners;
            data.quad([b, a, d, c], paint);
        }
    }
}

/// Stride along the border: round tiers can have longer pieces than the wall; straight ones keep their corners.
fn stride(outline: &FloorOutline) -> usize {
    if outline.is_round() { 3 } else { 1 }
}

/// Adds a spectator at a place that faces a direction, with a shirt and perhaps a hat.
fn add_person(
    data: &mut MeshData,
    [foot, look]: [Vec3; 2],
    (shirt, hat): (Rgb, Option<Rgb>),
    dice: &mut Dice,
) {
    let dull = |[red, green, blue]: Rgb| MeshMaterial {
        shine: 0,
        ..MeshMaterial::dull(red, green, blue)
    };
    let shirt = dull(shirt);
    let skin = dull(dice.pick(&people().skins));
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
    let hair = hat.unwrap_or_else(|| dice.pick(&people().hair));
    face(
        [(-0.155, 0.84), (0.155, 0.84), (0.09, 0.96), (-0.09, 0.96)],
        dull(hair),
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
