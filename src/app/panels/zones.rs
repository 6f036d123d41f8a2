//! The zones in the panel *Scene*: a list, and the form of the one that was clicked.

use egui::{Grid, TextEdit, Ui};

use crate::app::panels::fields::{Edit, row, triple, words_of};
use crate::app::words::BuildWords;
use crate::app::words::fill;
use crate::arena::ZoneEffect;
use crate::game::{Act, Round};
use crate::level::ZoneSpec;

/// The zone whose form is open.
#[derive(Debug, Clone)]
pub struct ZoneDraft {
    /// Its index in the scene.
    zone: u32,
    /// The values being edited; None while the form shows the zone as it is.
    edited: Option<ZoneSpec>,
    /// True if it was clicked in the scene: its form takes the place of a thing's panel.
    alone: bool,
}

impl ZoneDraft {
    /// Opens the form of one by its index.
    pub fn of(zone: u32) -> ZoneDraft {
        ZoneDraft {
            zone,
            edited: None,
            alone: false,
        }
    }

    /// Opens the form of one that was clicked in the scene.
    pub fn alone(zone: u32) -> ZoneDraft {
        ZoneDraft {
            alone: true,
            ..ZoneDraft::of(zone)
        }
    }

    /// True if its form takes the place of a thing's panel.
    pub fn is_alone(&self) -> bool {
        self.alone
    }

    /// Returns its index in the scene.
    pub fn zone(&self) -> u32 {
        self.zone
    }

    /// Shows the zone as it is again.
    pub fn look_again(&mut self) {
        self.edited = None;
    }
}

/// Shows the zones, each with a delete button, and the form of the chosen one. Returns the acts.
pub fn show(ui: &mut Ui, draft: &mut Option<ZoneDraft>, round: &Round) -> Vec<Act> {
    let texts = &words_of(ui).build;
    let mut acts = Vec::new();
    let zones = round.scene().zones();
    for (index, zone) in (0..).zip(zones) {
        let is_chosen = draft.as_ref().is_some_and(|one| one.zone == index);
        ui.horizontal(|ui| {
            if ui.small_button(texts.delete).clicked() {
                acts.push(Act::RemoveZone { zone: index });
                *draft = None;
            }
            let name = name_of(index, &zone.spec, texts);
            if ui.selectable_label(is_chosen, name).clicked() {
                *draft = (!is_chosen).then(|| ZoneDraft::of(index));
            }
        });
    }
    if let Some(draft) = draft
        && let Some(zone) = zones.get(draft.zone as usize)
    {
        acts.extend(changed(ui, draft, &zone.spec));
    }
    acts
}

/// Shows the form of a zone that was clicked in the scene. Returns the acts.
pub fn show_alone(ui: &mut Ui, draft: &mut Option<ZoneDraft>, round: &Round) -> Vec<Act> {
    let texts = &words_of(ui).build;
    let mut acts = Vec::new();
    let Some(chosen) = draft.as_mut() else {
        return acts;
    };
    let index = chosen.zone;
    let Some(zone) = round.scene().zones().get(index as usize) else {
        *draft = None;
        return acts;
    };
    ui.heading(name_of(index, &zone.spec, texts));
    ui.label(texts.arrows_move_it_the_ring_turns);
    acts.extend(changed(ui, chosen, &zone.spec));
    ui.horizontal(|ui| {
        if ui.button(texts.delete).clicked() {
            acts.push(Act::RemoveZone { zone: index });
            *draft = None;
        }
        if ui.button(texts.close).clicked() {
            *draft = None;
        }
    });
    acts
}

/// Returns the name of a zone, or its number.
fn name_of(index: u32, zone: &ZoneSpec, texts: &BuildWords) -> String {
    match zone.name.is_empty() {
        true => fill(texts.zone_number, &[("number", &(index + 1))]),
        false => zone.name.clone(),
    }
}

/// Shows the form of a zone. Returns the change when an edit is finished.
fn changed(ui: &mut Ui, draft: &mut ZoneDraft, now: &ZoneSpec) -> Option<Act> {
    let texts = &words_of(ui).build;
    let mut spec = draft.edited.clone().unwrap_or_else(|| now.clone());
    let mut edit = Edit::default();
    Grid::new("zone").num_columns(2).show(ui, |ui| {
        ui.label(texts.name)
            .on_hover_text(texts.triggers_call_it_by_that);
        let name = TextEdit::singleline(&mut spec.name).char_limit(60);
        edit = edit.and(Edit::of(&ui.add(name.desired_width(150.0))));
        ui.end_row();
        edit = edit.and(triple(ui, texts.at_m, &mut spec.at, 1000.0));
        edit = edit.and(row(
            ui,
            texts.heading,
            &mut spec.heading,
            -360.0..=360.0,
            "°",
        ));
        for bound in spec.solid.bounds() {
            let name = bound.field.join(".");
            let Some(measure) = spec.solid.measure_mut(&name) else {
                continue;
            };
            let range = bound.range.start().max(0.01)..=*bound.range.end();
            edit = edit.and(row(ui, &name, measure, range, " m"));
        }
        edit = edit.and(effect(ui, &mut spec.effect));
    });
    if edit.changed {
        draft.edited = Some(spec);
    }
    let spec = draft.edited.take_if(|_| edit.done)?;
    Some(Act::ChangeZone {
        zone: draft.zone,
        spec: Box::new(spec),
    })
}

/// Shows the numbers of an effect.
fn effect(ui: &mut Ui, effect: &mut ZoneEffect) -> Edit {
    let texts = &words_of(ui).build;
    match effect {
        ZoneEffect::Score { points } | ZoneEffect::Goal { points, .. } => {
            ui.label(texts.points);
            let edit = Edit::of(&ui.add(egui::DragValue::new(points).range(0..=1000)));
            ui.end_row();
            edit
        }
        ZoneEffect::Boost { acceleration } => {
            row(ui, texts.boost, acceleration, -100.0..=100.0, " m/s²")
        }
        ZoneEffect::Launch { velocity } => triple(ui, texts.launch_m_s, velocity, 100.0),
        ZoneEffect::Teleport { to } => triple(ui, texts.to_m, to, 1000.0),
        ZoneEffect::Gravity { pull } => triple(ui, texts.pull_m_s2, pull, 100.0),
        ZoneEffect::Out | ZoneEffect::Gate => Edit::default(),
    }
}
