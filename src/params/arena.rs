//! The arena: hall, cars, boost, help for cars, and what is put back.

use std::ops::RangeInclusive;

/// How high the walls and the ceiling are, in metres: above all that a car can jump. A lower ceiling
/// stops jumps.
pub const CEILING: f32 = 10.0;

/// The sides of an arena that does not say its own, in metres.
pub(crate) const DEFAULT_SIDE: f32 = 40.0;

/// How thick floor, walls and ceiling are, in metres. Thinner ones need more sweeps to hold fast cars.
pub(crate) const HALL_THICKNESS: f32 = 2.0;

/// How far below an open edge the ground of the pit lies, in metres: deep enough that nobody comes back.
pub const PIT_DEPTH: f32 = 5.0;

/// How far beyond an open edge the wall of the pit stands, in metres: fast cars land before it.
pub(crate) const PIT_MARGIN: f32 = 8.0;

/// A round wall is made of straight pieces, whose corners are at most this far outside the circle, in
/// metres. Less takes more pieces, and each is a body.
pub(crate) const ROUND_WALL_ERROR: f32 = 0.02;

/// The share of the closing speed that a car's body keeps on the floor, 0 to 1, and its coefficient of
/// friction there. With more of either, cars that lie on their roof hop, or stop at once.
pub(crate) const FLOOR_RESTITUTION: f32 = 0.15;
/// See [`FLOOR_RESTITUTION`].
pub(crate) const FLOOR_FRICTION: f32 = 0.3;

/// The mass of a car, in kg. Lighter or heavier: a crash with a car from the other end gives it a speed
/// at which nobody can drive.
pub(crate) const CAR_MASS: RangeInclusive<f32> = 10.0..=5000.0;

/// No actor moves faster, in m/s: the momentum rule can give a light car any speed. Higher: such a
/// car crosses the hall in a few steps.
pub(crate) const MAX_SPEED: f32 = 25.0;

/// Work units that it may take to find out whether actors overlap others where they are put, all actors of a level
/// together, or all that a hand adds at once; if more is needed, places count as taken. Lower: very detailed models
/// cannot stand close to each other; higher: a level with many of them takes longer than a second to be refused.
pub(crate) const PLACING_WORK: u64 = 4_000_000;

/// The same for all that a step puts somewhere, and for finding what is in zones. Lower: what is put back may find
/// its place taken; higher: it may hold keys up.
pub(crate) const STEP_PLACING_WORK: u64 = 1_000_000;

/// Nothing is put to where a teleport leads while the boxes of so many others are there. More, and all that a teleport
/// takes in comes to be in one place, where each is near all others; with one, things that follow each other
/// closely wait.
pub(crate) const TELEPORT_CROWD: usize = 4;

/// What a question whether two shapes overlap costs beside its tests, in work units: what happens before the first
/// test. Lower: many simple things that stand in each other take longer to be refused.
pub(crate) const PLACING_TEST_WORK: u64 = 20;

/// How far a patch of the floor is above the floor, in metres: tyres and things stand on it and not on what is
/// below. Not as high as the gap that bodies at rest keep, or they would meet its side.
pub(crate) const PATCH_RISE: f32 = 5e-4;

/// How thick it is, in metres: not thicker than a floor without a wall, below which it must not show.
pub(crate) const PATCH_THICKNESS: f32 = 1.0;

/// Actors may overlap by less than this where they start, in metres: so much the numbers of a level round,
/// and bodies that lie on each other are pushed apart as far anyway. More lets them jump when time begins.
pub(crate) const TOUCHING: f32 = 1e-3;

/// How far from what is below it a thing is raised, in skins of the physics: bodies at rest are between .6 and 1.
/// With 1 all of them fall for a step before their contacts are found.
pub(crate) const RAISED_SKINS: f32 = 0.7;

