//! What the parser says of a text that is no level, in words that tell what would be right.

use ron::Error;

/// What is wrong at a byte of a text and, after a semicolon, what to write; with the byte that is meant.
pub(super) fn in_words(error: &Error, text: &str, at: usize) -> (usize, String) {
    let token = token_at(text, at);
    let said = |words: &str| (at, words.to_owned());
    let no = |what: &str| match token {
        "" => (at, format!("the file ends here; {what}")),
        // The bracket that the fault is in, where nothing comes after it.
        token if text[at..].trim_end() == token && "([{".contains(token) => {
            (at, format!("the file ends after this; {what}"))
        }
        token => (at, format!("`{token}` stands here; {what}")),
    };
    match error {
        _ if text.trim().is_empty() => {
            said("the file is empty; the smallest level is `(name: \"My level\")`")
        }
        Error::ExpectedFloat => no("write a number such as `1.5`"),
        Error::ExpectedInteger => no("write a whole number such as `3`"),
        Error::IntegerOutOfBounds => {
            no("write a whole number that is not negative, and not so large")
        }
        Error::ExpectedBoolean => no("write `true` or `false`"),
        Error::ExpectedString => no("write a text in quotes, such as `\"Red\"`"),
        Error::ExpectedArray => no("write a list: `[a, b]`, or `[a]` for one thing"),
        Error::ExpectedArrayEnd => no("write `,` before it, or `]` to end the list"),
        Error::ExpectedMapEnd => no("write `,` before it, or `}` to end the map"),
        Error::ExpectedMapColon => no("write `:` between a name and its value"),
        Error::ExpectedStructLikeEnd => {
            no("write `)`: there are no more parts here, or a comma is missing")
        }
        Error::ExpectedComma => {
            // The place is behind the blank: what lacks it stands before.
            let end = text[..at].trim_end().len();
            (
                end,
                "a comma is missing here; write `,` between two fields".to_owned(),
            )
        }
        Error::ExpectedNamedStructLike("Vec3") => no("write three numbers: `(x, y, z)`"),
        Error::ExpectedStructLike | Error::ExpectedNamedStructLike(_) => {
            match word_before(text, at) {
                Some(name) => (
                    at,
                    format!(
                        "`{name}` has fields of its own; write `{name}()`, or `{name}(field: value)`"
                    ),
                ),
                None => no("write fields in brackets: `(field: value, other: value)`"),
            }
        }
        Error::ExpectedDifferentStructName { .. } | Error::ExpectedStructName(_) => {
            no("write fields in brackets: `(field: value, other: value)`")
        }
        Error::ExpectedDifferentLength { expected, found } => {
            let wanted = expected
                .split_once("with ")
                .map_or("another count", |(_, count)| count);
            let parts = if *found == 1 { "part" } else { "parts" };
            let found = format!("{found} {parts} in place of {wanted}");
            (
                at,
                format!("{found}; write as many numbers, with commas: `(1.0, 2.0)`"),
            )
        }
        Error::ExpectedIdentifier | Error::UnexpectedChar(_) => {
            no("a name is wanted: letters, digits and `_`, no quotes")
        }
        Error::ExpectedStringEnd => said("a text is not closed; write `\"` at its end"),
        Error::UnclosedBlockComment => said("a comment is not closed; write `*/` at its end"),
        Error::Eof => said("the file ends in the middle; a `)`, a `]` or a value is missing"),
        Error::TrailingCharacters => {
            no("the level has ended before this: take it out, or a bracket too many")
        }
        Error::DuplicateStructField { field, .. } => (
            at,
            format!("the field `{field}` stands here a second time; take one of them out"),
        ),
        Error::ExceededRecursionLimit => {
            said("brackets in brackets, too deep; a level needs no more than ten")
        }
        other => (
            at,
            format!("{other}; see docs/levels.md for what a level holds"),
        ),
    }
}

/// The longest part of a text that a message repeats, in letters.
const MOST_LETTERS: usize = 24;

/// The word, number or sign that begins at a byte.
fn token_at(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    let is_word = |letter: char| letter.is_alphanumeric() || "_.+-".contains(letter);
    let long = match rest.chars().next() {
        None => 0,
        Some('"') => rest[1..].find(['"', '\n']).map_or(1, |end| end + 2),
        Some(letter) if is_word(letter) => rest.find(|one| !is_word(one)).unwrap_or(rest.len()),
        Some(letter) => letter.len_utf8(),
    };
    let token = rest.get(..long).unwrap_or("").trim_end();
    let cut = token.char_indices().nth(MOST_LETTERS);
    cut.map_or(token, |(end, _)| &token[..end])
}

/// The name that ends just before a byte.
fn word_before(text: &str, at: usize) -> Option<&str> {
    let before = text[..at].trim_end();
    let start = before
        .rfind(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .map_or(0, |end| {
            end + before[end..].chars().next().map_or(1, char::len_utf8)
        });
    let word = &before[start..];
    word.starts_with(char::is_uppercase).then_some(word)
}

#[cfg(test)]
mod tests {
    use crate::level::Level;
    use crate::level::read::read;

    /// What is said of a text, with the column.
    fn said(text: &str) -> String {
        let (_, faults) = read::<Level>(text);
        let fault = faults.first().expect("it is wrong");
        format!("{}: {}", fault.at, fault.message)
    }

    #[test]
    fn what_is_wrong_is_said_with_what_would_be_right() {
        for (text, wanted) in [
            (
                "",
                "0: the file is empty; the smallest level is `(name: \"My level\")`",
            ),
            (" \n ", "the file is empty"),
            (
                "(name: \"x\", duration: low)",
                "22: `low` stands here; write a number such as `1.5`",
            ),
            (
                "(name: \"x\", duration: \"long\")",
                "22: `\"long\"` stands here; write a number",
            ),
            ("(name: 3)", "7: `3` stands here; write a text in quotes"),
            (
                "(name: \"x\"\n duration: 3.0)",
                "10: a comma is missing here",
            ),
            (
                "(name: \"x\", joints: [(kind: Rod, a: \"a\", b: \"b\")])",
                "`Rod` has fields of its own; write `Rod()`",
            ),
            (
                "(name: \"x\", cars: 4)",
                "18: `4` stands here; write a list",
            ),
            (
                "(name: \"x\", wind: 3)",
                "18: `3` stands here; write three numbers: `(x, y, z)`",
            ),
            (
                "(name: \"x\", cars: [(position: (1.0))])",
                "1 part in place of 2 elements",
            ),
            ("(name: \"x\"))", "11: `)` stands here; the level has ended"),
            ("hello", "0: `hello` stands here; write fields in brackets"),
            ("(name: \"x\", cars: [", "the file ends"),
            (
                "(name: \"x\", name: \"y\")",
                "the field `name` stands here a second time",
            ),
        ] {
            let told = said(text);
            assert!(told.contains(wanted), "{text}\n{told}\n{wanted}");
            assert!(!told.contains("xpected"), "{told}");
        }
    }
}
