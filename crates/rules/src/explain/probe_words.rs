//! The answer to a probe in plain words.

use std::fmt::Display;

use dodgem_collide::query::Containment;
use dodgem_scene::console::fill;
use dodgem_scene::texts::{NameForms, count_of, sentence};

use crate::explain::explain_words::{ExplainWords, ProbeWords, TitleWords};
use crate::explain::formats::{length, ms, place};
use crate::explain::words::{descent, of_sweep};
use crate::explain::{Probe, ProbeAnswer, ProbeResult, ProbeThing, ProbeWith, Question, Sentence};
use crate::params::{PROBE_GAP, PROBE_SECONDS};

impl Question {
    /// Returns its name in a word or a few.
    pub fn title(self, words: &TitleWords) -> &'static str {
        match self {
            Question::Intersect => words.intersect,
            Question::Distance => words.distance,
            Question::Contacts => words.contacts,
            Question::Impact => words.impact,
            Question::Contains => words.contains,
        }
    }
}

impl ProbeThing {
    /// Returns the name by itself and in sentences.
    pub fn forms(&self, words: &ExplainWords) -> NameForms {
        let names = &words.views.names;
        names.forms(self.name.as_deref().unwrap_or(words.probe.cuboid))
    }
}

impl ProbeAnswer {
    /// Returns the answer in words, with those of its work and, of two things, of its stages and trees.
    pub fn sentences(&self, probe: &Probe, words: &ExplainWords) -> Vec<Sentence> {
        let mut all = vec![
            Sentence {
                stage: self.question.title(&TitleWords::ENGLISH),
                title: self.question.title(&words.titles),
                text: sentence(&self.answer(probe, words)),
                is_idle: false,
            },
            Sentence::new(words, |t| t.work, self.work(words)),
        ];
        match (&self.sweep, self.question) {
            (Some(sweep), Question::Impact) => all.extend(of_sweep(sweep, words)),
            (Some(sweep), _) => all.extend(descent(sweep, &words.sweep).map(|text| {
                let text = fill(words.probe.as_they_stand, &[("descent", &text)]);
                Sentence::new(words, |t| t.trees, text)
            })),
            (None, _) => {}
        }
        all
    }

    fn answer(&self, probe: &Probe, all_words: &ExplainWords) -> String {
        let words = &all_words.probe;
        let first = probe.first.forms(all_words);
        let second = match &probe.second {
            ProbeWith::Thing(thing) => thing.forms(all_words).subject,
            ProbeWith::Ray(_) => words.ray.to_owned(),
            ProbeWith::Point(_) => words.point.to_owned(),
        };
        let at = self.point.map_or(String::new(), |[point, _]| {
            fill(words.at, &[("place", &place(point.as_dvec3()))])
        });
        let both = |text: &str, more: &[(&str, &dyn Display)]| {
            let names: [(&str, &dyn Display); 5] = [
                ("one", &first.subject),
                ("object", &first.object),
                ("of_one", &first.of),
                ("other", &second),
                ("at", &at),
            ];
            fill(text, &[&names[..], more].concat())
        };
        let gap = |metres: f64| length(metres);
        match self.result {
            ProbeResult::Meet => both(words.share, &[]),
            ProbeResult::Clear if self.question == Question::Impact => {
                let seconds = format!("{PROBE_SECONDS:.0}");
                both(words.do_not_meet, &[("seconds", &seconds)])
            }
            ProbeResult::Clear => both(words.share_none, &[]),
            ProbeResult::Apart(0.0) => both(words.touch, &[]),
            ProbeResult::Apart(distance) => {
                let ends = self.nearest.map_or(String::new(), |[p, q]| {
                    let (p, q) = (place(p), place(q));
                    fill(all_words.miss.between, &[("p", &p), ("q", &q)])
                });
                both(words.apart, &[("gap", &gap(distance)), ("ends", &ends)])
            }
            ProbeResult::Contacts(count) => {
                let near = gap(f64::from(PROBE_GAP));
                if count == 0 {
                    return both(words.none_nearer, &[("gap", &near)]);
                }
                let meeting = &all_words.meeting;
                let places = count_of(count, meeting.one_place, meeting.places);
                let deepest = self.deepest(words);
                let parts: [(&str, &dyn Display); 3] =
                    [("gap", &near), ("places", &places), ("first", &deepest)];
                both(words.contacts, &parts)
            }
            ProbeResult::MeetAt(time) => both(words.meet, &[("ms", &ms(time))]),
            ProbeResult::Overlap => both(words.overlap, &[]),
            ProbeResult::HitAt(distance) => both(words.ray_meets, &[("gap", &gap(distance))]),
            ProbeResult::Place(there) => match there {
                Containment::Inside => both(words.inside, &[]),
                Containment::Outside => both(words.outside, &[]),
                Containment::OnSurface => both(words.on_surface, &[]),
                Containment::NotClosed => both(words.not_closed, &[]),
                Containment::Cut => words.cut.to_owned(),
            },
            ProbeResult::Cut => words.cut.to_owned(),
        }
    }

    /// The first place of contact in words.
    fn deepest(&self, words: &ProbeWords) -> String {
        let deepest = self.contacts.first();
        deepest.map_or(String::new(), |(point, _, distance)| {
            let distance = f64::from(*distance);
            let text = match distance < 0.0 {
                true => words.first_deep,
                false => words.first_apart,
            };
            let parts: [(&str, &dyn Display); 2] =
                [("gap", &length(distance.abs())), ("place", &place(*point))];
            fill(text, &parts)
        })
    }

    fn work(&self, all_words: &ExplainWords) -> String {
        let words = &all_words.probe;
        let [volumes, pieces, triangles] = self.tests;
        let (text, stage) = match self.decided_by {
            Some(stage) => (words.decided, all_words.views.stages.name(stage)),
            None => (words.undecided, ""),
        };
        let units = count_of(self.used as usize, words.one_unit, words.units);
        let (one, several) = (all_words.sweep.one_test, all_words.sweep.tests);
        let volumes = count_of(volumes as usize, one, several);
        fill(
            text,
            &[
                ("stage", &stage),
                ("units", &units),
                ("volumes", &volumes),
                ("pieces", &pieces),
                ("triangles", &triangles),
            ],
        )
    }
}
