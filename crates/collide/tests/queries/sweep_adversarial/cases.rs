//! The hardest motions: spinning blades, thin plates, needles, rings within rings, near misses,
//! faces that stay parallel, bodies that start 0.2 mm apart, absurd speeds.

use dodgem_collide::math::{Motion, Pose};
use dodgem_oracle::mesh;
use dodgem_oracle::meshes::{self, Raw};
use dodgem_oracle::random::{self, between};
use glam::{Quat, Vec3};
use rand::RngExt;
use rand_pcg::Pcg32;

/// Two meshes in motion.
pub struct Case {
    pub name: &'static str,
    pub a: Raw,
    pub motion_a: Motion,
    pub b: Raw,
    pub motion_b: Motion,
    pub duration: f32,
}

/// Limits a spin to 200 revolutions in the duration, because sampling more takes long.
fn at_most_200_turns(spin: Vec3, duration: f32) -> Vec3 {
    spin.clamp_length_max(200.0 * std::f32::consts::TAU / duration)
}

pub fn motion(pose: Pose, velocity: Vec3, spin: Vec3) -> Motion {
    Motion::new(pose, velocity, spin, Vec3::ZERO).unwrap()
}

pub fn at(translation: Vec3) -> Pose {
    Pose::from_translation(translation).unwrap()
}

/// Two crossed blades, a centimetre wide and a millimetre thick, around the y axis.
fn rotor() -> Raw {
    let blade = |x: f32, z: f32| meshes::cuboid(Vec3::new(x, 5e-4, z));
    blade(1.0, 5e-3).with(blade(5e-3, 1.0))
}

fn spinning_blades(rng: &mut Pcg32) -> Case {
    let spin = random::pick(rng, &[50.0, 200.0, 500.0]);
    let speed = random::log_between(rng, 1.0, 1000.0);
    // Through the disc of the blades, or in it from the side.
    let from = random::direction(rng) * 1.5;
    let to = random::in_cube(rng, 0.6);
    let bullet = random::pick(rng, &[0.004f32, 0.03, 0.3]);
    let tumble = random::direction(rng) * between(rng, 0.0, 500.0);
    Case {
        name: "spinning blades",
        a: rotor(),
        motion_a: motion(Pose::IDENTITY, Vec3::ZERO, Vec3::Y * spin),
        b: meshes::cuboid(Vec3::splat(bullet)),
        motion_b: motion(at(from), (to - from).normalize() * speed, tumble),
        duration: (3.0 / speed).min(0.4),
    }
}

fn two_rotors(rng: &mut Pcg32) -> Case {
    let away = random::direction(rng) * between(rng, 1.0, 2.0);
    let pose = Pose::new(random::rotation(rng), away).unwrap();
    let speed = random::log_between(rng, 0.5, 300.0);
    let axis = pose.rotation() * Vec3::Y;
    Case {
        name: "two rotors",
        a: rotor(),
        motion_a: motion(Pose::IDENTITY, Vec3::ZERO, Vec3::Y * 500.0),
        b: rotor(),
        motion_b: motion(pose, -away.normalize() * speed, axis * 311.0),
        duration: (1.5 / speed).min(0.05),
    }
}

fn thin_plates(rng: &mut Pcg32) -> Case {
    let thickness = random::pick(rng, &[0.0f32, 1e-4, 1e-3]);
    let plate = |thickness: f32| {
        if thickness == 0.0 {
            meshes::sheet(3, 2.0, 0.0)
        } else {
            meshes::cuboid(Vec3::new(1.0, thickness, 1.0))
        }
    };
    let tilt = random::pick(rng, &[0.0f32, 1e-4, 0.3, 1.57]);
    let turned = Quat::from_axis_angle(random::direction(rng), tilt);
    let speed = random::pick(rng, &[1.0f32, 100.0, 1000.0]);
    let height = between(rng, 0.5, 2.0);
    let aside = Vec3::new(between(rng, -2.6, 2.6), height, between(rng, -2.6, 2.6));
    let spin = random::direction(rng) * random::pick(rng, &[0.0f32, 0.0, 3.0, 500.0]);
    let duration = 1.5 * height / speed;
    let spin = at_most_200_turns(spin, duration);
    Case {
        name: "thin plates",
        a: plate(thickness),
        motion_a: motion(Pose::IDENTITY, Vec3::ZERO, Vec3::ZERO),
        b: plate(1e-3),
        motion_b: motion(Pose::new(turned, aside).unwrap(), Vec3::NEG_Y * speed, spin),
        duration,
    }
}

fn needles(rng: &mut Pcg32) -> Case {
    let away = random::direction(rng) * between(rng, 0.1, 1.5);
    let speed = random::log_between(rng, 0.5, 1000.0);
    let duration = (2.5 / speed).min(0.5);
    let spin = |rng: &mut Pcg32| {
        let turns = random::log_between(rng, 0.1, 200.0) / duration;
        random::direction(rng) * turns.min(500.0)
    };
    let aim = (random::in_cube(rng, 0.4) - away).normalize();
    let start = Pose::new(random::rotation(rng), away).unwrap();
    Case {
        name: "needles",
        a: meshes::needle(2.0),
        motion_a: motion(random::pose(rng, 0.01), Vec3::ZERO, spin(rng)),
        b: meshes::needle(2.0),
        motion_b: motion(start, aim * speed, spin(rng)),
        duration,
    }
}

