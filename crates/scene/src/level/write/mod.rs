//! Writes a level as a person would: default values are omitted, and each thing has its own line.
//!
//! The format is not described again here: serde gives all fields, the defaults are those of an almost empty
//! level after reading, and [`TextOutline`] gives the positions.

mod patch;

use ron::extensions::Extensions;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::level::Level;
use crate::level::outline::{NodeId, TextOutline};

pub use crate::level::write::patch::{lost_comments, rewritten};

/// A level with only the required fields, and one element in each list with required fields.
const LEAST: &str = r#"(
    name: "",
    materials: [(name: "")],
    cars: [(position: (0.0, 0.0), driver: Player)],
)"#;

/// Indentation of fields and of list elements.
const FIELD: &str = "    ";
const ELEMENT: &str = "        ";

/// Writes a level as a person would. Parts from their own files are left out.
///
/// # Errors
/// [`ron::Error`] if it cannot be written as RON.
pub fn written(level: &Level) -> Result<String, ron::Error> {
    let style = Style::new()?;
    let plain = plain(level)?;
    let outline = TextOutline::new(&plain);
    let writer = Writer::new(&style, &outline);
    let mut text = "(\n".to_owned();
    for id in writer.fields() {
        if let Some(value) = writer.field(id) {
            let name = outline.name(id).unwrap_or_default();
            text += &format!("{FIELD}{name}: {value},\n");
        }
    }
    Ok(text + ")\n")
}

/// Returns all fields that serde writes for a level, without blanks.
fn plain(level: &Level) -> Result<String, ron::Error> {
    let mut level = level.clone();
    level.parts.retain(|part| !part.from_file);
    options().to_string(&level)
}

/// Writes an item of a level as compact RON.
pub fn say<T: Serialize>(value: &T) -> Result<String, ron::Error> {
    options().to_string(value)
}

/// Reads an item of a level.
pub fn said<T: DeserializeOwned>(text: &str) -> Result<T, ron::Error> {
    options().from_str(text).map_err(|error| error.code)
}

fn options() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// The values to omit.
struct Style {
    /// All fields of the minimal level, with their defaults.
    defaults: String,
}

impl Style {
    fn new() -> Result<Style, ron::Error> {
        let least: Level = options().from_str(LEAST).map_err(|error| error.code)?;
        Ok(Style {
            defaults: plain(&least)?,
        })
    }
}

/// Writes the values of a level from its plain text.
struct Writer<'a> {
    outline: &'a TextOutline<'a>,
    defaults: TextOutline<'a>,
    least: TextOutline<'a>,
}

impl<'a> Writer<'a> {
    fn new(style: &'a Style, outline: &'a TextOutline<'a>) -> Self {
        Writer {
            outline,
            defaults: TextOutline::new(&style.defaults),
            least: TextOutline::new(LEAST),
        }
    }

    /// Returns the level's own fields.
    fn fields(&self) -> impl Iterator<Item = NodeId> {
        root(self.outline)
            .into_iter()
            .flat_map(|root| self.outline.children(root).iter().copied())
    }

    /// Returns the value of one of the level's own fields; None if it is omitted.
    fn field(&self, id: NodeId) -> Option<String> {
        let name = self.outline.name(id)?;
        let default = child(&self.defaults, root(&self.defaults), name);
        let given = child(&self.least, root(&self.least), name);
        if given.is_none() && default.is_some_and(|own| self.is_same(id, own)) {
            return None;
        }
        if !self.is_list(id) {
            return Some(self.value(id, default, given));
        }
        let elements = self.elements(id, name);
        if elements.is_empty() {
            return None;
        }
        let lines = elements.iter().map(|one| format!("{ELEMENT}{one},\n"));
        Some(format!("[\n{}{FIELD}]", lines.collect::<String>()))
    }

