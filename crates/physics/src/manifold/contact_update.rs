//! Contact update: the contacts of all near pairs at the start of a step.
//!
//! A pair's contacts are carried along with its bodies while these have moved little, found by
//! half-spaces, hulls or faces where these answer, and searched over all triangles otherwise.

use crate::bodies::Bodies;
use crate::body::Body;
use crate::body_motion::BodyMotion;
use crate::manifold::contact_point::{ContactPoint, SPECULATIVE};
use crate::manifold::kept_contacts::{are_solids, keep_far_contacts};
use crate::manifold::manifold_cache::follow_on_face;
use crate::material::MaterialTable;
use crate::pair_cache::{OverlappingPairs, PairState};
use crate::params::{
    CONTACT_REFRESH_SHARE, CONTACT_SEARCH_WORK_SHARE, MAX_MARGIN_SPEED, MESH_CONTACT_DRIFT_SHARE,
    MIDWAY_LEAST_SHARE, MIDWAY_MOST_SKINS, SAME_CONTACT_DISTANCE,
};
use crate::report::{PairEnd, PairTurn};
use crate::settings::Settings;
use crate::shape_queries::ShapeQueries;
use crate::step_context::StepContext;
use dodgem_collide as collide;
use dodgem_collide::Shape;
use dodgem_collide::broad_phase::Pair;
use dodgem_collide::math::{Aabb, CenterFrame, turned};
use dodgem_collide::query::PlacedCollider;

/// The inputs of an update of contacts, which do not change meanwhile.
#[derive(Clone, Copy)]
struct ContactUpdate<'s> {
    settings: &'s Settings,
    materials: &'s MaterialTable,
    bodies: &'s [Body],
    motions: &'s [BodyMotion],
    /// The contacts of the last step.
    before: &'s [ContactPoint],
}

/// Updates the contacts of all pairs, in their order. If work is scarce, pairs that need a search
/// wait for their turn.
pub(crate) fn update_contacts(
    context: &mut StepContext,
    bodies: &Bodies,
    cache: &mut OverlappingPairs,
) {
    let OverlappingPairs {
        pairs,
        contacts,
        contacts_before,
        waiting,
        ..
    } = cache;
    let update = ContactUpdate {
        settings: context.settings,
        materials: context.materials,
        bodies: &bodies.list,
        motions: &bodies.motions,
        before: contacts_before,
    };
    waiting.clear();
    for (index, state) in (0..).zip(pairs.iter_mut()) {
        let (queries, first) = (&mut *context.queries, contacts.len());
        if update.update_without_search(state, queries, contacts) == QuickUpdate::NeedsSearch {
            let Some(allowed) = queries.without_turn() else {
                waiting.push(index);
                continue;
            };
            let turn = update.search(state, allowed, queries, contacts);
            context.report.searches.push(turn);
        }
        state.set_range(first..contacts.len());
    }
    update.search_in_turns(context, waiting, pairs, contacts);
}

