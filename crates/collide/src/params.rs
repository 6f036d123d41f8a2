//! Every tunable of the collision library: unit, purpose, and what breaks if it is changed.
//!
//! Sentinels, sizes fixed by an algorithm's structure and mathematical facts stay where they are used.

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

// ---- shape: proxies ---------------------------------------------------------------------------

/// Slope (depth over distance) above which a corner cannot lie against a direction together with the
/// farthest one. It must stay above the limit of `is_on_support_feature`, [`SUPPORT_SLOPE`]: below it, corners
/// of a touching face are missed.
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

// ---- piece, model, bvh, bounding --------------------------------------------------------------

/// Meshes of more triangles than this keep the pieces that have grown. A search for fewer pieces
/// would take longer than the rest of the build.
pub(crate) const MOST_TRIANGLES_TO_REGROUP: usize = 10_000;

/// How many pieces are looked at as homes for the triangles of others when pieces are dissolved.
/// Connected surfaces take a hundredth of it, thousands of separate triangles all of it, which is some
/// seconds. Higher: such meshes take longer to build; lower: their models have more pieces.
pub(crate) const REGROUPING_LOOKS: u64 = 64_000_000;

/// How often chains of moves are tried to reach the wanted number of pieces. More rounds slow
/// builds down and gain little.
pub(crate) const CHAIN_ROUNDS: usize = 3;

/// Chain searches visit at most this many pieces per piece of the mesh in all. It bounds the time
/// of a build.
pub(crate) const CHAIN_VISITS_PER_PIECE: usize = 64;

/// How often all facets are tried for a move that makes bounds smaller. More rounds slow builds
/// down and gain little.
pub(crate) const SHRINK_ROUNDS: usize = 6;

/// A round that shrinks all bounds together by less than this part is the last.
pub(crate) const LEAST_SHRINK: f32 = 1e-3;

/// A move must make bounds smaller by more than this part of their size. At 0, rounding could
/// make two pieces exchange the same two facets for ever.
pub(crate) const LEAST_MOVE_GAIN: f32 = 1e-5;

/// Two groups of a piece's facets become one leaf if the box around both is at most this many times
/// as large as the larger box. More makes larger leaves, less makes more of them.
pub(crate) const NEAR_GROUP_GROWTH: f32 = 1.3;

/// At most this many facets at one corner are looked at. It bounds the time at the hub of a large
/// fan, where the other facets are left out.
pub(crate) const MOST_FACETS_AT_CORNER: usize = 32;

/// The most triangles of a piece by default, as in source 1. Fewer need more memory and volume
/// tests, more need more triangle tests.
pub(crate) const DEFAULT_PIECE_TRIANGLES: usize = 6;

/// Bytes of a model per triangle that builds with default options keep to. Documented at
/// [`Model::memory`](crate::Model::memory).
pub(crate) const MODEL_BYTES_PER_TRIANGLE: usize = 96;

/// Bytes per triangle that the corners of the hull may take. Meshes with relatively more hull
/// corners keep none: their support points are found by going down the tree.
pub(crate) const HULL_BYTES_PER_TRIANGLE: usize = 8;

/// How many times as large as its largest part a leaf's volume may be. The first value with which
/// the model is small enough is taken. Larger leaves save memory and slow queries down.
pub(crate) const LEAF_GROWTHS: [f32; 6] = [1.2, 1.3, 1.45, 1.7, 2.2, f32::INFINITY];

/// Models of fewer triangles take the first of [`LEAF_GROWTHS`]: a few hundred bytes are not worth
/// a leaf that holds most of the model.
pub(crate) const SMALL_MODEL_TRIANGLES: usize = 64;

/// Models of at least this many triangles start with the fourth of [`LEAF_GROWTHS`], which is
/// nearly always needed, since each try takes time.
pub(crate) const LARGE_MODEL_TRIANGLES: usize = 10_000;

/// Models with more vertices keep no hull: finding it would take longer than the rest of the
/// build.
pub(crate) const MOST_HULL_VERTICES: usize = 6000;

/// Hulls with more corners are not kept: going down the tree is as fast as looking at all corners.
pub(crate) const MOST_HULL_CORNERS: usize = 1000;

