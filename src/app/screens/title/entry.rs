//! The levels of the list: read from their files, and again when these change.

use crate::app::screens::overlay::in_a_line;
use crate::app::watch::Stamp;
use crate::level::{self, Level, LevelEntry, LevelError, Library, Mode};

/// A level of the list.
#[derive(Debug, Clone)]
pub struct TitleEntry {
    pub source: String,
    /// Whether it is one of the user's own.
    pub yours: bool,
    /// What its file was like when it was read.
    stamp: Option<Stamp>,
    pub name: String,
    /// What it is like, or what is wrong with it.
    pub about: Result<String, String>,
    /// Cars, people that can drive, seconds.
    pub numbers: String,
    /// The level, if it can be played.
    pub level: Option<Box<Level>>,
    /// That of the level.
    pub fingerprint: String,
}

impl TitleEntry {
    /// What would count in a round of it.
    pub fn mode(&self, wanted: Option<Mode>) -> Mode {
        let Some(level) = &self.level else {
            return Mode::default();
        };
        let wanted = wanted.filter(|mode| level.plays(*mode));
        wanted.unwrap_or(level.mode)
    }
}

/// The levels to choose from; those that are as `known` are not read again.
pub fn read_levels(library: &Library, known: &[TitleEntry]) -> Vec<TitleEntry> {
    let read = |found: LevelEntry| {
        let stamp = Stamp::of_level(library, &found.source);
        let same = |entry: &&TitleEntry| entry.source == found.source && entry.stamp == stamp;
        match known.iter().find(same) {
            Some(entry) => entry.clone(),
            None => read_level(library, found, stamp),
        }
    };
    library.levels().into_iter().map(read).collect()
}

fn read_level(library: &Library, found: LevelEntry, stamp: Option<Stamp>) -> TitleEntry {
    let LevelEntry { source, yours } = found;
    let (name, about, numbers, level) = match level::load(library, &source) {
        Ok(mut level) => {
            let numbers = format!(
                "{} cars  ·  {} s  ·  up to {} at this screen",
                level.cars.len(),
                level.duration,
                level.player_slots().max(1)
            );
            let name = level.name.clone();
            let description = std::mem::take(&mut level.description);
            (name, Ok(description), numbers, Some(Box::new(level)))
        }
        Err(error) => {
            let file = std::path::Path::new(&source).file_stem();
            let name = file.map(|name| name.to_string_lossy().into_owned());
            let numbers = "cannot be played".to_owned();
            (
                name.unwrap_or_default(),
                Err(in_short(&error)),
                numbers,
                None,
            )
        }
    };
    TitleEntry {
        source,
        yours,
        stamp,
        name,
        about,
        numbers,
        fingerprint: level
            .as_ref()
            .map_or_else(String::new, |level| level.fingerprint()),
        level,
    }
}

/// The first problem of a level, and how many more there are.
pub fn in_short(error: &LevelError) -> String {
    let first = error.problems().first();
    let first = first.map(in_a_line).unwrap_or_default();
    match error.problems().len() + error.more() {
        0 | 1 => first,
        count => format!("{first}\nand {} more", count - 1),
    }
}

/// As many of a text's sentences as fit; all of it if not even the first one does.
pub fn whole_sentences(text: &str, fits: impl Fn(&str) -> bool) -> &str {
    let ends = text.match_indices(". ").map(|(at, _)| at + 1);
    let parts = ends.chain([text.len()]).map(|end| &text[..end]);
    let fitting = parts.take_while(|part| fits(part));
    fitting.last().unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::whole_sentences;

    #[test]
    fn a_description_without_room_ends_with_a_sentence() {
        let text = "One. Two two. Three three three.";
        let within = |room: usize| whole_sentences(text, |part| part.len() <= room);
        assert_eq!(within(40), text);
        assert_eq!(within(20), "One. Two two.");
        assert_eq!(within(5), "One.");
        assert_eq!(within(2), text, "it is cut, and says so");
    }
}
