//! Islands: bodies that touch each other or are joined fall asleep together and wake together.

use crate::aside::Aside;
use crate::bodies::Bodies;
use crate::body::{Body, BodyKind};
use crate::disjoint_sets::DisjointSets;
use crate::displacement::Displacement;
use crate::joint::Joints;
use crate::pair_cache::OverlappingPairs;
use crate::params::RESTING_JOINT_STRAIN;
use crate::reserve::{Reserved, reserve};
use crate::settings::Settings;
use crate::supports::Supports;
use dodgem_collide::broad_phase::Pair;

/// A world at the start of a step, as far as waking depends on it.
pub(super) struct RestingWorld<'w> {
    pub settings: &'w Settings,
    pub aside: &'w Aside,
    pub pairs: &'w OverlappingPairs,
    pub joints: &'w Joints,
    pub supports: &'w Supports,
}

/// Groups of bodies that touch each other.
#[derive(Clone, Debug, Default)]
pub(super) struct Islands {
    sets: DisjointSets,
    /// For each root: the shortest time for which a member has rested, in seconds.
    rest_times: Vec<f32>,
    /// For each body: true if another carries it without touching it.
    is_carried: Vec<bool>,
}

impl Islands {
    /// Reserves memory for these numbers of bodies.
    pub fn reserve(&mut self, counts: &Reserved) {
        self.sets.reserve(counts.bodies);
        reserve(&mut self.rest_times, counts.bodies);
        reserve(&mut self.is_carried, counts.bodies);
    }

    /// Makes every body an island of its own.
    fn reset(&mut self, bodies: usize) {
        self.sets.reset(bodies);
        self.rest_times.clear();
        self.rest_times.resize(bodies, f32::INFINITY);
    }

    /// Wakes every present island with a body that is awake, with one that touches a moving kinematic body or is
    /// joined to it, with one that is near a fast body, or with a running motor.
    pub fn wake(&mut self, world: &RestingWorld, bodies: &mut Bodies) {
        let RestingWorld {
            settings,
            aside,
            pairs,
            joints,
            supports,
        } = *world;
        joints.wake_driven(aside.joints(), &mut bodies.list);
        let present = || aside.present().iter().copied();
        if !present().any(|place| bodies.body(place).asleep) {
            return;
        }
        self.sets.reset_some(bodies.len(), present());
        self.rest_times.resize(bodies.len(), f32::INFINITY);
        present().for_each(|place| self.rest_times[place as usize] = f32::INFINITY);
        self.join(bodies, pairs, joints.pairs_at(aside.joints()));
        let present_supports = || {
            let is_here = |pair: &[u32; 2]| pair.iter().all(|place| aside.has_present(*place));
            supports.of(bodies).filter(is_here)
        };
        self.join_carried(bodies, present_supports());
        for place in present() {
            let body = bodies.body(place);
            if body.is_dynamic() && !body.asleep {
                self.stir(place);
            }
        }
        let driven = |index: u32| {
            let body = bodies.body(index);
            body.kind == BodyKind::Kinematic && !body.is_fixed()
        };
        for near in &pairs.pairs {
            let (a, b) = (near.pair.a, near.pair.b);
            for (one, other) in [(a, b), (b, a)] {
                if near.count > 0 && driven(one) {
                    self.stir(other);
                }
            }
            // The solver treats sleeping bodies as fixed, so only a body that comes to rest on it may find it
            // asleep.
            if meets_fast(settings, bodies.of_pair(near.pair), near.remaining_gap()) {
                self.stir(a);
                self.stir(b);
            }
        }
        for Pair { a, b } in joints.pairs_at(aside.joints()) {
            for (one, other) in [(a, b), (b, a)] {
                if driven(one) {
                    self.stir(other);
                }
            }
        }
        for [carried, carrier] in present_supports() {
            if driven(carrier) {
                self.stir(carried);
            }
        }
        for place in present() {
            let body = &mut bodies.list[place as usize];
            if body.asleep && self.rest_time(place) == 0.0 {
                body.wake();
            }
        }
    }

    /// Puts to sleep the islands whose bodies have all rested for long enough.
    pub fn put_to_sleep(
        &mut self,
        settings: &Settings,
        bodies: &mut Bodies,
        pairs: &OverlappingPairs,
        joints: &Joints,
        supports: &Supports,
    ) {
        self.is_carried.clear();
        self.is_carried.resize(bodies.len(), false);
        for [carried, _] in supports.of(bodies) {
            self.is_carried[carried as usize] = true;
        }
        self.update_rest_times(settings, bodies);
        let is_tired = |body: &Body| {
            body.is_dynamic() && !body.asleep && body.rest_time >= settings.sleep_after
        };
        if !bodies.list.iter().any(is_tired) {
            return;
        }
        interrupt_rest(bodies, pairs, joints);
        self.group(bodies, pairs, joints);
        self.join_carried(bodies, supports.of(bodies));
        // A belt keeps moving its bodies, however slowly.
        for near in pairs.pairs.iter().filter(|near| near.count > 0) {
            let Pair { a, b } = near.pair;
            for (one, other) in [(a, b), (b, a)] {
                if bodies.body(one).has_belt() {
                    self.stir(other);
                }
            }
        }
        for [carried, carrier] in supports.of(bodies) {
            let carrier = bodies.body(carrier);
            let is_moved = carrier.kind == BodyKind::Kinematic && !carrier.is_fixed();
            if is_moved || carrier.has_belt() {
                self.stir(carried);
            }
        }
        let is_awake = |body: &Body| body.is_dynamic() && !body.asleep;
        for (index, body) in (0..).zip(&bodies.list) {
            if is_awake(body) {
                let root = self.sets.root(index) as usize;
                self.rest_times[root] = self.rest_times[root].min(body.rest_time);
            }
        }
        for (index, body) in (0..).zip(&mut bodies.list) {
            if is_awake(body) && self.rest_time(index) >= settings.sleep_after {
                body.fall_asleep();
            }
        }
    }

