//! Backs up the unsaved scene automatically, and offers backups from an earlier run.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::app::params::KEEP_LOOK_SECONDS;
use crate::app::screens::{Next, Play, Question, Screen};
use crate::app::settings;
use crate::app::state::AppState;
use crate::app::state::loading::{Choice, Loaded, Purpose};
use crate::app::task::{Lane, Task};
use crate::app::unsaved::{self, SceneSlot, Unsaved, ago};
use crate::app::watch::Watch;
use crate::console;
use crate::game::RoundOptions;
use crate::game::tape::Made;
use crate::level::{self, Mode, written};

/// The state of the automatic backup.
#[derive(Default)]
pub struct Keeping {
    /// Seconds since the last backup, and since the last check for changes.
    since: f64,
    since_look: f64,
    /// The player's work on the scene at that time.
    made: Option<Made>,
    /// The backup being written.
    task: Option<Task<Result<(), String>>>,
    /// True if the player was told that a backup failed.
    told: bool,
    /// True if backups from an earlier run should be offered at the next opportunity.
    offers: bool,
    /// Backups that are not offered again in this run.
    put_off: Vec<PathBuf>,
}

/// Backups are written one at a time, in order.
static WRITING: Lane = Lane::new(());

/// Returns the folder of unsaved scenes in the user's data folder.
fn folder() -> Option<PathBuf> {
    settings::folders().map(|folders| folders.data_dir().join("unsaved"))
}

impl AppState {
    /// True if the player's current scene differs from every file.
    pub fn has_unsaved_scene(&self) -> bool {
        self.session.playing && self.session.is_unsaved()
    }

    /// Backs up the scene if it is due and the scene has changed since the last backup.
    pub fn keep_scene(&mut self, seconds: f64) {
        self.note_kept(Duration::ZERO);
        self.sandbox.keeping.since += seconds;
        self.sandbox.keeping.since_look += seconds;
        let is_time = self.sandbox.keeping.since >= f64::from(self.settings.keep_seconds);
        if !is_time || self.sandbox.keeping.since_look < KEEP_LOOK_SECONDS {
            return;
        }
        self.sandbox.keeping.since_look = 0.0;
        let made = self.session.made();
        let kept = self.session.kept.is_some() && self.sandbox.keeping.made.as_ref() == Some(&made);
        if self.has_unsaved_scene() && !kept {
            self.begin_to_keep(made);
        }
    }

    /// Backs up the scene now, and waits at most `longest` for it.
    pub fn keep_scene_now(&mut self, longest: Duration) {
        if self.has_unsaved_scene() {
            self.begin_to_keep(self.session.made());
            self.note_kept(longest);
        }
    }

    /// Starts a backup of the current scene. The slow part runs on a task beside the game.
    fn begin_to_keep(&mut self, made: Made) {
        self.sandbox.keeping.since = 0.0;
        let Some(folder) = folder() else { return };
        let slot = match self.session.kept.take() {
            Some(slot) => slot,
            None => match SceneSlot::new(&folder) {
                Ok(slot) => slot,
                Err(error) => return self.tell_not_kept(&error.to_string()),
            },
        };
        let level = self.session.round.kept().level;
        let own = self.session.file_text.as_ref();
        let own = own.filter(|_| self.files.library.own_file(&self.session.source).is_some());
        let (read, source) = (own.map(ToString::to_string), self.session.source.clone());
        let name = self.session.file_level.name.clone();
        let to = slot.clone();
        self.sandbox.keeping.made = Some(made);
        self.session.kept = Some(slot);
        self.sandbox.keeping.task = Some(Task::on(&WRITING, move || {
            let level = written(&level).map_err(|error| error.to_string())?;
            let scene = Unsaved {
                when: unsaved::now(),
                name,
                source,
                read,
                level,
            };
            to.write(&scene).map_err(|error| error.to_string())
        }));
    }

