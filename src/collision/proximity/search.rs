//! The descent of two trees in search of the nearest pair of triangles.
//!
//! Depth first: of two children the one with the lower bound is followed at once, the other one
//! waits on a stack with its bound and is dropped there if meanwhile something nearer was found.
//! What was not looked at is never nearer than the least bound that waits: that is the answer
//! when the budget ends.

use glam::{DVec3, Vec3};

use super::bounds::{NodePairs, Step};
use super::leaves::Leaves;
use crate::collision::budget::Meter;
use crate::collision::model::Model;
use crate::collision::narrow::{exact_distance, triangle_triangle};
use crate::collision::relative::Relative;
use crate::collision::stats::Counters;

/// What a search is for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Goal {
    /// The nearest pair; the distance may be too large by `absolute` metres and by the part
    /// `relative` of it: by both together, or by the more of the two.
    Nearest {
        absolute: f64,
        relative: f64,
        together: bool,
    },
    /// Any pair that is at most this far apart, in metres.
    Within(f64),
}

impl Goal {
    pub(super) const EXACT: Goal = Goal::Nearest {
        absolute: 0.0,
        relative: 0.0,
        together: true,
    };

    /// A distance (m) below which pairs still matter once a pair this far apart is known.
    pub(super) fn floor(self, distance: f64) -> f64 {
        match self {
            Goal::Nearest {
                absolute,
                relative,
                together,
            } => {
                if together {
                    ((distance - absolute) / (1.0 + relative)).max(0.0)
                } else {
                    (distance - absolute.max(relative * distance)).max(0.0)
                }
            }
            Goal::Within(tolerance) => tolerance,
        }
    }
}

/// A pair of triangles: for each the number of its piece and its own, in the store.
pub(crate) type TrianglePair = [(u32, u32); 2];

/// The nearest pair so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub pair: TrianglePair,
    /// In metres; exact where it decides, else rounded to f32.
    pub distance: f64,
    /// Known to meet, at this place in the first frame.
    pub meeting: Option<DVec3>,
}

/// How a search ended.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ended {
    /// Nothing nearer is left.
    Done,
    /// The budget is spent: what was not looked at is at least this far away (m), and the points,
    /// in the first frame, stand for the volume where it stopped.
    Cut { bound: f32, points: [Vec3; 2] },
}

/// One query's state.
pub(super) struct Search<'q> {
    pub a: &'q Model,
    pub b: &'q Model,
    pub relative: &'q Relative,
    pub goal: Goal,
    pub leaves: Leaves<'q>,
    pub meter: &'q mut Meter,
    pub counters: &'q mut Counters,
    pub best: Option<Best>,
    /// Pairs of nodes that are at least this far apart (m) do not matter any more.
    limit: f32,
    limit_squared: f32,
    /// From the nearest point on the first model to that on the second, of length 1: most of what
    /// lies around these points is parted along it, too.
    axis: Option<Vec3>,
}

impl<'q> Search<'q> {
    pub(super) fn new(
        a: &'q Model,
        b: &'q Model,
        goal: Goal,
        leaves: Leaves<'q>,
        meter: &'q mut Meter,
        counters: &'q mut Counters,
    ) -> Self {
        let relative = leaves.relative;
        let mut search = Search {
            a,
            b,
            relative,
            goal,
            leaves,
            meter,
            counters,
            best: None,
            limit: f32::INFINITY,
            limit_squared: f32::INFINITY,
            axis: None,
        };
        if let Goal::Within(tolerance) = goal {
            search.set_limit(tolerance);
        }
        search
    }

    fn set_limit(&mut self, limit: f64) {
        // Rounded up, so that nothing is dropped that could be nearer.
        let limit = (limit * (1.0 + 1e-7)) as f32;
        self.limit = limit;
        self.limit_squared = limit * limit * (1.0 + 4.0 * f32::EPSILON);
    }

    /// Below this distance (m) f32 does not tell apart what meets and what does not: f64 decides.
    fn doubt(&self) -> f32 {
        4.0 * self.leaves.margin
    }

    /// Pairs of triangles that f32 sees farther apart (m) than this need not be looked at. Away
    /// from doubt they are not worth it either if they are as near as the nearest pair so far, up
    /// to the resolution of f32: around a corner or an edge there are many of those.
    fn drop_limit(&self, limit: f32) -> f32 {
        let margin = self.leaves.margin;
        if matches!(self.goal, Goal::Within(_)) || limit < self.doubt() {
            limit * (1.0 + 4.0 * f32::EPSILON) + margin
        } else {
            limit * (1.0 - 4.0 * f32::EPSILON) - 0.125 * margin
        }
    }

    /// Takes note of a pair this far apart. False if the search is over with it.
    fn take(&mut self, best: Best) -> bool {
        let distance = best.distance;
        let met = best.meeting.is_some();
        self.best = Some(best);
        match self.goal {
            Goal::Nearest { .. } => {
                let floor = self.goal.floor(distance);
                self.set_limit(floor);
                !met && floor > 0.0
            }
            Goal::Within(tolerance) => distance > tolerance,
        }
    }

    /// Looks at a pair of triangles in f64. False if the search is over with it.
    pub(super) fn look_exactly(&mut self, pair: TrianglePair) -> bool {
        let found = self.exact(pair);
        let nearer = (self.best).is_none_or(|best| found.distance < best.distance);
        let wanted = match self.goal {
            Goal::Within(tolerance) => found.distance <= tolerance,
            Goal::Nearest { .. } => nearer || found.meeting.is_some(),
        };
        !wanted || self.take(found)
    }

