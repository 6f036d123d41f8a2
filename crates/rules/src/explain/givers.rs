//! The givers of momentum that are not one of the two bodies of an explanation.

use dodgem_scene::console::fill;
use dodgem_scene::texts::NameWords;
use glam::DVec3;
use serde::Serialize;

use crate::explain::explain_words::BalanceWords;

/// The kind of a giver of momentum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GivenBy {
    /// Forces between the impact and the end of the step.
    Ahead,
    /// A body that no impulse moves, by its name.
    Body(String),
    /// Axes along which a body cannot move.
    LockedAxes,
    Gravity,
    /// The impact of the two.
    OwnImpact,
    /// The impact, or the contact, with another body, by its name.
    Impact(String),
    Contact(String),
    Joints,
    /// The springs of a car's wheels.
    Springs,
}

/// A giver of momentum that is not one of the two bodies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Giver {
    /// Its name in English.
    pub name: String,
    /// Its kind.
    #[serde(skip)]
    pub by: GivenBy,
    /// The momentum that it gave the two together, in kg m/s.
    pub momentum: DVec3,
}

impl Giver {
    /// A giver of that momentum, in kg m/s.
    pub(super) fn new(by: GivenBy, momentum: DVec3) -> Giver {
        Giver {
            name: BalanceWords::ENGLISH.giver(&by, &NameWords::ENGLISH),
            by,
            momentum,
        }
    }
}

impl BalanceWords {
    /// Returns the name of a giver of momentum.
    pub fn giver(&self, by: &GivenBy, names: &NameWords) -> String {
        let with = |text: &str, name: &str| fill(text, &[("name", &names.label(name))]);
        let plain = match by {
            GivenBy::Body(name) => return names.forms(name).subject,
            GivenBy::Impact(name) => return with(self.impact_with, name),
            GivenBy::Contact(name) => return with(self.contact_with, name),
            GivenBy::Ahead => self.ahead,
            GivenBy::LockedAxes => self.locked_axes,
            GivenBy::Gravity => self.gravity,
            GivenBy::OwnImpact => self.own_impact,
            GivenBy::Joints => self.joints,
            GivenBy::Springs => self.springs,
        };
        plain.to_owned()
    }
}
