//! Materials: restitution, friction, rolling friction and adhesion.

use std::collections::BTreeMap;

use crate::params::MAX_MATERIAL_VALUE;

/// The identifier of a material in its table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MaterialId(pub u16);

/// The properties of one surface, or of two that touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// The share of the closing speed that comes back, 0 to 1 (Newton's restitution).
    pub restitution: f32,
    /// The coefficient of Coulomb friction, sliding and at rest alike.
    pub friction: f32,
    /// The lever arm of rolling friction, in metres: a ball of radius r slows by
    /// `rolling / r` times its weight. Spin about the normal is slowed by the same torque.
    pub rolling: f32,
    /// The pull, in newtons, that a touching point withstands before it comes loose.
    pub adhesion: f32,
}

impl Default for Material {
    fn default() -> Self {
        Material {
            restitution: 0.3,
            friction: 0.6,
            rolling: 0.0,
            adhesion: 0.0,
        }
    }
}

impl Material {
    /// The rule for two materials without an entry of their own: the greater restitution (a rubber ring
    /// bounces off anything), the geometric mean of the frictions (ice stays slippery), the greater rolling
    /// friction, the lesser adhesion (both surfaces have to stick).
    pub fn combined(&self, other: &Material) -> Material {
        Material {
            restitution: self.restitution.max(other.restitution),
            friction: (self.friction * other.friction).sqrt(),
            rolling: self.rolling.max(other.rolling),
            adhesion: self.adhesion.min(other.adhesion),
        }
    }
}

/// All materials of a world, and the pairs that differ from the rule.
#[derive(Clone, Debug)]
pub struct MaterialTable {
    materials: Vec<Material>,
    pairs: BTreeMap<(MaterialId, MaterialId), Material>,
}

impl Default for MaterialTable {
    /// One material, [`MaterialId`] 0: the default one.
    fn default() -> Self {
        MaterialTable {
            materials: vec![Material::default()],
            pairs: BTreeMap::new(),
        }
    }
}

impl MaterialTable {
    /// Adds a material. Numbers out of range are clamped; NaN becomes 0.
    pub fn add(&mut self, material: Material) -> MaterialId {
        self.materials.push(clamped(material));
        MaterialId((self.materials.len() - 1).min(usize::from(u16::MAX)) as u16)
    }

    /// Sets the properties of a pair of materials, in place of the rule of [`Material::combined`].
    pub fn set_pair(&mut self, one: MaterialId, other: MaterialId, both: Material) {
        self.pairs
            .insert((one.min(other), one.max(other)), clamped(both));
    }

    /// The properties of a material; the first material's if there is none of this identifier.
    pub fn material(&self, id: MaterialId) -> &Material {
        let index = usize::from(id.0);
        self.materials.get(index).unwrap_or(&self.materials[0])
    }

    /// The properties of a pair of materials.
    pub fn pair(&self, one: MaterialId, other: MaterialId) -> Material {
        let key = (one.min(other), one.max(other));
        match self.pairs.get(&key) {
            Some(both) => *both,
            None => self.material(one).combined(self.material(other)),
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
        let rubber = table.add(Material {
            friction: 1.0,
            restitution: 0.8,
            ..Material::default()
        });
        let both = table.pair(rubber, ice);
        assert!((both.friction - 0.2).abs() < 1e-6 && both.restitution == 0.8);
        let special = Material {
            friction: 0.07,
            ..both
        };
        table.set_pair(rubber, ice, special);
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
        });
        let sound = table.material(bad);
        assert_eq!(
            [sound.restitution, sound.friction, sound.rolling],
            [1.0, 0.0, 0.0]
        );
        assert!(sound.adhesion > 0.0 && sound.adhesion.is_finite());
    }
}
