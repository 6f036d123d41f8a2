//! All tunables of the window: its look, its feel and its input. Those of rounds are in `crate::params`; the
//! look of individual objects is defined in `assets/`.

pub mod explanation;
pub mod panels;
pub mod render;
pub mod screens;
pub mod window;

use std::time::Duration;

// ---- drawn cars and drivers ----------------------------------------------------------------------
/// The longest time for which a hard hit freezes the picture of its two cars, in seconds.
pub const FREEZE_SECONDS: f32 = 0.06;
/// The time after the hit at which the drawn cars are again at their true positions, in seconds.
pub const CAUGHT_UP_SECONDS: f32 = 0.12;
/// The speed of a hit in m/s from which it freezes the picture, and from which the freeze is longest.
pub const HARD_HIT: f32 = 3.5;
pub const HARDEST_HIT: f32 = 9.0;
/// The largest dent of the rubber ring, in metres.
pub const DENT: f32 = 0.11;
/// The largest sinking of the body onto its wheels in metres, at the given landing speed in m/s.
pub const SINK: f32 = 0.16;
pub const HARDEST_LANDING: f32 = 6.0;
/// The spring of ring and body: angular frequency and damping, in 1/s.
pub const SPRING: f32 = 34.0;
pub const DAMPING: f32 = 9.0;
/// The distance within which a driver notices an approaching car, in metres.
pub const RIDER_SIGHT: f32 = 5.0;
/// The time before an expected hit at which a driver braces, in seconds.
pub const RIDER_FORESIGHT: f32 = 0.5;
/// The closing speed below which a driver ignores a car, in m/s.
pub const RIDER_SCARY: f32 = 2.5;

// ---- lists and fields ----------------------------------------------------------------------------
/// The width of the bar that scrolls a list and its distance from the rows, in units: a narrower one is hard to grip,
/// a wider one takes room from the rows.
pub const SCROLL_BAR_WIDTH: f32 = 5.0;
pub const SCROLL_BAR_GAP: f32 = 6.0;
/// The width of the cursor in a field for text, in units: a thinner one is lost among the letters.
pub const TEXT_CURSOR: f32 = 2.0;
/// The height of a field for text relative to its letters: a lower one cuts their tails.
pub const FIELD_HEIGHT: f32 = 1.3;
/// The size of the letters of a name that is typed, in units: larger ones leave less of a long name in view.
pub const NAME_FIELD_LETTERS: f32 = 28.0;
/// The size of the arrow of a selected row, in units: it is smaller than the letters behind it.
pub const ARROW_LETTERS: f32 = 20.0;

// ---- scenery -------------------------------------------------------------------------------------
/// The most spectators of a world; more cost more time to draw than they add.
pub const SPECTATORS: usize = 1700;
/// Half the thickness of a flag's pole and the droop of its cloth in metres; the width of the cloth as a share of the
/// pole's height, and its height as a share of the width.
pub const FLAG_POLE: f32 = 0.05;
pub const FLAG_DROOP: f32 = 0.1;
pub const FLAG_WIDTH: f32 = 0.28;
pub const FLAG_HEIGHT: f32 = 0.62;

