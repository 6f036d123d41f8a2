//! Scenes with their exact answers. Equal sizes and seeds give equal scenes on every machine.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

pub mod boxes;
pub mod contacts;
pub mod convex;
pub mod lattice;
pub mod meshes;
pub mod small;
pub mod solids;
pub mod sweeps;
pub mod systems;

/// The generator of a scene.
pub fn rng(seed: u64) -> Pcg32 {
    Pcg32::seed_from_u64(seed)
}

/// One of the items.
pub fn pick<'a, T>(rng: &mut Pcg32, items: &'a [T]) -> &'a T {
    &items[rng.random_range(0..items.len())]
}
