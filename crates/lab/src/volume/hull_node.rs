//! The convex hull of the content as a node's volume, compared by GJK.
//!
//! When: the tightest convex volume. Limits: as many corners as the content has; each test is a run of GJK.
//!
//! Source 1, SWIFT++; Ehmann, Lin 2001.

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::DVec3;

use super::{BoundingVolume, Exact, Triangle, corners};
use crate::convex::gjk::{Variant, run};
use crate::convex::signed_volumes;
use crate::hull::incremental;
use crate::mesh_pair::Pose;
use crate::polytope::{Polytope, Topology};
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "hull-node",
    stage: Stage::Volume,
    source: "1, SWIFT++",
    paper: "Ehmann, Lin 2001",
    about: "the convex hull of the content, tested by GJK",
    gives: &[Gives::Apart],
    limits: &[],
    method: Method::Volume(&Hulls),
};

/// The method.
#[derive(Clone, Copy, Debug)]
pub struct Hulls;

/// The hull of triangles. Flat content, and content whose hull rounding leaves open, keeps all its corners and has
/// no faces.
pub fn hull_of(content: &[Triangle]) -> Polytope {
    let points = corners(content);
    let hull = incremental::triangles(&points, &mut Work::default());
    let Some(triangles) = hull.ok().filter(is_closed) else {
        let none = Topology::new(points.len(), Vec::new());
        return Polytope::new(points, Arc::new(none));
    };
    // Points inside go: the others are numbered anew.
    let mut place = vec![None; points.len()];
    let mut kept = Vec::new();
    let faces = triangles.corners().map(|face| {
        let new = face.map(|i| {
            *place[i].get_or_insert_with(|| {
                kept.push(points[i]);
                kept.len() - 1
            })
        });
        new.to_vec()
    });
    let faces: Vec<Vec<usize>> = faces.collect();
    Polytope::new(kept.clone(), Arc::new(Topology::new(kept.len(), faces)))
}

/// True if each edge has a face on each side.
fn is_closed(hull: &incremental::Triangles) -> bool {
    let mut sides = BTreeSet::new();
    let sides_of = |t: [usize; 3]| [0, 1, 2].map(|i| [t[i], t[(i + 1) % 3]]);
    let is_new = hull
        .corners()
        .flat_map(sides_of)
        .all(|side| sides.insert(side));
    is_new && sides.iter().all(|[from, to]| sides.contains(&[*to, *from]))
}

/// The volume of a closed body (m³); 0 without faces.
pub fn size_of_body(body: &Polytope) -> f64 {
    let fan = |face: &Vec<usize>| {
        let corner = |i: usize| body.vertices[face[i]] - body.center;
        let fan = (1..face.len() - 1).map(|i| corner(0).dot(corner(i).cross(corner(i + 1))));
        fan.sum::<f64>() / 6.0
    };
    body.topology.faces.iter().map(fan).sum()
}

impl BoundingVolume for Hulls {
    type Volume = Polytope;
    type Frame = Pose;

    fn fit(&self, content: &[Triangle]) -> Polytope {
        hull_of(content)
    }

    fn frame(&self, pose: &Pose) -> Pose {
        *pose
    }

    fn in_frame(&self, hull: &Polytope, pose: &Pose, work: &mut Work) -> Polytope {
        work.ops.updates += 1;
        hull.moved(pose.rotation, pose.translation)
    }

    fn is_apart(&self, a: &Polytope, b: &Polytope, work: &mut Work) -> bool {
        work.ops.tests += 1;
        let variant = Variant {
            stops_at_axis: true,
            ..signed_volumes::DISTANCE
        };
        !run([a, b], a.center - b.center, variant, work).hit
    }

    fn height(&self, hull: &Polytope, p: DVec3) -> f64 {
        if hull.planes.is_empty() {
            let distances = hull.vertices.iter().map(|v| v.distance(p));
            return distances.fold(f64::INFINITY, f64::min);
        }
        hull.height_of(p)
    }

    fn size(&self, hull: &Polytope) -> f64 {
        size_of_body(hull)
    }

    fn exact(&self) -> Exact {
        Exact::Hulls
    }

    fn numbers(&self, hull: &Polytope) -> usize {
        3 * hull.vertices.len()
    }
}
