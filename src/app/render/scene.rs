//! The content of a frame as plain data, which the renderer draws and tests can inspect.

use glam::{Mat4, Vec2, Vec3, Vec4};

use crate::app::area::Area;
use crate::app::params::render::scene::CROWD_GROUPS;
use crate::app::render::mesh::Instance;

/// Identifies an uploaded mesh.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MeshId(pub usize);

/// A soft shadow on the floor: a rounded box with blurred edges.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shadow {
    /// Middle (x, z) and direction of the box's first axis (x, z).
    pub place: [f32; 4],
    /// Half sizes along the two axes and blur, in metres; darkness from 0 to 1.
    pub shape: [f32; 4],
}

/// A round glow or puff of smoke that faces the camera.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprite {
    /// Middle and radius in metres.
    pub place: [f32; 4],
    /// Colour multiplied by opacity, and opacity; with opacity 0 it only adds light.
    pub color: [f32; 4],
}

impl Sprite {
    /// Creates a light of that colour; values above 1 give bright cores.
    pub fn glow(at: Vec3, radius: f32, color: Vec3) -> Self {
        Self {
            place: [at.x, at.y, at.z, radius],
            color: [color.x, color.y, color.z, 0.0],
        }
    }

    /// Creates a puff of smoke that partly hides the background.
    pub fn puff(at: Vec3, radius: f32, grey: f32, opacity: f32) -> Self {
        let shade = grey * opacity;
        Self {
            place: [at.x, at.y, at.z, radius],
            color: [shade, shade, shade, opacity],
        }
    }
}

/// A line with a width in pixels.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SceneLine {
    pub from: [f32; 3],
    pub to: [f32; 3],
    /// Red, green, blue, opacity.
    pub color: [f32; 4],
    /// Width in pixels, and length of a dash with its gap in metres; 0 for an unbroken line.
    pub style: [f32; 2],
}

/// The position and projection of a camera.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CameraView {
    pub eye: Vec3,
    pub view_projection: Mat4,
    /// Width and height of a unit length at unit distance, in halves of the picture.
    pub scale: Vec2,
}

impl CameraView {
    /// Creates the view from `eye` to `target` for a picture of that aspect ratio (width / height) and
    /// vertical field of view in radians.
    pub fn wide(eye: Vec3, target: Vec3, aspect: f32, field_of_view: f32) -> Self {
        let projection =
            glam::camera::rh::proj::opengl::perspective(field_of_view, aspect.max(0.1), 0.2, 260.0);
        // For a view straight down the far side of the arena is up.
        let steep = (target - eye).normalize_or_zero().y.abs() > 0.995;
        let up = if steep { Vec3::NEG_Z } else { Vec3::Y };
        let view = glam::camera::rh::view::look_at_mat4(eye, target, up);
        Self {
            eye,
            view_projection: projection * view,
            scale: Vec2::new(projection.x_axis.x, projection.y_axis.y),
        }
    }

    /// The direction from the eye to a point on a screen of that size.
    pub fn ray(&self, at: Vec2, screen: Vec2) -> Vec3 {
        let flat = Vec2::new(at.x / screen.x * 2.0 - 1.0, 1.0 - at.y / screen.y * 2.0);
        let far = self
            .view_projection
            .inverse()
            .project_point3(flat.extend(0.9));
        (far - self.eye).normalize_or(Vec3::NEG_Z)
    }

    /// The position of a point on a screen of that size, and its depth in metres; `None` behind the eye.
    pub fn project(&self, point: Vec3, screen: Vec2) -> Option<(Vec2, f32)> {
        let clip = self.view_projection * Vec4::from((point, 1.0));
        if clip.w < 0.05 {
            return None;
        }
        let x = (clip.x / clip.w * 0.5 + 0.5) * screen.x;
        let y = (0.5 - clip.y / clip.w * 0.5) * screen.y;
        Some((Vec2::new(x, y), clip.w))
    }
}

/// A camera for a part of the picture.
#[derive(Debug, Clone)]
pub struct Eye {
    /// The part, in shares of the picture.
    pub area: Area,
    pub view: CameraView,
    /// Middle and radius (m) of the gap through walls and obstacles in front of the player's car; radius 0 for no
    /// gap.
    pub gap: (Vec3, f32),
    /// True if it shows the lines of the debug views instead of effects.
    pub views: bool,
    /// Bodies in view of this eye only, by mesh.
    pub bodies: Vec<(MeshId, Vec<Instance>)>,
    /// The lights around the arena as seen by this eye.
    pub lights: Vec<Sprite>,
}

/// The content of one frame.
#[derive(Debug, Clone)]
pub struct Scene {
    /// The eyes, whose parts fill the picture.
    pub eyes: Vec<Eye>,
    /// Bodies that all eyes see, by mesh; one draw call per mesh.
    pub bodies: Vec<(MeshId, Vec<Instance>)>,
    /// Bodies that never move, such as obstacles.
    pub fixed: Vec<(MeshId, Vec<Instance>)>,
    /// Translucent bodies, by mesh.
    pub ghosts: Vec<(MeshId, Vec<Instance>)>,
    pub shadows: Vec<Shadow>,
    /// Height of each group of spectators in its jump, in metres.
    pub crowd: [f32; CROWD_GROUPS],
    pub sprites: Vec<Sprite>,
    /// Streaks of light such as sparks, hidden by things in front of them.
    pub streaks: Vec<SceneLine>,
    /// Ropes, followed by the lines of the debug views; both are visible through other things.
    pub lines: Vec<SceneLine>,
    /// Number of lines that are ropes.
    pub ropes: usize,
}

impl Scene {
    /// Creates an empty scene for these eyes.
    pub fn new(eyes: Vec<Eye>) -> Self {
        Self {
            eyes,
            bodies: Vec::new(),
            fixed: Vec::new(),
            ghosts: Vec::new(),
            shadows: Vec::new(),
            crowd: [0.0; CROWD_GROUPS],
            sprites: Vec::new(),
            streaks: Vec::new(),
            lines: Vec::new(),
            ropes: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::params::render::scene::FIELD_OF_VIEW;

    impl CameraView {
        fn look(eye: Vec3, target: Vec3, aspect: f32) -> Self {
            Self::wide(eye, target, aspect, FIELD_OF_VIEW)
        }
    }

    #[test]
    fn what_the_camera_looks_at_is_in_the_middle_of_the_screen() {
        let view = CameraView::look(
            Vec3::new(3.0, 4.0, 5.0),
            Vec3::new(0.0, 1.0, -2.0),
            16.0 / 9.0,
        );
        let screen = Vec2::new(1280.0, 720.0);
        let (at, far) = view.project(Vec3::new(0.0, 1.0, -2.0), screen).unwrap();
        assert!((at - screen * 0.5).length() < 0.1, "{at}");
        assert!((far - 67f32.sqrt()).abs() < 1e-3);
        assert!(
            view.project(Vec3::new(6.0, 7.0, 12.0), screen).is_none(),
            "behind the eye"
        );
    }

    #[test]
    fn straight_down_is_a_view_too() {
        let view = CameraView::look(Vec3::new(0.0, 20.0, 0.0), Vec3::ZERO, 1.5);
        let screen = Vec2::new(900.0, 600.0);
        let (north, _) = view.project(Vec3::new(0.0, 0.0, -3.0), screen).unwrap();
        let (east, _) = view.project(Vec3::new(3.0, 0.0, 0.0), screen).unwrap();
        assert!(
            north.y < 300.0 && east.x > 450.0,
            "-Z is up and +X is right"
        );
    }
}
