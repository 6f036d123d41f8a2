//! The settings pages for sound, picture and play.

use std::ops::RangeInclusive;

use egui::{Grid, Label, RichText, Slider, Ui};

use crate::app::detail::Detail;
use crate::app::panels::colors;
use crate::app::panels::fields::Edit;
use crate::app::params::panels::settings_pages::{FIELDS, NAMES};
use crate::app::parts::Split;
use crate::app::render::looks::Palette;
use crate::app::settings::AppSettings;
use crate::app::units::SpeedUnit;
use crate::app::words::{Language, Words, fill};
use crate::game::Difficulty;

/// A slider from 0 to 100 percent.
fn share(ui: &mut Ui, name: &str, value: &mut f32) -> Edit {
    part_of(ui, name, value, 0.0..=100.0)
}

/// A slider in percent, within a range.
fn part_of(ui: &mut Ui, name: &str, value: &mut f32, range: RangeInclusive<f32>) -> Edit {
    self::name(ui, name);
    let mut percent = (*value * 100.0).round();
    let slider = Slider::new(&mut percent, range)
        .fixed_decimals(0)
        .suffix(" %");
    let edit = Edit::of(&ui.add(slider));
    ui.end_row();
    if edit.changed {
        *value = percent / 100.0;
    }
    edit
}

