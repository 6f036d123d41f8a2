//! Levels: budgets, defaults of things, and limits of error messages.

use std::ops::RangeInclusive;

/// Work units per millisecond of the source's budget. Work is counted in volume and primitive tests, so that
/// rounds repeat exactly; a thousand per millisecond is about the speed of the source's machine (a hit
/// between two cars: 0.4 ms, some hundred tests). Another value changes the meaning of a level's
/// `budget_milliseconds`.
pub const WORK_UNITS_PER_MILLISECOND: u64 = 1000;

/// The range of `budget_milliseconds`. Its upper end must be nearly affordable in real time: with 64 cars of
/// 28,000 triangles inside each other, a step that uses all of it takes a tenth of a second. With more, keys
/// and menus would wait for single steps.
pub const BUDGET_MILLISECONDS: RangeInclusive<f32> = 0.01..=1000.0;

/// The default budget for all collision tests of a step in a level without a score, in the milliseconds of
/// [`BUDGET_MILLISECONDS`]. With less, a heap of a thousand marbles waits (it needs 364); with more, an
/// excessive scene delays keys and menus.
pub const FREE_BUDGET: f32 = 600.0;

/// The fraction of that budget at which pairs begin to wait for their turns. With more, fewer scenes run as
/// if the budget were unlimited; with less, bodies late in the list wait more often.
pub const FREE_TURNS_SHARE: f32 = 0.25;

/// The stripes across the upper side of a solid, which make its slope visible.
pub const SOLID_STRIPES: usize = 8;

/// The most characters of a message about a level: names in a file may be as long as the file.
pub const MAX_MESSAGE_LENGTH: usize = 400;

/// The most characters of a line in an excerpt of a level file.
pub const EXCERPT_WIDTH: usize = 100;

/// The most of these characters before the position of the error, if the line is longer.
pub const EXCERPT_BEFORE: usize = 60;

/// The characters of a name per tolerated wrong letter when a similar name is suggested. With fewer, unlike
/// names are suggested.
pub const LETTERS_PER_MISTAKE: usize = 3;

/// The longest name that gets a suggestion, in characters: the comparison takes time proportional to its
/// length.
pub const LONGEST_SUGGESTED_NAME: usize = 40;

/// The density of a thing without a material, in kg/m^3: that of wood. With much more, cars hardly move
/// things of their own size.
pub const THING_DENSITY: f32 = 500.0;

/// The frequency of a motor that holds an angle, in Hz, and its damping ratio. A stiffer one shakes its load.
pub const MOTOR_HERTZ: f32 = 4.0;
/// See [`MOTOR_HERTZ`].
pub const MOTOR_DAMPING: f32 = 1.0;

/// The most firings of all triggers in a second of a round. With more, a chain of triggers that fire each
/// other delays keys and menus; with less, machines with many parts stop.
pub const TRIGGER_FIRINGS: u32 = 1000;

/// The drawn thickness of a floor patch, in metres: enough that it does not flicker with the floor.
pub const SHEET_THICKNESS: f32 = 0.01;

/// The default gap between copies, in metres: that of resting bodies. With more, they drop when time begins;
/// with less, they are pushed apart.
pub const THING_GAP: f32 = 1e-3;

/// The most triangles in the cache of recently used solids; a megabyte holds some thousands. With fewer,
/// adding the same large compound again is slow each time.
pub const KEPT_SOLIDS: usize = 100_000;

/// The smallest number of cars for two teams.
pub const TEAM_CARS: usize = 4;

/// The points for each second that is left when the tasks of a lesson are done: a tenth of a second is one
/// point. With less, similar results could not be told apart.
pub const LESSON_POINTS: f32 = 10.0;

/// The points of a lesson with questions for each that is answered right at once; its time then counts nothing. A
/// level's medals are multiples of it, so another number moves the medals of all such lessons.
pub const QUESTION_POINTS: u32 = 100;

/// The default number of lives in a level with an edge. With 1, a player watches most of the round.
pub const LIVES: u32 = 3;

/// Maximum number of corners of an arena. With more, walls get so short that a car touches several at once.
pub const MOST_CORNERS: usize = 16;

/// Smallest interior angle of a corner, in degrees: behind a sharper one the walls would extend too far.
pub const SHARPEST_CORNER: f32 = 20.0;

/// Smallest distance of the scene's centre from a side, in metres. With less, a thing at the centre, where new ones
/// appear, would stand in the wall.
pub const LEAST_SIDE_DISTANCE: f32 = 2.0;

/// Largest distance of a corner from the centre along either axis, in metres. With more, f32 positions at the wall
/// get coarser than the skin.
pub const FARTHEST_CORNER: f32 = 500.0;

/// Largest coordinate, along each axis, of a hull's point or a compound part's origin, in metres. With more, small
/// features of the shape drown in rounding.
pub const FARTHEST_OF_SHAPE: f32 = 1000.0;

/// Default budget of all collision tests of a step in a level with a score, in milliseconds. With less, crowds cut
/// queries in ordinary rounds.
pub const DEFAULT_BUDGET: f32 = 30.0;

/// The depth of brackets and signs at which reading a formula ends. With much more, a made-up file could overflow
/// the stack.
pub const FORMULA_DEPTH: usize = 40;

/// Maximum number of letters of a text that a message repeats. With more, a message no longer fits its line.
pub const REPEATED_LETTERS: usize = 24;

/// Largest total that a medal may require, in points. Larger ones would no longer be exact in f32.
pub const MOST_FOR_MEDAL: f32 = 1e6;

/// Maximum nesting depth of brackets; levels have seven, and a deeper value counts as a whole. With much more, a
/// made-up file could overflow the stack.
pub const OUTLINE_DEPTH: usize = 16;

/// Maximum number of passes over a text, more than a level has kinds of structs. With fewer, a correct level could
/// be refused.
pub const READ_PASSES: usize = 64;

/// The most chained links that are followed, as on most systems. Without a limit, links in a ring would never end.
pub const MOST_LINKS: usize = 40;

/// The longest name, in bytes, to which the suffix of a temporary file is added: most systems allow 255. With more,
/// the file could not be made there.
pub const LONGEST_NAME: usize = 200;
