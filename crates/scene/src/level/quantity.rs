//! Quantities of a scene: readouts show them as numbers, graphs as curves.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::level::defaults::is_default;

/// A quantity of a body, of a pair of bodies, of a joint, of a zone or of the scene. A name means one car or thing;
/// in `Hits`, `FirstHit` and `Fallen` also all copies.
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
    /// The place of its origin along x, in m.
    X {
        /// The body.
        of: String,
    },
    /// The place of its origin along y, in m.
    Y {
        /// The body.
        of: String,
    },
    /// The place of its origin along z, in m.
    Z {
        /// The body.
        of: String,
    },
    /// The sum of the forces of its contacts, in N; an impact counts as its impulse over a step.
    Force {
        /// The body.
        of: String,
    },
    /// The shortest distance between the surfaces of two bodies, in m; 0 while they touch.
    Gap {
        /// One body.
        a: String,
        /// The other one.
        b: String,
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
    /// The force of a joint, in N; the greatest of several joints of a name.
    Load {
        /// Name of the joint.
        joint: String,
    },
    /// The angle of a hinge, from where it began, in degrees.
    JointAngle {
        /// Name of the joint.
        joint: String,
    },
    /// The travel of a slider, from where it began, in m.
    JointTravel {
        /// Name of the joint.
        joint: String,
    },
    /// A counter of the triggers.
    Counter {
        /// Its name.
        counter: String,
    },
    /// The time of the round, in s.
    Time,
}

/// The object that a name in a quantity means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// One car or thing.
    Body,
    /// One car or thing, or none: the floor, or all bodies together.
    BodyOrNone,
    /// A car or a thing with all its copies.
    Bodies,
    /// The same, or none for anything.
    BodiesOrNone,
    /// A zone.
    Zone,
    /// A joint.
    Joint,
    /// A counter of the triggers.
    Counter,
}

impl Role {
    /// True if the name may be empty.
    pub fn is_optional(self) -> bool {
        matches!(self, Role::BodyOrNone | Role::BodiesOrNone)
    }

    /// True if the name is that of cars or things.
    pub fn is_of_bodies(self) -> bool {
        !matches!(self, Role::Zone | Role::Joint | Role::Counter)
    }
}

/// Lists the names in a quantity: field, role and text. `$iterate` is `iter` or `iter_mut`.
macro_rules! names_in {
    ($quantity:expr, $iterate:ident) => {
        match $quantity {
            Quantity::Speed { of }
            | Quantity::Height { of }
            | Quantity::Bounce { of }
            | Quantity::Angle { of }
            | Quantity::Turned { of, .. }
            | Quantity::Spin { of, .. }
            | Quantity::Precession { of, .. }
            | Quantity::Mass { of }
            | Quantity::Inertia { of, .. }
            | Quantity::Travel { of }
            | Quantity::X { of }
            | Quantity::Y { of }
            | Quantity::Z { of }
            | Quantity::Force { of } => vec![("of", Role::Body, of)],
            Quantity::Energy { of } => vec![("of", Role::BodyOrNone, of)],
            Quantity::Distance { a, b, .. } | Quantity::Gap { a, b } => {
                vec![("a", Role::Body, a), ("b", Role::Body, b)]
            }
            Quantity::Friction { a, b } | Quantity::Restitution { a, b } => {
                vec![("a", Role::Body, a), ("b", Role::BodyOrNone, b)]
            }
            Quantity::Hits { a, b } | Quantity::FirstHit { a, b } => {
                vec![("a", Role::Bodies, a), ("b", Role::BodiesOrNone, b)]
            }
            Quantity::Fallen { of } => (of.$iterate())
                .map(|name| ("of", Role::Bodies, name))
                .collect(),
            Quantity::Inside { zone } | Quantity::Entries { zone } => {
                vec![("zone", Role::Zone, zone)]
            }
            Quantity::Load { joint }
            | Quantity::JointAngle { joint }
            | Quantity::JointTravel { joint } => vec![("joint", Role::Joint, joint)],
            Quantity::Counter { counter } => vec![("counter", Role::Counter, counter)],
            Quantity::Time => Vec::new(),
        }
    };
}