    fn exact(&self, pair: TrianglePair) -> Best {
        let (a, b) = self.corners(pair);
        let found = exact_distance(&a, &b);
        let mut distance = found.distance_squared.sqrt();
        let mut meeting = None;
        if distance <= f64::from(self.doubt()) {
            // The same word on touching as that of the query that asks only whether they meet.
            meeting = triangle_triangle::intersect(&a, &b).map(|[p, q]| 0.5 * (p + q));
            if meeting.is_none() && distance == 0.0 {
                meeting = Some(found.point_a);
            }
            if meeting.is_some() {
                distance = 0.0;
            }
        }
        Best {
            pair,
            distance,
            meeting,
        }
    }

    /// The corners of two triangles in the first frame, in full precision.
    pub(super) fn corners(&self, [(pa, ta), (pb, tb)]: TrianglePair) -> ([DVec3; 3], [DVec3; 3]) {
        let (store_a, store_b) = (&self.a.store, &self.b.store);
        let a = store_a.triangle(&store_a.pieces[pa as usize], ta as usize);
        let b = store_b.triangle(&store_b.pieces[pb as usize], tb as usize);
        (a.map(|p| p.as_dvec3()), b.map(|p| self.relative.point(p)))
    }

    /// Looks at two pieces. False if the search is over, or the budget.
    fn look_at_pieces(&mut self, a: u32, b: u32) -> bool {
        if !self.meter.take() {
            return false;
        }
        self.counters.primitive_tests += 1;
        self.counters.piece_tests += 1;
        let limit = if self.best.is_none() && self.limit == f32::INFINITY {
            self.leaves.place_distance(a, b, self.counters)
        } else {
            self.limit
        };
        let axis = self.axis.filter(|_| self.leaves.axis_pays());
        let candidates = self
            .leaves
            .candidates(a, b, self.drop_limit(limit), axis, self.counters);
        for &(i, j) in candidates.as_slice() {
            if !self.look_at_triangles([(a, i), (b, j)], limit) {
                return false;
            }
        }
        true
    }

    fn look_at_triangles(&mut self, pair: TrianglePair, first_limit: f32) -> bool {
        if !self.meter.take() {
            return false;
        }
        self.counters.primitive_tests += 1;
        self.counters.triangle_tests += 1;
        let doubt = self.doubt();
        let limit = self.limit.min(first_limit);
        let near = matches!(self.goal, Goal::Within(_)) || limit < doubt;
        let accept = if near {
            // What f32 sees a little too far away may still count.
            limit + 0.5 * doubt
        } else {
            limit
        };
        let (axis, drop) = (self.axis, self.drop_limit(limit));
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
            Goal::Within(tolerance) => f64::from(distance) > tolerance - f64::from(doubt),
            Goal::Nearest { .. } => distance < doubt,
        };
        if unsure {
            return self.look_exactly(pair);
        }
        let distance = f64::from(distance);
        if self.best.is_some_and(|best| best.distance <= distance) {
            return true;
        }
        self.axis = (found.point_b - found.point_a).try_normalize();
        self.take(Best {
            pair,
            distance,
            meeting: None,
        })
    }

    /// Searches below two nodes, which may be anywhere.
    pub(super) fn run(
        &mut self,
        nodes: &mut impl NodePairs,
        stack: &mut Vec<(u32, u32, f32)>,
    ) -> Ended {
        stack.clear();
        if !self.count_volume_test() {
            return self.cut(nodes, stack, (0, 0, 0.0));
        }
        let root = nodes.estimate(0, 0, self.counters);
        stack.push((0, 0, root.bound));
        while let Some(waiting) = stack.pop() {
            let (mut a, mut b, mut bound) = waiting;
            while bound <= self.limit_squared {
                let pairs = match nodes.step(a, b) {
                    Step::Pieces(piece_a, piece_b) => {
                        if !self.look_at_pieces(piece_a, piece_b) {
                            if self.meter.is_spent() {
                                return self.cut(nodes, stack, (a, b, bound));
                            }
                            return Ended::Done;
                        }
                        break;
                    }
                    Step::First(child) => [(child, b), (child + 1, b)],
                    Step::Second(child) => [(a, child), (a, child + 1)],
                };
                let mut estimates = [None; 2];
                for (slot, (next_a, next_b)) in estimates.iter_mut().zip(pairs) {
                    if !self.count_volume_test() {
                        return self.cut(nodes, stack, (a, b, bound));
                    }
                    let found = nodes.estimate(next_a, next_b, self.counters);
                    self.counters.volume_overlaps += u64::from(found.bound == 0.0);
                    *slot = Some(found);
                }
                let [Some(left), Some(right)] = estimates else {
                    break;
                };
                let (near, far, later) = if left.before(&right) {
                    (0, 1, right)
                } else {
                    (1, 0, left)
                };
                // A child's volume may be seen looser than its parent's: what was known stays.
                let next = if near == 0 { left } else { right };
                let waits = later.bound.max(bound);
                if waits <= self.limit_squared {
                    stack.push((pairs[far].0, pairs[far].1, waits));
                }
                bound = next.bound.max(bound);
                (a, b) = pairs[near];
            }
        }
        Ended::Done
    }

    #[inline]
    fn count_volume_test(&mut self) -> bool {
        let open = self.meter.take();
        self.counters.volume_tests += u64::from(open);
        open
    }

    /// The budget is spent at this pair of nodes; others wait.
    fn cut(
        &self,
        nodes: &impl NodePairs,
        stack: &[(u32, u32, f32)],
        (a, _, bound): (u32, u32, f32),
    ) -> Ended {
        let least = stack.iter().map(|s| s.2).fold(bound, f32::min);
        Ended::Cut {
            bound: least.sqrt() * (1.0 - 4.0 * f32::EPSILON),
            points: nodes.border_points(a),
        }
    }
}
