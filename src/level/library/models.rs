//! What is built of a model's file, and what is wrong with one that cannot be used.

use std::sync::Arc;

use dodgem_collide::mesh::obj;
use dodgem_collide::{BuildOptions, Model};

use crate::level::library::ModelAsset;
use crate::level::limits;

/// What is wrong with a model file; the place if it is one line that is.
pub struct ModelFault {
    pub place: Option<(usize, usize)>,
    pub message: String,
}

impl ModelFault {
    /// A fault of the model as a whole.
    fn whole(message: impl ToString) -> Self {
        ModelFault {
            place: None,
            message: message.to_string(),
        }
    }
}

/// Builds the model of a file's bytes, `scale` times as large.
pub fn build_asset(
    name: &str,
    scale: f32,
    bytes: &[u8],
    options: &BuildOptions,
) -> Result<ModelAsset, ModelFault> {
    let mut shape = obj::parse(bytes).map_err(|error| ModelFault {
        place: Some((error.line, error.column)),
        message: error.message,
    })?;
    let triangles = shape.mesh.triangles().len();
    if triangles > limits::TRIANGLES {
        let most = limits::TRIANGLES;
        return Err(ModelFault::whole(format!(
            "it has {triangles} triangles; at most {most} are allowed"
        )));
    }
    if scale != 1.0 {
        let scaled = shape.mesh.map_vertices(|vertex| vertex * scale);
        shape.mesh = scaled.map_err(ModelFault::whole)?;
    }
    let size = shape.mesh.aabb().extents().max_element();
    if size < limits::SMALLEST_MODEL {
        let least = limits::SMALLEST_MODEL;
        return Err(ModelFault::whole(format!(
            "it is only {size:e} m large; at least {least} m are needed, and its numbers are metres"
        )));
    }
    let model = Model::build(&shape.mesh, options);
    let model = model.map_err(|error| ModelFault {
        // Every face is at fault; the first is where to look.
        place: obj::first_face(bytes),
        message: error.to_string(),
    })?;
    Ok(ModelAsset {
        name: name.to_owned(),
        scale,
        model: Arc::new(model),
        shape,
    })
}