// ---- display of a round --------------------------------------------------------------------------
/// The most particles at once; the oldest are removed first.
pub const MAX_PARTICLES: usize = 600;
/// The most signs at once: more would hide the game.
pub const MAX_SIGNS: usize = 4;
/// Letter size of a sign at a touch, and the increase up to the hardest crash, in units: larger signs hide
/// the game, smaller ones cannot be read in passing. Signs of other players are at most half as large.
pub const SIGN_LETTERS: (f32, f32) = (26.0, 40.0);
/// Letter sizes as in [`SIGN_LETTERS`], seen from above: of a player's own crash, and of others' crashes.
pub const SIGN_LETTERS_ABOVE: (f32, f32) = (17.0, 11.0);
pub const OTHERS_LETTERS_ABOVE: (f32, f32) = (12.0, 6.0);
/// A hit that scores fewer points shows a sound word instead of the kind of hit.
pub const LOUD_POINTS: u32 = 10;
/// The most letters of a car's name in a sentence about a hit.
pub const NAME_LETTERS: usize = 20;
/// The size below which a rubber band is a click, in units: a hand trembles by as much.
pub const BAND_UNITS: f32 = 5.0;
/// The time for which a lesson shows a completed task, in seconds.
pub const TASK_SECONDS: f32 = 1.5;
/// The time for which the score of a player's last hit is shown, in seconds, and its letter size in units.
pub const SUM_SECONDS: f32 = 2.5;
pub const SUM_LETTERS: f32 = 30.0;
/// A car approaching from outside the view is marked if it is nearer than this in metres, closes faster than
/// this in m/s, and will arrive within this time in seconds; at most [`THREATS`] cars are marked at once.
pub const THREAT_METRES: f32 = 14.0;
pub const THREAT_SPEED: f32 = 2.5;
pub const THREAT_SECONDS: f32 = 1.6;
pub const THREATS: usize = 2;
/// The time for which a hint is shown in seconds, its letter size in units, and the most times that it is
/// shown in all.
pub const NEED_TOLD_SECONDS: f32 = 5.0;
pub const NEED_LETTERS: f32 = 24.0;
pub const NEED_MOST: u8 = 3;
/// The time in seconds for which a car must lie on its side, be stuck, be undriven, or have a full boost
/// before its player gets a hint.
pub const LYING_SECONDS: f32 = 0.3;
pub const HELD_UP_SECONDS: f32 = 1.0;
pub const IDLE_SECONDS: f32 = 3.0;
pub const UNUSED_BOOST_SECONDS: f32 = 8.0;
/// The number of hits taken on the side, or given to one car repeatedly, and of hits without a run-up, before
/// the player gets a hint.
pub const NEEDED_HITS: f32 = 2.0;
pub const NEEDED_GENTLE_HITS: f32 = 3.0;
/// A car slower than this counts as standing, in m/s; a car counts as lying if the cosine between its up axis
/// and the vertical is smaller than this.
pub const STANDING_SPEED: f32 = 1.0;
pub const TILTED_COSINE: f32 = 0.7;
/// A hit whose run-up factor is below this had almost no run-up.
pub const GENTLE_POWER: f32 = 1.5;
/// Letter sizes of a sign's second line, in units: on a player's own sign, and on others' signs or from
/// above.
pub const SIGN_DETAIL: f32 = 24.0;
pub const SMALL_DETAIL: f32 = 17.0;
/// The time for which a sign is shown, in seconds.
pub const SIGN_SECONDS: f32 = 1.3;
/// The crash speeds in m/s that count as full strength and as hardly noticeable.
pub const FULL_STRENGTH: f32 = 13.0;
pub const NO_STRENGTH: f32 = 0.8;
/// Factor on the landing speed when the strength of a landing is compared with that of a crash.
pub const LANDING_SHARE: f32 = 1.2;
/// A shorter flight is only a hop over an edge, in steps of the round.
pub const LEAST_FLIGHT_STEPS: u32 = 24;
/// A car with a lower vertical speed lands without a sound, in m/s.
pub const LEAST_LANDING_SPEED: f32 = 1.2;
/// The most skid marks, and the number of oldest ones that fade out.
pub const MOST_SKIDS: usize = 640;
pub const FADING_SKIDS: usize = 160;
/// The slip speeds in m/s at which a tyre starts to leave a mark and at which the mark is strongest.
pub const SKID_SLIP: (f32, f32) = (0.9, 3.5);
/// The most steps caught up in one frame. Beyond this the game slows down rather than falling ever further
/// behind; at 120 steps/s it still keeps real time at 15 frames/s.
pub const MAX_STEPS: u32 = 8;
/// Time limit for the steps of one frame; the step in progress is finished. The remaining steps are dropped,
/// so that drawing and input continue however expensive a step is.
pub const STEPS_LONGEST: Duration = Duration::from_millis(50);
/// The period over which the game's pace is averaged, in seconds, and the fraction of full speed below which
/// the pace is shown.
pub const PACE_SECONDS: f64 = 1.0;
pub const PACE_TOLD: f64 = 0.9;
/// The time for which a frame waits for a load that it has started: most levels are then shown at once.
pub const LOADING_GRACE: Duration = Duration::from_millis(30);
/// The time after which a load is announced, in seconds.
pub const LOADING_TOLD: f32 = 0.2;
/// The time for which the first load may delay the window, so that its errors appear on the command line.
pub const LOADING_FIRST: Duration = Duration::from_secs(1);
/// The time for which a message is shown, in seconds.
pub const MESSAGE_SECONDS: f32 = 5.0;
/// The longest time for which a taken-over round is held still, in seconds: players find their keys in that
/// time.
pub const WHEEL_SECONDS: f32 = 3.0;

