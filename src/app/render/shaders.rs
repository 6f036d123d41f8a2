//! The shaders, in the GLSL dialect that every desktop driver and software renderer accepts.
//!
//! Mesh colours are lit in an approximately linear space (squared on input, square root on
//! output), which keeps highlights soft and costs one instruction.

use macroquad::miniquad::{ShaderMeta, UniformBlockLayout, UniformDesc, UniformType};

/// A shader: its two sources, its uniforms and its textures.
pub struct Source {
    pub vertex: &'static str,
    pub fragment: &'static str,
    pub uniforms: &'static [(&'static str, UniformType)],
    pub textures: &'static [&'static str],
}

impl Source {
    /// The description of the shader for miniquad.
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

/// The fragment shader of meshes; `first` is a statement that may discard a pixel.
macro_rules! lit_fragment {
    ($first:literal) => {
        concat!(
            r"#version 100
precision highp float;
varying vec3 v_normal;
varying vec3 v_to_eye;
varying vec4 v_color;
varying vec3 v_gloss;
uniform vec4 u_sun;
uniform vec4 u_sun_color;
uniform vec4 u_above;
uniform vec4 u_below;
uniform vec4 u_fog;
uniform vec4 u_air;
uniform vec4 u_eye;
uniform vec4 u_gap;
void main() {
",
            $first,
            r"    vec3 n = normalize(v_normal);
    float far = length(v_to_eye);
    vec3 v = v_to_eye / far;
    vec3 light = mix(u_below.rgb, u_above.rgb, n.y * 0.5 + 0.5);
    float facing = dot(n, u_sun.xyz);
    light += u_sun_color.rgb * max(facing, 0.0);
    // A weak light from the other side, as from all that the sun shines on.
    light += u_below.rgb * max(-facing, 0.0);
    vec3 h = normalize(u_sun.xyz + v);
    float shine = pow(max(dot(n, h), 0.0), v_gloss.y) * v_gloss.x * 1.6;
    float rim = 1.0 - max(dot(n, v), 0.0);
    rim = rim * rim * rim * v_gloss.x * 1.1;
    vec3 c = v_color.rgb * light + u_sun_color.rgb * shine + u_above.rgb * rim;
    c = mix(c, v_color.rgb * 2.2, v_color.a);
    c = c / (1.0 + 0.22 * c);
    c = sqrt(c) * v_gloss.z;
    // From high above there is no more air between than from beside.
    float fog = clamp((length(v_to_eye.xz) - u_air.x) * u_air.y, 0.0, 0.88);
    fog *= 1.0 - 0.75 * v_color.a;
    gl_FragColor = vec4(mix(c, u_fog.rgb, fog), 1.0);
}"
        )
    };
}

/// Meshes: ambient light from above and below, one sun, highlight and rim on glossy parts. Fog affects
/// glowing parts less.
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
    fragment: lit_fragment!(""),
    uniforms: &[
        ("u_view_proj", UniformType::Mat4),
        ("u_eye", UniformType::Float4),
        ("u_sun", UniformType::Float4),
        ("u_sun_color", UniformType::Float4),
        ("u_above", UniformType::Float4),
        ("u_below", UniformType::Float4),
        ("u_fog", UniformType::Float4),
        ("u_air", UniformType::Float4),
        ("u_gap", UniformType::Float4),
    ],
    textures: &[],
};

/// Like [`LIT`], for things in front of the player's car: it omits three of four pixels in the gap, fewer near
/// its edge. `u_gap` is the middle of the gap and its radius in metres; a radius of 0 disables it.
pub const PIERCED: Source = Source {
    vertex: LIT.vertex,
    fragment: lit_fragment!(
        r"    float deep = length(u_gap.xyz - u_eye.xyz);
    vec3 ahead = (u_gap.xyz - u_eye.xyz) / max(deep, 0.01);
    float along = -dot(v_to_eye, ahead);
    float beside = length(v_to_eye + ahead * along) * deep / max(along, 0.01);
    float open = along < deep - 0.4 ? clamp((u_gap.w - beside) * 3.0, 0.0, 1.0) : 0.0;
    vec2 cell = mod(floor(gl_FragCoord.xy), 2.0);
    if (open > 0.0 && mod(2.0 * cell.x + 3.0 * cell.y, 4.0) < 3.0 * open) {
        discard;
    }
"
    ),
    uniforms: LIT.uniforms,
    textures: &[],
};

