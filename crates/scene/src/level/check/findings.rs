//! The faults that the checks of a level find, and the paths to them.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::arena::Bound;
use crate::level::outline::Key;
use crate::level::{LevelItem, Paint, SpecPlace};

/// A fault of a level.
pub(in crate::level) struct Finding {
    /// Path of the faulty value.
    pub path: Vec<Key<'static>>,
    /// The fault, and after a semicolon a suggestion.
    pub message: String,
}

/// Faults found so far.
#[derive(Default)]
pub struct Findings {
    pub list: Vec<Finding>,
    /// True if there is a fault in the hall, in the settings of all cars, or in the models as a whole: then
    /// no places can be checked.
    pub hall_is_flawed: bool,
    /// Cars, things, joints and other items with faults.
    pub flawed: BTreeSet<LevelItem>,
}

impl Findings {
    pub fn add(&mut self, path: Vec<Key<'static>>, message: String) {
        self.mark(&path);
        self.list.push(Finding { path, message });
    }

    /// Marks the item that contains the faulty value at a path.
    pub fn mark(&mut self, path: &[Key<'_>]) {
        match *path {
            [Key::Field("cars"), Key::Index(index), ..] => {
                self.flawed.insert(LevelItem::Car(index));
            }
            [Key::Field("zones"), Key::Index(index), ..] => {
                self.flawed.insert(LevelItem::Zone(index));
            }
            [Key::Field("patches"), Key::Index(index), ..] => {
                self.flawed.insert(LevelItem::Patch(index));
            }
            [
                Key::Field("parts"),
                Key::Index(part),
                Key::Field(list),
                Key::Index(index),
                ..,
            ] => {
                self.mark_in(list, Some(part), index);
            }
            [
                Key::Field(list @ ("things" | "joints")),
                Key::Index(index),
                ..,
            ] => {
                self.mark_in(list, None, index);
            }
            [Key::Field(name), ..] => self.hall_is_flawed |= HALL.contains(&name),
            _ => {}
        }
    }

    fn mark_in(&mut self, list: &str, part: Option<usize>, index: usize) {
        let place = SpecPlace { part, index };
        match list {
            "things" => self.flawed.insert(LevelItem::Thing(place)),
            "joints" => self.flawed.insert(LevelItem::Joint(place)),
            _ => false,
        };
    }

    /// Reports an invalid colour; an empty text means no colour and is valid.
    pub fn paint(&mut self, place: &[Key<'static>], paint: &str) {
        if !paint.is_empty() && Paint::parse(paint).is_none() {
            let message = format!("the paint {paint:?} is not a colour; write \"#rrggbb\"");
            self.add(field(place.to_vec(), "paint"), message);
        }
    }

    /// Reports a text that is too long or has control characters.
    pub fn text(&mut self, place: Vec<Key<'static>>, text: &str, most: usize) {
        let count = text.chars().count();
        if count > most {
            let message = format!("the text has {count} characters; at most {most} fit");
            self.add(place, message);
        } else if text.chars().any(char::is_control) {
            let message = "the text has a control character; only printable ones can be shown";
            self.add(place, message.to_owned());
        }
    }

    /// Reports a list that is too long. Returns true if it is.
    pub fn is_long(&mut self, list: &'static str, count: usize, most: usize) -> bool {
        if count > most {
            self.add(
                vec![key(list)],
                format!("there are {count} {list}; at most {most}"),
            );
            self.hall_is_flawed = true;
        }
        count > most
    }

    pub fn bounds(&mut self, place: &[Key<'static>], bounds: Vec<Bound>) {
        for bound in bounds.into_iter().filter(|bound| !bound.holds()) {
            let mut place = place.to_vec();
            place.extend(bound.field.iter().map(|name| key(name)));
            let name = bound
                .field
                .iter()
                .rfind(|name| name.parse::<usize>().is_err());
            let name = name.copied().unwrap_or("number");
            let (value, allowed) = (bound.value, show_range(&bound.range));
            self.add(place, format!("{name} is {value}; it must be {allowed}"));
        }
    }
}

/// Fields of a level from which the arena is built before the first actor.
const HALL: [&str; 15] = [
    "arena",
    "edge",
    "ceiling",
    "pit",
    "gravity",
    "air",
    "wind",
    "ground",
    "response",
    "walls",
    "broad_phase",
    "schedule",
    "budget_milliseconds",
    "engine",
    "vehicle",
];

pub fn key(name: &'static str) -> Key<'static> {
    match name.parse() {
        Ok(index) => Key::Index(index),
        Err(_) => Key::Field(name),
    }
}

pub fn element(list: &'static str, index: usize) -> Vec<Key<'static>> {
    vec![key(list), Key::Index(index)]
}

/// Returns the path of an element of a list, of the level or of a part.
pub fn said_at(list: &'static str, place: SpecPlace) -> Vec<Key<'static>> {
    let mut path = match place.part {
        Some(part) => element("parts", part),
        None => Vec::new(),
    };
    path.extend(element(list, place.index));
    path
}

pub fn field(mut place: Vec<Key<'static>>, name: &'static str) -> Vec<Key<'static>> {
    place.push(key(name));
    place
}

fn show_range(range: &RangeInclusive<f32>) -> String {
    format!("between {} and {}", range.start(), range.end())
}
