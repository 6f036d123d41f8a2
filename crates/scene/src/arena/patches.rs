//! Patches of floor: bodies of the hall with a grip of their own, and belts.

use std::collections::BTreeSet;
use std::sync::Arc;

use dodgem_collide::Shape;
use dodgem_collide::math::Pose;
use dodgem_collide::shape::Cuboid;
use dodgem_physics::{Body, BodyDesc, BodyId, BodyKind, Groups, Material, MaterialError};
use glam::{Vec2, Vec3};

use crate::arena::room::{Others, PlacedShape};
use crate::arena::{
    Arena, ArenaError, BODY_ON_FLOOR, GroundSettings, HallError, HallPart, HandError, Met,
};
use crate::params::{PATCH_RISE, PATCH_THICKNESS, PLACING_WORK};

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

impl Arena {
    /// Adds a patch of floor as the last one.
    ///
    /// # Errors
    /// [`ArenaError`] if it extends beyond the border, or its numbers cannot form a body.
    pub fn add_patch(&mut self, patch: &PatchDesc) -> Result<(), ArenaError> {
        let (shape, pose) = self.patch_shape(patch)?;
        let material = patch_material(patch.grip, &self.settings.ground);
        let table = self.world.materials_mut();
        let material = table.add(material)?;
        table.set_pair(material, self.surfaces.actor, BODY_ON_FLOOR.material())?;
        let body = self.world.add(BodyDesc {
            material,
            surface_velocity: patch.belt,
            ..BodyDesc::fixed(shape, pose)
        })?;
        Arc::make_mut(&mut self.patches).push(body);
        self.note_patches();
        Ok(())
    }

    /// Refuses a patch in which a body would be: one that was put into the floor's skin by a hand.
    ///
    /// # Errors
    /// [`HandError`] with the name of the body, or if the patch cannot be here.
    pub fn refuse_patch(&mut self, patch: &PatchDesc) -> Result<(), HandError> {
        let shape = self.patch_shape(patch);
        let (shape, pose) = shape.map_err(|error| HandError::Refused(error.to_string()))?;
        self.placing.begin(PLACING_WORK);
        let near = self.actors_near(&shape.aabb(&pose), &BTreeSet::new());
        let placed = PlacedShape {
            shape: &shape,
            passes: &[],
            kind: BodyKind::Dynamic,
            groups: Groups::default(),
        };
        match self.room(Others::These(&near)).overlapped(&placed, &pose) {
            Some((other, _)) => Err(HandError::Taken(self.actor(other).name.to_string())),
            None => Ok(()),
        }
    }

    /// Removes a patch by its index; an unknown index is ignored.
    pub fn remove_patch(&mut self, patch: usize) {
        if self.remove_patch_body(patch) {
            Arc::make_mut(&mut self.patches).remove(patch);
        }
    }

    /// Removes the body of a patch with its material, which no other body has. Returns false if there is no such patch.
    fn remove_patch_body(&mut self, patch: usize) -> bool {
        let Some(id) = self.patches.get(patch).copied() else {
            return false;
        };
        let material = self.world.body(id).map(Body::material);
        let removed = self.world.remove(id);
        debug_assert!(removed.is_ok(), "the world has its patches");
        let removed = material.map(|material| self.world.remove_material(material));
        debug_assert!(removed == Some(Ok(())), "a patch has a material of its own");
        true
    }

    /// Puts the last patch in the place of another one; an unknown index is ignored.
    pub fn replace_patch_by_last(&mut self, patch: usize) {
        if self.remove_patch_body(patch) {
            Arc::make_mut(&mut self.patches).swap_remove(patch);
        }
    }

    /// Restores the patches of a snapshot.
    pub(super) fn restore_patches(&mut self, patches: &Arc<Vec<BodyId>>) {
        self.patches.clone_from(patches);
        self.note_patches();
    }

    fn note_patches(&mut self) {
        for body in self.patches.iter() {
            self.owners.note(*body, Met::Hall(HallPart::Floor));
        }
    }

    /// Sets the grips of all patches anew, because the floor's has changed.
    pub(super) fn set_patch_grips(&mut self, grips: &[f32]) -> Result<(), MaterialError> {
        for (body, grip) in self.patches.iter().zip(grips) {
            let material = patch_material(*grip, &self.settings.ground);
            let id = self.world[*body].material();
            self.world.materials_mut().set(id, material)?;
        }
        Ok(())
    }

    fn patch_shape(&self, patch: &PatchDesc) -> Result<(Shape, Pose), ArenaError> {
        let (half, pose) = (patch.half, &patch.pose);
        let corners = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
        let border = &self.settings.border;
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
