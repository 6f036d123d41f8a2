//! Whether a level that reads well also makes sense.

use std::ops::RangeInclusive;

use crate::arena::Bound;
use crate::level::locate::{Key, locate};
use crate::level::{
    BroadPhaseSpec, DriverSpec, Level, Library, Paint, Placed, Problem, build_arena, limits,
};

/// Everything that is wrong with a level, in the order of the file.
pub(super) fn check(level: &Level, library: &Library, path: &str, text: &str) -> Vec<Problem> {
    let mut report = Report {
        path,
        text,
        problems: Vec::new(),
    };
    numbers(level, &mut report);
    texts(level, &mut report);
    counts(level, &mut report);
    // Only numbers that make sense can be built with.
    if report.problems.is_empty() {
        models(level, library, &mut report);
    }
    if report.problems.is_empty() {
        places(level, library, &mut report);
    }
    report.problems.sort_by_key(|problem| problem.place);
    report.problems
}

struct Report<'a> {
    path: &'a str,
    text: &'a str,
    problems: Vec<Problem>,
}

impl Report<'_> {
    fn add(&mut self, place: Vec<Key>, message: String) {
        self.problems.push(Problem {
            path: self.path.to_owned(),
            place: Some(locate(self.text, &place)),
            message,
        });
    }

    fn bounds(&mut self, place: &[Key], bounds: Vec<Bound>) {
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

fn key(name: &str) -> Key {
    match name.parse() {
        Ok(index) => Key::Index(index),
        Err(_) => Key::Field(name.to_owned()),
    }
}

fn element(list: &str, index: usize) -> Vec<Key> {
    vec![key(list), Key::Index(index)]
}

fn field(mut place: Vec<Key>, name: &str) -> Vec<Key> {
    place.push(key(name));
    place
}

fn show_range(range: &RangeInclusive<f32>) -> String {
    format!("between {} and {}", range.start(), range.end())
}

fn numbers(level: &Level, report: &mut Report) {
    report.bounds(&[], level.bounds());
    report.bounds(&[key("ground")], level.ground.bounds());
    report.bounds(&[key("walls")], level.walls.bounds());
    report.bounds(&[key("response")], level.response.bounds());
    report.bounds(&[key("vehicle")], level.vehicle.bounds());
    for (index, car) in level.cars.iter().enumerate() {
        let place = element("cars", index);
        report.bounds(&place, car.bounds());
        if let Some(vehicle) = &car.vehicle {
            report.bounds(&field(place, "vehicle"), vehicle.bounds());
        }
    }
    for (index, obstacle) in level.obstacles.iter().enumerate() {
        report.bounds(&element("obstacles", index), obstacle.bounds());
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
    for (name, cells) in cells {
        if !(1..=1000).contains(&cells) {
            let place = vec![key("broad_phase"), key(name)];
            let message = format!("{name} is {cells}; it must be between 1 and 1000");
            report.add(place, message);
        }
    }
}

fn texts(level: &Level, report: &mut Report) {
    let mut longest = |place: Vec<Key>, text: &str, most: usize| {
        let count = text.chars().count();
        if count > most {
            report.add(
                place,
                format!("the text has {count} characters; at most {most} fit"),
            );
        } else if text.chars().any(char::is_control) {
            let message = "the text has a control character; only printable ones can be shown";
            report.add(place, message.to_owned());
        }
    };
    longest(vec![key("name")], &level.name, limits::NAME);
    longest(
        vec![key("description")],
        &level.description,
        limits::DESCRIPTION,
    );
    for (index, car) in level.cars.iter().enumerate() {
        longest(
            field(element("cars", index), "name"),
            &car.name,
            limits::NAME,
        );
    }
    if level.name.trim().is_empty() {
        let message = "the name is empty; the menu needs something to show";
        report.add(vec![key("name")], message.to_owned());
    }
    for (index, car) in level.cars.iter().enumerate() {
        if Paint::parse(&car.paint).is_none() {
            let message = format!("the paint {:?} is no colour; write \"#rrggbb\"", car.paint);
            report.add(field(element("cars", index), "paint"), message);
        }
    }
}

fn counts(level: &Level, report: &mut Report) {
    let cars = level.cars.len();
    if !(2..=limits::CARS).contains(&cars) {
        let message = format!("there are {cars} cars; a round needs 2 to {}", limits::CARS);
        report.add(vec![key("cars")], message);
    }
    if level.obstacles.len() > limits::OBSTACLES {
        let (count, most) = (level.obstacles.len(), limits::OBSTACLES);
        report.add(
            vec![key("obstacles")],
            format!("there are {count} obstacles; at most {most}"),
        );
    }
    let players = || {
        let cars = level.cars.iter().enumerate();
        cars.filter(|(_, car)| car.driver == DriverSpec::Player)
    };
    if players().next().is_none() {
        let message = "no car has the driver Player; at least one must";
        report.add(vec![key("cars")], message.to_owned());
    }
    if let Some((index, _)) = players().nth(limits::PLAYERS) {
        let message = format!(
            "this is one player too many; at most {} cars can have the driver Player",
            limits::PLAYERS
        );
        report.add(field(element("cars", index), "driver"), message);
    }
}

fn models(level: &Level, library: &Library, report: &mut Report) {
    let cars = level.cars.iter().enumerate();
    let cars = cars.map(|(index, car)| ("cars", index, &car.model, 1.0));
    for (index, obstacle) in level.obstacles.iter().enumerate() {
        if obstacle.solid.is_some() && !obstacle.model.is_empty() {
            let message = "it has a model and a solid; leave one of them out";
            report.add(field(element("obstacles", index), "solid"), message.into());
        }
    }
    let obstacles = level.obstacles.iter().enumerate();
    let obstacles = obstacles.filter(|(_, obstacle)| obstacle.solid.is_none());
    let obstacles = obstacles.map(|(index, o)| ("obstacles", index, &o.model, o.scale));
    for (list, index, model, scale) in cars.chain(obstacles) {
        if model.is_empty() {
            let message = match list {
                "obstacles" => "it has neither a model nor a solid; give it one of them",
                _ => "it has no model; leave the field out for the usual one",
            };
            report.add(field(element(list, index), "model"), message.to_owned());
        } else if let Err(error) = library.model(model, scale) {
            let message = format!("the model {model:?} cannot be used: {error}");
            report.add(field(element(list, index), "model"), message);
        }
    }
}

fn places(level: &Level, library: &Library, report: &mut Report) {
    let Err(refused) = build_arena(level, library) else {
        return;
    };
    for (placed, message) in refused {
        let place = match placed {
            Placed::Car(index) => field(element("cars", index), "position"),
            Placed::Obstacle(index) => field(element("obstacles", index), "position"),
            Placed::Arena => vec![key("broad_phase")],
        };
        report.add(place, message);
    }
}
