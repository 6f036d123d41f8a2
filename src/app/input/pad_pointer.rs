//! The pointer moved by a gamepad: the right stick moves it, the shoulders grab and throw. The device that moved
//! last, mouse or pad, controls the pointer.

use glam::Vec2;

use crate::app::input::Pointer;
use crate::app::input::drive::settle;
use crate::app::params::{POINTER_SPEED, POINTER_WHEEL};

/// The state of a pad's controls for the hand.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct PadHand {
    /// Right stick: right and up, each from -1 to 1.
    pub stick: Vec2,
    /// Right shoulder held: the hand grabs.
    pub holds: bool,
    /// Left shoulder held: the hand throws.
    pub throws: bool,
    /// Right stick pressed: the stick turns the grabbed thing, or the camera if nothing is grabbed.
    pub turns: bool,
    /// Cross: 1 moves the grabbed thing away, -1 nearer.
    pub away: f32,
}

impl PadHand {
    fn is_used(&self) -> bool {
        let moved = settle(self.stick.x) != 0.0 || settle(self.stick.y) != 0.0;
        moved || self.holds || self.throws || self.turns
    }
}

/// The pad's pointer and its state from the last frame.
#[derive(Debug, Clone, Copy, Default)]
pub struct PadPointer {
    at: Vec2,
    leads: bool,
    held: bool,
}

impl PadPointer {
    /// Its position in units, if the pad rather than the mouse controls it.
    pub fn place(&self) -> Option<Vec2> {
        self.leads.then_some(self.at)
    }

    /// Combines mouse and pad after a frame of `seconds`, on a screen of `size` units.
    pub fn merge(&mut self, mouse: Pointer, pad: &PadHand, seconds: f32, size: Vec2) -> Pointer {
        let by_mouse = mouse.moved != Vec2::ZERO || mouse.pressed || mouse.down;
        let held = std::mem::replace(&mut self.held, pad.holds);
        if !self.leads && pad.is_used() && !by_mouse {
            (self.leads, self.at) = (true, mouse.at);
        } else if self.leads && by_mouse {
            self.leads = false;
        }
        if !self.leads {
            return mouse;
        }
        let stick = Vec2::new(settle(pad.stick.x), -settle(pad.stick.y));
        let moved = stick * (POINTER_SPEED * seconds);
        if !pad.turns {
            self.at = (self.at + moved).clamp(Vec2::ZERO, size);
        }
        Pointer {
            at: self.at,
            moved,
            covered: false,
            pressed: pad.holds && !held,
            down: pad.holds,
            released: held && !pad.holds,
            twice: false,
            snaps: mouse.snaps,
            adds: mouse.adds,
            turned: pad.turns,
            wheel: pad.away * POINTER_WHEEL * seconds,
            throws: pad.throws || mouse.throws,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Vec2 = Vec2::new(1280.0, 720.0);

    fn stick(x: f32, y: f32) -> PadHand {
        PadHand {
            stick: Vec2::new(x, y),
            ..PadHand::default()
        }
    }

    fn mouse(x: f32, moved: f32) -> Pointer {
        Pointer {
            at: Vec2::new(x, 300.0),
            moved: Vec2::new(moved, 0.0),
            ..Pointer::default()
        }
    }

    #[test]
    fn the_stick_takes_the_pointer_over_where_the_mouse_left_it_and_the_mouse_takes_it_back() {
        let mut pointer = PadPointer::default();
        let merged = pointer.merge(mouse(500.0, 0.0), &stick(0.05, 0.0), 0.1, SIZE);
        assert_eq!((merged.at.x, pointer.place()), (500.0, None));
        let merged = pointer.merge(mouse(500.0, 0.0), &stick(1.0, 0.0), 0.1, SIZE);
        assert!((merged.at.x - 500.0 - POINTER_SPEED * 0.1).abs() < 1e-3);
        assert_eq!(merged.at.y, 300.0);
        // Pushing the stick up moves the pointer up; it stops at the screen's edge.
        for _ in 0..100 {
            pointer.merge(mouse(500.0, 0.0), &stick(1.0, 1.0), 0.1, SIZE);
        }
        assert_eq!(pointer.place(), Some(Vec2::new(1280.0, 0.0)));
        let merged = pointer.merge(mouse(510.0, 10.0), &stick(0.0, 0.0), 0.1, SIZE);
        assert_eq!((merged.at.x, pointer.place()), (510.0, None));
    }

    #[test]
    fn a_shoulder_presses_holds_and_lets_go_once() {
        let mut pointer = PadPointer::default();
        let hold = PadHand {
            holds: true,
            ..PadHand::default()
        };
        let mut seen = Vec::new();
        for pad in [hold, hold, PadHand::default(), PadHand::default()] {
            let merged = pointer.merge(mouse(10.0, 0.0), &pad, 0.01, SIZE);
            seen.push((merged.pressed, merged.down, merged.released));
        }
        let (no, yes) = (false, true);
        assert_eq!(
            seen,
            [(yes, yes, no), (no, yes, no), (no, no, yes), (no, no, no)]
        );
    }

    #[test]
    fn while_the_stick_turns_the_pointer_stays() {
        let mut pointer = PadPointer::default();
        let turn = PadHand {
            turns: true,
            ..stick(1.0, 0.0)
        };
        let merged = pointer.merge(mouse(640.0, 0.0), &turn, 0.1, SIZE);
        assert!(merged.turned && merged.moved.x > 10.0);
        assert_eq!(merged.at.x, 640.0);
    }
}