impl ContactUpdate<'_> {
    /// Searches for the contacts of the waiting pairs with limited work. Half of the work is set aside
    /// in equal shares, so that each pair gets some; the rest is for the pairs that come first and
    /// need it. The first pair changes from step to step, so that an expensive search gets its turn
    /// too.
    fn search_in_turns(
        &self,
        context: &mut StepContext,
        waiting: &[u32],
        pairs: &mut [PairState],
        contacts: &mut Vec<ContactPoint>,
    ) {
        let count = waiting.len() as u64;
        let mut left = (context.queries.left as f64 * CONTACT_SEARCH_WORK_SHARE) as u64;
        let set_aside = left / (2 * count.max(1));
        for turn in 0..count {
            let index = waiting[((turn + context.steps) % count) as usize];
            let state = &mut pairs[index as usize];
            let first = contacts.len();
            let allowed = left - set_aside * (count - turn - 1);
            let turn = self.search(state, allowed, context.queries, contacts);
            state.set_range(first..contacts.len());
            // A search may cost one unit more than it was allowed.
            left -= turn.used.min(allowed);
            context.report.searches.push(turn);
        }
    }

    fn bodies(&self, pair: Pair) -> [&Body; 2] {
        [pair.a, pair.b].map(|i| &self.bodies[i as usize])
    }

    /// The distance, in metres, within which contacts of two bodies count, and the wider one within
    /// which they are looked for.
    fn margins(&self, [a, b]: [&Body; 2]) -> (f64, f64) {
        let margin = self.settings.margin() + closing_speed(a, b) * self.settings.step;
        (margin, 1.5 * margin)
    }

    /// The contacts of a pair in the last step; valid until the pair gets those of this step.
    fn before(&self, state: &PairState) -> &[ContactPoint] {
        &self.before[state.range()]
    }

    /// Appends a pair's contacts to `out`, if that takes no search.
    fn update_without_search(
        &self,
        state: &mut PairState,
        shape_queries: &mut ShapeQueries,
        out: &mut Vec<ContactPoint>,
    ) -> QuickUpdate {
        let Pair { a, b } = state.pair;
        let (body_a, body_b) = (&self.bodies[a as usize], &self.bodies[b as usize]);
        let both_fixed =
            self.motions[a as usize].is_resting() && self.motions[b as usize].is_resting();
        if !both_fixed && state.gap < 0.0 {
            // Not known to be apart: boxes are cheaper than shapes.
            let apart = boxes_apart(
                &body_a.shape().aabb(&body_a.pose()),
                &body_b.shape().aabb(&body_b.pose()),
            );
            let (_, asked) = self.margins([body_a, body_b]);
            if apart > asked {
                state.set_apart(apart);
                return QuickUpdate::Done;
            }
        }
        // A speculative contact is not where the bodies touch.
        let to_come = |contact: &ContactPoint| contact.feature == SPECULATIVE;
        let (before, first) = (self.before(state), out.len());
        let known = state.gap > 0.0 && (both_fixed || !before.iter().any(to_come));
        let follow_distance =
            follow_distance(body_a, body_b, self.settings.skin, self.settings.margin());
        // Jammed bodies stay where they are: if their contact is off, it would be so for ever, and the place at which
        // they really touch would never be found.
        let may_touch = state.moved > 0.0
            && state.remaining_gap() <= self.settings.least_gap()
            && are_solids([body_a, body_b]);
        let follow = known && !may_touch && state.moved <= follow_distance && !before.is_empty();
        if let (true, false, Some(face)) = (known, both_fixed, state.cache.face)
            && !before.is_empty()
            && let Some(lower_bound) =
                follow_on_face(&face, [body_a, body_b], follow_distance, before, out)
        {
            (state.gap, state.moved) = (lower_bound, 0.0);
            state.cache.axis = out[first].normal;
        } else if both_fixed || follow {
            let mut nearest = f64::INFINITY;
            out.extend_from_slice(before);
            for contact in &mut out[first..] {
                contact.follow(body_a, body_b);
                contact.active = !both_fixed;
                if contact.distance < nearest {
                    (nearest, state.cache.axis) = (contact.distance, contact.normal);
                }
            }
        } else {
            let (margin, asked) = self.margins([body_a, body_b]);
            if known && state.remaining_gap() > margin {
                return QuickUpdate::Done;
            }
            // A pair that had contacts is hardly far apart, so only others are tested by planes.
            if before.is_empty()
                && let Some(gap) =
                    shape_queries.gap_across([body_a, body_b], asked, &mut state.cache)
            {
                state.set_apart(gap);
                return QuickUpdate::Done;
            }
            match shape_queries.quick_contacts([body_a, body_b], asked, &mut state.cache) {
                Some(lower_bound) => {
                    self.store(state, lower_bound, shape_queries.points(), None, out);
                }
                None => return QuickUpdate::NeedsSearch,
            }
        }
        QuickUpdate::Done
    }

    /// Searches for a pair's contacts with at most `allowed` work units and appends them to `out`. If
    /// the work does not suffice, the contacts of the last step stay where they are still in place:
    /// so a resting body goes on resting, and the sweep handles whatever else comes near.
    fn search(
        &self,
        state: &mut PairState,
        allowed: u64,
        shape_queries: &mut ShapeQueries,
        out: &mut Vec<ContactPoint>,
    ) -> PairTurn {
        let bodies = self.bodies(state.pair);
        let (_, asked) = self.margins(bodies);
        let (mut lower_bound, mut used) = (None, 0);
        if allowed > 0 {
            lower_bound = shape_queries.search_contacts(bodies, asked, allowed, &mut state.cache);
            used = shape_queries.used;
        } else {
            shape_queries.note_search_left_out();
        }
        let end = match lower_bound {
            Some(lower_bound) => {
                let cache = state.cache;
                let frames = self.midway(state).filter(|frames| {
                    let placed = |i: usize| PlacedCollider::new(&bodies[i].collider, frames[i]);
                    let (both, left) = ([0, 1].map(placed), allowed.saturating_sub(used));
                    left > 0 && shape_queries.search_contacts_at(both, asked, left, cache)
                });
                used = shape_queries.used;
                self.store(state, lower_bound, shape_queries.points(), frames, out);
                if shape_queries.points().is_empty() {
                    PairEnd::Clear
                } else {
                    PairEnd::Meets
                }
            }
            None => {
                // The heights above the face were not measured for the old contacts that are kept.
                state.cache.face = None;
                if state.gap > f64::NEG_INFINITY {
                    self.keep_in_place(state, out);
                }
                PairEnd::Cut
            }
        };
        PairTurn {
            a: bodies[0].id,
            b: bodies[1].id,
            end,
            allowed,
            used,
        }
    }

    /// Appends contacts at the points that a query found, where the bodies are or in other `frames`, and stores
    /// `lower_bound`, the distance that the bodies have at least, in metres.
    fn store(
        &self,
        state: &mut PairState,
        lower_bound: f64,
        points: &[collide::ContactPoint],
        frames: Option<[CenterFrame; 2]>,
        out: &mut Vec<ContactPoint>,
    ) {
        let bodies = self.bodies(state.pair);
        let materials = bodies.map(|body| body.material);
        let material = (self.materials).pair(materials[0], materials[1]);
        let has_parts = bodies.iter().any(|body| !body.child_materials().is_empty());
        state.gap = lower_bound;
        state.moved = 0.0;
        let nearest = points
            .iter()
            .min_by(|p, q| p.distance.total_cmp(&q.distance));
        state.cache.axis = nearest.map_or(state.cache.axis, |p| p.normal);
        let first = out.len();
        out.extend(points.iter().map(|point| match frames {
            None => ContactPoint::new(bodies, point),
            Some(frames) => {
                let mut contact = ContactPoint::found_at(frames, bodies, point);
                contact.follow(bodies[0], bodies[1]);
                contact
            }
        }));
        for (contact, point) in out[first..].iter_mut().zip(points) {
            (contact.materials, contact.material) = (materials, material);
            if has_parts {
                contact.set_materials(Body::materials_at(bodies, point.children), self.materials);
            }
        }
        keep_far_contacts(self.settings, bodies, self.before(state), first, out);
        hand_on_impulses(self.before(state), &mut out[first..]);
    }

    /// The frames in the middle of the step of two solids that touch, if they move fast enough for that to matter and
    /// slowly enough to touch there. Where solids roll over each other, the place at which they touch runs ahead of
    /// them; impulses at the place where it was as the step began would give energy to what rocks.
    fn midway(&self, state: &PairState) -> Option<[CenterFrame; 2]> {
        let bodies = self.bodies(state.pair);
        if !are_solids(bodies) || self.before(state).is_empty() {
            return None;
        }
        let half = 0.5 * self.settings.step;
        let turning = bodies.map(Body::angular_velocity);
        let [a, b] = [0, 1].map(|i: usize| turning[i].length() * f64::from(bodies[i].reach()));
        let speed = (bodies[1].velocity - bodies[0].velocity).length() + a + b;
        let slow = MIDWAY_LEAST_SHARE * f64::from(self.settings.sleep_speed);
        let moves = speed > slow && speed * half < MIDWAY_MOST_SKINS * self.settings.skin;
        moves.then(|| {
            [0, 1].map(|i: usize| {
                let Body {
                    center,
                    rotation,
                    velocity,
                    ..
                } = *bodies[i];
                CenterFrame::new(center + velocity * half, turned(rotation, turning[i], half))
            })
        })
    }

    /// Appends the contacts of the last step whose two points have not slipped from each other.
    fn keep_in_place(&self, state: &PairState, out: &mut Vec<ContactPoint>) {
        let [a, b] = self.bodies(state.pair);
        for contact in self.before(state) {
            let mut contact = *contact;
            contact.follow(a, b);
            if contact.slip(a, b) <= SAME_CONTACT_DISTANCE {
                contact.active = true;
                out.push(contact);
            }
        }
    }
}

