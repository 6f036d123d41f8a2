//! The descent of two trees in search of the nearest pair of triangles.
//!
//! Depth first: of two children the one with the lower bound is followed at once, the other one
//! waits on a stack with its bound and is dropped there if meanwhile something nearer was found.
//! What was not looked at is never nearer than the least bound that waits: that is the answer
//! when the budget ends.

use glam::{DVec3, Vec3};

use super::bounds::{Estimate, NodePairs, Step};
use super::coherence::{Front, FrontPair};
use super::leaves::Leaves;
use super::support::{Spent, Walk};
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
    /// The nearest points in the first frame.
    pub points: [DVec3; 2],
    /// Whether these and the distance are those of f64.
    pub exact: bool,
}

/// A pair of nodes that waits to be looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waiting {
    nodes: (u32, u32),
    /// The square of a lower bound of their distance, in square metres.
    bound: f32,
    parent: Option<(u32, u32)>,
}

impl Waiting {
    fn new(nodes: (u32, u32), parent: Option<(u32, u32)>) -> Self {
        Waiting {
            nodes,
            bound: 0.0,
            parent,
        }
    }
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

/// How often a search asks whether the direction of the nearest pair so far parts all.
const MOST_TRIES: u32 = 4;

/// One query's state.
pub(super) struct Search<'q> {
    pub a: &'q Model,
    pub b: &'q Model,
    pub relative: &'q Relative,
    pub goal: Goal,
    pub leaves: Leaves<'q>,
    supports: &'q mut Vec<(u32, f32)>,
    /// How often one direction has failed to part all.
    tries: u32,
    pub meter: &'q mut Meter,
    pub counters: &'q mut Counters,
    pub best: Option<Best>,
    /// Pairs of nodes that are at least this far apart (m) do not matter any more.
    limit: f32,
    limit_squared: f32,
    /// From the nearest point on the first model to that on the second, of length 1: most of what
    /// lies around these points is parted along it, too.
    pub axis: Option<Vec3>,
}

impl<'q> Search<'q> {
    pub(super) fn new(
        a: &'q Model,
        b: &'q Model,
        goal: Goal,
        leaves: Leaves<'q>,
        supports: &'q mut Vec<(u32, f32)>,
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
            supports,
            tries: 0,
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
        let (found, direction) = self.exact(pair);
        self.axis = direction.or(self.axis);
        let nearer = (self.best).is_none_or(|best| found.distance < best.distance);
        let wanted = match self.goal {
            Goal::Within(tolerance) => found.distance <= tolerance,
            Goal::Nearest { .. } => nearer || found.meeting.is_some(),
        };
        !wanted || self.take(found)
    }

    /// The pair as f64 sees it, and the direction from the first triangle to the second.
    fn exact(&self, pair: TrianglePair) -> (Best, Option<Vec3>) {
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
        let direction = (found.point_b - found.point_a).try_normalize();
        let best = Best {
            pair,
            distance,
            meeting,
            points: [found.point_a, found.point_b],
            exact: true,
        };
        (best, direction.map(|d| d.as_vec3()))
    }

    /// Starts with a pair of triangles that may be near, if there are such triangles. False if the
    /// search is over with it, or the budget.
    pub(super) fn start_with(&mut self, pair: TrianglePair) -> bool {
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
        self.look_exactly(pair)
    }

