//! One distance query: its two models in a fixed order, its buffers, and its outcome.

use glam::{DVec3, Vec3};

use crate::budget::Meter;
use crate::counters::Counters;
use crate::math::relative_pose::Relative;
use crate::math::{Placement, round_down};
use crate::model::{AnyTree, Model, with_tree};
use crate::narrow_phase::WarmStart;
use crate::narrow_phase::convex_pair::separating_slab;
use crate::params;
use crate::query::context::QueryContext;
use crate::query::distance::descent::{DistanceDescentEnd, PendingPair};
use crate::query::distance::goal::DistanceGoal;
use crate::query::distance::leaf_pair::LeafFilter;
use crate::query::distance::mesh_support::{BudgetSpent, SupportSearch};
use crate::query::distance::node_bounds::{NodeBounds, SphereBounds, VolumeBounds};
use crate::query::distance::scratch::DistanceScratch;
use crate::query::distance::search::DistanceSearch;
use crate::query::pair_cache::{CachedPlane, DistanceMemory};
use crate::query::placed::Placed;
use crate::shape::ConvexModel;

/// The outcome of a search, in the world and in the caller's order.
pub(super) enum SearchOutcome {
    Pair {
        distance: f64,
        /// The models are at least this far apart, in metres.
        lower_bound: f64,
        point_a: Vec3,
        point_b: Vec3,
    },
    Touching {
        point: Vec3,
    },
    Nothing,
    Cut {
        bound: f32,
        points: [Vec3; 2],
    },
}

/// Two models and their relative pose, in a fixed order, so that (a, b) and (b, a) are one query.
pub(super) struct DistanceQuery<'q> {
    a: &'q Model,
    b: &'q Model,
    placement_a: Placement,
    relative: Relative,
    swapped: bool,
}

