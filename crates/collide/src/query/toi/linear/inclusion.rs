//! The first time at which a gap that is linear in time and in its coordinates can be 0, by
//! subdivision.
//!
//! *Idea* (Snyder 1992; Wang and others, "A large-scale benchmark and an inclusion-based algorithm
//! for continuous collision detection", 2021): over a time range and a domain of the features the
//! gap's values lie in the hull of its values at the corners at both ends. Where that hull does not
//! contain 0 nothing touches; else the time range or the domain is halved, until the hull is
//! smaller than the tolerance.
//!
//! Three things differ here. Features are divided as what they are (a triangle stays a triangle). A
//! hull is tested against more than the three axes: the direction of its centre, and the normal of
//! flat features, along which flat features that pass near each other are separated at once. And
//! along every direction the corners' heights are linear in time, so a test does not only accept or
//! reject a time range: it narrows it to where heights of both signs are left. That finds a time of
//! contact to the last digits in a few tests, like conservative advancement. Of two halves the one
//! with the earlier possible contact is tested first.
//!
//! *Promise*: no contact is missed. Heights count as positive only by more than the bound of
//! rounding.
//!
//! *Limits*: features that pass within less than the tolerance may be reported as a contact.
//! Features that stay near each other without contact for long can need many cells; then the search
//! is cut at a safe time.

use glam::DVec3;

use crate::params;
use crate::query::toi::linear::features::{FINEST, FeaturePair};
use crate::query::toi::linear::{FeatureTouch, LinearOptions};

/// The rounding errors of one coordinate of a gap (13), of its height along a direction (6) and of
/// the time at which that is 0 (8), in halves of f64's epsilon relative to the largest coordinate;
/// with some margin.
const ROUNDINGS: f64 = 40.0;

/// Entries of the stack: one for every halving of the time and of both coordinates, and some more.
/// A cell that does not fit counts as a contact.
const STACK_SIZE: usize = 160;

/// Four points that move on straight lines.
pub(super) struct LinearPaths {
    start: [DVec3; 4],
    end: [DVec3; 4],
    /// Bound of the rounding error of a gap along each axis, in metres, with that of the smallest
    /// numbers; near 0 across an axis plane that contains the features.
    rounding: DVec3,
}

impl LinearPaths {
    pub(super) fn new(start: [DVec3; 4], end: [DVec3; 4]) -> Self {
        let points = start.iter().chain(&end);
        let sizes = points.fold(DVec3::ZERO, |most, point| most.max(point.abs()));
        LinearPaths {
            start,
            end,
            rounding: sizes * (0.5 * f64::EPSILON * ROUNDINGS) + DVec3::splat(f64::MIN_POSITIVE),
        }
    }

    fn at(&self, time: f64) -> [DVec3; 4] {
        std::array::from_fn(|i| self.start[i] * (1.0 - time) + self.end[i] * time)
    }

    /// The longest path of any gap in the whole step, in metres.
    fn travel<F: FeaturePair>(&self) -> f64 {
        let (first, last) = (
            F::gaps(&F::FULL_DOMAIN, &self.start),
            F::gaps(&F::FULL_DOMAIN, &self.end),
        );
        let ways = (0..4).map(|i| first[i].distance(last[i]));
        ways.fold(0.0, f64::max)
    }
}

/// The gaps at a domain's corners, at both ends of a time range.
type Gaps = [[DVec3; 4]; 2];

/// A time range and a domain of the features.
#[derive(Clone, Copy)]
struct SearchCell<P> {
    from: f64,
    until: f64,
    domain: P,
}

/// The first contact before `until`.
pub(super) fn first_touch<F: FeaturePair>(
    paths: &LinearPaths,
    until: f64,
    options: &LinearOptions,
) -> FeatureTouch {
    let whole = SearchCell {
        from: 0.0,
        until,
        domain: F::FULL_DOMAIN,
    };
    let tolerance = options.tolerance.max(8.0 * paths.rounding.max_element());
    let mut search = InclusionSearch::<F> {
        paths,
        tolerance,
        slack: 0.5 * tolerance / paths.travel::<F>().max(tolerance),
        tests_left: options.max_cells,
        features: std::marker::PhantomData,
    };
    let Some(first) = search.narrow_cell(whole) else {
        return FeatureTouch::Clear;
    };
    let mut stack = [first; STACK_SIZE];
    let mut count = 1;
    let (mut found, mut end) = (FeatureTouch::Clear, f64::INFINITY);
    while count > 0 {
        count -= 1;
        let cell = stack[count];
        if cell.from >= end {
            continue;
        }
        if search.tests_left == 0 {
            let times = stack[..=count].iter().map(|cell| cell.from);
            return FeatureTouch::Cut {
                safe_time: times.fold(end, f64::min),
            };
        }
        let halves = search.halves(&cell).filter(|_| count + 2 <= STACK_SIZE);
        let Some(mut halves) = halves else {
            end = (cell.from - search.slack).max(0.0);
            found = FeatureTouch::At {
                time: end,
                place: F::location(&cell.domain),
            };
            continue;
        };
        for half in &mut halves {
            half.until = half.until.min(end);
        }
        let mut halves = halves.map(|half| search.narrow_cell(half));
        // The half with the earlier possible contact goes on top.
        if let [Some(first), Some(second)] = &halves
            && first.from < second.from
        {
            halves.swap(0, 1);
        }
        for half in halves.into_iter().flatten() {
            stack[count] = half;
            count += 1;
        }
    }
    found
}

