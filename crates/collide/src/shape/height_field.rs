//! Ground given by heights on a grid.
//!
//! A field is a [`Model`] of two triangles a cell: its tree is as deep as a grid's would be, and all query
//! features of meshes (exact tests, flat seams, one sweep for all) work for fields unchanged.

use std::sync::Arc;

use glam::Vec3;

use crate::mesh::TriMesh;
use crate::model::{BuildOptions, Model};
use crate::params::MAX_FIELD_SAMPLES;
use crate::shape::{Shape, SizeError};

/// Heights over a rectangle of the x-z plane, centred on the origin: an open surface without an inside.
///
/// Samples lie in rows from -Z to +Z, each from -X to +X. The four samples of a cell span two triangles whose
/// common edge leads from the sample with the least x and z to the one with the greatest.
#[derive(Clone, Debug)]
pub struct HeightField {
    columns: usize,
    rows: usize,
    surface: Shape,
    model: Arc<Model>,
}

/// The reason why heights do not form a field.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum HeightFieldError {
    /// Too few or too many samples along one side.
    #[error("a field of {0} x {1} samples; each side must have 2 to {most}", most = MAX_FIELD_SAMPLES)]
    Samples(usize, usize),
    /// The number of heights differs from the number of samples.
    #[error("{given} heights were given for {expected} samples")]
    Count {
        /// Columns times rows.
        expected: usize,
        /// The number of heights given.
        given: usize,
    },
    /// The length (m) of a side is out of range, or NaN.
    #[error("a side of {0} m; it must be a number from {least:e} to {most:e} m",
        least = SizeError::LEAST, most = SizeError::MOST)]
    Side(f32),
    /// A height is too large, or NaN.
    #[error("height {sample} is {height} m; it must be a number of at most {most:e} m either way",
        most = SizeError::MOST)]
    Height {
        /// The number of the sample: its row times the columns, plus its column.
        sample: usize,
        /// The height, in metres.
        height: f32,
    },
    /// The samples are so near each other that no triangle has an area in f32.
    #[error("no triangle of the field has an area: its samples are too near each other")]
    NoArea,
}

impl HeightField {
    /// The most samples along a side.
    pub const MAX_SAMPLES: usize = MAX_FIELD_SAMPLES;

    /// The field over `width` (along X) and `length` (along Z) metres with heights (m) in rows of `columns`.
    ///
    /// # Errors
    /// [`HeightFieldError`] for numbers of samples, sides or heights out of range, or for a field without
    /// area.
    pub fn new(
        [width, length]: [f32; 2],
        columns: usize,
        heights: &[f32],
    ) -> Result<Self, HeightFieldError> {
        let rows = heights.len().checked_div(columns).unwrap_or(0);
        let is_side = |samples: usize| (2..=MAX_FIELD_SAMPLES).contains(&samples);
        if !is_side(columns) || !is_side(rows) {
            return Err(HeightFieldError::Samples(columns, rows));
        }
        if heights.len() != columns * rows {
            return Err(HeightFieldError::Count {
                expected: columns * rows,
                given: heights.len(),
            });
        }
        for side in [width, length] {
            if !(SizeError::LEAST..=SizeError::MOST).contains(&side) {
                return Err(HeightFieldError::Side(side));
            }
        }
        let is_height = |height: &f32| height.abs() <= SizeError::MOST;
        if let Some(sample) = heights.iter().position(|height| !is_height(height)) {
            let height = heights[sample];
            return Err(HeightFieldError::Height { sample, height });
        }
        let place = |index: usize, count: usize, side: f32| {
            (index as f64 / (count - 1) as f64 - 0.5) * f64::from(side)
        };
        let vertices = (heights.iter().enumerate()).map(|(sample, height)| {
            let x = place(sample % columns, columns, width) as f32;
            let z = place(sample / columns, rows, length) as f32;
            Vec3::new(x, *height, z)
        });
        let mesh = TriMesh::new(vertices.collect(), triangles(columns, rows));
        let model = mesh.map_err(|_| HeightFieldError::NoArea)?;
        let model = Model::build(&model, &BuildOptions::default());
        let model = Arc::new(model.map_err(|_| HeightFieldError::NoArea)?);
        Ok(HeightField {
            columns,
            rows,
            surface: Shape::Mesh(model.clone()),
            model,
        })
    }

    /// The numbers of samples along X and along Z.
    pub fn samples(&self) -> [usize; 2] {
        [self.columns, self.rows]
    }

    /// Its surface as a mesh: cell by cell in the order of the samples, the triangle towards +X first, then
    /// that towards +Z.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The mesh as a shape.
    pub(crate) fn surface(&self) -> &Shape {
        &self.surface
    }
}

/// The triangles of all cells, two for each cell, counter-clockwise from above.
fn triangles(columns: usize, rows: usize) -> Vec<[u32; 3]> {
    let mut all = Vec::with_capacity(2 * (columns - 1) * (rows - 1));
    for row in 0..rows - 1 {
        for column in 0..columns - 1 {
            let at = |right: usize, ahead: usize| ((row + ahead) * columns + column + right) as u32;
            all.push([at(0, 0), at(1, 1), at(1, 0)]);
            all.push([at(0, 0), at(0, 1), at(1, 1)]);
        }
    }
    all
}
