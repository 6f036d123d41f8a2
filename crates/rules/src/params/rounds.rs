//! Rounds, scores and computer drivers.

use std::ops::RangeInclusive;

/// The smallest share of a crash, from 0 to 1, with which a car counts as having driven into the other one.
/// With less, a car that is hit while rolling scores; with more, a glancing hit gives nothing.
pub const LEAST_SHARE: f32 = 0.3;

/// Points of a hit per m/s. At 1 the sum on the screen can be checked in the head.
pub const POINTS_SCALE: f32 = 1.0;

/// The fraction of its top speed above which a car is on a run-up.
pub const RUN_UP_SPEED: f32 = 0.5;

/// The time of a run-up that gives the largest factor for the next hit, in seconds, and that factor.
pub const FULL_POWER_SECONDS: f32 = 1.5;
/// See [`FULL_POWER_SECONDS`].
pub const FULL_POWER: f32 = 8.0;

/// The fraction of the points of a hit into a side or a rear that the hit car loses. With more, beginners end
/// with nothing; with none, no driver looks around.
pub const LOST_SHARE: f32 = 0.33;

/// The factors of hits into a side and into a rear; the factor for a front is 1.
pub const SIDE_FACTOR: f32 = 1.5;
/// See [`SIDE_FACTOR`].
pub const REAR_FACTOR: f32 = 2.0;

/// Two cars that crash again within this time repeat themselves, in seconds: each repeat gives half the
/// points.
pub const REPEAT_SECONDS: f32 = 4.0;

/// The reserved number of pairs that may repeat themselves, by car. Larger: a crowd reserves less in the round, and
/// every round takes more memory.
pub const CRASHED_PAIRS_PER_CAR: usize = 8;

/// The number of halvings after which a hit gives nothing; the bit shift needs a limit.
pub const MOST_REPEATS: u32 = 20;

/// The time after its last throttle for which a rolling car still counts as driving into others, in seconds.
/// With more, an idle car scores when others push it; with less, a slide over ice counts for nothing.
pub const COAST_SECONDS: f32 = 3.0;

/// The last seconds of a round, in which points count double.
pub const FINAL_SECONDS: f32 = 5.0;

/// The speed below which a car counts as standing in a lesson, in m/s. With less, settling springs and tyres
/// prevent it for a second; with more, a car that passes slowly counts.
pub const STANDING_SPEED: f32 = 0.3;

/// The time within which three crashes around a car are a pile-up, in seconds.
pub const PILE_UP_SECONDS: f32 = 1.0;

/// The time within which hits on two rivals are a double, in seconds.
pub const DOUBLE_SECONDS: f32 = 0.75;

/// The front or rear of a car is hit if the direction to the other one has at least this cosine with its
/// axis: 45 degrees.
pub const SIDE_COSINE: f32 = 0.707;

/// A car lands on another one if the upward part of the normal is at least this.
pub const ABOVE_COSINE: f32 = 0.8;

/// The depth below the floor at which a car's centre is out, in metres: no car drives back from there.
pub const OUT_DEPTH: f32 = 1.0;

/// The time after a hit within which a fall counts as a knock-out, in seconds.
pub const FALL_CREDIT_SECONDS: f32 = 3.0;

/// The time after which a fallen car with a life left returns, in seconds. With less, its rivals gain
/// nothing.
pub const BACK_SECONDS: f32 = 3.0;

/// The time within which two cars that meet again are still in the same crash, in seconds. With less, one
/// crash counts several times.
pub const APART_SECONDS: f32 = 0.25;

// The behaviour of drivers. Several of these values together make rounds lively or dull; `docs/game.md`
// explains the measurement.

/// A driver that wants to move but is slower than this is stuck, in m/s.
pub const STUCK_SPEED: f32 = 0.5;

/// The time for which a driver pushes before it reverses, in seconds; the time for [`STUCK_WAY`] is added.
pub const STUCK_SECONDS: f32 = 0.2;

