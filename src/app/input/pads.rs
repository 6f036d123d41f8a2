//! Gamepads, which may be connected and disconnected while the game runs.

use glam::Vec2;

use crate::app::input::drive::Held;
use crate::app::input::{Command, PadButton, PadHand, PadMap};
use crate::app::params::window::input_pads::PRESSED;
use crate::platform::pads::{Axis, Button, Gamepad, Gamepads, PadChange, Shake};

/// An event of a gamepad.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PadEvent {
    /// A button was pressed on a pad.
    Button(usize, PadButton),
    /// A menu move by stick or cross: (right, down).
    Move(i32, i32),
    /// Any button was pressed on a pad; used for joining.
    Any(usize),
    /// A pad was unplugged.
    Lost(usize),
}

/// All gamepads.
pub struct Pads {
    gamepads: Option<Gamepads>,
    /// Per pad: its index and the stick's direction (right, down) in menus, so that one push moves once.
    pushed: Vec<(usize, i32, i32)>,
}

impl Pads {
    /// Opens the gamepads. If the system does not support them, there are none.
    pub fn new() -> Self {
        Self {
            gamepads: Gamepads::open(),
            pushed: Vec::new(),
        }
    }

    /// The events since the last call.
    pub fn poll(&mut self) -> Vec<PadEvent> {
        let mut events = Vec::new();
        let Some(gamepads) = &mut self.gamepads else {
            return events;
        };
        while let Some((pad, change)) = gamepads.next_change() {
            match change {
                PadChange::Pressed(button) => {
                    events.push(PadEvent::Any(pad));
                    events.extend(cross(button));
                    let own = PadButton::of(button);
                    events.extend(own.map(|button| PadEvent::Button(pad, button)));
                }
                PadChange::Moved(axis, value) => {
                    events.extend(push(&mut self.pushed, pad, axis, value));
                }
                PadChange::Lost => events.push(PadEvent::Lost(pad)),
            }
        }
        events
    }

    /// The controls held on a pad, with or without its shoulder buttons; neutral if the pad is disconnected.
    pub fn held(&self, pad: usize, map: &PadMap, shoulders: bool) -> Held {
        let Some(gamepad) = self.find(pad) else {
            return Held::default();
        };
        // The pressure from 0 to 1, because a trigger can be pressed partly.
        let value = |command: Command| {
            let buttons = map.buttons(command).iter().filter(|one| {
                shoulders || !matches!(one, PadButton::LeftShoulder | PadButton::RightShoulder)
            });
            let pressed = |button: &PadButton| gamepad.pressure(button.button());
            buttons.map(pressed).fold(0.0, f32::max)
        };
        let cross = |plus: Button, minus: Button| {
            f32::from(u8::from(gamepad.is_pressed(plus)))
                - f32::from(u8::from(gamepad.is_pressed(minus)))
        };
        let stick = Held::from_pad(
            gamepad.value(Axis::LeftStickX),
            gamepad.value(Axis::LeftStickY),
            value(Command::Forward),
            value(Command::Backward),
            value(Command::Brake) > PRESSED,
            value(Command::Boost) > PRESSED,
        );
        let cross = Held {
            drive: cross(Button::DPadUp, Button::DPadDown),
            steer: cross(Button::DPadRight, Button::DPadLeft),
            brake: false,
            boost: false,
        };
        stick.joined(cross)
    }

    /// The controls held on a pad for the hand; neutral if the pad is disconnected.
    pub fn hand(&self, pad: usize) -> PadHand {
        let Some(gamepad) = self.find(pad) else {
            return PadHand::default();
        };
        let cross = |button: Button| f32::from(u8::from(gamepad.is_pressed(button)));
        PadHand {
            stick: Vec2::new(
                gamepad.value(Axis::RightStickX),
                gamepad.value(Axis::RightStickY),
            ),
            holds: gamepad.is_pressed(Button::RightTrigger),
            throws: gamepad.is_pressed(Button::LeftTrigger),
            turns: gamepad.is_pressed(Button::RightThumb),
            away: cross(Button::DPadUp) - cross(Button::DPadDown),
        }
    }

    /// True while a button of a command is held on a pad.
    pub fn holds(&self, pad: usize, map: &PadMap, command: Command) -> bool {
        self.find(pad).is_some_and(|gamepad| {
            let mut buttons = map.buttons(command).iter();
            buttons.any(|button| gamepad.is_pressed(button.button()))
        })
    }

    /// Shakes a pad with a strength from 0 to 1. Does nothing if the pad does not support it.
    pub fn rumble(&mut self, pad: usize, strength: f32) {
        if let Some(gamepads) = &mut self.gamepads {
            gamepads.shake(pad, Shake::of(strength));
        }
    }

    /// The number of connected pads.
    pub fn count(&self) -> usize {
        self.gamepads.as_ref().map_or(0, Gamepads::count)
    }

    fn find(&self, pad: usize) -> Option<Gamepad<'_>> {
        self.gamepads.as_ref()?.find(pad)
    }
}

/// The menu move of a button of the cross.
fn cross(button: Button) -> Option<PadEvent> {
    Some(match button {
        Button::DPadUp => PadEvent::Move(0, -1),
        Button::DPadDown => PadEvent::Move(0, 1),
        Button::DPadLeft => PadEvent::Move(-1, 0),
        Button::DPadRight => PadEvent::Move(1, 0),
        _ => return None,
    })
}

/// Makes one menu move when the stick passes two thirds of its travel; it must return before it moves again.
fn push(
    pushed: &mut Vec<(usize, i32, i32)>,
    pad: usize,
    axis: Axis,
    value: f32,
) -> Option<PadEvent> {
    let state = |value: f32, before: i32| match value {
        value if value > 0.66 => 1,
        value if value < -0.66 => -1,
        value if value.abs() < 0.4 => 0,
        _ => before,
    };
    let slot = match pushed.iter().position(|(known, _, _)| *known == pad) {
        Some(slot) => slot,
        None => {
            pushed.push((pad, 0, 0));
            pushed.len() - 1
        }
    };
    let (_, across, down) = &mut pushed[slot];
    let (entry, value) = match axis {
        Axis::LeftStickX => (across, value),
        Axis::LeftStickY => (down, -value),
        _ => return None,
    };
    let now = state(value, *entry);
    let fresh = now != *entry && now != 0;
    *entry = now;
    match axis {
        Axis::LeftStickX if fresh => Some(PadEvent::Move(now, 0)),
        _ if fresh => Some(PadEvent::Move(0, now)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_push_of_the_stick_moves_the_menu_once() {
        let mut pushed = Vec::new();
        let mut feed = |value: f32| push(&mut pushed, 0, Axis::LeftStickY, value);
        assert_eq!(feed(-0.5), None);
        assert_eq!(feed(-0.9), Some(PadEvent::Move(0, 1)));
        assert_eq!(feed(-1.0), None);
        assert_eq!(feed(-0.5), None);
        assert_eq!(feed(0.0), None);
        assert_eq!(feed(0.9), Some(PadEvent::Move(0, -1)));
    }

    #[test]
    fn the_cross_moves_in_menus() {
        assert_eq!(cross(Button::DPadDown), Some(PadEvent::Move(0, 1)));
        assert_eq!(cross(Button::South), None);
    }
}