    /// Groups the dynamic bodies that touch each other or are joined.
    pub fn group(&mut self, bodies: &Bodies, pairs: &OverlappingPairs, joints: &Joints) {
        self.reset(bodies.len());
        self.join(bodies, pairs, joints.pairs());
    }

    /// Joins the sets of dynamic bodies that touch each other, or that are joined.
    fn join(
        &mut self,
        bodies: &Bodies,
        pairs: &OverlappingPairs,
        joined: impl Iterator<Item = Pair>,
    ) {
        for near in &pairs.pairs {
            if near.count > 0 && bodies.of_pair(near.pair).iter().all(|b| b.is_dynamic()) {
                self.sets.join(near.pair.a, near.pair.b);
            }
        }
        for Pair { a, b } in joined {
            if [a, b].iter().all(|index| bodies.body(*index).is_dynamic()) {
                self.sets.join(a, b);
            }
        }
    }

    /// Groups carried bodies with the dynamic bodies that carry them.
    fn join_carried(&mut self, bodies: &Bodies, supports: impl Iterator<Item = [u32; 2]>) {
        for [carried, carrier] in supports {
            if bodies.body(carrier).is_dynamic() {
                self.sets.join(carried, carrier);
            }
        }
    }

    /// Records that an island has not rested, by one of its bodies.
    pub fn stir(&mut self, body: u32) {
        let root = self.sets.root(body);
        self.rest_times[root as usize] = 0.0;
    }

    /// Clears the record of stirred islands.
    pub fn forget_rest(&mut self) {
        self.rest_times.fill(f32::INFINITY);
    }

    /// True if a body's island was stirred.
    pub fn is_stirred(&mut self, body: u32) -> bool {
        self.rest_time(body) == 0.0
    }

    /// Counts the time for which each body has rested: it is slow, and no farther from the place where it
    /// came to rest than a slow body gets until it sleeps; or it trembles, but stays within a skin of its
    /// place. Velocities alone are not enough, because bodies that are pushed apart and joints that close
    /// move without any velocity, and a trembling body has some but stays at its place.
    fn update_rest_times(&self, settings: &Settings, bodies: &mut Bodies) {
        let slow = f64::from(settings.sleep_speed);
        let slack = (slow * f64::from(settings.sleep_after)).max(settings.skin);
        for ((body, motion), is_carried) in bodies.iter_mut().zip(&self.is_carried) {
            if !body.is_dynamic() || body.asleep {
                continue;
            }
            let here = body.frame();
            let may_rest = body.may_sleep && (motion.contact.touching || *is_carried);
            // The velocity at the end of a step does not show the displacement: bodies that the solver pushes
            // apart, and jammed ones, have some and stay at their place. A waiting body has no displacement,
            // and may have to go on.
            let stays = !motion.is_waiting() && motion.moved.size() < slow * settings.step;
            let speed = body.velocity.length();
            let may_rest = may_rest && (stays || speed < slow.max(settings.rest_speed));
            let rests = may_rest && {
                let off = Displacement::new(body.rests_at, here, body.reach()).size();
                let rim_speed = body.angular_velocity().length() * f64::from(body.reach());
                let speed = speed.max(rim_speed);
                let trembles = speed < settings.rest_speed && off <= settings.skin;
                trembles || (off <= slack && (stays || speed < slow))
            };
            if rests {
                body.rest_time += settings.step as f32;
            } else {
                body.rest_time = 0.0;
                body.rests_at = here;
            }
        }
    }

    /// The time for which the whole island of a body has rested, in seconds.
    fn rest_time(&mut self, body: u32) -> f32 {
        let root = self.sets.root(body);
        self.rest_times[root as usize]
    }
}

/// True if a sleeping and an awake body, at least `gap` metres apart, are near each other and faster than a
/// body that comes to rest: the solver would handle their contact instead of the sweep, which wakes bodies
/// that it lets meet.
fn meets_fast(settings: &Settings, [a, b]: [&Body; 2], gap: f64) -> bool {
    if a.asleep == b.asleep {
        return false;
    }
    let speed = |body: &Body| {
        let turning = body.angular_velocity().length() * f64::from(body.reach());
        body.velocity.length() + turning
    };
    // The sleeping body has no speed.
    let speed = speed(a) + speed(b);
    speed > settings.rest_speed && gap < settings.margin()
}

/// Restarts the rest time of bodies that still have to move, however slowly: they overlap, or a joint is
/// open.
fn interrupt_rest(bodies: &mut Bodies, pairs: &OverlappingPairs, joints: &Joints) {
    for near in &pairs.pairs {
        if pairs.is_overlapping(near) {
            for index in [near.pair.a, near.pair.b] {
                bodies.list[index as usize].rest_time = 0.0;
            }
        }
    }
    for joint in joints.iter() {
        let is_awake = |index: &u32| !bodies.body(*index).is_fixed();
        let held = || joint.bodies.into_iter().flatten();
        if held().any(|index| is_awake(&index)) && joint.strain(&bodies.list) > RESTING_JOINT_STRAIN
        {
            held().for_each(|index| bodies.list[index as usize].rest_time = 0.0);
        }
    }
}
