//! The tables of `docs/levels.md`, as completions and explanations.

use super::cursor::Cursor;
use super::text::is_of_word;

const PAGE: &str = include_str!("../../../../docs/levels.md");

/// Fields that have no row of their own, but a table, a paragraph or a section, by their owners.
const OTHERS: [(&str, &[&str]); 4] = [
    (
        "",
        &[
            "engine",
            "ground",
            "walls",
            "mood",
            "vehicle",
            "things",
            "materials",
            "parts",
            "joints",
            "patches",
            "zones",
            "triggers",
        ],
    ),
    ("parts", &["name", "things", "joints"]),
    ("triggers", &["name", "when", "then", "once"]),
    ("tasks", &["deed", "words"]),
];

/// A row of a table.
#[derive(Debug)]
struct Row {
    /// The first cell: `Box(width: W, height: H, length: L)`.
    subject: String,
    /// The names that it explains.
    names: Vec<String>,
    /// The other cells.
    cells: Vec<String>,
}

/// A table of the page.
#[derive(Debug)]
struct Table {
    /// The title of its section.
    section: String,
    /// The names of its columns; the first one says of what it lists the fields or values.
    columns: Vec<String>,
    rows: Vec<Row>,
}

/// Something that may be written at a place.
pub(super) struct Offer {
    pub(super) name: String,
    /// One line: its range and default, or its form.
    pub(super) detail: String,
    /// Its explanation, in Markdown.
    pub(super) text: String,
}

/// All tables of the page.
pub(super) struct Reference {
    tables: Vec<Table>,
}

impl Reference {
    /// Reads the page, which is built into the program.
    pub(super) fn read() -> Self {
        let (mut tables, mut section) = (Vec::<Table>::new(), String::new());
        let mut in_table = false;
        for line in PAGE.lines() {
            if let Some(title) = line.strip_prefix("## ") {
                section = title.to_owned();
            }
            let Some(inner) = line
                .strip_prefix("| ")
                .and_then(|line| line.strip_suffix('|'))
            else {
                in_table &= line.starts_with("|-");
                continue;
            };
            let mut cells = inner.split('|').map(|cell| cell.trim().to_owned());
            if !in_table {
                let (section, columns) = (section.clone(), cells.collect());
                tables.push(Table {
                    section,
                    columns,
                    rows: Vec::new(),
                });
                in_table = true;
            } else if let (Some(table), Some(subject)) = (tables.last_mut(), cells.next()) {
                let names = names(&subject);
                table.rows.push(Row {
                    subject,
                    names,
                    cells: cells.collect(),
                });
            }
        }
        Reference { tables }
    }

    /// Returns what may be written at a place.
    pub(super) fn offers(&self, cursor: &Cursor<'_>) -> Vec<Offer> {
        if cursor.is_quoted {
            return Vec::new();
        }
        let Some(field) = cursor.value_of else {
            return self.new_fields(cursor);
        };
        let mut offers: Vec<Offer> = Vec::new();
        for (table, row) in self.values(field) {
            offers.extend(row.names.iter().map(|name| offer(table, row, name)));
        }
        for (table, row) in self
            .fields(cursor)
            .into_iter()
            .filter(|(_, row)| row.explains(field))
        {
            let words = row.cells.iter().flat_map(|cell| names(cell));
            let is_value = |word: &String| {
                word.starts_with(|letter: char| letter.is_ascii_uppercase()) || word == "true"
            };
            for word in words.filter(is_value) {
                if offers.iter().all(|offer| offer.name != word) {
                    offers.push(Offer {
                        name: word,
                        ..offer(table, row, field)
                    });
                }
            }
        }
        offers
    }

    /// The fields that the brackets around a place do not have yet.
    fn new_fields(&self, cursor: &Cursor<'_>) -> Vec<Offer> {
        let mut offers = Vec::new();
        for (table, row) in self.fields(cursor) {
            offers.extend(row.names.iter().map(|name| offer(table, row, name)));
        }
        let others = OTHERS.iter().filter(|(owner, _)| *owner == cursor.owner);
        offers.extend(others.flat_map(|(_, names)| *names).map(|name| Offer {
            name: (*name).to_owned(),
            detail: "docs/levels.md explains it".to_owned(),
            text: format!("`{name}`: docs/levels.md explains it"),
        }));
        offers.retain(|offer| !cursor.fields.contains(&offer.name.as_str()));
        offers
    }

