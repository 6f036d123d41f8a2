//! All pairs: every body against every other.

use crate::broad_phase::{BroadBody, BroadMemory, BroadPhase, BroadStatistics, Pair, is_pair};
use crate::debug_draw::DebugSink;

/// Compares every pair of boxes: n (n - 1) / 2 comparisons. It keeps nothing of the last update.
///
/// The fastest method for a few bodies, and the reference in tests of the others.
#[derive(Clone, Debug, Default)]
pub struct AllPairs {
    statistics: BroadStatistics,
    /// True for the bodies of the last update that never move.
    fixed: Vec<bool>,
}

impl AllPairs {
    /// A broad phase ready for its first update.
    pub fn new() -> Self {
        AllPairs::default()
    }
}

impl BroadPhase for AllPairs {
    fn name(&self) -> &'static str {
        "all pairs"
    }

    fn update(&mut self, bodies: &[BroadBody], pairs: &mut Vec<Pair>) {
        pairs.clear();
        for (a, body) in bodies.iter().enumerate() {
            for (b, other) in bodies.iter().enumerate().skip(a + 1) {
                if is_pair(body, other) {
                    pairs.push(Pair {
                        a: a as u32,
                        b: b as u32,
                    });
                }
            }
        }
        self.fixed.clear();
        self.fixed.extend(bodies.iter().map(|body| body.fixed));
        let count = bodies.len() as u64;
        self.statistics = BroadStatistics {
            bodies: bodies.len(),
            tested: count * count.saturating_sub(1) / 2,
            pairs: pairs.len(),
            ..BroadStatistics::default()
        };
    }

    fn statistics(&self) -> BroadStatistics {
        self.statistics
    }

    fn recall(&mut self, bodies: &[BroadBody], memory: &BroadMemory, scratch: &mut Vec<Pair>) {
        self.update(bodies, scratch);
        self.statistics = memory.statistics;
    }

    fn compared(&self, out: &mut Vec<Pair>) {
        out.clear();
        for (a, fixed) in (0..).zip(&self.fixed) {
            let others = (0..).zip(&self.fixed).skip(a as usize + 1);
            let others = others.filter(|(_, other)| !(fixed & **other));
            out.extend(others.map(|(b, _)| Pair { a, b }));
        }
    }

    fn draw(&self, _sink: &mut dyn DebugSink) {}
}
