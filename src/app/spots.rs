//! The parts of a picture that a press of the pointer means something on: a picture notes them as it draws them, and the
//! next frame asks for them.

use std::cell::{Cell, RefCell};

use glam::Vec2;

use crate::app::area::Area;
use crate::app::input::{Command, Presses};

/// What a press on a part of the picture means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spot {
    /// The line with that number of a list or menu.
    Line(usize),
    /// What a key would mean.
    Command(Command),
    /// A move in a menu: (right, down).
    Move(i32, i32),
}

/// All spots of a picture.
#[derive(Debug, Default)]
pub struct Spots {
    list: RefCell<Vec<(Area, Spot)>>,
    /// Where the pointer is, in units.
    pointer: Cell<Vec2>,
}

impl Spots {
    /// Begins a picture: there are none yet.
    pub fn begin(&self) {
        self.list.borrow_mut().clear();
    }

    /// Notes one. Says whether the pointer is there.
    pub fn add(&self, area: Area, spot: Spot) -> bool {
        self.list.borrow_mut().push((area, spot));
        area.contains(self.pointer.get())
    }

    /// Lets the pointer do in a frame what the last picture's spots say: a press on a line picks it, a press on the
    /// rest is that key; the wheel moves up and down. Where it is, lines are pointed at if it moved.
    pub fn use_pointer(&self, at: Vec2, moved: bool, pressed: bool, presses: &mut Presses) {
        self.pointer.set(at);
        let list = self.list.borrow();
        // What was drawn last lies over the rest.
        let found = list.iter().rev().find(|(area, _)| area.contains(at));
        match found.map(|(_, spot)| *spot) {
            Some(Spot::Line(line)) if pressed => presses.pick(line),
            Some(Spot::Line(line)) if moved => presses.point_at(line),
            Some(Spot::Command(command)) if pressed => presses.press(command),
            Some(Spot::Move(right, down)) if pressed => presses.step(right, down),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_means_what_was_drawn_last_at_its_place() {
        let spots = Spots::default();
        let area = |x: f32, wide: f32| Area::of(Vec2::new(x, 0.0), Vec2::new(wide, 10.0));
        spots.add(area(0.0, 100.0), Spot::Line(3));
        spots.add(area(50.0, 20.0), Spot::Command(Command::Mode));
        spots.add(area(80.0, 20.0), Spot::Move(1, 0));
        let done = |x: f32, moved: bool, pressed: bool| {
            let mut presses = Presses::default();
            spots.use_pointer(Vec2::new(x, 5.0), moved, pressed, &mut presses);
            presses
        };
        assert_eq!(done(10.0, true, false).pointed(), Some(3));
        assert_eq!(done(10.0, false, false).pointed(), None, "it lies there");
        let picked = done(10.0, false, true);
        assert_eq!(picked.picked(), Some(3));
        let key = done(60.0, false, true);
        assert!(key.has(Command::Mode) && key.picked().is_none());
        assert_eq!(done(90.0, false, true).moved(), (1, 0));
        assert_eq!(done(200.0, true, true).picked(), None);
        // A spot that is drawn under the pointer is told so, and a new picture has none.
        assert!(!spots.add(area(0.0, 10.0), Spot::Line(0)));
        done(5.0, true, false);
        assert!(spots.add(area(0.0, 10.0), Spot::Line(0)));
        spots.begin();
        assert_eq!(done(10.0, true, true).picked(), None);
    }
}
