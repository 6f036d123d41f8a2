//! Bodies on paths, for tests of the queries of colliders.

use glam::{DVec3, Vec3};

use crate::budget::Budget;
use crate::math::{CenterFrame, MassProperties, Motion, Pose};
use crate::query::context::QueryContext;
use crate::query::table::with_pair;
use crate::query::{DistanceOptions, MovingCollider, PlacedCollider};
use crate::shape::{Collider, Shape};

/// The end of all paths, in seconds: a step of a simulation.
pub(crate) const END: f64 = 1.0 / 120.0;

/// A body at the start of a step.
#[derive(Clone)]
pub(crate) struct TestBody {
    pub collider: Collider,
    pub start: CenterFrame,
    velocity: DVec3,
    spin: DVec3,
}

impl TestBody {
    /// A body that turns about its shape's origin and does not move.
    pub fn fixed(shape: Shape, pose: Pose) -> TestBody {
        TestBody::about(Vec3::ZERO, shape, pose)
    }

    /// A body at rest that turns about its centre of mass.
    pub fn free(shape: Shape, pose: Pose) -> TestBody {
        let center = center_of_mass(&shape);
        TestBody::about(center, shape, pose)
    }

    fn about(center: Vec3, shape: Shape, pose: Pose) -> TestBody {
        TestBody {
            collider: Collider::new(shape, center),
            start: CenterFrame::of_pose(&pose, center),
            velocity: DVec3::ZERO,
            spin: DVec3::ZERO,
        }
    }

    /// The body with a velocity (m/s) and an angular velocity (rad/s).
    pub fn moving(self, velocity: Vec3, spin: Vec3) -> TestBody {
        TestBody {
            velocity: velocity.as_dvec3(),
            spin: spin.as_dvec3(),
            ..self
        }
    }

    /// Moves the start of the body to a pose.
    pub fn place(&mut self, pose: Pose) {
        self.start = CenterFrame::of_pose(&pose, self.collider.local_center());
    }

    /// The collider at its start.
    pub fn placed(&self) -> PlacedCollider<'_> {
        PlacedCollider::new(&self.collider, self.start)
    }

    /// The collider on its path from time 0 on.
    pub fn on_path(&self) -> MovingCollider<'_> {
        let path = Motion::from_frame(self.start, 0.0, self.velocity, self.spin);
        MovingCollider::new(&self.collider, path)
    }

    /// The collider at a time of its path, in seconds.
    pub fn placed_at(&self, time: f64) -> PlacedCollider<'_> {
        PlacedCollider::new(&self.collider, self.on_path().motion.frame_at(time))
    }
}

/// The distance of two colliders by their shapes, in metres.
pub(crate) fn distance(both: [PlacedCollider; 2], context: &mut QueryContext) -> f64 {
    let poses = both.map(|placed| placed.frame.pose(placed.collider.local_center()));
    let shapes = both.map(|placed| placed.collider.shape().borrowed());
    context.begin(Budget::Unlimited);
    let found = with_pair(shapes, |row| {
        row.distance(poses.each_ref(), &DistanceOptions::EXACT, None, context)
    });
    f64::from(found.answer.distance().expect("no budget"))
}

/// The distance of a point from a collider, in metres.
pub(crate) fn distance_to_point(
    placed: PlacedCollider,
    point: DVec3,
    context: &mut QueryContext,
) -> f64 {
    let dot = crate::shape::Sphere::new(1e-6).expect("a size");
    let pose = Pose::from_translation(point.as_vec3()).expect("a place");
    let dot = TestBody::fixed(Shape::Sphere(dot), pose);
    distance([placed, dot.placed()], context)
}

fn center_of_mass(shape: &Shape) -> Vec3 {
    let found = match shape {
        Shape::Hull(hull) => MassProperties::of_hull(hull, 1.0),
        Shape::Mesh(model) => MassProperties::of_mesh(model.mesh(), 1.0).expect("a solid mesh"),
        Shape::Cone(cone) => MassProperties::of_cone(cone, 1.0),
        _ => return Vec3::ZERO,
    };
    found.center_of_mass
}
