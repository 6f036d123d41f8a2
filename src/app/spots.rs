//! Clickable areas of a picture. The picture records them while it is drawn, and the next frame looks up the
//! pointer among them.

use std::cell::{Cell, RefCell};

use glam::Vec2;

use crate::app::area::Area;
use crate::app::input::{Command, Presses};

/// The effect of a press on a spot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Spot {
    /// Picks the line with this index in a list or menu.
    Line(usize),
    /// Acts as a key for this command.
    Command(Command),
    /// Moves in a menu: (right, down).
    Move(i32, i32),
}

impl Spot {
    /// Does its effect: that of a press, or of a pointer that moved onto it.
    fn act(self, pressed: bool, presses: &mut Presses) {
        match self {
            Spot::Line(line) if pressed => presses.pick(line),
            Spot::Line(line) => presses.point_at(line),
            Spot::Command(command) if pressed => presses.press(command),
            Spot::Move(right, down) if pressed => presses.step(right, down),
            Spot::Command(_) | Spot::Move(..) => {}
        }
    }
}

/// All spots of a picture.
#[derive(Debug, Default)]
pub struct Spots {
    list: RefCell<Vec<(Area, Spot)>>,
    /// The pointer's position in units.
    pointer: Cell<Vec2>,
    /// The spots that egui found pressed (true) or pointed at since the last frame.
    given: RefCell<Vec<(Spot, bool)>>,
}

impl Spots {
    /// Begins a picture without spots.
    pub fn begin(&self) {
        self.list.borrow_mut().clear();
    }

    /// Adds a spot. Returns true if the pointer is on it.
    pub fn add(&self, area: Area, spot: Spot) -> bool {
        self.list.borrow_mut().push((area, spot));
        area.contains(self.pointer.get())
    }

    /// True if the pointer was in an area at the last picture.
    pub fn is_pointed_at(&self, area: &Area) -> bool {
        area.contains(self.pointer.get())
    }

    /// Applies the pointer to the spots of the last picture: a press picks a line, acts as a key or moves in
    /// a menu; a movement points at a line.
    pub fn use_pointer(&self, at: Vec2, moved: bool, pressed: bool, presses: &mut Presses) {
        self.pointer.set(at);
        let list = self.list.borrow();
        // The spot drawn last lies on top.
        let found = list.iter().rev().find(|(area, _)| area.contains(at));
        if let Some((_, spot)) = found.filter(|_| pressed || moved) {
            spot.act(pressed, presses);
        }
    }

    /// Notes a spot that egui found pressed, or only pointed at, for the next frame.
    pub fn give(&self, spot: Spot, pressed: bool) {
        self.given.borrow_mut().push((spot, pressed));
    }

    /// Applies the spots that egui found since the last frame.
    pub fn use_given(&self, presses: &mut Presses) {
        for (spot, pressed) in self.given.take() {
            spot.act(pressed, presses);
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
        // `add` reports the pointer on a new spot, and a new picture has no spots.
        assert!(!spots.add(area(0.0, 10.0), Spot::Line(0)));
        done(5.0, true, false);
        assert!(spots.add(area(0.0, 10.0), Spot::Line(0)));
        spots.begin();
        assert_eq!(done(10.0, true, true).picked(), None);
    }
}
