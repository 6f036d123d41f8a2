//! What a body covers of the floor: the convex hull of its vertices, seen from above.
//!
//! Plane vectors here are `Vec2(x, z)`. Bodies stand upright, so a turn about +Y by an angle keeps
//! the hull's shape, and the hull at a pose is exact. It serves three ends: keeping a body inside
//! the arena, the moment of inertia, and a dependable normal for a contact (two bodies that were
//! apart have a closest direction; two triangles that cross do not tell which way is out).

use glam::{Vec2, Vec3};

use crate::geometry::{Pose, TriMesh};

/// Hull corners that differ by less than this along the normal touch together, in metres.
const CONTACT_BAND: f32 = 0.01;

/// The convex hull of a mesh seen from above, in body coordinates.
#[derive(Clone, Debug)]
pub struct Footprint {
    corners: Vec<Vec2>,
    inertia_per_mass: f32,
    radius: f32,
}

/// Why a mesh has no footprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FootprintError {
    /// All vertices lie on one line when seen from above.
    #[error("seen from above the mesh covers no area")]
    Flat,
}

/// How far apart two footprints are, and where they are closest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// Unit vector in the floor plane (y = 0) from the first body to the second.
    pub normal: Vec3,
    /// The middle of the places that come closest, at height 0, in metres.
    pub point: Vec3,
    /// The distance in metres; negative by the depth where the footprints overlap.
    pub distance: f32,
}

impl Footprint {
    /// The footprint of a mesh in its own coordinates.
    ///
    /// # Errors
    /// [`FootprintError::Flat`] if it covers no area.
    pub fn of(mesh: &TriMesh) -> Result<Self, FootprintError> {
        Footprint::from_points(
            mesh.vertices()
                .iter()
                .map(|v| Vec2::new(v.x, v.z))
                .collect(),
        )
    }

    fn from_points(mut points: Vec<Vec2>) -> Result<Self, FootprintError> {
        points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        points.dedup();
        let corners = hull_of_sorted(&points);
        let (area, second_moment) = area_and_second_moment(&corners);
        if corners.len() < 3 || area <= 1e-8 {
            return Err(FootprintError::Flat);
        }
        let radius = corners.iter().map(|c| c.length()).fold(0.0, f32::max);
        Ok(Footprint {
            corners,
            inertia_per_mass: second_moment / area,
            radius,
        })
    }

    /// The hull's corners in body coordinates (x, z), in order around it.
    pub fn corners(&self) -> &[Vec2] {
        &self.corners
    }

    /// The moment of inertia about the vertical axis through the origin for a mass of 1 kg spread
    /// evenly over the footprint, in m2.
    pub fn inertia_per_mass(&self) -> f32 {
        self.inertia_per_mass
    }

    /// The distance from the origin to the farthest corner, in metres.
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// The hull's corners in the world (x, z).
    pub fn world_corners<'a>(&'a self, pose: &'a Pose) -> impl Iterator<Item = Vec2> + 'a {
        self.corners.iter().map(move |c| to_world(pose, *c))
    }

    /// Where this footprint and another are closest; where they overlap (one body reaching over
    /// or under the other), along the shortest way out.
    pub fn gap(&self, pose: &Pose, other: &Footprint, other_pose: &Pose) -> Gap {
        let normal = closest_direction(self, pose, other, other_pose);
        let ahead = Band::of(self, pose, normal);
        let behind = Band::of(other, other_pose, -normal);
        let tangent = normal.perp();
        // Where two sides lie along each other, the contact is in the middle of what they share.
        let low = ahead.low.max(-behind.high);
        let high = ahead.high.min(-behind.low);
        let along = (ahead.reach - behind.reach) * 0.5;
        let point = normal * along + tangent * ((low + high) * 0.5);
        Gap {
            normal: Vec3::new(normal.x, 0.0, normal.y),
            point: Vec3::new(point.x, 0.0, point.y),
            distance: -(ahead.reach + behind.reach),
        }
    }
}

/// The corners that reach farthest in a direction.
struct Band {
    /// How far they reach along the direction.
    reach: f32,
    /// The interval they cover along the direction's perpendicular.
    low: f32,
    high: f32,
}

