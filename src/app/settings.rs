//! What the player prefers, kept in the platform's settings folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use directories::ProjectDirs;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use dodgem_collide::mesh::text;

use crate::app::detail::Detail;
use crate::app::input::{KeyMap, PadMap};
use crate::app::params::KEEP_SECONDS;
use crate::app::parts::Split;
use crate::app::render::looks::Palette;
use crate::app::session::Need;
use crate::app::sound::Volumes;
use crate::app::units::SpeedUnit;
use crate::game::{Difficulty, Dress};
use crate::level::limits;
use crate::storage::{self, Stored};

/// A larger file than this is no settings file.
const MAX_BYTES: u64 = 256 * 1024;

/// The player's preferences; a file may leave any of them out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename = "Settings", default, deny_unknown_fields)]
pub struct AppSettings {
    /// How much crashes shake the camera: 0 not at all, 1 fully.
    pub camera_shake: f32,
    /// How long hard hits hold the picture of their cars: 0 not at all, 1 fully.
    pub hit_stop: f32,
    /// Loudness of all, from 0 to 1; and of effects, motors, spectators and music as shares of it.
    pub volume: f32,
    pub effects: f32,
    pub motors: f32,
    pub crowd: f32,
    pub music: f32,
    /// Start in full screen.
    pub full_screen: bool,
    /// Samples a pixel for smoother edges: 1 is off and fastest.
    pub samples: u8,
    /// Size of the window in pixels, where the call says none.
    pub window: (u32, u32),
    /// Pictures wait for the screen.
    pub vsync: bool,
    /// How much of a picture is drawn.
    pub detail: Detail,
    /// Points drawn for a point of the window, each way, on top of the detail: from .5 to 1.
    pub resolution: f32,
    /// Whether there are shadows, and reflections where the detail has them.
    pub shadows: bool,
    pub reflections: bool,
    /// How well the computer drives.
    pub difficulty: Difficulty,
    /// How the picture is shared where several people play.
    pub split: Split,
    /// In which unit speeds are shown.
    pub speeds: SpeedUnit,
    /// Whether players are told what they seem not to know.
    pub hints: bool,
    /// How often they were.
    pub hinted: BTreeMap<Need, u8>,
    /// The colours of the debug views: `Bright`, or `Clear` for eyes that tell fewer colours apart.
    pub palette: Palette,
    /// How large the text of the panels is: from .8 to 1.5.
    pub panel_text: f32,
    /// How large the letters of a running round are: from .8 to 1.5.
    pub round_text: f32,
    /// An unsaved scene is kept by itself every so many seconds: from 1 to 3600.
    pub keep_seconds: f32,
    /// The own cars of the players, by their slots.
    pub cars: Vec<Dress>,
    /// The buttons of the players' gamepads, by their slots.
    pub pads: Vec<PadMap>,
    /// Keys by command; the names are those of the commands and keys.
    pub keys: KeyMap,
    /// Among how many threads steps were shared: earlier versions wrote it, so it is read, with any
    /// value, but it means nothing any more.
    #[serde(rename = "threads", skip_serializing)]
    _threads: IgnoredAny,
}

impl Default for AppSettings {
    fn default() -> Self {
        Self {
            camera_shake: 1.0,
            hit_stop: 1.0,
            volume: 0.8,
            effects: 1.0,
            motors: 1.0,
            crowd: 0.8,
            music: 0.6,
            full_screen: false,
            samples: 1,
            window: (1280, 720),
            vsync: true,
            detail: Detail::default(),
            resolution: 1.0,
            shadows: true,
            reflections: true,
            // Who is new meets the easy ones.
            difficulty: Difficulty::Easy,
            split: Split::default(),
            speeds: SpeedUnit::default(),
            hints: true,
            hinted: BTreeMap::new(),
            palette: Palette::default(),
            panel_text: 1.0,
            round_text: 1.0,
            keep_seconds: KEEP_SECONDS,
            cars: vec![Dress::default(); limits::PLAYERS],
            pads: vec![PadMap::default(); limits::PLAYERS],
            keys: KeyMap::default(),
            _threads: IgnoredAny,
        }
    }
}

