//! Two shapes at a time: where they are near, and when they meet. The only place where the space
//! asks the collision layer about shapes.

use glam::{DVec3, Quat, Vec3};

use crate::collision::shape::{self, Distance};
use crate::collision::sweep::Sweep;
use crate::collision::{Budget, Shape, ShapeScratch};
use crate::geometry::{Motion, Pose};

/// A place where two shapes are near each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearPoint {
    /// From the first to the second.
    pub normal: DVec3,
    /// Between the two, in the world.
    pub point: DVec3,
    /// In metres.
    pub distance: f64,
    /// Which parts of the shapes these are.
    pub feature: u64,
}

/// Asks about pairs, with memory that is used again and again.
#[derive(Clone, Debug, Default)]
pub(super) struct Narrow {
    scratch: ShapeScratch,
    /// Units of the last sweep.
    pub used: u64,
    points: Vec<NearPoint>,
}

impl Narrow {
    /// The places where the shapes are nearest each other, at most `tolerance` metres apart.
    pub fn contacts(
        &mut self,
        a: (&Shape, &Pose),
        b: (&Shape, &Pose),
        tolerance: f32,
    ) -> &[NearPoint] {
        self.points.clear();
        self.find_contacts(a, b, tolerance);
        &self.points
    }

    fn find_contacts(&mut self, a: (&Shape, &Pose), b: (&Shape, &Pose), tolerance: f32) {
        let out = &mut self.points;
        let budget = Budget::Unlimited;
        let Some(found) = shape::contact(a.0, a.1, b.0, b.1, tolerance, budget, &mut self.scratch)
        else {
            return;
        };
        let start = out.len();
        out.push(NearPoint {
            normal: found.normal.as_dvec3(),
            point: (found.point_a + found.point_b).as_dvec3() * 0.5,
            distance: f64::from(found.distance),
            feature: 0,
        });
        let round = |s: &Shape| matches!(s, Shape::Sphere(_));
        if round(a.0) || round(b.0) {
            return;
        }
        let tangent = found.normal.any_orthonormal_vector();
        let other = found.normal.cross(tangent);
        for (i, axis) in [tangent, other, -tangent, -other].into_iter().enumerate() {
            let turn = Quat::from_xyzw(axis.x * 0.005, axis.y * 0.005, axis.z * 0.005, 1.0);
            let pivot = found.point_a;
            let turn = turn.normalize();
            let moved = pivot + turn * (a.1.translation() - pivot) - found.normal * 0.01;
            let Ok(pose) = Pose::new(turn * a.1.rotation(), moved) else {
                continue;
            };
            let Some(near) = shape::contact(
                a.0,
                &pose,
                b.0,
                b.1,
                tolerance + 0.05,
                budget,
                &mut self.scratch,
            ) else {
                continue;
            };
            let back = pivot + turn.conjugate() * (near.point_a + found.normal * 0.01 - pivot);
            let distance = (near.point_b - back).dot(found.normal);
            let point = ((back + near.point_b) * 0.5).as_dvec3();
            let new = out[start..]
                .iter()
                .all(|p: &NearPoint| p.point.distance(point) > 0.01);
            if distance <= tolerance && new {
                out.push(NearPoint {
                    normal: found.normal.as_dvec3(),
                    point,
                    distance: f64::from(distance),
                    feature: i as u64 + 1,
                });
            }
        }
    }

    /// When the shapes first come as near as `target` metres.
    #[allow(clippy::too_many_arguments)]
    pub fn sweep(
        &mut self,
        a: (&Shape, &Motion, f32),
        b: (&Shape, &Motion, f32),
        duration: f32,
        target: f32,
        _budget: u64,
    ) -> Sweep {
        let mut time = 0.0_f32;
        let mut target = target;
        self.used = 0;
        loop {
            let (pa, pb) = (a.1.pose_at(time), b.1.pose_at(time));
            self.used += 1;
            let found = shape::distance(a.0, &pa, b.0, &pb, Budget::Unlimited, &mut self.scratch);
            let Distance::Apart {
                distance,
                point_a,
                point_b,
            } = found
            else {
                let point = pa.translation();
                return Sweep::Overlapping { point };
            };
            if time == 0.0 {
                target = target.min(distance * 0.5);
            }
            let normal = (point_b - point_a) / distance;
            if distance <= target {
                return Sweep::Impact {
                    time,
                    point_a,
                    point_b,
                    normal,
                };
            }
            let linear = a.1.linear_velocity() - b.1.linear_velocity();
            let mesh = |s: &Shape| matches!(s, Shape::Mesh(_));
            let approach = if mesh(a.0) || mesh(b.0) {
                linear.length()
            } else {
                linear.dot(normal)
            };
            let spin = |m: &Motion, reach: f32| {
                let w: Vec3 = m.angular_velocity();
                w.length() * reach
            };
            let bound = approach + spin(a.1, a.2) + spin(b.1, b.2);
            if bound <= 0.0 {
                return Sweep::Clear;
            }
            time += (distance - target * 0.75) / bound;
            if time >= duration {
                return Sweep::Clear;
            }
            if self.used > 500 {
                return Sweep::Cut { safe_time: time };
            }
        }
    }
}
