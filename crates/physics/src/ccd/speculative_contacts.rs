//! Speculative contacts: contacts that the paths of a crowd will bring within the step.
//!
//! The contacts of two bodies are where they are nearest as the step begins. A turning body swings
//! other corners into its neighbours before the step ends. Each of them would be an impact, and in
//! a crowd every impact causes the next ones, thousands in a step. So in a crowd the paths that
//! follow from the solved contacts are tested. Where two would meet, a contact is added at the two
//! points that would touch, with their present distance, and all contacts are solved again from the
//! start. After two or three rounds few paths cross.
//!
//! A speculative contact stands for the linear part of two paths: its distance is that from which
//! the present closing speed brings the two points to where they are when the bodies are near.

use glam::DVec3;

use crate::World;
use crate::body_motion::BodyMotion;
use crate::manifold::point::{ManifoldPoint, SPECULATIVE};
use crate::params::{
    CROWD_CONTACTS, SPECULATIVE_BULGE_SHARE, SPECULATIVE_ROUNDS, SPECULATIVE_SLIDE_SKINS,
};
use crate::reserve::reserve;
use crate::settings::Settings;
use dodgem_collide::broad_phase::Pair;
use dodgem_collide::query::Stage;
use dodgem_collide::query::contacts::NearPoint;
use dodgem_collide::query::toi::{Crossing, NearestPoints, PairPlacement};

/// Memory for speculative contacts, used again in every step.
#[derive(Clone, Debug, Default)]
pub(crate) struct SpeculativeScratch {
    /// Velocity, angular momentum and motion of all bodies before the contacts are solved.
    before: Vec<(DVec3, DVec3, BodyMotion)>,
    /// How lively all bodies are as the step begins.
    lively: Vec<BodyLiveliness>,
    /// The pairs of lively crowds, as indices into the pair cache.
    pairs: Vec<u32>,
    /// The bodies of these pairs, each once.
    paired: Vec<u32>,
    /// Contacts to add, each with the index of its pair.
    found: Vec<(u32, ManifoldPoint)>,
    contacts: Vec<ManifoldPoint>,
}

/// How much a body moves.
#[derive(Clone, Copy, Debug)]
struct BodyLiveliness {
    /// How far points of the body leave their tangents in the step, in metres.
    bulge: f64,
    moves: bool,
    crowded: bool,
    /// Whether it is in a pair of a lively crowd.
    paired: bool,
}

impl SpeculativeScratch {
    /// Reserves memory for so many of each.
    pub fn reserve(&mut self, bodies: usize, pairs: usize, contacts: usize) {
        reserve(&mut self.before, bodies);
        reserve(&mut self.lively, bodies);
        reserve(&mut self.pairs, pairs);
        reserve(&mut self.paired, bodies);
        reserve(&mut self.found, pairs);
        reserve(&mut self.contacts, contacts);
    }
}

impl World {
    /// Solves the contacts; in a crowd also with the speculative contacts of the step.
    pub(crate) fn solve_with_speculative_contacts(&mut self) {
        let mut scratch = std::mem::take(&mut self.tools.speculative);
        self.begin_solving();
        self.find_lively_pairs(&mut scratch);
        if !scratch.pairs.is_empty() {
            scratch.before.clear();
            let all = self.bodies.iter().zip(&self.motions);
            (scratch.before).extend(all.map(|(b, f)| (b.velocity, b.angular_momentum, *f)));
        }
        self.solve();
        for _ in 0..SPECULATIVE_ROUNDS {
            self.find_speculative_contacts(&mut scratch);
            if scratch.found.is_empty() {
                break;
            }
            self.add_contacts(&mut scratch);
            let bodies = self.bodies.iter_mut().zip(&mut self.motions);
            for ((body, motion), before) in bodies.zip(&scratch.before) {
                (body.velocity, body.angular_momentum, *motion) = *before;
            }
            self.solve();
        }
        self.end_solving();
        self.tools.speculative = scratch;
    }

