//! Convex polygons in the plane of a contact: outlines, Sutherland-Hodgman clipping, heights.

use glam::{DVec2, DVec3};

use crate::work::Work;

/// Coordinates in the plane across a unit normal.
pub struct Frame {
    u: DVec3,
    v: DVec3,
    normal: DVec3,
}

impl Frame {
    /// Any frame across a unit normal.
    pub fn new(normal: DVec3) -> Self {
        let u = normal.any_orthonormal_vector();
        let v = normal.cross(u);
        Self { u, v, normal }
    }

    /// A point seen along the normal.
    pub fn flat(&self, p: DVec3) -> DVec2 {
        DVec2::new(self.u.dot(p), self.v.dot(p))
    }

    /// The point at a height along the normal (m).
    pub fn point(&self, at: DVec2, height: f64) -> DVec3 {
        self.u * at.x + self.v * at.y + self.normal * height
    }
}

/// The direction in which a hull is swept: no common one, since rounding shuffles points on a line across it.
const SLANT: DVec2 = DVec2::new(0.7427, 0.6696);

/// The corners of the hull of points, counter-clockwise, as their indices; points in the middle of an edge and
/// points nearer than `touch` to another are left out. Monotone chain.
pub fn hull(points: &[DVec2], touch: f64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    let key = |i: usize| points[i].dot(SLANT);
    order.sort_by(|&i, &j| key(i).total_cmp(&key(j)));
    order.dedup_by(|i, j| points[*i].distance(points[*j]) <= touch);
    if order.len() < 3 {
        return order;
    }
    let chain = |order: &mut dyn Iterator<Item = &usize>| {
        let mut chain: Vec<usize> = Vec::new();
        for &i in order {
            while let [.., p, q] = chain[..] {
                let (side, next) = (points[q] - points[p], points[i] - points[p]);
                if side.perp_dot(next) > touch * next.length() {
                    break;
                }
                chain.pop();
            }
            chain.push(i);
        }
        chain.pop();
        chain
    };
    let mut all = chain(&mut order.iter());
    all.extend(chain(&mut order.iter().rev()));
    all
}

/// The outline of a feature seen along a normal, and its heights.
pub struct Outline {
    /// Counter-clockwise.
    pub corners: Vec<DVec2>,
    /// The heights of the corners along the normal (m).
    heights: Vec<f64>,
}

impl Outline {
    /// The outline of corners in any order.
    pub fn new(frame: &Frame, corners: Vec<DVec3>, touch: f64) -> Self {
        let flat: Vec<DVec2> = corners.iter().map(|p| frame.flat(*p)).collect();
        let order = hull(&flat, touch);
        Self {
            corners: order.iter().map(|&i| flat[i]).collect(),
            heights: order
                .iter()
                .map(|&i| frame.normal.dot(corners[i]))
                .collect(),
        }
    }

    /// The height of the feature at a place (m), on the plane of its largest corner triangle.
    pub fn height(&self, at: DVec2) -> f64 {
        let (p, h) = (&self.corners, &self.heights);
        let first = p[0];
        match p.len() {
            1 => h[0],
            2 => {
                let along = p[1] - first;
                h[0] + (h[1] - h[0]) * (at - first).dot(along) / along.length_squared()
            }
            count => {
                let area = |i: &usize| (p[*i] - first).perp_dot(p[i + 1] - first);
                let i = (1..count - 1).max_by(|i, j| area(i).total_cmp(&area(j)));
                let i = i.expect("an outline of three corners has a triangle");
                let (x, y, d) = (p[i] - first, p[i + 1] - first, at - first);
                let whole = x.perp_dot(y);
                h[0] + (d.perp_dot(y) * (h[i] - h[0]) + x.perp_dot(d) * (h[i + 1] - h[0])) / whole
            }
        }
    }
}

/// The height of a point over the edge of a polygon: positive inside (m).
pub fn inside_edge(polygon: &[DVec2], edge: usize, p: DVec2) -> f64 {
    let (from, to) = (polygon[edge], polygon[(edge + 1) % polygon.len()]);
    (to - from).perp_dot(p - from) / (to - from).length()
}

/// Sutherland-Hodgman: the first polygon is cut by each edge of the second.
pub fn clip(subject: &[DVec2], by: &[DVec2], touch: f64, work: &mut Work) -> Vec<DVec2> {
    if by.len() < 3 {
        // Only an area can cut.
        return if subject.len() < 3 {
            segments(subject, by, touch)
        } else {
            clip(by, subject, touch, work)
        };
    }
    let mut left = subject.to_vec();
    for edge in 0..by.len() {
        let heights: Vec<f64> = left.iter().map(|p| inside_edge(by, edge, *p)).collect();
        work.ops.vertices += left.len() as u64;
        let mut next = Vec::with_capacity(left.len() + 1);
        for i in 0..left.len() {
            let j = (i + 1) % left.len();
            if heights[i] >= -touch {
                next.push(left[i]);
            }
            // An end within the tolerance of the edge is the crossing.
            let crosses = heights[i].abs() > touch && heights[j].abs() > touch;
            if crosses && heights[i] * heights[j] < 0.0 {
                next.push(left[i].lerp(left[j], heights[i] / (heights[i] - heights[j])));
            }
        }
        left = next;
    }
    left
}

/// The common points of two outlines that are segments or points.
fn segments(p: &[DVec2], q: &[DVec2], touch: f64) -> Vec<DVec2> {
    let on = |x: DVec2, s: &[DVec2]| {
        let (from, to) = (s[0], s[s.len() - 1]);
        let along = to - from;
        let t =
            ((x - from).dot(along) / along.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
        x.distance(from + along * t) <= touch
    };
    let ends = p.iter().filter(|x| on(**x, q));
    let mut found: Vec<DVec2> = ends
        .chain(q.iter().filter(|x| on(**x, p)))
        .copied()
        .collect();
    if let ([a, b], [c, d], true) = (p, q, found.is_empty()) {
        let (u, v) = (*b - *a, *d - *c);
        let [s, t] = [v, u].map(|w| (*c - *a).perp_dot(w) / u.perp_dot(v));
        if (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t) {
            found.push(*a + u * s);
        }
    }
    found
}
