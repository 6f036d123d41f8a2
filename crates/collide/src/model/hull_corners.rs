//! The corners of a model's convex hull: the support point along any direction is one of them.

use glam::{DVec3, Vec3};

use crate::mesh::{ConvexHull, HalfEdges};
use crate::params;
use crate::piece::{PieceBlock, farthest};

/// The corners of a hull, four in each block; empty if they are not known.
#[derive(Clone, Debug, Default)]
pub(crate) struct HullCorners {
    /// Spare lanes repeat the last corner.
    blocks: Vec<PieceBlock>,
    is_surface: bool,
}

impl HullCorners {
    /// The corners of the hull of numbered vertices, which may be repeated. Equal positions have
    /// equal numbers.
    pub(crate) fn new(all: impl Iterator<Item = (u32, Vec3)>) -> Self {
        let mut is_known: Vec<bool> = Vec::new();
        let mut places = Vec::new();
        for (number, place) in all {
            let number = number as usize;
            if number >= is_known.len() {
                is_known.resize(2 * number + 64, false);
            }
            if !std::mem::replace(&mut is_known[number], true) {
                places.push(place);
            }
            if places.len() > params::MOST_HULL_VERTICES {
                return HullCorners::default();
            }
        }
        // Flat meshes have no hull with a volume.
        let Ok(hull) = ConvexHull::from_points(&places) else {
            return HullCorners::default();
        };
        let corners = hull.vertices();
        if corners.len() > params::MOST_HULL_CORNERS {
            return HullCorners::default();
        }
        let padded = corners.len().next_multiple_of(4);
        let at = |index: usize| corners[index.min(corners.len() - 1)];
        HullCorners {
            blocks: (0..padded)
                .step_by(4)
                .map(|first| {
                    let four: [Vec3; 4] = std::array::from_fn(|lane| at(first + lane));
                    [0, 1, 2].map(|axis| four.map(|corner| corner[axis]))
                })
                .collect(),
            is_surface: false,
        }
    }

    /// Tests if these triangles with their half-edges are the whole surface of the hull. Queries may then use
    /// the hull in place of the mesh.
    ///
    /// They are if each lies in a side of the hull and together they enclose a volume: a closed
    /// surface inside the hull's surface encloses all of the hull or nothing.
    pub(crate) fn detect_own_surface(
        &mut self,
        triangles: impl ExactSizeIterator<Item = [Vec3; 3]> + Clone,
        edges: &HalfEdges,
    ) {
        self.is_surface = !self.is_empty()
            && triangles.len() * 4 * self.blocks.len() <= params::MOST_OWN_HULL_TESTS
            && edges.is_closed()
            && edges.is_oriented()
            && self.encloses_hull(triangles);
    }

    /// True if a closed surface lies in the hull's sides and encloses the hull.
    fn encloses_hull(&self, triangles: impl Iterator<Item = [Vec3; 3]> + Clone) -> bool {
        let center = self.corners().sum::<DVec3>() / (4 * self.blocks.len()) as f64;
        let mut triangles = triangles.map(|corners| corners.map(|p| p.as_dvec3() - center));
        let volumes = (triangles.clone()).map(|[a, b, c]| a.cross(b).dot(c) / 6.0);
        let volume: f64 = volumes.sum();
        let slack = params::HULL_FLATNESS
            * self
                .corners()
                .map(|p| p.abs().max_element())
                .fold(0.0, f64::max);
        // If the surface encloses nothing, some of its triangles face inwards and fail.
        triangles.all(|[a, b, c]| {
            let across = (b - a).cross(c - a) * volume.signum();
            let limit = across.dot(a) + slack * across.length();
            self.corners().all(|p| across.dot(p - center) <= limit)
        })
    }

    /// All corners; the last one may be repeated.
    pub(crate) fn corners(&self) -> impl Iterator<Item = DVec3> {
        let four = |[x, y, z]: &PieceBlock| {
            let place = |lane: usize| Vec3::new(x[lane], y[lane], z[lane]).as_dvec3();
            [place(0), place(1), place(2), place(3)]
        };
        self.blocks.iter().flat_map(four)
    }

    /// True if the hull is the mesh itself. Not determined (false) for meshes of many triangles.
    pub(crate) fn is_surface(&self) -> bool {
        self.is_surface
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The corner farthest along a direction, in f32.
    #[inline]
    pub(crate) fn farthest(&self, direction: Vec3) -> Vec3 {
        farthest(&self.blocks, direction)
    }

    /// Bytes that the corners take.
    pub(crate) fn memory(&self) -> usize {
        size_of_val(&self.blocks[..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::TriMesh;
    use crate::{BuildOptions, Model};

    const BOX: [[u32; 3]; 12] = [
        [0, 2, 1],
        [1, 2, 3],
        [4, 5, 6],
        [5, 7, 6],
        [0, 1, 4],
        [1, 5, 4],
        [2, 6, 3],
        [3, 6, 7],
        [0, 4, 2],
        [2, 4, 6],
        [1, 3, 5],
        [3, 7, 5],
    ];

    fn corner(bits: u32) -> Vec3 {
        Vec3::new(
            (bits & 1) as f32,
            (bits >> 1 & 1) as f32,
            (bits >> 2) as f32,
        )
    }

    fn is_own_hull(vertices: Vec<Vec3>, triangles: &[[u32; 3]]) -> bool {
        let mesh = TriMesh::new(vertices, triangles.to_vec()).expect("a mesh");
        let model = Model::build(&mesh, &BuildOptions::default()).expect("a model");
        model.hull.is_surface()
    }

    #[test]
    fn a_box_is_its_own_hull_whichever_side_is_out() {
        let corners: Vec<_> = (0..8).map(corner).collect();
        assert!(is_own_hull(corners.clone(), &BOX));
        let inside_out = BOX.map(|[a, b, c]| [a, c, b]);
        assert!(is_own_hull(corners.clone(), &inside_out));
        let turned = glam::Quat::from_xyzw(0.1, 0.7, -0.3, 0.4).normalize();
        let elsewhere = corners.iter().map(|p| turned * *p * 0.37 + 5.0);
        assert!(is_own_hull(elsewhere.collect(), &BOX));
    }

    #[test]
    fn open_dented_and_one_sided_boxes_are_not() {
        let corners: Vec<_> = (0..8).map(corner).collect();
        assert!(!is_own_hull(corners.clone(), &BOX[1..]));
        let mut mixed = BOX;
        mixed[3].swap(0, 1);
        assert!(!is_own_hull(corners.clone(), &mixed));
        // A lid with its middle pressed in by a thousandth of its size.
        let mut dented = corners;
        dented.push(Vec3::new(0.5, 0.5, 0.999));
        let mut triangles = BOX.to_vec();
        triangles.retain(|t| !matches!(t, [4, 5, 6] | [5, 7, 6]));
        triangles.extend([[4, 5, 8], [5, 7, 8], [7, 6, 8], [6, 4, 8]]);
        assert!(!is_own_hull(dented.clone(), &triangles));
        dented[8].z = 1.001;
        assert!(is_own_hull(dented, &triangles), "raised it is a roof");
    }

    /// Two closed sheets, whose triangles all lie in the sides of their hull, but not on all of the sides.
    #[test]
    fn two_sheets_with_two_sides_each_are_not_their_hull() {
        let corners: Vec<_> = (0..8).map(corner).collect();
        let lids = [[0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6]];
        let both: Vec<_> = lids
            .into_iter()
            .flat_map(|[a, b, c]| [[a, b, c], [a, c, b]])
            .collect();
        assert!(!is_own_hull(corners, &both));
    }
}