/// The speed for whose acceleration a stuck driver allows time, in m/s. With less, cars on ice reverse
/// whenever they start.
pub const STUCK_WAY: f32 = 1.5;

/// The distance that a stuck driver reverses, in metres. With less there is no space to turn, with more it
/// blocks others.
pub const RETREAT_LENGTH: f32 = 0.7;

/// A car that rolls back faster than this is free again, in m/s.
pub const RETREAT_SPEED: f32 = 2.5;

/// A car that is faster than this is not blocked, in m/s.
pub const BLOCKED_SPEED: f32 = 1.0;

/// A nose that is nearer than this to the middle of another car is blocked, in radii of the own car.
pub const BLOCKED_BY_CAR: f32 = 0.75;

/// A nose that is nearer than this to a wall is blocked, in metres.
pub const BLOCKED_NOSE: f32 = 0.15;

/// A driver with a blocked nose reverses at once if its goal is farther than this to a side, in radians.
pub const BLOCKED_NOSE_ANGLE: f32 = 0.9;

/// The length of a run-up, as a fraction of the arena's smaller half extent. At 0, cars stay in one scrum.
pub const RUN_UP_SHARE: f32 = 0.5;

/// The shortest and the longest run-up, in metres.
pub const RUN_UP_RANGE: (f32, f32) = (2.5, 9.0);

/// The time limit of a run-up in seconds, to which the time to reach [`RUN_UP_WAY`] is added. A driver that
/// is held up then attacks from its position. With more, a car among others never attacks.
pub const RUN_UP_SECONDS: f32 = 1.0;

/// The speed for whose acceleration a run-up allows time, in m/s.
pub const RUN_UP_WAY: f32 = 6.0;

/// The number of directions in which a place for a run-up is searched.
pub const RUN_UP_WAYS: usize = 12;

/// The fractions of the run-up's length at which places are tried.
pub const RUN_UP_LENGTHS: [f32; 2] = [1.0, 0.65];

/// The time for which a driver predicts the motion of others when it rates an open place, in seconds.
pub const OPEN_FORESIGHT: f32 = 0.5;

/// A car less than this beside the path is on it, in metres.
pub const OPEN_LANE: f32 = 1.5;

/// The penalty for a car on the path to a place; a place without disadvantages is worth 1.
pub const WEIGHT_BLOCKED: f32 = 0.7;

/// The penalty for each second of turning and getting under way to a place.
pub const WEIGHT_EFFORT: f32 = 0.4;

/// The penalty for an obstacle on the path to a place.
pub const WEIGHT_OBSTACLE: f32 = 0.4;

/// The largest random bonus of a place.
pub const WEIGHT_LUCK: f32 = 0.15;

/// The length of a cruise, in run-ups.
pub const CRUISE_LENGTH: f32 = 1.3;

/// A driver drives off if its last touch was less than this ago, in seconds.
pub const AWAY_SECONDS: f32 = 1.0;

/// The time without a touch after which a car in front can tempt a driver, in seconds. With less, cars keep
/// bumping in one place.
pub const TEMPTED_AFTER: f32 = 0.5;

/// A driver has arrived when it would reach its place within this time, in seconds.
pub const ARRIVED_SECONDS: f32 = 0.25;

/// Factor on the estimated duration of a plan, after which the plan is late.
pub const PLAN_PATIENCE: f32 = 1.3;

/// Seconds that are added to that limit.
pub const PLAN_EXTRA_SECONDS: f32 = 0.5;

/// A driver nearer than this to a car has no run-up to it, in radii of the own car.
pub const TARGET_NEAR: f32 = 2.2;

/// The added cost of a target too near for a run-up, in seconds.
pub const TARGET_NO_RUN_UP: f32 = 1.5;

