//! Converts byte positions of a text into lines and columns, and returns excerpts.

use crate::level::Excerpt;
use crate::params::{EXCERPT_BEFORE, EXCERPT_WIDTH};

/// The lines of a text.
pub(super) struct Lines<'a> {
    text: &'a str,
    /// Start of each line, in bytes.
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    /// Finds the starts of the lines.
    pub(super) fn new(text: &'a str) -> Self {
        let newlines = text.match_indices('\n').map(|(at, _)| at + 1);
        Lines {
            text,
            starts: std::iter::once(0).chain(newlines).collect(),
        }
    }

    /// Returns the number of the line that contains a byte, from 0, and the start of that line.
    fn line_of(&self, at: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|start| *start <= at).max(1) - 1;
        (line, self.starts[line])
    }

    /// Returns line and column (from 1, in characters) of a byte of the text.
    pub(super) fn place(&self, at: usize) -> (usize, usize) {
        let (line, start) = self.line_of(at);
        (line + 1, self.text[start..at].chars().count() + 1)
    }

    /// Returns the byte at a line and a column, both from 1; at most the end of the text.
    pub(super) fn byte(&self, line: usize, column: usize) -> usize {
        let Some(start) = self.starts.get(line.saturating_sub(1)) else {
            return self.text.len();
        };
        let before = self.text[*start..].chars().take(column.saturating_sub(1));
        start + before.map(char::len_utf8).sum::<usize>()
    }

    /// Returns the line around a byte, with the position of the byte in it.
    pub(super) fn excerpt(&self, at: usize) -> Excerpt {
        let (line, start) = self.line_of(at);
        let end = self.starts.get(line + 1).map_or(self.text.len(), |e| e - 1);
        let (before, behind) = (&self.text[start..at], &self.text[at..end.max(at)]);
        let whole = self.text[start..end.max(at)].trim_end();
        let fits = whole.chars().nth(EXCERPT_WIDTH).is_none();
        let most = if fits { EXCERPT_WIDTH } else { EXCERPT_BEFORE };
        let mut shown: Vec<char> = before.chars().rev().take(most + 1).collect();
        shown.reverse();
        if shown.len() > most {
            shown.remove(0);
            shown[0] = '…';
        }
        let caret = shown.len();
        shown.extend(behind.trim_end().chars().take(EXCERPT_WIDTH + 1 - caret));
        if shown.len() > EXCERPT_WIDTH {
            shown.truncate(EXCERPT_WIDTH - 1);
            shown.push('…');
        }
        // A tab or a carriage return would misplace the caret.
        let text = shown.into_iter();
        let text = text.map(|c| if c.is_control() { ' ' } else { c });
        Excerpt {
            line: line + 1,
            text: text.collect(),
            caret,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters_and_lead_back_to_their_bytes() {
        let text = "ä: c\n\n  größe: 1";
        let lines = Lines::new(text);
        for (at, _) in text.char_indices() {
            let (line, column) = lines.place(at);
            assert_eq!(lines.byte(line, column), at);
        }
        assert_eq!(lines.place(text.find('1').unwrap()), (3, 10));
        assert_eq!(lines.byte(7, 9), text.len());
        assert_eq!(Lines::new("").place(0), (1, 1));
    }

    #[test]
    fn an_excerpt_shows_the_line_with_the_place_and_cuts_what_is_long() {
        let text = "one\r\n\tmass: -1,\r\nthree";
        let shown = Lines::new(text).excerpt(text.find("-1").unwrap());
        assert_eq!((shown.line, &shown.text[..]), (2, " mass: -1,"));
        assert_eq!(shown.caret, 7);

        let fits = format!("{}X{}", "a".repeat(80), " ".repeat(500));
        let shown = Lines::new(&fits).excerpt(80);
        assert_eq!((&shown.text[..], shown.caret), (fits.trim_end(), 80));

        let long = format!("{}X{}", "a".repeat(500), "b".repeat(500));
        let shown = Lines::new(&long).excerpt(500);
        let letters: Vec<char> = shown.text.chars().collect();
        assert_eq!(letters.len(), EXCERPT_WIDTH);
        assert_eq!(letters[shown.caret], 'X');
        assert_eq!((letters[0], letters[EXCERPT_WIDTH - 1]), ('…', '…'));
    }

    #[test]
    fn the_end_of_the_text_has_an_excerpt_too() {
        for text in ["", "a", "a\n", "a\nb"] {
            let shown = Lines::new(text).excerpt(text.len());
            assert_eq!(shown.caret, shown.text.chars().count(), "{text:?}");
        }
    }
}
