//! Views: the intents of drivers, and near misses.

/// The height of the line from a driver to its goal above the floor, in metres.
pub const INTENT_HEIGHT: f32 = 0.9;

/// The height of the word for a driver's plan above the car's origin, in metres: above the speed.
pub const INTENT_TEXT_HEIGHT: f32 = 1.9;

/// Half the width of the cross at the end of a run-up, in metres.
pub const INTENT_CROSS: f32 = 0.4;

/// The period of the numbers kept for graphs, in seconds.
pub const HISTORY_SECONDS: f32 = 10.0;

/// The most that the least distance of a near miss is above the true one, in metres: half for the search, half
/// for the rounding of f32. With less, the search takes longer and rounding shows.
pub const NEAR_MISS_TOLERANCE: f64 = 2e-5;

/// The steps before and after a moment in which two bodies are looked at that did not meet: a second.
pub const NEAR_MISS_STEPS: u64 = 120;

/// The most measurements of a distance for one near miss. Bodies that move side by side need more for
/// [`NEAR_MISS_TOLERANCE`]; the answer then states the wider bound that it reached.
pub const NEAR_MISS_MEASURES: usize = 6000;

/// The parts into which the curve of a distance over a sweep is divided. With more, an explanation takes longer.
pub const CURVE_PARTS: usize = 48;

/// The least change of the relative speed of two bodies that the list of crashes shows, in m/s. With less, bodies
/// that rest and rock fill the list.
pub const CRASH_LEAST: f32 = 0.25;

/// The time for which two things of a probe move, in seconds.
pub const PROBE_SECONDS: f64 = 1.0;

/// The limit of work of a probe, in units: it runs again with every picture while the hand moves, and more
/// would delay pictures.
pub const PROBE_WORK: u64 = 200_000;

/// The distance up to which a probe lists contacts, in metres, and the most of them that it lists.
pub const PROBE_GAP: f32 = 0.02;
pub const PROBE_CONTACTS: usize = 64;

/// The radius of the ball that stands for a point in the question about a distance, in metres: the error of the
/// answer.
pub const PROBE_POINT: f32 = 1e-6;

/// The most triangles of a mesh that a probe builds again with other volumes: more would take longer than a picture.
pub const PROBE_REBUILT: usize = 20_000;
/// The closing speed from which an impact of two bodies that already touch counts as another hit, in m/s: with
/// less, a body that comes to rest would count its last tremors. Changes no round.
pub const HIT_SPEED: f32 = 0.05;
/// The lean from which a body counts as fallen, in degrees: with less, a pushed one counts before it falls. Changes no
/// round.
pub const FALLEN_DEGREES: f64 = 45.0;

/// The time over which the shown rate of precession is averaged, in seconds: with less, the nodding of a gyroscope
/// makes the number flicker. Changes no round.
pub const PRECESSION_SECONDS: f32 = 4.0;

/// The most places of a trail, and the most hits that it marks: both bound memory. Changes no round.
pub const TRAIL_POINTS: usize = 400;
pub const TRAIL_HITS: usize = 50;

/// The least distance of two places of a trail, in metres. Changes no round.
pub const TRAIL_STEP: f32 = 0.05;

/// Steps that are made again at once, forwards, while the search for a crash goes back: there is a snapshot every
/// so many. With more, the first answer takes longer; with fewer, the snapshots do.
pub const CRASH_SCAN_SEGMENT: u64 = 120;

/// Intervals shorter than this, in seconds, are not divided. With less, the search ends only in the rounding of
/// times.
pub const SHORTEST_INTERVAL: f64 = 1e-9;

/// A body slower than this, in m/s, is said to stand: its speed is shown with two decimals. With more, a body that
/// visibly moves would be said to stand.
pub const SAID_TO_STAND: f64 = 0.005;

/// Smallest factor of power that is shown; a smaller one would read as 1.0.
pub const SHOWN_POWER: f32 = 1.05;

/// The share of the faster body's speed toward the other one from which the other is said to have hit as well.
pub const BOTH_HIT: f64 = 1.0 / 3.0;
