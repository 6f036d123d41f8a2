//! The panel of the scene: undo and redo, saving, and the list of its things.

use std::collections::BTreeSet;

use egui::{RichText, ScrollArea, Slider, TextEdit, Ui};

use crate::app::panels::{Ask, Panels, Scene, history, joints, patches, zones};
use crate::arena::ActorId;
use crate::game::Act;
use crate::level::scene::stem;

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
    history::show(ui, scene.round, scene.wheel, asks);
    ui.separator();
    save(ui, panels, asks);
    ui.separator();
    things(ui, panels, scene, asks);
    let mut acts = joints::show(ui, &mut panels.joint_draft, scene.round, None);
    acts.extend(zones::show(ui, &mut panels.zone_draft, scene.round));
    acts.extend(patches::show(ui, &mut panels.patch_draft, scene.round));
    asks.extend(acts.into_iter().map(Ask::Act));
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
    ui.horizontal(|ui| {
        ui.label(format!("{} things and cars", listed.len()));
        if ui.small_button("Select these").clicked() {
            asks.push(Ask::Select(listed.iter().map(|(id, _)| *id).collect()));
        }
        let like = panels.chosen.filter(|id| panels.selected.contains(id));
        if let Some(id) = like
            && ui
                .small_button("All like it")
                .on_hover_text("of the same form and material")
                .clicked()
        {
            asks.push(Ask::Select(scene.round.things_like(id)));
        }
    });
    let rows = rows_of(&listed, &panels.open_rows);
    let height = ui.spacing().interact_size.y;
    let scroll = ScrollArea::vertical()
        .id_salt("things")
        .max_height(height * 10.0);
    scroll
        .auto_shrink([false, true])
        .show_rows(ui, height, rows.len(), |ui, shown| {
            for row in &rows[shown] {
                thing_row(ui, panels, scene, row, asks);
            }
        });
    let Some(id) = panels.chosen else { return };
    ui.horizontal(|ui| {
        if ui.button("Its panel").clicked() {
            panels.choose(id);
        }
        if ui.button("Delete").clicked() {
            let actors = panels.selected.iter().map(|id| id.0).collect();
            asks.push(Ask::Act(Act::RemoveAll { actors }));
        }
    });
}

/// A row of the list: one thing, or several whose names differ only in a number.
struct Row {
    name: String,
    things: Vec<ActorId>,
    /// True for a thing of a row that is open.
    is_inner: bool,
}

/// Returns the rows of a list: things with a common name are one row, unless it is open.
fn rows_of(listed: &[(ActorId, &str)], open: &BTreeSet<String>) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for same in listed.chunk_by(|one, other| stem(one.1) == stem(other.1)) {
        let things = same.iter().map(|(id, _)| *id).collect();
        let stem = stem(same[0].1);
        if same.len() > 1 {
            rows.push(Row {
                name: stem.to_owned(),
                things,
                is_inner: false,
            });
        }
        if same.len() == 1 || open.contains(stem) {
            rows.extend(same.iter().map(|(id, name)| Row {
                name: (*name).to_owned(),
                things: vec![*id],
                is_inner: same.len() > 1,
            }));
        }
    }
    rows
}

fn thing_row(ui: &mut Ui, panels: &mut Panels, scene: &Scene<'_>, row: &Row, asks: &mut Vec<Ask>) {
    ui.horizontal(|ui| {
        if row.is_inner {
            ui.add_space(16.0);
        }
        let hidden = !row
            .things
            .iter()
            .all(|id| scene.round.scene().is_hidden(*id));
        let eye = ui.small_button(if hidden { "hide" } else { "show" });
        if eye
            .on_hover_text("drawn faintly, and the hand reaches through it")
            .clicked()
        {
            let actors = row.things.iter().map(|id| id.0).collect();
            asks.push(Ask::Act(Act::Hide { actors, hidden }));
        }
        let mut text = row.name.clone();
        if row.things.len() > 1 {
            let is_open = panels.open_rows.contains(&row.name);
            if ui.small_button(if is_open { "-" } else { "+" }).clicked() {
                match is_open {
                    true => panels.open_rows.remove(&row.name),
                    false => panels.open_rows.insert(row.name.clone()),
                };
            }
            text += &format!(" ({})", row.things.len());
        }
        let is_selected = row.things.iter().all(|id| panels.selected.contains(id));
        if ui.selectable_label(is_selected, text).clicked() {
            let mut things: BTreeSet<ActorId> = row.things.iter().copied().collect();
            if ui.input(|input| input.modifiers.shift) {
                things.extend(&panels.selected);
            }
            asks.push(Ask::Select(things));
        }
    });
}
