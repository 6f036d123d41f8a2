//! Turns events into sounds: cues, crashes and cheers as they happen, running sounds once per frame.

use crate::app::names::called;
use crate::app::params::{CHEER_STRENGTH, NAME_LETTERS};
use crate::app::session::{Happening, Session};
use crate::app::sound::{Cue, Stuff, heard_from, spectators};
use crate::app::state::media::Media;
use crate::app::state::notices::Notices;
use crate::app::state::players::Players;
use crate::app::words::fill;

impl Media {
    /// Plays the sounds of events and makes gamepads rumble.
    pub(super) fn hear(
        &mut self,
        happenings: &[Happening],
        session: &Session,
        players: &mut Players,
        notices: &mut Notices,
    ) {
        let ear = session.watched_pose();
        // Quieter behind the title screen.
        let quiet = if session.playing { 1.0 } else { 0.4 };
        for happening in happenings {
            match *happening {
                Happening::Count if session.playing => self.sound.cue(Cue::Count),
                Happening::Go if session.playing => self.sound.cue(Cue::Go),
                Happening::Final if session.playing => self.sound.cue(Cue::Count),
                Happening::Task if session.playing => self.sound.cue(Cue::Go),
                Happening::Over if session.playing => {
                    self.sound.cue(Cue::Horn);
                    self.cheer(session, 0.7);
                }
                Happening::PutBack { car } if session.playing => {
                    let view = &session.round.cars()[car];
                    let people = session.humans();
                    let words = notices.language.words();
                    let said = match view.slot {
                        Some(_) if people == 1 => words.notices.put_back.to_owned(),
                        _ => {
                            let name = called(words, view, people, NAME_LETTERS);
                            fill(words.notices.put_back_one, &[("name", &name)])
                        }
                    };
                    notices.say(said);
                }
                Happening::Goal => self.cheer(session, quiet),
                Happening::Fall => self.cheer(session, 0.7 * quiet),
                Happening::Bump {
                    place,
                    strength,
                    own,
                    stuff,
                    players: felt,
                } => {
                    players.shake_pads(session.playing, strength, felt);
                    let (near, side) = heard_from(&ear, place);
                    let near = if own { 1.0 } else { near };
                    self.sound.crash(stuff, strength, side, near * quiet);
                    if stuff == Stuff::Car && strength >= CHEER_STRENGTH {
                        let excited = (strength - CHEER_STRENGTH) / (1.0 - CHEER_STRENGTH);
                        self.cheer(session, excited * quiet);
                    }
                }
                _ => {}
            }
        }
    }

    /// Plays a cheer, unless the last one was a moment ago.
    fn cheer(&mut self, session: &Session, strength: f32) {
        if !self.sound.is_silent() && self.listener.may_cheer(session) {
            self.sound.cheer(strength, spectators(session));
        }
    }

    /// Updates the running sounds, once per frame; without a device nothing is computed.
    pub fn listen(&mut self, session: &Session) {
        if !self.sound.is_silent() {
            let heard = self.listener.listen(session, session.playing);
            self.sound.hear(&heard);
        }
    }
}
