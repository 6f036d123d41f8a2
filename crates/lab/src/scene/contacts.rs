//! Pairs of convex bodies that meet, with the corners of their exact contact area.
//!
//! The normal and the depth come from the reference, which tries all axes. The second body, pulled out by the
//! depth, touches the first one in an area: the common part of the two features across the normal. Its corners
//! are corners of the one feature in the other, and crossings of two sides; all candidates are tried.

use dodgem_oracle::convex as reference;
use dodgem_oracle::exact::Relation;
use glam::{DQuat, DVec2, DVec3};
use rand::RngExt;
use rand_pcg::Pcg32;

use super::convex::{Case, Family, triangles};
use super::solids::{Body, in_cube, plain, turn};
use super::{pick, rng};
use crate::manifold::Contact;
use crate::manifold::flat::{Frame, hull, inside_edge};
use crate::params::FLAT;
use crate::polytope::{Polytope, size_of};

/// Two bodies that meet.
#[derive(Clone, Debug)]
pub struct ContactCase {
    /// The bodies.
    pub bodies: [Polytope; 2],
    /// The direction and the depth of least overlap.
    pub contact: Contact,
    /// The corners of the contact area, on the second body (m).
    pub area: Vec<DVec3>,
}

/// The cases among pairs that meet, and a number of bodies that lie face on face, up to a thousandth of their
/// size deep.
pub fn cases(pairs: &[Case], flat: usize, seed: u64) -> Vec<ContactCase> {
    // Long bodies at a slant lose the digits by which a corner is told from an edge.
    let meets = |case: &&Case| {
        case.relation != Relation::Apart && !matches!(case.family, Family::Thin | Family::Round)
    };
    let met = pairs.iter().filter(meets);
    let mut cases: Vec<ContactCase> = met.map(|p| case([p.a.clone(), p.b.clone()])).collect();
    let mut rng = rng(seed);
    let bodies: Vec<Polytope> = plain(&mut rng).iter().map(Body::polytope).collect();
    for _ in 0..flat {
        let [a, b] = [0, 1].map(|_| pick(&mut rng, &bodies));
        cases.push(case(face_on_face(&mut rng, a, b)));
    }
    cases
}

/// Turns the second body so that a face of it lies on one of the first, with a common point.
fn face_on_face(rng: &mut Pcg32, a: &Polytope, b: &Polytope) -> [Polytope; 2] {
    let start = turn(3.0 * in_cube(rng));
    let a = a.moved(start, DVec3::ZERO);
    let [face, other] = [&a, b].map(|body| rng.random_range(0..body.planes.len()));
    let n = a.planes[face].normal;
    let arc = DQuat::from_rotation_arc(b.planes[other].normal, -n);
    let b = b.moved(turn(n * rng.random_range(0.0..6.0)) * arc, DVec3::ZERO);
    let [p, q] = [(&a, face), (&b, other)].map(|(body, face)| {
        let corners = &body.topology.faces[face];
        let weights: Vec<f64> = corners.iter().map(|_| rng.random_range(0.0..1.0)).collect();
        let sum: DVec3 = corners
            .iter()
            .zip(&weights)
            .map(|(&i, w)| body.vertices[i] * *w)
            .sum();
        sum / weights.iter().sum::<f64>()
    });
    let depth = *pick(rng, &[0.0, 0.0, 1e-6, 1e-3]);
    let b = b.moved(DQuat::IDENTITY, p - q - n * depth);
    [a, b]
}

fn case(bodies: [Polytope; 2]) -> ContactCase {
    let [a, b] = &bodies;
    let (gap, normal) = reference::gap(&triangles(a), &triangles(b));
    let contact = Contact {
        normal,
        depth: (-gap).max(0.0),
    };
    let area = area(&bodies, normal);
    ContactCase {
        bodies,
        contact,
        area,
    }
}

fn area([a, b]: &[Polytope; 2], normal: DVec3) -> Vec<DVec3> {
    let size = size_of(a, b);
    let touch = FLAT * size;
    let frame = Frame::new(normal);
    let feature = |body: &Polytope, way: DVec3| -> Vec<DVec2> {
        let top = reference::support(&body.vertices, way);
        let corners = body.vertices.iter();
        let flat: Vec<DVec2> = corners
            .filter(|v| v.dot(way) >= top - touch)
            .map(|v| frame.flat(*v))
            .collect();
        hull(&flat, touch).into_iter().map(|i| flat[i]).collect()
    };
    let (p, q) = (feature(a, normal), feature(b, -normal));
    let height = -reference::support(&b.vertices, -normal);
    let mut corners: Vec<DVec2> = Vec::new();
    corners.extend(p.iter().filter(|c| holds(&q, **c, touch)));
    corners.extend(q.iter().filter(|c| holds(&p, **c, touch)));
    for i in 0..p.len() {
        for j in 0..q.len() {
            corners.extend(crossing(
                [p[i], p[(i + 1) % p.len()]],
                [q[j], q[(j + 1) % q.len()]],
            ));
        }
    }
    corners
        .into_iter()
        .map(|c| frame.point(c, height))
        .collect()
}

/// True if a polygon, a segment or a point holds a point.
pub fn holds(polygon: &[DVec2], p: DVec2, touch: f64) -> bool {
    match polygon {
        [] => false,
        [only] => only.distance(p) <= touch,
        [from, to] => {
            let along = (*to - *from).normalize();
            let part = (p - *from).dot(along);
            let within = -touch <= part && part <= from.distance(*to) + touch;
            within && along.perp_dot(p - *from).abs() <= touch
        }
        _ => (0..polygon.len()).all(|edge| inside_edge(polygon, edge, p) >= -touch),
    }
}

/// The crossing of two segments that are not parallel.
fn crossing([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> Option<DVec2> {
    let (u, v) = (b - a, d - c);
    let turn = u.perp_dot(v);
    if turn.abs() <= 1e-6 * u.length() * v.length() {
        return None;
    }
    let [s, t] = [v, u].map(|w| (c - a).perp_dot(w) / turn);
    ((0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t)).then(|| a + u * s)
}
