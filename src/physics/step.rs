//! One step of the world, with no body inside another at its end.
//!
//! 1. Controls give velocities, velocities give each body the pose it *wants*; walls correct it.
//! 2. The broad phase finds the pairs whose boxes, swept over the step, overlap.
//! 3. Each pair is tested at the wanted poses, in the order and with the shares of
//!    `purse.rs`. A hit (or a cut, which counts as one) changes the velocities and *holds*
//!    both bodies: they stay at the poses they had, where they were disjoint.
//! 4. A held body stands where its neighbours did not expect it, so its pairs with bodies that
//!    are not held are tested again; a hit there holds the other one too. Bodies are only ever
//!    added to the held ones, so this ends.
//! 5. Held bodies try again with their new velocities; a move that is clear of everything is
//!    made, one that is not is answered like any hit. Without this, cars that push each other
//!    would stand still in every second step.
//!
//! At the end every pair is (a) both held, at the old disjoint poses, or (b) was tested clear at
//! exactly the poses it now has, or (c) has boxes that do not overlap. So the next step starts
//! disjoint again. Fast bodies may still pass through thin ones between two steps: this is the
//! static kind of detection (source 1, section 1.1).

use glam::{Quat, Vec3};

use super::events::LEAST_IMPACT_SPEED;
use super::response::{Contact, respond, respond_to_wall};
use super::timing::Stopwatch;
use super::vehicle::drive;
use super::{
    Body, BodyId, Control, Impact, PairOutcome, PairTest, Purse, STEP_SECONDS, TestRound, World,
};
use crate::collision::broad::{BroadBody, Pair};
use crate::collision::{Budget, Collision, collide};
use crate::geometry::{Aabb, Pose, yaw};

/// No body moves faster, in m/s: the momentum rule can give a light car any speed.
const SPEED_LIMIT: f32 = 25.0;

/// No body turns faster, in rad/s.
const TURN_LIMIT: f32 = 10.0;

/// How much larger than the swept box a body's bounds are, in metres: room for a second try.
const SECOND_TRY_ROOM: f32 = 0.1;

/// How far inside the wall a body is put back, in metres: more than the rounding of a pose.
const WALL_CLEARANCE: f32 = 1e-4;

/// How high above the floor cars touch, in metres: where a cut gives no point.
const USUAL_CONTACT_HEIGHT: f32 = 0.3;

/// What is left of the velocities of a body after each step in which it could not move, from the
/// second on: what does not move must not gather speed, or it shoots off when it comes free.
const BLOCKED_KEEPS: f32 = 0.8;

/// A body's way through a step.
pub(super) struct Move {
    /// The pose it wants; once it is not held, the pose it will have.
    pub(super) next: Pose,
    pub(super) old_bounds: Aabb,
    pub(super) next_bounds: Aabb,
    pub(super) held: bool,
    /// For how many steps it has been held without a pause.
    pub(super) held_steps: u32,
}

impl Move {
    pub(super) fn resting(bounds: Aabb, pose: Pose) -> Self {
        Move {
            next: pose,
            old_bounds: bounds,
            next_bounds: bounds,
            held: false,
            held_steps: 0,
        }
    }

    fn bounds(&self) -> &Aabb {
        if self.held {
            &self.old_bounds
        } else {
            &self.next_bounds
        }
    }
}

/// A pair of the broad phase with its place in the order of tests.
#[derive(Clone, Copy)]
pub(super) struct PlannedTest {
    /// The places of the two bodies in the order, the earlier one first.
    places: (u32, u32),
    pub(super) pair: Pair,
    /// In which of the states (neither held, a held, b held) it was found clear.
    clear_in: [bool; 3],
}

impl World {
    /// Advances the world by [`STEP_SECONDS`]. `controls[i]` drives body `i`; fixed bodies ignore
    /// theirs, and bodies without one roll.
    pub fn step(&mut self, controls: &[Control]) {
        let mut watch = Stopwatch::start(self.clock);
        self.steps += 1;
        self.events.clear();
        self.stats.clear(self.budget);
        self.want_poses(controls);
        self.stats.times.drive = watch.lap();
        self.find_pairs();
        self.stats.times.broad = watch.lap();
        let obstacles = self.bodies.len() - self.moving;
        let mut purse = Purse::new(self.budget, self.moving, obstacles);
        self.test_wanted_poses(&mut purse);
        self.test_around_held(&mut purse);
        self.stats.times.contacts = watch.lap();
        self.second_tries(&mut purse);
        self.take_poses();
        self.totals += self.stats.counters;
        self.stats.used = purse.spent();
        self.stats.debt = purse.debt();
        self.stats.times.settle = watch.lap();
    }

