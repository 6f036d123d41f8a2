//! Files of the player's own scenes: their names, and a way to write them that loses no data.

use std::path::{Path, PathBuf};

use dodgem_collide::mesh::text::decode;

use crate::app::params::SCENE_NAMES;
use crate::level::{Level, lost_comments, rewritten, written};
use crate::storage::{self, NotWritten};
use dodgem_scene::params::limits;

/// The file to which a scene is saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// The player's own file from which the scene comes, with its text as last read or written.
    Own { path: PathBuf, text: String },
    /// A new file, and the text of the player's file from which the scene derives, if there is one.
    New { path: PathBuf, like: Option<String> },
}

/// The reason why a scene was not saved. No file has changed then.
#[derive(Debug, thiserror::Error)]
pub enum NotSaved {
    /// The scene's file has content that the scene has not read.
    #[error("the file was changed by another program")]
    Changed,
    /// Another file already has the name.
    #[error("{0} already exists")]
    Taken(String),
    /// The scene's file is a link to a place outside the folder of levels.
    #[error("{0} is a link that leads out of its folder")]
    LeadsOut(String),
    /// Any other reason, in words.
    #[error("{0}")]
    Because(String),
}

impl NotSaved {
    /// Wraps any other reason.
    pub fn because(reason: impl ToString) -> Self {
        NotSaved::Because(reason.to_string())
    }
}

/// Returns the text of a level for a place. Unchanged parts of the player's own file keep their text and
/// comments. The comments of a level that comes with the game are not copied, because they describe that level.
///
/// # Errors
/// If the level cannot be written as RON.
pub fn text_at(place: &Place, level: &Level) -> Result<String, ron::Error> {
    match place {
        Place::Own { text, .. }
        | Place::New {
            like: Some(text), ..
        } => rewritten(level, text),
        Place::New { like: None, .. } => written(level),
    }
}

/// Returns sentences that list the losses of saving `text`: the given notes, and the number of lost comments.
pub fn losses(place: &Place, text: &str, notes: &[String]) -> Vec<String> {
    let Place::Own { text: older, .. } = place else {
        return Vec::new();
    };
    let mut lost = notes.to_vec();
    match lost_comments(older, text) {
        0 => {}
        1 => lost.push("a comment is lost".to_owned()),
        more => lost.push(format!("{more} comments are lost")),
    }
    lost
}

/// Writes the text of a scene. Games that save at once take turns; a file with unread changes is not
/// replaced, a new file takes no name in use, and links must not lead out of the folder of levels.
///
/// # Errors
/// [`NotSaved`] states the reason.
pub fn write(levels: &Path, place: &Place, text: &str) -> Result<(), NotSaved> {
    std::fs::create_dir_all(levels).map_err(NotSaved::because)?;
    let _turn = storage::lock(levels).map_err(NotSaved::because)?;
    let (path, done) = match place {
        Place::New { path, .. } => (path, storage::write_new(path, text.as_bytes())),
        Place::Own { path, text: read } => {
            let within = path.starts_with(levels).then_some(levels);
            let was_read = |bytes: &[u8]| decode(bytes).is_ok_and(|now| now == read);
            let most = limits::LEVEL_BYTES;
            let done = storage::replace_as_read(path, within, most, was_read, text.as_bytes());
            (path, done)
        }
    };
    done.map_err(|why| match why {
        NotWritten::Changed => NotSaved::Changed,
        NotWritten::Taken => NotSaved::Taken(shown(path)),
        NotWritten::LeadsOut => NotSaved::LeadsOut(shown(path)),
        other => NotSaved::Because(format!("{}: {other}", shown(path))),
    })
}

