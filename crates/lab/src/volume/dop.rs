//! The k-DOP and its limits in another frame by cones.
//!
//! Idea: a body between pairs of planes along k/2 axes. In another frame, each of the k directions there is a
//! sum, with weights that are not negative, of three directions of the body's own frame; the same sum of limits
//! bounds the body. The weights are computed once per query: the directions, as points on a sphere, have a hull
//! of triangles (32 for 18), and each direction lies in the cone of one.
//!
//! Limits: the limits in the other frame are not the tightest; the axes are not of unit length.
//!
//! Source 1, model building and test (the matrix of a query), QuickCD; Klosowski et al. 1998.

use std::sync::LazyLock;

use glam::{DMat3, DVec3};

use crate::hull::incremental;
use crate::mesh_pair::Pose;
use crate::polytope::Plane;
use crate::work::Work;

/// The axes of the 26-DOP: three faces, six edges (in the order of source 1), four corners of a cube. The others
/// have a part of them.
const AXES: [[f64; 3]; 13] = [
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, 0.0, 1.0],
    [1.0, 1.0, 0.0],
    [1.0, 0.0, 1.0],
    [0.0, 1.0, 1.0],
    [1.0, -1.0, 0.0],
    [1.0, 0.0, -1.0],
    [0.0, 1.0, -1.0],
    [1.0, 1.0, 1.0],
    [1.0, 1.0, -1.0],
    [1.0, -1.0, 1.0],
    [-1.0, 1.0, 1.0],
];

/// A direction of a k-DOP: the first half along its axes, the second against them.
pub fn direction<const K: usize>(index: usize) -> DVec3 {
    let axis = index % (K / 2);
    // The 14-DOP has faces and corners, no edges.
    let axis = if K == 14 && axis >= 3 { axis + 6 } else { axis };
    let axis = DVec3::from_array(AXES[axis]);
    if index < K / 2 { axis } else { -axis }
}

/// The greatest height of a body in each of the K directions (m, times the length of the axis).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dop<const K: usize>(pub [f64; K]);

impl<const K: usize> Dop<K> {
    /// The least volume around points.
    pub fn around(points: impl Iterator<Item = DVec3> + Clone) -> Self {
        Self(std::array::from_fn(|i| {
            let heights = points.clone().map(|p| direction::<K>(i).dot(p));
            heights.fold(f64::NEG_INFINITY, f64::max)
        }))
    }

    /// The least volume around two.
    pub fn union(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i].max(other.0[i])))
    }

    /// True if an axis separates the volumes by more than a gap (m, times the length of the axis).
    pub fn separates(&self, other: &Self, axis: usize, gap: f64) -> bool {
        let against = axis + K / 2;
        self.0[axis] + other.0[against] < -gap || other.0[axis] + self.0[against] < -gap
    }

    /// True if the volumes are apart along an axis; counts the axes tried.
    pub fn is_apart(&self, other: &Self, work: &mut Work) -> bool {
        work.ops.tests += 1;
        (0..K / 2).any(|axis| {
            work.ops.axes += 1;
            self.separates(other, axis, 0.0)
        })
    }

    /// The volume of the box of the first three axes (m³): the measure of size in the descent.
    pub fn volume(&self) -> f64 {
        (0..3)
            .map(|axis| self.0[axis] + self.0[axis + K / 2])
            .product()
    }

    /// The middle of the box (m).
    pub fn center(&self) -> DVec3 {
        DVec3::from_array(std::array::from_fn(|axis| {
            (self.0[axis] - self.0[axis + K / 2]) / 2.0
        }))
    }

    /// The planes of all directions, with unit normals.
    pub fn planes(&self) -> Vec<Plane> {
        let plane = |i: usize| {
            let length = direction::<K>(i).length();
            Plane {
                normal: direction::<K>(i) / length,
                offset: self.0[i] / length,
            }
        };
        (0..K).map(plane).collect()
    }
}

/// The corners of a cone, and the inverse of the matrix of their directions.
type Cone = ([usize; 3], DMat3);

/// The triangles of the hull of the directions, as cones.
#[derive(Clone, Copy)]
pub struct Cones<const K: usize>(&'static [Cone]);

/// The cones of 6, 14, 18 and 26 directions.
static CONES: [LazyLock<Vec<Cone>>; 4] = [
    LazyLock::new(cones::<6>),
    LazyLock::new(cones::<14>),
    LazyLock::new(cones::<18>),
    LazyLock::new(cones::<26>),
];

fn cones<const K: usize>() -> Vec<Cone> {
    let points: Vec<DVec3> = (0..K).map(|i| direction::<K>(i).normalize()).collect();
    let hull = incremental::triangles(&points, &mut Work::default());
    let cone = |corners: [usize; 3]| {
        let directions = corners.map(direction::<K>);
        let matrix = DMat3::from_cols_array_2d(&directions.map(|d| d.to_array()));
        (corners, matrix.inverse())
    };
    hull.map(|hull| hull.corners().map(cone).collect())
        .unwrap_or_default()
}

impl<const K: usize> Default for Cones<K> {
    fn default() -> Self {
        let place = match K {
            6 => 0,
            14 => 1,
            18 => 2,
            _ => 3,
        };
        Self(&CONES[place])
    }
}

/// The way from a body's limits to those in another frame.
pub struct Turned<const K: usize> {
    /// For each direction there, three directions of the body and their weights.
    sums: [[(usize, f64); 3]; K],
    /// The height of the body's origin in each direction (m).
    shifts: [f64; K],
}

impl<const K: usize> Turned<K> {
    /// The way for a pose of the body in the other frame.
    pub fn new(cones: &Cones<K>, pose: &Pose) -> Self {
        let back = pose.rotation.conjugate();
        let sum = |i: usize| {
            let wanted = back * direction::<K>(i);
            // The cone whose least weight is greatest: rounding leaves it a little below zero at a border.
            let weights = cones.0.iter();
            let weights = weights.map(|(cone, inverse)| (*cone, *inverse * wanted));
            let best = weights.max_by(|a, b| a.1.min_element().total_cmp(&b.1.min_element()));
            let (cone, weights) = best.expect("the directions have a hull");
            [0, 1, 2].map(|k| (cone[k], weights[k].max(0.0)))
        };
        Self {
            sums: std::array::from_fn(sum),
            shifts: std::array::from_fn(|i| direction::<K>(i).dot(pose.translation)),
        }
    }

    /// The limits there.
    pub fn limits(&self, dop: &Dop<K>, work: &mut Work) -> Dop<K> {
        work.ops.updates += 1;
        Dop(std::array::from_fn(|i| {
            let sum = self.sums[i].iter().map(|(k, weight)| dop.0[*k] * weight);
            self.shifts[i] + sum.sum::<f64>()
        }))
    }
}
