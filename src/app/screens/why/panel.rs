//! The panel of an explanation: its stages, the words of the present one, and its figure.

use std::fmt::Display;

use glam::Vec2;

use crate::app::area::Area;
use crate::app::input::Command;
use crate::app::params::explanation::panel::AROUND;
use crate::app::params::explanation::panel::{
    FIGURE, KEY_LINE, KEYS, LEAST_FIGURE, LETTERS, LINE, SHARE, SMALL, SMALLER, STAGES, SUMMARY,
    WIDE,
};
use crate::app::screens::why::list::Which;
use crate::app::screens::why::shown::{ADVANCEMENT, GJK, Shown, Subject};
use crate::app::screens::why::{boxes, curve, simplex, tables, trees};
use crate::app::settings::AppSettings;
use crate::app::spots::Spot;
use crate::app::ui::{Align, Ui, ink};
use crate::app::words::fill;
use crate::game::explain::{Question, gjk_step_words};

/// Draws the panel at the right side. Returns its left edge.
pub fn draw(ui: &Ui, shown: &Shown, settings: &AppSettings, which: Which) -> f32 {
    let column = draw_back(ui);
    let keys = lines_of_keys(settings, which);
    draw_shown(ui, shown, column, &keys);
    column.low.x - AROUND
}

/// Draws the back of the panel. Returns its inner part.
pub fn draw_back(ui: &Ui) -> Area {
    let wide = (ui.size.x * SHARE).clamp(WIDE[0], WIDE[1]);
    let corner = Vec2::new(ui.size.x - wide, 0.0);
    ui.panel(corner, Vec2::new(wide, ui.size.y), ink::SOLID);
    Area {
        low: corner + Vec2::X * AROUND,
        high: ui.size - Vec2::X * AROUND,
    }
}

/// The texts of a stage, wrapped to a width.
struct Texts {
    title: String,
    summary: Vec<String>,
    stage: String,
    instant: Option<String>,
    /// True if the instant takes a line of its own, as in large letters.
    instant_below: bool,
    sentence: Vec<String>,
    chosen: Vec<String>,
    keys: Vec<String>,
}

impl Texts {
    fn new(ui: &Ui, shown: &Shown, room: f32, keys: &[String]) -> Self {
        let summary = shown.summary().filter(|_| shown.at == 0);
        let count = shown.sentences.len();
        let parts: [(&str, &dyn Display); 3] = [
            ("number", &(shown.at + 1)),
            ("count", &count),
            ("stage", &shown.stage_title()),
        ];
        let stage = fill(shown.words.why.stage, &parts);
        let instant = words_of_instant(shown);
        let instant_below = instant.as_ref().is_some_and(|words| {
            ui.width(&stage, LETTERS) + ui.width(words, SMALL) + AROUND > room
        });
        let sentence = shown.sentences.get(shown.at).map_or("", |one| &one.text);
        let chosen = shown.words_of_nodes();
        let chosen = chosen.unwrap_or_else(|| words_of_step(shown));
        let keys = keys.iter().flat_map(|line| ui.wrap(line, KEYS, room));
        Texts {
            title: ui.fitting(&shown.title(), LETTERS + 2.0, room),
            summary: summary.map_or_else(Vec::new, |text| ui.wrap(&text, SUMMARY, room)),
            stage,
            instant,
            instant_below,
            sentence: ui.wrap(sentence, LETTERS, room),
            chosen: ui.wrap(&chosen, LETTERS, room),
            keys: keys.collect(),
        }
    }

    /// The height that they and a figure take, in units.
    fn height(&self) -> f32 {
        let summary = match self.summary.len() {
            0 => 0.0,
            lines => (LINE + 2.0) * lines as f32 + 6.0,
        };
        let lines = self.sentence.len() + self.chosen.len() + usize::from(self.instant_below);
        let keys = KEY_LINE * self.keys.len() as f32 + 8.0;
        36.0 + STAGES + LINE + summary + LINE * lines as f32 + FIGURE + keys
    }
}

