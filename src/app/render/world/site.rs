//! The place that a world surrounds, and the meshes that are built there.

use crate::app::params::render::scene::CROWD_GROUPS;
use crate::app::render::look::Look;
use crate::app::render::mesh::MeshData;
use crate::app::render::outline::FloorOutline;

/// The meshes around an arena.
#[derive(Debug, Default)]
pub struct WorldMesh {
    /// The part that the floor mirrors.
    pub near: MeshData,
    /// The other parts.
    pub far: MeshData,
    /// Spectators, in groups that jump in turn.
    pub crowd: [MeshData; CROWD_GROUPS],
}

/// The input and the output of building a world.
pub struct Site<'a> {
    /// The line that the pieces surround: the border, or the outer edge of the pit around an open one.
    pub outline: &'a FloorOutline,
    pub look: &'a Look,
    pub mesh: WorldMesh,
}
