//! The recordings that are there, for a list: what each one is, of which only the front of its file is read, and
//! what can be done with it.
//!
//! The files may be anybody's: only regular files of the game's own folder are looked at, at most so many,
//! and one that cannot be read stays in the list with the reason.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::game::{Day, seconds_of};

use crate::app::tapes::{self, ENDING, ROUND};
use crate::game::tape::{Front, Outcome};
use crate::level::Mode;
use crate::params::{SHELF_COMPARED, SHELF_FILES, SHELF_LISTED};

/// Why a recording was kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// By itself: one of the last rounds.
    Round,
    /// Under a name that somebody typed.
    Named,
    /// As the round of a best result.
    Best,
}

/// What is known of a recording.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// Nothing yet.
    Unread,
    /// What it says of itself.
    Known(Box<About>),
    /// Why it cannot be shown.
    Refused(String),
}

/// What a recording says of itself.
#[derive(Debug, Clone, PartialEq)]
pub struct About {
    /// The level's name.
    pub level: String,
    /// What counted.
    pub mode: Mode,
    /// Whether it was a round of two teams, as far as it says.
    pub teams: bool,
    /// How well the computer drove, in a word.
    pub difficulty: &'static str,
    /// How many people drove from the beginning on.
    pub people: usize,
    /// How long it is, in seconds, its countdown included.
    pub seconds: f32,
    /// What came of it, if the round was played to its end.
    pub result: Option<Outcome>,
    /// Whether somebody took the wheel of another recording in it.
    pub taken_over: bool,
    /// The version of the program that made it, if it is another one.
    pub other_program: Option<String>,
}

impl About {
    fn of(front: Front) -> Self {
        let Front { head, steps, teams } = front;
        let other = head.program != env!("CARGO_PKG_VERSION");
        About {
            level: head.level,
            mode: head.mode,
            teams: teams.unwrap_or(false),
            difficulty: head.difficulty.word(),
            people: usize::from(head.humans),
            seconds: seconds_of(steps),
            result: head.result,
            taken_over: !head.taken.is_empty(),
            other_program: other.then_some(head.program),
        }
    }
}

/// A recording of the list.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// The file.
    pub path: PathBuf,
    /// Its file's name without the ending.
    pub name: String,
    /// Why it was kept.
    pub kind: Kind,
    /// When it was written.
    pub written: Option<SystemTime>,
    /// The length of the file in bytes.
    length: u64,
    /// Files with the same bytes, which have no line of their own.
    copies: Vec<PathBuf>,
    /// What is known of it.
    pub content: Content,
}

impl Item {
    /// What it is called: as somebody named it, else after its level.
    pub fn title(&self) -> &str {
        match (&self.content, self.kind) {
            (Content::Known(about), Kind::Round | Kind::Best) => &about.level,
            _ => &self.name,
        }
    }

    /// Whether both files have the same bytes, and not too many of them to look.
    fn is_copy_of(&self, other: &Item) -> bool {
        let bytes = |item: &Item| fs::read(&item.path).ok();
        let may_be = self.length == other.length && self.length <= SHELF_COMPARED;
        may_be && bytes(self).is_some_and(|own| Some(own) == bytes(other))
    }

    /// The day on which it was written.
    pub fn day(&self) -> Option<Day> {
        let since = self.written?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
        Some(Day::of_seconds(since.as_secs()))
    }
}

/// The recordings that are there, the newest first.
#[derive(Debug, Default)]
pub struct Shelf {
    items: Vec<Item>,
    /// How many more there are than the list holds.
    more: usize,
}

impl Shelf {
    /// What lies in the game's folder.
    pub fn open() -> Self {
        tapes::folder().map_or_else(Shelf::default, |folder| Shelf::of(&folder))
    }

