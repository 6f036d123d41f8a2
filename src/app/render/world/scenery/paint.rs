//! Materials and their names in a file of scenery.

use std::collections::HashMap;

use serde::Deserialize;

use crate::app::render::mesh::MeshMaterial;

/// The materials of a file by name.
pub type Materials = HashMap<String, Material>;

/// A material: red, green and blue from 0 to 255, and the kind of its surface.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Material {
    Dull(u8, u8, u8),
    Glossy(u8, u8, u8),
    /// It emits light.
    Glowing(u8, u8, u8),
    /// The strength and the sharpness of its highlight, and its own light, from 0 to 255.
    Other {
        color: [u8; 3],
        shine: u8,
        narrow: u8,
        glow: u8,
    },
}

impl Material {
    pub fn get(self) -> MeshMaterial {
        match self {
            Material::Dull(red, green, blue) => MeshMaterial::dull(red, green, blue),
            Material::Glossy(red, green, blue) => MeshMaterial::glossy(red, green, blue),
            Material::Glowing(red, green, blue) => MeshMaterial::glowing(red, green, blue),
            Material::Other {
                color,
                shine,
                narrow,
                glow,
            } => MeshMaterial {
                color,
                shine,
                narrow,
                glow,
                painted: 0,
            },
        }
    }
}

/// The name of a material, or a list of names that are used in turn.
///
/// `own` and `trim` are the materials that a group around the piece has chosen.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Paint {
    One(String),
    InTurn(Vec<String>),
}

impl Paint {
    /// The name for the part of that number.
    pub fn name(&self, number: usize) -> &str {
        match self {
            Paint::One(name) => name,
            Paint::InTurn(names) => names
                .get(number % names.len().max(1))
                .map_or(OWN, |name| name),
        }
    }

    /// All names.
    pub fn names(&self) -> &[String] {
        match self {
            Paint::One(name) => std::slice::from_ref(name),
            Paint::InTurn(names) => names,
        }
    }
}

/// The choice of a material by a group, for the pieces in it.
#[derive(Debug, Clone, Deserialize)]
pub enum Choice {
    Is(String),
    /// By the number of the repetition.
    InTurn(Vec<String>),
    /// The same for that many repetitions.
    Each(usize, Vec<String>),
    /// By the number of the repetition, counted through all repetitions around it.
    Running(Vec<String>),
    /// By chance.
    Any(Vec<String>),
}

impl Choice {
    /// All names.
    pub fn names(&self) -> &[String] {
        match self {
            Choice::Is(name) => std::slice::from_ref(name),
            Choice::InTurn(names)
            | Choice::Each(_, names)
            | Choice::Running(names)
            | Choice::Any(names) => names,
        }
    }
}

/// The names of the materials that a group chooses.
pub const OWN: &str = "own";
pub const TRIM: &str = "trim";
