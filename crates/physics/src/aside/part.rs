//! The present bodies of a world as a world of their own, in which a step is taken.
//!
//! The bodies keep their order, so every phase does with them what it would do among all.

use glam::DVec3;

use crate::aside::Aside;
use crate::bodies::{Bodies, SavedBody};
use crate::body_motion::BodyMotion;
use crate::contact_events::ContactEvents;
use crate::joint::Joints;
use crate::pair_cache::OverlappingPairs;
use crate::sensor_pairs::SensorPair;

/// A body's state before the step, and the acceleration by its forces.
#[derive(Clone, Copy, Debug)]
struct Before {
    saved: SavedBody,
    acting: DVec3,
}

/// The present bodies and joints during a step, numbered without gaps. The memory is used again.
#[derive(Debug, Default)]
pub(crate) struct Part {
    pub bodies: Bodies,
    pub joints: Joints,
    /// The places of the joints in the world's list.
    joint_places: Vec<u32>,
    /// By place: the number of a present body.
    numbers: Vec<u32>,
    before: Vec<Before>,
    near_sensors: Vec<SensorPair>,
}

/// The lists of a world whose present part takes a step.
pub(crate) struct Lists<'w> {
    pub bodies: &'w mut Bodies,
    pub joints: &'w mut Joints,
    pub pairs: &'w mut OverlappingPairs,
    pub events: &'w mut ContactEvents,
}

impl Part {
    /// Takes over everything present.
    pub fn take(&mut self, aside: &mut Aside, lists: &mut Lists) {
        let Lists {
            bodies,
            joints,
            pairs,
            events,
        } = lists;
        self.joint_places.clear();
        aside.list_joints(joints, bodies);
        self.joint_places.extend_from_slice(aside.joints());
        let present = aside.present();
        self.numbers.resize(bodies.len(), 0);
        self.bodies.begin_part(present, bodies.len());
        self.before.clear();
        for (number, place) in (0..).zip(present) {
            self.numbers[*place as usize] = number;
            let saved = bodies.save(*place);
            let (body, motion) = bodies.both_mut(*place);
            let acting = motion.forces.acting;
            self.before.push(Before { saved, acting });
            let (own, own_motion) = self.bodies.both_mut(number);
            std::mem::swap(own, body);
            hand_on(motion, own_motion);
        }
        let numbers = &self.numbers;
        let number = |place: u32| numbers[place as usize];
        pairs.renumber(number);
        self.near_sensors.clear();
        (self.near_sensors).extend_from_slice(events.near_sensors.list());
        events.near_sensors.renumber(number);
        self.joints.take_part(joints, &self.joint_places, number);
    }

    /// Puts everything back after the step.
    pub fn put_back(&mut self, aside: &mut Aside, lists: &mut Lists) {
        self.put_bodies_back(lists.bodies);
        let place = |number: u32| self.bodies.places()[number as usize];
        lists.pairs.renumber(place);
        lists.events.near_sensors.renumber(place);
        if lists.joints.put_back(&self.joints, &self.joint_places) {
            aside.note_joints();
        }
    }

    /// Puts everything back as it was before the step; the pairs have been put back to their state then, with the
    /// numbers of the part.
    pub fn give_up(&mut self, lists: &mut Lists) {
        for (number, before) in (0..).zip(&self.before) {
            self.bodies.restore(number, &before.saved);
            let (_, motion) = self.bodies.both_mut(number);
            motion.forces.acting = before.acting;
        }
        self.put_bodies_back(lists.bodies);
        (lists.pairs).renumber(|number| self.bodies.places()[number as usize]);
        lists.events.near_sensors.recall(&self.near_sensors);
    }

    fn put_bodies_back(&mut self, bodies: &mut Bodies) {
        for number in 0..self.bodies.len() as u32 {
            let (body, motion) = bodies.both_mut(self.bodies.places()[number as usize]);
            let (own, own_motion) = self.bodies.both_mut(number);
            std::mem::swap(own, body);
            hand_on(own_motion, motion);
        }
    }
}

/// Copies the part of a motion on which the next phases and snapshots depend: the rest is set when the motion begins.
fn hand_on(from: &BodyMotion, to: &mut BodyMotion) {
    to.state = from.state;
    to.bounds = from.bounds;
    to.start = from.start;
    to.forces.acting = from.forces.acting;
}
