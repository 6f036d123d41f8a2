//! How far are two meshes apart?
//!
//! Distance queries walk down two trees at once, as [`collide`](super::collide) does, but drop a
//! pair of nodes when a lower bound of its distance says that nothing below it is nearer than the
//! nearest pair of triangles known so far. What makes them fast is a good bound (`Gap`), a good
//! order (nearest first), and that a pair of pieces is filtered by planes before any two of its
//! triangles are compared.
//!
//! Surfaces, not solids: one closed mesh wholly inside another one has a distance from it.
//! Decisions on which an answer rests (do they touch? are they within the tolerance?) are made in
//! f64, with the second mesh seen from the first: two bodies far from the world's origin lose
//! nothing. Distances are those of the f32 vertices, up to the resolution of f32 in the models'
//! own coordinates.

mod bounds;
mod leaves;
mod search;

use glam::{DVec3, Vec3};

pub(crate) use leaves::LeafMemory;
pub(crate) use search::Goal;

use bounds::{Balls, MovedVolumes, NodePairs, SameKind};
use leaves::Leaves;
use search::{Ended, Search};

use super::budget::{Budget, Meter};
use super::model::{AnyTree, Model, with_tree};
use super::narrow::exact_distance;
use super::query::{Collision, ContactPoints, collide};
use super::relative::Relative;
use super::scratch::Scratch;
use super::stats::Counters;
use super::volume::{Kdop6, Kdop14, Kdop18, Kdop26, Sphere};
use crate::geometry::{Aabb, Placement, Pose};

/// What a distance query found, and how it ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Distance {
    /// The shapes are apart.
    Apart {
        /// In metres; above 0.
        distance: f32,
        /// A nearest point on the first shape, in the world.
        point_a: Vec3,
        /// A nearest point on the second shape.
        point_b: Vec3,
    },
    /// They meet here.
    Meet {
        /// A common point, in the world.
        point: Vec3,
    },
    /// The budget ended before it was known.
    Cut {
        /// They are at least this far apart, in metres.
        lower_bound: f32,
    },
}

impl Distance {
    /// A distance in metres that is not above the true one: the true one unless cut.
    pub fn lower_bound(&self) -> f32 {
        match *self {
            Distance::Apart { distance, .. } => distance,
            Distance::Meet { .. } => 0.0,
            Distance::Cut { lower_bound } => lower_bound,
        }
    }

    /// The same with the shapes' roles exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        match self {
            Distance::Apart {
                distance,
                point_a,
                point_b,
            } => Distance::Apart {
                distance,
                point_a: point_b,
                point_b: point_a,
            },
            other => other,
        }
    }
}

/// Memory that distance queries use again and again.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProximityScratch {
    stack: Vec<(u32, u32, f32)>,
    leaves: LeafMemory,
    sphere: MovedVolumes<Sphere>,
    aabb: MovedVolumes<Aabb>,
    kdop6: MovedVolumes<Kdop6>,
    kdop14: MovedVolumes<Kdop14>,
    kdop18: MovedVolumes<Kdop18>,
    kdop26: MovedVolumes<Kdop26>,
}

/// Are two models' surfaces at most `tolerance` metres apart?
///
/// A hit reports two points: a point of the first model and one of the second that are, or, for a
/// tolerance of 0, the ends of a crossing as [`collide`] does. A cut is to be treated as a hit.
pub fn within(
    a: &Model,
    pose_a: &Pose,
    b: &Model,
    pose_b: &Pose,
    tolerance: f32,
    budget: Budget,
    scratch: &mut Scratch,
) -> Collision {
    if tolerance <= 0.0 || tolerance.is_nan() {
        return collide(a, pose_a, b, pose_b, budget, scratch);
    }
    let query = Query::new(a, pose_a, b, pose_b);
    let goal = Goal::Within(f64::from(tolerance));
    let found = query.run(goal, budget, scratch);
    let mut points = ContactPoints::default();
    match found {
        Found::Pair {
            point_a, point_b, ..
        } => {
            points.push(point_a);
            points.push(point_b);
            scratch.counters.hits = 1;
            Collision::Hit { points }
        }
        Found::Meeting { point } => {
            points.push(point);
            points.push(point);
            scratch.counters.hits = 1;
            Collision::Hit { points }
        }
        Found::Nothing => Collision::Clear,
        Found::Cut { points: at, .. } => {
            scratch.counters.cuts = 1;
            at.into_iter().for_each(|point| points.push(point));
            Collision::Cut { points }
        }
    }
}

