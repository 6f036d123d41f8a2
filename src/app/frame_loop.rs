//! The frame loop: it owns the parts of the state and the screen, and carries a frame through its phases.

use macroquad::window::next_frame;

use crate::app::captures::{pack_film, save_graphs, save_numbers, save_picture, take_film};
use crate::app::grip::HandUse;
use crate::app::input::{Command, Presses, TouchButton};
use crate::app::opening;
use crate::app::own_parts::{self, Picture};
use crate::app::parts::Shown;
use crate::app::pixels::window_size;
use crate::app::render::Renderer;
use crate::app::render::panels::{PanelPainter, Pointing, Taken};
use crate::app::scene_builder::SceneBuilder;
use crate::app::screens::{Play, Probing, Screen, Stage, Why, leaving, open, touch};
use crate::app::state::{
    AppState, Goal, Leaving, Next, ToExplain, contest, lesson, recording, reloading, settings_panel,
};
use crate::app::ui::Ui;
use crate::app::window_picture::{Sheets, draw};
use crate::app::words::fill;
use crate::app::{AppError, AppOptions};
use crate::platform::{self, Host, IN_BROWSER};

/// Longest time that closing the window waits for an unsaved scene to be written.
const CLOSING: std::time::Duration = std::time::Duration::from_secs(3);
/// The shortest time of a frame in seconds. Where the driver does not wait for the screen, the game does:
/// more pictures are not seen and only heat the machine.
const LEAST_FRAME_SECONDS: f64 = 1.0 / 125.0;

/// The owner of all that a frame needs.
pub struct FrameLoop {
    pub(super) state: AppState,
    pub(super) stage: Stage,
    renderer: Renderer,
    scene_builder: SceneBuilder,
    pub(super) ui: Ui,
    pub(super) painter: PanelPainter,
    /// The lists, menus and fields of the screen.
    sheets: PanelPainter,
    /// The inputs that the panels took in this frame.
    taken: Taken,
    /// The pointer in this frame, unless the panels took it.
    pub(super) pointing: Option<Pointing>,
    /// The message of the hand or the panels in this frame.
    pub(super) coming: Option<Next>,
    /// The parts and cameras of the last picture, and the part that contains the hand.
    pub(super) shown: Option<Shown>,
    pub(super) part: usize,
    /// The buttons for fingers in the last picture.
    pub(super) buttons: Vec<TouchButton>,
    /// The options of the first round while the player waits for it.
    awaited: Option<AppOptions>,
    /// The system or the page around the game, and whether it was hidden since the last frame.
    host: Host,
    is_hidden: bool,
    /// True once the program shall end.
    quits: bool,
}

