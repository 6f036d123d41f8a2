//! Where levels and models come from.
//!
//! Folders on disk come first, in the order given, then what is embedded in the program, so that
//! one file is the whole game and a file beside it wins. A name from a level never leads out of
//! these folders: it is a plain relative path, and the file it leads to, with links followed, is
//! inside the folder.

mod files;
mod models;
mod recent;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use directories::ProjectDirs;
use include_dir::{Dir, include_dir};

use dodgem_collide::mesh::{ObjModel, text};
use dodgem_collide::{BuildOptions, Model};

use crate::level::Mode;
use crate::level::library::files::{inside, is_plain_relative, read_bounded};
use crate::level::library::models::ModelFile;
use crate::level::library::recent::RecentStore;
use crate::level::suggest::closest;
use crate::level::{Level, Solid, SolidKey, ThingShape, limits};
use crate::params::KEPT_SOLIDS;

static LEVELS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/levels");
static MODELS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets/models");

/// The environment variable that names a folder to look in first.
const FOLDER_VARIABLE: &str = "DODGEM_DATA";

/// A file that cannot be used, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryError {
    /// The file, as the user would name it.
    pub path: String,
    /// Line and column, both counted from 1; `None` if the whole file is meant.
    pub place: Option<(usize, usize)>,
    /// Why.
    pub message: String,
}

impl LibraryError {
    /// An error about a file as a whole.
    fn whole(path: impl Into<String>, message: impl Into<String>) -> Self {
        LibraryError {
            path: path.into(),
            place: None,
            message: message.into(),
        }
    }
}

impl fmt::Display for LibraryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", text::one_line(&self.path))?;
        if let Some((line, column)) = self.place {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for LibraryError {}

impl LibraryError {
    /// Whether there is no such file.
    pub(super) fn is_missing(&self) -> bool {
        self.message.starts_with(MISSING)
    }
}

/// A folder of levels, which is a group of the menu.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum LevelFolder {
    /// Rounds of the game.
    #[default]
    Game,
    /// Things to build with, to pull and to throw.
    Sandbox,
    /// Scenes of which each shows one thing.
    Physics,
    /// Lessons, in the order in which they are to be learned.
    School,
}

impl LevelFolder {
    /// All of them, in the menu's order.
    pub const ALL: [LevelFolder; 4] = [
        LevelFolder::School,
        LevelFolder::Game,
        LevelFolder::Sandbox,
        LevelFolder::Physics,
    ];

    /// What the menu calls it.
    pub fn name(self) -> &'static str {
        match self {
            LevelFolder::Game => "Game",
            LevelFolder::Sandbox => "Sandbox",
            LevelFolder::Physics => "Physics",
            LevelFolder::School => "School",
        }
    }

    /// The group of a level of the user's own that lies in no folder: that of the levels in which the same counts.
    pub fn by_mode(mode: Mode) -> Self {
        match mode {
            Mode::Free => LevelFolder::Sandbox,
            Mode::Lesson => LevelFolder::School,
            _ => LevelFolder::Game,
        }
    }

    /// Its path inside the folder of levels, with a slash behind it.
    fn path(self) -> &'static str {
        match self {
            LevelFolder::Game => "",
            LevelFolder::Sandbox => "sandbox/",
            LevelFolder::Physics => "physics/",
            LevelFolder::School => "school/",
        }
    }
}

/// A level that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelEntry {
    /// The folder that it lies in.
    pub folder: LevelFolder,
    /// What [`load`](crate::level::load) finds it by: its name, or its path if another level has
    /// the name.
    pub source: String,
    /// Whether it lies in the user's own folder.
    pub yours: bool,
}

/// A model as it is drawn and as it collides.
#[derive(Clone, Debug)]
pub struct ModelAsset {
    /// The name in the library.
    pub name: String,
    /// How much larger than in the file it is.
    pub scale: f32,
    /// Its triangles by part, for drawing.
    pub shape: ObjModel,
    /// The same triangles, for collision.
    pub model: Arc<Model>,
}

