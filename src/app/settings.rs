//! What the player prefers, kept in the platform's settings folder.

use std::path::{Path, PathBuf};

use directories::ProjectDirs;
use serde::{Deserialize, Serialize};

use crate::app::files;
use crate::app::input::KeyMap;

/// A larger file than this is no settings file.
const MAX_BYTES: u64 = 256 * 1024;

/// The player's preferences; a file may leave any of them out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// How much crashes shake the camera: 0 not at all, 1 fully.
    pub camera_shake: f32,
    /// Loudness from 0 to 1.
    pub volume: f32,
    /// Start in full screen.
    pub full_screen: bool,
    /// Samples a pixel for smoother edges: 1 is off and fastest.
    pub samples: u8,
    /// Among how many threads the steps of a round are shared; 0 is as many as the machine has.
    pub threads: u8,
    /// Keys by command; the names are those of the commands and keys.
    pub keys: KeyMap,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            camera_shake: 1.0,
            volume: 0.8,
            full_screen: false,
            samples: 1,
            threads: 1,
            keys: KeyMap::default(),
        }
    }
}

/// Settings with what there is to say about reading them.
#[derive(Debug)]
pub struct Loaded {
    pub settings: Settings,
    /// A sentence for the player if the file was broken.
    pub note: Option<String>,
}

/// The game's folders on this platform.
pub fn folders() -> Option<ProjectDirs> {
    crate::level::Library::user_folders()
}

/// Where the settings are kept.
pub fn path() -> Option<PathBuf> {
    folders().map(|folders| folders.config_dir().join("settings.ron"))
}

/// Reads the settings; a missing file is written with the defaults so that it can be edited, and a
/// broken one is set aside. The game starts in every case.
pub fn load(path: &Path) -> Loaded {
    let fine = |settings| Loaded {
        settings,
        note: None,
    };
    match std::fs::metadata(path) {
        Err(_) => {
            let settings = Settings::default();
            // That it cannot be written changes nothing for this run.
            let _ = files::write_whole(path, to_text(&settings).as_bytes());
            fine(settings)
        }
        Ok(data) if data.len() > MAX_BYTES => broken(path, "it is too large"),
        Ok(_) => match std::fs::read_to_string(path) {
            Err(error) => broken(path, &error.to_string()),
            Ok(text) => match parse(&text) {
                Ok(settings) => fine(settings),
                Err(reason) => broken(path, &reason),
            },
        },
    }
}

fn broken(path: &Path, reason: &str) -> Loaded {
    let place = match files::set_aside(path) {
        Some(aside) => format!("kept as {}", aside.display()),
        None => "left as it is".to_owned(),
    };
    let note = format!(
        "{}: {reason}; {place}, default settings are used",
        path.display()
    );
    Loaded {
        settings: Settings::default(),
        note: Some(note),
    }
}

/// Reads settings from RON text; out-of-range numbers are brought into range.
fn parse(text: &str) -> Result<Settings, String> {
    let mut settings: Settings = ron::from_str(text).map_err(|error| error.to_string())?;
    if let Some(name) = settings.keys.unknown_name() {
        return Err(format!("`{name}` is no key"));
    }
    settings.keys.complete();
    let within = |value: f32, default: f32| {
        if value.is_finite() {
            value.clamp(0.0, 1.0)
        } else {
            default
        }
    };
    settings.camera_shake = within(settings.camera_shake, 1.0);
    settings.volume = within(settings.volume, 0.8);
    settings.samples = settings.samples.clamp(1, 8);
    Ok(settings)
}

fn to_text(settings: &Settings) -> String {
    let body = ron::ser::to_string_pretty(settings, ron::ser::PrettyConfig::default());
    format!(
        "// Dodgem's settings. Delete this file to start over.\n{}\n",
        body.unwrap_or_else(|_| "()".to_owned())
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::Command;

    #[test]
    fn a_missing_file_is_written_and_reads_back_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("dodgem/settings.ron");
        assert_eq!(load(&path).settings, Settings::default());
        let again = load(&path);
        assert_eq!((again.settings, again.note), (Settings::default(), None));
    }

    #[test]
    fn a_broken_file_is_set_aside_and_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.ron");
        for text in [
            "(volume: loud)",
            "(keys: {Boost: [\"Hyper\"]})",
            "(colour: 3)",
            "",
        ] {
            std::fs::write(&path, text).unwrap();
            let loaded = load(&path);
            assert_eq!(loaded.settings, Settings::default());
            let note = loaded.note.unwrap();
            assert!(note.contains("settings.ron.broken-"), "{note}");
            assert!(!path.exists());
        }
        let kept = std::fs::read_to_string(folder.path().join("settings.ron.broken-1")).unwrap();
        assert_eq!(kept, "(volume: loud)");
    }

    #[test]
    fn a_file_may_set_one_thing_only() {
        let settings = parse("(volume: 7.5, keys: {Boost: [\"E\"]})").unwrap();
        assert_eq!(settings.volume, 1.0);
        assert_eq!(settings.keys.shown(Command::Boost), "E");
        assert_eq!(settings.keys.shown(Command::Brake), "World");
    }
}