impl FrameLoop {
    /// Opens the first screen; the title if there is none.
    fn new(
        mut state: AppState,
        first: Option<Goal>,
        awaited: Option<AppOptions>,
    ) -> Result<Self, AppError> {
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
            sheets: PanelPainter::new(),
            taken: Taken::default(),
            pointing: None,
            coming: None,
            shown: None,
            part: 0,
            buttons: Vec::new(),
            awaited,
            host: Host::new(),
            is_hidden: false,
            quits: false,
        };
        for order in orders {
            let next = frames.carry_out(order);
            frames.follow(next);
        }
        Ok(frames)
    }

    /// True while a question, an explanation or a film has to end before something else is opened.
    fn waits(&self) -> bool {
        self.stage.asks() || self.stage.explains() || self.state.media.film.is_some()
    }

    /// Plays until the player leaves, and returns the state at the end.
    /// The round of `awaited` may still be loading.
    pub async fn play(
        state: AppState,
        first: Option<Goal>,
        awaited: Option<AppOptions>,
    ) -> Result<AppState, AppError> {
        let mut frames = FrameLoop::new(state, first, awaited)?;
        let mut last = macroquad::miniquad::date::now();
        loop {
            let now = macroquad::miniquad::date::now();
            let waits = frames.waits();
            let mut arrival = frames.state.arrival();
            frames.is_hidden = opening::follow(&mut frames.host, &mut arrival, waits);
            // A hidden page shows no pictures, and no time passes in the game.
            let seconds = match frames.is_hidden {
                true => 0.0,
                false => (now - last).max(0.0),
            };
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
        if self.is_hidden {
            // A hidden page may be closed without a word.
            self.keep_scene_now();
        }
        let mut presses = self.read_presses();
        let does = self.stage.hand(&self.state.read_context());
        let taken = self.use_panels(&mut presses, does);
        self.taken = taken;
        if self.is_hidden && self.stage.name() == Play.name() && !self.stage.asks() {
            presses.press(Command::Pause);
        }
        self.use_pointer(&mut presses, does, taken, seconds as f32);
        if does == HandUse::None && presses.take(Command::PasteText) {
            let waits = self.waits() || self.stage.name() == Play.name();
            opening::paste(&mut self.state.arrival(), waits);
        }
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
        self.keep_scene_now();
        let AppState {
            settings,
            session,
            rounds,
            ..
        } = &mut self.state;
        let unsaved = session.playing && session.is_unsaved();
        match leaving::leave(session, rounds, settings.words(), Leaving::Quit) {
            Next::Ask(question) if unsaved => {
                if !self.stage.asks() {
                    self.stage.ask(*question);
                }
            }
            _ => self.quits = true,
        }
    }

    /// Keeps an unsaved scene at once.
    fn keep_scene_now(&mut self) {
        let AppState {
            session,
            sandbox,
            files,
            notices,
            ..
        } = &mut self.state;
        (sandbox.keeping).keep_scene_now(session, &files.library, notices, CLOSING);
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
        if !self.stage.asks() && !self.stage.explains() && files.was_saved(seconds) {
            reloading::reload(files, session, rounds, notices);
        }
        let times = (seconds, f64::from(settings.keep_seconds));
        (sandbox.keeping).keep_scene(session, &files.library, notices, times);
        files.age_loading(seconds as f32);
        recording::ghost_arrived(session, files, std::time::Duration::ZERO);
        display.note_frame(seconds);
        notices.language = settings.language;
        notices.age(seconds as f32);
    }

    /// Updates the screen, and carries out its orders and messages.
    fn update_screen(&mut self, presses: &Presses, seconds: f64) {
        let drives = self.stage.name() == Play.name();
        self.state.report.visit(self.stage.name());
        let focus = self.state.display.views.focus;
        let names = focus.map(|focus| {
            let arena = self.stage.shown(&self.state.session).round.arena();
            let actors = focus.bodies().into_iter();
            let actors = actors.filter_map(|id| arena.actors().get(id.index()));
            actors.map(|actor| actor.name.to_string()).collect()
        });
        self.state.report.focus(names);
        self.host.show(self.stage.name());
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
        if !drives {
            // A tap on another screen is none for the next step of a round.
            self.state.players.devices.stepped();
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
            Next::Explain(about) => self.explain(Some(about)),
            Next::Probe => self.explain(None),
            Next::Back => self.stage.uncover(),
            // A page is closed instead.
            Next::Quit if IN_BROWSER => self.go(Goal::Title),
            Next::Quit => self.quits = true,
        }
    }

    /// Opens the explanation of crashes over the screen, if the round can be copied; the probe without a crash.
    fn explain(&mut self, about: Option<ToExplain>) {
        if self.state.sandbox.hand.grip.is_some() {
            let notices = &mut self.state.notices;
            notices.say(notices.words().hand_holds);
            return;
        }
        let mut context = self.state.screen_context();
        let Some(about) = about else {
            let probing = Probing::about(&mut context);
            return self.stage.cover(Box::new(probing));
        };
        if let Some(why) = Why::about(&mut context, about) {
            self.stage.cover(Box::new(why));
        }
    }

    /// Opens a screen, and carries out the orders with which it begins.
    pub(super) fn go(&mut self, goal: Goal) {
        if matches!(goal, Goal::Title) {
            // They would cover the words of the next level.
            self.state.display.numbers = false;
        }
        let mut context = self.state.screen_context();
        self.stage = Stage::new(open(goal, &mut context));
        for order in context.orders {
            let next = self.carry_out(order);
            self.follow(next);
        }
    }

    /// Passes the deeds that only the window registers to the lesson, and updates the running sounds.
    fn tell_and_listen(&mut self) {
        let AppState {
            session,
            display,
            media,
            notices,
            ..
        } = &mut self.state;
        // The views of an explanation are no deed of the lesson that waits below it.
        if !self.stage.explains() {
            lesson::tell_deeds(session, display, notices);
        }
        media.listen(session);
        // The frame may have removed the body in focus.
        self.check_focus();
    }

    /// Gives up a focus on a body that is not in the scene that is shown.
    fn check_focus(&mut self) {
        let arena = self.stage.shown(&self.state.session).round.arena();
        let focus = arena.valid_focus(self.state.display.views.focus);
        self.state.display.views.focus = focus;
    }

    /// Shows a finished load, or the reason why it failed.
    fn take_arrivals(&mut self) {
        let mut arrival = self.state.arrival();
        match arrival.arrived() {
            Ok(Some(goal)) => {
                let goal = match &self.awaited {
                    Some(options) => opening::at(&mut arrival, options, goal),
                    None => goal,
                };
                self.go(goal);
            }
            Ok(None) => {}
            Err(refusal) => arrival.refuse(refusal),
        }
        if !self.state.files.is_waiting() {
            // Later rounds are chosen by the player.
            self.awaited = None;
        }
        // Another round has other bodies.
        self.check_focus();
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
        if let Some(question) =
            keeping.offered_scene(&self.state.session, is_loading, self.state.settings.words())
        {
            self.stage.ask(question);
        }
    }

    /// Draws the picture and the panels.
    fn draw(&mut self) {
        self.ui.resize(window_size());
        self.picture_part();
        let state = &mut self.state;
        state.display.graphs.at.set(None);
        if self.stage.splits() && state.session.playing {
            let (split, people) = (state.settings.split, state.session.humans());
            state.report.share(split.words(people));
        }
        let state = &self.state.read_context();
        let sheets = Sheets {
            painter: &mut self.sheets,
            panels: &self.painter,
            types: !self.taken.keys,
            pointing: self.pointing,
        };
        self.shown = Some(draw(
            state,
            &self.stage,
            &mut self.renderer,
            &mut self.scene_builder,
            &self.ui,
            sheets,
        ));
        self.painter.draw();
        self.buttons = touch::buttons(&self.stage, state, self.ui.size);
        touch::draw(&self.ui, &state.players.devices.touch, &self.buttons);
    }

    /// Draws the picture of one of the player's own parts that the panels want to show: one in each frame.
    fn picture_part(&mut self) {
        let panels = &mut self.state.sandbox.panels;
        let parts = panels.own_parts.iter_mut().flatten();
        let mut wanted = parts.filter(|part| matches!(part.picture, Picture::Wanted));
        let Some(part) = wanted.next() else { return };
        let bodies = match part.parts {
            Ok(_) => own_parts::bodies(&self.state.files.library, &part.name),
            Err(_) => Vec::new(),
        };
        let pixels =
            (self.scene_builder).picture_of(&bodies, &mut self.renderer, own_parts::PICTURE);
        let size = own_parts::PICTURE.map(usize::from);
        part.picture = pixels.map_or(Picture::None, |pixels| {
            Picture::Drawn(egui::ColorImage::from_rgba_unmultiplied(size, &pixels))
        });
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
            display,
            media,
            notices,
            ..
        } = &mut self.state;
        take_film(media, notices, &self.ui);
        pack_film(media, notices);
        if presses.has(Command::SaveNumbers) {
            notices.say(match save_numbers(session, notices.words()) {
                Ok(path) => fill(notices.words().saved, &[("path", &path.display())]),
                Err(error) => error.to_string(),
            });
        }
        if let Some(file) = display.graphs.saves.take() {
            let at = display.graphs.at.get();
            notices.say(match save_graphs(session, file, at, notices.words()) {
                Ok(path) => fill(notices.words().saved, &[("path", &path.display())]),
                Err(error) => error.to_string(),
            });
        }
        if presses.has(Command::Screenshot) {
            notices.say(match save_picture() {
                Ok(path) => fill(notices.words().saved, &[("path", &path.display())]),
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
        platform::rest(left.min(LEAST_FRAME_SECONDS));
    }
}
