//! The objects of a scene that the panels list by number, each with a form: zones, and patches of floor.

use egui::{Grid, Ui};

use crate::app::panels::fields::{Edit, words_of};
use crate::app::words::BuildWords;
use crate::game::Act;

/// A kind of object that the panels list.
pub trait Listed: Clone {
    /// The identifier of its form, which differs from those of the other kinds.
    const FORM: &str;

    /// Returns the name of the object with that index.
    fn name(&self, index: u32, texts: &BuildWords) -> String;

    /// Returns the act that removes the object with that index.
    fn removal(index: u32) -> Act;

    /// Returns the act that changes the object with that index.
    fn change(index: u32, spec: Self) -> Act;

    /// Shows the fields of its form.
    fn fields(&mut self, ui: &mut Ui) -> Edit;
}

/// The object whose form is open.
#[derive(Debug, Clone)]
pub struct Draft<T> {
    /// Its index in the scene.
    index: u32,
    /// The values being edited; None while the form shows the object as it is.
    edited: Option<T>,
    /// True if it was clicked in the scene: its form takes the place of a thing's panel.
    alone: bool,
}

impl<T: Listed> Draft<T> {
    /// Opens the form of the object with that index; `alone` in place of a thing's panel.
    pub fn of(index: u32, alone: bool) -> Self {
        Draft {
            index,
            edited: None,
            alone,
        }
    }

    /// True if its form takes the place of a thing's panel.
    pub fn is_alone(&self) -> bool {
        self.alone
    }

    /// Returns its index in the scene.
    pub fn index(&self) -> u32 {
        self.index
    }

    /// Shows the object as it is again.
    pub fn look_again(&mut self) {
        self.edited = None;
    }

    /// Shows its form. Returns the change when an edit is finished.
    fn changed(&mut self, ui: &mut Ui, now: &T) -> Option<Act> {
        let mut spec = self.edited.clone().unwrap_or_else(|| now.clone());
        let mut edit = Edit::default();
        Grid::new(T::FORM).num_columns(2).show(ui, |ui| {
            edit = spec.fields(ui);
        });
        if edit.changed {
            self.edited = Some(spec);
        }
        let spec = self.edited.take_if(|_| edit.done)?;
        Some(T::change(self.index, spec))
    }
}

/// Shows the objects, each with a delete button, and the form of the chosen one. Returns the acts.
pub fn show<T: Listed>(ui: &mut Ui, draft: &mut Option<Draft<T>>, all: &[&T]) -> Vec<Act> {
    let texts = &words_of(ui).build;
    let mut acts = Vec::new();
    for (index, spec) in (0..).zip(all) {
        let is_chosen = draft.as_ref().is_some_and(|one| one.index == index);
        ui.horizontal(|ui| {
            if ui.small_button(texts.delete).clicked() {
                acts.push(T::removal(index));
                *draft = None;
            }
            let name = spec.name(index, texts);
            if ui.selectable_label(is_chosen, name).clicked() {
                *draft = (!is_chosen).then(|| Draft::of(index, false));
            }
        });
    }
    if let Some(draft) = draft
        && let Some(spec) = all.get(draft.index as usize)
    {
        acts.extend(draft.changed(ui, spec));
    }
    acts
}

/// Shows the form of an object that was clicked in the scene. Returns the acts.
pub fn show_alone<T: Listed>(ui: &mut Ui, draft: &mut Option<Draft<T>>, all: &[&T]) -> Vec<Act> {
    let texts = &words_of(ui).build;
    let mut acts = Vec::new();
    let Some(chosen) = draft.as_mut() else {
        return acts;
    };
    let index = chosen.index;
    let Some(spec) = all.get(index as usize) else {
        *draft = None;
        return acts;
    };
    ui.heading(spec.name(index, texts));
    ui.label(texts.arrows_move_it_the_ring_turns);
    acts.extend(chosen.changed(ui, spec));
    ui.horizontal(|ui| {
        if ui.button(texts.delete).clicked() {
            acts.push(T::removal(index));
            *draft = None;
        }
        if ui.button(texts.close).clicked() {
            *draft = None;
        }
    });
    acts
}
