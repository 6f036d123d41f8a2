//! The list of levels. Files are read one after the other, and again when they change.

use std::path::Path;
use std::sync::Arc;

use crate::app::task::Task;
use crate::app::watch::Stamp;
use crate::app::words::{Words, counted, fill};
use crate::game::in_teams;
use crate::level::{self, Level, LevelEntry, LevelError, LevelFolder, Library, Mode, Problem};
use dodgem_scene::params::limits;

/// A level of the list.
#[derive(Debug, Clone)]
pub struct ListedLevel {
    pub source: String,
    /// The menu group that shows it.
    pub folder: LevelFolder,
    /// The folder that contains its file.
    lies_in: LevelFolder,
    /// True if it is one of the user's own levels.
    pub yours: bool,
    /// The file's state when it was last checked.
    stamp: Option<Stamp>,
    /// True if the file has been read since then.
    pub known: bool,
    pub name: String,
    /// The level's description, or its error.
    pub about: Result<String, String>,
    /// The level, if it can be played.
    pub level: Option<Box<Level>>,
    /// The fingerprints of the level and of its version with two teams.
    pub fingerprint: String,
    pub team_fingerprint: String,
}

/// The team setting of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Teams {
    /// The level cannot be played in teams.
    None,
    /// Teams are possible but off.
    Off,
    /// The player chose teams.
    Chosen,
    /// The level is made for teams.
    OfLevel,
}

impl ListedLevel {
    /// Returns the name of its file, without folder and extension.
    pub fn file_name(&self) -> String {
        file_name(&self.source)
    }

    /// Returns the mode of a round: the wanted one if the level supports it, else its own.
    pub fn mode(&self, wanted: Option<Mode>) -> Mode {
        let Some(level) = &self.level else {
            return Mode::default();
        };
        let wanted = wanted.filter(|mode| level.plays(*mode));
        wanted.unwrap_or(level.own_mode())
    }

    /// Returns its cars and, where it matters, its duration; or the reason why they are unknown.
    pub fn numbers(&self, wanted: Option<Mode>, words: &Words) -> String {
        match &self.level {
            Some(level) => numbers(level, self.mode(wanted), words),
            None if self.known => words.title.cannot_play.to_owned(),
            None => words.title.not_read.to_owned(),
        }
    }

    /// True if computer drivers take part.
    pub fn has_drivers(&self) -> bool {
        (self.level.as_ref()).is_some_and(|level| level.cars.len() > 1)
    }

    /// Returns the modes that it can be played in.
    pub fn modes(&self) -> Vec<Mode> {
        let modes = Mode::ALL.into_iter();
        modes
            .filter(|mode| self.level.as_ref().is_some_and(|level| level.plays(*mode)))
            .collect()
    }

    /// Returns the team setting for a round.
    pub fn teams(&self, mode: Option<Mode>, wanted: bool) -> Teams {
        let mode = self.mode(mode);
        match &self.level {
            Some(level) if level.plays_in_teams(mode) => match (level.teams, wanted) {
                (true, _) => Teams::OfLevel,
                (false, true) => Teams::Chosen,
                (false, false) => Teams::Off,
            },
            _ => Teams::None,
        }
    }

    /// Creates an entry of which only the file is known.
    fn unread(found: LevelEntry, stamp: Option<Stamp>, library: &Library) -> Self {
        let text = library.read_level(&found.source).ok().map(|(_, text)| text);
        let name = text.and_then(|text| first_name(&text));
        ListedLevel {
            name: name.unwrap_or_else(|| file_name(&found.source)),
            source: found.source,
            folder: found.folder,
            lies_in: found.folder,
            yours: found.yours,
            stamp,
            known: false,
            about: Ok(String::new()),
            level: None,
            fingerprint: String::new(),
            team_fingerprint: String::new(),
        }
    }

    /// Returns the entry with the content of its file.
    fn read(self, library: &Library) -> Self {
        match level::load(library, &self.source) {
            Ok(mut level) => ListedLevel {
                known: true,
                folder: self.group(level.own_mode()),
                name: level.name.clone(),
                about: Ok(std::mem::take(&mut level.description)),
                fingerprint: level.fingerprint(),
                team_fingerprint: in_teams(&level).fingerprint(),
                level: Some(Box::new(level)),
                ..self
            },
            Err(error) => ListedLevel {
                known: true,
                name: file_name(&self.source),
                about: Err(in_short(&error)),
                fingerprint: String::new(),
                team_fingerprint: String::new(),
                level: None,
                ..self
            },
        }
    }

    /// Returns the menu group for a level with the given mode.
    fn group(&self, mode: Mode) -> LevelFolder {
        // The player's scenes are saved in the folder of the rounds, so the mode decides.
        match self.yours && self.lies_in == LevelFolder::default() {
            true => LevelFolder::by_mode(mode),
            false => self.lies_in,
        }
    }

    fn is_of(&self, other: &ListedLevel) -> bool {
        (&self.source, &self.stamp) == (&other.source, &other.stamp)
    }
}