/// The exact distance of two models' surfaces, with nearest points. Touching counts as meeting.
///
/// When the budget ends, the answer is a distance that the true one is not below.
pub fn distance(
    a: &Model,
    pose_a: &Pose,
    b: &Model,
    pose_b: &Pose,
    budget: Budget,
    scratch: &mut Scratch,
) -> Distance {
    nearest(a, pose_a, b, pose_b, Goal::EXACT, budget, scratch).0
}

/// A distance that is not below the true one, nor above it by more than `absolute` metres and the
/// part `relative` of it together, with two points that are that far apart. The more is allowed,
/// the less is looked at.
///
/// Models that meet may be reported as apart by up to `absolute`.
#[expect(
    clippy::too_many_arguments,
    reason = "two bodies, two tolerances and what every query takes"
)]
pub fn distance_approx(
    a: &Model,
    pose_a: &Pose,
    b: &Model,
    pose_b: &Pose,
    absolute: f32,
    relative: f32,
    budget: Budget,
    scratch: &mut Scratch,
) -> Distance {
    let goal = Goal::Nearest {
        absolute: f64::from(absolute.max(0.0)),
        relative: f64::from(relative.max(0.0)),
        together: true,
    };
    nearest(a, pose_a, b, pose_b, goal, budget, scratch).0
}

/// A query for the nearest pair; also a distance (m) that the true one is not below.
pub(crate) fn nearest(
    a: &Model,
    pose_a: &Pose,
    b: &Model,
    pose_b: &Pose,
    goal: Goal,
    budget: Budget,
    scratch: &mut Scratch,
) -> (Distance, f64) {
    let query = Query::new(a, pose_a, b, pose_b);
    match query.run(goal, budget, scratch) {
        Found::Pair {
            distance,
            point_a,
            point_b,
        } => {
            let apart = Distance::Apart {
                // Above 0 even if it is too small for an f32.
                distance: (distance as f32).max(f32::MIN_POSITIVE),
                point_a,
                point_b,
            };
            (apart, goal.floor(distance))
        }
        Found::Meeting { point } => {
            scratch.counters.hits = 1;
            (Distance::Meet { point }, 0.0)
        }
        // A model has a triangle, so that something is always nearest.
        Found::Nothing => (Distance::Cut { lower_bound: 0.0 }, 0.0),
        Found::Cut { bound, .. } => {
            scratch.counters.cuts = 1;
            (Distance::Cut { lower_bound: bound }, f64::from(bound))
        }
    }
}

/// What a search comes to, in the world and in the caller's order.
enum Found {
    Pair {
        distance: f64,
        point_a: Vec3,
        point_b: Vec3,
    },
    Meeting {
        point: Vec3,
    },
    Nothing,
    Cut {
        bound: f32,
        points: [Vec3; 2],
    },
}

/// Two models with their poses, in an order of our own: (a, b) and (b, a) are the same query.
struct Query<'q> {
    a: &'q Model,
    b: &'q Model,
    place_a: Placement,
    relative: Relative,
    swapped: bool,
}

impl<'q> Query<'q> {
    fn new(a: &'q Model, pose_a: &Pose, b: &'q Model, pose_b: &Pose) -> Self {
        // The smaller model is the one whose volumes and pieces are moved.
        let key = |model: &Model, pose: &Pose| {
            let (t, r) = (pose.translation(), pose.rotation());
            let place = [t.x, t.y, t.z, r.x, r.y, r.z, r.w].map(f32::to_bits);
            (model.store.sources.len(), model.radius.to_bits(), place)
        };
        let swapped = key(a, pose_a) < key(b, pose_b);
        let (a, pose_a, b, pose_b) = if swapped {
            (b, pose_b, a, pose_a)
        } else {
            (a, pose_a, b, pose_b)
        };
        let (place_a, place_b) = (Placement::from(pose_a), Placement::from(pose_b));
        Query {
            a,
            b,
            relative: Relative::of_placements(&place_a, &place_b),
            place_a,
            swapped,
        }
    }

