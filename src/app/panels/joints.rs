//! The joints in the panels: a list, and the form of the one that was clicked.

use egui::{ComboBox, Grid, RichText, ScrollArea, Ui};
use glam::{Vec2, Vec3};

use crate::app::panels::fields::{Edit, number, row, triple, words_of};
use crate::app::params::panels::joints::ROWS;
use crate::app::words::JointWords;
use crate::app::words::fill;
use crate::arena::{ActorId, DrivenBy};
use crate::game::{Act, Round};
use crate::level::scene::JointRow;
use crate::level::{JointKindSpec, JointSpec, MotorSpec};

/// The joint whose form is open.
#[derive(Debug, Clone)]
pub struct JointDraft {
    /// Its index in the scene.
    joint: u32,
    /// The values being edited; None while the form shows the present state.
    edited: Option<JointSpec>,
    /// True if it was clicked in the scene: its form takes the place of a thing's panel.
    alone: bool,
}

impl JointDraft {
    /// Opens the form of one by its index.
    pub fn of(joint: u32) -> JointDraft {
        JointDraft {
            joint,
            edited: None,
            alone: false,
        }
    }

    /// Opens the form of one that was clicked in the scene.
    pub fn alone(joint: u32) -> JointDraft {
        JointDraft {
            alone: true,
            ..JointDraft::of(joint)
        }
    }

    /// True if its form takes the place of a thing's panel.
    pub fn is_alone(&self) -> bool {
        self.alone
    }

    /// Returns its index in the scene.
    pub fn joint(&self) -> u32 {
        self.joint
    }

    /// Shows the present state again.
    pub fn look_again(&mut self) {
        self.edited = None;
    }
}

/// The motor that a joint gets first: degrees per second or m/s, and N m or N.
const FIRST_MOTOR: MotorSpec = MotorSpec {
    speed: Some(45.0),
    angle: None,
    force: 1000.0,
    by: None,
};

/// Shows the joints of a thing, or of the whole scene, with the form of the chosen one. Returns the acts.
pub fn show(
    ui: &mut Ui,
    draft: &mut Option<JointDraft>,
    round: &Round,
    of: Option<ActorId>,
) -> Vec<Act> {
    let texts = &words_of(ui).joints;
    let mut acts = Vec::new();
    let mut rows = round.scene().joint_rows(round.arena());
    if let Some(id) = of {
        rows.retain(|row| row.a == id || row.b == Some(id));
    }
    if rows.is_empty() {
        return acts;
    }
    ui.label(RichText::new(texts.joints).strong());
    let height = ui.spacing().interact_size.y;
    let scroll = ScrollArea::vertical()
        .id_salt("joints")
        .max_height(height * ROWS)
        .auto_shrink([false, true]);
    scroll.show_rows(ui, height, rows.len(), |ui, shown| {
        for row in &rows[shown] {
            let is_chosen = draft.as_ref().is_some_and(|one| one.joint == row.index);
            if ui
                .selectable_label(is_chosen, title(round, row, texts))
                .clicked()
            {
                *draft = (!is_chosen).then(|| JointDraft::of(row.index));
            }
        }
    });
    let known = |one: &&mut JointDraft| rows.iter().any(|row| row.index == one.joint);
    if let Some(chosen) = draft.as_mut().filter(known) {
        let joint = chosen.joint;
        acts.extend(changed(ui, chosen, round));
        if ui.button(texts.remove_the_joint).clicked() {
            acts.push(Act::RemoveJoint { joint });
            *draft = None;
        }
    }
    acts
}

/// Shows the form of a joint that was clicked in the scene, with its ends. Returns the acts.
pub fn show_alone(
    ui: &mut Ui,
    draft: &mut Option<JointDraft>,
    end: &mut Option<(u32, bool)>,
    round: &Round,
) -> Vec<Act> {
    let texts = &words_of(ui).joints;
    let mut acts = Vec::new();
    let rows = round.scene().joint_rows(round.arena());
    let row = |draft: &JointDraft| rows.iter().find(|row| row.index == draft.joint);
    let Some(row) = draft.as_ref().and_then(row) else {
        ui.label(texts.the_joint_is_gone);
        *draft = None;
        return acts;
    };
    ui.heading(title(round, row, texts));
    ui.label(texts.arrows_move_its_place_rings_turn);
    ends(ui, row, end, round);
    if let Some(chosen) = draft {
        acts.extend(changed(ui, chosen, round));
    }
    ui.horizontal(|ui| {
        if ui.button(texts.remove_the_joint).clicked() {
            acts.push(Act::RemoveJoint { joint: row.index });
            *draft = None;
        }
        if ui.button(texts.close).clicked() {
            *draft = None;
        }
    });
    acts
}

