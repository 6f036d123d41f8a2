//! GJK with the signed-volumes sub-algorithm: the engine's method in plain form.
//!
//! Idea: the barycentric coordinates of the origin in a simplex are quotients of signed volumes (areas, lengths).
//! Where a coordinate has the wrong sign, the opposite face is searched. Flat simplices are projected to the
//! coordinate plane or axis where they are largest, so that only one small determinant is divided.
//!
//! When: the safest sub-algorithm; it resolves to the rounding error and not to its root. Limits: in the
//! published form the segment's case returns the newest point outside; here it returns the nearer end.
//!
//! Source 4, narrow phase (signed volumes); Montanari, Petrinic, Barbieri 2017.

use glam::DVec3;

use super::gjk::{Nearest, Variant, run};
use super::{Answer, ConvexPair, Stateless};
use crate::polytope::Polytope;
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "gjk-signed-volumes",
    stage: Stage::ConvexPair,
    source: "4, narrow phase",
    paper: "Montanari, Petrinic, Barbieri 2017",
    about: "GJK; barycentric coordinates as quotients of signed volumes",
    gives: &[Gives::Hit, Gives::Distance],
    limits: &[],
    method: Method::ConvexPair(|| Box::new(Stateless(ask)) as Box<dyn ConvexPair>),
};

fn ask(a: &Polytope, b: &Polytope, work: &mut Work) -> Answer {
    Answer::of_gjk(&run([a, b], a.center - b.center, DISTANCE, work))
}

/// GJK to the distance with this sub-algorithm, for the methods that start from its result.
pub const DISTANCE: Variant = Variant {
    nearest,
    backup: None,
    stops_at_axis: false,
};

/// The nearest point by signed volumes.
pub fn nearest(points: &[DVec3]) -> Nearest {
    let all: Vec<usize> = (0..points.len()).collect();
    on(points, &all)
}

/// The nearest point of the hull of some of the points.
fn on(points: &[DVec3], set: &[usize]) -> Nearest {
    let volumes = match *set {
        [only] => return point(points, only),
        [i, j] => lengths(points[i], points[j]).to_vec(),
        [i, j, k] => areas([points[i], points[j], points[k]]).to_vec(),
        [i, j, k, l] => tetrahedra([points[i], points[j], points[k], points[l]]).to_vec(),
        _ => unreachable!("a simplex has one to four points"),
    };
    let whole: f64 = volumes.iter().sum();
    let agrees = |volume: f64| whole > 0.0 && volume > 0.0 || whole < 0.0 && volume < 0.0;
    if volumes.iter().all(|volume| agrees(*volume)) {
        let mut weights = [0.0; 4];
        for (&i, volume) in set.iter().zip(&volumes) {
            weights[i] = volume / whole;
        }
        return Nearest::of(points, weights);
    }
    let faces = (0..set.len()).filter(|&i| !agrees(volumes[i])).map(|out| {
        let face: Vec<usize> = set.iter().copied().filter(|&i| i != set[out]).collect();
        on(points, &face)
    });
    faces
        .reduce(Nearest::or_nearer)
        .expect("a coordinate of the wrong sign")
}

fn point(points: &[DVec3], only: usize) -> Nearest {
    let mut weights = [0.0; 4];
    weights[only] = 1.0;
    Nearest::of(points, weights)
}

/// The signed parts of a segment on both sides of the origin's projection, on the longest axis.
fn lengths(p: DVec3, q: DVec3) -> [f64; 2] {
    let along = q - p;
    let square = along.length_squared();
    if square == 0.0 {
        return [0.0, 0.0];
    }
    let foot = p - along * (p.dot(along) / square);
    let axis = largest(along);
    [q[axis] - foot[axis], foot[axis] - p[axis]]
}

/// The signed areas of the triangles between a triangle's edges and the origin's projection, in the coordinate
/// plane in which the triangle is largest.
fn areas([p, q, r]: [DVec3; 3]) -> [f64; 3] {
    let normal = (q - p).cross(r - p);
    let square = normal.length_squared();
    if square == 0.0 {
        return [0.0; 3];
    }
    let foot = normal * (p.dot(normal) / square);
    let axis = largest(normal);
    let (x, y) = ((axis + 1) % 3, (axis + 2) % 3);
    let area = |a: DVec3, b: DVec3| {
        let (a, b) = (a - foot, b - foot);
        a[x] * b[y] - a[y] * b[x]
    };
    [area(q, r), area(r, p), area(p, q)]
}

/// The signed volumes of the tetrahedra between the faces and the origin.
fn tetrahedra([p, q, r, s]: [DVec3; 4]) -> [f64; 4] {
    let volume = |a: DVec3, b: DVec3, c: DVec3| a.dot(b.cross(c));
    [
        -volume(q, r, s),
        volume(p, r, s),
        -volume(p, q, s),
        volume(p, q, r),
    ]
}

fn largest(v: DVec3) -> usize {
    let v = v.abs();
    if v.x >= v.y && v.x >= v.z {
        0
    } else if v.y >= v.z {
        1
    } else {
        2
    }
}
