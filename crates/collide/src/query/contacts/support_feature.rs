//! Support features: the corner, edge or face of a shape that is farthest along a direction.

use glam::DVec3;

use crate::params;
use crate::params::MAX_BUFFERED_CORNERS;
use crate::params::MAX_POLYGON_CORNERS;
use crate::query::contacts::feature_polygon::FeaturePolygon;
use crate::shape::{BoundedShape, ConvexHull, SupportMap, is_on_support_feature};

/// The support feature of a convex shape along `normal` (of length 1, in the shape's frame); for
/// round shapes a few points that stand for it. Empty for a mesh.
pub(super) fn shape_feature(shape: BoundedShape, normal: DVec3) -> FeaturePolygon {
    let mut polygon = FeaturePolygon::empty();
    match shape {
        BoundedShape::Sphere(sphere) => polygon.push(normal * sphere.margin(), 0),
        BoundedShape::Capsule(capsule) => {
            let half = f64::from(capsule.half_length());
            for (number, end) in [(0, half), (1, -half)] {
                if normal.y.abs() <= params::SUPPORT_SLOPE || (normal.y > 0.0) == (end > 0.0) {
                    polygon.push(DVec3::Y * end + normal * capsule.margin(), number);
                }
            }
        }
        BoundedShape::Cuboid(cuboid) => {
            box_feature(cuboid.half_extents().as_dvec3(), normal, &mut polygon)
        }
        BoundedShape::Cylinder(cylinder) => {
            let (height, radius) = (
                f64::from(cylinder.half_height()),
                f64::from(cylinder.radius()),
            );
            let level = libm::hypot(normal.x, normal.z);
            let end = if normal.y < 0.0 { -height } else { height };
            if level <= params::SUPPORT_SLOPE {
                disc_points(radius, end, normal, &mut polygon);
            } else {
                let out = DVec3::new(normal.x, 0.0, normal.z) * (radius / level);
                polygon.push(out + DVec3::Y * end, RIM + u32::from(end < 0.0));
                if normal.y.abs() <= params::SUPPORT_SLOPE {
                    polygon.push(out - DVec3::Y * end, RIM + u32::from(end > 0.0));
                }
            }
        }
        BoundedShape::Cone(cone) => {
            let (half, radius) = (f64::from(cone.half_height()), f64::from(cone.radius()));
            let level = libm::hypot(normal.x, normal.z);
            if normal.y < 0.0 && level <= params::SUPPORT_SLOPE {
                disc_points(radius, -half, normal, &mut polygon);
            } else {
                // The lead of the rim over the apex along the normal, per metre of the slant.
                let side = libm::hypot(radius, 2.0 * half);
                let lead = (level * radius - normal.y * 2.0 * half) / side;
                if lead <= params::SUPPORT_SLOPE {
                    polygon.push(DVec3::Y * half, RIM + 2);
                }
                if lead >= -params::SUPPORT_SLOPE {
                    let out = if level > 0.0 {
                        DVec3::new(normal.x, 0.0, normal.z) * (radius / level)
                    } else {
                        DVec3::ZERO
                    };
                    polygon.push(out - DVec3::Y * half, RIM);
                }
            }
        }
        BoundedShape::Hull(hull) => {
            hull_feature(hull, normal, &mut polygon);
            polygon.is_flat = polygon.count < 4 || polygon.is_planar();
        }
        BoundedShape::Mesh(_) => {}
    }
    polygon.close();
    polygon
}

/// The number of points that stand for a round face, and the name of the point that is farthest along the
/// normal.
const RIM: u32 = 8;

/// The flat end of a cylinder or cone: eight points around it and, between them, the one that is
/// farthest along `normal`, so that no point of the end is nearer than its contacts.
fn disc_points(radius: f64, height: f64, normal: DVec3, polygon: &mut FeaturePolygon) {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let round = [
        [1.0, 0.0],
        [half, half],
        [0.0, 1.0],
        [-half, half],
        [-1.0, 0.0],
        [-half, -half],
        [0.0, -1.0],
        [half, -half],
    ]
    .map(|[x, z]| DVec3::new(x, 0.0, z));
    let lead = DVec3::new(normal.x, 0.0, normal.z).try_normalize();
    for (i, &here) in round.iter().enumerate() {
        let there = round[(i + 1) % round.len()];
        polygon.push(here * radius + DVec3::Y * height, i as u32);
        // None if it coincides with one of the eight, or if the end lies flat against the normal.
        let between = |lead: &DVec3| {
            let past = |from: DVec3, to: DVec3| from.z * to.x - from.x * to.z;
            past(*lead, here) > params::MIN_RIM_POINT_SINE
                && past(there, *lead) > params::MIN_RIM_POINT_SINE
        };
        if let Some(lead) = lead.filter(between) {
            polygon.push(lead * radius + DVec3::Y * height, RIM);
        }
    }
}

