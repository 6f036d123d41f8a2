//! The parts of the picture: where several people play, each has one of their own, with a camera and numbers of its own.
//! A single player's is the whole picture, and there is no other case.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::app::area::Area;
use crate::app::render::scene::{CameraView, Eye};

/// How the picture is shared where several people play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Split {
    /// Two side by side; three and four in quarters.
    #[default]
    Beside,
    /// Two one above the other; three and four in quarters.
    Above,
    /// One camera for all.
    Shared,
}

impl Split {
    pub const ALL: [Split; 3] = [Split::Beside, Split::Above, Split::Shared];

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Split::Beside => "side by side",
            Split::Above => "one above the other",
            Split::Shared => "one camera for all",
        }
    }

    /// What it looks like for so many people, in words.
    pub fn words(self, people: usize) -> &'static str {
        match (self, people) {
            (_, 0 | 1) => "whole",
            (Split::Beside | Split::Above, 3..) => "in quarters",
            (split, _) => split.word(),
        }
    }

    /// The next one that looks different for so many people.
    pub fn next(self, people: usize) -> Self {
        match (self, people) {
            (Split::Beside, 3..) | (Split::Above, _) => Split::Shared,
            (Split::Beside, _) => Split::Above,
            (Split::Shared, _) => Split::Beside,
        }
    }
}

/// Whose a part of the picture is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// Everybody's who plays here.
    All,
    /// That of the player in a seat: 0 is the first.
    Seat(usize),
    /// Nobody's: it shows the arena and the standings.
    Nobody,
}

/// A part of the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Part {
    /// Where it is, in shares of the picture: (0, 0) to (1, 1) is all of it.
    pub area: Area,
    pub whose: Whose,
    /// Whether debug views are drawn in it.
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

    /// Where it is in a picture of that size.
    pub fn within(&self, size: Vec2) -> Area {
        Area {
            low: self.area.low * size,
            high: self.area.high * size,
        }
    }
}

/// The parts of a picture that so many people share.
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

/// The part that has the debug views alone after `now`, of so many: all have them first, which is None, and then one after
/// the other.
pub fn next_with_views(now: Option<usize>, parts: usize) -> Option<usize> {
    let next = now.map_or(0, |part| part + 1);
    (next < parts && parts > 1).then_some(next)
}

/// From where a picture was seen, part by part.
pub struct Shown {
    pub parts: Vec<Part>,
    pub eyes: Vec<Eye>,
}

/// From where a part of a picture was seen, and where it is in units.
pub struct Seen<'a> {
    pub view: &'a CameraView,
    pub area: Area,
}

impl Seen<'_> {
    /// Its size in units.
    pub fn size(&self) -> Vec2 {
        self.area.high - self.area.low
    }
}

impl Shown {
    /// The part at a place of a picture of that size, both in units.
    pub fn part_at(&self, at: Vec2, size: Vec2) -> usize {
        part_at(&self.parts, at / size)
    }

    /// A part of a picture of that size in units; the last one if there are not so many.
    pub fn seen(&self, part: usize, size: Vec2) -> Seen<'_> {
        let part = part.min(self.parts.len() - 1);
        Seen {
            view: &self.eyes[part].view,
            area: self.parts[part].within(size),
        }
    }
}

/// The part at a place, given in shares of the picture: the nearest, if it is in none.
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
        // A part that is there no longer, and a picture that is whole.
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
                // In pixels of an odd window no column is left out, and none drawn twice.
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
