//! What drivers see of a round.

use glam::Vec2;

use crate::arena::{Actor, ActorId, Arena, Edge};
use crate::game::drivers::steering::{Own, floor};
use crate::game::drivers::terrain::Terrain;
use crate::game::drivers::walls::Rim;

/// What drivers see.
pub(in crate::game) struct DriverView<'a> {
    pub arena: &'a Arena,
    pub terrain: &'a Terrain,
    /// The actors of the cars.
    pub cars: &'a [ActorId],
    /// Which cars people drive.
    pub is_human: &'a [bool],
    /// Whether two cars touched in the last step.
    pub touched: &'a dyn Fn(usize, usize) -> bool,
    /// Whether points count.
    pub points: bool,
    /// What the run-up of a car makes of its next hit.
    pub power: &'a dyn Fn(usize) -> f32,
    /// What a hit between two cars would be multiplied with because they have just met.
    pub again: &'a dyn Fn(usize, usize) -> f32,
    /// Whether two cars are of one team: a hit between them is worth nothing.
    pub allied: &'a dyn Fn(usize, usize) -> bool,
    /// Whether a car has fallen off.
    pub is_out: &'a dyn Fn(usize) -> bool,
}

/// Another car, as seen from above.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub car: usize,
    pub place: Vec2,
    /// In m/s.
    pub velocity: Vec2,
    /// How fast it turns, in rad/s; to the right is positive.
    pub spin: f32,
    /// Where it looks, a unit vector.
    pub ahead: Vec2,
    pub human: bool,
}

impl DriverView<'_> {
    fn actor(&self, car: usize) -> &Actor {
        self.arena.actor(self.cars[car])
    }

    /// How strong the boost of a car is, and what is left of it, in seconds.
    pub(super) fn boost(&self, car: usize) -> (f32, f32) {
        let car = self.actor(car).car();
        car.map_or((1.0, 0.0), |car| {
            (car.settings.boost.strength, car.boost_left)
        })
    }

    /// Where the floor ends.
    pub(super) fn rim(&self) -> Rim<'_> {
        Rim {
            border: self.arena.border(),
            is_open: self.arena.settings().edge == Edge::Open,
        }
    }

    /// A driver's own car; None if it is out.
    pub(super) fn own(&self, car: usize) -> Option<Own> {
        if (self.is_out)(car) {
            return None;
        }
        let me = self.actor(car);
        Some(Own::of(me, &me.car()?.settings, self.arena.ground()))
    }

    /// A car; None if it is out.
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

    /// All cars but one that are still in.
    pub(super) fn others(&self, car: usize) -> impl Iterator<Item = Seen> {
        let others = (0..self.cars.len()).filter(move |other| *other != car);
        others.filter_map(|other| self.seen(other))
    }

    /// Those of them that a hit on is worth something.
    pub(super) fn rivals(&self, car: usize) -> impl Iterator<Item = Seen> {
        self.others(car)
            .filter(move |other| !(self.allied)(car, other.car))
    }
}
