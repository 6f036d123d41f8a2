//! [`Query`]: all queries about two shapes, and about a shape and a ray or a point.

use glam::Vec3;

use crate::budget::Budget;
use crate::math::{CenterFrame, Motion};
use crate::params::DEFAULT_POINTS;
use crate::query::collider::ColliderSweep;
use crate::query::contacts::{ColliderContacts, ContactPoint, ContactsEnd};
use crate::query::context::QueryContext;
use crate::query::outcome::Decided;
use crate::query::ray::WorldRay;
use crate::query::search_options::SearchOptions;
use crate::query::shape_ray::ray_to_shape;
use crate::query::table::with_pair;
use crate::query::toi::{Sweep, SweepOptions, SweepRequest, valid_duration};
use crate::query::{
    Answer, Collision, Containment, Deepest, Distance, DistanceOptions, Moving, MovingCollider,
    PairCache, Placed, PlacedCollider, QueryShape, RayCast, Stage, Stages, SweepLimits, compound,
    contains,
};
use crate::shape::{AnyShape, Collider, Shape};

/// Returns both shapes as colliders if both are bounded colliders, which have hulls.
fn bounded_colliders<'a>(
    a: &'a impl QueryShape,
    b: &'a impl QueryShape,
) -> Option<[&'a Collider; 2]> {
    let (a, b) = a.collider().zip(b.collider())?;
    (a.is_bounded() && b.is_bounded()).then_some([a, b])
}

/// Returns the motion on a clock that is 0 at its start, written to `room` if it has another clock.
fn from_start<'m>(motion: &'m Motion, room: &'m mut Option<Motion>) -> &'m Motion {
    match motion.start_time() == 0.0 {
        true => motion,
        false => room.insert(motion.relative_to_start()),
    }
}

/// Runs queries. It holds the budget of each query, the stages that may decide it, and buffers that all queries
/// share. Keep one per thread: after the first few queries its buffers are large enough for the largest shapes,
/// and it allocates nothing.
///
/// | question | method | result |
/// |---|---|---|
/// | Do two shapes intersect? | [`Query::intersect`] | [`Collision`] |
/// | Are they within a tolerance? | [`Query::within`] | [`Collision`] |
/// | How far apart are they, and where? | [`Query::distance`] | [`Distance`] |
/// | Where do they touch, or nearly touch? | [`Query::contacts`] | list of [`ContactPoint`]s, [`ContactsEnd`] |
/// | Where do they overlap the most? | [`Query::deepest_contact`] | [`Deepest`] |
/// | When do they meet on their motions? | [`Query::time_of_impact`] | [`Sweep`] |
/// | Does a ray hit a shape, and where? | [`Query::ray`] | [`RayCast`] |
/// | Is a point inside a shape? | [`Query::contains`] | [`Containment`] |
///
/// Each result comes in an [`Answer`], with its cost and the stage that decided it. No query fails: what the
/// budget leaves open is a variant of the result, named `Cut`.
///
/// ```
/// use dodgem_collide::glam::Vec3;
/// use dodgem_collide::math::Pose;
/// use dodgem_collide::shape::{Cuboid, Sphere};
/// use dodgem_collide::{Budget, Distance, DistanceOptions, PairCache, Placed, Query, Shape};
///
/// let ball = Shape::Sphere(Sphere::new(1.0)?);
/// let block = Shape::Cuboid(Cuboid::new(Vec3::splat(0.5))?);
/// let (here, there) = (Pose::IDENTITY, Pose::from_translation(Vec3::X * 2.0)?);
/// let (a, b) = (Placed::new(&ball, &here), Placed::new(&block, &there));
///
/// let mut query = Query::new(Budget::Unlimited);
/// assert!(!query.intersect(a, b).is_hit());
/// // From the ball's surface at 1 m to the block's at 1.5 m.
/// match *query.distance(a, b, &DistanceOptions::EXACT, &mut PairCache::default()) {
///     Distance::Apart { distance, .. } => assert!((distance - 0.5).abs() < 1e-6),
///     other => panic!("they are apart, not {other:?}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// The work or time that each query may use.
    pub budget: Budget,
    context: QueryContext,
}

