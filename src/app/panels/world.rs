//! The panel of the surroundings: gravity, air, wind, and the speed of time.

use egui::{Grid, Ui};

use crate::app::panels::fields::{Edit, row, triple, words_of};
use crate::app::panels::{Ask, Panels, Scene, engine, hall};
use crate::app::words::SurroundingWord;
use crate::app::words::fill;
use crate::arena::Response;
use crate::game::Act;
use crate::level::Surroundings;

/// Shows the restitution and friction of cars and of things without a material.
fn surface(ui: &mut Ui, panels: &mut Panels, scene: &Scene<'_>, asks: &mut Vec<Ask>) {
    let texts = &words_of(ui).surroundings;
    let response = scene.round.arena().response();
    ui.label(texts.cars_and_things_without_a_material);
    let rule = match response {
        Response::Classic => texts.they_exchange_momentum_by_the_levels,
        Response::Stop => texts.a_crash_stops_them_by_the,
        Response::Impulse { .. } => "",
    };
    if !rule.is_empty() {
        ui.label(rule);
        return;
    }
    let now = response.surface();
    let mut draft = panels.surface.unwrap_or(now);
    let mut edit = Edit::default();
    Grid::new("surface").num_columns(2).show(ui, |ui| {
        let bounce = row(ui, texts.restitution, &mut draft.restitution, 0.0..=1.0, "");
        edit = edit.and(bounce);
        edit = edit.and(row(ui, texts.friction, &mut draft.friction, 0.0..=2.0, ""));
    });
    panels.surface = edit.changed.then_some(draft).or(panels.surface);
    if edit.done && draft != now {
        panels.surface = None;
        asks.push(Ask::Act(Act::Surface {
            restitution: draft.restitution,
            friction: draft.friction,
        }));
    }
}

/// Shows the direction of gravity.
fn down(ui: &mut Ui, panels: &mut Panels, scene: &Scene<'_>, asks: &mut Vec<Ask>) {
    let texts = &words_of(ui).surroundings;
    let now = scene.round.arena().settings().down;
    let mut direction = panels.down.unwrap_or(now);
    let mut edit = Edit::default();
    Grid::new("down").num_columns(2).show(ui, |ui| {
        edit = triple(ui, texts.it_pulls_to, &mut direction, 1.0);
    });
    if edit.changed {
        panels.down = Some(direction);
    }
    if let Some(direction) = panels.down.take_if(|_| edit.done) {
        asks.push(Ask::Act(Act::Down { direction }));
    }
}

/// Well-known gravities, in m/s^2.
const GRAVITIES: [(SurroundingWord, f32); 5] = [
    (|w| w.none, 0.0),
    (|w| w.moon, 1.62),
    (|w| w.mars, 3.71),
    (|w| w.earth, dodgem_physics::GRAVITY),
    (|w| w.jupiter, 24.79),
];

pub fn show(ui: &mut Ui, panels: &mut Panels, scene: &Scene<'_>, asks: &mut Vec<Ask>) {
    let texts = &words_of(ui).surroundings;
    let settings = scene.round.arena().settings();
    let now = Surroundings {
        gravity: settings.gravity,
        air: settings.air,
        wind: settings.wind,
    };
    let mut draft = panels.surroundings.unwrap_or(now);
    let mut edit = Edit::default();
    Grid::new("world").num_columns(2).show(ui, |ui| {
        edit = edit.and(row(
            ui,
            texts.gravity,
            &mut draft.gravity,
            -50.0..=50.0,
            " m/s²",
        ));
        edit = edit.and(row(ui, texts.air, &mut draft.air, 0.0..=100.0, " kg/m³"));
        edit = edit.and(triple(ui, texts.wind_m_s, &mut draft.wind, 100.0));
    });
    ui.horizontal_wrapped(|ui| {
        for (name, gravity) in GRAVITIES {
            if ui
                .selectable_label(draft.gravity == gravity, name(texts))
                .clicked()
            {
                draft.gravity = gravity;
                edit = edit.and(Edit::choice(true));
            }
        }
    });
    down(ui, panels, scene, asks);
    if draft.wind != glam::Vec3::ZERO && draft.air == 0.0 {
        ui.label(texts.wind_needs_air_the_earths_has);
    }
    panels.surroundings = edit.changed.then_some(draft).or(panels.surroundings);
    if edit.done && draft != now {
        panels.surroundings = None;
        let Surroundings { gravity, air, wind } = draft;
        asks.push(Ask::Act(Act::Surroundings { gravity, air, wind }));
    }
    ui.separator();
    ui.horizontal(|ui| {
        ui.label(fill(texts.time_speed_x, &[("speed", &scene.speed)]));
        if ui.button(texts.slower).clicked() {
            asks.push(Ask::Slower);
        }
        if ui.button(texts.faster).clicked() {
            asks.push(Ask::Faster);
        }
    });
    if ui
        .button(if scene.halted {
            texts.resume
        } else {
            texts.pause
        })
        .clicked()
    {
        asks.push(Ask::Halt);
    }
    ui.separator();
    surface(ui, panels, scene, asks);
    ui.separator();
    let header = egui::CollapsingHeader::new(texts.hall).default_open(true);
    let shown = header.show(ui, |ui| hall::show(ui, &mut panels.hall, scene.round));
    if let Some(rules) = shown.body_returned.flatten() {
        asks.push(Ask::Act(Act::Hall {
            rules: Box::new(rules),
        }));
    }
    ui.separator();
    let header = egui::CollapsingHeader::new(texts.engine).default_open(true);
    let shown = header.show(ui, |ui| {
        engine::show(ui, &mut panels.engine, scene.round, scene.cost)
    });
    if let Some(rules) = shown.body_returned.flatten() {
        asks.push(Ask::Act(Act::Engine {
            rules: Box::new(rules),
        }));
    }
    ui.separator();
    for material in &scene.round.level().materials {
        ui.label(fill(
            texts.name_density_kg_m3_friction_friction,
            &[
                ("name", &material.name),
                ("density", &material.density),
                (texts.friction, &material.friction),
                (texts.restitution, &material.restitution),
            ],
        ));
    }
}
