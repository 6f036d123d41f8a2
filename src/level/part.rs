//! Parts: things and joints under one name, to be used again.

use serde::{Deserialize, Serialize};

use crate::level::{JointSpec, ThingSpec};

/// Things and joints that stand together, around the origin of the part.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartSpec {
    /// What things call it.
    pub name: String,
    /// Its things.
    #[serde(default)]
    pub things: Vec<ThingSpec>,
    /// True if it comes from a file of its own.
    #[serde(skip)]
    pub from_file: bool,
    /// Its joints. They name things of the part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joints: Vec<JointSpec>,
}
