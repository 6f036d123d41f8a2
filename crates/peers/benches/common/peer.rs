//! Converts poses and meshes to parry's types.

use dodgem_collide::math::Pose;
use dodgem_collide::mesh::TriMesh;
use parry3d::math::{Pose as PeerPose, Rotation, Vector};
use parry3d::shape::TriMesh as PeerMesh;

pub fn pose(pose: &Pose) -> PeerPose {
    let (q, t) = (pose.rotation(), pose.translation());
    PeerPose::from_parts(
        Vector::new(t.x, t.y, t.z),
        Rotation::from_xyzw(q.x, q.y, q.z, q.w),
    )
}

pub fn mesh(mesh: &TriMesh) -> PeerMesh {
    let vertices = mesh.vertices().iter();
    let vertices = vertices.map(|v| Vector::new(v.x, v.y, v.z)).collect();
    PeerMesh::new(vertices, mesh.triangles().to_vec()).expect("a sound mesh")
}
