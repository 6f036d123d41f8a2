//! The border of an arena as a closed line: what the wall, the floor and the lamps follow.

use glam::{Vec2, Vec3};

/// The shape of an arena's floor, as the window draws it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FloorOutline {
    /// A disc of that radius in metres.
    Round { radius: f32 },
    /// A rectangle with those half sizes along x and z in metres.
    Rectangle { half: Vec2 },
}

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
    /// The same, so much larger all around.
    pub fn grown(&self, by: f32) -> Self {
        match *self {
            Self::Round { radius } => Self::Round {
                radius: radius + by,
            },
            Self::Rectangle { half } => Self::Rectangle {
                half: half + Vec2::splat(by),
            },
        }
    }

    /// The distance from the middle to the farthest border, in metres.
    pub fn reach(&self) -> f32 {
        match *self {
            Self::Round { radius } => radius,
            Self::Rectangle { half } => half.max_element(),
        }
    }

    /// The distance from the middle to the nearest border, in metres.
    pub fn nearest(&self) -> f32 {
        match *self {
            Self::Round { radius } => radius,
            Self::Rectangle { half } => half.min_element(),
        }
    }

    /// How far a place on the floor (x, z) is from the border; negative outside.
    pub fn clearance(&self, place: Vec2) -> f32 {
        match *self {
            Self::Round { radius } => radius - place.length(),
            Self::Rectangle { half } => (half - place.abs()).min_element(),
        }
    }

    /// The border, counter-clockwise as seen from above, without repeating the first point.
    pub fn border(&self) -> Vec<BorderPoint> {
        match *self {
            Self::Round { radius } => (0..ROUND_POINTS)
                .map(|index| {
                    let out = way(index as f32 / ROUND_POINTS as f32);
                    BorderPoint {
                        at: out * radius,
                        out,
                    }
                })
                .collect(),
            Self::Rectangle { half } => rectangle(half),
        }
    }

    /// Whether the border bends smoothly, so that its wall is shaded as round.
    pub fn is_round(&self) -> bool {
        matches!(self, Self::Round { .. })
    }
}

/// The direction after that part of a turn from +X towards -Z.
pub fn way(part: f32) -> Vec3 {
    let angle = part * std::f32::consts::TAU;
    Vec3::new(angle.cos(), 0.0, -angle.sin())
}

fn rectangle(half: Vec2) -> Vec<BorderPoint> {
    let corners = [
        Vec3::new(half.x, 0.0, half.y),
        Vec3::new(half.x, 0.0, -half.y),
        Vec3::new(-half.x, 0.0, -half.y),
        Vec3::new(-half.x, 0.0, half.y),
    ];
    let mut points = Vec::new();
    for side in 0..4 {
        let (from, to) = (corners[side], corners[(side + 1) % 4]);
        let along = (to - from).normalize_or_zero();
        // Along the border counter-clockwise, the outside is on the right.
        let out = along.cross(Vec3::Y);
        // An even number of panels on every side.
        let steps = (((to - from).length() / STRAIGHT_STEP / 2.0).ceil() as usize * 2).max(2);
        for step in 0..steps {
            let at = from.lerp(to, step as f32 / steps as f32);
            let out = if step == 0 {
                out + from_previous(side, &corners)
            } else {
                out
            };
            points.push(BorderPoint { at, out });
        }
    }
    points
}

/// The way out of the side before that one.
fn from_previous(side: usize, corners: &[Vec3; 4]) -> Vec3 {
    let (from, to) = (corners[(side + 3) % 4], corners[side]);
    (to - from).normalize_or_zero().cross(Vec3::Y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_border_runs_counter_clockwise_and_its_way_out_leads_out() {
        for outline in [
            FloorOutline::Round { radius: 9.0 },
            FloorOutline::Rectangle {
                half: Vec2::new(12.0, 6.0),
            },
        ] {
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
