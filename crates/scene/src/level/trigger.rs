//! Triggers of a level: an event, and the effects that follow it.

use std::fmt;

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::arena::Bound;
use crate::level::defaults::is_default;
use crate::level::thing::{TriplePaths, triple};
use crate::level::{JointSpec, ThingSpec};

/// An event of a scene and its effects. Triggers that fire in one step do so in the order of their list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TriggerSpec {
    /// Name for messages and the panel.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The event.
    pub when: When,
    /// The effects, in order.
    pub then: Vec<Then>,
    /// True if only the first event counts.
    #[serde(default, skip_serializing_if = "is_default")]
    pub once: bool,
}

/// The event that fires a trigger.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum When {
    /// A car or a movable thing enters a zone.
    Enters {
        /// Name of the zone.
        zone: String,
        /// Cars and things that count.
        #[serde(default, skip_serializing_if = "is_default")]
        who: Who,
    },
    /// A car or a movable thing leaves a zone.
    Leaves {
        /// Name of the zone.
        zone: String,
        /// Cars and things that count.
        #[serde(default, skip_serializing_if = "is_default")]
        who: Who,
    },
    /// The force between two bodies rises above a limit.
    Contact {
        /// Name of one thing or car, or of several copies.
        a: String,
        /// Name of the other; anything, the hall included, if empty.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        b: String,
        /// The limit, in N: the sum over all points at which the two touch, an impact spread over its step.
        force: f32,
    },
    /// A joint breaks.
    Breaks {
        /// Name of the joint.
        joint: String,
    },
    /// A counter rises from below a number to it or above.
    Counter {
        /// Name of the counter.
        counter: String,
        /// The number.
        reaches: i32,
    },
    /// A time after the start of the round, or after the trigger was added.
    After {
        /// The time, in seconds.
        seconds: f32,
    },
    /// Again and again after the same time.
    Every {
        /// The time, in seconds.
        seconds: f32,
    },
    /// A key is pressed or released.
    Key {
        /// The key.
        key: TriggerKey,
        /// True for the release.
        #[serde(default, skip_serializing_if = "is_default")]
        up: bool,
    },
}

/// Cars and things that an event of a zone counts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Who {
    /// All.
    #[default]
    Any,
    /// Cars.
    Car,
    /// Cars that people drive.
    Player,
    /// Movable things.
    Thing,
    /// One thing or car, or several copies.
    Named {
        /// Its name.
        name: String,
    },
}

/// Change of a motor.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Drive {
    /// As the joint's `motor` says.
    On,
    /// No motor: the joint moves freely.
    Off,
    /// The opposite speed or position.
    OtherWay,
    /// To a position.
    Angle {
        /// The angle in degrees; for a slider the position in metres.
        to: f32,
    },
}

/// An effect of a trigger. An empty name of a thing means the car or thing that fired the trigger.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Then {
    /// Changes the motor of a hinge or slider.
    Motor {
        /// Name of the joint.
        joint: String,
        /// The change.
        drive: Drive,
    },
    /// Removes a joint.
    LetGo {
        /// Name of the joint.
        joint: String,
    },
    /// Joins two things as they are now, unless the joint of that name holds already.
    Join {
        /// The joint, with a name.
        joint: Box<JointSpec>,
    },
    /// Adds a thing, its copies or a part, above its place if that is not free.
    Add {
        /// The thing.
        thing: Box<ThingSpec>,
    },
    /// Removes things and cars that were added by hand.
    Remove {
        /// Their name.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        thing: String,
    },
    /// Pushes things or cars at their centre of mass.
    Push {
        /// Their name.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        thing: String,
        /// The change of momentum along the axes of the scene, in N s.
        impulse: Vec3,
    },
    /// Sets gravity.
    Gravity {
        /// The acceleration downwards, in m/s^2.
        down: f32,
    },
    /// Sets the velocity of the air.
    Wind {
        /// The velocity along the axes of the scene, in m/s.
        velocity: Vec3,
        /// The density of the air, in kg/m^3; unchanged if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        air: Option<f32>,
    },
    /// Adds to a counter; all counters begin at 0.
    Count {
        /// Name of the counter.
        counter: String,
        /// The number; 1 if left out.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        add: i32,
    },
    /// Gives points to the car that fired the trigger, otherwise to the first player.
    Score {
        /// The points.
        points: u32,
    },
    /// Shows a text.
    Say {
        /// The text; the name of a counter in braces stands for its number.
        text: String,
        /// Duration, in seconds.
        #[serde(default = "said_for", skip_serializing_if = "is_said_for")]
        seconds: f32,
    },
    /// Returns the scene to its state after the last change by hand, otherwise to its beginning; the counters
    /// return to 0.
    Restart,
}

fn one() -> i32 {
    1
}

