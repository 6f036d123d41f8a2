//! Shapes, random numbers and places that pieces of scenery share.

use glam::{Quat, Vec3};

use crate::app::render::mesh::{MeshData, MeshMaterial};
use crate::app::render::outline::{BorderPoint, FloorOutline, way};
use crate::app::render::scene::Sprite;

/// A pseudorandom generator, deterministic in every run.
pub struct Dice(u32);

impl Dice {
    /// Creates a generator from a seed.
    pub fn new(seed: u32) -> Self {
        Self(seed.wrapping_mul(2_654_435_761).wrapping_add(12_345))
    }

    /// A number from 0 to 1.
    pub fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / (1 << 24) as f32
    }

    /// A number between `from` and `to`.
    pub fn between(&mut self, from: f32, to: f32) -> f32 {
        from + (to - from) * self.next()
    }

    /// A reference to an element of a list.
    pub fn one_of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[(self.next() * list.len() as f32) as usize % list.len()]
    }

    /// An element of a list.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[(self.next() * list.len() as f32) as usize % list.len()]
    }
}

/// Adds a box with that middle, rotated about the vertical axis by `turn` radians.
pub fn block(data: &mut MeshData, middle: Vec3, half: Vec3, turn: f32, material: MeshMaterial) {
    turned_block(data, middle, half, Quat::from_rotation_y(turn), material);
}

/// Adds a box with that middle and rotation.
pub fn turned_block(
    data: &mut MeshData,
    middle: Vec3,
    half: Vec3,
    turn: Quat,
    material: MeshMaterial,
) {
    let at = |x: f32, y: f32, z: f32| middle + turn * (half * Vec3::new(x, y, z));
    for (normal, across) in [
        (Vec3::X, Vec3::Y),
        (Vec3::NEG_X, Vec3::Y),
        (Vec3::Y, Vec3::Z),
        (Vec3::NEG_Y, Vec3::Z),
        (Vec3::Z, Vec3::X),
        (Vec3::NEG_Z, Vec3::X),
    ] {
        let up = normal.cross(across);
        let corner = |a: f32, b: f32| {
            let place = normal + across * a + up * b;
            at(place.x, place.y, place.z)
        };
        data.quad(
            [
                corner(-1.0, -1.0),
                corner(1.0, -1.0),
                corner(1.0, 1.0),
                corner(-1.0, 1.0),
            ],
            material,
        );
    }
}

/// Adds a straight bar with a square cross-section.
pub fn bar(data: &mut MeshData, from: Vec3, to: Vec3, half: f32, material: MeshMaterial) {
    let along = to - from;
    let turn = Quat::from_rotation_arc(Vec3::Y, along.normalize_or_zero());
    let size = Vec3::new(half, along.length() * 0.5, half);
    turned_block(data, (from + to) * 0.5, size, turn, material);
}

/// Places on a line parallel to the border, `out` metres outside it and about `step` metres apart: position,
/// outward direction, and distance along the line.
pub fn along(outline: &FloorOutline, out: f32, step: f32) -> Vec<(Vec3, Vec3, f32)> {
    let border: Vec<BorderPoint> = outline.border();
    let line: Vec<Vec3> = border.iter().map(|point| point.offset(out, 0.0)).collect();
    let lengths =
        (0..line.len()).map(|index| (line[(index + 1) % line.len()] - line[index]).length());
    let total: f32 = lengths.sum();
    let count = (total / step.max(0.05)).round().max(3.0) as usize;
    let step = total / count as f32;
    let mut places = Vec::with_capacity(count);
    let (mut index, mut before) = (0, 0.0);
    for number in 0..count {
        let goal = step * number as f32;
        loop {
            let (from, to) = (line[index], line[(index + 1) % line.len()]);
            let length = (to - from).length();
            if goal <= before + length || index + 1 == line.len() {
                let at = from.lerp(to, ((goal - before) / length.max(1e-6)).clamp(0.0, 1.0));
                let outwards = (to - from).normalize_or_zero().cross(Vec3::Y);
                places.push((at, outwards, goal));
                break;
            }
            before += length;
            index += 1;
        }
    }
    places
}

/// A light that stays small when it comes near the eye.
pub fn lamp(at: Vec3, radius: f32, color: Vec3, eye: Vec3) -> Sprite {
    let far = at.distance(eye);
    Sprite::glow(at, radius.min(far * 0.045), color * (far / 4.0).min(1.0))
}

/// Adds stars high in the sky.
pub fn stars(data: &mut MeshData, count: usize) {
    let mut dice = Dice::new(5);
    for _ in 0..count {
        let round = way(dice.next());
        let height = dice.between(0.1, 0.95);
        let flat = (1.0 - height * height).max(0.0).sqrt();
        let out = round * flat + Vec3::Y * height;
        let bright = (dice.between(0.4, 1.0) * 255.0) as u8;
        let size = dice.between(0.14, 0.36);
        let side = out.cross(Vec3::Y).normalize_or_zero() * size;
        let up = side.cross(out).normalize_or_zero() * size;
        let at = out * 225.0;
        let paint = MeshMaterial::glowing(bright, bright, bright.saturating_add(20));
        data.quad([at - up, at - side, at + up, at + side], paint);
        data.quad([at + side, at + up, at - side, at - up], paint);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Border;
    use glam::Vec2;

    #[test]
    fn places_along_a_border_are_even_and_as_far_outside_as_asked() {
        let outline = FloorOutline::new(Border::Rectangle {
            width: 24.0,
            depth: 14.0,
        });
        let places = along(&outline, 5.0, 1.0);
        let round = (34.0 + 24.0) * 2.0;
        assert!(
            (places.len() as f32 - round).abs() < 2.0,
            "{}",
            places.len()
        );
        for (at, out, _) in places {
            let outside = -outline.clearance(Vec2::new(at.x, at.z));
            assert!((outside - 5.0).abs() < 1e-2, "{at} is {outside} m outside");
            assert!(out.dot(at) > 0.0);
        }
    }

    #[test]
    fn a_lamp_before_the_eye_is_no_blob() {
        let near = lamp(Vec3::X, 2.0, Vec3::ONE, Vec3::ZERO);
        assert!(near.place[3] < 0.1 && near.color[0] < 0.5);
    }
}
