//! The panel of one thing: all its properties in the level, and its current motion.

use egui::{ComboBox, Grid, TextEdit, Ui};
use glam::Vec3;

use crate::app::panels::fields::{Edit, row, triple, words_of};
use crate::app::panels::templates;
use crate::app::panels::{Ask, Joining, Panels, Scene, joints};
use crate::app::words::fill;
use crate::arena::{Actor, ActorId, ActorKind, Motion};
use crate::game::Act;
use crate::level::scene::rotation;
use crate::level::{Paint, Solid, ThingKind, ThingSpec, angles};

/// An edited copy of a thing.
#[derive(Debug, Clone)]
pub struct Draft {
    id: ActorId,
    thing: ThingSpec,
    /// The typed velocity and spin, in m/s and degrees per second, until they are applied.
    velocity: Option<Vec3>,
    spin: Option<Vec3>,
    /// The typed place, in m, and the heading, tilt and roll, in degrees.
    place: Option<(Vec3, Vec3)>,
    dirty: bool,
    /// True while a colour is being picked.
    painting: bool,
}

pub fn show(ui: &mut Ui, panels: &mut Panels, scene: &Scene<'_>, asks: &mut Vec<Ask>) {
    let texts = &words_of(ui).thing;
    let Some(id) = panels.chosen else {
        ui.label(texts.double_click_a_thing_in_the);
        return;
    };
    let actor = scene.round.arena().actor(id);
    let draft = panels.draft.take().filter(|draft| draft.id == id);
    let read = || {
        let thing = scene.round.scene().thing(id);
        thing.map(|thing| Draft {
            id,
            thing,
            velocity: None,
            spin: None,
            place: None,
            dirty: false,
            painting: false,
        })
    };
    match (actor.is_car(), draft.or_else(read)) {
        (false, Some(mut draft)) => {
            said(ui, &mut draft, scene, asks);
            pose(ui, &mut draft, actor, asks);
            motion(ui, &mut draft, actor, asks);
            panels.draft = Some(draft);
        }
        _ => {
            ui.heading(&*actor.name);
            ui.label(texts.a_car_its_level_file_describes);
        }
    }
    ui.separator();
    now(ui, id, actor, scene);
    ui.separator();
    buttons(ui, id, actor, asks);
    joining(ui, panels, id, actor);
    let acts = joints::show(ui, &mut panels.joint_draft, scene.round, Some(id));
    asks.extend(acts.into_iter().map(Ask::Act));
}

/// Shows the thing's properties in the level.
fn said(ui: &mut Ui, draft: &mut Draft, scene: &Scene<'_>, asks: &mut Vec<Ask>) {
    let texts = &words_of(ui).thing;
    let actor = scene.round.arena().actor(draft.id);
    let mut edit = Edit::default();
    let thing = &mut draft.thing;
    let name = TextEdit::singleline(&mut thing.name)
        .char_limit(60)
        .desired_width(f32::INFINITY);
    edit = edit.and(Edit::of(&ui.add(name)));
    Grid::new("thing").num_columns(2).show(ui, |ui| {
        edit = edit.and(form(ui, thing));
        edit = edit.and(kind(ui, thing));
        if thing.is_dynamic() {
            let mut mass = thing.mass.unwrap_or(actor.mass);
            let of_mass = row(ui, texts.mass, &mut mass, 0.001..=1e6, " kg");
            if of_mass.changed {
                (thing.mass, thing.density) = (Some(mass), None);
            }
            edit = edit.and(of_mass);
        }
        edit = edit.and(material(ui, thing, scene));
        edit = edit.and(surface(ui, thing, scene));
        ui.label(texts.group)
            .on_hover_text(texts.things_of_one_group_pass_through);
        let group = TextEdit::singleline(&mut thing.group)
            .char_limit(30)
            .hint_text(texts.none);
        edit = edit.and(Edit::of(&ui.add(group)));
        ui.end_row();
        draft.painting |= paint(ui, thing, scene);
        edit = edit.and(triple(ui, texts.belt_m_s, &mut thing.belt, 50.0));
        match &mut thing.motion {
            Some(Motion::Spin { speed, .. }) => {
                edit = edit.and(row(ui, texts.turns, speed, -5000.0..=5000.0, " °/s"));
            }
            Some(Motion::Slide { seconds, by }) => {
                edit = edit.and(row(
                    ui,
                    texts.there_and_back_in,
                    seconds,
                    0.1..=3600.0,
                    " s",
                ));
                edit = edit.and(triple(ui, texts.by_m, by, 1000.0));
            }
            Some(Motion::Path { speed, .. }) => {
                edit = edit.and(row(ui, texts.along_its_path, speed, 0.0..=100.0, " m/s"));
            }
            None => {}
        }
    });
    draft.dirty |= edit.changed || draft.painting;
    // A colour is final when its picker is closed and the button released.
    let picks =
        ui.memory(|memory| memory.any_popup_open()) || ui.input(|input| input.pointer.any_down());
    let painted = !picks && std::mem::take(&mut draft.painting);
    if (edit.done || painted) && std::mem::take(&mut draft.dirty) {
        asks.push(Ask::Act(Act::Change {
            actor: draft.id.0,
            thing: Box::new(draft.thing.clone()),
        }));
    }
}

