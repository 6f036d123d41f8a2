//! What the program says beside its results, and how it says numbers.

use std::io::Write;

/// Writes a message to the standard error, each line after `dodgem: `. A standard error that takes
/// nothing, because it is full or closed, is no reason to end: the exit code tells the rest.
pub fn warn(message: &str) {
    let mut out = std::io::stderr().lock();
    for line in message.lines() {
        let _ = writeln!(out, "dodgem: {line}");
    }
}

/// A number of things, in words.
pub fn counted(number: usize, thing: &str) -> String {
    let plural = match thing {
        _ if number == 1 => "",
        _ if thing.ends_with("ch") => "es",
        _ => "s",
    };
    format!("{number} {thing}{plural}")
}

/// Several things in words: A, B and C.
pub fn and(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// A number with so many digits after the point. What is rounded to nothing has no sign: "-0" would
/// only puzzle.
pub fn rounded(number: f32, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    match text.strip_prefix('-') {
        Some(bare) if !bare.contains(|digit| ('1'..='9').contains(&digit)) => bare.to_owned(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
