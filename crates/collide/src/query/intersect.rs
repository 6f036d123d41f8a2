//! The intersection test of two meshes: the descent of both trees, with the points where triangles cross.
//!
//! Most pairs end at the bounding spheres and boxes ([`bounds_are_apart`]). For the others a probe
//! goes down the deepest path first; if it finds no crossing, both trees are descended to the end.

use glam::{DVec3, Mat3, Vec3};

use crate::bounding::Volume;
use crate::budget::Meter;
use crate::bvh::{Descent, MovedVolumeCache, Probe, ProbeEnd, Tree, Visitor};
use crate::counters::Counters;
use crate::math::relative_pose::Relative;
use crate::model::{AnyTree, Model};
use crate::narrow_phase::leaf_walk;
use crate::narrow_phase::piece_pair;
use crate::narrow_phase::piece_pair::PiecePair;
use crate::narrow_phase::piece_transform::MovedPieces;
use crate::params::{DEFAULT_POINTS, MAX_POINTS};
use crate::query::context::{QueryContext, with_same_kind};
use crate::query::outcome::{Decided, Outcome};
use crate::query::placed::Placed;
use crate::query::search_options::{LeafTest, SearchOptions};
use crate::query::stage::{Stage, Stages};

/// A few points in the world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CommonPoints {
    points: [Vec3; MAX_POINTS],
    count: usize,
}

impl CommonPoints {
    /// The points, in metres.
    pub fn as_slice(&self) -> &[Vec3] {
        &self.points[..self.count]
    }

    /// Their mean; the origin if there are none.
    pub fn mean(&self) -> Vec3 {
        let sum: Vec3 = self.as_slice().iter().sum();
        sum / self.count.max(1) as f32
    }

    pub(crate) fn push(&mut self, point: Vec3) {
        if self.count < MAX_POINTS {
            self.points[self.count] = point;
            self.count += 1;
        }
    }
}

/// The result of [`Query::intersect`](crate::Query::intersect), and of [`Query::within`](crate::Query::within),
/// for which shapes within the tolerance count as touching.
///
/// Meshes are surfaces: a mesh that lies wholly inside another one is clear. All other shapes are solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Collision {
    /// The shapes share no point.
    Clear,
    /// The shapes intersect or touch at these points.
    Hit {
        /// Points of the world, in metres: of two meshes the ends of segments in which their triangles cross, of
        /// other shapes one point of both.
        points: CommonPoints,
    },
    /// The budget ended before the answer was known: treat it as a hit.
    Cut {
        /// Two points of the world, in metres, on the border of the volume at which the query stopped.
        points: CommonPoints,
    },
}

impl Collision {
    /// True if they surely intersect or touch.
    pub fn is_hit(&self) -> bool {
        matches!(self, Collision::Hit { .. })
    }

    /// True if they surely do not intersect. False for a cut, which leaves it open: treat it as a hit.
    pub fn is_clear(&self) -> bool {
        matches!(self, Collision::Clear)
    }

    /// The points found, in the world; none if clear.
    pub fn points(&self) -> &[Vec3] {
        match self {
            Collision::Clear => &[],
            Collision::Hit { points } | Collision::Cut { points } => points.as_slice(),
        }
    }
}

/// Tests if two models' surfaces intersect. It goes on until it has `max_points` points; the number is
/// clamped to 1 to [`MAX_POINTS`].
///
/// Touching counts as a hit. The answer is exact up to f64 rounding of the moved f32 vertices.
/// Models are surfaces, not solids: a model that lies wholly inside another one is clear.
pub(crate) fn collide_points(
    a: Placed<'_, Model>,
    b: Placed<'_, Model>,
    max_points: usize,
    options: SearchOptions,
    context: &mut QueryContext,
) -> Decided<Collision> {
    if context.stages.has(Stage::Bounds) && bounds_are_apart(a, b, 0.0) {
        return context.decided_by_bounds(Collision::Clear);
    }
    let pose_a = a.pose;
    let relative = Relative::new(a.pose, b.pose);
    let (a, b) = (a.shape, b.shape);
    let QueryContext {
        meter,
        counters,
        stages,
        pieces,
        pair_stack,
        volumes,
        ..
    } = context;
    let mut search = CrossingSearch {
        query: MeshPair::new(a, b, relative),
        pieces,
        max_points: max_points.clamp(1, MAX_POINTS),
        points: [DVec3::ZERO; MAX_POINTS],
        count: 0,
        cut: false,
        stages: *stages,
        options,
        decided_by: Stage::Tree,
    };
    search.pieces.reset(&b.store);
    with_same_kind!(
        a,
        b,
        volumes,
        |tree_a, tree_b, cache| {
            let mut descent = CrossingDescent {
                stack: pair_stack,
                meter,
                counters,
            };
            descent.run([tree_a, tree_b], cache, &mut search)
        },
        // Trees of two kinds have no common test: their pieces are compared one by one.
        search.test_all_pieces(meter, counters)
    );
    let (found, count, cut) = (search.points, search.count, search.cut);
    let mut points = CommonPoints::default();
    for point in &found[..count] {
        points.push(pose_a.transform_point(point.as_vec3()));
    }
    let stage = search.decided_by;
    let found = match (cut, count) {
        (true, _) => Collision::Cut { points },
        (false, 0) => Collision::Clear,
        (false, _) => Collision::Hit { points },
    };
    Decided::by(stage, found)
}

