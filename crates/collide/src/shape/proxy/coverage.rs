//! Test if triangles cover another one that lies in their plane, without a hole.
//!
//! The uncovered rest of the face is a list of convex pieces. Every triangle is subtracted: it removes
//! the pieces that it covers, and cuts those that it covers in part along its sides.

use glam::{DVec2, DVec3};

use crate::math::between;
use crate::params::MAX_COVERAGE_PIECES;

/// True if the triangles whose corners are within `slack` metres of a face's plane cover the whole face. Gaps
/// narrower than `thin` metres do not count.
pub(crate) fn is_covered(
    face: [DVec3; 3],
    triangles: &[[DVec3; 3]],
    slack: f64,
    thin: f64,
) -> bool {
    let [a, b, c] = face;
    let normal = (b - a).cross(c - a).normalize_or_zero();
    let Some(right) = (b - a).try_normalize() else {
        return true;
    };
    let up = normal.cross(right);
    let flat = |p: DVec3| DVec2::new((p - a).dot(right), (p - a).dot(up));
    let mut left = vec![face.map(flat).to_vec()];
    left.retain(|piece| !is_thin(piece, thin));
    let mut cut = Vec::new();
    for triangle in triangles {
        if left.is_empty() || left.len() > MAX_COVERAGE_PIECES {
            break;
        }
        if triangle.iter().any(|p| (*p - a).dot(normal).abs() > slack) {
            continue;
        }
        let mut corners = triangle.map(flat);
        let [one, other] = [corners[1] - corners[0], corners[2] - corners[0]];
        if one.perp_dot(other) < 0.0 {
            corners.swap(1, 2);
        }
        for piece in left.drain(..) {
            subtract_triangle(&corners, piece, thin, &mut cut);
        }
        std::mem::swap(&mut left, &mut cut);
    }
    left.is_empty()
}

/// Appends the part of a convex piece that a triangle (its corners counterclockwise) does not cover.
fn subtract_triangle(
    triangle: &[DVec2; 3],
    piece: Vec<DVec2>,
    thin: f64,
    out: &mut Vec<Vec<DVec2>>,
) {
    let first = out.len();
    let mut inside = piece.clone();
    for i in 0..3 {
        let (from, to) = (triangle[i], triangle[(i + 1) % 3]);
        let height = |p: &DVec2| (to - from).perp_dot(*p - from);
        let outside = clip_to_side(&inside, |p| -height(p));
        inside = clip_to_side(&inside, height);
        if !is_thin(&outside, thin) {
            out.push(outside);
        }
        if is_thin(&inside, thin) {
            // The triangle and the piece do not overlap.
            out.truncate(first);
            out.push(piece);
            return;
        }
    }
}

/// The part of a convex polygon on which a height is not negative.
fn clip_to_side(polygon: &[DVec2], height: impl Fn(&DVec2) -> f64) -> Vec<DVec2> {
    let mut part = Vec::with_capacity(polygon.len() + 1);
    for (i, p) in polygon.iter().enumerate() {
        let q = polygon[(i + 1) % polygon.len()];
        let (here, there) = (height(p), height(&q));
        if here >= 0.0 {
            part.push(*p);
        }
        if (here > 0.0 && there < 0.0) || (here < 0.0 && there > 0.0) {
            part.push(between(*p, q, here / (here - there)));
        }
    }
    part
}

/// True if a convex polygon is narrower than `thin` metres.
fn is_thin(polygon: &[DVec2], thin: f64) -> bool {
    let Some(first) = polygon.first() else {
        return true;
    };
    let sides = polygon.windows(2);
    let twice_area: f64 = sides
        .map(|side| (side[0] - *first).perp_dot(side[1] - *first))
        .sum();
    let farthest_from = |p: &DVec2| {
        let distances = polygon.iter().map(|q| p.distance_squared(*q));
        distances.fold(0.0, f64::max)
    };
    let length = polygon.iter().map(farthest_from).fold(0.0, f64::max).sqrt();
    twice_area.abs() <= thin * length
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    const FACE: [DVec3; 3] = [DVec3::ZERO, DVec3::X, DVec3::Z];

    fn at(x: f64, z: f64) -> DVec3 {
        DVec3::new(x, 0.0, z)
    }

    #[test]
    fn a_small_hole_is_found_wherever_it_is() {
        let mut random = Pcg32::seed_from_u64(2);
        for case in 0..200 {
            let mut number = || random.random_range(0.02..0.94);
            let (mut x, mut z): (f64, f64) = (number(), number());
            if x + z > 0.93 {
                (x, z) = (0.5 * x, 0.4 * z);
            }
            let hole = [at(x, z), at(x + 0.01, z), at(x, z + 0.01)];
            // Triangles around it, from each side of the hole to the face's sides.
            let mut around = Vec::new();
            for i in 0..3 {
                let (p, q) = (hole[i], hole[(i + 1) % 3]);
                let (f, g) = (FACE[i], FACE[(i + 1) % 3]);
                around.extend([[f, g, p], [g, q, p]]);
            }
            let is_covered = |triangles: &[[DVec3; 3]]| is_covered(FACE, triangles, 1e-4, 1e-6);
            assert!(!is_covered(&around), "{case}");
            around.insert(case % 7, hole);
            assert!(is_covered(&around), "{case}");
            around.reverse();
            assert!(is_covered(&around), "{case}");
            // A duplicate triangle, or one below the plane, does not fill the hole.
            around.retain(|triangle| *triangle != hole);
            around.push(around[0]);
            around.push(hole.map(|p| p - DVec3::Y * 1e-3));
            assert!(!is_covered(&around), "{case}");
        }
    }

    #[test]
    fn it_does_not_matter_how_the_cover_is_cut() {
        let mut random = Pcg32::seed_from_u64(3);
        for _ in 0..40 {
            // Strips of a square, larger than the face, cut crosswise.
            let mut triangles = Vec::new();
            let mut from = -0.1;
            while from < 1.1 {
                let to = from + random.random_range(0.05..0.4);
                let corners = [at(from, -0.2), at(to, -0.2), at(to, 1.2), at(from, 1.2)];
                let [a, b, c, d] = corners;
                triangles.extend([[a, b, c], [a, d, c]]);
                from = to;
            }
            assert!(is_covered(FACE, &triangles, 1e-4, 1e-6));
            for missing in 0..triangles.len() {
                let mut others = triangles.clone();
                let [a, b, c] = others.remove(missing);
                let is_seen = (0..100).any(|_| {
                    let mut share = || random.random_range(0.05..0.9);
                    let (u, v): (f64, f64) = (share(), share());
                    let p = a + (b - a) * u + (c - a) * v;
                    u + v < 0.95 && p.x > 0.0 && p.z > 0.0 && p.x + p.z < 1.0
                });
                assert!(!is_seen || !is_covered(FACE, &others, 1e-4, 1e-6));
            }
        }
    }
}
