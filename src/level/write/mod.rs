//! A level as the text that a person would have written: what has its default is left out, each thing stands
//! in a line of its own.
//!
//! There is no second description of the format: serde says what there is, the defaults are those that an
//! almost empty level gets when it is read, and [`TextOutline`] tells what stands where.

mod patch;

use ron::extensions::Extensions;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::level::Level;
use crate::level::outline::{NodeId, TextOutline};

pub use crate::level::write::patch::{lost_comments, rewritten};

/// A level in which only what has to be given is given, in each list one element.
const LEAST: &str = r#"(
    name: "",
    materials: [(name: "")],
    cars: [(position: (0.0, 0.0), driver: Player)],
)"#;

/// How far fields and elements of lists are indented.
const FIELD: &str = "    ";
const ELEMENT: &str = "        ";

/// A level as a person would have written it. Parts with files of their own are left to these.
///
/// # Errors
/// If it cannot be said in RON.
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

/// All that serde says of a level, without a blank.
fn plain(level: &Level) -> Result<String, ron::Error> {
    let mut level = level.clone();
    level.parts.retain(|part| !part.from_file);
    options().to_string(&level)
}

/// A part of a level as short as it can be said.
pub(crate) fn say<T: Serialize>(value: &T) -> Result<String, ron::Error> {
    options().to_string(value)
}

/// What was said.
pub(crate) fn said<T: DeserializeOwned>(text: &str) -> Result<T, ron::Error> {
    options().from_str(text).map_err(|error| error.code)
}

fn options() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// What is left out.
struct Style {
    /// All fields of the least level, with their defaults.
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

/// Writes the values of a level's plain text.
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

    /// The level's own fields.
    fn fields(&self) -> impl Iterator<Item = NodeId> {
        root(self.outline)
            .into_iter()
            .flat_map(|root| self.outline.children(root).iter().copied())
    }

    /// The value of one of the level's own fields; none if it is left out.
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

    /// The elements of one of the level's own lists.
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

    /// A value in one line, without those of its fields that are as by default and need not be given.
    fn value(&self, id: NodeId, default: Option<NodeId>, given: Option<NodeId>) -> String {
        let outline = self.outline;
        let text = outline.value_text(id);
        let Some(open) = text.find(['(', '[']).filter(|_| !text.starts_with('"')) else {
            return text.to_owned();
        };
        let label = outline.label(id);
        // Only structs have defaults for their fields, variants have none.
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

/// The level itself.
fn root(outline: &TextOutline<'_>) -> Option<NodeId> {
    outline.ids().next()
}

/// A field by its name.
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
