//! The models, separate from `main.rs` so that `tests/game/models.rs` can build them too.

mod car;
mod props;
mod surface;

use std::fmt::Write;

use surface::Surface;

/// The surfaces of one material.
pub struct ModelPart {
    /// The material's name in the renderer.
    pub material: &'static str,
    /// Closed surfaces with outward winding.
    pub surface: Surface,
}

/// Returns every model: its file name and its parts.
pub fn all() -> Vec<(&'static str, Vec<ModelPart>)> {
    vec![
        ("bumper_car.obj", car::bumper_car()),
        ("truck.obj", car::truck()),
        ("post.obj", props::post()),
        ("tyre_stack.obj", props::tyre_stack()),
        ("crate.obj", props::wooden_crate()),
        ("barrier.obj", props::barrier()),
    ]
}

/// Returns the parts as OBJ text.
pub fn obj_text(name: &str, parts: &[ModelPart]) -> String {
    let mut text = format!(
        "# {name}: made by examples/make_models; change that, not this file.\n\
         # Metres, Y up, front along -Z, the floor at y = 0. Objects are named after materials.\n"
    );
    let mut first = 1;
    for part in parts {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "o {}", part.material);
        for vertex in &part.surface.vertices {
            let [x, y, z] = vertex.to_array().map(rounded);
            let _ = writeln!(text, "v {x} {y} {z}");
        }
        for triangle in &part.surface.triangles {
            let [a, b, c] = triangle.map(|corner| corner + first);
            let _ = writeln!(text, "f {a} {b} {c}");
        }
        first += part.surface.vertices.len();
    }
    text
}

/// Rounds a coordinate to a tenth of a millimetre; adding zero turns `-0` into `0`.
fn rounded(coordinate: f64) -> f64 {
    (coordinate * 1e4).round() / 1e4 + 0.0
}
