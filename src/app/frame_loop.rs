//! The frame loop: it owns the parts of the state and the screen, and carries a frame through its phases.

use glam::Vec2;
use macroquad::window::next_frame;

use crate::app::AppError;
use crate::app::captures::{pack_film, save_numbers, save_picture, take_film};
use crate::app::grip::HandUse;
use crate::app::input::{Command, PadHand, Pointer, Presses, VIEW_COMMANDS};
use crate::app::panels::SettingsPanel;
use crate::app::parts::Shown;
use crate::app::render::Renderer;
use crate::app::render::panels::{PanelPainter, Taken};
use crate::app::scene_builder::SceneBuilder;
use crate::app::screens::{Screen, Stage, leaving, open};
use crate::app::state::{
    AppState, Goal, Halt, HelpPage, Leaving, Next, cameras, contest, lesson, looking, recording,
    reloading, running, settings_panel,
};
use crate::app::ui::Ui;
use crate::app::window_picture::{draw, window_size};
use crate::arena::View;
use crate::level::Mode;

/// Longest time that closing the window waits for an unsaved scene to be written.
const CLOSING: std::time::Duration = std::time::Duration::from_secs(3);
/// The shortest time of a frame in seconds. Where the driver does not wait for the screen, the game does:
/// more pictures are not seen and only heat the machine.
const LEAST_FRAME_SECONDS: f64 = 1.0 / 125.0;

/// The owner of all that a frame needs.
pub struct FrameLoop {
    pub(super) state: AppState,
    stage: Stage,
    renderer: Renderer,
    scene_builder: SceneBuilder,
    ui: Ui,
    painter: PanelPainter,
    /// The message of the hand or the panels in this frame.
    coming: Option<Next>,
    /// The parts and cameras of the last picture, and the part that contains the hand.
    shown: Option<Shown>,
    part: usize,
    /// True once the program shall end.
    quits: bool,
}

impl FrameLoop {
    /// Opens the first screen; the title if there is none.
    fn new(mut state: AppState, first: Option<Goal>) -> Result<Self, AppError> {
        macroquad::input::prevent_quit();
        let (renderer, ui) = (Renderer::new()?, Ui::new(window_size())?);
        let mut context = state.screen_context();
        let screen = open(first.unwrap_or(Goal::Title), &mut context);
        let orders = context.orders;
        let mut frames = FrameLoop {
            state,
            stage: Stage::new(screen),
            renderer,
            scene_builder: SceneBuilder::default(),
            ui,
            painter: PanelPainter::new(),
            coming: None,
            shown: None,
            part: 0,
            quits: false,
        };
        for order in orders {
            let next = frames.carry_out(order);
            frames.follow(next);
        }
        Ok(frames)
    }

    /// Plays until the player leaves, and returns the state at the end.
    pub async fn play(state: AppState, first: Option<Goal>) -> Result<AppState, AppError> {
        let mut frames = FrameLoop::new(state, first)?;
        let mut last = macroquad::miniquad::date::now();
        loop {
            let now = macroquad::miniquad::date::now();
            let seconds = (now - last).max(0.0);
            last = now;
            frames.frame(seconds);
            if frames.quits {
                return Ok(frames.left());
            }
            rest(now);
            next_frame().await;
        }
    }

    /// The phases of a frame, which lasts that many seconds.
    fn frame(&mut self, seconds: f64) {
        self.ask_before_closing();
        if self.quits {
            return;
        }
        let mut presses = self.read_presses();
        let does = self.stage.hand(&self.state);
        let taken = self.use_panels(&mut presses, does);
        self.use_pointer(&mut presses, does, taken, seconds as f32);
        self.use_common_keys(&mut presses);
        self.follow_files(seconds);
        self.update_screen(&presses, seconds);
        if self.quits {
            return;
        }
        self.tell_and_listen();
        self.take_arrivals();
        self.offer_scene();
        self.draw();
        self.note_picture(seconds);
        self.capture(&presses);
    }

    /// Handles the window's button to close it: keeps an unsaved scene at once, and asks before it would be lost.
    fn ask_before_closing(&mut self) {
        if !macroquad::input::is_quit_requested() {
            return;
        }
        let AppState {
            session,
            sandbox,
            rounds,
            files,
            notices,
            ..
        } = &mut self.state;
        let keeping = &mut sandbox.keeping;
        keeping.keep_scene_now(session, &files.library, notices, CLOSING);
        let unsaved = session.playing && session.is_unsaved();
        match leaving::leave(session, rounds, Leaving::Quit) {
            Next::Ask(question) if unsaved => {
                if !self.stage.asks() {
                    self.stage.ask(*question);
                }
            }
            _ => self.quits = true,
        }
    }

