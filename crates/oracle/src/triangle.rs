//! References for triangles: every candidate pair of features is tried, none is ruled out.
use glam::DVec3;

/// Three corners; any of them may coincide, in which case the triangle is a segment or a point.
pub type Triangle = [DVec3; 3];

/// The corners of an f32 triangle in f64.
pub fn widen(triangle: [glam::Vec3; 3]) -> Triangle {
    triangle.map(|p| p.as_dvec3())
}

/// A pair of points, one on each of two shapes, and the distance between them.
#[derive(Clone, Copy, Debug)]
pub struct Witness {
    pub distance: f64,
    pub a: DVec3,
    pub b: DVec3,
}

impl Witness {
    pub fn new(a: DVec3, b: DVec3) -> Self {
        Self {
            distance: a.distance(b),
            a,
            b,
        }
    }

    /// The neutral element of [`Witness::nearer`].
    pub const FAR: Self = Self {
        distance: f64::INFINITY,
        a: DVec3::ZERO,
        b: DVec3::ZERO,
    };

    pub fn nearer(self, other: Self) -> Self {
        if other.distance < self.distance {
            other
        } else {
            self
        }
    }

    pub fn swapped(self) -> Self {
        Self {
            distance: self.distance,
            a: self.b,
            b: self.a,
        }
    }
}

/// The relation of two triangles (or meshes), with margins for the errors of an f32 engine.
#[derive(Clone, Copy, Debug)]
pub struct Relation {
    /// The nearest points; distance 0 when the two meet.
    pub witness: Witness,
    /// The distance that the corners can move before the two stop meeting, in metres; 0 if they are apart or
    /// only touch (coplanar triangles included, since any shift along the normal parts them).
    pub depth: f64,
}

impl Relation {
    /// True when the shapes stay apart though every corner is off by `error` metres.
    pub fn surely_apart(&self, error: f64) -> bool {
        self.witness.distance > 2.0 * error
    }

    /// True when the shapes meet though every corner is off by `error` metres.
    pub fn surely_meet(&self, error: f64) -> bool {
        self.depth > 4.0 * error
    }
}

pub fn closest_on_segment(p: DVec3, a: DVec3, b: DVec3) -> DVec3 {
    let ab = b - a;
    let length_squared = ab.length_squared();
    if length_squared == 0.0 {
        return a;
    }
    a + ab * ((p - a).dot(ab) / length_squared).clamp(0.0, 1.0)
}

/// The nearest points of two segments: the best of the four ends against the other segment and,
/// where the lines' common perpendicular meets both segments, of its two feet.
pub fn segment_segment(a: [DVec3; 2], b: [DVec3; 2]) -> Witness {
    let mut best = Witness::FAR;
    for p in a {
        best = best.nearer(Witness::new(p, closest_on_segment(p, b[0], b[1])));
    }
    for p in b {
        best = best.nearer(Witness::new(closest_on_segment(p, a[0], a[1]), p));
    }
    let (u, v, w) = (a[1] - a[0], b[1] - b[0], b[0] - a[0]);
    let normal = u.cross(v);
    let normal_squared = normal.length_squared();
    if normal_squared > 1e-24 * u.length_squared() * v.length_squared() {
        let s = w.cross(v).dot(normal) / normal_squared;
        let t = w.cross(u).dot(normal) / normal_squared;
        if (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t) {
            best = best.nearer(Witness::new(a[0] + u * s, b[0] + v * t));
        }
    }
    best
}

/// The point of the triangle nearest to `p`: the foot on the plane where it falls inside all three
/// edges, or the best point of the three edges.
pub fn closest_on_triangle(p: DVec3, t: Triangle) -> DVec3 {
    let mut best = t[0];
    for i in 0..3 {
        let q = closest_on_segment(p, t[i], t[(i + 1) % 3]);
        if q.distance(p) < best.distance(p) {
            best = q;
        }
    }
    let normal = longest_edges_normal(t);
    let normal_squared = normal.length_squared();
    if normal_squared > 0.0 {
        let foot = p - normal * ((p - t[0]).dot(normal) / normal_squared);
        let inside = (0..3).all(|i| (t[(i + 1) % 3] - t[i]).cross(foot - t[i]).dot(normal) >= 0.0);
        if inside && foot.distance(p) < best.distance(p) {
            best = foot;
        }
    }
    best
}

