//! Contacts of a hull or mesh on the face of a box, such as a floor or a wall.
//!
//! A body on a flat face touches it with corners of its hull, so the heights of the corners above
//! the face are its contacts, for a hundredth of the cost of a search over all triangles. If a
//! corner is beyond the face's border or below the face, the search decides.

use glam::DVec3;

use crate::body::Body;
use crate::manifold::manifold_cache::FaceManifold;
use crate::manifold::point::NearPoint;
use crate::params::FACE_BORDER;
use dodgem_collide::Shape;

/// The result of [`face_contacts`].
pub(crate) enum FaceContacts {
    /// The contacts were written. The bodies are at least this far apart, in metres, with this
    /// manifold.
    Known(f64, FaceManifold),
    /// Only a search can tell.
    Unknown,
}

/// Finds the contacts of two bodies within a tolerance (m), if one is a box and the other a hull or a
/// mesh.
pub(crate) fn face_contacts(
    a: &Body,
    b: &Body,
    tolerance: f64,
    out: &mut Vec<NearPoint>,
) -> FaceContacts {
    out.clear();
    let (floor, other, sign) = match (&a.shape, &b.shape) {
        (Shape::Cuboid(_), Shape::Hull(_) | Shape::Mesh(_)) => (a, b, 1.0),
        (Shape::Hull(_) | Shape::Mesh(_), Shape::Cuboid(_)) => (b, a, -1.0),
        _ => return FaceContacts::Unknown,
    };
    let Shape::Cuboid(cuboid) = &floor.shape else {
        return FaceContacts::Unknown;
    };
    let half = cuboid.half_extents().as_dvec3();
    let to_floor = floor.rotation.conjugate();
    // The box is centred on the origin of its shape, wherever its centre of mass is.
    let middle = floor.center - floor.rotation * floor.local_center.as_dvec3();
    let center = to_floor * (other.center - middle);
    let turn = to_floor * other.rotation;
    let beyond = center.abs() - half;
    let axis = if beyond.x >= beyond.y && beyond.x >= beyond.z {
        0
    } else if beyond.y >= beyond.z {
        1
    } else {
        2
    };
    let side = center[axis].signum();
    let mut local = DVec3::ZERO;
    local[axis] = side;
    let normal = floor.rotation * local;
    // The height of the centre above the face; those of the corners are relative to it.
    let height = center[axis] * side - half[axis];
    let (mut lowest, mut is_simple) = (f64::INFINITY, true);
    let mut beyond_tolerance = f64::INFINITY;
    let up = turn.conjugate() * local;
    let others = other
        .proxy
        .visit_below(up, tolerance - height, |index, corner| {
            let p = center + turn * corner;
            let distance = p[axis] * side - half[axis];
            lowest = lowest.min(distance);
            if distance > tolerance {
                beyond_tolerance = beyond_tolerance.min(distance);
                return;
            }
            let inside = (0..3).all(|i| i == axis || p[i].abs() < half[i] - FACE_BORDER);
            is_simple &= inside && distance > 0.0;
            out.push(NearPoint {
                normal: normal * sign,
                point: middle + floor.rotation * (p - local * (0.5 * distance)),
                distance,
                feature: index as u64,
            });
        });
    if !is_simple {
        return FaceContacts::Unknown;
    }
    let others = height + others;
    best_four_first(out, normal);
    let left = out.iter().skip(4).map(|p| p.distance);
    let face_manifold = FaceManifold {
        second: sign < 0.0,
        axis: axis as u8,
        side,
        up,
        height,
        others: left.fold(others.min(beyond_tolerance), f64::min),
    };
    out.truncate(4);
    FaceContacts::Known(lowest.min(others), face_manifold)
}

/// Keeps the four points that support a body best: the nearest one, the one farthest from it, and the
/// farthest to both sides of the line between them.
pub(crate) fn reduce_to_four(points: &mut Vec<NearPoint>, normal: DVec3) {
    best_four_first(points, normal);
    points.truncate(4);
}