/// Whether a mesh is its own hull is tested only if triangles times hull corners are at most this:
/// some ten microseconds.
pub(crate) const MOST_OWN_HULL_TESTS: usize = 1 << 15;

/// How far a hull corner may lie outside a triangle's plane, as a part of the largest coordinate,
/// in a mesh that is its own hull: what f32 rounds a flat side of four corners to.
pub(crate) const HULL_FLATNESS: f64 = 2.0 * f32::EPSILON as f64;

/// Edges that bend by less than this, as the sine of the angle, are no edges for contacts. Larger
/// loses contacts at blunt edges, smaller makes contacts at the edges inside flat sides.
pub(crate) const FLAT_EDGE_SINE: f64 = 1e-3;

/// The square of a ratio: a triangle whose height is at most this part (1e-7) of its longest edge
/// has no area, as f32 corners cannot say more. Such triangles are dropped.
pub(crate) const DEGENERATE_HEIGHT_SQUARED: f64 = 1e-14;

/// How many pairs of nodes a descent follows depth first, deepest overlap first, before it works in
/// batches. Queries that end at their first hit mostly end within it.
pub(crate) const DEPTH_FIRST_PAIRS: u32 = 64;

/// A probe gives up after this many pairs of nodes. With 32 pairs and 4 leaf pairs it misses 24 of
/// 287 hits of two cars instead of 4.
pub(crate) const PROBE_PAIRS: usize = 64;

/// A probe gives up after this many pairs of leaves. See [`PROBE_PAIRS`].
pub(crate) const PROBE_LEAF_PAIRS: usize = 8;

// ---- broad_phase, schedule --------------------------------------------------------------------

/// An axis sort changes its axis only if the centres' variance along another one is this many times
/// as large, since a change means sorting anew. At 1 it would alternate between two equal axes.
pub(crate) const AXIS_CHANGE_VARIANCE: f64 = 1.5;

/// Insertion sort along an axis gives up after this many swaps and leaves the rest to a full sort:
/// this many for each body, and [`AXIS_SORT_SWAPS`] more.
pub(crate) const AXIS_SORT_SWAPS_PER_BODY: u64 = 16;

/// See [`AXIS_SORT_SWAPS_PER_BODY`].
pub(crate) const AXIS_SORT_SWAPS: u64 = 64;

/// Sweep and prune gives up after this many swaps for each body along an axis, and
/// [`SWEEP_AND_PRUNE_SWAPS`] more, and sorts everything anew.
pub(crate) const SWEEP_AND_PRUNE_SWAPS_PER_BODY: u64 = 64;

/// See [`SWEEP_AND_PRUNE_SWAPS_PER_BODY`].
pub(crate) const SWEEP_AND_PRUNE_SWAPS: u64 = 1024;

/// Sweep and prune inserts at most this many new bodies at a time, and a sixteenth of all; for more
/// it sorts everything anew.
pub(crate) const MOST_INSERTED_BODIES: usize = 16;

/// Sweep and prune keeps overlap flags for at most this many bodies: 2 MiB, since they grow with the
/// square. With more bodies it compares the boxes instead.
pub(crate) const MOST_FLAGGED_BODIES: usize = 2048;

/// A grid's list of candidates may have this length, and [`CANDIDATES_PER_BODY`] more for each body.
/// Beyond that the grid sorts along an axis, which needs less memory and is faster in a dense crowd.
pub(crate) const CANDIDATES: usize = 1024;

/// 512 bytes for each body. See [`CANDIDATES`].
pub(crate) const CANDIDATES_PER_BODY: usize = 64;

/// Room that the lists of candidates start with for each body. Fewer means that a crowd that forms
/// later allocates memory.
pub(crate) const CANDIDATE_ROOM_PER_BODY: usize = 8;

/// After its cells were too crowded, a grid sorts along an axis for this many updates before it
/// tries its cells again: half a second of steps.
pub(crate) const CROWDED_UPDATES: u32 = 60;

/// If more bodies than this are too large for a cell, and a quarter of all, the grid sorts all along
/// an axis.
pub(crate) const MANY_LARGE_BODIES: usize = 64;

