//! Rounds, drivers and scores.

use std::ops::RangeInclusive;

/// A car with less than this share of a crash, 0 to 1, did not drive into the other one. Lower: who is
/// hit while rolling scores; higher: a glancing hit gives nothing.
pub(crate) const LEAST_SHARE: f32 = 0.3;

/// Points of a hit of 1 m/s. 1 makes the sum on the screen one that a person can do.
pub(crate) const POINTS_SCALE: f32 = 1.0;

/// A car is on a run-up while it is faster than this share of its top speed.
pub(crate) const RUN_UP_SPEED: f32 = 0.5;

/// How long that takes to make the most of the next hit, in seconds, and the factor that it then is.
pub(crate) const FULL_POWER_SECONDS: f32 = 1.5;
/// See [`FULL_POWER_SECONDS`].
pub(crate) const FULL_POWER: f32 = 8.0;

/// The share of the points of a hit into a side or a rear that is taken from who was hit. More: beginners end with
/// nothing; none: nobody looks round.
pub(crate) const LOST_SHARE: f32 = 0.33;

/// The factors of hits into a side and into a rear; into a front it is 1.
pub(crate) const SIDE_FACTOR: f32 = 1.5;
/// See [`SIDE_FACTOR`].
pub(crate) const REAR_FACTOR: f32 = 2.0;

/// Two cars that crash again sooner than this repeat themselves, in seconds: each repeat gives half.
pub(crate) const REPEAT_SECONDS: f32 = 4.0;

/// After so many halvings a hit gives nothing in any case; the shift needs a limit.
pub(crate) const MOST_REPEATS: u32 = 20;

/// Who gave gas so long ago, in seconds, may roll into others and has driven into them. Longer: whoever does
/// nothing scores with what pushes the car about; shorter: a slide over ice counts for nothing.
pub(crate) const COAST_SECONDS: f32 = 3.0;

/// In the last seconds of a round points count double.
pub(crate) const FINAL_SECONDS: f32 = 5.0;

/// What each second is worth that is left when the tasks of a lesson are done. One tenth of a second is one point: less would
/// part two results too coarsely.
pub(crate) const LESSON_POINTS: f32 = 10.0;

/// A car that is slower stands, for a lesson that asks for it, in m/s. Less: springs and tyres that settle keep it from that for a
/// second; more: who only passes slowly stands.
pub(crate) const STANDING_SPEED: f32 = 0.3;

/// Three crashes around a car within this time are a pile-up, in seconds.
pub(crate) const PILE_UP_SECONDS: f32 = 1.0;

/// Two rivals hit within this time are a double, in seconds.
pub(crate) const DOUBLE_SECONDS: f32 = 0.75;

/// A car is hit with its front or rear if the other one lies within this cosine of its axis: 45 degrees.
pub(crate) const SIDE_COSINE: f32 = 0.707;

/// A car comes down on another one if the normal is this steep: its upward part.
pub(crate) const ABOVE_COSINE: f32 = 0.8;

/// A car is out when its centre is this far below the floor, in metres: from there none drives back.
pub(crate) const OUT_DEPTH: f32 = 1.0;

/// Who falls within this time after a hit was knocked out by it, in seconds.
pub(crate) const FALL_CREDIT_SECONDS: f32 = 3.0;

/// Who fell and has a life left is back after so long, in seconds. Less: the others have no gain of it.
pub(crate) const BACK_SECONDS: f32 = 3.0;

/// Two cars that meet again sooner than this are still in the same crash, in seconds. Less counts one
/// crash several times.
pub(crate) const APART_SECONDS: f32 = 0.25;

// What drivers do. More than one of these together make rounds lively or dull; `docs/game.md` says how
// that is measured.

/// A driver that wants to move but is slower than this is stuck, in m/s.
pub(crate) const STUCK_SPEED: f32 = 0.5;

/// How long a driver pushes before it reverses, in seconds; to that comes the time for [`STUCK_WAY`].
pub(crate) const STUCK_SECONDS: f32 = 0.2;

/// A driver that is stuck gives the car the time to reach this speed, in m/s. With less, cars on ice reverse
/// whenever they start.
pub(crate) const STUCK_WAY: f32 = 1.5;

/// How far a stuck driver reverses, in metres. Less leaves no room to turn, more blocks others.
pub(crate) const RETREAT_LENGTH: f32 = 0.7;

/// Who rolls back faster than this has got away, in m/s.
pub(crate) const RETREAT_SPEED: f32 = 2.5;

/// A car that is faster than this is not blocked, in m/s.
pub(crate) const BLOCKED_SPEED: f32 = 1.0;

