//! The fields of a trigger: its event, and its effects.

use egui::{ComboBox, Grid, TextEdit, Ui};
use glam::Vec3;

use crate::app::panels::fields::{row, triple, words_of};
use crate::app::words::TriggerWords;
use crate::app::words::fill;
use crate::arena::ActorId;
use crate::game::Round;
use crate::level::{
    Drive, JointKindSpec, JointSpec, Then, ThingSpec, TriggerKey, When, Who, angles,
};

/// The names that a scene offers.
pub struct Names {
    zones: Vec<String>,
    things: Vec<String>,
    joints: Vec<String>,
    motors: Vec<String>,
    counters: Vec<String>,
    /// The chosen thing, where it is now.
    chosen: Option<ThingSpec>,
}

impl Names {
    /// Reads the names of a scene.
    pub fn of(round: &Round, chosen: Option<ActorId>) -> Names {
        let (scene, arena) = (round.scene(), round.arena());
        let zones = scene.zones().iter().map(|zone| zone.spec.name.clone());
        let actors = arena.actors().iter().filter(|actor| !actor.is_gone());
        let joints: Vec<String> = scene.joint_names().collect();
        let has_motor = |name: &&String| {
            let mut specs = scene.joint_specs(name);
            specs.any(|spec| spec.motor.is_some_and(|motor| motor.by.is_none()))
        };
        let thing = |id: ActorId| {
            let pose = arena.actor(id).pose;
            let [heading, tilt, roll] = angles(pose.rotation());
            Some(ThingSpec {
                center: Some(pose.translation()),
                heading,
                tilt,
                roll,
                ..scene.thing(id)?
            })
        };
        Names {
            zones: zones.filter(|name| !name.is_empty()).collect(),
            things: actors.map(|actor| actor.name.to_string()).collect(),
            motors: joints.iter().filter(has_motor).cloned().collect(),
            joints,
            counters: round.counters().map(|(name, _)| name.to_owned()).collect(),
            chosen: chosen.and_then(thing),
        }
    }
}

fn first(names: &[String]) -> String {
    names.first().cloned().unwrap_or_default()
}

/// Shows a choice of names in a row.
fn pick(ui: &mut Ui, label: &str, name: &mut String, names: &[String]) {
    let texts = &words_of(ui).triggers;
    ui.label(label);
    let shown = match name.is_empty() {
        true => texts.none,
        false => name,
    };
    ComboBox::from_id_salt((label, ui.next_auto_id()))
        .selected_text(shown.to_owned())
        .width(150.0)
        .show_ui(ui, |ui| {
            for one in names {
                ui.selectable_value(name, one.clone(), one);
            }
        });
    ui.end_row();
}

/// Shows a choice of one of several values in place of the present one.
fn kind<T>(ui: &mut Ui, now: &mut T, label: &str, others: Vec<(&str, T)>) {
    ComboBox::from_id_salt(ui.next_auto_id())
        .selected_text(label)
        .width(190.0)
        .show_ui(ui, |ui| {
            for (name, value) in others {
                if ui.selectable_label(name == label, name).clicked() && name != label {
                    *now = value;
                }
            }
        });
}

fn word_of_event(when: &When, texts: &TriggerWords) -> &'static str {
    match when {
        When::Enters { .. } => texts.enters_a_zone,
        When::Leaves { .. } => texts.leaves_a_zone,
        When::Contact { .. } => texts.a_contact_presses,
        When::Breaks { .. } => texts.a_joint_breaks,
        When::Counter { .. } => texts.a_counter_reaches,
        When::After { .. } => texts.after_a_time,
        When::Every { .. } => texts.again_and_again,
        When::Key { .. } => texts.a_key,
    }
}

/// Shows the choice of the kind of event.
pub fn event_of_kind(ui: &mut Ui, when: &mut When, names: &Names) {
    let texts = &words_of(ui).triggers;
    let events = [
        When::Enters {
            zone: first(&names.zones),
            who: Who::Any,
        },
        When::Leaves {
            zone: first(&names.zones),
            who: Who::Any,
        },
        When::Contact {
            a: first(&names.things),
            b: String::new(),
            force: 100.0,
        },
        When::Breaks {
            joint: first(&names.joints),
        },
        When::Counter {
            counter: first(&names.counters),
            reaches: 1,
        },
        When::After { seconds: 2.0 },
        When::Every { seconds: 2.0 },
        When::Key {
            key: TriggerKey::L,
            up: false,
        },
    ];
    let events = events
        .into_iter()
        .map(|one| (word_of_event(&one, texts), one));
    let label = word_of_event(when, texts);
    kind(ui, when, label, events.collect());
}

