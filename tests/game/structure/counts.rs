//! Counts of constructs that a reader of the engine has to learn one by one.

use super::source::{Source, closing, starts_with};

/// The loops that a constant named `MAX_..` ends.
pub fn capped_loops(sources: &[&Source]) -> usize {
    count(sources, |words| {
        let is_for = starts_with(words, &["for"]) && starts_with(&words[2..], &["in", "0", ".."]);
        // The constant is the last name of a path: `params::MAX_STEPS`, `L::MAX_STEPS`.
        let path = words.iter().skip(5).step_by(2);
        let after = words.iter().skip(6).step_by(2);
        let end = path.zip(after).find(|(_, next)| *next != "::");
        is_for && end.is_some_and(|(name, _)| name.starts_with("MAX_"))
    })
}

/// The number of places that distinguish pairs of shapes: a `match` with an arm for two kinds, or a call that
/// sorts two shapes by their kinds.
pub fn pair_matches(sources: &[&Source]) -> usize {
    count(sources, |words| {
        let calls: [&[&str]; 2] = [&["PairKind", "::", "of", "("], &["match", "simple", "("]];
        if calls.iter().any(|call| starts_with(words, call)) {
            return true;
        }
        let is_match = starts_with(words, &["match"]);
        let Some(open) = words.iter().position(|word| word == "{" || word == ";") else {
            return false;
        };
        if is_match && words[open] == "{" {
            let body = &words[open..closing(words, open)];
            return body.windows(3).enumerate().any(|(at, arm)| {
                arm[0] == "(" && is_kind(&arm[1]) && arm[2] == "::" && is_pair(&body[at..])
            });
        }
        // `let (Ok(a), Ok(b)) = (a.as_convex(), b.as_convex())`
        let head = &words[..open];
        let asked = head.iter().filter(|word| *word == "as_convex").count();
        starts_with(words, &["let"]) && asked == 2
    })
}

/// True if the name is that of a type of shapes or of kinds of them.
fn is_kind(name: &str) -> bool {
    ["Shape", "ShapeRef", "ShapeKind"].contains(&name) || name.ends_with("Shape")
}

/// True if the brackets that begin here hold two patterns that name kinds.
fn is_pair(words: &[String]) -> bool {
    let inside = &words[1..closing(words, 0) - 1];
    let mut depth = 0;
    let comma = inside.iter().position(|word| {
        depth += i32::from(word == "(") - i32::from(word == ")");
        depth == 0 && word == ","
    });
    comma.is_some_and(|comma| {
        inside[comma + 1..]
            .iter()
            .any(|word| is_kind(word) || word == "_")
    })
}

/// The functions with more parameters than `most`, not counting `self`.
pub fn long_signatures(sources: &[&Source], most: usize) -> usize {
    count(sources, |words| {
        let is_named = starts_with(words, &["fn"]) && words[1] != "(";
        let open = words.iter().position(|word| word == "(");
        is_named && open.is_some_and(|open| parameters(&words[open..closing(words, open)]) > most)
    })
}

/// The number of parameters in a list with its brackets, not counting `self`.
fn parameters(list: &[String]) -> usize {
    let inside = &list[1..list.len() - 1];
    let mut depth = 0;
    let parameters = inside.split(|word| {
        match word.as_str() {
            "(" | "[" | "<" => depth += 1,
            ")" | "]" | ">" => depth -= 1,
            _ => {}
        }
        depth == 0 && word == ","
    });
    let is_self = |parameter: &[String]| parameter.iter().any(|word| word == "self");
    parameters.filter(|p| !p.is_empty() && !is_self(p)).count()
}

/// The places at which these words stand.
pub fn places(sources: &[&Source], expected: &[&str]) -> usize {
    count(sources, |words| starts_with(words, expected))
}

/// The constants with a plain number as their value, outside the parameters of a package. Sentinels, masks and values
/// that follow from others are not plain numbers.
pub fn loose_numbers(sources: &[&Source]) -> usize {
    let outside = sources
        .iter()
        .filter(|source| !source.path.contains("params"));
    let outside: Vec<&Source> = outside.copied().collect();
    count(&outside, |words| {
        let is_number = |word: &String| {
            word == "." || word == "-" || word.starts_with(|c: char| c.is_ascii_digit())
        };
        let is_const = starts_with(words, &["const"]) && words.len() > 5;
        if !is_const || words[2] != ":" || words[4] != "=" {
            return false;
        }
        let value = words[5..].split(|word| word == ";").next();
        value.is_some_and(|value| !value.is_empty() && value.iter().all(is_number))
    })
}

/// The files that mention one of these names.
pub fn files_with(sources: &[&Source], names: &[&str]) -> usize {
    let mentions = |source: &&&Source| source.words.iter().any(|w| names.contains(&w.as_str()));
    sources.iter().filter(mentions).count()
}

/// The number of positions from which the words fulfil a condition.
fn count(sources: &[&Source], is_one: impl Fn(&[String]) -> bool) -> usize {
    let count_in = |source: &&Source| {
        let positions = 0..source.words.len();
        positions.filter(|at| is_one(&source.words[*at..])).count()
    };
    sources.iter().map(count_in).sum()
}
