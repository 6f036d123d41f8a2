//! Carries out the orders of screens and questions, on the parts that each of them concerns.

use std::path::Path;

use crate::app::frame_loop::FrameLoop;
use crate::app::panels::SettingsPanel;
use crate::app::sharing;
use crate::app::shelf::Shelf;
use crate::app::state::{
    AppState, Goal, Next, Notices, Order, cameras, contest, keeping, recording, reloading,
    settings_panel,
};
use crate::app::words::fill;
use crate::game::tape::NoWheel;

impl FrameLoop {
    /// Carries out an order, and returns the continuation.
    pub(super) fn carry_out(&mut self, order: Order) -> Next {
        match order {
            Order::ShowLevel(_)
            | Order::ShowKnownLevel
            | Order::Begin(_)
            | Order::BeginDay
            | Order::BeginCup(_)
            | Order::BeginCupAnew(_)
            | Order::BeginNextRound
            | Order::ShowRecording(..) => self.begin_load(order),
            Order::Resume => {
                let state = &mut self.state;
                state.session.clock.settle();
                cameras::play_camera(&mut state.session, &state.display, &state.settings);
                return Next::Go(Goal::Play);
            }
            Order::Restart => return self.restart(),
            Order::TakeWheel => match self.take_wheel() {
                Ok(()) => return Next::Go(Goal::Play),
                Err(refused) => {
                    let words = self.state.settings.words();
                    self.state.notices.say(words.no_wheel(&refused));
                }
            },
            Order::ChangeDifficulty(right) => {
                let AppState {
                    rounds,
                    settings,
                    media,
                    notices,
                    ..
                } = &mut self.state;
                settings_panel::change_difficulty(rounds, settings, media, notices, right);
            }
            Order::OpenSettings => {
                self.state.covers.settings_panel = Some(SettingsPanel::default());
            }
            Order::LeaveContest => {
                let state = &mut self.state;
                contest::leave_contest(&mut state.rounds, &state.session, &mut state.notices);
            }
            Order::Save(saving) => return self.state.sandbox_context().save_scene(saving),
            Order::AskForName(saving, why) => {
                return self
                    .state
                    .sandbox_context()
                    .ask_for_name(saving, why)
                    .into();
            }
            Order::GiveSceneUp(to) => {
                keeping::give_scene_up(&mut self.state.session);
                return to.next();
            }
            Order::Reload => {
                let state = &mut self.state;
                let (files, notices) = (&mut state.files, &mut state.notices);
                reloading::reload(files, &state.session, &state.rounds, notices);
            }
            Order::OfferScenes => self.state.sandbox.keeping.offer_scenes(),
            Order::OpenUnsaved(slot, scene) => {
                let state = &mut self.state;
                let humans = state.players.seats.count();
                keeping::open_unsaved(&mut state.files, &mut state.rounds, humans, slot, scene);
            }
            Order::ThrowAway(slot) => {
                slot.remove();
                self.state.sandbox.keeping.offer_scenes();
            }
            Order::CopyLink(moment) => {
                let state = &mut self.state;
                let (views, page) = (state.display.views, &state.settings.page);
                sharing::copy(&state.session, views, moment, page, &mut state.notices);
            }
            Order::DeleteRecording(path, name) => {
                return delete_recording(&path, &name, &mut self.state.notices);
            }
        }
        Next::Stay
    }

    /// Begins to load a level or a recording.
    fn begin_load(&mut self, order: Order) {
        let AppState {
            players,
            session,
            rounds,
            notices,
            files,
            ..
        } = &mut self.state;
        let seats = &players.seats;
        match order {
            Order::ShowLevel(source) => files.show_level(session, rounds, &source),
            Order::ShowKnownLevel => files.show_known_level(session, rounds),
            Order::Begin(source) => files.begin(rounds, seats.count(), &source),
            Order::BeginDay => contest::begin_day(rounds, files),
            Order::BeginCup(cup) => contest::begin_cup(rounds, files, seats, notices, cup),
            Order::BeginCupAnew(cup) => {
                contest::begin_cup_anew(rounds, files, seats, notices, cup);
            }
            Order::BeginNextRound => contest::begin_next_round(rounds, files, notices),
            Order::ShowRecording(name, read, goal) => files.show_recording(&name, read, goal),
            // No other order loads anything.
            _ => {}
        }
    }

    /// Restarts the round, if that is possible now.
    fn restart(&mut self) -> Next {
        let AppState {
            settings,
            session,
            display,
            rounds,
            notices,
            files,
            ..
        } = &mut self.state;
        match contest::restart(files, session, rounds, notices) {
            true => {
                session.clock.settle();
                cameras::play_camera(session, display, settings);
                Next::Go(Goal::Play)
            }
            false => Next::Stay,
        }
    }

    /// Lets the local players drive on from the current moment of the recording.
    ///
    /// # Errors
    /// [`NoWheel`] with the reason; the recording then continues.
    fn take_wheel(&mut self) -> Result<(), NoWheel> {
        let AppState {
            players,
            settings,
            session,
            display,
            rounds,
            notices,
            files,
            report,
            ..
        } = &mut self.state;
        session.take_wheel(players.seats.count())?;
        session.playing = true;
        rounds.contest = None;
        report.rounds += 1;
        cameras::play_camera(session, display, settings);
        session.all_sights().for_each(|sight| sight.camera.cut());
        session.follow(0.0);
        display.views.off();
        recording::wait_for_players(players, session);
        if session.ghost().is_none() {
            recording::show_ghost(display, session, files);
        }
        // An earlier refusal no longer matters.
        notices.message = None;
        if session.absent() > 0 {
            notices.say(notices.words().as_recorded);
        }
        Ok(())
    }
}

/// Deletes a recording, if another program has not deleted it meanwhile, and shows the list at its place.
fn delete_recording(path: &Path, name: &str, notices: &mut Notices) -> Next {
    let mut shelf = Shelf::open();
    let Some(index) = shelf.items().iter().position(|item| item.path == path) else {
        return Next::Go(Goal::Recordings(0));
    };
    match shelf.delete(index) {
        Ok(()) => notices.say(fill(notices.words().deleted, &[("name", &name)])),
        Err(error) => notices.say(fill(notices.words().not_deleted, &[("why", &error)])),
    }
    Next::Go(Goal::Recordings(index))
}
