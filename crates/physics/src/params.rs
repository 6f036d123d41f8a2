//! Every tunable of the physics: unit, purpose, and what breaks if it is changed.
//!
//! Sentinels, sizes fixed by an algorithm's structure and mathematical facts stay where they are used.

// ---- time and memory --------------------------------------------------------------------------

/// The simulation steps in a second.
///
/// Every step costs about the same, whatever its length. More steps make contacts stiffer and cars react sooner;
/// recordings and golden hashes hold for one value.
pub const STEPS_PER_SECOND: f32 = 120.0;

/// Memory set aside for each body: pairs, contacts, and events of a step. A crowd seldom needs more; where it
/// does, the buffers grow once more during a step.
pub(crate) const RESERVED_PAIRS: usize = 12;
pub(crate) const RESERVED_CONTACTS: usize = 16;
pub(crate) const RESERVED_EVENTS: usize = 8;

/// Contact points of one pair for which memory is set aside at the start; more of them allocate.
pub(crate) const RESERVED_NEAR_POINTS: usize = 64;

/// Memory set aside beside that for the whole world: of few bodies, each may touch all others.
pub(crate) const RESERVED_EXTRA: usize = 64;

/// A step keeps at most so many pairs of near bodies, or so many for each body if that is more: what is kept of
/// a pair takes half a kilobyte. With more pairs all bodies go a part of their way only, so that less is near them.
/// Fewer, and crowds that are dense for good reason slow down; more, and a volley of two thousand fast things takes
/// gigabytes.
pub(crate) const MAX_PAIRS: usize = 30_000;
/// See [`MAX_PAIRS`].
pub(crate) const MAX_PAIRS_PER_BODY: usize = 48;

/// The shares of a step that are tried then, one after the other. Finer, and each costs the search for pairs anew;
/// coarser, and what is fast and dense stands still.
pub(crate) const STEP_SHARES: [f64; 4] = [0.125, 0.015_625, 0.001_953_125, 0.0];

/// Boxes that are compared along one axis at most to find out that there are too many pairs, in multiples of the
/// most pairs. More take time in every step of such a crowd; with fewer the broad phase finds it out, more slowly.
pub(crate) const COMPARED_BOXES_PER_PAIR: usize = 32;

// ---- bodies, motion, sleep --------------------------------------------------------------------

/// The acceleration of gravity, in m/s2: what presses the wheels on the floor.
pub const GRAVITY: f32 = 9.81;

/// A body of uneven inertia turns by at most this much, in radians, before its angular velocity is worked
/// out anew. The implicit midpoint rule converges quickly below it; less makes fast spinning bodies take
/// more events in a step.
pub(crate) const MAX_TURN: f64 = 0.25;

/// A body of uneven inertia is turned in so many parts a step at most: one that would turn further than that times
/// [`MAX_TURN`], 16 radians, turns slower in that step, on the way that it would turn. Less, and spins that levels may
/// give turn slower; more, and a needle that an impact spins takes thousands of sweeps.
pub(crate) const MAX_TURNS_PER_STEP: f64 = 64.0;

/// All bodies that take more than [`FEW_TURNS`] share so many parts, if they are so many that these are fewer than
/// [`MAX_TURNS_PER_STEP`] each, down to [`FEW_TURNS`]. Fewer, and crowds of spinning bodies turn slower; more, and two
/// thousand of them take seconds for a step.
pub(crate) const MAX_TURNS_OF_ALL: f64 = 8_192.0;

/// A body without neighbours that turns in more parts than this in what is left of a step gets one path for all of
/// them. Fewer change where bodies come to in the last digits; more cost an event each.
pub(crate) const FEW_TURNS: f64 = 8.0;

/// The iterations of the midpoint equation, at most; at [`MAX_TURN`] each gains about one digit.
pub(crate) const MAX_MIDPOINT_ITERATIONS: usize = 24;

/// The midpoint equation is solved when the angular momentum changes by less than this share of itself
/// (squared). Much more, and a tumbling body gains or loses energy over the minutes.
pub(crate) const MIDPOINT_TOLERANCE_SQUARED: f64 = 1e-28;

/// An inertia tensor whose entries differ from a multiple of the identity by less than this share is that of
/// a ball. The rounding of f32 mass properties is below it.
pub(crate) const ISOTROPIC_INERTIA: f64 = 1e-6;