    /// Explains the word at a place.
    pub(super) fn explain(&self, cursor: &Cursor<'_>) -> Option<String> {
        if cursor.is_quoted || cursor.word.is_empty() {
            return None;
        }
        let near = match cursor.value_of {
            Some(field) => self.values(field),
            None => self.fields(cursor),
        };
        let all = self
            .tables
            .iter()
            .flat_map(|table| table.rows.iter().map(move |row| (table, row)));
        let found = near
            .into_iter()
            .chain(all)
            .find(|(_, row)| row.explains(cursor.word));
        found.map(|(table, row)| offer(table, row, cursor.word).text)
    }

    /// The rows of the fields that the brackets around a place may have.
    fn fields(&self, cursor: &Cursor<'_>) -> Vec<(&Table, &Row)> {
        let owner = match cursor.owner {
            // An effect of a trigger that adds something.
            "thing" => "things",
            "joint" => "joints",
            owner => owner,
        };
        let is_of_owner = |table: &&Table| table.lists_fields_of(owner);
        let rows = self.tables.iter().filter(is_of_owner);
        let mut rows: Vec<_> = rows
            .flat_map(|table| table.rows.iter().map(move |row| (table, row)))
            .collect();
        // A variant has the fields of its form only: `Box(width: W, height: H, length: L)`.
        let forms = self.tables.iter().flat_map(|table| &table.rows);
        let form = forms
            .filter(|row| row.subject.contains('('))
            .find(|row| row.explains(cursor.variant));
        if let Some(form) = form {
            rows.retain(|(_, row)| {
                row.names
                    .iter()
                    .any(|name| form.subject.contains(&format!("{name}: ")))
            });
        }
        rows
    }

    /// The rows of the variants that a field may have.
    fn values(&self, field: &str) -> Vec<(&Table, &Row)> {
        let title = match field {
            "when" => "event",
            "then" => "effect",
            other => other,
        };
        let mut tables = self
            .tables
            .iter()
            .filter(|table| table.columns[0].trim_matches('`') == title);
        // Zones have effects, too, and come first.
        let table = match field {
            "then" => tables.next_back(),
            _ => tables.next(),
        };
        table
            .iter()
            .flat_map(|table| table.rows.iter().map(|row| (*table, row)))
            .collect()
    }
}

impl Table {
    fn lists_fields_of(&self, owner: &str) -> bool {
        let title = &self.columns[0];
        match owner {
            "" => title == "field" && self.section == "The level",
            "cars" => title == "field" && self.section == "Cars",
            "solid" => title == "measure of a solid",
            _ => {
                let one = owner.strip_suffix("es").filter(|one| one.ends_with("ch"));
                let one = one.or(owner.strip_suffix('s')).unwrap_or(owner);
                let of = title.strip_prefix("field of ");
                of.is_some_and(|of| {
                    of == format!("a {one}") || names(of).iter().any(|name| name == owner)
                })
            }
        }
    }
}

impl Row {
    fn explains(&self, name: &str) -> bool {
        self.names.iter().any(|known| known == name)
    }
}

