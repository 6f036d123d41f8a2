//! Player controls: from the players' devices, or from a computer driver if a player has lost the device.

use crate::app::input::{Seat, Seats};
use crate::app::params::MAX_SEATS;
use crate::app::screens::mark_of;
use crate::app::state::AppState;
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
    fn controls(
        &mut self,
        seats: &Seats,
        round: &Round,
        held: impl Fn(usize, &Seat) -> Controls,
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

impl AppState {
    /// Turns each player's camera back while the player holds the key for it.
    pub(super) fn look_back(&mut self) {
        let (settings, session) = (&self.settings, &mut self.session);
        let (seats, playing) = (self.players.seats.list(), session.playing);
        let looks = |slot: usize| {
            let (keys, buttons) = (&settings.keys, &settings.pads[slot]);
            playing && self.players.devices.looks_back(&seats[slot], keys, buttons)
        };
        session.sight.camera.back = looks(0);
        for (slot, sight) in session.sights.iter_mut().enumerate().take(seats.len()) {
            sight.camera.back = looks(slot);
        }
    }

    /// Returns the controls of all players for the steps of a frame.
    pub(super) fn controls(&mut self) -> Vec<Controls> {
        if self.builds() {
            // The free camera uses these keys.
            return Vec::new();
        }
        let (devices, settings) = (&self.players.devices, &self.settings);
        let held = |slot: usize, seat: &Seat| {
            let (keys, buttons) = (&settings.keys, &settings.pads[slot]);
            devices.held(seat, keys, buttons).controls()
        };
        if !self.session.playing {
            let seats = self.players.seats.list().iter().enumerate();
            return seats.map(|(slot, seat)| held(slot, seat)).collect();
        }
        (self.players.substitutes).controls(&self.players.seats, &self.session.round, held)
    }

    /// True if any player is driving.
    pub(super) fn somebody_drives(&self) -> bool {
        let settings = &self.settings;
        let held = |(slot, seat): (usize, &Seat)| {
            let (keys, buttons) = (&settings.keys, &settings.pads[slot]);
            self.players.devices.held(seat, keys, buttons).controls()
        };
        let seats = self.players.seats.list().iter().enumerate();
        !self.builds() && seats.map(held).any(|one| one != Controls::default())
    }

    /// Handles disconnected and returning gamepads: the computer drives for a player without one until a
    /// button on a gamepad is pressed.
    pub(super) fn let_pads_come_and_go(&mut self) {
        if self.session.playing {
            for pad in std::mem::take(&mut self.players.devices.joining) {
                if let Some(slot) = self.players.seats.come_back(pad) {
                    self.notices
                        .say(format!("{} is back with a gamepad", mark_of(slot)));
                }
            }
        }
        for pad in std::mem::take(&mut self.players.devices.lost) {
            let Some(slot) = self.players.seats.lose(pad) else {
                continue;
            };
            let drives = match self.players.seats.list()[slot].is_empty() && self.session.playing {
                true => ", the computer drives",
                false => "",
            };
            self.notices.say(format!(
                "the gamepad of {} was unplugged{drives}: press any button to come back",
                mark_of(slot)
            ));
        }
    }

    /// Makes the gamepads of the hit players rumble; `players` has a bit per seat.
    pub(super) fn shake_pads(&mut self, strength: f32, players: u8) {
        for (slot, seat) in self.players.seats.list().iter().enumerate() {
            if let Some(pad) = seat
                .pad
                .filter(|_| self.session.playing && players & (1 << slot) != 0)
            {
                self.players.devices.pads.rumble(pad, strength);
            }
        }
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
