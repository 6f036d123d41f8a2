//! Builds models from their files, and explains faults of files.

use std::sync::Arc;

use dodgem_collide::mesh::ObjModel;
use dodgem_collide::mesh::obj;
use dodgem_collide::{BuildOptions, Model};

use crate::level::library::ModelAsset;
use crate::level::library::error::LibraryError;
use crate::params::limits;

/// A parsed model file, shared by all scales of the model.
#[derive(Debug)]
pub struct ModelFile {
    /// Path of the file, as the user would write it.
    path: String,
    /// The size of the file, in bytes.
    pub bytes: u64,
    /// Triangles as in the file.
    shape: ObjModel,
    /// Line and column of its first face.
    first_face: Option<(usize, usize)>,
}

impl ModelFile {
    /// Parses the bytes of a file.
    ///
    /// # Errors
    /// [`LibraryError`] with the fault, and line and column if one line is at fault.
    pub fn parse(path: String, bytes: &[u8]) -> Result<Self, LibraryError> {
        let shape = match obj::parse(bytes) {
            Ok(shape) => shape,
            Err(error) => {
                return Err(LibraryError {
                    path,
                    place: Some((error.line, error.column)),
                    message: error.message,
                });
            }
        };
        let file = ModelFile {
            path,
            bytes: bytes.len() as u64,
            shape,
            first_face: obj::first_face(bytes),
        };
        let (triangles, most) = (file.triangles(), limits::TRIANGLES);
        if triangles > most {
            return Err(file.fault(format!(
                "it has {triangles} triangles; at most {most} are allowed"
            )));
        }
        Ok(file)
    }

    /// Returns the number of triangles.
    pub fn triangles(&self) -> usize {
        self.shape.mesh.triangles().len()
    }

    /// Builds the model, scaled by `scale`. The vertices are scaled before the build: scaling afterwards
    /// would round differently and change rounds.
    ///
    /// # Errors
    /// [`LibraryError`] if the model cannot be built.
    pub fn build(
        &self,
        name: &str,
        scale: f32,
        options: &BuildOptions,
    ) -> Result<ModelAsset, LibraryError> {
        let mut shape = self.shape.clone();
        if scale != 1.0 {
            let scaled = shape.mesh.map_vertices(|vertex| vertex * scale);
            shape.mesh = scaled.map_err(|error| self.fault(error.to_string()))?;
        }
        let size = shape.mesh.aabb().extents().max_element();
        if size < limits::SMALLEST_MODEL {
            let least = limits::SMALLEST_MODEL;
            return Err(self.fault(format!(
                "it is only {size:e} m large; at least {least} m are needed, and its numbers are metres"
            )));
        }
        let model = Model::build(&shape.mesh, options).map_err(|error| LibraryError {
            // Every face is at fault, so the message shows the first.
            place: self.first_face,
            ..self.fault(error.to_string())
        })?;
        Ok(ModelAsset {
            name: name.to_owned(),
            scale,
            model: Arc::new(model),
            shape,
        })
    }

    /// Creates a fault of the whole model.
    fn fault(&self, message: String) -> LibraryError {
        LibraryError::whole(&self.path, message)
    }
}
