//! Every tunable of the physics, with its unit, its purpose and the effect of changing it.
//!
//! Sentinels, sizes fixed by an algorithm's structure and mathematical facts stay where they are used.

// ---- time and memory --------------------------------------------------------------------------

/// The simulation steps in a second.
///
/// Every step costs about the same, whatever its length. More steps make contacts stiffer and bodies react
/// sooner; recordings and golden hashes are valid for one value only.
pub const STEPS_PER_SECOND: f32 = 120.0;

/// Memory reserved for each body: pairs, contacts, and events of a step. A crowd seldom needs more; if it
/// does, the buffers grow once more during a step.
pub(crate) const RESERVED_PAIRS: usize = 12;
pub(crate) const RESERVED_CONTACTS: usize = 16;
pub(crate) const RESERVED_EVENTS: usize = 8;

/// Memory reserved for each body: notes that another carries it without touching it. A body on more rays than this
/// makes the list grow once more during a step.
pub(crate) const RESERVED_SUPPORTS: usize = 4;

/// Contact points of one pair for which memory is reserved at the start; more of them allocate.
pub(crate) const RESERVED_NEAR_POINTS: usize = 64;

/// Additional memory reserved for the whole world: among few bodies, each may touch all others.
pub(crate) const RESERVED_EXTRA: usize = 64;

/// The most pairs of near bodies that a step keeps, if [`MAX_PAIRS_PER_BODY`] does not allow more: the state
/// of a pair takes half a kilobyte. With more pairs all bodies move only a part of their way, so that fewer
/// bodies are near them. Fewer: crowds that are rightly dense slow down; more: a volley of two thousand fast
/// bodies takes gigabytes.
pub(crate) const MAX_PAIRS: usize = 30_000;
/// The most pairs for each body, if they are more than [`MAX_PAIRS`] together.
pub(crate) const MAX_PAIRS_PER_BODY: usize = 48;

/// The shares of a step that are then tried in turn. Finer: each repeats the search for pairs; coarser: fast
/// and dense bodies stand still.
pub(crate) const STEP_SHARES: [f64; 4] = [0.125, 0.015_625, 0.001_953_125, 0.0];

/// The most boxes that are compared along one axis to detect too many pairs, as a multiple of the most pairs.
/// More: every step of such a crowd takes longer; fewer: the broad phase detects it, more slowly.
pub(crate) const COMPARED_BOXES_PER_PAIR: usize = 32;

// ---- bodies, motion, sleep --------------------------------------------------------------------

/// The acceleration of gravity, in m/s2, which presses bodies on the floor.
pub const GRAVITY: f32 = 9.81;

/// The largest angle, in radians, by which a body of uneven inertia turns before its angular velocity is
/// recomputed. The implicit midpoint rule converges quickly below it; smaller: fast spinning bodies take more
/// events in a step.
pub(crate) const MAX_TURN: f64 = 0.25;

/// The most parts into which the rotation of a body of uneven inertia is divided in a step. A body that would
/// turn further than this times [`MAX_TURN`], 16 radians, turns slower in that step, along the rotation that
/// it would make. Fewer: spins that levels allow turn slower; more: a needle spun by an impact takes
/// thousands of sweeps.
pub(crate) const MAX_TURNS_PER_STEP: f64 = 64.0;

/// The parts shared by all bodies that take more than [`FEW_TURNS`], if this leaves fewer than
/// [`MAX_TURNS_PER_STEP`] for each; the least for each is [`FEW_TURNS`]. Fewer: crowds of spinning bodies
/// turn slower; more: two thousand of them take seconds for a step.
pub(crate) const MAX_TURNS_OF_ALL: f64 = 8_192.0;

/// A body without neighbours that turns in more parts than this in the rest of a step gets one path for all
/// of them. Fewer: the last digits of final poses change; more: each part costs an event.
pub(crate) const FEW_TURNS: f64 = 8.0;

