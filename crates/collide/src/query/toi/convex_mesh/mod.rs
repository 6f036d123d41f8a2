//! The time of impact of a mesh and a convex solid that both translate and rotate.
//!
//! *Idea*: time is divided into windows in which the solid's path, seen from the mesh, is nearly
//! straight: no point of the solid leaves its chord by more than its acceleration allows. The hull
//! of the solid's box at both ends of a window, grown by that distance, is tested against the
//! mesh's tree. Each triangle found is advanced alone, only until the earliest impact so far. So
//! the work on a triangle depends on its own gap, and triangles off the path cost nothing.
//! A solid that rotates far in a window is tested as the sphere around its centre of rotation.
//!
//! *Limits*: a mesh that itself makes many revolutions takes several windows for each.

mod triangles;
mod window;

use glam::DVec3;

use crate::narrow_phase::convex_pair::distance_below;
use crate::query::Moving;
use crate::query::context::QueryContext;
use crate::query::convex_mesh::{TraversalEnd, visit_triangles_near};
use crate::query::outcome::Decided;
use crate::query::stage::Stage;
use crate::query::toi::bounding_spheres::{
    MovingSphere, overlap_times, radius_about_center, resolvable_target,
};
use crate::query::toi::convex_mesh::window::WindowContent;
use crate::query::toi::convex_pair::{MovingConvex, cut};
use crate::query::toi::turning_bounds::RotationBounds;
use crate::query::toi::{DistanceThresholds, Sweep, SweepRequest, valid_duration};
use crate::shape::{corners, farthest_from_line};
use crate::{Model, Relative, params};

/// The time of impact of a mesh and a convex solid. `sphere_radius` (m) is given where the solid is
/// a sphere whose centre moves straight and the mesh does not rotate: then a formula helps.
pub(crate) fn time_of_impact(
    mesh: Moving<Model>,
    convex: MovingConvex,
    sphere_radius: Option<f64>,
    request: &SweepRequest,
    context: &mut QueryContext,
) -> Decided<Sweep> {
    let end = valid_duration(request.duration);
    let sweep = ConvexMeshSweep {
        sphere_radius,
        ..ConvexMeshSweep::new(mesh, convex, end)
    };
    sweep.sweep(request.target, context)
}

/// The pair at time 0.
enum StartState {
    /// Separated by this distance (m), or by more than twice the target.
    Separated(f64),
    /// They have this point in common, in the mesh's frame.
    Overlapping(DVec3),
    Cut,
}

/// A mesh, a convex solid, and what stays constant during the sweep.
struct ConvexMeshSweep<'s> {
    mesh: Moving<'s, Model>,
    convex: MovingConvex<'s>,
    mesh_rotation: RotationBounds,
    convex_rotation: RotationBounds,
    /// Corners of the box around the solid's core, in the solid's frame.
    corners: [DVec3; 8],
    /// No point of the solid is farther from its centre of rotation, in metres.
    radius: f64,
    /// No corner is farther from the solid's axis of rotation, in metres.
    around_axis: f64,
    /// Velocity of the solid's centre of rotation less that of the mesh's, in m/s.
    velocity: DVec3,
    /// The end of the sweep, in seconds.
    end: f64,
    /// See [`time_of_impact`].
    sphere_radius: Option<f64>,
}

impl<'s> ConvexMeshSweep<'s> {
    fn new(mesh: Moving<'s, Model>, convex: MovingConvex<'s>, end: f64) -> Self {
        let corners = corners(convex.shape.core_box());
        let center = convex.motion.local_center().as_dvec3();
        let far = corners.iter().map(|corner| corner.distance(center));
        let radius = far.fold(0.0, f64::max) + convex.shape.margin();
        let convex_rotation = RotationBounds::new(convex.shape, convex.motion);
        let around_axis = farthest_from_line(corners, center, convex_rotation.axis());
        let [of_mesh, of_convex] =
            [mesh.motion, convex.motion].map(|m| m.linear_velocity().as_dvec3());
        ConvexMeshSweep {
            mesh,
            convex,
            mesh_rotation: RotationBounds::of_motion(mesh.motion)
                .of_points(&box_corners(mesh.shape)),
            convex_rotation,
            corners,
            radius,
            around_axis,
            velocity: of_convex - of_mesh,
            end,
            sphere_radius: None,
        }
    }

