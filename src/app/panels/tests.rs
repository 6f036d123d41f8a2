//! Tests of the panels without a window: they press everything and carry out the requested acts.

use std::collections::BTreeSet;

use egui::{Context, Event, Modifiers, PointerButton, Pos2, RawInput, Rect, pos2, vec2};
use glam::Vec3;

use crate::app::panels::joints::JointDraft;
use crate::app::panels::listed::Draft;
use crate::app::panels::templates::{self, Template};
use crate::app::panels::triggers::TriggerDraft;
use crate::app::panels::{Ask, Panels, Scene, Tab, apply, placed, show};
use crate::app::params::panels::side::WIDTH;
use crate::app::words::Language;
use crate::arena::ActorId;
use crate::game::{Act, Round, RoundOptions};
use crate::level::{Library, TriggerSpec, parse};

const SCENE: &str = r##"(
    name: "Panels",
    mode: Free,
    materials: [(name: "brick", density: 1800.0, paint: "#b5533c"), (name: "ice", friction: 0.0)],
    things: [
        (name: "box", solid: Box(width: 1.0, height: 1.0, length: 1.0), material: "brick"),
        (name: "ball", solid: Ball(radius: 0.5), at: (3.0, 0.0, 0.0)),
        (name: "door", solid: Box(width: 0.1, height: 2.0, length: 1.0), at: (-3.0, 0.0, 0.0), kind: Fixed),
    ],
    joints: [(name: "hinge", kind: Hinge(axis: (0.0, 1.0, 0.0)), a: "box", motor: (speed: 9.0, force: 9.0))],
    zones: [(name: "gate", solid: Ball(radius: 1.0), at: (8.0, 0.0, 0.0), effect: Gate)],
    patches: [(position: (-8.0, 4.0), width: 2.0, length: 3.0, grip: 0.1)],
    triggers: [(when: Key(key: L), then: [Count(counter: "n")])],
)"##;

fn round(library: &Library) -> Round {
    let level = parse(library, "panels", SCENE).unwrap();
    let options = RoundOptions {
        humans: 0,
        ..RoundOptions::default()
    };
    Round::with_options(&level, library, options).unwrap()
}

struct Desk {
    context: Context,
    library: Library,
    round: Round,
    size: egui::Vec2,
}

impl Desk {
    /// A screen of 1280 x 720 with text scaled by `text`.
    fn new(text: f32) -> Desk {
        let context = Context::default();
        apply(&context);
        let library = Library::new(Vec::new());
        let round = round(&library);
        let size = vec2(1280.0, 720.0) / text;
        Desk {
            context,
            library,
            round,
            size,
        }
    }

    fn frame(&self, panels: &mut Panels, events: Vec<Event>) -> Vec<Ask> {
        let scene = Scene {
            round: &self.round,
            language: Language::English,
            speed: 1.0,
            halted: false,
            can_redo: true,
            text_size: 1.0,
            steps: 0,
            cost: None,
            wheel: None,
        };
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, self.size)),
            events,
            ..RawInput::default()
        };
        let mut asks = Vec::new();
        let _ = self
            .context
            .run(input, |context| asks = show(context, panels, &scene));
        asks
    }

    fn press(&self, panels: &mut Panels, at: Pos2) -> Vec<Ask> {
        let button = |pressed| Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::default(),
        };
        // A list opened by an earlier press would cover the other fields.
        self.context.memory_mut(|memory| memory.close_popup());
        let mut asks = self.frame(panels, vec![Event::PointerMoved(at)]);
        asks.extend(self.frame(panels, vec![button(true)]));
        asks.extend(self.frame(panels, vec![button(false)]));
        asks.extend(self.frame(panels, vec![Event::PointerMoved(pos2(5.0, 5.0))]));
        asks
    }
}

fn kind(ask: &Ask) -> String {
    let text = format!("{ask:?}");
    let plain = text.trim_start_matches("Act(");
    plain
        .split([' ', '('])
        .next()
        .unwrap_or_default()
        .to_owned()
}

/// Presses all points of a panel, each in a fresh scene, and carries out the requested acts. Returns their
/// kinds.
fn press_all(text: f32, tab: Tab) -> BTreeSet<String> {
    let mut desk = Desk::new(text);
    let mut asked = BTreeSet::new();
    let left = desk.size.x - WIDTH;
    let mut y = 8.0;
    while y < desk.size.y {
        let mut x = left + 12.0;
        while x < desk.size.x {
            let mut panels = Panels {
                open: true,
                tab,
                chosen: Some(ActorId(0)),
                ..Panels::default()
            };
            for ask in desk.press(&mut panels, pos2(x, y)) {
                asked.insert(kind(&ask));
                if let Ask::Act(act) = ask {
                    // An invalid act is refused, and a valid one changes the scene, so the next press gets a
                    // new one.
                    let _ = desk.round.act(&act);
                    desk.round = round(&desk.library);
                }
            }
            x += 14.0;
        }
        y += 6.0;
    }
    asked
}

