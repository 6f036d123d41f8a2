//! The intersection of two triangles by Möller's interval test, in f64.
//!
//! If a triangle's corners are all on one side of the other's plane, there is no intersection.
//! Otherwise both triangles cross the line of intersection of the planes, each in an interval. They
//! intersect if the intervals overlap, and the ends of the common interval are the ends of the segment
//! of intersection. Coplanar triangles intersect if their edges cross, or if one contains a corner of
//! the other.
//!
//! The corners come from f32 data through an f64 pose, so that the only error is the rounding of f64,
//! about 1e-15 of the coordinates. Touching counts as a hit: a distance within that rounding is taken
//! as zero.
//!
//! Source: Möller, "A fast triangle-triangle intersection test", 1997.

use glam::DVec3;

use crate::params;

/// The segment in which two triangles intersect (a point twice if they only touch), or `None`. Corners
/// in metres.
///
/// For coplanar triangles two common points: of the corners and edge crossings that were found, two
/// that are far apart. Triangles must have an area.
pub fn intersect(a: &[DVec3; 3], b: &[DVec3; 3]) -> Option<[DVec3; 2]> {
    let normal_a = (a[1] - a[0]).cross(a[2] - a[0]);
    let normal_b = (b[1] - b[0]).cross(b[2] - b[0]);
    let size = magnitude(a, b);
    let heights_a = heights(normal_b, b[0], a, size);
    if one_side(&heights_a) {
        return None;
    }
    let heights_b = heights(normal_a, a[0], b, size);
    if one_side(&heights_b) {
        return None;
    }
    let line = normal_a.cross(normal_b);
    let flat = |h: &[f64; 3]| h.iter().all(|&height| height == 0.0);
    if flat(&heights_a) || flat(&heights_b) || line == DVec3::ZERO {
        return coplanar(a, b, normal_a, size);
    }
    let axis = largest_axis(line);
    let (low_a, high_a) = crossing(a, &heights_a, axis)?;
    let (low_b, high_b) = crossing(b, &heights_b, axis)?;
    let start = if low_a[axis] >= low_b[axis] {
        low_a
    } else {
        low_b
    };
    let end = if high_a[axis] <= high_b[axis] {
        high_a
    } else {
        high_b
    };
    (start[axis] <= end[axis] + params::TRIANGLE_INTERSECTION_ROUNDING * size)
        .then_some([start, end])
}

/// The largest absolute coordinate of both, to which rounding is relative.
fn magnitude(a: &[DVec3; 3], b: &[DVec3; 3]) -> f64 {
    // `f64::max` handles NaN, which takes time and does not occur.
    let larger = |x: f64, y: f64| if x > y { x } else { y };
    let largest = |p: &DVec3| larger(larger(p.x.abs(), p.y.abs()), p.z.abs());
    let of_three = |[p, q, r]: &[DVec3; 3]| larger(larger(largest(p), largest(q)), largest(r));
    larger(of_three(a), of_three(b))
}

/// Signed distances of `points` from the plane through `origin`, times the normal's length. Distances
/// within the rounding are zero.
fn heights(normal: DVec3, origin: DVec3, points: &[DVec3; 3], size: f64) -> [f64; 3] {
    // Squares compare like lengths and need no root.
    let slack = params::TRIANGLE_INTERSECTION_ROUNDING * size;
    let squared = slack * slack * normal.length_squared();
    points.map(|point| {
        let height = normal.dot(point - origin);
        if height * height <= squared {
            0.0
        } else {
            height
        }
    })
}

fn one_side(heights: &[f64; 3]) -> bool {
    heights.iter().all(|&h| h > 0.0) || heights.iter().all(|&h| h < 0.0)
}

fn largest_axis(v: DVec3) -> usize {
    let v = v.abs();
    if v.x >= v.y && v.x >= v.z {
        0
    } else if v.y >= v.z {
        1
    } else {
        2
    }
}

