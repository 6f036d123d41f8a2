//! A near miss in plain words.

use dodgem_collide::query::Stage;

use crate::explain::formats::{direction, length, place};
use crate::explain::{NearMiss, PartedBy, Sentence};

impl NearMiss {
    /// Returns in words why the two did not meet.
    pub fn sentences(&self) -> Vec<Sentence> {
        let [a, b] = &self.bodies;
        let nearest = self.nearest.map_or(String::new(), |[p, q]| {
            format!(", between ({}) and ({})", place(p), place(q))
        });
        let mut all = vec![Sentence {
            stage: "near miss",
            text: match self.distance > 0.0 {
                true => format!(
                    "From {:.2} s to {:.2} s {} and {} did not meet. They came nearest at {:.4} s (step {}): {} \
                     apart{nearest}.",
                    self.span[0],
                    self.span[1],
                    a.name,
                    b.name,
                    self.time,
                    self.step,
                    length(self.distance)
                ),
                false => format!("{} and {} touched at {:.4} s.", a.name, b.name, self.time),
            },
        }];
        for span in &self.spans {
            let by = match span.by {
                PartedBy::Boxes(axis) => {
                    format!("the boxes around their paths were apart along {axis}")
                }
                PartedBy::Stage(stage) => format!("{} parted them", parting(stage)),
                PartedBy::Nothing => "nothing parted them, asked again on these paths".to_owned(),
            };
            let along = span.direction.map_or(String::new(), |n| {
                format!(", at last along ({})", direction(n))
            });
            all.push(Sentence {
                stage: "apart",
                text: format!(
                    "From {:.3} s to {:.3} s {by}{along}; {} apart or more.",
                    span.from,
                    span.to,
                    length(span.distance)
                ),
            });
        }
        all
    }
}

fn parting(stage: Stage) -> &'static str {
    match stage {
        Stage::Bounds => "balls around both",
        Stage::Plane => "a plane between them",
        Stage::ClosedForm => "a formula for their shapes",
        Stage::Convex => "their convex hulls",
        Stage::Probe | Stage::Tree => "the volumes of their trees",
        Stage::Pieces => "their convex pieces",
        Stage::Triangles => "the distances of their triangles",
    }
}
