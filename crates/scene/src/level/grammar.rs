//! Explains parser errors in plain words, with a suggestion.

use crate::params::REPEATED_LETTERS;
use ron::Error;

/// Returns the place of a fault in bytes and its message: the fault, and after a semicolon a suggestion.
pub(super) fn in_words(error: &Error, text: &str, at: usize) -> (usize, String) {
    if let Some(found) = decimal_comma(error, text, at) {
        return found;
    }
    let token = token_at(text, at);
    let said = |words: &str| (at, words.to_owned());
    let no = |what: &str| match token {
        "" => (at, format!("the file ends here; {what}")),
        // The faulty bracket, if nothing follows it.
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
            // The parser stops after the blanks; the comma is missing before them.
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

/// Returns the word, number or sign that begins at a byte.
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
    let cut = token.char_indices().nth(REPEATED_LETTERS);
    cut.map_or(token, |(end, _)| &token[..end])
}

/// Returns the message about a number with a decimal comma, which the parser reads as two numbers.
fn decimal_comma(error: &Error, text: &str, at: usize) -> Option<(usize, String)> {
    let is_field = matches!(
        error,
        Error::ExpectedIdentifier | Error::UnexpectedChar(_) | Error::SuggestRawIdentifier(_)
    );
    let is_tuple = matches!(
        error,
        Error::ExpectedStructLikeEnd | Error::ExpectedDifferentLength { .. }
    );
    // After a field's value the parser stands after the comma; in a tuple, anywhere after the extra number.
    let end = at + text[at..].find([')', ']', '}', '\n']).unwrap_or(0);
    let (from, to) = match (is_field, is_tuple) {
        (true, _) => (text[..at].rfind(':')? + 1, at + 1),
        (_, true) => (text[..end].rfind(['(', '[', '\n'])? + 1, end),
        _ => return None,
    };
    let values: Vec<&str> = text.get(from..to)?.split(',').collect();
    let is_whole = |value: &str| value.bytes().all(|byte| byte.is_ascii_digit());
    let is_split = |pair: &[&str]| {
        let (whole, part) = (pair[0].trim_start().trim_start_matches(['-', '+']), pair[1]);
        let starts = part.starts_with(|one: char| one.is_ascii_digit());
        !whole.is_empty() && is_whole(whole) && starts && !part.contains('.')
    };
    let first = values.windows(2).position(is_split)?;
    let before: usize = values[..first].iter().map(|value| value.len() + 1).sum();
    let blank = values[first].len() - values[first].trim_start().len();
    let start = from + before + blank;
    let whole = values[first].trim_start();
    let part = token_at(text, start + whole.len() + 1);
    let one = format!("`{whole},{part}`");
    let message = match is_field {
        true => format!("the comma in {one} ends the number; write `{whole}.{part}` with a point"),
        false => format!(
            "there are more numbers here than fit; if {one} is meant as one, write `{whole}.{part}` with a point"
        ),
    };
    Some((start, message))
}

/// Returns the name that ends just before a byte.
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

    /// Returns the message about a text, with the place.
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
            (
                "(name: \"x\", gravity: 9,81)",
                "21: the comma in `9,81` ends the number; write `9.81` with a point",
            ),
            (
                "(name: \"x\", gravity: -9,81, air: 1.0)",
                "the comma in `-9,81` ends the number; write `-9.81` with a point",
            ),
            (
                "(name: \"x\", wind: (1,5, 0, 2))",
                "if `1,5` is meant as one, write `1.5` with a point",
            ),
            (
                "(name: \"x\", cars: [(position: (1, 2,25))])",
                "if `2,25` is meant as one, write `2.25` with a point",
            ),
            (
                "(name: \"x\", things: [(copies: Row(count: 3, gap: 0,5))])",
                "write `0.5` with a point",
            ),
            (
                "(name: \"x\", wind: (1.5, 0.0, 2.0, 3.0))",
                "there are no more parts here",
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
