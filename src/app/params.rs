//! Every tunable of the window, in one place: how it looks, feels and answers. How rounds go is in
//! `crate::params`; what single things of a world look like is where they are built.

use std::time::Duration;

// ---- the picture of cars, and who sits in them ---------------------------------------------------
/// For so long a hard hit holds the picture of its two cars, in seconds.
pub const HOLD_SECONDS: f32 = 0.06;
/// So long after the hit they are again where they are.
pub const CAUGHT_UP_SECONDS: f32 = 0.12;
/// A hit slower than this holds nothing, and one of `HARDEST_HIT` as long as there is, in m/s.
pub const HARD_HIT: f32 = 3.5;
pub const HARDEST_HIT: f32 = 9.0;
/// How far the rubber ring gives way at most, in metres.
pub const DENT: f32 = 0.11;
/// How far a body sinks onto its wheels at most, in metres, after a landing of that speed in m/s.
pub const SINK: f32 = 0.16;
pub const HARDEST_LANDING: f32 = 6.0;
/// How quickly ring and body swing back: the angular frequency and the damping, in 1/s.
pub const SPRING: f32 = 34.0;
pub const DAMPING: f32 = 9.0;
/// Within this distance a driver sees another car come, in metres.
pub const RIDER_SIGHT: f32 = 5.0;
/// So long before they meet a driver braces, in seconds.
pub const RIDER_FORESIGHT: f32 = 0.5;
/// Below this speed a coming car frightens no driver, in m/s.
pub const RIDER_SCARY: f32 = 2.5;

