//! The shaders, in the GLSL dialect that every desktop driver and software renderer accepts.
//!
//! Colours of meshes are lit in a rough linear space (squared on the way in, square root on the
//! way out), which keeps highlights soft at the price of one instruction.

use macroquad::miniquad::{ShaderMeta, UniformBlockLayout, UniformDesc, UniformType};

/// A shader: its two sources, what it is told per draw and whether it samples a texture.
pub struct Source {
    pub vertex: &'static str,
    pub fragment: &'static str,
    pub uniforms: &'static [(&'static str, UniformType)],
    pub textures: &'static [&'static str],
}

impl Source {
    /// What miniquad wants to know about the shader.
    pub fn meta(&self) -> ShaderMeta {
        ShaderMeta {
            images: self
                .textures
                .iter()
                .map(|name| (*name).to_owned())
                .collect(),
            uniforms: UniformBlockLayout {
                uniforms: self
                    .uniforms
                    .iter()
                    .map(|(name, kind)| UniformDesc::new(name, *kind))
                    .collect(),
            },
        }
    }
}

/// Meshes: hemisphere light from sky and floor, one sun, highlight and rim on glossy parts.
pub const LIT: Source = Source {
    vertex: r"#version 100
attribute vec3 a_pos;
attribute vec3 a_normal;
attribute vec4 a_color;
attribute vec4 a_material;
attribute vec4 i_row0;
attribute vec4 i_row1;
attribute vec4 i_row2;
attribute vec4 i_tint;
uniform mat4 u_view_proj;
uniform vec4 u_eye;
varying vec3 v_normal;
varying vec3 v_to_eye;
varying vec4 v_color;
varying vec3 v_gloss;
void main() {
    vec4 p = vec4(a_pos, 1.0);
    vec3 world = vec3(dot(i_row0, p), dot(i_row1, p), dot(i_row2, p));
    vec3 n = vec3(dot(i_row0.xyz, a_normal), dot(i_row1.xyz, a_normal), dot(i_row2.xyz, a_normal));
    // u_eye.w is -1 for the mirror image in the floor.
    world.y *= u_eye.w;
    n.y *= u_eye.w;
    vec4 m = a_material / 255.0;
    vec3 base = a_color.rgb / 255.0;
    base = mix(base, base * i_tint.rgb, m.w);
    v_color = vec4(base * base, m.z);
    // The red component of highlights is their strength, the second how narrow they are.
    v_gloss = vec3(m.x, 4.0 + m.y * 92.0, u_eye.w < 0.0 ? clamp(1.0 + world.y * 0.5, 0.0, 1.0) : 1.0);
    v_normal = n;
    v_to_eye = u_eye.xyz - world;
    gl_Position = u_view_proj * vec4(world, 1.0);
}",
    fragment: r"#version 100
precision highp float;
varying vec3 v_normal;
varying vec3 v_to_eye;
varying vec4 v_color;
varying vec3 v_gloss;
uniform vec4 u_sun;
uniform vec4 u_fog;
void main() {
    vec3 n = normalize(v_normal);
    float far = length(v_to_eye);
    vec3 v = v_to_eye / far;
    float up = n.y * 0.5 + 0.5;
    vec3 light = mix(vec3(0.20, 0.15, 0.17), vec3(0.40, 0.44, 0.62), up);
    float facing = dot(n, u_sun.xyz);
    light += vec3(1.25, 1.08, 0.86) * max(facing, 0.0);
    // A weak warm light from the other side, as from the lamps around the arena.
    light += vec3(0.30, 0.18, 0.10) * max(-facing, 0.0);
    vec3 h = normalize(u_sun.xyz + v);
    float shine = pow(max(dot(n, h), 0.0), v_gloss.y) * v_gloss.x * 1.6;
    float rim = 1.0 - max(dot(n, v), 0.0);
    rim = rim * rim * rim * v_gloss.x * 0.55;
    vec3 c = v_color.rgb * light + vec3(1.0, 0.95, 0.88) * shine + vec3(0.55, 0.65, 1.0) * rim;
    c = mix(c, v_color.rgb * 2.2, v_color.a);
    c = c / (1.0 + 0.22 * c);
    c = sqrt(c) * v_gloss.z;
    float fog = clamp((far - u_fog.w) / 60.0, 0.0, 0.85);
    gl_FragColor = vec4(mix(c, u_fog.rgb, fog), 1.0);
}",
    uniforms: &[
        ("u_view_proj", UniformType::Mat4),
        ("u_eye", UniformType::Float4),
        ("u_sun", UniformType::Float4),
        ("u_fog", UniformType::Float4),
    ],
    textures: &[],
};

