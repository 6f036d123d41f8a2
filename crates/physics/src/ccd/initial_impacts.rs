//! Impacts at the very start of a step.
//!
//! Bodies in a crowd may end a step nearer than the target distance and still closing: they waited.
//! A sweep would find the same impact at once and bring them nearer still, each time by half of
//! what is left. So these impacts are solved first, in a few rounds, as one body hands them on to
//! the next. The solver stops what is then left of the closing, with all other contacts at once.

use crate::World;
use crate::body::BodyId;
use crate::ccd::impact::PairImpact;
use crate::ccd::step::two_mut;
use crate::manifold::point::ManifoldPoint;
use crate::params::INITIAL_IMPACT_ROUNDS;
use crate::report::Impact;

impl World {
    /// Solves the impacts of pairs that are nearer than the target distance and closing.
    pub(crate) fn solve_initial_impacts(&mut self) {
        for _ in 0..INITIAL_IMPACT_ROUNDS {
            let mut struck = false;
            for index in 0..self.pairs.pairs.len() {
                let state = &self.pairs.pairs[index];
                if state.count > 0 && state.gap <= self.settings.target() {
                    struck |= self.solve_initial_impact(index);
                }
            }
            if !struck {
                break;
            }
        }
    }

    /// Solves the impact of one pair; false if it closes no faster than resting bodies do.
    fn solve_initial_impact(&mut self, index: usize) -> bool {
        let settings = &self.settings;
        let state = self.pairs.pairs[index];
        let (a, b) = (state.pair.a, state.pair.b);
        if self.motions[a as usize].fixed && self.motions[b as usize].fixed {
            return false;
        }
        let contacts = &self.pairs.contacts[state.range()];
        let touching = |c: &&ManifoldPoint| c.distance <= settings.skin;
        let touching_points = &mut self.tools.impact_contacts;
        touching_points.clear();
        touching_points.extend(contacts.iter().filter(touching));
        let Some(nearest) =
            (touching_points.iter()).min_by(|p, q| p.distance.total_cmp(&q.distance))
        else {
            return false;
        };
        let (point, normal) = (nearest.point, nearest.normal);
        let [body_a, body_b] = two_mut(&mut self.bodies, a, b);
        let mut impact = PairImpact {
            a: body_a,
            b: body_b,
            contacts: touching_points,
            max_speed: settings.max_speed,
            // No body has been given velocity ahead of time yet.
            given: Default::default(),
            most_given: 0.0,
            scratch: &mut self.tools.impact,
        };
        if nearest.distance > settings.target() || impact.closing_speed() <= settings.rest_speed {
            return false;
        }
        let outcome = impact.resolve(settings.rule, settings.rest_speed);
        body_a.wake();
        body_b.wake();
        self.report.events += 1;
        self.report.impacts.push(Impact {
            time: 0.0,
            point: point.as_vec3(),
            normal: normal.as_vec3(),
            a: BodyId(a),
            b: BodyId(b),
            impulse: outcome.impulse.length() as f32,
            relative_speed: outcome.closing_speed as f32,
            sweep: None,
            decided_by: state.contacts_decided_by,
        });
        true
    }
}
