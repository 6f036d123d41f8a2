//! The state of a distance search, and the tests of pieces and triangles at the end of the descent.

use glam::{DVec3, Vec3};

use crate::budget::Meter;
use crate::counters::Counters;
use crate::math::relative_pose::Relative;
use crate::model::Model;
use crate::narrow_phase::{exact_distance, triangle_triangle};
use crate::params;
use crate::query::distance::goal::{DistanceGoal, NearestCandidate};
use crate::query::distance::leaf_pair::LeafFilter;
use crate::query::distance::mesh_support::{BudgetSpent, SupportSearch};
use crate::query::pair_cache::StoredTrianglePair;

/// The state of one query.
pub(super) struct DistanceSearch<'q> {
    pub a: &'q Model,
    pub b: &'q Model,
    pub relative: &'q Relative,
    pub goal: DistanceGoal,
    pub leaves: LeafFilter<'q>,
    support_stack: &'q mut Vec<(u32, f32)>,
    /// The number of times that the direction of the nearest pair was tested on both whole models.
    pub separation_tries: u32,
    /// The number of pairs of nodes on which the axis was tested, and of those that it separated.
    pub axis_tests: u32,
    pub axis_separations: u32,
    pub meter: &'q mut Meter,
    pub counters: &'q mut Counters,
    pub best: Option<NearestCandidate>,
    /// Pairs of nodes that are at least this far apart (m) are pruned.
    pub limit: f32,
    pub limit_squared: f32,
    /// The axis to test: the unit vector from the nearest point on the first model to that on the
    /// second. It separates most parts around these points, too. A query with a tolerance starts with
    /// the direction from centre to centre.
    pub axis: Option<Vec3>,
}

