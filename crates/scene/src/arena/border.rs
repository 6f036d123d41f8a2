//! The hall around an arena: a floor, walls around it and a ceiling, so that nothing can leave.

use std::sync::Arc;

use glam::{Vec2, Vec3};
use serde::{Deserialize, Serialize};

use dodgem_collide::Shape;
use dodgem_collide::math::{Pose, PoseError, yaw};
use dodgem_collide::mesh::{ConvexHull, HullError, TriMesh};
use dodgem_collide::shape::{Cuboid, Cylinder, SizeError};

use crate::arena::{Corners, Side};
use crate::params::{DEFAULT_SIDE, HALL_THICKNESS, PIT_MARGIN, ROUND_WALL_ERROR};

use crate::params::{CEILING, PIT_DEPTH};

/// The floor's border, centred on the origin.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Border {
    /// A disc.
    Round {
        /// Its radius, in metres.
        radius: f32,
    },
    /// A rectangle along the axes.
    Rectangle {
        /// Its extent along x, in metres.
        width: f32,
        /// Its extent along z, in metres.
        depth: f32,
    },
    /// A convex polygon that contains the centre of the scene.
    Polygon {
        /// Its corners.
        corners: Corners,
    },
}

impl Default for Border {
    /// Returns a square of `DEFAULT_SIDE`.
    fn default() -> Self {
        Border::Rectangle {
            width: DEFAULT_SIDE,
            depth: DEFAULT_SIDE,
        }
    }
}

/// Boundary at the border of the floor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Edge {
    /// A wall that cars bounce off.
    #[default]
    Wall,
    /// No wall: a car that drives over the border falls into a pit and stays there.
    Open,
}

/// Heights of a hall above and below the floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HallHeights {
    /// Height of the ceiling, in metres.
    pub ceiling: f32,
    /// Depth of the pit's ground below an open edge, in metres.
    pub pit: f32,
}

impl Default for HallHeights {
    fn default() -> Self {
        HallHeights {
            ceiling: CEILING,
            pit: PIT_DEPTH,
        }
    }
}

impl HallHeights {
    /// Returns the height of the lowest ground, in metres.
    pub fn ground(&self, edge: Edge) -> f32 {
        match edge {
            Edge::Wall => 0.0,
            Edge::Open => -self.pit,
        }
    }
}

/// A part of the hall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HallPart {
    /// The surface that cars drive on.
    Floor,
    /// The walls that cars bounce off.
    Wall,
    /// The ceiling that keeps cars in.
    Ceiling,
    /// The ground of the pit beyond an open edge.
    Pit,
}

impl HallPart {
    /// Returns its name on screen.
    pub fn name(self) -> &'static str {
        match self {
            HallPart::Floor => "floor",
            HallPart::Wall => "wall",
            HallPart::Ceiling => "ceiling",
            HallPart::Pit => "pit",
        }
    }
}

impl Border {
    /// Returns the half extents of the smallest box around the floor along x and z, in metres.
    pub fn half_extents(&self) -> Vec2 {
        match *self {
            Border::Round { radius } => Vec2::splat(radius),
            Border::Rectangle { width, depth } => Vec2::new(width, depth) * 0.5,
            Border::Polygon { corners } => corners.half_extents(),
        }
    }

    /// Returns the area of the floor, in m^2.
    pub fn area(&self) -> f32 {
        match *self {
            Border::Round { radius } => std::f32::consts::PI * radius * radius,
            Border::Rectangle { width, depth } => width * depth,
            Border::Polygon { corners } => corners.area(),
        }
    }

    /// Returns this border moved outwards by `by` metres.
    pub fn grown(&self, by: f32) -> Border {
        match *self {
            Border::Round { radius } => Border::Round {
                radius: radius + by,
            },
            Border::Rectangle { width, depth } => Border::Rectangle {
                width: width + 2.0 * by,
                depth: depth + 2.0 * by,
            },
            Border::Polygon { corners } => Border::Polygon {
                corners: corners.grown(by),
            },
        }
    }

