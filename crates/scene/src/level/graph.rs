//! Graphs: quantities of bodies and joints that the screen draws as curves while the scene runs.

use serde::{Deserialize, Serialize};

use crate::arena::Bound;
use crate::level::defaults::is_default;

/// A graph: several quantities over time, or over another quantity.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphSpec {
    /// Its title; the names of its curves if empty.
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: String,
    /// The curves, of at most two units.
    pub curves: Vec<CurveSpec>,
    /// The quantity of the axis to the right; the time if there is none.
    #[serde(default, skip_serializing_if = "is_default")]
    pub across: Option<CurveSpec>,
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
    pub fn of(curve: CurveSpec) -> GraphSpec {
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
    pub fn quantities(&self) -> impl Iterator<Item = &CurveSpec> {
        self.curves.iter().chain(&self.across)
    }

    /// Returns the units of its curves, each once, in the order of the curves.
    pub fn units(&self) -> Vec<&'static str> {
        let mut units = Vec::new();
        for curve in &self.curves {
            let unit = curve.kind().unit();
            if !units.contains(&unit) {
                units.push(unit);
            }
        }
        units
    }
}

/// A quantity of a body, of a joint or of two bodies, each called by its name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum CurveSpec {
    /// Height of the lowest point of a body's box over the floor, in metres.
    Height { of: String },
    /// Place of a body's origin along x, in metres.
    X { of: String },
    /// Place of a body's origin along y, in metres.
    Y { of: String },
    /// Place of a body's origin along z, in metres.
    Z { of: String },
    /// Speed of a body's centre of mass, in m/s.
    Speed { of: String },
    /// Rate of a body's rotation, in degrees per second.
    Spin { of: String },
    /// Energy of a body's motion and height over the floor, in joules.
    Energy { of: String },
    /// Sum of the forces of a body's contacts, in newtons; an impact counts as its impulse over a step.
    Force { of: String },
    /// Shortest distance between two bodies, in metres.
    Distance { a: String, b: String },
    /// Force of a joint, in newtons; the greatest of several joints of a name.
    Load { joint: String },
    /// Angle of a hinge, in degrees.
    Angle { joint: String },
    /// Travel of a slider, in metres.
    Travel { joint: String },
}

/// The kind of a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CurveKind {
    Height,
    X,
    Y,
    Z,
    Speed,
    Spin,
    Energy,
    Force,
    Distance,
    Load,
    Angle,
    Travel,
}

impl CurveKind {
    /// All kinds, in the order of the panel.
    pub const ALL: [CurveKind; 12] = [
        CurveKind::Height,
        CurveKind::X,
        CurveKind::Y,
        CurveKind::Z,
        CurveKind::Speed,
        CurveKind::Spin,
        CurveKind::Energy,
        CurveKind::Force,
        CurveKind::Distance,
        CurveKind::Load,
        CurveKind::Angle,
        CurveKind::Travel,
    ];

    /// Returns its name on screen.
    pub fn word(self) -> &'static str {
        match self {
            CurveKind::Height => "height",
            CurveKind::X => "x",
            CurveKind::Y => "y",
            CurveKind::Z => "z",
            CurveKind::Speed => "speed",
            CurveKind::Spin => "spin",
            CurveKind::Energy => "energy",
            CurveKind::Force => "force of contacts",
            CurveKind::Distance => "distance",
            CurveKind::Load => "load",
            CurveKind::Angle => "angle",
            CurveKind::Travel => "travel",
        }
    }

    /// Returns its unit.
    pub fn unit(self) -> &'static str {
        match self {
            CurveKind::Speed => "m/s",
            CurveKind::Spin => "°/s",
            CurveKind::Energy => "J",
            CurveKind::Force | CurveKind::Load => "N",
            CurveKind::Angle => "°",
            _ => "m",
        }
    }

    /// True if it belongs to a joint.
    pub fn is_of_joint(self) -> bool {
        matches!(self, CurveKind::Load | CurveKind::Angle | CurveKind::Travel)
    }

    /// Returns the quantity of this kind of a body or a joint; `other` is the second body of a distance.
    pub fn of(self, name: &str, other: &str) -> CurveSpec {
        let (of, joint) = (name.to_owned(), name.to_owned());
        match self {
            CurveKind::Height => CurveSpec::Height { of },
            CurveKind::X => CurveSpec::X { of },
            CurveKind::Y => CurveSpec::Y { of },
            CurveKind::Z => CurveSpec::Z { of },
            CurveKind::Speed => CurveSpec::Speed { of },
            CurveKind::Spin => CurveSpec::Spin { of },
            CurveKind::Energy => CurveSpec::Energy { of },
            CurveKind::Force => CurveSpec::Force { of },
            CurveKind::Distance => CurveSpec::Distance {
                a: of,
                b: other.to_owned(),
            },
            CurveKind::Load => CurveSpec::Load { joint },
            CurveKind::Angle => CurveSpec::Angle { joint },
            CurveKind::Travel => CurveSpec::Travel { joint },
        }
    }
}

impl CurveSpec {
    /// Returns its kind.
    pub fn kind(&self) -> CurveKind {
        match self {
            CurveSpec::Height { .. } => CurveKind::Height,
            CurveSpec::X { .. } => CurveKind::X,
            CurveSpec::Y { .. } => CurveKind::Y,
            CurveSpec::Z { .. } => CurveKind::Z,
            CurveSpec::Speed { .. } => CurveKind::Speed,
            CurveSpec::Spin { .. } => CurveKind::Spin,
            CurveSpec::Energy { .. } => CurveKind::Energy,
            CurveSpec::Force { .. } => CurveKind::Force,
            CurveSpec::Distance { .. } => CurveKind::Distance,
            CurveSpec::Load { .. } => CurveKind::Load,
            CurveSpec::Angle { .. } => CurveKind::Angle,
            CurveSpec::Travel { .. } => CurveKind::Travel,
        }
    }

    /// Returns the names in it, each with its field.
    pub fn names(&self) -> Vec<(&'static str, &str)> {
        match self {
            CurveSpec::Height { of }
            | CurveSpec::X { of }
            | CurveSpec::Y { of }
            | CurveSpec::Z { of }
            | CurveSpec::Speed { of }
            | CurveSpec::Spin { of }
            | CurveSpec::Energy { of }
            | CurveSpec::Force { of } => vec![("of", of)],
            CurveSpec::Distance { a, b } => vec![("a", a), ("b", b)],
            CurveSpec::Load { joint }
            | CurveSpec::Angle { joint }
            | CurveSpec::Travel { joint } => {
                vec![("joint", joint)]
            }
        }
    }

    /// Returns the names in it, to change them.
    pub(crate) fn names_mut(&mut self) -> Vec<&mut String> {
        match self {
            CurveSpec::Height { of }
            | CurveSpec::X { of }
            | CurveSpec::Y { of }
            | CurveSpec::Z { of }
            | CurveSpec::Speed { of }
            | CurveSpec::Spin { of }
            | CurveSpec::Energy { of }
            | CurveSpec::Force { of } => vec![of],
            CurveSpec::Distance { a, b } => vec![a, b],
            CurveSpec::Load { joint }
            | CurveSpec::Angle { joint }
            | CurveSpec::Travel { joint } => {
                vec![joint]
            }
        }
    }

    /// Returns its words on screen: `height of ball`.
    pub fn words(&self) -> String {
        let word = self.kind().word();
        match &self.names()[..] {
            [(_, a), (_, b)] => format!("{word} of {a} and {b}"),
            [(_, of), ..] => format!("{word} of {of}"),
            [] => word.to_owned(),
        }
    }
}
