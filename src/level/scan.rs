//! Steps over the tokens of RON text: blanks, names, and values as a whole.

/// A place in a text that moves forward.
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    /// At the beginning of a text.
    pub(super) fn new(text: &'a str) -> Self {
        Scanner { text, at: 0 }
    }

    /// The byte that comes next.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The character that comes next.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Moves behind the next character.
    pub(super) fn bump(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    /// Moves behind the next `end`, or to the end of the text.
    fn skip_until(&mut self, end: char) {
        self.at += self
            .rest()
            .find(end)
            .map_or(self.rest().len(), |i| i + end.len_utf8());
    }

    /// The lines `#![enable(...)]` at the beginning.
    pub(super) fn skip_attributes(&mut self) {
        self.skip_blank();
        while self.rest().starts_with("#![") {
            self.skip_until(']');
            self.skip_blank();
        }
    }

    /// White space and comments; block comments nest.
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

    /// Moves behind an identifier and returns it; empty if there is none.
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

    /// If a `name:` stands here, moves behind it and the blank that follows.
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

    /// Moves behind a value: to the comma or closing bracket that ends it.
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

    /// Whether `r"..."`, `r#"..."#` and so on begins here, at an `r`.
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
