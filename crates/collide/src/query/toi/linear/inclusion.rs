//! The first time at which a gap that is linear in time and in place can be 0, by division.
//!
//! *Idea* (Snyder 1992; Wang and others, "A large-scale benchmark and an inclusion-based algorithm
//! for continuous collision detection", 2021): over a stretch of time and a part of the features
//! the gap's values lie in the hull of its values at the corners at both ends. Where that hull
//! does not hold 0 nothing touches; else the stretch or the part is halved, until the hull is
//! smaller than the tolerance.
//!
//! Three things are different here. Features are divided as what they are (a triangle stays a
//! triangle). A hull is held against more than the three axes: the direction of its middle, and
//! the direction across which the features lie flat, along which flat things that pass near each
//! other show at once that they do. And along every direction the corners' heights are linear in
//! time, so that a stretch is not only refused or kept: it is cut down to where heights of both
//! signs are left, which finds a time of contact to the last digits in a few looks, like
//! advancement along a slab. Of two halves the one that can touch earlier is looked at first.
//!
//! *Promise*: no contact is missed. Heights count as positive only by more than what rounding
//! could have moved them.
//!
//! *Limits*: what passes within less than the tolerance may be reported as a contact. Features
//! that stay near each other without touching over a whole stretch of time can take many parts;
//! then the search is cut, at a time that is safe.

use glam::DVec3;

use crate::query::toi::linear::features::{FINEST, Features};
use crate::query::toi::linear::{LinearOptions, Touch};

/// The roundings behind one coordinate of a gap (13), its height along a direction (6) and the
/// time at which that is 0 (8), in halves of f64's epsilon and parts of the largest coordinate;
/// and some room.
const ROUNDINGS: f64 = 40.0;

/// A stretch that is cut down to less than this part is looked at again before it is divided.
const WORTH_ANOTHER_LOOK: f64 = 0.6;

/// The pieces that can wait: one for every halving of the time and of both places, and some more.
/// In the place of one more the piece counts as near.
const DEPTH: usize = 160;

/// Four points that move straight.
pub(super) struct Paths {
    start: [DVec3; 4],
    end: [DVec3; 4],
    /// Bounds what rounding (of the smallest numbers too) does to a gap along each axis, in
    /// metres: of features that lie in one plane across an axis next to nothing.
    rounding: DVec3,
}

impl Paths {
    pub(super) fn new(start: [DVec3; 4], end: [DVec3; 4]) -> Self {
        let points = start.iter().chain(&end);
        let sizes = points.fold(DVec3::ZERO, |most, point| most.max(point.abs()));
        Paths {
            start,
            end,
            rounding: sizes * (0.5 * f64::EPSILON * ROUNDINGS) + DVec3::splat(f64::MIN_POSITIVE),
        }
    }

    fn at(&self, time: f64) -> [DVec3; 4] {
        std::array::from_fn(|i| self.start[i] * (1.0 - time) + self.end[i] * time)
    }

    /// How far any gap goes in the whole step, in metres.
    fn travel<F: Features>(&self) -> f64 {
        let (first, last) = (
            F::gaps(&F::WHOLE, &self.start),
            F::gaps(&F::WHOLE, &self.end),
        );
        let ways = (0..4).map(|i| first[i].distance(last[i]));
        ways.fold(0.0, f64::max)
    }
}

/// The gaps at a part's corners, at both ends of a stretch.
type Gaps = [[DVec3; 4]; 2];

/// A stretch of time and a part of the features.
#[derive(Clone, Copy)]
struct Piece<P> {
    from: f64,
    until: f64,
    part: P,
}

/// The first touch before `until`.
pub(super) fn first_touch<F: Features>(
    paths: &Paths,
    until: f64,
    options: &LinearOptions,
) -> Touch {
    let whole = Piece {
        from: 0.0,
        until,
        part: F::WHOLE,
    };
    let tolerance = options.tolerance.max(8.0 * paths.rounding.max_element());
    let mut search = Search::<F> {
        paths,
        tolerance,
        slack: 0.5 * tolerance / paths.travel::<F>().max(tolerance),
        left: options.most_parts,
        features: std::marker::PhantomData,
    };
    let Some(first) = search.cut_down(whole) else {
        return Touch::Clear;
    };
    let mut waiting = [first; DEPTH];
    let mut count = 1;
    let (mut found, mut end) = (Touch::Clear, f64::INFINITY);
    while count > 0 {
        count -= 1;
        let piece = waiting[count];
        if piece.from >= end {
            continue;
        }
        if search.left == 0 {
            let times = waiting[..=count].iter().map(|piece| piece.from);
            return Touch::Cut {
                safe_time: times.fold(end, f64::min),
            };
        }
        let halves = search.halves(&piece).filter(|_| count + 2 <= DEPTH);
        let Some(mut halves) = halves else {
            end = (piece.from - search.slack).max(0.0);
            found = Touch::At {
                time: end,
                place: F::place(&piece.part),
            };
            continue;
        };
        for half in &mut halves {
            half.until = half.until.min(end);
        }
        let mut halves = halves.map(|half| search.cut_down(half));
        // The one that can touch earlier on top.
        if let [Some(first), Some(second)] = &halves
            && first.from < second.from
        {
            halves.swap(0, 1);
        }
        for half in halves.into_iter().flatten() {
            waiting[count] = half;
            count += 1;
        }
    }
    found
}

