//! Checks of the joints, zones and patches of a level by themselves. The names in them are resolved when the
//! level is built.

use crate::level::check::findings::{Findings, element, field, said_at};
use crate::level::check::forms;
use crate::level::outline::Key;
use crate::level::{JointKindSpec, JointSpec, Level, SpecPlace};
use crate::params::limits;

/// Checks all joints, zones and patches.
pub(super) fn check(level: &Level, findings: &mut Findings) {
    let inner: usize = level.parts.iter().map(|part| part.joints.len()).sum();
    let too_long = [
        findings.is_long("joints", level.joints.len(), limits::JOINTS),
        findings.is_long("parts", inner, limits::JOINTS),
        findings.is_long("zones", level.zones.len(), limits::LIST),
        findings.is_long("patches", level.patches.len(), limits::LIST),
    ];
    if too_long.contains(&true) {
        return;
    }
    for (index, joint) in level.joints.iter().enumerate() {
        one(SpecPlace { part: None, index }, joint, findings);
    }
    for (number, part) in level.parts.iter().enumerate() {
        for (index, joint) in part.joints.iter().enumerate() {
            let part = Some(number);
            one(SpecPlace { part, index }, joint, findings);
        }
    }
    for (index, zone) in level.zones.iter().enumerate() {
        let path = element("zones", index);
        findings.bounds(&path, zone.bounds());
        findings.paint(&path, &zone.paint);
        findings.text(field(path.clone(), "name"), &zone.name, limits::NAME);
        forms::check(&field(path, "solid"), &zone.solid, findings);
    }
    for (index, patch) in level.patches.iter().enumerate() {
        let path = element("patches", index);
        findings.bounds(&path, patch.bounds());
        findings.paint(&path, &patch.paint);
    }
}

/// Checks a joint that an act adds; the names that it joins are ignored.
///
/// # Errors
/// Its first fault.
pub fn check_joint(joint: &JointSpec, to_world: bool) -> Result<(), String> {
    let other = if to_world { "" } else { "b" };
    let named = JointSpec {
        a: "a".to_owned(),
        b: other.to_owned(),
        chain: String::new(),
        ..joint.clone()
    };
    let mut findings = Findings::default();
    one(SpecPlace::FIRST, &named, &mut findings);
    let first = findings.list.into_iter().next();
    first.map_or(Ok(()), |finding| Err(finding.message))
}

fn one(place: SpecPlace, joint: &JointSpec, findings: &mut Findings) {
    of_effect(&said_at("joints", place), joint, findings);
}

/// Checks a joint at a path.
pub(super) fn of_effect(path: &[Key<'static>], joint: &JointSpec, findings: &mut Findings) {
    let path = path.to_vec();
    findings.bounds(&path, joint.bounds());
    for (name, fault) in faults(joint) {
        let path: Vec<Key<'static>> = match name {
            "axis" | "length" => field(field(path.clone(), "kind"), name),
            "" => path.clone(),
            name => field(path.clone(), name),
        };
        findings.add(path, fault.to_owned());
    }
}

/// Returns inconsistencies of a joint, each with the faulty field.
fn faults(joint: &JointSpec) -> Vec<(&'static str, &'static str)> {
    let mut faults = Vec::new();
    let mut tell = |wrong: bool, name, fault| {
        if wrong {
            faults.push((name, fault));
        }
    };
    let chain = !joint.chain.is_empty();
    tell(
        !chain && joint.a.is_empty(),
        "",
        "it holds nothing; name a thing as `a`, or one with copies as `chain`",
    );
    tell(
        chain && !(joint.a.is_empty() && joint.b.is_empty()),
        "chain",
        "it has a `chain` and an `a` or `b`; a chain joins each copy to the next",
    );
    tell(
        chain && (joint.at.is_some() || joint.to.is_some()),
        "chain",
        "a chain holds half way between each copy and the next; leave `at` and `to` out",
    );
    tell(
        !chain && !joint.a.is_empty() && joint.a == joint.b,
        "b",
        "it joins a thing to itself",
    );
    tell(
        joint
            .axis()
            .is_some_and(|axis| axis.length().is_nan() || axis.length() < 1e-3),
        "axis",
        "an axis needs a direction, such as (0, 1, 0)",
    );
    tell(
        joint.to.is_some() && !joint.has_length(),
        "to",
        "only ropes, rods and springs have another end; leave `to` out",
    );
    tell(
        joint.has_length() && !chain && joint.to.is_none() && joint.b.is_empty(),
        "",
        "it has one end only; say where the other one is by `b` or `to`",
    );
    let turns = matches!(
        joint.kind,
        JointKindSpec::Hinge { .. } | JointKindSpec::Slider { .. }
    );
    tell(
        joint.limits.is_some() && !turns,
        "limits",
        "only hinges and sliders have limits",
    );
    tell(
        joint.limits.is_some_and(|limits| limits.x > limits.y),
        "limits",
        "the first limit is the greater one; write the least first",
    );
    if let Some(motor) = &joint.motor {
        tell(!turns, "motor", "only hinges and sliders have a motor");
        tell(
            motor.speed.is_some() == motor.angle.is_some(),
            "motor",
            "a motor needs either a `speed` or an `angle`",
        );
    }
    faults
}
