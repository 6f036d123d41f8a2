//! Solids and models as bodies: their collision shapes, visual models and origins.

mod key;
mod mesh;

use std::sync::{Arc, OnceLock};

use glam::{Quat, Vec3};

use dodgem_collide::math::{Aabb, Pose, yaw};
use dodgem_collide::mesh::ObjModel;
use dodgem_collide::shape::{
    Capsule, Child, Compound, Cone, ConvexHull, Cuboid, Cylinder, HeightField, Sphere,
};
use dodgem_collide::{BuildOptions, Model, Shape};

pub(crate) use crate::level::solid::key::SolidKey;
use crate::level::solid::mesh::{Detail, drawn, merged};
use crate::level::{ModelAsset, Solid, SolidPart};
use crate::params::THROWN_RADIUS;

/// A thing without its pose.
#[derive(Debug)]
pub(crate) struct ThingShape {
    /// Visual model.
    pub asset: Arc<ModelAsset>,
    /// Collision shape.
    pub shape: Shape,
    /// Point that the thing's place refers to, in the axes of the shape: the centre of a solid's bounding
    /// box, or a model's own origin.
    pub origin: Vec3,
}

impl ThingShape {
    /// Returns the shape of a model.
    pub fn of_model(asset: Arc<ModelAsset>) -> ThingShape {
        ThingShape {
            shape: Shape::Mesh(Arc::clone(&asset.model)),
            asset,
            origin: Vec3::ZERO,
        }
    }

    /// Returns the bounding box after a rotation.
    pub fn bounds(&self, turn: Quat) -> Aabb {
        match &self.shape {
            // The exact vertices: a box that is rounded outwards would make the thing stand above the floor.
            Shape::Mesh(_) | Shape::HeightField(_) | Shape::Hull(_) => {
                let corners = self.asset.shape.mesh.vertices().iter();
                corners.fold(Aabb::EMPTY, |bounds, corner| {
                    let corner = turn * *corner;
                    bounds.union(Aabb::new(corner, corner))
                })
            }
            shape => match Pose::new(turn, Vec3::ZERO) {
                Ok(pose) => shape.aabb(&pose),
                Err(_) => Aabb::EMPTY,
            },
        }
    }

    /// Returns the largest distance of a point from its origin, in metres.
    pub fn reach(&self) -> f32 {
        match &self.shape {
            Shape::Sphere(sphere) => sphere.radius(),
            Shape::Capsule(capsule) => capsule.half_length() + capsule.radius(),
            Shape::Cylinder(cylinder) => libm::hypotf(cylinder.half_height(), cylinder.radius()),
            Shape::Cone(cone) => libm::hypotf(cone.half_height(), cone.radius()),
            Shape::Compound(_) => self.bounds(Quat::IDENTITY).half_extents().length(),
            _ => {
                let corners = self.asset.shape.mesh.vertices().iter();
                let reach = corners.map(|corner| (*corner - self.origin).length());
                reach.fold(0.0, f32::max)
            }
        }
    }

    /// Returns the number of triangles for drawing.
    pub fn triangles(&self) -> usize {
        self.asset.shape.mesh.triangles().len()
    }

    /// True if it encloses a volume, so that its density gives a mass.
    pub fn is_closed(&self) -> bool {
        let shape = &self.shape;
        !matches!(shape, Shape::Mesh(_) | Shape::HeightField(_))
            || mesh::is_closed(&self.asset.shape.mesh)
    }
}

impl ThingShape {
    /// Creates a solid, scaled by `scale`.
    ///
    /// # Errors
    /// Reason why the solid is impossible.
    pub fn of_solid(solid: &Solid, scale: f32, options: &BuildOptions) -> Result<Self, String> {
        let (shape, fine) = formed(solid, scale, Detail::Fine)?;
        let coarse = match solid {
            // Only the debug views draw these meshes; queries use the exact shapes.
            Solid::Ball { .. }
            | Solid::Capsule { .. }
            | Solid::Cylinder { .. }
            | Solid::Cone { .. } => formed(solid, scale, Detail::Coarse)?.1,
            _ => fine.clone(),
        };
        let model = Model::build(&coarse.mesh, options).map_err(|error| error.to_string())?;
        let origin = match (&shape, solid) {
            (Shape::Hull(_) | Shape::HeightField(_), _) => fine.mesh.aabb().center(),
            (_, Solid::Compound { .. }) => shape.aabb(&Pose::IDENTITY).center(),
            _ => Vec3::ZERO,
        };
        let asset = ModelAsset {
            name: name_of(solid),
            scale,
            model: Arc::new(model),
            shape: fine,
        };
        Ok(ThingShape {
            asset: Arc::new(asset),
            shape,
            origin,
        })
    }
}

/// Returns a name that identifies the solid.
fn name_of(solid: &Solid) -> String {
    let text = format!("{solid:?}");
    let kind = text.split([' ', '{']).next().unwrap_or_default();
    let mut hasher = dodgem_physics::StateHasher::default();
    hasher.bytes(text.as_bytes());
    format!("{kind} {:016x}", hasher.finish())
}

