//! Tunables of budgets, mathematics, meshes, shapes and their hulls.

// ---- budget -----------------------------------------------------------------------------------

/// Units of work between two readings of the clock: about a microsecond. Fewer: every query with a time
/// budget is slower; more: it overruns by longer.
pub(crate) const WORK_BETWEEN_CLOCK_READINGS: u64 = 32;

// ---- math, mesh, shape ------------------------------------------------------------------------

/// The length below which a quaternion gives no direction and a pose refuses it. Higher: rotations that
/// normalise well are refused; lower: rounding decides the direction.
pub(crate) const LEAST_QUATERNION_LENGTH: f32 = 1e-12;

/// The angle (rad) below which the rotation of a screw motion counts as none: the axis of a smaller one would
/// be rounding, and could lie anywhere.
pub(crate) const LEAST_SCREW_ANGLE: f64 = 1e-12;

/// A triangle with `|ab x ac|^2` at most this part of `|ab|^2 |ac|^2` is a segment or a point: its
/// normal is rounding of f64. Closest points on it are searched on its edges.
pub(crate) const NO_AREA_SQUARED: f64 = 1e-30;

/// The number of vertices above which a hull finds supports by climbing along edges; smaller hulls test all
/// vertices. Only speed depends on it.
pub(crate) const HULL_CLIMB_ABOVE: usize = 32;

/// A climb starts at the best of about this many vertices spread over the list. Only speed
/// depends on it.
pub(crate) const HULL_CLIMB_STARTS: usize = 8;

/// A closed mesh whose volume is at most this part of the cube of its size has no inside: its computed volume
/// is rounding. Its mass properties are those of its hull.
pub(crate) const NO_VOLUME: f64 = 1e-9;

/// The largest accepted difference of a half-space normal's length from 1. Higher: directions are accepted
/// that were never normalised, with which the offset has no meaning; lower: normals that were rounded a few
/// times are refused.
pub(crate) const UNIT_NORMAL_TOLERANCE: f64 = 1e-4;

/// The coordinate (m) that replaces infinity in the box of a half-space: far beyond every size and place in
/// use, and small enough that its square is finite in f32.
pub(crate) const UNBOUNDED_EXTENT: f32 = 1e18;

/// The sine of the angle below which the planes of two half-spaces count as parallel. Lower than the rounding
/// of f32 rotations (about 1e-7): no two planes are parallel; higher: planes that cross nearby count as
/// apart.
pub(crate) const PARALLEL_PLANES_SINE: f64 = 1e-6;

/// The most children of a compound, and the most samples along a side of a height field. More only take more
/// memory and a longer build: a field of this size is a mesh of two million triangles.
pub(crate) const MAX_CHILDREN: usize = 10_000;
pub(crate) const MAX_FIELD_SAMPLES: usize = 1024;

/// The rounding error of a point of a compound's child against an exact product of poses, as a share of the
/// multiplied lengths: half a unit in the last place for the position, two for a rotation, and the same
/// amount for boxes. Lower: children are overlooked whose boxes just fail to reach.
pub(crate) const CHILD_POSE_ROUNDING: f32 = 8.0 * f32::EPSILON;

// ---- shape: proxies ---------------------------------------------------------------------------

/// The slope (depth over distance) above which a corner cannot touch a plane together with the farthest one.
/// It must stay above the limit of `is_on_support_feature`, [`SUPPORT_SLOPE`](crate::params::SUPPORT_SLOPE):
/// below it, corners of a touching face are missed.
pub(crate) const MAX_LYING_SLOPE: f32 = 0.021;

/// The most corners of a hull for which the lists of corners that may touch a plane together are built.
/// Building takes quadratic time; larger hulls test all corners each time.
pub(crate) const MAX_LISTED_HULL_CORNERS: usize = 512;

/// The sine of the angle at a face's corner below which the face has no reliable normal. Larger: the lists of
/// corners are longer; smaller: rounding is trusted.
pub(crate) const FACE_SLIVER_SINE: f64 = 1e-6;

/// The share of the hull's size (at most of a metre) within which a triangle's corners lie in a hull face's
/// plane. Larger: a shallow hollow counts as part of the hull; smaller: a real face counts as a bridge.
pub(crate) const HULL_FACE_PLANE_TOLERANCE: f64 = 1e-4;

/// The share of the hull's size below which a gap between triangles counts as none. Smaller: rounding at
/// shared edges makes every face a bridge.
pub(crate) const HULL_FACE_GAP_TOLERANCE: f64 = 1e-6;

/// The most pairs of hull faces and triangles for which the hull is compared with the mesh. Beyond it the
/// test would take longer than the rest of making a body, so the hull decides no query.
pub(crate) const MAX_HULL_FIDELITY_PAIRS: usize = 20_000_000;

/// The most uncovered pieces of a face before the search stops and calls the face uncovered. Smaller: faces
/// that many small triangles cover are lost.
pub(crate) const MAX_COVERAGE_PIECES: usize = 64;

/// The most half-spaces of one mesh for which they are used: testing more is no faster than the tree. Not
/// above 256: a half-space's number is a `u8`.
pub(crate) const MAX_HALF_SPACES: usize = 256;

/// The share of the mesh's size within which a triangle's corners lie in a half-space's plane. The remaining
/// deviation is the half-space's thickness, which is subtracted from every height above it.
pub(crate) const HALF_SPACE_PLANE_TOLERANCE: f64 = 2e-7;

/// The share of the mesh's size within which a corner is on the border of a half-space's polygon. Smaller:
/// rounding makes whole walls look as if they had holes.
pub(crate) const HALF_SPACE_BORDER_TOLERANCE: f64 = 1e-6;

/// The number of corners in the bit set of hull corners that are the mesh's; features with later corners count as
/// not the mesh's. With fewer, contacts of fine hulls are searched in the mesh more often.
pub(crate) const MAX_MEMBERS: usize = 1024;

/// A coordinate in a frame at an angle is off by at most this many of the bounds of the three coordinates.
pub(crate) const TURNED_BOUND: f32 = 2.5;

/// The most nearest half-spaces that are kept: the size of an array.
pub(crate) const NEAREST_HALF_SPACES: usize = 4;

/// The number of segments of a circle that stands for a sphere in the debug views.
pub(crate) const OUTLINE_SEGMENTS: usize = 24;

/// Scales an f64 length so that its rounding to f32 does not lower it.
pub(crate) const ROUND_UP: f64 = 1.000_001;

/// The angle (rad) below which an edge of a mesh counts as flat. Higher: gentle ridges take part in no contact; lower:
/// the rounding of flat faces makes ridges.
pub(crate) const FLAT_EDGE_ANGLE: f64 = 1e-3;
