//! The engine itself, as a row set apart: `Query::intersect` of two models.
//!
//! It computes in f32 with f64 at the end; its cost is told in its own units of work.

use dodgem_collide::math;
use dodgem_collide::mesh::TriMesh;
use dodgem_collide::{Budget, BuildOptions, Model, Placed, Query};

use super::{Mesh, MeshAnswer, MeshPair, Pose};
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "engine-mesh",
    stage: Stage::MeshPair,
    source: "the engine",
    paper: "",
    about: "Query::intersect of two models",
    gives: &[Gives::Hit],
    limits: &[],
    method: Method::MeshPair(|a, b| Box::new(Engine([a, b].map(model)))),
};

struct Engine([Option<Model>; 2]);

fn model(mesh: &Mesh) -> Option<Model> {
    let vertices = mesh.vertices.iter().map(|v| v.as_vec3()).collect();
    let triangles = mesh.triangles.iter().map(|t| t.map(|i| i as u32)).collect();
    let mesh = TriMesh::new(vertices, triangles).ok()?;
    Model::build(&mesh, &BuildOptions::default()).ok()
}

impl MeshPair for Engine {
    fn ask(&mut self, poses: [&Pose; 2], work: &mut Work) -> MeshAnswer {
        let poses = poses.map(|p| math::Pose::new(p.rotation.as_quat(), p.translation.as_vec3()));
        let ([Some(a), Some(b)], [Ok(pose_a), Ok(pose_b)]) = (&self.0, &poses) else {
            return MeshAnswer {
                cut: true,
                ..MeshAnswer::default()
            };
        };
        let mut query = Query::new(Budget::Unlimited);
        let answer = query.intersect(Placed::new(a, pose_a), Placed::new(b, pose_b));
        work.ops.tests += answer.cost.work();
        MeshAnswer {
            hit: answer.is_hit(),
            ..MeshAnswer::default()
        }
    }
}