/// Shows the fields of an event.
pub fn event(ui: &mut Ui, when: &mut When, names: &Names) {
    let texts = &words_of(ui).triggers;
    Grid::new("event").num_columns(2).show(ui, |ui| match when {
        When::Enters { zone, who } | When::Leaves { zone, who } => {
            pick(ui, texts.zone, zone, &names.zones);
            ui.label(texts.who);
            let label = match who {
                Who::Any => texts.anything,
                Who::Car => texts.a_car,
                Who::Player => texts.a_players_car,
                Who::Thing => texts.a_thing,
                Who::Named { .. } => texts.one_by_name,
            };
            let named = Who::Named {
                name: first(&names.things),
            };
            let all = vec![
                (texts.anything, Who::Any),
                (texts.a_car, Who::Car),
                (texts.a_players_car, Who::Player),
                (texts.a_thing, Who::Thing),
                (texts.one_by_name, named),
            ];
            kind(ui, who, label, all);
            ui.end_row();
            if let Who::Named { name } = who {
                pick(ui, texts.name, name, &names.things);
            }
        }
        When::Contact { a, b, force } => {
            pick(ui, texts.of, a, &names.things);
            let mut others = vec![String::new()];
            others.extend(names.things.iter().cloned());
            pick(ui, texts.with, b, &others);
            row(ui, texts.harder_than, force, 0.0..=1e9, " N");
        }
        When::Breaks { joint } => pick(ui, texts.joint, joint, &names.joints),
        When::Counter { counter, reaches } => {
            pick(ui, texts.counter, counter, &names.counters);
            whole(ui, texts.reaches, reaches, 1_000_000);
        }
        When::After { seconds } | When::Every { seconds } => {
            row(ui, texts.time, seconds, 0.01..=3600.0, " s");
        }
        When::Key { key, up } => {
            ui.label(texts.key);
            let all = TriggerKey::ALL.iter().map(|key| (key.name(), *key));
            let label = key.name();
            kind(ui, key, label, all.collect());
            ui.end_row();
            ui.label("");
            ui.checkbox(up, texts.on_release);
            ui.end_row();
        }
    });
}

/// A row with a whole number.
fn whole(ui: &mut Ui, name: &str, value: &mut i32, most: i32) {
    ui.label(name);
    ui.add(egui::DragValue::new(value).range(-most..=most));
    ui.end_row();
}

fn word_of_effect(then: &Then, texts: &TriggerWords) -> &'static str {
    match then {
        Then::Motor { .. } => texts.motor,
        Then::LetGo { .. } => texts.let_go,
        Then::Join { .. } => texts.join,
        Then::Add { .. } => texts.add_a_thing,
        Then::Remove { .. } => texts.remove,
        Then::Push { .. } => texts.push,
        Then::Gravity { .. } => texts.gravity,
        Then::Wind { .. } => texts.wind,
        Then::Count { .. } => texts.count,
        Then::Score { .. } => texts.score,
        Then::Say { .. } => texts.say,
        Then::Restart => texts.restart,
    }
}

/// Returns an effect of each kind.
fn effects(names: &Names, texts: &TriggerWords) -> Vec<(&'static str, Then)> {
    let joint = JointSpec {
        name: "joined".to_owned(),
        kind: JointKindSpec::Weld,
        a: first(&names.things),
        b: String::new(),
        chain: String::new(),
        at: None,
        to: None,
        limits: None,
        breaks: None,
        collide: false,
        motor: None,
    };
    let all = [
        Then::Motor {
            joint: first(&names.motors),
            drive: Drive::OtherWay,
        },
        Then::LetGo {
            joint: first(&names.joints),
        },
        Then::Join {
            joint: Box::new(joint),
        },
        Then::Add {
            thing: Box::new(names.chosen.clone().unwrap_or_default()),
        },
        Then::Remove {
            thing: String::new(),
        },
        Then::Push {
            thing: String::new(),
            impulse: Vec3::new(0.0, 10.0, 0.0),
        },
        Then::Gravity { down: 1.62 },
        Then::Wind {
            velocity: Vec3::new(5.0, 0.0, 0.0),
            air: Some(1.2),
        },
        Then::Count {
            counter: "count".to_owned(),
            add: 1,
        },
        Then::Score { points: 10 },
        Then::Say {
            text: "Hello!".to_owned(),
            seconds: 3.0,
        },
        Then::Restart,
    ];
    let all = all
        .into_iter()
        .map(|one| (word_of_effect(&one, texts), one));
    all.collect()
}

