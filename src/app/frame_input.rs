//! The input of a frame: keys, panels and pointer, each of which takes its presses before the screen gets the rest.

use glam::Vec2;

use crate::app::frame_loop::FrameLoop;
use crate::app::grip::HandUse;
use crate::app::input::{Command, PadHand, Pointer, Presses};
use crate::app::panels::{SettingsPanel, Tab};
use crate::app::pixels;
use crate::app::render::panels::{Pointing, Taken};
use crate::app::screens::{Screen, touch};
use crate::app::state::{
    AppState, Goal, Halt, HelpPage, cameras, graphs, looking, recording, reloading, running,
    settings_panel,
};
use crate::arena::View;
use crate::level::Mode;

impl FrameLoop {
    /// Reads the devices. Text, a load that the player waits for and the settings panel take their presses first.
    pub(super) fn read_presses(&mut self) -> Presses {
        let drives = touch::drives(&self.stage, &self.state.read_context());
        let AppState {
            players,
            settings,
            files,
            covers,
            notices,
            ..
        } = &mut self.state;
        let devices = &mut players.devices;
        let mut presses = devices.read(&settings.keys, &settings.pads, &players.seats);
        let screen = (self.ui.scale, self.ui.size);
        devices.read_touch(&mut presses, &self.buttons, screen, drives);
        if self.stage.takes_text() {
            presses = presses.of_text();
        }
        presses = files.presses_while_waiting(presses);
        settings_panel::keys_for_settings(covers, settings, notices, presses)
    }

    /// Shows the panels and carries out their requests, which may pause the round. Returns the inputs that they
    /// took.
    pub(super) fn use_panels(&mut self, presses: &mut Presses, does: HandUse) -> Taken {
        let (taken, halt) = self.show_panels(does);
        self.state.players.devices.keys_taken = taken.keys;
        if taken.keys {
            *presses = std::mem::take(presses).beside_panels();
        }
        match (halt, does) {
            (Halt::No, _) => {}
            (_, HandUse::Pull) => self.go(Goal::Pause),
            (Halt::Turn, _) => presses.press(Command::Pause),
            (Halt::Still, _) => {}
        }
        taken
    }

    /// Shows the panels where the hand is in use. Returns the inputs that they took, and the requested pause.
    fn show_panels(&mut self, does: HandUse) -> (Taken, Halt) {
        let scale = self.ui.scale * self.state.settings.panel_text;
        let elsewhere = self.stage.looks_elsewhere();
        let AppState {
            session,
            sandbox,
            covers,
            settings,
            display,
            rounds,
            media,
            notices,
            ..
        } = &mut self.state;
        if covers.settings_panel.is_some() {
            self.painter.run(scale, |context| {
                settings_panel::use_settings(
                    covers, settings, display, rounds, media, notices, context,
                );
            });
            // Everything below the panel waits.
            let all = Taken {
                keys: true,
                pointer: true,
            };
            return (all, Halt::No);
        }
        let panels = &sandbox.panels;
        display.measures = does != HandUse::None && panels.open && panels.tab == Tab::World;
        if elsewhere {
            display.graphs.form = None;
        }
        if display.graphs.form.is_some() {
            let taken = (self.painter).run(scale, |context| {
                graphs::use_graphs(session, display, notices, context);
            });
            return (taken, Halt::No);
        }
        let panels = &self.state.sandbox.panels;
        if does == HandUse::None || !panels.open && panels.handle.is_none() {
            self.painter.rest();
            return (Taken::default(), Halt::No);
        }
        let mut sandbox = self.state.sandbox_context();
        let mut asks = Vec::new();
        let taken = (self.painter).run(scale, |context| asks = sandbox.use_panels(context));
        let mut halt = Halt::No;
        for ask in asks {
            halt = match sandbox.answer(ask) {
                Halt::No => halt,
                other => other,
            };
        }
        self.coming = sandbox.coming;
        (taken, halt)
    }

