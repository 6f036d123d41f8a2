//! Pieces that follow the border, and the land around.

use glam::{Vec2, Vec3};
use serde::Deserialize;

use crate::app::render::outline::{BorderPoint, way};
use crate::app::render::world::props::{Dice, along, bar};
use crate::app::render::world::scenery::paint::Paint;
use crate::app::render::world::scenery::pen::Pen;
use crate::app::render::world::scenery::solids::draw_face;

/// A line along the border: its distance outside it and its height, in metres.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Line(f32, f32);

impl Line {
    fn of(self, point: &BorderPoint) -> Vec3 {
        point.offset(self.0, self.1)
    }
}

/// Level ground around the arena: rings from the border outwards, each with the distance of its outer edge.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub struct Ground(pub Vec<(f32, Paint)>);

/// The distance from the border at which the ground starts, and its height, in metres: under the wall.
const START: Line = Line(0.2, -0.03);

impl Ground {
    pub fn draw(&self, pen: &mut Pen<'_, '_>) {
        let mut inner = START;
        for (distance, paint) in &self.0 {
            let outer = Line(*distance, START.1);
            strip(pen, inner, outer, |pen, corners, number| {
                let paint = pen.paint_of(paint, number);
                let data = pen.mesh();
                data.quad_with_normals(corners, [Vec3::Y; 4], paint);
            });
            inner = outer;
        }
    }
}

/// A strip between two lines along the border; seen from inside if the first line is the higher or the inner one. A
/// list of materials goes along it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strip {
    pub lines: [Line; 2],
    pub paint: Paint,
    /// Number of border points with the same material.
    #[serde(default = "one")]
    pub each: usize,
}

fn one() -> usize {
    1
}

impl Strip {
    pub fn draw(&self, pen: &mut Pen<'_, '_>) {
        let [first, second] = self.lines;
        strip(pen, first, second, |pen, corners, number| {
            draw_face(pen, corners, (&self.paint, None), number / self.each.max(1));
        });
    }
}

/// Calls a function with the corners of each face of a strip.
fn strip(
    pen: &mut Pen<'_, '_>,
    first: Line,
    second: Line,
    mut draw: impl FnMut(&mut Pen<'_, '_>, [Vec3; 4], usize),
) {
    let border = pen.site.outline.border();
    for (number, from) in border.iter().enumerate() {
        let to = &border[(number + 1) % border.len()];
        let corners = [second.of(from), second.of(to), first.of(to), first.of(from)];
        draw(pen, corners, number);
    }
}

/// A strip of long faces between two lines along the border, about `step` metres long on the first line.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Band {
    pub lines: [Line; 2],
    pub step: f32,
    pub paint: Paint,
    pub back: Paint,
}

impl Band {
    pub fn draw(&self, pen: &mut Pen<'_, '_>) {
        let line = |Line(out, _): Line| along(pen.site.outline, out, self.step);
        let [first, second] = self.lines.map(line);
        let [low, high] = self.lines.map(|Line(_, height)| Vec3::Y * height);
        let count = first.len();
        for index in 0..count {
            let next = (index + 1) % count;
            let near = |index: usize| first[index].0 + low;
            let far = |index: usize| second[index * second.len() / count].0 + high;
            let corners = [near(next), near(index), far(index), far(next)];
            draw_face(pen, corners, (&self.paint, Some(&self.back)), index);
        }
    }
}

/// A bar between two places outside the border, each given by its direction as a share of a turn and its distance.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    pub from: (f32, f32),
    pub to: (f32, f32),
    pub height: f32,
    pub half: f32,
    pub paint: Paint,
}

impl Link {
    pub fn draw(&self, pen: &mut Pen<'_, '_>) {
        let outline = pen.site.outline;
        let at = |(part, out): (f32, f32)| outline.beside(part, out) + Vec3::Y * self.height;
        let paint = pen.paint(&self.paint);
        bar(pen.mesh(), at(self.from), at(self.to), self.half, paint);
    }
}

/// Square tiles of three materials on the ground, from `-count` to `count` in both directions, but not under the
/// floor.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tiles {
    pub side: f32,
    pub count: i32,
    /// In the even rows and columns, in the odd ones, and in the others.
    pub paints: [String; 3],
}