/// Steps after the countdown within which a lesson waits for its driver: one slow picture makes up to 30.
pub const LESSON_WAIT_STEPS: u64 = 60;

// ---- ghosts and films ---------------------------------------------------------------------------
/// The distances in metres between a ghost and its own car in this round at which the ghost starts to fade
/// and at which it is invisible: a nearer ghost would only hide the car.
pub const GHOST_FADES_BELOW: f32 = 1.5;
pub const GHOST_GONE_BELOW: f32 = 0.4;
/// The most pictures of a film, half a minute, and pictures per second: the rate of the cinema, and a divisor of the
/// step rate. A film takes up to 140 MB of memory while it is made.
pub const FILM_PICTURES: u32 = 720;
pub const FILM_RATE: u16 = 24;
/// The first pictures of a film, of which its colours are chosen.
pub const FILM_SAMPLED: u32 = 48;
/// The most pixels of a film's picture, for any shape of the window: 576 x 324 at 16:9. At one byte per pixel
/// two seconds never reach 10 MB.
pub const FILM_PIXELS: u32 = 576 * 324;

// ---- measurements of the engine -------------------------------------------------------------------
/// The fraction by which a body's displayed cost follows its cost in each step: at 1 it would flicker.
pub const HEAT_FOLLOWS: f32 = 0.06;
/// The most expensive body is drawn as the hottest only above this cost, in work units per step.
pub const LEAST_HOTTEST: f32 = 50.0;
/// The width of the world that the magnifier shows, in metres, and the magnifier's side, in units.
pub const MAGNIFIED: f32 = 0.10;
pub const MAGNIFIER: f32 = 250.0;
pub const MAGNIFIER_LARGE: f32 = 460.0;

