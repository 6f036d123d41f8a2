//! The table of words: the texts of the screens, one file for each language.
//!
//! A text with changing parts names them in braces, such as `{key}`, so that each language orders them as it needs.
//! A further language is one more file and one more [`Language`]; a missing text does not compile.

mod english;
mod german;
mod table;

use serde::{Deserialize, Serialize};

pub use crate::app::words::table::{
    HelpWords, LeavingWords, RecordingWords, SettingsWords, Words, counted, fill,
};

/// A language of the screens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Language {
    #[default]
    English,
    German,
}

impl Language {
    /// The languages, each with its own name for itself.
    pub const ALL: [(Language, &'static str); 2] = [
        (Language::English, "English"),
        (Language::German, "Deutsch"),
    ];

    /// Returns the texts in this language.
    pub fn words(self) -> &'static Words {
        match self {
            Language::English => &english::WORDS,
            Language::German => &german::WORDS,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::app::input::COMMANDS;

    /// The names in braces of a text.
    fn parts(text: &str) -> BTreeSet<&str> {
        let behind = text.split('{').skip(1);
        behind.filter_map(|rest| rest.split('}').next()).collect()
    }

    #[test]
    fn every_language_has_every_text_with_the_same_parts() {
        let english = Language::English.words();
        let mut same = 0;
        for (language, _) in Language::ALL {
            let words = language.words();
            for ((name, text), (_, model)) in words.all().into_iter().zip(english.all()) {
                assert!(!text.trim().is_empty(), "{language:?} {name}");
                assert_eq!(parts(text), parts(model), "{language:?} {name}: {text}");
                same += usize::from(language != Language::English && text == model);
            }
            for (command, _, _) in COMMANDS {
                assert!(
                    !(words.meaning)(command).is_empty(),
                    "{language:?} {command:?}"
                );
            }
        }
        // Names of colours and the like may be equal, but a forgotten translation is not.
        let texts = english.all().len();
        assert!(
            same * 8 < texts,
            "{same} of {texts} texts are not translated"
        );
    }

    #[test]
    fn parts_are_put_in_place_of_their_names() {
        let said = fill("{count} of {all}: {what}", &[("all", &7), ("count", &"3")]);
        assert_eq!(said, "3 of 7: {what}");
        assert_eq!(fill("open { brace", &[]), "open { brace");
        assert_eq!(counted(1, "hit", "hits"), "1 hit");
        assert_eq!(counted(0, "hit", "hits"), "0 hits");
    }
}