/// How often a thing is raised until it rests on all that is below it, and the share of the gap of bodies at rest
/// that does not matter. Once is enough on one flat side.
pub(crate) const RAISING_TRIES: u32 = 6;
/// See [`RAISING_TRIES`].
pub(crate) const RAISING_ERROR: f32 = 0.01;

/// One thing is below another if the cosine of the angle between the normal and the vertical is more than this.
/// With less, a thing climbs what it leans on.
pub(crate) const BELOW_COSINE: f32 = 0.7;

/// How exactly it is told how much higher an actor would be free, and the most that is tried, in metres.
pub(crate) const RISE_STEP: f32 = 0.01;
/// See [`RISE_STEP`].
pub(crate) const MAX_RISE: f32 = 50.0;

/// No actor turns faster at the end of a step, in rad/s.
pub(crate) const MAX_ANGULAR_SPEED: f32 = 15.0;

/// The share of its velocities that a car keeps after a step in which the budget held it. At 1 it
/// gathers speed while it waits, and shoots off when it comes free.
pub(crate) const CUT_VELOCITY_KEPT: f64 = 0.8;

/// An actor that is farther than this outside the hall is put back, in metres. Less puts back cars
/// that only lean over the border.
pub(crate) const OUTSIDE_MARGIN: f32 = 1.0;

/// An actor that is put back starts this much higher with each try, in metres, if another one is in
/// the way: higher than a car.
pub(crate) const RESPAWN_RISE: f32 = 2.5;

/// How many heights are tried for that; the last one is taken in any case. All of them have to be
/// below [`CEILING`].
pub(crate) const RESPAWN_TRIES: u32 = 3;

/// The camera for which sweeps are scheduled is so far behind its car, in metres: where the window's
/// chase camera is.
pub(crate) const VIEWER_BEHIND: f32 = 4.6;

/// How far that camera is above its car, in metres.
pub(crate) const VIEWER_HEIGHT: f32 = 2.5;

/// Room for so many swept pairs of one actor in a step is made at once. Less lets a step allocate.
pub(crate) const PAIR_TESTS_PER_ACTOR: usize = 16;

/// Room for so many impacts of one step is made at once. Less lets a step allocate.
pub(crate) const EVENTS_PER_STEP: usize = 64;

/// The length of an unloaded spring of a car from its mount down to the ground, in metres.
pub(crate) const CAR_SPRING_LENGTH: f32 = 0.45;

/// How often a car bobs on its springs in a second: stiff, as a bumper car has no springs to speak
/// of. Much stiffer ones are not stable at 120 steps a second.
pub(crate) const CAR_SPRING_HERTZ: f32 = 3.2;

/// The damping of the springs as a share of critical damping.
pub(crate) const CAR_DAMPING: f32 = 0.7;

/// The wheels stand at this share of the half width. Narrower cars topple more easily.
pub(crate) const WHEEL_TRACK: f32 = 0.8;

/// The wheels stand at this share of the half length.
pub(crate) const WHEEL_BASE: f32 = 0.7;

/// The height of the box that stands for a car's weight, in metres: that of the rubber ring.
pub(crate) const CAR_WEIGHT_HEIGHT: f32 = 0.8;

/// A car leans and nods this many times less easily than a box of its size: most of its weight is in
/// the ring, and an ordinary bump must not topple it. It turns about the upright axis like the box.
pub(crate) const CAR_TILT_INERTIA: f32 = 2.5;