    /// Bounds the rounding of places that are computed in f32, in metres: three products and three
    /// sums, and as much again for the sums along a volume's axes.
    fn margin(&self) -> f32 {
        let translation = self.relative.translation_f32.abs().max_element();
        8.0 * f32::EPSILON * (1.8 * (self.a.reach + self.b.reach) + translation)
    }

    fn run(&self, goal: Goal, budget: Budget, scratch: &mut Scratch) -> Found {
        scratch.counters = Counters {
            queries: 1,
            ..Counters::default()
        };
        let Scratch {
            counters,
            proximity,
            ..
        } = scratch;
        let ProximityScratch {
            stack,
            leaves,
            sphere,
            aabb,
            kdop6,
            kdop14,
            kdop18,
            kdop26,
        } = proximity;
        let margin = self.margin();
        leaves.begin(&self.a.store, &self.b.store);
        let leaves = Leaves {
            first: &self.a.store,
            second: &self.b.store,
            relative: &self.relative,
            margin,
            memory: leaves,
        };
        let mut meter = Meter::new(budget);
        let search = Search::new(self.a, self.b, goal, leaves, &mut meter, counters);
        macro_rules! same_kind {
            ($a:expr, $b:expr, $moved:expr) => {
                self.search(
                    search,
                    &mut SameKind::new($a, $b, &self.relative, margin, $moved),
                    stack,
                )
            };
        }
        match (&self.a.tree, &self.b.tree) {
            (AnyTree::Sphere(a), AnyTree::Sphere(b)) => same_kind!(a, b, sphere),
            (AnyTree::Aabb(a), AnyTree::Aabb(b)) => same_kind!(a, b, aabb),
            (AnyTree::Kdop6(a), AnyTree::Kdop6(b)) => same_kind!(a, b, kdop6),
            (AnyTree::Kdop14(a), AnyTree::Kdop14(b)) => same_kind!(a, b, kdop14),
            (AnyTree::Kdop18(a), AnyTree::Kdop18(b)) => same_kind!(a, b, kdop18),
            (AnyTree::Kdop26(a), AnyTree::Kdop26(b)) => same_kind!(a, b, kdop26),
            (a, b) => with_tree!(a, a => with_tree!(b, b => {
                self.search(search, &mut Balls::new(a, b, &self.relative, margin), stack)
            })),
        }
    }

    fn search(
        &self,
        mut search: Search<'_>,
        nodes: &mut impl NodePairs,
        stack: &mut Vec<(u32, u32, f32)>,
    ) -> Found {
        let ended = search.run(nodes, stack);
        let world = |point: DVec3| self.place_a.point(point).as_vec3();
        match (search.best, ended) {
            (Some(best), _) if best.meeting.is_some() => Found::Meeting {
                point: world(best.meeting.unwrap_or_default()),
            },
            (Some(best), Ended::Done) => {
                let (a, b) = search.corners(best.pair);
                let nearest = exact_distance(&a, &b);
                let (first, second) = (world(nearest.point_a), world(nearest.point_b));
                let (point_a, point_b) = if self.swapped {
                    (second, first)
                } else {
                    (first, second)
                };
                Found::Pair {
                    distance: nearest.distance_squared.sqrt(),
                    point_a,
                    point_b,
                }
            }
            (None, Ended::Done) => Found::Nothing,
            (best, Ended::Cut { bound, points }) => {
                // Pairs as near as the best one, up to f32's resolution, were left out.
                let known = best.map_or(f32::INFINITY, |best| {
                    (goal_floor(search.goal, best.distance) - search.leaves.margin).max(0.0)
                });
                Found::Cut {
                    bound: bound.min(known),
                    points: points.map(|p| world(p.as_dvec3())),
                }
            }
        }
    }
}

/// What a pair that was found says of the distance of all pairs left out for it, rounded down.
fn goal_floor(goal: Goal, distance: f64) -> f32 {
    (goal.floor(distance) * (1.0 - 4.0 * f64::from(f32::EPSILON))) as f32
}
