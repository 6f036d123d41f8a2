//! Meshes of the driver: a torso, a head with a helmet, and one arm mesh for both sides. Their position comes
//! from the model's seat and steering wheel.

use glam::{Mat4, Quat, Vec3};

use dodgem_collide::mesh::obj::ObjModel;

use crate::app::drawn::rider::Posture;
use crate::app::params::window::drawn_figure::{NECK, SHOULDER, SHOULDER_WIDE};
use crate::app::render::mesh::{MeshData, MeshMaterial, ball_quads};

/// The driver's place in a model, in its local axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seat {
    pub hip: Vec3,
    pub wheel: Vec3,
}

impl Seat {
    /// Returns the seat of a model; `None` if it has no part named "seat".
    pub fn of(model: &ObjModel) -> Option<Self> {
        let (low, high) = bounds(model, "seat")?;
        let middle = (low + high) * 0.5;
        let hip = Vec3::new(middle.x, high.y - 0.40, high.z - 0.27);
        let wheel =
            bounds(model, "dark").map_or(hip + Vec3::new(0.0, 0.3, -0.4), |(a, b)| (a + b) * 0.5);
        Some(Self { hip, wheel })
    }
}

/// Returns the bounding box of the model's part whose name contains `name`.
pub fn bounds(model: &ObjModel, name: &str) -> Option<(Vec3, Vec3)> {
    let part = model.parts.iter().find(|part| part.name.contains(name))?;
    let points = part
        .triangles
        .clone()
        .flat_map(|triangle| model.mesh.corner_points(triangle));
    let (low, high) = points.fold(
        (Vec3::splat(f32::MAX), Vec3::splat(f32::MIN)),
        |(low, high), point| (low.min(point), high.max(point)),
    );
    (low.x <= high.x).then_some((low, high))
}

const SKIN: MeshMaterial = MeshMaterial::shining([238, 184, 142], 30, 30);

/// Takes the instance's colour.
const CLOTH: MeshMaterial = MeshMaterial {
    painted: 255,
    ..MeshMaterial::dull(255, 255, 255)
};

/// Builds the upper body, from the hip upwards.
pub fn torso() -> MeshData {
    let mut data = MeshData::default();
    let ring = |height: f32, wide: f32, deep: f32, step: usize| {
        let angle = step as f32 / 8.0 * std::f32::consts::TAU;
        Vec3::new(angle.cos() * wide, height, -angle.sin() * deep)
    };
    let rings = [
        (-0.06, 0.13, 0.11),
        (0.10, 0.17, 0.13),
        (0.30, 0.215, 0.14),
        (0.40, 0.17, 0.11),
        (0.44, 0.07, 0.07),
        (0.50, 0.06, 0.06),
    ];
    for (index, pair) in rings.windows(2).enumerate() {
        let ((low, wide, deep), (high, wide2, deep2)) = (pair[0], pair[1]);
        let material = if index == 4 { SKIN } else { CLOTH };
        for step in 0..8 {
            let corners = [
                ring(low, wide, deep, step),
                ring(low, wide, deep, step + 1),
                ring(high, wide2, deep2, step + 1),
                ring(high, wide2, deep2, step),
            ];
            let out = |point: Vec3| Vec3::new(point.x, 0.05, point.z).normalize_or_zero();
            data.quad_with_normals(corners, corners.map(out), material);
        }
    }
    data
}

