//! The tree of a mesh and a convex solid, which is a tree of one leaf: the nodes that the solid may come near
//! in an interval.
//!
//! Seen from the mesh, no point of the solid leaves the chord between its places at both ends of a time `T` by
//! more than `a T^2 / 8`, where `a` bounds its acceleration. So the hull of the solid's box at both ends, grown
//! by that distance, holds the solid throughout. A solid that rotates far in an interval is tested as the sphere
//! around its centre of rotation.

use glam::{DVec3, Vec3};

use crate::bounding::Volume;
use crate::bvh::Node;
use crate::params;
use crate::query::toi::convex_pair::MovingConvex;
use crate::query::toi::node_pair::{NodeBorder, NodeContent, TreePair, node_content};
use crate::query::toi::time_interval::TimeInterval;
use crate::query::toi::turning_bounds::RotationBounds;
use crate::shape::{corners, farthest_from_line};

/// The part of a solid's path that does not depend on the interval.
pub(super) struct SolidPath {
    /// The corners of the box around the solid's core, in its own frame, m.
    corners: [DVec3; 8],
    /// The centre of rotation in that frame, m.
    center: DVec3,
    /// The distance by which the solid extends beyond its core, m.
    margin: f64,
    /// No point of the core is farther from the centre of rotation, m.
    radius: f64,
    /// No corner is farther from the axis of rotation, m.
    around_axis: f64,
    /// The angular speeds of the mesh and of the solid, rad/s.
    rates: [f64; 2],
}

impl SolidPath {
    pub(super) fn new(solid: MovingConvex, rotations: &[RotationBounds; 2]) -> Self {
        let corners = corners(solid.shape.core_box());
        let center = solid.motion.local_center().as_dvec3();
        let far = corners.iter().map(|corner| corner.distance(center));
        SolidPath {
            corners,
            center,
            margin: solid.shape.margin(),
            radius: far.fold(0.0, f64::max),
            around_axis: farthest_from_line(corners, center, rotations[1].axis()),
            rates: rotations.each_ref().map(RotationBounds::rate),
        }
    }

    /// The farthest (m) that a point of the solid, at most this far (m) from its centre and axis of rotation, goes
    /// off its chord in the mesh's frame.
    ///
    /// With `f = R^-1 g`, where the mesh's rotation `R` has the angular velocity `w`:
    /// `f'' = R^-1 (g'' - 2 w x g' + w x (w x g))`. The last two terms are the Coriolis and the
    /// centrifugal acceleration.
    fn deviation(&self, interval: &TimeInterval, from_center: f64, from_axis: f64) -> f64 {
        let [mesh_rate, own_rate] = self.rates;
        let ends = [&interval.at_begin, &interval.at_end];
        let speed = ends[0].closing.length() + own_rate * from_axis;
        // The centres' distance is largest at an end of the interval.
        let distances = ends.map(|at| at.center_b.distance(at.center_a));
        let distance = distances[0].max(distances[1]) + from_center;
        let acceleration = own_rate * own_rate * from_axis
            + 2.0 * mesh_rate * speed
            + mesh_rate * mesh_rate * distance;
        let time = interval.end - interval.begin;
        0.125 * time * time * acceleration
    }

    /// The volume, in the mesh's frame, that holds the solid throughout an interval, grown by the gap that has to
    /// remain.
    fn swept<V: Volume>(&self, interval: &TimeInterval) -> V {
        let relatives = [&interval.at_begin.relative, &interval.at_end.relative];
        let deviation = self.deviation(interval, self.radius, self.around_axis);
        let round_up = |growth: f64| growth as f32 * (1.0 + 2.0 * f32::EPSILON) + interval.min_gap;
        if deviation > params::MAX_PATH_DEVIATION * (self.radius + self.margin) {
            let centers = relatives.map(|relative| relative.point_f64(self.center).as_vec3());
            let deviation = self.deviation(interval, 0.0, 0.0);
            let growth = deviation + self.radius + self.margin;
            return V::around(centers.into_iter()).grown(round_up(growth));
        }
        // Four points to a block.
        let mut blocks = [[[0.0; 4]; 3]; 4];
        for i in 0..16 {
            let point = relatives[i / 8].point_f64(self.corners[i % 8]).as_vec3();
            for axis in 0..3 {
                blocks[i / 4][axis][i % 4] = point[axis];
            }
        }
        V::around_blocks(&blocks).grown(round_up(deviation + self.margin))
    }

    /// The volume around the solid in its own frame.
    fn local<V: Volume>(&self) -> V {
        V::around(self.corners.map(|corner| corner.as_vec3()).into_iter()).grown(self.margin as f32)
    }
}

/// A mesh's tree, and a solid.
pub(super) struct SolidTree<'q, V> {
    nodes: &'q [Node<V>],
    path: &'q SolidPath,
    /// The volume that the solid sweeps in the interval.
    swept: Option<V>,
}

impl<'q, V> SolidTree<'q, V> {
    pub(super) fn new(nodes: &'q [Node<V>], path: &'q SolidPath) -> Self {
        SolidTree {
            nodes,
            path,
            swept: None,
        }
    }
}

impl<V: Volume> TreePair for SolidTree<'_, V> {
    fn begin_interval(&mut self, interval: &TimeInterval) {
        self.swept = Some(self.path.swept(interval));
    }

    /// Proves the whole interval, whatever share of it is asked for.
    #[inline]
    fn interval_gap(&mut self, a: u32, _: u32, _: &TimeInterval, _: f32) -> Option<f32> {
        let Some(swept) = &self.swept else {
            return Some(f32::NEG_INFINITY);
        };
        let gap = self.nodes[a as usize].volume.clearance(swept);
        (gap <= 0.0).then_some(gap)
    }

    /// Views show the nodes of two meshes only.
    fn separation(&mut self, _: u32, _: u32, _: &TimeInterval) -> Option<(Vec3, f32)> {
        None
    }

    fn content_a(&self, a: u32) -> NodeContent {
        node_content(self.nodes, a)
    }

    fn content_b(&self, _: u32) -> NodeContent {
        NodeContent::Piece(0)
    }

    fn first_is_larger(&self, _: u32, _: u32) -> bool {
        true
    }

    fn border(&self, a: u32, _: u32) -> NodeBorder {
        let (node, solid) = (&self.nodes[a as usize].volume, self.path.local::<V>());
        let (body, volume) = if node.size() >= solid.size() {
            (1, &solid)
        } else {
            (0, node)
        };
        NodeBorder {
            body,
            points: volume.border_points(),
        }
    }
}
