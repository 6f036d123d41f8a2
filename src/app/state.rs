//! State that all screens share: devices, settings, sound, results, and the session on screen.

mod cameras;
mod contest;
mod driving;
mod hand;
mod hearing;
mod keeping;
mod lesson;
mod loading;
mod looking;
mod needs;
mod panels;
mod reloading;
mod rounds;
mod saving;
mod settings_panel;
mod triggers;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::app::camera::CameraKind;
use crate::app::detail::DetailKeeper;
use crate::app::film::{Film, Packer};
use crate::app::input::{Command, Devices, Presses, Seats, VIEW_COMMANDS};
use crate::app::level_list::LevelList;
use crate::app::panels::{Panels, SettingsPanel};
use crate::app::params::{MAX_SEATS, MESSAGE_SECONDS};
use crate::app::report::RunReport;
use crate::app::screens::{HelpPage, Next};
use crate::app::session::{Happening, Session};
use crate::app::settings::{self, AppSettings};
use crate::app::sound::{Listener, SoundPlayer};
use crate::app::state::driving::Substitutes;
use crate::app::state::keeping::Keeping;
use crate::app::task::Task;
use crate::app::watch::Watch;
use crate::app::{AppError, AppOptions};
use crate::arena::{View, Views};
use crate::console;
use crate::game::tape::Player;
use crate::game::{BestScores, Difficulty, RoundOptions};
use crate::level::{LevelError, Library, Mode};

pub use crate::app::grip::{Hand, HandUse};
pub use crate::app::state::contest::Contest;
pub use crate::app::state::loading::{Loading, Refusal};
pub use crate::app::state::panels::Halt;
pub use crate::app::state::rounds::Verdict;
pub use crate::app::state::saving::Saving;

/// The level shown before the player has chosen one.
const FIRST_LEVEL: &str = "classic";

