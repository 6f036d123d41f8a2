//! The panel for adding objects by picture: things, cars, zones, the level's parts, joints.

use egui::{Align2, Color32, FontId, Response, Sense, Ui, Vec2, vec2};

use crate::app::panels::pictures::picture;
use crate::app::panels::templates::{self, JOINTS, Placing};
use crate::app::panels::{Joining, Panels, Scene, colors};
use crate::level::{Paint, ThingSpec};

/// Pictures per row.
const COLUMNS: usize = 3;
/// The size of a picture with its label, in points of the text size.
const SIZE: Vec2 = vec2(84.0, 68.0);

pub fn show(ui: &mut Ui, panels: &mut Panels, scene: &Scene<'_>) {
    let placing = panels.placing.as_ref();
    match (placing, &panels.joining) {
        (Some(placing), _) => {
            ui.label(format!(
                "Click the scene where it should go ({}).",
                placing.name()
            ));
        }
        (None, Some(joining)) => {
            ui.label(joining.words());
        }
        (None, None) => {
            ui.label("Click an item, then the scene, or drag it there.");
        }
    }
    if (panels.placing.is_some() || panels.joining.is_some()) && ui.button("Cancel").clicked() {
        (panels.placing, panels.joining) = (None, None);
    }
    for (heading, all) in templates::all() {
        ui.strong(heading);
        pictures(ui, panels, heading, all);
    }
    let parts = &scene.round.level().parts;
    if !parts.is_empty() {
        ui.strong("Parts of this level");
        ui.horizontal_wrapped(|ui| {
            for part in parts {
                let placing = Placing::Thing(ThingSpec {
                    part: part.name.clone(),
                    ..ThingSpec::default()
                });
                let chosen = panels.placing.as_ref() == Some(&placing);
                let response = ui.selectable_label(chosen, &part.name);
                let response = response.interact(Sense::click_and_drag());
                take(panels, &response, chosen, placing);
            }
        });
    }
    ui.strong("Joints")
        .on_hover_text("they hold two things together, or one to the floor or a wall");
    ui.horizontal_wrapped(|ui| {
        for (name, kind) in JOINTS {
            let wanted = Joining { kind, from: None };
            let chosen = panels.joining.as_ref().is_some_and(|one| one.kind == kind);
            if ui.selectable_label(chosen, name).clicked() {
                panels.placing = None;
                panels.joining = (!chosen).then_some(wanted);
            }
        }
    });
}

/// Selects the template that was pressed or dragged; a second press deselects it.
fn take(panels: &mut Panels, response: &Response, chosen: bool, placing: Placing) {
    if !response.clicked() && !response.drag_started() {
        return;
    }
    panels.joining = None;
    panels.dragged = response.drag_started();
    panels.placing = match chosen && response.clicked() {
        true => None,
        false => Some(placing),
    };
}

fn pictures(ui: &mut Ui, panels: &mut Panels, heading: &str, all: Vec<(&'static str, Placing)>) {
    let grid = egui::Grid::new(heading).spacing(vec2(8.0, 8.0));
    grid.show(ui, |ui| {
        for (index, (name, placing)) in all.into_iter().enumerate() {
            let (rect, response) = ui.allocate_exact_size(SIZE, Sense::click_and_drag());
            let chosen = panels.placing.as_ref() == Some(&placing);
            let fill = match (chosen, response.hovered()) {
                (true, _) => colors::OVER,
                (false, true) => colors::BUTTON,
                (false, false) => colors::FIELD,
            };
            ui.painter().rect_filled(rect, 6.0, fill);
            let color = Paint::parse(placing.paint()).map_or(Color32::GRAY, |one| {
                Color32::from_rgb(one.red, one.green, one.blue)
            });
            ui.painter()
                .extend(picture(name, rect.center() - vec2(0.0, 9.0), color));
            let at = rect.center_bottom() - vec2(0.0, 3.0);
            ui.painter().text(
                at,
                Align2::CENTER_BOTTOM,
                name,
                FontId::proportional(14.0),
                ui.visuals().text_color(),
            );
            take(panels, &response, chosen, placing);
            if index % COLUMNS == COLUMNS - 1 {
                ui.end_row();
            }
        }
    });
}
