//! A method of the lab about the two things of the probe.

use glam::Vec2;

use crate::app::area::Area;
use crate::app::lab_view::{LabView, Placed};
use crate::app::params::explanation::probe_lab::{LETTERS, LINE};
use crate::app::ui::{Align, Ui, ink};
use crate::app::words::ProbeWords;
use crate::game::explain::{Probe, ProbeThing, ProbeWith};
use dodgem_lab::mesh_pair::Pose;

/// Asks the chosen method about the things of a probe.
pub fn follow(lab: &mut LabView, probe: &Probe) {
    lab.follow(things(probe));
}

/// The two things; None if one has no triangles.
fn things(probe: &Probe) -> Option<[Placed; 2]> {
    let ProbeWith::Thing(second) = &probe.second else {
        return None;
    };
    Some([placed(&probe.first)?, placed(second)?])
}

fn placed(thing: &ProbeThing) -> Option<Placed> {
    let arm = thing.collider.local_center().as_dvec3();
    let pose = Pose {
        rotation: thing.frame.rotation,
        translation: thing.frame.center - thing.frame.rotation * arm,
    };
    Some((thing.model()?.clone(), pose))
}

/// Writes the method, the step and the answer below a height. Returns the lower end.
pub fn write(lab: &LabView, words: &ProbeWords, ui: &Ui, (column, top): (Area, f32)) -> f32 {
    if lab.choice().0.is_none() {
        return top;
    }
    let mut texts = lab.words();
    if texts.is_empty() {
        texts.push(words.needs_meshes.to_owned());
    }
    let mut at = Vec2::new(column.low.x, top);
    for text in texts {
        for line in ui.wrap(&text, LETTERS, column.size().x) {
            at.y += LINE;
            ui.text(&line, at, LETTERS, ink::CREAM, Align::Left);
        }
    }
    at.y + 4.0
}
