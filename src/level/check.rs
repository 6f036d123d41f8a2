//! Checks of a level beyond its syntax.

mod forms;
mod joints;
mod medals;
mod models;
mod tasks;
mod things;

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::arena::{Border, Bound};
use crate::level::build_arena::{PlacedArena, build_chosen};
use crate::level::outline::Key;
use crate::level::read::Fault;
use crate::level::{
    BroadPhaseSpec, DriverSpec, Level, LevelItem, Library, Mode, Paint, PiecesSpec, SpecPlace,
    limits,
};
use crate::params::TEAM_CARS;

pub(crate) use crate::level::check::joints::check_joint;

/// A fault of a level.
pub(super) struct Finding {
    /// Path of the faulty value.
    pub(super) path: Vec<Key<'static>>,
    /// The fault, and after a semicolon a suggestion.
    pub(super) message: String,
}

/// Builds the arena of a level whose text has the `known` faults.
///
/// # Errors
/// All further faults: numbers, texts, counts, models, and the places of cars and things without other faults;
/// none if only the known ones keep it from being built.
pub(super) fn check(
    level: &Level,
    library: &Library,
    known: &[Fault<'_>],
) -> Result<PlacedArena, Vec<Finding>> {
    let mut findings = Findings::default();
    for fault in known {
        findings.mark(&fault.path);
    }
    // An unknown field does not affect the hall; in a thing it may be a misspelt `scale`, so the thing stays
    // marked.
    findings.hall_is_flawed = false;
    content(level, library, &mut findings);
    let built = match findings.hall_is_flawed {
        true => None,
        false => places(level, library, &mut findings),
    };
    let is_sound = known.is_empty() && findings.list.is_empty();
    built.filter(|_| is_sound).ok_or(findings.list)
}

/// Returns the first fault of a level, without its places: an act looks for a place itself.
pub(crate) fn first_fault(level: &Level, library: &Library) -> Option<String> {
    let mut findings = Findings::default();
    content(level, library, &mut findings);
    let first = findings.list.into_iter().next();
    first.map(|finding| finding.message)
}

/// Checks everything but the places of cars and things.
fn content(level: &Level, library: &Library, findings: &mut Findings) {
    numbers(level, findings);
    texts(level, findings);
    counts(level, findings);
    things::check(level, findings);
    joints::check(level, findings);
    medals::check(level, findings);
    tasks::check(level, findings);
    if !findings.hall_is_flawed {
        models::check(level, library, findings);
    }
}

/// Faults found so far.
#[derive(Default)]
struct Findings {
    list: Vec<Finding>,
    /// True if there is a fault in the hall, in the settings of all cars, or in the models as a whole: then
    /// no places can be checked.
    hall_is_flawed: bool,
    /// Cars, things, joints and other items with faults.
    flawed: BTreeSet<LevelItem>,
}

impl Findings {
    fn add(&mut self, path: Vec<Key<'static>>, message: String) {
        self.mark(&path);
        self.list.push(Finding { path, message });
    }

    /// Marks the item that contains the faulty value at a path.
    fn mark(&mut self, path: &[Key<'_>]) {
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
    fn paint(&mut self, place: &[Key<'static>], paint: &str) {
        if !paint.is_empty() && Paint::parse(paint).is_none() {
            let message = format!("the paint {paint:?} is not a colour; write \"#rrggbb\"");
            self.add(field(place.to_vec(), "paint"), message);
        }
    }

    /// Reports a text that is too long or has control characters.
    fn text(&mut self, place: Vec<Key<'static>>, text: &str, most: usize) {
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
    fn is_long(&mut self, list: &'static str, count: usize, most: usize) -> bool {
        if count > most {
            self.add(
                vec![key(list)],
                format!("there are {count} {list}; at most {most}"),
            );
            self.hall_is_flawed = true;
        }
        count > most
    }

    fn bounds(&mut self, place: &[Key<'static>], bounds: Vec<Bound>) {
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

fn key(name: &'static str) -> Key<'static> {
    match name.parse() {
        Ok(index) => Key::Index(index),
        Err(_) => Key::Field(name),
    }
}

fn element(list: &'static str, index: usize) -> Vec<Key<'static>> {
    vec![key(list), Key::Index(index)]
}

/// Returns the path of an element of a list, of the level or of a part.
fn said_at(list: &'static str, place: SpecPlace) -> Vec<Key<'static>> {
    let mut path = match place.part {
        Some(part) => element("parts", part),
        None => Vec::new(),
    };
    path.extend(element(list, place.index));
    path
}

fn field(mut place: Vec<Key<'static>>, name: &'static str) -> Vec<Key<'static>> {
    place.push(key(name));
    place
}

fn show_range(range: &RangeInclusive<f32>) -> String {
    format!("between {} and {}", range.start(), range.end())
}

fn numbers(level: &Level, findings: &mut Findings) {
    findings.bounds(&[], level.bounds());
    if let Border::Polygon { corners } = level.arena
        && let Some((index, fault)) = corners.fault()
    {
        let path = vec![key("arena"), key("corners"), Key::Index(index)];
        findings.add(path, fault);
    }
    findings.bounds(&[key("ground")], level.ground.bounds());
    findings.bounds(&[key("walls")], level.walls.bounds());
    findings.bounds(&[key("response")], level.response.bounds());
    findings.bounds(&[key("vehicle")], level.vehicle.bounds());
    findings.bounds(&[key("mood")], level.mood.bounds());
    for (index, car) in level.cars.iter().enumerate() {
        let place = element("cars", index);
        findings.bounds(&place, car.bounds());
        if let Some(vehicle) = &car.vehicle {
            findings.bounds(&field(place, "vehicle"), vehicle.bounds());
        }
    }
    let cells = match level.broad_phase {
        BroadPhaseSpec::Grid2 { columns, rows } => vec![("columns", columns), ("rows", rows)],
        BroadPhaseSpec::Grid3 {
            columns,
            rows,
            layers,
        } => vec![("columns", columns), ("rows", rows), ("layers", layers)],
        _ => Vec::new(),
    };
    let most = level.engine.pieces.most;
    if !(1..=PiecesSpec::MOST).contains(&most) {
        let place = vec![key("engine"), key("pieces"), key("most")];
        let allowed = PiecesSpec::MOST;
        findings.add(
            place,
            format!("most is {most}; it must be between 1 and {allowed}"),
        );
    }
    for (name, cells) in cells {
        if !(1..=1000).contains(&cells) {
            let place = vec![key("broad_phase"), key(name)];
            let message = format!("{name} is {cells}; it must be between 1 and 1000");
            findings.add(place, message);
        }
    }
}

fn texts(level: &Level, findings: &mut Findings) {
    findings.text(vec![key("name")], &level.name, limits::NAME);
    let description = vec![key("description")];
    findings.text(description, &level.description, limits::DESCRIPTION);
    for (index, car) in level.cars.iter().enumerate() {
        let place = field(element("cars", index), "name");
        findings.text(place, &car.name, limits::NAME);
    }
    if level.name.trim().is_empty() {
        let message = "the name is empty; the menu needs something to show";
        findings.add(vec![key("name")], message.to_owned());
    }
    for (names, color) in level.mood.colors() {
        if Paint::parse(color).is_none() {
            let place = [&["mood"][..], &names].concat();
            let message = format!("{color:?} is not a colour; write \"#rrggbb\"");
            findings.add(place.into_iter().map(key).collect(), message);
        }
    }
    for (index, car) in level.cars.iter().enumerate() {
        if !car.paint.is_empty() && Paint::parse(&car.paint).is_none() {
            let message = format!(
                "the paint {:?} is not a colour; write \"#rrggbb\"",
                car.paint
            );
            findings.add(field(element("cars", index), "paint"), message);
        }
    }
}

fn counts(level: &Level, findings: &mut Findings) {
    let cars = level.cars.len();
    if cars > limits::CARS {
        let message = format!("there are {cars} cars; at most {}", limits::CARS);
        findings.add(vec![key("cars")], message);
    }
    let mode = level.own_mode();
    if !level.plays(mode) {
        let message = match cars {
            _ if mode == Mode::Lesson => {
                "a lesson needs something to do; give it `tasks`, or another mode".to_owned()
            }
            0 | 1 => format!(
                "{} needs two cars; without them write `mode: Free`",
                mode.name()
            ),
            _ => "nobody can fall here; KnockOut needs `edge: Open`".to_owned(),
        };
        findings.add(vec![key("mode")], message);
    }
    if level.teams && !level.plays_in_teams(mode) {
        let message =
            format!("two teams need Points or Crashes as the mode, and {TEAM_CARS} cars or more");
        findings.add(vec![key("teams")], message);
    }
    if level.wind != glam::Vec3::ZERO && level.air == 0.0 {
        let message = "wind needs air; give it a density, such as `air: 1.2`";
        findings.add(vec![key("wind")], message.to_owned());
    }
    let players = || {
        let cars = level.cars.iter().enumerate();
        cars.filter(|(_, car)| car.driver == DriverSpec::Player)
    };
    if players().next().is_none() && mode != Mode::Free {
        let message = "no car has the driver Player; at least one must";
        findings.add(vec![key("cars")], message.to_owned());
    }
    if let Some((index, _)) = players().nth(limits::PLAYERS) {
        let message = format!(
            "this is one player too many; at most {} cars can have the driver Player",
            limits::PLAYERS
        );
        findings.add(field(element("cars", index), "driver"), message);
    }
}

/// Returns the path of the field that places a thing.
fn placed_at(level: &Level, place: SpecPlace) -> Vec<Key<'static>> {
    let path = said_at("things", place);
    let things = match place.part {
        Some(part) => &level.parts[part].things,
        None => &level.things,
    };
    match &things[place.index] {
        thing if thing.at.is_some() => field(path, "at"),
        thing if thing.center.is_some() => field(path, "center"),
        _ => path,
    }
}

/// Builds the arena of the items without faults.
fn places(level: &Level, library: &Library, findings: &mut Findings) -> Option<PlacedArena> {
    let sound = |placed: LevelItem| {
        let fits = match placed {
            LevelItem::Car(index) => index < limits::CARS,
            _ => true,
        };
        fits && !findings.flawed.contains(&placed)
    };
    let refused = match build_chosen(level, library, sound) {
        Ok(placed) => return Some(placed),
        Err(refused) => refused,
    };
    for (placed, message) in refused {
        let place = match placed {
            LevelItem::Car(index) => field(element("cars", index), "position"),
            LevelItem::Thing(place) => placed_at(level, place),
            LevelItem::Joint(place) => said_at("joints", place),
            LevelItem::Zone(index) => element("zones", index),
            LevelItem::Patch(index) => element("patches", index),
            LevelItem::Arena => vec![key("broad_phase")],
        };
        findings.add(place, message);
    }
    None
}