fn box_feature(half: DVec3, normal: DVec3, polygon: &mut FeaturePolygon) {
    // The axes along which both faces lie against the normal.
    let free = normal.to_array().map(|n| n.abs() <= params::SUPPORT_SLOPE);
    let corner = |signs: [f64; 3]| DVec3::from_array(signs) * half;
    let number = |signs: [f64; 3]| {
        let bit = |axis: usize| u32::from(signs[axis] > 0.0) << axis;
        bit(0) | bit(1) | bit(2)
    };
    let signs = normal.to_array().map(|n| if n < 0.0 { -1.0 } else { 1.0 });
    let axes: [usize; 3] = [0, 1, 2];
    let mut open = axes.into_iter().filter(|&axis| free[axis]);
    let ring: &[[f64; 2]] = match (open.next(), open.next()) {
        (Some(_), Some(_)) => &[[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]],
        (Some(_), None) => &[[1.0, 0.0], [-1.0, 0.0]],
        _ => &[[0.0, 0.0]],
    };
    for signs_of_free in ring {
        let mut signs = signs;
        let open = axes.into_iter().filter(|&axis| free[axis]);
        for (axis, &sign) in open.zip(signs_of_free) {
            signs[axis] = sign;
        }
        polygon.push(corner(signs), number(signs));
    }
}

fn hull_feature(hull: &ConvexHull, normal: DVec3, polygon: &mut FeaturePolygon) {
    let vertices = hull.vertices();
    let highest = vertices[hull.support_vertex(normal)];
    let top = highest.as_dvec3();
    // A corner farther below the top than this is not in the feature, however far away it is; twice
    // as far as needed, which covers the rounding of f32.
    let [low, high] = hull.core_box();
    let lowest = (-2.0 * params::SUPPORT_SLOPE * low.distance(high)) as f32;
    let up = normal.as_vec3();
    let near = || {
        let all = vertices.iter().enumerate();
        let all = all.filter(|(_, p)| (**p - highest).dot(up) >= lowest);
        let all = all.map(|(i, p)| (i as u32, p.as_dvec3()));
        all.filter(|(_, p)| is_on_support_feature(top, *p, normal))
    };
    let mut kept = [(0, DVec3::ZERO); MAX_BUFFERED_CORNERS];
    let mut count = 0;
    for next in near() {
        if count < MAX_BUFFERED_CORNERS {
            kept[count] = next;
        }
        count += 1;
    }
    match kept.get(..count) {
        Some(kept) => gift_wrap(|| kept.iter().copied(), normal, polygon),
        None => gift_wrap(near, normal, polygon),
    }
}

/// The corner, edge or face of the given corners, with their numbers, which all lie against
/// `normal`.
pub(super) fn corners_feature(corners: &[(u32, DVec3)], normal: DVec3) -> FeaturePolygon {
    let mut polygon = FeaturePolygon::empty();
    match corners {
        // A corner, or an edge with its ends in any order.
        [] | [_] | [_, _] => corners.iter().for_each(|&(i, p)| polygon.push(p, i)),
        _ => gift_wrap(|| corners.iter().copied(), normal, &mut polygon),
    }
    polygon.is_flat = polygon.count < 4 || polygon.is_planar();
    polygon.close();
    polygon
}

/// Adds the outermost corners of a face, counter-clockwise around the normal, by gift wrapping
/// (Jarvis, "On the identification of the convex hull of a finite set of points", 1973).
fn gift_wrap<I>(near: impl Fn() -> I, normal: DVec3, polygon: &mut FeaturePolygon)
where
    I: Iterator<Item = (u32, DVec3)>,
{
    let (u, v) = normal.any_orthonormal_pair();
    let Some((first, start)) = near().max_by(|p, q| p.1.dot(u).total_cmp(&q.1.dot(u))) else {
        return;
    };
    let (mut here, mut point) = (first, start);
    loop {
        polygon.push(point, here);
        // The next corner, and the vector to it as seen along the normal.
        let mut next: Option<(u32, DVec3, [f64; 2])> = None;
        for (i, p) in near().filter(|&(i, _)| i != here) {
            let to_p = p - point;
            let [along, aside] = [to_p.dot(u), to_p.dot(v)];
            let better = next.is_none_or(|(_, q, [x, y])| {
                let turn = x * aside - y * along;
                turn < 0.0 || (turn == 0.0 && to_p.length_squared() > q.distance_squared(point))
            });
            if better {
                next = Some((i, p, [along, aside]));
            }
        }
        match next {
            Some((i, p, _)) if i != first && polygon.count < MAX_POLYGON_CORNERS => {
                (here, point) = (i, p)
            }
            _ => return,
        }
    }
}

