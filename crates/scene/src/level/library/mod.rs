//! Sources of levels and models.
//!
//! Folders on disk come first, in the given order, then the files embedded in the program: the program alone
//! is the whole game, and a file beside it takes precedence. A name in a level cannot lead out of these
//! folders: it must be a plain relative path, and the file, with links followed, must be inside the folder.

mod error;
mod files;
mod folders;
mod level_files;
mod models;
mod recent;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use include_dir::{Dir, include_dir};

use dodgem_collide::mesh::{ObjModel, text};
use dodgem_collide::{BuildOptions, Model};

use crate::level::library::error::MISSING;
use crate::level::library::files::{inside, is_plain_relative, read_bounded};
use crate::level::library::level_files::{
    files_of, is_level_name, level_files, level_folder, level_name,
};
use crate::level::library::models::ModelFile;
use crate::level::library::recent::RecentStore;
use crate::level::suggest::closest;
use crate::level::{Level, Solid, SolidKey, ThingShape};
use crate::params::KEPT_SOLIDS;
use crate::params::limits;
use crate::storage::real_path;

pub use crate::level::library::error::LibraryError;
pub use crate::level::library::folders::UserFolders;
pub use crate::level::library::level_files::{LevelFolder, comes_first};

static LEVELS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../levels");
static MODELS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../assets/models");

/// Environment variable with the path of the first folder to search.
const FOLDER_VARIABLE: &str = "DODGEM_DATA";

/// A level in the menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelEntry {
    /// Folder of the level.
    pub folder: LevelFolder,
    /// Argument for [`load`](crate::level::load): its name, or its path if another level has that name.
    pub source: String,
    /// True if it is in the user's own folder.
    pub yours: bool,
}

/// A model for drawing and for collision.
#[derive(Clone, Debug)]
pub struct ModelAsset {
    /// Name in the library.
    pub name: String,
    /// Scale relative to the file.
    pub scale: f32,
    /// Triangles by part, for drawing.
    pub shape: ObjModel,
    /// These triangles, prepared for collision.
    pub model: Arc<Model>,
}

/// Name, scale as bits, and build options.
type ModelKey = (String, u32, BuildOptions);
/// Solid, scale as bits, and build options.
type SolidsKey = (SolidKey, u32, BuildOptions);

/// Levels and models, on disk and embedded. Several threads may read from it at once.
#[derive(Debug)]
pub struct Library {
    /// Model files that take precedence over all others, by name.
    given: BTreeMap<String, Vec<u8>>,
    roots: Vec<PathBuf>,
    /// The user's own root, if there is one.
    own: Option<PathBuf>,
    /// Recently used files of models.
    files: Mutex<RecentStore<String, ModelFile>>,
    /// Recently used models: as many as the largest level has.
    models: Mutex<RecentStore<ModelKey, ModelAsset>>,
    /// Recently used solids: the hand adds and changes equal ones again and again, and each is requested
    /// several times until it is in the scene.
    solids: Mutex<RecentStore<SolidsKey, ThingShape>>,
}

impl Library {
    /// Creates a library of folders, each with `levels/` and `assets/models/`. The first folder with a file
    /// wins; embedded files come last.
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

    /// Adds the user's own folder, after the other folders but before the embedded files.
    #[must_use]
    pub fn with_own_folder(mut self, folder: PathBuf) -> Self {
        self.roots.push(folder.clone());
        self.own = Some(folder);
        self
    }

    /// Adds model files that take precedence over all others, by name: those of a recording.
    #[must_use]
    pub fn with_models(mut self, files: BTreeMap<String, Vec<u8>>) -> Self {
        self.given = files;
        self
    }

    /// Returns a library of the embedded files and the model files that a level uses, as a recording of it
    /// stores them.
    pub(crate) fn of_level(&self, level: &Level) -> Library {
        let used = level.used_models().into_iter().filter_map(|name| {
            // An unreadable file is reported when the level is built.
            let (bytes, built_in) = self.model_file(name).ok()?;
            (!built_in).then(|| (name.to_owned(), bytes))
        });
        Library::new(Vec::new()).with_models(used.collect())
    }

    /// Returns the content of a model's file, and true if it equals the embedded one.
    ///
    /// # Errors
    /// [`LibraryError`] if it cannot be read.
    pub fn model_file(&self, name: &str) -> Result<(Vec<u8>, bool), LibraryError> {
        let (_, bytes) = self.read_inside("assets/models", &MODELS, name, limits::MODEL_BYTES)?;
        let built_in = MODELS
            .get_file(name)
            .is_some_and(|file| file.contents() == bytes);
        Ok((bytes, built_in))
    }

    /// Creates the library of the program. It searches the folder in the environment variable `DODGEM_DATA`,
    /// the current folder, the folder of the program, the game's folder in the user's data, then the embedded
    /// files.
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

    /// Returns the folder of the user's own levels, if there is one; it may not exist yet.
    pub fn own_levels(&self) -> Option<PathBuf> {
        self.own.as_deref().map(level_folder)
    }

    /// Returns the game's folders in the user's data.
    pub fn user_folders() -> Option<UserFolders> {
        UserFolders::find()
    }

    /// Returns the names of all rounds of the game, sorted, `classic` first.
    pub fn level_names(&self) -> Vec<String> {
        self.names_in(LevelFolder::Game)
    }