/// Shows the ends of a joint, each with a button that lets the next click choose another one.
fn ends(ui: &mut Ui, row: &JointRow, end: &mut Option<(u32, bool)>, round: &Round) {
    let texts = &words_of(ui).joints;
    if row.links > 1 {
        return;
    }
    let name = |id: ActorId| round.arena().actor(id).name.to_string();
    let other = row.b.map_or_else(|| texts.the_world.to_owned(), name);
    for (word, name, is_first) in [(texts.holds, name(row.a), true), (texts.to, other, false)] {
        ui.horizontal(|ui| {
            ui.label(format!("{word} {name}"));
            let waits = *end == Some((row.index, is_first));
            let text = if waits { texts.click_it } else { texts.choose };
            let button = ui.selectable_label(waits, text);
            if button
                .on_hover_text(texts.the_next_click_in_the_scene)
                .clicked()
            {
                *end = (!waits).then_some((row.index, is_first));
            }
        });
    }
}

/// Returns a row in words: "hinge: beam - world".
fn title(round: &Round, row: &JointRow, texts: &JointWords) -> String {
    let name = |id: ActorId| round.arena().actor(id).name.to_string();
    let other = row.b.map_or_else(|| texts.the_world.to_owned(), name);
    let kind = round.scene().joint_now(round.arena(), row.index as usize);
    let kind = kind.map_or(texts.joint, |spec| word(&spec.kind, texts));
    let links = match row.links {
        1 => String::new(),
        links => fill(texts.count_links, &[("count", &links)]),
    };
    format!("{}: {kind}, {} - {other}{links}", row.name, name(row.a))
}

/// Returns the name of a kind.
pub fn word(kind: &JointKindSpec, texts: &JointWords) -> &'static str {
    match kind {
        JointKindSpec::Ball => texts.ball,
        JointKindSpec::Hinge { .. } => texts.hinge,
        JointKindSpec::Slider { .. } => texts.slider,
        JointKindSpec::Weld => texts.weld,
        JointKindSpec::Rope { .. } => texts.rope,
        JointKindSpec::Rod { .. } => texts.rod,
        JointKindSpec::Spring { .. } => texts.spring,
    }
}

/// Shows the form of a joint. Returns the change when an edit is finished.
fn changed(ui: &mut Ui, draft: &mut JointDraft, round: &Round) -> Option<Act> {
    let texts = &words_of(ui).joints;
    let now = round
        .scene()
        .joint_now(round.arena(), draft.joint as usize)?;
    let mut spec = draft.edited.clone().unwrap_or(now);
    let mut edit = Edit::default();
    Grid::new("joint").num_columns(2).show(ui, |ui| {
        edit = edit.and(places(ui, &mut spec));
        edit = edit.and(kind(ui, &mut spec.kind));
        if spec.axis().is_some() {
            edit = edit.and(limits(ui, &mut spec));
            edit = edit.and(motor(ui, &mut spec));
        }
        edit = edit.and(breaks(ui, &mut spec.breaks));
        ui.label(texts.the_two_collide);
        edit = edit.and(Edit::choice(ui.checkbox(&mut spec.collide, "").changed()));
        ui.end_row();
    });
    if edit.changed {
        draft.edited = Some(spec);
    }
    let spec = draft.edited.take_if(|_| edit.done)?;
    Some(Act::ChangeJoint {
        joint: draft.joint,
        spec: Box::new(spec),
    })
}

/// Shows the anchors, in the scene; a chain has none of its own.
fn places(ui: &mut Ui, spec: &mut JointSpec) -> Edit {
    let texts = &words_of(ui).joints;
    let mut edit = Edit::default();
    if let Some(at) = &mut spec.at {
        edit = edit.and(triple(ui, texts.at_m, at, 1000.0));
    }
    if let Some(to) = &mut spec.to {
        edit = edit.and(triple(ui, texts.to_m, to, 1000.0));
    }
    edit
}

fn kind(ui: &mut Ui, kind: &mut JointKindSpec) -> Edit {
    let texts = &words_of(ui).joints;
    let mut edit = Edit::default();
    match kind {
        JointKindSpec::Ball | JointKindSpec::Weld => {}
        JointKindSpec::Hinge { axis } | JointKindSpec::Slider { axis } => {
            edit = edit.and(triple(ui, texts.axis, axis, 1.0));
            ui.label("");
            ui.horizontal(|ui| {
                for (name, along) in [("X", Vec3::X), (texts.y_up, Vec3::Y), ("Z", Vec3::Z)] {
                    if ui.small_button(name).clicked() {
                        *axis = along;
                        edit = edit.and(Edit::choice(true));
                    }
                }
            });
            ui.end_row();
        }
        JointKindSpec::Rope { length } | JointKindSpec::Rod { length } => {
            edit = edit.and(self::length(ui, length));
        }
        JointKindSpec::Spring {
            length,
            frequency,
            damping,
        } => {
            edit = edit.and(self::length(ui, length));
            edit = edit.and(row(ui, texts.frequency, frequency, 0.01..=60.0, " Hz"));
            edit = edit.and(row(ui, texts.damping, damping, 0.0..=10.0, ""));
        }
    }
    edit
}

