//! The fields of a trigger: its event, and its effects.

use egui::{ComboBox, Grid, TextEdit, Ui};
use glam::Vec3;

use crate::app::panels::fields::{row, triple};
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
    ui.label(label);
    let shown = match name.is_empty() {
        true => "(none)",
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

fn word_of_event(when: &When) -> &'static str {
    match when {
        When::Enters { .. } => "enters a zone",
        When::Leaves { .. } => "leaves a zone",
        When::Contact { .. } => "a contact presses",
        When::Breaks { .. } => "a joint breaks",
        When::Counter { .. } => "a counter reaches",
        When::After { .. } => "after a time",
        When::Every { .. } => "again and again",
        When::Key { .. } => "a key",
    }
}

/// Shows the choice of the kind of event.
pub fn event_of_kind(ui: &mut Ui, when: &mut When, names: &Names) {
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
    let events = events.into_iter().map(|one| (word_of_event(&one), one));
    let label = word_of_event(when);
    kind(ui, when, label, events.collect());
}

/// Shows the fields of an event.
pub fn event(ui: &mut Ui, when: &mut When, names: &Names) {
    Grid::new("event").num_columns(2).show(ui, |ui| match when {
        When::Enters { zone, who } | When::Leaves { zone, who } => {
            pick(ui, "zone", zone, &names.zones);
            ui.label("who");
            let label = match who {
                Who::Any => "anything",
                Who::Car => "a car",
                Who::Player => "a player's car",
                Who::Thing => "a thing",
                Who::Named { .. } => "one by name",
            };
            let named = Who::Named {
                name: first(&names.things),
            };
            let all = vec![
                ("anything", Who::Any),
                ("a car", Who::Car),
                ("a player's car", Who::Player),
                ("a thing", Who::Thing),
                ("one by name", named),
            ];
            kind(ui, who, label, all);
            ui.end_row();
            if let Who::Named { name } = who {
                pick(ui, "name", name, &names.things);
            }
        }
        When::Contact { a, b, force } => {
            pick(ui, "of", a, &names.things);
            let mut others = vec![String::new()];
            others.extend(names.things.iter().cloned());
            pick(ui, "with", b, &others);
            row(ui, "harder than", force, 0.0..=1e9, " N");
        }
        When::Breaks { joint } => pick(ui, "joint", joint, &names.joints),
        When::Counter { counter, reaches } => {
            pick(ui, "counter", counter, &names.counters);
            whole(ui, "reaches", reaches, 1_000_000);
        }
        When::After { seconds } | When::Every { seconds } => {
            row(ui, "time", seconds, 0.01..=3600.0, " s");
        }
        When::Key { key, up } => {
            ui.label("key");
            let all = TriggerKey::ALL.iter().map(|key| (key.name(), *key));
            let label = key.name();
            kind(ui, key, label, all.collect());
            ui.end_row();
            ui.label("");
            ui.checkbox(up, "on release");
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

fn word_of_effect(then: &Then) -> &'static str {
    match then {
        Then::Motor { .. } => "motor",
        Then::LetGo { .. } => "let go",
        Then::Join { .. } => "join",
        Then::Add { .. } => "add a thing",
        Then::Remove { .. } => "remove",
        Then::Push { .. } => "push",
        Then::Gravity { .. } => "gravity",
        Then::Wind { .. } => "wind",
        Then::Count { .. } => "count",
        Then::Score { .. } => "score",
        Then::Say { .. } => "say",
        Then::Restart => "restart",
    }
}

/// Returns an effect of each kind.
fn effects(names: &Names) -> Vec<(&'static str, Then)> {
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
    let all = all.into_iter().map(|one| (word_of_effect(&one), one));
    all.collect()
}

/// Shows the effects, each with a button that removes it, and a button for one more.
pub fn forms_of_effects(ui: &mut Ui, then: &mut Vec<Then>, names: &Names) {
    let mut gone = None;
    for (index, effect) in then.iter_mut().enumerate() {
        ui.push_id(index, |ui| {
            ui.horizontal(|ui| {
                let label = word_of_effect(effect);
                kind(ui, effect, label, effects(names));
                if ui.small_button("Remove").clicked() {
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
    if ui.button("One more effect").clicked() {
        then.push(Then::Say {
            text: "Hello!".to_owned(),
            seconds: 3.0,
        });
    }
}

/// Shows the fields of an effect.
fn fields(ui: &mut Ui, effect: &mut Then, names: &Names) {
    let mut those = vec![String::new()];
    those.extend(names.things.iter().cloned());
    match effect {
        Then::Motor { joint, drive } => {
            pick(ui, "joint", joint, &names.motors);
            motor(ui, drive);
        }
        Then::LetGo { joint } => pick(ui, "joint", joint, &names.joints),
        Then::Join { joint } => {
            text(ui, "name", &mut joint.name, 60);
            pick(ui, "thing", &mut joint.a, &names.things);
            pick(ui, "to", &mut joint.b, &those);
        }
        Then::Add { thing } => {
            ui.label("thing");
            ui.label(match thing.name.is_empty() {
                true => "choose one in the scene",
                false => &thing.name,
            });
            ui.end_row();
            if let Some(chosen) = &names.chosen {
                ui.label("");
                let word = format!("take {}, where it is", chosen.name);
                if ui.button(word).clicked() {
                    **thing = chosen.clone();
                }
                ui.end_row();
            }
        }
        Then::Remove { thing } => pick(ui, "of it, or", thing, &those),
        Then::Push { thing, impulse } => {
            pick(ui, "it, or", thing, &those);
            triple(ui, "N s", impulse, 1e6);
        }
        Then::Gravity { down } => {
            row(ui, "down", down, -50.0..=50.0, " m/s²");
        }
        Then::Wind { velocity, air } => {
            triple(ui, "m/s", velocity, 100.0);
            let mut density = air.unwrap_or(1.2);
            if row(ui, "air", &mut density, 0.0..=100.0, " kg/m³").changed {
                *air = Some(density);
            }
        }
        Then::Count { counter, add } => {
            text(ui, "counter", counter, 60);
            whole(ui, "add", add, 1000);
        }
        Then::Score { points } => {
            ui.label("points");
            ui.add(egui::DragValue::new(points).range(0..=1000));
            ui.end_row();
        }
        Then::Say {
            text: words,
            seconds,
        } => {
            text(ui, "text", words, 160);
            row(ui, "for", seconds, 0.1..=60.0, " s");
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
    ui.label("");
    let label = match drive {
        Drive::On => "on",
        Drive::Off => "off",
        Drive::OtherWay => "the other way",
        Drive::Angle { .. } => "to an angle",
    };
    let all = vec![
        ("on", Drive::On),
        ("off", Drive::Off),
        ("the other way", Drive::OtherWay),
        ("to an angle", Drive::Angle { to: 90.0 }),
    ];
    kind(ui, drive, label, all);
    ui.end_row();
    if let Drive::Angle { to } = drive {
        row(ui, "degrees or m", to, -1000.0..=1000.0, "");
    }
}
