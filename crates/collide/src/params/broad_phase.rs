//! Tunables of the broad phase and of schedules.

// ---- broad_phase, schedule --------------------------------------------------------------------

/// An axis sort changes its axis only if the centres' variance along another one is this many times
/// as large, since a change means sorting anew. At 1 it would alternate between two equal axes.
pub(crate) const AXIS_CHANGE_VARIANCE: f64 = 1.5;

/// Insertion sort along an axis gives up after this many swaps and leaves the rest to a full sort:
/// this many for each body, and [`AXIS_SORT_SWAPS`] more.
pub(crate) const AXIS_SORT_SWAPS_PER_BODY: u64 = 16;

/// See [`AXIS_SORT_SWAPS_PER_BODY`].
pub(crate) const AXIS_SORT_SWAPS: u64 = 64;

/// Sweep and prune gives up after this many swaps for each body along an axis, and
/// [`SWEEP_AND_PRUNE_SWAPS`] more, and sorts everything anew.
pub(crate) const SWEEP_AND_PRUNE_SWAPS_PER_BODY: u64 = 64;

/// See [`SWEEP_AND_PRUNE_SWAPS_PER_BODY`].
pub(crate) const SWEEP_AND_PRUNE_SWAPS: u64 = 1024;

/// Sweep and prune inserts at most this many new bodies at a time, and a sixteenth of all; for more
/// it sorts everything anew.
pub(crate) const MOST_INSERTED_BODIES: usize = 16;

/// Sweep and prune keeps overlap flags for at most this many bodies: 2 MiB, since they grow with the
/// square. With more bodies it compares the boxes instead.
pub(crate) const MOST_FLAGGED_BODIES: usize = 2048;

/// A grid's list of candidates may have this length, and [`CANDIDATES_PER_BODY`] more for each body.
/// Beyond that the grid sorts along an axis, which needs less memory and is faster in a dense crowd.
pub(crate) const CANDIDATES: usize = 1024;

/// 512 bytes for each body. See [`CANDIDATES`].
pub(crate) const CANDIDATES_PER_BODY: usize = 64;

/// Room that the lists of candidates start with for each body. Fewer means that a crowd that forms
/// later allocates memory.
pub(crate) const CANDIDATE_ROOM_PER_BODY: usize = 8;

/// After its cells were too crowded, a grid sorts along an axis for this many updates before it
/// tries its cells again: half a second of steps.
pub(crate) const CROWDED_UPDATES: u32 = 60;

/// If more bodies than this are too large for a cell, and a quarter of all, the grid sorts all along
/// an axis.
pub(crate) const MANY_LARGE_BODIES: usize = 64;

/// Schedules start with room for this many tests, so that a usual crowd allocates no memory.
pub(crate) const SCHEDULE_ROOM: usize = 256;

/// The priorities from which tests go to the first and to the second of three queues.
pub(crate) const QUEUE_PRIORITIES: [f32; 2] = [0.6, 0.4];

/// The parts of the budget that the three queues get, in proportion.
pub(crate) const QUEUE_WEIGHTS: [u32; 3] = [4, 2, 1];

/// The least budget of a turn, in work units. With less, hardly any test would come to an answer.
pub(crate) const QUEUE_QUANTUM: u64 = 64;

/// The size of two bodies together (m) that counts half in the default perception.
pub(crate) const PERCEIVED_HALF_SIZE: f32 = 2.0;

/// The distance from the viewer (m) that counts half in the default perception.
pub(crate) const PERCEIVED_HALF_DISTANCE: f32 = 10.0;

/// The relative speed (m/s) that counts half in the default perception.
pub(crate) const PERCEIVED_HALF_SPEED: f32 = 5.0;

/// The distance between lanes of bars in the view of a broad phase, and between the bodies and the first lane, in
/// metres. With less, bars of neighbours look like one.
pub(crate) const BAR_LANE: f32 = 0.3;
