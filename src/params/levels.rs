//! Levels.

use std::ops::RangeInclusive;

/// How many units of work stand for a millisecond of the source's budget. Work is counted in
/// volume and primitive tests, so that rounds repeat exactly; a thousand a millisecond is about
/// what the source's machine did (a hit between two cars: 0.4 ms, some hundred tests). Another value
/// changes what `budget_milliseconds` of a level means.
pub const WORK_UNITS_PER_MILLISECOND: u64 = 1000;

/// The range of `budget_milliseconds`. All that it allows is to be paid in real time, or nearly: of 64 cars of
/// 28,000 triangles in each other a step that uses up the most takes a tenth of a second. With more, keys and
/// menus would wait for single steps.
pub(crate) const BUDGET_MILLISECONDS: RangeInclusive<f32> = 0.01..=1000.0;

/// What all collision tests of a step may cost in a level without a score that does not say, in the milliseconds of
/// [`BUDGET_MILLISECONDS`]. Less, and a heap of a thousand marbles waits for its turn (it takes 364); more,
/// and a scene that is too much holds up keys and menus.
pub(crate) const FREE_BUDGET: f32 = 600.0;

/// The share of that work that is left when pairs begin to wait for their turns. More, and fewer scenes run as if work
/// had no limit; less, and what comes late in the list of bodies waits more often.
pub(crate) const FREE_TURNS_SHARE: f32 = 0.25;

/// Stripes across the upper side of a solid, so that its slope is seen.
pub(crate) const SOLID_STRIPES: usize = 8;

/// The most characters of a message about a level: what a file names in it may be as long as the file.
pub(crate) const MAX_MESSAGE_LENGTH: usize = 400;

/// The most characters of a line that an excerpt of a level file shows.
pub(crate) const EXCERPT_WIDTH: usize = 100;

/// The most of them before the place that is meant, if the line has more.
pub(crate) const EXCERPT_BEFORE: usize = 60;

/// A name with one letter in so many wrong is taken for the known one. Fewer suggests unlike names.
pub(crate) const LETTERS_PER_MISTAKE: usize = 3;

/// A longer name gets no suggestion, in characters: comparing takes time proportional to its length.
pub(crate) const LONGEST_SUGGESTED_NAME: usize = 40;

/// The density of a thing that has no material, in kg/m^3: that of wood. Much heavier, and cars hardly move
/// what is as large as they are.
pub(crate) const THING_DENSITY: f32 = 500.0;

/// How quickly a motor that holds an angle goes there, in swings a second, and its share of critical damping.
/// Stiffer, and it shakes what it holds.
pub(crate) const MOTOR_HERTZ: f32 = 4.0;
/// See [`MOTOR_HERTZ`].
pub(crate) const MOTOR_DAMPING: f32 = 1.0;

/// How thick a patch of the floor is drawn, in metres: enough that it does not flicker with the floor.
pub(crate) const SHEET_THICKNESS: f32 = 0.01;

/// How far apart copies stand that have no gap of their own, in metres: as far as bodies at rest. More, and
/// they fall into place when time begins; less, and they are pushed apart.
pub(crate) const THING_GAP: f32 = 1e-3;

/// The triangles of the solids that a library keeps, the last ones used: a megabyte has room for some thousand. Fewer,
/// and a hand that adds the same large compound again waits for it each time.
pub(crate) const KEPT_SOLIDS: usize = 100_000;
