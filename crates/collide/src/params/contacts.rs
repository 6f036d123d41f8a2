//! Tunables of queries for contacts.

// ---- query: contacts --------------------------------------------------------------------------

/// The sine of the largest angle (1.1 degrees) between a feature and the plane across the contact's normal at
/// which the whole feature counts as touching. A box on a floor touches it with all four corners although
/// rounding and the solver leave it slightly tilted. Smaller: resting bodies rock on one corner; larger:
/// tilted bodies get contacts far above the floor.
pub(crate) const SUPPORT_SLOPE: f64 = 0.02;

/// The sine of the angle up to which two normals count as equal, so that the features already found are used.
/// Smaller: features are searched twice for nothing.
pub(crate) const SAME_NORMAL_SINE: f64 = 1e-7;

/// Corners of a patch that are less deep than its deepest point by less than this fraction of the
/// patch's size count as equally deep. Smaller: rounding adds a contact between the corners.
pub(crate) const EQUAL_DEPTH_FRACTION: f64 = 1e-6;

/// Depths that differ by less than this fraction of the patch's size are equal in the reduction to
/// four contacts. Larger: the deepest contact may be dropped, and the distance reported is too
/// large.
pub(crate) const SAME_DEPTH_FRACTION: f64 = 1e-7;

/// The share of the search distance by which other contacts must be farther away before the nearest place of
/// a mesh and a solid becomes a contact of its own. Larger: bodies that rest on blunt ridges sink onto them;
/// smaller: contacts appear and vanish in the middle of flat patches.
pub(crate) const NEAREST_PLACE_SHARE: f64 = 0.01;

/// Contacts of a patch are merged if they are nearer to each other than this fraction of its size.
pub(crate) const SAME_CONTACT_FRACTION: f64 = 1e-5;

/// Contacts at the same points are merged if the cosine between their normals is above this.
pub(crate) const SAME_CONTACT_COSINE: f64 = 0.999;

/// Points are merged if they are nearer to each other than this fraction of their coordinates. Smaller:
/// rounding of f32 vertices splits contacts.
pub(crate) const SAME_POINT_FRACTION: f64 = 1e-6;

/// Corners nearer to each other than this fraction of the distance at which points are merged define no
/// direction between them.
pub(crate) const TOUCHING_POINTS_FRACTION: f64 = 1e-6;

/// The sine below which two edges are parallel, so that their contacts are at their corners.
/// Smaller: the crossing of nearly parallel edges is all rounding error.
pub(crate) const PARALLEL_EDGES_SINE: f64 = 1e-6;

/// A face is flat if its points lie nearer to its plane than this fraction of its size.
pub(crate) const FLAT_FACE_FRACTION: f64 = 1e-6;

/// A point is on a triangle's border if its barycentric coordinate is below this.
pub(crate) const ON_BORDER_FRACTION: f64 = 1e-6;

/// The distance beyond a side at which clipping still keeps a point, as a fraction of the face's size.
/// Smaller: rounding drops corners that lie on a side.
pub(crate) const CLIPPING_SLACK_FRACTION: f64 = 1e-9;

/// The least sine of the angle around a round end between its farthest point and one of the eight points that
/// represent it. Smaller: two contacts at nearly the same place.
pub(crate) const MIN_RIM_POINT_SINE: f64 = 1e-3;

/// The squared sine of the angle between two planes above which f32 can decide on their line; below it f64
/// decides.
pub(crate) const MIN_PLANES_SINE_SQUARED: f32 = 1e-8;

/// The number of triangle pairs filtered at once: few enough to stay in the first-level data cache.
pub(crate) const TRIANGLE_FILTER_BATCH: usize = 256;

/// Depths below this fraction of an intersection curve's size count as none.
pub(crate) const NO_DEPTH_FRACTION: f64 = 1e-9;

/// A curve that encloses less than this fraction of its squared length is a slit, not an opening:
/// its area gives no direction, the triangles' normals do.
pub(crate) const MIN_OPENING_AREA_FRACTION: f64 = 1e-3;

/// A curve is closed if its ends are nearer to each other than this fraction of its length.
pub(crate) const CLOSED_CURVE_FRACTION: f64 = 1e-6;

/// The sine of the angle below which the direction out of an overlap is replaced by the normal of the face
/// that it leads to.
pub(crate) const FACE_NORMAL_SINE: f64 = 1e-6;

