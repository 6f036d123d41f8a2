//! The 18-DOP and its limits in another frame by cones.
//!
//! Idea: a body between pairs of planes along nine axes. In another frame, each of the 18 directions there is a
//! sum, with weights that are not negative, of three directions of the body's own frame; the same sum of limits
//! bounds the body. The weights are computed once per query: the 18 directions, as points on a sphere, have a
//! hull of 32 triangles, and each direction lies in the cone of one.
//!
//! Limits: the limits in the other frame are not the tightest; the axes are not of unit length.
//!
//! Source 1, model building and test (the matrix of a query); Klosowski et al. 1998.

use glam::{DMat3, DVec3};

use super::Pose;
use crate::hull::incremental;
use crate::work::Work;

/// The nine axes of source 1.
pub const AXES: [[f64; 3]; 9] = [
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, 0.0, 1.0],
    [1.0, 1.0, 0.0],
    [1.0, 0.0, 1.0],
    [0.0, 1.0, 1.0],
    [1.0, -1.0, 0.0],
    [1.0, 0.0, -1.0],
    [0.0, 1.0, -1.0],
];

/// A direction of an axis: 0 to 8 along, 9 to 17 against.
fn direction(index: usize) -> DVec3 {
    let axis = DVec3::from_array(AXES[index % 9]);
    if index < 9 { axis } else { -axis }
}

/// The greatest height of a body in each of the 18 directions (m, times the length of the axis).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dop18(pub [f64; 18]);

impl Dop18 {
    /// The least volume around points.
    pub fn around(points: impl Iterator<Item = DVec3> + Clone) -> Self {
        Self(std::array::from_fn(|i| {
            let heights = points.clone().map(|p| direction(i).dot(p));
            heights.fold(f64::NEG_INFINITY, f64::max)
        }))
    }

    /// The least volume around two.
    pub fn union(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i].max(other.0[i])))
    }

    /// True if the volumes are apart along an axis; counts the axes tried.
    pub fn is_apart(&self, other: &Self, work: &mut Work) -> bool {
        work.ops.tests += 1;
        (0..9).any(|axis| {
            work.ops.axes += 1;
            self.0[axis] < -other.0[axis + 9] || other.0[axis] < -self.0[axis + 9]
        })
    }

    /// The volume of the box of the first three axes (m³): the measure of size in the descent.
    pub fn volume(&self) -> f64 {
        (0..3).map(|axis| self.0[axis] + self.0[axis + 9]).product()
    }

    /// The middle of the box (m).
    pub fn center(&self) -> DVec3 {
        DVec3::from_array(std::array::from_fn(|axis| {
            (self.0[axis] - self.0[axis + 9]) / 2.0
        }))
    }
}

/// The triangles of the hull of the 18 directions.
pub struct Cones(Vec<[usize; 3]>);

impl Default for Cones {
    fn default() -> Self {
        let points: Vec<DVec3> = (0..18).map(|i| direction(i).normalize()).collect();
        let hull = incremental::triangles(&points, &mut Work::default());
        Self(
            hull.map(|hull| hull.corners().collect())
                .unwrap_or_default(),
        )
    }
}

/// The way from a body's limits to those in another frame.
pub struct Turned {
    /// For each direction there, three directions of the body and their weights.
    sums: [[(usize, f64); 3]; 18],
    /// The height of the body's origin in each direction (m).
    shifts: [f64; 18],
}

impl Turned {
    /// The way for a pose of the body in the other frame.
    pub fn new(cones: &Cones, pose: &Pose) -> Self {
        let back = pose.rotation.conjugate();
        let sum = |i: usize| {
            let wanted = back * direction(i);
            // The cone whose least weight is greatest: rounding leaves it a little below zero at a border.
            let weights = cones.0.iter().map(|cone| {
                let directions = cone.map(direction);
                let inverse =
                    DMat3::from_cols_array_2d(&directions.map(|d| d.to_array())).inverse();
                (*cone, inverse * wanted)
            });
            let best = weights.max_by(|a, b| a.1.min_element().total_cmp(&b.1.min_element()));
            let (cone, weights) = best.expect("the directions have a hull");
            [0, 1, 2].map(|k| (cone[k], weights[k].max(0.0)))
        };
        Self {
            sums: std::array::from_fn(sum),
            shifts: std::array::from_fn(|i| direction(i).dot(pose.translation)),
        }
    }

    /// The limits there.
    pub fn limits(&self, dop: &Dop18, work: &mut Work) -> Dop18 {
        work.ops.updates += 1;
        Dop18(std::array::from_fn(|i| {
            let sum = self.sums[i].iter().map(|(k, weight)| dop.0[*k] * weight);
            self.shifts[i] + sum.sum::<f64>()
        }))
    }
}
