//! The one door: every question about two shapes, and about a ray or a point and a shape.

use glam::Vec3;

use crate::Model;
use crate::budget::Budget;
use crate::counters::Counters;
use crate::query::answers::AsShape;
use crate::query::answers::{contacts_of_colliders, time_of_impact_of_colliders};
use crate::query::contacts::{Contact, ContactQuery, ContactsEnd, NearPoint};
use crate::query::dispatch;
use crate::query::shape_query::DeepestContact;
use crate::query::toi::{PathLimits, PathQuery, Sweep, SweepOptions};
use crate::query::{
    Collision, Containment, DEFAULT_POINTS, Distance, DistanceCache, Moving, MovingCollider,
    PairCache, Placed, PlacedCollider, RayCast, ShapeScratch, Stage, Stages,
};
use crate::shape::{Collider, Shape};

/// What queries take, in any pairs: a [`Model`] (a mesh), a [`Shape`] of any kind, or a [`Collider`]. Two
/// colliders bring along what planes and hulls need to answer before the search.
pub trait QueryShape: AsShape {}

impl QueryShape for Model {}
impl QueryShape for Shape {}
impl QueryShape for Collider {}

/// Two colliders that have hulls, if both are.
fn bounded_colliders<'a>(
    a: &'a impl QueryShape,
    b: &'a impl QueryShape,
) -> Option<(&'a Collider, &'a Collider)> {
    let both = a.collider().zip(b.collider());
    both.filter(|(a, b)| a.is_bounded() && b.is_bounded())
}

/// How exact a distance has to be.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DistanceOptions {
    /// The lower bound may be below the distance by this many metres ...
    pub absolute: f32,
    /// ... or by this fraction of it (0 to 1), whichever is more. The more error is allowed, the less work is
    /// done.
    pub relative: f32,
}

impl DistanceOptions {
    /// The exact distance: the default.
    pub const EXACT: DistanceOptions = DistanceOptions {
        absolute: 0.0,
        relative: 0.0,
    };
}

/// Asks questions: holds what one may cost, which stages may decide it, the memory that all share, and what
/// the last one did. Keep one per thread; after the first few questions its memory has grown to what the
/// largest shapes need, and it allocates nothing.
///
/// ```
/// use dodgem_collide::glam::Vec3;
/// use dodgem_collide::math::Pose;
/// use dodgem_collide::shape::{Cuboid, Sphere};
/// use dodgem_collide::{Budget, Distance, DistanceOptions, Placed, Query, Shape};
///
/// let ball = Shape::Sphere(Sphere::new(1.0)?);
/// let block = Shape::Cuboid(Cuboid::new(Vec3::splat(0.5))?);
/// let (here, there) = (Pose::IDENTITY, Pose::from_translation(Vec3::X * 2.0)?);
/// let (a, b) = (Placed::new(&ball, &here), Placed::new(&block, &there));
///
/// let mut query = Query::new(Budget::Unlimited);
/// assert!(!query.intersect(a, b).is_hit());
/// // From the ball's surface at 1 m to the block's at 1.5 m.
/// match query.distance(a, b, &DistanceOptions::EXACT) {
///     Distance::Apart { distance, .. } => assert!((distance - 0.5).abs() < 1e-6),
///     other => panic!("they are apart, not {other:?}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Query {
    /// How much one question may do.
    pub budget: Budget,
    scratch: ShapeScratch,
    near: Vec<NearPoint>,
}

impl Default for Query {
    /// Questions that may do what they need.
    fn default() -> Self {
        Query::new(Budget::Unlimited)
    }
}

impl Query {
    /// Questions that may cost so much each.
    pub fn new(budget: Budget) -> Self {
        Query {
            budget,
            scratch: ShapeScratch::default(),
            near: Vec::new(),
        }
    }

    /// What the last question took.
    pub fn counters(&self) -> &Counters {
        self.scratch.counters()
    }

    /// The last stage whose answer fixed that of the last question; `None` if its budget was spent before.
    pub fn decided_by(&self) -> Option<Stage> {
        self.scratch.decided_by()
    }

    /// The numbers of the children of compounds that the last answer is about: those that are hit, that are
    /// nearest, or that meet first; 0 of a shape that is no compound. Of several contacts see
    /// [`Contact::children`].
    pub fn children(&self) -> [u32; 2] {
        self.scratch.children
    }

    /// The stages that may decide: all at first.
    pub fn stages(&self) -> Stages {
        self.scratch.mesh.stages
    }

    /// Lets only these stages decide the next questions.
    pub fn set_stages(&mut self, stages: Stages) {
        self.scratch.set_stages(stages);
    }

    /// Lets memory grow now and not in a later question: asks each once about a mesh and itself, and about it
    /// and a box of its size, with a limit of work.
    pub fn warm_up(&mut self, mesh: &Shape) {
        self.scratch.warm_up(mesh);
    }

    /// Do the two intersect? Touching counts. Meshes are surfaces: up to [`DEFAULT_POINTS`] points that they
    /// share are found; of other pairs one is.
    #[inline]
    pub fn intersect<A: QueryShape, B: QueryShape>(
        &mut self,
        a: Placed<'_, A>,
        b: Placed<'_, B>,
    ) -> Collision {
        self.intersect_at(a, b, DEFAULT_POINTS)
    }

