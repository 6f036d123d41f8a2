//! The contacts of two colliders, from cheap to expensive: half-spaces, hulls, the face of a box, and a search
//! of the whole shapes.

use glam::DVec3;

use crate::params::{NEAREST_PLACE_SHARE, SEPARATION_RELATIVE_ERROR};
use crate::query::contacts::{ColliderContacts, ContactPoint, ContactsEnd};
use crate::query::context::QueryContext;
use crate::query::outcome::{Decided, Outcome};
use crate::query::pair_cache::FaceManifold;
use crate::query::placed::shared_origin;
use crate::query::table::with_pair;
use crate::query::{Distance, DistanceOptions, PlacedCollider, Stage};

impl ColliderContacts<'_> {
    /// Runs the stages in their order until one decides.
    pub fn run(&mut self, out: &mut Vec<ContactPoint>) -> Decided<Option<f64>> {
        out.clear();
        if self.context.asks(Stage::Plane)
            && let Some(gap) = self.gap_across_plane()
        {
            return Decided::by(Stage::Plane, Some(gap));
        }
        let range = self.context.range;
        let asks_proxies = !range.is_before(Stage::Convex) && !range.ends_before(Stage::Convex);
        if asks_proxies && let Some(known) = self.known_contacts(out) {
            return known.map(Some);
        }
        if range.ends_before(Stage::Triangles) {
            return Decided::by(Stage::Convex, None);
        }
        self.search(out)
    }

    /// The gap of the two across a plane, in metres, if it is larger than the tolerance: then they have no
    /// contacts. Planes across the known axis and across the line between the centres are tried, as far as
    /// the budget goes.
    fn gap_across_plane(&mut self) -> Option<f64> {
        if !self.have_hulls() {
            return None;
        }
        let [a, b] = &self.both;
        let between = b.frame.center - a.frame.center;
        let support_vertices = &mut self.cache.gjk.support_vertices;
        let QueryContext {
            meter, counters, ..
        } = &mut *self.context;
        let gap = |n: DVec3| {
            if !meter.take() {
                return f64::NEG_INFINITY;
            }
            counters.plane_tests += 1;
            let reach_a = a.reach_along(n, &mut support_vertices[0]);
            let reach_b = b.reach_along(-n, &mut support_vertices[1]);
            between.dot(n) - reach_a - reach_b
        };
        let directions = [self.cache.axis, between.normalize_or_zero()];
        let directions = directions.into_iter().filter(|n| *n != DVec3::ZERO);
        directions.map(gap).find(|gap| *gap > self.tolerance)
    }

    /// Finds the contacts by half-spaces, hulls or a face. None if these do not decide, or if the budget ends
    /// before.
    fn known_contacts(&mut self, out: &mut Vec<ContactPoint>) -> Option<Decided<f64>> {
        let before = self.context.meter.taken();
        let found = self.contacts_of_proxies(out);
        self.context.counters.plane_tests += self.context.meter.taken() - before;
        let (gap, stage, face) = found?;
        self.cache.face = face;
        Some(Decided::by(stage, gap))
    }

    fn contacts_of_proxies(
        &mut self,
        out: &mut Vec<ContactPoint>,
    ) -> Option<(f64, Stage, Option<FaceManifold>)> {
        let (have_hulls, stages) = (self.have_hulls(), self.context.stages);
        let may = |stage| have_hulls && stages.has(stage);
        if may(Stage::Plane)
            && let Some(gap) = self.half_space_contacts(out)
        {
            return Some((gap, Stage::Plane, None));
        }
        if may(Stage::Convex)
            && let Some(gap) = self.hull_contacts(out)
        {
            return Some((gap, Stage::Convex, None));
        }
        if may(Stage::Plane)
            && self.context.meter.take()
            && let Some((gap, face)) = self.face_contacts(out)
        {
            return Some((gap, Stage::Plane, Some(face)));
        }
        None
    }

    /// Searches all of both for contacts. None, and no contacts, if the budget ends before all are found.
    fn search(&mut self, out: &mut Vec<ContactPoint>) -> Decided<Option<f64>> {
        out.clear();
        let origin = shared_origin(&self.both);
        let shapes = (self.both).map(|placed| placed.collider.shape().borrowed());
        let poses = self.both.map(|placed| {
            let frame = placed.frame.relative_to(origin);
            frame.pose(placed.collider.local_center())
        });
        let poses = poses.each_ref();
        let tolerance = self.tolerance as f32;
        let context = &mut *self.context;
        let Decided { answer: end, stage } =
            with_pair(shapes, |row| row.contacts(poses, tolerance, context, out));
        (out.iter_mut()).for_each(|contact| *contact = contact.moved_by(origin));
        if end == ContactsEnd::Cut {
            out.clear();
            return Decided::by(stage, None);
        }
        self.cache.face = None;
        let known = context.contacts.lower_bound;
        let distances = out.iter().map(|point| point.distance);
        let nearest = distances.fold(self.tolerance, f64::min);
        let has_contacts = !out.is_empty();
        if let (true, Some(known)) = (has_contacts, known) {
            return Decided::by(stage, Some(nearest.min(known)));
        }
        if nearest <= 0.0 {
            return Decided::by(stage, Some(nearest));
        }
        // Contacts of features give no lower bound of the distance. Without contacts, a larger known distance
        // spares later queries.
        let absolute = match has_contacts {
            true => 0.0,
            false => (0.5 * self.tolerance) as f32,
        };
        let options = DistanceOptions {
            absolute,
            relative: SEPARATION_RELATIVE_ERROR,
        };
        // A query costs at least one unit, as a sweep does.
        context.meter.charge(1);
        let cache = &mut *self.cache;
        let found = context.part(|context| {
            with_pair(shapes, |row| {
                row.distance(poses, &options, Some(cache), context)
            })
        });
        let found = found.answer;
        let gap = f64::from(found.lower_bound());
        if !has_contacts {
            // Two half-spaces may overlap without bound, with no deepest place.
            let bound = match found {
                Distance::Meet { .. } => gap,
                _ => nearest.max(gap),
            };
            return Decided::by(stage, Some(bound));
        }
        let enough = NEAREST_PLACE_SHARE * self.tolerance;
        if let Distance::Apart {
            point_a, point_b, ..
        } = found
        {
            let is_compound = |placed: &PlacedCollider| placed.collider.is_compound();
            let children = match self.both.iter().any(is_compound) {
                true => self.context.children,
                false => [0; 2],
            };
            let place = ContactPoint::between([point_a, point_b]);
            let place = place.filter(|place| place.distance + enough < nearest);
            let patch = out.last().map_or(0, |last| last.patch + 1);
            out.extend(place.map(|place| ContactPoint {
                patch,
                children,
                ..place.moved_by(origin)
            }));
        }
        Decided::by(stage, Some(nearest.min(gap)))
    }
}

/// A lower bound of the distance, if the contacts are complete.
impl Outcome for Option<f64> {
    fn is_hit(&self) -> bool {
        self.is_some_and(|bound| bound <= 0.0)
    }

    fn is_cut(&self) -> bool {
        self.is_none()
    }
}
