//! The meanings of gamepad buttons, per player. Sticks and cross are fixed: the left stick drives and, like the
//! cross, moves in menus; the right stick moves the hand's pointer.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::app::input::Command;
use crate::platform::pads::Button;

/// A button, named by its position, so that it fits all gamepads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum PadButton {
    South,
    East,
    West,
    North,
    LeftShoulder,
    RightShoulder,
    LeftTrigger,
    RightTrigger,
    Select,
    Start,
    LeftStick,
    RightStick,
}

/// Each button with its platform's name.
const BUTTONS: [(PadButton, Button); 12] = [
    (PadButton::South, Button::South),
    (PadButton::East, Button::East),
    (PadButton::West, Button::West),
    (PadButton::North, Button::North),
    (PadButton::LeftShoulder, Button::LeftTrigger),
    (PadButton::RightShoulder, Button::RightTrigger),
    (PadButton::LeftTrigger, Button::LeftTrigger2),
    (PadButton::RightTrigger, Button::RightTrigger2),
    (PadButton::Select, Button::Select),
    (PadButton::Start, Button::Start),
    (PadButton::LeftStick, Button::LeftThumb),
    (PadButton::RightStick, Button::RightThumb),
];

impl PadButton {
    /// Converts from the platform's button; `None` if it cannot be assigned.
    pub fn of(button: Button) -> Option<Self> {
        let found = BUTTONS.iter().find(|(_, known)| *known == button);
        found.map(|(own, _)| *own)
    }

    /// The platform's button.
    pub fn button(self) -> Button {
        BUTTONS[self as usize].1
    }
}

/// The situation in which a command is available. A button can have one meaning in each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Moment {
    Round,
    Title,
    Replay,
}

/// The commands that a button can give, each with its situation and default buttons.
const PAD_COMMANDS: &[(Command, Moment, &[PadButton])] = &[
    (Command::Forward, Moment::Round, &[PadButton::RightTrigger]),
    (Command::Backward, Moment::Round, &[PadButton::LeftTrigger]),
    (
        Command::Boost,
        Moment::Round,
        &[PadButton::South, PadButton::RightShoulder],
    ),
    (Command::Brake, Moment::Round, &[PadButton::East]),
    (Command::Camera, Moment::Round, &[PadButton::North]),
    (Command::LookBack, Moment::Round, &[PadButton::LeftShoulder]),
    (Command::Restart, Moment::Round, &[PadButton::West]),
    (Command::Pause, Moment::Round, &[PadButton::Start]),
    (Command::Hand, Moment::Round, &[PadButton::LeftStick]),
    (Command::Help, Moment::Title, &[PadButton::LeftStick]),
    (Command::Confirm, Moment::Title, &[PadButton::South]),
    (Command::Recordings, Moment::Title, &[PadButton::Select]),
    (Command::Cups, Moment::Title, &[PadButton::North]),
    (Command::Mode, Moment::Title, &[PadButton::RightShoulder]),
    (Command::Teams, Moment::Title, &[PadButton::LeftShoulder]),
    (Command::TakeWheel, Moment::Replay, &[PadButton::Select]),
    (Command::Why, Moment::Replay, &[PadButton::East]),
];

/// The commands of the buttons of a player's gamepad.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PadMap {
    buttons: BTreeMap<Command, Vec<PadButton>>,
}

impl Default for PadMap {
    fn default() -> Self {
        let all = PAD_COMMANDS.iter();
        Self {
            buttons: all
                .map(|(command, _, buttons)| (*command, buttons.to_vec()))
                .collect(),
        }
    }
}

impl PadMap {
    /// All commands that a button can give, in display order.
    pub fn commands() -> impl Iterator<Item = Command> {
        PAD_COMMANDS.iter().map(|(command, _, _)| *command)
    }

    /// The meaning of a command with its situation, if that is the title or a replay; both are given as words.
    pub fn meaning(command: Command, meaning: &str, [title, replay]: [&str; 2]) -> String {
        let when = PAD_COMMANDS.iter().find(|(known, _, _)| *known == command);
        let when = when.map_or("", |(_, moment, _)| match moment {
            Moment::Round => "",
            Moment::Title => title,
            Moment::Replay => replay,
        });
        match when.is_empty() || meaning.contains('(') {
            true => meaning.to_owned(),
            false => format!("{meaning} ({when})"),
        }
    }

