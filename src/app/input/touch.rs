//! Fingers on the screen: a stick under the left thumb, buttons under the right one, and a pointer where the mouse
//! is a hand.
//!
//! The window turns each touch into a press of the mouse as well, so menus and panels need nothing here. It has
//! only one mouse, though: two thumbs, and two fingers of a hand, are followed by their numbers.

use glam::Vec2;
use macroquad::miniquad::TouchPhase;

use crate::app::area::Area;
use crate::app::input::command::Command;
use crate::app::input::drive::Held;
use crate::app::params::{PINCH_UNITS, STICK_UNITS};

/// A change of a finger: its number, and its position in units.
#[derive(Debug, Clone, Copy)]
pub struct TouchEvent {
    pub phase: TouchPhase,
    pub finger: u64,
    pub at: Vec2,
}

/// A button on the screen that acts as a key.
#[derive(Debug, Clone, PartialEq)]
pub struct TouchButton {
    pub area: Area,
    pub command: Command,
    pub name: &'static str,
}

/// A finger on the screen.
#[derive(Debug, Clone, Copy)]
struct Finger {
    number: u64,
    /// Its first position and its present one, and the one in the last frame, in units.
    origin: Vec2,
    at: Vec2,
    before: Vec2,
    holds: Holds,
}

/// The fingers as a hand in a frame; see [`Touch::hand`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TouchHand {
    /// Position and movement, in units.
    pub at: Vec2,
    pub moved: Vec2,
    /// True in the frame in which the first finger came, and in the one in which it left.
    pub pressed: bool,
    pub released: bool,
    pub turned: bool,
    /// Notches of the mouse wheel.
    pub wheel: f32,
}

/// The thing that a finger holds.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Holds {
    Stick,
    Button(Command),
    /// The scene, as a hand.
    Nothing,
}

/// The fingers.
#[derive(Debug, Clone, Default)]
pub struct Touch {
    fingers: Vec<Finger>,
    /// True once a finger touched the screen: before that no button is drawn.
    pub is_used: bool,
    /// The buttons that were touched since the last step, so that a tap between two steps counts.
    tapped: Vec<Command>,
    /// True in the frame in which the first finger came, and in the one in which it left.
    pressed: bool,
    released: bool,
    /// True from the touch that the system took away until the next press: the window's mouse stays down meanwhile.
    cancelled: bool,
}

impl Touch {
    /// Follows the fingers through the events since the last frame. `drives` is true if there is a stick: it lies
    /// where a finger lands in the left half of a screen of that size, in units, below its upper third. Returns the commands of the buttons.
    pub fn follow(
        &mut self,
        events: &[TouchEvent],
        buttons: &[TouchButton],
        drives: bool,
        size: Vec2,
    ) -> Vec<Command> {
        (self.pressed, self.released) = (false, false);
        for finger in &mut self.fingers {
            finger.before = finger.at;
        }
        let mut commands = Vec::new();
        for &TouchEvent { phase, finger, at } in events {
            self.is_used = true;
            match phase {
                TouchPhase::Started => {
                    self.cancelled = false;
                    let button = buttons.iter().find(|one| one.area.contains(at));
                    let is_left = at.x < size.x * 0.5 && at.y > size.y / 3.0;
                    let stick = drives && is_left && !self.has_stick();
                    let holds = match button {
                        Some(one) => Holds::Button(one.command),
                        None if stick => Holds::Stick,
                        None => Holds::Nothing,
                    };
                    if let Holds::Button(command) = holds {
                        commands.push(command);
                        self.tapped.push(command);
                    }
                    self.fingers.retain(|one| one.number != finger);
                    self.pressed |= self.fingers.is_empty();
                    self.fingers.push(Finger {
                        number: finger,
                        origin: at,
                        at,
                        before: at,
                        holds,
                    });
                }
                TouchPhase::Moved => {
                    let known = self.fingers.iter_mut().find(|one| one.number == finger);
                    if let Some(known) = known {
                        known.at = at;
                    }
                }
                TouchPhase::Ended | TouchPhase::Cancelled => {
                    self.cancelled = phase == TouchPhase::Cancelled;
                    let first = self.fingers.first();
                    self.released |= first.is_some_and(|first| first.number == finger);
                    self.fingers.retain(|one| one.number != finger);
                }
            }
        }
        commands
    }

    fn has_stick(&self) -> bool {
        self.fingers.iter().any(|one| one.holds == Holds::Stick)
    }

    /// The middle of the stick and the thumb on it, in units, if there is one.
    pub fn stick(&self) -> Option<[Vec2; 2]> {
        let thumb = self.fingers.iter().find(|one| one.holds == Holds::Stick)?;
        let way = (thumb.at - thumb.origin).clamp_length_max(STICK_UNITS);
        Some([thumb.origin, thumb.origin + way])
    }

    /// True while a finger holds a button, or if one touched it since the last step.
    pub fn holds(&self, command: Command) -> bool {
        let mut fingers = self.fingers.iter();
        let held = fingers.any(|one| one.holds == Holds::Button(command));
        held || self.tapped.contains(&command)
    }

    /// Forgets the taps after a step, for which they counted.
    pub fn stepped(&mut self) {
        self.tapped.clear();
    }

    /// The controls that the thumbs hold.
    pub fn held(&self) -> Held {
        let way = self
            .stick()
            .map_or(Vec2::ZERO, |[middle, thumb]| (thumb - middle) / STICK_UNITS);
        Held::from_pad(
            way.x,
            -way.y,
            0.0,
            0.0,
            self.holds(Command::Brake),
            self.holds(Command::Boost),
        )
    }

