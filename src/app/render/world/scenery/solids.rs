//! Single pieces: blocks, bars, faces, bodies of revolution and flags.

use glam::{Quat, Vec2, Vec3};
use serde::Deserialize;

use crate::app::params::{
    FLAG_DROOP as DROOP, FLAG_HEIGHT as CLOTH_HEIGHT, FLAG_POLE as POLE, FLAG_WIDTH as CLOTH,
};
use crate::app::render::mesh::MeshMaterial;
use crate::app::render::outline::way;
use crate::app::render::world::props::{bar, turned_block};
use crate::app::render::world::scenery::number::Number;
use crate::app::render::world::scenery::paint::Paint;
use crate::app::render::world::scenery::pen::Pen;

/// A box with its middle and its half sizes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Block {
    #[serde(default)]
    pub at: [Number; 3],
    pub half: [Number; 3],
    pub paint: Paint,
}

impl Block {
    pub fn draw(&self, pen: &mut Pen<'_, '_>) {
        let (at, half) = (pen.vector(self.at), pen.vector(self.half));
        let (frame, paint) = (pen.stand.frame, pen.paint(&self.paint));
        turned_block(
            pen.mesh(),
            frame.point(at),
            half * frame.size,
            frame.turn,
            paint,
        );
    }
}

/// A straight bar with a square cross-section of that half size.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bar {
    pub from: [Number; 3],
    pub to: [Number; 3],
    pub half: f32,
    pub paint: Paint,
}

impl Bar {
    pub fn draw(&self, pen: &mut Pen<'_, '_>) {
        let (from, to) = (pen.vector(self.from), pen.vector(self.to));
        let (frame, paint) = (pen.stand.frame, pen.paint(&self.paint));
        let half = self.half * frame.thickness();
        bar(pen.mesh(), frame.point(from), frame.point(to), half, paint);
    }
}

/// A bar at that height from this place of a row to the next.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rail {
    pub height: f32,
    pub half: f32,
    pub paint: Paint,
}

impl Rail {
    pub fn draw(&self, pen: &mut Pen<'_, '_>) {
        let (from, to) = (pen.stand.frame.at, pen.stand.next);
        let (up, paint) = (Vec3::Y * self.height, pen.paint(&self.paint));
        bar(pen.mesh(), from + up, to + up, self.half, paint);
    }
}

/// A face with four corners, counter-clockwise as seen from its front. Without a material for its back, the back is
/// not seen. A triangle repeats its last corner.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quad {
    pub corners: [[f32; 3]; 4],
    pub paint: Paint,
    pub back: Option<Paint>,
}

impl Quad {
    pub fn draw(&self, pen: &mut Pen<'_, '_>) {
        let frame = pen.stand.frame;
        let corners = self.corners.map(|corner| frame.point(Vec3::from(corner)));
        draw_face(
            pen,
            corners,
            (&self.paint, self.back.as_ref()),
            pen.stand.index,
        );
    }
}

/// Adds a flat face, and its back if that has a material; each takes the material of the part of that number.
pub fn draw_face(
    pen: &mut Pen<'_, '_>,
    corners: [Vec3; 4],
    (paint, back): (&Paint, Option<&Paint>),
    number: usize,
) {
    let paint = pen.paint_of(paint, number);
    pen.mesh().quad(corners, paint);
    if let Some(back) = back {
        let paint = pen.paint_of(back, number);
        let [a, b, c, d] = corners;
        pen.mesh().quad([b, a, d, c], paint);
    }
}

/// A ring of a body of revolution: its middle, and its half sizes along x and z.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Hoop([f32; 3], f32, f32);

/// A body of rings about an upright axis, from the bottom to the top. A list of materials goes around it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loft {
    pub hoops: Vec<Hoop>,
    pub segments: usize,
    pub paint: Paint,
}

impl Loft {
    pub fn draw(&self, pen: &mut Pen<'_, '_>) {
        for pair in self.hoops.windows(2) {
            let (low, high) = (pair[0], pair[1]);
            around(pen, [low, high], self.segments, |pen, corners, segment| {
                // Faces may be twisted; the first three corners give the normal.
                let [a, b, c, d] = corners;
                draw_face(pen, [b, c, d, a], (&self.paint, None), segment);
            });
        }
    }
}

