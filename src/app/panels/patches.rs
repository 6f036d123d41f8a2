//! The patches of floor in the panels: a list, and the form of the one that was clicked.

use egui::{Grid, Ui};
use glam::Vec3;

use crate::app::panels::fields::{Edit, row, triple, words_of};
use crate::app::words::fill;
use crate::game::{Act, Round};
use crate::level::{PatchSpec, Point};

/// The patch whose form is open.
#[derive(Debug, Clone)]
pub struct PatchDraft {
    /// Its index in the scene.
    patch: u32,
    /// The values being edited; None while the form shows the patch as it is.
    edited: Option<PatchSpec>,
    /// True if it was clicked in the scene: its form takes the place of a thing's panel.
    alone: bool,
}

impl PatchDraft {
    /// Opens the form of one by its index; `alone` in place of a thing's panel.
    pub fn of(patch: u32, alone: bool) -> PatchDraft {
        PatchDraft {
            patch,
            edited: None,
            alone,
        }
    }

    /// True if its form takes the place of a thing's panel.
    pub fn is_alone(&self) -> bool {
        self.alone
    }

    /// Returns its index in the scene.
    pub fn patch(&self) -> u32 {
        self.patch
    }

    /// Shows the patch as it is again.
    pub fn look_again(&mut self) {
        self.edited = None;
    }
}

/// Shows the patches, each with a delete button, and the form of the chosen one. Returns the acts.
pub fn show(ui: &mut Ui, draft: &mut Option<PatchDraft>, round: &Round) -> Vec<Act> {
    let texts = &words_of(ui).build;
    let mut acts = Vec::new();
    let patches = round.scene().patches();
    for index in 0..patches.len() as u32 {
        let is_chosen = draft.as_ref().is_some_and(|one| one.patch == index);
        ui.horizontal(|ui| {
            if ui.small_button(texts.delete).clicked() {
                acts.push(Act::RemovePatch { patch: index });
                *draft = None;
            }
            let name = fill(texts.patch_of_floor_number, &[("number", &(index + 1))]);
            if ui.selectable_label(is_chosen, name).clicked() {
                *draft = (!is_chosen).then(|| PatchDraft::of(index, false));
            }
        });
    }
    if let Some(draft) = draft
        && let Some(patch) = patches.get(draft.patch as usize)
    {
        acts.extend(changed(ui, draft, &patch.spec));
    }
    acts
}

/// Shows the form of a patch that was clicked in the scene. Returns the acts.
pub fn show_alone(ui: &mut Ui, draft: &mut Option<PatchDraft>, round: &Round) -> Vec<Act> {
    let texts = &words_of(ui).build;
    let mut acts = Vec::new();
    let Some(chosen) = draft.as_mut() else {
        return acts;
    };
    let index = chosen.patch;
    let Some(patch) = round.scene().patches().get(index as usize) else {
        *draft = None;
        return acts;
    };
    ui.heading(fill(
        texts.patch_of_floor_number,
        &[("number", &(index + 1))],
    ));
    ui.label(texts.arrows_move_it_the_ring_turns);
    acts.extend(changed(ui, chosen, &patch.spec));
    ui.horizontal(|ui| {
        if ui.button(texts.delete).clicked() {
            acts.push(Act::RemovePatch { patch: index });
            *draft = None;
        }
        if ui.button(texts.close).clicked() {
            *draft = None;
        }
    });
    acts
}

/// Shows the form of a patch. Returns the change when an edit is finished.
fn changed(ui: &mut Ui, draft: &mut PatchDraft, now: &PatchSpec) -> Option<Act> {
    let texts = &words_of(ui).build;
    let mut spec = draft.edited.clone().unwrap_or_else(|| now.clone());
    let mut edit = Edit::default();
    Grid::new("patch").num_columns(2).show(ui, |ui| {
        let Point(x, z) = &mut spec.position;
        edit = edit.and(row(ui, texts.at_x, x, -1000.0..=1000.0, " m"));
        edit = edit.and(row(ui, texts.at_z, z, -1000.0..=1000.0, " m"));
        edit = edit.and(row(ui, texts.width, &mut spec.width, 0.1..=1000.0, " m"));
        edit = edit.and(row(ui, texts.length, &mut spec.length, 0.1..=1000.0, " m"));
        edit = edit.and(row(
            ui,
            texts.heading,
            &mut spec.heading,
            -360.0..=360.0,
            "°",
        ));
        edit = edit.and(row(ui, texts.grip, &mut spec.grip, 0.01..=5.0, ""));
        edit = edit.and(triple(ui, texts.belt_m_s, &mut spec.belt, 50.0));
    });
    if edit.changed {
        draft.edited = Some(spec);
    }
    let spec = draft.edited.take_if(|_| edit.done)?;
    Some(Act::ChangePatch {
        patch: draft.patch,
        spec: Box::new(spec),
    })
}

/// Returns the patch in which a point of the floor is; of several the last one.
pub fn patch_at(round: &Round, point: Vec3) -> Option<u32> {
    let patches = (0..).zip(round.scene().patches());
    let at = patches.filter(|(_, patch)| {
        let own = patch.pose.inverse_transform_point(point);
        own.x.abs() <= patch.spec.width * 0.5 && own.z.abs() <= patch.spec.length * 0.5
    });
    at.last().map(|(index, _)| index)
}
