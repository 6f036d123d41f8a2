//! Islands: bodies that touch each other or are joined fall asleep together and wake together.

use crate::bodies::Bodies;
use crate::body::{Body, BodyKind};
use crate::disjoint_sets::DisjointSets;
use crate::displacement::Displacement;
use crate::id_list::IdList;
use crate::joint::Joints;
use crate::pair_cache::OverlappingPairs;
use crate::params::RESTING_JOINT_STRAIN;
use crate::reserve::{Reserved, reserve};
use crate::settings::Settings;
use crate::vehicle::Vehicle;
use dodgem_collide::broad_phase::Pair;

/// Groups of bodies that touch each other.
#[derive(Clone, Debug, Default)]
pub(super) struct Islands {
    sets: DisjointSets,
    /// By root: the shortest time for which a member has rested, in seconds.
    rest_times: Vec<f32>,
    /// By body: whether it stands on wheels.
    on_wheels: Vec<bool>,
}

impl Islands {
    /// Makes room for so many bodies.
    pub fn reserve(&mut self, counts: &Reserved) {
        self.sets.reserve(counts.bodies);
        reserve(&mut self.rest_times, counts.bodies);
        reserve(&mut self.on_wheels, counts.bodies);
    }

    /// Makes every body an island of its own.
    fn reset(&mut self, bodies: usize) {
        self.sets.reset(bodies);
        self.rest_times.clear();
        self.rest_times.resize(bodies, f32::INFINITY);
    }

