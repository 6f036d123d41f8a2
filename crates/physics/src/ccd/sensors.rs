//! Sensors within a step: which bodies come into them, at any time of it.
//!
//! A sensor is swept against the bodies around it as pairs that stop each other are. That the two meet is an
//! event like others: it is void if one of the paths changes before. But it changes no path itself.

use crate::ccd::event_queue::{Event, EventKind};
use crate::ccd::step::ContinuousCollision;
use crate::ccd::world_view::WorldView;
use dodgem_collide::broad_phase::Pair;
use dodgem_collide::query::toi::Sweep;
use dodgem_collide::query::{PairCache, Stage};

impl ContinuousCollision<'_, '_> {
    /// Sweeps all sensors as the step begins. Pairs that do not move are no pairs of the broad phase: where
    /// one of them is new in its place, it is tested against all.
    pub(super) fn sense_all(&mut self) {
        if self.contact_events.sensors.is_empty() {
            return;
        }
        for pair in self.near {
            self.sense(*pair);
        }
        for index in 0..self.bodies.len() as u32 {
            if !self.bodies.motion(index).listed || self.bodies.body(index).is_new {
                self.sense_neighbours(index);
            }
        }
    }

    /// Sweeps a body on its new path against sensors; a sensor against all bodies.
    pub(super) fn sense_neighbours(&mut self, index: u32) {
        if self.contact_events.sensors.is_empty() {
            return;
        }
        let is_sensor = self.bodies.body(index).is_sensor;
        let count = match is_sensor {
            true => self.bodies.len(),
            false => self.contact_events.sensors.len(),
        };
        for n in 0..count {
            let other = match is_sensor {
                true => n as u32,
                false => self.contact_events.sensors[n],
            };
            if other != index {
                self.sense(Pair::new(index, other));
            }
        }
    }

    /// Sweeps a pair if one of the two is a sensor that may meet the other, and has not yet.
    fn sense(&mut self, pair: Pair) {
        let [a, b] = self.bodies.of_pair(pair);
        let [one, other] = [pair.a, pair.b].map(|index| self.bodies.motion(index));
        if !a.senses(b)
            || !one.bounds.overlaps(&other.bounds)
            || self.contact_events.sensed.binary_search(&pair).is_ok()
        {
            return;
        }
        let context = &mut *self.context;
        let view = WorldView::new(context.settings, self.bodies, &self.pairs.contacts);
        let (both, limits, mut cache) =
            (view.moving(pair), view.limits(pair), PairCache::default());
        // Without a memory of the pair planes seldom pay.
        let query = context.queries.for_sweep(u64::MAX).after(Stage::Plane);
        let found = query.sweep(&both, &limits, &mut cache);
        context.report.work += context.queries.book_sweep(&found);
        let time = match found.value {
            Sweep::Clear => return,
            Sweep::Impact { time, .. } => limits.start + f64::from(time),
            Sweep::Overlapping { .. } => limits.start,
            Sweep::Cut { .. } => return self.contact_events.cut.push(pair),
        };
        let generations = [one, other].map(|motion| motion.path.generation);
        self.memory.queue.push(Event {
            time: time.min(limits.end),
            kind: EventKind::Sense,
            a: pair.a,
            b: pair.b,
            generations,
            sweep: None,
        });
    }
}
