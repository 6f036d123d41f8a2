//! The renderer: own pipelines on macroquad's graphics context.
//!
//! A frame has these passes: mirror image (on polished floors), floor (then partly transparent), soft
//! shadows and marks, meshes, distant surroundings, sky behind everything, translucent bodies, sparks
//! and glows, lines. The 2D parts of the screen follow; macroquad draws them.

mod buffers;
mod floor;
mod ghosts;
pub mod gl;
mod ground;
pub mod lines;
pub mod look;
pub mod looks;
pub mod mesh;
pub mod outline;
pub mod panels;
mod part_picture;
mod pipeline;
pub mod scene;
mod shaders;
mod small_picture;
mod uniforms;
pub mod world;

use glam::{Mat4, Vec2, Vec3, Vec4};
use macroquad::miniquad::{
    Bindings, BufferId, PassAction, Pipeline, RenderPass, RenderingBackend, TextureId,
    UniformsSource,
};

use crate::app::AppError;
use crate::app::render::buffers::{GpuMesh, Stream};
use crate::app::render::look::Look;
use crate::app::render::mesh::{Instance, MeshData};
use crate::app::render::outline::FloorOutline;
use crate::app::render::pipeline::Pipelines;
use crate::app::render::scene::{CameraView, Eye, MeshId, Scene, SceneLine, Sprite};
use crate::app::render::small_picture::SmallPicture;
use crate::app::render::uniforms::{FloorUniforms, LitUniforms, SkyUniforms, ViewUniforms};

/// The meshes and the floor texture of one arena.
struct Surroundings {
    outline: FloorOutline,
    /// True if there is a pit instead of a wall.
    open: bool,
    look: Look,
    near: GpuMesh,
    far: GpuMesh,
    /// Groups of spectators, which jump in turn.
    crowd: Vec<GpuMesh>,
    floor: GpuMesh,
    texture: TextureId,
}

/// Draws scenes.
pub struct Renderer {
    pipelines: Pipelines,
    /// The meshes by index; the slots of removed meshes are free.
    meshes: Vec<Option<GpuMesh>>,
    surroundings: Option<Surroundings>,
    corners: GpuMesh,
    strip: GpuMesh,
    screen: GpuMesh,
    bodies: Stream,
    ghosts: Stream,
    single: Stream,
    shadows: Stream,
    sprites: Stream,
    streaks: Stream,
    lines: Stream,
    /// Size of the part of the picture being drawn, in pixels.
    size: Vec2,
    /// True if polished floors show a mirror image.
    mirrors: bool,
    /// A picture of lower resolution than the window, if one is in use.
    small: Option<SmallPicture>,
}

