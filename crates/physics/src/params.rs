//! Every tunable of the physics: unit, purpose, and what breaks if it is changed.
//!
//! Sentinels, sizes fixed by an algorithm's structure and mathematical facts stay where they are used.

// ---- time and memory --------------------------------------------------------------------------

// ---- bodies, motion, sleep --------------------------------------------------------------------

/// No body goes farther from the origin than this, in metres: one that does is put back. Much more, and
/// the f32 poses that are drawn and swept no longer tell apart what is closer than the skin.
pub(crate) const FARTHEST_FROM_ORIGIN: f64 = 1e6;

/// For bodies whose turning took some place of them farther than this in a step, in metres, the gap of a
/// pair is also bounded as seen from one of the two: bodies that turn together keep their gap. More
/// makes pairs of a turning heap search for contacts more often; less costs the second bound for nothing.
pub(crate) const LONG_TURN: f64 = 0.01;

// ---- proxies ----------------------------------------------------------------------------------

// ---- manifolds --------------------------------------------------------------------------------

// ---- solver -----------------------------------------------------------------------------------

/// The fewest substeps of a step, unless the settings ask for less. One alone makes what rests on the
/// ground tremble.
pub(crate) const LEAST_SUBSTEPS: u32 = 2;

/// A contact supports a body if the cosine between its normal and the direction against the body's
/// acceleration is greater than this. It decides what counts as a pile, and so the number of substeps:
/// much less, and cars side by side count as piles; much more, and sloping piles do not.
pub(crate) const SUPPORT_COSINE: f64 = 0.4;

/// The frequency of the spring of soft contacts, in Hz. Softer, and piles sink into each other; harder than
/// the substeps can follow, and they tremble.
pub(crate) const CONTACT_HERTZ: f64 = 120.0;

/// The spring's oscillations in a substep, at most.
pub(crate) const MAX_CONTACT_CYCLES_PER_SUBSTEP: f64 = 0.25;

/// The damping ratio of the spring of soft contacts. Far above critical, so that bodies pushed apart do
/// not fly off.
pub(crate) const CONTACT_DAMPING_RATIO: f64 = 10.0;

/// The share of `Settings::push_speed` at which bodies part, at least, that are nearer than continuous
/// collision lets them come. 0, and they stay so near and every step begins with an impact; 1, and
/// crowds shake.
pub(crate) const HARD_CONTACT_SPEED_SHARE: f64 = 0.1;

/// The least distance at which paths are to end, in multiples of the distance at which the sweep reports an
/// impact. 1 or less, and what rests costs an impact a step.
pub(crate) const LEAST_PATH_DISTANCE: f64 = 1.4;

/// The passes of position correction, at most: what is left then is left to continuous collision.
pub(crate) const MAX_POSITION_PASSES: usize = 16;

/// The share of the least distance by which position correction may miss it, to both sides. Much less,
/// and all of a jam goes on moving by less and less.
pub(crate) const POSITION_TOLERANCE: f64 = 0.25;

/// Below this determinant, in squares of the bound on the eigenvalues, the tangent matrix counts as
/// singular. It follows from single precision: less divides by rounding errors.
pub(crate) const SINGULAR_TANGENT_MASS: f32 = 1e-6;

// ---- continuous collision: planes and half-spaces ---------------------------------------------

// ---- continuous collision: events, clusters, speculative contacts -----------------------------

// ---- vehicles ---------------------------------------------------------------------------------