    /// Handles the result of a finished backup.
    fn note_kept(&mut self, longest: Duration) {
        let Some(task) = &mut self.sandbox.keeping.task else {
            return;
        };
        if let Some(done) = task.take_within(longest) {
            self.sandbox.keeping.task = None;
            if let Err(why) = done {
                self.tell_not_kept(&why);
            }
        }
    }

    /// Reports, once per run, that scenes cannot be backed up.
    fn tell_not_kept(&mut self, why: &str) {
        if !std::mem::replace(&mut self.sandbox.keeping.told, true) {
            let said = format!("the scene cannot be kept automatically, so save it: {why}");
            console::warn(&said);
            self.notices.say(said);
        }
    }

    /// Removes the backup of a scene that the player chose not to save.
    pub fn give_scene_up(&mut self) {
        if let Some(kept) = self.session.kept.take() {
            kept.remove();
        }
    }

    /// Requests that backups be offered as soon as the player is free.
    pub fn offer_scenes(&mut self) {
        self.sandbox.keeping.offers = true;
    }

    /// Offers the newest backup, on the title screen or at the start of a sandbox scene.
    pub fn offered_scene(&mut self) -> Option<Question> {
        let free = !self.session.playing || self.session.round.mode() == Mode::Free;
        if !self.sandbox.keeping.offers || !free || self.is_loading() {
            return None;
        }
        self.sandbox.keeping.offers = false;
        let left = unsaved::left_in(&folder()?);
        let put_off = &self.sandbox.keeping.put_off;
        let mut left = left.into_iter().filter(|(kept, _)| {
            // A postponed backup is skipped, so that another one can be offered.
            !put_off.iter().any(|path| path == kept.path())
        });
        let (kept, scene) = left.next()?;
        let ago = ago(unsaved::now().saturating_sub(scene.when));
        let text = format!("Your unsaved scene from {ago} can be opened");
        let about = format!("Made in {}; it is saved in no file.", scene.name);
        self.sandbox.keeping.put_off.push(kept.path().to_owned());
        let (open, throw) = (kept.clone(), kept);
        let question = Question::new(text, about, "Not now")
            .answer("Open it", move |state| {
                state.open_unsaved(open, scene, Box::new(Play));
                Next::Stay
            })
            .answer("Throw it away", move |state| {
                throw.remove();
                state.offer_scenes();
                Next::Stay
            });
        Some(question)
    }

    /// Opens a backup on the given screen.
    pub fn open_unsaved(&mut self, slot: SceneSlot, scene: Unsaved, screen: Box<dyn Screen>) {
        let options = RoundOptions {
            seed: self.rounds.next_seed,
            humans: self.players.seats.count(),
            difficulty: self.rounds.difficulty,
            ..RoundOptions::default()
        };
        (self.rounds.contest, self.rounds.mode) = (None, None);
        let choice = Choice {
            watch: Watch::new(&self.files.library, &scene.source),
            source: scene.source.clone(),
            options,
        };
        let (library, text) = (Arc::clone(&self.files.library), scene.level.clone());
        let name = scene.name.clone();
        let purpose = Purpose::Unsaved(choice, Box::new(scene), slot);
        self.load(&name, purpose, Some(screen), move || {
            let placed = level::open_text(&library, "the unsaved scene", &text)?;
            Ok(Loaded::level(placed, text, options))
        });
    }

    /// Marks the loaded scene as a backup, and restores the state of its file as it was read then.
    pub(super) fn take_unsaved(&mut self, scene: Unsaved, slot: SceneSlot) {
        let session = &mut self.session;
        session.note_unsaved(slot);
        let read = scene.read.and_then(|text| {
            let level = level::parse(&self.files.library, &scene.source, &text).ok()?;
            Some((level, text))
        });
        session.is_in_no_file = read.is_none();
        session.file_text = None;
        if let Some((level, text)) = read {
            (session.file_level, session.file_text) = (level, Some(Arc::from(text)));
        }
    }
}