/// Right after a crash, a driver attacks without a run-up if it can hit a car within this time, in seconds,
/// plus the time to reach half its top speed. With more, scrums form.
pub const DIRECT_SECONDS: f32 = 1.0;

/// The least distance of that car, in run-ups.
pub const DIRECT_LENGTH: f32 = 0.9;

/// The added cost of a target per unit of the hit's factor that is missing from 1, in seconds, for a driver
/// that reads others fully.
pub const TARGET_VALUE: f32 = 1.5;

/// The added cost of the car that was hit last, in seconds.
pub const TARGET_REPEAT: f32 = 1.5;

/// The added cost of a car behind an obstacle, in seconds.
pub const TARGET_BLOCKED: f32 = 2.5;

/// The added cost for each other car beside a target, in seconds. At 0, a scrum attracts all drivers.
pub const TARGET_CROWD: f32 = 1.8;

/// The reduced cost of a car that the driver has not hit yet, in seconds: the first hit on each rival pays
/// more.
pub const TARGET_NEW: f32 = 0.8;

/// The largest random cost of a target, in seconds.
pub const TARGET_LUCK: f32 = 0.5;

/// A car below this fraction of the own top speed hardly moves.
pub const SLOW_SHARE: f32 = 0.25;

/// A car whose heading is farther than this from the direction to the driver is unaware of it, in radians.
pub const UNAWARE_ANGLE: f32 = 1.8;

/// A car in front tempts if it comes nearer with at least this fraction of the top speed.
pub const TEMPTING_CLOSING: f32 = 0.6;

/// The most effort to get under way to a tempting car, in seconds.
pub const TEMPTING_EFFORT: f32 = 0.35;

/// A driver boosts only if its goal is less than this to a side, in radians.
pub const BOOST_ANGLE: f32 = 0.25;

/// The nearest and the farthest goal for which a driver boosts, in metres.
pub const BOOST_DISTANCE: (f32, f32) = (1.5, 14.0);

/// The steering of a driver per radian to its goal; full lock is 1. Much more makes cars weave.
pub const STEER_GAIN: f32 = 2.0;

/// A car that rolls back faster than this, in m/s, turns its nose the other way, so steering is reversed.
pub const BACKWARDS: f32 = 0.3;

/// A car that rolls back faster than this, in m/s, keeps its wheels straight until it is slower, if its goal
/// is in front. Without it, a fifth more cars need long to get under way after a hit.
pub const THROWN_BACK: f32 = 1.0;

/// A driver brakes if the car that it wants to hit is inside its turning circle and farther than this to a
/// side, in radians. Otherwise it would circle around the car.
pub const TIGHT_ANGLE: f32 = 0.9;

/// The fraction of its slide that a driver compensates by aiming aside. At 0.5 it compensates the slide until
/// the tyres grip; with more it weaves.
pub const SLIDE_CORRECTION: f32 = 0.5;

/// The time for which a driver predicts the motion of another car, in seconds.
pub const INTERCEPT_SECONDS: f32 = 1.5;

/// A driver notices a car that will arrive within this time, in seconds.
pub const THREAT_SECONDS: f32 = 1.0;

/// The distance at which such a car would pass to be a threat, in radii of the own car.
pub const THREAT_MISS: f32 = 1.8;

/// The speed above which such a car is a threat, in m/s.
pub const THREAT_SPEED: f32 = 1.0;

/// The distance beside its path to which a dodging driver aims, in metres.
pub const DODGE_LENGTH: f32 = 4.0;

/// Other drivers turn towards such a car if they can be under way to it within this time, in seconds.
pub const FACE_EFFORT: f32 = 0.6;

/// The interval between a driver's checks for obstacles, in seconds. A shorter one costs more.
pub const WAY_SECONDS: f32 = 0.1;

/// The distance at which a standing driver considers obstacles, in metres.
pub const OBSTACLE_SIGHT: f32 = 3.0;

