//! A globe in the sky with seas, land, ice and clouds.

use glam::Vec3;
use serde::Deserialize;

use crate::app::render::mesh::ball_quads;
use crate::app::render::world::scenery::pen::Pen;

/// A globe of radius 1. Sums of waves, each with its steepness along x, y and z and its height, choose the material of each place.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Globe {
    pub rows: usize,
    pub columns: usize,
    pub land: Vec<[f32; 4]>,
    pub clouds: Vec<[f32; 4]>,
    /// Ice lies beyond that height.
    pub ice: f32,
    /// The sums from which there are clouds, land and a shore.
    pub levels: (f32, f32, f32),
    /// The materials of ice and clouds, of land, shore and sea.
    pub paints: [String; 4],
}

impl Globe {
    pub fn draw(&self, pen: &mut Pen<'_, '_>) {
        for corners in ball_quads(self.rows, self.columns) {
            let paint = pen.material(self.paint((corners[0] + corners[2]) * 0.5));
            let frame = pen.stand.frame;
            let places = corners.map(|corner| frame.point(corner));
            let normals = corners.map(|corner| frame.turn * corner);
            pen.mesh().quad_with_normals(places, normals, paint);
        }
    }

    /// The name of the material at a place on it.
    fn paint(&self, here: Vec3) -> &str {
        let sum = |waves: &[[f32; 4]]| -> f32 {
            let wave =
                |[x, y, z, high]: &[f32; 4]| (here.x * x + here.y * y + here.z * z).sin() * high;
            waves.iter().map(wave).sum()
        };
        let (clouds, land, shore) = self.levels;
        let high = sum(&self.land);
        let number = if here.y.abs() > self.ice || sum(&self.clouds) > clouds {
            0
        } else if high > land {
            1
        } else if high > shore {
            2
        } else {
            3
        };
        &self.paints[number]
    }
}
