//! The hall in the panel of the surroundings: floor, walls, ceiling, and the looks of the place.

use egui::{Grid, Ui};

use crate::app::panels::fields::{Edit, choice, row, slider};
use crate::game::Round;
use crate::level::{FloorKind, HallRules, Mood, WallKind, World};

/// The places, with their names in the list.
const WORLDS: [(World, &str); 7] = [
    (World::Fairground, "fairground"),
    (World::Rink, "rink"),
    (World::Stadium, "stadium"),
    (World::Yard, "yard"),
    (World::Moon, "moon"),
    (World::Table, "kitchen table"),
    (World::Heights, "heights"),
];

const FLOORS: [(Option<FloorKind>, &str); 10] = [
    (None, "that of the place"),
    (Some(FloorKind::Plates), "plates"),
    (Some(FloorKind::Planks), "planks"),
    (Some(FloorKind::Ice), "ice"),
    (Some(FloorKind::Track), "track"),
    (Some(FloorKind::Asphalt), "asphalt"),
    (Some(FloorKind::Concrete), "concrete"),
    (Some(FloorKind::Dust), "dust"),
    (Some(FloorKind::Tin), "tin"),
    (Some(FloorKind::Grid), "grid"),
];

const WALLS: [(Option<WallKind>, &str); 8] = [
    (None, "that of the place"),
    (Some(WallKind::Striped), "striped"),
    (Some(WallKind::Boards), "boards"),
    (Some(WallKind::Banners), "banners"),
    (Some(WallKind::Blocks), "blocks"),
    (Some(WallKind::Hull), "hull"),
    (Some(WallKind::Metal), "metal"),
    (Some(WallKind::Neon), "neon"),
];

/// Shows the hall, and returns it anew when something of it changes; `draft` keeps what is being edited.
pub fn show(ui: &mut Ui, draft: &mut Option<HallRules>, round: &Round) -> Option<HallRules> {
    let now = round.scene().hall_rules();
    let mut rules = draft.clone().unwrap_or_else(|| now.clone());
    let mut edit = Edit::default();
    Grid::new("hall").num_columns(2).show(ui, |ui| {
        edit = edit.and(numbers(ui, &mut rules));
        edit = edit.and(looks(ui, &mut rules.mood));
    });
    if edit.changed {
        *draft = Some(rules.clone());
    }
    let done = edit.done && rules != now;
    if done {
        *draft = None;
    }
    done.then_some(rules)
}

fn numbers(ui: &mut Ui, rules: &mut HallRules) -> Edit {
    let HallRules {
        ground,
        walls,
        ceiling,
        mood: _,
    } = rules;
    let mut edit = row(ui, "floor's grip", &mut ground.grip, 0.01..=5.0, "");
    for (name, value, range, unit) in [
        ("rolling", &mut ground.rolling_resistance, 0.0..=1.0, ""),
        ("walls bounce", &mut walls.restitution, 0.0..=1.0, ""),
        ("walls' friction", &mut walls.friction, 0.0..=2.0, ""),
        ("ceiling", ceiling, 2.0..=200.0, " m"),
    ] {
        edit = edit.and(row(ui, name, value, range, unit));
    }
    edit
}

/// Shows the looks. A number that the level leaves to the place is shown once it is set.
fn looks(ui: &mut Ui, mood: &mut Mood) -> Edit {
    let mut edit = choice(ui, "place", &mut mood.world, &WORLDS, "the surroundings");
    edit = edit.and(choice(ui, "floor", &mut mood.floor, &FLOORS, "its looks"));
    edit = edit.and(choice(ui, "walls", &mut mood.wall, &WALLS, "their looks"));
    for (name, value, usual, range, unit) in [
        ("crowd", &mut mood.crowd, 1.0, 0.0..=1.0, ""),
        ("clouds", &mut mood.sky.clouds, 0.5, 0.0..=1.0, ""),
        ("stars", &mut mood.sky.stars, 100.0, 0.0..=400.0, ""),
        (
            "light from",
            &mut mood.light.direction,
            0.0,
            -180.0..=180.0,
            "°",
        ),
        (
            "its height",
            &mut mood.light.elevation,
            45.0,
            10.0..=90.0,
            "°",
        ),
        ("its strength", &mut mood.light.strength, 1.0, 0.0..=2.0, ""),
        ("shade", &mut mood.light.ambient, 1.0, 0.2..=3.0, ""),
        ("haze from", &mut mood.fog.start, 50.0, 0.0..=500.0, " m"),
        ("haze over", &mut mood.fog.depth, 200.0, 5.0..=1000.0, " m"),
    ] {
        edit = edit.and(optional(ui, name, (value, usual), range, unit));
    }
    edit
}

/// A row with a number that may be left to the place.
fn optional(
    ui: &mut Ui,
    name: &str,
    (value, usual): (&mut Option<f32>, f32),
    range: std::ops::RangeInclusive<f32>,
    unit: &str,
) -> Edit {
    let mut given = value.is_some();
    let turned = ui
        .checkbox(&mut given, name)
        .on_hover_text("off: as the place has it");
    let mut edit = Edit::choice(turned.changed());
    if turned.changed() {
        *value = given.then_some(usual);
    }
    match value {
        Some(value) => edit = edit.and(slider(ui, value, range, unit)),
        None => {
            ui.weak("as the place has it");
        }
    }
    ui.end_row();
    edit
}
