//! A lower bound of a gap between two times: a parabola.
//!
//! If the second derivative of a function is at most `m` within a time `T`, then at the share `x` of the
//! time the function is at least `first (1 - x) + last x - sag x (1 - x)` with `sag = m T^2 / 2`: it lies
//! above the parabola through its values at both ends that is bent by `m`. (Interpolation error of a
//! chord.) All sweeps rest on it, with bounds `m` of their own.

/// A gap that is at least `first (1 - x) + last x - sag x (1 - x)` at the share `x` of a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GapBound {
    /// The gap at the begin, in metres, or a lower bound of it.
    pub first: f64,
    /// The gap at the end, in metres, or a lower bound of it.
    pub last: f64,
    /// Half of the bound on the second derivative, times the time's square, in metres; not negative.
    pub sag: f64,
}

impl GapBound {
    /// The lowest value in all of the time.
    pub fn lowest(&self) -> f64 {
        let GapBound { first, last, sag } = *self;
        if sag > (last - first).abs() {
            let x = 0.5 * (1.0 - (last - first) / sag);
            first - sag * x * x
        } else {
            first.min(last)
        }
    }

    /// The derivative by the share at the begin, in metres.
    fn slope(&self) -> f64 {
        self.last - self.first - self.sag
    }

    /// Four times the square of the sag, times the difference of the roots' halves: negative if the
    /// bound stays above `level` metres for all shares.
    #[inline]
    fn discriminant(&self, level: f64) -> f64 {
        let slope = self.slope();
        slope * slope - 4.0 * self.sag * (self.first - level)
    }

    /// Returns true if the gap is proved not to be negative anywhere in the time: [`GapBound::lowest`]
    /// without a division.
    #[inline]
    pub fn stays_open(&self) -> bool {
        let GapBound { first, last, sag } = *self;
        if first < 0.0 || last < 0.0 {
            return false;
        }
        sag <= (last - first).abs() || self.discriminant(0.0) <= 0.0
    }

    /// The bound in the first `share` of the time alone.
    #[inline]
    pub fn part(&self, share: f64) -> GapBound {
        let GapBound { first, last, sag } = *self;
        let rest = 1.0 - share;
        GapBound {
            first,
            last: first * rest + share * (last - sag * rest),
            sag: sag * share * share,
        }
    }

    /// The share at which the bound first comes down to `level` metres, above which it begins; beyond 1 or
    /// not a positive number if it does not within the time.
    pub fn share_at(&self, level: f64) -> f64 {
        // The form of the root that does not subtract nearly equal numbers.
        let root = self.discriminant(level).max(0.0).sqrt();
        2.0 * (self.first - level) / (root - self.slope())
    }

    /// The share of the time, from its begin, in which the gap is proved positive.
    pub fn open_share(&self) -> f64 {
        if self.first <= 0.0 {
            return 0.0;
        }
        if self.last > 0.0 && (self.slope() >= 0.0 || self.discriminant(0.0) < 0.0) {
            return 1.0;
        }
        let first = self.share_at(0.0);
        if self.last > 0.0 && first > 1.0 {
            1.0
        } else {
            first.min(1.0) * (1.0 - 1e-9)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    /// Tests the bound on the parabola itself, for which it is exact: no value is below the reported lowest
    /// one, and the values are positive, or above a level, up to the reported shares and no farther.
    #[test]
    fn a_parabola_is_its_own_bound() {
        let mut random = Pcg32::seed_from_u64(7);
        let (mut open, mut closed) = (0, 0);
        for case in 0..4000 {
            let mut number = |low: f64| random.random_range(low..1.0);
            let bound = GapBound {
                first: number(0.01),
                last: number(-1.0),
                sag: if case % 7 == 0 {
                    0.0
                } else {
                    3.0 * number(0.0)
                },
            };
            let at = |x: f64| bound.first * (1.0 - x) + bound.last * x - bound.sag * x * (1.0 - x);
            let samples = || (0..=1000).map(|i| f64::from(i) / 1000.0);
            let lowest = samples().map(at).fold(f64::INFINITY, f64::min);
            assert!((bound.lowest() - lowest).abs() < 1e-5, "{bound:?}");
            assert!(bound.lowest() <= lowest + 1e-12);
            assert_eq!(bound.stays_open(), bound.lowest() >= 0.0, "{bound:?}");
            let part = bound.part(0.37);
            assert!(
                (part.lowest() - samples().map(|x| at(0.37 * x)).fold(9.0, f64::min)).abs() < 1e-5
            );
            let share = bound.open_share();
            assert!(samples().filter(|x| *x < share).all(|x| at(x) > 0.0));
            if share < 1.0 {
                closed += 1;
                assert!(at(share).abs() < 1e-6, "{bound:?}");
            } else {
                open += 1;
                assert!(lowest > -1e-5, "{bound:?}");
            }
            let level = lowest.max(0.0) + 1e-3;
            if level < bound.first && lowest < level {
                let share = bound.share_at(level);
                assert!((at(share) - level).abs() < 1e-9, "{bound:?}");
                assert!(
                    samples()
                        .filter(|x| *x < share)
                        .all(|x| at(x) >= level - 1e-9)
                );
            }
        }
        assert!(open > 300 && closed > 1000, "{open} and {closed}");
    }
}
