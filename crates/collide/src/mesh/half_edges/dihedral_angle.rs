//! Dihedral angles: the bend of a surface at its edges.

use glam::DVec3;

use crate::mesh::half_edges::{Across, HalfEdges, next, previous};
use crate::params::FLAT_EDGE_ANGLE;

/// The form of the surface at an edge of two triangles, seen from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeConvexity {
    /// A ridge.
    Convex,
    /// A bend of less than a thousandth of a radian in either direction.
    Flat,
    /// A valley.
    Concave,
}

/// The bend of the surface where two triangles meet along an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DihedralAngle {
    /// Ridge, flat, or valley.
    pub form: EdgeConvexity,
    /// The angle between the two normals, 0 to pi, in radians.
    pub angle: f64,
}

impl DihedralAngle {
    /// The angle inside the material (rad), from 0 (a blade) over pi (flat) to 2 pi: pi less the
    /// angle between the normals at a ridge, pi plus this angle in a valley.
    pub fn interior_angle(&self) -> f64 {
        match self.form {
            EdgeConvexity::Concave => std::f64::consts::PI + self.angle,
            EdgeConvexity::Convex | EdgeConvexity::Flat => std::f64::consts::PI - self.angle,
        }
    }
}

impl HalfEdges {
    /// The bend of the surface at an edge of exactly two triangles; `corner` gives the point at which a
    /// half-edge starts. If the two are wound against each other, the second one counts as flipped. Returns
    /// `None` at boundary and non-manifold edges.
    pub fn dihedral_angle(
        &self,
        edge: u32,
        corner: impl Fn(u32) -> DVec3,
    ) -> Option<DihedralAngle> {
        let Across::Twin {
            edge: twin,
            opposed,
        } = self.across(edge)
        else {
            return None;
        };
        let normal = |edge: u32| {
            let from = corner(edge);
            (corner(next(edge)) - from).cross(corner(previous(edge)) - from)
        };
        let here = normal(edge);
        let there = if opposed { normal(twin) } else { -normal(twin) };
        let along = (corner(next(edge)) - corner(edge)).normalize_or_zero();
        // The rotation about the edge from the first normal to the second is positive at a ridge.
        let (sine, cosine) = (here.cross(there).dot(along), here.dot(there));
        let turn = libm::atan2(sine, cosine);
        let form = if turn.abs() < FLAT_EDGE_ANGLE {
            EdgeConvexity::Flat
        } else if turn > 0.0 {
            EdgeConvexity::Convex
        } else {
            EdgeConvexity::Concave
        };
        Some(DihedralAngle {
            form,
            angle: turn.abs(),
        })
    }
}
