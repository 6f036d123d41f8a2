//! Contacts that a search does not find, but that are still there.
//!
//! Where two long solids lie along each other at a small angle, as cylinders in a heap do, a search finds the
//! nearest place alone. They rock about it: each time one end is pushed apart, the other end comes nearer, is
//! found, and takes the place of the first. A contact that an earlier search has found stays until its two
//! points slip from each other, so both ends hold together.

use glam::Vec3;

use crate::body::Body;
use crate::manifold::contact_point::{ContactPoint, SPECULATIVE};
use crate::params::{FEW_CONTACTS, SAME_CONTACT_DISTANCE};
use crate::settings::Settings;
use dodgem_collide::Shape;

/// Appends the contacts of the last step that are still in place and far from all contacts in `out` from
/// `first` on, which a search has found. They have no impulses yet.
pub(super) fn keep_far_contacts(
    settings: &Settings,
    [a, b]: [&Body; 2],
    before: &[ContactPoint],
    first: usize,
    out: &mut Vec<ContactPoint>,
) {
    if !are_solids([a, b]) {
        return;
    }
    for contact in before {
        let found = out.len() - first;
        if found == 0 || found > FEW_CONTACTS {
            return;
        }
        if contact.feature == SPECULATIVE {
            continue;
        }
        let mut contact = *contact;
        contact.follow(a, b);
        let is_far = |new: &ContactPoint| {
            let on_a = new.local_a.distance(contact.local_a);
            on_a.min(new.local_b.distance(contact.local_b)) > SAME_CONTACT_DISTANCE
        };
        let is_near = contact.distance > 0.0 && contact.distance <= settings.margin();
        if is_near && contact.slip(a, b) <= settings.skin && out[first..].iter().all(is_far) {
            contact.active = true;
            (contact.normal_impulse, contact.tangent_impulse) = (0.0, Vec3::ZERO);
            contact.rolling_impulse = Vec3::ZERO;
            out.push(contact);
        }
    }
}

/// True for two convex solids: a search for their contacts is cheap, and one place is found where they are nearest.
pub(super) fn are_solids(bodies: [&Body; 2]) -> bool {
    let is_solid = |body: &Body| {
        matches!(
            body.shape(),
            Shape::Sphere(_)
                | Shape::Cuboid(_)
                | Shape::Capsule(_)
                | Shape::Cylinder(_)
                | Shape::Cone(_)
                | Shape::Hull(_)
        )
    };
    bodies.into_iter().all(is_solid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifold::contact_update::update_contacts;
    use crate::world::Parts;
    use crate::{BodyDesc, World};
    use dodgem_collide::math::Pose;
    use dodgem_collide::shape::Capsule;
    use glam::Quat;

    /// A capsule across the top of another one at an angle of 3 degrees, its end at x = 0.5 lowered by this many
    /// radians, and their contacts.
    fn rocking(lowered: f32, height: f32) -> (World, Vec<ContactPoint>) {
        let mut world = World::new(Settings::default()).unwrap();
        let capsule = Shape::Capsule(Capsule::new(0.5, 0.1).unwrap());
        let along_x = Quat::from_rotation_z(-std::f32::consts::FRAC_PI_2);
        let below = Pose::new(along_x, Vec3::ZERO).unwrap();
        world.add(BodyDesc::fixed(capsule.clone(), below)).unwrap();
        let turn = Quat::from_rotation_y(0.05) * Quat::from_rotation_z(-lowered) * along_x;
        let above = Pose::new(turn, Vec3::Y * height).unwrap();
        world.add(BodyDesc::dynamic(capsule, above)).unwrap();
        let mut parts = Parts::of(&mut world);
        parts.find_pairs();
        update_contacts(&mut parts.context, parts.bodies, parts.pairs);
        let found = parts.pairs.contacts.clone();
        (world, found)
    }

    /// The places of the contacts along x, once those of `before` are kept, if they are still there.
    fn kept(before: &[ContactPoint], lowered: f32, height: f32) -> Vec<f64> {
        let (mut world, mut found) = rocking(lowered, height);
        let parts = Parts::of(&mut world);
        let both = [parts.bodies.body(0), parts.bodies.body(1)];
        keep_far_contacts(parts.context.settings, both, before, 0, &mut found);
        found.iter().map(|contact| contact.point.x).collect()
    }

    #[test]
    fn the_other_end_of_a_rocking_body_keeps_its_contact() {
        let (_, mut right) = rocking(1.75e-3, 0.202);
        assert_eq!(right.len(), 1, "{right:?}");
        right[0].normal_impulse = 1.0;
        let both = kept(&right, -1.75e-3, 0.202);
        assert!(
            both.len() == 2 && both[0] < -0.1 && both[1] > 0.1,
            "{both:?}"
        );
        // The same place is found again; one that has slipped or is too far off is none.
        assert_eq!(kept(&right, 1.75e-3, 0.202).len(), 1);
        assert_eq!(kept(&right, -0.02, 0.202).len(), 1);
        let far = 0.2052;
        let (_, high) = rocking(1.75e-3, far);
        assert_eq!((high.len(), kept(&high, -8e-3, far).len()), (1, 1));
        let mut to_come = right;
        to_come[0].feature = SPECULATIVE;
        assert_eq!(kept(&to_come, -1.75e-3, 0.202).len(), 1);
    }

    /// Jammed bodies do not move, so the contact that was carried along would never be searched again.
    #[test]
    fn a_pair_that_may_touch_is_searched_again() {
        for (gap, is_searched) in [(1e-4, true), (5e-4, false)] {
            let (mut world, _) = rocking(1.75e-3, 0.202);
            let parts = &mut Parts::of(&mut world);
            parts.find_pairs();
            (parts.pairs.pairs[0].gap, parts.pairs.pairs[0].moved) = (gap, 2e-4);
            update_contacts(&mut parts.context, parts.bodies, parts.pairs);
            assert_eq!(parts.pairs.pairs[0].moved == 0.0, is_searched, "{gap}");
        }
    }
}
