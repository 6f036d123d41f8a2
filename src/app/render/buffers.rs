//! GPU buffers: meshes that stay, and lists that are sent in each frame.

use macroquad::miniquad::{BufferId, BufferSource, BufferType, BufferUsage, RenderingBackend};

use crate::app::render::mesh::MeshData;

/// A mesh in GPU memory.
#[derive(Debug, Clone, Copy)]
pub struct GpuMesh {
    pub vertices: BufferId,
    pub indices: BufferId,
    pub count: i32,
}

impl GpuMesh {
    /// Uploads a mesh.
    pub fn new(context: &mut dyn RenderingBackend, data: &MeshData) -> Self {
        Self::from_parts(context, &data.vertices, &data.indices)
    }

    /// Uploads vertices of any layout.
    pub fn from_parts<V>(
        context: &mut dyn RenderingBackend,
        vertices: &[V],
        indices: &[u32],
    ) -> Self {
        let fixed = BufferUsage::Immutable;
        Self {
            vertices: context.new_buffer(
                BufferType::VertexBuffer,
                fixed,
                BufferSource::slice(vertices),
            ),
            indices: context.new_buffer(
                BufferType::IndexBuffer,
                fixed,
                BufferSource::slice(indices),
            ),
            count: indices.len() as i32,
        }
    }

    /// Frees the GPU memory; the mesh must not be drawn afterwards.
    pub fn delete(self, context: &mut dyn RenderingBackend) {
        context.delete_buffer(self.vertices);
        context.delete_buffer(self.indices);
    }
}

/// A list of instances in a buffer that grows as needed.
#[derive(Debug, Default)]
pub struct Stream {
    buffer: Option<BufferId>,
    capacity: usize,
}

impl Stream {
    /// Uploads the list and returns its buffer; `None` for an empty list.
    pub fn send<T>(&mut self, context: &mut dyn RenderingBackend, list: &[T]) -> Option<BufferId> {
        if list.is_empty() {
            return None;
        }
        if list.len() > self.capacity {
            if let Some(old) = self.buffer.take() {
                context.delete_buffer(old);
            }
            self.capacity = list.len().next_power_of_two().max(64);
            let room = room_for::<T>(self.capacity);
            self.buffer =
                Some(context.new_buffer(BufferType::VertexBuffer, BufferUsage::Stream, room));
        }
        let buffer = self.buffer?;
        context.buffer_update(buffer, BufferSource::slice(list));
        Some(buffer)
    }
}

/// Room for that many instances; miniquad expects their number, not their bytes.
fn room_for<T>(count: usize) -> BufferSource<'static> {
    BufferSource::empty::<T>(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::render::scene::SceneLine;

    /// The number of bytes was once passed instead, so that lines took 48 times the memory that they need: 144 MiB.
    #[test]
    fn a_list_takes_the_bytes_of_its_instances() {
        let BufferSource::Empty { size, .. } = room_for::<SceneLine>(65_536) else {
            panic!("it is empty");
        };
        assert_eq!(size, 65_536 * 48);
    }
}
