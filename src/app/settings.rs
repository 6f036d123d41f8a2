//! The player's settings, saved in the platform's settings folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use dodgem_collide::mesh::text;

use crate::app::detail::Detail;
use crate::app::input::{Aids, KeyMap, PadMap};
use crate::app::key_names::KeyNames;
use crate::app::params::{KEEP_SECONDS, PAGE_LETTERS};
use crate::app::parts::Split;
use crate::app::render::looks::Palette;
use crate::app::session::Need;
use crate::app::sound::Volumes;
use crate::app::units::SpeedUnit;
use crate::app::words::{Language, Words};
use crate::game::{Difficulty, Dress};
use crate::level::UserFolders;
use crate::storage::{self, Stored};
use dodgem_scene::params::limits;

/// The largest size of a settings file, in bytes.
const MAX_BYTES: u64 = 256 * 1024;

/// The player's settings; a file may leave out any of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename = "Settings", default, deny_unknown_fields)]
pub struct AppSettings {
    /// Camera shake in crashes: 0 for none, 1 for full.
    pub camera_shake: f32,
    /// The time for which hard hits freeze the picture of their cars: 0 for none, 1 for full.
    #[serde(alias = "hit_stop")]
    pub freeze: f32,
    /// The overall volume from 0 to 1; effects, motors, crowd and music are fractions of it.
    pub volume: f32,
    pub effects: f32,
    pub motors: f32,
    pub crowd: f32,
    pub music: f32,
    /// True to start in full screen.
    pub full_screen: bool,
    /// Samples per pixel for smooth edges: 1 is off and fastest.
    pub samples: u8,
    /// Size of the window in pixels, unless the command line sets it.
    pub window: (u32, u32),
    /// True to synchronise pictures with the screen.
    pub vsync: bool,
    /// The level of detail of pictures.
    pub detail: Detail,
    /// The rendered resolution relative to the window's, per side, on top of the detail: from 0.5 to 1.
    pub resolution: f32,
    /// True to draw shadows, and reflections where the detail includes them.
    pub shadows: bool,
    pub reflections: bool,
    /// The computer's skill.
    pub difficulty: Difficulty,
    /// True if cars of people drive ahead by themselves.
    pub automatic_throttle: bool,
    /// True if boost and brake stay on from one press to the next.
    pub press_once: bool,
    /// The layout of the split screen.
    pub split: Split,
    /// The unit of displayed speeds.
    pub speeds: SpeedUnit,
    /// True to show hints to players who seem not to know a control.
    pub hints: bool,
    /// The number of times that each hint was shown.
    pub hinted: BTreeMap<Need, u8>,
    /// The language of the screens.
    pub language: Language,
    /// The colours of the debug views: `Bright`, or `Clear` for colour-blind viewers.
    pub palette: Palette,
    /// True if films show the legend of the views.
    pub film_legend: bool,
    /// The text size of the panels, from 0.8 to 2.
    pub panel_text: f32,
    /// The text size in a running round, from 0.8 to 2.
    pub round_text: f32,
    /// The interval of backups of an unsaved scene in seconds, from 1 to 3600.
    pub keep_seconds: f32,
    /// The address of a page that serves the game (`./web`), before the links that are copied; empty for none.
    pub page: String,
    /// The look of the players' own cars, by slot.
    pub cars: Vec<Dress>,
    /// The buttons of the players' gamepads, by slot.
    pub pads: Vec<PadMap>,
    /// The keys of each command, by name.
    pub keys: KeyMap,
    /// The number of threads, written by earlier versions. Any value is accepted and ignored.
    #[serde(rename = "threads", skip_serializing)]
    _threads: IgnoredAny,
}

impl Default for AppSettings {
    fn default() -> Self {
        Self {
            camera_shake: 1.0,
            freeze: 1.0,
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
            // A new player starts with easy opponents.
            difficulty: Difficulty::Easy,
            automatic_throttle: false,
            press_once: false,
            split: Split::default(),
            speeds: SpeedUnit::default(),
            hints: true,
            film_legend: false,
            hinted: BTreeMap::new(),
            language: Language::default(),
            palette: Palette::default(),
            panel_text: 1.0,
            round_text: 1.0,
            keep_seconds: KEEP_SECONDS,
            page: String::new(),
            cars: vec![Dress::default(); limits::PLAYERS],
            pads: vec![PadMap::default(); limits::PLAYERS],
            keys: KeyMap::default(),
            _threads: IgnoredAny,
        }
    }
}

