//! The arena: hall, cars, boost, recovery of cars, and putting actors back.

use std::ops::RangeInclusive;

/// The height of walls and ceiling, in metres: above all that a car can jump. A lower ceiling stops jumps.
pub const CEILING: f32 = 10.0;

/// The default side of an arena, in metres.
pub const DEFAULT_SIDE: f32 = 40.0;

/// The thickness of floor, walls and ceiling, in metres. Thinner ones need more sweeps to hold fast cars.
pub const HALL_THICKNESS: f32 = 2.0;

/// The depth of the pit below an open edge, in metres: deep enough that no car comes back.
pub const PIT_DEPTH: f32 = 5.0;

/// The distance of the pit's wall from an open edge, in metres: fast cars land before it.
pub const PIT_MARGIN: f32 = 8.0;

/// The largest distance between a round wall and the straight pieces that approximate it, in metres. A
/// smaller error takes more pieces, and each is a body.
pub const ROUND_WALL_ERROR: f32 = 0.02;

/// The restitution of a car's body on the floor, from 0 to 1, and its coefficient of friction there. With
/// more of either, cars that lie on their roof hop, or stop at once.
pub const FLOOR_RESTITUTION: f32 = 0.15;
/// See [`FLOOR_RESTITUTION`].
pub const FLOOR_FRICTION: f32 = 0.3;

/// The coefficient of friction of a car's body at walls and at fixed things, unless the level says otherwise.
/// With more, a car that touches one at a slant stops instead of sliding along it, since its wheels press it on.
pub const SLIDING_FRICTION: f32 = 0.0;

/// The range of a car's mass, in kg. Beyond it, a crash between the lightest and the heaviest car makes a car
/// too fast to drive.
pub const CAR_MASS: RangeInclusive<f32> = 10.0..=5000.0;

/// The speed limit of actors, in m/s: the momentum rule can give a light car any speed. With more, such a car
/// crosses the hall in a few steps.
pub const MAX_SPEED: f32 = 25.0;

/// The least speed, in m/s, at which the momentum rule lets the points of contact separate. At 0, no gap opens, and the
/// two hit each other again at once.
pub const LEAST_PARTING_SPEED: f64 = 0.02;

/// Work units for the overlap tests when actors are placed, for a whole level or for everything that the hand
/// adds at once; beyond it, a place counts as taken. With less, very detailed models cannot stand close
/// together; with more, a level with many of them takes longer than a second to be refused.
pub const PLACING_WORK: u64 = 4_000_000;

/// The surfaces along which a drag slides, one after the other: a thing in a corner meets three.
pub const SLIDES: usize = 4;

/// The shortest rest of a drag that still slides, in metres.
pub const SLIDE_STILL: f32 = 1e-5;

/// The sine of the angle by which a drag may lead into a surface that it goes along: bricks that rest on each other lean
/// by as much. With more, a long drag ends inside an obstacle and is refused.
pub const ALONG_SURFACE: f32 = 5e-4;

/// The part of the missing gap by which a dragged thing is lifted off the surface that it lies on: with 1 an overlap
/// of the solver's would stay.
pub const LIFTED: f32 = 1.5;

/// Work units for placing actors and testing zones in one step. With less, an actor that is put back may find
/// its place taken; with more, input may be delayed.
pub const STEP_PLACING_WORK: u64 = 1_000_000;

/// A teleport waits while this many bounding boxes are at its destination. With more, all that enters it
/// gathers in one place, where each body is near all others; with one, things that follow each other closely
/// wait.
pub const TELEPORT_CROWD: usize = 4;

/// The fixed cost of an overlap test, in work units: the preparation before the first test. With less, many
/// simple things that overlap each other take longer to be refused.
pub const PLACING_TEST_WORK: u64 = 20;

/// The height of a floor patch above the floor, in metres: tyres and things touch the patch, not the floor.
/// It must be below the gap that resting bodies keep, or they would meet the patch's side.
pub const PATCH_RISE: f32 = 5e-4;

/// The thickness of a floor patch, in metres: at most that of a floor without a wall, below which it must not
/// show.
pub const PATCH_THICKNESS: f32 = 1.0;