/// Schedules start with room for this many tests, so that a usual crowd allocates no memory.
pub(crate) const SCHEDULE_ROOM: usize = 256;

/// The priorities from which tests go to the first and to the second of three queues.
pub(crate) const QUEUE_PRIORITIES: [f32; 2] = [0.6, 0.4];

/// The parts of the budget that the three queues get, in proportion.
pub(crate) const QUEUE_WEIGHTS: [u32; 3] = [4, 2, 1];

/// The least budget of a turn, in work units. With less, hardly any test would come to an answer.
pub(crate) const QUEUE_QUANTUM: u64 = 64;

/// The size of two bodies together (m) that counts half in the default perception.
pub(crate) const PERCEIVED_HALF_SIZE: f32 = 2.0;

/// The distance from the viewer (m) that counts half in the default perception.
pub(crate) const PERCEIVED_HALF_DISTANCE: f32 = 10.0;

/// The relative speed (m/s) that counts half in the default perception.
pub(crate) const PERCEIVED_HALF_SPEED: f32 = 5.0;

// ---- narrow_phase -----------------------------------------------------------------------------

/// GJK ends after this many steps with the bounds that it has. Polyhedra need fewer than ten,
/// needles of 1:10000 across each other and touching round shapes some dozens.
pub(crate) const GJK_STEPS: usize = 96;

/// GJK ends when its bounds agree to this part of the upper one. Smaller makes round shapes slower
/// and lets rounding stall the search.
pub(crate) const GJK_AGREEMENT: f64 = 1e-8;

/// Cores nearer than this part of their coordinates touch: smaller distances are rounding of f64.
pub(crate) const GJK_TOUCHING: f64 = 1e-13;

/// A GJK ray cast ends undecided after this many support points.
pub(crate) const RAY_CAST_STEPS: usize = 128;

/// Times of a GJK ray cast are shortened by this factor: far more than the rounding of their few
/// operations. At 1 a step could lead past the time of contact.
pub(crate) const RAY_CAST_SHORTENING: f64 = 1.0 - 1e-12;

/// EPA ends at this many vertices: the time and memory that one pair may take.
pub(crate) const EPA_VERTICES: usize = 192;

/// EPA ends when its bounds of the depth agree to this part of the depth.
pub(crate) const EPA_AGREEMENT: f64 = 1e-8;

/// Lengths below this part of the Minkowski difference's size are rounding in EPA.
pub(crate) const EPA_ROUNDING: f64 = 1e-12;

/// Two vertices nearer than this part of the Minkowski difference's size are one in EPA.
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

/// Cross products with a squared length at most this part of the edge's give no direction to the
/// test of a box and a triangle.
pub(crate) const BOX_EDGE_CROSSING: f64 = 1e-12;

/// The relative error of f32 points computed from a few others, in the distance of triangles. Lower
/// lets rounding choose the wrong features, higher sends more pairs to the slower second stage.
pub(crate) const TRIANGLE_DISTANCE_ROUNDING: f32 = 5e-7;

/// Lengths below this part of the coordinates count as zero in the intersection of triangles: the
/// rounding of f64.
pub(crate) const TRIANGLE_INTERSECTION_ROUNDING: f64 = 64.0 * f64::EPSILON;

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

/// The rounding of the few operations that compare two distances in f32, as a fraction. Lower: a
/// bound may exceed the distance by some units in the last place.
pub(crate) const DISTANCE_ROUNDING: f64 = 8.0 * f32::EPSILON as f64;

/// How much nearer than the nearest pair a pair may be that was pruned, in margins: one for the
/// rounding of both, and half a one for those that are pruned because they are as near up to the
/// resolution of f32. Lower: a bound may exceed the distance; higher: bounds are too low.
pub(crate) const DISTANCE_ROUNDING_MARGINS: f64 = 1.5;

/// Below so many margins f32 cannot tell whether triangles touch, and f64 decides. Lower: touching
/// models may be reported as apart; higher: more pairs are compared in f64.
pub(crate) const UNSURE_DISTANCE_MARGINS: f32 = 4.0;

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