/// A nose that is nearer than this to the middle of another car is blocked, in its radius.
pub(crate) const BLOCKED_BY_CAR: f32 = 0.75;

/// A nose that is nearer than this to a wall is blocked, in metres.
pub(crate) const BLOCKED_NOSE: f32 = 0.15;

/// A driver with a blocked nose reverses at once if it wants to get farther than this to a side, in radians.
pub(crate) const BLOCKED_NOSE_ANGLE: f32 = 0.9;

/// A run-up is this share of the smaller half extent of the arena. With none, cars stay in one scrum.
pub(crate) const RUN_UP_SHARE: f32 = 0.5;

/// It is at least and at most so long, in metres.
pub(crate) const RUN_UP_RANGE: (f32, f32) = (2.5, 9.0);

/// A run-up takes no longer than this, in seconds, and the time to reach [`RUN_UP_WAY`]. Who is held up then
/// attacks from where it is. Longer: a car in the middle of others never gets to it.
pub(crate) const RUN_UP_SECONDS: f32 = 1.0;

/// The speed that a run-up gives time for, in m/s.
pub(crate) const RUN_UP_WAY: f32 = 6.0;

/// A place for a run-up is looked for in so many directions.
pub(crate) const RUN_UP_WAYS: usize = 12;

/// And at these shares of its length.
pub(crate) const RUN_UP_LENGTHS: [f32; 2] = [1.0, 0.65];

/// How far ahead a driver foresees who will be at an open place, in seconds.
pub(crate) const OPEN_FORESIGHT: f32 = 0.5;

/// A car less than this beside the way is on it, in metres.
pub(crate) const OPEN_LANE: f32 = 1.5;

/// What a car on the way takes from the worth of a place, which is 1 without anything against it.
pub(crate) const WEIGHT_BLOCKED: f32 = 0.7;

/// The same for a second that it takes to turn and get under way.
pub(crate) const WEIGHT_EFFORT: f32 = 0.4;

/// The same for an obstacle on the way.
pub(crate) const WEIGHT_OBSTACLE: f32 = 0.4;

/// How much chance may add to the worth of a place.
pub(crate) const WEIGHT_LUCK: f32 = 0.15;

/// How long a cruise is, in run-ups.
pub(crate) const CRUISE_LENGTH: f32 = 1.3;

/// A driver drives off if the last touch was less than this ago, in seconds.
pub(crate) const AWAY_SECONDS: f32 = 1.0;

/// A car in front tempts only who has touched none for so long, in seconds. With less, cars bump on in one
/// place.
pub(crate) const TEMPTED_AFTER: f32 = 0.5;

/// A driver is there when it would be in so many seconds.
pub(crate) const ARRIVED_SECONDS: f32 = 0.25;

/// A plan may take this many times as long as it should.
pub(crate) const PLAN_PATIENCE: f32 = 1.3;

/// And so many seconds more.
pub(crate) const PLAN_EXTRA_SECONDS: f32 = 0.5;

/// Nearer than this, in its radius, a driver has no run-up to a car.
pub(crate) const TARGET_NEAR: f32 = 2.2;

/// How many seconds farther away a car counts as that is too near for a run-up.
pub(crate) const TARGET_NO_RUN_UP: f32 = 1.5;

/// Right after a crash a driver attacks without a run-up of its own if there is a car to hit within this time,
/// in seconds, and that to reach half the top speed. Longer leads to scrums.
pub(crate) const DIRECT_SECONDS: f32 = 1.0;

/// And if that car is at least so far away, in run-ups.
pub(crate) const DIRECT_LENGTH: f32 = 0.9;

/// How many seconds nearer a car counts as that would give one more hit's worth.
pub(crate) const TARGET_VALUE: f32 = 1.5;

/// The same for the car that was hit last.
pub(crate) const TARGET_REPEAT: f32 = 1.5;

/// The same for a car behind an obstacle.
pub(crate) const TARGET_BLOCKED: f32 = 2.5;

/// The same for each other car beside it. With none, a scrum draws all to it.
pub(crate) const TARGET_CROWD: f32 = 1.8;

/// And how many nearer one counts as that it has not met yet: the first hit on each rival pays more.
pub(crate) const TARGET_NEW: f32 = 0.8;

/// Chance may add so many seconds.
pub(crate) const TARGET_LUCK: f32 = 0.5;

/// A car that is slower than this share of one's own top speed hardly moves.
pub(crate) const SLOW_SHARE: f32 = 0.25;

/// A car that looks farther than this past one, in radians, does not see it.
pub(crate) const UNAWARE_ANGLE: f32 = 1.8;

/// A car in front tempts if it comes nearer with this share of the top speed.
pub(crate) const TEMPTING_CLOSING: f32 = 0.6;