/// The result of an update of a pair's contacts without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum QuickUpdate {
    Done,
    NeedsSearch,
}

/// The closing speed of two freely moving bodies, in m/s, at most [`MAX_MARGIN_SPEED`]; 0 if they part
/// or if one does not move freely.
fn closing_speed(a: &Body, b: &Body) -> f64 {
    if !(a.is_dynamic() && b.is_dynamic()) {
        return 0.0;
    }
    let relative = b.velocity - a.velocity;
    let nearing = -relative.dot((b.center - a.center).normalize_or_zero());
    nearing.clamp(0.0, MAX_MARGIN_SPEED)
}

/// The distance, in metres, by which two bodies may have come nearer before their contacts are searched again.
///
/// Queries of meshes are expensive. If a contact is moved along by a distance `s`, it is off a
/// surface of radius `r` by `s^2 / 2r`. And no contact that was beyond the searched distance can come
/// within the margin unseen.
fn follow_distance(a: &Body, b: &Body, skin: f64, margin: f64) -> f64 {
    let lower_bound = CONTACT_REFRESH_SHARE * skin;
    if !matches!((a.shape(), b.shape()), (Shape::Mesh(_), Shape::Mesh(_))) {
        return lower_bound;
    }
    let radius = f64::from(a.reach().min(b.reach()));
    (2.0 * radius * MESH_CONTACT_DRIFT_SHARE * skin)
        .sqrt()
        .clamp(lower_bound, 0.5 * margin)
}