/// Name, scale and how it is built.
type ModelKey = (String, u32, BuildOptions);
/// What it is, its scale and how it is built.
type SolidsKey = (SolidKey, u32, BuildOptions);

/// Levels and models, on disk and embedded. Several threads may read from it at once.
#[derive(Debug)]
pub struct Library {
    /// Model files that come before all others, by name.
    given: BTreeMap<String, Vec<u8>>,
    roots: Vec<PathBuf>,
    /// The one of the roots that is the user's own.
    own: Option<PathBuf>,
    /// The files of models that were read last.
    files: Mutex<RecentStore<String, ModelFile>>,
    /// The models that were used last: as many as the largest level has.
    models: Mutex<RecentStore<ModelKey, ModelAsset>>,
    /// The solids that were used last. A hand adds and changes the same ones again and again, and each is asked for
    /// several times until it stands in the scene.
    solids: Mutex<RecentStore<SolidsKey, ThingShape>>,
}

impl Library {
    /// A library of folders, each with `levels/` and `assets/models/` in it, the first one found
    /// winning, before what is embedded.
    pub fn new(roots: Vec<PathBuf>) -> Self {
        Library {
            given: BTreeMap::new(),
            roots,
            own: None,
            files: Mutex::new(RecentStore::new(limits::LEVEL_TRIANGLES)),
            models: Mutex::new(RecentStore::new(limits::LEVEL_TRIANGLES)),
            solids: Mutex::new(RecentStore::new(KEPT_SOLIDS)),
        }
    }

    /// The same with the user's own folder, looked into behind the others but before what is
    /// embedded.
    #[must_use]
    pub fn with_own_folder(mut self, folder: PathBuf) -> Self {
        self.roots.push(folder.clone());
        self.own = Some(folder);
        self
    }

    /// The same with model files that come before all others, by name: those of a recording.
    #[must_use]
    pub fn with_models(mut self, files: BTreeMap<String, Vec<u8>>) -> Self {
        self.given = files;
        self
    }

    /// One that has what is built in, and the model files that a level uses as they are here: what a recording of it
    /// keeps.
    pub(crate) fn of_level(&self, level: &Level) -> Library {
        let used = level.used_models().into_iter().filter_map(|name| {
            // What cannot be read is told where the level is built.
            let (bytes, built_in) = self.model_file(name).ok()?;
            (!built_in).then(|| (name.to_owned(), bytes))
        });
        Library::new(Vec::new()).with_models(used.collect())
    }

