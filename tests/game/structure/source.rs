//! Rust sources as words: without comments, text, lifetimes and unit tests.

use std::path::Path;

use crate::docs::files;

/// One source file of a package.
pub struct Source {
    /// The path below the package's `src/`.
    pub path: String,
    /// Names, numbers and signs in their order. `::`, `->`, `=>`, `==`, `..` and `..=` are one word each.
    pub words: Vec<String>,
}

/// The sources below a folder of the repository, sorted by path, without the files of unit tests.
pub fn sources(folder: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut paths = Vec::new();
    files(&root, "", &mut paths);
    paths.retain(|path| path.ends_with(".rs"));
    paths.sort_unstable();
    let mut test_files = Vec::new();
    let mut sources = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(root.join(&path)).expect("a readable source");
        let (words, test_modules) = without_tests(words_of(&text));
        let base = children_folder(&path);
        test_files.extend(test_modules.iter().map(|name| format!("{base}{name}")));
        sources.push(Source { path, words });
    }
    let is_test = |path: &str| {
        let is_of = |test: &String| {
            let rest = path.strip_prefix(test.as_str());
            rest.is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
        };
        test_files.iter().any(is_of)
    };
    sources.retain(|source| !is_test(&source.path));
    sources
}

/// The folder of the child modules of a file: `a/` for `a.rs` and `a/mod.rs`, nothing for `lib.rs`.
pub fn children_folder(path: &str) -> String {
    let (folder, name) = path.rsplit_once('/').map_or(("", path), |(f, n)| (f, n));
    let folder = match folder {
        "" => String::new(),
        folder => format!("{folder}/"),
    };
    match name {
        "lib.rs" | "main.rs" | "mod.rs" => folder,
        name => format!("{folder}{}/", name.trim_end_matches(".rs")),
    }
}

/// The words of a source.
pub fn words_of(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = text;
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    while let Some(first) = rest.chars().next() {
        let length = if first.is_whitespace() {
            first.len_utf8()
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(length) = text_length(rest) {
            words.push("\"\"".into());
            length
        } else if first == '\'' {
            // A lifetime: a character is a text.
            1 + rest[1..].find(|c| !is_name(c)).unwrap_or(0)
        } else if is_name(first) {
            let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
            words.push(rest[..end].into());
            end
        } else {
            let signs = ["..=", "::", "->", "=>", "==", ".."];
            let sign = signs.into_iter().find(|sign| rest.starts_with(sign));
            let length = sign.map_or(first.len_utf8(), str::len);
            words.push(rest[..length].into());
            length
        };
        rest = &rest[length..];
    }
    words
}

/// The length of the text or character that begins here, if one does.
fn text_length(rest: &str) -> Option<usize> {
    let prefix = rest.find(|c: char| !"bcr".contains(c)).unwrap_or(0);
    let is_raw = rest[..prefix].contains('r');
    let hashes = rest[prefix..].bytes().take_while(|b| *b == b'#').count();
    let start = prefix + if is_raw { hashes } else { 0 };
    if is_raw && rest[start..].starts_with('"') {
        let end = format!("\"{}", "#".repeat(hashes));
        return Some(start + 1 + rest[start + 1..].find(&end)? + end.len());
    }
    let quote = rest[prefix..].chars().next()?;
    let mut inside = rest[prefix + 1..].char_indices();
    match quote {
        '"' => {}
        // 'a' and '\n' are characters, 'a and 'static are lifetimes.
        '\'' if rest[prefix + 1..].starts_with('\\') => {}
        '\'' => {
            let (_, character) = inside.next()?;
            let end = prefix + 1 + character.len_utf8();
            return rest[end..].starts_with('\'').then_some(end + 1);
        }
        _ => return None,
    }
    while let Some((at, character)) = inside.next() {
        if character == '\\' {
            inside.next();
        } else if character == quote {
            return Some(prefix + 1 + at + 1);
        }
    }
    None
}

/// The position after the bracket that closes the one at `open`.
pub fn closing(words: &[String], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, word) in words.iter().enumerate().skip(open) {
        match word.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    words.len()
}

/// True if these words begin here.
pub fn starts_with(words: &[String], expected: &[&str]) -> bool {
    words.len() >= expected.len() && words.iter().zip(expected).all(|(word, want)| word == want)
}

/// The words without the items under `#[cfg(test)]`, and the names of the modules among those items.
pub fn without_tests(words: Vec<String>) -> (Vec<String>, Vec<String>) {
    let (mut kept, mut modules) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < words.len() {
        let [test, all_test] = [["test", ")", "]"], ["all", "(", "test"]];
        let is_attribute = starts_with(&words[at..], &["#", "[", "cfg", "("]);
        let condition = words.get(at + 4..).unwrap_or_default();
        if !is_attribute || !(starts_with(condition, &test) || starts_with(condition, &all_test)) {
            kept.push(words[at].clone());
            at += 1;
            continue;
        }
        at = closing(&words, at + 1);
        // The item ends with its body, a semicolon, or, as a field, with a comma or the enclosing item.
        let mut angles = 0;
        while at < words.len() {
            let word = words[at].as_str();
            if word == "mod" && starts_with(&words[at + 2..], &[";"]) {
                modules.push(words[at + 1].clone());
            }
            match word {
                "}" | ")" | "]" => break,
                "(" | "[" | "{" => at = closing(&words, at),
                _ => at += 1,
            }
            angles += i32::from(word == "<") - i32::from(word == ">");
            if word == "{" || word == ";" || (word == "," && angles == 0) {
                break;
            }
        }
    }
    (kept, modules)
}
