//! The hall in the panel of the surroundings: floor, walls, ceiling, and the looks of the place.

use egui::{Grid, Ui};

use crate::app::panels::fields::{Edit, choice, row, slider, words_of};
use crate::app::words::SurroundingWords;
use crate::game::Round;
use crate::level::{FloorKind, HallRules, Mood, WallKind, World};

/// The places, with their names in the list.
fn worlds(texts: &SurroundingWords) -> [(World, &'static str); 7] {
    [
        (World::Fairground, texts.fairground),
        (World::Rink, texts.rink),
        (World::Stadium, texts.stadium),
        (World::Yard, texts.yard),
        (World::Moon, texts.moon_2),
        (World::Table, texts.kitchen_table),
        (World::Heights, texts.heights),
    ]
}

fn floors(texts: &SurroundingWords) -> [(Option<FloorKind>, &'static str); 10] {
    [
        (None, texts.that_of_the_place),
        (Some(FloorKind::Plates), texts.plates),
        (Some(FloorKind::Planks), texts.planks),
        (Some(FloorKind::Ice), texts.ice),
        (Some(FloorKind::Track), texts.track),
        (Some(FloorKind::Asphalt), texts.asphalt),
        (Some(FloorKind::Concrete), texts.concrete),
        (Some(FloorKind::Dust), texts.dust),
        (Some(FloorKind::Tin), texts.tin),
        (Some(FloorKind::Grid), texts.grid),
    ]
}

fn walls(texts: &SurroundingWords) -> [(Option<WallKind>, &'static str); 8] {
    [
        (None, texts.that_of_the_place),
        (Some(WallKind::Striped), texts.striped),
        (Some(WallKind::Boards), texts.boards),
        (Some(WallKind::Banners), texts.banners),
        (Some(WallKind::Blocks), texts.blocks),
        (Some(WallKind::Hull), texts.hull),
        (Some(WallKind::Metal), texts.metal),
        (Some(WallKind::Neon), texts.neon),
    ]
}

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
    let texts = &words_of(ui).surroundings;
    let HallRules {
        ground,
        walls,
        ceiling,
        mood: _,
    } = rules;
    let mut edit = row(ui, texts.floors_grip, &mut ground.grip, 0.01..=5.0, "");
    for (name, value, range, unit) in [
        (texts.rolling, &mut ground.rolling_resistance, 0.0..=1.0, ""),
        (texts.walls_bounce, &mut walls.restitution, 0.0..=1.0, ""),
        (texts.walls_friction, &mut walls.friction, 0.0..=2.0, ""),
        (texts.ceiling, ceiling, 2.0..=200.0, " m"),
    ] {
        edit = edit.and(row(ui, name, value, range, unit));
    }
    edit
}

/// Shows the looks. A number that the level leaves to the place is shown once it is set.
fn looks(ui: &mut Ui, mood: &mut Mood) -> Edit {
    let texts = &words_of(ui).surroundings;
    let mut edit = choice(
        ui,
        texts.place,
        &mut mood.world,
        &worlds(texts),
        texts.the_surroundings,
    );
    edit = edit.and(choice(
        ui,
        texts.floor,
        &mut mood.floor,
        &floors(texts),
        texts.its_looks,
    ));
    edit = edit.and(choice(
        ui,
        texts.walls,
        &mut mood.wall,
        &walls(texts),
        texts.their_looks,
    ));
    for (name, value, usual, range, unit) in [
        (texts.crowd, &mut mood.crowd, 1.0, 0.0..=1.0, ""),
        (texts.clouds, &mut mood.sky.clouds, 0.5, 0.0..=1.0, ""),
        (texts.stars, &mut mood.sky.stars, 100.0, 0.0..=400.0, ""),
        (
            texts.light_from,
            &mut mood.light.direction,
            0.0,
            -180.0..=180.0,
            "°",
        ),
        (
            texts.its_height,
            &mut mood.light.elevation,
            45.0,
            10.0..=90.0,
            "°",
        ),
        (
            texts.its_strength,
            &mut mood.light.strength,
            1.0,
            0.0..=2.0,
            "",
        ),
        (texts.shade, &mut mood.light.ambient, 1.0, 0.2..=3.0, ""),
        (
            texts.haze_from,
            &mut mood.fog.start,
            50.0,
            0.0..=500.0,
            " m",
        ),
        (
            texts.haze_over,
            &mut mood.fog.depth,
            200.0,
            5.0..=1000.0,
            " m",
        ),
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
    let texts = &words_of(ui).surroundings;
    let mut given = value.is_some();
    let turned = ui
        .checkbox(&mut given, name)
        .on_hover_text(texts.off_as_the_place_has_it);
    let mut edit = Edit::choice(turned.changed());
    if turned.changed() {
        *value = given.then_some(usual);
    }
    match value {
        Some(value) => edit = edit.and(slider(ui, value, range, unit)),
        None => {
            ui.weak(texts.as_the_place_has_it);
        }
    }
    ui.end_row();
    edit
}
