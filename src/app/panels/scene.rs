//! The panel of the scene: undo and redo, saving, and the list of its things.

use egui::{RichText, ScrollArea, Slider, TextEdit, Ui};

use crate::app::panels::{Ask, Panels, Scene};
use crate::arena::ActorId;
use crate::game::Act;

/// The range of the panels' text size; 1 is the normal size.
pub const TEXT_SIZES: std::ops::RangeInclusive<f32> = 0.8..=1.5;

pub fn show(ui: &mut Ui, panels: &mut Panels, scene: &Scene<'_>, asks: &mut Vec<Ask>) {
    ui.horizontal(|ui| {
        if ui.button("Undo").on_hover_text("Ctrl Z").clicked() {
            asks.push(Ask::Undo);
        }
        let redo = egui::Button::new("Redo");
        if ui
            .add_enabled(scene.can_redo, redo)
            .on_hover_text("Ctrl Y")
            .clicked()
        {
            asks.push(Ask::Redo);
        }
        ui.label(format!("step {}", scene.steps));
    });
    ui.separator();
    save(ui, panels, asks);
    ui.separator();
    things(ui, panels, scene, asks);
    zones(ui, scene, asks);
    ui.separator();
    let mut size = scene.text_size * 100.0;
    let most = *TEXT_SIZES.start() * 100.0..=*TEXT_SIZES.end() * 100.0;
    let slider = ui.add(
        Slider::new(&mut size, most)
            .step_by(10.0)
            .fixed_decimals(0)
            .suffix(" %")
            .text("text"),
    );
    // Applied only on release: while the text scales, the slider would move away from the pointer.
    if slider.drag_stopped() || slider.changed() && !slider.dragged() {
        asks.push(Ask::TextSize(size / 100.0));
    }
}

fn save(ui: &mut Ui, panels: &mut Panels, asks: &mut Vec<Ask>) {
    let name = || {
        let name = panels.name.trim();
        (!name.is_empty()).then(|| name.to_owned())
    };
    ui.horizontal(|ui| {
        if ui
            .button("Save")
            .on_hover_text("as it is now: Ctrl S")
            .clicked()
        {
            asks.push(Ask::Save {
                name: name(),
                begun: false,
            });
        }
        if ui.button("Save as at the start").clicked() {
            asks.push(Ask::Save {
                name: name(),
                begun: true,
            });
        }
    });
    if ui
        .button("Keep the recording")
        .on_hover_text("of everything so far: K")
        .clicked()
    {
        asks.push(Ask::KeepRecording);
    }
    let field = TextEdit::singleline(&mut panels.name).char_limit(60);
    ui.add(
        field
            .hint_text(RichText::new("under another name").weak())
            .desired_width(f32::INFINITY),
    );
}

/// Shows the zones, each with a delete button.
fn zones(ui: &mut Ui, scene: &Scene<'_>, asks: &mut Vec<Ask>) {
    for (index, zone) in scene.round.scene().zones().iter().enumerate() {
        let zone = &zone.spec;
        ui.horizontal(|ui| {
            let name = if zone.name.is_empty() {
                format!("zone {}", index + 1)
            } else {
                zone.name.clone()
            };
            ui.label(name);
            if ui.small_button("Delete").clicked() {
                let zone = index as u32;
                asks.push(Ask::Act(Act::RemoveZone { zone }));
            }
        });
    }
}

fn things(ui: &mut Ui, panels: &mut Panels, scene: &Scene<'_>, asks: &mut Vec<Ask>) {
    let arena = scene.round.arena();
    let wanted = panels.search.to_lowercase();
    let all = (0..).map(ActorId).zip(arena.actors());
    let listed = all.filter(|(_, actor)| !actor.is_gone());
    let listed: Vec<(ActorId, &str)> = listed
        .filter(|(_, actor)| wanted.is_empty() || actor.name.to_lowercase().contains(&wanted))
        .map(|(id, actor)| (id, &*actor.name))
        .collect();
    let field = TextEdit::singleline(&mut panels.search).char_limit(60);
    ui.add(
        field
            .hint_text(RichText::new("search").weak())
            .desired_width(f32::INFINITY),
    );
    ui.label(format!("{} things and cars", listed.len()));
    let height = ui.spacing().interact_size.y;
    let mut chosen = None;
    let scroll = ScrollArea::vertical()
        .id_salt("things")
        .max_height(height * 10.0);
    scroll
        .auto_shrink([false, true])
        .show_rows(ui, height, listed.len(), |ui, rows| {
            for (id, name) in &listed[rows] {
                ui.horizontal(|ui| {
                    let text = if scene.hidden.contains(id) {
                        "show"
                    } else {
                        "hide"
                    };
                    let eye = ui.small_button(text);
                    if eye
                        .on_hover_text("drawn faintly, and the hand reaches through it")
                        .clicked()
                    {
                        asks.push(Ask::Hide(*id));
                    }
                    let label = ui.selectable_label(panels.chosen == Some(*id), *name);
                    if label.clicked() {
                        chosen = Some(*id);
                    }
                });
            }
        });
    if let Some(id) = chosen {
        panels.choose(id);
        panels.tab = crate::app::panels::Tab::Scene;
    }
    let Some(id) = panels.chosen else { return };
    ui.horizontal(|ui| {
        if ui.button("Its panel").clicked() {
            panels.choose(id);
        }
        if ui.button("Delete").clicked() {
            asks.push(Ask::Act(Act::Remove { actor: id.0 }));
        }
    });
}
