//! Parts: named groups of things and joints for repeated use.

use serde::{Deserialize, Serialize};

use crate::level::{JointSpec, ThingSpec};

/// A group of things and joints, placed relative to the origin of the part.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartSpec {
    /// Name that things refer to.
    pub name: String,
    /// Its things.
    #[serde(default)]
    pub things: Vec<ThingSpec>,
    /// True if it comes from its own file.
    #[serde(skip)]
    pub from_file: bool,
    /// Its joints, which refer to things of the part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joints: Vec<JointSpec>,
}
