//! Split screen: each local player gets a part of the picture with its own camera and HUD numbers. A single
//! player's part is the whole picture, so no code treats one player as a special case.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::app::area::Area;
use crate::app::render::scene::{CameraView, Eye};

/// The layout of the split screen for several local players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Split {
    /// Two players side by side; three and four in quarters.
    #[default]
    Beside,
    /// Two players one above the other; three and four in quarters.
    Above,
    /// One camera for all.
    Shared,
}

impl Split {
    pub const ALL: [Split; 3] = [Split::Beside, Split::Above, Split::Shared];

    /// Returns the layout's name as shown on screen.
    pub fn word(self) -> &'static str {
        match self {
            Split::Beside => "side by side",
            Split::Above => "one above the other",
            Split::Shared => "one camera for all",
        }
    }

    /// Returns the arrangement that this layout gives for `people` local players, in words.
    pub fn words(self, people: usize) -> &'static str {
        match (self, people) {
            (_, 0 | 1) => "whole",
            (Split::Beside | Split::Above, 3..) => "in quarters",
            (split, _) => split.word(),
        }
    }

    /// Returns the next layout that looks different for `people` local players.
    pub fn next(self, people: usize) -> Self {
        match (self, people) {
            (Split::Beside, 3..) | (Split::Above, _) => Split::Shared,
            (Split::Beside, _) => Split::Above,
            (Split::Shared, _) => Split::Beside,
        }
    }
}

/// The owner of a part of the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// All local players share it.
    All,
    /// The player in a seat; seat 0 is the first.
    Seat(usize),
    /// No player: the part shows the arena and the standings.
    Nobody,
}

/// A part of the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Part {
    /// The area as fractions of the picture: (0, 0) to (1, 1) is all of it.
    pub area: Area,
    pub whose: Whose,
    /// True if debug views are drawn in it.
    pub views: bool,
}

impl Part {
    /// The whole picture.
    pub const WHOLE: Part = Part {
        area: Area {
            low: Vec2::ZERO,
            high: Vec2::ONE,
        },
        whose: Whose::All,
        views: true,
    };

    /// Returns the part's area in a picture of the given size, in the unit of `size`.
    pub fn within(&self, size: Vec2) -> Area {
        Area {
            low: self.area.low * size,
            high: self.area.high * size,
        }
    }
}

/// Returns the parts of the picture for `people` local players.
pub fn parts_for(people: usize, split: Split) -> Vec<Part> {
    let (columns, rows) = match (people, split) {
        (0 | 1, _) | (_, Split::Shared) => return vec![Part::WHOLE],
        (2, Split::Beside) => (2, 1),
        (2, Split::Above) => (1, 2),
        _ => (2, 2),
    };
    let cell = Vec2::new(columns as f32, rows as f32).recip();
    let of = |index: usize| Part {
        area: Area::of(
            Vec2::new((index % columns) as f32, (index / columns) as f32) * cell,
            cell,
        ),
        whose: if index < people {
            Whose::Seat(index)
        } else {
            Whose::Nobody
        },
        views: true,
    };
    (0..columns * rows).map(of).collect()
}

/// Returns the part that alone shows the debug views after `now`, out of `parts`. `None` means that all parts
/// show them; the cycle starts there and then takes one part after the other.
pub fn next_with_views(now: Option<usize>, parts: usize) -> Option<usize> {
    let next = now.map_or(0, |part| part + 1);
    (next < parts && parts > 1).then_some(next)
}

/// The parts of the last drawn picture and the eye from which each was drawn.
pub struct Shown {
    pub parts: Vec<Part>,
    pub eyes: Vec<Eye>,
}

/// One drawn part: its camera view and its area in units.
pub struct Seen<'a> {
    pub view: &'a CameraView,
    pub area: Area,
}

impl Seen<'_> {
    /// Returns the part's size in units.
    pub fn size(&self) -> Vec2 {
        self.area.high - self.area.low
    }
}

impl Shown {
    /// Returns the index of the part at a position of a picture of that size, both in units.
    pub fn part_at(&self, at: Vec2, size: Vec2) -> usize {
        part_at(&self.parts, at / size)
    }

