//! Builds and checks single things, cars, zones and joints for the hand: they are in the form of a level and
//! are checked like the content of a level file.

use std::collections::BTreeMap;

use crate::arena::ActorDesc;
use crate::level::build_arena::{ActorLook, PlacedArena, build_grouped};
use crate::level::build_car::car_desc;
use crate::level::check::{check, joint_fault};
use crate::level::{CarSpec, JointSpec, Level, Library, Mode, ThingSpec, ZoneSpec};

/// Returns a level with its hall, materials and parts, but without other content.
pub(crate) fn empty_hall(level: &Level) -> Level {
    Level {
        name: "thing".to_owned(),
        mode: Some(Mode::Free),
        cars: Vec::new(),
        things: Vec::new(),
        joints: Vec::new(),
        zones: Vec::new(),
        patches: Vec::new(),
        ..level.clone()
    }
}

/// Returns a hall with only this thing, with its copies or the content of its part.
pub(crate) fn hall_of_thing(level: &Level, thing: &ThingSpec) -> Level {
    Level {
        things: vec![thing.clone()],
        ..empty_hall(level)
    }
}

/// Builds a hall if it is valid.
///
/// # Errors
/// Its first fault.
pub(crate) fn built_hall(
    hall: &Level,
    models: &Library,
    groups: &BTreeMap<String, u32>,
) -> Result<PlacedArena, String> {
    checked(hall, models)?;
    let refused = |mut refused: Vec<(_, String)>| {
        let first = refused.pop();
        first.map_or_else(String::new, |(_, message)| message)
    };
    build_grouped(hall, models, groups.clone()).map_err(refused)
}

/// Builds a zone alone in the hall of a level.
///
/// # Errors
/// Its first fault.
pub(crate) fn single_zone(
    level: &Level,
    models: &Library,
    zone: &ZoneSpec,
) -> Result<PlacedArena, String> {
    let hall = Level {
        zones: vec![zone.clone()],
        ..empty_hall(level)
    };
    built_hall(&hall, models, &BTreeMap::new())
}

/// Returns a car as an actor, with its look.
///
/// # Errors
/// Its first fault.
pub(crate) fn single_car(
    level: &Level,
    models: &Library,
    car: &CarSpec,
) -> Result<(ActorDesc, ActorLook), String> {
    let hall = Level {
        cars: vec![car.clone()],
        ..empty_hall(level)
    };
    checked(&hall, models)?;
    car_desc(level, models, car, car.name.clone())
}

/// Checks a joint that the hand adds; the names that it joins are ignored.
///
/// # Errors
/// Its first fault.
pub(crate) fn check_joint(joint: &JointSpec, to_world: bool) -> Result<(), String> {
    let named = JointSpec {
        a: "a".to_owned(),
        b: if to_world {
            String::new()
        } else {
            "b".to_owned()
        },
        chain: String::new(),
        ..joint.clone()
    };
    joint_fault(&named).map_or(Ok(()), Err)
}

fn checked(hall: &Level, models: &Library) -> Result<(), String> {
    let finding = check(hall, models, &[]).into_iter().next();
    finding.map_or(Ok(()), |finding| Err(finding.message))
}