// ---- query: toi, meshes -----------------------------------------------------------------------

/// The default distance (m) at which a sweep reports an impact. Smaller values cost more steps and
/// reach the resolution of f32 coordinates; larger ones leave visible gaps.
pub(crate) const DEFAULT_TARGET_DISTANCE: f32 = 1e-4;

/// A pair of triangles that starts nearer than this multiple of the target distance counts as near
/// at the start; its target is then lowered. At 1 a pair that starts just beyond the target is hit
/// at once, whatever it does afterwards.
pub(crate) const START_DISTANCE_FACTOR: f64 = 1.9;

/// Two triangles count as touching at this multiple of the distance that the rounding of their poses
/// can close. At 1 steps toward that distance become ever shorter; higher values stop bodies earlier
/// than they have to.
pub(crate) const RESOLVED_GAP_FACTOR: f64 = 1.25;

/// The normal between the nearest points of two triangles is used if the gap along it is at least
/// this share of their distance. Lower values give short steps, higher ones search other normals
/// more often.
pub(crate) const MIN_NORMAL_GAP_SHARE: f64 = 0.9;

/// Rotation of both bodies together in the tree search's first interval, in rad. Longer intervals
/// separate fewer nodes, shorter ones repeat the descent.
pub(crate) const FIRST_INTERVAL_ROTATION: f64 = 0.12;

/// How far both bodies together may travel into each other in the tree search's first interval, in sums of
/// their reaches. Bodies that are deep in each other at an interval's end have many triangles that meet in it,
/// and the first impact is found late; a very short interval repeats the descent.
pub(crate) const FIRST_INTERVAL_DEPTH: f64 = 0.02;

/// The first interval is extended to the time at which the bodies may touch, by at most this
/// rotation, in rad.
pub(crate) const FIRST_INTERVAL_LOOKAHEAD: f64 = 0.1;

/// The first interval may end at the impact of the remembered triangles if the bodies rotate by
/// less than this until then, in rad.
pub(crate) const WITNESS_INTERVAL_ROTATION: f64 = 0.4;

/// Growth of the interval after a cheap one. Larger values overshoot and are halved again.
pub(crate) const INTERVAL_GROWTH: f64 = 1.5;

/// An interval is cheap if it costs less than this share of its limit.
pub(crate) const CHEAP_INTERVAL_SHARE: f64 = 0.2;

/// Cost of an interval, in tests of two volumes, above which it is halved. Small limits halve
/// intervals that would succeed, large ones waste the work of those that do not.
pub(crate) const INTERVAL_COST_LIMIT: f64 = 600.0;

/// Factor of that limit once an impact in the interval is known: its end is then fixed.
pub(crate) const IMPACT_COST_FACTOR: f64 = 4.0;

/// Factor of the limit for a halved interval, and of the last cost for the next interval's limit.
pub(crate) const INTERVAL_COST_GROWTH: f64 = 1.5;

/// Intervals with less rotation than this (rad) are not halved any more.
pub(crate) const MIN_INTERVAL_ROTATION: f64 = 0.01;

/// Intervals shorter than this share of the whole search are not halved any more. With the minimum
/// rotation it bounds the number of intervals.
pub(crate) const MIN_INTERVAL_SHARE: f64 = 0.001;

/// An interval that an impact has shortened is rebuilt once the removed share times the leaf pairs
/// tested since is above this. Rebuilding costs a descent, not rebuilding keeps looser bounds.
pub(crate) const INTERVAL_REBUILD_LEAVES: f64 = 5.0;

/// Cost of a test of two pieces, in tests of two volumes: measured, for the limits above.
pub(crate) const PIECE_TEST_COST: f64 = 5.0;

/// Cost of a step of two triangles, in tests of two volumes: measured.
pub(crate) const TRIANGLE_STEP_COST: f64 = 4.0;

/// Steps in which two pieces advance before their triangles are tested.
pub(crate) const MAX_PIECE_STEPS: u32 = 4;

/// Pieces advance as long as a step is at least this share of the time that is left.
pub(crate) const MIN_PIECE_STEP_SHARE: f64 = 0.2;

