//! Contacts of a convex solid or a half-space with any shape that is no compound: the contact queries of three
//! rows of the table.

use crate::Model;
use crate::Relative;
use crate::math::{Placement, Pose};
use crate::narrow_phase::WarmStart;
use crate::narrow_phase::convex_pair::separation;
use crate::query::contacts::contact::{ContactPoint, ContactsEnd};
use crate::query::contacts::feature_pair::of_separation;
use crate::query::contacts::manifold::CandidateFrame;
use crate::query::contacts::mesh_side::MeshSearch;
use crate::query::contacts::opposite_side::{OppositeSide, above_plane};
use crate::query::context::QueryContext;
use crate::query::convex_mesh::{Traversal, TraversalEnd};
use crate::query::half_space::HalfSpacePair;
use crate::query::solid::{MeshConvexPair, Solid};
use crate::shape::{BoundedShape, ShapeRef};

/// The largest distance (m) that counts as within the tolerance: rounded up, so that touching counts.
pub(super) fn limit(tolerance: f32) -> f64 {
    f64::from(tolerance.max(0.0)) * (1.0 + f64::from(f32::EPSILON))
}

/// The contacts of two convex solids.
pub(crate) fn convex_contacts(
    solids: [Solid<'_>; 2],
    poses: [&Pose; 2],
    tolerance: f32,
    context: &mut QueryContext,
    out: &mut Vec<ContactPoint>,
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
    memory.lower_bound = Some(nearest.lower_bound);
    memory.found.clear();
    if nearest.distance <= limit {
        let opposite = OppositeSide::Solid(solids[1], &relative);
        opposite.add_contacts(solids[0].shape, &nearest, limit, &mut memory.found);
    }
    let placement = Placement::from(poses[0]);
    let frame = CandidateFrame::of_features(placement, false, position(&relative));
    memory.append_contacts(&frame, out);
    ContactsEnd::Done
}

/// The contacts of a mesh and a convex solid.
pub(crate) fn mesh_convex_contacts(
    pair: &MeshConvexPair<'_>,
    poses: [&Pose; 2],
    tolerance: f32,
    context: &mut QueryContext,
    out: &mut Vec<ContactPoint>,
) -> ContactsEnd {
    let [mesh_pose, solid_pose] = pair.ordered(poses);
    let relative = Relative::new(mesh_pose, solid_pose);
    let opposite = OppositeSide::Solid(pair.solid, &relative);
    let end = mesh_side_contacts(pair.mesh, &opposite, limit(tolerance), context);
    let size = position(&relative).max(f64::from(pair.mesh.reach));
    let placement = Placement::from(mesh_pose);
    let frame = CandidateFrame::of_features(placement, pair.is_swapped, size);
    context.contacts.append_contacts(&frame, out);
    end
}

/// The contacts of a half-space and another shape. Two half-spaces that face each other have one, at any
/// place of their planes; others overlap without bound and have none.
pub(crate) fn half_space_pair_contacts(
    pair: HalfSpacePair,
    poses: [&Pose; 2],
    tolerance: f32,
    context: &mut QueryContext,
    out: &mut Vec<ContactPoint>,
) -> ContactsEnd {
    let placements = poses.map(Placement::from);
    let plane = pair.plane_at([&placements[0], &placements[1]]);
    let limit = limit(tolerance);
    let (end, size) = if let ShapeRef::Bounded(BoundedShape::Mesh(model)) = pair.other {
        let opposite = OppositeSide::HalfSpace(&plane, f64::from(model.reach) * 3.0_f64.sqrt());
        let end = mesh_side_contacts(model, &opposite, limit, context);
        (end, f64::from(model.reach))
    } else {
        context.contacts.found.clear();
        let Ok(lowest) = plane.lowest_point(pair.other, context.traversal()) else {
            return ContactsEnd::Cut;
        };
        let memory = &mut context.contacts;
        memory.lower_bound = Some(lowest.height);
        let nearest = above_plane(&lowest, &plane);
        let is_near = lowest.height.is_finite() && lowest.height <= limit;
        match pair.other {
            _ if !is_near => {}
            ShapeRef::Bounded(shape) => {
                let radius = shape.as_convex().map_or(0.0, |convex| {
                    let [low, high] = convex.core_box();
                    low.abs().max(high.abs()).length() + convex.margin()
                });
                let opposite = OppositeSide::HalfSpace(&plane, radius);
                opposite.add_contacts(shape, &nearest, limit, &mut memory.found);
            }
            ShapeRef::HalfSpace(_) => memory.found.push(of_separation(&nearest, 0)),
        }
        (ContactsEnd::Done, lowest.point.abs().max_element())
    };
    let [placement, _] = pair.ordered(placements);
    let frame = CandidateFrame::of_features(placement, pair.is_first, size);
    context.contacts.append_contacts(&frame, out);
    end
}

/// Searches for the contacts of a mesh with the opposite side, and leaves the candidates in the context.
fn mesh_side_contacts(
    model: &Model,
    opposite: &OppositeSide,
    limit: f64,
    context: &mut QueryContext,
) -> ContactsEnd {
    let QueryContext {
        contacts,
        epa,
        node_stack: stack,
        meter,
        counters,
        ..
    } = context;
    let mut search = MeshSearch::new(model, opposite, limit, contacts);
    let walk = Traversal {
        stack,
        meter,
        counters,
    };
    let end = opposite.visit_triangles(model, limit, (walk, epa), &mut |triangle, nearest| {
        search.add_triangle(triangle, nearest);
    });
    let nearest = search.finish();
    contacts.lower_bound = Some(nearest);
    match end {
        TraversalEnd::Done => ContactsEnd::Done,
        TraversalEnd::Cut { .. } => ContactsEnd::Cut,
    }
}

/// The largest coordinate of the second shape's position, in metres.
fn position(relative: &Relative) -> f64 {
    relative.translation.abs().max_element()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Cylinder;
    use glam::{DVec3, Quat, Vec3};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    /// The point of a cylinder (m) that is nearest to a point of its frame.
    fn nearest_of(cylinder: &Cylinder, point: DVec3) -> DVec3 {
        let [half, radius] = [cylinder.half_height(), cylinder.radius()].map(f64::from);
        let flat = DVec3::new(point.x, 0.0, point.z).clamp_length_max(radius);
        flat.with_y(point.y.clamp(-half, half))
    }

    /// The lower bound of the contacts of two cylinders does not exceed the distance of points that come ever nearer,
    /// each the nearest to the one before; the distance of the points that the search finds sometimes does.
    #[test]
    fn the_lower_bound_of_contacts_does_not_exceed_the_distance() {
        let cylinders = [(0.4, 0.3), (0.2, 0.5)].map(|(h, r)| Cylinder::new(h, r).unwrap());
        let solids = cylinders.each_ref().map(|cylinder| Solid {
            shape: BoundedShape::Cylinder(cylinder),
            map: cylinder,
        });
        let mut random = Pcg32::seed_from_u64(5);
        let (mut context, mut out) = (QueryContext::default(), Vec::new());
        let (mut apart, mut above) = (0, 0);
        for case in 0..1000 {
            let mut number = |size: f32| random.random_range(-size..size);
            let turn = Quat::from_xyzw(number(1.0), number(1.0), number(1.0), 1.0).normalize();
            let at = Vec3::new(number(1.2), number(1.2), number(1.2));
            let poses = [Pose::IDENTITY, Pose::new(turn, at).unwrap()];
            let relative = Relative::new(&poses[0], &poses[1]);
            let warm = &mut WarmStart::default();
            let found = separation(
                solids[0].map,
                solids[1].map,
                &relative,
                warm,
                &mut context.epa,
            );
            if found.distance <= 1e-3 {
                continue;
            }
            let mut distance = f64::INFINITY;
            let mut point = found.point_a;
            for _ in 0..400 {
                let local = relative.rotation.transpose() * (point - relative.translation);
                let other = nearest_of(&cylinders[1], local);
                let other = relative.rotation * other + relative.translation;
                point = nearest_of(&cylinders[0], other);
                distance = distance.min(point.distance(other));
            }
            context.begin(crate::Budget::Unlimited);
            convex_contacts(solids, poses.each_ref(), 1.0, &mut context, &mut out);
            let bound = context.contacts.lower_bound.unwrap();
            assert!(bound <= distance + 1e-14, "{case}: {bound} for {distance}");
            assert!(bound > distance - 1e-7, "{case}: {bound} for {distance}");
            apart += 1;
            above += usize::from(found.distance > distance + 1e-12);
        }
        assert!(apart > 300, "{apart} pairs are apart");
        assert!(
            above > 10,
            "the points found are farther apart {above} times"
        );
    }
}