/// The floor: a texture, lit brighter in the middle, letting the mirror image through.
///
/// The floor covers most of the picture, so a pixel costs one look into the texture and one product;
/// light and transparency change slowly and are computed at the corners of its triangles.
pub const FLOOR: Source = Source {
    vertex: r"#version 100
attribute vec3 a_pos;
attribute vec2 a_uv;
uniform mat4 u_view_proj;
uniform vec4 u_eye;
varying vec2 v_uv;
varying vec4 v_light;
void main() {
    v_uv = a_uv;
    float far_out = length(a_uv - vec2(0.5)) * 2.0;
    float light = 1.08 - 0.34 * far_out * far_out;
    float glance = 1.0 - clamp(normalize(u_eye.xyz - a_pos).y, 0.0, 1.0);
    v_light = vec4(vec3(light), 0.94 - 0.42 * glance * glance * glance);
    gl_Position = u_view_proj * vec4(a_pos, 1.0);
}",
    fragment: r"#version 100
precision highp float;
varying vec2 v_uv;
varying vec4 v_light;
uniform sampler2D u_texture;
void main() {
    gl_FragColor = texture2D(u_texture, v_uv) * v_light;
}",
    uniforms: &[
        ("u_view_proj", UniformType::Mat4),
        ("u_eye", UniformType::Float4),
    ],
    textures: &["u_texture"],
};

/// The evening sky behind everything: a gradient over the height of the line of sight.
pub const SKY: Source = Source {
    vertex: r"#version 100
attribute vec2 a_pos;
uniform mat4 u_rays;
varying vec3 v_ray;
void main() {
    vec4 far = u_rays * vec4(a_pos, 1.0, 1.0);
    vec4 near = u_rays * vec4(a_pos, -1.0, 1.0);
    v_ray = far.xyz / far.w - near.xyz / near.w;
    gl_Position = vec4(a_pos, 1.0, 1.0);
}",
    fragment: r"#version 100
precision highp float;
varying vec3 v_ray;
void main() {
    float h = normalize(v_ray).y;
    vec3 low = mix(vec3(0.98, 0.56, 0.34), vec3(0.55, 0.27, 0.47), clamp(h * 4.5, 0.0, 1.0));
    vec3 c = mix(low, vec3(0.08, 0.09, 0.24), clamp(h * 2.2 - 0.12, 0.0, 1.0));
    c = mix(c, vec3(0.12, 0.09, 0.16), clamp(-h * 8.0, 0.0, 1.0));
    gl_FragColor = vec4(c, 1.0);
}",
    uniforms: &[("u_rays", UniformType::Mat4)],
    textures: &[],
};

