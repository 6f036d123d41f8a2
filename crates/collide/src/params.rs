//! Every tunable of the collision library: unit, purpose, and what breaks if it is changed.
//!
//! Sentinels, sizes fixed by an algorithm's structure and mathematical facts stay where they are used.

// ---- math, mesh, shape ------------------------------------------------------------------------

// ---- piece, model, bvh, bounding --------------------------------------------------------------

// ---- broad_phase, schedule --------------------------------------------------------------------

// ---- narrow_phase -----------------------------------------------------------------------------

// ---- query: intersect, ray, contains, shapes --------------------------------------------------

/// The error of a ray's coordinates in f64, as a fraction of the largest coordinate. Lower: a ray
/// that starts on a surface may miss it; higher: it hits surfaces behind its origin.
pub(crate) const RAY_ROUNDING: f64 = 1e-14;

/// By what fraction a sphere of a tree grows before a ray is tested against it. Lower: a ray may
/// miss triangles on the sphere's border.
pub(crate) const RAY_SPHERE_ROUNDING: f64 = 1e-12;

// ---- query: distance --------------------------------------------------------------------------

/// How many of the first pairs a distance search tests its separating axis on before it judges the
/// axis. Fewer: an axis that would pay later is given up.
pub(crate) const AXIS_TESTS_AT_FIRST: u32 = 64;

/// After these, an axis is tested as long as at least one of so many tests separates its pair.
/// Lower: good axes are given up; higher: overlapping meshes pay for tests that never succeed.
pub(crate) const AXIS_TESTS_PER_SEPARATION: u32 = 8;

/// How often one distance search tests whether the direction of its nearest pair separates the
/// whole models, which costs two support searches. More pays only if early directions are bad.
pub(crate) const MAX_WHOLE_SEPARATION_TESTS: u32 = 4;

/// How many steps improve the normal of a failed separating plane before the search descends the
/// trees. Each costs two support searches.
pub(crate) const SEPARATING_PLANE_STEPS: usize = 3;

/// After failures, a separating plane is tried at least every so many queries. Higher: a pair that
/// has come apart is noticed later; lower: overlapping pairs pay more often for nothing.
pub(crate) const MAX_SEPARATING_PLANE_SKIPS: u32 = 32;

/// Every so many queries the front tries to replace siblings by their parent. Each try costs a
/// volume test that usually fails; a front that never rises only grows.
pub(crate) const FRONT_RAISE_INTERVAL: u32 = 8;

/// Pairs of nodes that the stack of a distance search holds before it has to grow: the sum of two
/// trees' depths. Too few: the first searches allocate.
pub(crate) const PENDING_NODE_PAIRS_RESERVED: usize = 128;

// ---- query: contacts --------------------------------------------------------------------------

/// The sine of the largest angle (1.1 degrees) between a feature and a plane across the contact's
/// normal at which the feature lies against it. A box on a floor touches it with all four corners
/// though rounding and the solver leave it tilted by a hair. Smaller: resting bodies rock on one
/// corner; larger: tilted bodies get contacts far above the floor.
pub(crate) const SUPPORT_SLOPE: f64 = 0.02;

/// The sine of the largest angle between normals along which the same features lie against each
/// other. Smaller: features are searched twice for nothing.
pub(crate) const SAME_NORMAL_SINE: f64 = 1e-7;

/// Corners of a patch that are less deep than its deepest point by less than this fraction of the
/// patch's size count as equally deep. Smaller: rounding adds a contact between the corners.
pub(crate) const EQUAL_DEPTH_FRACTION: f64 = 1e-6;

/// Depths that differ by less than this fraction of the patch's size are equal in the reduction to
/// four contacts. Larger: the deepest contact may be dropped, and the distance reported is too
/// large.
pub(crate) const SAME_DEPTH_FRACTION: f64 = 1e-7;

/// Contacts of a patch nearer to each other than this fraction of its size are one.
pub(crate) const SAME_CONTACT_FRACTION: f64 = 1e-5;

/// Contacts at the same points are one if the cosine between their normals is above this.
pub(crate) const SAME_CONTACT_COSINE: f64 = 0.999;

/// Points nearer to each other than this fraction of their coordinates are one. Smaller: rounding
/// of f32 vertices splits contacts.
pub(crate) const SAME_POINT_FRACTION: f64 = 1e-6;

/// Corners nearer to each other than this fraction of the distance at which points are one define
/// no direction between them.
pub(crate) const TOUCHING_POINTS_FRACTION: f64 = 1e-6;

/// The sine below which two edges are parallel, so that their contacts are at their corners.
/// Smaller: the crossing of nearly parallel edges is all rounding error.
pub(crate) const PARALLEL_EDGES_SINE: f64 = 1e-6;

/// A face is flat if its points lie nearer to its plane than this fraction of its size.
pub(crate) const FLAT_FACE_FRACTION: f64 = 1e-6;

/// A point is on a triangle's border if its barycentric coordinate is below this.
pub(crate) const ON_BORDER_FRACTION: f64 = 1e-6;

/// How far beside a side a point may lie and still be kept by clipping, as a fraction of the face's
/// size. Smaller: rounding drops corners that lie on a side.
pub(crate) const CLIPPING_SLACK_FRACTION: f64 = 1e-9;

/// The least sine of the angle around a round end between its farthest point and one of the eight
/// points that stand for it. Smaller: two contacts at nearly the same place.
pub(crate) const MIN_RIM_POINT_SINE: f64 = 1e-3;

/// The squared sine of the least angle between two planes whose line f32 can decide on; below it
/// f64 decides.
pub(crate) const MIN_PLANES_SINE_SQUARED: f32 = 1e-8;

/// Pairs of triangles that are filtered at once: few enough to stay in the first-level data cache.
pub(crate) const TRIANGLE_FILTER_BATCH: usize = 256;

/// Depths below this fraction of an intersection curve's size count as none.
pub(crate) const NO_DEPTH_FRACTION: f64 = 1e-9;

/// A curve that encloses less than this fraction of its squared length is a slit, not an opening:
/// its area gives no direction, the triangles' normals do.
pub(crate) const MIN_OPENING_AREA_FRACTION: f64 = 1e-3;

/// A curve is closed if its ends are nearer to each other than this fraction of its length.
pub(crate) const CLOSED_CURVE_FRACTION: f64 = 1e-6;

/// The sine below which a way out is the normal of the face that it leads to.
pub(crate) const FACE_NORMAL_SINE: f64 = 1e-6;

/// The most corners of one mesh that are searched inside one intersection curve. Fewer: the deepest
/// corner of a deep overlap may be missed; more: a deep overlap takes longer.
pub(crate) const MAX_ENCLOSED_CORNERS: usize = 4096;

/// Candidates for contacts of two meshes that the buffer holds before it has to grow.
pub(crate) const CONTACT_CANDIDATES_RESERVED: usize = 64;

/// Triangles in flat regions that the buffer holds before it has to grow.
pub(crate) const FLAT_TRIANGLES_RESERVED: usize = 128;

// ---- query: toi, meshes -----------------------------------------------------------------------

// ---- query: toi, convex shapes ----------------------------------------------------------------
