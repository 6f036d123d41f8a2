//! Checks of a level beyond its syntax.

mod findings;
mod forms;
mod graphs;
mod joints;
mod medals;
mod models;
mod readouts;
mod tasks;
mod things;
mod triggers;

use crate::arena::Border;
use crate::level::build_arena::{PlacedArena, build_chosen};
use crate::level::outline::Key;
use crate::level::read::Fault;
use crate::level::{
    BroadPhaseSpec, DetectionSpec, DriverSpec, Level, LevelItem, Library, Mode, Paint, PiecesSpec,
    SpecPlace,
};
use crate::params::TEAM_CARS;
use crate::params::limits;

use crate::level::check::findings::{Findings, element, field, key, said_at};

pub(super) use crate::level::check::findings::Finding;
pub use crate::level::check::joints::check_joint;
pub use crate::level::check::triggers::{Nameable, Named, in_braces};

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
pub fn first_fault(level: &Level, library: &Library) -> Option<String> {
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
    triggers::check(level, findings);
    graphs::check(level, findings);
    readouts::check(&level.card(), findings);
    if !findings.hall_is_flawed {
        models::check(level, library, findings);
    }
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
    if level.down.normalize_or_zero() == glam::Vec3::ZERO {
        let message = "gravity needs a direction, such as (0, -1, 0)";
        findings.add(vec![key("down")], message.to_owned());
    }
    let players = || {
        let cars = level.cars.iter().enumerate();
        cars.filter(|(_, car)| car.driver == DriverSpec::Player)
    };
    if level.engine.detection == DetectionSpec::Discrete && mode != Mode::Free {
        let message =
            "nothing counts without impacts, which Discrete does not have; it needs `mode: Free`";
        findings.add(vec![key("engine"), key("detection")], message.to_owned());
    }
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

/// Checks the names in triggers, graphs and readouts, which refer to everything else.
fn names(placed: &PlacedArena, findings: &mut Findings) {
    let triggers = placed.scene.triggers();
    let names = Nameable::of(&placed.scene, &placed.arena, triggers);
    let mut tell = |list: &'static str, index: usize, faults: Vec<Finding>| {
        for fault in faults {
            let mut path = element(list, index);
            path.extend(fault.path);
            findings.add(path, fault.message);
        }
    };
    for (index, trigger) in triggers.iter().enumerate().take(limits::LIST) {
        tell("triggers", index, names.faults(trigger));
    }
    let graphs = placed.scene.graphs().iter().enumerate();
    for (index, graph) in graphs.take(limits::GRAPHS) {
        tell("graphs", index, names.graph_faults(graph));
    }
    let readouts = placed.scene.card().readouts.iter().enumerate();
    for (index, readout) in readouts.take(limits::READOUTS) {
        tell("readouts", index, names.readout_faults(readout));
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
        Ok(placed) => {
            names(&placed, findings);
            return Some(placed);
        }
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