/// The most iterations of the midpoint equation; at [`MAX_TURN`] each gains about one digit.
pub(crate) const MAX_MIDPOINT_ITERATIONS: usize = 24;

/// The midpoint equation is solved when the angular momentum changes by less than this share of itself
/// (squared). Much more: a tumbling body gains or loses energy over minutes.
pub(crate) const MIDPOINT_TOLERANCE_SQUARED: f64 = 1e-28;

/// An inertia tensor whose entries differ from a multiple of the identity by less than this share is that of
/// a ball. The rounding of f32 mass properties is below it.
pub(crate) const ISOTROPIC_INERTIA: f64 = 1e-6;

/// The default lever arm of rolling friction of a material, in metres. Tables of drives give 0.5 mm for steel
/// on steel, 1.2 mm for wood on steel, 1.5 mm for wood on wood, 2 mm for plastic on steel, 10 mm and more for
/// rubber on concrete (LUST, "CDA3000 Engineering Guide", table 7.22). 0: round bodies in a heap rock for
/// minutes; much more: balls stop like bags of sand.
pub(crate) const STANDARD_ROLLING: f32 = 2e-3;

/// The greatest value of a material's properties, in their units: large enough for anything, and far from
/// overflow.
pub(crate) const MAX_MATERIAL_VALUE: f32 = 1e12;

/// The distances that bodies keep, in multiples of `Settings::skin`. Resting bodies are not pushed apart
/// until they are nearer than the skin by [`SLOP_SKINS`]; the sweep reports impacts at [`TARGET_SKINS`];
/// after an impact, bodies nearer than [`LEAST_GAP_SKINS`] do not move again in the step. They have to keep
/// this order (1 - slop > target > least gap), or each resting body costs an impact a step.
pub(crate) const SLOP_SKINS: f64 = 0.4;
pub(crate) const TARGET_SKINS: f64 = 0.25;
pub(crate) const LEAST_GAP_SKINS: f64 = 0.02;

/// The margin beyond the skin within which contacts are searched, in multiples of the approach in a step at
/// `Settings::rest_speed`. Less than 1: the solver finds bodies that come to rest too late.
pub(crate) const CONTACT_MARGIN_STEPS: f64 = 2.0;

/// The greatest distance of a body from the origin, in metres: one beyond it is put back. f32 poses lose
/// millimetres long before (at 8 km), so more gains nothing.
pub(crate) const FARTHEST_FROM_ORIGIN: f64 = 1e6;

/// The displacement by turning, in metres, above which the gap of a pair is also bounded in the frame of one
/// of its bodies: bodies that turn together keep their gap. Larger: pairs of a turning heap search for
/// contacts more often; smaller: the second bound is often computed for nothing.
pub(crate) const LONG_TURN: f64 = 0.01;

// ---- manifolds --------------------------------------------------------------------------------

/// The share of the skin by which bodies may come nearer before their contacts are searched again. Larger
/// values save queries and let contacts drift.
pub(crate) const CONTACT_REFRESH_SHARE: f64 = 0.25;

/// The number of freely moving bodies in contact from which a body counts as in a crowd. In a crowd the
/// solver, not the impact events, handles most contacts.
pub(crate) const CROWD_CONTACTS: u32 = 3;

/// Closing speed, in m/s, up to which the contact margin of two bodies grows with it. Larger values find
/// contacts earlier and cost queries.
pub(crate) const MAX_MARGIN_SPEED: f64 = 4.0;

/// Contacts of solids are searched where these will be in the middle of the step if two of their points move at more
/// than this share of `Settings::sleep_speed` relative to each other, and by at most this many skins in half a step.
/// Less of the first: more searches; more: what rocks slowly never falls asleep. Less of the second: what rocks gains
/// energy; more: contacts in heaps that fall are off.
pub(crate) const MIDWAY_LEAST_SHARE: f64 = 0.5;
pub(crate) const MIDWAY_MOST_SKINS: f64 = 1.0;

