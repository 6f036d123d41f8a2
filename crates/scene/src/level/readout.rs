//! Readouts of a level: quantities that are shown as large numbers while the scene runs.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::arena::Bound;
use crate::level::defaults::is_default;
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

/// A quantity of a body, of a pair of bodies, of a zone or of the scene. A name means one car or thing; in
/// `Hits`, `FirstHit` and `Fallen` also all copies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Quantity {
    /// The speed of its centre of mass, in m/s.
    Speed {
        /// The body.
        of: String,
    },
    /// The height of its lowest point above the floor, in m.
    Height {
        /// The body.
        of: String,
    },
    /// The greatest height of its lowest point since its first hit, in m.
    Bounce {
        /// The body.
        of: String,
    },
    /// The angle between its own upward direction and the vertical, in degrees.
    Angle {
        /// The body.
        of: String,
    },
    /// The angle by which an axis of the body has turned since the start, in degrees.
    Turned {
        /// The body.
        of: String,
        /// The axis in the body.
        axis: Vec3,
    },
    /// Its angular velocity, in degrees per second.
    Spin {
        /// The body.
        of: String,
        /// The axis in the body; without one, about all axes together.
        #[serde(default, skip_serializing_if = "is_default")]
        axis: Vec3,
    },
    /// The rate at which an axis of the body circles the vertical, in degrees per second.
    Precession {
        /// The body.
        of: String,
        /// The axis in the body.
        axis: Vec3,
    },
    /// The energy of motion and of height above the floor, in J.
    Energy {
        /// The body; all together if empty.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        of: String,
    },
    /// Its mass, in kg.
    Mass {
        /// The body.
        of: String,
    },
    /// Its moment of inertia about an axis through its centre of mass, in kg m^2.
    Inertia {
        /// The body.
        of: String,
        /// The axis in the body.
        axis: Vec3,
    },
    /// The distance of its centre of mass from where the body began, in m.
    Travel {
        /// The body.
        of: String,
    },
    /// The distance of the centres of mass of two bodies, in m.
    Distance {
        /// One body.
        a: String,
        /// The other one.
        b: String,
        /// True for the distance over the floor, without the difference in height.
        #[serde(default, skip_serializing_if = "is_default")]
        flat: bool,
    },
    /// The coefficient of friction between two bodies.
    Friction {
        /// One body.
        a: String,
        /// The other one; the floor if empty.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        b: String,
    },
    /// The coefficient of restitution between two bodies.
    Restitution {
        /// One body.
        a: String,
        /// The other one; the floor if empty.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        b: String,
    },
    /// The number of times that two bodies began to touch.
    Hits {
        /// One body, or several.
        a: String,
        /// The other one, or several; anything, the hall included, if empty.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        b: String,
    },
    /// The time at which two bodies first touched, in s.
    FirstHit {
        /// One body, or several.
        a: String,
        /// The other one, or several; anything, the hall included, if empty.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        b: String,
    },
    /// The number of bodies that lean by more than 45 degrees from how they began.
    Fallen {
        /// Their names.
        of: Vec<String>,
    },
    /// The number of cars and movable things in a zone.
    Inside {
        /// Name of the zone.
        zone: String,
    },
    /// The number of times that a car or a movable thing entered a zone.
    Entries {
        /// Name of the zone.
        zone: String,
    },
    /// A counter of the triggers.
    Counter {
        /// Its name.
        counter: String,
    },
    /// The time of the round, in s.
    Time,
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

