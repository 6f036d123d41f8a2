//! The list of recordings. Only the front of each file is read, to show its level and result; each can be
//! deleted.
//!
//! The files may come from anyone, so only regular files in the game's own folder are read, up to a limit,
//! and an unreadable file stays in the list with the reason.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::game::{Day, Difficulty, seconds_of};

use crate::app::tapes::{self, ENDING, ROUND};
use crate::game::tape::{Branch, Front, Head, Outcome};
use crate::level::Mode;
use dodgem_rules::params::{SHELF_COMPARED, SHELF_FILES, SHELF_LISTED};

/// The reason why a recording was kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Saved automatically as one of the last rounds.
    Round,
    /// Saved under a name that the player typed.
    Named,
    /// Saved as the round of a best result.
    Best,
}

/// The known content of a recording.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// Not read yet.
    Unread,
    /// The content of its front.
    Known(Box<About>),
    /// The reason why it cannot be shown.
    Refused(String),
}

/// The content of a recording's front.
#[derive(Debug, Clone, PartialEq)]
pub struct About {
    /// The level's name.
    pub level: String,
    /// The mode, which decides the scoring.
    pub mode: Mode,
    /// True if it is a round of two teams, according to its front.
    pub teams: bool,
    /// The computer's skill, in a word.
    pub difficulty: Difficulty,
    /// The number of people who drove from the beginning.
    pub people: usize,
    /// The length in seconds, countdown included.
    pub seconds: f32,
    /// The result, if the round was played to its end.
    pub result: Option<Outcome>,
    /// True if it continues another recording that a player took over.
    pub taken_over: bool,
    /// The description of its round, by which the recording that it continues is found.
    head: Head,
    steps: u64,
    /// Its identity, and the recording that it continues, if its file states them.
    identity: Option<u64>,
    branch: Option<Branch>,
    /// The version of the program that made it, if it differs from this one.
    pub other_program: Option<String>,
}

impl About {
    /// Returns the seconds at which it continues another recording, if it does.
    pub fn continues_at(&self) -> Option<f32> {
        let taken = self.head.taken.last().map(|taken| taken.at);
        let at = self.branch.map(|branch| branch.at);
        at.or(taken).map(seconds_of)
    }

    /// True if it continues the other recording: it names that one, or, for files of older formats, it has the same
    /// round with one takeover more, at a moment that the other one has.
    fn continues(&self, other: &About) -> bool {
        if let (Some(branch), Some(identity)) = (self.branch, other.identity) {
            return branch.parent == identity;
        }
        let Some((last, before)) = self.head.taken.split_last() else {
            return false;
        };
        let round = |head: &Head| Head {
            program: String::new(),
            taken: Vec::new(),
            result: None,
            ..head.clone()
        };
        let same = round(&self.head) == round(&other.head);
        same && other.head.taken == before && last.at <= other.steps
    }

    fn of(front: Front) -> Self {
        let Front {
            head,
            steps,
            teams,
            identity,
            branch,
        } = front;
        let other = head.program != env!("CARGO_PKG_VERSION");
        About {
            level: head.level.clone(),
            mode: head.mode,
            teams: teams.unwrap_or(false),
            difficulty: head.difficulty,
            people: usize::from(head.humans),
            seconds: seconds_of(steps),
            result: head.result,
            taken_over: !head.taken.is_empty(),
            other_program: other.then_some(head.program.clone()),
            head,
            steps,
            identity,
            branch,
        }
    }
}

/// An entry of the list.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// The file.
    pub path: PathBuf,
    /// The file's name without its extension.
    pub name: String,
    /// The reason why it was kept.
    pub kind: Kind,
    /// The time at which it was written.
    pub written: Option<SystemTime>,
    /// The length of the file in bytes.
    length: u64,
    /// Files with the same bytes, which are not listed separately.
    copies: Vec<PathBuf>,
    /// Its content, as far as it was read.
    pub content: Content,
    /// The number of recordings of which each continues the next, from this one up.
    pub depth: usize,
}

impl Item {
    /// Returns the title: the name that the player gave it, else its level's name.
    pub fn title(&self) -> &str {
        match (&self.content, self.kind) {
            (Content::Known(about), Kind::Round | Kind::Best) => &about.level,
            _ => &self.name,
        }
    }

    /// True if both files have the same bytes. Files above [`SHELF_COMPARED`] bytes are not compared.
    fn is_copy_of(&self, other: &Item) -> bool {
        let bytes = |item: &Item| fs::read(&item.path).ok();
        let may_be = self.length == other.length && self.length <= SHELF_COMPARED;
        may_be && bytes(self).is_some_and(|own| Some(own) == bytes(other))
    }

