//! Checks of the tasks of a level.

use crate::level::check::findings::{Findings, element, field, key};
use crate::level::check::triggers::unknown;
use crate::level::outline::Key;
use crate::level::{Deed, Level};
use crate::params::limits;

/// Checks all tasks.
pub(super) fn check(level: &Level, findings: &mut Findings) {
    if findings.is_long("tasks", level.tasks.len(), limits::TASKS) {
        return;
    }
    for (index, task) in level.tasks.iter().enumerate() {
        let path = element("tasks", index);
        findings.bounds(&path, task.deed.bounds());
        let words = field(path.clone(), "words");
        if task.words.trim().is_empty() {
            let message = "the words are empty; the player has to know what to do";
            findings.add(words, message.to_owned());
        } else {
            findings.text(words, &task.words, limits::TASK_WORDS);
        }
        let deed = field(path, "deed");
        if let Deed::Answer { choices, right } = &task.deed {
            check_choices(choices, *right, &deed, findings);
        }
        if let Some(zone) = task.deed.zone() {
            let known = level.zones.iter().map(|one| &*one.name);
            if let Some(message) = unknown("zone", zone, known) {
                let mut place = deed.clone();
                place.push(key("zone"));
                findings.add(place, message);
            }
        }
        // The name of a copy begins with that of its thing.
        if let Deed::Bring { thing, .. } = &task.deed {
            let known = level.things.iter().map(|one| &*one.name);
            let is_copy = |name: &&str| {
                thing
                    .strip_prefix(name)
                    .is_some_and(|rest| rest.starts_with([' ', '/']))
            };
            if !known.clone().any(|name| !name.is_empty() && is_copy(&name))
                && let Some(message) = unknown("thing", thing, known)
            {
                let mut place = deed;
                place.push(key("thing"));
                findings.add(place, message);
            }
        }
    }
}

/// Checks the answers to a question.
fn check_choices(choices: &[String], right: u32, deed: &[Key<'static>], findings: &mut Findings) {
    let place = |name| field(deed.to_vec(), name);
    if !(2..=limits::CHOICES).contains(&choices.len()) {
        let message = format!("a question has 2 to {} choices", limits::CHOICES);
        return findings.add(place("choices"), message);
    }
    for choice in choices {
        findings.text(place("choices"), choice, limits::CHOICE_WORDS);
    }
    if right as usize >= choices.len() {
        let message = format!("choice {right} does not exist; the first one is 0");
        findings.add(place("right"), message);
    }
}
