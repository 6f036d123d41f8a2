//! The players at this screen: their devices, their seats, and the computer drivers that stand in for them.

use crate::app::input::{AidState, Devices, Seats};
use crate::app::params::MAX_SEATS;
use crate::app::state::substitutes::Substitutes;

/// The players at this screen.
pub struct Players {
    pub devices: Devices,
    pub seats: Seats,
    /// The computer drivers of players without an input device.
    pub(super) substitutes: Substitutes,
    /// The state of the help that the settings give each player.
    pub(super) aids: [AidState; MAX_SEATS],
    /// The longest remaining time, in seconds, that a taken-over round waits for a player's first input.
    pub wait: f32,
}

impl Players {
    /// Creates the devices for players in these seats.
    pub(super) fn new(seats: Seats) -> Self {
        Players {
            devices: Devices::new(),
            seats,
            substitutes: Substitutes::default(),
            aids: Default::default(),
            wait: 0.0,
        }
    }
}