    /// The distance (m) and the nearest points of a pair, in the first frame and full precision.
    pub(super) fn exact_points(&self, best: &Best) -> (f64, [DVec3; 2]) {
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

    /// The corners of two triangles in the first frame, in full precision.
    fn corners(&self, [(pa, ta), (pb, tb)]: TrianglePair) -> ([DVec3; 3], [DVec3; 3]) {
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
            points: [found.point_a.as_dvec3(), found.point_b.as_dvec3()],
            exact: false,
        })
    }

    /// Searches all pairs. With `FRONT` it starts where the last query on these trees stopped, and
    /// notes where it stops itself.
    pub(super) fn run<const FRONT: bool>(
        &mut self,
        nodes: &mut impl NodePairs,
        stack: &mut Vec<Waiting>,
        front: &mut Front,
    ) -> Ended {
        stack.clear();
        let root = Waiting::new((0, 0), None);
        let start = if FRONT {
            front.take((self.a.shape, self.b.shape))
        } else {
            Vec::new()
        };
        let mut ended = Ended::Done;
        let mut whole = true;
        if start.is_empty() {
            (ended, whole) = self.search_from::<FRONT>(root, nodes, stack, front);
        }
        for pair in &start {
            let from = Waiting::new(pair.nodes, pair.parent);
            (ended, whole) = self.search_from::<FRONT>(from, nodes, stack, front);
            if !whole {
                if let Ended::Cut { bound, .. } = &mut ended {
                    // Nothing is known of the pairs to come but what the roots say.
                    let all = nodes.estimate(0, 0, self.counters).bound;
                    *bound = bound.min(root_of(all));
                }
                break;
            }
        }
        if FRONT {
            front.finish(start, whole);
        }
        ended
    }

    /// Searches below two nodes. Returns how it ended, and whether it saw all that matters.
    fn search_from<const FRONT: bool>(
        &mut self,
        from: Waiting,
        nodes: &mut impl NodePairs,
        stack: &mut Vec<Waiting>,
        front: &mut Front,
    ) -> (Ended, bool) {
        if !self.count_volume_test() {
            return (self.cut(nodes, stack, &from), false);
        }
        let (a, b) = from.nodes;
        let bound = nodes.estimate(a, b, self.counters).bound;
        stack.push(Waiting { bound, ..from });
        while let Some(mut pair) = stack.pop() {
            while pair.bound <= self.limit_squared {
                let (a, b) = pair.nodes;
                let children = match nodes.step(a, b) {
                    Step::Pieces(piece_a, piece_b) => {
                        let before = self.limit;
                        let mut open = self.look_at_pieces(piece_a, piece_b);
                        if open && self.limit < before && self.tries < MOST_TRIES {
                            self.tries += 1;
                            open = self.nearest_direction_parts() == Ok(false);
                        }
                        if !open {
                            let ended = if self.meter.is_spent() {
                                self.cut(nodes, stack, &pair)
                            } else {
                                Ended::Done
                            };
                            return (ended, false);
                        }
                        break;
                    }
                    Step::First(child) => [(child, b), (child + 1, b)],
                    Step::Second(child) => [(a, child), (a, child + 1)],
                };
                let mut estimates = [Estimate::default(); 2];
                for (slot, (next_a, next_b)) in estimates.iter_mut().zip(children) {
                    if !self.count_volume_test() {
                        return (self.cut(nodes, stack, &pair), false);
                    }
                    *slot = nodes.estimate(next_a, next_b, self.counters);
                    self.counters.volume_overlaps += u64::from(slot.bound == 0.0);
                }
                let near = usize::from(!estimates[0].before(&estimates[1]));
                let child = |which: usize| Waiting {
                    nodes: children[which],
                    // A child's volume may be seen looser than its parent's: what is known stays.
                    bound: maximum(estimates[which].bound, pair.bound),
                    parent: Some(pair.nodes),
                };
                let (next, later) = (child(near), child(1 - near));
                if later.bound <= self.limit_squared {
                    stack.push(later);
                } else if FRONT {
                    self.stop(later, nodes, front);
                }
                pair = next;
            }
            if FRONT {
                self.stop(pair, nodes, front);
            }
        }
        (Ended::Done, true)
    }

    /// Ways down one tree alone.
    pub(super) fn walk(&mut self) -> Walk<'_> {
        Walk {
            stack: self.supports,
            meter: self.meter,
            counters: self.counters,
        }
    }

    /// Whether the direction of the nearest pair so far parts the models by as much as that pair
    /// is apart: then nothing is nearer. So it is for most bodies that are beside each other, and
    /// it takes two walks down one tree each to see it.
    pub(super) fn nearest_direction_parts(&mut self) -> Result<bool, Spent> {
        let (Some(best), Some(axis)) = (self.best, self.axis) else {
            return Ok(false);
        };
        if best.distance <= f64::from(self.doubt()) {
            return Ok(false);
        }
        // Half of what may be missing on each side: some units in the last place of the places,
        // and what the goal allows.
        let slack = 0.5 * (best.distance - self.goal.floor(best.distance));
        let slack = slack + 0.25 * f64::from(self.leaves.margin);
        let direction = axis.as_dvec3();
        let [point_a, point_b] = best.points;
        let limit_a = (direction.dot(point_a) + slack) as f32;
        let along_b = direction.dot(point_b - self.relative.translation);
        let limit_b = (slack - along_b) as f32;
        let toward_a = -(self.relative.rotation_f32.transpose() * axis);
        let (a, b) = (self.a, self.b);
        let mut walk = self.walk();
        Ok(!walk.any_beyond(a, axis, limit_a)? && !walk.any_beyond(b, toward_a, limit_b)?)
    }

    /// Notes that the search stops here, or at the parent if that is as good.
    fn stop(&mut self, pair: Waiting, nodes: &mut impl NodePairs, front: &mut Front) {
        let sibling = front.stop(FrontPair {
            nodes: pair.nodes,
            parent: pair.parent,
        });
        if let Some(parent) = sibling.filter(|_| front.raises()) {
            let bound = nodes.estimate(parent.0, parent.1, self.counters).bound;
            if bound > self.limit_squared {
                front.raise(parent);
            }
        }
    }

    #[inline]
    fn count_volume_test(&mut self) -> bool {
        let open = self.meter.take();
        self.counters.volume_tests += u64::from(open);
        open
    }

    /// The budget is spent at this pair of nodes; others wait.
    fn cut(&self, nodes: &impl NodePairs, stack: &[Waiting], pair: &Waiting) -> Ended {
        let least = stack.iter().map(|s| s.bound).fold(pair.bound, f32::min);
        Ended::Cut {
            bound: root_of(least),
            points: nodes.border_points(pair.nodes.0),
        }
    }
}

/// The square root, rounded down.
fn root_of(squared: f32) -> f32 {
    squared.sqrt() * (1.0 - 4.0 * f32::EPSILON)
}

/// `f32::max` without its care for NaN, which costs a branch.
#[inline(always)]
fn maximum(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}