// ---- what a round shows and lets feel ------------------------------------------------------------
/// Most particles alive at once; the oldest go first.
pub const MAX_PARTICLES: usize = 600;
/// Most signs at once: more would hide the game.
pub const MAX_SIGNS: usize = 4;
/// The size of a sign's letters at a touch, and what the hardest crash adds, in units: larger ones hide
/// the game, smaller ones are not read in passing. Others' signs are a half of that and less.
pub const SIGN_LETTERS: (f32, f32) = (26.0, 40.0);
/// The same from above, of a player's own crash and of others'.
pub const SIGN_LETTERS_ABOVE: (f32, f32) = (17.0, 11.0);
pub const OTHERS_LETTERS_ABOVE: (f32, f32) = (12.0, 6.0);
/// A hit of fewer points gets a noise in place of its name.
pub const LOUD_POINTS: u32 = 10;
/// Most letters of a car's name in a sentence about a hit.
pub const NAME_LETTERS: usize = 20;
/// For so long a lesson shows that a task was done, in seconds.
pub const TASK_SECONDS: f32 = 1.5;
/// The sum of a player's last hit is shown for so long, in seconds, in letters of this size.
pub const SUM_SECONDS: f32 = 2.5;
pub const SUM_LETTERS: f32 = 30.0;
/// A car that comes from where it is not seen has a sign if it is so near, in metres, comes nearer so fast, in m/s, and is
/// there in so many seconds; so many have one at once.
pub const THREAT_METRES: f32 = 14.0;
pub const THREAT_SPEED: f32 = 2.5;
pub const THREAT_SECONDS: f32 = 1.6;
pub const THREATS: usize = 2;
/// What a player needs to know is shown for so long, in seconds, in letters of this size, and in all so often.
pub const NEED_TOLD_SECONDS: f32 = 5.0;
pub const NEED_LETTERS: f32 = 24.0;
pub const NEED_MOST: u8 = 3;
/// For so long it has to lie, be held up, be driven by nobody, or have a full boost until its player needs to know,
/// in seconds.
pub const LYING_SECONDS: f32 = 0.3;
pub const HELD_UP_SECONDS: f32 = 1.0;
pub const IDLE_SECONDS: f32 = 3.0;
pub const UNUSED_BOOST_SECONDS: f32 = 8.0;
/// So many hits on the own side, or on one and the same car, and so many without a run-up show that a player needs to
/// know of it.
pub const NEEDED_HITS: f32 = 2.0;
pub const NEEDED_GENTLE_HITS: f32 = 3.0;
/// A car slower than this stands, in m/s; one lies whose up axis and the vertical have a smaller cosine.
pub const STANDING_SPEED: f32 = 1.0;
pub const TILTED_COSINE: f32 = 0.7;
/// A hit with a smaller factor of its run-up had next to none.
pub const GENTLE_POWER: f32 = 1.5;
/// The size of the second line's letters at a player's own sign, and at others' and from above.
pub const SIGN_DETAIL: f32 = 24.0;
pub const SMALL_DETAIL: f32 = 17.0;
/// Seconds that a sign stays.
pub const SIGN_SECONDS: f32 = 1.3;
/// The speed of a crash in m/s that counts as full strength, and that of one which is hardly felt.
pub const FULL_STRENGTH: f32 = 13.0;
pub const NO_STRENGTH: f32 = 0.8;
/// Springs take more of a landing than rubber of a blow.
pub const LANDING_SHARE: f32 = 1.2;
/// A flight shorter than this is a hop over an edge, in steps of the round.
pub const LEAST_FLIGHT_STEPS: u32 = 24;
/// A car that falls more slowly than this lands without a sound, in m/s.
pub const LEAST_LANDING_SPEED: f32 = 1.2;
/// Most marks of tyres; the oldest go first, fading.
pub const MOST_SKIDS: usize = 640;
pub const FADING_SKIDS: usize = 160;
/// A tyre that slides this fast leaves a mark, in m/s, and all of one at the second.
pub const SKID_SLIP: (f32, f32) = (0.9, 3.5);
/// Most steps made up in one frame. Beyond this the game slows down rather than falling ever
/// further behind; at 120 steps a second it still keeps real time at 15 frames a second.
pub const MAX_STEPS: u32 = 8;
/// The steps of a frame may take so long together; the one that is being made is ended. Those that are left
/// are given up, so that pictures come and keys are heard whatever a step costs.
pub const STEPS_LONGEST: Duration = Duration::from_millis(50);
/// How fast the game runs is told of about so many last seconds, if it is less than this share of its speed.
pub const PACE_SECONDS: f64 = 1.0;
pub const PACE_TOLD: f64 = 0.9;
/// A picture waits for so long for what it has begun to load: most levels are there by then, and are shown
/// at once.
pub const LOADING_GRACE: Duration = Duration::from_millis(30);
/// Seconds after which it is told that something is being loaded.
pub const LOADING_TOLD: f32 = 0.2;
/// What the game is started with is waited for so long before the window opens: what is wrong with it is
/// told where the game was called.
pub const LOADING_FIRST: Duration = Duration::from_secs(1);
/// Seconds that a message stays.
pub const MESSAGE_SECONDS: f32 = 5.0;
/// So long a round that was taken over stands at most, in seconds: hands find the keys in that time.
pub const WHEEL_SECONDS: f32 = 3.0;

// ---- ghosts and films ---------------------------------------------------------------------------
/// A ghost nearer than this to its own car of this round, in metres, would only hide it: it fades, and is not
/// seen at all where the two are one.
pub const GHOST_FADES_BELOW: f32 = 1.5;
pub const GHOST_GONE_BELOW: f32 = 0.4;
/// How many pictures a film has, and how many a second: that of the cinema, and a whole number of steps.
pub const FILM_PICTURES: u32 = 48;
pub const FILM_RATE: u16 = 24;
/// So many pixels a picture has at most, in a window of any shape: 576 by 324 in one of 16 to 9. With a byte
/// for each pixel no film, however restless, reaches 10 MB.
pub const FILM_PIXELS: u32 = 576 * 324;

// ---- what is measured of the engine ---------------------------------------------------------------
/// The cost of a body on screen follows that of its steps by this share a step: with 1 it would flicker.
pub const HEAT_FOLLOWS: f32 = 0.06;
/// The dearest body is drawn as the hottest if it costs at least so many work units a step: less is nothing.
pub const LEAST_HOTTEST: f32 = 50.0;
/// The magnifier shows so many metres of the world, and is so many units wide and high.
pub const MAGNIFIED: f32 = 0.10;
pub const MAGNIFIER: f32 = 250.0;