impl Band {
    fn of(footprint: &Footprint, pose: &Pose, direction: Vec2) -> Band {
        let tangent = direction.perp();
        let reach = footprint
            .world_corners(pose)
            .map(|c| c.dot(direction))
            .fold(f32::NEG_INFINITY, f32::max);
        let mut band = Band {
            reach,
            low: f32::INFINITY,
            high: f32::NEG_INFINITY,
        };
        for corner in footprint.world_corners(pose) {
            if corner.dot(direction) >= reach - CONTACT_BAND {
                let along = corner.dot(tangent);
                band.low = band.low.min(along);
                band.high = band.high.max(along);
            }
        }
        band
    }
}

/// The unit direction from hull `a` to hull `b` along their shortest connection, or the one
/// that parts them soonest if they overlap. Every corner against every edge: hulls are small, and this runs once a hit.
fn closest_direction(a: &Footprint, pose_a: &Pose, b: &Footprint, pose_b: &Pose) -> Vec2 {
    let mut best = (f32::INFINITY, Vec2::ZERO);
    for corner in a.world_corners(pose_a) {
        for (from, to) in edges(b, pose_b) {
            let way = closest_on_segment(corner, from, to) - corner;
            if way.length_squared() < best.0 {
                best = (way.length_squared(), way);
            }
        }
    }
    for corner in b.world_corners(pose_b) {
        for (from, to) in edges(a, pose_a) {
            let way = corner - closest_on_segment(corner, from, to);
            if way.length_squared() < best.0 {
                best = (way.length_squared(), way);
            }
        }
    }
    // Too close for the direction to be more than rounding, or no separating direction at all
    // because they overlap: the best edge normal says it instead.
    let normal = best.1 / best.0.sqrt();
    let separates =
        || Band::of(a, pose_a, normal).reach + Band::of(b, pose_b, -normal).reach <= 1e-5;
    if best.0 > 1e-8 && separates() {
        normal
    } else {
        widest_edge_normal(a, pose_a, b, pose_b)
    }
}

/// The outward edge normal of either hull along which they are farthest apart.
fn widest_edge_normal(a: &Footprint, pose_a: &Pose, b: &Footprint, pose_b: &Pose) -> Vec2 {
    let mut best = (f32::INFINITY, Vec2::X);
    // Corners run with the interior on their left, so the outside is on the right.
    let of_a = edges(a, pose_a).map(|(from, to)| -(to - from).perp());
    let of_b = edges(b, pose_b).map(|(from, to)| (to - from).perp());
    for normal in of_a.chain(of_b).filter_map(Vec2::try_normalize) {
        let reach = Band::of(a, pose_a, normal).reach + Band::of(b, pose_b, -normal).reach;
        if reach < best.0 {
            best = (reach, normal);
        }
    }
    best.1
}

fn edges<'a>(hull: &'a Footprint, pose: &'a Pose) -> impl Iterator<Item = (Vec2, Vec2)> + 'a {
    let next = hull.corners.iter().cycle().skip(1);
    hull.corners
        .iter()
        .zip(next)
        .map(move |(from, to)| (to_world(pose, *from), to_world(pose, *to)))
}

fn to_world(pose: &Pose, corner: Vec2) -> Vec2 {
    let point = pose.transform_point(Vec3::new(corner.x, 0.0, corner.y));
    Vec2::new(point.x, point.z)
}

fn closest_on_segment(point: Vec2, from: Vec2, to: Vec2) -> Vec2 {
    let edge = to - from;
    let length_squared = edge.length_squared();
    if length_squared == 0.0 {
        return from;
    }
    from + edge * ((point - from).dot(edge) / length_squared).clamp(0.0, 1.0)
}

/// Andrew's monotone chain; the corners run counter-clockwise in the (x, z) plane.
fn hull_of_sorted(points: &[Vec2]) -> Vec<Vec2> {
    let mut hull: Vec<Vec2> = Vec::new();
    let upper = points.iter().rev().skip(1);
    let mut base = 0;
    for (index, point) in points.iter().chain(upper).enumerate() {
        if index == points.len() {
            base = hull.len() - 1;
        }
        while hull.len() >= base + 2 {
            let [.., before, last] = hull[..] else { break };
            if (last - before).perp_dot(*point - last) > 0.0 {
                break;
            }
            hull.pop();
        }
        hull.push(*point);
    }
    if hull.len() > 1 {
        hull.pop();
    }
    hull
}