/// A running search.
struct InclusionSearch<'p, F> {
    paths: &'p LinearPaths,
    tolerance: f64,
    /// A time in which no gap changes by more than half of the tolerance. Contacts that follow a
    /// known one within it are not searched: along an edge that lands flat, endless places touch at
    /// the same time except for rounding.
    slack: f64,
    /// Tests left until the search is cut.
    tests_left: u32,
    features: std::marker::PhantomData<F>,
}

impl<F: FeaturePair> InclusionSearch<'_, F> {
    fn gaps(&self, cell: &SearchCell<F::Domain>) -> Gaps {
        [cell.from, cell.until].map(|time| F::gaps(&cell.domain, &self.paths.at(time)))
    }

    /// The cell with the time range in which its gap can be 0; `None` if it cannot.
    fn narrow_cell(&mut self, mut cell: SearchCell<F::Domain>) -> Option<SearchCell<F::Domain>> {
        loop {
            self.tests_left = self.tests_left.saturating_sub(1);
            let range = self.contact_range(&cell)?;
            let length = cell.until - cell.from;
            let cut = SearchCell {
                from: cell.from.max(cell.from + length * range[0]),
                until: cell.until.min(cell.from + length * range[1]),
                ..cell
            };
            let shorter = cut.until - cut.from < params::CELL_REPEAT_SHARE * length;
            cell = cut;
            if !shorter || self.tests_left == 0 {
                return Some(cell);
            }
        }
    }

    /// The part of a cell's time range in which the gap's heights along all directions may be 0.
    fn contact_range(&self, cell: &SearchCell<F::Domain>) -> Option<[f64; 2]> {
        let points = [cell.from, cell.until].map(|time| self.paths.at(time));
        let gaps = points.map(|points| F::gaps(&cell.domain, &points));
        let mut range = [0.0, 1.0];
        for axis in 0..3 {
            let heights = gaps.map(|gaps| gaps.map(|gap| gap[axis]));
            narrow_range(&mut range, &heights, self.paths.rounding[axis])?;
        }
        let halfway: [DVec3; 4] = std::array::from_fn(|i| points[0][i] + points[1][i]);
        let middle = gaps.as_flattened().iter().sum::<DVec3>();
        for direction in [middle, F::normal(&halfway)] {
            let heights = gaps.map(|gaps| gaps.map(|gap| gap.dot(direction)));
            let rounding = self.paths.rounding.dot(direction.abs()) + f64::MIN_POSITIVE;
            narrow_range(&mut range, &heights, rounding)?;
        }
        Some(range)
    }

    /// The halves of a cell, by time or by coordinates, whichever changes the gap more; `None` if
    /// it is within the tolerance of 0, or at the resolution limit.
    fn halves(&self, cell: &SearchCell<F::Domain>) -> Option<[SearchCell<F::Domain>; 2]> {
        let gaps = self.gaps(cell);
        let all = gaps.as_flattened();
        let low = all.iter().fold(DVec3::INFINITY, |low, gap| low.min(*gap));
        let high = all
            .iter()
            .fold(DVec3::NEG_INFINITY, |high, gap| high.max(*gap));
        // The box around the gaps contains 0: no gap is farther from it than the box is wide.
        if (high - low).length() <= 0.5 * self.tolerance {
            return None;
        }
        let by_time = (0..4).map(|i| gaps[0][i].distance_squared(gaps[1][i]));
        let by_time = by_time.fold(0.0, f64::max);
        // The sides and the diagonals of the domain.
        const PAIRS: [(usize, usize); 6] = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)];
        let width = |gaps: &[DVec3; 4]| {
            let widths = PAIRS.map(|(i, j)| gaps[i].distance_squared(gaps[j]));
            widths.into_iter().fold(0.0, f64::max)
        };
        let widths = [width(&gaps[0]), width(&gaps[1])];
        let widest = usize::from(widths[1] > widths[0]);
        let by_place = || {
            let domains = F::halves(&cell.domain, &gaps[widest])?;
            Some(domains.map(|domain| SearchCell { domain, ..*cell }))
        };
        let halves_by_time = || {
            let middle = 0.5 * (cell.from + cell.until);
            let inside = middle > cell.from && middle < cell.until;
            (inside && cell.until - cell.from > FINEST).then(|| {
                let early = SearchCell {
                    until: middle,
                    ..*cell
                };
                let late = SearchCell {
                    from: middle,
                    ..*cell
                };
                [early, late]
            })
        };
        if by_time > widths[widest] {
            halves_by_time().or_else(by_place)
        } else {
            by_place().or_else(halves_by_time)
        }
    }
}

/// Narrows a range (fractions of the cell's time range) to where not all heights are above
/// `rounding` and not all below `-rounding`. The heights are linear between their values at the
/// start and at the end. `None` if nothing is left.
fn narrow_range(range: &mut [f64; 2], heights: &[[f64; 4]; 2], rounding: f64) -> Option<()> {
    for sign in [1.0, -1.0] {
        let over = heights.map(|heights| heights.map(|height| sign * height - rounding));
        let all_above = over.map(|over| over.iter().all(|&over| over > 0.0));
        // The minimum of linear functions is concave, so it is positive in one interval.
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
