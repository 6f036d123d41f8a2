//! The panel of the settings: sound, picture, play, keys. What is changed counts at once.

use egui::{
    Align2, Button, Color32, Context, Frame, Grid, RichText, ScrollArea, Slider, Ui, Window,
};

use crate::app::detail::Detail;
use crate::app::input::{COMMANDS, Command, KeyMap, PadButton, PadMap, meaning_of, shown_name};
use crate::app::panels::fields::Edit;
use crate::app::panels::{colors, own_car};
use crate::app::parts::Split;
use crate::app::render::looks::Palette;
use crate::app::settings::AppSettings;
use crate::game::Difficulty;

/// The size of the panel, in points of the text size.
const WIDTH: f32 = 560.0;
const HEIGHT: f32 = 540.0;
/// The colour of what is to be noticed.
const NOTE: Color32 = Color32::from_rgb(255, 199, 66);

/// Which settings are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Page {
    #[default]
    Sound,
    Picture,
    Play,
    Car,
    Keys,
    Pads,
}

impl Page {
    const ALL: [(Page, &'static str); 6] = [
        (Page::Sound, "Sound"),
        (Page::Picture, "Picture"),
        (Page::Play, "Play"),
        (Page::Car, "Car"),
        (Page::Keys, "Keys"),
        (Page::Pads, "Gamepads"),
    ];
}

/// What the panel shows, from frame to frame.
#[derive(Debug, Default)]
pub struct SettingsPanel {
    page: Page,
    /// Whose car and gamepad are shown.
    player: usize,
    /// The command and which of its keys, or of its buttons on the page of gamepads, the next one that is pressed
    /// becomes.
    wanted: Option<(Command, usize)>,
    /// A field is being typed in.
    types: bool,
    /// What became of the last key.
    told: String,
    /// The size of the text while it is dragged.
    text_size: Option<f32>,
}

/// What was done in a frame.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SettingsUse {
    /// Something is as it is to be, and worth keeping.
    pub done: bool,
    /// The panel is to be closed.
    pub closes: bool,
}

impl SettingsPanel {
    /// Whether the next key or button is to get a meaning, and has none now.
    pub fn waits(&self) -> bool {
        self.wanted.is_some()
    }

    /// Whether it waits for a gamepad's button.
    pub fn waits_for_button(&self) -> bool {
        self.waits() && self.page == Page::Pads
    }

    /// A button was pressed while one was waited for.
    pub fn take_button(&mut self, settings: &mut AppSettings, button: PadButton) {
        let (Some((command, slot)), Some(map)) =
            (self.wanted.take(), settings.pads.get_mut(self.player))
        else {
            return;
        };
        let (word, meaning) = (button.word(), meaning_of(command));
        self.told = match map.give(command, slot, button) {
            Some(loser) => format!(
                "{word}: {meaning}. It was: {}, which has {} now.",
                meaning_of(loser),
                map.word(loser).unwrap_or_default()
            ),
            None => format!("{word}: {meaning}."),
        };
    }

    /// Whether keys are letters of a field.
    pub fn takes_text(&self) -> bool {
        self.types
    }

    /// A key was pressed while one was waited for; none for Esc, which changes nothing.
    pub fn take_key(&mut self, keys: &mut KeyMap, name: Option<&str>) {
        let Some((command, slot)) = self.wanted.take() else {
            return;
        };
        let Some(name) = name else {
            self.told.clear();
            return;
        };
        let key = shown_name(name);
        self.told = match keys.give(command, slot, name) {
            Some(loser) => format!(
                "{key}: {}. It was: {}, which has {} now.",
                meaning_of(command),
                meaning_of(loser),
                keys.shown(loser)
            ),
            None => format!("{key}: {}.", meaning_of(command)),
        };
    }