/// Calls a function with the corners of each face between two rings.
fn around(
    pen: &mut Pen<'_, '_>,
    [low, high]: [Hoop; 2],
    segments: usize,
    mut draw: impl FnMut(&mut Pen<'_, '_>, [Vec3; 4], usize),
) {
    let frame = pen.stand.frame;
    let at = |Hoop(middle, x, z): Hoop, step: usize| {
        let way = way(step as f32 / segments as f32);
        frame.point(Vec3::from(middle) + way * Vec3::new(x, 0.0, z))
    };
    for segment in 0..segments {
        let (from, to) = (segment, segment + 1);
        let corners = [at(low, from), at(low, to), at(high, to), at(high, from)];
        draw(pen, corners, segment);
    }
}

/// A body of revolution about an upright axis: a profile of (radius, height) from the bottom to the top. It is smooth
/// around the axis unless it is `flat` or has a back, and has an edge at every point of the profile. A list of
/// materials goes around it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lathe {
    #[serde(default)]
    pub at: [f32; 3],
    pub profile: Vec<(f32, f32)>,
    pub segments: usize,
    pub paint: Paint,
    pub back: Option<Paint>,
    #[serde(default)]
    pub flat: bool,
}

impl Lathe {
    pub fn draw(&self, pen: &mut Pen<'_, '_>) {
        let middle = Vec3::from(self.at);
        let hoop = |(radius, height): (f32, f32)| {
            Hoop((middle + Vec3::Y * height).to_array(), radius, radius)
        };
        let frame = pen.stand.frame;
        for pair in self.profile.windows(2) {
            let rings = [hoop(pair[0]), hoop(pair[1])];
            let ((low, bottom), (high, top)) = (pair[0], pair[1]);
            let slope = Vec2::new((top - bottom) * frame.size.y, (low - high) * frame.size.x)
                .normalize_or_zero();
            let normal = |step: usize| {
                let way = way(step as f32 / self.segments as f32);
                frame.turn * (way * slope.x + Vec3::Y * slope.y)
            };
            around(pen, rings, self.segments, |pen, corners, segment| {
                if self.flat || self.back.is_some() {
                    let paints = (&self.paint, self.back.as_ref());
                    return draw_face(pen, corners, paints, segment);
                }
                let (from, to) = (normal(segment), normal(segment + 1));
                let paint = pen.paint_of(&self.paint, segment);
                pen.mesh()
                    .quad_with_normals(corners, [from, to, to, from], paint);
            });
        }
    }
}

/// A sheet along a line of (y, z), from -1 to 1 along x. A list of materials goes along the line.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    pub line: Vec<(f32, f32)>,
    pub paint: Paint,
    pub back: Paint,
}

impl Sheet {
    pub fn draw(&self, pen: &mut Pen<'_, '_>) {
        let frame = pen.stand.frame;
        let at = |x: f32, (y, z): (f32, f32)| frame.point(Vec3::new(x, y, z));
        for (number, pair) in self.line.windows(2).enumerate() {
            let (a, b) = (pair[0], pair[1]);
            let corners = [at(-1.0, a), at(1.0, a), at(1.0, b), at(-1.0, b)];
            draw_face(pen, corners, (&self.paint, Some(&self.back)), number);
        }
    }
}

/// A flag on a pole of that height, which flies along x.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flag {
    pub height: f32,
    pub paint: Paint,
}

impl Flag {
    pub fn draw(&self, pen: &mut Pen<'_, '_>) {
        let (frame, paint) = (pen.stand.frame, pen.paint(&self.paint));
        let height = self.height * frame.size.y;
        let (foot, top) = (frame.at, frame.at + Vec3::Y * height);
        let wide = height * CLOTH;
        let across = frame.turn * Vec3::X * wide - Vec3::Y * DROOP;
        let (low, far) = (top - Vec3::Y * wide * CLOTH_HEIGHT, top + across);
        let under = low + across;
        let data = pen.mesh();
        bar(data, foot, top, POLE, MeshMaterial::dull(170, 172, 178));
        data.quad([low, under, far, top], paint);
        data.quad([under, low, top, far], paint);
    }
}

/// The rotation about the vertical axis that turns -Z to a direction.
pub fn facing(direction: Vec3) -> Quat {
    Quat::from_rotation_y((-direction.x).atan2(-direction.z))
}