impl Quantity {
    /// Returns the quantities that a graph can show, of nothing yet, in the order of its panel.
    pub fn for_graphs() -> [Quantity; 21] {
        let of = String::new;
        let [a, b] = [String::new; 2];
        let axis = Vec3::Y;
        [
            Quantity::Height { of: of() },
            Quantity::X { of: of() },
            Quantity::Y { of: of() },
            Quantity::Z { of: of() },
            Quantity::Speed { of: of() },
            Quantity::Spin {
                of: of(),
                axis: Vec3::ZERO,
            },
            Quantity::Angle { of: of() },
            Quantity::Turned { of: of(), axis },
            Quantity::Travel { of: of() },
            Quantity::Energy { of: of() },
            Quantity::Mass { of: of() },
            Quantity::Inertia { of: of(), axis },
            Quantity::Force { of: of() },
            Quantity::Gap { a: a(), b: b() },
            Quantity::Distance {
                a: a(),
                b: b(),
                flat: false,
            },
            Quantity::Friction { a: a(), b: b() },
            Quantity::Restitution { a: a(), b: b() },
            Quantity::Inside { zone: of() },
            Quantity::Load { joint: of() },
            Quantity::JointAngle { joint: of() },
            Quantity::JointTravel { joint: of() },
        ]
    }

    /// Returns its words on screen, with a star in the place of the names, and its unit; a plain number has none.
    fn described(&self) -> (&'static str, &'static str) {
        match self {
            Quantity::Speed { .. } => ("speed of *", "m/s"),
            Quantity::Height { .. } => ("height of *", "m"),
            Quantity::Bounce { .. } => ("* bounced to", "m"),
            Quantity::Angle { .. } => ("angle of *", "°"),
            Quantity::Turned { .. } => ("* turned by", "°"),
            Quantity::Spin { .. } => ("spin of *", "°/s"),
            Quantity::Precession { .. } => ("precession of *", "°/s"),
            Quantity::Energy { .. } => ("energy of *", "J"),
            Quantity::Mass { .. } => ("mass of *", "kg"),
            Quantity::Inertia { .. } => ("inertia of *", "kg m²"),
            Quantity::Travel { .. } => ("* travelled", "m"),
            Quantity::X { .. } => ("x of *", "m"),
            Quantity::Y { .. } => ("y of *", "m"),
            Quantity::Z { .. } => ("z of *", "m"),
            Quantity::Force { .. } => ("force of contacts of *", "N"),
            Quantity::Gap { .. } => ("gap between *", "m"),
            Quantity::Distance { .. } => ("distance of *", "m"),
            Quantity::Friction { .. } => ("friction of *", ""),
            Quantity::Restitution { .. } => ("restitution of *", ""),
            Quantity::Hits { .. } => ("hits of *", ""),
            Quantity::FirstHit { .. } => ("first hit of *", "s"),
            Quantity::Fallen { .. } => ("fallen", ""),
            Quantity::Inside { .. } => ("in *", ""),
            Quantity::Entries { .. } => ("entered *", ""),
            Quantity::Load { .. } => ("load of *", "N"),
            Quantity::JointAngle { .. } => ("angle of joint *", "°"),
            Quantity::JointTravel { .. } => ("travel of joint *", "m"),
            Quantity::Counter { .. } => ("*", ""),
            Quantity::Time => ("time", "s"),
        }
    }

    /// Returns the unit in which it is shown; empty for a plain number.
    pub fn unit(&self) -> &'static str {
        self.described().1
    }

    /// Returns it in words: `height of ball`.
    pub fn words(&self) -> String {
        let names = self.names().into_iter().map(|(_, _, name)| name);
        let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
        let all = match names[..] {
            [] => "all".to_owned(),
            _ => names.join(" and "),
        };
        self.described().0.replacen('*', &all, 1)
    }

    /// Returns its kind in words, without names: `height`.
    pub fn kind(&self) -> &'static str {
        let (words, _) = self.described();
        let words = words.trim_matches(['*', ' ']);
        words.trim_end_matches(" of").trim_end_matches(" between")
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

    /// True if the present state gives its value; others need the past of the round or its triggers.
    pub fn is_of_present(&self) -> bool {
        !matches!(
            self,
            Quantity::Bounce { .. }
                | Quantity::Precession { .. }
                | Quantity::Hits { .. }
                | Quantity::FirstHit { .. }
                | Quantity::Entries { .. }
                | Quantity::Counter { .. }
                | Quantity::Time
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
        let names = self.names();
        let (_, role, name) = names.first()?;
        let is_one = matches!(role, Role::Body | Role::BodyOrNone);
        (is_one && !name.is_empty()).then_some(*name)
    }

    /// Returns the names in it: field, role and text.
    pub fn names(&self) -> Vec<(&'static str, Role, &str)> {
        let names: Vec<(_, _, &String)> = names_in!(self, iter);
        let names = names.into_iter();
        names
            .map(|(field, role, name)| (field, role, &name[..]))
            .collect()
    }

    /// Returns the names in it, to change them.
    pub fn names_mut(&mut self) -> Vec<(&'static str, Role, &mut String)> {
        names_in!(self, iter_mut)
    }
}