/// The share of the skin by which a contact of two meshes may be off after it was moved along with them.
/// Queries of meshes are expensive: smaller values need more of them.
pub(crate) const MESH_CONTACT_DRIFT_SHARE: f64 = 0.02;

/// The distance, in metres, within which a new contact takes over the impulses of an old one. Smaller:
/// sliding piles lose their warm start; larger: impulses go to the wrong corner.
pub(crate) const SAME_CONTACT_DISTANCE: f64 = 0.02;

/// The most contacts of a pair to which contacts of earlier searches are added. Less: long bodies that lie along
/// each other rock; more: bodies keep contacts at corners that no longer hold them.
pub(crate) const FEW_CONTACTS: usize = 2;

/// The distance, in multiples of `Settings::skin`, beyond which a contact ends. 1 or less: a contact that
/// trembles at the skin begins and ends again and again.
pub(crate) const CONTACT_END_SKINS: f64 = 2.0;

/// The share of a step's work units for all contact searches together; the sweeps have the rest.
pub(crate) const CONTACT_SEARCH_WORK_SHARE: f64 = 0.5;

// ---- paths within a step, rays ------------------------------------------------------------------

/// The angle, in radians, below which no energy is corrected: it gains at most its square, a millionth.
pub(crate) const MIN_ENERGY_TURN: f64 = 1e-3;

/// The most corrections of a rotation that gains energy; each leaves hardly anything of the gain.
pub(crate) const MAX_TURN_CORRECTIONS: usize = 4;

/// Chord of a turn, in metres, up to which a path's box is only made larger by it instead of being
/// computed at the path's end.
pub(crate) const LOOSE_BOUNDS_CHORD: f32 = 2e-3;

/// The margin in metres by which boxes must exceed their bodies for rays: queries cast a ball of this radius
/// at round solids. Smaller: a box may exclude a body that the ray meets.
pub(crate) const RAY_RADIUS: f32 = dodgem_collide::query::RAY_RADIUS;

/// The radius of a ball that replaces a point, in metres, in the search for the body nearest to a point.
/// Larger: bodies nearer than this count as touching the point.
pub(crate) const POINT_RADIUS: f32 = 1e-6;

// ---- solver -----------------------------------------------------------------------------------

/// The fewest substeps of a step, unless the settings specify fewer. More: every step takes longer; fewer:
/// more of a contact's error is left to position correction.
pub(crate) const LEAST_SUBSTEPS: u32 = 2;

/// The most substeps of a step for carried loads, unless the settings specify more: a thousand times its
/// weight on a light body takes about a hundred, ten thousand times two hundred. Fewer: such piles tremble
/// and creep; more: a huge load on a light body takes all the time.
pub(crate) const MAX_SUBSTEPS: u32 = 256;

/// The weights of the part of a body's load that the impulses of the last step do not balance, and of the speed
/// of its contacts over a step: a load counts in full from these on. Less: slender walls take few substeps
/// until they move, and creep; more: heaps that hardly tremble take as many as heaps that fall.
pub(crate) const UNBALANCED_WEIGHT: f64 = 100.0;
pub(crate) const CONTACT_SPEED_WEIGHT: f64 = 400.0;

/// The speed of a body, in m/s, from which on it does not count by how much the bodies below it sink. Less: what
/// creeps takes few substeps; more: heaps that fall take as many as heaps that stand.
pub(crate) const MOVING_LOAD_SPEED: f64 = 0.03;

/// The distance beyond the skin, in multiples of `Settings::skin`, at which contacts touch: they close no
/// further. 0: contacts close gaps of rounding size at speeds at which piles tremble and creep; more: bodies
/// come to rest visibly above each other.
pub(crate) const TOUCH_SKINS: f64 = 0.002;