/// The lever arm of rolling friction of a material that says nothing else, in metres. Tables of drives give .5 mm for steel on
/// steel, 1.2 mm for wood on steel, 1.5 mm for wood on wood, 2 mm for plastic on steel, 10 mm and more for rubber on concrete
/// (LUST, "CDA3000 Engineering Guide", table 7.22). 0, and what rolls in a heap rocks for minutes; much more,
/// and balls stop like bags of sand.
pub(crate) const STANDARD_ROLLING: f32 = 2e-3;

/// What a material may be given at most, in its unit: large enough for anything, and far from overflow.
pub(crate) const MAX_MATERIAL_VALUE: f32 = 1e12;

/// The distances that bodies keep, in multiples of `Settings::skin`. Resting bodies are not pushed apart
/// until they are nearer than the skin by [`SLOP_SKINS`]; the sweep reports impacts at [`TARGET_SKINS`];
/// after an impact, bodies nearer than [`LEAST_GAP_SKINS`] do not move again in the step. They have to
/// keep this order (1 - slop > target > least gap), or what rests costs an impact a step.
pub(crate) const SLOP_SKINS: f64 = 0.4;
pub(crate) const TARGET_SKINS: f64 = 0.25;
pub(crate) const LEAST_GAP_SKINS: f64 = 0.02;

/// Contacts are sought this many times as far beyond the skin as bodies approach each other in a step at
/// `Settings::rest_speed`. Less than 1, and what comes to rest is found too late by the solver.
pub(crate) const CONTACT_MARGIN_STEPS: f64 = 2.0;

/// No body goes farther from the origin than this, in metres: one that does is put back. f32 poses lose
/// the millimetre long before (at 8 km), so more gains nothing.
pub(crate) const FARTHEST_FROM_ORIGIN: f64 = 1e6;

/// For bodies whose turning took some place of them farther than this in a step, in metres, the gap of a
/// pair is also bounded as seen from one of the two: bodies that turn together keep their gap. More
/// makes pairs of a turning heap search for contacts more often; less costs the second bound for nothing.
pub(crate) const LONG_TURN: f64 = 0.01;

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

/// A contact that began ends when its bodies are farther apart than this, in multiples of `Settings::skin`. 1 or
/// less, and what trembles at the skin begins and ends again and again.
pub(crate) const CONTACT_END_SKINS: f64 = 2.0;

/// Share of a step's work units for all contact searches together; the sweeps have the rest.
pub(crate) const CONTACT_SEARCH_WORK_SHARE: f64 = 0.5;

// ---- paths within a step, rays ------------------------------------------------------------------

/// Turn, in radians, below which no energy is corrected: it gains at most its square, a millionth.
pub(crate) const MIN_ENERGY_TURN: f64 = 1e-3;

/// Corrections of a turn that gains energy; each leaves hardly anything of the gain.
pub(crate) const MAX_TURN_CORRECTIONS: usize = 4;

/// Chord of a turn, in metres, up to which a path's box is only made larger by it instead of being
/// computed at the path's end.
pub(crate) const LOOSE_BOUNDS_CHORD: f32 = 2e-3;

/// By how much, in metres, boxes have to be larger than their bodies for rays: queries cast a ball of this
/// radius at round solids. Smaller: boxes hide what a ray would meet.
pub(crate) const RAY_RADIUS: f32 = dodgem_collide::query::RAY_RADIUS;

/// The radius of a ball that stands for a point, in metres, where the nearest body to a point is asked for. Larger:
/// what is nearer than this counts as touching it.
pub(crate) const POINT_RADIUS: f32 = 1e-6;

// ---- solver -----------------------------------------------------------------------------------

/// The fewest substeps of a step, unless the settings ask for less. More take time in every step;
/// fewer leave more of a contact's error to position correction.
pub(crate) const LEAST_SUBSTEPS: u32 = 2;

/// The most substeps of a step for what is carried, unless the settings ask for more: a thousand times its weight on a light body
/// takes some hundred, ten thousand times two hundred. Less, and such piles tremble and creep; more, and a mountain on a feather takes
/// all the time.
pub(crate) const MAX_SUBSTEPS: u32 = 256;

/// How many contacts times substeps a step solves at most for that. Less, and large heaps tremble; more, and a step of two
/// thousand bodies takes a tenth of a second.
pub(crate) const MAX_CONTACT_SOLUTIONS: usize = 400_000;