/// Moves those four to the front.
fn best_four_first(points: &mut [NearPoint], normal: DVec3) {
    if points.len() <= 4 {
        return;
    }
    let best = |of: &[NearPoint], from: usize, score: &dyn Fn(&NearPoint) -> f64| {
        let mut best = from;
        for i in from..of.len() {
            if score(&of[i]) > score(&of[best]) {
                best = i;
            }
        }
        best
    };
    let of = points;
    of.swap(0, best(of, 0, &|p| -p.distance));
    let nearest = of[0].point;
    of.swap(1, best(of, 1, &|p| p.point.distance_squared(nearest)));
    let across = (of[1].point - nearest).cross(normal);
    of.swap(2, best(of, 2, &|p| across.dot(p.point - nearest)));
    of.swap(3, best(of, 3, &|p| -across.dot(p.point - nearest)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BodyDesc;
    use dodgem_collide::math::Pose;
    use dodgem_collide::query::shapes;
    use dodgem_collide::shape::{ConvexHull, Cuboid};
    use dodgem_collide::{Budget, BuildOptions, Model, Placed, ShapeScratch};
    use glam::{Quat, Vec3};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    /// Lumps near a box in all orientations: where the heights decide, they agree with the distance
    /// query.
    #[test]
    fn heights_agree_with_the_distance_of_the_shapes() {
        let mut random = Pcg32::seed_from_u64(5);
        let (mut known, mut touching) = (0, 0);
        for case in 0..2000 {
            let mut number = |size: f32| random.random_range(-size..size);
            let points: Vec<Vec3> = (0..12)
                .map(|_| Vec3::new(number(0.4), number(0.4), number(0.4)))
                .collect();
            let hull = ConvexHull::from_points(&points).unwrap();
            let turn = Quat::from_xyzw(number(1.0), number(1.0), number(1.0), 1.0);
            let tilt = Quat::from_xyzw(number(0.3), number(0.3), number(0.3), 1.0);
            let floor = Pose::new(tilt, Vec3::new(number(2.0), 0.0, number(2.0))).unwrap();
            let height = 0.5 + 0.35 + number(0.15);
            let place = floor.transform_point(Vec3::new(number(1.5), height, number(1.5)));
            let lump = if case % 2 == 0 {
                let mesh = hull.to_mesh().unwrap();
                Shape::Mesh(
                    Model::build(&mesh, &BuildOptions::default())
                        .unwrap()
                        .into(),
                )
            } else {
                Shape::Hull(hull.into())
            };
            let cuboid = Shape::Cuboid(Cuboid::new(Vec3::new(1.4, 0.5, 1.4)).unwrap());
            let pose = Pose::new(turn, place).unwrap();
            let a = Body::new(BodyDesc::dynamic(lump, pose), &[]).unwrap();
            let b = Body::new(BodyDesc::fixed(cuboid, floor), &[]).unwrap();
            let mut out = Vec::new();
            let FaceContacts::Known(lowest, _) = face_contacts(&a, &b, 0.02, &mut out) else {
                continue;
            };
            let mut scratch = ShapeScratch::default();
            let (p, q) = (a.pose(), b.pose());
            let all = Budget::Unlimited;
            let found = shapes::distance(
                Placed::new(&a.shape, &p),
                Placed::new(&b.shape, &q),
                all,
                &mut scratch,
            );
            let distance = f64::from(found.distance().expect("no budget"));
            assert!(lowest <= distance + 1e-5, "{lowest} for {distance}");
            known += 1;
            let nearest = out.iter().min_by(|p, q| p.distance.total_cmp(&q.distance));
            if let Some(nearest) = nearest {
                assert!((nearest.distance - distance).abs() < 1e-5);
                let down = floor.transform_vector(Vec3::NEG_Y).as_dvec3();
                assert!(nearest.normal.distance(down) < 1e-5);
                touching += 1;
            }
        }
        assert!(known > 500 && touching > 50, "{known} and {touching}");
    }
}
