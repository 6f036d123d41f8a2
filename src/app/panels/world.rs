//! The panel of the surroundings: gravity, air, wind, and the speed of time.

use egui::{Grid, Ui};

use crate::app::panels::fields::{Edit, row, triple};
use crate::app::panels::{Ask, Panels, Scene, engine, hall};
use crate::arena::Response;
use crate::game::Act;
use crate::level::Surroundings;

/// Shows the restitution and friction of cars and of things without a material.
fn surface(ui: &mut Ui, panels: &mut Panels, scene: &Scene<'_>, asks: &mut Vec<Ask>) {
    let response = scene.round.arena().response();
    ui.label("Cars, and things without a material:");
    let rule = match response {
        Response::Classic => "they exchange momentum, by the level's rule.",
        Response::Stop => "a crash stops them, by the level's rule.",
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
        let bounce = row(ui, "restitution", &mut draft.restitution, 0.0..=1.0, "");
        edit = edit.and(bounce);
        edit = edit.and(row(ui, "friction", &mut draft.friction, 0.0..=2.0, ""));
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
    let now = scene.round.arena().settings().down;
    let mut direction = panels.down.unwrap_or(now);
    let mut edit = Edit::default();
    Grid::new("down").num_columns(2).show(ui, |ui| {
        edit = triple(ui, "it pulls to", &mut direction, 1.0);
    });
    if edit.changed {
        panels.down = Some(direction);
    }
    if let Some(direction) = panels.down.take_if(|_| edit.done) {
        asks.push(Ask::Act(Act::Down { direction }));
    }
}

/// Well-known gravities, in m/s^2.
const GRAVITIES: [(&str, f32); 5] = [
    ("none", 0.0),
    ("Moon", 1.62),
    ("Mars", 3.71),
    ("Earth", dodgem_physics::GRAVITY),
    ("Jupiter", 24.79),
];

pub fn show(ui: &mut Ui, panels: &mut Panels, scene: &Scene<'_>, asks: &mut Vec<Ask>) {
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
            "gravity",
            &mut draft.gravity,
            -50.0..=50.0,
            " m/s²",
        ));
        edit = edit.and(row(ui, "air", &mut draft.air, 0.0..=100.0, " kg/m³"));
        edit = edit.and(triple(ui, "wind, m/s", &mut draft.wind, 100.0));
    });
    ui.horizontal_wrapped(|ui| {
        for (name, gravity) in GRAVITIES {
            if ui
                .selectable_label(draft.gravity == gravity, name)
                .clicked()
            {
                draft.gravity = gravity;
                edit = edit.and(Edit::choice(true));
            }
        }
    });
    down(ui, panels, scene, asks);
    if draft.wind != glam::Vec3::ZERO && draft.air == 0.0 {
        ui.label("Wind needs air: the Earth's has 1.2 kg/m³.");
    }
    panels.surroundings = edit.changed.then_some(draft).or(panels.surroundings);
    if edit.done && draft != now {
        panels.surroundings = None;
        let Surroundings { gravity, air, wind } = draft;
        asks.push(Ask::Act(Act::Surroundings { gravity, air, wind }));
    }
    ui.separator();
    ui.horizontal(|ui| {
        ui.label(format!("time: {} x", scene.speed));
        if ui.button("slower").clicked() {
            asks.push(Ask::Slower);
        }
        if ui.button("faster").clicked() {
            asks.push(Ask::Faster);
        }
    });
    if ui
        .button(if scene.halted { "resume" } else { "pause" })
        .clicked()
    {
        asks.push(Ask::Halt);
    }
    ui.separator();
    surface(ui, panels, scene, asks);
    ui.separator();
    let header = egui::CollapsingHeader::new("Hall").default_open(true);
    let shown = header.show(ui, |ui| hall::show(ui, &mut panels.hall, scene.round));
    if let Some(rules) = shown.body_returned.flatten() {
        asks.push(Ask::Act(Act::Hall {
            rules: Box::new(rules),
        }));
    }
    ui.separator();
    let header = egui::CollapsingHeader::new("Engine").default_open(true);
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
        ui.label(format!(
            "{}: {} kg/m³, friction {}, restitution {}",
            material.name, material.density, material.friction, material.restitution
        ));
    }
}
