//! Help for players who drive with one hand, or who cannot hold a key for long.

use crate::app::input::Held;

/// The help that is chosen in the settings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Aids {
    /// The car drives ahead by itself, except while the player brakes or drives back.
    pub automatic_throttle: bool,
    /// Boost and brake stay on until they are pressed again.
    pub press_once: bool,
}

/// A control that a press turns on and the next one off.
#[derive(Debug, Clone, Copy, Default)]
struct Switch {
    was_held: bool,
    is_on: bool,
}

impl Switch {
    fn follow(&mut self, is_held: bool) -> bool {
        self.is_on ^= is_held && !self.was_held;
        self.was_held = is_held;
        self.is_on
    }
}

/// The state of a player's help from frame to frame.
#[derive(Debug, Clone, Copy, Default)]
pub struct AidState {
    brake: Switch,
    boost: Switch,
}

impl AidState {
    /// Returns the controls of a frame: those that the player holds, with the help.
    pub fn apply(&mut self, mut held: Held, aids: Aids) -> Held {
        if aids.press_once {
            held.brake = self.brake.follow(held.brake);
            held.boost = self.boost.follow(held.boost);
        } else {
            *self = Self::default();
        }
        if aids.automatic_throttle && held.drive == 0.0 && !held.brake {
            held.drive = 1.0;
        }
        held
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(brake: bool, boost: bool) -> Held {
        Held::from_keys(false, false, true, false, brake, boost)
    }

    #[test]
    fn a_press_stays_until_the_next_one() {
        let aids = Aids {
            press_once: true,
            ..Aids::default()
        };
        let mut state = AidState::default();
        let mut boosts = |held| state.apply(keys(false, held), aids).boost;
        let presses = [false, true, true, false, false, true, false];
        let expected = [false, true, true, true, true, false, false];
        assert_eq!(presses.map(&mut boosts), expected);
        // Without the setting, nothing stays.
        state.apply(keys(true, true), aids);
        assert_eq!(
            state.apply(keys(false, false), Aids::default()),
            keys(false, false)
        );
        assert_eq!(state.apply(keys(false, false), aids), keys(false, false));
    }

    #[test]
    fn the_automatic_throttle_yields_to_the_player() {
        let aids = Aids {
            automatic_throttle: true,
            ..Aids::default()
        };
        let drive = |held: Held| AidState::default().apply(held, aids).drive;
        assert_eq!(drive(keys(false, true)), 1.0);
        assert_eq!(drive(keys(true, false)), 0.0);
        let back = Held::from_keys(false, true, false, false, false, false);
        assert_eq!(drive(back), -1.0);
    }
}
