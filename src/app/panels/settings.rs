//! The settings panel: sound, picture, play, cars, keys, gamepads. Changes take effect at once.

mod pages;
#[cfg(test)]
mod tests;

use egui::scroll_area::ScrollBarVisibility;
use egui::{Align2, Button, Color32, Context, Frame, Grid, RichText, ScrollArea, Ui, Window};

use crate::app::input::{COMMANDS, Command, KeyMap, PadButton, PadMap, meaning_of, shown_name};
use crate::app::panels::fields::Edit;
use crate::app::panels::{colors, own_car};
use crate::app::settings::AppSettings;

/// The size of the panel, in points of the text size.
const WIDTH: f32 = 560.0;
const HEIGHT: f32 = 540.0;
/// The distance by which an arrow key scrolls a page, in points.
const LINE: f32 = 60.0;
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
    const ALL: [(Page, &'static str); 6] = [
        (Page::Sound, "Sound"),
        (Page::Picture, "Picture"),
        (Page::Play, "Play"),
        (Page::Car, "Car"),
        (Page::Keys, "Keys"),
        (Page::Pads, "Gamepads"),
    ];
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

    /// Moves `right` pages to the right, and scrolls down by `down` lines.
    pub fn step(&mut self, right: i32, down: i32) {
        let all = Page::ALL.map(|(page, _)| page);
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

    /// Shows the panel and edits the settings.
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
                ui.spacing_mut().scroll = egui::style::ScrollStyle::solid();
                ui.spacing_mut().item_spacing.y = 9.0;
                self.head(ui, &mut used);
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
                            Page::Picture => pages::picture(ui, settings, &mut self.text_size),
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
        ui.label("Click a key, then press the new one. + adds a key, x removes it.");
        self.tell(ui, "press the new key, or Esc to cancel");
        Grid::new("keys")
            .num_columns(2)
            .striped(true)
            .show(ui, |ui| {
                for (command, _, _) in COMMANDS {
                    let names = settings.keys.names(command).iter();
                    let names: Vec<String> = names.map(|name| shown_name(name)).collect();
                    if let Some(slot) = self.row(ui, command, meaning_of(command), &names) {
                        settings.keys.take(command, slot);
                        edit = edit.and(Edit::choice(true));
                    }
                }
            });
        if ui.button("reset all keys").clicked() {
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
        ui.label("Click a button, then press the new one on a gamepad.");
        self.tell(ui, "press the new button on a gamepad, or Esc to cancel");
        Grid::new("pads")
            .num_columns(2)
            .striped(true)
            .show(ui, |ui| {
                for command in PadMap::commands() {
                    let words = map.buttons(command).iter();
                    let words: Vec<String> = words.map(|one| one.word().to_owned()).collect();
                    if let Some(slot) = self.row(ui, command, &PadMap::meaning(command), &words) {
                        map.take(command, slot);
                        edit = edit.and(Edit::choice(true));
                    }
                }
            });
        if ui.button("reset all buttons").clicked() {
            *map = PadMap::default();
            (self.wanted, self.told) = (None, String::new());
            edit = edit.and(Edit::choice(true));
        }
        ui.label("The left stick and the cross drive and steer; the right stick moves the hand.");
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
        ui.label(meaning);
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
