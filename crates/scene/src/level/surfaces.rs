//! Surfaces of things: the level's materials, and those of things with a friction or restitution of their own.

use std::collections::BTreeMap;

use dodgem_physics::{Material, MaterialId};

use crate::arena::{Arena, ArenaError};
use crate::level::{MaterialSpec, ThingSpec};

/// Name of a material, and the bits of a friction and a restitution in place of its own.
type OwnSurface = (String, Option<u32>, Option<u32>);

/// Materials of an arena.
#[derive(Clone, Debug, Default)]
pub(crate) struct Materials {
    /// By name, with their specifications.
    known: BTreeMap<String, (MaterialId, MaterialSpec)>,
    own: BTreeMap<OwnSurface, MaterialId>,
}

impl Materials {
    /// Adds a material of a level.
    pub fn insert(&mut self, id: MaterialId, spec: MaterialSpec) {
        self.known.insert(spec.name.clone(), (id, spec));
    }

    /// Returns the specification of a thing's material.
    pub fn spec(&self, thing: &ThingSpec) -> Option<&MaterialSpec> {
        self.known.get(&thing.material).map(|(_, spec)| spec)
    }

    /// Returns the surface of a thing; None for that of things without a material.
    pub fn id(&self, thing: &ThingSpec) -> Option<MaterialId> {
        match own_surface(thing) {
            Some(own) => self.own.get(&own).copied(),
            None => self.known.get(&thing.material).map(|(id, _)| *id),
        }
    }

    /// True if the surface of a thing must be added before the thing.
    pub fn lacks(&self, thing: &ThingSpec) -> bool {
        own_surface(thing).is_some_and(|own| !self.own.contains_key(&own))
    }

    /// Adds the surface of a thing, if it has one of its own that is new.
    ///
    /// # Errors
    /// [`ArenaError`] if the arena has no identifiers left.
    pub fn add_own(&mut self, arena: &mut Arena, thing: &ThingSpec) -> Result<(), ArenaError> {
        if let Some(own) = own_surface(thing).filter(|own| !self.own.contains_key(own)) {
            let id = arena.add_material(self.material(arena, &own))?;
            self.own.insert(own, id);
        }
        Ok(())
    }

    /// Returns the surfaces that take a number from things without a material, as they are now.
    pub fn without_material(&self, arena: &Arena) -> Vec<(MaterialId, Material)> {
        let own = self.own.iter().filter(|((name, ..), _)| name.is_empty());
        own.map(|(own, id)| (*id, self.material(arena, own)))
            .collect()
    }

    fn material(&self, arena: &Arena, (name, friction, restitution): &OwnSurface) -> Material {
        let base = match self.known.get(name) {
            Some((_, spec)) => spec.material(),
            None => arena.response().surface().material(),
        };
        let number = |own: Option<u32>, base| own.map_or(base, f32::from_bits);
        Material {
            friction: number(*friction, base.friction),
            restitution: number(*restitution, base.restitution),
            ..base
        }
    }
}

/// Returns the key of a surface of a thing's own; None if it has that of its material.
fn own_surface(thing: &ThingSpec) -> Option<OwnSurface> {
    let numbers = (
        thing.friction.map(f32::to_bits),
        thing.restitution.map(f32::to_bits),
    );
    match numbers {
        (None, None) => None,
        (friction, restitution) => Some((thing.material.clone(), friction, restitution)),
    }
}
