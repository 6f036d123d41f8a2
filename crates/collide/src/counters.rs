//! Counters of the work and the results of queries.

use std::ops::AddAssign;

use serde::Serialize;

use crate::coder::Coder;

/// The work and the results of one query, or of a sum of queries.
///
/// `volume_tests` is N_v, `primitive_tests` N_p and `updates` N_u of the cost model
/// t = N_v C_v + N_p C_p + N_u C_u (source 2: Rasku, *Törmäysten havaitseminen
/// tietokoneanimaatiossa*, 2003).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counters {
    /// Queries counted.
    pub queries: u64,
    /// Pairs of bounding volumes tested.
    pub volume_tests: u64,
    /// Overlapping pairs among `volume_tests`: source 2's I.
    pub volume_overlaps: u64,
    /// Pairs of pieces or of triangles tested: see [`Counters::piece_tests`] and
    /// [`Counters::triangle_tests`].
    pub primitive_tests: u64,
    /// Pairs of convex pieces filtered, a part of `primitive_tests`.
    pub piece_tests: u64,
    /// Pairs of triangles tested exactly, a part of `primitive_tests`.
    pub triangle_tests: u64,
    /// Gaps and heights measured across a plane, by the farthest points of two bodies along its normal: one
    /// for each plane and instant.
    pub plane_tests: u64,
    /// Pairs of boxes compared by the probe that precedes a search.
    pub probe_tests: u64,
    /// Pairs of leaves that the probe reached.
    pub probe_pieces: u64,
    /// Volumes and pieces brought into the other model's frame.
    pub updates: u64,
    /// Steps of conservative advancement.
    pub advancement_steps: u64,
    /// Queries that found a hit.
    pub hits: u64,
    /// Queries stopped by their budget.
    pub cuts: u64,
}

impl Counters {
    /// Codes them for a compact copy.
    pub(crate) fn code(&mut self, coder: &mut impl Coder) {
        let Counters {
            queries,
            volume_tests,
            volume_overlaps,
            primitive_tests,
            piece_tests,
            triangle_tests,
            plane_tests,
            probe_tests,
            probe_pieces,
            updates,
            advancement_steps,
            hits,
            cuts,
        } = self;
        for count in [queries, hits, cuts, plane_tests, advancement_steps] {
            *count = coder.word(*count, 0);
        }
        for count in [volume_tests, volume_overlaps, primitive_tests, piece_tests] {
            *count = coder.word(*count, 0);
        }
        for count in [triangle_tests, probe_tests, probe_pieces, updates] {
            *count = coder.word(*count, 0);
        }
    }

    /// The units that [`Budget::Work`](crate::Budget::Work) counts: tests of planes, volumes, boxes
    /// and primitives.
    pub fn work(&self) -> u64 {
        self.plane_tests + self.volume_tests + self.probe_tests + self.primitive_tests
    }
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Counters) {
        self.queries += other.queries;
        self.volume_tests += other.volume_tests;
        self.volume_overlaps += other.volume_overlaps;
        self.primitive_tests += other.primitive_tests;
        self.piece_tests += other.piece_tests;
        self.triangle_tests += other.triangle_tests;
        self.plane_tests += other.plane_tests;
        self.probe_tests += other.probe_tests;
        self.probe_pieces += other.probe_pieces;
        self.updates += other.updates;
        self.advancement_steps += other.advancement_steps;
        self.hits += other.hits;
        self.cuts += other.cuts;
    }
}
