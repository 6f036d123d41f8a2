//! Readouts of a level: quantities that are shown as large numbers while the scene runs.

use serde::{Deserialize, Serialize};

use crate::arena::Bound;
use crate::level::defaults::is_default;
use crate::level::quantity::Quantity;
use crate::level::thing::{TriplePaths, triple};

/// A quantity that is shown while the scene runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadoutSpec {
    /// Its words on screen; those of the quantity if left out.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// The quantity.
    pub quantity: Quantity,
    /// Name by which formulas refer to it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Formula whose value is shown beside the measured one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub formula: String,
    /// True if it is only for formulas.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hidden: bool,
    /// True if the path of its body and the places of its hits are drawn.
    #[serde(default, skip_serializing_if = "is_default")]
    pub trail: bool,
}

const AXIS: TriplePaths = [
    &["quantity", "axis", "0"],
    &["quantity", "axis", "1"],
    &["quantity", "axis", "2"],
];

impl ReadoutSpec {
    /// Returns its words on screen.
    pub fn words(&self) -> String {
        match self.label.is_empty() {
            true => self.quantity.words(),
            false => self.label.clone(),
        }
    }

    /// Returns its numbers with their ranges.
    pub fn bounds(&self) -> Vec<Bound> {
        let axis = self.quantity.axis();
        axis.map_or(Vec::new(), |axis| triple(&AXIS, axis, 1.0).to_vec())
    }
}

/// The lesson of a level: its question, what to press and change, and its readouts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// The question that the scene answers.
    pub question: String,
    /// The keys to press.
    pub press: String,
    /// The change of the file to try.
    pub change: String,
    /// The quantities that are shown.
    pub readouts: Vec<ReadoutSpec>,
}

impl Card {
    /// True if nothing is shown.
    pub fn is_empty(&self) -> bool {
        *self == Card::default()
    }
}
