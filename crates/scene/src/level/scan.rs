//! Scans the tokens of RON text: blanks, names, and whole values.

/// A position in a text that moves forward.
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    /// Starts at the beginning of a text.
    pub(super) fn new(text: &'a str) -> Self {
        Scanner { text, at: 0 }
    }

    /// Returns the position of the next byte.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Returns the next character.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Skips the next character.
    pub(super) fn bump(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    /// Skips up to and including the next `end`, or to the end of the text.
    fn skip_until(&mut self, end: char) {
        self.at += self
            .rest()
            .find(end)
            .map_or(self.rest().len(), |i| i + end.len_utf8());
    }

    /// Skips the lines `#![enable(...)]` at the beginning.
    pub(super) fn skip_attributes(&mut self) {
        self.skip_blank();
        while self.rest().starts_with("#![") {
            self.skip_until(']');
            self.skip_blank();
        }
    }

    /// Skips white space and comments; block comments nest.
    pub(super) fn skip_blank(&mut self) {
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

    /// Skips an identifier and returns it; empty if there is none.
    pub(super) fn identifier(&mut self) -> &'a str {
        let start = self.at;
        if self.rest().starts_with('r') && self.starts_raw_string() {
            return "";
        }
        if self.rest().starts_with("r#") {
            self.at += 2;
        }
        while self.peek().is_some_and(|c| c.is_alphanumeric() || c == '_') {
            self.bump();
        }
        self.text[start..self.at].trim_start_matches("r#")
    }

    /// Skips a `name:` and the blanks after it, if there is one, and returns the name.
    pub(super) fn field_name(&mut self) -> Option<&'a str> {
        let start = self.at;
        let name = self.identifier();
        self.skip_blank();
        if name.is_empty() || self.peek() != Some(':') {
            self.at = start;
            return None;
        }
        self.bump();
        self.skip_blank();
        Some(name)
    }

    /// Skips a value, up to the comma or closing bracket that ends it.
    pub(super) fn skip_value(&mut self) {
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
                'r' if self.starts_raw_string() => {
                    self.skip_raw_string();
                    continue;
                }
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

    /// True if `r"..."`, `r#"..."#` or similar begins here, at an `r`.
    fn starts_raw_string(&self) -> bool {
        self.rest()[1..].trim_start_matches('#').starts_with('"')
    }

    fn skip_raw_string(&mut self) {
        let hashes = self.rest()[1..].chars().take_while(|c| *c == '#').count();
        self.at += hashes + 2;
        let end = format!("\"{}", "#".repeat(hashes));
        self.at += self
            .rest()
            .find(&end)
            .map_or(self.rest().len(), |i| i + end.len());
    }
}
