//! The leaf test of two meshes: two pieces that no direction separates throughout an interval advance from
//! instant to instant until they have passed each other, or until two of their triangles meet.

use glam::{DVec3, Vec3};

use crate::model::Model;
use crate::params;
use crate::params::MAX_PIECE_TRIANGLES;
use crate::piece::PieceStore;
use crate::query::account::Account;
use crate::query::pair_cache::TriangleWitness;
use crate::query::stage::Stage;
use crate::query::toi::convex::ConvexStage;
use crate::query::toi::earliest::{LeafTest, SearchResult, TreeSearch};
use crate::query::toi::kinematics::Kinematics;
use crate::query::toi::linear_bounds::TriangleLinearBounds;
use crate::query::toi::piece_pair::{PiecePoints, PieceSeparation};
use crate::query::toi::scratch::SweepScratch;
use crate::query::toi::time_interval::TimeInterval;
use crate::query::toi::triangle_pair::{TriangleAdvance, TrianglePair};
use crate::query::trace::PieceVisit;

/// Two triangles that are not proved disjoint yet: their safe step (s, not negative, so that its
/// bits are ordered), then their numbers within their pieces. The most urgent pair is the smallest
/// number.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct PendingTriangles(u64);

impl PendingTriangles {
    fn new(safe: f32, a: usize, b: usize) -> Self {
        PendingTriangles(u64::from(safe.to_bits()) << 16 | (a as u64) << 8 | b as u64)
    }

    fn safe(self) -> f64 {
        f64::from(f32::from_bits((self.0 >> 16) as u32))
    }

    fn numbers(self) -> (usize, usize) {
        ((self.0 >> 8 & 0xff) as usize, (self.0 & 0xff) as usize)
    }
}

/// Two meshes, whose leaves are pieces.
#[derive(Clone, Copy)]
pub(super) struct MeshLeaves<'q> {
    pub a: &'q Model,
    pub b: &'q Model,
}

impl LeafTest for MeshLeaves<'_> {
    const INTERVAL_COST_LIMIT: f64 = params::INTERVAL_COST_LIMIT;

    fn test_leaves(search: &mut TreeSearch<'_, Self>, pieces: (u32, u32), interval: &TimeInterval) {
        if !search.stages.has(Stage::Pieces) {
            return search.advance_triangles(pieces, interval, &interval.at_begin, None);
        }
        let MeshLeaves { a, b } = search.leaves;
        let blocks_a = &a.store.blocks[a.store.pieces[pieces.0 as usize].blocks()];
        let blocks_b = &b.store.blocks[b.store.pieces[pieces.1 as usize].blocks()];
        let apart = search.hulls_stay_separated(blocks_a, blocks_b, interval);
        search.account.trace.note(|record| {
            record.pieces.push(PieceVisit {
                pieces: [pieces.0, pieces.1],
                apart,
                interval: [interval.begin, interval.end],
            });
        });
        if !apart {
            search.advance_pieces(pieces, interval);
        }
    }

    fn plane_separates_rest(
        search: &mut TreeSearch<'_, Self>,
        begin: f64,
        memory: &mut SweepScratch,
    ) -> bool {
        let (toward, span) = (search.nearest_direction, [begin, search.end]);
        search.stages.has(Stage::Convex)
            && (search.convex_stage(memory)).stay_separated_along(toward, span)
    }
}

impl TreeSearch<'_, MeshLeaves<'_>> {
    /// The convex stage of both bodies: it follows their hulls.
    pub(super) fn convex_stage<'s>(&'s mut self, memory: &'s mut SweepScratch) -> ConvexStage<'s> {
        let extent = &self.pair.extent;
        let rounding = 16.0 * f32::EPSILON * extent.coordinates;
        ConvexStage {
            models: [self.leaves.a, self.leaves.b],
            motions: self.pair.motions,
            reach: extent.reach,
            min_gap: extent.min_gap + f64::from(rounding),
            end: self.end,
            stack: &mut memory.supports,
            account: self.account.reborrow(),
        }
    }

