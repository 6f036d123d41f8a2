//! What a lesson asks for, one task after another.

use serde::{Deserialize, Serialize};

use crate::arena::{Bound, View};

/// A task of a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskSpec {
    /// What the player has to do.
    pub deed: Deed,
    /// How the screen says it; the name of a command in braces, such as `{Boost}`, stands for its keys.
    pub words: String,
}

/// What the first player can be asked to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Deed {
    /// Drive into a zone.
    Through {
        /// Its name.
        zone: String,
    },
    /// Stand still in a zone.
    Stop {
        /// Its name.
        zone: String,
    },
    /// Drive into another car.
    Hit {
        /// At this speed of one's own at least, in m/s.
        #[serde(default)]
        speed: f32,
        /// With this power of the run-up at least.
        #[serde(default)]
        power: f32,
        /// Into this side of it.
        #[serde(default)]
        into: HitSide,
    },
    /// Boost without a break.
    Boost {
        /// For so long, in seconds.
        seconds: f32,
    },
    /// Turn with the brake held.
    BrakeTurn {
        /// By so much, in degrees.
        degrees: f32,
    },
    /// Come down on the wheels after a flight.
    Land {
        /// That was so long, in seconds.
        seconds: f32,
    },
    /// Bring a thing into a zone.
    Bring {
        /// Its name.
        thing: String,
        /// The name of the zone.
        zone: String,
    },
    /// Take hold of something with the hand.
    Take,
    /// Throw a ball.
    Throw,
    /// Open a debug view.
    View(View),
    /// Magnify the pair in focus.
    Magnify,
    /// Go back in time.
    Rewind,
    /// Take the wheel of a recording of the round.
    Wheel,
}

/// The side of a car into which another one has to drive.
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
    /// True if only the window sees that it is done: it says so by [`Act::Did`](crate::game::Act::Did).
    pub fn is_of_window(&self) -> bool {
        matches!(
            self,
            Deed::View(_) | Deed::Magnify | Deed::Rewind | Deed::Wheel
        )
    }

    /// True if a round in which it is done cannot go on by itself to its end.
    pub fn interferes(&self) -> bool {
        matches!(
            self,
            Deed::Bring { .. } | Deed::Take | Deed::Throw | Deed::Rewind | Deed::Wheel
        )
    }

    /// The zone that it is about.
    pub fn zone(&self) -> Option<&str> {
        match self {
            Deed::Through { zone } | Deed::Stop { zone } | Deed::Bring { zone, .. } => Some(zone),
            _ => None,
        }
    }

    /// Its numbers with their ranges.
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