    /// Returns a drawn part of a picture of that size in units; the last part if the index is too large.
    pub fn seen(&self, part: usize, size: Vec2) -> Seen<'_> {
        let part = part.min(self.parts.len() - 1);
        Seen {
            view: &self.eyes[part].view,
            area: self.parts[part].within(size),
        }
    }
}

/// Returns the index of the part at a position in fractions of the picture, or of the nearest part.
fn part_at(parts: &[Part], at: Vec2) -> usize {
    let far = |part: &Part| at.distance_squared(at.clamp(part.area.low, part.area.high));
    let index = |best: usize, one: usize| match far(&parts[one]) < far(&parts[best]) {
        true => one,
        false => best,
    };
    (1..parts.len()).fold(0, index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_are_in_all_parts_or_in_one_after_the_other() {
        let mut now = None;
        let mut seen = Vec::new();
        for _ in 0..5 {
            now = next_with_views(now, 4);
            seen.push(now);
        }
        assert_eq!(seen, [Some(0), Some(1), Some(2), Some(3), None]);
        // A part that no longer exists, and a picture that is not split.
        assert_eq!(next_with_views(Some(3), 2), None);
        assert_eq!(next_with_views(None, 1), None);
    }

    #[test]
    fn parts_cover_the_picture_and_none_lies_on_another() {
        for split in Split::ALL {
            for people in 0..=4 {
                let parts = parts_for(people, split);
                let size = |part: &Part| part.area.high - part.area.low;
                let covered: f32 = parts.iter().map(|part| size(part).x * size(part).y).sum();
                assert!((covered - 1.0).abs() < 1e-6, "{people} {split:?}");
                for (index, part) in parts.iter().enumerate() {
                    assert!(Part::WHOLE.area.holds(&part.area));
                    let others = parts[..index].iter();
                    assert!(!others.clone().any(|other| other.area.overlaps(&part.area)));
                }
                // In pixels of a window of odd width, no column is left out and none is drawn twice.
                let low = |at: f32| (at * 1367.0).round();
                for part in &parts {
                    let end = low(part.area.high.x);
                    let follows = |next: &Part| low(next.area.low.x) == end;
                    assert!(end == 1367.0 || parts.iter().any(follows));
                }
            }
        }
    }

    #[test]
    fn everybody_who_plays_has_a_part_unless_the_camera_is_shared() {
        for people in 2..=4 {
            for split in [Split::Beside, Split::Above] {
                let parts = parts_for(people, split);
                for seat in 0..people {
                    let own = parts.iter().filter(|part| part.whose == Whose::Seat(seat));
                    assert_eq!(own.count(), 1);
                }
                let nobodys = parts.iter().filter(|part| part.whose == Whose::Nobody);
                assert_eq!(nobodys.count(), usize::from(people == 3));
            }
            assert_eq!(parts_for(people, Split::Shared), [Part::WHOLE]);
        }
        assert_eq!(parts_for(1, Split::Beside), [Part::WHOLE]);
    }

    #[test]
    fn a_turn_leads_through_all_that_look_different_and_back() {
        for (people, looks) in [(2, 3), (3, 2), (4, 2)] {
            let mut seen = vec![Split::Beside];
            while seen.len() < 9 {
                let next = seen[seen.len() - 1].next(people);
                if next == Split::Beside {
                    break;
                }
                seen.push(next);
            }
            assert_eq!(seen.len(), looks, "{people}: {seen:?}");
            let mut words: Vec<_> = seen.iter().map(|split| split.words(people)).collect();
            words.dedup();
            assert_eq!(words.len(), looks, "{words:?}");
        }
    }

    #[test]
    fn the_part_under_the_pointer_is_found_also_outside() {
        let parts = parts_for(4, Split::Beside);
        assert_eq!(part_at(&parts, Vec2::new(0.2, 0.2)), 0);
        assert_eq!(part_at(&parts, Vec2::new(0.9, 0.9)), 3);
        assert_eq!(part_at(&parts, Vec2::new(1.5, 0.1)), 1);
        assert_eq!(part_at(&parts, Vec2::new(0.1, 7.0)), 2);
    }
}