    fn want_poses(&mut self, controls: &[Control]) {
        for index in 0..self.bodies.len() {
            let body = &mut self.bodies[index];
            body.previous_pose = body.pose;
            if body.is_fixed() {
                continue;
            }
            drive(
                body,
                controls.get(index).copied().unwrap_or_default(),
                &self.ground,
            );
            limit_speed(body);
            self.moves[index].next = moved(body, body.angular_velocity.y);
            self.moves[index].held = false;
            self.keep_inside(index);
            let step = &mut self.moves[index];
            step.next_bounds = self.bodies[index].model.aabb(&step.next);
        }
    }

    /// Lets a body that would leave the arena bounce, and puts it back inside.
    fn keep_inside(&mut self, index: usize) {
        let time = self.time();
        let body = &mut self.bodies[index];
        let step = &mut self.moves[index];
        // In a corner of a rectangle each try may meet the other wall.
        for _ in 0..4 {
            let Some(wall) = self.arena.outside(&body.footprint, &step.next) else {
                return;
            };
            let outcome = respond_to_wall(body, wall.point, wall.normal, &self.walls);
            if outcome.closing_speed >= LEAST_IMPACT_SPEED {
                self.events.push(Impact {
                    time,
                    point: wall.point,
                    normal: wall.normal,
                    a: BodyId(index as u32),
                    b: None,
                    impulse: outcome.impulse,
                    relative_speed: outcome.closing_speed,
                    cut: false,
                });
            }
            let back = wall.normal * (wall.depth + WALL_CLEARANCE);
            let place = step.next.translation() + back;
            step.next = Pose::new(step.next.rotation(), place).unwrap_or(body.pose);
        }
        if !self.arena.contains(&body.footprint, &step.next) {
            step.next = body.pose;
        }
    }

    fn find_pairs(&mut self) {
        self.broad_bodies.clear();
        for (body, step) in self.bodies.iter().zip(&self.moves) {
            let fixed = body.is_fixed();
            let room = if fixed { 0.0 } else { SECOND_TRY_ROOM };
            self.broad_bodies.push(BroadBody {
                bounds: step.old_bounds.union(step.next_bounds).expanded(room),
                fixed,
            });
        }
        self.broad_phase.update(&self.broad_bodies, &mut self.pairs);
        self.stats.pairs = self.pairs.len();
        self.planned.clear();
        for pair in &self.pairs {
            let (a, b) = (self.place[pair.a as usize], self.place[pair.b as usize]);
            self.planned.push(PlannedTest {
                places: (a.min(b), a.max(b)),
                pair: *pair,
                clear_in: [false; 3],
            });
        }
        self.planned.sort_unstable_by_key(|planned| planned.places);
    }

    fn test_wanted_poses(&mut self, purse: &mut Purse) {
        let mut start = 0;
        for place in 0..self.moving {
            let of_body = |planned: &PlannedTest| planned.places.0 as usize == place;
            let group = self.planned[start..]
                .iter()
                .take_while(|p| of_body(p))
                .count();
            let end = start + group;
            // "Needed" are the tests that boxes cannot answer.
            let needed = (start..end).filter(|i| self.boxes_overlap(*i)).count();
            purse.begin_car(needed);
            for index in start..end {
                self.test_planned(index, TestRound::Wanted, purse);
            }
            start = end;
        }
    }

    fn test_around_held(&mut self, purse: &mut Purse) {
        while let Some(held) = self.newly_held.pop() {
            let left = (0..self.planned.len())
                .filter(|i| self.open_around(*i, held) && self.boxes_overlap(*i))
                .count();
            purse.begin_rest(left);
            for index in 0..self.planned.len() {
                if self.open_around(index, held) {
                    self.test_planned(index, TestRound::Held, purse);
                }
            }
        }
    }

    /// Whether a pair has `held` as one end, and another end that still wants to move.
    fn open_around(&self, index: usize, held: u32) -> bool {
        let Pair { a, b } = self.planned[index].pair;
        (a == held && !self.is_still(b)) || (b == held && !self.is_still(a))
    }

    fn is_still(&self, index: u32) -> bool {
        self.moves[index as usize].held || self.bodies[index as usize].is_fixed()
    }

    pub(super) fn boxes_overlap(&self, index: usize) -> bool {
        let Pair { a, b } = self.planned[index].pair;
        self.moves[a as usize]
            .bounds()
            .overlaps(self.moves[b as usize].bounds())
    }