/// The support feature of a triangle along `normal`: the numbers of its corners, and their count.
pub(super) fn triangle_feature(corners: &[DVec3; 3], normal: DVec3) -> ([usize; 3], usize) {
    let heights = corners.map(|p| p.dot(normal));
    let mut best = 0;
    for i in 1..3 {
        if heights[i] > heights[best] {
            best = i;
        }
    }
    let mut chosen = [0; 3];
    let mut count = 0;
    for i in 0..3 {
        if i == best || is_on_support_feature(corners[best], corners[i], normal) {
            chosen[count] = i;
            count += 1;
        }
    }
    // The corners of a long needle may pass the slope test though its face does not lie across
    // `normal`.
    let [a, b, c] = *corners;
    let across = (b - a).cross(c - a);
    if count == 3 && across.cross(normal).length() > 2.0 * params::SUPPORT_SLOPE * across.length() {
        chosen.sort_unstable_by(|&i, &j| heights[j].total_cmp(&heights[i]));
        chosen[..2].sort_unstable();
        count = 2;
    }
    (chosen, count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Capsule, Cone, Cuboid, Cylinder, Shape, Sphere};
    use glam::Vec3;
    use std::sync::Arc;

    fn count(shape: &Shape, normal: [f64; 3]) -> usize {
        shape_feature(
            shape.bounded().unwrap(),
            DVec3::from_array(normal).normalize(),
        )
        .count
    }

    #[test]
    fn a_box_shows_a_face_an_edge_or_a_corner() {
        let shape = Shape::Cuboid(Cuboid::new(Vec3::ONE).unwrap());
        assert_eq!(count(&shape, [0.0, 1.0, 0.0]), 4);
        assert_eq!(count(&shape, [0.01, -1.0, 0.01]), 4);
        assert_eq!(count(&shape, [0.1, 1.0, 0.0]), 2);
        assert_eq!(count(&shape, [0.1, 1.0, 0.1]), 1);
    }

    #[test]
    fn a_needle_s_far_corner_does_not_make_a_face_of_its_edge() {
        // Seen along its width: ten thousand kilometres of length are no slope.
        let needle = [DVec3::ZERO, DVec3::X * 3.0, DVec3::Z * 1e7];
        let (chosen, count) = triangle_feature(&needle, DVec3::X);
        assert_eq!((chosen[0], chosen[1], count), (1, 2, 2));
        assert_eq!(triangle_feature(&needle, DVec3::Y).1, 3);
    }

    #[test]
    fn a_hull_shows_its_faces_whole_and_in_order() {
        let points: Vec<Vec3> = (0..8)
            .map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32))
            .collect();
        let hull = ConvexHull::from_points(&points).unwrap();
        let shape = Shape::Hull(Arc::new(hull));
        let top = shape_feature(shape.bounded().unwrap(), DVec3::Y);
        assert_eq!(top.count, 4);
        for i in 0..4 {
            assert_eq!(top.points[i].y, 1.0);
            assert_eq!(top.points[i].distance(top.points[(i + 1) % 4]), 1.0);
        }
        assert_eq!(count(&shape, [1.0, 1.0, 0.0]), 2);
        assert_eq!(count(&shape, [1.0, 1.0, 1.0]), 1);
    }

    #[test]
    fn round_shapes_show_points_lines_and_rims() {
        let ball = Shape::Sphere(Sphere::new(2.0).unwrap());
        assert_eq!(
            shape_feature(ball.bounded().unwrap(), DVec3::X).points(),
            [DVec3::X * 2.0]
        );
        let capsule = Shape::Capsule(Capsule::new(1.0, 0.5).unwrap());
        assert_eq!(count(&capsule, [1.0, 0.0, 0.0]), 2);
        assert_eq!(count(&capsule, [1.0, 0.5, 0.0]), 1);
        let cylinder = Shape::Cylinder(Cylinder::new(1.0, 0.5).unwrap());
        assert_eq!(count(&cylinder, [0.0, -1.0, 0.0]), 8);
        assert_eq!(count(&cylinder, [1.0, 0.0, 1.0]), 2);
        assert_eq!(count(&cylinder, [1.0, 1.0, 1.0]), 1);
        let cone = Shape::Cone(Cone::new(1.0, 1.0).unwrap());
        assert_eq!(count(&cone, [0.0, -1.0, 0.0]), 8);
        assert_eq!(count(&cone, [2.0, 1.0, 0.0]), 2);
        assert_eq!(count(&cone, [0.0, 1.0, 0.0]), 1);
    }
}
