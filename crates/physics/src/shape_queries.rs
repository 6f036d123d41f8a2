//! Two shapes at a time: where they are near, and when they meet. The only place where the world
//! asks the collision layer about shapes.

use glam::{DVec3, Vec3};

use crate::body::Body;
use crate::manifold::face_contacts::{FaceContacts, face_contacts};
use crate::manifold::half_space_contacts::half_space_contacts;
use crate::manifold::hull_contacts::{GjkCache, HullScratch, hull_contacts};
use crate::manifold::manifold_cache::FaceManifold;
use crate::params::{
    NEAR_POINT_CAPACITY, SEPARATION_RELATIVE_ERROR, WARM_UP_INSIDE, WARM_UP_OUTSIDE, WARM_UP_WORK,
};
use crate::proxy::half_space_set::NearHalfSpaces;
use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::query::contacts::{Contact, ContactsEnd, contacts_of_shapes};
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::shape;
use dodgem_collide::shape::Cuboid;
use dodgem_collide::{Budget, Counters, Distance, Shape, ShapeScratch};

/// A place where two shapes are near each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearPoint {
    /// From the first to the second.
    pub normal: DVec3,
    /// Between the two, in the world.
    pub point: DVec3,
    /// In metres.
    pub distance: f64,
    /// Which parts of the shapes these are.
    pub feature: u64,
}

/// Asks about pairs, with memory that is used again and again.
#[derive(Clone, Debug)]
pub(super) struct ShapeQueries {
    scratch: ShapeScratch,
    /// Work units left for all that is asked; [`u64::MAX`] is without limit.
    pub left: u64,
    /// Units of the last question.
    pub used: u64,
    /// What all sweeps and all searches for contacts did since somebody set this to 0.
    pub sweep_counters: Counters,
    pub contact_counters: Counters,
    found: Vec<Contact>,
    points: Vec<NearPoint>,
    half_space_points: Vec<NearPoint>,
    pub hull_scratch: HullScratch,
    /// How the bodies of the last question for places stand on each other, if they do.
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
    /// Begins a step with so many work units.
    pub fn begin(&mut self, left: u64) {
        self.left = left;
        self.sweep_counters = Counters::default();
        self.contact_counters = Counters::default();
    }

    /// What the next question may cost, if no more than `allowed`.
    fn budget(&self, allowed: u64) -> Budget {
        match self.left.min(allowed) {
            u64::MAX => Budget::Unlimited,
            units => Budget::Work(units),
        }
    }

    /// Takes what a question has cost from what is left.
    pub fn spend(&mut self, used: u64) {
        self.used = used;
        if self.left != u64::MAX {
            self.left = self.left.saturating_sub(used);
        }
    }

    /// The places that the last question has found.
    pub fn points(&self) -> &[NearPoint] {
        &self.points
    }

    /// Memory for rays.
    pub fn ray_scratch(&mut self) -> &mut ShapeScratch {
        &mut self.scratch
    }

