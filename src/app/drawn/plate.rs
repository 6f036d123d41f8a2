//! Number plates: cream discs with the car's number in thick strokes. Each car has one at the back, one on
//! the bonnet and a large one on top of its pole, readable from behind, from the front and from above.

use glam::{Mat4, Quat, Vec2, Vec3};

use dodgem_collide::mesh::obj::ObjModel;

use crate::app::drawn::figure::bounds;
use crate::app::params::window::drawn_plate::SQUARE;
use crate::app::render::mesh::{MeshData, MeshMaterial};

const CREAM: MeshMaterial = MeshMaterial::dull(250, 246, 232);
const INK: MeshMaterial = MeshMaterial::dull(26, 24, 36);
/// Takes the instance's colour, so that a plate's rim has the car's colour.
const RIM: MeshMaterial = MeshMaterial {
    painted: 255,
    ..MeshMaterial::dull(255, 255, 255)
};

/// Returns the strokes of a digit: lines between points of a field 1 wide and 1.7 high, y upwards.
fn strokes(digit: u32) -> &'static [&'static [(f32, f32)]] {
    match digit {
        0 => &[&[
            (0.5, 0.0),
            (0.08, 0.35),
            (0.08, 1.35),
            (0.5, 1.7),
            (0.92, 1.35),
            (0.92, 0.35),
            (0.5, 0.0),
        ]],
        1 => &[&[(0.15, 1.3), (0.55, 1.7), (0.55, 0.0)]],
        2 => &[&[
            (0.05, 1.35),
            (0.4, 1.7),
            (0.9, 1.45),
            (0.85, 1.05),
            (0.05, 0.0),
            (0.98, 0.0),
        ]],
        3 => &[&[
            (0.05, 1.7),
            (0.92, 1.7),
            (0.5, 1.02),
            (0.95, 0.65),
            (0.9, 0.22),
            (0.5, 0.0),
            (0.05, 0.18),
        ]],
        4 => &[&[(0.75, 0.0), (0.75, 1.7), (0.02, 0.5), (1.0, 0.5)]],
        5 => &[&[
            (0.92, 1.7),
            (0.15, 1.7),
            (0.1, 0.98),
            (0.6, 1.05),
            (0.95, 0.6),
            (0.75, 0.08),
            (0.05, 0.06),
        ]],
        6 => &[&[
            (0.85, 1.66),
            (0.3, 1.25),
            (0.05, 0.5),
            (0.4, 0.0),
            (0.9, 0.3),
            (0.85, 0.8),
            (0.4, 0.95),
            (0.1, 0.6),
        ]],
        7 => &[&[(0.02, 1.7), (0.95, 1.7), (0.35, 0.0)]],
        8 => &[&[
            (0.5, 0.92),
            (0.1, 1.3),
            (0.5, 1.7),
            (0.9, 1.3),
            (0.5, 0.92),
            (0.06, 0.45),
            (0.5, 0.0),
            (0.94, 0.45),
            (0.5, 0.92),
        ]],
        _ => &[&[
            (0.15, 0.04),
            (0.7, 0.45),
            (0.95, 1.2),
            (0.6, 1.7),
            (0.1, 1.4),
            (0.15, 0.9),
            (0.6, 0.75),
            (0.9, 1.1),
        ]],
    }
}

/// Builds a plate of radius 1 in the x-y plane that faces +Z, with a number up to 99. One of the two teams
/// has square plates.
pub fn mesh(number: usize, square: bool) -> MeshData {
    let mut data = MeshData::default();
    let (corners, wide) = if square { (4, SQUARE) } else { (16, 1.0) };
    disc(&mut data, corners, wide, 0.0, RIM, false);
    disc(&mut data, corners, wide, -0.06, RIM, true);
    disc(&mut data, corners, wide * 0.86, 0.02, CREAM, false);
    let number = number.min(99) as u32;
    let digits: Vec<u32> = if number < 10 {
        vec![number]
    } else {
        vec![number / 10, number % 10]
    };
    let (wide, step) = if digits.len() == 1 {
        (0.60, 0.0)
    } else {
        (0.46, 0.66)
    };
    let left = -0.5 * (wide + step * (digits.len() as f32 - 1.0));
    for (place, digit) in digits.iter().enumerate() {
        let origin = Vec2::new(left + step * place as f32, -0.85 * wide);
        for line in strokes(*digit) {
            stroke(&mut data, line, origin, wide);
        }
    }
    data
}

fn disc(
    data: &mut MeshData,
    segments: usize,
    radius: f32,
    z: f32,
    material: MeshMaterial,
    back: bool,
) {
    let rim = |step: usize| {
        let angle = (step as f32 + 0.5) / segments as f32 * std::f32::consts::TAU;
        Vec3::new(angle.cos() * radius, angle.sin() * radius, z)
    };
    let middle = Vec3::Z * z;
    for step in (0..segments).step_by(2) {
        let mut corners = [middle, rim(step), rim(step + 1), rim(step + 2)];
        if back {
            corners.reverse();
        }
        data.quad(corners, material);
    }
}