    /// What is in a model's file, and whether it is the one that is built in.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn model_file(&self, name: &str) -> Result<(Vec<u8>, bool), LibraryError> {
        let (_, bytes) = self.read_inside("assets/models", &MODELS, name, limits::MODEL_BYTES)?;
        let built_in = MODELS
            .get_file(name)
            .is_some_and(|file| file.contents() == bytes);
        Ok((bytes, built_in))
    }

    /// The library of the program: the folder that the environment variable `DODGEM_DATA` names,
    /// the current folder, the folder of the program, the game's folder among the user's data, then
    /// what is embedded.
    pub fn standard() -> Self {
        let named = std::env::var_os(FOLDER_VARIABLE).map(PathBuf::from);
        let program = std::env::current_exe().ok();
        let beside = program.and_then(|path| path.parent().map(Path::to_owned));
        let roots = named.into_iter().chain([PathBuf::new()]).chain(beside);
        let library = Library::new(roots.collect());
        match Library::user_folders() {
            Some(folders) => library.with_own_folder(folders.data_dir().to_owned()),
            None => library,
        }
    }

    /// The folder of the user's own levels, if there is one; it may not be made yet.
    pub fn own_levels(&self) -> Option<PathBuf> {
        self.own.as_deref().map(level_folder)
    }

    /// The game's folders among the user's.
    pub(crate) fn user_folders() -> Option<ProjectDirs> {
        ProjectDirs::from("", "", "dodgem")
    }

    /// The names of all rounds of the game, sorted, `classic` first.
    pub fn level_names(&self) -> Vec<String> {
        self.names_in(LevelFolder::Game)
    }

    /// The names of all levels of a folder, sorted; those of the folders below begin with the folder's.
    pub fn names_in(&self, folder: LevelFolder) -> Vec<String> {
        let within = folder.path();
        let embedded = match folder {
            LevelFolder::Game => Some(&LEVELS),
            _ => LEVELS.get_dir(within.trim_end_matches('/')),
        };
        let embedded = embedded.into_iter().flat_map(Dir::files);
        let embedded = embedded.map(|file| file.path().to_owned());
        let on_disk = self.roots.iter().flat_map(|root| level_files(root, folder));
        let mut names: Vec<String> = embedded
            .chain(on_disk)
            .filter_map(|path| level_name(&path, folder))
            .collect();
        names.sort_by(|a, b| (!comes_first(a), a).cmp(&(!comes_first(b), b)));
        names.dedup();
        names
    }

    /// The levels to choose from, folder by folder: in each those of the game first, `classic` before the
    /// others, then the user's own; each group sorted.
    pub fn levels(&self) -> Vec<LevelEntry> {
        let folders = LevelFolder::ALL.into_iter();
        folders.flat_map(|folder| self.levels_in(folder)).collect()
    }

    fn levels_in(&self, folder: LevelFolder) -> Vec<LevelEntry> {
        let own = self.own.as_deref();
        let mut own_files = own.map_or_else(Vec::new, |own| level_files(own, folder));
        own_files.sort();
        let own: Vec<LevelEntry> = own_files
            .into_iter()
            .filter_map(|path| {
                let name = level_name(&path, folder)?;
                // A level of the same name in a folder before wins the name, not the place here.
                let found = self.level_path(&name);
                let source = match found.as_deref() == Some(&path) {
                    true => name,
                    false => path.to_str()?.to_owned(),
                };
                Some(LevelEntry {
                    folder,
                    source,
                    yours: true,
                })
            })
            .collect();
        let taken: Vec<String> = own.iter().map(|entry| entry.source.clone()).collect();
        let names = self.names_in(folder).into_iter();
        let others = names.filter(|name| !taken.contains(name));
        let others = others.map(|source| LevelEntry {
            folder,
            source,
            yours: false,
        });
        others.chain(own).collect()
    }

    /// A part's path for messages, and its text: a file of the folder `levels/parts`.
    ///
    /// # Errors
    /// Why it cannot be read; [`LibraryError::is_missing`] if it is not there.
    pub(super) fn read_part(&self, name: &str) -> Result<(String, String), LibraryError> {
        let relative = format!("parts/{name}.ron");
        let read = self.read_inside("levels", &LEVELS, &relative, limits::LEVEL_BYTES);
        as_text(read?)
    }

    /// The names of all models.
    pub(super) fn model_names(&self) -> Vec<String> {
        let embedded = MODELS.files().map(|file| file.path().to_owned());
        let folders = self.roots.iter().map(|root| root.join("assets/models"));
        let files = embedded.chain(folders.flat_map(|folder| files_of(&folder)));
        let names = files.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()));
        names.filter(|name| name.ends_with(".obj")).collect()
    }

    /// A level's path for messages, and its text. A name without folder and ending is looked up
    /// among the levels; anything else is a path, for the user may keep levels where they like.
    ///
    /// # Errors
    /// Why it cannot be read; if it is not there, with the levels that are.
    pub fn read_level(&self, name_or_path: &str) -> Result<(String, String), LibraryError> {
        let path = Path::new(name_or_path);
        let (path, bytes) = if is_level_name(name_or_path) {
            let relative = format!("{name_or_path}.ron");
            self.read_inside("levels", &LEVELS, &relative, limits::LEVEL_BYTES)
        } else {
            let read = read_bounded(path, limits::LEVEL_BYTES);
            read.map(|bytes| (name_or_path.to_owned(), bytes))
                .map_err(|message| LibraryError::whole(name_or_path, message))
        }
        .map_err(|mut error| {
            if error.is_missing() {
                let folders = LevelFolder::ALL.into_iter();
                let names: Vec<String> = folders.flat_map(|one| self.names_in(one)).collect();
                error.message += &match closest(name_or_path, names.iter().map(String::as_str)) {
                    Some(near) => format!("; did you mean `{near}`? The levels are: "),
                    None => "; the levels are: ".to_owned(),
                };
                error.message += &names.join(", ");
            }
            error
        })?;
        as_text((path, bytes))
    }

    /// The player's own file that a level is loaded from: one below the folder of own levels, or one that was given by
    /// its path and lies below no folder of levels that comes with the game.
    pub fn own_file(&self, name_or_path: &str) -> Option<PathBuf> {
        let path = self.level_path(name_or_path)?;
        if self.own_levels().is_some_and(|own| path.starts_with(own)) {
            return Some(path);
        }
        let real = |path: &Path| fs::canonicalize(path).ok();
        let here = real(&path)?;
        let others = self
            .roots
            .iter()
            .filter(|root| Some(*root) != self.own.as_ref());
        let mut others = others.filter_map(|root| real(&level_folder(root)));
        let comes_with_it = others.any(|folder| here.starts_with(folder));
        (!is_level_name(name_or_path) && !comes_with_it).then_some(path)
    }

    /// The name by which a level's file is found if it stands for this file, else its path.
    pub fn source_of(&self, path: &Path) -> Option<String> {
        let own = self.own_levels();
        let name = own.and_then(|own| {
            let below = path.strip_prefix(own).ok()?.with_extension("");
            Some(below.to_str()?.replace('\\', "/"))
        });
        let name = name.filter(|name| is_level_name(name));
        let name = name.filter(|name| self.level_path(name).as_deref() == Some(path));
        name.or_else(|| path.to_str().map(str::to_owned))
    }

    /// The file on disk that a level's name or path stands for, if there is one: what an editor
    /// would open.
    pub fn level_path(&self, name_or_path: &str) -> Option<PathBuf> {
        if !is_level_name(name_or_path) {
            return Some(PathBuf::from(name_or_path)).filter(|path| path.is_file());
        }
        let relative = format!("{name_or_path}.ron");
        let paths = self.roots.iter().map(|root| level_folder(root));
        let mut paths = paths.map(|folder| folder.join(&relative));
        paths.find(|path| path.is_file())
    }

    /// A model by its name in the folder of models, `scale` times as large as in the file. The file is
    /// read once for all scales, and each scale is built once, as long as there is room for them.
    ///
    /// # Errors
    /// Why it cannot be used; for a broken file with line and column.
    pub fn model(
        &self,
        name: &str,
        scale: f32,
        options: &BuildOptions,
    ) -> Result<Arc<ModelAsset>, LibraryError> {
        let key = (name.to_owned(), scale.to_bits(), *options);
        if let Some(asset) = locked(&self.models).get(&key) {
            return Ok(asset);
        }
        let file = self.file_of_model(name).1?;
        // Nobody waits for the lock while it is built.
        let asset = file.build(name, scale, options)?;
        Ok(locked(&self.models).keep(key, asset, file.triangles()))
    }

    /// A solid, `scale` times as large as described, for that way of building: each is built once while there is
    /// room for it.
    ///
    /// # Errors
    /// Why there is no such body.
    pub(crate) fn solid(
        &self,
        solid: &Solid,
        scale: f32,
        options: &BuildOptions,
    ) -> Result<Arc<ThingShape>, String> {
        let key = (SolidKey::of(solid), scale.to_bits(), *options);
        if let Some(shape) = locked(&self.solids).get(&key) {
            return Ok(shape);
        }
        // Nobody waits for the lock while it is built.
        let shape = ThingShape::of_solid(solid, scale, options)?;
        let triangles = shape.triangles();
        Ok(locked(&self.solids).keep(key, shape, triangles))
    }

    /// The file of a model as it was read, and how many bytes it has, also if it cannot be used.
    pub(super) fn file_of_model(&self, name: &str) -> (u64, Result<Arc<ModelFile>, LibraryError>) {
        if let Some(file) = locked(&self.files).get(&name.to_owned()) {
            return (file.bytes, Ok(file));
        }
        match self.read_inside("assets/models", &MODELS, name, limits::MODEL_BYTES) {
            Ok((path, bytes)) => {
                let file = ModelFile::parse(path, &bytes);
                let kept = file.map(|file| {
                    let triangles = file.triangles();
                    locked(&self.files).keep(name.to_owned(), file, triangles)
                });
                (bytes.len() as u64, kept)
            }
            Err(error) => (0, Err(error)),
        }
    }

    /// Forgets the models, so that the next use reads the files again.
    pub fn forget_models(&self) {
        locked(&self.files).clear();
        locked(&self.models).clear();
    }

    /// Reads `name` from the first root that has it, or from what is embedded.
    fn read_inside(
        &self,
        folder: &str,
        embedded: &Dir<'_>,
        name: &str,
        limit: u64,
    ) -> Result<(String, Vec<u8>), LibraryError> {
        let shown = format!("{folder}/{name}");
        let refused = |message: &str| LibraryError::whole(&shown, message);
        if !is_plain_relative(name) {
            let message = "a name here must stay inside its folder: no absolute path, no \"..\"";
            return Err(refused(message));
        }
        if let Some(bytes) = self
            .given
            .get(name)
            .filter(|_| std::ptr::eq(embedded, &MODELS))
        {
            return Ok((format!("{shown} (recorded)"), bytes.clone()));
        }
        for root in &self.roots {
            let folder = root.join(folder);
            let path = folder.join(name);
            if fs::symlink_metadata(&path).is_err() {
                continue;
            }
            let shown = path.display().to_string();
            let bytes = inside(&folder, &path).and_then(|()| read_bounded(&path, limit));
            return match bytes {
                Ok(bytes) => Ok((shown, bytes)),
                Err(message) => Err(LibraryError::whole(shown, message)),
            };
        }
        match embedded.get_file(name) {
            Some(file) => Ok((format!("{shown} (built in)"), file.contents().to_owned())),
            None => Err(refused(MISSING)),
        }
    }
}

