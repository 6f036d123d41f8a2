//! Tasks of a lesson.

use serde::{Deserialize, Serialize};

use crate::arena::{Bound, View};

/// A task of a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskSpec {
    /// Deed that the player has to do.
    pub deed: Deed,
    /// Text on screen; the name of a command in braces, such as `{Boost}`, is replaced by its keys.
    pub words: String,
}

/// Deed that a task can require of the first player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Deed {
    /// Drive into a zone.
    Through {
        /// Name of the zone.
        zone: String,
    },
    /// Stand still in a zone.
    Stop {
        /// Name of the zone.
        zone: String,
    },
    /// Drive into another car.
    Hit {
        /// Minimum speed of the player's own car, in m/s.
        #[serde(default)]
        speed: f32,
        /// Minimum power of the run-up.
        #[serde(default)]
        power: f32,
        /// Side of the other car.
        #[serde(default)]
        into: HitSide,
    },
    /// Boost without interruption.
    Boost {
        /// Duration, in seconds.
        seconds: f32,
    },
    /// Turn with the brake held.
    BrakeTurn {
        /// Angle, in degrees.
        degrees: f32,
    },
    /// Land on the wheels after a flight.
    Land {
        /// Minimum duration of the flight, in seconds.
        seconds: f32,
    },
    /// Bring a thing into a zone.
    Bring {
        /// Name of the thing.
        thing: String,
        /// Name of the zone.
        zone: String,
    },
    /// Grab something with the hand.
    Take,
    /// Throw a ball.
    Throw,
    /// Open a debug view.
    View(View),
    /// Magnify the pair in focus.
    Magnify,
    /// Go back in time.
    Rewind,
    /// Take over a car in a recording of the round.
    Wheel,
    /// Choose the right answer to the question that the words ask.
    Answer {
        /// The answers on screen.
        choices: Vec<String>,
        /// Index of the right one.
        right: u32,
    },
}

/// Side of a car that another one has to hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum HitSide {
    /// Any of them.
    #[default]
    Any,
    /// A side or the rear.
    SideOrRear,
    /// The rear.
    Rear,
}

impl Deed {
    /// True if only the window can detect it: it reports it by the act `Did`.
    pub fn is_of_window(&self) -> bool {
        matches!(
            self,
            Deed::View(_) | Deed::Magnify | Deed::Rewind | Deed::Wheel
        )
    }

    /// True if it is done by driving a car.
    pub fn is_driven(&self) -> bool {
        matches!(
            self,
            Deed::Through { .. }
                | Deed::Stop { .. }
                | Deed::Hit { .. }
                | Deed::Boost { .. }
                | Deed::BrakeTurn { .. }
                | Deed::Land { .. }
        )
    }

    /// True if it uses the hand, goes back in time or takes over a recording: after that an ordinary round no
    /// longer counts.
    pub fn interferes(&self) -> bool {
        matches!(
            self,
            Deed::Bring { .. } | Deed::Take | Deed::Throw | Deed::Rewind | Deed::Wheel
        )
    }

    /// Returns the zone that it refers to.
    pub fn zone(&self) -> Option<&str> {
        match self {
            Deed::Through { zone } | Deed::Stop { zone } | Deed::Bring { zone, .. } => Some(zone),
            _ => None,
        }
    }

    /// Returns its numbers with their ranges.
    pub fn bounds(&self) -> Vec<Bound> {
        match *self {
            Deed::Hit { speed, power, .. } => vec![
                Bound::new(&["deed", "speed"], speed, 0.0..=50.0),
                Bound::new(&["deed", "power"], power, 0.0..=8.0),
            ],
            Deed::Boost { seconds } => {
                vec![Bound::new(&["deed", "seconds"], seconds, 0.1..=60.0)]
            }
            Deed::Land { seconds } => {
                vec![Bound::new(&["deed", "seconds"], seconds, 0.05..=60.0)]
            }
            Deed::BrakeTurn { degrees } => {
                vec![Bound::new(&["deed", "degrees"], degrees, 10.0..=720.0)]
            }
            _ => Vec::new(),
        }
    }
}