/// Draws an explanation in an area, with lines about the keys at its foot. Long texts in large letters are drawn
/// smaller, so that their figure has room.
pub fn draw_shown(ui: &Ui, shown: &Shown, column: Area, keys: &[String]) {
    let within = |times: f32| {
        let ui = ui.enlarged(times);
        let column = Area {
            low: column.low / times,
            high: column.high / times,
        };
        let texts = Texts::new(&ui, shown, column.size().x, keys);
        (ui, column, texts)
    };
    let sizes = SMALLER.into_iter().map(within);
    let fits = |(_, column, texts): &(Ui, Area, Texts)| texts.height() <= column.size().y;
    let mut sizes = sizes.skip_while(|size| !fits(size));
    let (ui, column, texts) = sizes
        .next()
        .unwrap_or_else(|| within(SMALLER[SMALLER.len() - 1]));
    draw_texts(&ui, shown, column, &texts);
}

fn draw_texts(ui: &Ui, shown: &Shown, column: Area, texts: &Texts) {
    let room = column.size().x;
    let mut base = column.low + Vec2::Y * 24.0;
    ui.bold(&texts.title, base, LETTERS + 2.0, ink::GOLD, Align::Left);
    base.y += 10.0;
    draw_stages(ui, shown, base, room);
    base.y += STAGES + LINE + 2.0;
    for line in &texts.summary {
        ui.text(line, base, SUMMARY, ink::GOLD, Align::Left);
        base.y += LINE + 2.0;
    }
    if !texts.summary.is_empty() {
        base.y += 6.0;
    }
    ui.text(&texts.stage, base, LETTERS, ink::MINT, Align::Left);
    if let Some(words) = &texts.instant {
        if texts.instant_below {
            base.y += LINE;
        }
        let end = base + Vec2::X * room;
        ui.text(words, end, SMALL, ink::GREY, Align::Right);
    }
    for line in &texts.sentence {
        base.y += LINE;
        ui.text(line, base, LETTERS, ink::CREAM, Align::Left);
    }
    for line in &texts.chosen {
        base.y += LINE;
        ui.text(line, base, LETTERS, ink::GOLD, Align::Left);
    }
    let foot = draw_keys(ui, &texts.keys, column);
    let figure = Area {
        low: base + Vec2::Y * 12.0,
        high: Vec2::new(base.x + room, foot - 6.0),
    };
    if figure.size().y >= LEAST_FIGURE {
        draw_figure(ui, shown, figure);
    }
}

/// The step of GJK in words, in its stage.
fn words_of_step(shown: &Shown) -> String {
    let steps = shown.sweep().map(|sweep| &sweep.gjk);
    let steps = steps.filter(|_| shown.stage() == GJK);
    let words =
        steps.and_then(|steps| gjk_step_words(steps, shown.instant, &shown.words.explain.gjk));
    words.unwrap_or_default()
}

/// Draws a box for each stage, which can be pressed: the present one is filled, the deciding one has a dot.
fn draw_stages(ui: &Ui, shown: &Shown, at: Vec2, room: f32) {
    let count = shown.sentences.len().max(1);
    let step = room / count as f32;
    let decided = shown.sweep().and_then(|sweep| sweep.decided_by);
    for (index, sentence) in shown.sentences.iter().enumerate() {
        let corner = at + Vec2::X * (step * index as f32);
        let size = Vec2::new(step - 3.0, STAGES);
        let under = ui.spot(Area::of(corner, size), Spot::Line(index));
        let color = match (index == shown.at, under) {
            (true, _) => ink::GOLD,
            (false, true) => ink::CREAM,
            (false, false) => ink::fade(ink::CREAM, 0.25),
        };
        ui.fill(corner, size, color);
        if decided.is_some_and(|stage| stage.name() == sentence.stage) {
            let middle = corner + size * 0.5;
            ui.fill(middle - 3.0, Vec2::splat(6.0), ink::CORAL);
        }
    }
}