/// The stiffness of the contacts of a column, in multiples of the heavier body's inverse response: so much
/// greater than the mass, the impulse that stops a body leaves this share of its speed. Less: columns yield
/// under a load that is new; more: rounding of single precision becomes impulses.
pub(crate) const COLUMN_STIFFNESS: f64 = 1e4;

/// The speed of a contact, in m/s, above which its column is solved directly. Less: a tower that stands is
/// solved in each substep; more: it creeps by this times the number of its contacts.
pub(crate) const COLUMN_TOLERANCE: f64 = 5e-5;

/// The share of [`COLUMN_TOLERANCE`] that counts in the substep after such a solution. 1: a column trembles at
/// the tolerance; much less: columns are solved until rounding stops them.
pub(crate) const COLUMN_REST_SHARE: f64 = 0.1;

/// The most direct solutions of a column in a substep, each with the contacts that the last one found able to
/// hold. Fewer: a column that topples is left to the passes over contacts; more: it takes more time.
pub(crate) const MAX_COLUMN_ROUNDS: usize = 4;

/// The share of its limit from which on friction counts as slipping in such a solution: below 1 by more than
/// the rounding of single precision.
pub(crate) const STICKING_SHARE: f64 = 0.999;

/// The most contacts times substeps that a step solves for carried loads. Fewer: large heaps tremble; more: a
/// step of two thousand bodies takes a tenth of a second.
pub(crate) const MAX_CONTACT_SOLUTIONS: usize = 400_000;

/// The distance by which a pile may sink while its impulses grow to its weight, in multiples of
/// `Settings::skin`: see `solver/carried_loads.rs`. At [`SLOP_SKINS`] and more: towers and heavy bodies on
/// light ones tremble instead of falling asleep; smaller: piles take more substeps, in inverse proportion to
/// the square root.
pub(crate) const MAX_SAG_SKINS: f64 = 0.18;

/// The cosine between a contact's normal and the direction against the body's acceleration above which the
/// contact supports the body. It decides which bodies count as piles, and so the number of substeps. Much
/// less: bodies side by side count as piles; much more: sloping piles do not.
pub(crate) const SUPPORT_COSINE: f64 = 0.4;

/// The distance, in multiples of `Settings::skin`, by which a point may stand out of the plane on which a
/// body lies and still be hidden by it. It has to cover the rounding of poses; larger: small lips are met
/// late.
pub(crate) const SEAM_LIP_SKINS: f64 = 0.1;

/// Friction follows ground that turns if bodies on it would otherwise creep faster than this, in m/s: some mm
/// an hour. Less: every heap costs additional passes over contacts; more: bodies creep on slowly turning
/// ground.
pub(crate) const LEAST_CARRIED_CREEP: f64 = 1e-6;

/// The cosine between the normals of a contact and of the plane on which a body lies above which the two
/// count as one plane. Nearer to 1: the corners of a rocking box count as seams; less: seams brake a ball
/// that is nearly above them, by the square of the angle.
pub(crate) const SEAM_COSINE: f64 = 0.99999;

/// The frequency of the spring of soft contacts, in Hz. Lower: a weight presses a contact farther together
/// before it is pushed apart.
pub(crate) const CONTACT_HERTZ: f64 = 120.0;

/// The most oscillations of that spring in a substep. A spring that is too fast for the substeps shakes.
pub(crate) const MAX_CONTACT_CYCLES_PER_SUBSTEP: f64 = 0.25;

/// The damping ratio of the spring of soft contacts. It is far above critical, so that bodies pushed apart do
/// not fly off.
pub(crate) const CONTACT_DAMPING_RATIO: f64 = 10.0;

/// The share of `Settings::push_speed` at which bodies separate at least if they are nearer than continuous
/// collision lets them come. 0: they may stay so near that every step begins with an impact.
pub(crate) const HARD_CONTACT_SPEED_SHARE: f64 = 0.1;

/// The least distance at which paths should end, in multiples of the distance at which the sweep reports an
/// impact. 1 or less: paths end where impacts are reported.
pub(crate) const LEAST_PATH_DISTANCE: f64 = 1.4;

