//! The names of keys as text for the player, in the language of the screens.

use crate::app::input::{Command, KeyMap, WITH_CONTROL};
use crate::app::words::{KeyWords, Words};

/// The keys of the commands with their names in a language.
#[derive(Debug, Clone, Copy)]
pub struct KeyNames<'a> {
    keys: &'a KeyMap,
    words: &'a Words,
}

impl<'a> KeyNames<'a> {
    /// Returns the names of these keys in the language of these words.
    pub fn new(keys: &'a KeyMap, words: &'a Words) -> Self {
        Self { keys, words }
    }

    /// The names of a command's keys in order.
    pub fn all(self, command: Command) -> Vec<String> {
        let names = self.keys.names(command).iter();
        names.map(|name| key_name(&self.words.keys, name)).collect()
    }

    /// The name of a command's key in that slot, if it has one there.
    pub fn at(self, command: Command, slot: usize) -> Option<String> {
        let name = self.keys.names(command).get(slot)?;
        Some(key_name(&self.words.keys, name))
    }

    /// The keys of a command as one text, such as `W or Up`.
    pub fn shown(self, command: Command) -> String {
        match &self.all(command)[..] {
            [] => self.none(),
            names => names.join(&format!(" {} ", self.words.common.or)),
        }
    }

    /// The first key of a command.
    pub fn first(self, command: Command) -> String {
        self.at(command, 0).unwrap_or_else(|| self.none())
    }

    /// The last key of a command.
    pub fn last(self, command: Command) -> String {
        self.all(command).pop().unwrap_or_else(|| self.none())
    }

    fn none(self) -> String {
        self.words.hints.no_key.to_owned()
    }
}

/// The name of a key as text for the player, from its name in the settings file.
pub fn key_name(words: &KeyWords, name: &str) -> String {
    if let Some(key) = name.strip_prefix(WITH_CONTROL) {
        return format!("{} {}", words.control, key_name(words, key));
    }
    let word = match name {
        "LeftBracket" => "[",
        "RightBracket" => "]",
        "Backslash" => "\\",
        "GraveAccent" => "`",
        "Semicolon" => ";",
        "Period" => ".",
        "Comma" => ",",
        "Slash" => "/",
        "Apostrophe" => "'",
        "Minus" => "-",
        "Equal" => "=",
        "Space" => words.space,
        "Escape" => words.escape,
        "Enter" => words.enter,
        "Tab" => words.tab,
        "Backspace" => words.backspace,
        "Insert" => words.insert,
        "Delete" => words.delete,
        "Left" => words.left,
        "Right" => words.right,
        "Up" => words.up,
        "Down" => words.down,
        "PageUp" => words.page_up,
        "PageDown" => words.page_down,
        "Home" => words.home,
        "End" => words.end,
        "LeftShift" => words.left_shift,
        "RightShift" => words.right_shift,
        "LeftControl" => words.control,
        "RightControl" => words.right_control,
        "LeftAlt" => words.left_alt,
        "RightAlt" => words.right_alt,
        "KpEnter" => words.pad_enter,
        "KpDecimal" => return format!("{} .", words.pad),
        "KpDivide" => return format!("{} /", words.pad),
        "KpMultiply" => return format!("{} *", words.pad),
        "KpSubtract" => return format!("{} -", words.pad),
        "KpAdd" => return format!("{} +", words.pad),
        name => match name.strip_prefix("Kp") {
            Some(digit) => return format!("{} {digit}", words.pad),
            None => name.strip_prefix("Key").unwrap_or(name),
        },
    };
    word.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::COMMANDS;
    use crate::app::words::Language;

    fn shown(map: &KeyMap, language: Language, command: Command) -> String {
        KeyNames::new(map, language.words()).shown(command)
    }

    #[test]
    fn the_page_of_keys_has_a_row_for_the_keys_of_every_command() {
        let page = include_str!("../../docs/keys.md");
        let map = KeyMap::default();
        for &(command, meaning, _) in COMMANDS {
            let row = format!("\n| `{}` | ", shown(&map, Language::English, command));
            assert!(page.contains(&row), "{meaning}: no row {row:?}");
        }
    }

    #[test]
    fn keys_are_named_in_the_language_of_the_screens() {
        let mut map = KeyMap::default();
        let german = |map: &KeyMap, command| shown(map, Language::German, command);
        assert_eq!(german(&map, Command::Forward), "W oder ↑");
        assert_eq!(german(&map, Command::Brake), "Leertaste oder rechte Strg");
        assert_eq!(german(&map, Command::Freeze), "Strg F");
        map.give(Command::Boost, 0, "Kp7");
        map.give(Command::Boost, 1, "Semicolon");
        assert_eq!(german(&map, Command::Boost), "Ziffernblock 7 oder ;");
        map.take(Command::Boost, 0);
        map.take(Command::Boost, 0);
        assert_eq!(german(&map, Command::Boost), "keine Taste");
    }

    #[test]
    fn the_first_and_the_last_of_several_keys_are_told() {
        let map = KeyMap::default();
        let names = KeyNames::new(&map, Language::English.words());
        let of_pause = (names.first(Command::Pause), names.last(Command::Pause));
        assert_eq!(of_pause, ("P".to_owned(), "Esc".to_owned()));
        assert_eq!(names.at(Command::Pause, 2), None);
    }
}
