//! State that all screens share: devices, settings, sound, results, and the session on screen.

mod cameras;
mod contest;
mod covers;
mod display;
mod driving;
mod files;
mod hand;
mod hearing;
mod keeping;
mod lesson;
mod loading;
mod looking;
mod media;
mod needs;
mod notices;
mod panels;
mod players;
mod reloading;
mod rounds;
mod sandbox;
mod saving;
mod settings_panel;
mod triggers;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::app::camera::CameraKind;
use crate::app::input::{Command, Presses, Seats, VIEW_COMMANDS};
use crate::app::panels::SettingsPanel;
use crate::app::report::RunReport;
use crate::app::screens::Next;
use crate::app::session::{Happening, Session};
use crate::app::settings::{self, AppSettings};
use crate::app::sound::SoundPlayer;
use crate::app::watch::Watch;
use crate::app::{AppError, AppOptions};
use crate::arena::View;
use crate::console;
use crate::game::{BestScores, RoundOptions};
use crate::level::{Library, Mode};

pub use crate::app::grip::HandUse;
pub use crate::app::state::contest::Contest;
pub use crate::app::state::covers::{Covers, HelpPage};
pub use crate::app::state::display::Display;
pub use crate::app::state::files::Files;
pub use crate::app::state::loading::{Loading, Refusal};
pub use crate::app::state::media::Media;
pub use crate::app::state::notices::Notices;
pub use crate::app::state::panels::Halt;
#[cfg(test)]
pub use crate::app::state::panels::placed;
pub use crate::app::state::players::Players;
pub use crate::app::state::rounds::{Rounds, Verdict};
pub use crate::app::state::sandbox::Sandbox;
pub use crate::app::state::saving::Saving;

/// The level shown before the player has chosen one.
const FIRST_LEVEL: &str = "classic";

/// The parts of the state, each with its owner.
pub struct AppState {
    pub players: Players,
    pub settings: AppSettings,
    pub session: Session,
    pub display: Display,
    pub sandbox: Sandbox,
    pub rounds: Rounds,
    pub media: Media,
    pub notices: Notices,
    pub covers: Covers,
    pub files: Files,
    pub report: RunReport,
    /// The next screen or question, requested by code outside the screens.
    pub coming: Option<Next>,
}

impl AppState {
    /// Creates all state except the window. Until a level is loaded, the built-in first level is shown.
    ///
    /// # Errors
    /// [`AppError::Level`] if the built-in first level cannot be played.
    pub fn new(options: &AppOptions) -> Result<Self, AppError> {
        let library = Arc::new(Library::standard());
        let seats = Seats::for_players(options.players);
        let attract = RoundOptions {
            seed: options.seed,
            humans: 0,
            ..RoundOptions::default()
        };
        let watch = Watch::new(&library, FIRST_LEVEL);
        let built_in = Library::new(Vec::new());
        let mut session = Session::load(&built_in, FIRST_LEVEL, attract, CameraKind::Orbit)
            .map_err(|error| AppError::Level(error.to_string()))?;
        if library.level_path(FIRST_LEVEL).is_some() {
            // A file on disk has its name and will replace it on the title screen.
            session.source = String::new();
        }
        let loaded = settings::path().map(|path| settings::load(&path));
        let (settings, note) = match loaded {
            Some(loaded) => (loaded.settings, loaded.note),
            None => (AppSettings::default(), None),
        };
        let (best, trouble) = match best_path() {
            Some(path) => {
                let (best, trouble) = BestScores::open(&path);
                (Some(best), trouble)
            }
            None => (None, None),
        };
        let sound = if options.mute {
            SoundPlayer::silent()
        } else {
            SoundPlayer::open(settings.volumes())
        };
        let mut state = Self {
            players: Players::new(seats),
            session,
            display: Display::new(settings.full_screen),
            sandbox: Sandbox::default(),
            rounds: Rounds::new(best, settings.difficulty, options.seed),
            media: Media::new(sound),
            notices: Notices::default(),
            covers: Covers::default(),
            files: Files::new(library, watch),
            report: RunReport::default(),
            coming: None,
            settings,
        };
        for text in [note, trouble.map(|trouble| trouble.to_string())]
            .into_iter()
            .flatten()
        {
            console::warn(&text);
            state.notices.say(text);
        }
        Ok(state)
    }

    /// Reloads the level file if it was saved since it was read, as [`Command::Reload`] does.
    pub fn follow_file(&mut self, seconds: f64) {
        if !self.is_loading() && self.files.watch.was_saved(&self.files.library, seconds) {
            self.reload();
        }
    }