/// Area and polar second moment of area about the origin, summed over the triangles between the
/// origin and each edge.
fn area_and_second_moment(corners: &[Vec2]) -> (f32, f32) {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).fold((0.0, 0.0), |sum, (a, b)| {
        let doubled = a.perp_dot(*b);
        let moment = doubled / 12.0 * (a.dot(*a) + a.dot(*b) + b.dot(*b));
        (sum.0 + doubled * 0.5, sum.1 + moment)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::yaw;
    use std::f32::consts::FRAC_PI_4;

    fn rectangle(half_x: f32, half_z: f32) -> Footprint {
        let corners = [
            (-1.0, -1.0),
            (1.0, -1.0),
            (1.0, 1.0),
            (-1.0, 1.0),
            (0.0, 0.0),
            (0.5, 1.0),
        ];
        Footprint::from_points(
            corners
                .iter()
                .map(|(x, z)| Vec2::new(x * half_x, z * half_z))
                .collect(),
        )
        .unwrap()
    }

    fn at(x: f32, z: f32, angle: f32) -> Pose {
        Pose::new(yaw(angle), Vec3::new(x, 0.0, z)).unwrap()
    }

    #[test]
    fn a_hull_drops_inner_points_and_points_on_its_edges() {
        assert_eq!(rectangle(1.0, 2.0).corners().len(), 4);
    }

    #[test]
    fn a_rectangle_has_the_inertia_of_the_textbook() {
        // (width^2 + depth^2) / 12 with 2 m by 4 m.
        let inertia = rectangle(1.0, 2.0).inertia_per_mass();
        assert!((inertia - 20.0 / 12.0).abs() < 1e-5, "{inertia}");
    }

    #[test]
    fn points_on_one_line_cover_no_area() {
        let line = vec![Vec2::ZERO, Vec2::ONE, Vec2::new(2.0, 2.0)];
        assert_eq!(
            Footprint::from_points(line).unwrap_err(),
            FootprintError::Flat
        );
    }

    #[test]
    fn parallel_sides_touch_in_the_middle_of_what_they_share() {
        let square = rectangle(1.0, 1.0);
        let gap = square.gap(&at(0.0, 0.0, 0.0), &square, &at(2.5, 1.0, 0.0));
        assert!(gap.normal.abs_diff_eq(Vec3::X, 1e-6));
        assert!((gap.distance - 0.5).abs() < 1e-5);
        assert!(
            gap.point.abs_diff_eq(Vec3::new(1.25, 0.0, 0.5), 1e-5),
            "{}",
            gap.point
        );
    }

    #[test]
    fn a_turned_square_touches_with_its_corner() {
        let square = rectangle(1.0, 1.0);
        let gap = square.gap(&at(0.0, 0.0, 0.0), &square, &at(0.25, -3.0, FRAC_PI_4));
        assert!(gap.normal.abs_diff_eq(Vec3::NEG_Z, 1e-5));
        assert!((gap.distance - (2.0 - 2.0_f32.sqrt())).abs() < 1e-5);
        assert!((gap.point.x - 0.25).abs() < 1e-5);
    }

    #[test]
    fn touching_hulls_still_have_a_normal_and_overlapping_ones_the_shortest_way_out() {
        let square = rectangle(1.0, 1.0);
        let touching = square.gap(&at(0.0, 0.0, 0.0), &square, &at(2.0, 0.3, 0.0));
        assert!(touching.normal.abs_diff_eq(Vec3::X, 1e-5));
        let overlapping = square.gap(&at(0.0, 0.0, 0.0), &square, &at(0.3, -1.5, 0.0));
        assert!(overlapping.normal.abs_diff_eq(Vec3::NEG_Z, 1e-5));
        assert!((overlapping.distance + 0.5).abs() < 1e-5);
    }
}