// ---- cameras -------------------------------------------------------------------------------------
/// Half the length of the car for which the cameras are designed, in metres.
pub const BUMPER_CAR_HALF_LENGTH: f32 = 0.95;
/// A lower object does not hide a car from the chase camera, in metres.
pub const BLOCKS_VIEW: f32 = 1.0;
/// The distance of the chase camera behind its car, and its height above the floor, in metres.
pub const CAMERA_BEHIND: f32 = 4.6;
pub const CAMERA_ABOVE: f32 = 2.55;
/// The distance ahead of its car at which the chase camera looks, in metres.
pub const CAMERA_AHEAD: f32 = 2.6;
/// The smallest horizontal angle of view of a camera at a car, in radians, for any shape of the picture. A
/// narrower view hides what comes from the side.
pub const VIEW_NARROWEST: f32 = 1.05;
/// The largest horizontal angle of view of a camera at a car, in radians. A wider view distorts objects at
/// the edges.
pub const VIEW_WIDEST: f32 = 1.9;
/// The rates at which it follows the car's position and direction, in 1/s: higher is stiffer.
pub const CAMERA_FOLLOW: f32 = 12.0;
pub const CAMERA_TURN: f32 = 3.6;
/// The rates at which it rises over an obstacle and sinks again, in 1/s.
pub const CAMERA_RISE: f32 = 9.0;
pub const CAMERA_SINK: f32 = 1.8;
/// The lifts above the usual height that are tried, in metres.
pub const CAMERA_LIFTS: [f32; 7] = [0.0, 0.6, 1.2, 1.8, 2.4, 3.0, 3.6];
/// The radius of the gap through which a wall in front of the own car is transparent, in metres. A smaller
/// gap hides the car's ends, a much larger one removes the wall.
pub const CAMERA_GAP: f32 = 1.5;
/// The car counts as hidden if its middle is, or a point to either side at this fraction of the gap's radius;
/// the gap opens and closes at this rate, in 1/s.
pub const CAMERA_GAP_SIDES: f32 = 0.5;
pub const CAMERA_GAP_RATE: f32 = 9.0;
/// A camera nearer to the wall than this counts as outside, in metres: the wall is thick, and higher objects
/// stand behind it.
pub const CAMERA_WALL: f32 = 0.3;
/// The time for which a player who is out still sees the own car, in seconds; then the camera shows the best
/// car that is left.
pub const OUT_SECONDS: f32 = 1.6;
/// The half-size of the area around the car that the top camera shows of a large arena, in metres.
pub const TOP_SHOWN: f32 = 16.0;
/// The margin around the arena in the top view, in metres: with less, the poles of cars at the far wall leave
/// the picture; with more, the cars are smaller.
pub const TOP_MARGIN: f32 = 1.7;
/// The offset of the top camera to the south, relative to its height: at 0, only the tops of walls and cars
/// are visible; with more, the far side is smaller.
pub const TOP_LEAN: f32 = 0.22;
/// A car counts as upright if the cosine of its tilt is at least this.
pub const CAMERA_STANDS: f32 = 0.5;
/// The distance and height from which a crash is shown, in metres.
pub const CRASH_FAR: f32 = 5.2;
pub const CRASH_HIGH: f32 = 3.0;
/// The height above the floor at which a crash there is looked at, in metres.
pub const CRASH_LOW: f32 = 0.3;
/// A crash counts as seen if nothing hides it up to this far before its point, in metres: the bodies bulge around it.
pub const CRASH_SPACE: f32 = 0.12;
/// A camera beside a crash starts to turn to a car beyond this distance from the crash, and turns at most to
/// the second distance, in metres.
pub const CRASH_NEAR: f32 = 1.2;
pub const CRASH_TURN: f32 = 6.0;
/// The speed of the free camera in m/s, and its turning speed in rad/s.
pub const FREE_SPEED: f32 = 9.0;
pub const FREE_TURN: f32 = 1.6;
/// Its steepest pitch up and down, in radians.
pub const FREE_STEEPEST: f32 = 1.45;
/// The box around the arena's middle that bounds it: half-width, highest and lowest position, in metres.
pub const FREE_FARTHEST: f32 = 80.0;
pub const FREE_HIGHEST: f32 = 40.0;
pub const FREE_LOWEST: f32 = -4.0;

// ---- the hand -------------------------------------------------------------------------------------
/// The reach of the hand from the eye, in metres.
pub const HAND_FAR: f32 = 120.0;
/// The speed of the pointer moved by a stick, in units/s, and the wheel notches per second of the directional
/// pad.
pub const POINTER_SPEED: f32 = 700.0;
pub const POINTER_WHEEL: f32 = 8.0;
/// The rotation of the free camera per unit of pointer movement, in radians, and its movement per notch of
/// the wheel, in metres.
pub const LOOK_TURN: f32 = 0.004;
pub const LOOK_WHEEL: f32 = 0.8;
/// The factor on a held body's distance per notch of the wheel.
pub const HAND_WHEEL: f32 = 1.12;
/// The rotation of a held body per unit of pointer movement, in radians.
pub const HAND_TURN_PIXELS: f32 = 0.01;
/// The gap between a placed body and an obstacle, in metres: in contact, it could not be moved on.
pub const PLACING_GAP: f32 = 0.002;
/// The time of holding after which a throw has its full speed, in seconds.
pub const THROW_SECONDS: f32 = 1.2;
/// The distance from the eye at which a thrown ball starts, in metres.
pub const THROWN_AHEAD: f32 = 1.0;