impl<'q> DistanceSearch<'q> {
    pub(super) fn new(
        [a, b]: [&'q Model; 2],
        goal: DistanceGoal,
        leaves: LeafFilter<'q>,
        supports: SupportSearch<'q>,
    ) -> Self {
        let SupportSearch {
            stack: support_stack,
            meter,
            counters,
        } = supports;
        let relative = leaves.relative;
        let mut search = DistanceSearch {
            a,
            b,
            relative,
            goal,
            leaves,
            support_stack,
            separation_tries: 0,
            axis_tests: 0,
            axis_separations: 0,
            meter,
            counters,
            best: None,
            limit: f32::INFINITY,
            limit_squared: f32::INFINITY,
            axis: None,
        };
        if let DistanceGoal::Within(tolerance) = goal {
            search.set_limit(tolerance);
            let offset = relative.point(b.center) - a.center.as_dvec3();
            search.axis = offset.as_vec3().try_normalize();
        }
        search
    }

    fn set_limit(&mut self, limit: f64) {
        // Rounded up, so that nothing nearer is pruned.
        let limit = (limit * (1.0 + 1e-7)) as f32;
        self.limit = limit;
        self.limit_squared = limit * limit * (1.0 + 4.0 * f32::EPSILON);
    }

    /// Below this distance (m) f32 cannot decide if triangles touch: f64 decides.
    fn uncertainty(&self) -> f32 {
        params::UNSURE_DISTANCE_MARGINS * self.leaves.margin
    }

    /// Pairs of triangles that are farther apart (m) than this in f32 are pruned.
    ///
    /// Away from the uncertain range, pairs that are as near as the nearest pair so far, up to the
    /// resolution of f32, are pruned too: around a corner or an edge there are many of those.
    pub(super) fn pruning_limit(&self, limit: f32) -> f32 {
        let margin = self.leaves.margin;
        if matches!(self.goal, DistanceGoal::Within(_)) || limit < self.uncertainty() {
            limit * (1.0 + 4.0 * f32::EPSILON) + margin
        } else {
            limit * (1.0 - 4.0 * f32::EPSILON) - 0.125 * margin
        }
    }

    /// Records a pair as the nearest one. False if the search ends with it.
    fn record(&mut self, best: NearestCandidate) -> bool {
        let distance = best.distance;
        let met = best.common_point.is_some();
        self.best = Some(best);
        match self.goal {
            DistanceGoal::Nearest { .. } => {
                let pruning_distance = self.goal.pruning_distance(distance);
                self.set_limit(pruning_distance);
                !met && pruning_distance > 0.0
            }
            DistanceGoal::Within(tolerance) => distance > tolerance,
        }
    }

    /// Tests a pair of triangles in f64. False if the search ends with it.
    pub(super) fn test_exactly(&mut self, pair: StoredTrianglePair) -> bool {
        let (found, direction) = self.exact(pair);
        self.axis = direction.or(self.axis);
        let nearer = (self.best).is_none_or(|best| found.distance < best.distance);
        let wanted = match self.goal {
            DistanceGoal::Within(tolerance) => found.distance <= tolerance,
            DistanceGoal::Nearest { .. } => nearer || found.common_point.is_some(),
        };
        !wanted || self.record(found)
    }

    /// The distance of a pair in f64, and the direction from the first triangle to the second.
    fn exact(&self, pair: StoredTrianglePair) -> (NearestCandidate, Option<Vec3>) {
        let (a, b) = self.corners(pair);
        let found = exact_distance(&a, &b);
        let mut distance = found.distance_squared.sqrt();
        let mut common_point = None;
        if distance <= f64::from(self.uncertainty()) {
            // The intersection query uses this test too, so that both agree on touching.
            common_point = triangle_triangle::intersect(&a, &b).map(|[p, q]| 0.5 * (p + q));
            if common_point.is_none() && distance == 0.0 {
                common_point = Some(found.point_a);
            }
            if common_point.is_some() {
                distance = 0.0;
            }
        }
        let direction = (found.point_b - found.point_a).try_normalize();
        let best = NearestCandidate {
            pair,
            distance,
            common_point,
            points: [found.point_a, found.point_b],
            exact: true,
        };
        (best, direction.map(|d| d.as_vec3()))
    }

    /// Starts with a pair of triangles that may be near, if both exist. False if the search ends
    /// with it, or the budget is spent.
    pub(super) fn start_with_witness(&mut self, pair: StoredTrianglePair) -> bool {
        let holds = |model: &Model, (piece, triangle): (u32, u32)| {
            let piece = model.store.pieces.get(piece as usize);
            piece.is_some_and(|piece| piece.triangle_range().contains(&(triangle as usize)))
        };
        if !holds(self.a, pair[0]) || !holds(self.b, pair[1]) {
            return true;
        }
        if !self.meter.take() {
            return false;
        }
        self.counters.primitive_tests += 1;
        self.counters.triangle_tests += 1;
        self.test_exactly(pair)
    }

    /// The distance (m) and the nearest points of a pair in the first frame, in f64.
    pub(super) fn exact_points(&self, best: &NearestCandidate) -> (f64, [DVec3; 2]) {
        if best.exact {
            return (best.distance, best.points);
        }
        let (a, b) = self.corners(best.pair);
        let found = exact_distance(&a, &b);
        (
            found.distance_squared.sqrt(),
            [found.point_a, found.point_b],
        )
    }

    /// The corners of two triangles in the first frame, in f64.
    fn corners(&self, [(pa, ta), (pb, tb)]: StoredTrianglePair) -> ([DVec3; 3], [DVec3; 3]) {
        let (store_a, store_b) = (&self.a.store, &self.b.store);
        let a = store_a.triangle(&store_a.pieces[pa as usize], ta as usize);
        let b = store_b.triangle(&store_b.pieces[pb as usize], tb as usize);
        (a.map(|p| p.as_dvec3()), b.map(|p| self.relative.point(p)))
    }

    /// Tests two pieces. False if the search ends, or the budget is spent.
    pub(super) fn test_pieces(&mut self, a: u32, b: u32) -> bool {
        if !self.meter.take() {
            return false;
        }
        self.counters.primitive_tests += 1;
        self.counters.piece_tests += 1;
        let limit = if self.best.is_none() && self.limit == f32::INFINITY {
            let (distance, direction) = self.leaves.nearest_vertices(a, b, self.counters);
            self.axis = direction;
            distance
        } else {
            self.limit
        };
        let axis = self.axis.filter(|_| self.leaves.is_axis_worth_testing());
        let candidates =
            self.leaves
                .candidates(a, b, self.pruning_limit(limit), axis, self.counters);
        for &(i, j) in candidates.as_slice() {
            if !self.test_triangles([(a, i), (b, j)], limit) {
                return false;
            }
        }
        true
    }

    fn test_triangles(&mut self, pair: StoredTrianglePair, first_limit: f32) -> bool {
        if !self.meter.take() {
            return false;
        }
        self.counters.primitive_tests += 1;
        self.counters.triangle_tests += 1;
        let uncertainty = self.uncertainty();
        let limit = self.limit.min(first_limit);
        let near = matches!(self.goal, DistanceGoal::Within(_)) || limit < uncertainty;
        let accept = if near {
            // A pair that is a little too far apart in f32 may still count.
            limit + 0.5 * uncertainty
        } else {
            limit
        };
        let (axis, drop) = (self.axis, self.pruning_limit(limit));
        let (a, b) = self.leaves.prepared(pair);
        if let Some(axis) = axis {
            let reach = a.corners().map(|p| axis.dot(p));
            let start = b.corners().map(|p| axis.dot(p));
            let reach = reach[0].max(reach[1]).max(reach[2]);
            let start = start[0].min(start[1]).min(start[2]);
            if start - reach > drop {
                return true;
            }
        }
        let Some(found) = a.distance_below(b, accept) else {
            return true;
        };
        let distance = found.distance_squared.sqrt();
        let unsure = match self.goal {
            DistanceGoal::Within(tolerance) => {
                f64::from(distance) > tolerance - f64::from(uncertainty)
            }
            DistanceGoal::Nearest { .. } => distance < uncertainty,
        };
        if unsure {
            return self.test_exactly(pair);
        }
        let distance = f64::from(distance);
        if self.best.is_some_and(|best| best.distance <= distance) {
            return true;
        }
        self.axis = (found.point_b - found.point_a).try_normalize();
        self.record(NearestCandidate {
            pair,
            distance,
            common_point: None,
            points: [found.point_a.as_dvec3(), found.point_b.as_dvec3()],
            exact: false,
        })
    }

    /// The state for searches of support points, each in one tree alone.
    pub(super) fn support_search(&mut self) -> SupportSearch<'_> {
        SupportSearch {
            stack: self.support_stack,
            meter: self.meter,
            counters: self.counters,
        }
    }

