//! Which corners and edges of a mesh can be contacts at all.

use glam::{DVec3, Vec3};

use crate::geometry::{Across, HalfEdges, half_edges};

/// Edges that bend by less than this, as the sine of the angle, are no edges.
pub(super) const FLAT: f64 = 1e-3;

/// For every triangle the corners (bits 0 to 2) and edges (bits 3 to 5) that are to be looked at
/// with it. Each corner and each edge belongs to one of the triangles around it, so that a pair of
/// features comes up once.
///
/// Left out is what can be no contact whichever way it is seen: flat edges, and corners with none
/// but flat edges around them. The valleys of a solid are left out too: seen from outside, there is
/// always something before them. `corners` are the places of each triangle's corners.
pub(crate) fn features(edges: &HalfEdges, corners: &[[Vec3; 3]]) -> Vec<u8> {
    let count = edges.len() as u32;
    // Of any length: comparing squares takes no root.
    let normals: Vec<DVec3> = corners
        .iter()
        .map(|[a, b, c]| {
            let [a, b, c] = [a.as_dvec3(), b.as_dvec3(), c.as_dvec3()];
            (b - a).cross(c - a)
        })
        .collect();
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
        let here = normals[edge as usize / 3];
        let there = normals[twin as usize / 3];
        let there = if opposed { there } else { -there };
        let sine_squared = here.cross(there).length_squared();
        let whole_squared = here.length_squared() * there.length_squared();
        is_ridge[edge as usize] =
            if here.dot(there) > 0.0 && sine_squared <= FLAT * FLAT * whole_squared {
                false
            } else {
                let beyond = corner(half_edges::previous(twin)) - corner(edge);
                !is_solid || beyond.dot(here) < 0.0
            };
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

    /// A grid of 2 x 2 squares, its middle lifted by `tip`.
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
        features(&edges, &corners)
    }

    fn count(features: &[u8]) -> (u32, u32) {
        let bits = |mask: u8| features.iter().map(|f| (f & mask).count_ones()).sum();
        (bits(7), bits(56))
    }

    #[test]
    fn of_a_flat_sheet_the_border_remains_and_of_a_tent_all() {
        // The rim's eight corners and edges; with the tip the eight edges within.
        assert_eq!(count(&grid(0.0)), (8, 8));
        assert_eq!(count(&grid(0.5)), (9, 16));
    }
}
