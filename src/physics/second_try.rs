//! The last part of a step: held bodies try again (see `step.rs`, number 5).

use super::step::moved;
use super::{Purse, TestRound, World};
use crate::collision::broad::Pair;

/// How often held bodies try again in a step.
const SECOND_TRIES: usize = 3;

impl World {
    /// Lets held bodies move with their new velocities where that is clear of everything. Several
    /// times: the first may only be able to follow once the second has made room, and a body
    /// between two others bounces to and fro.
    pub(super) fn second_tries(&mut self, purse: &mut Purse) {
        for _ in 0..SECOND_TRIES {
            for index in 0..self.bodies.len() {
                if !self.moves[index].held {
                    continue;
                }
                let turn_rate = self.bodies[index].angular_velocity.y;
                // Parting bodies may still catch each other by turning; without turning, the
                // contact normal keeps them apart. So a body that was held before may slide out.
                let stuck = self.moves[index].held_steps > 0;
                if !self.second_try(index, turn_rate, purse) && stuck {
                    self.second_try(index, 0.0, purse);
                }
            }
        }
    }

    fn second_try(&mut self, index: usize, turn_rate: f32, purse: &mut Purse) -> bool {
        let body = &self.bodies[index];
        let pose = moved(body, turn_rate);
        let bounds = body.model.aabb(&pose);
        let room = &self.broad_bodies[index].bounds;
        let in_reach = room.contains(bounds.min) && room.contains(bounds.max);
        if !in_reach || !self.arena.contains(&body.footprint, &pose) {
            return false;
        }
        let held_at = std::mem::replace(&mut self.moves[index].next, pose);
        let held_bounds = std::mem::replace(&mut self.moves[index].next_bounds, bounds);
        self.moves[index].held = false;
        if self.is_clear_of_all(index as u32, purse) {
            self.bodies[index].angular_velocity.y = turn_rate;
            return true;
        }
        let step = &mut self.moves[index];
        (step.next, step.next_bounds, step.held) = (held_at, held_bounds, true);
        false
    }

    fn is_clear_of_all(&mut self, body: u32, purse: &mut Purse) -> bool {
        let concerns = |pair: Pair| pair.a == body || pair.b == body;
        let tests = (0..self.planned.len())
            .filter(|i| concerns(self.planned[*i].pair) && self.boxes_overlap(*i))
            .count();
        purse.begin_rest(tests);
        for index in 0..self.planned.len() {
            let pair = self.planned[index].pair;
            let near = concerns(pair) && self.boxes_overlap(index);
            if near && self.test(pair.a, pair.b, TestRound::SecondTry, purse) {
                self.answer_hit(pair.a, pair.b);
                return false;
            }
        }
        true
    }
}
