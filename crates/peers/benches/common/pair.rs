//! A pair of meshes, built for both engines.

use std::path::Path;

use dodgem_collide::mesh::{TriMesh, obj};
use dodgem_collide::{BuildOptions, Model};
use parry3d::shape::TriMesh as PeerMesh;

use crate::peer;

pub struct Pair {
    pub first: Model,
    pub second: Model,
    pub peer_first: PeerMesh,
    pub peer_second: PeerMesh,
}

impl Pair {
    pub fn new(first: &TriMesh, second: &TriMesh) -> Self {
        let build = |mesh| Model::build(mesh, &BuildOptions::default()).expect("a sound mesh");
        Pair {
            first: build(first),
            second: build(second),
            peer_first: peer::mesh(first),
            peer_second: peer::mesh(second),
        }
    }
}

/// Reads the mesh of an OBJ file.
pub fn read(path: &Path) -> TriMesh {
    let text = std::fs::read(path).expect("run in the project's folder");
    obj::parse(&text).expect("a sound model").mesh
}

/// Reads the car of the game.
pub fn car() -> TriMesh {
    read(Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../assets/models/bumper_car.obj"
    )))
}
