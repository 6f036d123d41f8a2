//! Random numbers, vectors and rotations from a seed.
use dodgem_collide::math::Pose;
use glam::{DQuat, DVec3, Quat, Vec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// The generator that all tests use.
pub fn rng(seed: u64) -> Pcg32 {
    Pcg32::seed_from_u64(seed)
}

/// Uniform in `low..high`.
pub fn between(rng: &mut Pcg32, low: f32, high: f32) -> f32 {
    rng.random_range(low..high)
}

/// One of the items.
pub fn pick<T: Copy>(rng: &mut Pcg32, items: &[T]) -> T {
    items[rng.random_range(0..items.len())]
}

/// Uniform in the cube of the given half width.
pub fn in_cube(rng: &mut Pcg32, half_width: f32) -> Vec3 {
    Vec3::from_array(std::array::from_fn(|_| {
        rng.random_range(-half_width..=half_width)
    }))
}

/// Uniform on the unit sphere.
pub fn direction(rng: &mut Pcg32) -> Vec3 {
    loop {
        let v = in_cube(rng, 1.0);
        if (0.01..=1.0).contains(&v.length_squared()) {
            return v.normalize();
        }
    }
}

/// Uniform over all rotations (rejection in the four-dimensional ball).
pub fn rotation(rng: &mut Pcg32) -> Quat {
    loop {
        let [x, y, z, w] = std::array::from_fn(|_| rng.random_range(-1.0_f32..=1.0));
        let q = Quat::from_xyzw(x, y, z, w);
        if (0.01..=1.0).contains(&q.length_squared()) {
            return q.normalize();
        }
    }
}

/// A log-uniform number: as many cases between 1 and 10 as between 10 and 100.
pub fn log_between(rng: &mut Pcg32, low: f32, high: f32) -> f32 {
    10.0_f32.powf(rng.random_range(low.log10()..high.log10()))
}

/// A random rotation and a translation in the cube of the given half width.
pub fn pose(rng: &mut Pcg32, half_width: f32) -> Pose {
    Pose::new(rotation(rng), in_cube(rng, half_width)).expect("finite")
}

/// A rigid placement in f64, for references that do not go through the engine's `Pose`.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    pub rotation: DQuat,
    pub translation: DVec3,
}

impl Placement {
    pub fn new(rotation: Quat, translation: Vec3) -> Self {
        Self {
            rotation: rotation.as_dquat().normalize(),
            translation: translation.as_dvec3(),
        }
    }

    /// The engine's pose without its rounding.
    pub fn of(pose: &Pose) -> Self {
        Self::new(pose.rotation(), pose.translation())
    }

    pub fn point(&self, p: Vec3) -> DVec3 {
        self.rotation * p.as_dvec3() + self.translation
    }
}
