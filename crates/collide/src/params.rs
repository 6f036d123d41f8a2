//! Every tunable of the collision library: unit, purpose, and what breaks if it is changed.
//!
//! Sentinels, sizes fixed by an algorithm's structure and mathematical facts stay where they are used.

// ---- math, mesh, shape ------------------------------------------------------------------------

// ---- piece, model, bvh, bounding --------------------------------------------------------------

// ---- broad_phase, schedule --------------------------------------------------------------------

// ---- narrow_phase -----------------------------------------------------------------------------

// ---- query: intersect, ray, contains, shapes --------------------------------------------------

// ---- query: distance --------------------------------------------------------------------------

// ---- query: contacts --------------------------------------------------------------------------

// ---- query: toi, meshes -----------------------------------------------------------------------

// ---- query: toi, convex shapes ----------------------------------------------------------------