    /// Returns the line of the hall's walls: this border, or one further out around the pit of an open edge.
    pub fn walls(&self, edge: Edge) -> Border {
        match edge {
            Edge::Wall => *self,
            Edge::Open => self.grown(PIT_MARGIN),
        }
    }

    /// Returns the distance of a point of the floor from the border, in metres; negative outside.
    pub fn clearance(&self, point: Vec3) -> f32 {
        match *self {
            Border::Round { radius } => radius - Vec2::new(point.x, point.z).length(),
            Border::Rectangle { width, depth } => {
                (width * 0.5 - point.x.abs()).min(depth * 0.5 - point.z.abs())
            }
            Border::Polygon { corners } => corners.clearance(Vec2::new(point.x, point.z)),
        }
    }

    /// Returns the largest distance outside the border at which a point is still within the walls, in metres.
    /// It is above 0 only for a round border, whose walls are tangents to it.
    pub fn slack(&self) -> f32 {
        match *self {
            Border::Round { radius } => {
                let half = std::f32::consts::PI / round_pieces(radius) as f32;
                radius * (1.0 / libm::cosf(half) - 1.0)
            }
            Border::Rectangle { .. } | Border::Polygon { .. } => 0.0,
        }
    }

    /// Returns the least clearance of a mesh's vertices, in metres; not negative if the mesh is inside. The
    /// border is convex, so the vertices decide for the whole mesh.
    pub fn clearance_of(&self, mesh: &TriMesh, pose: &Pose) -> f32 {
        let corners = mesh.vertices().iter();
        let clearances = corners.map(|corner| self.clearance(pose.transform_point(*corner)));
        clearances.fold(f32::INFINITY, f32::min)
    }

    /// Returns the parts of the hall with their poses: the floor's top is at height 0, and the walls' inner
    /// faces lie on the border (on tangents of a round one). The parts overlap behind the faces, so that no
    /// gap remains. With an open edge the floor is a platform that ends at the border, above a pit with its
    /// own walls further out.
    ///
    /// # Errors
    /// [`HallError`] if the border's numbers are not finite and above 0.
    pub fn parts(
        &self,
        edge: Edge,
        heights: HallHeights,
    ) -> Result<Vec<(HallPart, Shape, Pose)>, HallError> {
        match edge {
            Edge::Wall => self.room(HallPart::Floor, 0.0, heights.ceiling),
            Edge::Open => {
                let mut parts = vec![self.platform()?];
                let outer = self.walls(edge);
                let pit = outer.room(HallPart::Pit, heights.pit, heights.ceiling)?;
                parts.extend(pit);
                Ok(parts)
            }
        }
    }

    /// Returns the floor alone, as large as the border.
    fn platform(&self) -> Result<(HallPart, Shape, Pose), HallError> {
        let (thin, middle) = (0.5 * HALL_THICKNESS, Vec3::Y * (-0.5 * HALL_THICKNESS));
        match *self {
            Border::Round { radius } => {
                let shape = Shape::Cylinder(Cylinder::new(thin, radius)?);
                Ok((HallPart::Floor, shape, Pose::from_translation(middle)?))
            }
            Border::Rectangle { width, depth } => {
                let half = Vec3::new(width * 0.5, thin, depth * 0.5);
                block(HallPart::Floor, half, 0.0, middle)
            }
            Border::Polygon { corners } => {
                let ends = corners.list().iter();
                let points = ends
                    .flat_map(|end| [thin, -thin].map(|height| Vec3::new(end.x, height, end.y)));
                let points: Vec<Vec3> = points.collect();
                let hull = ConvexHull::from_points(&points)?;
                let shape = Shape::Hull(Arc::new(hull));
                Ok((HallPart::Floor, shape, Pose::from_translation(middle)?))
            }
        }
    }