/// Adds a line with a diamond at every point, so that bends have no gaps.
fn stroke(data: &mut MeshData, line: &[(f32, f32)], origin: Vec2, size: f32) {
    let half = 0.105;
    let at = |&(x, y): &(f32, f32)| origin + Vec2::new(x, y) * size;
    let lift = |point: Vec2| point.extend(0.04);
    for pair in line.windows(2) {
        let (a, b) = (at(&pair[0]), at(&pair[1]));
        let side = (b - a).perp().normalize_or_zero() * half;
        data.quad([a - side, b - side, b + side, a + side].map(lift), INK);
    }
    for point in line {
        let (place, x, y) = (at(point), Vec2::X * half, Vec2::Y * half);
        data.quad([place - y, place + x, place + y, place - x].map(lift), INK);
    }
}

/// Returns the transforms of a model's plates in its local axes. The last one, on the pole, is only for views
/// from above, as it would block other views.
pub fn places(model: &ObjModel) -> Vec<Mat4> {
    let mut list = Vec::new();
    let (Some(body), Some(ring)) = (bounds(model, "paint"), bounds(model, "rubber")) else {
        return list;
    };
    let plate = |place: Vec3, turn: Quat, radius: f32| {
        Mat4::from_scale_rotation_translation(Vec3::splat(radius), turn, place)
    };
    // The plate at the back leans forward, towards the camera behind.
    let back = Vec3::new(0.0, ring.1.y + 0.15, body.1.z + 0.03);
    list.push(plate(back, Quat::from_rotation_x(-0.55), 0.19));
    let front = body.0.z * 0.72;
    if let Some((place, normal)) = top_of(model, front) {
        let lean = Quat::from_rotation_arc(Vec3::Z, normal);
        // Upright for a viewer in front of the car.
        let face = Quat::from_axis_angle(normal, std::f32::consts::PI);
        list.push(plate(place + normal * 0.03, face * lean, 0.17));
    }
    if let Some((low, high)) = bounds(model, "metal").filter(|(_, high)| high.y > 1.6) {
        let top = Vec3::new((low.x + high.x) * 0.5, high.y + 0.03, body.1.z - 0.09);
        let flat = Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2);
        list.push(plate(top, flat, 0.44));
    }
    list
}

/// Returns the highest point of a model at `z` on its middle line, with the normal there.
fn top_of(model: &ObjModel, z: f32) -> Option<(Vec3, Vec3)> {
    let mut best: Option<(Vec3, Vec3)> = None;
    for triangle in 0..model.mesh.triangles().len() {
        let [a, b, c] = model.mesh.corner_points(triangle);
        let normal = (b - a).cross(c - a).normalize_or_zero();
        if normal.y < 0.2 {
            continue;
        }
        let flat = |p: Vec3| Vec2::new(p.x, p.z);
        let place = Vec2::new(0.001, z);
        let cross = |p: Vec3, q: Vec3| (flat(q) - flat(p)).perp_dot(place - flat(p));
        let signs = [cross(a, b), cross(b, c), cross(c, a)];
        if signs.iter().any(|sign| *sign > 0.0) && signs.iter().any(|sign| *sign < 0.0) {
            continue;
        }
        let height = a.y - (normal.x * (place.x - a.x) + normal.z * (place.y - a.z)) / normal.y;
        if best.is_none_or(|(point, _)| point.y < height) {
            best = Some((Vec3::new(0.0, height, z), normal));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Library, load};

    #[test]
    fn every_number_has_its_own_plate_and_all_of_it_lies_on_it() {
        let mut seen = Vec::new();
        for number in 1..=64 {
            let data = mesh(number, false);
            for vertex in &data.vertices {
                let [x, y, z] = vertex.position;
                assert!(x.hypot(y) <= 1.0001 && z.abs() < 0.1, "{number}: {x} {y}");
            }
            assert!(!seen.contains(&data.vertices), "{number}");
            seen.push(data.vertices);
        }
    }

    #[test]
    fn cars_have_a_plate_at_the_back_on_the_bonnet_and_on_the_pole() {
        let library = Library::new(Vec::new());
        let options = load(&library, "ice").unwrap().engine.build_options();
        for model in ["bumper_car.obj", "truck.obj"] {
            let asset = library.model(model, 1.0, &options).unwrap();
            let faces: Vec<Vec3> = places(&asset.shape)
                .iter()
                .map(|place| place.transform_vector3(Vec3::Z).normalize())
                .collect();
            assert_eq!(faces.len(), 3, "{model}");
            assert!(faces[0].z > 0.7, "readable from behind: {}", faces[0]);
            assert!(faces[1].y > 0.5, "on the bonnet: {}", faces[1]);
            assert!(faces[2].y > 0.99, "from above: {}", faces[2]);
        }
    }
}