/// The most passes of position correction; any remaining error is left to continuous collision.
pub(crate) const MAX_POSITION_PASSES: usize = 16;

/// The share of the least distance by which position correction may miss it, to both sides. Much less: a
/// whole jam keeps moving by less and less.
pub(crate) const POSITION_TOLERANCE: f64 = 0.25;

/// The share of its speed within which a contact has to reach its bounce: the rounding of single precision is
/// just below it. Much more: a box that falls flat leaves with a spin.
pub(crate) const BOUNCE_TOLERANCE: f32 = 1e-5;

/// The determinant, in squares of the bound on the eigenvalues, below which the tangent matrix counts as
/// singular. It follows from single precision: a smaller limit would divide by rounding errors.
pub(crate) const SINGULAR_TANGENT_MASS: f32 = 1e-6;

// ---- continuous collision: pairs that are too near --------------------------------------------

/// Shares of the path to an impact, tried in turn, if the gap there is too small to stop at.
pub(crate) const EARLIER_SHARES: [f32; 4] = [0.95, 0.8, 0.5, 0.2];

/// Shares of a path at which the gap of a seemingly touching pair is measured, to find out if it opens. The
/// pair must then also be shown to stay apart until there.
pub(crate) const OPENING_SHARES: [f32; 4] = [0.005, 0.01, 0.02, 0.05];

/// The factor by which such a gap has to grow before the pair is swept from there.
pub(crate) const OPENED_GAP_FACTOR: f64 = 4.0;

/// The share by which the gap of a pair that is too close must have grown before it moves on, so that
/// rounding cannot close the gap bit by bit.
pub(crate) const MIN_GAP_GROWTH: f64 = 0.1;

// ---- continuous collision: events, clusters, speculative contacts -----------------------------

/// The least speed, in m/s, at which touching points separate after an impact, so that a gap opens. At 0 the
/// next sweep finds the impact again.
pub(crate) const MIN_PARTING_SPEED: f64 = 0.02;

/// The share of the closing speed that limits the speed of a separation that only opens a gap.
pub(crate) const PARTING_SPEED_SHARE: f64 = 0.1;

/// The most iterations over the points of one impact.
pub(crate) const MAX_IMPACT_ITERATIONS: usize = 60;

/// The iterations end when their largest change is below this share of the closing speed.
pub(crate) const IMPACT_TOLERANCE: f64 = 1e-8;

/// The number of bisections for the greatest share of restitution that adds no energy; each halves the error
/// of the share.
pub(crate) const ENERGY_BISECTIONS: usize = 40;

/// The closing speed of two paths, in m/s, below which they cannot meet before the solver separates the
/// bodies in the next step. Larger values let bodies come nearer than the least distance.
pub(crate) const MIN_CLOSING_SPEED: f64 = 3e-4;

/// The share of a step in which bodies that met regain the target distance.
pub(crate) const OPENING_STEP_SHARE: f64 = 0.25;

/// The number of a body's events in a step from which on its impacts open the gap.
pub(crate) const EVENTS_BEFORE_OPENING: u32 = 3;

/// The ratio of the speed of a toppling body's far end to that of a falling body: 1.5 for a rod.
pub(crate) const TOPPLING_FACTOR: f64 = 1.5;

/// The number of rounds in which speculative contacts are added and all contacts solved again.
pub(crate) const SPECULATIVE_ROUNDS: usize = 3;

/// The least number of speculative contacts for which all contacts are solved again, as a share of the bodies of lively
/// crowds. 0: one pair that meets solves a heap of thousands again; more: more impacts in crowds.
pub(crate) const LEAST_SPECULATIVE_SHARE: f64 = 1.0 / 64.0;

/// The share of the skin by which points of a body leave their tangents in a step before its pairs get
/// speculative contacts. Below it the present contacts are sufficient.
pub(crate) const SPECULATIVE_BULGE_SHARE: f64 = 0.25;

