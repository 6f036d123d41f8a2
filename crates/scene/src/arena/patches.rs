//! Patches of floor: bodies of the hall with a grip of their own, and belts.

use std::sync::Arc;

use dodgem_collide::Shape;
use dodgem_collide::math::Pose;
use dodgem_collide::shape::Cuboid;
use dodgem_physics::{Body, BodyDesc, BodyId, Material, MaterialError, MaterialId, World};
use glam::{Vec2, Vec3};

use crate::arena::owners::Owners;
use crate::arena::{
    ArenaError, ArenaSettings, BODY_ON_FLOOR, Border, GroundSettings, HallError, HallPart, Met,
};
use crate::params::{PATCH_RISE, PATCH_THICKNESS};

/// A patch of floor that is not in the arena yet.
pub struct PatchDesc {
    /// The pose of its middle, on the floor.
    pub pose: Pose,
    /// Half sizes along its own X and Z, in metres.
    pub half: Vec2,
    /// Coefficient of friction with tyres and things.
    pub grip: f32,
    /// Velocity of its surface along its own axes, in m/s.
    pub belt: Vec3,
}

/// The patches of floor of an arena: their bodies, in the order of the scene, shared with the snapshots.
#[derive(Clone, Default)]
pub(super) struct Patches {
    bodies: Arc<Vec<BodyId>>,
}

impl Patches {
    /// Adds a patch of floor as the last one; `cars` is the material of cars. Returns its body.
    ///
    /// # Errors
    /// [`ArenaError`] if it extends beyond the border, or its numbers cannot form a body.
    pub fn add(
        &mut self,
        world: &mut World,
        patch: &PatchDesc,
        (settings, cars): (&ArenaSettings, MaterialId),
    ) -> Result<BodyId, ArenaError> {
        let (shape, pose) = patch_shape(patch, &settings.border)?;
        let material = patch_material(patch.grip, &settings.ground);
        let table = world.materials_mut();
        let material = table.add(material)?;
        table.set_pair(material, cars, BODY_ON_FLOOR.material())?;
        let body = world.add(BodyDesc {
            material,
            surface_velocity: patch.belt,
            ..BodyDesc::fixed(shape, pose)
        })?;
        Arc::make_mut(&mut self.bodies).push(body);
        Ok(body)
    }

    /// Removes a patch by its index; an unknown index is ignored.
    pub fn remove(&mut self, world: &mut World, patch: usize) {
        if self.remove_body(world, patch) {
            Arc::make_mut(&mut self.bodies).remove(patch);
        }
    }

    /// Puts the last patch in the place of another one; an unknown index is ignored.
    pub fn replace_by_last(&mut self, world: &mut World, patch: usize) {
        if self.remove_body(world, patch) {
            Arc::make_mut(&mut self.bodies).swap_remove(patch);
        }
    }

    /// Removes the body of a patch with its material, which no other body has. Returns false if there is no such patch.
    fn remove_body(&self, world: &mut World, patch: usize) -> bool {
        let Some(id) = self.bodies.get(patch).copied() else {
            return false;
        };
        let material = world.body(id).map(Body::material);
        let removed = world.remove(id);
        debug_assert!(removed.is_ok(), "the world has its patches");
        let removed = material.map(|material| world.remove_material(material));
        debug_assert!(removed == Some(Ok(())), "a patch has a material of its own");
        true
    }

    /// Notes the owner of all patches: the floor.
    pub fn note_owners(&self, owners: &mut Owners) {
        for body in self.bodies.iter() {
            owners.note(*body, Met::Hall(HallPart::Floor));
        }
    }

    /// Sets the grips of all patches anew, because the floor's has changed.
    pub fn set_grips(
        &self,
        world: &mut World,
        grips: &[f32],
        ground: &GroundSettings,
    ) -> Result<(), MaterialError> {
        for (body, grip) in self.bodies.iter().zip(grips) {
            let material = patch_material(*grip, ground);
            let id = world[*body].material();
            world.materials_mut().set(id, material)?;
        }
        Ok(())
    }
}

/// Returns the body of a patch with its pose; an error if it extends beyond the border.
pub(super) fn patch_shape(patch: &PatchDesc, border: &Border) -> Result<(Shape, Pose), ArenaError> {
    let (half, pose) = (patch.half, &patch.pose);
    let corners = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
    let clearances = corners.map(|(x, z)| {
        border.clearance(pose.transform_point(Vec3::new(half.x * x, 0.0, half.y * z)))
    });
    let depth = -clearances.into_iter().fold(f32::INFINITY, f32::min);
    if depth > 0.0 {
        return Err(ArenaError::OutsideArena { depth });
    }
    let thin = 0.5 * PATCH_THICKNESS;
    let shape = Cuboid::new(Vec3::new(half.x, thin, half.y)).map_err(HallError::from)?;
    let place = pose.translation() + Vec3::Y * (PATCH_RISE - thin);
    let pose = Pose::new(pose.rotation(), place).map_err(HallError::from)?;
    Ok((Shape::Cuboid(shape), pose))
}

fn patch_material(grip: f32, ground: &GroundSettings) -> Material {
    Material {
        restitution: 0.0,
        friction: grip,
        rolling: 0.0,
        // Tyres multiply by the floor's grip already.
        grip: grip / ground.grip,
        ..Material::default()
    }
}
