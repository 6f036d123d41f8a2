//! What is built of a model's file, and what is wrong with one that cannot be used.

use std::sync::Arc;

use dodgem_collide::mesh::ObjModel;
use dodgem_collide::mesh::obj;
use dodgem_collide::{BuildOptions, Model};

use crate::level::library::{LibraryError, ModelAsset};
use crate::level::limits;

/// A model's file as it was read: what all scales of it share.
#[derive(Debug)]
pub struct ModelFile {
    /// The file, as the user would name it.
    path: String,
    /// The size of the file, in bytes.
    pub bytes: u64,
    /// Its triangles as they are in the file.
    shape: ObjModel,
    /// The line and column of its first face.
    first_face: Option<(usize, usize)>,
}

impl ModelFile {
    /// Reads a file's bytes.
    ///
    /// # Errors
    /// What is wrong with them, with line and column where one line is at fault.
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

    /// How many triangles it has.
    pub fn triangles(&self) -> usize {
        self.shape.mesh.triangles().len()
    }

    /// Builds the model, `scale` times as large. A scaled model is built of scaled corners: one that is
    /// scaled after it was built rounds differently, and rounds would go differently.
    ///
    /// # Errors
    /// Why there is no such model.
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
            // Every face is at fault; the first is where to look.
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

    /// A fault of the model as a whole.
    fn fault(&self, message: String) -> LibraryError {
        LibraryError::whole(&self.path, message)
    }
}
