//! A body beside the half-spaces of a much larger mesh: which of them are near, and how high it is above
//! them.

use glam::{DQuat, DVec3};

use crate::body::Body;
use crate::params::MIN_REACH_RATIO;
use crate::proxy::half_space_set::{HalfSpace, NearHalfSpaces};

/// Which of two bodies is a mesh with half-spaces that the other one is small beside: 0 or 1.
pub(crate) fn large_mesh_index([a, b]: [&Body; 2]) -> Option<usize> {
    let has = |large: &Body, small: &Body| {
        large.reach >= MIN_REACH_RATIO * small.reach && !large.proxy.half_spaces().is_empty()
    };
    if has(a, b) {
        Some(0)
    } else {
        has(b, a).then_some(1)
    }
}

/// Two bodies at places of the world, one of them a large mesh with half-spaces.
pub(crate) struct BodyAmongHalfSpaces<'b> {
    /// Which one is the mesh: 0 or 1.
    pub large: usize,
    pub bodies: [&'b Body; 2],
    /// Their centres of mass and rotations.
    pub places: [(DVec3, DQuat); 2],
}

/// How a body is placed above a half-space.
pub(crate) struct HeightAbove {
    /// The body's lowest point, in the mesh's coordinates, and its height above the plane, in metres.
    pub lowest: DVec3,
    pub height: f64,
    /// The direction from the plane to the body, in the mesh's coordinates.
    pub up: DVec3,
}

impl BodyAmongHalfSpaces<'_> {
    fn small(&self) -> usize {
        1 - self.large
    }

    /// The small body's centre of mass in the mesh's coordinates.
    pub fn center(&self) -> DVec3 {
        let (large, small) = (self.places[self.large], self.places[self.small()]);
        let center = self.bodies[self.large].local_center.as_dvec3();
        large.1.conjugate() * (small.0 - large.0) + center
    }

    /// A point of the mesh's coordinates in the world.
    pub fn to_world(&self, place: DVec3) -> DVec3 {
        let (at, turn) = self.places[self.large];
        at + turn * (place - self.bodies[self.large].local_center.as_dvec3())
    }

    /// How the small body, with its centre at this point of the mesh, is placed above a half-space
    /// whose side `up` leads to. `top` is a corner near the lowest one, and becomes that one.
    pub fn height_above(
        &self,
        center: DVec3,
        half_space: &HalfSpace,
        up: DVec3,
        top: &mut u32,
    ) -> HeightAbove {
        let small = self.small();
        let turn = self.places[self.large].1.conjugate() * self.places[small].1;
        let (number, lowest) = self.bodies[small].farthest(turn.conjugate() * -up, *top);
        *top = number;
        let lowest = center + turn * lowest;
        let slack = self.bodies[small].proxy.rounding() + half_space.thickness;
        HeightAbove {
            lowest,
            height: up.dot(lowest) - up.dot(half_space.normal) * half_space.height - slack,
            up,
        }
    }

    /// Makes sure that the cached half-spaces are all that come within `room` metres of the small
    /// body's centre, here and at another place; false if there are too many.
    pub fn ensure_known(&self, other: DVec3, room: f64, half_spaces: &mut NearHalfSpaces) -> bool {
        let center = self.center();
        let knows = |half_spaces: &NearHalfSpaces| {
            half_spaces
                .clearance(center)
                .min(half_spaces.clearance(other))
                >= room
        };
        if !knows(half_spaces) {
            *half_spaces = self.bodies[self.large].proxy.half_spaces().near(center);
        }
        knows(half_spaces)
    }
}
