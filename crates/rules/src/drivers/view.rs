//! The information about a round that drivers may use.

use glam::Vec2;

use crate::drivers::steering::{Own, floor};
use crate::drivers::terrain::Terrain;
use crate::drivers::walls::Rim;
use dodgem_scene::arena::{Actor, ActorId, Arena, Edge};

/// Information for drivers.
pub(crate) struct DriverView<'a> {
    pub arena: &'a Arena,
    pub terrain: &'a Terrain,
    /// Actor of each car.
    pub cars: &'a [ActorId],
    /// True for each car that a person drives.
    pub is_human: &'a [bool],
    /// True if two cars touched in the last step.
    pub touched: &'a dyn Fn(usize, usize) -> bool,
    /// True if points count.
    pub points: bool,
    /// Factor of a car's run-up on its next hit.
    pub power: &'a dyn Fn(usize) -> f32,
    /// Factor on a hit between two cars that met recently.
    pub again: &'a dyn Fn(usize, usize) -> f32,
    /// True if two cars are in one team: a hit between them is worth nothing.
    pub allied: &'a dyn Fn(usize, usize) -> bool,
    /// True if a car is out of the round.
    pub is_out: &'a dyn Fn(usize) -> bool,
}

/// Another car as seen from above.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub car: usize,
    pub place: Vec2,
    /// Velocity, in m/s.
    pub velocity: Vec2,
    /// Turn rate, in rad/s; right is positive.
    pub spin: f32,
    /// Forward direction, a unit vector.
    pub ahead: Vec2,
    pub human: bool,
}

impl DriverView<'_> {
    fn actor(&self, car: usize) -> &Actor {
        self.arena.actor(self.cars[car])
    }

    /// Returns the strength of a car's boost, and the boost that is left, in seconds.
    pub(super) fn boost(&self, car: usize) -> (f32, f32) {
        let car = self.actor(car).car();
        car.map_or((1.0, 0.0), |car| {
            (car.settings.boost.strength, car.boost_left)
        })
    }

    /// Returns the edge of the floor.
    pub(super) fn rim(&self) -> Rim<'_> {
        Rim {
            border: self.arena.border(),
            is_open: self.arena.settings().edge == Edge::Open,
        }
    }

    /// Returns a driver's own car; None if it is out.
    pub(super) fn own(&self, car: usize) -> Option<Own> {
        if (self.is_out)(car) {
            return None;
        }
        let me = self.actor(car);
        Some(Own::of(me, &me.car()?.settings, self.arena.ground()))
    }

    /// Returns a car; None if it is out.
    pub(super) fn seen(&self, car: usize) -> Option<Seen> {
        if (self.is_out)(car) {
            return None;
        }
        let actor = self.actor(car);
        Some(Seen {
            car,
            place: floor(actor.pose.translation()),
            velocity: floor(actor.velocity),
            spin: -actor.angular_velocity.y,
            ahead: floor(actor.forward()).normalize_or_zero(),
            human: self.is_human[car],
        })
    }

    /// Returns all other cars that are not out.
    pub(super) fn others(&self, car: usize) -> impl Iterator<Item = Seen> {
        let others = (0..self.cars.len()).filter(move |other| *other != car);
        others.filter_map(|other| self.seen(other))
    }

    /// Returns the other cars on which a hit is worth something.
    pub(super) fn rivals(&self, car: usize) -> impl Iterator<Item = Seen> {
        self.others(car)
            .filter(move |other| !(self.allied)(car, other.car))
    }
}
