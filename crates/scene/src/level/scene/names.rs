//! Names that are still free in a scene.

use std::collections::{BTreeMap, BTreeSet};

use crate::arena::Arena;
use crate::level::{Clip, Solid};

/// The names in a scene, with those that were given since.
pub(crate) struct Names {
    taken: BTreeSet<String>,
    /// The next number to try for a stem.
    next: BTreeMap<String, u32>,
}

impl Names {
    /// Collects the names of all actors.
    pub fn of(arena: &Arena) -> Names {
        Names {
            taken: arena
                .actors()
                .iter()
                .map(|one| one.name.to_string())
                .collect(),
            next: BTreeMap::new(),
        }
    }

    /// Gives a name that no actor has: `wanted`, or its stem with the first free number.
    pub fn free_name(&mut self, wanted: &str) -> String {
        if self.taken.insert(wanted.to_owned()) {
            return wanted.to_owned();
        }
        let stem = stem(wanted);
        let next = self.next.entry(stem.to_owned()).or_insert(2);
        loop {
            let name = format!("{stem} {next}");
            *next += 1;
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }

    /// Gives a name that is not the stem of any copy or part in the scene: `wanted`, or with a number added.
    pub fn free_stem(&mut self, wanted: &str) -> String {
        let is_free = |stem: &str| {
            let first = self.taken.range(stem.to_owned()..);
            let first = first.take_while(|name| name.starts_with(stem));
            let mut rest = first.map(|name| &name[stem.len()..]);
            !rest.any(|rest| rest.is_empty() || rest.starts_with(['/', ' ']))
        };
        let mut name = wanted.to_owned();
        let mut number = 2;
        while !is_free(&name) {
            name = format!("{wanted}_{number}");
            number += 1;
        }
        self.taken.insert(name.clone());
        name
    }
}

/// Returns a clip with free names, which its joints follow.
pub(super) fn with_free_names(clip: &Clip, names: &mut Names) -> Clip {
    let mut clip = clip.clone();
    let mut renamed = Vec::new();
    for thing in &mut clip.things {
        let wanted = match (&thing.name[..], &thing.part[..]) {
            ("", "") => thing.solid.as_ref().map_or("thing", Solid::word),
            ("", part) => part,
            (name, _) => name,
        };
        let name = match thing.copies.is_some() || !thing.part.is_empty() {
            true => names.free_stem(wanted),
            false => names.free_name(wanted),
        };
        let before = std::mem::replace(&mut thing.name, name.clone());
        renamed.push((before, name));
    }
    for joint in &mut clip.joints {
        for end in [&mut joint.a, &mut joint.b, &mut joint.chain] {
            let rest = |before: &str| {
                let rest = end.strip_prefix(before).filter(|_| !before.is_empty())?;
                let is_whole = rest.is_empty() || rest.starts_with(['/', ' ']);
                is_whole.then(|| rest.to_owned())
            };
            let fits = renamed.iter();
            let fits = fits.filter_map(|(old, new)| Some((old.len(), new, rest(old)?)));
            // "wall 2" may be a thing of its own, or a copy of "wall".
            if let Some((_, new, rest)) = fits.max_by_key(|(length, ..)| *length) {
                *end = format!("{new}{rest}");
            }
        }
    }
    clip
}

/// Returns a name without the number at its end.
pub fn stem(name: &str) -> &str {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let stem = stem.trim_end();
    if stem.is_empty() { name } else { stem }
}

/// Returns a name that no actor has: `wanted`, or its stem with the first free number.
pub fn free_name(arena: &Arena, wanted: &str) -> String {
    if !arena.actors().iter().any(|actor| *actor.name == *wanted) {
        return wanted.to_owned();
    }
    Names::of(arena).free_name(wanted)
}
