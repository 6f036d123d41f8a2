//! The patches of floor in the panels: names, acts and the form of one.

use egui::Ui;
use glam::Vec3;

use crate::app::panels::fields::{Edit, row, triple, words_of};
use crate::app::panels::listed::Listed;
use crate::app::words::{BuildWords, fill};
use crate::game::{Act, Round};
use crate::level::{PatchSpec, Point};

impl Listed for PatchSpec {
    const FORM: &str = "patch";

    fn name(&self, index: u32, texts: &BuildWords) -> String {
        fill(texts.patch_of_floor_number, &[("number", &(index + 1))])
    }

    fn removal(index: u32) -> Act {
        Act::RemovePatch { patch: index }
    }

    fn change(index: u32, spec: Self) -> Act {
        Act::ChangePatch {
            patch: index,
            spec: Box::new(spec),
        }
    }

    fn fields(&mut self, ui: &mut Ui) -> Edit {
        let texts = &words_of(ui).build;
        let mut edit = Edit::default();
        let Point(x, z) = &mut self.position;
        edit = edit.and(row(ui, texts.at_x, x, -1000.0..=1000.0, " m"));
        edit = edit.and(row(ui, texts.at_z, z, -1000.0..=1000.0, " m"));
        edit = edit.and(row(ui, texts.width, &mut self.width, 0.1..=1000.0, " m"));
        edit = edit.and(row(ui, texts.length, &mut self.length, 0.1..=1000.0, " m"));
        edit = edit.and(row(
            ui,
            texts.heading,
            &mut self.heading,
            -360.0..=360.0,
            "°",
        ));
        edit = edit.and(row(ui, texts.grip, &mut self.grip, 0.01..=5.0, ""));
        edit = edit.and(triple(ui, texts.belt_m_s, &mut self.belt, 50.0));
        edit
    }
}

/// Returns the patches of a round's scene.
pub fn all(round: &Round) -> Vec<&PatchSpec> {
    let patches = round.scene().patches().iter();
    patches.map(|patch| &patch.spec).collect()
}

/// Returns the patch in which a point of the floor is; of several the last one.
pub fn patch_at(round: &Round, point: Vec3) -> Option<u32> {
    let patches = (0..).zip(round.scene().patches());
    let at = patches.filter(|(_, patch)| {
        let own = patch.pose.inverse_transform_point(point);
        own.x.abs() <= patch.spec.width * 0.5 && own.z.abs() <= patch.spec.length * 0.5
    });
    at.last().map(|(index, _)| index)
}