/// The distance driven in this time, in seconds, is added to that.
pub const SIGHT_SECONDS: f32 = 0.8;

/// The margin with which a driver passes an obstacle, in its radii: between half its width and half its
/// length.
pub const PASSING_SHARE: f32 = 0.75;

/// The added margin at the corner of an obstacle, in metres. At 0 the car scrapes along.
pub const CORNER_MARGIN: f32 = 0.25;

/// The distance at which a corner counts as reached, in radii of the car. With less, cars circle around it.
pub const CORNER_REACHED: f32 = 1.0;

/// An obstacle whose top is below the first height, or whose bottom is above the second, blocks no car, in
/// metres.
pub const BLOCK_HEIGHTS: (f32, f32) = (0.2, 1.0);

/// A car higher than this above the floor, in metres, drives on or flies over an obstacle and goes straight
/// on.
pub const AIRBORNE_HEIGHT: f32 = 0.25;

/// A slope counts as passable if the cosine between its direction and the path is larger than this.
pub const SLOPE_COSINE: f32 = 0.75;

/// A lower slope is no ramp for a jump, in metres.
pub const RAMP_MIN_HEIGHT: f32 = 0.3;

/// The distance from a ramp's foot at which its run begins, in metres.
pub const RAMP_RUN: f32 = 2.5;

/// The distance behind a ramp at which a jump ends, in metres.
pub const RAMP_LANDING: f32 = 3.0;

/// A car starts up a ramp within this distance of its entry, in metres.
pub const RAMP_NEAR: f32 = 2.0;

/// The largest angle to the ramp's end at that moment, in radians.
pub const RAMP_ALIGNED: f32 = 0.6;

/// A ramp that takes longer to reach is ignored, in seconds.
pub const RAMP_EFFORT: f32 = 3.0;

/// The margin between a driver's goal and the wall, in radii of the car.
pub const WALL_MARGIN: f32 = 0.9;

/// The added distance of drivers from an open edge, compared with a wall, in metres: with less they drive
/// over it; with more no car comes near enough to push others off.
pub const OPEN_RESERVE: f32 = 0.8;

/// The distance along the wall and inwards of the point to which a driver evades a wall, in metres.
pub const WALL_ESCAPE: f32 = 3.0;

/// The reaction time of the car for which a driver allows, in seconds.
pub const WALL_REACTION: f32 = 0.15;

/// With keys, steering below this is none.
pub const KEY_THRESHOLD: f32 = 0.3;

/// The shortest and the longest time between key changes of the random driver `mash`, in seconds.
pub const MASH_SECONDS: (f32, f32) = (0.15, 0.6);

/// The distance between centres within which another car is a neighbour, in metres: touching cars are 1.2 to
/// 2 m apart. It affects the drivers' choice of targets and the report `flow`.
pub const CROWD_RADIUS: f32 = 2.2;

/// The number of neighbours that makes a crowd; only the report `flow` depends on it.
pub const CROWD_NEIGHBOURS: usize = 2;

/// The prediction time of a driver with a nimble car, in seconds. With more, others do not behave as
/// predicted.
pub const FORESEEN_SECONDS: f32 = 1.2;

/// The largest factor on the prediction time for a car that needs longer than a second to its top speed.
pub const FORESEEN_SLOWEST: f32 = 2.6;

/// The time step of the prediction, in seconds.
pub const FORESEEN_TICK: f32 = 0.05;

/// The steering positions tried in the first arc of a path, and the arc's duration in seconds for a nimble
/// car.
pub const FORESEEN_ARCS: [f32; 5] = [-1.0, -0.45, 0.0, 0.45, 1.0];
/// See [`FORESEEN_ARCS`].
pub const FORESEEN_SWITCH: f32 = 0.5;

/// The most other cars in the prediction.
pub const FORESEEN_CARS: usize = 12;

