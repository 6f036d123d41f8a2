//! Position correction: paths that would still end too near are moved aside.
//!
//! The remaining errors of the substeps, and the compression by a pile's weight, are corrected by pseudo
//! impulses on displacements (nonlinear Gauss-Seidel on the gaps at the step's end). Only paths change, not
//! velocities: continuous collision then finds nothing to stop, and no body gains speed.

use wide::f32x4;

use crate::by_body::ByBody;
use crate::params::{MAX_POSITION_PASSES, POSITION_TOLERANCE};
use crate::reserve::reserve;
use crate::solver::Solver;
use crate::solver::contact_constraints::ConstraintRow;
use crate::solver::graph_coloring::PairBatch;
use crate::solver::problem::SolverParameters;
use crate::solver::solver_body::{BodyDeltas, BodyLanes};

impl Solver {
    /// Moves aside the paths of a group's bodies that end too near.
    pub(super) fn correct_positions(&mut self, members: &[u32], parameters: &SolverParameters) {
        let targets = PositionTargets::new(parameters);
        let Solver {
            batches,
            deltas,
            rows,
            queue,
            held,
            pushed,
            ..
        } = self;
        let batches = &batches.list;
        queue.reset(batches.len());
        for (n, batch) in batches.iter().enumerate() {
            let mut is_short = f32x4::ZERO;
            for row in &mut rows[batch.range()] {
                is_short |= targets.shortfall(row, row.gap).simd_gt(targets.tolerance);
                // The gaps are no longer needed; the pseudo impulses take their place.
                row.gap = f32x4::ZERO;
            }
            if is_short.any() {
                queue.add(n);
            }
        }
        if queue.is_empty() {
            return;
        }
        deltas.store_mass_in_displacements(members);
        queue.index_batches(batches, deltas.list.len());
        for pass in 0..MAX_POSITION_PASSES {
            let forward = pass % 2 == 0;
            while let Some(n) = queue.pop(forward) {
                let batch = &batches[n];
                let rows = &mut rows[batch.range()];
                let changed = if batch.both_movable {
                    targets.correct::<true>(batch, rows, deltas, forward)
                } else {
                    targets.correct::<false>(batch, rows, deltas, forward)
                };
                if changed != 0 {
                    let moved = batch.moving();
                    let moved = moved.filter(|(lane, _)| changed & (1 << lane) != 0);
                    moved.for_each(|(_, body)| queue.requeue(body, n, forward));
                }
            }
            deltas.hold_places(held);
            if !queue.begin_next_pass() {
                break;
            }
        }
        for batch in batches {
            for row in &rows[batch.range()] {
                batch.mark_pushed(row.gap.simd_gt(f32x4::ZERO), pushed);
            }
        }
    }
}

/// The batches to process: those with a body whose path has changed since their last processing.
#[derive(Clone, Debug, Default)]
pub(super) struct BatchQueue {
    /// The batches of this pass and of the next one, one bit each.
    now: Vec<u64>,
    next: Vec<u64>,
    /// The batches that each body is in.
    batches: ByBody<u32>,
}

impl BatchQueue {
    /// Reserves memory for these numbers of bodies and batches.
    pub fn reserve(&mut self, bodies: usize, batches: usize) {
        reserve(&mut self.now, batches.div_ceil(64));
        reserve(&mut self.next, batches.div_ceil(64));
        self.batches.reserve(bodies, 8 * batches);
    }

    /// Empties the queue for this number of batches.
    fn reset(&mut self, batches: usize) {
        for bits in [&mut self.now, &mut self.next] {
            bits.clear();
            bits.resize(batches.div_ceil(64), 0);
        }
    }

    fn add(&mut self, batch: usize) {
        self.now[batch / 64] |= 1 << (batch % 64);
    }

    fn is_empty(&self) -> bool {
        self.now.iter().all(|bits| *bits == 0)
    }

    /// Lists the batches of each body.
    fn index_batches(&mut self, batches: &[PairBatch], bodies: usize) {
        let all = (0..).zip(batches);
        let all = all.flat_map(|(n, batch)| batch.moving().map(move |(_, body)| (body, n)));
        self.batches.sort(bodies, all);
    }