// ---- cameras -------------------------------------------------------------------------------------
/// Half the length of the car that cameras are made for, in metres.
pub const BUMPER_CAR_HALF_LENGTH: f32 = 0.95;
/// What is lower than this hides no car from the chase camera, in metres.
pub const BLOCKS_VIEW: f32 = 1.0;
/// Metres of the chase camera behind its car, and above the floor.
pub const CAMERA_BEHIND: f32 = 4.6;
pub const CAMERA_ABOVE: f32 = 2.55;
/// Metres that the chase camera looks ahead of its car.
pub const CAMERA_AHEAD: f32 = 2.6;
/// A camera at a car sees at least and at most so wide, in radians, whatever the shape of its part of the picture.
/// Narrower, and what comes from the side is not seen; wider, and things at the edges are drawn out.
pub const VIEW_NARROWEST: f32 = 1.05;
/// See [`VIEW_NARROWEST`].
pub const VIEW_WIDEST: f32 = 1.9;
/// How quickly it follows, in 1/s: higher is stiffer.
pub const CAMERA_FOLLOW: f32 = 12.0;
pub const CAMERA_TURN: f32 = 3.6;
/// How quickly it rises over what stands before it, and comes down again, in 1/s.
pub const CAMERA_RISE: f32 = 9.0;
pub const CAMERA_SINK: f32 = 1.8;
/// The heights over the usual one that are tried, in metres.
pub const CAMERA_LIFTS: [f32; 7] = [0.0, 0.6, 1.2, 1.8, 2.4, 3.0, 3.6];
/// A wall before the own car is seen through around it, within this distance in metres. Less hides the car's
/// ends, much more takes the wall away.
pub const CAMERA_GAP: f32 = 1.5;
/// It counts as hidden if its middle is, or a place so far to its sides, as a share of that distance; the gap opens and
/// closes by this rate, in 1/s.
pub const CAMERA_GAP_SIDES: f32 = 0.5;
pub const CAMERA_GAP_RATE: f32 = 9.0;
/// A camera so near to the wall is outside of it, in metres: the wall is thick, and higher things stand behind it.
pub const CAMERA_WALL: f32 = 0.3;
/// Who falls off sees its own car for so long, in seconds, and then the one that leads.
pub const OUT_SECONDS: f32 = 1.6;
/// From above, so much of a large arena is shown around the car, in metres along x and z.
pub const TOP_SHOWN: f32 = 16.0;
/// Metres around the arena that are seen from above too: with less the poles of cars at its far wall
/// leave the picture, with more its cars are smaller.
pub const TOP_MARGIN: f32 = 1.7;
/// How far south of what it looks at the camera above is, over its height: with 0 walls and cars show only
/// their tops, with more the far side is smaller.
pub const TOP_LEAN: f32 = 0.22;
/// A car stands if its roof points up by at least this much (the cosine of its tilt).
pub const CAMERA_STANDS: f32 = 0.5;
/// From how far and how high a crash is seen, in metres.
pub const CRASH_FAR: f32 = 5.2;
pub const CRASH_HIGH: f32 = 3.0;
/// A camera beside a crash turns to a car that is farther from the crash than the one, and no farther than the other, in
/// metres.
pub const CRASH_NEAR: f32 = 1.2;
pub const CRASH_TURN: f32 = 6.0;
/// How fast the free camera flies, in m/s, and turns, in rad/s.
pub const FREE_SPEED: f32 = 9.0;
pub const FREE_TURN: f32 = 1.6;
/// How far it looks up and down, in radians.
pub const FREE_STEEPEST: f32 = 1.45;
/// It stays within this box around the arena's middle: half its sides and its height, in metres.
pub const FREE_FARTHEST: f32 = 80.0;
pub const FREE_HIGHEST: f32 = 40.0;
pub const FREE_LOWEST: f32 = -4.0;

