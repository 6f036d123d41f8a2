//! The panel for adding objects by picture: things, cars, zones, the level's parts, joints.

use egui::{
    Align, Align2, Color32, FontId, Layout, Response, Sense, TextEdit, TextStyle, Ui, Vec2, vec2,
};

use crate::app::own_parts::{self, InScene, OwnPart, Picture};
use crate::app::panels::pictures::picture;
use crate::app::panels::templates::{self, JOINTS, Placing};
use crate::app::panels::{Ask, Joining, Panels, Scene, colors};
use crate::game::Act;
use crate::level::{Paint, PartSpec, ThingSpec};

/// Pictures per row.
const COLUMNS: usize = 3;
/// The size of a picture with its label, in points of the text size.
const SIZE: Vec2 = vec2(84.0, 68.0);

pub fn show(ui: &mut Ui, panels: &mut Panels, scene: &Scene<'_>, asks: &mut Vec<Ask>) {
    instruction(ui, panels);
    for (heading, all) in templates::all() {
        ui.strong(heading);
        pictures(ui, panels, heading, all);
    }
    parts(ui, panels, scene);
    own_parts(ui, panels, scene, asks);
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

/// Shows the next step in one line of constant height, so that nothing below it moves; the whole instruction is
/// over the scene.
fn instruction(ui: &mut Ui, panels: &mut Panels) {
    let words = match (&panels.placing, &panels.joining) {
        (Some(_), _) => "Click the scene.",
        (None, Some(Joining { from: None, .. })) => "Click the first thing.",
        (None, Some(_)) => "Click the other one.",
        (None, None) => "Click an item, then the scene, or drag it.",
    };
    let size = vec2(ui.available_width(), ui.text_style_height(&TextStyle::Body));
    let row = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(size, row, |ui| {
        ui.label(words);
        let is_busy = panels.placing.is_some() || panels.joining.is_some();
        if is_busy && ui.small_button("Cancel").clicked() {
            (panels.placing, panels.joining) = (None, None);
        }
    });
}

/// Returns the template of a part.
fn use_of(part: &str) -> Placing {
    Placing::Thing(ThingSpec {
        part: part.to_owned(),
        ..ThingSpec::default()
    })
}

/// Shows the parts of the scene that are not files of the player.
fn parts(ui: &mut Ui, panels: &mut Panels, scene: &Scene<'_>) {
    let own = panels.own_parts.as_deref().unwrap_or_default();
    let is_own = |name: &str| own.iter().any(|part| part.name == name);
    let parts = scene.round.scene().parts().iter();
    let others: Vec<&PartSpec> = parts.filter(|part| !is_own(&part.name)).collect();
    if others.is_empty() {
        return;
    }
    ui.strong("Parts of this level");
    ui.horizontal_wrapped(|ui| {
        for part in others {
            let placing = use_of(&part.name);
            let chosen = panels.placing.as_ref() == Some(&placing);
            let response = ui.selectable_label(chosen, &part.name);
            let response = response.interact(Sense::click_and_drag());
            take(panels, &response, chosen, placing);
        }
    });
}

/// Shows the player's own parts, and saves the selection as one.
fn own_parts(ui: &mut Ui, panels: &mut Panels, scene: &Scene<'_>, asks: &mut Vec<Ask>) {
    ui.strong("Your parts")
        .on_hover_text("files of the folder levels/parts beside your levels");
    let mut own = panels.own_parts.take();
    for part in own.iter_mut().flatten() {
        ui.horizontal(|ui| {
            image(ui, part);
            let Ok(parts) = &part.parts else {
                let name = ui.label(format!("{}: its file has a fault", part.name));
                name.on_hover_text(part.parts.as_ref().err().map_or("", |why| why));
                return;
            };
            let state = own_parts::state_in(scene.round, parts);
            let placing = use_of(&part.name);
            let chosen = panels.placing.as_ref() == Some(&placing);
            let response = ui.selectable_label(chosen, &part.name);
            let response = response.interact(Sense::click_and_drag());
            let picked = response.clicked() && !chosen || response.drag_started();
            if picked && state != InScene::Same {
                let parts = parts.clone();
                asks.push(Ask::Act(Act::TakeParts { parts }));
            }
            take(panels, &response, chosen, placing);
            let follow = ui.add_enabled(state == InScene::Differs, egui::Button::new("Follow"));
            let about = "its file has changed: make its uses in the scene anew";
            if follow.on_hover_text(about).clicked() {
                let parts = parts.clone();
                asks.push(Ask::Act(Act::FollowParts { parts }));
            }
        });
    }
    let is_known = |name: &str| own.iter().flatten().any(|part| part.name == name);
    ui.horizontal(|ui| {
        let field = TextEdit::singleline(&mut panels.part_name).char_limit(60);
        ui.add(field.hint_text("name").desired_width(110.0));
        let name = panels.part_name.trim().to_owned();
        let over = is_known(&name);
        let word = if over { "Replace it" } else { "Save selection" };
        let ready = !name.is_empty() && !panels.selected.is_empty();
        if ui.add_enabled(ready, egui::Button::new(word)).clicked() {
            asks.push(Ask::SavePart { name, over });
        }
    });
    let again = ui.small_button("Read again").clicked();
    panels.own_parts = own.filter(|_| !again);
}

/// Shows the picture of a part, half as large as it is, so that it is sharp in large text too.
fn image(ui: &mut Ui, part: &mut OwnPart) {
    if let Picture::Drawn(image) = &part.picture {
        let name = format!("part {}", part.name);
        let options = egui::TextureOptions::LINEAR;
        part.picture = Picture::Shown(ui.ctx().load_texture(name, image.clone(), options));
    }
    if let Picture::Shown(texture) = &part.picture {
        let size = own_parts::PICTURE.map(|side| f32::from(side) * 0.5);
        ui.image((texture.id(), Vec2::from(size)));
    }
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
