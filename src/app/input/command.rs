//! The commands that a key or a gamepad button can give, and the table from keys to commands.

use std::collections::BTreeMap;

use macroquad::input::KeyCode;
use serde::{Deserialize, Serialize};

use crate::arena::View;

/// Declares the commands in the order of the help: each with its meaning there and its default keys.
macro_rules! commands {
    ($($command:ident $meaning:literal: [$($key:literal),*],)*) => {
        /// A command that the player can give with a key.
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
        )]
        pub enum Command {
            $($command,)*
        }

        /// Each command with its meaning in the help and its default keys.
        pub const COMMANDS: &[(Command, &str, &[&str])] =
            &[$((Command::$command, $meaning, &[$($key),*]),)*];
    };
}

commands! {
    Forward "drive forward": ["W", "Up"],
    Backward "drive backward": ["S", "Down"],
    Left "steer left": ["A", "Left"],
    Right "steer right": ["D", "Right"],
    Brake "brake": ["Space", "RightControl"],
    Boost "boost": ["LeftShift", "RightShift"],
    Camera "camera: chase, hood, side, top; computer drivers (title)": ["C", "Slash"],
    LookBack "look back (hold)": ["B", "Apostrophe"],
    Split "split-screen layout (several players)": ["F6"],
    Restart "restart the round": ["R"],
    Pause "pause, back": ["P", "Escape"],
    Confirm "confirm": ["Enter", "KpEnter"],
    Quit "quit (title, pause, result)": ["Q"],
    SecondPlayer "second player on the arrows (title)": ["Tab"],
    Mode "what counts (title)": ["M"],
    Teams "two teams or none (title)": ["E"],
    Recordings "list of recordings (title)": ["L"],
    Settings "settings (title, pause)": ["O"],
    Cups "cups, round of the day (title)": ["U"],
    Delete "delete a recording (list), a thing (hand)": ["Delete"],
    Hand "use the hand in a round, too": ["H"],
    Throw "throw a ball; hold: faster (hand)": ["N"],
    Freeze "fix or free a thing (hand)": ["Control+F"],
    Duplicate "copy a thing (hand)": ["Control+D"],
    Undo "undo (hand)": ["Control+Z"],
    Redo "redo (hand)": ["Control+Y"],
    Cut "cut the joints of a thing (hand)": ["Control+X"],
    SelectAll "select all things (hand)": ["Control+A"],
    CopyText "copy things as text (hand), or a link": ["Control+C"],
    PasteText "paste things (hand) or a level": ["Control+V"],
    Panels "sandbox panels (hand)": ["F2"],
    Save "save the scene (hand)": ["Control+S"],
    Wireframe "view: the triangles that collide": ["Key1"],
    Grid "view: broad phase and pairs": ["Key2"],
    Tree "view: trees of volumes": ["Key3"],
    Pieces "view: convex pieces": ["Key4"],
    Contacts "view: contacts and impacts": ["Key5"],
    Sweeps "view: sweeps of crashes": ["Key6"],
    Velocities "view: velocities and forces": ["Key7"],
    Budget "view: budget and cuts": ["Key8"],
    ViewsOff "all views off, no focus": ["Key0"],
    ViewsPart "views in one part or in all (split)": ["F7"],
    Palette "change the colours of the views": ["Key9"],
    Point "focus the body under the pointer": ["I"],
    LastCrash "focus the last crash; find a level (title)": ["F"],
    NearestPair "focus the nearest pair, then the next": ["J"],
    Magnify "magnifier on the pair in focus": ["Z"],
    Numbers "numbers and curves": ["F3"],
    SaveNumbers "save the numbers as a table": ["F4"],
    Graphs "graphs: curves of any quantity": ["F9"],
    ShallowerTree "tree level up": ["LeftBracket"],
    DeeperTree "tree level down": ["RightBracket"],
    SingleStep "one step while paused": ["Period"],
    StepBack "one step back (hold: rewind)": ["Comma"],
    NextCamera "next camera (pause, replay)": ["V"],
    KeepRound "keep a recording (result, list, hand)": ["K"],
    Ghost "ghost: best round, unchanged run (hand)": ["G"],
    TakeWheel "take the wheel here (replay)": ["T"],
    Why "why this crash, or why not?": ["X"],
    Probe "probe: ask about two things": ["Y"],
    Film "film, begin and end (replay)": ["F10"],
    Slower "slower": ["Minus"],
    Faster "faster": ["Equal"],
    Help "this help": ["F1"],
    Reload "reload the level file": ["F5"],
    FullScreen "full screen": ["F11"],
    Screenshot "screenshot": ["F12"],
}