// ---- the hand -------------------------------------------------------------------------------------
/// What is farther from the eye than this, in metres, is not taken.
pub const HAND_FAR: f32 = 120.0;
/// How fast a pad's stick moves the pointer, in units a second, and how many notches of a wheel its cross turns.
pub const POINTER_SPEED: f32 = 700.0;
pub const POINTER_WHEEL: f32 = 8.0;
/// How far the camera that flies turns for each unit that the pointer moves, in radians, and how far it goes ahead
/// for a notch of the wheel, in metres.
pub const LOOK_TURN: f32 = 0.004;
pub const LOOK_WHEEL: f32 = 0.8;
/// A notch of the wheel makes what is held so many times farther.
pub const HAND_WHEEL: f32 = 1.12;
/// What is held turns so many radians for each unit that the pointer moves.
pub const HAND_TURN_PIXELS: f32 = 0.01;
/// What is placed keeps so far from what is in its way, in metres: touching, it could not go on.
pub const PLACING_GAP: f32 = 0.002;
/// A throw is as fast as it gets after so many seconds of holding.
pub const THROW_SECONDS: f32 = 1.2;
/// A thrown ball begins so far before the eye, in metres.
pub const THROWN_AHEAD: f32 = 1.0;

// ---- players and their devices -------------------------------------------------------------------
/// Most players at one screen.
pub const MAX_SEATS: usize = 4;
/// The part of a stick's way around its middle that counts as rest.
pub const DEAD_ZONE: f32 = 0.16;
/// So many effects of force feedback are kept.
pub const MOST_SHAKES: usize = 8;

// ---- files that are watched and kept -------------------------------------------------------------
/// Seconds between two looks at a level's file.
pub const FILE_LOOK_SECONDS: f64 = 0.1;
/// Seconds for which a changed one has to stand still: editors write in more than one step.
pub const STILL_SECONDS: f64 = 0.1;
/// The same for an empty file: most are about to be written.
pub const EMPTY_STILL_SECONDS: f64 = 1.0;
/// So many rounds are kept by themselves.
pub const KEPT_ROUNDS: usize = 10;

/// The camera that flies begins so many times as far away as the things of a scene are wide: nearer, and they
/// do not fit into the picture.
pub const FREE_BACK: f32 = 0.9;
/// So far outside the walls, in metres, the camera that flies may begin: farther out heads of the crowd are in
/// its way.
pub const FREE_OUTSIDE: f32 = 4.0;

/// Two presses of the pointer within so many seconds, and so near on the screen in units, are a double one.
pub const TWICE_SECONDS: f64 = 0.4;
/// See [`TWICE_SECONDS`].
pub const TWICE_UNITS: f32 = 6.0;

/// With Ctrl held, things are placed in steps of so many metres and turned in steps of so many radians (15 degrees).
pub const SNAP_METRES: f32 = 0.25;
/// See [`SNAP_METRES`].
pub const SNAP_TURN: f32 = std::f32::consts::PI / 12.0;

/// Where nothing is pointed at, a new thing comes so far from the eye, in metres.
pub const ADDED_AHEAD: f32 = 8.0;

/// Below so many pictures a second for so many seconds, the automatic choice draws less.
pub const LEAST_PICTURES_A_SECOND: f64 = 45.0;
/// See [`LEAST_PICTURES_A_SECOND`].
pub const DETAIL_STEADY_SECONDS: f64 = 2.0;
/// Points drawn for a point of the window, each way, in medium and in low detail.
pub const MEDIUM_DETAIL_SCALE: f32 = 1.0;
/// See [`MEDIUM_DETAIL_SCALE`].
pub const LOW_DETAIL_SCALE: f32 = 0.66;

