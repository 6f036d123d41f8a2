//! The voices of running sounds: motor, tyres and boost of each near car, the wind, and the crowd.

use dodgem_synth::Sound;

use crate::app::params::NEAR_MOTORS;

/// A group of sounds with a common volume.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bus {
    Effects,
    Motors,
    Crowd,
    Music,
}

/// The loop voices: motor, tyres and boost of each near car, the wind, and the crowd left and right.
pub const LOOPS: usize = 3 * NEAR_MOTORS + 3;

/// The source of a loop voice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Motor(usize),
    Tyres(usize),
    Boost(usize),
    Wind,
    CrowdLeft,
    CrowdRight,
}

impl Place {
    /// Iterates over all places in the order of [`Place::index`].
    pub fn all() -> impl Iterator<Item = Self> {
        let cars = |place: fn(usize) -> Self| (0..NEAR_MOTORS).map(place);
        cars(Self::Motor)
            .chain(cars(Self::Tyres))
            .chain(cars(Self::Boost))
            .chain([Self::Wind, Self::CrowdLeft, Self::CrowdRight])
    }

    /// Returns the index of the place among the [`LOOPS`] voices.
    pub fn index(self) -> usize {
        match self {
            Self::Motor(car) => car,
            Self::Tyres(car) => NEAR_MOTORS + car,
            Self::Boost(car) => 2 * NEAR_MOTORS + car,
            Self::Wind => 3 * NEAR_MOTORS,
            Self::CrowdLeft => 3 * NEAR_MOTORS + 1,
            Self::CrowdRight => 3 * NEAR_MOTORS + 2,
        }
    }

    /// Returns the sound of the place; `icy` selects the sound of sliding tyres.
    pub fn sound(self, icy: bool) -> Sound {
        match self {
            Self::Motor(_) => Sound::Motor,
            Self::Tyres(_) if icy => Sound::Ice,
            Self::Tyres(_) => Sound::Skid,
            Self::Boost(_) => Sound::Boost,
            Self::Wind => Sound::Wind,
            Self::CrowdLeft | Self::CrowdRight => Sound::Murmur,
        }
    }

    pub fn bus(self) -> Bus {
        match self {
            Self::Motor(_) => Bus::Motors,
            Self::CrowdLeft | Self::CrowdRight => Bus::Crowd,
            Self::Tyres(_) | Self::Boost(_) | Self::Wind => Bus::Effects,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_in_their_order() {
        for (index, place) in Place::all().enumerate() {
            assert_eq!(place.index(), index);
        }
        assert_eq!(Place::all().count(), LOOPS);
    }
}
