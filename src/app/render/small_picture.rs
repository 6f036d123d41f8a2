//! Draws a scene at a lower resolution than the window, then stretches it.

use glam::Vec2;
use macroquad::miniquad::{
    FilterMode, PassAction, RenderPass, RenderingBackend, TextureFormat, TextureId, TextureParams,
};

use crate::app::detail::Drawing;
use crate::app::render::scene::Scene;
use crate::app::render::{Renderer, bind, gl};

/// A render target with a depth buffer.
pub(super) struct Target {
    pub pass: RenderPass,
    pub color: TextureId,
    depth: TextureId,
}

impl Target {
    /// Creates a target of that size in pixels.
    pub fn new(context: &mut dyn RenderingBackend, [width, height]: [u32; 2]) -> Self {
        let of = |format: TextureFormat| TextureParams {
            width,
            height,
            format,
            min_filter: FilterMode::Linear,
            mag_filter: FilterMode::Linear,
            ..TextureParams::default()
        };
        let color = context.new_render_texture(of(TextureFormat::RGBA8));
        let depth = context.new_render_texture(of(TextureFormat::Depth));
        let pass = context.new_render_pass(color, Some(depth));
        Target { pass, color, depth }
    }

    /// Frees the memory of the target.
    pub fn delete(self, context: &mut dyn RenderingBackend) {
        context.delete_render_pass(self.pass);
        context.delete_texture(self.color);
        context.delete_texture(self.depth);
    }
}

/// A render target of lower resolution than the window.
pub(super) struct SmallPicture {
    target: Target,
    size: Vec2,
}

impl Renderer {
    /// Draws a scene in the window with that level of detail.
    pub fn draw_window(&mut self, scene: &Scene, size: Vec2, drawing: Drawing) {
        self.mirrors = drawing.mirror;
        if drawing.scale >= 1.0 {
            self.draw(scene, size, None);
            return;
        }
        let small = (size * drawing.scale).round().max(Vec2::ONE);
        let pass = self.small_picture(small);
        self.draw(scene, small, Some(pass));
        gl::with_context(|context| {
            context.begin_default_pass(PassAction::Nothing);
            if let Some(picture) = &self.small {
                context.apply_pipeline(&self.pipelines.stretch);
                bind(context, &self.screen, None, &[picture.target.color]);
                context.draw(0, self.screen.count, 1);
            }
            context.end_render_pass();
        });
    }

    /// A render pass into a picture of that size.
    fn small_picture(&mut self, size: Vec2) -> RenderPass {
        if let Some(small) = &self.small
            && small.size == size
        {
            return small.target.pass;
        }
        let old = self.small.take();
        gl::with_context(|context| {
            if let Some(old) = old {
                old.target.delete(context);
            }
            let target = Target::new(context, [size.x as u32, size.y as u32]);
            let pass = target.pass;
            self.small = Some(SmallPicture { target, size });
            pass
        })
    }
}