    /// Returns the elements of one of the level's own lists.
    fn elements(&self, id: NodeId, name: &str) -> Vec<String> {
        let first = |outline: &TextOutline<'_>| {
            let list = child(outline, root(outline), name)?;
            outline.children(list).first().copied()
        };
        let (default, given) = (first(&self.defaults), first(&self.least));
        let elements = self.outline.children(id).iter();
        elements
            .map(|one| self.value(*one, default, given))
            .collect()
    }

    fn is_list(&self, id: NodeId) -> bool {
        self.outline.value_text(id).starts_with('[')
    }

    fn is_same(&self, id: NodeId, default: NodeId) -> bool {
        self.outline.value_text(id) == self.defaults.value_text(default)
    }

    /// Returns a value in one line, without the optional fields that have their defaults.
    fn value(&self, id: NodeId, default: Option<NodeId>, given: Option<NodeId>) -> String {
        let outline = self.outline;
        let text = outline.value_text(id);
        let Some(open) = text.find(['(', '[']).filter(|_| !text.starts_with('"')) else {
            return text.to_owned();
        };
        let label = outline.label(id);
        // Fields of structs have defaults, those of enum variants do not.
        let default = default.filter(|_| label.is_empty());
        let parts = outline.children(id).iter().filter_map(|part| {
            let Some(name) = outline.name(*part) else {
                return Some(self.value(*part, None, None));
            };
            let own = child(&self.defaults, default, name);
            let must = child(&self.least, given, name);
            if must.is_none() && own.is_some_and(|own| self.is_same(*part, own)) {
                return None;
            }
            Some(format!("{name}: {}", self.value(*part, own, must)))
        });
        let parts: Vec<String> = parts.collect();
        let close = if text[open..].starts_with('[') {
            ']'
        } else {
            ')'
        };
        format!("{}{}{close}", &text[..=open], parts.join(", "))
    }
}

/// Returns the level itself.
fn root(outline: &TextOutline<'_>) -> Option<NodeId> {
    outline.ids().next()
}

/// Returns a field by its name.
fn child(outline: &TextOutline<'_>, of: Option<NodeId>, name: &str) -> Option<NodeId> {
    let mut children = outline.children(of?).iter();
    children
        .find(|id| outline.name(**id) == Some(name))
        .copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Library, parse};

    #[test]
    fn what_is_by_default_is_left_out_and_what_is_not_stands_in_its_line() {
        let library = Library::new(Vec::new());
        let text = r##"(
    name: "Small",
    mode: Free,
    arena: Rectangle(width: 40.0, depth: 12.0),
    ground: (grip: 0.5),
    materials: [
        (name: "brick", density: 1800.0, paint: "#b5533c"),
    ],
    cars: [
        (position: (0.0, 0.0), driver: Computer(Chaser)),
    ],
    things: [
        (name: "box \"one\" (a", solid: Box(width: 1.0, height: 1.0, length: 0.25), at: (3.0, 0.0, -2.5), motion: Spin(axis: (0.0, 1.0, 0.0), speed: 90.0)),
        (solid: Hull(points: [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)]), copies: Row(count: 3, along: X)),
    ],
)
"##;
        let level: Level = options().from_str(text).unwrap();
        let small = "(name: \"Empty\")";
        let empty = parse(&library, "empty", small).unwrap();
        assert_eq!(written(&empty).unwrap(), "(\n    name: \"Empty\",\n)\n");
        assert_eq!(written(&level).unwrap(), text);
    }

    #[test]
    fn every_level_says_the_same_when_it_is_written_and_read_again() {
        let library = Library::new(Vec::new());
        let entries = library.levels();
        assert!(entries.len() > 20);
        for entry in entries {
            let (path, text) = library.read_level(&entry.source).unwrap();
            let level = parse(&library, &path, &text).unwrap();
            let again = written(&level).unwrap();
            let read = parse(&library, &path, &again).unwrap_or_else(|e| panic!("{again}\n{e}"));
            assert_eq!(read, level, "{path}");
            assert_eq!(written(&read).unwrap(), again);
            assert_eq!(rewritten(&level, &text).unwrap(), text, "{path}");
        }
    }
}
