//! Recordings.

/// The largest recording that is read, in bytes: an hour with a few models of its own.
pub(crate) const TAPE_BYTES: u64 = 32 << 20;

/// The most steps of a recording: an hour and a countdown of as much.
pub(crate) const TAPE_STEPS: u64 = 2 * 3600 * 120;

/// The longest text of a recording that people read, in bytes.
pub(crate) const TAPE_TEXT: usize = 400;

/// The longest front of a recording's file, in bytes: what is read of each file for a list. Two texts, and
/// whatever else is in it, take less.
pub(crate) const TAPE_FRONT: usize = 2048;

/// So often a wheel can be taken over in a recording; of more the first and the last ones are kept.
pub(crate) const TAPE_TAKEN: usize = 32;

/// The most files of a folder that a list of recordings looks at, and the most that it shows: the newest.
#[cfg(feature = "window")]
pub(crate) const SHELF_FILES: usize = 20_000;
#[cfg(feature = "window")]
pub(crate) const SHELF_LISTED: usize = 500;
/// A round that was kept by itself is compared with those that were kept otherwise if it has no more bytes.
#[cfg(feature = "window")]
pub(crate) const SHELF_COMPARED: u64 = 1_000_000;

/// The most that the hand does in a recording: a pull in each step of an hour, and as many other acts as anyone
/// makes by hand. What a file may cost to be played grows with it.
pub(crate) const TAPE_ACTS: usize = 500_000;

/// The most of these that say a thing, a car or a zone. It bounds the memory that they take when a file is read;
/// their time is bounded by [`TAPE_WORK`].
pub(crate) const TAPE_BUILDS: usize = 5_000;

/// The most work of all acts of a recording, in units of about a microsecond. Less, and the recording of a large scene
/// that somebody builds for an hour is full before; more, and a stranger's file keeps `replay --check` busy for longer
/// than the half minute that this is.
pub(crate) const TAPE_WORK: u64 = 30_000_000;

/// The work of an act that changes something, in those units, without what it builds and where that is placed.
pub(crate) const ACT_WORK: u64 = 20;

/// The work of building one to eight bodies in a hall of their own: checks, names, the hall itself.
pub(crate) const BUILD_WORK: u64 = 500;

/// The work of a triangle of a form that is built.
pub(crate) const TRIANGLE_WORK: u64 = 3;

/// A moment of a recording with acts of more work than this is kept as it was after them, so that who goes through it
/// again does not wait for them again.
pub(crate) const DEAR_ACTS: u64 = 20_000;

/// The memory for such moments, in bytes; the dearest of them stay.
pub(crate) const DEAR_BYTES: usize = 32 << 20;

/// The most models of a recording.
pub(crate) const TAPE_MODELS: usize = 64;

/// A snapshot of a recording is kept every so many steps. More apart: going to a moment takes longer;
/// closer: more memory.
pub(crate) const TIMELINE_STEPS: u64 = 120;

/// The memory for the snapshots of a recording, in bytes: those of a long one, or of one with very many
/// bodies, are further apart than that.
pub(crate) const TIMELINE_BYTES: usize = 128 << 20;

/// So many snapshots of what is farther back in a round that is played are kept: with as many, any moment of an hour
/// is reached by playing a few minutes of it again.
pub(crate) const TIMELINE_OLDER: usize = 64;

/// A round that is played keeps a snapshot every so many steps, to be gone back to.
#[cfg(feature = "window")]
pub(crate) const REWIND_STEPS: u64 = 60;

/// For so many seconds a round can be gone back in.
#[cfg(feature = "window")]
pub(crate) const REWIND_SECONDS: u64 = 30;
