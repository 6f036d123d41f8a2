//! Checks of the question of a level and of its readouts.

use std::collections::BTreeSet;

use crate::level::check::findings::{Finding, Findings, element, field, key};
use crate::level::check::triggers::{Nameable, unknown};
use crate::level::formula::Formula;
use crate::level::outline::Key;
use crate::level::{Card, JointKindSpec, Quantity, ReadoutSpec, Role};
use crate::params::limits;

/// Checks texts, axes and formulas.
pub(super) fn check(card: &Card, findings: &mut Findings) {
    for (name, text) in [
        ("question", &card.question),
        ("press", &card.press),
        ("change", &card.change),
    ] {
        findings.text(vec![key(name)], text, limits::TASK_WORDS);
    }
    if findings.is_long("readouts", card.readouts.len(), limits::READOUTS) {
        return;
    }
    let mut names = BTreeSet::new();
    for (index, readout) in card.readouts.iter().enumerate() {
        let path = element("readouts", index);
        let at = |name: &'static str| field(path.clone(), name);
        findings.text(at("label"), &readout.label, limits::NAME);
        findings.text(at("name"), &readout.name, limits::NAME);
        findings.bounds(&path, readout.bounds());
        if !readout.name.is_empty() && !names.insert(&readout.name[..]) {
            let message = format!("there is another readout {:?}", readout.name);
            findings.add(at("name"), message);
        }
        if let Some((name, message)) = quantity_fault(&readout.quantity) {
            findings.add(field(at("quantity"), name), message);
        }
        if readout.trail && readout.quantity.body().is_none() {
            let message = "only a quantity of one body has a trail, such as its Speed";
            findings.add(at("trail"), message.to_owned());
        }
        if let Some(message) = formula_fault(readout, &card.readouts) {
            findings.add(at("formula"), message);
        }
    }
}

/// Returns the fault of a quantity by itself, with the field that has it.
pub(super) fn quantity_fault(quantity: &Quantity) -> Option<(&'static str, String)> {
    if let Quantity::Fallen { of } = quantity
        && (of.is_empty() || of.len() > limits::READOUTS)
    {
        let most = limits::READOUTS;
        return Some((
            "of",
            format!("there are {} names; write 1 to {most}", of.len()),
        ));
    }
    axis_fault(quantity).map(|message| ("axis", message))
}

fn axis_fault(quantity: &Quantity) -> Option<String> {
    // Without an axis a spin is that about all axes.
    let needs = matches!(
        quantity,
        Quantity::Turned { .. } | Quantity::Precession { .. } | Quantity::Inertia { .. }
    );
    let none = quantity.axis()?.normalize_or_zero() == glam::Vec3::ZERO;
    (needs && none).then(|| "the axis needs a direction, such as (1, 0, 0)".to_owned())
}

fn formula_fault(readout: &ReadoutSpec, all: &[ReadoutSpec]) -> Option<String> {
    if readout.formula.is_empty() {
        return None;
    }
    let length = readout.formula.chars().count();
    if length > limits::FORMULA {
        let most = limits::FORMULA;
        return Some(format!(
            "the formula has {length} characters; at most {most}"
        ));
    }
    let formula = match Formula::read(&readout.formula) {
        Ok(formula) => formula,
        Err(error) => return Some(format!("no formula: {error}")),
    };
    let known = all.iter().map(|one| &one.name[..]);
    let known = known.chain(std::iter::once("gravity"));
    let mut names = formula.names().into_iter();
    names.find_map(|name| unknown("readout", name, known.clone()))
}

impl Nameable<'_> {
    /// Returns the faults of the names in a readout, with paths within it.
    pub(in crate::level) fn readout_faults(&self, readout: &ReadoutSpec) -> Vec<Finding> {
        self.quantity_faults(&readout.quantity, &[key("quantity")])
    }

    /// Returns the faults of the names in a quantity, with paths that begin with that of the quantity.
    pub(super) fn quantity_faults(
        &self,
        quantity: &Quantity,
        path: &[Key<'static>],
    ) -> Vec<Finding> {
        let mut found = Vec::new();
        for (index, (field, role, name)) in quantity
            .names()
            .into_iter()
            .take(limits::READOUTS)
            .enumerate()
        {
            if role.is_optional() && name.is_empty() {
                continue;
            }
            let message = match role {
                Role::Body | Role::BodyOrNone => self.one_thing(name),
                Role::Bodies | Role::BodiesOrNone => self.thing(name),
                Role::Zone => self.zone(name),
                Role::Joint => self.joint(name).or(self.other_joint(quantity, name)),
                Role::Counter => self.counter(name),
            };
            let mut path = path.to_vec();
            path.push(key(field));
            if matches!(quantity, Quantity::Fallen { .. }) {
                path.push(Key::Index(index));
            }
            found.extend(message.map(|message| Finding { path, message }));
        }
        found
    }

    /// Returns the reason why a joint does not have a quantity.
    fn other_joint(&self, quantity: &Quantity, name: &str) -> Option<String> {
        let joint = self.joint_called(name)?;
        let (fits, lack) = match quantity {
            Quantity::JointAngle { .. } => (
                matches!(joint.kind, JointKindSpec::Hinge { .. }),
                "angle; only hinges have one",
            ),
            Quantity::JointTravel { .. } => (
                matches!(joint.kind, JointKindSpec::Slider { .. }),
                "travel; only sliders have one",
            ),
            _ => return None,
        };
        (!fits).then(|| format!("the joint {name:?} has no {lack}"))
    }
}
