//! Text from outside: decodes a file's bytes, and makes text safe for one printed line.

use std::borrow::Cow;

/// Some editors write this in front of UTF-8 text; it has no meaning.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The place at which bytes are not UTF-8 text, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}; save the file as UTF-8 text")]
pub struct NotText {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// A description of the bytes found there.
    reason: String,
}

/// The text in the bytes of a file, without a leading byte order mark.
///
/// # Errors
/// [`NotText`] at the first byte that is not UTF-8.
pub fn decode(bytes: &[u8]) -> Result<&str, NotText> {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let (before, rest) = bytes.split_at(error.valid_up_to());
        let line_start = before.iter().rposition(|byte| *byte == b'\n');
        let in_line = &before[line_start.map_or(0, |newline| newline + 1)..];
        // A character begins at every byte that is not a continuation byte.
        let characters = in_line.iter().filter(|byte| (**byte as i8) >= -0x40);
        let reason = match rest {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] if before.is_empty() => {
                "this is UTF-16 text".to_owned()
            }
            [byte, ..] => format!("the byte {byte:#04x} is not UTF-8 text"),
            [] => "the text ends within a character".to_owned(),
        };
        NotText {
            line: before.iter().filter(|byte| **byte == b'\n').count() + 1,
            column: characters.count() + 1,
            reason,
        }
    })
}

/// True if a letter would break, colour or reverse a printed line.
pub fn breaks(letter: char) -> bool {
    // Line and paragraph separators: some editors and logs break lines there, too. The others change the
    // direction in which the following text is read.
    letter.is_control()
        || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A name fit for a message of one line: letters that would break or colour the line are escaped as Rust
/// escapes them.
pub fn one_line(name: &str) -> Cow<'_, str> {
    if !name.contains(breaks) {
        return Cow::Borrowed(name);
    }
    let mut shown = String::with_capacity(name.len() + 8);
    for c in name.chars() {
        if breaks(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_text() {
        assert_eq!(decode(b"\xef\xbb\xbfv 1"), Ok("v 1"));
        assert_eq!(decode(b""), Ok(""));
        // Inside the text the mark is an ordinary character.
        assert_eq!(decode("a\u{feff}".as_bytes()), Ok("a\u{feff}"));
    }

    #[test]
    fn what_is_no_text_is_told_with_line_and_column() {
        let place = |bytes: &[u8]| {
            let error = decode(bytes).unwrap_err();
            (error.line, error.column)
        };
        assert_eq!(place(b"\xff"), (1, 1));
        assert_eq!(place(b"a\nb\xc3\xa4c\xff\n"), (2, 4));
        assert_eq!(place(b"\xef\xbb\xbfab\x80"), (1, 3));
        assert_eq!(place(b"ab\n\xe2\x82"), (2, 1));
        let utf16 = decode(b"\xff\xfea\0").unwrap_err().to_string();
        assert!(utf16.contains("UTF-16"), "{utf16}");
    }

    #[test]
    fn a_name_stays_on_its_line() {
        assert_eq!(one_line("größe.obj"), "größe.obj");
        assert_eq!(
            one_line("a\nb\r\t\u{1b}[1m\u{2028}"),
            "a\\nb\\r\\t\\u{1b}[1m\\u{2028}"
        );
        assert_eq!(one_line("a\u{202e}b\u{9b}1m"), "a\\u{202e}b\\u{9b}1m");
    }
}
