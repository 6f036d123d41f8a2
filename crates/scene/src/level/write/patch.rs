//! Writes a level into the text that it was read from: unchanged values keep their text and their comments.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::level::Level;
use crate::level::outline::{NodeId, TextOutline};
use crate::level::read::read;
use crate::level::write::{ELEMENT, FIELD, Style, Writer, child, plain, root, written};

/// Returns a level as text, written into an older text of it. If the older text is not a valid level, the
/// level is written anew.
///
/// # Errors
/// [`ron::Error`] if it cannot be written as RON.
pub fn rewritten(level: &Level, older: &str) -> Result<String, ron::Error> {
    let mut wanted = level.clone();
    wanted.parts.retain(|part| !part.from_file);
    let says = |text: &str| {
        read::<Level>(text)
            .0
            .filter(|_| read::<Level>(text).1.is_empty())
    };
    let Some(before) = says(older) else {
        return written(level);
    };
    if before == wanted {
        return Ok(older.to_owned());
    }
    let style = Style::new()?;
    let (old, new) = (plain(&before)?, plain(&wanted)?);
    let (old, new) = (TextOutline::new(&old), TextOutline::new(&new));
    let patch = Patch {
        text: older,
        here: TextOutline::new(older),
        old,
        writer: Writer::new(&style, &new),
    };
    let text = patched(older, patch.edits());
    // Level texts vary widely; if the result does not read back as the level, the level is written anew.
    match says(&text) == Some(wanted) {
        true => Ok(text),
        false => written(level),
    }
}

/// Returns the number of comments of an older text that a newer one lacks.
pub fn lost_comments(older: &str, newer: &str) -> usize {
    let mut left = comments(newer);
    let lost = comments(older).into_iter().filter(|one| {
        let found = left.iter().position(|other| other == one);
        found.map(|index| left.swap_remove(index)).is_none()
    });
    lost.count()
}

/// Returns the comments of a text.
fn comments(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['"', '/']) {
        let here = &rest[at..];
        let length = if here.starts_with("//") {
            let end = here.find('\n').unwrap_or(here.len());
            all.push(here[..end].trim_end());
            end
        } else if here.starts_with("/*") {
            let end = here.find("*/").map_or(here.len(), |end| end + 2);
            all.push(&here[..end]);
            end
        } else if here.starts_with('"') {
            text_length(here)
        } else {
            1
        };
        rest = &here[length..];
    }
    all
}

/// Returns the length of a quoted text in bytes, including the quotes.
fn text_length(quoted: &str) -> usize {
    let mut escaped = false;
    for (index, byte) in quoted.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return index + 1,
            _ => {}
        }
    }
    quoted.len()
}

/// Replacement of a byte range by a new text.
type Edit = (Range<usize>, String);

fn patched(text: &str, mut edits: Vec<Edit>) -> String {
    // The sort is stable, so insertions at one place keep their order.
    edits.sort_by_key(|(range, _)| range.start);
    let mut result = String::new();
    let mut at = 0;
    for (range, new) in edits {
        result += &text[at..range.start.max(at)];
        result += &new;
        at = range.end.max(at);
    }
    result + &text[at..]
}

struct Patch<'a> {
    text: &'a str,
    /// Outline of the older text.
    here: TextOutline<'a>,
    /// Outline of its content, without blanks.
    old: TextOutline<'a>,
    writer: Writer<'a>,
}

