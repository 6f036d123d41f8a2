//! The computer drivers of players who have lost their input device.

use crate::app::input::{Seat, Seats};
use crate::app::params::MAX_SEATS;
use crate::arena::Controls;
use crate::game::{Pilot, PilotKind, Round};
use crate::level::Style;

/// The computer drivers of players without an input device.
#[derive(Debug, Default)]
pub struct Substitutes {
    pilots: [Option<Pilot>; MAX_SEATS],
}

impl Substitutes {
    /// Returns the controls of all players: `held` for a player with a device, and a computer driver's for a
    /// player without one.
    pub fn controls(
        &mut self,
        seats: &Seats,
        round: &Round,
        mut held: impl FnMut(usize, &Seat) -> Controls,
    ) -> Vec<Controls> {
        let all = seats.list().iter().zip(&mut self.pilots).enumerate();
        let controls = all.map(|(slot, (seat, pilot))| {
            if !seat.is_empty() {
                *pilot = None;
                return held(slot, seat);
            }
            if pilot.is_none() {
                *pilot = Pilot::new(PilotKind::Computer(Style::Chaser), round, slot);
            }
            let drives = pilot.as_mut().map(|pilot| pilot.controls(round));
            drives.unwrap_or_default()
        });
        controls.collect()
    }

    /// Removes all computer drivers, for a new round.
    pub fn forget(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{RoundOptions, RoundPhase};
    use crate::level::{Library, load};

    #[test]
    fn the_computer_drives_for_who_has_lost_the_gamepad_until_there_is_one_again() {
        let library = Library::new(Vec::new());
        let level = load(&library, "classic").unwrap();
        let options = RoundOptions {
            humans: 2,
            ..RoundOptions::default()
        };
        let mut round = Round::with_options(&level, &library, options).unwrap();
        while matches!(round.phase(), RoundPhase::Countdown { .. }) {
            round.step(&[]);
        }
        let mut seats = Seats::default();
        seats.join(0);
        seats.join(1);
        let mut substitutes = Substitutes::default();
        let held = |_: usize, _: &Seat| Controls {
            brake: true,
            ..Controls::default()
        };
        let mut drive = |seats: &Seats| {
            let mut moved = 0.0;
            for _ in 0..240 {
                let controls = substitutes.controls(seats, &round, held);
                assert!(controls[0].brake, "the first one holds the keyboard");
                round.step(&controls);
                moved += round.player_actor(1).unwrap().velocity.length() / 120.0;
            }
            (moved, substitutes.pilots[1].is_some())
        };
        assert!(!drive(&seats).1);
        assert_eq!(seats.lose(1), Some(1));
        let (moved, by_computer) = drive(&seats);
        assert!(moved > 1.0 && by_computer, "{moved} m");
        assert_eq!(seats.come_back(6), Some(1));
        assert!(!drive(&seats).1);
    }
}
