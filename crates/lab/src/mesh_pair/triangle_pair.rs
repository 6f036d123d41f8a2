//! Two triangles by intervals on the line of their planes (Moller).
//!
//! Idea: if all corners of one lie on one side of the other's plane, they are apart. Else each triangle cuts the
//! line that both planes share in an interval; the triangles meet if the intervals overlap, and the common part
//! ends in the contact points. Triangles in one plane are compared by their edges, then by containment.
//!
//! Limits: heights under a tolerance count as zero, so that corners on the plane are handled as what they are.
//!
//! Source 1, CheckTriangles; source 2, primitive tests (end point formula corrected there); Moller 1997.

use glam::DVec3;

use crate::params::TOUCH;
use crate::polytope::Plane;

/// The two ends of the common segment, or two common corners or crossings of triangles in one plane; `None` if
/// the triangles are apart.
pub fn meet(s: [DVec3; 3], t: [DVec3; 3]) -> Option<[DVec3; 2]> {
    let size = s
        .iter()
        .chain(&t)
        .map(|p| p.abs().max_element())
        .fold(0.0, f64::max);
    let touch = TOUCH * size;
    let (plane_s, plane_t) = (plane_of(s)?, plane_of(t)?);
    let heights = |plane: &Plane, t: [DVec3; 3]| {
        t.map(|p| plane.height(p))
            .map(|h| if h.abs() <= touch { 0.0 } else { h })
    };
    let (of_t, of_s) = (heights(&plane_s, t), heights(&plane_t, s));
    let is_apart = |h: [f64; 3]| h.iter().all(|h| *h > 0.0) || h.iter().all(|h| *h < 0.0);
    if is_apart(of_t) || is_apart(of_s) {
        return None;
    }
    if of_t == [0.0; 3] || of_s == [0.0; 3] {
        return coplanar(s, t, plane_s.normal, touch);
    }
    let line = plane_s.normal.cross(plane_t.normal).normalize_or_zero();
    let (on_s, on_t) = (interval(s, of_s), interval(t, of_t));
    let along = |[p, q]: [DVec3; 2]| {
        let (a, b) = (line.dot(p), line.dot(q));
        if a <= b {
            [(a, p), (b, q)]
        } else {
            [(b, q), (a, p)]
        }
    };
    let ([s0, s1], [t0, t1]) = (along(on_s), along(on_t));
    let start = if s0.0 >= t0.0 { s0 } else { t0 };
    let end = if s1.0 <= t1.0 { s1 } else { t1 };
    (start.0 <= end.0 + touch).then_some([start.1, end.1])
}

/// The plane of a triangle; `None` if it has no area.
pub fn plane_of([a, b, c]: [DVec3; 3]) -> Option<Plane> {
    let normal = (b - a).cross(c - a).try_normalize()?;
    Some(Plane {
        normal,
        offset: normal.dot(a),
    })
}

/// The part of a triangle in the other's plane: the points where its border changes sides.
fn interval(t: [DVec3; 3], heights: [f64; 3]) -> [DVec3; 2] {
    let mut ends = [None; 2];
    let mut add = |p: DVec3| {
        let slot = usize::from(ends[0].is_some());
        ends[slot] = Some(p);
    };
    for i in 0..3 {
        let j = (i + 1) % 3;
        if heights[i] == 0.0 {
            add(t[i]);
        } else if heights[i] * heights[j] < 0.0 {
            add(t[i] + (t[j] - t[i]) * (heights[i] / (heights[i] - heights[j])));
        }
    }
    let first = ends[0].expect("a triangle that is not on one side has a point in the plane");
    [first, ends[1].unwrap_or(first)]
}

/// Triangles in one plane.
fn coplanar(s: [DVec3; 3], t: [DVec3; 3], normal: DVec3, touch: f64) -> Option<[DVec3; 2]> {
    let inside = |p: DVec3, t: [DVec3; 3]| {
        let turn = normal.dot((t[1] - t[0]).cross(t[2] - t[0])).signum();
        (0..3).all(|i| {
            let side = t[(i + 1) % 3] - t[i];
            turn * normal.dot(side.cross(p - t[i])) >= -touch * side.length()
        })
    };
    let mut found: Vec<DVec3> = s.into_iter().filter(|p| inside(*p, t)).collect();
    found.extend(t.into_iter().filter(|p| inside(*p, s)));
    for i in 0..3 {
        for j in 0..3 {
            let (p, q) = (s[i], t[j]);
            let (u, v) = (s[(i + 1) % 3] - p, t[(j + 1) % 3] - q);
            let across = normal.dot(u.cross(v));
            if across != 0.0 {
                let [a, b] = [normal.dot((q - p).cross(v)), normal.dot((q - p).cross(u))]
                    .map(|x| x / across);
                if (0.0..=1.0).contains(&a) && (0.0..=1.0).contains(&b) {
                    found.push(p + u * a);
                }
            }
        }
    }
    let first = *found.first()?;
    Some([first, *found.get(1).unwrap_or(&first)])
}
