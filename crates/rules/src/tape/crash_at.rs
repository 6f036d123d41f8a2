//! Reference to a crash of a recording.

use glam::Vec3;

use crate::Crash;
use crate::tape::Mark;

/// Reference to a crash of a recording, by its step and its pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrashAt {
    /// Step of the impact, from 1: the crash has just happened after this number of steps.
    pub step: u64,
    /// The two cars, as indices in the level's list of cars.
    pub pair: [usize; 2],
    /// Point of impact, in metres.
    pub point: Vec3,
    /// Closing speed, in m/s.
    pub speed: f32,
}

impl CrashAt {
    /// Creates the reference of a crash in a step.
    pub fn new(step: u64, crash: &Crash) -> Self {
        CrashAt {
            step,
            pair: [crash.a, crash.b],
            point: crash.point,
            speed: crash.strength,
        }
    }
}

impl From<&Mark> for CrashAt {
    fn from(mark: &Mark) -> Self {
        CrashAt::new(mark.steps, &mark.crash)
    }
}
