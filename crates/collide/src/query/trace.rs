//! The trace of a sweep, for debug views: the instants at which it measured the two bodies, and the pairs of
//! nodes that it visited.

use glam::Vec3;

/// Two nodes that a search tested, for debug views: the volumes of two trees over an interval of a sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeVisit {
    /// The numbers of the nodes in the trees of both models; 0 is the root.
    pub nodes: [u32; 2],
    /// True if they are proved disjoint over the interval: then nothing below them is tested.
    pub apart: bool,
    /// The direction from the first to the second with the widest gap between the two volumes at the
    /// interval's end, of length 1, in the frame of the first body.
    pub direction: Vec3,
    /// That gap in metres; negative if they overlap.
    pub gap: f32,
}

/// The recorder of a query. It records nothing, and allocates nothing, until it is started.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trace {
    record: Option<TraceRecord>,
}

/// The steps of one query.
#[derive(Clone, Debug, Default)]
pub(crate) struct TraceRecord {
    /// The instants in seconds, in the order of the steps.
    instants: Vec<f64>,
    /// The visits in the order of the search, a pair once for each interval.
    pub visits: Vec<NodeVisit>,
}

impl Trace {
    /// Starts an empty record.
    pub fn start(&mut self) {
        self.record = Some(TraceRecord::default());
    }

    /// Stops, and returns the record; it is empty if none was started.
    pub fn stop(&mut self) -> TraceRecord {
        self.record.take().unwrap_or_default()
    }

    /// Notes an instant (s) at which a step measures the two bodies. Every loop over time calls it.
    #[inline]
    pub fn note_instant(&mut self, time: f64) {
        if let Some(record) = &mut self.record {
            record.instants.push(time);
        }
    }

    /// Notes a visit of two nodes, if views show it; it is computed only for a record.
    #[inline]
    pub fn note_visit(&mut self, visit: impl FnOnce() -> Option<NodeVisit>) {
        if let Some(record) = &mut self.record {
            record.visits.extend(visit());
        }
    }

    /// The number of instants so far.
    pub fn instants(&self) -> usize {
        self.record
            .as_ref()
            .map_or(0, |record| record.instants.len())
    }

    /// Adds `delay` (s) to all instants after the first `count`: their clock began that much later.
    pub fn delay_instants(&mut self, count: usize, delay: f64) {
        if let Some(record) = &mut self.record {
            record.instants[count..]
                .iter_mut()
                .for_each(|time| *time += delay);
        }
    }
}

impl TraceRecord {
    /// The instants before `safe` (s), rising, each once.
    pub fn instants_before(&mut self, safe: f64) -> Vec<f64> {
        let mut instants = std::mem::take(&mut self.instants);
        instants.retain(|instant| *instant < safe);
        instants.sort_unstable_by(f64::total_cmp);
        instants.dedup();
        instants
    }
}