/// The most corners of one mesh that are searched inside one intersection curve. Fewer: the deepest corner of
/// a deep overlap may be missed; more: a deep overlap takes longer.
pub(crate) const MAX_ENCLOSED_CORNERS: usize = 4096;

/// Candidates for contacts of two meshes that the buffer holds before it has to grow.
pub(crate) const CONTACT_CANDIDATES_RESERVED: usize = 64;

/// Triangles in flat regions that the buffer holds before it has to grow.
pub(crate) const FLAT_TRIANGLES_RESERVED: usize = 128;

// ---- query: contacts of colliders -------------------------------------------------------------

/// The distance from a face's border, in metres, within which a corner is left to the search of triangles.
pub(crate) const FACE_BORDER: f64 = 1e-3;

/// The distance by which a point of a manifold must be farther out, per unit of height above another point,
/// to replace it. Less than 30: the supporting points of a body with many corners come and go; much more: a
/// tilted body is held by points that lie close together.
pub(crate) const SUPPORT_LEVER_PER_HEIGHT: f64 = 50.0;

/// The most GJK iterations on two hulls; hulls of a hundred corners take three to six.
pub(crate) const MAX_GJK_ITERATIONS: usize = 24;

/// The share of the hulls' distance that a direction must show to count as the best one: the resolution of
/// support points of f32 corners. Nearer to 1, GJK ends by its iteration limit.
pub(crate) const GJK_EXACT_SHARE: f64 = 1.0 - 1e-6;

/// The most corners of a hull's touching feature with which the hull query makes contacts at all.
pub(crate) const MAX_FEATURE_CORNERS: usize = 64;

/// The most corners of one body in a contact patch with which hulls make its contacts.
pub(crate) const MAX_PATCH_CORNERS: usize = 16;

/// Multiples of the corners' rounding below which a gap between hulls gives no reliable direction.
pub(crate) const MIN_GAP_ROUNDINGS: f64 = 16.0;

/// The relative error of the measured distance of bodies without contacts. The distance only decides when the
/// pair is queried again.
pub(crate) const SEPARATION_RELATIVE_ERROR: f32 = 0.3;

/// The number of contact points of one pair for which memory is reserved; more of them allocate.
pub(crate) const NEAR_POINT_CAPACITY: usize = 64;

/// The offset of a mesh from its copy in the warm-up for contacts, as a share of its size: a small overlap.
pub(crate) const WARM_UP_INSIDE: f32 = 0.98;

/// The offset of a mesh from its copy in the warm-up for distance and sweep, as a share of its size.
pub(crate) const WARM_UP_OUTSIDE: f32 = 1.2;

/// The most work units of each warm-up query. Higher: adding a very large mesh, or one that crosses itself
/// everywhere, takes long; lower: memory may grow in a step.
pub(crate) const WARM_UP_WORK: u64 = 100_000;

/// The reach of the part of a plane that represents it, in radii of the other shape: beyond the shape on all sides.
/// With less, contacts near the rim of the shape may be lost.
pub(crate) const PLANE_PART: f64 = 4.0;

/// The size of the buffer for a hull's corners in a support feature. For more corners, each pass of the gift
/// wrapping searches the hull again.
pub(crate) const MAX_BUFFERED_CORNERS: usize = 48;

/// The size of the arrays for triangles and quadrilaterals, which most features are: their overlaps
/// have fewer corners to initialise and copy.
pub(crate) const MAX_SMALL_OVERLAP: usize = 10;

/// The most corners of a feature polygon, the size of its arrays. Larger faces of hulls lose
/// corners.
pub(crate) const MAX_POLYGON_CORNERS: usize = 16;

/// The number of units from the centre of a [`Quantization`] to its border: nearly all of an
/// i16.
pub(crate) const QUANTIZED_UNITS: f32 = 32_000.0;

/// A limit beyond the range of [`QuantizedDop`]s that still fits into 32 bits.
pub(crate) const QUANTIZED_CLAMP: f32 = 1e6;

/// The most points that [`Query::intersect_at`](crate::Query::intersect_at) reports. More take room in every answer.
pub const MAX_POINTS: usize = 8;

/// The number of points that [`Query::intersect`](crate::Query::intersect) looks for: the two ends of one
/// crossing, as in the 2002 library (Aleš Daneu, *Algoritmi za odkrivanje trkov*, diploma thesis,
/// University of Ljubljana, 2002). More take a longer search.
pub const DEFAULT_POINTS: usize = 2;
