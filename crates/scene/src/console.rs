//! Text output: messages, progress, numbers and texts with changing parts.
//!
//! Names in files, paths and arguments are untrusted: all terminal output passes through [`printable`] or
//! [`printable_json`] first, so that no name can change colours, move the cursor or do worse.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use dodgem_collide::mesh::text::{breaks, one_line};

/// Escapes everything in a text that a terminal would not treat as plain characters, except for line ends.
pub fn printable(text: &str) -> Cow<'_, str> {
    let foreign = |letter| letter != '\n' && breaks(letter);
    if !text.contains(foreign) {
        return Cow::Borrowed(text);
    }
    let lines: Vec<Cow<'_, str>> = text.split('\n').map(one_line).collect();
    Cow::Owned(lines.join("\n"))
}

/// Escapes control characters in JSON text; the strings keep their meaning.
pub fn printable_json(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' => shown.push(letter),
            // No escaped character needs more than four hex digits.
            _ if breaks(letter) => shown.push_str(&format!("\\u{:04x}", u32::from(letter))),
            _ => shown.push(letter),
        }
    }
    shown
}

/// Writes a message to the standard error, each line after `dodgem: `. A failure to write, because the stream
/// is full or closed, is ignored: the exit code has the outcome.
pub fn warn(message: &str) {
    let mut out = std::io::stderr().lock();
    for line in printable(message).lines() {
        let _ = writeln!(out, "dodgem: {line}");
    }
}

/// The progress of a task, printed to the standard error once the task takes longer than a second: each
/// second on a terminal, at each further tenth elsewhere.
pub struct Progress {
    what: &'static str,
    all: u64,
    begin: Instant,
    on_terminal: bool,
    /// The next threshold for a line: seconds on a terminal, else tenths of the task.
    next: u64,
}

impl Progress {
    /// Creates the progress of a task of `all` parts.
    pub fn new(what: &'static str, all: u64) -> Self {
        Progress {
            what,
            all: all.max(1),
            begin: Instant::now(),
            on_terminal: std::io::stderr().is_terminal(),
            next: 0,
        }
    }

    /// Reports that `done` parts are done.
    pub fn at(&mut self, done: u64) {
        let Some(line) = self.line(done, self.begin.elapsed()) else {
            return;
        };
        let mut out = std::io::stderr().lock();
        let _ = match self.on_terminal {
            true => write!(out, "\rdodgem: {line}").and_then(|()| out.flush()),
            false => writeln!(out, "dodgem: {line}"),
        };
    }

    /// Returns the line to print now, if one is due.
    fn line(&mut self, done: u64, elapsed: Duration) -> Option<String> {
        let reached = match self.on_terminal {
            true => elapsed.as_secs(),
            false => 10 * done / self.all,
        };
        if elapsed < Duration::from_secs(1) || reached < self.next {
            return None;
        }
        self.next = reached + 1;
        Some(format!("{}: {} %", self.what, 100 * done / self.all))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        // Clears the line for later output.
        if self.on_terminal && self.next > 0 {
            let mut out = std::io::stderr().lock();
            let _ = write!(out, "\r\u{1b}[K").and_then(|()| out.flush());
        }
    }
}

/// Returns a number of things, in words.
pub fn counted(number: usize, thing: &str) -> String {
    let plural = match thing {
        _ if number == 1 => "",
        _ if thing.ends_with("ch") => "es",
        _ => "s",
    };
    format!("{number} {thing}{plural}")
}

