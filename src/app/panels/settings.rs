//! The settings panel: sound, picture, play, cars, keys, gamepads. Changes take effect at once.

mod pages;
#[cfg(test)]
mod tests;

use egui::scroll_area::ScrollBarVisibility;
use egui::{Align2, Button, Color32, Context, Frame, Grid, RichText, ScrollArea, Ui, Window};

use crate::app::input::{COMMANDS, Command, KeyMap, PadButton, PadMap};
use crate::app::key_names::key_name;
use crate::app::panels::fields::Edit;
use crate::app::panels::{colors, own_car};
use crate::app::params::panels::settings::{EDGE, HEAD, LETTERS, LINE, MARGIN};
use crate::app::settings::AppSettings;
use crate::app::words::{SettingsWords, Words, fill};

/// The colour of notes.
const NOTE: Color32 = Color32::from_rgb(255, 199, 66);

/// The page of settings that is shown.
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
    const ALL: [Page; 6] = [
        Page::Sound,
        Page::Picture,
        Page::Play,
        Page::Car,
        Page::Keys,
        Page::Pads,
    ];

    fn name(self, words: &SettingsWords) -> &'static str {
        match self {
            Page::Sound => words.sound,
            Page::Picture => words.picture,
            Page::Play => words.play,
            Page::Car => words.page_car,
            Page::Keys => words.keys,
            Page::Pads => words.gamepads,
        }
    }
}

/// The state of the panel between frames.
#[derive(Debug, Default)]
pub struct SettingsPanel {
    page: Page,
    /// The player whose car and gamepad are shown.
    player: usize,
    /// The command and the slot that get the next pressed key, or the next button on the gamepad page.
    wanted: Option<(Command, usize)>,
    /// True while a field is being typed in.
    types: bool,
    /// The result of the last key assignment.
    told: String,
    /// The text size while its slider is dragged.
    text_size: Option<f32>,
    /// The distance to scroll the page down, in points.
    scroll: f32,
}

/// The effects of a frame.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SettingsUse {
    /// True if a change is finished and should be saved.
    pub done: bool,
    /// True if the panel should be closed.
    pub closes: bool,
    /// The size that the window should get, in pixels.
    pub window: Option<(u32, u32)>,
}

impl SettingsPanel {
    /// True if the next key or button is assigned to a command instead of acting.
    pub fn waits(&self) -> bool {
        self.wanted.is_some()
    }

    /// True if it waits for a gamepad button.
    pub fn waits_for_button(&self) -> bool {
        self.waits() && self.page == Page::Pads
    }

    /// Assigns a pressed button to the waiting command.
    pub fn take_button(&mut self, settings: &mut AppSettings, button: PadButton) {
        let (Some((command, slot)), Some(map)) =
            (self.wanted.take(), settings.pads.get_mut(self.player))
        else {
            return;
        };
        let loser = map.give(command, slot, button);
        let words = settings.language.words();
        let left = |loser| words.button_of(map, loser).unwrap_or_default().to_owned();
        let loser = loser.map(|loser| (loser, left(loser)));
        self.told = told(words, words.button(button), command, loser);
    }

    /// Moves `right` pages to the right, and scrolls down by `down` lines.
    pub fn step(&mut self, right: i32, down: i32) {
        let all = Page::ALL;
        let now = all.iter().position(|page| *page == self.page);
        let next = (now.unwrap_or(0) as i32 + right).rem_euclid(all.len() as i32);
        if right != 0 {
            (self.page, self.wanted) = (all[next as usize], None);
        }
        self.scroll += LINE * down as f32;
    }

    /// True if keys are typed into a field.
    pub fn takes_text(&self) -> bool {
        self.types
    }

    /// Assigns a pressed key to the waiting command; `None` stands for Esc, which changes nothing.
    pub fn take_key(&mut self, settings: &mut AppSettings, name: Option<&str>) {
        let Some((command, slot)) = self.wanted.take() else {
            return;
        };
        let Some(name) = name else {
            self.told.clear();
            return;
        };
        let loser = settings.keys.give(command, slot, name);
        let loser = loser.map(|loser| (loser, settings.key_names().shown(loser)));
        self.told = told(
            settings.words(),
            &key_name(&settings.words().keys, name),
            command,
            loser,
        );
    }

