//! Limits of recordings and their snapshots.

/// The largest recording that is read, in bytes: an hour with a few embedded models.
pub const TAPE_BYTES: u64 = 32 << 20;

/// The most steps of a recording: an hour and a countdown of as much.
pub const TAPE_STEPS: u64 = 2 * 3600 * 120;

/// The longest text of a recording that is shown to people, in bytes.
pub const TAPE_TEXT: usize = 400;

/// The longest front of a recording's file, in bytes, which a list reads of each file. Two texts and the
/// remaining fields take less.
pub const TAPE_FRONT: usize = 2048;

/// The most take-overs in a recording; beyond this the first and the last ones are kept.
pub const TAPE_TAKEN: usize = 32;

/// The most files of a folder that a list of recordings examines, and the most that it shows: the newest.
pub const SHELF_FILES: usize = 20_000;
pub const SHELF_LISTED: usize = 500;
/// The largest size at which an automatically kept round is compared with other recordings, in bytes.
pub const SHELF_COMPARED: u64 = 1_000_000;

/// The most acts of the hand in a recording: a pull in each step of an hour, and as many other acts as anyone
/// makes by hand. The cost of playing a file grows with it.
pub const TAPE_ACTS: usize = 500_000;

/// The most acts that describe a thing, a car or a zone. It bounds their memory when a file is read; their
/// time is bounded by [`TAPE_WORK`].
pub const TAPE_BUILDS: usize = 5_000;

/// The most work of all acts of a recording, in units of about a microsecond: half a minute. With less, the
/// recording of a large scene is full before an hour of building; with more, a malicious file keeps `replay
/// --check` busy for longer.
pub const TAPE_WORK: u64 = 30_000_000;

/// The base work of an act that changes something, in these units, without building and placing.
pub const ACT_WORK: u64 = 20;

/// The work of building one to eight bodies in a hall of their own: checks, names, the hall itself.
pub const BUILD_WORK: u64 = 500;

/// The work per triangle of a shape that is built.
pub const TRIANGLE_WORK: u64 = 3;

/// A moment of a recording whose acts need more work than this is stored, so that a second pass does not
/// repeat them.
pub const DEAR_ACTS: u64 = 20_000;

/// The memory for such moments, in bytes; the most expensive ones are kept.
pub const DEAR_BYTES: usize = 32 << 20;

/// The most models in a recording.
pub const TAPE_MODELS: usize = 64;

/// The steps between two snapshots of a recording. With more, seeking takes longer; with less, it takes more
/// memory.
pub const TIMELINE_STEPS: u64 = 120;

/// The memory for the snapshots of a recording, in bytes: snapshots of a long recording, or of one with very
/// many bodies, are further apart.
pub const TIMELINE_BYTES: usize = 128 << 20;

/// The most older snapshots of a running round: with this many, any moment of an hour is reached by replaying
/// a few minutes.
pub const TIMELINE_OLDER: usize = 64;

/// The steps between two snapshots of a running round, for rewinding.
pub const REWIND_STEPS: u64 = 60;

/// The steps after the end of its recording that an unchanged run can be taken to at once: ten minutes. More would
/// let a rewind stand still for long.
pub const BEYOND_STEPS: u64 = 10 * 60 * 120;

/// The snapshots of an unchanged run after the end of its recording, one every [`REWIND_STEPS`]: as far back as a
/// round is rewound quickly. With fewer, each step of a held rewind plays more steps of it again.
pub const BEYOND_SNAPSHOTS: usize = (REWIND_SECONDS * 120 / REWIND_STEPS) as usize + 1;

/// The time that a running round can be rewound, in seconds.
pub const REWIND_SECONDS: u64 = 30;

/// The acts of one moment between two snapshots: undoing one of many acts in a pause repeats as many.
pub const PAUSE_ACTS: usize = 64;

/// The most such snapshots, and their memory in bytes; with more acts they are further apart.
pub const PAUSES: usize = 16;
pub const PAUSE_BYTES: usize = 32 << 20;

/// Steps between two stored poses of cars, in rounds that cannot be repeated: thirty times a second.
pub const POSE_STEPS: u64 = 4;