/// Returns true if the models' bounding spheres, or their boxes along one of the six face normals,
/// prove that the models are more than `tolerance` metres apart. False means unknown.
///
/// It is computed in f32 and from the poses themselves: most pairs that a broad phase reports end
/// here, in less time than the preparation of a descent takes.
pub(crate) fn bounds_are_apart(a: Placed<'_, Model>, b: Placed<'_, Model>, tolerance: f32) -> bool {
    let (pose_a, pose_b) = (a.pose, b.pose);
    let (a, b) = (a.shape, b.shape);
    let back = pose_a.rotation().conjugate();
    let rotation = Mat3::from_quat(back * pose_b.rotation());
    let shift = back * (pose_b.translation() - pose_a.translation());
    // The rotations are orthonormal within some units in the last place, and a few products and
    // sums follow: the error stays far below 64 units of the largest length that occurs.
    let length = 1.8 * (a.reach + b.reach + shift.abs().max_element() + tolerance);
    let margin = 64.0 * f32::EPSILON * length + tolerance;
    let between = rotation * b.center + shift - a.center;
    let reach = a.radius + b.radius + margin;
    if between.length_squared() > reach * reach {
        return true;
    }
    let (box_a, box_b) = (a.local_aabb(), b.local_aabb());
    let (half_a, half_b) = (box_a.half_extents(), box_b.half_extents());
    let columns = [rotation.x_axis, rotation.y_axis, rotation.z_axis];
    let offset = rotation * box_b.center() + shift - box_a.center();
    let [x, y, z] = columns.map(Vec3::abs);
    let gap_a = offset.abs() - half_a - (x * half_b.x + y * half_b.y + z * half_b.z);
    if max_coordinate(gap_a) > margin {
        return true;
    }
    let gap_b = Vec3::from(columns.map(|column| column.dot(offset))).abs()
        - half_b
        - Vec3::from([x, y, z].map(|column| column.dot(half_a)));
    max_coordinate(gap_b) > margin
}

/// The largest coordinate; none is NaN.
fn max_coordinate(v: Vec3) -> f32 {
    let (x, y) = (v.x, v.y);
    let m = if x > y { x } else { y };
    if m > v.z { m } else { v.z }
}

/// Two models and the pose of the second one relative to the first.
pub(crate) struct MeshPair<'q> {
    a: &'q Model,
    b: &'q Model,
    relative: Relative,
    /// Bounds the rounding error of points that are moved in f32, in metres.
    margin: f32,
}

impl<'q> MeshPair<'q> {
    fn new(a: &'q Model, b: &'q Model, relative: Relative) -> Self {
        MeshPair {
            a,
            b,
            margin: MeshPair::margin(a, b, &relative),
            relative,
        }
    }

    /// Bounds the rounding error of points that are moved in f32, in metres.
    ///
    /// A moved coordinate takes three products and three sums, each off by half a unit in the last
    /// place of at most reach * sqrt(3) + translation; a plane's offset and the point compared with
    /// it are off by twice that. 8 units cover all of it.
    pub(crate) fn margin(a: &Model, b: &Model, relative: &Relative) -> f32 {
        let translation = relative.translation_f32.abs().max_element();
        8.0 * f32::EPSILON * (1.8 * (a.reach + b.reach) + translation)
    }
}

/// The memory of a descent of two trees.
struct CrossingDescent<'d> {
    stack: &'d mut Vec<(u32, u32)>,
    meter: &'d mut Meter,
    counters: &'d mut Counters,
}