    /// What lies in a folder, and in its folder of bests.
    fn of(folder: &Path) -> Self {
        let mut items = files_of(folder, false);
        items.extend(files_of(&folder.join("best"), true));
        // One of the last rounds that was kept as a best or under a name has one line.
        let (rounds, mut items): (Vec<_>, Vec<_>) =
            (items.into_iter()).partition(|item| item.kind == Kind::Round);
        for round in rounds {
            match items.iter_mut().find(|item| item.is_copy_of(&round)) {
                Some(item) => item.copies.push(round.path),
                None => items.push(round),
            }
        }
        items.sort_by(|a, b| b.written.cmp(&a.written).then_with(|| a.path.cmp(&b.path)));
        let more = items.len().saturating_sub(SHELF_LISTED);
        items.truncate(SHELF_LISTED);
        Shelf { items, more }
    }

    /// The list.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// How many more there are, older than those of the list.
    pub fn more(&self) -> usize {
        self.more
    }

    /// Reads one recording of those in a range of the list that have not been read. Says whether there was one.
    pub fn read_one(&mut self, among: std::ops::Range<usize>) -> bool {
        let shown = self.items.get_mut(among).unwrap_or_default();
        let unread = shown
            .iter_mut()
            .find(|item| item.content == Content::Unread);
        let Some(item) = unread else { return false };
        item.content = match Front::read(&item.path) {
            Ok(front) => Content::Known(Box::new(About::of(front))),
            Err(error) => Content::Refused(error.to_string()),
        };
        true
    }

    /// Deletes a recording of the list.
    ///
    /// # Errors
    /// The system's; then it stays.
    pub fn delete(&mut self, index: usize) -> io::Result<()> {
        let Some(item) = self.items.get(index) else {
            return Ok(());
        };
        match fs::remove_file(&item.path) {
            // Somebody else was faster.
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        for copy in &item.copies {
            // One that stays has a line again.
            let _ = fs::remove_file(copy);
        }
        self.items.remove(index);
        Ok(())
    }
}

/// The recordings right in a folder.
fn files_of(folder: &Path, bests: bool) -> Vec<Item> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let item = |entry: fs::DirEntry| {
        // No links, pipes or folders.
        let about = entry.metadata().ok().filter(fs::Metadata::is_file)?;
        let name = entry.file_name();
        let name = name.to_str()?.strip_suffix(ENDING)?;
        let kind = match name.strip_prefix(ROUND) {
            _ if bests => Kind::Best,
            Some(number) if number.parse::<u32>().is_ok() => Kind::Round,
            _ => Kind::Named,
        };
        Some(Item {
            path: entry.path(),
            name: name.to_owned(),
            kind,
            written: about.modified().ok(),
            length: about.len(),
            copies: Vec::new(),
            content: Content::Unread,
        })
    };
    entries.take(SHELF_FILES).filter_map(item).collect()
}

