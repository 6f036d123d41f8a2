//! Gravity and air of a level, which the hand can change.

use glam::Vec3;

use crate::arena::Bound;
use crate::level::thing::{TriplePaths, triple};

/// Gravity and air of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surroundings {
    /// See [`Level::gravity`](crate::level::Level::gravity).
    pub gravity: f32,
    /// See [`Level::air`](crate::level::Level::air).
    pub air: f32,
    /// See [`Level::wind`](crate::level::Level::wind).
    pub wind: Vec3,
}

impl Surroundings {
    /// Returns its numbers with their ranges.
    pub fn bounds(&self) -> Vec<Bound> {
        let mut bounds = vec![
            Bound::new(&["gravity"], self.gravity, -50.0..=50.0),
            Bound::new(&["air"], self.air, 0.0..=100.0),
        ];
        bounds.extend(triple(&WIND, self.wind, 100.0));
        bounds
    }
}

const WIND: TriplePaths = [&["wind", "0"], &["wind", "1"], &["wind", "2"]];
