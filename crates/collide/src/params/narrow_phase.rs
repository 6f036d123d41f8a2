//! Tunables of the narrow phase, and of queries for intersection, rays and distance.

// ---- narrow_phase -----------------------------------------------------------------------------

/// The most steps of GJK, after which it ends with the bounds that it has. Polyhedra need fewer than ten,
/// crossed needles of 1:10000 and touching round shapes some dozens.
pub(crate) const GJK_STEPS: usize = 96;

/// GJK ends when its bounds agree to this part of the upper one. Smaller: round shapes are slower and
/// rounding may stall the search.
pub(crate) const GJK_AGREEMENT: f64 = 1e-8;

/// Cores nearer to each other than this part of their coordinates touch: smaller distances are rounding of
/// f64.
pub(crate) const GJK_TOUCHING: f64 = 1e-13;

/// A GJK ray cast ends undecided after this many support points.
pub(crate) const RAY_CAST_STEPS: usize = 128;

/// Times of a GJK ray cast are shortened by this factor: far more than the rounding of their few
/// operations. At 1 a step could lead past the time of contact.
pub(crate) const RAY_CAST_SHORTENING: f64 = 1.0 - 1e-12;

/// The most vertices of EPA: the limit of the time and memory that one pair may take.
pub(crate) const EPA_VERTICES: usize = 192;

/// EPA ends when its bounds of the depth agree to this part of the depth.
pub(crate) const EPA_AGREEMENT: f64 = 1e-8;

/// Lengths below this part of the Minkowski difference's size are rounding in EPA.
pub(crate) const EPA_ROUNDING: f64 = 1e-12;

/// EPA merges two vertices that are nearer than this part of the Minkowski difference's size.
pub(crate) const EPA_SAME_VERTEX: f64 = 1e-9;

/// A start simplex whose volume or area is at most this part of the product of its edges is flat.
pub(crate) const EPA_FLAT: f64 = 1e-12;

/// A support point nearer than this part of its coordinates to the simplex adds only rounding.
pub(crate) const EPA_LEAST_OFFSET: f64 = 1e-12;

/// A simplex triangle without area, as the squared sine of its angle at one corner: rounding of f64.
pub(crate) const SIMPLEX_FLAT_TRIANGLE: f64 = 1e-30;

/// A simplex tetrahedron without volume, as the square of its volume over that of its edges: the
/// signs of a flatter one are noise.
pub(crate) const SIMPLEX_FLAT_TETRAHEDRON: f64 = 1e-26;

/// In the test of a box and a triangle, cross products with a squared length of at most this part of the
/// edge's give no direction.
pub(crate) const BOX_EDGE_CROSSING: f64 = 1e-12;

/// The relative error of f32 points computed from a few others, in the distance of triangles. Lower: rounding
/// chooses the wrong features; higher: more pairs go to the slower second stage.
pub(crate) const TRIANGLE_DISTANCE_ROUNDING: f32 = 5e-7;

/// Lengths below this part of the coordinates count as zero in the intersection of triangles: the
/// rounding of f64.
pub(crate) const TRIANGLE_INTERSECTION_ROUNDING: f64 = 64.0 * f64::EPSILON;

// ---- query: intersect, ray, contains, shapes --------------------------------------------------

/// The error of a ray's coordinates in f64, as a fraction of the largest coordinate. Lower: a ray
/// that starts on a surface may miss it; higher: it hits surfaces behind its origin.
pub(crate) const RAY_ROUNDING: f64 = 1e-14;

/// The fraction by which a sphere of a tree grows before a ray is tested against it. Lower: a ray may miss
/// triangles on the sphere's border.
pub(crate) const RAY_SPHERE_ROUNDING: f64 = 1e-12;

// ---- query: distance --------------------------------------------------------------------------

/// The number of first pairs on which a distance search tests its separating axis before it judges the axis.
/// Fewer: an axis that would pay later is given up.
pub(crate) const AXIS_TESTS_AT_FIRST: u32 = 64;

/// After the first pairs, an axis stays in use while at least one of this many tests separates its pair.
/// Lower: good axes are given up; higher: overlapping meshes pay for tests that never succeed.
pub(crate) const AXIS_TESTS_PER_SEPARATION: u32 = 8;

/// The most tests in one distance search of the direction of the nearest pair against the whole models, each
/// of which costs two support searches. More pays only if early directions are bad.
pub(crate) const MAX_WHOLE_SEPARATION_TESTS: u32 = 4;

/// The number of steps that improve the normal of a failed separating plane before the search descends the
/// trees. Each costs two support searches.
pub(crate) const SEPARATING_PLANE_STEPS: usize = 3;

/// After failures, a separating plane is tried at least once in this many queries. Higher: a pair that has
/// come apart is noticed later; lower: overlapping pairs pay more often for nothing.
pub(crate) const MAX_SEPARATING_PLANE_SKIPS: u32 = 32;

/// Pairs of nodes that the stack of a distance search holds before it has to grow: the sum of two
/// trees' depths. Too few: the first searches allocate.
pub(crate) const PENDING_NODE_PAIRS_RESERVED: usize = 128;

/// The rounding of the few operations that compare two distances in f32, as a fraction. Lower: a
/// bound may exceed the distance by some units in the last place.
pub(crate) const DISTANCE_ROUNDING: f64 = 8.0 * f32::EPSILON as f64;

/// The amount by which a pruned pair may be nearer than the nearest pair, in margins: one for the rounding of
/// both, and half for pairs that are pruned because they are equally near up to the resolution of f32. Lower:
/// a bound may exceed the distance; higher: bounds are too low.
pub(crate) const DISTANCE_ROUNDING_MARGINS: f64 = 1.5;

/// The distance in margins below which f32 cannot decide if triangles touch, so that f64 decides. Lower:
/// touching models may be reported as apart; higher: more pairs are compared in f64.
pub(crate) const UNSURE_DISTANCE_MARGINS: f32 = 4.0;

/// The margin in metres by which boxes grow before a ray test. Smaller: rounding loses bodies that the ray
/// grazes; larger: more bodies are tested.
pub(crate) const RAY_RADIUS: f32 = 1e-3;

/// The initial capacity of a stack of nodes: few walks keep more. With less, the first queries allocate several
/// times.
pub(crate) const RESERVED_NODES: usize = 256;

/// The initial capacity of the stack of a search for a support point, which holds a node for each level of a tree:
/// no tree is that deep. With less, a query may allocate.
pub(crate) const RESERVED_LEVELS: usize = 128;

/// The number of pairs that the second part of a descent takes from the stack at once: the size of an array on the
/// stack. With fewer, memory waits show; with more, pairs are tested that an earlier one excludes.
pub(crate) const DESCENT_BATCH: usize = 16;

/// Less than the square of any length that matters (m2). It keeps divisions by a zero length finite, whose numerators
/// are 0. Higher: short edges lose their direction; lower: its reciprocal leaves f32.
pub(crate) const LEAST_SQUARED_LENGTH: f32 = 1e-37;
