//! Checks of the things, materials and parts of a level: their content and their number.

use std::collections::BTreeSet;

use crate::arena::Motion;
use crate::level::check::findings::{Findings, element, field, key, said_at};
use crate::level::check::forms;
use crate::level::outline::Key;
use crate::level::suggest::advice;
use crate::level::totals::Totals;
use crate::level::{Copies, Level, Solid, SpecPlace, ThingKind, ThingSpec};
use crate::params::limits;

/// Returns all things of a level: its own, then those of its parts.
pub(super) fn things_of(level: &Level) -> impl Iterator<Item = (SpecPlace, &ThingSpec)> {
    let listed = |part: Option<usize>, things: &'_ [ThingSpec]| -> Vec<SpecPlace> {
        (0..things.len())
            .map(|index| SpecPlace { part, index })
            .collect()
    };
    let own = listed(None, &level.things).into_iter();
    let own = own.map(|place| (place, &level.things[place.index]));
    let parts = level.parts.iter().enumerate();
    own.chain(parts.flat_map(move |(number, part)| {
        let places = listed(Some(number), &part.things).into_iter();
        places.map(|place| (place, &part.things[place.index]))
    }))
}

/// Checks all things, materials and parts.
pub(super) fn check(level: &Level, findings: &mut Findings) {
    let lists = [
        ("things", level.things.len(), limits::BODIES),
        ("materials", level.materials.len(), limits::LIST),
        ("parts", level.parts.len(), limits::LIST),
    ];
    let inner: usize = level.parts.iter().map(|part| part.things.len()).sum();
    let too_long = lists.map(|(list, count, most)| findings.is_long(list, count, most));
    if too_long.contains(&true) {
        return;
    }
    if inner > limits::BODIES {
        let message = format!("the parts have {inner} things; at most {}", limits::BODIES);
        findings.add(vec![key("parts")], message);
        findings.hall_is_flawed = true;
        return;
    }
    materials(level, findings);
    parts(level, findings);
    let mut groups = BTreeSet::new();
    for (place, thing) in things_of(level) {
        let path = said_at("things", place);
        one(level, &path, thing, findings);
        if !thing.group.is_empty() && groups.insert(&thing.group) && groups.len() > limits::GROUPS {
            let message = format!("this is one group too many; at most {}", limits::GROUPS);
            findings.add(field(path, "group"), message);
        }
    }
    names(level, findings);
    if let Err(excess) = Totals::new(level).of_level() {
        let thing = match excess.source.part {
            None => &level.things[excess.source.index],
            Some(part) => &level.parts[part].things[excess.source.index],
        };
        let what = if thing.copies.is_some() {
            "copies"
        } else {
            "part"
        };
        let path = field(said_at("things", excess.source), what);
        findings.add(path, excess.message);
        findings.hall_is_flawed = true;
    }
}

fn materials(level: &Level, findings: &mut Findings) {
    let mut known = BTreeSet::new();
    for (index, material) in level.materials.iter().enumerate() {
        let path = element("materials", index);
        findings.bounds(&path, material.bounds());
        findings.paint(&path, &material.paint);
        name(&path, &material.name, &mut known, findings);
    }
}

fn parts(level: &Level, findings: &mut Findings) {
    let mut known = BTreeSet::new();
    for (index, part) in level.parts.iter().enumerate() {
        let path = element("parts", index);
        name(&path, &part.name, &mut known, findings);
        if part.things.is_empty() {
            findings.add(path, "the part holds nothing; give it `things`".to_owned());
            findings.hall_is_flawed = true;
        }
    }
}

/// Checks a name that other items refer to.
fn name<'a>(
    path: &[Key<'static>],
    name: &'a str,
    known: &mut BTreeSet<&'a str>,
    findings: &mut Findings,
) {
    let path = field(path.to_vec(), "name");
    if name.is_empty() {
        findings.add(
            path,
            "the name is empty; nothing could refer to it".to_owned(),
        );
    } else if !known.insert(name) {
        findings.add(path, format!("the name {name:?} is given twice"));
    } else {
        findings.text(path, name, limits::NAME);
    }
}

/// Checks the names of things, each list separately, because names in parts get the part's name as a prefix.
fn names(level: &Level, findings: &mut Findings) {
    let mut known: BTreeSet<(Option<usize>, &str)> = BTreeSet::new();
    for (place, thing) in things_of(level) {
        if thing.name.is_empty() {
            continue;
        }
        let path = field(said_at("things", place), "name");
        if !known.insert((place.part, &thing.name)) {
            findings.add(path, format!("the name {:?} is given twice", thing.name));
        } else if thing.name.contains('/') {
            let message =
                "a name with \"/\"; that stands between the name of a part and what is in it";
            findings.add(path, message.to_owned());
        } else {
            findings.text(path, &thing.name, limits::NAME);
        }
    }
}

