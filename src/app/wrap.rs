//! Breaks a text into lines.

/// The separator between parts of a line; a break falls inside a part only if the part is too long for a
/// line.
pub const DOT: &str = "  ·  ";

/// Breaks a text into lines of at most `width`, measured by `measure`. Parts between dots stay whole if they
/// fit into a line; words longer than a line stay whole; line breaks are kept.
pub fn wrap_with(text: &str, width: f32, measure: impl Fn(&str) -> f32) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for part in paragraph.split(DOT) {
            match joined(&line, DOT, part) {
                longer if measure(&longer) <= width => line = longer,
                _ => {
                    if !line.is_empty() {
                        lines.push(std::mem::take(&mut line));
                    }
                    line = break_words(part, width, &measure, &mut lines);
                }
            }
        }
        lines.push(line);
    }
    lines
}

/// Breaks a text between words and adds the full lines to `lines`; returns the last line, which may continue.
fn break_words(
    text: &str,
    width: f32,
    measure: impl Fn(&str) -> f32,
    lines: &mut Vec<String>,
) -> String {
    let mut line = String::new();
    for word in text.split_whitespace() {
        let longer = joined(&line, " ", word);
        if !line.is_empty() && measure(&longer) > width {
            lines.push(std::mem::replace(&mut line, word.to_owned()));
        } else {
            line = longer;
        }
    }
    line
}

fn joined(line: &str, between: &str, more: &str) -> String {
    match line.is_empty() {
        true => more.to_owned(),
        false => format!("{line}{between}{more}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, width: f32) -> Vec<String> {
        wrap_with(text, width, |line| line.chars().count() as f32)
    }

    #[test]
    fn text_is_broken_between_words_and_at_line_breaks() {
        assert_eq!(
            lines("one two three\nfour", 8.0),
            ["one two", "three", "four"]
        );
        assert_eq!(
            lines("unbreakable-word ok", 4.0),
            ["unbreakable-word", "ok"]
        );
    }

    #[test]
    fn what_dots_part_stays_whole_where_it_has_room() {
        let keys = "W drive  ·  Shift boost  ·  Space brake";
        assert_eq!(lines(keys, 60.0), [keys]);
        assert_eq!(
            lines(keys, 26.0),
            ["W drive  ·  Shift boost", "Space brake"]
        );
        assert_eq!(lines(keys, 12.0), ["W drive", "Shift boost", "Space brake"]);
        assert_eq!(
            lines(keys, 7.0),
            ["W drive", "Shift", "boost", "Space", "brake"]
        );
    }
}
