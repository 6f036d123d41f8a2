//! Detects that a level's file was saved, by checking its time and size several times per second.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::app::params::{EMPTY_STILL_SECONDS, FILE_LOOK_SECONDS, STILL_SECONDS};
use crate::level::Library;

/// A file's path, time and size, which identify its content without reading it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stamp {
    path: PathBuf,
    modified: Option<SystemTime>,
    bytes: u64,
}

impl Stamp {
    /// Returns the stamp of a level's file; `None` for a built-in level or a missing file.
    pub fn of_level(library: &Library, source: &str) -> Option<Self> {
        Stamp::of(&library.level_path(source)?)
    }

    fn of(path: &Path) -> Option<Self> {
        let about = std::fs::metadata(path).ok()?;
        Some(Stamp {
            path: path.to_owned(),
            modified: about.modified().ok(),
            bytes: about.len(),
        })
    }
}

/// Watches the file of one level.
#[derive(Debug)]
pub struct Watch {
    source: String,
    /// The stamp at the last read.
    read: Option<Stamp>,
    /// A new stamp, and the seconds for which it has been stable.
    changed: Option<(Stamp, f64)>,
    since_look: f64,
}

impl Watch {
    /// Starts to watch a level. Call it before the file is read, so that no change is missed.
    pub fn new(library: &Library, source: &str) -> Self {
        Watch {
            source: source.to_owned(),
            read: Stamp::of_level(library, source),
            changed: None,
            since_look: 0.0,
        }
    }

    /// Advances by a frame of that many seconds; returns true if the file was saved and is complete. A
    /// missing file is awaited, because some editors replace the file.
    pub fn was_saved(&mut self, library: &Library, seconds: f64) -> bool {
        self.since_look += seconds;
        if self.since_look < FILE_LOOK_SECONDS {
            return false;
        }
        let passed = std::mem::take(&mut self.since_look);
        let now = Stamp::of_level(library, &self.source);
        let Some(now) = now.filter(|now| self.read.as_ref() != Some(now)) else {
            self.changed = None;
            return false;
        };
        let still = match &self.changed {
            Some((before, still)) if *before == now => still + passed,
            _ => 0.0,
        };
        let needed = if now.bytes == 0 {
            EMPTY_STILL_SECONDS
        } else {
            STILL_SECONDS
        };
        self.changed = Some((now, still));
        still >= needed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Setup {
        folder: tempfile::TempDir,
        library: Library,
    }

    fn setup() -> Setup {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("levels")).unwrap();
        let library = Library::new(vec![folder.path().to_owned()]);
        Setup { folder, library }
    }

    impl Setup {
        fn write(&self, text: &str) {
            std::fs::write(self.folder.path().join("levels/mine.ron"), text).unwrap();
        }

        /// Returns the seconds until a save is noticed, in frames of 1/60 s; at most three.
        fn noticed(&self, watch: &mut Watch) -> Option<f64> {
            let frame = 1.0 / 60.0;
            let mut frames = (1..180).map(|frame| f64::from(frame) / 60.0);
            frames.find(|_| watch.was_saved(&self.library, frame))
        }
    }

    #[test]
    fn a_saved_file_is_noticed_within_half_a_second_and_once() {
        let setup = setup();
        setup.write("one");
        let mut watch = Watch::new(&setup.library, "mine");
        assert_eq!(setup.noticed(&mut watch), None);
        setup.write("other");
        let after = setup.noticed(&mut watch).unwrap();
        assert!(after < 0.5, "{after}");
        let mut watch = Watch::new(&setup.library, "mine");
        assert_eq!(setup.noticed(&mut watch), None);
    }

    #[test]
    fn a_file_that_is_still_written_to_is_waited_for() {
        let setup = setup();
        setup.write("0");
        let mut watch = Watch::new(&setup.library, "mine");
        for length in 2..30 {
            setup.write(&"x".repeat(length));
            assert!(!watch.was_saved(&setup.library, 0.1));
        }
        assert!(watch.was_saved(&setup.library, 0.1));
    }

    #[test]
    fn an_empty_file_is_given_time_and_a_missing_one_all_the_time() {
        let setup = setup();
        setup.write("one");
        let mut watch = Watch::new(&setup.library, "mine");
        setup.write("");
        assert!(setup.noticed(&mut watch).unwrap() >= 1.0);
        std::fs::remove_file(setup.folder.path().join("levels/mine.ron")).unwrap();
        assert_eq!(setup.noticed(&mut watch), None);
        setup.write("two");
        assert!(setup.noticed(&mut watch).is_some());
    }

    #[test]
    fn a_file_that_appears_in_place_of_a_built_in_level_is_noticed() {
        let setup = setup();
        let mut watch = Watch::new(&setup.library, "classic");
        std::fs::write(setup.folder.path().join("levels/classic.ron"), "mine").unwrap();
        assert!(setup.noticed(&mut watch).is_some());
    }
}