/// Twice the area times the unit normal, taken at the corner between the two shorter edges, where
/// the product of a needle's edges loses least.
pub fn longest_edges_normal(t: Triangle) -> DVec3 {
    let corner = (0..3)
        .max_by(|&i, &j| {
            let facing = |k: usize| t[(k + 1) % 3].distance_squared(t[(k + 2) % 3]);
            facing(i).total_cmp(&facing(j))
        })
        .unwrap_or(0);
    (t[(corner + 1) % 3] - t[corner]).cross(t[(corner + 2) % 3] - t[corner])
}

/// The point at which the segment passes through the triangle, and its depth: the least of the two
/// ends' heights over the plane and of the segment's distances from the edges.
pub fn segment_through_triangle(segment: [DVec3; 2], t: Triangle) -> Option<(DVec3, f64)> {
    let normal = longest_edges_normal(t).try_normalize()?;
    let heights = segment.map(|p| (p - t[0]).dot(normal));
    if heights[0] * heights[1] > 0.0 || heights[0] == heights[1] {
        return None;
    }
    let point = segment[0].lerp(segment[1], heights[0] / (heights[0] - heights[1]));
    let mut depth = heights[0].abs().min(heights[1].abs());
    for i in 0..3 {
        let edge = [t[i], t[(i + 1) % 3]];
        if (edge[1] - edge[0]).cross(point - edge[0]).dot(normal) < 0.0 {
            return None;
        }
        depth = depth.min(segment_segment(segment, edge).distance);
    }
    Some((point, depth))
}

/// Nearest points and depth of two triangles from all 9 pairs of edges, all 6 of a corner and a
/// face, and all 6 of an edge and a face that it may pass through.
pub fn relation(a: Triangle, b: Triangle) -> Relation {
    let mut witness = Witness::FAR;
    let mut depth = 0.0_f64;
    for i in 0..3 {
        let edge_a = [a[i], a[(i + 1) % 3]];
        let edge_b = [b[i], b[(i + 1) % 3]];
        witness = witness.nearer(Witness::new(a[i], closest_on_triangle(a[i], b)));
        witness = witness.nearer(Witness::new(closest_on_triangle(b[i], a), b[i]));
        for j in 0..3 {
            witness = witness.nearer(segment_segment(edge_a, [b[j], b[(j + 1) % 3]]));
        }
        for (edge, face) in [(edge_a, b), (edge_b, a)] {
            if let Some((point, found)) = segment_through_triangle(edge, face) {
                witness = Witness::new(point, point);
                depth = depth.max(found);
            }
        }
    }
    Relation { witness, depth }
}

/// The distance of two triangles and a nearest pair of points.
pub fn distance(a: Triangle, b: Triangle) -> Witness {
    relation(a, b).witness
}

/// The time at which a ray from `origin` along `direction` (any length; the unit of the answer)
/// meets the triangle, from either side; rays in the triangle's plane miss.
pub fn ray(origin: DVec3, direction: DVec3, t: Triangle) -> Option<f64> {
    let normal = longest_edges_normal(t);
    let slope = direction.dot(normal);
    if slope == 0.0 {
        return None;
    }
    let time = (t[0] - origin).dot(normal) / slope;
    let point = origin + direction * time;
    let inside = (0..3).all(|i| (t[(i + 1) % 3] - t[i]).cross(point - t[i]).dot(normal) >= 0.0);
    (time >= 0.0 && inside).then_some(time)
}

/// The signed solid angle (steradians, at most 2 pi) of the triangle as seen from `p`; positive
/// where its back is visible, as a point inside an outward-wound mesh does (van Oosterom and Strackee,
/// "The solid angle of a plane triangle", 1983).
pub fn solid_angle(p: DVec3, t: Triangle) -> f64 {
    let [a, b, c] = t.map(|corner| corner - p);
    let (la, lb, lc) = (a.length(), b.length(), c.length());
    let numerator = a.dot(b.cross(c));
    let denominator = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
    2.0 * numerator.atan2(denominator)
}
