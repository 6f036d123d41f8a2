//! Which triangles of a mesh are used: those that have an area and are not there twice.

use std::collections::HashMap;

use glam::Vec3;

use super::BuildReport;
use crate::geometry::{TriMesh, sorted_indices};

/// A triangle's number in the mesh, and the numbers of its corners' places.
pub(super) type Kept = (u32, [u32; 3]);

/// The triangles that have an area and are not there twice, with welded corners.
pub(super) fn sound_triangles(mesh: &TriMesh) -> (Vec<Kept>, BuildReport) {
    let mut report = BuildReport::default();
    let places = weld(mesh.vertices());
    let mut kept = Vec::with_capacity(mesh.triangles().len());
    for (index, corners) in mesh.triangles().iter().enumerate() {
        if is_degenerate(mesh.corner_points(index)) {
            report.degenerate += 1;
        } else {
            kept.push((index as u32, corners.map(|v| places[v as usize])));
        }
    }
    // The same triangle from the other side is no duplicate: sheets may have two sides.
    let turned = |at: u32| {
        let [a, b, c] = kept[at as usize].1;
        let first = a.min(b).min(c);
        if first == a {
            [a, b, c]
        } else if first == b {
            [b, c, a]
        } else {
            [c, a, b]
        }
    };
    // Those that could be equal have the same first corner: a few each.
    let mut by_corners = sorted_indices((0..kept.len() as u32).map(|at| turned(at)[0]));
    for same in by_corners.chunk_by_mut(|&p, &q| turned(p)[0] == turned(q)[0]) {
        same.sort_unstable_by_key(|&at| (turned(at), at));
    }
    let mut repeated: Vec<u32> = by_corners
        .windows(2)
        .filter(|pair| turned(pair[0]) == turned(pair[1]))
        .map(|pair| pair[1])
        .collect();
    report.duplicates = repeated.len();
    if !repeated.is_empty() {
        repeated.sort_unstable();
        let mut at = 0;
        kept.retain(|_| {
            at += 1;
            repeated.binary_search(&(at - 1)).is_err()
        });
    }
    (kept, report)
}

/// For every vertex the number of its place: equal coordinates, equal number.
fn weld(vertices: &[Vec3]) -> Vec<u32> {
    let mut seen: HashMap<[u32; 3], u32> = HashMap::with_capacity(vertices.len());
    vertices
        .iter()
        .map(|v| {
            // Adding zero makes -0 and 0 one.
            let key = v.to_array().map(|c| (c + 0.0).to_bits());
            let next = seen.len() as u32;
            *seen.entry(key).or_insert(next)
        })
        .collect()
}

/// Whether a triangle has no area to speak of: its height is under 1e-7 of its longest edge,
/// which is what f32 corners can say at all.
pub(super) fn is_degenerate(corners: [Vec3; 3]) -> bool {
    let [a, b, c] = corners.map(|p| p.as_dvec3());
    let twice_area_squared = (b - a).cross(c - a).length_squared();
    let longest = (b - a)
        .length_squared()
        .max((c - b).length_squared())
        .max((a - c).length_squared());
    twice_area_squared <= 1e-14 * longest * longest
}