/// Shows the dimensions of a solid, or the scale of a model.
fn form(ui: &mut Ui, thing: &mut ThingSpec) -> Edit {
    let texts = &words_of(ui).thing;
    let Some(solid) = &mut thing.solid else {
        ui.label(texts.form);
        ui.label(thing.model.trim_end_matches(".obj"));
        ui.end_row();
        return row(ui, texts.size, &mut thing.scale, 0.01..=20.0, " x");
    };
    let mut edit = Edit::default();
    let bounds = solid.bounds();
    if bounds.is_empty() {
        ui.label(texts.form);
        ui.label(match solid {
            Solid::Hull { .. } => texts.hull,
            Solid::Field { .. } => texts.field,
            Solid::Compound { .. } => texts.compound,
            _ => solid.word(),
        });
        ui.end_row();
    }
    for bound in bounds {
        let name = bound.field.join(".");
        let Some(measure) = solid.measure_mut(&name) else {
            continue;
        };
        // Smaller values are too fine for a pointer.
        let range = bound.range.start().max(0.01)..=*bound.range.end();
        edit = edit.and(row(ui, &name, measure, range, " m"));
    }
    edit
}

fn kind(ui: &mut Ui, thing: &mut ThingSpec) -> Edit {
    let texts = &words_of(ui).thing;
    ui.label(texts.moved_by);
    let mut changed = false;
    ui.horizontal(|ui| {
        let free = thing.is_dynamic();
        let goes = thing.motion.is_some();
        if ui.selectable_label(free, texts.forces).clicked() && !free {
            (thing.kind, thing.motion) = (None, None);
            changed = true;
        }
        if ui.selectable_label(!free && !goes, texts.nothing).clicked() && (free || goes) {
            (thing.kind, thing.motion) = (Some(ThingKind::Fixed), None);
            (thing.mass, thing.density) = (None, None);
            changed = true;
        }
        if ui.selectable_label(goes, texts.itself).clicked() && !goes {
            (thing.kind, thing.mass, thing.density) = (None, None, None);
            thing.motion = Some(Motion::Spin {
                axis: Vec3::Y,
                speed: 60.0,
            });
            changed = true;
        }
    });
    ui.end_row();
    Edit::choice(changed)
}

fn material(ui: &mut Ui, thing: &mut ThingSpec, scene: &Scene<'_>) -> Edit {
    let texts = &words_of(ui).thing;
    let materials = &scene.round.level().materials;
    if materials.is_empty() {
        return Edit::default();
    }
    ui.label(texts.material);
    let before = thing.material.clone();
    let shown = if before.is_empty() {
        texts.none
    } else {
        &before
    };
    ComboBox::from_id_salt("material")
        .selected_text(shown)
        .show_ui(ui, |ui| {
            ui.selectable_value(&mut thing.material, String::new(), texts.none);
            for material in materials {
                ui.selectable_value(&mut thing.material, material.name.clone(), &material.name);
            }
        });
    ui.end_row();
    Edit::choice(thing.material != before)
}

