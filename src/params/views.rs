//! Debug views: no value changes how a round goes.

/// So many impacts are remembered for the view of sweeps.
pub(crate) const MAX_TOI_TRACES: usize = 8;

/// How long an impact is shown, in seconds of the arena.
pub(crate) const TOI_TRACE_SECONDS: f32 = 1.5;

/// Slower impacts are not shown, in m/s.
pub(crate) const TOI_TRACE_MIN_SPEED: f32 = 0.8;

/// So many pairs are drawn, the latest; the text only of the very latest.
pub(crate) const TOI_TRACES_DRAWN: usize = 2;

/// At most so many instants of one sweep are drawn.
pub(crate) const TOI_TRACE_INSTANTS: usize = 12;

/// How high above the floor the lines between tested pairs run, in metres.
pub(crate) const PAIR_LINE_HEIGHT: f32 = 1.2;

/// The size of a contact's cross, in metres.
pub(crate) const CONTACT_CROSS: f32 = 0.16;

/// How long the line of a velocity is, in metres for 1 m/s.
pub(crate) const VELOCITY_SCALE: f32 = 0.3;

/// How long the line of a force is, in metres for the weight of the actor.
pub(crate) const FORCE_SCALE: f32 = 0.8;

/// How high over the floor the line from a driver to its goal runs, in metres.
pub(crate) const INTENT_HEIGHT: f32 = 0.9;

/// How high over the car's origin the word for what its driver is about stands, in metres: over the
/// speed.
pub(crate) const INTENT_TEXT_HEIGHT: f32 = 1.9;

/// Half the width of the cross where a run-up ends, in metres.
pub(crate) const INTENT_CROSS: f32 = 0.4;