impl Patch<'_> {
    fn edits(&self) -> Vec<Edit> {
        let new = self.writer.outline;
        let mut edits = Vec::new();
        // New fields follow existing ones, in the order of the format.
        let mut behind: Option<NodeId> = None;
        for id in self.writer.fields() {
            let Some(name) = new.name(id) else { continue };
            let here = child(&self.here, root(&self.here), name);
            let before = child(&self.old, root(&self.old), name);
            let same = before.is_some_and(|one| self.old.value_text(one) == new.value_text(id));
            let value = self.writer.field(id).filter(|_| !same);
            match (here, value) {
                (Some(here), _) if same => behind = Some(here),
                (Some(here), Some(value)) => {
                    behind = Some(here);
                    let list = self.list(here, before, id, name);
                    edits
                        .extend(list.unwrap_or_else(|| vec![(self.here.value_range(here), value)]));
                }
                (Some(here), None) => edits.push(self.removal(here)),
                (None, Some(value)) => edits.push(self.insertion(behind, name, &value)),
                (None, None) => {}
            }
        }
        // Fields that serde omits are not among the new fields.
        let gone = self.here.children(root(&self.here).unwrap_or(0)).iter();
        let gone = gone.filter(|id| {
            let name = self.here.name(**id).unwrap_or_default();
            child(new, root(new), name).is_none()
                && child(&self.old, root(&self.old), name).is_some()
        });
        edits.extend(gone.map(|id| self.removal(*id)));
        edits
    }

    /// Removes a field together with its line.
    fn removal(&self, id: NodeId) -> Edit {
        let (field, comma) = self.here.extent(id);
        let end = comma.map_or(field.end, |comma| comma + 1);
        let line = self.text[..field.start].rfind('\n').unwrap_or(0);
        let alone = self.text[line..field.start].trim().is_empty();
        (if alone { line } else { field.start }..end, String::new())
    }

    fn insertion(&self, behind: Option<NodeId>, name: &str, value: &str) -> Edit {
        let Some(behind) = behind else {
            let start = root(&self.here).map_or(0, |id| self.here.value_start(id) + 1);
            return (start..start, format!("\n{FIELD}{name}: {value},"));
        };
        let (field, comma) = self.here.extent(behind);
        let (at, lead) = match comma {
            Some(comma) => (comma + 1, ""),
            None => (field.end, ","),
        };
        (
            at..at,
            format!(
                "{lead}\n{FIELD}{name}: {value}{}",
                if comma.is_some() { "," } else { "" }
            ),
        )
    }

    /// Writes a list element by element, keeping unchanged ones. None if there is no matching list in the
    /// older text.
    fn list(
        &self,
        here: NodeId,
        before: Option<NodeId>,
        id: NodeId,
        name: &str,
    ) -> Option<Vec<Edit>> {
        let new = self.writer.outline;
        let (texts, olds) = (self.here.children(here), self.old.children(before?));
        let is_list = self.here.value_text(here).starts_with('[') && self.writer.is_list(id);
        if !is_list || texts.len() != olds.len() || texts.is_empty() {
            return None;
        }
        let news = new.children(id);
        let kept = kept(
            &olds
                .iter()
                .map(|id| self.old.value_text(*id))
                .collect::<Vec<_>>(),
            &news
                .iter()
                .map(|id| new.value_text(*id))
                .collect::<Vec<_>>(),
        );
        let used: HashSet<usize> = kept.iter().flatten().copied().collect();
        let named = |outline: &TextOutline<'_>, id: NodeId| {
            child(outline, Some(id), "name").map(|id| outline.value_text(id).to_owned())
        };
        // A new element takes the place and the comment of the old one with its name.
        let by_name: HashMap<String, usize> = (0..olds.len())
            .filter(|index| !used.contains(index))
            .filter_map(|index| Some((named(&self.old, olds[index])?, index)))
            .collect();
        let lines = self.writer.elements(id, name);
        let list = self.here.value_range(here);
        let begins = |index: usize| match index {
            0 => list.start + 1,
            _ => {
                let (field, comma) = self.here.extent(texts[index - 1]);
                comma.map_or(field.end, |comma| comma + 1)
            }
        };
        let mut chunks = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            let lead =
                |index: usize| &self.text[begins(index)..self.here.value_start(texts[index])];
            chunks.push(match kept[number] {
                Some(index) => format!("{}{}", lead(index), self.here.value_text(texts[index])),
                None => {
                    let of_name = named(new, news[number]).and_then(|name| by_name.get(&name));
                    let lead =
                        of_name.map_or_else(|| format!("\n{ELEMENT}"), |one| lead(*one).to_owned());
                    format!("{lead}{line}")
                }
            });
        }
        let last = self.here.extent(*texts.last()?).0.end;
        let inner = list.start + 1..last;
        Some(vec![(inner, chunks.join(","))])
    }
}

