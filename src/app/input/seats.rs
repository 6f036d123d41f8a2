//! The players: each seat is one human player with that player's devices.

use crate::app::input::Source;
use crate::app::params::MAX_SEATS;

/// A human player and that player's devices.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seat {
    /// True if the player drives with the whole keyboard.
    pub keyboard: bool,
    /// The player's half of the keyboard: 0 for the first key of each command (WASD), 1 for the others (arrows).
    pub half: Option<usize>,
    /// Index of the player's gamepad.
    pub pad: Option<usize>,
    /// Index of the gamepad that the player lost because it was unplugged.
    pub lost: Option<usize>,
}

impl Seat {
    /// True if the command's key at that index belongs to this player. On a shared keyboard the first key of each
    /// command belongs to the left half, the others to the right half.
    pub fn has_key(&self, number: usize) -> bool {
        self.keyboard || self.half.is_some_and(|half| (number == 0) == (half == 0))
    }

    /// True if a press came from this player.
    fn pressed(&self, source: Source) -> bool {
        match source {
            Source::Key(number) => self.has_key(number),
            Source::Pad(pad) => self.pad == Some(pad),
            // The player at the left half of the keyboard is the first one.
            Source::Touch => self.has_key(0),
        }
    }

    /// True if the player has no device.
    pub fn is_empty(&self) -> bool {
        !self.keyboard && self.half.is_none() && self.pad.is_none()
    }

    /// True if the player needs a gamepad.
    fn waits(&self) -> bool {
        self.is_empty() || self.lost.is_some()
    }
}

/// The players at this screen. The first one always has the whole keyboard or its left half.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seats {
    list: Vec<Seat>,
}

impl Default for Seats {
    fn default() -> Self {
        Self {
            list: vec![Seat {
                keyboard: true,
                ..Seat::default()
            }],
        }
    }
}

impl Seats {
    /// Creates seats for that many players. Two can share the keyboard; the others wait for a gamepad.
    pub fn for_players(players: usize) -> Self {
        let mut seats = Self::default();
        if players > 1 {
            seats.toggle_second_on_keyboard();
        }
        while seats.list.len() < players.min(MAX_SEATS) {
            seats.list.push(Seat::default());
        }
        seats
    }

    /// The seats in order.
    pub fn list(&self) -> &[Seat] {
        &self.list
    }

    /// The seat that a press came from; `None` if the device belongs to no player.
    pub fn whose(&self, source: Source) -> Option<usize> {
        self.list.iter().position(|seat| seat.pressed(source))
    }

    /// Number of players, at least 1.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// Handles a press on a pad that has not joined. The pad goes back to the player who lost it, else to a
    /// player who waits for one. A first pad goes to a single player; any other pad adds a player while there
    /// is a free seat. Returns true if a seat changed.
    pub fn join(&mut self, pad: usize) -> bool {
        if self.list.iter().any(|seat| seat.pad == Some(pad)) {
            return false;
        }
        // The player who lost this pad comes first, then any player who waits.
        let had = self.list.iter().position(|seat| seat.lost == Some(pad));
        let waits = had.or_else(|| self.list.iter().position(Seat::waits));
        if let Some(slot) = waits {
            let seat = &mut self.list[slot];
            (seat.pad, seat.lost) = (Some(pad), None);
        } else if self.list.iter().all(|seat| seat.pad.is_none()) && self.list.len() == 1 {
            self.list[0].pad = Some(pad);
        } else if self.list.len() < MAX_SEATS {
            self.list.push(Seat {
                pad: Some(pad),
                ..Seat::default()
            });
        } else {
            return false;
        }
        true
    }

    /// Handles a press on a pad during a round: a player who lost a pad or waits for one gets it; no player is added.
    /// Returns that player's seat.
    pub fn come_back(&mut self, pad: usize) -> Option<usize> {
        let waits = self.list.iter().any(Seat::waits);
        if !waits || !self.join(pad) {
            return None;
        }
        self.whose(Source::Pad(pad))
    }

    /// Handles an unplugged pad. Its player keeps the seat and can return with any pad. Returns the seat.
    pub fn lose(&mut self, pad: usize) -> Option<usize> {
        let slot = self.whose(Source::Pad(pad))?;
        let seat = &mut self.list[slot];
        (seat.pad, seat.lost) = (None, Some(pad));
        Some(slot)
    }