fn numbers(level: &Level, mode: Mode, words: &Words) -> String {
    let words = &words.title;
    let cars = level.cars.len();
    match mode {
        Mode::Free => match cars {
            0 => words.free_none.to_owned(),
            1 => words.free_one.to_owned(),
            cars => fill(words.free_cars, &[("cars", &cars)]),
        },
        Mode::Lesson => {
            let tasks = counted(level.tasks.len(), words.task, words.tasks);
            let seconds = level.duration;
            fill(
                words.lesson_numbers,
                &[("tasks", &tasks), ("seconds", &seconds)],
            )
        }
        _ => {
            let people = level.player_slots().max(1);
            let cars = counted(cars, words.car, words.cars);
            let text = match people {
                1 => words.round_numbers_one,
                _ => words.round_numbers,
            };
            fill(
                text,
                &[
                    ("cars", &cars),
                    ("seconds", &level.duration),
                    ("people", &people),
                ],
            )
        }
    }
}

/// Returns the name that a level's text begins with. It is shown until the whole file is read; a text in which it
/// does not stand first has none yet.
fn first_name(text: &str) -> Option<String> {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    let mut opened = false;
    loop {
        if let Some(comment) = rest.strip_prefix("//") {
            rest = comment.split_once('\n')?.1.trim_start();
        } else if let Some(inside) = rest.strip_prefix('(').filter(|_| !opened) {
            (rest, opened) = (inside.trim_start(), true);
        } else {
            break;
        }
    }
    let named = rest.strip_prefix("name").filter(|_| opened)?;
    let text = named.trim_start().strip_prefix(':')?.trim_start();
    let (name, _) = text.strip_prefix('"')?.split_once('"')?;
    let plain = !name.contains(['\\', '\n']) && !name.trim().is_empty();
    let shown = name.chars().filter(|letter| !letter.is_control());
    plain.then(|| shown.take(limits::NAME).collect())
}