    /// Looks for the places where two bodies are nearest each other, at most `tolerance` metres
    /// apart, by the walls or a face of the one or by their hulls: from a direction on along which the second is
    /// from the first, or from what the last such walk has left. A distance that the bodies have at
    /// least; none if only a search tells. Takes no work units.
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
        if let Some(least) = half_space_contacts(
            [a, b],
            tolerance,
            half_spaces,
            &mut gjk_cache.support_vertices,
            half_space_points,
            points,
        ) {
            return Some(least);
        }
        if let Some(least) = hull_contacts(a, b, tolerance, toward, gjk_cache, memory, points) {
            return Some(least);
        }
        match face_contacts(a, b, tolerance, points) {
            FaceContacts::Known(least, face_manifold) => {
                self.face_manifold = Some(face_manifold);
                Some(least)
            }
            FaceContacts::Unknown => None,
        }
    }

    /// Finds the contacts of two shapes.
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
        let end = contacts_of_shapes(a.0, a.1, b.0, b.1, tolerance, budget, scratch, found);
        let spent = *scratch.counters();
        self.contact_counters += spent;
        // As a sweep does, it costs something.
        self.spend(spent.work() + 1);
        end
    }

    /// Searches the whole bodies for those places, for no more than `allowed` work units. A distance
    /// that the bodies have at least; none, and no places, if that did not do.
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
        let mut least = distances.fold(tolerance, f64::min);
        if self.points.is_empty() {
            // Who knows how far off they are need not ask again for as long.
            let absolute = (0.5 * tolerance) as f32;
            let budget = self.budget(allowed.saturating_sub(self.used));
            let scratch = &mut self.scratch;
            let far = shape::distance_approx(
                &a.shape,
                &p,
                &b.shape,
                &q,
                absolute,
                SEPARATION_RELATIVE_ERROR,
                budget,
                scratch,
            );
            let (before, spent) = (self.used, scratch.counters().work());
            self.contact_counters += without_query(scratch.counters());
            self.spend(spent);
            self.used += before;
            least = least.max(f64::from(far));
        }
        Some(least)
    }

    /// The places where two bodies are nearest each other, at most `tolerance` metres apart, by a
    /// look or by a search, and a distance that they have at least; no places if there are too few
    /// work units left.
    pub fn contacts_toward(
        &mut self,
        a: &Body,
        b: &Body,
        tolerance: f64,
        toward: DVec3,
        memory: (&mut GjkCache, &mut NearHalfSpaces),
    ) -> (&[NearPoint], f64) {
        let known = self.quick_contacts([a, b], tolerance, toward, memory);
        let least = known.or_else(|| self.search_contacts([a, b], tolerance, u64::MAX));
        (&self.points, least.unwrap_or(0.0))
    }

    /// How far two shapes are apart, in metres; 0 if they meet. None if there are too few work units
    /// left.
    pub fn distance(&mut self, a: (&Shape, &Pose), b: (&Shape, &Pose)) -> Option<f64> {
        let budget = self.budget(u64::MAX);
        let scratch = &mut self.scratch;
        let found = shape::distance(a.0, a.1, b.0, b.1, budget, scratch);
        let spent = scratch.counters().work();
        self.sweep_counters += without_query(scratch.counters());
        self.spend(spent);
        let is_known = !matches!(found, Distance::Cut { .. });
        is_known.then(|| f64::from(found.lower_bound()))
    }

    /// When the shapes first come as near as `target` metres.
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
        let found = shape::time_of_impact(a.0, a.1, b.0, b.1, duration, options, budget, scratch);
        let spent = *scratch.counters();
        self.sweep_counters += spent;
        // A sweep costs something, whatever it finds, so that no budget lasts for ever.
        self.spend(spent.work() + 1);
        found
    }

    /// Asks each question about a mesh and itself, and about it and a box of its size, once, so that
    /// memory grows now to what they need and not in some later step: hulls answer most of them,
    /// those of all triangles may be rare.
    pub fn warm_up(&mut self, mesh: &Shape) {
        let half = mesh.aabb(&Pose::IDENTITY).half_extents();
        let size = 2.0 * half.x;
        let beside = |share: f32| Pose::from_translation(Vec3::X * (share * size));
        let motion = |pose| Motion::new(pose, Vec3::X * (-2.0 * size), Vec3::Y, Vec3::ZERO).ok();
        let outside = beside(WARM_UP_OUTSIDE).ok();
        // Sizes beyond f32 have no such places.
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
            self.contacts(here, (other, &inside), 0.01 * size, u64::MAX);
            self.distance(here, (other, &outside));
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

/// Contacts as seen from a place of the world.
fn found_places(found: &[Contact], origin: DVec3) -> impl Iterator<Item = NearPoint> + '_ {
    found.iter().map(move |c| NearPoint {
        normal: c.normal.as_dvec3(),
        point: (c.point_a.as_dvec3() + c.point_b.as_dvec3()) * 0.5 + origin,
        distance: f64::from(c.distance),
        feature: c.feature,
    })
}

/// The counters of a question that is part of another.
fn without_query(counters: &Counters) -> Counters {
    Counters {
        queries: 0,
        hits: 0,
        ..*counters
    }
}