/// Shows friction and restitution: its own, or those of its material.
fn surface(ui: &mut Ui, thing: &mut ThingSpec, scene: &Scene<'_>) -> Edit {
    let texts = &words_of(ui).thing;
    let materials = &scene.round.level().materials;
    let base = match materials.iter().find(|one| one.name == thing.material) {
        Some(material) => (material.friction, material.restitution),
        None => {
            let surface = scene.round.arena().response().surface();
            (surface.friction, surface.restitution)
        }
    };
    let mut edit = Edit::default();
    for (name, own, base, most) in [
        (texts.friction, &mut thing.friction, base.0, 2.0),
        (texts.bounce, &mut thing.restitution, base.1, 1.0),
    ] {
        let mut number = own.unwrap_or(base);
        let of_number = row(ui, name, &mut number, 0.0..=most, "");
        if of_number.changed {
            *own = Some(number);
        }
        edit = edit.and(of_number);
    }
    edit
}

/// Shows the colour; returns true if it was changed.
fn paint(ui: &mut Ui, thing: &mut ThingSpec, scene: &Scene<'_>) -> bool {
    let texts = &words_of(ui).thing;
    ui.label(texts.paint);
    let materials = &scene.round.level().materials;
    let of_material = materials.iter().find(|one| one.name == thing.material);
    let own = Paint::parse(&thing.paint);
    let seen = own.or_else(|| Paint::parse(&of_material?.paint));
    let mut rgb = seen.map_or([160, 160, 170], |one| [one.red, one.green, one.blue]);
    let response = ui.color_edit_button_srgb(&mut rgb);
    ui.end_row();
    if response.changed() {
        let [red, green, blue] = rgb;
        thing.paint = format!("#{red:02x}{green:02x}{blue:02x}");
    }
    response.changed()
}

/// Shows the thing's place and angles, which can be edited.
fn pose(ui: &mut Ui, draft: &mut Draft, actor: &Actor, asks: &mut Vec<Ask>) {
    let texts = &words_of(ui).thing;
    let now = || {
        let turn = Vec3::from_array(angles(actor.pose.rotation()));
        (actor.pose.translation(), turn)
    };
    let (mut place, mut turn) = draft.place.unwrap_or_else(now);
    let mut edit = Edit::default();
    Grid::new("pose").num_columns(2).show(ui, |ui| {
        edit = edit.and(triple(ui, texts.place_m, &mut place, 1000.0));
        edit = edit.and(triple(ui, texts.turned_deg, &mut turn, 360.0));
    });
    if edit.changed {
        draft.place = Some((place, turn));
    }
    if let Some((place, turn)) = draft.place.take_if(|_| edit.done) {
        asks.push(Ask::Act(Act::Place {
            actor: draft.id.0,
            place,
            turn: rotation(turn.to_array()),
        }));
    }
}

/// Shows the thing's current motion, which can be edited.
fn motion(ui: &mut Ui, draft: &mut Draft, actor: &Actor, asks: &mut Vec<Ask>) {
    let texts = &words_of(ui).thing;
    if !matches!(actor.kind, ActorKind::Loose) {
        return;
    }
    let degrees = 180.0 / std::f32::consts::PI;
    let mut velocity = draft.velocity.unwrap_or(actor.velocity);
    let mut spin = draft.spin.unwrap_or(actor.angular_velocity * degrees);
    let mut edit = Edit::default();
    Grid::new("speed").num_columns(2).show(ui, |ui| {
        edit = edit.and(triple(ui, texts.speed_m_s, &mut velocity, 1000.0));
        edit = edit.and(triple(ui, texts.spin_deg_s, &mut spin, 50_000.0));
    });
    if edit.changed {
        (draft.velocity, draft.spin) = (Some(velocity), Some(spin));
    }
    if edit.done && draft.velocity.take().is_some() {
        draft.spin = None;
        asks.push(Ask::Act(Act::Speed {
            actor: draft.id.0,
            velocity,
            spin: spin / degrees,
        }));
    }
}