    /// Returns the day on which it was written.
    pub fn day(&self) -> Option<Day> {
        let since = self.written?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
        Some(Day::of_seconds(since.as_secs()))
    }
}

/// The list of recordings, newest first.
#[derive(Debug, Default)]
pub struct Shelf {
    items: Vec<Item>,
    /// The number of recordings beyond the list's limit.
    more: usize,
}

impl Shelf {
    /// Lists the recordings in the game's folder.
    pub fn open() -> Self {
        tapes::folder().map_or_else(Shelf::default, |folder| Shelf::of(&folder))
    }

    /// Lists the recordings in a folder and in its subfolder `best`.
    fn of(folder: &Path) -> Self {
        let mut items = files_of(folder, false);
        items.extend(files_of(&folder.join("best"), true));
        // A recent round that was also kept as a best or under a name gets one entry.
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

    /// Returns the entries.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// Returns the number of older recordings that are not listed.
    pub fn more(&self) -> usize {
        self.more
    }

    /// Reads the first unread recording in a range of the list. Returns false if all have been read.
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

    /// Puts each recording that continues another one below that one, once all are read. Of several that it may
    /// continue the latest older one counts; one that it names may be newer, because it was kept again under a name.
    pub fn arrange(&mut self) {
        let known = |item: &Item| match &item.content {
            Content::Known(about) => Some(about.clone()),
            _ => None,
        };
        let abouts: Vec<Option<Box<About>>> = self.items.iter().map(known).collect();
        // The list has the newest first, so an older one comes later, and no recording is above itself.
        let parent = |index: usize| {
            let own = abouts[index].as_ref()?;
            let newer = 0..if own.branch.is_some() { index } else { 0 };
            let mut others = (index + 1..abouts.len()).chain(newer);
            others.find(|at| abouts[*at].as_ref().is_some_and(|one| own.continues(one)))
        };
        let parents: Vec<Option<usize>> = (0..abouts.len()).map(parent).collect();
        let mut order: Vec<(usize, usize)> = Vec::new();
        let mut open: Vec<(usize, usize)> = (0..parents.len())
            .rev()
            .filter(|index| parents[*index].is_none())
            .map(|index| (index, 0))
            .collect();
        while let Some((index, depth)) = open.pop() {
            order.push((index, depth));
            let below = (0..parents.len()).rev();
            let below = below.filter(|one| parents[*one] == Some(index));
            open.extend(below.map(|one| (one, depth + 1)));
        }
        let mut items: Vec<Option<Item>> = std::mem::take(&mut self.items)
            .into_iter()
            .map(Some)
            .collect();
        for (index, depth) in order {
            if let Some(item) = items[index].take() {
                self.items.push(Item { depth, ..item });
            }
        }
        // Files that name each other in a circle continue none.
        self.items.extend(items.into_iter().flatten());
    }

    /// Deletes a recording and its copies.
    ///
    /// # Errors
    /// The system's error; the recording then stays in the list.
    pub fn delete(&mut self, index: usize) -> io::Result<()> {
        let Some(item) = self.items.get(index) else {
            return Ok(());
        };
        match fs::remove_file(&item.path) {
            // A file that is already gone counts as deleted.
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        for copy in &item.copies {
            // A copy that cannot be deleted is listed again later.
            let _ = fs::remove_file(copy);
        }
        self.items.remove(index);
        Ok(())
    }
}

/// Returns the recordings directly in a folder.
fn files_of(folder: &Path, bests: bool) -> Vec<Item> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let item = |entry: fs::DirEntry| {
        // Only regular files: no links, pipes or folders.
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
            depth: 0,
        })
    };
    entries.take(SHELF_FILES).filter_map(item).collect()
}