    /// Shows the panel and edits the settings.
    pub fn show(
        &mut self,
        context: &Context,
        settings: &mut AppSettings,
        window: (u32, u32),
    ) -> SettingsUse {
        let words = settings.words();
        let mut chosen = window;
        let mut used = SettingsUse::default();
        let frame = Frame::window(&context.style())
            .fill(colors::PANEL)
            .inner_margin(MARGIN);
        let size = context.screen_rect().size() - egui::Vec2::splat(2.0 * (EDGE + MARGIN + 1.0));
        Window::new("settings")
            .frame(frame)
            .title_bar(false)
            .collapsible(false)
            .resizable(false)
            .fixed_size(size)
            .anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO)
            .show(context, |ui| {
                for font in ui.style_mut().text_styles.values_mut() {
                    font.size *= LETTERS;
                }
                ui.set_min_size(size);
                ui.spacing_mut().slider_width = (size.x * 0.4).min(380.0);
                ui.spacing_mut().scroll = egui::style::ScrollStyle::solid();
                ui.spacing_mut().item_spacing.y = 9.0;
                self.head(ui, &words.settings, &mut used);
                ui.separator();
                let edit = ScrollArea::vertical()
                    .id_salt(self.page as u8)
                    .auto_shrink(false)
                    // An always visible bar shows that the page continues.
                    .scroll_bar_visibility(ScrollBarVisibility::AlwaysVisible)
                    .show(ui, |ui| {
                        let moved = std::mem::take(&mut self.scroll);
                        ui.scroll_with_delta(egui::vec2(0.0, -moved));
                        match self.page {
                            Page::Sound => pages::sound(ui, settings),
                            Page::Picture => {
                                pages::picture(ui, settings, &mut self.text_size, &mut chosen)
                            }
                            Page::Play => pages::play(ui, settings),
                            Page::Car => own_car::show(ui, settings, &mut self.player),
                            Page::Keys => self.keys(ui, settings),
                            Page::Pads => self.pads(ui, settings),
                        }
                    })
                    .inner;
                used.done |= edit.done;
            });
        self.types = context.wants_keyboard_input();
        used.window = (chosen != window).then_some(chosen);
        used
    }

    fn head(&mut self, ui: &mut Ui, words: &SettingsWords, used: &mut SettingsUse) {
        ui.horizontal_wrapped(|ui| {
            for page in Page::ALL {
                let text = RichText::new(page.name(words)).size(HEAD);
                if ui.selectable_label(self.page == page, text).clicked() {
                    (self.page, self.wanted) = (page, None);
                }
            }
            ui.label(RichText::new(words.head_keys).color(colors::QUIET));
            used.closes = ui.button(words.close).clicked();
        });
    }

    fn keys(&mut self, ui: &mut Ui, settings: &mut AppSettings) -> Edit {
        let mut edit = Edit::default();
        let all = settings.words();
        let words = &all.settings;
        ui.label(words.click_key);
        self.tell(ui, words.next_key);
        Grid::new("keys")
            .num_columns(2)
            .striped(true)
            .show(ui, |ui| {
                for &(command, _, _) in COMMANDS {
                    let names = settings.key_names().all(command);
                    if let Some(slot) = self.row(ui, command, (all.meaning)(command), &names) {
                        settings.keys.take(command, slot);
                        edit = edit.and(Edit::choice(true));
                    }
                }
            });
        if ui.button(words.reset_keys).clicked() {
            settings.keys = KeyMap::default();
            (self.wanted, self.told) = (None, String::new());
            edit = edit.and(Edit::choice(true));
        }
        edit
    }

    fn pads(&mut self, ui: &mut Ui, settings: &mut AppSettings) -> Edit {
        let mut edit = Edit::default();
        let before = self.player;
        let all = settings.words();
        let words = &all.settings;
        own_car::choose_player(ui, words, settings.pads.len(), &mut self.player);
        if self.player != before {
            (self.wanted, self.told) = (None, String::new());
        }
        let Some(map) = settings.pads.get_mut(self.player) else {
            return edit;
        };
        ui.label(words.click_button);
        self.tell(ui, words.next_button);
        Grid::new("pads")
            .num_columns(2)
            .striped(true)
            .show(ui, |ui| {
                for command in PadMap::commands() {
                    let names = map.buttons(command).iter();
                    let names: Vec<String> = names.map(|one| all.button(*one).to_owned()).collect();
                    let situations = [words.in_title, words.in_replay];
                    let meaning = PadMap::meaning(command, (all.meaning)(command), situations);
                    if let Some(slot) = self.row(ui, command, &meaning, &names) {
                        map.take(command, slot);
                        edit = edit.and(Edit::choice(true));
                    }
                }
            });
        if ui.button(words.reset_buttons).clicked() {
            *map = PadMap::default();
            (self.wanted, self.told) = (None, String::new());
            edit = edit.and(Edit::choice(true));
        }
        ui.label(words.sticks_note);
        edit
    }

    /// Shows the instruction while waiting, or the result of the last assignment.
    fn tell(&self, ui: &mut Ui, wanted: &str) {
        let said = if self.waits() { wanted } else { &self.told };
        ui.label(RichText::new(said).color(NOTE));
    }

    /// The row of a command: each assigned key can be replaced or removed, and one can be added. Returns the
    /// slot to remove.
    fn row(
        &mut self,
        ui: &mut Ui,
        command: Command,
        meaning: &str,
        names: &[String],
    ) -> Option<usize> {
        let mut taken = None;
        pages::name(ui, meaning);
        pages::field(ui, |ui| {
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

/// The result of an assignment: the new meaning of a key or button and, if another command lost it, the keys or
/// buttons that this one has left.
fn told(words: &Words, key: &str, command: Command, loser: Option<(Command, String)>) -> String {
    let meaning = (words.meaning)(command);
    match loser {
        Some((loser, left)) => {
            let parts: [(&str, &dyn std::fmt::Display); 4] = [
                ("key", &key),
                ("meaning", &meaning),
                ("before", &(words.meaning)(loser)),
                ("left", &left),
            ];
            fill(words.settings.key_taken, &parts)
        }
        None => format!("{key}: {meaning}."),
    }
}