/// Shows the thing's current state.
fn now(ui: &mut Ui, id: ActorId, actor: &Actor, scene: &Scene<'_>) {
    let texts = &words_of(ui).thing;
    let arena = scene.round.arena();
    let place = actor.pose.translation();
    let touching = arena
        .touching()
        .filter(|(a, b)| *a == id || *b == id)
        .count();
    let body = arena.world().body(actor.body);
    let energy = body.map_or(0.0, |body| body.kinetic_energy());
    let rests = body.is_some_and(|body| body.is_asleep());
    let energy = match energy >= 1000.0 {
        true => format!("{:.2} kJ", energy / 1000.0),
        false => format!("{energy:.1} J"),
    };
    ui.label(fill(
        texts.at_x_y_z_m,
        &[
            ("x", &format!("{:.2}", place.x)),
            ("y", &format!("{:.2}", place.y)),
            ("z", &format!("{:.2}", place.z)),
        ],
    ));
    ui.label(format!(
        "{:.2} m/s, {:.0} °/s, {energy}",
        actor.velocity.length(),
        actor.angular_velocity.length().to_degrees(),
    ));
    // The contacts of sleeping bodies are not kept, so there is nothing to count.
    let state = match rests {
        true => texts.asleep.to_owned(),
        false => fill(texts.touches_count, &[("count", &touching)]),
    };
    let kilograms = (actor.mass * 1000.0).round() / 1000.0;
    ui.label(format!("{kilograms} kg, {state}"));
}

fn buttons(ui: &mut Ui, id: ActorId, actor: &Actor, asks: &mut Vec<Ask>) {
    let texts = &words_of(ui).thing;
    let (actor_id, place, turn) = (id.0, actor.pose.translation(), actor.pose.rotation());
    ui.horizontal_wrapped(|ui| {
        for (name, key, act) in [
            (
                if actor.is_fixed() {
                    texts.free
                } else {
                    texts.freeze
                },
                texts.ctrl_f,
                Act::Freeze { actor: actor_id },
            ),
            (
                texts.copy,
                texts.ctrl_d,
                Act::Copy {
                    actor: actor_id,
                    place,
                    turn,
                },
            ),
            (texts.delete, texts.del, Act::Remove { actor: actor_id }),
            (texts.cut_joints, texts.ctrl_x, Act::Cut { actor: actor_id }),
        ] {
            if ui.button(name).on_hover_text(key).clicked() {
                asks.push(Ask::Act(act));
            }
        }
    });
}

/// Starts a joint from this thing to the next pressed one.
fn joining(ui: &mut Ui, panels: &mut Panels, id: ActorId, actor: &Actor) {
    let texts = &words_of(ui).thing;
    let names = &words_of(ui).joints;
    ui.horizontal(|ui| {
        let kinds = templates::joints();
        let kind = kinds[panels.joint.min(kinds.len() - 1)];
        ComboBox::from_id_salt("joint")
            .selected_text(joints::word(&kind, names))
            .width(90.0)
            .show_ui(ui, |ui| {
                for (index, other) in kinds.iter().enumerate() {
                    let name = joints::word(other, names);
                    ui.selectable_value(&mut panels.joint, index, name);
                }
            });
        let waits = panels.joining.is_some();
        let text = if waits {
            texts.click_the_other
        } else {
            texts.join_to
        };
        if ui.selectable_label(waits, text).clicked() {
            let from = Some((id, actor.pose.translation()));
            panels.joining = (!waits).then_some(Joining { kind, from });
        }
    });
}
