//! Things with their joints outside a scene: copied from one, or from a text, to be added to another.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::level::{JointSpec, Level, ThingSpec, said, written};

/// Things and the joints between them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Clip {
    /// The things, in the form of a level.
    pub things: Vec<ThingSpec>,
    /// The joints, in the form of a level.
    pub joints: Vec<JointSpec>,
}

impl Clip {
    /// Returns a clip of one thing.
    pub fn one(thing: ThingSpec) -> Clip {
        Clip {
            things: vec![thing],
            joints: Vec::new(),
        }
    }

    /// Returns the middle of the places of its things, in metres.
    pub fn middle(&self) -> Vec3 {
        let places = self
            .things
            .iter()
            .filter_map(|thing| thing.center.or(thing.at));
        let sum = places.clone().fold(Vec3::ZERO, |sum, place| sum + place);
        sum / places.count().max(1) as f32
    }

    /// Moves all of it, in metres.
    pub fn move_by(&mut self, by: Vec3) {
        for thing in &mut self.things {
            match (&mut thing.at, &mut thing.center) {
                (Some(at), _) => *at += by,
                (None, Some(center)) => *center += by,
                (None, None) => thing.at = Some(by),
            }
        }
        for joint in &mut self.joints {
            for end in [&mut joint.at, &mut joint.to].into_iter().flatten() {
                *end += by;
            }
        }
    }

    /// Returns the text that [`read_clip`](crate::level::read_clip) reads, as a person would write it: things
    /// alone as in the list of a level, else both lists.
    ///
    /// # Errors
    /// [`ron::Error`] if it cannot be written as RON.
    pub fn text(&self) -> Result<String, ron::Error> {
        let empty: Level = said("(name: \"\")")?;
        let level = Level {
            things: self.things.clone(),
            joints: self.joints.clone(),
            ..empty
        };
        let text = written(&level)?;
        let lists = text.find("    things: [").map_or("", |at| &text[at..]);
        let lists = lists.trim_end().trim_end_matches(')').trim_end();
        let lines = lists.lines();
        let lines = lines.map(|line| line.strip_prefix("    ").unwrap_or(line));
        let lines: Vec<&str> = match self.joints.is_empty() {
            true => {
                let inner = lines.filter(|line| line.starts_with(' '));
                inner.map(str::trim_start).collect()
            }
            false => lines.collect(),
        };
        Ok(lines.join("\n") + "\n")
    }
}
