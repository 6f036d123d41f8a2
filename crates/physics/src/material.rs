//! Materials: restitution, friction, rolling friction and adhesion.

use std::collections::BTreeMap;

use crate::id_list::IdList;
use crate::params::{MAX_MATERIAL_VALUE, STANDARD_ROLLING};

/// The identifier of a material in its table; the default is the first one, which every table has. After the
/// material is removed the identifier is invalid for ever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MaterialId(pub(super) u32);

impl MaterialId {
    /// The first material of every table, which cannot be removed.
    pub const DEFAULT: MaterialId = MaterialId(0);
}

/// The reason why a table of materials refuses a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MaterialError {
    /// The identifier has no material, or the material was removed.
    #[error("there is no such material, or no longer")]
    Unknown,
    /// The material is the first one, or a body uses it.
    #[error("the material is in use")]
    InUse,
    /// The table has issued all identifiers.
    #[error("the table has no identifiers left: it had more than four billion materials")]
    NoIdLeft,
}

/// The properties of one surface, or of two that touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// The share of the closing speed that is returned, 0 to 1 (Newton's restitution).
    pub restitution: f32,
    /// The coefficient of Coulomb friction, sliding and at rest alike.
    pub friction: f32,
    /// The lever arm of rolling friction, in metres: a ball of radius r is slowed by `rolling / r` times its
    /// weight. The same torque slows spin about the normal. 0 means none. The default of 2 mm is plastic on
    /// steel; steel on steel has 0.5 mm, wood on wood 1.5 mm. Small bodies may need less to roll.
    pub rolling: f32,
    /// The pull, in newtons, that a touching point withstands before it separates.
    pub adhesion: f32,
    /// A factor that a force hook may apply to its own friction on this surface; contacts ignore it. Less than 1 is
    /// slippery.
    pub grip: f32,
}

impl Default for Material {
    fn default() -> Self {
        Material {
            restitution: 0.3,
            friction: 0.6,
            rolling: STANDARD_ROLLING,
            adhesion: 0.0,
            grip: 1.0,
        }
    }
}

impl Material {
    /// All numbers, for compact copies.
    pub(crate) fn numbers(&self) -> [f32; 5] {
        let Material {
            restitution,
            friction,
            rolling,
            adhesion,
            grip,
        } = *self;
        [restitution, friction, rolling, adhesion, grip]
    }

    /// The material with these numbers: see [`Material::numbers`].
    pub(crate) fn of_numbers(numbers: [f32; 5]) -> Material {
        let [restitution, friction, rolling, adhesion, grip] = numbers;
        Material {
            restitution,
            friction,
            rolling,
            adhesion,
            grip,
        }
    }

    /// The properties of two materials without an entry of their own: the greater restitution (a rubber ring
    /// bounces off anything), the geometric mean of the frictions (ice stays slippery), the greater rolling
    /// friction, the lesser adhesion (both surfaces have to stick) and the lesser grip.
    pub fn combined(&self, other: &Material) -> Material {
        Material {
            restitution: self.restitution.max(other.restitution),
            friction: (self.friction * other.friction).sqrt(),
            rolling: self.rolling.max(other.rolling),
            adhesion: self.adhesion.min(other.adhesion),
            grip: self.grip.min(other.grip),
        }
    }
}

/// All materials of a world, and the pairs with properties of their own.
#[derive(Clone, Debug)]
pub struct MaterialTable {
    materials: IdList<Material>,
    pairs: BTreeMap<(MaterialId, MaterialId), Material>,
    /// True if contacts may still have old properties: the next step updates them.
    has_changed: bool,
}

impl Default for MaterialTable {
    /// The table with only the default material, which has the default identifier.
    fn default() -> Self {
        let mut materials = IdList::default();
        materials.add(Material::default());
        MaterialTable {
            materials,
            pairs: BTreeMap::new(),
            has_changed: false,
        }
    }
}

impl MaterialTable {
    /// Adds a material. Numbers out of range are clamped; NaN becomes 0.
    ///
    /// # Errors
    /// [`MaterialError::NoIdLeft`] after four billion materials.
    pub fn add(&mut self, material: Material) -> Result<MaterialId, MaterialError> {
        let number = self.materials.add(clamped(material));
        number.map(MaterialId).ok_or(MaterialError::NoIdLeft)
    }

    /// Changes a material, from the next step on: bodies in contact through it then wake. Numbers out of
    /// range are clamped; NaN becomes 0.
    ///
    /// # Errors
    /// [`MaterialError::Unknown`] if there is no such material, or it was removed.
    pub fn set(&mut self, id: MaterialId, material: Material) -> Result<(), MaterialError> {
        let known = self.materials.get_mut(id.0);
        *known.ok_or(MaterialError::Unknown)? = clamped(material);
        self.has_changed = true;
        Ok(())
    }

