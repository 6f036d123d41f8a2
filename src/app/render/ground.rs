//! The floor in GPU memory: its mesh and its texture.

use macroquad::miniquad::{
    FilterMode, MipmapFilterMode, RenderingBackend, TextureFormat, TextureId, TextureParams,
    TextureWrap,
};

use crate::app::render::buffers::GpuMesh;
use crate::app::render::floor;
use crate::app::render::outline::FloorOutline;

/// Builds the floor's mesh with texture coordinates; without a wall it ends at its border.
pub fn mesh(context: &mut dyn RenderingBackend, outline: &FloorOutline, open: bool) -> GpuMesh {
    // The floor reaches under the wall; without a wall it ends where the ground ends.
    let beyond = if open { 0.0 } else { 0.3 };
    let border = outline.border();
    let count = border.len() as u32;
    let side = outline.reach() * 2.0;
    let mut vertices = vec![[0.0f32, 0.0, 0.0, 0.5, 0.5]];
    let mut indices = Vec::new();
    // Several rings, so that the light computed at the vertices can fall off towards the border.
    let rings = 8;
    for ring in 1..=rings {
        for (segment, point) in (0u32..).zip(&border) {
            let place = point.offset(beyond, 0.0) * (ring as f32 / rings as f32);
            vertices.push([
                place.x,
                0.0,
                place.z,
                place.x / side + 0.5,
                place.z / side + 0.5,
            ]);
            let next = (segment + 1) % count;
            let at = |ring: u32, segment: u32| 1 + (ring - 1) * count + segment;
            if ring == 1 {
                indices.extend([0, at(1, segment), at(1, next)]);
            } else {
                let (a, b) = (at(ring - 1, segment), at(ring - 1, next));
                let (c, d) = (at(ring, segment), at(ring, next));
                indices.extend([a, c, d, a, d, b]);
            }
        }
    }
    GpuMesh::from_parts(context, &vertices, &indices)
}

/// Uploads the floor's pattern as a texture.
pub fn texture(context: &mut dyn RenderingBackend, pixels: &[u8]) -> TextureId {
    let side = floor::SIZE as u32;
    let texture = context.new_texture_from_data_and_format(
        pixels,
        TextureParams {
            format: TextureFormat::RGBA8,
            wrap: TextureWrap::Clamp,
            min_filter: FilterMode::Linear,
            mag_filter: FilterMode::Linear,
            mipmap_filter: MipmapFilterMode::Nearest,
            width: side,
            height: side,
            allocate_mipmaps: true,
            ..TextureParams::default()
        },
    );
    context.texture_generate_mipmaps(texture);
    texture
}
