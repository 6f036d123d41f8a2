//! Valid ranges of the numbers in an act: those that the hand on screen can reach.
//!
//! Recordings come from strangers, so an act outside these ranges is refused when a file is read, and by
//! [`Round::act`](crate::game::Round::act). Things, cars, zones and joints in an act are in the form of a
//! level and are checked like a level's when they are built.

use glam::{Quat, Vec3};

use crate::arena::{Bound, HandError, Response, within_bounds};
use crate::game::Act;
use crate::level::{Surroundings, TriplePaths, limits, triple};
use crate::params::{HAND_REACH, HAND_SPEED, THROWN_SPEED};

const AT: TriplePaths = [&["at", "x"], &["at", "y"], &["at", "z"]];
const TARGET: TriplePaths = [&["target", "x"], &["target", "y"], &["target", "z"]];
const PLACE: TriplePaths = [&["place", "x"], &["place", "y"], &["place", "z"]];
const FROM: TriplePaths = [&["from", "x"], &["from", "y"], &["from", "z"]];
const VELOCITY: TriplePaths = [&["velocity", "x"], &["velocity", "y"], &["velocity", "z"]];
const SPIN: TriplePaths = [&["spin", "x"], &["spin", "y"], &["spin", "z"]];

/// Tolerance of a range for rounding, as a fraction of its end.
const ROUNDING: f32 = 1e-3;

impl Act {
    /// Refuses an act with a number out of range.
    ///
    /// # Errors
    /// [`HandError`] with the number and its range.
    pub fn check(&self) -> Result<(), HandError> {
        let bounds = self.bounds();
        match bounds.iter().all(|bound| bound.value.is_finite()) {
            true => Ok(within_bounds(bounds)?),
            false => Err(HandError::NotFinite),
        }
    }

    /// Returns the numbers of the act with their ranges.
    pub fn bounds(&self) -> Vec<Bound> {
        let places = |paths: &TriplePaths, place: Vec3| triple(paths, place, HAND_REACH).to_vec();
        let most_spin = limits::SPIN.to_radians();
        match self {
            Act::Take { at, .. } => places(&AT, *at),
            Act::Pull { target } => places(&TARGET, *target),
            Act::Turn { spin } => triple(&SPIN, *spin, most_spin).to_vec(),
            Act::Place { place, turn, .. } | Act::Copy { place, turn, .. } => {
                let mut bounds = places(&PLACE, *place);
                bounds.push(unit(*turn));
                bounds
            }
            Act::Throw { from, velocity } => {
                let most = *THROWN_SPEED.end() * (1.0 + ROUNDING);
                let mut bounds = places(&FROM, *from);
                bounds.extend(triple(&VELOCITY, *velocity, most));
                bounds
            }
            Act::Speed { velocity, spin, .. } => {
                let mut bounds = triple(&VELOCITY, *velocity, HAND_SPEED).to_vec();
                bounds.extend(triple(&SPIN, *spin, most_spin));
                bounds
            }
            Act::Surroundings { gravity, air, wind } => Surroundings {
                gravity: *gravity,
                air: *air,
                wind: *wind,
            }
            .bounds(),
            Act::Surface {
                restitution,
                friction,
            } => Response::Impulse {
                restitution: *restitution,
                friction: *friction,
            }
            .bounds(),
            // These have no numbers, or only those in level text.
            Act::LetGo
            | Act::Freeze { .. }
            | Act::Remove { .. }
            | Act::Add { .. }
            | Act::Change { .. }
            | Act::Join { .. }
            | Act::Cut { .. }
            | Act::AddCar { .. }
            | Act::AddZone { .. }
            | Act::RemoveZone { .. }
            | Act::Did { .. } => Vec::new(),
        }
    }
}

/// Returns the bound of a rotation: a quaternion of length 1.
fn unit(turn: Quat) -> Bound {
    let range = 1.0 - ROUNDING..=1.0 + ROUNDING;
    Bound::new(&["turn", "length"], turn.length(), range)
}