impl Renderer {
    /// Prepares everything that does not depend on a level. The window must be open.
    ///
    /// # Errors
    /// [`AppError::Graphics`] if the driver lacks a feature.
    pub fn new() -> Result<Self, AppError> {
        gl::with_context(|context| {
            if !context.info().features.instancing {
                return Err(AppError::Graphics(format!(
                    "OpenGL 3 or newer is needed, this one says `{}`",
                    context.info().gl_version_string
                )));
            }
            let square = [[-1.0f32, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
            let along = [[0.0f32, -1.0], [1.0, -1.0], [1.0, 1.0], [0.0, 1.0]];
            let triangle = [[-1.0f32, -1.0], [3.0, -1.0], [-1.0, 3.0]];
            let two = [0u32, 1, 2, 0, 2, 3];
            Ok(Self {
                pipelines: Pipelines::new(context)?,
                meshes: Vec::new(),
                surroundings: None,
                corners: GpuMesh::from_parts(context, &square, &two),
                strip: GpuMesh::from_parts(context, &along, &two),
                screen: GpuMesh::from_parts(context, &triangle, &[0, 1, 2]),
                bodies: Stream::default(),
                ghosts: Stream::default(),
                single: Stream::default(),
                shadows: Stream::default(),
                sprites: Stream::default(),
                streaks: Stream::default(),
                lines: Stream::default(),
                size: Vec2::ONE,
                mirrors: true,
                small: None,
            })
        })
    }

    /// Uploads a mesh for later scenes.
    pub fn add_mesh(&mut self, data: &MeshData) -> MeshId {
        let mesh = Some(gl::with_context(|context| GpuMesh::new(context, data)));
        match self.meshes.iter().position(Option::is_none) {
            Some(free) => {
                self.meshes[free] = mesh;
                MeshId(free)
            }
            None => {
                self.meshes.push(mesh);
                MeshId(self.meshes.len() - 1)
            }
        }
    }

    /// Deletes a mesh from GPU memory; later scenes must not show it.
    pub fn remove_mesh(&mut self, id: MeshId) {
        if let Some(mesh) = self.meshes.get_mut(id.0).and_then(Option::take) {
            gl::with_context(|context| mesh.delete(context));
        }
    }

    /// The mesh with that id, if it exists.
    fn mesh(&self, id: MeshId) -> Option<GpuMesh> {
        *self.meshes.get(id.0)?
    }

    /// Builds floor, wall and surroundings of an arena, unless they exist already.
    pub fn set_arena(&mut self, outline: FloorOutline, open: bool, look: &Look) {
        if self.surroundings.as_ref().is_some_and(|standing| {
            (standing.outline, standing.open) == (outline, open) && standing.look == *look
        }) {
            return;
        }
        let world = world::build(&outline, open, look);
        let pixels = floor::pattern(&outline, look.floor);
        let old = self.surroundings.take();
        self.surroundings = Some(gl::with_context(|context| {
            if let Some(old) = old {
                for mesh in old.crowd.into_iter().chain([old.near, old.far, old.floor]) {
                    mesh.delete(context);
                }
                context.delete_texture(old.texture);
            }
            Surroundings {
                outline,
                open,
                look: look.clone(),
                near: GpuMesh::new(context, &world.near),
                far: GpuMesh::new(context, &world.far),
                crowd: (world.crowd.iter())
                    .map(|group| GpuMesh::new(context, group))
                    .collect(),
                floor: ground::mesh(context, &outline, open),
                texture: ground::texture(context, &pixels),
            }
        }));
    }

    /// Draws a scene for each eye into the window or another picture of `size` pixels.
    pub fn draw(&mut self, scene: &Scene, size: Vec2, picture: Option<RenderPass>) {
        gl::with_context(|context| {
            // The floor reflects this colour where nothing stands.
            let empty = (self.surroundings.as_ref()).map_or(Vec3::ZERO, |s| s.look.reflected());
            let clear = PassAction::Clear {
                color: Some((empty.x, empty.y, empty.z, 1.0)),
                depth: Some(1.0),
                stencil: None,
            };
            match picture {
                None => context.begin_default_pass(clear),
                picture => context.begin_pass(picture, clear),
            }
            for eye in &scene.eyes {
                // Rounding gives adjacent parts a common edge. OpenGL counts rows from below.
                let (low, high) = (
                    (eye.area.low * size).round(),
                    (eye.area.high * size).round(),
                );
                self.size = high - low;
                let corner = [low.x, size.y - high.y, self.size.x, self.size.y];
                let [x, y, wide, tall] = corner.map(|pixels| pixels as i32);
                context.apply_viewport(x, y, wide, tall);
                context.apply_scissor_rect(x, y, wide, tall);
                self.draw_solids(context, scene, eye);
                self.draw_sky(context, &eye.view);
                self.draw_ghosts(context, scene, eye);
                self.draw_lights(context, scene, eye);
            }
            context.end_render_pass();
        });
    }

    fn draw_sky(&self, context: &mut dyn RenderingBackend, view: &CameraView) {
        let Some(standing) = &self.surroundings else {
            return;
        };
        let look = &standing.look;
        context.apply_pipeline(&self.pipelines.sky);
        bind(context, &self.screen, None, &[]);
        context.apply_uniforms(UniformsSource::table(&SkyUniforms {
            rays: view.view_projection.inverse(),
            zenith: Vec4::from((look.zenith, look.clouds)),
            horizon: Vec4::from((look.horizon, 0.0)),
            ground: Vec4::from((look.ground, 0.0)),
            sun: Vec4::from((look.sun, look.disc)),
        }));
        context.draw(0, self.screen.count, 1);
    }

    fn draw_solids(&mut self, context: &mut dyn RenderingBackend, scene: &Scene, eye: &Eye) {
        let view = &eye.view;
        let Some(standing) = &self.surroundings else {
            return;
        };
        let look = &standing.look;
        let here = [Instance::new(Mat4::IDENTITY, [1.0; 3])];
        let Some(single) = self.single.send(context, &here) else {
            return;
        };
        let mut bodies = loaded(&self.meshes, &scene.bodies);
        bodies.extend(loaded(&self.meshes, &eye.bodies));
        let fixed = loaded(&self.meshes, &scene.fixed);
        // The mirror image would cover the things below an open edge.
        let mirrors = self.mirrors && look.polish > 0.0 && !standing.open;
        if mirrors {
            context.apply_pipeline(&self.pipelines.mirrored);
            apply_lit(context, eye, look, -1.0);
            draw_instances(context, &standing.near, single, 1);
            for (mesh, list) in fixed.iter().chain(&bodies) {
                if let Some(buffer) = self.bodies.send(context, list) {
                    draw_instances(context, mesh, buffer, list.len());
                }
            }
        }
        context.apply_pipeline(&self.pipelines.floor);
        bind(context, &standing.floor, None, &[standing.texture]);
        context.apply_uniforms(UniformsSource::table(&FloorUniforms {
            view_projection: view.view_projection,
            eye: Vec4::from((view.eye, 1.0)),
            tint: Vec4::from((look.floor_tint(), if mirrors { look.polish } else { 0.0 })),
        }));
        context.draw(0, standing.floor.count, 1);
        if let Some(buffer) = self.shadows.send(context, &scene.shadows) {
            context.apply_pipeline(&self.pipelines.shadow);
            apply_view_only(context, view);
            draw_instances(context, &self.corners, buffer, scene.shadows.len());
        }
        context.apply_pipeline(&self.pipelines.pierced);
        apply_lit(context, eye, look, 1.0);
        draw_instances(context, &standing.near, single, 1);
        for (mesh, list) in &fixed {
            if let Some(buffer) = self.bodies.send(context, list) {
                draw_instances(context, mesh, buffer, list.len());
            }
        }
        context.apply_pipeline(&self.pipelines.lit);
        apply_lit(context, eye, look, 1.0);
        for (mesh, list) in &bodies {
            if let Some(buffer) = self.bodies.send(context, list) {
                draw_instances(context, mesh, buffer, list.len());
            }
        }
        // The most distant comes last, so that hidden pixels cost nothing.
        context.apply_pipeline(&self.pipelines.dull);
        apply_lit(context, eye, look, 1.0);
        draw_instances(context, &standing.far, single, 1);
        for (group, mesh) in standing.crowd.iter().enumerate() {
            let rise = scene.crowd.get(group).copied().unwrap_or_default();
            let up = [Instance::new(
                Mat4::from_translation(Vec3::Y * rise),
                [1.0; 3],
            )];
            if let Some(buffer) = self.bodies.send(context, &up) {
                draw_instances(context, mesh, buffer, 1);
            }
        }
    }

    fn draw_lights(&mut self, context: &mut dyn RenderingBackend, scene: &Scene, eye: &Eye) {
        let view = &eye.view;
        // Views show only the collision shapes.
        let (streaks, glows) = match eye.views {
            true => (&[][..], &[][..]),
            false => (&scene.streaks[..], &scene.sprites[..]),
        };
        if let Some(buffer) = self.streaks.send(context, streaks) {
            self.draw_lines(context, view, &self.pipelines.streak, buffer, streaks, 1.0);
        }
        // Distant sprites come first, so that near ones are drawn over them.
        let mut sprites = eye.lights.clone();
        sprites.extend_from_slice(glows);
        let far = |sprite: &Sprite| {
            Vec4::from(sprite.place)
                .truncate()
                .distance_squared(view.eye)
        };
        sprites.sort_by(|a, b| far(b).total_cmp(&far(a)));
        if let Some(buffer) = self.sprites.send(context, &sprites) {
            context.apply_pipeline(&self.pipelines.sprite);
            apply_view(
                context,
                view,
                Vec4::new(view.scale.x, view.scale.y, 0.0, 0.0),
            );
            draw_instances(context, &self.corners, buffer, sprites.len());
        }
        let lines = match eye.views {
            true => &scene.lines[..],
            false => &scene.lines[..scene.ropes],
        };
        if let Some(buffer) = self.lines.send(context, lines) {
            let pipelines = &self.pipelines;
            for (pipeline, opacity) in [(&pipelines.hidden_line, 0.28), (&pipelines.line, 1.0)] {
                self.draw_lines(context, view, pipeline, buffer, lines, opacity);
            }
        }
    }

    fn draw_lines(
        &self,
        context: &mut dyn RenderingBackend,
        view: &CameraView,
        pipeline: &Pipeline,
        buffer: BufferId,
        lines: &[SceneLine],
        opacity: f32,
    ) {
        let half = self.size * 0.5;
        context.apply_pipeline(pipeline);
        apply_view(context, view, Vec4::new(half.x, half.y, opacity, 0.0));
        draw_instances(context, &self.strip, buffer, lines.len());
    }
}

/// Sends everything drawn in 2D so far to the graphics context.
pub fn flush() {
    gl::with_context(|_| {});
}

/// The uploaded, non-empty meshes of some bodies, with their instances.
fn loaded<'a>(
    meshes: &[Option<GpuMesh>],
    bodies: &'a [(MeshId, Vec<Instance>)],
) -> Vec<(GpuMesh, &'a [Instance])> {
    bodies
        .iter()
        .filter_map(|(id, list)| Some(((*meshes.get(id.0)?)?, list.as_slice())))
        .filter(|(mesh, _)| mesh.count > 0)
        .collect()
}

fn bind(
    context: &mut dyn RenderingBackend,
    mesh: &GpuMesh,
    instances: Option<BufferId>,
    images: &[TextureId],
) {
    let mut vertex_buffers = vec![mesh.vertices];
    vertex_buffers.extend(instances);
    context.apply_bindings(&Bindings {
        vertex_buffers,
        index_buffer: mesh.indices,
        images: images.to_vec(),
    });
}

fn draw_instances(
    context: &mut dyn RenderingBackend,
    mesh: &GpuMesh,
    buffer: BufferId,
    count: usize,
) {
    bind(context, mesh, Some(buffer), &[]);
    context.draw(0, mesh.count, count as i32);
}

fn apply_lit(context: &mut dyn RenderingBackend, eye: &Eye, look: &Look, mirror: f32) {
    let view = &eye.view;
    let plain = |color: Vec3| Vec4::from((color, 0.0));
    context.apply_uniforms(UniformsSource::table(&LitUniforms {
        view_projection: view.view_projection,
        eye: Vec4::from((view.eye, mirror)),
        sun: plain(look.sun),
        sun_color: plain(look.sun_color),
        above: plain(look.above),
        below: plain(look.below),
        air: look.air(),
        gap: Vec4::from(eye.gap),
    }));
}

fn apply_view(context: &mut dyn RenderingBackend, view: &CameraView, extra: Vec4) {
    context.apply_uniforms(UniformsSource::table(&ViewUniforms {
        view_projection: view.view_projection,
        extra,
    }));
}

fn apply_view_only(context: &mut dyn RenderingBackend, view: &CameraView) {
    context.apply_uniforms(UniformsSource::table(&view.view_projection));
}
