//! Contacts of a convex solid with another one or with a mesh.

use crate::Relative;
use crate::math::Pose;
use crate::narrow_phase::box_triangle::{BoxTriangle, box_triangle};
use crate::narrow_phase::convex_pair::{Separation, separation};
use crate::narrow_phase::{EpaScratch, WarmStart};
use crate::params;
use crate::query::contacts::contact::{Contact, ContactsEnd};
use crate::query::contacts::convex::{OppositeSide, add_convex_contacts};
use crate::query::contacts::convex_mesh::MeshConvexSearch;
use crate::query::contacts::report::{limit, report, slack};
use crate::query::context::QueryContext;
use crate::query::convex_mesh::{Traversal, TraversalEnd, visit_triangles_near};
use crate::query::solid::{MeshConvexPair, Solid};
use crate::shape::{BoundedShape, SupportMap, Triangle};

/// The contacts of two convex solids.
pub(crate) fn convex_contacts(
    solids: [Solid<'_>; 2],
    poses: [&Pose; 2],
    tolerance: f32,
    context: &mut QueryContext,
    out: &mut Vec<Contact>,
) -> ContactsEnd {
    // A solid is a tree of one leaf.
    if !context.meter.take() {
        return ContactsEnd::Cut;
    }
    context.counters.primitive_tests += 1;
    let relative = Relative::new(poses[0], poses[1]);
    let (warm, epa) = (&mut WarmStart::default(), &mut context.epa);
    let nearest = separation(solids[0].map, solids[1].map, &relative, warm, epa);
    let limit = limit(tolerance);
    let memory = &mut context.contacts;
    memory.lower_bound = Some(nearest.distance);
    memory.found.clear();
    if nearest.distance <= limit {
        let [p, q] = solids.map(|solid| solid.shape);
        add_convex_contacts(p, q, &relative, &nearest, limit, &mut memory.found);
    }
    report(memory, poses[0], false, slack(&relative), out);
    ContactsEnd::Done
}

/// The contacts of a mesh and a convex solid.
pub(crate) fn mesh_convex_contacts(
    pair: &MeshConvexPair<'_>,
    poses: [&Pose; 2],
    tolerance: f32,
    context: &mut QueryContext,
    out: &mut Vec<Contact>,
) -> ContactsEnd {
    let (model, Solid { shape, map: convex }) = (pair.mesh, pair.solid);
    let [mesh_pose, solid_pose] = pair.ordered(poses);
    let relative = Relative::new(mesh_pose, solid_pose);
    let opposite = OppositeSide::Solid(shape, &relative);
    let QueryContext {
        contacts: memory,
        epa,
        node_stack: stack,
        meter,
        counters,
        ..
    } = context;
    let mut search = MeshConvexSearch::new(model, opposite, limit(tolerance), memory);
    let traversal = Traversal {
        stack,
        meter,
        counters,
    };
    let ended = visit_triangles_near(
        model,
        convex,
        &relative,
        tolerance,
        traversal,
        &mut |triangle, corners| {
            if let Some(nearest) = nearest_points(corners, pair.solid, &relative, search.limit, epa)
            {
                search.add_triangle(triangle, &nearest);
            }
            tolerance
        },
    );
    memory.lower_bound = Some(search.finish());
    let slack = slack(&relative).max(f64::from(model.reach) * params::SAME_POINT_FRACTION);
    report(memory, mesh_pose, pair.is_swapped, slack, out);
    match ended {
        TraversalEnd::Done => ContactsEnd::Done,
        TraversalEnd::Cut { .. } => ContactsEnd::Cut,
    }
}

/// The nearest or deepest points of a triangle and a solid; `None` if a quick test shows that they are farther
/// apart than `limit` metres.
fn nearest_points(
    corners: &Triangle,
    solid: Solid<'_>,
    relative: &Relative,
    limit: f64,
    epa: &mut EpaScratch,
) -> Option<Separation> {
    let quick = match solid.shape {
        BoundedShape::Cuboid(cuboid) => {
            let half = cuboid.half_extents().as_dvec3();
            box_triangle(corners.corners(), half, relative, limit)
        }
        _ if is_beyond_plane(corners, solid.map, relative, limit) => BoxTriangle::Far,
        _ => BoxTriangle::Unknown,
    };
    match quick {
        BoxTriangle::Far => None,
        BoxTriangle::Known(nearest) => Some(nearest),
        BoxTriangle::Unknown => {
            let warm = &mut WarmStart::default();
            Some(separation(corners, solid.map, relative, warm, epa))
        }
    }
}

/// Whether a triangle's plane shows that a convex shape is farther from it than `limit` metres.
fn is_beyond_plane(
    triangle: &Triangle,
    convex: &dyn SupportMap,
    relative: &Relative,
    limit: f64,
) -> bool {
    let [a, b, c] = *triangle.corners();
    let across = (b - a).cross(c - a);
    let over = (relative.point_f64(convex.center()) - a).dot(across);
    let towards = if over > 0.0 { -across } else { across };
    let nearest = relative.point_f64(convex.support(relative.rotation.transpose() * towards));
    let height = (a - nearest).dot(towards);
    let reach = limit + convex.margin();
    height > 0.0 && height * height > reach * reach * across.length_squared()
}