impl CrossingDescent<'_> {
    fn run<V: Volume>(
        &mut self,
        [tree_a, tree_b]: [&Tree<V>; 2],
        cache: &mut MovedVolumeCache<V>,
        search: &mut CrossingSearch<'_>,
    ) {
        let frame = V::frame(&search.query.relative, search.query.margin);
        // The probe serves a single crossing. For more points the descent runs alone, because the two
        // would report one crossing twice.
        if search.stages.has(Stage::Probe) && search.max_points <= DEFAULT_POINTS {
            let probe = Probe {
                a: tree_a,
                b: tree_b,
                rotation: search.query.relative.rotation_f32,
                translation: search.query.relative.translation_f32,
                margin: search.query.margin,
                stack: self.stack,
                meter: self.meter,
                counters: self.counters,
            };
            match probe.run(|a, b, meter, counters| search.test_pieces(a, b, meter, counters)) {
                ProbeEnd::Enough | ProbeEnd::Apart => {
                    search.decided_by = Stage::Probe;
                    return;
                }
                ProbeEnd::Unknown => {}
                ProbeEnd::Cut(a, b) => {
                    let moved = tree_b.nodes()[b as usize].volume.moved(&frame);
                    search.cut(&tree_a.nodes()[a as usize].volume, &moved);
                    return;
                }
            }
        }
        let descent = Descent {
            a: tree_a,
            b: tree_b,
            frame: &frame,
            order: search.options.order,
            cache,
            stack: self.stack,
            meter: self.meter,
            counters: self.counters,
        };
        descent.run(search);
    }
}

/// Collects the ends of crossings until it has `max_points` of them.
struct CrossingSearch<'q> {
    query: MeshPair<'q>,
    pieces: &'q mut MovedPieces,
    max_points: usize,
    points: [DVec3; MAX_POINTS],
    count: usize,
    cut: bool,
    stages: Stages,
    options: SearchOptions,
    /// The deepest stage that was needed so far.
    decided_by: Stage,
}

impl CrossingSearch<'_> {
    fn test_pieces(&mut self, a: u32, b: u32, meter: &mut Meter, counters: &mut Counters) -> bool {
        let (points, count, max) = (&mut self.points, &mut self.count, self.max_points);
        let pair = PiecePair {
            first: &self.query.a.store,
            second: &self.query.b.store,
            a,
            b,
            relative: &self.query.relative,
            margin: self.query.margin,
            by_planes: self.stages.has(Stage::Pieces),
        };
        let tested = counters.triangle_tests;
        let found = |_, _, segment: [DVec3; 2]| {
            for point in segment {
                if *count < max {
                    points[*count] = point;
                    *count += 1;
                }
            }
            *count < max
        };
        let goes_on = match self.options.leaf {
            LeafTest::Planes => piece_pair::intersect(&pair, self.pieces, meter, counters, found),
            LeafTest::Walk => leaf_walk::intersect(&pair, meter, counters, found),
        };
        let deepest = if counters.triangle_tests > tested {
            Stage::Triangles
        } else {
            Stage::Pieces
        };
        self.decided_by = self.decided_by.max(deepest);
        goes_on
    }

    fn test_all_pieces(&mut self, meter: &mut Meter, counters: &mut Counters) {
        for a in 0..self.query.a.store.pieces.len() as u32 {
            for b in 0..self.query.b.store.pieces.len() as u32 {
                if !self.test_pieces(a, b, meter, counters) {
                    return;
                }
                if meter.is_spent() {
                    let around = self.query.a.local_aabb();
                    self.set_cut(around.border_points());
                    return;
                }
            }
        }
    }

    /// Ends the search at two points of a volume. Crossings that were found before still make a
    /// hit.
    fn set_cut(&mut self, border: [Vec3; 2]) {
        if self.count == 0 {
            self.cut = true;
            for point in border.into_iter().take(self.max_points) {
                self.points[self.count] = point.as_dvec3();
                self.count += 1;
            }
        }
    }
}

impl<V: Volume> Visitor<V> for CrossingSearch<'_> {
    fn leaves(&mut self, a: u32, b: u32, meter: &mut Meter, counters: &mut Counters) -> bool {
        self.test_pieces(a, b, meter, counters)
    }

    fn leaf_volume(&mut self, b: u32, counters: &mut Counters) -> Option<V> {
        let (store, relative) = (&self.query.b.store, &self.query.relative);
        counters.updates += u64::from(self.pieces.fill(store, b, relative));
        let places = self.pieces.blocks(store.pieces[b as usize].blocks());
        Some(V::around_blocks(places).grown(self.query.margin))
    }

    fn cut(&mut self, a: &V, b: &V) {
        // The smaller of the two volumes locates a possible contact better.
        let border = if a.size() <= b.size() {
            a.border_points()
        } else {
            b.border_points()
        };
        self.set_cut(border);
    }
}

impl Outcome for Collision {
    fn is_hit(&self) -> bool {
        matches!(self, Collision::Hit { .. })
    }

    fn is_cut(&self) -> bool {
        matches!(self, Collision::Cut { .. })
    }
}