/// Translucent bodies: hatched with bands fixed to the body, stronger where the surface turns away from the
/// eye. A second pass, enlarged by some pixels, draws the outline.
pub const GHOST: Source = Source {
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
uniform vec4 u_grown;
varying vec3 v_normal;
varying vec3 v_to_eye;
varying vec4 v_color;
varying float v_band;
void main() {
    vec4 p = vec4(a_pos, 1.0);
    vec3 world = vec3(dot(i_row0, p), dot(i_row1, p), dot(i_row2, p));
    vec3 n = vec3(dot(i_row0.xyz, a_normal), dot(i_row1.xyz, a_normal), dot(i_row2.xyz, a_normal));
    vec3 base = a_color.rgb / 255.0;
    v_color = vec4(mix(base, base * i_tint.rgb, a_material.w / 255.0), i_tint.w);
    v_normal = n;
    v_to_eye = u_eye.xyz - world;
    // Slanted, so that bands cross what lies flat as well as what stands.
    v_band = (a_pos.y + 0.7 * a_pos.x + 0.7 * a_pos.z) * 6.0;
    vec4 place = u_view_proj * vec4(world, 1.0);
    vec2 out_by = (u_view_proj * vec4(n, 0.0)).xy * u_grown.xy;
    place.xy += out_by / max(length(out_by), 0.0001) * u_grown.z / u_grown.xy * place.w;
    place.z += u_grown.w * place.w;
    gl_Position = place;
}",
    fragment: r"#version 100
precision highp float;
varying vec3 v_normal;
varying vec3 v_to_eye;
varying vec4 v_color;
varying float v_band;
uniform vec4 u_outline;
void main() {
    if (u_outline.a > 0.0) {
        gl_FragColor = vec4(u_outline.rgb, u_outline.a * v_color.a);
        return;
    }
    vec3 n = normalize(v_normal);
    float far = length(v_to_eye);
    float rim = 1.0 - max(dot(n, v_to_eye / far), 0.0);
    // From afar bands are narrower than a pixel: their mean then.
    float band = abs(fract(v_band) - 0.5) * 4.0 - 1.0;
    band = mix(clamp(band * 4.0, -1.0, 1.0), 0.0, clamp((far - 14.0) / 16.0, 0.0, 1.0));
    vec3 c = mix(v_color.rgb, vec3(0.80, 0.93, 1.0), 0.34) * (0.82 + 0.28 * n.y);
    float a = 0.46 + 0.22 * band + 0.32 * rim * rim;
    gl_FragColor = vec4(c, clamp(a, 0.0, 1.0) * v_color.a);
}",
    uniforms: &[
        ("u_view_proj", UniformType::Mat4),
        ("u_eye", UniformType::Float4),
        ("u_grown", UniformType::Float4),
        ("u_outline", UniformType::Float4),
    ],
    textures: &[],
};

/// Distant things: lit per vertex, so that a pixel costs only the fog.
pub const DULL: Source = Source {
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
uniform vec4 u_sun;
uniform vec4 u_sun_color;
uniform vec4 u_above;
uniform vec4 u_below;
varying vec3 v_color;
varying vec3 v_to_eye;
void main() {
    vec4 p = vec4(a_pos, 1.0);
    vec3 world = vec3(dot(i_row0, p), dot(i_row1, p), dot(i_row2, p));
    vec3 base = a_color.rgb / 255.0;
    base *= base;
    vec3 light = mix(u_below.rgb, u_above.rgb, a_normal.y * 0.5 + 0.5);
    float facing = dot(a_normal, u_sun.xyz);
    light += u_sun_color.rgb * max(facing, 0.0) + u_below.rgb * max(-facing, 0.0);
    float glow = a_material.z / 255.0;
    vec3 c = mix(base * light, base * 2.2, glow);
    v_color = sqrt(c / (1.0 + 0.22 * c));
    // The air before what shines by itself is thinner.
    v_to_eye = vec3((u_eye.xz - world.xz), glow);
    gl_Position = u_view_proj * vec4(world, 1.0);
}",
    fragment: r"#version 100
precision highp float;
varying vec3 v_color;
varying vec3 v_to_eye;
uniform vec4 u_fog;
uniform vec4 u_air;
void main() {
    float fog = clamp((length(v_to_eye.xy) - u_air.x) * u_air.y, 0.0, 0.88);
    gl_FragColor = vec4(mix(v_color, u_fog.rgb, fog * (1.0 - 0.75 * v_to_eye.z)), 1.0);
}",
    uniforms: LIT.uniforms,
    textures: &[],
};

