//! Corners and sides of a polygonal arena.

use crate::params::{FARTHEST_CORNER, LEAST_SIDE_DISTANCE, MOST_CORNERS, SHARPEST_CORNER};
use glam::Vec2;
use serde::{Deserialize, Serialize};

/// Corners of a polygon as (x, z) in metres, in order, clockwise or counter-clockwise. It has a fixed size so
/// that it is `Copy`, as all other descriptions of a hall are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<(f32, f32)>", into = "Vec<(f32, f32)>")]
pub struct Corners {
    count: usize,
    list: [Vec2; MOST_CORNERS],
}

/// Error for an invalid number of corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} corners; an arena has 3 to {MOST_CORNERS}")]
pub struct CornerCount(usize);

impl TryFrom<Vec<(f32, f32)>> for Corners {
    type Error = CornerCount;

    fn try_from(given: Vec<(f32, f32)>) -> Result<Self, CornerCount> {
        if !(3..=MOST_CORNERS).contains(&given.len()) {
            return Err(CornerCount(given.len()));
        }
        let mut list = [Vec2::ZERO; MOST_CORNERS];
        for (place, corner) in list.iter_mut().zip(&given) {
            *place = Vec2::from(*corner);
        }
        Ok(Corners {
            count: given.len(),
            list,
        })
    }
}

impl From<Corners> for Vec<(f32, f32)> {
    fn from(corners: Corners) -> Self {
        corners
            .list()
            .iter()
            .map(|corner| (*corner).into())
            .collect()
    }
}

/// A side of a polygon, directed counter-clockwise as seen from above.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Side {
    /// Start and end, as (x, z) in metres.
    pub ends: [Vec2; 2],
    /// Unit normal that points outwards.
    pub out: Vec2,
}

impl Side {
    /// Returns the distance of a point inside the side's line, in metres; negative outside.
    fn clearance(&self, place: Vec2) -> f32 {
        (self.ends[0] - place).dot(self.out)
    }

    /// Returns the displacement of the corner between two sides when both move out by one metre.
    pub fn out_at_corner(before: &Side, after: &Side) -> Vec2 {
        (before.out + after.out) / (1.0 + before.out.dot(after.out))
    }
}

impl Corners {
    /// Returns the corners as given.
    pub fn list(&self) -> &[Vec2] {
        &self.list[..self.count]
    }

    /// Returns twice the signed area in m^2: above 0 if the corners are clockwise as seen from above (z
    /// points to the viewer).
    fn turn(&self) -> f32 {
        let list = self.list();
        let next = |index: usize| list[(index + 1) % list.len()];
        let parts = list.iter().enumerate();
        parts
            .map(|(index, corner)| corner.perp_dot(next(index)))
            .sum()
    }

    /// Returns the area inside, in m^2.
    pub fn area(&self) -> f32 {
        0.5 * self.turn().abs()
    }