/// The two ends of the segment in which a triangle crosses the plane to which `heights` were
/// taken, in order along `axis`.
fn crossing(triangle: &[DVec3; 3], heights: &[f64; 3], axis: usize) -> Option<(DVec3, DVec3)> {
    let mut ends: Option<(DVec3, DVec3)> = None;
    let mut add = |point: DVec3| {
        ends = Some(match ends {
            None => (point, point),
            Some((low, high)) if point[axis] < low[axis] => (point, high),
            Some((low, high)) if point[axis] > high[axis] => (low, point),
            Some(same) => same,
        });
    };
    for i in 0..3 {
        let j = (i + 1) % 3;
        if heights[i] == 0.0 {
            add(triangle[i]);
        }
        if heights[i] * heights[j] < 0.0 {
            let share = heights[i] / (heights[i] - heights[j]);
            add(triangle[i] + (triangle[j] - triangle[i]) * share);
        }
    }
    ends
}

/// Two common points, far apart, of two triangles in one plane.
fn coplanar(a: &[DVec3; 3], b: &[DVec3; 3], normal: DVec3, size: f64) -> Option<[DVec3; 2]> {
    let drop = largest_axis(normal);
    let (u, v) = ((drop + 1) % 3, (drop + 2) % 3);
    let flat = |p: DVec3| (p[u], p[v]);
    // Coordinates relative to one corner lose no digits to the distance from the origin.
    let origin = flat(a[0]);
    let local = |p: DVec3| {
        let (x, y) = flat(p);
        (x - origin.0, y - origin.1)
    };
    let slack = params::TRIANGLE_INTERSECTION_ROUNDING * size;
    let mut found: FarthestPoints = None;
    for &corner in a {
        if contains_point(&b.map(local), local(corner), slack) {
            widen(&mut found, corner);
        }
    }
    for &corner in b {
        if contains_point(&a.map(local), local(corner), slack) {
            widen(&mut found, corner);
        }
    }
    for i in 0..3 {
        for j in 0..3 {
            let (p, q) = (a[i], a[(i + 1) % 3]);
            let (r, s) = (b[j], b[(j + 1) % 3]);
            if let Some(share) = segment_crossing(local(p), local(q), local(r), local(s)) {
                widen(&mut found, p + (q - p) * share);
            }
        }
    }
    found.map(|(start, end)| [start, end])
}

/// The two points found so far.
type FarthestPoints = Option<(DVec3, DVec3)>;

/// Adds a point: keeps the two of the three points that are farthest apart.
fn widen(pair: &mut FarthestPoints, point: DVec3) {
    *pair = Some(match *pair {
        None => (point, point),
        Some((p, q)) => {
            let old = p.distance_squared(q);
            let (with_p, with_q) = (p.distance_squared(point), q.distance_squared(point));
            if with_p >= with_q && with_p > old {
                (p, point)
            } else if with_q > old {
                (q, point)
            } else {
                (p, q)
            }
        }
    });
}

/// Returns true if the triangle, of either winding, contains the point; its border counts.
fn contains_point(triangle: &[(f64, f64); 3], point: (f64, f64), slack: f64) -> bool {
    let (mut positive, mut negative) = (false, false);
    for i in 0..3 {
        let (p, q) = (triangle[i], triangle[(i + 1) % 3]);
        let (ex, ey) = (q.0 - p.0, q.1 - p.1);
        let side = ex * (point.1 - p.1) - ey * (point.0 - p.0);
        let length = (ex * ex + ey * ey).sqrt();
        positive |= side > slack * length;
        negative |= side < -slack * length;
    }
    !(positive && negative)
}

