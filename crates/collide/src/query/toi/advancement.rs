//! What a search does with two pieces that no direction parts over a slab: it follows them from
//! instant to instant until they are past each other, or until their triangles meet.

use glam::Vec3;

use crate::piece::{MAX_PIECE_TRIANGLES, PieceStore};
use crate::query::toi::kinematics::Kinematics;
use crate::query::toi::linear_bounds::TriangleChords;
use crate::query::toi::piece_pair::{Parted, Places};
use crate::query::toi::time_interval::Slab;
use crate::query::toi::tree_search::{Found, HULLS, Search, SearchMemory};
use crate::query::toi::triangle_pair::{Advance, TrianglePair};
use crate::query::toi::warm_start::Witness;

/// Hulls are followed for so many steps, as long as a step is this share of what is asked for.
const HULL_STEPS: u32 = 4;
const WORTH_A_STEP: f64 = 0.2;
/// What met in an earlier sweep is followed for so many steps.
const RECALL_STEPS: f64 = 16.0;
/// A step of two triangles costs as much as this many looks at volumes.
const TRIANGLE_STEP: f64 = 4.0;

/// Two triangles that are not yet seen to be apart, counted from the first of their pieces: for how
/// long they are (s, not negative, so that its bits are in order), then their numbers. The most
/// urgent pair is the least number.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Pending(u64);

impl Pending {
    fn new(safe: f32, a: usize, b: usize) -> Self {
        Pending(u64::from(safe.to_bits()) << 16 | (a as u64) << 8 | b as u64)
    }

    fn safe(self) -> f64 {
        f64::from(f32::from_bits((self.0 >> 16) as u32))
    }

    fn numbers(self) -> (usize, usize) {
        ((self.0 >> 8 & 0xff) as usize, (self.0 & 0xff) as usize)
    }
}

