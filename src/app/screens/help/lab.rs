//! The page of the lab: the list of experiments, the text of the chosen one, and the tables of its quick run.

use dodgem_lab::experiment::{EXPERIMENTS, Table};
use glam::Vec2;

use crate::app::area::Area;
use crate::app::params::screens::help_lab::{CELLS, GAP, HEAD, LIST};
use crate::app::params::screens::help_row::{ROW, TEXT};
use crate::app::params::window::state_lab_page::FIRST_SPOT;
use crate::app::screens::Canvas;
use crate::app::screens::help::row::Row;
use crate::app::spots::Spot;
use crate::app::ui::{Align, ink};
use crate::app::words::fill;

/// Draws the names of the experiments below each other; each can be pressed.
pub fn draw_list(canvas: &Canvas<'_>, at: Vec2, room: f32) {
    let (ui, chosen) = (canvas.ui, canvas.state.covers.lab.chosen);
    let apart = (room / EXPERIMENTS.len() as f32).min(ROW);
    for (number, one) in EXPERIMENTS.iter().enumerate() {
        let place = at + Vec2::Y * (apart * number as f32);
        let area = Area::of(place - Vec2::Y * (apart - 6.0), Vec2::new(150.0, apart));
        let under = ui.spot(area, Spot::Line(FIRST_SPOT + number));
        let color = match (number == chosen, under) {
            (true, _) => ink::GOLD,
            (false, true) => ink::CREAM,
            (false, false) => ink::GREY,
        };
        ui.text(one.id, place, LIST.min(apart - 3.0), color, Align::Left);
    }
}

/// The lines of the chosen experiment, at most that wide (units).
pub fn rows(canvas: &Canvas<'_>, wide: f32) -> Vec<Row> {
    let (ui, page) = (canvas.ui, &canvas.state.covers.lab);
    let plain = |text: &str| Row::new(String::new(), text.to_owned());
    let mut rows = Vec::new();
    for paragraph in page.experiment().page.lines() {
        match paragraph {
            "" => rows.push(plain("")),
            text => rows.extend(ui.wrap(text, TEXT, wide).iter().map(|line| plain(line))),
        }
    }
    rows.push(plain(""));
    let Some(results) = page.results() else {
        rows.push(plain(canvas.state.settings.words().help.counting));
        return rows;
    };
    for table in &results.tables {
        add_table(canvas, table, wide, &mut rows);
        rows.push(plain(""));
    }
    rows
}

/// Adds a table: its title, its heads in several lines, its rows. Columns without room are left out, which a line tells.
fn add_table(canvas: &Canvas<'_>, table: &Table, wide: f32, rows: &mut Vec<Row>) {
    let ui = canvas.ui;
    for line in ui.wrap(&table.title, TEXT, wide) {
        rows.push(Row {
            color: ink::GOLD,
            ..Row::new(String::new(), line)
        });
    }
    let widths = |letters: f32| -> Vec<f32> {
        let of_column = |(number, head): (usize, &String)| {
            let cells = table.rows.iter().map(|row| ui.width(&row[number], letters));
            let words = head.split(' ').map(|word| ui.width(word, letters));
            let least = words.chain(cells).fold(0.0, f32::max);
            least.max(ui.width(head, letters).min(HEAD)) + GAP
        };
        table.columns.iter().enumerate().map(of_column).collect()
    };
    let [most, least] = CELLS;
    let all: f32 = widths(most).iter().sum();
    let letters = (most * (wide / all).min(1.0)).max(least);
    let widths = widths(letters);
    let ends = widths.iter().scan(0.0, |end, width| {
        *end += width;
        Some(*end)
    });
    let shown = ends.take_while(|end| *end <= wide + GAP).count().max(1);
    let lefts: Vec<f32> = (0..shown).map(|i| widths[..i].iter().sum()).collect();
    let mut add = |texts: Vec<(f32, String)>, color| {
        rows.push(Row {
            name: String::new(),
            texts,
            letters,
            color,
        });
    };
    let heads = table.columns.iter().zip(&widths).take(shown);
    let heads: Vec<Vec<String>> = heads
        .map(|(head, width)| ui.wrap(head, letters, width - GAP * 0.5))
        .collect();
    let lines = heads.iter().map(Vec::len).max().unwrap_or(0);
    for line in 0..lines {
        // Heads stand on the last line, above their columns.
        let cells = lefts.iter().zip(&heads).filter_map(|(left, head)| {
            let text = head.get((line + head.len()).checked_sub(lines)?)?;
            Some((*left, text.clone()))
        });
        add(cells.collect(), ink::GREY);
    }
    for row in &table.rows {
        let cells = lefts.iter().copied().zip(row.iter().cloned());
        add(cells.collect(), ink::CREAM);
    }
    let hidden = table.columns.len() - shown;
    if hidden > 0 {
        let words = &canvas.state.settings.words().help;
        let text = match hidden {
            1 => words.column_hidden,
            _ => words.columns_hidden,
        };
        add(vec![(0.0, fill(text, &[("count", &hidden)]))], ink::GREY);
    }
}
