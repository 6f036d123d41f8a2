//! A near miss in plain words.

use std::fmt::Display;

use dodgem_collide::query::Stage;
use dodgem_scene::console::fill;
use dodgem_scene::texts::sentence;

use crate::explain::explain_words::{ExplainWords, MissWords};
use crate::explain::formats::{direction, length, place};
use crate::explain::words::forms_of;
use crate::explain::{ApartSpan, NearMiss, PartedBy, Sentence};

impl NearMiss {
    /// Returns in words why the two did not meet.
    pub fn sentences(&self, all_words: &ExplainWords) -> Vec<Sentence> {
        let words = &all_words.miss;
        let [a, b] = forms_of(&self.bodies, all_words);
        let nearest = self.nearest.map_or(String::new(), |[p, q]| {
            fill(words.between, &[("p", &place(p)), ("q", &place(q))])
        });
        let text = match self.distance > 0.0 {
            true => words.apart,
            false => words.touched,
        };
        let told = fill(
            text,
            &[
                ("from", &format!("{:.2}", self.span[0])),
                ("to", &format!("{:.2}", self.span[1])),
                ("one", &a.subject),
                ("other", &b.subject),
                ("time", &format!("{:.4}", self.time)),
                ("step", &self.step),
                ("gap", &length(self.distance)),
                ("nearest", &nearest),
            ],
        );
        let mut all = vec![Sentence::new(all_words, |t| t.near_miss, sentence(&told))];
        for span in &self.spans {
            all.push(Sentence::new(
                all_words,
                |t| t.apart,
                told_span(span, words),
            ));
        }
        all
    }
}

fn told_span(span: &ApartSpan, words: &MissWords) -> String {
    let by = match span.by {
        PartedBy::Boxes(axis) => fill(words.boxes, &[("axis", &axis)]),
        PartedBy::Stage(stage) => parted(stage, words).to_owned(),
        PartedBy::Nothing => words.nothing.to_owned(),
    };
    let along = span.direction.map_or(String::new(), |n| {
        fill(words.along, &[("direction", &direction(n))])
    });
    let parts: [(&str, &dyn Display); 5] = [
        ("from", &format!("{:.3}", span.from)),
        ("to", &format!("{:.3}", span.to)),
        ("by", &by),
        ("along", &along),
        ("gap", &length(span.distance)),
    ];
    fill(words.span, &parts)
}

fn parted(stage: Stage, words: &MissWords) -> &'static str {
    match stage {
        Stage::Bounds => words.bounds,
        Stage::Plane => words.plane,
        Stage::ClosedForm => words.closed_form,
        Stage::Convex => words.hulls,
        Stage::Probe | Stage::Tree => words.trees,
        Stage::Pieces => words.pieces,
        Stage::Triangles => words.triangles,
    }
}
