//! Keyboard, mouse, fingers and gamepads: presses for menus, held controls for driving, and the players' seats.

mod aids;
mod command;
mod drive;
mod keys;
mod latch;
mod pad_map;
mod pad_pointer;
mod pads;
mod pointer;
mod seats;
mod touch;

use glam::{Vec2, Vec3};
use macroquad::input::{KeyCode, is_key_down};

use crate::app::input::command::is_letter;
use crate::app::input::keys::{KeyPress, KeyPresses};
use crate::app::input::latch::Latch;
use crate::platform::IN_BROWSER;

pub use crate::app::input::aids::{AidState, Aids};
pub use crate::app::input::command::{
    COMMANDS, Command, KeyMap, WITH_CONTROL, meaning_of, name_of,
};
pub use crate::app::input::drive::Held;
pub use crate::app::input::pad_map::{PadButton, PadMap};
pub use crate::app::input::pad_pointer::{PadHand, PadPointer};
pub use crate::app::input::pads::{PadEvent, Pads};
pub use crate::app::input::pointer::Pointer;
pub use crate::app::input::seats::{Seat, Seats};
pub use crate::app::input::touch::{Touch, TouchButton};

/// The origin of a press.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Index of the key among the command's keys: 0 is on the left half of the keyboard, others on the right.
    Key(usize),
    /// Index of a gamepad.
    Pad(usize),
    /// A button on the screen.
    Touch,
}

/// The input since the last frame.
#[derive(Debug, Clone, Default)]
pub struct Presses {
    commands: Vec<Command>,
    /// Each command with its origin.
    sources: Vec<(Command, Source)>,
    /// Moves in a menu: (right, down).
    moves: Vec<(i32, i32)>,
    /// The keys themselves, repeats included, for text entry.
    keys: Vec<KeyCode>,
    /// The pressed gamepad buttons.
    pad_buttons: Vec<PadButton>,
    /// The list entries that the pointer moved to and pressed.
    pointed: Option<usize>,
    picked: Option<usize>,
}

impl Presses {
    /// True if a finger gave the command: letters may have other meanings as keys.
    pub fn touched(&self, command: Command) -> bool {
        self.sources(command).any(|source| source == Source::Touch)
    }

    /// True if the command was given.
    pub fn has(&self, command: Command) -> bool {
        self.commands.contains(&command)
    }

    /// Counts how often the command was given.
    pub fn count(&self, command: Command) -> usize {
        let pressed = self.commands.iter();
        pressed.filter(|pressed| **pressed == command).count()
    }

    /// The origins of all presses of the command; none if the command is used up.
    pub fn sources(&self, command: Command) -> impl Iterator<Item = Source> {
        let wanted = self.has(command).then_some(command);
        let sources = self.sources.iter();
        sources
            .filter(move |(pressed, _)| Some(*pressed) == wanted)
            .map(|(_, source)| *source)
    }

    /// True if a switch changes: two presses in one frame leave it unchanged.
    pub fn turns(&self, command: Command) -> bool {
        self.count(command) % 2 == 1
    }

    /// Removes a command, so that nothing else reacts to it. Returns true if it was given.
    pub fn take(&mut self, command: Command) -> bool {
        let before = self.commands.len();
        self.commands.retain(|pressed| *pressed != command);
        self.commands.len() < before
    }

    /// Converts to input for a text field: the bare keys without their commands, and the commands of gamepads and
    /// fingers.
    pub fn of_text(self) -> Presses {
        let mut sources = self.sources;
        sources.retain(|(_, source)| !matches!(source, Source::Key(_)));
        Presses {
            commands: sources.iter().map(|(command, _)| *command).collect(),
            sources,
            keys: self.keys,
            pad_buttons: self.pad_buttons,
            ..Presses::default()
        }
    }

    /// Records that the pointer moved to an entry of a list.
    pub fn point_at(&mut self, line: usize) {
        self.pointed = Some(line);
    }

    /// Records that the pointer pressed an entry of a list.
    pub fn pick(&mut self, line: usize) {
        self.picked = Some(line);
    }

    /// The list entry that the pointer moved to.
    pub fn pointed(&self) -> Option<usize> {
        self.pointed
    }

    /// The list entry that the pointer pressed.
    pub fn picked(&self) -> Option<usize> {
        self.picked
    }

    /// Adds a menu move that no key caused: (right, down).
    pub fn step(&mut self, right: i32, down: i32) {
        self.moves.push((right, down));
    }

    /// Adds a command that no key caused.
    pub fn press(&mut self, command: Command) {
        self.commands.push(command);
    }