impl AppSettings {
    /// Returns the help for driving.
    pub fn aids(&self) -> Aids {
        Aids {
            automatic_throttle: self.automatic_throttle,
            press_once: self.press_once,
        }
    }

    /// Returns the names of the keys in the language of the screens.
    pub fn key_names(&self) -> KeyNames<'_> {
        KeyNames::new(&self.keys, self.words())
    }

    /// Returns the texts of the screens.
    pub fn words(&self) -> &'static Words {
        self.language.words()
    }

    /// Returns the volumes for the sound player.
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

/// Settings with a note about reading them.
#[derive(Debug)]
pub struct Loaded {
    pub settings: AppSettings,
    /// A sentence for the player if the file was broken.
    pub note: Option<String>,
}

/// Returns the game's folders on this platform.
pub fn folders() -> Option<UserFolders> {
    crate::level::Library::user_folders()
}

/// Returns the path of the settings file.
pub fn path() -> Option<PathBuf> {
    folders().map(|folders| folders.config_dir().join("settings.ron"))
}

/// Reads the settings. A missing file is written with the defaults so that it can be edited; a broken file is
/// set aside. The game starts in every case.
pub fn load(path: &Path) -> Loaded {
    if let Some(folder) = path.parent() {
        // If it cannot be created, the game runs without it.
        let _ = std::fs::create_dir_all(folder);
    }
    // Without the lock, the file is only read, because another game may be changing it.
    let lock = storage::lock(path);
    if lock.is_ok() {
        storage::remove_leftovers(path);
    }
    let (reason, may_move) = match storage::read(path, MAX_BYTES) {
        Ok(Stored::Missing) => {
            let settings = AppSettings::default();
            if lock.is_ok() {
                // A failure to write does not affect this run.
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

/// Saves the settings.
///
/// # Errors
/// A sentence with the reason.
pub fn keep(settings: &AppSettings) -> Result<(), String> {
    let path = path().ok_or("there is no folder for them")?;
    let _lock = storage::lock(&path).map_err(|error| error.to_string())?;
    storage::write_own(&path, to_text(settings).as_bytes()).map_err(|error| error.to_string())
}

/// True if links can begin with this address.
pub fn is_page(address: &str) -> bool {
    let web = address.starts_with("https://") || address.starts_with("http://");
    let odd = |letter: char| !letter.is_ascii_graphic() || "?#".contains(letter);
    web && address.len() <= PAGE_LETTERS && !address.contains(odd)
}

fn decode_and_parse(bytes: &[u8]) -> Result<AppSettings, String> {
    let text =
        text::decode(bytes).map_err(|error| format!("{}:{}: {error}", error.line, error.column))?;
    parse(text)
}

/// Parses settings from RON; numbers out of range are clamped.
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
    settings.freeze = within(settings.freeze, 1.0);
    settings.volume = within(settings.volume, 0.8);
    settings.effects = within(settings.effects, 1.0);
    settings.motors = within(settings.motors, 1.0);
    settings.crowd = within(settings.crowd, 0.8);
    settings.music = within(settings.music, 0.6);
    for text in [&mut settings.panel_text, &mut settings.round_text] {
        *text = match text.is_finite() {
            true => text.clamp(0.8, 2.0),
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
    if !is_page(&settings.page) {
        settings.page.clear();
    }
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
    fn a_file_with_the_former_name_of_freeze_is_read_and_written_with_the_present_one() {
        let settings = parse("(hit_stop: 0.25)").unwrap();
        assert_eq!(settings.freeze, 0.25);
        assert!(to_text(&settings).contains("freeze: 0.25"));
    }

    #[test]
    fn a_file_may_set_one_thing_only() {
        let settings = parse("(volume: 7.5, keys: {Boost: [\"E\"]})").unwrap();
        assert_eq!(settings.volume, 1.0);
        assert_eq!(settings.key_names().shown(Command::Boost), "E");
        assert_eq!(
            settings.key_names().shown(Command::Brake),
            "Space or right Ctrl"
        );
    }

    /// With any content the game starts with numbers in range, and the file's bytes are kept.
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