/// Returns the old index of each new text, in ascending order; None for changed or new texts.
fn kept(old: &[&str], new: &[&str]) -> Vec<Option<usize>> {
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, text) in old.iter().enumerate() {
        places.entry(text).or_default().push(index);
    }
    let mut from = 0;
    let found = new.iter().map(|text| {
        let places = places.get(text)?;
        let index = *places.get(places.partition_point(|index| *index < from))?;
        from = index + 1;
        Some(index)
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Solid, ThingSpec};
    use glam::Vec3;

    const OLDER: &str = r#"// A wall.
(
    name: "Wall", // as it is called
    gravity: 3,
    things: [
        // The wall itself.
        (name: "wall", solid: Box(width: 1, height: 1, length: 1), copies: Wall(columns: 3, rows: 2)),
        // The ball.
        (name: "ball", solid: Ball(radius: 0.5), at: (0, 0, 5)),
    ],
)
"#;

    fn changed(change: impl FnOnce(&mut Level)) -> String {
        let (level, _) = read::<Level>(OLDER);
        let mut level = level.unwrap();
        change(&mut level);
        let text = rewritten(&level, OLDER).unwrap();
        assert_eq!(read::<Level>(&text).0, Some(level));
        text
    }

    #[test]
    fn what_did_not_change_stays_with_its_comments() {
        assert_eq!(changed(|_| {}), OLDER);
        let text = changed(|level| level.gravity = 1.5);
        assert_eq!(text, OLDER.replace("gravity: 3", "gravity: 1.5"));
        let text = changed(|level| level.gravity = dodgem_physics::GRAVITY);
        assert_eq!(text, OLDER.replace("\n    gravity: 3,", ""));
        let text = changed(|level| level.air = 1.2);
        assert_eq!(
            text,
            OLDER.replace("gravity: 3,", "gravity: 3,\n    air: 1.2,")
        );
        let text = changed(|level| level.things[1].at = Some(Vec3::new(1.0, 0.0, 5.0)));
        assert_eq!(text, OLDER.replace("at: (0, 0, 5)", "at: (1.0, 0.0, 5.0)"));
        let text = changed(|level| {
            level.things.remove(0);
            level.things.push(ThingSpec {
                name: "post".to_owned(),
                solid: Some(Solid::Ball { radius: 2.0 }),
                ..ThingSpec::default()
            });
        });
        assert!(text.contains("// The ball.\n") && !text.contains("The wall itself"));
        assert!(
            text.contains(
                "at: (0, 0, 5)),\n        (name: \"post\", solid: Ball(radius: 2.0)),\n    ],"
            ),
            "{text}"
        );
    }

    #[test]
    fn comments_that_are_lost_are_counted_and_those_in_quotes_are_none() {
        assert_eq!(lost_comments(OLDER, OLDER), 0);
        assert_eq!(lost_comments(OLDER, &OLDER.replace("// The ball.", "")), 1);
        assert_eq!(lost_comments(OLDER, "(name: \"// The ball.\")"), 4);
        let quoted = r#"(name: "a \" // b", /* c */ d: 1) // e"#;
        assert_eq!(comments(quoted), ["/* c */", "// e"]);
        assert_eq!(lost_comments("/ \" // open", ""), 0);
    }

    #[test]
    fn a_text_that_is_none_is_written_anew() {
        let (level, _) = read::<Level>(OLDER);
        let level = level.unwrap();
        assert_eq!(
            rewritten(&level, "nonsense (").unwrap(),
            written(&level).unwrap()
        );
    }
}