    /// Uses the mouse or a gamepad's pointer in the last picture: for the focus, for buttons, and as the hand.
    pub(super) fn use_pointer(
        &mut self,
        presses: &mut Presses,
        does: HandUse,
        taken: Taken,
        seconds: f32,
    ) {
        self.pointing = None;
        let Some(shown) = &self.shown else { return };
        let (ui, state) = (&self.ui, &mut self.state);
        let mouse = pixels::mouse() / ui.scale;
        let under = shown.seen(shown.part_at(mouse, ui.size), ui.size);
        let at = (under.view, mouse - under.area.low, under.size());
        let views = &mut state.display.views;
        if !self.stage.looks_elsewhere() {
            looking::point_with(&state.session, views, &mut state.notices, presses, at);
        }
        let mut pointer = self.read_pointer(does, taken, seconds);
        let spots = &self.ui.spots;
        spots.use_given(presses);
        if !taken.pointer {
            let moved = pointer.moved != Vec2::ZERO;
            spots.use_pointer(pointer.at, moved, pointer.pressed, presses);
            self.pointing = Some(Pointing {
                at: pointer.at * self.ui.scale,
                moved,
                pressed: pointer.pressed,
                released: pointer.released,
            });
            // If nothing else uses the mouse wheel, it moves through lists.
            if does == HandUse::None && pointer.wheel != 0.0 {
                presses.step(0, -pointer.wheel.signum() as i32);
            }
        }
        let Some(shown) = &self.shown else { return };
        let does = self.stage.hand(&self.state.read_context());
        if self.state.sandbox.hand.grip.is_none() {
            // A held object stays in the part of the picture in which it was grabbed.
            self.part = shown.part_at(pointer.at, self.ui.size);
        }
        let seen = shown.seen(self.part, self.ui.size);
        pointer.at -= seen.area.low;
        let mut sandbox = self.state.sandbox_context();
        let view = (seen.view, seen.size());
        let undone = sandbox.use_hand(does, presses, &pointer, view, seconds);
        self.coming = sandbox.coming.or(self.coming.take());
        if undone && does == HandUse::Pull {
            self.go(Goal::Pause);
        }
    }

    /// Reads the pointer: the mouse and the first player's gamepad together.
    fn read_pointer(&mut self, does: HandUse, taken: Taken, seconds: f32) -> Pointer {
        let (ui, players) = (&self.ui, &mut self.state.players);
        let mouse = players.devices.pointer(ui.scale, &self.state.settings.keys);
        let pad = (players.seats.list().first()).and_then(|seat| seat.pad);
        let pad = pad.filter(|_| does != HandUse::None);
        players.devices.hand_has_shoulders = pad.is_some();
        let by_pad = pad.map_or_else(PadHand::default, |pad| players.devices.pads.hand(pad));
        let merged = &mut players.devices.pad_pointer;
        let mut pointer = merged.merge(mouse, &by_pad, seconds, ui.size);
        pointer.covered = taken.pointer || ui.covers(pointer.at);
        if taken.pointer {
            pointer.wheel = 0.0;
        }
        pointer.throws &= !taken.keys;
        pointer
    }

    /// Handles the keys that work on every screen: help, views, speed, reload, full screen. Enter is left to a
    /// question.
    pub(super) fn use_common_keys(&mut self, presses: &mut Presses) {
        let AppState {
            players,
            settings,
            session,
            display,
            rounds,
            notices,
            covers,
            files,
            ..
        } = &mut self.state;
        if notices.error.is_some() && !self.stage.asks() && presses.take(Command::Confirm) {
            notices.error = None;
        }
        let free_play = session.playing && session.round.mode() == Mode::Free;
        // The help opens at the page that fits the situation.
        let fitting = match (free_play, display.views.is_empty()) {
            (true, _) => HelpPage::Sandbox,
            (false, false) => HelpPage::Views,
            (false, true) => HelpPage::Drive,
        };
        covers.turn_help(presses, fitting);
        if presses.turns(Command::Ghost) {
            recording::change_ghost(display, session, files, notices, settings.key_names());
        }
        if presses.turns(Command::FullScreen) {
            display.change_full_screen();
        }
        for _ in 0..presses.count(Command::Split) {
            cameras::change_split(settings, session, &players.seats, notices);
        }
        if presses.has(Command::Settings) {
            covers.settings_panel = Some(SettingsPanel::default());
        }
        if presses.has(Command::Reload) && !self.stage.explains() {
            reloading::reload(files, session, rounds, notices);
        }
        players.let_pads_come_and_go(session.playing, notices);
        for (command, direction) in [(Command::Slower, -1), (Command::Faster, 1)] {
            for _ in 0..presses.count(command) {
                running::change_speed(session, notices, direction);
            }
        }
        if self.stage.looks_elsewhere() {
            return;
        }
        let deepest = session.round.arena().deepest_tree_level();
        let views = &mut display.views;
        for view in View::ALL {
            views.set(
                view,
                views.has(view) ^ presses.turns(Command::of_view(view)),
            );
        }
        if presses.has(Command::ViewsOff) {
            views.off();
            display.magnifies = false;
        }
        let (up, down) = (
            presses.count(Command::ShallowerTree),
            presses.count(Command::DeeperTree),
        );
        #[cfg(not(target_family = "wasm"))]
        let (up, down) = display.lab.take_presses(views, (up, down));
        views.tree_level = (views.tree_level.min(deepest) + down)
            .min(deepest)
            .saturating_sub(up);
        looking::handle_looks(session, display, settings, notices, presses);
    }
}
