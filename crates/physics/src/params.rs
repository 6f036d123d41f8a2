//! Every tunable of the physics: unit, purpose, and what breaks if it is changed.
//!
//! Sentinels, sizes fixed by an algorithm's structure and mathematical facts stay where they are used.

// ---- time and memory --------------------------------------------------------------------------

// ---- bodies, motion, sleep --------------------------------------------------------------------

// ---- proxies ----------------------------------------------------------------------------------

// ---- manifolds --------------------------------------------------------------------------------

// ---- solver -----------------------------------------------------------------------------------

// ---- continuous collision: planes and half-spaces ---------------------------------------------

// ---- continuous collision: events, clusters, speculative contacts -----------------------------

// ---- vehicles ---------------------------------------------------------------------------------
