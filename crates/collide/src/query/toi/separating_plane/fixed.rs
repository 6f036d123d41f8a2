//! A separating plane that stands still.
//!
//! Its rate is 0, so the centres' motion does not bend the gap across it, and a body that turns about the
//! normal moves nothing along it. If the bound is too coarse for the whole path, the path is halved: each
//! halving makes the bound four times as fine.
//!
//! So four support queries prove that a car that slides and spins over a floor, or along another car,
//! stays clear. The planes tried are the one of the last step, the one of the nearest contact and the
//! one between the centres. If none of them separates the bodies, GJK (Gilbert, Johnson and Keerthi)
//! finds the plane that separates the hulls best at the placement at which the gap failed. If no plane
//! does, the pair is swept.
//!
//! The gap at the start of a step is kept with the plane: by the step's end it shrinks at most by
//! the approach of the centres along `n` and by the chords of the turning. So a pair that hardly
//! moves needs no support query for some steps.

use glam::DVec3;

use crate::params::{KEPT_GAP_SHARE, MAX_PLANE_HALVINGS, PLANE_GJK_SHARE, TOO_CLOSE_SHARE};
use crate::query::toi::gap_bound::GapBound;
use crate::query::toi::plane_turn::PlaneTurn;
use crate::query::toi::proxy_pair::{PairPlacement, ProxyPair};
use crate::query::{SeparatingPlane, Stage};

/// The result of a search for a plane that stands still and separates two bodies on their paths.
pub(crate) enum PlaneSearchResult {
    /// This plane keeps the bodies apart; its gap is the one at the path's start.
    Separating(SeparatingPlane),
    /// The hulls come too near: no plane separates them, not even one that turns.
    TooClose,
    /// No separating plane was found.
    Unknown,
}

/// The result of testing a plane across one direction on two paths.
pub(crate) enum PlaneTest {
    /// The plane separates the bodies on all of the path.
    Separates,
    /// The plane does not show that; at this placement the gap fails.
    Fails(PairPlacement),
}

impl ProxyPair<'_> {
    /// Tests if a plane across `n` keeps the bodies `min_gap` metres apart from one placement to another
    /// or, if they start nearer, keeps most of their gap.
    pub fn test_plane(
        &mut self,
        from: &PairPlacement,
        to: &PairPlacement,
        n: DVec3,
        min_gap: f64,
    ) -> PlaneTest {
        self.note_instant(Stage::Plane, from.time);
        self.begin = f64::NEG_INFINITY;
        if !self.meter.take() {
            return PlaneTest::Fails(*from);
        }
        // Rotation keeps a body in its bounding ball.
        self.begin = self.bounding_ball_gap(from, n);
        if self.begin > min_gap && self.bounding_ball_gap(to, n) > min_gap {
            return PlaneTest::Separates;
        }
        let first = self.measured_gap(from, n);
        self.begin = first;
        let min_gap = min_gap.min(first * KEPT_GAP_SHARE);
        if min_gap <= 0.0 {
            return PlaneTest::Fails(*from);
        }
        // A point moves along the direction at most as fast as its centre and its rotation together.
        let [a, b] = self.both;
        let turns = [a, b].map(|t| n.cross(t.turning()).length() * t.reach());
        let [before, after] = [from, to].map(PairPlacement::between);
        let nearing = (before - after).dot(n).max(0.0);
        if first - nearing - (turns[0] + turns[1]) * (to.time - from.time) >= min_gap {
            return PlaneTest::Separates;
        }
        let last = self.gap(to, n);
        if last < min_gap {
            return PlaneTest::Fails(*to);
        }
        let bend = self.bend_of_turning(&PlaneTurn::fixed(n));
        let ends = [(from, first), (to, last)];
        self.chord_separates(ends, n, bend, min_gap, MAX_PLANE_HALVINGS)
    }

    /// Tests the plane by the gaps at both ends and half of the bound on their second derivative; halves the
    /// path up to `halvings` times.
    fn chord_separates(
        &mut self,
        [(from, first), (to, last)]: [(&PairPlacement, f64); 2],
        n: DVec3,
        bend: f64,
        min_gap: f64,
        halvings: u32,
    ) -> PlaneTest {
        let span = to.time - from.time;
        let sag = bend * span * span;
        if (GapBound { first, last, sag }).lowest() >= min_gap {
            return PlaneTest::Separates;
        }
        let middle = self.placement(0.5 * (from.time + to.time));
        if halvings == 0 {
            return PlaneTest::Fails(middle);
        }
        self.note_instant(Stage::Plane, middle.time);
        let gap = self.gap(&middle, n);
        if gap < min_gap {
            return PlaneTest::Fails(middle);
        }
        let middle = (&middle, gap);
        for half in [[(from, first), middle], [middle, (to, last)]] {
            let found = self.chord_separates(half, n, bend, min_gap, halvings - 1);
            if matches!(found, PlaneTest::Fails(_)) {
                return found;
            }
        }
        PlaneTest::Separates
    }

    /// The plane across the direction that was just tested.
    fn plane(&self, normal: DVec3) -> PlaneSearchResult {
        let gap = self.begin;
        PlaneSearchResult::Separating(SeparatingPlane { normal, gap })
    }

    /// Searches for a plane that keeps the two at least `min_gap` metres apart from one time (s) to
    /// another. Planes across the given directions are tried first.
    pub fn find_plane(
        &mut self,
        times: [f64; 2],
        min_gap: f64,
        directions: &[DVec3],
    ) -> PlaneSearchResult {
        let [from, to] = times.map(|time| self.placement(time));
        let mut worst = None;
        for n in directions.iter().filter(|n| **n != DVec3::ZERO) {
            match self.test_plane(&from, &to, *n, min_gap) {
                PlaneTest::Separates => return self.plane(*n),
                PlaneTest::Fails(placement) => worst = worst.or(Some((placement, *n))),
            }
        }
        let Some((placement, n)) = worst else {
            return PlaneSearchResult::Unknown;
        };
        let Some(nearest) = self.nearest(&placement, n, PLANE_GJK_SHARE) else {
            return PlaneSearchResult::TooClose;
        };
        let n = nearest.normal;
        if nearest.distance < min_gap.min(TOO_CLOSE_SHARE * self.gap(&from, n)) {
            return PlaneSearchResult::TooClose;
        }
        match self.test_plane(&from, &to, n, min_gap) {
            PlaneTest::Separates => self.plane(n),
            PlaneTest::Fails(_) => PlaneSearchResult::Unknown,
        }
    }
}
