//! The settings page of the players' own cars: name, colour, number.

use egui::{Button, Color32, DragValue, Grid, RichText, TextEdit, Ui, vec2};

use crate::app::names::mark as mark_of;
use crate::app::panels::colors;
use crate::app::panels::fields::Edit;
use crate::app::settings::AppSettings;
use crate::app::words::{SettingsWords, fill};
use crate::game::Dress;
use crate::level::Paint;
use dodgem_rules::params::{MOST_LETTERS, MOST_NUMBER};

/// The colours to choose from. Each has a name, so that no choice depends on colour vision.
fn colours(words: &SettingsWords) -> [(&'static str, &'static str); 12] {
    [
        (words.red, "#d8322a"),
        (words.orange, "#e8762c"),
        (words.yellow, "#e8b020"),
        (words.lime, "#9fd83a"),
        (words.green, "#35a05a"),
        (words.teal, "#22a7b5"),
        (words.sky, "#7fd0f2"),
        (words.blue, "#2f6fd0"),
        (words.violet, "#8c4bc0"),
        (words.pink, "#d7559c"),
        (words.white, "#f2f2ea"),
        (words.black, "#2b2d38"),
    ]
}

/// Shows a choice among the players and changes `player`.
pub fn choose_player(ui: &mut Ui, words: &SettingsWords, players: usize, player: &mut usize) {
    ui.horizontal_wrapped(|ui| {
        for slot in 0..players {
            let text = format!("{} {}", words.player, slot + 1);
            ui.selectable_value(player, slot, text);
        }
    });
}

/// Shows the page of one player's car and edits it.
pub fn show(ui: &mut Ui, settings: &mut AppSettings, player: &mut usize) -> Edit {
    let words = &settings.words().settings;
    choose_player(ui, words, settings.cars.len(), player);
    let Some(dress) = settings.cars.get_mut(*player) else {
        return Edit::default();
    };
    let grid = Grid::new("car").num_columns(2).show(ui, |ui| {
        ui.label(words.name);
        let field = TextEdit::singleline(&mut dress.name)
            .char_limit(MOST_LETTERS)
            .hint_text(if *player == 0 {
                words.you
            } else {
                words.at_level
            })
            .desired_width(200.0);
        let mut edit = Edit::of(&ui.add(field));
        ui.end_row();
        ui.label(words.colour);
        edit = edit.and(colour(ui, words, dress));
        ui.end_row();
        ui.label(words.number);
        ui.horizontal(|ui| {
            let mut number = dress.number;
            let field = DragValue::new(&mut number)
                .range(0..=MOST_NUMBER)
                .speed(0.2);
            let field = match dress.number {
                0 => field.custom_formatter(|_, _| words.at_level.to_owned()),
                _ => field,
            };
            let change = Edit::of(&ui.add(field));
            dress.number = number;
            let step = ui.button("+").clicked() && dress.number < MOST_NUMBER;
            dress.number += u8::from(step);
            let plain = dress.number > 0 && ui.button(words.at_level).clicked();
            if plain {
                dress.number = 0;
            }
            edit = edit.and(change).and(Edit::choice(step || plain));
        });
        ui.end_row();
        edit
    });
    let mark = mark_of(*player);
    let note = fill(words.car_note, &[("mark", &mark)]);
    ui.label(RichText::new(note).color(colors::QUIET));
    grid.inner
}

fn colour(ui: &mut Ui, words: &SettingsWords, dress: &mut Dress) -> Edit {
    let before = dress.paint.clone();
    ui.vertical(|ui| {
        for row in colours(words).chunks(4) {
            ui.horizontal(|ui| {
                for (name, paint) in row {
                    let [red, green, blue] =
                        Paint::parse(paint).unwrap_or(Paint::DEFAULT).to_array();
                    let bright = red * 0.3 + green * 0.6 + blue * 0.1 > 0.55;
                    let letters = if bright {
                        Color32::BLACK
                    } else {
                        Color32::WHITE
                    };
                    let [red, green, blue] = [red, green, blue].map(|part| (part * 255.0) as u8);
                    let chosen = dress.paint == *paint;
                    let text = match chosen {
                        true => format!("✔ {name}"),
                        false => (*name).to_owned(),
                    };
                    let button = Button::new(RichText::new(text).color(letters))
                        .fill(Color32::from_rgb(red, green, blue))
                        .min_size(vec2(84.0, 24.0));
                    if ui.add(button).clicked() {
                        dress.paint = (*paint).to_owned();
                    }
                }
            });
        }
        if ui
            .selectable_label(dress.paint.is_empty(), words.at_level)
            .clicked()
        {
            dress.paint.clear();
        }
    });
    Edit::choice(dress.paint != before)
}