/// How far a pile may sink while its impulses grow to what it weighs, in multiples of `Settings::skin`: see
/// `solver/carried_loads.rs`. At [`SLOP_SKINS`] and more, towers and heavy bodies on light ones tremble instead of falling
/// asleep; less, and piles take more substeps, by the root.
pub(crate) const MAX_SAG_SKINS: f64 = 0.3;

/// A contact supports a body if the cosine between its normal and the direction against the body's
/// acceleration is greater than this. It decides what counts as a pile, and so the number of substeps:
/// much less, and cars side by side count as piles; much more, and sloping piles do not.
pub(crate) const SUPPORT_COSINE: f64 = 0.4;

/// How far, in multiples of `Settings::skin`, a point may stand out of the plane on which a body lies and
/// still be hidden by it. It has to cover the rounding of poses; more, and small lips are met late.
pub(crate) const SEAM_LIP_SKINS: f64 = 0.1;

/// Friction follows ground that turns if what stands on it would otherwise creep faster than this, in m/s: some mm an hour.
/// Less costs passes over contacts in every heap; more, and things creep on what turns slowly.
pub(crate) const LEAST_CARRIED_CREEP: f64 = 1e-6;

/// The cosine between the normals of a contact and of the plane on which a body lies from which on they are the
/// same plane. Nearer to 1, and the corners of a box that rocks count as seams; less, and seams brake a ball that
/// is nearly above them, by the square of the angle.
pub(crate) const SEAM_COSINE: f64 = 0.99999;

/// The frequency of the spring of soft contacts, in Hz: the lower, the farther a weight presses a contact
/// together before it is pushed apart.
pub(crate) const CONTACT_HERTZ: f64 = 120.0;

/// The spring's oscillations in a substep, at most. A spring faster than the substeps can follow shakes.
pub(crate) const MAX_CONTACT_CYCLES_PER_SUBSTEP: f64 = 0.25;

/// The damping ratio of the spring of soft contacts. Far above critical, so that bodies pushed apart do
/// not fly off.
pub(crate) const CONTACT_DAMPING_RATIO: f64 = 10.0;

/// The share of `Settings::push_speed` at which bodies part, at least, that are nearer than continuous
/// collision lets them come. 0, and they may stay so near that every step begins with an impact.
pub(crate) const HARD_CONTACT_SPEED_SHARE: f64 = 0.1;

/// The least distance at which paths are to end, in multiples of the distance at which the sweep reports an
/// impact. 1 or less, and paths end where impacts are reported.
pub(crate) const LEAST_PATH_DISTANCE: f64 = 1.4;

/// The passes of position correction, at most: what is left then is left to continuous collision.
pub(crate) const MAX_POSITION_PASSES: usize = 16;

/// The share of the least distance by which position correction may miss it, to both sides. Much less,
/// and all of a jam goes on moving by less and less.
pub(crate) const POSITION_TOLERANCE: f64 = 0.25;

/// The share of its speed within which a contact has to get its bounce: the rounding of single precision
/// is just below it. Much more, and a box that falls flat leaves with a spin.
pub(crate) const BOUNCE_TOLERANCE: f32 = 1e-5;

/// Below this determinant, in squares of the bound on the eigenvalues, the tangent matrix counts as
/// singular. It follows from single precision: less divides by rounding errors.
pub(crate) const SINGULAR_TANGENT_MASS: f32 = 1e-6;

// ---- continuous collision: pairs that are too near --------------------------------------------

/// Shares of the way to an impact, tried in turn, when the gap there is too small to stop at.
pub(crate) const EARLIER_SHARES: [f32; 4] = [0.95, 0.8, 0.5, 0.2];

/// Shares of a path at which the gap of a pair that seems to touch is measured: does it open? That it stays open
/// until there has to be shown as well.
pub(crate) const OPENING_SHARES: [f32; 4] = [0.005, 0.01, 0.02, 0.05];

/// The share of the time that a gap leaves free of contact, for certain, after which the next one is measured. 1,
/// and rounding can take it too far.
pub(crate) const OPENING_SHARE: f64 = 0.95;

/// Gaps that are measured at most until a pair counts as shown to open: those of a gap that doubles each time grow
/// by a billion. Fewer, and more such pairs wait for a step.
pub(crate) const MAX_OPENING_QUERIES: usize = 30;

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

/// Closing speed of two paths, in m/s, below which they cannot meet before the solver parts the bodies in the
/// next step. Larger values let bodies come nearer than the least distance.
pub(crate) const MIN_CLOSING_SPEED: f64 = 3e-4;