/// The distance, in multiples of the skin, that two bodies slide along each other in a step before the pair
/// gets speculative contacts.
pub(crate) const SPECULATIVE_SLIDE_SKINS: f64 = 8.0;

// ---- rays of forces ---------------------------------------------------------------------------

/// Bodies longer than this along x, in metres, are tested by the rays of every search. Less: more bodies are
/// long; more: every search goes farther along x. It does not change the hits.
pub(crate) const LONG_BODY: f32 = 8.0;

/// The fewest searches of a step for which bodies are sorted along x: with fewer, testing all bodies takes less
/// time than sorting. It does not change the hits.
pub(crate) const LEAST_SEARCHES_TO_SORT: usize = 16;

// ---- joints -----------------------------------------------------------------------------------

/// The frequency of the spring of a grab, in Hz: higher values follow the target more closely and shake
/// bodies that are too heavy for the force.
pub(crate) const GRAB_HERTZ: f32 = 4.0;

/// The most joints that one joint may share bodies with, directly or through joints eliminated before it, for
/// a direct solution of all connected joints: the work grows with its square.
pub(crate) const MAX_DIRECT_NEIGHBOURS: usize = 24;

/// The compliance of rows of joints that form a tree, as a share of their bodies' response. Much more: long
/// beams sag and whipping chains lose energy; much less: rounding decides.
pub(crate) const JOINT_COMPLIANCE: f64 = 1e-7;

/// The compliance of joints that form loops. Redundant rows then share the load. Much more: heavy loads
/// stretch joints; much less: such rows push against each other and open joints.
pub(crate) const LOOP_COMPLIANCE: f64 = 1e-4;

/// A row of a joint counts as dependent on the joint's rigid rows if its response with them is below this
/// share of its response without them. Less: springs and locked bodies get impulses out of rounding; more:
/// bodies that are only hard to move are not moved.
pub(crate) const DEPENDENT_ROW: f64 = 1e-4;

/// The opening of a joint, in m or rad, at which it closes with the softest response; at a hundredth of it
/// the joint hardly yields. Much more: loops of open joints burst; much less: they stay open for longer.
pub(crate) const OPEN_JOINT: f64 = 0.2;

/// The fastest closing speed of an open joint, in m/s and rad/s.
pub(crate) const JOINT_CLOSING_SPEED: f64 = 4.0;

/// The opening of a joint, in m and rad, above which its bodies do not fall asleep. Less than loads leave
/// open: bodies that hang on joints never sleep; more: joints stay open for ever.
pub(crate) const RESTING_JOINT_STRAIN: f64 = 1e-3;

/// The speed error, in m/s and rad/s, below which a row of a joint counts as solved. Less: more rounds; much
/// more: chains lose energy.
pub(crate) const JOINT_TOLERANCE: f64 = 1e-6;

/// The speed error, in m/s and rad/s, below which impulses of the last substep solve this one too. Less:
/// joints at rest are solved in vain; at [`JOINT_TOLERANCE`], to which a solution comes far below, slow
/// motions drift.
pub(crate) const GUESSED_JOINT_TOLERANCE: f64 = 1e-8;

/// Joints are solved again after the contacts if these open one faster than this, in m/s and rad/s. Less:
/// more rounds are needed; more: joints open by this times a substep.
pub(crate) const CONTACT_JOINT_TOLERANCE: f64 = 1e-2;

/// The most rounds of joints and the contacts of their bodies in turns, for each of the two solutions of a
/// substep. Fewer: an impact on a light body in a chain of heavy ones opens its joints.
pub(crate) const JOINT_CONTACT_ROUNDS: usize = 4;

/// If the solution of a step opens a joint further by this, in m or rad, something squeezes its bodies:
/// kinematic bodies of its island wait. Less: they wait for rounding errors; more: joints open by this in
/// every step.
pub(crate) const SQUEEZED_JOINT: f64 = 1e-4;

