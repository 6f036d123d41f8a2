//! Two colliders that a plane keeps apart on all of their paths need no sweep.
//!
//! A plane may stand still (`fixed.rs`) or turn at a constant rate (`turning.rs`). Both tests look at the gap
//! across the plane at two times of the paths. In between the gap stays above a parabola through its two
//! values, as its second derivative is bounded (`plane_turn.rs`). If that bound is too coarse, the time is
//! halved: each halving makes it four times as fine.

mod fixed;
mod turning;

use glam::DVec3;

use crate::query::toi::gap_bound::GapBound;
use crate::query::toi::path_pair::{PairPlacement, PathPair};

pub(crate) use fixed::PlaneSearchResult;
pub(crate) use turning::TurningPlaneResult;

/// What a plane shows for a path.
pub(crate) enum PlaneTest {
    /// The plane separates the bodies on all of the path.
    Separates,
    /// The plane does not show that; at this placement the gap fails.
    Fails(PairPlacement),
}

/// Two colliders at a time, across a plane.
#[derive(Clone, Copy)]
struct PlaneInstant<'i> {
    at: &'i PairPlacement,
    /// Of length 1.
    normal: DVec3,
    /// Along the normal, in metres.
    gap: f64,
}

impl PathPair<'_> {
    /// Whether a plane that turns at a constant rate from one normal to another keeps a gap of `min_gap`
    /// metres, from the gaps at both ends and half of the bound on their second derivative (m/s^2).
    fn keeps_apart(
        &mut self,
        [from, to]: [PlaneInstant; 2],
        bend: f64,
        min_gap: f64,
        halvings: u32,
    ) -> PlaneTest {
        let span = to.at.time - from.at.time;
        let bound = GapBound {
            first: from.gap,
            last: to.gap,
            sag: bend * span * span,
        };
        if bound.lowest() >= min_gap {
            return PlaneTest::Separates;
        }
        let at = &self.placement(0.5 * (from.at.time + to.at.time));
        if halvings == 0 {
            return PlaneTest::Fails(*at);
        }
        self.note_instant(at.time);
        let normal = match from.normal == to.normal {
            true => from.normal,
            false => (from.normal + to.normal).normalize_or_zero(),
        };
        let gap = self.gap(at, normal);
        if gap < min_gap {
            return PlaneTest::Fails(*at);
        }
        let middle = PlaneInstant { at, normal, gap };
        for half in [[from, middle], [middle, to]] {
            let found = self.keeps_apart(half, bend, min_gap, halvings - 1);
            if matches!(found, PlaneTest::Fails(_)) {
                return found;
            }
        }
        PlaneTest::Separates
    }
}
