//! The outline of a body, to draw it at other moments than the scene's.

use std::collections::BTreeMap;
use std::sync::Arc;

use dodgem_collide::Model;
use dodgem_collide::math::{Aabb, CenterFrame, Pose};
use dodgem_physics::BodyId;
use glam::{DQuat, DVec3, Vec3};

use crate::app::params::explanation::outline::{FLAT_EDGE, MOST_EDGES, MOST_WIDE};
use crate::arena::Arena;
use crate::game::explain::ProbeThing;

/// A body that is drawn at other moments than the scene's.
pub struct Outline {
    /// The edges between triangles that meet at an angle, in coordinates of the model.
    pub edges: Vec<[Vec3; 2]>,
    local_center: Vec3,
    /// The mesh with its tree; None for a simple shape.
    pub model: Option<Arc<Model>>,
}

impl Outline {
    /// Returns that of a body; None for the hall.
    pub fn of(arena: &Arena, id: BodyId) -> Option<Outline> {
        let actor = arena.actor(arena.actor_of(id)?);
        let body = arena.world().body(id)?;
        Some(Outline {
            edges: sharp_edges(&actor.model),
            local_center: body.collider().local_center(),
            model: Some(Arc::clone(&actor.model)),
        })
    }

    /// Returns that of a thing of a probe: of a simple shape the box around it. None if it has no end.
    pub fn of_thing(thing: &ProbeThing) -> Option<Outline> {
        let edges = match thing.model() {
            Some(model) => sharp_edges(model),
            None => {
                let bounds = thing.collider.shape().aabb(&Pose::IDENTITY);
                let far = bounds.max - bounds.min;
                (far.max_element() < MOST_WIDE).then(|| edges_of(&bounds))?
            }
        };
        Some(Outline {
            edges,
            local_center: thing.collider.local_center(),
            model: thing.model().cloned(),
        })
    }

    /// The number of the triangle of the mesh that a ray (origin and direction) meets first at a pose.
    pub fn triangle_at(&self, pose: &Pose, [origin, way]: [Vec3; 2]) -> Option<u32> {
        let mesh = self.model.as_ref()?.mesh();
        let from = pose.inverse_transform_point(origin);
        let way = pose.rotation().conjugate() * way;
        let hits = (0..mesh.triangles().len()).filter_map(|index| {
            let far = ray_to_triangle([from, way], mesh.corner_points(index))?;
            Some((far, index as u32))
        });
        hits.min_by(|p, q| p.0.total_cmp(&q.0)).map(|hit| hit.1)
    }

    /// The number of the convex piece that a triangle of the mesh is in: that of the leaf.
    pub fn piece_of(&self, triangle: u32) -> Option<u32> {
        let mut leaves = self.model.as_ref()?.leaves();
        let leaf = leaves.position(|triangles| triangles.contains(&triangle))?;
        Some(leaf as u32)
    }

    /// The number of the node of the tree whose piece a triangle of the mesh is in.
    pub fn leaf_of(&self, triangle: u32) -> Option<u32> {
        let model = self.model.as_ref()?;
        let leaf = self.piece_of(triangle);
        let nodes = model.node_parents().len() as u32;
        (0..nodes).find(|node| leaf.is_some() && model.leaf_of_node(*node) == leaf)
    }

    /// The corners of a triangle of the mesh at a pose; all at the origin of the model if it has no such triangle.
    pub fn corners_of(&self, triangle: u32, pose: &Pose) -> [Vec3; 3] {
        let mesh = self.model.as_ref().map(|model| model.mesh());
        let mesh = mesh.filter(|mesh| (triangle as usize) < mesh.triangles().len());
        let corners = mesh.map_or([Vec3::ZERO; 3], |mesh| {
            mesh.corner_points(triangle as usize)
        });
        corners.map(|corner| pose.transform_point(corner))
    }

    /// Draws the edges of the triangles of a piece at a pose.
    pub fn draw_piece(&self, piece: u32, pose: &Pose, mut line: impl FnMut(Vec3, Vec3)) {
        let Some(model) = &self.model else {
            return;
        };
        let triangles = model.leaves().nth(piece as usize).unwrap_or_default();
        for triangle in triangles {
            let [a, b, c] = self.corners_of(*triangle, pose);
            for (from, to) in [(a, b), (b, c), (c, a)] {
                line(from, to);
            }
        }
    }

    /// The pose of the model for a centre of mass (m) and a rotation.
    pub fn pose(&self, center: DVec3, rotation: DQuat) -> Pose {
        CenterFrame::new(center, rotation).pose(self.local_center)
    }
}

/// The distance of a triangle along a ray, in lengths of its direction; both sides count (Möller, Trumbore 1997).
fn ray_to_triangle([origin, way]: [Vec3; 2], [a, b, c]: [Vec3; 3]) -> Option<f32> {
    let (along, across) = (b - a, c - a);
    let normal = way.cross(across);
    let scale = along.dot(normal);
    let from = origin - a;
    let u = from.dot(normal) / scale;
    let side = from.cross(along);
    let v = way.dot(side) / scale;
    let far = across.dot(side) / scale;
    (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && far >= 0.0).then_some(far)
}

/// Returns the edges of a box.
fn edges_of(bounds: &Aabb) -> Vec<[Vec3; 2]> {
    let corner = |bits: usize| {
        let pick = |axis: usize| match bits >> axis & 1 {
            0 => bounds.min[axis],
            _ => bounds.max[axis],
        };
        Vec3::new(pick(0), pick(1), pick(2))
    };
    let ends = (0..8).flat_map(|from| (0..3).map(move |axis| (from, from | 1 << axis)));
    let edges = ends.filter(|(from, to)| from != to);
    edges.map(|(from, to)| [corner(from), corner(to)]).collect()
}

/// Returns the edges of a model between triangles that meet at an angle, and those of one triangle: the longest.
fn sharp_edges(model: &Model) -> Vec<[Vec3; 2]> {
    let mesh = model.mesh();
    let mut known: BTreeMap<[u32; 2], (Vec3, bool)> = BTreeMap::new();
    for (index, corners) in mesh.triangles().iter().enumerate() {
        let [a, b, c] = mesh.corner_points(index);
        let normal = (b - a).cross(c - a).normalize_or_zero();
        for side in 0..3 {
            let (from, to) = (corners[side], corners[(side + 1) % 3]);
            let entry = known.entry([from.min(to), from.max(to)]);
            entry
                .and_modify(|(other, sharp)| *sharp = other.dot(normal) < FLAT_EDGE)
                .or_insert((normal, true));
        }
    }
    let sharp = known.into_iter().filter(|(_, (_, sharp))| *sharp);
    let place = |vertex: u32| mesh.vertices()[vertex as usize];
    let mut edges: Vec<[Vec3; 2]> = sharp.map(|(edge, _)| edge.map(place)).collect();
    edges.sort_by(|p, q| q[0].distance(q[1]).total_cmp(&p[0].distance(p[1])));
    edges.truncate(MOST_EDGES);
    edges
}