    /// Returns the sides, counter-clockwise as seen from above; each starts where the one before it ends.
    pub fn sides(&self) -> impl Iterator<Item = Side> + '_ {
        let (list, count) = (self.list(), self.count);
        let clockwise = self.turn() > 0.0;
        let at = move |index: usize| match clockwise {
            true => list[count - 1 - index % count],
            false => list[index % count],
        };
        (0..count).map(move |index| {
            let ends = [at(index), at(index + 1)];
            let along = (ends[1] - ends[0]).normalize_or_zero();
            Side {
                ends,
                out: Vec2::new(-along.y, along.x),
            }
        })
    }

    /// Returns the distance of a point of the floor from the nearest side, in metres; negative outside.
    pub fn clearance(&self, place: Vec2) -> f32 {
        let clearances = self.sides().map(|side| side.clearance(place));
        clearances.fold(f32::INFINITY, f32::min)
    }

    /// Returns the half extents of the smallest rectangle around it that is centred on the scene, in metres.
    pub fn half_extents(&self) -> Vec2 {
        let sizes = self.list().iter().map(|corner| corner.abs());
        sizes.fold(Vec2::ZERO, Vec2::max)
    }

    /// Returns the polygon with all sides moved outwards by `by` metres.
    pub fn grown(&self, by: f32) -> Corners {
        let mut grown = *self;
        let mut before = self.sides().last();
        for (place, side) in grown.list.iter_mut().zip(self.sides()) {
            let out = before.map_or(side.out, |before| Side::out_at_corner(&before, &side));
            *place = side.ends[0] + out * by;
            before = Some(side);
        }
        grown
    }

    /// Returns the first invalid corner and the reason. An arena must be convex, without sharp corners, and
    /// must contain the scene's centre.
    pub fn fault(&self) -> Option<(usize, String)> {
        let list = self.list();
        let count = list.len();
        let far =
            |corner: &Vec2| !corner.is_finite() || corner.abs().max_element() > FARTHEST_CORNER;
        if let Some(index) = list.iter().position(far) {
            let fault =
                format!("a corner lies within {FARTHEST_CORNER} m of the middle, along x and z");
            return Some((index, fault));
        }
        let clockwise = self.turn() > 0.0;
        let mut turned = 0.0;
        for index in 0..count {
            let before = list[index] - list[(index + count - 1) % count];
            let after = list[(index + 1) % count] - list[index];
            if before.length() < 0.1 {
                return Some((index, "two corners lie in one place".to_owned()));
            }
            let angle = libm::atan2f(before.perp_dot(after), before.dot(after)).to_degrees();
            let angle = if clockwise { angle } else { -angle };
            if angle < 0.1 {
                let fault = "it turns inwards or not at all; an arena is convex, and what reaches into it is a thing";
                return Some((index, fault.to_owned()));
            }
            if angle > 180.0 - SHARPEST_CORNER {
                let fault = format!("the angle in it is below {SHARPEST_CORNER} degrees");
                return Some((index, fault));
            }
            turned += angle;
        }
        if turned > 361.0 {
            return Some((0, "its sides cross each other".to_owned()));
        }
        if self.clearance(Vec2::ZERO) < LEAST_SIDE_DISTANCE {
            let fault =
                format!("(0, 0) has to lie inside, {LEAST_SIDE_DISTANCE} m from every side");
            return Some((0, fault));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(list: &[(f32, f32)]) -> Corners {
        Corners::try_from(list.to_vec()).unwrap()
    }

    /// A right-angled triangle with the right angle at (-6, -4) and sides of 12, 9 and 15 m.
    const TRIANGLE: [(f32, f32); 3] = [(-6.0, -4.0), (6.0, -4.0), (-6.0, 5.0)];

    #[test]
    fn either_way_round_the_sides_lead_out() {
        let mut other = TRIANGLE;
        other.reverse();
        for list in [TRIANGLE, other] {
            let corners = of(&list);
            assert_eq!(
                corners.fault().map(|fault| fault.1),
                Some("(0, 0) has to lie inside, 2 m from every side".to_owned())
            );
            // The long side goes through (0, .5): 9 x + 12 z = 6, or .6 x + .8 z = .4.
            assert!((corners.clearance(Vec2::ZERO) - 0.4).abs() < 1e-6);
            assert!((corners.clearance(Vec2::new(-5.0, -2.0)) - 1.0).abs() < 1e-6);
            assert!((corners.clearance(Vec2::new(3.0, 4.0)) + 4.6).abs() < 1e-5);
            assert_eq!(corners.half_extents(), Vec2::new(6.0, 5.0));
            assert_eq!(corners.area(), 54.0);
            let grown = corners.grown(1.0);
            for place in [Vec2::ZERO, Vec2::new(-5.0, -2.0), Vec2::new(3.0, 4.0)] {
                let farther = grown.clearance(place) - corners.clearance(place);
                assert!((farther - 1.0).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn what_is_no_arena_is_said_of_its_corner() {
        let said = |list: &[(f32, f32)]| of(list).fault();
        let square = [(-5.0, -5.0), (5.0, -5.0), (5.0, 5.0), (-5.0, 5.0)];
        assert_eq!(said(&square), None);
        let dented = [(-5.0, -5.0), (5.0, -5.0), (-1.0, -1.0), (-5.0, 5.0)];
        assert!(said(&dented).is_some_and(|(corner, _)| corner == 2));
        let straight = [(-5.0, -5.0), (0.0, -5.0), (5.0, -5.0), (0.0, 5.0)];
        assert!(said(&straight).is_some_and(|(corner, _)| corner == 1));
        let sharp = [(-5.0, -5.0), (5.0, -5.0), (0.0, 60.0)];
        assert!(
            said(&sharp).is_some_and(|(corner, fault)| corner == 2 && fault.contains("20 degrees"))
        );
        let star: Vec<(f32, f32)> = (0..5)
            .map(|point| (point as f32 * 144.0_f32).to_radians().sin_cos())
            .map(|(sin, cos)| (10.0 * sin, 10.0 * cos))
            .collect();
        assert!(said(&star).is_some_and(|(_, fault)| fault.contains("cross")));
        let nan = [(-5.0, f32::NAN), (5.0, -5.0), (5.0, 5.0)];
        assert!(said(&nan).is_some_and(|(corner, _)| corner == 0));
        assert_eq!(
            Corners::try_from(vec![(0.0, 0.0); 17]),
            Err(CornerCount(17))
        );
    }
}
