//! Tests of the settings panel without a window.

use egui::{Event, Modifiers, PointerButton, Pos2, RawInput, Rect, pos2, vec2};

use super::*;
use crate::app::detail::Detail;
use crate::app::parts::Split;
use crate::game::Difficulty;

struct Desk {
    context: Context,
    panel: SettingsPanel,
    settings: AppSettings,
    size: egui::Vec2,
}

impl Desk {
    fn new(text: f32) -> Desk {
        let context = Context::default();
        crate::app::panels::apply(&context);
        Desk {
            context,
            panel: SettingsPanel::default(),
            settings: AppSettings::default(),
            size: vec2(1280.0, 720.0) / text,
        }
    }

    /// Runs a frame. Returns its effects and the texts on the screen with their positions.
    fn frame(&mut self, events: Vec<Event>) -> (SettingsUse, Vec<(String, Rect)>) {
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, self.size)),
            events,
            ..RawInput::default()
        };
        let (panel, settings) = (&mut self.panel, &mut self.settings);
        let mut used = SettingsUse::default();
        let output = self.context.run(input, |context| {
            let one = panel.show(context, settings, (1280, 720));
            used.done |= one.done;
            used.closes |= one.closes;
        });
        let texts = output.shapes.iter().filter_map(|shape| match &shape.shape {
            egui::Shape::Text(text) => Some((
                text.galley.text().to_owned(),
                Rect::from_min_size(text.pos, text.galley.size()),
            )),
            _ => None,
        });
        (used, texts.collect())
    }

    fn press(&mut self, at: Pos2) -> SettingsUse {
        let button = |pressed| Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        self.frame(vec![Event::PointerMoved(at)]);
        self.frame(vec![button(true)]);
        self.frame(vec![button(false)]).0
    }

    /// Presses the text that stands `behind` texts after a name.
    fn press_text(&mut self, name: &str, behind: usize) -> SettingsUse {
        self.frame(Vec::new());
        let (_, texts) = self.frame(Vec::new());
        let at = texts.iter().position(|(text, _)| text == name);
        let at = at.unwrap_or_else(|| panic!("there is no {name} in {texts:?}"));
        self.press(texts[at + behind].1.center())
    }
}

#[test]
fn what_is_pressed_is_set_and_worth_keeping() {
    let mut desk = Desk::new(1.0);
    assert!(!desk.frame(Vec::new()).0.done);
    desk.press_text("Picture", 0);
    assert!(desk.press_text("low", 0).done);
    assert_eq!(desk.settings.detail, Detail::Low);
    assert!(!desk.press_text("low", 0).done, "it was so");
    assert!(desk.press_text("full screen", 2).done);
    assert!(desk.settings.full_screen);
    assert!(desk.press_text("4 x", 0).done);
    assert_eq!(desk.settings.samples, 4);
    desk.press_text("Play", 0);
    assert!(desk.press_text("hard", 0).done);
    assert_eq!(desk.settings.difficulty, Difficulty::Hard);
    assert!(desk.press_text("one camera for all", 0).done);
    assert_eq!(desk.settings.split, Split::Shared);
    assert!(desk.press_text("km/h", 0).done);
    assert_eq!(desk.settings.speeds.of(10.0), "36 km/h");
    assert!(desk.press_text("reset all settings", 0).done);
    assert_eq!(desk.settings, AppSettings::default());
    assert!(desk.press_text("close (Esc)", 0).closes);
}

#[test]
fn a_car_gets_a_name_a_colour_and_a_number() {
    let mut desk = Desk::new(1.0);
    desk.press_text("Car", 0);
    desk.press_text("player 2", 0);
    assert!(!desk.panel.takes_text());
    desk.press_text("name", 1);
    assert!(desk.panel.takes_text(), "the keys are letters now");
    desk.frame(vec![Event::Text("Oskar, the very first of all".to_owned())]);
    assert!(desk.press_text("teal", 0).done);
    assert!(desk.press_text("+", 0).done);
    assert!(!desk.panel.takes_text());
    let dress = &desk.settings.cars[1];
    assert_eq!((&*dress.paint, dress.number), ("#22a7b5", 1));
    assert_eq!(dress.name, "Oskar, the ver");
    assert_eq!(desk.settings.cars[0], AppSettings::default().cars[0]);
}

#[test]
fn a_key_is_given_by_pressing_it() {
    let mut desk = Desk::new(1.0);
    desk.press_text("Keys", 0);
    desk.press_text("drive forward", 1);
    assert!(desk.panel.waits());
    desk.panel.take_key(&mut desk.settings, Some("C"));
    assert_eq!(desk.settings.key_names().shown(Command::Forward), "C or Up");
    assert_eq!(desk.settings.key_names().shown(Command::Camera), "/");
    let (_, texts) = desk.frame(Vec::new());
    let told = texts
        .iter()
        .any(|(text, _)| text.contains("which has / now"));
    assert!(told, "{texts:?}");
    // Esc changes nothing, and a second key is added.
    desk.press_text("drive forward", 1);
    desk.panel.take_key(&mut desk.settings, None);
    assert!(!desk.panel.waits());
    desk.press_text("drive backward", 5);
    desk.panel.take_key(&mut desk.settings, Some("Kp2"));
    assert_eq!(
        desk.settings.key_names().shown(Command::Backward),
        "S or Down or numpad 2"
    );
}

#[test]
fn a_button_of_a_gamepad_is_given_by_pressing_it() {
    let mut desk = Desk::new(1.0);
    desk.press_text("Gamepads", 0);
    desk.press_text("player 2", 0);
    assert!(!desk.panel.waits_for_button());
    desk.press_text("brake", 1);
    assert!(desk.panel.waits_for_button());
    (desk.panel).take_button(&mut desk.settings, PadButton::South);
    assert!(!desk.panel.waits());
    assert_eq!(
        desk.settings.pads[1].buttons(Command::Brake),
        [PadButton::South]
    );
    assert_eq!(desk.settings.pads[0], PadMap::default());
    let (_, texts) = desk.frame(Vec::new());
    let told = |words: &str| texts.iter().any(|(text, _)| text.contains(words));
    assert!(told("which has right shoulder now"), "{texts:?}");
    // A gamepad button is not accepted where a key is expected.
    desk.press_text("Keys", 0);
    desk.press_text("boost", 1);
    assert!(desk.panel.waits() && !desk.panel.waits_for_button());
}

#[test]
fn all_pages_stay_on_the_screen_with_any_text() {
    for text in [0.8, 1.0, 1.5, 2.0] {
        let mut desk = Desk::new(text);
        for page in Page::ALL {
            let name = page.name(&desk.settings.words().settings);
            desk.press_text(name, 0);
            desk.frame(Vec::new());
            let screen = Rect::from_min_size(pos2(0.0, 0.0), desk.size);
            let used = desk.context.used_rect();
            assert!(screen.contains_rect(used), "{name} at {text}: {used:?}");
        }
    }
}