fn is_one(number: &i32) -> bool {
    *number == 1
}

fn said_for() -> f32 {
    3.0
}

fn is_said_for(seconds: &f32) -> bool {
    *seconds == said_for()
}

macro_rules! keys {
    ($($key:ident)*) => {
        /// A key that only triggers use.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum TriggerKey {
            $(
                #[doc = concat!("The key of this name; `Kp` stands for the numeric pad.")]
                $key,
            )*
        }

        impl TriggerKey {
            /// All keys.
            pub const ALL: &[TriggerKey] = &[$(TriggerKey::$key),*];

            /// Returns the name of the key, as in the settings file.
            pub fn name(self) -> &'static str {
                match self { $(TriggerKey::$key => stringify!($key)),* }
            }
        }
    };
}

keys! { L M T U Y Kp0 Kp1 Kp2 Kp3 Kp4 Kp5 Kp6 Kp7 Kp8 Kp9 }

impl fmt::Display for TriggerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

const IMPULSE: TriplePaths = [&["impulse", "0"], &["impulse", "1"], &["impulse", "2"]];
const VELOCITY: TriplePaths = [&["velocity", "0"], &["velocity", "1"], &["velocity", "2"]];

impl TriggerSpec {
    /// Returns the numbers of its event and its effects with their ranges.
    pub fn bounds(&self) -> Vec<Bound> {
        let mut bounds = self.when.bounds();
        bounds.extend(self.then.iter().flat_map(Then::bounds));
        bounds
    }
}

impl When {
    /// True if a car or a thing causes the event.
    pub fn has_cause(&self) -> bool {
        matches!(
            self,
            When::Enters { .. } | When::Leaves { .. } | When::Contact { .. }
        )
    }

    /// Returns its numbers with their ranges.
    pub fn bounds(&self) -> Vec<Bound> {
        match *self {
            When::Contact { force, .. } => vec![Bound::new(&["force"], force, 0.0..=1e9)],
            When::Counter { reaches, .. } => {
                let range = -1_000_000.0..=1_000_000.0;
                vec![Bound::new(&["reaches"], reaches as f32, range)]
            }
            When::After { seconds } | When::Every { seconds } => {
                vec![Bound::new(&["seconds"], seconds, 0.01..=3600.0)]
            }
            _ => Vec::new(),
        }
    }
}

impl Then {
    /// Returns its numbers with their ranges, without those of the joint or thing that it makes.
    pub fn bounds(&self) -> Vec<Bound> {
        match *self {
            Then::Motor {
                drive: Drive::Angle { to },
                ..
            } => vec![Bound::new(&["drive", "to"], to, -1000.0..=1000.0)],
            Then::Push { impulse, .. } => triple(&IMPULSE, impulse, 1e6).to_vec(),
            Then::Gravity { down } => vec![Bound::new(&["down"], down, -50.0..=50.0)],
            Then::Wind { velocity, air } => {
                let mut bounds = triple(&VELOCITY, velocity, 100.0).to_vec();
                bounds.extend(air.map(|air| Bound::new(&["air"], air, 0.0..=100.0)));
                bounds
            }
            Then::Count { add, .. } => {
                vec![Bound::new(&["add"], add as f32, -1000.0..=1000.0)]
            }
            Then::Score { points } => {
                vec![Bound::new(&["points"], points as f32, 0.0..=1000.0)]
            }
            Then::Say { seconds, .. } => {
                vec![Bound::new(&["seconds"], seconds, 0.1..=60.0)]
            }
            _ => Vec::new(),
        }
    }
}

/// True if a name of a trigger means the thing or car of this name: it is equal, or the thing is a copy of it
/// or in a part of that name.
pub fn is_meant(wanted: &str, name: &str) -> bool {
    let Some(rest) = name.strip_prefix(wanted) else {
        return false;
    };
    // Parts that are added again are numbered with `_`.
    let number = rest.strip_prefix([' ', '_']).map(|rest| {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        (digits, &rest[digits..])
    });
    match number {
        Some((digits, rest)) => digits > 0 && (rest.is_empty() || rest.starts_with('/')),
        None => rest.is_empty() || rest.starts_with('/'),
    }
}

#[cfg(test)]
mod tests {
    use super::is_meant;

    #[test]
    fn a_name_means_the_thing_its_copies_and_what_is_in_its_part() {
        for name in [
            "ball",
            "ball 1",
            "ball 12",
            "ball/rim",
            "ball 3/rim",
            "ball_2/rim",
        ] {
            assert!(is_meant("ball", name), "{name}");
        }
        for name in ["balls", "ball park", "ball 1a", "ba", "ball ", "a ball"] {
            assert!(!is_meant("ball", name), "{name}");
        }
        assert!(is_meant("ball 1", "ball 1") && !is_meant("ball 1", "ball 12"));
    }
}