/// In the prediction a car is two discs of this radius, at this distance in front of and behind its middle,
/// in metres.
pub const FORESEEN_DISC: f32 = 0.62;
/// See [`FORESEEN_DISC`].
pub const FORESEEN_OFFSET: f32 = 0.33;

/// The cost of a second, the cost of a second of boost, the cost of touching a wall and the worth of a unit
/// of run-up power, all in points per m/s of top speed; of a pair, the first is for a driver without
/// patience, the second for one with full patience. Last, the share of the other car's points that counts as
/// an own loss.
pub const FORESEEN_TIME_COST: (f32, f32) = (1.5, 1.0);
/// See [`FORESEEN_TIME_COST`].
pub const FORESEEN_BOOST_COST: f32 = 0.5;
/// See [`FORESEEN_TIME_COST`].
pub const FORESEEN_WALL_COST: f32 = 0.6;
/// See [`FORESEEN_TIME_COST`].
pub const FORESEEN_POWER_WORTH: (f32, f32) = (0.4, 0.7);
/// See [`FORESEEN_TIME_COST`].
pub const FORESEEN_HIT_COST: f32 = 0.3;

/// The worth of a higher speed at the end of a path, in points per m/s.
pub const FORESEEN_SPEED_WORTH: f32 = 0.2;

/// The time for which another car is predicted to keep turning, in seconds. With less, a car that drives in
/// circles is missed.
pub const FORESEEN_TURN: f32 = 0.8;

/// The shortest interval between two predictions, in seconds.
pub const THINK_SECONDS: f32 = 0.05;

/// The cup points of the places in a round, best first. The number of places is the number of cars: the
/// smallest level has no seventh. The second place gives 70 % of the points of the first, so that winning pays.
pub const CUP_POINTS: [u32; 6] = [10, 7, 5, 3, 2, 1];

/// Seconds of a day: each calendar day has its own round.
pub const DAY_SECONDS: u64 = 86_400;

/// The number of days whose best results are kept.
pub const KEPT_DAYS: usize = 60;

/// The seeds for tuning drivers. No published figure on their skill is measured with these.
pub const TUNED_SEEDS: RangeInclusive<u64> = 1..=1000;

/// The seeds for judging drivers and medals. A change selected with them would be praised for luck: 24 rounds
/// of a level differ from 24 others by a fifth and more.
pub const JUDGED_SEEDS: RangeInclusive<u64> = 2001..=2064;

/// The hand's reach from the middle of the scene, in metres along each axis: the range of positions in a
/// level, plus the reach of the hand on screen. With more, a recording could pull from positions at which no
/// number is exact any more.
pub const HAND_REACH: f32 = 1120.0;

/// The gap at which a thing that is let down comes to lie above what is below it, in metres: less would touch,
/// and more would let it fall visibly when time runs.
pub const TOGETHER_GAP: f32 = 1e-3;

/// The shortest way of a drag that is an act, in metres: less is the rounding of a way that is blocked.
pub const TOGETHER_STILL: f32 = 1e-5;

/// Tolerance of a range for rounding, as a fraction of its end. With less, a value at the end of its range may be
/// refused after a conversion of units.
pub const RANGE_ROUNDING: f32 = 1e-3;

/// Number of tests of volumes and triangles per unit of work of an act. With more, acts that place things may delay
/// the step.
pub const PLACING_PER_UNIT: u64 = 10;

/// Number of bodies per unit of work that are copied into the state to which a restart returns. With more, acts in
/// large scenes may delay the step.
pub const BODIES_KEPT_PER_UNIT: u64 = 4;

/// Maximum length of a name, in letters.
pub const MOST_LETTERS: usize = 14;

/// Largest number on a plate.
pub const MOST_NUMBER: u8 = 99;

/// The number of random draws of places for the mean spread of cars: more take longer and vary less.
pub const SPREAD_DRAWS: usize = 400;

/// Number of rounds in a cup.
pub const CUP_ROUNDS: usize = 4;
