//! Backs up the unsaved scene automatically, and offers backups from an earlier run.

use crate::app::words::{Language, Words, fill};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::app::params::KEEP_LOOK_SECONDS;
use crate::app::session::Session;
use crate::app::settings;
use crate::app::state::files::Files;
use crate::app::state::loading::{Choice, Loaded, Purpose};
use crate::app::state::messages::{Goal, Next, Order, Question};
use crate::app::state::notices::Notices;
use crate::app::state::rounds::Rounds;
use crate::app::task::{Lane, Task};
use crate::app::unsaved::{self, SceneSlot, Unsaved};
use crate::app::watch::Watch;
use crate::console;
use crate::game::tape::Made;
use crate::level::{self, Library, Mode, written};

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

/// True if the player's current scene differs from every file.
pub fn has_unsaved_scene(session: &Session) -> bool {
    session.playing && session.is_unsaved()
}

impl Keeping {
    /// Backs up the scene if it is due, by the period in seconds, and if it has changed since the last backup.
    pub fn keep_scene(
        &mut self,
        session: &mut Session,
        library: &Library,
        notices: &mut Notices,
        (seconds, period): (f64, f64),
    ) {
        self.note_kept(notices, Duration::ZERO);
        self.since += seconds;
        self.since_look += seconds;
        if self.since < period || self.since_look < KEEP_LOOK_SECONDS {
            return;
        }
        self.since_look = 0.0;
        let made = session.made();
        let kept = session.kept.is_some() && self.made.as_ref() == Some(&made);
        if has_unsaved_scene(session) && !kept {
            self.begin_to_keep(session, library, notices, made);
        }
    }

    /// Backs up the scene now, and waits at most `longest` for it.
    pub fn keep_scene_now(
        &mut self,
        session: &mut Session,
        library: &Library,
        notices: &mut Notices,
        longest: Duration,
    ) {
        if has_unsaved_scene(session) {
            let made = session.made();
            self.begin_to_keep(session, library, notices, made);
            self.note_kept(notices, longest);
        }
    }

    /// Starts a backup of the current scene. The slow part runs on a task beside the game.
    fn begin_to_keep(
        &mut self,
        session: &mut Session,
        library: &Library,
        notices: &mut Notices,
        made: Made,
    ) {
        self.since = 0.0;
        let Some(folder) = folder() else { return };
        let slot = match session.kept.take() {
            Some(slot) => slot,
            None => match SceneSlot::new(&folder) {
                Ok(slot) => slot,
                Err(error) => return self.tell_not_kept(notices, &error.to_string()),
            },
        };
        let level = session.round.kept().level;
        let own = session.file_text.as_ref();
        let own = own.filter(|_| library.own_file(&session.source).is_some());
        let (read, source) = (own.map(ToString::to_string), session.source.clone());
        let name = session.file_level.name.clone();
        let to = slot.clone();
        self.made = Some(made);
        session.kept = Some(slot);
        self.task = Some(Task::on(&WRITING, move || {
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
    fn note_kept(&mut self, notices: &mut Notices, longest: Duration) {
        let Some(task) = &mut self.task else {
            return;
        };
        if let Some(done) = task.take_within(longest) {
            self.task = None;
            if let Err(why) = done {
                self.tell_not_kept(notices, &why);
            }
        }
    }

    /// Reports, once per run, that scenes cannot be backed up.
    fn tell_not_kept(&mut self, notices: &mut Notices, why: &str) {
        if !std::mem::replace(&mut self.told, true) {
            let said = |words: &Words| fill(words.refusals.not_kept, &[("why", &why)]);
            console::warn(&said(Language::English.words()));
            notices.say(said(notices.language.words()));
        }
    }

    /// Requests that backups be offered as soon as the player is free.
    pub fn offer_scenes(&mut self) {
        self.offers = true;
    }

    /// Offers the newest backup, on the title screen or at the start of a sandbox scene.
    pub fn offered_scene(
        &mut self,
        session: &Session,
        is_loading: bool,
        words: &Words,
    ) -> Option<Question> {
        let free = !session.playing || session.round.mode() == Mode::Free;
        if !self.offers || !free || is_loading {
            return None;
        }
        self.offers = false;
        let left = unsaved::left_in(&folder()?);
        let put_off = &self.put_off;
        let mut left = left.into_iter().filter(|(kept, _)| {
            // A postponed backup is skipped, so that another one can be offered.
            !put_off.iter().any(|path| path == kept.path())
        });
        let (kept, scene) = left.next()?;
        let texts = &words.saving;
        let ago = words.ago(unsaved::now().saturating_sub(scene.when));
        let text = fill(texts.unsaved_scene, &[("ago", &ago)]);
        let about = fill(texts.made_in, &[("name", &scene.name)]);
        self.put_off.push(kept.path().to_owned());
        let open = Order::OpenUnsaved(kept.clone(), Box::new(scene));
        let question = Question::new(text, about, texts.not_now)
            .answer(texts.open, Next::Do(open))
            .answer(texts.throw_away, Next::Do(Order::ThrowAway(kept)));
        Some(question)
    }
}

/// Removes the backup of a scene that the player chose not to save.
pub fn give_scene_up(session: &mut Session) {
    if let Some(kept) = session.kept.take() {
        kept.remove();
    }
}

/// Opens a backup, with that many players at this screen.
pub fn open_unsaved(
    files: &mut Files,
    rounds: &mut Rounds,
    humans: usize,
    slot: SceneSlot,
    scene: Box<Unsaved>,
) {
    let options = rounds.options(humans);
    (rounds.contest, rounds.mode) = (None, None);
    let choice = Choice {
        watch: Watch::new(&files.library, &scene.source),
        source: scene.source.clone(),
        options,
    };
    let (library, text) = (Arc::clone(&files.library), scene.level.clone());
    let name = scene.name.clone();
    let purpose = Purpose::Unsaved(choice, scene, slot);
    files.load(&name, purpose, Some(Goal::Play), move || {
        let placed = level::open_text(&library, "the unsaved scene", &text)?;
        Ok(Loaded::level(placed, text, options))
    });
}

/// Marks the loaded scene as a backup, and restores the state of its file as it was read then.
pub(super) fn take_unsaved(
    session: &mut Session,
    library: &Library,
    scene: Unsaved,
    slot: SceneSlot,
) {
    session.note_unsaved(slot);
    let read = scene.read.and_then(|text| {
        let level = level::parse(library, &scene.source, &text).ok()?;
        Some((level, text))
    });
    session.is_in_no_file = read.is_none();
    session.file_text = None;
    if let Some((level, text)) = read {
        (session.file_level, session.file_text) = (level, Some(Arc::from(text)));
    }
}