impl Quantity {
    /// Returns the unit in which it is shown; empty for a plain number.
    pub fn unit(&self) -> &'static str {
        match self {
            Quantity::Speed { .. } => "m/s",
            Quantity::Height { .. }
            | Quantity::Bounce { .. }
            | Quantity::Travel { .. }
            | Quantity::Distance { .. } => "m",
            Quantity::Angle { .. } | Quantity::Turned { .. } => "°",
            Quantity::Spin { .. } | Quantity::Precession { .. } => "°/s",
            Quantity::Energy { .. } => "J",
            Quantity::Mass { .. } => "kg",
            Quantity::Inertia { .. } => "kg m²",
            Quantity::FirstHit { .. } | Quantity::Time => "s",
            _ => "",
        }
    }

    /// True if it is a whole number.
    pub fn is_count(&self) -> bool {
        matches!(
            self,
            Quantity::Hits { .. }
                | Quantity::Fallen { .. }
                | Quantity::Inside { .. }
                | Quantity::Entries { .. }
                | Quantity::Counter { .. }
        )
    }

    /// Returns its axis in a body, if it has one.
    pub fn axis(&self) -> Option<Vec3> {
        match self {
            Quantity::Turned { axis, .. }
            | Quantity::Spin { axis, .. }
            | Quantity::Precession { axis, .. }
            | Quantity::Inertia { axis, .. } => Some(*axis),
            _ => None,
        }
    }

    /// Returns the name of the one body that it concerns.
    pub fn body(&self) -> Option<&str> {
        let name = match self {
            Quantity::Speed { of }
            | Quantity::Height { of }
            | Quantity::Bounce { of }
            | Quantity::Angle { of }
            | Quantity::Turned { of, .. }
            | Quantity::Spin { of, .. }
            | Quantity::Precession { of, .. }
            | Quantity::Energy { of }
            | Quantity::Mass { of }
            | Quantity::Inertia { of, .. }
            | Quantity::Travel { of } => of,
            Quantity::Distance { a, .. }
            | Quantity::Friction { a, .. }
            | Quantity::Restitution { a, .. } => a,
            _ => return None,
        };
        (!name.is_empty()).then_some(&name[..])
    }

    /// Returns the name of the second body that it concerns.
    pub fn other(&self) -> Option<&str> {
        let name = match self {
            Quantity::Distance { b, .. }
            | Quantity::Friction { b, .. }
            | Quantity::Restitution { b, .. } => b,
            _ => return None,
        };
        (!name.is_empty()).then_some(&name[..])
    }

    /// Returns all names of bodies in it, to change them.
    pub(super) fn names_mut(&mut self) -> Vec<&mut String> {
        match self {
            Quantity::Speed { of }
            | Quantity::Height { of }
            | Quantity::Bounce { of }
            | Quantity::Angle { of }
            | Quantity::Turned { of, .. }
            | Quantity::Spin { of, .. }
            | Quantity::Precession { of, .. }
            | Quantity::Energy { of }
            | Quantity::Mass { of }
            | Quantity::Inertia { of, .. }
            | Quantity::Travel { of } => vec![of],
            Quantity::Distance { a, b, .. }
            | Quantity::Friction { a, b }
            | Quantity::Restitution { a, b }
            | Quantity::Hits { a, b }
            | Quantity::FirstHit { a, b } => vec![a, b],
            Quantity::Fallen { of } => of.iter_mut().collect(),
            Quantity::Inside { .. }
            | Quantity::Entries { .. }
            | Quantity::Counter { .. }
            | Quantity::Time => Vec::new(),
        }
    }

    /// Returns it in words.
    fn words(&self) -> String {
        let pair = |word: &str, a: &str, b: &str| match b.is_empty() {
            true => format!("{word} of {a}"),
            false => format!("{word} of {a} and {b}"),
        };
        match self {
            Quantity::Speed { of } => format!("speed of {of}"),
            Quantity::Height { of } => format!("height of {of}"),
            Quantity::Bounce { of } => format!("{of} bounced to"),
            Quantity::Angle { of } => format!("angle of {of}"),
            Quantity::Turned { of, .. } => format!("{of} turned by"),
            Quantity::Spin { of, .. } => format!("spin of {of}"),
            Quantity::Precession { of, .. } => format!("precession of {of}"),
            Quantity::Energy { of } if of.is_empty() => "energy of all".to_owned(),
            Quantity::Energy { of } => format!("energy of {of}"),
            Quantity::Mass { of } => format!("mass of {of}"),
            Quantity::Inertia { of, .. } => format!("inertia of {of}"),
            Quantity::Travel { of } => format!("{of} travelled"),
            Quantity::Distance { a, b, .. } => pair("distance", a, b),
            Quantity::Friction { a, b } => pair("friction", a, b),
            Quantity::Restitution { a, b } => pair("restitution", a, b),
            Quantity::Hits { a, b } => pair("hits", a, b),
            Quantity::FirstHit { a, b } => pair("first hit", a, b),
            Quantity::Fallen { .. } => "fallen".to_owned(),
            Quantity::Inside { zone } => format!("in {zone}"),
            Quantity::Entries { zone } => format!("entered {zone}"),
            Quantity::Counter { counter } => counter.clone(),
            Quantity::Time => "time".to_owned(),
        }
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