    /// Shows the panel and changes the settings.
    pub fn show(&mut self, context: &Context, settings: &mut AppSettings) -> SettingsUse {
        let mut used = SettingsUse::default();
        let frame = Frame::window(&context.style())
            .fill(colors::PANEL)
            .inner_margin(14.0);
        let room = context.screen_rect().size() - egui::vec2(60.0, 90.0);
        let size = egui::vec2(WIDTH.min(room.x), HEIGHT.min(room.y));
        Window::new("settings")
            .frame(frame)
            .title_bar(false)
            .collapsible(false)
            .resizable(false)
            .fixed_size(size)
            .anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO)
            .show(context, |ui| {
                ui.spacing_mut().slider_width = 240.0;
                ui.spacing_mut().item_spacing.y = 9.0;
                self.head(ui, &mut used);
                ui.separator();
                let edit = ScrollArea::vertical()
                    .id_salt(self.page as u8)
                    .auto_shrink(false)
                    .show(ui, |ui| match self.page {
                        Page::Sound => sound(ui, settings),
                        Page::Picture => picture(ui, settings, &mut self.text_size),
                        Page::Play => play(ui, settings),
                        Page::Car => own_car::show(ui, settings, &mut self.player),
                        Page::Keys => self.keys(ui, settings),
                        Page::Pads => self.pads(ui, settings),
                    })
                    .inner;
                used.done |= edit.done;
            });
        self.types = context.wants_keyboard_input();
        used
    }

    fn head(&mut self, ui: &mut Ui, used: &mut SettingsUse) {
        ui.horizontal(|ui| {
            for (page, name) in Page::ALL {
                let text = RichText::new(name).size(18.0);
                if ui.selectable_label(self.page == page, text).clicked() {
                    (self.page, self.wanted) = (page, None);
                }
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                used.closes = ui.button("close (Esc)").clicked();
            });
        });
    }

    fn keys(&mut self, ui: &mut Ui, settings: &mut AppSettings) -> Edit {
        let mut edit = Edit::default();
        ui.label("Press a key's button, then the new key. + adds one, x takes it away.");
        self.tell(ui, "press the new key, or Esc for none");
        Grid::new("keys")
            .num_columns(2)
            .striped(true)
            .show(ui, |ui| {
                for (command, _, _) in COMMANDS {
                    let names = settings.keys.names(command).iter();
                    let names: Vec<String> = names.map(|name| shown_name(name)).collect();
                    if let Some(slot) = self.row(ui, command, &names) {
                        settings.keys.take(command, slot);
                        edit = edit.and(Edit::choice(true));
                    }
                }
            });
        if ui.button("all keys as they were at first").clicked() {
            settings.keys = KeyMap::default();
            (self.wanted, self.told) = (None, String::new());
            edit = edit.and(Edit::choice(true));
        }
        edit
    }

    fn pads(&mut self, ui: &mut Ui, settings: &mut AppSettings) -> Edit {
        let mut edit = Edit::default();
        let before = self.player;
        own_car::choose_player(ui, settings.pads.len(), &mut self.player);
        if self.player != before {
            (self.wanted, self.told) = (None, String::new());
        }
        let Some(map) = settings.pads.get_mut(self.player) else {
            return edit;
        };
        ui.label("Press what is there, then the new button of a gamepad.");
        self.tell(ui, "press the new button of a gamepad, or Esc for none");
        Grid::new("pads")
            .num_columns(2)
            .striped(true)
            .show(ui, |ui| {
                for command in PadMap::commands() {
                    let words = map.buttons(command).iter();
                    let words: Vec<String> = words.map(|one| one.word().to_owned()).collect();
                    if let Some(slot) = self.row(ui, command, &words) {
                        map.take(command, slot);
                        edit = edit.and(Edit::choice(true));
                    }
                }
            });
        if ui.button("all buttons as they were at first").clicked() {
            *map = PadMap::default();
            (self.wanted, self.told) = (None, String::new());
            edit = edit.and(Edit::choice(true));
        }
        ui.label(
            "The left stick steers and drives, the cross as well; the right one moves the hand.",
        );
        edit
    }

    /// What is waited for, or what became of the last one.
    fn tell(&self, ui: &mut Ui, wanted: &str) {
        let said = if self.waits() { wanted } else { &self.told };
        ui.label(RichText::new(said).color(NOTE));
    }

    /// The row of a command with what it has, each to be replaced or taken away, and one more. Says which is taken away.
    fn row(&mut self, ui: &mut Ui, command: Command, names: &[String]) -> Option<usize> {
        let mut taken = None;
        ui.label(meaning_of(command));
        ui.horizontal(|ui| {
            for slot in 0..=names.len() {
                let waits = self.wanted == Some((command, slot));
                let text = match (waits, names.get(slot)) {
                    (true, _) => "...",
                    (false, Some(name)) => name,
                    (false, None) => "+",
                };
                if ui.add(Button::new(text).selected(waits)).clicked() {
                    self.wanted = Some((command, slot));
                }
                if slot < names.len() && ui.small_button("x").clicked() {
                    taken = Some(slot);
                    self.wanted = None;
                }
            }
        });
        ui.end_row();
        taken
    }
}

