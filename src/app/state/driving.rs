//! Player controls: from the players' devices, or from a computer driver if a player has lost the device.

use crate::app::input::Seat;
use crate::app::names::mark;
use crate::app::session::Session;
use crate::app::settings::AppSettings;
use crate::app::state::cameras::builds;
use crate::app::state::notices::Notices;
use crate::app::state::players::Players;
use crate::app::words::fill;
use crate::arena::Controls;

impl Players {
    /// Turns each player's camera back while the player holds the key for it.
    pub(super) fn look_back(&self, session: &mut Session, settings: &AppSettings) {
        let (seats, playing) = (self.seats.list(), session.playing);
        let looks = |slot: usize| {
            let (keys, buttons) = (&settings.keys, &settings.pads[slot]);
            playing && self.devices.looks_back(&seats[slot], keys, buttons)
        };
        session.sight.camera.back = looks(0);
        for (slot, sight) in session.sights.iter_mut().enumerate().take(seats.len()) {
            sight.camera.back = looks(slot);
        }
    }

    /// Returns the controls of all players for the steps of a frame.
    pub(super) fn controls(&mut self, session: &Session, settings: &AppSettings) -> Vec<Controls> {
        if builds(session) {
            // The free camera uses these keys.
            return Vec::new();
        }
        let devices = &self.devices;
        let held = |slot: usize, seat: &Seat| {
            let (keys, buttons) = (&settings.keys, &settings.pads[slot]);
            devices.held(seat, keys, buttons).controls()
        };
        if !session.playing || session.round.steps() == 0 {
            self.aids = Default::default();
            let seats = self.seats.list().iter().enumerate();
            return seats.map(|(slot, seat)| held(slot, seat)).collect();
        }
        let aids = settings.aids();
        let helped = |slot: usize, seat: &Seat| {
            let (keys, buttons) = (&settings.keys, &settings.pads[slot]);
            let held = devices.held(seat, keys, buttons);
            self.aids[slot].apply(held, aids).controls()
        };
        (self.substitutes).controls(&self.seats, &session.round, helped)
    }

    /// True if any player is driving.
    pub(super) fn somebody_drives(&self, session: &Session, settings: &AppSettings) -> bool {
        let held = |(slot, seat): (usize, &Seat)| {
            let (keys, buttons) = (&settings.keys, &settings.pads[slot]);
            self.devices.held(seat, keys, buttons).controls()
        };
        let seats = self.seats.list().iter().enumerate();
        !builds(session) && seats.map(held).any(|one| one != Controls::default())
    }

    /// Handles disconnected and returning gamepads: the computer drives for a player without one until a
    /// button on a gamepad is pressed.
    pub fn let_pads_come_and_go(&mut self, playing: bool, notices: &mut Notices) {
        if playing {
            for pad in std::mem::take(&mut self.devices.joining) {
                if let Some(slot) = self.seats.come_back(pad) {
                    let text = notices.words().pad_back;
                    notices.say(fill(text, &[("player", &mark(slot))]));
                }
            }
        }
        for pad in std::mem::take(&mut self.devices.lost) {
            let Some(slot) = self.seats.lose(pad) else {
                continue;
            };
            let text = match self.seats.list()[slot].is_empty() && playing {
                true => notices.words().pad_lost_drives,
                false => notices.words().pad_lost,
            };
            notices.say(fill(text, &[("player", &mark(slot))]));
        }
    }

    /// Makes the gamepads of the hit players rumble; `players` has a bit per seat.
    pub(super) fn shake_pads(&mut self, playing: bool, strength: f32, players: u8) {
        for (slot, seat) in self.seats.list().iter().enumerate() {
            if let Some(pad) = seat.pad.filter(|_| playing && players & (1 << slot) != 0) {
                self.devices.pads.rumble(pad, strength);
            }
        }
    }
}
