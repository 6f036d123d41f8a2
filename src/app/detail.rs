//! How much is drawn of a picture, and the choice that looks after itself: it takes less where pictures are too slow.

use serde::{Deserialize, Serialize};

use crate::app::params::{
    DETAIL_STEADY_SECONDS, LEAST_PICTURES_A_SECOND, LOW_DETAIL_SCALE, MEDIUM_DETAIL_SCALE,
};

/// How much of a picture is drawn, as the player chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Detail {
    /// All of it, and less where this machine is too slow for it.
    #[default]
    Automatic,
    Low,
    Medium,
    High,
}

impl Detail {
    pub const ALL: [Detail; 4] = [Self::Automatic, Self::Low, Self::Medium, Self::High];

    /// Its name and what it means.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Detail::Automatic => ("automatic", "all, and less where pictures come too slowly"),
            Detail::Low => ("low", "two thirds of the points each way, no reflections"),
            Detail::Medium => ("medium", "all points, no reflections"),
            Detail::High => ("high", "all points, reflections on polished floors"),
        }
    }
}

/// What is drawn of a scene.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drawing {
    /// Points drawn for a point of the window, each way: 1 or less.
    pub scale: f32,
    /// Whether polished floors mirror what stands on them.
    pub mirror: bool,
}

impl Drawing {
    /// All of it.
    pub const FULL: Drawing = Drawing {
        scale: 1.0,
        mirror: true,
    };
}

/// The detail in use.
#[derive(Debug, Default)]
pub struct DetailKeeper {
    /// How many steps down the automatic choice went: 0, 1 or 2.
    down: u8,
    /// For how many seconds pictures have been too slow.
    slow: f64,
}

impl DetailKeeper {
    /// What is drawn by that choice.
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

    /// Looks at how long pictures take, `mean` seconds of late, after a picture of so many seconds. Returns what there is
    /// to say if less is drawn from now on.
    pub fn look(&mut self, chosen: Detail, mean: f64, seconds: f64) -> Option<&'static str> {
        let too_slow = mean * LEAST_PICTURES_A_SECOND > 1.0;
        // One long picture, as when a level loads, is no reason.
        self.slow = match too_slow && chosen == Detail::Automatic {
            true => self.slow + seconds.min(0.25),
            false => 0.0,
        };
        if self.slow < DETAIL_STEADY_SECONDS || self.down >= 2 {
            return None;
        }
        (self.slow, self.down) = (0.0, self.down + 1);
        // Said once, however far down it goes.
        (self.down == 1).then_some("pictures came slowly: less detail is drawn (settings: picture)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many seconds of pictures of that length.
    fn play(keeper: &mut DetailKeeper, chosen: Detail, picture: f64, seconds: f64) -> usize {
        let pictures = (seconds / picture) as usize;
        let said = (0..pictures).filter_map(|_| keeper.look(chosen, picture, picture));
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
        // What a player chose stays.
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
