//! The pipelines: each shader with its vertex layout, blending and depth rules.

use macroquad::miniquad::{
    BlendFactor, BlendState, BlendValue, BufferLayout, Comparison, CullFace, Equation, Pipeline,
    PipelineParams, RenderingBackend, ShaderSource, VertexAttribute, VertexFormat, VertexStep,
};

use crate::app::AppError;
use crate::app::render::shaders::{self, Source};

/// All pipelines of the renderer.
pub struct Pipelines {
    pub sky: Pipeline,
    /// Stretches a smaller picture over the whole window.
    pub stretch: Pipeline,
    pub lit: Pipeline,
    /// Like `lit`, with a gap in front of the player's car.
    pub pierced: Pipeline,
    /// Distant surroundings.
    pub dull: Pipeline,
    /// Like `lit`, for the mirror image, in which the winding of triangles is reversed.
    pub mirrored: Pipeline,
    /// Depth of translucent bodies, drawn first, so that `ghost` draws only their nearest surfaces.
    pub ghost_depth: Pipeline,
    pub ghost: Pipeline,
    /// Outlines of translucent bodies: their back sides, enlarged by some pixels.
    pub ghost_outline: Pipeline,
    pub floor: Pipeline,
    pub shadow: Pipeline,
    pub sprite: Pipeline,
    /// Sparks, as lines.
    pub streak: Pipeline,
    /// Lines of ropes and debug views.
    pub line: Pipeline,
    /// A faint version of these lines, for their hidden parts. It is not restricted to those, because miniquad
    /// ignores `depth_test` without `depth_write`.
    pub hidden_line: Pipeline,
}

const PER_VERTEX: VertexStep = VertexStep::PerVertex;
const PER_INSTANCE: VertexStep = VertexStep::PerInstance;

fn buffer(step_func: VertexStep) -> BufferLayout {
    BufferLayout {
        step_func,
        ..BufferLayout::default()
    }
}

fn attributes(list: &[(&'static str, VertexFormat, usize)]) -> Vec<VertexAttribute> {
    list.iter()
        .map(|(name, format, buffer)| VertexAttribute::with_buffer(name, *format, *buffer))
        .collect()
}

fn over() -> BlendState {
    BlendState::new(
        Equation::Add,
        BlendFactor::Value(BlendValue::SourceAlpha),
        BlendFactor::OneMinusValue(BlendValue::SourceAlpha),
    )
}

fn premultiplied() -> BlendState {
    BlendState::new(
        Equation::Add,
        BlendFactor::One,
        BlendFactor::OneMinusValue(BlendValue::SourceAlpha),
    )
}

impl Pipelines {
    /// Compiles the shaders.
    ///
    /// # Errors
    /// [`AppError::Graphics`] with the driver's message.
    pub fn new(context: &mut dyn RenderingBackend) -> Result<Self, AppError> {
        use VertexFormat::{Byte4, Float2, Float3, Float4};
        let solid = PipelineParams {
            depth_test: Comparison::LessOrEqual,
            depth_write: true,
            cull_face: CullFace::Back,
            ..PipelineParams::default()
        };
        let blended = PipelineParams {
            depth_test: Comparison::LessOrEqual,
            color_blend: Some(over()),
            ..PipelineParams::default()
        };
        let mesh = [
            ("a_pos", Float3, 0),
            ("a_normal", Float3, 0),
            ("a_color", Byte4, 0),
            ("a_material", Byte4, 0),
            ("i_row0", Float4, 1),
            ("i_row1", Float4, 1),
            ("i_row2", Float4, 1),
            ("i_tint", Float4, 1),
        ];
        let placed = [("a_corner", Float2, 0), ("i_place", Float4, 1)];
        let shadow = [placed[0], placed[1], ("i_shape", Float4, 1)];
        let sprite = [placed[0], placed[1], ("i_color", Float4, 1)];
        let line = [
            ("a_corner", Float2, 0),
            ("i_from", Float3, 1),
            ("i_to", Float3, 1),
            ("i_color", Float4, 1),
            ("i_style", Float2, 1),
        ];
        let mut make = |source: &Source, list: &[_], params| build(context, source, list, params);
        Ok(Self {
            sky: make(
                &shaders::SKY,
                &[("a_pos", Float2, 0)],
                // Behind everything, so only where nothing was drawn.
                PipelineParams {
                    depth_test: Comparison::LessOrEqual,
                    depth_write: true,
                    ..PipelineParams::default()
                },
            )?,
            stretch: make(
                &shaders::STRETCH,
                &[("a_pos", Float2, 0)],
                PipelineParams::default(),
            )?,
            lit: make(&shaders::LIT, &mesh, solid)?,
            pierced: make(&shaders::PIERCED, &mesh, solid)?,
            dull: make(&shaders::DULL, &mesh, solid)?,
            mirrored: make(
                &shaders::LIT,
                &mesh,
                PipelineParams {
                    cull_face: CullFace::Front,
                    ..solid
                },
            )?,
            ghost_depth: make(
                &shaders::GHOST,
                &mesh,
                PipelineParams {
                    color_write: (false, false, false, false),
                    ..solid
                },
            )?,
            ghost: make(
                &shaders::GHOST,
                &mesh,
                PipelineParams {
                    color_blend: Some(over()),
                    ..solid
                },
            )?,
            ghost_outline: make(
                &shaders::GHOST,
                &mesh,
                PipelineParams {
                    color_blend: Some(over()),
                    cull_face: CullFace::Front,
                    ..solid
                },
            )?,
            floor: make(
                &shaders::FLOOR,
                &[("a_pos", Float3, 0), ("a_uv", Float2, 0)],
                PipelineParams {
                    depth_write: true,
                    ..blended
                },
            )?,
            shadow: make(&shaders::SHADOW, &shadow, blended)?,
            // miniquad tests depth only if it is also written; the sprites are sorted by distance.
            sprite: make(
                &shaders::SPRITE,
                &sprite,
                PipelineParams {
                    depth_write: true,
                    color_blend: Some(premultiplied()),
                    ..blended
                },
            )?,
            streak: make(
                &shaders::LINE,
                &line,
                PipelineParams {
                    depth_write: true,
                    ..blended
                },
            )?,
            line: make(&shaders::LINE, &line, blended)?,
            hidden_line: make(
                &shaders::LINE,
                &line,
                PipelineParams {
                    depth_test: Comparison::Greater,
                    ..blended
                },
            )?,
        })
    }
}

fn build(
    context: &mut dyn RenderingBackend,
    source: &Source,
    list: &[(&'static str, VertexFormat, usize)],
    params: PipelineParams,
) -> Result<Pipeline, AppError> {
    let glsl = ShaderSource::Glsl {
        vertex: source.vertex,
        fragment: source.fragment,
    };
    let shader = context
        .new_shader(glsl, source.meta())
        .map_err(|error| AppError::Graphics(error.to_string()))?;
    let instanced = list.iter().any(|(_, _, buffer)| *buffer == 1);
    let buffers = [buffer(PER_VERTEX), buffer(PER_INSTANCE)];
    let used = if instanced { 2 } else { 1 };
    Ok(context.new_pipeline(&buffers[..used], &attributes(list), shader, params))
}
