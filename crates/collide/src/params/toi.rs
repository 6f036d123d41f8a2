//! Tunables of sweeps.

// ---- query: toi, meshes -----------------------------------------------------------------------

/// The default distance (m) at which a sweep reports an impact. Smaller values cost more steps and
/// reach the resolution of f32 coordinates; larger ones leave visible gaps.
pub(crate) const DEFAULT_TARGET_DISTANCE: f64 = 1e-4;

/// A pair of triangles that starts nearer than this multiple of the target distance counts as near at the
/// start; its target is then lowered. At 1 a pair that starts just beyond the target is hit at once, even if
/// it separates afterwards.
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

/// The depth by which both bodies together may travel into each other in the tree search's first interval, in
/// sums of their reaches. Bodies that overlap deeply at an interval's end have many triangles that meet in
/// it, and the first impact is found late; a very short interval repeats the descent.
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

/// The same for a mesh and a convex solid, whose tests are cheaper: its intervals are shorter.
pub(crate) const SOLID_INTERVAL_COST_LIMIT: f64 = 150.0;

/// Factor of that limit once an impact in the interval is known, because its end is then fixed.
pub(crate) const IMPACT_COST_FACTOR: f64 = 4.0;

/// Factor of the limit for a halved interval, and of the last cost for the next interval's limit.
pub(crate) const INTERVAL_COST_GROWTH: f64 = 1.5;

/// Intervals with less rotation than this (rad) are not halved any more.
pub(crate) const MIN_INTERVAL_ROTATION: f64 = 0.01;

/// Intervals shorter than this share of the whole search are not halved any more. With the minimum
/// rotation it bounds the number of intervals.
pub(crate) const MIN_INTERVAL_SHARE: f64 = 0.001;

/// An interval that an impact has shortened is rebuilt once the removed share times the leaf pairs tested
/// since then is above this. Rebuilding costs a descent; without it the bounds stay looser.
pub(crate) const INTERVAL_REBUILD_LEAVES: f64 = 5.0;

/// Cost of a test of two pieces, in tests of two volumes: measured, for the limits above.
pub(crate) const PIECE_TEST_COST: f64 = 5.0;

/// Cost of a step of two triangles, in tests of two volumes: measured.
pub(crate) const TRIANGLE_STEP_COST: f64 = 4.0;

/// The number of steps in which two pieces advance before their triangles are tested.
pub(crate) const MAX_PIECE_STEPS: u32 = 4;

/// Pieces advance as long as a step is at least this share of the remaining time.
pub(crate) const MIN_PIECE_STEP_SHARE: f64 = 0.2;

/// The number of steps in which the triangles of the last impact advance before the search begins without
/// them.
pub(crate) const MAX_WITNESS_STEPS: f64 = 16.0;

/// The number of support points tried for a direction that separates two pieces. Most pairs need two or
/// three; a worse direction only makes the step shorter.
pub(crate) const MAX_PIECE_SUPPORTS: usize = 8;

/// A direction is good enough for two pieces if the gap along it is this share of their distance.
pub(crate) const PIECE_DIRECTION_SHARE: f64 = 0.5;

/// The number of directions tried at one instant for a plane between the hulls of two meshes.
pub(crate) const MAX_PLANE_DIRECTIONS: usize = 12;

/// A direction is good enough for two hulls if the gap along it is this share of their distance.
pub(crate) const PLANE_DIRECTION_SHARE: f64 = 0.8;

/// The share for near hulls: when bodies slide along each other, the gap shrinks along all directions but
/// one.
pub(crate) const NEAR_PLANE_DIRECTION_SHARE: f64 = 0.98;

/// Hulls are near if their distance is below this share of the bodies' radii.
pub(crate) const NEAR_PLANE_DISTANCE_SHARE: f64 = 0.02;

/// The convex stage ends where a step has less rotation than this, in rad: the tree search is
/// cheaper from there on.
pub(crate) const MIN_PLANE_STEP_ROTATION: f64 = 0.15;

/// The most steps of the convex stage.
pub(crate) const MAX_PLANE_STEPS: u64 = 24;

// ---- query: toi, convex shapes ----------------------------------------------------------------

/// The number of steps of conservative advancement after which the sweep of two convex shapes is cut. Shapes
/// that slide along each other within the target distance need many: 14,000 were measured where a box grazes
/// a turning hull of 20 km. Fewer: such sweeps are cut even without a budget; more had no effect in
/// measurements.
pub(crate) const MAX_ADVANCEMENT_STEPS: u64 = 100_000;

/// Relative accuracy of the distance in a step. Any slab between the shapes is a proof; a more
/// exact one only makes the step longer.
pub(crate) const CONVEX_GAP_ACCURACY: f64 = 0.05;

/// Absolute accuracy of that distance, as a share of the target distance. Far above 0.5, steps could end
/// unnoticed inside the target.
pub(crate) const CONVEX_GAP_TARGET_SHARE: f64 = 0.01;

/// The most looks ahead in one step of two convex leaves. Each costs two support points, less than the search
/// for a new direction.
pub(crate) const MAX_LOOKS: usize = 10;