    /// The fingers as a hand: one is the left button of the mouse; a second one turns, as the right button does, and
    /// brings nearer or farther, as the wheel does. `None` if no finger is on the scene.
    pub fn hand(&self) -> Option<TouchHand> {
        let mut hands = self
            .fingers
            .iter()
            .filter(|one| one.holds == Holds::Nothing);
        let first = hands.next()?;
        let second = hands.next();
        let way = |one: &Finger| one.at - one.before;
        let apart = |from: fn(&Finger) -> Vec2| {
            second.map_or(0.0, |second| from(first).distance(from(second)))
        };
        let spread = apart(|one| one.at) - apart(|one| one.before);
        Some(TouchHand {
            at: first.at,
            // Fingers that only part do not turn.
            moved: second.map_or(way(first), |second| (way(first) + way(second)) * 0.5),
            pressed: self.pressed,
            released: self.released,
            turned: second.is_some(),
            wheel: (spread / PINCH_UNITS).clamp(-1.0, 1.0),
        })
    }

    /// True while the window's mouse is down by a finger that is no hand, or that the system took away.
    pub fn has_mouse(&self) -> bool {
        self.cancelled || !self.fingers.is_empty()
    }

    /// Hears of a press of the mouse: if no finger made it, the mouse is its own again.
    pub fn mouse_pressed(&mut self) {
        self.cancelled &= self.pressed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Vec2 = Vec2::new(1280.0, 720.0);

    fn event(phase: TouchPhase, finger: u64, x: f32, y: f32) -> TouchEvent {
        let at = Vec2::new(x, y);
        TouchEvent { phase, finger, at }
    }

    fn boost() -> [TouchButton; 1] {
        [TouchButton {
            area: Area::around(Vec2::new(1150.0, 600.0), Vec2::splat(75.0)),
            command: Command::Boost,
            name: "boost",
        }]
    }

    #[test]
    fn two_thumbs_drive_and_boost_at_once() {
        use TouchPhase::{Ended, Moved, Started};
        let mut touch = Touch::default();
        assert!(!touch.is_used);
        let begin = [
            event(Started, 4, 200.0, 500.0),
            event(Started, 9, 1150.0, 600.0),
            event(Moved, 4, 200.0 + STICK_UNITS, 500.0 - 9.0 * STICK_UNITS),
        ];
        assert_eq!(touch.follow(&begin, &boost(), true, SIZE), [Command::Boost]);
        assert!(touch.is_used);
        let held = touch.held();
        assert!(held.boost && !held.brake && held.drive > 0.9, "{held:?}");
        let side = [event(Moved, 4, 200.0 - 2.0 * STICK_UNITS, 500.0)];
        assert!(touch.follow(&side, &boost(), true, SIZE).is_empty());
        assert_eq!((touch.held().steer, touch.held().drive), (-1.0, 0.0));
        touch.stepped();
        touch.follow(&[event(Ended, 9, 0.0, 0.0)], &boost(), true, SIZE);
        assert!(!touch.held().boost && touch.held().steer == -1.0);
        touch.follow(
            &[event(TouchPhase::Cancelled, 4, 0.0, 0.0)],
            &boost(),
            true,
            SIZE,
        );
        assert_eq!(touch.held(), Held::default());
    }

    #[test]
    fn a_tap_within_one_frame_counts_until_the_next_step() {
        let mut touch = Touch::default();
        let tap = [
            event(TouchPhase::Started, 1, 1150.0, 600.0),
            event(TouchPhase::Ended, 1, 1150.0, 600.0),
        ];
        assert_eq!(touch.follow(&tap, &boost(), true, SIZE), [Command::Boost]);
        assert!(touch.held().boost);
        touch.stepped();
        assert!(!touch.held().boost);
    }

    #[test]
    fn one_finger_is_the_hand_and_a_second_one_turns_and_pinches() {
        use TouchPhase::{Ended, Moved, Started};
        let mut touch = Touch::default();
        let mut hand = |change: TouchEvent| {
            touch.follow(&[change], &[], false, SIZE);
            touch.hand()
        };
        let one = hand(event(Started, 1, 300.0, 300.0)).unwrap();
        assert!(one.pressed && !one.turned && !one.released);
        assert_eq!((one.at.x, one.moved), (300.0, Vec2::ZERO));
        let one = hand(event(Moved, 1, 320.0, 300.0)).unwrap();
        assert!(!one.pressed && one.moved.x == 20.0);
        // The hand stays at the first finger.
        let two = hand(event(Started, 2, 400.0, 300.0)).unwrap();
        assert!(!two.pressed && two.turned && two.at.x == 320.0);
        let two = hand(event(Moved, 2, 400.0 + PINCH_UNITS * 0.5, 300.0)).unwrap();
        assert_eq!((two.wheel, two.moved.x), (0.5, PINCH_UNITS * 0.25));
        let one = hand(event(Ended, 2, 0.0, 0.0)).unwrap();
        assert!(!one.released && !one.turned, "the first one holds on");
        assert_eq!(hand(event(Ended, 1, 0.0, 0.0)), None);
    }

    #[test]
    fn a_cancelled_finger_lets_go_of_the_mouse() {
        use TouchPhase::{Cancelled, Ended, Started};
        let mut touch = Touch::default();
        let mut mouse_after = |phase: TouchPhase| {
            touch.follow(&[event(phase, 1, 300.0, 300.0)], &[], false, SIZE);
            touch.has_mouse()
        };
        let phases = [Started, Ended, Started, Cancelled, Started, Ended];
        let held = [true, false, true, true, true, false];
        assert_eq!(phases.map(&mut mouse_after), held);
        mouse_after(Cancelled);
        touch.follow(&[], &[], false, SIZE);
        assert!(touch.has_mouse(), "it hears of no release");
        touch.mouse_pressed();
        assert!(!touch.has_mouse(), "a real mouse is pressed");
    }
}
