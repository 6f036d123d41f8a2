//! Loads and checks levels.

use crate::level::check::{Finding, check, first_fault};
use crate::level::lines::Lines;
use crate::level::outline::{Key, ShownPath, TextOutline};
use crate::level::read::{Fault, read};
use crate::level::{
    Clip, JointSpec, Level, LevelError, Library, Mode, PartSpec, PlacedArena, Problem, ThingSpec,
};
use crate::params::limits;

/// Reads a level by name (`classic`) or path (`my/own.ron`), and checks all of it.
///
/// # Errors
/// [`LevelError`] with all faults; for a missing level, with the names of the others.
pub fn load(library: &Library, name_or_path: &str) -> Result<Level, LevelError> {
    open(library, name_or_path).map(|(placed, _)| placed.into_level())
}

/// Reads a level like [`load`]. Returns its arena and its text.
///
/// # Errors
/// As in [`load`].
pub fn open(library: &Library, name_or_path: &str) -> Result<(PlacedArena, String), LevelError> {
    let (path, text) = library.read_level(name_or_path).map_err(|error| {
        let problem = Problem::of_file(&error.path, error.place, error.message);
        LevelError::new(problem, [])
    })?;
    Ok((open_text(library, &path, &text)?, text))
}

/// Reads a level from text and checks all of it; `path` is for the messages.
///
/// # Errors
/// [`LevelError`] with all faults.
pub fn parse(library: &Library, path: &str, text: &str) -> Result<Level, LevelError> {
    open_text(library, path, text).map(PlacedArena::into_level)
}

/// Reads a level from text like [`parse`]. Returns its arena.
///
/// # Errors
/// As in [`parse`].
pub fn open_text(library: &Library, path: &str, text: &str) -> Result<PlacedArena, LevelError> {
    let (mut level, mut faults) = read::<Level>(text);
    if let Some(level) = &mut level {
        let own = level.parts.len();
        let files = add_parts(level, library)?;
        let found = match check(level, library, &faults) {
            Ok(placed) => return Ok(placed),
            Err(found) => found.into_iter(),
        };
        let (findings, of_files): (Vec<_>, Vec<_>) =
            found.partition(|finding| part_of(finding).is_none_or(|part| part < own));
        // A fault in the file of a part is reported there, before its consequences here.
        if let Some(part) = of_files.first().and_then(part_of) {
            let file = &files[part - own];
            let inner = of_files
                .into_iter()
                .filter(|one| part_of(one) == Some(part));
            let inner: Vec<Finding> = inner.map(within_part).collect();
            return Err(told(located(inner, &file.text), &file.path, &file.text));
        }
        faults.extend(located(findings, text));
    }
    Err(told(faults, path, text))
}

/// Reads a clip from text: things as in the list of a level, the lists `things` and `joints`, or a whole level,
/// of which only these two are taken. Where it is added checks the things.
///
/// # Errors
/// [`LevelError`] with the faults of the text, as those of a level.
pub fn read_clip(text: &str) -> Result<Clip, LevelError> {
    let begin = text.trim_start();
    // The first line stays the first, so that the messages have the lines of the text.
    let whole = match begin.starts_with('(') {
        true if begin.contains("things:") => text.to_owned(),
        true => format!("(name: \"\", things: [{text}\n])"),
        false => format!("(name: \"\", {text}\n)"),
    };
    let (level, faults) = read::<Level>(&whole);
    match level.filter(|_| faults.is_empty()) {
        Some(level) => Ok(Clip {
            things: level.things,
            joints: level.joints,
        }),
        None => Err(told(faults, "pasted text", &whole)),
    }
}

impl Library {
    /// Returns a part from the folder of parts, first, and those that it uses.
    ///
    /// # Errors
    /// [`LevelError`] with the faults of the files.
    pub fn part(&self, name: &str) -> Result<Vec<PartSpec>, LevelError> {
        let problem = |message: String| {
            LevelError::new(Problem::of_file(&format!("part {name}"), None, message), [])
        };
        let text = "(name: \"part\", mode: Free)";
        let (level, _) = read::<Level>(text);
        let mut level = level.ok_or_else(|| problem("it cannot be read".to_owned()))?;
        level.things.push(ThingSpec {
            part: name.to_owned(),
            ..ThingSpec::default()
        });
        add_parts(&mut level, self)?;
        match first_fault(&level, self) {
            Some(fault) => Err(problem(fault)),
            None => Ok(level.parts),
        }
    }
}

