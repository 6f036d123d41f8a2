//! Two teams in rounds of points or crashes.

use serde::Serialize;

use dodgem_scene::level::{Level, Paint};

/// One of the two teams of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Team {
    /// Team of the first player.
    Blue,
    /// The other team.
    Orange,
}

impl Team {
    /// Both, in the order of display.
    pub const ALL: [Team; 2] = [Team::Blue, Team::Orange];

    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Team::Blue => "Blue",
            Team::Orange => "Orange",
        }
    }

    /// Returns its symbol, which distinguishes the teams without colour.
    pub fn mark(self) -> &'static str {
        match self {
            Team::Blue => "●",
            Team::Orange => "■",
        }
    }

    /// Returns the colour of its cars; the two colours also differ in brightness.
    pub fn paint(self) -> Paint {
        let (red, green, blue) = match self {
            Team::Blue => (0x2a, 0x5c, 0xc8),
            Team::Orange => (0xf0, 0x90, 0x28),
        };
        Paint { red, green, blue }
    }
}

/// Returns the team of each car; `slots` are the players' slots by car. Teams are assigned alternately,
/// players first, so that players and cars are both divided evenly. With an odd number the first player's
/// team has one more.
pub(super) fn teams(slots: &[Option<usize>]) -> Vec<Team> {
    let mut order: Vec<usize> = (0..slots.len()).collect();
    order.sort_by_key(|car| (slots[*car].is_none(), slots[*car], *car));
    let mut teams = vec![Team::Blue; slots.len()];
    for (place, car) in order.into_iter().enumerate() {
        teams[car] = Team::ALL[place % Team::ALL.len()];
    }
    teams
}

/// Returns a level as played in teams, so that recordings and result keys state it. The medals of a level
/// without teams are removed, because they are for rounds without teams.
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
        // The second player has the last car of the level.
        let slots = [Some(0), None, None, Some(1)];
        assert_eq!(teams(&slots), [Blue, Blue, Orange, Orange]);
        let slots = [None, Some(0), Some(2), Some(1), None, None];
        assert_eq!(teams(&slots), [Orange, Blue, Blue, Orange, Blue, Orange]);
    }
}
