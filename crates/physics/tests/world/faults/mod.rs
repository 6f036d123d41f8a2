//! Faults that were found from outside, each with the tests that failed before it was mended and keep it
//! from coming back. A test carries its cause and the cut-off that was measured; some are controls: they
//! show that a scene is sound. `cargo test -p dodgem-physics --test world faults -- --ignored` makes the long runs.

mod beside;
mod falls;
mod limits;
mod overlap_search;
mod valleys;

use std::sync::Arc;

use dodgem_collide::mesh::{TriMesh, obj};
use dodgem_collide::{BuildOptions, Model};

/// A mesh made ready with the default options.
fn model(mesh: &TriMesh) -> Arc<Model> {
    Arc::new(Model::build(mesh, &BuildOptions::default()).expect("a sound mesh"))
}

/// The mesh of the game's car: 928 triangles.
fn car() -> TriMesh {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../assets/models/bumper_car.obj"
    );
    let text = std::fs::read(path).expect("the model is part of the sources");
    obj::parse(&text).expect("a sound model").mesh
}
