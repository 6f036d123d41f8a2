//! Decides about the controls of all cars in a step.

use crate::controls::rounded;
use crate::crew::{CarView, Crew, allied};
use crate::drivers::{Driver, DriverView, Terrain};
use crate::judge::Judge;
use dodgem_scene::arena::{ActorId, Arena, Controls};

/// The parts of a round that its drivers see.
pub(crate) struct Sight<'a> {
    pub arena: &'a Arena,
    pub terrain: &'a Terrain,
    pub judge: &'a Judge,
    /// True if points count.
    pub points: bool,
    /// Number of steps so far.
    pub step: u64,
}

impl Crew {
    /// All cars brake.
    pub fn hold(&mut self) {
        self.controls.fill(Controls {
            brake: true,
            ..Controls::default()
        });
    }

    /// Decides about the controls of all cars; `players[slot]` are those of the player in that slot.
    pub fn decide(&mut self, sight: &Sight<'_>, players: &[Controls]) {
        let Crew {
            cars,
            actors,
            is_human,
            drivers,
            controls,
            ..
        } = self;
        with_view(sight, (&cars[..], &actors[..], &is_human[..]), |view| {
            for (index, (car, driver)) in cars.iter().zip(drivers).enumerate() {
                controls[car.actor.index()] = match car.slot {
                    _ if (view.is_out)(index) => Controls::default(),
                    Some(slot) => rounded(players.get(slot).copied().unwrap_or_default()),
                    None => driver.controls(view),
                };
            }
        });
    }

    /// Returns the controls that a driver would give a car in the next step.
    pub fn ask(&self, sight: &Sight<'_>, driver: &mut Driver) -> Controls {
        let own = (&self.cars[..], &self.actors[..], &self.is_human[..]);
        with_view(sight, own, |view| driver.controls(view))
    }
}

/// Calls a function with the view that drivers of these cars have: the cars, their actors, and true for each
/// that a person drives.
fn with_view<R>(
    sight: &Sight<'_>,
    (cars, actors, is_human): (&[CarView], &[ActorId], &[bool]),
    call: impl FnOnce(&DriverView<'_>) -> R,
) -> R {
    let (judge, step) = (sight.judge, sight.step);
    call(&DriverView {
        arena: sight.arena,
        terrain: sight.terrain,
        cars: actors,
        is_human,
        touched: &|a, b| judge.touched_in(a, b, step),
        points: sight.points,
        power: &|car| judge.power(car),
        again: &|a, b| judge.again(a, b, step),
        allied: &|a, b| allied(cars, a, b),
        is_out: &|car| !judge.stands(car),
    })
}
