//! Contacts of any two shapes.

use crate::budget::{Budget, Meter};
use crate::narrow_phase::WarmStart;
use crate::narrow_phase::box_triangle::{BoxTriangle, box_triangle};
use crate::narrow_phase::convex_pair::separation;
use crate::params;
use crate::query::Placed;
use crate::query::ShapeScratch;
use crate::query::contacts::contact::{Contact, ContactsEnd};
use crate::query::contacts::convex::{OppositeSide, add_convex_contacts};
use crate::query::contacts::convex_mesh::MeshConvexSearch;
use crate::query::contacts::half_space_pair::half_space_contacts;
use crate::query::contacts::report::{limit, report, slack};
use crate::query::convex_mesh::{Traversal, TraversalEnd, visit_triangles_near};
use crate::query::half_space::PairKind;
use crate::query::stage::Stage;
use crate::shape::{BoundedShape, ShapeRef, SupportMap, Triangle};
use crate::{Counters, Model, Relative};

/// All contacts of two shapes that are at most `tolerance` metres apart. Clears `out` and puts them
/// there. The [module](mod@crate::query::contacts) says what a contact is.
///
/// Convex shapes are solids, meshes are surfaces. `out` stays empty only if the shapes are farther
/// apart than the tolerance, if the budget ended first, or for two half-spaces that overlap without end.
pub fn contacts_of_shapes(
    a: Placed<'_, ShapeRef<'_>>,
    b: Placed<'_, ShapeRef<'_>>,
    tolerance: f32,
    budget: Budget,
    scratch: &mut ShapeScratch,
    out: &mut Vec<Contact>,
) -> ContactsEnd {
    let [p, q] = match PairKind::of(a.shape, b.shape) {
        PairKind::Bounded(both) => both,
        PairKind::HalfSpace(pair) => {
            let poses = [a.pose, b.pose];
            return half_space_contacts(pair, poses, tolerance, budget, scratch, out);
        }
    };
    let (a, b) = (Placed::new(p, a.pose), Placed::new(q, b.pose));
    match (p, q) {
        (BoundedShape::Mesh(first), BoundedShape::Mesh(second)) => {
            crate::query::contacts::contacts(
                Placed::new(first, a.pose),
                Placed::new(second, b.pose),
                tolerance,
                budget,
                &mut scratch.mesh,
                out,
            )
        }
        (BoundedShape::Mesh(model), _) => {
            let mesh = Placed::new(*model, a.pose);
            mesh_convex_contacts(mesh, b, false, tolerance, budget, scratch, out)
        }
        (_, BoundedShape::Mesh(model)) => {
            let mesh = Placed::new(*model, b.pose);
            mesh_convex_contacts(mesh, a, true, tolerance, budget, scratch, out)
        }
        _ => convex_contacts(a, b, tolerance, budget, scratch, out),
    }
}

/// The contacts of two convex shapes.
fn convex_contacts(
    a: Placed<'_, BoundedShape<'_>>,
    b: Placed<'_, BoundedShape<'_>>,
    tolerance: f32,
    budget: Budget,
    scratch: &mut ShapeScratch,
    out: &mut Vec<Contact>,
) -> ContactsEnd {
    out.clear();
    let ShapeScratch { mesh, epa, .. } = scratch;
    mesh.counters = Counters {
        queries: 1,
        ..Counters::default()
    };
    let (Ok(first), Ok(second)) = (a.shape.as_convex(), b.shape.as_convex()) else {
        return ContactsEnd::Done;
    };
    // A solid is a tree of one leaf.
    mesh.decided_by = Some(Stage::Pieces);
    if !Meter::new(budget).take() {
        mesh.decided_by = None;
        mesh.counters.cuts = 1;
        return ContactsEnd::Cut;
    }
    mesh.counters.primitive_tests = 1;
    let relative = Relative::new(a.pose, b.pose);
    let limit = limit(tolerance);
    let nearest = separation(first, second, &relative, &mut WarmStart::default(), epa);
    mesh.contacts.lower_bound = Some(nearest.distance);
    let found = &mut mesh.contacts.found;
    found.clear();
    if nearest.distance <= limit {
        add_convex_contacts(*a.shape, *b.shape, &relative, &nearest, limit, found);
    }
    report(&mut mesh.contacts, a.pose, false, slack(&relative), out);
    mesh.counters.hits = u64::from(!out.is_empty());
    ContactsEnd::Done
}

/// The contacts of a mesh and a convex shape; `swapped` if the mesh is the second shape of the
/// query.
fn mesh_convex_contacts(
    mesh: Placed<'_, Model>,
    solid: Placed<'_, BoundedShape<'_>>,
    swapped: bool,
    tolerance: f32,
    budget: Budget,
    scratch: &mut ShapeScratch,
    out: &mut Vec<Contact>,
) -> ContactsEnd {
    out.clear();
    let (model, shape) = (mesh.shape, *solid.shape);
    let ShapeScratch {
        mesh: mesh_scratch,
        epa,
        stack,
        ..
    } = scratch;
    let counters = &mut mesh_scratch.counters;
    *counters = Counters {
        queries: 1,
        ..Counters::default()
    };
    let Ok(convex) = shape.as_convex() else {
        return ContactsEnd::Done;
    };
    let relative = Relative::new(mesh.pose, solid.pose);
    let opposite = OppositeSide::Solid(shape, &relative);
    let memory = &mut mesh_scratch.contacts;
    let mut search = MeshConvexSearch::new(model, opposite, limit(tolerance), memory);
    let mut meter = Meter::new(budget);
    let traversal = Traversal {
        stack,
        meter: &mut meter,
        counters,
    };
    let ended = visit_triangles_near(
        model,
        convex,
        &relative,
        tolerance,
        traversal,
        &mut |triangle, corners| {
            let quick = match shape {
                BoundedShape::Cuboid(cuboid) => {
                    let half = cuboid.half_extents().as_dvec3();
                    box_triangle(corners.corners(), half, &relative, search.limit)
                }
                _ if is_beyond_plane(corners, convex, &relative, search.limit) => BoxTriangle::Far,
                _ => BoxTriangle::Unknown,
            };
            let nearest = match quick {
                BoxTriangle::Far => return tolerance,
                BoxTriangle::Known(nearest) => nearest,
                BoxTriangle::Unknown => {
                    let warm = &mut WarmStart::default();
                    separation(corners, convex, &relative, warm, epa)
                }
            };
            search.add_triangle(triangle, &nearest);
            tolerance
        },
    );
    mesh_scratch.contacts.lower_bound = Some(search.finish());
    let slack = slack(&relative).max(f64::from(model.reach) * params::SAME_POINT_FRACTION);
    report(&mut mesh_scratch.contacts, mesh.pose, swapped, slack, out);
    let counters = &mut mesh_scratch.counters;
    counters.hits = u64::from(!out.is_empty());
    mesh_scratch.decided_by = Some(match counters.primitive_tests {
        0 => Stage::Tree,
        _ => Stage::Triangles,
    });
    match ended {
        TraversalEnd::Done => ContactsEnd::Done,
        TraversalEnd::Cut { .. } => {
            mesh_scratch.decided_by = None;
            mesh_scratch.counters.cuts = 1;
            ContactsEnd::Cut
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
