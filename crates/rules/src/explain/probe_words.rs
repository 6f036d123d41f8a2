//! The answer to a probe in plain words.

use dodgem_collide::query::Containment;

use crate::explain::formats::{length, ms, place};
use crate::explain::words::{descent, of_sweep};
use crate::explain::{Probe, ProbeAnswer, ProbeResult, ProbeWith, Question, Sentence};
use crate::params::{PROBE_GAP, PROBE_SECONDS};
use dodgem_scene::console::counted;

impl ProbeAnswer {
    /// Returns the answer in words, with those of its work and, of two things, of its stages and trees.
    pub fn sentences(&self, probe: &Probe) -> Vec<Sentence> {
        let mut all = vec![
            Sentence {
                stage: self.question.name(),
                text: self.answer(probe),
            },
            Sentence {
                stage: "work",
                text: self.work(),
            },
        ];
        match (&self.sweep, self.question) {
            (Some(sweep), Question::Impact) => all.extend(of_sweep(sweep)),
            (Some(sweep), _) => all.extend(descent(sweep).map(|text| Sentence {
                stage: "trees",
                text: format!("The two as they stand. {text}"),
            })),
            (None, _) => {}
        }
        all
    }

    fn answer(&self, probe: &Probe) -> String {
        let first = &probe.first.name;
        let second = match &probe.second {
            ProbeWith::Thing(thing) => &*thing.name,
            ProbeWith::Ray(_) => "the ray",
            ProbeWith::Point(_) => "the point",
        };
        let at = self.point.map_or(String::new(), |[point, _]| {
            format!(" at ({})", place(point.as_dvec3()))
        });
        match self.result {
            ProbeResult::Meet => format!("{first} and {second} share a point{at}."),
            ProbeResult::Clear if self.question == Question::Impact => format!(
                "{first} and {second} do not meet on their ways within {PROBE_SECONDS:.0} s."
            ),
            ProbeResult::Clear => format!("{first} and {second} share no point."),
            ProbeResult::Apart(0.0) => format!("{first} and {second} touch or overlap{at}."),
            ProbeResult::Apart(distance) => {
                let ends = self.nearest.map_or(String::new(), |[p, q]| {
                    format!(", between ({}) and ({})", place(p), place(q))
                });
                format!("{first} and {second} are {} apart{ends}.", length(distance))
            }
            ProbeResult::Contacts(0) => format!(
                "{first} and {second} have no place nearer than {}.",
                length(f64::from(PROBE_GAP))
            ),
            ProbeResult::Contacts(count) => {
                let deepest = self.contacts.first();
                let deepest = deepest.map_or(String::new(), |(point, _, distance)| {
                    let distance = f64::from(*distance);
                    let how = if distance < 0.0 { "deep" } else { "apart" };
                    format!(
                        "; the first is {} {how} at ({})",
                        length(distance.abs()),
                        place(*point)
                    )
                });
                format!(
                    "{first} and {second} touch, or come nearer than {}, at {}{deepest}.",
                    length(f64::from(PROBE_GAP)),
                    counted(count, "place")
                )
            }
            ProbeResult::MeetAt(time) => {
                format!("{first} and {second} meet after {}{at}.", ms(time))
            }
            ProbeResult::Overlap => format!("{first} and {second} overlap from the begin{at}."),
            ProbeResult::HitAt(distance) => {
                format!("The ray meets {first} after {}{at}.", length(distance))
            }
            ProbeResult::Place(there) => match there {
                Containment::Inside => format!("The point is inside {first}."),
                Containment::Outside => format!("The point is outside {first}."),
                Containment::OnSurface => format!("The point is on the surface of {first}."),
                Containment::NotClosed => {
                    format!("The mesh of {first} is not closed, so it has no inside.")
                }
                Containment::Cut => "The work was spent before the answer.".to_owned(),
            },
            ProbeResult::Cut => "The work was spent before the answer.".to_owned(),
        }
    }

    fn work(&self) -> String {
        let [volumes, pieces, triangles] = self.tests;
        let by = match self.decided_by {
            Some(stage) => format!("The stage \"{}\" decided", stage.name()),
            None => "No stage decided".to_owned(),
        };
        format!(
            "{by} after {} of work: {} of volumes, {} of convex pieces, {} of triangles.",
            counted(self.used as usize, "unit"),
            counted(volumes as usize, "test"),
            pieces,
            triangles
        )
    }
}