    /// Advances two pieces over a time interval or until they meet: first their hulls while the
    /// steps are long, then each pair of triangles. If it ends early, the budget or the interval's
    /// cost limit is used up.
    fn advance_pieces(&mut self, pieces: (u32, u32), interval: &TimeInterval) {
        let toward = interval.in_first_frame(self.nearest_direction);
        let (mut time, horizon) = (interval.begin, interval.end);
        let mut later;
        let mut kinematics = &interval.at_begin;
        for step_number in 1.. {
            if !self.account.meter.take() {
                return;
            }
            self.cost += params::PIECE_TEST_COST;
            let separation = self.separation(pieces, toward, kinematics);
            let step = f64::from(separation.as_ref().map_or(0.0, PieceSeparation::safe_step));
            if time + step >= horizon.min(self.end) {
                return;
            }
            if step_number == params::MAX_PIECE_STEPS
                || step <= params::MIN_PIECE_STEP_SHARE * (horizon - time)
            {
                let separation = separation.as_ref();
                if step_number == 1 && horizon <= self.end {
                    self.advance_triangles(pieces, interval, kinematics, separation);
                } else {
                    let rest = self.part(time, horizon.min(self.end));
                    self.advance_triangles(pieces, &rest, kinematics, separation);
                }
                return;
            }
            time += step;
            later = Kinematics::at(self.pair.motions, time);
            kinematics = &later;
        }
    }

    /// A direction that separates the hulls of two pieces, with the motion along it.
    fn separation(
        &mut self,
        (a, b): (u32, u32),
        toward: Vec3,
        kinematics: &Kinematics,
    ) -> Option<PieceSeparation> {
        self.account.counters.primitive_tests += 1;
        self.account.counters.piece_tests += 1;
        let (store_a, store_b) = (&self.leaves.a.store, &self.leaves.b.store);
        let points_a = PiecePoints::of_first(store_a, &store_a.pieces[a as usize], kinematics);
        let points_b = PiecePoints::of_second(store_b, &store_b.pieces[b as usize], kinematics);
        let rounding = kinematics.rounding(self.leaves.a.reach + self.leaves.b.reach);
        PieceSeparation::new(
            &points_a,
            &points_b,
            toward,
            kinematics,
            self.pair.extent.min_gap as f32 + rounding,
        )
    }

    /// Advances the triangles of two pieces over an interval. `separation`, if there is one, is a direction that
    /// separates the pieces at its begin, the time of `kinematics`.
    fn advance_triangles(
        &mut self,
        pieces: (u32, u32),
        interval: &TimeInterval,
        kinematics: &Kinematics,
        separation: Option<&PieceSeparation>,
    ) {
        self.deepest = Stage::Triangles;
        let (time, horizon) = (interval.begin, interval.end);
        let (store_a, store_b) = (&self.leaves.a.store, &self.leaves.b.store);
        let (a, b) = (
            store_a.pieces[pieces.0 as usize],
            store_b.pieces[pieces.1 as usize],
        );
        let (range_a, range_b) = (a.triangle_range(), b.triangle_range());
        let direction = interval.in_first_frame(self.nearest_direction);
        let mut bounds =
            TriangleLinearBounds::new((store_a, &a), (store_b, &b), interval, direction);
        let extremes = separation.map(|separation| {
            let corners = [
                &store_a.corners[range_a.clone()],
                &store_b.corners[range_b.clone()],
            ];
            separation.of_triangles(corners)
        });
        let mut pending = [PendingTriangles::default(); MAX_PIECE_TRIANGLES * MAX_PIECE_TRIANGLES];
        let mut count = 0;
        for number_a in 0..range_a.len() {
            for number_b in 0..range_b.len() {
                if !self.account.meter.take() {
                    return;
                }
                self.account.counters.primitive_tests += 1;
                if bounds.separates(number_a, number_b) {
                    continue;
                }
                let safe = (separation.zip(extremes.as_ref()))
                    .map_or(0.0, |(separation, [a, b])| {
                        separation.safe_step_of(a[number_a], b[number_b])
                    });
                if time + f64::from(safe) < horizon.min(self.end) {
                    pending[count] = PendingTriangles::new(safe, number_a, number_b);
                    count += 1;
                }
            }
        }
        // The most urgent pair probably meets first, and then most others need no test.
        let pending = &mut pending[..count];
        pending.sort_unstable();
        for next in pending {
            let (number_a, number_b) = next.numbers();
            if time + next.safe() >= horizon.min(self.end) {
                return;
            }
            if bounds.separates(number_a, number_b) {
                continue;
            }
            let corners_a = store_a.triangle(&a, range_a.start + number_a);
            let corners_b = store_b.triangle(&b, range_b.start + number_b);
            let before = self.end;
            let separating =
                self.advance_triangle_pair(corners_a, corners_b, [time, horizon], kinematics);
            if self.account.meter.is_spent()
                || self.cost > self.cost_limit
                || matches!(self.result, SearchResult::NearAtStart(_))
            {
                return;
            }
            if let SearchResult::Impact(impact) = self.result
                && self.end < before
            {
                let triangles = (range_a.start + number_a, range_b.start + number_b);
                self.witness = Some(TriangleWitness {
                    pieces,
                    triangles: (triangles.0 as u32, triangles.1 as u32),
                });
                // The normal at this impact separates most other pairs until then.
                let interval = self.part(time, impact.time);
                let direction = impact.normal.as_vec3();
                bounds =
                    TriangleLinearBounds::new((store_a, &a), (store_b, &b), &interval, direction);
            } else if let Some(direction) = separating.filter(|_| interval.is_coarse()) {
                // The pieces have no separating direction. A direction that separates one pair of triangles
                // probably separates its neighbours.
                let direction = direction.as_vec3();
                bounds =
                    TriangleLinearBounds::new((store_a, &a), (store_b, &b), interval, direction);
                self.nearest_direction = interval.in_world(direction.as_dvec3());
            }
        }
    }