    /// [`Query::intersect`] that goes on until it has so many points of two meshes, at most
    /// [`MAX_POINTS`](crate::MAX_POINTS).
    #[inline]
    pub fn intersect_at<A: QueryShape, B: QueryShape>(
        &mut self,
        a: Placed<'_, A>,
        b: Placed<'_, B>,
        max_points: usize,
    ) -> Collision {
        let (p, q) = (a.shape.borrowed_shape(), b.shape.borrowed_shape());
        let (a, b) = (Placed::new(&p, a.pose), Placed::new(&q, b.pose));
        dispatch::intersect(a, b, max_points, self.budget, self.fresh())
    }

    /// Are the two at most `tolerance` metres apart? A hit tells where.
    #[inline]
    pub fn within<A: QueryShape, B: QueryShape>(
        &mut self,
        a: Placed<'_, A>,
        b: Placed<'_, B>,
        tolerance: f32,
    ) -> Collision {
        self.within_known(a, b, tolerance, None)
    }

    /// [`Query::within`] that begins where the last question about the same two ended, and keeps where this
    /// one does. Only pairs of meshes remember.
    #[inline]
    pub fn within_from<A: QueryShape, B: QueryShape>(
        &mut self,
        a: Placed<'_, A>,
        b: Placed<'_, B>,
        tolerance: f32,
        cache: &mut DistanceCache,
    ) -> Collision {
        self.within_known(a, b, tolerance, Some(cache))
    }

    /// How far apart are the two, and where are they nearest?
    #[inline]
    pub fn distance<A: QueryShape, B: QueryShape>(
        &mut self,
        a: Placed<'_, A>,
        b: Placed<'_, B>,
        options: &DistanceOptions,
    ) -> Distance {
        self.distance_known(a, b, options, None)
    }

    /// The exact distance, beginning where the last question about the same two ended; it keeps where this one
    /// does. Only pairs of meshes remember.
    #[inline]
    pub fn distance_from<A: QueryShape, B: QueryShape>(
        &mut self,
        a: Placed<'_, A>,
        b: Placed<'_, B>,
        cache: &mut DistanceCache,
    ) -> Distance {
        self.distance_known(a, b, &DistanceOptions::EXACT, Some(cache))
    }

    /// All places where the two are at most `tolerance` metres apart, a few for each flat patch, in `out`:
    /// see [`contacts`](crate::query::contacts). The cache is that of the pair, in this order; only colliders
    /// use it.
    #[inline]
    pub fn contacts<A: QueryShape, B: QueryShape>(
        &mut self,
        a: Placed<'_, A>,
        b: Placed<'_, B>,
        tolerance: f32,
        cache: &mut PairCache,
        out: &mut Vec<Contact>,
    ) -> ContactsEnd {
        self.scratch.children = [0; 2];
        let (budget, scratch) = (self.budget, &mut self.scratch);
        if let Some((one, other)) = bounded_colliders(a.shape, b.shape) {
            let both = [Placed::new(one, a.pose), Placed::new(other, b.pose)];
            let near = &mut self.near;
            return contacts_of_colliders(both, tolerance, budget, cache, near, scratch, out);
        }
        let (p, q) = (a.shape.borrowed_shape(), b.shape.borrowed_shape());
        let (a, b) = (Placed::new(&p, a.pose), Placed::new(&q, b.pose));
        dispatch::contacts_of_shapes(a, b, tolerance, budget, scratch, out)
    }

    /// The place where the two overlap the most, or are nearest, if they are at most `tolerance` metres apart.
    /// None too if the budget ended before one was found.
    ///
    /// Against a mesh the depth is that of one triangle: how far the shape has to move to leave that
    /// triangle, not the mesh.
    pub fn deepest_contact<A: QueryShape, B: QueryShape>(
        &mut self,
        a: Placed<'_, A>,
        b: Placed<'_, B>,
        tolerance: f32,
    ) -> Option<DeepestContact> {
        let (p, q) = (a.shape.borrowed_shape(), b.shape.borrowed_shape());
        let (a, b) = (Placed::new(&p, a.pose), Placed::new(&q, b.pose));
        dispatch::deepest_contact(a, b, tolerance, self.budget, self.fresh())
    }

    /// The first hit of the ray from `origin` along `direction` (both in the world), at a time from 0 to
    /// `max_time` (in lengths of the direction; infinity is allowed). Both sides of a mesh's triangles count;
    /// a ray that starts inside a solid does not hit it. A direction of length 0, and numbers that are not
    /// finite, hit nothing.
    pub fn ray<S: QueryShape>(
        &mut self,
        shape: Placed<'_, S>,
        origin: Vec3,
        direction: Vec3,
        max_time: f32,
    ) -> RayCast {
        dispatch::ray_to_shape(
            Placed::new(&shape.shape.borrowed_shape(), shape.pose),
            origin,
            direction,
            max_time,
            self.budget,
            self.fresh(),
        )
    }

