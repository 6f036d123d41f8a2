//! Fingerprints of bodies: hashes of the constant properties of a body. With them a world of other bodies
//! refuses a snapshot.

use std::sync::Arc;

use crate::StateHasher;
use crate::body::Body;
use dodgem_collide::{Model, Shape};

/// The fingerprint of a shape, copied from the first of the other bodies with the same mesh if there is one.
pub(super) fn shape_print<'a>(
    shape: &Shape,
    others: &(impl Iterator<Item = &'a Body> + Clone),
) -> u64 {
    let mut hasher = StateHasher::default();
    match shape {
        Shape::Mesh(model) => {
            let is_same =
                |other: &&Body| matches!(other.shape(), Shape::Mesh(m) if Arc::ptr_eq(m, model));
            if let Some(known) = others.clone().find(is_same) {
                return known.shape_print;
            }
            add_model(model, &mut hasher);
        }
        Shape::Hull(hull) => {
            hasher.bytes(b"hull");
            (hull.vertices().iter()).for_each(|vertex| hasher.vector(*vertex));
            add_triangles(hull.faces(), &mut hasher);
        }
        Shape::Compound(compound) => {
            hasher.bytes(b"compound");
            for child in compound.children() {
                hasher.bytes(format!("{:?} {}", child.pose, child.tag).as_bytes());
                hasher.integer(shape_print(&child.shape, others));
            }
        }
        Shape::HeightField(field) => {
            hasher.bytes(b"height field");
            add_model(field.model(), &mut hasher);
        }
        // The kind and its few numbers, written with all their digits.
        primitive => hasher.bytes(format!("{primitive:?}").as_bytes()),
    }
    hasher.finish()
}

/// Adds the triangles, and the options of the pieces and the tree, because the cost of queries depends on
/// them, and with a budget also their results.
fn add_model(model: &Model, hasher: &mut StateHasher) {
    hasher.bytes(format!("mesh {:?} {:?}", model.options(), model.report()).as_bytes());
    let mesh = model.mesh();
    (mesh.vertices().iter()).for_each(|vertex| hasher.vector(*vertex));
    add_triangles(mesh.triangles(), hasher);
}

fn add_triangles(triangles: &[[u32; 3]], hasher: &mut StateHasher) {
    for corner in triangles.iter().flatten() {
        hasher.bytes(&corner.to_le_bytes());
    }
}

impl Body {
    /// The fingerprint of the description with which the body was added, without its pose and velocities.
    pub(super) fn description_print(&self) -> u64 {
        let mut hasher = StateHasher::default();
        hasher.integer(self.shape_print);
        hasher.bytes(&[self.kind as u8]);
        hasher.bytes(&self.material.0.to_le_bytes());
        for material in self.child_materials() {
            hasher.bytes(&material.0.to_le_bytes());
        }
        if self.is_held() {
            hasher.vector(self.free.as_vec3());
        }
        let inertia = self.inertia.tensor.to_cols_array();
        let numbers = [self.drag_area, self.mass].into_iter().chain(inertia);
        numbers.for_each(|number| hasher.integer(number.to_bits()));
        hasher.vector(self.local_center());
        hasher.finish()
    }
}