/// A running search.
struct Search<'p, F> {
    paths: &'p Paths,
    tolerance: f64,
    /// A time in which no gap changes by more than half of the tolerance. Contacts that follow a
    /// known one in less are not told apart: along an edge that lands flat there is no end of
    /// places that touch at the same time but for rounding.
    slack: f64,
    /// Looks until the search is cut.
    left: u32,
    features: std::marker::PhantomData<F>,
}

impl<F: Features> Search<'_, F> {
    fn gaps(&self, piece: &Piece<F::Part>) -> Gaps {
        [piece.from, piece.until].map(|time| F::gaps(&piece.part, &self.paths.at(time)))
    }

    /// The piece with the stretch in which its gap can be 0; `None` if it cannot.
    fn cut_down(&mut self, mut piece: Piece<F::Part>) -> Option<Piece<F::Part>> {
        loop {
            self.left = self.left.saturating_sub(1);
            let range = self.open_range(&piece)?;
            let length = piece.until - piece.from;
            let cut = Piece {
                from: piece.from.max(piece.from + length * range[0]),
                until: piece.until.min(piece.from + length * range[1]),
                ..piece
            };
            let shorter = cut.until - cut.from < WORTH_ANOTHER_LOOK * length;
            piece = cut;
            if !shorter || self.left == 0 {
                return Some(piece);
            }
        }
    }

    /// The part of a stretch in which the gap's heights along all directions may be 0.
    fn open_range(&self, piece: &Piece<F::Part>) -> Option<[f64; 2]> {
        let points = [piece.from, piece.until].map(|time| self.paths.at(time));
        let gaps = points.map(|points| F::gaps(&piece.part, &points));
        let mut range = [0.0, 1.0];
        for axis in 0..3 {
            let heights = gaps.map(|gaps| gaps.map(|gap| gap[axis]));
            narrow(&mut range, &heights, self.paths.rounding[axis])?;
        }
        let halfway: [DVec3; 4] = std::array::from_fn(|i| points[0][i] + points[1][i]);
        let middle = gaps.as_flattened().iter().sum::<DVec3>();
        for direction in [middle, F::normal(&halfway)] {
            let heights = gaps.map(|gaps| gaps.map(|gap| gap.dot(direction)));
            let room = self.paths.rounding.dot(direction.abs()) + f64::MIN_POSITIVE;
            narrow(&mut range, &heights, room)?;
        }
        Some(range)
    }

    /// The halves of a piece, by time or by place, whichever the gap depends on more; `None` if
    /// it is within the tolerance of 0, or as small as numbers allow.
    fn halves(&self, piece: &Piece<F::Part>) -> Option<[Piece<F::Part>; 2]> {
        let gaps = self.gaps(piece);
        let all = gaps.as_flattened();
        let low = all.iter().fold(DVec3::INFINITY, |low, gap| low.min(*gap));
        let high = all
            .iter()
            .fold(DVec3::NEG_INFINITY, |high, gap| high.max(*gap));
        // The box around the gaps holds 0: none is farther from it than the box is wide.
        if (high - low).length() <= 0.5 * self.tolerance {
            return None;
        }
        let by_time = (0..4).map(|i| gaps[0][i].distance_squared(gaps[1][i]));
        let by_time = by_time.fold(0.0, f64::max);
        // The sides and the diagonals of the part.
        const PAIRS: [(usize, usize); 6] = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)];
        let width = |gaps: &[DVec3; 4]| {
            let widths = PAIRS.map(|(i, j)| gaps[i].distance_squared(gaps[j]));
            widths.into_iter().fold(0.0, f64::max)
        };
        let widths = [width(&gaps[0]), width(&gaps[1])];
        let widest = usize::from(widths[1] > widths[0]);
        let by_place = || {
            let parts = F::halves(&piece.part, &gaps[widest])?;
            Some(parts.map(|part| Piece { part, ..*piece }))
        };
        let by_moment = || {
            let middle = 0.5 * (piece.from + piece.until);
            let inside = middle > piece.from && middle < piece.until;
            (inside && piece.until - piece.from > FINEST).then(|| {
                let early = Piece {
                    until: middle,
                    ..*piece
                };
                let late = Piece {
                    from: middle,
                    ..*piece
                };
                [early, late]
            })
        };
        if by_time > widths[widest] {
            by_moment().or_else(by_place)
        } else {
            by_place().or_else(by_moment)
        }
    }
}

/// Cuts a range (parts of a stretch) down to where, of heights that go evenly from their values
/// at the stretch's start to those at its end, not all are above `room` and not all below
/// `-room`. `None` if nothing is left.
fn narrow(range: &mut [f64; 2], heights: &[[f64; 4]; 2], room: f64) -> Option<()> {
    for sign in [1.0, -1.0] {
        let over = heights.map(|heights| heights.map(|height| sign * height - room));
        let all_above = over.map(|over| over.iter().all(|&over| over > 0.0));
        // The least of the heights is above along one stretch, for it bends downwards.
        let crossing = |i: usize| over[0][i] / (over[0][i] - over[1][i]);
        match all_above {
            [true, true] => return None,
            [true, false] => {
                let falling = (0..4).filter(|&i| over[1][i] <= 0.0);
                range[0] = falling.map(crossing).fold(1.0, f64::min).max(range[0]);
            }
            [false, true] => {
                let rising = (0..4).filter(|&i| over[0][i] <= 0.0);
                range[1] = rising.map(crossing).fold(0.0, f64::max).min(range[1]);
            }
            [false, false] => {}
        }
    }
    (range[0] <= range[1]).then_some(())
}