    /// Returns a floor `below` metres under height 0, walls around it and a ceiling `ceiling` metres above
    /// height 0.
    fn room(
        &self,
        floor: HallPart,
        below: f32,
        ceiling: f32,
    ) -> Result<Vec<(HallPart, Shape, Pose)>, HallError> {
        let half = self.half_extents() + Vec2::splat(HALL_THICKNESS);
        let slab = Vec3::new(half.x, HALL_THICKNESS * 0.5, half.y);
        let mut parts = vec![
            block(floor, slab, 0.0, Vec3::Y * (-below - 0.5 * HALL_THICKNESS))?,
            block(
                HallPart::Ceiling,
                slab,
                0.0,
                Vec3::Y * (ceiling + 0.5 * HALL_THICKNESS),
            )?,
        ];
        // Adds a wall: its rotation about Y, the distance of its inner face, the sideways offset of its
        // centre, its half length.
        let mut wall = |angle: f32, distance: f32, aside: f32, half_length: f32| {
            let size = Vec3::new(
                half_length,
                (ceiling + below) * 0.5 + HALL_THICKNESS,
                HALL_THICKNESS * 0.5,
            );
            let turn = yaw(angle);
            let out = turn * Vec3::Z * (distance + 0.5 * HALL_THICKNESS) + turn * Vec3::X * aside;
            parts.push(block(
                HallPart::Wall,
                size,
                angle,
                out + Vec3::Y * ((ceiling - below) * 0.5),
            )?);
            Ok::<(), HallError>(())
        };
        match *self {
            Border::Round { radius } => {
                let pieces = round_pieces(radius);
                let turn = std::f32::consts::TAU / pieces as f32;
                let half_length = (radius + HALL_THICKNESS) * libm::tanf(turn * 0.5);
                for piece in 0..pieces {
                    wall(turn * piece as f32, radius, 0.0, half_length)?;
                }
            }
            Border::Rectangle { width, depth } => {
                let quarter = std::f32::consts::FRAC_PI_2;
                for side in 0..4 {
                    let across = side % 2 == 1;
                    let (distance, half_length) = if across {
                        (width * 0.5, half.y)
                    } else {
                        (depth * 0.5, half.x)
                    };
                    wall(quarter * side as f32, distance, 0.0, half_length)?;
                }
            }
            Border::Polygon { corners } => {
                let sides: Vec<Side> = corners.sides().collect();
                for (index, side) in sides.iter().enumerate() {
                    // The walls of two sides overlap behind their faces, up to the outer end of the corner.
                    let next = &sides[(index + 1) % sides.len()];
                    let before = &sides[(index + sides.len() - 1) % sides.len()];
                    let along = -side.out.perp();
                    let reach = |one: &Side, other: &Side| {
                        Side::out_at_corner(one, other).dot(along).abs() * HALL_THICKNESS
                    };
                    let from = side.ends[0].dot(along) - reach(before, side);
                    let to = side.ends[1].dot(along) + reach(side, next);
                    let angle = libm::atan2f(side.out.x, side.out.y);
                    let distance = side.ends[0].dot(side.out);
                    wall(angle, distance, 0.5 * (from + to), 0.5 * (to - from).abs())?;
                }
            }
        }
        Ok(parts)
    }
}