/// The overlap allowed between actors at the start, in metres: the rounding of a level's numbers. Bodies that
/// lie on each other are pushed apart by as much anyway. With more, they jump when time begins.
pub const TOUCHING: f32 = 1e-3;

/// The gap to which a thing is raised above its support, in skins of the physics: resting bodies have 0.6 to
/// 1. At 1, all of them fall for a step before their contacts are found.
pub const RAISED_SKINS: f32 = 0.7;

/// The most attempts to raise a thing until it clears all of its supports, and the tolerated error as a
/// fraction of the gap. One attempt is enough on a single flat side.
pub const RAISING_TRIES: u32 = 6;
/// See [`RAISING_TRIES`].
pub const RAISING_ERROR: f32 = 0.01;

/// A thing rests on another if the upward part of the contact normal is larger than this. With less, a thing
/// climbs what it leans against.
pub const BELOW_COSINE: f32 = 0.7;

/// The resolution at which the free height above an actor is searched, and the largest height tried, in
/// metres.
pub const RISE_STEP: f32 = 0.01;
/// See [`RISE_STEP`].
pub const MAX_RISE: f32 = 50.0;

/// The limit of an actor's angular speed at the end of a step, in rad/s.
pub const MAX_ANGULAR_SPEED: f32 = 15.0;

/// The fraction of its velocity that a car keeps after a step in which the budget held it. At 1 it gathers
/// speed while it waits, and shoots off when it is released.
pub const CUT_VELOCITY_KEPT: f64 = 0.8;

/// The distance outside the hall beyond which an actor is put back, in metres. With less, cars that only lean
/// over the border are put back.
pub const OUTSIDE_MARGIN: f32 = 1.0;

/// The increase in height with each attempt to put an actor back if its place is taken, in metres: more than
/// the height of a car.
pub const RESPAWN_RISE: f32 = 2.5;

/// The number of heights tried for that; the last one is taken in any case. All of them must be below
/// [`CEILING`].
pub const RESPAWN_TRIES: u32 = 3;

/// The distance of the camera for which sweeps are scheduled behind its car, in metres: that of the window's
/// chase camera.
pub const VIEWER_BEHIND: f32 = 4.6;

/// The height of that camera above its car, in metres.
pub const VIEWER_HEIGHT: f32 = 2.5;

/// Swept pairs per actor for which memory is reserved. With less, a step may allocate.
pub const PAIR_TESTS_PER_ACTOR: usize = 16;

/// Impacts per step for which memory is reserved. With less, a step may allocate.
pub const EVENTS_PER_STEP: usize = 64;

/// The length of a car's unloaded spring from its mount to the ground, in metres.
pub const CAR_SPRING_LENGTH: f32 = 0.45;

/// The frequency of a car's springs, in Hz: stiff, as a bumper car hardly has springs. Much stiffer ones are
/// unstable at 120 steps/s.
pub const CAR_SPRING_HERTZ: f32 = 3.2;

/// The damping ratio of the springs.
pub const CAR_DAMPING: f32 = 0.7;

/// The wheels' distance from the middle line, as a fraction of the half width. Narrower cars topple more
/// easily.
pub const WHEEL_TRACK: f32 = 0.8;

/// The wheels' distance from the middle along the car, as a fraction of the half length.
pub const WHEEL_BASE: f32 = 0.7;

/// The height of the box that represents a car's mass, in metres: that of the rubber ring.
pub const CAR_WEIGHT_HEIGHT: f32 = 0.8;

/// Factor on a car's moments of inertia for roll and pitch, relative to a box of its size: most of its mass
/// is in the ring, and an ordinary bump must not topple it. The yaw inertia is that of the box.
pub const CAR_TILT_INERTIA: f32 = 2.5;