    /// Sets the properties of a pair of materials, in place of the rule of [`Material::combined`], from the
    /// next step on: bodies of the two materials that touch each other then wake.
    ///
    /// # Errors
    /// [`MaterialError::Unknown`] if there is no such material, or it was removed.
    pub fn set_pair(
        &mut self,
        one: MaterialId,
        other: MaterialId,
        both: Material,
    ) -> Result<(), MaterialError> {
        if self.get(one).is_none() || self.get(other).is_none() {
            return Err(MaterialError::Unknown);
        }
        self.pairs
            .insert((one.min(other), one.max(other)), clamped(both));
        self.has_changed = true;
        Ok(())
    }

    /// Removes a material that no body uses, and the properties of its pairs.
    pub(crate) fn remove(&mut self, id: MaterialId) -> Result<(), MaterialError> {
        if id == MaterialId::default() {
            return Err(MaterialError::InUse);
        }
        self.materials.remove(id.0).ok_or(MaterialError::Unknown)?;
        self.pairs
            .retain(|(one, other), _| *one != id && *other != id);
        Ok(())
    }

    /// Returns true if anything has changed since the last call.
    pub(crate) fn take_change(self: &mut std::sync::Arc<Self>) -> bool {
        let changed = self.has_changed;
        if changed {
            std::sync::Arc::make_mut(self).has_changed = false;
        }
        changed
    }

    /// The properties of a material; `None` if there is no such material, or it was removed.
    pub fn get(&self, id: MaterialId) -> Option<&Material> {
        self.materials.get(id.0)
    }

    /// All materials, in the order of adding.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (MaterialId, &Material)> {
        let materials = self.materials.iter();
        materials.map(|(number, material)| (MaterialId(number), material))
    }

    /// The properties of a material that a body uses.
    pub(crate) fn of_body(&self, id: MaterialId) -> Material {
        self.get(id).copied().unwrap_or_default()
    }

    /// Continues the identifiers from those of another table, if those are further, so that none is issued
    /// twice when a snapshot restores an older table.
    pub(crate) fn skip_ids_of(self: &mut std::sync::Arc<Self>, other: &MaterialTable) {
        if !self.materials.is_as_far_as(&other.materials) {
            std::sync::Arc::make_mut(self)
                .materials
                .skip_numbers_of(&other.materials);
        }
    }

    /// The properties of a pair of materials.
    pub fn pair(&self, one: MaterialId, other: MaterialId) -> Material {
        let key = (one.min(other), one.max(other));
        match self.pairs.get(&key) {
            Some(both) => *both,
            None => self.of_body(one).combined(&self.of_body(other)),
        }
    }
}

fn clamped(material: Material) -> Material {
    let positive = |x: f32| {
        if x > 0.0 {
            x.min(MAX_MATERIAL_VALUE)
        } else {
            0.0
        }
    };
    Material {
        restitution: positive(material.restitution).min(1.0),
        friction: positive(material.friction),
        rolling: positive(material.rolling),
        adhesion: positive(material.adhesion),
        grip: positive(material.grip),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_goes_before_the_rule_whichever_is_named_first() {
        let mut table = MaterialTable::default();
        let ice = table.add(Material {
            friction: 0.04,
            restitution: 0.1,
            ..Material::default()
        });
        let ice = ice.unwrap();
        let rubber = table.add(Material {
            friction: 1.0,
            restitution: 0.8,
            ..Material::default()
        });
        let rubber = rubber.unwrap();
        let both = table.pair(rubber, ice);
        assert!((both.friction - 0.2).abs() < 1e-6 && both.restitution == 0.8);
        let special = Material {
            friction: 0.07,
            ..both
        };
        table.set_pair(rubber, ice, special).unwrap();
        assert_eq!(table.pair(ice, rubber), special);
        assert_eq!(table.pair(rubber, rubber).friction, 1.0);
    }

    #[test]
    fn numbers_out_of_range_are_brought_into_it() {
        let mut table = MaterialTable::default();
        let bad = table.add(Material {
            restitution: 3.0,
            friction: f32::NAN,
            rolling: -1.0,
            adhesion: f32::INFINITY,
            ..Material::default()
        });
        let sound = table.get(bad.unwrap()).unwrap();
        assert_eq!(
            [sound.restitution, sound.friction, sound.rolling],
            [1.0, 0.0, 0.0]
        );
        assert!(sound.adhesion > 0.0 && sound.adhesion.is_finite());
    }

    #[test]
    fn what_is_removed_is_not_named_again() {
        let mut table = MaterialTable::default();
        let ice = table.add(Material::default()).unwrap();
        let special = Material {
            friction: 0.9,
            ..Material::default()
        };
        table.set_pair(ice, ice, special).unwrap();
        table.remove(ice).unwrap();
        let mud = table.add(Material::default()).unwrap();
        assert!(mud != ice && table.get(ice).is_none() && table.get(mud).is_some());
        assert_eq!(table.remove(ice), Err(MaterialError::Unknown));
        assert_eq!(table.set(ice, special), Err(MaterialError::Unknown));
        assert_eq!(
            table.set_pair(ice, mud, special),
            Err(MaterialError::Unknown)
        );
        assert_eq!(
            table.remove(MaterialId::default()),
            Err(MaterialError::InUse)
        );
    }
}
