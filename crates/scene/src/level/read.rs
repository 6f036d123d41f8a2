//! Reads a level from text, and reports all unknown fields at once.
//!
//! The parser stops at the first unknown field and says which fields it expected. The reader then replaces
//! all unexpected fields in every struct of that kind with blanks, so that positions stay valid, and starts
//! again. A level has few kinds of structs, so few passes are needed, however many fields are wrong.

use std::ops::Range;

use ron::error::SpannedError;
use ron::extensions::Extensions;

use crate::level::grammar::in_words;
use crate::level::lines::Lines;
use crate::level::outline::{Key, NodeId, TextOutline};
use crate::level::suggest::{advice, closest};
use crate::params::READ_PASSES;

/// A fault in a text.
#[derive(Debug)]
pub(super) struct Fault<'a> {
    /// Byte position of the fault.
    pub(super) at: usize,
    /// Path of the faulty value.
    pub(super) path: Vec<Key<'a>>,
    /// The fault, and after a semicolon a suggestion.
    pub(super) message: String,
    /// True if the parser stopped at it, so that it may cause or hide others.
    pub(super) ends: bool,
}

/// Reads a level (or the file of a part). Returns all unknown fields, then the first fault that stops the
/// parser. The level is None only if there is a fault.
pub(super) fn read<T: serde::de::DeserializeOwned>(text: &str) -> (Option<T>, Vec<Fault<'_>>) {
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    let first = match options.from_str(text) {
        Ok(level) => return (Some(level), Vec::new()),
        Err(error) => error,
    };
    let mut reader = Reader::new(text);
    let mut known = text.to_owned();
    let mut error = first;
    for _ in 0..READ_PASSES {
        let at = at_token(&known, &error);
        let unknown = reader.take_unknown(&error.code, at);
        if unknown.is_empty() {
            reader.give_up(&error.code, at);
            return (None, reader.faults);
        }
        known = without(known, &unknown);
        match options.from_str(&known) {
            Ok(level) => return (Some(level), reader.faults),
            Err(next) => error = next,
        }
    }
    (None, reader.faults)
}

/// Returns the byte that an error concerns: the parser's position may be before the blanks in front of it.
fn at_token(text: &str, error: &SpannedError) -> usize {
    let place = error.span.start;
    let at = Lines::new(text).byte(place.line, place.col);
    let mut scanner = crate::level::scan::Scanner::new(&text[at..]);
    scanner.skip_blank();
    at + scanner.at()
}

/// Returns the text with blanks in place of the given ranges.
fn without(text: String, ranges: &[Range<usize>]) -> String {
    let mut bytes = text.into_bytes();
    for range in ranges {
        for byte in &mut bytes[range.clone()] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    }
    // The ranges start and end between characters, so the text stays valid.
    String::from_utf8(bytes).unwrap_or_default()
}

/// Returns the suggestion for a field that was renamed.
fn renamed(path: &[Key<'_>]) -> Option<&'static str> {
    match path {
        [Key::Field("obstacles")] => Some(
            "`obstacles` are `things` now; a fixed one has `kind: Fixed`, and `position: (x, z)` with `height: y` is `at: (x, y, z)`",
        ),
        [
            ..,
            Key::Field("things"),
            Key::Index(_),
            Key::Field("position" | "height"),
        ] => {
            Some("a thing has its place as `at: (x, y, z)`, y being the height of its lowest point")
        }
        _ => None,
    }
}

struct Reader<'a> {
    text: &'a str,
    outline: TextOutline<'a>,
    kinds: Vec<usize>,
    faults: Vec<Fault<'a>>,
    /// Fields that unknown fields may be misspellings of, each with the struct.
    meant: Vec<(NodeId, &'static str)>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        let outline = TextOutline::new(text);
        Reader {
            text,
            kinds: outline.kinds(),
            outline,
            faults: Vec::new(),
            meant: Vec::new(),
        }
    }

    /// If the error concerns an unknown field, stores all unknown fields in structs of that kind and returns
    /// their ranges.
    fn take_unknown(&mut self, error: &ron::Error, at: usize) -> Vec<Range<usize>> {
        let ron::Error::NoSuchStructField { expected, .. } = error else {
            return Vec::new();
        };
        let outline = &self.outline;
        let field = outline.around(at).filter(|id| {
            outline
                .name(*id)
                .is_some_and(|name| !expected.contains(&name))
        });
        let Some(holder) = field.and_then(|id| outline.parent(id)) else {
            return Vec::new();
        };
        let kind = self.kinds[holder];
        let mut taken = Vec::new();
        for id in outline.ids() {
            let holder = outline.parent(id);
            let Some(holder) = holder.filter(|holder| self.kinds[*holder] == kind) else {
                continue;
            };
            let Some(name) = outline.name(id).filter(|name| !expected.contains(name)) else {
                continue;
            };
            if let Some(near) = closest(name, expected.iter().copied()) {
                let near = expected.iter().find(|known| **known == near);
                self.meant.extend(near.map(|near| (holder, *near)));
            }
            let path = outline.path(id);
            let message = match renamed(&path) {
                Some(now) => now.to_owned(),
                None => format!("unknown field `{name}`; {}", advice(name, expected)),
            };
            self.faults.push(Fault {
                at: outline.start(id),
                path,
                message,
                ends: false,
            });
            let (field, comma) = outline.extent(id);
            taken.push(field);
            taken.extend(comma.map(|comma| comma..comma + 1));
        }
        taken
    }

    /// Stores the error that stops the parser.
    fn give_up(&mut self, error: &ron::Error, at: usize) {
        let around = self.outline.around(at);
        let path = around.map_or_else(Vec::new, |id| self.outline.path(id));
        let (at, path, message) = match error {
            ron::Error::MissingStructField { field, .. } => {
                // The parser is at the closing bracket of the struct.
                if around.is_some_and(|id| self.meant.contains(&(id, *field))) {
                    return;
                }
                let start = around.map_or(at, |id| self.outline.value_start(id));
                (start, path, format!("the field `{field}` is missing"))
            }
            ron::Error::NoSuchEnumVariant {
                expected, found, ..
            } => {
                let message = format!("unknown name `{found}`; {}", advice(found, expected));
                (at, path, message)
            }
            ron::Error::NoSuchStructField {
                expected, found, ..
            } => {
                let message = format!("unknown field `{found}`; {}", advice(found, expected));
                (at, path, message)
            }
            other => {
                let (at, message) = in_words(other, self.text, at);
                (at, path, message)
            }
        };
        self.faults.push(Fault {
            at,
            path,
            message,
            ends: true,
        });
    }
}
