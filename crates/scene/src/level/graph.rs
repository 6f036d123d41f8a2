//! Graphs: quantities of bodies and joints that the screen draws as curves while the scene runs.

use serde::{Deserialize, Serialize};

use crate::arena::Bound;
use crate::level::defaults::is_default;
use crate::level::quantity::Quantity;

/// A graph: several quantities over time, or over another quantity.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphSpec {
    /// Its title; the names of its curves if empty.
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: String,
    /// The curves, of at most two units.
    pub curves: Vec<Quantity>,
    /// The quantity of the axis to the right; the time if there is none.
    #[serde(default, skip_serializing_if = "is_default")]
    pub across: Option<Quantity>,
    /// The time that it shows, in seconds.
    #[serde(default = "default_seconds", skip_serializing_if = "is_usual")]
    pub seconds: f32,
}

fn default_seconds() -> f32 {
    10.0
}

fn is_usual(seconds: &f32) -> bool {
    *seconds == default_seconds()
}

impl GraphSpec {
    /// Creates a graph of one curve over time.
    pub fn of(curve: Quantity) -> GraphSpec {
        GraphSpec {
            name: String::new(),
            curves: vec![curve],
            across: None,
            seconds: default_seconds(),
        }
    }

    /// Returns its number with its range.
    pub fn bounds(&self) -> Vec<Bound> {
        vec![Bound::new(&["seconds"], self.seconds, 1.0..=60.0)]
    }

    /// Returns all its quantities: its curves, then the one of the axis to the right.
    pub fn quantities(&self) -> impl Iterator<Item = &Quantity> {
        self.curves.iter().chain(&self.across)
    }

    /// Returns the units of its curves, each once, in the order of the curves.
    pub fn units(&self) -> Vec<&'static str> {
        let mut units = Vec::new();
        for curve in &self.curves {
            let unit = curve.unit();
            if !units.contains(&unit) {
                units.push(unit);
            }
        }
        units
    }
}