/// Soft shadows: rounded boxes on the floor.
pub const SHADOW: Source = Source {
    vertex: r"#version 100
attribute vec2 a_corner;
attribute vec4 i_place;
attribute vec4 i_shape;
uniform mat4 u_view_proj;
varying vec2 v_local;
varying vec4 v_shape;
void main() {
    vec2 reach = i_shape.xy + vec2(i_shape.z);
    vec2 local = a_corner * reach;
    vec2 along = i_place.zw;
    vec2 flat_place = i_place.xy + along * local.x + vec2(-along.y, along.x) * local.y;
    v_local = local;
    v_shape = i_shape;
    gl_Position = u_view_proj * vec4(flat_place.x, 0.012, flat_place.y, 1.0);
}",
    fragment: r"#version 100
precision highp float;
varying vec2 v_local;
varying vec4 v_shape;
void main() {
    float round_by = min(v_shape.x, v_shape.y) * 0.7;
    vec2 q = abs(v_local) - v_shape.xy + vec2(round_by);
    float d = length(max(q, vec2(0.0))) - round_by;
    float a = 1.0 - smoothstep(-v_shape.z, v_shape.z, d);
    gl_FragColor = vec4(0.02, 0.01, 0.05, a * v_shape.w);
}",
    uniforms: &[("u_view_proj", UniformType::Mat4)],
    textures: &[],
};

/// Glows and smoke: round soft sprites that face the camera, colours multiplied by their opacity.
pub const SPRITE: Source = Source {
    vertex: r"#version 100
attribute vec2 a_corner;
attribute vec4 i_place;
attribute vec4 i_color;
uniform mat4 u_view_proj;
uniform vec4 u_scale;
varying vec2 v_corner;
varying vec4 v_color;
void main() {
    v_corner = a_corner;
    v_color = i_color;
    vec4 p = u_view_proj * vec4(i_place.xyz, 1.0);
    p.xy += a_corner * i_place.w * u_scale.xy;
    gl_Position = p;
}",
    fragment: r"#version 100
precision highp float;
varying vec2 v_corner;
varying vec4 v_color;
void main() {
    float a = max(1.0 - dot(v_corner, v_corner), 0.0);
    gl_FragColor = v_color * (a * a);
}",
    uniforms: &[
        ("u_view_proj", UniformType::Mat4),
        ("u_scale", UniformType::Float4),
    ],
    textures: &[],
};

/// Lines of a given width in pixels, whole or dashed.
pub const LINE: Source = Source {
    vertex: r"#version 100
attribute vec2 a_corner;
attribute vec3 i_from;
attribute vec3 i_to;
attribute vec4 i_color;
attribute vec2 i_style;
uniform mat4 u_view_proj;
uniform vec4 u_screen;
varying vec4 v_color;
varying vec2 v_dash;
void main() {
    vec4 a = u_view_proj * vec4(i_from, 1.0);
    vec4 b = u_view_proj * vec4(i_to, 1.0);
    // Ends behind the eye are cut off at a plane just before it, or they would turn over.
    float near = 0.05;
    if (a.w < near && b.w >= near) a = mix(a, b, (near - a.w) / (b.w - a.w));
    if (b.w < near && a.w >= near) b = mix(b, a, (near - b.w) / (a.w - b.w));
    vec2 sa = a.xy / max(a.w, near) * u_screen.xy;
    vec2 sb = b.xy / max(b.w, near) * u_screen.xy;
    vec2 along = sb - sa;
    float pixels = max(length(along), 0.001);
    vec2 side = vec2(-along.y, along.x) / pixels;
    vec4 p = mix(a, b, a_corner.x);
    p.xy += side * a_corner.y * (i_style.x * 0.5) / u_screen.xy * p.w;
    v_color = vec4(i_color.rgb, i_color.a * u_screen.z);
    v_dash = vec2(length(i_to - i_from) * a_corner.x, i_style.y);
    gl_Position = p;
    if (a.w < near && b.w < near) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}",
    fragment: r"#version 100
precision highp float;
varying vec4 v_color;
varying vec2 v_dash;
void main() {
    if (v_dash.y > 0.0 && fract(v_dash.x / v_dash.y) > 0.55) discard;
    gl_FragColor = v_color;
}",
    uniforms: &[
        ("u_view_proj", UniformType::Mat4),
        ("u_screen", UniformType::Float4),
    ],
    textures: &[],
};