/// Returns the place where segment `pq` crosses segment `rs`, as a parameter from 0 at `p` to 1 at `q`.
/// Parallel segments are left to the corner tests.
fn segment_crossing(p: (f64, f64), q: (f64, f64), r: (f64, f64), s: (f64, f64)) -> Option<f64> {
    let (dx, dy) = (q.0 - p.0, q.1 - p.1);
    let (ex, ey) = (s.0 - r.0, s.1 - r.1);
    let divisor = dx * ey - dy * ex;
    if divisor == 0.0 {
        return None;
    }
    let (fx, fy) = (r.0 - p.0, r.1 - p.1);
    let share = (fx * ey - fy * ex) / divisor;
    let other = (fx * dy - fy * dx) / divisor;
    let inside = |t: f64| (0.0..=1.0).contains(&t);
    (inside(share) && inside(other)).then_some(share)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle(points: [[f64; 3]; 3]) -> [DVec3; 3] {
        points.map(DVec3::from_array)
    }

    fn floor() -> [DVec3; 3] {
        triangle([[0., 0., 0.], [4., 0., 0.], [0., 0., 4.]])
    }

    /// Checks that both orders of the triangles agree on a hit, and returns the answer for the first order.
    fn both_ways(a: &[DVec3; 3], b: &[DVec3; 3]) -> Option<[DVec3; 2]> {
        let (one, other) = (intersect(a, b), intersect(b, a));
        assert_eq!(one.is_some(), other.is_some());
        one
    }

    #[test]
    fn a_wall_through_the_floor_crosses_it_in_a_known_segment() {
        let wall = triangle([[1., -1., 1.], [1., 1., 1.], [1., -1., 3.]]);
        let [start, end] = both_ways(&floor(), &wall).unwrap();
        let (start, end) = if start.z < end.z {
            (start, end)
        } else {
            (end, start)
        };
        assert!(start.abs_diff_eq(DVec3::new(1., 0., 1.), 1e-12), "{start}");
        assert!(end.abs_diff_eq(DVec3::new(1., 0., 2.), 1e-12), "{end}");
    }

    #[test]
    fn a_corner_on_the_face_touches_and_one_above_does_not() {
        let touching = triangle([[1., 0., 1.], [1., 1., 1.], [2., 1., 1.]]);
        let [start, end] = both_ways(&floor(), &touching).unwrap();
        assert_eq!(
            (start, end),
            (DVec3::new(1., 0., 1.), DVec3::new(1., 0., 1.))
        );
        let above = triangle([[1., 1e-9, 1.], [1., 1., 1.], [2., 1., 1.]]);
        assert_eq!(both_ways(&floor(), &above), None);
    }

    #[test]
    fn crossing_planes_with_disjoint_intervals_miss() {
        let beside = triangle([[5., -1., 1.], [5., 1., 1.], [5., -1., 3.]]);
        assert_eq!(both_ways(&floor(), &beside), None);
    }

    #[test]
    fn coplanar_triangles_meet_by_edges_by_corners_and_by_nesting() {
        let nested = triangle([[1., 0., 1.], [1.5, 0., 1.], [1., 0., 1.5]]);
        assert!(both_ways(&floor(), &nested).is_some());
        // The star of David: no corner of one lies in the other.
        let up = triangle([[0., 0., 0.], [6., 0., 0.], [3., 0., 5.]]);
        let down = triangle([[0., 0., 3.5], [6., 0., 3.5], [3., 0., -1.5]]);
        assert!(both_ways(&up, &down).is_some());
        let corner = triangle([[4., 0., 0.], [8., 0., 0.], [8., 0., 4.]]);
        let [start, end] = both_ways(&floor(), &corner).unwrap();
        assert_eq!(
            (start, end),
            (DVec3::new(4., 0., 0.), DVec3::new(4., 0., 0.))
        );
        let apart = triangle([[4.001, 0., 0.], [8., 0., 0.], [8., 0., 4.]]);
        assert_eq!(both_ways(&floor(), &apart), None);
    }

    #[test]
    fn two_triangles_that_share_an_edge_meet_in_it() {
        let fold = triangle([[0., 0., 0.], [4., 0., 0.], [2., 3., 0.]]);
        let [start, end] = both_ways(&floor(), &fold).unwrap();
        assert!((start.distance(end) - 4.0).abs() < 1e-12);
    }
}
