//! The pairs of convex parts of two shapes: whole convex shapes, or triangles of meshes.

use crate::budget::{Budget, Meter};
use crate::math::Pose;
use crate::query::convex_mesh::{Traversal, TraversalEnd, visit_triangles_near};
use crate::query::placed::Placed;
use crate::query::shape_scratch::ShapeScratch;
use crate::shape::{BoundedShape, SupportMap, Triangle};
use crate::{Counters, Model, Relative};

/// Two convex parts of the shapes, in the frame of the first.
pub(super) struct ConvexPartPair<'p> {
    pub first: &'p dyn SupportMap,
    pub second: &'p dyn SupportMap,
    pub relative: &'p Relative,
    /// Whether the first part belongs to the second shape.
    pub swapped: bool,
}

/// Calls `visit` with each pair of convex parts (triangles of meshes, or whole shapes) that may be
/// within a limit (m). `visit` returns the new limit; a negative one ends the traversal. Returns
/// how the traversal ended, and the pose of the frame in which the pairs were given.
pub(super) fn visit_convex_pairs<'p>(
    a: Placed<'p, BoundedShape<'p>>,
    b: Placed<'p, BoundedShape<'p>>,
    limit: f32,
    budget: Budget,
    scratch: &mut ShapeScratch,
    mut visit: impl FnMut(ConvexPartPair) -> f32,
) -> (TraversalEnd, &'p Pose) {
    let ShapeScratch { mesh, stack, .. } = scratch;
    let counters = &mut mesh.counters;
    *counters = Counters {
        queries: 1,
        ..Counters::default()
    };
    let traversal = Traversal {
        stack,
        meter: &mut Meter::new(budget),
        counters,
    };
    let (pose_a, pose_b) = (a.pose, b.pose);
    match (a.shape.as_convex(), b.shape.as_convex()) {
        (Ok(first), Ok(second)) => {
            let relative = &Relative::new(pose_a, pose_b);
            if !traversal.meter.take() {
                let center = first.center().as_vec3();
                let points = [center, relative.point(second.center().as_vec3()).as_vec3()];
                return (TraversalEnd::Cut { bound: 0.0, points }, pose_a);
            }
            traversal.counters.primitive_tests = 1;
            visit(ConvexPartPair {
                first,
                second,
                relative,
                swapped: false,
            });
            (TraversalEnd::Done, pose_a)
        }
        (Err(model), Ok(solid)) => {
            let poses = (pose_a, pose_b);
            let end =
                visit_mesh_and_solid(model, solid, poses, false, limit, traversal, &mut visit);
            (end, pose_a)
        }
        (Ok(solid), Err(model)) => {
            let poses = (pose_b, pose_a);
            let end = visit_mesh_and_solid(model, solid, poses, true, limit, traversal, &mut visit);
            (end, pose_b)
        }
        (Err(first), Err(second)) => {
            let relative = &Relative::new(pose_a, pose_b);
            let triangles = MeshTriangles {
                model: second,
                relative,
            };
            let end = triangles.visit(first, limit, traversal, &mut visit);
            (end, pose_a)
        }
    }
}

/// Calls `visit` with a convex solid and each triangle of a mesh that may be within a limit (m) of
/// it, at the poses of the mesh and of the solid.
fn visit_mesh_and_solid(
    model: &Model,
    solid: &dyn SupportMap,
    (pose, solid_pose): (&Pose, &Pose),
    swapped: bool,
    limit: f32,
    traversal: Traversal,
    visit: &mut dyn FnMut(ConvexPartPair) -> f32,
) -> TraversalEnd {
    let relative = &Relative::new(pose, solid_pose);
    visit_triangles_near(
        model,
        solid,
        relative,
        limit,
        traversal,
        &mut |_, triangle| {
            visit(ConvexPartPair {
                first: triangle,
                second: solid,
                relative,
                swapped,
            })
        },
    )
}

/// A mesh whose triangles descend the tree of another mesh one by one.
struct MeshTriangles<'m> {
    model: &'m Model,
    relative: &'m Relative,
}

impl MeshTriangles<'_> {
    fn visit(
        &self,
        first: &Model,
        mut limit: f32,
        mut traversal: Traversal,
        visit: &mut dyn FnMut(ConvexPartPair) -> f32,
    ) -> TraversalEnd {
        let relative = self.relative;
        for piece in &self.model.store.pieces {
            for triangle in piece.triangle_range() {
                let second = Triangle::new(self.model.store.triangle(piece, triangle));
                let traversal = traversal.reborrow();
                let end = visit_triangles_near(
                    first,
                    &second,
                    relative,
                    limit,
                    traversal,
                    &mut |_, triangle| {
                        limit = visit(ConvexPartPair {
                            first: triangle,
                            second: &second,
                            relative,
                            swapped: false,
                        });
                        limit
                    },
                );
                match end {
                    // The triangles not yet visited may be anywhere.
                    TraversalEnd::Cut { points, .. } => {
                        return TraversalEnd::Cut { bound: 0.0, points };
                    }
                    TraversalEnd::Done if limit < 0.0 => return TraversalEnd::Done,
                    TraversalEnd::Done => {}
                }
            }
        }
        TraversalEnd::Done
    }
}