    /// Adds or removes a second player on the keyboard. If the first player has a gamepad, it goes to the
    /// second player instead, so that two people can play with one pad.
    pub fn toggle_second_on_keyboard(&mut self) {
        if self.list[0].keyboard {
            let pad = self.list[0].pad.take();
            if pad.is_some() {
                // The first player keeps the whole keyboard, the second gets the pad.
                self.list.insert(
                    1,
                    Seat {
                        pad,
                        ..Seat::default()
                    },
                );
            } else {
                self.list[0] = Seat {
                    half: Some(0),
                    ..Seat::default()
                };
                self.list.insert(
                    1,
                    Seat {
                        half: Some(1),
                        ..Seat::default()
                    },
                );
            }
            self.list.truncate(MAX_SEATS);
        } else {
            self.list.retain(|seat| seat.half != Some(1));
            self.list[0] = Seat {
                keyboard: true,
                ..Seat::default()
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_pad_belongs_to_the_first_player_and_the_next_to_a_second() {
        let mut seats = Seats::default();
        assert!(seats.join(0));
        assert_eq!(seats.count(), 1);
        assert!(!seats.join(0), "the same pad joins once");
        assert!(seats.join(1));
        assert_eq!(seats.count(), 2);
        for pad in 2..9 {
            seats.join(pad);
        }
        assert_eq!(seats.count(), MAX_SEATS);
    }

    #[test]
    fn a_press_is_of_whom_the_key_or_the_pad_is() {
        let alone = Seats::default();
        assert_eq!(alone.whose(Source::Key(1)), Some(0));
        assert_eq!(alone.whose(Source::Pad(3)), None);
        let mut two = Seats::for_players(2);
        two.join(7);
        let whose = [
            Source::Key(0),
            Source::Key(1),
            Source::Key(2),
            Source::Pad(7),
        ]
        .map(|source| two.whose(source));
        assert_eq!(whose, [Some(0), Some(1), Some(1), Some(2)]);
    }

    #[test]
    fn two_share_the_keyboard_and_part_again() {
        let mut seats = Seats::default();
        seats.toggle_second_on_keyboard();
        assert_eq!(seats.count(), 2);
        assert_eq!(seats.list()[1].half, Some(1), "the arrows");
        seats.toggle_second_on_keyboard();
        assert_eq!(seats, Seats::default());
    }

    #[test]
    fn an_unplugged_player_keeps_the_seat() {
        let mut seats = Seats::default();
        seats.join(0);
        seats.join(1);
        seats.lose(1);
        assert_eq!(seats.count(), 2);
        assert!(seats.join(5));
        assert_eq!((seats.count(), seats.list()[1].pad), (2, Some(5)));
    }

    #[test]
    fn in_a_round_a_lost_pad_comes_back_and_nobody_is_new() {
        let mut seats = Seats::default();
        seats.join(0);
        seats.join(1);
        seats.come_back(2);
        assert_eq!(seats.count(), 2, "a third one would be new");
        seats.lose(0);
        seats.come_back(4);
        assert_eq!((seats.count(), seats.list()[0].pad), (2, Some(4)));
        seats.come_back(5);
        seats.lose(1);
        seats.come_back(5);
        assert_eq!((seats.count(), seats.list()[1].pad), (2, Some(5)));
    }

    #[test]
    fn a_pad_that_is_plugged_in_again_is_of_whom_it_was() {
        let mut seats = Seats::default();
        for pad in 0..3 {
            seats.join(pad);
        }
        seats.lose(1);
        seats.lose(2);
        assert!(seats.list()[1].is_empty() && seats.list()[2].is_empty());
        assert_eq!(seats.come_back(2), Some(2));
        assert_eq!(
            seats.come_back(8),
            Some(1),
            "another one is of who still waits"
        );
        assert_eq!(seats.come_back(2), None);
    }

    #[test]
    fn with_one_pad_the_second_player_gets_it() {
        let mut seats = Seats::default();
        seats.join(0);
        seats.toggle_second_on_keyboard();
        assert_eq!(seats.list()[1].pad, Some(0));
        assert!(seats.list()[0].keyboard);
    }
}