    /// Advances the round by a frame with the players' controls.
    pub fn run(&mut self, seconds: f64) -> Vec<Happening> {
        let controls = self.controls();
        self.press_trigger_keys();
        let before = self.session.round.steps();
        self.look_back();
        let happenings = self.session.advance(seconds, &controls);
        self.count_steps(before);
        self.hear(&happenings);
        self.tell_needs();
        self.tell_trigger_trouble();
        happenings
    }

    /// Advances the paused round by one step.
    pub fn single_step(&mut self) -> Vec<Happening> {
        let controls = self.controls();
        self.press_trigger_keys();
        let before = self.session.round.steps();
        let happenings = self.session.single_step(&controls);
        self.count_steps(before);
        self.hear(&happenings);
        happenings
    }

    fn count_steps(&mut self, before: u64) {
        let made = self.session.round.steps() - before;
        if made > 0 {
            self.players.devices.stepped();
        }
        if self.session.playing {
            self.report.steps += made;
        }
    }

    /// Handles the keys that work on every screen: help, views, speed, reload, full screen. Enter is left to
    /// the question if `asks` is true.
    pub fn handle_everywhere(&mut self, presses: &mut Presses, asks: bool) {
        if self.notices.error.is_some() && !asks && presses.take(Command::Confirm) {
            self.notices.error = None;
        }
        let free_play = self.session.playing && self.session.round.mode() == Mode::Free;
        // The help opens at the page that fits the situation.
        let fitting = match (free_play, self.display.views.is_empty()) {
            (true, _) => HelpPage::Sandbox,
            (false, false) => HelpPage::Views,
            (false, true) => HelpPage::Drive,
        };
        self.covers.turn_help(presses, fitting);
        if presses.turns(Command::Ghost) {
            self.change_ghost();
        }
        if presses.turns(Command::FullScreen) {
            self.display.change_full_screen();
        }
        for _ in 0..presses.count(Command::Split) {
            self.change_split();
        }
        if presses.has(Command::Settings) {
            self.covers.settings_panel = Some(SettingsPanel::default());
        }
        if presses.has(Command::Reload) {
            self.reload();
        }
        let deepest = self.session.round.arena().deepest_tree_level();
        let views = &mut self.display.views;
        for (view, command) in View::ALL.into_iter().zip(VIEW_COMMANDS) {
            views.set(view, views.has(view) ^ presses.turns(command));
        }
        if presses.has(Command::ViewsOff) {
            views.off();
            self.display.magnifies = false;
        }
        let (up, down) = (
            presses.count(Command::ShallowerTree),
            presses.count(Command::DeeperTree),
        );
        views.tree_level = (views.tree_level.min(deepest) + down)
            .min(deepest)
            .saturating_sub(up);
        self.handle_looks(presses);
        for (command, direction) in [(Command::Slower, -1), (Command::Faster, 1)] {
            for _ in 0..presses.count(command) {
                self.change_speed(direction);
            }
        }
        self.let_pads_come_and_go();
    }

    /// Makes time run faster (1) or slower (-1), and shows the speed.
    fn change_speed(&mut self, direction: i32) {
        self.session.clock.change_speed(direction);
        let speed = self.session.clock.speed();
        self.notices.say(format!("speed {speed} x"));
    }

    /// Advances messages by a frame's time, and continues loading.
    pub fn age(&mut self, seconds: f32) {
        self.age_loading(seconds);
        self.ghost_arrived(Duration::ZERO);
        self.display.note_frame(f64::from(seconds));
        self.notices.age(seconds);
    }

    /// Returns the report of the run so far.
    pub fn finished_report(&self) -> RunReport {
        let session = &self.session;
        let end = session.own_place();
        RunReport {
            level: session.source.clone(),
            seed: session.seed(),
            score: session.round.score().total,
            tasks_done: session.round.tasks_done(),
            start: [session.start.x, session.start.z],
            end: [end.x, end.z],
            moved: session.moved,
            ways: session.sights.iter().map(|sight| sight.moved).collect(),
            hash: format!("{:016x}", session.round.state_hash()),
            time_debt: session.clock.debt(),
            ..self.report.clone()
        }
    }
}

/// Returns the file of the best results.
fn best_path() -> Option<PathBuf> {
    settings::folders().map(|folders| folders.data_dir().join("best.json"))
}