fn file_name(source: &str) -> String {
    let name = Path::new(source).file_stem().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The levels to choose from.
#[derive(Debug, Default)]
pub struct LevelList {
    entries: Vec<ListedLevel>,
    /// The entry being read.
    reading: Option<Task<ListedLevel>>,
}

impl LevelList {
    /// Returns all levels, including unread ones.
    pub fn entries(&self) -> &[ListedLevel] {
        &self.entries
    }

    /// Lists the levels again. Unchanged files are not read again unless `again` is true; entries keep their
    /// old content until they are read.
    pub fn look(&mut self, library: &Library, again: bool) {
        let before = std::mem::take(&mut self.entries);
        let listed = |found: LevelEntry| {
            let stamp = Stamp::of_level(library, &found.source);
            match before.iter().find(|entry| entry.source == found.source) {
                Some(entry) => ListedLevel {
                    known: entry.known && entry.stamp == stamp && !again,
                    stamp,
                    ..entry.clone()
                },
                None => ListedLevel::unread(found, stamp, library),
            }
        };
        self.entries = library.levels().into_iter().map(listed).collect();
        self.sort();
        if again {
            self.reading = None;
        }
    }

    /// Continues reading, one file at a time on a task beside the game. Returns true if there is more to
    /// read.
    pub fn read_on(&mut self, library: &Arc<Library>) -> bool {
        if let Some(task) = &mut self.reading {
            let Some(read) = task.take() else { return true };
            self.reading = None;
            // Its file may have changed meanwhile.
            if let Some(entry) = self.entries.iter_mut().find(|entry| entry.is_of(&read)) {
                *entry = read;
            }
            self.sort();
        }
        let unread = self.entries.iter().find(|entry| !entry.known).cloned();
        let Some(unread) = unread else { return false };
        let library = Arc::clone(library);
        self.reading = Some(Task::new(move || unread.read(&library)));
        true
    }

    /// Sorts by group; within a group the levels for new players come first, then the others by name, and the
    /// user's own last.
    fn sort(&mut self) {
        let group = |folder: LevelFolder| LevelFolder::ALL.iter().position(|one| *one == folder);
        self.entries.sort_by_cached_key(|entry| {
            let first = level::comes_first(&entry.source);
            (
                group(entry.folder),
                entry.yours,
                !first,
                in_order(&entry.name),
                entry.source.clone(),
            )
        });
    }

    /// Records the error of a level that could not be played.
    pub fn refuse(&mut self, source: &str, error: &LevelError) {
        for entry in &mut self.entries {
            if entry.source == source {
                entry.about = Err(in_short(error));
            }
        }
    }
}

/// Returns the sort key of a name: a leading number counts as a number, and case is ignored.
fn in_order(name: &str) -> (u32, String) {
    let digits = name.find(|letter: char| !letter.is_ascii_digit());
    let (number, _) = name.split_at(digits.unwrap_or(name.len()));
    (number.parse().unwrap_or(u32::MAX), name.to_lowercase())
}

/// Returns the first problem of a level and the number of further ones.
fn in_short(error: &LevelError) -> String {
    let first = error.problems().first();
    let first = first.map(in_a_line).unwrap_or_default();
    match error.problems().len() + error.more() {
        0 | 1 => first,
        count => format!("{first}\nand {} more", count - 1),
    }
}

/// A problem as one line for the screen: the file appears without its folders.
pub fn in_a_line(problem: &Problem) -> String {
    let mut problem = problem.clone();
    if let Some(name) = Path::new(&problem.path).file_name() {
        problem.path = name.to_string_lossy().into_owned();
    }
    problem.to_string()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::{Duration, Instant};

    use super::*;

    fn of_names(list: &LevelList, folder: LevelFolder) -> Vec<String> {
        let entries = list.entries().iter();
        let entries = entries.filter(|entry| entry.folder == folder);
        entries.map(|entry| entry.name.clone()).collect()
    }

    fn read_all(list: &mut LevelList, library: &Arc<Library>) {
        let begin = Instant::now();
        while list.read_on(library) {
            assert!(begin.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn the_name_at_the_head_of_a_file_is_known_before_it_is_read() {
        let named = |text: &str| first_name(text);
        let text = "// A wheel.\n(\n    name: \"Gyroscope\",\n    mode: Free)";
        assert_eq!(named(text).as_deref(), Some("Gyroscope"));
        assert_eq!(named("\u{feff}(name:\"A\")").as_deref(), Some("A"));
        for other in [
            "",
            "(",
            "// only a comment",
            "name: \"out of place\"",
            "(mode: Free, name: \"later\")",
            "(name: \"open",
            "(name: \"a \\\"quote\\\"\")",
            "(name: \" \")",
        ] {
            assert_eq!(named(other), None, "{other}");
        }
        // Every level of the game has its name there.
        let library = Library::new(Vec::new());
        for entry in library.levels() {
            let (_, text) = library.read_level(&entry.source).unwrap();
            let level = level::name_and_mode(&text).unwrap();
            assert_eq!(named(&text), Some(level.0), "{}", entry.source);
        }
    }

    #[test]
    fn levels_are_listed_at_once_and_known_when_they_have_been_read() {
        let folder = tempfile::tempdir().unwrap();
        let levels = folder.path().join("levels");
        fs::create_dir(&levels).unwrap();
        fs::write(levels.join("broken.ron"), "(").unwrap();
        let library = Library::new(Vec::new()).with_own_folder(folder.path().to_owned());
        let library = Arc::new(library);
        let mut list = LevelList::default();
        list.look(&library, false);
        let names = |list: &LevelList| -> Vec<String> {
            (list.entries().iter().map(|entry| entry.name.clone())).collect()
        };
        let unread = names(&list);
        // In each group, the user's own levels come after the game's.
        let of = |folder| {
            list.entries()
                .iter()
                .filter(move |entry| entry.folder == folder)
        };
        let first = of(LevelFolder::School).count();
        let last = first + of(LevelFolder::Game).count() - 1;
        assert_eq!(
            (unread[first].as_str(), unread[last].as_str()),
            ("Classic", "broken"),
            "names are known before the files are read"
        );
        assert!(list.entries().iter().all(|entry| !entry.known));
        read_all(&mut list, &library);
        assert_eq!(names(&list)[0], "1 Drive", "who learns begins at the top");
        assert_eq!(
            names(&list)[9],
            "10 Hand",
            "by the number, not by its first digit"
        );
        assert_eq!(names(&list)[first], "Classic");
        let broken = &list.entries()[last];
        assert!(broken.known && broken.about.is_err() && broken.yours);
        // Each group is sorted by the shown names, after the levels for new players.
        let game: Vec<String> = of_names(&list, LevelFolder::Game);
        let yard = game.iter().position(|name| name == "The Yard").unwrap();
        let rest = &game[1..=yard];
        assert!(rest.is_sorted(), "{rest:?}");
        let sandbox = of_names(&list, LevelFolder::Sandbox);
        assert_eq!(sandbox[0], "Sandbox");
        // A sandbox scene saved in the folder of the rounds is listed last in the sandbox group.
        fs::write(levels.join("a.ron"), r#"(name: "A heap", mode: Free)"#).unwrap();
        list.look(&library, false);
        read_all(&mut list, &library);
        let now = of_names(&list, LevelFolder::Sandbox);
        assert_eq!(now[..now.len() - 1], sandbox);
        assert_eq!(now.last().map(String::as_str), Some("A heap"));
        // Only changed files are read again; until then their old content is shown.
        fs::write(levels.join("broken.ron"), "((").unwrap();
        list.look(&library, false);
        let unread = list.entries().iter().filter(|entry| !entry.known);
        let unread: Vec<_> = unread.map(|entry| entry.source.as_str()).collect();
        assert_eq!(unread, ["broken"]);
        assert!(list.entries()[last].about.is_err());
        fs::remove_file(levels.join("broken.ron")).unwrap();
        list.look(&library, false);
        read_all(&mut list, &library);
        assert!(list.entries().iter().all(|entry| entry.about.is_ok()));
    }
}
