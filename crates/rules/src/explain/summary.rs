//! An explanation in one sentence, in the words of a language.

use std::fmt::Display;

use dodgem_collide::query::Stage;
use dodgem_scene::console::{fill, rounded};
use glam::DVec3;

use crate::explain::formats::length;
use crate::explain::{
    AnsweredBy, Explanation, HeldContact, ImpactBalance, NearMiss, PartedBy, SweepStage,
};

/// The texts of a summary in one language, with names of changing parts in braces.
#[derive(Debug)]
pub struct SummaryWords {
    /// One body hit another; `how` is one of the next three texts, and `change` one of the two after them.
    pub hit: &'static str,
    /// The sweep found the moment.
    pub by_sweep: &'static str,
    /// The test at the end of the paths found them in each other.
    pub by_test: &'static str,
    /// The budget ended first.
    pub by_budget: &'static str,
    /// The change of velocity of the only body that moves.
    pub change_one: &'static str,
    /// The changes of velocity of both bodies.
    pub change_both: &'static str,
    /// The contact solver held them apart.
    pub pressed: &'static str,
    /// They did not meet; `by` is one of the texts below.
    pub apart: &'static str,
    /// They touched without an impact.
    pub touched: &'static str,
    /// Boxes parted them.
    pub boxes: &'static str,
    /// Balls parted them.
    pub bounds: &'static str,
    /// A plane parted them.
    pub plane: &'static str,
    /// A formula parted them.
    pub closed_form: &'static str,
    /// Hulls parted them.
    pub hulls: &'static str,
    /// Trees parted them.
    pub trees: &'static str,
    /// Pieces parted them.
    pub pieces: &'static str,
    /// Triangles parted them.
    pub triangles: &'static str,
    /// Nothing is known to have parted them.
    pub nothing: &'static str,
}

impl SummaryWords {
    /// The texts in English.
    pub const ENGLISH: SummaryWords = SummaryWords {
        hit: "{one} hit {other} at {speed} m/s after {time} s: {how}; {change}.",
        by_sweep: "their paths first touched {ms} ms into the step",
        by_test: "they were in each other at the end of the step",
        by_budget: "the budget ended before the answer, which counts as a hit",
        change_one: "the hit changed the velocity of {one} by {change} m/s",
        change_both: "the hit changed the velocity of {one} by {change} m/s and that of {other} by {second} m/s",
        pressed: "{one} and {other} pressed on each other after {time} s: they were near already, and the contact solver held them apart with {impulse} N s in the step.",
        apart: "{one} and {other} did not meet: they came within {gap} at {time} s; {by}.",
        touched: "{one} and {other} touched at {time} s, but there was no impact.",
        boxes: "the boxes around their paths stayed apart",
        bounds: "the balls around them stayed apart",
        plane: "a plane parted them",
        closed_form: "a formula for their shapes shows it",
        hulls: "their convex hulls stayed apart",
        trees: "the volumes of their trees stayed apart",
        pieces: "their convex pieces stayed apart",
        triangles: "their triangles stayed apart",
        nothing: "no stage parted them when asked again",
    };

    /// Returns all texts.
    pub fn texts(&self) -> [&'static str; 18] {
        [
            self.hit,
            self.by_sweep,
            self.by_test,
            self.by_budget,
            self.change_one,
            self.change_both,
            self.pressed,
            self.apart,
            self.touched,
            self.boxes,
            self.bounds,
            self.plane,
            self.closed_form,
            self.hulls,
            self.trees,
            self.pieces,
            self.triangles,
            self.nothing,
        ]
    }

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
    pub fn summary(&self, words: &SummaryWords) -> String {
        match (&self.event, &self.impact) {
            (Some(event), Some(balance)) => {
                let hitting = hitting(balance, event.normal.as_dvec3());
                let [one, other] = [hitting, 1 - hitting].map(|side| &self.bodies[side].name);
                fill(
                    words.hit,
                    &[
                        ("one", one),
                        ("other", other),
                        ("speed", &rounded(event.speed, 2)),
                        ("time", &rounded(self.time, 2)),
                        ("how", &self.how(words, f64::from(event.time))),
                        ("change", &self.change(words, balance, hitting)),
                    ],
                )
            }
            _ => {
                let [one, other] = self.bodies.each_ref().map(|body| &body.name);
                let impulse = rounded(self.held_impulse(), 1);
                let parts: [(&str, &dyn Display); 4] = [
                    ("one", one),
                    ("other", other),
                    ("time", &rounded(self.time, 2)),
                    ("impulse", &impulse),
                ];
                fill(words.pressed, &parts)
            }
        }
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
    fn change(&self, words: &SummaryWords, balance: &ImpactBalance, hitting: usize) -> String {
        let moves = |side: usize| self.bodies[side].mass.is_some();
        let first = if moves(hitting) { hitting } else { 1 - hitting };
        let [change, second] = [first, 1 - first].map(|side| {
            let body = &balance.bodies[side];
            rounded((body.velocity_after - body.velocity_before).length(), 2)
        });
        let [one, other] = [first, 1 - first].map(|side| &self.bodies[side].name);
        let parts: [(&str, &dyn Display); 4] = [
            ("one", one),
            ("other", other),
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

/// The side of the body that moved faster toward the other one; `normal` is from the first to the second body.
fn hitting(balance: &ImpactBalance, normal: DVec3) -> usize {
    let [a, b] = &balance.bodies;
    usize::from(-b.velocity_before.dot(normal) > a.velocity_before.dot(normal))
}

impl NearMiss {
    /// Returns in one sentence why the two did not meet.
    pub fn summary(&self, words: &SummaryWords) -> String {
        let [one, other] = self.bodies.each_ref().map(|body| &body.name);
        let text = match self.distance > 0.0 {
            true => words.apart,
            false => words.touched,
        };
        fill(
            text,
            &[
                ("one", one),
                ("other", other),
                ("gap", &length(self.distance)),
                ("time", &rounded(self.time, 2)),
                ("by", &words.parted(self.parted_by())),
            ],
        )
    }

    /// Returns the thing that kept the two apart when they were nearest.
    pub fn parted_by(&self) -> PartedBy {
        let mut spans = self.spans.iter();
        let nearest = spans.find(|span| (span.from..=span.to).contains(&self.time));
        nearest.map_or(PartedBy::Nothing, |span| span.by)
    }
}