    /// Tests if the direction of the nearest pair so far separates the models by as much as that
    /// pair is apart: then nothing is nearer. This holds for most bodies that are beside each
    /// other, and two support searches, one in each tree, show it.
    pub(super) fn nearest_direction_separates(&mut self) -> Result<bool, BudgetSpent> {
        let Some(best) = self.best else {
            return Ok(false);
        };
        let [point_a, point_b] = best.points;
        let direction = (point_b - point_a).try_normalize();
        let enough = self.goal.pruning_distance(best.distance);
        let Some(direction) = direction.filter(|_| enough > f64::from(self.uncertainty())) else {
            return Ok(false);
        };
        // Half of the allowed error for each side: some units in the last place of the points, and the
        // error that the goal allows.
        let slack = 0.5 * (best.distance - enough);
        let slack = slack + 0.25 * f64::from(self.leaves.margin);
        let limit_a = (direction.dot(point_a) + slack) as f32;
        let along_b = direction.dot(point_b - self.relative.translation);
        let limit_b = (slack - along_b) as f32;
        let axis = direction.as_vec3();
        let toward_a = -(self.relative.rotation_f32.transpose() * axis);
        let (a, b) = (self.a, self.b);
        let mut supports = self.support_search();
        Ok(!supports.reaches_beyond(a, axis, limit_a)?
            && !supports.reaches_beyond(b, toward_a, limit_b)?)
    }
}