impl Query {
    /// Creates the state for queries that may use `budget` each.
    pub fn new(budget: Budget) -> Self {
        Query {
            budget,
            ..Query::default()
        }
    }

    /// The stages that may decide a query: all by default.
    pub fn stages(&self) -> Stages {
        self.context.stages
    }

    /// Lets only these stages decide the next queries.
    pub fn set_stages(&mut self, stages: Stages) {
        self.context.stages = stages;
    }

    /// Returns the options of the search of two meshes' trees.
    pub fn search(&self) -> SearchOptions {
        self.context.search
    }

    /// Sets these options for the next queries.
    pub fn set_search(&mut self, search: SearchOptions) {
        self.context.search = search;
    }

    /// Grows the buffers now, so that no later query has to: runs each query once on the mesh and itself, and
    /// on the mesh and a box of its size, with a limit of work.
    pub fn warm_up(&mut self, mesh: &Shape) {
        self.context.warm_up(mesh);
    }

    /// Tests if the two shapes intersect; touching counts. Meshes are surfaces: up to [`DEFAULT_POINTS`] common
    /// points of two meshes are found, and one of any other pair.
    #[inline]
    pub fn intersect<A: QueryShape, B: QueryShape>(
        &mut self,
        a: Placed<'_, A>,
        b: Placed<'_, B>,
    ) -> Answer<Collision> {
        self.intersect_at(a, b, DEFAULT_POINTS)
    }

    /// [`Query::intersect`] that finds up to `max_points` common points of two meshes, at most
    /// [`MAX_POINTS`](crate::MAX_POINTS).
    #[inline]
    pub fn intersect_at<A: QueryShape, B: QueryShape>(
        &mut self,
        a: Placed<'_, A>,
        b: Placed<'_, B>,
        max_points: usize,
    ) -> Answer<Collision> {
        let context = self.begin();
        let found = with_pair([a.shape.any_shape(), b.shape.any_shape()], |pair| {
            pair.intersect([a.pose, b.pose], max_points, context)
        });
        self.context.end(found)
    }

    /// Tests if the two shapes are at most `tolerance` metres apart (a negative tolerance counts as 0); a hit
    /// tells where. `cache` belongs to the
    /// pair in this order: the search starts from the result of its last distance query. Only pairs of meshes
    /// use it.
    #[inline]
    pub fn within<A: QueryShape, B: QueryShape>(
        &mut self,
        a: Placed<'_, A>,
        b: Placed<'_, B>,
        tolerance: f32,
        cache: &mut PairCache,
    ) -> Answer<Collision> {
        let context = self.begin();
        let found = with_pair([a.shape.any_shape(), b.shape.any_shape()], |pair| {
            pair.within([a.pose, b.pose], tolerance, Some(cache), context)
        });
        self.context.end(found)
    }

    /// Computes the distance of the two shapes in metres, and their nearest points. For `cache` see
    /// [`Query::within`]; of two compounds, the children that were nearest in the last query use it too.
    #[inline]
    pub fn distance<A: QueryShape, B: QueryShape>(
        &mut self,
        a: Placed<'_, A>,
        b: Placed<'_, B>,
        options: &DistanceOptions,
        cache: &mut PairCache,
    ) -> Answer<Distance> {
        let context = self.begin();
        let found = with_pair([a.shape.any_shape(), b.shape.any_shape()], |pair| {
            pair.distance([a.pose, b.pose], options, Some(cache), context)
        });
        self.context.end(found)
    }

