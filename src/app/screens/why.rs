//! The panel that explains a crash of a recording in words, stage by stage.

use glam::Vec2;

use crate::app::ui::{Align, Ui, ink};
use crate::arena::{ActorId, View, Views};
use crate::game::explain::{Moment, Sentence, explain_crash};

/// Size of the letters, in units.
const LETTERS: f32 = 18.0;
/// Height of a line, in units.
const LINE: f32 = 23.0;
/// Space around the text, in units.
const AROUND: f32 = 12.0;

/// The explanation of a crash, with the stage that is shown.
#[derive(Debug)]
pub struct Why {
    sentences: Vec<Sentence>,
    at: usize,
    /// The views before.
    pub before: Views,
}

impl Why {
    /// Explains the meeting of two cars in a step. It has no stages if they cannot be explained.
    pub fn new(moment: &Moment, pair: [ActorId; 2], before: Views) -> Why {
        let found = explain_crash(moment, pair);
        Why {
            sentences: found.map_or(Vec::new(), |found| found.sentences()),
            at: 0,
            before,
        }
    }

    /// Goes that many stages on, or back, and shows the view of the stage.
    pub fn turn(&mut self, by: i32, views: &mut Views) {
        let last = self.sentences.len().saturating_sub(1);
        self.at = self.at.saturating_add_signed(by as isize).min(last);
        self.show(views);
    }

    /// Shows the view of the present stage, and no other.
    pub fn show(&self, views: &mut Views) {
        let stage = self.sentences.get(self.at).map_or("", |one| one.stage);
        let wanted = Some(view_of(stage));
        for view in View::ALL {
            views.set(view, Some(view) == wanted);
        }
    }

    /// Draws the present stage above a foot of that height, with that margin on both sides, in units.
    pub fn draw(&self, ui: &Ui, [foot, margin]: [f32; 2]) {
        let Some(now) = self.sentences.get(self.at) else {
            return;
        };
        let wide = ui.size.x - 2.0 * margin;
        let lines = ui.wrap(&now.text, LETTERS, wide - 2.0 * AROUND);
        let high = LINE * (lines.len() as f32 + 1.0) + 2.0 * AROUND;
        let at = Vec2::new(margin, ui.size.y - foot - high - 4.0);
        ui.panel(at, Vec2::new(wide, high), ink::SOLID);
        let mut base = at + Vec2::new(AROUND, AROUND + LETTERS);
        let title = format!("{} of {}: {}", self.at + 1, self.sentences.len(), now.stage);
        ui.bold(&title, base, LETTERS, ink::GOLD, Align::Left);
        let right = Vec2::new(at.x + wide - AROUND, base.y);
        ui.text(
            "← → stages of the explanation",
            right,
            LETTERS - 2.0,
            ink::GREY,
            Align::Right,
        );
        for line in lines {
            base.y += LINE;
            ui.text(&line, base, LETTERS, ink::CREAM, Align::Left);
        }
    }
}

/// Returns the view that shows a stage of an explanation.
fn view_of(stage: &str) -> View {
    match stage {
        "broad phase" => View::Pairs,
        "schedule" | "budget" => View::Budget,
        "tree" | "trees" => View::Tree,
        "pieces" => View::Pieces,
        "triangles" => View::Shapes,
        "contacts" => View::Contacts,
        "velocities" | "momentum" | "energy" | "whole step" => View::Velocities,
        _ => View::Sweeps,
    }
}
