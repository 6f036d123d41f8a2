//! Tunables of sweeps.

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
/// slide along each other within the target distance need many: 14,000 were measured where a box grazes a turning
/// hull of 20 km. Less, and such sweeps are cut even without a budget; more has no effect that was found.
pub(crate) const MAX_ADVANCEMENT_STEPS: u64 = 100_000;

/// Share of a step above a half-space's plane that has to be proved free for the step to be taken as far; for
/// less a shorter one is tried, whose bound is finer. Lower values creep along coarse bounds, higher ones try
/// more steps.
pub(crate) const MIN_HALF_SPACE_STEP_SHARE: f64 = 0.1;

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
