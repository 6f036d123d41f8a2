//! Closest points of points, segments and triangles.
//!
//! The input and the answers are f32, the arithmetic between is f64: it costs the same for single pairs, and
//! f32 cannot tell the Voronoi regions of thin triangles apart. Triangle against triangle, the most frequent
//! pair, has a faster function in `narrow_phase/triangle_distance.rs`.

use glam::{DVec3, Vec3};

use crate::params;

/// The point of the segment from `a` to `b` that is nearest to `point`, and its parameter, from 0
/// at `a` to 1 at `b`. A segment of no length is its first end.
pub fn closest_on_segment(point: Vec3, a: Vec3, b: Vec3) -> (Vec3, f32) {
    let (from, along) = ((point - a).as_dvec3(), (b - a).as_dvec3());
    let t = fraction(from.dot(along), along.length_squared());
    (a + (along * t).as_vec3(), t as f32)
}

/// The nearest points of two segments `[start, end]`, on the first and on the second. If parallel
/// segments have many nearest pairs, one of them.
pub fn closest_of_segments(a: [Vec3; 2], b: [Vec3; 2]) -> (Vec3, Vec3) {
    let origin = a[0].as_dvec3();
    let [p, q] = [a, b].map(|s| s[0].as_dvec3() - origin);
    let u = a[1].as_dvec3() - a[0].as_dvec3();
    let v = b[1].as_dvec3() - b[0].as_dvec3();
    let w = q - p;
    let normal = u.cross(v);
    // The common perpendicular of the lines, clamped to the first segment; then the nearest point
    // of the second segment, then that of the first again (Ericson, "Real-Time Collision
    // Detection", 5.1.9, with cross products, which do not cancel at small angles).
    let s = fraction(w.cross(v).dot(normal), normal.length_squared());
    let t = fraction((p + u * s - q).dot(v), v.length_squared());
    let s = fraction((q + v * t - p).dot(u), u.length_squared());
    let world = |local: DVec3| (local + origin).as_vec3();
    (world(p + u * s), world(q + v * t))
}

/// `numerator / denominator` clamped to 0..=1; 0 if the denominator is 0.
fn fraction(numerator: f64, denominator: f64) -> f64 {
    if denominator > 0.0 {
        (numerator / denominator).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

/// The part of a triangle that a closest point lies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TriangleFeature {
    /// Corner 0, 1 or 2.
    Corner(u8),
    /// The edge from the corner of this number to the next.
    Edge(u8),
    /// The inside.
    Face,
}

/// The point of the triangle that is nearest to `point`, and the feature that it lies on.
///
/// The triangle may be a segment or a point. All Voronoi regions are tested (Ericson, "Real-Time Collision
/// Detection", 5.1.5), because stopping at the first edge that has the point outside is wrong for points
/// outside two edges.
pub fn closest_on_triangle(point: Vec3, triangle: [Vec3; 3]) -> (Vec3, TriangleFeature) {
    let origin = triangle[0].as_dvec3();
    let p = point.as_dvec3() - origin;
    let [a, b, c] = triangle.map(|corner| corner.as_dvec3() - origin);
    let (local, feature) = closest_on_local_triangle(p, a, b, c);
    ((local + origin).as_vec3(), feature)
}

/// [`closest_on_triangle`] in f64 throughout.
pub(crate) fn closest_on_triangle_f64(
    point: DVec3,
    triangle: [DVec3; 3],
) -> (DVec3, TriangleFeature) {
    let origin = triangle[0];
    let [a, b, c] = triangle.map(|corner| corner - origin);
    let (local, feature) = closest_on_local_triangle(point - origin, a, b, c);
    (local + origin, feature)
}

fn closest_on_local_triangle(p: DVec3, a: DVec3, b: DVec3, c: DVec3) -> (DVec3, TriangleFeature) {
    use TriangleFeature::{Corner, Edge, Face};
    let (ab, ac) = (b - a, c - a);
    let normal = ab.cross(ac);
    let no_area = params::NO_AREA_SQUARED * ab.length_squared() * ac.length_squared();
    if normal.length_squared() <= no_area {
        return closest_on_flat_triangle(p, [a, b, c]);
    }
    let (d1, d2) = (ab.dot(p - a), ac.dot(p - a));
    if d1 <= 0.0 && d2 <= 0.0 {
        return (a, Corner(0));
    }
    let (d3, d4) = (ab.dot(p - b), ac.dot(p - b));
    if d3 >= 0.0 && d4 <= d3 {
        return (b, Corner(1));
    }
    // The signed areas under the foot of p, from the normal: exact where the differences of the
    // dot products cancel.
    let weight_c = normal.dot(ab.cross(p - a));
    if weight_c <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return (a + ab * fraction(d1, d1 - d3), Edge(0));
    }
    let (d5, d6) = (ab.dot(p - c), ac.dot(p - c));
    if d6 >= 0.0 && d5 <= d6 {
        return (c, Corner(2));
    }
    let weight_b = normal.dot((a - c).cross(p - c));
    if weight_b <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return (a + ac * fraction(d2, d2 - d6), Edge(2));
    }
    let weight_a = normal.dot((c - b).cross(p - b));
    if weight_a <= 0.0 && d4 >= d3 && d5 >= d6 {
        return (
            b + (c - b) * fraction(d4 - d3, (d4 - d3) + (d5 - d6)),
            Edge(1),
        );
    }
    let foot = p - normal * (normal.dot(p - a) / normal.length_squared());
    (foot, Face)
}

/// The nearest point of the three edges, for a triangle without area.
fn closest_on_flat_triangle(p: DVec3, corners: [DVec3; 3]) -> (DVec3, TriangleFeature) {
    let mut best = (corners[0], TriangleFeature::Corner(0));
    for i in 0..3 {
        let (from, to) = (corners[i], corners[(i + 1) % 3]);
        let t = fraction((p - from).dot(to - from), (to - from).length_squared());
        let point = from + (to - from) * t;
        if point.distance_squared(p) < best.0.distance_squared(p) {
            let feature = match t {
                0.0 => TriangleFeature::Corner(i as u8),
                1.0 => TriangleFeature::Corner((i as u8 + 1) % 3),
                _ => TriangleFeature::Edge(i as u8),
            };
            best = (point, feature);
        }
    }
    best
}