/// The most solutions of all joints in a substep: for rotation within it, and for limits and motors that
/// start and stop acting.
pub(crate) const MAX_JOINT_ROUNDS: usize = 12;

/// If joints still open faster than this after all rounds, in m/s and rad/s, the equations are linearised:
/// then nothing gains energy, and the joints open. More: whipping chains can burst; less: joints with tiny
/// errors open.
pub(crate) const FAILED_JOINT_SPEED: f64 = 1e-2;

/// The fastest swing of a body pulled by joints, in radians of its phase in a substep; at 2 it would be
/// unstable. If joints pull more, their island gets more substeps. Less: more substeps; more: taut chains
/// gain energy.
pub(crate) const MAX_JOINT_SWING: f64 = 1.2;

/// The limit of [`MAX_JOINT_SWING`] for a body in a tree of joints whose spin has all kinetic energy of the
/// tree; the latter applies if spin has no part in it. Less: more substeps where ropes jerk; at 1.2 a body gains a
/// tenth of its energy in one jerk.
pub(crate) const MAX_WHIP_SWING: f64 = 0.15;

/// Swings of fewer radians than this count as none in that rule. Less: taut chains at rest take more substeps
/// because of their trembling; more: hard jerks gain energy.
pub(crate) const SMALL_SWING: f64 = 1e-3;

/// The length, in metres, below which a rod counts as this long in the estimate of the swing of its ends.
/// Less: a fully wound rope takes all substeps.
pub(crate) const SHORTEST_ROD: f64 = 1e-3;

/// The most times `Settings::substeps` for an island for that reason, or because its joints find no solution:
/// stronger pulls are solved without more.
pub(crate) const MAX_JOINT_REFINEMENT: u32 = 8;

/// The most times `Settings::substeps` for swings of bodies in a tree of joints, which keep energy if they
/// are resolved. Less: a chain of light links under a great load gains or loses some; more: such chains take
/// the more time, the tauter they are.
pub(crate) const MAX_TREE_REFINEMENT: u32 = 32;

/// The most times `Settings::substeps` for swings across rods. Less: bodies that whip between rods gain
/// energy, seldom for more than a step.
pub(crate) const MAX_ROD_REFINEMENT: u32 = 256;

/// The limit of [`MAX_JOINT_SWING`] for the ends of a rod across it: a light mass between rods that great
/// masses pull whips from one side to the other, and takes or gives their energy with it.
pub(crate) const MAX_ROD_SWING: f64 = 0.13;
/// The most joints times substeps that a step solves for that: a thousand joints get twice
/// `Settings::substeps`, and two thousand no more than those. Less: taut nets are softer; more: a step of
/// many joints takes a tenth of a second.
pub(crate) const MAX_JOINT_SOLUTIONS: usize = 16_384;

/// The number of rounds that Anderson acceleration mixes: more find more directions in which a single round
/// makes no progress.
pub(crate) const ACCELERATION_DEPTH: usize = 6;

/// Rounds are mixed if one of them leaves more than this share of the error. Less: mixing costs more than the
/// rounds that it saves; more: whipping bodies take more rounds.
pub(crate) const SLOW_JOINT_ROUND: f64 = 0.1;

/// The number of first rounds in which inactive limits and motors may become active: later they would
/// alternate for ever if two of them depend on each other. The rest waits for the next substep.
pub(crate) const MAX_RELEASES: usize = 4;

/// The frequency, in Hz, and the damping ratio of joints that are not solved directly: higher frequencies
/// shake where iterations do not converge, lower ones yield.
pub(crate) const ITERATED_JOINT_HERTZ: f64 = 60.0;
pub(crate) const ITERATED_JOINT_DAMPING_RATIO: f64 = 5.0;

/// The most Gauss-Seidel passes over joints that are not solved directly.
pub(crate) const JOINT_PASSES: usize = 8;