#[test]
fn every_panel_asks_for_all_that_it_can_at_every_size_of_text() {
    for text in [0.8, 1.0, 1.5] {
        let all = |tab| press_all(text, tab);
        let wanted = |asked: BTreeSet<String>, wanted: &[&str]| {
            for one in wanted {
                assert!(asked.contains(*one), "{text}: {one} is not among {asked:?}");
            }
        };
        wanted(
            all(Tab::Scene),
            &["Undo", "Redo", "Save", "Hide", "KeepRecording"],
        );
        wanted(
            all(Tab::World),
            &["Surroundings", "Slower", "Faster", "Halt", "Hall"],
        );
        wanted(
            all(Tab::Thing),
            &["Freeze", "Copy", "Remove", "Cut", "Change"],
        );
        wanted(all(Tab::Triggers), &["RemoveTrigger"]);
        assert!(all(Tab::Add).is_empty(), "the scene is pressed for that");
    }
}

#[test]
fn a_form_that_is_pressed_is_put_into_the_scene_by_the_next_press() {
    let mut desk = Desk::new(1.0);
    let mut panels = Panels {
        open: true,
        ..Panels::default()
    };
    // The first template is at the left, below the line of instructions.
    desk.press(&mut panels, pos2(1280.0 - WIDTH + 50.0, 120.0));
    let placing = panels.placing.expect("something was pressed");
    assert_eq!(placing.name(), Some("box"));
    let all = templates::all().into_iter().flat_map(|(_, all)| all);
    for (
        index,
        Template {
            picture: name,
            placing,
            ..
        },
    ) in all.enumerate()
    {
        let (column, row) = ((index % 4) as f32, (index / 4) as f32);
        let at = Vec3::new(column * 5.0 - 8.0, 0.0, row * 2.5 - 4.0);
        let count = |round: &Round| {
            let scene = round.scene();
            (
                round.arena().actors().len(),
                scene.zones().len() + scene.patches().len(),
            )
        };
        let before = count(&desk.round);
        desk.round
            .act(&placed(placing, at, Vec3::NEG_Z))
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let after = count(&desk.round);
        assert!(after.0 + after.1 > before.0 + before.1, "{name}");
    }
    assert_eq!(desk.round.people(), 1, "one car is the player's");
    (0..60).for_each(|_| desk.round.step(&[]));
}

#[test]
fn what_is_typed_is_a_change_when_it_is_done() {
    let mut desk = Desk::new(1.0);
    let mut panels = Panels::default();
    panels.choose(ActorId(0));
    desk.frame(&mut panels, Vec::new());
    // The name is the first field.
    let at = pos2(1280.0 - WIDTH + 60.0, 62.0);
    desk.press(&mut panels, at);
    assert!(desk.context.wants_keyboard_input(), "it has the keys");
    let typed = desk.frame(&mut panels, vec![Event::Text("er".to_owned())]);
    assert!(typed.is_empty(), "it is not done: {typed:?}");
    let enter = Event::Key {
        key: egui::Key::Enter,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::default(),
    };
    let mut asks = desk.frame(&mut panels, vec![enter]);
    asks.extend(desk.frame(&mut panels, Vec::new()));
    let [Ask::Act(act @ Act::Change { actor: 0, thing })] = &asks[..] else {
        panic!("{asks:?}");
    };
    assert!(
        thing.name.contains("er") && thing.name.len() == 5,
        "{}",
        thing.name
    );
    desk.round.act(act).unwrap();
    assert_eq!(*desk.round.arena().actor(ActorId(0)).name, *thing.name);
}

/// Presses every point of a column of a panel and types a number there; returns the acts that were asked for
/// and done.
fn type_everywhere(begin: impl Fn() -> Panels, x: f32) -> BTreeSet<String> {
    let mut desk = Desk::new(1.0);
    let mut done = BTreeSet::new();
    let key = |key, pressed| Event::Key {
        key,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::default(),
    };
    for y in (60..715).step_by(9) {
        let mut panels = begin();
        // Two frames lay the panel out.
        desk.frame(&mut panels, Vec::new());
        let mut asks = desk.press(&mut panels, pos2(1280.0 - WIDTH + x, y as f32));
        if desk.context.wants_keyboard_input() {
            let typed = vec![Event::Text("0.25".to_owned())];
            asks.extend(desk.frame(&mut panels, typed));
            let enter = vec![key(egui::Key::Enter, true)];
            asks.extend(desk.frame(&mut panels, enter));
            asks.extend(desk.frame(&mut panels, Vec::new()));
        }
        for ask in asks {
            if let Ask::Act(act) = &ask {
                let result = desk.round.act(act);
                if result.is_ok() {
                    done.insert(kind(&ask));
                }
                desk.round = round(&desk.library);
            }
        }
    }
    done
}

