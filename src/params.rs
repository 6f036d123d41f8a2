//! Every tunable of the game: unit, purpose, and what breaks if it is changed.
//!
//! What a level can set has its default and its range in `level/format.rs` and `arena/settings.rs`;
//! limits of the file format and sizes and colours of the window stay where they are used.

// ---- arena: hall, cars, put back --------------------------------------------------------------

// ---- rounds, drivers, scores ------------------------------------------------------------------

// ---- levels -----------------------------------------------------------------------------------
