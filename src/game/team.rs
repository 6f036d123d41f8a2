//! Two teams in a round of points or crashes.

use serde::Serialize;

use crate::level::{Level, Paint};

/// One of the two teams of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Team {
    /// That of the first player.
    Blue,
    /// The other one.
    Orange,
}

impl Team {
    /// Both, in the order in which they are told.
    pub const ALL: [Team; 2] = [Team::Blue, Team::Orange];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Team::Blue => "Blue",
            Team::Orange => "Orange",
        }
    }

    /// Its mark, for eyes that tell the colours no better than the shapes.
    pub fn mark(self) -> &'static str {
        match self {
            Team::Blue => "●",
            Team::Orange => "■",
        }
    }

    /// The colour of its cars: two that differ in brightness too.
    pub fn paint(self) -> Paint {
        let (red, green, blue) = match self {
            Team::Blue => (0x2a, 0x5c, 0xc8),
            Team::Orange => (0xf0, 0x90, 0x28),
        };
        Paint { red, green, blue }
    }
}

/// The team of each car, where people sit in those of `slots`: in turns, people first, so that those at one screen
/// are as evenly on both sides as all cars are. Of an odd number the first player's team has one more.
pub(super) fn teams(slots: &[Option<usize>]) -> Vec<Team> {
    let mut order: Vec<usize> = (0..slots.len()).collect();
    order.sort_by_key(|car| (slots[*car].is_none(), slots[*car], *car));
    let mut teams = vec![Team::Blue; slots.len()];
    for (place, car) in order.into_iter().enumerate() {
        teams[car] = Team::ALL[place % Team::ALL.len()];
    }
    teams
}

/// A level as a round of teams plays it: its recording tells so, and so does what its results are compared with. Its
/// medals are for rounds of each against all.
pub fn in_teams(level: &Level) -> Level {
    let mut level = level.clone();
    if !level.teams {
        level.teams = true;
        level.medals.clear();
    }
    level
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_on_both_sides_in_turns_and_the_computer_fills_them_up() {
        use Team::{Blue, Orange};
        assert_eq!(teams(&[None; 5]), [Blue, Orange, Blue, Orange, Blue]);
        // The second player's car is the last one of the level.
        let slots = [Some(0), None, None, Some(1)];
        assert_eq!(teams(&slots), [Blue, Blue, Orange, Orange]);
        let slots = [None, Some(0), Some(2), Some(1), None, None];
        assert_eq!(teams(&slots), [Orange, Blue, Blue, Orange, Blue, Orange]);
    }
}
