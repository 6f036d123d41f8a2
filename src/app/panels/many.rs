//! The panel of several selected things: what can be done with all of them together.

use std::collections::BTreeSet;

use egui::{ComboBox, DragValue, Grid, TextEdit, Ui};
use glam::Vec3;

use crate::app::panels::ask::Ask;
use crate::app::panels::fields::{number, triple};
use crate::arena::ActorId;
use crate::game::{Act, Round, Side, Together};
use crate::level::Axis;

/// Numbers that are typed for the next changes.
#[derive(Debug, Clone)]
pub struct Many {
    by: Vec3,
    degrees: f32,
    factor: f32,
    group: String,
    rgb: [u8; 3],
}

impl Default for Many {
    fn default() -> Self {
        Many {
            by: Vec3::X,
            degrees: 90.0,
            factor: 2.0,
            group: String::new(),
            rgb: [200, 90, 60],
        }
    }
}

/// The axes with their names in the panel.
const AXES: [(Axis, &str); 3] = [(Axis::X, "X"), (Axis::Y, "Y (up)"), (Axis::Z, "Z")];

pub fn show(
    ui: &mut Ui,
    many: &mut Many,
    (round, selected): (&Round, &BTreeSet<ActorId>),
    asks: &mut Vec<Ask>,
) {
    ui.heading(format!("{} things selected", selected.len()));
    if let Some(around) = round.box_around(selected) {
        let (size, middle) = (around.extents(), around.center());
        let place = |v: Vec3| format!("{:.2}, {:.2}, {:.2}", v.x, v.y, v.z);
        ui.label(format!("{} m large", place(size)));
        ui.label(format!("around {} m", place(middle)));
    }
    buttons(ui, (round, selected), asks);
    ui.separator();
    let mut all = |what: Together| asks.push(Ask::Together(what));
    Grid::new("many").num_columns(2).show(ui, |ui| {
        triple(ui, "by, m", &mut many.by, 1000.0);
        ui.label("");
        if ui.button("Move").clicked() {
            all(Together::Move(many.by));
        }
        ui.end_row();
        ui.label("turn about");
        ui.horizontal(|ui| {
            let field = DragValue::new(&mut many.degrees).range(-360.0..=360.0);
            ui.add(field.speed(1.0).suffix("°"));
            for (axis, name) in AXES {
                if ui.button(name).clicked() {
                    let degrees = many.degrees;
                    all(Together::Turn { axis, degrees });
                }
            }
        });
        ui.end_row();
        ui.label("size");
        ui.horizontal(|ui| {
            number(ui, &mut many.factor, 0.05..=20.0, " x");
            if ui.button("Scale").clicked() {
                all(Together::Scale(many.factor));
            }
        });
        ui.end_row();
        ui.label("mirror");
        ui.horizontal(|ui| {
            for (axis, name) in AXES {
                if ui.button(name).clicked() {
                    all(Together::Mirror(axis));
                }
            }
        });
        ui.end_row();
        for (axis, name) in AXES {
            ui.label(format!("align {name}"));
            ui.horizontal(|ui| {
                for (side, word) in [
                    (Side::Low, "low"),
                    (Side::Middle, "middle"),
                    (Side::High, "high"),
                ] {
                    if ui.small_button(word).clicked() {
                        all(Together::Align(axis, side));
                    }
                }
                if ui
                    .small_button("spread")
                    .on_hover_text("with equal gaps")
                    .clicked()
                {
                    all(Together::Distribute(axis));
                }
            });
            ui.end_row();
        }
        ui.label("down");
        if ui.button("Drop to what is below").clicked() {
            all(Together::Drop);
        }
        ui.end_row();
        ui.label("paint");
        ui.horizontal(|ui| {
            ui.color_edit_button_srgb(&mut many.rgb);
            if ui.button("Paint all").clicked() {
                let [red, green, blue] = many.rgb;
                all(Together::Paint(format!("#{red:02x}{green:02x}{blue:02x}")));
            }
        });
        ui.end_row();
        materials(ui, round, &mut all);
        ui.label("group")
            .on_hover_text("things of one group pass through each other");
        ui.horizontal(|ui| {
            let field = TextEdit::singleline(&mut many.group).char_limit(30);
            ui.add(field.hint_text("none").desired_width(110.0));
            if ui.button("Group").clicked() {
                all(Together::Group(many.group.trim().to_owned()));
            }
        });
        ui.end_row();
    });
}

fn buttons(ui: &mut Ui, (round, selected): (&Round, &BTreeSet<ActorId>), asks: &mut Vec<Ask>) {
    let actors: Vec<u32> = selected.iter().map(|id| id.0).collect();
    let arena = round.arena();
    let frozen = !selected.iter().all(|id| arena.actor(*id).is_fixed());
    let hidden = !selected.iter().all(|id| round.scene().is_hidden(*id));
    ui.horizontal_wrapped(|ui| {
        for (name, key, ask) in [
            ("Copy", "Ctrl D", Ask::CopyAll),
            (
                "Delete",
                "Del",
                Ask::Act(Act::RemoveAll {
                    actors: actors.clone(),
                }),
            ),
            (
                if frozen { "Freeze" } else { "Free" },
                "Ctrl F",
                Ask::Act(Act::FreezeAll {
                    actors: actors.clone(),
                    frozen,
                }),
            ),
            (
                if hidden { "Hide" } else { "Show" },
                "drawn faintly, and the hand reaches through it",
                Ask::Act(Act::Hide { actors, hidden }),
            ),
            ("Copy as text", "Ctrl C", Ask::CopyText),
            (
                "Paste",
                "where they were; Ctrl V: at the pointer",
                Ask::PasteText,
            ),
            (
                "Select nothing",
                "a click on the empty floor",
                Ask::Select(BTreeSet::new()),
            ),
        ] {
            if ui.button(name).on_hover_text(key).clicked() {
                asks.push(ask);
            }
        }
    });
}

fn materials(ui: &mut Ui, round: &Round, all: &mut impl FnMut(Together)) {
    let materials = &round.level().materials;
    if materials.is_empty() {
        return;
    }
    ui.label("material");
    let list = ComboBox::from_id_salt("material of all").selected_text("choose");
    list.show_ui(ui, |ui| {
        let names = materials.iter().map(|material| &material.name[..]);
        for name in std::iter::once("").chain(names) {
            let shown = if name.is_empty() { "none" } else { name };
            if ui.selectable_label(false, shown).clicked() {
                all(Together::Material(name.to_owned()));
            }
        }
    });
    ui.end_row();
}