/// The number of the instant within the advancement.
fn words_of_instant(shown: &Shown) -> Option<String> {
    let steps = &shown.sweep()?.advancement;
    if shown.stage() != ADVANCEMENT {
        return None;
    }
    let step = steps.get(shown.instant)?;
    let parts: [(&str, &dyn Display); 4] = [
        ("number", &(shown.instant + 1)),
        ("count", &steps.len()),
        ("ms", &format!("{:.3}", step.time * 1000.0)),
        ("stage", &shown.words.views.stages.decider(step.stage)),
    ];
    Some(fill(shown.words.why.instant, &parts))
}

/// The lines about the keys of an explanation.
fn lines_of_keys(settings: &AppSettings, which: Which) -> [String; 3] {
    let words = &settings.words().why;
    let first = |command| settings.key_names().first(command);
    [
        fill(
            words.keys_steps,
            &[
                ("list", &first(Command::Confirm)),
                ("back", &first(Command::Why)),
            ],
        ),
        fill(
            words.keys_crashes,
            &[
                ("back", &first(Command::StepBack)),
                ("on", &first(Command::SingleStep)),
                ("which", &which.name(words)),
                ("change", &first(Command::LastCrash)),
            ],
        ),
        words.keys_clicks.to_owned(),
    ]
}

/// Draws lines about keys at the foot. Returns the upper edge of their lines.
fn draw_keys(ui: &Ui, lines: &[String], column: Area) -> f32 {
    let top = column.high.y - 8.0 - KEY_LINE * lines.len() as f32;
    for (index, line) in lines.iter().enumerate() {
        let at = Vec2::new(column.low.x, top + KEY_LINE * (index as f32 + 0.8));
        ui.text(line, at, KEYS, ink::GREY, Align::Left);
    }
    top
}

fn draw_figure(ui: &Ui, shown: &Shown, area: Area) {
    let words = shown.words;
    match (&shown.subject, shown.stage()) {
        (Subject::Apart(miss), _) => curve::draw_miss(ui, area, (miss, &words.why), shown.at),
        (Subject::Met(found, _), "schedule" | "budget") => {
            tables::draw_schedule(ui, area, &found.schedule, &words.why);
        }
        (Subject::Met(found, _), "broad phase") => {
            boxes::draw(ui, area, (&found.broad, words), &found.bodies);
        }
        (Subject::Met(found, _), "velocities" | "momentum" | "energy") => {
            if let Some(balance) = &found.impact {
                tables::draw_balance((ui, words), area, (balance, &found.bodies), shown.scales());
            }
        }
        (Subject::Met(found, _), "whole step") => {
            tables::draw_step((ui, words), area, &found.whole_step);
        }
        (_, "contacts") => tables::draw_contacts(ui, area, shown.contact_lines(), shown.contact),
        (_, "pieces") if shown.sweep().is_some_and(|sweep| !sweep.pieces.is_empty()) => {
            if let Some(sweep) = shown.sweep() {
                tables::draw_pieces(ui, area, (sweep, &words.why), shown.pieces);
            }
        }
        (_, GJK) => {
            if let Some(sweep) = shown.sweep() {
                simplex::draw((ui, &words.why), area, &sweep.gjk, shown.instant);
            }
        }
        (Subject::Asked(answer, _), _)
            if answer.question != Question::Impact && shown.stage() != "trees" => {}
        (_, "tree" | "trees") => match shown.sweep().and_then(|sweep| sweep.descent.as_ref()) {
            Some(descent) => trees::draw(ui, area, (descent, &words.why), shown.nodes),
            None => draw_sweep(ui, shown, area),
        },
        _ => draw_sweep(ui, shown, area),
    }
}

fn draw_sweep(ui: &Ui, shown: &Shown, area: Area) {
    if let (Some(sweep), Some(instant)) = (shown.sweep(), shown.shown_instant()) {
        curve::draw_sweep(ui, area, (sweep, &shown.words.why), instant);
    }
}

/// Draws a line of text in the middle, while the answer is worked out.
pub fn draw_waiting(ui: &Ui, text: &str) {
    let size = Vec2::new(ui.width(text, 20.0) + 48.0, 48.0);
    let at = (ui.size - size) * 0.5;
    ui.panel(at, size, ink::SOLID);
    let base = at + Vec2::new(24.0, 31.0);
    ui.text(text, base, 20.0, ink::CREAM, Align::Left);
}
