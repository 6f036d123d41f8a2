//! The state of the window in parts, each with its owner. A function takes the parts that it needs; a context holds
//! the parts for one purpose: a screen, the sandbox, the arrival of a load.

mod arrival;
pub mod cameras;
pub mod contest;
mod context;
mod covers;
mod display;
mod driving;
mod files;
pub mod graphs;
mod hand;
pub mod handles;
mod hearing;
pub mod keeping;
#[cfg(not(target_family = "wasm"))]
pub mod lab_page;
pub mod lesson;
mod loading;
pub mod looking;
mod media;
mod messages;
mod needs;
mod notices;
mod panels;
mod players;
pub mod recording;
pub mod reloading;
mod result;
mod rounds;
pub mod running;
mod sandbox;
mod saving;
pub mod settings_panel;
mod substitutes;
mod triggers;

use std::path::PathBuf;
use std::sync::Arc;

use crate::app::camera::CameraKind;
use crate::app::input::Seats;
use crate::app::report::RunReport;
use crate::app::session::Session;
use crate::app::settings::{self, AppSettings};
use crate::app::sound::SoundPlayer;
use crate::app::watch::Watch;
use crate::app::{AppError, AppOptions};
use crate::console;
use crate::game::{BestScores, RoundOptions};
use crate::level::Library;

pub use crate::app::state::arrival::Arrival;
pub use crate::app::state::contest::day_best;
pub use crate::app::state::context::{ReadContext, ScreenContext};
pub use crate::app::state::covers::{Covers, HelpPage};
pub use crate::app::state::display::{Display, GraphFile};
pub use crate::app::state::files::{Files, known_level};
pub use crate::app::state::hand::hand_in_round;
pub use crate::app::state::loading::{Loading, Refusal};
pub use crate::app::state::media::Media;
pub use crate::app::state::messages::{
    Goal, Leaving, Moment, Next, Order, Question, Saving, ToExplain,
};
pub use crate::app::state::notices::Notices;
pub use crate::app::state::panels::Halt;
pub use crate::app::state::players::Players;
pub use crate::app::state::rounds::{Contest, Rounds, Verdict};
pub use crate::app::state::sandbox::{Sandbox, SandboxContext};

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
        let (mut settings, note) = match loaded {
            Some(loaded) => (loaded.settings, loaded.note),
            None => (AppSettings::default(), None),
        };
        if let Some(page) = options.page.as_ref().filter(|page| settings::is_page(page)) {
            settings.page.clone_from(page);
        }
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
            rounds: Rounds::new(
                best,
                options.difficulty.unwrap_or(settings.difficulty),
                options.seed,
            ),
            media: Media::new(sound),
            notices: Notices {
                language: settings.language,
                ..Notices::default()
            },
            covers: Covers::default(),
            files: Files::new(library, watch),
            report: RunReport::default(),
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

    /// Returns the parts for a screen.
    pub fn screen_context(&mut self) -> ScreenContext<'_> {
        ScreenContext {
            is_loading: self.files.is_loading(),
            session: &mut self.session,
            players: &mut self.players,
            settings: &mut self.settings,
            display: &mut self.display,
            rounds: &mut self.rounds,
            media: &mut self.media,
            notices: &mut self.notices,
            levels: &mut self.files.levels,
            library: &self.files.library,
            covers: &self.covers,
            report: &mut self.report,
            orders: Vec::new(),
        }
    }

    /// Returns the parts that a screen reads to draw.
    pub fn read_context(&self) -> ReadContext<'_> {
        ReadContext {
            session: &self.session,
            players: &self.players,
            settings: &self.settings,
            display: &self.display,
            rounds: &self.rounds,
            notices: &self.notices,
            covers: &self.covers,
            levels: &self.files.levels,
            loading: self.files.loading.as_ref(),
            film: self.media.film.as_ref(),
            hand: &self.sandbox.hand,
            panels: &self.sandbox.panels,
        }
    }

    /// Returns the parts for the hand and the panels.
    pub fn sandbox_context(&mut self) -> SandboxContext<'_> {
        SandboxContext {
            session: &mut self.session,
            settings: &mut self.settings,
            hand: &mut self.sandbox.hand,
            panels: &mut self.sandbox.panels,
            notices: &mut self.notices,
            library: &self.files.library,
            watch: &mut self.files.watch,
            coming: None,
        }
    }

    /// Returns the parts that change when a load arrives.
    pub fn arrival(&mut self) -> Arrival<'_> {
        Arrival {
            session: &mut self.session,
            players: &mut self.players,
            settings: &self.settings,
            display: &mut self.display,
            hand: &mut self.sandbox.hand,
            panels: &mut self.sandbox.panels,
            keeping: &mut self.sandbox.keeping,
            rounds: &mut self.rounds,
            notices: &mut self.notices,
            files: &mut self.files,
            report: &mut self.report,
        }
    }
}

/// Returns the file of the best results.
fn best_path() -> Option<PathBuf> {
    settings::folders().map(|folders| folders.data_dir().join("best.json"))
}
