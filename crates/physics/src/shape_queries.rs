//! Queries about two shapes: their contacts, their distance and their time of impact. The only place
//! where the world calls the collision library's queries of whole shapes, but for rays.

use glam::{DVec3, Vec3};

use crate::body::Body;
use crate::manifold::face_contacts::{FaceContacts, face_contacts};
use crate::manifold::half_space_contacts::half_space_contacts;
use crate::manifold::hull_contacts::{GjkCache, HullScratch, hull_contacts};
use crate::manifold::manifold_cache::FaceManifold;
use crate::manifold::point::NearPoint;
use crate::params::{
    NEAR_POINT_CAPACITY, SEPARATION_RELATIVE_ERROR, WARM_UP_INSIDE, WARM_UP_OUTSIDE, WARM_UP_WORK,
};
use crate::proxy::half_space_set::NearHalfSpaces;
use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::query::Moving;
use dodgem_collide::query::contacts::{Contact, ContactsEnd, contacts_of_shapes};
use dodgem_collide::query::shapes;
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::shape::Cuboid;
use dodgem_collide::{Budget, Counters, Placed, Shape, ShapeScratch};

/// The queries, with their work budget and memory that is used again and again.
#[derive(Clone, Debug)]
pub(super) struct ShapeQueries {
    scratch: ShapeScratch,
    /// Work units left for all queries; [`u64::MAX`] is without limit.
    pub left: u64,
    /// Work units of the last query.
    pub used: u64,
    /// What all sweeps, and all searches for contacts, did since [`ShapeQueries::begin`].
    pub sweep_counters: Counters,
    pub contact_counters: Counters,
    found: Vec<Contact>,
    points: Vec<NearPoint>,
    half_space_points: Vec<NearPoint>,
    pub hull_scratch: HullScratch,
    /// The face manifold of the last query for contacts, if it found one.
    pub face_manifold: Option<FaceManifold>,
}

impl Default for ShapeQueries {
    fn default() -> Self {
        ShapeQueries {
            scratch: ShapeScratch::default(),
            left: u64::MAX,
            used: 0,
            sweep_counters: Counters::default(),
            contact_counters: Counters::default(),
            found: Vec::with_capacity(NEAR_POINT_CAPACITY),
            points: Vec::with_capacity(NEAR_POINT_CAPACITY),
            half_space_points: Vec::with_capacity(NEAR_POINT_CAPACITY),
            hull_scratch: HullScratch::default(),
            face_manifold: None,
        }
    }
}

impl ShapeQueries {
    /// Begins a step with `left` work units.
    pub fn begin(&mut self, left: u64) {
        self.left = left;
        self.sweep_counters = Counters::default();
        self.contact_counters = Counters::default();
    }

    /// The budget of the next query, at most `allowed` work units.
    fn budget(&self, allowed: u64) -> Budget {
        match self.left.min(allowed) {
            u64::MAX => Budget::Unlimited,
            units => Budget::Work(units),
        }
    }

    /// Subtracts the work units of a query from those that are left.
    pub fn spend(&mut self, used: u64) {
        self.used = used;
        if self.left != u64::MAX {
            self.left = self.left.saturating_sub(used);
        }
    }

    /// The contact points that the last query found.
    pub fn points(&self) -> &[NearPoint] {
        &self.points
    }

    /// Scratch memory for rays.
    pub fn ray_scratch(&mut self) -> &mut ShapeScratch {
        &mut self.scratch
    }

    /// Finds the contacts of two bodies, at most `tolerance` metres apart, by half-spaces, hulls or a
    /// face. `toward` is GJK's first direction, from the first body to the second, unless the cache
    /// holds a simplex. Returns a lower bound of the bodies' distance, in metres; none if only a
    /// search can tell. Takes no work units.
    pub fn quick_contacts(
        &mut self,
        [a, b]: [&Body; 2],
        tolerance: f64,
        toward: DVec3,
        (gjk_cache, half_spaces): (&mut GjkCache, &mut NearHalfSpaces),
    ) -> Option<f64> {
        self.face_manifold = None;
        let (memory, points) = (&mut self.hull_scratch, &mut self.points);
        let half_space_points = &mut self.half_space_points;
        if let Some(lower_bound) = half_space_contacts(
            [a, b],
            tolerance,
            half_spaces,
            &mut gjk_cache.support_vertices,
            half_space_points,
            points,
        ) {
            return Some(lower_bound);
        }
        if let Some(lower_bound) = hull_contacts(a, b, tolerance, toward, gjk_cache, memory, points)
        {
            return Some(lower_bound);
        }
        match face_contacts(a, b, tolerance, points) {
            FaceContacts::Known(lower_bound, face_manifold) => {
                self.face_manifold = Some(face_manifold);
                Some(lower_bound)
            }
            FaceContacts::Unknown => None,
        }
    }

    /// Searches for the contacts of two shapes with at most `allowed` work units.
    fn contacts(
        &mut self,
        a: (&Shape, &Pose),
        b: (&Shape, &Pose),
        tolerance: f32,
        allowed: u64,
    ) -> ContactsEnd {
        let budget = self.budget(allowed);
        let (scratch, found) = (&mut self.scratch, &mut self.found);
        found.clear();
        let end = contacts_of_shapes(
            Placed::new(a.0, a.1),
            Placed::new(b.0, b.1),
            tolerance,
            budget,
            scratch,
            found,
        );
        let spent = *scratch.counters();
        self.contact_counters += spent;
        // A query costs at least one unit, as a sweep does.
        self.spend(spent.work() + 1);
        end
    }

