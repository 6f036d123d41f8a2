//! The border of an arena as a closed line: what the wall, the floor and the lamps follow.

use glam::{Vec2, Vec3};

use crate::arena::{Border, Corners, Side};

/// The border of an arena, as the window draws along it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FloorOutline(Border);

/// A place on the border.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BorderPoint {
    /// Where, on the floor.
    pub at: Vec3,
    /// The way out, long enough that moving by it keeps the border's parallels parallel.
    pub out: Vec3,
}

impl BorderPoint {
    /// The point so far out and so high.
    pub fn offset(&self, out: f32, height: f32) -> Vec3 {
        self.at + self.out * out + Vec3::Y * height
    }
}

/// Points along a round border.
const ROUND_POINTS: usize = 144;
/// About the distance in metres between points of a straight border.
const STRAIGHT_STEP: f32 = 0.55;

impl FloorOutline {
    /// That of a border.
    pub fn new(border: Border) -> Self {
        Self(border)
    }

    /// The same, so much larger all around.
    pub fn grown(&self, by: f32) -> Self {
        Self(self.0.grown(by))
    }

    /// Half sizes of a rectangle around it, along x and z.
    pub fn half_sizes(&self) -> Vec2 {
        self.0.half_extents()
    }

    /// The distance from the middle to the farthest border along x or z, in metres.
    pub fn reach(&self) -> f32 {
        self.half_sizes().max_element()
    }

    /// The distance from the middle to the nearest border, in metres.
    pub fn nearest(&self) -> f32 {
        self.clearance(Vec2::ZERO)
    }

    /// How far a place on the floor (x, z) is from the border; negative outside.
    pub fn clearance(&self, place: Vec2) -> f32 {
        self.0.clearance(Vec3::new(place.x, 0.0, place.y))
    }

    /// The border, counter-clockwise as seen from above, without repeating the first point.
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
                // Four corners make a polygon.
                Corners::try_from(corners.to_vec())
                    .map_or_else(|_| Vec::new(), |four| straight(&four))
            }
            Border::Polygon { corners } => straight(&corners),
        }
    }

    /// Whether the border bends smoothly, so that its wall is shaded as round.
    pub fn is_round(&self) -> bool {
        matches!(self.0, Border::Round { .. })
    }

    /// The place in that part of a turn that is so far outside the border.
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

/// The direction after that part of a turn from +X towards -Z.
pub fn way(part: f32) -> Vec3 {
    let angle = part * std::f32::consts::TAU;
    Vec3::new(angle.cos(), 0.0, -angle.sin())
}

/// Points along the straight sides of a border.
fn straight(corners: &Corners) -> Vec<BorderPoint> {
    let flat = |place: Vec2| Vec3::new(place.x, 0.0, place.y);
    let mut points = Vec::new();
    let mut before = corners.sides().last();
    for side in corners.sides() {
        let [from, to] = side.ends.map(flat);
        // An even number of panels on every side.
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
