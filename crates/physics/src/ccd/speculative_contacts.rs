//! Speculative contacts: contacts that the paths of a crowd will bring within the step.
//!
//! The contacts of two bodies are where they are nearest as the step begins. A turning body swings
//! other corners into its neighbours before the step ends. Each of them would be an impact, and in
//! a crowd every impact causes the next ones, thousands in a step. So in a crowd the paths that
//! follow from the solved contacts are tested. Where two would meet, a contact is added at the two
//! points that would touch, with their present distance, and all contacts are solved again from the
//! start. After two or three rounds few paths cross. The same goes for bodies that joints hold to others or guide:
//! an impact would be theirs alone and open the joint, a contact is solved with the joints.
//!
//! A speculative contact stands for the linear part of two paths: its distance is that from which
//! the present closing speed brings the two points to where they are when the bodies are near.

use crate::bodies::Bodies;
use crate::ccd::pair::ask_about;
use crate::ccd::world_view::WorldView;
use crate::manifold::contact_point::{ContactPoint, SPECULATIVE};
use crate::pair_cache::OverlappingPairs;
use crate::params::{
    CROWD_CONTACTS, LEAST_SPECULATIVE_SHARE, SPECULATIVE_BULGE_SHARE, SPECULATIVE_SLIDE_SKINS,
};
use crate::reserve::{Reserved, reserve};
use crate::settings::{ImpactRule, Settings};
use crate::solver::ContactPrediction;
use crate::step_context::StepContext;
use dodgem_collide as collide;
use dodgem_collide::broad_phase::Pair;
use dodgem_collide::query::Crossing;
use dodgem_collide::query::Stage;
use dodgem_collide::query::toi::{NearestPoints, PairPlacement};

/// Finds speculative contacts; its memory is used again in every step.
#[derive(Clone, Debug, Default)]
pub(crate) struct SpeculativeContacts {
    /// The liveliness of each body as the step begins.
    lively: Vec<BodyLiveliness>,
    /// The pairs of lively crowds, as indices into the pair cache.
    pairs: Vec<u32>,
    /// The bodies of these pairs, each once.
    paired: Vec<u32>,
    /// Contacts to add, each with the index of its pair.
    found: Vec<(u32, ContactPoint)>,
    contacts: Vec<ContactPoint>,
}

/// The motion of a body, as far as speculative contacts depend on it.
#[derive(Clone, Copy, Debug)]
struct BodyLiveliness {
    /// The greatest distance of a point's path in the step from its tangent, in metres.
    bulge: f64,
    moves: bool,
    crowded: bool,
    /// True if the body is in a pair of a lively crowd.
    paired: bool,
}

impl SpeculativeContacts {
    /// Reserves memory for these numbers of bodies, pairs and contacts.
    pub fn reserve(&mut self, counts: &Reserved) {
        let Reserved {
            bodies,
            pairs,
            contacts,
            ..
        } = *counts;
        reserve(&mut self.lively, bodies);
        reserve(&mut self.pairs, pairs);
        reserve(&mut self.paired, bodies);
        reserve(&mut self.found, pairs);
        reserve(&mut self.contacts, contacts);
    }
}

impl ContactPrediction for SpeculativeContacts {
    /// Finds the pairs of crowds that move so much that their present contacts do not suffice.
    fn begin(&mut self, settings: &Settings, bodies: &Bodies, cache: &OverlappingPairs) -> bool {
        self.pairs.clear();
        self.paired.clear();
        self.lively.clear();
        let are_impacts =
            settings.continuous && !settings.one_test && settings.rule != ImpactRule::Stop;
        if !are_impacts || !settings.stages.has(Stage::Convex) {
            return false;
        }
        let Settings { step, skin, .. } = *settings;
        // Two bodies below half of the limits are below the limits together.
        self.lively.extend(bodies.iter().map(|(body, motion)| {
            let angle = body.angular_velocity().length() * step;
            let bulge = 0.5 * f64::from(body.reach()) * angle * angle;
            let path_length = body.velocity.length() * step;
            BodyLiveliness {
                bulge,
                moves: bulge > 0.5 * SPECULATIVE_BULGE_SHARE * skin
                    || path_length > 0.5 * SPECULATIVE_SLIDE_SKINS * skin,
                crowded: motion.contact.crowd >= CROWD_CONTACTS,
                paired: false,
            }
        }));
        for (index, state) in (0..).zip(&cache.pairs) {
            let both = [state.pair.a as usize, state.pair.b as usize];
            let [one, other] = both.map(|i| self.lively[i]);
            // Joints may whip a body round within the step.
            let of = |i: usize| (&bodies.list[i], &bodies.motions[i]);
            let [(body, motion), (other_body, other_motion)] = both.map(of);
            let joined =
                motion.meets_with_joints(other_body) || other_motion.meets_with_joints(body);
            let crowded = one.crowded || other.crowded;
            if !joined && (!crowded || !(one.moves || other.moves)) {
                continue;
            }
            let [v, w] = both.map(|i| bodies.list[i].velocity);
            let slides = (w - v).length() * step > SPECULATIVE_SLIDE_SKINS * skin;
            if joined || slides || one.bulge + other.bulge > SPECULATIVE_BULGE_SHARE * skin {
                self.pairs.push(index);
                for i in both {
                    if !std::mem::replace(&mut self.lively[i].paired, true) {
                        self.paired.push(i as u32);
                    }
                }
            }
        }
        !self.pairs.is_empty()
    }

