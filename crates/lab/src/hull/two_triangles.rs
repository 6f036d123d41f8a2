//! The incremental hull from two triangles of opposite winding over the first three points, as source 3 has it.
//!
//! Idea: the start is flat and closed. A face is visible from a further point if the signed volume of the face and the
//! point is positive; the horizon is found with a visible mark for each face, and faces over it are added.
//!
//! When: to see the source's pitfall. Limits: a point in the plane of the faces that it lies beyond has no visible face and
//! is skipped for good, so a cube can lose a corner; the first three points must not lie in one line.
//!
//! Source 3, incremental convex hull; O'Rourke, *Computational Geometry in C*.

use glam::DVec3;

use super::HullError;
use crate::registry::{Gives, Limit, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "hull-two-triangles",
    stage: Stage::Hull,
    source: "3, incremental convex hull",
    paper: "O'Rourke 1998",
    about: "points one by one from two triangles over the first three points",
    gives: &[Gives::Faces],
    limits: &[Limit::LosesCorners],
    method: Method::Hull(faces),
};

fn faces(points: &[DVec3], work: &mut Work) -> Result<Vec<Vec<usize>>, HullError> {
    let [a, b, c] = *points.first_chunk::<3>().ok_or(HullError::Flat)?;
    if (b - a).cross(c - a) == DVec3::ZERO {
        return Err(HullError::Flat);
    }
    let mut faces = vec![[0, 1, 2], [0, 2, 1]];
    for point in 3..points.len() {
        work.ops.axes += faces.len() as u64;
        let sees = |f: &[usize; 3]| {
            let [a, b, c] = f.map(|i| points[i] - points[point]);
            a.cross(b).dot(c) < 0.0
        };
        let (visible, kept): (Vec<_>, Vec<_>) = faces.iter().copied().partition(sees);
        if visible.is_empty() {
            continue;
        }
        work.step("point", || vec![point as f64, faces.len() as f64]);
        let sides = |f: &[usize; 3]| [[f[0], f[1]], [f[1], f[2]], [f[2], f[0]]];
        let all: Vec<[usize; 2]> = visible.iter().flat_map(sides).collect();
        let horizon = all.iter().filter(|[from, to]| !all.contains(&[*to, *from]));
        faces = kept;
        faces.extend(horizon.map(|&[from, to]| [from, to, point]));
    }
    if faces.len() < 4 {
        return Err(HullError::Flat);
    }
    Ok(faces.into_iter().map(|f| f.to_vec()).collect())
}
