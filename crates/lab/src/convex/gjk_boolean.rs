//! Boolean GJK after Muratori: only half-space tests, no distance.
//!
//! Idea: the newest support point is always part of the feature nearest to the origin, so a segment, a triangle
//! or a tetrahedron needs to be looked at from that point only, in a fixed order, with the winding kept. A
//! support point that does not pass the origin proves a miss.
//!
//! When: a hit test without square roots in the cases. Limits, which the source leaves open: the origin on a
//! segment or in a triangle counts as a hit; a direction that brings a known point ends the search, and a
//! search that goes in circles by rounding is handed over to GJK, and counted.
//!
//! Source 3, GJK; Muratori 2006.

use glam::DVec3;

use super::minkowski::{Difference, support};
use super::{Answer, ConvexPair, Stateless, hand_over};
use crate::params::{HAND_OVER, TOUCH};
use crate::polytope::{Polytope, size_of};
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "gjk-boolean",
    stage: Stage::ConvexPair,
    source: "3, GJK",
    paper: "Muratori 2006",
    about: "GJK by half-space tests around the newest point; hit or miss only",
    gives: &[Gives::Hit],
    limits: &[],
    method: Method::ConvexPair(|| Box::new(Stateless(ask)) as Box<dyn ConvexPair>),
};

fn ask(a: &Polytope, b: &Polytope, work: &mut Work) -> Answer {
    let touch = TOUCH * size_of(a, b);
    let mut direction = b.center - a.center;
    if direction.length_squared() == 0.0 {
        direction = DVec3::X;
    }
    // Newest point first.
    let mut simplex: Vec<Difference> = Vec::with_capacity(4);
    for _ in 0..HAND_OVER {
        let Some(unit) = direction.try_normalize() else {
            return Answer::hit(true);
        };
        let newest = support(a, b, unit, work);
        work.step("simplex", || {
            vec![unit.x, unit.y, unit.z, simplex.len() as f64]
        });
        let passes = newest.p.dot(unit);
        if passes < -touch {
            return Answer::hit(false);
        }
        // A known point again, and it does not separate: the origin is on the feature, within rounding.
        if simplex.iter().any(|s| s.of == newest.of) {
            return Answer::hit(true);
        }
        simplex.insert(0, newest);
        match next(&mut simplex) {
            Some(way) => direction = way,
            None => return Answer::hit(true),
        }
    }
    hand_over(a, b, work)
}

/// Keeps the feature nearest to the origin and gives the direction from it to the origin; `None` if the origin
/// is in it.
fn next(simplex: &mut Vec<Difference>) -> Option<DVec3> {
    match simplex.len() {
        1 => Some(-simplex[0].p),
        2 => segment(simplex),
        3 => triangle(simplex),
        _ => tetrahedron(simplex),
    }
}

/// The direction from a line to the origin, perpendicular to the line.
fn from_line(a: DVec3, b: DVec3) -> Option<DVec3> {
    let along = b - a;
    let way = along.cross(-a).cross(along);
    (way != DVec3::ZERO).then_some(way)
}

fn segment(simplex: &mut Vec<Difference>) -> Option<DVec3> {
    let [a, b] = [simplex[0].p, simplex[1].p];
    if (b - a).dot(-a) > 0.0 {
        from_line(a, b)
    } else {
        simplex.truncate(1);
        Some(-a)
    }
}

fn triangle(simplex: &mut Vec<Difference>) -> Option<DVec3> {
    let [a, b, c] = [0, 1, 2].map(|i| simplex[i].p);
    let normal = (b - a).cross(c - a);
    if normal.cross(c - a).dot(-a) > 0.0 {
        if (c - a).dot(-a) > 0.0 {
            simplex.remove(1);
            return from_line(a, c);
        }
        simplex.truncate(2);
        return segment(simplex);
    }
    if (b - a).cross(normal).dot(-a) > 0.0 {
        simplex.truncate(2);
        return segment(simplex);
    }
    let side = normal.dot(-a);
    if side > 0.0 {
        return Some(normal);
    }
    // Kept so that the normal of (a, b, c) points to the origin.
    simplex.swap(1, 2);
    (side < 0.0).then_some(-normal)
}

fn tetrahedron(simplex: &mut Vec<Difference>) -> Option<DVec3> {
    let [a, b, c, d] = [0, 1, 2, 3].map(|i| simplex[i].p);
    // The triangle (b, c, d) had its normal towards a, so these three normals point outwards.
    let faces = [(1, 2, b, c), (2, 3, c, d), (3, 1, d, b)];
    let out = faces.into_iter().find(|(_, _, p, q)| {
        let normal = (*p - a).cross(*q - a);
        normal.dot(-a) > 0.0
    });
    let (i, j, ..) = out?;
    let kept = [simplex[0], simplex[i], simplex[j]];
    *simplex = kept.to_vec();
    triangle(simplex)
}