    /// Takes the next batch of this pass, in ascending order or in descending order.
    fn pop(&mut self, forward: bool) -> Option<usize> {
        let is_some = |bits: &u64| *bits != 0;
        let (at, bit) = if forward {
            let at = self.now.iter().position(is_some)?;
            (at, self.now[at].trailing_zeros())
        } else {
            let at = self.now.iter().rposition(is_some)?;
            (at, 63 - self.now[at].leading_zeros())
        };
        self.now[at] &= !(1 << bit);
        Some(64 * at + bit as usize)
    }

    /// Adds the batches of a body whose path the batch `by` has changed: those that are still to come in this
    /// pass to this one, all others to the next.
    fn requeue(&mut self, body: u32, by: usize, forward: bool) {
        for batch in self.batches.of(body) {
            let batch = *batch as usize;
            let is_to_come = if forward { batch > by } else { batch < by };
            let bits = if is_to_come {
                &mut self.now
            } else {
                &mut self.next
            };
            bits[batch / 64] |= 1 << (batch % 64);
        }
    }

    /// Ends a pass. Returns true if the next one has anything to do.
    fn begin_next_pass(&mut self) -> bool {
        std::mem::swap(&mut self.now, &mut self.next);
        !self.is_empty()
    }
}

/// The distances at which paths should end.
struct PositionTargets {
    time: f32x4,
    skin: f32x4,
    least_distance: f32x4,
    /// The greatest displacement of a path, in metres.
    max_correction: f32x4,
    /// The distance by which a path may miss its target, in metres.
    tolerance: f32x4,
}

impl PositionTargets {
    fn new(parameters: &SolverParameters) -> PositionTargets {
        let all = |x: f64| f32x4::splat(x as f32);
        PositionTargets {
            time: all(parameters.step),
            skin: all(parameters.skin),
            least_distance: all(parameters.least_distance),
            max_correction: all(parameters.push_speed * parameters.step),
            tolerance: all(POSITION_TOLERANCE * parameters.least_distance),
        }
    }

    /// Moves the paths of a batch's bodies aside where they end too near, or back where they were moved
    /// farther than necessary. Returns the lanes that changed, as bits.
    fn correct<const BOTH: bool>(
        &self,
        batch: &PairBatch,
        rows: &mut [ConstraintRow],
        deltas: &mut BodyDeltas,
        forward: bool,
    ) -> u32 {
        let mut a = BodyLanes::default();
        if BOTH {
            a = deltas.displacements(batch.a);
        }
        let mut b = deltas.displacements(batch.b);
        let mut changed = f32x4::ZERO;
        for n in 0..rows.len() {
            let last = rows.len() - 1;
            let row = &mut rows[if forward { n } else { last - n }];
            let shortfall = self.shortfall(row, row.gap_after::<BOTH>(self.time, &a, &b));
            let too_far = row.gap.simd_gt(f32x4::ZERO) & shortfall.simd_lt(-self.tolerance);
            let is_off = shortfall.simd_gt(self.tolerance) | too_far;
            if is_off.none() {
                continue;
            }
            let impulse = (row.gap + shortfall * row.normal_mass).fast_max(f32x4::ZERO);
            let change = (impulse - row.gap) & is_off;
            row.gap += change;
            changed |= is_off;
            row.normal.apply_impulse::<BOTH>(change, &mut a, &mut b);
        }
        let changed = changed.to_bitmask();
        if changed != 0 {
            if BOTH {
                deltas.set_displacements(batch.a, &a);
            }
            deltas.set_displacements(batch.b, &b);
        }
        changed
    }

    /// The distance that is missing at the end of paths with the gap `end` beyond the skin, in metres.
    #[inline(always)]
    fn shortfall(&self, row: &ConstraintRow, end: f32x4) -> f32x4 {
        let distance = row.initial_gap + self.skin;
        let wanted = self.least_distance.fast_min(distance + self.max_correction);
        wanted - (end + self.skin)
    }
}
