//! Contacts of a crowd that the step will bring.
//!
//! The contacts of bodies near each other are where they are nearest as the step begins. A body that
//! turns swings other corners into its neighbours before the step ends; each of them would be an
//! impact, and in a crowd the impacts' answers are impacts for the next ones, thousands a step. So
//! there, when contacts are solved, the paths that come of it are looked at. Where two would meet,
//! a contact is added where that would be, as far apart as these two places are now, and all
//! contacts are solved again from the start. Few paths cross after two or three rounds.
//!
//! A contact to come stands for what is linear of two paths: it is at the distance from which the
//! present paths would bring it, as fast as they now close, to where it is when they are that near.

use glam::{DQuat, DVec3};

use crate::World;
use crate::body_motion::BodyMotion;
use crate::ccd::separating_plane::{PairContext, PairPlacement, PlaneTest};
use crate::ccd::turning_plane::TurningPlaneResult;
use crate::manifold::contact_update::{CROWD, contact};
use crate::manifold::hull_contacts::NearestPoints;
use crate::pair_cache::{ManifoldPoint, SPECULATIVE, SeparatingPlane};
use crate::reserve::reserve;
use crate::settings::Settings;
use crate::shape_queries::NearPoint;
use dodgem_collide::broad_phase::Pair;

/// How often contacts are added at most.
const ROUNDS: usize = 3;

/// Contacts tell what becomes of bodies that turn so little that no place of them leaves its
/// tangent by this share of the skin in a step, and slide along each other by so many skins: who
/// lies in a jam does less.
const BULGE: f64 = 0.25;
const SLIDE: f64 = 8.0;

/// Memory for it, used again in every step.
#[derive(Clone, Debug, Default)]
pub(crate) struct SpeculativeScratch {
    /// Velocity and angular momentum of all bodies, and their flights, before the solution.
    before: Vec<(DVec3, DVec3, BodyMotion)>,
    /// How all bodies move as the step begins.
    lively: Vec<BodyLiveliness>,
    /// The pairs of a lively crowd.
    pairs: Vec<u32>,
    /// Contacts to add, with the index of their pair.
    found: Vec<(u32, ManifoldPoint)>,
    contacts: Vec<ManifoldPoint>,
}

/// How a body moves.
#[derive(Clone, Copy, Debug)]
struct BodyLiveliness {
    /// How far places of it leave their tangents in the step, in metres.
    bulge: f64,
    moves: bool,
    crowded: bool,
}

impl SpeculativeScratch {
    /// Makes room for so many of each.
    pub fn reserve(&mut self, bodies: usize, pairs: usize, contacts: usize) {
        reserve(&mut self.before, bodies);
        reserve(&mut self.lively, bodies);
        reserve(&mut self.pairs, pairs);
        reserve(&mut self.found, pairs);
        reserve(&mut self.contacts, contacts);
    }
}

/// Whether two paths cross.
enum PathCrossing {
    /// No: this direction parts them, if it stands still.
    Never(DVec3),
    /// They stay apart until this moment, and perhaps not much longer.
    After(PairPlacement, NearestPoints),
    /// Their hulls do not tell.
    Unknown,
}

impl PairContext<'_> {
    fn crossing(&mut self, step: f64, least: f64, [plane, axis]: [DVec3; 2]) -> PathCrossing {
        let (from, to) = (self.placement(0.0), self.placement(step));
        for n in [plane, axis] {
            if n != DVec3::ZERO
                && matches!(self.test_plane(&from, &to, n, least), PlaneTest::Separates)
            {
                return PathCrossing::Never(n);
            }
        }
        let toward = if axis == DVec3::ZERO {
            from.places[1].0 - from.places[0].0
        } else {
            axis
        };
        match self.follow_until_close([0.0, step], least, toward) {
            TurningPlaneResult::Clear => PathCrossing::Never(plane),
            TurningPlaneResult::Until(placement, nearest) => {
                PathCrossing::After(placement, nearest)
            }
            TurningPlaneResult::Unknown => PathCrossing::Unknown,
        }
    }
}