    /// Wakes every island with a body that is awake, with one that touches or is joined to a moving kinematic
    /// body or that something fast stands at, or with a motor that runs.
    pub fn wake(
        &mut self,
        settings: &Settings,
        bodies: &mut Bodies,
        pairs: &OverlappingPairs,
        joints: &Joints,
        vehicles: &IdList<Vehicle>,
    ) {
        joints.wake_driven(&mut bodies.list);
        if !bodies.list.iter().any(|b| b.asleep) {
            return;
        }
        self.group(bodies, pairs, joints);
        self.join_wheels(bodies, vehicles);
        for (index, body) in (0..).zip(&bodies.list) {
            if body.is_dynamic() && !body.asleep {
                self.stir(index);
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
            // To the solver what sleeps is fixed: nothing may find it asleep that does not come to rest on it.
            if meets_fast(settings, bodies.of_pair(near.pair), near.remaining_gap()) {
                self.stir(a);
                self.stir(b);
            }
        }
        for Pair { a, b } in joints.pairs() {
            for (one, other) in [(a, b), (b, a)] {
                if driven(one) {
                    self.stir(other);
                }
            }
        }
        for [car, ground] in stands(vehicles, bodies) {
            if driven(ground) {
                self.stir(car);
            }
        }
        for (index, body) in (0..).zip(&mut bodies.list) {
            if body.asleep && self.rest_time(index) == 0.0 {
                body.wake();
            }
        }
    }

    /// Puts the islands to sleep all of whose bodies have rested for long enough.
    pub fn put_to_sleep(
        &mut self,
        settings: &Settings,
        bodies: &mut Bodies,
        pairs: &OverlappingPairs,
        joints: &Joints,
        vehicles: &IdList<Vehicle>,
    ) {
        self.on_wheels.clear();
        self.on_wheels.resize(bodies.len(), false);
        for [car, _] in stands(vehicles, bodies) {
            self.on_wheels[car as usize] = true;
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
        self.join_wheels(bodies, vehicles);
        // However slowly a belt runs, it goes on.
        for near in pairs.pairs.iter().filter(|near| near.count > 0) {
            let Pair { a, b } = near.pair;
            for (one, other) in [(a, b), (b, a)] {
                if bodies.body(one).has_belt() {
                    self.stir(other);
                }
            }
        }
        for [car, ground] in stands(vehicles, bodies) {
            let ground = bodies.body(ground);
            let is_moved = ground.kind == BodyKind::Kinematic && !ground.is_fixed();
            if is_moved || ground.has_belt() {
                self.stir(car);
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
        for near in &pairs.pairs {
            if near.count > 0 && bodies.of_pair(near.pair).iter().all(|b| b.is_dynamic()) {
                self.sets.join(near.pair.a, near.pair.b);
            }
        }
        for Pair { a, b } in joints.pairs() {
            if [a, b].iter().all(|index| bodies.body(*index).is_dynamic()) {
                self.sets.join(a, b);
            }
        }
    }

    /// Groups cars with the dynamic bodies that carry them.
    fn join_wheels(&mut self, bodies: &Bodies, vehicles: &IdList<Vehicle>) {
        for [car, ground] in stands(vehicles, bodies) {
            if bodies.body(ground).is_dynamic() {
                self.sets.join(car, ground);
            }
        }
    }

    /// Notes that an island has not rested, by one of its bodies.
    pub fn stir(&mut self, body: u32) {
        let root = self.sets.root(body);
        self.rest_times[root as usize] = 0.0;
    }

    /// Forgets which islands were stirred.
    pub fn forget_rest(&mut self) {
        self.rest_times.fill(f32::INFINITY);
    }

    /// Whether a body's island was stirred.
    pub fn is_stirred(&mut self, body: u32) -> bool {
        self.rest_time(body) == 0.0
    }

    /// Counts for how long each body has rested: it is slow, and no farther from where it came to rest than something slow
    /// gets until it sleeps; or it trembles, but stays in its place to within a skin. Velocities alone do not tell that, as bodies
    /// that are pushed apart and joints that close move without any, and what trembles has some and goes nowhere.
    fn update_rest_times(&self, settings: &Settings, bodies: &mut Bodies) {
        let slow = f64::from(settings.sleep_speed);
        let slack = (slow * f64::from(settings.sleep_after)).max(settings.skin);
        for ((body, motion), on_wheels) in bodies.iter_mut().zip(&self.on_wheels) {
            if !body.is_dynamic() || body.asleep {
                continue;
            }
            let here = body.frame();
            let may_rest = body.may_sleep && (motion.contact.touching || *on_wheels);
            // The velocity with which a step ends is not its way: what the solver pushes apart, or what is jammed, has some
            // and stays where it is. What waits has no way at all, and may have to go on.
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

    /// For how long all of a body's island has rested, in seconds.
    fn rest_time(&mut self, body: u32) -> f32 {
        let root = self.sets.root(body);
        self.rest_times[root as usize]
    }
}

/// Each car and each body that carries it by a wheel.
fn stands(vehicles: &IdList<Vehicle>, bodies: &Bodies) -> impl Iterator<Item = [u32; 2]> {
    vehicles
        .iter()
        .flat_map(|(_, vehicle)| vehicle.stands(bodies))
}

/// Wakes the cars that stand on a body, as it goes from under them.
pub(super) fn wake_standing_on(index: u32, vehicles: &IdList<Vehicle>, bodies: &mut Bodies) {
    for (_, vehicle) in vehicles.iter() {
        if vehicle.stands(bodies).any(|[_, ground]| ground == index) {
            vehicle.wake(bodies);
        }
    }
}

/// Whether one of two bodies that are at least so many metres apart stands at the other, faster than what comes to rest: the
/// solver would meet it, not the sweep, which wakes what it lets meet.
fn meets_fast(settings: &Settings, [a, b]: [&Body; 2], gap: f64) -> bool {
    if a.asleep == b.asleep {
        return false;
    }
    let speed = |body: &Body| {
        let turning = body.angular_velocity().length() * f64::from(body.reach());
        body.velocity.length() + turning
    };
    // The one that sleeps has none.
    let speed = speed(a) + speed(b);
    speed > settings.rest_speed && gap < settings.margin()
}

/// Lets the rest begin anew of bodies that are not yet where they have to be, however slowly they go there: they are
/// inside each other, or a joint is open.
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
