//! Rows of the panels: a name and one or three numbers with their unit.

use std::fmt::Debug;

use egui::{ComboBox, Context, DragValue, Id, Response, Slider, SliderClamping, Ui};
use glam::Vec3;

use crate::app::params::panels::fields::{LONG_RANGE, MOST_LEAST_SPEED, SLIDER, SMALLEST};
use crate::app::words::{Language, Words};

/// The effect of a frame on a row.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Edit {
    /// True if the value changed.
    pub changed: bool,
    /// True if the edit is finished.
    pub done: bool,
}

impl Edit {
    /// Derives the edit from a field's response.
    pub fn of(response: &Response) -> Edit {
        let changed = response.changed();
        let let_go = response.drag_stopped() || response.lost_focus();
        let at_once = changed && !response.dragged() && !response.has_focus();
        Edit {
            changed,
            done: let_go || at_once,
        }
    }

    /// A choice, which is finished at once.
    pub fn choice(changed: bool) -> Edit {
        Edit {
            changed,
            done: changed,
        }
    }

    pub fn and(self, other: Edit) -> Edit {
        Edit {
            changed: self.changed || other.changed,
            done: self.done || other.done,
        }
    }
}

/// A number that can be dragged or typed.
pub fn number(
    ui: &mut Ui,
    value: &mut f32,
    range: std::ops::RangeInclusive<f32>,
    unit: &str,
) -> Edit {
    // The drag speed is proportional to the value, so that small numbers change slowly; the least one still crosses
    // zero.
    let least = ((range.end() - range.start()) * 0.001).min(MOST_LEAST_SPEED);
    let speed = (value.abs() * 0.01).max(least);
    let field = DragValue::new(value)
        .range(range)
        // A number that is only shown must not change.
        .clamp_existing_to_range(false)
        .speed(speed)
        .max_decimals(4)
        .suffix(unit);
    Edit::of(&ui.add(field))
}

/// Notes the language of the panels in their context.
pub fn speak(context: &Context, language: Language) {
    context.data_mut(|data| data.insert_temp(Id::new("language"), language));
}

/// Returns the texts in the language that [`speak`] noted.
pub fn words_of(ui: &Ui) -> &'static Words {
    let language: Option<Language> = ui.data(|data| data.get_temp(Id::new("language")));
    language.unwrap_or_default().words()
}

/// A number with a slider; the number can be typed.
pub fn slider(
    ui: &mut Ui,
    value: &mut f32,
    range: std::ops::RangeInclusive<f32>,
    unit: &str,
) -> Edit {
    let is_long = range.end() - range.start() > LONG_RANGE;
    ui.spacing_mut().slider_width = SLIDER;
    let slider = Slider::new(value, range)
        .logarithmic(is_long)
        .smallest_positive(SMALLEST)
        // A number that is only shown must not change.
        .clamping(SliderClamping::Edits)
        .max_decimals(4)
        .suffix(unit);
    Edit::of(&ui.add(slider))
}

/// A choice of named values in a list.
pub fn choice<T: Clone + PartialEq + Debug>(
    ui: &mut Ui,
    name: &str,
    value: &mut T,
    all: &[(T, &str)],
    hint: &str,
) -> Edit {
    ui.label(name).on_hover_text(hint);
    let known = all.iter().find(|(one, _)| one == value);
    let text = known.map_or_else(|| format!("{value:?}"), |(_, text)| (*text).to_owned());
    let mut changed = false;
    ComboBox::from_id_salt(name)
        .selected_text(text)
        .width(140.0)
        .show_ui(ui, |ui| {
            for (one, text) in all {
                changed |= ui.selectable_value(value, one.clone(), *text).changed();
            }
        });
    ui.end_row();
    Edit::choice(changed)
}

/// A row with a number.
pub fn row(
    ui: &mut Ui,
    name: &str,
    value: &mut f32,
    range: std::ops::RangeInclusive<f32>,
    unit: &str,
) -> Edit {
    ui.label(name);
    let edit = slider(ui, value, range, unit);
    ui.end_row();
    edit
}

/// A row with three numbers.
pub fn triple(ui: &mut Ui, name: &str, value: &mut Vec3, most: f32) -> Edit {
    ui.label(name);
    let mut edit = Edit::default();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        for part in [&mut value.x, &mut value.y, &mut value.z] {
            let speed = (part.abs() * 0.01).max(0.02);
            let field = DragValue::new(part)
                .range(-most..=most)
                .clamp_existing_to_range(false)
                .speed(speed)
                .max_decimals(2);
            edit = edit.and(Edit::of(&ui.add(field)));
        }
    });
    ui.end_row();
    edit
}