const MISSING: &str = "there is no such file";

/// The store, also if a thread ended while it had it: every value in it is whole.
fn locked<T>(store: &Mutex<T>) -> MutexGuard<'_, T> {
    store.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The levels that come before all others of their folders.
const FIRST: [&str; 2] = ["classic", "sandbox/sandbox"];

/// True if a level of that name comes before all others of its folder.
pub fn comes_first(name: &str) -> bool {
    FIRST.contains(&name)
}

/// A file's path and its text.
fn as_text((path, bytes): (String, Vec<u8>)) -> Result<(String, String), LibraryError> {
    match text::decode(&bytes) {
        Ok(text) => Ok((path, text.to_owned())),
        Err(error) => Err(LibraryError {
            path,
            place: Some((error.line, error.column)),
            message: error.to_string(),
        }),
    }
}

/// Whether this is a level's name, without ending and with no folder but one of the menu's, and not a path.
fn is_level_name(name_or_path: &str) -> bool {
    let below = LevelFolder::ALL.into_iter().map(LevelFolder::path);
    let mut below = below.filter_map(|folder| name_or_path.strip_prefix(folder));
    below.any(|name| {
        let path = Path::new(name);
        path.components().count() == 1
            && matches!(path.components().next(), Some(Component::Normal(_)))
            && path.extension().is_none()
    })
}

fn level_folder(root: &Path) -> PathBuf {
    root.join("levels")
}

/// The level files of a folder below a root.
fn level_files(root: &Path, folder: LevelFolder) -> Vec<PathBuf> {
    let mut files = files_of(&level_folder(root).join(folder.path()));
    files.retain(|path| path.extension() == Some(OsStr::new("ron")));
    files
}

/// The name by which a level file is known; embedded ones are files too.
fn level_name(path: &Path, folder: LevelFolder) -> Option<String> {
    let name = path.file_stem()?.to_str()?;
    let is_level = path.extension() == Some(OsStr::new("ron"));
    is_level.then(|| format!("{}{name}", folder.path()))
}

/// What is in a folder; nothing if it cannot be read.
fn files_of(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect()
}
