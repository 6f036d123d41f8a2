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

// ---- continuous collision: planes and half-spaces ---------------------------------------------

// ---- continuous collision: events, clusters, speculative contacts -----------------------------

// ---- vehicles ---------------------------------------------------------------------------------