fn one(level: &Level, path: &[Key<'static>], thing: &ThingSpec, findings: &mut Findings) {
    let at = |name: &'static str| field(path.to_vec(), name);
    findings.bounds(path, thing.bounds());
    findings.paint(path, &thing.paint);
    findings.text(at("group"), &thing.group, limits::NAME);
    if let Some(solid) = &thing.solid {
        forms::check(&at("solid"), solid, findings);
    }
    what(level, path, thing, findings);
    moves(path, thing, findings);
    if let Some(copies) = &thing.copies {
        copies_of(&at("copies"), copies, findings);
    }
    if !thing.material.is_empty() {
        let known: Vec<&str> = level
            .materials
            .iter()
            .map(|one| one.name.as_str())
            .collect();
        if !known.contains(&thing.material.as_str()) {
            let message = match known.is_empty() {
                true => format!(
                    "unknown material {:?}; the level has no `materials`",
                    thing.material
                ),
                false => {
                    let advice = advice(&thing.material, &known);
                    format!("unknown material {:?}; {advice}", thing.material)
                }
            };
            findings.add(at("material"), message);
        }
    }
    for (one, other, both) in [
        ("center", "at", thing.center.is_some() && thing.at.is_some()),
        (
            "density",
            "mass",
            thing.density.is_some() && thing.mass.is_some(),
        ),
        (
            "motion",
            "kind",
            thing.motion.is_some() && thing.kind.is_some(),
        ),
    ] {
        if both {
            let message = format!("it has `{one}` and `{other}`; leave one of them out");
            findings.add(at(one), message);
        }
    }
}

/// Checks that it has exactly one of solid, model and part.
fn what(level: &Level, path: &[Key<'static>], thing: &ThingSpec, findings: &mut Findings) {
    let at = |name: &'static str| field(path.to_vec(), name);
    let given = [
        ("solid", thing.solid.is_some()),
        ("model", !thing.model.is_empty()),
        ("part", !thing.part.is_empty()),
    ];
    let given: Vec<&'static str> = given.iter().filter(|one| one.1).map(|one| one.0).collect();
    match given[..] {
        [] => {
            let message = "it has neither a solid nor a model nor a part; give it one of them";
            findings.add(path.to_vec(), message.to_owned());
        }
        [_] => {}
        [one, other, ..] => {
            let message = format!("it has a {one} and a {other}; leave one of them out");
            findings.add(at(other), message);
        }
    }
    if thing.part.is_empty() {
        return;
    }
    if level.part_index(&thing.part).is_none() {
        let known: Vec<&str> = level.parts.iter().map(|part| part.name.as_str()).collect();
        let message = match known.is_empty() {
            true => format!(
                "there is no part {:?}, neither in the level nor in levels/parts/",
                thing.part
            ),
            false => format!(
                "unknown part {:?}; {}",
                thing.part,
                advice(&thing.part, &known)
            ),
        };
        findings.add(at("part"), message);
    }
    // Fields of a single body have no meaning for a part.
    let plain = ThingSpec {
        name: thing.name.clone(),
        part: thing.part.clone(),
        at: thing.at,
        center: thing.center,
        heading: thing.heading,
        tilt: thing.tilt,
        roll: thing.roll,
        copies: thing.copies.clone(),
        ..ThingSpec::default()
    };
    if *thing != plain && given == ["part"] {
        let message =
            "a part has only a place, angles and copies; all else belongs to the things in it";
        findings.add(at("part"), message.to_owned());
    }
}

/// Checks its motion.
fn moves(path: &[Key<'static>], thing: &ThingSpec, findings: &mut Findings) {
    let at = |name: &'static str| field(path.to_vec(), name);
    if let Some(motion) = &thing.motion {
        findings.bounds(&at("motion"), motion.bounds());
        match motion {
            Motion::Spin { axis, .. } if axis.length() < 1e-3 => {
                let path = field(at("motion"), "axis");
                findings.add(
                    path,
                    "an axis needs a direction, such as (0, 1, 0)".to_owned(),
                );
            }
            Motion::Path { points, .. } => {
                let path = field(at("motion"), "points");
                let (count, most) = (points.len(), Motion::MAX_POINTS);
                if !(1..=most).contains(&count) {
                    findings.add(
                        path,
                        format!("a path of {count} points; it needs 1 to {most}"),
                    );
                    return;
                }
                for (index, point) in points.iter().enumerate() {
                    let mut path = path.clone();
                    path.push(Key::Index(index));
                    forms::triple(path, *point, findings);
                }
            }
            _ => {}
        }
    }
    if thing.phase != 0.0 && thing.motion.is_none() {
        let message = "it has no `motion`; a `phase` is the progress of a motion at the start";
        findings.add(at("phase"), message.to_owned());
    }
    if thing.is_dynamic() {
        if thing.solid.as_ref().is_some_and(has_field) {
            let message = "a field is ground and has no inside; write `kind: Fixed`";
            findings.add(at("solid"), message.to_owned());
        }
        return;
    }
    let why = match thing.kind {
        Some(ThingKind::Fixed) => "it stands still",
        _ => "its motion is prescribed",
    };
    for (name, said) in [
        ("velocity", thing.velocity != glam::Vec3::ZERO),
        ("spin", thing.spin != glam::Vec3::ZERO),
        ("asleep", thing.asleep),
        ("mass", thing.mass.is_some()),
        ("density", thing.density.is_some()),
    ] {
        if said {
            findings.add(at(name), format!("{why}; leave `{name}` out"));
        }
    }
}

fn has_field(solid: &Solid) -> bool {
    match solid {
        Solid::Field { .. } => true,
        Solid::Compound { of } => of
            .iter()
            .any(|part| matches!(part.solid, Solid::Field { .. })),
        _ => false,
    }
}

/// Checks the numbers of copies.
fn copies_of(path: &[Key<'static>], copies: &Copies, findings: &mut Findings) {
    findings.bounds(path, copies.bounds());
    for (name, count) in copies.counts() {
        if count == 0 {
            let message = format!("{name} is 0; leave the copies out, or the thing");
            findings.add(field(path.to_vec(), name), message);
        }
    }
    if let Copies::Wall {
        columns: 1, rows, ..
    } = copies
        && *rows > 1
    {
        let message = "columns is 1; each brick of a wall stands on two, so it must be 2 at least";
        findings.add(field(path.to_vec(), "columns"), message.to_owned());
    }
}
