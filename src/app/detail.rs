//! The level of detail of pictures. The automatic choice lowers it where pictures are too slow.

use serde::{Deserialize, Serialize};

use crate::app::params::{
    DETAIL_STEADY_SECONDS, LEAST_PICTURES_A_SECOND, LOW_DETAIL_SCALE, MEDIUM_DETAIL_SCALE,
};

/// The player's choice of detail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Detail {
    /// Full detail, reduced where this machine is too slow for it.
    #[default]
    Automatic,
    Low,
    Medium,
    High,
}

impl Detail {
    pub const ALL: [Detail; 4] = [Self::Automatic, Self::Low, Self::Medium, Self::High];

    /// Returns the choice's name and description.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Detail::Automatic => ("automatic", "everything; less if the frame rate is low"),
            Detail::Low => ("low", "two thirds of the resolution, no reflections"),
            Detail::Medium => ("medium", "full resolution, no reflections"),
            Detail::High => ("high", "full resolution, reflections on polished floors"),
        }
    }
}

/// The parts of a scene that are drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drawing {
    /// The rendered resolution relative to the window's, per side: 1 or less.
    pub scale: f32,
    /// True if polished floors reflect the bodies on them.
    pub mirror: bool,
}

impl Drawing {
    /// Full detail.
    pub const FULL: Drawing = Drawing {
        scale: 1.0,
        mirror: true,
    };
}

/// The detail currently in use.
#[derive(Debug, Default)]
pub struct DetailKeeper {
    /// The number of steps (0, 1 or 2) by which the automatic choice has lowered the detail.
    down: u8,
    /// The time for which pictures have been too slow, in seconds.
    slow: f64,
}

impl DetailKeeper {
    /// Returns the drawing settings for a choice.
    pub fn drawing(&self, chosen: Detail) -> Drawing {
        let steps = match chosen {
            Detail::Automatic => self.down,
            Detail::High => 0,
            Detail::Medium => 1,
            Detail::Low => 2,
        };
        match steps {
            0 => Drawing::FULL,
            1 => Drawing {
                scale: MEDIUM_DETAIL_SCALE,
                mirror: false,
            },
            _ => Drawing {
                scale: LOW_DETAIL_SCALE,
                mirror: false,
            },
        }
    }

    /// Checks the frame times after a picture of `seconds`; `mean` is their recent mean. Lowers the detail if
    /// they stay too long; returns true the first time.
    pub fn look(&mut self, chosen: Detail, mean: f64, seconds: f64) -> bool {
        let too_slow = mean * LEAST_PICTURES_A_SECOND > 1.0;
        // A single long picture, as when a level loads, hardly counts.
        self.slow = match too_slow && chosen == Detail::Automatic {
            true => self.slow + seconds.min(0.25),
            false => 0.0,
        };
        if self.slow < DETAIL_STEADY_SECONDS || self.down >= 2 {
            return false;
        }
        (self.slow, self.down) = (0.0, self.down + 1);
        self.down == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws pictures of that length for `seconds` and returns the number of messages.
    fn play(keeper: &mut DetailKeeper, chosen: Detail, picture: f64, seconds: f64) -> usize {
        let pictures = (seconds / picture) as usize;
        let said = (0..pictures).filter(|_| keeper.look(chosen, picture, picture));
        said.count()
    }

    #[test]
    fn slow_pictures_take_less_detail_which_is_said_once() {
        let mut keeper = DetailKeeper::default();
        assert_eq!(play(&mut keeper, Detail::Automatic, 1.0 / 60.0, 60.0), 0);
        assert_eq!(keeper.drawing(Detail::Automatic), Drawing::FULL);
        assert_eq!(play(&mut keeper, Detail::Automatic, 1.0 / 30.0, 60.0), 1);
        let low = keeper.drawing(Detail::Automatic);
        assert!(low.scale < 1.0 && !low.mirror);
        assert_eq!(low, keeper.drawing(Detail::Low));
        // The player's own choice is unaffected.
        assert_eq!(keeper.drawing(Detail::High), Drawing::FULL);
    }

    #[test]
    fn a_hiccup_and_a_choice_by_hand_change_nothing() {
        let mut keeper = DetailKeeper::default();
        for _ in 0..100 {
            play(&mut keeper, Detail::Automatic, 0.5, 1.0);
            play(&mut keeper, Detail::Automatic, 0.01, 0.1);
        }
        play(&mut keeper, Detail::High, 0.1, 100.0);
        assert_eq!(keeper.drawing(Detail::Automatic), Drawing::FULL);
    }
}