// ---- players and their devices -------------------------------------------------------------------
/// The most players at one screen.
pub const MAX_SEATS: usize = 4;
/// The fraction of a stick's travel around its middle that counts as rest.
pub const DEAD_ZONE: f32 = 0.16;

// ---- watched and kept files ----------------------------------------------------------------------
/// The interval between checks of a level's file, in seconds.
pub const FILE_LOOK_SECONDS: f64 = 0.1;
/// The time for which a changed file must be stable, in seconds: editors write in several steps.
pub const STILL_SECONDS: f64 = 0.1;
/// The time for which an empty file must be stable, in seconds: most are about to be written.
pub const EMPTY_STILL_SECONDS: f64 = 1.0;
/// The number of rounds that are kept automatically.
pub const KEPT_ROUNDS: usize = 10;

/// The starting distance of the free camera, relative to the size of the scene: nearer, the scene does not
/// fit into the picture.
pub const FREE_BACK: f32 = 0.9;
/// The largest distance outside the walls at which the free camera may start, in metres: farther out, the
/// crowd blocks its view.
pub const FREE_OUTSIDE: f32 = 4.0;

/// Two presses within this time in seconds and this distance in units count as a double press.
pub const TWICE_SECONDS: f64 = 0.4;
/// See [`TWICE_SECONDS`].
pub const TWICE_UNITS: f32 = 6.0;

/// With Ctrl held, things are placed in steps of this many metres and turned in steps of this many radians
/// (15 degrees).
pub const SNAP_METRES: f32 = 0.25;
/// See [`SNAP_METRES`].
pub const SNAP_TURN: f32 = std::f32::consts::PI / 12.0;
/// With Ctrl held, a side that is dragged snaps to a face of another thing within this distance, in metres, and
/// only to things within the second distance.
pub const SNAP_FACE: f32 = 0.1;
/// See [`SNAP_FACE`].
pub const SNAP_FACE_NEAR: f32 = 3.0;
/// The length of an arrow of the handles, and the distance from a handle at which a press takes it, in units.
pub const HANDLE_UNITS: f32 = 86.0;
/// See [`HANDLE_UNITS`].
pub const HANDLE_REACH: f32 = 8.0;
/// The number of times that the way of a turned selection is halved to find room.
pub const TURN_TRIES: usize = 5;
/// The size of the symbol of a joint, in units, and the number of joints that are drawn.
pub const JOINT_UNITS: f32 = 30.0;
/// See [`JOINT_UNITS`].
pub const MOST_JOINTS_DRAWN: usize = 200;

/// The distance from the eye of a new thing when nothing is under the pointer, in metres.
pub const ADDED_AHEAD: f32 = 8.0;

/// Below this rate in pictures per second for this many seconds, the automatic choice lowers the detail.
pub const LEAST_PICTURES_A_SECOND: f64 = 45.0;
/// See [`LEAST_PICTURES_A_SECOND`].
pub const DETAIL_STEADY_SECONDS: f64 = 2.0;
/// The rendered resolution relative to the window's, per side, at medium and at low detail.
pub const MEDIUM_DETAIL_SCALE: f32 = 1.0;
/// See [`MEDIUM_DETAIL_SCALE`].
pub const LOW_DETAIL_SCALE: f32 = 0.66;