/// Returns the collision shape and the triangles of a solid.
fn formed(solid: &Solid, scale: f32, detail: Detail) -> Result<(Shape, ObjModel), String> {
    if let Solid::Compound { of } = solid {
        return compound(of, scale, detail);
    }
    let size = |error: dodgem_collide::shape::SizeError| error.to_string();
    let shape = match solid {
        Solid::Ramp { .. } | Solid::Compound { .. } => None,
        Solid::Box {
            width,
            height,
            length,
        } => {
            let half = Vec3::new(*width, *height, *length) * (0.5 * scale);
            Some(Shape::Cuboid(Cuboid::new(half).map_err(size)?))
        }
        Solid::Ball { radius } => Some(Shape::Sphere(Sphere::new(radius * scale).map_err(size)?)),
        Solid::Capsule { radius, height } => {
            let half = (height * 0.5 - radius) * scale;
            if half <= 0.0 {
                return Err("the height of a capsule is that over all; it must be more than twice its radius".to_owned());
            }
            Some(Shape::Capsule(
                Capsule::new(half, radius * scale).map_err(size)?,
            ))
        }
        Solid::Cylinder { radius, height } => {
            let shape = Cylinder::new(height * 0.5 * scale, radius * scale);
            Some(Shape::Cylinder(shape.map_err(size)?))
        }
        Solid::Cone { radius, height } => {
            let shape = Cone::new(height * 0.5 * scale, radius * scale);
            Some(Shape::Cone(shape.map_err(size)?))
        }
        Solid::Hull { points } => {
            let points: Vec<Vec3> = points.iter().map(|point| *point * scale).collect();
            let hull = ConvexHull::from_points(&points).map_err(|error| error.to_string())?;
            let mesh = hull.to_mesh().map_err(|error| error.to_string())?;
            return Ok((Shape::Hull(Arc::new(hull)), mesh::plain(mesh)));
        }
        Solid::Field {
            width,
            length,
            columns,
            heights,
        } => {
            let heights: Vec<f32> = heights.iter().map(|height| height * scale).collect();
            let sides = [width * scale, length * scale];
            let field = HeightField::new(sides, *columns as usize, &heights);
            let field = field.map_err(|error| error.to_string())?;
            let mesh = field.model().mesh().clone();
            return Ok((Shape::HeightField(Arc::new(field)), mesh::plain(mesh)));
        }
    };
    let mesh = drawn(solid, scale, detail).map_err(|error| error.to_string())?;
    let shape = match shape {
        Some(shape) => shape,
        None => {
            let hull = ConvexHull::from_points(mesh.mesh.vertices());
            Shape::Hull(Arc::new(hull.map_err(|error| error.to_string())?))
        }
    };
    Ok((shape, mesh))
}

/// Combines several solids into one.
fn compound(of: &[SolidPart], scale: f32, detail: Detail) -> Result<(Shape, ObjModel), String> {
    let (mut children, mut meshes) = (Vec::new(), Vec::new());
    for part in of {
        if matches!(part.solid, Solid::Compound { .. }) {
            return Err("a compound holds plain solids; write the inner ones out".to_owned());
        }
        let (shape, mesh) = formed(&part.solid, scale, detail)?;
        let origin = match shape {
            Shape::Hull(_) | Shape::HeightField(_) => mesh.mesh.aabb().center(),
            _ => Vec3::ZERO,
        };
        let turn = turned(part.heading, part.tilt, part.roll);
        let place = part.center * scale - turn * origin;
        let pose = Pose::new(turn, place).map_err(|error| error.to_string())?;
        meshes.push((mesh, pose));
        children.push(Child {
            shape,
            pose,
            tag: 0,
        });
    }
    let mesh = merged(&meshes).map_err(|error| error.to_string())?;
    let compound = Compound::new(children).map_err(|error| error.to_string())?;
    Ok((Shape::Compound(Arc::new(compound)), mesh))
}

/// Returns the rotation by these angles in degrees: roll first, then tilt, then heading.
pub(super) fn turned(heading: f32, tilt: f32, lean: f32) -> Quat {
    yaw(heading.to_radians()) * pitch(tilt.to_radians()) * roll(lean.to_radians())
}

/// Returns a rotation about +X by `angle` radians, which raises the front.
pub(super) fn pitch(angle: f32) -> Quat {
    let half = angle * 0.5;
    Quat::from_xyzw(libm::sinf(half), 0.0, 0.0, libm::cosf(half))
}

/// Returns a rotation about -Z by `angle` radians, which lowers the right side.
pub(super) fn roll(angle: f32) -> Quat {
    let half = angle * 0.5;
    Quat::from_xyzw(0.0, 0.0, -libm::sinf(half), libm::cosf(half))
}

/// Returns the ball that the hand throws; it is built once.
///
/// # Errors
/// Reason why the ball is impossible.
pub(crate) fn thrown_ball() -> Result<&'static Arc<ThingShape>, String> {
    static BALL: OnceLock<Result<Arc<ThingShape>, String>> = OnceLock::new();
    let made = BALL.get_or_init(|| {
        let ball = Solid::Ball {
            radius: THROWN_RADIUS,
        };
        ThingShape::of_solid(&ball, 1.0, &BuildOptions::default()).map(Arc::new)
    });
    made.as_ref().map_err(Clone::clone)
}
