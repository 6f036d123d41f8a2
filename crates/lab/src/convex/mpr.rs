//! MPR (XenoCollide): Minkowski portal refinement.
//!
//! Idea: a ray from a point inside A - B through the origin leaves through some facet. A *portal*, a triangle of
//! support points that the ray passes, is pushed outwards until it lies beyond the origin (hit) or its support
//! plane has the origin outside (miss).
//!
//! When: a hit test that is easy to make robust; few rounds for deep pairs. Limits: the depth along the portal
//! is an upper bound only; a degenerate portal is handed over to GJK, and counted.
//!
//! Source 4, narrow phase (named); Snethen 2008.

use glam::DVec3;

use super::minkowski::support;
use super::{Answer, ConvexPair, Stateless, hand_over};
use crate::params::{HAND_OVER, TOUCH};
use crate::polytope::{Polytope, size_of};
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "mpr",
    stage: Stage::ConvexPair,
    source: "4, narrow phase",
    paper: "Snethen 2008",
    about: "a triangle of support points is pushed out along the ray from the inside through the origin",
    gives: &[Gives::Hit, Gives::DepthBounds],
    limits: &[],
    method: Method::ConvexPair(|| Box::new(Stateless(ask)) as Box<dyn ConvexPair>),
};

/// The relative length of a cross product below which its direction is mere rounding.
const FLAT: f64 = 1e-14;

struct Search<'a> {
    a: &'a Polytope,
    b: &'a Polytope,
    /// The point inside (m).
    inside: DVec3,
    /// The gap that counts as touching (m).
    touch: f64,
}

fn ask(a: &Polytope, b: &Polytope, work: &mut Work) -> Answer {
    let search = Search {
        a,
        b,
        inside: a.center - b.center,
        touch: TOUCH * size_of(a, b),
    };
    match search.portal(work) {
        Ok(portal) => search.refine(portal, work),
        Err(hit) => hit.map_or_else(|| hand_over(a, b, work), Answer::hit),
    }
}

impl Search<'_> {
    fn support(&self, direction: DVec3, work: &mut Work) -> DVec3 {
        support(self.a, self.b, direction, work).p
    }

    /// Finds three support points around the ray; or the answer, `None` where rounding hides it.
    fn portal(&self, work: &mut Work) -> Result<[DVec3; 3], Option<bool>> {
        let inside = self.inside;
        let Some(out) = (-inside).try_normalize() else {
            return Err(Some(true));
        };
        let mut p = self.support(out, work);
        if p.dot(out) < -self.touch {
            return Err(Some(false));
        }
        let side = p.cross(inside);
        // The first support point is on the ray: the origin lies between it and the inside.
        if side.length() <= FLAT * p.length() * inside.length() {
            return Err(None);
        }
        let side = side.normalize();
        let mut q = self.support(side, work);
        if q.dot(side) < -self.touch {
            return Err(Some(false));
        }
        let mut normal = (p - inside).cross(q - inside);
        if normal.dot(inside) > 0.0 {
            (p, q) = (q, p);
            normal = -normal;
        }
        for _ in 0..HAND_OVER {
            let spread = (p - inside).length() * (q - inside).length();
            if normal.length() <= FLAT * spread {
                return Err(None);
            }
            let unit = normal.normalize();
            let r = self.support(unit, work);
            work.step("search", || vec![unit.x, unit.y, unit.z]);
            if r.dot(unit) < -self.touch {
                return Err(Some(false));
            }
            if p.cross(r).dot(inside) < 0.0 {
                q = r;
            } else if r.cross(q).dot(inside) < 0.0 {
                p = r;
            } else {
                return Ok([p, q, r]);
            }
            normal = (p - inside).cross(q - inside);
        }
        Err(None)
    }

    /// Pushes the portal out to the surface.
    fn refine(&self, [mut p, mut q, mut r]: [DVec3; 3], work: &mut Work) -> Answer {
        let mut hit = false;
        for _ in 0..HAND_OVER {
            let normal = (q - p).cross(r - p);
            if normal.length() <= FLAT * (q - p).length() * (r - p).length() {
                return if hit {
                    Answer::hit(true)
                } else {
                    hand_over(self.a, self.b, work)
                };
            }
            let unit = normal.normalize();
            work.step("refine", || vec![unit.x, unit.y, unit.z, unit.dot(p)]);
            hit |= unit.dot(p) >= -self.touch;
            let s = self.support(unit, work);
            let height = s.dot(unit);
            if height < -self.touch && !hit {
                return Answer::hit(false);
            }
            // The portal is a facet.
            let highest = p.dot(unit).max(q.dot(unit)).max(r.dot(unit));
            if height - highest <= self.touch {
                if !hit {
                    return hand_over(self.a, self.b, work);
                }
                return Answer {
                    depth: Some([0.0, height.max(0.0)]),
                    normal: Some(unit),
                    ..Answer::hit(true)
                };
            }
            let across = s.cross(self.inside);
            if p.dot(across) > 0.0 {
                if q.dot(across) > 0.0 {
                    p = s;
                } else {
                    r = s;
                }
            } else if r.dot(across) > 0.0 {
                q = s;
            } else {
                p = s;
            }
        }
        if hit {
            Answer::hit(true)
        } else {
            hand_over(self.a, self.b, work)
        }
    }
}
