//! The border that cars cannot leave.

use glam::{Vec2, Vec3};
use serde::{Deserialize, Serialize};

use super::Footprint;
use crate::geometry::Pose;

/// The floor's border, centred on the origin.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Arena {
    /// A disc.
    Round {
        /// Its radius, in metres.
        radius: f32,
    },
    /// A rectangle along the axes.
    Rectangle {
        /// Its extent along x, in metres.
        width: f32,
        /// Its extent along z, in metres.
        depth: f32,
    },
}

/// Where a footprint sticks out of the arena the farthest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WallContact {
    /// The corner that is outside, at height 0, in metres.
    pub point: Vec3,
    /// Unit vector in the floor plane that leads back inside.
    pub normal: Vec3,
    /// How far outside the corner is, in metres.
    pub depth: f32,
}

impl Arena {
    /// Where the footprint leaves the arena; `None` if all of it is inside. A footprint is convex
    /// and so is the arena, so testing the corners is exact.
    pub fn outside(&self, footprint: &Footprint, pose: &Pose) -> Option<WallContact> {
        let mut worst: Option<WallContact> = None;
        for corner in footprint.world_corners(pose) {
            if let Some(contact) = self.corner_outside(corner)
                && worst.is_none_or(|w| contact.depth > w.depth)
            {
                worst = Some(contact);
            }
        }
        worst
    }

    /// Whether the whole footprint is inside; on the border counts as inside.
    pub fn contains(&self, footprint: &Footprint, pose: &Pose) -> bool {
        self.outside(footprint, pose).is_none()
    }

    /// The half extents of the smallest box around the arena along x and z, in metres.
    pub fn half_extents(&self) -> Vec2 {
        match *self {
            Arena::Round { radius } => Vec2::splat(radius),
            Arena::Rectangle { width, depth } => Vec2::new(width, depth) * 0.5,
        }
    }

    /// How far a point of the floor is from the border, in metres; negative outside.
    pub fn clearance(&self, point: Vec3) -> f32 {
        match *self {
            Arena::Round { radius } => radius - Vec2::new(point.x, point.z).length(),
            Arena::Rectangle { width, depth } => {
                (width * 0.5 - point.x.abs()).min(depth * 0.5 - point.z.abs())
            }
        }
    }

    fn corner_outside(&self, corner: Vec2) -> Option<WallContact> {
        let (depth, inward) = match *self {
            Arena::Round { radius } => {
                let distance = corner.length();
                (distance - radius, -corner / distance.max(f32::MIN_POSITIVE))
            }
            Arena::Rectangle { width, depth } => {
                let over_x = corner.x.abs() - width * 0.5;
                let over_z = corner.y.abs() - depth * 0.5;
                if over_x >= over_z {
                    (over_x, Vec2::new(-corner.x.signum(), 0.0))
                } else {
                    (over_z, Vec2::new(0.0, -corner.y.signum()))
                }
            }
        };
        (depth > 0.0).then(|| WallContact {
            point: Vec3::new(corner.x, 0.0, corner.y),
            normal: Vec3::new(inward.x, 0.0, inward.y),
            depth,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{TriMesh, yaw};
    use std::f32::consts::FRAC_PI_4;

    /// A square of 2 m.
    fn square() -> Footprint {
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let vertices = corners
            .iter()
            .map(|(x, z)| Vec3::new(*x, 0.0, *z))
            .collect();
        let mesh = TriMesh::new(vertices, vec![[0, 1, 2], [0, 2, 3]]).unwrap();
        Footprint::of(&mesh).unwrap()
    }

    fn at(x: f32, z: f32, angle: f32) -> Pose {
        Pose::new(yaw(angle), Vec3::new(x, 0.0, z)).unwrap()
    }

    #[test]
    fn a_round_arena_holds_the_corners_not_just_the_centre() {
        let arena = Arena::Round { radius: 5.0 };
        // The corner (4, 3) has length 5: exactly on the border.
        assert!(arena.contains(&square(), &at(3.0, 2.0, 0.0)));
        let out = arena.outside(&square(), &at(3.1, 2.0, 0.0)).unwrap();
        assert!(out.depth > 0.0 && out.depth < 0.1);
        assert!(out.normal.dot(out.point) < 0.0, "the normal leads inwards");
    }

    #[test]
    fn a_rectangle_is_tested_along_each_side_and_with_the_turn_of_the_car() {
        let arena = Arena::Rectangle {
            width: 10.0,
            depth: 6.0,
        };
        assert!(arena.contains(&square(), &at(4.0, -2.0, 0.0)));
        assert!(!arena.contains(&square(), &at(4.0, -2.0, FRAC_PI_4)));
        let out = arena.outside(&square(), &at(0.0, 2.5, 0.0)).unwrap();
        assert_eq!(out.normal, Vec3::NEG_Z);
        assert!((out.depth - 0.5).abs() < 1e-6);
    }

    #[test]
    fn clearance_is_the_distance_to_the_nearest_wall() {
        let arena = Arena::Rectangle {
            width: 10.0,
            depth: 6.0,
        };
        assert_eq!(arena.clearance(Vec3::new(4.0, 0.0, 0.0)), 1.0);
        assert_eq!(
            Arena::Round { radius: 5.0 }.clearance(Vec3::new(3.0, 0.0, 4.0)),
            0.0
        );
    }
}