/// The twist of a ball joint is measured as long as 1 plus the cosine of the angle between its axes is at
/// least this: 0.1 is 154 degrees. Less: a small swing near the opposite direction is a fast twist; more:
/// limits and motors of twists let go sooner.
pub(crate) const LEAST_TWIST_COSINE: f64 = 0.1;

/// A row of a joint counts as immovable if its bodies' response to an impulse along it is below this share of
/// their response without locked axes. Less: rounding counts as a response; more: very light loads do not
/// count.
pub(crate) const IMMOVABLE_ROW: f64 = 1e-12;
/// The most iterated joints times passes in a solution: with more joints the passes are fewer. Fewer: dense
/// networks of joints are softer; more: a step of two thousand joints takes a tenth of a second.
pub(crate) const MAX_ITERATED_JOINTS: usize = 4_000;
/// The fewest passes, one forward and one backward. See [`MAX_ITERATED_JOINTS`].
pub(crate) const LEAST_JOINT_PASSES: usize = 2;

/// The distance, in m and rad, within which a limit counts as reached.
pub(crate) const LIMIT_TOLERANCE: f64 = 1e-6;

/// The share of the depth to which a sensor and a body overlap that counts: the search for the depth may return one
/// that is a thousandth too large. More: a body that has just left a zone may count as in it; less: queries are
/// more frequent.
pub(crate) const SENSOR_DEPTH_SHARE: f64 = 0.95;

/// The rounding of the depth to which a sensor and a body overlap, as a share of their coordinates and sizes:
/// f32 rounds poses and points by a thirtieth of it. Less: a body that has just left a zone may count as in it;
/// more: shallow overlaps are swept in every step.
pub(crate) const SENSOR_DEPTH_ROUNDING: f64 = 2e-6;

/// The fewest bodies that are set aside at a time, unless all rest: see `aside/`. Fewer: small worlds spend more on it
/// than they save; more: worlds of a hundred sleepers cost whole steps.
pub(crate) const LEAST_SET_ASIDE: usize = 100;
/// The share of the present bodies that the first bodies to be set aside have to be, because a step of a part of a
/// world copies its bodies. Less: crowds become slower; more: worlds with many sleepers do.
pub(crate) const FIRST_SHARE_SET_ASIDE: f32 = 0.5;
/// The share of the present bodies that later ones have to be. Less: islands go and come more often; more: steps
/// are wasted on sleepers.
pub(crate) const SHARE_SET_ASIDE: f32 = 0.25;
/// The most boxes in a leaf of a tree of boxes. Fewer: more nodes to pass; more: more boxes to compare.
pub(crate) const BOXES_PER_LEAF: usize = 4;

/// The whole steps for which everything has rested after which a step changes nothing: the first of them still
/// reports what the step before changed, such as bodies that fell asleep, contacts that ended, or contacts that are
/// measured again. With fewer, a world could stop before its last event.
pub(crate) const SETTLED: u8 = 2;

/// The whole steps in a row with nothing awake after which steps only count. With fewer, the world has not yet set its
/// bodies aside, and each snapshot copies all of them.
pub(crate) const STILL: u8 = SETTLED + 1;

/// The share of the trace that is added to a matrix that may be singular: the rounding of f64 is far below it. Much
/// more makes joints soft; much less leaves the solution to rounding.
pub(crate) const SINGULAR_SHARE: f64 = 1e-9;

/// The impulses below zero, in N s, that count as rounding. With less, a limit that only touches is released and
/// taken again.
pub(crate) const IMPULSE_ROUNDING: f64 = 1e-9;

/// The part of the greatest sum of squares that counts as rounding when rounds of joints are mixed. With less, the
/// mixture follows rounding; with much more, it helps less.
pub(crate) const NEGLIGIBLE_SQUARES: f64 = 1e-14;

/// The distance in lanes without a contact, in metres.
pub(crate) const NO_CONTACT_DISTANCE: f32 = 1e9;