/// Returns the file name of a path, as messages show it.
pub fn shown(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// Returns the file name for a level name: letters and digits in lower case, `_` for the rest.
pub fn file_name(name: &str) -> String {
    let letter = |c: char| match c.is_alphanumeric() {
        true => c.to_ascii_lowercase(),
        false => '_',
    };
    let plain: String = name.chars().map(letter).collect();
    let plain = plain.trim_matches('_');
    let stem = if plain.is_empty() { "scene" } else { plain };
    format!("{}.ron", no_device(stem))
}

/// Returns the stem of a file's name, with an underscore if Windows has a device of that name, whatever its extension.
pub fn no_device(stem: &str) -> String {
    let low = stem.to_ascii_lowercase();
    let numbered = ["com", "lpt"].iter().any(|kind| {
        let number = low.strip_prefix(kind).unwrap_or_default();
        matches!(number.as_bytes(), [b'0'..=b'9'])
    });
    match numbered || ["con", "prn", "aux", "nul"].contains(&low.as_str()) {
        true => format!("{stem}_"),
        false => stem.to_owned(),
    }
}

/// Returns the name with the first number from 2 on whose file does not exist.
///
/// # Errors
/// A sentence if all numbers up to [`SCENE_NAMES`] are taken.
pub fn free_name(levels: &Path, name: &str) -> Result<String, String> {
    let stem = name
        .trim_end_matches(|c: char| c.is_ascii_digit())
        .trim_end();
    let stem = if stem.is_empty() { "Scene" } else { stem };
    let numbered = |number: usize| {
        let end = format!(" {number}");
        let room = limits::NAME - end.len();
        stem.chars().take(room).collect::<String>() + &end
    };
    let is_free = |name: &String| levels.join(file_name(name)).symlink_metadata().is_err();
    let mut names = (2..=SCENE_NAMES).map(numbered);
    names.find(is_free).ok_or_else(|| {
        let last = numbered(SCENE_NAMES);
        format!("all names up to {last} are in use: type another one")
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_name_becomes_a_file_that_stays_in_its_folder() {
        assert_eq!(file_name("My Tower 2"), "my_tower_2.ron");
        assert_eq!(file_name("../../etc/passwd"), "etc_passwd.ron");
        assert_eq!(file_name("/\\:"), "scene.ron");
        assert_eq!(
            ["Con", "LPT1", "com12", "nullus"].map(file_name),
            ["con_.ron", "lpt1_.ron", "com12.ron", "nullus.ron"]
        );
    }

    #[test]
    fn a_free_name_has_the_first_free_number_and_when_none_is_left_that_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let levels = folder.path();
        assert_eq!(free_name(levels, "Sandbox").unwrap(), "Sandbox 2");
        fs::write(levels.join("sandbox_2.ron"), "").unwrap();
        assert_eq!(free_name(levels, "Sandbox").unwrap(), "Sandbox 3");
        assert_eq!(free_name(levels, "Sandbox 2").unwrap(), "Sandbox 3");
        assert_eq!(free_name(levels, "17").unwrap(), "Scene 2");
        let long = free_name(levels, &"ä".repeat(limits::NAME)).unwrap();
        assert_eq!(long.chars().count(), limits::NAME);
        for number in 2..=SCENE_NAMES {
            fs::write(levels.join(format!("sandbox_{number}.ron")), "").unwrap();
        }
        let told = free_name(levels, "Sandbox").unwrap_err();
        assert!(told.contains(&format!("Sandbox {SCENE_NAMES}")), "{told}");
        assert!(!levels.join("sandbox.ron").exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_nowhere_is_no_free_name() {
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("../out.ron", folder.path().join("sandbox_2.ron")).unwrap();
        assert_eq!(free_name(folder.path(), "Sandbox").unwrap(), "Sandbox 3");
    }

    const READ: &str = "(\n    name: \"Mine\", // so\n    mode: Free,\n)\n";

    fn own(path: PathBuf) -> Place {
        Place::Own {
            path,
            text: READ.to_owned(),
        }
    }

    fn new(path: PathBuf) -> Place {
        let like = None;
        Place::New { path, like }
    }

    /// The attack: another program adds things and a typo to the file while the scene runs, then the scene is
    /// saved.
    #[test]
    fn an_edit_that_the_scene_has_not_read_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let levels = folder.path().join("levels");
        let place = own(levels.join("mine.ron"));
        write(&levels, &place, READ).unwrap();
        let edited = include_str!("../../tests/data/edited_with_a_typo.ron");
        assert!(edited.matches("new ").count() == 18 && edited.contains("sold:"));
        fs::write(levels.join("mine.ron"), edited).unwrap();
        let refused = write(&levels, &place, "(name: \"Mine\")").unwrap_err();
        assert!(matches!(refused, NotSaved::Changed), "{refused}");
        assert_eq!(fs::read_to_string(levels.join("mine.ron")).unwrap(), edited);
        // A file as it was read is replaced, with or without a byte order mark.
        fs::write(levels.join("mine.ron"), format!("\u{feff}{READ}")).unwrap();
        write(&levels, &place, "(name: \"Mine\")").unwrap();
        let now = fs::read_to_string(levels.join("mine.ron")).unwrap();
        assert_eq!(now, "(name: \"Mine\")");
    }

    #[test]
    fn two_games_that_save_at_once_have_two_files_or_are_told() {
        let folder = tempfile::tempdir().unwrap();
        let levels = folder.path().join("levels");
        let saved = std::thread::scope(|scope| {
            let games: Vec<_> = (0..4)
                .map(|game| {
                    let levels = &levels;
                    scope.spawn(move || {
                        let text = format!("// {game}\n{READ}");
                        // As in the game: if the name is in use, it takes the next one.
                        loop {
                            let name = free_name(levels, "Sandbox").unwrap();
                            let path = levels.join(file_name(&name));
                            let place = new(path.clone());
                            match write(levels, &place, &text) {
                                Ok(()) => return (path, text),
                                Err(why) => assert!(matches!(why, NotSaved::Taken(_)), "{why}"),
                            }
                        }
                    })
                })
                .collect();
            let saved = games.into_iter().map(|game| game.join().unwrap());
            saved.collect::<Vec<_>>()
        });
        for (path, text) in &saved {
            assert_eq!(&fs::read_to_string(path).unwrap(), text);
        }
        assert_eq!(fs::read_dir(&levels).unwrap().count(), saved.len());
    }

    #[test]
    fn comments_stay_in_the_own_file_and_none_of_another_level_is_copied() {
        let level = crate::level::said::<Level>(READ).unwrap();
        let place = own(PathBuf::from("mine.ron"));
        let text = text_at(&place, &level).unwrap();
        assert_eq!(text, READ);
        assert!(losses(&place, &text, &[]).is_empty());
        let lost = losses(&place, "(name: \"Mine\")", &["a wall: so".to_owned()]);
        assert_eq!(lost, ["a wall: so", "a comment is lost"]);
        let place = new(PathBuf::from("new.ron"));
        let text = text_at(&place, &level).unwrap();
        assert!(!text.contains("//"), "{text}");
        assert!(losses(&place, &text, &lost).is_empty());
        let copy = Place::New {
            path: PathBuf::from("copy.ron"),
            like: Some(READ.to_owned()),
        };
        assert_eq!(text_at(&copy, &level).unwrap(), READ);
    }
}