/// A look ahead is repeated over another time if that could add more than this multiple of the time proved
/// free. Higher: more steps, each with a search for a direction; lower: more looks.
pub(crate) const LOOK_GROWTH: f64 = 1.0;

/// The same for two convex shapes, whose looks cost less beside a search: their support points are near the last
/// ones.
pub(crate) const CONVEX_LOOK_GROWTH: f64 = 0.25;

/// The distance by which a solid's points may leave their chords in an interval, as a share of the solid's size.
/// Above it the solid is tested as a sphere, which is larger. Larger: more nodes are near the swept box.
pub(crate) const MAX_PATH_DEVIATION: f64 = 0.5;

// ---- query: toi, colliders on their paths -----------------------------------------------------

/// The share of its gap that a pair keeps if it begins nearer than the least distance. Nearer to 1: resting
/// pairs are swept again and again; smaller: gaps shrink from step to step.
pub(crate) const KEPT_GAP_SHARE: f64 = 0.9;

/// The share of the hulls' distance that a separating plane has to show for GJK to stop.
pub(crate) const PLANE_GJK_SHARE: f64 = 0.9;

/// Hulls nearer than the least distance and than this share of their first gap have no separating plane. It
/// must be below `KEPT_GAP_SHARE * PLANE_GJK_SHARE`, which turning planes require.
pub(crate) const TOO_CLOSE_SHARE: f64 = 0.8;

/// The most halvings of a path in the test of a fixed plane; each makes the bound four times as fine.
pub(crate) const MAX_PLANE_HALVINGS: u32 = 3;

/// The most GJK runs for turning planes on one path.
pub(crate) const MAX_TURNING_PLANE_SEARCHES: usize = 14;

/// The angle, in radians, by which a plane may turn between two GJK runs.
pub(crate) const MAX_PLANE_TURN: f64 = 1.0;

/// The angle, in radians, by which a normal is expected to turn in a look ahead as it did before; a look that is
/// longer keeps the normal. Less: edges that slide over each other are followed in short steps; more: a normal that
/// has jumped to other features, or turns unsteadily, costs looks.
pub(crate) const MAX_NORMAL_TURN: f64 = 0.2;

/// The ratio of the reaches of a mesh and a body from which the body counts as small beside the mesh's
/// half-spaces.
pub(crate) const MIN_REACH_RATIO: f32 = 4.0;

/// The most steps of a descent onto one half-space.
pub(crate) const MAX_DESCENT_STEPS: u64 = 24;

/// The share of the target distance at which a descent onto a half-space aims. Smaller: fewer steps, and the
/// body ends nearer.
pub(crate) const DESCENT_TARGET_SHARE: f64 = 0.7;

/// The share of the sweep's target above which a body is clear of half-spaces.
pub(crate) const HALF_SPACE_CLEAR_SHARE: f64 = 0.3;

/// A height above a level by at most this factor counts as on the level.
pub(crate) const LEVEL_TOLERANCE: f64 = 1.02;

/// The height above a half-space, in metres, below which the triangles decide.
pub(crate) const MIN_HALF_SPACE_HEIGHT: f64 = 1e-7;

/// The target distance, in metres, below which the triangles are swept, because their search keeps large
/// meshes in f32.
pub(crate) const MIN_PROXY_TARGET: f64 = 1e-5;

/// The most steps of conservative advancement of two hulls.
pub(crate) const MAX_HULL_STEPS: u64 = 16;

/// The share of the target distance that the gap between two hulls keeps, at which their steps aim. Smaller:
/// fewer steps, and the bodies end nearer.
pub(crate) const HULL_STEP_TARGET_SHARE: f64 = 0.7;

/// The share of the hulls' distance at which GJK stops within a step.
pub(crate) const HULL_GJK_SHARE: f64 = 0.999;

/// The share of the distance below which GJK has not converged, as on round shapes, so that hulls cannot
/// decide.
pub(crate) const MIN_HULL_GJK_SHARE: f64 = 0.98;

/// The gap of two hulls, in metres, below which the direction between them is unreliable.
pub(crate) const MIN_HULL_GAP: f64 = 1e-7;

/// The share of the time that a distance leaves free of contact, for certain, after which the next distance is
/// measured. 1: rounding can take it too far.
pub(crate) const OPENING_SHARE: f64 = 0.95;

/// The most distances that are measured until a pair counts as shown to stay apart: one that doubles each time
/// grows by a billion. Fewer: more such pairs wait for a step.
pub(crate) const MAX_OPENING_QUERIES: u64 = 30;

/// Squared sine of the angle of two edges below which their common perpendicular is skipped: then the normals of
/// the faces give an equal bound. With less, the perpendicular is only rounding.
pub(crate) const NEARLY_PARALLEL: f64 = 1e-12;

/// Reserved stack entries of the search for the earliest impact: enough for the depths of two trees, so that
/// searches do not allocate.
pub(crate) const RESERVED_PAIRS_OF_NODES: usize = 128;

/// The target distance is at least this many roundings of the poses: half of it is left where two stop, for the
/// rounding of the whole's pose, of the child's pose, and of the child's own sweep.
pub(crate) const COMPOUND_ROUNDINGS: f64 = 6.0;