/// And if it takes less than this to be under way to it, in seconds.
pub(crate) const TEMPTING_EFFORT: f32 = 0.35;

/// A driver boosts if its goal is less than this to a side, in radians.
pub(crate) const BOOST_ANGLE: f32 = 0.25;

/// A driver boosts if its goal is this far away, in metres: the nearest and the farthest.
pub(crate) const BOOST_DISTANCE: (f32, f32) = (1.5, 14.0);

/// How far a driver steers for an angle of 1 rad; full lock is 1. Much more makes cars weave.
pub(crate) const STEER_GAIN: f32 = 2.0;

/// A car that rolls back faster than this turns its nose the other way, in m/s.
pub(crate) const BACKWARDS: f32 = 0.3;

/// A car that rolls back faster than this, in m/s, keeps its wheels straight until it is slower, if it wants
/// to go forwards. With none, a fifth more cars need long to get under way after a hit.
pub(crate) const THROWN_BACK: f32 = 1.0;

/// If a car that it wants to hit is farther than this to a side and within the turning circle, a driver
/// brakes, in radians. Otherwise it would circle round it.
pub(crate) const TIGHT_ANGLE: f32 = 0.9;

/// How much of its slide a driver makes up for with the nose. 0.5 is what it slides until the tyres hold; more
/// weaves.
pub(crate) const SLIDE_CORRECTION: f32 = 0.5;

/// How far ahead a driver foresees the motion of another car, in seconds.
pub(crate) const INTERCEPT_SECONDS: f32 = 1.5;

/// A driver sees a car come that will be there in this time, in seconds.
pub(crate) const THREAT_SECONDS: f32 = 1.0;

/// If it comes nearer than this, in the radius of the car.
pub(crate) const THREAT_MISS: f32 = 1.8;

/// And is faster than this, in m/s.
pub(crate) const THREAT_SPEED: f32 = 1.0;

/// A dodger heads for a place so far beside its way, in metres.
pub(crate) const DODGE_LENGTH: f32 = 4.0;

/// Other drivers turn to it if they are under way to it in this time, in seconds.
pub(crate) const FACE_EFFORT: f32 = 0.6;

/// A driver looks so often at what stands in its way, in seconds. Less costs more.
pub(crate) const WAY_SECONDS: f32 = 0.1;

/// How far ahead obstacles matter to a driver, in metres, at rest.
pub(crate) const OBSTACLE_SIGHT: f32 = 3.0;

/// And so much farther as it comes in this time, in seconds.
pub(crate) const SIGHT_SECONDS: f32 = 0.8;

/// A driver passes an obstacle at this share of its radius: between half its width and half its length.
pub(crate) const PASSING_SHARE: f32 = 0.75;

/// It heads for a place so much farther from a corner, in metres. With none it scrapes along.
pub(crate) const CORNER_MARGIN: f32 = 0.25;

/// A corner that is nearer than this, in the radius of the car, is reached: the next one counts. Less, and
/// cars circle round it.
pub(crate) const CORNER_REACHED: f32 = 1.0;

/// An obstacle that is lower than the first, or begins higher than the second, is in nobody's way, in metres.
pub(crate) const BLOCK_HEIGHTS: (f32, f32) = (0.2, 1.0);

/// A car that is higher than this over the floor, in metres, drives on or over an obstacle and goes
/// straight on.
pub(crate) const AIRBORNE_HEIGHT: f32 = 0.25;

/// A slope is taken if it leads this much along the way: the cosine of the angle between the two.
pub(crate) const SLOPE_COSINE: f32 = 0.75;

/// A lower slope is not worth a run, in metres.
pub(crate) const RAMP_MIN_HEIGHT: f32 = 0.3;

/// The run to a ramp begins so far in front of its foot, in metres.
pub(crate) const RAMP_RUN: f32 = 2.5;

/// Who took a ramp is down again so far behind it, in metres.
pub(crate) const RAMP_LANDING: f32 = 3.0;

/// A ramp is taken by who is less than this far from the entry, in metres.
pub(crate) const RAMP_NEAR: f32 = 2.0;

/// And looks less than this past its end, in radians.
pub(crate) const RAMP_ALIGNED: f32 = 0.6;

/// A ramp that takes longer to reach is none to think of, in seconds.
pub(crate) const RAMP_EFFORT: f32 = 3.0;

/// No place that a driver goes to is nearer to the wall than this, in the radius of the car.
pub(crate) const WALL_MARGIN: f32 = 0.9;

/// Drivers keep so much farther off an open edge than off a wall, in metres: less, and they drive over it;
/// more, and nobody comes near enough to push anyone off.
pub(crate) const OPEN_RESERVE: f32 = 0.8;