    /// Finds the pairs of crowds that move so much that their present contacts do not tell all.
    fn find_lively_pairs(&self, scratch: &mut SpeculativeScratch) {
        let SpeculativeScratch {
            pairs,
            paired,
            lively,
            ..
        } = scratch;
        let Settings { step, skin, .. } = self.settings;
        pairs.clear();
        paired.clear();
        lively.clear();
        if !self.settings.stages.has(Stage::Convex) {
            return;
        }
        // Two bodies below half of the limits are below the limits together.
        lively.extend(self.bodies.iter().zip(&self.motions).map(|(body, motion)| {
            let angle = body.angular_velocity().length() * step;
            let bulge = 0.5 * f64::from(body.reach()) * angle * angle;
            let path_length = body.velocity.length() * step;
            BodyLiveliness {
                bulge,
                moves: bulge > 0.5 * SPECULATIVE_BULGE_SHARE * skin
                    || path_length > 0.5 * SPECULATIVE_SLIDE_SKINS * skin,
                crowded: motion.crowd_contacts >= CROWD_CONTACTS,
                paired: false,
            }
        }));
        for (index, state) in (0..).zip(&self.pairs.pairs) {
            let both = [state.pair.a as usize, state.pair.b as usize];
            let [one, other] = both.map(|i| lively[i]);
            if !(one.crowded || other.crowded) || !(one.moves || other.moves) {
                continue;
            }
            let [v, w] = both.map(|i| self.bodies[i].velocity);
            let slides = (w - v).length() * step > SPECULATIVE_SLIDE_SKINS * skin;
            if slides || one.bulge + other.bulge > SPECULATIVE_BULGE_SHARE * skin {
                pairs.push(index);
                for i in both {
                    if !std::mem::replace(&mut lively[i].paired, true) {
                        paired.push(i as u32);
                    }
                }
            }
        }
    }

    /// Finds the pairs of the crowd whose paths meet, and the contact of each.
    fn find_speculative_contacts(&mut self, scratch: &mut SpeculativeScratch) {
        let SpeculativeScratch {
            pairs,
            paired,
            found,
            ..
        } = scratch;
        found.clear();
        if pairs.is_empty() {
            return;
        }
        let step = self.settings.step;
        for &index in &*paired {
            let (body, motion) = self.body_and_motion(index);
            if !motion.fixed {
                motion.plan(body, step);
                motion.update_bounds(body, step);
            }
        }
        for &index in &*pairs {
            let state = &self.pairs.pairs[index as usize];
            let view = self.view();
            if !view.paths_cross(state.pair) || view.stays_apart(state.pair, state.remaining_gap())
            {
                continue;
            }
            let pair = state.pair;
            let known = Some(index as usize);
            let (crossing, work) =
                self.with_pair(pair, known, |sweep| (sweep.crossing(), sweep.work));
            self.report.work += work;
            if let Crossing::After(placement, nearest) = crossing {
                found.push((index, self.speculative_contact(pair, &placement, &nearest)));
            }
        }
    }

    /// The contact of two bodies at the points that are nearest at a placement of their paths.
    fn speculative_contact(
        &self,
        pair: Pair,
        at: &PairPlacement,
        nearest: &NearestPoints,
    ) -> ManifoldPoint {
        let both = [pair.a as usize, pair.b as usize];
        let bodies = both.map(|i| &self.bodies[i]);
        let points = nearest.points.map(|p| p + at.frames[0].center);
        let local = |i: usize| {
            let frame = at.frames[i];
            frame.rotation.conjugate() * (points[i] - frame.center)
        };
        let locals = [local(0), local(1)];
        let now = |i: usize| bodies[i].center + bodies[i].rotation * locals[i];
        let point = (now(0) + now(1)) * 0.5;
        let velocity = both.map(|i| self.motions[i].velocity_at(&self.bodies[i], point));
        let closing = -nearest.normal.dot(velocity[1] - velocity[0]);
        let found = NearPoint {
            normal: nearest.normal,
            point,
            distance: (nearest.gap + closing * at.time).max(self.settings.least_gap()),
            feature: SPECULATIVE,
        };
        let mut contact = ManifoldPoint::new(pair, bodies, &found);
        [contact.local_a, contact.local_b] = locals;
        contact.material = (self.materials).pair(bodies[0].material, bodies[1].material);
        contact
    }

    /// Adds the speculative contacts to those of their pairs.
    fn add_contacts(&mut self, scratch: &mut SpeculativeScratch) {
        let SpeculativeScratch {
            found, contacts, ..
        } = scratch;
        contacts.clear();
        let mut found = found.iter().peekable();
        for (index, state) in (0..).zip(&mut self.pairs.pairs) {
            let first = contacts.len();
            contacts.extend_from_slice(&self.pairs.contacts[state.range()]);
            while let Some((_, contact)) = found.next_if(|found| found.0 == index) {
                contacts.push(*contact);
            }
            state.set_range(first..contacts.len());
        }
        std::mem::swap(contacts, &mut self.pairs.contacts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BodyDesc;
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
            let contacts = world.pairs.contacts.iter();
            count += contacts.filter(|c| c.feature == SPECULATIVE).count();
        }
        count
    }

    /// Who is in a crowd has to be known before its contacts are foreseen.
    #[test]
    fn a_lively_crowd_gets_speculative_contacts() {
        let count = foreseen(Stages::ALL);
        assert!(count > 10, "{count}");
        assert_eq!(foreseen(Stages::TREES_ONLY), 0);
    }
}