// ---- sound ---------------------------------------------------------------------------------------
/// Most voices at once: loops, shots and stems together.
pub const MAX_VOICES: usize = 64;
/// The motors, tyres and boosts of so many cars are heard, of those that are nearest.
pub const NEAR_MOTORS: usize = 4;
/// All buses together are turned down by this before the limiter, so that it seldom has work.
pub const HEADROOM: f32 = 0.7;
/// No sample is louder than this, and so many seconds it takes until what was turned down is as loud as before.
pub const LIMITER_CEILING: f32 = 0.95;
/// See [`LIMITER_CEILING`].
pub const LIMITER_RELEASE_SECONDS: f32 = 0.15;
/// What goes on changes its loudness and pitch over so many seconds.
pub const GLIDE_SECONDS: f32 = 0.03;
/// One music gives way to the next over so many seconds.
pub const TUNE_FADE_SECONDS: f32 = 0.8;
/// So much of the music is taken away while effects are as loud as they get, and for about so many seconds after.
pub const DUCK_DEPTH: f32 = 0.4;
/// See [`DUCK_DEPTH`].
pub const DUCK_SECONDS: f32 = 0.35;
/// Most orders to the mixer that wait at once.
pub const MOST_ORDERS: usize = 256;
/// Drums, bass, chords and lead come in and are there in full at so much at stake, from 0 to 1.
pub const STEM_ENTRIES: [(f32, f32); 4] = [(0.35, 0.5), (0.15, 0.3), (-1.0, 0.0), (0.6, 0.8)];
/// How loud music is on the title and in a pause.
pub const TITLE_MUSIC: f32 = 0.8;
/// See [`TITLE_MUSIC`].
pub const PAUSE_MUSIC: f32 = 0.5;
/// In the last seconds, in which hits count double, music is a semitone higher, and so quicker.
pub const FINAL_RATE: f32 = 1.059_463;
/// How quickly things are fainter with distance and come from a side, in 1/m.
pub const HEARING: f32 = 0.12;
/// A motor at rest and at full speed; those of others as a share.
pub const MOTOR_GAIN: (f32, f32) = (0.10, 0.34);
/// See [`MOTOR_GAIN`].
pub const OTHER_MOTORS: f32 = 0.6;
/// Tyres that slide with all of a mark, a boost, and the wind at its fastest.
pub const SKID_GAIN: f32 = 0.30;
/// See [`SKID_GAIN`].
pub const BOOST_GAIN: f32 = 0.32;
/// See [`SKID_GAIN`].
pub const WIND_GAIN: f32 = 0.45;
/// From this speed on wind is heard, and as loud as it gets at the second, in m/s.
pub const WIND_SPEED: (f32, f32) = (3.0, 16.0);
/// On a floor with less grip tyres sound as on ice.
pub const ICY_GRIP: f32 = 0.5;
/// How loud a full crowd murmurs, and what it adds when it is excited.
pub const MURMUR: (f32, f32) = (0.10, 0.30);
/// A hit of this strength from 0 to 1 gets a cheer, and the next one so many seconds later.
pub const CHEER_STRENGTH: f32 = 0.35;
/// See [`CHEER_STRENGTH`].
pub const CHEER_GAP_SECONDS: f32 = 1.2;
/// `bench frames` measures each detail in so many turns; so many pictures at the start of one are not timed.
pub const MEASURE_TURNS: u32 = 3;
pub const MEASURE_UNTIMED: u32 = 10;

// ---- scenes that are saved, kept and gone back to -------------------------------------------------
/// Numbers that the name of a scene may get, from 2 on, before another name has to be typed.
pub const SCENE_NAMES: usize = 999;
/// An unsaved scene is kept by itself every so many seconds, if the settings do not say otherwise: so much of it a
/// crash takes.
pub const KEEP_SECONDS: f32 = 60.0;
/// Seconds between two looks for something new to be kept: a look goes through all acts of the scene.
pub const KEEP_LOOK_SECONDS: f64 = 1.0;
/// So many unsaved scenes are kept; of more the oldest goes.
pub const KEPT_SCENES: usize = 8;
/// A larger file than this is no kept scene, in bytes: two texts of the largest level, with what JSON adds to them.
pub const KEPT_SCENE_BYTES: u64 = 8 << 20;
/// So many scenes that were begun anew can be gone back to, one or as many as their snapshots have room for, in bytes.
pub const FORMER_SCENES: usize = 4;
pub const FORMER_BYTES: usize = 128 << 20;
