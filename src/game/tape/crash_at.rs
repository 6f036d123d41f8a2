//! Which crash is meant: what is handed on to ask of it.

use glam::Vec3;

use crate::game::Crash;
use crate::game::tape::Mark;

/// A crash of a recording, wherever it is asked about: its step and its pair say which.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrashAt {
    /// The step (from 1) in which the two met: after so many steps of the round it has just happened.
    pub step: u64,
    /// The two cars, as indices in the level's list of cars.
    pub pair: [usize; 2],
    /// Where they met, in metres.
    pub point: Vec3,
    /// How fast they met, in m/s.
    pub speed: f32,
}

impl CrashAt {
    /// A crash of that step.
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
