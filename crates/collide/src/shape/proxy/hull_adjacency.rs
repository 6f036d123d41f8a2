//! The corners of a hull that may lie against a direction together: few, and computed once.

use glam::DVec3;

use crate::params::{FACE_SLIVER_SINE, MAX_LISTED_HULL_CORNERS, MAX_LYING_SLOPE};
use crate::shape::ConvexHull;

/// A list of corners for each corner.
#[derive(Debug, Default)]
pub(crate) struct CornerLists {
    /// For each corner, the index in `all` at which its list begins; one entry more than corners.
    starts: Box<[u32]>,
    all: Box<[u32]>,
}

impl CornerLists {
    pub fn of<L: AsRef<[u32]>>(lists: impl Iterator<Item = L>) -> CornerLists {
        let (mut starts, mut all) = (vec![0], Vec::new());
        for list in lists {
            all.extend_from_slice(list.as_ref());
            starts.push(all.len() as u32);
        }
        CornerLists {
            starts: starts.into(),
            all: all.into(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub fn of_corner(&self, corner: usize) -> &[u32] {
        &self.all[self.starts[corner] as usize..self.starts[corner + 1] as usize]
    }
}

/// For each corner of a hull, all corners that may [lie against](crate::shape::is_on_support_feature) any
/// direction together with it while it is the farthest along that direction.
///
/// Such a direction is a sum of the normals of the faces around the corner, with positive factors whose
/// sum is at least its length. So the depth of another corner along it is at least its least depth
/// along one of these normals.
pub(crate) fn lying_candidates(hull: &ConvexHull, corners: &[DVec3]) -> CornerLists {
    if corners.len() > MAX_LISTED_HULL_CORNERS {
        return CornerLists::default();
    }
    let middle = corners.iter().sum::<DVec3>() / corners.len().max(1) as f64;
    let mut normals = vec![Vec::new(); corners.len()];
    for face in hull.faces() {
        let [a, b, c] = face.map(|corner| corners[corner as usize]);
        let (one, other) = (b - a, c - a);
        let across = one.cross(other);
        // A sliver has no reliable normal; with a normal of 0 no corner is deeper.
        let sound = across.length() > FACE_SLIVER_SINE * one.length() * other.length();
        let normal = if sound {
            across.normalize() * (a - middle).dot(across).signum()
        } else {
            DVec3::ZERO
        };
        for corner in face {
            normals[*corner as usize].push(normal);
        }
    }
    CornerLists::of(corners.iter().zip(&normals).map(|(top, normals)| {
        let numbered = (0_u32..).zip(corners);
        let may_lie = numbered.filter(|(_, corner)| {
            let back = *top - **corner;
            let depths = normals.iter().map(|n| back.dot(*n));
            let slope = f64::from(MAX_LYING_SLOPE) * back.length();
            depths.fold(f64::INFINITY, f64::min) <= slope
        });
        may_lie.map(|(number, _)| number).collect::<Vec<_>>()
    }))
}
