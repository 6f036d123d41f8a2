//! EPA: the expanding polytope, started from any simplex of GJK.
//!
//! Idea: a polytope inside A - B that contains the origin grows: the support point beyond the face nearest to
//! the origin is added, until there is none beyond. That face's distance is the penetration depth. A simplex of
//! one to three points, on which the origin lies when the bodies touch, is first grown to a tetrahedron.
//!
//! When: the exact depth and direction after GJK has found a hit. Limits: the cost grows with the depth.
//! Neighbours in the plane of a face from which the new point is visible are removed with it, so no face is degenerate.
//!
//! Source 4, narrow phase (EPA); van den Bergen 2001.

use std::collections::BTreeSet;

use glam::DVec3;

use super::minkowski::{Difference, support};
use super::signed_volumes::DISTANCE;
use super::{Answer, ConvexPair, Stateless, gjk};
use crate::params::{ITERATIONS, TOUCH};
use crate::polytope::{Plane, Polytope, size_of};
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "epa",
    stage: Stage::ConvexPair,
    source: "4, narrow phase",
    paper: "van den Bergen 2001",
    about: "GJK, then a growing polytope; from simplices of one to four points",
    gives: &[Gives::Hit, Gives::Distance, Gives::Depth],
    limits: &[],
    method: Method::ConvexPair(|| Box::new(Stateless(ask)) as Box<dyn ConvexPair>),
};

fn ask(a: &Polytope, b: &Polytope, work: &mut Work) -> Answer {
    match tetrahedron([a, b], work) {
        Ok(corners) => expand([a, b], corners, work),
        Err(answer) => answer,
    }
}

/// GJK's last simplex, grown to a tetrahedron; or the answer if the bodies are apart.
pub fn tetrahedron([a, b]: [&Polytope; 2], work: &mut Work) -> Result<Vec<DVec3>, Answer> {
    let outcome = gjk::run([a, b], a.center - b.center, DISTANCE, work);
    if !outcome.hit {
        return Err(Answer::of_gjk(&outcome));
    }
    grown([a, b], &outcome.simplex, work).ok_or(Answer {
        given_up: true,
        ..Answer::hit(true)
    })
}

/// Grows a simplex to a tetrahedron by the support points farthest from it; `None` if A - B is flat.
fn grown([a, b]: [&Polytope; 2], simplex: &[Difference], work: &mut Work) -> Option<Vec<DVec3>> {
    let touch = TOUCH * size_of(a, b);
    let mut points: Vec<DVec3> = simplex.iter().map(|s| s.p).collect();
    while points.len() < 4 {
        let p = points[0];
        let (ways, distance): (Vec<DVec3>, Box<dyn Fn(DVec3) -> f64>) = match points[..] {
            [_] => {
                let ways = [DVec3::X, DVec3::Y, DVec3::Z];
                (ways.to_vec(), Box::new(move |s| s.distance(p)))
            }
            [_, q] => {
                let along = (q - p).normalize();
                let x = along.any_orthonormal_vector();
                let ways = vec![x, along.cross(x)];
                (
                    ways,
                    Box::new(move |s| (s - p).reject_from_normalized(along).length()),
                )
            }
            _ => {
                let normal = (points[1] - p).cross(points[2] - p).normalize();
                (vec![normal], Box::new(move |s| normal.dot(s - p).abs()))
            }
        };
        let both = ways.iter().flat_map(|way| [*way, -*way]);
        let found: Vec<DVec3> = both.map(|way| support(a, b, way, work).p).collect();
        let best = found
            .into_iter()
            .max_by(|s, t| distance(*s).total_cmp(&distance(*t)))?;
        if distance(best) <= touch {
            return None;
        }
        points.push(best);
    }
    Some(points)
}

/// A triangle of the polytope, counter-clockwise seen from outside.
struct Face {
    corners: [usize; 3],
    plane: Plane,
}

fn face(points: &[DVec3], corners: [usize; 3]) -> Face {
    let [a, b, c] = corners.map(|i| points[i]);
    let normal = (b - a).cross(c - a).normalize();
    let offset = normal.dot(a);
    Face {
        corners,
        plane: Plane { normal, offset },
    }
}

fn expand([a, b]: [&Polytope; 2], mut points: Vec<DVec3>, work: &mut Work) -> Answer {
    let touch = TOUCH * size_of(a, b);
    let [p, q, r, s] = [0, 1, 2, 3].map(|i| points[i]);
    if (q - p).cross(r - p).dot(s - p) > 0.0 {
        points.swap(1, 2);
    }
    let first = [[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]];
    let mut faces: Vec<Face> = first.map(|corners| face(&points, corners)).into();
    for _ in 0..ITERATIONS {
        let nearest = (0..faces.len())
            .min_by(|&i, &j| faces[i].plane.offset.total_cmp(&faces[j].plane.offset))
            .expect("a polytope has faces");
        let plane = faces[nearest].plane;
        let n = plane.normal;
        work.step("face", || vec![n.x, n.y, n.z, plane.offset]);
        let point = support(a, b, n, work).p;
        if plane.height(point) <= touch {
            let depth = plane.offset.max(0.0);
            return Answer {
                depth: Some([depth, depth]),
                normal: Some(n),
                ..Answer::hit(true)
            };
        }
        points.push(point);
        if !open(&mut faces, nearest, &points, touch) {
            break;
        }
    }
    Answer {
        given_up: true,
        ..Answer::hit(true)
    }
}

/// Replaces the faces around one that see the newest point, or lie in a plane with it, by faces to that point.
fn open(faces: &mut Vec<Face>, seen: usize, points: &[DVec3], touch: f64) -> bool {
    let newest = points.len() - 1;
    let sides = |corners: [usize; 3]| [0, 1, 2].map(|i| [corners[i], corners[(i + 1) % 3]]);
    let mut visible = BTreeSet::from([seen]);
    let mut pending = vec![seen];
    while let Some(at) = pending.pop() {
        for [from, to] in sides(faces[at].corners) {
            let across = |f: &Face| sides(f.corners).contains(&[to, from]);
            let Some(next) = faces.iter().position(across) else {
                return false;
            };
            let sees = faces[next].plane.height(points[newest]) > -touch;
            if sees && visible.insert(next) {
                pending.push(next);
            }
        }
    }
    let all: Vec<[usize; 2]> = visible
        .iter()
        .flat_map(|&f| sides(faces[f].corners))
        .collect();
    let border: Vec<[usize; 2]> = all
        .iter()
        .copied()
        .filter(|[from, to]| !all.contains(&[*to, *from]))
        .collect();
    let mut index = 0;
    faces.retain(|_| {
        index += 1;
        !visible.contains(&(index - 1))
    });
    let new = border
        .iter()
        .map(|&[from, to]| face(points, [from, to, newest]));
    faces.extend(new);
    !border.is_empty()
}
