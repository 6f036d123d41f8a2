//! The steps of a method of the lab about the two meshes of the probe, one at a time: boxes of its descent, or directions
//! of its iterations. A browser has no lab.

use dodgem_lab::mesh_pair::{Mesh, Pose};
use dodgem_lab::registry::Row;
use dodgem_lab::traced::{self, Traced};
use glam::{DVec3, Vec2};

use crate::app::area::Area;
use crate::app::screens::why::flat::Flat;
use crate::app::screens::why::probe::asking::Asking;
use crate::app::ui::{Align, Ui, ink};
use crate::game::explain::{Probe, ProbeThing, ProbeWith};

/// The method with a number, which counts on from the last one to the first.
pub fn method(number: usize) -> Option<&'static Row> {
    traced::rows().nth(number % count().max(1))
}

/// The number of methods.
pub fn count() -> usize {
    traced::rows().count()
}

/// The trace of the chosen method.
#[derive(Default)]
pub struct LabView {
    /// The question, with its first step.
    asked: Option<Asking>,
    traced: Option<Result<Traced, String>>,
}

impl LabView {
    /// Asks the method of a question, unless the question is the last one but for the step.
    pub fn follow(&mut self, asking: &Asking, probe: &Probe) {
        let question = Asking {
            lab_step: 0,
            ..*asking
        };
        if self.asked == Some(question) {
            return;
        }
        self.asked = Some(question);
        self.traced = asking.lab.and_then(method).map(|row| ask(row, probe));
    }

    /// The number of steps.
    pub fn steps(&self) -> usize {
        match &self.traced {
            Some(Ok(traced)) => traced.figures.len(),
            _ => 0,
        }
    }

    /// Draws the lines of a step in the scene.
    pub fn draw_in_scene(&self, flat: &Flat<'_>, step: usize) {
        let Some(Ok(traced)) = &self.traced else {
            return;
        };
        let Some(figure) = traced.figures.get(step) else {
            return;
        };
        for [from, to] in &figure.lines {
            flat.line(from.as_vec3(), to.as_vec3(), 2.0, ink::GOLD);
        }
    }

    /// Writes the method, the step and the answer below a height. Returns the lower end.
    pub fn write(&self, ui: &Ui, column: Area, top: f32, asking: &Asking) -> f32 {
        const LETTERS: f32 = 14.0;
        const LINE: f32 = 18.0;
        let (Some(row), Some(traced)) = (asking.lab.and_then(method), &self.traced) else {
            return top;
        };
        let mut texts = vec![format!("{}: {}", row.id, row.about)];
        match traced {
            Ok(traced) => {
                let figure = traced.figures.get(asking.lab_step);
                texts.extend(figure.map(|figure| figure.words.clone()));
                texts.push(traced.answer.clone());
            }
            Err(reason) => texts.push(format!("Cannot be asked: {reason}.")),
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
}

fn ask(row: &'static Row, probe: &Probe) -> Result<Traced, String> {
    let ProbeWith::Thing(second) = &probe.second else {
        return Err("it takes two things".to_owned());
    };
    let things = [&probe.first, &**second];
    let mesh = |thing: &ProbeThing| {
        let model = thing.model();
        let mesh = model.map(|model| Mesh::of(model.mesh()));
        mesh.ok_or_else(|| format!("{} has no triangles", thing.name))
    };
    let meshes = [mesh(things[0])?, mesh(things[1])?];
    let poses = things.map(|thing| {
        let arm: DVec3 = thing.collider.local_center().as_dvec3();
        Pose {
            rotation: thing.frame.rotation,
            translation: thing.frame.center - thing.frame.rotation * arm,
        }
    });
    traced::trace(row, meshes.each_ref(), poses.each_ref())
}