// ---- sound ---------------------------------------------------------------------------------------
/// The most voices at once: loops, shots and stems together.
pub const MAX_VOICES: usize = 64;
/// The number of nearest cars whose motors, tyres and boosts are audible.
pub const NEAR_MOTORS: usize = 4;
/// Gain of the sum of all buses before the limiter, so that the limiter seldom acts.
pub const HEADROOM: f32 = 0.7;
/// The largest sample after the limiter, and the time in seconds until its gain has recovered.
pub const LIMITER_CEILING: f32 = 0.95;
/// See [`LIMITER_CEILING`].
pub const LIMITER_RELEASE_SECONDS: f32 = 0.15;
/// The time over which running sounds change their volume and pitch, in seconds.
pub const GLIDE_SECONDS: f32 = 0.03;
/// The time of the cross-fade between two tunes, in seconds.
pub const TUNE_FADE_SECONDS: f32 = 0.8;
/// The fraction by which the loudest effects lower the music, and the time in which it recovers, in seconds.
pub const DUCK_DEPTH: f32 = 0.4;
/// See [`DUCK_DEPTH`].
pub const DUCK_SECONDS: f32 = 0.35;
/// The most waiting orders to the mixer.
pub const MOST_ORDERS: usize = 256;
/// The stakes, from 0 to 1, at which drums, bass, chords and lead start to be heard and reach full volume.
pub const STEM_ENTRIES: [(f32, f32); 4] = [(0.35, 0.5), (0.15, 0.3), (-1.0, 0.0), (0.6, 0.8)];
/// The volume of music on the title screen and in a pause.
pub const TITLE_MUSIC: f32 = 0.8;
/// See [`TITLE_MUSIC`].
pub const PAUSE_MUSIC: f32 = 0.5;
/// The rate of the music in the last seconds, in which hits count double: a semitone higher, and so faster.
pub const FINAL_RATE: f32 = 1.059_463;
/// The rate at which sounds grow fainter with distance and move to a side, in 1/m.
pub const HEARING: f32 = 0.12;
/// The gain of a motor at rest and at full speed; other cars' motors have a fraction of it.
pub const MOTOR_GAIN: (f32, f32) = (0.10, 0.34);
/// See [`MOTOR_GAIN`].
pub const OTHER_MOTORS: f32 = 0.6;
/// The gain of tyres that leave a full mark, of a boost, and of wind at its highest speed.
pub const SKID_GAIN: f32 = 0.30;
/// See [`SKID_GAIN`].
pub const BOOST_GAIN: f32 = 0.32;
/// See [`SKID_GAIN`].
pub const WIND_GAIN: f32 = 0.45;
/// The speeds in m/s at which wind starts to be heard and is loudest.
pub const WIND_SPEED: (f32, f32) = (3.0, 16.0);
/// On a floor with a lower grip, tyres sound as on ice.
pub const ICY_GRIP: f32 = 0.5;
/// The gain of a full crowd's murmur, and its increase when the crowd is excited.
pub const MURMUR: (f32, f32) = (0.10, 0.30);
/// The strength from 0 to 1 from which a hit gets a cheer, and the shortest time between cheers, in seconds.
pub const CHEER_STRENGTH: f32 = 0.35;
/// See [`CHEER_STRENGTH`].
pub const CHEER_GAP_SECONDS: f32 = 1.2;
/// The number of turns in which `bench frames` measures each detail level, and the untimed pictures at the
/// start of a turn.
pub const MEASURE_TURNS: u32 = 3;
pub const MEASURE_UNTIMED: u32 = 10;

