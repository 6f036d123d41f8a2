//! The contacts of two colliders, from cheap to dear: half-spaces, hulls, the face of a box, and a search of
//! all that the shapes are made of.

use glam::DVec3;

use crate::budget::{Budget, Meter};
use crate::counters::Counters;
use crate::params::{NEAREST_PLACE_SHARE, SEPARATION_RELATIVE_ERROR};
use crate::query::contacts::contact::ContactsEnd;
use crate::query::contacts::face_contacts::face_contacts;
use crate::query::contacts::half_space_contacts::half_space_contacts;
use crate::query::contacts::hull_contacts::hull_contacts;
use crate::query::contacts::near_point::NearPoint;
use crate::query::dispatch::{contacts_of_shapes, distance_of};
use crate::query::placed::shared_origin;
use crate::query::{
    Distance, DistanceOptions, PairCache, Placed, PlacedCollider, ShapeScratch, Stage,
};

/// Asks for the contacts of two colliders where they are: see
/// [`Query::contacts_of`](crate::Query::contacts_of).
///
/// [`ContactQuery::known`] is cheap (a unit of work for each plane) and answers for most pairs of a
/// simulation; [`ContactQuery::search`] answers for all, as far as its budget goes. Both clear `out`, put the
/// contacts there, at most a few for each flat patch, and return a lower bound of the colliders' distance in
/// metres.
pub struct ContactQuery<'q> {
    /// The two, in the order of the cache.
    pub(crate) both: [PlacedCollider<'q>; 2],
    /// Up to which distance places count as contacts, in metres.
    pub(crate) tolerance: f64,
    /// What is remembered of the two.
    pub(crate) cache: &'q mut PairCache,
    /// Memory, and the stages that may decide. Its counters tell what the last question did, its
    /// [`decided_by`](ShapeScratch::decided_by) which stage answered.
    pub(crate) scratch: &'q mut ShapeScratch,
}

