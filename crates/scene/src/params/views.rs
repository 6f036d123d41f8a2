//! Debug views: no value here affects a round.

/// The level of the trees that their view shows first; 0 is the root. A deeper level shows more and smaller volumes.
pub const TREE_LEVEL: usize = 3;

/// The number of impacts that the view of sweeps keeps.
pub const MAX_TOI_TRACES: usize = 8;

/// The time for which an impact is shown, in seconds of the arena.
pub const TOI_TRACE_SECONDS: f32 = 1.5;

/// The speed below which an impact is not shown, in m/s.
pub const TOI_TRACE_MIN_SPEED: f32 = 0.8;

/// The number of latest pairs that are drawn; only the very latest has text.
pub const TOI_TRACES_DRAWN: usize = 2;

/// The most instants of one sweep that are drawn.
pub const TOI_TRACE_INSTANTS: usize = 12;

/// The height of the lines between tested pairs above the floor, in metres.
pub const PAIR_LINE_HEIGHT: f32 = 1.2;

/// With more pairs than this, their lines have no posts.
pub const PAIRS_WITH_POSTS: usize = 24;

/// The size of a contact's cross, in metres.
pub const CONTACT_CROSS: f32 = 0.16;

/// The length of a velocity's line, in metres per m/s.
pub const VELOCITY_SCALE: f32 = 0.3;

/// The length of a force's line, in metres per weight of the actor.
pub const FORCE_SCALE: f32 = 0.8;

/// The longest line of a force at a contact, in metres.
pub const FORCE_LONGEST: f32 = 1.6;

/// Half the width of the bar at the tip of a shortened line, in metres.
pub const CAPPED_BAR: f32 = 0.14;

/// The height of the ring around a body in focus above the floor, in metres: lower, it would be hidden by the
/// floor.
pub const FOCUS_RING_HEIGHT: f32 = 0.06;

/// The height of the post with the name of a body in focus, in metres.
pub const FOCUS_POST: f32 = 1.6;

/// The inset of a convex piece's drawn border, as a fraction of the distance to its middle: at 0, the borders
/// of neighbours coincide, and only one is visible.
pub const PIECE_SHRINK: f32 = 0.07;

/// The number of nearest pairs rejected by the broad phase that are drawn: more would hide the rest.
pub const REJECTED_DRAWN: usize = 60;

/// The number of separating axes of a query that are drawn: those with the narrowest gaps.
pub const SEPARATING_AXES_DRAWN: usize = 12;

/// A thing below both this speed in m/s and this angular speed in rad/s has no number in the view of
/// velocities.
pub const SPEED_SHOWN: f32 = 0.05;
pub const SPIN_SHOWN: f32 = 0.1;

/// The speed that counts as much as a spin of 1 rad/s where bodies are ordered by their motion, in m/s.
pub const SPIN_WEIGHT: f32 = 0.1;

/// With more bodies than this, labels would cover each other, so only numbers are drawn.
pub const LONG_LABELS: usize = 8;

/// The time for which a pair in focus is swept ahead, in seconds, and the limit of its work units: more would
/// delay pictures.
pub const LOOK_AHEAD_SECONDS: f64 = 1.0;
pub const LOOK_AHEAD_WORK: u64 = 30_000;

/// The smallest gap that counts as separate in that sweep, and the distance at which it reports an impact,
/// both in metres: the finest detail visible in the magnifier.
pub const LOOK_AHEAD_MIN_GAP: f64 = 2e-5;
pub const LOOK_AHEAD_TARGET: f64 = 1e-4;

/// The time for which contacts and impacts are shown, in seconds, and the most of each that are kept.
pub const PAST_CONTACT_SECONDS: f32 = 0.5;
pub const PAST_IMPACTS: usize = 256;
pub const PAST_CONTACTS: usize = 2048;

/// The length of a contact's normal, in metres.
pub const NORMAL_LENGTH: f32 = 0.4;

/// The length of an impulse's arrow in metres per N s, and its longest length.
pub const IMPULSE_SCALE: f32 = 1.0 / 1000.0;
pub const IMPULSE_LONGEST: f32 = 2.5;

/// The speed below which hits on walls, floor and ceiling are not shown, in m/s: those are resting and
/// scraping contacts.
pub const SLOW_WALL_HIT: f32 = 1.0;

/// The height of a friction cone, in metres.
pub const CONE_HEIGHT: f32 = 0.3;

/// The number of contacts, impacts, bodies and forces that a view shows in full, each, the greatest first: of a wall
/// or a pile, more would hide each other. A focus shows all of its bodies.
pub const CHIEF_ITEMS: usize = 12;
