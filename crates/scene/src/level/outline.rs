//! Positions of all values in a RON text.
//!
//! The parser reports only the position where it stopped; for a well-formed but invalid value only the path
//! is known, such as `cars[1].mass`. One pass over the text stores the position of every value, so that any
//! number of problems is located in linear time. It skips irrelevant text and checks nothing, which is the
//! parser's work: for text that the parser refuses, it gives positions as far as possible.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use crate::level::scan::Scanner;
use crate::params::OUTLINE_DEPTH;

/// One step of a path to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key<'a> {
    /// A named field of a struct.
    Field(&'a str),
    /// An element of a list or a tuple, from 0.
    Index(usize),
}

/// A path in the form of a message: `cars[1].position[0]`.
pub(super) struct ShownPath<'a>(pub(super) &'a [Key<'a>]);

impl fmt::Display for ShownPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (step, key) in self.0.iter().enumerate() {
            match key {
                Key::Field(name) if step == 0 => f.write_str(name)?,
                Key::Field(name) => write!(f, ".{name}")?,
                Key::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// A value, by its index in the order of the text.
pub(super) type NodeId = usize;

/// The values of a text in order, each before its children.
#[derive(Debug)]
pub(super) struct TextOutline<'a> {
    text: &'a str,
    nodes: Vec<OutlineNode<'a>>,
}

/// A value. Offsets are bytes; the level's size limit keeps them small.
#[derive(Debug)]
struct OutlineNode<'a> {
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    /// Name of the field, if it has one.
    name: Option<&'a str>,
    /// Start of the field's name, or of the value if it has none.
    start: usize,
    /// Start of the value.
    value: usize,
    /// End of the value, exclusive.
    end: usize,
    /// Position of the comma after it.
    comma: Option<usize>,
    /// The identifier before its bracket: the name of a struct or of an enum's variant.
    label: &'a str,
}

impl<'a> TextOutline<'a> {
    /// Scans the text once.
    pub(super) fn new(text: &'a str) -> Self {
        let mut outline = TextOutline {
            text,
            nodes: Vec::new(),
        };
        let mut scanner = Scanner::new(text);
        scanner.skip_attributes();
        let mut open: Vec<NodeId> = Vec::new();
        loop {
            scanner.skip_blank();
            match scanner.peek() {
                None => break,
                Some(',') => {
                    if let Some(last) = open.last().and_then(|id| outline.last_child(*id)) {
                        outline.nodes[last].comma = Some(scanner.at());
                    }
                    scanner.bump();
                }
                Some(')' | ']' | '}') => {
                    scanner.bump();
                    match open.pop() {
                        Some(closed) => outline.nodes[closed].end = scanner.at(),
                        None => break,
                    }
                }
                Some(_) => {
                    let id = outline.begin(&mut scanner, open.last().copied());
                    if open.len() < OUTLINE_DEPTH && matches!(scanner.peek(), Some('(' | '[' | '{'))
                    {
                        scanner.bump();
                        open.push(id);
                    } else {
                        scanner.skip_value();
                        outline.nodes[id].end = scanner.at();
                    }
                }
            }
            if open.is_empty() && !outline.nodes.is_empty() {
                break;
            }
        }
        for id in open {
            outline.nodes[id].end = scanner.at();
        }
        outline
    }

    /// Adds a value up to its bracket, if it has one.
    fn begin(&mut self, scanner: &mut Scanner<'a>, parent: Option<NodeId>) -> NodeId {
        let id = self.nodes.len();
        let start = scanner.at();
        let name = scanner.field_name();
        let value = scanner.at();
        let word = scanner.identifier();
        scanner.skip_blank();
        // Without a bracket it is a number or a plain variant, not the name of a struct.
        let bracket = matches!(scanner.peek(), Some('(' | '[' | '{'));
        let label = if bracket { word } else { "" };
        self.nodes.push(OutlineNode {
            parent,
            children: Vec::new(),
            name,
            start,
            value,
            end: value,
            comma: None,
            label,
        });
        if let Some(parent) = parent {
            self.nodes[parent].children.push(id);
        }
        id
    }

    fn last_child(&self, id: NodeId) -> Option<NodeId> {
        self.nodes[id].children.last().copied()
    }

    /// Returns the start of the value at a path. If the path ends early, because a field is omitted and has
    /// its default, returns the start of the innermost existing value.
    pub(super) fn find(&self, path: &[Key<'_>]) -> usize {
        let Some(mut found) = (!self.nodes.is_empty()).then_some(0) else {
            return self.text.len();
        };
        for key in path {
            match self.step(found, key) {
                Some(next) => found = next,
                None => break,
            }
        }
        self.nodes[found].value
    }

    /// Returns the name that the text gives the innermost element of a list on a path.
    pub(super) fn called(&self, path: &[Key<'_>]) -> Option<&'a str> {
        let mut at = (!self.nodes.is_empty()).then_some(0)?;
        let mut called = None;
        for key in path {
            let Some(next) = self.step(at, key) else {
                break;
            };
            at = next;
            if let Key::Index(_) = key
                && let Some(name) = self.step(at, &Key::Field("name"))
            {
                let text = &self.text[self.value_range(name)];
                let text = text.strip_prefix('"')?.strip_suffix('"')?;
                called = (!text.is_empty()).then_some(text);
            }
        }
        called
    }

    fn step(&self, from: NodeId, key: &Key<'_>) -> Option<NodeId> {
        let children = &self.nodes[from].children;
        let here = match *key {
            Key::Field(name) => children
                .iter()
                .find(|child| self.nodes[**child].name == Some(name)),
            Key::Index(index) => children
                .get(index)
                .filter(|child| self.nodes[**child].name.is_none()),
        };
        match (here, &children[..], key) {
            (Some(here), _, _) => Some(*here),
            // The content of `Some(...)` and similar variants counts as the value itself.
            (None, [only], Key::Field(_)) if self.is_wrapped(*only) => self.step(*only, key),
            _ => None,
        }
    }

    /// True if a value is the only content of another one, as in `Some(value)` or `Computer(value)`.
    fn is_wrapped(&self, id: NodeId) -> bool {
        let node = &self.nodes[id];
        node.name.is_none()
            && node.parent.is_some_and(|parent| {
                let parent = &self.nodes[parent];
                !parent.label.is_empty() && parent.children.len() == 1
            })
    }

    /// Returns the innermost value, with its name, that contains a byte of the text.
    pub(super) fn around(&self, at: usize) -> Option<NodeId> {
        let mut id = self
            .nodes
            .partition_point(|node| node.start <= at)
            .checked_sub(1)?;
        while self.nodes[id].end <= at {
            id = self.nodes[id].parent?;
        }
        Some(id)
    }

    /// Returns the path to a value.
    pub(super) fn path(&self, id: NodeId) -> Vec<Key<'a>> {
        let mut path = Vec::new();
        let mut at = id;
        while let Some(parent) = self.nodes[at].parent {
            match self.nodes[at].name {
                Some(name) => path.push(Key::Field(name)),
                None if self.is_wrapped(at) => {}
                None => {
                    // Ids of children are ascending.
                    let among = self.nodes[parent].children.binary_search(&at);
                    path.push(Key::Index(among.unwrap_or(0)));
                }
            }
            at = parent;
        }
        path.reverse();
        path
    }

    /// Returns the value that contains another.
    pub(super) fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.nodes[id].parent
    }

    /// Returns the start of a value.
    pub(super) fn value_start(&self, id: NodeId) -> usize {
        self.nodes[id].value
    }

    /// Returns the start of a field's name, or of its value if it has none.
    pub(super) fn start(&self, id: NodeId) -> usize {
        self.nodes[id].start
    }

    /// Returns the name of a field.
    pub(super) fn name(&self, id: NodeId) -> Option<&'a str> {
        self.nodes[id].name
    }

    /// Returns the values in it.
    pub(super) fn children(&self, id: NodeId) -> &[NodeId] {
        &self.nodes[id].children
    }

    /// Returns the identifier before its bracket: the name of a struct or of an enum's variant.
    pub(super) fn label(&self, id: NodeId) -> &'a str {
        self.nodes[id].label
    }

    /// Returns the byte range of a value, without its name.
    pub(super) fn value_range(&self, id: NodeId) -> Range<usize> {
        let node = &self.nodes[id];
        node.value..node.end
    }

    /// Returns the text of a value, without its name.
    pub(super) fn value_text(&self, id: NodeId) -> &'a str {
        &self.text[self.value_range(id)]
    }

    /// Returns the byte range of a field with its name, and the comma after it.
    pub(super) fn extent(&self, id: NodeId) -> (Range<usize>, Option<usize>) {
        let node = &self.nodes[id];
        (node.start..node.end, node.comma)
    }

    /// Returns the kind of every value, as a number. Values of one kind have one type: the paths to them
    /// differ only in the indices of elements, and the names before their brackets are equal.
    pub(super) fn kinds(&self) -> Vec<usize> {
        let mut known = HashMap::new();
        let mut kinds: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let above = node.parent.map(|parent| kinds[parent]);
            let next = known.len();
            let kind = *known.entry((above, node.name, node.label)).or_insert(next);
            kinds.push(kind);
        }
        kinds
    }

    /// Returns all values, in the order of the text.
    pub(super) fn ids(&self) -> Range<NodeId> {
        0..self.nodes.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::lines::Lines;

    fn path(keys: &str) -> Vec<Key<'_>> {
        keys.split('.')
            .map(|key| match key.parse() {
                Ok(index) => Key::Index(index),
                Err(_) => Key::Field(key),
            })
            .collect()
    }

    fn locate(text: &str, keys: &str) -> (usize, usize) {
        Lines::new(text).place(TextOutline::new(text).find(&path(keys)))
    }

    const TEXT: &str = r##"#![enable(implicit_some)]