/// Joins several names in words: A, B and C.
pub fn and(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Returns a number with `digits` decimals. A number that rounds to zero has no sign, because "-0" would be
/// puzzling.
pub fn rounded(number: impl Into<f64>, digits: usize) -> String {
    let number: f64 = number.into();
    let text = format!("{number:.digits$}");
    match text.strip_prefix('-') {
        Some(bare) if !bare.contains(|digit| ('1'..='9').contains(&digit)) => bare.to_owned(),
        _ => text,
    }
}

/// Puts the parts into a text, in place of their names in braces.
pub fn fill(text: &str, parts: &[(&str, &dyn Display)]) -> String {
    let mut rest = text;
    let mut said = String::with_capacity(text.len());
    while let Some((before, behind)) = rest.split_once('{') {
        let Some((name, after)) = behind.split_once('}') else {
            break;
        };
        said += before;
        match parts.iter().find(|(known, _)| *known == name) {
            Some((_, part)) => said += &part.to_string(),
            None => said += &format!("{{{name}}}"),
        }
        rest = after;
    }
    said + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_put_in_place_of_their_names() {
        let said = fill("{count} of {all}: {what}", &[("all", &7), ("count", &"3")]);
        assert_eq!(said, "3 of 7: {what}");
        assert_eq!(fill("open { brace", &[]), "open { brace");
    }

    #[test]
    fn what_a_terminal_would_take_for_more_than_letters_is_escaped() {
        assert_eq!(printable("größe: 1\nice"), "größe: 1\nice");
        let foreign = "a\u{1b}]0;x\u{7}\nb\r\u{9b}2Jc\u{202e}";
        let shown = printable(foreign);
        assert_eq!(shown, "a\\u{1b}]0;x\\u{7}\nb\\r\\u{9b}2Jc\\u{202e}");
        let json = format!("{{\n  \"a\": \"{}\"\n}}", "\u{7f}\u{9b}\u{202e}é");
        let shown = printable_json(&json);
        assert_eq!(shown, "{\n  \"a\": \"\\u007f\\u009b\\u202eé\"\n}");
        let (before, after): (serde_json::Value, serde_json::Value) = (
            serde_json::from_str(&json).unwrap(),
            serde_json::from_str(&shown).unwrap(),
        );
        assert_eq!(before, after);
    }

    #[test]
    fn progress_is_told_after_a_second_and_not_too_often() {
        let mut progress = Progress::new("comparing", 1000);
        progress.on_terminal = false;
        let second = Duration::from_secs(1);
        assert_eq!(progress.line(500, second / 2), None);
        assert_eq!(progress.line(510, second).unwrap(), "comparing: 51 %");
        assert_eq!(progress.line(599, 9 * second), None);
        assert_eq!(progress.line(600, 9 * second).unwrap(), "comparing: 60 %");
        let mut progress = Progress::new("comparing", 0);
        progress.on_terminal = true;
        assert!(progress.line(0, second).is_some());
        assert_eq!(progress.line(0, second + second / 2), None);
        assert!(progress.line(0, 2 * second).is_some());
        progress.next = 0;
    }

    #[test]
    fn one_thing_is_one_and_more_are_more() {
        assert_eq!(counted(1, "sweep"), "1 sweep");
        assert_eq!(counted(0, "pair"), "0 pairs");
        assert_eq!(counted(2, "search"), "2 searches");
    }

    #[test]
    fn lists_are_said_as_people_say_them() {
        let said = |parts: &[&str]| {
            let parts: Vec<String> = parts.iter().map(|one| (*one).to_owned()).collect();
            and(&parts)
        };
        assert_eq!(said(&["P1"]), "P1");
        assert_eq!(said(&["P1", "P3"]), "P1 and P3");
        assert_eq!(said(&["P1", "P2", "P4"]), "P1, P2 and P4");
    }

    #[test]
    fn nothing_has_no_sign() {
        assert_eq!(rounded(-0.3, 0), "0");
        assert_eq!(rounded(-0.04, 1), "0.0");
        assert_eq!(rounded(-0.06, 1), "-0.1");
        assert_eq!(rounded(-0.0, 2), "0.00");
        assert_eq!(rounded(-85.6, 0), "-86");
        assert_eq!(rounded(-10.0, 0), "-10");
        assert_eq!(rounded(7.25, 1), "7.2");
    }
}