/// The names in backticks, without what is in their brackets.
fn names(cell: &str) -> Vec<String> {
    let quoted = cell.split('`').skip(1).step_by(2);
    let names = quoted.map(|text| {
        text.split(|letter| !is_of_word(letter))
            .next()
            .unwrap_or("")
    });
    names
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

fn offer(table: &Table, row: &Row, name: &str) -> Offer {
    let named = |column: &str| -> Option<&String> {
        let index = table.columns.iter().position(|title| title == column)?;
        row.cells
            .get(index.checked_sub(1)?)
            .filter(|cell| !cell.is_empty())
    };
    let parts =
        ["range", "default"].map(|column| named(column).map(|cell| format!("{column}: {cell}")));
    let detail = parts.into_iter().flatten().collect::<Vec<_>>().join("; ");
    let meaning = row.cells.first().map_or("", String::as_str);
    let subject = if row.subject.contains('(') {
        row.subject.clone()
    } else {
        format!("`{name}`")
    };
    let mut text = format!("{subject}: {meaning}");
    if !detail.is_empty() {
        text.push_str(&format!("\n\n{detail}"));
    }
    let detail = if detail.is_empty() {
        meaning.to_owned()
    } else {
        detail
    };
    Offer {
        name: name.to_owned(),
        detail: detail.replace('`', ""),
        text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(text: &str) -> Vec<String> {
        let offers = Reference::read().offers(&Cursor::at(text, text.len()));
        offers.into_iter().map(|offer| offer.name).collect()
    }

    #[test]
    fn each_place_of_a_level_offers_what_may_stand_there() {
        for (text, words) in [
            ("(", &["name", "gravity", "cars"][..]),
            ("(cars: [(", &["position", "driver", "mass"]),
            ("(cars: [(vehicle: (", &["top_speed", "boost"]),
            ("(cars: [(vehicle: (boost: (", &["refill"]),
            ("(things: [(", &["solid", "density", "copies"]),
            ("(parts: [(name: \"a\", things: [(", &["solid"]),
            ("(things: [(solid: ", &["Box", "Compound"]),
            ("(things: [(solid: Box(", &["width", "height", "length"]),
            ("(things: [(copies: ", &["Row", "Scatter"]),
            ("(things: [(kind: ", &["Dynamic", "Fixed"]),
            ("(materials: [(", &["rolling"]),
            ("(joints: [(motor: (", &["force", "by"]),
            ("(patches: [(", &["belt"]),
            ("(zones: [(effect: ", &["Score", "Teleport"]),
            ("(triggers: [(when: ", &["Enters", "Key"]),
            ("(triggers: [(then: [", &["Say", "Restart"]),
            ("(tasks: [(deed: ", &["Through", "Throw"]),
            ("(mood: (", &["sky", "crowd"]),
            ("(mood: (sky: (", &["zenith"]),
            ("(mood: (floor: ", &["Plates", "Tin"]),
            ("(engine: (", &["stages", "clock"]),
            ("(teams: ", &["true"]),
        ] {
            let offers = offered(text);
            let missing = words
                .iter()
                .find(|word| !offers.iter().any(|offer| offer == *word));
            assert_eq!(missing, None, "{text}: {offers:?}");
        }
        assert_eq!(offered("(things: [(solid: Ball("), ["radius"]);
        assert!(!offered("(name: \"A\", ").contains(&"name".to_owned()));
        assert!(offered("(name: \"A").is_empty() && offered("(nowhere: (").is_empty());
    }

    #[test]
    fn fields_without_a_row_are_fields_of_levels() {
        use dodgem::level::{Library, parse};
        let library = Library::new(Vec::new());
        for (owner, names) in OTHERS {
            for name in names {
                // The value is wrong, the name is not.
                let text = match owner {
                    "" => format!("(name: \"A\", {name}: 1)"),
                    _ => format!("(name: \"A\", {owner}: [({name}: 1)])"),
                };
                let error = parse(&library, "a.ron", &text).unwrap_err().to_string();
                assert!(!error.contains("unknown field"), "{error}");
                assert!(
                    offered(&text[..text.rfind(name).unwrap()]).contains(&(*name).to_owned()),
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn a_word_is_explained_by_its_place() {
        let reference = Reference::read();
        let of = |text: &str, at: &str| {
            reference
                .explain(&Cursor::at(text, text.find(at).unwrap() + 1))
                .unwrap_or_default()
        };
        let text = "(gravity: 9.81, cars: [(mass: 2, driver: Player)], things: [(mass: 3, solid: Ball(radius: 1))])";
        assert!(
            of(text, "gravity").contains("-50 to 50")
                && of(text, "gravity").contains("default: 9.81")
        );
        assert!(of(text, "mass: 2").contains("10 to 5000"));
        assert!(of(text, "mass: 3").contains("0.001 to 1000000"));
        assert!(of(text, "Ball").contains("a ball") && of(text, "radius").contains("half across"));
        assert_eq!(of(text, "9.81"), "");
    }
}