impl AppSettings {
    /// How loud all is.
    pub fn volumes(&self) -> Volumes {
        Volumes {
            all: self.volume,
            effects: self.effects,
            motors: self.motors,
            crowd: self.crowd,
            music: self.music,
        }
    }
}

/// Settings with what there is to say about reading them.
#[derive(Debug)]
pub struct Loaded {
    pub settings: AppSettings,
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
    if let Some(folder) = path.parent() {
        // If it cannot be made, the game plays without.
        let _ = std::fs::create_dir_all(folder);
    }
    // Without the lock, a file is only read: another game may be changing it.
    let lock = storage::lock(path);
    if lock.is_ok() {
        storage::remove_leftovers(path);
    }
    let (reason, may_move) = match storage::read(path, MAX_BYTES) {
        Ok(Stored::Missing) => {
            let settings = AppSettings::default();
            if lock.is_ok() {
                // That it cannot be written changes nothing for this run.
                let _ = storage::write_own(path, to_text(&settings).as_bytes());
            }
            return Loaded {
                settings,
                note: None,
            };
        }
        Ok(Stored::Bytes(bytes)) => match decode_and_parse(&bytes) {
            Ok(settings) => {
                return Loaded {
                    settings,
                    note: None,
                };
            }
            Err(reason) => (reason, lock.is_ok()),
        },
        Ok(Stored::TooLarge) => ("it is too large".to_owned(), lock.is_ok()),
        Err(error) => (error.to_string(), false),
    };
    let aside = may_move.then(|| storage::set_aside(path).ok()).flatten();
    let place = match aside {
        Some(aside) => format!("kept as {}", aside.display()),
        None => "left as it is".to_owned(),
    };
    let path = path.display();
    Loaded {
        settings: AppSettings::default(),
        note: Some(format!(
            "{path}: {reason}; {place}, default settings are used"
        )),
    }
}

/// Keeps the settings for the next time.
///
/// # Errors
/// Why they cannot be written.
pub fn keep(settings: &AppSettings) -> Result<(), String> {
    let path = path().ok_or("there is no folder for them")?;
    let _lock = storage::lock(&path).map_err(|error| error.to_string())?;
    storage::write_own(&path, to_text(settings).as_bytes()).map_err(|error| error.to_string())
}

fn decode_and_parse(bytes: &[u8]) -> Result<AppSettings, String> {
    let text =
        text::decode(bytes).map_err(|error| format!("{}:{}: {error}", error.line, error.column))?;
    parse(text)
}

/// Reads settings from RON text; out-of-range numbers are brought into range.
fn parse(text: &str) -> Result<AppSettings, String> {
    let mut settings: AppSettings = ron::from_str(text).map_err(|error| error.to_string())?;
    if let Some(name) = settings.keys.unknown_name() {
        return Err(format!("`{name}` is no key"));
    }
    settings.keys.complete();
    settings.pads.resize(limits::PLAYERS, PadMap::default());
    settings.pads.iter_mut().for_each(PadMap::complete);
    let within = |value: f32, default: f32| {
        if value.is_finite() {
            value.clamp(0.0, 1.0)
        } else {
            default
        }
    };
    settings.camera_shake = within(settings.camera_shake, 1.0);
    settings.hit_stop = within(settings.hit_stop, 1.0);
    settings.volume = within(settings.volume, 0.8);
    settings.effects = within(settings.effects, 1.0);
    settings.motors = within(settings.motors, 1.0);
    settings.crowd = within(settings.crowd, 0.8);
    settings.music = within(settings.music, 0.6);
    for text in [&mut settings.panel_text, &mut settings.round_text] {
        *text = match text.is_finite() {
            true => text.clamp(0.8, 1.5),
            false => 1.0,
        };
    }
    settings.resolution = match settings.resolution.is_finite() {
        true => settings.resolution.clamp(0.5, 1.0),
        false => 1.0,
    };
    settings.keep_seconds = match settings.keep_seconds.is_finite() {
        true => settings.keep_seconds.clamp(1.0, 3600.0),
        false => KEEP_SECONDS,
    };
    let (wide, high) = settings.window;
    settings.window = (wide.clamp(640, 7680), high.clamp(360, 4320));
    settings.samples = settings.samples.clamp(1, 8);
    let cars = std::mem::take(&mut settings.cars).into_iter();
    settings.cars = cars.map(Dress::within_bounds).collect();
    settings.cars.resize(limits::PLAYERS, Dress::default());
    Ok(settings)
}

