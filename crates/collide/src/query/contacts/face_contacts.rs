//! Contacts of a hull or mesh on the face of a box, such as a floor or a wall.
//!
//! A body on a flat face touches it with corners of its hull, so the heights of the corners above
//! the face are its contacts, for a hundredth of the cost of a search over all triangles. If a
//! corner is beyond the face's border or below the face, the search decides.

use glam::DVec3;

use crate::math::Placement;
use crate::params::FACE_BORDER;
use crate::query::contacts::ColliderContacts;
use crate::query::contacts::contact::{ContactCandidate, ContactPoint};
use crate::query::contacts::manifold::CandidateFrame;
use crate::query::pair_cache::FaceManifold;
use crate::shape::Shape;

impl ColliderContacts<'_> {
    /// Finds the contacts of two colliders if one is a box and the other a hull or a mesh. Returns a lower bound of
    /// their distance, in metres, and the manifold; `None` if the heights do not decide.
    pub fn face_contacts(&mut self, out: &mut Vec<ContactPoint>) -> Option<(f64, FaceManifold)> {
        out.clear();
        let tolerance = self.tolerance;
        let [a, b] = self.both;
        let (floor, other, second) = match (a.collider.core(), b.collider.core()) {
            (Shape::Cuboid(_), Shape::Hull(_) | Shape::Mesh(_)) => (a, b, false),
            (Shape::Hull(_) | Shape::Mesh(_), Shape::Cuboid(_)) => (b, a, true),
            _ => return None,
        };
        let Shape::Cuboid(cuboid) = floor.collider.core() else {
            return None;
        };
        let local_center = floor.collider.local_center().as_dvec3();
        let (floor, other, proxy) = (floor.frame, other.frame, other.collider.proxy());
        let half = cuboid.half_extents().as_dvec3();
        let to_floor = floor.rotation.conjugate();
        // The box is centred on the origin of its shape, which need not be its centre of mass.
        let middle = floor.center - floor.rotation * local_center;
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
        let mut normal = DVec3::ZERO;
        normal[axis] = side;
        // The height of the centre above the face; those of the corners are relative to it.
        let height = center[axis] * side - half[axis];
        let (mut lowest, mut is_simple) = (f64::INFINITY, true);
        let mut beyond_tolerance = f64::INFINITY;
        let up = turn.conjugate() * normal;
        let memory = &mut self.context.contacts;
        memory.found.clear();
        let others = proxy.visit_below(up, tolerance - height, |index, corner| {
            let corner = center + turn * corner;
            let distance = corner[axis] * side - half[axis];
            lowest = lowest.min(distance);
            if distance > tolerance {
                beyond_tolerance = beyond_tolerance.min(distance);
                return;
            }
            let inside = (0..3).all(|i| i == axis || corner[i].abs() < half[i] - FACE_BORDER);
            is_simple &= inside && distance > 0.0;
            memory.found.push(ContactCandidate {
                point_a: corner - normal * distance,
                point_b: corner,
                distance,
                normal,
                feature: index as u64,
                ..ContactCandidate::default()
            });
        });
        if !is_simple {
            return None;
        }
        let placement = Placement {
            rotation: floor.rotation,
            translation: middle,
        };
        let frame = CandidateFrame::of_corners(placement, second);
        let others = height + others;
        let left_out = memory.append_contacts(&frame, out);
        let face_manifold = FaceManifold {
            second,
            axis: axis as u8,
            side,
            up,
            height,
            others: others.min(beyond_tolerance).min(left_out),
        };
        Some((lowest.min(others), face_manifold))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Pose;
    use crate::query::PairCache;
    use crate::query::context::QueryContext;
    use crate::query::test_bodies::{TestBody, distance};
    use crate::shape::{ConvexHull, Cuboid};
    use crate::{BuildOptions, Model};
    use glam::{Quat, Vec3};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    /// Lumps near a box in all orientations: if the heights decide, they agree with the distance
    /// query.
    #[test]
    fn heights_agree_with_the_distance_of_the_shapes() {
        let mut random = Pcg32::seed_from_u64(5);
        let mut scratch = QueryContext::default();
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
            let (a, b) = (TestBody::free(lump, pose), TestBody::fixed(cuboid, floor));
            let both = [a.placed(), b.placed()];
            let mut out = Vec::new();
            let mut query = ColliderContacts {
                both,
                tolerance: 0.02,
                cache: &mut PairCache::default(),
                context: &mut scratch,
            };
            let Some((lowest, _)) = query.face_contacts(&mut out) else {
                continue;
            };
            let distance = distance(both, &mut scratch);
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

    /// Cause: the point farthest from the nearest one was kept, however high it was. The upper corners of
    /// a tilted thin plate are farther out than the lower ones by some micrometres.
    #[test]
    fn the_upper_corners_of_a_thin_plate_do_not_displace_the_lower_ones() {
        let half = Vec3::new(0.5, 0.002, 0.3);
        let corner = |i: u32| {
            half * Vec3::from_array([1, 2, 4].map(|bit| if i & bit == 0 { -1.0 } else { 1.0 }))
        };
        let plate = ConvexHull::from_points(&std::array::from_fn::<_, 8, _>(|i| corner(i as u32)));
        let mesh = plate.unwrap().to_mesh().unwrap();
        let plate = Model::build(&mesh, &BuildOptions::default()).unwrap();
        let plate = Shape::Mesh(plate.into());
        let cuboid = Shape::Cuboid(Cuboid::new(Vec3::new(9.0, 0.5, 9.0)).unwrap());
        let floor = Pose::from_translation(Vec3::Y * -0.5).unwrap();
        let floor = TestBody::fixed(cuboid, floor);
        let mut scratch = QueryContext::default();
        for yaw in 0..16 {
            let turn = Quat::from_rotation_y(0.4 * yaw as f32) * Quat::from_rotation_z(5e-4);
            let pose = Pose::new(turn, Vec3::Y * 0.0027).unwrap();
            let plate = TestBody::free(plate.clone(), pose);
            let mut out = Vec::new();
            let both = [floor.placed(), plate.placed()];
            let mut query = ColliderContacts {
                both,
                tolerance: 0.01,
                cache: &mut PairCache::default(),
                context: &mut scratch,
            };
            (query.face_contacts(&mut out)).expect("a plate over a face");
            let distances: Vec<f64> = out.iter().map(|p| p.distance).collect();
            assert!(
                out.len() == 4 && distances.iter().all(|d| *d < 1.5e-3),
                "{distances:?}"
            );
        }
    }
}