/// A share from nothing to all of it.
fn share(ui: &mut Ui, name: &str, value: &mut f32) -> Edit {
    ui.label(name);
    let mut percent = (*value * 100.0).round();
    let slider = Slider::new(&mut percent, 0.0..=100.0)
        .fixed_decimals(0)
        .suffix(" %");
    let edit = Edit::of(&ui.add(slider));
    ui.end_row();
    if edit.changed {
        *value = percent / 100.0;
    }
    edit
}

/// One of some choices.
fn choice<T: Copy + PartialEq>(ui: &mut Ui, name: &str, value: &mut T, all: &[(T, &str)]) -> Edit {
    ui.label(name);
    let mut edit = Edit::default();
    ui.horizontal(|ui| {
        for (one, word) in all {
            if ui.selectable_label(value == one, *word).clicked() {
                edit = Edit::choice(value != one);
                *value = *one;
            }
        }
    });
    ui.end_row();
    edit
}

/// The sizes of the window to choose from.
const WINDOWS: [((u32, u32), &str); 4] = [
    ((1280, 720), "1280 x 720"),
    ((1600, 900), "1600 x 900"),
    ((1920, 1080), "1920 x 1080"),
    ((2560, 1440), "2560 x 1440"),
];

const NO_YES: [(bool, &str); 2] = [(false, "no"), (true, "yes")];

fn sound(ui: &mut Ui, settings: &mut AppSettings) -> Edit {
    let grid = Grid::new("sound").num_columns(2).show(ui, |ui| {
        share(ui, "all sounds", &mut settings.volume)
            .and(share(ui, "crashes and signals", &mut settings.effects))
            .and(share(ui, "motors", &mut settings.motors))
            .and(share(ui, "spectators", &mut settings.crowd))
            .and(share(ui, "music", &mut settings.music))
    });
    grid.inner
}

fn picture(ui: &mut Ui, settings: &mut AppSettings, text_size: &mut Option<f32>) -> Edit {
    let grid = Grid::new("picture").num_columns(2).show(ui, |ui| {
        let details = Detail::ALL.map(|detail| (detail, detail.words().0));
        let mut edit = choice(ui, "detail", &mut settings.detail, &details);
        ui.label("");
        ui.label(RichText::new(settings.detail.words().1).color(colors::QUIET));
        ui.end_row();
        edit = edit.and(choice(
            ui,
            "full screen",
            &mut settings.full_screen,
            &NO_YES,
        ));
        let samples = [(1, "off"), (2, "2 x"), (4, "4 x"), (8, "8 x")];
        edit = edit.and(choice(ui, "smooth edges", &mut settings.samples, &samples));
        ui.label("");
        ui.label(
            RichText::new("samples a point; counts from the next start on").color(colors::QUIET),
        );
        ui.end_row();
        edit = edit.and(share(
            ui,
            "crashes shake the camera",
            &mut settings.camera_shake,
        ));
        let palettes = Palette::ALL.map(|palette| (palette, palette.name()));
        edit = edit.and(choice(
            ui,
            "colours of the views",
            &mut settings.palette,
            &palettes,
        ));
        ui.label("");
        ui.label(
            RichText::new("clear: for eyes that tell fewer colours apart").color(colors::QUIET),
        );
        ui.end_row();
        edit = edit.and(choice(ui, "shadows", &mut settings.shadows, &NO_YES));
        let reflections = &mut settings.reflections;
        edit = edit.and(choice(ui, "mirror images", reflections, &NO_YES));
        ui.label("points drawn each way");
        let mut percent = (settings.resolution * 100.0).round();
        let slider = Slider::new(&mut percent, 50.0..=100.0)
            .fixed_decimals(0)
            .suffix(" %");
        let drawn = Edit::of(&ui.add(slider));
        if drawn.changed {
            settings.resolution = percent / 100.0;
        }
        edit = edit.and(drawn);
        ui.end_row();
        edit = edit.and(choice(ui, "window", &mut settings.window, &WINDOWS));
        edit = edit.and(choice(
            ui,
            "wait for the screen",
            &mut settings.vsync,
            &NO_YES,
        ));
        ui.label("");
        ui.label(RichText::new("(vsync) counts from the next start on").color(colors::QUIET));
        ui.end_row();
        ui.label("text of the panels");
        // As large as it is dragged to only when it is let go: else the slider would flee from the pointer.
        let size = text_size.unwrap_or(settings.panel_text);
        let mut percent = (size * 100.0).round();
        let slider = Slider::new(&mut percent, 80.0..=150.0)
            .fixed_decimals(0)
            .suffix(" %");
        let sizing = Edit::of(&ui.add(slider));
        *text_size = (sizing.changed || text_size.is_some()).then_some(percent / 100.0);
        if sizing.done
            && let Some(size) = text_size.take()
        {
            settings.panel_text = size;
        }
        edit = edit.and(sizing);
        ui.end_row();
        ui.label("text of a round");
        let mut percent = (settings.round_text * 100.0).round();
        let slider = Slider::new(&mut percent, 80.0..=150.0)
            .fixed_decimals(0)
            .suffix(" %");
        let sizing = Edit::of(&ui.add(slider));
        if sizing.changed {
            settings.round_text = percent / 100.0;
        }
        edit = edit.and(sizing);
        ui.end_row();
        edit
    });
    grid.inner
}