fn to_text(settings: &AppSettings) -> String {
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
        assert_eq!(load(&path).settings, AppSettings::default());
        let again = load(&path);
        assert_eq!((again.settings, again.note), (AppSettings::default(), None));
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
            assert_eq!(loaded.settings, AppSettings::default());
            let note = loaded.note.unwrap();
            assert!(note.contains("settings.ron.broken-"), "{note}");
            assert!(!path.exists());
        }
        let kept = std::fs::read_to_string(folder.path().join("settings.ron.broken-1")).unwrap();
        assert_eq!(kept, "(volume: loud)");
    }

    #[test]
    fn a_file_of_before_that_names_threads_is_read_and_written_without_them() {
        for threads in ["0", "2", "64", "-1", "\"all\"", "[1, 2]"] {
            let settings = parse(&format!("(volume: 0.5, threads: {threads}, samples: 4)"));
            let expected = AppSettings {
                volume: 0.5,
                samples: 4,
                ..AppSettings::default()
            };
            assert_eq!(settings.as_ref(), Ok(&expected), "{threads}");
            assert!(!to_text(&expected).contains("threads"));
        }
        assert!(parse("(threads: )").is_err());
    }

    #[test]
    fn a_file_may_set_one_thing_only() {
        let settings = parse("(volume: 7.5, keys: {Boost: [\"E\"]})").unwrap();
        assert_eq!(settings.volume, 1.0);
        assert_eq!(settings.keys.shown(Command::Boost), "E");
        assert_eq!(settings.keys.shown(Command::Brake), "Space or right Ctrl");
    }

    /// Any content starts the game, with numbers in range, and is kept to the last byte.
    fn files_of_any_content(cases: u32, seed: u64) {
        use rand::RngExt;
        let mut random = rand_pcg::Pcg32::new(seed, 7);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.ron");
        let sound = to_text(&AppSettings::default()).into_bytes();
        let words: [&[u8]; 10] = [
            b"NaN", b"-1", b"1e39", b"300", b"[", b")", b"\"", b"\xff", b"/*", b"Hyper",
        ];
        for case in 0..cases {
            let mut content = sound.clone();
            for _ in 0..random.random_range(1..4) {
                let at = random.random_range(0..content.len());
                let end = (at + random.random_range(0..9_usize)).min(content.len());
                let word = words[random.random_range(0..words.len())];
                content.splice(at..end, word.iter().copied());
            }
            std::fs::write(&path, &content).unwrap();
            let begin = std::time::Instant::now();
            let Loaded { settings, note } = load(&path);
            assert!(begin.elapsed().as_secs() < 5, "case {case}");
            assert!((0.0..=1.0).contains(&settings.volume), "case {case}");
            assert!((0.0..=1.0).contains(&settings.camera_shake), "case {case}");
            assert!((1..=8).contains(&settings.samples), "case {case}");
            assert!(
                (1.0..=3600.0).contains(&settings.keep_seconds),
                "case {case}"
            );
            let aside = folder.path().join("settings.ron.broken-1");
            let kept = if note.is_some() { &aside } else { &path };
            assert_eq!(std::fs::read(kept).unwrap(), content, "case {case}");
            std::fs::remove_file(kept).unwrap();
        }
    }

    #[test]
    fn no_content_of_the_settings_makes_trouble() {
        files_of_any_content(1_000, 1);
    }

    /// `cargo test --release --lib settings -- --ignored`
    #[test]
    #[ignore = "a hundred thousand files take minutes"]
    fn a_hundred_thousand_settings_make_no_trouble() {
        files_of_any_content(100_000, 2);
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_in_the_place_of_the_settings_is_left_alone_and_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.ron");
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        if made.is_ok_and(|status| status.success()) {
            let note = load(&path).note.unwrap();
            assert!(note.contains("not a file"), "{note}");
            assert!(path.exists());
        }
    }
}
