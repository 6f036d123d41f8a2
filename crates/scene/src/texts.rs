//! Texts in a language: tables of them, and the names of bodies and stages.
//!
//! A text with changing parts names them in braces, for [`fill`]. Each table has its English
//! texts here; the window has the others.

use dodgem_collide::query::Stage;

use crate::arena::HallPart;
use crate::console::fill;

/// Defines a table of texts: a structure with a field for each, and the English ones as `ENGLISH`.
#[macro_export]
macro_rules! texts {
    ($(#[$about:meta])* $kind:ident { $($name:ident: $english:literal,)* }) => {
        $(#[$about])*
        #[derive(Debug)]
        pub struct $kind {
            $(#[doc = concat!("English: `", $english, "`")] pub $name: &'static str,)*
        }

        impl $kind {
            /// The texts in English.
            pub const ENGLISH: $kind = $kind { $($name: $english,)* };

            /// Returns each text with its name.
            pub fn all(&self) -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($name), self.$name),)*]
            }
        }
    };
}

texts! {
    /// The names of bodies: as a label, as the subject and the object of a sentence, and after "of" and "from".
    NameWords {
        you: "You",
        you_subject: "your car",
        you_object: "your car",
        of_you: "of your car",
        from_you: "from your car",
        floor: "floor",
        floor_subject: "the floor",
        floor_object: "the floor",
        of_floor: "of the floor",
        from_floor: "from the floor",
        wall: "wall",
        wall_subject: "the wall",
        wall_object: "the wall",
        of_wall: "of the wall",
        from_wall: "from the wall",
        ceiling: "ceiling",
        ceiling_subject: "the ceiling",
        ceiling_object: "the ceiling",
        of_ceiling: "of the ceiling",
        from_ceiling: "from the ceiling",
        pit: "pit",
        pit_subject: "the pit",
        pit_object: "the pit",
        of_pit: "of the pit",
        from_pit: "from the pit",
        thing: "thing {number}",
        of_other: "of {name}",
        from_other: "from {name}",
        pair: "{one} and {other}",
    }
}

/// The forms of a name in sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameForms {
    /// The name by itself.
    pub label: String,
    /// The name as a subject.
    pub subject: String,
    /// The name as an object.
    pub object: String,
    /// The name after "of".
    pub of: String,
    /// The name after "from".
    pub from: String,
}

/// The name that levels give to the player's car. Sentences address the player in its place.
pub const PLAYER: &str = "You";

impl NameWords {
    /// Returns the forms of the name of a body: of the player's car, a part of the hall, a thing without a name of
    /// its own, or any other.
    pub fn forms(&self, name: &str) -> NameForms {
        let forms = match name {
            PLAYER => [
                self.you,
                self.you_subject,
                self.you_object,
                self.of_you,
                self.from_you,
            ],
            _ if name == HallPart::Floor.name() => [
                self.floor,
                self.floor_subject,
                self.floor_object,
                self.of_floor,
                self.from_floor,
            ],
            _ if name == HallPart::Wall.name() => [
                self.wall,
                self.wall_subject,
                self.wall_object,
                self.of_wall,
                self.from_wall,
            ],
            _ if name == HallPart::Ceiling.name() => [
                self.ceiling,
                self.ceiling_subject,
                self.ceiling_object,
                self.of_ceiling,
                self.from_ceiling,
            ],
            _ if name == HallPart::Pit.name() => [
                self.pit,
                self.pit_subject,
                self.pit_object,
                self.of_pit,
                self.from_pit,
            ],
            _ => return self.plain(&self.named(name)),
        };
        let [label, subject, object, of, from] = forms.map(str::to_owned);
        NameForms {
            label,
            subject,
            object,
            of,
            from,
        }
    }

    /// The name of a thing: one that its level did not name has the word for a thing and its number.
    fn named(&self, name: &str) -> String {
        match name.strip_prefix("thing ").map(str::parse::<u32>) {
            Some(Ok(number)) => fill(self.thing, &[("number", &number)]),
            _ => name.to_owned(),
        }
    }

    fn plain(&self, name: &str) -> NameForms {
        let with = |text: &str| fill(text, &[("name", &name)]);
        NameForms {
            label: name.to_owned(),
            subject: name.to_owned(),
            object: name.to_owned(),
            of: with(self.of_other),
            from: with(self.from_other),
        }
    }

    /// Returns the name of a body by itself.
    pub fn label(&self, name: &str) -> String {
        self.forms(name).label
    }

    /// Returns the names of two bodies.
    pub fn pair(&self, [one, other]: [&str; 2]) -> String {
        let [one, other] = [one, other].map(|name| self.label(name));
        fill(self.pair, &[("one", &one), ("other", &other)])
    }
}

texts! {
    /// The names of the stages of a query.
    StageWords {
        bounds: "bounds",
        plane: "plane",
        closed_form: "closed form",
        convex: "convex",
        probe: "probe",
        tree: "tree",
        pieces: "pieces",
        triangles: "triangles",
        budget: "the budget",
    }
}

impl StageWords {
    /// Returns the name of a stage.
    pub fn name(&self, stage: Stage) -> &'static str {
        match stage {
            Stage::Bounds => self.bounds,
            Stage::Plane => self.plane,
            Stage::ClosedForm => self.closed_form,
            Stage::Convex => self.convex,
            Stage::Probe => self.probe,
            Stage::Tree => self.tree,
            Stage::Pieces => self.pieces,
            Stage::Triangles => self.triangles,
        }
    }

    /// Returns the name of a stage, or the budget if no stage decided.
    pub fn decider(&self, stage: Option<Stage>) -> &'static str {
        stage.map_or(self.budget, |stage| self.name(stage))
    }
}

/// Returns a number of things, in the text for one or for several; `{count}` is the number.
pub fn count_of(number: usize, one: &str, several: &str) -> String {
    let text = if number == 1 { one } else { several };
    fill(text, &[("count", &number)])
}

/// Returns a sentence with a capital at its begin.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_forms_of_their_kind() {
        let words = NameWords::ENGLISH;
        let you = words.forms("You");
        assert_eq!((&*you.label, &*you.of), ("You", "of your car"));
        assert_eq!(words.forms("floor").object, "the floor");
        let thing = words.forms("thing 12");
        assert_eq!((&*thing.label, &*thing.from), ("thing 12", "from thing 12"));
        assert_eq!(words.pair(["You", "Rosa"]), "You and Rosa");
        assert_eq!(words.label("thing of mine"), "thing of mine");
    }

    #[test]
    fn stages_have_the_names_of_the_command_line() {
        for stage in Stage::ALL {
            assert_eq!(StageWords::ENGLISH.name(stage), stage.name());
        }
    }

    #[test]
    fn a_sentence_begins_with_a_capital() {
        assert_eq!(sentence("über Rosa"), "Über Rosa");
        assert_eq!(sentence(""), "");
        assert_eq!(count_of(1, "1 pair", "{count} pairs"), "1 pair");
        assert_eq!(count_of(3, "1 pair", "{count} pairs"), "3 pairs");
    }
}
