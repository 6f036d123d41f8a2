//! The settings pages for sound, picture and play.

use std::ops::RangeInclusive;

use egui::{Grid, RichText, Slider, Ui};

use crate::app::detail::Detail;
use crate::app::panels::colors;
use crate::app::panels::fields::Edit;
use crate::app::parts::Split;
use crate::app::render::looks::Palette;
use crate::app::settings::AppSettings;
use crate::app::units::SpeedUnit;
use crate::game::Difficulty;

/// A slider from 0 to 100 percent.
fn share(ui: &mut Ui, name: &str, value: &mut f32) -> Edit {
    part_of(ui, name, value, 0.0..=100.0)
}

/// A slider in percent, within a range.
fn part_of(ui: &mut Ui, name: &str, value: &mut f32, range: RangeInclusive<f32>) -> Edit {
    ui.label(name);
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

/// The window sizes to choose from, in pixels.
const WINDOWS: [((u32, u32), &str); 4] = [
    ((1280, 720), "1280 x 720"),
    ((1600, 900), "1600 x 900"),
    ((1920, 1080), "1920 x 1080"),
    ((2560, 1440), "2560 x 1440"),
];

const NO_YES: [(bool, &str); 2] = [(false, "no"), (true, "yes")];

pub(super) fn sound(ui: &mut Ui, settings: &mut AppSettings) -> Edit {
    let grid = Grid::new("sound").num_columns(2).show(ui, |ui| {
        share(ui, "all sounds", &mut settings.volume)
            .and(share(ui, "crashes and signals", &mut settings.effects))
            .and(share(ui, "motors", &mut settings.motors))
            .and(share(ui, "spectators", &mut settings.crowd))
            .and(share(ui, "music", &mut settings.music))
    });
    grid.inner
}

pub(super) fn picture(
    ui: &mut Ui,
    settings: &mut AppSettings,
    text_size: &mut Option<f32>,
) -> Edit {
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
            RichText::new("samples per pixel; takes effect after a restart").color(colors::QUIET),
        );
        ui.end_row();
        edit = edit.and(share(
            ui,
            "camera shake in crashes",
            &mut settings.camera_shake,
        ));
        let stop = &mut settings.hit_stop;
        edit = edit.and(share(ui, "freeze-frame on hard hits", stop));
        let palettes = Palette::ALL.map(|palette| (palette, palette.name()));
        edit = edit.and(choice(
            ui,
            "colours of the views",
            &mut settings.palette,
            &palettes,
        ));
        ui.label("");
        ui.label(RichText::new("clear: for colour-blind players").color(colors::QUIET));
        ui.end_row();
        edit = edit.and(choice(ui, "shadows", &mut settings.shadows, &NO_YES));
        let reflections = &mut settings.reflections;
        edit = edit.and(choice(ui, "reflections on floors", reflections, &NO_YES));
        let drawn = &mut settings.resolution;
        edit = edit.and(part_of(ui, "sharpness", drawn, 50.0..=100.0));
        ui.label("");
        ui.label(RichText::new("lower is coarser but faster").color(colors::QUIET));
        ui.end_row();
        edit = edit.and(choice(ui, "window", &mut settings.window, &WINDOWS));
        edit = edit.and(choice(
            ui,
            "wait for the screen",
            &mut settings.vsync,
            &NO_YES,
        ));
        ui.label("");
        ui.label(RichText::new("(vsync) takes effect after a restart").color(colors::QUIET));
        ui.end_row();
        ui.label("text size of panels");
        // Applied on release only: while the text scales, the slider would move away from the pointer.
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
        let text = &mut settings.round_text;
        edit = edit.and(part_of(ui, "text size in rounds", text, 80.0..=150.0));
        edit
    });
    grid.inner
}

pub(super) fn play(ui: &mut Ui, settings: &mut AppSettings) -> Edit {
    let grid = Grid::new("play").num_columns(2).show(ui, |ui| {
        let all = Difficulty::ALL.map(|difficulty| (difficulty, difficulty.word()));
        let mut edit = choice(ui, "computer drivers", &mut settings.difficulty, &all);
        let splits = Split::ALL.map(|split| (split, split.word()));
        edit = edit.and(choice(
            ui,
            "screen for several players",
            &mut settings.split,
            &splits,
        ));
        ui.label("");
        ui.label(RichText::new("three or four players: a quarter each").color(colors::QUIET));
        ui.end_row();
        let units = SpeedUnit::ALL.map(|unit| (unit, unit.sign()));
        edit = edit.and(choice(ui, "speeds in", &mut settings.speeds, &units));
        ui.label("");
        let note = "points and views always use m/s";
        ui.label(RichText::new(note).color(colors::QUIET));
        ui.end_row();
        let hints = choice(ui, "hints when needed", &mut settings.hints, &NO_YES);
        if hints.done && settings.hints {
            // Switching hints on again shows each of them anew.
            settings.hinted.clear();
        }
        edit = edit.and(hints);
        ui.label("");
        ui.label(
            RichText::new("each at most three times; choose yes again to restart")
                .color(colors::QUIET),
        );
        ui.end_row();
        edit = edit.and(choice(
            ui,
            "films show the legend of views",
            &mut settings.film_legend,
            &NO_YES,
        ));
        edit
    });
    let mut edit = grid.inner;
    ui.separator();
    if ui.button("reset all settings").clicked() {
        *settings = AppSettings::default();
        edit = edit.and(Edit::choice(true));
    }
    ui.label("Gamepads: press any button on the title to join.");
    edit
}