/// A row of choices, of which one is selected.
fn choice<T: Copy + PartialEq>(ui: &mut Ui, name: &str, value: &mut T, all: &[(T, &str)]) -> Edit {
    self::name(ui, name);
    let mut edit = Edit::default();
    field(ui, |ui| {
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

/// The sizes of texts to choose from, in percent.
const TEXT_SIZES: RangeInclusive<f32> = 80.0..=200.0;

/// The window sizes to choose from, in pixels.
const WINDOWS: [((u32, u32), &str); 4] = [
    ((1280, 720), "1280 x 720"),
    ((1600, 900), "1600 x 900"),
    ((1920, 1080), "1920 x 1080"),
    ((2560, 1440), "2560 x 1440"),
];

fn no_yes(words: &Words) -> [(bool, &'static str); 2] {
    [(false, words.common.no), (true, words.common.yes)]
}

/// A row with a note about the row above.
fn note(ui: &mut Ui, text: &str) {
    ui.label("");
    field(ui, |ui| {
        ui.label(RichText::new(text).color(colors::QUIET));
    });
    ui.end_row();
}

/// A grid of names and fields.
fn grid(ui: &mut Ui, id: &str, rows: impl FnOnce(&mut Ui) -> Edit) -> Edit {
    Grid::new(id).num_columns(2).show(ui, rows).inner
}

/// Shows the name of a setting; a long one takes several lines, so that the field beside it stays on the screen.
pub(super) fn name(ui: &mut Ui, text: &str) {
    let wide = ui.ctx().screen_rect().width() * NAMES;
    ui.vertical(|ui| {
        ui.set_width(wide);
        ui.add(Label::new(text).wrap());
    });
}

/// Shows the field of a setting, whose parts take several lines if they are long.
pub(super) fn field<T>(ui: &mut Ui, show: impl FnOnce(&mut Ui) -> T) -> T {
    let wide = ui.ctx().screen_rect().width() * FIELDS;
    let shown = ui.vertical(|ui| {
        ui.set_width(wide);
        ui.horizontal_wrapped(show).inner
    });
    shown.inner
}

pub(super) fn sound(ui: &mut Ui, settings: &mut AppSettings) -> Edit {
    let words = &settings.words().settings;
    grid(ui, "sound", |ui| {
        share(ui, words.all_sounds, &mut settings.volume)
            .and(share(ui, words.crashes_signals, &mut settings.effects))
            .and(share(ui, words.motors, &mut settings.motors))
            .and(share(ui, words.crowd, &mut settings.crowd))
            .and(share(ui, words.music, &mut settings.music))
    })
}

/// The page of the picture. `window` is the window's size now, and becomes the one that the player chose.
pub(super) fn picture(
    ui: &mut Ui,
    settings: &mut AppSettings,
    text_size: &mut Option<f32>,
    window: &mut (u32, u32),
) -> Edit {
    let words = settings.words();
    grid(ui, "picture", |ui| {
        let edit = quality(ui, settings, words);
        let words = &words.settings;
        let now = *window;
        let edit = edit.and(choice(ui, words.window, window, &WINDOWS));
        if *window != now {
            settings.window = *window;
        }
        let parts: [(&str, &dyn std::fmt::Display); 2] = [("wide", &now.0), ("high", &now.1)];
        note(ui, &fill(words.window_now, &parts));
        edit.and(text_sizes(ui, settings, text_size))
    })
}

/// The rows about the quality of the picture.
fn quality(ui: &mut Ui, settings: &mut AppSettings, all: &'static Words) -> Edit {
    let (words, no_yes) = (&all.settings, no_yes(all));
    let details = Detail::ALL.map(|detail| (detail, all.detail(detail).0));
    let mut edit = choice(ui, words.detail, &mut settings.detail, &details);
    note(ui, all.detail(settings.detail).1);
    let full = &mut settings.full_screen;
    edit = edit.and(choice(ui, words.full_screen, full, &no_yes));
    let samples = [(1, all.common.off), (2, "2 x"), (4, "4 x"), (8, "8 x")];
    edit = edit.and(choice(ui, words.smooth, &mut settings.samples, &samples));
    note(ui, words.samples_note);
    edit = edit.and(share(ui, words.camera_shake, &mut settings.camera_shake));
    edit = edit.and(share(ui, words.freeze, &mut settings.freeze));
    let palettes = Palette::ALL.map(|palette| (palette, all.palette(palette)));
    edit = edit.and(choice(ui, words.palette, &mut settings.palette, &palettes));
    note(ui, words.clear_note);
    edit = edit.and(choice(ui, words.shadows, &mut settings.shadows, &no_yes));
    let reflections = &mut settings.reflections;
    edit = edit.and(choice(ui, words.reflections, reflections, &no_yes));
    let drawn = &mut settings.resolution;
    edit = edit.and(part_of(ui, words.sharpness, drawn, 50.0..=100.0));
    note(ui, words.sharpness_note);
    edit = edit.and(choice(ui, words.vsync, &mut settings.vsync, &no_yes));
    note(ui, words.vsync_note);
    edit
}

/// The rows about the sizes of texts.
fn text_sizes(ui: &mut Ui, settings: &mut AppSettings, text_size: &mut Option<f32>) -> Edit {
    let words = &settings.words().settings;
    name(ui, words.text_panels);
    // Applied on release only: while the text scales, the slider would move away from the pointer.
    let size = text_size.unwrap_or(settings.panel_text);
    let mut percent = (size * 100.0).round();
    let slider = Slider::new(&mut percent, TEXT_SIZES)
        .fixed_decimals(0)
        .suffix(" %");
    let sizing = Edit::of(&ui.add(slider));
    *text_size = (sizing.changed || text_size.is_some()).then_some(percent / 100.0);
    if sizing.done
        && let Some(size) = text_size.take()
    {
        settings.panel_text = size;
    }
    ui.end_row();
    sizing.and(part_of(
        ui,
        words.text_rounds,
        &mut settings.round_text,
        TEXT_SIZES,
    ))
}

/// The rows of help for players who drive with one hand or cannot hold a key.
fn aids(ui: &mut Ui, settings: &mut AppSettings) -> Edit {
    let words = &settings.words().settings;
    let throttle = [
        (false, words.throttle_by_hand),
        (true, words.throttle_automatic),
    ];
    let presses = [(false, words.while_held), (true, words.press_to_press)];
    let automatic = &mut settings.automatic_throttle;
    let edit = choice(ui, words.throttle, automatic, &throttle);
    let once = &mut settings.press_once;
    edit.and(choice(ui, words.boost_and_brake, once, &presses))
}

pub(super) fn play(ui: &mut Ui, settings: &mut AppSettings) -> Edit {
    let all = settings.words();
    let words = &all.settings;
    let mut edit = grid(ui, "play", |ui| {
        let mut edit = choice(
            ui,
            all.common.language,
            &mut settings.language,
            &Language::ALL,
        );
        let skills = Difficulty::ALL.map(|difficulty| (difficulty, all.difficulty(difficulty)));
        edit = edit.and(choice(ui, words.drivers, &mut settings.difficulty, &skills));
        let splits = Split::ALL.map(|split| (split, all.split(split)));
        edit = edit.and(choice(ui, words.split, &mut settings.split, &splits));
        note(ui, words.quarters);
        let units = SpeedUnit::ALL.map(|unit| (unit, unit.sign()));
        edit = edit.and(choice(ui, words.speeds, &mut settings.speeds, &units));
        note(ui, words.speeds_note);
        edit = edit.and(aids(ui, settings));
        let hints = choice(ui, words.hints, &mut settings.hints, &no_yes(all));
        if hints.done && settings.hints {
            // Switching hints on again shows each of them anew.
            settings.hinted.clear();
        }
        edit = edit.and(hints);
        note(ui, words.hints_note);
        let legend = &mut settings.film_legend;
        edit.and(choice(ui, words.film_legend, legend, &no_yes(all)))
    });
    ui.separator();
    if ui.button(words.reset_all).clicked() {
        // No page of the settings shows the address, so it would be lost.
        let page = std::mem::take(&mut settings.page);
        *settings = AppSettings::default();
        settings.page = page;
        edit = edit.and(Edit::choice(true));
    }
    ui.label(words.join_note);
    edit
}