/// Returns the seconds since `then`; 0 if it is unknown or in the future.
pub fn age(then: Option<SystemTime>, now: SystemTime) -> u64 {
    let age = then.and_then(|then| now.duration_since(then).ok());
    age.map_or(0, |age| age.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tape::{TakenOver, Tape, recorded_as, short_tape};
    use std::time::Duration;

    /// A temporary folder for one test.
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
        // A round that is also a best and a named recording has one entry.
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
        // Visible entries are read first, one at a time.
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
        // A name that the player gave stays; all other recordings are titled after their level.
        let titles: Vec<&str> = shelf.items().iter().map(Item::title).collect();
        assert_eq!(titles, ["my jump", "cut", "Classic", "round-x", "Classic"]);
        assert_eq!(shelf.items()[0].day(), Some(Day::today()));
        // A deleted recording is gone from the list and the folder; deleting a missing file is no error.
        shelf.delete(0).unwrap();
        assert!(!folder.0.join("my jump.tape").exists());
        assert!(!folder.0.join("round-00008.tape").exists(), "its copy, too");
        fs::remove_file(folder.0.join("cut.tape")).unwrap();
        shelf.delete(0).unwrap();
        assert_eq!(shelf.items()[0].kind, Kind::Best);
        assert!(shelf.delete(99).is_ok() && shelf.items().len() == 3);
    }

    #[test]
    fn recordings_that_continue_another_one_stand_below_it_as_a_tree() {
        let folder = Folder::new("shelf-tree");
        let put = |name: &str, taken: &[u64], age: u64| {
            let mut tape = short_tape();
            let taken = taken.iter().map(|at| TakenOver { at: *at, car: 0 });
            tape.head.taken = taken.collect();
            folder.put(&format!("{name}.tape"), &tape.encode().unwrap(), age);
        };
        put("first", &[], 90);
        put("at 50", &[50], 80);
        put("at 60", &[60], 70);
        put("at 50, then 100", &[50, 100], 60);
        // It continues a recording that is not here.
        put("at 10, then 20", &[10, 20], 50);
        let mut other = short_tape();
        other.head.seed += 1;
        folder.put("other.tape", &other.encode().unwrap(), 40);
        let shelf = arranged(&folder);
        let expected = [
            ("other", 0),
            ("at 10, then 20", 0),
            ("first", 0),
            ("at 60", 1),
            ("at 50", 1),
            ("at 50, then 100", 2),
        ];
        assert_eq!(depths(&shelf), expected);
    }

    /// The shelf of a folder, all of it read and arranged.
    fn arranged(folder: &Folder) -> Shelf {
        let mut shelf = Shelf::of(&folder.0);
        let all = 0..shelf.items().len();
        while shelf.read_one(all.clone()) {}
        shelf.arrange();
        shelf
    }

    /// The names of its recordings, each with its depth below the one that it continues.
    fn depths(shelf: &Shelf) -> Vec<(&str, usize)> {
        let items = shelf.items().iter();
        items.map(|item| (item.name.as_str(), item.depth)).collect()
    }

    /// Cause: of two recordings of one seed either could be taken for the one that a third continues.
    #[test]
    fn a_recording_stands_below_the_one_that_it_names_and_a_circle_of_names_loses_none() {
        let folder = Folder::new("shelf-named");
        let put = |name: &str, tape: &Tape, age: u64| {
            folder.put(&format!("{name}.tape"), &tape.encode().unwrap(), age);
        };
        let of = |parent: &Tape, at: u64| Branch {
            parent: parent.identity().unwrap(),
            at,
        };
        // All have one level, one seed and one start; each drives in its own way.
        let [first, other, mut third, mut fourth] =
            [90, 100, 110, 120].map(|steps| recorded_as("classic", steps, |_, _| {}).0);
        third.branch = Some(of(&first, 70));
        fourth.branch = Some(of(&third, 80));
        put("other", &other, 80);
        // It was kept again under a name, after the ones that continue it.
        put("first", &first, 10);
        put("third", &third, 60);
        put("fourth", &fourth, 50);
        let [mut here, mut there] =
            [125, 126].map(|steps| recorded_as("classic", steps, |_, _| {}).0);
        (here.branch, there.branch) = (Some(of(&there, 5)), Some(of(&here, 5)));
        put("here", &here, 5);
        put("there", &there, 4);
        let shelf = arranged(&folder);
        let expected = [
            ("first", 0),
            ("third", 1),
            ("fourth", 2),
            ("other", 0),
            ("there", 0),
            ("here", 0),
        ];
        assert_eq!(depths(&shelf), expected);
        let Content::Known(about) = &shelf.items()[2].content else {
            panic!("it can be read");
        };
        assert!(!about.taken_over && about.continues_at() == Some(seconds_of(80)));
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
    fn a_file_of_the_future_is_new() {
        let now = SystemTime::now();
        let age = |then| age(then, now);
        assert_eq!(age(Some(now - Duration::from_secs(61))), 61);
        assert_eq!(age(Some(now + Duration::from_secs(9))), 0);
        assert_eq!(age(None), 0);
    }
}
