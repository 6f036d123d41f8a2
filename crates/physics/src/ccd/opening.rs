//! Pairs that begin so near each other that a sweep cannot tell it from touching, on paths that part.
//!
//! They are swept from a time a little later, at which they are well apart. That they do not meet until then is
//! shown: by planes, or by gaps each of which leaves some time free of contact.

use crate::ccd::pair::PairSweep;
use crate::params::{MAX_OPENING_QUERIES, OPENED_GAP_FACTOR, OPENING_SHARE, OPENING_SHARES};
use dodgem_collide::query::toi::PathLimits;

impl PairSweep<'_> {
    /// For a pair so near at `start` (s) that a sweep cannot tell it from touching: after which time, a
    /// small part of the path, it is well apart. None if it is not shown that the two do not meet until then.
    pub(super) fn time_when_opened(&mut self, start: f64, span: f32) -> Option<f32> {
        let first = self.gap_at(start, 0.0)?;
        let mut gap = first;
        for share in OPENING_SHARES {
            let now = self.gap_at(start, share * span)?;
            if now <= gap {
                return None;
            }
            if now >= OPENED_GAP_FACTOR * first {
                let time = share * span;
                let is_open = self.planes_separate_until(start + f64::from(time))
                    || self.stays_open(start, first, time);
                return is_open.then_some(time);
            }
            gap = now;
        }
        None
    }

    /// Whether planes show that the two stay apart until a time (s).
    fn planes_separate_until(&mut self, end: f64) -> bool {
        let budget = self.shape_queries.budget(u64::MAX);
        let limits = PathLimits {
            end,
            ..self.view.limits()
        };
        // What is known of the whole paths stays.
        let mut cache = self.state.cache;
        let query = &mut self.shape_queries.query;
        let mut query = query.on_paths(&self.both, limits, &mut cache);
        let is_separated = query.is_separated(budget);
        let (used, counters) = (query.work(), *query.counters());
        self.shape_queries.book_sweep(used, counters);
        self.work += used;
        is_separated
    }

    /// Whether the gap shows that the two stay apart for `time` seconds after `start`, when it is `gap` metres:
    /// it shrinks no faster than any of their points approach, so that each gap that is measured leaves some
    /// time free of contact.
    fn stays_open(&mut self, start: f64, gap: f64, time: f32) -> bool {
        let mut gap = match start == 0.0 && self.nearest().is_finite() {
            true => gap.max(self.nearest()),
            false => gap,
        };
        let speed = self.view.fastest_approach(self.state.pair);
        let mut free = 0.0;
        for _ in 0..MAX_OPENING_QUERIES {
            free += OPENING_SHARE * gap / speed;
            if free >= f64::from(time) {
                return true;
            }
            match self.gap_at(start, free as f32) {
                Some(now) if now > 0.0 => gap = now,
                _ => return false,
            }
        }
        false
    }
}
