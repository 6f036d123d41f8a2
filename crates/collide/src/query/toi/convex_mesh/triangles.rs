//! The triangles of a window: each is followed until the earliest impact found so far.

use glam::DVec3;

use crate::Relative;
use crate::narrow_phase::WarmStart;
use crate::query::Moving;
use crate::query::context::QueryContext;
use crate::query::toi::axis_cache::CachedAxis;
use crate::query::toi::closed_form::sphere_triangle;
use crate::query::toi::convex_mesh::ConvexMeshSweep;
use crate::query::toi::convex_pair::{ConvexAdvance, ConvexPair, impact};
use crate::query::toi::{DistanceThresholds, Sweep};
use crate::shape::{SupportMap, Triangle};

impl ConvexMeshSweep<'_> {
    /// Advances the collected triangles through a window, from `time` to `until` (s). Returns the
    /// first impact, or the safe time at which the budget was spent.
    pub(super) fn advance_triangles(
        &self,
        time: f64,
        until: f64,
        thresholds: DistanceThresholds,
        context: &mut QueryContext,
    ) -> Option<Sweep> {
        let mut first = None;
        let mut end = until;
        let relative = self.relative_at(time);
        let to_mesh = self.mesh.motion.placement_at(time).rotation.conjugate();
        let velocity = to_mesh * self.velocity;
        let QueryContext {
            meter,
            counters,
            triangles,
            ..
        } = context;
        self.move_likely_first_to_front(velocity, triangles);
        let mut cached_axis: Option<CachedAxis> = None;
        for triangle in triangles.iter() {
            if cached_axis
                .as_ref()
                .is_some_and(|axis| axis.separates(&triangle.0))
            {
                continue;
            }
            let mut begin = time;
            if let Some(radius) = self.sphere_radius {
                let stop = radius + thresholds.stop();
                match sphere_triangle(relative.translation, velocity, stop, triangle.0) {
                    Some(delay) if time + delay < end => begin += delay * (1.0 - 1e-9),
                    _ => continue,
                }
            }
            let rotations = [
                self.mesh_rotation.of_points(&triangle.0),
                self.convex_rotation,
            ];
            let shape: &dyn SupportMap = triangle;
            let moving = Moving::new(shape, self.mesh.motion);
            let pair = ConvexPair::new(moving, self.convex, rotations);
            let warm = &mut WarmStart::default();
            let direction = match pair.advance(begin, end, thresholds, warm, meter, counters) {
                ConvexAdvance::Separated { direction } => direction,
                ConvexAdvance::Reached {
                    time,
                    frame,
                    parting,
                } => {
                    end = time;
                    first = Some(impact(time, &frame, &parting));
                    frame.rotation * parting.normal
                }
                ConvexAdvance::Stalled { .. } if meter.is_spent() => {
                    // Nothing is known of the triangles that follow.
                    return Some(self.cut(time));
                }
                ConvexAdvance::Stalled { time } => {
                    end = time;
                    first = Some(self.cut(time));
                    continue;
                }
            };
            if self.sphere_radius.is_none() {
                cached_axis =
                    Some(self.cached_axis(direction, (time, &relative), end, thresholds.min_gap));
            }
        }
        first
    }

    /// Moves the triangle that a solid with this velocity (m/s, in the mesh's frame) probably meets
    /// first to the front: the axis that separates it from the solid separates others as well.
    fn move_likely_first_to_front(&self, velocity: DVec3, triangles: &mut [Triangle]) {
        let nearness = |triangle: &Triangle| triangle.center().dot(velocity);
        let first = (0..triangles.len())
            .min_by(|&i, &j| nearness(&triangles[i]).total_cmp(&nearness(&triangles[j])));
        if let Some(first) = first {
            triangles.swap(0, first);
        }
    }

    /// A separating direction of the world as a test for other triangles between `time`, at which
    /// the solid's placement in the mesh's frame is `relative`, and `end` (s).
    fn cached_axis(
        &self,
        direction: DVec3,
        (time, relative): (f64, &Relative),
        end: f64,
        min_gap: f64,
    ) -> CachedAxis {
        let directions =
            [time, end].map(|t| self.mesh.motion.placement_at(t).rotation.conjugate() * direction);
        let of_solid = (self.convex_rotation).bend(relative.rotation.transpose() * directions[0]);
        let bend = self.mesh_rotation.bend(directions[0]) + of_solid;
        let span = end - time;
        let last = self.relative_at(end);
        let solid = self.convex.shape;
        CachedAxis::new(
            directions,
            [relative, &last],
            solid,
            min_gap,
            bend * span * span,
        )
    }
}