// ---- saved scenes, backups and restarts -----------------------------------------------------------
/// The largest number that is appended to a scene's name, from 2 on, before the player must type another
/// name.
pub const SCENE_NAMES: usize = 999;
/// The largest text size of the menu of a pause: with a larger one its notes on keys would not fit below it.
pub const PAUSE_LETTERS: f32 = 1.37;
/// The default interval between backups of an unsaved scene, in seconds: a crash loses at most this much
/// work.
pub const KEEP_SECONDS: f32 = 60.0;
/// The interval between checks for changes, in seconds: a check goes through all acts of the scene.
pub const KEEP_LOOK_SECONDS: f64 = 1.0;
/// The most unsaved scenes that are kept; beyond this the oldest is removed.
pub const KEPT_SCENES: usize = 8;
/// The largest size of a kept scene in bytes: two texts of the largest level, with the overhead of JSON.
pub const KEPT_SCENE_BYTES: u64 = 8 << 20;
/// The most restarted scenes that undo can return to, and the memory limit of their snapshots in bytes; at
/// least one is kept.
pub const FORMER_SCENES: usize = 4;
pub const FORMER_BYTES: usize = 128 << 20;
/// The number of crashes and falls of players' cars that a round keeps for its result: more than a minute of steady
/// crashes; later ones are not listed.
pub const MOMENTS_KEPT: usize = 2000;
/// The rank of a fall among the moments of a round, in points: above any hit.
pub const FALL_WORTH: u32 = 1_000_000;
/// The shares of the way from the arena's middle to its border up to which a place is called the middle, and from
/// which it is called the edge.
pub const PLACE_MIDDLE: f32 = 0.4;
pub const PLACE_EDGE: f32 = 0.8;
/// The distance by which the scene behind the title lies right of the picture's middle, beside the list, as a share
/// of half the picture's width.
pub const ORBIT_ASIDE: f32 = 0.39;
/// The distance of the camera around a scene without cars, relative to the scene's radius, and the smallest one, in
/// metres: nearer, small scenes leave the picture.
pub const ORBIT_FAR: f32 = 2.1;
pub const ORBIT_NEAREST: f32 = 4.0;
/// The height of that camera above the scene's middle, relative to its distance.
pub const ORBIT_LIFT: f32 = 0.32;

/// The time for which a view counts as new, so that its legend has sentences, in seconds: with less, they go before
/// they are read.
pub const NEW_SECONDS: f64 = 30.0;

/// Factor on the distance from which a crash is shown, for the bodies in focus, so that both are left of the legend.
pub const FOCUS_FARTHER: f32 = 1.35;

/// The largest part of a body that a camera on the focus shows, in metres: of a wall only the part near the other
/// body matters.
pub const FOCUS_LARGEST: f32 = 3.0;

/// The opacity, from 0 to 1, of what hides the bodies in focus. With more, they are hard to see behind it; with less, it
/// cannot be recognised itself.
pub const FADED_OPACITY: f32 = 0.18;

/// The most actors that fade along one line to a body in focus. With more, a picture behind a pile of bricks takes
/// longer; with fewer, the pile still hides the body.
pub const MOST_HIDING: usize = 12;

/// The share of its distance by which the free camera looks past the middle of a scene that has a card at the right.
pub const CARD_ASIDE: f32 = 0.18;
// ---- links ---------------------------------------------------------------------------------------
/// The most letters of a link, which is also the most that is read of one: messages and mails break longer ones.
pub const LINK_LETTERS: usize = 12_000;
/// The most bytes to which a part of a link may unpack: a link could need a thousand times its length.
pub const LINK_BYTES: usize = 1 << 20;
/// The effort of the compression, from 1 to 10: a link is made once and sent often.
pub const LINK_EFFORT: u8 = 9;
/// The latest moment of a level in a link, in seconds: all steps before it are made before the first picture.
pub const LINK_SECONDS: f32 = 180.0;
/// The longest time for which a link may compute before the first picture.
pub const LINK_PATIENCE: Duration = Duration::from_secs(10);
/// The most letters of an odd value that a message repeats.
pub const LINK_SHOWN: usize = 40;
/// The most letters of the address of a page.
pub const PAGE_LETTERS: usize = 200;

// ---- fingers ------------------------------------------------------------------------------------
/// The way of the thumb from the middle of the stick to full drive or steering, in units.
pub const STICK_UNITS: f32 = 95.0;
/// The way of two fingers apart that counts as a notch of the mouse wheel, in units.
pub const PINCH_UNITS: f32 = 30.0;
/// Width and height of a button, the gap between two, and the top of their column, in units: on a phone held across,
/// a unit is half a point of the screen, and a fingertip covers forty points.
pub const TOUCH_WIDE: f32 = 128.0;
pub const TOUCH_SIZE: f32 = 74.0;
pub const TOUCH_GAP: f32 = 8.0;
pub const TOUCH_TOP: f32 = 150.0;

/// The width of the scale of body colours in the legend of the budget, in units: a wider one leaves less room for the
/// words beside it, a narrower one shows fewer colours apart.
pub const HEAT_SCALE: f32 = 84.0;