impl ContactQuery<'_> {
    /// Whether both have a hull and a bounding radius: half-spaces have neither.
    fn have_hulls(&self) -> bool {
        (self.both.iter()).all(|placed| placed.collider.is_bounded())
    }

    /// The gap of the two across a plane, in metres, if it is larger than the tolerance: then they have no
    /// contacts. Planes across the known axis and across the line between the centres are tried, as far as
    /// the budget goes.
    pub fn gap_across(&mut self, budget: Budget) -> Option<f64> {
        self.scratch.mesh.counters = Counters::default();
        if !self.scratch.mesh.stages.has(Stage::Plane) || !self.have_hulls() {
            return None;
        }
        let [a, b] = &self.both;
        let between = b.frame.center - a.frame.center;
        let support_vertices = &mut self.cache.gjk.support_vertices;
        let meter = &mut Meter::new(budget);
        let gap = |n: DVec3| {
            if !meter.take() {
                return f64::NEG_INFINITY;
            }
            let reach_a = a.reach_along(n, &mut support_vertices[0]);
            let reach_b = b.reach_along(-n, &mut support_vertices[1]);
            between.dot(n) - reach_a - reach_b
        };
        let directions = [self.cache.axis, between.normalize_or_zero()];
        let directions = directions.into_iter().filter(|n| *n != DVec3::ZERO);
        let found = directions.map(gap).find(|gap| *gap > self.tolerance);
        self.scratch.mesh.counters.plane_tests = meter.taken();
        found
    }

    /// Finds the contacts by half-spaces, hulls or a face. None if only a search can tell, or if the budget
    /// ends before.
    pub fn known(&mut self, budget: Budget, out: &mut Vec<NearPoint>) -> Option<f64> {
        let meter = &mut Meter::new(budget);
        let found = self.known_within(meter, out);
        self.scratch.mesh.counters = Counters {
            plane_tests: meter.taken(),
            ..Counters::default()
        };
        found
    }

    fn known_within(&mut self, meter: &mut Meter, out: &mut Vec<NearPoint>) -> Option<f64> {
        let have_hulls = self.have_hulls();
        let (both, tolerance, cache) = (self.both, self.tolerance, &mut *self.cache);
        let ShapeScratch {
            mesh,
            hulls,
            half_space_points,
            ..
        } = &mut *self.scratch;
        let may = |stage| have_hulls && mesh.stages.has(stage);
        out.clear();
        if may(Stage::Plane)
            && let Some(gap) =
                half_space_contacts(both, tolerance, cache, meter, half_space_points, out)
        {
            mesh.decided_by = Some(Stage::Plane);
            cache.face = None;
            return Some(gap);
        }
        let (axis, gjk) = (cache.axis, &mut cache.gjk);
        if may(Stage::Convex)
            && let Some(gap) = hull_contacts(both, tolerance, axis, gjk, meter, hulls, out)
        {
            mesh.decided_by = Some(Stage::Convex);
            cache.face = None;
            return Some(gap);
        }
        if may(Stage::Plane)
            && meter.take()
            && let Some((gap, face)) = face_contacts(both, tolerance, out)
        {
            mesh.decided_by = Some(Stage::Plane);
            cache.face = Some(face);
            return Some(gap);
        }
        None
    }

    /// Searches all of both for contacts. None, and no contacts, if the budget ends before all are found.
    pub fn search(&mut self, budget: Budget, out: &mut Vec<NearPoint>) -> Option<f64> {
        out.clear();
        let origin = shared_origin(&self.both);
        let shapes = (self.both).map(|placed| placed.collider.shape().borrowed());
        let [a, b] = self.both.map(|placed| {
            let frame = placed.frame.relative_to(origin);
            frame.pose(placed.collider.local_center())
        });
        let [a, b] = [(&a, 0), (&b, 1)].map(|(pose, i): (_, usize)| Placed::new(&shapes[i], pose));
        let mut found = std::mem::take(&mut self.scratch.found);
        let tolerance = self.tolerance as f32;
        let end = contacts_of_shapes(a, b, tolerance, budget, self.scratch, &mut found);
        out.extend((found.iter()).map(|contact| NearPoint::of_contact(contact, origin)));
        self.scratch.found = found;
        if end == ContactsEnd::Cut {
            out.clear();
            return None;
        }
        self.cache.face = None;
        let known = self.scratch.mesh.contacts.lower_bound;
        let distances = out.iter().map(|point| point.distance);
        let nearest = distances.fold(self.tolerance, f64::min);
        let has_contacts = !out.is_empty();
        if let (true, Some(known)) = (has_contacts, known) {
            return Some(nearest.min(known));
        }
        if nearest <= 0.0 {
            return Some(nearest);
        }
        // Contacts of features do not tell how near the two are. Without contacts, a larger known distance spares
        // later queries.
        let (spent, decided_by) = (self.scratch.mesh.counters, self.scratch.mesh.decided_by);
        let absolute = match has_contacts {
            true => 0.0,
            false => (0.5 * self.tolerance) as f32,
        };
        let relative = SEPARATION_RELATIVE_ERROR;
        // A query costs at least one unit, as a sweep does.
        let left = budget.less(spent.work() + 1);
        let options = DistanceOptions { absolute, relative };
        let found = distance_of(a, b, &options, left, None, self.scratch);
        let gap = f64::from(found.lower_bound());
        let counters = &mut self.scratch.mesh.counters;
        let mut both = spent;
        both += Counters {
            queries: 0,
            hits: 0,
            ..*counters
        };
        *counters = both;
        self.scratch.mesh.decided_by = decided_by;
        if !has_contacts {
            return Some(nearest.max(gap));
        }
        let enough = NEAREST_PLACE_SHARE * self.tolerance;
        if let Distance::Apart {
            point_a, point_b, ..
        } = found
        {
            let is_compound = |placed: &PlacedCollider| placed.collider.is_compound();
            let children = match self.both.iter().any(is_compound) {
                true => self.scratch.children,
                false => [0; 2],
            };
            let place = NearPoint::between([point_a, point_b], origin, children);
            out.extend(place.filter(|place| place.distance + enough < nearest));
        }
        Some(nearest.min(gap))
    }
}
