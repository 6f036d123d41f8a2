//! Every tunable of the physics: unit, purpose, and what breaks if it is changed.
//!
//! Sentinels, sizes fixed by an algorithm's structure and mathematical facts stay where they are used.

// ---- time and memory --------------------------------------------------------------------------

// ---- bodies, motion, sleep --------------------------------------------------------------------

// ---- proxies ----------------------------------------------------------------------------------

/// Slope (depth over distance) above which a corner cannot lie against a direction together with the
/// farthest one. It must stay above the limit of `is_on_support_feature` in the collision library: below it,
/// corners of a touching face are missed.
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

// ---- manifolds --------------------------------------------------------------------------------

/// Share of the skin by which bodies may come nearer before their contacts are looked for again. Larger
/// values save queries and let contacts drift.
pub(crate) const CONTACT_REFRESH_SHARE: f64 = 0.25;

/// Freely moving bodies that a body touches when it counts as in a crowd. In a crowd the solver, not
/// the impact events, answers most contacts.
pub(crate) const CROWD_CONTACTS: u32 = 3;

/// Closing speed, in m/s, up to which the contact margin of two bodies grows with it. Larger values find
/// contacts earlier and cost queries.
pub(crate) const MAX_MARGIN_SPEED: f64 = 4.0;

/// Share of the skin by which a contact of two meshes may be off after it was moved along with them.
/// Meshes are dear to ask: smaller values ask more often.
pub(crate) const MESH_CONTACT_DRIFT_SHARE: f64 = 0.02;

/// Distance, in metres, within which a new contact takes over the impulses of an old one. Too small, and
/// piles lose their warm start when they slide; too large, and impulses go to the wrong corner.
pub(crate) const SAME_CONTACT_DISTANCE: f64 = 0.02;

/// Share of a step's work units for all contact searches together; the sweeps have the rest.
pub(crate) const CONTACT_SEARCH_WORK_SHARE: f64 = 0.5;

/// Distance, in metres, from a face's border within which a corner is left to the search of triangles.
pub(crate) const FACE_BORDER: f64 = 1e-3;

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

/// Work units of the warm-up's sweep at most, for very large meshes.
pub(crate) const WARM_UP_WORK: u64 = 100_000;

// ---- paths within a step, rays ------------------------------------------------------------------

/// Turn, in radians, below which no energy is corrected: it gains at most its square, a millionth.
pub(crate) const MIN_ENERGY_TURN: f64 = 1e-3;

/// Corrections of a turn that gains energy; each leaves hardly anything of the gain.
pub(crate) const MAX_TURN_CORRECTIONS: usize = 4;

/// Chord of a turn, in metres, up to which a path's box is only made larger by it instead of being
/// computed at the path's end.
pub(crate) const LOOSE_BOUNDS_CHORD: f32 = 2e-3;

/// Radius, in metres, of the ball that is cast at round solids in place of a ray.
pub(crate) const RAY_RADIUS: f32 = 1e-3;

// ---- solver -----------------------------------------------------------------------------------

// ---- continuous collision: planes and half-spaces ---------------------------------------------

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

/// Shares of the way to an impact, tried in turn, when the gap there is too small to stop at.
pub(crate) const EARLIER_SHARES: [f32; 4] = [0.95, 0.8, 0.5, 0.2];

/// Shares of a path at which the gap of a pair that seems to touch is measured: does it open?
pub(crate) const OPENING_SHARES: [f32; 4] = [0.005, 0.01, 0.02, 0.05];

/// By what factor such a gap has to grow before the pair is swept from there.
pub(crate) const OPENED_GAP_FACTOR: f64 = 4.0;

/// Share by which the gap of a pair that is too close must have grown before it goes on: rounding cannot
/// close it bit by bit.
pub(crate) const MIN_GAP_GROWTH: f64 = 0.1;

// ---- continuous collision: events, clusters, speculative contacts -----------------------------

/// Speed, in m/s, at which touching points part at least after an impact, so that a gap opens. At 0 the
/// next sweep finds the same impact again.
pub(crate) const MIN_PARTING_SPEED: f64 = 0.02;

/// Share of its closing speed above which no point parts only to open a gap.
pub(crate) const PARTING_SPEED_SHARE: f64 = 0.1;

/// Iterations over the points of one impact at most.
pub(crate) const MAX_IMPACT_ITERATIONS: usize = 60;

/// Share of the closing speed below which the largest change of an iteration ends the iterations.
pub(crate) const IMPACT_TOLERANCE: f64 = 1e-8;

/// Bisections for the greatest share of restitution that adds no energy; each halves the error of the
/// share.
pub(crate) const ENERGY_BISECTIONS: usize = 40;

/// How often initial impacts are handed on from body to body before the solver takes over.
pub(crate) const INITIAL_IMPACT_ROUNDS: usize = 4;

/// Closing speed of two paths, in m/s, below which they cannot meet before the solver parts the bodies in the
/// next step. Larger values let bodies come nearer than the least distance.
pub(crate) const MIN_CLOSING_SPEED: f64 = 3e-4;

/// Share of a step in which bodies that met regain the target distance.
pub(crate) const OPENING_STEP_SHARE: f64 = 0.25;

/// Events of a body in a step from which on its impacts open the gap.
pub(crate) const EVENTS_BEFORE_OPENING: u32 = 3;

/// Events of a body in a crowd from which on it joins the cluster of what it meets.
pub(crate) const EVENTS_BEFORE_CLUSTER: u32 = 2;

/// How much faster than falling the far end of a toppling body gets: a rod's by half.
pub(crate) const TOPPLING_FACTOR: f64 = 1.5;

/// How often speculative contacts are added and all contacts solved again.
pub(crate) const SPECULATIVE_ROUNDS: usize = 3;

/// Share of the skin by which places of a body leave their tangents in a step before its pairs get speculative
/// contacts. Below it the present contacts tell all.
pub(crate) const SPECULATIVE_BULGE_SHARE: f64 = 0.25;

/// Skins that two bodies slide along each other in a step before the pair gets speculative contacts.
pub(crate) const SPECULATIVE_SLIDE_SKINS: f64 = 8.0;

// ---- vehicles ---------------------------------------------------------------------------------
