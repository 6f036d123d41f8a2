//! The tree of a mesh, and a convex solid, which is a tree of one leaf: the nodes that the solid may come near in an
//! interval.
//!
//! Seen from the mesh, no point of the solid leaves the chord between its places at both ends of a time `T` by
//! more than `a T^2 / 8`, where `a` bounds its acceleration. So the hull of the solid's box at both ends, grown
//! by that distance, holds the solid throughout. A solid that rotates far in an interval is tested as the sphere
//! around its centre of rotation.

use glam::{DVec3, Vec3};

use crate::bounding::Volume;
use crate::bvh::Node;
use crate::params;
use crate::query::toi::node_pair::{NodeBorder, NodeContent, TreePair, node_content};
use crate::query::toi::solid_leaf::SolidLeaf;
use crate::query::toi::time_interval::TimeInterval;
use crate::shape::corners;

/// A mesh's tree, and a solid.
pub(super) struct SolidTree<'q, V> {
    nodes: &'q [Node<V>],
    pair: SolidLeaf<'q>,
    /// The corners of the box around the solid's core, in its own frame, m.
    corners: [DVec3; 8],
    /// No point of the core is farther from the solid's centre of rotation, m.
    radius: f64,
    /// The volume that the solid sweeps in the interval, grown by the gap that has to remain.
    swept: Option<V>,
}

impl<'q, V: Volume> SolidTree<'q, V> {
    pub(super) fn new(nodes: &'q [Node<V>], pair: SolidLeaf<'q>) -> Self {
        let corners = corners(pair.solid.shape.core_box());
        let center = pair.solid.motion.local_center().as_dvec3();
        let far = corners.map(|corner| corner.distance(center));
        SolidTree {
            nodes,
            pair,
            corners,
            radius: far.into_iter().fold(0.0, f64::max),
            swept: None,
        }
    }

    /// Bounds the distance (m) by which a point of the solid, at most this far (m) from its centre and axis of
    /// rotation, leaves its chord in the mesh's frame.
    ///
    /// With `f = R^-1 g`, where the mesh's rotation `R` has the angular velocity `w`:
    /// `f'' = R^-1 (g'' - 2 w x g' + w x (w x g))`. The last two terms are the Coriolis and the
    /// centrifugal acceleration.
    fn deviation(&self, interval: &TimeInterval, from_center: f64, from_axis: f64) -> f64 {
        let [mesh_rate, own_rate] = self
            .pair
            .rotations
            .each_ref()
            .map(|rotation| rotation.rate());
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
    fn swept(&self, interval: &TimeInterval) -> V {
        let ends = [&interval.at_begin, &interval.at_end];
        let margin = self.pair.solid.shape.margin();
        let deviation = self.deviation(interval, self.radius, self.pair.rotations[1].radius());
        let round_up = |growth: f64| growth as f32 * (1.0 + 2.0 * f32::EPSILON) + interval.min_gap;
        if deviation > params::MAX_PATH_DEVIATION * (self.radius + margin) {
            let growth = self.deviation(interval, 0.0, 0.0) + self.radius + margin;
            let centers = ends.map(|at| at.center_b.as_vec3());
            return V::around(centers.into_iter()).grown(round_up(growth));
        }
        // Four points to a block.
        let mut blocks = [[[0.0; 4]; 3]; 4];
        for i in 0..16 {
            let point = ends[i / 8].relative.point_f64(self.corners[i % 8]);
            for (axis, coordinate) in point.as_vec3().to_array().into_iter().enumerate() {
                blocks[i / 4][axis][i % 4] = coordinate;
            }
        }
        V::around_blocks(&blocks).grown(round_up(deviation + margin))
    }
}

impl<V: Volume> TreePair for SolidTree<'_, V> {
    fn begin_interval(&mut self, interval: &TimeInterval) {
        self.swept = Some(self.swept(interval));
    }

    /// Proves the whole interval, even if only a share of it is needed.
    #[inline]
    fn interval_gap(&mut self, a: u32, _: u32, _: &TimeInterval, _: f32) -> Option<f32> {
        let Some(swept) = &self.swept else {
            return Some(f32::NEG_INFINITY);
        };
        let gap = self.nodes[a as usize].volume.clearance(swept);
        (gap <= 0.0).then_some(gap)
    }

    /// None: debug views show only the nodes of two meshes.
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
        let node = &self.nodes[a as usize].volume;
        let solid = V::around(self.corners.map(|corner| corner.as_vec3()).into_iter());
        let (body, volume) = match node.size() >= solid.size() {
            true => (1, &solid),
            false => (0, node),
        };
        let points = volume.border_points();
        NodeBorder { body, points }
    }
}