fn tori_through_rings(rng: &mut Pcg32) -> Case {
    // The hole is 1.4 m wide; the small ring just fits, or just not.
    let outer = between(rng, 0.55, 0.75);
    let speed = random::log_between(rng, 1.0, 1000.0);
    let tilt = Quat::from_axis_angle(random::direction(rng), between(rng, 0.0, 0.3));
    let aside = random::in_cube(rng, 0.08) * Vec3::new(1.0, 0.0, 1.0);
    let duration = 2.4 / speed;
    let turn = |rng: &mut Pcg32| random::log_between(rng, 1.0, 300.0) / duration;
    let spin = random::direction(rng) * random::pick(rng, &[0.0, 1.0]) * turn(rng).min(500.0);
    let ring_spin = Vec3::Y * random::pick(rng, &[0.0, 0.3]) * turn(rng).min(500.0);
    Case {
        name: "a ring through a ring",
        a: meshes::torus(14, 6, 1.0, 0.3),
        motion_a: motion(Pose::IDENTITY, Vec3::ZERO, ring_spin),
        b: meshes::torus(10, 5, outer - 0.15, 0.15),
        motion_b: motion(
            Pose::new(tilt, aside + Vec3::Y * 1.2).unwrap(),
            Vec3::NEG_Y * speed,
            spin,
        ),
        duration,
    }
}

fn grazing(rng: &mut Pcg32) -> Case {
    // Past each other's sides, nearer and farther than the target distance.
    let gap = random::pick(rng, &[-1e-3f32, -1e-5, 0.0, 3e-5, 6e-5, 1.2e-4, 1e-3]);
    let speed = random::log_between(rng, 0.1, 1000.0);
    let from = Vec3::new(-1.7, 1.0 + gap, between(rng, -0.4, 0.4));
    let spin = Vec3::Y * random::pick(rng, &[0.0f32, 2.0, 500.0]);
    let spin = at_most_200_turns(spin, 3.4 / speed);
    let (a, b) = if rng.random_bool(0.5) {
        let half = Vec3::splat(0.5);
        (meshes::cuboid(half), meshes::cuboid(half))
    } else {
        (meshes::uv_sphere(8, 12, 0.5), meshes::uv_sphere(8, 12, 0.5))
    };
    Case {
        name: "grazing",
        a,
        motion_a: motion(Pose::IDENTITY, Vec3::ZERO, spin),
        b,
        motion_b: motion(at(from), Vec3::X * speed, Vec3::ZERO),
        duration: 3.4 / speed,
    }
}

fn parallel_faces(rng: &mut Pcg32) -> Case {
    // A box over a plain of triangles: along it, down on it, turning about the upright.
    let gap = random::log_between(rng, 1e-4, 0.3);
    let speed = random::log_between(rng, 0.1, 300.0);
    let down = random::pick(rng, &[0.0f32, 0.0, 1e-3, 0.1, 1.0]);
    let velocity = Vec3::new(1.0, -down, between(rng, -1.0, 1.0)) * speed;
    let from = Vec3::new(-1.5, 0.3 + gap, between(rng, -0.5, 0.5));
    let spin = Vec3::Y * random::pick(rng, &[0.0f32, 0.0, 4.0, 500.0]);
    let spin = at_most_200_turns(spin, 3.0 / speed);
    Case {
        name: "parallel faces",
        a: meshes::sheet(8, 6.0, 0.0),
        motion_a: motion(Pose::IDENTITY, Vec3::ZERO, Vec3::ZERO),
        b: meshes::cuboid(Vec3::new(0.5, 0.3, 0.4)),
        motion_b: motion(at(from), velocity, spin),
        duration: 3.0 / speed,
    }
}

/// Two bodies of any kind that start 0.2 mm apart.
fn near_starts(rng: &mut Pcg32) -> Option<Case> {
    let ((_, a), (_, b)) = (meshes::any(rng), meshes::any(rng));
    let pose_a = random::pose(rng, 0.1);
    let away = random::direction(rng) * 4.0;
    let pose_b = Pose::new(random::rotation(rng), away).ok()?;
    let soups = [
        mesh::soup(&a.mesh(), &pose_a),
        mesh::soup(&b.mesh(), &pose_b),
    ];
    let nearest = mesh::distance(&soups[0], &soups[1]);
    if nearest.distance < 0.01 {
        return None;
    }
    let normal = (nearest.b - nearest.a) / nearest.distance;
    // Moved along the line of the nearest points, they may meet elsewhere first: then the check
    // finds them overlapping, or nearer.
    let shift = normal * (nearest.distance - 2e-4);
    let pose_b = Pose::new(pose_b.rotation(), away - shift.as_vec3()).ok()?;
    let speed = random::log_between(rng, 0.01, 1000.0);
    let along = random::direction(rng);
    let velocity = match rng.random_range(0..3) {
        0 => along,
        1 => -normal.as_vec3(),
        _ => along.cross(normal.as_vec3()),
    };
    let spin = random::direction(rng) * random::pick(rng, &[0.0f32, 1.0, 500.0]);
    Some(Case {
        name: "a start 0.2 mm apart",
        a,
        motion_a: motion(pose_a, Vec3::ZERO, spin),
        b,
        motion_b: motion(pose_b, velocity * speed, Vec3::ZERO),
        duration: (1.0 / speed).min(0.05),
    })
}

/// A random case of one kind, from 0; `None` where the random bodies overlap.
pub fn case(kind: u64, rng: &mut Pcg32) -> Option<Case> {
    Some(match kind {
        0 => spinning_blades(rng),
        1 => two_rotors(rng),
        2 => thin_plates(rng),
        3 => needles(rng),
        4 => tori_through_rings(rng),
        5 => grazing(rng),
        6 => parallel_faces(rng),
        _ => return near_starts(rng),
    })
}

/// Kinds of cases.
pub const KINDS: u64 = 8;
