//! What all screens share: devices, preferences, sound, results, and the round being shown.

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

pub use crate::app::state::contest::Contest;
pub use crate::app::state::hand::{Hand, HandUse};
pub use crate::app::state::loading::{Loading, Refusal};
pub use crate::app::state::panels::Halt;
#[cfg(test)]
pub use crate::app::state::panels::placed;
pub use crate::app::state::rounds::Verdict;
pub use crate::app::state::saving::Saving;

/// The level that is shown before one was chosen.
const FIRST_LEVEL: &str = "classic";

/// The state behind the screens.
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
    /// The level of the title from which the list of recordings was opened.
    pub listed_from: Option<String>,
    /// The part of a split picture that has them alone.
    pub views_part: Option<usize>,
    /// Whether the pair in focus is magnified.
    pub magnifies: bool,
    /// Whether the numbers and curves are shown.
    pub numbers: bool,
    pub session: Session,
    /// How well the computer drives, from the next round on.
    pub difficulty: Difficulty,
    /// What counts from the next round on, if not what the level says.
    pub mode: Option<Mode>,
    /// Whether the next round is one of two teams, where it can be.
    pub teams: bool,
    /// The cup or the round of the day that is played.
    pub contest: Option<Contest>,
    /// A film that is being made of a recording.
    pub film: Option<Film>,
    /// A film that is being packed, whatever is shown.
    pub packer: Option<Packer>,
    /// Whether the best round of the level is shown as a ghost.
    pub ghost: bool,
    /// The camera that each player chose; the title has its own.
    pub cameras: [CameraKind; MAX_SEATS],
    /// Who drives for players that have nothing in their hands.
    substitutes: Substitutes,
    /// The hand at the pointer.
    pub hand: Hand,
    /// The panels of the sandbox.
    pub panels: Panels,
    /// Keeps the scene while it is not saved.
    keeping: Keeping,
    /// The screen or question that comes after this frame, asked for by something else than a screen.
    pub coming: Option<Next>,
    /// The panel of the settings, while it is open.
    pub settings_panel: Option<SettingsPanel>,
    /// What is drawn of a picture.
    pub detail: DetailKeeper,
    /// Whether the help lies over the screen.
    pub help: bool,
    /// Its page.
    pub help_page: HelpPage,
    /// What is wrong with the level file, since it was last read.
    pub error: Option<LevelError>,
    /// A message and the seconds that it still stays.
    pub message: Option<(String, f32)>,
    pub report: RunReport,
    /// The seed of the next round.
    pub next_seed: u64,
    /// Whether the round being shown is a player's.
    pub playing: bool,
    /// Seconds that a round which was taken over still stands at most.
    pub wait: f32,
    /// Mean time between pictures of the last second or so, in seconds.
    pub frame_seconds: f64,
    full_screen: bool,
    /// The round whose result is gone back to once its recording was seen.
    finished: Option<Box<Session>>,
    /// What is being loaded.
    pub loading: Option<Loading>,
    /// A recording that is being read, to be shown over the round.
    ghost_task: Option<Task<Option<Player>>>,
    /// Notices when the file of the level being shown is saved.
    watch: Watch,
}

impl AppState {
    /// Everything but the window. Until a level is loaded, the first of those that are built in is shown.
    ///
    /// # Errors
    /// [`AppError::Level`] if that one cannot be played.
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
            // Another one has its name, and takes its place on the title.
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

    /// Shows a message for some seconds.
    pub fn say(&mut self, text: impl Into<String>) {
        self.message = Some((text.into(), MESSAGE_SECONDS));
    }

    /// Takes the level file over if it was saved since it was read, as [`Command::Reload`] does.
    pub fn follow_file(&mut self, seconds: f64) {
        if !self.is_loading() && self.watch.was_saved(&self.library, seconds) {
            self.reload();
        }
    }

    /// Lets a frame of the round pass with what the players hold.
    pub fn run(&mut self, seconds: f64) -> Vec<Happening> {
        let controls = self.controls();
        let before = self.session.round.arena().steps();
        self.look_back();
        let happenings = self.session.advance(seconds, &controls);
        self.count_steps(before);
        self.hear(&happenings);
        self.tell_needs();
        happenings
    }

    /// One step of the paused round.
    pub fn single_step(&mut self) -> Vec<Happening> {
        let controls = self.controls();
        let before = self.session.round.arena().steps();
        let happenings = self.session.single_step(&controls);
        self.count_steps(before);
        self.hear(&happenings);
        happenings
    }

    fn count_steps(&mut self, before: u64) {
        let made = self.session.round.arena().steps() - before;
        if made > 0 {
            self.devices.stepped();
        }
        if self.playing {
            self.report.steps += made;
        }
    }

    /// Handles the keys of every screen: help, views, speed, reload, full screen. Enter belongs to a question, if one is
    /// asked.
    pub fn handle_everywhere(&mut self, presses: &mut Presses, asks: bool) {
        if self.error.is_some() && !asks && presses.take(Command::Confirm) {
            self.error = None;
        }
        if presses.turns(Command::Help) {
            self.help = !self.help;
            // The page of what is going on.
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
            // Whoever reads does nothing else.
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

    /// Fills the screen, or a window again.
    pub fn show_full_screen(&mut self, full: bool) {
        if self.full_screen != full {
            self.full_screen = full;
            macroquad::window::set_fullscreen(full);
        }
    }

    /// Lets time go faster, or slower for -1, and says how fast.
    fn change_speed(&mut self, direction: i32) {
        self.session.clock.change_speed(direction);
        let speed = self.session.clock.speed();
        self.say(format!("speed {speed} x"));
    }

    /// Lets messages age by a frame's time, and what is being read go on.
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

    /// The report as it stands now.
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
            hash: format!("{:016x}", session.round.arena().state_hash()),
            time_debt: session.clock.debt(),
            ..self.report.clone()
        }
    }
}

/// Where the best results are kept.
fn best_path() -> Option<PathBuf> {
    settings::folders().map(|folders| folders.data_dir().join("best.json"))
}
