//! Selection of the usable triangles of a mesh: those that have an area and are no duplicates.

use glam::Vec3;

use crate::math::sorted_indices;
use crate::mesh::{HalfEdges, TriMesh};
use crate::model::BuildReport;
use crate::params;

/// A triangle's number in the mesh, and the numbers of its welded corners.
pub(super) type SoundTriangle = (u32, [u32; 3]);

/// The usable part of a mesh, with welded vertices.
pub(super) struct SoundMesh {
    /// The triangles that have an area and are no duplicates.
    pub kept: Vec<SoundTriangle>,
    /// The positions of the welded vertices, by their numbers (m).
    pub places: Vec<Vec3>,
    /// The half-edges of the triangles.
    pub edges: HalfEdges,
}

impl SoundMesh {
    /// The positions of three welded vertices.
    #[inline]
    pub(super) fn points(&self, [a, b, c]: [u32; 3]) -> [Vec3; 3] {
        let place = |number: u32| self.places[number as usize];
        [place(a), place(b), place(c)]
    }
}

/// Finds the valid triangles of a mesh. The report counts the others.
pub(super) fn sound_triangles(mesh: &TriMesh) -> (SoundMesh, BuildReport) {
    let mut report = BuildReport::default();
    let (place_of, places) = weld(mesh.vertices());
    let mut kept = Vec::with_capacity(mesh.triangles().len());
    for (index, &[a, b, c]) in mesh.triangles().iter().enumerate() {
        if is_degenerate(mesh.corner_points(index)) {
            report.degenerate += 1;
        } else {
            let place = |vertex: u32| place_of[vertex as usize];
            kept.push((index as u32, [place(a), place(b), place(c)]));
        }
    }
    let half_edges = |kept: &[SoundTriangle]| {
        let corners: Vec<[u32; 3]> = kept.iter().map(|&(_, places)| places).collect();
        HalfEdges::new(&corners)
    };
    let mut edges = half_edges(&kept);
    // Duplicates have half-edges in the same direction, which most meshes do not have.
    if edges.may_have_duplicates() {
        report.duplicates = drop_duplicates(&mut kept);
        if report.duplicates > 0 {
            edges = half_edges(&kept);
        }
    }
    let sound = SoundMesh {
        kept,
        places,
        edges,
    };
    (sound, report)
}

/// Drops all but the first of equal triangles and returns how many it dropped.
fn drop_duplicates(kept: &mut Vec<SoundTriangle>) -> usize {
    // A triangle wound the other way is no duplicate: sheets may have two sides.
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
    // Equal triangles have the same first corner.
    let mut by_corners = sorted_indices((0..kept.len() as u32).map(|at| turned(at)[0]));
    for same in by_corners.chunk_by_mut(|&p, &q| turned(p)[0] == turned(q)[0]) {
        same.sort_unstable_by_key(|&at| (turned(at), at));
    }
    let mut repeated: Vec<u32> = by_corners
        .windows(2)
        .filter(|pair| turned(pair[0]) == turned(pair[1]))
        .map(|pair| pair[1])
        .collect();
    repeated.sort_unstable();
    let mut at = 0;
    kept.retain(|_| {
        at += 1;
        repeated.binary_search(&(at - 1)).is_err()
    });
    repeated.len()
}

/// For every vertex the number of its welded vertex (equal coordinates, equal number), and the
/// positions of the welded vertices.
fn weld(vertices: &[Vec3]) -> (Vec<u32>, Vec<Vec3>) {
    const FREE: u32 = u32::MAX;
    // A hash table at most half full with linear probing (Knuth, "The Art of Computer Programming",
    // volume 3, section 6.4): the standard one takes three times as long.
    let bits = (2 * vertices.len()).next_power_of_two().ilog2().max(1);
    let mask = (1usize << bits) - 1;
    let mut table = vec![FREE; mask + 1];
    let mut place_of: Vec<u32> = Vec::with_capacity(vertices.len());
    let mut places: Vec<Vec3> = Vec::with_capacity(vertices.len());
    for (number, vertex) in vertices.iter().enumerate() {
        // The upper bits of a product depend on all bits of its factors.
        let mut slot = (hash(vertex) >> (64 - bits)) as usize;
        let place = loop {
            let first = table[slot];
            if first == FREE {
                table[slot] = number as u32;
                places.push(*vertex);
                break places.len() as u32 - 1;
            }
            // Compared as numbers, so that -0 equals 0.
            if vertices[first as usize] == *vertex {
                break place_of[first as usize];
            }
            slot = (slot + 1) & mask;
        };
        place_of.push(place);
    }
    (place_of, places)
}

/// A hash of coordinates in which -0 equals 0.
fn hash(vertex: &Vec3) -> u64 {
    // An odd number near 2^64 divided by the golden section (Fibonacci hashing, Knuth, section 6.4).
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let bits = |coordinate: f32| u64::from((coordinate + 0.0).to_bits());
    let hash = (bits(vertex.x) << 32 | bits(vertex.y)).wrapping_mul(SPREAD);
    (hash ^ hash >> 32 ^ bits(vertex.z)).wrapping_mul(SPREAD)
}

/// True if a triangle has no area: its height is at most 1e-7 of its longest edge. See
/// [`params::DEGENERATE_HEIGHT_SQUARED`].
pub(super) fn is_degenerate(corners: [Vec3; 3]) -> bool {
    let [a, b, c] = corners;
    let (a, b, c) = (a.as_dvec3(), b.as_dvec3(), c.as_dvec3());
    let twice_area_squared = (b - a).cross(c - a).length_squared();
    let longest = (b - a)
        .length_squared()
        .max((c - b).length_squared())
        .max((a - c).length_squared());
    twice_area_squared <= params::DEGENERATE_HEIGHT_SQUARED * longest * longest
}
