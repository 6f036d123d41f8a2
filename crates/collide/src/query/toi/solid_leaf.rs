//! The leaf test of a mesh and a convex solid: first the hull of the piece and the solid over the interval, then
//! each triangle of the piece and the solid by the convex advance, only until the earliest impact so far. So the
//! work on a triangle depends on its own gap.

use glam::{DVec3, Vec3};

use crate::narrow_phase::WarmStart;
use crate::narrow_phase::convex_pair::distance_below;
use crate::query::Moving;
use crate::query::account::Account;
use crate::query::stage::Stage;
use crate::query::toi::closed_form::sphere_triangle;
use crate::query::toi::convex_pair::{ConvexAdvance, ConvexPair, MovingConvex};
use crate::query::toi::earliest::{LeafTest, SearchResult, TreeSearch};
use crate::query::toi::piece_pair::LeafHull;
use crate::query::toi::time_interval::{CurvatureBound, TimeInterval};
use crate::query::toi::triangle_pair::TriangleImpact;
use crate::query::toi::turning_bounds::RotationBounds;
use crate::query::trace::Trace;
use crate::shape::{SupportMap, Triangle};
use crate::{Model, params};

/// A mesh, whose leaves are pieces, and a convex solid, which is one leaf.
#[derive(Clone, Copy)]
pub(super) struct SolidLeaf<'q> {
    pub mesh: Moving<'q, Model>,
    pub solid: MovingConvex<'q>,
    /// The rotation of the mesh without its points, and that of the solid.
    pub rotations: [RotationBounds; 2],
    /// The radius (m) of a solid that is a sphere whose centre moves straight past a mesh that does not rotate:
    /// then a formula gives the time at which it meets a triangle.
    pub sphere_radius: Option<f64>,
}

impl LeafHull for dyn SupportMap + '_ {
    fn farthest(&self, direction: Vec3) -> Vec3 {
        let direction = direction.as_dvec3();
        (self.support(direction) + self.margin() * direction).as_vec3()
    }

    fn height(&self, direction: Vec3) -> f32 {
        let direction = direction.as_dvec3();
        (self.support(direction).dot(direction) + self.margin()) as f32
    }
}

impl LeafTest for SolidLeaf<'_> {
    const INTERVAL_COST_LIMIT: f64 = params::SOLID_INTERVAL_COST_LIMIT;

    fn test_leaves(
        search: &mut TreeSearch<'_, Self>,
        (piece, _): (u32, u32),
        interval: &TimeInterval,
    ) {
        let SolidLeaf { mesh, solid, .. } = search.leaves;
        let store = &mesh.shape.store;
        let piece = &store.pieces[piece as usize];
        let blocks = &store.blocks[piece.blocks()];
        let may_pieces = search.stages.has(Stage::Pieces);
        if may_pieces && search.hulls_stay_separated(blocks, solid.shape, interval) {
            return;
        }
        search.deepest = Stage::Triangles;
        let mut axis = TriangleAxis::new(solid.shape, search.nearest_direction, interval);
        for number in piece.triangle_range() {
            if !search.account.meter.take() {
                return;
            }
            search.account.counters.primitive_tests += 1;
            search.account.counters.triangle_tests += 1;
            let triangle = Triangle::new(store.triangle(piece, number));
            if axis.separates(&triangle.0) {
                continue;
            }
            let before = search.end;
            let direction = search.advance_triangle(&triangle, interval);
            if search.account.meter.is_spent()
                || search.cost > search.cost_limit
                || matches!(search.result, SearchResult::NearAtStart(_))
            {
                return;
            }
            if let Some(direction) = direction {
                axis = if search.end < before {
                    let part = search.part(interval.begin, search.end);
                    TriangleAxis::new(solid.shape, direction, &part)
                } else {
                    TriangleAxis::new(solid.shape, direction, interval)
                };
            }
        }
    }
}

