//! The surroundings of a place in a level file: the word there, and the brackets around it.

use super::text::is_of_word;

/// An open bracket.
#[derive(Debug, Default, Clone)]
struct Bracket<'a> {
    /// The field whose value it is in, of this bracket or of the nearest one outside.
    owner: &'a str,
    /// The name before it, such as `Box` in `Box(`.
    variant: &'a str,
    /// True for a list, whose entries are values of its owner.
    is_list: bool,
    /// The last field named in it, or the owner of a list.
    field: Option<&'a str>,
    /// All fields named in it.
    fields: Vec<&'a str>,
}

/// A place in a level file.
#[derive(Debug)]
pub(super) struct Cursor<'a> {
    /// The whole word at the place.
    pub(super) word: &'a str,
    /// The field that holds the brackets around the place: `cars`; empty for the level.
    pub(super) owner: &'a str,
    /// The name of these brackets, if they have one: `Box`.
    pub(super) variant: &'a str,
    /// The field whose value stands there; `None` where a field's name may stand.
    pub(super) value_of: Option<&'a str>,
    /// The fields in these brackets so far, but for the word itself.
    pub(super) fields: Vec<&'a str>,
    /// True if the place is in a text or a comment.
    pub(super) is_quoted: bool,
}

impl<'a> Cursor<'a> {
    /// Reads the text up to a byte. Brackets need not match.
    pub(super) fn at(text: &'a str, byte: usize) -> Self {
        let before = text[..byte].trim_end_matches(is_of_word).len();
        let after = &text[byte..];
        let end = byte + after.len() - after.trim_start_matches(is_of_word).len();
        let mut scan = Scan::new(&text[..before]);
        scan.run();
        let bracket = scan.open.pop().unwrap_or_default();
        Cursor {
            word: &text[before..end],
            owner: bracket.owner,
            variant: bracket.variant,
            value_of: bracket.field,
            fields: bracket.fields,
            is_quoted: scan.is_quoted,
        }
    }
}

/// A pass over a text that keeps the open brackets.
struct Scan<'a> {
    text: &'a str,
    at: usize,
    open: Vec<Bracket<'a>>,
    /// The last name, until something else follows it.
    name: &'a str,
    is_quoted: bool,
}

impl<'a> Scan<'a> {
    fn new(text: &'a str) -> Self {
        let level = Bracket::default();
        Scan {
            text,
            at: 0,
            open: vec![level],
            name: "",
            is_quoted: false,
        }
    }

    fn run(&mut self) {
        while let Some(letter) = self.text[self.at..].chars().next() {
            let rest = &self.text[self.at..];
            match letter {
                '/' if rest.starts_with("//") => self.skip_past(2, "\n"),
                '/' if rest.starts_with("/*") => self.skip_past(2, "*/"),
                '"' => self.skip_text(),
                _ if is_of_word(letter) => {
                    let end = rest
                        .find(|letter| !is_of_word(letter))
                        .unwrap_or(rest.len());
                    self.name = &rest[..end];
                    self.at += end;
                }
                _ => {
                    self.take(letter);
                    self.at += letter.len_utf8();
                }
            }
        }
    }

    /// Takes a character outside words, texts and comments.
    fn take(&mut self, letter: char) {
        if letter.is_whitespace() {
            return;
        }
        let name = std::mem::take(&mut self.name);
        let depth = self.open.len();
        let Some(bracket) = self.open.last_mut() else {
            return;
        };
        match letter {
            '(' | '[' | '{' => {
                let owner = bracket.field.unwrap_or(bracket.owner);
                let is_list = letter == '[';
                self.open.push(Bracket {
                    owner,
                    variant: name,
                    is_list,
                    field: is_list.then_some(owner),
                    ..Bracket::default()
                });
            }
            // The outermost entry stays, however many brackets close.
            ')' | ']' | '}' if depth > 1 => {
                self.open.pop();
            }
            ':' => {
                bracket.field = Some(name);
                bracket.fields.push(name);
            }
            ',' => bracket.field = bracket.is_list.then_some(bracket.owner),
            _ => {}
        }
    }

    fn skip_past(&mut self, begin: usize, end: &str) {
        let rest = &self.text[self.at + begin..];
        let found = rest.find(end);
        self.is_quoted = found.is_none();
        self.at = found.map_or(self.text.len(), |found| self.at + begin + found + end.len());
    }

    /// Skips a text in quotes; one that begins with r or r# has no escapes.
    fn skip_text(&mut self) {
        let hashes = self.text[..self.at]
            .bytes()
            .rev()
            .take_while(|byte| *byte == b'#')
            .count();
        let is_raw =
            self.text[..self.at - hashes].ends_with('r') && (hashes > 0 || self.name == "r");
        self.name = "";
        if is_raw {
            return self.skip_past(1, &format!("\"{}", "#".repeat(hashes)));
        }
        let mut escaped = false;
        let rest = &self.text[self.at + 1..];
        let end = rest.find(|letter| {
            let ends = letter == '"' && !escaped;
            escaped = letter == '\\' && !escaped;
            ends
        });
        self.is_quoted = end.is_none();
        self.at = end.map_or(self.text.len(), |end| self.at + end + 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The place of the bar in a text without it.
    fn at(text: &str) -> (String, String, String, Option<String>, bool) {
        let byte = text.find('|').unwrap();
        let text = text.replacen('|', "", 1);
        let cursor = Cursor::at(&text, byte);
        let own = str::to_owned;
        (
            own(cursor.word),
            own(cursor.owner),
            own(cursor.variant),
            cursor.value_of.map(own),
            cursor.is_quoted,
        )
    }

    #[test]
    fn the_brackets_around_a_place_are_known() {
        let found = |word: &str, owner: &str, variant: &str, value_of: Option<&str>| {
            (
                word.to_owned(),
                owner.to_owned(),
                variant.to_owned(),
                value_of.map(str::to_owned),
                false,
            )
        };
        assert_eq!(at("(na|me: 1)"), found("name", "", "", None));
        assert_eq!(at("(a: 1, cars: [(ma|"), found("ma", "cars", "", None));
        assert_eq!(
            at("(cars: [(driver: Pl|ayer"),
            found("Player", "cars", "", Some("driver"))
        );
        assert_eq!(
            at("(things: [(solid: Box(width: 1, |"),
            found("", "solid", "Box", None)
        );
        assert_eq!(
            at("(x: \"(,:\\\"\", /* (y: */ z: |)"),
            found("", "", "", Some("z"))
        );
        assert_eq!(at("(x: r#\"(a\":\"#, |)"), found("", "", "", None));
        assert_eq!(
            at("(then: [Restart, Sa|"),
            found("Sa", "then", "", Some("then"))
        );
        assert_eq!(at(")))]|"), found("", "", "", None));
        assert!(at("(name: \"a |b\")").4 && at("// a|").4 && at("/* |").4);
    }
}
