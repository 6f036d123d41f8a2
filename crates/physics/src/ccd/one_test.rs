//! One discrete test a step for two dynamic bodies: they are compared where their paths end. If they intersect there,
//! or the budget ends before the answer and a cut counts as a hit, they have hit each other: they get the velocities
//! of an impact, and stay where they are for the rest of the step. A pair is not tested again in the step, whatever
//! becomes of its paths. Bodies that part are let go, also out of each other.
//!
//! Resting contacts stay with the solver, and bodies that cannot move are swept: nothing leaves the hall.

use glam::DVec3;

use crate::ccd::event_queue::{Event, EventKind, TestedHit};
use crate::ccd::pair::{PairSweep, SweptPair};
use crate::ccd::step::ContinuousCollision;
use crate::ccd::world_view::WorldView;
use crate::report::PairEnd;
use crate::settings::OnCut;
use dodgem_collide::Collision;
use dodgem_collide::broad_phase::Pair;
use dodgem_collide::query::Placed;

impl WorldView<'_> {
    /// True if two bodies are tested once a step and not swept.
    pub fn is_tested_once(&self, pair: Pair) -> bool {
        let is_dynamic = |index: u32| self.bodies[index as usize].is_dynamic();
        self.settings.one_test
            && self.settings.continuous
            && is_dynamic(pair.a)
            && is_dynamic(pair.b)
    }
}

impl PairSweep<'_> {
    /// Tests the two where their paths end.
    pub(super) fn test_once(&mut self, budget: u64) -> SweptPair {
        let start = self.limits().start;
        let end = self.view.settings.step;
        let poses = self.both.map(|one| {
            let center = one.collider.local_center();
            one.motion.frame_at(end).pose(center)
        });
        let query = self.shape_queries.for_sweep(budget);
        let [a, b] = [0, 1].map(|i| Placed::new(self.both[i].collider.shape(), &poses[i]));
        let answer = query.intersect(a, b);
        self.work += self.shape_queries.book_sweep(&answer);
        self.searches += 1;
        let points = answer.value.points();
        let sum: DVec3 = points.iter().map(|point| point.as_dvec3()).sum();
        let mean = sum / points.len().max(1) as f64;
        let (end, kind) = match answer.value {
            Collision::Clear => (PairEnd::Clear, None),
            Collision::Hit { .. } => (PairEnd::Meets, Some(EventKind::Tested)),
            Collision::Cut { .. } if self.view.settings.on_cut == OnCut::Hit => {
                (PairEnd::Cut, Some(EventKind::Tested))
            }
            Collision::Cut { .. } => (PairEnd::Cut, Some(EventKind::Cut)),
        };
        SweptPair {
            decided_by: answer.decided_by,
            point: (kind == Some(EventKind::Tested)).then_some(mean),
            ..self.swept(end, kind.map(|kind| (start, kind)), budget)
        }
    }
}

impl ContinuousCollision<'_, '_> {
    /// Keeps the point of a hit until its turn comes.
    pub(super) fn note_tested(&mut self, found: &SweptPair) {
        if let Some(point) = found.point {
            self.memory.tested_hits.push(TestedHit {
                pair: found.pair,
                point,
                decided_by: found.decided_by,
            });
        }
    }

    /// Handles a hit that a test found. Bodies that part, or hardly close, go on.
    pub(super) fn handle_tested(&mut self, event: &Event) {
        let Event { a, b, time, .. } = *event;
        let pair = Pair { a, b };
        let hits = self.memory.tested_hits.iter();
        let Some(hit) = hits.rev().find(|hit| hit.pair == pair).copied() else {
            return;
        };
        for index in [a, b] {
            let (body, motion) = self.bodies.both_mut(index);
            motion.advance(body, time);
        }
        if self.hit_at(event, hit.point, hit.decided_by) {
            self.wait([a, b]);
        }
    }
}