    /// Advances the triangles of the last sweep's impact from `begin` (s) for a few steps: if they
    /// meet, the rest only has to be disjoint until then. Returns true if the plane at that impact
    /// proves the rest disjoint at once.
    pub(super) fn recall_witness(
        &mut self,
        witness: TriangleWitness,
        begin: f64,
        memory: &mut SweepScratch,
    ) -> bool {
        let corner = |store: &PieceStore, piece: u32, triangle: u32| {
            let (piece, triangle) = (store.pieces.get(piece as usize)?, triangle as usize);
            let is_there = piece.triangle_range().contains(&triangle);
            is_there.then(|| store.triangle(piece, triangle))
        };
        let ((piece_a, piece_b), (triangle_a, triangle_b)) = (witness.pieces, witness.triangles);
        let Some((a, b)) = corner(&self.leaves.a.store, piece_a, triangle_a).zip(corner(
            &self.leaves.b.store,
            piece_b,
            triangle_b,
        )) else {
            return false;
        };
        (self.cost, self.cost_limit) =
            (0.0, params::MAX_WITNESS_STEPS * params::TRIANGLE_STEP_COST);
        let kinematics = Kinematics::at(self.pair.motions, begin);
        self.advance_triangle_pair(a, b, [begin, self.end], &kinematics);
        let SearchResult::Impact(impact) = self.result else {
            return false;
        };
        self.witness = Some(witness);
        self.account.counters.advancement_steps += 1;
        let rotation = self.pair.motions.frames(impact.time)[0].rotation;
        self.nearest_direction = rotation * impact.normal;
        MeshLeaves::plane_separates_rest(self, begin, memory)
    }

    /// Advances two triangles over a span (s), which begins at the time of `kinematics`, until they meet or the
    /// search ends. If they do not meet, returns the direction in the first body's frame that
    /// separated them last.
    fn advance_triangle_pair(
        &mut self,
        a: [Vec3; 3],
        b: [Vec3; 3],
        [time, horizon]: [f64; 2],
        kinematics: &Kinematics,
    ) -> Option<DVec3> {
        self.account.counters.triangle_tests += 1;
        let pair = TrianglePair {
            motions: self.pair.motions,
            corners_a: a.map(|p| p.as_dvec3()),
            corners_b: b.map(|p| p.as_dvec3()),
            rounding: self.rounding(),
        };
        let Account {
            meter,
            counters,
            trace,
        } = &mut self.account;
        let (cost, cost_limit) = (&mut self.cost, self.cost_limit);
        let span = [time, self.end.min(horizon)];
        let found = pair.advance(kinematics, span, self.pair.thresholds, |time| {
            let taken = meter.take();
            trace.note_instant(Stage::Triangles, time);
            counters.primitive_tests += u64::from(taken);
            *cost += params::TRIANGLE_STEP_COST;
            taken && *cost <= cost_limit
        });
        match found {
            TriangleAdvance::Separated(direction) => return Some(direction),
            TriangleAdvance::Stopped => {}
            TriangleAdvance::Impact(impact) if impact.time == 0.0 => {
                self.result = SearchResult::NearAtStart(impact)
            }
            TriangleAdvance::Impact(impact) => {
                self.end = impact.time;
                self.result = SearchResult::Impact(impact);
            }
        }
        None
    }
}