/// The state shared by all screens.
pub struct AppState {
    pub library: Arc<Library>,
    /// The levels to choose from.
    pub levels: LevelList,
    pub settings: AppSettings,
    pub devices: Devices,
    pub seats: Seats,
    pub sound: SoundPlayer,
    listener: Listener,
    pub best: Option<BestScores>,
    pub views: Views,
    /// The level on the title screen when the list of recordings was opened.
    pub listed_from: Option<String>,
    /// The part of a split picture that alone shows the debug views; `None` for all parts.
    pub views_part: Option<usize>,
    /// True if the pair in focus is magnified.
    pub magnifies: bool,
    /// True if the numbers and graphs are shown.
    pub numbers: bool,
    pub session: Session,
    /// The computer's skill, from the next round on.
    pub difficulty: Difficulty,
    /// The mode of the next rounds; `None` for the level's own.
    pub mode: Option<Mode>,
    /// True if the next round has two teams, where the level permits it.
    pub teams: bool,
    /// The cup or daily round being played.
    pub contest: Option<Contest>,
    /// A film being captured from a recording.
    pub film: Option<Film>,
    /// A film being packed; this continues on every screen.
    pub packer: Option<Packer>,
    /// True if the level's best round is shown as a ghost.
    pub ghost: bool,
    /// The camera that each player chose; the title screen has its own.
    pub cameras: [CameraKind; MAX_SEATS],
    /// The computer drivers of players without an input device.
    substitutes: Substitutes,
    /// The sandbox hand at the pointer.
    pub hand: Hand,
    /// The panels of the sandbox.
    pub panels: Panels,
    /// Keeps a backup of the scene while it is unsaved.
    keeping: Keeping,
    /// The next screen or question, requested by code outside the screens.
    pub coming: Option<Next>,
    /// The settings panel, while it is open.
    pub settings_panel: Option<SettingsPanel>,
    /// The current level of detail of the picture.
    pub detail: DetailKeeper,
    /// True if the help covers the screen.
    pub help: bool,
    /// The page that the help shows.
    pub help_page: HelpPage,
    /// The error in the level file, since it was last read.
    pub error: Option<LevelError>,
    /// A message and its remaining seconds.
    pub message: Option<(String, f32)>,
    pub report: RunReport,
    /// The seed of the next round.
    pub next_seed: u64,
    /// The trouble with triggers that was shown last.
    told_trouble: Option<String>,
    /// True if a player drives in the round on screen.
    pub playing: bool,
    /// The longest remaining time, in seconds, that a taken-over round waits for a player's first input.
    pub wait: f32,
    /// Moving average of the time between pictures, in seconds.
    pub frame_seconds: f64,
    full_screen: bool,
    /// The finished round to return to after its recording was watched.
    finished: Option<Box<Session>>,
    /// The level or recording being loaded.
    pub loading: Option<Loading>,
    /// The recording being read for the ghost.
    ghost_task: Option<Task<Option<Player>>>,
    /// Detects that the file of the current level was saved.
    watch: Watch,
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
            library,
            levels: LevelList::default(),
            devices: Devices::new(),
            seats,
            sound,
            listener: Listener::default(),
            best,
            views: Views::at_level(3),
            listed_from: None,
            views_part: None,
            magnifies: false,
            numbers: false,
            session,
            difficulty: settings.difficulty,
            mode: None,
            teams: false,
            contest: None,
            film: None,
            packer: None,
            ghost: false,
            cameras: [CameraKind::Chase; MAX_SEATS],
            substitutes: Substitutes::default(),
            hand: Hand::default(),
            panels: Panels::default(),
            keeping: Keeping::default(),
            coming: None,
            settings_panel: None,
            detail: DetailKeeper::default(),
            help: false,
            help_page: HelpPage::default(),
            error: None,
            message: None,
            report: RunReport::default(),
            next_seed: options.seed,
            told_trouble: None,
            playing: false,
            wait: 0.0,
            frame_seconds: 1.0 / 60.0,
            full_screen: settings.full_screen,
            finished: None,
            loading: None,
            ghost_task: None,
            watch,
            settings,
        };
        for text in [note, trouble.map(|trouble| trouble.to_string())]
            .into_iter()
            .flatten()
        {
            console::warn(&text);
            state.say(text);
        }
        Ok(state)
    }

    /// Shows a message for [`MESSAGE_SECONDS`].
    pub fn say(&mut self, text: impl Into<String>) {
        self.message = Some((text.into(), MESSAGE_SECONDS));
    }

    /// Reloads the level file if it was saved since it was read, as [`Command::Reload`] does.
    pub fn follow_file(&mut self, seconds: f64) {
        if !self.is_loading() && self.watch.was_saved(&self.library, seconds) {
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
            self.devices.stepped();
        }
        if self.playing {
            self.report.steps += made;
        }
    }

    /// Handles the keys that work on every screen: help, views, speed, reload, full screen. Enter is left to
    /// the question if `asks` is true.
    pub fn handle_everywhere(&mut self, presses: &mut Presses, asks: bool) {
        if self.error.is_some() && !asks && presses.take(Command::Confirm) {
            self.error = None;
        }
        if presses.turns(Command::Help) {
            self.help = !self.help;
            // Open the help at the page that fits the situation.
            let free_play = self.playing && self.session.round.mode() == Mode::Free;
            self.help_page = match (free_play, self.views.is_empty()) {
                (true, _) => HelpPage::Sandbox,
                (false, false) => HelpPage::Views,
                (false, true) => HelpPage::Drive,
            };
        } else if self.help {
            if presses.take(Command::Pause) {
                self.help = false;
            }
            let picked = presses.picked().and_then(HelpPage::numbered);
            let (right, _) = presses.moved();
            self.help_page = picked.unwrap_or(self.help_page.step(right));
        }
        if self.help {
            // While the help is open, all other keys do nothing.
            let own = [Command::FullScreen, Command::Screenshot];
            *presses = std::mem::take(presses).only(&own);
        }
        if presses.turns(Command::Ghost) {
            self.change_ghost();
        }
        if presses.turns(Command::FullScreen) {
            self.show_full_screen(!self.full_screen);
        }
        for _ in 0..presses.count(Command::Split) {
            self.change_split();
        }
        if presses.has(Command::Settings) {
            self.settings_panel = Some(SettingsPanel::default());
        }
        if presses.has(Command::Reload) {
            self.reload();
        }
        let deepest = self.session.round.arena().deepest_tree_level();
        let views = &mut self.views;
        for (view, command) in View::ALL.into_iter().zip(VIEW_COMMANDS) {
            views.set(view, views.has(view) ^ presses.turns(command));
        }
        if presses.has(Command::ViewsOff) {
            views.off();
            self.magnifies = false;
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

    /// Switches between full screen and a window.
    pub fn show_full_screen(&mut self, full: bool) {
        if self.full_screen != full {
            self.full_screen = full;
            macroquad::window::set_fullscreen(full);
        }
    }

    /// Makes time run faster (1) or slower (-1), and shows the speed.
    fn change_speed(&mut self, direction: i32) {
        self.session.clock.change_speed(direction);
        let speed = self.session.clock.speed();
        self.say(format!("speed {speed} x"));
    }

    /// Advances messages by a frame's time, and continues loading.
    pub fn age(&mut self, seconds: f32) {
        self.age_loading(seconds);
        self.ghost_arrived(Duration::ZERO);
        self.frame_seconds += (f64::from(seconds) - self.frame_seconds) * 0.05;
        if let Some((_, left)) = &mut self.message {
            *left -= seconds;
            if *left <= 0.0 {
                self.message = None;
            }
        }
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
