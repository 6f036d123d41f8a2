//! The panel for adding objects by picture: things, cars, zones, the level's parts, joints.

use egui::{
    Align, Align2, Color32, FontId, Layout, Response, Sense, TextEdit, TextStyle, Ui, Vec2, vec2,
};

use crate::app::own_parts::{self, InScene, OwnPart, Picture};
use crate::app::panels::fields::words_of;
use crate::app::panels::pictures::picture as draw;
use crate::app::panels::templates::{self, Placing, Template};
use crate::app::panels::{Ask, Joining, Panels, Scene, colors, joints};
use crate::app::params::panels::add::COLUMNS;
use crate::app::words::fill;
use crate::game::Act;
use crate::level::{Paint, PartSpec, ThingSpec};

/// The size of a picture with its label, in points of the text size.
const SIZE: Vec2 = vec2(84.0, 68.0);

pub fn show(ui: &mut Ui, panels: &mut Panels, scene: &Scene<'_>, asks: &mut Vec<Ask>) {
    let texts = &words_of(ui).build;
    instruction(ui, panels);
    for (heading, all) in templates::all() {
        ui.strong(heading(texts));
        pictures(ui, panels, heading(texts), all);
    }
    parts(ui, panels, scene);
    own_parts(ui, panels, scene, asks);
    ui.strong(texts.joints)
        .on_hover_text(texts.they_hold_two_things_together_or);
    ui.horizontal_wrapped(|ui| {
        for kind in templates::joints() {
            let wanted = Joining { kind, from: None };
            let chosen = panels.joining.as_ref().is_some_and(|one| one.kind == kind);
            if ui
                .selectable_label(chosen, joints::word(&kind, &words_of(ui).joints))
                .clicked()
            {
                panels.placing = None;
                panels.joining = (!chosen).then_some(wanted);
            }
        }
    });
}

/// Shows the next step in one line of constant height, so that nothing below it moves; the whole instruction is
/// over the scene.
fn instruction(ui: &mut Ui, panels: &mut Panels) {
    let texts = &words_of(ui).build;
    let words = match (&panels.placing, &panels.joining) {
        (Some(_), _) => texts.click_the_scene,
        (None, Some(Joining { from: None, .. })) => texts.click_the_first_thing,
        (None, Some(_)) => texts.click_the_other_one,
        (None, None) => texts.click_an_item_then_the_scene,
    };
    let size = vec2(ui.available_width(), ui.text_style_height(&TextStyle::Body));
    let row = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(size, row, |ui| {
        ui.label(words);
        let is_busy = panels.placing.is_some() || panels.joining.is_some();
        if is_busy && ui.small_button(texts.cancel).clicked() {
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
    let texts = &words_of(ui).build;
    let own = panels.own_parts.as_deref().unwrap_or_default();
    let is_own = |name: &str| own.iter().any(|part| part.name == name);
    let parts = scene.round.scene().parts().iter();
    let others: Vec<&PartSpec> = parts.filter(|part| !is_own(&part.name)).collect();
    if others.is_empty() {
        return;
    }
    ui.strong(texts.parts_of_this_level);
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
    let texts = &words_of(ui).build;
    ui.strong(texts.your_parts)
        .on_hover_text(texts.files_of_the_folder_levels_parts);
    let mut own = panels.own_parts.take();
    for part in own.iter_mut().flatten() {
        ui.horizontal(|ui| {
            image(ui, part);
            let Ok(parts) = &part.parts else {
                let name = ui.label(fill(
                    texts.name_its_file_has_a_fault,
                    &[(texts.name, &part.name)],
                ));
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
            let follow = ui.add_enabled(state == InScene::Differs, egui::Button::new(texts.follow));
            let about = texts.its_file_has_changed_make_its;
            if follow.on_hover_text(about).clicked() {
                let parts = parts.clone();
                asks.push(Ask::Act(Act::FollowParts { parts }));
            }
        });
    }
    let is_known = |name: &str| own.iter().flatten().any(|part| part.name == name);
    ui.horizontal(|ui| {
        let field = TextEdit::singleline(&mut panels.part_name).char_limit(60);
        ui.add(field.hint_text(texts.name).desired_width(110.0));
        let name = panels.part_name.trim().to_owned();
        let over = is_known(&name);
        let word = if over {
            texts.replace_it
        } else {
            texts.save_selection
        };
        let ready = !name.is_empty() && !panels.selected.is_empty();
        if ui.add_enabled(ready, egui::Button::new(word)).clicked() {
            asks.push(Ask::SavePart { name, over });
        }
    });
    let again = ui.small_button(texts.read_again).clicked();
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

fn pictures(ui: &mut Ui, panels: &mut Panels, heading: &str, all: Vec<Template>) {
    let texts = &words_of(ui).build;
    let grid = egui::Grid::new(heading).spacing(vec2(8.0, 8.0));
    grid.show(ui, |ui| {
        for (
            index,
            Template {
                picture,
                name,
                placing,
            },
        ) in all.into_iter().enumerate()
        {
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
                .extend(draw(picture, rect.center() - vec2(0.0, 9.0), color));
            let at = rect.center_bottom() - vec2(0.0, 3.0);
            ui.painter().text(
                at,
                Align2::CENTER_BOTTOM,
                name(texts),
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
