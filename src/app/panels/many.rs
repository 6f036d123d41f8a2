//! The panel of several selected things: what can be done with all of them together.

use std::collections::BTreeSet;

use egui::{ComboBox, DragValue, Grid, TextEdit, Ui};
use glam::Vec3;

use crate::app::panels::ask::Ask;
use crate::app::panels::fields::{number, triple, words_of};
use crate::app::words::ThingWords;
use crate::app::words::fill;
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

/// The axes.
const AXES: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

fn axis_name(axis: Axis, texts: &ThingWords) -> &'static str {
    match axis {
        Axis::X => "X",
        Axis::Y => texts.y_up,
        Axis::Z => "Z",
    }
}

pub fn show(
    ui: &mut Ui,
    many: &mut Many,
    (round, selected): (&Round, &BTreeSet<ActorId>),
    asks: &mut Vec<Ask>,
) {
    let texts = &words_of(ui).thing;
    ui.heading(fill(
        texts.count_things_selected,
        &[("count", &selected.len())],
    ));
    if let Some(around) = round.box_around(selected) {
        let (size, middle) = (around.extents(), around.center());
        let place = |v: Vec3| format!("{:.2}, {:.2}, {:.2}", v.x, v.y, v.z);
        ui.label(fill(texts.size_m_large, &[(texts.size, &place(size))]));
        ui.label(fill(texts.around_place_m, &[("place", &place(middle))]));
    }
    buttons(ui, (round, selected), asks);
    ui.separator();
    let mut all = |what: Together| asks.push(Ask::Together(what));
    Grid::new("many").num_columns(2).show(ui, |ui| {
        triple(ui, texts.by_m, &mut many.by, 1000.0);
        ui.label("");
        if ui.button(texts.move_).clicked() {
            all(Together::Move(many.by));
        }
        ui.end_row();
        ui.label(texts.turn_about);
        ui.horizontal(|ui| {
            let field = DragValue::new(&mut many.degrees).range(-360.0..=360.0);
            ui.add(field.speed(1.0).suffix("°"));
            for axis in AXES {
                let name = axis_name(axis, texts);
                if ui.button(name).clicked() {
                    let degrees = many.degrees;
                    all(Together::Turn { axis, degrees });
                }
            }
        });
        ui.end_row();
        ui.label(texts.size);
        ui.horizontal(|ui| {
            number(ui, &mut many.factor, 0.05..=20.0, " x");
            if ui.button(texts.scale).clicked() {
                all(Together::Scale(many.factor));
            }
        });
        ui.end_row();
        ui.label(texts.mirror);
        ui.horizontal(|ui| {
            for axis in AXES {
                let name = axis_name(axis, texts);
                if ui.button(name).clicked() {
                    all(Together::Mirror(axis));
                }
            }
        });
        ui.end_row();
        for axis in AXES {
            let name = axis_name(axis, texts);
            ui.label(fill(texts.align_axis, &[("axis", &name)]));
            ui.horizontal(|ui| {
                for (side, word) in [
                    (Side::Low, texts.low),
                    (Side::Middle, texts.middle),
                    (Side::High, texts.high),
                ] {
                    if ui.small_button(word).clicked() {
                        all(Together::Align(axis, side));
                    }
                }
                if ui
                    .small_button(texts.spread)
                    .on_hover_text(texts.with_equal_gaps)
                    .clicked()
                {
                    all(Together::Distribute(axis));
                }
            });
            ui.end_row();
        }
        ui.label(texts.down);
        if ui.button(texts.drop_to_what_is_below).clicked() {
            all(Together::Drop);
        }
        ui.end_row();
        ui.label(texts.paint);
        ui.horizontal(|ui| {
            ui.color_edit_button_srgb(&mut many.rgb);
            if ui.button(texts.paint_all).clicked() {
                let [red, green, blue] = many.rgb;
                all(Together::Paint(format!("#{red:02x}{green:02x}{blue:02x}")));
            }
        });
        ui.end_row();
        materials(ui, round, &mut all);
        ui.label(texts.group)
            .on_hover_text(texts.things_of_one_group_pass_through);
        ui.horizontal(|ui| {
            let field = TextEdit::singleline(&mut many.group).char_limit(30);
            ui.add(field.hint_text(texts.none).desired_width(110.0));
            if ui.button(texts.group_2).clicked() {
                all(Together::Group(many.group.trim().to_owned()));
            }
        });
        ui.end_row();
    });
}

fn buttons(ui: &mut Ui, (round, selected): (&Round, &BTreeSet<ActorId>), asks: &mut Vec<Ask>) {
    let texts = &words_of(ui).thing;
    let actors: Vec<u32> = selected.iter().map(|id| id.0).collect();
    let arena = round.arena();
    let frozen = !selected.iter().all(|id| arena.actor(*id).is_fixed());
    let hidden = !selected.iter().all(|id| round.scene().is_hidden(*id));
    ui.horizontal_wrapped(|ui| {
        for (name, key, ask) in [
            (texts.copy, texts.ctrl_d, Ask::CopyAll),
            (
                texts.delete,
                texts.del,
                Ask::Act(Act::RemoveAll {
                    actors: actors.clone(),
                }),
            ),
            (
                if frozen { texts.freeze } else { texts.free },
                texts.ctrl_f,
                Ask::Act(Act::FreezeAll {
                    actors: actors.clone(),
                    frozen,
                }),
            ),
            (
                if hidden { texts.hide } else { texts.show },
                texts.drawn_faintly_and_the_hand_reaches,
                Ask::Act(Act::Hide { actors, hidden }),
            ),
            (texts.copy_as_text, texts.ctrl_c, Ask::CopyText),
            (texts.paste, texts.where_they_were_ctrl_v_at, Ask::PasteText),
            (
                texts.select_nothing,
                texts.a_click_on_the_empty_floor,
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
    let texts = &words_of(ui).thing;
    let materials = &round.level().materials;
    if materials.is_empty() {
        return;
    }
    ui.label(texts.material);
    let list = ComboBox::from_id_salt("material of all").selected_text(texts.choose);
    list.show_ui(ui, |ui| {
        let names = materials.iter().map(|material| &material.name[..]);
        for name in std::iter::once("").chain(names) {
            let shown = if name.is_empty() { texts.none } else { name };
            if ui.selectable_label(false, shown).clicked() {
                all(Together::Material(name.to_owned()));
            }
        }
    });
    ui.end_row();
}