/// Returns the description of a command that the help shows.
pub fn meaning_of(command: Command) -> &'static str {
    COMMANDS[command as usize].1
}

impl Command {
    /// Returns the command that switches a view.
    pub fn of_view(view: View) -> Command {
        match view {
            View::Shapes => Command::Wireframe,
            View::Pairs => Command::Grid,
            View::Tree => Command::Tree,
            View::Pieces => Command::Pieces,
            View::Contacts => Command::Contacts,
            View::Sweeps => Command::Sweeps,
            View::Velocities => Command::Velocities,
            View::Budget => Command::Budget,
        }
    }
}

/// The keys of each command. It is stored as lists of key names, so that a player can edit it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KeyMap {
    names: BTreeMap<Command, Vec<String>>,
}

impl Default for KeyMap {
    fn default() -> Self {
        let names = COMMANDS
            .iter()
            .map(|(command, _, keys)| {
                (*command, keys.iter().map(|key| (*key).to_owned()).collect())
            })
            .collect();
        Self { names }
    }
}

impl KeyMap {
    /// The keys that give a command without Ctrl.
    pub fn keys(&self, command: Command) -> impl Iterator<Item = KeyCode> + '_ {
        self.names
            .get(&command)
            .into_iter()
            .flatten()
            .filter_map(|name| key_named(name))
    }

    /// The keys that give a command only while Ctrl is held.
    pub fn with_control(&self, command: Command) -> impl Iterator<Item = KeyCode> + '_ {
        let names = self.names.get(&command).into_iter().flatten();
        names.filter_map(|name| key_named(name.strip_prefix(WITH_CONTROL)?))
    }

    /// The names of a command's keys, as in the settings file.
    pub fn names(&self, command: Command) -> &[String] {
        self.names.get(&command).map_or(&[], Vec::as_slice)
    }

    /// Assigns a key to a command: replaces its key in that slot, or adds one. Returns the command that loses it,
    /// because a key has only one meaning.
    pub fn give(&mut self, command: Command, slot: usize, name: &str) -> Option<Command> {
        let mut loser = None;
        for (other, names) in &mut self.names {
            let before = names.len();
            // The command's own keys stay, so that the slot numbers remain valid.
            if *other != command {
                names.retain(|known| known != name);
            }
            if names.len() < before {
                loser = Some(*other);
            }
        }
        let names = self.names.entry(command).or_default();
        match names.iter().any(|known| known == name) {
            true => {}
            false if slot < names.len() => names[slot] = name.to_owned(),
            false => names.push(name.to_owned()),
        }
        loser
    }

    /// Removes the key in that slot from a command.
    pub fn take(&mut self, command: Command, slot: usize) {
        if let Some(names) = self.names.get_mut(&command)
            && slot < names.len()
        {
            names.remove(slot);
        }
    }

    /// Gives the default keys to each command that the settings file leaves out.
    pub fn complete(&mut self) {
        for (command, keys) in Self::default().names {
            self.names.entry(command).or_insert(keys);
        }
    }

    /// The first name in the table that is not the name of a key.
    pub fn unknown_name(&self) -> Option<&str> {
        self.names
            .values()
            .flatten()
            .find(|name| key_named(name.strip_prefix(WITH_CONTROL).unwrap_or(name)).is_none())
            .map(String::as_str)
    }
}

/// Prefix of the name of a key that counts only with Ctrl.
pub const WITH_CONTROL: &str = "Control+";

/// True for a letter, which has a second meaning while Ctrl is held.
pub(super) fn is_letter(key: KeyCode) -> bool {
    (KeyCode::A as u16..=KeyCode::Z as u16).contains(&(key as u16))
}