/// The distance of two boxes, in metres.
fn boxes_apart(a: &Aabb, b: &Aabb) -> f64 {
    let between = (a.min - b.max).max(b.min - a.max);
    f64::from(between.max(glam::Vec3::ZERO).length())
}

/// Hands the impulses of each contact of the last step on to the nearest of the new ones. The distance is that on the
/// body on which the points are nearer, as a sliding contact changes its point on the other one. So the sum of a
/// manifold's impulses stays when it gets other points, as that of a cylinder does whenever it tilts another way;
/// lost impulses would shake a pile.
fn hand_on_impulses(old: &[ContactPoint], new: &mut [ContactPoint]) {
    for from in old {
        let apart = |to: &ContactPoint| {
            let on_a = to.local_a.distance_squared(from.local_a);
            on_a.min(to.local_b.distance_squared(from.local_b))
        };
        let nearest = new
            .iter_mut()
            .min_by(|one, other| apart(one).total_cmp(&apart(other)));
        if let Some(to) = nearest {
            to.normal_impulse += from.normal_impulse;
            to.tangent_impulse += from.tangent_impulse;
            to.rolling_impulse += from.rolling_impulse;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, Vec3};

    /// A contact of an upright cylinder at an angle (degrees) round its rim.
    fn on_rim(degrees: f64, normal_impulse: f32) -> ContactPoint {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        let rim = DVec3::new(cosine, 0.0, sine) * 0.25;
        let body = |index: u32| crate::BodyId {
            index,
            generation: 0,
        };
        ContactPoint {
            a: body(0),
            b: body(1),
            feature: degrees.to_bits(),
            normal: DVec3::Y,
            point: rim,
            distance: 1e-3,
            local_a: rim,
            local_b: rim,
            local_normal: DVec3::Y,
            materials: Default::default(),
            material: Default::default(),
            active: true,
            bounce: 0.0,
            normal_impulse,
            tangent_impulse: Vec3::X * normal_impulse,
            rolling_impulse: Vec3::Y * normal_impulse,
        }
    }

    #[test]
    fn a_manifold_that_gets_other_points_carries_what_it_carried() {
        let old =
            [(-163.0, 1.0), (0.0, 2.0), (90.0, 4.0), (-90.0, 8.0)].map(|(at, n)| on_rim(at, n));
        let impulses =
            |new: &[ContactPoint]| new.iter().map(|c| c.normal_impulse).collect::<Vec<_>>();
        // The rim's lowest point is elsewhere: 17 degrees off, 74 mm.
        let mut new = [-94.0, 90.0, 0.0, 180.0].map(|at| on_rim(at, 0.0));
        hand_on_impulses(&old, &mut new);
        assert_eq!(impulses(&new), [8.0, 4.0, 2.0, 1.0]);
        assert_eq!(new[3].tangent_impulse, Vec3::X);
        assert_eq!(new[3].rolling_impulse, Vec3::Y);
        // Two points in place of four.
        let mut new = [45.0, -120.0].map(|at| on_rim(at, 0.0));
        hand_on_impulses(&old, &mut new);
        assert_eq!(impulses(&new), [6.0, 9.0]);
        // None at all, and some where nothing was.
        hand_on_impulses(&old, &mut []);
        hand_on_impulses(&[], &mut new[..1]);
        assert_eq!(impulses(&new), [6.0, 9.0]);
    }
}
