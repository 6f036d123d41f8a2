//! Places in a text: the protocol counts lines from 0 and columns in units of UTF-16, the game's messages count
//! lines and characters from 1.

use serde_json::{Value, json};

/// Returns the byte of a position of the protocol; past a line or the text, its end.
pub(super) fn byte(text: &str, position: &Value) -> usize {
    let number = |key: &str| position[key].as_u64().unwrap_or(0) as usize;
    let (start, line) = line_at(text, number("line"));
    let mut units = number("character");
    let mut at = 0;
    for letter in line.chars() {
        if units < letter.len_utf16() {
            break;
        }
        units -= letter.len_utf16();
        at += letter.len_utf8();
    }
    start + at
}

/// Returns a line, counted from 0, and its first byte.
fn line_at(text: &str, number: usize) -> (usize, &str) {
    let mut start = 0;
    for (index, line) in text.split('\n').enumerate() {
        if index == number {
            return (start, line);
        }
        start += line.len() + 1;
    }
    (text.len(), "")
}

/// Returns the range of the word at a line and a column from 1, at least of one character.
pub(super) fn word_range(text: &str, (line, column): (usize, usize)) -> Value {
    let line = line.saturating_sub(1);
    let letters: Vec<char> = line_at(text, line).1.chars().collect();
    let from = column.saturating_sub(1).min(letters.len());
    let word = letters[from..]
        .iter()
        .take_while(|letter| is_of_word(**letter));
    let to = (from + word.count().max(1)).min(letters.len());
    let units = |count: usize| {
        letters[..count]
            .iter()
            .map(|c| c.len_utf16())
            .sum::<usize>()
    };
    json!({
        "start": {"line": line, "character": units(from)},
        "end": {"line": line, "character": units(to)},
    })
}

/// True for letters of names and numbers.
pub(super) fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_units_of_utf_16() {
        let text = "ä𝄞b\nword";
        let at =
            |line: u32, character: u32| byte(text, &json!({"line": line, "character": character}));
        assert_eq!((at(0, 1), at(0, 3), at(0, 9)), (2, 6, 7));
        assert_eq!((at(1, 2), at(7, 0)), (10, text.len()));
        let b = word_range(text, (1, 3));
        assert_eq!(b["start"]["character"], 3);
        assert_eq!(
            word_range(text, (2, 1))["end"],
            json!({"line": 1, "character": 4})
        );
        assert_eq!(
            word_range(text, (9, 9))["end"],
            json!({"line": 8, "character": 0})
        );
    }
}
