//! Limits of a level: with larger ones, a made-up file could take memory or time without end, and a level that runs here
//! may be too much for another machine.

/// Maximum size of a level file, in bytes.
pub const LEVEL_BYTES: u64 = 1 << 20;
/// Maximum size of a model file, in bytes.
pub const MODEL_BYTES: u64 = 16 << 20;
/// Maximum number of cars.
pub const CARS: usize = 64;
/// Maximum number of things, including each copy.
pub const BODIES: usize = 2000;
/// Maximum number of joints, including those of each copy of a part.
pub const JOINTS: usize = 2000;
/// Maximum number of effects of one trigger.
pub const EFFECTS: usize = 20;
/// Maximum number of materials, zones, patches, parts and triggers, each.
pub const LIST: usize = 200;
/// Maximum number of graphs.
pub const GRAPHS: usize = 4;
/// Maximum number of curves of a graph.
pub const CURVES: usize = 4;
/// Maximum number of tasks.
pub const TASKS: usize = 20;
/// Maximum length of a task's words, in characters.
pub const TASK_WORDS: usize = 160;
/// Maximum number of choices of a question.
pub const CHOICES: usize = 4;
/// Maximum length of a choice, in characters.
pub const CHOICE_WORDS: usize = 80;
/// Maximum number of readouts, and of names in one that counts fallen things.
pub const READOUTS: usize = 24;
/// Maximum length of a formula, in characters.
pub const FORMULA: usize = 200;
/// Maximum number of groups: each group has a bit in a 32-bit word, and one bit is for things without a
/// group.
pub const GROUPS: usize = 31;
/// Maximum initial speed of a thing along each axis, in m/s.
pub const SPEED: f32 = 1000.0;
/// Maximum initial spin of a thing about each axis, in degrees per second.
pub const SPIN: f32 = 100_000.0;
/// Maximum initial speed of a car along each axis, in m/s.
pub const CAR_SPEED: f32 = 25.0;
/// Maximum initial spin of a car about each axis, in degrees per second.
pub const CAR_SPIN: f32 = 1000.0;
/// Greatest limit of a joint and angle of its motor, either way, in degrees or metres.
pub const JOINT: f32 = 1000.0;
/// Maximum nesting depth of parts.
pub const PART_DEPTH: usize = 4;
/// Maximum number of points of a hull.
pub const HULL_POINTS: usize = 200;
/// Maximum number of heights of a field.
pub const FIELD_HEIGHTS: usize = 16_384;
/// Maximum number of solids of a compound.
pub const COMPOUND_SOLIDS: usize = 64;
/// Maximum number of players.
pub const PLAYERS: usize = 4;
/// Maximum length of a name of a level or a car, in characters.
pub const NAME: usize = 60;
/// Maximum length of a description, in characters.
pub const DESCRIPTION: usize = 400;
/// Maximum number of reported problems of a level; the others are only counted.
pub const PROBLEMS: usize = 50;
/// Maximum number of triangles of one model.
pub const TRIANGLES: usize = 100_000;
/// Maximum number of triangles of all models of a level; a model counts once per scale, because each
/// scale is built.
pub const LEVEL_TRIANGLES: usize = 2 * TRIANGLES;
/// Maximum size of all model files of a level, in bytes.
pub const LEVEL_MODEL_BYTES: u64 = 2 * MODEL_BYTES;
/// Maximum number of triangles of all cars and things of a level, as drawn.
pub const DRAWN_TRIANGLES: usize = 1_000_000;
/// Smallest allowed length of a model's longest side, in metres: below it, masses and inertias are lost
/// in rounding.
pub const SMALLEST_MODEL: f32 = 1e-3;