// A comment with "quotes" and (brackets.
Level(
    name: "a, \"b\" (c", /* mass: 1 /* nested */ */
    raw: r#"x, " )"#,
    letter: ',', other: '\'',
    arena: Round(radius: 4.5),
    cars: [
        (position: (1.0, -2.0), mass: 7),
        Car( // second
            mass: /* here */ 8, größe: 1, position: (3.5,
                -4.0),
            vehicle: Some((grip: 2.0)),
        ),
    ],
)
"##;

    #[test]
    fn finds_fields_elements_and_nested_values() {
        for (keys, place) in [
            ("name", (4, 11)),
            ("raw", (5, 10)),
            ("other", (6, 25)),
            ("arena.radius", (7, 26)),
            ("cars", (8, 11)),
            ("cars.0", (9, 9)),
            ("cars.0.position.1", (9, 26)),
            ("cars.0.mass", (9, 39)),
            ("cars.1", (10, 9)),
            ("cars.1.mass", (11, 30)),
            ("cars.1.position.0", (11, 54)),
            ("cars.1.position.1", (12, 17)),
            ("cars.1.vehicle.grip", (13, 34)),
        ] {
            assert_eq!(locate(TEXT, keys), place, "{keys}");
        }
    }

    #[test]
    fn a_field_that_was_left_out_is_reported_at_what_should_hold_it() {
        assert_eq!(locate(TEXT, "cars.1.heading"), (10, 9));
        assert_eq!(locate(TEXT, "duration"), (3, 1));
        assert_eq!(locate(TEXT, "cars.7.mass"), (8, 11));
    }

    #[test]
    fn the_value_around_a_byte_has_the_path_that_leads_to_it() {
        let outline = TextOutline::new(TEXT);
        for (piece, shown) in [
            ("4.5", "arena.radius"),
            ("mass: 7", "cars[0].mass"),
            ("-4.0", "cars[1].position[1]"),
            ("grip", "cars[1].vehicle.grip"),
            ("Car(", "cars[1]"),
            ("Level(", ""),
        ] {
            let at = TEXT.find(piece).unwrap();
            let id = outline.around(at).unwrap();
            assert_eq!(ShownPath(&outline.path(id)).to_string(), shown, "{piece}");
        }
    }

    #[test]
    fn elements_of_a_list_are_of_one_kind_and_variants_are_not() {
        let text = "(a: [(x: 1), (x: 2), Q(x: 3)], b: (x: 4))";
        let outline = TextOutline::new(text);
        let kinds = outline.kinds();
        let of = |piece: &str| kinds[outline.around(text.find(piece).unwrap()).unwrap()];
        assert_eq!(of("x: 1"), of("x: 2"));
        assert_ne!(of("x: 1"), of("x: 3"));
        assert_ne!(of("x: 1"), of("x: 4"));
    }

    #[test]
    fn broken_text_ends_the_walk_without_panic() {
        for end in (0..TEXT.len()).filter(|end| TEXT.is_char_boundary(*end)) {
            let (before, behind) = TEXT.split_at(end);
            for text in [before, behind] {
                let outline = TextOutline::new(text);
                outline.find(&path("cars.1.vehicle.grip"));
                let ids = (0..text.len()).filter_map(|at| outline.around(at));
                assert!(ids.map(|id| outline.path(id)).all(|path| path.len() < 9));
            }
        }
    }
}
