//! The zones in the panel *Scene*: names, acts and the form of one.

use egui::{TextEdit, Ui};

use crate::app::panels::fields::{Edit, row, triple, words_of};
use crate::app::panels::listed::Listed;
use crate::app::words::{BuildWords, fill};
use crate::arena::ZoneEffect;
use crate::game::{Act, Round};
use crate::level::ZoneSpec;

impl Listed for ZoneSpec {
    const FORM: &str = "zone";

    /// The zone's own name, or its number.
    fn name(&self, index: u32, texts: &BuildWords) -> String {
        match self.name.is_empty() {
            true => fill(texts.zone_number, &[("number", &(index + 1))]),
            false => self.name.clone(),
        }
    }

    fn removal(index: u32) -> Act {
        Act::RemoveZone { zone: index }
    }

    fn change(index: u32, spec: Self) -> Act {
        Act::ChangeZone {
            zone: index,
            spec: Box::new(spec),
        }
    }

    fn fields(&mut self, ui: &mut Ui) -> Edit {
        let texts = &words_of(ui).build;
        let mut edit = Edit::default();
        ui.label(texts.name)
            .on_hover_text(texts.triggers_call_it_by_that);
        let name = TextEdit::singleline(&mut self.name).char_limit(60);
        edit = edit.and(Edit::of(&ui.add(name.desired_width(150.0))));
        ui.end_row();
        edit = edit.and(triple(ui, texts.at_m, &mut self.at, 1000.0));
        edit = edit.and(row(
            ui,
            texts.heading,
            &mut self.heading,
            -360.0..=360.0,
            "°",
        ));
        for bound in self.solid.bounds() {
            let name = bound.field.join(".");
            let Some(measure) = self.solid.measure_mut(&name) else {
                continue;
            };
            let range = bound.range.start().max(0.01)..=*bound.range.end();
            edit = edit.and(row(ui, &name, measure, range, " m"));
        }
        edit = edit.and(effect(ui, &mut self.effect));
        edit
    }
}

/// Returns the zones of a round's scene.
pub fn all(round: &Round) -> Vec<&ZoneSpec> {
    let zones = round.scene().zones().iter();
    zones.map(|zone| &zone.spec).collect()
}

/// Shows the numbers of an effect.
fn effect(ui: &mut Ui, effect: &mut ZoneEffect) -> Edit {
    let texts = &words_of(ui).build;
    match effect {
        ZoneEffect::Score { points } | ZoneEffect::Goal { points, .. } => {
            ui.label(texts.points);
            let edit = Edit::of(&ui.add(egui::DragValue::new(points).range(0..=1000)));
            ui.end_row();
            edit
        }
        ZoneEffect::Boost { acceleration } => {
            row(ui, texts.boost, acceleration, -100.0..=100.0, " m/s²")
        }
        ZoneEffect::Launch { velocity } => triple(ui, texts.launch_m_s, velocity, 100.0),
        ZoneEffect::Teleport { to } => triple(ui, texts.to_m, to, 1000.0),
        ZoneEffect::Gravity { pull } => triple(ui, texts.pull_m_s2, pull, 100.0),
        ZoneEffect::Out | ZoneEffect::Gate => Edit::default(),
    }
}