/// Shows a length, if there is one.
fn length(ui: &mut Ui, length: &mut Option<f32>) -> Edit {
    let text = words_of(ui).joints.length;
    let edit = length
        .as_mut()
        .map(|length| row(ui, text, length, 0.0..=1000.0, " m"));
    edit.unwrap_or_default()
}

/// Returns the unit of a position and the greatest one.
fn unit(spec: &JointSpec) -> (&'static str, f32) {
    match spec.kind {
        JointKindSpec::Slider { .. } => (" m", 1000.0),
        _ => ("°", 1000.0),
    }
}

/// Shows the limits, relative to the present pose.
fn limits(ui: &mut Ui, spec: &mut JointSpec) -> Edit {
    let texts = &words_of(ui).joints;
    let (unit, most) = unit(spec);
    let mut has_limits = spec.limits.is_some();
    let box_ = ui.checkbox(&mut has_limits, texts.limits);
    let mut edit = Edit::choice(box_.on_hover_text(texts.from_the_present_pose).changed());
    let mut between = spec.limits.unwrap_or(match unit {
        " m" => Vec2::new(-1.0, 1.0),
        _ => Vec2::new(-45.0, 45.0),
    });
    ui.horizontal(|ui| {
        if has_limits {
            let (least, greatest) = (between.x, between.y);
            edit = edit.and(number(ui, &mut between.x, -most..=greatest, unit));
            edit = edit.and(number(ui, &mut between.y, least..=most, unit));
        }
    });
    ui.end_row();
    spec.limits = has_limits.then_some(between);
    edit
}

fn motor(ui: &mut Ui, spec: &mut JointSpec) -> Edit {
    let texts = &words_of(ui).joints;
    let (unit, most) = unit(spec);
    let is_slider = unit == " m";
    let mut has_motor = spec.motor.is_some();
    let mut edit = Edit::choice(ui.checkbox(&mut has_motor, texts.motor).changed());
    let mut motor = spec.motor.unwrap_or(match is_slider {
        true => MotorSpec {
            speed: Some(1.0),
            ..FIRST_MOTOR
        },
        false => FIRST_MOTOR,
    });
    ui.horizontal(|ui| {
        if !has_motor {
            return;
        }
        let goes = motor.speed.is_some();
        if ui.selectable_label(goes, texts.speed).clicked() && !goes {
            (motor.speed, motor.angle) = (Some(if is_slider { 1.0 } else { 45.0 }), None);
            edit = edit.and(Edit::choice(true));
        }
        if ui.selectable_label(!goes, texts.place).clicked() && goes {
            (motor.speed, motor.angle) = (None, Some(0.0));
            edit = edit.and(Edit::choice(true));
        }
    });
    ui.end_row();
    if has_motor {
        if let Some(speed) = &mut motor.speed {
            let unit = if is_slider { " m/s" } else { "°/s" };
            edit = edit.and(row(ui, texts.speed_2, speed, -10_000.0..=10_000.0, unit));
        }
        if let Some(angle) = &mut motor.angle {
            edit = edit.and(row(ui, texts.place_2, angle, -most..=most, unit));
        }
        let strength = if is_slider { " N" } else { " N m" };
        edit = edit.and(row(
            ui,
            texts.at_most,
            &mut motor.force,
            0.0..=1e9,
            strength,
        ));
        edit = edit.and(driven_by(ui, &mut motor.by));
    }
    spec.motor = has_motor.then_some(motor);
    edit
}

/// Shows the choice of the control that drives a motor.
fn driven_by(ui: &mut Ui, by: &mut Option<DrivenBy>) -> Edit {
    let texts = &words_of(ui).joints;
    let before = *by;
    let all = [
        (texts.none, None),
        (texts.throttle, Some(DrivenBy::Throttle)),
        (texts.steering, Some(DrivenBy::Steer)),
        (texts.brake, Some(DrivenBy::Brake)),
        (texts.boost, Some(DrivenBy::Boost)),
    ];
    ui.label(texts.control)
        .on_hover_text(texts.of_the_first_player_a_trigger);
    let shown = all.iter().find(|(_, one)| *one == before);
    ComboBox::from_id_salt("control")
        .selected_text(shown.map_or(texts.none, |(name, _)| *name))
        .show_ui(ui, |ui| {
            for (name, one) in all {
                ui.selectable_value(by, one, name);
            }
        });
    ui.end_row();
    Edit::choice(*by != before)
}

fn breaks(ui: &mut Ui, breaks: &mut Option<f32>) -> Edit {
    let texts = &words_of(ui).joints;
    let mut may_break = breaks.is_some();
    let mut edit = Edit::choice(ui.checkbox(&mut may_break, texts.breaks).changed());
    let mut force = breaks.unwrap_or(1000.0);
    ui.horizontal(|ui| {
        if may_break {
            edit = edit.and(number(ui, &mut force, 0.0..=1e9, " N"));
        }
    });
    ui.end_row();
    *breaks = may_break.then_some(force);
    edit
}