#[test]
fn joints_zones_places_and_the_direction_of_gravity_are_typed() {
    let joint = || Panels {
        open: true,
        tab: Tab::Thing,
        chosen: Some(ActorId(0)),
        joint_draft: Some(JointDraft::of(0)),
        ..Panels::default()
    };
    let zone = || Panels {
        open: true,
        tab: Tab::Scene,
        zone_draft: Some(Draft::of(0, false)),
        ..Panels::default()
    };
    let patch = || Panels {
        open: true,
        tab: Tab::Thing,
        patch_draft: Some(Draft::of(0, true)),
        ..Panels::default()
    };
    let world = || Panels {
        open: true,
        tab: Tab::World,
        ..Panels::default()
    };
    let of = |begin: &dyn Fn() -> Panels| {
        let columns = [20.0, 60.0, 110.0, 140.0, 190.0].into_iter();
        let done = columns.flat_map(|x| type_everywhere(begin, x));
        done.collect::<BTreeSet<String>>()
    };
    let thing = of(&joint);
    for one in ["Place", "Change"] {
        assert!(thing.contains(one), "{one}: {thing:?}");
    }
    let scene = of(&|| Panels {
        joint_draft: Some(JointDraft::of(0)),
        ..zone()
    });
    for one in ["ChangeJoint", "RemoveJoint"] {
        assert!(
            thing.contains(one) || scene.contains(one),
            "{one}: {thing:?} {scene:?}"
        );
    }
    let scene = of(&zone);
    assert!(scene.contains("ChangeZone"), "{scene:?}");
    let patch = of(&patch);
    for one in ["ChangePatch", "RemovePatch"] {
        assert!(patch.contains(one), "{patch:?}");
    }
    let world = of(&world);
    assert!(world.contains("Down"), "{world:?}");
}

/// The form of each event and each effect has a button that adds the trigger as it is.
#[test]
fn every_event_and_every_effect_has_a_form_that_adds_it() {
    let events = [
        r#"Enters(zone: "gate", who: Named(name: "ball"))"#,
        r#"Leaves(zone: "gate", who: Car)"#,
        r#"Contact(a: "ball", b: "box", force: 5.0)"#,
        r#"Breaks(joint: "hinge")"#,
        r#"Counter(counter: "n", reaches: 3)"#,
        "After(seconds: 1.0)",
        "Every(seconds: 1.0)",
        "Key(key: Kp3, up: true)",
    ];
    let effects = [
        r#"Motor(joint: "hinge", drive: Angle(to: 9.0))"#,
        r#"LetGo(joint: "hinge")"#,
        r#"Join(joint: (name: "made", kind: Weld, a: "ball", b: "box"))"#,
        r#"Add(thing: (solid: Some(Ball(radius: 0.2)), center: Some((5.0, 3.0, 5.0))))"#,
        r#"Remove(thing: "ball")"#,
        r#"Push(thing: "ball", impulse: (0.0, 9.0, 0.0))"#,
        "Gravity(down: 1.0)",
        "Wind(velocity: (1.0, 0.0, 0.0), air: Some(1.0))",
        r#"Count(counter: "n", add: 2)"#,
        "Score(points: 7)",
        r#"Say(text: "Hi", seconds: 2.0)"#,
        "Restart",
    ];
    let count = events.len().max(effects.len());
    for index in 0..count {
        let (event, effect) = (events[index % events.len()], effects[index]);
        let text = format!("(when: {event}, then: [{effect}], once: true)");
        let spec: TriggerSpec = ron::from_str(&text).unwrap();
        let mut desk = Desk::new(1.0);
        let mut added = false;
        for y in (60..720).step_by(8) {
            let mut panels = Panels {
                open: true,
                tab: Tab::Triggers,
                trigger: Some(TriggerDraft::of(spec.clone())),
                ..Panels::default()
            };
            for ask in desk.press(&mut panels, pos2(1280.0 - WIDTH + 30.0, y as f32)) {
                if let Ask::Act(Act::AddTrigger { trigger }) = ask {
                    assert_eq!(*trigger, spec);
                    desk.round.act(&Act::AddTrigger { trigger }).unwrap();
                    added = true;
                }
            }
        }
        assert!(added, "{text}");
    }
}
