//! The uniforms of the shaders, in the order of their declaration there.

use glam::{Mat4, Vec4};

/// Uniforms of meshes.
#[repr(C)]
pub struct LitUniforms {
    pub view_projection: Mat4,
    pub eye: Vec4,
    pub sun: Vec4,
    pub sun_color: Vec4,
    pub above: Vec4,
    pub below: Vec4,
    pub air: [Vec4; 2],
    /// Middle and radius (m) of the gap in front of the player's car.
    pub gap: Vec4,
}

/// Uniforms of translucent bodies.
#[repr(C)]
pub struct GhostUniforms {
    pub view_projection: Mat4,
    pub eye: Vec4,
    /// Half the size of the picture in pixels, the pixels by which the body is enlarged, and the depth offset to
    /// the back.
    pub grown: Vec4,
    /// Colour and opacity of the outline; an opacity of 0 draws the body itself.
    pub outline: Vec4,
}

/// Uniforms of the floor.
#[repr(C)]
pub struct FloorUniforms {
    pub view_projection: Mat4,
    pub eye: Vec4,
    pub tint: Vec4,
}

/// Uniforms of the sky.
#[repr(C)]
pub struct SkyUniforms {
    pub rays: Mat4,
    pub zenith: Vec4,
    pub horizon: Vec4,
    pub ground: Vec4,
    pub sun: Vec4,
}

/// Uniforms of sprites and lines.
#[repr(C)]
pub struct ViewUniforms {
    pub view_projection: Mat4,
    pub extra: Vec4,
}
