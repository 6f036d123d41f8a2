//! Draws translucent bodies, after everything that could hide them and before sparks and lines.

use glam::{Vec3, Vec4};
use macroquad::miniquad::{Pipeline, RenderingBackend, UniformsSource};

use crate::app::render::scene::{Eye, Scene};
use crate::app::render::uniforms::GhostUniforms;
use crate::app::render::{Renderer, draw_instances};

/// An outline around a body.
struct Outline {
    /// Width in pixels.
    width: f32,
    /// Depth offset to the back, from 0 to 1, so that the other outline is drawn over this one.
    back: f32,
    color: Vec3,
    opacity: f32,
}

/// A bright line inside a dark one is visible on ice as well as at night.
const OUTLINES: [Outline; 2] = [
    Outline {
        width: 3.6,
        back: 2e-4,
        color: Vec3::new(0.04, 0.06, 0.14),
        opacity: 0.75,
    },
    Outline {
        width: 2.2,
        back: 0.0,
        color: Vec3::new(0.90, 0.98, 1.0),
        opacity: 0.95,
    },
];

impl Renderer {
    pub(super) fn draw_ghosts(
        &mut self,
        context: &mut dyn RenderingBackend,
        scene: &Scene,
        eye: &Eye,
    ) {
        if scene.ghosts.is_empty() {
            return;
        }
        // Depth comes first, so that only the nearest surface is drawn and outlines appear only around it.
        let body = |pipeline| (pipeline, None);
        let around = |outline| (self.pipelines.ghost_outline, Some(outline));
        let [dark, bright] = &OUTLINES;
        let passes: [(Pipeline, Option<&Outline>); 4] = [
            body(self.pipelines.ghost_depth),
            body(self.pipelines.ghost),
            around(dark),
            around(bright),
        ];
        let half = self.size * 0.5;
        for (pipeline, outline) in passes {
            let (width, back, color) = outline.map_or((0.0, 0.0, Vec4::ZERO), |line| {
                (
                    line.width,
                    line.back,
                    Vec4::from((line.color, line.opacity)),
                )
            });
            context.apply_pipeline(&pipeline);
            context.apply_uniforms(UniformsSource::table(&GhostUniforms {
                view_projection: eye.view.view_projection,
                eye: Vec4::from((eye.view.eye, 1.0)),
                grown: Vec4::new(half.x, half.y, width, back),
                outline: color,
            }));
            for (id, list) in &scene.ghosts {
                if let Some(mesh) = self.mesh(*id).filter(|mesh| mesh.count > 0)
                    && let Some(buffer) = self.ghosts.send(context, list)
                {
                    draw_instances(context, &mesh, buffer, list.len());
                }
            }
        }
    }
}
