//! Sensors within a step: which bodies come into them, at any time of it.
//!
//! A sensor is swept against the bodies around it as pairs that stop each other are. That the two meet is an
//! event like others: it is void if one of the paths changes before. But it changes no path itself.

use glam::DVec3;

use crate::body::Body;
use crate::ccd::event_queue::{Event, EventKind};
use crate::ccd::step::ContinuousCollision;
use crate::ccd::world_view::WorldView;
use crate::params::{SENSOR_DEPTH_ROUNDING, SENSOR_DEPTH_SHARE};
use crate::sensor_pairs::SensorPair;
use crate::shape_queries::ShapeQueries;
use dodgem_collide::Shape;
use dodgem_collide::broad_phase::Pair;
use dodgem_collide::query::toi::Sweep;
use dodgem_collide::query::{MovingCollider, Placed, Stage, SweepLimits};

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
        let known = self.contact_events.near_sensors.near(pair);
        let view = WorldView::new(self.context.settings, self.bodies, &self.pairs.contacts);
        let limits = view.limits(pair);
        let mut sweep = SensorSweep {
            known,
            both: view.moving(pair),
            // A plane decides only where the whole sweep would find no impact.
            limits: SweepLimits {
                min_gap: limits.options.target,
                ..limits
            },
            queries: &mut *self.context.queries,
            work: 0,
        };
        let found = sweep.run([a, b]);
        self.context.report.work += sweep.work;
        let time = match found {
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

/// The sweep of a sensor and a body near it.
struct SensorSweep<'s> {
    known: &'s mut SensorPair,
    both: [MovingCollider<'s>; 2],
    limits: SweepLimits,
    queries: &'s mut ShapeQueries,
    /// Work units so far.
    work: u64,
}

impl SensorSweep<'_> {
    /// The first time at which the two meet on their paths, by what is known of them if that suffices.
    fn run(&mut self, bodies: [&Body; 2]) -> Sweep<DVec3> {
        let is_whole = self.limits.start == 0.0;
        if is_whole && self.known.depth > 0.0 {
            let point = bodies[0].center();
            return Sweep::Overlapping { point };
        }
        let (both, limits, cache) = (&self.both, &self.limits, &mut self.known.cache);
        if self.queries.query.keeps_plane(both, limits, cache) {
            return Sweep::Clear;
        }
        let met = self.known.met;
        // No plane parts two that met a step ago.
        let query = self.queries.for_sweep(u64::MAX);
        if met {
            query.after(Stage::Plane);
        }
        let found = query.sweep(both, limits, cache);
        self.work += self.queries.book_sweep(&found);
        let found = found.value;
        self.known.met = !matches!(found, Sweep::Clear | Sweep::Cut { .. });
        if is_whole && matches!(found, Sweep::Overlapping { .. }) {
            self.known.depth = self.depth(bodies);
        }
        found
    }

    /// A length by which the two have to move relative to each other before they come apart, in metres; 0 if it is
    /// not known. Of two convex solids it is the depth of their overlap: across every direction they overlap by at
    /// least that, and no point moves farther than its body. A mesh is a surface, whose depth is that of a triangle.
    fn depth(&mut self, bodies: [&Body; 2]) -> f64 {
        if bodies.iter().any(|body| has_mesh(body.shape())) {
            return 0.0;
        }
        let poses = bodies.map(Body::pose);
        let [a, b] = [0, 1].map(|i: usize| Placed::new(bodies[i].shape(), &poses[i]));
        let query = self.queries.for_sweep(u64::MAX);
        let found = query.deepest_contact(a, b, 0.0);
        self.work += self.queries.book_sweep(&found);
        let size = |body: &Body| {
            let reach = f64::from(body.reach());
            body.center().length() + if reach.is_finite() { reach } else { 0.0 }
        };
        let rounding = SENSOR_DEPTH_ROUNDING * (size(bodies[0]) + size(bodies[1]));
        let deepest = found.contact();
        deepest.map_or(0.0, |deepest| {
            -deepest.distance * SENSOR_DEPTH_SHARE - rounding
        })
    }
}

/// True if a shape is a mesh or a height field, or has one.
fn has_mesh(shape: &Shape) -> bool {
    match shape {
        Shape::Mesh(_) | Shape::HeightField(_) => true,
        Shape::Compound(all) => (all.children().iter()).any(|child| has_mesh(&child.shape)),
        _ => false,
    }
}
