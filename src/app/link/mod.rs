//! Links: the part of the page's address after `?` or `#`, which opens a level, a moment, a scene or a recording.
//!
//! `?level=jump&seed=7&at=12.5&views=sweeps&why=1` names a moment; a scene or a recording travels compressed in
//! `scene=` or `tape=`, behind `#`, so that no server has to carry it. `dodgem play --link` reads the same text.
//!
//! Links come from strangers: their length, what they unpack to, and their times are bounded; a level is one of the
//! menu, never a path. Names that this program does not know are skipped, because hosts and mailers add theirs.

mod packed;

use std::borrow::Cow;

use crate::app::params::{LINK_LETTERS, LINK_SECONDS, LINK_SHOWN};
use crate::arena::{View, Views};
use crate::game::Difficulty;
use crate::game::tape::{Tape, TapeError};

pub use crate::app::link::packed::NotPacked;

/// A scene or a recording in a link.
#[derive(Debug, Clone, PartialEq)]
pub enum Brought {
    /// The text of a level.
    Scene(String),
    Recording(Box<Tape>),
}

/// The content of a link.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Link {
    /// The name of a level of the menu.
    pub level: Option<String>,
    pub seed: Option<u64>,
    /// The computer's skill; without it, the player's setting.
    pub difficulty: Option<Difficulty>,
    /// The moment, in seconds since the round began, countdown included.
    pub at: f32,
    pub views: Views,
    /// True to explain the last crash up to the moment.
    pub why: bool,
    /// The scene or the recording; it takes the place of the level.
    pub brought: Option<Brought>,
}

