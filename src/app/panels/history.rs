//! The history in the panel of the scene: each step in words, and a click goes there.

use egui::{CollapsingHeader, ScrollArea, Ui};

use crate::app::panels::ask::Ask;
use crate::app::panels::fields::words_of;
use crate::app::params::panels::history::ROWS;
use crate::app::words::fill;
use crate::game::Round;
use crate::game::tape::Wheel;

pub fn show(ui: &mut Ui, round: &Round, wheel: Option<&Wheel>, asks: &mut Vec<Ask>) {
    let texts = &words_of(ui).build;
    let Some(wheel) = wheel else { return };
    let (all, done) = wheel.history();
    let title = match all - done {
        0 => fill(texts.history_count_steps, &[("count", &done)]),
        undone => fill(
            texts.history_count_steps_undone_undone,
            &[("count", &done), ("undone", &undone)],
        ),
    };
    let header = CollapsingHeader::new(title).id_salt("history");
    header.default_open(true).show(ui, |ui| {
        let height = ui.spacing().interact_size.y;
        let scroll = ScrollArea::vertical()
            .id_salt("steps")
            .max_height(height * ROWS)
            .stick_to_bottom(true)
            .auto_shrink([false, true]);
        scroll.show_rows(ui, height, all + 1, |ui, rows| {
            for row in rows {
                let words = match row.checked_sub(1) {
                    None => texts.the_beginning.to_owned(),
                    Some(index) => {
                        let step = wheel.history_step(index);
                        let words = step.map(|step| step.words(round.arena(), &words_of(ui).acts));
                        format!("{row}. {}", words.unwrap_or_default())
                    }
                };
                let label = match row > done {
                    true => fill(texts.step_undone, &[("step", &words)]),
                    false => words,
                };
                let response = ui.selectable_label(row == done, label);
                if response.on_hover_text(texts.go_there).clicked() && row != done {
                    asks.push(Ask::GoTo(row));
                }
            }
        });
    });
}