/// Steps in which the triangles of the last impact advance before the search begins without them.
pub(crate) const MAX_WITNESS_STEPS: f64 = 16.0;

/// Support points tried for a direction that separates two pieces. Most pairs need two or three; a
/// worse direction only makes the step shorter.
pub(crate) const MAX_PIECE_SUPPORTS: usize = 8;

/// A direction is good enough for two pieces if the gap along it is this share of their distance.
pub(crate) const PIECE_DIRECTION_SHARE: f64 = 0.5;

/// Directions tried at one instant for a plane between the hulls of two meshes.
pub(crate) const MAX_PLANE_DIRECTIONS: usize = 12;

/// A direction is good enough for two hulls if the gap along it is this share of their distance.
pub(crate) const PLANE_DIRECTION_SHARE: f64 = 0.8;

/// The same for hulls that are near: of bodies that slide along each other the gap grows smaller
/// along all directions but one.
pub(crate) const NEAR_PLANE_DIRECTION_SHARE: f64 = 0.98;

/// Hulls are near if their distance is below this share of the bodies' radii.
pub(crate) const NEAR_PLANE_DISTANCE_SHARE: f64 = 0.02;

/// The convex stage ends where a step has less rotation than this, in rad: the tree search is
/// cheaper from there on.
pub(crate) const MIN_PLANE_STEP_ROTATION: f64 = 0.15;

/// Rotation of both bodies together in a step of the convex stage, at most, in rad.
pub(crate) const MAX_PLANE_STEP_ROTATION: f64 = 2.0;

/// A step of the convex stage is at most so much longer than the one before.
pub(crate) const PLANE_STEP_GROWTH: f64 = 3.0;

/// Steps of the convex stage, at most.
pub(crate) const MAX_PLANE_STEPS: usize = 24;

/// A step goes so much beyond the time at which the gap along the current direction closes at a
/// constant rate: another direction may separate the bodies longer.
pub(crate) const PLANE_OVERSHOOT: f64 = 1.05;

/// The same for a step that is tried again because it was too long.
pub(crate) const PLANE_RETRY_OVERSHOOT: f64 = 1.02;

/// A step that is tried again is at most this share of the one that was too long, or the share that
/// is known to be open if that is more.
pub(crate) const PLANE_RETRY_SHARE: f64 = 0.9;

/// The default tolerance (m) of sweeps of deforming meshes. Smaller values reach f64's resolution.
pub(crate) const DEFAULT_LINEAR_TOLERANCE: f64 = 1e-9;

/// The default number of cells after which such a sweep is cut. Paths that cross need fewer than
/// two hundred; features that stay near each other without contact may need all.
pub(crate) const DEFAULT_LINEAR_CELLS: u32 = 20_000;

/// A cell's time range that a test shortens to less than this share is tested again before it is
/// divided.
pub(crate) const CELL_REPEAT_SHARE: f64 = 0.6;

// ---- query: toi, convex shapes ----------------------------------------------------------------

/// Steps of conservative advancement after which the sweep of two convex shapes is cut. Shapes that
/// slide along each other within the target distance may need all.
pub(crate) const MAX_ADVANCEMENT_STEPS: u64 = 1000;

/// Relative accuracy of the distance in a step. Any slab between the shapes is a proof; a more
/// exact one only makes the step longer.
pub(crate) const CONVEX_GAP_ACCURACY: f64 = 0.05;

/// Absolute accuracy of that distance, as a share of the target distance. Far above 0.5 steps could
/// end inside the target without notice.
pub(crate) const CONVEX_GAP_TARGET_SHARE: f64 = 0.01;

/// Span ends tried in one step of bilateral advancement. Each costs two support points, less than
/// the search of a new direction.
pub(crate) const MAX_BILATERAL_TRIES: usize = 10;

/// A span that could grow by less than this share is not tried again: a try costs half as much as a
/// step.
pub(crate) const MIN_BILATERAL_GROWTH: f64 = 0.2;

/// Triangles in a window of a solid's sweep past a mesh, above which a shorter window is tried:
/// most of them are advanced in vain if an early one ends the sweep.
pub(crate) const MAX_WINDOW_TRIANGLES: usize = 16;

