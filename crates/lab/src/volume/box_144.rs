//! Edges against faces: the test of two boxes that the separating axes replaced.
//!
//! Idea: boxes meet if an edge of one has a point in a face of the other, or one holds the other: 12 edges, 6
//! faces, both ways, 144 tests.
//!
//! When: as a baseline. Limits: ten times the work of the axes.
//!
//! Source 2, OBB trees; source 5, OBB-OBB.

use glam::DVec3;

use super::oriented_box::{Obb, OrientedBoxes, ROW_AABB, Test, method};
use super::oriented_box_fit::Fit;
use crate::registry::Row;
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "obb-144",
    source: "2, OBB trees; 5, OBB-OBB",
    paper: "Rasku 2003",
    about: "obb-hull-triangles, each edge against each face",
    method: method(&OrientedBoxes {
        fit: Fit::HullTriangles,
        test: Test::EdgesAndFaces,
    }),
    ..ROW_AABB
};

/// True if two boxes have a point in common.
pub fn meets(a: &Obb, b: &Obb, work: &mut Work) -> bool {
    let touch = a.touch(b);
    edges_meet(a, b, touch, work) || edges_meet(b, a, touch, work)
}

/// True if an edge of the first box has a point in a face of the second, or a corner within it.
fn edges_meet(a: &Obb, b: &Obb, touch: f64, work: &mut Work) -> bool {
    let own = b.axes.transpose();
    let corner = |i: usize| {
        let sign = |axis: usize| if i >> axis & 1 == 1 { 1.0 } else { -1.0 };
        let corner = a.center + a.axes * (a.half * DVec3::new(sign(0), sign(1), sign(2)));
        own * (corner - b.center)
    };
    let edges = (0..3).flat_map(|axis| {
        let from = (0..8).filter(move |i| i >> axis & 1 == 0);
        from.map(move |i| [corner(i), corner(i | 1 << axis)])
    });
    edges.into_iter().any(|[p, q]| {
        let is_inside = |p: DVec3| (p.abs() - b.half).max_element() <= touch;
        is_inside(p)
            || is_inside(q)
            || (0..6).any(|face| {
                work.ops.axes += 1;
                let axis = face % 3;
                let height = if face < 3 {
                    b.half[axis]
                } else {
                    -b.half[axis]
                };
                let (from, to) = (p[axis] - height, q[axis] - height);
                // An edge along the face has its ends inside or crosses another face.
                from * to <= 0.0 && from != to && is_inside(p + (q - p) * (from / (from - to)))
            })
    })
}