/// Shows the effects, each with a button that removes it, and a button for one more.
pub fn forms_of_effects(ui: &mut Ui, then: &mut Vec<Then>, names: &Names) {
    let texts = &words_of(ui).triggers;
    let mut gone = None;
    for (index, effect) in then.iter_mut().enumerate() {
        ui.push_id(index, |ui| {
            ui.horizontal(|ui| {
                let label = word_of_effect(effect, texts);
                kind(ui, effect, label, effects(names, texts));
                if ui.small_button(texts.remove_2).clicked() {
                    gone = Some(index);
                }
            });
            Grid::new("effect")
                .num_columns(2)
                .show(ui, |ui| fields(ui, effect, names));
        });
    }
    if let Some(index) = gone {
        then.remove(index);
    }
    if ui.button(texts.one_more_effect).clicked() {
        then.push(Then::Say {
            text: "Hello!".to_owned(),
            seconds: 3.0,
        });
    }
}

/// Shows the fields of an effect.
fn fields(ui: &mut Ui, effect: &mut Then, names: &Names) {
    let texts = &words_of(ui).triggers;
    let mut those = vec![String::new()];
    those.extend(names.things.iter().cloned());
    match effect {
        Then::Motor { joint, drive } => {
            pick(ui, texts.joint, joint, &names.motors);
            motor(ui, drive);
        }
        Then::LetGo { joint } => pick(ui, texts.joint, joint, &names.joints),
        Then::Join { joint } => {
            text(ui, texts.name, &mut joint.name, 60);
            pick(ui, texts.thing, &mut joint.a, &names.things);
            pick(ui, texts.to, &mut joint.b, &those);
        }
        Then::Add { thing } => {
            ui.label(texts.thing);
            ui.label(match thing.name.is_empty() {
                true => texts.choose_one_in_the_scene,
                false => &thing.name,
            });
            ui.end_row();
            if let Some(chosen) = &names.chosen {
                ui.label("");
                let word = fill(texts.take_name_where_it_is, &[(texts.name, &chosen.name)]);
                if ui.button(word).clicked() {
                    **thing = chosen.clone();
                }
                ui.end_row();
            }
        }
        Then::Remove { thing } => pick(ui, texts.of_it_or, thing, &those),
        Then::Push { thing, impulse } => {
            pick(ui, texts.it_or, thing, &those);
            triple(ui, "N s", impulse, 1e6);
        }
        Then::Gravity { down } => {
            row(ui, texts.down, down, -50.0..=50.0, " m/s²");
        }
        Then::Wind { velocity, air } => {
            triple(ui, "m/s", velocity, 100.0);
            let mut density = air.unwrap_or(1.2);
            if row(ui, texts.air, &mut density, 0.0..=100.0, " kg/m³").changed {
                *air = Some(density);
            }
        }
        Then::Count { counter, add } => {
            text(ui, texts.counter, counter, 60);
            whole(ui, texts.add, add, 1000);
        }
        Then::Score { points } => {
            ui.label(texts.points);
            ui.add(egui::DragValue::new(points).range(0..=1000));
            ui.end_row();
        }
        Then::Say {
            text: words,
            seconds,
        } => {
            text(ui, texts.text, words, 160);
            row(ui, texts.for_, seconds, 0.1..=60.0, " s");
        }
        Then::Restart => {}
    }
}

fn text(ui: &mut Ui, name: &str, value: &mut String, most: usize) {
    ui.label(name);
    ui.add(
        TextEdit::singleline(value)
            .char_limit(most)
            .desired_width(180.0),
    );
    ui.end_row();
}

/// Shows the change of a motor.
fn motor(ui: &mut Ui, drive: &mut Drive) {
    let texts = &words_of(ui).triggers;
    ui.label("");
    let label = match drive {
        Drive::On => texts.on,
        Drive::Off => texts.off,
        Drive::OtherWay => texts.the_other_way,
        Drive::Angle { .. } => texts.to_an_angle,
    };
    let all = vec![
        (texts.on, Drive::On),
        (texts.off, Drive::Off),
        (texts.the_other_way, Drive::OtherWay),
        (texts.to_an_angle, Drive::Angle { to: 90.0 }),
    ];
    kind(ui, drive, label, all);
    ui.end_row();
    if let Drive::Angle { to } = drive {
        row(ui, texts.degrees_or_m, to, -1000.0..=1000.0, "");
    }
}