fn play(ui: &mut Ui, settings: &mut AppSettings) -> Edit {
    let grid = Grid::new("play").num_columns(2).show(ui, |ui| {
        let all = Difficulty::ALL.map(|difficulty| (difficulty, difficulty.word()));
        let mut edit = choice(ui, "the computer drives", &mut settings.difficulty, &all);
        let splits = Split::ALL.map(|split| (split, split.word()));
        edit = edit.and(choice(
            ui,
            "screen of two and more",
            &mut settings.split,
            &splits,
        ));
        ui.label("");
        ui.label(RichText::new("three and four have a quarter each").color(colors::QUIET));
        ui.end_row();
        let hints = choice(ui, "hints as they are needed", &mut settings.hints, &NO_YES);
        if hints.done && settings.hints {
            // Who switches them on wants to be told everything anew.
            settings.hinted.clear();
        }
        edit = edit.and(hints);
        ui.label("");
        ui.label(
            RichText::new("each three times at most; yes again tells all anew")
                .color(colors::QUIET),
        );
        ui.end_row();
        edit
    });
    let mut edit = grid.inner;
    ui.separator();
    if ui.button("all settings as they were at first").clicked() {
        *settings = AppSettings::default();
        edit = edit.and(Edit::choice(true));
    }
    ui.label("Gamepads: any button joins on the title.");
    edit
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Event, Modifiers, PointerButton, Pos2, RawInput, Rect, pos2, vec2};

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

        /// A frame. Returns what was done and the texts on the screen with their places.
        fn frame(&mut self, events: Vec<Event>) -> (SettingsUse, Vec<(String, Rect)>) {
            let input = RawInput {
                screen_rect: Some(Rect::from_min_size(Pos2::ZERO, self.size)),
                events,
                ..RawInput::default()
            };
            let (panel, settings) = (&mut self.panel, &mut self.settings);
            let mut used = SettingsUse::default();
            let output = self.context.run(input, |context| {
                let one = panel.show(context, settings);
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

        /// Presses the text that stands so many texts behind a name.
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
        assert!(
            desk.press_text("all settings as they were at first", 0)
                .done
        );
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
        desk.panel.take_key(&mut desk.settings.keys, Some("C"));
        assert_eq!(desk.settings.keys.shown(Command::Forward), "C or Up");
        assert_eq!(desk.settings.keys.shown(Command::Camera), "/");
        let (_, texts) = desk.frame(Vec::new());
        let told = texts
            .iter()
            .any(|(text, _)| text.contains("which has / now"));
        assert!(told, "{texts:?}");
        // Esc changes nothing, and a second key is added.
        desk.press_text("drive forward", 1);
        desk.panel.take_key(&mut desk.settings.keys, None);
        assert!(!desk.panel.waits());
        desk.press_text("drive backward", 5);
        desk.panel.take_key(&mut desk.settings.keys, Some("Kp2"));
        assert_eq!(
            desk.settings.keys.shown(Command::Backward),
            "S or Down or Kp2"
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
        assert_eq!(desk.settings.pads[1].word(Command::Brake), Some("A"));
        assert_eq!(desk.settings.pads[0], PadMap::default());
        let (_, texts) = desk.frame(Vec::new());
        let told = |words: &str| texts.iter().any(|(text, _)| text.contains(words));
        assert!(told("which has right shoulder now"), "{texts:?}");
        // A key is no button.
        desk.press_text("Keys", 0);
        desk.press_text("boost", 1);
        assert!(desk.panel.waits() && !desk.panel.waits_for_button());
    }

    #[test]
    fn all_pages_stay_on_the_screen_with_any_text() {
        for text in [0.8, 1.0, 1.5] {
            let mut desk = Desk::new(text);
            for (_, name) in Page::ALL {
                desk.press_text(name, 0);
                desk.frame(Vec::new());
                let screen = Rect::from_min_size(pos2(0.0, 0.0), desk.size);
                let used = desk.context.used_rect();
                assert!(screen.contains_rect(used), "{name} at {text}: {used:?}");
            }
        }
    }
}