/// A driver that is about to run into a wall heads for a place so far along and inwards, in metres.
pub(crate) const WALL_ESCAPE: f32 = 3.0;

/// It allows for so many seconds until the car answers.
pub(crate) const WALL_REACTION: f32 = 0.15;

/// With keys, steering of less than this is none.
pub(crate) const KEY_THRESHOLD: f32 = 0.3;

/// Whoever mashes keys presses others after so long, in seconds: the shortest and the longest.
pub(crate) const MASH_SECONDS: (f32, f32) = (0.15, 0.6);

/// Another car is a neighbour within this distance of the middles, in metres: two cars that touch are
/// 1.2 to 2 m apart. Only what `flow` says depends on it.
pub(crate) const CROWD_RADIUS: f32 = 2.2;

/// A car with so many neighbours is in a crowd. Only what `flow` says depends on it.
pub(crate) const CROWD_NEIGHBOURS: usize = 2;

/// How often a car may fall off the edge if its level does not say. 1, and most of a round is watched.
pub(crate) const LIVES: u32 = 3;

/// In two teams can be played from so many cars on.
pub(crate) const TEAM_CARS: usize = 4;

/// How far ahead a driver of a nimble car thinks, in seconds. Longer: others do not go on as it foresees.
pub(crate) const FORESEEN_SECONDS: f32 = 1.2;

/// A car that needs longer than a second to its top speed is foreseen so many times as far, and no more than this.
pub(crate) const FORESEEN_SLOWEST: f32 = 2.6;

/// From one moment that is thought of to the next, in seconds.
pub(crate) const FORESEEN_TICK: f32 = 0.05;

/// How the wheel may be held in the first arc of a way, and for how long, in seconds of a nimble car.
pub(crate) const FORESEEN_ARCS: [f32; 5] = [-1.0, -0.45, 0.0, 0.45, 1.0];
/// See [`FORESEEN_ARCS`].
pub(crate) const FORESEEN_SWITCH: f32 = 0.5;

/// The most other cars that are thought of.
pub(crate) const FORESEEN_CARS: usize = 12;

/// A car is thought of as two discs of this radius, so far before and behind its middle, in metres.
pub(crate) const FORESEEN_DISC: f32 = 0.62;
/// See [`FORESEEN_DISC`].
pub(crate) const FORESEEN_OFFSET: f32 = 0.33;

/// What a second is worth, what a second of boost, a wall that is touched, and each unit of a run-up's
/// power, all in points over the top speed in m/s; of two the first is for who has no patience, the second for who has all; and the share of another's points that is one's own loss.
pub(crate) const FORESEEN_TIME_COST: (f32, f32) = (1.5, 1.0);
/// See [`FORESEEN_TIME_COST`].
pub(crate) const FORESEEN_BOOST_COST: f32 = 0.5;
/// See [`FORESEEN_TIME_COST`].
pub(crate) const FORESEEN_WALL_COST: f32 = 0.6;
/// See [`FORESEEN_TIME_COST`].
pub(crate) const FORESEEN_POWER_WORTH: (f32, f32) = (0.4, 0.7);
/// See [`FORESEEN_TIME_COST`].
pub(crate) const FORESEEN_HIT_COST: f32 = 0.3;

/// What a way is worth at whose end the car is faster than now, in points for each m/s.
pub(crate) const FORESEEN_SPEED_WORTH: f32 = 0.2;

/// So long another car is foreseen to turn on as it does, in seconds. Less: who drives in circles is missed.
pub(crate) const FORESEEN_TURN: f32 = 0.8;

/// A driver that thinks ahead does so again after this time at the soonest, in seconds.
pub(crate) const THINK_SECONDS: f32 = 0.05;

/// What the places of a round give in a cup, the best first. As many take part as there are places: a seventh car
/// is missing in the smallest level. The first place is worth more than two thirds, so that winning pays.
pub(crate) const CUP_POINTS: [u32; 6] = [10, 7, 5, 3, 2, 1];

/// Seconds of a day: every day of the calendar has a round of its own.
pub(crate) const DAY_SECONDS: u64 = 86_400;

/// Days whose best rounds are kept.
pub(crate) const KEPT_DAYS: usize = 60;

/// The seeds of rounds by which drivers may be tuned. Nothing that is said of how good they are is measured by these.
pub const TUNED_SEEDS: RangeInclusive<u64> = 1..=1000;

/// The seeds of rounds by which drivers and medals are judged. A change that was chosen by them would be praised for
/// its luck with them: 24 rounds of one level differ by a fifth and more from 24 others.
pub const JUDGED_SEEDS: RangeInclusive<u64> = 2001..=2064;
