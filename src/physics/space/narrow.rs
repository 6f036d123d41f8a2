//! Two shapes at a time: where they are near, and when they meet. The only place where the space
//! asks the collision layer about shapes.

use glam::{DVec3, Vec3};

use super::body::Body;
use super::faces::{OverFace, over_face};
use super::hulls::{HullMemory, Warm, over_hulls};
use crate::collision::contacts::{Contact, contacts_of_shapes};
use crate::collision::shape;
use crate::collision::sweep::{Sweep, SweepOptions};
use crate::collision::{Budget, Counters, Shape, ShapeScratch};
use crate::geometry::{Motion, Pose};

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

/// How roughly the distance of bodies is measured that do not touch, as a share of it.
const ROUGHLY: f32 = 0.3;

/// Asks about pairs, with memory that is used again and again.
#[derive(Clone, Debug, Default)]
pub(super) struct Narrow {
    scratch: ShapeScratch,
    /// Units of the last sweep.
    pub used: u64,
    /// What all sweeps and all searches for contacts did since somebody set this to 0.
    pub of_sweeps: Counters,
    pub of_contacts: Counters,
    found: Vec<Contact>,
    points: Vec<NearPoint>,
    pub hulls: HullMemory,
}

/// Two bodies seldom have more places where they are near each other than there is room for.
const ROOM: usize = 64;

/// Where [`Narrow::warm_up`] puts a mesh beside itself, as shares of its size: a little inside, and
/// well outside. And the most work units of its sweep, for monstrous meshes.
const INSIDE: f32 = 0.98;
const OUTSIDE: f32 = 1.2;
const WARM_WORK: u64 = 100_000;

impl Narrow {
    /// The places where the shapes are nearest each other, at most `tolerance` metres apart.
    fn contacts(&mut self, a: (&Shape, &Pose), b: (&Shape, &Pose), tolerance: f32) -> &[NearPoint] {
        self.found.clear();
        self.found.reserve(ROOM);
        let budget = Budget::Unlimited;
        let (scratch, found) = (&mut self.scratch, &mut self.found);
        contacts_of_shapes(a.0, a.1, b.0, b.1, tolerance, budget, scratch, found);
        self.of_contacts += *scratch.counters();
        self.points.clear();
        self.points.reserve(ROOM);
        self.points.extend(found.iter().map(|c| NearPoint {
            normal: c.normal.as_dvec3(),
            point: (c.point_a.as_dvec3() + c.point_b.as_dvec3()) * 0.5,
            distance: f64::from(c.distance),
            feature: c.feature,
        }));
        &self.points
    }

    /// The places where two bodies are nearest each other, at most `tolerance` metres apart, and a
    /// distance that they have at least.
    pub fn near(&mut self, a: &Body, b: &Body, tolerance: f64) -> (&[NearPoint], f64) {
        if let OverFace::Known(lowest) = over_face(a, b, tolerance, &mut self.points) {
            return (&self.points, lowest);
        }
        let origin = a.center;
        let poses = [a, b].map(|body| body.pose_from_place(origin));
        self.contacts(
            (&a.shape, &poses[0]),
            (&b.shape, &poses[1]),
            tolerance as f32,
        );
        for found in &mut self.points {
            found.point += origin;
        }
        let distances = self.points.iter().map(|p| p.distance);
        let mut least = distances.fold(tolerance, f64::min);
        if self.points.is_empty() {
            // Who knows how far off they are need not ask again for as long.
            let (absolute, all) = ((0.5 * tolerance) as f32, Budget::Unlimited);
            let (p, q) = (&poses[0], &poses[1]);
            let scratch = &mut self.scratch;
            let found =
                shape::distance_approx(&a.shape, p, &b.shape, q, absolute, ROUGHLY, all, scratch);
            least = least.max(f64::from(found));
        }
        (&self.points, least)
    }

    /// The same, by the hulls of the bodies where these tell; from a direction on along which the
    /// second is from the first, or from what the last such walk has left.
    pub fn near_toward(
        &mut self,
        a: &Body,
        b: &Body,
        tolerance: f64,
        toward: DVec3,
        warm: &mut Warm,
    ) -> (&[NearPoint], f64) {
        let (memory, points) = (&mut self.hulls, &mut self.points);
        match over_hulls(a, b, tolerance, toward, warm, memory, points) {
            Some(least) => (&self.points, least),
            None => self.near(a, b, tolerance),
        }
    }

    /// How far two shapes are apart, in metres; 0 if they meet.
    pub fn distance(&mut self, a: (&Shape, &Pose), b: (&Shape, &Pose)) -> f64 {
        let scratch = &mut self.scratch;
        let found = shape::distance(a.0, a.1, b.0, b.1, Budget::Unlimited, scratch);
        f64::from(found.lower_bound())
    }

    /// When the shapes first come as near as `target` metres.
    pub fn sweep(
        &mut self,
        a: (&Shape, &Motion),
        b: (&Shape, &Motion),
        duration: f32,
        target: f32,
        work: u64,
    ) -> Sweep {
        let budget = if work == u64::MAX {
            Budget::Unlimited
        } else {
            Budget::Work(work)
        };
        let options = &SweepOptions { target };
        let scratch = &mut self.scratch;
        let found = shape::time_of_impact(a.0, a.1, b.0, b.1, duration, options, budget, scratch);
        // A sweep costs something, whatever it finds, so that no budget lasts for ever.
        self.used = scratch.counters().work() + 1;
        self.of_sweeps += *scratch.counters();
        found
    }

    /// Asks each question about a mesh and itself once, so that memory grows now to what they need
    /// and not in some later step: hulls answer most of them, those of all triangles may be rare.
    pub fn warm_up(&mut self, mesh: &Shape) {
        let size = 2.0 * mesh.aabb(&Pose::IDENTITY).half_extents().x;
        let beside = |share: f32| Pose::from_translation(Vec3::X * (share * size));
        let motion = |pose| Motion::new(pose, Vec3::X * (-2.0 * size), Vec3::Y, Vec3::ZERO).ok();
        let outside = beside(OUTSIDE).ok();
        // Sizes beyond f32 have no such places.
        let (Ok(inside), Some(outside), Some(towards)) =
            (beside(INSIDE), outside, outside.and_then(motion))
        else {
            return;
        };
        let here = (mesh, &Pose::IDENTITY);
        self.contacts(here, (mesh, &inside), 0.01 * size);
        self.distance(here, (mesh, &outside));
        let resting = Motion::resting(Pose::IDENTITY);
        let target = 0.001 * size;
        self.sweep((mesh, &resting), (mesh, &towards), 1.0, target, WARM_WORK);
    }
}