/// The time for which a car lies before it turns itself upright, in seconds.
pub const RECOVERY_SECONDS: f32 = 0.8;
/// The fill level at which an empty boost can be used again, as a fraction of its capacity. At 0, a held key
/// makes the boost flicker from step to step.
pub const BOOST_RESTART_SHARE: f32 = 0.15;
/// A car lies on its side or roof if the cosine between its up axis and the vertical is below this. The limit
/// must be steeper than any ramp that cars drive on.
pub const LYING_COSINE: f64 = 0.75;
/// A car counts as lying only below this speed, in m/s: one that still tumbles may land on its wheels.
pub const LYING_SPEED: f64 = 1.5;
/// The cosine at which a car that turns upright stops turning. It must be above [`LYING_COSINE`], or the car
/// stops halfway.
pub const RIGHTED_COSINE: f64 = 0.9;
/// The angular speed at which a lying car turns upright, in rad/s, and the rate at which it approaches it, in
/// 1/s.
pub const RIGHTING_RATE: f64 = 2.5;
pub const RIGHTING_RESPONSE: f64 = 15.0;
/// The time for which a car tries to turn upright, in seconds, before it rests and tries again.
pub const RIGHTING_SECONDS: f32 = 4.0;
/// The force that lifts a car while it turns upright, in car weights; the same force acts at the end of its
/// reach to turn it. At 0, the car's weight holds it down at its edge; at 1 or more, it floats.
pub const RIGHTING_WEIGHTS: f64 = 0.5;
/// Below this sine of the angle between its up axis and the vertical, a car on its roof turns about its long
/// axis, because the direction to turn is too uncertain.
pub const ROLL_AXIS_SINE: f64 = 0.1;
/// A driven car below this speed in m/s with a wheel in the air counts as hanging on an edge.
pub const HANGING_SPEED: f64 = 0.6;
/// The force that lifts a hanging car, in car weights (1 or less does not lift it), and the force that pushes
/// it along at full throttle, in car weights.
pub const LIFT_WEIGHTS: f64 = 1.25;
pub const SHOVE_WEIGHTS: f64 = 0.4;
/// The largest pull of the hand per held mass, in m/s^2: about twenty weights, so that a thing follows
/// quickly and a chain of others can be lifted with it. Less than gravity lifts nothing.
pub const HAND_ACCELERATION: f32 = 200.0;
/// The largest distance between a thing and the point where the hand grabs it, in metres: the distance that a
/// fast thing moves during a picture. With more, a recording could use longer levers than the hand on screen.
pub const HAND_MISS: f32 = 1.0;
/// The mass of a thrown ball in kg, and its radius in metres: heavy enough to knock over a wall of bricks.
pub const THROWN_KILOGRAMS: f32 = 20.0;
pub const THROWN_RADIUS: f32 = 0.2;
/// The range of speeds of a thrown ball, in m/s. With more, its target disappears before it is seen.
pub const THROWN_SPEED: std::ops::RangeInclusive<f32> = 5.0..=40.0;
/// A body within these distances of its initial pose and velocity, in metres, radians, and m/s or rad/s,
/// keeps its original text when a scene is saved. With more, saved scenes differ from the visible ones; with
/// less, a settling wall is written brick by brick.
pub const KEPT_PLACE: f32 = 5e-5;
/// See [`KEPT_PLACE`].
pub const KEPT_TURN: f32 = 8e-5;
/// See [`KEPT_PLACE`].
pub const KEPT_AT_REST: f32 = 1e-3;
/// The largest velocity that the hand sets, in m/s and rad/s: that of a level.
pub const HAND_SPEED: f32 = 1000.0;
/// The largest rate at which the hand turns a thing, in rad/s: about two turns per second, faster than anyone
/// aims.
pub const HAND_TURN_RATE: f32 = 12.0;
/// The number of times that things added by the hand are raised together until all of them have space.
pub const ADDING_TRIES: u32 = 8;
/// The time for which a hanging car is lifted, in seconds.
pub const LIFT_SECONDS: f32 = 0.6;

/// The last meetings that discrete collision missed which are kept to be drawn; all are counted.
pub const MISSES_KEPT: usize = 32;
/// Number of forms among which a thing that changes together with others looks for its equal. With more, changes of
/// very different things take longer; with fewer, those of some forms in turn do.
pub const RECENT_FORMS: usize = 32;

// ---- vehicles ---------------------------------------------------------------------------------

/// The share of the fastest rate of turn that a standing car reaches by full throttle: the driven front wheel
/// of a bumper car can pull its nose round. 0: a standing car cannot turn.
pub(crate) const PIVOT_SHARE: f64 = 0.6;

/// The rate at which the wheels bring the rate of turn to the one that the controls demand, in 1/s. More than
/// the number of steps in a second has no effect.
pub(crate) const TURN_RESPONSE: f64 = 14.0;
