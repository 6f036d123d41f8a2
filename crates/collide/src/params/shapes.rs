//! Tunables of budgets, mathematics, meshes, shapes and their hulls.

// ---- budget -----------------------------------------------------------------------------------

/// Units of work between two readings of the clock: about a microsecond. Fewer slow every query
/// with a time budget down, more let it overrun by longer.
pub(crate) const WORK_BETWEEN_CLOCK_READINGS: u64 = 32;

// ---- math, mesh, shape ------------------------------------------------------------------------

/// Quaternions shorter than this give no direction: a pose refuses them. Higher refuses rotations
/// that normalise well, lower lets rounding decide the direction.
pub(crate) const LEAST_QUATERNION_LENGTH: f32 = 1e-12;

/// Turns of a screw motion below this angle (rad) count as none: the axis of a smaller one would
/// be rounding, and could lie anywhere.
pub(crate) const LEAST_SCREW_ANGLE: f64 = 1e-12;

/// A triangle with `|ab x ac|^2` at most this part of `|ab|^2 |ac|^2` is a segment or a point: its
/// normal is rounding of f64. Closest points on it are searched on its edges.
pub(crate) const NO_AREA_SQUARED: f64 = 1e-30;

/// Hulls with more vertices than this find supports by climbing along edges, others by looking at
/// all vertices. Only speed depends on it.
pub(crate) const HULL_CLIMB_ABOVE: usize = 32;

/// A climb starts at the best of about this many vertices spread over the list. Only speed
/// depends on it.
pub(crate) const HULL_CLIMB_STARTS: usize = 8;

/// A closed mesh whose volume is at most this part of the cube of its size has no inside: what is
/// computed is rounding. Its mass properties are those of its hull.
pub(crate) const NO_VOLUME: f64 = 1e-9;

/// How far the length of a half-space's normal may be from 1. Higher takes directions that were never
/// normalised, with which the offset has no meaning; lower refuses normals that were rounded a few times.
pub(crate) const UNIT_NORMAL_TOLERANCE: f64 = 1e-4;

/// Where the box of a half-space ends that has no end (m): far beyond every size and place in use, and small
/// enough that its square is a number in f32.
pub(crate) const UNBOUNDED_EXTENT: f32 = 1e18;

/// Sine of the angle below which the planes of two half-spaces count as parallel. Below the rounding of f32
/// rotations (some 1e-7) no two planes are; higher lets planes that cross nearby count as apart.
pub(crate) const PARALLEL_PLANES_SINE: f64 = 1e-6;

/// The most children of a compound, and samples along a side of a height field. More only take more memory
/// and longer to build: a field of so many is a mesh of two million triangles.
pub(crate) const MAX_CHILDREN: usize = 10_000;
pub(crate) const MAX_FIELD_SAMPLES: usize = 1024;

/// How far rounding moves a point of a compound's child from where an exact product of poses would put it,
/// as a share of the lengths that are multiplied: half a unit in the last place for the place, two for a
/// rotation, and as much again for boxes. Lower: children are overlooked whose boxes just do not reach.
pub(crate) const CHILD_POSE_ROUNDING: f32 = 8.0 * f32::EPSILON;

// ---- shape: proxies ---------------------------------------------------------------------------

/// Slope (depth over distance) above which a corner cannot lie against a direction together with the
/// farthest one. It must stay above the limit of `is_on_support_feature`,
/// [`SUPPORT_SLOPE`](crate::params::SUPPORT_SLOPE): below it, corners of a touching face are missed.
pub(crate) const MAX_LYING_SLOPE: f32 = 0.021;

/// Corners of a hull up to which the lists of corners that may lie together are built. Building takes
/// the square of it; larger hulls look at all corners each time.
pub(crate) const MAX_LISTED_HULL_CORNERS: usize = 512;

/// Sine of the angle at a face's corner below which the face has no normal to trust. Larger values lengthen
/// the lists of corners; smaller ones trust rounding.
pub(crate) const FACE_SLIVER_SINE: f64 = 1e-6;

/// Share of the hull's size (at most of a metre) within which a triangle's corners lie in a hull face's plane.
/// Too large, and a shallow hollow counts as part of the hull; too small, and a real face as a bridge.
pub(crate) const HULL_FACE_PLANE_TOLERANCE: f64 = 1e-4;

/// Share of the hull's size below which a gap between triangles counts as none. Too small, and rounding
/// at shared edges makes every face a bridge.
pub(crate) const HULL_FACE_GAP_TOLERANCE: f64 = 1e-6;

/// Pairs of hull faces and triangles up to which the hull is compared with the mesh. Beyond it the test
/// would take longer than all the rest of making a body, and the hull answers no question.
pub(crate) const MAX_HULL_FIDELITY_PAIRS: usize = 20_000_000;

/// Pieces of a face that may be left uncovered before the search stops and calls the face uncovered.
/// Smaller values lose faces that many small triangles cover.
pub(crate) const MAX_COVERAGE_PIECES: usize = 64;

/// Half-spaces of one mesh up to which they are used: looking at more is no quicker than the tree.
/// Not above 256: a half-space's number is a `u8`.
pub(crate) const MAX_HALF_SPACES: usize = 256;

/// Share of the mesh's size within which a triangle's corners lie in a half-space's plane. The rest is the
/// half-space's thickness, which is taken off every height above it.
pub(crate) const HALF_SPACE_PLANE_TOLERANCE: f64 = 2e-7;

/// Share of the mesh's size within which a corner is on the border of a half-space's polygon. Too small,
/// and rounding makes whole walls look as if they had holes.
pub(crate) const HALF_SPACE_BORDER_TOLERANCE: f64 = 1e-6;
