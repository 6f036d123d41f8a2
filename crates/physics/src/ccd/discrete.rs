//! Discrete collision: bodies advance to the end of the step whatever is in their way, and contacts at the start of
//! the next step are the only answer. The sweep still watches, to tell what this misses: a pair that meets within the
//! step, and at its end is apart or overlaps so deep that the contacts push it out on the far side.

use crate::ccd::event_queue::{EventKind, Unheeded};
use crate::ccd::pair::SweptPair;
use crate::ccd::step::ContinuousCollision;
use crate::report::Miss;
use dodgem_collide::Query;
use dodgem_collide::query::toi::Sweep;

impl ContinuousCollision<'_, '_> {
    /// Notes a meeting that a sweep found.
    pub(super) fn note_unheeded(&mut self, found: &SweptPair) {
        let Some((time, EventKind::Impact)) = found.event else {
            return;
        };
        let records = &self.context.queries.sweep_records;
        let record = found.sweep.and_then(|index| records.get(index as usize));
        let answer = record.map(|record| record.answer.value);
        if let Some(Sweep::Impact {
            point_a,
            point_b,
            normal,
            ..
        }) = answer
        {
            self.memory.unheeded.push(Unheeded {
                pair: found.pair,
                time,
                point: (point_a + point_b) * 0.5,
                normal: normal.as_dvec3(),
            });
        }
    }

    /// Reports the meetings that the contacts at the end of the step do not answer: there are none, or the deepest
    /// one pushes the two on through each other. The tests belong to the observer, so that a world runs the same
    /// watched or not: all of them together may use the work that is left, and then give it back. A meeting whose
    /// test that does not suffice for is not reported, and counts as cut; so does one whose sweep was cut.
    pub(super) fn report_misses(&mut self) {
        let unheeded = &mut self.memory.unheeded;
        // A path that is planned anew is swept again; the first meeting of a pair counts.
        unheeded.sort_by(|one, other| {
            let pair = |one: &Unheeded| (one.pair.a, one.pair.b);
            pair(one)
                .cmp(&pair(other))
                .then(one.time.total_cmp(&other.time))
        });
        unheeded.dedup_by_key(|one| (one.pair.a, one.pair.b));
        let reach = self.context.settings.margin();
        let left = self.context.queries.left;
        let mut query = Query::default();
        let mut points = Vec::new();
        for one in &*unheeded {
            let [a, b] = self.bodies.of_pair(one.pair);
            let queries = &mut *self.context.queries;
            if !queries.observe_contacts(&mut query, [a, b], reach, &mut points) {
                self.context.report.cuts += 1;
                continue;
            }
            let deepest = points
                .iter()
                .min_by(|p, q| p.distance.total_cmp(&q.distance));
            if deepest.is_none_or(|deepest| deepest.normal.dot(one.normal) < 0.0) {
                self.context.report.misses.push(Miss {
                    a: a.id(),
                    b: b.id(),
                    time: one.time as f32,
                    point: one.point.as_vec3(),
                });
            }
        }
        self.context.queries.left = left;
        let misses = &mut self.context.report.misses;
        misses.sort_by(|one, other| one.time.total_cmp(&other.time));
    }
}
