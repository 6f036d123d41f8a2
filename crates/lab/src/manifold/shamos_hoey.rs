//! The intersection of two convex polygons by slabs.
//!
//! Idea: vertical lines through all corners cut the plane into slabs. In a slab each polygon is a trapezoid
//! between a lower and an upper edge; two trapezoids are intersected in constant time. One walk from left to
//! right over both chains finds the whole intersection.
//!
//! When: polygons of many corners: the time grows with their sum, that of clipping with their product. Limits:
//! more cases than clipping. Here the chains are searched and not walked, so that a slab is one line of code.
//!
//! Source 4, manifolds (Shamos-Hoey); Shamos, Hoey 1976.

use glam::DVec2;

use super::{Contact, ContactPoint, Manifold, Stateless, flat, growth, of_features};
use crate::polytope::Polytope;
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "manifold-shamos-hoey",
    stage: Stage::Manifold,
    source: "4, manifolds",
    paper: "Shamos, Hoey 1976",
    about: "manifold-growth with polygons intersected slab by slab",
    gives: &[Gives::Contacts],
    limits: &[],
    method: Method::Manifold(|| Box::new(Stateless(points)) as Box<dyn Manifold>),
};

fn points(bodies: [&Polytope; 2], contact: &Contact, work: &mut Work) -> Vec<ContactPoint> {
    let features = growth::features(bodies, contact.normal, work);
    of_features(bodies, features, contact.normal, turned, work)
}

/// The slant of the slabs (rad): no common angle, since an edge along a line has no height in its slab.
const SLANT: f64 = 0.7337;

fn turned(p: &[DVec2], q: &[DVec2], touch: f64, work: &mut Work) -> Vec<DVec2> {
    let (sin, cos) = libm::sincos(SLANT);
    let turn = DVec2::new(cos, sin);
    let [p, q] = [p, q].map(|polygon| polygon.iter().map(|c| turn.rotate(*c)).collect::<Vec<_>>());
    let found = by_slabs(&p, &q, touch, work);
    let back = DVec2::new(cos, -sin);
    let corners = flat::hull(&found, touch).into_iter();
    corners.map(|i| back.rotate(found[i])).collect()
}

/// The lower and the upper border of a polygon at a place between its ends.
fn borders(polygon: &[DVec2], x: f64, work: &mut Work) -> [f64; 2] {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    work.ops.vertices += polygon.len() as u64;
    let mut add = |y: f64| (low, high) = (low.min(y), high.max(y));
    for (i, &p) in polygon.iter().enumerate() {
        let q = polygon[(i + 1) % polygon.len()];
        if p.x == x {
            add(p.y);
        }
        if (p.x - x) * (q.x - x) < 0.0 {
            add(p.y + (q.y - p.y) * (x - p.x) / (q.x - p.x));
        }
    }
    [low, high]
}

/// The corners of the intersection, and some points of its border.
fn by_slabs(p: &[DVec2], q: &[DVec2], touch: f64, work: &mut Work) -> Vec<DVec2> {
    let end = |polygon: &[DVec2], sign: f64| {
        sign * polygon
            .iter()
            .map(|c| sign * c.x)
            .fold(f64::NEG_INFINITY, f64::max)
    };
    let (from, to) = (end(p, -1.0).max(end(q, -1.0)), end(p, 1.0).min(end(q, 1.0)));
    if from > to + touch {
        return Vec::new();
    }
    // Polygons that touch at their ends, within rounding, have one line in common.
    let clamp = |polygon: &[DVec2], x: f64| x.clamp(end(polygon, -1.0), end(polygon, 1.0));
    let corners = p.iter().chain(q).map(|c| c.x);
    let mut lines: Vec<f64> = corners.filter(|x| (from..=to).contains(x)).collect();
    lines.extend([from, to]);
    lines.sort_by(f64::total_cmp);
    lines.dedup();
    let at =
        |x: f64, work: &mut Work| [p, q].map(|polygon| borders(polygon, clamp(polygon, x), work));
    let mut found = Vec::new();
    let mut before: Option<(f64, [[f64; 2]; 2])> = None;
    for x in lines {
        work.step("slab", || vec![x]);
        let here = at(x, work);
        let [[l, h], [m, k]] = here;
        let (low, high) = (l.max(m), h.min(k));
        if low <= high + touch {
            found.extend([DVec2::new(x, low), DVec2::new(x, high)]);
        }
        if let Some((last, there)) = before {
            // Each border of the one against each of the other.
            for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let (s, t) = (there[0][i] - there[1][j], here[0][i] - here[1][j]);
                if s * t < 0.0 {
                    let part = s / (s - t);
                    let y = there[0][i] + (here[0][i] - there[0][i]) * part;
                    found.push(DVec2::new(last + (x - last) * part, y));
                }
            }
        }
        before = Some((x, here));
    }
    let is_common = |c: &DVec2, work: &mut Work| {
        at(c.x, work)
            .iter()
            .all(|[low, high]| *low <= c.y + touch && c.y <= *high + touch)
    };
    found.retain(|c| is_common(c, work));
    found
}
