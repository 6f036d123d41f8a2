//! An explanation in one sentence, in the words of a language.

use std::fmt::Display;

use dodgem_collide::query::Stage;
use dodgem_scene::console::{fill, rounded};
use dodgem_scene::texts::{NameForms, sentence};
use glam::DVec3;

use crate::explain::explain_words::{ExplainWords, SummaryWords};
use crate::explain::formats::length;
use crate::explain::{
    AnsweredBy, Explanation, HeldContact, ImpactBalance, NearMiss, PartedBy, SweepStage,
};
use crate::params::BOTH_HIT;

impl SummaryWords {
    /// Returns the text about the thing that kept two bodies apart.
    fn parted(&self, by: PartedBy) -> &'static str {
        match by {
            PartedBy::Boxes(_) => self.boxes,
            PartedBy::Nothing => self.nothing,
            PartedBy::Stage(stage) => match stage {
                Stage::Bounds => self.bounds,
                Stage::Plane => self.plane,
                Stage::ClosedForm => self.closed_form,
                Stage::Convex => self.hulls,
                Stage::Probe | Stage::Tree => self.trees,
                Stage::Pieces => self.pieces,
                Stage::Triangles => self.triangles,
            },
        }
    }
}

impl Explanation {
    /// Returns the meeting in one sentence.
    pub fn summary(&self, words: &ExplainWords) -> String {
        let forms = (self.bodies.each_ref()).map(|body| words.views.names.forms(&body.name));
        let told = match (&self.event, &self.impact) {
            (Some(event), Some(balance)) => {
                let speeds = approach(balance, event.normal.as_dvec3());
                let hitting = usize::from(speeds[1] > speeds[0]);
                let (one, other) = (&forms[hitting], &forms[1 - hitting]);
                let summary = &words.summary;
                let text = match speeds[1 - hitting] >= BOTH_HIT * speeds[hitting] {
                    true => summary.both_hit,
                    false => summary.hit,
                };
                fill(
                    text,
                    &[
                        ("one", &one.subject),
                        ("other", &other.object),
                        ("second", &other.subject),
                        ("speed", &rounded(event.speed, 2)),
                        ("time", &rounded(self.time, 2)),
                        ("how", &self.how(summary, f64::from(event.time))),
                        ("change", &self.change(summary, &forms, (balance, hitting))),
                    ],
                )
            }
            _ => {
                let impulse = rounded(self.held_impulse(), 1);
                let parts: [(&str, &dyn Display); 4] = [
                    ("one", &forms[0].subject),
                    ("other", &forms[1].subject),
                    ("time", &rounded(self.time, 2)),
                    ("impulse", &impulse),
                ];
                fill(words.summary.pressed, &parts)
            }
        };
        sentence(&told)
    }

    /// The part of the engine that found the impact; `time` is in seconds from the start of the step.
    fn how(&self, words: &SummaryWords, time: f64) -> String {
        let is_cut = |sweep: &SweepStage| sweep.decided_by.is_none();
        match &self.answered_by {
            AnsweredBy::Test => words.by_test.to_owned(),
            AnsweredBy::SpentBudget => words.by_budget.to_owned(),
            AnsweredBy::Sweep(sweep) if is_cut(sweep) => words.by_budget.to_owned(),
            AnsweredBy::Sweep(_) | AnsweredBy::Solver(_) => {
                fill(words.by_sweep, &[("ms", &rounded(time * 1000.0, 1))])
            }
        }
    }

    /// The changes of velocity; that of the body that hit comes first, and one that nothing moves has none.
    fn change(
        &self,
        words: &SummaryWords,
        forms: &[NameForms; 2],
        (balance, hitting): (&ImpactBalance, usize),
    ) -> String {
        let moves = |side: usize| self.bodies[side].mass.is_some();
        let first = if moves(hitting) { hitting } else { 1 - hitting };
        let [change, second] = [first, 1 - first].map(|side| {
            let body = &balance.bodies[side];
            rounded((body.velocity_after - body.velocity_before).length(), 2)
        });
        let parts: [(&str, &dyn Display); 4] = [
            ("of_one", &forms[first].of),
            ("of_other", &forms[1 - first].of),
            ("change", &change),
            ("second", &second),
        ];
        match moves(1 - first) {
            true => fill(words.change_both, &parts),
            false => fill(words.change_one, &parts),
        }
    }

    /// The impulse with which the contact solver held them apart over the step, in N s.
    fn held_impulse(&self) -> f64 {
        let of = |contacts: &[HeldContact]| contacts.iter().map(|contact| contact.impulse).sum();
        match &self.answered_by {
            AnsweredBy::Solver(contacts) => of(contacts),
            AnsweredBy::Sweep(_) | AnsweredBy::Test | AnsweredBy::SpentBudget => 0.0,
        }
    }
}

/// The speeds of both bodies toward each other, in m/s; `normal` is from the first to the second body.
fn approach(balance: &ImpactBalance, normal: DVec3) -> [f64; 2] {
    let [a, b] = &balance.bodies;
    [
        a.velocity_before.dot(normal),
        -b.velocity_before.dot(normal),
    ]
}

impl NearMiss {
    /// Returns in one sentence why the two did not meet.
    pub fn summary(&self, words: &ExplainWords) -> String {
        let forms = (self.bodies.each_ref()).map(|body| words.views.names.forms(&body.name));
        let text = match self.distance > 0.0 {
            true => words.summary.apart,
            false => words.summary.touched,
        };
        let told = fill(
            text,
            &[
                ("one", &forms[0].subject),
                ("other", &forms[1].subject),
                ("gap", &length(self.distance)),
                ("time", &rounded(self.time, 2)),
                ("by", &words.summary.parted(self.parted_by())),
            ],
        );
        sentence(&told)
    }

    /// Returns the thing that kept the two apart when they were nearest.
    pub fn parted_by(&self) -> PartedBy {
        let mut spans = self.spans.iter();
        let nearest = spans.find(|span| (span.from..=span.to).contains(&self.time));
        nearest.map_or(PartedBy::Nothing, |span| span.by)
    }
}
