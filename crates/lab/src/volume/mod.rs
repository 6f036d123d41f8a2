//! Bounding volumes: a volume encloses triangles, so volumes that are apart prove that their contents are.

use std::collections::BTreeSet;
use std::fmt::Debug;

use glam::{DMat3, DVec3};

use crate::mesh_pair::Pose;
use crate::params::TOUCH;
use crate::polytope::Plane;
use crate::work::Work;

pub mod box_144;
pub mod closure;
pub mod dop;
pub mod dop_volume;
pub mod hull_node;
pub mod ideal;
pub mod judge;
pub mod layered;
pub mod octree_spheres;
pub mod oriented_box;
pub mod oriented_box_fit;
pub mod oriented_dop;
pub mod sphere;

/// A triangle.
pub type Triangle = [DVec3; 3];

/// The reference by which the answers about two volumes are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exact {
    /// None: volumes may be called overlapping though they are apart.
    No,
    /// The planes of the volumes: volumes are called apart if and only if they are.
    Planes,
    /// The hulls of the contents.
    Hulls,
    /// The contents as surfaces.
    Surfaces,
}

/// A kind of volume, with its rules for fitting and testing.
pub trait BoundingVolume: Copy + Debug + Sync + 'static {
    /// A volume.
    type Volume: Clone + Debug;
    /// The way into another frame, prepared once per query.
    type Frame;

    /// The volume around some triangles, at least one.
    fn fit(&self, content: &[Triangle]) -> Self::Volume;

    /// The volume around two, if it can be had without their contents.
    fn union(&self, _: &Self::Volume, _: &Self::Volume) -> Option<Self::Volume> {
        None
    }

    /// The way into a frame in which the body has this pose.
    fn frame(&self, pose: &Pose) -> Self::Frame;

    /// The volume in that frame.
    fn in_frame(&self, volume: &Self::Volume, frame: &Self::Frame, work: &mut Work)
    -> Self::Volume;

    /// True if two volumes of one frame are proved apart. Volumes that touch are not.
    fn is_apart(&self, a: &Self::Volume, b: &Self::Volume, work: &mut Work) -> bool;

    /// The height of a point above the surface; negative or 0 inside (m).
    fn height(&self, volume: &Self::Volume, p: DVec3) -> f64;

    /// The size by which a descent chooses (m³).
    fn size(&self, volume: &Self::Volume) -> f64;

    /// The true volume, by which builders choose (m³).
    fn true_size(&self, volume: &Self::Volume) -> f64 {
        self.size(volume)
    }

    /// The axes along which a builder splits the content.
    fn axes(&self, _: &Self::Volume) -> DMat3 {
        DMat3::IDENTITY
    }

    /// The half-spaces whose common part is the volume; empty if it is round.
    fn planes(&self, _: &Self::Volume) -> Vec<Plane> {
        Vec::new()
    }

    /// The reference by which answers are judged.
    fn exact(&self) -> Exact {
        Exact::No
    }

    /// The numbers that a volume stores.
    fn numbers(&self, volume: &Self::Volume) -> usize;
}

/// The corners of triangles, each once.
pub fn corners(content: &[Triangle]) -> Vec<DVec3> {
    let mut known = BTreeSet::new();
    let all = content.iter().flatten();
    let new = all.filter(|p| known.insert(p.to_array().map(f64::to_bits)));
    new.copied().collect()
}

/// The points that lie on three planes and within all others: the corners of a body given by its half-spaces.
/// Points may lie outside by `slack` (m); if it is negative, they lie inside by as much.
pub fn corners_of(planes: &[Plane], slack: f64) -> impl Iterator<Item = DVec3> {
    let count = planes.len();
    let triples = (0..count).flat_map(move |i| {
        (0..i).flat_map(move |j| (0..j).map(move |k| [planes[i], planes[j], planes[k]]))
    });
    triples.filter_map(move |[p, q, r]| {
        let products = [q, r, p].map(|plane| plane.normal);
        let [a, b, c] = [
            products[0].cross(products[1]),
            products[1].cross(products[2]),
            products[2].cross(products[0]),
        ];
        let det = p.normal.dot(a);
        // Planes that barely cross give a corner that other triples give as well.
        if det.abs() < 1e-9 {
            return None;
        }
        let point = (a * p.offset + b * q.offset + c * r.offset) / det;
        let is_inside = planes.iter().all(|plane| plane.height(point) <= slack);
        is_inside.then_some(point)
    })
}

/// The volume of a body given by its half-spaces (m³): a third of each face's area times its height, from the
/// corners of the face in their order around its middle.
pub fn size_of_planes(planes: &[Plane]) -> f64 {
    let size = planes
        .iter()
        .map(|plane| plane.offset.abs())
        .fold(0.0, f64::max);
    let touch = TOUCH * size;
    let corners: Vec<DVec3> = corners_of(planes, touch).collect();
    let Some(inside) = corners.first() else {
        return 0.0;
    };
    let faces = planes.iter().map(|plane| {
        let on = corners
            .iter()
            .filter(|p| plane.height(**p).abs() <= 4.0 * touch);
        let mut on: Vec<DVec3> = on.copied().collect();
        let middle = on.iter().sum::<DVec3>() / on.len().max(1) as f64;
        let (x, y) = plane.normal.any_orthonormal_pair();
        let angle = |p: &DVec3| libm::atan2((*p - middle).dot(y), (*p - middle).dot(x));
        on.sort_by(|p, q| angle(p).total_cmp(&angle(q)));
        let sides = on.iter().zip(on.iter().cycle().skip(1));
        let area = sides.map(|(p, q)| (*p - middle).cross(*q - middle).length() / 2.0);
        -plane.height(*inside) * area.sum::<f64>() / 3.0
    });
    faces.sum()
}