    /// The answer, for a target distance (m), and the stage that decided it.
    fn sweep(&self, target: f32, context: &mut QueryContext) -> Decided<Sweep> {
        let radius = radius_about_center(self.mesh.shape, self.mesh.motion);
        let spheres = [
            MovingSphere::with_radius(self.mesh.motion, radius),
            MovingSphere::with_radius(self.convex.motion, self.radius),
        ];
        let motions = [self.mesh.motion, self.convex.motion];
        let target = resolvable_target(target, motions, &spheres, self.end);
        let thresholds = match self.start(target, context) {
            StartState::Separated(distance) => DistanceThresholds::from_start(target, distance),
            StartState::Overlapping(point) => {
                let point = self.mesh.motion.placement_at(0.0).point(point).as_vec3();
                return Decided::by(Stage::Triangles, Sweep::Overlapping { point });
            }
            StartState::Cut => return Decided::by(Stage::Triangles, self.cut(0.0)),
        };
        let overlap = match context.stages.has(Stage::Bounds) {
            true => overlap_times(&spheres, thresholds.target),
            false => Some([0.0, self.end]),
        };
        let Some([mut time, leaves]) = overlap else {
            return Decided::by(Stage::Bounds, Sweep::Clear);
        };
        let mut deepest = Stage::Tree;
        let end = self.end.min(leaves);
        let (mut longest, least) = (f64::INFINITY, (end - time) / params::MAX_WINDOWS);
        while time < end {
            let window = self.window_length(time).max(least).min(longest);
            let until = (time + window).min(end);
            if let Some(instants) = context.trace() {
                instants.push(time);
            }
            match self.collect(time, until, thresholds, context) {
                WindowContent::Cut => return Decided::by(deepest, self.cut(time)),
                WindowContent::Crowded => longest = 0.5 * (until - time),
                WindowContent::Complete => {
                    if !context.triangles.is_empty() {
                        deepest = Stage::Triangles;
                    }
                    if let Some(found) = self.advance_triangles(time, until, thresholds, context) {
                        return Decided::by(deepest, found);
                    }
                    (longest, time) = (2.0 * (until - time), until);
                }
            }
        }
        Decided::by(deepest, Sweep::Clear)
    }

    /// The answer of a sweep that its budget ended at a time (s): two corners of the solid's box say where
    /// the two may meet.
    fn cut(&self, time: f64) -> Sweep {
        cut([self.convex; 2], time)
    }

    /// The distance at time 0, exact up to twice the target (m).
    fn start(&self, target: f64, context: &mut QueryContext) -> StartState {
        let placements =
            [self.mesh.motion, self.convex.motion].map(|motion| motion.placement_at(0.0));
        let relative = Relative::of_placements(&placements[0], &placements[1]);
        let shape = self.convex.shape;
        let (mut nearest, mut common) = (2.0 * target, None);
        let limit = round_length_up(nearest);
        let walk = context.traversal();
        let ended = visit_triangles_near(
            self.mesh.shape,
            shape,
            &relative,
            limit,
            walk,
            &mut |_, triangle| {
                if let Some(found) = distance_below(triangle, shape, &relative, nearest) {
                    nearest = found.distance;
                    if nearest <= 0.0 {
                        common = Some(found.point_a);
                        return -1.0;
                    }
                }
                round_length_up(nearest)
            },
        );
        match (common, ended) {
            (Some(point), _) => StartState::Overlapping(point),
            (None, TraversalEnd::Cut { .. }) => StartState::Cut,
            (None, TraversalEnd::Done) => StartState::Separated(nearest),
        }
    }

    /// The mesh's centre of rotation in the mesh's frame.
    fn mesh_center(&self) -> DVec3 {
        self.mesh.motion.local_center().as_dvec3()
    }

    /// The solid's centre of rotation in the mesh's frame at a time (s).
    fn center(&self, time: f64) -> DVec3 {
        let center = self.convex.motion.local_center().as_dvec3();
        self.relative_at(time).point_f64(center)
    }

    /// The solid's placement in the mesh's frame at a time (s).
    fn relative_at(&self, time: f64) -> Relative {
        let placements =
            [self.mesh.motion, self.convex.motion].map(|motion| motion.placement_at(time));
        Relative::of_placements(&placements[0], &placements[1])
    }
}

/// The corners of the box around a model.
fn box_corners(model: &Model) -> [DVec3; 8] {
    let bounds = model.local_aabb();
    corners([bounds.min.as_dvec3(), bounds.max.as_dvec3()])
}

/// An f32 length that is not below the f64 one.
fn round_length_up(length: f64) -> f32 {
    let rounded = length as f32;
    if f64::from(rounded) < length {
        rounded.next_up()
    } else {
        rounded
    }
}
