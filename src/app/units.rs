//! The units in which speeds are shown.

use crate::app::params::window::units::{MILE, SECONDS_AN_HOUR};
use serde::{Deserialize, Serialize};

/// A unit of speed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum SpeedUnit {
    #[default]
    MetresASecond,
    KilometresAnHour,
    MilesAnHour,
}

impl SpeedUnit {
    pub const ALL: [SpeedUnit; 3] = [
        SpeedUnit::MetresASecond,
        SpeedUnit::KilometresAnHour,
        SpeedUnit::MilesAnHour,
    ];

    /// Returns the unit's symbol.
    pub fn sign(self) -> &'static str {
        match self {
            SpeedUnit::MetresASecond => "m/s",
            SpeedUnit::KilometresAnHour => "km/h",
            SpeedUnit::MilesAnHour => "mph",
        }
    }

    /// Returns a speed given in m/s as a number in this unit, with one decimal for m/s.
    pub fn number(self, speed: f32) -> String {
        match self {
            SpeedUnit::MetresASecond => format!("{speed:.1}"),
            SpeedUnit::KilometresAnHour => format!("{:.0}", speed * SECONDS_AN_HOUR / 1_000.0),
            SpeedUnit::MilesAnHour => format!("{:.0}", speed * SECONDS_AN_HOUR / MILE),
        }
    }

    /// Returns a speed given in m/s with the unit.
    pub fn of(self, speed: f32) -> String {
        format!("{} {}", self.number(speed), self.sign())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speed_is_the_same_in_every_unit() {
        // 10 m/s is 36 km/h, and 36 / 1.609344 = 22.4 mph.
        let said = SpeedUnit::ALL.map(|unit| unit.of(10.0));
        assert_eq!(said, ["10.0 m/s", "36 km/h", "22 mph"]);
        assert_eq!(SpeedUnit::MilesAnHour.number(30.0), "67");
    }
}