/// Windows of a sweep at most, except for crowded ones. Longer windows are as right, only coarser.
pub(crate) const MAX_WINDOWS: f64 = 1000.0;

/// How far the solid's path may leave its chord in a window, as a share of the solid's size. Larger
/// values collect more triangles, smaller ones need more windows.
pub(crate) const MAX_PATH_DEVIATION: f64 = 0.5;

/// The solid's size counts as at least this share of the mesh's radius: else a small grain beside a
/// large mesh needs many windows.
pub(crate) const MIN_WINDOW_SIZE_SHARE: f64 = 0.02;

// ---- query: toi, colliders on their paths -----------------------------------------------------

/// Share of its gap that a pair keeps which begins nearer than the least distance. Nearer to 1, resting
/// pairs are swept again and again; smaller, gaps shrink from step to step.
pub(crate) const KEPT_GAP_SHARE: f64 = 0.9;

/// Share of the hulls' distance that a separating plane has to show for GJK to stop.
pub(crate) const PLANE_GJK_SHARE: f64 = 0.9;

/// Hulls nearer than the least distance and than this share of their first gap have no separating plane.
/// It must be below `KEPT_GAP_SHARE * PLANE_GJK_SHARE`, which turning planes ask for.
pub(crate) const TOO_CLOSE_SHARE: f64 = 0.8;

/// Halvings of a path in the test of a plane that stands still; each makes the bound four times as fine.
pub(crate) const MAX_PLANE_HALVINGS: u32 = 3;

/// GJK runs for a plane that stands still.
pub(crate) const MAX_PLANE_SEARCHES: usize = 2;

/// GJK runs for planes that turn, on one path.
pub(crate) const MAX_TURNING_PLANE_SEARCHES: usize = 14;

/// Halvings of a part of a path in the test of a turning plane, without a GJK run.
pub(crate) const MAX_TURNING_PLANE_HALVINGS: u32 = 2;

/// Angle, in radians, by which a plane may turn between two GJK runs.
pub(crate) const MAX_PLANE_TURN: f64 = 1.0;

/// How many times a mesh must reach as far as a body for the body to be small beside its half-spaces.
pub(crate) const MIN_REACH_RATIO: f32 = 4.0;

/// Steps on to one half-space at most.
pub(crate) const MAX_DESCENT_STEPS: usize = 24;

/// Share of the target that a step on to a half-space may leave. Smaller values take fewer steps and end nearer.
pub(crate) const DESCENT_TARGET_SHARE: f64 = 0.7;

/// Share of the sweep's target above which a body is clear of half-spaces.
pub(crate) const HALF_SPACE_CLEAR_SHARE: f64 = 0.3;

/// A height above a level by no more than this factor counts as on it.
pub(crate) const LEVEL_TOLERANCE: f64 = 1.02;

/// Height above a half-space, in metres, below which the triangles are asked.
pub(crate) const MIN_HALF_SPACE_HEIGHT: f64 = 1e-7;

/// Target distance, in metres, below which the triangles are swept: they see large meshes in f32.
pub(crate) const MIN_PROXY_TARGET: f64 = 1e-5;

/// Steps of conservative advancement of two hulls at most.
pub(crate) const MAX_HULL_STEPS: usize = 16;

/// Share of the target to which a step of two hulls aims.
pub(crate) const HULL_STEP_TARGET_SHARE: f64 = 0.7;

/// Share of the target below which hulls come nowhere within a step.
pub(crate) const HULL_STEP_MIN_SHARE: f64 = 0.3;

/// Halvings of a step of two hulls that goes too far.
pub(crate) const MAX_STEP_HALVINGS: usize = 5;

/// Share of the hulls' distance at which GJK stops within a step.
pub(crate) const HULL_GJK_SHARE: f64 = 0.999;

/// Share of the distance below which GJK has not converged, as on round shapes, and hulls do not answer.
pub(crate) const MIN_HULL_GJK_SHARE: f64 = 0.98;

/// Gap of two hulls, in metres, below which the direction between them is not known well.
pub(crate) const MIN_HULL_GAP: f64 = 1e-7;