    /// Clears `out` and writes all contacts of the two shapes to it that are at most `tolerance` metres apart (a
    /// negative tolerance counts as 0), a few for each flat patch: see [`contacts`](crate::query::contacts).
    /// `cache` belongs to the pair in this order; only colliders use it.
    #[inline]
    pub fn contacts<A: QueryShape, B: QueryShape>(
        &mut self,
        a: Placed<'_, A>,
        b: Placed<'_, B>,
        tolerance: f32,
        cache: &mut PairCache,
        out: &mut Vec<ContactPoint>,
    ) -> Answer<ContactsEnd> {
        out.clear();
        let context = self.begin();
        let poses = [a.pose, b.pose];
        let found = match bounded_colliders(a.shape, b.shape) {
            Some(colliders) => {
                let both = [0, 1].map(|i: usize| {
                    let frame = CenterFrame::of_pose(poses[i], colliders[i].local_center());
                    PlacedCollider::new(colliders[i], frame)
                });
                self.contacts_of_colliders(both, tolerance, cache, out)
            }
            None => with_pair([a.shape.any_shape(), b.shape.any_shape()], |pair| {
                pair.contacts(poses, tolerance, context, out)
            }),
        };
        self.context.end_contacts(found, !out.is_empty())
    }

    /// The contacts of two colliders: planes, hulls and faces first, and a search if these do not decide.
    fn contacts_of_colliders(
        &mut self,
        both: [PlacedCollider; 2],
        tolerance: f32,
        cache: &mut PairCache,
        out: &mut Vec<ContactPoint>,
    ) -> Decided<ContactsEnd> {
        let mut query = ColliderContacts {
            both,
            tolerance: f64::from(tolerance.max(0.0)),
            cache,
            context: &mut self.context,
        };
        let found = query.run(out);
        found.map(|bound| match bound {
            Some(_) => ContactsEnd::Done,
            None => ContactsEnd::Cut,
        })
    }

    /// Finds the place where the two overlap the most, or are nearest, if they are at most `tolerance` metres
    /// apart. The depth of two convex shapes is the least one, by which they have to move to part.
    ///
    /// The depth in a mesh is that in one triangle: the shape has to move that many metres to leave the
    /// triangle, not the mesh.
    pub fn deepest_contact<A: QueryShape, B: QueryShape>(
        &mut self,
        a: Placed<'_, A>,
        b: Placed<'_, B>,
        tolerance: f32,
    ) -> Answer<Deepest> {
        let context = self.begin();
        let found = with_pair([a.shape.any_shape(), b.shape.any_shape()], |pair| {
            pair.deepest_contact([a.pose, b.pose], tolerance, context)
        });
        self.context.end(found)
    }

    /// Finds the first hit of the ray from `origin` along `direction` (both in the world), at a time from 0 to
    /// `max_time` (in lengths of the direction; infinity is allowed). Both sides of a mesh's triangles count;
    /// a ray that starts inside a solid does not hit it. A direction of length 0, and numbers that are not
    /// finite, hit nothing.
    pub fn ray<S: QueryShape>(
        &mut self,
        shape: Placed<'_, S>,
        origin: Vec3,
        direction: Vec3,
        max_time: f32,
    ) -> Answer<RayCast> {
        let pose = shape.pose;
        let ray = &WorldRay {
            origin,
            direction,
            max_time,
        };
        let context = self.begin();
        let found = match shape.shape.any_shape() {
            AnyShape::Simple(shape) => ray_to_shape(Placed::new(&shape, pose), ray, context),
            AnyShape::Compound(all) => compound::ray(Placed::new(all, pose), ray, context),
        };
        self.context.end(found)
    }

    /// Tests if a point of the world is inside a shape. It is inside a closed mesh if the winding number of the
    /// mesh around it is not 0 or, if the mesh is wound inconsistently, if the number of crossings is odd. A
    /// point that is not finite is outside.
    pub fn contains<S: QueryShape>(
        &mut self,
        shape: Placed<'_, S>,
        point: Vec3,
    ) -> Answer<Containment> {
        let pose = shape.pose;
        let context = self.begin();
        let found = match shape.shape.any_shape() {
            AnyShape::Simple(shape) => {
                contains::contains(Placed::new(&shape, pose), point, context)
            }
            AnyShape::Compound(all) => {
                compound::contains_point(Placed::new(all, pose), point, context)
            }
        };
        self.context.end(found)
    }