    /// Keeps only the window's and the panels' commands, because a panel has the keyboard.
    pub fn beside_panels(mut self) -> Presses {
        let own = [Command::Panels, Command::FullScreen, Command::Screenshot];
        self.commands.retain(|pressed| own.contains(pressed));
        self.moves.clear();
        self.keys.clear();
        self
    }

    /// Removes all menu moves.
    pub fn without_moves(mut self) -> Presses {
        self.moves.clear();
        self
    }

    /// Removes the bare keys, because they are used up.
    pub fn forget_keys(&mut self) {
        self.keys.clear();
    }

    /// Keeps only the given commands.
    pub fn only(mut self, commands: &[Command]) -> Presses {
        self.commands.retain(|pressed| commands.contains(pressed));
        Presses {
            commands: self.commands,
            ..Presses::default()
        }
    }

    /// The pressed keys, with the repeats of held ones.
    pub fn keys(&self) -> &[KeyCode] {
        &self.keys
    }

    /// The pressed gamepad buttons.
    pub fn pad_buttons(&self) -> &[PadButton] {
        &self.pad_buttons
    }

    /// Removes the commands and buttons of all gamepads, because they are used up.
    pub fn forget_pads(&mut self) {
        let by_pad = |(_, source): &(Command, Source)| matches!(source, Source::Pad(_));
        let pads = self.sources.iter().filter(|one| by_pad(one));
        let pads: Vec<Command> = pads.map(|(command, _)| *command).collect();
        for command in pads {
            if let Some(at) = self.commands.iter().position(|one| *one == command) {
                self.commands.remove(at);
            }
        }
        self.sources.retain(|one| !by_pad(one));
        self.pad_buttons.clear();
    }

    /// The sum of all menu moves: (right, down).
    pub fn moved(&self) -> (i32, i32) {
        self.moves
            .iter()
            .fold((0, 0), |sum, way| (sum.0 + way.0, sum.1 + way.1))
    }
}

/// The key that gives letters a second meaning while held. The right Ctrl key brakes.
const CONTROL: KeyCode = KeyCode::LeftControl;

/// All input devices.
pub struct Devices {
    pub pads: Pads,
    /// The pads with any button pressed in this frame, and those that were unplugged.
    pub joining: Vec<usize>,
    pub lost: Vec<usize>,
    keys: Option<KeyPresses>,
    taps: Latch,
    /// The pointer's position in the last frame, in units.
    pointer_at: Option<Vec2>,
    /// Time (s) and position (units) of the last press of the pointer.
    pressed_at: Option<(f64, Vec2)>,
    /// True while a panel has the keyboard; the game then gets no held key.
    pub keys_taken: bool,
    /// The pointer moved by a gamepad.
    pub pad_pointer: PadPointer,
    /// True while the hand uses the shoulder buttons of pads.
    pub hand_has_shoulders: bool,
    /// The fingers on the screen.
    pub touch: Touch,
}

impl Devices {
    /// Opens the devices.
    pub fn new() -> Self {
        Self {
            pads: Pads::new(),
            joining: Vec::new(),
            lost: Vec::new(),
            keys: None,
            taps: Latch::default(),
            pointer_at: None,
            pressed_at: None,
            keys_taken: false,
            pad_pointer: PadPointer::default(),
            hand_has_shoulders: false,
            touch: Touch::default(),
        }
    }

    /// Reads the input since the last frame. A gamepad's buttons follow the map of its player, or that of the first
    /// player if the pad has not joined.
    pub fn read(&mut self, keys: &KeyMap, pads: &[PadMap], seats: &Seats) -> Presses {
        let mut presses = Presses::default();
        for press in self.keys.get_or_insert_with(KeyPresses::new).take() {
            let KeyPress {
                key,
                repeats,
                with_control,
            } = press;
            presses.keys.push(*key);
            if *repeats {
                continue;
            }
            let bare = !with_control || !is_letter(*key);
            if bare {
                self.taps.press(*key);
            }
            for &(command, _, _) in COMMANDS {
                let meant = match bare {
                    true => keys.keys(command).position(|one| one == *key),
                    false => keys.with_control(command).position(|one| one == *key),
                };
                // A page is closed instead.
                let meant = meant.filter(|_| !IN_BROWSER || command != Command::Quit);
                let Some(number) = meant else {
                    continue;
                };
                presses.commands.push(command);
                presses.sources.push((command, Source::Key(number)));
                match command {
                    Command::Forward => presses.moves.push((0, -1)),
                    Command::Backward => presses.moves.push((0, 1)),
                    Command::Left => presses.moves.push((-1, 0)),
                    Command::Right => presses.moves.push((1, 0)),
                    _ => {}
                }
            }
        }
        self.joining.clear();
        self.lost.clear();
        for event in self.pads.poll() {
            match event {
                PadEvent::Button(pad, button) => {
                    presses.pad_buttons.push(button);
                    let slot = seats.whose(Source::Pad(pad)).unwrap_or_default();
                    for command in pads.get(slot).iter().flat_map(|map| map.meanings(button)) {
                        presses.commands.push(command);
                        presses.sources.push((command, Source::Pad(pad)));
                    }
                }
                PadEvent::Move(right, down) => presses.moves.push((right, down)),
                PadEvent::Any(pad) => self.joining.push(pad),
                PadEvent::Lost(pad) => self.lost.push(pad),
            }
        }
        presses
    }