/// Builds a head with a helmet in the instance's colour, from the neck upwards; it looks along -Z.
pub fn head() -> MeshData {
    let mut data = MeshData::default();
    let middle = Vec3::Y * 0.17;
    let helmet = MeshMaterial {
        painted: 255,
        ..MeshMaterial::glossy(255, 255, 255)
    };
    for corners in ball_quads(8, 12) {
        let here = (corners[0] + corners[2]) * 0.5;
        // The face is in front, below the edge of the helmet.
        let face = here.z < -0.25 && here.y < 0.32 || here.y < -0.55;
        let stripe = here.x.abs() < 0.16 && here.y > 0.3;
        let (material, size) = if face {
            (SKIN, 0.172)
        } else if stripe {
            (MeshMaterial::glossy(246, 244, 236), 0.192)
        } else {
            (helmet, 0.190)
        };
        let places = corners.map(|corner| middle + corner * size);
        data.quad_with_normals(places, corners, material);
    }
    // Goggles: large eyes that are visible from afar.
    let white = MeshMaterial::glossy(250, 250, 250);
    let dark = MeshMaterial::dull(24, 22, 28);
    for side in [-1.0f32, 1.0] {
        let mut disc = |x: f32, y: f32, size: f32, front: f32, material: MeshMaterial| {
            let middle = middle + Vec3::new(x, y, -front);
            for step in 0..4 {
                let rim = |step: usize| {
                    let angle = step as f32 / 8.0 * std::f32::consts::TAU;
                    middle + Vec3::new(-angle.cos(), angle.sin(), 0.0) * size
                };
                data.quad(
                    [middle, rim(2 * step), rim(2 * step + 1), rim(2 * step + 2)],
                    material,
                );
            }
        };
        disc(side * 0.062, 0.015, 0.05, 0.176, white);
        disc(side * 0.058, 0.012, 0.024, 0.180, dark);
    }
    data
}

/// Builds an arm of length 1 along +Y: a sleeve and a hand at its end.
pub fn arm() -> MeshData {
    let mut data = MeshData::default();
    let sleeve = [(0.055, 0.0), (0.05, 0.55), (0.042, 0.84)];
    data.lathe(Vec3::ZERO, &sleeve, 6, CLOTH);
    let hand = [(0.03, 0.84), (0.058, 0.92), (0.05, 1.02), (0.0, 1.08)];
    data.lathe(Vec3::ZERO, &hand, 6, SKIN);
    data
}

/// Returns the transforms of torso, head, left and right arm in the model's axes.
pub fn place(seat: &Seat, posture: &Posture) -> [Mat4; 4] {
    let hip = Mat4::from_translation(seat.hip - Vec3::Y * 0.07 * posture.brace);
    let body = hip * Mat4::from_quat(posture.torso);
    let neck = body.transform_point3(Vec3::Y * NECK);
    let head = Mat4::from_translation(neck) * Mat4::from_quat(posture.head);
    let arm = |side: f32| {
        let from = body.transform_point3(Vec3::new(side * SHOULDER_WIDE, SHOULDER, 0.0));
        // The hands turn the steering wheel.
        let turn = Quat::from_rotation_z(-posture.wheel * 0.9);
        let grip = seat.wheel + turn * Vec3::new(side * 0.15, 0.02, 0.04);
        let swing = posture.wave * side + side * 0.25;
        let high = from + Quat::from_rotation_z(-swing) * Vec3::new(side * 0.12, 0.52, -0.05);
        let to = grip.lerp(high, posture.arms);
        let along = to - from;
        let length = along.length().clamp(0.1, 0.62);
        let turn = Quat::from_rotation_arc(Vec3::Y, along.normalize_or(Vec3::Y));
        let size = Vec3::new(1.0, length, 1.0);
        Mat4::from_scale_rotation_translation(size, turn, from)
    };
    [body, head, arm(-1.0), arm(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::drawn::Rider;
    use crate::level::{Library, load};

    #[test]
    fn a_driver_sits_in_every_car_and_stays_inside_it() {
        let library = Library::new(Vec::new());
        let level = load(&library, "ice").unwrap();
        for model in ["bumper_car.obj", "truck.obj"] {
            let options = level.engine.build_options();
            let asset = library.model(model, 1.0, &options).unwrap();
            let seat = Seat::of(&asset.shape).expect("it has a seat");
            let [body, head, left, right] = place(&seat, &Rider::default().posture());
            let top = head.transform_point3(Vec3::Y * 0.36);
            let roof = asset.shape.mesh.aabb().max.y;
            assert!(top.y < roof && top.y > 1.0, "{model}: {top}");
            assert!(body.transform_point3(Vec3::ZERO).x.abs() < 0.01);
            let hands = [left, right].map(|arm| arm.transform_point3(Vec3::Y));
            for hand in hands {
                assert!(hand.distance(seat.wheel) < 0.35, "{model}: {hand}");
            }
            assert!(hands[0].x < 0.0 && hands[1].x > 0.0);
        }
    }
}