/// Reason why a border cannot form a hall.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum HallError {
    /// A side is not a number above 0.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A place is not finite.
    #[error(transparent)]
    Place(#[from] PoseError),
    /// A platform has no volume.
    #[error(transparent)]
    Hull(#[from] HullError),
}

fn block(
    part: HallPart,
    half: Vec3,
    angle: f32,
    middle: Vec3,
) -> Result<(HallPart, Shape, Pose), HallError> {
    let shape = Shape::Cuboid(Cuboid::new(half)?);
    Ok((part, shape, Pose::new(yaw(angle), middle)?))
}

/// Returns the number of straight pieces that form a round wall.
fn round_pieces(radius: f32) -> u32 {
    // The corners of the wall are at radius / cos(half the angle of a piece).
    let angle = 2.0 * libm::acosf(radius / (radius + ROUND_WALL_ERROR));
    ((std::f32::consts::TAU / angle).ceil() as u32).clamp(16, 512)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dodgem_collide::shape::Sphere;
    use dodgem_collide::{Placed, Query};

    #[test]
    fn a_mesh_is_inside_if_all_its_corners_are() {
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let vertices = corners.map(|(x, z)| Vec3::new(x, 0.0, z)).to_vec();
        let square = TriMesh::new(vertices, vec![[0, 1, 2], [0, 2, 3]]).unwrap();
        let at = |x, z| Pose::from_translation(Vec3::new(x, 0.0, z)).unwrap();
        let round = Border::Round { radius: 5.0 };
        // The corner (4, 3) has length 5: exactly on the border.
        assert_eq!(round.clearance_of(&square, &at(3.0, 2.0)), 0.0);
        assert!(round.clearance_of(&square, &at(3.1, 2.0)) < 0.0);
        let rectangle = Border::Rectangle {
            width: 10.0,
            depth: 6.0,
        };
        assert_eq!(rectangle.clearance_of(&square, &at(3.0, -2.0)), 0.0);
        assert_eq!(rectangle.clearance(Vec3::new(4.0, 0.0, 0.0)), 1.0);
        assert_eq!(round.clearance(Vec3::new(3.0, 0.0, 4.0)), 0.0);
    }

    /// Moves a small ball outwards from the centre of the hall in 400 directions: it must touch a part of the
    /// hall before it is outside.
    #[test]
    fn every_way_out_meets_a_wall_the_floor_or_the_ceiling() {
        let mut query = Query::default();
        let ball = Shape::Sphere(Sphere::new(0.01).unwrap());
        let five = [
            (0.0, -9.0),
            (8.0, -3.0),
            (6.0, 7.0),
            (-5.0, 7.0),
            (-9.0, -8.0),
        ];
        let borders = [
            Border::Round { radius: 9.0 },
            Border::Rectangle {
                width: 24.0,
                depth: 14.0,
            },
            Border::Polygon {
                corners: Corners::try_from(five.to_vec()).unwrap(),
            },
        ];
        for (border, edge) in borders
            .into_iter()
            .flat_map(|border| [Edge::Wall, Edge::Open].map(|edge| (border, edge)))
        {
            let parts = border.parts(edge, HallHeights::default()).unwrap();
            let outer = border.walls(edge);
            let mut meets = |point: Vec3| {
                let at = Pose::from_translation(point).unwrap();
                let mut met = |(_, part, pose): &(HallPart, Shape, Pose)| {
                    query
                        .intersect(Placed::new(part, pose), Placed::new(&ball, &at))
                        .is_hit()
                };
                parts.iter().any(&mut met)
            };
            for i in 0..400 {
                // Directions spread evenly by the golden angle.
                let height = 1.0 - 2.0 * (i as f32 + 0.5) / 400.0;
                let flat = (1.0 - height * height).sqrt();
                let angle = i as f32 * 2.399_963;
                let way = Vec3::new(flat * angle.sin(), height, flat * angle.cos());
                let start = Vec3::Y * 2.0;
                assert!(!meets(start));
                let first = (1..4000).map(|k| start + way * (k as f32 * 0.01));
                let first = first.into_iter().find(|point| meets(*point));
                let first = first.expect("a way out");
                assert!(outer.clearance(first) > -0.05, "{first} is outside");
            }
        }
    }

    #[test]
    fn the_corners_of_a_round_wall_are_nearly_on_its_circle() {
        for radius in [2.0_f32, 9.0, 32.0, 500.0] {
            let pieces = round_pieces(radius);
            let corner = radius / (std::f32::consts::PI / pieces as f32).cos();
            assert!(corner - radius <= 0.025, "{pieces} pieces for {radius}");
        }
    }
}
