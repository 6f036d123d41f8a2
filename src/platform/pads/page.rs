//! The page's gamepads, the file `/dev/pads`: a read returns the state of all pads as the browser's "standard
//! mapping" numbers buttons and axes, a write shakes one.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{Read, Write};

use crate::platform::pads::kinds::{Axis, Button, PadChange, Shake};
use crate::platform::params::PRESSED;

/// The path of the device.
const DEVICE: &str = "/dev/pads";

/// The most pads that a page reports, and the numbers (f32) of each: 1 if it is connected, buttons, axes.
const PADS: usize = 4;
const BUTTONS: usize = 17;
const AXES: usize = 4;
const NUMBERS: usize = 1 + BUTTONS + AXES;

const ALL_BUTTONS: [Button; BUTTONS] = [
    Button::South,
    Button::East,
    Button::West,
    Button::North,
    Button::LeftTrigger,
    Button::RightTrigger,
    Button::LeftTrigger2,
    Button::RightTrigger2,
    Button::Select,
    Button::Start,
    Button::LeftThumb,
    Button::RightThumb,
    Button::DPadUp,
    Button::DPadDown,
    Button::DPadLeft,
    Button::DPadRight,
    Button::Mode,
];

const ALL_AXES: [Axis; AXES] = [
    Axis::LeftStickX,
    Axis::LeftStickY,
    Axis::RightStickX,
    Axis::RightStickY,
];

/// All gamepads of the page.
pub struct Gamepads {
    file: File,
    states: [[f32; NUMBERS]; PADS],
    changes: VecDeque<(usize, PadChange)>,
}

/// A connected gamepad.
pub struct Gamepad<'a>(&'a [f32; NUMBERS]);

impl Gamepads {
    /// Opens the gamepads; `None` if the page does not support them.
    pub fn open() -> Option<Self> {
        let opened = File::options().read(true).write(true).open(DEVICE);
        Some(Self {
            file: opened.ok()?,
            states: [[0.0; NUMBERS]; PADS],
            changes: VecDeque::new(),
        })
    }

    /// The next change with the number of its pad; `None` if there is none since the last call.
    pub fn next_change(&mut self) -> Option<(usize, PadChange)> {
        if self.changes.is_empty() {
            self.read();
        }
        self.changes.pop_front()
    }

    /// Reads the present state and compares it with the last one.
    fn read(&mut self) {
        let mut bytes = [0; 4 * NUMBERS * PADS];
        if self.file.read_exact(&mut bytes).is_err() {
            return;
        }
        let mut numbers = bytes.chunks_exact(4);
        for (pad, state) in self.states.iter_mut().enumerate() {
            let before = *state;
            for number in state.iter_mut() {
                let bytes = numbers.next().and_then(|bytes| bytes.try_into().ok());
                *number = bytes.map_or(0.0, f32::from_le_bytes);
            }
            let (before, now) = (Gamepad(&before), Gamepad(state));
            if before.is_connected() && !now.is_connected() {
                self.changes.push_back((pad, PadChange::Lost));
            }
            if !now.is_connected() {
                continue;
            }
            for button in ALL_BUTTONS {
                if now.is_pressed(button) && !before.is_pressed(button) {
                    self.changes.push_back((pad, PadChange::Pressed(button)));
                }
            }
            for axis in ALL_AXES {
                let value = now.value(axis);
                if value != before.value(axis) {
                    self.changes.push_back((pad, PadChange::Moved(axis, value)));
                }
            }
        }
    }

    /// A gamepad by its number, if it is connected.
    pub fn find(&self, pad: usize) -> Option<Gamepad<'_>> {
        let gamepad = self.states.get(pad).map(Gamepad);
        gamepad.filter(Gamepad::is_connected)
    }

    /// The number of connected pads.
    pub fn count(&self) -> usize {
        let connected = |state: &&[f32; NUMBERS]| Gamepad(state).is_connected();
        self.states.iter().filter(connected).count()
    }

    /// Shakes a pad. Does nothing if the browser does not support it.
    pub fn shake(&mut self, pad: usize, shake: Shake) {
        let numbers = [
            pad as f32,
            shake.milliseconds as f32,
            shake.weak,
            shake.strong,
        ];
        // A pad that does not shake does not matter to the game.
        let _ = self.file.write_all(&numbers.map(f32::to_le_bytes).concat());
    }
}

impl Gamepad<'_> {
    fn is_connected(&self) -> bool {
        self.0[0] > 0.0
    }

    /// True while a button is pressed.
    pub fn is_pressed(&self, button: Button) -> bool {
        self.pressure(button) > PRESSED
    }

    /// The pressure on a button from 0 to 1, because a trigger can be pressed partly.
    pub fn pressure(&self, button: Button) -> f32 {
        self.0[1 + button as usize]
    }

    /// The position of an axis from -1 to 1; right and up are positive. Browsers count downwards.
    pub fn value(&self, axis: Axis) -> f32 {
        let value = self.0[1 + BUTTONS + axis as usize];
        match axis {
            Axis::LeftStickX | Axis::RightStickX => value,
            Axis::LeftStickY | Axis::RightStickY => -value,
        }
    }
}