/// How long a car lies before it turns itself upright, in seconds.
pub(crate) const RECOVERY_SECONDS: f32 = 0.8;
/// A boost that ran empty starts again with this share of its store. 0, and a held key makes the boost
/// flicker from step to step.
pub(crate) const BOOST_RESTART_SHARE: f32 = 0.15;
/// A car lies on its side or roof if the cosine between its up axis and the vertical is less than this. It
/// has to be steeper than any ramp that cars drive on.
pub(crate) const LYING_COSINE: f64 = 0.75;
/// Only a car slower than this, in m/s, counts as lying: one that still tumbles may land on its wheels.
pub(crate) const LYING_SPEED: f64 = 1.5;
/// A car that turns upright stops to do so at this cosine. It has to be above [`LYING_COSINE`], or the car
/// stops half way.
pub(crate) const RIGHTED_COSINE: f64 = 0.9;
/// How fast a lying car turns upright, in rad/s, and how quickly it gets to that, in 1/s.
pub(crate) const RIGHTING_RATE: f64 = 2.5;
pub(crate) const RIGHTING_RESPONSE: f64 = 15.0;
/// For how long a car tries to turn upright, in seconds, before it rests and tries again.
pub(crate) const RIGHTING_SECONDS: f32 = 4.0;
/// How many times its weight lifts a car that turns upright, and acts at the end of its reach to turn it. 0,
/// and its weight holds it down at the edge that it turns about; 1 or more, and it floats.
pub(crate) const RIGHTING_WEIGHTS: f64 = 0.5;
/// Below this sine of the angle between its up axis and the vertical a car on its roof turns about its
/// long axis: the direction to turn is too uncertain.
pub(crate) const ROLL_AXIS_SINE: f64 = 0.1;
/// A driven car that is slower than this, in m/s, with a wheel in the air hangs on an edge.
pub(crate) const HANGING_SPEED: f64 = 0.6;
/// How many times its weight lifts a hanging car (1 or less does not lift it), and how many times its weight
/// pushes it to where it is driven.
pub(crate) const LIFT_WEIGHTS: f64 = 1.25;
pub(crate) const SHOVE_WEIGHTS: f64 = 0.4;
/// The greatest pull of a hand over the mass that it holds, in m/s^2: some twenty weights, so that a thing
/// comes along briskly and a chain of others can be lifted with it. Less than gravity, and nothing is lifted.
pub(crate) const HAND_ACCELERATION: f32 = 200.0;
/// How far beside a thing a hand may take hold of it, in metres: as far as a fast one goes while a picture is shown. More,
/// and a recording pulls at things by levers that no hand at the screen has.
pub(crate) const HAND_MISS: f32 = 1.0;
/// How far from the middle of the scene a hand takes, pulls and places, in metres along each axis: as far as a level puts
/// things, and from there as far as a hand at the screen reaches. More, and a recording could pull at a thing from
/// where no number of it is exact any longer.
pub(crate) const HAND_REACH: f32 = 1120.0;
/// The mass of a ball that a hand throws, in kg, and its radius, in metres: heavy enough to knock a wall of
/// bricks over.
pub(crate) const THROWN_KILOGRAMS: f32 = 20.0;
pub(crate) const THROWN_RADIUS: f32 = 0.2;
/// How slowly and how fast a ball is thrown, in m/s. More, and what it hits is gone before it is seen.
pub(crate) const THROWN_SPEED: std::ops::RangeInclusive<f32> = 5.0..=40.0;
/// What is nearer to where it began, in metres and radians, and slower against how it began, in m/s and rad/s, is
/// kept as it was written when a scene is saved. More, and saved scenes are not what was seen; less, and a wall
/// that settles is said brick by brick.
pub(crate) const KEPT_PLACE: f32 = 5e-5;
/// See [`KEPT_PLACE`].
pub(crate) const KEPT_TURN: f32 = 8e-5;
/// See [`KEPT_PLACE`].
pub(crate) const KEPT_AT_REST: f32 = 1e-3;
/// The fastest that a hand sets a thing in motion, in m/s and rad/s: as fast as a level may.
pub(crate) const HAND_SPEED: f32 = 1000.0;
/// The fastest that a hand turns a thing, in rad/s: two turns a second are faster than anyone aims.
pub(crate) const HAND_TURN_RATE: f32 = 12.0;
/// How often things that a hand adds go higher together until all of them have room.
pub(crate) const ADDING_TRIES: u32 = 8;
/// For how long a hanging car is lifted, in seconds.
pub(crate) const LIFT_SECONDS: f32 = 0.6;
