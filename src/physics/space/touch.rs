//! Contacts of bodies that are near each other at the start of a step.

use glam::DVec3;

use super::Space;
use super::body::Body;
use super::narrow::NearPoint;
use super::pairs::{Contact, Near};
use crate::collision::Shape;
use crate::collision::broad::Pair;
use crate::geometry::Aabb;

/// Contacts are made anew when the bodies may have come nearer by this share of the skin.
const FOLLOWED: f64 = 0.25;

/// A body that touches so many others that move freely is in a crowd.
pub(super) const CROWD: u32 = 3;

/// Of bodies that near each other faster than this, in m/s, contacts are not asked for farther off.
const FASTEST: f64 = 4.0;

/// How far off such contacts of meshes may be, as a share of the skin.
const FOLLOWED_OFF: f64 = 0.02;

/// A new contact takes over the impulses of an old one at most this far away, in metres; failing
/// that, of the one between the same features.
const SAME_PLACE: f64 = 0.02;

impl Space {
    /// Brings the contacts of all pairs up to date.
    pub(super) fn find_contacts(&mut self) {
        let margin = self.settings.margin();
        let step = self.settings.step;
        let skin = self.settings.skin;
        let (bodies, flights) = (&self.bodies, &self.flights);
        let store = &mut self.pairs;
        let narrow = &mut self.tools.narrow;
        for near in &mut store.pairs {
            let old = near.range();
            near.first = store.contacts.len() as u32;
            near.count = 0;
            let Pair { a, b } = near.pair;
            let (body_a, body_b) = (&bodies[a as usize], &bodies[b as usize]);
            let both_fixed = flights[a as usize].fixed && flights[b as usize].fixed;
            let margin = margin + way(body_a, body_b) * step;
            let asked = 1.5 * margin;
            if !both_fixed && near.gap < 0.0 {
                // Never asked, or not apart: boxes are cheaper than shapes.
                let apart = boxes_apart(
                    &body_a.shape.aabb(&body_a.pose()),
                    &body_b.shape.aabb(&body_b.pose()),
                );
                if apart > asked {
                    (near.gap, near.moved) = (apart, 0.0);
                }
            }
            let known = near.gap > 0.0;
            let followed = followed(body_a, body_b, skin, self.settings.margin());
            let follow = known && near.moved <= followed && !old.is_empty();
            if both_fixed || follow {
                let mut nearest = f64::INFINITY;
                for contact in &store.contacts_before[old] {
                    let mut contact = *contact;
                    contact.follow(body_a, body_b);
                    contact.active = !both_fixed;
                    if contact.distance < nearest {
                        (nearest, near.axis) = (contact.distance, contact.normal);
                    }
                    store.contacts.push(contact);
                }
            } else if !known || near.room() <= margin {
                let material = self.materials.pair(body_a.material, body_b.material);
                if let Some(gap) = gap_across(body_a, body_b, near, asked) {
                    (near.gap, near.moved) = (gap, 0.0);
                    continue;
                }
                let (axis, warm) = (near.axis, &mut near.warm);
                let (points, least) = narrow.near_toward(body_a, body_b, asked, axis, warm);
                near.gap = least;
                near.moved = 0.0;
                let nearest = points
                    .iter()
                    .min_by(|p, q| p.distance.total_cmp(&q.distance));
                near.axis = nearest.map_or(near.axis, |p| p.normal);
                let old = &store.contacts_before[old];
                for point in points {
                    let mut contact = contact(near.pair, [body_a, body_b], point);
                    contact.material = material;
                    inherit(&mut contact, old);
                    store.contacts.push(contact);
                }
            }
            near.count = store.contacts.len() as u32 - near.first;
        }
    }
}

/// How fast two bodies that move freely may come nearer, in m/s; 0 if one does not or they part.
fn way(a: &Body, b: &Body) -> f64 {
    if !(a.is_dynamic() && b.is_dynamic()) {
        return 0.0;
    }
    let relative = b.velocity - a.velocity;
    let nearing = -relative.dot((b.center - a.center).normalize_or_zero());
    nearing.clamp(0.0, FASTEST)
}

/// How much nearer two bodies may have come, in metres, before their contacts are asked for anew.
///
/// Asking meshes is dear. Where a contact is brought along by a way `s`, a surface that is round
/// with the radius `r` is off by `s^2 / 2r`; and no contact can come within the margin unseen that
/// was farther off than what is asked for.
fn followed(a: &Body, b: &Body, skin: f64, margin: f64) -> f64 {
    let least = FOLLOWED * skin;
    if !matches!((&a.shape, &b.shape), (Shape::Mesh(_), Shape::Mesh(_))) {
        return least;
    }
    let radius = f64::from(a.reach.min(b.reach));
    (2.0 * radius * FOLLOWED_OFF * skin)
        .sqrt()
        .clamp(least, 0.5 * margin)
}

/// How far two bodies are apart across a plane, in metres, if that is farther than contacts are
/// asked for: planes across a known axis and across the line of the centres are tried.
fn gap_across(a: &Body, b: &Body, near: &mut Near, asked: f64) -> Option<f64> {
    let between = b.center - a.center;
    let tops = &mut near.warm.tops;
    let gap = |n: DVec3| {
        let reach_a = a.reach_along(a.rotation.conjugate() * n, &mut tops[0]);
        let reach_b = b.reach_along(b.rotation.conjugate() * -n, &mut tops[1]);
        between.dot(n) - reach_a - reach_b
    };
    let directions = [near.axis, between.normalize_or_zero()];
    let directions = directions.into_iter().filter(|n| *n != DVec3::ZERO);
    directions.map(gap).find(|gap| *gap > asked)
}

/// How far two boxes are apart at least, in metres.
fn boxes_apart(a: &Aabb, b: &Aabb) -> f64 {
    let between = (a.min - b.max).max(b.min - a.max);
    f64::from(between.max(glam::Vec3::ZERO).length())
}

/// A contact at a place that was found.
pub(super) fn contact(pair: Pair, [a, b]: [&Body; 2], found: &NearPoint) -> Contact {
    let half = found.normal * (found.distance * 0.5);
    let to_a = a.rotation.conjugate();
    Contact {
        a: pair.a,
        b: pair.b,
        feature: found.feature,
        normal: found.normal,
        point: found.point,
        distance: found.distance,
        local_a: to_a * (found.point - half - a.center),
        local_b: b.rotation.conjugate() * (found.point + half - b.center),
        local_normal: to_a * found.normal,
        material: Default::default(),
        active: true,
        bounce: 0.0,
        push: 0.0,
        rub: DVec3::ZERO,
        roll: DVec3::ZERO,
    }
}

/// Takes over the impulses of the contact of the last step at the same place: the same for one of
/// the bodies, for what slides changes its place on the other.
fn inherit(contact: &mut Contact, old: &[Contact]) {
    let apart = |o: &Contact| {
        let on_a = o.local_a.distance_squared(contact.local_a);
        on_a.min(o.local_b.distance_squared(contact.local_b))
    };
    let nearest = old.iter().min_by(|p, q| apart(p).total_cmp(&apart(q)));
    let near = nearest.filter(|o| apart(o) <= SAME_PLACE * SAME_PLACE);
    let same = || old.iter().find(|o| o.feature == contact.feature);
    if let Some(same) = near.or_else(same) {
        (contact.push, contact.rub, contact.roll) = (same.push, same.rub, same.roll);
    }
}
