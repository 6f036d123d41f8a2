//! Buffers on the card: meshes that stay, and lists that are sent anew each frame.

use macroquad::miniquad::{BufferId, BufferSource, BufferType, BufferUsage, RenderingBackend};

use crate::app::render::mesh::MeshData;

/// A mesh on the card.
#[derive(Debug, Clone, Copy)]
pub struct GpuMesh {
    pub vertices: BufferId,
    pub indices: BufferId,
    pub count: i32,
}

impl GpuMesh {
    /// Sends a mesh to the card.
    pub fn new(context: &mut dyn RenderingBackend, data: &MeshData) -> Self {
        Self::from_parts(context, &data.vertices, &data.indices)
    }

    /// Sends vertices of any layout to the card.
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

    /// Frees the card's memory; the mesh must not be drawn after.
    pub fn delete(self, context: &mut dyn RenderingBackend) {
        context.delete_buffer(self.vertices);
        context.delete_buffer(self.indices);
    }
}

/// A list of instances that grows with what is written to it.
#[derive(Debug, Default)]
pub struct Stream {
    buffer: Option<BufferId>,
    capacity: usize,
}

impl Stream {
    /// Sends the list and returns its buffer; `None` for an empty list.
    pub fn send<T>(&mut self, context: &mut dyn RenderingBackend, list: &[T]) -> Option<BufferId> {
        if list.is_empty() {
            return None;
        }
        if list.len() > self.capacity {
            if let Some(old) = self.buffer.take() {
                context.delete_buffer(old);
            }
            self.capacity = list.len().next_power_of_two().max(64);
            let size = self.capacity * std::mem::size_of::<T>();
            let source = BufferSource::empty::<T>(size);
            self.buffer =
                Some(context.new_buffer(BufferType::VertexBuffer, BufferUsage::Stream, source));
        }
        let buffer = self.buffer?;
        context.buffer_update(buffer, BufferSource::slice(list));
        Some(buffer)
    }
}
