//! A collider beside the half-spaces of a much larger mesh: the list of near ones, and its height above each.

use glam::DVec3;

use crate::params::MIN_REACH_RATIO;
use crate::query::PlacedCollider;
use crate::shape::Collider;
use crate::shape::proxy::{MeshHalfSpace, NearHalfSpaces};

/// The index (0 or 1) of the collider that is a mesh with half-spaces and much larger than the other one.
pub(crate) fn large_mesh_index([a, b]: [&Collider; 2]) -> Option<usize> {
    let has = |large: &Collider, small: &Collider| {
        large.reach() >= MIN_REACH_RATIO * small.reach() && !large.proxy().half_spaces().is_empty()
    };
    if has(a, b) {
        Some(0)
    } else {
        has(b, a).then_some(1)
    }
}

/// Two colliders, one of them a large mesh with half-spaces.
pub(crate) struct AmongHalfSpaces<'c> {
    /// The index of the mesh: 0 or 1.
    pub large: usize,
    pub both: [PlacedCollider<'c>; 2],
}

/// The placement of a collider above a half-space.
pub(crate) struct HeightAbove {
    /// The collider's lowest point, in the mesh's coordinates, and its height above the plane, in metres.
    pub lowest: DVec3,
    pub height: f64,
    /// The direction from the plane to the collider, in the mesh's coordinates.
    pub up: DVec3,
}

impl<'c> AmongHalfSpaces<'c> {
    /// The mesh.
    pub fn mesh(&self) -> &PlacedCollider<'c> {
        &self.both[self.large]
    }

    /// The small collider.
    pub fn small(&self) -> &PlacedCollider<'c> {
        &self.both[1 - self.large]
    }

    /// A half-space of the mesh by its number.
    pub fn half_space(&self, number: u8) -> &'c MeshHalfSpace {
        self.mesh()
            .collider
            .proxy()
            .half_spaces()
            .half_space(number)
    }

    /// The small collider's centre in the mesh's coordinates.
    pub fn center(&self) -> DVec3 {
        let (large, small) = (&self.mesh().frame, &self.small().frame);
        let center = self.mesh().collider.local_center().as_dvec3();
        large.rotation.conjugate() * (small.center - large.center) + center
    }

    /// Converts a point from the mesh's coordinates to the world.
    pub fn to_world(&self, place: DVec3) -> DVec3 {
        let mesh = self.mesh();
        let center = mesh.collider.local_center().as_dvec3();
        mesh.frame.center + mesh.frame.rotation * (place - center)
    }

    /// Returns the placement of the small collider, with its centre at this point of the mesh, above a
    /// half-space whose side `up` leads to. `top` is a corner near the lowest one, and becomes that one.
    pub fn height_above(
        &self,
        center: DVec3,
        half_space: &MeshHalfSpace,
        up: DVec3,
        top: &mut u32,
    ) -> HeightAbove {
        let small = self.small();
        let turn = self.mesh().frame.rotation.conjugate() * small.frame.rotation;
        let (number, lowest) = small.collider.farthest(turn.conjugate() * -up, *top);
        *top = number;
        let lowest = center + turn * lowest;
        let slack = small.collider.proxy().rounding() + half_space.thickness;
        HeightAbove {
            lowest,
            height: up.dot(lowest) - up.dot(half_space.normal) * half_space.height - slack,
            up,
        }
    }

    /// Makes sure that the cached half-spaces are all that come within `room` metres of the small
    /// collider's centre, here and at another place; false if there are too many.
    pub fn ensure_known(&self, other: DVec3, room: f64, half_spaces: &mut NearHalfSpaces) -> bool {
        let center = self.center();
        let knows = |half_spaces: &NearHalfSpaces| {
            half_spaces
                .clearance(center)
                .min(half_spaces.clearance(other))
                >= room
        };
        if !knows(half_spaces) {
            *half_spaces = self.mesh().collider.proxy().half_spaces().near(center);
        }
        knows(half_spaces)
    }
}
