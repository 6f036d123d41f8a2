//! Finds the place of a value in RON text.
//!
//! The parser tells where the *syntax* is wrong; where a well-formed value makes no sense only its
//! path is known, such as `cars`, second element, `mass`. This walks the text along such a path.
//! It runs on text that the parser has accepted, so it skips values without checking them.

/// One step of a path to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// A named field of a struct.
    Field(String),
    /// An element of a list or a tuple, from 0.
    Index(usize),
}

/// The line and column (from 1) where the value at `path` begins. If the path ends early, because
/// a field was left out and has its default, the place of the innermost value that is there.
pub(super) fn locate(text: &str, path: &[Key]) -> (usize, usize) {
    let mut cursor = Cursor { text, at: 0 };
    cursor.skip_blank();
    while cursor.rest().starts_with("#![") {
        cursor.skip_until(']');
        cursor.skip_blank();
    }
    let mut found = cursor.at;
    for key in path {
        match cursor.enter(key) {
            Some(at) => found = at,
            None => break,
        }
    }
    line_and_column(text, found)
}

/// The place of the first thing that is neither blank nor comment at or behind a line and column:
/// the parser's places may be just behind the word before.
pub(super) fn skip_blank(text: &str, line: usize, column: usize) -> (usize, usize) {
    let line_start: usize = text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    let in_line: usize = text[line_start..]
        .chars()
        .take(column.saturating_sub(1))
        .map(char::len_utf8)
        .sum();
    let mut cursor = Cursor {
        text,
        at: line_start + in_line,
    };
    cursor.skip_blank();
    line_and_column(text, cursor.at)
}

/// Line and column (from 1, in characters) of a byte of the text.
fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = before.matches('\n').count() + 1;
    (line, before[line_start..].chars().count() + 1)
}

struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl Cursor<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn bump(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    /// Moves behind the next `end`, or to the end of the text.
    fn skip_until(&mut self, end: char) {
        self.at += self
            .rest()
            .find(end)
            .map_or(self.rest().len(), |i| i + end.len_utf8());
    }

    /// White space and comments; block comments nest.
    fn skip_blank(&mut self) {
        loop {
            if self.rest().starts_with("//") {
                self.skip_until('\n');
            } else if self.rest().starts_with("/*") {
                self.skip_block_comment();
            } else if self.peek().is_some_and(char::is_whitespace) {
                self.bump();
            } else {
                return;
            }
        }
    }

    fn skip_block_comment(&mut self) {
        let mut depth = 0;
        while !self.rest().is_empty() {
            if self.rest().starts_with("/*") {
                depth += 1;
                self.at += 2;
            } else if self.rest().starts_with("*/") {
                depth -= 1;
                self.at += 2;
                if depth == 0 {
                    return;
                }
            } else {
                self.bump();
            }
        }
    }

    fn identifier(&mut self) -> &str {
        let start = self.at;
        if self.rest().starts_with("r#") {
            self.at += 2;
        }
        while self.peek().is_some_and(|c| c.is_alphanumeric() || c == '_') {
            self.bump();
        }
        self.text[start..self.at].trim_start_matches("r#")
    }

    /// At the start of a value: moves to the start of the part that `key` names, and says where.
    fn enter(&mut self, key: &Key) -> Option<usize> {
        self.identifier();
        self.skip_blank();
        // `Some(...)` is not a step of a path, so its content counts as the value itself.
        if !matches!(self.peek(), Some('(' | '[')) {
            return None;
        }
        self.bump();
        let mut index = 0;
        loop {
            self.skip_blank();
            if matches!(self.peek(), None | Some(')' | ']')) {
                return None;
            }
            let named = self.field_name();
            let here = match key {
                Key::Field(name) => named.as_deref() == Some(name),
                Key::Index(wanted) => named.is_none() && index == *wanted,
            };
            if here {
                return Some(self.at);
            }
            // A wrapped struct, `Some((field: ..))`: look inside.
            if named.is_none() && matches!(key, Key::Field(_)) && self.peek() == Some('(') {
                return self.enter(key);
            }
            self.skip_value();
            self.skip_blank();
            if self.peek() == Some(',') {
                self.bump();
            }
            index += 1;
        }
    }

    /// If a `name:` stands here, moves behind it.
    fn field_name(&mut self) -> Option<String> {
        let start = self.at;
        let name = self.identifier().to_owned();
        self.skip_blank();
        if name.is_empty() || self.peek() != Some(':') {
            self.at = start;
            return None;
        }
        self.bump();
        self.skip_blank();
        Some(name)
    }

    /// Moves behind a value: to the comma or closing bracket that ends it.
    fn skip_value(&mut self) {
        let mut depth = 0_usize;
        while let Some(c) = self.peek() {
            match c {
                ',' if depth == 0 => return,
                ')' | ']' | '}' if depth == 0 => return,
                ')' | ']' | '}' => depth -= 1,
                '(' | '[' | '{' => depth += 1,
                '"' => {
                    self.skip_string();
                    continue;
                }
                '\'' => {
                    self.skip_character();
                    continue;
                }
                'r' if self.skip_raw_string() => continue,
                '/' => {
                    let before = self.at;
                    self.skip_blank();
                    if self.at > before {
                        continue;
                    }
                }
                _ => {}
            }
            self.bump();
        }
    }

    fn skip_string(&mut self) {
        self.bump();
        while let Some(c) = self.peek() {
            self.bump();
            match c {
                '\\' => self.bump(),
                '"' => return,
                _ => {}
            }
        }
    }

    fn skip_character(&mut self) {
        self.bump();
        if self.peek() == Some('\\') {
            self.bump();
        }
        self.bump();
        self.skip_until('\'');
    }

    /// `r"..."`, `r#"..."#` and so on; false if there is none here.
    fn skip_raw_string(&mut self) -> bool {
        let hashes = self.rest()[1..].chars().take_while(|c| *c == '#').count();
        if !self.rest()[1 + hashes..].starts_with('"') {
            return false;
        }
        self.at += hashes + 2;
        let end = format!("\"{}", "#".repeat(hashes));
        self.at += self
            .rest()
            .find(&end)
            .map_or(self.rest().len(), |i| i + end.len());
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(keys: &str) -> Vec<Key> {
        keys.split('.')
            .map(|key| match key.parse() {
                Ok(index) => Key::Index(index),
                Err(_) => Key::Field(key.to_owned()),
            })
            .collect()
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
            assert_eq!(locate(TEXT, &path(keys)), place, "{keys}");
        }
    }

    #[test]
    fn a_field_that_was_left_out_is_reported_at_what_should_hold_it() {
        assert_eq!(locate(TEXT, &path("cars.1.heading")), (10, 9));
        assert_eq!(locate(TEXT, &path("duration")), (3, 1));
        assert_eq!(locate(TEXT, &path("cars.7.mass")), (8, 11));
    }

    #[test]
    fn a_place_before_a_blank_moves_to_what_follows() {
        assert_eq!(skip_blank("a: /* b */\n  c", 1, 3), (2, 3));
        assert_eq!(skip_blank("ä: c", 1, 4), (1, 4));
        assert_eq!(skip_blank("(", 1, 2), (1, 2));
        assert_eq!(skip_blank("", 1, 1), (1, 1));
        assert_eq!(skip_blank("a", 7, 9), (1, 2));
    }

    #[test]
    fn broken_text_ends_the_search_without_panic() {
        for end in 0..TEXT.len() {
            if TEXT.is_char_boundary(end) {
                locate(&TEXT[..end], &path("cars.1.vehicle.grip"));
            }
        }
    }
}