    /// Returns the names of all levels of a folder, sorted; names outside the main folder begin with the
    /// folder's path.
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

    /// Returns the levels of the menu by folder: those of the game first, with `classic` in front, then the
    /// user's own; each group is sorted.
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
                // Another level found earlier owns this name, so this one is listed by its path.
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

    /// Returns the path and the text of a part, a file in `levels/parts`.
    ///
    /// # Errors
    /// [`LibraryError`] if it cannot be read; [`LibraryError::is_missing`] if it does not exist.
    pub(super) fn read_part(&self, name: &str) -> Result<(String, String), LibraryError> {
        let relative = format!("parts/{name}.ron");
        let read = self.read_inside("levels", &LEVELS, &relative, limits::LEVEL_BYTES);
        as_text(read?)
    }

    /// Returns the names of the user's own parts, sorted.
    pub fn own_part_names(&self) -> Vec<String> {
        let folder = self.own_levels().map(|levels| levels.join("parts"));
        let files = folder.map_or_else(Vec::new, |folder| files_of(&folder));
        let parts = files
            .iter()
            .filter_map(|path| level_name(path, LevelFolder::Game));
        let mut names: Vec<String> = parts.collect();
        names.sort();
        names
    }

    /// Returns the file of another folder that has the name of a part and comes before the user's own.
    pub fn part_before_own(&self, name: &str) -> Option<PathBuf> {
        let others = self
            .roots
            .iter()
            .take_while(|root| Some(*root) != self.own.as_ref());
        let files = others.map(|root| level_folder(root).join("parts").join(format!("{name}.ron")));
        files
            .into_iter()
            .find(|path| fs::symlink_metadata(path).is_ok())
    }

    /// Returns the names of all models.
    pub(super) fn model_names(&self) -> Vec<String> {
        let embedded = MODELS.files().map(|file| file.path().to_owned());
        let folders = self.roots.iter().map(|root| root.join("assets/models"));
        let files = embedded.chain(folders.flat_map(|folder| files_of(&folder)));
        let names = files.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()));
        names.filter(|name| name.ends_with(".obj")).collect()
    }

    /// Returns the path and the text of a level. A name without folder and extension is looked up among the
    /// levels; anything else is a path, because users may keep levels anywhere.
    ///
    /// # Errors
    /// [`LibraryError`] if it cannot be read; for a missing one, with the list of levels.
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
                    Some(near) => format!("; did you mean `{near}`?"),
                    None => format!("; the levels are: {}", names.join(", ")),
                };
            }
            error
        })?;
        as_text((path, bytes))
    }

    /// Returns the user's own file of a level: one in the folder of own levels, or one given by a path
    /// outside the level folders of the game.
    pub fn own_file(&self, name_or_path: &str) -> Option<PathBuf> {
        let path = self.level_path(name_or_path)?;
        if self.own_levels().is_some_and(|own| path.starts_with(own)) {
            return Some(path);
        }
        let real = |path: &Path| real_path(path).ok();
        let here = real(&path)?;
        let others = self
            .roots
            .iter()
            .filter(|root| Some(*root) != self.own.as_ref());
        let mut others = others.filter_map(|root| real(&level_folder(root)));
        let comes_with_it = others.any(|folder| here.starts_with(folder));
        (!is_level_name(name_or_path) && !comes_with_it).then_some(path)
    }

    /// Returns the name that refers to a level's file, or else its path.
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

    /// Returns the file on disk that a level's name or path refers to, if there is one, for example to open
    /// it in an editor.
    pub fn level_path(&self, name_or_path: &str) -> Option<PathBuf> {
        if !is_level_name(name_or_path) {
            return Some(PathBuf::from(name_or_path)).filter(|path| path.is_file());
        }
        let relative = format!("{name_or_path}.ron");
        let paths = self.roots.iter().map(|root| level_folder(root));
        let mut paths = paths.map(|folder| folder.join(&relative));
        paths.find(|path| path.is_file())
    }

    /// Returns a model by its name in the folder of models, scaled by `scale`. The file is read once for all
    /// scales, and each scale is built once, as long as the stores have room.
    ///
    /// # Errors
    /// [`LibraryError`] if it is unusable; with line and column for a broken file.
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
        // The lock is not held while the model is built.
        let asset = file.build(name, scale, options)?;
        Ok(locked(&self.models).keep(key, asset, file.triangles()))
    }

    /// Returns a solid, scaled by `scale`, for these build options. Each is built once, as long as the store
    /// has room.
    ///
    /// # Errors
    /// Reason why the solid is impossible.
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
        // The lock is not held while the solid is built.
        let shape = ThingShape::of_solid(solid, scale, options)?;
        let triangles = shape.triangles();
        Ok(locked(&self.solids).keep(key, shape, triangles))
    }

    /// Returns the size of a model's file in bytes, and the parsed file or the reason why it is unusable.
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

    /// Forgets the models, so that their files are read again.
    pub fn forget_models(&self) {
        locked(&self.files).clear();
        locked(&self.models).clear();
    }

    /// Reads `name` from the first root that has it, or from the embedded files.
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

/// Locks a store, even if a thread panicked while holding it: every value in it is complete.
fn locked<T>(store: &Mutex<T>) -> MutexGuard<'_, T> {
    store.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Decodes a file's content as text.
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
