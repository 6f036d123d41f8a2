//! What a step tells.

use glam::Vec3;

use super::body::BodyId;

/// Two bodies met faster than bodies at rest do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// When, in seconds from the start of the step.
    pub time: f32,
    /// Where, in the world.
    pub point: Vec3,
    /// From `a` to `b`, of length 1.
    pub normal: Vec3,
    /// The body with the lower index.
    pub a: BodyId,
    /// The other.
    pub b: BodyId,
    /// The size of the impulse that each gave the other, in N s.
    pub impulse: f32,
    /// How fast they closed along the normal, in m/s.
    pub relative_speed: f32,
}

/// What the last step did.
#[derive(Clone, Debug, Default)]
pub struct StepReport {
    /// The impacts, in the order of their times.
    pub impacts: Vec<Impact>,
    /// Pairs that the broad phase found.
    pub pairs: usize,
    /// Places where two bodies were held apart by the solver.
    pub contacts: usize,
    /// Pairs swept, again after every impact.
    pub sweeps: u64,
    /// Sweeps that the budget cut.
    pub cuts: u64,
    /// Work units of all sweeps.
    pub work: u64,
    /// Times at which something happened within the step: impacts, touches, turns.
    pub events: u64,
    /// Pairs that met already when they were swept: only bodies that were put into each other do.
    /// The solver pushes them apart.
    pub overlapping: u64,
    /// Bodies that ended the step before its end and wait there.
    pub waiting: u32,
    /// The seconds that they lack, together.
    pub debt: f64,
    /// Bodies that sleep.
    pub asleep: u32,
    /// Bodies put back and stopped because their numbers left the range of floats.
    pub lost: u32,
}

impl StepReport {
    pub(super) fn clear(&mut self) {
        let mut impacts = std::mem::take(&mut self.impacts);
        impacts.clear();
        *self = StepReport {
            impacts,
            ..StepReport::default()
        };
    }
}