/// Share of a step in which bodies that met regain the target distance.
pub(crate) const OPENING_STEP_SHARE: f64 = 0.25;

/// Events of a body in a step from which on its impacts open the gap.
pub(crate) const EVENTS_BEFORE_OPENING: u32 = 3;

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

/// The share of the fastest turn that a standing car reaches by full throttle: the driven front wheel of a
/// bumper car can pull its nose round. 0, and a standing car cannot turn.
pub(crate) const PIVOT_SHARE: f64 = 0.6;

/// How quickly the wheels bring the rate of turn to what the controls ask for, in 1/s. More than the steps
/// in a second have no effect.
pub(crate) const TURN_RESPONSE: f64 = 14.0;

/// Bodies longer than this along x, in metres, are tested by the wheels of every car. Less, and more bodies
/// are; more, and every car looks farther along x. No effect on what wheels find.
pub(crate) const LONG_BODY: f32 = 8.0;

/// The fewest cars for which bodies are sorted along x: fewer test all bodies sooner than sorting takes. No
/// effect on what wheels find.
pub(crate) const LEAST_CARS_TO_SORT: usize = 16;

// ---- joints -----------------------------------------------------------------------------------

/// The frequency of the spring by which a grab holds, in Hz: higher values follow the target more closely and
/// shake what is heavier than the force can move.
pub(crate) const GRAB_HERTZ: f32 = 4.0;

/// The most joints that one joint may have in common with others, directly or by those that were eliminated
/// before it, for a direct solution of all that hang together: the work grows with its square.
pub(crate) const MAX_DIRECT_NEIGHBOURS: usize = 24;

/// The compliance of rows of joints that form a tree, as a share of what their bodies do. Much more, and long beams sag and
/// what whips loses energy; much less, and rounding decides.
pub(crate) const JOINT_COMPLIANCE: f64 = 1e-7;

/// The same of joints that form loops. Rows that say the same twice then share the load. Much more, and heavy loads stretch
/// joints; much less, and such rows push against each other and open joints.
pub(crate) const LOOP_COMPLIANCE: f64 = 1e-4;

/// A row of a joint follows from the joint's rigid rows if it answers with less than this share of what it would without them. Less,
/// and springs and bodies that are locked get impulses out of rounding; more, and what is merely hard to move is not moved.
pub(crate) const DEPENDENT_ROW: f64 = 1e-4;

/// A joint that is so far open, in m or rad, closes as softly as can be; one that is a hundredth of it open
/// hardly gives way. Much more, and loops of open joints burst; much less, and they stay open for longer.
pub(crate) const OPEN_JOINT: f64 = 0.2;

/// The fastest that a joint that is open closes, in m/s and rad/s.
pub(crate) const JOINT_CLOSING_SPEED: f64 = 4.0;

/// No body falls asleep whose joint is open by more than this, in m and rad. Less than what loads leave open, and what hangs
/// on joints never sleeps; more, and joints stay open for ever.
pub(crate) const RESTING_JOINT_STRAIN: f64 = 1e-3;

/// Rows of joints that are solved to this speed count as solved, in m/s and rad/s.
pub(crate) const JOINT_TOLERANCE: f64 = 1e-7;

/// Joints are solved again after the contacts if these open one faster than this, in m/s and rad/s: less takes more
/// rounds, more leaves joints open by this times a substep.
pub(crate) const CONTACT_JOINT_TOLERANCE: f64 = 1e-3;

/// How often joints and the contacts of their bodies are solved in turns, at most, for each of the two solutions of a
/// substep. Fewer, and what meets a light body in a chain of heavy ones opens its joints.
pub(crate) const JOINT_CONTACT_ROUNDS: usize = 4;

/// If the solution of a step opens a joint further by this, in m or rad, something squeezes what it holds: what is moved in
/// its island waits. Less, and what is moved waits for errors of rounding; more, and joints open by this in every step.
pub(crate) const SQUEEZED_JOINT: f64 = 1e-4;

/// The solutions of all joints in a substep, at most: for what turns within it, and for limits and motors that
/// come and go.
pub(crate) const MAX_JOINT_ROUNDS: usize = 12;

/// If joints still open faster than this after all rounds, in m/s and rad/s, the equations are taken as if all went
/// straight: then nothing gains energy, and the joints open. More, and what whips can burst; less, and
/// what is hardly off opens.
pub(crate) const FAILED_JOINT_SPEED: f64 = 1e-2;