    /// The buttons of a command.
    pub fn buttons(&self, command: Command) -> &[PadButton] {
        self.buttons.get(&command).map_or(&[], Vec::as_slice)
    }

    /// All commands of a button.
    pub fn meanings(&self, button: PadButton) -> impl Iterator<Item = Command> {
        let means = move |command: &Command| self.buttons(*command).contains(&button);
        PadMap::commands().filter(means)
    }

    /// Assigns a button to a command: replaces its button in that slot, or adds one. Returns the command of the same
    /// situation that loses the button.
    pub fn give(&mut self, command: Command, slot: usize, button: PadButton) -> Option<Command> {
        let moment = |one: Command| {
            let found = PAD_COMMANDS.iter().find(|(known, _, _)| *known == one);
            found.map(|(_, moment, _)| *moment)
        };
        let mut loser = None;
        for (other, buttons) in &mut self.buttons {
            if *other != command && moment(*other) == moment(command) && buttons.contains(&button) {
                buttons.retain(|known| *known != button);
                loser = Some(*other);
            }
        }
        let buttons = self.buttons.entry(command).or_default();
        match buttons.contains(&button) {
            true => {}
            false if slot < buttons.len() => buttons[slot] = button,
            false => buttons.push(button),
        }
        loser
    }

    /// Removes the button in that slot from a command.
    pub fn take(&mut self, command: Command, slot: usize) {
        if let Some(buttons) = self.buttons.get_mut(&command)
            && slot < buttons.len()
        {
            buttons.remove(slot);
        }
    }

    /// Gives the default buttons to each command that the settings file leaves out, and drops commands that no button
    /// can give.
    pub fn complete(&mut self) {
        self.buttons
            .retain(|command, _| PadMap::commands().any(|known| known == *command));
        for (command, buttons) in Self::default().buttons {
            self.buttons.entry(command).or_insert(buttons);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_button_means_two_things_at_the_same_moment() {
        let map = PadMap::default();
        for &(command, moment, _) in PAD_COMMANDS {
            for &(other, at, _) in PAD_COMMANDS {
                let same = |button: &PadButton| map.buttons(other).contains(button);
                let shared = map.buttons(command).iter().any(same);
                assert!(
                    command == other || moment != at || !shared,
                    "{command:?} {other:?}"
                );
            }
        }
        for (at, (button, theirs)) in BUTTONS.into_iter().enumerate() {
            assert_eq!(button as usize, at);
            assert_eq!(PadButton::of(theirs), Some(button));
        }
        assert_eq!(PadButton::of(Button::Mode), None);
    }

    #[test]
    fn a_button_that_is_given_away_is_lost_where_it_would_mean_two_things() {
        let mut map = PadMap::default();
        // The button keeps its meaning on the title screen.
        assert_eq!(
            map.give(Command::Brake, 0, PadButton::South),
            Some(Command::Boost)
        );
        assert_eq!(map.buttons(Command::Brake), [PadButton::South]);
        assert_eq!(map.buttons(Command::Boost), [PadButton::RightShoulder]);
        let meanings: Vec<Command> = map.meanings(PadButton::South).collect();
        assert_eq!(meanings, [Command::Brake, Command::Confirm]);
        assert_eq!(map.give(Command::Brake, 1, PadButton::RightStick), None);
        map.take(Command::Brake, 0);
        map.take(Command::Brake, 9);
        assert_eq!(map.buttons(Command::Brake), [PadButton::RightStick]);
        map.take(Command::Brake, 0);
        assert_eq!(map.buttons(Command::Brake), []);
    }

    #[test]
    fn what_a_file_leaves_out_is_filled_in() {
        let text = "{Boost: [West], Screenshot: [East]}";
        let mut map: PadMap = ron::from_str(text).unwrap();
        map.complete();
        assert_eq!(map.buttons(Command::Boost), [PadButton::West]);
        assert_eq!(map.buttons(Command::Pause), [PadButton::Start]);
        assert_eq!(map.buttons(Command::Screenshot), []);
        let again: PadMap = ron::from_str(&ron::to_string(&map).unwrap()).unwrap();
        assert_eq!(again, map);
        assert!(ron::from_str::<PadMap>("{Boost: [Hyper]}").is_err());
    }
}
