//! Judges whole systems.

use super::{Score, misses_of};
use crate::scene::systems::Flock;
use crate::system::{Preset, System};
use crate::work::Work;

/// Lets a system find the pairs that meet in all frames; a question is a frame.
pub fn systems(preset: Preset, flock: &Flock) -> Score {
    let mut score = Score::default();
    let Some(mut system) = System::new(preset, &flock.world) else {
        return score;
    };
    for frame in &flock.frames {
        let mut work = Work::default();
        let mut found = system.hits(&flock.bodies, &frame.poses, &mut work);
        found.retain(|pair| !frame.unsure.contains(pair));
        score.asked += 1;
        score.ops.add(&work.ops);
        score.missed += misses_of(&frame.hits, &found);
        score.false_hits += misses_of(&found, &frame.hits);
    }
    score
}
