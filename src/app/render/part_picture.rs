//! Pictures of single bodies before a plain background, for the panels.

use glam::{Vec2, Vec3, Vec4};
use macroquad::miniquad::PassAction;

use crate::app::area::Area;
use crate::app::render::mesh::Instance;
use crate::app::render::scene::{CameraView, Eye, MeshId};
use crate::app::render::small_picture::Target;
use crate::app::render::{Renderer, apply_lit, draw_instances, gl, loaded};

/// The background, as red, green, blue and opacity.
const BACKGROUND: Vec4 = Vec4::new(0.16, 0.16, 0.26, 1.0);

impl Renderer {
    /// Draws bodies in the light of the present scene. Returns the pixels row by row from above, four bytes each;
    /// None before a scene was drawn.
    pub fn picture_of(
        &mut self,
        bodies: &[(MeshId, Vec<Instance>)],
        view: CameraView,
        [wide, tall]: [u16; 2],
    ) -> Option<Vec<u8>> {
        let look = self.surroundings.as_ref()?.look.clone();
        let eye = Eye {
            area: Area::of(Vec2::ZERO, Vec2::ONE),
            view,
            gap: (Vec3::ZERO, 0.0),
            views: false,
            bodies: Vec::new(),
            lights: Vec::new(),
        };
        let bodies = loaded(&self.meshes, bodies);
        let row = usize::from(wide) * 4;
        let mut pixels = vec![0; row * usize::from(tall)];
        gl::with_context(|context| {
            let target = Target::new(context, [wide.into(), tall.into()]);
            let [red, green, blue, opacity] = BACKGROUND.to_array();
            let clear = PassAction::clear_color(red, green, blue, opacity);
            context.begin_pass(Some(target.pass), clear);
            context.apply_viewport(0, 0, wide.into(), tall.into());
            context.apply_scissor_rect(0, 0, wide.into(), tall.into());
            context.apply_pipeline(&self.pipelines.lit);
            apply_lit(context, &eye, &look, 1.0);
            for (mesh, list) in &bodies {
                if let Some(buffer) = self.bodies.send(context, list) {
                    draw_instances(context, mesh, buffer, list.len());
                }
            }
            context.end_render_pass();
            context.texture_read_pixels(target.color, &mut pixels);
            target.delete(context);
        });
        // OpenGL counts rows from below.
        let rows = pixels.chunks_exact(row).rev();
        Some(rows.flatten().copied().collect())
    }
}
