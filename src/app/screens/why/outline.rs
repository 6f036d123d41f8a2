//! The outline of a body, to draw it at other moments than the scene's.

use std::collections::BTreeMap;
use std::sync::Arc;

use dodgem_collide::Model;
use dodgem_collide::math::{CenterFrame, Pose};
use dodgem_physics::BodyId;
use glam::{DQuat, DVec3, Vec3};

use crate::arena::Arena;

/// The most edges of a body that are drawn at an instant; the longest ones are.
const MOST_EDGES: usize = 260;
/// The cosine of the angle between two triangles above which their common edge is not drawn.
const FLAT_EDGE: f32 = 0.9;

/// A body that is drawn at other moments than the scene's.
pub struct Outline {
    /// The edges between triangles that meet at an angle, in coordinates of the model.
    pub edges: Vec<[Vec3; 2]>,
    local_center: Vec3,
    pub model: Arc<Model>,
}

impl Outline {
    /// Returns that of a body; None for the hall.
    pub fn of(arena: &Arena, id: BodyId) -> Option<Outline> {
        let actor = arena.actor(arena.actor_of(id)?);
        let body = arena.world().body(id)?;
        Some(Outline {
            edges: sharp_edges(&actor.model),
            local_center: body.collider().local_center(),
            model: Arc::clone(&actor.model),
        })
    }

    /// The pose of the model for a centre of mass (m) and a rotation.
    pub fn pose(&self, center: DVec3, rotation: DQuat) -> Pose {
        CenterFrame::new(center, rotation).pose(self.local_center)
    }
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
