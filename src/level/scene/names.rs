//! Names that are still free in a scene.

use std::collections::BTreeSet;

use crate::arena::Arena;

/// Returns a name that no actor has: `wanted`, or its stem with the first free number.
pub(crate) fn free_name(arena: &Arena, wanted: &str) -> String {
    if !arena.actors().iter().any(|actor| *actor.name == *wanted) {
        return wanted.to_owned();
    }
    let taken: BTreeSet<&str> = arena.actors().iter().map(|one| &*one.name).collect();
    let stem = wanted
        .trim_end_matches(|c: char| c.is_ascii_digit())
        .trim_end();
    let stem = if stem.is_empty() { wanted } else { stem };
    let numbers = (2..).map(|number: u32| format!("{stem} {number}"));
    let free = numbers.into_iter().find(|name| !taken.contains(&name[..]));
    free.unwrap_or_default()
}

/// Returns a name that is not the stem of any copy or part in the scene: `wanted`, or with a number added.
pub(super) fn free_stem(arena: &Arena, wanted: &str) -> String {
    let taken: BTreeSet<&str> = arena.actors().iter().map(|one| &*one.name).collect();
    let free = |stem: &str| {
        let first = taken
            .range(stem..)
            .take_while(|name| name.starts_with(stem));
        let mut rest = first.map(|name| &name[stem.len()..]);
        !rest.any(|rest| rest.is_empty() || rest.starts_with(['/', ' ']))
    };
    if free(wanted) {
        return wanted.to_owned();
    }
    let others = (2..).map(|number: u32| format!("{wanted}_{number}"));
    let found = others.into_iter().find(|name| free(name));
    found.unwrap_or_default()
}