impl Search<'_> {
    /// Follows two pieces over a slab of time or until they meet: their hulls as long as that gets on, then each pair of triangles. If the work ends before all is done, the
    /// meter is spent or the slab has cost more than it may.
    pub(super) fn follow_pieces(&mut self, pieces: (u32, u32), toward: Vec3, slab: &Slab) {
        let (mut time, horizon) = (slab.begin, slab.end);
        let mut later;
        let mut kinematics = &slab.before;
        for step_number in 1.. {
            if !self.meter.take() {
                return;
            }
            self.looks += HULLS;
            let parted = self.parted(pieces, toward, kinematics);
            let step = f64::from(parted.as_ref().map_or(0.0, Parted::safe_step));
            if time + step >= horizon.min(self.end) {
                return;
            }
            if step_number == HULL_STEPS || step <= WORTH_A_STEP * (horizon - time) {
                let parted = parted.as_ref();
                if step_number == 1 && horizon <= self.end {
                    self.follow_triangles(pieces, slab, kinematics, parted);
                } else {
                    let rest = Slab::new(self.courses, &self.extent, time, horizon.min(self.end));
                    self.follow_triangles(pieces, &rest, kinematics, parted);
                }
                return;
            }
            time += step;
            later = Kinematics::at(self.courses, time);
            kinematics = &later;
        }
    }

    /// A direction that parts the hulls of two pieces, with how they move along it.
    fn parted(
        &mut self,
        (a, b): (u32, u32),
        toward: Vec3,
        kinematics: &Kinematics,
    ) -> Option<Parted> {
        self.counters.piece_tests += 1;
        let (store_a, store_b) = (&self.a.store, &self.b.store);
        let places_a = Places::of_first(store_a, &store_a.pieces[a as usize], kinematics);
        let places_b = Places::of_second(store_b, &store_b.pieces[b as usize], kinematics);
        let rounding = kinematics.rounding(self.a.reach + self.b.reach);
        Parted::new(
            &places_a,
            &places_b,
            toward,
            kinematics,
            self.near.keep as f32 + rounding,
        )
    }

    fn follow_triangles(
        &mut self,
        pieces: (u32, u32),
        slab: &Slab,
        kinematics: &Kinematics,
        parted: Option<&Parted>,
    ) {
        let (time, horizon) = (slab.begin, slab.end);
        let (store_a, store_b) = (&self.a.store, &self.b.store);
        let (a, b) = (
            store_a.pieces[pieces.0 as usize],
            store_b.pieces[pieces.1 as usize],
        );
        let (range_a, range_b) = (a.triangle_range(), b.triangle_range());
        let direction = slab.in_first_frame(self.nearest);
        let mut chords = TriangleChords::new((store_a, &a), (store_b, &b), slab, direction);
        let ends = parted.map(|parted| {
            let corners = [
                &store_a.corners[range_a.clone()],
                &store_b.corners[range_b.clone()],
            ];
            parted.of_triangles(corners)
        });
        let mut pending = [Pending::default(); MAX_PIECE_TRIANGLES * MAX_PIECE_TRIANGLES];
        let mut count = 0;
        for number_a in 0..range_a.len() {
            for number_b in 0..range_b.len() {
                if !self.meter.take() {
                    return;
                }
                self.counters.primitive_tests += 1;
                if chords.part(number_a, number_b) {
                    continue;
                }
                let safe = (parted.zip(ends.as_ref())).map_or(0.0, |(parted, [a, b])| {
                    parted.safe_step_of(a[number_a], b[number_b])
                });
                if time + f64::from(safe) < horizon.min(self.end) {
                    pending[count] = Pending::new(safe, number_a, number_b);
                    count += 1;
                }
            }
        }
        // The most urgent pair is likely to meet first, and then most others need no look.
        let pending = &mut pending[..count];
        pending.sort_unstable();
        for next in pending {
            let (number_a, number_b) = next.numbers();
            if time + next.safe() >= horizon.min(self.end) {
                return;
            }
            if chords.part(number_a, number_b) {
                continue;
            }
            let corners_a = store_a.triangle(&a, range_a.start + number_a);
            let corners_b = store_b.triangle(&b, range_b.start + number_b);
            let before = self.end;
            self.follow(corners_a, corners_b, time, horizon, kinematics);
            if self.meter.is_spent()
                || self.looks > self.most
                || matches!(self.best, Found::AtStart(_))
            {
                return;
            }
            if let Found::Meeting(meeting) = self.best
                && self.end < before
            {
                let triangles = (range_a.start + number_a, range_b.start + number_b);
                self.witness = Some(Witness {
                    pieces,
                    triangles: (triangles.0 as u32, triangles.1 as u32),
                });
                // The place where these meet shows of most others that they are apart until then.
                let slab = Slab::new(self.courses, &self.extent, time, meeting.time);
                let direction = meeting.normal.as_vec3();
                chords = TriangleChords::new((store_a, &a), (store_b, &b), &slab, direction);
            }
        }
    }

    /// Follows from `begin` (s) on what met in an earlier sweep, for a few steps: if it meets now the
    /// rest has to be apart until then only. True if a plane shows at once that it is.
    pub(super) fn recall(
        &mut self,
        witness: Witness,
        begin: f64,
        memory: &mut SearchMemory,
    ) -> bool {
        let corner = |store: &PieceStore, piece: u32, triangle: u32| {
            let (piece, triangle) = (store.pieces.get(piece as usize)?, triangle as usize);
            let is_there = piece.triangle_range().contains(&triangle);
            is_there.then(|| store.triangle(piece, triangle))
        };
        let ((piece_a, piece_b), (triangle_a, triangle_b)) = (witness.pieces, witness.triangles);
        let Some((a, b)) = corner(&self.a.store, piece_a, triangle_a).zip(corner(
            &self.b.store,
            piece_b,
            triangle_b,
        )) else {
            return false;
        };
        (self.looks, self.most) = (0.0, RECALL_STEPS * TRIANGLE_STEP);
        let kinematics = Kinematics::at(self.courses, begin);
        self.follow(a, b, begin, self.end, &kinematics);
        let Found::Meeting(meeting) = self.best else {
            return false;
        };
        self.witness = Some(witness);
        self.counters.advancement_steps += 1;
        let rotation = self.courses.stances(meeting.time)[0].rotation;
        self.nearest = rotation * meeting.normal;
        let (toward, span) = (self.nearest, [begin, self.end]);
        self.wholes(memory).are_parted_by(toward, span)
    }

    /// Follows two triangles from the time of `kinematics` to that at which they meet, if that is
    /// before the horizon and the end.
    fn follow(
        &mut self,
        a: [Vec3; 3],
        b: [Vec3; 3],
        time: f64,
        horizon: f64,
        kinematics: &Kinematics,
    ) {
        self.counters.triangle_tests += 1;
        let pair = TrianglePair {
            courses: self.courses,
            corners_a: a.map(|p| p.as_dvec3()),
            corners_b: b.map(|p| p.as_dvec3()),
        };
        let (meter, counters) = (&mut *self.meter, &mut *self.counters);
        let (looks, most) = (&mut self.looks, self.most);
        let end = pair.advance(kinematics, time, self.end.min(horizon), self.near, || {
            let taken = meter.take();
            counters.primitive_tests += u64::from(taken);
            *looks += TRIANGLE_STEP;
            taken && *looks <= most
        });
        match end {
            Advance::Passed | Advance::Stopped => {}
            Advance::Met(meeting) if meeting.time == 0.0 => self.best = Found::AtStart(meeting),
            Advance::Met(meeting) => {
                self.end = meeting.time;
                self.best = Found::Meeting(meeting);
            }
        }
    }
}