impl TreeSearch<'_, SolidLeaf<'_>> {
    /// Advances a triangle and the solid over an interval, until they meet or the search ends. Returns the
    /// direction of the world that separated them last, if the advance looked at them.
    fn advance_triangle(&mut self, triangle: &Triangle, interval: &TimeInterval) -> Option<DVec3> {
        let SolidLeaf {
            mesh,
            solid,
            rotations: [of_mesh, of_solid],
            sphere_radius,
        } = self.leaves;
        let thresholds = self.pair.thresholds;
        let relative = &interval.at_begin.relative;
        if interval.begin == 0.0 {
            let limit = params::START_DISTANCE_FACTOR * thresholds.target;
            self.cost += params::TRIANGLE_STEP_COST;
            if let Some(near) = distance_below(triangle, solid.shape, relative, limit) {
                self.result = SearchResult::NearAtStart(TriangleImpact {
                    time: 0.0,
                    distance: near.distance,
                    unresolved: 0.0,
                    point_a: near.point_a,
                    point_b: near.point_b,
                    normal: DVec3::ZERO,
                });
                return None;
            }
        }
        let (mut begin, end) = (interval.begin, interval.end.min(self.end));
        if let Some(radius) = sphere_radius {
            let stop = radius + thresholds.stop();
            let velocity = -interval.at_begin.closing;
            match sphere_triangle(relative.translation, velocity, stop, triangle.0) {
                Some(delay) if begin + delay < end => begin += delay * (1.0 - 1e-9),
                _ => return None,
            }
        }
        let shape: &dyn SupportMap = triangle;
        let moving = Moving::new(shape, mesh.motion);
        let rotations = [of_mesh.of_points(&triangle.0), of_solid];
        let pair = ConvexPair::new(moving, solid, rotations);
        let steps = self.account.counters.primitive_tests;
        let warm = &mut WarmStart::default();
        // Debug views show the intervals, not the steps of every triangle.
        let account = Account {
            trace: &mut Trace::default(),
            ..self.account.reborrow()
        };
        let found = pair.advance([begin, end], thresholds, warm, account);
        let steps = self.account.counters.primitive_tests - steps;
        self.cost += params::TRIANGLE_STEP_COST * steps as f64;
        match found {
            ConvexAdvance::Separated { direction } => Some(direction),
            ConvexAdvance::Reached {
                time,
                frame,
                parting,
            } => {
                self.end = time;
                self.result = SearchResult::Impact(TriangleImpact {
                    time,
                    distance: parting.distance,
                    unresolved: 0.0,
                    point_a: parting.point_a,
                    point_b: parting.point_b,
                    normal: parting.normal,
                });
                Some(frame.rotation * parting.normal)
            }
            ConvexAdvance::Stalled { time } => {
                // The search itself notices a spent budget.
                if !self.account.meter.is_spent() {
                    self.end = time;
                    self.result = SearchResult::Cut {
                        safe: time,
                        border: None,
                    };
                }
                None
            }
        }
    }
}

/// A separating direction that is tried on other triangles, because it often separates the neighbours of the one
/// for which it was found: at both ends of an interval, with the solid's lowest heights along it.
struct TriangleAxis {
    /// The direction from the mesh to the solid at both ends, in the mesh's frame, of length 1.
    directions: [DVec3; 2],
    /// The lowest height of the solid less the smallest gap, m.
    lowest: [f64; 2],
    curvature: CurvatureBound,
}

impl TriangleAxis {
    /// A direction of the world over an interval.
    fn new(solid: &dyn SupportMap, direction: DVec3, interval: &TimeInterval) -> Self {
        let directions = interval.world_in_first_frames(direction);
        let relatives = [&interval.at_begin.relative, &interval.at_end.relative];
        let lowest = [0, 1].map(|end: usize| {
            let down = relatives[end].rotation.transpose() * -directions[end];
            let place = relatives[end].point_f64(solid.support(down));
            directions[end].dot(place) - solid.margin() - interval.exact_min_gap
        });
        TriangleAxis {
            directions,
            lowest,
            curvature: interval.curvature_bound(directions[1].as_vec3()),
        }
    }

    /// True if the direction separates a triangle of the mesh from the solid throughout the interval.
    fn separates(&self, corners: &[DVec3; 3]) -> bool {
        let [begin, end] = [0, 1].map(|end: usize| {
            let [p, q, r] = corners.map(|corner| self.directions[end].dot(corner));
            (self.lowest[end] - p.max(q).max(r)) as f32
        });
        self.curvature.keeps_gap_open(begin, end)
    }
}