/// Returns name and mode of a level's text for a list, without checks; `None` if the text is invalid.
pub fn name_and_mode(text: &str) -> Option<(String, Mode)> {
    let (level, faults) = read::<Level>(text);
    let level = level.filter(|_| faults.is_empty())?;
    let shown = level.name.chars().filter(|letter| !letter.is_control());
    Some((shown.take(limits::NAME).collect(), level.own_mode()))
}

/// The file of a part.
struct PartFile {
    path: String,
    text: String,
}

/// Content of a part's file.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct PartText {
    #[serde(default)]
    things: Vec<ThingSpec>,
    #[serde(default)]
    joints: Vec<JointSpec>,
}

/// Adds the parts that the level uses but does not define, from the folder of parts. The check reports those
/// that do not exist.
///
/// # Errors
/// [`LevelError`] if a file cannot be read.
fn add_parts(level: &mut Level, library: &Library) -> Result<Vec<PartFile>, LevelError> {
    let (mut files, mut absent) = (Vec::new(), Vec::new());
    while let Some(name) = missing_part(level, &absent) {
        // A path is not a valid name of a part.
        let is_name = name
            .chars()
            .all(|c| c.is_alphanumeric() || "_- ".contains(c));
        let (path, text) = match library.read_part(&name) {
            Ok(found) => found,
            Err(error) if error.is_missing() || !is_name => {
                absent.push(name);
                continue;
            }
            Err(error) => {
                let problem = Problem::of_file(&error.path, error.place, error.message);
                return Err(LevelError::new(problem, []));
            }
        };
        let (part, faults) = read::<PartText>(&text);
        let Some(part) = part.filter(|_| faults.is_empty()) else {
            return Err(told(faults, &path, &text));
        };
        level.parts.push(PartSpec {
            name,
            things: part.things,
            joints: part.joints,
            from_file: true,
        });
        files.push(PartFile { path, text });
    }
    Ok(files)
}

/// Returns a part that is used but not defined, as long as the limit allows more.
fn missing_part(level: &Level, absent: &[String]) -> Option<String> {
    if level.parts.len() + absent.len() >= limits::LIST {
        return None;
    }
    let parts = level.parts.iter().flat_map(|part| &part.things);
    let things = level.things.iter().chain(parts).chain(level.triggered());
    let mut used = things.map(|thing| &thing.part);
    let missing = used.find(|name| {
        !name.is_empty() && !absent.contains(name) && level.part_index(name).is_none()
    });
    missing.cloned()
}

/// Returns the part that a finding concerns.
fn part_of(finding: &Finding) -> Option<usize> {
    match finding.path[..] {
        [Key::Field("parts"), Key::Index(part), ..] => Some(part),
        _ => None,
    }
}

/// Converts a finding about a part into one about its file.
fn within_part(finding: Finding) -> Finding {
    Finding {
        path: finding.path[2..].to_vec(),
        ..finding
    }
}

/// Adds the positions in the text to findings.
fn located(findings: Vec<Finding>, text: &str) -> Vec<Fault<'_>> {
    if findings.is_empty() {
        return Vec::new();
    }
    let outline = TextOutline::new(text);
    let place = |finding: Finding| Fault {
        at: outline.find(&finding.path),
        path: finding.path,
        message: finding.message,
        ends: false,
    };
    findings.into_iter().map(place).collect()
}

/// Converts faults into problems: first the one that ended the reading, then in the order of the file. Only the
/// reported ones get line and column.
fn told(mut faults: Vec<Fault<'_>>, path: &str, text: &str) -> LevelError {
    faults.sort_by_key(|fault| (!fault.ends, fault.at));
    let count = faults.len();
    let lines = Lines::new(text);
    let outline = TextOutline::new(text);
    let value = |fault: &Fault<'_>| {
        let shown = ShownPath(&fault.path).to_string();
        match outline.called(&fault.path) {
            Some(name) => format!("{shown} (\"{name}\")"),
            None => shown,
        }
    };
    let told = faults.into_iter().take(limits::PROBLEMS);
    let told = told.map(|fault| Problem {
        path: path.to_owned(),
        place: Some(lines.place(fault.at)),
        value: value(&fault),
        message: fault.message,
        excerpt: Some(lines.excerpt(fault.at)),
    });
    LevelError::counted(told.collect(), count)
}