    /// Where a point of the world lies: inside a shape or outside. A closed mesh has an inside if its winding
    /// number around the point is not 0, or, wound inconsistently, if the number of crossings is odd. A point
    /// that is not finite is outside.
    pub fn contains<S: QueryShape>(&mut self, shape: Placed<'_, S>, point: Vec3) -> Containment {
        let borrowed = shape.shape.borrowed_shape();
        let placed = Placed::new(&borrowed, shape.pose);
        dispatch::contains_point(placed, point, self.budget, self.fresh())
    }

    /// When do the two first come near within `duration` seconds? They are disjoint at every time before the
    /// one returned: see [`Sweep`]. The cache is that of the pair, in this order.
    ///
    /// Of [`Collider`]s the motions have to turn about the colliders' centres of rotation for the quick stages
    /// to be asked.
    pub fn time_of_impact<A: QueryShape, B: QueryShape>(
        &mut self,
        a: Moving<'_, A>,
        b: Moving<'_, B>,
        duration: f32,
        options: &SweepOptions,
        cache: &mut PairCache,
    ) -> Sweep {
        let (budget, scratch) = (self.budget, self.fresh());
        if let Some((one, other)) = bounded_colliders(a.shape, b.shape) {
            let (a, b) = (Moving::new(one, a.motion), Moving::new(other, b.motion));
            let found =
                time_of_impact_of_colliders(a, b, duration, options, budget, cache, scratch);
            if let Some(found) = found {
                return found;
            }
        }
        let (p, q) = (a.shape.borrowed_shape(), b.shape.borrowed_shape());
        let (a, b) = (Moving::new(&p, a.motion), Moving::new(&q, b.motion));
        dispatch::time_of_impact(a, b, duration, options, budget, cache, scratch)
    }

    /// [`Query::time_of_impact`], and the instants (s) at which it looked at the two, rising, up to the time
    /// until which they are disjoint. It allocates: it is made for views.
    pub fn traced_time_of_impact<A: QueryShape, B: QueryShape>(
        &mut self,
        a: Moving<'_, A>,
        b: Moving<'_, B>,
        duration: f32,
        options: &SweepOptions,
        cache: &mut PairCache,
    ) -> (Sweep, Vec<f64>) {
        *self.scratch.trace() = Some(Vec::new());
        let found = self.time_of_impact(a, b, duration, options, cache);
        let mut instants = self.scratch.trace().take().unwrap_or_default();
        let safe = f64::from(found.safe_time(duration));
        instants.retain(|instant| *instant < safe);
        if matches!(found, Sweep::Impact { .. }) {
            instants.push(safe);
        }
        instants.sort_unstable_by(f64::total_cmp);
        instants.dedup();
        (found, instants)
    }

    /// The contacts of two colliders at most `tolerance` metres apart, asked step by step in f64: for a
    /// simulation, which asks the cheap steps first and pays for the search only where they do not tell.
    pub fn contacts_of<'q>(
        &'q mut self,
        both: [PlacedCollider<'q>; 2],
        tolerance: f64,
        cache: &'q mut PairCache,
    ) -> ContactQuery<'q> {
        ContactQuery {
            both,
            tolerance,
            cache,
            scratch: self.fresh(),
        }
    }

    /// Two colliders on their paths, asked step by step in f64: for a simulation, which asks the cheap steps
    /// first and pays for the search only where they do not tell.
    pub fn on_paths<'q>(
        &'q mut self,
        both: &'q [MovingCollider<'q>; 2],
        limits: PathLimits,
        cache: &'q mut PairCache,
    ) -> PathQuery<'q> {
        PathQuery::new(both, limits, cache, self.fresh())
    }

    #[inline]
    fn within_known<A: QueryShape, B: QueryShape>(
        &mut self,
        a: Placed<'_, A>,
        b: Placed<'_, B>,
        tolerance: f32,
        cache: Option<&mut DistanceCache>,
    ) -> Collision {
        let (p, q) = (a.shape.borrowed_shape(), b.shape.borrowed_shape());
        let (a, b) = (Placed::new(&p, a.pose), Placed::new(&q, b.pose));
        dispatch::within(a, b, tolerance, self.budget, cache, self.fresh())
    }

    #[inline]
    fn distance_known<A: QueryShape, B: QueryShape>(
        &mut self,
        a: Placed<'_, A>,
        b: Placed<'_, B>,
        options: &DistanceOptions,
        cache: Option<&mut DistanceCache>,
    ) -> Distance {
        let (p, q) = (a.shape.borrowed_shape(), b.shape.borrowed_shape());
        let (a, b) = (Placed::new(&p, a.pose), Placed::new(&q, b.pose));
        dispatch::distance_of(a, b, options, self.budget, cache, self.fresh())
    }

    /// The memory, for a new question.
    #[inline]
    fn fresh(&mut self) -> &mut ShapeScratch {
        self.scratch.children = [0; 2];
        &mut self.scratch
    }

    pub(crate) fn scratch(&mut self) -> &mut ShapeScratch {
        &mut self.scratch
    }
}