/// How long ago something was, in words: files tell no time zone.
pub fn ago(then: Option<SystemTime>, now: SystemTime) -> String {
    let seconds = then.and_then(|then| now.duration_since(then).ok());
    let Some(seconds) = seconds.map(|ago| ago.as_secs()) else {
        return "just now".to_owned();
    };
    let (count, unit) = match seconds {
        0..60 => return "just now".to_owned(),
        60..3_600 => (seconds / 60, "minute"),
        3_600..86_400 => (seconds / 3_600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {unit}{plural} ago")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tape::short_tape;
    use std::time::Duration;

    /// A folder for one test, gone with it.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("dodgem-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            fs::create_dir_all(path.join("best")).unwrap();
            Folder(path)
        }

        fn put(&self, name: &str, bytes: &[u8], age: u64) {
            let path = self.0.join(name);
            fs::write(&path, bytes).unwrap();
            let then = SystemTime::now() - Duration::from_secs(age);
            let file = fs::File::options().write(true).open(&path).unwrap();
            file.set_modified(then).unwrap();
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn recordings_are_listed_the_newest_first_and_broken_ones_with_their_reason() {
        let folder = Folder::new("shelf");
        let bytes = short_tape().encode().unwrap();
        let mut other = short_tape();
        other.head.seed += 1;
        folder.put("round-00007.tape", &other.encode().unwrap(), 50);
        // The same as a best and as a named one: that is told once.
        folder.put("round-00008.tape", &bytes, 31);
        folder.put("my jump.tape", &bytes, 10);
        folder.put("best/abc-Points-easy.tape", &bytes, 30);
        folder.put("cut.tape", &bytes[..bytes.len() / 2], 20);
        folder.put("round-x.tape", b"hello", 40);
        folder.put("notes.txt", b"no recording", 0);
        fs::create_dir(folder.0.join("folder.tape")).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("/etc/passwd", folder.0.join("link.tape")).unwrap();
        let mut shelf = Shelf::of(&folder.0);
        let listed: Vec<(&str, Kind)> = shelf
            .items()
            .iter()
            .map(|item| (item.name.as_str(), item.kind))
            .collect();
        let expected = [
            ("my jump", Kind::Named),
            ("cut", Kind::Named),
            ("abc-Points-easy", Kind::Best),
            ("round-x", Kind::Named),
            ("round-00007", Kind::Round),
        ];
        assert_eq!(listed, expected);
        // Those that are seen are read first, one at a time.
        assert!(shelf.items().iter().all(|i| i.content == Content::Unread));
        assert!(shelf.read_one(1..3) && shelf.read_one(1..3) && !shelf.read_one(1..3));
        while shelf.read_one(0..5) {}
        let Content::Known(about) = &shelf.items()[0].content else {
            panic!("it can be read");
        };
        assert_eq!(
            (about.level.as_str(), about.mode, about.teams),
            ("Classic", Mode::Points, false)
        );
        assert!((about.seconds - 130.0 / 120.0).abs() < 1e-6 && about.result.is_none());
        assert_eq!(about.other_program, None);
        for broken in [1, 3] {
            let content = &shelf.items()[broken].content;
            assert!(matches!(content, Content::Refused(_)), "{content:?}");
        }
        // A name that somebody gave stays, all others are called after their level.
        let titles: Vec<&str> = shelf.items().iter().map(Item::title).collect();
        assert_eq!(titles, ["my jump", "cut", "Classic", "round-x", "Classic"]);
        assert_eq!(shelf.items()[0].day(), Some(Day::today()));
        // What is deleted is gone, in the list and in the folder; what was gone already is no error.
        shelf.delete(0).unwrap();
        assert!(!folder.0.join("my jump.tape").exists());
        assert!(!folder.0.join("round-00008.tape").exists(), "its copy, too");
        fs::remove_file(folder.0.join("cut.tape")).unwrap();
        shelf.delete(0).unwrap();
        assert_eq!(shelf.items()[0].kind, Kind::Best);
        assert!(shelf.delete(99).is_ok() && shelf.items().len() == 3);
    }

    #[test]
    fn a_folder_of_very_many_files_is_listed_up_to_a_limit() {
        let folder = Folder::new("shelf-many");
        for number in 0..SHELF_LISTED + 30 {
            folder.put(&format!("many-{number}.tape"), b"", number as u64);
        }
        let shelf = Shelf::of(&folder.0);
        assert_eq!((shelf.items().len(), shelf.more()), (SHELF_LISTED, 30));
        assert_eq!(shelf.items()[0].name, "many-0");
    }

    #[test]
    fn how_long_ago_is_told_in_one_unit() {
        let now = SystemTime::now();
        let told = |seconds: u64| ago(Some(now - Duration::from_secs(seconds)), now);
        assert_eq!(told(5), "just now");
        assert_eq!(told(61), "1 minute ago");
        assert_eq!(told(7_300), "2 hours ago");
        assert_eq!(told(86_400 * 3 + 5), "3 days ago");
        // A clock that was set back.
        assert_eq!(ago(Some(now + Duration::from_secs(9)), now), "just now");
        assert_eq!(ago(None, now), "just now");
    }
}
