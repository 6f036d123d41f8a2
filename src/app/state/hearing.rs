//! Turns events into sounds: cues, crashes and cheers as they happen, running sounds once per frame.

use crate::app::params::{CHEER_STRENGTH, NAME_LETTERS};
use crate::app::screens::name_of_car;
use crate::app::session::Happening;
use crate::app::sound::{Cue, Stuff, heard_from, spectators};
use crate::app::state::AppState;

impl AppState {
    /// Plays the sounds of events and makes gamepads rumble.
    pub(super) fn hear(&mut self, happenings: &[Happening]) {
        let ear = self.session.watched_pose();
        // Quieter behind the title screen.
        let quiet = if self.session.playing { 1.0 } else { 0.4 };
        for happening in happenings {
            match *happening {
                Happening::Count if self.session.playing => self.media.sound.cue(Cue::Count),
                Happening::Go if self.session.playing => self.media.sound.cue(Cue::Go),
                Happening::Final if self.session.playing => self.media.sound.cue(Cue::Count),
                Happening::Task if self.session.playing => self.media.sound.cue(Cue::Go),
                Happening::Over if self.session.playing => {
                    self.media.sound.cue(Cue::Horn);
                    self.cheer(0.7);
                }
                Happening::PutBack { car } if self.session.playing => {
                    let view = &self.session.round.cars()[car];
                    let people = self.session.humans();
                    let said = match view.slot {
                        Some(_) if people == 1 => {
                            "you left the arena and are back at the start".to_owned()
                        }
                        _ => {
                            let name = name_of_car(view, people, NAME_LETTERS);
                            format!("{name} left the arena and is back at the start")
                        }
                    };
                    self.notices.say(said);
                }
                Happening::Goal => self.cheer(quiet),
                Happening::Fall => self.cheer(0.7 * quiet),
                Happening::Bump {
                    place,
                    strength,
                    own,
                    stuff,
                    players,
                } => {
                    self.shake_pads(strength, players);
                    let (near, side) = heard_from(&ear, place);
                    let near = if own { 1.0 } else { near };
                    self.media.sound.crash(stuff, strength, side, near * quiet);
                    if stuff == Stuff::Car && strength >= CHEER_STRENGTH {
                        let excited = (strength - CHEER_STRENGTH) / (1.0 - CHEER_STRENGTH);
                        self.cheer(excited * quiet);
                    }
                }
                _ => {}
            }
        }
    }

    /// Plays a cheer, unless the last one was a moment ago.
    fn cheer(&mut self, strength: f32) {
        if !self.media.sound.is_silent() && self.media.listener.may_cheer(&self.session) {
            self.media.sound.cheer(strength, spectators(&self.session));
        }
    }

    /// Updates the running sounds, once per frame; without a device nothing is computed.
    pub fn listen(&mut self) {
        if !self.media.sound.is_silent() {
            let heard = self
                .media
                .listener
                .listen(&self.session, self.session.playing);
            self.media.sound.hear(&heard);
        }
    }
}
