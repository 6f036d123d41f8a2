//! Tunables of queries for contacts.

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

/// The nearest place of a mesh and a solid is a contact of its own if none is as near, up to this share of the
/// distance within which contacts are sought. Larger: what rests on blunt ridges comes down on them; smaller:
/// contacts appear and vanish in the middle of flat patches.
pub(crate) const NEAREST_PLACE_SHARE: f64 = 0.01;

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

// ---- query: contacts of colliders -------------------------------------------------------------

/// Distance, in metres, from a face's border within which a corner is left to the search of triangles.
pub(crate) const FACE_BORDER: f64 = 1e-3;

/// How much farther out a point of a manifold has to be, per height that it is higher than another
/// one, to be kept in its place. Less than 30, and what bears the weight of a body with many corners
/// comes and goes; much more, and a tilted body is held by points that lie close together.
pub(crate) const SUPPORT_LEVER_PER_HEIGHT: f64 = 50.0;

/// GJK iterations on two hulls at most; hulls of a hundred corners take three to six.
pub(crate) const MAX_GJK_ITERATIONS: usize = 24;

/// Share of the hulls' distance that a direction must show to count as the best one: what support points
/// of f32 corners can tell apart. Nearer to 1, GJK ends by its iteration limit.
pub(crate) const GJK_EXACT_SHARE: f64 = 1.0 - 1e-6;

/// Corners of a hull lying against the contact direction up to which hulls answer at all.
pub(crate) const MAX_FEATURE_CORNERS: usize = 64;

/// Corners of one body in a contact patch up to which hulls make its contacts.
pub(crate) const MAX_PATCH_CORNERS: usize = 16;

/// Multiples of the corners' rounding below which a gap between hulls gives no direction to trust.
pub(crate) const MIN_GAP_ROUNDINGS: f64 = 16.0;

/// Relative error of the distance that is measured of bodies without contacts. It only decides when
/// they are asked again.
pub(crate) const SEPARATION_RELATIVE_ERROR: f32 = 0.3;

/// Contact points of one pair for which memory is set aside at the start; more of them allocate.
pub(crate) const NEAR_POINT_CAPACITY: usize = 64;

/// Where the warm-up puts a mesh beside itself for contacts, as a share of its size: a little inside.
pub(crate) const WARM_UP_INSIDE: f32 = 0.98;

/// Where the warm-up puts a mesh beside itself for distance and sweep, as a share of its size.
pub(crate) const WARM_UP_OUTSIDE: f32 = 1.2;

/// Work units of each query of the warm-up at most. Higher: very large meshes, and such that cross
/// themselves all over, take long to come into a world; lower: memory may grow in a step.
pub(crate) const WARM_UP_WORK: u64 = 100_000;