    /// Reads the devices. Text, a load that the player waits for and the settings panel take their presses first.
    fn read_presses(&mut self) -> Presses {
        let AppState {
            players,
            settings,
            files,
            covers,
            notices,
            ..
        } = &mut self.state;
        let mut presses = (players.devices).read(&settings.keys, &settings.pads, &players.seats);
        if self.stage.takes_text() {
            presses = presses.of_text();
        }
        presses = files.presses_while_waiting(presses);
        settings_panel::keys_for_settings(covers, settings, notices, presses)
    }

    /// Shows the panels and carries out their requests, which may pause the round. Returns the inputs that they
    /// took.
    fn use_panels(&mut self, presses: &mut Presses, does: HandUse) -> Taken {
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
        let AppState {
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
        if does == HandUse::None || !self.state.sandbox.panels.open {
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
    fn use_pointer(&mut self, presses: &mut Presses, does: HandUse, taken: Taken, seconds: f32) {
        let Some(shown) = &self.shown else { return };
        let (ui, state) = (&self.ui, &mut self.state);
        let mouse = Vec2::from(macroquad::input::mouse_position()) / ui.scale;
        let under = shown.seen(shown.part_at(mouse, ui.size), ui.size);
        let at = (under.view, mouse - under.area.low, under.size());
        let views = &mut state.display.views;
        looking::point_with(&state.session, views, &mut state.notices, presses, at);
        let mut pointer = self.read_pointer(does, taken, seconds);
        if !taken.pointer {
            let moved = pointer.moved != Vec2::ZERO;
            let spots = &self.ui.spots;
            spots.use_pointer(pointer.at, moved, pointer.pressed, presses);
            // If nothing else uses the mouse wheel, it moves through lists.
            if does == HandUse::None && pointer.wheel != 0.0 {
                presses.step(0, -pointer.wheel.signum() as i32);
            }
        }
        let Some(shown) = &self.shown else { return };
        let does = self.stage.hand(&self.state);
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
    fn use_common_keys(&mut self, presses: &mut Presses) {
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
            recording::change_ghost(display, session, files, notices);
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
        if presses.has(Command::Reload) {
            reloading::reload(files, session, rounds, notices);
        }
        let deepest = session.round.arena().deepest_tree_level();
        let views = &mut display.views;
        for (view, command) in View::ALL.into_iter().zip(VIEW_COMMANDS) {
            views.set(view, views.has(view) ^ presses.turns(command));
        }
        if presses.has(Command::ViewsOff) {
            views.off();
            display.magnifies = false;
        }
        let (up, down) = (
            presses.count(Command::ShallowerTree),
            presses.count(Command::DeeperTree),
        );
        views.tree_level = (views.tree_level.min(deepest) + down)
            .min(deepest)
            .saturating_sub(up);
        looking::handle_looks(session, display, settings, notices, presses);
        for (command, direction) in [(Command::Slower, -1), (Command::Faster, 1)] {
            for _ in 0..presses.count(command) {
                running::change_speed(session, notices, direction);
            }
        }
        players.let_pads_come_and_go(session.playing, notices);
    }

    /// Follows the level's file, keeps the scene, and lets loads, ghosts and messages age.
    fn follow_files(&mut self, seconds: f64) {
        let AppState {
            settings,
            session,
            display,
            sandbox,
            rounds,
            notices,
            files,
            ..
        } = &mut self.state;
        if !self.stage.asks() && files.was_saved(seconds) {
            reloading::reload(files, session, rounds, notices);
        }
        let times = (seconds, f64::from(settings.keep_seconds));
        (sandbox.keeping).keep_scene(session, &files.library, notices, times);
        files.age_loading(seconds as f32);
        recording::ghost_arrived(session, files, std::time::Duration::ZERO);
        display.note_frame(seconds);
        notices.age(seconds as f32);
    }

    /// Updates the screen, and carries out its orders and messages.
    fn update_screen(&mut self, presses: &Presses, seconds: f64) {
        self.state.report.visit(self.stage.name());
        let mut context = self.state.screen_context();
        let next = self.stage.update(&mut context, presses, seconds);
        for order in context.orders {
            let next = self.carry_out(order);
            self.follow(next);
        }
        self.follow(next);
        if let Some(next) = self.coming.take() {
            self.follow(next);
        }
    }

    /// Carries out a message.
    fn follow(&mut self, next: Next) {
        match next {
            Next::Stay => {}
            Next::Go(goal) => self.go(goal),
            Next::Ask(question) => self.stage.ask(*question),
            Next::Do(order) => {
                let next = self.carry_out(order);
                self.follow(next);
            }
            Next::Quit => self.quits = true,
        }
    }

    /// Opens a screen, and carries out the orders with which it begins.
    fn go(&mut self, goal: Goal) {
        let mut context = self.state.screen_context();
        self.stage = Stage::new(open(goal, &mut context));
        for order in context.orders {
            let next = self.carry_out(order);
            self.follow(next);
        }
    }

    /// Tells a lesson about the deeds that only the window sees, and updates the running sounds.
    fn tell_and_listen(&mut self) {
        let AppState {
            session,
            display,
            media,
            notices,
            ..
        } = &mut self.state;
        lesson::tell_deeds(session, display, notices);
        media.listen(session);
        // The frame may have removed the body in focus.
        looking::check_focus(session, &mut display.views);
    }

    /// Shows a finished load, or the reason why it failed.
    fn take_arrivals(&mut self) {
        let mut arrival = self.state.arrival();
        match arrival.arrived() {
            Ok(Some(goal)) => self.go(goal),
            Ok(None) => {}
            Err(refusal) => arrival.refuse(refusal),
        }
    }

    /// Offers the backup of an unsaved scene, if one is due.
    fn offer_scene(&mut self) {
        if self.stage.asks() {
            return;
        }
        let (keeping, is_loading) = (
            &mut self.state.sandbox.keeping,
            self.state.files.is_loading(),
        );
        if let Some(question) = keeping.offered_scene(&self.state.session, is_loading) {
            self.stage.ask(question);
        }
    }

    /// Draws the picture and the panels.
    fn draw(&mut self) {
        self.ui.resize(window_size());
        let state = &mut self.state;
        if self.stage.splits() && state.session.playing {
            let (split, people) = (state.settings.split, state.session.humans());
            state.report.share(split.words(people));
        }
        self.shown = Some(draw(
            state,
            &self.stage,
            &mut self.renderer,
            &mut self.scene_builder,
            &self.ui,
        ));
        self.painter.draw();
    }

    /// Records the picture, and lowers the detail if pictures are too slow.
    fn note_picture(&mut self, seconds: f64) {
        let AppState {
            settings,
            display,
            media,
            notices,
            files,
            report,
            ..
        } = &mut self.state;
        report.frame(seconds);
        let pictures = (seconds, files.is_loading());
        settings_panel::look_at_pictures(display, media, settings, notices, pictures);
    }

    /// Captures the picture for a film or as a file, and saves the numbers.
    fn capture(&mut self, presses: &Presses) {
        let AppState {
            session,
            media,
            notices,
            ..
        } = &mut self.state;
        take_film(media, notices, &self.ui);
        pack_film(media, notices);
        if presses.has(Command::SaveNumbers) {
            notices.say(match save_numbers(session) {
                Ok(path) => format!("saved: {}", path.display()),
                Err(error) => error.to_string(),
            });
        }
        if presses.has(Command::Screenshot) {
            notices.say(match save_picture() {
                Ok(path) => format!("saved: {}", path.display()),
                Err(error) => error.to_string(),
            });
        }
    }

    /// Finishes the game: a captured film is still packed, and a cup's current round counts as it stands.
    fn left(self) -> AppState {
        let mut state = self.state;
        contest::leave_contest(&mut state.rounds, &state.session, &mut state.notices);
        while state.media.packer.is_some() {
            pack_film(&mut state.media, &mut state.notices);
        }
        state
    }
}

fn rest(begun: f64) {
    let left = LEAST_FRAME_SECONDS - (macroquad::miniquad::date::now() - begun);
    if left > 0.0 {
        std::thread::sleep(std::time::Duration::from_secs_f64(
            left.min(LEAST_FRAME_SECONDS),
        ));
    }
}