impl World {
    /// Lets contacts and forces change velocities, in a crowd with the contacts that are to come.
    pub(crate) fn solve_with_speculative_contacts(&mut self) {
        let mut memory = std::mem::take(&mut self.tools.speculative);
        self.find_lively_pairs(&mut memory);
        if !memory.pairs.is_empty() {
            memory.before.clear();
            let all = self.bodies.iter().zip(&self.motions);
            (memory.before).extend(all.map(|(b, f)| (b.velocity, b.angular_momentum, *f)));
        }
        self.solve();
        for _ in 0..ROUNDS {
            self.find_speculative_contacts(&mut memory);
            if memory.found.is_empty() {
                break;
            }
            self.add_contacts(&mut memory);
            let bodies = self.bodies.iter_mut().zip(&mut self.motions);
            for ((body, motion), before) in bodies.zip(&memory.before) {
                (body.velocity, body.angular_momentum, *motion) = *before;
            }
            self.solve();
        }
        self.tools.speculative = memory;
    }

    /// Looks for the pairs of a crowd, as the solver found it in the last step, that move so much
    /// that the contacts they have do not tell all.
    fn find_lively_pairs(&self, memory: &mut SpeculativeScratch) {
        let SpeculativeScratch { pairs, lively, .. } = memory;
        let Settings { step, skin, .. } = self.settings;
        pairs.clear();
        lively.clear();
        // Two that are not half as lively as that cannot be together.
        lively.extend(self.bodies.iter().zip(&self.motions).map(|(body, motion)| {
            let angle = body.angular_velocity().length() * step;
            let bulge = 0.5 * f64::from(body.reach) * angle * angle;
            let way = body.velocity.length() * step;
            BodyLiveliness {
                bulge,
                moves: bulge > 0.5 * BULGE * skin || way > 0.5 * SLIDE * skin,
                crowded: motion.crowd_contacts >= CROWD,
            }
        }));
        for (index, state) in (0..).zip(&self.pairs.pairs) {
            let both = [state.pair.a as usize, state.pair.b as usize];
            let [one, other] = both.map(|i| lively[i]);
            if !(one.crowded || other.crowded) || !(one.moves || other.moves) {
                continue;
            }
            let [v, w] = both.map(|i| self.bodies[i].velocity);
            let slides = (w - v).length() * step > SLIDE * skin;
            if slides || one.bulge + other.bulge > BULGE * skin {
                pairs.push(index);
            }
        }
    }

    /// Looks for the pairs of the crowd that would meet.
    fn find_speculative_contacts(&mut self, memory: &mut SpeculativeScratch) {
        let SpeculativeScratch { pairs, found, .. } = memory;
        found.clear();
        if pairs.is_empty() {
            return;
        }
        let step = self.settings.step;
        let least = self.settings.least_gap();
        for (body, motion) in self.bodies.iter().zip(&mut self.motions) {
            if !motion.fixed {
                motion.plan(body, step);
                motion.bound(body, step);
            }
        }
        for &index in &*pairs {
            let state = &self.pairs.pairs[index as usize];
            let view = self.view();
            if !view.paths_cross(state.pair) || view.stays_apart(state.pair, state.remaining_gap())
            {
                continue;
            }
            let mut context = view.context(state);
            let crossing = context.crossing(step, least, [state.plane.normal, state.axis]);
            let gjk_cache = context.gjk_cache;
            let pair = state.pair;
            let state = &mut self.pairs.pairs[index as usize];
            state.gjk_cache = gjk_cache;
            match crossing {
                PathCrossing::Never(n) if n == state.plane.normal => {}
                PathCrossing::Never(n) => state.plane = SeparatingPlane::across(n),
                PathCrossing::After(placement, nearest) => {
                    found.push((index, self.speculative_contact(pair, &placement, &nearest)));
                }
                PathCrossing::Unknown => {}
            }
        }
    }

    /// The contact of two bodies that their paths bring so near at a moment.
    fn speculative_contact(
        &self,
        pair: Pair,
        at: &PairPlacement,
        nearest: &NearestPoints,
    ) -> ManifoldPoint {
        let both = [pair.a as usize, pair.b as usize];
        let bodies = both.map(|i| &self.bodies[i]);
        let points = nearest.points.map(|p| p + at.places[0].0);
        let local = |i: usize| {
            let (center, rotation): (DVec3, DQuat) = at.places[i];
            rotation.conjugate() * (points[i] - center)
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
        let mut contact = contact(pair, bodies, &found);
        [contact.local_a, contact.local_b] = locals;
        contact.material = (self.materials).pair(bodies[0].material, bodies[1].material);
        contact
    }

    /// Puts the contacts that were found to those of their pairs.
    fn add_contacts(&mut self, memory: &mut SpeculativeScratch) {
        let SpeculativeScratch {
            found, contacts, ..
        } = memory;
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