impl<'q> DistanceQuery<'q> {
    pub(super) fn new(a: Placed<'q, Model>, b: Placed<'q, Model>) -> Self {
        // The smaller model's volumes and pieces are moved into the larger one's frame.
        let key = |placed: Placed<'_, Model>| {
            let (model, t, r) = (
                placed.shape,
                placed.pose.translation(),
                placed.pose.rotation(),
            );
            let pose_bits = [t.x, t.y, t.z, r.x, r.y, r.z, r.w].map(f32::to_bits);
            (model.store.sources.len(), model.radius.to_bits(), pose_bits)
        };
        let swapped = key(a) < key(b);
        let (a, b) = if swapped { (b, a) } else { (a, b) };
        let (placement_a, placement_b) = (Placement::from(a.pose), Placement::from(b.pose));
        DistanceQuery {
            a: a.shape,
            b: b.shape,
            relative: Relative::of_placements(&placement_a, &placement_b),
            placement_a,
            swapped,
        }
    }

    /// Bounds the rounding error of points that are moved in f32, in metres: three products and
    /// three sums, doubled for the sums along a volume's axes.
    fn margin(&self) -> f32 {
        let translation = self.relative.translation_f32.abs().max_element();
        8.0 * f32::EPSILON * (1.8 * (self.a.reach + self.b.reach) + translation)
    }

    pub(super) fn run(
        &self,
        goal: DistanceGoal,
        context: &mut QueryContext,
        memory: Option<&mut DistanceMemory>,
    ) -> SearchOutcome {
        let QueryContext {
            meter,
            counters,
            distance,
            ..
        } = context;
        let DistanceScratch {
            stack,
            support_stack,
            leaves,
            sphere,
            aabb,
            kdop6,
            kdop14,
            kdop18,
            kdop26,
        } = distance;
        let margin = self.margin();
        let goal = goal.with_margin(margin);
        if let Some(found) = self.hull_distance(goal, margin, meter, counters) {
            return found;
        }
        leaves.reset(&self.a.store, &self.b.store);
        let leaves = LeafFilter {
            first: &self.a.store,
            second: &self.b.store,
            relative: &self.relative,
            margin,
            cache: leaves,
        };
        let supports = SupportSearch {
            stack: support_stack,
            meter,
            counters,
        };
        let search = DistanceSearch::new([self.a, self.b], goal, leaves, supports);
        macro_rules! same_kind {
            ($a:expr, $b:expr, $moved:expr) => {
                self.search(
                    search,
                    &mut VolumeBounds::new($a, $b, &self.relative, margin, $moved),
                    memory,
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
                self.search(search, &mut SphereBounds::new(a, b, &self.relative, margin), memory, stack)
            })),
        }
    }

    /// The answer for two meshes that are their own convex hulls, such as boxes, and are clearly
    /// apart: GJK alone gives it. `None` if the trees have to decide.
    fn hull_distance(
        &self,
        goal: DistanceGoal,
        margin: f32,
        meter: &mut Meter,
        counters: &mut Counters,
    ) -> Option<SearchOutcome> {
        let [a, b] = [self.a, self.b].map(|model| ConvexModel {
            corners: &model.hull,
            center: model.center,
        });
        if !(a.corners.is_surface() && b.corners.is_surface() && meter.take()) {
            return None;
        }
        counters.primitive_tests += 1;
        counters.piece_tests += 1;
        let warm = &mut WarmStart::default();
        let found = separating_slab(&a, &b, &self.relative, 0.0, 0.0, warm)?;
        // Close to touching, or to the tolerance, the triangles decide.
        let uncertainty = 4.0 * f64::from(margin);
        let clear = found.gap > uncertainty && found.distance - found.gap <= f64::from(margin);
        let pair = || {
            let [first, second] =
                [found.point_a, found.point_b].map(|p| self.placement_a.point(p).as_vec3());
            let (point_a, point_b) = if self.swapped {
                (second, first)
            } else {
                (first, second)
            };
            let reach =
                self.a.reach + self.b.reach + self.relative.translation_f32.abs().max_element();
            SearchOutcome::Pair {
                distance: found.distance,
                lower_bound: found.gap - params::GJK_TOUCHING * f64::from(reach),
                point_a,
                point_b,
            }
        };
        match goal {
            DistanceGoal::Nearest { .. } => clear.then(pair),
            DistanceGoal::Within(tolerance) if found.gap > tolerance + uncertainty => {
                Some(SearchOutcome::Nothing)
            }
            DistanceGoal::Within(tolerance) => {
                (clear && found.distance < tolerance - uncertainty).then(pair)
            }
        }
    }

    /// A search that starts from the results of the last one in the cache, and updates the cache.
    fn search_cached(
        &self,
        search: &mut DistanceSearch<'_>,
        nodes: &mut impl NodeBounds,
        memory: &mut DistanceMemory,
        stack: &mut Vec<PendingPair>,
    ) -> DistanceDescentEnd {
        memory.set_order(self.swapped);
        if let Some(witness) = memory.witness {
            let open = search.start_with_witness(witness)
                && search.nearest_direction_separates() == Ok(false);
            if !open && !search.meter.is_spent() {
                return DistanceDescentEnd::Done;
            }
        }
        if let DistanceGoal::Within(tolerance) = search.goal {
            let wanted = tolerance as f32 + search.leaves.margin;
            if self.plane_separates(&mut search.support_search(), wanted, memory) == Ok(true) {
                return DistanceDescentEnd::Done;
            }
        }
        let ended = search.run(nodes, stack);
        memory.witness = search.best.map(|best| best.pair).or(memory.witness);
        ended
    }

    /// Tests if two parallel planes `wanted` metres apart separate the models: one model lies behind
    /// the first plane, the other one in front of the second.
    ///
    /// The cached plane is tried first. If it fails, its normal is improved in a few steps (Chung and
    /// Wang, "Quick collision detection of polytopes in virtual environments", 1996): each step
    /// reflects it at the direction between the two support points that overlap along it.
    fn plane_separates(
        &self,
        supports: &mut SupportSearch<'_>,
        wanted: f32,
        memory: &mut DistanceMemory,
    ) -> Result<bool, BudgetSpent> {
        let rotation = self.placement_a.rotation;
        let (center_a, center_b) = (self.a.center, self.relative.point_f32(self.b.center));
        let first = (center_b - center_a).try_normalize().unwrap_or(Vec3::Y);
        let Some(plane) = memory.plane_to_try(rotation * first.as_dvec3()) else {
            return Ok(false);
        };
        let to_second = self.relative.rotation_f32.transpose();
        let shift = self.relative.translation_f32;
        let mut axis = (rotation.conjugate() * plane.axis).as_vec3();
        let (middle_a, middle_b) = (axis.dot(center_a), axis.dot(center_b));
        let plane_offset = middle_a + plane.fraction * (middle_b - middle_a);
        let half = 0.5 * wanted;
        if !supports.reaches_beyond(self.a, axis, plane_offset - half)? {
            let limit = axis.dot(shift) - plane_offset - half;
            if !supports.reaches_beyond(self.b, -(to_second * axis), limit)? {
                return Ok(true);
            }
        }
        for _ in 0..params::SEPARATING_PLANE_STEPS {
            let all = f32::NEG_INFINITY;
            let (Some(a), Some(b)) = (
                supports.farthest(self.a, axis, all)?,
                supports.farthest(self.b, -(to_second * axis), all)?,
            ) else {
                return Ok(false);
            };
            let support_b = self.relative.point_f32(b.point);
            let start = axis.dot(support_b);
            if start - a.along > wanted {
                let (middle_a, middle_b) = (axis.dot(center_a), axis.dot(center_b));
                let fraction = (0.5 * (start + a.along) - middle_a) / (middle_b - middle_a);
                memory.set_plane(CachedPlane {
                    axis: rotation * axis.as_dvec3(),
                    fraction: if fraction.is_finite() { fraction } else { 0.5 },
                });
                return Ok(true);
            }
            let Some(toward_second) = (support_b - a.point).try_normalize() else {
                break;
            };
            axis -= 2.0 * axis.dot(toward_second) * toward_second;
            axis = axis.normalize();
        }
        memory.plane_failed();
        Ok(false)
    }

    fn search(
        &self,
        mut search: DistanceSearch<'_>,
        nodes: &mut impl NodeBounds,
        memory: Option<&mut DistanceMemory>,
        stack: &mut Vec<PendingPair>,
    ) -> SearchOutcome {
        let ended = match memory {
            None => search.run(nodes, stack),
            Some(memory) => self.search_cached(&mut search, nodes, memory, stack),
        };
        let world = |point: DVec3| self.placement_a.point(point).as_vec3();
        match (search.best, ended) {
            (Some(best), _) if best.common_point.is_some() => SearchOutcome::Touching {
                point: world(best.common_point.unwrap_or_default()),
            },
            (Some(best), DistanceDescentEnd::Done) => {
                let (distance, [first, second]) = search.exact_points(&best);
                let pruned = (search.goal).bound_of_pruned(best.distance, search.leaves.margin);
                let (first, second) = (world(first), world(second));
                let (point_a, point_b) = if self.swapped {
                    (second, first)
                } else {
                    (first, second)
                };
                SearchOutcome::Pair {
                    distance,
                    lower_bound: distance.min(pruned),
                    point_a,
                    point_b,
                }
            }
            (None, DistanceDescentEnd::Done) => SearchOutcome::Nothing,
            (best, DistanceDescentEnd::Cut { bound, points }) => {
                let pruned = best.map_or(f64::INFINITY, |best| {
                    (search.goal).bound_of_pruned(best.distance, search.leaves.margin)
                });
                SearchOutcome::Cut {
                    bound: round_down(pruned).min(bound),
                    points: points.map(|p| world(p.as_dvec3())),
                }
            }
        }
    }
}