/// The name of a key in the settings file, with the prefix for Ctrl if it applies; `None` for an unsupported key.
pub fn name_of(key: KeyCode, with_control: bool) -> Option<String> {
    let (name, _) = KEYS.iter().find(|(_, known)| *known == key)?;
    Some(match with_control && is_letter(key) {
        true => format!("{WITH_CONTROL}{name}"),
        false => (*name).to_owned(),
    })
}

macro_rules! keys {
    ($($name:ident)*) => {
        /// All keys that the settings can name.
        const KEYS: &[(&str, KeyCode)] = &[$((stringify!($name), KeyCode::$name)),*];
    };
}

keys! {
    Space Apostrophe Comma Minus Period Slash Semicolon Equal LeftBracket Backslash RightBracket
    GraveAccent Key0 Key1 Key2 Key3 Key4 Key5 Key6 Key7 Key8 Key9
    A B C D E F G H I J K L M N O P Q R S T U V W X Y Z
    Escape Enter Tab Backspace Insert Delete Right Left Down Up PageUp PageDown Home End
    F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12
    Kp0 Kp1 Kp2 Kp3 Kp4 Kp5 Kp6 Kp7 Kp8 Kp9 KpDecimal KpDivide KpMultiply KpSubtract KpAdd KpEnter
    LeftShift LeftControl LeftAlt RightShift RightControl RightAlt
}

/// Finds the key of that name.
pub fn key_named(name: &str) -> Option<KeyCode> {
    KEYS.iter()
        .find(|(known, _)| *known == name)
        .map(|(_, key)| *key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_keys_and_no_key_means_two_things() {
        let map = KeyMap::default();
        assert_eq!(map.unknown_name(), None);
        let mut seen = Vec::new();
        for &(command, _, _) in COMMANDS {
            let bare = map.keys(command).map(|key| (key, false));
            let keys = bare.chain(map.with_control(command).map(|key| (key, true)));
            let before = seen.len();
            for key in keys {
                assert!(!seen.contains(&key), "{key:?} twice");
                seen.push(key);
            }
            assert!(seen.len() > before, "{command:?}");
        }
    }

    #[test]
    fn a_key_that_is_given_away_is_lost_by_whoever_had_it() {
        let mut map = KeyMap::default();
        assert_eq!(map.give(Command::Boost, 0, "W"), Some(Command::Forward));
        assert_eq!(map.names(Command::Boost), ["W", "RightShift"]);
        assert_eq!(map.names(Command::Forward), ["Up"]);
        assert_eq!(map.give(Command::Boost, 9, "Kp0"), None);
        assert_eq!(map.names(Command::Boost).len(), 3);
        // Repeating an assignment changes nothing.
        assert_eq!(map.give(Command::Boost, 1, "W"), None);
        assert_eq!(map.names(Command::Boost).len(), 3);
        map.take(Command::Boost, 0);
        map.take(Command::Boost, 7);
        assert_eq!(map.names(Command::Boost), ["RightShift", "Kp0"]);
        map.take(Command::Forward, 0);
        assert!(map.names(Command::Forward).is_empty());
        let with = name_of(KeyCode::F, true).unwrap();
        assert_eq!(map.give(Command::Cut, 0, &with), Some(Command::Freeze));
        assert_eq!(name_of(KeyCode::F5, true).as_deref(), Some("F5"));
        assert_eq!(name_of(KeyCode::F25, false), None);
    }

    #[test]
    fn a_key_map_survives_being_written_and_read() {
        let map = KeyMap::default();
        let text = ron::to_string(&map).unwrap();
        assert_eq!(ron::from_str::<KeyMap>(&text).unwrap(), map);
    }

    #[test]
    fn what_a_file_leaves_out_is_filled_in_and_a_wrong_name_is_found() {
        let mut map: KeyMap = ron::from_str(r#"{Boost: ["E"]}"#).unwrap();
        map.complete();
        assert_eq!(map.names(Command::Boost), ["E"]);
        assert_eq!(map.names(Command::Forward), ["W", "Up"]);
        assert_eq!(map.names(Command::DeeperTree), ["RightBracket"]);
        let wrong: KeyMap = ron::from_str(r#"{Boost: ["Hyper"]}"#).unwrap();
        assert_eq!(wrong.unknown_name(), Some("Hyper"));
    }
}
