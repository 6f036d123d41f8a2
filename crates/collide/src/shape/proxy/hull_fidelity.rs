//! The features of a mesh's convex hull that are the mesh's own.
//!
//! Bodies mostly touch with parts of their hulls, and queries of hulls are far faster than queries of meshes.
//! But a hull also bridges hollows, and a bridge is empty space.

use glam::DVec3;

use crate::mesh::TriMesh;
use crate::params::{
    HULL_FACE_GAP_TOLERANCE, HULL_FACE_PLANE_TOLERANCE, MAX_HULL_FIDELITY_PAIRS, MAX_MEMBERS,
};
use crate::shape::ConvexHull;
use crate::shape::proxy::coverage::is_covered;

/// The faces of a hull by corner, with a flag for those that the mesh covers. Empty for shapes that are no
/// mesh.
#[derive(Clone, Debug, Default)]
pub(crate) struct HullFidelity {
    /// For each corner, the index in `faces` at which its faces begin; one entry more than corners.
    starts: Vec<u32>,
    /// The other two corners of a face, and true if the mesh covers it.
    faces: Vec<([u32; 2], bool)>,
}

impl HullFidelity {
    /// Compares a mesh with its hull.
    pub fn new(hull: &ConvexHull, mesh: &TriMesh) -> HullFidelity {
        let faces = hull.faces();
        if faces.len() * mesh.triangles().len() > MAX_HULL_FIDELITY_PAIRS {
            return HullFidelity::default();
        }
        let place = |v: &u32| hull.vertices()[*v as usize].as_dvec3();
        let triangles: Vec<[DVec3; 3]> = (mesh.triangles().iter())
            .map(|t| t.map(|v| mesh.vertices()[v as usize].as_dvec3()))
            .collect();
        let size = f64::from(hull.aabb().half_extents().length());
        let slack = HULL_FACE_PLANE_TOLERANCE * size.min(1.0);
        let thin = HULL_FACE_GAP_TOLERANCE * size;
        let is_real: Vec<bool> = (faces.iter())
            .map(|face| is_covered(face.each_ref().map(place), &triangles, slack, thin))
            .collect();
        let mut around = vec![Vec::new(); hull.vertices().len()];
        for (&[a, b, c], &real) in faces.iter().zip(&is_real) {
            for [at, first, second] in [[a, b, c], [b, c, a], [c, a, b]] {
                around[at as usize].push(([first, second], real));
            }
        }
        let mut starts = vec![0];
        let ends = around.iter().scan(0, |end, faces| {
            *end += faces.len() as u32;
            Some(*end)
        });
        starts.extend(ends);
        HullFidelity {
            starts,
            faces: around.concat(),
        }
    }

    /// True if the hull was not compared with a mesh.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// The faces around a corner: the two other corners of each, and true if the mesh covers it.
    fn faces_around(&self, corner: u32) -> &[([u32; 2], bool)] {
        let [from, to] = [0, 1].map(|i| self.starts[corner as usize + i] as usize);
        &self.faces[from..to]
    }

