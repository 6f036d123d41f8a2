//! Windows of a sweep: how long the solid's path stays nearly straight, and which triangles it may
//! meet in that time.

use glam::DVec3;

use crate::math::Aabb;
use crate::params;
use crate::query::context::QueryContext;
use crate::query::convex_mesh::{Traversal, TraversalEnd, visit_triangles_around};
use crate::query::toi::DistanceThresholds;
use crate::query::toi::convex_mesh::{ConvexMeshSweep, round_length_up};

/// The triangles that a window yields.
pub(super) enum WindowContent {
    /// All that the solid may meet were collected.
    Complete,
    /// There are too many: a shorter window is better.
    Crowded,
    /// The budget was spent.
    Cut,
}

impl ConvexMeshSweep<'_> {
    /// For how long (s) from a time on the solid's centre moves nearly straight past the mesh.
    pub(super) fn window_length(&self, time: f64) -> f64 {
        let acceleration = self.acceleration(time, self.end, 0.0, 0.0);
        // A share of the mesh's size: else a small grain beside a large mesh needs many windows.
        let size = self
            .radius
            .max(params::MIN_WINDOW_SIZE_SHARE * f64::from(self.mesh.shape.radius));
        (8.0 * params::MAX_PATH_DEVIATION * size / acceleration).sqrt()
    }

    /// Bounds the acceleration (m/s^2), seen from the rotating mesh, of the solid's points at most
    /// this far (m) from the solid's centre and axis of rotation.
    ///
    /// With `f = R^-1 g`, where the mesh's rotation `R` has the angular velocity `w`:
    /// `f'' = R^-1 (g'' - 2 w x g' + w x (w x g))`. The last two terms are the Coriolis and the
    /// centrifugal acceleration.
    fn acceleration(&self, time: f64, until: f64, from_center: f64, from_axis: f64) -> f64 {
        let (mesh_rate, own_rate) = (self.mesh_rotation.rate(), self.convex_rotation.rate());
        let speed = self.velocity.length() + own_rate * from_axis;
        // The centres' distance is largest at an end of the window.
        let distance = if mesh_rate == 0.0 {
            0.0
        } else {
            let ends = [time, until].map(|t| self.center(t).distance(self.mesh_center()));
            ends[0].max(ends[1]) + from_center
        };
        own_rate * own_rate * from_axis + 2.0 * mesh_rate * speed + mesh_rate * mesh_rate * distance
    }

    /// Collects the triangles that the solid may come near between two times (s).
    pub(super) fn collect(
        &self,
        time: f64,
        until: f64,
        thresholds: DistanceThresholds,
        context: &mut QueryContext,
    ) -> WindowContent {
        let eighth = 0.125 * (until - time) * (until - time);
        let farthest = self.radius - self.convex.shape.margin();
        let deviation = eighth * self.acceleration(time, until, farthest, self.around_axis);
        let as_sphere = deviation > params::MAX_PATH_DEVIATION * self.radius;
        let relatives = [time, until].map(|t| self.relative_at(t));
        let center = self.convex.motion.local_center().as_dvec3();
        let mut points = [DVec3::ZERO; 16];
        let (points, growth) = if as_sphere {
            points[0] = relatives[0].point_f64(center);
            points[1] = relatives[1].point_f64(center);
            let deviation = eighth * self.acceleration(time, until, 0.0, 0.0);
            (&points[..2], deviation + self.radius)
        } else {
            for (point, i) in points.iter_mut().zip(0..) {
                *point = relatives[i / 8].point_f64(self.corners[i % 8]);
            }
            (&points[..], deviation + self.convex.shape.margin())
        };
        let growth = growth + thresholds.target;
        // A shorter window has fewer triangles only if the solid moves by more than its own size.
        let limit = if points[0].distance(points[points.len() / 2]) > self.radius {
            params::MAX_WINDOW_TRIANGLES
        } else {
            usize::MAX
        };
        let around = Aabb::from_points(points.iter().map(|p| p.as_vec3()));
        let rounding = 8.0 * f32::EPSILON * (around.min.abs().max(around.max.abs()).max_element());
        let around = around.expanded(round_length_up(growth) + rounding);
        let QueryContext {
            meter,
            counters,
            node_stack: stack,
            triangles,
            ..
        } = context;
        triangles.clear();
        let mut crowded = false;
        let walk = Traversal {
            stack,
            meter,
            counters,
        };
        let ended = visit_triangles_around(
            self.mesh.shape,
            points,
            growth,
            0.0,
            walk,
            &mut |_, triangle| {
                let bounds = Aabb::from_points(triangle.0.map(|p| p.as_vec3()));
                if bounds.overlaps(&around) {
                    triangles.push(*triangle);
                }
                crowded = triangles.len() > limit;
                if crowded { -1.0 } else { 0.0 }
            },
        );
        match ended {
            TraversalEnd::Cut { .. } => WindowContent::Cut,
            TraversalEnd::Done if crowded => WindowContent::Crowded,
            TraversalEnd::Done => WindowContent::Complete,
        }
    }
}
