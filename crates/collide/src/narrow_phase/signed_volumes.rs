//! The point of a simplex nearest to the origin, by signed volumes.
//!
//! A corner supports the nearest point only if the origin is on the corner's side of the opposite
//! vertex, edge or face. That is decided by comparing the sign of a length, an area or a volume with
//! that of the whole simplex. Unlike Johnson's recursion it divides by no small number: if signs
//! disagree, the lower-dimensional parts are tried and the nearest point is kept.
//!
//! Source: Montanari, Petrinic and Barbieri, "Improving the GJK algorithm for faster and more
//! reliable distance queries between convex objects", 2017.

use glam::DVec3;

use crate::params;

/// The point of a simplex nearest to the origin, and the weights of the corners, which sum to 1; 0 for
/// those that do not support it.
#[derive(Clone, Copy, Debug)]
pub struct NearestToOrigin {
    pub weights: [f64; 4],
    pub point: DVec3,
}

impl NearestToOrigin {
    fn corner(points: &[DVec3; 4], i: usize) -> Self {
        let mut weights = [0.0; 4];
        weights[i] = 1.0;
        NearestToOrigin {
            weights,
            point: points[i],
        }
    }

    fn nearer(self, other: Option<Self>) -> Option<Self> {
        match other {
            Some(o) if o.point.length_squared() <= self.point.length_squared() => Some(o),
            _ => Some(self),
        }
    }
}

/// The point of the simplex of the first `count` points (1 to 4) nearest to the origin.
pub fn nearest(points: &[DVec3; 4], count: usize) -> NearestToOrigin {
    match count {
        1 => NearestToOrigin::corner(points, 0),
        2 => on_segment(points, 0, 1),
        3 => on_triangle(points, [0, 1, 2]),
        _ => in_tetrahedron(points),
    }
}

fn on_segment(points: &[DVec3; 4], i: usize, j: usize) -> NearestToOrigin {
    let (p, along) = (points[i], points[j] - points[i]);
    let length_squared = along.length_squared();
    let ahead = -p.dot(along);
    if ahead <= 0.0 || length_squared == 0.0 {
        return NearestToOrigin::corner(points, i);
    }
    if ahead >= length_squared {
        return NearestToOrigin::corner(points, j);
    }
    let t = ahead / length_squared;
    let mut weights = [0.0; 4];
    (weights[i], weights[j]) = (1.0 - t, t);
    NearestToOrigin {
        weights,
        point: p + along * t,
    }
}

fn on_triangle(points: &[DVec3; 4], [i, j, k]: [usize; 3]) -> NearestToOrigin {
    let [a, b, c] = [points[i], points[j], points[k]];
    let normal = (b - a).cross(c - a);
    let area = normal.length_squared();
    // Twice the areas of the triangles of the sides and the origin's projection, times the triangle's
    // own.
    let shares = [
        b.cross(c).dot(normal),
        c.cross(a).dot(normal),
        a.cross(b).dot(normal),
    ];
    // A triangle without area has no inside.
    let flat =
        area <= params::SIMPLEX_FLAT_TRIANGLE * (b - a).length_squared() * (c - a).length_squared();
    if !flat && shares.iter().all(|s| *s >= 0.0) {
        let sum: f64 = shares.iter().sum();
        let mut weights = [0.0; 4];
        (weights[i], weights[j], weights[k]) = (shares[0] / sum, shares[1] / sum, shares[2] / sum);
        return NearestToOrigin {
            weights,
            point: normal * (a.dot(normal) / area),
        };
    }
    let mut best = None;
    for (share, from, to) in [(shares[0], j, k), (shares[1], k, i), (shares[2], i, j)] {
        if flat || share < 0.0 {
            best = on_segment(points, from, to).nearer(best);
        }
    }
    best.unwrap_or_else(|| NearestToOrigin::corner(points, i))
}

fn in_tetrahedron(points: &[DVec3; 4]) -> NearestToOrigin {
    let [a, b, c, d] = *points;
    let (ab, ac, ad) = (b - a, c - a, d - a);
    let volume = ab.cross(ac).dot(ad);
    let shares = [
        (c - b).cross(d - b).dot(b),
        -ac.cross(ad).dot(a),
        ab.cross(ad).dot(a),
        -ab.cross(ac).dot(a),
    ];
    // The signs of a flat tetrahedron are noise, which must not count as an origin inside.
    let size = ab.length_squared() * ac.length_squared() * ad.length_squared();
    let flat = volume * volume <= params::SIMPLEX_FLAT_TETRAHEDRON * size;
    let beyond = |share: f64| flat || share * volume < 0.0;
    if !shares.iter().any(|s| beyond(*s)) {
        let sum: f64 = shares.iter().sum();
        return NearestToOrigin {
            weights: shares.map(|s| s / sum),
            point: DVec3::ZERO,
        };
    }
    let mut best = None;
    for (share, face) in shares
        .iter()
        .zip([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]])
    {
        if beyond(*share) {
            best = on_triangle(points, face).nearer(best);
        }
    }
    best.unwrap_or_else(|| NearestToOrigin::corner(points, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_point_of_each_part_is_found() {
        let tetrahedron =
            |shift: DVec3| [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].map(|p| p * 4.0 + shift);
        let cases = [
            (DVec3::splat(-1.0), DVec3::ZERO, 4),
            (DVec3::splat(1.0), DVec3::splat(1.0), 1),
            (DVec3::new(-1.0, 2.0, 2.0), DVec3::new(0.0, 2.0, 2.0), 2),
            (DVec3::new(-1.0, -1.0, 2.0), DVec3::new(0.0, 0.0, 2.0), 3),
            (DVec3::splat(-4.0), DVec3::splat(-8.0 / 3.0), 3),
        ];
        for (shift, expected, used) in cases {
            let points = tetrahedron(shift);
            let found = nearest(&points, 4);
            assert!(found.point.distance(expected) < 1e-12, "{shift}: {found:?}");
            assert_eq!(found.weights.iter().filter(|w| **w > 0.0).count(), used);
            let mixed: DVec3 = points.iter().zip(found.weights).map(|(p, w)| *p * w).sum();
            assert!(mixed.distance(expected) < 1e-12, "{shift}: {found:?}");
        }
    }

    #[test]
    fn flat_simplices_have_nearest_points_too() {
        let line = [DVec3::X, DVec3::X * 2.0, DVec3::X * 3.0, DVec3::X * 1.5].map(|p| p - DVec3::Y);
        assert_eq!(nearest(&line, 4).point, DVec3::new(1.0, -1.0, 0.0));
        assert_eq!(nearest(&[DVec3::Z; 4], 4).point, DVec3::Z);
        assert_eq!(nearest(&[DVec3::Z; 4], 3).point, DVec3::Z);
        let square = [DVec3::X, DVec3::Z, -DVec3::X, -DVec3::Z].map(|p| p + DVec3::Y);
        assert!(nearest(&square, 4).point.distance(DVec3::Y) < 1e-15);
    }
}