/// The fastest swing of a body that joints pull, in radians of its phase in a substep; at 2 it would burst. Where joints
/// pull more, their island gets more substeps. Less costs more of them; more feeds energy to taut chains.
pub(crate) const MAX_JOINT_SWING: f64 = 1.2;

/// The fastest swing of a body in a tree of joints whose kinetic energy is all in its spin: as [`MAX_JOINT_SWING`], which holds where
/// spin has no part in it. Less costs more substeps where ropes jerk; at 1.2 a body gains a tenth of its energy in one jerk.
pub(crate) const MAX_WHIP_SWING: f64 = 0.15;

/// Swings of fewer radians than this count as none there: less, and taut chains at rest take more substeps for their
/// trembling; more, and what jerks hard gains energy.
pub(crate) const SMALL_SWING: f64 = 1e-3;

/// Rods that are shorter than this, in metres, count as this long where it is found how fast their ends swing. Less, and a rope
/// that is wound up to nothing takes all substeps.
pub(crate) const SHORTEST_ROD: f64 = 1e-3;

/// The most times `Settings::substeps` that an island gets for that, or because its joints find no solution: what pulls even
/// more is solved as it is.
pub(crate) const MAX_JOINT_REFINEMENT: u32 = 8;

/// The same for swings of what joints hold that form a tree, which keep energy if they are followed. Less, and a chain of light
/// links under a great load gains or loses some; more, and such chains take the more time, the tauter they are.
pub(crate) const MAX_TREE_REFINEMENT: u32 = 32;

/// The same for swings across rods. Less, and what whips between rods gains energy; it seldom does so for more than a step.
pub(crate) const MAX_ROD_REFINEMENT: u32 = 256;

/// The fastest swing of the ends of a rod across it, as [`MAX_JOINT_SWING`]: a light mass between rods that great masses pull
/// whips from one side to the other, and takes or gives their energy with it.
pub(crate) const MAX_ROD_SWING: f64 = 0.13;
/// How many joints times substeps a step solves at most for that: a thousand joints get twice `Settings::substeps`, and
/// two thousand no more than those. Less, and taut nets are softer; more, and a step of many joints takes a
/// tenth of a second.
pub(crate) const MAX_JOINT_SOLUTIONS: usize = 16_384;

/// The rounds that Anderson's acceleration mixes: more find more directions in which a round alone does not get on.
pub(crate) const ACCELERATION_DEPTH: usize = 6;

/// Of these, the first ones in which limits and motors that do not act may begin to: later they would come and go
/// for ever where two of them depend on each other. What is not found by then waits for the next substep.
pub(crate) const MAX_RELEASES: usize = 4;

/// The frequency, in Hz, and the damping ratio with which joints hold that are not solved directly: higher
/// frequencies shake where iterations do not converge, lower ones give way.
pub(crate) const ITERATED_JOINT_HERTZ: f64 = 60.0;
pub(crate) const ITERATED_JOINT_DAMPING_RATIO: f64 = 5.0;

/// The passes of Gauss and Seidel over joints that are not solved directly.
pub(crate) const JOINT_PASSES: usize = 8;

/// The twist of a ball joint is measured as long as 1 plus the cosine of the angle between its axes is at least this: 0.1 is
/// 154 degrees. Less, and a small swing near the opposite direction is a fast twist; more, and limits and motors of twists
/// let go sooner.
pub(crate) const LEAST_TWIST_COSINE: f64 = 0.1;

/// A row of a joint counts as immovable if its bodies answer an impulse along it with less than this share of what they would
/// if no axis were locked. Less, and rounding counts as an answer; more, and very light loads do not count.
pub(crate) const IMMOVABLE_ROW: f64 = 1e-12;
/// How many such joints all passes of a solution go over at most, in fewer passes if there are more of them; and the
/// fewest passes, one to and one fro. Fewer, and thickets of joints are softer; more, and a step of two thousand takes a
/// tenth of a second.
pub(crate) const MAX_ITERATED_JOINTS: usize = 4_000;
/// See [`MAX_ITERATED_JOINTS`].
pub(crate) const LEAST_JOINT_PASSES: usize = 2;

/// A limit counts as reached if it is nearer than this, in m and rad.
pub(crate) const LIMIT_TOLERANCE: f64 = 1e-6;
