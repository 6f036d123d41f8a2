//! The corners and edges of a mesh that can be in contact.

use glam::Vec3;

use crate::mesh::{Across, HalfEdges, half_edges};
use crate::params;

/// For every triangle the corners (bits 0 to 2) and edges (bits 3 to 5) that contact queries test
/// with it. Each corner and each edge belongs to one of the triangles around it, so that a pair of
/// features is tested once.
///
/// Features that cannot be in contact from any direction are left out: flat edges, and corners whose edges
/// are all flat. The concave edges of a solid are left out too, since from outside other parts of the surface
/// are always nearer. `corners` are the corners of each triangle (m), and `planes` their planes: a unit
/// normal and the offset.
pub(crate) fn contact_features(
    edges: &HalfEdges,
    corners: &[[Vec3; 3]],
    planes: &[[f32; 4]],
) -> Vec<u8> {
    let count = edges.len() as u32;
    let corner = |edge: u32| corners[edge as usize / 3][edge as usize % 3].as_dvec3();
    let is_solid = edges.is_oriented();
    let mut is_ridge = vec![true; count as usize];
    for edge in 0..count {
        let Across::Twin {
            edge: twin,
            opposed,
        } = edges.across(edge)
        else {
            continue;
        };
        if twin < edge {
            is_ridge[edge as usize] = is_ridge[twin as usize];
            continue;
        }
        let normal = |edge: u32| {
            let [x, y, z, _] = planes[edge as usize / 3];
            Vec3::new(x, y, z).as_dvec3()
        };
        let (here, there) = (normal(edge), normal(twin));
        let there = if opposed { there } else { -there };
        let flat = params::FLAT_EDGE_SINE * params::FLAT_EDGE_SINE;
        let is_flat = here.dot(there) > 0.0 && here.cross(there).length_squared() <= flat;
        let beyond = || corner(half_edges::previous(twin)) - corner(edge);
        is_ridge[edge as usize] = !is_flat && (!is_solid || beyond().dot(here) < 0.0);
    }
    let mut features = edges.owned();
    for (triangle, bits) in features.iter_mut().enumerate() {
        for i in 0..3 {
            let edge = (3 * triangle + i) as u32;
            if !is_ridge[edge as usize] {
                *bits &= !(8 << i);
            }
            if *bits >> i & 1 != 0 {
                let mut has_ridge = false;
                edges.around(edge, |at| {
                    let before = half_edges::previous(at);
                    has_ridge |= is_ridge[at as usize] || is_ridge[before as usize];
                    !has_ridge
                });
                if !has_ridge {
                    *bits &= !(1 << i);
                }
            }
        }
    }
    features
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grid of 2 x 2 squares with its middle raised by `tip`.
    fn grid(tip: f32) -> Vec<u8> {
        let mut triangles = Vec::new();
        for i in 0..4_u32 {
            let a = i / 2 * 3 + i % 2;
            triangles.extend([[a, a + 3, a + 1], [a + 1, a + 3, a + 4]]);
        }
        let place = |v: u32| {
            let lift = if v == 4 { tip } else { 0.0 };
            Vec3::new((v % 3) as f32, lift, (v / 3) as f32)
        };
        let edges = HalfEdges::new(&triangles);
        let corners: Vec<[Vec3; 3]> = triangles.iter().map(|t| t.map(place)).collect();
        let planes: Vec<[f32; 4]> = corners
            .iter()
            .map(|&[a, b, c]| {
                let normal = (b - a).cross(c - a).normalize();
                [normal.x, normal.y, normal.z, normal.dot(a)]
            })
            .collect();
        contact_features(&edges, &corners, &planes)
    }

    fn count(features: &[u8]) -> (u32, u32) {
        let bits = |mask: u8| features.iter().map(|f| (f & mask).count_ones()).sum();
        (bits(7), bits(56))
    }

    #[test]
    fn of_a_flat_sheet_the_border_remains_and_of_a_tent_all() {
        // The flat sheet has the eight corners and edges of the rim; the tip adds a corner and eight inner
        // edges.
        assert_eq!(count(&grid(0.0)), (8, 8));
        assert_eq!(count(&grid(0.5)), (9, 16));
    }
}