    /// Tests a pair as its bodies now stand, unless that is known, and answers a hit.
    fn test_planned(&mut self, index: usize, round: TestRound, purse: &mut Purse) {
        let Pair { a, b } = self.planned[index].pair;
        let state = match (self.moves[a as usize].held, self.moves[b as usize].held) {
            (true, true) => return,
            (false, false) => 0,
            (true, false) => 1,
            (false, true) => 2,
        };
        if self.planned[index].clear_in[state] {
            return;
        }
        if !self.boxes_overlap(index) || !self.test(a, b, round, purse) {
            self.planned[index].clear_in[state] = true;
            return;
        }
        self.answer_hit(a, b);
        for body in [a, b] {
            if !self.is_still(body) {
                self.moves[body as usize].held = true;
                self.newly_held.push(body);
            }
        }
    }

    /// The narrow test of two bodies as they now stand; true for a hit or a cut.
    pub(super) fn test(&mut self, a: u32, b: u32, round: TestRound, purse: &mut Purse) -> bool {
        let allowed = purse.allowance();
        let found = collide(
            &self.bodies[a as usize].model,
            &self.standing_pose(a),
            &self.bodies[b as usize].model,
            &self.standing_pose(b),
            Budget::Work(allowed),
            &mut self.scratch,
        );
        let used = self.scratch.counters.work();
        purse.spend(used);
        self.stats.counters += self.scratch.counters;
        let points = found.points();
        let point = (!points.is_empty())
            .then(|| points.iter().copied().sum::<Vec3>() / points.len() as f32);
        self.stats.tests.push(PairTest {
            a: BodyId(a),
            b: BodyId(b),
            round,
            outcome: match found {
                Collision::Clear => PairOutcome::Clear,
                Collision::Hit { .. } => PairOutcome::Hit,
                Collision::Cut { .. } => PairOutcome::Cut,
            },
            allowed,
            used,
            point,
        });
        found.is_hit()
    }

    fn standing_pose(&self, index: u32) -> Pose {
        let step = &self.moves[index as usize];
        if step.held {
            self.bodies[index as usize].pose
        } else {
            step.next
        }
    }

    /// Changes the velocities after the last test, and tells of the impact.
    pub(super) fn answer_hit(&mut self, a: u32, b: u32) {
        let Some(test) = self.stats.tests.last().copied() else {
            return;
        };
        let stuck = [a, b]
            .iter()
            .any(|body| self.moves[*body as usize].held_steps > 0);
        let Ok([body_a, body_b]) = self.bodies.get_disjoint_mut([a as usize, b as usize]) else {
            return;
        };
        let contact = contact_between(body_a, body_b, test.point, stuck);
        let outcome = respond(self.response, body_a, body_b, &contact);
        limit_speed(body_a);
        limit_speed(body_b);
        if outcome.closing_speed >= LEAST_IMPACT_SPEED {
            self.events.push(Impact {
                time: self.time(),
                point: contact.reported,
                normal: contact.normal,
                a: BodyId(a),
                b: Some(BodyId(b)),
                impulse: outcome.impulse,
                relative_speed: outcome.closing_speed,
                cut: test.outcome == PairOutcome::Cut,
            });
        }
    }

    fn take_poses(&mut self) {
        for (body, step) in self.bodies.iter_mut().zip(&mut self.moves) {
            if body.is_fixed() {
                continue;
            }
            if step.held {
                step.held = false;
                if step.held_steps > 0 {
                    body.velocity *= BLOCKED_KEEPS;
                    body.angular_velocity *= BLOCKED_KEEPS;
                }
                step.held_steps += 1;
                self.stats.held += 1;
            } else {
                body.pose = step.next;
                step.old_bounds = step.next_bounds;
                step.held_steps = 0;
            }
        }
    }
}

/// Where a body comes to in one step with its velocity and a turn rate (rad/s about +Y).
pub(super) fn moved(body: &Body, turn_rate: f32) -> Pose {
    let place = body.pose.translation() + body.velocity * STEP_SECONDS;
    let turn: Quat = yaw(turn_rate * STEP_SECONDS);
    let rotation = if turn_rate == 0.0 {
        body.pose.rotation()
    } else {
        turn * body.pose.rotation()
    };
    // Velocities are limited, so this only fails if the place left the range of f32.
    Pose::new(rotation, place).unwrap_or(body.pose)
}

fn limit_speed(body: &mut Body) {
    body.velocity = body.velocity.clamp_length_max(SPEED_LIMIT);
    body.angular_velocity.y = body.angular_velocity.y.clamp(-TURN_LIMIT, TURN_LIMIT);
}

/// Where two bodies that are still disjoint will meet. `reported` is the test's own point.
fn contact_between(a: &Body, b: &Body, reported: Option<Vec3>, stuck: bool) -> Contact {
    let gap = a.footprint.gap(&a.pose, &b.footprint, &b.pose);
    Contact {
        normal: gap.normal,
        point: gap.point,
        reported: reported.unwrap_or(gap.point + Vec3::Y * USUAL_CONTACT_HEIGHT),
        stuck,
    }
}