    /// Searches all of two bodies for contacts, at most `tolerance` metres apart, with at most
    /// `allowed` work units. Returns a lower bound of the bodies' distance, in metres; none, and no
    /// contacts, if the work does not suffice.
    pub fn search_contacts(
        &mut self,
        [a, b]: [&Body; 2],
        tolerance: f64,
        allowed: u64,
    ) -> Option<f64> {
        self.face_manifold = None;
        let origin = a.center;
        let [p, q] = [a, b].map(|body| body.pose_from_place(origin));
        let end = self.contacts((&a.shape, &p), (&b.shape, &q), tolerance as f32, allowed);
        self.points.clear();
        if end == ContactsEnd::Cut {
            return None;
        }
        self.points.extend(found_places(&self.found, origin));
        let distances = self.points.iter().map(|p| p.distance);
        let mut lower_bound = distances.fold(tolerance, f64::min);
        if self.points.is_empty() {
            // A larger known distance spares later queries.
            let absolute = (0.5 * tolerance) as f32;
            let budget = self.budget(allowed.saturating_sub(self.used));
            let scratch = &mut self.scratch;
            let separation = shapes::distance_approx(
                Placed::new(&a.shape, &p),
                Placed::new(&b.shape, &q),
                absolute,
                SEPARATION_RELATIVE_ERROR,
                budget,
                scratch,
            );
            let (before, spent) = (self.used, scratch.counters().work());
            self.contact_counters += without_query(scratch.counters());
            self.spend(spent);
            self.used += before;
            lower_bound = lower_bound.max(f64::from(separation));
        }
        Some(lower_bound)
    }

    /// The contacts of two bodies, at most `tolerance` metres apart, by proxies or by a search, and a
    /// lower bound of their distance, in metres; no contacts if too few work units are left.
    pub fn contacts_toward(
        &mut self,
        a: &Body,
        b: &Body,
        tolerance: f64,
        toward: DVec3,
        memory: (&mut GjkCache, &mut NearHalfSpaces),
    ) -> (&[NearPoint], f64) {
        let known = self.quick_contacts([a, b], tolerance, toward, memory);
        let lower_bound = known.or_else(|| self.search_contacts([a, b], tolerance, u64::MAX));
        (&self.points, lower_bound.unwrap_or(0.0))
    }

    /// The distance of two shapes, in metres; 0 if they overlap. None if too few work units are
    /// left, or more than `allowed` would be needed.
    pub fn distance(
        &mut self,
        a: (&Shape, &Pose),
        b: (&Shape, &Pose),
        allowed: u64,
    ) -> Option<f64> {
        let budget = self.budget(allowed);
        let scratch = &mut self.scratch;
        let found = shapes::distance(
            Placed::new(a.0, a.1),
            Placed::new(b.0, b.1),
            budget,
            scratch,
        );
        let spent = scratch.counters().work();
        self.sweep_counters += without_query(scratch.counters());
        self.spend(spent);
        found.distance().map(f64::from)
    }

    /// The first time at which the shapes come as near as `target` metres.
    pub fn sweep(
        &mut self,
        a: (&Shape, &Motion),
        b: (&Shape, &Motion),
        duration: f32,
        target: f32,
        allowed: u64,
    ) -> Sweep {
        let budget = self.budget(allowed);
        let options = &SweepOptions { target };
        let scratch = &mut self.scratch;
        let found = shapes::time_of_impact(
            Moving::new(a.0, a.1),
            Moving::new(b.0, b.1),
            duration,
            options,
            budget,
            scratch,
        );
        let spent = *scratch.counters();
        self.sweep_counters += spent;
        // A sweep costs at least one unit, so that no budget lasts for ever.
        self.spend(spent.work() + 1);
        found
    }

    /// Runs each query once on a mesh and itself, and on it and a box of its size, so that memory
    /// grows now and not in a later step. Proxies answer most queries; those of all triangles may be
    /// rare. Each of them has a limit of work, which only meshes that cross themselves all over reach:
    /// with those the memory may grow later.
    pub fn warm_up(&mut self, mesh: &Shape) {
        let half = mesh.aabb(&Pose::IDENTITY).half_extents();
        let size = 2.0 * half.x;
        let beside = |share: f32| Pose::from_translation(Vec3::X * (share * size));
        let motion = |pose| Motion::new(pose, Vec3::X * (-2.0 * size), Vec3::Y, Vec3::ZERO).ok();
        let outside = beside(WARM_UP_OUTSIDE).ok();
        // Sizes near the limit of f32 have no such poses.
        let (Ok(inside), Some(outside), Some(towards)) =
            (beside(WARM_UP_INSIDE), outside, outside.and_then(motion))
        else {
            return;
        };
        let here = (mesh, &Pose::IDENTITY);
        self.begin(u64::MAX);
        let resting = Motion::resting(Pose::IDENTITY);
        let target = 0.001 * size;
        let solid = Cuboid::new(half).ok().map(Shape::Cuboid);
        for other in [Some(mesh), solid.as_ref()].into_iter().flatten() {
            self.contacts(here, (other, &inside), 0.01 * size, WARM_UP_WORK);
            self.distance(here, (other, &outside), WARM_UP_WORK);
            self.sweep(
                (mesh, &resting),
                (other, &towards),
                1.0,
                target,
                WARM_UP_WORK,
            );
        }
    }
}

/// Contacts relative to a point of the world, as points of the world.
fn found_places(found: &[Contact], origin: DVec3) -> impl Iterator<Item = NearPoint> + '_ {
    found.iter().map(move |c| NearPoint {
        normal: c.normal.as_dvec3(),
        point: (c.point_a.as_dvec3() + c.point_b.as_dvec3()) * 0.5 + origin,
        distance: f64::from(c.distance),
        feature: c.feature,
    })
}

/// The counters of a query that is part of another one.
fn without_query(counters: &Counters) -> Counters {
    Counters {
        queries: 0,
        hits: 0,
        ..*counters
    }
}