    /// Adds the buttons that fingers touched since the last frame; `scale` is in pixels per unit, `size` that of the
    /// screen in units, and `drives` true if the left thumb drives.
    pub fn read_touch(
        &mut self,
        presses: &mut Presses,
        buttons: &[TouchButton],
        (scale, size): (f32, Vec2),
        drives: bool,
    ) {
        let keys = self.keys.as_mut();
        let events = keys.map_or_else(Vec::new, |keys| keys.touches(scale));
        for command in self.touch.follow(&events, buttons, drives, size) {
            presses.commands.push(command);
            presses.sources.push((command, Source::Touch));
        }
    }

    /// The flying camera's direction (right, up, ahead) from WASD, E and Q, and its turn (right, up) from the
    /// arrows. These keys are fixed; they do not follow the key map for driving.
    pub fn flight(&self) -> (Vec3, Vec2) {
        // Letters have other meanings while Ctrl is held.
        let free = !self.keys_taken && !is_key_down(CONTROL);
        let held = |key: KeyCode| f32::from(u8::from(free && is_key_down(key)));
        let way = Vec3::new(
            held(KeyCode::D) - held(KeyCode::A),
            held(KeyCode::E) - held(KeyCode::Q),
            held(KeyCode::W) - held(KeyCode::S),
        );
        let turn = Vec2::new(
            held(KeyCode::Right) - held(KeyCode::Left),
            held(KeyCode::Up) - held(KeyCode::Down),
        );
        (way, turn)
    }

    /// True while the key of this name is held without Ctrl, or if it was tapped since the last step.
    pub fn is_held(&self, name: &str) -> bool {
        let key = command::key_named(name).filter(|_| !self.keys_taken);
        let bare = !is_key_down(CONTROL);
        key.is_some_and(|key| is_key_down(key) && bare || self.taps.holds(key))
    }

    /// True while a key of a command is held.
    pub fn holds(&self, command: Command, keys: &KeyMap) -> bool {
        !self.keys_taken && keys.keys(command).any(is_key_down)
    }

    /// The controls that the player of a seat holds.
    pub fn held(&self, seat: &Seat, keys: &KeyMap, buttons: &PadMap) -> Held {
        let mut held = Held::default();
        if seat.keyboard || seat.half.is_some() {
            held = held.joined(self.held_keys(keys, |number| seat.has_key(number)));
        }
        if seat.has_key(0) {
            held = held.joined(self.touch.held());
        }
        if let Some(pad) = seat.pad {
            held = held.joined(self.pads.held(pad, buttons, !self.hand_has_shoulders));
        }
        held
    }

    /// True while the player of a seat looks back.
    pub fn looks_back(&self, seat: &Seat, keys: &KeyMap, buttons: &PadMap) -> bool {
        let on_keys = keys
            .keys(Command::LookBack)
            .enumerate()
            .any(|(number, key)| seat.has_key(number) && is_key_down(key));
        let pad = seat.pad.filter(|_| !self.hand_has_shoulders);
        on_keys || pad.is_some_and(|pad| self.pads.holds(pad, buttons, Command::LookBack))
    }

    /// Forgets the taps after a step, for which they counted.
    pub fn stepped(&mut self) {
        self.taps.clear();
        self.touch.stepped();
    }

    fn held_keys(&self, keys: &KeyMap, counts: impl Fn(usize) -> bool) -> Held {
        // A letter does not drive while Ctrl is held.
        let bare = |key: KeyCode| !(self.keys_taken || is_letter(key) && is_key_down(CONTROL));
        let on = |key: KeyCode| is_key_down(key) && bare(key) || self.taps.holds(key);
        let down = |command: Command| {
            keys.keys(command)
                .enumerate()
                .any(|(index, key)| counts(index) && on(key))
        };
        Held::from_keys(
            down(Command::Forward),
            down(Command::Backward),
            down(Command::Left),
            down(Command::Right),
            down(Command::Brake),
            down(Command::Boost),
        )
    }
}