    /// Finds the first time within `duration` seconds from the start of both motions at which the two shapes
    /// come near. They are disjoint at every time before the one returned: see [`Sweep`]. `cache` belongs to
    /// the pair in this order. A duration that is not positive and finite counts as 0, except for two meshes,
    /// which accept infinity.
    ///
    /// The quick stages for [`Collider`]s run only if the motions turn about the colliders' centres of
    /// rotation.
    pub fn time_of_impact<A: QueryShape, B: QueryShape>(
        &mut self,
        a: Moving<'_, A>,
        b: Moving<'_, B>,
        duration: f32,
        options: &SweepOptions,
        cache: &mut PairCache,
    ) -> Answer<Sweep> {
        self.begin();
        let mut moved = [None; 2];
        let [first, second] = &mut moved;
        let motions = [from_start(a.motion, first), from_start(b.motion, second)];
        let colliders = bounded_colliders(a.shape, b.shape).and_then(|[p, q]| {
            let both = [Moving::new(p, motions[0]), Moving::new(q, motions[1])];
            self.sweep_of_colliders(both, duration, options, cache)
        });
        let context = &mut self.context;
        let found = colliders.unwrap_or_else(|| {
            let request = SweepRequest::new(duration, options);
            with_pair([a.shape.any_shape(), b.shape.any_shape()], |pair| {
                pair.time_of_impact(motions, &request, cache, context)
            })
        });
        self.context.end(found)
    }

    /// Sweeps two colliders, by planes and hulls first; `None` if these do not apply.
    fn sweep_of_colliders(
        &mut self,
        both: [Moving<'_, Collider>; 2],
        duration: f32,
        options: &SweepOptions,
        cache: &mut PairCache,
    ) -> Option<Decided<Sweep>> {
        let turns_elsewhere = |moving: &Moving<'_, Collider>| {
            moving.motion.rotates() && moving.motion.local_center() != moving.shape.local_center()
        };
        // An infinite duration is valid for two meshes, but not for a sweep of colliders.
        if both.iter().any(turns_elsewhere) || !duration.is_finite() {
            return None;
        }
        let both = both.map(|moving| {
            let center = moving.shape.local_center();
            MovingCollider::new(moving.shape, moving.motion.of_point(center))
        });
        let mut sweep = ColliderSweep {
            both: &both,
            limits: SweepLimits {
                start: 0.0,
                end: valid_duration(duration),
                min_gap: options.target,
                options: *options,
            },
            cache,
            context: &mut self.context,
        };
        let found = sweep.run();
        Some(found.map(|sweep| sweep.map_points(|point| point.as_vec3())))
    }

    /// Lets the next sweep or search for contacts run only the stages up to this one; if these do not decide,
    /// its answer is a cut, or none. [`Query::after`] runs the later stages. A sweep of colliders can end
    /// after [`Stage::Plane`], a search for their contacts after [`Stage::Plane`] or [`Stage::Convex`]; other
    /// queries, and sweeps of other shapes, run all stages. Such a part is not counted as a query.
    pub fn up_to(&mut self, stage: Stage) -> &mut Self {
        self.context.next_range.up_to = Some(stage);
        self
    }

    /// Lets the next query begin after this stage, which has run before.
    pub fn after(&mut self, stage: Stage) -> &mut Self {
        self.context.next_range.after = Some(stage);
        self
    }

    /// Begins a query and returns its context.
    #[inline]
    pub(crate) fn begin(&mut self) -> &mut QueryContext {
        self.context.begin(self.budget);
        &mut self.context
    }

    pub(crate) fn context(&mut self) -> &mut QueryContext {
        &mut self.context
    }
}