    /// Adds a contact for each pair of the crowd whose paths meet. A few in a large crowd are left to continuous
    /// collision: else nearly each solution of thousands of bodies would be made again for the sake of one pair.
    fn add(
        &mut self,
        context: &mut StepContext,
        bodies: &mut Bodies,
        pairs: &mut OverlappingPairs,
    ) -> bool {
        self.plan_paths(context.settings.step, bodies);
        self.find(context, bodies, pairs);
        if self.found.is_empty() {
            return false;
        }
        self.insert_into(pairs);
        self.found.len() as f64 >= LEAST_SPECULATIVE_SHARE * self.paired.len() as f64
    }
}

impl SpeculativeContacts {
    /// Plans the paths of a step of `step` seconds that follow from the velocities as they are now.
    fn plan_paths(&self, step: f64, bodies: &mut Bodies) {
        for &index in &self.paired {
            let (body, motion) = bodies.both_mut(index);
            if !motion.is_resting() {
                motion.plan(body, step);
                motion.update_bounds(body, step);
            }
        }
    }

    /// Finds the pairs of the crowd whose paths meet, and the contact of each.
    fn find(&mut self, context: &mut StepContext, bodies: &Bodies, cache: &mut OverlappingPairs) {
        self.found.clear();
        for &index in &self.pairs {
            let state = &cache.pairs[index as usize];
            let (pair, gap) = (state.pair, state.remaining_gap());
            let view = WorldView::new(context.settings, bodies, &cache.contacts);
            if !view.paths_cross(pair) || view.stays_apart(pair, gap) {
                continue;
            }
            let known = Some(index as usize);
            let (crossing, work) = ask_about(pair, known, context, bodies, cache, |sweep| {
                (sweep.crossing(), sweep.work)
            });
            context.report.work += work;
            if let Crossing::After(placement, nearest) = crossing {
                let contact = speculative_contact(context, bodies, pair, &placement, &nearest);
                self.found.push((index, contact));
            }
        }
    }

    /// Adds the contacts that were found to those of their pairs.
    fn insert_into(&mut self, cache: &mut OverlappingPairs) {
        let contacts = &mut self.contacts;
        contacts.clear();
        let mut found = self.found.iter().peekable();
        for (index, state) in (0..).zip(&mut cache.pairs) {
            let first = contacts.len();
            contacts.extend_from_slice(&cache.contacts[state.range()]);
            while let Some((_, contact)) = found.next_if(|found| found.0 == index) {
                contacts.push(*contact);
            }
            state.set_range(first..contacts.len());
        }
        std::mem::swap(contacts, &mut cache.contacts);
    }
}

/// The contact of two bodies at the points that are nearest at a placement of their paths.
fn speculative_contact(
    context: &StepContext,
    bodies: &Bodies,
    pair: Pair,
    at: &PairPlacement,
    nearest: &NearestPoints,
) -> ContactPoint {
    let both = bodies.of_pair(pair);
    let points = nearest.points.map(|p| p + at.frames[0].center);
    let local = |i: usize| {
        let frame = at.frames[i];
        frame.rotation.conjugate() * (points[i] - frame.center)
    };
    let locals = [local(0), local(1)];
    let now = |i: usize| both[i].center + both[i].rotation * locals[i];
    let point = (now(0) + now(1)) * 0.5;
    let velocity = [pair.a, pair.b].map(|i| bodies.motion(i).velocity_at(bodies.body(i), point));
    let closing = -nearest.normal.dot(velocity[1] - velocity[0]);
    let distance = (nearest.gap + closing * at.time).max(context.settings.least_gap());
    let found = collide::ContactPoint {
        feature: SPECULATIVE,
        ..collide::ContactPoint::at(point, nearest.normal, distance)
    };
    let mut contact = ContactPoint::new(both, &found);
    [contact.local_a, contact.local_b] = locals;
    contact.set_materials(both.map(|body| body.material), context.materials);
    contact
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Parts;
    use crate::{BodyDesc, World};
    use dodgem_collide::Shape;
    use dodgem_collide::math::Pose;
    use dodgem_collide::query::Stages;
    use dodgem_collide::shape::Cuboid;
    use glam::Vec3;

    /// The speculative contacts of half a second of 27 spinning boxes that fly together.
    fn foreseen(stages: Stages) -> usize {
        let settings = Settings {
            stages,
            ..Settings::default()
        };
        let mut world = World::new(settings).unwrap();
        let cuboid = Shape::Cuboid(Cuboid::new(Vec3::new(0.12, 0.08, 0.1)).unwrap());
        for i in 0..27 {
            let place = (Vec3::new((i % 3) as f32, (i / 3 % 3) as f32, (i / 9) as f32) - 1.0) * 0.4;
            let body = BodyDesc {
                velocity: place * -6.0,
                angular_velocity: Vec3::new(3.0, 5.0, -4.0) * (1.0 + 0.1 * i as f32),
                ..BodyDesc::dynamic(cuboid.clone(), Pose::from_translation(place).unwrap())
            };
            world.add(body).unwrap();
        }
        let mut count = 0;
        for _ in 0..60 {
            world.step();
            let parts = Parts::of(&mut world);
            let contacts = parts.pairs.contacts.iter();
            count += contacts.filter(|c| c.feature == SPECULATIVE).count();
        }
        count
    }

    /// The crowd's members must be known before its contacts are predicted.
    #[test]
    fn a_lively_crowd_gets_speculative_contacts() {
        let count = foreseen(Stages::ALL);
        assert!(count > 10, "{count}");
        assert_eq!(foreseen(Stages::TREES_ONLY), 0);
    }
}