    /// True if the corner, edge or face that these corners of the hull form belongs to the mesh.
    pub fn has_feature(&self, corners: &[(u32, DVec3)]) -> bool {
        if self.is_empty() || corners.len() < 2 {
            // Every corner of the hull is a vertex of the mesh.
            return !self.is_empty();
        }
        if let [(one, _), (other, _)] = corners {
            let mut faces = self.faces_around(*one).iter();
            return faces.any(|(others, is_real)| *is_real && others.contains(other));
        }
        let mut members = [0_u64; MAX_MEMBERS / 64];
        for (corner, _) in corners {
            match members.get_mut(*corner as usize / 64) {
                Some(word) => *word |= 1 << (corner % 64),
                None => return false,
            }
        }
        let among = |v: &u32| {
            let word = members.get(*v as usize / 64);
            word.is_some_and(|word| word >> (v % 64) & 1 != 0)
        };
        let (mut real, mut bridges) = (0, 0);
        for (corner, _) in corners {
            for (others, is_real) in self.faces_around(*corner) {
                // The face has three of the corners, or is next to the edge between two.
                let shared = others.iter().filter(|v| among(v)).count();
                if 1 + shared >= corners.len().min(3) {
                    real += usize::from(*is_real);
                    bridges += usize::from(!is_real);
                }
            }
        }
        // All faces of the polygon have to be covered; without this check its corners may be joined by
        // bridges alone. Every face is counted at each of its three corners.
        bridges == 0 && real >= 3 * (corners.len() - 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    /// A box with a notch in its top: a U, seen from the front.
    fn notched() -> TriMesh {
        let ring = [
            [-2.0, 0.0],
            [2.0, 0.0],
            [2.0, 2.0],
            [1.0, 2.0],
            [1.0, 1.0],
            [-1.0, 1.0],
            [-1.0, 2.0],
            [-2.0, 2.0],
        ];
        let at = |z: f32| ring.map(|[x, y]: [f32; 2]| Vec3::new(x, y, z));
        let vertices = [at(0.0), at(1.0)].concat();
        let mut triangles = Vec::new();
        for i in 0..8_u32 {
            let j = (i + 1) % 8;
            triangles.extend([[i, j, i + 8], [j, j + 8, i + 8]]);
        }
        for [a, b, c, d] in [[0, 1, 4, 5], [1, 2, 3, 4], [0, 5, 6, 7]] {
            triangles.extend([[a, c, b], [a, d, c]]);
            triangles.extend([[a + 8, b + 8, c + 8], [a + 8, c + 8, d + 8]]);
        }
        TriMesh::new(vertices, triangles).unwrap()
    }

    fn corners_at(hull: &ConvexHull, places: &[[f32; 3]]) -> Vec<(u32, DVec3)> {
        let place = |p: &[f32; 3]| {
            let found = hull.vertices().iter().position(|v| v.to_array() == *p);
            (found.unwrap() as u32, DVec3::ZERO)
        };
        places.iter().map(place).collect()
    }

    #[test]
    fn a_notch_is_bridged_and_all_else_is_real() {
        let mesh = notched();
        let hull = ConvexHull::from_points(mesh.vertices()).unwrap();
        let surface = HullFidelity::new(&hull, &mesh);
        let has_feature = |places: &[[f32; 3]]| surface.has_feature(&corners_at(&hull, places));
        let bottom = [[-2., 0., 0.], [2., 0., 0.], [2., 0., 1.], [-2., 0., 1.]];
        assert!(has_feature(&bottom) && has_feature(&bottom[..2]) && has_feature(&bottom[..1]));
        let side = [[2., 0., 0.], [2., 2., 0.], [2., 2., 1.], [2., 0., 1.]];
        assert!(has_feature(&side) && has_feature(&side[1..3]));
        let bridge = [[-2., 2., 0.], [2., 2., 0.], [2., 2., 1.], [-2., 2., 1.]];
        assert!(!has_feature(&bridge) && has_feature(&bridge[..1]));
        // The front contains the notch, so a part of it is empty.
        let front = [[-2., 0., 0.], [2., 0., 0.], [2., 2., 0.], [-2., 2., 0.]];
        assert!(!has_feature(&front));
    }

    #[test]
    fn a_box_is_its_hull_whichever_way_its_sides_are_cut() {
        let corners =
            (0..8).map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32));
        let mut corners: Vec<Vec3> = corners.collect();
        let mesh = ConvexHull::from_points(&corners)
            .unwrap()
            .to_mesh()
            .unwrap();
        corners.reverse();
        corners.rotate_left(3);
        let hull = ConvexHull::from_points(&corners).unwrap();
        let surface = HullFidelity::new(&hull, &mesh);
        assert!(surface.faces.iter().all(|(_, real)| *real));
        assert!(!HullFidelity::default().has_feature(&[(0, DVec3::ZERO)]));
    }
}
