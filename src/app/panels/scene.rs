//! The panel of the scene: undo and redo, saving, and the list of its things.

use std::collections::BTreeSet;

use egui::{RichText, ScrollArea, Slider, TextEdit, Ui};

use crate::app::panels::fields::words_of;
use crate::app::panels::{Ask, Panels, Scene, history, joints, listed, patches, zones};
use crate::app::words::fill;
use crate::arena::ActorId;
use crate::game::Act;
use crate::level::scene::stem;

/// The range of the panels' text size; 1 is the normal size.
pub const TEXT_SIZES: std::ops::RangeInclusive<f32> = 0.8..=1.5;

pub fn show(ui: &mut Ui, panels: &mut Panels, scene: &Scene<'_>, asks: &mut Vec<Ask>) {
    let texts = &words_of(ui).build;
    ui.horizontal(|ui| {
        if ui.button(texts.undo).on_hover_text("Ctrl Z").clicked() {
            asks.push(Ask::Undo);
        }
        let redo = egui::Button::new(texts.redo);
        if ui
            .add_enabled(scene.can_redo, redo)
            .on_hover_text("Ctrl Y")
            .clicked()
        {
            asks.push(Ask::Redo);
        }
        ui.label(fill(texts.step_step, &[("step", &scene.steps)]));
    });
    history::show(ui, scene.round, scene.wheel, asks);
    ui.separator();
    save(ui, panels, asks);
    ui.separator();
    things(ui, panels, scene, asks);
    let mut acts = joints::show(ui, &mut panels.joint_draft, scene.round, None);
    acts.extend(listed::show(
        ui,
        &mut panels.zone_draft,
        &zones::all(scene.round),
    ));
    acts.extend(listed::show(
        ui,
        &mut panels.patch_draft,
        &patches::all(scene.round),
    ));
    asks.extend(acts.into_iter().map(Ask::Act));
    ui.separator();
    let mut size = scene.text_size * 100.0;
    let most = *TEXT_SIZES.start() * 100.0..=*TEXT_SIZES.end() * 100.0;
    let slider = ui.add(
        Slider::new(&mut size, most)
            .step_by(10.0)
            .fixed_decimals(0)
            .suffix(" %")
            .text(texts.text),
    );
    // Applied only on release: while the text scales, the slider would move away from the pointer.
    if slider.drag_stopped() || slider.changed() && !slider.dragged() {
        asks.push(Ask::TextSize(size / 100.0));
    }
}

fn save(ui: &mut Ui, panels: &mut Panels, asks: &mut Vec<Ask>) {
    let texts = &words_of(ui).build;
    let name = || {
        let name = panels.name.trim();
        (!name.is_empty()).then(|| name.to_owned())
    };
    ui.horizontal(|ui| {
        if ui
            .button(texts.save)
            .on_hover_text(texts.as_it_is_now_ctrl_s)
            .clicked()
        {
            asks.push(Ask::Save {
                name: name(),
                begun: false,
            });
        }
        if ui.button(texts.save_as_at_the_start).clicked() {
            asks.push(Ask::Save {
                name: name(),
                begun: true,
            });
        }
    });
    if ui
        .button(texts.keep_the_recording)
        .on_hover_text(texts.of_everything_so_far_k)
        .clicked()
    {
        asks.push(Ask::KeepRecording);
    }
    let field = TextEdit::singleline(&mut panels.name).char_limit(60);
    ui.add(
        field
            .hint_text(RichText::new(texts.under_another_name).weak())
            .desired_width(f32::INFINITY),
    );
}

fn things(ui: &mut Ui, panels: &mut Panels, scene: &Scene<'_>, asks: &mut Vec<Ask>) {
    let texts = &words_of(ui).build;
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
            .hint_text(RichText::new(texts.search).weak())
            .desired_width(f32::INFINITY),
    );
    ui.horizontal(|ui| {
        ui.label(fill(
            texts.count_things_and_cars,
            &[("count", &listed.len())],
        ));
        if ui.small_button(texts.select_these).clicked() {
            asks.push(Ask::Select(listed.iter().map(|(id, _)| *id).collect()));
        }
        let like = panels.chosen.filter(|id| panels.selected.contains(id));
        if let Some(id) = like
            && ui
                .small_button(texts.all_like_it)
                .on_hover_text(texts.of_the_same_form_and_material)
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
        if ui.button(texts.its_panel).clicked() {
            panels.choose(id);
        }
        if ui.button(texts.delete).clicked() {
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
    let texts = &words_of(ui).build;
    ui.horizontal(|ui| {
        if row.is_inner {
            ui.add_space(16.0);
        }
        let hidden = !row
            .things
            .iter()
            .all(|id| scene.round.scene().is_hidden(*id));
        let eye = ui.small_button(if hidden { texts.hide } else { texts.show });
        if eye
            .on_hover_text(texts.drawn_faintly_and_the_hand_reaches)
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