/// The reason why a link cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    #[error("the link is longer than {LINK_LETTERS} letters: it was not made by this game")]
    TooLong,
    #[error("the link's {name} is `{found}`, but it must be {expected}")]
    Value {
        name: &'static str,
        /// The start of it, printable.
        found: String,
        expected: &'static str,
    },
    #[error("the {name} in the link cannot be unpacked: {why}")]
    Packed { name: &'static str, why: NotPacked },
    #[error("the recording in the link cannot be read: {0}")]
    Tape(#[from] TapeError),
}

/// The descriptions of values, for messages.
const LEVEL: &str = "the name of a level, such as jump or sandbox/bowling";
const SEED: &str = "a whole number";
const DIFFICULTY: &str = "easy, medium or hard";
const SECONDS: &str = "a number of seconds from 0 to 180, or to 3600 for a recording";
const VIEWS: &str = "names of views such as grid,sweeps";
const WHY: &str = "0 or 1";

impl Link {
    /// Reads a link, or the part of it after the page's address.
    ///
    /// # Errors
    /// [`LinkError`] with a sentence for the player.
    pub fn parse(text: &str) -> Result<Link, LinkError> {
        if text.len() > LINK_LETTERS {
            return Err(LinkError::TooLong);
        }
        let begin = text.find(['?', '#']).map_or(0, |mark| mark + 1);
        let mut link = Link::default();
        let mut seen = Vec::new();
        for pair in text[begin..].trim().split(['&', '?', '#']) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            // The first of a name counts.
            if !seen.contains(&name) {
                seen.push(name);
                link.take(name, &decoded(value))?;
            }
        }
        let most = match link.brought {
            Some(Brought::Recording(_)) => 3600.0,
            _ => LINK_SECONDS,
        };
        if link.at > most {
            return Err(odd("at", &link.at.to_string(), SECONDS));
        }
        Ok(link)
    }

    /// Takes a value.
    fn take(&mut self, name: &str, value: &str) -> Result<(), LinkError> {
        match name {
            "level" if is_level(value) => self.level = Some(value.to_owned()),
            "level" => return Err(odd("level", value, LEVEL)),
            "seed" => {
                let seed = value.parse().map_err(|_| odd("seed", value, SEED))?;
                self.seed = Some(seed);
            }
            "difficulty" => {
                let known = Difficulty::of_word(value);
                self.difficulty = Some(known.ok_or_else(|| odd("difficulty", value, DIFFICULTY))?);
            }
            "at" => {
                let seconds = value.parse().ok().filter(|at| (0.0..=3600.0).contains(at));
                self.at = seconds.ok_or_else(|| odd("at", value, SECONDS))?;
            }
            "views" => {
                let mut names = value.split(',').filter(|name| !name.is_empty());
                if !names.all(|name| self.views.turn_on(name)) {
                    return Err(odd("views", value, VIEWS));
                }
            }
            "why" if value == "0" || value == "1" => self.why = value == "1",
            "why" => return Err(odd("why", value, WHY)),
            "scene" => {
                let scene = String::from_utf8(unpacked("scene", value)?);
                let why = NotPacked::Damaged;
                let scene = scene.map_err(|_| LinkError::Packed { name: "scene", why })?;
                self.brought = Some(Brought::Scene(scene));
            }
            "tape" => {
                let tape = Tape::decode(&unpacked("recording", value)?)?;
                self.brought = Some(Brought::Recording(Box::new(tape)));
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns the link as text behind the page's address, which may be empty.
    ///
    /// # Errors
    /// [`LinkError::TooLong`] if it must travel as a file; [`LinkError::Tape`] if the recording cannot be written.
    pub fn text(&self, address: &str) -> Result<String, LinkError> {
        let mut named = Vec::new();
        named.extend(self.level.as_ref().map(|level| format!("level={level}")));
        named.extend(self.seed.map(|seed| format!("seed={seed}")));
        named.extend((self.difficulty).map(|one| format!("difficulty={}", one.word())));
        if self.at > 0.0 {
            // A step is 1/120 s: four digits name it.
            let at = format!("{:.4}", self.at);
            let at = at.trim_end_matches('0').trim_end_matches('.');
            named.push(format!("at={at}"));
        }
        if !self.views.is_empty() {
            let name = |view: View| match view {
                View::Tree => format!("tree:{}", self.views.tree_level),
                other => other.name().to_owned(),
            };
            let names: Vec<String> = self.views.iter().map(name).collect();
            named.push(format!("views={}", names.join(",")));
        }
        named.extend(self.why.then(|| "why=1".to_owned()));
        let brought = match &self.brought {
            None => String::new(),
            Some(Brought::Scene(text)) => format!("#scene={}", packed::pack(text.as_bytes())),
            Some(Brought::Recording(tape)) => format!("#tape={}", packed::pack(&tape.encode()?)),
        };
        let named = match named.is_empty() {
            true => String::new(),
            false => format!("?{}", named.join("&")),
        };
        let text = format!("{address}{named}{brought}");
        match text.len() > LINK_LETTERS {
            true => Err(LinkError::TooLong),
            false => Ok(text),
        }
    }
}

fn unpacked(name: &'static str, value: &str) -> Result<Vec<u8>, LinkError> {
    packed::unpack(value).map_err(|why| LinkError::Packed { name, why })
}

/// True for a name that levels of the menu may have; a path is none.
pub fn is_level(name: &str) -> bool {
    let word = |part: &str| {
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        (1..=40).contains(&part.len()) && part.chars().all(fits)
    };
    let mut parts = name.split('/');
    parts.by_ref().take(2).all(word) && parts.next().is_none()
}

fn odd(name: &'static str, found: &str, expected: &'static str) -> LinkError {
    let mut start: String = found.chars().take(LINK_SHOWN).collect();
    if start.len() < found.len() {
        start.push('…');
    }
    let found = dodgem_collide::mesh::text::one_line(&start).into_owned();
    LinkError::Value {
        name,
        found,
        expected,
    }
}

/// The value without the escapes (`%2C`) of programs that pass links on.
fn decoded(value: &str) -> Cow<'_, str> {
    if !value.contains('%') {
        return Cow::Borrowed(value);
    }
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.as_bytes();
    while let [first, after @ ..] = rest {
        let digits = after.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        let byte = digits.and_then(|two| u8::from_str_radix(two, 16).ok());
        match (first, byte) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    Cow::Owned(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests;
