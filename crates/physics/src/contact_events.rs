//! The meetings of bodies from step to step: contacts and sensors that begin and end.
//!
//! A contact begins in the step in which two bodies collide or press on each other, and ends when they are
//! farther apart than [`CONTACT_END_SKINS`], so that a trembling contact counts as one. A sensor meets a body
//! in every step in which the two come together at any time, by the sweep. Bodies that do not move keep their
//! meetings.

use crate::bodies::Bodies;
use crate::body::{Body, BodyId};
use crate::pair_cache::{OverlappingPairs, PairState};
use crate::params::CONTACT_END_SKINS;
use crate::report::StepReport;
use crate::reserve::{Reserved, reserve};
use crate::sensor_pairs::SensorPairs;
use crate::settings::Settings;
use dodgem_collide::broad_phase::Pair;
use dodgem_collide::coder::Coder;

/// Two bodies that meet: they are in contact, or one of them is a sensor and the other one is inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContactEvent {
    /// The body with the lower index.
    pub a: BodyId,
    /// The other body.
    pub b: BodyId,
    /// True if one of them is a sensor.
    pub sensor: bool,
}

impl ContactEvent {
    fn new(pair: Pair, bodies: &Bodies, sensor: bool) -> ContactEvent {
        let [a, b] = bodies.of_pair(pair).map(Body::id);
        ContactEvent { a, b, sensor }
    }

    /// Codes it for a compact copy, behind another one in the list.
    pub(crate) fn code_behind(&mut self, coder: &mut impl Coder, before: &ContactEvent) {
        let ContactEvent { a, b, sensor } = self;
        a.code(coder, before.a);
        b.code(coder, before.b);
        coder.flags([sensor]);
    }

    /// The sorting key: meetings are sorted by the places of their bodies.
    fn key(&self) -> (usize, usize, BodyId, BodyId, bool) {
        let ContactEvent { a, b, sensor } = *self;
        (a.index(), b.index(), a, b, sensor)
    }
}

/// All pairs that meet.
#[derive(Debug, Default)]
pub(crate) struct ContactEvents {
    /// The meetings of the last step, sorted.
    pub list: Vec<ContactEvent>,
    /// The meetings of this step.
    now: Vec<ContactEvent>,
    /// The sensors at the start of the step.
    pub sensors: Vec<u32>,
    /// The pairs that collided in this step.
    pub collided: Vec<Pair>,
    /// The pairs of a sensor and a body that it met in this step; sorted.
    pub sensed: Vec<Pair>,
    /// The pairs with a sensor that the budget left undecided.
    pub cut: Vec<Pair>,
    /// The pairs of a sensor and a body that is near it.
    pub near_sensors: SensorPairs,
}

impl ContactEvents {
    /// Reserves memory for these numbers of items.
    pub fn reserve(&mut self, counts: &Reserved) {
        for list in [&mut self.list, &mut self.now] {
            reserve(list, counts.pairs);
        }
        reserve(&mut self.sensors, counts.bodies);
        for pairs in [&mut self.collided, &mut self.sensed, &mut self.cut] {
            reserve(pairs, counts.events);
        }
    }

    /// Begins a step.
    pub fn begin(&mut self, bodies: &Bodies) {
        self.collided.clear();
        self.sensed.clear();
        self.cut.clear();
        self.sensors.clear();
        let sensors = (0..).zip(&bodies.list).filter(|(_, body)| body.is_sensor);
        self.sensors.extend(sensors.map(|(index, _)| index));
        if !self.sensors.is_empty() {
            self.near_sensors.reserve(bodies.len());
        }
    }

    /// Puts meetings back that were set aside; [`ContactEvents::sort`] has to follow.
    pub fn put(&mut self, meetings: &[ContactEvent]) {
        self.list.extend_from_slice(meetings);
    }

    /// Sorts the meetings.
    pub fn sort(&mut self) {
        self.list.sort_unstable_by_key(ContactEvent::key);
    }

    /// Records that a sensor of a pair met the other body.
    pub fn sense(&mut self, pair: Pair) {
        if let Err(at) = self.sensed.binary_search(&pair) {
            self.sensed.insert(at, pair);
        }
    }

    fn was(&self, event: &ContactEvent) -> bool {
        let key = event.key();
        self.list
            .binary_search_by_key(&key, ContactEvent::key)
            .is_ok()
    }

    /// Ends a step: reports the meetings that began and ended.
    pub fn update(
        &mut self,
        settings: &Settings,
        bodies: &mut Bodies,
        pairs: &OverlappingPairs,
        report: &mut StepReport,
    ) {
        self.near_sensors.end_step(&bodies.motions);
        let mut now = std::mem::take(&mut self.now);
        now.clear();
        for near in pairs.pairs.iter().filter(|near| near.count > 0) {
            let event = ContactEvent::new(near.pair, bodies, false);
            if self.touch(settings, bodies, pairs, near, &event) {
                now.push(event);
            }
        }
        let of_pair = |pair: &Pair| ContactEvent::new(*pair, bodies, false);
        now.extend(self.collided.iter().map(of_pair));
        self.add_sensed(bodies, &mut now);
        now.sort_unstable_by_key(ContactEvent::key);
        now.dedup();
        self.now = std::mem::replace(&mut self.list, now);
        self.report(report);
        for body in &mut bodies.list {
            body.is_new = false;
        }
    }

    /// True if two bodies that stop each other are in contact.
    fn touch(
        &self,
        settings: &Settings,
        bodies: &Bodies,
        pairs: &OverlappingPairs,
        near: &PairState,
        event: &ContactEvent,
    ) -> bool {
        let Pair { a, b } = near.pair;
        if bodies.motion(a).is_resting() && bodies.motion(b).is_resting() {
            return self.was(event);
        }
        let contacts = &pairs.contacts[near.range()];
        let pressing = contacts.iter().any(|c| c.active && c.normal_impulse != 0.0);
        let most = CONTACT_END_SKINS * settings.skin;
        pressing || (contacts.iter().any(|c| c.distance <= most) && self.was(event))
    }

    /// Adds the meetings of sensors.
    fn add_sensed(&self, bodies: &Bodies, now: &mut Vec<ContactEvent>) {
        now.extend(
            self.sensed
                .iter()
                .map(|pair| ContactEvent::new(*pair, bodies, true)),
        );
        for event in self.list.iter().filter(|event| event.sensor) {
            let (Ok(a), Ok(b)) = (bodies.find(event.a), bodies.find(event.b)) else {
                continue;
            };
            let [one, other] = [a, b].map(|index| bodies.body(index));
            let quiet =
                |index: u32| bodies.motion(index).is_resting() && !bodies.body(index).is_new;
            let unchanged = quiet(a) && quiet(b);
            if one.senses(other) && (unchanged || self.cut.contains(&Pair { a, b })) {
                now.push(*event);
            }
        }
    }

    /// Reports the differences between the meetings of this step and those of the last one.
    fn report(&self, report: &mut StepReport) {
        let (mut before, mut now) = (self.now.iter().peekable(), self.list.iter().peekable());
        loop {
            let order = match (before.peek(), now.peek()) {
                (None, None) => break,
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (Some(then), Some(here)) => then.key().cmp(&here.key()),
            };
            let ended = before.next_if(|_| order.is_le());
            let began = now.next_if(|_| order.is_ge());
            match (ended, began) {
                (Some(ended), None) => report.ended.push(*ended),
                (None, Some(began)) => report.began.push(*began),
                _ => {}
            }
        }
    }
}
