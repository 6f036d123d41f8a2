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

/// With more pairs than this their lines have no posts.
pub(crate) const PAIRS_WITH_POSTS: usize = 24;

/// The size of a contact's cross, in metres.
pub(crate) const CONTACT_CROSS: f32 = 0.16;

/// How long the line of a velocity is, in metres for 1 m/s.
pub(crate) const VELOCITY_SCALE: f32 = 0.3;

/// How long the line of a force is, in metres for the weight of the actor.
pub(crate) const FORCE_SCALE: f32 = 0.8;

/// How long the line of a force at a contact is at most, in metres.
pub(crate) const FORCE_LONGEST: f32 = 1.6;

/// Half the width of the bar at the tip of what would be longer, in metres.
pub(crate) const CAPPED_BAR: f32 = 0.14;

/// How high over the floor the line from a driver to its goal runs, in metres.
pub(crate) const INTENT_HEIGHT: f32 = 0.9;

/// How high over the car's origin the word for what its driver is about stands, in metres: over the
/// speed.
pub(crate) const INTENT_TEXT_HEIGHT: f32 = 1.9;

/// Half the width of the cross where a run-up ends, in metres.
pub(crate) const INTENT_CROSS: f32 = 0.4;

/// How high over the floor the ring around a body in focus is, in metres: lower, it would lie in the floor.
pub(crate) const FOCUS_RING_HEIGHT: f32 = 0.06;

/// How high the post with the name of a body in focus is, in metres.
pub(crate) const FOCUS_POST: f32 = 1.6;

/// How far the border of a convex piece is drawn inside of it, as a share of the way to its middle: with 0 the
/// borders of neighbours lie on each other, and only one is seen.
pub(crate) const PIECE_SHRINK: f32 = 0.07;

/// So many of the pairs that the broad phase rejected are drawn, the nearest: all of them would hide the rest.
pub(crate) const REJECTED_DRAWN: usize = 60;

/// So many separating axes of a query are drawn, those with the narrowest gaps.
pub(crate) const SEPARATING_AXES_DRAWN: usize = 12;

/// A thing that is slower than this, in m/s, and turns slower, in rad/s, has no number in the view of velocities.
pub(crate) const SPEED_SHOWN: f32 = 0.05;
pub(crate) const SPIN_SHOWN: f32 = 0.1;

/// With more bodies than this, words over them cover each other: there are only numbers then.
pub(crate) const LONG_LABELS: usize = 8;

/// How far a pair in focus is swept ahead, in seconds, and for how many work units at most: more would make
/// pictures late.
pub(crate) const LOOK_AHEAD_SECONDS: f64 = 1.0;
pub(crate) const LOOK_AHEAD_WORK: u64 = 30_000;

/// The gap with which two count as apart in that sweep, and the distance at which it reports an impact, both
/// in metres: as fine as can be seen in the magnifier.
pub(crate) const LOOK_AHEAD_MIN_GAP: f64 = 2e-5;
pub(crate) const LOOK_AHEAD_TARGET: f64 = 1e-4;

/// How long contacts and impacts are shown, in seconds, and how many of each are kept at most.
pub(crate) const PAST_CONTACT_SECONDS: f32 = 0.5;
pub(crate) const PAST_IMPACTS: usize = 256;
pub(crate) const PAST_CONTACTS: usize = 2048;

/// The length of a contact's normal, in metres.
pub(crate) const NORMAL_LENGTH: f32 = 0.4;

/// How long the arrow of an impulse is, in metres for 1 N s, and how long it is at most.
pub(crate) const IMPULSE_SCALE: f32 = 1.0 / 1000.0;
pub(crate) const IMPULSE_LONGEST: f32 = 2.5;

/// Slower hits of walls, floor and ceiling are not shown, in m/s: they are rests and scrapes.
pub(crate) const SLOW_WALL_HIT: f32 = 1.0;

/// How high a cone of friction is, in metres, and how many of them are drawn.
pub(crate) const CONE_HEIGHT: f32 = 0.3;
pub(crate) const CONES_DRAWN: usize = 24;

/// The numbers of so many last seconds are kept for their curves.
pub(crate) const HISTORY_SECONDS: f32 = 10.0;
