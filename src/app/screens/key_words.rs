//! The names of a player's keys and buttons in tasks and hints.

use crate::app::input::{COMMANDS, Command, PadMap, Seat};
use crate::app::key_names::KeyNames;
use crate::app::state::ReadContext;
use crate::app::words::Words;

/// The key or button for a command of the player in a slot.
pub fn key_of(state: &ReadContext<'_>, slot: usize, command: Command) -> String {
    let seat = state.players.seats.list().get(slot);
    let settings = state.settings;
    let words = settings.words();
    key_of_seat(
        (settings.key_names(), &settings.pads[slot], words),
        seat,
        command,
    )
}

/// The key or button of a seat for a command; of several keys the one in its half of the keyboard.
fn key_of_seat(
    (keys, buttons, words): (KeyNames<'_>, &PadMap, &Words),
    seat: Option<&Seat>,
    command: Command,
) -> String {
    let is_on_pad = seat.is_some_and(|seat| !seat.keyboard && seat.half.is_none());
    if let Some(word) = pad_word(buttons, words, command).filter(|_| is_on_pad) {
        return word.to_owned();
    }
    let half = seat.and_then(|seat| seat.half).unwrap_or(0);
    keys.at(command, half)
        .unwrap_or_else(|| keys.first(command))
}

/// The part of a gamepad that gives a command, if any.
fn pad_word(buttons: &PadMap, words: &Words, command: Command) -> Option<&'static str> {
    match command {
        Command::Left => Some(words.hints.stick_left),
        Command::Right => Some(words.hints.stick_right),
        command => words.button_of(buttons, command),
    }
}

/// Replaces the names of commands in braces, such as `{Boost}`, by the keys of the player in a slot.
pub fn with_keys(state: &ReadContext<'_>, slot: usize, text: &str) -> String {
    replaced(text, |name| {
        let command = named(name)?;
        Some(visible(key_of(state, slot, command)))
    })
}

/// Puts a punctuation key in quotes, so that it is not read as part of the sentence.
fn visible(key: String) -> String {
    match key.chars().all(|c| c.is_ascii_punctuation()) {
        true => format!("\"{key}\""),
        false => key,
    }
}

/// The command of that name.
fn named(name: &str) -> Option<Command> {
    let mut commands = COMMANDS.iter().map(|(command, _, _)| *command);
    commands.find(|command| format!("{command:?}") == name)
}

/// Replaces each name in braces; a name without replacement stays.
fn replaced(text: &str, with: impl Fn(&str) -> Option<String>) -> String {
    let mut rest = text;
    let mut said = String::new();
    while let Some((before, behind)) = rest.split_once('{') {
        let Some((name, after)) = behind.split_once('}') else {
            break;
        };
        said += before;
        match with(name) {
            Some(key) => said += &key,
            None => said += &format!("{{{name}}}"),
        }
        rest = after;
    }
    said + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::{KeyMap, PadButton};
    use crate::app::words::{Language, Words};
    use crate::level::{LevelFolder, Library, load};

    fn english() -> &'static Words {
        Language::English.words()
    }

    #[test]
    fn braces_name_keys_and_what_is_no_command_stays() {
        let keys = |text: &str| {
            replaced(text, |name| {
                let command = named(name)?;
                let (keys, buttons) = (KeyMap::default(), PadMap::default());
                let names = KeyNames::new(&keys, english());
                Some(key_of_seat((names, &buttons, english()), None, command))
            })
        };
        assert_eq!(
            keys("Hold {Boost}, then {Brake}."),
            "Hold Shift, then Space."
        );
        assert_eq!(keys("{Hyper} {Boost"), "{Hyper} {Boost");
        assert_eq!(keys(""), "");
        assert_eq!(visible(",".to_owned()), "\",\"");
        assert_eq!(visible("F1".to_owned()), "F1");
    }

    #[test]
    fn the_own_keys_are_named_and_each_half_of_a_keyboard_has_its_own() {
        let mut keys = KeyMap::default();
        keys.give(Command::Boost, 0, "E");
        let half = |half| Seat {
            half: Some(half),
            ..Seat::default()
        };
        let mut buttons = PadMap::default();
        let boost = |seat: &Seat, buttons: &PadMap| {
            let names = KeyNames::new(&keys, english());
            key_of_seat((names, buttons, english()), Some(seat), Command::Boost)
        };
        assert_eq!(
            (boost(&half(0), &buttons), boost(&half(1), &buttons)),
            ("E".to_owned(), "right Shift".to_owned())
        );
        let pad = Seat {
            pad: Some(0),
            ..Seat::default()
        };
        assert_eq!(boost(&pad, &buttons), "A");
        buttons.give(Command::Boost, 0, PadButton::West);
        assert_eq!(boost(&pad, &buttons), "X");
    }

    #[test]
    fn every_key_that_a_lesson_of_the_school_names_is_known() {
        let library = Library::new(Vec::new());
        let mut named_keys = 0;
        for source in library.names_in(LevelFolder::School) {
            let level = load(&library, &source).unwrap_or_else(|error| panic!("{error}"));
            for task in &level.tasks {
                let _ = replaced(&task.words, |name| {
                    assert!(named(name).is_some(), "{source}: {name} is no command");
                    None
                });
                named_keys += task.words.matches('{').count();
            }
        }
        assert!(named_keys >= 10, "{named_keys}");
    }
}
