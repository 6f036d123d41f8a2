//! What the shaders are told per draw, in the order in which they name it.

use glam::{Mat4, Vec4};

/// Of meshes.
#[repr(C)]
pub struct LitUniforms {
    pub view_projection: Mat4,
    pub eye: Vec4,
    pub sun: Vec4,
    pub sun_color: Vec4,
    pub above: Vec4,
    pub below: Vec4,
    pub air: [Vec4; 2],
    /// Where what stands before the own car is seen through: the middle, and the radius in metres.
    pub gap: Vec4,
}

/// Of bodies that are seen through.
#[repr(C)]
pub struct GhostUniforms {
    pub view_projection: Mat4,
    pub eye: Vec4,
    /// Half the size of the picture in pixels, how many pixels the body grows, and how much of the depth it
    /// is put back.
    pub grown: Vec4,
    /// The colour of its outline and how much that hides; 0 draws the body itself.
    pub outline: Vec4,
}

/// Of the floor.
#[repr(C)]
pub struct FloorUniforms {
    pub view_projection: Mat4,
    pub eye: Vec4,
    pub tint: Vec4,
}

/// Of the sky.
#[repr(C)]
pub struct SkyUniforms {
    pub rays: Mat4,
    pub zenith: Vec4,
    pub horizon: Vec4,
    pub ground: Vec4,
    pub sun: Vec4,
}

/// Of sprites and lines.
#[repr(C)]
pub struct ViewUniforms {
    pub view_projection: Mat4,
    pub extra: Vec4,
}
