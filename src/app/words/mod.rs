//! The table of words: the texts of the screens, one file for each language.
//!
//! A text with changing parts names them in braces, such as `{key}`, so that each language orders them as it needs.
//! A further language is one more file and one more [`Language`]; a missing text does not compile.

mod english;
mod german;
mod table;

use serde::{Deserialize, Serialize};

pub use crate::app::words::table::{
    BuildWords, HelpWords, JointWords, KeyWords, LeavingWords, LookingWords, NoticeWords,
    NumberWords, PlayWords, ProbeWords, RecordingWords, ReplayWords, RoundWords, SettingsWords,
    SurroundingWord, SurroundingWords, ThingWords, TouchWords, TriggerWords, WhyWords, Words,
    counted,
};
pub use crate::console::fill;

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
    use crate::app::input::{COMMANDS, Command, PadMap};
    use crate::game::{CUPS, Gain};

    /// The names in braces of a text.
    fn parts(text: &str) -> BTreeSet<&str> {
        let behind = text.split('{').skip(1);
        behind.filter_map(|rest| rest.split('}').next()).collect()
    }

    /// Each text of the engine's views, explanations and acts with its name.
    fn engine(words: &Words) -> Vec<(&'static str, &'static str)> {
        let (views, explain) = (words.views, &words.explain);
        [
            views.names.all(),
            views.stages.all(),
            views.views.all(),
            views.lines.all(),
            views.notes.all(),
            views.about.all(),
            views.queries.all(),
            explain.summary.all(),
            explain.titles.all(),
            explain.meeting.all(),
            explain.sweep.all(),
            explain.gjk.all(),
            explain.balance.all(),
            explain.miss.all(),
            explain.probe.all(),
            words.acts.all(),
            words.driving.all(),
        ]
        .concat()
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
            for ((name, text), (_, model)) in engine(words).into_iter().zip(engine(english)) {
                assert!(!text.is_empty(), "{language:?} {name}");
                assert_eq!(parts(text), parts(model), "{language:?} {name}: {text}");
                same += usize::from(language != Language::English && text == model);
            }
            for &(command, _, _) in COMMANDS {
                assert!(
                    !(words.meaning)(command).is_empty(),
                    "{language:?} {command:?}"
                );
            }
        }
        // Names of colours and the like may be equal, but a forgotten translation is not.
        let texts = english.all().len() + engine(english).len();
        assert!(
            same * 8 < texts,
            "{same} of {texts} texts are not translated"
        );
    }

    #[test]
    fn places_are_said_as_people_say_them() {
        let ordinal = Language::English.words().ordinal;
        let said: Vec<String> = [1, 2, 3, 4, 11, 12, 13, 21, 22].map(ordinal).to_vec();
        let expected = "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd";
        assert_eq!(said.join(" "), expected);
    }

    #[test]
    fn the_sum_on_the_screen_says_what_was_multiplied() {
        let words = Language::English.words();
        let hit = Gain {
            points: 57,
            speed: 9.5,
            power: 8.0,
            side: 1.5,
            repeats: 1,
            double: false,
        };
        let said = words.gain(&hit);
        assert_eq!(said, "your 9.5 m/s × power 8.0 × side 1.5 × again 1/2 = 57");
        let plain = Gain {
            points: 10,
            power: 1.0,
            side: 1.0,
            repeats: 0,
            ..hit
        };
        assert_eq!(words.gain(&plain), "your 9.5 m/s = 10");
    }

    #[test]
    fn a_past_time_is_told_in_one_unit() {
        let ago = |words: &Words| {
            [59, 60, 119, 120, 3_600, 7_300, 86_400, 200_000].map(|age| words.ago(age))
        };
        assert_eq!(
            ago(Language::English.words()),
            [
                "just now",
                "1 minute ago",
                "1 minute ago",
                "2 minutes ago",
                "1 hour ago",
                "2 hours ago",
                "1 day ago",
                "2 days ago"
            ]
        );
        assert_eq!(Language::German.words().ago(7_300), "vor 2 Stunden");
    }

    #[test]
    fn buttons_of_gamepads_have_names() {
        let (mut pad, words) = (PadMap::default(), Language::English.words());
        assert_eq!(
            words.button_of(&pad, Command::LookBack),
            Some("left shoulder")
        );
        assert_eq!(words.button_of(&pad, Command::Screenshot), None);
        pad.take(Command::LookBack, 0);
        assert_eq!(words.button_of(&pad, Command::LookBack), Some("no button"));
    }

    #[test]
    fn every_cup_has_a_name() {
        let english = Language::English.words();
        for (index, cup) in CUPS.iter().enumerate() {
            assert_eq!(english.cup(index), [cup.name, cup.about]);
        }
    }

    #[test]
    fn one_thing_and_several_have_their_own_words() {
        assert_eq!(counted(1, "hit", "hits"), "1 hit");
        assert_eq!(counted(0, "hit", "hits"), "0 hits");
    }
}
