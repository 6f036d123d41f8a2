//! The paths of all bodies of a round, for a table and for a file of a 3D viewer.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::sync::Arc;

use glam::{Quat, Vec3};

use crate::arena::{Actor, ActorId};
use crate::game::{Round, seconds_of};
use crate::level::{ModelAsset, Paint};

/// The most memory that paths may take, in bytes. An hour of a thousand bodies at each step would need thirty
/// times as much.
pub(super) const MAX_BYTES: usize = 1 << 29;

/// A body at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Index of the moment in [`Tracks::times`].
    pub moment: u32,
    /// The origin of its shape, in metres.
    pub position: Vec3,
    /// Its orientation.
    pub rotation: Quat,
    /// The velocity of its centre of mass, in m/s.
    pub velocity: Vec3,
    /// Its angular velocity, in rad/s.
    pub spin: Vec3,
}

/// The path of a body as long as it looks the same.
#[derive(Clone, Debug)]
pub struct Track {
    /// Its name.
    pub name: Arc<str>,
    /// Its index among the actors of the arena.
    pub actor: u32,
    /// Its triangles.
    pub asset: Arc<ModelAsset>,
    /// Its colour, if the level sets one.
    pub paint: Option<Paint>,
    /// Its places, one for each moment at which it is there.
    pub places: Vec<Place>,
}

/// The reason why no more can be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the numbers exceed {} MiB at {seconds} s; note fewer steps (--every, --steps) or play a shorter round",
    MAX_BYTES >> 20
)]
pub struct TooLong {
    /// The time of the round at which the limit was reached, in whole seconds.
    pub seconds: u64,
}

/// The paths of all bodies of a round.
#[derive(Clone, Debug)]
pub struct Tracks {
    every: u64,
    steps: RangeInclusive<u64>,
    /// The round's steps at which places were noted, and their times in seconds.
    pub times: Vec<(u64, f32)>,
    /// The paths, in the order in which the bodies came.
    pub tracks: Vec<Track>,
    /// The track of each actor now.
    current: HashMap<u32, usize>,
    bytes: usize,
}

impl Tracks {
    /// Creates an empty list that notes each `every`th of some steps.
    pub fn new(every: u64, steps: RangeInclusive<u64>) -> Tracks {
        Tracks {
            every: every.max(1),
            steps,
            times: Vec::new(),
            tracks: Vec::new(),
            current: HashMap::new(),
            bytes: 0,
        }
    }

    /// Notes the places of all bodies if the round's step is one to be noted. Call it before the first step and
    /// after each.
    ///
    /// # Errors
    /// [`TooLong`] if the paths would take more memory than allowed; they stay as they are.
    pub fn note(&mut self, round: &Round) -> Result<(), TooLong> {
        let step = round.steps();
        if !step.is_multiple_of(self.every) || !self.steps.contains(&step) {
            return Ok(());
        }
        let actors = round.arena().actors();
        let more = actors.len() * size_of::<Place>();
        if self.bytes + more > MAX_BYTES {
            let seconds = seconds_of(step) as u64;
            return Err(TooLong { seconds });
        }
        self.bytes += more;
        let moment = self.times.len() as u32;
        self.times.push((step, seconds_of(step)));
        for (index, actor) in actors.iter().enumerate() {
            if !actor.is_gone() {
                self.track_of(round, index as u32, actor)
                    .places
                    .push(Place {
                        moment,
                        position: actor.pose.translation(),
                        rotation: actor.pose.rotation(),
                        velocity: actor.velocity,
                        spin: actor.angular_velocity,
                    });
            }
        }
        Ok(())
    }

    /// Returns the track of an actor, a new one if it is new or looks different.
    fn track_of(&mut self, round: &Round, index: u32, actor: &Actor) -> &mut Track {
        let look = round.look(ActorId(index));
        let known = self.current.get(&index).copied();
        let is_as_before =
            |track: &Track| Arc::ptr_eq(&track.asset, &look.asset) && track.paint == look.paint;
        let number = match known.filter(|&number| is_as_before(&self.tracks[number])) {
            Some(number) => number,
            None => {
                let number = self.tracks.len();
                self.current.insert(index, number);
                self.tracks.push(Track {
                    name: Arc::clone(&actor.name),
                    actor: index,
                    asset: Arc::clone(&look.asset),
                    paint: look.paint,
                    places: Vec::new(),
                });
                number
            }
        };
        &mut self.tracks[number]
    }

    /// Returns the paths as CSV, ordered by time and then by body: the header names the units.
    pub fn csv(&self) -> String {
        let mut text = String::from(
            "step,time_s,body,name,x_m,y_m,z_m,rotation_x,rotation_y,rotation_z,rotation_w,\
             velocity_x_m_s,velocity_y_m_s,velocity_z_m_s,spin_x_rad_s,spin_y_rad_s,spin_z_rad_s\n",
        );
        let mut next = vec![0; self.tracks.len()];
        for (moment, (step, time)) in self.times.iter().enumerate() {
            for (track, next) in self.tracks.iter().zip(&mut next) {
                let Some(place) = track.places.get(*next) else {
                    continue;
                };
                if place.moment as usize != moment {
                    continue;
                }
                *next += 1;
                let _ = write!(
                    text,
                    "{step},{time:.6},{},{}",
                    track.actor,
                    quoted(&track.name)
                );
                let Place {
                    position,
                    rotation,
                    velocity,
                    spin,
                    ..
                } = place;
                for value in (position.to_array().iter())
                    .chain(&rotation.to_array())
                    .chain(&velocity.to_array())
                    .chain(&spin.to_array())
                {
                    let _ = write!(text, ",{value}");
                }
                text.push('\n');
            }
        }
        text
    }
}

/// Returns a name as a field of a CSV file; names come from level files.
pub(super) fn quoted(name: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || " _-.".contains(c);
    match name.chars().all(plain) {
        true => name.to_owned(),
        false => format!(
            "\"{}\"",
            name.replace('"', "\"\"").replace(['\n', '\r'], " ")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Library, load};

    fn round(level: &str) -> Round {
        let library = Library::new(Vec::new());
        Round::new(&load(&library, level).unwrap(), &library, 1).unwrap()
    }

    #[test]
    fn the_table_has_a_line_for_each_body_at_each_noted_step() {
        let mut round = round("classic");
        let mut tracks = Tracks::new(4, 0..=u64::MAX);
        tracks.note(&round).unwrap();
        for _ in 0..12 {
            round.begin_frame();
            round.step(&[]);
            tracks.note(&round).unwrap();
        }
        let bodies = round.arena().actors().len();
        let csv = tracks.csv();
        let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
        assert_eq!(lines.len(), 1 + 4 * bodies, "steps 0, 4, 8 and 12");
        assert!(lines.iter().all(|line| line.len() == 17));
        let last = lines.last().unwrap();
        let actor = round.arena().actors().last().unwrap();
        assert_eq!(last[0], "12");
        let x: f32 = last[4].parse().unwrap();
        assert_eq!(
            x,
            actor.pose.translation().x,
            "the number is the body's own"
        );
    }

    #[test]
    fn names_with_commas_and_quotes_stay_one_field() {
        assert_eq!(quoted("car 2"), "car 2");
        assert_eq!(quoted("a,\"b\"\n"), "\"a,\"\"b\"\" \"");
        assert_eq!(quoted("=1+1"), "\"=1+1\"");
    }
}