/// The floor: a texture, lit brighter in the middle, and transparent to the mirror image.
///
/// The floor covers most of the picture, so a pixel costs one texture lookup and one product; light
/// and transparency vary slowly and are computed per vertex.
pub const FLOOR: Source = Source {
    vertex: r"#version 100
attribute vec3 a_pos;
attribute vec2 a_uv;
uniform mat4 u_view_proj;
uniform vec4 u_eye;
uniform vec4 u_tint;
varying vec2 v_uv;
varying vec4 v_light;
void main() {
    v_uv = a_uv;
    float far_out = length(a_uv - vec2(0.5)) * 2.0;
    float light = 1.06 - 0.2 * far_out * far_out;
    float glance = 1.0 - clamp(normalize(u_eye.xyz - a_pos).y, 0.0, 1.0);
    // The last component is how much the floor mirrors, most at a glancing look.
    v_light = vec4(u_tint.rgb * light, 1.0 - u_tint.w * (0.14 + glance * glance * glance));
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
        ("u_tint", UniformType::Float4),
    ],
    textures: &["u_texture"],
};

/// Stretches a smaller picture over the whole window.
pub const STRETCH: Source = Source {
    vertex: r"#version 100
attribute vec2 a_pos;
varying vec2 v_uv;
void main() {
    v_uv = a_pos * 0.5 + 0.5;
    gl_Position = vec4(a_pos, 0.0, 1.0);
}",
    fragment: r"#version 100
precision mediump float;
varying vec2 v_uv;
uniform sampler2D u_picture;
void main() {
    gl_FragColor = texture2D(u_picture, v_uv);
}",
    uniforms: &[],
    textures: &["u_picture"],
};

/// The sky behind everything: a vertical gradient, clouds and the sun.
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
uniform vec4 u_zenith;
uniform vec4 u_horizon;
uniform vec4 u_ground;
uniform vec4 u_sun;
void main() {
    vec3 ray = normalize(v_ray);
    float h = ray.y;
    if (h < 0.0) {
        gl_FragColor = vec4(mix(u_horizon.rgb, u_ground.rgb, clamp(-h * 9.0, 0.0, 1.0)), 1.0);
        return;
    }
    float low = 1.0 - clamp(h * 1.7, 0.0, 1.0);
    vec3 c = mix(u_zenith.rgb, u_horizon.rgb, low * low * low);
    // u_sun.w is the size of the disc, u_zenith.w how many clouds there are.
    float near = max(dot(ray, u_sun.xyz), 0.0);
    float halo = near * near; halo *= halo; halo *= halo; halo *= halo;
    c += u_horizon.rgb * halo * 0.28 * u_sun.w;
    c = mix(c, vec3(1.0, 0.98, 0.9), u_sun.w * smoothstep(0.9978, 0.9986, near));
    if (u_zenith.w > 0.0) {
        vec2 p = ray.xz / (h + 0.16);
        float wide = sin(p.x * 1.9 + 1.3 * sin(p.y * 1.3)) * sin(p.y * 2.3 + 1.1 * sin(p.x * 1.1 + 2.0));
        float fine = sin(p.x * 6.1 + 2.0 * wide) * sin(p.y * 5.3 + 1.7 * wide);
        float cloud = smoothstep(0.35, 0.75, wide + 0.35 * fine + 0.5 * u_zenith.w - 0.1);
        vec3 lit = mix(u_horizon.rgb, vec3(1.0), 0.55 * u_sun.w);
        c = mix(c, lit, cloud * u_zenith.w * clamp(h * 7.0, 0.0, 1.0) * 0.8);
    }
    gl_FragColor = vec4(c, 1.0);
}",
    uniforms: &[
        ("u_rays", UniformType::Mat4),
        ("u_zenith", UniformType::Float4),
        ("u_horizon", UniformType::Float4),
        ("u_ground", UniformType::Float4),
        ("u_sun", UniformType::Float4),
    ],
    textures: &[],
};

/// Soft shadows and tyre marks: rounded boxes on the floor. A negative darkness brightens.
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
    vec3 ink = v_shape.w < 0.0 ? vec3(0.92, 0.96, 1.0) : vec3(0.02, 0.01, 0.05);
    gl_FragColor = vec4(ink, a * abs(v_shape.w));
}",
    uniforms: &[("u_view_proj", UniformType::Mat4)],
    textures: &[],
};

/// Glows and smoke: soft round sprites that face the camera, with premultiplied colours.
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
    float a = 1.0 - dot(v_corner, v_corner);
    if (a < 0.04) discard;
    gl_FragColor = v_color * (a * a);
}",
    uniforms: &[
        ("u_view_proj", UniformType::Mat4),
        ("u_scale", UniformType::Float4),
    ],
    textures: &[],
};

/// Lines with a width in pixels, solid or dashed.
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
