//! Draws a scene at a lower resolution than the window, then stretches it.

use glam::Vec2;
use macroquad::miniquad::{
    FilterMode, PassAction, RenderPass, TextureFormat, TextureId, TextureParams,
};

use crate::app::detail::Drawing;
use crate::app::render::scene::Scene;
use crate::app::render::{Renderer, bind, gl};

/// A render target of lower resolution than the window.
pub(super) struct SmallPicture {
    pass: RenderPass,
    color: TextureId,
    depth: TextureId,
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
                bind(context, &self.screen, None, &[picture.color]);
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
            return small.pass;
        }
        let old = self.small.take();
        gl::with_context(|context| {
            if let Some(old) = old {
                context.delete_render_pass(old.pass);
                context.delete_texture(old.color);
                context.delete_texture(old.depth);
            }
            let of = |format: TextureFormat| TextureParams {
                width: size.x as u32,
                height: size.y as u32,
                format,
                min_filter: FilterMode::Linear,
                mag_filter: FilterMode::Linear,
                ..TextureParams::default()
            };
            let color = context.new_render_texture(of(TextureFormat::RGBA8));
            let depth = context.new_render_texture(of(TextureFormat::Depth));
            let pass = context.new_render_pass(color, Some(depth));
            self.small = Some(SmallPicture {
                pass,
                color,
                depth,
                size,
            });
            pass
        })
    }
}
