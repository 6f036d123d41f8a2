//! The border of an arena as a closed line, which wall, floor and lamps follow.

use glam::{Vec2, Vec3};

use crate::app::params::render::outline::{ROUND_POINTS, STRAIGHT_STEP};
use crate::arena::{Border, Corners, Side};

/// The border of an arena, with functions for drawing along it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FloorOutline(Border);

/// A point on the border.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BorderPoint {
    /// Position on the floor.
    pub at: Vec3,
    /// Outward vector; longer than 1 at corners, so that an offset border stays parallel.
    pub out: Vec3,
}

impl BorderPoint {
    /// The point moved outwards and upwards, in metres.
    pub fn offset(&self, out: f32, height: f32) -> Vec3 {
        self.at + self.out * out + Vec3::Y * height
    }
}

impl FloorOutline {
    /// Creates the outline of a border.
    pub fn new(border: Border) -> Self {
        Self(border)
    }

    /// The outline enlarged by that many metres on all sides.
    pub fn grown(&self, by: f32) -> Self {
        Self(self.0.grown(by))
    }

    /// Half the size of its bounding rectangle, along x and z, in metres.
    pub fn half_sizes(&self) -> Vec2 {
        self.0.half_extents()
    }

    /// The larger of the two half sizes, in metres.
    pub fn reach(&self) -> f32 {
        self.half_sizes().max_element()
    }

    /// The distance from the middle to the nearest border, in metres.
    pub fn nearest(&self) -> f32 {
        self.clearance(Vec2::ZERO)
    }

    /// The distance of a place on the floor (x, z) from the border, in metres; negative outside.
    pub fn clearance(&self, place: Vec2) -> f32 {
        self.0.clearance(Vec3::new(place.x, 0.0, place.y))
    }

    /// The points of the border, counter-clockwise as seen from above; the first point is not repeated.
    pub fn border(&self) -> Vec<BorderPoint> {
        match self.0 {
            Border::Round { radius } => (0..ROUND_POINTS)
                .map(|index| {
                    let out = way(index as f32 / ROUND_POINTS as f32);
                    BorderPoint {
                        at: out * radius,
                        out,
                    }
                })
                .collect(),
            Border::Rectangle { .. } => {
                let half = self.half_sizes();
                let corners = [
                    (half.x, half.y),
                    (half.x, -half.y),
                    (-half.x, -half.y),
                    (-half.x, half.y),
                ];
                // Four corners always form a polygon.
                Corners::try_from(corners.to_vec())
                    .map_or_else(|_| Vec::new(), |four| straight(&four))
            }
            Border::Polygon { corners } => straight(&corners),
        }
    }

    /// True if the border is a circle, so that its wall is shaded smoothly.
    pub fn is_round(&self) -> bool {
        matches!(self.0, Border::Round { .. })
    }

    /// The place `out` metres outside the border in the direction of that fraction of a turn.
    pub fn beside(&self, part: f32, out: f32) -> Vec3 {
        let ahead = way(part);
        let flat = Vec2::new(ahead.x, ahead.z);
        match self.0 {
            Border::Round { radius } => ahead * (radius + out),
            Border::Rectangle { .. } => {
                let reach = (self.half_sizes() + Vec2::splat(out)) / flat.abs();
                ahead * reach.min_element()
            }
            Border::Polygon { corners } => {
                let leads =
                    |side: &Side| (side.ends[0].dot(side.out) + out) / flat.dot(side.out).max(1e-6);
                ahead
                    * corners
                        .sides()
                        .map(|side| leads(&side))
                        .fold(f32::INFINITY, f32::min)
            }
        }
    }
}

/// The direction after that fraction of a turn from +X towards -Z.
pub fn way(part: f32) -> Vec3 {
    let angle = part * std::f32::consts::TAU;
    Vec3::new(angle.cos(), 0.0, -angle.sin())
}

/// The points along the straight sides of a border.
fn straight(corners: &Corners) -> Vec<BorderPoint> {
    let flat = |place: Vec2| Vec3::new(place.x, 0.0, place.y);
    let mut points = Vec::new();
    let mut before = corners.sides().last();
    for side in corners.sides() {
        let [from, to] = side.ends.map(flat);
        // Each side has an even number of panels.
        let steps = (((to - from).length() / STRAIGHT_STEP / 2.0).ceil() as usize * 2).max(2);
        for step in 0..steps {
            let at = from.lerp(to, step as f32 / steps as f32);
            let out = match before.filter(|_| step == 0) {
                Some(before) => Side::out_at_corner(&before, &side),
                None => side.out,
            };
            points.push(BorderPoint { at, out: flat(out) });
        }
        before = Some(side);
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_border_runs_counter_clockwise_and_its_way_out_leads_out() {
        let five = [
            (0.0, -9.0),
            (8.0, -3.0),
            (6.0, 7.0),
            (-5.0, 7.0),
            (-8.0, -2.0),
        ];
        for border in [
            Border::Round { radius: 9.0 },
            Border::Rectangle {
                width: 24.0,
                depth: 12.0,
            },
            Border::Polygon {
                corners: Corners::try_from(five.to_vec()).unwrap(),
            },
        ] {
            let outline = FloorOutline::new(border);
            let border = outline.border();
            for (index, point) in border.iter().enumerate() {
                let flat = |at: Vec3| Vec2::new(at.x, at.z);
                assert!(outline.clearance(flat(point.at)).abs() < 1e-3);
                let outside = outline.clearance(flat(point.offset(0.5, 1.0)));
                assert!(
                    (outside + 0.5).abs() < 1e-3,
                    "{outline:?} {index} {outside}"
                );
                let next = border[(index + 1) % border.len()].at;
                assert!(point.at.cross(next).y > 0.0, "counter-clockwise from above");
            }
        }
    }
}
