//! One thing by itself, in the words of a level: what a hand puts into a scene that runs.

use crate::level::build_arena::{PlacedArena, build_arena};
use crate::level::check::{check, joint_fault};
use crate::level::{JointSpec, Level, Library, Mode, ThingSpec};

/// The thing alone in the hall of a level, of whose materials it may be. It is checked as those in a file are.
///
/// # Errors
/// What is wrong with it. Of models, parts, copies and groups a hand knows nothing.
pub(crate) fn single_thing(level: &Level, thing: &ThingSpec) -> Result<PlacedArena, String> {
    let said = [
        ("model", !thing.model.is_empty()),
        ("part", !thing.part.is_empty()),
        ("copies", thing.copies.is_some()),
        ("group", !thing.group.is_empty()),
    ];
    if let Some((name, _)) = said.into_iter().find(|(_, said)| *said) {
        return Err(format!("a thing that is made by hand has no `{name}`"));
    }
    let hall = Level {
        name: "thing".to_owned(),
        mode: Some(Mode::Free),
        parts: Vec::new(),
        cars: Vec::new(),
        things: vec![thing.clone()],
        joints: Vec::new(),
        zones: Vec::new(),
        patches: Vec::new(),
        ..level.clone()
    };
    // A solid needs no file.
    let library = Library::new(Vec::new());
    if let Some(finding) = check(&hall, &library, &[]).into_iter().next() {
        return Err(finding.message);
    }
    let refused = |mut refused: Vec<(_, String)>| {
        let first = refused.pop();
        first.map_or_else(String::new, |(_, message)| message)
    };
    build_arena(&hall, &library).map_err(refused)
}

/// A joint that is made by hand, checked as those in a file are; what it joins is not looked at.
///
/// # Errors
/// What is wrong with it.
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