impl Tiles {
    pub fn draw(&self, pen: &mut Pen<'_, '_>) {
        let (side, count) = (self.side, self.count);
        for row in -count..count {
            for column in -count..count {
                let (x, z) = (column as f32 * side, row as f32 * side);
                let paint = match (row.rem_euclid(2), column.rem_euclid(2)) {
                    (0, 0) => &self.paints[0],
                    (1, 1) => &self.paints[1],
                    _ => &self.paints[2],
                };
                let outline = pen.site.outline;
                let hidden = |x: f32, z: f32| outline.clearance(Vec2::new(x, z)) > START.0 + 0.1;
                let corners = [(x, z), (x, z + side), (x + side, z + side), (x + side, z)];
                if corners.iter().all(|&(x, z)| hidden(x, z)) {
                    continue;
                }
                let places = corners.map(|(x, z)| Vec3::new(x, START.1, z));
                let paint = pen.material(paint);
                pen.mesh().quad_with_normals(places, [Vec3::Y; 4], paint);
            }
        }
    }
}

/// A jagged chain of hills around the middle.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hills {
    pub seed: u32,
    pub count: usize,
    /// The distance from the middle, and the lowest and the highest height, in metres.
    pub distance: f32,
    pub heights: (f32, f32),
    /// The materials of the slopes and of the upper third.
    pub paints: [String; 2],
}

impl Hills {
    pub fn draw(&self, pen: &mut Pen<'_, '_>) {
        let [slope, peak] = [0, 1].map(|part| pen.material(&self.paints[part]));
        let data = pen.mesh();
        let mut dice = Dice::new(self.seed);
        let count = self.count;
        let peaks: Vec<(Vec3, f32)> = (0..count)
            .map(|peak| {
                let part = (peak as f32 + dice.between(-0.3, 0.3)) / count as f32;
                let place = way(part) * self.distance * dice.between(0.92, 1.12);
                (place, dice.between(self.heights.0, self.heights.1))
            })
            .collect();
        for &(place, height) in &peaks {
            let side = place.normalize_or_zero().cross(Vec3::Y);
            let wide = height * dice.between(1.1, 1.7);
            let top = place + Vec3::Y * height + side * dice.between(-0.2, 0.2) * wide;
            let inwards = -place.normalize_or_zero() * wide * 0.4;
            let feet = [place - side * wide, place + inwards, place + side * wide];
            let cut = |foot: Vec3, share: f32| foot.lerp(top, share);
            for (face, pair) in feet.windows(2).enumerate() {
                let (a, b) = (pair[0], pair[1]);
                let share = |end: usize| 0.62 + 0.12 * ((face + end) % 2) as f32;
                let (a2, b2) = (cut(a, share(0)), cut(b, share(1)));
                data.quad([b, a, a2, b2], slope);
                data.quad([b2, a2, top, top], peak);
            }
        }
    }
}

/// A level net of ropes around the border, with a thick rope at its outer edge.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Net {
    /// The distances of its edges from the border, and its height, in metres.
    pub from: f32,
    pub to: f32,
    pub height: f32,
    /// The number of meshes from edge to edge.
    pub meshes: usize,
    /// Half the thickness of a rope and of the rope at the edge, in metres.
    pub rope: f32,
    pub edge: f32,
    pub paint: Paint,
}

impl Net {
    pub fn draw(&self, pen: &mut Pen<'_, '_>) {
        let border = pen.site.outline.border();
        let paint = pen.paint(&self.paint);
        let data = pen.mesh();
        let mut rope = |a: Vec3, b: Vec3, half: f32| {
            let side = (b - a).normalize_or_zero().cross(Vec3::Y) * half;
            let corners = [a + side, b + side, b - side, a - side];
            data.quad_with_normals(corners, [Vec3::Y; 4], paint);
        };
        for (index, from) in border.iter().enumerate() {
            let to = &border[(index + 1) % border.len()];
            let out =
                |mesh: usize| self.from + (self.to - self.from) * mesh as f32 / self.meshes as f32;
            let at = |point: &BorderPoint, mesh: usize| point.offset(out(mesh), self.height);
            rope(at(from, 0), at(from, self.meshes), self.rope);
            for mesh in 0..=self.meshes {
                let half = if mesh == self.meshes {
                    self.edge
                } else {
                    self.rope
                };
                rope(at(from, mesh), at(to, mesh), half);
            }
        }
    }
}
